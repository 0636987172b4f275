//! How fast greedy players decide in Outdoor Survival, and what their first decision costs.

use divan::Bencher;
use divan::counter::ItemsCount;
use outdoor_survival::bots::Greedy;
use outdoor_survival::{OutdoorSurvival, Position};
use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};

fn main() {
    divan::main();
}

fn open(scenario: &str, seats: u16) -> OutdoorSurvival {
    OutdoorSurvival::open(&OutdoorSurvival::house(), &Setup::new(scenario, seats))
        .expect("the house edition opens")
}

/// Plays game after game until so many decisions were taken.
fn decide(game: &OutdoorSurvival, starts: &[Position], decisions: usize) -> u16 {
    let (mut dice, mut own) =
        (Dice::seeded(Seed::from_number(1)), Dice::seeded(Seed::from_number(2)));
    let (mut log, mut legal) = (Log::quiet(), Vec::with_capacity(64));
    let mut starts = starts.iter().cycle();
    let mut position = starts.next().expect("there are games to play").clone();
    for _ in 0..decisions {
        let Some(seat) = game.to_decide(&position) else {
            position = starts.next().expect("a cycle has no end").clone();
            continue;
        };
        legal.clear();
        game.legal(&position, seat, &mut legal);
        let chosen = Greedy.choose(&Sight::new(game, &position, seat), &legal, &mut own);
        game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
    }
    position.day()
}

fn bench(bencher: Bencher, scenario: &str, seats: u16) {
    const DECISIONS: usize = 2000;
    let game = open(scenario, seats);
    let starts: Vec<Position> = (0..20)
        .map(|number| game.start(&mut Dice::seeded(Seed::from_number(number)), &mut Log::quiet()))
        .collect();
    // What is worked out once is worked out before the clock starts.
    decide(&game, &starts, 200);
    bencher.counter(ItemsCount::new(DECISIONS)).bench_local(|| decide(&game, &starts, DECISIONS));
}

#[divan::bench]
fn lost_alone(bencher: Bencher) {
    bench(bencher, "lost", 1);
}

#[divan::bench]
fn survival_alone(bencher: Bencher) {
    bench(bencher, "survival", 1);
}

#[divan::bench]
fn search_with_four(bencher: Bencher) {
    bench(bencher, "search", 4);
}

/// The first decision in a game just opened works out all that later ones look up.
#[divan::bench(sample_count = 20)]
fn first_decision(bencher: Bencher) {
    bencher
        .with_inputs(|| {
            let game = open("survival", 1);
            let start = game.start(&mut Dice::seeded(Seed::from_number(1)), &mut Log::quiet());
            (game, start)
        })
        .bench_local_values(|(game, start)| decide(&game, &[start], 1));
}
