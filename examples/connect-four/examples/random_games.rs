//! Plays random games of connect four for some seconds and prints how many per second.
//!
//! `cargo run --release --package connect-four --example random_games -- 5`

use connect_four::ConnectFour;
use std::time::{Duration, Instant};
use table::{Dice, Rules, Seed, Setup, playout};

fn main() {
    let seconds = std::env::args().nth(1).and_then(|seconds| seconds.parse().ok()).unwrap_or(5);
    let Ok(game) = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2)) else {
        return;
    };
    let mut dice = Dice::seeded(Seed::from_number(1));
    let (mut legal, mut games, mut decisions) = (Vec::new(), 0u64, 0usize);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        for _ in 0..1000 {
            decisions += playout::play(&game, &mut dice, &mut legal, playout::at_random).1;
            games += 1;
        }
    }
    let passed = start.elapsed().as_secs_f64();
    println!("{:.0} games/s, {:.0} decisions/s", games as f64 / passed, decisions as f64 / passed);
}
