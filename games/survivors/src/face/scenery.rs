//! The table as ground: terrain to scale, drawn once.

use crate::Survivors;
use crate::geometry::feature::{AreaKind, Building, LineKind};
use crate::geometry::point::{INCH, Point, isqrt};
use crate::geometry::polygon::Bounds;
use crate::speech::notation::inches;
use stage::{Area, Field, Ground, Line, LineStyle, PlaneField, Rect, Shape, Texture};
use std::sync::Arc;

/// Half the width that a hedge is drawn with.
const HEDGE_HALF: i64 = 250;

/// Whether a zone's label, under the middle of its upper edge, would stand in a building.
fn is_about(zone: &Bounds, building: &Building) -> bool {
    building.plan.holds(Point::new(zone.centre().x, zone.high.y - INCH / 2))
}

impl Survivors {
    pub(crate) fn ground(&self) -> Arc<Ground> {
        self.ground.get_or_init(|| Arc::new(self.draw_ground())).clone()
    }

    /// The name of a building, and of the zones whose label would stand on it: two labels on one point
    /// could not be read.
    fn label_of(&self, building: &Building) -> String {
        let zones = self.scenario.zones.iter().filter(|zone| is_about(&zone.bounds, building));
        let floors = match building.storeys {
            0 | 1 => building.name.clone(),
            floors => format!("{}, {floors} floors", building.name),
        };
        zones.fold(floors, |label, zone| format!("{label}, {}", zone.id))
    }

    fn draw_ground(&self) -> Ground {
        let high = self.table.bounds.high;
        let mut areas: Vec<Area> = Vec::new();
        self.draw_buildings(&mut areas);
        self.draw_areas(&mut areas);
        self.draw_zones(&mut areas);
        self.draw_fixtures(&mut areas);
        let lines = self.draw_lines(&mut areas);
        Ground {
            title: self.scenario.name.clone(),
            description: format!("A table of {} by {} inches.", inches(high.x), inches(high.y)),
            fields: vec![Field::Plane(PlaneField {
                rect: Rect { x: 0, y: 0, width: high.x, height: high.y },
                texture: Texture::Grass,
                ruler: 1000,
                from_below: true,
                unit: "\"".into(),
                areas,
                lines,
            })],
        }
    }

    fn draw_buildings(&self, areas: &mut Vec<Area>) {
        for building in &self.table.buildings {
            areas.push(Area {
                id: building.id.clone(),
                shape: Shape::Polygon(self.outline(&building.plan.corners())),
                texture: Texture::Floor,
                label: self.label_of(building),
                description: format!(
                    "{}, {} storey{}",
                    building.name,
                    building.storeys,
                    if building.storeys == 1 { "" } else { "s" }
                ),
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
        for zone in &self.scenario.zones {
            areas.push(Area {
                id: format!("zone-{}", zone.id),
                shape: Shape::Polygon(self.outline(&zone.bounds.corners())),
                texture: Texture::Bare,
                label: if self.table.buildings.iter().any(|b| is_about(&zone.bounds, b)) {
                    String::new()
                } else {
                    zone.id.to_string()
                },
                description: format!("zone {}", zone.id),
            });
        }
    }

    /// Places that never move: where one searches, lamps, bonfires, machines.
    fn draw_fixtures(&self, areas: &mut Vec<Area>) {
        let fixtures = [
            (&self.scenario.searches, "search point"),
            (&self.scenario.lamps, "lamp"),
            (&self.scenario.bonfires, "bonfire"),
            (&self.scenario.machines, "machine"),
        ];
        for (places, what) in fixtures {
            for place in places.iter() {
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

    /// Lines and stairs; a hedge is drawn as an area.
    fn draw_lines(&self, areas: &mut Vec<Area>) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for line in &self.table.lines {
            let description = self.line_told(line);
            let style = match line.kind {
                // Upper floors share their outer walls with the ground floor; only what opens in
                // them is worth a line of its own.
                LineKind::Wall if line.level > 0 => continue,
                LineKind::Door | LineKind::Window if line.level > 0 => LineStyle::Guide,
                LineKind::Wall => LineStyle::Wall,
                LineKind::Door | LineKind::Window => LineStyle::Opening,
                LineKind::LowWall | LineKind::Barricade => LineStyle::LowWall,
                LineKind::Fence => LineStyle::Trail,
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
            let level = match line.level {
                0 => String::new(),
                level => format!(", level {level}"),
            };
            lines.push(Line {
                style,
                points: vec![self.spot(line.a), self.spot(line.b)],
                smooth: false,
                description: format!("{description}{level}"),
            });
        }
        for stairs in &self.table.stairs {
            lines.push(Line {
                style: LineStyle::Guide,
                points: vec![self.spot(stairs.foot), self.spot(stairs.head)],
                smooth: false,
                description: format!("stairs {}", stairs.id),
            });
        }
        lines
    }

    pub(crate) fn outline(&self, corners: &[Point]) -> Vec<stage::Point> {
        corners.iter().map(|corner| self.spot(*corner)).collect()
    }

    /// A point of the table on the board, whose y grows downwards.
    pub(crate) fn spot(&self, at: Point) -> stage::Point {
        stage::Point { x: at.x, y: self.table.bounds.high.y - at.y }
    }
}
