//! Whole weeks of Outlive, played by four greedy bots.

use outlive::Outlive;
use outlive::bots::Greedy;
use table::{Bot, Dice, Rules, Seed, Setup, Sight, playout};

fn main() {
    divan::main();
}

/// Games from the draft to the score sheet.
#[divan::bench]
fn greedy_weeks(bencher: divan::Bencher) {
    let game = Outlive::open(&Outlive::house(), &Setup::new("convoy", 4)).unwrap();
    let mut bot = Greedy;
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
