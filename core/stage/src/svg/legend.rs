//! The legend of a drawn board: every sign on it now, each drawn as the board draws it.

use super::{Look, document};
use crate::art::{symbol_glyph, texture_glyph};
use crate::ground::{
    Field, Ground, Line, LineStyle, Place, PlaceField, Point, Rect, Shape, Symbol, Texture,
};
use crate::piece::{At, Piece};
use crate::scene::{Mark, MarkKind, Scene};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A sign of a drawn board and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendDrawing {
    /// The sign as a drawing of its own.
    pub drawing: String,
    /// What it means, in a few words.
    pub words: String,
}

/// What a board shows.
#[derive(Default)]
struct Shown {
    textures: BTreeSet<Texture>,
    symbols: BTreeSet<Symbol>,
    lines: BTreeSet<LineStyle>,
    marks: BTreeSet<MarkKind>,
}

impl Shown {
    fn on(scene: &Scene) -> Shown {
        let mut shown = Shown::default();
        for field in &scene.ground.fields {
            let lines = match field {
                Field::Hexes(field) => {
                    shown.textures.extend(field.cells.iter().map(|cell| cell.texture));
                    let symbols = field.cells.iter().flat_map(|cell| &cell.symbols);
                    shown.symbols.extend(symbols.map(|(symbol, _)| *symbol));
                    &field.lines
                }
                Field::Plane(field) => {
                    shown.textures.insert(field.texture);
                    shown.textures.extend(field.areas.iter().map(|area| area.texture));
                    &field.lines
                }
                Field::Places(field) => {
                    shown.textures.extend(field.places.iter().map(|place| place.texture));
                    shown.symbols.extend(field.places.iter().filter_map(|place| place.symbol));
                    &field.lines
                }
            };
            shown.lines.extend(lines.iter().map(|line| line.style));
        }
        let badges = scene.pieces.iter().flat_map(|piece| &piece.badges);
        shown.symbols.extend(badges.map(|(symbol, _)| *symbol));
        shown.marks.extend(scene.marks.iter().map(|mark| mark.kind));
        shown
    }
}

const HERE: &str = "here";

/// A square of ground on which one sign is drawn.
fn swatch(texture: Texture, symbol: Option<Symbol>, lines: Vec<Line>) -> Scene {
    let rect = Rect { x: 0, y: 0, width: 1000, height: 1000 };
    let place = Place::new(HERE, Shape::Box { rect, round: 0 }, texture, "");
    let places = vec![Place { symbol, ..place }];
    let fields = vec![Field::Places(PlaceField { places, lines })];
    let ground = Ground { title: String::new(), description: String::new(), fields };
    Scene::new(Arc::new(ground), "")
}

/// Every sign of this scene: grounds, lines, symbols, pieces of each kind and seat, marks.
///
/// ```
/// use stage::svg::{Look, legend};
/// use stage::{Field, Ground, Place, PlaceField, Rect, Scene, Shape, Texture};
/// use std::sync::Arc;
///
/// let rect = Rect { x: 0, y: 0, width: 1000, height: 1000 };
/// let wood = Place::new("wood", Shape::Box { rect, round: 100 }, Texture::Woods, "a wood");
/// let fields = vec![Field::Places(PlaceField { places: vec![wood], lines: Vec::new() })];
/// let ground = Ground { title: "A wood".into(), description: String::new(), fields };
/// let legend = legend(&Scene::new(Arc::new(ground), "Day 1"), &Look::default());
/// assert!(legend.len() == 1 && legend[0].words == "woods");
/// ```
pub fn legend(scene: &Scene, look: &Look) -> Vec<LegendDrawing> {
    let shown = Shown::on(scene);
    let drawn =
        |scene: Scene, words: String| LegendDrawing { drawing: document(&scene, look), words };
    let mut legend = Vec::new();
    for texture in shown.textures {
        legend.push(drawn(swatch(texture, None, Vec::new()), texture_glyph(texture).name.into()));
    }
    for style in shown.lines {
        let points = vec![Point { x: 0, y: 500 }, Point { x: 1000, y: 500 }];
        let line = Line { style, points, smooth: false, description: String::new() };
        legend.push(drawn(swatch(Texture::Paper, None, vec![line]), line_words(style).into()));
    }
    for symbol in shown.symbols {
        let scene = swatch(Texture::Paper, Some(symbol), Vec::new());
        legend.push(drawn(scene, symbol_glyph(symbol).name.into()));
    }
    let mut known: Vec<Piece> = Vec::new();
    for piece in &scene.pieces {
        let alike = |other: &Piece| {
            (other.form, other.ink, other.symbol, other.pose)
                == (piece.form, piece.ink, piece.symbol, piece.pose)
        };
        if !known.iter().any(alike) {
            known.push(piece.clone());
            let mut scene = swatch(Texture::Paper, None, Vec::new());
            scene.pieces.push(Piece { at: At::Place(HERE.into()), ..piece.clone() });
            legend.push(drawn(scene, crate::text::piece_told(piece)));
        }
    }
    for kind in shown.marks {
        let mut scene = swatch(Texture::Paper, None, Vec::new());
        scene.marks.push(Mark { place: HERE.into(), kind, tag: String::new() });
        legend.push(drawn(scene, super::choices::mark_words(kind).into()));
    }
    legend
}

/// What a line is.
fn line_words(style: LineStyle) -> &'static str {
    match style {
        LineStyle::River => "a river",
        LineStyle::Trail => "a trail",
        LineStyle::Wall => "a wall or cliff",
        LineStyle::LowWall => "a low wall, fence or hedge",
        LineStyle::Opening => "a door or window",
        LineStyle::Border => "a border",
        LineStyle::Guide => "a guiding line",
    }
}
