//! What a table asks trips nobody: choices stand in groups, what ends a seat's own game stands apart, what is
//! lit by itself harms nobody, the aim is said, and what was decided stays in sight.

use super::offers::Offer;
use super::walk::Walk;
use super::{Held, must, never_panics};
use crate::dice::{Dice, Seed};
use crate::log::Log;
use crate::rules::Rules;
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use stage::{Choice, Prompt, Scene, Target};
use std::collections::BTreeMap;

/// A list of so many choices is read at a glance.
const AT_A_GLANCE: usize = 12;

/// A group of so many choices can still be read.
const MOST_IN_GROUP: usize = 24;

/// Choices whose effects are looked for at a look.
const MOST_TRIED: usize = 8;

/// Decisions of others in which a seat must be asked again, or nothing is known.
const PATIENCE: usize = 300;

/// Times that a kind of decision was the last of its seat, until it is taken for one that gives up.
const ENOUGH_LAST: usize = 6;

/// The aim is said, and the question is put so that nobody trips over it.
pub(super) fn asks_well<G: Conformant>(game: &G, scene: &Scene, legal: &[G::Action]) -> Held {
    if scene.ground.fields.is_empty() {
        return Ok(());
    }
    must(!scene.aim.trim().is_empty(), || "the aim is not said (`Scene::aim`)".into())?;
    let Some(prompt) = &scene.prompt else { return Ok(()) };
    grave_stands_apart(game, prompt, legal)?;
    default_is_harmless(prompt)?;
    groups_hold(scene, prompt)
}

/// What gives the game up is offered as grave, and behind everything else.
fn grave_stands_apart<G: Conformant>(game: &G, prompt: &Prompt, legal: &[G::Action]) -> Held {
    let gives_up = legal.iter().filter(|action| game.gives_up(action));
    let gives_up: Vec<String> = gives_up.map(|action| game.notation(action)).collect();
    for choice in &prompt.choices {
        let line = &choice.notation;
        must(choice.grave == gives_up.contains(line), || match choice.grave {
            true => format!("`{line}` is offered as grave, but gives nothing up (`gives_up`)"),
            false => format!("`{line}` gives the game up, but is not offered as grave"),
        })?;
    }
    let first = prompt.choices.iter().position(|choice| choice.grave);
    let behind = prompt.choices.iter().skip(first.unwrap_or(prompt.choices.len()));
    must(behind.into_iter().all(|choice| choice.grave), || {
        "what gives the game up stands before other choices".into()
    })
}

/// What is lit by itself can be taken back and gives nothing up.
fn default_is_harmless(prompt: &Prompt) -> Held {
    let Some(default) = prompt.default else { return Ok(()) };
    let choice = prompt.choices.get(default);
    must(choice.is_some_and(|choice| !choice.final_ && !choice.grave), || {
        let line = choice.map_or("nothing", |choice| choice.notation.as_str());
        format!("`{line}` is lit by itself, but cannot be taken back")
    })
}

/// The choices of a group stand together, and no list is too long to be read.
fn groups_hold(scene: &Scene, prompt: &Prompt) -> Held {
    let mut groups: Vec<(&str, Vec<(&Choice, bool)>)> = Vec::new();
    let by_slip = scene.said_by_slips();
    for (choice, slip) in prompt.choices.iter().zip(by_slip).filter(|(it, _)| !it.grave) {
        let shown = matches!(choice.target, Some(Target::Place(_) | Target::Point(_)));
        let member = (choice, shown || slip.is_some());
        match groups.last_mut() {
            Some((group, members)) if *group == choice.group => members.push(member),
            _ => groups.push((&choice.group, vec![member])),
        }
    }
    let mut names: Vec<&str> = groups.iter().map(|(group, _)| *group).collect();
    names.sort_unstable();
    let apart = names.windows(2).find(|pair| pair[0] == pair[1]);
    must(apart.is_none(), || format!("the choices of the group {apart:?} do not stand together"))?;
    let all = groups.iter().map(|(_, members)| members.len()).sum::<usize>();
    for (group, members) in groups {
        let plain = members.iter().find(|(choice, _)| !choice.ends).map(|(choice, _)| choice);
        must(all <= AT_A_GLANCE || !group.is_empty() || plain.is_none(), || {
            let line = plain.map_or("", |choice| choice.notation.as_str());
            format!("`{line}` is one of {all} choices, but stands in no group")
        })?;
        let elsewhere = members.iter().all(|(_, elsewhere)| *elsewhere);
        must(members.len() <= MOST_IN_GROUP || elsewhere, || {
            format!("the group `{group}` has {} choices", members.len())
        })?;
    }
    Ok(())
}

impl<G: Conformant> Walk<'_, G> {
    /// What this seat decides can be seen by it, unless it has just said the same.
    pub(super) fn decisions_stay_in_sight(&self, seat: Seat, offer: &Offer<G>) -> Held {
        let (game, before, viewer) = (self.game.game(), self.game.position(), Viewer::Seat(seat));
        let apart = offer.legal.len().div_ceil(MOST_TRIED).max(1);
        let first = self.game.len() % apart;
        let seen = |position: &G::Position, view: &G::View| {
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            game.scene(view, viewer, &legal, Names::NONE)
        };
        let known = game.view(before, viewer);
        let shown = seen(before, &known);
        if shown.ground.fields.is_empty() {
            return Ok(());
        }
        for action in offer.legal.iter().skip(first).step_by(apart) {
            let line = self.written(action);
            let mut after = before.clone();
            never_panics(
                || format!("{line} of seat {seat}"),
                || game.apply(&mut after, seat, action, &mut some_dice(), &mut Log::quiet()),
            )?;
            let knows = game.view(&after, viewer);
            must(knows == known || differ(&shown, &seen(&after, &knows)), || {
                format!("{line} of seat {seat} leaves no trace in its scene")
            })?;
        }
        Ok(())
    }

    /// Notes which kinds of decisions were the last of their seat, though others were not.
    pub(super) fn note_gravity(&mut self, seat: Seat, offer: &Offer<G>) {
        let (game, position) = (self.game.game(), self.game.position());
        if offer.legal.len() < 2 || !offer.awaited {
            return;
        }
        self.gravity.excuse(&kind(&game.notation(&game.lapse(position, seat))));
        let mut kinds: BTreeMap<String, &G::Action> = BTreeMap::new();
        for action in offer.legal.iter().filter(|action| !game.gives_up(action)) {
            kinds.entry(kind(&game.notation(action))).or_insert(action);
        }
        for (kind, action) in &kinds {
            if self.gravity.excused(kind) {
                continue;
            }
            match decides_again(game, position, seat, action) {
                Some(true) | None => self.gravity.excuse(kind),
                Some(false) => {
                    let mut others = kinds.iter().filter(|(other, _)| *other != kind).take(3);
                    let goes_on = |(_, other): (_, &&G::Action)| {
                        decides_again(game, position, seat, other) == Some(true)
                    };
                    if others.any(goes_on) {
                        self.gravity.note_last(kind);
                    }
                }
            }
        }
    }
}

/// Whether two scenes differ in more than their choices. Where nothing is asked any more, that alone is no
/// difference.
fn differ(before: &Scene, after: &Scene) -> bool {
    let question = |scene: &Scene| scene.prompt.as_ref().map(|prompt| prompt.question.clone());
    let asked = (question(before), question(after));
    let bare = |scene: &Scene| Scene { prompt: None, ..scene.clone() };
    matches!(asked, (Some(before), Some(after)) if before != after) || bare(before) != bare(after)
}

fn some_dice() -> Dice {
    Dice::seeded(Seed::from_number(7))
}

fn kind(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_string()
}

/// Whether a seat is asked again after this, if the others play on at random; none if that takes too long.
fn decides_again<G: Rules>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    action: &G::Action,
) -> Option<bool> {
    let run = || {
        let (mut position, mut dice, mut log) = (position.clone(), some_dice(), Log::quiet());
        game.apply(&mut position, seat, action, &mut dice, &mut log);
        for _ in 0..PATIENCE {
            let status = game.status(&position);
            if status.awaits(seat) {
                return Some(true);
            }
            let Some(other) = status.first() else { return Some(false) };
            let lapse = game.lapse(&position, other);
            game.apply(&mut position, other, &lapse, &mut dice, &mut log);
        }
        None
    };
    never_panics(String::new, run).ok().flatten()
}

/// What the suite has learnt of decisions after which a seat is never asked again, by the first word of
/// their lines.
#[derive(Default)]
pub(super) struct Gravity(BTreeMap<String, Last>);

/// Decisions of one kind: whether a seat was asked again after any, and how many were its last.
#[derive(Default)]
struct Last {
    excused: bool,
    times: usize,
}

impl Gravity {
    fn excused(&self, kind: &str) -> bool {
        self.0.get(kind).is_some_and(|kind| kind.excused)
    }

    fn excuse(&mut self, kind: &str) {
        self.0.entry(kind.to_string()).or_default().excused = true;
    }

    fn note_last(&mut self, kind: &str) {
        self.0.entry(kind.to_string()).or_default().times += 1;
    }

    /// What ends a seat's own game, though it could have played on, gives up (`gives_up`), and is offered
    /// as grave.
    pub(super) fn holds(&self) -> Held {
        let found = self.0.iter().find(|(_, it)| !it.excused && it.times >= ENOUGH_LAST);
        match found {
            Some((kind, _)) => Err(format!(
                "after `{kind}` a seat that could have played on is never asked again, but it does not count \
                 as giving up (`gives_up`, `Choice::grave`)"
            )),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::groups_hold;
    use stage::{Choice, Ground, Prompt, Scene};
    use std::sync::Arc;

    /// Whether so many choices in groups of so many can be read.
    fn read(choices: usize, of_group: usize) -> Result<(), String> {
        let ground =
            Ground { title: String::new(), description: String::new(), fields: Vec::new() };
        let choice = |number: usize| {
            let group =
                number.checked_div(of_group).map_or(String::new(), |group| group.to_string());
            Choice::new(format!("go {number}"), "go").under(group)
        };
        let prompt = Prompt { choices: (0..choices).map(choice).collect(), ..Prompt::default() };
        let scene = Scene { prompt: Some(prompt), ..Scene::new(Arc::new(ground), "") };
        scene.prompt.iter().try_for_each(|prompt| groups_hold(&scene, prompt))
    }

    #[test]
    fn a_long_list_stands_in_groups_that_can_be_read() {
        assert!(read(12, 0).is_ok() && read(60, 24).is_ok());
        assert!(read(13, 0).is_err_and(|told| told.contains("stands in no group")));
        assert!(read(60, 25).is_err_and(|told| told.contains("has 25 choices")));
    }
}
