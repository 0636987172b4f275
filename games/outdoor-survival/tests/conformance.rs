//! The game keeps every promise of the contract.

use include_dir::{Dir, include_dir};
use outdoor_survival::OutdoorSurvival;
use table::conformance::{Suite, hold};
use table::{OptionKind, Rules, Setup, texts};

/// One finished game for each way to end, as `cargo run --release --package shelf --example golden`
/// writes them.
static GOLDEN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests/golden");

/// Every scenario with every number of seats.
fn all_setups() -> Vec<Setup> {
    let catalogue = OutdoorSurvival::catalogue(&OutdoorSurvival::house()).unwrap();
    let scenarios = catalogue.scenarios.iter();
    scenarios
        .flat_map(|scenario| scenario.seats().map(|seats| Setup::new(&scenario.id, seats)))
        .collect()
}

/// The same with one option after another set to each of its values.
fn optional_setups() -> Vec<Setup> {
    let catalogue = OutdoorSurvival::catalogue(&OutdoorSurvival::house()).unwrap();
    let mut setups = Vec::new();
    for option in &catalogue.options {
        let values: Vec<String> = match &option.kind {
            OptionKind::Flag => vec!["on".into(), "off".into()],
            OptionKind::Choice(words) => words.clone(),
            OptionKind::Number(least, most) => vec![least.to_string(), most.to_string()],
        };
        for value in values.into_iter().filter(|value| *value != option.default) {
            for scenario in ["survival", "search", "rescue", "pursue-escape", "beast"] {
                if option.key == "reverse" && scenario != "survival" {
                    continue;
                }
                setups.push(Setup::new(scenario, 2).with(&option.key, &value));
            }
        }
    }
    setups
}

// rules: OS-END-01, OS-END-02
#[test]
fn every_scenario_keeps_every_promise() {
    let mut suite = Suite::new(all_setups(), 6);
    suite.every = 9;
    suite.records = texts(&GOLDEN, ".owr").into_iter().map(|(_, text)| text.into()).collect();
    suite.all_endings = true;
    let report = hold::<OutdoorSurvival>(&suite).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(report.games > 200 && report.decisions > 10_000, "{report:?}");
}

#[test]
fn every_option_keeps_every_promise() {
    let mut suite = Suite::new(optional_setups(), 1);
    suite.every = 9;
    let report = hold::<OutdoorSurvival>(&suite).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(report.games > 100, "{report:?}");
}
