//! Counsel for Yellowstone: a herd is worth what it will have left after the winter, and in a short
//! season what it will have brought to its Summer Range first.

mod foresight;

use super::greedy::Greedy;
use crate::{Action, Position, Season, Step, Yellowstone};
use bots::search::{Counsel, SURE, edge};
use table::{Dice, Log, Seat};

/// Points that a herd without rivals must have for an even chance, and more that make three to one,
/// in hundredths.
const ALONE: (i32, i32) = (2400, 1400);

/// Rounds that a playout looks ahead.
const ROUNDS: usize = 5;

/// Plays on for a few rounds and compares herds.
#[derive(Clone)]
pub struct Ranger {
    greedy: Greedy,
    hasty: Greedy,
}

impl Default for Ranger {
    fn default() -> Ranger {
        Ranger { greedy: Greedy::seasoned(), hasty: Greedy::hasty() }
    }
}

/// A lead, in hundredths of an Animal Point, that makes three to one: the nearer the winter, the less.
fn three_to_one(game: &Yellowstone, position: &Position) -> i32 {
    match position.season {
        _ if game.scenario.spring_only => 3300,
        Season::Spring => 1300,
        Season::Summer => 900,
        _ => 400,
    }
}

impl Counsel<Yellowstone> for Ranger {
    const FAST: u32 = 800;
    const STRONG: u32 = 4000;

    fn habit(
        &mut self,
        game: &Yellowstone,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        self.hasty.decide(game, position, seat, legal, dice)
    }

    fn first_thought(
        &mut self,
        game: &Yellowstone,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        self.greedy.decide(game, position, seat, legal, dice)
    }

    fn begin(&mut self) {
        self.hasty.forget();
    }

    /// A herd's turn up to its predator roll, and what follows from that roll.
    fn stretch(&self, position: &Position) -> u64 {
        let hunting = matches!(position.step, Step::PredatorRoll | Step::Hunt | Step::Stalk);
        2 * u64::from(position.turns) + u64::from(hunting)
    }

    fn depth(&self, _: &Yellowstone) -> u32 {
        0
    }

    /// Most decisions are single steps, and most of them matter little.
    fn stakes(&self, _: &Yellowstone, position: &Position) -> u32 {
        match position.step {
            Step::Move => 30,
            _ => 100,
        }
    }

    fn worth(&mut self, game: &Yellowstone, position: &Position, seat: Seat) -> i32 {
        let over = position.step == Step::Over;
        let short = game.scenario.spring_only;
        let to_go = if over || short { Vec::new() } else { foresight::to_go(game, position) };
        let seats = game.places().map(|place| game.owner(place).0).max().unwrap_or(0) + 1;
        let worth = |seat: Seat| -> i32 {
            if over {
                let score = game.seat_score(position, seat);
                return i32::from(score.points) * 100
                    + i32::from(score.females) * 8
                    + i32::from(score.surplus.clamp(-9, 9)) / 2;
            }
            let own = game.places().filter(|place| game.owner(*place) == seat);
            own.map(|place| match short {
                true => foresight::short_season(game, position, place),
                false => foresight::after_winter(game, position, place, &to_go),
            })
            .sum()
        };
        let own = worth(seat);
        let others = Seat::first(seats).filter(|other| *other != seat);
        let Some(best) = others.map(worth).max() else {
            return edge(own - ALONE.0, ALONE.1);
        };
        let lead = edge(own - best, three_to_one(game, position));
        match over {
            true if own > best => SURE / 4 + lead * 3 / 4,
            true => lead * 3 / 4,
            false => SURE / 8 + lead * 3 / 4,
        }
    }

    /// In a playout the herd's moves are made at a stretch.
    fn stride(
        &mut self,
        game: &Yellowstone,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<crate::Event>,
    ) -> u32 {
        match position.step {
            Step::Move => self.hasty.drive(game, position, dice, log),
            _ => 0,
        }
    }

    fn rests(
        &self,
        game: &Yellowstone,
        root: &Position,
        position: &Position,
        decisions: u32,
    ) -> bool {
        let turns = usize::from(position.turns.saturating_sub(root.turns));
        let settled = position.step == Step::Roll;
        settled && turns > game.herds() * ROUNDS && decisions > 8
    }
}

#[cfg(test)]
mod tests {
    use super::{Counsel, Greedy, Ranger};
    use crate::Yellowstone;
    use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};

    #[test]
    fn in_a_short_season_the_first_thought_outruns_greedy() {
        let setup = Setup::new("short-season", 2);
        let game = Yellowstone::open(&Yellowstone::house(), &setup).expect("the house's game");
        let (mut ranger, mut greedy) = (Ranger::default(), Greedy::default());
        let mut won = 0;
        for number in 0..100 {
            // Every year is played from both seats.
            let mut dice = Dice::seeded(Seed::from_number(number / 2));
            let mut own = Dice::seeded(Seed::from_number(number).child("bots"));
            let (mut log, mut legal) = (Log::quiet(), Vec::new());
            let mut position = game.start(&mut dice, &mut log);
            while let Some(seat) = game.status(&position).first() {
                legal.clear();
                game.legal(&position, seat, &mut legal);
                let chosen = match u64::from(seat.0) == number % 2 {
                    true => ranger.first_thought(&game, &position, seat, &legal, &mut own),
                    false => greedy.choose(&Sight::new(&game, &position, seat), &legal, &mut own),
                };
                game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
            }
            let status = game.status(&position);
            let rank = status.outcome().map(|outcome| outcome.ranks[usize::from(number % 2 == 1)]);
            won += u32::from(rank == Some(1));
        }
        assert!(won > 60, "{won} of 100");
    }
}
