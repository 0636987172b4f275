//! Pieces: counters, tokens, pawns and bases, with their pictures, labels, fronts and badges.

use super::drawing::{Drawing, TextStyle};
use super::path::{escaped, short};
use super::text_metrics;
use crate::ground::{Point, Symbol};
use crate::palette::{Emblem, Tone, emblem};
use crate::piece::{Form, Ink, Piece, Pose};
use crate::scene::Scene;
use crate::spots::{CARD, PiecePlacement};
use std::fmt::Write;

/// Draws the pieces that stand somewhere, in their order.
pub fn draw(drawing: &mut Drawing, scene: &Scene, placements: &[Option<PiecePlacement>]) {
    drawing.add(r#"<g class="ow-pieces">"#);
    for (piece, stand) in scene.pieces.iter().zip(placements) {
        if let Some(stand) = stand {
            draw_piece(drawing, piece, *stand);
        }
    }
    drawing.add("</g>");
}

/// Draws one piece in a box of 1000 by 1000 around (0, 0), scaled to its stand.
fn draw_piece(drawing: &mut Drawing, piece: &Piece, stand: PiecePlacement) {
    let id = escaped(&piece.id);
    let words = if piece.description.is_empty() { &piece.label } else { &piece.description };
    let _ = write!(
        drawing.body,
        r#"<g id="piece-{id}" class="ow-piece" data-piece="{id}" transform="translate({} {}) scale({})"><title>{}</title>"#,
        stand.centre.x,
        stand.centre.y,
        short_scale(stand.size),
        escaped(words)
    );
    draw_body(drawing, piece, Bases::Drawn);
    drawing.add("</g>");
}

/// Whether the body under a piece's face is drawn, or referred to among those of [`shared_bases`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bases {
    /// Drawn.
    Drawn,
    /// Referred to.
    Shared,
}

/// Every body that pieces share: their ids and drawings, as definitions.
pub fn shared_bases(drawing: &mut Drawing) -> String {
    let inks = (0..8).map(Ink::Seat).chain([
        Ink::Neutral,
        Ink::Good,
        Ink::Bad,
        Ink::Water,
        Ink::Plant,
        Ink::Warm,
        Ink::Faint,
    ]);
    let mut bases = String::new();
    for ink in inks {
        let base = Form::Base { radius: 0 };
        for form in [Form::Counter, Form::FaceDown, Form::Token, base, Form::Pawn, Form::Card] {
            let piece = Piece { form, ..Piece::new("", "", ink) };
            draw_base(drawing, &piece);
            let body = std::mem::take(&mut drawing.body);
            if let Some(id) = base_id(&piece) {
                let _ = write!(bases, r#"<g id="{id}">{body}</g>"#);
            }
        }
        if let Ink::Seat(seat) = ink {
            draw_emblem(drawing, &Piece::new("", "", ink), 0.0, 0.0);
            let body = std::mem::take(&mut drawing.body);
            let _ = write!(bases, r#"<g id="owe-{seat}">{body}</g>"#);
        }
    }
    bases
}

/// The id of a piece's body among those that are shared; striped ones and rows of spaces are not.
fn base_id(piece: &Piece) -> Option<String> {
    let form = match piece.form {
        Form::Card => 'k',
        Form::Row { .. } => return None,
        Form::Counter => 'c',
        Form::FaceDown => 'd',
        Form::Token => 't',
        Form::Base { .. } => 'b',
        Form::Pawn => 'p',
    };
    let ink = match piece.ink {
        Ink::Seat(8..) => return None,
        Ink::Seat(seat) => seat.to_string(),
        other => format!("{other:?}").to_lowercase(),
    };
    Some(format!("ow{form}-{ink}"))
}

/// The body without a face.
fn draw_base(drawing: &mut Drawing, piece: &Piece) {
    match piece.form {
        Form::Counter => draw_counter(drawing, piece),
        Form::FaceDown => draw_back(drawing, piece),
        Form::Token => {
            draw_round(drawing, piece);
            draw_emblem(drawing, piece, 0.0, -500.0);
        }
        Form::Base { .. } => {
            // A light rim keeps it apart from any ground.
            let rim = drawing.look.paint(Tone::OnEdge(piece.ink));
            let _ = write!(drawing.body, r#"<circle r="522" fill="{rim}"/>"#);
            draw_round(drawing, piece);
        }
        Form::Pawn => draw_pawn(drawing, piece),
        Form::Card => draw_card(drawing, piece),
        Form::Row { taken, spaces } => draw_spaces(drawing, piece, taken, spaces),
    }
}

/// Draws one piece in a box of 1000 by 1000 around (0, 0).
pub fn draw_body(drawing: &mut Drawing, piece: &Piece, bases: Bases) {
    if is_fallen(piece) {
        return draw_fallen(drawing, piece);
    }
    let on_base = matches!(piece.form, Form::Base { .. });
    // A figure is drawn a little larger than its base, so that its name can be read.
    if on_base {
        drawing.add(r#"<g transform="scale(1.15)">"#);
    }
    if let Some(front) = piece.facing {
        draw_front(drawing, piece, f64::from(front.x), f64::from(front.y));
    }
    let pose = match piece.pose {
        Pose::Upright => "",
        Pose::Lying => r#"<g transform="rotate(90)" opacity=".8">"#,
        Pose::Ghost if on_base => r#"<g opacity=".34">"#,
        Pose::Ghost => r#"<g opacity=".45">"#,
        Pose::Done => r#"<g opacity=".5">"#,
    };
    // What lies below would be read as part of a pale piece.
    if matches!(piece.pose, Pose::Ghost | Pose::Done) {
        draw_plate(drawing, piece.form);
    }
    drawing.add(pose);
    match base_id(piece).filter(|_| bases == Bases::Shared) {
        Some(id) => {
            let _ = write!(drawing.body, r##"<use href="#{id}"/>"##);
        }
        None => draw_base(drawing, piece),
    }
    if on_base {
        let at = emblem_of_base(piece);
        match (piece.ink, bases) {
            (Ink::Seat(seat @ ..8), Bases::Shared) => {
                let _ = write!(
                    drawing.body,
                    r##"<use href="#owe-{seat}" x="{}" y="{}"/>"##,
                    at.x, at.y
                );
            }
            _ => draw_emblem(drawing, piece, f64::from(at.x), f64::from(at.y)),
        }
    }
    // Who is done is pale, and what is written on it is not.
    if piece.pose == Pose::Done {
        drawing.add("</g>");
    }
    draw_front_of(drawing, piece);
    match piece.pose {
        Pose::Upright => {}
        Pose::Lying | Pose::Ghost => drawing.add("</g>"),
        Pose::Done => draw_check(drawing, piece.form),
    }
    draw_pips(drawing, piece);
    draw_badges(drawing, piece);
    if on_base {
        drawing.add("</g>");
    }
}

/// Whether a piece is a figure that has fallen, not one that was only seen here.
fn is_fallen(piece: &Piece) -> bool {
    let on_base = matches!(piece.form, Form::Base { .. });
    on_base && piece.pose == Pose::Ghost && piece.symbol == Some(Symbol::Skull)
}

/// A figure that has fallen: a flat disc under whoever stands, with the sign of its side and its name to be read.
fn draw_fallen(drawing: &mut Drawing, piece: &Piece) {
    let (sheet, rim) = (drawing.look.paint(Tone::Sheet), drawing.look.paint(Tone::Quiet));
    let _ = write!(
        drawing.body,
        r#"<circle r="480" fill="{sheet}"/><circle r="480" fill="{rim}" fill-opacity=".45" stroke="{rim}" stroke-width="36"/>"#
    );
    draw_emblem(drawing, piece, 0.0, -480.0);
    drawing.symbol(Symbol::Skull, 0.0, -200.0, 300.0, Tone::Text);
    let style = TextStyle { size: 420.0, tone: Tone::Text, bold: true, anchor: "middle" };
    drawing.centred(&piece.label, 0.0, 150.0, 780.0, style);
    draw_badges(drawing, piece);
}

/// Picture and label, as large as the body of the piece allows.
fn draw_front_of(drawing: &mut Drawing, piece: &Piece) {
    match piece.form {
        Form::Counter => draw_face(drawing, piece, 860.0),
        Form::FaceDown if !piece.label.is_empty() || piece.symbol.is_some() => {
            let body = drawing.look.paint(Tone::Body(piece.ink));
            let _ = write!(drawing.body, r#"<circle r="400" fill="{body}"/>"#);
            draw_turned(drawing, piece);
        }
        Form::FaceDown | Form::Row { .. } => {}
        Form::Token => draw_face(drawing, piece, 640.0),
        Form::Base { .. } => draw_figure(drawing, piece),
        Form::Pawn => {
            drawing.add(r#"<g transform="translate(0 170)">"#);
            draw_face(drawing, piece, 600.0);
            drawing.add("</g>");
        }
        Form::Card => draw_named(drawing, piece),
    }
}

/// A plain plate under a pale piece.
fn draw_plate(drawing: &mut Drawing, form: Form) {
    let sheet = drawing.look.paint(Tone::Sheet);
    let plate = match form {
        Form::Counter => SQUARE.to_string(),
        Form::Card => card_element(),
        Form::Pawn => FIGURE.to_string(),
        _ => return,
    };
    let _ = write!(drawing.body, r#"{plate} fill="{sheet}" opacity=".85"/>"#);
}

/// The sign of one who has acted, at the upper right.
fn draw_check(drawing: &mut Drawing, form: Form) {
    let x = if form == Form::Card { HALF_CARD - 60 } else { 340 };
    let (sheet, text) = (drawing.look.paint(Tone::Sheet), drawing.look.paint(Tone::Text));
    let _ = write!(
        drawing.body,
        r#"<circle cx="{x}" cy="-370" r="175" fill="{sheet}" stroke="{text}" stroke-width="28"/>"#
    );
    drawing.symbol(Symbol::Check, f64::from(x), -370.0, 250.0, Tone::Text);
}

fn short_scale(size: i32) -> String {
    let text = format!("{:.3}", f64::from(size) / 1000.0);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn paints(drawing: &Drawing, piece: &Piece) -> (String, String) {
    let body = drawing.look.paint(Tone::Body(piece.ink));
    let edge = drawing.look.paint(Tone::Edge(piece.ink));
    (body, edge)
}

fn draw_shadow(drawing: &mut Drawing, element: &str) {
    let _ = write!(
        drawing.body,
        r#"{element} transform="translate(22 34)" fill="{}" opacity=".32"/>"#,
        drawing.look.paint(Tone::Shadow)
    );
}

const SQUARE: &str = r#"<rect x="-480" y="-480" width="960" height="960" rx="120""#;

fn draw_counter(drawing: &mut Drawing, piece: &Piece) {
    let (body, edge) = paints(drawing, piece);
    draw_shadow(drawing, SQUARE);
    let _ = write!(drawing.body, r#"{SQUARE} fill="{body}" stroke="{edge}" stroke-width="36"/>"#);
    draw_stripes(drawing, piece, false);
    draw_emblem(drawing, piece, -405.0, -405.0);
}

fn draw_back(drawing: &mut Drawing, piece: &Piece) {
    let (body, edge) = paints(drawing, piece);
    draw_shadow(drawing, SQUARE);
    let _ = write!(
        drawing.body,
        r#"{SQUARE} fill="{body}" stroke="{edge}" stroke-width="36"/><path d="M-400-200 200 400M-400-400 400 400M-200-400 400 200M-400 0 0 400M0-400 400 0M-400 200-200 400M200-400 400-200M-400 200 200-400M-400 400 400-400M-200 400 400-200M-400 0 0-400M0 400 400 0M-400-200-200-400M200 400 400 200" fill="none" stroke="{edge}" stroke-width="20" opacity=".35"/>"#
    );
    draw_emblem(drawing, piece, -405.0, -405.0);
}

fn draw_round(drawing: &mut Drawing, piece: &Piece) {
    let (body, edge) = paints(drawing, piece);
    draw_shadow(drawing, r#"<circle r="480""#);
    let _ = write!(
        drawing.body,
        r#"<circle r="480" fill="{body}" stroke="{edge}" stroke-width="36"/><circle r="420" fill="none" stroke="{edge}" stroke-width="14" opacity=".5"/>"#
    );
    draw_stripes(drawing, piece, true);
}

/// Where the emblem of a figure lies on its rim: at the top, or beside it where its front would lie under it.
fn emblem_of_base(piece: &Piece) -> Point {
    let front = piece.facing.unwrap_or_default();
    // Who lies is drawn turned by a quarter.
    let front = match piece.pose {
        Pose::Lying => Point { x: front.y, y: -front.x },
        _ => front,
    };
    let up = front.y < 0 && front.y.abs() >= front.x.abs();
    match (up, front.x > 0) {
        (false, _) => Point { x: 0, y: -500 },
        (true, true) => Point { x: -433, y: -250 },
        (true, false) => Point { x: 433, y: -250 },
    }
}

/// Half the width of a card whose height is that of a counter.
const HALF_CARD: i32 = CARD * 5 - 20;

fn card_element() -> String {
    format!(r#"<rect x="-{HALF_CARD}" y="-480" width="{}" height="960" rx="120""#, 2 * HALF_CARD)
}

/// A wide card: room for a name in full.
fn draw_card(drawing: &mut Drawing, piece: &Piece) {
    let (body, edge) = paints(drawing, piece);
    let card = card_element();
    draw_shadow(drawing, &card);
    let _ = write!(drawing.body, r#"{card} fill="{body}" stroke="{edge}" stroke-width="36"/>"#);
    draw_emblem(drawing, piece, f64::from(75 - HALF_CARD), -405.0);
}

/// The name of a card: the first words of what it is, or its label.
fn name_of(piece: &Piece) -> &str {
    let words = piece.description.split([',', ';', ':', '.']).next().unwrap_or_default().trim();
    if words.is_empty() { &piece.label } else { words }
}

/// The picture of a card above its name, which is written out in one line or two.
fn draw_named(drawing: &mut Drawing, piece: &Piece) {
    let tone = match piece.pose {
        Pose::Done => Tone::Text,
        _ => Tone::OnBody(piece.ink),
    };
    let room = f64::from(2 * HALF_CARD) * 0.92;
    let name = name_of(piece);
    // A name of two lines is read before the picture above it.
    let long = text_metrics::width(name, 250.0, true) > room;
    let (middle, high) = match piece.symbol {
        Some(symbol) => {
            let (up, size) = if long { (-325.0, 270.0) } else { (-235.0, 400.0) };
            drawing.add(if long { r#"<g class="ow-p ow-q">"# } else { r#"<g class="ow-p">"# });
            drawing.symbol(symbol, 0.0, up, size, tone);
            drawing.add("</g>");
            if long { (135.0, 600.0) } else { (205.0, 500.0) }
        }
        None => (0.0, 860.0),
    };
    let words = name.split_whitespace();
    let fits = |word| text_metrics::fitted(word, 300.0, true, room);
    let mut size = words.map(fits).fold(300.0, f64::min);
    let mut lines = text_metrics::wrapped(name, size, true, room);
    while lines.len() as f64 * size * 1.05 > high && size > 80.0 {
        size *= 0.94;
        lines = text_metrics::wrapped(name, size, true, room);
    }
    let first = middle - (lines.len() as f64 - 1.0) * size * 0.52;
    drawing.add(r#"<g class="ow-n">"#);
    for (index, line) in lines.iter().enumerate() {
        let style = TextStyle { size, tone, bold: true, anchor: "middle" };
        drawing.centred(line, 0.0, first + index as f64 * size * 1.04, room, style);
    }
    drawing.add("</g>");
}

/// A row of spaces: whoever is there in the colour of the piece, and what is free as an empty ring.
fn draw_spaces(drawing: &mut Drawing, piece: &Piece, taken: u8, spaces: u8) {
    let (body, edge) = paints(drawing, piece);
    let (sheet, quiet) = (drawing.look.paint(Tone::Sheet), drawing.look.paint(Tone::Quiet));
    let count = i32::from(taken.max(spaces));
    for place in 0..count {
        let x = (2 * place - count + 1) * 525;
        if place < i32::from(taken) {
            let _ = write!(
                drawing.body,
                r#"<circle cx="{x}" r="450" fill="{body}" stroke="{edge}" stroke-width="50"/>"#
            );
            let person = piece.symbol.unwrap_or(Symbol::Person);
            drawing.symbol(person, f64::from(x), 0.0, 620.0, Tone::OnBody(piece.ink));
        } else {
            let _ = write!(
                drawing.body,
                r#"<circle cx="{x}" r="430" fill="{sheet}" stroke="{quiet}" stroke-width="60" stroke-dasharray="150 110"/>"#
            );
        }
    }
}

/// Head, shoulders, and a coat that widens to the foot.
const FIGURE: &str = r#"<path d="M0-500c115 0 200 85 200 190 0 58-24 106-62 142 160 26 262 120 262 258v300q0 90-90 90h-620q-90 0-90-90v-300c0-138 102-232 262-258-38-36-62-84-62-142 0-105 85-190 200-190z""#;

/// A standing figure with a head and shoulders.
fn draw_pawn(drawing: &mut Drawing, piece: &Piece) {
    let (body, edge) = paints(drawing, piece);
    draw_shadow(drawing, FIGURE);
    let _ = write!(
        drawing.body,
        r#"{FIGURE} fill="{body}" stroke="{edge}" stroke-width="34" stroke-linejoin="round"/>"#
    );
    draw_emblem(drawing, piece, -330.0, 390.0);
}

/// What is written on a piece in a picture: where its picture says what it eats, the letter that says so too is left out,
/// since an O beside digits is read as one; and on a token all of it, since only a count may stand there.
fn lettering(piece: &Piece) -> &str {
    let letter = match piece.symbol {
        Some(Symbol::Herbivore | Symbol::Omnivore | Symbol::Carnivore)
            if piece.form == Form::Token =>
        {
            return "";
        }
        Some(Symbol::Herbivore) => 'H',
        Some(Symbol::Omnivore) => 'O',
        Some(Symbol::Carnivore) => 'C',
        _ => return &piece.label,
    };
    let number = piece.label.strip_suffix(letter);
    number.filter(|number| !number.is_empty()).unwrap_or(&piece.label)
}

/// Picture and label in a square of that size: the picture above, the label below.
fn draw_face(drawing: &mut Drawing, piece: &Piece, room: f64) {
    // A pale body takes the ink of the page.
    let tone = match piece.pose {
        Pose::Done => Tone::Text,
        _ => Tone::OnBody(piece.ink),
    };
    let text = |size: f64| TextStyle { size, tone, bold: true, anchor: "middle" };
    if let (Some(symbol), Some(count)) = (piece.symbol, piece.label.strip_prefix('×')) {
        drawing.symbol(symbol, 0.0, 0.0, room * 0.86, tone);
        return draw_count(drawing, count);
    }
    match (piece.symbol, lettering(piece)) {
        (Some(symbol), "") => drawing.symbol(symbol, 0.0, 0.0, room * 0.82, tone),
        // A number or letter is what one decides by: it is as large as the picture leaves room for.
        (Some(symbol), label) if label.chars().count() <= 2 => {
            part(drawing, picture(symbol), |it| {
                it.symbol(symbol, 0.0, -room * 0.2, room * 0.54, tone)
            });
            let style = text(room * 0.43);
            part(drawing, "ow-l", |it| it.centred(label, 0.0, room * 0.3, room * 0.92, style));
        }
        (Some(symbol), label) => {
            part(drawing, picture(symbol), |it| {
                it.symbol(symbol, 0.0, -room * 0.19, room * 0.58, tone)
            });
            let style = text(room * 0.38);
            part(drawing, "ow-l", |it| it.centred(label, 0.0, room * 0.32, room * 0.92, style));
        }
        (None, "") => {}
        (None, label) => {
            let size = text_metrics::fitted(label, room * 0.6, true, room * 0.92);
            if size < room * 0.3 {
                draw_words(drawing, label, room, tone);
            } else {
                drawing.centred(label, 0.0, 0.0, room * 0.92, text(size));
            }
        }
    }
}

/// The class of a picture: one of an animal says what a piece is before any number on it does.
fn picture(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Deer | Symbol::Elk | Symbol::Bison | Symbol::Sheep => "ow-f ow-a",
        Symbol::Bear | Symbol::Lion | Symbol::Coyote => "ow-f ow-a",
        Symbol::Herbivore | Symbol::Omnivore | Symbol::Carnivore => "ow-f ow-a",
        _ => "ow-f",
    }
}

/// How many a piece stands for, on a plate at its lower right, most of it outside: its face and its emblem stay free.
fn draw_count(drawing: &mut Drawing, count: &str) {
    let (size, sheet) = (360.0, drawing.look.paint(Tone::Sheet));
    let (text, terse) = (drawing.look.paint(Tone::Text), drawing.terse);
    let width = (text_metrics::width(count, size, true) + size * 0.6).max(size * 1.25);
    let (x, y) = (300.0 + width / 2.0, 400.0);
    let class = if terse { r#" class="ow-c""# } else { "" };
    let _ = write!(
        drawing.body,
        r#"<g{class}><rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{sheet}" stroke="{text}" stroke-width="26"/>"#,
        short(x - width / 2.0),
        short(y - size * 0.62),
        short(width),
        short(size * 1.25),
        short(size * 0.62),
    );
    let style = TextStyle { size, tone: Tone::Text, bold: true, anchor: "middle" };
    drawing.centred(count, x, y, width, style);
    drawing.add("</g>");
}

/// A part of a face that a page shows alone where the piece is small: the picture `ow-f`, the letters `ow-l`.
fn part(drawing: &mut Drawing, class: &str, draw: impl FnOnce(&mut Drawing)) {
    let terse = drawing.terse;
    if terse {
        let _ = write!(drawing.body, r#"<g class="{class}">"#);
    }
    draw(drawing);
    if terse {
        drawing.add("</g>");
    }
}

/// The face of a figure: its name, and above it its rank if it has one.
fn draw_figure(drawing: &mut Drawing, piece: &Piece) {
    let tone = Tone::OnBody(piece.ink);
    let style = |size: f64| TextStyle { size, tone, bold: true, anchor: "middle" };
    match piece.symbol {
        Some(symbol) if piece.label.is_empty() => drawing.symbol(symbol, 0.0, 0.0, 560.0, tone),
        Some(symbol) if symbol != Symbol::Person => {
            drawing.symbol(symbol, 0.0, -225.0, 290.0, tone);
            drawing.centred(&piece.label, 0.0, 110.0, 760.0, style(410.0));
        }
        _ => drawing.centred(&piece.label, 0.0, 0.0, 780.0, style(470.0)),
    }
}

/// More dots than this have no room along the rim.
const MOST_PIPS: u8 = 8;

/// What is left of a strength as light dots along the lower rim of a figure, what is lost as red ones.
fn draw_pips(drawing: &mut Drawing, piece: &Piece) {
    let Some(pips) = piece.pips.filter(|pips| pips.full <= MOST_PIPS) else { return };
    let (light, red) = (drawing.look.paint(Tone::OnEdge(piece.ink)), Tone::Body(Ink::Bad));
    let (red, edge) = (drawing.look.paint(red), drawing.look.paint(Tone::Shadow));
    for number in 0..pips.full {
        let turn = (f64::from(2 * number) - f64::from(pips.full - 1)) * 12.0;
        let (sine, cosine) = turn.to_radians().sin_cos();
        let paint = if number < pips.left { &light } else { &red };
        let _ = write!(
            drawing.body,
            r#"<circle cx="{}" cy="{}" r="78" fill="{paint}" stroke="{edge}" stroke-width="24"/>"#,
            short(470.0 * sine),
            short(470.0 * cosine),
        );
    }
}

/// What is seen of a counter that was turned up: its number large, its picture above.
fn draw_turned(drawing: &mut Drawing, piece: &Piece) {
    let tone = Tone::OnBody(piece.ink);
    match piece.symbol {
        Some(symbol) if !piece.label.is_empty() => {
            drawing.symbol(symbol, 0.0, -200.0, 330.0, tone);
            let style = TextStyle { size: 420.0, tone, bold: true, anchor: "middle" };
            drawing.centred(&piece.label, 0.0, 150.0, 620.0, style);
        }
        _ => draw_face(drawing, piece, 520.0),
    }
}

/// A label too long for one line, in as many lines as it needs.
fn draw_words(drawing: &mut Drawing, label: &str, room: f64, tone: Tone) {
    let mut size = room * 0.3;
    let mut lines = text_metrics::wrapped(label, size, true, room * 0.94);
    while lines.len() as f64 * size * 1.1 > room && size > room * 0.08 {
        size *= 0.9;
        lines = text_metrics::wrapped(label, size, true, room * 0.94);
    }
    let first = -(lines.len() as f64 - 1.0) * size * 0.55;
    for (index, line) in lines.iter().enumerate() {
        let style = TextStyle { size, tone, bold: true, anchor: "middle" };
        drawing.centred(line, 0.0, first + index as f64 * size * 1.1, room * 0.94, style);
    }
}

/// From the ninth seat on colours come again: such pieces are striped.
fn draw_stripes(drawing: &mut Drawing, piece: &Piece, round: bool) {
    let Ink::Seat(8..) = piece.ink else { return };
    let edge = drawing.look.paint(Tone::OnBody(piece.ink));
    let data = if round {
        "M-445 180 180-445M-390 270 270-390M445-180-180 445M390-270-270 390"
    } else {
        "M-460-160-160-460M-460-290-290-460M460 160 160 460M460 290 290 460"
    };
    let _ = write!(
        drawing.body,
        r#"<path d="{data}" stroke="{edge}" stroke-width="30" opacity=".55"/>"#
    );
}

/// The sign of a seat, so that its pieces are known without their colour.
fn draw_emblem(drawing: &mut Drawing, piece: &Piece, x: f64, y: f64) {
    let Ink::Seat(seat) = piece.ink else { return };
    let body = drawing.look.paint(Tone::Body(piece.ink));
    let (front, edge) =
        (drawing.look.paint(Tone::OnBody(piece.ink)), drawing.look.paint(Tone::Edge(piece.ink)));
    let _ = write!(
        drawing.body,
        r#"<g transform="translate({} {})"><circle r="112" fill="{front}" stroke="{edge}" stroke-width="24"/>"#,
        short(x),
        short(y)
    );
    if seat >= 8 {
        let number = (u32::from(seat) + 1).to_string();
        let size = text_metrics::fitted(&number, 150.0, true, 170.0);
        let _ = write!(
            drawing.body,
            r#"<text y="{}" font-size="{}" font-weight="bold" text-anchor="middle" fill="{body}">{number}</text>"#,
            short(size * 0.36),
            short(size)
        );
    } else {
        let _ = write!(
            drawing.body,
            r#"<path d="{}" fill="{body}" fill-rule="evenodd"/>"#,
            emblem_data(emblem(seat))
        );
    }
    drawing.add("</g>");
}

fn emblem_data(emblem: Emblem) -> &'static str {
    match emblem {
        Emblem::Disc => "M-58 0a58 58 0 1 0 116 0a58 58 0 1 0-116 0z",
        Emblem::Triangle => "M0-72 66 48H-66z",
        Emblem::Square => "M-52-52H52V52H-52z",
        Emblem::Diamond => "M0-74 62 0 0 74-62 0z",
        Emblem::Ring => {
            "M-66 0a66 66 0 1 0 132 0a66 66 0 1 0-132 0zM-34 0a34 34 0 1 0 68 0a34 34 0 1 0-68 0z"
        }
        Emblem::Bars => "M-58-58h38V58h-38zM20-58h38V58H20z",
        Emblem::Plus => "M-20-66h40v46h46v40H20v46h-40V20h-46v-40h46z",
        Emblem::Chevron => "M-66 20 0-52 66 20v42L0-10-66 62z",
    }
}

/// A wedge beyond the edge, where the piece looks.
fn draw_front(drawing: &mut Drawing, piece: &Piece, x: f64, y: f64) {
    if x == 0.0 && y == 0.0 {
        return;
    }
    let degrees = y.atan2(x).to_degrees();
    let (body, edge) = paints(drawing, piece);
    let rim = drawing.look.paint(Tone::OnEdge(piece.ink));
    let _ = write!(
        drawing.body,
        r#"<g transform="rotate({})" stroke-linejoin="round"><path d="M390-250 690 0 390 250z" fill="{rim}" stroke="{rim}" stroke-width="96"/><path d="M390-250 690 0 390 250z" fill="{body}" stroke="{edge}" stroke-width="36"/></g>"#,
        short(degrees)
    );
}

/// Where the middle of the badges lies: below the piece, or above it and its emblem where it looks down, so
/// that they never lie on its front.
const BADGES_BELOW: i32 = 610;
const BADGES_BELOW_PIPS: i32 = 730;
const BADGES_ABOVE: i32 = -760;

/// How far the badges of a counter lie below each other, and how wide one is at most.
const BADGE_ROW: f64 = 400.0;
const BADGE_WIDTH: f64 = 560.0;

/// Small signs along the lower edge, of a counter along its right one; along the upper one if the piece looks down.
fn draw_badges(drawing: &mut Drawing, piece: &Piece) {
    if piece.badges.is_empty() {
        return;
    }
    // Counters lie on hexes, which are seen from far.
    let high = if piece.form == Form::Counter { 400.0 } else { 330.0 };
    let wide = |text: &str| match text {
        "" => high,
        text => high * 0.95 + text_metrics::width(text, high * 0.86, true) + high * 0.1,
    };
    let whole: f64 = piece.badges.iter().map(|(_, text)| wide(text) + 20.0).sum::<f64>() - 20.0;
    let scale = (1150.0 / whole).min(1.0);
    let mut x = if piece.form == Form::Counter { 0.0 } else { -whole / 2.0 };
    let scaled = if scale < 1.0 { format!(" scale({})", short(scale)) } else { String::new() };
    // A counter has them one below the other at its right, so that the name of its hex below it can be read.
    let beside = piece.form == Form::Counter;
    let looks_down = piece.facing.is_some_and(|front| front.y > 0 && 2 * front.y >= front.x.abs());
    let y = match piece.pips {
        _ if looks_down => BADGES_ABOVE,
        Some(_) => BADGES_BELOW_PIPS,
        None => BADGES_BELOW,
    };
    if !beside {
        let _ = write!(drawing.body, r#"<g transform="translate(0 {y}){scaled}">"#);
    }
    for (row, (symbol, text)) in piece.badges.iter().enumerate() {
        let width = wide(text);
        if beside {
            let (y, scale) = (row as f64 * BADGE_ROW - 380.0, (BADGE_WIDTH / width).min(1.0));
            let (x, scale) = (short(720.0 - width * scale), short(scale));
            let _ = write!(
                drawing.body,
                r#"<g transform="translate({x} {}) scale({scale})">"#,
                short(y)
            );
        }
        let tone = badge_tone(*symbol);
        let paint = match drawing.terse {
            true => r#"class="ow-g""#.to_string(),
            false => format!(
                r#"fill="{}" stroke="{}" stroke-width="26""#,
                drawing.look.paint(Tone::Sheet),
                drawing.look.paint(Tone::Text)
            ),
        };
        let _ = write!(
            drawing.body,
            r#"<rect x="{}" y="{}" width="{}" height="{high}" rx="{}" {paint}/>"#,
            short(x),
            short(-high / 2.0),
            short(width),
            short(high / 2.0),
        );
        drawing.symbol(*symbol, x + high / 2.0, 0.0, high * 0.68, tone);
        if !text.is_empty() {
            let style =
                TextStyle { size: high * 0.86, tone: Tone::Text, bold: true, anchor: "start" };
            drawing.text(text, x + high * 0.9, high * 0.31, style);
        }
        match beside {
            true => drawing.add("</g>"),
            false => x += width + 20.0,
        }
    }
    if !beside {
        drawing.add("</g>");
    }
}

fn badge_tone(symbol: Symbol) -> Tone {
    match symbol {
        Symbol::Wound | Symbol::Skull | Symbol::Heart | Symbol::Cross => Tone::Writing(Ink::Bad),
        Symbol::Water | Symbol::Basin => Tone::Writing(Ink::Water),
        Symbol::Food | Symbol::Leaf => Tone::Writing(Ink::Plant),
        _ => Tone::Text,
    }
}
