//! The game keeps every promise of the contract.

use outdoor_survival::OutdoorSurvival;
use table::Setup;

// rules: OS-END-01, OS-END-02
table::conformance_tests!(OutdoorSurvival, |suite| {
    // Injuries in the dark are secret too.
    for (scenario, seats) in [("search-dark", 1), ("pursue-dark", 2)] {
        let injured = Setup::new(scenario, seats).with("encounters", "chosen");
        suite.setups.push(injured.with("life_level_counter", "on"));
    }
});
