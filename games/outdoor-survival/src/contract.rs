//! The contract, signed: every method is the door of the same name in its room.

use crate::action::Action;
use crate::event::Event;
use crate::knowledge::View;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::{OutdoorSurvival, edition, face, knowledge, rules, speech};
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

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        edition::open(edition, setup)
    }

    fn setup(&self) -> &Setup {
        &self.0.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        rules::endings(&self.0)
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        rules::start(&self.0, dice, log)
    }

    fn status(&self, position: &Position) -> Status {
        rules::status(&self.0, position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        rules::legal(&self.0, position, seat, out);
    }

    fn pick(
        &self,
        position: &Position,
        seat: Seat,
        list: &mut Vec<Action>,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Action> {
        rules::pick(&self.0, position, seat, list, choose)
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        rules::check(&self.0, position, seat, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        _: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        rules::apply(&self.0, position, action, dice, log);
    }

    fn lapse(&self, position: &Position, _: Seat) -> Action {
        rules::lapse(&self.0, position)
    }

    fn gives_up(&self, action: &Action) -> bool {
        rules::gives_up(action)
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        knowledge::view(&self.0, position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        knowledge::resample(&self.0, position, seat, dice)
    }
}

impl Speech for OutdoorSurvival {
    fn notation(&self, action: &Action) -> String {
        speech::notation(&self.0, action)
    }

    fn structure(&self, action: &Action) -> Value {
        speech::structure(action)
    }

    fn read_structure(&self, _: &Position, _: Seat, written: &Value) -> Result<Action, Misread> {
        speech::read_structure(written)
    }

    fn parse(&self, _: &Position, _: Seat, line: &str) -> Result<Action, Misread> {
        speech::parse(&self.0, line)
    }

    fn narrate(&self, event: &Event, names: Names<'_>) -> StoryLine {
        speech::narrate(&self.0, event, names)
    }

    fn conclusion(&self, position: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        speech::conclusion(&self.0, position, outcome, names)
    }

    fn reckoning(&self, position: &Position, _: &Outcome) -> Option<Reckoning> {
        speech::reckoning(&self.0, position)
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        speech::chapter(event)
    }
}

impl Looks for OutdoorSurvival {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], names: Names<'_>) -> Scene {
        face::scene(&self.0, view, choices, names)
    }

    fn preview(&self, position: &Position, _: Seat, action: &Action) -> Sketch {
        face::preview(&self.0, position, action)
    }

    fn ahead(&self, position: &Position, seat: Seat) -> Vec<Ahead> {
        face::ahead(&self.0, position, seat)
    }
}
