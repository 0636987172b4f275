//! What stands where, in words: the pieces, the surroundings of one of them, the way to all the others.

use super::choices_at;
use super::describe::{sentence, told, told_place, what_it_is};
use super::hexes::courses;
use crate::art::{symbol_glyph, texture_glyph};
use crate::ground::{Field, HexCell, HexField, LineStyle, PlaceField, PlaneField, Point};
use crate::hexes::HexLayout;
use crate::piece::{At, Form, Piece};
use crate::prompt::Target;
use crate::ruler::hexes_between;
use crate::scene::{MarkKind, Scene};
use crate::spots::{Spots, spots};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Every piece on the board: what it is, how it fares and where it stands.
pub fn pieces(scene: &Scene) -> String {
    let spots = spots(&scene.ground);
    if scene.pieces.is_empty() {
        return "Nothing is on the board.\n".into();
    }
    let lines = scene.pieces.iter().map(|piece| sentence(&told(piece, &spots)));
    lines.map(|line| format!("- {line}\n")).collect()
}

/// Where the viewer is: the aim, and the surroundings of what acts now or is to be looked at.
pub fn whereabouts(scene: &Scene) -> String {
    let active = scene.marks.iter().find(|mark| mark.kind == MarkKind::Active);
    let subject = scene.focus.as_deref().or(active.map(|mark| mark.place.as_str()));
    let headings = [&scene.headline, &scene.aim].into_iter().filter(|words| !words.is_empty());
    let mut text: String = headings.map(|words| format!("{}\n", sentence(words))).collect();
    match subject.and_then(|subject| range(scene, subject)) {
        Some(around) => text.push_str(&around),
        None => text.push_str(&pieces(scene)),
    }
    text
}

/// What lies around a piece or a place, by its name: what is next to it, and how far and in which direction
/// everything else is. None if nothing has that name.
///
/// ```
/// use stage::{Field, Ground, HexCell, HexField, Scene, Texture, text};
/// use std::sync::Arc;
/// use terrain::{Lower, Top};
///
/// let cells = vec![HexCell::new(0, 0, "A1", Texture::Woods), HexCell::new(0, 1, "A2", Texture::Water)];
/// let (lines, outlines) = (Vec::new(), Vec::new());
/// let field = HexField { top: Top::Flat, lower: Lower::Even, cells, lines, outlines, labelled: true };
/// let (title, description) = ("A lake".into(), String::new());
/// let ground = Ground { title, description, fields: vec![Field::Hexes(field)] };
/// let scene = Scene::new(Arc::new(ground), "Day 1");
/// assert!(text::range(&scene, "a1").unwrap().contains("- south: A2 (water)."));
/// assert_eq!(text::range(&scene, "C7"), None);
/// ```
pub fn range(scene: &Scene, name: &str) -> Option<String> {
    let around = Around { scene, spots: spots(&scene.ground) };
    let subject = around.find(name)?;
    let mut text = String::new();
    let _ = writeln!(text, "{}", sentence(&subject.words));
    for field in &scene.ground.fields {
        match field {
            Field::Hexes(field) => around.hexes(&mut text, field, &subject),
            Field::Plane(field) => around.plane(&mut text, field, &subject),
            Field::Places(field) => around.places(&mut text, field, &subject),
        }
    }
    Some(text)
}

/// The piece or place from which one looks.
struct Subject<'a> {
    words: String,
    at: Point,
    piece: Option<&'a Piece>,
    place: Option<String>,
}

struct Around<'a> {
    scene: &'a Scene,
    spots: Spots,
}

impl<'a> Around<'a> {
    fn find(&self, name: &str) -> Option<Subject<'a>> {
        let name = name.trim();
        let same = |other: &str| other.eq_ignore_ascii_case(name);
        let starts = |piece: &&Piece| {
            let words = piece.description.to_lowercase();
            name.len() > 2 && words.starts_with(&name.to_lowercase())
        };
        let pieces = || self.scene.pieces.iter();
        let piece = pieces()
            .find(|piece| same(&piece.id))
            .or_else(|| pieces().find(|piece| same(&piece.label)));
        let place = || {
            let mut places = self.spots.iter();
            places.find(|(id, spot)| same(id) || same(&spot.label)).map(|(id, _)| id)
        };
        match (piece, place()) {
            (Some(piece), _) => self.piece(piece),
            (None, Some(id)) => self.place(id),
            (None, None) => self.piece(pieces().find(starts)?),
        }
    }

    fn piece(&self, piece: &'a Piece) -> Option<Subject<'a>> {
        let place = match &piece.at {
            At::Place(place) => Some(place.clone()),
            At::Point(_) => None,
        };
        let words = told(piece, &self.spots);
        Some(Subject { words, at: self.point(piece)?, piece: Some(piece), place })
    }

    fn place(&self, id: &str) -> Option<Subject<'a>> {
        let words = told_place(id, &self.spots);
        let at = self.spots.get(id)?.centre;
        Some(Subject { words, at, piece: None, place: Some(id.to_string()) })
    }

    fn point(&self, piece: &Piece) -> Option<Point> {
        match &piece.at {
            At::Place(place) => self.spots.get(place).map(|spot| spot.centre),
            At::Point(point) => Some(*point),
        }
    }

    /// What is in a place: its ground, who stands there, and what can be done there.
    fn there(&self, id: &str) -> String {
        let mut text = told_place(id, &self.spots);
        let here = |piece: &&Piece| piece.at == At::Place(id.to_string());
        for piece in self.scene.pieces.iter().filter(here) {
            let _ = write!(text, ", {}", what_it_is(piece));
        }
        for choice in choices_at(self.scene, &Target::Place(id.to_string())).into_iter().take(3) {
            let tag =
                if choice.tag.is_empty() { String::new() } else { format!(" {}", choice.tag) };
            let _ = write!(text, "; `{}`{tag}", choice.notation);
        }
        text
    }

    /// The others on the board, the nearest first.
    fn others(
        &self,
        text: &mut String,
        subject: &Subject,
        far: impl Fn(&Piece, Point) -> (u64, String),
    ) {
        let own = |piece: &&Piece| subject.piece.is_some_and(|own| own.id == piece.id);
        let others = self.scene.pieces.iter().filter(|piece| !own(piece));
        let mut others: Vec<(u64, String)> = others
            .filter_map(|piece| {
                let at = self.point(piece)?;
                let (distance, words) = far(piece, at);
                let whither =
                    whither(subject.at, at).map_or(String::new(), |way| format!(" {way}"));
                Some((distance, format!("{}: {words}{whither}", what_it_is(piece))))
            })
            .collect();
        others.sort();
        if !others.is_empty() {
            text.push_str("On the board:\n");
        }
        others.iter().for_each(|(_, words)| {
            let _ = writeln!(text, "- {words}.");
        });
    }

    fn hexes(&self, text: &mut String, field: &HexField, subject: &Subject) {
        let layout = HexLayout::of(field);
        let far = |at: Point| hexes_between(field.top, subject.at, at);
        let next = field.cells.iter().filter(|cell| far(layout.centre_of(cell)) == 1);
        let next: Vec<String> = next
            .filter_map(|cell| {
                let way = whither(subject.at, layout.centre_of(cell))?;
                Some(format!("- {way}: {}.", self.there(&cell.id)))
            })
            .collect();
        if !next.is_empty() {
            let _ = writeln!(text, "Next to it:\n{}", next.join("\n"));
        }
        self.others(text, subject, |_, at| (far(at), hexes(far(at))));
        let nearest = self.landmarks(field, subject);
        if !nearest.is_empty() {
            let _ = writeln!(text, "Nearest: {}.", nearest.join("; "));
        }
        let _ = writeln!(text, "Edges of the board: {}.", edges(field, subject.at));
    }

    /// The nearest of every kind of ground, of what is printed on it, of what runs over it, and of what is
    /// marked.
    fn landmarks(&self, field: &HexField, subject: &Subject) -> Vec<String> {
        let layout = HexLayout::of(field);
        let courses = courses(field);
        let mut nearest: BTreeMap<&str, (u64, &HexCell)> = BTreeMap::new();
        for cell in &field.cells {
            let far = hexes_between(field.top, subject.at, layout.centre_of(cell));
            let ways = courses.get(&(cell.column, cell.row)).into_iter().flatten();
            let ways = ways.filter_map(|style| match style {
                LineStyle::River => Some("river"),
                LineStyle::Trail => Some("trail"),
                _ => None,
            });
            let marks = self.scene.marks.iter().filter(|mark| mark.place == cell.id);
            let marks = marks.filter_map(|mark| match mark.kind {
                MarkKind::Goal => Some("goal"),
                MarkKind::Must => Some("way that must be gone"),
                _ => None,
            });
            let symbols = cell.symbols.iter().map(|(symbol, _)| symbol_glyph(*symbol).name);
            let ground = [texture_glyph(cell.texture).name];
            for kind in ground.into_iter().chain(symbols).chain(ways).chain(marks) {
                let known = nearest.entry(kind).or_insert((far, cell));
                if far < known.0 {
                    *known = (far, cell);
                }
            }
        }
        let told = |(kind, (far, cell)): (&str, (u64, &HexCell))| {
            let way = whither(subject.at, layout.centre_of(cell)).unwrap_or("here");
            match far {
                0 => format!("{kind} here"),
                far => format!("{kind} {}, {} {way}", cell.label, hexes(far)),
            }
        };
        nearest.into_iter().map(told).collect()
    }

    fn plane(&self, text: &mut String, field: &PlaneField, subject: &Subject) {
        let radius = |piece: &Piece| match piece.form {
            Form::Base { radius } => u64::from(radius.unsigned_abs()),
            _ => 0,
        };
        let own = subject.piece.map_or(0, radius);
        self.others(text, subject, |piece, at| {
            let gap = straight(subject.at, at).saturating_sub(own + radius(piece));
            (gap, length(gap, &field.unit))
        });
        let mut areas: Vec<(u64, String)> = Vec::new();
        for area in field.areas.iter().filter(|area| !area.description.is_empty()) {
            let extent = area.shape.extent();
            let near = Point {
                x: subject.at.x.clamp(extent.x, extent.x + extent.width),
                y: subject.at.y.clamp(extent.y, extent.y + extent.height),
            };
            let words = area.description.trim_end_matches('.');
            let far = straight(subject.at, near);
            areas.push(match whither(subject.at, near) {
                Some(way) => (far, format!("{words}: {} {way}", length(far, &field.unit))),
                None => (0, format!("{words}: here")),
            });
        }
        areas.sort();
        let _ = if areas.is_empty() { Ok(()) } else { writeln!(text, "On the ground:") };
        areas.iter().for_each(|(_, words)| {
            let _ = writeln!(text, "- {words}.");
        });
    }

    fn places(&self, text: &mut String, field: &PlaceField, subject: &Subject) {
        let nearest = |point: &Point| {
            let gap = |id: &str| {
                let room = self.spots.get(id).map(|spot| spot.shape.extent())?;
                let x = point.x.clamp(room.x, room.x + room.width);
                let y = point.y.clamp(room.y, room.y + room.height);
                Some(straight(*point, Point { x, y }))
            };
            field.places.iter().min_by_key(|place| gap(&place.id)).map(|place| place.id.as_str())
        };
        let mut next: Vec<&str> = Vec::new();
        for line in &field.lines {
            let mut course: Vec<&str> = line.points.iter().filter_map(nearest).collect();
            course.dedup();
            for ends in course.windows(2) {
                for (one, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                    next.extend(Some(other).filter(|_| Some(one) == subject.place.as_deref()));
                }
            }
        }
        for id in next {
            let _ = writeln!(text, "- Next to it: {}.", self.there(id));
        }
        let here = subject.place.as_deref().unwrap_or_default();
        for piece in self.scene.pieces.iter().filter(|piece| piece.at == At::Place(here.into())) {
            if subject.piece.is_none_or(|own| own.id != piece.id) {
                let _ = writeln!(text, "- Here: {}", sentence(&what_it_is(piece)));
            }
        }
        for choice in choices_at(self.scene, &Target::Place(here.into())) {
            let _ = writeln!(text, "- `{}`: {}", choice.notation, sentence(&choice.label));
        }
    }
}

fn hexes(count: u64) -> String {
    match count {
        0 => "here".into(),
        1 => "1 hex".into(),
        count => format!("{count} hexes"),
    }
}

/// A length on a plane: thousandths as tenths of its unit.
fn length(far: u64, unit: &str) -> String {
    let tenths = (far + 50) / 100;
    let number = match tenths % 10 {
        0 => (tenths / 10).to_string(),
        part => format!("{}.{part}", tenths / 10),
    };
    match unit {
        "\"" => format!("{number} {}", if number == "1" { "inch" } else { "inches" }),
        unit => format!("{number}{unit}"),
    }
}

fn straight(a: Point, b: Point) -> u64 {
    let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    (dx * dx + dy * dy).isqrt()
}

/// The direction from one point to another, with north at the top; none from a point to itself.
fn whither(from: Point, to: Point) -> Option<&'static str> {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    if (dx, dy) == (0, 0) {
        return None;
    }
    // The tangent of 22.5 degrees, within a thousandth.
    let along = |one: i64, other: i64| other.abs() * 1000 <= one.abs() * 414;
    Some(match (dx.signum(), dy.signum()) {
        (1, _) if along(dx, dy) => "east",
        (-1, _) if along(dx, dy) => "west",
        (_, -1) if along(dy, dx) => "north",
        (_, 1) if along(dy, dx) => "south",
        (1, -1) => "north-east",
        (-1, -1) => "north-west",
        (1, _) => "south-east",
        _ => "south-west",
    })
}

/// How far the edges of a field of hexes are, in rows and columns.
fn edges(field: &HexField, at: Point) -> String {
    let (column, row) = HexLayout::of(field).hex_at(at);
    let columns = || field.cells.iter().map(|cell| i32::from(cell.column));
    let rows = || field.cells.iter().map(|cell| i32::from(cell.row));
    let far = [
        ("north", row - rows().min().unwrap_or(row)),
        ("south", rows().max().unwrap_or(row) - row),
        ("west", column - columns().min().unwrap_or(column)),
        ("east", columns().max().unwrap_or(column) - column),
    ];
    far.map(|(edge, far)| format!("{edge} {far}")).join(", ")
}
