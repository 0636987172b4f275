//! Many games on several threads, handed on in order.

use crate::contest::{AnyContest, PlayedGames};
use crate::external::AbortedGame;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use table::{Fit, Seed};

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games handed on so far, those before the run began included.
    pub games: u64,
    /// Decisions taken in this run.
    pub decisions: u64,
}

/// Games of one batch: large enough that handing it on costs nothing, small enough that a run can be
/// stopped soon.
fn batch(games: u64, threads: usize, most: u64) -> u64 {
    (games / (threads.fit::<u64>() * 16)).clamp(1, most.max(1))
}

/// Plays the games of these numbers on so many threads. `each` gets the values of whole games in the
/// order of their numbers, whatever the number of threads, and may raise `stop`. Threads share nothing
/// but the number of the next batch. How far it came: all of them, unless it was stopped. If a guest
/// fails, all games before that one are handed on, and the error is the first such game, whatever the
/// number of threads.
pub fn run(
    contest: &dyn AnyContest,
    seed: Seed,
    games: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    each: impl FnMut(Progress, &[f64]),
) -> Result<Progress, AbortedGame> {
    let threads = threads.max(1);
    let size = batch(games.end.saturating_sub(games.start), threads, contest.batch());
    let plan = Batches { contest, seed, games, size };
    if threads == 1 { plan.alone(stop, each) } else { plan.shared(threads, stop, each) }
}

/// The games of a run, cut into batches of one size; the last may be smaller.
struct Batches<'a> {
    contest: &'a dyn AnyContest,
    seed: Seed,
    games: Range<u64>,
    size: u64,
}

/// A batch that was played: its number, what came of it, and the values of its games.
type PlayedBatch = (u64, PlayedGames, Vec<f64>);

impl Batches<'_> {
    /// The games of a batch; none after the last batch.
    fn games(&self, number: u64) -> Range<u64> {
        let first = self.games.start.saturating_add(number.saturating_mul(self.size));
        first..self.games.end.min(first.saturating_add(self.size))
    }

    /// How many values every game has.
    fn width(&self) -> usize {
        self.contest.columns().len().max(1)
    }

    /// How far a run has come with more games.
    fn after(&self, before: Progress, played: &PlayedGames, values: &[f64]) -> Progress {
        Progress {
            games: before.games + (values.len() / self.width()).fit::<u64>(),
            decisions: before.decisions + played.decisions,
        }
    }

    /// All batches on this thread.
    fn alone(
        &self,
        stop: &AtomicBool,
        mut each: impl FnMut(Progress, &[f64]),
    ) -> Result<Progress, AbortedGame> {
        let mut progress = Progress { games: self.games.start, decisions: 0 };
        let mut values = Vec::new();
        let go_on = || !stop.load(Ordering::Relaxed);
        while progress.games < self.games.end && go_on() {
            let last = self.games.end.min(progress.games + self.size);
            values.clear();
            let played = self.contest.play(self.seed, progress.games..last, &go_on, &mut values);
            progress = self.after(progress, &played, &values);
            each(progress, &values);
            if let Some(aborted) = played.aborted {
                return Err(aborted);
            }
        }
        Ok(progress)
    }

    /// All batches on several threads.
    fn shared(
        &self,
        threads: usize,
        stop: &AtomicBool,
        each: impl FnMut(Progress, &[f64]),
    ) -> Result<Progress, AbortedGame> {
        let next = AtomicU64::new(0);
        let last_useful = AtomicU64::new(u64::MAX);
        std::thread::scope(|scope| {
            // A bound on what waits to be handed on keeps memory flat.
            let (send, receive) = mpsc::sync_channel::<PlayedBatch>(threads * 4);
            for _ in 0..threads {
                let (send, next, last_useful) = (send.clone(), &next, &last_useful);
                scope.spawn(move || self.work(next, last_useful, stop, &send));
            }
            drop(send);
            self.hand_on(receive, each)
        })
    }

    /// Plays one batch after the other, until there is none left or the run is stopped. Batches after
    /// an aborted one are of no use; those before it are.
    fn work(
        &self,
        next: &AtomicU64,
        last_useful: &AtomicU64,
        stop: &AtomicBool,
        send: &mpsc::SyncSender<PlayedBatch>,
    ) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let games = self.games(number);
            let go_on =
                || !stop.load(Ordering::Relaxed) && number <= last_useful.load(Ordering::Relaxed);
            if games.is_empty() || !go_on() {
                return;
            }
            let count = (games.end - games.start).fit::<usize>();
            let mut values = Vec::with_capacity(count * self.width());
            let played = self.contest.play(self.seed, games, &go_on, &mut values);
            if played.aborted.is_some() {
                last_useful.fetch_min(number, Ordering::Relaxed);
            }
            if send.send((number, played, values)).is_err() {
                return;
            }
        }
    }

    /// Hands batches on in order, whatever the order in which they come.
    fn hand_on(
        &self,
        receive: mpsc::Receiver<PlayedBatch>,
        mut each: impl FnMut(Progress, &[f64]),
    ) -> Result<Progress, AbortedGame> {
        let mut progress = Progress { games: self.games.start, decisions: 0 };
        let mut waiting: BTreeMap<u64, (PlayedGames, Vec<f64>)> = BTreeMap::new();
        let mut due = 0;
        let mut whole = true;
        let mut first_aborted = None;
        for (number, played, values) in receive {
            waiting.insert(number, (played, values));
            while whole && let Some((played, values)) = waiting.remove(&due) {
                let games = self.games(due);
                // After a batch that was cut short nothing can follow in order.
                whole = values.len() == (games.end - games.start).fit::<usize>() * self.width();
                due += 1;
                progress = self.after(progress, &played, &values);
                each(progress, &values);
                first_aborted = played.aborted;
            }
        }
        match first_aborted {
            Some(aborted) => Err(aborted),
            None => Ok(progress),
        }
    }
}
