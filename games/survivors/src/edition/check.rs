//! Map checks: what a table must be before it can be played on.

use super::scenarios::{Scenario, Zone};
use crate::Survivors;
use crate::action::Stop;
use crate::geometry::feature::Level;
use crate::geometry::point::{INCH, Mils, Point, isqrt};
use crate::geometry::polygon::Bounds;
use crate::geometry::tabletop::Tabletop;
use crate::position::FOOT;
use crate::speech::notation::inches;
use crate::ways::roads::{OBSTACLE, passable};
use table::Fit;
use table::reading::{FilePlace, Ids, Table, Word};

/// How far apart deployment zones lie at least, base to base.
const APART: i64 = 10_000;

/// How many free one-inch cells a deployment zone has at least.
const ROOM: usize = 24;

/// How a map is symmetric, if it claims to be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Symmetry {
    HalfTurn,
    QuarterTurn,
    Mirror,
}

table::words! {
    Symmetry is "symmetry":
    HalfTurn = "half turn", QuarterTurn = "quarter turn", Mirror = "mirror",
}

/// A promise about a way: length plus two inches for each obstacle.
pub(super) struct Route {
    /// The number of the zone where it begins.
    pub(super) from: usize,
    /// The piece where it ends.
    pub(super) to: String,
    /// What it costs at most.
    pub(super) cost: Mils,
    pub(super) row: Table,
}

/// Where things stand in a scenario file, for faults that show when all is put together.
pub(super) struct Drawn {
    file: Table,
    symmetry: Option<Symmetry>,
    zones: Vec<FilePlace>,
    /// The places of areas, in order.
    pub(super) areas: Vec<FilePlace>,
    /// Promised ways.
    pub(super) routes: Vec<Route>,
}

impl Drawn {
    pub(super) fn read(file: &Table, zones: &Ids) -> Drawn {
        Drawn {
            file: file.clone(),
            symmetry: file.optional("symmetry").and_then(|value| value.choice()),
            zones: (0..).map_while(|zone| zones.place(zone).cloned()).collect(),
            areas: Vec::new(),
            routes: Vec::new(),
        }
    }

    /// Notes what is wrong with a table and its zones: M4, M5, M6, M8, M9 and M10. M1 to M3 are looked
    /// at while the file is read, M7 and M11 by [`Drawn::travel`].
    pub(super) fn check(&self, table: &Tabletop, scenario: &Scenario) {
        self.check_areas(table);
        self.check_zones(table, scenario);
        self.check_stairs(table);
        if let Some(symmetry) = self.symmetry.filter(|how| !is_symmetric(table, *how)) {
            let problem = format!("the table is not unchanged by a {} (M8)", symmetry.word());
            self.file.fault("symmetry", problem);
        }
    }

    fn check_areas(&self, table: &Tabletop) {
        for (area, place) in table.areas.iter().zip(&self.areas) {
            let clash = table.buildings.iter().any(|building| {
                area.kind.is_impassable()
                    && area.bounds.low.x < building.plan.high.x
                    && area.bounds.high.x > building.plan.low.x
                    && area.bounds.low.y < building.plan.high.y
                    && area.bounds.high.y > building.plan.low.y
            });
            if clash {
                place.fault(format!("{} reaches into a building (M4)", area.id));
            }
        }
    }

    fn check_zones(&self, table: &Tabletop, scenario: &Scenario) {
        let zone = |number: u8| &scenario.zones[usize::from(number)];
        for (at, side) in scenario.sides.iter().enumerate() {
            if let Some(number) = side.zone {
                let (own, place) = (zone(number), &self.zones[usize::from(number)]);
                let free = free_cells(table, &own.bounds);
                if free < ROOM {
                    let cells = format!("{} has {free} free one-inch cells", own.id);
                    place.fault(format!("{cells}; a deployment zone needs {ROOM} (M5)"));
                }
                for other in scenario.sides[at + 1..].iter().filter_map(|other| other.zone) {
                    if gap(&own.bounds, &zone(other).bounds) < APART {
                        let (a, b) = (&own.id, &zone(other).id);
                        place.fault(format!(
                            "{a} and {b} lie nearer than 10 inches, base to base (M6)"
                        ));
                    }
                }
            }
            for exit in &side.exits {
                if !touches_edge(table, zone(*exit)) {
                    let problem = format!("{} touches no edge of the table (M10)", zone(*exit).id);
                    self.zones[usize::from(*exit)].fault(problem);
                }
            }
        }
    }

    fn check_stairs(&self, table: &Tabletop) {
        let works = table.fresh();
        let mut ends: Vec<(Point, Level)> = Vec::new();
        for stairs in &table.stairs {
            for (at, level) in [(stairs.foot, stairs.level), (stairs.head, stairs.level + 1)] {
                if let Some(barrier) = table.bars_rest(&works, level, at, FOOT) {
                    let problem = format!("{} ends at {} (M4)", stairs.id, table.name(barrier));
                    self.file.fault("building", problem);
                }
                if ends.contains(&(at, level)) {
                    self.file.fault("building", "two stairs end at the same point (M9)");
                }
                ends.push((at, level));
            }
        }
    }

    /// Notes what cannot be reached, with every door unlocked, and what costs more than promised: M7
    /// and M11.
    pub(super) fn travel(&self, game: &Survivors) {
        let scenario = &game.scenario;
        let works = passable(&game.table);
        let goals = goals(game);
        let cost = |from: Point, to: Stop| {
            let start = Stop { at: from, level: 0 };
            let most = (200 * INCH).fit::<u32>();
            let (_, walked) = game.route_within(&works, start, to, FOOT, most)?;
            Some(walked.length + OBSTACLE.fit::<Mils>() * Mils::from(walked.obstacles))
        };
        for side in &scenario.sides {
            for number in side.zone.iter().chain(&side.entries) {
                let zone = &scenario.zones[usize::from(*number)];
                let Some(from) = standing_room(&game.table, &zone.bounds) else { continue };
                for (id, to) in goals.iter().filter(|(_, to)| to.at != from) {
                    if cost(from, *to).is_none() {
                        let problem = format!("{id} cannot be reached from {} (M7)", zone.id);
                        self.file.fault("table", problem);
                    }
                }
            }
        }
        for route in &self.routes {
            let from = &scenario.zones[route.from].bounds;
            let Some((_, to)) = goals.iter().find(|(id, _)| *id == route.to) else {
                route.row.fault("to", "a route leads to a crate, stray or place");
                continue;
            };
            let start = standing_room(&game.table, from).unwrap_or(from.centre());
            let found = cost(start, *to).unwrap_or(Mils::MAX);
            if found > route.cost + INCH / 2 {
                let (found, promised) = (inches(found), inches(route.cost));
                let problem =
                    format!("costs {found}\", where the file promises {promised}\" (M11)");
                route.row.fault("cost", problem);
            }
        }
    }
}

/// Everything that must be reached: pieces, ends of stairs, exits.
fn goals(game: &Survivors) -> Vec<(String, Stop)> {
    let scenario = &game.scenario;
    let mut goals: Vec<(String, Stop)> = Vec::new();
    let mut goal = |id: &str, at: Point, level: Level| goals.push((id.into(), Stop { at, level }));
    for (id, at, level) in scenario.crates.iter().chain(&scenario.strays) {
        goal(id, *at, *level);
    }
    for place in scenario.searches.iter().chain(&scenario.machines).chain(&scenario.bonfires) {
        goal(&place.id, place.at, place.level);
    }
    for stairs in &game.table.stairs {
        goal(&stairs.id, stairs.foot, stairs.level);
        goal(&stairs.id, stairs.head, stairs.level + 1);
    }
    for exit in scenario.sides.iter().flat_map(|side| &side.exits) {
        let zone = &scenario.zones[usize::from(*exit)];
        if let Some(at) = standing_room(&game.table, &zone.bounds) {
            goal(&zone.id, at, 0);
        }
    }
    goals
}

fn touches_edge(table: &Tabletop, zone: &Zone) -> bool {
    let (b, t) = (&zone.bounds, &table.bounds);
    b.low.x == t.low.x || b.low.y == t.low.y || b.high.x == t.high.x || b.high.y == t.high.y
}

fn free_cells(table: &Tabletop, zone: &Bounds) -> usize {
    let works = table.fresh();
    let mut free = 0;
    let mut y = zone.low.y + INCH / 2;
    while y + INCH / 2 <= zone.high.y {
        let mut x = zone.low.x + INCH / 2;
        while x + INCH / 2 <= zone.high.x {
            free += usize::from(table.bars_rest(&works, 0, Point::new(x, y), FOOT).is_none());
            x += INCH;
        }
        y += INCH;
    }
    free
}

/// The distance between two rectangles, rounded down.
fn gap(a: &Bounds, b: &Bounds) -> i64 {
    let dx = i64::from((a.low.x - b.high.x).max(b.low.x - a.high.x).max(0));
    let dy = i64::from((a.low.y - b.high.y).max(b.low.y - a.high.y).max(0));
    isqrt(dx * dx + dy * dy)
}

/// Whether lines and areas map onto themselves.
fn is_symmetric(table: &Tabletop, how: Symmetry) -> bool {
    let high = table.bounds.high;
    let image = |p: Point| match how {
        Symmetry::HalfTurn => Point::new(high.x - p.x, high.y - p.y),
        Symmetry::Mirror => Point::new(high.x - p.x, p.y),
        Symmetry::QuarterTurn => Point::new(high.x - p.y, p.x),
    };
    let lines = table.lines.iter().all(|line| {
        let (a, b) = (image(line.a), image(line.b));
        table.lines.iter().any(|other| {
            other.kind == line.kind
                && other.level == line.level
                && other.door == line.door
                && ((other.a, other.b) == (a, b) || (other.b, other.a) == (a, b))
        })
    });
    lines
        && table.areas.iter().all(|area| {
            let mut corners: Vec<Point> = area.corners.iter().map(|p| image(*p)).collect();
            corners.sort_unstable();
            table.areas.iter().any(|other| {
                let mut theirs = other.corners.clone();
                theirs.sort_unstable();
                other.kind == area.kind && theirs == corners
            })
        })
}

/// The point of a zone nearest to its middle, on a net of half inches, where one can stand.
fn standing_room(table: &Tabletop, zone: &Bounds) -> Option<Point> {
    let works = table.fresh();
    let middle = zone.centre();
    let step = INCH.fit::<usize>() / 2;
    let row = |y| (zone.low.x..=zone.high.x).step_by(step).map(move |x| Point::new(x, y));
    let net = (zone.low.y..=zone.high.y).step_by(step).flat_map(row);
    std::iter::once(middle)
        .chain(net)
        .filter(|at| table.bars_rest(&works, 0, *at, FOOT).is_none())
        .min_by_key(|at| (at.distance2(middle), *at))
}
