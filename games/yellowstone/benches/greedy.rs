//! Whole years in Yellowstone, played by four greedy bots.

use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};
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
    let mut log = Log::quiet();
    let mut number = 0;
    bencher.counter(divan::counter::ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut own = Dice::seeded(Seed::from_number(!number));
        let mut position = game.start(&mut dice, &mut log);
        while let Some(seat) = game.status(&position).first() {
            legal.clear();
            game.legal(&position, seat, &mut legal);
            let chosen = bot.choose(&Sight::new(&game, &position, seat), &legal, &mut own);
            game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
        }
        position
    });
}
