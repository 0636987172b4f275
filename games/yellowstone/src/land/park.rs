//! The park: a map with ranges, Food hexes, Coyote hexes and dens, and tables over it.

use super::check::{name_faults, shape_faults};
use super::{EXTENT, Hex, Hexes, Terrain};
use crate::edition::options::Slowest;
use crate::edition::{Components, Footing};
use crate::position::{Hunter, Species};
use table::{Fault, Fit};
use terrain::{Cell, Grid, Map, Side};

/// A herd's range. YS-MAP-06
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Where a herd starts and must be for the winter.
    Winter,
    /// Where it goes in Spring.
    Summer,
}

impl Range {
    /// The index, for arrays of two entries.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Most Food hexes of a map.
pub const MOST_FOOD: usize = 32;

/// A map with tables over its hexes; it never changes while it is played on.
#[derive(Debug)]
pub struct Park {
    /// The map as read.
    pub map: Map,
    /// Neighbours of each hex, and how many there are: none lies beyond the edge. YS-MAP-01
    neighbours: Vec<([Hex; 6], u8)>,
    terrain: Vec<Terrain>,
    /// Footing of the four species and the four kinds of predators.
    footing: [Vec<Footing>; 8],
    /// Hexes of each range, Winter and Summer for each species.
    pub(super) ranges: [Vec<Hex>; 8],
    pub(super) members: [Hexes; 8],
    /// Food hexes in map order.
    pub food: Vec<Hex>,
    food_number: Vec<Option<u8>>,
    /// Coyote hexes in map order.
    pub coyotes: Vec<Hex>,
    /// Grizzly dens and Lion dens in map order.
    pub dens: [Vec<Hex>; 2],
    hexes: Vec<Hex>,
    /// Steps of each species to each Food hex.
    food_steps: Vec<Vec<Option<u16>>>,
}

/// The name of a range in map files.
pub(super) fn range_name(species: Species, range: Range) -> String {
    let season = match range {
        Range::Winter => "winter",
        Range::Summer => "summer",
    };
    format!("{} {season}", species.word())
}

fn hex_of(grid: &Grid, cell: Cell) -> Hex {
    let (column, row) = grid.place(cell);
    Hex::at(column, row)
}

/// The neighbours of every hex, in the order of sides, and how many they are.
fn neighbours(grid: &Grid) -> Vec<([Hex; 6], u8)> {
    let mut neighbours = vec![([Hex::at(0, 0); 6], 0); EXTENT];
    for cell in grid.cells() {
        let (around, count) = &mut neighbours[hex_of(grid, cell).index()];
        for next in Side::ALL.into_iter().filter_map(|side| grid.neighbour(cell, side)) {
            around[usize::from(*count)] = hex_of(grid, next);
            *count += 1;
        }
    }
    neighbours
}

/// The terrain of every hex, and how each species and each hunter fares on it.
fn grounds(
    map: &Map,
    components: &Components,
    slowest: Slowest,
) -> (Vec<Terrain>, [Vec<Footing>; 8]) {
    let predators = components.predators.iter().map(|kind| kind.terrain);
    let limits: Vec<_> = components.herds.iter().copied().chain(predators).collect();
    let mut footing: [Vec<Footing>; 8] = std::array::from_fn(|_| vec![Footing::No; EXTENT]);
    let mut terrain = vec![Terrain::CLEAR; EXTENT];
    for cell in map.grid.cells() {
        let hex = hex_of(&map.grid, cell);
        let Some(found) = Terrain::parse(map.terrain_name(cell)) else { continue };
        terrain[hex.index()] = found;
        for (table, limits) in footing.iter_mut().zip(&limits) {
            table[hex.index()] = limits.on(found, slowest);
        }
    }
    (terrain, footing)
}

impl Park {
    /// The park of a map, or everything that makes it unplayable; `used` says how many Food hexes get a
    /// counter, if not all. YS-MAP-10
    pub fn new(
        map: Map,
        components: &Components,
        used: Option<u8>,
        slowest: Slowest,
    ) -> Result<Park, Vec<Fault>> {
        let mut faults = shape_faults(&map);
        if !faults.is_empty() {
            return Err(faults);
        }
        name_faults(&map, &mut faults);
        let mut park = Park::laid_out(map, components, slowest);
        park.food_steps = Species::ALL
            .into_iter()
            .flat_map(|species| park.food.iter().map(move |hex| (species, *hex)))
            .map(|(species, hex)| park.steps_from(species, &[hex]))
            .collect();
        park.find_faults(components, used, &mut faults);
        if faults.is_empty() { Ok(park) } else { Err(faults) }
    }

    /// What stands on the map, hex by hex; the ways to Food are still to be walked.
    fn laid_out(map: Map, components: &Components, slowest: Slowest) -> Park {
        let area = |name: &str| -> Vec<Hex> {
            map.area(name).iter().map(|cell| hex_of(&map.grid, *cell)).collect()
        };
        let ranges: [Vec<Hex>; 8] = std::array::from_fn(|i| {
            area(&range_name(Species::ALL[i / 2], [Range::Winter, Range::Summer][i % 2]))
        });
        let food = area("food");
        let mut food_number = vec![None; EXTENT];
        for (number, hex) in food.iter().enumerate() {
            food_number[hex.index()] = Some(number.fit());
        }
        let (terrain, footing) = grounds(&map, components, slowest);
        Park {
            food_steps: Vec::new(),
            neighbours: neighbours(&map.grid),
            terrain,
            footing,
            members: std::array::from_fn(|i| ranges[i].iter().copied().collect()),
            ranges,
            food,
            food_number,
            coyotes: area("coyote"),
            dens: [area("grizzly den"), area("lion den")],
            hexes: map.grid.cells().map(|cell| hex_of(&map.grid, cell)).collect(),
            map,
        }
    }

    /// Every hex, in map order.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// The neighbours on the map, six at most, in the order of sides.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> &[Hex] {
        let (around, count) = &self.neighbours[hex.index()];
        &around[..usize::from(*count)]
    }

    /// Whether two hexes touch. YS-MOVE-14
    pub fn adjacent(&self, a: Hex, b: Hex) -> bool {
        self.neighbours(a).contains(&b)
    }

    /// How a herd animal fares in a hex; Young as their species. YS-TERR-15, YS-TERR-16
    #[inline]
    pub fn footing(&self, species: Species, hex: Hex) -> Footing {
        self.footing[species.index()][hex.index()]
    }

    /// How a predator fares in a hex: on any range and with any counter. YS-PRED-22
    pub fn predator_footing(&self, hunter: Hunter, hex: Hex) -> Footing {
        self.footing[4 + hunter.index()][hex.index()]
    }

    /// The hexes of a range in map order. Ranges are no borders: nothing that moves asks for them.
    /// YS-MAP-07, YS-MAP-08, YS-MAP-09
    pub fn range(&self, species: Species, range: Range) -> &[Hex] {
        &self.ranges[2 * species.index() + range.index()]
    }

    /// Whether the hex lies on the range.
    #[inline]
    pub fn on_range(&self, species: Species, range: Range, hex: Hex) -> bool {
        self.members[2 * species.index() + range.index()].has(hex)
    }

    /// The number of a Food hex in map order.
    pub fn food_number(&self, hex: Hex) -> Option<usize> {
        self.food_number[hex.index()].map(usize::from)
    }

    /// Steps from a hex to a Food hex, by its number, over hexes that the species may enter.
    pub fn steps_to_food(&self, species: Species, number: usize, hex: Hex) -> Option<u16> {
        let table = self.food_steps.get(species.index() * self.food.len() + number)?;
        table[hex.index()]
    }

    /// The terrain of a hex.
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// Steps from these hexes to every hex that the species may enter; none where there is no way.
    pub fn steps_from(&self, species: Species, from: &[Hex]) -> Vec<Option<u16>> {
        let mut steps = vec![None; EXTENT];
        let mut queue = std::collections::VecDeque::new();
        for hex in from {
            steps[hex.index()] = Some(0);
            queue.push_back((*hex, 0));
        }
        while let Some((hex, far)) = queue.pop_front() {
            for next in self.neighbours(hex) {
                if steps[next.index()].is_none() && self.footing(species, *next) != Footing::No {
                    steps[next.index()] = Some(far + 1);
                    queue.push_back((*next, far + 1));
                }
            }
        }
        steps
    }

    /// Steps between the nearest hexes of a herd's two ranges.
    pub fn way(&self, species: Species) -> Option<u16> {
        let steps = self.steps_from(species, self.range(species, Range::Summer));
        let winter = self.range(species, Range::Winter).iter();
        winter.filter_map(|hex| steps[hex.index()]).min()
    }

    /// Sum of the seven shortest ways from Winter hexes to the Summer Range.
    pub fn seven_ways(&self, species: Species) -> u16 {
        let steps = self.steps_from(species, self.range(species, Range::Summer));
        let winter = self.range(species, Range::Winter).iter();
        let mut ways: Vec<u16> = winter.filter_map(|hex| steps[hex.index()]).collect();
        ways.sort_unstable();
        ways.iter().take(7).sum()
    }

    /// Food hexes that lie at most so many steps off a herd's shortest way.
    pub fn food_near(&self, species: Species, detour: u16) -> usize {
        let winter = self.steps_from(species, self.range(species, Range::Winter));
        let summer = self.steps_from(species, self.range(species, Range::Summer));
        let Some(way) = self.way(species) else {
            return 0;
        };
        let near = |hex: &&Hex| match (winter[hex.index()], summer[hex.index()]) {
            (Some(there), Some(on)) => there + on <= way + detour,
            _ => false,
        };
        self.food.iter().filter(near).count()
    }
}
