//! The edition: the files in the box, what they offer, and how a game is opened from them.

pub(crate) mod charts;
pub(crate) mod components;
pub(crate) mod options;
pub(crate) mod reading;
pub(crate) mod scenarios;

use crate::bots::prospects::Outlook;
use crate::edition::options::Switches;
use crate::edition::reading::Reading;
use crate::edition::scenarios::{Order, Timing};
use crate::land::{Wilderness, check_map};
use crate::{OutdoorSurvival, Outfit};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{
    Catalogue, Chosen, Edition, Fault, OptionInfo, ScenarioInfo, Setup, SetupError, unknown,
};
use terrain::Map;

/// The edition that is built in.
pub(crate) fn house() -> Edition {
    static DATA: include_dir::Dir<'_> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/data");
    let mut files = Vec::new();
    for folder in DATA.dirs() {
        for file in folder.files() {
            if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                files.push((path, text));
            }
        }
    }
    Edition::new(files)
}

/// What the edition offers.
pub(crate) fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let mut faults = Vec::new();
    let mut scenarios = Vec::new();
    for name in edition.names_in("scenarios") {
        let path = format!("scenarios/{name}.toml");
        match edition.read::<reading::Heading>(&path) {
            Ok(heading) if heading.id == name => scenarios.push(heading),
            Ok(heading) => {
                let problem =
                    format!("the id is `{}`: it must be the name of the file", heading.id);
                faults.push(Fault::field("id", problem).in_file(path));
            }
            Err(error) => faults.extend(error.0),
        }
    }
    if !faults.is_empty() {
        return Err(SetupError(faults));
    }
    scenarios.sort_by(|a, b| (a.place, &a.id).cmp(&(b.place, &b.id)));
    Ok(Catalogue {
        game: "outdoor-survival".into(),
        title: "Outdoor Survival".into(),
        summary: "Lost in the wilderness: find the way out, or find the one who is lost, before thirst and hunger decide.".into(),
        scenarios: scenarios
            .into_iter()
            .map(|heading| {
                let players = heading.players.min..=heading.players.max;
                ScenarioInfo::new(&heading.id, &heading.name, &heading.summary, players)
            })
            .collect(),
        options: options::options(edition),
    })
}

/// Opens a game; every fault of set-up, scenario and map is found here.
pub(crate) fn open(edition: &Edition, setup: &Setup) -> Result<OutdoorSurvival, SetupError> {
    open_with(edition, setup, Ok)
}

/// Opens a game on the scenario's map as changed by `change`.
pub(crate) fn open_with(
    edition: &Edition,
    setup: &Setup,
    change: impl FnOnce(Map) -> Result<Map, SetupError>,
) -> Result<OutdoorSurvival, SetupError> {
    let reading = Reading::new(edition, &setup.scenario)?;
    let players = reading.file.players.get_ref();
    // OS-GEN-05
    if !(players.min..=players.max).contains(&setup.seats) || !(1..=4).contains(&setup.seats) {
        let problem = format!("this scenario takes {} to {} seats", players.min, players.max);
        return Err(Fault::field("seats", problem).into());
    }
    let options = options::options(edition);
    let chosen = choose(&reading, &options, setup)?;
    let switches = Switches::new(&chosen);
    let map = read_map(edition, &reading, chosen.word("map")).and_then(change)?;
    let board = Wilderness::new(map, switches.ground).map_err(SetupError)?;
    let scenario = reading.scenario(edition, &board, switches.reverse)?;
    let cast = scenario.cast(setup.seats);
    let names = crate::speech::names(&scenario.roles, &cast);
    let teams = crate::rules::seats::teams(&scenario.roles, &cast);
    let way_off = scenario
        .roles
        .iter()
        .map(|role| if role.exits.is_empty() { Vec::new() } else { board.way_off(role.exits) })
        .collect();
    let outlook = Outlook::new(scenario.roles.len());
    let ground = Arc::new(crate::face::scene::ground(&board));
    Ok(OutdoorSurvival(Arc::new(Outfit {
        setup: setup.clone(),
        scenario: Arc::new(scenario),
        switches,
        board: Arc::new(board),
        cast,
        names,
        teams,
        way_off: Arc::new(way_off),
        outlook: Arc::new(outlook),
        ground,
    })))
}

/// The options of this set-up over the scenario's own defaults.
fn choose(reading: &Reading, options: &[OptionInfo], setup: &Setup) -> Result<Chosen, SetupError> {
    let file = &reading.file;
    let mut defaults = BTreeMap::new();
    for (key, value) in &file.switches {
        let word = match value {
            toml::Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        defaults.insert(key.clone(), word);
    }
    if let Some(order) = file.order {
        let word = match order {
            Order::Rolled => "rolled",
            Order::Clockwise => "clockwise",
            Order::SoughtFirst => "sought_first",
        };
        defaults.insert("order".into(), word.into());
    }
    if let Some(end) = file.end {
        let word = match end {
            Timing::AtOnce => "at_once",
            Timing::EndOfDay => "end_of_day",
            Timing::PlayOut => "play_out",
        };
        defaults.insert("end".into(), word.into());
    }
    let mut faults = Vec::new();
    for locked in &file.locked {
        let key = locked.get_ref();
        if !options.iter().any(|option| option.key == *key) {
            let known = options.iter().map(|option| option.key.as_str());
            let fault = Fault::field("locked", unknown("option", key, known));
            faults.push(fault.in_file(&reading.path).at_byte(&reading.text, locked.span().start));
        } else if setup.options.contains_key(key) {
            faults.push(Fault::field(key, "this scenario fixes this option"));
        }
    }
    let in_file = |fault: Fault| {
        if file.switches.contains_key(&fault.field) && !setup.options.contains_key(&fault.field) {
            fault.in_file(&reading.path)
        } else {
            fault
        }
    };
    match Chosen::new(options, &defaults, setup) {
        Ok(chosen) if faults.is_empty() => Ok(chosen),
        Ok(_) => Err(SetupError(faults)),
        Err(error) => {
            faults.extend(error.0.into_iter().map(in_file));
            Err(SetupError(faults))
        }
    }
}

/// The map of the scenario, or the one that was chosen instead.
fn read_map(edition: &Edition, reading: &Reading, chosen: &str) -> Result<Map, SetupError> {
    let named = reading.file.map.as_ref();
    let name = match (chosen, named) {
        ("scenario", Some(map)) => map.get_ref().as_str(),
        ("scenario", None) => "wilderness",
        (other, _) => other,
    };
    let maps = edition.names_in("maps");
    if !maps.contains(&name) {
        let fault = Fault::field("map", unknown("map", name, maps.iter().copied()));
        return Err(match named {
            Some(map) => fault.in_file(&reading.path).at_byte(&reading.text, map.span().start),
            None => fault,
        }
        .into());
    }
    let path = format!("maps/{name}.toml");
    let map = Map::parse(edition.text(&path)?).map_err(|errors| {
        let faults = errors.into_iter().map(|error| Fault {
            file: path.clone(),
            at: Some((error.line, error.column)),
            field: error.field,
            problem: error.fault.to_string(),
        });
        SetupError(faults.collect())
    })?;
    let faults: Vec<Fault> =
        check_map(&map).into_iter().map(|fault| fault.in_file(&path)).collect();
    if faults.is_empty() { Ok(map) } else { Err(SetupError(faults)) }
}
