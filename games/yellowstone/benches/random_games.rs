//! Random games through the contract, with full lists of legal actions.

use table::{Dice, Rules, Seed, Setup, playout};
use yellowstone::Yellowstone;

fn main() {
    divan::main();
}

/// Decisions of one batch.
const BATCH: usize = 100_000;

/// Random decisions, each with its full list, in game after game.
#[divan::bench(args = [2, 3, 4])]
fn decisions(bencher: divan::Bencher, seats: u16) {
    let setup = Setup::new("standard", seats);
    let game = Yellowstone::open(&Yellowstone::house(), &setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let mut legal = Vec::new();
    bencher
        .counter(divan::counter::ItemsCount::new(BATCH))
        .bench_local(|| playout::random_decisions(&game, BATCH, &mut dice, &mut legal));
}
