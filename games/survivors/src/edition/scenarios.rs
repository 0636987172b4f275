//! Scenarios, read and checked: table, sides, zones, pieces and what they are worth. SV-SET-01

use crate::edition::Book;
use crate::edition::components::Sheet;
use crate::edition::options::Options;
use crate::edition::scenario_file::{ForcesFile, ScenarioFile};
use crate::geometry::feature::Level;
use crate::geometry::point::{Facing, Mils, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::tabletop::Tabletop;
use crate::position::{FigureId, Side};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use table::{Edition, Setup, SetupError};

/// How much light there is. SV-NGT-02
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Light {
    /// Everything is seen.
    Day,
    /// Unlit figures are seen to 12 inches.
    Dusk,
    /// Unlit figures are seen to 6 inches.
    Night,
}

/// A zone of the table.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its id.
    pub id: Arc<str>,
    /// Where it lies.
    pub bounds: Bounds,
}

/// A side as the scenario sets it up.
#[derive(Clone, Debug)]
pub struct SideSetup {
    /// Its letter.
    pub id: String,
    /// Its faction.
    pub faction: String,
    /// What the faction is called.
    pub name: String,
    /// Its figures, by number.
    pub figures: Range<u8>,
    /// Where it deploys, by zone.
    pub zone: Option<u8>,
    /// Inside which building it deploys.
    pub inside: Option<u8>,
    /// Where held-back figures may enter.
    pub entries: Vec<u8>,
    /// How many may be held back.
    pub hold_back: u8,
    /// When they may enter.
    pub enters: u8,
    /// Where it may leave.
    pub exits: Vec<u8>,
    /// Whether it starts asleep.
    pub unalerted: bool,
    /// Default places.
    pub places: Vec<(Point, Level)>,
    /// Whether it may light bonfires.
    pub lights: bool,
}

/// A sentry's spot. SV-SCN-03
#[derive(Clone, Debug)]
pub struct Spot {
    /// Whose.
    pub side: Side,
    /// Where.
    pub at: Point,
    /// On which floor.
    pub level: Level,
    /// Where the sentry looks.
    pub facing: Facing,
}

impl SideSetup {
    /// Its figures.
    pub fn people(&self) -> impl Iterator<Item = FigureId> + Clone + use<> {
        self.figures.clone().map(|number| FigureId::new(usize::from(number)))
    }
}

/// A piece that never moves.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its id.
    pub id: String,
    /// Where.
    pub at: Point,
    /// On which floor.
    pub level: Level,
    /// Radius of light or smoke.
    pub radius: Mils,
    /// Turns that the smoke stands.
    pub turns: u8,
    /// The target number of a machine.
    pub target: u8,
}

/// What victory points are given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Each crate carried off the table. SV-SCN-01
    CrateExited,
    /// Each crate carried at the end. SV-SCN-02
    CrateCarried,
    /// Each crate brought into a zone. SV-SCN-05, SV-SCN-07
    CrateSecured,
    /// Each riding horse brought into a zone. SV-SCN-06
    HorseSecured,
    /// Each crate neither secured nor carried by an enemy. SV-SCN-08
    CrateNotSecured,
    /// Each pack horse led off. SV-SCN-11
    PackHorseExited,
    /// Each pack horse that has not left. SV-SCN-12
    PackHorseLeft,
    /// Each character that left.
    CharacterExited,
    /// Each Hero that left, beside the character's point.
    HeroExited,
    /// Each medicine carried off. SV-SCN-15
    MedicineExited,
    /// Each medicine carried at the end.
    MedicineCarried,
    /// Each stray that is one's own. SV-SCN-18
    StrayYours,
    /// Each stray put out of play. SV-SCN-19
    StrayPutOut,
    /// No enemy in play inside a building. SV-SCN-22
    BuildingCleared(u8),
    /// Each crate outside a building or carried by this side. SV-SCN-23
    CrateOutside(u8),
    /// Each crate inside a building and not carried by an enemy.
    CrateInside(u8),
    /// A door never forced or destroyed. SV-SCN-24
    DoorHeld(u16),
    /// More figures wholly inside a building than any other side.
    BuildingMajority(u8),
    /// Each enemy Hero out or captured.
    EnemyHeroOut,
}

/// The headings for victory points, as files name them.
pub const HEADINGS: [&str; 19] = [
    "crate exited",
    "crate carried",
    "crate secured",
    "horse secured",
    "crate not secured",
    "pack horse exited",
    "pack horse left",
    "character exited",
    "hero exited",
    "medicine exited",
    "medicine carried",
    "stray yours",
    "stray put out",
    "building cleared",
    "crate outside",
    "crate inside",
    "door held",
    "building majority",
    "enemy hero out",
];

/// One entry of the list of victory points.
#[derive(Clone, Debug)]
pub struct Score {
    /// For which side; none for each.
    pub side: Option<Side>,
    /// What for.
    pub worth: Worth,
    /// Its heading.
    pub heading: String,
    /// How many.
    pub points: i32,
}

/// A scenario, ready to be played.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// The last turn.
    pub turns: u8,
    /// Light of every turn.
    pub light: Vec<Light>,
    /// Whether all sides deploy at once, in secret. SV-SET-03
    pub simultaneous: bool,
    /// The order in which sides deploy.
    pub order: Vec<Side>,
    /// The sides.
    pub sides: Vec<SideSetup>,
    /// Who is hostile to whom, by side, in bits. SV-GEN-09
    pub hostile: [u8; 4],
    /// Zones.
    pub zones: Vec<Zone>,
    /// The sheets of all figures, then those of strays.
    pub sheets: Vec<Sheet>,
    /// How many figures the sides have; strays follow.
    pub cast: u8,
    /// Where strays stand.
    pub strays: Vec<(Arc<str>, Point, Level)>,
    /// Crates, with their ids.
    pub crates: Vec<(Arc<str>, Point, Level)>,
    /// Horses: id, place, pack.
    pub horses: Vec<(Arc<str>, Point, bool)>,
    /// Search points.
    pub searches: Vec<Fixture>,
    /// How many of them hold a medicine.
    pub medicines: u8,
    /// Lamps that burn at the start.
    pub lamps: Vec<Fixture>,
    /// Bonfires.
    pub bonfires: Vec<Fixture>,
    /// Machines.
    pub machines: Vec<Fixture>,
    /// Sentries' spots.
    pub spots: Vec<Spot>,
    /// The zone into which goods are brought, if the scenario has one.
    pub secure: Option<u8>,
    /// What brings victory points.
    pub scores: Vec<Score>,
    /// Whether figures can be asleep.
    pub alarm: bool,
}

impl Scenario {
    /// The light of a turn.
    pub fn light(&self, turn: u8) -> Light {
        let last = self.light.last().copied().unwrap_or(Light::Day);
        let at = (turn as usize).saturating_sub(1);
        self.light.get(at).copied().unwrap_or(last)
    }

    /// Whether the game has dark turns.
    pub fn is_dark(&self) -> bool {
        self.light.iter().any(|light| *light != Light::Day)
    }

    /// The side of this letter.
    pub fn side(&self, letter: &str) -> Option<Side> {
        let found = self.sides.iter().position(|side| side.id.eq_ignore_ascii_case(letter));
        found.map(Side::new)
    }

    /// Whether two sides are hostile.
    #[inline]
    pub fn hostile(&self, a: Side, b: Side) -> bool {
        a != b && self.hostile.get(a.index()).is_none_or(|bits| b.index() >= 8 || b.is_in(*bits))
    }
}

/// Reads the scenario of a set-up: its table and everything on it, or all that is wrong with it.
pub fn read(
    edition: &Edition,
    book: &Book,
    setup: &Setup,
    options: &Options,
) -> Result<(Tabletop, Scenario), SetupError> {
    let path = edition.find("scenarios", "scenario", &setup.scenario)?;
    let text = edition.text(&path)?;
    let file: ScenarioFile = edition.read(&path)?;
    let mut page = crate::edition::layout::Page { file: &path, text, faults: Vec::new() };
    let table = crate::edition::layout::lay(&mut page, book, &file, options);
    let forces = match options.forces.as_str() {
        "" | "default" => None,
        name => {
            let path = edition.find("forces", "forces", name)?;
            Some((path.clone(), edition.read::<ForcesFile>(&path)?))
        }
    };
    let scenario =
        crate::edition::cast::cast(&mut page, book, &file, setup, forces, &table, options);
    match scenario {
        Some(scenario) if page.faults.is_empty() => {
            let faults = crate::edition::survey::survey(&path, &table, &scenario, &file, text);
            if faults.is_empty() { Ok((table, scenario)) } else { Err(SetupError(faults)) }
        }
        _ => Err(SetupError(page.faults)),
    }
}

/// The names and seats of a scenario, without laying its table.
pub fn brief(edition: &Edition, name: &str) -> Result<ScenarioFile, SetupError> {
    edition.read(&format!("scenarios/{name}.toml"))
}
