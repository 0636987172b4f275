//! Scenes, stories and rules as text and pictures.

use crate::error::CommandError;
use crate::terminal::{self, clean};
use stage::hexmap::MapLook;
use stage::svg::{Look, Theme};
use stage::text::{Canvas, TextLook};
use stage::{Block, Coaching, Field, Ground, Prompt, Scene, Spotlight};
use std::path::Path;
use std::sync::Arc;
use table::LogLine;
use terrain::Map;

/// A line of the story, with its rules.
pub fn log_line(line: &LogLine, colour: bool) -> String {
    let (text, rules) = (clean(&line.text), line.rules.join(", "));
    match (rules.is_empty(), colour) {
        (true, _) => text.into_owned(),
        (false, true) => format!("{text}  \x1b[2m{rules}\x1b[0m"),
        (false, false) => format!("{text}  [{rules}]"),
    }
}

/// The part of the board around the scene's focus.
pub fn board_around_focus(scene: &Scene, width: usize, height: usize, colour: bool) -> String {
    let canvas = stage::text::board(scene, &TextLook { width, ..text_look() });
    let window = asking::around_focus(scene, &canvas, width, height);
    format!("{}\n{}", clean(&scene.headline), printed(&canvas.crop(window), colour))
}

/// The whole board.
pub fn whole_board(scene: &Scene, colour: bool) -> String {
    printed(&stage::text::board(scene, &text_look()), colour)
}

/// A drawing as it is printed.
pub fn printed(canvas: &Canvas, colour: bool) -> String {
    if colour { canvas.ansi(terminal::depth(), terminal::shade()) } else { canvas.plain() }
}

/// How boards are drawn on this terminal.
pub fn text_look() -> TextLook {
    TextLook { ascii: terminal::ascii(), ..TextLook::default() }
}

/// What a lesson says now, with its rules: what it said to the last answer comes first.
pub fn coaching(coaching: &Coaching, scene: &Scene) -> String {
    let place = format!("[{} of {}]", coaching.step, coaching.steps);
    let rules = match coaching.rules.is_empty() {
        true => String::new(),
        false => format!("  [{}]", coaching.rules.join(", ")),
    };
    let look: Vec<String> =
        coaching.look.iter().map(|spotlight| spoken_of(spotlight, scene)).collect();
    let look =
        if look.is_empty() { look.join("") } else { format!("\n(Look: {}.)", look.join("; ")) };
    let said = format!("{place} {}{rules}{look}", coaching.say);
    if coaching.reply.is_empty() { said } else { format!("{}\n\n{said}", coaching.reply) }
}

/// What a lesson points at, in words.
fn spoken_of(spotlight: &Spotlight, scene: &Scene) -> String {
    let panel = |id: &str| scene.panels.iter().find(|panel| panel.id == id);
    match spotlight {
        Spotlight::Place(id) => place_in_words(scene, id),
        Spotlight::Piece(id) => {
            let piece = scene.pieces.iter().find(|piece| piece.id == *id);
            piece.map_or(id, |piece| &piece.description).clone()
        }
        Spotlight::Panel(id) => {
            let title = panel(id).map_or(id, |panel| &panel.title);
            format!("the sheet “{title}” (`sheet` shows it)")
        }
        Spotlight::Card(id) => {
            let blocks = scene.panels.iter().flat_map(|panel| &panel.blocks);
            let mut cards = blocks.flat_map(|block| match block {
                Block::Cards(cards) => cards.as_slice(),
                _ => &[],
            });
            match cards.find(|card| card.id == *id) {
                Some(card) if card.text.is_empty() => format!("the card “{}”", card.title),
                Some(card) => {
                    format!("the card “{}”: {}", card.title, card.text.trim_end_matches('.'))
                }
                None => format!("the card {id}"),
            }
        }
        Spotlight::Choice(notation) => format!("`{notation}`"),
    }
}

/// What a place is called: a hex by its id, anything else as it is described.
fn place_in_words(scene: &Scene, id: &str) -> String {
    let described = scene.ground.fields.iter().find_map(|field| match field {
        Field::Hexes(_) => None,
        Field::Plane(field) => {
            field.areas.iter().find(|area| area.id == id).map(|area| &area.description)
        }
        Field::Places(field) => {
            field.places.iter().find(|place| place.id == id).map(|place| &place.description)
        }
    });
    described.filter(|text| !text.is_empty()).cloned().unwrap_or_else(|| id.to_string())
}

/// The number by which a choice is taken: its place in the list, or its own where numbers are the answer.
pub fn number(prompt: &Prompt, index: usize) -> String {
    let own = prompt.listed().nth(index).and_then(|choice| choice.notation.rsplit(' ').next());
    match own {
        Some(own) if prompt.numbers(own).is_some() => own.to_string(),
        _ => (index + 1).to_string(),
    }
}

/// All sheets and cards.
pub fn sheets(scene: &Scene, width: usize) -> String {
    stage::text::panels(scene, width)
}

/// The scene as an SVG document.
pub fn svg(scene: &Scene, dark: bool) -> String {
    stage::svg::document(scene, &picture(scene, dark))
}

/// The scene as a PNG picture.
pub fn png(scene: &Scene, dark: bool, path: &Path) -> Result<Vec<u8>, CommandError> {
    let look = picture(scene, dark);
    let drawing = stage::svg::document(scene, &look);
    rendered(&drawing, look.width, &path.display().to_string())
}

/// Whether this build turns drawings into PNG pictures.
pub const DRAWS_PNG: bool = cfg!(feature = "png");

/// A drawing as a PNG picture of that width; a fault names `place`.
#[cfg(feature = "png")]
pub fn rendered(svg: &str, width: u32, place: &str) -> Result<Vec<u8>, CommandError> {
    stage::png::render(svg, width).map_err(|error| CommandError::input(format!("{place}: {error}")))
}

/// Refuses: the font and picture libraries are not in this build.
#[cfg(not(feature = "png"))]
pub fn rendered(_: &str, _: u32, place: &str) -> Result<Vec<u8>, CommandError> {
    let right = "write --svg instead, or build with --features png";
    Err(CommandError::input(format!("{place}: this build draws no PNG: {right}")))
}

fn picture(scene: &Scene, dark: bool) -> Look {
    let theme = if dark { Theme::Dark } else { Theme::Light };
    let panels = !scene.panels.is_empty();
    Look { panels, ..Look::picture(theme, if panels { 1800 } else { 2000 }) }
}

/// A map as a board.
pub fn ground(map: &Map, look: &MapLook) -> Ground {
    let field = stage::hexmap::field_of(map, look);
    Ground {
        title: map.name.clone(),
        description: format!("A map of {} hexes.", map.grid.cells().count()),
        fields: vec![Field::Hexes(field)],
    }
}

/// A board with nothing on it.
pub fn bare_board(ground: Ground) -> Scene {
    let headline = ground.title.clone();
    Scene::new(Arc::new(ground), headline)
}
