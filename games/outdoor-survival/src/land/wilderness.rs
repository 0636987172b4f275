//! The board as the rules see it: what every hex offers, and what every step out of it costs.
//!
//! Everything is worked out once, when the game is opened; during play a step is a table look-up.

use crate::edition::components::{Source, Terrain};
use crate::edition::scenarios::MOST_POINTS;
use crate::land::{Edges, Hex, Sides, Target, check_map};
use std::ops::Index;
use std::sync::OnceLock;
use table::Fault;
use terrain::{Cell, Fit, Map, Side};

/// What one hex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Land {
    /// Its dominant terrain.
    pub terrain: Terrain,
    /// Whether a river runs through it.
    pub river: bool,
    /// Whether the river can be forded here.
    pub ford: bool,
    /// Whether it holds a catch-basin.
    pub basin: bool,
    /// Whether it holds a food source.
    pub food: bool,
    /// The number of the base here.
    pub base: Option<u8>,
    /// Whether a trail runs through it.
    pub trail: bool,
    /// Sides that its trail pierces.
    pub trail_sides: Sides,
    /// Sides marked `clear`, `closed` and `ambiguous` in the map file.
    pub marked_clear: Sides,
    /// See `marked_clear`.
    pub marked_closed: Sides,
    /// See `marked_clear`.
    pub ambiguous: Sides,
}

impl Land {
    /// What it offers, as bits of [`Source`].
    pub(crate) fn offers(&self) -> u16 {
        let mut bits = self.terrain.bit();
        for (has, source) in [
            // OS-FORD-04: a ford too
            (self.river, Source::River),
            (self.basin, Source::Basin),
            (self.food, Source::Food),
            (self.base.is_some(), Source::Base),
        ] {
            if has {
                bits |= source.bit();
            }
        }
        bits
    }
}

/// What a step out of a hex through one side means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The hex entered, if any.
    pub target: Target,
    /// Points to enter it.
    pub enter: u8,
    /// Points that a person pays at least who entered the hex left at the trail rate
    /// (OS-TRAIL-18); 0 where case D does not apply.
    pub leave: u8,
    /// The edges crossed, if the step leaves the board.
    pub edges: Edges,
    /// Whether the step enters at the trail rate.
    pub rate: bool,
    /// Whether a trail pierces the side.
    pub pierced: bool,
    /// Whether the step follows the trail of the hex left.
    pub follows: bool,
}

impl Way {
    /// The cost for a person whose rate flag is as given (OS-MOVE-19, OS-TRAIL-19, OS-TRAIL-21).
    pub fn cost(&self, flag: bool) -> u8 {
        if flag { self.enter.max(self.leave) } else { self.enter }
    }

    /// Whether the step stays on the board.
    pub fn on_board(&self) -> bool {
        self.to().is_some()
    }

    /// The hex entered; nothing off the board.
    #[inline]
    pub fn to(&self) -> Option<Hex> {
        self.target.get()
    }
}

/// The ways out of a hex, by side; and what every step asks of them, as sets of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    by_side: [Way; 6],
    follows: Sides,
    on_board: Sides,
    /// What can be paid with so many points, without a rate flag and with one.
    affordable: [[Sides; MOST_POINTS as usize + 1]; 2],
}

impl Ways {
    /// These ways.
    pub(crate) fn new(by_side: [Way; 6]) -> Ways {
        let which = |holds: &dyn Fn(&Way) -> bool| {
            Sides::which(|side| holds(&by_side[usize::from(side.0)]))
        };
        let within = |flag: bool| {
            std::array::from_fn(|points| which(&|way| usize::from(way.cost(flag)) <= points))
        };
        Ways {
            follows: which(&|way| way.follows),
            on_board: which(&Way::on_board),
            affordable: [false, true].map(within),
            by_side,
        }
    }

    /// The sides through which the trail of the hex leads.
    #[inline]
    pub fn follows(&self) -> Sides {
        self.follows
    }

    /// The sides that do not lead off the board.
    #[inline]
    pub fn on_board(&self) -> Sides {
        self.on_board
    }

    /// The sides that a person with this rate flag can pay for with so many points.
    #[inline]
    pub fn affordable(&self, flag: bool, points: u8) -> Sides {
        self.affordable[usize::from(flag)][usize::from(points.min(MOST_POINTS))]
    }

    /// The sides that lead off the board over one of these edges.
    #[inline]
    pub fn off_board(&self, edges: Edges) -> Sides {
        match self.on_board {
            Sides::ALL => Sides::NONE,
            _ => self.which(|way| way.edges.meets(edges)),
        }
    }

    /// The sides whose ways are such.
    #[inline]
    pub fn which(&self, holds: impl Fn(&Way) -> bool) -> Sides {
        Sides::which(|side| holds(&self[side]))
    }

    /// The six ways, clockwise.
    pub fn iter(&self) -> impl Iterator<Item = &Way> {
        self.by_side.iter()
    }
}

impl Index<Side> for Ways {
    type Output = Way;

    #[inline]
    fn index(&self, side: Side) -> &Way {
        &self.by_side[usize::from(side.0)]
    }
}

/// How the rulings about trails and fords were chosen (OS-RIV-04, OS-FORD-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Ground {
    /// A trail over a river without a ford costs 1.
    pub trail_over_river: bool,
    /// A ford costs its dominant terrain.
    pub ford_costs_terrain: bool,
}

/// The board, worked out.
#[derive(Clone, Debug)]
pub struct Wilderness {
    /// The map it was worked out from.
    pub map: Map,
    /// Every hex of the grid's extent.
    pub hexes: Vec<Land>,
    /// Every hex's cube coordinates, for distances.
    places: Vec<(i16, i16)>,
    offers: Vec<u16>,
    /// Ways out of every hex when ambiguous sides count as pierced.
    ways: Vec<Ways>,
    /// The same when a friendly die went against the walker; empty if the map leaves no doubt.
    doubted: Vec<Ways>,
    /// The same for those who do not use trails.
    trackless: Vec<Ways>,
    /// The hex of every numbered base.
    bases: Vec<Option<Hex>>,
    /// Worked out when somebody first asks.
    vicinity: OnceLock<Vicinity>,
}

/// As far as ways between hexes are known by heart, in points.
pub const VICINITY: u16 = 12;
/// The same as a step of columns or rows.
const REACH: i16 = 12;
/// Columns and rows of hexes about one, as far as so many points could lead.
const SPAN: usize = 25;

/// Points of the cheapest way into every hex from every hex near it; [`u8::MAX`] beyond
/// [`VICINITY`].
#[derive(Clone, Debug)]
struct Vicinity(Vec<[u8; SPAN * SPAN]>);

impl Wilderness {
    /// Works out the board. Faults name what is wrong with the map as a board of this game.
    pub fn new(map: Map, ground: Ground) -> Result<Wilderness, Vec<Fault>> {
        let faults = check_map(&map);
        if !faults.is_empty() {
            return Err(faults);
        }
        let hexes = read(&map);
        let mut wilderness = Wilderness {
            places: map
                .grid
                .cells_of_extent()
                .map(|cell| {
                    let hex = map.grid.hex(cell);
                    (hex.x.fit(), hex.y.fit())
                })
                .collect(),
            offers: hexes.iter().map(Land::offers).collect(),
            ways: Vec::new(),
            doubted: Vec::new(),
            trackless: Vec::new(),
            bases: (0..=u8::MAX)
                .map(|number| map.numbered("base", number.into()).map(Hex::of))
                .collect(),
            vicinity: OnceLock::new(),
            hexes,
            map,
        };
        wilderness.ways =
            crate::rules::trails::ways(&wilderness, ground, crate::rules::trails::Doubt::Pierced);
        if wilderness.hexes.iter().any(|hex| !hex.ambiguous.is_empty()) {
            wilderness.doubted = crate::rules::trails::ways(
                &wilderness,
                ground,
                crate::rules::trails::Doubt::Unpierced,
            );
        }
        wilderness.trackless =
            crate::rules::trails::ways(&wilderness, ground, crate::rules::trails::Doubt::NoTrails);
        Ok(wilderness)
    }

    /// The hexes of the map.
    pub fn cells(&self) -> impl Iterator<Item = Hex> + '_ {
        self.map.grid.cells().map(Hex::of)
    }

    /// Every hex of the map's extent, missing ones included.
    pub fn extent(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.hexes.len().fit()).map(Hex)
    }

    /// What a hex is.
    pub fn land(&self, cell: Hex) -> &Land {
        &self.hexes[cell.index()]
    }

    pub(crate) fn offers(&self, cell: Hex) -> u16 {
        self.offers[cell.index()]
    }

    /// The ways out of a hex, for those who use trails or not.
    pub(crate) fn ways(&self, cell: Hex, uses_trails: bool) -> &Ways {
        if uses_trails { &self.ways[cell.index()] } else { &self.trackless[cell.index()] }
    }

    /// The way out through a side about which a friendly die went against the walker.
    pub(crate) fn doubted(&self, cell: Hex, side: Side) -> &Way {
        self.doubted.get(cell.index()).map_or(&self.ways[cell.index()][side], |ways| &ways[side])
    }

    /// The neighbour through a side.
    pub fn neighbour(&self, cell: Hex, side: Side) -> Option<Hex> {
        self.map.grid.neighbour(cell.cell(), side).map(Hex::of)
    }

    /// Steps between two hexes as the crow flies.
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        let ((ax, ay), (bx, by)) = (self.places[a.index()], self.places[b.index()]);
        let (dx, dy) = (ax - bx, ay - by);
        (dx.unsigned_abs() + dy.unsigned_abs() + (dx + dy).unsigned_abs()) / 2
    }

    /// The hexes strictly between two hexes on the straight line that joins them. Where the line
    /// runs along a side, the same one of the two hexes is taken from both ends.
    pub fn between(&self, a: Hex, b: Hex, mut each: impl FnMut(Option<Hex>)) {
        let (a, b) = (a.min(b), a.max(b));
        let n = i32::from(self.distance(a, b));
        let ((ax, ay), (bx, by)) = (self.places[a.index()], self.places[b.index()]);
        // Cube coordinates times n, nudged off the sides by less than half a unit.
        const FINE: i32 = 1000;
        for i in 1..n {
            let along = |from: i16, to: i16| (i32::from(from) * (n - i) + i32::from(to) * i) * FINE;
            let (x, y) = (along(ax, bx) + 1, along(ay, by) + 2);
            let z = -x - y;
            let unit = n * FINE;
            let round = |value: i32| (value + unit / 2).div_euclid(unit);
            let (mut rx, mut ry, rz) = (round(x), round(y), round(z));
            let off = |rounded: i32, value: i32| (rounded * unit - value).abs();
            let (ox, oy, oz) = (off(rx, x), off(ry, y), off(rz, z));
            if ox > oy && ox > oz {
                rx = -ry - rz;
            } else if oy > oz {
                ry = -rx - rz;
            }
            let cell = self.map.grid.cell(terrain::Hex::new(rx, ry));
            each(cell.map(Hex::of));
        }
    }

    /// The printed name of a hex.
    pub fn label(&self, cell: Hex) -> String {
        self.map.grid.label(cell.cell())
    }

    /// The hex of that name.
    pub fn find(&self, label: &str) -> Option<Hex> {
        self.map.grid.find(label).map(Hex::of)
    }

    /// The hex of a numbered base.
    pub fn base(&self, number: u8) -> Option<Hex> {
        self.bases[usize::from(number)]
    }

    /// Column and row, counted from 1.
    pub fn place(&self, cell: Hex) -> (u8, u8) {
        let (column, row) = self.map.grid.place(cell.cell());
        (column.fit::<u8>() + 1, row.fit::<u8>() + 1)
    }

    /// Points of the cheapest way from every hex off the board over one of these edges, the last
    /// step included, all rate flags clear; `u16::MAX` where there is none.
    pub fn way_off(&self, edges: Edges) -> Vec<u16> {
        self.cheapest(|cell| {
            let ways = &self.ways[cell.index()];
            let out = ways.iter().filter(|way| way.edges.meets(edges));
            out.map(|way| way.enter.into()).min()
        })
    }

    /// Points of the cheapest way from every hex to one for which `goal` holds.
    pub fn way_to(&self, goal: impl Fn(Hex) -> bool) -> Vec<u16> {
        self.cheapest(|cell| goal(cell).then_some(0))
    }

    /// Calls `each` with every hex from which a way of at most so many points leads to one of these
    /// goals, and the points of the cheapest such way; the nearest first.
    pub fn near(&self, goals: &[Hex], limit: u16, each: impl FnMut(Hex, u16)) {
        self.spread(goals, limit, |_, back| back.enter, each);
    }

    /// Calls `each` with every hex that somebody reaches from here with at most so many points, and
    /// the points that he needs; the nearest first.
    pub fn reached(&self, from: Hex, limit: u16, each: impl FnMut(Hex, u16)) {
        self.spread(&[from], limit, |out, _| out.enter, each);
    }

    /// Points of the cheapest way from one hex into another, if it takes at most [`VICINITY`].
    pub fn points_to(&self, from: Hex, to: Hex) -> Option<u16> {
        let place = self.beside(to, from)?;
        let vicinity = self.vicinity.get_or_init(|| {
            let mut about = vec![[u8::MAX; SPAN * SPAN]; self.hexes.len()];
            for to in self.cells() {
                let own = &mut about[to.index()];
                self.near(&[to], VICINITY, |from, points| {
                    if let Some(place) = self.beside(to, from) {
                        own[place] = points.fit();
                    }
                });
            }
            Vicinity(about)
        });
        match vicinity.0[to.index()][place] {
            u8::MAX => None,
            points => Some(points.into()),
        }
    }

    /// Where a hex lies among those about another, if it is near.
    fn beside(&self, of: Hex, cell: Hex) -> Option<usize> {
        let ((ax, ay), (bx, by)) = (self.places[of.index()], self.places[cell.index()]);
        let offset = |from: i16, to: i16| -> Option<usize> {
            let offset = usize::try_from(to - from + REACH).ok()?;
            (offset < SPAN).then_some(offset)
        };
        Some(offset(ax, bx)? * SPAN + offset(ay, by)?)
    }

    /// Goes outward from these hexes; `price` is told of each step outward, and of its way back.
    fn spread(
        &self,
        from: &[Hex],
        limit: u16,
        price: impl Fn(&Way, &Way) -> u8,
        mut each: impl FnMut(Hex, u16),
    ) {
        let mut cost = vec![u16::MAX; self.hexes.len()];
        // No step costs as much as there are buckets.
        let mut buckets: [Vec<Hex>; 8] = Default::default();
        for cell in from {
            if std::mem::replace(&mut cost[cell.index()], 0) != 0 {
                buckets[0].push(*cell);
            }
        }
        for at in 0..=limit {
            while let Some(cell) = buckets[usize::from(at % 8)].pop() {
                if cost[cell.index()] != at {
                    continue;
                }
                each(cell, at);
                for side in Side::ALL {
                    let out = &self.ways[cell.index()][side];
                    let Some(to) = out.to() else { continue };
                    let back = &self.ways[to.index()][side.opposite()];
                    let through = at + u16::from(price(out, back));
                    if through < cost[to.index()] {
                        cost[to.index()] = through;
                        buckets[usize::from(through % 8)].push(to);
                    }
                }
            }
        }
    }

    fn cheapest(&self, first: impl Fn(Hex) -> Option<u16>) -> Vec<u16> {
        let mut cost = vec![u16::MAX; self.hexes.len()];
        let mut buckets: Vec<Vec<Hex>> = vec![Vec::new(); 8];
        for cell in self.cells() {
            if let Some(points) = first(cell) {
                cost[cell.index()] = points;
                buckets[usize::from(points)].push(cell);
            }
        }
        let mut at = 0;
        while usize::from(at) < buckets.len() {
            while let Some(cell) = buckets[usize::from(at)].pop() {
                if cost[cell.index()] != at {
                    continue;
                }
                for side in Side::ALL {
                    let Some(from) = self.neighbour(cell, side) else { continue };
                    let way = &self.ways[from.index()][side.opposite()];
                    let through = at + u16::from(way.enter);
                    if through < cost[from.index()] {
                        cost[from.index()] = through;
                        if buckets.len() <= usize::from(through) {
                            buckets.resize(usize::from(through) + 1, Vec::new());
                        }
                        buckets[usize::from(through)].push(from);
                    }
                }
            }
            at += 1;
        }
        cost
    }
}

fn read(map: &Map) -> Vec<Land> {
    let (river, trail) = (map.on_course("river"), map.on_course("trail"));
    let trail_sides = map.crossed_sides("trail");
    let [ford, basin, food] = ["ford", "basin", "food"].map(|name| map.has_feature(name));
    let mut hexes: Vec<Land> = map
        .grid
        .cells_of_extent()
        .map(|cell| Land {
            terrain: Terrain::parse(map.terrain_name(cell)).unwrap_or(Terrain::Clear),
            river: river[cell.index()],
            ford: ford[cell.index()],
            basin: basin[cell.index()],
            food: food[cell.index()],
            base: None,
            trail: trail[cell.index()],
            trail_sides: Sides::of_bits(trail_sides[cell.index()]),
            marked_clear: Sides::NONE,
            marked_closed: Sides::NONE,
            ambiguous: Sides::NONE,
        })
        .collect();
    for (number, cell) in map.numbered.get("base").into_iter().flatten() {
        hexes[cell.index()].base = Some(number.fit());
    }
    for mark in &map.sides {
        let both = [
            Some((mark.cell, mark.side)),
            map.grid.neighbour(mark.cell, mark.side).map(|next| (next, mark.side.opposite())),
        ];
        for (cell, side) in both.into_iter().flatten() {
            let hex = &mut hexes[cell.index()];
            match mark.word.as_str() {
                "clear" => hex.marked_clear |= side.into(),
                "closed" => hex.marked_closed |= side.into(),
                _ => hex.ambiguous |= side.into(),
            }
        }
    }
    hexes
}

/// All cells of a grid's extent, missing ones included.
trait Extent {
    fn cells_of_extent(&self) -> impl Iterator<Item = Cell> + '_;
}

impl Extent for terrain::Grid {
    fn cells_of_extent(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.extent().fit()).map(Cell)
    }
}
