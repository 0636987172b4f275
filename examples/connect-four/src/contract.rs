//! The contract, signed: every method is the door of the same name in its room.

use crate::action::Drop;
use crate::event::Fell;
use crate::knowledge::View;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::{ConnectFour, edition, face, knowledge, rules, speech};
use stage::Scene;
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Rules, Seat, Setup, SetupError,
    Speech, Status, StoryLine, Viewer,
};

impl Rules for ConnectFour {
    const ID: &'static str = "connect-four";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Drop;
    type Event = Fell;
    type View = View;
    type Refusal = Refusal;

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

    fn start(&self, _: &mut Dice, _: &mut Log<Fell>) -> Position {
        rules::start()
    }

    fn status(&self, position: &Position) -> Status {
        rules::status(position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Drop>) {
        rules::legal(position, seat, out);
    }

    fn check(&self, position: &Position, seat: Seat, action: &Drop) -> Result<(), Refusal> {
        rules::check(position, seat, action)
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Drop,
        _: &mut Dice,
        log: &mut Log<Fell>,
    ) {
        rules::apply(position, seat, action, log);
    }

    fn lapse(&self, position: &Position, _: Seat) -> Drop {
        rules::lapse(position)
    }

    fn view(&self, position: &Position, _: Viewer) -> View {
        knowledge::view(position)
    }

    fn resample(&self, position: &Position, _: Seat, _: &mut Dice) -> Position {
        knowledge::resample(position)
    }
}

impl Speech for ConnectFour {
    fn notation(&self, action: &Drop) -> String {
        speech::notation(action)
    }

    fn parse(&self, _: &Position, _: Seat, line: &str) -> Result<Drop, Misread> {
        speech::parse(line)
    }

    fn narrate(&self, event: &Fell, names: Names<'_>) -> StoryLine {
        speech::narrate(event, names)
    }

    fn conclusion(&self, _: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        speech::conclusion(outcome, names)
    }
}

impl Looks for ConnectFour {
    fn scene(&self, view: &View, viewer: Viewer, choices: &[Drop], names: Names<'_>) -> Scene {
        face::scene(self, view, viewer, choices, names)
    }
}
