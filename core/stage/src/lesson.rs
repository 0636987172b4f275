//! What a lesson says beside the board.

use crate::scene::Scene;
use crate::{Block, Field};
use serde::{Deserialize, Serialize};

/// A thing that a lesson points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spotlight {
    /// A place of the ground.
    Place(String),
    /// A piece.
    Piece(String),
    /// A sheet beside the board.
    Panel(String),
    /// A card of a sheet.
    Card(String),
    /// An answer to the question, by its notation.
    Choice(String),
}

impl Spotlight {
    /// Whether the thing is there in a scene.
    ///
    /// ```
    /// use stage::{Field, Ground, PlaceField, Scene, Spotlight};
    /// use std::sync::Arc;
    ///
    /// let fields = vec![Field::Places(PlaceField { title: String::new(), places: Vec::new(), lines: Vec::new() })];
    /// let ground = Ground { title: "Nothing".into(), description: "An empty table.".into(), fields };
    /// let scene = Scene::new(Arc::new(ground), "Day 1");
    /// assert!(!Spotlight::Piece("hiker".into()).is_in(&scene));
    /// ```
    pub fn is_in(&self, scene: &Scene) -> bool {
        match self {
            Spotlight::Place(id) => scene.ground.fields.iter().any(|field| match field {
                Field::Hexes(field) => field.cells.iter().any(|cell| cell.id == *id),
                Field::Plane(field) => field.all_areas().any(|area| area.id == *id),
                Field::Places(field) => field.places.iter().any(|place| place.id == *id),
            }),
            Spotlight::Piece(id) => scene.pieces.iter().any(|piece| piece.id == *id),
            Spotlight::Panel(id) => scene.panels.iter().any(|panel| panel.id == *id),
            Spotlight::Card(id) => {
                let mut blocks = scene.panels.iter().flat_map(|panel| &panel.blocks);
                blocks.any(|block| {
                    matches!(block, Block::Cards(cards) if cards.iter().any(|card| card.id == *id))
                })
            }
            Spotlight::Choice(notation) => scene
                .prompt
                .iter()
                .flat_map(|prompt| &prompt.choices)
                .any(|choice| choice.notation == *notation),
        }
    }
}

/// Where a lesson stands and what it says: shown above the question, with a light on what it speaks of.
///
/// ```
/// use stage::{Coaching, Spotlight};
///
/// let coaching = Coaching {
///     title: "First steps".into(),
///     step: 2,
///     steps: 9,
///     reply: "Well walked.".into(),
///     say: "Now drink: the river is one hex to the north.".into(),
///     look: vec![Spotlight::Place("0203".into())],
///     rules: vec!["XX-WATER-01".into()],
/// };
/// assert!(coaching.step <= coaching.steps);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Coaching {
    /// The lesson's title.
    pub title: String,
    /// Which step it is at, from 1.
    pub step: usize,
    /// How many steps it has.
    pub steps: usize,
    /// What is said to the last answer; empty if nothing.
    pub reply: String,
    /// What is said now; empty once the lesson is over.
    pub say: String,
    /// What it speaks of.
    pub look: Vec<Spotlight>,
    /// The ids of the rules behind it.
    pub rules: Vec<String>,
}
