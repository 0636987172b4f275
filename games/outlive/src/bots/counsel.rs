//! Counsel for Outlive: Shelters are compared as greedy values them.

use super::greedy::Mind;
use crate::{Action, Equipment, Location, Outlive, Phase, Position, Side, Token};
use bots::search::{Counsel, SURE, edge};
use table::{Dice, Fit, Seat};

/// A lead, in hundredths of a point, that makes three to one.
const LEAD: i32 = 600;

/// Plays on to the end of the turn and compares Shelters.
#[derive(Clone, Default)]
pub struct Convoy;

/// What a token from a Location, a search or a place on the ship is worth at a glance, in hundredths
/// of a point.
fn yields(to: Location) -> i32 {
    match to {
        Location::Dam => 42,
        Location::Base => 16,
        Location::Forest | Location::Mine | Location::Fairgrounds => 30,
        Location::SilentPeak | Location::Blackwood => 34,
        Location::Cargo => 40,
    }
}

/// A hero and its way at a glance: as many tokens as it can carry from where there are most, with a
/// whim.
fn set_out(game: &Outlive, p: &Position, seat: Side, legal: &[Action], dice: &mut Dice) -> usize {
    let shelter = &p.shelters[seat];
    let key = shelter.has(Token::Chips) > 0 || shelter.ready(Equipment::AccessCard);
    let mut best = (i32::MIN, 0);
    for (place, action) in legal.iter().enumerate() {
        let Action::Activate { hero, to, exo, hook, share } = *action else { continue };
        let strength = i32::from(game.strength(seat, hero));
        let there = match to.gives() {
            Some(_) if to == Location::Dam && !key => 0,
            Some(_) => strength.min(i32::from(p.at[to.index()])),
            None => strength.min(3),
        };
        let hunt = if to.hunting().is_some() { 35 } else { 0 };
        let help = [exo, hook, share].iter().filter(|used| **used).count().fit::<i32>();
        let whim = dice.roll("whim", 40).fit::<i32>();
        let worth = yields(to) * there + hunt - 12 * help + whim;
        if worth > best.0 {
            best = (worth, place);
        }
    }
    best.1
}

impl Counsel<Outlive> for Convoy {
    const FAST: u32 = 200;
    const STRONG: u32 = 1000;

    fn habit(
        &mut self,
        game: &Outlive,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        match position.phase {
            Phase::Activation => set_out(game, position, seat.into(), legal, dice),
            _ => Mind { game, seat: seat.into() }.decide(position, legal, dice),
        }
    }

    fn first_thought(
        &mut self,
        game: &Outlive,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        Mind { game, seat: seat.into() }.decide(position, legal, dice)
    }

    fn worth(&mut self, game: &Outlive, position: &Position, seat: Seat) -> i32 {
        let over = position.phase == Phase::Over;
        let worth = |seat: Side| match over {
            true => {
                let score = game.score(position, seat);
                // Ties are broken by what is left in store.
                i32::from(score.total) * 100 + i32::from(score.supplies) * 2
            }
            false => Mind { game, seat }.worth(position),
        };
        let own = worth(seat.into());
        let others = game.seats().filter(|other| *other != seat.into());
        let Some(best) = others.map(worth).max() else {
            return edge(own - game.level().bar.fit::<i32>() * 100, 2 * LEAD);
        };
        let lead = edge(own - best, LEAD);
        match over {
            true if own > best => SURE / 4 + lead * 3 / 4,
            true => lead * 3 / 4,
            false => SURE / 8 + lead * 3 / 4,
        }
    }

    fn rests(&self, _: &Outlive, root: &Position, position: &Position, decisions: u32) -> bool {
        position.turn > root.turn.max(1) || decisions > 200
    }

    fn alternatives(
        &self,
        _: &Outlive,
        _: &Position,
        legal: &[Action],
        habit: usize,
        out: &mut Vec<usize>,
    ) {
        let idle = |action: &Action| matches!(action, Action::Revise | Action::Orders(_));
        out.extend((0..legal.len()).filter(|index| *index != habit && !idle(&legal[*index])));
    }
}
