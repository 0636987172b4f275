//! Reading a scenario file: every fault is named with file, line, column, field and reason. The
//! printed scenarios are read like any other (OS-FILE-01), and any charts, roles and switches go
//! together (OS-FILE-04).

mod form;
mod goals;
mod roles;

pub(crate) use form::Heading;
pub(crate) use roles::drawable;

use crate::edition::charts::{self, DirectionsFile, EncountersFile, NeedFile, NeedsFile, RowsFile};
use crate::edition::components::*;
use crate::edition::scenarios::*;
use crate::land::{Edges, Hex, Wilderness};
use form::*;
use std::collections::BTreeMap;
use table::{Edition, Fault, Fit, SetupError, unknown};
use toml::Spanned;

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
            roles: self.file.role.iter().map(|role| role.get_ref().id.clone()).collect(),
        };
        let scenario = check.scenario();
        if check.faults.is_empty() { Ok(scenario) } else { Err(SetupError(check.faults)) }
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
    encounters: Vec<EncounterChart>,
    roles: Vec<String>,
}

type Span = std::ops::Range<usize>;

impl Check<'_> {
    fn fault(&mut self, span: Span, field: impl Into<String>, problem: impl Into<String>) {
        let fault = Fault::field(field, problem).in_file(&self.reading.path);
        self.faults.push(fault.at_byte(&self.reading.text, span.start));
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
            Some(limit) => limit.get_ref().fit::<u16>(),
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
        let roles: Vec<Role> =
            file.role.iter().map(|role| self.role(role.get_ref(), role.span(), &rows)).collect();
        self.cast(&roles);
        let head_start = file.head_start.as_ref().and_then(|head| {
            let role = self.role_named(head.role.get_ref(), head.role.span(), "head_start.role");
            role.map(|role| (role, head.days))
        });
        let markers = file.markers.as_ref().and_then(|markers| self.markers(markers, &roles));
        let contacts: Vec<Contact> =
            file.contact.iter().filter_map(|contact| self.contact(contact)).collect();
        let (wins, win_spans): (Vec<Win>, Vec<Span>) =
            file.win.iter().filter_map(|win| Some((self.win(win)?, win.span()))).unzip();
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
            carry: file.carry.as_ref().map_or((2, 1), |carry| (carry.points, carry.least)),
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
        self.goals(&scenario, &win_spans);
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
        for (row, at, field) in [(&water, water_at, "rows.water"), (&food, food_at, "rows.food")] {
            if row.is_empty() || row.len() > 60 || row.iter().any(|levels| *levels > 15) {
                let problem = "a row has from 1 to 60 triggers of 0 to 15 levels";
                self.fault(at, field, problem);
            }
        }
        Rows { allowances: self.fifteen(&allowances, span, "rows.allowances"), water, food }
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

    fn role_named(&mut self, name: &str, span: Span, field: &str) -> Option<RoleId> {
        let found = self.roles.iter().position(|id| id == name);
        if found.is_none() {
            let roles = self.roles.clone();
            let problem = unknown("role", name, roles.iter().map(String::as_str));
            self.fault(span, field, problem);
        }
        found.map(|index| RoleId(index.fit()))
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

    fn base(&mut self, number: u8, span: Span, field: &str) -> Hex {
        self.board.base(number).unwrap_or_else(|| {
            self.fault(span, field, format!("the map has no base {number}"));
            Hex::default()
        })
    }

    fn place(&mut self, place: &PlaceFile, span: Span, field: &str) -> Hex {
        match (&place.base, &place.hex) {
            (Some(base), None) => self.base(*base, span, field),
            (None, Some(hex)) => self.hex(hex, span, field),
            _ => {
                self.fault(span, field, "name a base or a hex");
                Hex::default()
            }
        }
    }

    fn hex(&mut self, label: &str, span: Span, field: &str) -> Hex {
        self.board.find(label).unwrap_or_else(|| {
            self.fault(span, field, format!("the map has no hex `{label}`"));
            Hex::default()
        })
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
                    let known: Vec<String> =
                        own.keys().chain(self.charts.directions.keys()).cloned().collect();
                    return self.no_chart(name, field, "direction chart", &known);
                };
                let at = if own.contains_key(id) { faces.span() } else { name.span() };
                match charts::six(faces.get_ref()) {
                    Ok(faces) => self.directions.push(Directions { id: id.into(), faces }),
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
                    let known: Vec<String> =
                        own.keys().chain(self.charts.needs.keys()).cloned().collect();
                    return self.no_chart(name, field, "needs chart", &known);
                };
                let chart =
                    Needs { id: id.into(), water: need(&chart.water), food: need(&chart.food) };
                self.needs.push(chart);
                Some(self.needs.len() - 1)
            }
            ChartKind::Encounters => {
                if let Some(known) = self.encounters.iter().position(|chart| chart.id == id) {
                    return Some(known);
                }
                let own = &self.reading.file.encounters;
                let Some(chart) = own.get(id).or(self.charts.encounters.get(id)) else {
                    let known: Vec<String> =
                        own.keys().chain(self.charts.encounters.keys()).cloned().collect();
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
                let columns = <[[Effect; 6]; 3]>::try_from(read).ok()?;
                self.encounters.push(EncounterChart { id: id.into(), columns });
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

fn need(file: &NeedFile) -> Need {
    Need {
        mode: file.mode,
        sources: file.sources.iter().fold(0, |mask, source| mask | source.bit()),
        not_in: file.not_in.iter().fold(0, |mask, terrain| mask | terrain.bit()),
        on_end: file.on_end,
        every: file.every,
        steps: file.steps,
        on_met: file.on_met,
        desert_extra: file.desert_extra,
        words: file.sources.iter().map(|source| source.word()).collect(),
    }
}
