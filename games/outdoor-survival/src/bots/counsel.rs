//! Counsel for Outdoor Survival: plays on to the end, for who gets out and who gets caught is all
//! that counts. Whoever is on his way off the board goes by the odds, which are worked out exactly;
//! others do as a sensible beginner would. Who is alone needs no more than the odds of the day
//! after.

use super::greedy::{Reckoning, decide, walk};
use crate::OutdoorSurvival;
use crate::action::Action;
use crate::event::Event;
use crate::position::Position;
use crate::rules::reach::Ends;
use bots::search::{Counsel, SURE};
use table::{Dice, Log, Rules, Seat, Status};
use terrain::Fit;

/// Plays on to the end, or to the next day if he is alone.
#[derive(Clone, Default)]
pub struct Scout {
    /// Where the move at hand can end: kept to be filled again.
    ends: Box<Ends>,
}

/// Decisions after which a chase is cut short; a race has an end.
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
        decide(game, position, legal, dice, &mut self.ends, Reckoning::ByOdds)
    }

    fn worth(&mut self, game: &OutdoorSurvival, position: &Position, seat: Seat) -> i32 {
        let Status::Over(outcome) = game.status(position) else {
            return match alone(game) {
                true => worth_of(game.prospects(position).chance()),
                false => SURE / 2,
            };
        };
        let seats = outcome.ranks.len().max(1).fit::<i32>();
        let rank = outcome.ranks.get(seat.index()).copied().unwrap_or(1).fit::<i32>();
        // A better rank counts a little, even where nobody wins.
        let placing = SURE / 16 * (seats - rank) / seats;
        match outcome.winners.has(seat) {
            true => SURE - SURE / 16 * outcome.winners.len().saturating_sub(1).fit::<i32>() / seats,
            false => placing,
        }
    }

    fn stride(
        &mut self,
        game: &OutdoorSurvival,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> u32 {
        walk(game, position, dice, log, &mut self.ends, Reckoning::ByOdds)
    }

    /// The turn of one person.
    fn stretch(&self, position: &Position) -> u64 {
        u64::from(position.day()) << 8 | u64::from(position.acting().0)
    }

    /// A move is one of many, and others are not outwitted in a few hundred playouts.
    fn depth(&self, _: &OutdoorSurvival) -> u32 {
        0
    }

    /// Where several walk, ways are long and decisions many.
    fn stakes(&self, game: &OutdoorSurvival, _: &Position) -> u32 {
        if alone(game) { 100 } else { 20 }
    }

    /// A rescue is decided by what lies under the markers, and by few of a rescuer's many steps.
    fn caution(&self, game: &OutdoorSurvival) -> f64 {
        if game.has_markers() { 2.0 } else { 1.0 }
    }

    fn rests(
        &self,
        game: &OutdoorSurvival,
        root: &Position,
        position: &Position,
        decisions: u32,
    ) -> bool {
        match alone(game) {
            true => position.day() != root.day(),
            false => decisions > HORIZON && !game.is_race(),
        }
    }
}

/// What a chance of getting out is worth.
#[allow(clippy::cast_possible_truncation, reason = "a chance is between 0 and 1")]
fn worth_of(chance: f32) -> i32 {
    (chance * SURE as f32) as i32
}

/// Whether nobody else is on the board, so that the odds say all there is to say of a day that
/// begins.
fn alone(game: &OutdoorSurvival) -> bool {
    game.persons() == 1 && game.is_race()
}
