//! Connect four: how to write a game for the table.
//!
//! Seven columns of six; four in a line win. Read this file from the top: the position, the action,
//! and then the contract, whose rules take about a hundred lines. `stage.rs` draws the board and
//! `shown.rs` brings what the rules are checked with. A real game has a file per chapter of its rules.

mod shown;
mod stage;

use ::stage::{Ground, Scene};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{
    Catalogue, Dice, Edition, Log, Looks, Misread, Names, Outcome, Refusal, Rules, ScenarioInfo,
    Speech,
};
use table::{Seat, Seats, Setup, SetupError, Status, StoryLine, Viewer};

/// The rules as set up: there is nothing to choose, and the board is drawn once.
#[derive(Clone)]
pub struct ConnectFour {
    setup: Setup,
    ground: Arc<Ground>,
}

/// Each player's discs as bits, seven to a column: six places and an empty one on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    discs: [u64; 2],
    dropped: u8,
    won: bool,
}

/// Drop a disc into a column, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Drop(pub u8);

/// A disc fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fell {
    seat: Seat,
    column: u8,
}

/// Everybody sees everything: columns from the left, discs from the bottom, by seat number.
pub type View = Vec<Vec<u16>>;

impl Position {
    fn mover(&self) -> Seat {
        Seat(self.dropped as u16 % 2)
    }

    fn height(&self, column: u8) -> u32 {
        ((self.discs[0] | self.discs[1]) >> (7 * column) & 0x3f).count_ones()
    }

    /// The seat that has four in a line: only the one that dropped last can.
    fn winner(&self) -> Option<Seat> {
        self.won.then_some(Seat((self.dropped as u16 + 1) % 2))
    }
}

/// The highest place of every column.
const TOP_ROW: u64 = 0x8102_0408_1020;

/// Whether four discs lie in a line: up, or in one of the three directions across. CF-END-01
fn four_in_line(discs: u64) -> bool {
    let line = |step: u32| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    };
    line(1) | line(6) | line(7) | line(8)
}

impl Rules for ConnectFour {
    const ID: &'static str = "connect-four";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Drop;
    type Event = Fell;
    type View = View;
    type Refusal = Refusal;

    fn house() -> Edition {
        Edition::default()
    }

    fn catalogue(_: &Edition) -> Result<Catalogue, SetupError> {
        let title = "Connect four";
        let scenario = ScenarioInfo::new("plain", title, "Four in a line win.", 2..=2);
        let summary = "Drop discs; four in a line win.";
        Ok(Catalogue::new(Self::ID, title, summary, vec![scenario]))
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        Self::catalogue(edition)?.admits(setup)?;
        Ok(ConnectFour { setup: setup.clone(), ground: Arc::new(stage::board()) })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        vec!["four", "full"]
    }

    fn start(&self, _: &mut Dice, _: &mut Log<Fell>) -> Position {
        Position { discs: [0; 2], dropped: 0, won: false }
    }

    fn status(&self, position: &Position) -> Status {
        let winner = position.winner();
        let reason = match winner {
            Some(_) => "four",
            None if position.dropped == 42 => "full", // CF-END-02
            None => return Status::one(position.mover()),
        };
        let winners = winner.map(Seats::one).unwrap_or_default();
        Status::Over(Box::new(Outcome::new(reason, 2, winners)))
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Drop>) {
        if !position.won && seat == position.mover() {
            let mut free = !(position.discs[0] | position.discs[1]) & TOP_ROW;
            while free != 0 {
                out.push(Drop((free.trailing_zeros() / 7) as u8));
                free &= free - 1;
            }
        }
    }

    fn check(&self, position: &Position, seat: Seat, drop: &Drop) -> Result<(), Refusal> {
        if self.status(position).outcome().is_some() {
            return Err(Refusal::new("CF-END-01", "The game is over."));
        }
        if seat != position.mover() {
            return Err(Refusal::new("CF-DROP-01", "It is not your turn."));
        }
        if drop.0 > 6 || position.height(drop.0) == 6 {
            let full = format!("Column {} takes no more discs.", drop.0 as u16 + 1);
            return Err(Refusal::new("CF-DROP-02", full));
        }
        Ok(())
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        drop: &Drop,
        _: &mut Dice,
        log: &mut Log<Fell>,
    ) {
        let bottom = 1 << (7 * (drop.0 as u32 % 7));
        let taken = position.discs[0] | position.discs[1];
        // Adding one to a column that is filled from below sets its lowest free bit.
        position.discs[seat.index() % 2] |= (taken + bottom) & (bottom * 0x3f);
        position.dropped += 1;
        position.won = four_in_line(position.discs[seat.index() % 2]);
        log.tell(Fell { seat, column: drop.0 });
    }

    fn lapse(&self, position: &Position, _: Seat) -> Drop {
        let free = (0..7).filter(|column| position.height(*column) < 6);
        Drop(free.min_by_key(|column| column.abs_diff(3)).unwrap_or(3))
    }

    fn view(&self, position: &Position, _: Viewer) -> View {
        let seat = |place: u32| 2 - (position.discs[0] >> place & 1) as u16;
        let column = |c| (0..position.height(c)).map(|row| seat(7 * c as u32 + row)).collect();
        (0..7).map(column).collect()
    }

    fn resample(&self, position: &Position, _: Seat, _: &mut Dice) -> Position {
        *position // nothing is hidden
    }
}

impl Speech for ConnectFour {
    fn notation(&self, drop: &Drop) -> String {
        format!("drop {}", drop.0 as u16 + 1)
    }

    fn parse(&self, _: &Position, _: Seat, line: &str) -> Result<Drop, Misread> {
        let lower = line.trim().to_lowercase();
        let number = lower.trim_start_matches("drop").trim();
        match number.parse::<u8>() {
            Ok(column @ 1..) => Ok(Drop(column - 1)),
            _ => Err(Misread::new(line, "say `drop` and a column from 1 to 7")),
        }
    }

    fn conclusion(&self, _: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        match outcome.winners.lowest() {
            Some(winner) => format!("{} has four discs in a line.", names.of(winner)),
            None => "The board is full: a draw.".into(),
        }
    }

    fn narrate(&self, fell: &Fell, names: Names<'_>) -> StoryLine {
        let (name, column) = (names.of(fell.seat), fell.column + 1);
        StoryLine::by("CF-DROP-01", format!("{name} drops a disc into column {column}."))
    }
}

impl Looks for ConnectFour {
    fn scene(&self, view: &View, _: Viewer, choices: &[Drop], _: Names<'_>) -> Scene {
        stage::scene(self, view, choices)
    }
}

/// What the game brings to a shelf beside its rules: nothing, which is enough to be played.
pub fn entry() -> arena::Entry<ConnectFour> {
    arena::Entry::new().example()
}
