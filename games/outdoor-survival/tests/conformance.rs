//! The game keeps every promise of the contract.

use outdoor_survival::OutdoorSurvival;
use table::conformance::end_in_time;
use table::{Rules, Setup};

table::conformance_tests!(OutdoorSurvival, |suite| {
    // Injuries in the dark are secret too.
    for (scenario, seats) in [("search-dark", 1), ("pursue-dark", 2)] {
        let injured = Setup::new(scenario, seats).with("encounters", "chosen");
        suite.setups.push(injured.with("life_level_counter", "on"));
    }
});

// rules: OS-END-01, OS-END-02
#[test]
fn every_game_ends_in_time() {
    let house = OutdoorSurvival::house();
    for scenario in OutdoorSurvival::catalogue(&house).unwrap().scenarios {
        for seats in scenario.seats() {
            let setup = Setup::new(&scenario.id, seats);
            end_in_time::<OutdoorSurvival>(&house, &setup, 20, 1).unwrap();
        }
    }
}
