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
    mut each: impl FnMut(Progress, &[f64]),
) -> Result<Progress, AbortedGame> {
    let threads = threads.max(1);
    let size = batch(games.end.saturating_sub(games.start), threads, contest.batch());
    let width = contest.columns().len().max(1);
    let mut progress = Progress { games: games.start, decisions: 0 };
    if threads == 1 {
        let mut values = Vec::new();
        let go_on = || !stop.load(Ordering::Relaxed);
        while progress.games < games.end && go_on() {
            let last = games.end.min(progress.games + size);
            values.clear();
            let played = contest.play(seed, progress.games..last, &go_on, &mut values);
            progress.decisions += played.decisions;
            progress.games += (values.len() / width).fit::<u64>();
            each(progress, &values);
            if let Some(aborted) = played.aborted {
                return Err(aborted);
            }
        }
        return Ok(progress);
    }
    let next = AtomicU64::new(0);
    // Batches after an aborted one are of no use; those before it are.
    let last_useful = AtomicU64::new(u64::MAX);
    std::thread::scope(|scope| {
        // A bound on what waits to be handed on keeps memory flat.
        let (send, receive) = mpsc::sync_channel::<(u64, PlayedGames, Vec<f64>)>(threads * 4);
        for _ in 0..threads {
            let (send, next, games, last_useful) =
                (send.clone(), &next, games.clone(), &last_useful);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let first = games.start.saturating_add(number.saturating_mul(size));
                    let go_on = || {
                        !stop.load(Ordering::Relaxed)
                            && number <= last_useful.load(Ordering::Relaxed)
                    };
                    if first >= games.end || !go_on() {
                        return;
                    }
                    let last = games.end.min(first + size);
                    let mut values = Vec::with_capacity((last - first).fit::<usize>() * width);
                    let played = contest.play(seed, first..last, &go_on, &mut values);
                    if played.aborted.is_some() {
                        last_useful.fetch_min(number, Ordering::Relaxed);
                    }
                    if send.send((number, played, values)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: BTreeMap<u64, (PlayedGames, Vec<f64>)> = BTreeMap::new();
        let mut due = 0;
        let mut whole = true;
        let mut first_aborted = None;
        for (number, played, values) in receive {
            waiting.insert(number, (played, values));
            while whole && let Some((played, values)) = waiting.remove(&due) {
                let first = games.start + due * size;
                let wanted = (games.end.min(first + size) - first).fit::<usize>() * width;
                // After a batch that was cut short nothing can follow in order.
                whole = values.len() == wanted;
                due += 1;
                progress.decisions += played.decisions;
                progress.games += (values.len() / width).fit::<u64>();
                each(progress, &values);
                first_aborted = played.aborted;
            }
        }
        match first_aborted {
            Some(aborted) => Err(aborted),
            None => Ok(progress),
        }
    })
}
