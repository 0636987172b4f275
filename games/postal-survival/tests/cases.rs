//! Every case passes, and every rule of the ledger is shown.

use postal_survival::PostalSurvival;
use table::case::{Case, Verdict, judge};
use table::{Ledger, Shown};

#[test]
fn cases_pass() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (file, text) in PostalSurvival::cases() {
        for case in Case::parse(file, text).unwrap() {
            count += 1;
            let verdict = judge::<PostalSurvival>(&case);
            if verdict != Verdict::Passed {
                failures.push(format!("{file}: {}: {verdict:?}", case.title));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} failed:\n{}", failures.len(), failures.join("\n"));
    assert!(count >= 200, "only {count} cases");
}

#[test]
fn every_rule_is_shown() {
    let coverage = Ledger::parse(PostalSurvival::ledger())
        .coverage(&PostalSurvival::cases(), &PostalSurvival::tests())
        .unwrap();
    let unshown: Vec<&str> = coverage.unshown().map(|rule| rule.id.as_str()).collect();
    assert!(unshown.is_empty(), "{} rules are not shown: {unshown:?}", unshown.len());
    assert!(coverage.faults.is_empty(), "{:?}", coverage.faults);
}
