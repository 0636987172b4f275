//! Laying a table from a scenario file: lines, areas, buildings. Map checks M1 to M3

use super::charts::{Structures, TOUGHNESS};
use crate::geometry::feature::{
    Area, AreaKind, Building, DoorState, Level, Line, LineKind, Stairs,
};
use crate::geometry::point::{INCH, Mils, Point};
use crate::geometry::polygon::{Bounds, doubled_area, is_simple};
use crate::geometry::strips::{MOST_FEATURES, MOST_LEVELS};
use crate::geometry::tabletop::Tabletop;
use crate::position::FOOT;
use crate::speech::notation;
use std::ops::RangeInclusive;
use table::Fit;
use table::reading::{Ids, Table, Value};

/// The sides of a table. SV-GEO-03
const SIDES: RangeInclusive<Mils> = 24 * INCH..=72 * INCH;

/// The narrowest door.
const NARROWEST_DOOR: Mils = 1200;

/// Twice the area of a square inch, in mils.
const DOUBLE_INCH: i64 = 2_000_000;

/// A length on the table.
pub(super) fn inches(value: &Value) -> Option<Mils> {
    value.thousandths(0..=*SIDES.end(), "inches")
}

/// A point of the table.
pub(super) fn point(value: &Value) -> Option<Point> {
    let [x, y] = value.parts("[x, y] in inches")?;
    let (x, y) = (inches(&x), inches(&y));
    Some(Point::new(x?, y?))
}

/// A rectangle: west, south, east, north.
pub(super) fn rectangle(value: &Value) -> Option<Bounds> {
    let sides: [Value; 4] = value.parts("[west, south, east, north] in inches")?;
    let [west, south, east, north] = sides.each_ref().map(inches);
    let (low, high) = (Point::new(west?, south?), Point::new(east?, north?));
    if low.x >= high.x || low.y >= high.y {
        value.fault("this is no rectangle: say [west, south, east, north]");
        return None;
    }
    Some(Bounds { low, high })
}

/// A floor: the ground if it is left out.
pub(super) fn floor(row: &Table) -> Level {
    row.number_or("level", 0..=MOST_LEVELS.fit::<Level>() - 1, 0)
}

/// A table as it is read.
pub(super) struct Layout<'a> {
    structures: &'a Structures,
    bounds: Bounds,
    lines: Vec<Line>,
    areas: Vec<Area>,
    buildings: Vec<Building>,
    stairs: Vec<Stairs>,
    /// The ids of areas, with their places.
    pub(super) area_ids: Ids,
    /// The ids of buildings, with their places.
    pub(super) building_ids: Ids,
}

/// A door or window as it is read.
struct Opening {
    row: Table,
    id: String,
    level: Level,
    wall: Wall,
    start: Mils,
    end: Mils,
    kind: LineKind,
    state: DoorState,
    barrable: bool,
    strength: Option<u8>,
}

/// A wall of a building.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wall {
    South,
    North,
    West,
    East,
}

table::words! { Wall is "wall": South = "S", North = "N", West = "W", East = "E" }

/// What a building's wall can have.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gap {
    Door,
    Window,
}

table::words! { Gap is "kind of opening": Door = "door", Window = "window" }

impl Layout<'_> {
    /// Reads the table of a scenario file; faults are noted.
    pub(super) fn read<'a>(file: &Table, structures: &'a Structures) -> Layout<'a> {
        let size = file.value("table").parts("[width, depth] in inches");
        let size =
            size.map(|sides: [Value; 2]| sides.map(|side| side.thousandths(SIDES, "inches")));
        let high = match size {
            Some([Some(width), Some(depth)]) => Point::new(width, depth),
            _ => Point::new(*SIDES.end(), *SIDES.end()),
        };
        let mut layout = Layout {
            structures,
            bounds: Bounds { low: Point::default(), high },
            lines: Vec::new(),
            areas: Vec::new(),
            buildings: Vec::new(),
            stairs: Vec::new(),
            area_ids: Ids::of("area"),
            building_ids: Ids::of("building"),
        };
        let mut ids = Ids::of("line");
        for row in file.tables_or_empty("line") {
            layout.line(&row, &mut ids);
        }
        for row in file.tables_or_empty("area") {
            layout.area(&row);
        }
        for row in file.tables_or_empty("building") {
            layout.building(&row);
        }
        if layout.lines.len() > MOST_FEATURES || layout.areas.len() > MOST_FEATURES {
            let problem = format!("a table holds at most {MOST_FEATURES} lines and as many areas");
            file.fault("table", problem);
        }
        layout
    }

    /// The table, which is sound.
    pub(super) fn lay(self, door_action: bool) -> Tabletop {
        let Layout { bounds, lines, areas, buildings, stairs, .. } = self;
        Tabletop::new(bounds, lines, areas, buildings, stairs, door_action)
    }

    /// A point that must lie on the table.
    fn spot(&self, value: &Value) -> Option<Point> {
        let found = point(value)?;
        if !self.bounds.holds(found) {
            let at = notation::point(found);
            value.fault(format!("the point {at} lies off the table"));
            return None;
        }
        Some(found)
    }

    fn spots(&self, values: &[Value]) -> Vec<Point> {
        values.iter().filter_map(|value| self.spot(value)).collect()
    }

    fn strength(&self, kind: LineKind, state: DoorState, own: Option<u8>) -> u8 {
        let charted = match kind {
            LineKind::Door if state == DoorState::Barred => self.structures.barred,
            LineKind::Door => self.structures.door,
            LineKind::Barricade => self.structures.barricade,
            LineKind::Wall => self.structures.wall,
            _ => return 0,
        };
        own.unwrap_or(charted)
    }

    fn line(&mut self, row: &Table, ids: &mut Ids) {
        let whole = ids.add(&row.value("id"));
        let kind = row.choice("kind").unwrap_or(LineKind::Wall);
        let level = floor(row);
        let own = row.optional("strength").and_then(|value| value.number(TOUGHNESS));
        let strength = self.strength(kind, DoorState::Closed, own);
        let points = self.spots(&row.list("points"));
        if points.len() < 2 && row.sound_field("points") {
            row.fault("points", "a line has at least two points");
        }
        for (number, pair) in points.windows(2).enumerate() {
            if pair[0] == pair[1] {
                row.fault("points", "two neighbouring points are the same");
            }
            let id = match points.len() {
                2 => whole.clone(),
                _ => format!("{whole}.{}", number + 1),
            };
            self.lines.push(Line {
                id: id.into(),
                kind,
                a: pair[0],
                b: pair[1],
                level,
                building: None,
                strength,
                door: DoorState::Closed,
                barrable: false,
                whole: whole.clone(),
            });
        }
    }

    fn area(&mut self, row: &Table) {
        let id = self.area_ids.add(&row.value("id"));
        let corners = self.spots(&row.list("corners"));
        let doubled = doubled_area(&corners);
        if row.sound_field("corners") {
            if corners.len() < 3 || !is_simple(&corners) || doubled.abs() < DOUBLE_INCH {
                let right = "an area is a simple polygon of at least 3 corners and 1 square inch";
                row.fault("corners", right);
            }
            if corners.len() > 16 {
                row.fault("corners", "an area has at most 16 corners");
            }
        }
        self.areas.push(Area {
            id: id.into(),
            kind: row.choice("kind").unwrap_or(AreaKind::Solid),
            bounds: Bounds::of(&corners),
            anticlockwise: doubled > 0,
            corners,
            level: floor(row),
            tall: row.flag_or("tall", false),
        });
    }

    fn building(&mut self, row: &Table) {
        let id = self.building_ids.add(&row.value("id"));
        let name = row.text("name");
        let storeys: u8 = row.number_or("storeys", 1..=MOST_LEVELS.fit(), 1);
        let mut ids = Ids::of("opening");
        let openings = row.tables_or_empty("opening");
        let openings: Vec<Opening> =
            openings.into_iter().filter_map(|row| opening(row, &mut ids, storeys)).collect();
        let flights = row.tables_or_empty("stairs");
        let plan = rectangle(&row.value("rect"));
        let unplanned = Bounds { low: Point::default(), high: self.bounds.high };
        let on_table = |plan: &Bounds| self.bounds.holds(plan.low) && self.bounds.holds(plan.high);
        if plan.as_ref().is_some_and(|plan| !on_table(plan)) {
            row.fault("rect", "the building reaches off the table");
        }
        let known = plan.is_some();
        let plan = plan.unwrap_or(unplanned);
        let mut ids = Ids::of("flight of stairs");
        for flight in flights {
            self.flight(&flight, &mut ids, &id, known.then_some(&plan), storeys);
        }
        if known {
            for level in 0..storeys.fit::<Level>() {
                for wall in [Wall::South, Wall::North, Wall::West, Wall::East] {
                    self.wall(&id, &plan, wall, level, &openings);
                }
            }
        }
        self.buildings.push(Building { id, name: name.into(), plan, storeys });
    }

    /// One wall of a floor: sections of wall, and its openings.
    fn wall(&mut self, id: &str, plan: &Bounds, wall: Wall, level: Level, openings: &[Opening]) {
        let (low, high) = (plan.low, plan.high);
        let along = |mils: Mils| match wall {
            Wall::South => Point::new(low.x + mils, low.y),
            Wall::North => Point::new(low.x + mils, high.y),
            Wall::West => Point::new(low.x, low.y + mils),
            Wall::East => Point::new(high.x, low.y + mils),
        };
        let length = match wall {
            Wall::South | Wall::North => high.x - low.x,
            Wall::West | Wall::East => high.y - low.y,
        };
        let building = Some(self.buildings.len().fit());
        let line = |id: String, from: Mils, to: Mils| Line {
            id: id.into(),
            kind: LineKind::Wall,
            a: along(from),
            b: along(to),
            level,
            building,
            strength: self.structures.wall,
            door: DoorState::Closed,
            barrable: false,
            whole: String::new(),
        };
        let mut here: Vec<&Opening> =
            openings.iter().filter(|it| it.wall == wall && it.level == level).collect();
        here.sort_by_key(|opening| opening.start);
        let (mut reached, mut section) = (0, 0);
        let mut built: Vec<Line> = Vec::new();
        let word = table::reading::Word::word(wall);
        let mut build = |built: &mut Vec<Line>, from: Mils, to: Mils| {
            if from < to {
                section += 1;
                built.push(line(format!("{id}.{word}{level}.{section}"), from, to));
            }
        };
        for opening in here {
            if opening.start <= 0 || opening.end >= length || opening.start < reached {
                let right = "an opening lies strictly inside its wall and clear of others";
                opening.row.fault("offset", right);
            }
            build(&mut built, reached, opening.start);
            built.push(Line {
                kind: opening.kind,
                strength: self.strength(opening.kind, opening.state, opening.strength),
                door: opening.state,
                barrable: opening.barrable,
                ..line(format!("{id}.{}", opening.id), opening.start, opening.end)
            });
            reached = opening.end;
        }
        build(&mut built, reached, length);
        self.lines.extend(built.into_iter().map(|line| Line { whole: id.into(), ..line }));
    }

    fn flight(
        &mut self,
        row: &Table,
        ids: &mut Ids,
        building: &str,
        plan: Option<&Bounds>,
        storeys: u8,
    ) {
        let id = ids.add(&row.value("id"));
        let (foot, head) = (point(&row.value("foot")), point(&row.value("head")));
        let level = floor(row);
        let (Some(foot), Some(head), Some(plan)) = (foot, head, plan) else { return };
        let inside = plan.holds_disc(foot, FOOT) && plan.holds_disc(head, FOOT);
        if !inside || i32::from(level) + 1 >= i32::from(storeys) {
            row.wrong("both ends of stairs lie inside the building, on floors that it has");
        }
        self.stairs.push(Stairs { id: format!("{building}.{id}"), foot, level, head });
    }
}

/// A door or window; nothing if it has no place in a wall.
fn opening(row: Table, ids: &mut Ids, storeys: u8) -> Option<Opening> {
    let id = ids.add(&row.value("id"));
    let gap = row.choice::<Gap>("kind");
    let level = floor(&row);
    if level >= storeys.fit::<Level>() {
        row.fault("level", "the building has no such floor");
    }
    let (wall, offset) = (row.choice("wall"), inches(&row.value("offset")));
    let width = inches(&row.value("width"));
    if gap == Some(Gap::Door) && width.is_some_and(|width| width < NARROWEST_DOOR) {
        row.fault("width", "a door is at least 1.2 inches wide");
    }
    let state = row.choice_or("state", DoorState::Closed);
    let barrable = row.flag_or("barrable", false);
    let strength = row.optional("strength").and_then(|value| value.number(TOUGHNESS));
    let kind = match gap? {
        Gap::Door => LineKind::Door,
        Gap::Window => LineKind::Window,
    };
    let start = offset?;
    let end = start + width?;
    Some(Opening { wall: wall?, id, level, start, end, kind, state, barrable, strength, row })
}
