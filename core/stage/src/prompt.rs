//! The question that the game asks, and the answers that it takes.

use crate::ground::Point;
use serde::{Deserialize, Serialize};

/// The thing on the board that one would click to choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A place of the ground.
    Place(String),
    /// A piece.
    Piece(String),
    /// A card of a panel.
    Card(String),
    /// A point of a plane.
    Point(Point),
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The action's canonical line.
    pub notation: String,
    /// A few words for a button.
    pub label: String,
    /// What it costs or means, in a sentence; empty if plain.
    pub description: String,
    /// What one would click.
    pub target: Option<Target>,
    /// A few characters written on the target, such as its cost.
    pub tag: String,
    /// Whether dice fall or something hidden is shown, so that it cannot be taken back.
    pub final_: bool,
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Who is asked.
    pub seat: u16,
    /// What is asked.
    pub question: String,
    /// Advice or the reason for what is not offered; empty if none.
    pub hint: String,
    /// The answers. Where any point of a plane is an answer too, the hint says how to write it.
    pub choices: Vec<Choice>,
}
