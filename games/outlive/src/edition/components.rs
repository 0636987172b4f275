//! What is in the box, laid out for quick use.

use crate::edition::roster::{Equipment, Location, Tokens};

/// A room as printed.
#[derive(Clone, Debug, Default)]
pub struct RoomData {
    /// Our name for it.
    pub name: String,
    /// Its ability in a line.
    pub ability: String,
    /// Spaces for survivors.
    pub spaces: u8,
    /// Supplies per Night while somebody lives there.
    pub upkeep: u8,
    /// The number in its ability.
    pub amount: u8,
    /// Tiles in the box; 0 for a standard room, which everybody has.
    pub copies: u8,
}

/// A type of equipment as printed.
#[derive(Clone, Debug, Default)]
pub struct EquipmentData {
    /// Its name.
    pub name: String,
    /// Its name in a few letters, for a tile.
    pub short: String,
    /// Its effect in a line.
    pub effect: String,
    /// The symbol of which it shows one half.
    pub symbol: String,
    /// The type that shows the other half.
    pub partner: usize,
    /// What a repair costs.
    pub cost: Tokens,
    /// The number in its effect.
    pub amount: u8,
}

/// An event as printed.
#[derive(Clone, Debug, Default)]
pub struct EventData {
    /// Its name.
    pub name: String,
    /// Its name in a few letters, for a card.
    pub short: String,
    /// The number in its effect with 2, 3 and 4 players.
    pub amount: [u8; 3],
    /// Its survival points.
    pub points: u8,
    /// What it costs to overcome.
    pub cost: Tokens,
}

/// A leader as printed.
#[derive(Clone, Debug)]
pub struct LeaderData {
    /// The name.
    pub name: String,
    /// The trade.
    pub trade: String,
    /// The age.
    pub age: u8,
    /// Where the four heroes start.
    pub places: [Location; 4],
    /// Tokens to start with.
    pub tokens: Tokens,
    /// Search tiles to draw at set-up, of which one is discarded.
    pub draws: u8,
    /// The broken tile to start with.
    pub equipment: Equipment,
}

/// A type of wild game.
#[derive(Clone, Copy, Debug, Default)]
pub struct WildData {
    /// Its printed Endurance.
    pub endurance: u8,
    /// Tiles in the box.
    pub copies: u8,
    /// Meat of the first catch.
    pub meat: u8,
}

/// A slot of the Cargo Ship.
#[derive(Clone, Copy, Debug)]
pub struct SlotData {
    /// The Strength that enters it.
    pub strength: u8,
    /// Its Canned Goods.
    pub canned: u8,
}

/// One level of the Horde.
#[derive(Clone, Debug)]
pub struct LevelData {
    /// The Strengths of its pawns.
    pub strengths: [u8; 4],
    /// How many cards lie open.
    pub forecast: u8,
    /// The score that wins.
    pub bar: i64,
}

/// A rank of the solo game.
#[derive(Clone, Debug)]
pub struct RankData {
    /// From this score on.
    pub score: i64,
    /// What it is called.
    pub name: String,
}

/// What a Horde card may send a pawn to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// One of the two Cities.
    City,
    /// The Mine.
    Mine,
    /// The Cargo Ship.
    Cargo,
    /// The Fairgrounds.
    Fairgrounds,
    /// The Forest.
    Forest,
    /// A hunting Location with prey within reach of the pawn's action points.
    Hunting,
    /// The Dam.
    Dam,
    /// The Military Base.
    Base,
}

table::words! {
    Errand is "errand":
    City = "city", Mine = "mine", Cargo = "cargo", Fairgrounds = "fairgrounds",
    Forest = "forest", Hunting = "hunting", Dam = "dam", Base = "base",
}

/// The Horde's data.
#[derive(Clone, Debug)]
pub struct HordeData {
    /// The cycle of errands; card n begins at its nth.
    pub cycle: [Errand; 8],
    /// The easy level.
    pub easy: LevelData,
    /// The normal level.
    pub normal: LevelData,
    /// The hard level.
    pub hard: LevelData,
    /// Ranks from the best.
    pub rank: Vec<RankData>,
}

/// Set-up and building.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// Materials for a room.
    pub price: u8,
    /// Advanced rooms dealt.
    pub dealt_rooms: u8,
    /// Advanced rooms kept.
    pub kept_rooms: u8,
    /// Rooms built free at the start.
    pub free_rooms: u8,
    /// Survivors at the start.
    pub survivors: u8,
    /// Free rooms with the option `four_days`.
    pub four_days_free_rooms: u8,
    /// Survivors with the option `four_days`.
    pub four_days_survivors: u8,
}

/// Everything in the box, ready for use.
#[derive(Clone, Debug)]
pub struct Components {
    /// Tokens at each Location after Dawn, with 2, 3 and 4 players.
    pub levels: [[u8; 3]; 8],
    /// Search tiles left out at Dawn.
    pub search_discards: [u8; 3],
    /// Equipment on show in each City.
    pub display: u8,
    /// Ambient radioactivity by turn.
    pub six_days: Vec<u8>,
    /// The same with the option `four_days`.
    pub four_days: Vec<u8>,
    /// The slots of the ship.
    pub slots: Vec<SlotData>,
    /// The Strengths of a player's heroes.
    pub strengths: [u8; 4],
    /// Tokens in the box.
    pub counts: Tokens,
    /// Tokens kept after the Night; `None` for all.
    pub kept: [Option<u8>; 7],
    /// Survivors in the box.
    pub survivors: u8,
    /// Airlock rows.
    pub rows: Vec<u8>,
    /// Airlock rows with the option `tight_airlock`.
    pub tight_rows: Vec<u8>,
    /// Gauge cells from the best.
    pub gauge: Vec<i8>,
    /// Points for full rooms.
    pub full_rooms: [u8; 8],
    /// Set-up and building.
    pub building: Building,
    /// Rooms by kind.
    pub rooms: [RoomData; 22],
    /// Equipment by type.
    pub equipment: [EquipmentData; 20],
    /// Events by card.
    pub events: [EventData; 12],
    /// Leaders.
    pub leaders: Vec<LeaderData>,
    /// Types of wild game.
    pub wild: [WildData; 5],
    /// Wild-game tiles per stack.
    pub wild_stack: [u8; 3],
    /// Search tiles of each City by type.
    pub search: [u8; 12],
    /// The Horde.
    pub horde: HordeData,
}
