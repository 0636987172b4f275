//! What holds for every grid, map and field, shown on random ones.

use proptest::prelude::*;
use std::collections::BTreeSet;
use terrain::{
    Cell, CostField, Course, Edge, Grid, HEX_AREA, Labels, Layer, Lower, Map, Point, Side,
    SideMark, Top, growth,
};

/// Numbers for building one random case.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as u32
    }

    fn one<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    fn some(&mut self, cells: &[Cell], one_in: u32) -> Vec<Cell> {
        let mut chosen = cells.to_vec();
        chosen.retain(|_| self.below(one_in) == 0);
        chosen
    }

    fn word(&mut self) -> String {
        let pool =
            ['a', 'Z', '7', '-', '_', ' ', '"', '\\', '\'', '#', '.', '\n', '\u{7}', 'é', '漢'];
        (0..self.below(5)).map(|_| self.one(&pool)).collect()
    }
}

prop_compose! {
    fn grids()(
        flat in any::<bool>(),
        even in any::<bool>(),
        digits in any::<bool>(),
        columns in 1u16..12,
        rows in 1u16..12,
        holes in prop::collection::vec(0u8..6, 144),
        solid in any::<bool>(),
    ) -> Grid {
        Grid::with_holes(
            if flat { Top::Flat } else { Top::Pointy },
            if even { Lower::Even } else { Lower::Odd },
            if digits { Labels::ColumnRow } else { Labels::LetterNumber },
            columns,
            rows,
            |column, row| {
                let place = row as usize * 12 + column as usize;
                solid || place == 0 || holes[place] > 0
            },
        )
    }
}

fn random_walk(grid: &Grid, chance: &mut Chance, cells: &[Cell]) -> Course {
    let mut cell = chance.one(cells);
    let mut course = Course::default();
    course.cells.push((cell, false));
    for _ in 0..chance.below(9) {
        if let Some(next) = grid.neighbour(cell, chance.one(&Side::ALL)) {
            cell = next;
            course.cells.push((cell, false));
        }
    }
    let mut leave = |cell: Cell| {
        let side = chance.one(&Side::ALL);
        grid.neighbour(cell, side).is_none().then_some(side)
    };
    course.from_edge = leave(course.cells[0].0);
    course.to_edge = leave(cell);
    course
}

fn random_map(grid: Grid, chance: &mut Chance) -> Map {
    let cells: Vec<Cell> = grid.cells().collect();
    let letters = ['.', 'w', 'é', '漢', '~', '#', 'Q', '?'];
    let legend: Vec<(char, String)> = letters.map(|letter| (letter, chance.word())).to_vec();
    let terrain: Vec<u8> = (0..grid.extent()).map(|_| chance.below(8) as u8).collect();
    let mut map = Map::new(chance.word(), grid, legend, |cell| terrain[cell.index()]);
    for _ in 0..chance.below(3) {
        let mut courses: Vec<Course> =
            (0..chance.below(4)).map(|_| random_walk(&map.grid, chance, &cells)).collect();
        let entered: BTreeSet<Cell> = courses.iter().flat_map(|c| &c.cells).map(|c| c.0).collect();
        for course in &mut courses {
            let last = course.cells[course.cells.len() - 1].0;
            let next = map.grid.neighbour(last, chance.one(&Side::ALL));
            if let Some(next) = next.filter(|next| !entered.contains(next)) {
                course.to_edge = None;
                course.cells.push((next, true));
            }
        }
        map.courses.insert(chance.word(), courses);
    }
    for _ in 0..chance.below(3) {
        let mut chosen = chance.some(&cells, 3);
        chosen.sort_by_key(|cell| map.grid.place(*cell));
        map.features.insert(chance.word(), chosen);
        let numbers = chance.some(&cells, 4);
        let numbers = numbers.into_iter().map(|cell| (cell.0 * 7919 % 999_983, cell));
        map.numbered.insert(chance.word(), numbers.collect());
        map.areas.insert(chance.word(), chance.some(&cells, 3));
    }
    for (number, cell) in chance.some(&cells, 9).into_iter().enumerate() {
        let side = chance.one(&Side::ALL);
        let word = format!("{}{number}", chance.word());
        map.sides.push(SideMark { cell, side, word });
    }
    for number in 0..chance.below(3) {
        let mut legend = Vec::new();
        for letter in ['a', 'Ä', '*'] {
            let area = format!("{}{number}{letter}", chance.word());
            map.areas.insert(area.clone(), chance.some(&cells, 3));
            legend.push((letter, area));
        }
        let name = format!("{}{number}", chance.word());
        map.layers.push(Layer { name, legend });
    }
    map
}

/// Twice the area that a ring encloses; positive if it runs clockwise on the board.
fn doubled_area(ring: &[Point]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.0 as i64 * b.1 as i64 - b.0 as i64 * a.1 as i64).sum()
}

/// The cheapest cost and then fewest steps by relaxing every step until nothing changes.
fn brute_force(
    grid: &Grid,
    start: impl Fn(Cell) -> Option<(u64, u32)>,
    cost: impl Fn(Cell, Side) -> Option<u32>,
    backwards: bool,
) -> Vec<Option<(u64, u32)>> {
    let mut best: Vec<Option<(u64, u32)>> = vec![None; grid.extent()];
    for cell in grid.cells() {
        best[cell.index()] = start(cell);
    }
    loop {
        let before = best.clone();
        for cell in grid.cells() {
            for side in Side::ALL {
                let (Some(next), Some(cost)) = (grid.neighbour(cell, side), cost(cell, side))
                else {
                    continue;
                };
                let (from, to) = if backwards { (next, cell) } else { (cell, next) };
                if let Some((sum, steps)) = best[from.index()] {
                    let offer = (sum + cost as u64, steps + 1);
                    if best[to.index()].is_none_or(|known| offer < known) {
                        best[to.index()] = Some(offer);
                    }
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_map_survives_being_written_and_read(grid in grids(), seed in any::<u64>()) {
        let map = random_map(grid, &mut Chance(seed));
        let file = map.to_file();
        prop_assert_eq!(Map::parse(&file), Ok(map), "{}", file);
    }

    #[test]
    fn a_damaged_file_is_read_or_refused_in_its_places(
        grid in grids(),
        seed in any::<u64>(),
        damage in 1u32..8,
    ) {
        let mut chance = Chance(seed);
        let mut file: Vec<char> = random_map(grid, &mut chance).to_file().chars().collect();
        let nasty = [
            '"', '\'', '\\', '\n', '\r', '=', '[', ']', '{', '}', '(', ')', ':', '-', '.', ',', '#',
            '0', '9', 'A', 'x', ' ', '\t', '\0', '\u{feff}', '\u{301}', '\u{202e}', '𝒳', '漢',
        ];
        for _ in 0..damage {
            let place = chance.below(file.len() as u32) as usize;
            match chance.below(4) {
                0 => file[place] = chance.one(&nasty),
                1 => file.insert(place, chance.one(&nasty)),
                2 => {
                    file.remove(place);
                }
                _ => {
                    let end = (place + chance.below(30) as usize).min(file.len());
                    let piece: Vec<char> = file[place..end].to_vec();
                    let to = chance.below(file.len() as u32) as usize;
                    file.splice(to..to, piece);
                }
            }
        }
        let file: String = file.into_iter().collect();
        match Map::parse(&file) {
            Ok(map) => prop_assert_eq!(Map::parse(&map.to_file()), Ok(map)),
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                let lines: Vec<&str> = file.split('\n').collect();
                for error in errors {
                    prop_assert!((1..=lines.len()).contains(&error.line), "{}", error);
                    let length = lines[error.line - 1].chars().count();
                    prop_assert!((1..=length + 1).contains(&error.column), "{}", error);
                    prop_assert!(error.to_string().len() < 2000);
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        prop_assert!(Map::parse(&text).is_err());
    }

    #[test]
    fn fields_agree_with_brute_force(grid in grids(), seed in any::<u64>(), backwards: bool) {
        let mut chance = Chance(seed);
        let cells: Vec<Cell> = grid.cells().collect();
        let ends = [chance.one(&cells), chance.one(&cells)];
        let prices = [None, Some(0), Some(1), Some(1), Some(2), Some(3), Some(u32::MAX)];
        let costs: Vec<Option<u32>> =
            (0..grid.extent() * 6).map(|_| chance.one(&prices)).collect();
        let cost = |cell: Cell, side: Side| costs[cell.index() * 6 + side.0 as usize];
        let off = |cell, side| grid.leaves_over(cell, side, Edge::North);
        let mut field = CostField::new();
        // Traces of an earlier filling must not show.
        field.fill_steps(&grid, [cells[0]], |_| true);
        if backwards {
            field.fill_towards_or_off(&grid, ends, off, cost);
        } else {
            field.fill_from(&grid, ends, cost);
        }
        let start = |cell: Cell| {
            let leave = Side::ALL.into_iter().filter(|side| backwards && off(cell, *side));
            let leave = leave.filter_map(|side| Some((cost(cell, side)? as u64, 1)));
            ends.contains(&cell).then_some((0, 0)).into_iter().chain(leave).min()
        };
        let best = brute_force(&grid, start, cost, backwards);
        let mut way = Vec::new();
        for &cell in &cells {
            let known = best[cell.index()].filter(|(sum, _)| *sum < u32::MAX as u64);
            prop_assert_eq!(field.cost(cell).map(u64::from), known.map(|best| best.0));
            prop_assert_eq!(field.steps(cell), known.map(|best| best.1));
            let (mut sum, mut steps) = (0, 0);
            if backwards {
                let exit = field.way_onwards(&grid, cell, &mut way);
                if let (Some(side), Some(last)) = (exit, way.last()) {
                    prop_assert!(off(*last, side));
                    sum += cost(*last, side).unwrap() as u64;
                    steps += 1;
                }
            } else {
                field.way_to(&grid, cell, &mut way);
            }
            for pair in way.windows(2) {
                let side = grid.side_towards(pair[0], pair[1]).unwrap();
                sum += cost(pair[0], side).unwrap() as u64;
                steps += 1;
            }
            prop_assert_eq!((!way.is_empty()).then_some((sum, steps)), known);
        }
        let reach: Vec<Cell> = field.within(3).to_vec();
        let mut near = cells.clone();
        near.retain(|cell| best[cell.index()].is_some_and(|best| best.0 <= 3));
        near.sort_by_key(|cell| (best[cell.index()], *cell));
        prop_assert_eq!(&reach, &near);
        if !backwards {
            field.fill_from_within(&grid, ends, 3, cost);
            prop_assert_eq!(field.within(u32::MAX), &near[..]);
            prop_assert!(cells.iter().all(|c| field.cost(*c).is_some() == near.contains(c)));
        }
    }

    #[test]
    fn ways_take_the_lowest_side_among_equals(grid in grids(), seed in any::<u64>()) {
        let mut chance = Chance(seed);
        let cells: Vec<Cell> = grid.cells().collect();
        let prices: Vec<u32> = (0..grid.extent()).map(|_| chance.below(2)).collect();
        let cost = |cell: Cell, _: Side| Some(prices[cell.index()]);
        let mut field = CostField::new();
        field.fill_towards(&grid, [chance.one(&cells)], cost);
        for &cell in &cells {
            let (Some(sum), Some(steps)) = (field.cost(cell), field.steps(cell)) else {
                continue;
            };
            let lowest = Side::ALL.into_iter().find(|side| {
                grid.neighbour(cell, *side).is_some_and(|next| {
                    field.cost(next).map(|c| c + prices[cell.index()]) == Some(sum)
                        && field.steps(next).map(|s| s + 1) == Some(steps)
                })
            });
            prop_assert_eq!(field.side(cell), lowest.filter(|_| steps > 0));
        }
    }

    #[test]
    fn outlines_enclose_exactly_their_cells(grid in grids(), seed in any::<u64>()) {
        let mut chance = Chance(seed);
        let all: Vec<Cell> = grid.cells().collect();
        let share = 1 + chance.below(4);
        let mut chosen = vec![false; grid.extent()];
        for cell in &all {
            chosen[cell.index()] = chance.below(5) < share;
        }
        let pieces = grid.pieces(|cell| chosen[cell.index()]);
        let outlines = grid.outlines(|cell| chosen[cell.index()]);
        prop_assert_eq!(pieces.len(), outlines.len());
        let mut corners = 0;
        let mut seen = BTreeSet::new();
        for (piece, outline) in pieces.iter().zip(&outlines) {
            prop_assert!(doubled_area(&outline.outer) > 0);
            prop_assert!(outline.holes.iter().all(|hole| doubled_area(hole) < 0));
            let rings = || std::iter::once(&outline.outer).chain(&outline.holes);
            let area: i64 = rings().map(|ring| doubled_area(ring)).sum();
            prop_assert_eq!(area, 2 * HEX_AREA * piece.len() as i64);
            corners += rings().map(Vec::len).sum::<usize>();
            seen.extend(rings().flatten().copied());
        }
        let chosen_next = |cell, side| {
            grid.neighbour(cell, side).is_some_and(|next| chosen[next.index()])
        };
        let border = pieces.iter().flatten();
        let border = border.flat_map(|cell| Side::ALL.map(|side| (*cell, side)));
        prop_assert_eq!(corners, border.filter(|(c, s)| !chosen_next(*c, *s)).count());
        prop_assert_eq!(corners, seen.len(), "no corner is passed twice");
    }

    #[test]
    fn cells_lie_where_their_corners_say(grid in grids(), seed in any::<u64>()) {
        let (width, height) = grid.size();
        for cell in grid.cells() {
            let (x, y) = grid.centre(cell);
            prop_assert_eq!(grid.cell_at_point(x, y), Some(cell));
            let corners = grid.corners(cell);
            for (x, y) in corners {
                prop_assert!((0..=width).contains(&x) && (0..=height).contains(&y));
            }
            for side in Side::ALL {
                let (a, b) = (corners[side.0 as usize], corners[(side.0 as usize + 1) % 6]);
                let middle = grid.side_middle(cell, side);
                prop_assert_eq!((middle.0 * 2, middle.1 * 2), (a.0 + b.0, a.1 + b.1));
                if let Some(next) = grid.neighbour(cell, side) {
                    let opposite = side.opposite();
                    prop_assert_eq!(grid.corners(next)[(opposite.0 as usize + 1) % 6], a);
                    prop_assert_eq!(grid.side_middle(next, opposite), middle);
                }
            }
        }
        let inside = |cell: Cell, x: i32, y: i32| {
            let corners = grid.corners(cell);
            (0..6).all(|k| doubled_area(&[corners[k], corners[(k + 1) % 6], (x, y)]) >= 0)
        };
        let mut chance = Chance(seed);
        for _ in 0..50 {
            let x = chance.below(width as u32 + 2000) as i32 - 1000;
            let y = chance.below(height as u32 + 2000) as i32 - 1000;
            let first = grid.cells().find(|cell| inside(*cell, x, y));
            prop_assert_eq!(grid.cell_at_point(x, y), first);
        }
        for (x, y) in grid.cells().flat_map(|cell| grid.corners(cell)) {
            let first = grid.cells().find(|cell| inside(*cell, x, y));
            prop_assert_eq!(grid.cell_at_point(x, y), first);
        }
        for far in [i32::MIN, i32::MAX] {
            prop_assert_eq!(grid.cell_at_point(far, far), None);
        }
    }

    #[test]
    fn patches_have_their_size_and_stay_together(grid in grids(), seed in any::<u64>()) {
        let mut chance = Chance(seed);
        let cells: Vec<Cell> = grid.cells().collect();
        let seed = chance.one(&cells);
        let may = |cell: Cell| cell.0 % 7 != 3;
        let room = grid.pieces(|cell| cell == seed || may(cell));
        let room = room.iter().find(|piece| piece.contains(&seed)).unwrap().len();
        let size = 1 + chance.below(30) as usize;
        let mut draw = |n| chance.below(n);
        let patch = growth::grow(&grid, &[seed], size, may, growth::compact, &mut draw);
        prop_assert_eq!(patch.is_some(), size <= room);
        if let Some(patch) = patch {
            prop_assert_eq!(patch.iter().collect::<BTreeSet<_>>().len(), size);
            prop_assert!(patch.iter().all(|cell| *cell == seed || may(*cell)));
            prop_assert_eq!(grid.pieces(|cell| patch.contains(&cell)).len(), 1);
        }
    }

    #[test]
    fn courses_arrive_and_never_touch_themselves(
        grid in grids(),
        seed in any::<u64>(),
        bend in 0u32..30,
    ) {
        let mut chance = Chance(seed);
        let cells: Vec<Cell> = grid.cells().collect();
        let (from, to) = (chance.one(&cells), chance.one(&cells));
        let may = |cell: Cell| cell == to || cell.0 % 5 != 2;
        let off = |cell, side| grid.leaves_over(cell, side, Edge::West);
        let mut draw = |n| chance.below(n);
        let course = growth::meander(&grid, from, &[to], off, may, bend, &mut draw);
        let mut reach = CostField::new();
        reach.fill_steps(&grid, [from], may);
        let leaves = |cell: Cell| {
            Side::ALL.into_iter().any(|side| off(cell, side) && grid.neighbour(cell, side).is_none())
        };
        let possible = reach.within(u32::MAX).iter().any(|cell| *cell == to || leaves(*cell));
        prop_assert_eq!(course.is_some(), possible);
        if let Some(course) = course {
            let way: Vec<Cell> = course.cells.iter().map(|(cell, _)| *cell).collect();
            prop_assert_eq!(way[0], from);
            let last = way[way.len() - 1];
            prop_assert!(course.to_edge.map_or(last == to, |side| off(last, side)));
            for (i, a) in way.iter().enumerate() {
                for (j, b) in way.iter().enumerate().skip(i + 1) {
                    prop_assert_eq!(grid.distance(*a, *b) <= 1, j == i + 1);
                }
            }
        }
    }

    #[test]
    fn scattered_cells_keep_apart(grid in grids(), seed in any::<u64>(), apart in 0u32..5) {
        let mut chance = Chance(seed);
        let count = chance.below(6) as usize;
        let mut draw = |n| chance.below(n);
        if let Some(cells) = growth::scatter(&grid, count, apart, |c| c.0 % 2 == 0, &mut draw) {
            prop_assert_eq!(cells.len(), count);
            for (i, a) in cells.iter().enumerate() {
                prop_assert!(a.0 % 2 == 0);
                for b in &cells[i + 1..] {
                    prop_assert!(grid.distance(*a, *b) >= apart.max(1));
                }
            }
        }
    }
}
