//! Every rule case passes, and every rule of the ledger is shown by a case or a test.

use outdoor_survival::OutdoorSurvival;
use table::case::{Case, Verdict, judge};
use table::{Ledger, Shown};

#[test]
fn every_case_passes() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (file, text) in OutdoorSurvival::cases() {
        match Case::parse(file, text) {
            Err(fault) => failures.push(fault.to_string()),
            Ok(cases) => {
                for case in cases {
                    count += 1;
                    let verdict = judge::<OutdoorSurvival>(&case);
                    if verdict != Verdict::Passed {
                        failures.push(format!("{file}: {}: {verdict:?}", case.title));
                    }
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(count >= 170, "only {count} cases");
}

#[test]
fn every_rule_is_shown() {
    let coverage = Ledger::parse(OutdoorSurvival::ledger())
        .coverage(&OutdoorSurvival::cases(), &OutdoorSurvival::tests())
        .unwrap();
    let unshown: Vec<&str> = coverage.unshown().map(|rule| rule.id.as_str()).collect();
    assert_eq!(unshown, Vec::<&str>::new());
    assert_eq!(coverage.faults, Vec::<String>::new());
}
