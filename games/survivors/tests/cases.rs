//! Every rule case passes, and every rule is shown by a case or a test.

use survivors::Survivors;
use table::case::{Case, Verdict};
use table::{Ledger, Shown};

#[test]
fn cases_pass() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (file, text) in Survivors::cases() {
        match Case::parse(file, text) {
            Err(fault) => wrong.push(fault.to_string()),
            Ok(cases) => {
                for case in cases {
                    count += 1;
                    let verdict = table::case::judge::<Survivors>(&case);
                    if verdict != Verdict::Passed {
                        wrong.push(format!("{file}: {}: {verdict:#?}", case.title));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 200, "only {count} cases");
}

#[test]
fn every_rule_is_shown() {
    let coverage = Ledger::parse(Survivors::ledger())
        .coverage(&Survivors::cases(), &Survivors::tests())
        .unwrap_or_else(|faults| panic!("{faults:?}"));
    let unshown: Vec<&str> = coverage.unshown().map(|rule| rule.id.as_str()).collect();
    assert!(unshown.is_empty(), "{} not shown: {unshown:?}", unshown.len());
    assert!(coverage.faults.is_empty(), "{:?}", coverage.faults);
}
