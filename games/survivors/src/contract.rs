//! The contract, signed: every method is the door of the same name in its room.

use crate::action::Action;
use crate::event::Event;
use crate::knowledge::View;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::{Survivors, edition, face, knowledge, rules, speech};
use ::stage::{Scene, Sketch, Target};
use ::table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Reckoning, Rules, Seat, Setup,
    SetupError, Speech, Status, StoryLine, Viewer,
};
use serde_json::Value;

impl Rules for Survivors {
    const ID: &'static str = "survivors";
    const RULES_VERSION: u32 = 4;
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
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        rules::endings()
    }

    fn start(&self, dice: &mut Dice, _: &mut Log<Event>) -> Position {
        rules::start(self, dice)
    }

    fn status(&self, position: &Position) -> Status {
        rules::status(self, position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        rules::legal(self, position, seat, out);
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        rules::check(self, position, seat, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        rules::apply(self, position, seat, action, dice, log);
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        rules::lapse(self, position, seat)
    }

    fn gives_up(&self, action: &Action) -> bool {
        rules::gives_up(action)
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        knowledge::view(self, position, viewer)
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        knowledge::resample(self, position, seat, dice)
    }
}

impl Speech for Survivors {
    fn notation(&self, action: &Action) -> String {
        speech::notation(self, action)
    }

    fn structure(&self, action: &Action) -> Value {
        speech::structure(action)
    }

    fn read_structure(&self, _: &Position, _: Seat, written: &Value) -> Result<Action, Misread> {
        speech::read_structure(written)
    }

    fn parse(&self, position: &Position, seat: Seat, line: &str) -> Result<Action, Misread> {
        speech::parse(self, position, seat, line)
    }

    fn narrate(&self, event: &Event, _: Names<'_>) -> StoryLine {
        speech::narrate(self, event)
    }

    fn conclusion(&self, position: &Position, _: &Outcome, _: Names<'_>) -> String {
        speech::conclusion(self, position)
    }

    fn reckoning(&self, position: &Position, _: &Outcome) -> Option<Reckoning> {
        speech::reckoning(self, position)
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        speech::chapter(event)
    }
}

impl Looks for Survivors {
    fn scene(&self, view: &View, _: Viewer, choices: &[Action], _: Names<'_>) -> Scene {
        face::scene(self, view, choices)
    }

    fn preview(&self, position: &Position, seat: Seat, action: &Action) -> Sketch {
        face::preview(self, position, seat, action)
    }

    fn gauge(
        &self,
        position: &Position,
        viewer: Viewer,
        from: &Target,
        to: Option<&Target>,
    ) -> Option<Sketch> {
        face::gauge(self, position, viewer, from, to)
    }
}
