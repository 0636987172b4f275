//! The Cargo Ship: slots, the first player token, Canned Goods and the survivor.

use crate::edition::components::SlotData;
use crate::edition::roster::{Equipment, EventCard, RoomKind, SlotId, Token};
use crate::event::{Event, Source};
use crate::position::{Position, Shelter};
use crate::refusal::Refusal;
use crate::{Action, HeroId, Outlive, Play, RoomSlot, Side, Space};

impl Outlive {
    /// The slots of the ship. OL-CARG-02, OL-OPT-08
    pub fn slots(&self) -> impl Iterator<Item = SlotId> + use<> {
        let count = if self.options.wide_gangway && self.seats == 4 { 5 } else { 4 };
        SlotId::ALL.into_iter().take(count)
    }

    /// A slot as printed; the fifth is a second one like the first.
    pub fn slot(&self, slot: SlotId) -> SlotData {
        self.parts.slots[slot.index() % 4]
    }

    /// The slots that this Strength enters. OL-CARG-03, OL-CARG-04
    pub(crate) fn slots_of(&self, strength: u8) -> impl Iterator<Item = SlotId> + '_ {
        self.slots().filter(move |slot| self.slot(*slot).strength == strength)
    }

    /// Effective Strength on the ship. OL-CARG-08, OL-CARG-09,
    /// OL-CARG-10, OL-CARG-12, OL-EVT-39, OL-EQ-34
    pub(crate) fn ship_strength(&self, p: &Position, side: Side, hero: HeroId, hook: bool) -> u8 {
        let hook = if hook { self.gear_amount(Equipment::GrapplingHook) } else { 0 };
        self.vigour(p, side, hero) + hook
    }

    pub(crate) fn judge_boarding(
        &self,
        p: &Position,
        seat: Side,
        hero: HeroId,
        hook: bool,
        share: bool,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        let sandstorm = p.in_play(EventCard::Sandstorm) && !self.full(shelter, RoomKind::A11);
        let mut strength = if sandstorm {
            self.parts.events[EventCard::Sandstorm.index()].amount[self.column()]
        } else {
            self.parts.strengths[hero.index()]
        };
        if hook {
            self.judge_working(shelter, Equipment::GrapplingHook)?;
            strength += self.parts.equipment[Equipment::GrapplingHook.index()].amount;
        }
        let slots = self.slots().filter(|slot| self.slot(*slot).strength == strength);
        let (mut any, mut open) = (false, false);
        for slot in slots {
            any = true;
            open |= p.slots[slot.index()].side.is_none();
        }
        if !any {
            return Err(Refusal::NoSlotForStrength);
        }
        match (open, share) {
            (true, false) => Ok(()),
            (true, true) => Err(Refusal::SlotFree { strength }), // OL-CARG-26
            (false, false) => Err(Refusal::SlotTaken { strength }),
            // OL-CARG-29: the slot must be of this Strength all the same.
            (false, true) => self.judge_room(shelter, RoomKind::A4),
        }
    }

    /// Taking the survivor is a choice. OL-CARG-18
    pub(crate) fn offer_ship(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        if p.go.survivor {
            self.each_space(&p.shelters[seat], |space| out(Action::Board(space)));
        }
    }

    /// OL-CARG-15, OL-CARG-16, OL-CARG-17
    pub(crate) fn judge_board(
        &self,
        p: &Position,
        seat: Side,
        space: Space,
    ) -> Result<(), Refusal> {
        if !p.go.survivor {
            return Err(Refusal::NobodyWaits);
        }
        self.judge_space(&p.shelters[seat], space)
    }

    /// Whether a survivor from outside may move in there. OL-CARG-16, OL-CARG-33, OL-CARG-32
    pub(crate) fn judge_space(&self, shelter: &Shelter, space: Space) -> Result<(), Refusal> {
        match space {
            Space::Airlock if shelter.airlock >= self.airlock_rows().iter().sum() => {
                Err(Refusal::AirlockFull)
            }
            Space::Airlock => Ok(()),
            Space::Room(name) => {
                let Some(slot) = shelter.find(name) else {
                    return Err(Refusal::NoSuchRoom); // OL-BUILD-04
                };
                let room = &shelter.rooms[slot];
                if !room.built {
                    return Err(Refusal::NotBuiltYet);
                }
                let spaces = self.spaces(room.kind);
                match room.kind {
                    _ if room.people < spaces => Ok(()),
                    RoomKind::A15 => Err(Refusal::DormitoryFull { spaces }),
                    _ => Err(Refusal::NoSpace),
                }
            }
        }
    }
}

impl Play<'_> {
    /// The hero takes its slot; the first of the Day takes the token. OL-CARG-05, OL-CARG-20
    pub fn board(&mut self, side: Side, strength: u8, share: bool) {
        let game = self.game;
        let open = game.slots_of(strength).find(|slot| self.p.slots[slot.index()].side.is_none());
        let slot = open.or_else(|| game.slots_of(strength).next()).unwrap_or_default();
        self.p.go.slot = slot;
        self.p.go.shared = share;
        if share {
            if let Some(room) = game.ready_room(&self.p.shelters[side], RoomKind::A4) {
                // The same use gives the Canned Goods: OL-CARG-28. It is marked when they come.
                self.tell(Event::Shared { seat: side, room: self.p.shelters[side].name(room) });
            }
        } else {
            self.p.slots[slot.index()].side = Some(side);
        }
        // OL-CARG-21, OL-CARG-22
        if !self.p.token_moved {
            self.p.token_moved = true;
            self.p.first = side;
            self.tell(Event::First { side, aboard: true });
        }
    }

    /// Canned Goods come by themselves; the survivor waits. OL-CARG-13, OL-CARG-27
    pub fn collect_on_ship(&mut self, side: Side) {
        let slot = self.p.go.slot;
        let canned = self.game.slot(slot).canned;
        self.gain(side, Token::Canned, canned, Source::Ship);
        self.p.go.survivor = if self.p.go.shared {
            self.game.survivor_in_reserve(self.p)
        } else {
            self.p.slots[slot.index()].survivor
        };
        self.ship_bonuses(side);
    }

    /// Pantry and Jetty, also when they fill up during the visit. OL-CARG-24, OL-CARG-25,
    /// OL-CARG-30, OL-CARG-31, OL-ROOM-A3, OL-ROOM-A4
    pub fn ship_bonuses(&mut self, side: Side) {
        for slot in RoomSlot::ALL {
            let room = self.p.shelters[side].rooms[slot];
            let canned = matches!(room.kind, RoomKind::A3 | RoomKind::A4);
            if canned && !room.used.this_turn() && self.game.is_full(&room) {
                self.p.shelters[side].rooms[slot].used.mark();
                let amount = self.game.amount(room.kind);
                self.gain(side, Token::Canned, amount, Source::Room(room.kind));
            }
        }
    }

    pub fn take_from_ship(&mut self, side: Side, space: Space) {
        let slot = self.p.go.slot;
        if self.p.go.shared {
            self.p.reserve.survivors -= 1;
        } else {
            self.p.slots[slot.index()].survivor = false;
        }
        self.p.go.survivor = false;
        self.house(side, space, Source::Ship);
        self.ship_bonuses(side);
    }
}
