//! What rooms, equipment and events make of a side's powers at this moment.

use crate::edition::roster::{EventCard, RoomKind, Token};
use crate::event::{Event, Source};
use crate::position::{Position, Room, Shelter};
use crate::refusal::Refusal;
use crate::{HeroId, Outlive, Play, Reserve, RoomSlot, Side, Space};
use table::Fit;

impl Outlive {
    /// Printed spaces of a room.
    pub fn spaces(&self, kind: RoomKind) -> u8 {
        self.parts.rooms[kind.index()].spaces
    }

    /// The number in a room's ability.
    pub fn amount(&self, kind: RoomKind) -> u8 {
        self.parts.rooms[kind.index()].amount
    }

    /// Built, and with at least as many survivors as printed spaces. OL-TERM-07
    pub fn is_full(&self, room: &Room) -> bool {
        room.built && room.people >= self.spaces(room.kind)
    }

    /// Whether a room of this type is full. OL-ROOM-01, OL-ROOM-02, OL-SETUP-17
    pub fn full(&self, shelter: &Shelter, kind: RoomKind) -> bool {
        shelter.rooms.iter().any(|room| room.kind == kind && self.is_full(room))
    }

    /// The first full room of this type that was not used this turn. OL-ROOM-04, OL-ROOM-05
    pub fn ready_room(&self, shelter: &Shelter, kind: RoomKind) -> Option<RoomSlot> {
        RoomSlot::ALL.into_iter().find(|slot| {
            let room = &shelter.rooms[*slot];
            room.kind == kind && !room.used.this_turn() && self.is_full(room)
        })
    }

    /// Virtual Water that can still be spent. OL-ROOM-A10, OL-ROOM-A10d
    pub fn virtual_water(&self, shelter: &Shelter) -> u8 {
        let wet = |room: &&Room| {
            room.kind == RoomKind::A10 && !room.used.this_turn() && self.is_full(room)
        };
        shelter.rooms.iter().filter(wet).map(|_| 1).sum()
    }

    /// Water that can be spent, tokens and virtual. OL-FEED-18, OL-OVER-14, OL-RECR-05,
    /// OL-ROOM-A10b
    pub fn water(&self, shelter: &Shelter) -> u8 {
        shelter.has(Token::Water) + self.virtual_water(shelter)
    }

    /// Free spaces of a built room. OL-CARG-33
    pub fn free_spaces(&self, room: &Room) -> u8 {
        if room.built { self.spaces(room.kind).saturating_sub(room.people) } else { 0 }
    }

    /// Spaces of the Airlock by row. OL-FEED-06, OL-OPT-09
    pub fn airlock_rows(&self) -> &[u8] {
        if self.options.tight_airlock { &self.parts.tight_rows } else { &self.parts.rows }
    }

    /// Spaces of the Airlock.
    pub fn airlock_spaces(&self) -> u8 {
        self.airlock_rows().iter().sum()
    }

    /// Rows that so many survivors occupy. OL-FEED-07, OL-FEED-08
    pub fn rows_occupied(&self, people: u8) -> u8 {
        let mut left = people;
        let mut rows = 0;
        for spaces in self.airlock_rows() {
            if left == 0 {
                break;
            }
            rows += 1;
            left = left.saturating_sub(*spaces);
        }
        rows
    }

    /// Whether an event in play touches this side. OL-IMM-01, OL-IMM-03, OL-SOLO-29
    pub fn suffers(&self, p: &Position, side: Side, card: EventCard) -> bool {
        p.in_play(card) && !self.immune(p, side)
    }

    /// Whether the tribe events pass this side by. OL-ROOM-A11, OL-IMM-04, OL-IMM-05
    pub fn immune(&self, p: &Position, side: Side) -> bool {
        !self.is_horde(side) && self.full(&p.shelters[side], RoomKind::A11)
    }

    /// Printed Strength. OL-TERM-10
    pub fn strength(&self, side: Side, hero: HeroId) -> u8 {
        let strengths =
            if self.is_horde(side) { self.level().strengths } else { self.parts.strengths };
        strengths[hero.index()]
    }

    /// Action points, and Strength on the ship before the Hook. OL-ACT-01, OL-EVT-36, OL-EVT-37
    pub fn vigour(&self, p: &Position, side: Side, hero: HeroId) -> u8 {
        if self.suffers(p, side, EventCard::Sandstorm) {
            self.event_amount(EventCard::Sandstorm)
        } else {
            self.strength(side, hero)
        }
    }

    /// The number of an event for this player count.
    pub fn event_amount(&self, card: EventCard) -> u8 {
        self.parts.events[card.index()].amount[self.column()]
    }

    /// Hands every space that can take a survivor to `out`.
    pub(crate) fn each_space(&self, shelter: &Shelter, mut out: impl FnMut(Space)) {
        if shelter.airlock < self.airlock_spaces() {
            out(Space::Airlock);
        }
        for slot in RoomSlot::ALL {
            if self.free_spaces(&shelter.rooms[slot]) > 0 {
                out(Space::Room(shelter.name(slot)));
            }
        }
    }

    /// Whether a room of this type can be used: there, full and not used. OL-ROOM-01, OL-ROOM-04
    pub(crate) fn judge_room(&self, shelter: &Shelter, kind: RoomKind) -> Result<(), Refusal> {
        let mut of_kind = shelter.rooms.iter().filter(|room| room.kind == kind).peekable();
        if of_kind.peek().is_none() {
            return Err(Refusal::NoRoomOfKind { name: self.titles.room(kind) }); // OL-BUILD-04
        }
        let mut full = of_kind
            .filter(|room| room.built && room.people >= self.parts.rooms[kind.index()].spaces)
            .peekable();
        if full.peek().is_none() {
            return Err(Refusal::RoomNotFull);
        }
        if full.all(|room| room.used.this_turn()) {
            return Err(Refusal::RoomUsed);
        }
        Ok(())
    }

    /// Whether the reserve has such a token to give. OL-RES-03, OL-OPT-02
    pub(crate) fn token_in_reserve(&self, p: &Position, token: Token) -> bool {
        self.options.reserve == Reserve::Endless || p.reserve.tokens[token.index()] > 0
    }

    /// Whether the reserve has a survivor to give. OL-RES-05
    pub(crate) fn survivor_in_reserve(&self, p: &Position) -> bool {
        self.options.reserve == Reserve::Endless || p.reserve.survivors > 0
    }
}

impl Play<'_> {
    /// Tokens from the reserve into a Shelter, as many as there are. OL-RES-01, OL-RES-03
    pub fn gain(&mut self, side: Side, token: Token, count: u8, source: Source) -> u8 {
        let count = self.draw_reserve(token, count);
        if count > 0 {
            let stock = &mut self.p.shelters[side].stock[token.index()];
            *stock = stock.saturating_add(count);
            self.tell(Event::Gained { side, token, count, source });
        }
        count
    }

    /// Takes tokens out of the reserve, as many as there are. OL-RES-06, OL-OPT-02
    pub fn draw_reserve(&mut self, token: Token, count: u8) -> u8 {
        let reserve = &mut self.p.reserve.tokens[token.index()];
        let count = match self.game.options.reserve {
            Reserve::Endless => count,
            Reserve::Limited => i16::from(count).min(*reserve).max(0).fit::<u8>(),
        };
        *reserve -= i16::from(count);
        count
    }

    /// Tokens from a Shelter to the reserve. OL-RES-07
    pub fn spend(&mut self, side: Side, token: Token, count: u8) {
        let stock = &mut self.p.shelters[side].stock[token.index()];
        let count = count.min(*stock);
        *stock -= count;
        self.p.reserve.tokens[token.index()] += i16::from(count);
    }

    /// Spends Water, the virtual first. OL-FEED-19
    pub fn spend_water(&mut self, side: Side, mut count: u8) {
        while count > 0 && self.game.virtual_water(&self.p.shelters[side]) > 0 {
            self.spend_virtual_water(side);
            count -= 1;
        }
        self.spend(side, Token::Water, count);
    }

    /// Marks one virtual Water as spent.
    pub fn spend_virtual_water(&mut self, side: Side) {
        if let Some(slot) = self.game.ready_room(&self.p.shelters[side], RoomKind::A10) {
            self.p.shelters[side].rooms[slot].used.mark();
            self.tell(Event::VirtualWater { seat: side });
        }
    }

    /// A survivor moves into a space; whether from the reserve is the caller's matter.
    pub fn house(&mut self, side: Side, space: Space, source: Source) {
        let shelter = &mut self.p.shelters[side];
        match space {
            Space::Airlock => shelter.airlock += 1,
            Space::Room(name) => {
                if let Some(slot) = shelter.find(name) {
                    shelter.rooms[slot].people += 1;
                }
            }
        }
        self.tell(Event::Came { seat: side, space, source });
    }

    /// A survivor is lost to the reserve. OL-RES-08
    pub fn bury(&mut self, side: Side, space: Space) {
        let shelter = &mut self.p.shelters[side];
        let people = match space {
            Space::Airlock => Some(&mut shelter.airlock),
            Space::Room(name) => shelter.find(name).map(|slot| &mut shelter.rooms[slot].people),
        };
        let Some(people) = people.filter(|people| **people > 0) else {
            return;
        };
        *people -= 1;
        self.p.reserve.survivors += 1;
        let cause = self.game.cause(self.p, side);
        self.tell(Event::Died { seat: side, space, cause });
    }
}
