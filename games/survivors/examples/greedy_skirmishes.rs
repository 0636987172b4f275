//! Greedy against greedy in every scenario of Survivors: who wins, and how fast it goes.
//! `cargo run --release -p survivors --example greedy_skirmishes -- GAMES [SCENARIO] [FIRST SEED]`; `all` stands
//! for every scenario.

use std::time::Instant;
use survivors::Survivors;
use survivors::bots::Greedy;
use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight, Status};

fn main() {
    let mut words = std::env::args().skip(1);
    let games: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(100);
    let only = words.next().filter(|word| word != "all");
    let first: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    for (scenario, seats) in [
        ("forecourt", 2),
        ("barn", 2),
        ("tollgate", 2),
        ("surgery", 2),
        ("surgery", 3),
        ("strays", 2),
        ("strays", 4),
        ("mill", 2),
        ("quick", 2),
        ("duel", 2),
    ] {
        if only.as_deref().is_some_and(|only| only != scenario) {
            continue;
        }
        let game = Survivors::open(&Survivors::house(), &Setup::new(scenario, seats))
            .expect("the house edition is sound");
        let (mut wins, mut draws, mut decisions) = (vec![0u64; seats as usize], 0, 0u64);
        let mut points = vec![0i64; seats as usize];
        let began = Instant::now();
        let mut legal = Vec::new();
        for number in first..first + games {
            let mut dice = Dice::seeded(Seed::from_number(number));
            let mut thoughts = Dice::seeded(Seed::from_number(number).child("greedy"));
            let mut log = Log::quiet();
            let mut position = game.start(&mut dice, &mut log);
            loop {
                let seat = match game.status(&position) {
                    Status::Over(outcome) => {
                        match outcome.winners.iter().next() {
                            Some(seat) => wins[seat.index()] += 1,
                            None => draws += 1,
                        }
                        for (sum, score) in
                            points.iter_mut().zip(outcome.scores.unwrap_or_default())
                        {
                            *sum += score;
                        }
                        break;
                    }
                    Status::Deciding(seats) => seats.iter().next().unwrap_or(table::Seat(0)),
                };
                legal.clear();
                game.legal(&position, seat, &mut legal);
                let sight = Sight::new(&game, &position, seat);
                let chosen = Greedy.choose(&sight, &legal, &mut thoughts);
                let action = legal[chosen].clone();
                game.apply(&mut position, seat, &action, &mut dice, &mut log);
                decisions += 1;
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        let share = |n: u64| format!("{:.1}%", 100.0 * n as f64 / games as f64);
        let wins: Vec<String> = wins.into_iter().map(share).collect();
        let points: Vec<String> =
            points.iter().map(|p| format!("{:.1}", *p as f64 / games as f64)).collect();
        println!(
            "{scenario} {seats}: won {}, drawn {}; points {}; {:.0} decisions a game, {:.0} decisions/s",
            wins.join(" / "),
            share(draws),
            points.join(" / "),
            decisions as f64 / games as f64,
            decisions as f64 / seconds
        );
    }
}
