//! The maker of islands: cells, terrain, meals and corpses by chance. PS-MAP-23

use crate::land::map_file::to_map;
use crate::land::{Island, Land, Place, Terrain};
use crate::rule::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use table::{Chosen, Dice, Fault, Fit, OptionInfo, Seed};
use terrain::{Cell, Grid, Labels, Lower, Map, Top, growth};

/// The outline of an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Grown cell by cell.
    Blob,
    /// As round as hexes allow.
    Round,
    /// Twice as wide as high.
    Long,
    /// Round with a hole.
    Ring,
    /// Several islands with channels between them.
    Archipelago,
    /// A hexagon.
    Hexagon,
    /// Columns and rows.
    Rectangle,
}

const SHAPES: [(&str, Shape); 7] = [
    ("blob", Shape::Blob),
    ("round", Shape::Round),
    ("long", Shape::Long),
    ("ring", Shape::Ring),
    ("archipelago", Shape::Archipelago),
    ("hexagon", Shape::Hexagon),
    ("rectangle", Shape::Rectangle),
];

/// What kind of island to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many hexes, water included. PS-MAP-19
    pub hexes: usize,
    /// The outline.
    pub shape: Shape,
    /// Water, desert, grassland and jungle in per cent.
    pub shares: [u32; 4],
    /// How much like lies beside like, 0 to 100.
    pub clump: u32,
    /// Sides of the die for meals. PS-MAP-13
    pub meal_die: u32,
    /// Added to the die for meals.
    pub meal_add: u32,
    /// Chance of a corpse in a desert hex, so many out of so many. PS-MAP-14
    pub corpses: (u32, u32),
    /// Whether all land must hang together.
    pub one_land: bool,
    /// Islands of an archipelago.
    pub islands: u32,
    /// Columns of a rectangle; 0 for about as many as rows.
    pub columns: u32,
    /// How many players there must be room for.
    pub players: usize,
}

/// The first run's ratio of hexes to players, and the fewest hexes. PS-MAP-12
const HEXES_PER_44: usize = 100;
const FEWEST: usize = 19;
const FIRST_RUN: &str = "first-run";

/// What the balance study recommends: hexes for a hundred of the first 44 players and for a hundred
/// more, shares of water, desert, grassland and jungle, sides of the meal die.
const HEXES_PER_100: [usize; 2] = [150, 125];
const SHARES: [u32; 4] = [12, 18, 28, 42];
const MEAL_DIE: u32 = 6;

impl Plan {
    /// The first run's island for so many players. PS-MAP-12, PS-MAP-13, PS-MAP-14
    pub fn first_run(players: usize) -> Plan {
        Plan {
            hexes: ((players * HEXES_PER_44 + 22) / 44).max(FEWEST),
            shape: Shape::Blob,
            shares: [12, 18, 40, 30],
            clump: 70,
            meal_die: 4,
            meal_add: 0,
            corpses: (1, 3),
            one_land: true,
            islands: 4,
            columns: 0,
            players,
        }
    }

    /// The island that is made where nothing else is asked for.
    pub fn usual(players: usize) -> Plan {
        let [first, further] = HEXES_PER_100;
        let hexes = players.min(44) * first + players.saturating_sub(44) * further;
        let hexes = ((hexes + 50) / 100).max(FEWEST);
        Plan { hexes, shares: SHARES, meal_die: MEAL_DIE, ..Plan::first_run(players) }
    }

    /// The island that these options choose.
    pub fn new(chosen: &Chosen, species: usize) -> Result<Plan, Fault> {
        let number = |key: &str| chosen.number(key).fit::<u32>();
        let shape = SHAPES.iter().find(|(name, _)| *name == chosen.word("shape"));
        let shape = shape.map_or(Shape::Blob, |(_, shape)| *shape);
        let shares = ["water", "desert", "grass", "jungle"].map(number);
        let sum: u32 = shares.iter().sum();
        if sum != 100 {
            return Err(Fault::field(
                "water",
                format!("water, desert, grass and jungle are {sum} per cent together: make it 100"),
            ));
        }
        let per_hundred = number("hexes_per_100");
        let hexes = match (number("hexes") as usize, per_hundred) {
            (0, 0) if chosen.word("size") == FIRST_RUN => Plan::first_run(species).hexes,
            (0, 0) => Plan::usual(species).hexes,
            (0, ratio) => ((species * ratio as usize + 50) / 100).max(FEWEST),
            (hexes, _) if hexes < 7 => {
                return Err(Fault::field(
                    "hexes",
                    "an island has at least 7 hexes, or 0 for by players",
                ));
            }
            (hexes, _) => hexes,
        };
        Ok(Plan {
            hexes,
            shape,
            shares,
            clump: number("clump"),
            meal_die: number("meal_die"),
            meal_add: number("meal_add"),
            corpses: (number("corpse_num").min(number("corpse_den")), number("corpse_den")),
            one_land: chosen.on("one_land") && shape != Shape::Archipelago,
            islands: number("islands"),
            columns: number("columns"),
            players: species,
        })
    }
}

/// The options about the island; their defaults make the [usual](Plan::usual) one.
#[rustfmt::skip]
pub fn offered() -> Vec<OptionInfo> {
    let number = OptionInfo::number;
    let [water, desert, grass, jungle] = SHARES.map(i64::from);
    let shapes: Vec<&str> = SHAPES.iter().map(|(name, _)| *name).collect();
    vec![
        number("hexes", 0..=20_000, 0, PS_MAP_12, "How many hexes the island has; 0 for as many as its species need."),
        number("hexes_per_100", 0..=1000, 0, PS_MAP_12, "Hexes for every hundred species, where `hexes` is 0; 0 for as `size` says."),
        OptionInfo::choice("size", &["balanced", FIRST_RUN], PS_MAP_12, "How the hexes grow with the species: 3 for 2 of the first 44 and 5 for 4 of all others, or 100 for 44; at least 19."),
        OptionInfo::choice("shape", &shapes, PS_MAP_01, "The outline of the island."),
        number("water", 0..=90, water, PS_MAP_23, "Share of water in per cent."),
        number("desert", 0..=90, desert, PS_MAP_23, "Share of desert in per cent."),
        number("grass", 0..=100, grass, PS_MAP_23, "Share of grassland in per cent."),
        number("jungle", 0..=100, jungle, PS_MAP_23, "Share of jungle in per cent."),
        number("clump", 0..=100, 70, PS_MAP_23, "How much like lies beside like."),
        number("meal_die", 1..=12, i64::from(MEAL_DIE), PS_MAP_13, "Sides of the die for the meals of a fertile hex."),
        number("meal_add", 0..=6, 0, PS_MAP_13, "Added to the die for meals."),
        number("corpse_num", 0..=12, 1, PS_MAP_14, "Chance of a corpse in a desert hex: so many …"),
        number("corpse_den", 1..=12, 3, PS_MAP_14, "… out of so many."),
        OptionInfo::flag("one_land", true, PS_MAP_23, "Whether all land hangs together."),
        number("islands", 2..=12, 4, PS_MAP_23, "Islands of an archipelago."),
        number("columns", 0..=200, 0, PS_MAP_23, "Columns of a rectangle; 0 for about as many as rows."),
    ]
}

/// A cell of the free grid on which islands are drawn: column and row, any whole numbers.
type GridCell = (i32, i32);

/// The neighbours of a cell in the order of the wandering die.
fn around((q, r): GridCell) -> [GridCell; 6] {
    let low = i32::from(q.rem_euclid(2) == 0);
    [
        (q, r - 1),
        (q + 1, r - 1 + low),
        (q + 1, r + low),
        (q, r + 1),
        (q - 1, r + low),
        (q - 1, r - 1 + low),
    ]
}

/// Four times the square of the true distance from the centre (1, 0).
fn distance((q, r): GridCell, stretch: i64) -> i64 {
    let across = i64::from(q - 1);
    let down = 2 * i64::from(r) + i64::from(q.rem_euclid(2) == 0);
    3 * across * across + stretch * down * down
}

/// A new island for 44 readers, as it is made where nothing else is asked for; the same for the same
/// seed. PS-MAP-23
pub fn make_map(seed: Seed) -> Result<Map, String> {
    let island = make(&Plan::usual(44), &mut Dice::seeded(seed));
    island.map(|island| to_map("An island", &island)).map_err(|fault| fault.to_string())
}

/// Makes an island, or says why there is none. Dice come from the stream of the map.
pub fn make(plan: &Plan, dice: &mut Dice) -> Result<Island, Fault> {
    dice.stream("map", &[], |dice| draw(plan, dice))
}

fn draw(plan: &Plan, dice: &mut Dice) -> Result<Island, Fault> {
    let cells = labelled(outline(plan, dice));
    let land = lay_terrain(plan, &cells, dice)?;
    let most = meals(plan, &land, dice);
    let corpses = corpses(plan, &land, dice);
    Ok(Island::new(Arc::new(land), most, corpses))
}

/// The corpses that lie in the deserts before the first round. PS-MAP-14
pub(super) fn corpses(plan: &Plan, land: &Land, dice: &mut Dice) -> Vec<u32> {
    let (num, den) = plan.corpses;
    let mut drawn = |hex| {
        let desert = land.terrain(hex) == Terrain::Desert;
        u32::from(desert && num > 0 && dice.roll("corpse", den) <= num)
    };
    land.hexes().map(&mut drawn).collect()
}

/// Step 1: which cells there are.
fn outline(plan: &Plan, dice: &mut Dice) -> Vec<GridCell> {
    let nearest = |count: usize, stretch: i64| {
        let radius = count.isqrt().fit::<i32>() + 3;
        let mut cells: Vec<GridCell> = (1 - 2 * radius..=1 + 2 * radius)
            .flat_map(|q| (-radius..=radius).map(move |r| (q, r)))
            .collect();
        cells.sort_by_key(|cell| (distance(*cell, stretch), *cell));
        cells.truncate(count);
        cells
    };
    match plan.shape {
        Shape::Blob => blob(plan.hexes, dice),
        Shape::Round | Shape::Archipelago => nearest(plan.hexes, 1),
        Shape::Long => nearest(plan.hexes, 4),
        Shape::Ring => {
            let whole = nearest((plan.hexes * 4).div_ceil(3), 1);
            whole[whole.len() - plan.hexes..].to_vec()
        }
        Shape::Hexagon => {
            let size = |side: usize| 3 * side * (side - 1) + 1;
            let side = (2..200).min_by_key(|side| size(*side).abs_diff(plan.hexes));
            ball(side.unwrap_or(3) - 1)
        }
        Shape::Rectangle => {
            let columns = match plan.columns as usize {
                0 => plan.hexes.isqrt(),
                columns => columns,
            };
            let rows = ((plan.hexes + columns / 2) / columns.max(1)).max(1);
            (1..=columns.fit::<i32>())
                .flat_map(|q| (0..rows.fit::<i32>()).map(move |r| (q, r)))
                .collect()
        }
    }
}

/// All cells within so many steps of the centre.
fn ball(steps: usize) -> Vec<GridCell> {
    let mut found = BTreeSet::from([(1, 0)]);
    for _ in 0..steps {
        let edge: Vec<GridCell> = found.iter().flat_map(|cell| around(*cell)).collect();
        found.extend(edge);
    }
    found.into_iter().collect()
}

fn blob(size: usize, dice: &mut Dice) -> Vec<GridCell> {
    let lines = (3 * (size.isqrt().fit::<u16>() + 1) / 2) * 2 + 5;
    let grid = Grid::rectangle(Top::Flat, Lower::Even, Labels::LetterNumber, lines, lines);
    let middle = (i32::from(lines) / 2) & !1;
    let Some(centre) = grid.at(middle, middle) else {
        return Vec::new();
    };
    let mut draw = |n| dice.roll("outline", n) - 1;
    let cells = growth::grow(&grid, &[centre], size, |_| true, growth::compact, &mut draw);
    let place = |cell: &Cell| {
        let (column, row) = grid.place(*cell);
        (i32::from(column) + 1, i32::from(row))
    };
    cells.unwrap_or_default().iter().map(place).collect()
}

/// Step 2: labels from A or B and from row 1 on.
fn labelled(cells: Vec<GridCell>) -> Vec<GridCell> {
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(1);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(1);
    let shift = (left - 1).div_euclid(2) * 2;
    let mut cells: Vec<GridCell> =
        cells.into_iter().map(|(q, r)| (q - shift, r - top + 1)).collect();
    cells.sort_unstable();
    cells
}

/// Step 3: how many cells of each terrain, by largest remainder.
fn terrain_counts(plan: &Plan, cells: usize) -> [usize; 4] {
    let exact = plan.shares.map(|share| share as usize * cells);
    let mut counts = exact.map(|exact| exact / 100);
    let mut order = [0, 1, 2, 3];
    order.sort_by_key(|kind| std::cmp::Reverse(exact[*kind] % 100));
    let missing = cells - counts.iter().sum::<usize>();
    for kind in order.iter().take(missing) {
        counts[*kind] += 1;
    }
    counts
}

/// Times that terrain is laid again before like lies less beside like.
const FAILURES: u32 = 50;

/// Steps 4 and 5: terrain, again until it passes.
fn lay_terrain(plan: &Plan, cells: &[GridCell], dice: &mut Dice) -> Result<Land, Fault> {
    let places = cells.iter().map(|(q, r)| Place { column: q.fit::<u16>(), row: r.fit::<u16>() });
    let places: Vec<Place> = places.collect();
    let index: BTreeMap<GridCell, usize> = cells.iter().copied().zip(0..).collect();
    let near: Vec<Vec<usize>> = cells
        .iter()
        .map(|cell| around(*cell).iter().filter_map(|next| index.get(next).copied()).collect())
        .collect();
    let counts = terrain_counts(plan, cells.len());
    let mut clump = plan.clump;
    loop {
        for _ in 0..FAILURES {
            let channels = match plan.shape {
                Shape::Archipelago => channels(plan, cells, &near, dice),
                _ => vec![false; cells.len()],
            };
            let terrain = patches(&counts, clump, &near, channels, dice);
            if sound(plan, &terrain, &near) {
                let land = Land::new(places.iter().copied().zip(terrain));
                return Ok(land);
            }
        }
        if clump == 0 {
            return Err(Fault::field(
                "water",
                "too much water for one connected island, or too little fertile land",
            ));
        }
        clump = clump.saturating_sub(10);
    }
}

/// The cells of an archipelago that touch an island drawn earlier.
fn channels(plan: &Plan, cells: &[GridCell], near: &[Vec<usize>], dice: &mut Dice) -> Vec<bool> {
    let apart = |a: GridCell, b: GridCell| {
        let (dq, dr) = (i64::from(a.0 - b.0), 2 * i64::from(a.1 - b.1));
        let lower = |cell: GridCell| i64::from(cell.0.rem_euclid(2) == 0);
        let down = dr + lower(a) - lower(b);
        3 * dq * dq + down * down
    };
    let wanted = 4 * cells.len().fit::<i64>() / i64::from(plan.islands.max(1));
    let mut centres: Vec<GridCell> = Vec::new();
    for _ in 0..plan.islands {
        for attempt in 0..=FAILURES {
            let Some(centre) = dice.pick("island", cells) else {
                break;
            };
            if attempt == FAILURES || centres.iter().all(|other| apart(*centre, *other) >= wanted) {
                centres.push(*centre);
                break;
            }
        }
    }
    let owner: Vec<usize> = cells
        .iter()
        .map(|cell| {
            (0..centres.len())
                .min_by_key(|centre| (apart(*cell, centres[*centre]), *centre))
                .unwrap_or(0)
        })
        .collect();
    (0..cells.len()).map(|cell| near[cell].iter().any(|next| owner[*next] < owner[cell])).collect()
}

/// Step 4: water, desert and jungle in patches; the rest is grassland.
fn patches(
    counts: &[usize; 4],
    clump: u32,
    near: &[Vec<usize>],
    channels: Vec<bool>,
    dice: &mut Dice,
) -> Vec<Terrain> {
    let mut terrain: Vec<Option<Terrain>> =
        channels.iter().map(|channel| channel.then_some(Terrain::Water)).collect();
    let mut free: Vec<usize> = Vec::new();
    let mut beside: Vec<usize> = Vec::new();
    for (kind, count) in
        [(Terrain::Water, counts[0]), (Terrain::Desert, counts[1]), (Terrain::Jungle, counts[3])]
    {
        let laid = terrain.iter().filter(|cell| **cell == Some(kind)).count();
        for _ in laid..count {
            free.clear();
            free.extend((0..terrain.len()).filter(|cell| terrain[*cell].is_none()));
            beside.clear();
            let touches =
                |cell: &&usize| near[**cell].iter().any(|next| terrain[*next] == Some(kind));
            let clumped = dice.roll("clumping", 100) <= clump;
            if clumped {
                beside.extend(free.iter().filter(touches));
            }
            let pool = if beside.is_empty() { &free } else { &beside };
            if let Some(cell) = dice.pick(kind.name(), pool) {
                terrain[*cell] = Some(kind);
            }
        }
    }
    terrain.into_iter().map(|cell| cell.unwrap_or(Terrain::Grassland)).collect()
}

/// How far the farthest land may lie from food.
const FARTHEST_FOOD: u32 = 3;

/// Whether terrain passes the checks: one land, room for the players, food nowhere far.
fn sound(plan: &Plan, terrain: &[Terrain], near: &[Vec<usize>]) -> bool {
    let flood = |from: &mut dyn Iterator<Item = usize>, pass: &dyn Fn(usize) -> bool| {
        let mut far = vec![u32::MAX; terrain.len()];
        let mut queue: VecDeque<usize> = from.collect();
        queue.iter().for_each(|cell| far[*cell] = 0);
        while let Some(cell) = queue.pop_front() {
            for next in near[cell].iter().copied().filter(|next| pass(*next)) {
                if far[next] == u32::MAX {
                    far[next] = far[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        far
    };
    let land: Vec<usize> = (0..terrain.len()).filter(|cell| terrain[*cell].is_land()).collect();
    let is_land = |cell: usize| terrain[cell].is_land();
    let connected = || {
        let far = flood(&mut land.first().copied().into_iter(), &is_land);
        land.iter().all(|cell| far[*cell] != u32::MAX)
    };
    let fed = || {
        let mut fertile = (0..terrain.len()).filter(|cell| terrain[*cell].fertile());
        let far = flood(&mut fertile, &|_| true);
        land.iter().all(|cell| far[*cell] <= FARTHEST_FOOD)
    };
    !land.is_empty() && 3 * land.len() >= plan.players && (!plan.one_land || connected()) && fed()
}

/// Step 6: meals in label order, again while their sum is far from its mean.
fn meals(plan: &Plan, land: &Land, dice: &mut Dice) -> Vec<i16> {
    let fertile = land.hexes().filter(|hex| land.terrain(*hex).fertile()).count().fit::<i64>();
    let sides = i64::from(plan.meal_die);
    loop {
        let mut sum = 0;
        let most: Vec<i16> = land
            .hexes()
            .map(|hex| {
                if !land.terrain(hex).fertile() {
                    return 0;
                }
                let die = dice.roll("meals", plan.meal_die);
                sum += i64::from(die);
                (die + plan.meal_add).fit::<i16>()
            })
            .collect();
        let off = 2 * sum - fertile * (sides + 1);
        if off * off <= 3 * fertile * (sides * sides - 1) {
            return most;
        }
    }
}

/// What is wrong with land for the first run's players, if anything: it must hang together, have room
/// for all, and no hex of it may lie far from food.
pub(crate) fn unsound(land: &Land) -> Option<&'static str> {
    let terrain: Vec<Terrain> = land.hexes().map(|hex| land.terrain(hex)).collect();
    let near: Vec<Vec<usize>> =
        land.hexes().map(|hex| land.neighbours(hex).map(|next| next.index()).collect()).collect();
    (!sound(&Plan::first_run(44), &terrain, &near))
        .then_some("all land hangs together, and no hex of it lies more than 3 steps from food")
}

/// A plain meadow, two meals in every hex: an island that needs no luck.
pub fn meadow(hexes: usize) -> Island {
    let side = hexes.max(FEWEST).isqrt().fit::<u16>() + 1;
    let places = (1..=side).flat_map(|column| (1..=side).map(move |row| Place { column, row }));
    let land = Land::new(places.map(|place| (place, Terrain::Grassland)));
    let (most, corpses) = (vec![2; land.len()], vec![0; land.len()]);
    Island::new(Arc::new(land), most, corpses)
}
