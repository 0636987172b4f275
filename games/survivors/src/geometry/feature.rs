//! What stands on the table: lines, areas, buildings, stairs; and the state that they are in.

use crate::geometry::point::{Mils, Point};
use crate::geometry::polygon::Bounds;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::reading::Word;

/// A floor of the table: 0 is the ground. SV-GEO-22
pub type Level = i8;

/// The kinds of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// Impassable, blocks sight. SV-TER-01
    Wall,
    /// Passable unless locked or barred; blocks sight while shut. SV-TER-03
    Door,
    /// Sight passes; a person on foot may climb through. SV-TER-04
    Window,
    /// Hard cover, an obstacle, low. SV-TER-05
    LowWall,
    /// Hard cover, an obstacle, low; can be shot to pieces.
    Barricade,
    /// Soft cover, an obstacle, low. SV-TER-06
    Fence,
    /// Soft cover, an obstacle; half an inch of foliage for sight. SV-TER-07
    Hedge,
    /// An obstacle without cover. SV-TER-08
    Wire,
}

impl LineKind {
    /// Its word in descriptions.
    pub fn word(self) -> &'static str {
        match self {
            LineKind::Wall => "wall",
            LineKind::Door => "door",
            LineKind::Window => "window",
            LineKind::LowWall => "low wall",
            LineKind::Barricade => "barricade",
            LineKind::Fence => "fence",
            LineKind::Hedge => "hedge",
            LineKind::Wire => "wire",
        }
    }
}

table::words! {
    LineKind is "kind of line":
    Wall = "wall", Door = "door", Window = "window", LowWall = "lowwall", Barricade = "barricade",
    Fence = "fence", Hedge = "hedge", Wire = "wire",
}

/// The kinds of area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AreaKind {
    /// Impassable, blocks sight. SV-TER-02
    Solid,
    /// Impassable, hard cover for one behind it. SV-TER-12
    LowSolid,
    /// Sight reaches two inches; soft cover. SV-TER-09
    Foliage,
    /// Foliage whose entering is an obstacle. SV-TER-10
    Thicket,
    /// Sight reaches two inches; obscures. SV-TER-11
    Smoke,
    /// Entering is an obstacle; hard cover for one in it. SV-TER-13
    Rubble,
    /// Impassable, no effect on sight. SV-TER-14
    Water,
    /// Entering is an obstacle, no cover. SV-TER-15
    Ditch,
}

impl AreaKind {
    /// Whether nobody can walk there.
    pub fn is_impassable(self) -> bool {
        matches!(self, AreaKind::Solid | AreaKind::LowSolid | AreaKind::Water)
    }

    /// Whether entering it is an obstacle. SV-OBS-06
    pub fn is_obstacle(self) -> bool {
        matches!(self, AreaKind::Thicket | AreaKind::Rubble | AreaKind::Ditch)
    }

    /// Its word in descriptions.
    pub fn word(self) -> &'static str {
        match self {
            AreaKind::Solid => "block",
            AreaKind::LowSolid => "low block",
            AreaKind::Foliage => "foliage",
            AreaKind::Thicket => "thicket",
            AreaKind::Smoke => "smoke",
            AreaKind::Rubble => "rubble",
            AreaKind::Water => "water",
            AreaKind::Ditch => "ditch or ford",
        }
    }

    /// One of them for players: by its number, as the ids of areas look like those of figures.
    pub fn told(self, id: &str) -> String {
        let number = id.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        format!("{} {}", self.word(), if number.is_empty() { id } else { number })
    }
}

table::words! {
    AreaKind is "kind of area":
    Solid = "solid", LowSolid = "lowsolid", Foliage = "foliage", Thicket = "thicket",
    Smoke = "smoke", Rubble = "rubble", Water = "water", Ditch = "ditch",
}

/// The state of a door. SV-TER-03
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DoorState {
    /// Open: sight and people pass.
    Open,
    /// Shut, but opens to whoever passes.
    #[default]
    Closed,
    /// Locked: nobody passes.
    Locked,
    /// Barred from inside: nobody passes, and harder to force.
    Barred,
    /// Shot or broken down: open for ever.
    Destroyed,
}

impl DoorState {
    /// Whether sight is blocked.
    pub fn is_shut(self) -> bool {
        matches!(self, DoorState::Closed | DoorState::Locked | DoorState::Barred)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

table::words! {
    DoorState is "state of a door":
    Open = "open", Closed = "closed", Locked = "locked", Barred = "barred", Destroyed = "destroyed",
}

/// A line feature of the table.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its id, such as `L1`, `B1.d1` or `B1.S0.1`.
    pub id: Arc<str>,
    /// What it is.
    pub kind: LineKind,
    /// One end.
    pub a: Point,
    /// The other end.
    pub b: Point,
    /// The floor it belongs to.
    pub level: Level,
    /// The building it is part of.
    pub building: Option<u8>,
    /// Strength points, 0 if it cannot be shot at. SV-STC-02
    pub strength: u8,
    /// The state it starts in, for a door.
    pub door: DoorState,
    /// Whether the scenario lets this door be barred. SV-OBS-10
    pub barrable: bool,
    /// The same id for all pieces of one drawn line.
    pub whole: String,
}

impl Line {
    /// Its middle.
    pub fn middle(&self) -> Point {
        Point::new((self.a.x + self.b.x) / 2, (self.a.y + self.b.y) / 2)
    }
}

/// How a line acts in the state it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acting {
    /// Gone: nothing is there any more.
    Nothing,
    /// A wall.
    Wall,
    /// An open or destroyed door.
    OpenDoor,
    /// A door that is shut; whether it keeps people out.
    ShutDoor {
        /// Locked or barred, or shut where opening is an action.
        keeps_out: bool,
    },
    /// A window.
    Window,
    /// A low wall, barricade or breach.
    LowWall,
    /// A fence.
    Fence,
    /// A hedge.
    Hedge,
    /// Wire.
    Wire,
}

impl Acting {
    /// Whether sight never passes. SV-LOS-05
    #[inline]
    pub fn stops_sight(self) -> bool {
        matches!(self, Acting::Wall | Acting::ShutDoor { .. })
    }

    /// Whether a moving disc must keep its distance.
    #[inline]
    pub fn stops_disc(self) -> bool {
        matches!(self, Acting::Wall | Acting::ShutDoor { keeps_out: true })
    }

    /// Whether crossing it is an obstacle. SV-OBS-01, SV-OBS-04, SV-OBS-05, SV-OBS-08
    #[inline]
    pub fn is_obstacle(self) -> bool {
        !matches!(self, Acting::Nothing | Acting::Wall)
    }

    /// Whether it keeps two bases from touching. SV-GEO-08
    pub fn parts_bases(self) -> bool {
        matches!(self, Acting::Wall | Acting::ShutDoor { .. } | Acting::Window)
    }

    /// Whether somebody behind it defends an obstacle. SV-HTH-22
    pub fn defends(self) -> bool {
        matches!(
            self,
            Acting::LowWall | Acting::Fence | Acting::Hedge | Acting::Window | Acting::OpenDoor
        )
    }
}

/// An area of the table.
#[derive(Clone, Debug)]
pub struct Area {
    /// Its id.
    pub id: Arc<str>,
    /// What it is.
    pub kind: AreaKind,
    /// Its corners.
    pub corners: Vec<Point>,
    /// What holds it.
    pub bounds: Bounds,
    /// Whether the corners run anticlockwise.
    pub anticlockwise: bool,
    /// The floor it lies on.
    pub level: Level,
    /// Whether it fills the floor above too. SV-TER-18
    pub tall: bool,
}

impl Area {
    /// Whether it lies on this floor.
    #[inline]
    pub fn on(&self, level: i64) -> bool {
        level == i64::from(self.level) || self.tall && level == i64::from(self.level) + 1
    }
}

/// A building: the plan that all its floors share. SV-TER-17
#[derive(Clone, Debug)]
pub struct Building {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Arc<str>,
    /// Its plan.
    pub plan: Bounds,
    /// How many floors it has.
    pub storeys: u8,
}

/// A flight of stairs. SV-TER-16
#[derive(Clone, Debug)]
pub struct Stairs {
    /// Its id.
    pub id: String,
    /// Its lower end.
    pub foot: Point,
    /// The floor of the lower end.
    pub level: Level,
    /// Its upper end, one floor above.
    pub head: Point,
}

/// A temporary area of smoke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Smoke {
    /// Its centre.
    pub centre: Point,
    /// Its "radius".
    pub radius: Mils,
    /// How many more turns it stands.
    pub turns: u8,
}

/// The state of all that can change on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Works {
    /// The state of every line that is a door; the start for others.
    pub doors: Vec<DoorState>,
    /// Strength lost by every line.
    pub damage: Vec<u8>,
    /// Smoke on the table.
    pub smoke: Vec<Smoke>,
}
