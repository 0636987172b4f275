//! Casting a scenario: sides with their figures, pieces, light, and what they are worth.

use crate::edition::components::{Class, Sheet};
use crate::edition::layout::Page;
use crate::edition::options::Options;
use crate::edition::scenario_file::{ForcesFile, Inches, ScenarioFile, SideFile, point};
use crate::edition::scenarios::{
    Fixture, HEADINGS, Light, Scenario, Score, SideSetup, Spot, Worth, Zone,
};
use crate::edition::{Armoury, Book};
use crate::geometry::feature::Level;
use crate::geometry::point::{COMPASS, INCH, Mils, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::tabletop::Tabletop;
use crate::position::{HORSE, Side};
use table::{Fault, Fit, Setup, unknown};
use toml::Spanned;

/// Musters the sides and places the pieces.
#[allow(clippy::too_many_arguments, reason = "everything that a scenario is put together from")]
pub(crate) fn cast(
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
                id: zone.id.get_ref().clone().into(),
                bounds: Bounds { low: Point::new(west, south), high: Point::new(east, north) },
            }
        })
        .collect();
    let zone = |page: &mut Page<'_>, id: &Spanned<String>| {
        let found = zones.iter().position(|zone| *zone.id == **id.get_ref());
        if found.is_none() {
            let known: Vec<&str> = zones.iter().map(|zone| &*zone.id).collect();
            page.blame(id.span(), "zone", unknown("zone", id.get_ref(), known.iter().copied()));
        }
        found.map(|zone| zone.fit::<u8>())
    };
    let count = setup.seats - u16::from(options.umpire);
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
        let from = sheets.len().fit::<u8>();
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
            sheet.id = format!("{}{}", side.id.get_ref(), at + 1).into();
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
            found.map(|building| building.fit::<u8>())
        });
        let own_zone = side.zone.as_ref().and_then(|id| zone(page, id));
        if own_zone.is_none() && side.entries.is_empty() {
            page.blame(side.id.span(), "side.zone", "a side needs a zone to deploy in, or entries");
        }
        let place = |at: &Vec<Inches>| {
            let mils = |i: usize| at.get(i).map_or(0, |Inches(mils)| *mils);
            (Point::new(mils(0), mils(1)), (mils(2) / INCH).fit::<Level>())
        };
        sides.push(SideSetup {
            id: side.id.get_ref().clone(),
            faction: faction_id.get_ref().clone(),
            name: faction.name.clone(),
            figures: from..sheets.len().fit::<u8>(),
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
    let cast = sheets.len().fit::<u8>();
    let letter = |id: &str| sides.iter().position(|side| side.id == id);
    let order = if file.order.is_empty() {
        (0..sides.len()).map(Side::new).collect()
    } else {
        file.order
            .iter()
            .filter_map(|id| letter(id.get_ref()).map(Side::new))
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
                sheet.id = format!("N{}", scenario.sheets.len() - cast as usize + 1).into();
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
    scores(page, file, table, &zones, &mut scenario);
    scenario.zones = zones;
    Some(scenario)
}

/// With the extended armoury each roster's first Guard takes a rifle and its first Lookout a bow.
fn arm(options: &Options, mustered: &mut [Sheet]) {
    use crate::edition::components::Item;
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
        let mut radius = crate::position::FOOT;
        match piece.kind.get_ref().as_str() {
            "crate" => scenario.crates.push((id.clone().into(), at, level)),
            "search" => scenario.searches.push(fixture(0, 0, 4)),
            "horse" | "pack horse" => {
                radius = HORSE;
                let pack = piece.kind.get_ref() == "pack horse";
                scenario.horses.push((id.clone().into(), at, pack));
            }
            "stray" => scenario.strays.push((id.clone().into(), at, level)),
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

/// What brings victory points beside casualties and prisoners.
fn scores(
    page: &mut Page<'_>,
    file: &ScenarioFile,
    table: &Tabletop,
    zones: &[Zone],
    scenario: &mut Scenario,
) {
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
            Some(found.fit::<u8>())
        };
        let worth = match score.what.get_ref().as_str() {
            "crate exited" => Some(Worth::CrateExited),
            "crate carried" => Some(Worth::CrateCarried),
            "crate secured" | "horse secured" => {
                let found = zones.iter().position(|zone| Some(&*zone.id) == of);
                scenario.secure = found.map(|zone| zone.fit::<u8>());
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
                of.and_then(|of| table.line(of)).map(|line| Worth::DoorHeld(line.fit::<u16>()))
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
}
