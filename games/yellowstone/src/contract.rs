//! The contract: rules, speech and looks, each method a door into its room.

use crate::Yellowstone;
use crate::action::Action;
use crate::edition;
use crate::event::Event;
use crate::knowledge::View;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::speech::notation;
use serde_json::Value;
use stage::Scene;
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Reckoning, Rules, Seat, Setup,
    SetupError, Speech, Status, StoryLine, Viewer,
};

impl Rules for Yellowstone {
    const ID: &'static str = "yellowstone";
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

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        Self::open_with(edition, setup, |_| Ok(()))
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        self.endings_of_year()
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        self.begin(dice, log)
    }

    fn status(&self, position: &Position) -> Status {
        self.who_decides(position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        self.offer(position, seat, out);
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.judge(position, seat, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        _: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.carry_out(position, action, dice, log);
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        self.absent(position, seat)
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        View::new(self, position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        self.imagine(position, seat, dice)
    }
}

impl Speech for Yellowstone {
    fn notation(&self, action: &Action) -> String {
        notation::write(action)
    }

    fn structure(&self, action: &Action) -> Value {
        table::structure(action)
    }

    fn parse(&self, position: &Position, seat: Seat, line: &str) -> Result<Action, Misread> {
        self.read_line(position, seat, line)
    }

    fn narrate(&self, event: &Event, names: Names<'_>) -> StoryLine {
        self.told(event, names)
    }

    fn conclusion(&self, position: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        self.ending_told(position, outcome, names)
    }

    fn reckoning(&self, position: &Position, _: &Outcome) -> Option<Reckoning> {
        let row = |seat: Seat| {
            let score = self.seat_score(position, seat);
            vec![score.points, score.females, score.surplus]
        };
        let heads = ["Total", "Tie: Females", "Then: Food left over"];
        Some(Reckoning::new(heads, Seat::first(self.setup.seats).map(row)))
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::SeasonBegins { season, .. } => Some(season.name().to_string()),
            _ => None,
        }
    }
}

impl Looks for Yellowstone {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], names: Names<'_>) -> Scene {
        self.staged(view, choices, names)
    }

    fn preview(&self, position: &Position, _seat: Seat, action: &Action) -> stage::Sketch {
        self.sketch(position, action)
    }

    fn ahead(&self, position: &Position, seat: Seat) -> Vec<stage::Ahead> {
        self.further(position, seat)
    }
}
