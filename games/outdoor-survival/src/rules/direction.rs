//! Direction: the Direction Ability die, the Random Direction die, and turns.

use crate::Outfit;
use crate::edition::components::{Start, Turns};
use crate::event::{Compass, Event};
use crate::land::{Sides, Way, Ways};
use crate::position::{Phase, Position};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use table::{Dice, Fit};
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
        let ability = set.scenario.directions[chart].faces[usize::from(die) - 1];
        let journey = &mut self.p.journey;
        journey.die = die;
        journey.start = ability.start;
        journey.turns = ability.turns;
        journey.may_stay = ability.may_stay;
        if ability.start == Start::Random {
            self.p.journey.way = Some(self.random_direction());
        }
        self.tell(Event::Rolled {
            person: acting.number(),
            die,
            start: ability.start,
            turns: ability.turns,
            may_stay: ability.may_stay,
            way: self.p.journey.way.map(|way| Compass(way.0)),
        });
        self.p.phase = Phase::Move;
        self.friendly_dice();
        if let Some(way) = self.p.journey.way {
            self.p.journey.off_board = set.runs_off(self.p, way);
        }
        self.settle_move();
    }

    /// The Random Direction die: faces 1 to 6 are N, NE, SE, S, SW, NW (OS-DIR-05, OS-DIR-06).
    pub(super) fn random_direction(&mut self) -> Side {
        Side(self.person_die("way", 6) - 1)
    }

    /// A die for the acting person (OS-GEN-03), which only those may see who may see the move.
    pub(crate) fn person_die(&mut self, purpose: &'static str, sides: u32) -> u8 {
        self.set.lot(self.p, self.dice, purpose, sides).fit()
    }
}

impl Outfit {
    /// One of so many lots for the acting person, which only those may see who may see the move.
    pub(super) fn lot(
        &self,
        p: &Position,
        dice: &mut Dice,
        purpose: &'static str,
        lots: u32,
    ) -> u32 {
        match self.secret_of(p, p.acting) {
            None => dice.roll(purpose, lots),
            Some(audience) => dice.secretly(audience, |dice| dice.roll(purpose, lots)),
        }
    }

    /// The directions that one turn can take (OS-TURN-07, OS-TURN-08).
    pub(super) fn turnable(&self, heading: Side) -> Sides {
        let by = |steps: i8| Sides::from(heading.turned(steps));
        let sixty = by(1) | by(-1);
        if self.switches.sixty_degrees { sixty } else { sixty | by(2) | by(-2) }
    }

    /// Whether a step through this side uses up a turn: any change of direction does (OS-TURN-02),
    /// but the bends of a trail (OS-TRAIL-03); a ford is no exception (OS-FORD-03).
    pub(super) fn uses_turn(&self, p: &Position, side: Side, ways: &Ways) -> bool {
        match p.journey.heading {
            None => false,
            Some(heading) if heading == side => {
                self.ahead_needs_turn(p.journey.along, ways.which(|way| way.follows), side)
            }
            Some(_) => !ways[side].follows,
        }
    }

    /// Straight ahead (OS-TURN-01), along the trail, or with a turn; never back.
    pub(super) fn judge_heading(
        &self,
        p: &Position,
        heading: Side,
        side: Side,
        way: &Way,
    ) -> Ruling {
        let journey = &p.journey;
        let turn = (side.0 + 6 - heading.0) % 6;
        if turn == 3 {
            return Err(Refusal::AboutTurn);
        }
        if way.follows {
            return Ok(());
        }
        if turn == 0 {
            return match (self.bound_to_trail(p, heading), journey.turns) {
                (true, Turns::NONE) => Err(Refusal::TrailEndsElsewhere),
                _ => Ok(()),
            };
        }
        if journey.turns == Turns::NONE {
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
