//! Where things are, in words: what lies next to a piece or place, which way and how far everything else is.

mod naming;

use super::asked::Measure;
use super::choices_at;
use super::describe::{called, mark_words, sentence, told, told_place, what_it_is, whereabouts};
use super::hexes::courses;
use crate::art::{symbol_glyph, texture_glyph};
use crate::ground::{Field, HexCell, HexField, LineStyle, PlaceField, PlaneField, Point, Rect};
use crate::hexes::HexLayout;
use crate::names::kinds_of;
use crate::piece::{At, Form, Piece};
use crate::prompt::Target;
use crate::ruler::hexes_between;
use crate::scene::{Mark, MarkKind, Scene};
use crate::spots::{Spots, spots};
use std::collections::BTreeMap;
use std::fmt::Write;
use terrain::Fit;

/// A scene with its places, and how the game measures on it.
pub(super) struct Seen<'a> {
    pub(super) scene: &'a Scene,
    pub(super) spots: Spots,
    measure: Measure<'a>,
}

/// The piece or place from which one looks.
struct Subject<'a> {
    target: Target,
    words: String,
    at: Point,
    piece: Option<&'a Piece>,
    place: Option<String>,
}

impl<'a> Seen<'a> {
    pub(super) fn new(scene: &'a Scene, measure: Measure<'a>) -> Seen<'a> {
        Seen { scene, spots: spots(&scene.ground), measure }
    }

    /// Where we are: what the scene points at, or what acts now.
    fn here(&self) -> Option<Target> {
        if let Some(target) = self.scene.focused().filter(|it| matches!(it, Target::Piece(_))) {
            return Some(target);
        }
        let active = self.scene.marks.iter().find(|mark| mark.kind == MarkKind::Active);
        let here = self.scene.focus.as_deref().or(active.map(|mark| mark.place.as_str()))?;
        let own = self.scene.prompt.as_ref().map(|prompt| self.scene.ink_of(prompt.seat));
        let stands = |piece: &&Piece| matches!(&piece.at, At::Place(place) if place == here);
        let mut pieces = self.scene.pieces.iter().filter(stands);
        match pieces.find(|piece| Some(piece.ink) == own) {
            Some(piece) => Some(Target::Piece(piece.id.clone())),
            None if self.spots.contains_key(here) => Some(Target::Place(here.to_string())),
            None => self.find(here).into_iter().next(),
        }
    }

    fn subject(&self, thing: &Target) -> Option<Subject<'a>> {
        let target = thing.clone();
        match thing {
            Target::Piece(id) => {
                let piece = self.scene.pieces.iter().find(|piece| piece.id == *id)?;
                let place = match &piece.at {
                    At::Place(place) => Some(place.clone()),
                    At::Point(_) => None,
                };
                let words = told(piece, &self.spots);
                Some(Subject { target, words, at: self.point(piece)?, piece: Some(piece), place })
            }
            Target::Place(id) => {
                let centre = self.spots.get(id)?.centre;
                let (name, there) = (told_place(id, &self.spots), self.there(id));
                let at = whereabouts(self.scene, id, &self.spots);
                let words = format!("{name}{at}{}", there.strip_prefix(&name).unwrap_or_default());
                let at = self.on_table(centre);
                Some(Subject { target, words, at, piece: None, place: Some(id.clone()) })
            }
            Target::Point(_) | Target::Card(_) => None,
        }
    }

    fn point(&self, piece: &Piece) -> Option<Point> {
        match &piece.at {
            At::Place(place) => self.spots.get(place).map(|spot| self.on_table(spot.centre)),
            At::Point(point) => Some(self.on_table(*point)),
        }
    }

    /// Where a drawn point lies: upper floors are drawn beside the table, and measured on it.
    fn on_table(&self, drawn: Point) -> Point {
        let plane = self.scene.ground.fields.iter().find_map(Field::plane);
        plane.map_or(drawn, |plane| plane.on_table(drawn).0)
    }

    /// What is in a place: its ground, who stands there, and why it is marked.
    pub(super) fn there(&self, id: &str) -> String {
        let mut text = told_place(id, &self.spots);
        let here = |piece: &&Piece| matches!(&piece.at, At::Place(place) if place == id);
        for piece in self.scene.pieces.iter().filter(here) {
            let _ = write!(text, "; {}", what_it_is(piece));
        }
        let marks = self.scene.marks.iter().filter(|mark| mark.place == id);
        for mark in marks.filter(|mark| mark.kind != MarkKind::Recent) {
            let _ = write!(text, "; {}", one_mark(mark.kind));
        }
        text
    }

    /// What can be done in a place, to be said after what is there; first what the piece itself can do of which is
    /// told.
    fn offered(&self, id: &str, subject: &Subject) -> String {
        let mut text = String::new();
        let mut choices = choices_at(self.scene, &Target::Place(id.to_string()));
        let own = subject.piece.map(|piece| &piece.id);
        choices.sort_by_key(|choice| own.is_none() || choice.moves.as_ref() != own);
        for choice in choices.iter().take(3) {
            let tag =
                if choice.tag.is_empty() { String::new() } else { format!(" {}", choice.tag) };
            let _ = write!(text, "; `{}`{tag}", choice.notation);
        }
        if choices.len() > 3 {
            let _ = write!(text, " and {} more choices", choices.len() - 3);
        }
        text
    }

    /// Where we are: the headline, the aim, and the place with how far the edges of the board are.
    pub(super) fn whereabouts(&self) -> String {
        let headings = [&self.scene.headline, &self.scene.aim].into_iter();
        let headings = headings.filter(|words| !words.is_empty());
        let mut text: String = headings.map(|words| format!("{}\n", sentence(words))).collect();
        match self.here().and_then(|here| self.subject(&here)) {
            Some(subject) => {
                let _ = writeln!(text, "{}", sentence(&subject.words));
                self.edges(&mut text, &subject);
                self.others_asked(&mut text, &subject);
                text.push_str(
                    "`around` tells what lies next to it, `range` how far all else is.\n",
                );
            }
            None => text.push_str(&self.say_of_what()),
        }
        text
    }

    /// What else of one's own is asked about now: it stands in a place that is marked so.
    fn others_asked(&self, text: &mut String, subject: &Subject) {
        let own = self.scene.prompt.as_ref().map(|prompt| self.scene.ink_of(prompt.seat));
        let asked = |place: &str| {
            let mut marks = self.scene.marks.iter();
            marks.any(|mark| mark.kind == MarkKind::Active && mark.place == place)
        };
        for piece in self.others(subject).filter(|piece| Some(piece.ink) == own) {
            if matches!(&piece.at, At::Place(place) if asked(place)) {
                let _ = writeln!(text, "{}", sentence(&told(piece, &self.spots)));
            }
        }
    }

    /// Where a thing is, and how it lies from where we are.
    pub(super) fn place_of(&self, thing: &Target) -> String {
        let Some(subject) = self.subject(thing) else { return NOT_THERE.into() };
        let mut text = sentence(&subject.words) + "\n";
        let from = self.here().filter(|from| from != thing).and_then(|from| self.subject(&from));
        if let Some(from) = from
            && let Some(way) = self.way(&from, &subject)
        {
            let _ = writeln!(text, "From {}: {way}.", amid(&short(&from)));
        }
        text
    }

    /// How far and in which direction one thing lies from another; nothing if they are in one place.
    fn way(&self, from: &Subject, to: &Subject) -> Option<String> {
        let way = whither(from.at, to.at)?;
        Some(match self.far(from, to.at, to.piece) {
            Some((_, far)) => format!("{far} {way}"),
            None => way.to_string(),
        })
    }

    /// The distance between the nearest edges of two things, as the ground measures it.
    fn far(&self, from: &Subject, at: Point, piece: Option<&Piece>) -> Option<(u64, String)> {
        let radius = |piece: Option<&Piece>| match piece.map(|piece| piece.form) {
            Some(Form::Base { radius }) => u64::from(radius.unsigned_abs()),
            _ => 0,
        };
        self.scene.ground.fields.iter().find_map(|field| match field {
            Field::Hexes(field) => {
                let far = hexes_between(field.top, from.at, at);
                Some((far, hexes(far)))
            }
            Field::Plane(field) => {
                let gap = straight(from.at, at).saturating_sub(radius(from.piece) + radius(piece));
                Some((gap, length(gap, &field.unit)))
            }
            Field::Places(field) => {
                let to = match piece.map(|piece| &piece.at) {
                    Some(At::Place(place)) => place.as_str(),
                    _ => self.spots.iter().find(|(_, spot)| spot.centre == at)?.0.as_str(),
                };
                let far = self.steps_between(field, from.place.as_deref()?, to)?;
                let steps = if far == 1 { "step" } else { "steps" };
                Some((far, format!("{far} {steps}")))
            }
        })
    }

    /// How many places one goes on from one to another along the lines that join them; none if no line leads there.
    fn steps_between(&self, field: &PlaceField, from: &str, to: &str) -> Option<u64> {
        let links = self.links(field);
        let (mut reached, mut edge, mut steps) = (vec![from], vec![from], 0);
        while !edge.contains(&to) {
            let next = links.iter().filter(|(one, _)| edge.contains(one)).map(|(_, other)| *other);
            let mut next: Vec<&str> = next.filter(|place| !reached.contains(place)).collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return None;
            }
            reached.extend(&next);
            (edge, steps) = (next, steps + 1);
        }
        Some(steps)
    }

    /// What lies next to a thing, and the nearest of everything that it may look for.
    pub(super) fn around(&self, thing: &Target) -> String {
        let Some(subject) = self.subject(thing) else { return NOT_THERE.into() };
        let mut text = sentence(&subject.words) + "\n";
        for field in &self.scene.ground.fields {
            match field {
                Field::Hexes(field) => self.around_hex(&mut text, field, &subject),
                Field::Plane(field) => self.around_point(&mut text, field, &subject),
                Field::Places(field) => self.around_place(&mut text, field, &subject),
            }
        }
        text
    }

    fn around_hex(&self, text: &mut String, field: &HexField, subject: &Subject) {
        let layout = HexLayout::of(field);
        let far = |at: Point| hexes_between(field.top, subject.at, at);
        let next = field.cells.iter().filter(|cell| far(layout.centre_of(cell)) == 1);
        let mut next: Vec<(usize, String)> = next
            .filter_map(|cell| {
                let way = whither(subject.at, layout.centre_of(cell))?;
                let there = format!(
                    "- {way}: {}{}.",
                    self.there(&cell.id),
                    self.offered(&cell.id, subject)
                );
                Some((WINDS.iter().position(|wind| *wind == way)?, there))
            })
            .collect();
        next.sort();
        let next: Vec<String> = next.into_iter().map(|(_, there)| there).collect();
        if !next.is_empty() {
            let _ = writeln!(text, "Next to it:\n{}", next.join("\n"));
        }
        let nearest = self.landmarks(field, subject);
        if !nearest.is_empty() {
            let _ = writeln!(text, "Nearest: {}.", nearest.join("; "));
        }
        self.edges(text, subject);
    }

    /// The nearest of every kind of ground, of what is printed on it, of what runs over it, and of what is
    /// marked.
    fn landmarks(&self, field: &HexField, subject: &Subject) -> Vec<String> {
        let layout = HexLayout::of(field);
        let courses = courses(field);
        let mut nearest: BTreeMap<String, (u64, &HexCell, String)> = BTreeMap::new();
        for cell in &field.cells {
            let far = hexes_between(field.top, subject.at, layout.centre_of(cell));
            let ways = courses.get(&(cell.column, cell.row)).into_iter().flatten();
            let ways = ways.filter_map(|style| match style {
                LineStyle::River => Some("river"),
                LineStyle::Trail => Some("trail"),
                LineStyle::Road => Some("road"),
                _ => None,
            });
            let marks = self.scene.marks.iter().filter(|mark| mark.place == cell.id);
            let marks = marks.filter_map(|mark| match mark.kind {
                MarkKind::Goal => Some("goal"),
                MarkKind::Must => Some("way that must be gone"),
                _ => None,
            });
            let kinds: Vec<String> = match cell.description.is_empty() {
                true => {
                    let symbols = cell.symbols.iter().map(|(symbol, _)| symbol_glyph(*symbol).name);
                    let ground = [texture_glyph(cell.texture).name].into_iter();
                    ground.chain(symbols).map(str::to_string).collect()
                }
                false => kinds_of(&cell.description, &cell.label).collect(),
            };
            let others = ways.chain(marks).map(str::to_string);
            for kind in kinds.into_iter().chain(others) {
                // One of something and several of it are of one kind.
                let words = kind.split(' ').map(|word| word.trim_end_matches('s'));
                let alike = words.collect::<Vec<_>>().join(" ");
                let known = nearest.entry(alike).or_insert_with(|| (far, cell, kind.clone()));
                if far < known.0 {
                    *known = (far, cell, kind);
                }
            }
        }
        let told = |(far, cell, kind): (u64, &HexCell, String)| {
            let way = whither(subject.at, layout.centre_of(cell)).unwrap_or("here");
            match far {
                0 => format!("{kind} here"),
                far => format!("{kind} {}, {} {way}", cell.label, hexes(far)),
            }
        };
        nearest.into_values().map(told).collect()
    }

    /// How far the edges of a field of hexes are, in rows and columns.
    fn edges(&self, text: &mut String, subject: &Subject) {
        for field in &self.scene.ground.fields {
            let Field::Hexes(field) = field else { continue };
            let (column, row) = HexLayout::of(field).hex_at(subject.at);
            let columns = || field.cells.iter().map(|cell| i32::from(cell.column));
            let rows = || field.cells.iter().map(|cell| i32::from(cell.row));
            let far = [
                ("north", row - rows().min().unwrap_or(row), "row", "rows"),
                ("south", rows().max().unwrap_or(row) - row, "row", "rows"),
                ("west", column - columns().min().unwrap_or(column), "column", "columns"),
                ("east", columns().max().unwrap_or(column) - column, "column", "columns"),
            ];
            let far = far.map(|(edge, far, one, many)| {
                format!("{edge} {far} {}", if far == 1 { one } else { many })
            });
            let _ = writeln!(text, "Edges of the board: {}.", far.join(", "));
        }
    }

    /// The nearest piece or ground in every direction.
    fn around_point(&self, text: &mut String, field: &PlaneField, subject: &Subject) {
        let mut nearest: BTreeMap<usize, Vec<(u64, String)>> = BTreeMap::new();
        let mut note = |way: Option<&str>, far: u64, words: String| {
            let way = WINDS.iter().position(|wind| Some(*wind) == way);
            if let Some(way) = way {
                nearest.entry(way).or_default().push((far, words));
            }
        };
        for piece in self.others(subject) {
            let Some(at) = self.point(piece) else { continue };
            let (far, words) = self.far(subject, at, Some(piece)).unwrap_or_default();
            note(whither(subject.at, at), far, format!("{words} {}", what_it_is(piece)));
        }
        let mut here = Vec::new();
        for (far, way, words) in areas(field, subject.at) {
            match way {
                Some(way) => {
                    note(Some(way), far, format!("{} {words}", length(far, &field.unit)));
                }
                None => here.push(words),
            }
        }
        if !here.is_empty() {
            let _ = writeln!(text, "Here: {}.", here.join("; "));
        }
        for (way, mut things) in nearest {
            things.sort();
            let things: Vec<String> = things.into_iter().take(3).map(|(_, words)| words).collect();
            let _ = writeln!(text, "- {}: {}", WINDS[way], sentence(&things.join("; ")));
        }
    }

    /// The places that a line joins, each pair both ways.
    fn links<'f>(&self, field: &'f PlaceField) -> Vec<(&'f str, &'f str)> {
        let nearest = |point: &Point| {
            let gap = |id: &str| {
                let room = self.spots.get(id).map(|spot| spot.shape.extent())?;
                let x = point.x.clamp(room.x, room.x + room.width);
                let y = point.y.clamp(room.y, room.y + room.height);
                Some(straight(*point, Point { x, y }))
            };
            field.places.iter().min_by_key(|place| gap(&place.id)).map(|place| place.id.as_str())
        };
        let mut links = Vec::new();
        for line in &field.lines {
            let mut course: Vec<&str> = line.points.iter().filter_map(nearest).collect();
            course.dedup();
            links.extend(
                course.windows(2).flat_map(|ends| [(ends[0], ends[1]), (ends[1], ends[0])]),
            );
        }
        links
    }

    fn around_place(&self, text: &mut String, field: &PlaceField, subject: &Subject) {
        let links = self.links(field);
        let next = links.iter().filter(|(one, _)| Some(*one) == subject.place.as_deref());
        for (_, id) in next {
            let _ =
                writeln!(text, "- Next to it: {}{}.", self.there(id), self.offered(id, subject));
        }
        let here = subject.place.as_deref().unwrap_or_default();
        for choice in choices_at(self.scene, &Target::Place(here.into())) {
            let _ = writeln!(text, "- `{}`: {}", choice.notation, sentence(&choice.label));
        }
    }

    fn others<'b>(&'b self, subject: &'b Subject) -> impl Iterator<Item = &'a Piece> {
        let own = |piece: &&Piece| subject.piece.is_some_and(|own| own.id == piece.id);
        self.scene.pieces.iter().filter(move |piece| !own(piece))
    }

    /// What a thing reaches, and how far and in which direction everything else is, the nearest first.
    pub(super) fn range(&self, thing: &Target) -> String {
        let Some(subject) = self.subject(thing) else { return NOT_THERE.into() };
        let mut text = sentence(&subject.words) + "\n";
        if let Some(own) = (self.measure)(thing, None).filter(|own| !own.words.is_empty()) {
            let _ = writeln!(text, "{}", sentence(&own.words));
        }
        self.reach(&mut text, &subject);
        let mut others: Vec<(u64, String)> = self
            .others(&subject)
            .filter_map(|piece| {
                let at = self.point(piece)?;
                Some(self.to_other(&subject, &Target::Piece(piece.id.clone()), at, Some(piece)))
            })
            .collect();
        // Of many goals, as along an edge of the board, the nearest says enough.
        let far = |mark: &&Mark| {
            self.spots.get(&mark.place).and_then(|spot| self.far(&subject, spot.centre, None))
        };
        let away = |mark: &&Mark| Some(&mark.place) != subject.place.as_ref();
        let marks = || self.scene.marks.iter().filter(away);
        let goal = marks().filter(|mark| mark.kind == MarkKind::Goal).min_by_key(far);
        let told = |mark: &&Mark| matches!(mark.kind, MarkKind::Must | MarkKind::Ordered);
        let marks = goal.into_iter().chain(marks().filter(told));
        others.extend(marks.filter_map(|mark| {
            let at = self.on_table(self.spots.get(&mark.place)?.centre);
            Some(self.to_other(&subject, &Target::Place(mark.place.clone()), at, None))
        }));
        others.sort();
        if others.is_empty() {
            text.push_str("Nothing else is on the board.\n");
        }
        others.iter().take(NEAREST).for_each(|(_, words)| {
            let _ = writeln!(text, "- {words}");
        });
        if others.len() > NEAREST {
            let (last, next) = (others[NEAREST - 1].0, others[NEAREST].0);
            let where_to = match next {
                UNMEASURED => "on the board",
                _ if next == last => "as far away or farther",
                _ => "farther away",
            };
            let _ = writeln!(text, "{} more are {where_to}.", others.len() - NEAREST);
        }
        for field in &self.scene.ground.fields {
            let Field::Plane(field) = field else { continue };
            let mut areas = areas(field, subject.at);
            areas.sort();
            let _ = if areas.is_empty() { Ok(()) } else { writeln!(text, "On the ground:") };
            for (far, way, words) in areas {
                let _ = match way {
                    Some(way) => {
                        writeln!(text, "- {words}: {} {way}.", length(far, &field.unit))
                    }
                    None => writeln!(text, "- {words}: here."),
                };
            }
        }
        text
    }

    /// Where a thing can go now: with one decision, with several, and to any point of a plane.
    fn reach(&self, text: &mut String, subject: &Subject) {
        let (Some(prompt), Target::Piece(id)) = (&self.scene.prompt, &subject.target) else {
            return;
        };
        let there = |place: &str, tag: &str| {
            let at = self.on_table(self.spots.get(place)?.centre);
            let far = match self.far(subject, at, None) {
                Some((_, far)) => format!("{far} {}", whither(subject.at, at).unwrap_or("")),
                None => whither(subject.at, at).unwrap_or("").to_string(),
            };
            // Its own name says nothing about the way.
            let named = subject.piece.is_some_and(|piece| piece.label == tag);
            let tag = if tag.is_empty() || named { String::new() } else { format!(", {tag}") };
            let found = self.found_in(place, id);
            Some(format!("{} ({}{tag}{found})", called(place, &self.spots), far.trim()))
        };
        // Where one piece alone is asked about, what nobody is named for is its own.
        let only = self.here().as_ref() == Some(&subject.target);
        let goes = |moves: &Option<String>| match moves {
            Some(moves) => moves == id,
            None => only && prompt.choices.iter().all(|choice| choice.moves.is_none()),
        };
        let mut next: Vec<String> = Vec::new();
        for choice in prompt.choices.iter().filter(|choice| goes(&choice.moves)) {
            if let Some(Target::Place(place)) = &choice.target
                && let Some(words) = there(place, &choice.tag)
                && !next.contains(&words)
            {
                next.push(words);
            }
        }
        if !next.is_empty() {
            let _ = writeln!(text, "It can go to {}.", cut_short(&next));
        }
        let first = |line: &str| {
            let choice = prompt.choices.iter().find(|choice| choice.notation == line);
            choice.is_some_and(|choice| goes(&choice.moves))
        };
        let begins = |mut at: usize| loop {
            match prompt.ahead.get(at).map(|step| (step.after, step.notation.as_str())) {
                Some((Some(before), _)) if before < at => at = before,
                Some((None, line)) => break first(line),
                _ => break false,
            }
        };
        let ahead = prompt.ahead.iter().enumerate().filter(|(_, step)| !step.tag.is_empty());
        let ahead = ahead.filter(|(at, _)| begins(*at));
        let ahead: Vec<String> =
            ahead.filter_map(|(_, step)| there(&step.place, &step.tag)).collect();
        if !ahead.is_empty() {
            let _ = writeln!(
                text,
                "With several decisions it reaches {}. The last number is what the whole way costs.",
                cut_short(&ahead)
            );
        }
        for free in prompt.free.iter().filter(|free| goes(&free.moves)) {
            let words = if free.words.is_empty() { "" } else { ": " };
            let told = format!("{} to any point in reach{words}{}", free.label, free.words);
            let _ = writeln!(text, "{}", sentence(&told));
        }
    }

    /// What is in a hex beside its terrain and this piece, to be said after the way there.
    fn found_in(&self, place: &str, but: &str) -> String {
        let hexes = self.scene.ground.fields.iter().filter_map(|field| match field {
            Field::Hexes(field) => Some(&field.cells),
            _ => None,
        });
        let cell = hexes.flatten().find(|cell| cell.id == place);
        let said = cell.and_then(|cell| cell.description.split_once(": "));
        let found = said.and_then(|(_, said)| said.split_once(", ")).map(|(_, found)| found);
        let here = |piece: &&Piece| matches!(&piece.at, At::Place(at) if at == place);
        let pieces = self.scene.pieces.iter().filter(|piece| cell.is_some() && piece.id != but);
        let pieces = pieces.filter(here).map(what_it_is);
        let pieces = pieces.map(|words| words.split([',', ';', ':']).next().map(str::to_string));
        let found = found.map(str::to_string).into_iter().chain(pieces.flatten());
        found.map(|words| format!("; {words}")).collect()
    }

    /// Another thing, how far and in which direction it is, and what the game says of the way there.
    fn to_other(
        &self,
        subject: &Subject,
        other: &Target,
        at: Point,
        piece: Option<&Piece>,
    ) -> (u64, String) {
        let name = match (piece, other) {
            (Some(piece), _) => what_it_is(piece),
            (None, Target::Place(id)) => self.there(id),
            _ => String::new(),
        };
        let measured = self.far(subject, at, piece);
        let (far, mut words) = measured.unwrap_or((UNMEASURED, String::new()));
        match whither(subject.at, at) {
            Some(way) => words = format!("{words} {way}").trim().to_string(),
            None => words = "in the same place".into(),
        }
        let says =
            (self.measure)(&subject.target, Some(other)).map_or(String::new(), |it| it.words);
        let says = says.trim().trim_end_matches('.');
        // A ruler alone says no more than how far it is.
        let ruled = says.is_empty()
            || says
                .split(|letter: char| !letter.is_alphabetic())
                .all(|word| matches!(word, "" | "hex" | "hexes"));
        let says = if ruled { String::new() } else { format!("; {says}") };
        (far, sentence(&format!("{name}: {words}{says}")))
    }
}

/// How far away that is to which nothing leads: behind everything else.
const UNMEASURED: u64 = u64::MAX;

/// What is said of a card, or of what has left the board.
const NOT_THERE: &str = "That is not on the board.\n";

/// Things in a row, of very many the first ones and how many more there are.
fn cut_short(things: &[String]) -> String {
    let first = things.iter().take(LONGEST_ROW).map(String::as_str).collect::<Vec<_>>().join("; ");
    match things.len() {
        all if all > LONGEST_ROW => format!("{first}; and {} more", all - LONGEST_ROW),
        _ => first,
    }
}

fn is_of_hexes(field: &Field) -> bool {
    matches!(field, Field::Hexes(_))
}

/// How many things are told in a row.
const LONGEST_ROW: usize = 60;

/// How many things an answer about distances names, the nearest first.
const NEAREST: usize = 24;

/// What a mark means for one place.
fn one_mark(kind: MarkKind) -> String {
    match kind {
        MarkKind::Goal => "a goal".into(),
        kind => {
            let words = mark_words(kind);
            format!("{}{}", words[..1].to_lowercase(), &words[1..])
        }
    }
}

/// A name within a sentence: "The rescuer" is "the rescuer" there.
fn amid(name: &str) -> String {
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => name.into(),
    }
}

/// The first words about a thing.
fn short(subject: &Subject) -> String {
    match subject.piece {
        Some(piece) => what_it_is(piece).split([',', ';', ':']).next().unwrap_or_default().into(),
        None => subject.words.split([';', '(']).next().unwrap_or_default().trim().into(),
    }
}

/// Everything on a plane that has words: how far it is, in which direction (none if one stands in it), and the
/// words.
fn areas(field: &PlaneField, from: Point) -> Vec<(u64, Option<&'static str>, String)> {
    let described = field.all_areas().filter(|area| !area.description.is_empty());
    let areas = described.map(|area| {
        let extent = area.shape.extent();
        let (drawn, there) = (extent.centre(), field.on_table(extent.centre()).0);
        let (x, y) = (extent.x + there.x - drawn.x, extent.y + there.y - drawn.y);
        let extent = Rect { x, y, ..extent };
        let near = Point {
            x: from.x.clamp(extent.x, extent.x + extent.width),
            y: from.y.clamp(extent.y, extent.y + extent.height),
        };
        let words = area.description.trim_end_matches('.').to_string();
        (straight(from, near), whither(from, near), words)
    });
    // Walls are told with the board; what opens in them, and what one crosses or climbs, is looked for.
    let lines = field.all_lines().filter(|line| line.style != LineStyle::Wall);
    let lines = lines.filter(|line| !line.description.is_empty());
    let lines = lines.filter_map(|line| {
        let points: Vec<Point> = line.points.iter().map(|it| field.on_table(*it).0).collect();
        let parts = points.windows(2).map(|part| nearest_on(part[0], part[1], from));
        let near = parts.min_by_key(|near| straight(from, *near))?;
        let words = line.description.trim_end_matches('.').to_string();
        Some((straight(from, near), whither(from, near), words))
    });
    areas.chain(lines).collect()
}

/// The point of a straight line that is nearest to another point.
fn nearest_on(a: Point, b: Point, from: Point) -> Point {
    let wide = |value: i32| i64::from(value);
    let (dx, dy) = (wide(b.x) - wide(a.x), wide(b.y) - wide(a.y));
    let length2 = dx * dx + dy * dy;
    let along = (wide(from.x) - wide(a.x)) * dx + (wide(from.y) - wide(a.y)) * dy;
    let along = along.clamp(0, length2);
    let part = |start: i32, way: i64| (wide(start) + way * along / length2.max(1)).fit::<i32>();
    Point { x: part(a.x, dx), y: part(a.y, dy) }
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

/// The winds clockwise; the north is up.
const WINDS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// The wind in which one point lies from another; none if they are one.
///
/// ```
/// use stage::{Point, text::whither};
///
/// assert_eq!(whither(Point::new(0, 0), Point::new(9, -9)), Some("north-east"));
/// ```
pub fn whither(from: Point, to: Point) -> Option<&'static str> {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    if (dx, dy) == (0, 0) {
        return None;
    }
    // The tangent of 22.5 degrees, within a thousandth.
    let along = |one: i64, other: i64| other.abs() * 1000 <= one.abs() * 414;
    Some(match (dx.signum(), dy.signum()) {
        (1, _) if along(dx, dy) => WINDS[2],
        (-1, _) if along(dx, dy) => WINDS[6],
        (_, -1) if along(dy, dx) => WINDS[0],
        (_, 1) if along(dy, dx) => WINDS[4],
        (1, -1) => WINDS[1],
        (-1, -1) => WINDS[7],
        (1, _) => WINDS[3],
        _ => WINDS[5],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winds_go_round() {
        let middle = Point::new(0, 0);
        let ends = [(0, -9), (5, -9), (9, 0), (9, 9), (1, 9), (-9, 5), (-9, 1), (-5, -5)];
        let named = ends.map(|(x, y)| whither(middle, Point::new(x, y)).unwrap_or_default());
        assert_eq!(named, WINDS);
        assert_eq!(whither(middle, middle), None);
    }
}
