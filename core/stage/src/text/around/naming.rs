//! What a name means that somebody asks about: one thing, several, or something that is not on the board.

use super::{Seen, UNMEASURED, is_of_hexes};
use crate::piece::Piece;
use crate::prompt::{Choice, Target};
use crate::spots::Spot;
use crate::text::describe::{called, names, sentence, told};
use crate::text::hexes::names_on_board;
use crate::text::panels::in_words;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many things of one name are told, and lines of sheets about one thing.
const FEW: usize = 8;

impl Seen<'_> {
    /// What is said about the thing of that name; without a name about where we are. Where several things are called so
    /// all of them are told.
    pub(in crate::text) fn about(&self, name: &str, say: impl Fn(&Target) -> String) -> String {
        if name.is_empty() {
            return self.here().map_or_else(|| self.say_of_what(), |here| say(&here));
        }
        match &self.find(name)[..] {
            [] => self.off_the_board(name),
            // A place that has this name only without its kind is not meant where the choices speak of somebody.
            [Target::Place(id)] if self.is_spoken_of(name) && !self.is_named(id, name) => {
                let place = called(id, &self.spots);
                format!("{}`where place {name}` tells of {place}.\n", self.off_the_board(name))
            }
            [thing] => say(thing) + &self.namesake(name, thing),
            several => self.several(name, several),
        }
    }

    /// Whether the choices have this name in their lines.
    fn is_spoken_of(&self, name: &str) -> bool {
        let lower = name.trim().to_lowercase();
        let lines = self.scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        lines.into_iter().any(|choice| names(&choice.notation.to_lowercase(), &lower))
    }

    /// Whether this is the name of a place, its kind included.
    fn is_named(&self, id: &str, name: &str) -> bool {
        let own = [id, self.spots.get(id).map_or("", |spot| spot.label.as_str())];
        own.iter().any(|own| own.eq_ignore_ascii_case(name.trim()))
    }

    /// What sheets and choices say of something that is not on the board.
    fn off_the_board(&self, name: &str) -> String {
        let lower = name.to_lowercase();
        let tells = |line: &str| match lower.contains(' ') {
            true => line.to_lowercase().contains(&lower),
            false => names(&line.to_lowercase(), &lower),
        };
        let sheets = self.scene.panels.iter().flat_map(|sheet| {
            let lines: Vec<String> = in_words(sheet).lines().skip(1).map(str::to_string).collect();
            lines.into_iter().map(|line| (sheet.title.as_str(), line))
        });
        let told = sheets.filter(|(_, line)| tells(line)).take(FEW);
        let told: Vec<String> =
            told.map(|(title, line)| format!("- {title}: {}\n", sentence(&line))).collect();
        let choices = self.scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        let offered = choices.filter(|choice| choice.has(name)).count();
        if told.is_empty() && offered == 0 {
            return format!(
                "Nothing here is called `{name}`; `pieces` says what is on the board.\n"
            );
        }
        let mut text = format!("`{name}` is not on the board.\n{}", told.concat());
        if offered > 0 {
            let _ = writeln!(text, "`choices {name}` tells what can be done with it.");
        }
        text
    }

    /// Several things that are called so, the nearest first, each with how it lies from where we are.
    fn several(&self, name: &str, things: &[Target]) -> String {
        let from = self.here().and_then(|here| self.subject(&here));
        let mut told: Vec<(u64, String, String)> = things
            .iter()
            .filter_map(|thing| self.subject(thing))
            .map(|to| {
                let far = from.as_ref().and_then(|from| self.far(from, to.at, to.piece));
                let way = from.as_ref().and_then(|from| self.way(from, &to));
                let way = way.map_or(String::new(), |way| format!(": {way}"));
                let own = match &to.target {
                    Target::Place(id) => called(id, &self.spots),
                    _ => to.piece.map_or(String::new(), |piece| piece.label.clone()),
                };
                let words = sentence(&format!("{}{way}", to.words.trim_end_matches('.')));
                (far.map_or(UNMEASURED, |(far, _)| far), words, own)
            })
            .collect();
        told.sort();
        let mut text = format!("{} things here are called `{name}`:\n", told.len());
        told.iter().take(FEW).for_each(|(_, words, _)| {
            let _ = writeln!(text, "- {words}");
        });
        if told.len() > FEW {
            let _ = writeln!(text, "{} more are as far away or farther.", told.len() - FEW);
        }
        if let Some((_, _, own)) = told.iter().find(|(_, _, own)| !own.is_empty()) {
            let _ = writeln!(text, "Ask about one of them by its own name, such as `where {own}`.");
        }
        text
    }

    /// What belongs to whoever is asked, so that they can ask about one of it.
    pub(super) fn say_of_what(&self) -> String {
        let own = self.scene.prompt.as_ref().map(|prompt| self.scene.ink_of(prompt.seat));
        let own = self.scene.pieces.iter().filter(|piece| Some(piece.ink) == own);
        let own: Vec<String> =
            own.map(|piece| format!("- {}\n", sentence(&told(piece, &self.spots)))).collect();
        match own.is_empty() {
            true => "Nothing of yours is on the board now. Say of what, by its name; `pieces` says what is there.\n".into(),
            false => format!("Say of what, by its name. Yours are:\n{}", own.concat()),
        }
    }

    /// How one asks about the place that has the same name as the piece of which was told; empty if none has.
    fn namesake(&self, name: &str, thing: &Target) -> String {
        let kind = if self.scene.ground.fields.iter().any(is_of_hexes) { "hex" } else { "place" };
        let place = self.spots.iter().find(|(id, spot)| {
            [id.as_str(), &spot.label].iter().any(|own| own.eq_ignore_ascii_case(name.trim()))
        });
        match (thing, place) {
            (Target::Piece(_), Some((id, _))) => {
                let called = called(id, &self.spots);
                format!("`where {kind} {called}` tells of the {kind} {called}.\n")
            }
            _ => String::new(),
        }
    }

    /// The pieces or places that a name means: by their id or label, else those whose words begin with it, else
    /// those whose words hold it; pieces before places of the same name, and of pieces one's own that can do
    /// something. A word before the name says which of both is meant: `hex G1`, `figure B1`.
    pub(super) fn find(&self, name: &str) -> Vec<Target> {
        let name = name.trim().to_lowercase();
        let (kind, rest) = name.split_once(char::is_whitespace).unwrap_or(("", &name));
        let exact = self.called_so(&name, true, true, 1);
        let told = match kind {
            "hex" | "place" | "building" | "area" => self.called_so(rest.trim(), false, true, 3),
            "piece" | "figure" | "hero" | "animal" | "creature" | "person" => {
                self.called_so(rest.trim(), true, false, 2)
            }
            _ => Vec::new(),
        };
        let found = [exact, told].into_iter().find(|found| !found.is_empty());
        found.unwrap_or_else(|| self.called_so(&name, true, true, 3))
    }

    /// The pieces, the places, or whichever of both a name means, as [`Seen::find`] says; by so many ways of reading
    /// it.
    fn called_so(&self, name: &str, pieces: bool, places: bool, ways: usize) -> Vec<Target> {
        let fits: [&dyn Fn(&str) -> bool; 3] = [
            &|text| text.to_lowercase() == name,
            &|text| {
                (name.len() > 2 && text.to_lowercase().starts_with(name)) || is_told(text, name)
            },
            &|text| name.len() > 2 && text.to_lowercase().contains(name),
        ];
        let signs = names_on_board(self.scene);
        let written = |fits: &dyn Fn(&str) -> bool, piece: &Piece| {
            signs.get(piece.id.as_str()).is_some_and(|signs| signs.iter().any(|sign| fits(sign)))
        };
        let piece_fits = |fits: &dyn Fn(&str) -> bool, piece: &Piece| {
            fits(&piece.id)
                || fits(&piece.label)
                || written(fits, piece)
                || fits(&piece.description)
        };
        let found = fits.into_iter().take(ways).map(|fits| {
            let found = || self.scene.pieces.iter().filter(|it| pieces && piece_fits(fits, it));
            let nearest = found().map(|piece| self.farness(piece)).min();
            let found = found().filter(|piece| Some(self.farness(piece)) == nearest);
            let mut said = BTreeSet::new();
            // Of what is told alike, such as tokens on a pile, one says enough.
            let found = found.filter(|piece| said.insert(told(piece, &self.spots)));
            let found: Vec<Target> = found.map(|piece| Target::Piece(piece.id.clone())).collect();
            if !found.is_empty() {
                return found;
            }
            let place_fits = |id: &str, spot: &Spot| {
                // A place may have its kind before its name, where pieces have such names too: `zone-ZB`.
                let own = |id: &str| id.split_once('-').is_some_and(|(_, own)| fits(own));
                let own = |id: &str| name.len() > 1 && own(id);
                fits(id) || own(id) || fits(&spot.label) || fits(&spot.description)
            };
            let spots = self.spots.iter().filter(|(id, spot)| places && place_fits(id, spot));
            spots.map(|(id, _)| Target::Place(id.clone())).collect()
        });
        found.into_iter().find(|found: &Vec<Target>| !found.is_empty()).unwrap_or_default()
    }

    /// How little a piece concerns whoever is asked: what they can move or choose least, then their own, then the
    /// others.
    fn farness(&self, piece: &Piece) -> u8 {
        let Some(prompt) = &self.scene.prompt else { return 0 };
        let target = Target::Piece(piece.id.clone());
        let speaks = |choice: &Choice| {
            choice.moves.as_ref() == Some(&piece.id) || choice.target.as_ref() == Some(&target)
        };
        match (prompt.choices.iter().any(speaks), piece.ink == self.scene.ink_of(prompt.seat)) {
            (true, true) => 0,
            (false, true) => 1,
            (true, false) => 2,
            (false, false) => 3,
        }
    }
}

/// Whether words tell of something by a short name with a number in it, such as one of the creatures that lie on a pile.
fn is_told(words: &str, name: &str) -> bool {
    let mut told = words.split(|letter: char| !letter.is_alphanumeric());
    let is_name =
        name.contains(|letter: char| letter.is_ascii_digit()) && name.contains(char::is_alphabetic);
    is_name && told.any(|word| word.to_lowercase() == name)
}
