//! Outlive keeps every promise of the contract.

use outlive::Outlive;
use table::conformance::end_in_time;
use table::{Rules, Setup};

table::conformance_tests!(Outlive, |suite| suite.games = 4);

/// Set-ups that between them turn every option on and off.
fn setups() -> Vec<Setup> {
    vec![
        Setup::new("convoy", 2),
        Setup::new("convoy", 3)
            .with("hero_placement", "turn_order")
            .with("pass_is_final", "on")
            .with("night_parallel", "off")
            .with("mini_tiles", "on"),
        Setup::new("convoy", 4)
            .with("limited_reserve", "on")
            .with("wide_gangway", "on")
            .with("one_hunt_per_day", "on"),
        Setup::new("convoy", 4)
            .with("room_draft", "pass")
            .with("forecast", "on")
            .with("tight_airlock", "on"),
        Setup::new("convoy", 2)
            .with("room_draft", "pass")
            .with("four_days", "on")
            .with("stack_repair_discounts", "on")
            .with("virtual_water_feeds_rats", "on"),
        Setup::new("hard-rain", 3).with("standing_orders", "off"),
        Setup::new("lean-week", 2).with("mini_tiles", "on"),
        Setup::new("horde", 1),
        Setup::new("horde", 1).with("level", "easy"),
        Setup::new("horde", 1).with("level", "hard").with("four_days", "on"),
    ]
}

#[test]
fn random_games_end_in_time_and_lose_nothing() {
    for setup in setups() {
        end_in_time::<Outlive>(&Outlive::house(), &setup, 60, 1).unwrap();
    }
}
