//! A mail that is for several species of one person, parted among them. PS-ORD-02

use super::Desk;
use super::names::Found;
use crate::desk::reader::intent::{Intent, intent};
use crate::desk::reader::words::{self, Word};
use crate::desk::reader::{Heard, creature_ids};
use crate::position::Kind;
use ::mail::{Part, Written};

/// Whose the lines are that follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Nobody said; each line says it for itself.
    Unsaid,
    /// This species'.
    Own(Kind),
    /// Somebody else's, so that they are left out.
    Other,
}

/// A mail parted among the species of its sender.
pub(super) struct Parted {
    /// What each species is told.
    pub shares: Vec<(Kind, Written)>,
    /// Lines of which it is not sure whose they are, with what to say to them.
    pub open: Vec<(usize, String, Heard)>,
}

/// Parts a mail among the living species of its sender: by `FOR`, `Player:` and `Species:`, by the
/// creatures that a line names, and where it holds for all of them.
pub(super) fn parted(desk: &Desk<'_>, species: Kind, written: &Written) -> Parted {
    let island = &desk.position.island;
    let mut own = desk.species_of_same(species);
    own.retain(|kind| island.lives(*kind));
    if own.is_empty() {
        own.push(species);
    }
    let mut shares: Vec<(Kind, Written)> =
        own.iter().map(|kind| (*kind, Written { lines: Vec::new() })).collect();
    let mut open = Vec::new();
    let mut whose = Whose::Unsaid;
    let mut block: Option<Vec<Kind>> = None;
    for line in &written.lines {
        let text = line.text.trim();
        let mut targets = own.clone();
        if line.part == Part::Own && !text.is_empty() {
            if let Some(said) = heading_of(desk, species, text) {
                whose = said;
                block = None;
                if said == Whose::Other {
                    let why = "that is not a species of yours; what follows is left out";
                    open.push((line.number, text.to_string(), Heard::Perhaps(why.into())));
                }
                targets.clear();
            } else {
                let ends = words::split(&words::tidy(text)).as_slice() == ["end"];
                let chosen = match (&block, whose) {
                    (Some(block), _) => Ok(block.clone()),
                    (None, Whose::Own(kind)) => Ok(vec![kind]),
                    (None, Whose::Other) => Err("it is not for a species of yours"),
                    (None, Whose::Unsaid) => targets_of(desk, &own, text),
                };
                targets = match chosen {
                    Ok(targets) => targets,
                    Err(why) => {
                        let quoted = text.chars().take(80).collect();
                        open.push((line.number, quoted, Heard::Perhaps(why.into())));
                        Vec::new()
                    }
                };
                if ends {
                    block = None;
                } else if block.is_none() && opens_block(text) {
                    block = Some(targets.clone());
                }
            }
        }
        for (kind, share) in &mut shares {
            let part = match targets.contains(kind) {
                true => line.part,
                false => Part::Signature,
            };
            share.lines.push(::mail::Line { part, ..line.clone() });
        }
    }
    Parted { shares, open }
}

/// Whether a line begins several that belong together.
fn opens_block(text: &str) -> bool {
    match words::split(&words::tidy(text)).as_slice() {
        [one] => one == "press" || one == "standing",
        [one, two] => {
            one == "press" && two.starts_with("anon") || one == "standing" && two == "orders"
        }
        _ => false,
    }
}

/// What stands behind a heading.
pub(super) fn behind<'t>(text: &'t str, heading: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(heading.len())?;
    head.eq_ignore_ascii_case(heading).then(|| rest.trim())
}

/// Whose the lines below are, if this is a heading that says it.
fn heading_of(desk: &Desk<'_>, species: Kind, text: &str) -> Option<Whose> {
    let headed = ["player:", "species:"].into_iter().find_map(|word| behind(text, word));
    let name = match headed {
        Some(name) => name,
        None => behind(text, "for: ").or(behind(text, "for "))?.trim_end_matches(':'),
    };
    let island = &desk.position.island;
    let found = desk.find_sender(name);
    match found {
        Found::One(kind) if island[kind].seat == island[species].seat => {
            Some(match desk.names_species(name, kind) {
                true => Whose::Own(kind),
                false => Whose::Unsaid,
            })
        }
        Found::One(_) => Some(Whose::Other),
        _ if headed.is_some() => Some(Whose::Other),
        _ => None,
    }
}

/// The species that a line is for, where nobody said.
fn targets_of(desk: &Desk<'_>, own: &[Kind], text: &str) -> Result<Vec<Kind>, &'static str> {
    if let [one] = own {
        return Ok(vec![*one]);
    }
    let tidy = words::split(&words::tidy(text));
    let meaning = tidy.first().and_then(|first| words::understand(first)).map(|known| known.word);
    let island = &desk.position.island;
    let named: Vec<Kind> = own
        .iter()
        .copied()
        .filter(|kind| {
            let own = |id| island.alive(id).is_some_and(|creature| creature.species == *kind);
            creature_ids(&tidy).into_iter().any(own)
        })
        .collect();
    let is_order = |kind: Kind| matches!(intent(desk.reading(kind), text), Intent::Orders(_));
    match meaning {
        Some(
            Word::Pass
            | Word::Done
            | Word::Withdraw
            | Word::Amend
            | Word::Replace
            | Word::Round
            | Word::Code,
        ) => Ok(own.to_vec()),
        Some(
            Word::Enemy
            | Word::Gene
            | Word::Name
            | Word::Draw
            | Word::Start
            | Word::Type
            | Word::Standing
            | Word::Not,
        ) => match is_order(own[0]) {
            true => Err("you have several species: say FOR and its name or number above it"),
            false => Ok(vec![own[0]]),
        },
        Some(Word::Press | Word::Note) => Ok(vec![own[0]]),
        _ if !named.is_empty() => Ok(named),
        Some(Word::All | Word::Birth | Word::Newborn | Word::Young) => Ok(own.to_vec()),
        _ if is_order(own[0]) && tidy.iter().any(|word| word == "all") => Ok(own.to_vec()),
        _ => Ok(vec![own[0]]),
    }
}
