//! Pieces: what lies on the ground and moves.

use crate::ground::{Point, Symbol};
use serde::{Deserialize, Serialize};

/// A colour by its meaning. The palette decides what it looks like in light and dark, and keeps
/// neighbours apart for colour-blind eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ink {
    /// The colour of a seat, counted from 0.
    Seat(u16),
    /// Belongs to nobody.
    Neutral,
    /// Welcome: success, food, health.
    Good,
    /// Unwelcome: danger, wounds.
    Bad,
    /// Water.
    Water,
    /// Plants and food.
    Plant,
    /// Warnings and costs.
    Warm,
    /// Quiet, in the background.
    Faint,
}

/// The body of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A square cardboard counter.
    Counter,
    /// A round base, drawn to scale with this radius in board units.
    Base {
        /// The radius.
        radius: i32,
    },
    /// A round token.
    Token,
    /// A standing pawn.
    Pawn,
    /// A counter lying face down.
    FaceDown,
    /// A card, wider than a counter, with the first words of its description written out.
    Card,
    /// A row of spaces for people, some of them taken; more may be there than there are spaces.
    Row {
        /// How many are there.
        taken: u8,
        /// How many spaces there are.
        spaces: u8,
    },
}

/// How a piece stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pose {
    /// Ready.
    Upright,
    /// Lying: used, asleep, down.
    Lying,
    /// Barely there: out of play but worth showing.
    Ghost,
    /// Done: has acted, and stands where it is.
    Done,
}

/// A small count in dots: so many of so many are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pips {
    /// How many are left.
    pub left: u8,
    /// How many there were.
    pub full: u8,
}

/// Where a piece lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// In a place of the ground, by its id; pieces in one place are stacked or spread.
    Place(String),
    /// At a point of the ground.
    Point(Point),
}

/// A piece on the board.
///
/// ```
/// use stage::{At, Ink, Piece, Symbol};
///
/// let bear = Piece { symbol: Some(Symbol::Bear), ..Piece::new("bear-1", "C7", Ink::Neutral) };
/// assert_eq!(bear.at, At::Place("C7".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Its id: the same for as long as the piece lives, so that it can glide from scene to scene.
    pub id: String,
    /// Where it lies.
    pub at: At,
    /// Its body.
    pub form: Form,
    /// Its colour.
    pub ink: Ink,
    /// The picture on it.
    pub symbol: Option<Symbol>,
    /// A few characters on it, such as `A 6`.
    pub label: String,
    /// How it stands.
    pub pose: Pose,
    /// Where it looks, as a vector in board units; `None` if it has no front.
    pub facing: Option<Point>,
    /// Small signs around it: wounds, weapons, loads; each with a number or letter (empty if none).
    pub badges: Vec<(Symbol, String)>,
    /// Strength or the like as dots along its rim, if it is shown so; only bases have a rim for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pips: Option<Pips>,
    /// What it is and how it fares, in words.
    pub description: String,
}

impl Piece {
    /// An upright counter in a place, with nothing on it yet.
    pub fn new(id: impl Into<String>, place: impl Into<String>, ink: Ink) -> Piece {
        Piece {
            id: id.into(),
            at: At::Place(place.into()),
            form: Form::Counter,
            ink,
            symbol: None,
            label: String::new(),
            pose: Pose::Upright,
            facing: None,
            badges: Vec::new(),
            pips: None,
            description: String::new(),
        }
    }
}
