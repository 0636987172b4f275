//! Plays random games of connect four for some seconds and prints how many per second.
//!
//! `cargo run --release --package connect-four --example random_games -- 5`

use connect_four::ConnectFour;
use std::time::{Duration, Instant};
use table::{Dice, Log, Rules, Seed, Setup};

fn main() {
    let seconds = std::env::args().nth(1).and_then(|seconds| seconds.parse().ok()).unwrap_or(5);
    let Ok(game) = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2)) else {
        return;
    };
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(1)), Log::quiet());
    let (mut legal, mut games, mut decisions) = (Vec::new(), 0u64, 0u64);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        for _ in 0..1000 {
            let mut position = game.start(&mut dice, &mut log);
            while let Some(seat) = game.status(&position).first() {
                legal.clear();
                game.legal(&position, seat, &mut legal);
                if let Some(drop) = dice.pick("random play", &legal) {
                    game.apply(&mut position, seat, drop, &mut dice, &mut log);
                    decisions += 1;
                }
            }
            games += 1;
        }
    }
    let passed = start.elapsed().as_secs_f64();
    println!("{:.0} games/s, {:.0} decisions/s", games as f64 / passed, decisions as f64 / passed);
}
