//! Where things are on the ground: the spot of each place, and the seats of pieces in it.

use crate::ground::{Area, Field, Ground, HexCell, Place, Point, Rect, Shape};
use crate::hexes::HexLayout;
use crate::piece::{At, Form, Piece};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use terrain::{Fit, Top};

/// Where a place lies and how much room it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Its middle.
    pub centre: Point,
    /// Its outline.
    pub shape: Shape,
    /// Where pieces stand.
    pub room: Rect,
    /// Where a tag is written beside pieces.
    pub tag: Point,
    /// Where a tag is written if no pieces are there.
    pub free_tag: Point,
    /// How large a counter is when it has the room to itself.
    pub counter: i32,
    /// What it is called.
    pub label: String,
    /// What is there, in words.
    pub description: String,
}

impl Spot {
    /// Its description, or its label if it has none.
    pub fn name(&self) -> &str {
        if self.description.is_empty() { &self.label } else { &self.description }
    }
}

/// The spot of every place, by the place's id.
pub type Spots = BTreeMap<String, Spot>;

/// How large a counter is on this ground, in board units.
pub fn counter_size(ground: &Ground) -> i32 {
    let (mut sizes, mut bars) = (Vec::new(), Vec::new());
    for field in &ground.fields {
        match field {
            Field::Hexes(_) => return 1040,
            Field::Plane(_) => return 1000,
            Field::Places(field) => field.places.iter().for_each(|place| {
                let rect = place.shape.extent();
                let usual = rect.width.min(rect.height) * 42 / 100;
                // An oblong place holds two rows of four, so that its pieces are as large as those of others.
                let size = match 2 * rect.width >= 3 * rect.height {
                    true => usual.min(rect.width / 5),
                    false => usual,
                };
                let low = is_bar(&place.shape) || is_slab(&place.shape);
                if low { bars.push(size) } else { sizes.push(size) }
            }),
        }
    }
    // Bars and slabs are low: however many there are, they do not make the pieces of other places small.
    if sizes.is_empty() {
        sizes = bars;
    }
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).map_or(1000, |middle| (*middle).max(1))
}

/// The spot of every place of the ground, by id.
pub fn spots(ground: &Ground) -> Spots {
    let counter = counter_size(ground);
    let mut spots = Spots::new();
    for field in &ground.fields {
        match field {
            Field::Hexes(field) => {
                let layout = HexLayout::of(field);
                let hexes = field.cells.iter();
                let spot = |cell: &HexCell| hex_spot(layout, cell, field.labelled, counter);
                spots.extend(hexes.map(|cell| (cell.id.clone(), spot(cell))));
            }
            Field::Plane(field) => {
                spots.extend(
                    field.all_areas().map(|area| (area.id.clone(), area_spot(area, counter))),
                );
            }
            Field::Places(field) => {
                let places = field.places.iter();
                spots.extend(places.map(|place| (place.id.clone(), place_spot(place, counter))));
            }
        }
    }
    spots
}

fn hex_spot(layout: HexLayout, cell: &HexCell, labelled: bool, counter: i32) -> Spot {
    let centre = layout.centre_of(cell);
    let (wide, high) = match (layout.top(), cell.counts.is_empty()) {
        (Top::Flat, true) => (680, 560),
        // Between its counts and its name a hex is broad.
        (Top::Flat, false) => (780, 560),
        (Top::Pointy, _) => (600, 640),
    };
    // Symbols are drawn in the upper half, counts along the upper edge: pieces leave these to them. The name of the hex
    // stands below, and is written larger the farther it is seen from.
    let named = if labelled && !cell.label.is_empty() { 130 } else { 0 };
    let (above, below) = match (cell.symbols.is_empty(), cell.counts.is_empty()) {
        (true, true) => (high + named, high - named),
        (true, false) => (high - 160, high - 130),
        (false, _) => (230, 720),
    };
    Spot {
        centre,
        shape: Shape::Polygon(layout.corners_around(centre).to_vec()),
        room: Rect {
            x: centre.x - wide,
            y: centre.y - above,
            width: 2 * wide,
            height: above + below,
        },
        tag: centre.moved(0, 600),
        free_tag: centre.moved(0, 230),
        counter,
        label: cell.label.clone(),
        description: cell.description.clone(),
    }
}

fn area_spot(area: &Area, counter: i32) -> Spot {
    let extent = area.shape.extent();
    Spot {
        centre: extent.centre(),
        shape: area.shape.clone(),
        room: extent,
        tag: extent.centre(),
        free_tag: extent.centre(),
        counter,
        label: area.label.clone(),
        description: area.description.clone(),
    }
}

fn place_spot(place: &Place, counter: i32) -> Spot {
    let extent = place.shape.extent();
    let below = place_tag(extent, counter);
    Spot {
        centre: extent.centre(),
        shape: place.shape.clone(),
        room: place_room(&place.shape, !place.caption.is_empty()),
        tag: below,
        free_tag: below,
        counter,
        label: place.label.clone(),
        description: place.description.clone(),
    }
}

/// Where a tag is written at a place with an outline of its own: on its lower edge, most of it outside, so that it
/// covers neither the name nor what lies there.
fn place_tag(extent: Rect, counter: i32) -> Point {
    extent.centre().moved(0, extent.height / 2 + counter / 8)
}

/// Whether a place is a bar, in which the name stands beside the pieces.
pub fn is_bar(shape: &Shape) -> bool {
    let extent = shape.extent();
    extent.width >= 4 * extent.height
}

/// Whether a place is a slab, too low for a name in its middle and too high for a bar: the name stands at the left of
/// its upper half, and below it pieces from the left on.
pub fn is_slab(shape: &Shape) -> bool {
    let extent = shape.extent();
    2 * extent.width >= 5 * extent.height && !is_bar(shape)
}

/// How a place with an outline of its own is divided: a head for name and caption, and below it room
/// for pieces; in a bar the room is beside the head.
pub fn place_head(shape: &Shape, captioned: bool) -> Rect {
    let extent = inner(shape);
    if is_bar(shape) {
        return Rect { width: extent.width * 56 / 100, ..extent };
    }
    let share = match captioned {
        _ if is_slab(shape) => 50,
        true => 42,
        false => 28,
    };
    Rect { height: extent.height * share / 100, ..extent }
}

fn place_room(shape: &Shape, captioned: bool) -> Rect {
    let extent = inner(shape);
    let head = place_head(shape, captioned);
    if is_bar(shape) {
        return Rect { x: extent.x + head.width, width: extent.width - head.width, ..extent };
    }
    Rect { y: extent.y + head.height, height: extent.height - head.height, ..extent }
}

/// The largest upright rectangle that is surely inside, a little smaller than the outline.
fn inner(shape: &Shape) -> Rect {
    let extent = shape.extent();
    match shape {
        Shape::Circle { .. } => extent.grown(-extent.width * 14 / 100),
        Shape::Polygon(points) if points.len() != 4 => {
            extent.grown(-extent.width.min(extent.height) * 14 / 100)
        }
        _ => extent.grown(-extent.width.min(extent.height) * 5 / 100),
    }
}

/// Where a piece stands and how large it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PiecePlacement {
    /// Its middle.
    pub centre: Point,
    /// The side of a counter, the diameter of a base.
    pub size: i32,
}

/// The placement of each piece, in the order of the pieces; `None` for a piece in a place that the
/// ground does not have. Pieces that share a place are spread in rows, in their order.
pub fn placements(pieces: &[Piece], spots: &Spots, counter: i32) -> Vec<Option<PiecePlacement>> {
    let mut sharing: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, piece) in pieces.iter().enumerate() {
        if let At::Place(place) = &piece.at {
            sharing.entry(place).or_default().push(index);
        }
    }
    let own_size = |piece: &Piece, usual: i32| match piece.form {
        Form::Base { radius } => 2 * radius.max(1),
        Form::Token => usual * 9 / 10,
        _ => usual,
    };
    let mut placements: Vec<Option<PiecePlacement>> = pieces
        .iter()
        .map(|piece| match piece.at {
            At::Point(centre) => Some(PiecePlacement { centre, size: own_size(piece, counter) }),
            At::Place(_) => None,
        })
        .collect();
    for (place, indices) in sharing {
        let Some(spot) = spots.get(place) else {
            continue;
        };
        let widths: Vec<i32> = indices.iter().map(|index| share(pieces[*index].form)).collect();
        let only_rows = indices.iter().all(|index| is_row(pieces[*index].form));
        if only_rows && is_slab(&spot.shape) {
            let (pitch, lefts) = beside_each_other(&widths, spot.room);
            for (index, (left, width)) in indices.iter().zip(lefts.iter().zip(&widths)) {
                let x = spot.room.x + left + width * pitch / UNIT / 2;
                let centre = Point { x, y: spot.room.centre().y };
                placements[*index] = Some(PiecePlacement { centre, size: pitch * 19 / 20 });
            }
            continue;
        }
        let (rows, pitch) = match only_rows {
            true => below_each_other(&widths, spot.room, spot.counter * 6 / 10),
            false => rows_of(&widths, spot.room, spot.counter * 21 / 20),
        };
        let middle = spot.room.centre();
        let mut indices = indices.into_iter();
        let count = rows.len().fit::<i32>();
        for (row, wide) in (0..count).zip(&rows) {
            let whole: i32 = wide.iter().sum();
            let mut x = middle.x - whole * pitch / UNIT / 2;
            for (share, index) in wide.iter().zip(&mut indices) {
                let width = share * pitch / UNIT;
                let centre =
                    Point { x: x + width / 2, y: middle.y + (2 * row - count + 1) * pitch / 2 };
                let size = match pieces[index].form {
                    // Who shares a place needs all of the room.
                    Form::Token if count == 1 && wide.len() == 1 => pitch * 3 / 4,
                    Form::Token => pitch * 9 / 10,
                    _ => pitch * 19 / 20,
                };
                placements[index] = Some(PiecePlacement { centre, size });
                x += width;
            }
        }
    }
    placements
}

/// The width of a piece as high as a row, in hundredths of its height.
const UNIT: i32 = 100;

/// How wide a card is beside its height, in hundredths.
pub const CARD: i32 = 175;

/// How much of a row a piece takes.
fn share(form: Form) -> i32 {
    match form {
        Form::Card => CARD,
        Form::Row { taken, spaces } => UNIT * i32::from(taken.max(spaces).max(1)),
        _ => UNIT,
    }
}

fn is_row(form: Form) -> bool {
    matches!(form, Form::Row { .. })
}

/// Rows of spaces below each other, each whole, at most so high.
fn below_each_other(widths: &[i32], room: Rect, usual: i32) -> (Vec<Vec<i32>>, i32) {
    let widest = widths.iter().copied().max().unwrap_or(UNIT);
    let rows = widths.len().max(1).fit::<i32>();
    let pitch = usual.min(room.height / rows).min(room.width * UNIT / widest).max(1);
    (widths.iter().map(|width| vec![*width]).collect(), pitch)
}

/// Rows of spaces one behind the other from the left of a room on, half a space apart: how high they are, and where each
/// begins.
fn beside_each_other(widths: &[i32], room: Rect) -> (i32, Vec<i32>) {
    let apart = UNIT / 2;
    let whole: i32 = widths.iter().map(|width| width + apart).sum();
    let pitch = (room.height * 9 / 10).min(room.width * UNIT / whole.max(1)).max(1);
    let mut left = 0;
    let lefts = widths.iter().map(|width| {
        let here = left * pitch / UNIT;
        left += width + apart;
        here
    });
    (pitch, lefts.collect())
}

/// Pieces of these widths in rows, at the largest pitch at which they fit a room; if several do, in the fewest rows,
/// and in rows as even as can be.
fn rows_of(widths: &[i32], room: Rect, usual: i32) -> (Vec<Vec<i32>>, i32) {
    let count = widths.len();
    if widths.iter().all(|width| *width == UNIT) {
        let (columns, pitch) = squares(count.fit(), room, usual);
        return (
            widths.chunks(columns.fit::<usize>().max(1)).map(<[i32]>::to_vec).collect(),
            pitch,
        );
    }
    let mut pitch = usual;
    loop {
        let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
        for width in widths {
            let whole: i32 = rows.last().map_or(0, |row| row.iter().sum());
            if whole > 0 && (whole + width) * pitch / UNIT > room.width {
                rows.push(Vec::new());
            }
            rows.last_mut().into_iter().for_each(|row| row.push(*width));
        }
        let high = rows.len().fit::<i32>() * pitch <= room.height;
        let wide = widths.iter().all(|width| width * pitch / UNIT <= room.width);
        if (high && wide) || pitch <= 20 {
            return (rows, pitch);
        }
        pitch = pitch * 19 / 20;
    }
}

/// In how many columns so many squares fit a room at their largest, and how large they are; if
/// several do, in the fewest rows, and in rows as even as can be.
fn squares(count: i32, room: Rect, usual: i32) -> (i32, i32) {
    (1..=count.max(1))
        .map(|columns| {
            let rows = ((count + columns - 1) / columns).max(1);
            let pitch = usual.min(room.width / columns).min(room.height / rows).max(1);
            (pitch, Reverse(rows), Reverse(columns))
        })
        .max()
        .map_or((1, usual), |(pitch, _, columns)| (columns.0, pitch))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{PlaceField, Texture};

    #[test]
    fn many_low_bars_do_not_make_the_pieces_of_other_places_small() {
        let place = |id: String, width, height| {
            let shape = Shape::Box { rect: Rect { x: 0, y: 0, width, height }, round: 0 };
            Place::new(id, shape, Texture::Bare, "")
        };
        let with = |bars: usize, high: i32| {
            let wide = (0..3).map(|at| place(format!("place-{at}"), 4600, 2500));
            let low = (0..bars).map(|at| place(format!("bar-{at}"), 4600, high));
            let places = wide.chain(low).collect();
            let field = PlaceField { title: String::new(), places, lines: Vec::new() };
            let fields = vec![Field::Places(field)];
            counter_size(&Ground { title: String::new(), description: String::new(), fields })
        };
        assert_eq!([with(0, 700), with(2, 700), with(10, 700)], [920; 3]);
        assert_eq!([with(2, 1400), with(10, 1400)], [920; 2]);
    }

    #[test]
    fn many_pieces_in_one_room_neither_leave_it_nor_overlap() {
        let room = Rect { x: 0, y: 0, width: 1360, height: 1120 };
        for count in 1..30 {
            let (columns, pitch) = squares(count, room, 900);
            let rows = (count + columns - 1) / columns;
            assert!(columns * pitch <= room.width && rows * pitch <= room.height, "{count}");
            assert!(pitch > 150, "{count} pieces are drawn too small: {pitch}");
        }
        assert_eq!(squares(1, room, 900), (1, 900));
        assert_eq!(squares(2, room, 900).0, 2);
        assert_eq!(squares(4, room, 900).0, 2);
        let broad = Rect { width: 3500, ..room };
        assert_eq!(squares(6, broad, 560), (6, 560));
        assert_eq!(squares(6, broad, 900), (6, 583));
        assert_eq!(squares(10, broad, 560), (5, 560));
    }

    #[test]
    fn cards_and_counters_share_rows_without_leaving_the_room() {
        let room = Rect { x: 0, y: 0, width: 4350, height: 1620 };
        let (rows, pitch) = rows_of(&[CARD, CARD, CARD, UNIT, UNIT], room, 804);
        assert_eq!((rows.len(), pitch), (2, 804));
        for count in 1..16 {
            let widths: Vec<i32> =
                (0..count).map(|at| if at % 3 > 0 { CARD } else { UNIT }).collect();
            let (rows, pitch) = rows_of(&widths, room, 804);
            let wide = rows.iter().all(|row| row.iter().sum::<i32>() * pitch / UNIT <= room.width);
            assert!(wide && rows.len().fit::<i32>() * pitch <= room.height, "{count}: {pitch}");
        }
        let (rows, pitch) = below_each_other(&[200, 500], Rect { width: 2100, ..room }, 460);
        assert_eq!((rows.len(), pitch), (2, 420));
    }

    #[test]
    fn in_a_slab_rows_of_spaces_stand_below_the_name_and_do_not_meet() {
        let rect = Rect { x: 0, y: 0, width: 3545, height: 1120 };
        let shape = Shape::Box { rect, round: 0 };
        assert!(is_slab(&shape) && !is_bar(&shape));
        let (head, room) = (place_head(&shape, true), place_room(&shape, true));
        assert!(head.y + head.height <= room.y, "{head:?} {room:?}");
        for widths in [&[300][..], &[400], &[200, 500], &[900, 900]] {
            let (pitch, lefts) = beside_each_other(widths, room);
            let ends = lefts.iter().zip(widths).map(|(left, width)| left + width * pitch / UNIT);
            let ends: Vec<i32> = ends.collect();
            assert!(pitch <= room.height && ends.last() <= Some(&room.width), "{widths:?}");
            assert!(lefts.iter().skip(1).zip(&ends).all(|(left, end)| left > end), "{widths:?}");
        }
    }
}
