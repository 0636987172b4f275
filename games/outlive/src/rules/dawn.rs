//! Dawn, and the flip of the day's event.

use crate::edition::roster::{City, EventCard, HUNTING, Location};
use crate::event::Event;
use crate::position::Phase;
use crate::{Play, Reserve, Sides};
use table::Audience;

/// Locations that Dawn tops up.
const TOPPED_UP: [Location; 5] =
    [Location::Forest, Location::Dam, Location::Base, Location::Mine, Location::Fairgrounds];

impl Play<'_> {
    /// A turn begins: Dawn, then the event of the Day. Wild game stays as it is. OL-TURN-02,
    /// OL-DAWN-01, OL-DAWN-02, OL-DAWN-23
    pub fn dawn(&mut self) {
        self.p.turn += 1;
        self.p.token_moved = false;
        for shelter in self.p.shelters.iter_mut() {
            shelter.hunted = false;
            shelter.ordered = false;
        }
        self.tell(Event::Dawn { turn: self.p.turn });
        self.top_up();
        self.show_equipment();
        self.fill_search_stacks();
        self.break_day();
    }

    fn top_up(&mut self) {
        let game = self.game;
        for place in TOPPED_UP {
            if let Some(token) = place.gives() {
                // OL-DAWN-09: events do not lower it.
                let level = game.parts.levels[place.index()][game.column()];
                let missing = level.saturating_sub(self.p.at[place.index()]); // OL-DAWN-08
                let count = self.draw_reserve(token, missing);
                self.p.at[place.index()] += count;
            }
        }
        // OL-DAWN-10, OL-RES-04
        for slot in game.slots() {
            let slot = &mut self.p.slots[slot.index()];
            let endless = game.options.reserve == Reserve::Endless;
            if !slot.survivor && (endless || self.p.reserve.survivors > 0) {
                slot.survivor = true;
                self.p.reserve.survivors -= 1;
            }
        }
        self.p.algae = true; // OL-DAWN-12, OL-BASE-04
    }

    /// OL-DAWN-13, OL-DAWN-14, OL-DAWN-15
    fn show_equipment(&mut self) {
        for city in City::ALL {
            for place in 0..3 {
                if let Some(tile) = self.p.display[city.index()][place].take() {
                    self.p.discards.push(tile);
                }
            }
        }
        for city in City::ALL {
            for place in 0..usize::from(self.game.parts.display) {
                self.refill_deck();
                // OL-DAWN-18, OL-DAWN-19
                if let Some(tile) = self.p.deck.pop() {
                    self.p.display[city.index()][place] = Some(tile);
                    self.tell(Event::Displayed { city, tile });
                }
            }
        }
        self.log.reveal();
    }

    /// An empty deck is made of the discards. OL-DAWN-16, OL-DAWN-17
    pub fn refill_deck(&mut self) {
        if self.p.deck.is_empty() && !self.p.discards.is_empty() {
            self.p.deck = self.p.discards;
            self.p.discards.clear();
            let deck = &mut self.p.deck;
            self.dice.secretly(Audience::Referee, |dice| deck.shuffle("equipment deck", dice));
            self.log.reveal();
            self.tell(Event::Reshuffled);
        }
    }

    /// All tiles of a City are shuffled, and some are left out. OL-DAWN-20, OL-DAWN-21, OL-DAWN-22,
    /// OL-MINI-02
    fn fill_search_stacks(&mut self) {
        for city in City::ALL {
            let (stack, found) =
                (&mut self.p.search[city.index()], &mut self.p.found[city.index()]);
            for tile in found.iter() {
                stack.push(*tile);
            }
            found.clear();
            // A fixed order, so that the shuffle tells nothing of what lay where.
            stack.sort_unstable();
            self.dice.secretly(Audience::Referee, |dice| stack.shuffle("search tiles", dice));
            self.p.peeked[city.index()] = Sides::NONE;
            let count = self.game.parts.search_discards[self.game.column()];
            self.turn_up(city, count, false);
        }
    }

    /// Turns up the top tiles of a search stack and leaves them out. OL-DAWN-21, OL-EVT-25
    fn turn_up(&mut self, city: City, count: u8, nomads: bool) {
        for _ in 0..count {
            let Some(tile) = self.p.search[city.index()].pop() else {
                break;
            };
            self.p.found[city.index()].push(tile);
            self.log.reveal();
            self.tell(Event::TurnedUp { city, tile, nomads });
        }
    }

    /// D1: the event of the turn is flipped; board events strike, newest first. OL-EVT-01,
    /// OL-EVT-02, OL-EVT-03, OL-EVT-05
    pub fn break_day(&mut self) {
        self.p.flipped = self.p.turn;
        let turn = usize::from(self.p.turn) - 1;
        self.tell(Event::Flipped { turn: self.p.turn, card: self.p.events[turn] });
        self.log.reveal();
        // OL-OPT-10
        if self.game.options.forecast && self.p.turn < self.game.turns() {
            self.tell(Event::Forecast { turn: self.p.turn + 1, card: self.p.events[turn + 1] });
        }
        for turn in (0..=turn).rev() {
            if self.p.overcome[turn].is_none() {
                self.strike_board(self.p.events[turn]);
            }
        }
        for seat in self.game.seats() {
            self.p.shelters[seat].queue = self.p.turn;
        }
        self.p.phase = Phase::Losses;
    }

    /// What an event takes from the board.
    fn strike_board(&mut self, card: EventCard) {
        let count = self.game.event_amount(card);
        match card {
            EventCard::Wildfire => self.strip(card, Location::Forest, count), // OL-EVT-20
            EventCard::CaveIn => self.strip(card, Location::Mine, count),     // OL-EVT-21
            EventCard::LeanTimes => self.strip(card, Location::Fairgrounds, count), // OL-EVT-23
            // OL-EVT-22
            EventCard::Thieves => {
                for place in HUNTING {
                    self.strip(card, place, count);
                }
            }
            // OL-EVT-24, OL-EVT-25
            EventCard::Nomads => {
                for city in City::ALL {
                    self.turn_up(city, count, true);
                }
            }
            _ => {}
        }
    }

    /// OL-EVT-09: never below nothing.
    fn strip(&mut self, card: EventCard, place: Location, count: u8) {
        let count = count.min(self.p.at[place.index()]);
        if let Some(token) = place.gives().filter(|_| count > 0) {
            self.p.at[place.index()] -= count;
            self.p.reserve.tokens[token.index()] += i16::from(count);
            self.tell(Event::Stripped { card, place, count });
        }
    }

    /// The new top tile of a wild-game stack is seen by all. OL-HUNT-15
    pub fn show_top(&mut self, stack: usize, place: Location) {
        if let Some(kind) = self.p.wild[stack].peek(0) {
            self.log.reveal();
            self.tell(Event::Top {
                place,
                endurance: self.game.parts.wild[kind.index()].endurance,
            });
        }
    }
}
