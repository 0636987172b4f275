//! Random games over all scenarios, seats and options: each must end within its bound and conserve
//! figures, Strength, prisoners, goods and kit, with no base on another or on solid ground, at every
//! step.
//!
//! `cargo run --release -p survivors --example skirmishes -- [games] [first seed]`

use survivors::Survivors;
use table::conformance::end_in_time;
use table::{OptionKind, Rules, Setup};

fn main() {
    let mut words = std::env::args().skip(1);
    let games: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(100_000);
    let seed: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let house = Survivors::house();
    let catalogue = Survivors::catalogue(&house).unwrap_or_else(|error| panic!("{error}"));
    let mut setups = Vec::new();
    for scenario in &catalogue.scenarios {
        for seats in scenario.seats() {
            let plain = Setup::new(&scenario.id, seats);
            setups.push(plain.clone());
            for option in &catalogue.options {
                let words = match &option.kind {
                    OptionKind::Flag => vec!["on".to_string(), "off".to_string()],
                    OptionKind::Choice(words) => words.clone(),
                    OptionKind::Number(..) => Vec::new(),
                };
                for word in words.iter().filter(|word| **word != option.default) {
                    let mut setup = plain.clone().with(&option.key, word);
                    setup.seats += catalogue.seats_more(&setup);
                    setups.push(setup);
                }
            }
        }
    }
    setups.retain(|setup| Survivors::open(&house, setup).is_ok());
    let each = games.div_ceil(setups.len() as u64);
    let (mut played, mut longest) = (0, 0);
    for setup in &setups {
        match end_in_time::<Survivors>(&house, setup, each, seed + played) {
            Ok(most) => {
                played += each;
                longest = longest.max(most);
                println!(
                    "{played:7} games  longest {most:6}  {} {} {:?}",
                    setup.scenario, setup.seats, setup.options
                );
            }
            Err(problem) => {
                eprintln!("{problem}");
                std::process::exit(1);
            }
        }
    }
    println!(
        "{played} games of {} set-ups ended within their bounds; the longest took {longest} decisions",
        setups.len()
    );
}
