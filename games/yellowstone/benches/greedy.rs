//! Whole years in Yellowstone, played by four greedy bots.

use table::{Bot, Dice, Rules, Seed, Setup, Sight, playout};
use yellowstone::Yellowstone;
use yellowstone::bots::Greedy;

fn main() {
    divan::main();
}

/// Games from set-up to the last count.
#[divan::bench]
fn greedy_years(bencher: divan::Bencher) {
    let setup = Setup::new("standard", 4);
    let game = Yellowstone::open(&Yellowstone::house(), &setup).unwrap();
    let mut bot = Greedy::default();
    let mut legal = Vec::new();
    let mut number = 0;
    bencher.counter(divan::counter::ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut own = Dice::seeded(Seed::from_number(!number));
        playout::play(&game, &mut dice, &mut legal, |position, seat, legal, _| {
            bot.choose(&Sight::new(&game, position, seat), legal, &mut own)
        })
    });
}
