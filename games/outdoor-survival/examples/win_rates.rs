//! How often greedy players win each scenario of Outdoor Survival.
//!
//! `cargo run --release --package outdoor-survival --example win_rates -- 2000 lost survival`

use outdoor_survival::OutdoorSurvival;
use outdoor_survival::bots::Greedy;
use std::collections::BTreeMap;
use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};

fn main() {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(2000u64);
    let house = OutdoorSurvival::house();
    let Ok(catalogue) = OutdoorSurvival::catalogue(&house) else { return };
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    for scenario in catalogue
        .scenarios
        .iter()
        .filter(|scenario| wanted.is_empty() || wanted.contains(&scenario.id))
    {
        for seats in scenario.seats() {
            let Ok(game) = OutdoorSurvival::open(&house, &Setup::new(&scenario.id, seats)) else {
                continue;
            };
            let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
            let mut wins = vec![0; seats as usize];
            for number in 0..games {
                let outcome = play(&game, number);
                *reasons.entry(outcome.reason).or_default() += 1;
                outcome.winners.iter().for_each(|seat| wins[seat.index()] += 1);
            }
            let percent = |n: u64| format!("{:.1}%", n as f64 * 100.0 / games as f64);
            let wins: Vec<String> = wins.into_iter().map(percent).collect();
            let reasons: Vec<String> =
                reasons.into_iter().map(|(reason, n)| format!("{reason} {}", percent(n))).collect();
            println!(
                "{:<14} {seats} seats: wins {}; {}",
                scenario.id,
                wins.join(" "),
                reasons.join(", ")
            );
        }
    }
}

fn play(game: &OutdoorSurvival, number: u64) -> table::Outcome {
    let mut dice = Dice::seeded(Seed::from_number(number));
    let mut own = Dice::seeded(Seed::from_number(number).child("bots"));
    let (mut log, mut legal) = (Log::quiet(), Vec::new());
    let mut position = game.start(&mut dice, &mut log);
    loop {
        let status = game.status(&position);
        let Some(seat) = status.first() else {
            return status
                .outcome()
                .cloned()
                .unwrap_or_else(|| unreachable!("nobody decides, so it is over"));
        };
        legal.clear();
        game.legal(&position, seat, &mut legal);
        let chosen = Greedy.choose(&Sight::new(game, &position, seat), &legal, &mut own);
        game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
    }
}
