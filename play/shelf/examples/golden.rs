//! Plays a game until every way to end has been seen, and writes the shortest game of each as a
//! record: the golden games that its conformance test follows.
//!
//! `cargo run --release --package shelf --example golden -- GAME [GAMES]` writes
//! `games/GAME/tests/golden/*.owr`; run it again when a game's rules version changes. It tries every
//! scenario with the fewest and the most seats and all kinds of bots but those that search, which
//! take their time over every decision, up to GAMES times each (200 if not said).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use table::{AnyGame, AnyMatch, Dice, Seed, Setup};

/// The shortest game that ended in each way.
type Shortest = BTreeMap<String, Box<dyn AnyMatch>>;

fn main() -> ExitCode {
    match write_golden_games() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

fn write_golden_games() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let id = words.next().ok_or("say which game")?;
    let games = words.next().map_or(Ok(200), |word| word.parse::<u64>());
    let games = games.map_err(|_| "the number of games is a whole number")?;
    let shelf = shelf::shelf();
    let game = shelf.iter().map(|shelved| &shelved.game).find(|game| game.id() == id);
    let game = game.ok_or_else(|| format!("no game `{id}` is on the shelf"))?;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(&id);
    let folder = folder.join("tests/golden");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let (declared, shortest) = play_all(&**game, games)?;
    for ending in declared {
        match shortest.get(ending) {
            Some(found) => {
                let file = folder.join(format!("{}.owr", ending.replace(' ', "-")));
                std::fs::write(file, found.record(true).to_string())
                    .map_err(|error| error.to_string())?;
                println!("{ending}: {} decisions of {:?}", found.len(), found.setup());
            }
            None => println!("{ending}: no game ended so"),
        }
    }
    Ok(())
}

fn play_all(game: &dyn AnyGame, games: u64) -> Result<(BTreeSet<&'static str>, Shortest), String> {
    let mut declared = BTreeSet::new();
    let mut shortest = Shortest::new();
    let house = game.house();
    let catalogue = game.catalogue(&house).map_err(|error| error.to_string())?;
    let bots = game.bots().into_iter().map(|bot| bot.name);
    let bots: Vec<&str> = bots.filter(|name| !name.starts_with("search")).collect();
    for scenario in &catalogue.scenarios {
        for seats in BTreeSet::from([scenario.min_seats, scenario.max_seats]) {
            let setup = Setup::new(&scenario.id, seats);
            for number in 0..games {
                let seed = Seed::from_number(number);
                let mut own = Dice::seeded(seed.child("bots"));
                let mut found =
                    game.start(house.clone(), &setup, seed).map_err(|error| error.to_string())?;
                declared.extend(found.endings());
                if declared.iter().all(|ending| shortest.contains_key(*ending)) && number > 20 {
                    break;
                }
                while let Some(seat) = found.status().first() {
                    let bot = bots[(number as usize + seat.index()) % bots.len()];
                    found.ask(seat, bot, &mut own).map_err(|not| not.to_string())?;
                }
                let Some(reason) = found.status().outcome().map(|outcome| outcome.reason.clone())
                else {
                    continue;
                };
                if shortest.get(&reason).is_none_or(|known| known.len() > found.len()) {
                    shortest.insert(reason, found);
                }
            }
        }
    }
    Ok((declared, shortest))
}
