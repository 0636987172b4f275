//! Day, step e in the Cities: salvaging, searching, looking through stacks, and the mini tiles.

use crate::edition::roster::{City, Equipment, RoomKind, SearchTile, Token};
use crate::event::{Cause, Dose, Event, Source};
use crate::position::{Ask, Position};
use crate::refusal::Refusal;
use crate::rule;
use crate::rules::scavenging::needs_points;
use crate::{Action, Outlive, Play, Reserve, RoomSlot, Side, Space};
use table::Fit;

/// The first space that could take a survivor from outside.
fn anywhere(game: &Outlive, shelter: &crate::Shelter) -> Option<Space> {
    let mut first = None;
    game.each_space(shelter, |space| {
        first.get_or_insert(space);
    });
    first
}

impl Outlive {
    /// Salvaging and searching in any order. OL-CITY-02, OL-CITY-07
    pub(crate) fn offer_city(
        &self,
        p: &Position,
        seat: Side,
        city: City,
        out: &mut impl FnMut(Action),
    ) {
        let shelter = &p.shelters[seat];
        if p.go.points > 0 {
            for (place, tile) in p.display[city.index()].iter().enumerate() {
                if tile.is_some_and(|tile| !shelter.owns(tile)) {
                    out(Action::Salvage(place.fit::<u8>()));
                }
            }
        }
        if !p.stack(city).is_empty() {
            if p.go.points > 0 {
                out(Action::Search);
            }
            if p.go.searched && (p.go.free > 0 || self.scouts(p, seat, city).is_some()) {
                out(Action::FreeSearch);
            }
        }
        if shelter.ready(Equipment::Flashlight) && self.survivor_in_reserve(p) {
            self.each_space(shelter, |space| out(Action::Flashlight(space)));
        }
    }

    /// A Scouts' Room with its draws in this City unused. OL-CITY-16, OL-CITY-17, OL-CITY-23,
    /// OL-ROOM-A5
    fn scouts(&self, p: &Position, seat: Side, city: City) -> Option<RoomSlot> {
        self.city_room(p, seat, city, RoomKind::A5)
    }

    fn city_room(&self, p: &Position, seat: Side, city: City, kind: RoomKind) -> Option<RoomSlot> {
        RoomSlot::ALL.into_iter().find(|slot| {
            let room = &p.shelters[seat].rooms[*slot];
            room.kind == kind && !room.used.in_city(city) && self.is_full(room)
        })
    }

    pub(crate) fn judge_salvage(&self, p: &Position, seat: Side, place: u8) -> Result<(), Refusal> {
        let Some(city) = p.here().city() else {
            return Err(Refusal::NoEquipmentHere);
        };
        let shelter = &p.shelters[seat];
        match p.display[city.index()].get(usize::from(place)).copied().flatten() {
            None => Err(Refusal::DisplayEmpty), // OL-CITY-03
            Some(tile) if (shelter.broken | shelter.repaired) & tile.bit() != 0 => {
                Err(Refusal::OwnedAlready) // OL-CITY-04
            }
            Some(_) => needs_points(p, rule::OL_CITY_01, 1),
        }
    }

    /// The City that is searched, if anything is left to find there.
    fn judge_stack(&self, p: &Position) -> Result<City, Refusal> {
        match p.here().city() {
            None => Err(Refusal::NoSearchHere),
            Some(city) if p.search[city.index()].is_empty() => Err(Refusal::StackEmpty),
            Some(city) => Ok(city),
        }
    }

    pub(crate) fn judge_search(&self, p: &Position) -> Result<(), Refusal> {
        self.judge_stack(p)?;
        needs_points(p, rule::OL_CITY_05, 1)
    }

    pub(crate) fn judge_free_search(&self, p: &Position, seat: Side) -> Result<(), Refusal> {
        let city = self.judge_stack(p)?;
        let shelter = &p.shelters[seat];
        // OL-CITY-19: salvaging is no search.
        if !p.go.searched {
            return Err(Refusal::SearchFirst);
        }
        if p.go.free > 0 {
            return Ok(());
        }
        let mut rooms = shelter.rooms.iter().filter(|room| room.kind == RoomKind::A5);
        if rooms.clone().next().is_none() {
            return Err(Refusal::NoScouts);
        }
        let full = |room: &&crate::Room| {
            room.built && room.people >= self.parts.rooms[RoomKind::A5.index()].spaces
        };
        if !rooms.clone().any(|room| full(&room)) {
            return Err(Refusal::RoomNotFull);
        }
        if !rooms.any(|room| full(&room) && !room.used.in_city(city)) {
            return Err(Refusal::ScoutsUsed);
        }
        Ok(())
    }

    pub(crate) fn offer_peek(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        if self.ready_room(&p.shelters[seat], RoomKind::A6).is_some() {
            for city in City::ALL {
                if !p.stack(city).is_empty() {
                    out(Action::Peek(city));
                }
            }
        }
    }

    /// OL-CITY-24, OL-CITY-25, OL-CITY-26
    pub(crate) fn judge_peek(&self, p: &Position, seat: Side, city: City) -> Result<(), Refusal> {
        self.judge_room(&p.shelters[seat], RoomKind::A6)?;
        if p.search[city.index()].is_empty() {
            return Err(Refusal::StackEmpty); // OL-CITY-15
        }
        Ok(())
    }

    /// The answers to a question that comes before anything else.
    pub(crate) fn offer_answer(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        match p.go.ask {
            Ask::Nothing => {}
            Ask::HuntingRooms => self.offer_hunting_rooms(shelter, out),
            Ask::Refugee => {
                self.each_space(shelter, |space| out(Action::Refugee(Some(space))));
                out(Action::Refugee(None));
            }
            Ask::Looter => {
                for token in Token::ALL {
                    if shelter.has(token) > 0 {
                        out(Action::Lose(token));
                    }
                }
            }
            Ask::Merchant(_) => {
                self.each_swap(p, seat, |from, to| out(Action::Swap(from, to)));
                out(Action::NoSwap);
            }
        }
    }

    /// Hands every swap that the Merchant can make to `out`: for Materials that the reserve has.
    /// OL-MINI-05
    fn each_swap(&self, p: &Position, seat: Side, mut out: impl FnMut(Token, Token)) {
        for from in Token::MATERIALS {
            for to in Token::MATERIALS {
                let held = p.shelters[seat].has(from) > 0;
                if from != to && held && self.token_in_reserve(p, to) {
                    out(from, to);
                }
            }
        }
    }

    /// Whether the Merchant has anything to swap.
    fn may_swap(&self, p: &Position, seat: Side) -> bool {
        let mut any = false;
        self.each_swap(p, seat, |_, _| any = true);
        any
    }

    pub(crate) fn judge_answer(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        match (p.go.ask, *action) {
            (Ask::HuntingRooms, Action::Bonus(rooms)) => self.judge_hunting_rooms(shelter, rooms),
            (Ask::HuntingRooms, _) => Err(Refusal::HuntingRoomsFirst),
            (Ask::Refugee, Action::Refugee(None)) => Ok(()),
            (Ask::Refugee, Action::Refugee(Some(space))) => self.judge_space(shelter, space),
            (Ask::Looter, Action::Lose(token)) if shelter.has(token) > 0 => Ok(()),
            (Ask::Looter, Action::Lose(token)) => {
                Err(Refusal::NoToken { token, rule: rule::OL_MINI_04 })
            }
            (Ask::Merchant(_), Action::NoSwap) => Ok(()),
            (Ask::Merchant(_), Action::Swap(from, to)) => {
                if !from.is_material() || !to.is_material() || from == to {
                    return Err(Refusal::MaterialsOnly);
                }
                if shelter.has(from) == 0 {
                    return Err(Refusal::NoToken { token: from, rule: rule::OL_MINI_05 });
                }
                match self.options.reserve {
                    Reserve::Limited if p.reserve.tokens[to.index()] <= 0 => {
                        Err(Refusal::MerchantLacks { token: to })
                    }
                    _ => Ok(()),
                }
            }
            (Ask::Refugee, _) => Err(Refusal::RefugeeFirst), // OL-MINI-03
            (Ask::Looter, _) => Err(Refusal::LooterFirst),
            (Ask::Merchant(_), _) => Err(Refusal::MerchantFirst),
            (Ask::Nothing, _) => Err(Refusal::NotYourDecision), // OL-REAC-01
        }
    }
}

impl Play<'_> {
    pub fn salvage(&mut self, seat: Side, place: u8) {
        let city = self.p.here().city().unwrap_or(City::Blackwood);
        let shown = self.p.display[city.index()].get_mut(usize::from(place));
        if let Some(tile) = shown.and_then(Option::take) {
            self.spend_points(1);
            self.p.shelters[seat].broken |= tile.bit(); // OL-EQ-01
            self.tell(Event::Salvaged { side: seat, tile });
        }
    }

    /// OL-CITY-18
    pub fn search_free(&mut self, seat: Side) {
        let city = self.p.here().city().unwrap_or(City::Blackwood);
        if self.p.go.free == 0
            && let Some(slot) = self.game.scouts(self.p, seat, city)
        {
            self.p.shelters[seat].rooms[slot].used.mark_in(city);
            self.p.go.free = self.game.amount(RoomKind::A5);
        }
        self.p.go.free = self.p.go.free.saturating_sub(1);
        self.search(seat);
    }

    /// What a mini tile asked is answered.
    pub fn answer(&mut self, seat: Side, action: Action) {
        let asked = std::mem::take(&mut self.p.go.ask);
        match action {
            Action::Refugee(Some(space)) => {
                self.p.reserve.survivors -= 1;
                self.house(seat, space, Source::Search);
            }
            Action::Lose(token) => {
                self.spend(seat, token, 1);
                self.tell(Event::LostToken { seat, token, cause: Cause::Looter });
            }
            Action::Swap(from, to) => {
                if let Ask::Merchant(left) = asked {
                    self.spend(seat, from, 1);
                    self.gain(seat, to, 1, Source::Merchant);
                    if left > 1 && self.game.may_swap(self.p, seat) {
                        self.p.go.ask = Ask::Merchant(left - 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// Draws the top search tile and applies it. OL-CITY-08, OL-CITY-09, OL-CITY-10, OL-CITY-06
    pub fn search(&mut self, side: Side) {
        let city = self.p.here().city().unwrap_or(City::Blackwood);
        let Some(tile) = self.p.search[city.index()].pop() else {
            return;
        };
        self.p.found[city.index()].push(tile);
        self.log.reveal();
        self.tell(Event::Found { side, city, tile });
        let shelter = &self.p.shelters[side];
        match tile {
            SearchTile::Capsules => self.lower_gauge(side, Dose::Capsules), // OL-CITY-13
            SearchTile::Cupboard => self.scrap_cupboard(side, city),        // OL-CITY-14
            SearchTile::Refugee => {
                let room = anywhere(self.game, shelter).is_some();
                if room && self.game.survivor_in_reserve(self.p) {
                    self.p.go.ask = Ask::Refugee;
                }
            }
            SearchTile::Looter => {
                if shelter.stock != [0; 7] {
                    self.p.go.ask = Ask::Looter;
                }
            }
            SearchTile::Merchant => {
                if self.game.may_swap(self.p, side) {
                    self.p.go.ask = Ask::Merchant(2);
                }
            }
            _ => {
                if let Some(token) = tile.token() {
                    self.gain(side, token, 1, Source::Search);
                }
            }
        }
    }

    /// Every unused Scrap Room pays at the first cupboard of a City. OL-CITY-20, OL-CITY-21,
    /// OL-CITY-22, OL-ROOM-A7
    fn scrap_cupboard(&mut self, side: Side, city: City) {
        while let Some(slot) = self.game.city_room(self.p, side, city, RoomKind::A7) {
            self.p.shelters[side].rooms[slot].used.mark_in(city);
            let amount = self.game.amount(RoomKind::A7);
            self.gain(side, Token::Wood, amount, Source::Room(RoomKind::A7));
            self.gain(side, Token::Metal, amount, Source::Room(RoomKind::A7));
        }
    }

    /// OL-CITY-24: the owner sees the order of the stack. OL-ROOM-A6
    pub fn peek(&mut self, seat: Side, city: City) {
        if let Some(slot) = self.game.ready_room(&self.p.shelters[seat], RoomKind::A6) {
            self.p.shelters[seat].rooms[slot].used.mark();
        }
        self.p.peeked[city.index()].insert(seat);
        self.log.reveal();
        let stack = self.p.search[city.index()];
        self.log.tell_only(seat.seat(), || Event::Peeked { seat, city, stack });
    }
}
