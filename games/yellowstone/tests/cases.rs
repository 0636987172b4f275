//! The rule cases pass, and every rule of the ledger is shown by a case or a test.

use table::case::{Case, Verdict, judge};
use table::{Ledger, Shown};
use yellowstone::Yellowstone;

#[test]
fn every_case_passes() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (file, text) in Yellowstone::cases() {
        match Case::parse(file, text) {
            Err(fault) => failures.push(fault.to_string()),
            Ok(cases) => {
                for case in cases {
                    count += 1;
                    match judge::<Yellowstone>(&case) {
                        Verdict::Passed => {}
                        verdict => failures.push(format!("{file}: {}: {verdict:?}", case.title)),
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count >= 150, "only {count} cases");
}

#[test]
fn every_rule_is_shown() {
    let coverage = Ledger::parse(Yellowstone::ledger())
        .coverage(&Yellowstone::cases(), &Yellowstone::tests())
        .unwrap();
    let unshown: Vec<&str> = coverage.unshown().map(|rule| rule.id.as_str()).collect();
    assert!(unshown.is_empty(), "{}", unshown.join(" "));
    assert!(coverage.faults.is_empty(), "{}", coverage.faults.join("\n"));
}
