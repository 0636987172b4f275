//! From a map to a field of hexes: one way for every game that is played on one.

use crate::ground::{AreaOutline, HexCell, HexField, Line, LineStyle, Point, Symbol, Texture};
use crate::hexes::HexLayout;
use crate::piece::Ink;
use terrain::{Cell, Course, Fit, Map, Side};

/// How an area of a map is outlined.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaLook {
    /// In this colour.
    pub ink: Ink,
    /// Whether the outline is dashed.
    pub dashed: bool,
    /// The name written near it; empty if none.
    pub label: String,
}

/// How the hexes of an area are marked, one by one.
pub struct AreaMark {
    /// The picture in each hex.
    pub symbol: Symbol,
    /// A few characters beside it; empty if none.
    pub letters: &'static str,
    /// What is there, in words: "a Lion den".
    pub words: &'static str,
}

/// How a map is shown.
pub struct MapLook<'a> {
    /// How a terrain of that name looks.
    pub texture: &'a dyn Fn(&str) -> Texture,
    /// The symbol for a feature of that name; `None` if it is not shown.
    pub symbol: &'a dyn Fn(&str) -> Option<Symbol>,
    /// How a course of that kind is drawn; `None` if it is not shown.
    pub line: &'a dyn Fn(&str) -> Option<LineStyle>,
    /// How an area of that name is outlined; `None` if it is not.
    pub outline: &'a dyn Fn(&str) -> Option<AreaLook>,
    /// How the hexes of an area of that name are marked; `None` if they are not.
    pub mark: &'a dyn Fn(&str) -> Option<AreaMark>,
    /// Whether labels are printed in every hex.
    pub labelled: bool,
}

/// The usual texture for a terrain, by its English name; clear ground if the name says nothing.
pub fn default_texture(terrain: &str) -> Texture {
    match terrain.to_ascii_lowercase().as_str() {
        "woods" | "forest" | "rough" | "wood" => Texture::Woods,
        "desert" | "sand" => Texture::Desert,
        "mountain" | "mountains" | "hills" => Texture::Mountain,
        "swamp" | "marsh" => Texture::Swamp,
        "water" | "lake" | "sea" | "ocean" => Texture::Water,
        "grass" | "grassland" | "plains" | "savanna" => Texture::Grass,
        "jungle" | "rainforest" => Texture::Jungle,
        "rock" | "cliff" | "wall" => Texture::Wall,
        "road" => Texture::Road,
        _ => Texture::Clear,
    }
}

/// The usual symbol for a feature, by its English name.
pub fn default_symbol(feature: &str) -> Option<Symbol> {
    let feature = feature.to_ascii_lowercase();
    let words = [
        ("basin", Symbol::Basin),
        ("food", Symbol::Food),
        ("base", Symbol::Base),
        ("ford", Symbol::Ford),
        ("outpost", Symbol::Outpost),
        ("geyser", Symbol::Geyser),
        ("grizzly", Symbol::Bear),
        ("bear", Symbol::Bear),
        ("lion", Symbol::Lion),
        ("coyote", Symbol::Coyote),
        ("den", Symbol::Den),
        ("water", Symbol::Water),
        ("tree", Symbol::Tree),
        ("peak", Symbol::Peak),
    ];
    words.into_iter().find(|(word, _)| feature.contains(word)).map(|(_, symbol)| symbol)
}

/// The usual way to draw a course, by its English name.
pub fn default_line(kind: &str) -> Option<LineStyle> {
    match kind.to_ascii_lowercase().as_str() {
        "river" | "stream" | "creek" => Some(LineStyle::River),
        "trail" | "path" | "road" => Some(LineStyle::Trail),
        "wall" | "cliff" => Some(LineStyle::Wall),
        "border" => Some(LineStyle::Border),
        _ => None,
    }
}

impl Default for MapLook<'_> {
    fn default() -> Self {
        MapLook {
            texture: &default_texture,
            symbol: &default_symbol,
            line: &default_line,
            outline: &|_| None,
            mark: &|_| None,
            labelled: true,
        }
    }
}

/// The map as a field of hexes: terrain, features as symbols with their numbers, courses as lines
/// through the middles of hex sides, areas as outlines or marks, and for each hex what is there in
/// words.
///
/// ```
/// use stage::hexmap::{MapLook, field_of};
/// use stage::Texture;
/// use terrain::Map;
///
/// let map = Map::parse(
///     "name = \"Ford\"\ntops = \"flat\"\nlower = \"even\"\nlabels = \"A1\"\n\
///      [legend]\n\".\" = \"clear\"\nw = \"woods\"\n[body]\nterrain = \"\"\"\n.w\n..\n\"\"\"\n",
/// )
/// .unwrap();
/// let field = field_of(&map, &MapLook::default());
/// assert_eq!(field.cells.iter().filter(|cell| cell.texture == Texture::Woods).count(), 1);
/// ```
pub fn field_of(map: &Map, look: &MapLook) -> HexField {
    let layout = HexLayout::new(map.grid.top, map.grid.lower);
    let mut found = found_in_hexes(map, look);
    let cells = map
        .grid
        .cells()
        .map(|cell| {
            let (column, row) = map.grid.place(cell);
            let label = map.grid.label(cell);
            let terrain = map.terrain_name(cell);
            let Found { words, symbols } = std::mem::take(&mut found[cell.index()]);
            let said: Vec<&str> =
                [terrain].into_iter().chain(words.iter().map(String::as_str)).collect();
            HexCell {
                column,
                row,
                id: label.clone(),
                description: format!("{label}: {}", said.join(", ")),
                label,
                texture: (look.texture)(terrain),
                symbols,
                caption: String::new(),
                counts: Vec::new(),
            }
        })
        .collect();
    HexField {
        top: map.grid.top,
        lower: map.grid.lower,
        cells,
        lines: lines_of(map, layout, look),
        outlines: outlines_of(map, layout, look),
        labelled: look.labelled,
        sea: false,
    }
}

/// What there is in a hex beside its terrain, in words and in symbols.
#[derive(Clone, Default)]
struct Found {
    words: Vec<String>,
    symbols: Vec<(Symbol, String)>,
}

/// What there is in each hex, by the index of its cell: features, numbered ones, marks, courses.
fn found_in_hexes(map: &Map, look: &MapLook) -> Vec<Found> {
    let mut found = vec![Found::default(); map.grid.extent()];
    let mut add = |cell: Cell, words: String, symbol: Option<(Symbol, String)>| {
        if map.grid.has(cell) {
            found[cell.index()].words.push(words);
            found[cell.index()].symbols.extend(symbol);
        }
    };
    for (name, cells) in &map.features {
        for cell in cells {
            let symbol = (look.symbol)(name).map(|symbol| (symbol, String::new()));
            add(*cell, name.clone(), symbol);
        }
    }
    for (name, numbers) in &map.numbered {
        for (number, cell) in numbers {
            let symbol = (look.symbol)(name).map(|symbol| (symbol, number.to_string()));
            add(*cell, format!("{name} {number}"), symbol);
        }
    }
    for (name, cells) in &map.areas {
        if let Some(AreaMark { symbol, letters, words }) = (look.mark)(name) {
            for cell in cells {
                add(*cell, words.into(), Some((symbol, letters.into())));
            }
        }
    }
    for kind in map.courses.keys() {
        let on = map.on_course(kind);
        for cell in map.grid.cells().filter(|cell| on[cell.index()]) {
            add(cell, kind.clone(), None);
        }
    }
    found
}

fn lines_of(map: &Map, layout: HexLayout, look: &MapLook) -> Vec<Line> {
    let mut lines = Vec::new();
    for (kind, courses) in &map.courses {
        let Some(style) = (look.line)(kind) else {
            continue;
        };
        for course in courses {
            let points = course_points(map, layout, course);
            if points.len() >= 2 {
                lines.push(Line { style, points, smooth: true, description: kind.clone() });
            }
        }
    }
    lines
}

/// The points of a course: through the middle of each side that it crosses, and near the middle of
/// each hex that it enters. Where it only points at a hex it ends at the shared side.
fn course_points(map: &Map, layout: HexLayout, course: &Course) -> Vec<Point> {
    let middle_of = |cell: Cell, side: Side| {
        let (column, row) = map.grid.place(cell);
        layout.side_middle(i32::from(column), i32::from(row), side.0)
    };
    let mut points = Vec::new();
    if let (Some(side), Some((first, false))) = (course.from_edge, course.cells.first()) {
        points.push(middle_of(*first, side));
    }
    for (index, &(cell, only_pointed_at)) in course.cells.iter().enumerate() {
        if !only_pointed_at && map.grid.has(cell) {
            points.push(bend(map, layout, cell));
        }
        if let Some(&(next, _)) = course.cells.get(index + 1) {
            points.extend(map.grid.side_towards(cell, next).map(|side| middle_of(cell, side)));
        }
    }
    if let (Some(side), Some((last, false))) = (course.to_edge, course.cells.last()) {
        points.push(middle_of(*last, side));
    }
    points
}

/// A point near the middle of a hex, the same for every course through it, so that courses wander
/// and still meet.
fn bend(map: &Map, layout: HexLayout, cell: Cell) -> Point {
    let (column, row) = map.grid.place(cell);
    let centre = layout.centre(i32::from(column), i32::from(row));
    let seed =
        u32::from(column).wrapping_mul(0x9e37_79b1) ^ u32::from(row).wrapping_mul(0x85eb_ca6b);
    let seed = (seed ^ seed >> 15).wrapping_mul(0x2c1b_3c6d);
    let sway = |bits: u32| (bits % 17).fit::<i32>() * 25 - 200;
    Point { x: centre.x + sway(seed >> 8), y: centre.y + sway(seed >> 16) }
}

fn outlines_of(map: &Map, layout: HexLayout, look: &MapLook) -> Vec<AreaOutline> {
    let mut outlines = Vec::new();
    for (name, cells) in &map.areas {
        let Some(AreaLook { ink, dashed, label }) = (look.outline)(name) else {
            continue;
        };
        let hexes = cells.iter().filter(|cell| map.grid.has(**cell)).map(|cell| {
            let (column, row) = map.grid.place(*cell);
            (i32::from(column), i32::from(row))
        });
        outlines.push(AreaOutline { rings: layout.rings(hexes), ink, dashed, label });
    }
    outlines
}

#[cfg(test)]
mod tests {
    use super::*;
    use terrain::{Grid, Labels, Lower, Top};

    fn small_map() -> Map {
        let grid = Grid::rectangle(Top::Flat, Lower::Even, Labels::ColumnRow, 3, 3);
        let cell = |label: &str| grid.find(label).unwrap();
        let river = Course {
            cells: vec![(cell("0101"), false), (cell("0102"), false), (cell("0202"), true)],
            from_edge: Some(Side(0)),
            to_edge: None,
        };
        let legend = vec![('.', "clear".into()), ('w', "woods".into())];
        let woods = cell("0201");
        let mut map = Map::new("small", grid.clone(), legend, |at| u8::from(at == woods));
        map.features.insert("ford".into(), vec![cell("0102")]);
        map.numbered.insert("base".into(), [(5, cell("0303"))].into());
        map.courses.insert("river".into(), vec![river]);
        map.areas.insert("corner".into(), vec![cell("0101"), cell("0102")]);
        map
    }

    #[test]
    fn a_hex_tells_what_is_there() {
        let map = small_map();
        let field = field_of(&map, &MapLook::default());
        let hex = |id: &str| field.cells.iter().find(|cell| cell.id == id).unwrap();
        assert_eq!(hex("0303").description, "0303: clear, base 5");
        assert_eq!(hex("0303").symbols, [(Symbol::Base, "5".to_string())]);
        assert_eq!(hex("0102").description, "0102: clear, ford, river");
        assert_eq!(hex("0201").texture, Texture::Woods);
    }

    #[test]
    fn a_river_runs_through_sides_and_stops_where_it_only_points() {
        let map = small_map();
        let field = field_of(&map, &MapLook::default());
        let [river] = field.lines.as_slice() else { panic!("one river") };
        let layout = HexLayout::of(&field);
        assert_eq!(river.points.len(), 5);
        assert_eq!(river.points[0], layout.side_middle(0, 0, 0), "comes in over the edge");
        assert_eq!(river.points[2], layout.side_middle(0, 0, 3));
        assert_eq!(river.points[4], layout.side_middle(0, 1, 2), "ends at the shared side");
        assert_eq!(layout.hex_at(river.points[1]), (0, 0));
        assert_eq!(layout.hex_at(river.points[3]), (0, 1));
    }

    #[test]
    fn an_area_is_outlined_if_the_look_says_so() {
        let map = small_map();
        let outline = |name: &str| {
            Some(AreaLook { ink: Ink::Seat(1), dashed: true, label: name.to_uppercase() })
        };
        let field = field_of(&map, &MapLook { outline: &outline, ..MapLook::default() });
        assert_eq!(field.outlines[0].rings.len(), 1);
        assert_eq!(field.outlines[0].rings[0].len(), 10);
        assert_eq!(field.outlines[0].label, "CORNER");
    }

    #[test]
    fn the_hexes_of_an_area_are_marked_if_the_look_says_so() {
        let map = small_map();
        let den = |_: &str| Some(AreaMark { symbol: Symbol::Den, letters: "L", words: "a den" });
        let field = field_of(&map, &MapLook { mark: &den, ..MapLook::default() });
        let hex = |id: &str| field.cells.iter().find(|cell| cell.id == id).unwrap();
        assert_eq!(hex("0101").symbols, [(Symbol::Den, "L".to_string())]);
        assert_eq!(hex("0101").description, "0101: clear, a den, river");
        assert!(hex("0202").symbols.is_empty());
    }
}
