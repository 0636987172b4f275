//! Plays many random games of every kind and says how long they took.
//!
//! ```sh
//! cargo run --release -p outlive --example random_weeks -- 100000
//! ```

use outlive::Outlive;
use std::time::Instant;
use table::conformance::end_in_time;
use table::{Rules, Setup};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1_000);
    let flags = [
        "",
        "limited_reserve",
        "pass_is_final",
        "one_hunt_per_day",
        "virtual_water_feeds_rats",
        "stack_repair_discounts",
        "wide_gangway",
        "tight_airlock",
        "forecast",
        "four_days",
        "mini_tiles",
    ];
    let mut setups = Vec::new();
    for seats in 2..=4 {
        for scenario in ["convoy", "hard-rain", "lean-week"] {
            setups.push(Setup::new(scenario, seats));
        }
        for flag in &flags[1..] {
            setups.push(Setup::new("convoy", seats).with(*flag, "on"));
        }
        for (key, value) in [
            ("hero_placement", "turn_order"),
            ("room_draft", "pass"),
            ("night_parallel", "off"),
            ("standing_orders", "off"),
        ] {
            setups.push(Setup::new("convoy", seats).with(key, value));
        }
        let all = flags[1..]
            .iter()
            .fold(Setup::new("convoy", seats), |setup, flag| setup.with(*flag, "on"));
        setups.push(
            all.with("hero_placement", "turn_order")
                .with("room_draft", "pass")
                .with("night_parallel", "off"),
        );
    }
    for level in ["easy", "normal", "hard"] {
        setups.push(Setup::new("horde", 1).with("level", level));
        for flag in &flags[1..] {
            setups.push(Setup::new("horde", 1).with("level", level).with(*flag, "on"));
        }
    }
    let share = games.div_ceil(setups.len() as u64);
    let (begun, mut played, mut longest) = (Instant::now(), 0, 0);
    for (number, setup) in setups.iter().enumerate() {
        let seed = number as u64 * 1_000_000;
        match end_in_time::<Outlive>(&Outlive::house(), setup, share, seed) {
            Ok(length) => longest = longest.max(length),
            Err(problem) => {
                eprintln!("{problem}");
                std::process::exit(1);
            }
        }
        played += share;
    }
    println!(
        "{played} random games over {} set-ups ended in time with nothing lost; the longest took {longest} decisions; {:.1} s",
        setups.len(),
        begun.elapsed().as_secs_f64()
    );
}
