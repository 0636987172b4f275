//! A scenario: what one card says, read from its file and checked against its map.

use crate::edition::components::{Directions, EncounterChart, LEVELS, Needs, Rows};
use crate::land::{Edges, Hex};
use terrain::Side;

/// The most persons that one game can hold.
pub const PERSONS: usize = 8;

/// The most points that a person can have for one move.
pub const MOST_POINTS: u8 = 24;

/// In which order persons act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By falling die.
    Rolled,
    /// The highest die, then seat by seat.
    Clockwise,
    /// The sought role, then the others by falling die.
    SoughtFirst,
}

table::words! {
    Order is "order": Rolled = "rolled", Clockwise = "clockwise", SoughtFirst = "sought_first",
}

/// When a win condition that is met ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// The moment that it is met.
    AtOnce,
    /// At the end of the day.
    EndOfDay,
    /// When nobody is left to play, or on the last day.
    PlayOut,
}

table::words! {
    Timing is "time": AtOnce = "at_once", EndOfDay = "end_of_day", PlayOut = "play_out",
}

/// Where the persons of a role begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// All on one hex.
    At(Hex),
    /// Each on its own hex, by counter number.
    Each(Vec<Hex>),
    /// On bases that their players choose.
    Choose { bases: Vec<u8>, distinct: bool, reversed: bool },
    /// So many hexes from one, in a direction that is rolled or fixed.
    Offset { from: Hex, distance: u16, side: Option<Side> },
    /// On a hex drawn from a rectangle, the same for all.
    Draw { columns: (u8, u8), rows: (u8, u8), not_on: u16 },
    /// Under a marker.
    Nowhere,
}

/// How the game runs a role that nobody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auto {
    /// OS-BOT-01
    Deer { flight: u16 },
    /// OS-BOT-02
    Lost,
}

/// Where the outposts of a role may stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outposts {
    /// Placed by players: so many in all, or so many for each person.
    Placed {
        count: u8,
        for_each: bool,
        far_from: Option<(Hex, u16)>,
        not_columns: Option<(u8, u8)>,
        not_rows: Option<(u8, u8)>,
    },
    /// On these hexes from the start.
    Fixed(Vec<Hex>),
}

/// How many persons a role has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    PerPlayer,
    BySeats([u8; 4]),
}

/// A role by its place in the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RoleId(pub u8);

impl RoleId {
    /// Its place in a list with an entry for every role.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its bit in a mask of roles.
    pub fn bit(self) -> u8 {
        1 << self.0
    }
}

/// A role of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Role {
    pub id: String,
    pub name: String,
    pub animal: bool,
    /// `None`: everyone for himself.
    pub side: Option<String>,
    pub sought: bool,
    pub players: [u8; 4],
    pub count: Count,
    pub auto: Option<Auto>,
    pub begin: Begin,
    pub level: u8,
    pub water: u8,
    pub food: u8,
    /// Food block of one found on day d: d plus the first, at most the second (OS-RESC-07).
    pub found: Option<(u8, u8)>,
    pub allowances: [u8; LEVELS],
    pub tracks: bool,
    pub direction: Option<usize>,
    pub needs: Option<usize>,
    pub needs_escorting: Option<usize>,
    pub encounters: Option<usize>,
    pub must_roll: bool,
    pub exits: Edges,
    /// Edges of which the player secretly names one; none if there is no secret.
    pub exits_secret: Edges,
    pub needs_charge: bool,
    pub immobile_out: bool,
    pub quit_level: Option<u8>,
    pub outposts: Option<Outposts>,
}

impl Role {
    /// Its persons in a game of so many seats.
    pub fn persons(&self, seats: u16) -> u8 {
        let index = usize::from(seats.clamp(1, 4)) - 1;
        match self.count {
            Count::PerPlayer => self.players[index],
            Count::BySeats(counts) => counts[index],
        }
    }
}

/// Face-down markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Markers {
    pub role: RoleId,
    pub turned_by: RoleId,
    pub places: Vec<Hex>,
}

/// What comes of two roles meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    Found,
    Captured,
    Join,
    Hit,
}

table::words! {
    Meeting is "result":
        Found = "found", Captured = "captured", Join = "join", Hit = "hit",
}

impl Meeting {
    /// Whether one would rather not meet so; a lost person does not hide from a search party.
    pub fn is_feared(self) -> bool {
        matches!(self, Meeting::Captured | Meeting::Hit)
    }
}

/// A contact rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contact {
    pub a: RoleId,
    pub b: RoleId,
    pub shooting: bool,
    pub result: Meeting,
    pub from_day: u16,
}

/// How shots are judged (OS-BEAST-09, OS-BEAST-10, OS-BEAST-11, OS-BEAST-12, and the rifle ranges of
/// OS-VAR-01).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shooting {
    /// Terrains from which the neighbouring hex is in range without a roll, as bits.
    pub range1_from: u16,
    /// For each terrain of the shooter the faces that hit at distance 0, as bits; 0: no roll.
    pub rolls: [u8; 5],
    /// Highest face that hits at distance 1, 2, 3 …; empty without the range table.
    pub range: Vec<u8>,
    /// Terrains that a shot may cross.
    pub line_over: u16,
    /// Terrains of the target that lower the number by one.
    pub cover: u16,
    /// Terrains of the shooter from which nothing farther than distance 0 can be hit.
    pub blind: u16,
}

/// A win condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Left(RoleId),
    AllLeft(RoleId),
    Found(RoleId),
    Captured(RoleId),
    Hit(RoleId),
    Out(RoleId),
    AllOut(RoleId),
    LevelAtMost(RoleId, u8),
    EscortedOut(u8),
    DayEnd(u16),
}

impl When {
    /// The way to end that this is, for the record.
    pub fn reason(self) -> &'static str {
        match self {
            When::Left(_) => "left",
            When::AllLeft(_) => "all left",
            When::Found(_) => "found",
            When::Captured(_) => "captured",
            When::Hit(_) => "hit",
            When::Out(_) => "out",
            When::AllOut(_) => "all out",
            When::LevelAtMost(..) => "gave up",
            When::EscortedOut(_) => "brought out",
            When::DayEnd(_) => "day",
        }
    }
}

/// Who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Winner {
    /// The best of those who left.
    Leaver,
    /// The one who found, captured or hit; his side with him, unless a switch says otherwise.
    Doer,
    /// The persons of this role, as a mask of roles.
    Roles(u8),
    Nobody,
}

/// A win condition with what it brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Win {
    pub when: When,
    pub winner: Winner,
    pub second: Option<RoleId>,
    /// `None`: as the game's `end` option says.
    pub timing: Option<Timing>,
    pub text: String,
}

/// What decides between persons, the first that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Day,
    Level,
    Water,
    Food,
    Column,
    Row,
    PersonsOut,
    LevelSum,
}

table::words! {
    Key is "key":
        Day = "day", Level = "level", Water = "water", Food = "food", Column = "column", Row = "row",
        PersonsOut = "persons_out", LevelSum = "level_sum",
}

/// Keys for ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    pub keys: Vec<Key>,
    pub nobody: Vec<Key>,
}

/// Who is hidden, and when he is seen (OS-VAR-03).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hidden {
    pub role: RoleId,
    /// Hexes at which he is seen on each terrain.
    pub ranges: [u8; 5],
    pub tracks_every: u16,
    pub tracks_age: u16,
}

/// A scenario, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scenario {
    pub id: String,
    pub name: String,
    pub card: String,
    pub win_text: String,
    pub hints: Vec<String>,
    pub head_start: Option<(RoleId, u16)>,
    pub day_limit: u16,
    pub roles: Vec<Role>,
    pub rows: Rows,
    pub directions: Vec<Directions>,
    pub needs: Vec<Needs>,
    pub encounters: Vec<EncounterChart>,
    pub markers: Option<Markers>,
    pub contacts: Vec<Contact>,
    pub shooting: Shooting,
    pub carry: (u8, u8),
    pub wins: Vec<Win>,
    pub rank: Rank,
    pub nobody: String,
    pub ratings: Vec<(u16, String)>,
    pub hidden: Option<Hidden>,
    pub share_needs: bool,
}

impl Scenario {
    /// The persons of the game with so many seats: role and number among its role.
    pub fn cast(&self, seats: u16) -> Vec<RoleId> {
        (0..)
            .zip(&self.roles)
            .flat_map(|(id, role)| (0..role.persons(seats)).map(move |_| RoleId(id)))
            .collect()
    }
}
