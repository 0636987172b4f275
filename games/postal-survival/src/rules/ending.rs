//! How a game ends, and who has won. PS-END-01

use super::feeding::tell;
use super::{Judge, Judged};
use crate::action::{Line, Vote};
use crate::edition::options::{Dominance, TieBreak};
use crate::edition::{Diet, Rulings};
use crate::event::Event;
use crate::land::Island;
use crate::position::{Kind, Number, Position, Sheet};
use crate::refusal::Refusal;
use crate::speech::listed;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use table::wording::counted;
use table::{Fit, Log, Offers, Outcome, Seat, Seats, ranks_by};

/// Offers a vote for a draw of all, and one against any. PS-END-08
pub(super) fn offer_votes(say: &mut impl Offers<Line>) {
    say.offer(|| Line::Draw(Vote::All));
    say.offer(|| Line::Draw(Vote::No));
}

impl Judge<'_> {
    /// A draw names living species. PS-END-09
    pub(super) fn judge_vote(&self, vote: &Vote) -> Judged {
        let Vote::These(numbers) = vote else { return Ok(()) };
        if numbers.len() < 2 || numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(Refusal::DrawCount);
        }
        let lives = |number: &&Number| {
            self.island.species_of(**number).is_some_and(|species| self.island.lives(species))
        };
        match numbers.iter().find(|number| !lives(number)) {
            Some(dead) => Err(Refusal::DrawOfTheDead(*dead)),
            None => Ok(()),
        }
    }
}

/// The ways to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A single species is left. PS-END-01
    LastSpecies,
    /// The last species died in the same round. PS-END-11
    Extinction,
    /// The rounds are over. PS-END-04
    Rounds,
    /// The survivors agreed. PS-END-08
    Draw,
    /// One species clearly dominates. PS-END-02
    Dominance,
    /// The master of the game ended it. PS-END-12
    Stopped,
}

impl Reason {
    /// Its name, as in outcomes.
    pub fn name(self) -> &'static str {
        match self {
            Reason::LastSpecies => "last-species",
            Reason::Extinction => "extinction",
            Reason::Rounds => "rounds",
            Reason::Draw => "draw",
            Reason::Dominance => "dominance",
            Reason::Stopped => "stopped",
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The way it ended.
    pub reason: Reason,
    /// The seats that won.
    pub winners: Vec<Seat>,
    /// The end in short, as it is stored; [`told`] says what decided it.
    pub text: String,
}

/// Whether somebody may overrule dominance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Master {
    /// A person runs the game and is asked.
    Present,
    /// The program runs it alone: to ask is to end.
    Absent,
}

/// The first round in which dominance counts, and for how many rounds running it must hold.
pub(crate) const DOMINANCE_FROM: u16 = 8;
pub(crate) const DOMINANCE_ROUNDS: u16 = 3;

/// Whether a game of so many rounds can end by dominance. PS-END-03
pub(crate) fn can_dominate(rulings: &Rulings) -> bool {
    rulings.dominance != Dominance::Off && rulings.rounds > DOMINANCE_FROM
}

/// The species that rules the island now, and the round after which it wins if it goes on so; none if the game
/// is not to end by that before its last round. PS-END-03
pub(crate) fn ruler(island: &Island, rulings: &Rulings) -> Option<(Kind, u16)> {
    let (species, rounds) = island.dominant?;
    let missing = DOMINANCE_ROUNDS.saturating_sub(rounds).max(1);
    let last = (island.round + missing).max(DOMINANCE_FROM);
    (can_dominate(rulings) && last < rulings.rounds).then_some((species, last))
}

/// Whether the round just played ended the game; tests in the order of the rules.
pub fn judge_end(
    island: &mut Island,
    sheets: &[Sheet],
    rulings: &Rulings,
    master: Master,
    log: &mut Log<Event>,
) -> Option<Ended> {
    let passed = votes(island, sheets, log);
    let dominant = dominance(island);
    let mut alive: Vec<Seat> = island
        .kinds()
        .filter(|species| island.lives(*species))
        .map(|species| island[species].seat)
        .collect();
    alive.dedup();
    let end = |reason, winners: Vec<Seat>, how: &str| {
        let names: Vec<&str> = winners.iter().map(|seat| player(island, *seat)).collect();
        Some(Ended { reason, text: format!("{how} {}", won(&names)), winners })
    };
    let ended = match alive.as_slice() {
        [] => {
            let winners = best(island, |species| (count_before(island, species), 0));
            end(Reason::Extinction, winners, "Nothing lives on the island any more.")
        }
        [seat] => {
            let how = match island.kinds().filter(|species| island.lives(*species)).count() {
                1 => "A single species is left.",
                _ => "The species of a single player are left.",
            };
            end(Reason::LastSpecies, vec![*seat], how)
        }
        _ if island.round >= rulings.rounds => {
            let winners = most_creatures(island, rulings);
            end(Reason::Rounds, winners, &format!("{} rounds are over.", island.round))
        }
        _ => match (passed, dominant, rulings.dominance, master) {
            (Some(sharers), ..) => end(Reason::Draw, sharers, "The survivors agreed on a draw."),
            (_, Some(_), Dominance::Off, _) | (_, None, ..) => None,
            (_, Some(species), Dominance::Ask, Master::Present) => {
                tell(log, || Event::Dominates {
                    species: island[species].number,
                    name: island[species].name.clone(),
                    counts: lead(island, species),
                });
                None
            }
            (_, Some(species), ..) => {
                let seat = island[species].seat;
                end(Reason::Dominance, vec![seat], "One species rules the island.")
            }
        },
    };
    if let Some(ended) = &ended {
        tell(log, || Event::Ended {
            reason: Some(ended.reason),
            text: told(island, rulings, ended),
        });
    }
    ended
}

/// The end that the master of a game calls. PS-END-12
pub fn stop(island: &Island, rulings: &Rulings, reason: &str) -> Ended {
    let winners = most_creatures(island, rulings);
    let names: Vec<&str> = winners.iter().map(|seat| player(island, *seat)).collect();
    Ended {
        reason: Reason::Stopped,
        text: format!("The game was ended: {}. {}", reason.trim_end_matches('.'), won(&names)),
        winners,
    }
}

impl Position {
    /// How the game ended and what decided it, once it is over.
    pub fn conclusion(&self, rulings: &Rulings) -> Option<String> {
        self.over.as_ref().map(|ended| told(&self.island, rulings, ended))
    }
}

/// How the game ended, with the numbers that decided it: counts, ties and what broke them.
pub fn told(island: &Island, rulings: &Rulings, ended: &Ended) -> String {
    let winners = named(island, &ended.winners);
    let living = |of: Seat| {
        island.kinds().filter(|kind| island[*kind].seat == of && island.lives(*kind)).count()
    };
    match ended.reason {
        Reason::LastSpecies => {
            let alone = ended.winners.iter().all(|seat| living(*seat) == 1);
            let left = match alone {
                true => "A single species is left",
                false => "The species of a single player are left",
            };
            let sums = by_seat(island, |species| (island.count_of(species), 0));
            format!("{left}. {}", ranked(island, &ended.winners, &sums, ""))
        }
        Reason::Extinction => {
            let sums = by_seat(island, |species| (count_before(island, species), 0));
            let ranking =
                ranked(island, &ended.winners, &sums, " that lived at the start of the round");
            format!("Nothing lives on the island any more. {ranking}")
        }
        Reason::Rounds => {
            let sums = by_seat(island, count_and_ap(island, rulings));
            let over = counted(island.round, "round is", "rounds are");
            format!("{over} over. {}", ranked(island, &ended.winners, &sums, ""))
        }
        Reason::Stopped => {
            let names: Vec<&str> = ended.winners.iter().map(|seat| player(island, *seat)).collect();
            let why = ended.text.strip_suffix(&won(&names)).unwrap_or(&ended.text).trim_end();
            let sums = by_seat(island, count_and_ap(island, rulings));
            format!("{why} {}", ranked(island, &ended.winners, &sums, ""))
        }
        Reason::Draw => format!(
            "A draw was agreed: every species in it voted for it, at least half of all did, and none \
             voted against. {winners} share the win."
        ),
        Reason::Dominance => {
            let rounds = island.dominant.map_or(0, |(_, rounds)| rounds);
            let species = island.dominant.map(|(species, _)| species);
            let (own, next, all) = species.map_or((0, 0, 0), |species| lead(island, species));
            format!(
                "One species rules the island: for {} running it has had more than half of all \
                 creatures and at least twice as many as any other, now {own} of {all}, and the next \
                 has {next}. The winner is {winners}.",
                counted(rounds, "round", "rounds")
            )
        }
    }
}

/// The winners and the best of the others, with what they are compared by. PS-END-06, PS-END-07
fn ranked(island: &Island, winners: &[Seat], sums: &[(u32, u32)], when: &str) -> String {
    let sum = |seat: Seat| sums.get(seat.index()).copied().unwrap_or_default();
    let others = || Seat::first(sums.len().fit()).filter(|seat| !winners.contains(seat));
    let next = others().map(sum).max().filter(|(creatures, _)| *creatures > 0);
    let best = winners.first().map(|seat| sum(*seat)).unwrap_or_default();
    // Attack points count only among equals, and only where they break ties.
    let close = best.1 > 0 && (winners.len() > 1 || next.is_some_and(|next| next.0 == best.0));
    let worth = |(creatures, ap): (u32, u32)| match close {
        true => format!("{} and {ap} AP", counted(creatures, "creature", "creatures")),
        false => counted(creatures, "creature", "creatures"),
    };
    let names = named(island, winners);
    let text = match winners {
        [] => return "Nobody wins.".into(),
        [_] => format!("The winner is {names} with {}", worth(best)),
        _ => format!("{names} share the win with {} each", worth(best)),
    };
    let Some(next) = next else { return format!("{text}{when}.") };
    let seconds: Vec<Seat> = others().filter(|seat| sum(*seat) == next).collect();
    let each = if seconds.len() > 1 { " each" } else { "" };
    format!("{text}{when}, before {} with {}{each}.", named(island, &seconds), worth(next))
}

/// The seats by their species; a player of several by the own name.
fn named(island: &Island, seats: &[Seat]) -> String {
    let of = |seat: &Seat| {
        let own: Vec<_> = island.species.iter().filter(|species| species.seat == *seat).collect();
        match own.as_slice() {
            [one] => one.name.clone(),
            [first, ..] => first.player.clone(),
            [] => String::new(),
        }
    };
    listed(&seats.iter().map(of).collect::<Vec<_>>())
}

/// Of each diet the living species with the most creatures, all that share the place. Ledger 10.3, PS-END-13
pub fn crowns(island: &Island) -> [(Diet, Vec<Kind>); 3] {
    Diet::ALL.map(|diet| {
        let alive =
            || island.kinds().filter(move |kind| island[*kind].diet == diet && island.lives(*kind));
        let most = alive().map(|kind| island.count_of(kind)).max();
        (diet, alive().filter(|kind| Some(island.count_of(*kind)) == most).collect())
    })
}

/// Who is crowned besides the winner, in a sentence for each diet. Ledger 10.3
pub fn crowned(island: &Island) -> String {
    let told = crowns(island).map(|(diet, best)| {
        let names: Vec<String> = best.iter().map(|kind| island[*kind].name.clone()).collect();
        let count = best.first().map_or(0, |kind| island.count_of(*kind));
        let each = if best.len() > 1 { " each" } else { "" };
        match names.is_empty() {
            true => format!("no {diet} is alive"),
            false => format!(
                "of the {diet}s {} with {}{each}",
                listed(&names),
                counted(count, "creature", "creatures")
            ),
        }
    });
    format!("Crowned: {}.", told.join("; "))
}

/// Living creatures of a species at the start of the last round. PS-END-11
fn count_before(island: &Island, species: Kind) -> u32 {
    let before = island.census.iter().rev().nth(1);
    before.and_then(|counts| counts.get(species.index())).copied().unwrap_or(0)
}

/// The living creatures of a species, of the next best, and of all. PS-END-03
pub(crate) fn lead(island: &Island, species: Kind) -> (u32, u32, u32) {
    let counts = island.counts();
    let others = counts.iter().enumerate().filter(|(other, _)| *other != species.index());
    let next = others.map(|(_, count)| *count).max().unwrap_or(0);
    (island.count_of(species), next, counts.iter().sum())
}

/// The seats with the most living creatures. PS-END-06, PS-END-07
pub fn most_creatures(island: &Island, rulings: &Rulings) -> Vec<Seat> {
    best(island, count_and_ap(island, rulings))
}

/// What species are compared by: living creatures, and attack points if these break ties. PS-END-07
fn count_and_ap<'i>(
    island: &'i Island,
    rulings: &Rulings,
) -> impl Fn(Kind) -> (u32, u32) + use<'i> {
    let strength = match rulings.tie_break {
        TieBreak::Ap => total_ap(island),
        TieBreak::Shared => vec![0; island.species.len()],
    };
    move |species| (island.count_of(species), strength[species.index()])
}

/// The sum of the attack points of each species.
pub fn total_ap(island: &Island) -> Vec<u32> {
    let mut sums = vec![0; island.species.len()];
    for creature in island.living() {
        sums[creature.species.index()] += u32::from(creature.ap);
    }
    sums
}

/// The seats with the highest sums over their species.
fn best(island: &Island, worth: impl Fn(Kind) -> (u32, u32)) -> Vec<Seat> {
    let sums = by_seat(island, worth);
    let most = sums.iter().max().copied().unwrap_or_default();
    Seat::first(sums.len().fit()).filter(|seat| sums[seat.index()] == most).collect()
}

fn by_seat(island: &Island, worth: impl Fn(Kind) -> (u32, u32)) -> Vec<(u32, u32)> {
    let seats = island.species.iter().map(|species| species.seat).max();
    let mut sums = vec![(0, 0); seats.map_or(0, |seat| seat.index() + 1)];
    for species in island.kinds() {
        let sum = &mut sums[island[species].seat.index()];
        let (creatures, ap) = worth(species);
        *sum = (sum.0 + creatures, sum.1 + ap);
    }
    sums
}

fn player(island: &Island, seat: Seat) -> &str {
    let species = island.species.iter().find(|species| species.seat == seat);
    species.map_or("", |species| species.name.as_str())
}

fn won(names: &[&str]) -> String {
    match names {
        [] => "Nobody wins.".into(),
        [one] => format!("{one} wins."),
        [rest @ .., last] => format!("{} and {last} share the win.", rest.join(", ")),
    }
}

/// The seats of the draw that passed, if one did. PS-END-09, PS-END-10
fn votes(island: &Island, sheets: &[Sheet], log: &mut Log<Event>) -> Option<Vec<Seat>> {
    let living: Vec<Kind> = island.kinds().filter(|species| island.lives(*species)).collect();
    let vote_of = |species: Kind| {
        let sent = sheets.get(species.index());
        let standing = island[species].standing.as_deref();
        match sent {
            Some(sheet) if sheet.has_orders() || sheet.vote.is_some() => sheet.vote.as_ref(),
            _ => standing.and_then(|sheet| sheet.vote.as_ref()),
        }
    };
    let named = |vote: &Vote| -> Vec<Kind> {
        match vote {
            Vote::No => Vec::new(),
            Vote::All => living.clone(),
            Vote::These(numbers) => numbers
                .iter()
                .filter_map(|number| island.species_of(*number))
                .filter(|species| island.lives(*species))
                .collect(),
        }
    };
    let ballots: Vec<(Kind, &Vote)> =
        living.iter().filter_map(|species| Some((*species, vote_of(*species)?))).collect();
    // A vote for the dead is a vote against nobody. PS-END-09
    let against = ballots.iter().any(|(_, vote)| **vote == Vote::No);
    let cast: Vec<(Kind, Vec<Kind>)> =
        ballots.iter().map(|(species, vote)| (*species, named(vote))).collect();
    let mut proposals: Vec<&Vec<Kind>> =
        cast.iter().map(|(_, named)| named).filter(|named| named.len() >= 2).collect();
    proposals.sort();
    proposals.dedup();
    let mut accepted = None;
    for proposal in proposals {
        let voters: Vec<Kind> = cast
            .iter()
            .filter(|(_, named)| named == proposal)
            .map(|(species, _)| *species)
            .collect();
        let passed = !against
            && proposal.iter().all(|species| voters.contains(species))
            && 2 * voters.len() >= living.len();
        tell(log, || Event::Proposed {
            species: proposal.iter().map(|s| island[*s].number).collect(),
            passed,
        });
        if passed {
            let mut seats: Vec<Seat> = proposal.iter().map(|s| island[*s].seat).collect();
            seats.dedup();
            accepted = accepted.or(Some(seats));
        }
    }
    accepted
}

/// The species that clearly dominates, if it has done so long enough. PS-END-03
fn dominance(island: &mut Island) -> Option<Kind> {
    let counts = island.counts();
    let total: u32 = counts.iter().sum();
    let first = (0..counts.len()).max_by_key(|index| (counts[*index], Reverse(*index)))?;
    let second = (0..counts.len())
        .filter(|species| *species != first)
        .map(|species| counts[species])
        .max()
        .unwrap_or(0);
    let clear = 2 * counts[first] > total && counts[first] >= 2 * second;
    let before = island.dominant;
    island.dominant = clear.then(|| match before {
        Some((species, rounds)) if species.index() == first => (species, rounds + 1),
        _ => (Kind::at(first), 1),
    });
    let (species, rounds) = island.dominant?;
    (island.round >= DOMINANCE_FROM && rounds >= DOMINANCE_ROUNDS).then_some(species)
}

/// The outcome for every seat: the winners first, then by creatures, then by how long they lasted.
pub fn outcome(island: &Island, seats: u16, ended: &Ended, rulings: &Rulings) -> Outcome {
    let sums = by_seat(island, count_and_ap(island, rulings));
    let lasted = |seat: Seat| {
        let own = island.species.iter().filter(|species| species.seat == seat);
        own.map(|species| species.extinct.unwrap_or(u16::MAX)).max().unwrap_or(0)
    };
    let sum = |seat: Seat| sums.get(seat.index()).copied().unwrap_or_default();
    let achieved = |seat: Seat| match (ended.winners.contains(&seat), sum(seat)) {
        (true, _) => (true, 0, 0, 0),
        (false, (creatures, ap)) => (false, creatures, ap, lasted(seat)),
    };
    Outcome {
        reason: ended.reason.name().into(),
        ranks: ranks_by(&Seat::first(seats).map(achieved).collect::<Vec<_>>()),
        winners: ended.winners.iter().copied().collect::<Seats>(),
        scores: Some(Seat::first(seats).map(|seat| sum(seat).0.into()).collect()),
    }
}
