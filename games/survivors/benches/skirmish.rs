//! Speed: random play with full lists, candidates, and lines of sight.

use survivors::Survivors;
use survivors::geometry::point::Point;
use survivors::geometry::sight::{Disc, view};
use survivors::position::{FOOT, FigureId, Position};
use table::{Dice, Log, Rules, Seed, Setup};

fn main() {
    divan::main();
}

fn open(scenario: &str, seats: u16) -> Survivors {
    Survivors::open(&Survivors::house(), &Setup::new(scenario, seats))
        .expect("the house edition is sound")
}

/// A random game up to so many decisions. Nobody gives up: a fight that is over measures nothing.
fn play(game: &Survivors, seed: u64, most: usize) -> (Position, usize) {
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut log = Log::quiet();
    let mut position = game.start(&mut dice, &mut log);
    let mut legal = Vec::new();
    let mut count = 0;
    while let Some(seat) = game.status(&position).first() {
        if count == most {
            break;
        }
        legal.clear();
        game.legal(&position, seat, &mut legal);
        legal.retain(|action| !game.gives_up(action));
        let action = match dice.pick("any", &legal) {
            Some(action) => action.clone(),
            None => game.lapse(&position, seat),
        };
        game.apply(&mut position, seat, &action, &mut dice, &mut log);
        count += 1;
    }
    (position, count)
}

#[divan::bench(args = ["forecourt", "strays", "mill"])]
fn random_decisions(bencher: divan::Bencher, scenario: &str) {
    let game = open(scenario, if scenario == "strays" { 4 } else { 2 });
    play(&game, 0, 50);
    bencher.counter(divan::counter::ItemsCount::new(400usize)).bench(|| {
        let (mut left, mut seed) = (400, 1);
        while left > 0 {
            let (_, count) = play(&game, seed, left);
            left -= count;
            seed += 1;
        }
    });
}

#[divan::bench(args = ["forecourt", "barn", "mill", "tollgate"])]
fn lines_of_sight(bencher: divan::Bencher, scenario: &str) {
    let game = open(scenario, 2);
    let (position, _) = play(&game, 3, 60);
    let high = game.table.bounds.high;
    let discs: Vec<Disc> = (0..64)
        .map(|i: i32| Disc {
            centre: Point::new(
                1000 + i * 7919 % (high.x - 2000),
                1000 + i * 4801 % (high.y - 2000),
            ),
            level: 0,
            radius: FOOT,
        })
        .collect();
    bencher.counter(divan::counter::ItemsCount::new(64usize * 64)).bench(|| {
        let mut seen = 0;
        for a in &discs {
            for b in &discs {
                seen += view(&game.table, &position.works, a, b, position.discs()).is_some() as u32;
            }
        }
        seen
    });
}

#[divan::bench(args = ["forecourt", "strays", "mill"])]
fn candidate_lists(bencher: divan::Bencher, scenario: &str) {
    let game = open(scenario, if scenario == "strays" { 4 } else { 2 });
    let (position, _) = play(&game, 5, 40);
    let figures: Vec<FigureId> = position
        .ids()
        .take(usize::from(game.scenario.cast))
        .filter(|figure| position.figures[*figure].is_playing())
        .collect();
    assert!(!figures.is_empty(), "{scenario}: nobody is on the table");
    bencher.counter(divan::counter::ItemsCount::new(figures.len())).bench(|| {
        let mut count = 0;
        for figure in &figures {
            game.candidates(&position, *figure, &mut |_| count += 1);
        }
        count
    });
}
