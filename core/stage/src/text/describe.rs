//! The scene in sentences, for screen readers and plain mail.

use super::panels::brief;
use crate::art::symbol_glyph;
use crate::ground::{Field, HexCell, PlaneField, Point, Rect, Shape};
use crate::names::GroundNames;
use crate::palette::MARKS;
use crate::piece::{At, Ink, Piece, Pose};
use crate::prompt::{Choice, Prompt, Target};
use crate::scene::{Mark, MarkKind, Scene};
use crate::spots::{Spots, spots};
use crate::steps::{MenuItem, steps};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The scene in sentences: where we are, what is to be done, how the viewer fares, what stands where, what is
/// marked, and the question with its answers; of a long list, what its answers have in common. Sheets are not
/// repeated: [`super::panels`] sets them.
pub fn describe(scene: &Scene) -> String {
    let spots = spots(&scene.ground);
    let mut text = String::new();
    let heading = |text: &mut String, words: &str| {
        if !words.is_empty() {
            let _ = writeln!(text, "{}", sentence(words));
        }
    };
    heading(&mut text, &scene.ground.title);
    heading(&mut text, &scene.ground.description);
    heading(&mut text, &scene.headline);
    heading(&mut text, &scene.aim);
    heading(&mut text, scene.standing.as_deref().unwrap_or_default());
    heading(&mut text, &brief(scene));
    if !scene.pieces.is_empty() {
        text.push_str("\nOn the board:\n");
        stand(&mut text, scene, &spots);
    }
    text.push_str(&captions(scene));
    for kind in MARKS {
        let marks = || scene.marks.iter().filter(|mark| mark.kind == kind);
        let bare = marks().filter(|mark| mark.tag.is_empty()).map(|mark| mark.place.as_str());
        let mut places = in_rows(scene, &bare.collect::<Vec<_>>(), &spots);
        let tagged = marks().filter(|mark| !mark.tag.is_empty());
        places
            .extend(tagged.map(|it| format!("{} ({})", marked(scene, &it.place, &spots), it.tag)));
        if !places.is_empty() {
            let _ = writeln!(text, "\n{}: {}.", mark_words(kind), places.join(", "));
        }
    }
    let traces = scene.traces.iter().filter(|trace| !trace.description.is_empty());
    let traces: Vec<String> =
        traces.map(|it| format!("- {}\n", sentence(&it.description))).collect();
    if !traces.is_empty() {
        let _ = write!(text, "\nAlso:\n{}", traces.concat());
    }
    if let Some(prompt) = &scene.prompt {
        ask(&mut text, prompt, &spots, scene);
    }
    text
}

/// What stands where: several pieces in one place under its name.
fn stand(text: &mut String, scene: &Scene, spots: &Spots) {
    let mut said: BTreeSet<&str> = BTreeSet::new();
    for piece in &scene.pieces {
        let together: Vec<&Piece> = match &piece.at {
            At::Place(_) => scene.pieces.iter().filter(|other| other.at == piece.at).collect(),
            At::Point(_) => vec![piece],
        };
        match (&piece.at, &together[..]) {
            (At::Place(place), [_, _, ..]) => {
                if said.insert(place) {
                    let _ = writeln!(text, "- {}:", told_place(place, spots));
                    for piece in together {
                        let _ = writeln!(text, "  - {}", sentence(&what_it_is(piece)));
                    }
                }
            }
            _ => {
                let _ = writeln!(text, "- {}", sentence(&told(piece, spots)));
            }
        }
    }
}

/// What is written at the top of the hexes, each with its label and its ground: nothing where there is no such text.
pub(super) fn captions(scene: &Scene) -> String {
    let cells = scene.ground.fields.iter().flat_map(|field| match field {
        Field::Hexes(field) => field.cells.as_slice(),
        _ => &[],
    });
    let written = cells.filter(|cell| !cell.caption.is_empty());
    let names = GroundNames::of(&scene.ground);
    let told =
        |cell: &HexCell| format!("{} {} {}", cell.label, names.texture(cell.texture), cell.caption);
    let written: Vec<String> = written.map(told).collect();
    let means = scene
        .caption_key()
        .map_or(String::new(), |(pattern, words)| format!(" {pattern}: {words}"));
    match written.is_empty() {
        true => String::new(),
        false => format!("\nOn every hex{means}. {}.\n", written.join(", ")),
    }
}

/// What a mark means.
/// So many places beside each other are told by the first and the last of them.
const ROW: usize = 4;

/// These places by name; hexes of a row or column that lie side by side by the first and the last of them.
fn in_rows(scene: &Scene, places: &[&str], spots: &Spots) -> Vec<String> {
    let fields = scene.ground.fields.iter().filter_map(|field| match field {
        Field::Hexes(field) => Some(field),
        Field::Plane(_) | Field::Places(_) => None,
    });
    let cells = fields.flat_map(|field| &field.cells);
    let cells: Vec<_> = cells.filter(|cell| places.contains(&cell.id.as_str())).collect();
    let (mut told, mut left) = (Vec::new(), places.to_vec());
    for across in [true, false] {
        let mut line: Vec<(u16, u16, &str)> = cells
            .iter()
            .filter(|cell| left.contains(&cell.id.as_str()))
            .map(|cell| match across {
                true => (cell.row, cell.column, cell.id.as_str()),
                false => (cell.column, cell.row, cell.id.as_str()),
            })
            .collect();
        line.sort_unstable();
        for run in line.chunk_by(|one, other| one.0 == other.0 && one.1 + 1 == other.1) {
            if let [(_, _, first), .., (_, _, last)] = run
                && run.len() >= ROW
            {
                told.push(format!("{} to {}", called(first, spots), called(last, spots)));
                left.retain(|place| run.iter().all(|(_, _, id)| id != place));
            }
        }
    }
    told.extend(left.into_iter().map(|place| marked(scene, place, spots)));
    told
}

pub(super) fn mark_words(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Active => "Asked about now",
        MarkKind::Recent => "Something just happened at",
        MarkKind::Goal => "Goals",
        MarkKind::Must => "The way that must be gone",
        MarkKind::Reach => "In reach",
        MarkKind::Closed => "Closed",
        MarkKind::Ordered => "In your orders, which are carried out later",
    }
}

pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    let ended = text.ends_with(['.', '!', '?', ':', '…']);
    format!("{text}{}", if ended { "" } else { "." })
}

/// How a place is called in a sentence.
pub(super) fn called(place: &str, spots: &Spots) -> String {
    match spots.get(place) {
        Some(spot) if !spot.label.is_empty() => spot.label.clone(),
        _ => place.to_string(),
    }
}

/// How a marked place is called: on a measured plane by what it is and where it lies.
pub(super) fn marked(scene: &Scene, place: &str, spots: &Spots) -> String {
    match whereabouts(scene, place, spots).as_str() {
        "" => called(place, spots),
        at => told_place(place, spots) + at,
    }
}

/// Where a place of a measured plane lies, to be said after its name: a small one by its middle, others by
/// their corners; nothing on other grounds.
pub(super) fn whereabouts(scene: &Scene, place: &str, spots: &Spots) -> String {
    let plane = scene.ground.fields.iter().find_map(Field::plane);
    let (Some(plane), Some(spot)) = (plane, spots.get(place)) else { return String::new() };
    match &spot.shape {
        Shape::Circle { centre, .. } => format!(" at {}", plane.told_place(*centre)),
        shape => format!(", {}", reaches(plane, shape.extent())),
    }
}

/// From where to where something reaches on a plane, by the numbers of the rulers.
pub(super) fn reaches(field: &PlaneField, drawn: Rect) -> String {
    let (left, top) = (drawn.x, drawn.y);
    let (right, bottom) = (left + drawn.width, top + drawn.height);
    let (low, high) = match field.from_below {
        true => (Point::new(left, bottom), Point::new(right, top)),
        false => (Point::new(left, top), Point::new(right, bottom)),
    };
    let at = |point: Point| field.told_point(field.on_table(point).0);
    format!("from {} to {}", at(low), at(high))
}

/// What is in a place, without its name.
fn what_is_at<'a>(place: &str, spots: &'a Spots) -> &'a str {
    let there = spots.get(place).map_or("", |spot| spot.description.as_str());
    // A description often starts with the name itself.
    let name = called(place, spots);
    there.strip_prefix(&name).map_or(there, |rest| rest.trim_start_matches([':', ' ']))
}

/// A place's name, and in brackets what is there.
pub(super) fn told_place(place: &str, spots: &Spots) -> String {
    let name = called(place, spots);
    match what_is_at(place, spots) {
        "" => name,
        there if names(there, &name) => there.to_string(),
        there => format!("{name} ({there})"),
    }
}

/// Whether words hold this name.
pub(super) fn names(words: &str, name: &str) -> bool {
    let mut parts = words.split(|c: char| !c.is_alphanumeric());
    !name.is_empty() && parts.any(|part| part == name)
}

/// What a piece is and how it stands. Whose it is and what it carries its own words say: only where it has none
/// are the seat of its colour and its signs named, since a colour need not be that of a seat.
pub(super) fn what_it_is(piece: &Piece) -> String {
    let described = !piece.description.is_empty();
    let mut text = match (piece.description.as_str(), piece.symbol) {
        ("", Some(symbol)) => format!("{} {}", symbol_glyph(symbol).name, piece.label),
        ("", None) => piece.label.clone(),
        (words, _) => words.trim_end_matches('.').to_string(),
    };
    text = text.trim().to_string();
    if described {
        return text;
    }
    if let Ink::Seat(seat) = piece.ink {
        let _ = write!(text, ", seat {}", u32::from(seat) + 1);
    }
    match piece.pose {
        Pose::Upright => {}
        Pose::Lying => text.push_str(", lying"),
        Pose::Ghost => text.push_str(", out of play"),
        Pose::Done => text.push_str(", has acted"),
    }
    for (symbol, number) in &piece.badges {
        let name = symbol_glyph(*symbol).name;
        let _ = match number.as_str() {
            "" => write!(text, ", {name}"),
            number => write!(text, ", {name} {number}"),
        };
    }
    text
}

/// What a piece is, how it stands, and where.
pub(super) fn told(piece: &Piece, spots: &Spots) -> String {
    let text = what_it_is(piece);
    match &piece.at {
        At::Place(place) if names(&text, &called(place, spots)) => {
            let there = what_is_at(place, spots);
            if there.is_empty() { text } else { format!("{text} ({there})") }
        }
        At::Place(place) => text + &format!(", at {}", told_place(place, spots)),
        // A point in the drawing's own measure says nothing where the game has told the place in its own.
        At::Point(_) if !piece.description.is_empty() => text,
        At::Point(point) => text + &format!(", at {},{}", inches(point.x), inches(point.y)),
    }
}

/// Thousandths as a decimal number.
pub(crate) fn inches(value: i32) -> String {
    let text = format!("{:.1}", f64::from(value) / 1000.0);
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

/// The question and its answers; of a long list what its answers have in common.
pub(super) fn ask(text: &mut String, prompt: &Prompt, spots: &Spots, scene: &Scene) {
    let _ = writeln!(text, "\n{}", sentence(&prompt.question));
    if !prompt.hint.is_empty() {
        let _ = writeln!(text, "{}", sentence(&prompt.hint));
    }
    for slip in scene.unlisted_slips() {
        let _ = writeln!(text, "{}", sentence(&slip.told()));
    }
    for plan in &prompt.plans {
        let means = [plan.label.as_str(), plan.description.as_str()].map(sentence).join(" ");
        let _ = writeln!(text, "- {} = {means}", plan.lines.join(", then "));
    }
    let mut group = "";
    let listed: Vec<&Choice> = prompt.listed().collect();
    for line in steps(&listed) {
        match line {
            MenuItem::Choice(choice) => {
                if choice.group != group {
                    group = &choice.group;
                    let _ = if group.is_empty() { Ok(()) } else { writeln!(text, "{group}:") };
                }
                let _ = writeln!(text, "- {}", choice_words(choice, spots, scene));
            }
            MenuItem::Several { title, choices } => {
                let such = choices.first().map_or("", |choice| choice.notation.as_str());
                let count = choices.len();
                let _ = writeln!(text, "- {title}: {count} answers, such as `{such}`");
            }
        }
    }
    for choice in prompt.choices.iter().filter(|choice| choice.grave) {
        let _ = writeln!(text, "- {}", choice_words(choice, spots, scene));
    }
}

/// So long a line is written after what it means.
const LONG_LINE: usize = 24;

/// The line to write, and what it means.
pub(super) fn choice_words(choice: &Choice, spots: &Spots, scene: &Scene) -> String {
    let mut told = match choice.label == choice.notation {
        true => String::new(),
        false => choice.label.clone(),
    };
    match &choice.target {
        Some(Target::Place(place)) if !told.contains(&called(place, spots)) => {
            // One stays where one is, and goes to where one is not.
            let active = |mark: &Mark| mark.kind == MarkKind::Active && mark.place == *place;
            let here = scene.focus.as_ref() == Some(place) || scene.marks.iter().any(active);
            let way = if here { "at" } else { "to" };
            let _ = write!(told, ", {way} {}", told_place(place, spots));
        }
        Some(Target::Piece(id)) => {
            let piece = scene.pieces.iter().find(|piece| piece.id == *id);
            let unsaid = |piece: &&Piece| {
                !piece.description.is_empty() && !names(&choice.label, &piece.label)
            };
            if let Some(piece) = piece.filter(unsaid) {
                let _ = write!(told, ", {}", piece.description.trim_end_matches('.'));
            }
        }
        _ => {}
    }
    let means = choice.told();
    if !means.is_empty() {
        let colon = if told.is_empty() { "" } else { ": " };
        let _ = write!(told, "{colon}{means}");
    }
    if choice.grave {
        told = format!("{} It ends your own game", sentence(&told));
    } else if choice.final_ {
        told = format!("{} Cannot be taken back", sentence(&told));
    }
    if told.is_empty() || told == choice.notation {
        return choice.notation.clone();
    }
    let told = told.trim_start_matches([',', ' ']);
    // A line of many numbers is heard last: what it does comes first. A vector in brackets says nothing to anybody.
    match choice.notation.len() > LONG_LINE {
        _ if choice.notation.contains(" (") => sentence(told),
        true => format!("{} Written `{}`", sentence(told), choice.notation),
        false => format!("{} = {}", choice.notation, sentence(told)),
    }
}
