//! Connect four: how to write a game for the table, in about a hundred lines.
//!
//! Seven columns of six; four in a line win. A real game has a file per chapter of its rules; this
//! one fits into a page. Read it from the top: the position, the action, and then the contract.

mod shown;

use serde::{Deserialize, Serialize};
use stage::{At, Form, Ink, Piece, Pose};
use stage::{
    Choice, Field, Ground, Place, PlaceField, Prompt, Rect, Scene, Shape, Target, Texture,
};
use std::sync::Arc;
use table::{Catalogue, Dice, Edition, Game, Log, Misread, Outcome, Refusal, ScenarioInfo};
use table::{Seat, Seats, Setup, SetupError, Status, Told, Viewer};

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

impl Game for ConnectFour {
    const ID: &'static str = "connect-four";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Drop;
    type Event = Fell;
    type View = View;

    fn house() -> Edition {
        Edition::default()
    }

    fn catalogue(_: &Edition) -> Result<Catalogue, SetupError> {
        let scenario = ScenarioInfo {
            id: "plain".into(),
            name: "Connect four".into(),
            summary: "Four in a line win.".into(),
            min_seats: 2,
            max_seats: 2,
        };
        Ok(Catalogue {
            game: Self::ID.into(),
            title: "Connect four".into(),
            summary: "Drop discs; four in a line win.".into(),
            scenarios: vec![scenario],
            options: Vec::new(),
        })
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Self, SetupError> {
        Self::catalogue(edition)?.admits(setup)?;
        let places = (0..42).map(|i| {
            let (column, row) = (i % 7, i / 7);
            let rect = Rect { x: column * 1000, y: (5 - row) * 1000, width: 960, height: 960 };
            let id = format!("{}{}", (b'a' + column as u8) as char, row + 1);
            Place {
                shape: Shape::Box { rect, round: 480 },
                texture: Texture::Paper,
                label: String::new(),
                caption: String::new(),
                symbol: None,
                description: format!("column {}, row {}", column + 1, row + 1),
                id,
            }
        });
        let field = PlaceField { places: places.collect(), lines: Vec::new() };
        let ground = Ground {
            title: "Connect four".into(),
            description: "Seven columns of six.".into(),
            fields: vec![Field::Places(field)],
        };
        Ok(ConnectFour { setup: setup.clone(), ground: Arc::new(ground) })
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
        let (reason, text) = match winner {
            Some(_) => ("four", "Four discs lie in a line."),
            None if position.dropped == 42 => ("full", "The board is full: a draw."), // CF-END-02
            None => return Status::one(position.mover()),
        };
        let ranks = Seat::first(2)
            .map(|seat| if winner.is_none_or(|winner| winner == seat) { 1 } else { 2 });
        Status::Over(Box::new(Outcome {
            reason: reason.into(),
            text: text.into(),
            ranks: ranks.collect(),
            winners: winner.map(Seats::one).unwrap_or_default(),
            scores: None,
        }))
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
            return Err(Refusal::new(
                "CF-DROP-02",
                format!("Column {} takes no more discs.", drop.0 as u16 + 1),
            ));
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

    fn view(&self, position: &Position, _: Viewer) -> View {
        let disc = |place: u32| {
            if position.discs[0] >> place & 1 == 1 { 1 } else { 2 }
        };
        (0..7)
            .map(|column| {
                (0..position.height(column)).map(|row| disc(7 * column as u32 + row)).collect()
            })
            .collect()
    }

    fn resample(&self, position: &Position, _: Seat, _: &mut Dice) -> Position {
        *position // nothing is hidden
    }

    fn narrate(&self, fell: &Fell) -> Told {
        Told::by(
            "CF-DROP-01",
            format!("{} drops a disc into column {}.", self.setup.name(fell.seat), fell.column + 1),
        )
    }

    fn scene(&self, view: &View, choices: &[Drop]) -> Scene {
        let id =
            |column: usize, row: usize| format!("{}{}", (b'a' + column as u8) as char, row + 1);
        let discs = view.iter().enumerate().flat_map(|(column, discs)| {
            discs.iter().enumerate().map(move |(row, seat)| (column, row, *seat))
        });
        let piece = |(column, row, seat): (usize, usize, u16)| Piece {
            id: id(column, row),
            at: At::Place(id(column, row)),
            form: Form::Token,
            ink: Ink::Seat(seat - 1),
            symbol: None,
            label: seat.to_string(),
            pose: Pose::Upright,
            facing: None,
            badges: Vec::new(),
            description: format!("a disc of player {seat}"),
        };
        let choice = |drop: &Drop| Choice {
            notation: self.notation(drop),
            label: format!("column {}", drop.0 + 1),
            description: String::new(),
            target: Some(Target::Place(id(drop.0 as usize, view[drop.0 as usize].len()))),
            tag: String::new(),
            final_: false,
        };
        let dropped: usize = view.iter().map(Vec::len).sum();
        let prompt = (!choices.is_empty()).then(|| Prompt {
            seat: dropped as u16 % 2,
            question: "Which column?".into(),
            hint: String::new(),
            choices: choices.iter().map(choice).collect(),
        });
        Scene {
            ground: self.ground.clone(),
            headline: format!("{dropped} discs"),
            pieces: discs.map(piece).collect(),
            marks: Vec::new(),
            traces: Vec::new(),
            panels: Vec::new(),
            prompt,
            focus: None,
        }
    }
}
