//! Reading a scenario file on its board: every fault is noted where it stands. The printed scenarios
//! are read like any other (OS-FILE-01), and any charts, roles and switches go together (OS-FILE-04).

mod goals;
mod roles;

pub(crate) use roles::drawable;

use crate::edition::charts::{Charts, chosen};
use crate::edition::components::*;
use crate::edition::scenarios::*;
use crate::land::{Edges, Hex, Wilderness};
use std::ops::RangeInclusive;
use table::reading::{Ids, Kind, Reading, Table, Value};
use table::{Fit, unknown};

/// The most days of a scenario.
const DAYS: RangeInclusive<u16> = 1..=200;

/// The most columns and rows of a map.
const LINES: RangeInclusive<u8> = 1..=99;

/// The top of a scenario file: what is known of it before its map and charts are looked at.
pub(super) struct Heading {
    pub id: String,
    pub name: String,
    pub summary: String,
    /// Its place in the list.
    pub place: u16,
    pub seats: RangeInclusive<u16>,
}

impl Heading {
    /// Reads the top of the file of that name.
    pub fn read(file: &Table, name: &str) -> Heading {
        let id = file.value("id");
        if id.text().is_some_and(|id| id != name) {
            id.refuse(&format!("the name of the file, \"{name}\""));
        }
        let players = file.table("players");
        // OS-GEN-05
        let seats = players.min_max(1..=4);
        if players.flag_or("solo", false) && *seats.start() > 1 {
            players.fault("solo", "a scenario that can be played alone has min = 1");
        }
        Heading {
            id: name.into(),
            name: file.text("name"),
            summary: file.text_or("summary", ""),
            place: file.number_or("place", 0..=9999, u16::MAX),
            seats,
        }
    }
}

/// For every number of seats the part that each plays, by dealing seats to the roles in the order of the
/// file (OS-SEAT-01); none where all play the same.
pub(super) fn parts(file: &Table, seats: &RangeInclusive<u16>) -> Vec<(u16, Vec<String>)> {
    let roles: Vec<(String, [u8; 4])> = file
        .tables("role")
        .iter()
        .map(|role| {
            let id = role.text_or("id", "").replace('_', " ");
            let players = role.optional("players").map(|it| roles::by_seats(&it, 1));
            let players = players.map_or([1, 2, 3, 4], Option::unwrap_or_default);
            (role.text_or("name", &id), players)
        })
        .collect();
    let dealt = |seats: u16| {
        let index = usize::from(seats.clamp(1, 4)) - 1;
        let parts = roles
            .iter()
            .flat_map(|(name, players)| std::iter::repeat_n(name.clone(), players[index].into()));
        (seats, parts.collect::<Vec<String>>())
    };
    let all: Vec<(u16, Vec<String>)> = seats.clone().map(dealt).collect();
    let mut names: Vec<&String> = all.iter().flat_map(|(_, parts)| parts).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > 1 { all } else { Vec::new() }
}

/// A scenario file as far as it is read.
pub(super) struct Draft<'a> {
    reading: &'a Reading,
    file: &'a Table,
    heading: &'a Heading,
    /// The board; nothing if its map is a fault already.
    board: Option<&'a Wilderness>,
    reversed: bool,
    roles: Ids,
    directions: Charts<Directions>,
    needs: Charts<Needs>,
    encounters: Charts<EncounterChart>,
}

impl<'a> Draft<'a> {
    /// Reads the charts, those of the edition and those of the scenario.
    pub fn new(
        reading: &'a Reading,
        file: &'a Table,
        heading: &'a Heading,
        board: Option<&'a Wilderness>,
        reversed: bool,
    ) -> Draft<'a> {
        let own = |key| file.optional_table(key);
        let house = |path| reading.file(path);
        Draft {
            directions: Charts::read(
                "direction chart",
                own("direction"),
                &house("charts/directions.toml"),
                Directions::read,
            ),
            needs: Charts::read(
                "needs chart",
                own("needs"),
                &house("charts/necessities.toml"),
                Needs::read,
            ),
            encounters: Charts::read(
                "encounters chart",
                own("encounters"),
                &house("charts/encounters.toml"),
                EncounterChart::read,
            ),
            roles: Ids::of("role"),
            reading,
            file,
            heading,
            board,
            reversed,
        }
    }

    /// The scenario; where something is a fault, something usable stands in its place.
    pub fn scenario(mut self) -> Scenario {
        let file = self.file;
        let rows = Rows::read(self.reading, file.optional_table("rows"));
        let tables = self.role_tables();
        let roles: Vec<Role> = tables.iter().map(|role| self.role(role, &rows)).collect();
        self.cast(&roles, &tables);
        let wins = file.tables("win");
        let (reached, wins): (Vec<Table>, Vec<Win>) = wins
            .into_iter()
            .filter_map(|win| self.win(&win, &tables).map(|read| (win, read)))
            .unzip();
        let contacts = file.tables_or_empty("contact");
        let scenario = Scenario {
            id: self.heading.id.clone(),
            name: self.heading.name.clone(),
            card: file.text_or("card", ""),
            win_text: file.text_or("win_text", ""),
            hints: file.list_or_empty("hints").iter().filter_map(Value::text).collect(),
            head_start: file.optional_table("head_start").and_then(|head| {
                let (role, days) = (self.role_named(&head, "role"), head.number("days", 0..=200));
                Some((role?, days))
            }),
            day_limit: file.number("day_limit", DAYS),
            rows,
            markers: file.optional_table("markers").and_then(|it| self.markers(&it, &roles)),
            contacts: contacts.iter().filter_map(|contact| self.contact(contact)).collect(),
            shooting: file.optional_table("shooting").map(|it| shooting(&it)).unwrap_or_default(),
            carry: file.optional_table("carry").map_or((2, 1), |carry| {
                let points = |key| carry.number(key, 0..=MOST_POINTS);
                (points("points"), points("least"))
            }),
            wins,
            rank: rank(file.optional_table("rank")),
            nobody: match file.text_or("nobody", "") {
                text if text.is_empty() => "Nobody wins.".into(),
                text => text,
            },
            ratings: ratings(file),
            hidden: file.optional_table("hidden").and_then(|hidden| self.hidden(&hidden)),
            share_needs: file.flag_or("share_needs", false),
            roles,
            directions: self.directions.used(),
            needs: self.needs.used(),
            encounters: self.encounters.used(),
        };
        if let Some(board) = self.board {
            goals::can_be_reached(board, &scenario, &reached);
        }
        scenario
    }

    /// The role that a field names.
    fn role_named(&self, table: &Table, key: &str) -> Option<RoleId> {
        self.roles.find(&table.value(key)).map(|index| RoleId(index.fit()))
    }

    /// The hex of a base; any, if the map has no such base.
    fn base(&self, number: &Value) -> (u8, Hex) {
        let Some(base) = number.number(LINES) else { return (0, Hex::default()) };
        let Some(board) = self.board else { return (base, Hex::default()) };
        let hex = board.base(base);
        if hex.is_none() {
            number.fault(format!("the map has no base {base}"));
        }
        (base, hex.unwrap_or_default())
    }

    /// The hexes of several bases.
    fn bases(&self, list: &Value) -> Vec<(u8, Hex)> {
        list.items().unwrap_or_default().iter().map(|base| self.base(base)).collect()
    }

    /// The hexes of several bases, each of which may stand there once.
    fn distinct_bases(&self, list: &Value) -> Vec<(u8, Hex)> {
        let bases = self.bases(list);
        if let Some(i) = (1..bases.len()).find(|i| bases[..*i].contains(&bases[*i])) {
            list.fault(format!("base {} stands here twice: say it once", bases[i].0));
        }
        bases
    }

    /// The hex of that name; any, if the map has none.
    fn hex(&self, label: &Value) -> Hex {
        let found = label.parsed(|text| match self.board {
            None => Ok(Hex::default()),
            Some(board) => {
                board.find(text).ok_or_else(|| "name a hex of the map, such as 0101".into())
            }
        });
        found.unwrap_or_default()
    }

    /// A base or a hex.
    fn place(&self, place: &Table) -> Hex {
        match place.one_of_fields(&["base", "hex"]) {
            Some((0, base)) => self.base(&base).1,
            Some((_, hex)) => self.hex(&hex),
            None => Hex::default(),
        }
    }
}

/// A Life Level by its letter, 0 for A.
fn level(letter: &Value) -> Option<u8> {
    letter.parsed(|text| match text.as_bytes() {
        [letter @ b'A'..=b'O'] => Ok(letter - b'A'),
        _ => Err("a Life Level is a letter from A to O".into()),
    })
}

fn rank(file: Option<Table>) -> Rank {
    let keys = |key: &str| file.as_ref().map(|rank| chosen(rank, key)).unwrap_or_default();
    let (ranked, nobody): (Vec<Key>, Vec<Key>) = (keys("keys"), keys("nobody"));
    let named = file.as_ref().is_some_and(|rank| rank.optional("keys").is_some());
    let usual = vec![Key::Day, Key::Level, Key::Water, Key::Food];
    Rank { keys: if named { ranked } else { usual }, nobody }
}

/// What one who gets out by a day is called, the earliest first.
fn ratings(file: &Table) -> Vec<(u16, String)> {
    let mut ratings: Vec<(u16, String)> = Vec::new();
    for rating in file.list_or_empty("ratings") {
        let Some([day, title]) = rating.parts("[day, \"title\"]") else { continue };
        let (Some(day), Some(title)) = (day.number(DAYS), title.text()) else { continue };
        if ratings.last().is_some_and(|(before, _)| *before >= day) {
            rating.fault(format!("day {day} comes after a later one: say the earliest first"));
        }
        ratings.push((day, title));
    }
    ratings
}

/// How shots are judged; without the table nobody shoots.
fn shooting(file: &Table) -> Shooting {
    let mask = |key| {
        let terrains: Vec<Terrain> = chosen(file, key);
        terrains.into_iter().fold(0, |mask, terrain| mask | terrain.bit())
    };
    let mut rolls = [0; 5];
    for (terrain, faces) in file.optional_table("roll").iter().flat_map(Table::by_word::<Terrain>) {
        for face in faces.numbers(1..=6, 1..=6).unwrap_or_default() {
            rolls[terrain as usize] |= 1 << face;
        }
    }
    Shooting {
        range1_from: mask("range1_from"),
        rolls,
        range: file.optional("range").and_then(|it| it.numbers(0..=20, 0..=6)).unwrap_or_default(),
        line_over: mask("line_over"),
        cover: mask("cover"),
        blind: mask("blind"),
    }
}
