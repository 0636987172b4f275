//! Leagues: who meets whom, the cross table, and ratings.

use crate::statistics::{Estimate, bradley_terry, wilson};
use serde::Serialize;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Everybody meets everybody.
    RoundRobin,
    /// So many rounds; in each, those meet who stand close to each other and have not met yet.
    Swiss(u32),
}

/// How one player fared against all, and against each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeagueStanding {
    /// The player.
    pub name: String,
    /// The rating: 400 points are odds of ten to one; the mean is 0.
    pub rating: Estimate,
    /// Games played.
    pub games: f64,
    /// Games won; a shared first place counts in part.
    pub won: f64,
    /// The share won against each player of the table, in the table's order; none if they never met.
    pub against: Vec<Option<Estimate>>,
}

/// The table of a league, the best first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeagueTable {
    /// The players.
    pub standings: Vec<LeagueStanding>,
}

/// Plays a league. `meet(a, b)` plays the games between two players and says how many of how many the
/// first one won; an error ends the league.
///
/// ```
/// use arena::league::{Pairing, play};
///
/// let names = ["greedy", "random"].map(String::from);
/// // The first of the two wins nine of ten games.
/// let table = play::<()>(&names, Pairing::RoundRobin, |_, _| Ok((9.0, 10.0))).unwrap();
/// assert_eq!(table.standings[0].name, "greedy");
/// assert!(table.standings[0].rating.value > table.standings[1].rating.value);
/// ```
pub fn play<E>(
    names: &[String],
    pairing: Pairing,
    mut meet: impl FnMut(usize, usize) -> Result<(f64, f64), E>,
) -> Result<LeagueTable, E> {
    let n = names.len();
    let mut wins = vec![vec![0.0; n]; n];
    let mut meeting = |a: usize, b: usize, wins: &mut Vec<Vec<f64>>| -> Result<(), E> {
        let (won, games) = meet(a, b)?;
        wins[a][b] += won;
        wins[b][a] += games - won;
        Ok(())
    };
    match pairing {
        Pairing::RoundRobin => {
            for a in 0..n {
                for b in a + 1..n {
                    meeting(a, b, &mut wins)?;
                }
            }
        }
        Pairing::Swiss(rounds) => {
            let mut sat_out = vec![0u32; n];
            for _ in 0..rounds {
                for (a, b) in neighbours(&wins, &mut sat_out) {
                    meeting(a, b, &mut wins)?;
                }
            }
        }
    }
    Ok(table(names, &wins))
}

/// The pairs of a Swiss round: neighbours, and nobody meets again while somebody else can be met.
fn neighbours(wins: &[Vec<f64>], sat_out: &mut [u32]) -> Vec<(usize, usize)> {
    let n = wins.len();
    let played = |a: usize| -> f64 { (0..n).map(|b| wins[a][b] + wins[b][a]).sum() };
    let share = |a: usize| wins[a].iter().sum::<f64>() / played(a).max(1.0);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| share(*b).total_cmp(&share(*a)).then(a.cmp(b)));
    if n % 2 == 1 {
        // The lowest of those who have sat out least sits out.
        let fewest = sat_out.iter().min().copied().unwrap_or(0);
        if let Some(place) = order.iter().rposition(|player| sat_out[*player] == fewest) {
            sat_out[order.remove(place)] += 1;
        }
    }
    let met = |a: usize, b: usize| wins[a][b] + wins[b][a];
    let mut counts: Vec<f64> =
        order.iter().flat_map(|a| order.iter().map(move |b| met(*a, *b))).collect();
    counts.sort_by(f64::total_cmp);
    counts.dedup();
    let pairs = counts.iter().find_map(|most| paired(&order, &|a, b| met(a, b) <= *most));
    pairs.unwrap_or_default()
}

/// Everybody with somebody whom they may meet, those who stand close first; none if that cannot be.
fn paired(order: &[usize], may: &dyn Fn(usize, usize) -> bool) -> Option<Vec<(usize, usize)>> {
    let Some((first, rest)) = order.split_first() else { return Some(Vec::new()) };
    rest.iter().enumerate().filter(|(_, other)| may(*first, **other)).find_map(|(place, other)| {
        let others = [&rest[..place], &rest[place + 1..]].concat();
        let mut pairs = paired(&others, may)?;
        pairs.insert(0, (*first, *other));
        Some(pairs)
    })
}

fn table(names: &[String], wins: &[Vec<f64>]) -> LeagueTable {
    let n = names.len();
    let ratings = bradley_terry(wins);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| ratings[*b].value.total_cmp(&ratings[*a].value).then(a.cmp(b)));
    let against = |a: usize, b: usize| {
        let games = wins[a][b] + wins[b][a];
        (a != b && games > 0.0).then(|| wilson(wins[a][b] / games, games))
    };
    let standings = order.iter().map(|a| LeagueStanding {
        name: names[*a].clone(),
        rating: ratings[*a],
        games: (0..n).map(|b| wins[*a][b] + wins[b][*a]).sum(),
        won: wins[*a].iter().sum(),
        against: order.iter().map(|b| against(*a, *b)).collect(),
    });
    LeagueTable { standings: standings.collect() }
}
