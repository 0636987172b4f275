//! What a text tells a player to write is understood: phrases between backticks, the lines of choices,
//! slips and free moves, and the names that stand on the board.

use super::walk::Walk;
use super::{Held, must};
use crate::catalogue::Catalogue;
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use crate::wording::spoken;
use stage::{BlankKind, Choice, Field, Prompt, Scene, Slip, Target};

/// What stands for a point of a plane where one is asked for.
const A_POINT: &str = "12,10";

/// What stands for words where words are asked for without an example between backticks.
const WORDS: &str = "Mud";

/// Choices whose names are tried at a look.
const MOST_NAMED: usize = 24;

/// Decisions ahead that are read at a look.
const MOST_AHEAD: usize = 24;

impl<G: Conformant> Walk<'_, G> {
    /// What this seat reads and may write is understood from it.
    pub(super) fn names_hold(&self, seat: Seat) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let (viewer, mut legal) = (Viewer::Seat(seat), Vec::new());
        game.legal(position, seat, &mut legal);
        let mut scene = game.scene(&game.view(position, viewer), viewer, &legal, Names::NONE);
        super::texts::each_text(&scene, &mut |what, text| self.phrases_hold(seat, what, text))?;
        let Some(mut prompt) = scene.prompt.take() else { return Ok(()) };
        prompt.ahead = game.ahead(position, seat);
        let step = prompt.choices.len().div_ceil(MOST_NAMED).max(1);
        for choice in prompt.choices.iter().step_by(step) {
            self.shown_name_holds(seat, &scene, choice)?;
        }
        self.lines_of_prompt_hold(seat, &scene, &prompt)
    }

    /// Lines that a page would write are understood.
    fn lines_of_prompt_hold(&self, seat: Seat, scene: &Scene, prompt: &Prompt) -> Held {
        for free in &prompt.free {
            let what = format!("the free move `{}`", free.label);
            self.line_is_understood(seat, &free.line(&[A_POINT], None), &what)?;
            if free.way {
                self.line_is_understood(seat, &free.line(&[A_POINT, A_POINT], None), &what)?;
            }
            if !free.facing.is_empty() {
                self.line_is_understood(seat, &free.line(&[A_POINT], Some(A_POINT)), &what)?;
            }
        }
        for plan in &prompt.plans {
            let what = format!("the plan `{}`", plan.label);
            let offered = |line: &String| prompt.choices.iter().any(|it| it.notation == *line);
            must(plan.lines.first().is_some_and(offered), || format!("{what} is not offered"))?;
            for line in &plan.lines {
                self.line_is_understood(seat, line, &what)?;
            }
        }
        for slip in &prompt.slips {
            for line in filled_in(slip, scene) {
                self.line_is_understood(seat, &line, &format!("the slip `{}`", slip.title))?;
            }
        }
        let step = prompt.ahead.len().div_ceil(MOST_AHEAD).max(1);
        for ahead in prompt.ahead.iter().step_by(step) {
            self.line_is_understood(seat, &ahead.notation, "what lies ahead")?;
        }
        Ok(())
    }

    fn line_is_understood(&self, seat: Seat, line: &str, what: &str) -> Held {
        match self.read(seat, line)? {
            Ok(_) => Ok(()),
            Err(misread) => {
                Err(format!("{what} writes `{line}`, which is not understood: {misread}"))
            }
        }
    }

    /// What a text has between backticks is understood as an action, or names an option.
    pub(super) fn phrases_hold(&self, seat: Seat, what: &str, text: &str) -> Held {
        for phrase in spoken(text) {
            let understood = self.read(seat, phrase)?.is_ok();
            must(understood || names_option(self.catalogue, phrase), || {
                format!("{what} says `{phrase}`, which is not understood, in: {text}")
            })?;
        }
        Ok(())
    }

    /// A choice whose line has the id of what one would click is understood with the name that stands
    /// there, too.
    fn shown_name_holds(&self, seat: Seat, scene: &Scene, choice: &Choice) -> Held {
        let Some((id, name)) = choice.target.as_ref().and_then(|target| shown_name(scene, target))
        else {
            return Ok(());
        };
        let words: Vec<&str> = choice.notation.split(' ').collect();
        if name.is_empty() || name == id || !words.contains(&id) {
            return Ok(());
        }
        let named: Vec<&str> =
            words.into_iter().map(|word| if word == id { name } else { word }).collect();
        let named = named.join(" ");
        let (meant, read) = (self.read(seat, &choice.notation)?, self.read(seat, &named)?);
        must(read.is_ok() && read.ok() == meant.ok(), || {
            format!(
                "`{id}` is called `{name}` on the board, but `{named}` is not `{}`",
                choice.notation
            )
        })
    }
}

/// Whether a phrase is the key of an option, one of its values, or a key with its value.
pub(super) fn names_option(catalogue: &Catalogue, phrase: &str) -> bool {
    let (key, value) = match phrase.split_once('=') {
        Some((key, value)) => (key.trim(), Some(value.trim())),
        None => (phrase, None),
    };
    catalogue.options.iter().any(|option| match value {
        Some(value) => option.key == key && option.read(value).is_ok(),
        None => option.key == key || option.values().iter().any(|value| value == key),
    })
}

/// The id and the name of what one would click.
fn shown_name<'a>(scene: &'a Scene, target: &'a Target) -> Option<(&'a str, &'a str)> {
    let found = match target {
        Target::Place(id) => (id, place_name(scene, id)?),
        Target::Piece(id) => (id, &*scene.pieces.iter().find(|piece| piece.id == *id)?.label),
        Target::Card(_) | Target::Point(_) => return None,
    };
    Some((found.0, found.1))
}

fn place_name<'a>(scene: &'a Scene, id: &str) -> Option<&'a str> {
    scene.ground.fields.iter().find_map(|field| match field {
        Field::Hexes(field) => {
            field.cells.iter().find(|cell| cell.id == id).map(|cell| cell.label.as_str())
        }
        Field::Plane(field) => {
            field.areas.iter().find(|area| area.id == id).map(|area| area.label.as_str())
        }
        Field::Places(field) => {
            field.places.iter().find(|place| place.id == id).map(|place| place.label.as_str())
        }
    })
}

/// The line of a slip as it stands at first, and with each other word that can be chosen in a blank.
fn filled_in(slip: &Slip, scene: &Scene) -> Vec<String> {
    let a_place = || super::scenes::places(&scene.ground).next().unwrap_or_default().to_string();
    let entries = slip.blanks.iter().map(|blank| match &blank.entry {
        BlankKind::OneOf(words) => words.iter().map(|(word, _)| word.clone()).collect(),
        BlankKind::Place { words, .. } => {
            let words = words.iter().map(|(word, _)| word.clone());
            [a_place()].into_iter().chain(words).collect()
        }
        BlankKind::Number { least, most, first } => {
            [first, least, most].map(ToString::to_string).to_vec()
        }
        BlankKind::Text { .. } => {
            vec![blank.label.split('`').nth(1).unwrap_or(WORDS).to_string()]
        }
    });
    let entries: Vec<Vec<String>> = entries.collect();
    let at_first = |blank: &Vec<String>| blank.first().cloned().unwrap_or_default();
    let first: Vec<String> = entries.iter().map(at_first).collect();
    let mut lines = Vec::new();
    for (place, words) in entries.iter().enumerate() {
        for word in words {
            let mut filled = first.clone();
            filled[place].clone_from(word);
            lines.push(slip.line(&filled.iter().map(String::as_str).collect::<Vec<_>>()));
        }
    }
    lines
}
