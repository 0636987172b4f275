//! Players and their species: whose a creature is, and what species may be called. PS-GEN-02, PS-NAME-01

use super::feeding::tell;
use super::{Judge, Judged};
use crate::PostalSurvival;
use crate::action::{Action, Line, Whom};
use crate::event::Event;
use crate::land::Island;
use crate::position::{Kind, Position, Sheet, Tag};
use crate::refusal::{BadName, Refusal};
use crate::speech::listed;
use table::{Log, Rules, Seat};

/// The longest name in characters. PS-NAME-03
pub const LONGEST: usize = 40;

impl Position {
    /// The species that an action is about: the one it names, the creature's, or the seat's only one.
    pub fn subject(&self, seat: Seat, action: &Action) -> Option<Kind> {
        if let Some(tag) = action.line.creature() {
            return self.island.creature(tag.id).map(|creature| creature.species);
        }
        match action.of {
            Some(number) => self.island.species_of(number),
            None => {
                let mut own = self.species_of(seat);
                let first = own.next();
                first.filter(|_| own.next().is_none())
            }
        }
    }
}

/// The species that the seat's line is about, if it is the seat's own. PS-GEN-02
pub(super) fn judge_subject(
    position: &Position,
    several: bool,
    seat: Seat,
    action: &Action,
) -> Result<Kind, Refusal> {
    if let (Some(number), false) = (action.of, several) {
        return Err(Refusal::OneSpecies(number));
    }
    let creature = action.line.creature();
    let unknown = match (creature, action.of) {
        (Some(tag), _) => Refusal::NoCreature(tag.id), // PS-ID-05
        (None, Some(number)) => Refusal::NoSpecies(number),
        (None, None) => which_species(position, seat),
    };
    let species = position.subject(seat, action).ok_or(unknown)?;
    let owned = &position.island[species];
    match creature {
        Some(tag) if owned.seat != seat => Err(Refusal::AnothersCreature(tag, owned.name.clone())),
        None if owned.seat != seat => Err(Refusal::AnothersSpecies(owned.name.clone())),
        Some(_) if action.of.is_some() => Err(Refusal::NeedsNoFor),
        _ => Ok(species),
    }
}

/// Asks a player of several species for which of them a line is.
fn which_species(position: &Position, seat: Seat) -> Refusal {
    let island = &position.island;
    let own: Vec<Kind> = position.species_of(seat).filter(|kind| island.lives(*kind)).collect();
    let named = |kind: &Kind| format!("{} {}", island[*kind].number, island[*kind].name);
    let yours: Vec<String> = own.iter().map(named).collect();
    match own.first() {
        Some(first) => Refusal::WhichSpecies(island[*first].number, listed(&yours)),
        None => Refusal::Extinct,
    }
}

impl Line {
    /// The creature that the line is for, if it is for a single one.
    fn creature(&self) -> Option<Tag> {
        match self {
            Line::Tell(Whom::One(tag), _) | Line::Birth(Whom::One(tag), _) => Some(*tag),
            _ => None,
        }
    }
}

impl Judge<'_> {
    pub(super) fn judge_name(&self, name: &str) -> Judged {
        bad_name(self.island, self.species, name).map_or(Ok(()), |why| Err(Refusal::Name(why)))
    }
}

/// The name as it is compared: letters and digits in lower case.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Why the species may not be called that, if so. PS-NAME-03, PS-PRESS-06
pub fn bad_name(island: &Island, species: Kind, name: &str) -> Option<BadName> {
    let wanted = plain(name);
    let length = name.trim().chars().count();
    if length == 0 || length > LONGEST {
        return Some(BadName::Length);
    }
    if name.chars().any(char::is_control) {
        return Some(BadName::Unprintable);
    }
    if !name.chars().any(char::is_alphabetic) {
        return Some(BadName::NoLetter);
    }
    let others = island.kinds().filter(|other| *other != species).map(|other| &island[other]);
    let mut taken = others.flat_map(|other| [&other.name, &other.player]);
    taken.any(|name| plain(name) == wanted).then_some(BadName::Taken)
}

/// Whether another player is called that, before there are species. PS-NAME-03
pub(super) fn is_of_another(game: &PostalSurvival, seat: Seat, name: &str) -> bool {
    let setup = game.setup();
    let players = apart(Seat::first(setup.seats).map(|seat| setup.name(seat)).collect());
    let mut others = Seat::first(setup.seats).zip(players).filter(|(other, _)| *other != seat);
    others.any(|(_, other)| plain(&other) == plain(name))
}

/// Renames the species that want it and may; the lower number comes first. PS-NAME-02
pub fn rename(island: &mut Island, sheets: &[Sheet], log: &mut Log<Event>) {
    for (species, sheet) in island.kinds().zip(sheets) {
        let Some(name) = &sheet.name else { continue };
        if bad_name(island, species, name).is_some() || island[species].name == *name {
            continue;
        }
        let from = std::mem::replace(&mut island[species].name, name.trim().to_string());
        tell(log, || Event::Renamed {
            species: island[species].number,
            from,
            to: island[species].name.clone(),
        });
    }
}

/// The players' names, each once: equal ones get a number. PS-NAME-04
pub fn apart(names: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(names.len());
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        let mut own = name.clone();
        let mut copy = 1;
        while !seen.insert(plain(&own)) {
            copy += 1;
            own = format!("{name} ({copy})");
        }
        out.push(own);
    }
    out
}
