//! Scenario files as people write them. `docs/survivors.md` describes every field.

use crate::edition::components::Item;
use crate::geometry::feature::{AreaKind, DoorState, LineKind};
use crate::geometry::point::{Mils, Point};
use serde::{Deserialize, Deserializer, de};
use std::fmt;
use toml::Spanned;

/// A length in inches, held in mils; a file may write it with up to three decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Inches(pub Mils);

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Inches, D::Error> {
        struct Reader;
        impl de::Visitor<'_> for Reader {
            type Value = Inches;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a length in inches, such as 4 or 2.125")
            }

            fn visit_i64<E: de::Error>(self, inches: i64) -> Result<Inches, E> {
                match Mils::try_from(inches * 1000) {
                    Ok(mils) => Ok(Inches(mils)),
                    Err(_) => Err(E::custom("too long")),
                }
            }

            fn visit_u64<E: de::Error>(self, inches: u64) -> Result<Inches, E> {
                self.visit_i64(i64::try_from(inches).map_err(|_| E::custom("too long"))?)
            }

            // The written decimals are taken up exactly: the text of a float is its shortest one.
            fn visit_f64<E: de::Error>(self, inches: f64) -> Result<Inches, E> {
                let text = inches.to_string();
                match crate::speech::notation::mils(&text) {
                    Some(mils) if text.split_once('.').is_none_or(|(_, d)| d.len() <= 3) => {
                        Ok(Inches(mils))
                    }
                    _ => Err(E::custom(format!("{text} is finer than a thousandth of an inch"))),
                }
            }
        }
        from.deserialize_any(Reader)
    }
}

/// A point in inches, `[x, y]`.
pub type At = [Inches; 2];

/// The point in mils.
pub fn point(at: At) -> Point {
    Point::new(at[0].0, at[1].0)
}

/// A scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub summary: String,
    /// Where it stands in the list of scenarios.
    #[serde(default)]
    pub rank: u8,
    /// Width and depth of the table.
    pub table: Spanned<At>,
    /// The last turn.
    pub turns: Spanned<u8>,
    /// Light, by spans of turns: `["day 1-4", "dusk 5-7"]`; a single word for all turns.
    pub light: Spanned<Vec<String>>,
    /// `simultaneous` or `in order`.
    pub setup: Spanned<String>,
    /// The order in which sides deploy; as they stand in the file if left out.
    #[serde(default)]
    pub order: Vec<Spanned<String>>,
    /// How the map is symmetric, if it claims to be: `half turn`, `quarter turn` or `mirror`.
    pub symmetry: Option<Spanned<String>>,
    /// The numbers of sides that it can be played with.
    pub seats: Vec<u16>,
    /// With fewer seats than sides: which sides play, such as `{ 2 = ["B", "C"] }`.
    #[serde(default)]
    pub play: std::collections::BTreeMap<String, Vec<String>>,
    /// The sides.
    pub side: Vec<SideFile>,
    /// Pairs of sides that are not hostile.
    #[serde(default)]
    pub peace: Vec<PeaceFile>,
    /// Lines.
    #[serde(default)]
    pub line: Vec<LineFile>,
    /// Areas.
    #[serde(default)]
    pub area: Vec<AreaFile>,
    /// Buildings.
    #[serde(default)]
    pub building: Vec<BuildingFile>,
    /// Zones.
    #[serde(default)]
    pub zone: Vec<ZoneFile>,
    /// Crates, search points, horses, strays, lamps and so on.
    #[serde(default)]
    pub piece: Vec<PieceFile>,
    /// Archetypes of the strays, shuffled in secret.
    #[serde(default)]
    pub strays: Vec<Spanned<String>>,
    /// How many of the search points hold a medicine.
    #[serde(default)]
    pub medicines: u8,
    /// What brings victory points beside casualties and prisoners.
    #[serde(default)]
    pub score: Vec<ScoreFile>,
    /// What the way from the middle of a zone to a piece costs at most, if the file promises it.
    #[serde(default)]
    pub route: Vec<RouteFile>,
}

/// A promise about a way: length plus two inches for each obstacle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteFile {
    /// The zone where it begins.
    pub from: Spanned<String>,
    /// The piece where it ends.
    pub to: Spanned<String>,
    /// What it costs.
    pub cost: Inches,
}

/// A side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    /// Its letter.
    pub id: Spanned<String>,
    /// Its faction.
    pub faction: Spanned<String>,
    /// Points to muster.
    pub points: i32,
    /// Fewest and most Heroes.
    pub heroes: [u8; 2],
    /// Fewest and most figures.
    #[serde(default = "any_number")]
    pub figures: [u8; 2],
    /// Archetypes of the default force.
    pub muster: Spanned<Vec<String>>,
    /// Kits of figures that differ from their archetype's, by their number: `{ 1 = ["shotgun"] }`.
    #[serde(default)]
    pub kit: std::collections::BTreeMap<String, Vec<Item>>,
    /// Where it deploys.
    pub zone: Option<Spanned<String>>,
    /// The building inside which it deploys, sentries aside.
    pub inside: Option<Spanned<String>>,
    /// Where figures that are held back may enter.
    #[serde(default)]
    pub entries: Vec<Spanned<String>>,
    /// How many may be held back.
    #[serde(default)]
    pub hold_back: u8,
    /// The first turn in which they may enter.
    #[serde(default = "first")]
    pub enters: u8,
    /// Where it may leave the table.
    #[serde(default)]
    pub exits: Vec<Spanned<String>>,
    /// Whether it starts asleep.
    #[serde(default)]
    pub unalerted: bool,
    /// Default places, in the order of the muster: `[x, y]` or `[x, y, level]`.
    #[serde(default)]
    pub places: Vec<Vec<Inches>>,
    /// Whether this side may light the bonfire.
    #[serde(default)]
    pub lights: bool,
}

fn any_number() -> [u8; 2] {
    [4, 12]
}

fn first() -> u8 {
    1
}

/// A pair of sides that is not hostile.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeaceFile {
    /// The two.
    pub between: [String; 2],
    /// Whether they are allied rather than neutral.
    #[serde(default)]
    pub allied: bool,
}

/// A line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineFile {
    /// Its id.
    pub id: Spanned<String>,
    /// What it is.
    pub kind: LineKind,
    /// Through these points.
    pub points: Vec<At>,
    /// Its floor.
    #[serde(default)]
    pub level: i8,
    /// Strength points; the chart's if left out.
    pub strength: Option<u8>,
}

/// An area.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaFile {
    /// Its id.
    pub id: Spanned<String>,
    /// What it is.
    pub kind: AreaKind,
    /// Its corners.
    pub corners: Vec<At>,
    /// Its floor.
    #[serde(default)]
    pub level: i8,
    /// Whether it fills the floor above too.
    #[serde(default)]
    pub tall: bool,
}

/// A building.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildingFile {
    /// Its id.
    pub id: Spanned<String>,
    /// What it is called.
    pub name: String,
    /// West, south, east, north.
    pub rect: [Inches; 4],
    /// How many floors.
    #[serde(default = "first")]
    pub storeys: u8,
    /// Doors and windows.
    #[serde(default)]
    pub opening: Vec<OpeningFile>,
    /// Stairs.
    #[serde(default)]
    pub stairs: Vec<StairsFile>,
}

/// A door or window.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningFile {
    /// Its id within the building.
    pub id: Spanned<String>,
    /// Its floor.
    #[serde(default)]
    pub level: i8,
    /// `N`, `E`, `S` or `W`.
    pub wall: String,
    /// From the west end (N and S walls) or the south end (E and W walls).
    pub offset: Inches,
    /// Its width.
    pub width: Inches,
    /// `door` or `window`.
    pub kind: LineKind,
    /// The state of a door.
    #[serde(default)]
    pub state: DoorState,
    /// Whether it can be barred.
    #[serde(default)]
    pub barrable: bool,
    /// Strength points; the chart's if left out.
    pub strength: Option<u8>,
}

/// Stairs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StairsFile {
    /// Its id within the building.
    pub id: Spanned<String>,
    /// Its lower end.
    pub foot: At,
    /// The floor of the lower end.
    #[serde(default)]
    pub level: i8,
    /// Its upper end.
    pub head: At,
}

/// A zone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneFile {
    /// Its id.
    pub id: Spanned<String>,
    /// West, south, east, north.
    pub rect: [Inches; 4],
}

/// A piece that stands on the table at the start.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceFile {
    /// Its id.
    pub id: Spanned<String>,
    /// `crate`, `search`, `horse`, `pack horse`, `stray`, `lamp`, `bonfire`, `machine` or `sentry`.
    pub kind: Spanned<String>,
    /// Where it stands.
    pub at: At,
    /// Its floor.
    #[serde(default)]
    pub level: i8,
    /// The side of a sentry.
    pub side: Option<String>,
    /// Where a sentry looks, as a compass point.
    pub face: Option<String>,
    /// The radius of a lamp or of a bonfire's smoke.
    pub radius: Option<Inches>,
    /// How many turns a bonfire's smoke stands.
    pub turns: Option<u8>,
    /// The target number of a machine.
    pub target: Option<u8>,
}

/// What brings victory points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreFile {
    /// A side's letter, or `each`.
    pub side: String,
    /// What for: one of the headings in `docs/survivors.md`.
    #[serde(rename = "for")]
    pub what: Spanned<String>,
    /// How many.
    pub points: i32,
    /// The building, door or zone that it is about, where it is about one.
    pub of: Option<Spanned<String>>,
}

/// The chart of weapons.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponsFile {
    /// Weapons that fire.
    pub gun: Vec<GunFile>,
    /// Weapons for hand-to-hand: what they add.
    pub melee: Vec<MeleeFile>,
}

/// A weapon that fires.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunFile {
    /// Which.
    pub item: Item,
    /// How far it reaches.
    pub range: Inches,
    /// Strength points.
    pub strength: i32,
    /// Whether it must be reloaded after each shot.
    #[serde(default = "yes")]
    pub reloads: bool,
    /// Whether it neither wakes nor lights.
    #[serde(default)]
    pub silent: bool,
    /// Muster points.
    pub points: i32,
    /// Whether it belongs to the extended armoury.
    #[serde(default)]
    pub extended: bool,
}

fn yes() -> bool {
    true
}

/// A weapon for hand-to-hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeFile {
    /// Which.
    pub item: Item,
    /// What it adds.
    pub adds: i32,
    /// Muster points.
    pub points: i32,
}

/// The chart of Strength points of structures.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StructuresFile {
    /// A door.
    pub door: u8,
    /// A barred door.
    pub barred: u8,
    /// A barricade.
    pub barricade: u8,
    /// A section of wall.
    pub wall: u8,
    /// A low wall: stands in the chart, but cannot be shot at.
    pub lowwall: u8,
    /// A car or cart: shots have no effect.
    pub lowsolid: u8,
}

/// The list of archetypes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchetypesFile {
    /// Each.
    pub archetype: Vec<ArchetypeFile>,
}

/// An archetype.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchetypeFile {
    /// Its name.
    pub name: Spanned<String>,
    /// Its class.
    pub class: crate::edition::components::Class,
    /// Strength.
    pub strength: Spanned<u8>,
    /// Intelligence.
    pub intelligence: u8,
    /// Civilian.
    #[serde(default)]
    pub civilian: bool,
    /// Shirker.
    #[serde(default)]
    pub shirker: bool,
    /// Skills.
    #[serde(default)]
    pub skills: Vec<crate::edition::components::Skill>,
    /// Kit, the first in hand.
    #[serde(default)]
    pub kit: Vec<Item>,
    /// Whether it comes with a horse.
    #[serde(default)]
    pub horse: bool,
    /// Muster points.
    pub points: i32,
}

/// A faction.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionFile {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: String,
    /// Who they are.
    pub about: String,
    /// Its people.
    pub person: Vec<PersonFile>,
}

/// A person of a faction.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonFile {
    /// The archetype.
    pub archetype: Spanned<String>,
    /// The name.
    pub name: String,
}

/// A file of forces: musters that differ from a scenario's default.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcesFile {
    /// What it is.
    pub summary: String,
    /// One for each side, in order.
    pub side: Vec<ForceFile>,
}

/// The force of one side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceFile {
    /// Its faction.
    pub faction: Spanned<String>,
    /// Its figures.
    pub figure: Vec<ForceFigure>,
}

/// One figure of a force.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceFigure {
    /// Its archetype.
    pub archetype: Spanned<String>,
    /// Its name; the faction's if left out.
    pub name: Option<String>,
    /// Strength that it starts with; full if left out.
    pub strength: Option<u8>,
    /// Kit; the archetype's if left out.
    pub kit: Option<Vec<Item>>,
    /// Skills; the archetype's if left out.
    pub skills: Option<Vec<crate::edition::components::Skill>>,
}
