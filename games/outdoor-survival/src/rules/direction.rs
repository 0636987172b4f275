//! Direction: the Direction Ability die, the Random Direction die, and turns.

use super::movement::{bit, mask};
use crate::Outfit;
use crate::edition::components::Start;
use crate::event::{Compass, Event};
use crate::land::Way;
use crate::position::{NO_HEADING, Phase, Position};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use terrain::Side;

impl Play<'_> {
    /// T3: the Direction Ability die, also on a trail (OS-DIR-01, OS-TRAIL-08), and, if it says
    /// random, the Random Direction die (OS-DIR-04). An own choice is named after it (OS-DIR-07).
    pub(crate) fn roll(&mut self) {
        let set = self.set;
        let acting = self.p.acting;
        let Some(chart) = set.role(acting).direction else {
            self.did_not_move();
            return;
        };
        let die = self.person_die("direction", 6);
        let ability = set.scenario.directions[chart].faces[die as usize - 1];
        let journey = &mut self.p.journey;
        journey.die = die;
        journey.start = ability.start;
        journey.turns = ability.turns;
        journey.may_stay = ability.may_stay;
        if ability.start == Start::Random {
            // OS-DIR-05, OS-DIR-06: faces 1 to 6 are N, NE, SE, S, SW, NW
            let way = self.person_die("way", 6) - 1;
            self.p.journey.way = way;
        }
        self.tell(Event::Rolled {
            person: acting + 1,
            die,
            start: ability.start,
            turns: ability.turns,
            may_stay: ability.may_stay,
            way: (self.p.journey.way < 6).then_some(Compass(self.p.journey.way)),
        });
        self.p.phase = Phase::Move;
        self.friendly_dice();
        if ability.start == Start::Random {
            self.p.journey.off_board = set.runs_off(self.p, self.p.journey.way as usize);
        }
        self.settle_move();
    }

    /// A die for the acting person (OS-GEN-03), which only those may see who may see the move.
    pub(crate) fn person_die(&mut self, purpose: &'static str, sides: u32) -> u8 {
        match self.set.secret_of(self.p, self.p.acting) {
            None => self.dice.roll(purpose, sides) as u8,
            Some(audience) => {
                let roll = |dice: &mut table::Dice| dice.roll(purpose, sides);
                self.dice.secretly(audience, roll) as u8
            }
        }
    }
}

impl Outfit {
    /// The directions that one turn can take (OS-TURN-07, OS-TURN-08).
    pub(super) fn turnable(&self, heading: u8) -> u8 {
        let sixty = bit((heading + 1) % 6) | bit((heading + 5) % 6);
        if self.switches.sixty_degrees {
            sixty
        } else {
            sixty | bit((heading + 2) % 6) | bit((heading + 4) % 6)
        }
    }

    /// Whether a step through this side uses up a turn: any change of direction does (OS-TURN-02),
    /// but the bends of a trail (OS-TRAIL-03); a ford is no exception (OS-FORD-03).
    pub(super) fn uses_turn(&self, p: &Position, side: u8, ways: &[Way; 6]) -> bool {
        let journey = &p.journey;
        if journey.heading == NO_HEADING {
            return false;
        }
        let trail = mask(ways, |way| way.follows);
        if side == journey.heading {
            self.ahead_needs_turn(journey.along, trail, bit(side))
        } else {
            trail & bit(side) == 0
        }
    }

    /// Straight ahead (OS-TURN-01), along the trail, or with a turn; never back.
    pub(super) fn judge_heading(&self, p: &Position, side: Side, way: &Way) -> Ruling {
        let journey = &p.journey;
        let heading = Side(journey.heading);
        let turn = (side.0 + 6 - heading.0) % 6;
        if turn == 3 {
            return Err(Refusal::AboutTurn);
        }
        if way.follows {
            return Ok(());
        }
        if turn == 0 {
            return match (self.bound_to_trail(p), journey.turns) {
                (true, 0) => Err(Refusal::TrailEndsElsewhere),
                _ => Ok(()),
            };
        }
        if journey.turns == 0 {
            let on_trail = self.uses_trails(p.acting) && self.board.land(p.actor().at).trail;
            return match on_trail {
                true => Err(Refusal::NoTurnOffTrail),
                false => Err(Refusal::NoTurnLeft),
            };
        }
        if self.switches.sixty_degrees && turn != 1 && turn != 5 {
            return Err(Refusal::TurnTooSharp);
        }
        Ok(())
    }
}
