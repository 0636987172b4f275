//! Random games through the contract, with full lists of legal actions.

use table::{Dice, Log, Rules, Seed, Setup};
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
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(1)), Log::quiet());
    let mut legal = Vec::new();
    let mut position = game.start(&mut dice, &mut log);
    bencher.counter(divan::counter::ItemsCount::new(BATCH)).bench_local(|| {
        for _ in 0..BATCH {
            let Some(seat) = game.status(&position).first() else {
                position = game.start(&mut dice, &mut log);
                continue;
            };
            legal.clear();
            game.legal(&position, seat, &mut legal);
            if let Some(action) = dice.pick("random play", &legal) {
                game.apply(&mut position, seat, action, &mut dice, &mut log);
            }
        }
        position
    });
}
