//! Everything that changes during play.

use crate::edition::roster::{
    City, Equipment, EventCard, HordeCard, Leader, Location, Prey, RoomKind, SearchTile, SlotId,
    Tiles, Token, Tokens, materials, supplies,
};
use crate::rules::pile::Pile;
use crate::rules::sides::{ByHero, ByRoom, BySide, HeroId, RoomSlot, Side, Sides};
use serde::{Deserialize, Serialize};
use table::Fit;

/// Where the game stands in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// U3: rooms, free room, first survivors, leader.
    Draft,
    /// U6: a leader who searches at set-up.
    Search,
    /// U7: heroes are placed.
    Placement,
    /// D1: losses by events.
    Losses,
    /// D2, step b: a hero is chosen.
    Activation,
    /// D2, step d: Pressure.
    Pressure,
    /// D2, step e: actions of the active hero.
    Actions,
    /// Night step 1.
    Overcome,
    /// Night steps 2 to 6.
    Night,
    /// After Night step 7 of the last turn.
    Over,
}

/// A player's Night step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Step 2, nothing paid yet.
    Feed,
    /// Step 2, survivors are being lost to hunger.
    Hunger,
    /// Step 3, not begun.
    Radiation,
    /// Step 3, the tracer is being moved.
    Rising,
    /// Step 4.
    Recruit,
    /// Step 5.
    Build,
    /// Step 6.
    Repair,
    /// Waiting for step 7.
    Done,
}

impl Step {
    /// Whether the Shelter has been fed tonight.
    pub fn has_fed(self) -> bool {
        self != Step::Feed
    }

    /// Whether tonight's radiation has been counted.
    pub fn radiation_has_come(self) -> bool {
        !matches!(self, Step::Feed | Step::Hunger | Step::Radiation)
    }

    /// The number of the Night step.
    pub fn number(self) -> u8 {
        match self {
            Step::Feed | Step::Hunger => 2,
            Step::Radiation | Step::Rising => 3,
            Step::Recruit => 4,
            Step::Build => 5,
            Step::Repair => 6,
            Step::Done => 7,
        }
    }
}

/// What a player must give up now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// Nothing.
    Nothing,
    /// A Supply of any kind.
    Supply,
    /// A Material or Munitions token.
    Token,
    /// A survivor from anywhere.
    Survivor,
}

/// A room of a Shelter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// Its type.
    pub kind: RoomKind,
    /// Whether it is built.
    pub built: bool,
    /// Survivors in it.
    pub people: u8,
    /// Uses this turn.
    pub used: Uses,
}

/// How a room was used this turn: in general, and in each City. OL-ROOM-04
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses(u8);

impl Uses {
    /// Not used.
    pub const NONE: Uses = Uses(0);

    /// Whether it was used at all.
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether an ability that works once a turn was used.
    pub const fn this_turn(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether an ability that works once in each City was used there.
    pub const fn in_city(self, city: City) -> bool {
        self.0 & 2 << city.index() != 0
    }

    /// Marks an ability that works once a turn.
    pub fn mark(&mut self) {
        self.0 |= 1;
    }

    /// Marks an ability that works once in each City.
    pub fn mark_in(&mut self, city: City) {
        self.0 |= 2 << city.index();
    }
}

/// A hero, or a pawn of the Horde.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hero {
    /// Where it is; `None` before it is placed.
    pub at: Option<Location>,
    /// Whether it is Activated, not Idle. OL-TERM-06
    pub standing: bool,
}

/// Orders that answer Pressure for an absent player. OL-REAC-04
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Orders {
    /// Munitions to keep when spending them in defence.
    pub keep: u8,
    /// What to give first.
    pub give: Giving,
}

/// What standing orders give first. OL-REAC-04
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Giving {
    /// Always of the most numerous kind.
    Most,
    /// Materials before Supplies.
    Materials,
    /// Supplies before Materials.
    Supplies,
}

/// A player's Shelter, heroes and belongings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shelter {
    /// The three standard rooms, then the four advanced ones.
    pub rooms: ByRoom<Room>,
    /// Survivors in the Airlock.
    pub airlock: u8,
    /// The tracer's cell, 0 being the best.
    pub gauge: u8,
    /// Tokens.
    pub stock: Tokens,
    /// Broken equipment.
    pub broken: Tiles,
    /// Repaired equipment.
    pub repaired: Tiles,
    /// Repaired equipment used this turn.
    pub spent: Tiles,
    /// Wild game caught, by type.
    pub caught: [u8; 5],
    /// Events overcome, one bit each.
    pub won: u16,
    /// The leader; `None` before the reveal.
    pub leader: Option<Leader>,
    /// The heroes.
    pub heroes: ByHero<Hero>,
    /// Whether a tile was caught today.
    pub hunted: bool,
    /// What must be given up now.
    pub loss: Loss,
    /// How many of it.
    pub losing: u8,
    /// The turn up to which events still have to strike today.
    pub queue: u8,
    /// Gauge steps still to be made.
    pub rising: u8,
    /// The Night step.
    pub step: Step,
    /// Whether a reduced repair is open after the Tool Store was used.
    pub coupon: bool,
    /// Standing orders.
    pub orders: Option<Orders>,
    /// Whether standing orders were changed today.
    pub ordered: bool,
}

impl Shelter {
    /// All survivors.
    pub fn people(&self) -> u8 {
        self.airlock + self.rooms.iter().map(|room| room.people).sum::<u8>()
    }

    /// Tokens of a kind.
    pub fn has(&self, token: Token) -> u8 {
        self.stock[token.index()]
    }

    /// Supply and Material tokens: what tribute can be paid from.
    pub fn tribute(&self) -> u8 {
        supplies(&self.stock) + materials(&self.stock)
    }

    /// Whether the tile is repaired and not used this turn.
    pub fn ready(&self, tile: Equipment) -> bool {
        self.repaired & !self.spent & tile.bit() != 0
    }

    /// Whether a tile of this type is owned, broken or repaired.
    pub fn owns(&self, tile: Equipment) -> bool {
        (self.broken | self.repaired) & tile.bit() != 0
    }

    /// The slot of a named room.
    pub fn find(&self, name: RoomName) -> Option<RoomSlot> {
        let mut second = name.second;
        RoomSlot::ALL.into_iter().find(|slot| {
            self.rooms[*slot].kind == name.kind && !std::mem::replace(&mut second, false)
        })
    }

    /// The name of the room in a slot.
    pub fn name(&self, slot: RoomSlot) -> RoomName {
        let kind = self.rooms[slot].kind;
        RoomName {
            kind,
            second: self.rooms.iter().take(slot.index()).any(|room| room.kind == kind),
        }
    }
}

/// A room by its type; `second` for the other copy of the same type. OL-SETUP-12, OL-ROOM-07
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoomName {
    /// The type.
    pub kind: RoomKind,
    /// Whether it is the second copy.
    pub second: bool,
}

impl RoomName {
    /// Its word in the notation: `A12`, or `A12b` for the second copy.
    pub fn word(self) -> String {
        format!("{}{}", self.kind.word(), if self.second { "b" } else { "" })
    }
}

/// A slot of the Cargo Ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Whether a survivor waits on it; one is like the other. OL-DAWN-11
    pub survivor: bool,
    /// The side whose Activated hero stands on it. OL-CARG-06
    pub side: Option<Side>,
}

/// A question inside an activation that comes before anything else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// None.
    #[default]
    Nothing,
    /// Which Hunting rooms add to the catch.
    HuntingRooms,
    /// Where the Refugee goes.
    Refugee,
    /// Which token the Looter takes.
    Looter,
    /// So many swaps with the Merchant are left.
    Merchant(u8),
}

/// The errand on which a Horde pawn came: a word of the cycle, if it did not only get out of the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent(u8);

impl Sent {
    /// Only out of the way.
    pub const AWAY: Sent = Sent(8);

    /// On this word of the cycle.
    pub fn on(word: usize) -> Sent {
        Sent(word.min(8).fit())
    }

    /// The word of the cycle.
    pub fn word(self) -> Option<usize> {
        (self != Sent::AWAY).then(|| self.0.into())
    }
}

/// The activation that is going on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Go {
    /// Activations of this Day begun so far.
    pub number: u8,
    /// The side that is active.
    pub side: Side,
    /// Its hero.
    pub hero: HeroId,
    /// Action points left.
    pub points: u8,
    /// Whether the Dam is open.
    pub dam_open: bool,
    /// Whether this hero has caught a tile.
    pub hunted: bool,
    /// Whether the Thermal Sensor was used.
    pub sensor: bool,
    /// Whether a search was paid for.
    pub searched: bool,
    /// Whether a token was scavenged with action points.
    pub scavenged: bool,
    /// Free searches left.
    pub free: u8,
    /// The slot on the ship.
    pub slot: SlotId,
    /// Whether the slot is shared.
    pub shared: bool,
    /// Whether a survivor can still be taken from the ship.
    pub survivor: bool,
    /// A question that comes first.
    pub ask: Ask,
    /// The errand on which a Horde pawn came.
    pub sent: Sent,
}

/// Pressure being applied by the active hero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squeeze {
    /// Whether the aggressor is asked for the Bat.
    pub bat: bool,
    /// Points against each side.
    pub points: BySide<u8>,
    /// The sides that have yet to answer.
    pub unanswered: Sides,
    /// Tribute still owed by each side.
    pub owed: BySide<u8>,
}

/// A player's secret choices before the reveal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Advanced rooms in hand.
    pub hand: Pile<RoomKind, 6>,
    /// Advanced rooms kept, in the order of the picks.
    pub kept: Pile<RoomKind, 4>,
    /// Leaders dealt.
    pub leaders: Pile<Leader, 2>,
    /// Rooms to build free, by their place among the 7.
    pub free: Pile<u8, 2>,
    /// Survivors in these rooms.
    pub people: Pile<u8, 2>,
    /// The leader to keep.
    pub leader: Option<Leader>,
    /// How often the player started over.
    pub revised: u8,
    /// Whether this hand's pick of the round is in, or everything is confirmed.
    pub done: bool,
}

/// The solo opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Horde {
    /// Cards not yet used, the next one on top.
    pub deck: Pile<HordeCard, 8>,
    /// Cards used since the last shuffle.
    pub used: Pile<HordeCard, 8>,
    /// Tokens that each pawn carries.
    pub carried: ByHero<Tokens>,
    /// Wild game caught, by type.
    pub caught: [u8; 5],
    /// The leader turned up for it.
    pub leader: Option<Leader>,
}

/// The general reserve: below 0 when it is endless. OL-RES-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stores {
    /// Tokens by kind.
    pub tokens: [i16; 7],
    /// Survivors.
    pub survivors: i16,
}

/// Everything that changes during play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// Where the game stands.
    pub phase: Phase,
    /// The turn, from 1; 0 during set-up.
    pub turn: u8,
    /// Holder of the first player token.
    pub first: Side,
    /// First player of this Day.
    pub day_first: Side,
    /// Whether the token was taken on the ship today.
    pub token_moved: bool,
    /// The general reserve.
    pub reserve: Stores,
    /// Tokens at each Location.
    pub at: [u8; 8],
    /// Whether the Algae is Active.
    pub algae: bool,
    /// Slots of the ship; the fifth exists with a wide gangway only.
    pub slots: [Slot; 5],
    /// Equipment on show in each City.
    pub display: [[Option<Equipment>; 3]; 2],
    /// The equipment deck.
    pub deck: Pile<Equipment, 40>,
    /// Discarded equipment.
    pub discards: Pile<Equipment, 40>,
    /// Face-down search stacks.
    pub search: [Pile<SearchTile, 11>; 2],
    /// Search tiles lying open.
    pub found: [Pile<SearchTile, 11>; 2],
    /// Seats that know the order of each search stack.
    pub peeked: [Sides; 2],
    /// Wild-game stacks.
    pub wild: [Pile<Prey, 10>; 3],
    /// Seats that know the order of each wild-game stack.
    pub sensed: [Sides; 3],
    /// Events by turn.
    pub events: [EventCard; 6],
    /// How many of them are face up.
    pub flipped: u8,
    /// Who overcame each.
    pub overcome: [Option<Side>; 6],
    /// The activation going on.
    pub go: Go,
    /// The Pressure going on.
    pub squeeze: Squeeze,
    /// Night step 1: the seat whose go it is.
    pub bidder: Side,
    /// Night step 1: passes in a row.
    pub passes: u8,
    /// Night step 1: seats that are out.
    pub out: Sides,
    /// Shelters by side.
    pub shelters: BySide<Shelter>,
    /// Secret choices by seat.
    pub drafts: BySide<Draft>,
    /// The round of the draft, when hands go round.
    pub draft_round: u8,
    /// Search tiles drawn by a leader at set-up.
    pub drawn: Pile<SearchTile, 4>,
    /// The City of each.
    pub drawn_from: Pile<u8, 4>,
    /// The solo opponent.
    pub horde: Horde,
}

impl Position {
    /// Whether an event is in play: face up and not overcome. OL-EVT-04
    pub fn in_play(&self, card: EventCard) -> bool {
        (0..usize::from(self.flipped))
            .any(|turn| self.events[turn] == card && self.overcome[turn].is_none())
    }

    /// The Location of the active hero.
    pub fn here(&self) -> Location {
        self.shelters[self.go.side].heroes[self.go.hero].at.unwrap_or(Location::Forest)
    }

    /// The search stack of a City.
    pub fn stack(&self, city: City) -> &Pile<SearchTile, 11> {
        &self.search[city.index()]
    }
}

/// An empty Shelter: no room is built, and the heroes are Idle. OL-SETUP-04, OL-SETUP-30
pub(crate) const EMPTY_SHELTER: Shelter = {
    const fn unbuilt(kind: RoomKind) -> Room {
        Room { kind, built: false, people: 0, used: Uses::NONE }
    }
    Shelter {
        rooms: ByRoom([
            unbuilt(RoomKind::S1),
            unbuilt(RoomKind::S2),
            unbuilt(RoomKind::S3),
            unbuilt(RoomKind::A1),
            unbuilt(RoomKind::A2),
            unbuilt(RoomKind::A3),
            unbuilt(RoomKind::A4),
        ]),
        airlock: 0,
        gauge: 0,
        stock: [0; 7],
        broken: 0,
        repaired: 0,
        spent: 0,
        caught: [0; 5],
        won: 0,
        leader: None,
        heroes: ByHero([Hero { at: None, standing: false }; 4]),
        hunted: false,
        loss: Loss::Nothing,
        losing: 0,
        queue: 0,
        rising: 0,
        step: Step::Feed,
        coupon: false,
        orders: None,
        ordered: false,
    }
};
