//! How fast positions are cloned, decisions listed, and games of LOST played at random.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use outdoor_survival::{Action, OutdoorSurvival, Position};
use table::{Dice, Log, Rules, Seed, Setup};

fn main() {
    divan::main();
}

fn lost() -> OutdoorSurvival {
    OutdoorSurvival::open(&OutdoorSurvival::house(), &Setup::new("lost", 1))
        .expect("the house edition opens")
}

fn start(game: &OutdoorSurvival) -> Position {
    game.start(&mut Dice::seeded(Seed::from_number(1)), &mut Log::quiet())
}

/// Random games one after another until so many decisions were taken, each from its full list.
#[divan::bench]
fn random_decisions(bencher: Bencher) {
    const DECISIONS: usize = 100_000;
    let game = lost();
    let first = start(&game);
    let mut legal: Vec<Action> = Vec::with_capacity(64);
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(2)), Log::quiet());
    bencher.counter(ItemsCount::new(DECISIONS)).bench_local(|| {
        let mut position = first.clone();
        for _ in 0..DECISIONS {
            let seat = match game.to_decide(&position) {
                Some(seat) => seat,
                None => {
                    position = first.clone();
                    continue;
                }
            };
            legal.clear();
            game.legal(&position, seat, &mut legal);
            let others = legal.len() as u32 - 1;
            let choice = dice.roll("random", others) as usize - 1;
            game.apply(&mut position, seat, &legal[choice], &mut dice, &mut log);
        }
        black_box(position.day())
    });
}

#[divan::bench]
fn clone(bencher: Bencher) {
    let position = start(&lost());
    bencher.bench_local(|| black_box(&position).clone());
}

/// The list in the middle of a move.
#[divan::bench]
fn legal(bencher: Bencher) {
    let game = lost();
    let mut position = start(&game);
    let mut dice = Dice::loaded(vec![4]);
    let seat = game.to_decide(&position).expect("somebody must decide");
    game.apply(&mut position, seat, &Action::Roll, &mut dice, &mut Log::quiet());
    let mut out: Vec<Action> = Vec::with_capacity(64);
    bencher.bench_local(|| {
        out.clear();
        game.legal(black_box(&position), seat, &mut out);
        out.len()
    });
}
