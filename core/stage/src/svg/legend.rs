//! The legend of a drawn board: every sign on it now, each drawn as the board draws it.

use super::{Look, extent, ground, overlay};
use crate::ground::{
    Field, Ground, Line, LineStyle, Place, PlaceField, Point, Rect, Shape, Symbol, Texture,
};
use crate::names::GroundNames;
use crate::piece::{At, Piece};
use crate::scene::{Mark, MarkKind, Scene, Sign, Trace};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A sign of a drawn board and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendDrawing {
    /// The sign as a drawing of its own, for a page that has the [`super::style_sheet`].
    pub drawing: String,
    /// What it means, in a few words.
    pub words: String,
}

/// What a board shows.
#[derive(Default)]
struct Shown {
    /// Each with what it is on this board.
    textures: BTreeMap<Texture, BTreeSet<String>>,
    symbols: BTreeSet<Symbol>,
    lines: BTreeSet<LineStyle>,
    marks: BTreeSet<MarkKind>,
    /// Whether counts stand for the captions of hexes.
    counts: bool,
}

impl Shown {
    fn on(scene: &Scene) -> Shown {
        let mut shown = Shown::default();
        let names = GroundNames::of(&scene.ground);
        let own = |texture: Texture| (texture, names.texture(texture));
        for field in &scene.ground.fields {
            let lines = match field {
                Field::Hexes(field) => {
                    shown.note(field.cells.iter().map(|cell| own(cell.texture)));
                    let cells = field.cells.iter();
                    let symbols = cells.flat_map(|cell| cell.symbols.iter().chain(&cell.counts));
                    shown.symbols.extend(symbols.map(|(symbol, _)| *symbol));
                    shown.counts |= field.cells.iter().any(|cell| !cell.counts.is_empty());
                    &field.lines
                }
                Field::Plane(field) => {
                    shown.note([own(field.texture)]);
                    let areas = field.areas.iter();
                    shown.note(areas.map(|area| (area.texture, area.ground_words().to_string())));
                    &field.lines
                }
                Field::Places(field) => {
                    // What has its name written on it needs no legend, nor its picture unless the game says so.
                    let bare = field.places.iter().filter(|place| place.label.is_empty());
                    shown.note(bare.map(|place| own(place.texture)));
                    let symbols = field.places.iter().filter_map(|place| {
                        let told = |symbol: &Symbol| {
                            place.label.is_empty() || scene.key_of(*symbol).is_some()
                        };
                        place.symbol.filter(told)
                    });
                    shown.symbols.extend(symbols);
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

    fn note(&mut self, grounds: impl IntoIterator<Item = (Texture, String)>) {
        for (texture, words) in grounds {
            self.textures.entry(texture).or_default().insert(words);
        }
    }
}

const HERE: &str = "here";

/// A square of ground on which one sign is drawn.
fn swatch(texture: Texture, symbol: Option<Symbol>, lines: Vec<Line>) -> Scene {
    let rect = Rect { x: 0, y: 0, width: 1000, height: 1000 };
    let place = Place::new(HERE, Shape::Box { rect, round: 0 }, texture, "");
    let places = vec![Place { symbol, ..place }];
    let fields = vec![Field::Places(PlaceField { title: String::new(), places, lines })];
    let ground = Ground { title: String::new(), description: String::new(), fields };
    Scene::new(Arc::new(ground), "")
}

/// A square of paper on which this is written.
fn written(text: &str) -> Scene {
    let rect = Rect { x: 0, y: 0, width: 1000, height: 1000 };
    let place = Place::new(HERE, Shape::Box { rect, round: 0 }, Texture::Paper, "");
    let places = vec![Place { caption: text.into(), ..place }];
    let fields =
        vec![Field::Places(PlaceField { title: String::new(), places, lines: Vec::new() })];
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
/// let fields = vec![Field::Places(PlaceField { title: String::new(), places: vec![wood], lines: Vec::new() })];
/// let ground = Ground { title: "A wood".into(), description: String::new(), fields };
/// let legend = legend(&Scene::new(Arc::new(ground), "Day 1"), &Look::default());
/// assert!(legend.len() == 1 && legend[0].words == "woods");
/// ```
pub fn legend(scene: &Scene, look: &Look) -> Vec<LegendDrawing> {
    let shown = Shown::on(scene);
    let names = GroundNames::of(&scene.ground);
    let counted = shown.counts;
    let drawn = |scene: Scene, words: String| LegendDrawing { drawing: small(&scene, look), words };
    let mut legend = Vec::new();
    for (texture, words) in shown.textures {
        let words = words.into_iter().collect::<Vec<_>>().join(" or ");
        legend.push(drawn(swatch(texture, None, Vec::new()), words));
    }
    for style in shown.lines {
        let points = vec![Point { x: 0, y: 500 }, Point { x: 1000, y: 500 }];
        let line = Line { style, points, smooth: false, description: String::new() };
        legend.push(drawn(swatch(Texture::Paper, None, vec![line]), line_words(style).into()));
    }
    for symbol in shown.symbols {
        let drawing = swatch(Texture::Paper, Some(symbol), Vec::new());
        let words = scene.key_of(symbol).map_or_else(|| names.symbol(symbol), str::to_string);
        legend.push(drawn(drawing, words));
    }
    let captions = scene.keys.iter().filter_map(|key| match &key.sign {
        Sign::Caption(pattern) => Some((pattern, &key.words)),
        Sign::Symbol(_) | Sign::Line { .. } => None,
    });
    // The first says what stands at the top of hexes.
    for (pattern, words) in captions.skip(usize::from(counted)) {
        legend.push(drawn(written(pattern), words.clone()));
    }
    for (ink, dotted, words) in scene.line_keys() {
        let mut drawing = swatch(Texture::Paper, None, Vec::new());
        let points = vec![Point { x: 60, y: 500 }, Point { x: 940, y: 500 }];
        let (label, description) = (String::new(), String::new());
        drawing.traces.push(Trace { points, ink, dotted, description, label });
        legend.push(drawn(drawing, words.to_string()));
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

/// A square of ground with what is on it, hidden from those who listen: they hear its words.
fn small(scene: &Scene, look: &Look) -> String {
    let Rect { x, y, width, height } = extent(&scene.ground);
    let body = ground(&scene.ground, look) + &overlay(scene, look);
    format!(
        r#"<svg viewBox="{x} {y} {width} {height}" aria-hidden="true" focusable="false">{body}</svg>"#
    )
}

/// What a line is.
fn line_words(style: LineStyle) -> &'static str {
    match style {
        LineStyle::River => "a river",
        LineStyle::Trail => "a trail",
        LineStyle::Road => "a road",
        LineStyle::Wall => "a wall or cliff",
        LineStyle::LowWall => "a low wall",
        LineStyle::Fence => "a fence",
        LineStyle::Barricade => "a barricade",
        LineStyle::Opening => "a door or window",
        LineStyle::Border => "a border",
        LineStyle::Guide => "a guiding line",
    }
}
