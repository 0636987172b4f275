//! Laying a table from a scenario file: lines, areas, buildings. Map checks M1 to M3

use crate::edition::Book;
use crate::edition::options::Options;
use crate::edition::scenario_file::{Inches, ScenarioFile, point};
use crate::geometry::feature::{Area, Building, DoorState, Level, Line, LineKind, Stairs};
use crate::geometry::point::{INCH, Mils, Point};
use crate::geometry::polygon::{Bounds, doubled_area, is_simple};
use crate::geometry::strips::{MOST_FEATURES, MOST_LEVELS};
use crate::geometry::tabletop::Tabletop;
use std::ops::Range;
use table::{Fault, Fit, line_and_column};

/// Collects what is wrong, with the place in the file.
pub(crate) struct Page<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    pub(crate) faults: Vec<Fault>,
}

impl Page<'_> {
    pub(crate) fn blame(&mut self, span: Range<usize>, field: &str, problem: impl Into<String>) {
        self.faults.push(Fault {
            file: self.file.into(),
            at: Some(line_and_column(self.text, span.start)),
            field: field.into(),
            problem: problem.into(),
        });
    }
}

/// Lays the table: lines, areas, buildings. Map checks M1 to M3.
pub(crate) fn lay(
    page: &mut Page<'_>,
    book: &Book,
    file: &ScenarioFile,
    options: &Options,
) -> Tabletop {
    let size = point(*file.table.get_ref());
    let fits = |side: Mils| (24 * INCH..=72 * INCH).contains(&side);
    if !fits(size.x) || !fits(size.y) {
        // SV-GEO-03
        page.blame(file.table.span(), "table", "a table is 24 to 72 inches a side");
    }
    let bounds = Bounds { low: Point::default(), high: size };
    let on_table = |page: &mut Page<'_>, p: Point, span: Range<usize>, field: &str| {
        if !bounds.holds(p) {
            page.blame(
                span,
                field,
                format!("the point {} lies off the table", crate::speech::notation::point(p)),
            );
        }
    };
    let mut lines: Vec<Line> = Vec::new();
    let mut areas: Vec<Area> = Vec::new();
    let strength = |kind: LineKind, state: DoorState, own: Option<u8>| match (kind, own) {
        (LineKind::Door | LineKind::Barricade | LineKind::Wall, Some(own)) => own,
        (LineKind::Door, None) if state == DoorState::Barred => book.structures.barred,
        (LineKind::Door, None) => book.structures.door,
        (LineKind::Barricade, None) => book.structures.barricade,
        (LineKind::Wall, None) => book.structures.wall,
        _ => 0,
    };
    for line in &file.line {
        let span = line.id.span();
        if line.points.len() < 2 {
            page.blame(span.clone(), "line.points", "a line has at least two points");
        }
        if !(0..MOST_LEVELS.fit::<i8>()).contains(&line.level) {
            page.blame(span.clone(), "line.level", "there is no such floor");
        }
        let whole = line.id.get_ref();
        for (number, pair) in line.points.windows(2).enumerate() {
            let (a, b) = (point(pair[0]), point(pair[1]));
            on_table(page, a, span.clone(), "line.points");
            on_table(page, b, span.clone(), "line.points");
            if a == b {
                page.blame(span.clone(), "line.points", "two neighbouring points are the same");
            }
            lines.push(Line {
                id: if line.points.len() == 2 {
                    whole.clone().into()
                } else {
                    format!("{whole}.{}", number + 1).into()
                },
                kind: line.kind,
                a,
                b,
                level: line.level,
                building: None,
                strength: strength(line.kind, DoorState::Closed, line.strength),
                door: DoorState::Closed,
                barrable: false,
                whole: whole.clone(),
            });
        }
    }
    for area in &file.area {
        let span = area.id.span();
        let corners: Vec<Point> = area.corners.iter().copied().map(point).collect();
        for corner in &corners {
            on_table(page, *corner, span.clone(), "area.corners");
        }
        let doubled = doubled_area(&corners);
        if corners.len() < 3 || !is_simple(&corners) || doubled.abs() < 2_000_000 {
            page.blame(
                span.clone(),
                "area.corners",
                "an area is a simple polygon of at least 3 corners and 1 square inch",
            );
        }
        if corners.len() > 16 {
            page.blame(span, "area.corners", "an area has at most 16 corners");
        }
        areas.push(Area {
            id: area.id.get_ref().clone().into(),
            kind: area.kind,
            bounds: Bounds::of(&corners),
            anticlockwise: doubled > 0,
            corners,
            level: area.level,
            tall: area.tall,
        });
    }
    let (mut buildings, mut stairs) = (Vec::new(), Vec::new());
    for building in &file.building {
        let id = building.id.get_ref();
        let [west, south, east, north] = building.rect.map(|Inches(mils)| mils);
        let plan = Bounds { low: Point::new(west, south), high: Point::new(east, north) };
        on_table(page, plan.low, building.id.span(), "building.rect");
        on_table(page, plan.high, building.id.span(), "building.rect");
        if west >= east || south >= north {
            page.blame(building.id.span(), "building.rect", "write west, south, east, north");
            continue;
        }
        if !(1..=MOST_LEVELS.fit::<u8>()).contains(&building.storeys) {
            page.blame(building.id.span(), "building.storeys", "a building has 1 to 4 floors");
        }
        for opening in &building.opening {
            if !["N", "E", "S", "W"].contains(&opening.wall.as_str()) {
                page.blame(opening.id.span(), "opening.wall", "a wall is N, E, S or W");
            }
            if !matches!(opening.kind, LineKind::Door | LineKind::Window) {
                page.blame(opening.id.span(), "opening.kind", "an opening is a door or a window");
            }
            if opening.kind == LineKind::Door && opening.width.0 < 1200 {
                page.blame(
                    opening.id.span(),
                    "opening.width",
                    "a door is at least 1.2 inches wide",
                );
            }
            if opening.level < 0 || i32::from(opening.level) >= i32::from(building.storeys) {
                page.blame(opening.id.span(), "opening.level", "the building has no such floor");
            }
        }
        let number = buildings.len().fit::<u8>();
        for level in 0..building.storeys.fit::<Level>() {
            for (wall, from, to) in [
                ("S", Point::new(west, south), Point::new(east, south)),
                ("N", Point::new(west, north), Point::new(east, north)),
                ("W", Point::new(west, south), Point::new(west, north)),
                ("E", Point::new(east, south), Point::new(east, north)),
            ] {
                let along = |mils: Mils| {
                    if from.y == to.y {
                        Point::new(from.x + mils, from.y)
                    } else {
                        Point::new(from.x, from.y + mils)
                    }
                };
                let length = (to.x - from.x) + (to.y - from.y);
                let mut openings: Vec<_> = building
                    .opening
                    .iter()
                    .filter(|opening| opening.wall == wall && opening.level == level)
                    .collect();
                openings.sort_by_key(|opening| opening.offset.0);
                let (mut reached, mut section) = (0, 0);
                let mut build = |lines: &mut Vec<Line>, from: Mils, to: Mils| {
                    if from < to {
                        section += 1;
                        lines.push(Line {
                            id: format!("{id}.{wall}{level}.{section}").into(),
                            kind: LineKind::Wall,
                            a: along(from),
                            b: along(to),
                            level,
                            building: Some(number),
                            strength: book.structures.wall,
                            door: DoorState::Closed,
                            barrable: false,
                            whole: id.clone(),
                        });
                    }
                };
                for opening in openings {
                    let (start, end) = (opening.offset.0, opening.offset.0 + opening.width.0);
                    if start <= 0 || end >= length || start < reached {
                        page.blame(
                            opening.id.span(),
                            "opening.offset",
                            "an opening lies strictly inside its wall and clear of others",
                        );
                    }
                    build(&mut lines, reached, start);
                    lines.push(Line {
                        id: format!("{id}.{}", opening.id.get_ref()).into(),
                        kind: opening.kind,
                        a: along(start),
                        b: along(end),
                        level,
                        building: Some(number),
                        strength: strength(opening.kind, opening.state, opening.strength),
                        door: opening.state,
                        barrable: opening.barrable,
                        whole: id.clone(),
                    });
                    reached = end;
                }
                build(&mut lines, reached, length);
            }
        }
        for flight in &building.stairs {
            let (foot, head) = (point(flight.foot), point(flight.head));
            if !plan.holds_disc(foot, crate::position::FOOT)
                || !plan.holds_disc(head, crate::position::FOOT)
                || i32::from(flight.level) + 1 >= i32::from(building.storeys)
            {
                page.blame(
                    flight.id.span(),
                    "stairs",
                    "both ends of stairs lie inside the building, on floors that it has",
                );
            }
            stairs.push(Stairs {
                id: format!("{id}.{}", flight.id.get_ref()),
                foot,
                level: flight.level,
                head,
            });
        }
        buildings.push(Building {
            id: id.clone(),
            name: building.name.clone(),
            plan,
            storeys: building.storeys,
        });
    }
    if lines.len() > MOST_FEATURES || areas.len() > MOST_FEATURES {
        page.blame(
            file.table.span(),
            "table",
            format!("a table holds at most {MOST_FEATURES} lines and as many areas"),
        );
        lines.truncate(MOST_FEATURES);
        areas.truncate(MOST_FEATURES);
    }
    Tabletop::new(bounds, lines, areas, buildings, stairs, options.door_action)
}
