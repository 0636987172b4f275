//! Map checks: what a table must be before it can be played on. Ledger section 4.11

use crate::action::Stop;
use crate::figure::FOOT;
use crate::point::{INCH, Point};
use crate::polygon::Bounds;
use crate::scenario::Scenario;
use crate::scenario_file::ScenarioFile;
use crate::tabletop::Tabletop;
use table::{Fault, line_and_column};

/// What is wrong with a table and its zones: M4, M5, M6, M8, M9 and M10. M1 to M3 are tested while
/// the file is read.
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
            if gap(&zone.bounds, &second.bounds) < 10 * INCH as i64 {
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
            free += table.bars_rest(&works, 0, Point::new(x, y), FOOT).is_none() as usize;
            x += INCH;
        }
        y += INCH;
    }
    free
}

/// The distance between two rectangles, rounded down.
fn gap(a: &Bounds, b: &Bounds) -> i64 {
    let dx = (a.low.x - b.high.x).max(b.low.x - a.high.x).max(0) as i64;
    let dy = (a.low.y - b.high.y).max(b.low.y - a.high.y).max(0) as i64;
    crate::point::isqrt(dx * dx + dy * dy)
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

/// The cheapest route between two points with every door unlocked: for the checks M7 and M11.
pub fn route_cost(game: &crate::Survivors, from: Point, to: Stop) -> Option<u32> {
    let mut works = game.table.fresh();
    for state in &mut works.doors {
        *state = crate::feature::DoorState::Open;
    }
    let start = Stop { at: from, level: 0 };
    let (_, walked) = game.route_within(&works, start, to, FOOT, 200 * INCH as u32)?;
    Some(walked.length as u32 + crate::roads::OBSTACLE * walked.obstacles as u32)
}
