//! The board itself: fields of hexes, measured planes, places with outlines; what never moves.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use terrain::{Lower, Top};

/// A point in board units. On a measured plane a unit is a thousandth of an inch; on a hex field
/// the distance from the centre of a hex to its corner is 1000; elsewhere the game decides.
/// x grows to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

impl From<terrain::Point> for Point {
    fn from((x, y): terrain::Point) -> Point {
        Point { x, y }
    }
}

impl Point {
    /// The point so far to the right and so far down.
    pub fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The point so far to the right and so far down from here.
    pub fn moved(self, right: i32, down: i32) -> Point {
        Point { x: self.x + right, y: self.y + down }
    }
}

/// An upright rectangle in board units.
///
/// ```
/// use stage::{Point, Rect};
///
/// let rect = Rect::around([Point::new(10, 20), Point::new(110, 60)]);
/// assert_eq!((rect.width, rect.height), (100, 40));
/// assert_eq!(rect.centre(), Point::new(60, 40));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Extent to the right.
    pub width: i32,
    /// Extent downwards.
    pub height: i32,
}

impl Rect {
    /// The smallest rectangle around the points; empty at the origin if there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Rect {
        let mut points = points.into_iter();
        let Some(first) = points.next() else {
            return Rect { x: 0, y: 0, width: 0, height: 0 };
        };
        let (mut left, mut top, mut right, mut bottom) = (first.x, first.y, first.x, first.y);
        for Point { x, y } in points {
            left = left.min(x);
            right = right.max(x);
            top = top.min(y);
            bottom = bottom.max(y);
        }
        Rect { x: left, y: top, width: right - left, height: bottom - top }
    }

    /// The smallest rectangle around both.
    pub fn union(self, other: Rect) -> Rect {
        let corners = |rect: Rect| {
            [
                Point { x: rect.x, y: rect.y },
                Point { x: rect.x + rect.width, y: rect.y + rect.height },
            ]
        };
        Rect::around(corners(self).into_iter().chain(corners(other)))
    }

    /// Its middle.
    pub fn centre(self) -> Point {
        Point { x: self.x + self.width / 2, y: self.y + self.height / 2 }
    }

    /// Whether the point lies in it or on its edge.
    pub fn contains(self, point: Point) -> bool {
        (self.x..=self.x + self.width).contains(&point.x)
            && (self.y..=self.y + self.height).contains(&point.y)
    }

    /// The same rectangle, `by` larger on every side.
    pub fn grown(self, by: i32) -> Rect {
        Rect {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2 * by,
            height: self.height + 2 * by,
        }
    }
}

/// An outline in board units.
///
/// ```
/// use stage::{Point, Shape};
///
/// let corners = [Point::new(0, 0), Point::new(100, 0), Point::new(0, 100)];
/// let triangle = Shape::Polygon(corners.to_vec());
/// assert!(triangle.contains(Point::new(20, 20)) && !triangle.contains(Point::new(90, 90)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A closed polygon.
    Polygon(Vec<Point>),
    /// An open line with a width.
    Strip {
        /// The line's corners.
        points: Vec<Point>,
        /// Its width.
        width: i32,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: i32,
    },
    /// An upright rectangle with rounded corners.
    Box {
        /// Where it lies.
        rect: Rect,
        /// Radius of its corners.
        round: i32,
    },
}

impl Shape {
    /// The rectangle around it.
    pub fn extent(&self) -> Rect {
        match self {
            Shape::Polygon(points) => Rect::around(points.iter().copied()),
            Shape::Strip { points, width } => Rect::around(points.iter().copied()).grown(width / 2),
            Shape::Circle { centre, radius } => {
                Rect { x: centre.x, y: centre.y, width: 0, height: 0 }.grown(*radius)
            }
            Shape::Box { rect, .. } => *rect,
        }
    }

    /// Whether the point lies in it.
    pub fn contains(&self, point: Point) -> bool {
        match self {
            Shape::Polygon(points) => {
                let mut inside = false;
                for (index, &a) in points.iter().enumerate() {
                    let b = points[(index + 1) % points.len()];
                    if (a.y > point.y) != (b.y > point.y) {
                        let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
                        let cross = dx * i64::from(point.y - a.y) - dy * i64::from(point.x - a.x);
                        inside ^= (cross > 0) == (dy > 0);
                    }
                }
                inside
            }
            Shape::Strip { points, width } => points.windows(2).any(|pair| {
                let (ax, ay) = (f64::from(pair[0].x), f64::from(pair[0].y));
                let (dx, dy) = (f64::from(pair[1].x) - ax, f64::from(pair[1].y) - ay);
                let (px, py) = (f64::from(point.x) - ax, f64::from(point.y) - ay);
                let along = ((px * dx + py * dy) / (dx * dx + dy * dy).max(1.0)).clamp(0.0, 1.0);
                (px - along * dx).hypot(py - along * dy) <= f64::from(*width) / 2.0
            }),
            Shape::Circle { centre, radius } => {
                let (dx, dy) = (i64::from(point.x - centre.x), i64::from(point.y - centre.y));
                dx * dx + dy * dy <= i64::from(*radius).pow(2)
            }
            Shape::Box { rect, .. } => rect.contains(point),
        }
    }
}

/// How a piece of ground looks. Every texture has its own fill, pattern and letter, told apart
/// without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Texture {
    /// Open ground.
    Clear,
    /// Woods, rough ground, forest.
    Woods,
    /// Desert.
    Desert,
    /// Mountains.
    Mountain,
    /// Swamp.
    Swamp,
    /// Open water: sea, lake.
    Water,
    /// Grassland.
    Grass,
    /// Jungle.
    Jungle,
    /// A paved or trodden floor.
    Floor,
    /// A road or path on a plane.
    Road,
    /// A solid wall or rock.
    Wall,
    /// A low wall, barricade, fence or hedge.
    LowWall,
    /// Rubble.
    Rubble,
    /// Foliage that hides.
    Foliage,
    /// Smoke.
    Smoke,
    /// A plain surface for places, shelters and sheets.
    Paper,
    /// A darker plain surface.
    Slate,
    /// Nothing drawn but the outline.
    Bare,
}

/// A small drawing of our own with one meaning, used on the ground, on pieces and in panels.
/// Each has a picture, a letter for text boards and a name for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Symbol {
    // wilderness
    Basin,
    Food,
    Base,
    Ford,
    Outpost,
    Den,
    Geyser,
    Tree,
    Peak,
    // people and beasts
    Hiker,
    Searcher,
    Ranger,
    Guard,
    Hunter,
    Fugitive,
    Missing,
    Person,
    Deer,
    Elk,
    Bison,
    Sheep,
    Bear,
    Lion,
    Coyote,
    Horse,
    Herbivore,
    Omnivore,
    Carnivore,
    Young,
    Paw,
    // things
    Meat,
    Water,
    Can,
    Wood,
    Metal,
    Chip,
    Munition,
    Gear,
    Gun,
    Crate,
    Lamp,
    Door,
    Bone,
    Fish,
    Leaf,
    // tools and weather
    Bow,
    Axe,
    Vest,
    Bat,
    Thermometer,
    Exoskeleton,
    Card,
    Jerrycan,
    Detector,
    Backpack,
    Trap,
    Hook,
    Saw,
    Crowbar,
    Ammo,
    Chainsaw,
    Torch,
    Filter,
    Pickaxe,
    Fire,
    Rocks,
    Wind,
    Rat,
    // signs
    Unknown,
    Blank,
    Skull,
    Wound,
    Heart,
    Star,
    Flag,
    Clock,
    Die,
    Eye,
    Radiation,
    Arrow,
    Check,
    Cross,
    Sun,
    Moon,
    Snow,
    Blossom,
    Crown,
    Bars,
}

/// What can be seen at a place: a silhouette behind what lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Vista {
    /// A row of pines.
    Pines,
    /// A dam with its gates.
    Dam,
    /// Huts, a watchtower and a fence.
    Camp,
    /// The ruins of a city.
    Towers,
    /// The ruins of a small town.
    Village,
    /// Hills and the headframe of a mine.
    Shaft,
    /// A ship with its cargo.
    Ship,
    /// Tents and a wheel.
    Fair,
    /// Trucks on a road.
    Trucks,
}

impl Vista {
    /// Every vista.
    pub const ALL: [Vista; 9] = [
        Vista::Pines,
        Vista::Dam,
        Vista::Camp,
        Vista::Towers,
        Vista::Village,
        Vista::Shaft,
        Vista::Ship,
        Vista::Fair,
        Vista::Trucks,
    ];
}

/// How a line on the ground is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineStyle {
    /// A river: flowing, widening towards its end.
    River,
    /// A trail: dashed, the colour of earth.
    Trail,
    /// A road: unbroken, the colour of earth.
    Road,
    /// A wall or cliff.
    Wall,
    /// A low wall.
    LowWall,
    /// A fence: rails between posts.
    Fence,
    /// A barricade: beams laid across each other.
    Barricade,
    /// A door or window in a wall.
    Opening,
    /// A border between areas.
    Border,
    /// A thin line that explains: a ruler, a connection between places.
    Guide,
}

/// A line on the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// How it is drawn.
    pub style: LineStyle,
    /// Through these points.
    pub points: Vec<Point>,
    /// Whether it is drawn as a smooth curve through them.
    pub smooth: bool,
    /// What a reader is told about it; empty if nothing.
    pub description: String,
}

/// An outline around an area of ground, in a colour of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AreaOutline {
    /// The closed rings of the area.
    pub rings: Vec<Vec<Point>>,
    /// In this colour.
    pub ink: crate::Ink,
    /// Whether it is dashed.
    pub dashed: bool,
    /// Its name, written near it; empty if none.
    pub label: String,
}

/// One hex of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HexCell {
    /// Column, counted from 0.
    pub column: u16,
    /// Row, counted from 0.
    pub row: u16,
    /// Its id as a place: unique in the ground, mostly its printed label.
    pub id: String,
    /// Its printed label.
    pub label: String,
    /// How it looks.
    pub texture: Texture,
    /// Symbols on it, each with a number or letter beside it (empty if none).
    pub symbols: Vec<(Symbol, String)>,
    /// Small text at the top of the hex, such as counts; empty if none. Where some hexes have counts, only text
    /// boards write it.
    pub caption: String,
    /// Counts at the top of the hex, each with its sign, beside the ways that lead through its middle: two at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<(Symbol, String)>,
    /// What is there, in words, for those who cannot see the board.
    pub description: String,
}

impl HexCell {
    /// A plain hex whose id is its label.
    pub fn new(column: u16, row: u16, label: impl Into<String>, texture: Texture) -> HexCell {
        let label = label.into();
        HexCell {
            column,
            row,
            id: label.clone(),
            description: format!("{label}: {}", crate::art::texture_glyph(texture).name),
            label,
            texture,
            symbols: Vec::new(),
            caption: String::new(),
            counts: Vec::new(),
        }
    }
}

/// A field of hexes.
///
/// ```
/// use stage::{HexCell, HexField, Texture};
/// use terrain::{Lower, Top};
///
/// let woods = HexCell::new(0, 0, "A1", Texture::Woods);
/// let lake = HexCell::new(1, 0, "B1", Texture::Water);
/// let field = HexField {
///     top: Top::Flat,
///     lower: Lower::Even,
///     cells: vec![woods, lake],
///     lines: Vec::new(),
///     outlines: Vec::new(),
///     labelled: true,
///     sea: false,
/// };
/// assert_eq!(field.cells[0].description, "A1: woods");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HexField {
    /// Which way the hexes point.
    pub top: Top,
    /// Which columns or rows are shifted.
    pub lower: Lower,
    /// The hexes.
    pub cells: Vec<HexCell>,
    /// Rivers, trails and borders over them.
    pub lines: Vec<Line>,
    /// Areas outlined in colour.
    pub outlines: Vec<AreaOutline>,
    /// Whether labels are printed in every hex.
    pub labelled: bool,
    /// Whether the sea lies around the hexes: an island.
    #[serde(default)]
    pub sea: bool,
}

/// A piece of terrain on a measured plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Its id, unique in the ground.
    pub id: String,
    /// Its outline.
    pub shape: Shape,
    /// How it looks.
    pub texture: Texture,
    /// Its name, written on it if there is room.
    pub label: String,
    /// What it is, in words.
    pub description: String,
}

/// A measured plane: a table with terrain on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaneField {
    /// The table.
    pub rect: Rect,
    /// The surface under everything.
    pub texture: Texture,
    /// Board units between the marks of the ruler along the edges; 0 for no ruler.
    pub ruler: i32,
    /// Whether the upright ruler counts from the lower edge, as on a map whose north is up.
    #[serde(default)]
    pub from_below: bool,
    /// Unit written on the ruler, such as `"`.
    pub unit: String,
    /// Terrain, drawn in this order.
    pub areas: Vec<Area>,
    /// Walls, fences, doors and guides.
    pub lines: Vec<Line>,
    /// Upper floors, drawn beside the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub floors: Vec<Floor>,
    /// How dark it is, in percent of a veil over everything: 0 by day.
    #[serde(default)]
    pub dark: u8,
}

/// An upper floor of a building, drawn beside the table: on the table it would lie over the ground floor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Floor {
    /// Its number; the ground is 0.
    pub level: u8,
    /// What it covers of the table.
    pub covers: Rect,
    /// The upper left corner of its drawing.
    pub at: Point,
    /// Its name, written over it.
    pub label: String,
    /// What lies on it, where it is drawn.
    pub areas: Vec<Area>,
    /// Walls, doors and guides, where they are drawn.
    pub lines: Vec<Line>,
}

impl Floor {
    /// Where a drawn point of it lies on the table.
    pub(crate) fn covered(&self, drawn: Point) -> Point {
        drawn.moved(self.covers.x - self.at.x, self.covers.y - self.at.y)
    }

    /// Where it is drawn.
    pub fn drawn(&self) -> Rect {
        Rect { x: self.at.x, y: self.at.y, ..self.covers }
    }

    /// Where a point of the table is drawn that lies on this floor.
    pub fn shown(&self, point: Point) -> Point {
        point.moved(self.at.x - self.covers.x, self.at.y - self.covers.y)
    }
}

impl PlaneField {
    /// Where a point of the table is drawn that lies on a floor; on the table if that floor is not drawn.
    ///
    /// ```
    /// use stage::{Floor, PlaneField, Point, Rect, Texture};
    ///
    /// let covers = Rect { x: 4000, y: 2000, width: 6000, height: 5000 };
    /// let loft = Floor { level: 1, covers, at: Point::new(21_000, 0), label: "loft".into(), areas: Vec::new(), lines: Vec::new() };
    /// let table = PlaneField {
    ///     rect: Rect { x: 0, y: 0, width: 20_000, height: 20_000 },
    ///     texture: Texture::Grass,
    ///     ruler: 1000,
    ///     from_below: false,
    ///     unit: "\"".into(),
    ///     areas: Vec::new(),
    ///     lines: Vec::new(),
    ///     floors: vec![loft],
    ///     dark: 0,
    /// };
    /// let upstairs = table.shown(Point::new(5000, 2000), 1);
    /// assert_eq!(upstairs, Point::new(22_000, 0));
    /// assert_eq!(table.on_table(upstairs), (Point::new(5000, 2000), 1));
    /// assert_eq!(table.on_table(Point::new(5000, 2000)), (Point::new(5000, 2000), 0));
    /// ```
    pub fn shown(&self, point: Point, level: u8) -> Point {
        let holds = |floor: &&Floor| floor.level == level && floor.covers.contains(point);
        self.floors.iter().find(holds).map_or(point, |floor| floor.shown(point))
    }

    /// Everything that lies on the table and on the floors beside it.
    pub fn all_areas(&self) -> impl Iterator<Item = &Area> {
        self.areas.iter().chain(self.floors.iter().flat_map(|floor| &floor.areas))
    }

    /// Everything that runs over the table and over the floors beside it, where it is drawn.
    pub(crate) fn all_lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().chain(self.floors.iter().flat_map(|floor| &floor.lines))
    }

    /// The point of the table that a drawn one stands for, and its floor.
    pub fn on_table(&self, drawn: Point) -> (Point, u8) {
        let floor = self.floors.iter().find(|floor| floor.drawn().contains(drawn));
        floor.map_or((drawn, 0), |floor| (floor.covered(drawn), floor.level))
    }
}

impl Area {
    /// What its ground is, for a legend: its own kind, or what such ground is on a table.
    pub(crate) fn ground_words(&self) -> &str {
        match self.texture {
            Texture::Bare => "a zone",
            Texture::Floor => "inside a building",
            Texture::Paper => "a place with a name",
            _ if !self.label.is_empty() => &self.label,
            texture => crate::art::texture_glyph(texture).name,
        }
    }
}

impl Line {
    /// What kind of line it is by its own words, without whose it is, where it is and its id: `window` of "kiosk window
    /// on the east side", `low wall` of "low wall at 4,7" or "low wall L4"; nothing if it has no words.
    pub(crate) fn kind(&self) -> &str {
        let placed = [" on the ", " inside", " at "];
        let end = placed.iter().filter_map(|word| self.description.find(word)).min();
        let named = self.description.split(',').next().unwrap_or_default();
        let words = match end {
            Some(end) => &self.description[..end],
            None => named.rsplit_once(' ').map_or("", |(words, _)| words),
        };
        match self.style {
            LineStyle::Opening | LineStyle::Wall => words.rsplit(' ').next().unwrap_or_default(),
            _ => words,
        }
    }
}

impl PlaneField {
    /// Where a point lies that may be drawn on a floor beside the table: by the numbers of the ruler, and the
    /// name of its floor.
    pub(crate) fn told_place(&self, drawn: Point) -> String {
        let (at, _) = self.on_table(drawn);
        let floor = self.floors.iter().find(|floor| floor.drawn().contains(drawn));
        let floor = floor.map_or(String::new(), |floor| format!(" ({})", floor.label));
        format!("{}{floor}", self.told_point(at))
    }

    /// A point by the numbers of the ruler, to a tenth: `12,7.5`.
    pub fn told_point(&self, point: Point) -> String {
        let (right, down) = (point.x - self.rect.x, point.y - self.rect.y);
        let up = if self.from_below { self.rect.height - down } else { down };
        let tenths = |value: i32| {
            let text = format!("{:.1}", f64::from(value) / 1000.0);
            text.strip_suffix(".0").map_or(text.clone(), str::to_string)
        };
        format!("{},{}", tenths(right), tenths(up))
    }
}

/// A place with an outline of its own: a location on a ring, a room, a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Its id, unique in the ground.
    pub id: String,
    /// Its outline.
    pub shape: Shape,
    /// How it looks.
    pub texture: Texture,
    /// Its name, written on it.
    pub label: String,
    /// Smaller text under the name; empty if none.
    pub caption: String,
    /// A symbol on it.
    pub symbol: Option<Symbol>,
    /// What can be seen there; nothing is strewn over such a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vista: Option<Vista>,
    /// What it is, in words.
    pub description: String,
}

impl Place {
    /// A place without any writing on it.
    pub fn new(
        id: impl Into<String>,
        shape: Shape,
        texture: Texture,
        description: impl Into<String>,
    ) -> Place {
        Place {
            id: id.into(),
            shape,
            texture,
            label: String::new(),
            caption: String::new(),
            symbol: None,
            vista: None,
            description: description.into(),
        }
    }
}

/// Places that the game lays out itself: a ring, shelters, a convoy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaceField {
    /// What these places are together, written over them; empty if that needs no words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The places, drawn in this order.
    pub places: Vec<Place>,
    /// Connections and decoration.
    pub lines: Vec<Line>,
}

/// One field of a ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Field {
    /// Hexes.
    Hexes(HexField),
    /// A measured plane.
    Plane(PlaneField),
    /// Places.
    Places(PlaceField),
}

impl Field {
    /// The measured plane that it is, if it is one.
    pub fn plane(&self) -> Option<&PlaneField> {
        match self {
            Field::Plane(field) => Some(field),
            Field::Hexes(_) | Field::Places(_) => None,
        }
    }
}

/// The board: everything that does not move.
///
/// ```
/// use stage::{Field, Ground, Place, PlaceField, Rect, Shape, Texture};
///
/// let rect = Rect { x: 0, y: 0, width: 1000, height: 1000 };
/// let hut = Place::new("hut", Shape::Box { rect, round: 0 }, Texture::Floor, "a hut");
/// let ground = Ground {
///     title: "The hut".into(),
///     description: "One room.".into(),
///     fields: vec![Field::Places(PlaceField { title: String::new(), places: vec![hut], lines: Vec::new() })],
/// };
/// // Equal boards have equal digests: that is how they are drawn once and cached.
/// assert_eq!(ground.digest(), ground.clone().digest());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// What the board is called.
    pub title: String,
    /// What the board shows, in a sentence.
    pub description: String,
    /// The fields, drawn in this order.
    pub fields: Vec<Field>,
}

impl Texture {
    /// Every texture.
    pub const ALL: [Texture; 18] = [
        Texture::Clear,
        Texture::Woods,
        Texture::Desert,
        Texture::Mountain,
        Texture::Swamp,
        Texture::Water,
        Texture::Grass,
        Texture::Jungle,
        Texture::Floor,
        Texture::Road,
        Texture::Wall,
        Texture::LowWall,
        Texture::Rubble,
        Texture::Foliage,
        Texture::Smoke,
        Texture::Paper,
        Texture::Slate,
        Texture::Bare,
    ];
}

impl Symbol {
    /// Every symbol.
    pub const ALL: [Symbol; 88] = [
        Symbol::Basin,
        Symbol::Food,
        Symbol::Base,
        Symbol::Ford,
        Symbol::Outpost,
        Symbol::Den,
        Symbol::Geyser,
        Symbol::Tree,
        Symbol::Peak,
        Symbol::Hiker,
        Symbol::Searcher,
        Symbol::Ranger,
        Symbol::Guard,
        Symbol::Hunter,
        Symbol::Fugitive,
        Symbol::Missing,
        Symbol::Person,
        Symbol::Deer,
        Symbol::Elk,
        Symbol::Bison,
        Symbol::Sheep,
        Symbol::Bear,
        Symbol::Lion,
        Symbol::Coyote,
        Symbol::Horse,
        Symbol::Herbivore,
        Symbol::Omnivore,
        Symbol::Carnivore,
        Symbol::Young,
        Symbol::Paw,
        Symbol::Meat,
        Symbol::Water,
        Symbol::Can,
        Symbol::Wood,
        Symbol::Metal,
        Symbol::Chip,
        Symbol::Munition,
        Symbol::Gear,
        Symbol::Gun,
        Symbol::Crate,
        Symbol::Lamp,
        Symbol::Door,
        Symbol::Bone,
        Symbol::Fish,
        Symbol::Leaf,
        Symbol::Bow,
        Symbol::Axe,
        Symbol::Vest,
        Symbol::Bat,
        Symbol::Thermometer,
        Symbol::Exoskeleton,
        Symbol::Card,
        Symbol::Jerrycan,
        Symbol::Detector,
        Symbol::Backpack,
        Symbol::Trap,
        Symbol::Hook,
        Symbol::Saw,
        Symbol::Crowbar,
        Symbol::Ammo,
        Symbol::Chainsaw,
        Symbol::Torch,
        Symbol::Filter,
        Symbol::Pickaxe,
        Symbol::Fire,
        Symbol::Rocks,
        Symbol::Wind,
        Symbol::Rat,
        Symbol::Unknown,
        Symbol::Blank,
        Symbol::Skull,
        Symbol::Wound,
        Symbol::Heart,
        Symbol::Star,
        Symbol::Flag,
        Symbol::Clock,
        Symbol::Die,
        Symbol::Eye,
        Symbol::Radiation,
        Symbol::Arrow,
        Symbol::Check,
        Symbol::Cross,
        Symbol::Sun,
        Symbol::Moon,
        Symbol::Snow,
        Symbol::Blossom,
        Symbol::Crown,
        Symbol::Bars,
    ];
}

impl Ground {
    /// A name for exactly this ground: equal grounds have equal digests.
    pub fn digest(&self) -> String {
        let json = serde_json::to_vec(self).unwrap_or_default();
        let hash = Sha256::digest(&json);
        hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}
