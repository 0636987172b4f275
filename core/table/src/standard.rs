//! The tests that every game has: `table::standard_tests!(MyGame);` in one file of its `tests/`.

use crate::any_game::{AnyGame, GameBox};
use crate::case::{Case, Verdict, judge};
use crate::coverage::coverage;
use crate::learn;
use crate::lesson::LessonCourse;
use crate::matches::Match;
use crate::record::Record;
use crate::shown::Shown;
use ledger::Ledger;

/// Every rule case of the game that does not pass, with the reasons.
pub fn failing_cases<G: Shown>() -> Vec<String> {
    let mut failures = Vec::new();
    for (file, text) in G::exhibits().cases() {
        let cases = match Case::draft(file, text) {
            Ok(cases) => cases,
            Err(error) => {
                failures.push(error.to_string());
                continue;
            }
        };
        for case in cases {
            let whys = match judge::<G>(&case) {
                Verdict::Passed => continue,
                Verdict::Failed(whys) => whys,
                Verdict::Faulty(faults) => faults.iter().map(ToString::to_string).collect(),
            };
            failures.push(format!("{file}: {}: {}", case.title, whys.join("; ")));
        }
    }
    failures
}

/// Every rule of the ledger that no case and no test shows, and every id that is not in it.
pub fn unshown_rules<G: Shown>() -> Vec<String> {
    match coverage(
        &Ledger::parse(G::exhibits().ledger),
        &G::exhibits().cases(),
        &G::exhibits().tests(),
    ) {
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
        Ok(coverage) => {
            let unshown = coverage.unshown().map(|rule| format!("{} is not shown", rule.id));
            unshown.chain(coverage.faults.iter().cloned()).collect()
        }
    }
}

/// Every rule of the ledger that is not named beside the code or the data that carries it.
pub fn uncoded_rules<G: Shown>() -> Vec<String> {
    let named =
        |id: &str| G::exhibits().code.iter().any(|place| place.rule.eq_ignore_ascii_case(id));
    let ledger = Ledger::parse(G::exhibits().ledger);
    let uncoded = ledger.rules.into_iter().filter(|rule| !named(&rule.id));
    uncoded.map(|rule| format!("{} is named nowhere in src/ or data/", rule.id)).collect()
}

/// Every lesson of the game that claims what is not so, and every rule that a beginner meets and no lesson
/// teaches.
pub fn failing_lessons<G: Shown>() -> Vec<String> {
    let game = GameBox::<G>::new();
    let exhibits = G::exhibits();
    let course = match LessonCourse::of(&exhibits) {
        Ok(course) => course,
        Err(faults) => return faults.iter().map(ToString::to_string).collect(),
    };
    let mut failures: Vec<String> =
        course.faults(&Ledger::parse(exhibits.ledger)).iter().map(ToString::to_string).collect();
    for lesson in &course.lessons {
        let whys = match game.check_lesson(lesson, &G::house()) {
            Verdict::Passed => continue,
            Verdict::Failed(whys) => whys,
            Verdict::Faulty(faults) => faults.iter().map(ToString::to_string).collect(),
        };
        failures.push(format!("{}: {}", lesson.file(), whys.join("; ")));
    }
    failures
}

/// Every sentence of the game's `LEARN.md` that no rule backs.
pub fn unbacked_sentences<G: Shown>() -> Vec<String> {
    let exhibits = G::exhibits();
    learn::faults(exhibits.lesson, &Ledger::parse(exhibits.ledger))
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Why a recorded game cannot be followed to its end, if so.
pub fn unfollowed<G: Shown>(text: &str) -> Option<String> {
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(fault) => return Some(fault.to_string()),
    };
    match Match::<G>::replay(&record) {
        Err(error) => Some(error.to_string()),
        Ok(replay) => match (replay.other_rules, replay.divergence) {
            (Some(other), _) => Some(other),
            (None, divergence) => divergence.map(|divergence| divergence.to_string()),
        },
    }
}

/// The tests that every game has: its rule cases pass, its lessons claim nothing that is not so and every
/// sentence of its learning page is backed by rules, every rule of its ledger is shown and named
/// beside its code, and its golden games (`tests/golden/*.owr`) replay to the same digests under the same rules version.
///
/// ```
/// // In `tests/standard.rs` of the game's crate:
/// use connect_four::ConnectFour;
///
/// table::standard_tests!(ConnectFour);
/// ```
#[macro_export]
macro_rules! standard_tests {
    ($game:ty) => {
        #[test]
        fn every_case_passes() {
            let failures = $crate::standard::failing_cases::<$game>();
            assert!(failures.is_empty(), "\n{}", failures.join("\n"));
            assert!(!<$game as $crate::Shown>::exhibits().cases().is_empty(), "there are no cases");
        }

        #[test]
        fn every_rule_is_shown() {
            let unshown = $crate::standard::unshown_rules::<$game>();
            assert!(unshown.is_empty(), "\n{}", unshown.join("\n"));
        }

        #[test]
        fn every_rule_is_named_beside_its_code() {
            let uncoded = $crate::standard::uncoded_rules::<$game>();
            assert!(uncoded.is_empty(), "\n{}", uncoded.join("\n"));
        }

        #[test]
        fn every_lesson_is_true() {
            let failures = $crate::standard::failing_lessons::<$game>();
            assert!(failures.is_empty(), "\n{}", failures.join("\n"));
            let lessons = <$game as $crate::Shown>::exhibits().lessons();
            assert!(
                lessons.len() > 1,
                "there are no lessons: `lessons/*.toml` and `lessons/course.toml`"
            );
        }

        #[test]
        fn every_sentence_of_the_learning_page_is_backed_by_rules() {
            let unbacked = $crate::standard::unbacked_sentences::<$game>();
            assert!(unbacked.is_empty(), "\n{}", unbacked.join("\n"));
        }

        #[test]
        fn golden_games_replay() {
            for (path, text) in <$game as $crate::Shown>::exhibits().golden() {
                let problem = $crate::standard::unfollowed::<$game>(text);
                assert_eq!(problem, None, "{path}");
            }
        }
    };
}

/// The test that a game keeps every promise of the contract ([`Suite::of`](crate::conformance::Suite::of)):
/// in every scenario, with the fewest and the most seats, under every value of every option; and that
/// every way to end is reached, by random play or in a golden game.
///
/// A second argument changes the suite, where a game is slow or an ending is hard to reach:
/// `table::conformance_tests!(MyGame, |suite| suite.looks = 5);`
///
/// ```
/// use connect_four::ConnectFour;
///
/// table::conformance_tests!(ConnectFour, |suite| suite.games = 10);
/// ```
#[macro_export]
macro_rules! conformance_tests {
    ($game:ty) => {
        $crate::conformance_tests!($game, |_| {});
    };
    ($game:ty, $change:expr) => {
        #[test]
        fn every_promise_holds() {
            let suite = $crate::conformance::Suite::of::<$game>();
            let mut suite = suite.unwrap_or_else(|error| panic!("{error}"));
            suite.all_endings = true;
            let change: fn(&mut $crate::conformance::Suite) = $change;
            change(&mut suite);
            let held = $crate::conformance::hold::<$game>(&suite);
            held.unwrap_or_else(|problem| panic!("{problem}"));
        }
    };
}
