//! Every rule case passes, and every rule of the ledger is shown.

use outlive::Outlive;
use table::case::{Case, Verdict, judge};
use table::{Ledger, Shown};

#[test]
fn every_case_passes() {
    let (mut passed, mut failures) = (0, Vec::new());
    for (file, text) in Outlive::cases() {
        match Case::parse(file, text) {
            Err(fault) => failures.push(fault.to_string()),
            Ok(cases) => {
                for case in cases {
                    match judge::<Outlive>(&case) {
                        Verdict::Passed => passed += 1,
                        Verdict::Failed(whys) => {
                            failures.push(format!("{file}: {}: {}", case.title, whys.join("; ")))
                        }
                        Verdict::Faulty(faults) => {
                            let faults: Vec<String> =
                                faults.iter().map(ToString::to_string).collect();
                            failures.push(format!("{file}: {}: {}", case.title, faults.join("; ")));
                        }
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(passed >= 300, "only {passed} cases");
}

#[test]
fn every_rule_is_shown() {
    let coverage =
        Ledger::parse(Outlive::ledger()).coverage(&Outlive::cases(), &Outlive::tests()).unwrap();
    let unshown: Vec<&str> = coverage.unshown().map(|rule| rule.id.as_str()).collect();
    assert_eq!(unshown, [""; 0]);
    assert_eq!(coverage.faults, [""; 0]);
    assert_eq!(coverage.rules.len(), 553);
}
