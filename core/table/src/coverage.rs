//! What shows each rule of a game's ledger: cases and tests.

use crate::case::Case;
use crate::refusal::Fault;
use ledger::{Ledger, Rule};
use serde::Serialize;
use std::collections::BTreeMap;

/// What shows a rule: the titles of cases and the names of tests.
///
/// ```
/// use table::{Ledger, coverage};
///
/// let ledger = Ledger::parse("| XX-END-01 | It ends. | rule |");
/// let test = "// rules: XX-END-01\n#[test]\nfn it_ends() {}";
/// let shown = &coverage(&ledger, &[], &[("tests/end.rs", test)]).unwrap().rules[0];
/// assert_eq!((shown.rule.id.as_str(), shown.tests.len()), ("XX-END-01", 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownBy {
    /// The rule.
    pub rule: Rule,
    /// Files and titles of the cases that show it.
    pub cases: Vec<String>,
    /// Files and names of the tests that show it.
    pub tests: Vec<String>,
}

/// The whole ledger with what shows each rule.
///
/// ```
/// use table::{Ledger, coverage};
///
/// let ledger = Ledger::parse("| XX-END-01 | It ends. | rule |\n| XX-END-02 | It begins. | rule |");
/// let test = "// rules: XX-END-01\n#[test]\nfn it_ends() {}";
/// let coverage = coverage(&ledger, &[], &[("tests/end.rs", test)]).unwrap();
/// assert_eq!(coverage.unshown().map(|rule| rule.id.as_str()).collect::<Vec<_>>(), ["XX-END-02"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Every rule, in order.
    pub rules: Vec<ShownBy>,
    /// Cases and tests that name a rule which the ledger does not have, or ledger ids that stand
    /// twice.
    pub faults: Vec<String>,
}

impl Coverage {
    /// The rules that nothing shows.
    pub fn unshown(&self) -> impl Iterator<Item = &Rule> {
        self.rules
            .iter()
            .filter(|shown| shown.cases.is_empty() && shown.tests.is_empty())
            .map(|shown| &shown.rule)
    }
}

/// What shows each rule, out of case files and test sources (name and text).
pub fn coverage(
    ledger: &Ledger,
    cases: &[(&str, &str)],
    tests: &[(&str, &str)],
) -> Result<Coverage, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut unreadable = Vec::new();
    let mut by_case: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in cases {
        match Case::parse(file, text) {
            Ok(read) => {
                for case in read {
                    for rule in &case.rules {
                        by_case
                            .entry(rule.clone())
                            .or_default()
                            .push(format!("{file}: {}", case.title));
                    }
                }
            }
            Err(error) => unreadable.extend(error.0),
        }
    }
    if !unreadable.is_empty() {
        return Err(unreadable);
    }
    let mut by_test: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, source) in tests {
        for (test, rules) in tests_with_rules(source) {
            for rule in rules {
                by_test.entry(rule).or_default().push(format!("{file}: {test}"));
            }
        }
    }
    let known: Vec<&str> = ledger.rules.iter().map(|rule| rule.id.as_str()).collect();
    for (by, what) in [(&by_case, "case"), (&by_test, "test")] {
        for (rule, shown) in by {
            if !known.contains(&rule.as_str()) {
                faults.push(format!(
                    "{what} `{}` shows {rule}, which is not in the ledger",
                    shown[0]
                ));
            }
        }
    }
    for (i, id) in known.iter().enumerate() {
        if known[..i].contains(id) {
            faults.push(format!("{id} stands in the ledger twice"));
        }
    }
    let rules = ledger.rules.iter().map(|rule| ShownBy {
        rule: rule.clone(),
        cases: by_case.get(&rule.id).cloned().unwrap_or_default(),
        tests: by_test.get(&rule.id).cloned().unwrap_or_default(),
    });
    Ok(Coverage { rules: rules.collect(), faults })
}

/// The tests of a source that say which rules they show: a comment `// rules: A, B` (it may run
/// over several lines, each beginning so) right above `#[test]`.
fn tests_with_rules(source: &str) -> Vec<(String, Vec<String>)> {
    let mut tests = Vec::new();
    let mut rules: Vec<String> = Vec::new();
    let mut is_test = false;
    for line in source.lines().map(str::trim) {
        if let Some(listed) = line.strip_prefix("// rules:") {
            rules.extend(listed.split([',', ' ']).filter(|id| !id.is_empty()).map(str::to_string));
        } else if line == "#[test]" {
            is_test = true;
        } else if line.starts_with("#[") {
        } else if let Some(name) = line.strip_prefix("fn ") {
            if is_test && !rules.is_empty() {
                let name = name.split('(').next().unwrap_or_default();
                tests.push((name.to_string(), std::mem::take(&mut rules)));
            }
            rules.clear();
            is_test = false;
        } else {
            rules.clear();
            is_test = false;
        }
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "# Lots\n## Drawing\n| id | rule | kind |\n|---|---|---|\n| LO-DRAW-01 | One lot each. | rule |\n| LO-DRAW-02 | Short loses. | house |\n";
    const CASE: &str =
        "title = 't'\ngame = 'lots'\nrules = ['LO-DRAW-01']\n[then]\ndeciding = [1]\n";

    #[test]
    fn a_rule_that_nothing_shows_is_found() {
        let ledger = Ledger::parse(RULES);
        let coverage = coverage(&ledger, &[("a.toml", CASE)], &[]).unwrap();
        assert_eq!(
            coverage.unshown().map(|rule| rule.id.as_str()).collect::<Vec<_>>(),
            ["LO-DRAW-02"]
        );
        assert_eq!(
            (coverage.rules[0].rule.chapter.as_str(), coverage.faults.len()),
            ("Drawing", 0)
        );
    }

    #[test]
    fn only_a_real_test_shows_a_rule() {
        let ledger = Ledger::parse(RULES);
        let real = "// rules: LO-DRAW-01, LO-DRAW-02\n#[test]\nfn short_loses() {}";
        let unreal = "// rules: LO-DRAW-01, LO-DRAW-02\nfn short_loses() {}";
        let count = |source| coverage(&ledger, &[], &[("t.rs", source)]).unwrap().unshown().count();
        assert_eq!((count(real), count(unreal)), (0, 2));
    }

    #[test]
    fn an_unknown_rule_and_an_unreadable_case_are_faults() {
        let ledger = Ledger::parse(RULES);
        let wrong = CASE.replace("LO-DRAW-01", "LO-DRAW-99");
        assert_eq!(coverage(&ledger, &[("a.toml", &wrong)], &[]).unwrap().faults.len(), 1);
        assert!(coverage(&ledger, &[("a.toml", "title = ")], &[]).is_err());
    }
}
