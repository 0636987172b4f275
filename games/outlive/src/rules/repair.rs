//! Night step 6: broken equipment is repaired.

use crate::edition::roster::{Equipment, RoomKind, Token, Tokens, tiles};
use crate::event::Event;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, Discounts, Method, Outlive, Play, Side};

impl Outlive {
    /// Full, unused Benches.
    fn benches(&self, p: &Position, seat: Side) -> usize {
        p.shelters[seat]
            .rooms
            .iter()
            .filter(|room| {
                room.kind == RoomKind::A18 && !room.used.this_turn() && self.is_full(room)
            })
            .count()
    }

    /// As many as can be paid. OL-REP-03
    pub(crate) fn offer_repairs(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        if let Some(slot) = self.ready_room(shelter, RoomKind::S2) {
            out(Action::Use(shelter.name(slot)));
        }
        let benches = self.benches(p, seat);
        let laboratory = self.ready_room(shelter, RoomKind::A19).is_some();
        for tile in tiles(shelter.broken) {
            let cost = &self.parts.equipment[tile.index()].cost;
            let lack = |token: Token| cost[token.index()].saturating_sub(shelter.has(token));
            let missing: u8 = Token::MATERIALS.into_iter().map(lack).sum();
            if missing == 0 {
                out(Action::Repair(tile, Method::Full));
            }
            for token in Token::MATERIALS {
                if cost[token.index()] == 0 {
                    continue;
                }
                if shelter.coupon && missing - lack(token).min(1) == 0 {
                    out(Action::Repair(tile, Method::ToolStore(token)));
                }
                if benches > 0 && shelter.has(token) > 0 {
                    out(Action::Repair(tile, Method::Bench(token)));
                }
            }
            if laboratory {
                out(Action::Repair(tile, Method::Laboratory));
            }
            if self.options.discounts == Discounts::AddUp {
                if shelter.coupon && benches > 0 {
                    out(Action::Repair(tile, Method::StoreAndBench));
                }
                if benches > 1 {
                    out(Action::Repair(tile, Method::TwoBenches));
                }
            }
        }
        out(Action::End);
    }

    /// What a repair costs by this method. OL-REP-01, OL-REP-06, OL-REP-07
    pub(crate) fn price(&self, tile: Equipment, method: Method) -> Tokens {
        let mut cost = self.parts.equipment[tile.index()].cost;
        match method {
            Method::Full => {}
            Method::ToolStore(token) => {
                cost[token.index()] = cost[token.index()].saturating_sub(1);
            }
            Method::Bench(token) => {
                cost = [0; 7];
                cost[token.index()] = 1;
            }
            Method::Laboratory | Method::StoreAndBench | Method::TwoBenches => cost = [0; 7],
        }
        cost
    }

    pub(crate) fn judge_repair(
        &self,
        p: &Position,
        seat: Side,
        tile: Equipment,
        method: Method,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        let cost = self.parts.equipment[tile.index()].cost;
        if shelter.repaired & tile.bit() != 0 {
            return Err(Refusal::RepairedAlready);
        }
        if shelter.broken & tile.bit() == 0 {
            let (name, rule) = (self.titles.tile(tile), rule::OL_REP_01);
            return Err(Refusal::NoTile { name, rule });
        }
        let coupon = || {
            if shelter.coupon { Ok(()) } else { Err(Refusal::ToolStoreFirst) }
        };
        match method {
            Method::Full => {}
            Method::ToolStore(_) => coupon()?,
            Method::Bench(_) => self.judge_room(shelter, RoomKind::A18)?,
            Method::Laboratory => self.judge_room(shelter, RoomKind::A19)?,
            Method::StoreAndBench | Method::TwoBenches
                if self.options.discounts == Discounts::One =>
            {
                return Err(Refusal::OneAbility); // OL-REP-08
            }
            Method::StoreAndBench => {
                coupon()?;
                self.judge_room(shelter, RoomKind::A18)?;
            }
            Method::TwoBenches => {
                let ready = shelter.rooms.iter().filter(|room| {
                    room.kind == RoomKind::A18
                        && room.built
                        && room.people >= self.spaces(RoomKind::A18)
                        && !room.used.this_turn()
                });
                if ready.count() < 2 {
                    return Err(Refusal::NoSecondBench);
                }
            }
        }
        if let Method::ToolStore(token) | Method::Bench(token) = method
            && cost[token.index()] == 0
        {
            return Err(Refusal::CostsOther { cost, rule: rule::OL_REP_07 });
        }
        let price = self.price(tile, method);
        if Token::ALL.into_iter().any(|token| price[token.index()] > shelter.has(token)) {
            return Err(Refusal::CostsOther { cost, rule: rule::OL_REP_01 });
        }
        Ok(())
    }
}

impl Play<'_> {
    pub fn mend(&mut self, seat: Side, tile: Equipment, method: Method) {
        let price = self.game.price(tile, method);
        for token in Token::ALL {
            self.spend(seat, token, price[token.index()]);
        }
        let mut used: [Option<RoomKind>; 2] = [None; 2];
        match method {
            Method::Full => {}
            Method::ToolStore(_) => self.p.shelters[seat].coupon = false,
            // OL-ROOM-A18
            Method::Bench(_) => used[0] = Some(RoomKind::A18),
            // OL-ROOM-A19
            Method::Laboratory => used[0] = Some(RoomKind::A19),
            Method::StoreAndBench => {
                self.p.shelters[seat].coupon = false;
                used[0] = Some(RoomKind::A18);
            }
            Method::TwoBenches => used = [Some(RoomKind::A18); 2],
        }
        for kind in used.into_iter().flatten() {
            if let Some(slot) = self.game.ready_room(&self.p.shelters[seat], kind) {
                self.p.shelters[seat].rooms[slot].used.mark();
            }
        }
        let shelter = &mut self.p.shelters[seat];
        shelter.broken &= !tile.bit();
        shelter.repaired |= tile.bit(); // OL-REP-04, OL-REP-05
        self.tell(Event::Repaired { seat, tile, method });
    }
}
