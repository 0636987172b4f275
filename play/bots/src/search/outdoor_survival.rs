//! Counsel for Outdoor Survival: plays on to the end as a sensible beginner would, for who gets out
//! and who gets caught is all that counts.

use super::counsel::{Counsel, SURE};
use crate::outdoor_survival::{decide, walk};
use outdoor_survival::{Action, Ends, OutdoorSurvival, Position};
use table::{Dice, Game, Log, Seat, Status};

/// Plays on to the end.
#[derive(Clone, Default)]
pub struct Scout {
    /// Where the move at hand can end: kept to be filled again.
    ends: Box<Ends>,
}

/// Decisions after which a playout is cut short.
const HORIZON: u32 = 300;

impl Counsel<OutdoorSurvival> for Scout {
    const FAST: u32 = 3000;
    const STRONG: u32 = 15_000;

    fn habit(
        &mut self,
        game: &OutdoorSurvival,
        position: &Position,
        _: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        decide(game, position, legal, dice, &mut self.ends)
    }

    fn worth(&mut self, game: &OutdoorSurvival, position: &Position, seat: Seat) -> i32 {
        let Status::Over(outcome) = game.status(position) else { return SURE / 2 };
        if game.is_race() && game.setup().seats > 1 {
            return race(game, position, seat, outcome.winners.has(seat));
        }
        let seats = outcome.ranks.len().max(1) as i32;
        let rank = outcome.ranks.get(seat.index()).copied().unwrap_or(1) as i32;
        // A better rank counts a little, even where nobody wins.
        let placing = SURE / 16 * (seats - rank) / seats;
        match outcome.winners.has(seat) {
            true => SURE - SURE / 16 * outcome.winners.len().saturating_sub(1) as i32 / seats,
            false => placing,
        }
    }

    fn stride(
        &mut self,
        game: &OutdoorSurvival,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<outdoor_survival::Event>,
    ) -> u32 {
        walk(game, position, dice, log, &mut self.ends)
    }

    /// In a race the others change nothing: they would only blur the comparison.
    fn ponder(
        &mut self,
        game: &OutdoorSurvival,
        position: &mut Position,
        seat: Seat,
        _: &mut Dice,
    ) {
        if game.is_race() {
            game.walk_alone(position, seat);
        }
    }

    /// The turn of one person.
    fn stretch(&self, position: &Position) -> u64 {
        (position.day() as u64) << 8 | position.acting() as u64
    }

    /// Others are not outwitted in a few hundred playouts.
    fn depth(&self, game: &OutdoorSurvival) -> u32 {
        if walks_alone(game) { u32::MAX } else { 0 }
    }

    /// Where several walk, ways are long and decisions many.
    fn stakes(&self, game: &OutdoorSurvival, _: &Position) -> u32 {
        if game.persons() == 1 { 100 } else { 20 }
    }

    fn rests(&self, _: &OutdoorSurvival, _: &Position, _: &Position, decisions: u32) -> bool {
        decisions > HORIZON
    }
}

/// Whether a player is alone with the wilderness, or may think so.
fn walks_alone(game: &OutdoorSurvival) -> bool {
    game.persons() == 1 || game.is_race()
}

/// What a race has come to for somebody who walked alone in it: to be off the board is most of it, the
/// sooner the better; and if nobody gets there, who came farthest is first.
fn race(game: &OutdoorSurvival, position: &Position, seat: Seat, left: bool) -> i32 {
    match left {
        true => SURE / 2 + SURE / 200 * game.days_left(position) as i32,
        false => SURE / 1000 * (250 - game.way_left(position, seat).unwrap_or(250).min(250) as i32),
    }
}
