//! Plays a case and holds it to its expectations.

use super::matching::{at, leaves, meets};
use super::{Block, Case, Expected, Told, Verdict};
use crate::catalogue::Setup;
use crate::dice::Dice;
use crate::edition::Edition;
use crate::log::Log;
use crate::refusal::{Fault, Refused, SetupError};
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Shown;
use crate::speech::StoryLine;
use crate::status::Status;
use serde_json::Value;

/// Plays a case of this game, by the edition that is built in.
pub fn judge<G: Shown>(case: &Case) -> Verdict {
    judge_under::<G>(case, &G::house())
}

/// Plays a case of this game by an edition.
pub fn judge_under<G: Shown>(case: &Case, edition: &Edition) -> Verdict {
    let place = |part: &str, fault: Fault| case.source.place(part, fault);
    let mut faults = case.faults.clone();
    let unknown = case.unknown_rules(G::exhibits().ledger);
    faults.extend(unknown.into_iter().map(|fault| place("", fault)));
    let setup = case.setup_in::<G>(edition).map_err(|error| {
        faults.extend(error.0.into_iter().map(|fault| place("", fault)));
    });
    let (given, wrong) = case.source.part::<G::Given>("given");
    faults.extend(wrong);
    let (Ok(setup), true) = (setup, faults.is_empty()) else {
        faults.sort_by_key(|fault| fault.at);
        return Verdict::Faulty(faults);
    };
    let mut dice = Dice::loaded(case.blocks[0].dice.clone());
    let mut log = Log::new();
    let (game, position) = match set_up::<G>(given, edition, &setup, &mut dice, &mut log) {
        Ok(started) => started,
        Err(error) => {
            return Verdict::Faulty(
                error.0.into_iter().map(|fault| place("given", fault)).collect(),
            );
        }
    };
    let mut play = CasePlay { game, position, log, failures: Vec::new() };
    for (number, block) in case.blocks.iter().enumerate() {
        if number > 0 {
            dice = Dice::loaded(block.dice.clone());
            play.log.take();
        }
        if !play.block(block, &mut dice) {
            break;
        }
        let place =
            if case.blocks.len() > 1 { format!("stretch {}: ", number + 1) } else { String::new() };
        let before = play.failures.len();
        let unmet = play.claims().unmet(&block.then);
        play.failures.extend(unmet);
        play.failures[before..].iter_mut().for_each(|failure| failure.insert_str(0, &place));
        if play.failures.len() > before {
            break;
        }
    }
    if play.failures.is_empty() { Verdict::Passed } else { Verdict::Failed(play.failures) }
}

/// The game and the position that a file gives, or the start of its scenario.
pub(crate) fn set_up<G: Shown>(
    given: Option<G::Given>,
    edition: &Edition,
    setup: &Setup,
    dice: &mut Dice,
    log: &mut Log<G::Event>,
) -> Result<(G, G::Position), SetupError> {
    match given {
        Some(given) => G::arrange(edition, setup, given, dice),
        None => {
            let game = G::open(edition, setup)?;
            let position = game.start(dice, log);
            Ok((game, position))
        }
    }
}

struct CasePlay<G: Shown> {
    game: G,
    position: G::Position,
    log: Log<G::Event>,
    failures: Vec<String>,
}

impl<G: Shown> CasePlay<G> {
    fn fail(&mut self, failure: String) {
        self.failures.push(failure);
    }

    /// Does what the block does; false if it could not be done.
    fn block(&mut self, block: &Block, dice: &mut Dice) -> bool {
        for line in &block.actions {
            let done = read(&self.game, &self.position, line).and_then(|(seat, action)| {
                if !self.game.status(&self.position).awaits(seat) {
                    return Err(format!("`{line}`: seat {seat} need not decide"));
                }
                self.game.play(&mut self.position, seat, &action, dice, &mut self.log).map_err(
                    |refusal| format!("`{line}` was refused: {refusal} ({})", refusal.rule()),
                )
            });
            let done = done.and_then(|()| match dice.fault() {
                Some(fault) => Err(format!("`{line}`: {fault}")),
                None => Ok(()),
            });
            if let Err(failure) = done {
                self.fail(failure);
                return false;
            }
        }
        if let Some(fault) = dice.fault() {
            self.fail(fault.to_string());
            return false;
        }
        match dice.left() {
            0 => true,
            left => {
                self.fail(format!("{left} of the {} dice were not used", block.dice.len()));
                false
            }
        }
    }

    fn claims(&self) -> Claims<'_, G> {
        Claims::new(
            &self.game,
            &self.position,
            Box::new(|viewer| self.log.seen_by(viewer).collect()),
        )
    }
}

/// Seat and action of a line such as `1: roll`.
pub(crate) fn read<G: Shown>(
    game: &G,
    position: &G::Position,
    line: &str,
) -> Result<(Seat, G::Action), String> {
    let (seat, notation) = line.split_once(':').ok_or_else(|| {
        format!("`{line}`: write the seat, a colon and the action, such as `1: roll`")
    })?;
    let seat: Seat = seat.parse()?;
    if seat.0 >= game.setup().seats {
        return Err(format!("`{line}`: there is no seat {seat}"));
    }
    game.parse(position, seat, notation.trim())
        .map(|action| (seat, action))
        .map_err(|misread| misread.to_string())
}

/// What each viewer may know of what happened.
type Seen<'a, E> = Box<dyn Fn(Viewer) -> Vec<&'a E> + 'a>;

/// A moment of a game that is held to what a file expects of it.
pub(crate) struct Claims<'a, G: Shown> {
    game: &'a G,
    position: &'a G::Position,
    seen: Seen<'a, G::Event>,
    failures: Vec<String>,
}

impl<'a, G: Shown> Claims<'a, G> {
    /// The moment of a position, with what each viewer may know of what happened before it.
    pub fn new(game: &'a G, position: &'a G::Position, seen: Seen<'a, G::Event>) -> Claims<'a, G> {
        Claims { game, position, seen, failures: Vec::new() }
    }

    /// What is not as expected.
    pub fn unmet(mut self, expected: &Expected) -> Vec<String> {
        self.hold_to(expected);
        self.failures
    }

    fn fail(&mut self, failure: String) {
        self.failures.push(failure);
    }

    fn read(&self, line: &str) -> Result<(Seat, G::Action), String> {
        read(self.game, self.position, line)
    }

    fn listed(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal(self.position, seat, &mut actions);
        actions
    }

    fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.game.view(self.position, viewer)).unwrap_or_default()
    }

    fn hold_to(&mut self, expected: &Expected) {
        self.hold_view(Viewer::Referee, &expected.view, "");
        let truth = self.view(Viewer::Referee);
        for path in &expected.absent {
            if let Some(found) = at(&truth, path).filter(|found| !found.is_null()) {
                self.fail(format!("{path}: expected nothing, found {found}"));
            }
        }
        for (name, table) in &expected.seat {
            if let Some(viewer) = self.viewer(name) {
                self.hold_view(viewer, table, &format!("through the eyes of {name}: "));
            }
        }
        for (name, paths) in &expected.hides {
            let Some(viewer) = self.viewer(name) else {
                continue;
            };
            let view = self.view(viewer);
            for path in paths {
                if let Some(found) = at(&view, path).filter(|found| !found.is_null()) {
                    self.fail(format!("{name} must not see {path}, but sees {found}"));
                }
            }
        }
        self.hold_events(expected);
        for (name, texts) in &expected.unheard {
            let Some(viewer) = self.viewer(name) else {
                continue;
            };
            let heard: Vec<String> = (self.seen)(viewer)
                .into_iter()
                .map(|event| self.game.narrate(event, Names::NONE).text)
                .collect();
            for text in texts {
                if let Some(line) = heard.iter().find(|line| contains(line, text)) {
                    self.fail(format!("{name} must not hear of `{text}`, but is told `{line}`"));
                }
            }
        }
        self.hold_actions(expected);
        let status = self.game.status(self.position);
        if let Some(deciding) = &expected.deciding {
            let found: Vec<u16> = match &status {
                Status::Deciding(seats) => seats.iter().map(|seat| seat.0 + 1).collect(),
                Status::Over(_) => Vec::new(),
            };
            if found != *deciding {
                self.fail(format!("expected seats {deciding:?} to decide, found {found:?}"));
            }
        }
        if let Some(table) = &expected.outcome {
            match status.outcome() {
                None => self.fail("expected the game to be over, but it goes on".into()),
                Some(outcome) => {
                    let mut found = serde_json::to_value(outcome).unwrap_or_default();
                    let winners: Vec<u16> = outcome.winners.iter().map(|seat| seat.0 + 1).collect();
                    found["winners"] = winners.into();
                    let told = self.game.conclusion(self.position, outcome, Names::NONE);
                    found["text"] = told.into();
                    self.hold_table(&found, table, "outcome: ");
                }
            }
        }
    }

    fn viewer(&mut self, name: &str) -> Option<Viewer> {
        match name.parse() {
            Ok(viewer) => Some(viewer),
            Err(problem) => {
                self.fail(problem);
                None
            }
        }
    }

    fn hold_view(&mut self, viewer: Viewer, table: &toml::Table, place: &str) {
        if !table.is_empty() {
            let view = self.view(viewer);
            self.hold_table(&view, table, place);
        }
    }

    fn hold_table(&mut self, found: &Value, table: &toml::Table, place: &str) {
        for (path, expected) in leaves(table) {
            match at(found, &path) {
                Some(found) if meets(expected, found) => {}
                Some(found) => {
                    self.fail(format!("{place}{path}: expected {expected}, found {found}"))
                }
                None if meets(expected, &Value::Null) => {}
                None => self.fail(format!("{place}{path}: expected {expected}, found nothing")),
            }
        }
    }

    fn hold_events(&mut self, expected: &Expected) {
        let told: Vec<(StoryLine, Value)> = (self.seen)(Viewer::Referee)
            .into_iter()
            .map(|event| {
                let value = serde_json::to_value(event).unwrap_or_default();
                (self.game.narrate(event, Names::NONE), value)
            })
            .collect();
        let story: Vec<&StoryLine> = told.iter().map(|(line, _)| line).collect();
        let met_by = |wanted: &toml::Value, (line, event): &(StoryLine, Value)| match wanted {
            toml::Value::String(text) => contains(&line.text, text),
            other => meets(other, event),
        };
        let mut from = 0;
        for wanted in &expected.events {
            match told[from..].iter().position(|told| met_by(wanted, told)) {
                Some(place) => from += place + 1,
                None => {
                    let story: Vec<&str> = story.iter().map(|line| line.text.as_str()).collect();
                    self.fail(format!("expected {wanted} to happen next; the story was {story:?}"));
                    break;
                }
            }
        }
        for unwanted in &expected.no_events {
            if let Some((line, event)) = told.iter().find(|told| met_by(unwanted, told)) {
                let line = &line.text;
                self.fail(format!("{unwanted} must not happen, but it did: `{line}` {event}"));
            }
        }
        self.hold_told(&expected.told, &story);
    }

    /// Some line says the words, and names these rules and no others.
    fn hold_told(&mut self, expected: &[Told], story: &[&StoryLine]) {
        for wanted in expected {
            let names = |line: &&StoryLine| line.rules.iter().map(|rule| rule.0).eq(&wanted.rules);
            let saying: Vec<&StoryLine> =
                story.iter().copied().filter(|line| contains(&line.text, &wanted.says)).collect();
            if !saying.iter().any(names) {
                let Told { says, rules } = wanted;
                self.fail(format!("`{says}` should be told by {rules:?}, but: {saying:?}"));
            }
        }
    }

    fn hold_actions(&mut self, expected: &Expected) {
        for (lines, wanted) in [(&expected.legal, true), (&expected.not_legal, false)] {
            for line in lines {
                let (seat, action) = match self.read(line) {
                    Ok(read) => read,
                    Err(failure) => {
                        self.fail(failure);
                        continue;
                    }
                };
                let listed = self.listed(seat).contains(&action);
                let accepted = self.game.check(self.position, seat, &action);
                match (wanted, accepted) {
                    (true, Err(refusal)) => {
                        self.fail(format!("`{line}` should be accepted, but: {refusal}"))
                    }
                    (true, Ok(())) if !listed => {
                        self.fail(format!("`{line}` should be listed as legal"))
                    }
                    (false, Ok(())) => self.fail(format!("`{line}` should not be accepted")),
                    (false, Err(_)) if listed => {
                        self.fail(format!("`{line}` should not be listed as legal"))
                    }
                    _ => {}
                }
            }
        }
        self.hold_only(&expected.only);
        for refused in &expected.refused {
            let (seat, action) = match self.read(&refused.action) {
                Ok(read) => read,
                Err(failure) => {
                    self.fail(failure);
                    continue;
                }
            };
            match self.game.check(self.position, seat, &action) {
                Ok(()) => self.fail(format!("`{}` should be refused", refused.action)),
                Err(refusal) if refusal.rule().0 != refused.rule => {
                    self.fail(format!(
                        "`{}` should be refused by {}, but: {refusal} ({})",
                        refused.action,
                        refused.rule,
                        refusal.rule()
                    ));
                }
                Err(refusal) if !contains(&refusal.to_string(), &refused.says) => {
                    self.fail(format!(
                        "the refusal of `{}` should say `{}`, but: {refusal}",
                        refused.action, refused.says
                    ))
                }
                Err(_) => {}
            }
        }
    }

    fn hold_only(&mut self, lines: &[String]) {
        let mut wanted: Vec<(Seat, String)> = Vec::new();
        for line in lines {
            match self.read(line) {
                Ok((seat, action)) => wanted.push((seat, self.game.notation(&action))),
                Err(failure) => self.fail(failure),
            }
        }
        let mut seats: Vec<Seat> = wanted.iter().map(|(seat, _)| *seat).collect();
        seats.sort();
        seats.dedup();
        for seat in seats {
            let mut expected: Vec<&String> =
                wanted.iter().filter(|(s, _)| *s == seat).map(|(_, a)| a).collect();
            let mut found: Vec<String> =
                self.listed(seat).iter().map(|action| self.game.notation(action)).collect();
            expected.sort();
            found.sort();
            if !expected.iter().copied().eq(&found) {
                let failure =
                    format!("seat {seat}: expected only {expected:?} to be legal, found {found:?}");
                self.fail(failure);
            }
        }
    }
}

fn contains(line: &str, part: &str) -> bool {
    line.to_lowercase().contains(&part.to_lowercase())
}
