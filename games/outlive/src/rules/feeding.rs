//! Night steps 2 and 4: feeding those who are here, and recruiting more.

use crate::edition::roster::Token;
use crate::event::Event;
use crate::position::{Position, Shelter, Step};
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, Outlive, Play, Side};

/// What a Shelter owes tonight, and the least that must stay unpaid. OL-FEED-14
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    /// Supplies for rooms.
    pub upkeep: u8,
    /// Water for rows of the Airlock.
    pub rows: u8,
    /// Water to spend, virtual included.
    pub water: u8,
    /// Meat and Canned Goods to spend.
    pub other: u8,
    /// The least shortage.
    pub shortage: u8,
}

impl Outlive {
    /// What a Shelter owes tonight. OL-FEED-01, OL-FEED-02, OL-FEED-03, OL-FEED-04
    pub fn owed(&self, shelter: &Shelter) -> Owed {
        let upkeep = shelter
            .rooms
            .iter()
            .filter(|room| room.people > 0)
            .map(|room| self.parts.rooms[room.kind.index()].upkeep) // OL-ROOM-A15c
            .sum::<u8>();
        let rows = self.rows_occupied(shelter.airlock);
        let water = self.water(shelter);
        let other = shelter.has(Token::Meat) + shelter.has(Token::Canned);
        // OL-FEED-05: nothing else waters a row.
        let to_rows = water.min(rows);
        Owed {
            upkeep,
            rows,
            water,
            other,
            shortage: rows - to_rows + upkeep.saturating_sub(other + water - to_rows),
        }
    }

    pub(crate) fn offer_feeding(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        let owed = self.owed(shelter);
        let spare = owed.water - owed.water.min(owed.rows);
        let paid = owed.upkeep.min(owed.other + spare);
        for water in 0..=spare.min(paid) {
            for meat in 0..=shelter.has(Token::Meat).min(paid - water) {
                let canned = paid - water - meat;
                if canned <= shelter.has(Token::Canned) {
                    out(Action::Feed { meat, water, canned });
                }
            }
        }
    }

    /// Supplies feed, nothing else does, and none may be held back. OL-FEED-12, OL-FEED-13,
    /// OL-FEED-17
    pub(crate) fn judge_feeding(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let Action::Feed { meat, water, canned } = *action else {
            return Err(Refusal::FeedFirst);
        };
        let shelter = &p.shelters[seat];
        let held = shelter.has(Token::Water) + self.virtual_water(shelter);
        for (token, wanted, held) in [
            (Token::Meat, meat, shelter.has(Token::Meat)),
            (Token::Water, water, held),
            (Token::Canned, canned, shelter.has(Token::Canned)),
        ] {
            if wanted > held {
                return Err(Refusal::TooFewTokens { held, token, rule: rule::OL_FEED_15 });
            }
        }
        let mut upkeep = 0u16;
        for room in shelter.rooms.iter() {
            if room.people > 0 {
                upkeep += u16::from(self.parts.rooms[room.kind.index()].upkeep);
            }
        }
        let paid = u16::from(meat) + u16::from(water) + u16::from(canned);
        if paid > upkeep {
            return Err(Refusal::OverFed { upkeep });
        }
        let rows = u16::from(self.rows_occupied(shelter.airlock));
        let left = u16::from(held - water);
        let missing = upkeep - paid + rows.saturating_sub(left);
        let least = u16::from(self.owed(shelter).shortage);
        if missing > least {
            return Err(Refusal::MustFeed { missing, least });
        }
        Ok(())
    }

    /// An absent player feeds with what spoils: Meat first, then Water that would not be kept.
    pub(crate) fn lapse_feeding(&self, p: &Position, seat: Side) -> Action {
        let shelter = &p.shelters[seat];
        let owed = self.owed(shelter);
        let spare = owed.water - owed.water.min(owed.rows);
        let paid = owed.upkeep.min(owed.other + spare);
        let meat = shelter.has(Token::Meat).min(paid);
        let water = spare.min(paid - meat);
        Action::Feed { meat, water, canned: paid - meat - water }
    }
}

impl Play<'_> {
    /// Feeds without asking where there is only one way to pay.
    pub fn feed_by_itself(&mut self, seat: Side) -> bool {
        let shelter = &self.p.shelters[seat];
        let owed = self.game.owed(shelter);
        let spare = owed.water - owed.water.min(owed.rows);
        let kinds = [shelter.has(Token::Meat), spare, shelter.has(Token::Canned)];
        let one_kind = kinds.iter().filter(|held| **held > 0).count() <= 1;
        let all = owed.upkeep >= owed.other + spare;
        if owed.upkeep == 0 || one_kind || all {
            let plan = self.game.lapse_feeding(self.p, seat);
            self.take(seat, plan, true);
            return true;
        }
        false
    }

    pub fn feed(&mut self, seat: Side, meat: u8, water: u8, canned: u8) {
        let owed = self.game.owed(&self.p.shelters[seat]);
        let rows = owed.rows.min(owed.water.saturating_sub(water));
        self.spend(seat, Token::Meat, meat);
        self.spend(seat, Token::Canned, canned);
        self.spend_water(seat, water + rows);
        // OL-FEED-09: fixed before anybody is lost.
        let missing = owed.rows - rows + owed.upkeep.saturating_sub(meat + water + canned);
        self.tell(Event::Fed {
            seat,
            upkeep: owed.upkeep,
            rows: owed.rows,
            meat,
            water: water + rows,
            canned,
            missing,
        });
        self.p.shelters[seat].step = Step::Hunger;
        self.must_lose_survivors(seat, missing); // OL-FEED-10
    }
}
