//! Random games of every scenario, held to every promise of the contract.
//!
//! `cargo run --release --package outdoor-survival --example many_games -- 10000`

use outdoor_survival::OutdoorSurvival;
use table::conformance::{Suite, hold};
use table::{Rules, Setup};

fn main() {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(1000);
    let Ok(catalogue) = OutdoorSurvival::catalogue(&OutdoorSurvival::house()) else { return };
    for scenario in &catalogue.scenarios {
        let seats: Vec<u16> = scenario.seats().collect();
        let setups: Vec<Setup> =
            seats.iter().map(|seats| Setup::new(&scenario.id, *seats)).collect();
        // One step in twenty is looked at closely; every game is recorded, read back and replayed.
        let suite = Suite { every: 20, ..Suite::new(setups, usize::div_ceil(games, seats.len())) };
        match hold::<OutdoorSurvival>(&suite) {
            Ok(report) => println!(
                "{:<14} {} games, {} decisions, longest {}, endings {:?}",
                scenario.id, report.games, report.decisions, report.longest, report.endings
            ),
            Err(problem) => {
                println!("{}: {problem}", scenario.id);
                std::process::exit(1);
            }
        }
    }
}
