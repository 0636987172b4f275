//! Whole weeks of Outlive, played by four greedy bots.

use outlive::Outlive;
use outlive::bots::Greedy;
use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};

fn main() {
    divan::main();
}

/// Games from the draft to the score sheet.
#[divan::bench]
fn greedy_weeks(bencher: divan::Bencher) {
    let game = Outlive::open(&Outlive::house(), &Setup::new("convoy", 4)).unwrap();
    let mut bot = Greedy;
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
