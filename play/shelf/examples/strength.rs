//! How often each bot comes first at a table, without the rest of the program.
//!
//! `cargo run --release --package shelf --example strength -- GAME SCENARIO SEATS BOTS GAMES [SEED]`,
//! such as `yellowstone standard 2 greedy,random 200`. Bots share the seats evenly and rotate. A long
//! run tells from time to time how it stands.

use arena::{Column, ExternalBots, Seating, Summary, run};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use table::{Seed, Setup};

/// How often a long run tells how it stands.
const NEWS: Duration = Duration::from_secs(15);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, scenario, seats, bots, games, rest @ ..] = words.as_slice() else {
        return eprintln!("GAME SCENARIO SEATS BOTS GAMES [SEED] [key=value …]");
    };
    let shelf = shelf::shelf();
    let Some(shelved) = shelf.iter().find(|shelved| shelved.game.id() == game) else {
        return eprintln!("no game `{game}`");
    };
    let (Ok(seats), Ok(games)) = (seats.parse::<u16>(), games.parse::<u64>()) else {
        return eprintln!("SEATS and GAMES are numbers");
    };
    let bots = bots.split(',').cycle().take(seats as usize).map(String::from);
    let bots: Vec<String> = bots.collect();
    let mut setup = Setup::new(scenario, seats);
    let seed = rest.first().and_then(|word| word.parse().ok()).unwrap_or(1);
    for (key, value) in rest.iter().filter_map(|word| word.split_once('=')) {
        setup = setup.with(key, value);
    }
    let house = shelved.game.house();
    let nobody = ExternalBots::default();
    let contest = match shelved.arena.open(&house, &setup, &bots, Seating::Rotating, &nobody) {
        Ok(contest) => contest,
        Err(error) => return eprintln!("{error}"),
    };
    let mut summary = Summary::new(contest.columns().len());
    let (stop, start) = (AtomicBool::new(false), Instant::now());
    let seed = Seed::from_number(seed);
    let mut told = start;
    let done = run(contest.as_ref(), seed, 0..games, 1, &stop, |progress, values| {
        summary.add(values);
        if told.elapsed() > NEWS && progress.games < games {
            told = Instant::now();
            eprintln!("{game} {scenario} {seats} seats, {} of {games} games", progress.games);
            tell(contest.columns(), &summary, |line| eprintln!("{line}"));
        }
    });
    let done = match done {
        Ok(done) => done,
        Err(aborted) => return eprintln!("{aborted}"),
    };
    let seconds = start.elapsed().as_secs_f64();
    print!("{game} {scenario} {seats} seats, {games} games, {seconds:.1} s, ");
    println!("{:.0} decisions/s", done.decisions as f64 / seconds);
    tell(contest.columns(), &summary, |line| println!("{line}"));
}

/// First places, pairs, wins and points of each bot, with their intervals.
fn tell(columns: &[Column], summary: &Summary, mut line: impl FnMut(String)) {
    for (index, column) in columns.iter().enumerate() {
        let head = ["first", "ahead", "won", "score"].iter().any(|h| column.name.starts_with(h));
        if let Some(found) = summary.estimate(columns, index).filter(|_| head) {
            let [value, low, high] = [found.value, found.low, found.high];
            line(format!("  {:22} {value:8.3}  {low:.3} to {high:.3}", column.name));
        }
    }
}
