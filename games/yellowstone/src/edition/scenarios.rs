//! Scenarios: what each changes.

use super::charts::{Cell, Charts};
use super::components::{Components, ROUNDS, Start};
use super::options::Slowest;
use crate::land::{Hex, MOST_FOOD, Park};
use crate::position::{HERDS, Hunter, Season, Species};
use table::reading::{Reading, Table, Word};
use table::{Fit, ScenarioInfo};
use terrain::Map;

/// What a scenario changes in the order of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether event rolls are made.
    pub events: bool,
    /// Whether there are predators.
    pub predators: bool,
    /// Whether Food lies face up.
    pub open_map: bool,
    /// The winter's change, if it is not rolled.
    pub fixed_winter: Option<i16>,
    /// Added to the winter roll, 12 at most.
    pub winter_shift: u8,
    /// Whether one player plays against the park.
    pub solo: bool,
    /// Whether the game ends with Spring.
    pub spring_only: bool,
    /// Herds of each player.
    pub herds_each: u16,
    /// Food hexes that get a counter, if not all.
    pub food_hexes: Option<u8>,
    /// Predators on the map at the start beside the Coyotes.
    pub placed: Vec<(Hunter, Hex)>,
    /// Food Points with which herds begin, by who plays.
    pub head_starts: Vec<HeadStart>,
}

/// Food Points with which herds begin where exactly these play, so that none wins more often than the
/// others. YS-SETUP-21
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadStart {
    /// Those who play, each with its points.
    herds: Vec<(Species, i16)>,
    /// Points by place in the order of play.
    turns: Vec<i16>,
}

impl HeadStart {
    fn read(table: &Table) -> HeadStart {
        let species: Vec<Species> = table.distinct_choices("herds");
        // What is wrong with the herds says nothing about the other two lists.
        let lengths = match table.sound_field("herds") {
            true => species.len()..=species.len(),
            false => 0..=HERDS,
        };
        if table.sound_field("herds") {
            table.within("herds", "herds", species.len().fit(), 2..=HERDS.fit::<u32>());
        }
        let points = table.numbers("points", lengths.clone(), FOOD_POINTS);
        let turns = table.numbers("turns", lengths, FOOD_POINTS);
        HeadStart { herds: species.into_iter().zip(points).collect(), turns }
    }

    /// Whether this herd plays where this holds.
    pub fn lists(&self, species: Species) -> bool {
        self.herds.iter().any(|(known, _)| *known == species)
    }

    /// Whether these herds play and no others.
    fn is_for(&self, playing: impl Fn(Species) -> bool) -> bool {
        Species::ALL.into_iter().all(|species| self.lists(species) == playing(species))
    }

    /// The points of a species that plays in this place of the order, counted from 0.
    pub fn of(&self, species: Species, turn: usize) -> i16 {
        let own = self.herds.iter().find(|(known, _)| *known == species);
        own.map_or(0, |(_, points)| *points) + self.turns.get(turn).copied().unwrap_or(0)
    }
}

impl Scenario {
    /// What herds begin with where these play; nothing if the scenario does not say.
    pub fn head_start(&self, playing: impl Fn(Species) -> bool) -> Option<&HeadStart> {
        self.head_starts.iter().find(|start| start.is_for(&playing))
    }
}

/// Food Points that a herd may begin with.
const FOOD_POINTS: std::ops::RangeInclusive<i16> = 0..=100;

/// A scenario as an edition has it: how it is offered, what it changes in play, and what it changes
/// in the box.
pub(super) struct Offer {
    pub info: ScenarioInfo,
    pub scenario: Scenario,
    /// The path of its map.
    map: Option<String>,
    order: u32,
    file: Table,
    start: Option<Start>,
    caps: [Option<u16>; 3],
    counter_value: Option<i16>,
    income_factor: i16,
    replaced: Vec<(Season, usize, Cell)>,
}

/// A season that has a chart of events.
impl Word for Season {
    const WHAT: &'static str = "chart of events";
    const ALL: &'static [Season] = &[Season::Spring, Season::Summer, Season::Fall];

    fn word(self) -> &'static str {
        Season::word(self)
    }
}

impl Word for Species {
    const WHAT: &'static str = "herd";
    const ALL: &'static [Species] = &Species::ALL;

    fn word(self) -> &'static str {
        Species::word(self)
    }
}

/// A hex by its printed name.
fn hex(name: &str) -> Result<Hex, String> {
    Hex::parse(name).ok_or_else(|| "say a letter and a number, such as G17".into())
}

impl Offer {
    /// The scenarios of an edition, in the order in which they are offered; faults are noted.
    pub(super) fn all(reading: &Reading) -> Vec<Offer> {
        let ids = reading.edition().names_in("scenarios");
        let mut all: Vec<Offer> = ids.into_iter().map(|id| Offer::read(reading, id)).collect();
        all.sort_by(|a, b| (a.order, &a.info.id).cmp(&(b.order, &b.info.id)));
        all
    }

    fn read(reading: &Reading, id: &str) -> Offer {
        let file = reading.file(&format!("scenarios/{id}.toml"));
        let (name, summary) = (file.text("name"), file.text("summary"));
        let seats = file.bounds("seats", 1..=HERDS.fit());
        let placed = file.list_or_empty("placed");
        let placed = placed.iter().filter_map(|entry| {
            let [hunter, at] = entry.parts("[predator, hex]")?;
            Some((hunter.choice()?, at.parsed(hex)?))
        });
        let scenario = Scenario {
            id: id.into(),
            name: name.clone(),
            events: file.flag_or("events", true),
            predators: file.flag_or("predators", true),
            open_map: file.flag_or("open_map", false),
            fixed_winter: file.optional("fixed_winter").and_then(|at| at.number(-500..=500)),
            winter_shift: file.number_or("winter_shift", 0..=10, 0),
            solo: file.flag_or("solo", false),
            spring_only: file.flag_or("spring_only", false),
            herds_each: file.number_or("herds_each", 1..=2, 1),
            food_hexes: file.optional("food_hexes").and_then(|at| at.number(0..=MOST_FOOD.fit())),
            placed: placed.collect(),
            head_starts: head_starts(&file),
        };
        let (most, herds) = (*seats.end(), scenario.herds_each);
        if file.sound() && usize::from(most * herds) > HERDS {
            file.fault(
                "seats",
                format!("{most} players of {herds} herds are too many: there are 4"),
            );
        }
        if file.sound() && scenario.solo && seats != (1..=1) {
            file.fault("seats", "one player alone meets the park: say [1, 1]");
        }
        let map = match file.optional("map") {
            Some(map) => map.file_in(reading, "maps", "map"),
            None => Some("maps/park.toml".into()),
        };
        let caps = file.optional_table("caps");
        let cap = |key| caps.as_ref()?.optional(key)?.number(ROUNDS);
        Offer {
            info: ScenarioInfo::new(id, &name, &summary, seats),
            map,
            order: file.number("order", 0..=999),
            start: file.optional_table("start").map(|start| Start::read(&start)),
            caps: ["spring", "summer", "fall"].map(cap),
            counter_value: file.optional("counter_value").and_then(|at| at.number(1..=100)),
            income_factor: file.number_or("income_factor", 0..=10, 1),
            replaced: file.tables_or_empty("replace").iter().filter_map(replaced).collect(),
            file,
            scenario,
        }
    }

    /// Changes what lies in the box; more predators than there are is a fault.
    pub(super) fn change(&self, components: &mut Components, charts: &mut Charts) {
        if let Some(value) = self.counter_value {
            components.food.all_worth(value);
        }
        components.food.summer_turn *= self.income_factor;
        components.food.fall_turn *= self.income_factor;
        components.start = self.start.unwrap_or(components.start);
        for (cap, own) in components.caps.iter_mut().zip(self.caps) {
            *cap = own.unwrap_or(*cap);
        }
        for (season, row, cell) in &self.replaced {
            charts.seasons[season.index()][*row] = cell.clone();
        }
        for hunter in Hunter::ALL {
            let placed = self.scenario.placed.iter().filter(|(kind, _)| *kind == hunter).count();
            // Every Coyote is out from the start.
            let pool = match hunter {
                Hunter::Coyote => 0,
                _ => usize::from(components.predators[hunter.index()].count),
            };
            if placed > pool {
                let problem =
                    format!("{placed} of the kind {hunter} are put out, but {pool} are left");
                self.file.fault("placed", problem);
            }
        }
    }

    /// The map that it is played on; faults are noted.
    pub(super) fn map(&self, reading: &Reading) -> Option<Map> {
        reading.map(self.map.as_ref()?)
    }

    /// The park that it is played in; faults of the map, and predators that start off it, are noted.
    pub(super) fn park(
        &self,
        reading: &Reading,
        map: Map,
        components: &Components,
        slowest: Slowest,
    ) -> Option<Park> {
        let path = self.map.as_ref()?;
        let park = Park::new(map, components, self.scenario.food_hexes, slowest);
        let park = park.map_err(|faults| reading.map_faults(path, faults)).ok()?;
        for (number, (_, hex)) in self.scenario.placed.iter().enumerate() {
            let before = &self.scenario.placed[..number];
            if park.hexes().binary_search(hex).is_err() {
                self.file.fault("placed", format!("{hex} is not on the map"));
            } else if park.coyotes.contains(hex) || before.iter().any(|(_, other)| other == hex) {
                self.file.fault("placed", format!("two predators are put on {hex}"));
            }
        }
        Some(park)
    }
}

/// The head starts of a scenario; two for the same herds are a fault.
fn head_starts(file: &Table) -> Vec<HeadStart> {
    let mut all: Vec<HeadStart> = Vec::new();
    for table in file.tables_or_empty("head_start") {
        let start = HeadStart::read(&table);
        if table.sound() && all.iter().any(|other| other.is_for(|it| start.lists(it))) {
            table.fault("herds", "these herds stand here twice");
        }
        all.push(start);
    }
    all
}

/// A cell that takes the place of another: its chart, its row, and what it holds.
fn replaced(table: &Table) -> Option<(Season, usize, Cell)> {
    let season = table.choice("chart");
    let total: usize = table.number("roll", 2..=12);
    let cell = Cell::read(table);
    Some((season?, total - 2, cell))
}
