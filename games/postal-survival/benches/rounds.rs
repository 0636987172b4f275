//! Speed: one round, whole games, islands that grow with their creatures, reports.

use divan::Bencher;
use divan::counter::ItemsCount;
use postal_survival::Round;
use postal_survival::bots::instinct::Outlook;
use postal_survival::maker;
use postal_survival::rules::ending::{self, Master};
use postal_survival::speech::report::account::Tone;
use postal_survival::speech::report::{
    Report, ReportSource, html, json, markdown, personal::Personal, text,
};
use postal_survival::{Diet, Event, Hex, Island, Kind, Position, PostalSurvival, Rulings, Sheet};
use table::{Dice, Log, Rules, Seat, Seed, Setup, playout};

fn main() {
    divan::main();
}

fn game(players: u16) -> PostalSurvival {
    let setup = Setup::new("first-run", players);
    PostalSurvival::open(&PostalSurvival::house(), &setup).expect("the first run opens")
}

/// So many creatures, two or three of a species, on as many hexes, as in the first run's Springs.
fn crowded(creatures: usize) -> Island {
    let mut island = maker::meadow(creatures);
    let founders = (creatures * 44).div_ceil(100);
    island.settle((0..founders).map(|i| (Seat(i as u16), format!("Reader {i}"), Diet::ALL[i % 3])));
    let hexes = island.land.len();
    for slot in 0..creatures {
        let hex = Hex((slot * 7919 % hexes) as u32);
        if slot < founders {
            island.creatures[slot].hex = hex;
            continue;
        }
        let mut young = island.creatures[slot % founders];
        young.id = island.next_id;
        young.parent = Some(island[young.species].number.founder());
        young.hex = hex;
        island.add(young);
    }
    island.round = 1;
    island.count();
    island
}

#[divan::bench(args = [100, 1_000, 10_000, 100_000], sample_count = 60)]
fn round_by_creatures(bencher: Bencher, creatures: usize) {
    let island = crowded(creatures);
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
    let game = game(44);
    let mut round = Round::new();
    let mut number = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        let silence = |island: &Island, sheets: &mut Vec<Sheet>| {
            sheets.resize(island.species.len(), Sheet::default());
        };
        whole_game(&game, number, &mut round, silence)
    });
}

#[divan::bench]
fn decent_game_of_44_players_15_rounds(bencher: Bencher) {
    let game = game(44);
    let mut round = Round::new();
    let mut number = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        whole_game(&game, number, &mut round, |island, sheets| {
            let outlook = Outlook::new(island);
            sheets.extend(island.kinds().map(|species| outlook.orders(game.rulings(), species)));
        })
    });
}

fn whole_game(
    game: &PostalSurvival,
    number: u64,
    round: &mut Round,
    orders: impl Fn(&Island, &mut Vec<Sheet>),
) -> usize {
    let mut dice = Dice::seeded(Seed::from_number(number));
    let mut log: Log<Event> = Log::quiet();
    let mut island = game.choice().island(&mut dice).expect("the first run makes islands");
    let diets = postal_survival::rules::founding::diets(&[None; 44], game.rulings(), &mut dice);
    island.settle(diets.iter().enumerate().map(|(i, diet)| (Seat(i as u16), String::new(), *diet)));
    let mut sheets = Vec::new();
    for _ in 0..15 {
        sheets.clear();
        orders(&island, &mut sheets);
        round.adjudicate(&mut island, &sheets, game.rulings(), &mut dice, &mut log);
        if ending::judge_end(&mut island, &sheets, game.rulings(), Master::Absent, &mut log)
            .is_some()
        {
            break;
        }
    }
    island.living.len()
}

#[divan::bench]
fn game_of_44_default_bots_through_the_contract(bencher: Bencher) {
    let game = game(44);
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

#[divan::bench]
fn a_thousand_random_decisions_with_full_lists(bencher: Bencher) {
    let game = game(12);
    let mut number = 0;
    let mut legal = Vec::new();
    bencher.counter(ItemsCount::new(1000usize)).bench_local(|| {
        number += 1;
        let mut dice = Dice::seeded(Seed::from_number(number));
        playout::random_decisions(&game, 1000, &mut dice, &mut legal)
    });
}

/// Three rounds of a thousand silent readers, with what happened in the last.
fn thousand() -> (PostalSurvival, Position, Vec<Event>) {
    let game = game(1000);
    let mut dice = Dice::seeded(Seed::from_number(5));
    let mut position = game.start(&mut dice, &mut Log::quiet());
    for seat in Seat::first(1000) {
        let done = game.lapse(&position, seat);
        game.apply(&mut position, seat, &done, &mut dice, &mut Log::quiet());
    }
    let mut events = Vec::new();
    for _ in 0..5 {
        let mut log = Log::new();
        position.run(game.rulings(), Master::Present, &mut dice, &mut log);
        events = log.take().into_iter().map(|entry| entry.event).collect();
    }
    (game, position, events)
}

#[divan::bench(sample_count = 10)]
fn all_reports_for_1000_players(bencher: Bencher) {
    let (game, position, events) = thousand();
    let source = ReportSource {
        game: "Gazette",
        island: &position.island,
        events: &events,
        rulings: game.rulings(),
        unusual: &[],
        phrases: game.choice().voices.of(Tone::Wry),
        edits: &[],
        deadline: "Friday",
        introduction: "",
        notices: &[],
        over: None,
        seed: None,
    };
    bencher.bench_local(|| {
        let report = Report::compile(&source);
        let common = text::write(&report).len()
            + markdown::write(&report).len()
            + html::write(&report, None).len()
            + json::write(&report).len();
        let own: usize = (0..1000)
            .map(Kind::at)
            .map(|species| Personal::compile(&source, species, None).text().len())
            .sum();
        common + own
    });
}
