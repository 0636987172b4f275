//! Greedy against greedy at Outlive: who wins, with which leader and rooms, and what scores.
//!
//! ```sh
//! cargo run --release -p outlive --example greedy_table -- GAMES [SEATS]
//! ```

use outlive::bots::Greedy;
use outlive::{Equipment, Leader, Outlive, RoomKind};
use std::time::Instant;
use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};

#[derive(Default, Clone, Copy)]
struct Tally {
    games: u32,
    wins: f64,
    score: i64,
}

impl Tally {
    fn add(&mut self, win: f64, score: i64) {
        self.games += 1;
        self.wins += win;
        self.score += score;
    }

    fn line(&self, name: &str) -> String {
        let games = self.games.max(1) as f64;
        let (rate, mean) = (100.0 * self.wins / games, self.score as f64 / games);
        format!("{name:<18}{:>8}{rate:>8.1}%{mean:>8.1}", self.games)
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let games: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(100);
    let seats: u16 = words.next().and_then(|word| word.parse().ok()).unwrap_or(4);
    let scenario = if seats == 1 { "horde" } else { "convoy" };
    let mut setup = Setup::new(scenario, seats);
    if let Some(level) = words.next() {
        setup = setup.with("level", level);
    }
    let game = Outlive::open(&Outlive::house(), &setup).expect("the house edition opens");
    let mut by_seat = vec![Tally::default(); seats as usize];
    let mut by_leader = vec![Tally::default(); Leader::ALL.len()];
    let mut by_room = vec![Tally::default(); RoomKind::ALL.len()];
    let (mut kept, mut repaired, mut used) = ([0u32; 22], [0u32; 20], [0u32; 20]);
    let mut parts = [0i64; 6];
    let mut decisions = 0u64;
    let begun = Instant::now();
    for number in 0..games {
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut whims = Dice::seeded(Seed::from_number(!number));
        let mut log = Log::quiet();
        let mut position = game.start(&mut dice, &mut log);
        let mut legal = Vec::new();
        let mut bot = Greedy;
        while let Some(seat) = game.status(&position).first() {
            legal.clear();
            game.legal(&position, seat, &mut legal);
            let sight = Sight::new(&game, &position, seat);
            let choice = bot.choose(&sight, &legal, &mut whims);
            game.apply(&mut position, seat, &legal[choice], &mut dice, &mut log);
            decisions += 1;
            for seat in game.seats() {
                for tile in outlive::tiles(position.shelters[seat].spent) {
                    used[tile.index()] += 1;
                }
            }
        }
        let status = game.status(&position);
        let Some(outcome) = status.outcome() else { continue };
        for (seat, tally) in game.seats().zip(&mut by_seat) {
            let shelter = &position.shelters[seat];
            let score = game.score(&position, seat);
            let won = outcome.winners.has(seat.seat());
            let win = if won { 1.0 / outcome.winners.len() as f64 } else { 0.0 };
            tally.add(win, score.total as i64);
            if let Some(leader) = shelter.leader {
                by_leader[leader.index()].add(win, score.total as i64);
            }
            for room in shelter.rooms.iter() {
                kept[room.kind.index()] += 1;
                if game.is_full(room) {
                    by_room[room.kind.index()].add(win, score.total as i64);
                }
            }
            for tile in outlive::tiles(shelter.repaired) {
                repaired[tile.index()] += 1;
            }
            for (sum, part) in parts.iter_mut().zip([
                score.events,
                score.rooms,
                score.survivors,
                score.equipment,
                score.pairs,
                score.gauge,
            ]) {
                *sum += part as i64;
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{games} games, {decisions} decisions, {:.1} games/s", games as f64 / seconds);
    println!("\n                     times     wins   score");
    for (seat, tally) in by_seat.iter().enumerate() {
        println!("{}", tally.line(&format!("seat {}", seat + 1)));
    }
    println!();
    for leader in Leader::ALL {
        println!("{}", by_leader[leader.index()].line(leader.word()));
    }
    println!("\nfull at the end (kept)");
    for kind in RoomKind::ALL {
        let tally = &by_room[kind.index()];
        println!("{}{:>8}", tally.line(kind.word()), kept[kind.index()]);
    }
    println!("\nequipment: repaired at the end, decisions while used");
    for tile in Equipment::ALL {
        println!("{:<18}{:>8}{:>8}", tile.word(), repaired[tile.index()], used[tile.index()]);
    }
    let players = (games * seats as u64) as f64;
    let names = ["events", "rooms", "survivors", "equipment", "pairs", "gauge"];
    println!("\nmean by category");
    for (name, sum) in names.iter().zip(parts) {
        println!("{name:<12}{:>8.2}", sum as f64 / players);
    }
}
