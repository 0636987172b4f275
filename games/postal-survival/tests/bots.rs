//! The bots of Survival by post play whole games, and the sensible one fares better.

use bots::Random;
use postal_survival::bots::{Absent, Greedy};
use postal_survival::{Line, Phase, Position, PostalSurvival};
use table::{Bot, Dice, Log, Rules, Seat, Seed, Setup, Sight};

type Player = Box<dyn Bot<PostalSurvival>>;

fn play(players: &mut [Player], seed: u64, diets: bool) -> (PostalSurvival, Position) {
    let setup = Setup::new("first-run", players.len() as u16);
    let game = PostalSurvival::open(&PostalSurvival::house(), &setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut own = Dice::seeded(Seed::from_number(!seed));
    let mut log = Log::quiet();
    let mut position = game.start(&mut dice, &mut log);
    if diets {
        // The same diets for both kinds of player: two of each in turn.
        for seat in Seat::first(setup.seats) {
            position.stated[seat.index()] = Some(postal_survival::Diet::ALL[seat.index() / 2 % 3]);
        }
        for seat in Seat::first(setup.seats) {
            game.apply(&mut position, seat, &Line::Done.into(), &mut dice, &mut log);
        }
        assert_eq!(position.phase, Phase::Orders);
    }
    let mut legal = Vec::new();
    let mut decisions = 0;
    while let Some(seat) = game.status(&position).first() {
        legal.clear();
        game.legal(&position, seat, &mut legal);
        let sight = Sight::new(&game, &position, seat);
        let chosen = players[seat.index()].choose(&sight, &legal, &mut own);
        let action = legal[chosen].clone();
        game.check(&position, seat, &action).unwrap();
        game.apply(&mut position, seat, &action, &mut dice, &mut log);
        decisions += 1;
        assert!(decisions < 100_000);
    }
    (game, position)
}

#[test]
fn every_bot_finishes_its_games() {
    let mut players: Vec<Player> = Vec::new();
    for i in 0..12 {
        players.push(match i % 3 {
            0 => Box::new(Absent),
            1 => Box::new(Random),
            _ => Box::new(Greedy),
        });
    }
    for seed in 1..4 {
        let (_, position) = play(&mut players, seed, false);
        assert!(position.over.is_some());
    }
}

#[test]
fn the_sensible_reader_outlives_the_silent_one_with_every_diet() {
    let mut alive = [[0u32; 2]; 3];
    for seed in 0..12 {
        let mut players: Vec<Player> = Vec::new();
        for i in 0..24 {
            players.push(if i % 2 == 0 { Box::new(Greedy) } else { Box::new(Absent) });
        }
        let (_, position) = play(&mut players, seed, true);
        for species in position.island.kinds() {
            let diet = position.island[species].diet;
            alive[diet as usize][species.index() % 2] += position.island.count_of(species);
        }
    }
    for [greedy, silent] in alive {
        assert!(greedy > silent * 3 / 2, "{alive:?}");
    }
}
