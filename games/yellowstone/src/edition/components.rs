//! Components: herds, predators, Food and the caps of seasons, as the files of an edition have them.

use super::options::Slowest;
use crate::land::{Terrain, TerrainKind};
use crate::position::{ByKind, Hunter, Kind, MOST_OF_A_KIND, Species, VALUES};
use table::Fit;
use table::reading::{Reading, Rolls, Table, Word};

/// How an animal fares in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Footing {
    /// It enters and goes on. YS-TERR-09
    Yes,
    /// It enters and goes no further. YS-TERR-11
    Stop,
    /// It never enters. YS-TERR-10
    No,
}

table::words! { Footing is "footing": Yes = "yes", Stop = "stop", No = "no" }

/// How an animal fares in each terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainLimits([Footing; 4]);

impl TerrainLimits {
    fn read(table: &Table) -> TerrainLimits {
        TerrainLimits(TerrainKind::ALL.map(|kind| table.choice(kind.word()).unwrap_or(Footing::No)))
    }

    /// The footing on one kind of terrain.
    pub fn of(&self, kind: TerrainKind) -> Footing {
        self.0[kind.index()]
    }

    /// The footing on terrain; where several meet, on the slowest of them. YS-MAP-04, YS-MAP-05
    pub fn on(&self, terrain: Terrain, slowest: Slowest) -> Footing {
        let mut each = terrain.kinds().map(|kind| self.0[kind.index()]);
        let found = match slowest {
            Slowest::ForEach => each.max(),
            Slowest::ForAll => each.next_back(),
        };
        found.unwrap_or(Footing::No)
    }
}

/// Movement allowances: healthy, injured. YS-MOVE-05, YS-MOVE-06, YS-MOVE-07, YS-MOVE-08, YS-MOVE-09
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Allowances {
    pub male: [u8; 2],
    pub female: [u8; 2],
    pub female_with_young: [u8; 2],
    pub young: [u8; 2],
    pub young_in_fall: [u8; 2],
}

impl Allowances {
    fn read(table: &Table) -> Allowances {
        let pair = |key| {
            let [healthy, injured]: [u8; 2] = table.array(key, 0..=20);
            if injured > healthy && table.sound_field(key) {
                table.fault(key, "the injured go further than the healthy: say healthy, injured");
            }
            [healthy, injured]
        };
        Allowances {
            male: pair("male"),
            female: pair("female"),
            female_with_young: pair("female_with_young"),
            young: pair("young"),
            young_in_fall: pair("young_in_fall"),
        }
    }
}

/// Animals of a herd at the start. YS-HERD-04
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Start {
    pub males: u8,
    pub females: u8,
    pub young: u8,
    /// How many of them are injured, by their owner's choice.
    pub injured: u8,
}

impl Start {
    pub(super) fn read(table: &Table) -> Start {
        let start = Start {
            males: table.number("males", 0..=3),
            females: table.number("females", 1..=4),
            young: table.number("young", 0..=5),
            injured: table.number_or("injured", 0..=12, 0),
        };
        if table.sound() && start.young > 2 * start.females {
            table.fault("young", "two go with each Female: there are too few of them");
        }
        if table.sound() && start.injured > start.males + start.females + start.young {
            table.fault("injured", "more animals are injured than there are");
        }
        start
    }
}

/// A kind of predator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Word for Hunter {
    const WHAT: &'static str = "predator";
    const ALL: &'static [Hunter] = &Hunter::ALL;

    fn word(self) -> &'static str {
        Hunter::word(self)
    }
}

/// The kinds of predators; each total of the predator roll moves one of them.
fn predators(reading: &Reading) -> [PredatorData; 4] {
    let file = reading.file("predators.toml");
    let mut moved = Rolls::new("total of two dice", 2..=12);
    let kinds = Hunter::ALL.map(|hunter| {
        let table = file.table(hunter.word());
        let roll = table.bounds("roll", 2..=12);
        let (first, last) = (*roll.start(), *roll.end());
        if table.sound() {
            moved.put_known(&table.value("roll"), first..=last, ());
        }
        PredatorData {
            count: table.number("count", 0..=MOST_OF_A_KIND.fit()),
            allowance: table.array("allowance", 0..=20),
            roll: [first.fit(), last.fit()],
            terrain: TerrainLimits::read(&table.table("terrain")),
        }
    });
    if file.sound() {
        moved.complete(file.place());
    }
    kinds
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

/// Most Food counters, so that they can be mixed in place.
pub const MOST_COUNTERS: usize = 60;

impl Food {
    fn read(reading: &Reading) -> Food {
        let file = reading.file("food.toml");
        let points = |key| file.number(key, 0..=500);
        let mut food = Food {
            first: points("first_on_summer_range"),
            whole: points("whole_herd_on_summer_range"),
            summer_turn: points("summer_turn"),
            fall_turn: points("fall_turn"),
            values: [0; VALUES],
            counts: [0; VALUES],
        };
        let entries = file.tables("counters");
        file.within("counters", "values", entries.len().fit(), 1..=VALUES.fit::<u32>());
        let mut all = 0;
        for (number, entry) in entries.iter().enumerate() {
            let (value, count) = (entry.number("value", 1..=100), entry.number("count", 1..=60));
            all += u32::from(count);
            if entry.sound() && food.values.contains(&value) {
                entry.fault("value", format!("the value {value} stands here twice"));
            }
            if number < VALUES {
                (food.values[number], food.counts[number]) = (value, count);
            }
        }
        if file.sound() {
            file.within("counters", "counters in all", all, 1..=MOST_COUNTERS.fit());
        }
        food
    }

    /// The same number of counters, all of one value.
    pub(super) fn all_worth(&mut self, value: i16) {
        let all = self.counts.iter().sum();
        (self.values, self.counts) = ([0; VALUES], [0; VALUES]);
        (self.values[0], self.counts[0]) = (value, all);
    }
}

/// Everything that comes in the box, but for charts, maps and scenarios.
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
    /// Rounds of Spring, Summer and Fall. YS-STALL-01, YS-STALL-02, YS-STALL-03
    pub caps: [u16; 3],
    /// Rounds of every season without caps. YS-OPT-05
    pub cap_without: u16,
}

/// Rounds that a season may last.
pub(super) const ROUNDS: std::ops::RangeInclusive<u16> = 1..=999;

impl Components {
    /// Reads the components of an edition; faults are noted, and then there are none.
    pub(crate) fn read(reading: &Reading) -> Option<Components> {
        let herds = reading.file("herds.toml");
        let by_kind = |key: &str| {
            let table = herds.table(key);
            ByKind::of(|kind: Kind| table.number(kind.word(), 0..=500))
        };
        let terrain = herds.table("terrain");
        let caps = reading.file("seasons.toml").table("caps");
        let components = Components {
            movement_points: herds.number("movement_points", 1..=99),
            start: Start::read(&herds.table("start")),
            allowances: Allowances::read(&herds.table("allowance")),
            need: by_kind("need"),
            points: by_kind("points"),
            herds: Species::ALL.map(|species| TerrainLimits::read(&terrain.table(species.word()))),
            predators: predators(reading),
            food: Food::read(reading),
            caps: ["spring", "summer", "fall"].map(|season| caps.number(season, ROUNDS)),
            cap_without: caps.number("without", ROUNDS),
        };
        let mut files = ["herds.toml", "predators.toml", "food.toml", "seasons.toml"].into_iter();
        files.all(|file| reading.file(file).sound()).then_some(components)
    }
}
