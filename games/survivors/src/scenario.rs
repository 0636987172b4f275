//! Scenarios, read and checked: table, sides, zones, pieces and what they are worth. SV-SET-01

use crate::edition::{Armoury, Book};
use crate::feature::{Area, Building, DoorState, Level, Line, LineKind, Stairs};
use crate::figure::{Class, HORSE, Sheet, Side};
use crate::options::Options;
use crate::point::{COMPASS, Facing, INCH, Mils, Point};
use crate::polygon::{Bounds, doubled_area, is_simple};
use crate::scenario_file::{ForcesFile, Inches, ScenarioFile, SideFile, point};
use crate::tabletop::{MOST_FEATURES, MOST_LEVELS, Tabletop};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use table::{Edition, Fault, Setup, SetupError, line_and_column, unknown};
use toml::Spanned;

/// How much light there is. SV-NGT-02
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Light {
    /// Everything is seen.
    Day,
    /// Unlit figures are seen to 12 inches.
    Dusk,
    /// Unlit figures are seen to 6 inches.
    Night,
}

/// A zone of the table.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its id.
    pub id: String,
    /// Where it lies.
    pub bounds: Bounds,
}

/// A side as the scenario sets it up.
#[derive(Clone, Debug)]
pub struct SideSetup {
    /// Its letter.
    pub id: String,
    /// Its faction.
    pub faction: String,
    /// What the faction is called.
    pub name: String,
    /// Its figures, by number.
    pub figures: Range<u8>,
    /// Where it deploys, by zone.
    pub zone: Option<u8>,
    /// Inside which building it deploys.
    pub inside: Option<u8>,
    /// Where held-back figures may enter.
    pub entries: Vec<u8>,
    /// How many may be held back.
    pub hold_back: u8,
    /// When they may enter.
    pub enters: u8,
    /// Where it may leave.
    pub exits: Vec<u8>,
    /// Whether it starts asleep.
    pub unalerted: bool,
    /// Default places.
    pub places: Vec<(Point, Level)>,
    /// Whether it may light bonfires.
    pub lights: bool,
}

/// A sentry's spot. SV-SCN-03
#[derive(Clone, Debug)]
pub struct Spot {
    /// Whose.
    pub side: Side,
    /// Where.
    pub at: Point,
    /// On which floor.
    pub level: Level,
    /// Where the sentry looks.
    pub facing: Facing,
}

/// A piece that never moves.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its id.
    pub id: String,
    /// Where.
    pub at: Point,
    /// On which floor.
    pub level: Level,
    /// Radius of light or smoke.
    pub radius: Mils,
    /// Turns that the smoke stands.
    pub turns: u8,
    /// The target number of a machine.
    pub target: u8,
}

/// What victory points are given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Each crate carried off the table. SV-SCN-01
    CrateExited,
    /// Each crate carried at the end. SV-SCN-02
    CrateCarried,
    /// Each crate brought into a zone. SV-SCN-05, SV-SCN-07
    CrateSecured,
    /// Each riding horse brought into a zone. SV-SCN-06
    HorseSecured,
    /// Each crate neither secured nor carried by an enemy. SV-SCN-08
    CrateNotSecured,
    /// Each pack horse led off. SV-SCN-11
    PackHorseExited,
    /// Each pack horse that has not left. SV-SCN-12
    PackHorseLeft,
    /// Each character that left.
    CharacterExited,
    /// Each Hero that left, beside the character's point.
    HeroExited,
    /// Each medicine carried off. SV-SCN-15
    MedicineExited,
    /// Each medicine carried at the end.
    MedicineCarried,
    /// Each stray that is one's own. SV-SCN-18
    StrayYours,
    /// Each stray put out of play. SV-SCN-19
    StrayPutOut,
    /// No enemy in play inside a building. SV-SCN-22
    BuildingCleared(u8),
    /// Each crate outside a building or carried by this side. SV-SCN-23
    CrateOutside(u8),
    /// Each crate inside a building and not carried by an enemy.
    CrateInside(u8),
    /// A door never forced or destroyed. SV-SCN-24
    DoorHeld(u16),
    /// More figures wholly inside a building than any other side.
    BuildingMajority(u8),
    /// Each enemy Hero out or captured.
    EnemyHeroOut,
}

/// The headings for victory points, as files name them.
pub const HEADINGS: [&str; 19] = [
    "crate exited",
    "crate carried",
    "crate secured",
    "horse secured",
    "crate not secured",
    "pack horse exited",
    "pack horse left",
    "character exited",
    "hero exited",
    "medicine exited",
    "medicine carried",
    "stray yours",
    "stray put out",
    "building cleared",
    "crate outside",
    "crate inside",
    "door held",
    "building majority",
    "enemy hero out",
];

/// One entry of the list of victory points.
#[derive(Clone, Debug)]
pub struct Score {
    /// For which side; none for each.
    pub side: Option<Side>,
    /// What for.
    pub worth: Worth,
    /// Its heading.
    pub heading: String,
    /// How many.
    pub points: i32,
}

/// A scenario, ready to be played.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// The last turn.
    pub turns: u8,
    /// Light of every turn.
    pub light: Vec<Light>,
    /// Whether all sides deploy at once, in secret. SV-SET-03
    pub simultaneous: bool,
    /// The order in which sides deploy.
    pub order: Vec<Side>,
    /// The sides.
    pub sides: Vec<SideSetup>,
    /// Who is hostile to whom, by side, in bits. SV-GEN-09
    pub hostile: [u8; 4],
    /// Zones.
    pub zones: Vec<Zone>,
    /// The sheets of all figures, then those of strays.
    pub sheets: Vec<Sheet>,
    /// How many figures the sides have; strays follow.
    pub cast: u8,
    /// Where strays stand.
    pub strays: Vec<(String, Point, Level)>,
    /// Crates, with their ids.
    pub crates: Vec<(String, Point, Level)>,
    /// Horses: id, place, pack.
    pub horses: Vec<(String, Point, bool)>,
    /// Search points.
    pub searches: Vec<Fixture>,
    /// How many of them hold a medicine.
    pub medicines: u8,
    /// Lamps that burn at the start.
    pub lamps: Vec<Fixture>,
    /// Bonfires.
    pub bonfires: Vec<Fixture>,
    /// Machines.
    pub machines: Vec<Fixture>,
    /// Sentries' spots.
    pub spots: Vec<Spot>,
    /// The zone into which goods are brought, if the scenario has one.
    pub secure: Option<u8>,
    /// What brings victory points.
    pub scores: Vec<Score>,
    /// Whether figures can be asleep.
    pub alarm: bool,
}

impl Scenario {
    /// The light of a turn.
    pub fn light(&self, turn: u8) -> Light {
        let last = self.light.last().copied().unwrap_or(Light::Day);
        let at = (turn as usize).saturating_sub(1);
        self.light.get(at).copied().unwrap_or(last)
    }

    /// Whether the game has dark turns.
    pub fn is_dark(&self) -> bool {
        self.light.iter().any(|light| *light != Light::Day)
    }

    /// The side of this letter.
    pub fn side(&self, letter: &str) -> Option<Side> {
        let found = self.sides.iter().position(|side| side.id.eq_ignore_ascii_case(letter));
        found.map(|side| side as Side)
    }

    /// Whether two sides are hostile.
    #[inline]
    pub fn hostile(&self, a: Side, b: Side) -> bool {
        a != b && self.hostile.get(a as usize).is_none_or(|bits| b >= 8 || bits >> b & 1 == 1)
    }
}

/// Collects what is wrong, with the place in the file.
struct Page<'a> {
    file: &'a str,
    text: &'a str,
    faults: Vec<Fault>,
}

impl Page<'_> {
    fn blame(&mut self, span: Range<usize>, field: &str, problem: impl Into<String>) {
        self.faults.push(Fault {
            file: self.file.into(),
            at: Some(line_and_column(self.text, span.start)),
            field: field.into(),
            problem: problem.into(),
        });
    }
}

/// Reads the scenario of a set-up: its table and everything on it, or all that is wrong with it.
pub fn read(
    edition: &Edition,
    book: &Book,
    setup: &Setup,
    options: &Options,
) -> Result<(Tabletop, Scenario), SetupError> {
    let path = edition.find("scenarios", "scenario", &setup.scenario)?;
    let text = edition.text(&path)?;
    let file: ScenarioFile = edition.read(&path)?;
    let mut page = Page { file: &path, text, faults: Vec::new() };
    let table = lay(&mut page, book, &file, options);
    let forces = match options.forces.as_str() {
        "" | "default" => None,
        name => {
            let path = edition.find("forces", "forces", name)?;
            Some((path.clone(), edition.read::<ForcesFile>(&path)?))
        }
    };
    let scenario = cast(&mut page, book, &file, setup, forces, &table, options);
    match scenario {
        Some(scenario) if page.faults.is_empty() => {
            let faults = crate::survey::survey(&path, &table, &scenario, &file, text);
            if faults.is_empty() { Ok((table, scenario)) } else { Err(SetupError(faults)) }
        }
        _ => Err(SetupError(page.faults)),
    }
}

/// The names and seats of a scenario, without laying its table.
pub fn brief(edition: &Edition, name: &str) -> Result<ScenarioFile, SetupError> {
    edition.read(&format!("scenarios/{name}.toml"))
}

/// Lays the table: lines, areas, buildings. Map checks M1 to M3.
fn lay(page: &mut Page<'_>, book: &Book, file: &ScenarioFile, options: &Options) -> Tabletop {
    let size = point(*file.table.get_ref());
    let fits = |side: Mils| (24 * INCH..=72 * INCH).contains(&side);
    if !fits(size.x) || !fits(size.y) {
        // SV-GEO-03
        page.blame(file.table.span(), "table", "a table is 24 to 72 inches a side");
    }
    let bounds = Bounds { low: Point::default(), high: size };
    let on_table = |page: &mut Page<'_>, p: Point, span: Range<usize>, field: &str| {
        if !bounds.holds(p) {
            page.blame(
                span,
                field,
                format!("the point {} lies off the table", crate::notation::point(p)),
            );
        }
    };
    let mut lines: Vec<Line> = Vec::new();
    let mut areas: Vec<Area> = Vec::new();
    let strength = |kind: LineKind, state: DoorState, own: Option<u8>| match (kind, own) {
        (LineKind::Door | LineKind::Barricade | LineKind::Wall, Some(own)) => own,
        (LineKind::Door, None) if state == DoorState::Barred => book.structures.barred,
        (LineKind::Door, None) => book.structures.door,
        (LineKind::Barricade, None) => book.structures.barricade,
        (LineKind::Wall, None) => book.structures.wall,
        _ => 0,
    };
    for line in &file.line {
        let span = line.id.span();
        if line.points.len() < 2 {
            page.blame(span.clone(), "line.points", "a line has at least two points");
        }
        if !(0..MOST_LEVELS as i8).contains(&line.level) {
            page.blame(span.clone(), "line.level", "there is no such floor");
        }
        let whole = line.id.get_ref();
        for (number, pair) in line.points.windows(2).enumerate() {
            let (a, b) = (point(pair[0]), point(pair[1]));
            on_table(page, a, span.clone(), "line.points");
            on_table(page, b, span.clone(), "line.points");
            if a == b {
                page.blame(span.clone(), "line.points", "two neighbouring points are the same");
            }
            lines.push(Line {
                id: if line.points.len() == 2 {
                    whole.clone()
                } else {
                    format!("{whole}.{}", number + 1)
                },
                kind: line.kind,
                a,
                b,
                level: line.level,
                building: None,
                strength: strength(line.kind, DoorState::Closed, line.strength),
                door: DoorState::Closed,
                barrable: false,
                whole: whole.clone(),
            });
        }
    }
    for area in &file.area {
        let span = area.id.span();
        let corners: Vec<Point> = area.corners.iter().copied().map(point).collect();
        for corner in &corners {
            on_table(page, *corner, span.clone(), "area.corners");
        }
        let doubled = doubled_area(&corners);
        if corners.len() < 3 || !is_simple(&corners) || doubled.abs() < 2_000_000 {
            page.blame(
                span.clone(),
                "area.corners",
                "an area is a simple polygon of at least 3 corners and 1 square inch",
            );
        }
        if corners.len() > 16 {
            page.blame(span, "area.corners", "an area has at most 16 corners");
        }
        areas.push(Area {
            id: area.id.get_ref().clone(),
            kind: area.kind,
            bounds: Bounds::of(&corners),
            anticlockwise: doubled > 0,
            corners,
            level: area.level,
            tall: area.tall,
        });
    }
    let (mut buildings, mut stairs) = (Vec::new(), Vec::new());
    for building in &file.building {
        let id = building.id.get_ref();
        let [west, south, east, north] = building.rect.map(|Inches(mils)| mils);
        let plan = Bounds { low: Point::new(west, south), high: Point::new(east, north) };
        on_table(page, plan.low, building.id.span(), "building.rect");
        on_table(page, plan.high, building.id.span(), "building.rect");
        if west >= east || south >= north {
            page.blame(building.id.span(), "building.rect", "write west, south, east, north");
            continue;
        }
        if !(1..=MOST_LEVELS as u8).contains(&building.storeys) {
            page.blame(building.id.span(), "building.storeys", "a building has 1 to 4 floors");
        }
        for opening in &building.opening {
            if !["N", "E", "S", "W"].contains(&opening.wall.as_str()) {
                page.blame(opening.id.span(), "opening.wall", "a wall is N, E, S or W");
            }
            if !matches!(opening.kind, LineKind::Door | LineKind::Window) {
                page.blame(opening.id.span(), "opening.kind", "an opening is a door or a window");
            }
            if opening.kind == LineKind::Door && opening.width.0 < 1200 {
                page.blame(
                    opening.id.span(),
                    "opening.width",
                    "a door is at least 1.2 inches wide",
                );
            }
            if opening.level < 0 || opening.level as i32 >= building.storeys as i32 {
                page.blame(opening.id.span(), "opening.level", "the building has no such floor");
            }
        }
        let number = buildings.len() as u8;
        for level in 0..building.storeys as Level {
            for (wall, from, to) in [
                ("S", Point::new(west, south), Point::new(east, south)),
                ("N", Point::new(west, north), Point::new(east, north)),
                ("W", Point::new(west, south), Point::new(west, north)),
                ("E", Point::new(east, south), Point::new(east, north)),
            ] {
                let along = |mils: Mils| {
                    if from.y == to.y {
                        Point::new(from.x + mils, from.y)
                    } else {
                        Point::new(from.x, from.y + mils)
                    }
                };
                let length = (to.x - from.x) + (to.y - from.y);
                let mut openings: Vec<_> = building
                    .opening
                    .iter()
                    .filter(|opening| opening.wall == wall && opening.level == level)
                    .collect();
                openings.sort_by_key(|opening| opening.offset.0);
                let (mut reached, mut section) = (0, 0);
                let mut build = |lines: &mut Vec<Line>, from: Mils, to: Mils| {
                    if from < to {
                        section += 1;
                        lines.push(Line {
                            id: format!("{id}.{wall}{level}.{section}"),
                            kind: LineKind::Wall,
                            a: along(from),
                            b: along(to),
                            level,
                            building: Some(number),
                            strength: book.structures.wall,
                            door: DoorState::Closed,
                            barrable: false,
                            whole: id.clone(),
                        });
                    }
                };
                for opening in openings {
                    let (start, end) = (opening.offset.0, opening.offset.0 + opening.width.0);
                    if start <= 0 || end >= length || start < reached {
                        page.blame(
                            opening.id.span(),
                            "opening.offset",
                            "an opening lies strictly inside its wall and clear of others",
                        );
                    }
                    build(&mut lines, reached, start);
                    lines.push(Line {
                        id: format!("{id}.{}", opening.id.get_ref()),
                        kind: opening.kind,
                        a: along(start),
                        b: along(end),
                        level,
                        building: Some(number),
                        strength: strength(opening.kind, opening.state, opening.strength),
                        door: opening.state,
                        barrable: opening.barrable,
                        whole: id.clone(),
                    });
                    reached = end;
                }
                build(&mut lines, reached, length);
            }
        }
        for flight in &building.stairs {
            let (foot, head) = (point(flight.foot), point(flight.head));
            if !plan.holds_disc(foot, crate::figure::FOOT)
                || !plan.holds_disc(head, crate::figure::FOOT)
                || flight.level as i32 + 1 >= building.storeys as i32
            {
                page.blame(
                    flight.id.span(),
                    "stairs",
                    "both ends of stairs lie inside the building, on floors that it has",
                );
            }
            stairs.push(Stairs {
                id: format!("{id}.{}", flight.id.get_ref()),
                foot,
                level: flight.level,
                head,
            });
        }
        buildings.push(Building {
            id: id.clone(),
            name: building.name.clone(),
            plan,
            storeys: building.storeys,
        });
    }
    if lines.len() > MOST_FEATURES || areas.len() > MOST_FEATURES {
        page.blame(
            file.table.span(),
            "table",
            format!("a table holds at most {MOST_FEATURES} lines and as many areas"),
        );
        lines.truncate(MOST_FEATURES);
        areas.truncate(MOST_FEATURES);
    }
    Tabletop::new(bounds, lines, areas, buildings, stairs, options.door_action)
}

/// Musters the sides and places the pieces.
#[allow(clippy::too_many_arguments, reason = "everything that a scenario is put together from")]
fn cast(
    page: &mut Page<'_>,
    book: &Book,
    file: &ScenarioFile,
    setup: &Setup,
    forces: Option<(String, ForcesFile)>,
    table: &Tabletop,
    options: &Options,
) -> Option<Scenario> {
    let zones: Vec<Zone> = file
        .zone
        .iter()
        .map(|zone| {
            let [west, south, east, north] = zone.rect.map(|Inches(mils)| mils);
            Zone {
                id: zone.id.get_ref().clone(),
                bounds: Bounds { low: Point::new(west, south), high: Point::new(east, north) },
            }
        })
        .collect();
    let zone = |page: &mut Page<'_>, id: &Spanned<String>| {
        let found = zones.iter().position(|zone| zone.id == *id.get_ref());
        if found.is_none() {
            let known: Vec<&str> = zones.iter().map(|zone| zone.id.as_str()).collect();
            page.blame(id.span(), "zone", unknown("zone", id.get_ref(), known.iter().copied()));
        }
        found.map(|zone| zone as u8)
    };
    let count = setup.seats - options.umpire as u16;
    let plays: Vec<&SideFile> = match file.play.get(&count.to_string()) {
        Some(ids) => file.side.iter().filter(|side| ids.contains(side.id.get_ref())).collect(),
        None => file.side.iter().take(count as usize).collect(),
    };
    if !file.seats.contains(&count) || plays.len() != count as usize || plays.len() > 4 {
        page.faults.push(Fault::field(
            "seats",
            format!(
                "{} is played by {:?} sides, and one seat more with an umpire",
                file.name, file.seats
            ),
        ));
        return None;
    }
    if let Some((path, forces)) = &forces
        && forces.side.len() != plays.len()
    {
        page.faults.push(Fault::file(
            path,
            format!("this scenario needs forces for {} sides", plays.len()),
        ));
        return None;
    }
    let (mut sides, mut sheets) = (Vec::new(), Vec::new());
    for (number, side) in plays.iter().enumerate() {
        let force = forces.as_ref().map(|(_, forces)| &forces.side[number]);
        let from = sheets.len() as u8;
        let faction_id = force.map_or(&side.faction, |force| &force.faction);
        let Some(faction) = book.factions.get(faction_id.get_ref()) else {
            let known: Vec<&str> = book.factions.keys().map(String::as_str).collect();
            page.blame(
                faction_id.span(),
                "faction",
                unknown("faction", faction_id.get_ref(), known.iter().copied()),
            );
            continue;
        };
        let mut mustered = Vec::new();
        match force {
            Some(force) => {
                for figure in &force.figure {
                    match book.sheet(figure.archetype.get_ref()) {
                        None => page.faults.push(Fault::field(
                            "forces",
                            format!("there is no archetype `{}`", figure.archetype.get_ref()),
                        )),
                        Some(mut sheet) => {
                            if let Some(kit) = &figure.kit {
                                sheet.kit = kit.clone();
                            }
                            if let Some(skills) = &figure.skills {
                                sheet.skills = skills.clone();
                            }
                            sheet.starts_with =
                                figure.strength.unwrap_or(sheet.strength).clamp(1, sheet.strength);
                            sheet.name = figure.name.clone().unwrap_or_default();
                            mustered.push(sheet);
                        }
                    }
                }
            }
            None => {
                for (at, archetype) in side.muster.get_ref().iter().enumerate() {
                    match book.sheet(archetype) {
                        None => page.blame(
                            side.muster.span(),
                            "side.muster",
                            unknown(
                                "archetype",
                                archetype,
                                book.archetypes.iter().map(|a| a.archetype.as_str()),
                            ),
                        ),
                        Some(mut sheet) => {
                            if let Some(kit) = side.kit.get(&(at + 1).to_string()) {
                                sheet.kit = kit.clone();
                            }
                            mustered.push(sheet);
                        }
                    }
                }
                arm(options, &mut mustered);
            }
        }
        // SV-SET-02
        let points: i32 = mustered.iter().map(|sheet| sheet.points).sum();
        let heroes = mustered.iter().filter(|sheet| sheet.class == Class::Hero).count();
        if force.is_none() && options.armoury == Armoury::Text && points > side.points {
            page.blame(
                side.muster.span(),
                "side.muster",
                format!("these figures cost {points} points of {}", side.points),
            );
        }
        let within = |count: usize, [least, most]: [u8; 2]| {
            (least as usize..=most as usize).contains(&count)
        };
        if !within(heroes, side.heroes) && force.is_none() {
            page.blame(
                side.muster.span(),
                "side.muster",
                format!(
                    "{heroes} Heroes, where the scenario wants {} to {}",
                    side.heroes[0], side.heroes[1]
                ),
            );
        }
        if !within(mustered.len(), side.figures) {
            page.blame(
                side.muster.span(),
                "side.muster",
                format!(
                    "{} figures, where the scenario wants {} to {}",
                    mustered.len(),
                    side.figures[0],
                    side.figures[1]
                ),
            );
        }
        let mut taken = vec![false; faction.people.len()];
        for (at, mut sheet) in mustered.into_iter().enumerate() {
            sheet.id = format!("{}{}", side.id.get_ref(), at + 1);
            if sheet.name.is_empty() {
                let person = faction
                    .people
                    .iter()
                    .enumerate()
                    .position(|(i, (archetype, _))| *archetype == sheet.archetype && !taken[i]);
                sheet.name = match person {
                    Some(i) => {
                        taken[i] = true;
                        faction.people[i].1.clone()
                    }
                    None => format!("{} {}", sheet.archetype, sheet.id),
                };
            }
            sheets.push(sheet);
        }
        let exits = side.exits.iter().filter_map(|id| zone(page, id)).collect();
        let entries = side.entries.iter().filter_map(|id| zone(page, id)).collect();
        let inside = side.inside.as_ref().and_then(|id| {
            let found = table.buildings.iter().position(|building| building.id == *id.get_ref());
            if found.is_none() {
                page.blame(id.span(), "side.inside", "there is no such building");
            }
            found.map(|building| building as u8)
        });
        let own_zone = side.zone.as_ref().and_then(|id| zone(page, id));
        if own_zone.is_none() && side.entries.is_empty() {
            page.blame(side.id.span(), "side.zone", "a side needs a zone to deploy in, or entries");
        }
        let place = |at: &Vec<Inches>| {
            let mils = |i: usize| at.get(i).map_or(0, |Inches(mils)| *mils);
            (Point::new(mils(0), mils(1)), (mils(2) / INCH) as Level)
        };
        sides.push(SideSetup {
            id: side.id.get_ref().clone(),
            faction: faction_id.get_ref().clone(),
            name: faction.name.clone(),
            figures: from..sheets.len() as u8,
            zone: own_zone,
            inside,
            entries,
            hold_back: side.hold_back,
            enters: side.enters,
            exits,
            unalerted: side.unalerted,
            places: side.places.iter().map(place).collect(),
            lights: side.lights,
        });
    }
    let cast = sheets.len() as u8;
    let letter = |id: &str| sides.iter().position(|side| side.id == id);
    let order = if file.order.is_empty() {
        (0..sides.len() as Side).collect()
    } else {
        file.order
            .iter()
            .filter_map(|id| letter(id.get_ref()).map(|side| side as Side))
            .collect::<Vec<Side>>()
    };
    if order.len() != sides.len() {
        page.blame(file.setup.span(), "order", "the order of deployment names every side once");
    }
    if !["simultaneous", "in order"].contains(&file.setup.get_ref().as_str()) {
        page.blame(file.setup.span(), "setup", "sides deploy `simultaneous` or `in order`");
    }
    let mut hostile = [0xffu8; 4];
    for peace in &file.peace {
        if let (Some(a), Some(b)) = (letter(&peace.between[0]), letter(&peace.between[1])) {
            hostile[a] &= !(1 << b);
            hostile[b] &= !(1 << a);
        }
    }
    let light = lights(page, file);
    let mut scenario = Scenario {
        name: file.name.clone(),
        turns: *file.turns.get_ref(),
        light,
        simultaneous: file.setup.get_ref() == "simultaneous",
        order,
        hostile,
        zones: Vec::new(),
        cast,
        strays: Vec::new(),
        crates: Vec::new(),
        horses: Vec::new(),
        searches: Vec::new(),
        medicines: file.medicines,
        lamps: Vec::new(),
        bonfires: Vec::new(),
        machines: Vec::new(),
        spots: Vec::new(),
        secure: None,
        scores: Vec::new(),
        alarm: sides.iter().any(|side| side.unalerted),
        sides,
        sheets,
    };
    pieces(page, file, table, &mut scenario);
    for archetype in &file.strays {
        match book.sheet(archetype.get_ref()) {
            Some(mut sheet) => {
                sheet.id = format!("N{}", scenario.sheets.len() - cast as usize + 1);
                sheet.name = format!("a stray {}", sheet.archetype);
                scenario.sheets.push(sheet);
            }
            None => page.blame(archetype.span(), "strays", "there is no such archetype"),
        }
    }
    if scenario.strays.len() != file.strays.len() {
        page.blame(file.table.span(), "strays", "name one archetype for every stray on the table");
    }
    if scenario.medicines as usize > scenario.searches.len() {
        page.blame(file.table.span(), "medicines", "there are fewer search points than medicines");
    }
    if scenario.sheets.len() > 60 {
        page.blame(file.table.span(), "side", "at most 60 figures can play");
    }
    for score in &file.score {
        let side = match score.side.as_str() {
            "each" => None,
            id => match scenario.side(id) {
                Some(side) => Some(side),
                None if file.side.iter().any(|side| side.id.get_ref() == id) => continue,
                None => {
                    page.blame(score.what.span(), "score.side", "there is no such side");
                    continue;
                }
            },
        };
        let of = score.of.as_ref().map(|of| of.get_ref().as_str());
        let building = |of: Option<&str>| {
            let id = of?;
            let found = table.buildings.iter().position(|b| b.id == id)?;
            Some(found as u8)
        };
        let worth = match score.what.get_ref().as_str() {
            "crate exited" => Some(Worth::CrateExited),
            "crate carried" => Some(Worth::CrateCarried),
            "crate secured" | "horse secured" => {
                let found = zones.iter().position(|zone| Some(zone.id.as_str()) == of);
                scenario.secure = found.map(|zone| zone as u8);
                found.map(|_| {
                    if score.what.get_ref() == "crate secured" {
                        Worth::CrateSecured
                    } else {
                        Worth::HorseSecured
                    }
                })
            }
            "crate not secured" => Some(Worth::CrateNotSecured),
            "pack horse exited" => Some(Worth::PackHorseExited),
            "pack horse left" => Some(Worth::PackHorseLeft),
            "character exited" => Some(Worth::CharacterExited),
            "hero exited" => Some(Worth::HeroExited),
            "medicine exited" => Some(Worth::MedicineExited),
            "medicine carried" => Some(Worth::MedicineCarried),
            "stray yours" => Some(Worth::StrayYours),
            "stray put out" => Some(Worth::StrayPutOut),
            "building cleared" => building(of).map(Worth::BuildingCleared),
            "crate outside" => building(of).map(Worth::CrateOutside),
            "crate inside" => building(of).map(Worth::CrateInside),
            "building majority" => building(of).map(Worth::BuildingMajority),
            "door held" => {
                of.and_then(|of| table.line(of)).map(|line| Worth::DoorHeld(line as u16))
            }
            "enemy hero out" => Some(Worth::EnemyHeroOut),
            other => {
                page.blame(score.what.span(), "score.for", unknown("heading", other, HEADINGS));
                continue;
            }
        };
        match worth {
            Some(worth) => scenario.scores.push(Score {
                side,
                worth,
                heading: score.what.get_ref().clone(),
                points: score.points,
            }),
            None => page.blame(
                score.what.span(),
                "score.of",
                "say which building, door or zone it is about",
            ),
        }
    }
    scenario.zones = zones;
    Some(scenario)
}

/// With the extended armoury each roster's first Guard takes a rifle and its first Lookout a bow.
fn arm(options: &Options, mustered: &mut [Sheet]) {
    use crate::figure::Item;
    if options.armoury != Armoury::Extended {
        return;
    }
    for (archetype, from, to, points) in
        [("Guard", Item::Shotgun, Item::Rifle, 12), ("Lookout", Item::Pistol, Item::Bow, 9)]
    {
        if let Some(sheet) = mustered.iter_mut().find(|s| s.archetype == archetype) {
            for item in &mut sheet.kit {
                if *item == from {
                    *item = to;
                }
            }
            sheet.points = points;
        }
    }
}

fn lights(page: &mut Page<'_>, file: &ScenarioFile) -> Vec<Light> {
    let turns = *file.turns.get_ref();
    if !(1..=20).contains(&turns) {
        page.blame(file.turns.span(), "turns", "a game has 1 to 20 turns");
    }
    let mut light = vec![None; turns as usize];
    for entry in file.light.get_ref() {
        let (word, span) = entry.split_once(' ').unwrap_or((entry, ""));
        let level = match word {
            "day" => Light::Day,
            "dusk" => Light::Dusk,
            "night" => Light::Night,
            _ => {
                page.blame(
                    file.light.span(),
                    "light",
                    format!("`{entry}`: write day, dusk or night and turns, such as `night 8-10`"),
                );
                continue;
            }
        };
        let (from, to) = match span.split_once('-') {
            Some((from, to)) => (from.trim().parse(), to.trim().parse()),
            None if span.is_empty() => (Ok(1), Ok(turns)),
            None => (span.trim().parse(), span.trim().parse()),
        };
        match (from, to) {
            (Ok(from), Ok(to)) if 1 <= from && from <= to && to <= turns => {
                light[from as usize - 1..to as usize].fill(Some(level));
            }
            _ => page.blame(
                file.light.span(),
                "light",
                format!("`{entry}` names turns that the game does not have"),
            ),
        }
    }
    if light.contains(&None) {
        page.blame(file.light.span(), "light", "a turn is left without light");
    }
    light.into_iter().flatten().collect()
}

fn pieces(page: &mut Page<'_>, file: &ScenarioFile, table: &Tabletop, scenario: &mut Scenario) {
    let works = table.fresh();
    for piece in &file.piece {
        let (id, at, level) = (piece.id.get_ref().clone(), point(piece.at), piece.level);
        let fixture = |radius: Mils, turns: u8, target: u8| Fixture {
            id: id.clone(),
            at,
            level,
            radius: piece.radius.map_or(radius, |Inches(mils)| mils),
            turns: piece.turns.unwrap_or(turns),
            target: piece.target.unwrap_or(target),
        };
        let mut radius = crate::figure::FOOT;
        match piece.kind.get_ref().as_str() {
            "crate" => scenario.crates.push((id.clone(), at, level)),
            "search" => scenario.searches.push(fixture(0, 0, 4)),
            "horse" | "pack horse" => {
                radius = HORSE;
                let pack = piece.kind.get_ref() == "pack horse";
                scenario.horses.push((id.clone(), at, pack));
            }
            "stray" => scenario.strays.push((id.clone(), at, level)),
            "lamp" => scenario.lamps.push(fixture(4 * INCH, 0, 0)),
            "bonfire" => scenario.bonfires.push(fixture(2500, 3, 0)),
            "machine" => scenario.machines.push(fixture(0, 0, 4)),
            "sentry" => {
                let side = piece.side.as_deref().and_then(|id| scenario.side(id));
                let face = piece.face.as_deref().unwrap_or("N");
                let facing = COMPASS.iter().find(|(name, _)| *name == face);
                match (side, facing) {
                    (Some(side), Some((_, facing))) => {
                        scenario.spots.push(Spot { side, at, level, facing: *facing })
                    }
                    _ => page.blame(
                        piece.id.span(),
                        "piece",
                        "a sentry needs a side and a compass point to face",
                    ),
                }
            }
            other => {
                let kinds = [
                    "crate",
                    "search",
                    "horse",
                    "pack horse",
                    "stray",
                    "lamp",
                    "bonfire",
                    "machine",
                    "sentry",
                ];
                page.blame(piece.kind.span(), "piece.kind", unknown("kind of piece", other, kinds));
            }
        }
        // M4, M10
        if let Some(barrier) = table.bars_rest(&works, level, at, radius) {
            page.blame(
                piece.id.span(),
                "piece.at",
                format!("{id} cannot stand there: {}", table.name(barrier)),
            );
        }
    }
}
