//! Casting a scenario: light, order of deployment, pieces, and what they are worth.

use super::charts::Book;
use super::check::{Drawn, Route};
use super::components::Sheet;
use super::layout::{Layout, floor, inches, point, rectangle};
use super::muster::{Muster, Roster};
use super::options::Options;
use super::scenarios::{Fixture, Light, Scenario, Score, Spot, Worth, Zone};
use crate::geometry::feature::LineKind;
use crate::geometry::point::{COMPASS, INCH, Mils, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::tabletop::Tabletop;
use crate::position::{FOOT, HORSE, Side};
use std::ops::RangeInclusive;
use table::Fit;
use table::reading::{Ids, Reading, Rolls, Table, Value};

/// The turns of a game.
const TURNS: RangeInclusive<u8> = 1..=20;

/// The most figures that can play, strays among them: a set of figures is a word.
const MOST_PLAYERS: usize = 60;

/// How sides deploy.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deploying {
    AtOnce,
    InOrder,
}

table::words! { Deploying is "way to set up": AtOnce = "simultaneous", InOrder = "in order" }

/// What can stand on the table at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PieceKind {
    Crate,
    Search,
    Horse,
    PackHorse,
    Stray,
    Lamp,
    Bonfire,
    Machine,
    Sentry,
}

table::words! {
    PieceKind is "kind of piece":
    Crate = "crate", Search = "search", Horse = "horse", PackHorse = "pack horse", Stray = "stray",
    Lamp = "lamp", Bonfire = "bonfire", Machine = "machine", Sentry = "sentry",
}

/// A scenario file being read.
pub(super) struct Cast<'a> {
    pub(super) reading: &'a Reading,
    pub(super) book: &'a Book,
    pub(super) options: &'a Options,
    pub(super) file: &'a Table,
}

impl Cast<'_> {
    /// Reads everything in the file for so many sides; nothing if it is too wrong to be put together.
    pub(super) fn read(&self, seats: &[u16], count: u16) -> Option<(Tabletop, Scenario, Drawn)> {
        let file = self.file;
        let layout = Layout::read(file, &self.book.structures);
        let (zones, zone_ids) = zones(file);
        let turns = file.number("turns", TURNS);
        let light = light(file, turns);
        let deploying = file.choice::<Deploying>("setup");
        let muster = Muster {
            reading: self.reading,
            book: self.book,
            options: self.options,
            zones: &zone_ids,
            layout: &layout,
            turns,
        };
        let roster = muster.read(file, seats, count);
        let mut drawn = Drawn::read(file, &zone_ids);
        let Some(roster) = roster else {
            file.leave_rest();
            return None;
        };
        let order = order(file, &roster);
        let hostile = hostile(file, &roster);
        let cast = roster.sheets.len().fit::<u8>();
        let mut scenario = Scenario {
            name: file.text("name"),
            turns,
            light: light.unwrap_or_default(),
            simultaneous: deploying == Some(Deploying::AtOnce),
            order,
            hostile,
            zones,
            cast,
            strays: Vec::new(),
            crates: Vec::new(),
            horses: Vec::new(),
            searches: Vec::new(),
            medicines: file.number_or("medicines", 0..=99, 0),
            lamps: Vec::new(),
            bonfires: Vec::new(),
            machines: Vec::new(),
            spots: Vec::new(),
            secure: None,
            scores: Vec::new(),
            alarm: roster.sides.iter().any(|side| side.unalerted),
            sides: roster.sides.clone(),
            sheets: roster.sheets.clone(),
        };
        let pieces = self.pieces(&roster, &mut scenario);
        self.strays(&mut scenario);
        if usize::from(scenario.medicines) > scenario.searches.len() {
            file.fault("medicines", "there are fewer search points than medicines");
        }
        if scenario.sheets.len() > MOST_PLAYERS {
            file.fault("side", format!("at most {MOST_PLAYERS} figures can play"));
        }
        drawn.find_routes(file, &zone_ids, &pieces.ids);
        let areas = (0..).map_while(|area| layout.area_ids.place(area).cloned());
        drawn.areas = areas.collect();
        let buildings: Vec<String> = layout.building_ids.names().map(str::to_string).collect();
        let table = file.sound().then(|| layout.lay(self.options.door_action));
        let of = Of { zones: &zone_ids, buildings: &buildings, table: table.as_ref() };
        scores(file, &roster, &of, &mut scenario);
        let table = table?;
        pieces.stand(&table);
        Some((table, scenario, drawn))
    }

    /// Crates, search points, horses, strays, lamps and so on.
    fn pieces(&self, roster: &Roster, scenario: &mut Scenario) -> Pieces {
        let mut pieces = Pieces { ids: Ids::of("piece"), bases: Vec::new() };
        for row in self.file.tables_or_empty("piece") {
            let id = pieces.ids.add(&row.value("id"));
            let (kind, at, level) = (row.choice("kind"), point(&row.value("at")), floor(&row));
            let (Some(kind), Some(at)) = (kind, at) else {
                row.leave_rest();
                continue;
            };
            let target = |row: &Table| row.number_or("target", 2..=6, 4);
            let length = |key: &str, default: Mils| {
                row.optional(key).and_then(|value| inches(&value)).unwrap_or(default)
            };
            let fixture = |radius, turns, target| Fixture {
                id: id.clone(),
                at,
                level,
                radius,
                turns,
                target,
            };
            let mut radius = FOOT;
            match kind {
                PieceKind::Crate => scenario.crates.push((id.clone().into(), at, level)),
                PieceKind::Search => scenario.searches.push(fixture(0, 0, target(&row))),
                PieceKind::Machine => scenario.machines.push(fixture(0, 0, target(&row))),
                PieceKind::Horse | PieceKind::PackHorse => {
                    radius = HORSE;
                    let pack = kind == PieceKind::PackHorse;
                    scenario.horses.push((id.clone().into(), at, pack));
                }
                PieceKind::Stray => scenario.strays.push((id.clone().into(), at, level)),
                PieceKind::Lamp => {
                    scenario.lamps.push(fixture(length("radius", 4 * INCH), 0, 0));
                }
                PieceKind::Bonfire => {
                    let turns = row.number_or("turns", TURNS, 3);
                    scenario.bonfires.push(fixture(length("radius", 2500), turns, 0));
                }
                PieceKind::Sentry => {
                    let facing = match row.optional("face") {
                        Some(face) => face.known("compass point", COMPASS.map(|(name, _)| name)),
                        None => Some(0),
                    };
                    let side = roster.ids.find(&row.value("side"));
                    let side = side.and_then(|side| roster.ids.names().nth(side));
                    let side = side.and_then(|letter| roster.playing(letter)).map(Side::new);
                    if let (Some(side), Some(facing)) = (side, facing) {
                        let facing = COMPASS[facing].1;
                        scenario.spots.push(Spot { side, at, level, facing });
                    }
                }
            }
            pieces.bases.push(Base { row, id, at, level, radius });
        }
        pieces
    }

    /// The archetypes of strays, shuffled in secret: one for every stray on the table.
    fn strays(&self, scenario: &mut Scenario) {
        let names = self.file.list_or_empty("strays");
        for name in &names {
            let Some(sheet) = self.book.archetype(name) else { continue };
            let number = scenario.sheets.len() - usize::from(scenario.cast) + 1;
            scenario.sheets.push(Sheet {
                id: format!("N{number}").into(),
                name: format!("a stray {}", sheet.archetype),
                ..sheet.clone()
            });
        }
        if scenario.strays.len() != names.len() {
            self.file.fault("strays", "name one archetype for every stray on the table");
        }
    }
}

/// Where a piece stands.
struct Base {
    row: Table,
    id: String,
    at: Point,
    level: i8,
    radius: Mils,
}

/// The pieces of a file.
struct Pieces {
    ids: Ids,
    bases: Vec<Base>,
}

impl Pieces {
    /// Every piece stands where a base can stand. Map checks M4 and M10
    fn stand(&self, table: &Tabletop) {
        let works = table.fresh();
        for base in &self.bases {
            if let Some(barrier) = table.bars_rest(&works, base.level, base.at, base.radius) {
                let (id, barrier) = (&base.id, table.name(barrier));
                base.row.fault("at", format!("{id} cannot stand there: {barrier}"));
            }
        }
    }
}

fn zones(file: &Table) -> (Vec<Zone>, Ids) {
    let mut ids = Ids::of("zone");
    let zone = |row: &Table| {
        let id = ids.add(&row.value("id"));
        let nowhere = Bounds { low: Point::default(), high: Point::default() };
        Zone { id: id.into(), bounds: rectangle(&row.value("rect")).unwrap_or(nowhere) }
    };
    (file.tables_or_empty("zone").iter().map(zone).collect(), ids)
}

/// Light of every turn: `["day 1-4", "dusk 5-7"]`, or a single word for all turns.
fn light(file: &Table, turns: u8) -> Option<Vec<Light>> {
    let mut lights = Rolls::new("turn", 1..=u32::from(turns));
    let light = file.value("light");
    for entry in light.items()? {
        match entry.pieces(&[' ']).as_slice() {
            [word] => {
                let all = 1..=u32::from(turns);
                lights.put_known(&entry, all, word.choice().unwrap_or(Light::Day));
            }
            [word, span] => lights.put(span, word.choice().unwrap_or(Light::Day)),
            _ => entry.refuse("day, dusk or night and turns, such as `night 8-10`"),
        }
    }
    if file.sound_field("turns") { lights.complete(light.place()) } else { None }
}

/// The order in which sides deploy; as they stand in the file if it is left out.
fn order(file: &Table, roster: &Roster) -> Vec<Side> {
    let named = file.list_or_empty("order");
    if named.is_empty() {
        return (0..roster.sides.len()).map(Side::new).collect();
    }
    let letters = named.iter().filter_map(|value| roster.ids.find(value));
    let letters: Vec<&str> = letters.filter_map(|side| roster.ids.names().nth(side)).collect();
    let order: Vec<Side> =
        letters.iter().filter_map(|letter| roster.playing(letter)).map(Side::new).collect();
    let distinct = (1..letters.len()).all(|place| !letters[..place].contains(&letters[place]));
    if file.sound_field("order") && (order.len() != roster.sides.len() || !distinct) {
        file.fault("order", "the order of deployment names every side once");
    }
    order
}

/// Who is hostile to whom: all but those who keep peace. SV-GEN-09
fn hostile(file: &Table, roster: &Roster) -> [u8; 4] {
    let mut hostile = [0xffu8; 4];
    for row in file.tables_or_empty("peace") {
        let Some([a, b]) = row.value("between").parts("[side, side]") else { continue };
        let place = |value: &Value| {
            let side = roster.ids.find(value)?;
            roster.playing(roster.ids.names().nth(side)?)
        };
        if let (Some(a), Some(b)) = (place(&a), place(&b)) {
            hostile[a] &= !Side::new(b).bit();
            hostile[b] &= !Side::new(a).bit();
        }
    }
    hostile
}

/// What a score can be of.
struct Of<'a> {
    zones: &'a Ids,
    buildings: &'a [String],
    table: Option<&'a Tabletop>,
}

impl Of<'_> {
    fn zone(&self, row: &Table) -> Option<u8> {
        self.zones.find(&row.value("of")).map(|zone| zone.fit())
    }

    fn building(&self, row: &Table) -> Option<u8> {
        let names = self.buildings.iter().map(String::as_str);
        row.value("of").known("building", names).map(|building| building.fit())
    }

    fn door(&self, row: &Table) -> Option<u16> {
        let value = row.value("of");
        let id = value.text()?;
        let table = self.table?;
        let line = table.line(&id);
        if line.is_none() {
            let doors = table.lines.iter().filter(|line| line.kind == LineKind::Door);
            value.fault(table::unknown("door", &id, doors.map(|line| &*line.id)));
        }
        line.map(|line| line.fit())
    }
}

/// What brings victory points beside casualties and prisoners.
fn scores(file: &Table, roster: &Roster, of: &Of<'_>, scenario: &mut Scenario) {
    for row in file.tables_or_empty("score") {
        let (heading, points) = (row.choice::<Worth>("for"), row.number("points", -99..=99));
        let value = row.value("side");
        let each = value.text().as_deref() == Some("each");
        let side = if each { None } else { roster.ids.find(&value) };
        let Some(heading) = heading else {
            row.leave_rest();
            continue;
        };
        let worth = worth(heading, &row, of);
        if let Some(Worth::CrateSecured | Worth::HorseSecured) = worth {
            scenario.secure = of.zone(&row);
        }
        let letter = side.and_then(|side| roster.ids.names().nth(side));
        let side = letter.and_then(|letter| roster.playing(letter)).map(Side::new);
        if let Some(worth) = worth.filter(|_| each || side.is_some()) {
            scenario.scores.push(Score { side, worth, points });
        }
    }
}

/// What a row counts: its heading, with the building, door or zone that it must name.
fn worth(heading: Worth, row: &Table, of: &Of<'_>) -> Option<Worth> {
    Some(match heading {
        Worth::CrateSecured | Worth::HorseSecured => of.zone(row).map(|_| heading)?,
        Worth::BuildingCleared(_) => Worth::BuildingCleared(of.building(row)?),
        Worth::CrateOutside(_) => Worth::CrateOutside(of.building(row)?),
        Worth::CrateInside(_) => Worth::CrateInside(of.building(row)?),
        Worth::DoorHeld(_) => Worth::DoorHeld(of.door(row)?),
        Worth::BuildingMajority(_) => Worth::BuildingMajority(of.building(row)?),
        heading => heading,
    })
}

impl Drawn {
    /// What the way from the middle of a zone to a piece costs at most, where the file promises it.
    fn find_routes(&mut self, file: &Table, zones: &Ids, pieces: &Ids) {
        for row in file.tables_or_empty("route") {
            let (from, to) = (zones.find(&row.value("from")), pieces.find(&row.value("to")));
            let cost = row.value("cost").thousandths(0..=500 * INCH, "inches");
            let to = to.and_then(|to| pieces.names().nth(to)).map(str::to_string);
            if let (Some(from), Some(to), Some(cost)) = (from, to, cost) {
                self.routes.push(Route { from, to, cost, row });
            }
        }
    }
}
