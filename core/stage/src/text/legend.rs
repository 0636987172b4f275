//! The legend of a board: every sign that is drawn on it now, with what it means.

use super::{Canvas, TextLook, board};
use crate::names::GroundNames;
use crate::scene::Scene;

/// What a sign stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SignKind {
    /// The ground.
    Ground,
    /// A line on it.
    Line,
    /// Something printed on it.
    Symbol,
    /// A piece.
    Piece,
    /// A mark on a place.
    Mark,
    /// Something that can be chosen.
    Choice,
}

/// A sign of a board and what it means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LegendEntry {
    /// What it stands for.
    pub kind: SignKind,
    /// As it is drawn.
    pub sign: String,
    /// What it means, in a few words.
    pub words: String,
}

/// Every sign that [`board`] draws of this scene, the ground first. A board is drawn by noting each sign as
/// it is written, so that none is missing here.
///
/// ```
/// use stage::text::{TextLook, legend};
/// use stage::{Field, Ground, HexCell, HexField, Scene, Texture};
/// use std::sync::Arc;
/// use terrain::{Lower, Top};
///
/// let cells = vec![HexCell::new(0, 0, "A1", Texture::Woods)];
/// let (lines, outlines) = (Vec::new(), Vec::new());
/// let field = HexField { top: Top::Flat, lower: Lower::Even, cells, lines, outlines, labelled: true, sea: false };
/// let ground =
///     Ground { title: "A wood".into(), description: String::new(), fields: vec![Field::Hexes(field)] };
/// let legend = legend(&Scene::new(Arc::new(ground), "Day 1"), &TextLook::default());
/// assert_eq!((legend[0].sign.as_str(), legend[0].words.as_str()), ("♠", "woods"));
/// ```
pub fn legend(scene: &Scene, look: &TextLook) -> Vec<LegendEntry> {
    legend_of(scene, &board(scene, look))
}

/// Every sign of a canvas that [`board`] drew of this scene, named as the scene's own descriptions name things.
pub fn legend_of(scene: &Scene, canvas: &Canvas) -> Vec<LegendEntry> {
    let names = GroundNames::of(&scene.ground);
    let own = |entry: LegendEntry| match entry.kind {
        SignKind::Ground | SignKind::Symbol => {
            LegendEntry { words: names.renamed(&entry.words).unwrap_or(entry.words), ..entry }
        }
        _ => entry,
    };
    canvas.legend().into_iter().map(own).collect()
}
