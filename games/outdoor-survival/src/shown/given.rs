//! The `[given]` part of a rule case: a position, sparse. `cases/README.md` tells what may stand
//! there.

use crate::edition::components::{LEVELS, Terrain};
use crate::edition::open_with;
use crate::land::Edge;
use crate::position::{Fate, Marker, Number, Outpost, Person, Phase, Position, Who};
use crate::rules::Play;
use crate::{OutdoorSurvival, Outfit};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Dice, Edition, Fault, Log, Seat, Seed, Setup, SetupError};
use terrain::{Cell, Course, Fit, Grid, Labels, Lower, Map, Side, SideMark, Top};

/// A position, sparse: what is not said is as the scenario starts, with the seats in order.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Given {
    map: String,
    terrain: BTreeMap<String, Terrain>,
    river: Vec<String>,
    ford: Vec<String>,
    basin: Vec<String>,
    food: Vec<String>,
    trail: BTreeMap<String, String>,
    base: BTreeMap<String, String>,
    side: BTreeMap<String, String>,
    day: Option<u16>,
    turn: Option<u8>,
    order: Vec<u16>,
    set_up: bool,
    person: BTreeMap<String, GivenPerson>,
    markers: BTreeMap<String, String>,
    outposts: Vec<GivenOutpost>,
    border: Option<Edge>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct GivenPerson {
    hex: Option<String>,
    level: Option<String>,
    peak: Option<String>,
    water: Option<u8>,
    food: Option<u8>,
    rate: Option<bool>,
    stay_days: Option<u8>,
    status: Option<Fate>,
    escorted_by: Option<u8>,
    edges: Vec<Edge>,
    ended: Option<u16>,
    far: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenOutpost {
    hex: String,
    person: u8,
}

fn wrong(field: impl Into<String>, problem: impl Into<String>) -> SetupError {
    Fault::field(format!("given.{}", field.into()), problem).into()
}

/// The hex of this name.
fn named(map: &Map, field: &str, label: &str) -> Result<Cell, SetupError> {
    let cell = map.grid.find(label);
    cell.ok_or_else(|| wrong(field, format!("the map has no hex `{label}`")))
}

/// A course of this kind, out of the middle of a hex through one of its sides.
fn lay(map: &mut Map, kind: &str, cell: Cell, side: Side) {
    let course = match map.grid.neighbour(cell, side) {
        Some(next) => Course { cells: vec![(cell, false), (next, true)], ..Course::default() },
        None => Course { cells: vec![(cell, false)], to_edge: Some(side), ..Course::default() },
    };
    map.courses.entry(kind.into()).or_default().push(course);
}

/// The person of this number, if there is one.
fn person_of(set: &Outfit, number: u8) -> Option<Who> {
    set.everyone().find(|who| who.number() == Number(number))
}

impl Given {
    /// The game and the position that it describes.
    pub(crate) fn arrange(
        &self,
        edition: &Edition,
        setup: &Setup,
        dice: &mut Dice,
    ) -> Result<(OutdoorSurvival, Position), SetupError> {
        let game = open_with(edition, setup, |map| self.change(map))?;
        let set = &game.0;
        // What the dice decide at the start is given or does not matter: these dice are not the
        // case's.
        let mut start = Dice::seeded(Seed::from_number(0));
        let mut p = crate::rules::start(set, &mut start, &mut Log::quiet());
        let seats = usize::from(setup.seats);
        p.order = [0, 1, 2, 3].map(Seat);
        for (place, seat) in self.order.iter().enumerate().take(seats) {
            let known = seat.checked_sub(1).filter(|seat| *seat < setup.seats).map(Seat);
            p.order[place] =
                known.ok_or_else(|| wrong("order", format!("there is no seat {seat}")))?;
        }
        set.seat_persons(&mut p);
        self.place_markers(set, &mut p)?;
        self.place_persons(set, &mut p)?;
        self.place_outposts(set, &mut p)?;
        if let Some(edge) = self.border {
            p.border = Some(edge);
        }
        if !self.set_up {
            self.skip_set_up(set, &mut p);
        } else {
            p.phase = Phase::SetUp(0);
            p.day = 0;
        }
        for person in set.everyone() {
            let mut quiet = Log::quiet();
            Play { set, p: &mut p, dice: &mut start, log: &mut quiet }.know_hidden(person);
        }
        let mut log = Log::quiet();
        Play { set, p: &mut p, dice, log: &mut log }.run();
        Ok((game, p))
    }

    /// The day begins with the person whose turn it is.
    fn skip_set_up(&self, set: &Outfit, p: &mut Position) {
        p.day = self.day.unwrap_or(1);
        p.acted = 0;
        if let Some(turn) = self.turn {
            for person in
                p.sequence[..set.cast.len()].iter().take_while(|who| who.number() != Number(turn))
            {
                p.acted |= person.bit();
            }
        }
        for person in &mut p.persons.0 {
            if person.fate == Fate::Active {
                person.ended = 0;
            }
        }
        p.phase = Phase::NextPerson;
        if self.day.is_some() && self.turn.is_none() {
            p.day -= 1;
            p.phase = Phase::Dawn;
        }
    }

    fn change(&self, mut map: Map) -> Result<Map, SetupError> {
        if self.map == "blank" {
            let bases = map.numbered;
            let grid = Grid::rectangle(Top::Flat, Lower::Even, Labels::ColumnRow, 43, 34);
            let legend =
                Terrain::ALL.map(|t| (t.word().chars().next().unwrap_or('?'), t.word().into()));
            map = Map::new("Blank", grid, legend.to_vec(), |_| 0);
            map.numbered = bases;
        } else if !["", "scenario"].contains(&self.map.as_str()) {
            return Err(wrong("map", "say blank or scenario"));
        }
        for (label, terrain) in &self.terrain {
            let cell = named(&map, "terrain", label)?;
            let word = terrain.word();
            let place = map.legend.iter().position(|(_, name)| name == word);
            map.terrain[cell.index()] =
                place.ok_or_else(|| wrong("terrain", format!("the map has no {word}")))?.fit();
        }
        self.lay_rivers(&mut map)?;
        let features = [("ford", &self.ford), ("basin", &self.basin), ("food", &self.food)];
        for (name, labels) in features {
            for label in labels {
                let cell = named(&map, name, label)?;
                map.features.entry(name.into()).or_default().push(cell);
            }
        }
        self.lay_trails(&mut map)?;
        for (number, label) in &self.base {
            let cell = named(&map, "base", label)?;
            let number: u32 = number.parse().map_err(|_| wrong("base", "bases have numbers"))?;
            map.numbered.entry("base".into()).or_default().insert(number, cell);
        }
        for (place, word) in &self.side {
            let mut parts = place.split_whitespace();
            let label = parts.next().unwrap_or_default();
            let side = parts.next().and_then(|side| Side::parse(side, Top::Flat));
            let side =
                side.ok_or_else(|| wrong("side", "write a hex and a side, such as \"2019 N\""))?;
            let cell: Cell = named(&map, "side", label)?;
            map.sides.push(SideMark { cell, side, word: word.clone() });
        }
        Ok(map)
    }

    /// A river runs to those of its neighbours that are given as river too.
    fn lay_rivers(&self, map: &mut Map) -> Result<(), SetupError> {
        let cells: Result<Vec<Cell>, SetupError> =
            self.river.iter().map(|label| named(map, "river", label)).collect();
        let cells = cells?;
        for cell in &cells {
            let runs = |side: &Side| {
                map.grid.neighbour(*cell, *side).is_some_and(|next| cells.contains(&next))
            };
            let sides: Vec<Side> = Side::ALL.into_iter().filter(runs).collect();
            let course = Course { cells: vec![(*cell, false)], ..Course::default() };
            map.courses.entry("river".into()).or_default().push(course);
            sides.into_iter().for_each(|side| lay(map, "river", *cell, side));
        }
        Ok(())
    }

    fn lay_trails(&self, map: &mut Map) -> Result<(), SetupError> {
        for (label, sides) in &self.trail {
            let cell = named(map, "trail", label)?;
            for side in sides.split_whitespace() {
                let side = Side::parse(side, Top::Flat)
                    .ok_or_else(|| wrong("trail", format!("`{side}` is no side")))?;
                lay(map, "trail", cell, side);
            }
        }
        Ok(())
    }

    fn place_persons(&self, set: &Outfit, p: &mut Position) -> Result<(), SetupError> {
        for (number, given) in &self.person {
            let who = number.parse().ok().and_then(|number| person_of(set, number));
            let who = who.ok_or_else(|| wrong("person", format!("there is no person {number}")))?;
            let find = |label: &String| {
                set.board
                    .find(label)
                    .ok_or_else(|| wrong("person", format!("the map has no hex `{label}`")))
            };
            let level = |word: &String| match word.as_bytes() {
                [letter @ b'A'..=b'O'] => Ok(letter - b'A'),
                _ => Err(wrong("person", "a Life Level is a letter from A to O")),
            };
            let rows = &set.scenario.rows;
            let block =
                |block: u8, row: &[u8]| match (1..=row.len().fit::<u8>() + 1).contains(&block) {
                    true => Ok(block),
                    false => Err(wrong("person", format!("{block} is no block of its row"))),
                };
            let person = &mut p.persons[who];
            if let Some(label) = &given.hex {
                person.at = find(label)?;
                person.far = set.board.place(person.at);
            }
            if let Some(label) = &given.far {
                person.far = set.board.place(find(label)?);
            }
            if let Some(word) = &given.level {
                person.level = level(word)?;
            }
            if let Some(word) = &given.peak {
                person.peak = level(word)?.min(LEVELS.fit::<u8>() - 1);
            }
            if let Some(water) = given.water {
                person.water = block(water, &rows.water)?;
            }
            if let Some(food) = given.food {
                person.food = block(food, &rows.food)?;
            }
            person.rate = given.rate.unwrap_or(person.rate);
            person.stay_days = given.stay_days;
            person.fate = given.status.unwrap_or(person.fate);
            if let Some(by) = given.escorted_by {
                let by = person_of(set, by);
                let by = by.ok_or_else(|| wrong("person", "escorted by nobody there is"))?;
                person.escort = Some(by);
                person.fate = given.status.unwrap_or(Fate::Escorted);
            }
            person.edges = given.edges.iter().copied().collect();
            person.ended = given.ended.unwrap_or(0);
        }
        for who in set.everyone() {
            let Person { fate, escort, .. } = p.persons[who];
            if let Some(escort) = escort.filter(|_| fate == Fate::Escorted) {
                p.persons[who].at = p.persons[escort].at;
            }
        }
        Ok(())
    }

    /// Markers as given, face down; without any, missing persons lie under the first.
    fn place_markers(&self, set: &Outfit, p: &mut Position) -> Result<(), SetupError> {
        let Some(markers) = &set.scenario.markers else {
            return match self.markers.is_empty() {
                true => Ok(()),
                false => Err(wrong("markers", "this scenario has no markers")),
            };
        };
        let persons = set.cast.iter().filter(|role| **role == markers.role).count();
        for (place, marker) in p.markers[..usize::from(p.marker_count)].iter_mut().enumerate() {
            marker.person = place < persons;
        }
        if self.markers.is_empty() {
            return Ok(());
        }
        if self.markers.len() > p.markers.len() {
            return Err(wrong("markers", "too many markers"));
        }
        for (slot, (label, face)) in p.markers.iter_mut().zip(&self.markers) {
            let at = set.board.find(label);
            let at = at.ok_or_else(|| wrong("markers", format!("the map has no hex `{label}`")))?;
            let person = match face.as_str() {
                "missing" => true,
                "blank" => false,
                _ => return Err(wrong("markers", "a marker is missing or blank")),
            };
            *slot = Marker { at, person, turned: false };
        }
        p.marker_count = self.markers.len().fit::<u8>();
        Ok(())
    }

    fn place_outposts(&self, set: &Outfit, p: &mut Position) -> Result<(), SetupError> {
        for outpost in &self.outposts {
            let at = set.board.find(&outpost.hex);
            let at = at.ok_or_else(|| {
                wrong("outposts", format!("the map has no hex `{}`", outpost.hex))
            })?;
            let person = person_of(set, outpost.person);
            let person = person.ok_or_else(|| wrong("outposts", "there is no such person"))?;
            let slot = p.outposts.get_mut(usize::from(p.outpost_count));
            let slot = slot.ok_or_else(|| wrong("outposts", "too many outposts"))?;
            *slot = Outpost { at, side: set.team(person) };
            p.outpost_count += 1;
        }
        Ok(())
    }
}
