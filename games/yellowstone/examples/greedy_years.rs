//! Many years in Yellowstone: greedy games, and what comes of them.
//!
//! `cargo run --release -p yellowstone --example greedy_years -- [games] [seats] [scenario=ID] [map=FILE]
//! [option=value …]`

use std::collections::BTreeMap;
use table::{Bot, Dice, Log, Rules, Seat, Seed, Setup, Sight, Status};
use yellowstone::bots::Greedy;
use yellowstone::{Event, Kind, Place, Position, Range, Season, Species, Yellowstone};

#[derive(Default)]
struct Tally {
    games: u32,
    species_wins: [f64; 4],
    seat_wins: [f64; 4],
    points: Vec<i16>,
    species_points: [f64; 4],
    starved: BTreeMap<usize, u32>,
    killed: BTreeMap<usize, u32>,
    deaths: u32,
    injured: u32,
    rounds: [f64; 3],
    caps: [u32; 3],
    endings: BTreeMap<String, u32>,
    food: f64,
    need: f64,
    chips: f64,
    draws: u32,
    decisions: u64,
    /// By place in the first round: points, Summer turns, Fall turns, counters, kills suffered.
    by_place: [[f64; 5]; 4],
    /// By Food hex: who took the counter.
    takers: BTreeMap<String, [u32; 4]>,
}

/// Plays one year and adds what came of it.
fn year(game: &Yellowstone, number: u64, bots: &mut [Greedy], tally: &mut Tally) {
    let mut dice = Dice::seeded(Seed::from_number(number));
    let mut own = Dice::seeded(Seed::from_number(!number));
    let mut log = Log::new();
    let mut position = game.start(&mut dice, &mut log);
    let mut legal = Vec::new();
    let herds = game.herds();
    let (mut starved, mut killed) = (vec![0; herds], vec![0; herds]);
    let mut first = 0;
    let place =
        |position: &Position, species: Species| position.place_of(species).map_or(0, Place::index);
    let outcome = loop {
        let seat = match game.status(&position) {
            Status::Over(outcome) => break outcome,
            status => status.first().unwrap_or(Seat(0)),
        };
        legal.clear();
        game.legal(&position, seat, &mut legal);
        let sight = Sight::new(game, &position, seat);
        let chosen = bots[seat.index()].choose(&sight, &legal, &mut own);
        let season = position.season;
        let turns = position.season_turns;
        game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
        tally.decisions += 1;
        let mut changed = false;
        for entry in log.take() {
            match entry.event {
                Event::Starved { species, .. } => starved[place(&position, species)] += 1,
                Event::Died { .. } => tally.deaths += 1,
                Event::Injured { .. } => tally.injured += 1,
                Event::Killed { species, .. } => killed[place(&position, species)] += 1,
                Event::SeasonBegins { forced, .. } => {
                    if !changed {
                        tally.rounds[(season as usize).min(2)] += turns as f64 / herds as f64;
                        tally.caps[(season as usize).min(2)] += forced as u32;
                    }
                    changed = true;
                }
                Event::FoodTaken { species, hex } => {
                    tally.takers.entry(hex.to_string()).or_default()[species as usize] += 1;
                }
                Event::First { species } => first = place(&position, species),
                Event::Counted { food, need, .. } => {
                    tally.food += food as f64;
                    tally.need += need as f64;
                }
                _ => {}
            }
        }
    };
    tally.games += 1;
    *tally.endings.entry(outcome.reason.clone()).or_default() += 1;
    let winners: Vec<usize> = (0..herds).filter(|place| outcome.ranks[*place] == 1).collect();
    tally.draws += (winners.len() > 1) as u32;
    for (place, at) in game.places().enumerate() {
        let herd = position.herd(at);
        let score = game.herd_score(&position, at);
        tally.points.push(score.points);
        tally.chips += herd.chip_count() as f64;
        *tally.starved.entry(starved[place]).or_default() += 1;
        *tally.killed.entry(killed[place]).or_default() += 1;
        let species = herd.species.map_or(0, |species| species as usize);
        let turn = (place + herds - first) % herds;
        let row = [
            score.points as f64,
            herd.summer_turns as f64,
            herd.fall_turns as f64,
            herd.chip_count() as f64,
            killed[place] as f64,
        ];
        tally.by_place[turn].iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        tally.species_points[species] += score.points as f64;
        if winners.contains(&place) {
            let share = 1.0 / winners.len() as f64;
            tally.species_wins[species] += share;
            tally.seat_wins[turn] += share;
        }
    }
}

fn shares(counts: &BTreeMap<usize, u32>) -> String {
    let all: u32 = counts.values().sum();
    let each =
        counts.iter().map(|(n, count)| format!("{n}: {:.1}%", 100.0 * *count as f64 / all as f64));
    each.collect::<Vec<_>>().join("  ")
}

fn main() {
    let mut words = std::env::args().skip(1);
    let games: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(1000);
    let seats: u16 = words.next().and_then(|word| word.parse().ok()).unwrap_or(4);
    let mut setup = Setup::new("standard", seats).with("herds", "dealt");
    let mut edition = Yellowstone::house();
    for word in words {
        match word.split_once('=') {
            Some(("scenario", id)) => setup.scenario = id.into(),
            Some(("map", path)) => match std::fs::read_to_string(path) {
                Ok(text) => edition = edition.with("maps/park.toml", text),
                Err(error) => return eprintln!("{path}: {error}"),
            },
            Some((key, value)) => setup = setup.with(key, value),
            None => {}
        }
    }
    let game = match Yellowstone::open(&edition, &setup) {
        Ok(game) => game,
        Err(error) => return eprintln!("{error}"),
    };
    let mut bots = vec![Greedy::default(); seats as usize];
    let mut tally = Tally::default();
    for number in 0..games {
        year(&game, number, &mut bots, &mut tally);
    }
    let games = tally.games as f64;
    let herds = games * game.herds() as f64;
    println!(
        "{} games, {} decisions a game, {} draws",
        tally.games,
        tally.decisions / games as u64,
        tally.draws
    );
    for species in Species::ALL {
        let i = species as usize;
        let ranges = (
            game.park.way(species).unwrap_or(0),
            game.park.food_near(species, 3),
            game.park.range(species, Range::Winter).len(),
        );
        println!(
            "{:14} wins {:5.1}%  mean points {:5.2}  {ranges:?}",
            species.name(),
            100.0 * tally.species_wins[i] / games,
            tally.species_points[i] * game.herds() as f64 / herds / (seats as f64 / 4.0).max(0.01)
        );
    }
    let seats: Vec<String> =
        tally.seat_wins.iter().map(|wins| format!("{:.1}%", 100.0 * wins / games)).collect();
    println!("wins by place in the first round: {}", seats.join(" "));
    for (turn, row) in tally.by_place.iter().enumerate().take(game.herds()) {
        let [points, summer, fall, counters, killed] = row.map(|sum| sum / games);
        println!(
            "  place {}: {points:.2} points, {summer:.2} Summer turns, {fall:.2} Fall turns, {counters:.2} counters, {killed:.2} killed",
            turn + 1
        );
    }
    for season in [Season::Spring, Season::Summer, Season::Fall] {
        let i = season as usize;
        println!(
            "{:7} {:.1} rounds, cap met in {:.1}%",
            season.name(),
            tally.rounds[i] / games,
            100.0 * tally.caps[i] as f64 / games
        );
    }
    tally.points.sort_unstable();
    let at = |share: f64| tally.points[((tally.points.len() - 1) as f64 * share) as usize];
    let mean = tally.points.iter().map(|p| *p as f64).sum::<f64>() / herds;
    let spread =
        (tally.points.iter().map(|p| (*p as f64 - mean).powi(2)).sum::<f64>() / herds).sqrt();
    println!(
        "points: mean {mean:.1}, spread {spread:.1}; least {} / 10% {} / half {} / 90% {} / most {}",
        at(0.0),
        at(0.1),
        at(0.5),
        at(0.9),
        at(1.0)
    );
    println!(
        "Food Points {:.1} against a Need of {:.1}; {:.2} counters a herd",
        tally.food / herds,
        tally.need / herds,
        tally.chips / herds
    );
    for (hex, takers) in &tally.takers {
        let shares = takers.map(|count| format!("{:3.0}%", 100.0 * count as f64 / games));
        println!(
            "  Food in {hex:4} goes to Bison {} Sheep {} Elk {} Deer {}",
            shares[0], shares[1], shares[2], shares[3]
        );
    }
    println!("starved, animals a herd: {}", shares(&tally.starved));
    println!("killed by predators, animals a herd: {}", shares(&tally.killed));
    println!(
        "injured {:.2} and dead of injuries or snow {:.2} a herd",
        tally.injured as f64 / herds,
        tally.deaths as f64 / herds
    );
    println!(
        "endings: {:?}; a full herd scores {}",
        tally.endings,
        Kind::ALL
            .iter()
            .zip([3, 4, 5])
            .map(|(kind, n)| game.animal_points()[*kind] * n)
            .sum::<i16>()
    );
}
