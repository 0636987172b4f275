//! Plays many random games of every scenario and option and holds each to its bound and its sums:
//! `cargo run --release -p survivors --example crowd -- GAMES`.

use survivors::Survivors;
use table::conformance::end_in_time;
use table::{Game, OptionKind, Setup};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1000);
    let house = Survivors::house();
    let catalogue = Survivors::catalogue(&house).expect("the house edition is sound");
    let mut setups = Vec::new();
    for scenario in &catalogue.scenarios {
        for seats in scenario.min_seats..=scenario.max_seats {
            let plain = Setup::new(&scenario.id, seats);
            setups.push(plain.clone());
            setups.push(plain.clone().with("umpire", "on"));
            for option in &catalogue.options {
                let words = match &option.kind {
                    OptionKind::Flag => vec!["on".to_string(), "off".to_string()],
                    OptionKind::Choice(words) => words.clone(),
                    OptionKind::Number(..) => Vec::new(),
                };
                for word in words.iter().filter(|word| **word != option.default) {
                    setups.push(plain.clone().with(&option.key, word));
                }
            }
        }
    }
    setups.retain(|setup| Survivors::open(&house, setup).is_ok());
    let share = games.div_ceil(setups.len() as u64);
    let (mut total, mut longest) = (0, 0);
    for setup in &setups {
        match end_in_time::<Survivors>(&house, setup, share, total) {
            Ok(most) => longest = longest.max(most),
            Err(problem) => {
                eprintln!("{problem}");
                std::process::exit(1);
            }
        }
        total += share;
    }
    println!(
        "{total} games over {} set-ups ended in time; the longest took {longest} decisions",
        setups.len()
    );
}
