//! Random games over all scenarios, seats and options: each must end within its bound and conserve
//! animals and counters at every step.
//!
//! `cargo run --release -p yellowstone --example random_years -- [games] [first seed]`

use table::conformance::end_in_time;
use table::{OptionKind, Rules, Setup};
use yellowstone::Yellowstone;

fn main() {
    let mut words = std::env::args().skip(1);
    let games: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(100_000);
    let seed: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let house = Yellowstone::house();
    let catalogue = Yellowstone::catalogue(&house).unwrap_or_else(|error| panic!("{error}"));
    let mut setups = Vec::new();
    for scenario in &catalogue.scenarios {
        for seats in scenario.seats() {
            setups.push(Setup::new(&scenario.id, seats));
        }
    }
    for option in &catalogue.options {
        let words = match &option.kind {
            OptionKind::Flag => vec!["on".to_string(), "off".to_string()],
            OptionKind::Choice(words) => words.clone(),
            OptionKind::Number(..) => Vec::new(),
        };
        for word in words.into_iter().filter(|word| *word != option.default) {
            for seats in 2..=4 {
                setups.push(Setup::new("standard", seats).with(&option.key, &word));
            }
        }
    }
    let each = games.div_ceil(setups.len() as u64);
    let mut played = 0;
    for setup in &setups {
        match end_in_time::<Yellowstone>(&house, setup, each, seed) {
            Ok(longest) => {
                played += each;
                println!(
                    "{played:7} games  longest {longest:6}  {} {} {:?}",
                    setup.scenario, setup.seats, setup.options
                );
            }
            Err(problem) => {
                eprintln!("{problem}");
                std::process::exit(1);
            }
        }
    }
    println!("{played} games of {} set-ups ended within their bounds", setups.len());
}
