//! Night step 4: Supplies bring survivors to the Airlock.

use crate::edition::roster::Token;
use crate::event::Source;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, Outlive, Play, Reserve, Side, Space};
use table::Fit;

impl Outlive {
    pub(crate) fn offer_recruits(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        let mut space = self.airlock_spaces().saturating_sub(shelter.airlock);
        if self.options.reserve == Reserve::Limited {
            space = space.min(p.reserve.survivors.max(0).fit::<u8>());
        }
        for token in Token::SUPPLIES {
            let held = match token {
                Token::Water => self.water(shelter),
                _ => shelter.has(token),
            };
            (1..=space.min(held)).for_each(|count| out(Action::Recruit(token, count)));
        }
        out(Action::End);
    }

    /// OL-RECR-01, OL-RECR-02, OL-RECR-03, OL-RECR-04, OL-RECR-05
    pub(crate) fn judge_recruit(
        &self,
        p: &Position,
        seat: Side,
        token: Token,
        count: u8,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        if !token.is_supply() {
            return Err(Refusal::RecruitsCostSupplies);
        }
        if count == 0 {
            return Err(Refusal::RecruitOne);
        }
        let mut held = shelter.has(token);
        if token == Token::Water {
            held += self.virtual_water(shelter);
        }
        if count > held {
            return Err(Refusal::TooFewTokens { held, token, rule: rule::OL_RECR_01 });
        }
        let spaces: u8 = self.airlock_rows().iter().sum();
        if u16::from(shelter.airlock) + u16::from(count) > u16::from(spaces) {
            return Err(Refusal::AirlockFull);
        }
        if self.options.reserve == Reserve::Limited && i16::from(count) > p.reserve.survivors {
            return Err(Refusal::NoSurvivorInReserve);
        }
        Ok(())
    }
}

impl Play<'_> {
    pub fn recruit(&mut self, seat: Side, token: Token, count: u8) {
        match token {
            Token::Water => self.spend_water(seat, count),
            _ => self.spend(seat, token, count),
        }
        for _ in 0..count {
            self.p.reserve.survivors -= 1;
            self.house(seat, Space::Airlock, Source::Recruit(token));
        }
    }
}
