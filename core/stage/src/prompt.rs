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

impl Choice {
    /// An answer that can be taken back and that nothing on the board stands for.
    pub fn new(notation: impl Into<String>, label: impl Into<String>) -> Choice {
        Choice {
            notation: notation.into(),
            label: label.into(),
            description: String::new(),
            target: None,
            tag: String::new(),
            final_: false,
        }
    }

    /// The same answer, with the thing that one would click and the few characters written on it.
    pub fn on(self, target: Target, tag: impl Into<String>) -> Choice {
        Choice { target: Some(target), tag: tag.into(), ..self }
    }
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
