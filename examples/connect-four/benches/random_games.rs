//! Random games through the contract, with full lists of legal actions.

use connect_four::ConnectFour;
use table::{Dice, Log, Rules, Seed, Setup};

fn main() {
    divan::main();
}

#[divan::bench]
fn random_game(bencher: divan::Bencher) {
    let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2)).unwrap();
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(1)), Log::quiet());
    let mut legal = Vec::new();
    bencher.counter(divan::counter::ItemsCount::new(1usize)).bench_local(|| {
        let mut position = game.start(&mut dice, &mut log);
        while let Some(seat) = game.status(&position).first() {
            legal.clear();
            game.legal(&position, seat, &mut legal);
            if let Some(drop) = dice.pick("random play", &legal) {
                game.apply(&mut position, seat, drop, &mut dice, &mut log);
            }
        }
        position
    });
}
