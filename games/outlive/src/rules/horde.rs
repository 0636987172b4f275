//! The Horde: four pawns that a deck of cards sends round the ring.

use crate::edition::components::Errand;
use crate::edition::roster::{City, EventCard, HUNTING, HordeCard, Leader, Location, Token};
use crate::event::{Event, Hunt, Source};
use crate::position::{Position, Sent};
use crate::{HeroId, Outlive, Phase, Pile, Play, Side};
use std::cmp::Reverse;
use table::Audience;

impl Outlive {
    /// How many cards of the Horde's deck lie open now. OL-SOLO-08
    pub(crate) fn cards_shown(&self, p: &Position) -> usize {
        if self.seats > 1 || p.turn == 0 {
            return 0;
        }
        let shown = match usize::from(self.level().forecast) {
            1 => 1,
            cards => {
                let day = matches!(
                    p.phase,
                    Phase::Losses | Phase::Activation | Phase::Pressure | Phase::Actions
                );
                let gone = p.shelters[Side::HORDE].heroes.iter();
                let gone = gone.filter(|pawn| pawn.standing).count();
                if day { cards.saturating_sub(gone) } else { 0 }
            }
        };
        shown.min(p.horde.deck.len())
    }

    /// Whether a pawn may end there by the movement rules. OL-SOLO-10
    fn pawn_reaches(&self, p: &Position, pawn: HeroId, to: Location) -> bool {
        let pawns = &p.shelters[Side::HORDE].heroes;
        let Some(from) = pawns[pawn].at else {
            return false;
        };
        let links = from.links_to(to);
        (1..=2).contains(&links)
            && pawns.iter().all(|other| other.at != Some(to))
            && (to != Location::Cargo || self.pawn_slot_open(p, pawn))
    }

    fn pawn_slot_open(&self, p: &Position, pawn: HeroId) -> bool {
        let strength = self.ship_strength(p, Side::HORDE, pawn, false);
        self.slots_of(strength).any(|slot| p.slots[slot.index()].side.is_none())
    }

    /// The Endurance of the top tile there, if the pawn's action points reach it.
    fn prey(&self, p: &Position, pawn: HeroId, place: Location) -> Option<u8> {
        let kind = p.wild[place.hunting()?].peek(0)?;
        let endurance = self.endurance(p, Side::HORDE, kind);
        (endurance <= self.vigour(p, Side::HORDE, pawn)).then_some(endurance)
    }

    /// Where a pawn would go on this errand, if it is worth a visit. OL-SOLO-11, OL-SOLO-12
    fn errand_place(&self, p: &Position, pawn: HeroId, errand: Errand) -> Option<Location> {
        let from = p.shelters[Side::HORDE].heroes[pawn].at?;
        let reach = |place: &Location| self.pawn_reaches(p, pawn, *place);
        let held = |place: Location| p.at[place.index()] > 0;
        let one = |place: Location, worth: bool| Some(place).filter(|_| worth).filter(reach);
        match errand {
            // OL-SOLO-14
            Errand::City => {
                let shown = |city: City| p.display[city.index()].iter().flatten().count();
                let stack = |city: City| p.stack(city).len();
                City::ALL
                    .into_iter()
                    .filter(|city| shown(*city) + stack(*city) > 0 && reach(&city.location()))
                    .min_by_key(|city| {
                        (
                            Reverse(shown(*city)),
                            Reverse(stack(*city)),
                            from.links_to(city.location()),
                            *city,
                        )
                    })
                    .map(City::location)
            }
            // OL-SOLO-15
            Errand::Hunting => HUNTING
                .into_iter()
                .filter(reach)
                .filter_map(|place| Some((self.prey(p, pawn, place)?, place)))
                .min_by_key(|(endurance, place)| (Reverse(*endurance), from.links_to(*place)))
                .map(|(_, place)| place),
            Errand::Mine | Errand::Fairgrounds | Errand::Forest => {
                let place = match errand {
                    Errand::Mine => Location::Mine,
                    Errand::Fairgrounds => Location::Fairgrounds,
                    _ => Location::Forest,
                };
                one(place, held(place) || self.prey(p, pawn, place).is_some())
            }
            Errand::Cargo => one(Location::Cargo, true),
            Errand::Dam => one(Location::Dam, held(Location::Dam)),
            Errand::Base => one(Location::Base, held(Location::Base) || p.algae),
        }
    }
}

impl Play<'_> {
    /// OL-SOLO-03, OL-SOLO-04: a leader is turned up and the pawns take their places.
    pub fn call_horde(&mut self, dealt: u16) {
        let mut rest: Pile<Leader, 10> =
            Leader::ALL.into_iter().filter(|leader| dealt >> leader.index() & 1 == 0).collect();
        let Some(leader) = rest.draw("Horde leader", self.dice) else {
            return;
        };
        self.p.horde.leader = Some(leader);
        let mut places = self.game.parts.leaders[leader.index()].places;
        self.dice.shuffle("Horde pawns", &mut places);
        for (pawn, place) in HeroId::ALL.into_iter().zip(places) {
            self.p.shelters[Side::HORDE].heroes[pawn].at = Some(place);
        }
        self.tell(Event::HordeComes { leader });
        self.shuffle_horde();
    }

    fn shuffle_horde(&mut self) {
        self.p.horde.deck = HordeCard::ALL.into_iter().collect();
        self.p.horde.used.clear();
        let deck = &mut self.p.horde.deck;
        self.dice.secretly(Audience::Referee, |dice| deck.shuffle("Horde deck", dice));
        self.log.reveal();
    }

    /// One Horde activation up to its Pressure. OL-SOLO-07, OL-SOLO-11, OL-SOLO-16
    pub fn horde_moves(&mut self) {
        let game = self.game;
        let Some(card) = self.p.horde.deck.pop() else {
            return self.end_activation();
        };
        self.p.horde.used.push(card);
        self.log.reveal();
        self.tell(Event::HordeCard { card: card.number() });
        if self.p.horde.deck.is_empty() {
            self.shuffle_horde();
        }
        let idle = |p: &Position, pawn: HeroId| !p.shelters[Side::HORDE].heroes[pawn].standing;
        let links = |p: &Position, pawn: HeroId, to: Location| {
            let from = p.shelters[Side::HORDE].heroes[pawn].at;
            from.map_or(8, |from| from.links_to(to))
        };
        for step in 0..8 {
            let word = (card.index() + step) % 8;
            let errand = game.parts.horde.cycle[word];
            let best = HeroId::ALL
                .into_iter()
                .filter(|pawn| idle(self.p, *pawn))
                .filter_map(|pawn| Some((pawn, game.errand_place(self.p, pawn, errand)?)))
                .min_by_key(|(pawn, to)| {
                    // OL-SOLO-13
                    let strength = game.strength(Side::HORDE, *pawn);
                    (Reverse(strength), links(self.p, *pawn, *to), *pawn)
                });
            if let Some((pawn, to)) = best {
                self.p.go.sent = Sent::on(word);
                return self.arrive(Side::HORDE, pawn, to, false, false);
            }
        }
        self.p.go.sent = Sent::AWAY;
        let strongest = |pawn: &HeroId| (Reverse(game.strength(Side::HORDE, *pawn)), *pawn);
        let destination = |p: &Position, pawn: HeroId| {
            let from = p.shelters[Side::HORDE].heroes[pawn].at?;
            // Clockwise on a tie: the ring runs clockwise.
            (1..=2u8)
                .flat_map(|links| [links, 8 - links])
                .map(|steps| Location::ALL[(from.index() + usize::from(steps)) % 8])
                .find(|to| game.pawn_reaches(p, pawn, *to))
        };
        let mover = HeroId::ALL
            .into_iter()
            .filter(|pawn| idle(self.p, *pawn) && destination(self.p, *pawn).is_some())
            .min_by_key(strongest);
        match mover.and_then(|pawn| Some((pawn, destination(self.p, pawn)?))) {
            Some((pawn, to)) => self.arrive(Side::HORDE, pawn, to, false, false),
            None => {
                if let Some(pawn) =
                    HeroId::ALL.into_iter().filter(|pawn| idle(self.p, *pawn)).min_by_key(strongest)
                {
                    self.p.shelters[Side::HORDE].heroes[pawn].standing = true;
                    self.tell(Event::HordeStays { pawn });
                }
                self.end_activation();
            }
        }
    }

    /// What a pawn does where it came. OL-SOLO-19
    pub fn horde_acts(&mut self) {
        let here = self.p.here();
        let Some(word) = self.p.go.sent.word() else {
            return self.end_activation();
        };
        match here {
            Location::Forest | Location::Mine | Location::Fairgrounds => {
                // OL-SOLO-20, OL-SOLO-21
                if self.game.parts.horde.cycle[word] == Errand::Hunting {
                    self.horde_hunts();
                    self.horde_gathers();
                } else {
                    self.horde_gathers();
                    self.horde_hunts();
                }
            }
            // OL-SOLO-24
            Location::Base => {
                if self.p.algae {
                    self.p.algae = false;
                    self.tell(Event::Algae { side: Side::HORDE });
                    self.spend_points(1);
                }
                self.horde_gathers();
            }
            Location::Dam => self.horde_gathers(),
            // OL-SOLO-25
            Location::Cargo => {
                let slot = self.p.go.slot;
                self.horde_carries(Token::Canned, self.game.slot(slot).canned);
                if std::mem::take(&mut self.p.slots[slot.index()].survivor) {
                    self.p.reserve.survivors += 1;
                    self.tell(Event::SentAway { slot: self.game.slot(slot).strength });
                }
            }
            Location::Blackwood | Location::SilentPeak => self.horde_loots(),
        }
        self.end_activation();
    }

    /// Tokens from the reserve that the active pawn carries.
    fn horde_carries(&mut self, token: Token, count: u8) {
        let count = self.draw_reserve(token, count);
        self.p.horde.carried[self.p.go.hero][token.index()] += count;
        if count > 0 {
            self.tell(Event::Gained {
                side: Side::HORDE,
                token,
                count,
                source: Source::Carried(self.p.here()),
            });
        }
    }

    fn horde_gathers(&mut self) {
        let here = self.p.here();
        let count = self.p.go.points.min(self.p.at[here.index()]);
        if let Some(token) = here.gives().filter(|_| count > 0) {
            self.p.at[here.index()] -= count;
            self.spend_points(count);
            self.p.horde.carried[self.p.go.hero][token.index()] += count;
            self.tell(Event::Gained {
                side: Side::HORDE,
                token,
                count,
                source: Source::Carried(here),
            });
        }
    }

    /// OL-SOLO-22
    fn horde_hunts(&mut self) {
        let (game, here) = (self.game, self.p.here());
        let Some(stack) = here.hunting() else { return };
        let Some(kind) = self.p.wild[stack].peek(0) else {
            return;
        };
        let endurance = game.endurance(self.p, Side::HORDE, kind);
        if endurance > self.p.go.points {
            return;
        }
        self.spend_points(endurance);
        self.p.wild[stack].pop();
        self.p.horde.caught[kind.index()] += 1;
        let printed = game.parts.wild[kind.index()].endurance;
        let base = game.parts.wild[kind.index()].meat;
        let mut meat = base;
        if self.p.in_play(EventCard::EpizooticDisease) {
            meat = meat.saturating_sub(game.event_amount(EventCard::EpizooticDisease));
        }
        let (mutation, disease) = (endurance - printed, base - meat);
        let hunt = Hunt { mutation, points: endurance, base, disease, ..Hunt::default() };
        let (side, hero) = (Side::HORDE, self.p.go.hero);
        self.tell(Event::Caught { side, hero, place: here, endurance: printed, hunt });
        self.horde_carries(Token::Meat, meat);
        self.show_top(stack, here);
    }

    /// OL-SOLO-23: a tile of equipment, then search tiles, then more equipment.
    fn horde_loots(&mut self) {
        let Some(city) = self.p.here().city() else {
            return;
        };
        let mut first = true;
        while self.p.go.points > 0 {
            let shown = self.p.display[city.index()].iter().position(|tile| tile.is_some());
            let search = !self.p.search[city.index()].is_empty();
            match shown {
                Some(place) if first || !search => {
                    if let Some(tile) = self.p.display[city.index()][place].take() {
                        self.p.discards.push(tile);
                        self.tell(Event::Salvaged { side: Side::HORDE, tile });
                    }
                }
                _ if search => {
                    if let Some(tile) = self.p.search[city.index()].pop() {
                        self.p.found[city.index()].push(tile);
                        self.log.reveal();
                        self.tell(Event::Found { side: Side::HORDE, city, tile });
                        if let Some(token) = tile.token() {
                            self.horde_carries(token, 1);
                        }
                    }
                }
                _ => break,
            }
            first = false;
            self.spend_points(1);
        }
    }

    /// OL-SOLO-28
    pub fn horde_drops_all(&mut self) {
        for carried in self.p.horde.carried.iter_mut() {
            for token in Token::ALL {
                let count = std::mem::take(&mut carried[token.index()]);
                self.p.reserve.tokens[token.index()] += i16::from(count);
            }
        }
    }
}
