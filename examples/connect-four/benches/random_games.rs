//! Random games through the contract, with full lists of legal actions.

use connect_four::ConnectFour;
use table::{Dice, Rules, Seed, Setup, playout};

fn main() {
    divan::main();
}

#[divan::bench]
fn random_game(bencher: divan::Bencher) {
    let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let mut legal = Vec::new();
    bencher
        .counter(divan::counter::ItemsCount::new(1usize))
        .bench_local(|| playout::play(&game, &mut dice, &mut legal, playout::at_random));
}
