//! Day, step e: action points spent at Locations, and what equipment adds.

use crate::edition::roster::{City, Equipment, Location, RoomKind, SearchTile, Token, materials};
use crate::event::{Event, Source};
use crate::position::{Ask, Phase, Position};
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, Key, Outlive, Play, Space};
use table::RuleId;

/// Where a bonus tile works, what it gives, and whether it is a "+" bonus, taken from the
/// Location after at least one token was scavenged. OL-EQ-09 to 11
fn bonus(tile: Equipment) -> Option<(&'static [Location], Token, bool)> {
    use Location::{Base, Blackwood, Cargo, Dam, Fairgrounds, Forest, Mine, SilentPeak};
    Some(match tile {
        Equipment::Axe => (&[Forest], Token::Wood, true),
        Equipment::Bow => (&[Forest], Token::Meat, false),
        Equipment::Pickaxe => (&[Mine], Token::Metal, true),
        Equipment::Purifier => (&[Mine], Token::Water, false),
        Equipment::Backpack => (&[Fairgrounds], Token::Chips, true),
        Equipment::MetalDetector => (&[Fairgrounds], Token::Canned, false),
        Equipment::Jerrycan => (&[Dam], Token::Water, true),
        Equipment::AmmoBox => (&[Base], Token::Munitions, true),
        Equipment::Crowbar => (&[Base], Token::Chips, false),
        Equipment::Chainsaw => (&[Blackwood, SilentPeak], Token::Wood, false),
        Equipment::Hacksaw => (&[Cargo], Token::Metal, false),
        _ => return None,
    })
}

/// The bonus tiles of each Location, for the generator.
fn bonus_tiles(place: Location) -> &'static [Equipment] {
    match place {
        Location::Forest => &[Equipment::Axe, Equipment::Bow],
        Location::Mine => &[Equipment::Pickaxe, Equipment::Purifier],
        Location::Fairgrounds => &[Equipment::Backpack, Equipment::MetalDetector],
        Location::Dam => &[Equipment::Jerrycan],
        Location::Base => &[Equipment::AmmoBox, Equipment::Crowbar],
        Location::Blackwood | Location::SilentPeak => &[Equipment::Chainsaw],
        Location::Cargo => &[Equipment::Hacksaw],
    }
}

impl Outlive {
    pub(crate) fn offer_actions(&self, p: &Position, seat: usize, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        match p.go.ask {
            Ask::Nothing => {}
            Ask::HuntingRooms => return self.offer_hunting_rooms(shelter, out),
            Ask::Refugee => {
                self.each_space(shelter, |space| out(Action::Refugee(Some(space))));
                return out(Action::Refugee(None));
            }
            Ask::Looter => {
                for token in Token::ALL {
                    if shelter.has(token) > 0 {
                        out(Action::Lose(token));
                    }
                }
                return;
            }
            Ask::Merchant(_) => {
                for from in Token::MATERIALS {
                    for to in Token::MATERIALS {
                        if from != to && shelter.has(from) > 0 {
                            out(Action::Swap(from, to));
                        }
                    }
                }
                return out(Action::NoSwap);
            }
        }
        let (here, points) = (p.here(), p.go.points);
        let held = p.at[here.index()];
        if here != Location::Dam || p.go.dam_open {
            (1..=points.min(held)).for_each(|count| out(Action::Take(count)));
        } else if held > 0 {
            if shelter.has(Token::Chips) > 0 {
                out(Action::Open(Key::Chip));
            }
            if shelter.ready(Equipment::AccessCard) {
                out(Action::Open(Key::Card));
            }
        }
        if here == Location::Base && p.algae && points > 0 {
            out(Action::Algae);
        }
        if let Some(city) = here.city() {
            self.offer_city(p, seat, city, out);
        }
        if let Some(stack) = here.hunting() {
            self.offer_hunt(p, seat, stack, out);
        }
        if here == Location::Cargo {
            self.offer_ship(p, seat, out);
        }
        let mut usable = 0;
        for tile in self.usable_gear(p, seat) {
            usable += 1;
            out(Action::Gear(tile));
        }
        if usable > 1 {
            out(Action::AllGear);
        }
        self.offer_peek(p, seat, out);
        out(Action::End);
    }

    /// Bonus tiles that work for the hero now acting, for the generator.
    pub(crate) fn usable_gear<'p>(
        &self,
        p: &'p Position,
        seat: usize,
    ) -> impl Iterator<Item = Equipment> + use<'p> {
        let here = p.here();
        let plenty = p.go.scavenged && p.at[here.index()] > 0;
        bonus_tiles(here).iter().copied().filter(move |tile| {
            p.shelters[seat].ready(*tile) && (plenty || bonus_token(*tile).is_none())
        })
    }

    fn offer_city(&self, p: &Position, seat: usize, city: City, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        if p.go.points > 0 {
            for (place, tile) in p.display[city.index()].iter().enumerate() {
                if tile.is_some_and(|tile| !shelter.owns(tile)) {
                    out(Action::Salvage(place as u8));
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

    /// A Scouts' Room with its draws in this City unused. OL-CITY-16, 17, 23
    fn scouts(&self, p: &Position, seat: usize, city: City) -> Option<usize> {
        self.city_room(p, seat, city, RoomKind::A5)
    }

    fn city_room(&self, p: &Position, seat: usize, city: City, kind: RoomKind) -> Option<usize> {
        let mark = 2 << city.index();
        p.shelters[seat]
            .rooms
            .iter()
            .position(|room| room.kind == kind && room.used & mark == 0 && self.is_full(room))
    }

    pub(crate) fn judge_action(
        &self,
        p: &Position,
        seat: usize,
        action: &Action,
    ) -> Result<(), Refusal> {
        if p.go.ask != Ask::Nothing {
            return self.judge_answer(p, seat, action);
        }
        let shelter = &p.shelters[seat];
        let here = p.here();
        let needs_points = |rule: RuleId, count: u8| match p.go.points {
            left if left < count => Err(Refusal::TooFewPoints { left, rule }),
            _ => Ok(()),
        };
        match *action {
            Action::Take(count) => {
                if here.gives().is_none() {
                    let on_ship = here == Location::Cargo;
                    let rule = if on_ship { rule::OL_CARG_19 } else { rule::OL_ACT_04 };
                    return Err(Refusal::NothingToScavenge { rule });
                }
                if count == 0 {
                    return Err(Refusal::ScavengeOne);
                }
                if here == Location::Dam && !p.go.dam_open {
                    return Err(Refusal::DamClosed);
                }
                if count > p.at[here.index()] {
                    return Err(Refusal::PlaceEmpty);
                }
                needs_points(rule::OL_ACT_01, count)
            }
            Action::Open(key) => self.judge_dam(p, seat, key),
            Action::Algae => {
                if here != Location::Base {
                    return Err(Refusal::NoAlgaeHere);
                }
                if !p.algae {
                    return Err(Refusal::AlgaeGone);
                }
                needs_points(rule::OL_BASE_02, 1)
            }
            Action::Salvage(place) => {
                let Some(city) = here.city() else {
                    return Err(Refusal::NoEquipmentHere);
                };
                let tile = p.display[city.index()].get(place as usize).copied();
                match tile.flatten() {
                    None => Err(Refusal::DisplayEmpty),
                    Some(tile) if (shelter.broken | shelter.repaired) & tile.bit() != 0 => {
                        Err(Refusal::OwnedAlready)
                    }
                    Some(_) => needs_points(rule::OL_CITY_01, 1),
                }
            }
            Action::Search | Action::FreeSearch => {
                let Some(city) = here.city() else {
                    return Err(Refusal::NoSearchHere);
                };
                if p.search[city.index()].is_empty() {
                    return Err(Refusal::StackEmpty);
                }
                if *action == Action::Search {
                    return needs_points(rule::OL_CITY_05, 1);
                }
                self.judge_free_search(p, seat, city)
            }
            Action::Gear(tile) => self.judge_gear(p, seat, tile),
            Action::AllGear => {
                let works = |tile: &&Equipment| self.judge_gear(p, seat, **tile).is_ok();
                match Equipment::ALL.iter().filter(works).count() {
                    0 => Err(Refusal::NoGearNow),
                    1 => Err(Refusal::OneGearOnly),
                    _ => Ok(()),
                }
            }
            Action::Flashlight(space) => {
                if here.city().is_none() {
                    return Err(Refusal::FlashlightInCity);
                }
                self.judge_tile(shelter, Equipment::Flashlight)?;
                if !self.survivor_in_reserve(p) {
                    return Err(Refusal::NoSurvivorInReserve);
                }
                self.judge_space(shelter, space)
            }
            Action::Board(space) => {
                if here != Location::Cargo {
                    return Err(Refusal::NobodyWaits);
                }
                self.judge_board(p, seat, space)
            }
            Action::Sensor => self.judge_sensor(p, seat),
            Action::Hunt { .. } => self.judge_hunt(p, seat, action),
            Action::Peek(city) => self.judge_peek(p, seat, city),
            Action::End => Ok(()),
            Action::Defend { .. } => Err(Refusal::MunitionsDefend),
            Action::Move(..) => Err(Refusal::OnlyWhileBuilding),
            Action::Activate { .. } | Action::Stay(_) => Err(Refusal::EndFirst),
            _ => Err(Refusal::NoActionHere),
        }
    }

    fn judge_answer(&self, p: &Position, seat: usize, action: &Action) -> Result<(), Refusal> {
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
                Ok(())
            }
            (Ask::Refugee, _) => Err(Refusal::RefugeeFirst),
            (Ask::Looter, _) => Err(Refusal::LooterFirst),
            (Ask::Merchant(_), _) => Err(Refusal::MerchantFirst),
            (Ask::Nothing, _) => Err(Refusal::NotYourDecision),
        }
    }

    fn judge_dam(&self, p: &Position, seat: usize, key: Key) -> Result<(), Refusal> {
        if p.here() != Location::Dam {
            return Err(Refusal::NotAtTheDam);
        }
        if p.go.dam_open {
            return Err(Refusal::DamOpen);
        }
        if p.at[Location::Dam.index()] == 0 {
            return Err(Refusal::DamEmpty);
        }
        match key {
            Key::Chip if p.shelters[seat].has(Token::Chips) == 0 => Err(Refusal::LackMicrochip),
            Key::Chip => Ok(()),
            Key::Card => self.judge_tile(&p.shelters[seat], Equipment::AccessCard),
        }
    }

    fn judge_free_search(&self, p: &Position, seat: usize, city: City) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
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
        let bit = if city == City::Blackwood { 2 } else { 4 };
        if !rooms.any(|room| full(&room) && room.used & bit == 0) {
            return Err(Refusal::ScoutsUsed);
        }
        Ok(())
    }

    fn judge_gear(&self, p: &Position, seat: usize, tile: Equipment) -> Result<(), Refusal> {
        let here = p.here();
        let Some((places, _, plus)) = bonus(tile) else {
            return Err(Refusal::NoBonusTile);
        };
        self.judge_tile(&p.shelters[seat], tile)?;
        if !places.contains(&here) {
            return Err(Refusal::GearElsewhere);
        }
        if plus && !p.go.scavenged {
            return Err(Refusal::ScavengeFirst);
        }
        if plus && p.at[here.index()] == 0 {
            return Err(Refusal::NothingToAdd);
        }
        Ok(())
    }
}

/// The token of a "+" tile, for the generator.
fn bonus_token(tile: Equipment) -> Option<Token> {
    match tile {
        Equipment::Axe => Some(Token::Wood),
        Equipment::Pickaxe => Some(Token::Metal),
        Equipment::Backpack => Some(Token::Chips),
        Equipment::Jerrycan => Some(Token::Water),
        Equipment::AmmoBox => Some(Token::Munitions),
        _ => None,
    }
}

impl Play<'_> {
    /// Step e begins. OL-ACT-01
    pub fn begin_actions(&mut self) {
        let side = self.p.go.side as usize;
        let hero = self.p.go.hero as usize;
        self.p.go.points = self.game.vigour(self.p, side, hero);
        self.p.phase = Phase::Actions;
        if self.p.here() == Location::Cargo && !self.game.is_horde(side) {
            self.p.go.points = 0; // OL-CARG-19
            self.collect_on_ship(side);
        }
    }

    pub fn settle_actions(&mut self) -> bool {
        let side = self.p.go.side as usize;
        if self.game.is_horde(side) {
            self.horde_acts();
            return true;
        }
        self.p.go.ask != Ask::Nothing && self.force(side)
    }

    pub fn do_action(&mut self, seat: usize, action: Action) {
        let here = self.p.here();
        match action {
            Action::Take(count) => self.scavenge(seat, count),
            Action::Open(key) => {
                match key {
                    Key::Chip => self.spend(seat, Token::Chips, 1), // OL-DAM-06
                    Key::Card => self.use_gear(seat, Equipment::AccessCard),
                }
                self.p.go.dam_open = true;
            }
            Action::Algae => {
                self.spend_points(1);
                self.p.algae = false;
                self.lower_gauge(seat);
            }
            Action::Salvage(place) => {
                let city = here.city().unwrap_or(City::Blackwood);
                let tile =
                    self.p.display[city.index()].get_mut(place as usize).and_then(Option::take);
                if let Some(tile) = tile {
                    self.spend_points(1);
                    self.p.shelters[seat].broken |= tile.bit(); // OL-EQ-01
                    self.tell(Event::Salvaged { side: seat as u8, tile });
                }
            }
            Action::Search => {
                self.spend_points(1);
                self.p.go.searched = true;
                self.search(seat);
            }
            Action::FreeSearch => {
                let city = here.city().unwrap_or(City::Blackwood);
                if self.p.go.free == 0
                    && let Some(slot) = self.game.scouts(self.p, seat, city)
                {
                    self.p.shelters[seat].rooms[slot].used |= 2 << city.index();
                    self.p.go.free = self.game.amount(RoomKind::A5);
                }
                self.p.go.free = self.p.go.free.saturating_sub(1);
                self.search(seat);
            }
            Action::Gear(tile) => self.bonus_from(seat, tile),
            Action::AllGear => {
                let before = *self.p;
                for tile in self.game.usable_gear(&before, seat) {
                    self.bonus_from(seat, tile);
                }
            }
            Action::Flashlight(space) => {
                self.use_gear(seat, Equipment::Flashlight);
                self.p.reserve[7] -= 1;
                self.house(seat, space, Source::Gear(Equipment::Flashlight));
            }
            Action::Board(space) => self.take_from_ship(seat, space),
            Action::Sensor => self.sense(seat),
            Action::Hunt { depth, munitions, shotgun, trap } => {
                self.hunt(seat, depth as usize, munitions, shotgun, trap)
            }
            Action::Bonus(rooms) => self.add_hunting_rooms(seat, rooms),
            Action::Peek(city) => self.peek(seat, city),
            Action::Refugee(space) => {
                self.p.go.ask = Ask::Nothing;
                if let Some(space) = space {
                    self.p.reserve[7] -= 1;
                    self.house(seat, space, Source::Search);
                }
            }
            Action::Lose(token) => {
                self.p.go.ask = Ask::Nothing;
                self.spend(seat, token, 1);
                self.tell(Event::LostToken { seat: seat as u8, token });
            }
            Action::Swap(from, to) => {
                if let Ask::Merchant(left) = self.p.go.ask {
                    self.spend(seat, from, 1);
                    self.gain(seat, to, 1, Source::Search);
                    let more = left > 1 && materials(&self.p.shelters[seat].stock) > 0;
                    self.p.go.ask = if more { Ask::Merchant(left - 1) } else { Ask::Nothing };
                }
            }
            Action::NoSwap => self.p.go.ask = Ask::Nothing,
            Action::End => self.end_activation(),
            _ => {}
        }
    }

    pub fn spend_points(&mut self, count: u8) {
        self.p.go.points = self.p.go.points.saturating_sub(count);
    }

    /// OL-ACT-05 to 07, OL-DAM-04, OL-BASE-01
    fn scavenge(&mut self, side: usize, count: u8) {
        let here = self.p.here();
        if let Some(token) = here.gives() {
            self.spend_points(count);
            self.p.go.scavenged = true;
            self.pick_up(side, here, token, count, Source::Place(here));
        }
    }

    /// Tokens from a Location into a Shelter, as many as lie there.
    fn pick_up(&mut self, side: usize, here: Location, token: Token, count: u8, source: Source) {
        let count = count.min(self.p.at[here.index()]);
        self.p.at[here.index()] -= count;
        let stock = &mut self.p.shelters[side].stock[token.index()];
        *stock = stock.saturating_add(count);
        self.tell(Event::Gained { side: side as u8, token, count, source });
    }

    fn bonus_from(&mut self, side: usize, tile: Equipment) {
        let Some((_, token, plus)) = bonus(tile) else {
            return;
        };
        self.use_gear(side, tile);
        let (here, amount) = (self.p.here(), self.game.gear_amount(tile));
        if plus {
            self.pick_up(side, here, token, amount, Source::Gear(tile)); // OL-EQ-10
        } else {
            self.gain(side, token, amount, Source::Gear(tile)); // OL-EQ-11
        }
    }

    /// Draws the top search tile and applies it. OL-CITY-08 to 14
    fn search(&mut self, side: usize) {
        let city = self.p.here().city().unwrap_or(City::Blackwood);
        let Some(tile) = self.p.search[city.index()].pop() else {
            return;
        };
        self.p.found[city.index()].push(tile);
        self.log.reveal();
        self.tell(Event::Found { side: side as u8, city, tile });
        let shelter = &self.p.shelters[side];
        match tile {
            SearchTile::Capsules => self.lower_gauge(side),
            SearchTile::Cupboard => self.scrap_cupboard(side, city),
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
                if materials(&shelter.stock) > 0 {
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

    /// OL-CITY-20 to 22: every unused Scrap Room pays at the first cupboard of a City.
    fn scrap_cupboard(&mut self, side: usize, city: City) {
        while let Some(slot) = self.game.city_room(self.p, side, city, RoomKind::A7) {
            self.p.shelters[side].rooms[slot].used |= 2 << city.index();
            let amount = self.game.amount(RoomKind::A7);
            self.gain(side, Token::Wood, amount, Source::Room(RoomKind::A7));
            self.gain(side, Token::Metal, amount, Source::Room(RoomKind::A7));
        }
    }
}

/// The first space that could take a survivor from outside.
fn anywhere(game: &Outlive, shelter: &crate::Shelter) -> Option<Space> {
    let mut first = None;
    game.each_space(shelter, |space| {
        first.get_or_insert(space);
    });
    first
}
