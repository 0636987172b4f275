//! The game keeps every promise of the contract, for all scenarios and readings of the rules.

use postal_survival::PostalSurvival;
use table::conformance::{Suite, end_in_time, hold};
use table::{OptionKind, Rules, Setup};

/// Few rounds and a small island keep random play short.
fn small(scenario: &str, seats: u16) -> Setup {
    Setup::new(scenario, seats).with("rounds", "6")
}

fn suite(setups: Vec<Setup>, games: usize) -> Suite {
    Suite { every: 40, ..Suite::new(setups, games) }
}

// rules: PS-GEN-06
#[test]
fn every_promise_holds_for_any_number_of_players() {
    let setups = [2, 3, 5].map(|seats| small("first-run", seats).with("map", "t1"));
    let report = hold::<PostalSurvival>(&suite(setups.to_vec(), 3)).unwrap();
    assert!(report.games == 9, "{report:?}");
}

#[test]
fn every_promise_holds_in_every_scenario() {
    let catalogue = PostalSurvival::catalogue(&PostalSurvival::house()).unwrap();
    let setups = catalogue.scenarios.iter().map(|scenario| small(&scenario.id, scenario.min_seats));
    hold::<PostalSurvival>(&suite(setups.collect(), 1)).unwrap();
}

#[test]
fn every_promise_holds_for_every_option() {
    let catalogue = PostalSurvival::catalogue(&PostalSurvival::house()).unwrap();
    let mut setups = Vec::new();
    for option in catalogue.options.iter().filter(|option| option.key != "species_per_player") {
        if let OptionKind::Choice(words) = &option.kind {
            let other =
                words.iter().skip(1).map(|word| small("first-run", 2).with(&option.key, word));
            setups.extend(other);
        }
        if option.kind == OptionKind::Flag {
            let other = if option.default == "on" { "off" } else { "on" };
            setups.push(small("first-run", 2).with(&option.key, other));
        }
    }
    let setups = setups.into_iter().map(|setup| setup.with("rounds", "4")).collect();
    let mut suite = suite(setups, 1);
    suite.every = 200;
    hold::<PostalSurvival>(&suite).unwrap();
}

// rules: PS-END-01, PS-END-02
#[test]
fn all_endings_are_reached_by_random_play() {
    let island = |rounds: &str| Setup::new("first-run", 2).with("map", "t1").with("rounds", rounds);
    let mut suite = suite(vec![island("8"), island("11")], 60);
    suite.every = 5000;
    suite.all_endings = true;
    let report = hold::<PostalSurvival>(&suite).unwrap();
    assert_eq!(report.endings.len(), 5, "{report:?}");
}

#[test]
fn random_games_end_in_time() {
    let setup = small("first-run", 4);
    end_in_time::<PostalSurvival>(&PostalSurvival::house(), &setup, 20, 7).unwrap();
}
