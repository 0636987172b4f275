//! What makes a map unplayable, what makes it unfair, and what the house map has besides.

use super::park::range_name;
use super::{Hex, MOST_FOOD, MOST_LINES, Park, Range, Terrain};
use crate::edition::options::Slowest;
use crate::edition::{Components, Footing};
use crate::position::{Hunter, Species};
use table::Fault;
use table::reading::Reading;
use terrain::{Labels, Lower, Map, Top};

/// Most separate animals that a range must hold: 7 adults and 5 orphans.
const ROOM: usize = 12;

/// What keeps a map from being hexes of this game. YS-MAP-10
pub(super) fn shape_faults(map: &Map) -> Vec<Fault> {
    let (grid, mut faults) = (&map.grid, Vec::new());
    if (grid.top, grid.lower, grid.labels) != (Top::Pointy, Lower::Even, Labels::LetterNumber) {
        let right = "tops = \"pointy\", lower = \"even\" and labels = \"A1\"";
        faults.push(Fault::field("tops", format!("this game wants {right}")));
    }
    if grid.columns() > MOST_LINES || grid.rows() > MOST_LINES {
        let problem = format!("at most {MOST_LINES} columns and rows");
        faults.push(Fault::field("body.terrain", problem));
    }
    faults
}

/// Terrains and marks that this game does not know. The geyser is a mark that no rule looks at.
/// YS-MAP-02, YS-MAP-03
pub(super) fn name_faults(map: &Map, faults: &mut Vec<Fault>) {
    for (letter, name) in map.legend.iter().filter(|(_, name)| Terrain::parse(name).is_none()) {
        let known = "clear, forest, mountain and lake, joined by `+` where they meet";
        let problem = format!("`{name}` is no terrain of this game: there are {known}");
        faults.push(Fault::field(format!("legend.{letter}"), problem));
    }
    let marks = ["food", "coyote", "grizzly den", "lion den", "geyser"];
    let ranges: Vec<String> = Species::ALL
        .into_iter()
        .flat_map(|species| [Range::Winter, Range::Summer].map(|range| range_name(species, range)))
        .collect();
    for name in map.areas.keys().filter(|name| !marks.contains(&name.as_str())) {
        if !ranges.contains(name) {
            faults.push(Fault::field("layers", format!("`{name}` means nothing in this game")));
        }
    }
}

impl Park {
    /// What makes the map unplayable.
    pub(super) fn find_faults(
        &self,
        components: &Components,
        used: Option<u8>,
        faults: &mut Vec<Fault>,
    ) {
        self.range_faults(faults);
        self.mark_faults(components, used, faults);
        for species in Species::ALL {
            if self.way(species).is_none() {
                let problem = "there is no way from here to the Summer Range";
                faults.push(Fault::field(range_name(species, Range::Winter), problem));
            }
        }
    }

    /// Ranges that are too small, in pieces, closed to their herds or on top of each other.
    fn range_faults(&self, faults: &mut Vec<Fault>) {
        for (i, range) in self.ranges.iter().enumerate() {
            let species = Species::ALL[i / 2];
            let name = range_name(species, [Range::Winter, Range::Summer][i % 2]);
            let mut say = |problem: String| faults.push(Fault::field(&name, problem));
            if range.len() < ROOM {
                say(format!("{} hexes are too few for {ROOM} animals", range.len()));
            }
            let pieces = self.map.grid.pieces(|cell| {
                let (column, row) = self.map.grid.place(cell);
                range.contains(&Hex::at(column, row))
            });
            if pieces.len() > 1 {
                say(format!("is in {} pieces: a range is connected", pieces.len()));
            }
            for hex in range {
                if self.footing(species, *hex) == Footing::No {
                    say(format!("{hex} is closed to its own herd")); // YS-SETUP-13
                }
                let others = self.ranges[..i].iter();
                if others.into_iter().any(|other| other.contains(hex)) {
                    say(format!("{hex} belongs to another range too")); // YS-MAP-11
                }
            }
        }
    }

    /// Food, Coyote hexes and dens that are too many, too few or in the wrong place.
    fn mark_faults(&self, components: &Components, used: Option<u8>, faults: &mut Vec<Fault>) {
        let count = |hunter: Hunter| usize::from(components.predators[hunter.index()].count);
        let counters: usize = components.food.counts.iter().map(|n| usize::from(*n)).sum();
        let laid = used.map_or(self.food.len(), usize::from);
        if self.food.len() > MOST_FOOD || self.food.len() >= counters || laid > self.food.len() {
            let problem = format!(
                "{} Food hexes, {laid} of them used, for {counters} counters: there must be more counters than hexes, at most {MOST_FOOD} hexes",
                self.food.len()
            );
            faults.push(Fault::field("food", problem));
        }
        for hex in &self.food {
            if self.terrain(*hex) != Terrain::CLEAR {
                faults.push(Fault::field("food", format!("{hex} is not clear"))); // YS-FOOD-28
            }
        }
        let marks = [
            ("coyote", &self.coyotes, count(Hunter::Coyote)),
            ("grizzly den", &self.dens[0], count(Hunter::Grizzly)),
            ("lion den", &self.dens[1], count(Hunter::Lion)),
        ];
        for (name, hexes, wanted) in marks {
            if hexes.len() != wanted {
                let problem = format!("{} hexes for {wanted} counters", hexes.len());
                faults.push(Fault::field(name, problem));
            }
        }
        let all: [(&str, &[Hex]); 4] = [
            ("food", &self.food),
            ("coyote", &self.coyotes),
            ("grizzly den", &self.dens[0]),
            ("lion den", &self.dens[1]),
        ];
        // YS-MAP-12
        for (i, (name, hexes)) in all.iter().enumerate() {
            for hex in *hexes {
                if self.members.iter().any(|range| range.has(*hex)) {
                    faults.push(Fault::field(*name, format!("{hex} lies in a range")));
                }
                if all[..i].iter().any(|(_, others)| others.contains(hex)) {
                    faults.push(Fault::field(*name, format!("{hex} has two marks")));
                }
            }
        }
        let dens: Vec<(&str, Hex)> = ["grizzly den", "lion den"]
            .into_iter()
            .zip(&self.dens)
            .flat_map(|(name, dens)| dens.iter().map(move |den| (name, *den)))
            .collect();
        for (i, (name, den)) in dens.iter().enumerate() {
            for (_, other) in dens[..i].iter().filter(|(_, other)| self.adjacent(*den, *other)) {
                let problem = format!("{den} and {other} touch: dens must be apart");
                faults.push(Fault::field(*name, problem));
            }
        }
    }

    /// What makes the map unfair, though playable.
    fn unfair(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for species in Species::ALL {
            let name = species.word();
            let way = self.way(species).unwrap_or(0);
            if !(7..=10).contains(&way) {
                let problem = format!("{way} steps between the ranges: 7 to 10 are fair");
                faults.push(Fault::field(name, problem));
            }
            let near = self.food_near(species, 3);
            if near < 4 {
                let problem = format!("{near} Food hexes within a detour of 3: 4 are fair");
                faults.push(Fault::field(name, problem));
            }
        }
        let sums = Species::ALL.map(|species| self.seven_ways(species));
        let (least, most) =
            sums.iter().fold((u16::MAX, 0), |(least, most), sum| (least.min(*sum), most.max(*sum)));
        if most - least > 8 {
            let problem = format!(
                "the seven shortest ways of a herd sum to {least} for one herd and {most} for another: at most 8 apart is fair"
            );
            faults.push(Fault::field("ranges", problem));
        }
        faults
    }
}

/// Everything wrong with a map for this game under the house edition: what makes it unplayable, or
/// else what makes it unfair.
pub fn check_map(map: &Map) -> Vec<Fault> {
    let reading = Reading::of(&crate::edition::house());
    let Some(components) = Components::read(&reading) else {
        return vec![Fault::file("", "the house edition cannot be read")];
    };
    match Park::new(map.clone(), &components, None, Slowest::ForEach) {
        Ok(park) => park.unfair(),
        Err(faults) => faults,
    }
}

/// What keeps a map from being the house map, beyond what [`check_map`] asks: the size, the ranges
/// and the marks that the rules name.
pub fn house_checks(map: &Map) -> Vec<Fault> {
    let mut faults = Vec::new();
    let size = (map.grid.columns(), map.grid.rows());
    if size != (20, 20) {
        let problem = format!("{} columns and {} rows: the park has 20 of each", size.0, size.1);
        faults.push(Fault::field("body.terrain", problem));
    }
    let ranges = Species::ALL.into_iter().flat_map(|species| {
        [Range::Winter, Range::Summer].map(|range| (range_name(species, range), 14))
    });
    let marks = [("food", 18), ("geyser", 1)].map(|(name, count)| (name.to_string(), count));
    for (name, wanted) in ranges.chain(marks) {
        let count = map.area(&name).len();
        if count != wanted {
            faults.push(Fault::field(&name, format!("{count} hexes: the park has {wanted}")));
        }
    }
    faults
}
