//! Wild game: Endurance, Munitions, the Thermal Sensor and the Hunting rooms.

use crate::edition::roster::{Equipment, EventCard, HUNTING, Prey, RoomKind, Token};
use crate::event::{Event, Hunt, Source};
use crate::position::{Ask, Position, RoomName, Shelter};
use crate::refusal::Refusal;
use crate::{Action, HuntLimit, Outlive, Pile, Play, Side};
use table::Fit;

/// The Hunting rooms, in the order of the bits of [`Action::Bonus`].
pub(crate) const HUNTING_ROOMS: [RoomName; 4] = [
    RoomName { kind: RoomKind::A1, second: false },
    RoomName { kind: RoomKind::A1, second: true },
    RoomName { kind: RoomKind::A2, second: false },
    RoomName { kind: RoomKind::A2, second: true },
];

impl Outlive {
    /// Endurance of a type for this side now. OL-EVT-34, OL-HUNT-29, OL-EVT-35
    pub fn endurance(&self, p: &Position, side: Side, kind: Prey) -> u8 {
        let mutated = if self.suffers(p, side, EventCard::AnimalMutation) {
            self.event_amount(EventCard::AnimalMutation)
        } else {
            0
        };
        self.parts.wild[kind.index()].endurance + mutated
    }

    /// Meat that a catch of this type brings now, without rooms. OL-HUNT-11, OL-HUNT-17,
    /// OL-HUNT-12, OL-EVT-32
    pub fn catch_yield(&self, p: &Position, seat: Side, kind: Prey) -> u8 {
        let base = self.parts.wild[kind.index()].meat;
        let meat = base.saturating_add(p.shelters[seat].caught[kind.index()]);
        if self.suffers(p, seat, EventCard::EpizooticDisease) {
            meat.saturating_sub(self.event_amount(EventCard::EpizooticDisease))
        } else {
            meat
        }
    }

    /// Whether the seat's daily catch is used up. OL-OPT-04
    fn daily_catch_done(&self, p: &Position, seat: Side) -> bool {
        self.options.hunts == HuntLimit::PerDay && p.shelters[seat].hunted
    }

    /// Full Hunting rooms not used this turn, as bits.
    fn hunting_rooms(&self, shelter: &Shelter) -> u8 {
        let ready = |name: RoomName| {
            shelter.find(name).is_some_and(|slot| {
                let room = &shelter.rooms[slot];
                !room.used.this_turn() && self.is_full(room)
            })
        };
        (0..4).filter(|bit| ready(HUNTING_ROOMS[*bit])).fold(0, |rooms, bit| rooms | 1 << bit)
    }

    pub(crate) fn offer_hunt(
        &self,
        p: &Position,
        seat: Side,
        stack: usize,
        out: &mut impl FnMut(Action),
    ) {
        let shelter = &p.shelters[seat];
        let wild = &p.wild[stack];
        if p.go.hunted || wild.is_empty() || self.daily_catch_done(p, seat) {
            return;
        }
        if shelter.ready(Equipment::ThermalSensor) && !p.go.sensor {
            out(Action::Sensor);
        }
        let gun = shelter.ready(Equipment::Shotgun);
        let bear = shelter.ready(Equipment::BearTrap);
        let deepest = if p.go.sensor { wild.len() } else { 1 };
        for depth in 0..deepest {
            let Some(kind) = wild.peek(depth) else {
                continue;
            };
            let endurance = self.endurance(p, seat, kind);
            for (shotgun, trap) in [(false, false), (true, false), (false, true), (true, true)] {
                if shotgun && !gun || trap && !bear {
                    continue;
                }
                let mut rest = endurance;
                if shotgun {
                    rest = rest.saturating_sub(self.gear_amount(Equipment::Shotgun));
                }
                if trap {
                    rest = rest.saturating_sub(self.gear_amount(Equipment::BearTrap));
                }
                let least = rest.saturating_sub(p.go.points);
                for munitions in least..=rest.min(shelter.has(Token::Munitions)) {
                    out(Action::Hunt { depth: depth.fit::<u8>(), munitions, shotgun, trap });
                }
            }
        }
    }

    pub(crate) fn judge_sensor(&self, p: &Position, seat: Side) -> Result<(), Refusal> {
        let Some(stack) = p.here().hunting() else {
            return Err(Refusal::NoWildGame);
        };
        self.judge_tile(&p.shelters[seat], Equipment::ThermalSensor)?;
        if p.go.hunted {
            return Err(Refusal::SensorTooLate); // OL-HUNT-28
        }
        if p.wild[stack].is_empty() {
            return Err(Refusal::NothingToSense); // OL-HUNT-28
        }
        if self.options.hunts == HuntLimit::PerDay && p.shelters[seat].hunted {
            return Err(Refusal::PlayerHasHunted);
        }
        Ok(())
    }

    pub(crate) fn judge_hunt(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let Action::Hunt { depth, munitions, shotgun, trap } = *action else {
            return Err(Refusal::NoHunt); // OL-HUNT-01
        };
        let shelter = &p.shelters[seat];
        let Some(stack) = p.here().hunting() else {
            return Err(Refusal::NoWildGame);
        };
        if p.go.hunted {
            return Err(Refusal::HeroHasHunted); // OL-HUNT-03
        }
        if self.options.hunts == HuntLimit::PerDay && shelter.hunted {
            return Err(Refusal::PlayerHasHunted);
        }
        if depth > 0 && !p.go.sensor {
            return Err(Refusal::TopTileOnly); // OL-HUNT-02
        }
        let Some(kind) = p.wild[stack].peek(usize::from(depth)) else {
            return Err(Refusal::NoSuchTile); // OL-HUNT-16
        };
        let mut endurance = self.parts.wild[kind.index()].endurance;
        let bunker = self.full(shelter, RoomKind::A11);
        if p.in_play(EventCard::AnimalMutation) && !bunker {
            endurance += self.parts.events[EventCard::AnimalMutation.index()].amount[self.column()];
        }
        let mut bonus = 0;
        for (used, tile) in [(shotgun, Equipment::Shotgun), (trap, Equipment::BearTrap)] {
            if used {
                self.judge_tile(shelter, tile)?;
                bonus += self.parts.equipment[tile.index()].amount;
            }
        }
        if munitions > shelter.has(Token::Munitions) {
            return Err(Refusal::LackMunitionsToHunt); // OL-HUNT-05
        }
        // OL-HUNT-07: Munitions and bonuses alone may do.
        let rest = endurance.saturating_sub(bonus);
        if munitions > rest {
            return Err(Refusal::HuntedEnough); // OL-HUNT-06
        }
        if rest - munitions > p.go.points {
            let lack = rest - munitions - p.go.points;
            return Err(Refusal::TooWeakToHunt { endurance, lack }); // OL-HUNT-04
        }
        Ok(())
    }

    pub(crate) fn offer_hunting_rooms(&self, shelter: &Shelter, out: &mut impl FnMut(Action)) {
        let ready = self.hunting_rooms(shelter);
        for rooms in (0..16u8).rev() {
            if rooms & !ready == 0 {
                out(Action::Bonus(rooms));
            }
        }
    }

    pub(crate) fn judge_hunting_rooms(&self, shelter: &Shelter, rooms: u8) -> Result<(), Refusal> {
        if rooms > 15 {
            return Err(Refusal::FourHuntingRooms);
        }
        for (bit, name) in HUNTING_ROOMS.into_iter().enumerate() {
            if rooms & 1 << bit == 0 {
                continue;
            }
            let room = shelter.find(name).map(|slot| shelter.rooms[slot]);
            match room {
                None => return Err(Refusal::NoSuchRoom), // OL-BUILD-04
                Some(room) if !room.built || room.people < self.spaces(room.kind) => {
                    return Err(Refusal::RoomNotFull);
                }
                Some(room) if room.used.this_turn() => {
                    return Err(Refusal::RoomUsed);
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// All ready Hunting rooms: the default. OL-HUNT-20
    pub(crate) fn all_hunting_rooms(&self, shelter: &Shelter) -> Action {
        Action::Bonus(self.hunting_rooms(shelter))
    }
}

/// Whether those who knew the order of this stack no longer do when a tile of unknown depth is gone:
/// taking a like tile from elsewhere would have left the same top and another order. OL-HUNT-30
fn takes_apart(stack: &Pile<Prey, 10>, depth: usize) -> bool {
    let left_without = |depth: usize| {
        let mut left = *stack;
        left.take(depth);
        left
    };
    let left = left_without(depth);
    (0..stack.len()).filter(|other| stack.peek(*other) == stack.peek(depth)).any(|other| {
        let otherwise = left_without(other);
        otherwise.peek(0) == left.peek(0) && otherwise != left
    })
}

impl Play<'_> {
    /// The Thermal Sensor shows its user the whole stack. OL-HUNT-25, OL-HUNT-26, OL-HUNT-27,
    /// OL-EQ-40
    pub fn sense(&mut self, seat: Side) {
        let here = self.p.here();
        let Some(stack) = here.hunting() else { return };
        self.use_gear(seat, Equipment::ThermalSensor);
        self.p.go.sensor = true;
        self.p.sensed[stack].insert(seat);
        self.log.reveal();
        let tiles = self.p.wild[stack];
        self.log.tell_only(seat.seat(), || Event::Sensed { seat, place: here, tiles });
    }

    /// A paid hunt always succeeds. OL-HUNT-09, OL-HUNT-24
    pub fn hunt(&mut self, seat: Side, depth: usize, munitions: u8, shotgun: bool, trap: bool) {
        let (game, here) = (self.game, self.p.here());
        let Some(stack) = here.hunting() else { return };
        let Some(kind) = self.p.wild[stack].peek(depth) else {
            return;
        };
        let endurance = game.parts.wild[kind.index()].endurance;
        let mut rest = game.endurance(self.p, seat, kind);
        let added = |used: bool, tile| if used { game.gear_amount(tile) } else { 0 };
        let base = game.parts.wild[kind.index()].meat;
        let earlier = self.p.shelters[seat].caught[kind.index()];
        let meat = game.catch_yield(self.p, seat, kind);
        let mut hunt = Hunt {
            mutation: rest - endurance,
            munitions,
            shotgun: added(shotgun, Equipment::Shotgun),
            trap: added(trap, Equipment::BearTrap),
            base,
            earlier,
            disease: base.saturating_add(earlier).saturating_sub(meat),
            points: 0,
        };
        // OL-HUNT-21, OL-HUNT-22, OL-HUNT-23, OL-EQ-35, OL-EQ-36
        for (used, tile) in [(shotgun, Equipment::Shotgun), (trap, Equipment::BearTrap)] {
            if used {
                self.use_gear(seat, tile);
                rest = rest.saturating_sub(game.gear_amount(tile));
            }
        }
        self.spend(seat, Token::Munitions, munitions);
        hunt.points = rest.saturating_sub(munitions);
        self.spend_points(hunt.points);
        if self.p.go.sensor && takes_apart(&self.p.wild[stack], depth) {
            self.p.sensed[stack].retain(seat);
        }
        self.p.wild[stack].take(depth);
        let caught = &mut self.p.shelters[seat].caught[kind.index()];
        *caught = caught.saturating_add(1); // OL-HUNT-10, OL-EVT-33
        self.p.shelters[seat].hunted = true;
        self.p.go.hunted = true;
        let hero = self.p.go.hero;
        self.tell(Event::Caught { side: seat, hero, place: here, endurance, hunt });
        self.gain(seat, Token::Meat, meat, Source::Hunt); // OL-HUNT-13
        // OL-HUNT-15, OL-HUNT-30
        self.show_top(stack, HUNTING[stack]);
        if game.hunting_rooms(&self.p.shelters[seat]) != 0 {
            self.p.go.ask = Ask::HuntingRooms;
        }
    }

    /// OL-HUNT-18, OL-HUNT-19, OL-ROOM-A1, OL-ROOM-A2
    pub fn add_hunting_rooms(&mut self, seat: Side, rooms: u8) {
        self.p.go.ask = Ask::Nothing;
        for (bit, name) in HUNTING_ROOMS.into_iter().enumerate() {
            if rooms >> bit & 1 != 0
                && let Some(slot) = self.p.shelters[seat].find(name)
            {
                self.p.shelters[seat].rooms[slot].used.mark();
                let amount = self.game.amount(name.kind);
                self.gain(seat, Token::Meat, amount, Source::Room(name.kind));
            }
        }
    }
}
