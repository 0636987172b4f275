//! Map checks: what a table must be before it can be played on. Ledger section 4.11

use crate::Survivors;
use crate::action::Stop;
use crate::edition::scenario_file::ScenarioFile;
use crate::edition::scenarios::Scenario;
use crate::geometry::point::{INCH, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::tabletop::Tabletop;
use crate::position::FOOT;
use table::{Edition, Fault, Fit, Rules, SetupError, line_and_column};

/// What is wrong with a table and its zones: M4, M5, M6, M8, M9 and M10. M1 to M3 are tested while
/// the file is read, M7 and M11 by [`travel`].
pub fn survey(
    path: &str,
    table: &Tabletop,
    scenario: &Scenario,
    file: &ScenarioFile,
    text: &str,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut blame = |span: std::ops::Range<usize>, field: &str, problem: String| {
        faults.push(Fault {
            file: path.into(),
            at: Some(line_and_column(text, span.start)),
            field: field.into(),
            problem,
        });
    };
    let works = table.fresh();
    let whole = file.table.span();
    for (area, drawn) in table.areas.iter().zip(&file.area) {
        let clash = table.buildings.iter().any(|building| {
            area.kind.is_impassable()
                && area.bounds.low.x < building.plan.high.x
                && area.bounds.high.x > building.plan.low.x
                && area.bounds.low.y < building.plan.high.y
                && area.bounds.high.y > building.plan.low.y
        });
        if clash {
            blame(
                drawn.id.span(),
                "area.corners",
                format!("{} reaches into a building (M4)", area.id),
            );
        }
    }
    for side in &scenario.sides {
        let Some(zone) = side.zone else { continue };
        let zone_at = file.zone.get(zone as usize).map(|zone| zone.id.span());
        let zone = &scenario.zones[zone as usize];
        let free = free_cells(table, &zone.bounds);
        if free < 24 {
            blame(
                zone_at.clone().unwrap_or(whole.clone()),
                "zone.rect",
                format!(
                    "{} has {free} free one-inch cells; a deployment zone needs 24 (M5)",
                    zone.id
                ),
            );
        }
        for other in &scenario.sides {
            if other.id <= side.id {
                continue;
            }
            let Some(second) = other.zone else { continue };
            let second = &scenario.zones[second as usize];
            if gap(&zone.bounds, &second.bounds) < 10 * i64::from(INCH) {
                blame(
                    zone_at.clone().unwrap_or(whole.clone()),
                    "zone.rect",
                    format!(
                        "{} and {} lie nearer than 10 inches, base to base (M6)",
                        zone.id, second.id
                    ),
                );
            }
        }
    }
    for side in &scenario.sides {
        for exit in &side.exits {
            let zone = &scenario.zones[*exit as usize];
            let (b, t) = (&zone.bounds, &table.bounds);
            let touches = b.low.x == t.low.x
                || b.low.y == t.low.y
                || b.high.x == t.high.x
                || b.high.y == t.high.y;
            if !touches {
                blame(
                    whole.clone(),
                    "side.exits",
                    format!("{} touches no edge of the table (M10)", zone.id),
                );
            }
        }
    }
    for stairs in &table.stairs {
        for (at, level) in [(stairs.foot, stairs.level), (stairs.head, stairs.level + 1)] {
            if let Some(barrier) = table.bars_rest(&works, level, at, FOOT) {
                blame(
                    whole.clone(),
                    "stairs",
                    format!("{} ends at {} (M4)", stairs.id, table.name(barrier)),
                );
            }
        }
    }
    let ends: Vec<(Point, i8)> = table
        .stairs
        .iter()
        .flat_map(|stairs| [(stairs.foot, stairs.level), (stairs.head, stairs.level + 1)])
        .collect();
    for (i, end) in ends.iter().enumerate() {
        if ends[..i].contains(end) {
            blame(whole.clone(), "stairs", "two stairs end at the same point (M9)".into());
        }
    }
    if let Some(symmetry) = &file.symmetry {
        match symmetry.get_ref().as_str() {
            word @ ("half turn" | "quarter turn" | "mirror") => {
                if !is_symmetric(table, word) {
                    blame(
                        symmetry.span(),
                        "symmetry",
                        format!("the table is not unchanged by a {word} (M8)"),
                    );
                }
            }
            _ => blame(
                symmetry.span(),
                "symmetry",
                "a symmetry is `half turn`, `quarter turn` or `mirror`".into(),
            ),
        }
    }
    faults
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
    crate::geometry::point::isqrt(dx * dx + dy * dy)
}

/// Whether lines and areas map onto themselves.
fn is_symmetric(table: &Tabletop, how: &str) -> bool {
    let high = table.bounds.high;
    let image = |p: Point| match how {
        "half turn" => Point::new(high.x - p.x, high.y - p.y),
        "mirror" => Point::new(high.x - p.x, p.y),
        _ => Point::new(high.x - p.y, p.x),
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

/// What cannot be reached, with every door unlocked, and what costs more than promised: M7 and M11.
pub fn travel(game: &Survivors, edition: &Edition) -> Result<Vec<Fault>, SetupError> {
    let path = edition.find("scenarios", "scenario", &game.setup().scenario)?;
    let text = edition.text(&path)?;
    let file: ScenarioFile = edition.read(&path)?;
    let scenario = &game.scenario;
    let works = crate::ways::roads::passable(&game.table);
    let mut faults = Vec::new();
    let mut blame = |span: std::ops::Range<usize>, field: &str, problem: String| {
        let at = Some(line_and_column(text, span.start));
        faults.push(Fault { file: path.clone(), at, field: field.into(), problem });
    };
    let mut goals: Vec<(String, Stop)> = Vec::new();
    let mut goal = |id: &str, at: Point, level: i8| goals.push((id.into(), Stop { at, level }));
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
    let zone = |number: u8| &scenario.zones[number as usize];
    for exit in scenario.sides.iter().flat_map(|side| &side.exits) {
        if let Some(at) = standing_room(&game.table, &zone(*exit).bounds) {
            goal(&zone(*exit).id, at, 0);
        }
    }
    let cost = |from: Point, to: Stop| {
        let start = Stop { at: from, level: 0 };
        let (_, walked) = game.route_within(&works, start, to, FOOT, 200 * INCH as u32)?;
        Some(
            walked.length
                + (crate::ways::roads::OBSTACLE).fit::<i32>() * i32::from(walked.obstacles),
        )
    };
    for side in &scenario.sides {
        for number in side.zone.iter().chain(&side.entries) {
            let zone = zone(*number);
            let Some(from) = standing_room(&game.table, &zone.bounds) else { continue };
            for (id, to) in goals.iter().filter(|(_, to)| to.at != from) {
                if cost(from, *to).is_none() {
                    let problem = format!("{id} cannot be reached from {} (M7)", zone.id);
                    blame(file.table.span(), "table", problem);
                }
            }
        }
    }
    for route in &file.route {
        let from = scenario.zones.iter().find(|zone| *zone.id == **route.from.get_ref());
        let to = goals.iter().find(|(id, _)| id == route.to.get_ref());
        let (Some(from), Some((_, to))) = (from, to) else {
            blame(route.from.span(), "route", "a route leads from a zone to a piece".into());
            continue;
        };
        let start = standing_room(&game.table, &from.bounds).unwrap_or(from.bounds.centre());
        let (found, promised) = (cost(start, *to).unwrap_or(i32::MAX), route.cost.0);
        if found > promised + INCH / 2 {
            let problem = format!(
                "costs {}\", where the file promises {}\" (M11)",
                crate::speech::notation::inches(found),
                crate::speech::notation::inches(promised)
            );
            blame(route.to.span(), "route.cost", problem);
        }
    }
    Ok(faults)
}

/// The point of a zone nearest to its middle, on a net of half inches, where one can stand.
fn standing_room(table: &Tabletop, zone: &Bounds) -> Option<Point> {
    let works = table.fresh();
    let middle = zone.centre();
    let step = INCH as usize / 2;
    let row = |y| (zone.low.x..=zone.high.x).step_by(step).map(move |x| Point::new(x, y));
    let net = (zone.low.y..=zone.high.y).step_by(step).flat_map(row);
    std::iter::once(middle)
        .chain(net)
        .filter(|at| table.bars_rest(&works, 0, *at, FOOT).is_none())
        .min_by_key(|at| (at.distance2(middle), *at))
}
