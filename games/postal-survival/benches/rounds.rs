//! Speed: one round, whole silent games, islands that grow with their creatures, reports.

use divan::Bencher;
use divan::counter::ItemsCount;
use postal_survival::maker::{self, Plan, Shape};
use postal_survival::round::Round;
use postal_survival::{Diet, Event, Island, PostalSurvival, Rulings, Sheet};
use table::{Dice, Game, Log, Seed, Setup};

fn main() {
    divan::main();
}

/// An island of the first run's ratio in its fifth round, when young are born: about a hundred
/// creatures for 44 players.
fn island(players: usize) -> Island {
    let plan = Plan {
        shape: if players > 500 { Shape::Round } else { Shape::Blob },
        // Clumps are grown cell by cell; a large island does without.
        clump: if players > 500 { 0 } else { 70 },
        one_land: players <= 500,
        ..Plan::for_players(players)
    };
    let mut dice = Dice::seeded(Seed::from_number(7));
    let mut island = match players {
        0..=2000 => maker::make(&plan, &mut dice).expect("the first run's shares make an island"),
        _ => maker::meadow(plan.hexes),
    };
    island.settle((0..players).map(|i| (i as u16, format!("Player {i}"), Diet::ALL[i % 3])));
    let rulings = Rulings::default();
    let mut round = Round::new();
    for _ in 0..1 {
        round.adjudicate(&mut island, &[], &rulings, &mut dice, &mut Log::quiet());
    }
    island
}

#[divan::bench]
fn round_of_44_players_about_100_creatures(bencher: Bencher) {
    let mut island = island(100);
    island.round = 1;
    let rulings = Rulings::default();
    let mut round = Round::new();
    bencher.counter(ItemsCount::new(island.living.len())).bench_local(|| {
        let mut island = island.clone();
        let mut dice = Dice::seeded(Seed::from_number(3));
        round.adjudicate(&mut island, &[], &rulings, &mut dice, &mut Log::quiet());
        island
    });
}

#[divan::bench(args = [100, 1_000, 10_000, 100_000])]
fn round_by_creatures(bencher: Bencher, creatures: usize) {
    let island = island(creatures);
    let rulings = Rulings::default();
    let mut round = Round::new();
    bencher
        .counter(ItemsCount::new(island.living.len()))
        .with_inputs(|| island.clone())
        .bench_local_values(|mut island| {
            let mut dice = Dice::seeded(Seed::from_number(3));
            round.adjudicate(&mut island, &[], &rulings, &mut dice, &mut Log::quiet());
            island
        });
}

#[divan::bench]
fn silent_game_of_44_players_15_rounds(bencher: Bencher) {
    let setup = Setup::new("first-run", 44);
    let game = PostalSurvival::open(&PostalSurvival::house(), &setup).expect("the first run opens");
    let mut round = Round::new();
    let mut number = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut log: Log<Event> = Log::quiet();
        let mut island =
            game.choice().island(&mut dice).expect("the first run's shares make an island");
        let diets = postal_survival::founding::diets(&[None; 44], game.rulings(), &mut dice);
        island.settle(diets.iter().enumerate().map(|(i, diet)| (i as u16, String::new(), *diet)));
        let sheets: [Sheet; 0] = [];
        for _ in 0..15 {
            round.adjudicate(&mut island, &sheets, game.rulings(), &mut dice, &mut log);
        }
        island.living.len()
    });
}

#[divan::bench]
fn contract_game_of_44_default_players(bencher: Bencher) {
    let setup = Setup::new("first-run", 44);
    let game = PostalSurvival::open(&PostalSurvival::house(), &setup).expect("the first run opens");
    let mut number = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut log = Log::quiet();
        let mut position = game.start(&mut dice, &mut log);
        while let Some(seat) = game.status(&position).first() {
            let action = game.lapse(&position, seat);
            game.apply(&mut position, seat, &action, &mut dice, &mut log);
        }
        position.island.living.len()
    });
}
