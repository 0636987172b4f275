//! Reading a scenario file: every fault is named with file, line, column, field and reason.

use crate::charts::{self, DirectionsFile, EncountersFile, NeedFile, NeedsFile, RowsFile, Terrain};
use crate::scenario::*;
use crate::wilderness::{Edge, Wilderness};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Edition, Fault, SetupError, unknown};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    id: Spanned<String>,
    name: String,
    #[serde(default, rename = "place")]
    _place: u16,
    #[serde(default, rename = "summary")]
    _summary: String,
    #[serde(default)]
    card: String,
    #[serde(default)]
    win_text: String,
    #[serde(default)]
    hints: Vec<String>,
    pub map: Option<Spanned<String>>,
    pub players: Spanned<Players>,
    pub order: Option<Order>,
    head_start: Option<HeadStart>,
    day_limit: Option<Spanned<i64>>,
    pub end: Option<Timing>,
    #[serde(default)]
    pub switches: Switches,
    #[serde(default)]
    pub locked: Vec<Spanned<String>>,
    role: Vec<Spanned<RoleFile>>,
    #[serde(default)]
    direction: DirectionsFile,
    #[serde(default)]
    needs: BTreeMap<String, NeedsFile>,
    #[serde(default)]
    encounters: EncountersFile,
    #[serde(default)]
    rows: RowsFile,
    markers: Option<Spanned<MarkersFile>>,
    #[serde(default)]
    contact: Vec<Spanned<ContactFile>>,
    shooting: Option<ShootingFile>,
    carry: Option<CarryFile>,
    #[serde(default)]
    win: Vec<Spanned<WinFile>>,
    #[serde(default)]
    rank: RankFile,
    #[serde(default)]
    nobody: String,
    #[serde(default)]
    ratings: Vec<(u16, String)>,
    hidden: Option<Spanned<HiddenFile>>,
    #[serde(default)]
    share_needs: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadStart {
    role: Spanned<String>,
    days: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoleFile {
    id: String,
    name: Option<String>,
    #[serde(default)]
    kind: Kind,
    #[serde(default = "each")]
    side: String,
    #[serde(default)]
    sought: bool,
    players: Option<Spanned<Vec<u8>>>,
    count: Option<Spanned<CountFile>>,
    auto: Option<Auto>,
    start: Option<Spanned<StartFile>>,
    level: Option<Spanned<String>>,
    water: Option<Spanned<u8>>,
    food: Option<Spanned<u8>>,
    found: Option<FoundFile>,
    allowance: Option<Spanned<AllowanceFile>>,
    tracks: Option<bool>,
    direction: Option<Spanned<String>>,
    needs: Option<Spanned<String>>,
    needs_escorting: Option<Spanned<String>>,
    encounters: Option<Spanned<String>>,
    #[serde(default)]
    must_roll: bool,
    #[serde(default)]
    exits: Vec<Edge>,
    #[serde(default)]
    exits_secret: bool,
    #[serde(default)]
    needs_charge: bool,
    #[serde(default)]
    immobile: Immobile,
    quit_level: Option<Spanned<String>>,
    outposts: Option<Spanned<OutpostsFile>>,
    reverse: Option<ReverseFile>,
}

fn each() -> String {
    "each".into()
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Person,
    Animal,
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Immobile {
    #[default]
    Out,
    Stays,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CountFile {
    Number(u8),
    BySeats(Vec<u8>),
    Word(String),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct StartFile {
    base: Option<u8>,
    hex: Option<String>,
    bases: Option<Vec<u8>>,
    choose: Option<Vec<u8>>,
    #[serde(default)]
    distinct: bool,
    order: Option<StartOrder>,
    offset_from: Option<PlaceFile>,
    distance: Option<u16>,
    direction: Option<String>,
    draw: Option<DrawFile>,
}

#[derive(Deserialize, PartialEq, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum StartOrder {
    OrderOfPlay,
    Reversed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawFile {
    columns: (u8, u8),
    rows: (u8, u8),
    #[serde(default)]
    not_on: Vec<charts::Source>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundFile {
    food_after: u8,
    food_most: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowanceFile {
    times: Option<(u8, u8)>,
    row: Option<Vec<u8>>,
    fixed: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OutpostsFile {
    each: Option<u8>,
    total: Option<u8>,
    far_from: Option<PlaceFile>,
    distance: Option<u16>,
    not_columns: Option<(u8, u8)>,
    not_rows: Option<(u8, u8)>,
    bases: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReverseFile {
    start: Option<Spanned<StartFile>>,
    #[serde(default)]
    exits: Vec<Edge>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkersFile {
    role: String,
    turned_by: String,
    #[serde(default)]
    bases: Vec<u8>,
    #[serde(default)]
    hexes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContactFile {
    a: String,
    b: String,
    test: ContactTest,
    result: Meeting,
    #[serde(default = "one")]
    from_day: u16,
}

fn one() -> u16 {
    1
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum ContactTest {
    SameHex,
    Shooting,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ShootingFile {
    #[serde(default)]
    range1_from: Terrains,
    #[serde(default)]
    roll: BTreeMap<Terrain, Spanned<Vec<u8>>>,
    #[serde(default)]
    range: Vec<u8>,
    #[serde(default)]
    line_over: Terrains,
    #[serde(default)]
    cover: Terrains,
    #[serde(default)]
    blind: Terrains,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CarryFile {
    points: u8,
    least: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WinFile {
    when: WhenFile,
    winner: String,
    second: Option<String>,
    timing: Option<Timing>,
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum WhenFile {
    Left(String),
    AllLeft(String),
    Found(String),
    Captured(String),
    Hit(String),
    Out(String),
    AllOut(String),
    LevelAtMost(String, String),
    EscortedOut(u8),
    DayEnd(u16),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RankFile {
    keys: Option<Vec<Key>>,
    #[serde(default)]
    nobody: Vec<Key>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HiddenFile {
    role: String,
    ranges: BTreeMap<Terrain, u8>,
    #[serde(default)]
    tracks_every: u16,
    #[serde(default)]
    tracks_age: u16,
}

/// The charts that come with an edition.
struct Charts {
    directions: DirectionsFile,
    needs: BTreeMap<String, NeedsFile>,
    encounters: EncountersFile,
    rows: RowsFile,
}

impl Charts {
    fn read(edition: &Edition) -> Result<Charts, SetupError> {
        Ok(Charts {
            directions: edition.read("charts/directions.toml")?,
            needs: edition.read("charts/necessities.toml")?,
            encounters: edition.read("charts/encounters.toml")?,
            rows: edition.read("charts/life.toml")?,
        })
    }
}

/// A scenario file, read but not yet checked.
pub(crate) struct Reading {
    pub file: ScenarioFile,
    pub path: String,
    pub text: String,
}

impl Reading {
    /// Reads the file; faults of form are found here.
    pub fn new(edition: &Edition, id: &str) -> Result<Reading, SetupError> {
        let path = edition.find("scenarios", "scenario", id)?;
        let text = edition.text(&path)?.to_string();
        let file = toml::from_str(&text).map_err(|error| Fault::toml(&path, &text, &error))?;
        Ok(Reading { file, path, text })
    }

    /// The scenario on this board; faults of sense are found here, all of them.
    pub fn scenario(
        &self,
        edition: &Edition,
        board: &Wilderness,
        reversed: bool,
    ) -> Result<Scenario, SetupError> {
        let charts = Charts::read(edition)?;
        let mut check = Check {
            reading: self,
            charts,
            board,
            reversed,
            faults: Vec::new(),
            directions: Vec::new(),
            needs: Vec::new(),
            encounters: Vec::new(),
            roles: self
                .file
                .role
                .iter()
                .map(|role| role.get_ref().id.clone())
                .collect(),
        };
        let scenario = check.scenario();
        if check.faults.is_empty() {
            Ok(scenario)
        } else {
            Err(SetupError(check.faults))
        }
    }
}

struct Check<'a> {
    reading: &'a Reading,
    charts: Charts,
    board: &'a Wilderness,
    reversed: bool,
    faults: Vec<Fault>,
    directions: Vec<Directions>,
    needs: Vec<Needs>,
    encounters: Vec<Encounters>,
    roles: Vec<String>,
}

type Span = std::ops::Range<usize>;

impl Check<'_> {
    fn fault(&mut self, span: Span, field: impl Into<String>, problem: impl Into<String>) {
        let fault = Fault::field(field, problem).in_file(&self.reading.path);
        self.faults
            .push(fault.at_byte(&self.reading.text, span.start));
    }

    fn scenario(&mut self) -> Scenario {
        let reading = self.reading;
        let file = &reading.file;
        let day_limit = match &file.day_limit {
            None => {
                let problem = "every scenario needs a day limit from 1 to 200, so that it ends";
                self.fault(0..0, "day_limit", problem);
                1
            }
            Some(limit) if !(1..=200).contains(limit.get_ref()) => {
                self.fault(limit.span(), "day_limit", "must be from 1 to 200");
                1
            }
            Some(limit) => *limit.get_ref() as u16,
        };
        let players = file.players.get_ref();
        if !(1..=4).contains(&players.min) || players.max > 4 || players.min > players.max {
            let problem = "from 1 to 4 players can take part, the fewest first";
            self.fault(file.players.span(), "players", problem);
        }
        if players.solo && players.min > 1 {
            let problem = "a scenario that can be played alone has min = 1";
            self.fault(file.players.span(), "players.solo", problem);
        }
        if format!("scenarios/{}.toml", file.id.get_ref()) != reading.path {
            let problem = format!("must be the name of the file, {}", reading.path);
            self.fault(file.id.span(), "id", problem);
        }
        let rows = self.rows();
        let roles: Vec<Role> = file
            .role
            .iter()
            .map(|role| self.role(role.get_ref(), role.span(), &rows))
            .collect();
        self.cast(&roles);
        let head_start = file.head_start.as_ref().and_then(|head| {
            let role = self.role_named(head.role.get_ref(), head.role.span(), "head_start.role");
            role.map(|role| (role, head.days))
        });
        let markers = file
            .markers
            .as_ref()
            .and_then(|markers| self.markers(markers, &roles));
        let contacts: Vec<Contact> = file
            .contact
            .iter()
            .filter_map(|contact| self.contact(contact))
            .collect();
        let wins: Vec<Win> = file.win.iter().filter_map(|win| self.win(win)).collect();
        let scenario = Scenario {
            id: file.id.get_ref().clone(),
            name: file.name.clone(),
            card: file.card.clone(),
            win_text: file.win_text.clone(),
            hints: file.hints.clone(),
            head_start,
            day_limit,
            rows,
            directions: std::mem::take(&mut self.directions),
            needs: std::mem::take(&mut self.needs),
            encounters: std::mem::take(&mut self.encounters),
            markers,
            contacts,
            shooting: self.shooting(),
            carry: file
                .carry
                .as_ref()
                .map_or((2, 1), |carry| (carry.points, carry.least)),
            wins,
            rank: Rank {
                keys: file
                    .rank
                    .keys
                    .clone()
                    .unwrap_or_else(|| vec![Key::Day, Key::Level, Key::Water, Key::Food]),
                nobody: file.rank.nobody.clone(),
            },
            nobody: match file.nobody.as_str() {
                "" => "Nobody wins.".into(),
                text => text.to_string(),
            },
            ratings: file.ratings.clone(),
            hidden: file.hidden.as_ref().and_then(|hidden| self.hidden(hidden)),
            share_needs: file.share_needs,
            roles,
        };
        self.goals(&scenario);
        scenario
    }

    fn rows(&mut self) -> Rows {
        let text = |own: &Option<Spanned<Vec<u8>>>, house: &Option<Spanned<Vec<u8>>>| {
            let row = own.as_ref().or(house.as_ref());
            let span = own.as_ref().map_or(0..0, Spanned::span);
            (row.map_or_else(Vec::new, |row| row.get_ref().clone()), span)
        };
        let (own, house) = (&self.reading.file.rows, &self.charts.rows);
        let (allowances, span) = text(&own.allowances, &house.allowances);
        let (water, water_at) = text(&own.water, &house.water);
        let (food, food_at) = text(&own.food, &house.food);
        for (row, at, field) in [
            (&water, water_at, "rows.water"),
            (&food, food_at, "rows.food"),
        ] {
            if row.is_empty() || row.len() > 60 || row.iter().any(|levels| *levels > 15) {
                let problem = "a row has from 1 to 60 triggers of 0 to 15 levels";
                self.fault(at, field, problem);
            }
        }
        Rows {
            allowances: self.fifteen(&allowances, span, "rows.allowances"),
            water,
            food,
        }
    }

    fn fifteen(&mut self, row: &[u8], span: Span, field: &str) -> [u8; LEVELS] {
        match <[u8; LEVELS]>::try_from(row) {
            Ok(row) if row.iter().all(|points| *points <= MOST_POINTS) => row,
            _ => {
                let problem = format!("needs 15 allowances, A to O, of at most {MOST_POINTS}");
                self.fault(span, field, problem);
                [0; LEVELS]
            }
        }
    }

    fn role_named(&mut self, name: &str, span: Span, field: &str) -> Option<u8> {
        let found = self.roles.iter().position(|id| id == name);
        if found.is_none() {
            let roles = self.roles.clone();
            let problem = unknown("role", name, roles.iter().map(String::as_str));
            self.fault(span, field, problem);
        }
        found.map(|index| index as u8)
    }

    fn level(&mut self, word: &Spanned<String>, field: &str) -> u8 {
        match word.get_ref().as_bytes() {
            [letter @ b'A'..=b'O'] => letter - b'A',
            _ => {
                self.fault(word.span(), field, "a Life Level is a letter from A to O");
                0
            }
        }
    }

    fn base(&mut self, number: u8, span: Span, field: &str) -> u16 {
        self.board.base(number).unwrap_or_else(|| {
            self.fault(span, field, format!("the map has no base {number}"));
            0
        })
    }

    fn place(&mut self, place: &PlaceFile, span: Span, field: &str) -> u16 {
        match (&place.base, &place.hex) {
            (Some(base), None) => self.base(*base, span, field),
            (None, Some(hex)) => self.hex(hex, span, field),
            _ => {
                self.fault(span, field, "name a base or a hex");
                0
            }
        }
    }

    fn hex(&mut self, label: &str, span: Span, field: &str) -> u16 {
        self.board.find(label).unwrap_or_else(|| {
            self.fault(span, field, format!("the map has no hex `{label}`"));
            0
        })
    }

    fn role(&mut self, file: &RoleFile, span: Span, rows: &Rows) -> Role {
        let field = |name: &str| format!("role.{}.{name}", file.id);
        let seats = self.reading.file.players.get_ref().max;
        let players = match &file.players {
            None => [1, 2, 3, 4],
            Some(list) => by_seats(list.get_ref()).unwrap_or_else(|| {
                let problem = "give the players of the role for 1, 2, 3 and 4 seats";
                self.fault(list.span(), field("players"), problem);
                [0; 4]
            }),
        };
        let count = match file
            .count
            .as_ref()
            .map(|count| (count.get_ref(), count.span()))
        {
            None => Count::BySeats([1; 4]),
            Some((CountFile::Number(number), _)) => Count::BySeats([*number; 4]),
            Some((CountFile::Word(word), _)) if word == "per_player" => Count::PerPlayer,
            Some((CountFile::BySeats(list), _)) if list.len() >= seats as usize => {
                Count::BySeats(by_seats(list).unwrap_or([1; 4]))
            }
            Some((_, span)) => {
                let problem = "say a number, a list by number of players, or \"per_player\"";
                self.fault(span, field("count"), problem);
                Count::PerPlayer
            }
        };
        let reverse = file.reverse.as_ref().filter(|_| self.reversed);
        if self.reversed && file.reverse.is_none() {
            let problem = "this role cannot be reversed: it has no `reverse`";
            self.fault(span.clone(), field("reverse"), problem);
        }
        let start = reverse
            .and_then(|reverse| reverse.start.as_ref())
            .or(file.start.as_ref());
        let begin = match start {
            None => Begin::Nowhere,
            Some(start) => self.begin(start.get_ref(), start.span(), &field("start")),
        };
        let exits = match reverse {
            Some(reverse) if !reverse.exits.is_empty() => &reverse.exits,
            _ => &file.exits,
        };
        let exits = exits.iter().fold(0, |mask, edge| mask | edge.bit());
        let block =
            |check: &mut Self, block: &Option<Spanned<u8>>, row: &[u8], name: &str| match block {
                None => 1,
                Some(block) if (1..=row.len() as u8 + 1).contains(block.get_ref()) => {
                    *block.get_ref()
                }
                Some(block) => {
                    let problem = format!("the row has blocks 1 to {}", row.len() + 1);
                    check.fault(block.span(), field(name), problem);
                    1
                }
            };
        let mut chart = |name: &Option<Spanned<String>>, what: &str, kind: ChartKind| {
            name.as_ref()
                .and_then(|name| self.chart(name, &field(what), kind))
        };
        let direction = chart(&file.direction, "direction", ChartKind::Direction);
        let needs = chart(&file.needs, "needs", ChartKind::Needs);
        let needs_escorting = chart(&file.needs_escorting, "needs_escorting", ChartKind::Needs);
        let encounters = chart(&file.encounters, "encounters", ChartKind::Encounters);
        let moves = players.iter().any(|players| *players > 0) || file.auto.is_some();
        if moves && direction.is_none() && file.direction.is_none() {
            let problem = "a role that moves needs a Direction Ability chart";
            self.fault(span.clone(), field("direction"), problem);
        }
        if moves && file.start.is_none() {
            self.fault(
                span.clone(),
                field("start"),
                "a role that moves needs a start",
            );
        }
        if file.exits_secret && exits.count_ones() < 2 {
            let problem = "a secret edge is one of two or more `exits`";
            self.fault(span.clone(), field("exits_secret"), problem);
        }
        let tracks = file.tracks.unwrap_or(true);
        Role {
            id: file.id.clone(),
            name: file
                .name
                .clone()
                .unwrap_or_else(|| file.id.replace('_', " ")),
            animal: file.kind == Kind::Animal,
            side: Some(file.side.clone()).filter(|side| side != "each"),
            sought: file.sought,
            players,
            count,
            auto: file.auto,
            begin,
            level: file
                .level
                .as_ref()
                .map_or(0, |level| self.level(level, &field("level"))),
            water: block(self, &file.water, &rows.water, "water"),
            food: block(self, &file.food, &rows.food, "food"),
            found: file.found.as_ref().map(|found| {
                (
                    found.food_after,
                    found.food_most.clamp(1, rows.food.len() as u8 + 1),
                )
            }),
            allowances: self.allowances(file, rows, &field("allowance")),
            tracks,
            direction,
            needs: needs.filter(|_| tracks),
            needs_escorting,
            encounters: encounters.filter(|_| tracks && file.kind == Kind::Person),
            must_roll: file.must_roll,
            exits,
            exits_secret: if file.exits_secret { exits } else { 0 },
            needs_charge: file.needs_charge,
            immobile_out: file.immobile == Immobile::Out,
            quit_level: file
                .quit_level
                .as_ref()
                .map(|level| self.level(level, &field("quit_level"))),
            outposts: file.outposts.as_ref().map(|outposts| {
                self.outposts(outposts.get_ref(), outposts.span(), &field("outposts"))
            }),
        }
    }

    fn allowances(&mut self, file: &RoleFile, rows: &Rows, field: &str) -> [u8; LEVELS] {
        let Some(allowance) = &file.allowance else {
            return rows.allowances;
        };
        match (allowance.get_ref(), allowance.span()) {
            (
                AllowanceFile {
                    times: Some((n, d @ 1..)),
                    row: None,
                    fixed: None,
                },
                span,
            ) => {
                let times = rows
                    .allowances
                    .map(|points| (points as u16 * *n as u16).div_ceil(*d as u16).min(255) as u8);
                self.fifteen(&times, span, field)
            }
            (
                AllowanceFile {
                    times: None,
                    row: Some(row),
                    fixed: None,
                },
                span,
            ) => self.fifteen(row, span, field),
            (
                AllowanceFile {
                    times: None,
                    row: None,
                    fixed: Some(points),
                },
                span,
            ) => self.fifteen(&[*points; LEVELS], span, field),
            (_, span) => {
                let problem = "say times = [2, 1], a row of 15 allowances, or fixed = 6";
                self.fault(span, field, problem);
                rows.allowances
            }
        }
    }

    fn begin(&mut self, file: &StartFile, span: Span, field: &str) -> Begin {
        let ways = [
            file.base.is_some(),
            file.hex.is_some(),
            file.bases.is_some(),
            file.choose.is_some(),
            file.offset_from.is_some(),
            file.draw.is_some(),
        ];
        if ways.iter().filter(|way| **way).count() != 1 {
            let problem = "say exactly one of base, hex, bases, choose, offset_from and draw";
            self.fault(span, field, problem);
            return Begin::Nowhere;
        }
        if let Some(base) = file.base {
            return Begin::At(self.base(base, span, field));
        }
        if let Some(hex) = &file.hex {
            return Begin::At(self.hex(hex, span, field));
        }
        if let Some(bases) = &file.bases {
            let places = bases
                .iter()
                .map(|base| self.base(*base, span.clone(), field));
            return Begin::Each(places.collect());
        }
        if let Some(bases) = &file.choose {
            for base in bases {
                self.base(*base, span.clone(), field);
            }
            if bases.len() < 4 {
                self.fault(span, field, "offer at least four bases to choose from");
            }
            return Begin::Choose {
                bases: bases.clone(),
                distinct: file.distinct,
                reversed: file.order == Some(StartOrder::Reversed),
            };
        }
        if let Some(place) = &file.offset_from {
            let side = match file.direction.as_deref() {
                Some("rolled") => None,
                Some(word) => match terrain::Side::parse(word, terrain::Top::Flat) {
                    Some(side) => Some(side.0),
                    None => {
                        let problem = "the direction is \"rolled\" or one of N NE SE S SW NW";
                        self.fault(span.clone(), field, problem);
                        None
                    }
                },
                None => None,
            };
            return Begin::Offset {
                from: self.place(place, span, field),
                distance: file.distance.unwrap_or(0),
                side,
            };
        }
        if let Some(draw) = &file.draw {
            let not_on = draw
                .not_on
                .iter()
                .fold(0, |mask, source| mask | source.bit());
            let begin = Begin::Draw {
                columns: draw.columns,
                rows: draw.rows,
                not_on,
            };
            if !self
                .board
                .map
                .grid
                .cells()
                .any(|cell| drawable(self.board, &begin, cell.0 as u16))
            {
                self.fault(span, field, "no hex of the map can be drawn");
            }
            return begin;
        }
        Begin::Nowhere
    }

    fn outposts(&mut self, file: &OutpostsFile, span: Span, field: &str) -> Outposts {
        if let Some(bases) = &file.bases {
            let places = bases
                .iter()
                .map(|base| self.base(*base, span.clone(), field));
            return Outposts::Fixed(places.collect());
        }
        let (count, for_each) = match (file.each, file.total) {
            (Some(each @ 1..=2), None) => (each, true),
            (None, Some(total @ 1..=8)) => (total, false),
            _ => {
                let problem = "say each = 1 or 2, total = 1 to 8, or bases = [...]";
                self.fault(span.clone(), field, problem);
                (1, false)
            }
        };
        let far_from = file
            .far_from
            .as_ref()
            .map(|place| (self.place(place, span, field), file.distance.unwrap_or(0)));
        Outposts::Placed {
            count,
            for_each,
            far_from,
            not_columns: file.not_columns,
            not_rows: file.not_rows,
        }
    }

    fn chart(&mut self, name: &Spanned<String>, field: &str, kind: ChartKind) -> Option<usize> {
        let id = name.get_ref().as_str();
        match kind {
            ChartKind::Direction => {
                if let Some(known) = self.directions.iter().position(|chart| chart.id == id) {
                    return Some(known);
                }
                let own = &self.reading.file.direction;
                let Some(faces) = own.get(id).or(self.charts.directions.get(id)) else {
                    let known: Vec<String> = own
                        .keys()
                        .chain(self.charts.directions.keys())
                        .cloned()
                        .collect();
                    return self.no_chart(name, field, "direction chart", &known);
                };
                let at = if own.contains_key(id) {
                    faces.span()
                } else {
                    name.span()
                };
                match charts::six(faces.get_ref()) {
                    Ok(faces) => self.directions.push(Directions {
                        id: id.into(),
                        faces,
                    }),
                    Err(problem) => {
                        self.fault(at, format!("direction.{id}"), problem);
                        return None;
                    }
                }
                Some(self.directions.len() - 1)
            }
            ChartKind::Needs => {
                if let Some(known) = self.needs.iter().position(|chart| chart.id == id) {
                    return Some(known);
                }
                let own = &self.reading.file.needs;
                let Some(chart) = own.get(id).or(self.charts.needs.get(id)) else {
                    let known: Vec<String> = own
                        .keys()
                        .chain(self.charts.needs.keys())
                        .cloned()
                        .collect();
                    return self.no_chart(name, field, "needs chart", &known);
                };
                let chart = Needs {
                    id: id.into(),
                    water: need(&chart.water),
                    food: need(&chart.food),
                };
                self.needs.push(chart);
                Some(self.needs.len() - 1)
            }
            ChartKind::Encounters => {
                if let Some(known) = self.encounters.iter().position(|chart| chart.id == id) {
                    return Some(known);
                }
                let own = &self.reading.file.encounters;
                let Some(chart) = own.get(id).or(self.charts.encounters.get(id)) else {
                    let known: Vec<String> = own
                        .keys()
                        .chain(self.charts.encounters.keys())
                        .cloned()
                        .collect();
                    return self.no_chart(name, field, "encounters chart", &known);
                };
                let in_file = own.contains_key(id);
                let columns = [
                    ("natural", chart.natural.clone()),
                    ("animal", chart.animal.clone()),
                    ("personal", chart.personal.clone()),
                ];
                let mut read = Vec::new();
                for (column, faces) in columns {
                    match charts::six(faces.get_ref()) {
                        Ok(six) => read.push(six),
                        Err(problem) => {
                            let at = if in_file { faces.span() } else { name.span() };
                            self.fault(at, format!("encounters.{id}.{column}"), problem);
                        }
                    }
                }
                let columns = <[[charts::Effect; 6]; 3]>::try_from(read).ok()?;
                self.encounters.push(Encounters {
                    id: id.into(),
                    columns,
                });
                Some(self.encounters.len() - 1)
            }
        }
    }

    fn no_chart(
        &mut self,
        name: &Spanned<String>,
        field: &str,
        what: &str,
        known: &[String],
    ) -> Option<usize> {
        let problem = unknown(what, name.get_ref(), known.iter().map(String::as_str));
        self.fault(name.span(), field, problem);
        None
    }
}

#[derive(Clone, Copy)]
enum ChartKind {
    Direction,
    Needs,
    Encounters,
}

fn by_seats(list: &[u8]) -> Option<[u8; 4]> {
    let last = *list.last()?;
    let mut counts = [last; 4];
    counts
        .iter_mut()
        .zip(list)
        .for_each(|(count, given)| *count = *given);
    (list.len() <= 4).then_some(counts)
}

fn need(file: &NeedFile) -> Need {
    Need {
        mode: file.mode,
        sources: file
            .sources
            .iter()
            .fold(0, |mask, source| mask | source.bit()),
        not_in: file
            .not_in
            .iter()
            .fold(0, |mask, terrain| mask | terrain.bit()),
        on_end: file.on_end,
        every: file.every,
        steps: file.steps,
        on_met: file.on_met,
        desert_extra: file.desert_extra,
        words: file.sources.iter().map(|source| source.word()).collect(),
    }
}

/// Whether a start that is drawn may fall on this hex.
pub(crate) fn drawable(board: &Wilderness, begin: &Begin, cell: u16) -> bool {
    let Begin::Draw {
        columns,
        rows,
        not_on,
    } = begin
    else {
        return false;
    };
    let (column, row) = board.place(cell);
    (columns.0..=columns.1).contains(&column)
        && (rows.0..=rows.1).contains(&row)
        && board.offers(cell) & not_on == 0
}

mod goals;
