//! Set-up: what was drafted is revealed, and the board is laid out.

use crate::edition::roster::{City, Equipment, EventCard, HUNTING, Prey, SearchTile, Token};
use crate::edition::scenarios;
use crate::event::{Event, Source};
use crate::position::{EMPTY_SHELTER, Go, Horde, Phase, Position, Slot, Squeeze, Stores};
use crate::rules::draft::{deal_from, seven};
use crate::{BySide, Outlive, Pile, Play, RoomSlot, Side, Sides};
use table::{Audience, Fit};

impl Outlive {
    /// The side of the oldest leader, who begins. OL-SETUP-23, OL-SETUP-24, OL-SOLO-05
    pub(crate) fn oldest(&self, p: &Position) -> Side {
        let age = |side: &Side| {
            let leader = match self.is_horde(*side) {
                true => p.horde.leader,
                false => p.shelters[*side].leader,
            };
            leader.map_or(0, |leader| self.parts.leaders[leader.index()].age)
        };
        self.sides().max_by_key(age).unwrap_or_default()
    }

    /// The box before anything is dealt. OL-SETUP-01
    pub(crate) fn blank(&self) -> Position {
        let tokens = self.parts.counts.map(i16::from);
        let reserve = Stores { tokens, survivors: self.parts.survivors.into() };
        let zero = self.parts.gauge.iter().position(|cell| *cell == 0);
        let mut shelter = EMPTY_SHELTER;
        shelter.gauge = zero.unwrap_or(0).fit(); // OL-SETUP-03
        Position {
            phase: Phase::Draft,
            turn: 0,
            first: Side::FIRST,
            day_first: Side::FIRST,
            token_moved: false,
            reserve,
            at: [0; 8],
            algae: true, // OL-SETUP-40
            slots: [Slot { survivor: false, side: None }; 5],
            display: [[None; 3]; 2],
            deck: Pile::default(),
            discards: Pile::default(),
            search: Default::default(),
            found: Default::default(),
            peeked: Default::default(),
            wild: Default::default(),
            sensed: Default::default(),
            events: [EventCard::Wildfire; 6],
            flipped: 0,
            overcome: [None; 6],
            go: Go::default(),
            squeeze: Squeeze::default(),
            bidder: Side::FIRST,
            passes: 0,
            out: Sides::NONE,
            shelters: BySide([shelter; 4]),
            drafts: Default::default(),
            draft_round: 0,
            drawn: Pile::default(),
            drawn_from: Pile::default(),
            horde: Horde::default(),
        }
    }
}

impl Play<'_> {
    /// U4 and U5: everything kept is revealed, and the board is laid out. OL-SETUP-19, OL-SETUP-22
    pub fn reveal(&mut self) {
        let game = self.game;
        let mut tiles: Pile<Equipment, 40> =
            // OL-COMP-04
            Equipment::ALL.into_iter().flat_map(|tile| [tile, tile]).collect();
        // OL-SETUP-09, OL-SETUP-10, OL-SETUP-11: what was not kept is gone, unseen.
        let drafts = std::mem::take(&mut self.p.drafts);
        let mut dealt = 0u16;
        for seat in game.seats() {
            let draft = &drafts[seat];
            for leader in draft.leaders.iter() {
                dealt |= 1 << leader.index();
            }
            let Some(leader) = draft.leader else { continue };
            let data = &game.parts.leaders[leader.index()];
            let shelter = &mut self.p.shelters[seat];
            for (slot, kind) in RoomSlot::ALL.into_iter().zip(seven(draft).iter()) {
                shelter.rooms[slot].kind = *kind;
            }
            let mut airlock = game.first_survivors();
            for (place, people) in draft.free.iter().zip(draft.people.iter()) {
                let room = &mut shelter.rooms[RoomSlot::ALL[usize::from(*place) % 7]];
                room.built = true;
                room.people = *people;
                airlock -= people;
            }
            shelter.airlock = airlock;
            shelter.leader = Some(leader);
            shelter.broken = data.equipment.bit(); // OL-SETUP-20
            self.p.reserve.survivors -= i16::from(game.first_survivors());
            // OL-SETUP-21: the tile is one of the 40.
            if let Some(at) = tiles.iter().position(|tile| *tile == data.equipment) {
                tiles.take(tiles.len() - 1 - at);
            }
            self.tell(Event::Revealed { seat, leader, rooms: *self.p.shelters[seat].rooms });
            for token in Token::ALL {
                self.gain(seat, token, data.tokens[token.index()], Source::Leader);
                self.gain(seat, token, game.scenario.tokens[token.index()], Source::Scenario);
            }
        }
        self.log.reveal();
        // OL-SOLO-02: the player has drafted as usual.
        if game.seats == 1 {
            self.call_horde(dealt);
        }
        self.find_first_player();
        self.lay_out(tiles);
        self.p.phase = if game.seats().any(|seat| game.setup_draws(self.p, seat) > 0) {
            Phase::Search
        } else {
            Phase::Placement
        };
        if self.p.phase == Phase::Placement {
            self.add_mini_tiles();
        }
    }

    fn find_first_player(&mut self) {
        let first = self.game.oldest(self.p);
        self.p.first = first;
        self.tell(Event::First { side: first, aboard: false });
    }

    fn lay_out(&mut self, tiles: Pile<Equipment, 40>) {
        let game = self.game;
        let p = &mut *self.p;
        p.deck = tiles;
        self.dice.secretly(Audience::Referee, |dice| {
            p.deck.shuffle("equipment deck", dice); // OL-SETUP-41
            // OL-SETUP-32, OL-SETUP-33: one face-down event per turn; the rest is out.
            let mut free = 0xfff;
            for turn in scenarios::draw_order(&game.scenario.events) {
                let set = game.scenario.events[turn] & free;
                let mut cards: Pile<u8, 12> = (0..12).filter(|card| set >> card & 1 != 0).collect();
                if let Some(card) = cards.draw("events", dice) {
                    free &= !(1 << card);
                    p.events[turn] = EventCard::ALL[usize::from(card)];
                }
            }
            // OL-SETUP-34, OL-SETUP-35, OL-SETUP-37: three stacks of wild game; the rest is out.
            let mut game_tiles: Pile<Prey, 40> = Prey::ALL
                .into_iter()
                .flat_map(|kind| {
                    let copies = game.parts.wild[kind.index()].copies;
                    (0..copies).map(move |_| kind)
                })
                .collect();
            let height = usize::from(game.parts.wild_stack[game.column()]);
            for stack in &mut p.wild {
                deal_from(dice, "wild game", &mut game_tiles, stack, height);
            }
            for stack in &mut p.search {
                for tile in SearchTile::ALL {
                    for _ in 0..game.parts.search[tile.index()] {
                        stack.push(tile);
                    }
                }
                stack.shuffle("search tiles", dice); // OL-SETUP-38
            }
        });
        for (stack, location) in HUNTING.into_iter().enumerate() {
            self.show_top(stack, location);
        }
    }

    /// One mini tile goes into each City. OL-MINI-01, OL-OPT-14
    pub fn add_mini_tiles(&mut self) {
        if !self.game.options.mini_tiles {
            return;
        }
        let mut minis: Pile<SearchTile, 3> =
            [SearchTile::Refugee, SearchTile::Looter, SearchTile::Merchant].into_iter().collect();
        for city in City::ALL {
            if let Some(tile) = minis.draw("mini tile", self.dice) {
                self.p.found[city.index()].push(tile);
                self.log.reveal();
                self.tell(Event::MiniTile { city, tile });
            }
        }
    }
}
