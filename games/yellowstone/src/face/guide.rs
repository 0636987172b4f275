//! What can be looked up at any time: how far everybody goes, over which ground, who takes whom, and where
//! the ranges lie.

use crate::Yellowstone;
use crate::edition::options::{Kills, Slowed};
use crate::edition::{Footing, TerrainLimits};
use crate::land::{Hex, Park, Range, TerrainKind};
use crate::position::{Hunter, Position, Season, Species};
use stage::{Block, Panel, Row};

fn row(cells: impl IntoIterator<Item = impl Into<String>>) -> Row {
    Row { cells: cells.into_iter().map(Into::into).collect(), lit: false }
}

fn heads(cells: &[&str]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Who it is, and how it fares on each kind of ground, in a word each.
fn ground_row(name: &str, limits: &TerrainLimits) -> Row {
    let footing = TerrainKind::ALL.map(|kind| match limits.of(kind) {
        Footing::Yes => "yes",
        Footing::Stop => "stops",
        Footing::No => "no",
    });
    row([name].into_iter().chain(footing))
}

/// Hexes in as few words as they can be told in: `G18-K18, G19-K19`.
pub(super) fn runs(hexes: &[Hex]) -> String {
    let mut sorted: Vec<Hex> = hexes.to_vec();
    sorted.sort_by_key(|hex| (hex.place().1, hex.place().0));
    let mut runs: Vec<(Hex, Hex)> = Vec::new();
    for hex in sorted {
        let (column, row) = hex.place();
        match runs.last_mut() {
            Some((_, last)) if last.place() == (column.wrapping_sub(1), row) => *last = hex,
            _ => runs.push((hex, hex)),
        }
    }
    let told = |(first, last): (Hex, Hex)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    let told: Vec<String> = runs.into_iter().map(told).collect();
    told.join(", ")
}

/// Where the ranges of a herd lie.
pub(super) fn ranges(park: &Park, species: Species) -> String {
    let [winter, summer] =
        [Range::Winter, Range::Summer].map(|range| runs(park.range(species, range)));
    format!("Winter Range {winter}; Summer Range {summer}")
}

/// The part of the park in which these hexes lie, as one would say it: the north-west, the middle.
fn part_of(park: &Park, hexes: &[Hex]) -> String {
    let mean = |hexes: &[Hex], of: fn(Hex) -> u16| {
        let sum: u32 = hexes.iter().map(|hex| u32::from(of(*hex))).sum();
        sum / u32::try_from(hexes.len().max(1)).unwrap_or(1)
    };
    // The middle fifth of the park is neither one side nor the other.
    let side = |of: fn(Hex) -> u16, before: &'static str, after: &'static str| {
        let whole = park.hexes().iter().map(|hex| u32::from(of(*hex)));
        let (least, most) = (whole.clone().min().unwrap_or(0), whole.max().unwrap_or(0));
        match (10 * (mean(hexes, of) - least)).checked_div(most - least) {
            Some(0..=3) => before,
            Some(4..=5) | None => "",
            Some(_) => after,
        }
    };
    let north = side(|hex| hex.place().1, "north", "south");
    match (north, side(|hex| hex.place().0, "west", "east")) {
        ("", "") => "middle".into(),
        (north, "") => north.into(),
        ("", east) => east.into(),
        (north, east) => format!("{north}-{east}"),
    }
}

/// Where a herd winters and summers, and how far apart that is.
pub(super) fn journey(park: &Park, species: Species) -> String {
    let [winter, summer] =
        [Range::Winter, Range::Summer].map(|range| part_of(park, park.range(species, range)));
    let way = park.way(species).map(|way| format!(", {way} hexes away"));
    format!("Winters in the {winter}, summers in the {summer}{}", way.unwrap_or_default())
}

impl Yellowstone {
    /// Which ground stops a herd and which is closed to it.
    pub(super) fn ground_words(&self, species: Species) -> String {
        let limits = &self.limits[species.index()];
        let of = |footing: Footing| {
            let kinds = TerrainKind::ALL.into_iter().filter(|kind| limits.of(*kind) == footing);
            let kinds: Vec<&str> = kinds.map(TerrainKind::word).collect();
            kinds.join(" and ")
        };
        let stops = match of(Footing::Stop) {
            kinds if kinds.is_empty() => "No ground stops it".into(),
            kinds => format!("Must stop on entering {kinds}"),
        };
        let closed = match of(Footing::No) {
            kinds if kinds.is_empty() => "may enter all ground".into(),
            kinds => format!("cannot enter {kinds}"),
        };
        format!("{stops}; {closed}")
    }

    /// What a healthy hunter takes in its hex. YS-KILL-05, YS-KILL-07, YS-KILL-08, YS-KILL-13, YS-KILL-14
    pub(super) fn takes(&self, hunter: Hunter, season: Season) -> String {
        let one_line = match (hunter, season == Season::Fall) {
            (Hunter::Human, _) => "any one animal or predator",
            (Hunter::Coyote, true) => "one injured Young",
            (Hunter::Coyote, false) => {
                "one injured Young, or one Young of an injured Female, or one Young alone"
            }
            (Hunter::Lion | Hunter::Grizzly, true) => "one injured animal or predator",
            (Hunter::Lion | Hunter::Grizzly, false) => {
                "one injured animal or predator, or all Young of an injured Female, or one Young alone"
            }
        };
        match self.readings.kills {
            Kills::OneLine => one_line.into(),
            Kills::Everything => format!("everything in its hex of these: {one_line}"),
        }
    }

    /// How far each kind of animal goes in a turn of that season. YS-MOVE-05 to YS-MOVE-09
    pub(super) fn paces(&self, season: Season) -> [(&'static str, [u8; 2]); 4] {
        let table = &self.allowances;
        let young = if season == Season::Fall { table.young_in_fall } else { table.young };
        [
            ("Male", table.male),
            ("Female", table.female),
            ("Female with Young", table.female_with_young),
            ("Young alone", young),
        ]
    }

    /// The sheet that explains counters and ground.
    pub(super) fn guide_panel(&self, position: &Position) -> Panel {
        let season = self.ruling_season(position);
        let paces = self.paces(season).map(|(who, [healthy, injured])| {
            row([who.to_string(), healthy.to_string(), injured.to_string()])
        });
        let mut blocks = vec![Block::Table {
            head: heads(&["hexes in a turn", "healthy", "injured"]),
            rows: paces.to_vec(),
        }];
        if self.readings.slowed == Slowed::ByAny {
            let slowed =
                "A Female with Young goes as an injured one if she or any of them is injured.";
            blocks.push(Block::Text(slowed.into()));
        }
        let herds = Species::ALL.into_iter().filter(|species| self.meets(position, *species));
        let herds: Vec<Species> = herds.collect();
        let limits =
            herds.iter().map(|species| ground_row(species.name(), &self.limits[species.index()]));
        blocks.push(Block::Table {
            head: heads(&["ground", "clear", "forest", "mountain", "lake"]),
            rows: limits.chain(self.predator_grounds()).collect(),
        });
        let stops = "A hex that stops an animal may be entered, and its move ends there.";
        blocks.push(Block::Text(stops.into()));
        if self.scenario.predators {
            blocks.push(Block::Table {
                head: heads(&["predator", "hexes", "injured", "takes, if healthy"]),
                rows: Hunter::ALL.map(|hunter| self.hunter_row(hunter, season)).to_vec(),
            });
        }
        let ranges = herds.iter().map(|species| {
            let of = |range| runs(self.park.range(*species, range));
            row([species.name().to_string(), of(Range::Winter), of(Range::Summer)])
        });
        blocks.push(Block::Table {
            head: heads(&["ranges", "Winter", "Summer"]),
            rows: ranges.collect(),
        });
        Panel {
            id: "guide".into(),
            title: format!("Who goes where and takes what ({})", season.name()),
            seat: None,
            open: false,
            blocks,
        }
    }

    /// Whether the herd is in the game, or may still be chosen.
    fn meets(&self, position: &Position, species: Species) -> bool {
        position.place_of(species).is_some() || position.step == crate::position::Step::Choose
    }

    fn predator_grounds(&self) -> impl Iterator<Item = Row> {
        let hunters = Hunter::ALL.into_iter().filter(|_| self.scenario.predators);
        hunters.map(|hunter| ground_row(hunter.name(), &self.predators[hunter.index()].terrain))
    }

    fn hunter_row(&self, hunter: Hunter, season: Season) -> Row {
        let [healthy, injured] = self.predators[hunter.index()].allowance;
        row([
            hunter.name().to_string(),
            healthy.to_string(),
            injured.to_string(),
            self.takes(hunter, season),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_of_a_row_are_told_together() {
        let hexes = ["G18", "H18", "I18", "G19", "K19"].map(|name| Hex::parse(name).unwrap());
        assert_eq!(runs(&hexes), "G18-I18, G19, K19");
    }
}
