//! The game signs the contract: each part calls into a room.

use crate::rules::{dropping, ending};
use crate::{ConnectFour, Drop, Fell, Position, Refusal, View};
use crate::{edition, face, knowledge, speech};
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

    fn catalogue(_: &Edition) -> Result<Catalogue, SetupError> {
        Ok(edition::catalogue())
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        edition::open(edition, setup)
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        ending::ENDINGS.to_vec()
    }

    fn start(&self, _: &mut Dice, _: &mut Log<Fell>) -> Position {
        Position::EMPTY
    }

    fn status(&self, position: &Position) -> Status {
        ending::status(position)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Drop>) {
        dropping::offer(position, seat, out);
    }

    fn check(&self, position: &Position, seat: Seat, drop: &Drop) -> Result<(), Refusal> {
        dropping::judge(position, seat, *drop)
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        drop: &Drop,
        _: &mut Dice,
        log: &mut Log<Fell>,
    ) {
        dropping::drop(position, seat, *drop, log);
    }

    fn lapse(&self, position: &Position, _: Seat) -> Drop {
        dropping::lapse(position)
    }

    fn view(&self, position: &Position, _: Viewer) -> View {
        knowledge::view(position)
    }

    fn resample(&self, position: &Position, _: Seat, _: &mut Dice) -> Position {
        *position // nothing is hidden
    }
}

impl Speech for ConnectFour {
    fn notation(&self, drop: &Drop) -> String {
        speech::write(*drop)
    }

    fn parse(&self, _: &Position, _: Seat, line: &str) -> Result<Drop, Misread> {
        speech::read(line)
    }

    fn narrate(&self, fell: &Fell, names: Names<'_>) -> StoryLine {
        speech::tell(fell, names)
    }

    fn conclusion(&self, _: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        speech::conclude(outcome, names)
    }
}

impl Looks for ConnectFour {
    fn scene(&self, view: &View, viewer: Viewer, choices: &[Drop], names: Names<'_>) -> Scene {
        face::scene(&self.ground, view, viewer.seat(), choices, names)
    }
}
