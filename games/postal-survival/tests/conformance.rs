//! The game keeps every promise of the contract, for all scenarios and readings of the rules.

use postal_survival::PostalSurvival;
use table::conformance::{Suite, end_in_time, hold};
use table::{Rules, Setup};

// rules: PS-GEN-06
table::conformance_tests!(PostalSurvival, |suite| {
    // Few rounds keep random play short; the golden games have all of them.
    for setup in &mut suite.setups {
        setup.options.insert("rounds".into(), "6".into());
    }
    suite.games = 1;
    suite.looks = 6;
    suite.patience = 3_000;
});

// rules: PS-END-01, PS-END-02
#[test]
fn all_endings_are_reached_by_random_play() {
    let island = |rounds: &str| Setup::new("first-run", 2).with("map", "t1").with("rounds", rounds);
    let suite =
        Suite { every: 5000, all_endings: true, ..Suite::new(vec![island("8"), island("11")], 60) };
    let report = hold::<PostalSurvival>(&suite).unwrap();
    assert_eq!(report.endings.len(), 5, "{report:?}");
}

#[test]
fn random_games_end_in_time() {
    let setup = Setup::new("first-run", 4).with("rounds", "6");
    end_in_time::<PostalSurvival>(&PostalSurvival::house(), &setup, 20, 7).unwrap();
}
