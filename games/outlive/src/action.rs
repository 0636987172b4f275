//! Every decision of the game, each one small thing that a person would say.

use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Token,
};
use crate::position::{Orders, RoomName};
use crate::rules::sides::{HeroId, Side};
use serde::Serialize;

/// A space for a survivor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// The Airlock.
    Airlock,
    /// A room.
    Room(RoomName),
}

/// How the Dam is opened. OL-DAM-01, OL-DAM-08
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// With a Microchip.
    Chip,
    /// With the Access Card.
    Card,
}

/// What the Command Post takes off an event's cost. OL-OVER-12
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiver {
    /// Nothing.
    None,
    /// One token of a kind that costs one less: a Supply, or the only Material or Munitions asked.
    One(Token),
    /// Two Materials or Munitions, by kind.
    Two(Token, Token),
}

/// How a repair is paid. OL-REP-01, OL-REP-06, OL-REP-07
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// In full.
    Full,
    /// Through the Tool Store: this token is left out.
    ToolStore(Token),
    /// Through the Bench: only this token is paid.
    Bench(Token),
    /// Through the Laboratory: free.
    Laboratory,
    /// Through Tool Store and Bench together: free. OL-OPT-06
    StoreAndBench,
    /// Through two Benches together: free. OL-OPT-06
    TwoBenches,
}

/// One decision. There is none to trade and none to throw things away. OL-RES-10, OL-RES-11
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Discard two of the six rooms dealt.
    Discard(RoomKind, RoomKind),
    /// Keep one room of the hand that goes round.
    Pick(RoomKind),
    /// Build this room free.
    Free(RoomName),
    /// Start with so many survivors in the free room.
    Start(u8),
    /// Keep this leader.
    Keep(Leader),
    /// The draft stands.
    Confirm,
    /// Choose again.
    Revise,
    /// Draw a search tile at set-up.
    Draw(City),
    /// Discard one of the tiles drawn at set-up.
    Drop(SearchTile),
    /// Place a hero of this Strength.
    Place(u8, Location),
    /// Lose a token of this kind.
    Lose(Token),
    /// Give the virtual Water to the rats. OL-OPT-05
    LoseVirtual,
    /// Lose a survivor from there.
    LoseSurvivor(Space),
    /// Use the Baseball Bat against this side, or not at all.
    Bat(Option<Side>),
    /// Answer Pressure.
    Defend {
        /// With the Guard Room.
        immunity: bool,
        /// With Battle Gear.
        gear: bool,
        /// With so many Munitions.
        munitions: u8,
    },
    /// Give a token as tribute.
    Give(Token),
    /// Demand a token of this side as tribute.
    Demand(Side, Token),
    /// Leave standing orders, or none.
    Orders(Option<Orders>),
    /// Move a hero and activate it.
    Activate {
        /// The hero.
        hero: HeroId,
        /// Where it goes.
        to: Location,
        /// With the Exoskeleton.
        exo: bool,
        /// With the Grappling Hook.
        hook: bool,
        /// Sharing a slot through the Jetty.
        share: bool,
    },
    /// A hero that cannot move stays.
    Stay(HeroId),
    /// Look through a search stack.
    Peek(City),
    /// Scavenge so many tokens.
    Take(u8),
    /// Open the Dam.
    Open(Key),
    /// Harvest the Algae.
    Algae,
    /// Salvage the equipment in this place of the display, from 0.
    Salvage(u8),
    /// Search with an action point.
    Search,
    /// Search through the Scouts' Room.
    FreeSearch,
    /// Use the Thermal Sensor.
    Sensor,
    /// Hunt.
    Hunt {
        /// How deep in the stack; 0 is the top.
        depth: u8,
        /// With so many Munitions.
        munitions: u8,
        /// With the Shotgun.
        shotgun: bool,
        /// With the Bear Trap.
        trap: bool,
    },
    /// Which Hunting rooms add to the catch: bits for A1, A1b, A2, A2b.
    Bonus(u8),
    /// Use equipment. OL-EQ-08
    Gear(Equipment),
    /// Use every tile that [`Action::Gear`] could use now; offered where there are several.
    AllGear,
    /// Use the Flashlight and put the survivor there.
    Flashlight(Space),
    /// Take the ship's survivor there.
    Board(Space),
    /// Take the Refugee there, or not at all.
    Refugee(Option<Space>),
    /// Swap a Material with the Merchant.
    Swap(Token, Token),
    /// Swap no more.
    NoSwap,
    /// End the activation or the Night step.
    End,
    /// Overcome an event.
    Overcome(EventCard, Waiver),
    /// Pass on the events.
    Pass,
    /// Feed the rooms; rows of the Airlock take their Water by themselves.
    Feed {
        /// With so much Meat.
        meat: u8,
        /// With so much Water.
        water: u8,
        /// With so many Canned Goods.
        canned: u8,
    },
    /// Recruit so many with this Supply.
    Recruit(Token, u8),
    /// Build a room.
    Build {
        /// Which.
        room: RoomName,
        /// Through the Workshop.
        workshop: bool,
        /// Wood, Metal and Microchips paid.
        paid: [u8; 3],
    },
    /// Move so many survivors from the Airlock into a room.
    Move(RoomName, u8),
    /// Use a room's ability.
    Use(RoomName),
    /// Destroy an equipment tile in a Recycling room.
    Recycle(RoomName, Equipment),
    /// Repair a tile.
    Repair(Equipment, Method),
}
