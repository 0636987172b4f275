//! The game signs the contract of the table.

use crate::action::Action;
use crate::event::Event;
use crate::knowledge::view::View;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{Play, set_up};
use crate::{OutdoorSurvival, edition};
use serde_json::Value;
use stage::{Ahead, Scene, Sketch};
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Reckoning, Rules, Seat, Setup,
    SetupError, Speech, Status, StoryLine, Viewer,
};

impl Rules for OutdoorSurvival {
    const ID: &'static str = "outdoor-survival";
    const RULES_VERSION: u32 = 2;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn house() -> Edition {
        edition::house()
    }

    fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
        edition::catalogue(edition)
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<OutdoorSurvival, SetupError> {
        edition::open(edition, setup)
    }

    fn setup(&self) -> &Setup {
        &self.0.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        self.0.ways_to_end()
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        set_up::start(&self.0, dice, log)
    }

    fn status(&self, position: &Position) -> Status {
        self.0.status(position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if self.0.decider(position) == Some(seat) {
            self.0.offer(position, out);
        }
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.0.judge(position, seat, *action)
    }

    fn apply(
        &self,
        position: &mut Position,
        _seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let mut play = Play { set: &self.0, p: position, dice, log };
        play.act(*action);
        play.run();
    }

    fn lapse(&self, position: &Position, _seat: Seat) -> Action {
        self.0.lapse(position)
    }

    fn gives_up(&self, action: &Action) -> bool {
        *action == Action::Resign
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        self.0.view(position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.0.resample(position, seat, dice)
    }
}

impl Speech for OutdoorSurvival {
    fn notation(&self, action: &Action) -> String {
        self.0.write(*action)
    }

    fn structure(&self, action: &Action) -> Value {
        table::structure(action)
    }

    fn read_structure(&self, position: &Position, seat: Seat, written: &Value) -> Result<Action, Misread> {
        match written.get("notation").and_then(Value::as_str) {
            Some(line) => self.parse(position, seat, line),
            None => table::read_structure(written)
                .map_err(|problem| Misread::new(written.to_string(), problem)),
        }
    }

    fn parse(&self, _position: &Position, _seat: Seat, line: &str) -> Result<Action, Misread> {
        self.0.read(line)
    }

    fn narrate(&self, event: &Event, names: Names<'_>) -> StoryLine {
        self.0.tell_story(event, names)
    }

    fn reckoning(&self, position: &Position, _: &Outcome) -> Option<Reckoning> {
        Some(self.0.reckoning(position))
    }

    fn conclusion(&self, position: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        self.0.conclusion(position, outcome, names)
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::Day { day, .. } => Some(format!("Day {day}")),
            _ => None,
        }
    }
}

impl Looks for OutdoorSurvival {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], names: Names<'_>) -> Scene {
        self.0.scene(&self.0.called(view, names), choices)
    }

    fn preview(&self, position: &Position, _seat: Seat, action: &Action) -> Sketch {
        self.0.preview(position, action)
    }

    fn ahead(&self, position: &Position, seat: Seat) -> Vec<Ahead> {
        self.0.ahead(position, seat)
    }
}
