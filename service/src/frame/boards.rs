//! Boards: drawn once, cached by their digest, sent packed.

use crate::gzip::gzip;
use crate::protocol::{Board, BoardArea, BoardPlace, BoardRect, Plane, PlaneFloor};
use stage::spots::{Spot, Spots, spots};
use stage::svg::{self, Look};
use stage::{Field, Ground, Shape};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use terrain::Top;

/// How many boards are cached.
const CAPACITY: usize = 256;

/// A board as browsers get it.
pub struct CachedBoard {
    /// The drawing, an `<svg>` document without style, packed with gzip.
    pub svg: Vec<u8>,
    /// Where its places are and what they are called, as JSON, packed with gzip.
    pub places: Vec<u8>,
    /// Where its places are.
    pub spots: Spots,
}

/// The boards that were shown.
#[derive(Default)]
pub struct BoardCache {
    cached: Mutex<HashMap<String, Arc<CachedBoard>>>,
    /// The digest of a board that is shared, by where it is in memory.
    known: Mutex<HashMap<usize, (Weak<Ground>, String)>>,
}

impl BoardCache {
    /// A board as browsers get it, and its digest. It is cached.
    pub fn get_or_draw(&self, ground: &Arc<Ground>) -> (String, Arc<CachedBoard>) {
        let digest = self.digest(ground);
        if let Some(cached) = self.get(&digest) {
            return (digest, cached);
        }
        let drawn = Arc::new(draw(ground));
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.len() >= CAPACITY {
            cached.clear();
        }
        cached.insert(digest.clone(), drawn.clone());
        (digest, drawn)
    }

    fn digest(&self, ground: &Arc<Ground>) -> String {
        let address = Arc::as_ptr(ground) as usize;
        {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((weak, digest)) = known.get(&address)
                && weak.upgrade().is_some_and(|same| Arc::ptr_eq(&same, ground))
            {
                return digest.clone();
            }
        }
        let digest = ground.digest();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (weak, _)| weak.strong_count() > 0);
        known.insert(address, (Arc::downgrade(ground), digest.clone()));
        digest
    }

    /// A board by its digest.
    pub fn get(&self, digest: &str) -> Option<Arc<CachedBoard>> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner).get(digest).cloned()
    }
}

fn draw(ground: &Ground) -> CachedBoard {
    let drawing = svg::ground(ground, &Look::default());
    let spots = spots(ground);
    // What the protocol is made of can always be written.
    let places = serde_json::to_vec(&board(ground, &spots)).unwrap_or_default();
    CachedBoard { svg: gzip(drawing.as_bytes()), places: gzip(&places), spots }
}

/// The board for those who walk it with keys. Hexes share one outline.
fn board<'a>(ground: &'a Ground, spots: &'a Spots) -> Board<'a> {
    let mut hex = "";
    let mut plane = None;
    for field in &ground.fields {
        match field {
            Field::Hexes(field) => {
                hex = match field.top {
                    Top::Flat => HEX_FLAT,
                    Top::Pointy => HEX_POINTY,
                }
            }
            Field::Plane(field) => {
                let floors = field.floors.iter().map(floor).collect();
                plane =
                    Some(Plane { rect: rect(field.rect), from_below: field.from_below, floors });
            }
            Field::Places(_) => {}
        }
    }
    let areas: Vec<_> = ground.fields.iter().flat_map(|field| areas(field, spots)).collect();
    Board {
        extent: rect(svg::extent(ground)),
        counter: stage::spots::counter_size(ground),
        hex,
        plane,
        places: spots.iter().map(|(id, spot)| place(id, spot, !hex.is_empty())).collect(),
        areas: Some(areas).filter(|areas| !areas.is_empty()),
    }
}

/// The outlined areas of a field of hexes that have a name.
fn areas<'a>(field: &'a Field, spots: &Spots) -> Vec<BoardArea<'a>> {
    let Field::Hexes(field) = field else { return Vec::new() };
    let named = field.outlines.iter().filter(|outline| !outline.label.is_empty());
    named
        .map(|outline| {
            let rings: Vec<Shape> = outline.rings.iter().cloned().map(Shape::Polygon).collect();
            let lies_in = |cell: &&stage::HexCell| {
                let centre = spots.get(&cell.id).map(|spot| spot.centre);
                let around = |ring: &&Shape| centre.is_some_and(|centre| ring.contains(centre));
                // What lies in an even number of rings lies in a hole.
                rings.iter().filter(around).count() % 2 == 1
            };
            let cells: Vec<&stage::HexCell> = field.cells.iter().filter(lies_in).collect();
            let drawn = cells.iter().filter(|cell| !cell.symbols.is_empty());
            BoardArea {
                label: &outline.label,
                ink: stage::palette::ink_name(outline.ink),
                taken: drawn.map(|cell| cell.id.as_str()).collect(),
                places: cells.iter().map(|cell| cell.id.as_str()).collect(),
            }
        })
        .collect()
}

pub(super) fn rect(rect: stage::Rect) -> BoardRect {
    BoardRect { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
}

fn floor(floor: &stage::Floor) -> PlaneFloor {
    PlaneFloor {
        rect: rect(floor.drawn()),
        right: floor.covers.x - floor.at.x,
        down: floor.covers.y - floor.at.y,
        level: floor.level,
    }
}

fn place<'a>(id: &'a str, spot: &'a Spot, among_hexes: bool) -> BoardPlace<'a> {
    let words = match spot.description.strip_prefix(spot.label.as_str()) {
        Some(rest) => rest.trim_start_matches([':', ',', ' ']),
        None => &spot.description,
    };
    let is_hex = among_hexes && matches!(&spot.shape, Shape::Polygon(points) if points.len() == 6);
    BoardPlace {
        id,
        x: spot.centre.x,
        y: spot.centre.y,
        label: super::non_empty(&spot.label).filter(|label| *label != id),
        words: super::non_empty(words),
        outline: (!is_hex).then(|| format!("{}/>", svg::shape_element(&spot.shape))),
        low: (!is_hex).then_some(spot.tag.y),
    }
}

const HEX_FLAT: &str = "M-500-866h1000l500 866-500 866h-1000l-500-866z";
const HEX_POINTY: &str = "M0-1000l866 500v1000l-866 500-866-500v-1000z";
