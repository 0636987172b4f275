//! The form of a scenario file: its fields, as they are written.

use crate::edition::charts::{DirectionsFile, EncountersFile, NeedsFile, RowsFile};
use crate::edition::components::{Source, Terrain};
use crate::edition::scenarios::{Auto, Key, Meeting, Order, Timing};
use crate::land::Edge;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub(super) id: Spanned<String>,
    pub(super) name: String,
    #[serde(default, rename = "place")]
    pub(super) _place: u16,
    #[serde(default, rename = "summary")]
    pub(super) _summary: String,
    #[serde(default)]
    pub(super) card: String,
    #[serde(default)]
    pub(super) win_text: String,
    #[serde(default)]
    pub(super) hints: Vec<String>,
    pub map: Option<Spanned<String>>,
    pub players: Spanned<Players>,
    pub order: Option<Order>,
    pub(super) head_start: Option<HeadStart>,
    pub(super) day_limit: Option<Spanned<i64>>,
    pub end: Option<Timing>,
    #[serde(default)]
    pub switches: BTreeMap<String, toml::Value>,
    #[serde(default)]
    pub locked: Vec<Spanned<String>>,
    pub(super) role: Vec<Spanned<RoleFile>>,
    #[serde(default)]
    pub(super) direction: DirectionsFile,
    #[serde(default)]
    pub(super) needs: BTreeMap<String, NeedsFile>,
    #[serde(default)]
    pub(super) encounters: EncountersFile,
    #[serde(default)]
    pub(super) rows: RowsFile,
    pub(super) markers: Option<Spanned<MarkersFile>>,
    #[serde(default)]
    pub(super) contact: Vec<Spanned<ContactFile>>,
    pub(super) shooting: Option<ShootingFile>,
    pub(super) carry: Option<CarryFile>,
    #[serde(default)]
    pub(super) win: Vec<Spanned<WinFile>>,
    #[serde(default)]
    pub(super) rank: RankFile,
    #[serde(default)]
    pub(super) nobody: String,
    #[serde(default)]
    pub(super) ratings: Vec<(u16, String)>,
    pub(super) hidden: Option<Spanned<HiddenFile>>,
    #[serde(default)]
    pub(super) share_needs: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadStart {
    pub(super) role: Spanned<String>,
    pub(super) days: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoleFile {
    pub(super) id: String,
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) kind: Kind,
    #[serde(default = "each")]
    pub(super) side: String,
    #[serde(default)]
    pub(super) sought: bool,
    pub(super) players: Option<Spanned<Vec<u8>>>,
    pub(super) count: Option<Spanned<CountFile>>,
    pub(super) auto: Option<Auto>,
    pub(super) start: Option<Spanned<StartFile>>,
    pub(super) level: Option<Spanned<String>>,
    pub(super) water: Option<Spanned<u8>>,
    pub(super) food: Option<Spanned<u8>>,
    pub(super) found: Option<FoundFile>,
    pub(super) allowance: Option<Spanned<AllowanceFile>>,
    pub(super) tracks: Option<bool>,
    pub(super) direction: Option<Spanned<String>>,
    pub(super) needs: Option<Spanned<String>>,
    pub(super) needs_escorting: Option<Spanned<String>>,
    pub(super) encounters: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) must_roll: bool,
    #[serde(default)]
    pub(super) exits: Vec<Edge>,
    #[serde(default)]
    pub(super) exits_secret: bool,
    #[serde(default)]
    pub(super) needs_charge: bool,
    #[serde(default)]
    pub(super) immobile: Immobile,
    pub(super) quit_level: Option<Spanned<String>>,
    pub(super) outposts: Option<Spanned<OutpostsFile>>,
    pub(super) reverse: Option<ReverseFile>,
}

fn each() -> String {
    "each".into()
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    #[default]
    Person,
    Animal,
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Immobile {
    #[default]
    Out,
    Stays,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum CountFile {
    Number(u8),
    BySeats(Vec<u8>),
    Word(String),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct StartFile {
    pub(super) base: Option<u8>,
    pub(super) hex: Option<String>,
    pub(super) bases: Option<Vec<u8>>,
    pub(super) choose: Option<Vec<u8>>,
    #[serde(default)]
    pub(super) distinct: bool,
    pub(super) order: Option<StartOrder>,
    pub(super) offset_from: Option<PlaceFile>,
    pub(super) distance: Option<u16>,
    pub(super) direction: Option<String>,
    pub(super) draw: Option<DrawFile>,
}

#[derive(Deserialize, PartialEq, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum StartOrder {
    OrderOfPlay,
    Reversed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawFile {
    pub(super) columns: (u8, u8),
    pub(super) rows: (u8, u8),
    #[serde(default)]
    pub(super) not_on: Vec<Source>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FoundFile {
    pub(super) food_after: u8,
    pub(super) food_most: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AllowanceFile {
    pub(super) times: Option<(u8, u8)>,
    pub(super) row: Option<Vec<u8>>,
    pub(super) fixed: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OutpostsFile {
    pub(super) each: Option<u8>,
    pub(super) total: Option<u8>,
    pub(super) far_from: Option<PlaceFile>,
    pub(super) distance: Option<u16>,
    pub(super) not_columns: Option<(u8, u8)>,
    pub(super) not_rows: Option<(u8, u8)>,
    pub(super) bases: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReverseFile {
    pub(super) start: Option<Spanned<StartFile>>,
    #[serde(default)]
    pub(super) exits: Vec<Edge>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkersFile {
    pub(super) role: String,
    pub(super) turned_by: String,
    #[serde(default)]
    pub(super) bases: Vec<u8>,
    #[serde(default)]
    pub(super) hexes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ContactFile {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) test: ContactTest,
    pub(super) result: Meeting,
    #[serde(default = "one")]
    pub(super) from_day: u16,
}

fn one() -> u16 {
    1
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(super) enum ContactTest {
    SameHex,
    Shooting,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct ShootingFile {
    #[serde(default)]
    pub(super) range1_from: Terrains,
    #[serde(default)]
    pub(super) roll: BTreeMap<Terrain, Spanned<Vec<u8>>>,
    #[serde(default)]
    pub(super) range: Vec<u8>,
    #[serde(default)]
    pub(super) line_over: Terrains,
    #[serde(default)]
    pub(super) cover: Terrains,
    #[serde(default)]
    pub(super) blind: Terrains,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CarryFile {
    pub(super) points: u8,
    pub(super) least: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WinFile {
    pub(super) when: WhenFile,
    pub(super) winner: String,
    pub(super) second: Option<String>,
    pub(super) timing: Option<Timing>,
    #[serde(default)]
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WhenFile {
    Left(String),
    AllLeft(String),
    Found(String),
    Captured(String),
    Hit(String),
    Out(String),
    AllOut(String),
    LevelAtMost(String, String),
    EscortedOut(u8),
    DayEnd(u16),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct RankFile {
    pub(super) keys: Option<Vec<Key>>,
    #[serde(default)]
    pub(super) nobody: Vec<Key>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HiddenFile {
    pub(super) role: String,
    pub(super) ranges: BTreeMap<Terrain, u8>,
    #[serde(default)]
    pub(super) tracks_every: u16,
    #[serde(default)]
    pub(super) tracks_age: u16,
}

/// The scenario as its file lists it, before its map and charts are looked at.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Heading {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub summary: String,
    #[serde(default = "last_place")]
    pub place: u16,
    pub players: Players,
}

fn last_place() -> u16 {
    u16::MAX
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Players {
    pub min: u16,
    pub max: u16,
    #[serde(default)]
    pub solo: bool,
}

/// A place in a scenario file: a base or a hex.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceFile {
    pub base: Option<u8>,
    pub hex: Option<String>,
}

/// A terrain word in a file.
pub(crate) type Terrains = Vec<Terrain>;
