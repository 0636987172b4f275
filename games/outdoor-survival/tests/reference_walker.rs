//! The reference walker: a sensible player of LOST, by which the balance of the map is held.

use outdoor_survival::{Action, Edges, Hex, OutdoorSurvival, Position, Who};
use table::{Dice, Log, Rules, Seat, Seed, Setup};
use terrain::Side;

struct Walker {
    game: OutdoorSurvival,
    /// Cheapest points off the board, and to water, from every hex.
    way_off: Vec<u16>,
    to_water: Vec<u16>,
}

impl Walker {
    fn new(setup: &Setup) -> Walker {
        let game = OutdoorSurvival::open(&OutdoorSurvival::house(), setup).unwrap();
        let board = game.board();
        let (way_off, to_water) =
            (board.way_off(Edges::ALL), board.way_to(|cell| game.waters(cell)));
        Walker { game, way_off, to_water }
    }

    /// Stays while thirsty on water, or hungry on food with enough water.
    fn stays(&self, position: &Position) -> bool {
        let person = position.person(Who(0));
        let (w, f) = (person.blocks().0 - 1, person.blocks().1 - 1);
        let hex = self.game.board().land(person.at());
        (self.game.waters(person.at()) && w >= 1 && position.day() > 1)
            || (hex.food && f >= 6 && w <= 2)
    }

    /// The sides to the best end hex, or off the board.
    fn plans(&self, position: &Position) -> Vec<Side> {
        let ends = self.game.ends_in_reach(position);
        if let Some(off) = ends.off() {
            return off.sides().to_vec();
        }
        let person = position.person(Who(0));
        let (w, f) = (person.blocks().0 as i32 - 1, person.blocks().1 as i32 - 1);
        let allowance = self.game.allowance(position) as i32;
        let off = |cell: Hex| self.way_off[cell.index()] as i32;
        // In tenths: E / (0.7 allowance) > 7 - w
        let thirsty = w >= 2 && off(person.at()) * 10 > (7 - w) * 7 * allowance;
        let score = |cell: Hex| {
            let (e, d) = (off(cell) * 10, self.to_water[cell.index()] as i32 * 10);
            let mut score = if thirsty { d + e / 10 } else { e };
            if self.game.waters(cell) && w >= 1 && off(cell) > allowance {
                score -= 40;
            }
            if self.game.board().land(cell).food && f >= 3 {
                score -= 10;
            }
            let (column, row) = self.game.board().place(cell);
            (score, column, row)
        };
        let best = ends.stops().iter().min_by_key(|stop| score(stop.at));
        best.map(|stop| stop.sides().to_vec()).unwrap_or_default()
    }

    /// Plays one game; whether the walker got out.
    fn wins(&self, seed: u64) -> bool {
        let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed)), Log::quiet());
        let mut position = self.game.start(&mut dice, &mut log);
        let seat = Seat(0);
        while self.game.status(&position).awaits(seat) {
            if self.stays(&position) {
                self.game.play(&mut position, seat, &Action::Stay, &mut dice, &mut log).unwrap();
                continue;
            }
            self.game.play(&mut position, seat, &Action::Roll, &mut dice, &mut log).unwrap();
            let day = position.day();
            if !self.game.moving(&position) {
                continue;
            }
            for side in self.plans(&position) {
                let step = Action::Step(side);
                self.game.play(&mut position, seat, &step, &mut dice, &mut log).unwrap();
            }
            if self.game.moving(&position) && position.day() == day {
                self.game.play(&mut position, seat, &Action::Stop, &mut dice, &mut log).unwrap();
            }
        }
        let status = self.game.status(&position);
        status.outcome().is_some_and(|outcome| outcome.winners.has(seat))
    }

    /// Wins in percent of so many games.
    fn rate(&self, games: u64) -> f64 {
        let won = (0..games).filter(|seed| self.wins(*seed)).count();
        won as f64 * 100.0 / games as f64
    }
}

// rules: OS-BOT-03, OS-MAP-04, OS-TURN-08
#[test]
fn the_reference_walker_wins_about_as_often_as_the_balance_says() {
    // 62% over many games; 3,000 games have a standard deviation of 0.9 points.
    let rate = Walker::new(&Setup::new("lost", 1)).rate(3000);
    assert!((58.0..66.0).contains(&rate), "{rate}%");
    let sixty = Walker::new(&Setup::new("lost", 1).with("max_turn", "60")).rate(3000);
    assert!((46.0..54.0).contains(&sixty), "{sixty}%");
}
