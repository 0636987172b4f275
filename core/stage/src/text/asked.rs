//! Questions to the table in words, answered from the scene: where something is, what lies around it, how far
//! it is to everything else. For those who cannot see the board, and for anybody who would rather ask.

use super::around::Seen;
use super::describe::{
    ask, called, captions, choice_words, inches, mark_words, marked, reaches, sentence, told,
};
use super::panels::{in_words, panel};
use crate::art::{symbol_glyph, texture_glyph};
use crate::ground::{Area, Field, HexField, Line, LineStyle, PlaneField, Point, Shape};
use crate::palette::MARKS;
use crate::panel::Panel;
use crate::prompt::Target;
use crate::scene::{MarkKind, Scene, Sketch};
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
    /// What can be chosen: all of it, or what has these words.
    Choices(&'a str),
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
            "where" => Asked::Where(of),
            "around" => Asked::Around(of),
            "range" => Asked::Range(of),
            "sheet" | "sheets" | "card" => Asked::Sheet(of),
            "choices" | "moves" => Asked::Choices(of),
            _ if !of.is_empty() => return None,
            "describe" | "look" => Asked::Describe,
            "board" | "map" => Asked::Board,
            "pieces" => Asked::Pieces,
            "last" | "news" => Asked::Last,
            "help" | "h" | "?" => Asked::Help,
            _ => return None,
        })
    }
}

/// What can be asked, a line for each question.
pub const QUESTIONS: &str = "\
describe: everything in sentences.
where, where A1: where you are, or where something is.
around, around A1: what lies next to you, or next to something, and what is nearest.
range, range A1: what it reaches, and how far it is to everything else.
board: the board itself.
pieces: everything that stands on it.
sheet, sheet NAME: the open sheets, or one of them.
choices, choices WORDS: what you can do now, or what of it has these words, and the line to write.
last: what happened since your last decision.
help: this list.
";

/// How two things are measured: what the game says of one alone, or of the way to another.
pub type Measure<'a> = &'a dyn Fn(&Target, Option<&Target>) -> Option<Sketch>;

/// The answer from a scene, in lines that are never broken; [`Asked::Last`] is answered by whoever keeps the
/// story.
///
/// ```
/// use stage::text::{Asked, answer};
/// use stage::{Field, Ground, HexCell, HexField, Scene, Texture};
/// use std::sync::Arc;
/// use terrain::{Lower, Top};
///
/// let cells = vec![HexCell::new(0, 0, "A1", Texture::Woods), HexCell::new(0, 1, "A2", Texture::Water)];
/// let (lines, outlines) = (Vec::new(), Vec::new());
/// let field = HexField { top: Top::Flat, lower: Lower::Even, cells, lines, outlines, labelled: true, sea: false };
/// let (title, description) = ("A lake".into(), String::new());
/// let ground = Ground { title, description, fields: vec![Field::Hexes(field)] };
/// let scene = Scene::new(Arc::new(ground), "Day 1");
/// let asked = |line| answer(&scene, Asked::read(line).unwrap(), &|_, _| None);
/// assert!(asked("around a1").contains("- south: A2 (water)."));
/// assert!(asked("range C7").starts_with("Nothing here is called `C7`"));
/// ```
pub fn answer(scene: &Scene, asked: Asked<'_>, measure: Measure<'_>) -> String {
    let seen = Seen::new(scene, measure);
    match asked {
        Asked::Describe => super::describe(scene),
        Asked::Where("") => seen.whereabouts(),
        Asked::Where(of) => seen.about(of, |thing| seen.place_of(thing)),
        Asked::Around(of) => seen.about(of, |thing| seen.around(thing)),
        Asked::Range(of) => seen.about(of, |thing| seen.range(thing)),
        Asked::Board => board(&seen),
        Asked::Pieces => pieces(&seen),
        Asked::Sheet(of) => sheets(scene, of, in_words),
        Asked::Choices(of) => choices(&seen, of),
        Asked::Last => String::new(),
        Asked::Help => QUESTIONS.into(),
    }
}

/// The sheets that a name means, drawn in lines of at most `width` columns.
pub fn drawn_sheets(scene: &Scene, name: &str, width: usize) -> String {
    sheets(scene, name, |sheet| panel(sheet, width))
}

/// The sheets whose title has this in it; without a name those that are open, and what others there are.
fn sheets(scene: &Scene, name: &str, told: impl Fn(&Panel) -> String) -> String {
    let name = name.to_lowercase();
    // When nothing is asked any more no sheet is open: then the players' own are what is asked for.
    let some_open = scene.panels.iter().any(|sheet| sheet.open);
    let (wanted, others): (Vec<&Panel>, Vec<&Panel>) =
        scene.panels.iter().partition(|sheet| match name.as_str() {
            "" if some_open => sheet.open,
            "" => sheet.seat.is_some(),
            name => sheet.title.to_lowercase().contains(name) || sheet.id == name,
        });
    let titles: Vec<&str> = others.iter().map(|sheet| sheet.title.as_str()).collect();
    let titles = titles.join("; ");
    let mut text = wanted.iter().map(|sheet| told(sheet)).collect::<Vec<_>>().join("\n");
    let _ = match (name.as_str(), wanted.is_empty(), titles.is_empty()) {
        (_, true, true) => writeln!(text, "There are no sheets."),
        (_, true, false) => writeln!(text, "`sheet NAME` shows one of these: {titles}."),
        ("", false, false) => writeln!(text, "\n`sheet NAME` shows the others: {titles}."),
        _ => Ok(()),
    };
    text
}

/// The ground itself: what it is made of, and where something special lies.
fn board(seen: &Seen) -> String {
    let (scene, ground) = (seen.scene, &seen.scene.ground);
    let mut text = String::new();
    for words in [&ground.title, &ground.description].into_iter().filter(|it| !it.is_empty()) {
        let _ = writeln!(text, "{}", sentence(words));
    }
    for field in &ground.fields {
        match field {
            Field::Hexes(field) => hexes(&mut text, field, seen),
            Field::Plane(field) => plane(&mut text, field),
            Field::Places(field) => {
                if !field.title.is_empty() {
                    let _ = writeln!(text, "{}:", field.title);
                }
                for place in &field.places {
                    let _ = writeln!(text, "- {}", sentence(&seen.there(&place.id)));
                }
            }
        }
    }
    for kind in MARKS {
        let marked = scene.marks.iter().filter(|mark| mark.kind == kind);
        let names: Vec<String> = marked.map(|mark| called(&mark.place, &seen.spots)).collect();
        if !names.is_empty() {
            let _ = writeln!(text, "{}: {}.", mark_words(kind), names.join(", "));
        }
    }
    text
}

/// What stands on the board; on a measured plane, which is not paved with places, the goals as well.
fn pieces(seen: &Seen) -> String {
    let scene = seen.scene;
    let pieces = scene.pieces.iter();
    let lines = pieces.map(|piece| format!("- {}\n", sentence(&told(piece, &seen.spots))));
    let measured = scene.ground.fields.iter().any(|field| field.plane().is_some());
    let goals = scene.marks.iter().filter(|mark| measured && mark.kind == MarkKind::Goal);
    let goals =
        goals.map(|mark| format!("- {}\n", sentence(&marked(scene, &mark.place, &seen.spots))));
    let lines: String = lines.chain(goals).collect();
    if lines.is_empty() { "Nothing stands on the board.\n".into() } else { lines }
}

/// The question with its choices; of a long list what they have in common. With words: the choices that have
/// them.
fn choices(seen: &Seen, words: &str) -> String {
    let Some(prompt) = &seen.scene.prompt else { return "Nothing is asked of you.\n".into() };
    let mut text = String::new();
    if words.is_empty() {
        ask(&mut text, prompt, &seen.spots, seen.scene);
        return text.trim_start().to_string();
    }
    for choice in prompt.choices.iter().filter(|choice| choice.has(words)) {
        let _ = writeln!(text, "- {}", choice_words(choice, &seen.spots, seen.scene));
    }
    if text.is_empty() {
        let _ = writeln!(text, "No choice has the words `{words}`; `choices` says what there is.");
    }
    text
}

/// A board of so many hexes is told hex by hex.
const FEW_HEXES: usize = 60;

/// How many hexes of each kind there are, and where the symbols lie; of a small board what is in each of them.
fn hexes(text: &mut String, field: &HexField, seen: &Seen) {
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
    if field.cells.len() > FEW_HEXES {
        text.push_str(captions(seen.scene).trim_start());
        return;
    }
    for cell in &field.cells {
        let _ = writeln!(text, "- {}", sentence(&seen.there(&cell.id)));
    }
}

/// How large a plane is, what lies on it and what runs over it, each with where: by the numbers of the ruler.
fn plane(text: &mut String, field: &PlaneField) {
    let (width, height) = (inches(field.rect.width), inches(field.rect.height));
    let from = if field.from_below { "lower" } else { "upper" };
    let _ = writeln!(
        text,
        "{width} wide and {height} deep; places are counted from the {from} left corner, first to the right."
    );
    let at = |point: Point| field.told_point(field.on_table(point).0);
    for area in field.all_areas().filter(|area| !area.description.is_empty()) {
        let words = area.description.trim_end_matches('.');
        let _ = match area.shape {
            Shape::Circle { centre, .. } => {
                writeln!(text, "- {words}: at {}.", field.told_place(centre))
            }
            _ => writeln!(text, "- {words}: {}.", reaches(field, area.shape.extent())),
        };
    }
    // The outer walls of a building are where the building ends.
    let outer = |line: &Line| {
        let on_edge = |area: &Area| {
            let extent = area.shape.extent();
            let (right, bottom) = (extent.x + extent.width, extent.y + extent.height);
            let all = |on: &dyn Fn(Point) -> bool| {
                line.points.iter().all(|point| on(field.on_table(*point).0))
            };
            all(&|point| point.x == extent.x)
                || all(&|point| point.x == right)
                || all(&|point| point.y == extent.y)
                || all(&|point| point.y == bottom)
        };
        line.style == LineStyle::Wall && field.areas.iter().any(on_edge)
    };
    for line in field.all_lines().filter(|line| !line.description.is_empty() && !outer(line)) {
        let (Some(first), Some(last)) = (line.points.first(), line.points.last()) else { continue };
        let words = line.description.trim_end_matches('.');
        let _ = writeln!(text, "- {words}: from {} to {}.", at(*first), at(*last));
    }
}
