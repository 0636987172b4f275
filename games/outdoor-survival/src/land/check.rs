//! Checks of a map: what every map must obey, and what the house map must obey besides.

use crate::edition::components::Terrain;
use crate::land::{Edge, Ground, Hex, Wilderness};
use std::collections::BTreeSet;
use table::Fault;
use terrain::{Cell, Grid, Labels, Map, Side, Top};

/// What is wrong with a map as a board of this game, whatever the scenario. Empty for a good one.
///
/// The map file reader finds what is wrong with the file itself: rows, letters, names, courses.
pub fn check_map(map: &Map) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |field: &str, problem: String| faults.push(Fault::field(field, problem));
    let grid = &map.grid;
    let label = |cell: &Cell| grid.label(*cell);
    if grid.top != Top::Flat || grid.labels != Labels::ColumnRow {
        fault("tops", "this game needs flat tops and labels such as 0101".into());
    }
    // OS-FILE-02
    if !(5..=99).contains(&grid.columns()) || !(5..=99).contains(&grid.rows()) {
        fault("body.terrain", "a map has from 5 by 5 to 99 by 99 hexes".into());
    }
    check_words(map, &mut fault);
    check_courses(map, &mut fault);
    // Check 4
    let river = map.on_course("river");
    for ford in map.featured("ford").iter().filter(|ford| !river[ford.index()]) {
        fault("features.ford", format!("{} is a ford without a river", label(ford)));
    }
    // Check 5
    let mut taken = BTreeSet::new();
    for (number, cell) in map.numbered.get("base").into_iter().flatten() {
        if *number == 0 || *number > 99 {
            fault("numbered.base", format!("base {number}: bases have numbers from 1 to 99"));
        }
        if !taken.insert(cell) {
            fault("numbered.base", format!("{} has two bases", label(cell)));
        }
    }
    faults
}

/// Every word of the map must mean something in this game.
fn check_words(map: &Map, mut fault: impl FnMut(&str, String)) {
    for (letter, name) in &map.legend {
        if Terrain::parse(name).is_none() {
            let problem = format!(
                "`{letter}` is `{name}`: terrain is clear, woods, desert, mountain or swamp"
            );
            fault("legend", problem);
        }
    }
    for (kinds, known, field) in [
        (map.features.keys().collect::<Vec<_>>(), &["ford", "basin", "food"][..], "features"),
        (map.courses.keys().collect(), &["river", "trail"][..], "courses"),
        (map.numbered.keys().collect(), &["base"][..], "numbered"),
    ] {
        for kind in kinds.into_iter().filter(|kind| !known.contains(&kind.as_str())) {
            fault(field, format!("`{kind}` means nothing here: write {}", known.join(", ")));
        }
    }
    for mark in &map.sides {
        if !["clear", "closed", "ambiguous"].contains(&mark.word.as_str()) {
            let problem =
                format!("`{}` means nothing here: write clear, closed or ambiguous", mark.word);
            fault("sides", problem);
        }
    }
}

/// Rivers and trails go on from hex to hex.
fn check_courses(map: &Map, mut fault: impl FnMut(&str, String)) {
    // Check 2: a river side is met in the neighbour, or leaves the board.
    for (cell, side) in map.one_sided("river") {
        let (hex, side) = (map.grid.label(cell), side.name(Top::Flat));
        fault("courses.river", format!("the river of {hex} does not go on through {side}"));
    }
    // Check 3: a trail side that faces a trail hex is met there.
    let on_trail = map.on_course("trail");
    for (cell, side) in map.one_sided("trail") {
        if map.grid.neighbour(cell, side).is_some_and(|next| on_trail[next.index()]) {
            let (hex, side) = (map.grid.label(cell), side.name(Top::Flat));
            fault("courses.trail", format!("the trail of {hex} is not met through {side}"));
        }
    }
}

/// What is wrong with a map that wants to be the house map: totals, swamps, rivers, symbols and
/// distances. Empty for a good one.
pub fn house_checks(map: &Map) -> Vec<Fault> {
    let mut faults = check_map(map);
    let Ok(board) = Wilderness::new(map.clone(), Ground::default()) else {
        return faults;
    };
    let mut house = HouseMap { map, board: &board, faults: &mut faults };
    house.totals();
    house.swamps();
    house.rivers();
    house.dry_deserts();
    house.symbols();
    house.bases();
    house.deserts();
    house.ring_of_mountains();
    house.trails();
    house.distances();
    faults
}

/// The middle of a patch: the hex of it that is the least way from all its hexes, the first in
/// cell order of several.
pub(crate) fn middle(grid: &Grid, patch: &[Cell]) -> Option<Cell> {
    let way = |from: &Cell| patch.iter().map(|to| grid.distance(*from, *to)).sum::<u32>();
    patch.iter().copied().min_by_key(|cell| (way(cell), *cell))
}

struct HouseMap<'a> {
    map: &'a Map,
    board: &'a Wilderness,
    faults: &'a mut Vec<Fault>,
}

impl HouseMap<'_> {
    fn must(&mut self, holds: bool, field: &str, problem: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(Fault::field(field, problem()));
        }
    }

    fn count(&self, holds: impl Fn(Hex) -> bool) -> usize {
        self.cells().filter(|cell| holds(*cell)).count()
    }

    fn cells(&self) -> impl Iterator<Item = Hex> + '_ {
        self.board.cells()
    }

    fn terrain(&self, cell: Hex) -> Terrain {
        self.board.land(cell).terrain
    }

    /// The patches of a terrain, the largest first.
    fn pieces(&self, terrain: Terrain) -> Vec<Vec<Cell>> {
        let mut pieces = self.map.grid.pieces(|cell| self.terrain(Hex::of(cell)) == terrain);
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
        pieces
    }

    /// Checks 8 and 9, the patches, and the counts of 11 and 13.
    fn totals(&mut self) {
        let size = (self.map.grid.columns(), self.map.grid.rows());
        self.must(size == (43, 34), "body.terrain", || format!("{size:?} is not 43 by 34"));
        for (terrain, total) in Terrain::ALL.into_iter().zip([684, 401, 78, 253, 46]) {
            let count = self.count(|cell| self.terrain(cell) == terrain);
            self.must(count == total, "body.terrain", || {
                format!("{count} hexes of {}, not {total}", terrain.word())
            });
        }
        for (terrain, patches) in [(Terrain::Mountain, 15..=20), (Terrain::Woods, 16..=20)] {
            let count = self.pieces(terrain).len();
            self.must(patches.contains(&count), "body.terrain", || {
                format!("{count} patches of {}, not {patches:?}", terrain.word())
            });
        }
        let board = self.board;
        let counts = [
            ("courses.river", 98, self.count(|cell| board.land(cell).river)),
            ("features.ford", 9, self.count(|cell| board.land(cell).ford)),
            ("features.basin", 24, self.count(|cell| board.land(cell).basin)),
            ("features.food", 18, self.count(|cell| board.land(cell).food)),
            ("numbered.base", 9, self.count(|cell| board.land(cell).base.is_some())),
        ];
        for (field, total, count) in counts {
            self.must(count == total, field, || format!("{count} hexes, not {total}"));
        }
    }

    /// Checks 10, 11 and 12.
    fn swamps(&mut self) {
        let pieces = self.pieces(Terrain::Swamp);
        let sizes: Vec<usize> = pieces.iter().map(Vec::len).collect();
        self.must(sizes == [31, 15], "body.terrain", || {
            format!("swamps of {sizes:?}, not 31 and 15")
        });
        let places: Vec<(u8, u8)> = pieces
            .iter()
            .filter_map(|piece| middle(&self.map.grid, piece))
            .map(|cell| self.board.place(Hex::of(cell)))
            .collect();
        if let [big, small] = places[..] {
            let good = big.0 < 22 && big.1 <= 17 && small.0 > 22 && small.1 > 17;
            self.must(good, "body.terrain", || {
                "the big swamp is not in the north-west, or the small one not in the south-east"
                    .into()
            });
        }
    }

    /// Where rivers begin and end, and what they join.
    fn rivers(&mut self) {
        let pieces = self.pieces(Terrain::Swamp);
        let sides = self.map.crossed_sides("river");
        let forks = sides.iter().filter(|mask| mask.count_ones() == 3).count();
        self.must(forks == 1, "courses.river", || format!("{forks} forks, not 1"));
        let touches = |course: &terrain::Course, piece: &Vec<Cell>| {
            course.cells.iter().any(|(cell, pointed)| !pointed && piece.contains(cell))
        };
        let rivers = self.map.courses("river");
        for piece in &pieces {
            let count = rivers.iter().filter(|river| touches(river, piece)).count();
            self.must(count == 3, "courses.river", || {
                format!("{count} rivers meet a swamp, not 3")
            });
        }
        let loose = rivers.iter().flat_map(|river| {
            let ends =
                [(river.cells.first(), river.from_edge), (river.cells.last(), river.to_edge)];
            ends.into_iter().filter(|(_, edge)| edge.is_none()).filter_map(|(end, _)| end)
        });
        let loose: Vec<Cell> = loose
            .map(|(cell, _)| *cell)
            .filter(|cell| sides[cell.index()].count_ones() < 3)
            .filter(|cell| self.terrain(Hex::of(*cell)) != Terrain::Swamp)
            .collect();
        self.must(loose.is_empty(), "courses.river", || {
            format!("a river ends at {} for no reason", self.map.grid.label(loose[0]))
        });
        let north = |end: Option<&(Cell, bool)>, side: Option<Side>| {
            let ((cell, _), side) = (end?, side?);
            Some(self.map.grid.leaves_over(*cell, side, terrain::Edge::North))
        };
        let main = rivers.iter().any(|river| {
            let ends = [
                north(river.cells.first(), river.from_edge),
                north(river.cells.last(), river.to_edge),
            ];
            ends.contains(&Some(true)) && pieces.first().is_some_and(|big| touches(river, big))
        });
        self.must(main, "courses.river", || {
            "no river runs from the big swamp over the north edge".into()
        });
        let both = rivers.iter().filter(|river| pieces.iter().all(|piece| touches(river, piece)));
        let both = both.count();
        self.must(both == 1, "courses.river", || format!("{both} rivers join the swamps, not 1"));
    }

    /// No river runs beside a desert.
    fn dry_deserts(&mut self) {
        let thirsty: Vec<Hex> = self
            .cells()
            .filter(|cell| self.terrain(*cell) == Terrain::Desert)
            .filter(|cell| {
                let mut near =
                    Side::ALL.into_iter().filter_map(|side| self.board.neighbour(*cell, side));
                self.board.land(*cell).river || near.any(|next| self.board.land(next).river)
            })
            .collect();
        self.must(thirsty.is_empty(), "courses.river", || {
            format!("a river next to the desert at {}", self.board.label(thirsty[0]))
        });
    }

    /// The table of check 13: fords, basins and food.
    fn symbols(&mut self) {
        let board = self.board;
        let all =
            |holds: &dyn Fn(Hex) -> bool| self.cells().filter(|c| holds(*c)).collect::<Vec<_>>();
        let fords = all(&|cell| board.land(cell).ford);
        let basins = all(&|cell| board.land(cell).basin);
        let foods = all(&|cell| board.land(cell).food);
        let rivers = all(&|cell| board.land(cell).river);
        let camp = board.base(5).unwrap_or_default();
        let apart = |cells: &[Hex], least: u16| {
            cells
                .iter()
                .enumerate()
                .all(|(i, a)| cells[..i].iter().all(|b| board.distance(*a, *b) >= least))
        };
        let near =
            |cell: Hex, others: &[Hex]| others.iter().map(|o| board.distance(cell, *o)).min();
        for ford in &fords {
            let good = self.terrain(*ford) == Terrain::Clear;
            self.must(good, "features.ford", || format!("{} is not clear", board.label(*ford)));
        }
        for river in self.map.courses("river") {
            let count =
                river.cells.iter().filter(|(c, p)| !p && board.land(Hex::of(*c)).ford).count();
            self.must(count <= 2, "features.ford", || format!("{count} fords on one river"));
        }
        let dry = basins.iter().all(|basin| near(*basin, &rivers).is_none_or(|least| least >= 3));
        self.must(dry && apart(&basins, 3), "features.basin", || {
            "basins are at least 3 hexes from rivers and each other".into()
        });
        let good = |cell: &Hex| {
            let hex = board.land(*cell);
            matches!(hex.terrain, Terrain::Clear | Terrain::Woods)
                && !hex.river
                && hex.base.is_none()
                && !hex.basin
                && !hex.trail
                && board.distance(*cell, camp) >= 5
        };
        self.must(foods.iter().all(good) && apart(&foods, 6), "features.food", || {
            "food lies on clear or woods, off rivers, bases, basins and trails, 6 apart, 5 from Base 5".into()
        });
        let in_desert =
            |piece: &Vec<Cell>| piece.iter().filter(|c| board.land(Hex::of(**c)).basin).count();
        let mut wells: Vec<usize> = self.pieces(Terrain::Desert).iter().map(in_desert).collect();
        wells.sort_unstable();
        self.must(wells == [1, 2], "features.basin", || {
            format!("{wells:?} basins in the deserts, not 1 and 2")
        });
    }

    /// The table of check 13: bases.
    fn bases(&mut self) {
        let board = self.board;
        let Some(camp) = board.base(5) else {
            return;
        };
        self.must(board.label(camp) == "2217", "numbered.base", || "Base 5 is not on 2217".into());
        for (number, columns, rows) in
            [(4, 1..=3, 16..=19), (6, 41..=43, 16..=19), (8, 20..=24, 31..=33)]
        {
            let place = board.base(number).map(|cell| (board.place(cell), self.terrain(cell)));
            let good = place.is_some_and(|((column, row), terrain)| {
                columns.contains(&column) && rows.contains(&row) && terrain == Terrain::Clear
            });
            self.must(good, "numbered.base", || format!("base {number} is out of its place"));
        }
        for (number, least, most) in [(1, 13, 18), (2, 13, 18), (3, 13, 18), (9, 13, 18), (7, 7, 9)]
        {
            let far = board.base(number).map(|cell| board.distance(cell, camp));
            let good = far.is_some_and(|far| (least..=most).contains(&far));
            self.must(good, "numbered.base", || {
                format!("base {number} is {far:?} hexes from Base 5")
            });
        }
        self.must(self.terrain(camp) == Terrain::Clear, "numbered.base", || {
            "Base 5 is not on clear ground".into()
        });
        for (number, columns, rows) in [
            (1, 1..=14, 1..=16),
            (2, 15..=29, 1..=16),
            (3, 23..=43, 1..=16),
            (7, 1..=21, 18..=34),
            (9, 23..=43, 18..=34),
        ] {
            let place = board.base(number).map(|cell| board.place(cell));
            let good =
                place.is_some_and(|place| columns.contains(&place.0) && rows.contains(&place.1));
            self.must(good, "numbered.base", || {
                format!("base {number} is on the wrong side of Base 5")
            });
        }
        let bottom = board.base(8).unwrap_or_default();
        let basin = self.cells().any(|c| board.land(c).basin && board.distance(c, bottom) <= 2);
        self.must(basin, "numbered.base", || "no basin within 2 hexes of base 8".into());
        let central = (1..=9)
            .filter_map(|number| board.base(number))
            .filter(|cell| (15..=29).contains(&board.place(*cell).0))
            .count();
        self.must(central >= 5, "numbered.base", || {
            format!("{central} bases on the centre panel, not 5")
        });
    }

    /// The deserts of check 13, and the trails of 13 and 14.
    fn deserts(&mut self) {
        let board = self.board;
        let camp = board.base(5).unwrap_or_default();
        let pieces = self.pieces(Terrain::Desert);
        self.must(pieces.len() == 2, "body.terrain", || format!("{} deserts, not 2", pieces.len()));
        let big = pieces.first().cloned().unwrap_or_default();
        let far = middle(&self.map.grid, &big).map(|cell| board.distance(Hex::of(cell), camp));
        self.must(far.is_some_and(|far| far <= 8), "body.terrain", || {
            format!("the big desert is {far:?} hexes from Base 5, more than 8")
        });
        let swamp =
            self.pieces(Terrain::Swamp).first().and_then(|piece| middle(&self.map.grid, piece));
        let small = pieces.get(1).and_then(|piece| middle(&self.map.grid, piece));
        if let (Some(swamp), Some(small)) = (swamp, small) {
            let (swamp, small) = (board.place(Hex::of(swamp)), board.place(Hex::of(small)));
            self.must(small.0 < swamp.0 && small.1 > swamp.1, "body.terrain", || {
                "the small desert is not south-west of the big swamp".into()
            });
        }
    }

    /// The big desert lies in mountains, which it can be left through.
    fn ring_of_mountains(&mut self) {
        let board = self.board;
        let big = self.pieces(Terrain::Desert).into_iter().next().unwrap_or_default();
        let inside: BTreeSet<Hex> = big.iter().map(|cell| Hex::of(*cell)).collect();
        let border: BTreeSet<Hex> = inside
            .iter()
            .flat_map(|cell| Side::ALL.into_iter().filter_map(|side| board.neighbour(*cell, side)))
            .filter(|cell| !inside.contains(cell) && self.terrain(*cell) != Terrain::Desert)
            .collect();
        let peaks = border.iter().filter(|cell| self.terrain(**cell) == Terrain::Mountain).count();
        self.must((50..=60).contains(&big.len()), "body.terrain", || {
            format!("the big desert has {} hexes, not 50 to 60", big.len())
        });
        let ringed = peaks * 100 >= border.len() * 60;
        self.must(ringed, "body.terrain", || {
            format!(
                "{peaks} of {} hexes around the big desert are mountains, not 60%",
                border.len()
            )
        });
        let gaps = self.map.grid.pieces(|cell| {
            let cell = Hex::of(cell);
            border.contains(&cell) && self.terrain(cell) != Terrain::Mountain
        });
        self.must(gaps.len() >= 2, "body.terrain", || {
            format!("{} gaps in the mountains around the big desert, not 2", gaps.len())
        });
    }

    /// Where trails run, and how far.
    fn trails(&mut self) {
        let board = self.board;
        let camp = board.base(5).unwrap_or_default();
        let trails: Vec<Hex> = self.cells().filter(|cell| board.land(*cell).trail).collect();
        self.must((100..=140).contains(&trails.len()), "courses.trail", || {
            format!("{} trail hexes, not 100 to 140", trails.len())
        });
        for trail in &trails {
            let hex = board.land(*trail);
            let good = !matches!(hex.terrain, Terrain::Clear | Terrain::Desert)
                && (!hex.river || hex.ford)
                && board.distance(*trail, camp) > 5;
            self.must(good, "courses.trail", || {
                format!("{} is no place for a trail", board.label(*trail))
            });
        }
        let mut counted = BTreeSet::new();
        for trail in trails {
            let mut joined = Vec::from_iter(counted.insert(trail).then_some(trail));
            let mut length = 0;
            while let Some(cell) = joined.pop() {
                length += 1;
                for side in Side::ALL {
                    if board.land(cell).trail_sides.has(side)
                        && let Some(next) = board.neighbour(cell, side)
                        && board.land(next).trail
                        && counted.insert(next)
                    {
                        joined.push(next);
                    }
                }
            }
            self.must(length <= 14, "courses.trail", || {
                format!("{length} hexes of trail hang together at {}", board.label(trail))
            });
        }
    }

    /// Checks 15 and 16.
    fn distances(&mut self) {
        let board = self.board;
        let (Some(camp), Some(west)) = (board.base(5), board.base(4)) else {
            return;
        };
        for (edge, least, most) in
            [(Edge::N, 22, 28), (Edge::S, 22, 28), (Edge::W, 24, 32), (Edge::E, 24, 32)]
        {
            let points = board.way_off(edge.into())[camp.index()];
            self.must((least..=most).contains(&points), "body.terrain", || {
                format!(
                    "the cheapest way off {} from Base 5 costs {points}, not {least} to {most}",
                    edge.word()
                )
            });
        }
        let across = board.way_off(Edge::E.into())[west.index()];
        self.must((45..=55).contains(&across), "body.terrain", || {
            format!("from Base 4 to the east edge it costs {across}, not 45 to 55")
        });
        let drinks = |cell: &Hex| {
            let hex = board.land(*cell);
            (hex.river || hex.basin) && hex.terrain != Terrain::Swamp
        };
        let waters: Vec<Hex> = self.cells().filter(drinks).collect();
        let foods: Vec<Hex> = self.cells().filter(|cell| board.land(*cell).food).collect();
        let nearest = |cell: Hex, to: &[Hex]| to.iter().map(|t| board.distance(cell, *t)).min();
        let first = nearest(camp, &waters);
        self.must(first == Some(3), "courses.river", || {
            format!("water is {first:?} hexes from Base 5, not 3")
        });
        let dry = self.cells().filter_map(|cell| nearest(cell, &waters)).max();
        self.must(dry <= Some(8), "features.basin", || {
            format!("some hex is {dry:?} hexes from water, more than 8")
        });
        let hungry = self.cells().filter_map(|cell| nearest(cell, &foods)).max();
        self.must(hungry <= Some(11), "features.food", || {
            format!("some hex is {hungry:?} hexes from food, more than 11")
        });
    }
}
