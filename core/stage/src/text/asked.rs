//! Questions to the table in words, answered from the scene: where something is, what lies around it, how far
//! it is to everything else. For those who cannot see the board, and for anybody who would rather ask.

use super::describe::{answer as choice_words, called, mark_words, sentence, told, told_place};
use super::panels::panel;
use crate::art::{symbol_glyph, texture_glyph};
use crate::ground::{Field, HexField, PlaneField, Point};
use crate::palette::MARKS;
use crate::piece::{At, Piece};
use crate::prompt::Target;
use crate::ruler::target_point;
use crate::scene::{Scene, Sketch};
use crate::spots::{Spots, spots};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A question to the table.
///
/// ```
/// use stage::text::Asked;
///
/// assert_eq!(Asked::read("range A1"), Some(Asked::Range("A1")));
/// assert_eq!(Asked::read("Where"), Some(Asked::Where("")));
/// assert_eq!(Asked::read("walk A1 4,5"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked<'a> {
    /// The whole scene in sentences.
    Describe,
    /// Where this piece or place is, or where we are.
    Where(&'a str),
    /// What lies around this piece or place, or around us.
    Around(&'a str),
    /// How far it is from this piece or place to everything else, and what it reaches.
    Range(&'a str),
    /// The board itself.
    Board,
    /// Everything that stands on it.
    Pieces,
    /// This sheet, or those that are open.
    Sheet(&'a str),
    /// What can be chosen.
    Choices,
    /// What happened last: whoever keeps the story answers.
    Last,
    /// What can be asked.
    Help,
}

impl<'a> Asked<'a> {
    /// The question that a line asks; nothing if it asks none.
    pub fn read(line: &'a str) -> Option<Asked<'a>> {
        let line = line.trim();
        let (word, of) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let of = of.trim();
        Some(match word.to_lowercase().as_str() {
            "describe" => Asked::Describe,
            "where" => Asked::Where(of),
            "around" => Asked::Around(of),
            "range" => Asked::Range(of),
            "board" => Asked::Board,
            "pieces" => Asked::Pieces,
            "sheet" => Asked::Sheet(of),
            "choices" => Asked::Choices,
            "last" => Asked::Last,
            "help" => Asked::Help,
            _ => return None,
        })
    }
}

/// What can be asked, a line for each question.
pub const QUESTIONS: &str = "\
describe: everything in sentences.
where, where A1: where you are, or where something is.
around, around A1: what lies around you, or around something.
range A1: what it reaches, and how far it is to everything else.
board: the board itself.
pieces: everything that stands on it.
sheet, sheet NAME: the open sheets, or one of them.
choices: what you can do now, and the line to write for it.
last: what happened since your last decision.
help: this list.
";

/// How two things are measured: what the game says of one alone, or of the way to another.
pub type Measure<'a> = &'a dyn Fn(&Target, Option<&Target>) -> Option<Sketch>;

/// The answer from a scene; [`Asked::Last`] is answered by whoever keeps the story.
pub fn answer(scene: &Scene, asked: Asked<'_>, measure: Measure<'_>) -> String {
    let table = Seen { scene, spots: spots(&scene.ground) };
    match asked {
        Asked::Describe => super::describe(scene),
        Asked::Where(of) => table.about(of, |thing| table.place_of(thing)),
        Asked::Around(of) => table.about(of, |thing| table.around(thing)),
        Asked::Range(of) => table.about(of, |thing| table.range(thing, measure)),
        Asked::Board => table.board(),
        Asked::Pieces => table.pieces(),
        Asked::Sheet(of) => table.sheet(of),
        Asked::Choices => table.choices(),
        Asked::Last => String::new(),
        Asked::Help => QUESTIONS.into(),
    }
}

/// How many things an answer about distances names, the nearest first.
const NEAREST: usize = 24;

/// So wide a line is never broken: whoever listens hears sentences.
const UNBROKEN: usize = 10_000;

/// Two hexes whose middles are no further apart than this touch.
const TOUCHING: u64 = 1800;

/// A scene with its places.
struct Seen<'a> {
    scene: &'a Scene,
    spots: Spots,
}

impl Seen<'_> {
    /// What is said about the thing of that name; without a name about where we are.
    fn about(&self, name: &str, say: impl Fn(&Target) -> String) -> String {
        match self.find(name) {
            Some(thing) => say(&thing),
            None if name.is_empty() => format!("Say of what.\n{}", self.pieces()),
            None => format!("Nothing here is called `{name}`: `pieces` says what is."),
        }
    }

    /// The piece or place that a name means: by id or label, else the first whose words hold it.
    fn find(&self, name: &str) -> Option<Target> {
        let name = match name {
            "" => self.scene.focus.clone()?,
            name => name.to_lowercase(),
        };
        let same = |text: &str| text.eq_ignore_ascii_case(&name);
        let pieces = &self.scene.pieces;
        let piece = |piece: &Piece| Target::Piece(piece.id.clone());
        let place = |(id, _): (&String, _)| Target::Place(id.clone());
        let holds = |text: &str| text.to_lowercase().contains(&name);
        (pieces.iter().find(|it| same(&it.id) || same(&it.label)).map(piece))
            .or_else(|| self.spots.iter().find(|(id, it)| same(id) || same(&it.label)).map(place))
            .or_else(|| pieces.iter().find(|it| holds(&it.description)).map(piece))
            .or_else(|| self.spots.iter().find(|(_, it)| holds(&it.description)).map(place))
    }

    fn piece(&self, id: &str) -> Option<&Piece> {
        self.scene.pieces.iter().find(|piece| piece.id == id)
    }

    fn at(&self, thing: &Target) -> Option<Point> {
        target_point(self.scene, thing)
    }

    /// A thing in a few words.
    fn name(&self, thing: &Target) -> String {
        match thing {
            Target::Piece(id) => match self.piece(id) {
                Some(piece) if !piece.description.is_empty() => {
                    piece.description.trim_end_matches('.').to_string()
                }
                Some(piece) => told(piece, &self.spots),
                None => id.clone(),
            },
            Target::Place(id) => called(id, &self.spots),
            Target::Point(_) | Target::Card(_) => String::new(),
        }
    }

    /// A place with what is in it.
    fn place(&self, id: &str) -> String {
        let mut text = told_place(id, &self.spots);
        let there = |piece: &&Piece| matches!(&piece.at, At::Place(place) if place == id);
        for piece in self.scene.pieces.iter().filter(there) {
            let _ = write!(text, "; {}", self.name(&Target::Piece(piece.id.clone())));
        }
        for mark in self.scene.marks.iter().filter(|mark| mark.place == id) {
            let _ = write!(text, "; {}", mark_words(mark.kind).to_lowercase());
        }
        text
    }

    /// Where a thing is, and how it lies from where we are.
    fn place_of(&self, thing: &Target) -> String {
        let mut text = match thing {
            Target::Place(id) => sentence(&self.place(id)),
            Target::Piece(id) => {
                self.piece(id).map_or(String::new(), |piece| sentence(&told(piece, &self.spots)))
            }
            _ => String::new(),
        };
        let from = self.find("").filter(|from| from != thing);
        if let Some(from) = from
            && let Some(way) = self.way(&from, thing)
        {
            let _ = write!(text, "\nFrom {}: {way}.", self.name(&from));
        }
        text + "\n"
    }

    /// The wind and the distance from one thing to another; nothing if they are in one place.
    fn way(&self, from: &Target, to: &Target) -> Option<String> {
        let wind = wind(self.at(from)?, self.at(to)?)?;
        Some(match crate::ruler::distance(self.scene, from, to) {
            Some(sketch) => format!("{}, {wind}", sketch.words),
            None => wind.to_string(),
        })
    }

    /// What lies around a thing: the hexes that touch it, the places and pieces next to it elsewhere.
    fn around(&self, thing: &Target) -> String {
        let Some(here) = self.at(thing) else { return "That is not on the board.\n".into() };
        let hexes = self.scene.ground.fields.iter().any(|field| matches!(field, Field::Hexes(_)));
        let limit = if hexes { TOUCHING * TOUCHING } else { u64::MAX };
        let mut nearest: BTreeMap<usize, (u64, String)> = BTreeMap::new();
        let mut note = |at: Point, words: &dyn Fn() -> String| {
            let far = apart(here, at);
            let Some(wind) = WINDS.iter().position(|it| Some(*it) == wind(here, at)) else {
                return;
            };
            if far <= limit && nearest.get(&wind).is_none_or(|(known, _)| far < *known) {
                nearest.insert(wind, (far, words()));
            }
        };
        for (id, spot) in &self.spots {
            note(spot.centre, &|| self.place(id));
        }
        for piece in &self.scene.pieces {
            if let At::Point(at) = piece.at {
                note(at, &|| self.name(&Target::Piece(piece.id.clone())));
            }
        }
        let lines = nearest.into_iter().map(|(wind, (_, words))| {
            format!("{}\n", sentence(&format!("{}: {words}", WINDS[wind])))
        });
        let lines: String = lines.collect();
        if lines.is_empty() { "Nothing lies around it.\n".into() } else { lines }
    }

    /// What a thing reaches, and how far it is to the pieces and goals around it, the nearest first.
    fn range(&self, thing: &Target, measure: Measure<'_>) -> String {
        let mut text = sentence(&self.name(thing)) + "\n";
        if let Some(own) = measure(thing, None).filter(|own| !own.words.is_empty()) {
            let _ = writeln!(text, "{}", sentence(&own.words));
        }
        let Some(here) = self.at(thing) else { return text };
        let pieces = self.scene.pieces.iter().map(|piece| Target::Piece(piece.id.clone()));
        let marked = self.scene.marks.iter().map(|mark| Target::Place(mark.place.clone()));
        let mut others: Vec<(u64, Target, &str)> = pieces
            .chain(marked)
            .filter(|other| other != thing)
            .filter_map(|other| {
                let at = self.at(&other)?;
                Some((apart(here, at), other, wind(here, at).unwrap_or("in the same place")))
            })
            .collect();
        others.sort_by_key(|(far, ..)| *far);
        for (_, other, wind) in others.into_iter().take(NEAREST) {
            let far = measure(thing, Some(&other)).map_or(String::new(), |it| it.words);
            let far = if far.is_empty() {
                String::new()
            } else {
                format!(", {}", far.trim_end_matches('.'))
            };
            let _ =
                writeln!(text, "- {}", sentence(&format!("{}: {wind}{far}", self.name(&other))));
        }
        text
    }

    /// The ground itself: what it is made of, and where something special lies.
    fn board(&self) -> String {
        let ground = &self.scene.ground;
        let mut text = String::new();
        for words in [&ground.title, &ground.description].into_iter().filter(|it| !it.is_empty()) {
            let _ = writeln!(text, "{}", sentence(words));
        }
        for field in &ground.fields {
            match field {
                Field::Hexes(field) => hexes(&mut text, field),
                Field::Plane(field) => plane(&mut text, field),
                Field::Places(field) => {
                    for place in &field.places {
                        let _ = writeln!(text, "- {}", sentence(&self.place(&place.id)));
                    }
                }
            }
        }
        for kind in MARKS {
            let marked = self.scene.marks.iter().filter(|mark| mark.kind == kind);
            let names: Vec<String> = marked.map(|mark| called(&mark.place, &self.spots)).collect();
            if !names.is_empty() {
                let _ = writeln!(text, "{}: {}.", mark_words(kind), names.join(", "));
            }
        }
        text
    }

    fn pieces(&self) -> String {
        let pieces = self.scene.pieces.iter();
        let lines = pieces.map(|piece| format!("- {}\n", sentence(&told(piece, &self.spots))));
        let lines: String = lines.collect();
        if lines.is_empty() { "Nothing stands on the board.\n".into() } else { lines }
    }

    fn sheet(&self, name: &str) -> String {
        let name = name.to_lowercase();
        let wanted = self.scene.panels.iter().filter(|sheet| match name.as_str() {
            "" => sheet.open,
            name => sheet.title.to_lowercase().contains(name) || sheet.id == name,
        });
        let sheets: Vec<String> = wanted.map(|sheet| panel(sheet, UNBROKEN)).collect();
        if !sheets.is_empty() {
            return sheets.join("\n");
        }
        let titles: Vec<&str> =
            self.scene.panels.iter().map(|sheet| sheet.title.as_str()).collect();
        match titles.is_empty() {
            true => "There are no sheets.\n".into(),
            false => format!("The sheets are: {}.\n", titles.join(", ")),
        }
    }

    fn choices(&self) -> String {
        let Some(prompt) = &self.scene.prompt else { return "Nothing is asked of you.\n".into() };
        let mut text = sentence(&prompt.question) + "\n";
        for choice in &prompt.choices {
            let _ = writeln!(text, "- {}", choice_words(choice, &self.spots, self.scene));
        }
        text
    }
}

/// How many hexes of each kind there are, and where the symbols lie.
fn hexes(text: &mut String, field: &HexField) {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut special: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for cell in &field.cells {
        *kinds.entry(texture_glyph(cell.texture).name).or_default() += 1;
        for (symbol, _) in &cell.symbols {
            special.entry(symbol_glyph(*symbol).name).or_default().push(&cell.label);
        }
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let (first, last) = (field.cells.first(), field.cells.last());
    if let (Some(first), Some(last)) = (first, last) {
        let count = field.cells.len();
        let _ = writeln!(
            text,
            "{count} hexes, from {} to {}: {}.",
            first.label,
            last.label,
            kinds.join(", ")
        );
    }
    for (symbol, labels) in special {
        let _ = writeln!(text, "{symbol}: {}.", labels.join(", "));
    }
}

/// How large a plane is, and what lies on it.
fn plane(text: &mut String, field: &PlaneField) {
    let length = |units: i32| format!("{}{}", f64::from(units) / 1000.0, field.unit);
    let (width, height) = (length(field.rect.width), length(field.rect.height));
    let _ = writeln!(text, "{width} wide and {height} deep.");
    for area in field.areas.iter().filter(|area| !area.description.is_empty()) {
        let _ = writeln!(text, "- {}", sentence(&area.description));
    }
}

/// The square of a distance.
fn apart(a: Point, b: Point) -> u64 {
    let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    dx * dx + dy * dy
}

/// The winds clockwise; the north is up.
const WINDS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// The wind in which one point lies from another; nothing if they are one.
fn wind(from: Point, to: Point) -> Option<&'static str> {
    let (right, up) = (i64::from(to.x) - i64::from(from.x), i64::from(from.y) - i64::from(to.y));
    if (right, up) == (0, 0) {
        return None;
    }
    // Within an eighth of a turn around an axis the other way counts for less than 0.4142 of it.
    let level = up.abs() * 10_000 < right.abs() * 4_142;
    let upright = right.abs() * 10_000 < up.abs() * 4_142;
    Some(match (level, upright, right > 0, up > 0) {
        (false, true, _, true) => WINDS[0],
        (false, false, true, true) => WINDS[1],
        (true, _, true, _) => WINDS[2],
        (false, false, true, false) => WINDS[3],
        (false, true, _, false) => WINDS[4],
        (false, false, false, false) => WINDS[5],
        (true, _, false, _) => WINDS[6],
        (false, false, false, true) => WINDS[7],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winds_go_round() {
        let middle = Point::new(0, 0);
        let ends = [(0, -9), (5, -9), (9, 0), (9, 9), (1, 9), (-9, 5), (-9, 1), (-5, -5)];
        let named = ends.map(|(x, y)| wind(middle, Point::new(x, y)).unwrap_or_default());
        assert_eq!(named, WINDS);
        assert_eq!(wind(middle, middle), None);
    }
}
