//! What bots think of a game that is over: from some of its positions it is played out again and again, and who wins is counted.
//!
//! The work is done in small pieces, each asked for by whoever looks at the graph, in the pool that bots share; what came out is
//! kept with the game, so that it is done once. Everything about such a game is public.

use super::pool::Precedence;
use super::replay::begin_match;
use super::{TableHandle, Tables};
use crate::client::Client;
use crate::error::ServiceError;
use crate::store::{Change, Phase, SandboxChange, StoreError};
use arena::statistics::{Estimate, wilson};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{AnyMatch, Dice, NotDone, Seat, Seed};

/// How many positions of a game are looked at, at most.
const POINTS: usize = 41;

/// How often each is played out.
const GAMES: u32 = 64;

/// How often one is played out at a time, at most.
const AT_ONCE: u32 = 8;

/// How long one piece of the work takes, more or less.
const PIECE: Duration = Duration::from_millis(700);

/// So many decisions are enough for any game; one that goes on is counted as won by nobody.
const MOST_DECISIONS: usize = 20_000;

/// What bots think of a game, as far as they have come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimated {
    /// The bot that plays all seats.
    pub bot: String,
    /// The rules by which they play.
    rules: u32,
    /// The positions, in the order of the game.
    pub points: Vec<EstimatedPoint>,
}

/// What came out of playing on from a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EstimatedPoint {
    /// The step after which it stands.
    pub step: usize,
    /// How often it was played out.
    pub games: u32,
    /// How often each seat won.
    pub wins: Vec<u32>,
}

impl EstimatedPoint {
    /// How often a seat wins from here, with its interval; nothing before anything was played.
    pub fn share(&self, seat: Seat) -> Option<Estimate> {
        let wins = self.wins.get(seat.index()).copied().unwrap_or_default();
        let games = f64::from(self.games);
        (self.games > 0).then(|| wilson(f64::from(wins) / games, games))
    }
}

impl Estimated {
    /// Nothing yet of a game with so many steps and seats.
    fn of(bot: &str, rules: u32, steps: usize, seats: usize) -> Estimated {
        let most = POINTS.min(steps + 1);
        let step = |number: usize| if most < 2 { 0 } else { number * steps / (most - 1) };
        let point = |number| EstimatedPoint { step: step(number), games: 0, wins: vec![0; seats] };
        Estimated { bot: bot.into(), rules, points: (0..most).map(point).collect() }
    }

    /// The position that is played out next: of those that were the least often, the one farthest from any that was more;
    /// nothing if all are done.
    fn next(&self) -> Option<usize> {
        let least =
            self.points.iter().map(|point| point.games).min().filter(|least| *least < GAMES)?;
        let ahead = |at: usize| {
            let farther = self.points.iter().enumerate().filter(|(_, point)| point.games > least);
            farther.map(|(other, _)| other.abs_diff(at)).min().unwrap_or(usize::MAX)
        };
        let open = (0..self.points.len()).filter(|at| self.points[*at].games == least);
        open.max_by_key(|at| (ahead(*at), std::cmp::Reverse(*at)))
    }

    /// Whether everything is done.
    pub fn is_done(&self) -> bool {
        self.next().is_none()
    }
}

/// Plays a position out for a while.
fn play_out(game: &dyn AnyMatch, bot: &str, point: &mut EstimatedPoint, seed: Seed) {
    let began = Instant::now();
    for _ in 0..AT_ONCE.min(GAMES - point.games) {
        let number = u64::from(point.games) * 100_000 + point.step as u64;
        let mut dice = Dice::for_quiet_step(seed, number);
        let outcome = game.play_out(bot, MOST_DECISIONS, &mut dice);
        point.games += 1;
        for (seat, wins) in (0..).map(Seat).zip(&mut point.wins) {
            *wins += u32::from(outcome.as_ref().is_some_and(|outcome| outcome.winners.has(seat)));
        }
        if began.elapsed() > PIECE {
            break;
        }
    }
}

impl Tables {
    /// What bots think of the game of a table, as far as they have come, and the version of that.
    async fn stored_estimate(
        &self,
        table: &Arc<TableHandle>,
    ) -> Result<(i64, Estimated), ServiceError> {
        let state = self.read(table).await?;
        if state.row.phase != Phase::Over {
            let why = "Bots look at a game when it is over.";
            return Err(ServiceError::Stale(why.into()));
        }
        if !state.row.lesson.is_empty() || state.other_rules_until.is_some() {
            let why = "This game cannot be played again by the rules of this server: bots say nothing of it.";
            return Err(ServiceError::Stale(why.into()));
        }
        let offered = self.0.games.find(&state.row.game)?;
        let rules = offered.game.rules_version();
        let bots = offered.game.bots();
        let bot =
            ["greedy", "random"].into_iter().find(|name| bots.iter().any(|bot| bot.name == *name));
        let bot = bot.ok_or_else(|| ServiceError::Stale("No bot plays this game.".into()))?;
        let fresh = Estimated::of(bot, rules, state.game()?.len(), state.seats.len());
        drop(state);
        let stored = self.0.store.estimate(&table.id).await?;
        let known = stored.and_then(|(version, text)| {
            let read: Estimated = serde_json::from_str(&text).ok()?;
            // What other rules or bots have said is said anew, in its place.
            let same = read.rules == fresh.rules && read.bot == fresh.bot;
            Some((version, if same { read } else { fresh.clone() }))
        });
        Ok(known.unwrap_or((0, fresh)))
    }

    /// What bots think of the game of a table, as far as they have come.
    pub async fn estimate(&self, table: &Arc<TableHandle>) -> Result<Estimated, ServiceError> {
        Ok(self.stored_estimate(table).await?.1)
    }

    /// Lets bots think about the game of a table for a while; gives what they think then.
    pub async fn estimate_more(
        &self,
        table: &Arc<TableHandle>,
        client: Client,
    ) -> Result<Estimated, ServiceError> {
        let (version, mut estimated) = self.stored_estimate(table).await?;
        let Some(at) = estimated.next() else { return Ok(estimated) };
        let (row, seats, lines) = {
            let state = self.read(table).await?;
            let steps = state.game()?.record(false).steps.into_iter();
            let lines: Vec<(Seat, String)> =
                steps.filter_map(|step| Some((step.seat?, step.action))).collect();
            (state.row.clone(), state.seats.clone(), lines)
        };
        let kind = format!("{} estimate", row.game);
        let permit = self.0.thinkers.place(&kind, &client.key(), Precedence::Afterwards).await;
        let permit = permit.ok_or(ServiceError::Store(StoreError::Closed))?;
        let (tables, mut point, bot) =
            (self.clone(), estimated.points[at].clone(), estimated.bot.clone());
        let seed = self.dice_seed(&row)?;
        let thought = move || {
            let begun = begin_match(&tables.0.games, &row, &seats, seed);
            let mut game = begun.map_err(|error| NotDone::NotNow(error.to_string()))?;
            for (seat, line) in lines.iter().take(point.step) {
                game.act(*seat, line)?;
            }
            play_out(game.as_ref(), &bot, &mut point, seed.child("estimate"));
            Ok::<_, NotDone>(point)
        };
        let point = self.think(&table.id, kind, permit.may_take_long(), thought).await?;
        drop(permit);
        estimated.points[at] = point;
        let text = serde_json::to_string(&estimated).unwrap_or_default();
        let change = SandboxChange::Estimated { table: table.id.clone(), version, estimate: text };
        match self.0.store.write(Change::Sandbox(change)).await {
            // Somebody else has asked for the same at the same time.
            Err(StoreError::Taken) => self.estimate(table).await,
            done => {
                done?;
                Ok(estimated)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_over_the_whole_game_and_the_ends_come_first() {
        let mut estimated = Estimated::of("greedy", 1, 100, 2);
        let steps: Vec<usize> = estimated.points.iter().map(|point| point.step).collect();
        assert_eq!((steps[0], steps[POINTS - 1], steps.len()), (0, 100, POINTS));
        assert!(steps.is_sorted_by(|one, other| one < other));
        let mut order = Vec::new();
        for _ in 0..5 {
            let at = estimated.next().unwrap();
            estimated.points[at].games += AT_ONCE;
            order.push(estimated.points[at].step);
        }
        assert_eq!(order, [0, 100, 50, 25, 75]);
        for _ in 0..POINTS * (GAMES / AT_ONCE) as usize {
            let Some(at) = estimated.next() else { break };
            estimated.points[at].games += AT_ONCE;
        }
        assert!(estimated.is_done() && estimated.points.iter().all(|point| point.games == GAMES));
    }

    #[test]
    fn short_games_have_a_point_for_every_step() {
        let steps = |steps| -> Vec<usize> {
            let estimated = Estimated::of("greedy", 1, steps, 1);
            estimated.points.iter().map(|point| point.step).collect()
        };
        assert_eq!(steps(0), [0]);
        assert_eq!(steps(3), [0, 1, 2, 3]);
    }

    #[test]
    fn a_share_has_an_interval_and_nothing_played_has_none() {
        let point = EstimatedPoint { step: 0, games: 8, wins: vec![8, 0] };
        let share = point.share(Seat(0)).unwrap();
        assert!(share.value == 1.0 && share.low < 0.8 && share.high > 0.99, "{share:?}");
        assert_eq!(EstimatedPoint { games: 0, ..point }.share(Seat(0)), None);
    }
}
