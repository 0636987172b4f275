//! Yellowstone keeps every promise of the contract.

use table::conformance::{Suite, end_in_time, hold};
use table::{Game, Setup};
use yellowstone::Yellowstone;

/// Every scenario with every number of seats.
fn scenarios() -> Vec<Setup> {
    let catalogue = Yellowstone::catalogue(&Yellowstone::house()).unwrap();
    let mut setups = Vec::new();
    for scenario in catalogue.scenarios {
        for seats in scenario.min_seats..=scenario.max_seats {
            setups.push(Setup::new(&scenario.id, seats));
        }
    }
    setups
}

/// Every value of every option that is not its default, one at a time.
fn options() -> Vec<(String, String)> {
    let catalogue = Yellowstone::catalogue(&Yellowstone::house()).unwrap();
    let mut values = Vec::new();
    for option in catalogue.options {
        let words: Vec<String> = match option.kind {
            table::OptionKind::Flag => vec!["on".into(), "off".into()],
            table::OptionKind::Choice(words) => words,
            table::OptionKind::Number(..) => Vec::new(),
        };
        let others = words.into_iter().filter(|word| *word != option.default);
        values.extend(others.map(|word| (option.key.clone(), word)));
    }
    values
}

#[test]
fn every_scenario_keeps_every_promise() {
    let mut suite = Suite::new(scenarios(), 1);
    suite.every = 23;
    let report = hold::<Yellowstone>(&suite).unwrap();
    assert!(report.endings["snowed_in"] > 5, "{report:?}");
}

#[test]
fn every_option_keeps_every_promise() {
    let setups = options()
        .into_iter()
        .filter(|(key, _)| key != "caps")
        .enumerate()
        .map(|(i, (key, value))| Setup::new("standard", 2 + i as u16 % 3).with(key, value));
    let mut suite = Suite::new(setups.collect(), 1);
    suite.every = 37;
    hold::<Yellowstone>(&suite).unwrap();
}

#[test]
fn random_games_end_in_time_and_conserve_animals_and_counters() {
    let house = Yellowstone::house();
    for setup in scenarios() {
        end_in_time::<Yellowstone>(&house, &setup, 3, 100).unwrap();
    }
    for (i, (key, value)) in options().into_iter().enumerate() {
        let setup = Setup::new("standard", 2 + i as u16 % 3).with(key, value);
        end_in_time::<Yellowstone>(&house, &setup, 2, 200).unwrap();
    }
}
