//! Components as data: herds, predators, Food, charts, seasons and scenarios of an edition.

use super::charts::{self, Cell};
use super::options::Slowest;
use super::scenarios::{Scenario, ScenarioFile};
use crate::land::{Hex, Terrain, TerrainKind};
use crate::position::{ByKind, MOST_OF_A_KIND, Season, VALUES};
use serde::Deserialize;
use table::{Edition, Fault, SetupError};
use toml::Spanned;

/// How an animal fares in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Footing {
    /// It enters and goes on. YS-TERR-09
    Yes,
    /// It enters and goes no further. YS-TERR-11
    Stop,
    /// It never enters. YS-TERR-10
    No,
}

/// How an animal fares in each terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainLimits {
    clear: Footing,
    forest: Footing,
    mountain: Footing,
    lake: Footing,
}

impl TerrainLimits {
    fn of(&self, kind: TerrainKind) -> Footing {
        match kind {
            TerrainKind::Clear => self.clear,
            TerrainKind::Forest => self.forest,
            TerrainKind::Mountain => self.mountain,
            TerrainKind::Lake => self.lake,
        }
    }

    /// The footing on terrain; where several meet, on the slowest of them. YS-MAP-04, YS-MAP-05
    pub fn on(&self, terrain: Terrain, slowest: Slowest) -> Footing {
        let mut each = terrain.kinds().map(|kind| self.of(kind));
        let found = match slowest {
            Slowest::ForEach => each.max(),
            Slowest::ForAll => each.next_back(),
        };
        found.unwrap_or(Footing::No)
    }
}

/// Movement allowances: healthy, injured. YS-MOVE-05, YS-MOVE-06, YS-MOVE-07, YS-MOVE-08, YS-MOVE-09
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Allowances {
    pub male: [u8; 2],
    pub female: [u8; 2],
    pub female_with_young: [u8; 2],
    pub young: [u8; 2],
    pub young_in_fall: [u8; 2],
}

/// Animals of a herd at the start. YS-HERD-04
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Start {
    pub males: u8,
    pub females: u8,
    pub young: u8,
    /// How many of them are injured, by their owner's choice.
    #[serde(default)]
    pub injured: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HerdLimits {
    bison: TerrainLimits,
    sheep: TerrainLimits,
    elk: TerrainLimits,
    deer: TerrainLimits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HerdsFile {
    movement_points: u8,
    start: Start,
    allowance: Allowances,
    need: ByKind<i16>,
    points: ByKind<i16>,
    terrain: HerdLimits,
}

/// A kind of predator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredatorData {
    /// Counters. YS-PRED-02
    pub count: u8,
    /// Allowance: healthy, injured. YS-PRED-10, YS-PRED-11, YS-PRED-12, YS-PRED-13
    pub allowance: [u8; 2],
    /// First and last total of the predator roll that moves it. YS-PRED-04, YS-PRED-05, YS-PRED-06,
    /// YS-PRED-07
    pub roll: [u8; 2],
    /// Where it may go. YS-TERR-05, YS-TERR-06, YS-TERR-07, YS-TERR-08
    pub terrain: TerrainLimits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PredatorsFile {
    coyote: PredatorData,
    grizzly: PredatorData,
    lion: PredatorData,
    human: PredatorData,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterEntry {
    value: i16,
    count: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FoodFile {
    first_on_summer_range: i16,
    whole_herd_on_summer_range: i16,
    summer_turn: i16,
    fall_turn: i16,
    counters: Spanned<Vec<CounterEntry>>,
}

/// What Food counters and the four bonuses are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Food {
    /// For the first animal on the Summer Range. YS-FOOD-11
    pub first: i16,
    /// For the whole herd on it. YS-FOOD-12
    pub whole: i16,
    /// For a Summer turn begun wholly on it. YS-FOOD-18
    pub summer_turn: i16,
    /// For a Fall turn begun wholly on the Winter Range. YS-FOOD-19
    pub fall_turn: i16,
    /// Values of counters; 0 where there is none.
    pub values: [i16; VALUES],
    /// Counters of each value.
    pub counts: [u8; VALUES],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CapsTable {
    spring: u16,
    summer: u16,
    fall: u16,
    without: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonsFile {
    caps: CapsTable,
}

/// Everything that comes in the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// Movement points of a herd each turn. YS-MOVE-01
    pub movement_points: u8,
    /// Animals at the start.
    pub start: Start,
    /// Movement allowances.
    pub allowances: Allowances,
    /// Need by kind. YS-NEED-01
    pub need: ByKind<i16>,
    /// Animal Points by kind. YS-SCORE-01
    pub points: ByKind<i16>,
    /// Terrain limits of the herds. YS-TERR-01, YS-TERR-02, YS-TERR-03, YS-TERR-04
    pub herds: [TerrainLimits; 4],
    /// The predators.
    pub predators: [PredatorData; 4],
    /// Food.
    pub food: Food,
    /// Spring, Summer and Fall charts.
    pub charts: [Vec<Cell>; 3],
    /// Winter rows, Moderate Winter among them. YS-WIN-04
    pub winter: Vec<(String, i16)>,
    /// Rounds of Spring, Summer and Fall. YS-STALL-01, YS-STALL-02, YS-STALL-03
    pub caps: [u16; 3],
    /// Rounds of every season without caps. YS-OPT-05
    pub cap_without: u16,
    /// The scenario.
    pub scenario: Scenario,
}

/// A reader of one file that places its faults.
pub(super) struct Page<'a> {
    pub(super) path: &'a str,
    text: &'a str,
}

impl Page<'_> {
    pub(super) fn fault(&self, byte: usize, field: &str, problem: impl Into<String>) -> SetupError {
        Fault::field(field, problem).at_byte(self.text, byte).in_file(self.path).into()
    }
}

pub(super) fn open<'a>(edition: &'a Edition, path: &'a str) -> Result<Page<'a>, SetupError> {
    let text = edition.text(path)?;
    Ok(Page { path, text })
}

fn food(edition: &Edition) -> Result<Food, SetupError> {
    let page = open(edition, "food.toml")?;
    let file: FoodFile = edition.read(page.path)?;
    let at = file.counters.span().start;
    let entries = file.counters.into_inner();
    let total: u32 = entries.iter().map(|entry| u32::from(entry.count)).sum();
    if entries.is_empty() || entries.len() > VALUES || total > 60 {
        let problem = format!("give 1 to {VALUES} different values and at most 60 counters");
        return Err(page.fault(at, "counters", problem));
    }
    if entries.iter().any(|entry| !(1..=100).contains(&entry.value)) {
        return Err(page.fault(at, "counters.value", "a counter is worth 1 to 100"));
    }
    let (mut values, mut counts) = ([0; VALUES], [0; VALUES]);
    for (i, entry) in entries.iter().enumerate() {
        (values[i], counts[i]) = (entry.value, entry.count);
    }
    Ok(Food {
        first: file.first_on_summer_range,
        whole: file.whole_herd_on_summer_range,
        summer_turn: file.summer_turn,
        fall_turn: file.fall_turn,
        values,
        counts,
    })
}

fn start(page: &Page<'_>, at: usize, start: Start) -> Result<Start, SetupError> {
    let animals = start.males + start.females + start.young;
    let problem = match start {
        Start { males, .. } if males > 3 => "a herd has at most 3 Males",
        Start { females, .. } if !(1..=4).contains(&females) => "a herd starts with 1 to 4 Females",
        Start { young, females, .. } if young > 5 || young > 2 * females => {
            "at most 5 Young, two with each Female"
        }
        Start { injured, .. } if injured > animals => "more animals are injured than there are",
        _ => return Ok(start),
    };
    Err(page.fault(at, "start", problem))
}

impl Components {
    /// Reads the components of one scenario of an edition.
    pub fn read(edition: &Edition, id: &str) -> Result<(Components, String), SetupError> {
        let path = edition.find("scenarios", "scenario", id)?;
        let page = open(edition, &path)?;
        let file: ScenarioFile = edition.read(&path)?;
        let herds_page = open(edition, "herds.toml")?;
        let herds: HerdsFile = edition.read(herds_page.path)?;
        let predators: PredatorsFile = edition.read("predators.toml")?;
        let predators = [predators.coyote, predators.grizzly, predators.lion, predators.human];
        if predators.iter().any(|p| usize::from(p.count) > MOST_OF_A_KIND) {
            let problem = format!("there are at most {MOST_OF_A_KIND} predators of a kind");
            return Err(Fault::field("count", problem).in_file("predators.toml").into());
        }
        let mut food = food(edition)?;
        if let Some(value) = file.counter_value {
            food.counts = {
                let mut counts = [0; VALUES];
                counts[0] = food.counts.iter().sum();
                counts
            };
            food.values = [0; VALUES];
            food.values[0] = value;
        }
        food.summer_turn *= file.income_factor;
        food.fall_turn *= file.income_factor;
        let mut charts = [
            charts::chart(edition, Season::Spring)?,
            charts::chart(edition, Season::Summer)?,
            charts::chart(edition, Season::Fall)?,
        ];
        for replaced in file.replace {
            let at = replaced.roll.span().start;
            let place = usize::from(*replaced.roll.get_ref()).wrapping_sub(2);
            let cell =
                charts.get_mut(replaced.chart.index()).and_then(|chart| chart.get_mut(place));
            match cell {
                Some(cell) if replaced.effects.len() <= charts::MOST_EFFECTS => {
                    *cell = Cell { name: replaced.name, effects: replaced.effects };
                }
                _ => return Err(page.fault(at, "replace.roll", "there is no such cell")),
            }
        }
        let winter = charts::winter(edition)?;
        let seasons: SeasonsFile = edition.read("seasons.toml")?;
        let caps = [
            file.caps.spring.unwrap_or(seasons.caps.spring),
            file.caps.summer.unwrap_or(seasons.caps.summer),
            file.caps.fall.unwrap_or(seasons.caps.fall),
        ];
        if caps.contains(&0) || seasons.caps.without == 0 {
            return Err(Fault::field("caps", "a season lasts at least one round")
                .in_file("seasons.toml")
                .into());
        }
        let start = match file.start {
            Some(given) => start(&page, given.span().start, given.into_inner())?,
            None => start(&herds_page, 0, herds.start)?,
        };
        let mut placed = Vec::new();
        for entry in &file.placed {
            let (hunter, name) = entry.get_ref();
            let hex = Hex::parse(name).ok_or_else(|| {
                page.fault(entry.span().start, "placed", format!("`{name}` is no hex"))
            })?;
            placed.push((*hunter, hex));
        }
        let herds_each = match file.herds_each {
            Some(each) if !(1..=2).contains(each.get_ref()) => {
                let at = each.span().start;
                return Err(page.fault(at, "herds_each", "a player leads one herd or two"));
            }
            Some(each) => each.into_inner(),
            None => 1,
        };
        let t = herds.terrain;
        let components = Components {
            movement_points: herds.movement_points,
            start,
            allowances: herds.allowance,
            need: herds.need,
            points: herds.points,
            herds: [t.bison, t.sheep, t.elk, t.deer],
            predators,
            food,
            charts,
            winter,
            caps,
            cap_without: seasons.caps.without,
            scenario: Scenario {
                id: id.to_string(),
                name: file.name,
                events: file.events,
                predators: file.predators,
                open_map: file.open_map,
                fixed_winter: file.fixed_winter,
                winter_shift: file.winter_shift,
                solo: file.solo,
                spring_only: file.spring_only,
                herds_each,
                food_hexes: file.food_hexes,
                placed,
            },
        };
        Ok((components, file.map))
    }
}
