//! The table as ground: terrain to scale, drawn once.

use crate::Survivors;
use crate::action::Stop;
use crate::edition::scenarios::{Light, Zone};
use crate::geometry::feature::{AreaKind, Building, LineKind};
use crate::geometry::point::{INCH, Point, isqrt};
use crate::geometry::polygon::Bounds;
use crate::speech::notation::{floor_told, inches};
use stage::{Area, Field, Floor, Ground, Line, LineStyle, PlaneField, Rect, Shape, Texture};
use std::sync::Arc;
use table::wording::counted;

/// Half the width that a hedge is drawn with.
const HEDGE_HALF: i64 = 250;

/// Whether a zone's label, under the middle of its upper edge, would stand in a building.
fn is_about(zone: &Bounds, building: &Building) -> bool {
    building.plan.holds(Point::new(zone.centre().x, zone.high.y - INCH / 2))
}

/// An end of a flight of stairs, and where it leads.
fn stairs_area(id: &str, centre: stage::Point, way: &str) -> Area {
    Area {
        id: format!("stairs-{id}"),
        shape: Shape::Circle { centre, radius: 450 },
        texture: Texture::Paper,
        label: way.to_string(),
        description: format!("stairs {way}"),
    }
}

impl Survivors {
    /// The table by day.
    pub(crate) fn ground(&self) -> Arc<Ground> {
        self.ground_by(Light::Day)
    }

    /// The table in this light.
    pub(super) fn ground_by(&self, light: Light) -> Arc<Ground> {
        let (place, dark) = match light {
            Light::Day => (0, 0),
            Light::Dusk => (1, 16),
            Light::Night => (2, 34),
        };
        self.grounds[place].get_or_init(|| Arc::new(self.draw_ground(dark))).clone()
    }

    /// The name of a building, and of the zones whose label would stand on it: two labels on one point
    /// could not be read.
    fn label_of(&self, building: &Building) -> String {
        let zones = self.scenario.zones.iter().filter(|zone| is_about(&zone.bounds, building));
        let floors = match building.storeys {
            0 | 1 => building.name.to_string(),
            floors => format!("{}, {floors} floors", building.name),
        };
        zones.fold(floors, |label, zone| format!("{label}, {}", zone.id))
    }

    fn draw_ground(&self, dark: u8) -> Ground {
        let high = self.table.bounds.high;
        let mut areas: Vec<Area> = Vec::new();
        self.draw_buildings(&mut areas);
        self.draw_areas(&mut areas);
        self.draw_zones(&mut areas);
        self.draw_fixtures(&mut areas, 0);
        let lines = self.draw_lines(&mut areas);
        let floors = self.draw_floors();
        Ground {
            title: self.scenario.name.clone(),
            description: format!(
                "A table of {} by {} inches, north at the top. The place 12,7 is 12 inches from the west edge and 7 from \
                 the south edge.",
                inches(high.x),
                inches(high.y)
            ),
            fields: vec![Field::Plane(PlaneField {
                rect: Rect { x: 0, y: 0, width: high.x, height: high.y },
                texture: Texture::Grass,
                ruler: 1000,
                from_below: true,
                unit: "\"".into(),
                areas,
                lines,
                floors,
                dark,
            })],
        }
    }

    fn draw_buildings(&self, areas: &mut Vec<Area>) {
        for building in &self.table.buildings {
            areas.push(Area {
                // Figures may be called as buildings are.
                id: format!("building-{}", building.id),
                shape: Shape::Polygon(self.outline(&building.plan.corners())),
                texture: Texture::Floor,
                label: self.label_of(building),
                description: {
                    let floors = counted(building.storeys.max(1), "floor", "floors");
                    format!("{}, {floors}", building.name)
                },
            });
        }
    }

    fn draw_areas(&self, areas: &mut Vec<Area>) {
        for area in &self.table.areas {
            let texture = match area.kind {
                AreaKind::Solid => Texture::Wall,
                AreaKind::LowSolid => Texture::Slate,
                AreaKind::Foliage | AreaKind::Thicket => Texture::Foliage,
                AreaKind::Smoke => Texture::Smoke,
                AreaKind::Rubble => Texture::Rubble,
                AreaKind::Water => Texture::Water,
                AreaKind::Ditch => Texture::Swamp,
            };
            areas.push(Area {
                id: format!("area-{}", area.id),
                shape: Shape::Polygon(self.outline(&area.corners)),
                texture,
                label: area.kind.word().to_string(),
                description: area.kind.told(&area.id),
            });
        }
    }

    fn draw_zones(&self, areas: &mut Vec<Area>) {
        for zone in self.scenario.zones.iter().filter(|zone| self.serves(zone)) {
            areas.push(Area {
                id: format!("zone-{}", zone.id),
                shape: Shape::Polygon(self.outline(&zone.bounds.corners())),
                texture: Texture::Bare,
                label: if self.table.buildings.iter().any(|b| is_about(&zone.bounds, b)) {
                    String::new()
                } else {
                    self.zone_told(zone, true)
                },
                description: self.zone_told(zone, false),
            });
        }
    }

    /// What a zone is for: who starts, comes in and leaves there; in few words on the table.
    fn zone_told(&self, zone: &Zone, short: bool) -> String {
        let is = |number: u8| self.scenario.zones[usize::from(number)].id == zone.id;
        let mut uses: Vec<String> = Vec::new();
        for side in &self.scenario.sides {
            let enters = side.entries.iter().any(|number| is(*number));
            let leaves = side.exits.iter().any(|number| is(*number));
            let is_for = match (side.zone.is_some_and(is), enters, leaves) {
                (true, _, true) => "start and exit",
                (true, _, false) => "start",
                (false, true, true) => "entry and exit",
                (false, true, false) => "entry",
                (false, false, true) => "exit",
                (false, false, false) => continue,
            };
            let name = if short { &side.id } else { &side.name };
            uses.push(format!("{is_for} of {name}"));
        }
        if self.is_secure(zone) {
            uses.push("safety".into());
        }
        match (uses.join(", "), short) {
            (uses, _) if uses.is_empty() => format!("zone {}", zone.id),
            (uses, true) => uses,
            (uses, false) => format!("zone {}: {uses}", zone.id),
        }
    }

    /// Whether crates and horses are secured in a zone. SV-SCN-05
    fn is_secure(&self, zone: &Zone) -> bool {
        let secure = self.scenario.secure.map(|number| &self.scenario.zones[usize::from(number)]);
        secure.is_some_and(|secure| secure.id == zone.id)
    }

    /// Whether a zone is for anything with so many sides. SV-SCN-17
    fn serves(&self, zone: &Zone) -> bool {
        let is = |number: &u8| self.scenario.zones[usize::from(*number)].id == zone.id;
        let used = self
            .scenario
            .sides
            .iter()
            .any(|side| side.zone.iter().chain(&side.entries).chain(&side.exits).any(is));
        used || self.is_secure(zone)
    }

    /// Places that never move: where one searches, lamps, bonfires, machines.
    fn draw_fixtures(&self, areas: &mut Vec<Area>, level: i8) {
        let fixtures = [
            (&self.scenario.searches, "search point"),
            (&self.scenario.lamps, "lamp"),
            (&self.scenario.bonfires, "bonfire"),
            (&self.scenario.machines, "machine"),
        ];
        for (places, what) in fixtures {
            for place in places.iter().filter(|place| place.level == level) {
                areas.push(Area {
                    id: format!("place-{}", place.id),
                    shape: Shape::Circle { centre: self.spot(place.at), radius: 260 },
                    texture: Texture::Paper,
                    label: place.id.clone(),
                    description: format!("{what} {}", place.id),
                });
            }
        }
    }

    /// The upper floors, beside the table: on the right of one that is no wider than deep, else below it.
    fn draw_floors(&self) -> Vec<Floor> {
        let high = self.table.bounds.high;
        let right = high.x <= high.y;
        let (mut x, mut y) =
            if right { (high.x + 2 * INCH, 2 * INCH) } else { (INCH, high.y + 3 * INCH) };
        let mut floors = Vec::new();
        for building in self.table.buildings.iter() {
            let corners = self.outline(&building.plan.corners());
            let covers = Rect::around(corners);
            for level in 1..building.storeys {
                let label = match building.storeys {
                    2 => format!("{}: upper floor", building.name),
                    _ => format!("{}: floor {level}", building.name),
                };
                let at = stage::Point::new(x, y);
                let (areas, lines) = (Vec::new(), Vec::new());
                let mut floor = Floor { level, covers, at, label, areas, lines };
                self.furnish(&mut floor);
                floors.push(floor);
                match right {
                    true => y += covers.height + 3 * INCH,
                    false => x += covers.width + 3 * INCH,
                }
            }
        }
        floors
    }

    /// Walls, openings, stairs and fixtures of an upper floor.
    fn furnish(&self, floor: &mut Floor) {
        let level = i8::try_from(floor.level).unwrap_or(i8::MAX);
        let inside = |at: Point| floor.covers.contains(self.spot(at));
        let mut areas = Vec::new();
        self.draw_fixtures(&mut areas, level);
        for area in areas {
            let Shape::Circle { centre, radius } = area.shape else { continue };
            if floor.covers.contains(centre) {
                let shape = Shape::Circle { centre: floor.shown(centre), radius };
                floor.areas.push(Area { shape, ..area });
            }
        }
        let on = |line: &&crate::geometry::feature::Line| {
            line.level == level && inside(line.a) && inside(line.b)
        };
        let lines: Vec<Line> = self
            .table
            .lines
            .iter()
            .filter(on)
            .map(|line| Line {
                style: match line.kind {
                    LineKind::Wall => LineStyle::Wall,
                    LineKind::Door | LineKind::Window => LineStyle::Opening,
                    LineKind::Fence => LineStyle::Fence,
                    LineKind::Barricade => LineStyle::Barricade,
                    _ => LineStyle::LowWall,
                },
                points: [line.a, line.b].map(|at| floor.shown(self.spot(at))).to_vec(),
                smooth: false,
                description: self.line_told(line) + &floor_told(level),
            })
            .collect();
        floor.lines.extend(lines);
        for stairs in &self.table.stairs {
            let (end, way) = match level - stairs.level {
                1 => (stairs.head, "down"),
                0 => (stairs.foot, "up"),
                _ => continue,
            };
            if floor.covers.contains(self.spot(end)) {
                let centre = floor.shown(self.spot(end));
                floor.areas.push(stairs_area(&format!("{}-{level}", stairs.id), centre, way));
            }
        }
    }

    /// Lines and stairs; a hedge is drawn as an area.
    fn draw_lines(&self, areas: &mut Vec<Area>) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for line in &self.table.lines {
            let description = self.line_told(line);
            let style = match line.kind {
                // Upper floors are drawn beside the table.
                _ if line.level > 0 => continue,
                LineKind::Wall => LineStyle::Wall,
                LineKind::Door | LineKind::Window => LineStyle::Opening,
                LineKind::LowWall => LineStyle::LowWall,
                LineKind::Barricade => LineStyle::Barricade,
                LineKind::Fence => LineStyle::Fence,
                LineKind::Wire => LineStyle::Guide,
                LineKind::Hedge => {
                    let along = line.b - line.a;
                    let square = along.left().scaled(HEDGE_HALF, isqrt(along.length2()).max(1));
                    let strip =
                        [line.a + square, line.b + square, line.b + -square, line.a + -square];
                    areas.push(Area {
                        id: format!("line-{}", line.id),
                        shape: Shape::Polygon(self.outline(&strip)),
                        texture: Texture::Foliage,
                        label: "hedge".into(),
                        description,
                    });
                    continue;
                }
            };
            lines.push(Line {
                style,
                points: vec![self.spot(line.a), self.spot(line.b)],
                smooth: false,
                description,
            });
        }
        for stairs in self.table.stairs.iter().filter(|stairs| stairs.level == 0) {
            areas.push(stairs_area(&stairs.id, self.spot(stairs.foot), "up"));
        }
        lines
    }

    pub(crate) fn outline(&self, corners: &[Point]) -> Vec<stage::Point> {
        corners.iter().map(|corner| self.spot(*corner)).collect()
    }

    /// Where a point of a floor is drawn.
    pub(crate) fn spot_on(&self, at: Point, level: i8) -> stage::Point {
        let (ground, level) = (self.ground(), u8::try_from(level).unwrap_or_default());
        let plane = ground.fields.iter().find_map(Field::plane);
        plane.map_or(self.spot(at), |plane| plane.shown(self.spot(at), level))
    }

    /// The point of the table, and the floor, that a drawn point stands for.
    pub(crate) fn stop_at(&self, drawn: stage::Point) -> Stop {
        let ground = self.ground();
        let plane = ground.fields.iter().find_map(Field::plane);
        let (at, level) = plane.map_or((drawn, 0), |plane| plane.on_table(drawn));
        let at = Point::new(at.x, self.table.bounds.high.y - at.y);
        Stop { at, level: i8::try_from(level).unwrap_or_default() }
    }

    /// A point of the table on the board, whose y grows downwards.
    pub(crate) fn spot(&self, at: Point) -> stage::Point {
        stage::Point { x: at.x, y: self.table.bounds.high.y - at.y }
    }
}
