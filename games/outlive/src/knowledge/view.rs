//! What one viewer may know: the only way in which state leaves the game.

use crate::edition::roster::{
    City, Equipment, EventCard, HordeCard, Leader, Location, Prey, RoomKind, SearchTile, Token,
    Tokens, tiles,
};
use crate::event::Cause;
use crate::position::{Ask, Loss, Orders, Phase, Position, Step};
use crate::rules::feeding::Owed;
use crate::{BySide, HeroId, Outlive, Placement, RoomSlot, Score, Side, Sides};
use serde::Serialize;
use std::collections::BTreeMap;
use table::{Fit, Viewer};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The seat behind these eyes, from 1, if it is a player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The turn; 0 during set-up.
    pub turn: u8,
    /// Where the game stands.
    pub phase: Phase,
    /// Who must decide, from 1.
    pub deciding: Vec<u8>,
    /// Holder of the first player token, from 1.
    pub first: u8,
    /// The activation going on, by day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub go: Option<GoView>,
    /// Pressure going on: points and tribute owed by side, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<PressureView>,
    /// The eight Locations.
    pub board: BTreeMap<&'static str, PlaceView>,
    /// Events by turn.
    pub events: Vec<EventView>,
    /// Shelters by seat.
    pub shelters: Vec<ShelterView>,
    /// Equipment left in the deck.
    pub deck: u8,
    /// Discarded equipment, the last one on top.
    pub discards: Vec<Equipment>,
    /// The general reserve, if it is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<BTreeMap<&'static str, i16>>,
    /// Tiles drawn by a leader at set-up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<SearchTile>,
    /// The solo opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horde: Option<HordeView>,
}

/// The activation going on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoView {
    /// The side that is active, from 1.
    pub side: u8,
    /// Its hero, once one was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hero: Option<String>,
    /// Where that hero is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Location>,
    /// Action points left.
    pub points: u8,
    /// Whether the Dam is open.
    pub dam_open: bool,
    /// Whether a tile was caught.
    pub hunted: bool,
    /// Whether the Thermal Sensor was used.
    pub sensor: bool,
    /// Whether a survivor waits on the ship.
    pub survivor: bool,
    /// A question that comes first.
    pub ask: Ask,
    /// The round of activations, from 1.
    pub round: u8,
}

/// Pressure going on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PressureView {
    /// Points against each side.
    pub points: Vec<u8>,
    /// Tribute owed by each side.
    pub owed: Vec<u8>,
}

/// A Location.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlaceView {
    /// Tokens that lie here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u8>,
    /// Tokens that Dawn brings it to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The wild-game stack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
    /// Equipment on show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<Vec<Option<Equipment>>>,
    /// The search stack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchView>,
    /// Whether the Algae is Active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algae: Option<bool>,
    /// The slots of the ship.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slots: Option<Vec<SlotView>>,
}

/// A wild-game stack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameView {
    /// Endurance printed on the top tile.
    pub top: Option<u8>,
    /// Its Endurance for this viewer now.
    pub endurance: Option<u8>,
    /// Meat that it would bring this viewer, without rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meat: Option<u8>,
    /// Tiles left.
    pub left: u8,
    /// The whole stack from the top, for those who have seen it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Vec<u8>>,
}

/// A search stack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchView {
    /// Tiles left.
    pub left: u8,
    /// Tiles lying open.
    pub found: Vec<SearchTile>,
    /// How many of each kind the stack still holds.
    pub kinds: BTreeMap<&'static str, u8>,
    /// The stack from the top, for those who have seen it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Vec<SearchTile>>,
}

/// A slot of the ship.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SlotView {
    /// The Strength that enters.
    pub strength: u8,
    /// Its Canned Goods.
    pub canned: u8,
    /// Whether a survivor waits.
    pub survivor: bool,
    /// The side that stands on it, from 1.
    pub side: Option<u8>,
}

/// An event space.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventView {
    /// The card; `None` while it lies face down.
    pub card: Option<EventCard>,
    /// `face down`, `forecast`, `in play` or `overcome`.
    pub state: &'static str,
    /// Who overcame it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<u8>,
}

/// A room.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoomView {
    /// Whether it is built.
    pub built: bool,
    /// Survivors in it.
    pub people: u8,
    /// Its printed spaces.
    pub spaces: u8,
    /// Whether it is full.
    pub full: bool,
    /// Whether it was used this turn.
    pub used: bool,
}

/// A hero or pawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeroView {
    /// Where it is.
    pub at: Option<Location>,
    /// Whether it is Activated.
    pub standing: bool,
}

/// A Shelter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShelterView {
    /// The leader, after the reveal.
    pub leader: Option<Leader>,
    /// Rooms by name, standard ones first.
    pub rooms: BTreeMap<String, RoomView>,
    /// The order of the rooms on the board.
    pub order: Vec<String>,
    /// Survivors in the Airlock.
    pub airlock: u8,
    /// All survivors.
    pub people: u8,
    /// The gauge cell by its points.
    pub gauge: i8,
    /// Tokens by kind.
    pub tokens: BTreeMap<&'static str, u8>,
    /// Virtual Water left.
    pub virtual_water: u8,
    /// Broken equipment.
    pub broken: Vec<Equipment>,
    /// Repaired equipment.
    pub repaired: Vec<Equipment>,
    /// Equipment used this turn.
    pub used: Vec<Equipment>,
    /// Wild game caught, by Endurance.
    pub caught: BTreeMap<String, u8>,
    /// Events overcome.
    pub events: Vec<EventCard>,
    /// Heroes by name.
    pub heroes: BTreeMap<String, HeroView>,
    /// The Night step, at Night.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
    /// What must be given up now.
    pub loss: Loss,
    /// How many of it.
    pub losing: u8,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Supplies that the rooms want tonight.
    pub upkeep: u8,
    /// Water that the Airlock wants tonight.
    pub rows: u8,
    /// What would be missing.
    pub missing: u8,
    /// Radiation that comes in next, as things stand: tonight, or the next Night once it has come.
    pub radiation: u8,
    /// Whether a reduced repair is open.
    pub coupon: bool,
    /// Standing orders, for their owner. OL-REAC-04
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Orders>,
    /// The score as it stands.
    pub score: Score,
    /// Choices before the reveal, for their owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<DraftView>,
    /// Whether the draft is confirmed, or this round's pick is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
}

/// Choices before the reveal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DraftView {
    /// Advanced rooms in hand.
    pub hand: Vec<RoomKind>,
    /// Advanced rooms kept.
    pub kept: Vec<RoomKind>,
    /// Leaders dealt.
    pub leaders: Vec<Leader>,
    /// Rooms to build free, by their place among the seven.
    pub free: Vec<u8>,
    /// Survivors in these.
    pub people: Vec<u8>,
    /// The leader kept.
    pub leader: Option<Leader>,
    /// How often it was begun anew.
    pub revised: u8,
}

/// The solo opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HordeView {
    /// Its leader.
    pub leader: Option<Leader>,
    /// Its pawns by name.
    pub pawns: BTreeMap<String, HeroView>,
    /// What each pawn carries.
    pub carried: BTreeMap<String, BTreeMap<&'static str, u8>>,
    /// Cards that lie open, the next first.
    pub forecast: Vec<String>,
    /// Cards used since the last shuffle.
    pub used: Vec<String>,
    /// The score that wins.
    pub bar: i64,
}

fn by_word(tokens: &Tokens) -> BTreeMap<&'static str, u8> {
    Token::ALL.into_iter().map(|token| (token.word(), tokens[token.index()])).collect()
}

/// What a viewer may know.
pub(crate) fn view(game: &Outlive, p: &Position, viewer: Viewer) -> View {
    let eyes = viewer.seat().map(Side::from);
    let day = matches!(p.phase, Phase::Activation | Phase::Pressure | Phase::Actions);
    let sides = |values: &BySide<u8>| game.sides().map(|side| values[side]).collect();
    View {
        seat: eyes.map(Side::number),
        turn: p.turn,
        phase: p.phase,
        deciding: game.deciding(p).iter().map(Side::number).collect(),
        first: p.first.number(),
        go: day.then(|| game.go_view(p)),
        pressure: (p.phase == Phase::Pressure).then(|| PressureView {
            points: sides(&p.squeeze.points),
            owed: sides(&p.squeeze.owed),
        }),
        board: Location::ALL
            .into_iter()
            .map(|place| (place.word(), game.place_view(p, place, viewer)))
            .collect(),
        events: (0..usize::from(game.turns()))
            .map(|turn| game.event_view(p, turn, viewer))
            .collect(),
        shelters: game.seats().map(|seat| game.shelter_view(p, seat, viewer)).collect(),
        deck: p.deck.len().fit::<u8>(),
        discards: p.discards.to_vec(),
        reserve: (game.options.reserve == crate::Reserve::Limited).then(|| {
            let tokens = Token::ALL.map(Token::word).into_iter().zip(p.reserve.tokens);
            tokens.chain([("survivors", p.reserve.survivors)]).collect()
        }),
        drawn: p.drawn.to_vec(),
        horde: (game.seats == 1 && p.phase != Phase::Draft).then(|| game.horde_view(p, viewer)),
    }
}

impl Outlive {
    fn go_view(&self, p: &Position) -> GoView {
        let side = p.go.side;
        let chosen = p.phase != Phase::Activation;
        GoView {
            side: p.go.side.number(),
            hero: chosen.then(|| self.hero_name(side, p.go.hero)),
            at: chosen.then(|| p.here()),
            points: p.go.points,
            dam_open: p.go.dam_open,
            hunted: p.go.hunted,
            sensor: p.go.sensor,
            survivor: p.go.survivor,
            ask: p.go.ask,
            round: p.go.number / self.side_count() + 1,
        }
    }

    fn place_view(&self, p: &Position, place: Location, viewer: Viewer) -> PlaceView {
        let mut view = PlaceView::default();
        if place.gives().is_some() {
            view.tokens = Some(p.at[place.index()]);
            view.level = Some(self.parts.levels[place.index()][self.column()]);
        }
        let eyes = viewer.seat().map(Side::from);
        let knows = |seats: Sides| match viewer {
            Viewer::Referee => true,
            _ => eyes.is_some_and(|seat| seats.has(seat)),
        };
        if let Some(stack) = place.hunting() {
            let wild = &p.wild[stack];
            let print = |kind: &Prey| self.parts.wild[kind.index()].endurance;
            let top = wild.last();
            view.game = Some(GameView {
                top: top.map(print),
                endurance: top.map(|kind| match eyes {
                    Some(seat) => self.endurance(p, seat, *kind),
                    None => print(kind),
                }),
                meat: eyes.and_then(|seat| Some(self.catch_yield(p, seat, *top?))),
                left: wild.len().fit::<u8>(),
                // OL-SETUP-36
                known: knows(p.sensed[stack]).then(|| wild.iter().rev().map(print).collect()),
            });
        }
        if let Some(city) = place.city() {
            view.display = Some(p.display[city.index()].to_vec());
            view.search = Some(self.search_view(p, city, knows(p.peeked[city.index()])));
        }
        match place {
            Location::Base => view.algae = Some(p.algae),
            Location::Cargo => {
                let slots = self.slots().map(|slot| SlotView {
                    strength: self.slot(slot).strength,
                    canned: self.slot(slot).canned,
                    survivor: p.slots[slot.index()].survivor,
                    side: p.slots[slot.index()].side.map(Side::number),
                });
                view.slots = Some(slots.collect());
            }
            _ => {}
        }
        view
    }

    fn search_view(&self, p: &Position, city: City, known: bool) -> SearchView {
        let stack = p.stack(city);
        let mut kinds = BTreeMap::new();
        for tile in stack.iter() {
            *kinds.entry(tile.word()).or_default() += 1;
        }
        SearchView {
            left: stack.len().fit::<u8>(),
            found: p.found[city.index()].to_vec(),
            kinds,
            known: known.then(|| stack.iter().rev().copied().collect()),
        }
    }

    /// OL-EVT-08
    fn event_view(&self, p: &Position, turn: usize, viewer: Viewer) -> EventView {
        let card = p.events[turn];
        let flipped = usize::from(p.flipped);
        let forecast = self.options.forecast && flipped > 0 && turn == flipped;
        let (shown, state) = match p.overcome[turn] {
            _ if turn >= flipped && forecast => (true, "forecast"),
            _ if turn >= flipped => {
                // Before the reveal no card is laid out, not even for the referee.
                let laid = p.phase != Phase::Draft;
                (viewer == Viewer::Referee && laid, "face down")
            }
            Some(_) => (true, "overcome"),
            None => (true, "in play"),
        };
        EventView { card: shown.then_some(card), state, by: p.overcome[turn].map(Side::number) }
    }

    fn shelter_view(&self, p: &Position, seat: Side, viewer: Viewer) -> ShelterView {
        let shelter = &p.shelters[seat];
        let own =
            viewer == Viewer::Referee || viewer.seat().is_some_and(|own| Side::from(own) == seat);
        let drafting = p.phase == Phase::Draft;
        let hidden = p.phase == Phase::Placement
            && self.options.placement == Placement::Simultaneous
            && !own;
        let room_word = |slot: RoomSlot| shelter.name(slot).word();
        let shown = RoomSlot::ALL.into_iter().take(if drafting { 3 } else { 7 });
        let Owed { upkeep, rows, shortage, .. } = self.owed(shelter);
        ShelterView {
            leader: shelter.leader,
            rooms: shown
                .clone()
                .map(|slot| {
                    let room = &shelter.rooms[slot];
                    let view = RoomView {
                        built: room.built,
                        people: room.people,
                        spaces: self.spaces(room.kind),
                        full: self.is_full(room),
                        used: room.used.any(),
                    };
                    (room_word(slot), view)
                })
                .collect(),
            order: shown.map(room_word).collect(),
            airlock: shelter.airlock,
            people: shelter.people(),
            gauge: self.gauge_value(shelter.gauge),
            tokens: by_word(&shelter.stock),
            virtual_water: self.virtual_water(shelter),
            broken: tiles(shelter.broken).collect(),
            repaired: tiles(shelter.repaired).collect(),
            used: tiles(shelter.spent).collect(),
            caught: (0..5)
                .map(|kind| {
                    let endurance = self.parts.wild[kind].endurance;
                    (endurance.to_string(), shelter.caught[kind])
                })
                .collect(),
            events: EventCard::ALL
                .into_iter()
                .filter(|card| shelter.won >> card.index() & 1 != 0)
                .collect(),
            heroes: HeroId::ALL
                .into_iter()
                .map(|hero| {
                    let view = HeroView {
                        at: shelter.heroes[hero].at.filter(|_| !hidden),
                        standing: shelter.heroes[hero].standing,
                    };
                    (self.hero_name(seat, hero), view)
                })
                .collect(),
            step: (p.phase == Phase::Night).then_some(shelter.step),
            loss: shelter.loss,
            losing: shelter.losing,
            cause: (shelter.loss != Loss::Nothing).then(|| self.cause(p, seat)),
            upkeep,
            rows,
            missing: shortage,
            radiation: self.radiation_ahead(p, seat),
            coupon: shelter.coupon,
            orders: shelter.orders.filter(|_| own),
            score: self.score(p, seat),
            draft: (drafting && own).then(|| {
                let draft = &p.drafts[seat];
                DraftView {
                    hand: draft.hand.to_vec(),
                    kept: draft.kept.to_vec(),
                    leaders: draft.leaders.to_vec(),
                    free: draft.free.to_vec(),
                    people: draft.people.to_vec(),
                    leader: draft.leader,
                    revised: draft.revised,
                }
            }),
            confirmed: drafting.then_some(p.drafts[seat].done),
        }
    }

    fn horde_view(&self, p: &Position, viewer: Viewer) -> HordeView {
        let name = |pawn: HeroId| self.hero_name(Side::HORDE, pawn);
        let shown = match viewer {
            Viewer::Referee => p.horde.deck.len(),
            _ => self.cards_shown(p),
        };
        let card = |card: &HordeCard| format!("H{}", card.number());
        HordeView {
            leader: p.horde.leader,
            pawns: HeroId::ALL
                .into_iter()
                .map(|pawn| {
                    let hero = &p.shelters[Side::HORDE].heroes[pawn];
                    let view = HeroView { at: hero.at, standing: hero.standing };
                    (name(pawn), view)
                })
                .collect(),
            carried: HeroId::ALL
                .into_iter()
                .map(|pawn| (name(pawn), by_word(&p.horde.carried[pawn])))
                .collect(),
            forecast: p.horde.deck.iter().rev().take(shown).map(card).collect(),
            used: p.horde.used.iter().map(card).collect(),
            bar: self.level().bar,
        }
    }
}
