//! The ground: all its fields, one after the other.

use super::drawing::Drawing;
use super::{plane, terrain};
use crate::ground::{Field, Ground, Rect};
use crate::hexes;
use crate::spots;

/// The part of the board that is drawn.
pub fn extent(ground: &Ground) -> Rect {
    let unit = spots::counter_size(ground);
    let whole = ground.fields.iter().map(|field| field_extent(field, unit)).reduce(Rect::union);
    whole.unwrap_or(Rect { x: 0, y: 0, width: 1000, height: 1000 })
}

fn field_extent(field: &Field, unit: i32) -> Rect {
    match field {
        Field::Hexes(field) => hexes::extent(field).grown(150),
        Field::Plane(field) => {
            let margin = if field.ruler > 0 { plane::ruler_margin(field) } else { 0 };
            let table = field.rect.grown(margin + field.rect.width / 200);
            let floors = field.floors.iter().map(plane::floor_extent);
            floors.fold(table, Rect::union)
        }
        Field::Places(field) => {
            let places = field.places.iter().map(|place| place.shape.extent());
            let lines = field.lines.iter().map(|line| Rect::around(line.points.iter().copied()));
            let title = plane::title_box(field, unit);
            let whole = places.chain(lines).chain(title).reduce(Rect::union);
            whole.unwrap_or(Rect { x: 0, y: 0, width: 0, height: 0 }).grown(unit / 3)
        }
    }
}

/// Draws the board.
pub fn draw(drawing: &mut Drawing, ground: &Ground) {
    let unit = spots::counter_size(ground);
    for field in &ground.fields {
        match field {
            Field::Hexes(field) => terrain::draw(drawing, field),
            Field::Plane(field) => plane::draw(drawing, field),
            Field::Places(field) => plane::draw_places(drawing, field, unit),
        }
    }
}
