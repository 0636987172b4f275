//! How the entrants of a cup stand.

use crate::cup::{Cup, Format, Round, Table};
use std::cmp::Reverse;

/// What a won table counts; a seat that has beaten some and tied with others has its share of it.
pub const FULL: u32 = 840;

/// How an entrant stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place among the entrants.
    pub entrant: usize,
    /// The rank, 1 the best; those who cannot be told apart share it.
    pub rank: usize,
    /// Points, of which [`FULL`] are a win.
    pub points: u32,
    /// What tells equal points apart, in order: the points of those with whom one played (Buchholz), the points of those
    /// whom one beat (Sonneborn-Berger), tables won, and in cups of all against all what those who are equal did to
    /// each other, before the others.
    pub tie_breaks: Vec<u64>,
}

impl Standing {
    /// The points as wins: "2½".
    pub fn wins(&self) -> String {
        let (whole, part) = (self.points / FULL, self.points % FULL);
        match (whole, part) {
            (whole, 0) => whole.to_string(),
            (0, 420) => "½".into(),
            (whole, 420) => format!("{whole}½"),
            _ => format!("{:.2}", f64::from(self.points) / f64::from(FULL)),
        }
    }
}

/// What a seat has won at a table: beaten opponents count whole, those with the same rank half.
pub(crate) fn share(table: &Table, seat: usize) -> u32 {
    let Some(ranks) = &table.ranks else { return 0 };
    let Some(own) = ranks.get(seat) else { return 0 };
    let others = ranks.iter().enumerate().filter(|(other, _)| *other != seat);
    let halves: u32 =
        others.map(|(_, rank)| if own < rank { 2 } else { u32::from(own == rank) }).sum();
    let most = 2 * u32::try_from(ranks.len().saturating_sub(1)).unwrap_or(1).max(1);
    // Nobody has come: nobody has won.
    let nobody = table.walkover && ranks.iter().all(|rank| *rank == 1);
    if nobody { 0 } else { FULL * halves / most }
}

/// Whether what an entrant has played counts: in a cup of all against all it does not if they have dropped out before
/// half of it, since some would have had the points and others not.
fn counts(cup: &Cup, entrant: usize) -> bool {
    let Format::RoundRobin { .. } = cup.format() else { return true };
    if !cup.entrants()[entrant].out {
        return true;
    }
    let all = crate::pairing::round_robin_games(cup);
    let tables = cup.rounds().iter().flat_map(|round| &round.tables);
    let played = tables
        .filter(|table| table.seats.contains(&entrant) && table.ranks.is_some() && !table.walkover);
    2 * played.count() >= all
}

/// The points of every entrant.
pub(crate) fn points(cup: &Cup) -> Vec<u32> {
    let counted: Vec<bool> =
        (0..cup.entrants().len()).map(|entrant| counts(cup, entrant)).collect();
    let mut points = vec![0; cup.entrants().len()];
    for round in cup.rounds() {
        for table in
            round.tables.iter().filter(|table| table.seats.iter().all(|seat| counted[*seat]))
        {
            for (seat, entrant) in table.seats.iter().enumerate() {
                points[*entrant] += share(table, seat);
            }
        }
        // In a cup of all against all a bye is only a rest: everybody has as many.
        if !matches!(cup.format(), Format::RoundRobin { .. }) {
            round.byes.iter().for_each(|entrant| points[*entrant] += FULL);
        }
    }
    points
}

/// The round in which an entrant lost, or one more than there are.
fn lasted(cup: &Cup, entrant: usize) -> usize {
    let lost = |round: &Round| {
        round.tables.iter().any(|table| {
            let seat = table.seats.iter().position(|seat| *seat == entrant);
            seat.is_some_and(|seat| table.ranks.as_ref().is_some_and(|ranks| ranks[seat] > 1))
        })
    };
    cup.rounds().iter().position(lost).unwrap_or(cup.rounds().len())
}

pub(crate) fn standings(cup: &Cup) -> Vec<Standing> {
    let count = cup.entrants().len();
    let points = points(cup);
    let counted: Vec<bool> = (0..count).map(|entrant| counts(cup, entrant)).collect();
    let mut buchholz = vec![0_u64; count];
    let mut berger = vec![0_u64; count];
    let mut wins = vec![0_u64; count];
    let mut direct = vec![0_u64; count];
    for round in cup.rounds() {
        for table in
            round.tables.iter().filter(|table| table.seats.iter().all(|seat| counted[*seat]))
        {
            let Some(ranks) = &table.ranks else { continue };
            for (seat, entrant) in table.seats.iter().enumerate() {
                wins[*entrant] += u64::from(share(table, seat) == FULL);
                for (other, opponent) in
                    table.seats.iter().enumerate().filter(|(other, _)| *other != seat)
                {
                    let theirs = u64::from(points[*opponent]);
                    let beaten = if ranks[seat] < ranks[other] {
                        2
                    } else {
                        u64::from(ranks[seat] == ranks[other])
                    };
                    buchholz[*entrant] += theirs;
                    berger[*entrant] += theirs * beaten / 2;
                    if points[*opponent] == points[*entrant] {
                        direct[*entrant] += beaten;
                    }
                }
            }
        }
        for entrant in &round.byes {
            // As if they had played somebody who stands as they do.
            buchholz[*entrant] += u64::from(points[*entrant]);
        }
    }
    let mut all: Vec<Standing> = (0..count)
        .map(|entrant| {
            let tie_breaks = match cup.format() {
                Format::RoundRobin { .. } => vec![direct[entrant], berger[entrant], wins[entrant]],
                Format::Swiss { .. } => vec![buchholz[entrant], berger[entrant], wins[entrant]],
                Format::KnockOut => vec![lasted(cup, entrant) as u64],
            };
            Standing { entrant, rank: 0, points: points[entrant], tie_breaks }
        })
        .collect();
    let knock_out = cup.format() == Format::KnockOut;
    let key = |standing: &Standing| {
        let points = if knock_out { 0 } else { standing.points };
        (Reverse(points), Reverse(standing.tie_breaks.clone()))
    };
    all.sort_by_key(|standing| (key(standing), standing.entrant));
    let keys: Vec<_> = all.iter().map(key).collect();
    for place in 0..all.len() {
        all[place].rank = match place > 0 && keys[place] == keys[place - 1] {
            true => all[place - 1].rank,
            false => place + 1,
        };
    }
    all
}
