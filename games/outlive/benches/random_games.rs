//! Random games through the contract, with full lists of legal actions.

use outlive::Outlive;
use table::{Dice, Rules, Seed, Setup, playout};

fn main() {
    divan::main();
}

/// Decisions in one game with a fixed seed, so that the counter says decisions per second.
fn play(game: &Outlive, seed: u64, legal: &mut Vec<outlive::Action>) -> usize {
    let mut dice = Dice::seeded(Seed::from_number(seed));
    playout::play(game, &mut dice, legal, playout::at_random).1
}

#[divan::bench(args = [1, 2, 3, 4])]
fn decisions(bencher: divan::Bencher, seats: u16) {
    let scenario = if seats == 1 { "horde" } else { "convoy" };
    let game = Outlive::open(&Outlive::house(), &Setup::new(scenario, seats)).unwrap();
    let mut legal = Vec::new();
    let games = 20;
    let decisions: usize = (0..games).map(|seed| play(&game, seed, &mut legal)).sum();
    bencher
        .counter(divan::counter::ItemsCount::new(decisions))
        .bench_local(|| (0..games).map(|seed| play(&game, seed, &mut legal)).sum::<usize>());
}
