//! Scenarios, read and checked: table, sides, zones, pieces and what they are worth. SV-SET-01

use super::cast::Cast;
use super::charts::Book;
use super::check::Drawn;
use super::components::Sheet;
use super::muster::MOST_SIDES;
use super::options::Options;
use crate::geometry::feature::Level;
use crate::geometry::point::{Facing, Mils, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::tabletop::Tabletop;
use crate::position::{FigureId, Side};
use crate::rule;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use table::reading::{Reading, Table};
use table::{RuleId, ScenarioInfo};

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

table::words! { Light is "light": Day = "day", Dusk = "dusk", Night = "night" }

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

/// What victory points are given for. As the word of a file it stands for place 0, until the row says
/// which building or door is meant.
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

table::words! {
    Worth is "heading":
    CrateExited = "crate exited",
    CrateCarried = "crate carried",
    CrateSecured = "crate secured",
    HorseSecured = "horse secured",
    CrateNotSecured = "crate not secured",
    PackHorseExited = "pack horse exited",
    PackHorseLeft = "pack horse left",
    CharacterExited = "character exited",
    HeroExited = "hero exited",
    MedicineExited = "medicine exited",
    MedicineCarried = "medicine carried",
    StrayYours = "stray yours",
    StrayPutOut = "stray put out",
    BuildingCleared(0) = "building cleared",
    CrateOutside(0) = "crate outside",
    CrateInside(0) = "crate inside",
    DoorHeld(0) = "door held",
    BuildingMajority(0) = "building majority",
    EnemyHeroOut = "enemy hero out",
}

impl Worth {
    /// The rule that gives points for it.
    pub fn rule(self) -> RuleId {
        match self {
            Worth::CrateExited => rule::SV_SCN_01,
            Worth::CrateCarried => rule::SV_SCN_02,
            Worth::CrateSecured | Worth::HorseSecured => rule::SV_SCN_07,
            Worth::CrateNotSecured => rule::SV_SCN_08,
            Worth::PackHorseExited | Worth::CharacterExited | Worth::HeroExited => rule::SV_SCN_11,
            Worth::PackHorseLeft => rule::SV_SCN_12,
            Worth::MedicineExited | Worth::MedicineCarried => rule::SV_SCN_15,
            Worth::StrayYours => rule::SV_SCN_18,
            Worth::StrayPutOut => rule::SV_SCN_19,
            Worth::BuildingCleared(_) => rule::SV_SCN_22,
            Worth::CrateOutside(_) | Worth::CrateInside(_) => rule::SV_SCN_23,
            Worth::DoorHeld(_) => rule::SV_SCN_24,
            Worth::BuildingMajority(_) | Worth::EnemyHeroOut => rule::SV_END_01,
        }
    }
}

/// One entry of the list of victory points.
#[derive(Clone, Debug)]
pub struct Score {
    /// For which side; none for each.
    pub side: Option<Side>,
    /// What for.
    pub worth: Worth,
    /// How many.
    pub points: i32,
}

impl Score {
    /// Whether this side can earn it.
    pub fn is_for(&self, side: Side) -> bool {
        self.side.is_none_or(|only| only == side)
    }
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
        let at = (usize::from(turn)).saturating_sub(1);
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

    /// How the scenario sets a side up; nothing for nobody.
    #[inline]
    pub fn setup_of(&self, whose: Option<Side>) -> Option<&SideSetup> {
        self.sides.get(whose?.index())
    }

    /// Whether two are hostile: sides as the scenario says, and every side to what is nobody's.
    #[inline]
    pub fn hostile(&self, a: impl Into<Option<Side>>, b: impl Into<Option<Side>>) -> bool {
        match (a.into(), b.into()) {
            (Some(a), Some(b)) => {
                a != b && self.hostile.get(a.index()).is_none_or(|bits| b.is_in(*bits))
            }
            (a, b) => a != b,
        }
    }
}

/// A scenario as an edition offers it.
pub(super) struct Offer {
    pub(super) info: ScenarioInfo,
    /// The numbers of sides that it can be played with.
    pub(super) seats: Vec<u16>,
    rank: u8,
    file: Table,
}

impl Offer {
    /// The scenarios of an edition, in the order in which they are offered; faults are noted. Only the
    /// one that is set up is read as a whole.
    pub(super) fn all(reading: &Reading, whole: Option<&str>) -> Vec<Offer> {
        let ids = reading.edition().names_in("scenarios");
        let read = |id: &str| {
            let offer = Offer::read(reading, id);
            if whole != Some(id) {
                offer.file.leave_rest();
            }
            offer
        };
        let mut all: Vec<Offer> = ids.into_iter().map(read).collect();
        all.sort_by_key(|offer| (offer.rank, offer.info.id.clone()));
        all
    }

    fn read(reading: &Reading, id: &str) -> Offer {
        let file = reading.file(&format!("scenarios/{id}.toml"));
        let most = usize::from(MOST_SIDES);
        let seats: Vec<u16> = file.numbers("seats", 1..=most, 1..=MOST_SIDES);
        let (least, most) = (seats.iter().min().copied(), seats.iter().max().copied());
        let range = least.unwrap_or(2)..=most.unwrap_or(2);
        let without = range.clone().filter(|count| !seats.contains(count));
        let info = ScenarioInfo::new(id, &file.text("name"), &file.text("summary"), range.clone());
        Offer { info: info.without(without), rank: file.number_or("rank", 0..=99, 0), seats, file }
    }

    /// Nothing more is asked of its file.
    pub(super) fn leave(&self) {
        self.file.leave_rest();
    }

    /// Its table and everything on it; nothing if too much is wrong with it.
    pub(super) fn open(
        &self,
        reading: &Reading,
        book: &Book,
        options: &Options,
        sides: u16,
    ) -> Option<(Tabletop, Scenario, Drawn)> {
        let cast = Cast { reading, book, options, file: &self.file };
        let (table, scenario, drawn) = cast.read(&self.seats, sides)?;
        if self.file.sound() {
            drawn.check(&table, &scenario);
        }
        Some((table, scenario, drawn))
    }
}
