//! Scenes drawn as text: for terminals, plain mail and screen readers.
//!
//! [`board`] draws the board on a grid of characters, with or without colour; [`panels`] sets the
//! sheets beside it; [`describe`] tells the whole scene in sentences, and [`answer`] answers questions
//! about it. Nothing is told by colour alone.

mod around;
mod asked;
mod canvas;
mod describe;
mod hexes;
mod legend;
mod panels;
mod plane;

pub use around::whither;
pub use asked::{Asked, Measure, QUESTIONS, answer, drawn_sheets};
pub use canvas::{Canvas, ColourDepth, Span, Style, Window};
pub use describe::describe;
pub use legend::{LegendEntry, SignKind, legend, legend_of};
pub use panels::{
    BriefCount, brief, brief_but, brief_counts, brief_parts, panel, panels, parts_left, wrapped,
};

use crate::art::{self, Glyph};
use crate::ground::{Field, Symbol, Texture};
use crate::palette::Tone;
use crate::piece::{Form, Ink, Piece, Pose};
use crate::prompt::{Choice, Target};
use crate::scene::Scene;

/// How much room a hex gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zoom {
    /// Three or four characters: terrain, what is there, what can be done.
    Compact,
    /// Several lines: label, symbols, pieces, tags.
    Roomy,
}

/// How a board is drawn as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextLook {
    /// How much room a hex gets.
    pub zoom: Zoom,
    /// Whether only ASCII is used.
    pub ascii: bool,
    /// How many columns a plane or places may take; hexes take what they need.
    pub width: usize,
    /// Into how many rows places are squeezed as far as they can be, if there is a limit.
    pub height: Option<usize>,
}

impl Default for TextLook {
    fn default() -> TextLook {
        TextLook { zoom: Zoom::Compact, ascii: false, width: 100, height: None }
    }
}

impl TextLook {
    fn character(&self, sign: Glyph) -> char {
        if self.ascii { sign.letter } else { sign.glyph }
    }

    fn texture(&self, texture: Texture) -> char {
        self.character(art::texture_glyph(texture))
    }

    fn symbol(&self, symbol: Symbol) -> char {
        self.character(art::symbol_glyph(symbol))
    }
}

/// Draws the board with everything on it. Fields that share a ground are drawn below each other; places with a title of their
/// own, such as what belongs to the viewer, are left to the sheets, because a terminal has no room for both.
///
/// ```
/// use stage::text::{TextLook, board};
/// use stage::{Field, Ground, HexCell, HexField, Scene, Texture};
/// use std::sync::Arc;
/// use terrain::{Lower, Top};
///
/// let cells = vec![HexCell::new(0, 0, "A1", Texture::Woods)];
/// let (lines, outlines) = (Vec::new(), Vec::new());
/// let field = HexField { top: Top::Flat, lower: Lower::Even, cells, lines, outlines, labelled: true, sea: false };
/// let ground =
///     Ground { title: "A wood".into(), description: String::new(), fields: vec![Field::Hexes(field)] };
/// let canvas = board(&Scene::new(Arc::new(ground), "Day 1"), &TextLook::default());
/// assert!(canvas.place("A1").is_some());
/// println!("{}", canvas.plain());
/// ```
pub fn board(scene: &Scene, look: &TextLook) -> Canvas {
    let draw = |field: &Field, look: &TextLook| match field {
        Field::Hexes(field) => hexes::draw(scene, field, look),
        Field::Plane(field) => plane::draw(scene, field, look),
        Field::Places(field) => plane::draw_places(scene, field, look),
    };
    let on_sheets =
        |field: &&Field| matches!(field, Field::Places(places) if !places.title.is_empty());
    let mut fields = scene.ground.fields.iter().filter(|field| !on_sheets(field));
    let Some(first) = fields.next() else { return Canvas::new() };
    // What lies below the first field takes no more lines than it must.
    let low = TextLook { height: look.height.map(|_| 0), ..*look };
    let below: Vec<Canvas> = fields.map(|field| draw(field, &low)).collect();
    let taken: usize = below.iter().map(|drawn| drawn.height() + 1).sum();
    let mut canvas = Canvas::new();
    let left = TextLook { height: look.height.map(|all| all.saturating_sub(taken)), ..*look };
    canvas.append(draw(first, &left));
    below.into_iter().for_each(|drawn| canvas.append(drawn));
    canvas
}

/// The label of a piece as keyboards can write it.
fn typed_label(piece: &Piece) -> String {
    piece.label.replace('♂', "M").replace('♀', "F")
}

/// How a piece is written: by its own name if that is a letter and a digit (`F3`) or a number and a capital
/// letter (`24C`); else a letter for what it is and the number of its seat (`A1`); or, if all it has is a
/// number, the letter of its seat and the number (`b5`). Face down it is a question mark. A pile of those
/// who have such names has their letter, and how many lie on it (`O×3`).
fn piece_letters(piece: &Piece, look: &TextLook) -> String {
    let mut words = piece.description.split(|letter: char| !letter.is_alphanumeric());
    let letter = words.find(|word| is_numbered(word)).and_then(|name| name.chars().last());
    if let (Some(count), Some(letter)) = (piece.label.strip_prefix('×'), letter) {
        return format!("{letter}{}{count}", if look.ascii { 'x' } else { '×' });
    }
    let seat = match piece.ink {
        Ink::Seat(seat) => Some(seat),
        _ => None,
    };
    // What one reads here one writes as well: keyboards have no such signs.
    let typed = typed_label(piece);
    if let [letter, digit] = typed.as_bytes()
        && letter.is_ascii_alphabetic()
        && digit.is_ascii_digit()
    {
        return typed;
    }
    if is_numbered(&piece.label) {
        return piece.label.clone();
    }
    let shown = piece.label.chars().find(|c| c.is_alphanumeric() && (c.is_ascii() || !look.ascii));
    // A letter and a number apart say how somebody fares: the sign is to stay the same.
    let fares = matches!(piece.label.as_bytes(), [letter, b' ', b'0'..=b'9', ..] if letter.is_ascii_uppercase());
    let shown = shown.filter(|_| !fares || piece.symbol.is_none());
    let letter = match (shown, piece.symbol) {
        (Some(digit), None) if digit.is_ascii_digit() => {
            let seat =
                seat.map_or(String::new(), |seat| ((b'a' + (seat % 26) as u8) as char).to_string());
            let short =
                piece.label.len() <= 3 && piece.label.bytes().all(|b| b.is_ascii_alphanumeric());
            return match short {
                true => format!("{seat}{}", piece.label),
                false => format!("{seat}{digit}"),
            };
        }
        (Some(letter), _) if !letter.is_ascii_digit() => letter,
        (_, Some(symbol)) => look.symbol(symbol),
        (_, None) if piece.form == Form::FaceDown => '?',
        (_, None) => 'o',
    };
    match seat {
        Some(seat) => format!("{letter}{}", u32::from(seat) + 1),
        None => letter.to_string(),
    }
}

/// Whether a label is a number and a capital letter, such as `24C`.
fn is_numbered(label: &str) -> bool {
    let number = label.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
    number.len() + 1 == label.len()
        && !number.is_empty()
        && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// What a piece is, for the legend: the first words of its description.
pub(crate) fn piece_told(piece: &Piece) -> String {
    let words = piece.description.split([',', ';', ':', '.']).next().unwrap_or_default().trim();
    let words = match (words, piece.symbol) {
        ("", Some(symbol)) => art::symbol_glyph(symbol).name,
        ("", None) => "a piece",
        (words, _) => words,
    };
    let pose = match (piece.pose, piece.symbol) {
        (Pose::Upright, _) => "",
        (Pose::Lying, _) => ", lying",
        (Pose::Ghost, Some(Symbol::Unknown)) => ", as last seen",
        (Pose::Ghost, _) if piece.form == Form::Card => ", not in play now",
        (Pose::Ghost, _) => ", down or not there now",
        (Pose::Done, _) if piece.form == Form::Card => ", done with",
        (Pose::Done, _) => ", has acted",
    };
    format!("{words}{pose}")
}

/// Notes what the letters of a piece mean.
fn note_piece(canvas: &mut Canvas, piece: &Piece, letters: &str) {
    canvas.note(SignKind::Piece, letters, piece_told(piece));
}

/// Notes what the sign of a symbol means on this board.
fn note_symbol(canvas: &mut Canvas, scene: &Scene, symbol: Symbol, look: &TextLook) {
    let sign = look.symbol(symbol).to_string();
    canvas.note(SignKind::Symbol, sign, scene.symbol_words(symbol));
}

/// Notes what the sign of a texture means.
fn note_texture(canvas: &mut Canvas, texture: Texture, look: &TextLook) {
    let sign = look.texture(texture).to_string();
    canvas.note(SignKind::Ground, sign, art::texture_glyph(texture).name);
}

/// Notes what is written where something can be chosen.
fn note_choice(canvas: &mut Canvas, sign: &str, tag: &str) {
    match tag.contains('*') {
        true => {
            let sign = if sign == "[" { "[*" } else { "*" };
            canvas.note(SignKind::Choice, sign, "can be chosen, in one way or several");
        }
        false => {
            let words = "can be chosen; what stands there is its cost or name";
            canvas.note(SignKind::Choice, sign, words);
        }
    }
}

fn piece_style(piece: &Piece) -> Style {
    Style {
        front: Some(Tone::OnBody(piece.ink)),
        back: Some(Tone::Body(piece.ink)),
        bold: piece.pose == Pose::Upright,
        underline: piece.pose == Pose::Lying,
        reverse: false,
    }
}

/// The choices of the prompt that point at this target.
fn choices_at<'a>(scene: &'a Scene, target: &Target) -> Vec<&'a Choice> {
    let choices = scene.prompt.iter().flat_map(|prompt| &prompt.choices);
    choices.filter(|choice| choice.target.as_ref() == Some(target)).collect()
}

/// What is written where something can be chosen: its tag, or a star if it has none or there are
/// several.
fn tag_of(choices: &[&Choice]) -> Option<String> {
    let first = choices.first()?;
    let same = choices.iter().all(|choice| choice.tag == first.tag);
    Some(if first.tag.is_empty() || !same { "*".to_string() } else { first.tag.clone() })
}

const CHOICE: Style = Style {
    front: Some(Tone::OnGlow),
    back: Some(Tone::Glow),
    bold: true,
    underline: false,
    reverse: false,
};
