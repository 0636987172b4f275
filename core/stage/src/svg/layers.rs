//! A board in parts, for a page that keeps what has not changed.

use super::Look;
use super::choices;
use super::drawing::{Drawing, symbol_id};
use super::pieces;
use crate::ground::{Point, Symbol};
use crate::palette::Tone;
use crate::piece::At;
use crate::scene::{Scene, Sketch};
use crate::spots::{self, Spots};

/// What lies on a board, part by part. The parts refer to the pictures of [`sprite`].
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// Lines over the board.
    pub traces: String,
    /// The pieces that stand somewhere, in the order in which they are drawn.
    pub pieces: Vec<PiecePart>,
}

/// One piece, drawn in a box of 1000 by 1000 around (0, 0).
#[derive(Clone, Debug, PartialEq)]
pub struct PiecePart {
    /// Its id.
    pub id: String,
    /// Where its middle is.
    pub centre: Point,
    /// The side of its box on the board.
    pub size: i32,
    /// The place in which it lies, if it lies in one.
    pub place: Option<String>,
    /// What it is, in words.
    pub words: String,
    /// The drawing.
    pub body: String,
}

/// The scene in parts; `spots` are those of its ground.
pub fn layers(scene: &Scene, spots: &Spots, look: &Look) -> Layers {
    let counter = spots::counter_size(&scene.ground);
    let mut traces = Drawing::new(look);
    traces.terse = true;
    let placements = spots::placements(&scene.pieces, spots, counter);
    let covered = choices::covered(scene, &placements);
    choices::draw_traces(&mut traces, &scene.traces, counter, covered);
    let pieces = scene
        .pieces
        .iter()
        .zip(placements)
        .filter_map(|(piece, stand)| {
            let stand = stand?;
            let mut drawing = Drawing::new(look);
            drawing.terse = true;
            pieces::draw_body(&mut drawing, piece, pieces::Bases::Shared);
            let words =
                if piece.description.is_empty() { &piece.label } else { &piece.description };
            Some(PiecePart {
                id: piece.id.clone(),
                centre: stand.centre,
                size: stand.size,
                place: match &piece.at {
                    At::Place(place) => Some(place.clone()),
                    At::Point(_) => None,
                },
                words: words.clone(),
                body: drawing.body,
            })
        })
        .collect();
    Layers { traces: traces.body, pieces }
}

/// A sketch over a board whose counters have this size.
pub fn sketch(sketch: &Sketch, counter: i32, look: &Look) -> String {
    let mut drawing = Drawing::new(look);
    choices::draw_sketch(&mut drawing, sketch, counter);
    drawing.body
}

/// Every symbol's picture and every plain body of a piece, once: what [`layers`] and [`symbol`] refer
/// to.
pub fn sprite(look: &Look) -> String {
    let mut drawing = Drawing::new(look);
    for symbol in Symbol::ALL {
        drawing.symbol(symbol, 0.0, 0.0, 0.0, Tone::Text);
    }
    drawing.body.clear();
    let bases = pieces::shared_bases(&mut drawing);
    drawing.define(&bases);
    drawing.finish("ow-sprite")
}

/// A symbol's picture, filling whatever it lies in, in the colour of the writing around it.
pub fn symbol(symbol: Symbol) -> String {
    format!(r##"<use href="#{}"/>"##, symbol_id(symbol))
}
