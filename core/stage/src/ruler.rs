//! The ruler: how far it is from one thing on the board to another, where the ground alone can say.

use crate::ground::{Field, Ground, Point};
use crate::piece::{At, Ink};
use crate::prompt::Target;
use crate::scene::{Scene, Sketch};
use crate::spots;
use terrain::{APOTHEM, Top};

/// Where a target is on the board; nothing for cards and for what is not there.
pub fn target_point(scene: &Scene, target: &Target) -> Option<Point> {
    let place = |id: &str| spots::spots(&scene.ground).get(id).map(|spot| spot.centre);
    match target {
        Target::Point(point) => Some(*point),
        Target::Place(id) => place(id),
        Target::Piece(id) => match &scene.pieces.iter().find(|piece| piece.id == *id)?.at {
            At::Place(id) => place(id),
            At::Point(point) => Some(*point),
        },
        Target::Card(_) => None,
    }
}

/// So many hexes are counted at a glance.
const AT_A_GLANCE: usize = 64;

/// Whether the ground has distances that one would measure: a plane, or more hexes than one counts at a glance.
pub fn has_distances(ground: &Ground) -> bool {
    ground.fields.iter().any(|field| match field {
        Field::Hexes(field) => field.cells.len() > AT_A_GLANCE,
        Field::Plane(_) => true,
        Field::Places(_) => false,
    })
}

/// How many hexes it is from one centre to another.
pub(crate) fn hexes_between(top: Top, a: Point, b: Point) -> u64 {
    let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    let (columns, halves) = match top {
        Top::Flat => (dx / 1500, dy / (APOTHEM as u64 - 1)),
        Top::Pointy => (dy / 1500, dx / (APOTHEM as u64 - 1)),
    };
    columns.max((columns + halves) / 2)
}

/// The distance: in hexes on a field of hexes, in the ruler's unit on a plane, unknown elsewhere.
///
/// ```
/// use stage::{Field, Ground, PlaneField, Point, Rect, Scene, Target, Texture, ruler};
/// use std::sync::Arc;
///
/// let table = PlaneField {
///     rect: Rect { x: 0, y: 0, width: 36_000, height: 36_000 },
///     texture: Texture::Grass,
///     ruler: 1000,
///     from_below: false,
///     unit: "\"".into(),
///     areas: Vec::new(),
///     lines: Vec::new(),
///     floors: Vec::new(),
///     dark: 0,
/// };
/// let ground =
///     Ground { title: "Table".into(), description: String::new(), fields: vec![Field::Plane(table)] };
/// let scene = Scene::new(Arc::new(ground), "Turn 1");
/// let [from, to] = [Point::new(0, 0), Point::new(3000, 4000)].map(Target::Point);
/// assert_eq!(ruler::distance(&scene, &from, &to).unwrap().words, "5.0\"");
/// ```
pub fn distance(scene: &Scene, from: &Target, to: &Target) -> Option<Sketch> {
    let (a, b) = (target_point(scene, from)?, target_point(scene, to)?);
    let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    let (tag, words) = scene.ground.fields.iter().find_map(|field| match field {
        Field::Hexes(field) => {
            let hexes = hexes_between(field.top, a, b);
            Some((
                hexes.to_string(),
                format!("{hexes} {}", if hexes == 1 { "hex" } else { "hexes" }),
            ))
        }
        Field::Plane(field) => {
            let tenths = (dx * dx + dy * dy).isqrt() / 100;
            let length = format!("{}.{}{}", tenths / 10, tenths % 10, field.unit);
            Some((length.clone(), length))
        }
        Field::Places(_) => None,
    })?;
    Some(Sketch::way(vec![a, b], Ink::Water, tag, words))
}
