//! Night step 5: rooms are built, filled and used.

use crate::edition::roster::{Equipment, RoomKind, Token, tiles};
use crate::event::{Dose, Event, Source};
use crate::position::{Position, RoomName, Shelter, Step};
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, Outlive, Play, RoomSlot, Side, Space};

/// Rooms whose ability is used in step 5 by choice. OL-ROOM-06
const STEP_5: [RoomKind; 4] = [RoomKind::A13, RoomKind::A14, RoomKind::A15, RoomKind::A16];

impl Outlive {
    /// Any number of rooms, in any order with moving and using. OL-BUILD-03, OL-BUILD-08,
    /// OL-BUILD-09
    pub(crate) fn offer_building(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        let prices = [(false, self.parts.building.price), (true, self.amount(RoomKind::S1))];
        let workshop = self.ready_room(shelter, RoomKind::S1).is_some();
        let held = Token::MATERIALS.map(|token| shelter.has(token));
        for slot in RoomSlot::ALL {
            let room = &shelter.rooms[slot];
            if room.built {
                let most = self.free_spaces(room).min(shelter.airlock);
                (1..=most).for_each(|count| out(Action::Move(shelter.name(slot), count)));
                continue;
            }
            for (cheap, price) in prices {
                if cheap && !workshop {
                    continue;
                }
                for wood in 0..=price.min(held[0]) {
                    for metal in 0..=(price - wood).min(held[1]) {
                        let chips = price - wood - metal;
                        if chips <= held[2] {
                            out(Action::Build {
                                room: shelter.name(slot),
                                workshop: cheap,
                                paid: [wood, metal, chips],
                            });
                        }
                    }
                }
            }
        }
        self.offer_uses(p, shelter, out);
        out(Action::End);
    }

    fn offer_uses(&self, p: &Position, shelter: &Shelter, out: &mut impl FnMut(Action)) {
        for slot in RoomSlot::ALL {
            let room = &shelter.rooms[slot];
            if room.used.this_turn() || !self.is_full(room) {
                continue;
            }
            let name = shelter.name(slot);
            match room.kind {
                RoomKind::A13 if shelter.gauge == 0 => {}
                RoomKind::A15
                    if room.people >= self.amount(RoomKind::A15)
                        || !self.survivor_in_reserve(p) => {}
                RoomKind::A17 => {
                    for tile in tiles(shelter.broken | shelter.repaired) {
                        out(Action::Recycle(name, tile));
                    }
                }
                kind if STEP_5.contains(&kind) => out(Action::Use(name)),
                _ => {}
            }
        }
    }

    pub(crate) fn judge_building(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let Action::Build { room, workshop, paid } = *action else {
            return Err(Refusal::NoBuilding);
        };
        let shelter = &p.shelters[seat];
        let Some(slot) = shelter.find(room) else {
            return Err(Refusal::NoSuchRoom); // OL-BUILD-04
        };
        if shelter.rooms[slot].built {
            return Err(Refusal::BuiltAlready); // OL-BUILD-02
        }
        let price = if workshop {
            // OL-ROOM-S1
            self.judge_room(shelter, RoomKind::S1)?;
            self.parts.rooms[RoomKind::S1.index()].amount
        } else {
            self.parts.building.price
        };
        let total: u16 = paid.iter().map(|count| u16::from(*count)).sum();
        if total != u16::from(price) {
            return Err(Refusal::WrongPrice { price });
        }
        for (token, count) in Token::MATERIALS.into_iter().zip(paid) {
            let held = shelter.has(token);
            if count > held {
                let count = count - held;
                return Err(Refusal::LackOf { count, token, rule: rule::OL_BUILD_01 });
            }
        }
        Ok(())
    }

    /// OL-BUILD-05, OL-BUILD-06, OL-BUILD-07
    pub(crate) fn judge_housing(
        &self,
        p: &Position,
        seat: Side,
        name: RoomName,
        count: u8,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        let Some(slot) = shelter.find(name) else {
            return Err(Refusal::NoSuchRoom); // OL-BUILD-04
        };
        let room = &shelter.rooms[slot];
        if !room.built {
            return Err(Refusal::RoomUnbuilt);
        }
        if count == 0 {
            return Err(Refusal::MoveOne);
        }
        if count > shelter.airlock {
            return Err(Refusal::AirlockMovesOnly);
        }
        let spaces = self.parts.rooms[room.kind.index()].spaces;
        if u16::from(room.people) + u16::from(count) > u16::from(spaces) {
            if room.kind == RoomKind::A15 {
                return Err(Refusal::DormitoryFull { spaces });
            }
            return Err(Refusal::RoomCrowded { spaces });
        }
        Ok(())
    }

    /// One named room that is to be used: built, full and not used.
    fn judge_named(&self, shelter: &Shelter, name: RoomName) -> Result<RoomSlot, Refusal> {
        let Some(slot) = shelter.find(name) else {
            return Err(Refusal::NoSuchRoom); // OL-BUILD-04
        };
        let room = &shelter.rooms[slot];
        if !room.built || room.people < self.parts.rooms[room.kind.index()].spaces {
            return Err(Refusal::RoomNotFull);
        }
        if room.used.this_turn() {
            return Err(Refusal::RoomUsed);
        }
        Ok(slot)
    }

    pub(crate) fn judge_use(
        &self,
        p: &Position,
        seat: Side,
        name: RoomName,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        let wanted = match name.kind {
            RoomKind::S2 => Some(Step::Repair),
            RoomKind::A13 | RoomKind::A14 | RoomKind::A15 | RoomKind::A16 => Some(Step::Build),
            _ => None,
        };
        if wanted != Some(shelter.step) {
            return Err(Refusal::NothingToUse); // OL-ROOM-03
        }
        let slot = self.judge_named(shelter, name)?;
        let room = &shelter.rooms[slot];
        match name.kind {
            RoomKind::A13 if shelter.gauge == 0 => Err(Refusal::GaugeAtBest), // OL-ROOM-A13
            RoomKind::A15 if room.people >= self.parts.rooms[RoomKind::A15.index()].amount => {
                Err(Refusal::DormitoryHoldsNoMore) // OL-ROOM-A15
            }
            RoomKind::A15 if !self.survivor_in_reserve(p) => Err(Refusal::NoSurvivorInReserve),
            _ => Ok(()),
        }
    }

    pub(crate) fn judge_recycle(
        &self,
        p: &Position,
        seat: Side,
        name: RoomName,
        tile: Equipment,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        if name.kind != RoomKind::A17 {
            return Err(Refusal::RecyclingOnly);
        }
        self.judge_named(shelter, name)?;
        if (shelter.broken | shelter.repaired) & tile.bit() == 0 {
            return Err(Refusal::NothingToRecycle);
        }
        Ok(())
    }
}

impl Play<'_> {
    pub fn build(&mut self, seat: Side, action: Action) {
        let Action::Build { room, workshop, paid } = action else {
            return;
        };
        if workshop && let Some(slot) = self.game.ready_room(&self.p.shelters[seat], RoomKind::S1) {
            self.p.shelters[seat].rooms[slot].used.mark();
        }
        for (token, count) in Token::MATERIALS.into_iter().zip(paid) {
            self.spend(seat, token, count);
        }
        if let Some(slot) = self.p.shelters[seat].find(room) {
            self.p.shelters[seat].rooms[slot].built = true;
            self.tell(Event::Built { seat, room, paid, workshop });
        }
    }

    pub fn move_in(&mut self, seat: Side, name: RoomName, count: u8) {
        let shelter = &mut self.p.shelters[seat];
        let Some(slot) = shelter.find(name) else {
            return;
        };
        let count = count.min(shelter.airlock);
        shelter.airlock -= count;
        shelter.rooms[slot].people += count;
        let full = self.game.is_full(&self.p.shelters[seat].rooms[slot]);
        self.tell(Event::MovedIn { seat, room: name, count, full });
    }

    pub fn use_room(&mut self, seat: Side, name: RoomName) {
        let Some(slot) = self.p.shelters[seat].find(name) else {
            return;
        };
        self.p.shelters[seat].rooms[slot].used.mark();
        let amount = self.game.amount(name.kind);
        match name.kind {
            RoomKind::A13 => (0..amount).for_each(|_| self.lower_gauge(seat, Dose::Infirmary)),
            // OL-ROOM-A14
            RoomKind::A14 => {
                self.gain(seat, Token::Munitions, amount, Source::Room(name.kind));
            }
            // OL-ROOM-A15b: full before it adds.
            RoomKind::A15 => {
                self.p.reserve.survivors -= 1;
                self.house(seat, Space::Room(name), Source::Room(name.kind));
            }
            // OL-ROOM-A16
            RoomKind::A16 => (0..amount).for_each(|_| self.draw_equipment(seat, name.kind)),
            // OL-ROOM-S2
            RoomKind::S2 => {
                self.draw_equipment(seat, name.kind);
                self.p.shelters[seat].coupon = true;
            }
            _ => {}
        }
    }

    /// OL-ROOM-A17, OL-ROOM-A17b
    pub fn recycle(&mut self, seat: Side, name: RoomName, tile: Equipment) {
        let shelter = &mut self.p.shelters[seat];
        if let Some(slot) = shelter.find(name) {
            shelter.rooms[slot].used.mark();
        }
        shelter.broken &= !tile.bit();
        shelter.repaired &= !tile.bit();
        shelter.spent &= !tile.bit();
        self.p.discards.push(tile);
        self.tell(Event::Recycled { seat, tile });
        let cost = self.game.parts.equipment[tile.index()].cost;
        for token in Token::MATERIALS {
            self.gain(seat, token, cost[token.index()], Source::Room(name.kind));
        }
    }
}
