//! The edition: the files in the box, what they offer, and how a game is opened from them.

pub(crate) mod charts;
pub(crate) mod components;
pub(crate) mod options;
pub(crate) mod reading;
pub(crate) mod scenarios;

use crate::bots::prospects::Outlook;
use crate::edition::options::Switches;
use crate::edition::reading::{Draft, Heading};
use crate::edition::scenarios::{Order, Scenario, Timing};
use crate::land::{Hex, Wilderness, check_map};
use crate::{OutdoorSurvival, Outfit};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::reading::{Reading, Table, Word};
use table::{Catalogue, Chosen, Edition, Fault, OptionInfo, ScenarioInfo, Setup, SetupError};
use terrain::Map;

/// The files that an edition may have.
const FILES: &[&str] = &[
    "charts/directions.toml",
    "charts/encounters.toml",
    "charts/life.toml",
    "charts/necessities.toml",
    "maps/*.toml",
    "scenarios/*.toml",
];

/// The edition that is built in.
pub(crate) fn house() -> Edition {
    table::house_edition!()
}

/// What the edition offers.
pub(crate) fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let names = edition.names_in("scenarios");
    let options = options::options(edition);
    let mut headings: Vec<(Heading, BTreeMap<String, String>)> = Vec::new();
    for name in names {
        let file = reading.file(&format!("scenarios/{name}.toml"));
        file.leave_rest();
        headings.push((Heading::read(&file, name), defaults(&file, &options)));
    }
    headings.sort_by(|(a, _), (b, _)| (a.place, &a.id).cmp(&(b.place, &b.id)));
    let offered = headings.into_iter().map(|(heading, defaults)| {
        let seats = heading.seats.clone();
        let info = ScenarioInfo::new(&heading.id, &heading.name, &heading.summary, heading.seats);
        // What is wrong with the roles is said when the scenario is opened.
        let quiet = Reading::of(edition).file(&format!("scenarios/{}.toml", heading.id));
        let dealt = reading::parts(&quiet, &seats).into_iter();
        let info = dealt.fold(info, |info, (seats, parts)| info.casting(seats, parts));
        defaults.iter().fold(info, |info, (key, value)| info.defaulting(key, value))
    });
    let mut catalogue = Catalogue::new(
        "outdoor-survival",
        "Outdoor Survival",
        "Lost in the wilderness: find the way out, or find the one who is lost, before thirst and hunger decide.",
        offered.collect(),
    );
    catalogue.options = options;
    reading.finish(Some(catalogue))
}

/// Opens a game; every fault of set-up, scenario, charts and map is found here.
pub(crate) fn open(edition: &Edition, setup: &Setup) -> Result<OutdoorSurvival, SetupError> {
    open_with(edition, setup, Ok)
}

/// Opens a game on the scenario's map as changed by `change`.
pub(crate) fn open_with(
    edition: &Edition,
    setup: &Setup,
    change: impl FnOnce(Map) -> Result<Map, SetupError>,
) -> Result<OutdoorSurvival, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let file = reading.named("scenarios", "scenario", &setup.scenario);
    let heading = Heading::read(&file, &setup.scenario);
    if !heading.seats.contains(&setup.seats) && file.sound_field("players") {
        let (fewest, most) = (heading.seats.start(), heading.seats.end());
        let problem = format!("this scenario takes {fewest} to {most} seats");
        reading.fault(Fault::field("seats", problem));
    }
    let chosen = choose(&reading, &file, setup);
    let options = chosen.as_ref().map(|it| changes(&reading, &file, setup, it)).unwrap_or_default();
    let switches = chosen.as_ref().map(Switches::new);
    let map = read_map(&reading, &file, chosen.as_ref().map_or("scenario", |it| it.word("map")));
    let ground = switches.as_ref().map(|switches| switches.ground).unwrap_or_default();
    let board = map.and_then(|map| {
        let map = reading.keep(change(map))?;
        reading.keep(Wilderness::new(map, ground).map_err(SetupError))
    });
    let reversed = switches.as_ref().is_some_and(|switches| switches.reverse);
    let scenario = Draft::new(&reading, &file, &heading, board.as_ref(), reversed).scenario();
    let (board, switches) = reading.finish(board.zip(switches))?;
    Ok(OutdoorSurvival(Arc::new(outfit(setup, options, scenario, switches, board))))
}

/// What stays the same while the game is played, worked out once.
fn outfit(
    setup: &Setup,
    options: Vec<String>,
    scenario: Scenario,
    switches: Switches,
    board: Wilderness,
) -> Outfit {
    let cast = scenario.cast(setup.seats);
    let way_off = scenario
        .roles
        .iter()
        .map(|role| if role.exits.is_empty() { Vec::new() } else { board.way_off(role.exits) })
        .collect();
    let outpost_ground = scenario.roles.iter().map(|role| {
        let may_stand = |cell: &Hex| crate::rules::outposts::may_stand(&board, role, *cell);
        board.cells().filter(may_stand).collect()
    });
    Outfit {
        setup: setup.clone(),
        outpost_ground: Arc::new(outpost_ground.collect()),
        options,
        names: crate::speech::names(&scenario.roles, &cast),
        teams: crate::rules::seats::teams(&scenario.roles, &cast),
        way_off: Arc::new(way_off),
        outlook: Arc::new(Outlook::new(scenario.roles.len())),
        ground: Arc::new(crate::face::scene::ground(&board)),
        scenario: Arc::new(scenario),
        switches,
        board: Arc::new(board),
        cast,
    }
}

/// The values of options that a scenario sets, where they differ from the options' own.
fn defaults(file: &Table, options: &[OptionInfo]) -> BTreeMap<String, String> {
    let switches = file.optional_table("switches");
    let mut defaults: BTreeMap<String, String> =
        switches.map(|switches| switches.options(options)).unwrap_or_default();
    if let Some(order) = file.optional("order").and_then(|order| order.choice::<Order>()) {
        defaults.insert("order".into(), order.word().into());
    }
    if let Some(end) = file.optional("end").and_then(|end| end.choice::<Timing>()) {
        defaults.insert("end".into(), end.word().into());
    }
    let own = |key: &str, value: &str| {
        options.iter().any(|option| {
            option.key == key && option.read(value).is_ok_and(|it| it == option.default)
        })
    };
    defaults.retain(|key, value| !own(key, value));
    defaults
}

/// The options that were chosen otherwise than the scenario has them, each with what it does.
fn changes(reading: &Reading, file: &Table, setup: &Setup, chosen: &Chosen) -> Vec<String> {
    let options = options::options(reading.edition());
    let defaults = defaults(file, &options);
    let usual = |option: &OptionInfo| {
        let set = defaults.get(&option.key).and_then(|value| option.read(value).ok());
        set.unwrap_or_else(|| option.default.clone())
    };
    options
        .iter()
        .filter(|option| setup.options.contains_key(&option.key))
        .filter(|option| chosen.word(&option.key) != usual(option))
        .map(|option| format!("`{} = {}`: {}", option.key, chosen.word(&option.key), option.about))
        .collect()
}

/// The options of this set-up over the scenario's own defaults.
fn choose(reading: &Reading, file: &Table, setup: &Setup) -> Option<Chosen> {
    let options = options::options(reading.edition());
    let defaults = defaults(file, &options);
    for locked in file.list_or_empty("locked") {
        let keys = options.iter().map(|option| option.key.as_str());
        let key = locked.known("option", keys).map(|index| &options[index].key);
        if let Some(key) = key.filter(|key| setup.options.contains_key(*key)) {
            reading.fault(Fault::field(key, "this scenario fixes this option"));
        }
    }
    reading.keep(Chosen::new(&options, &defaults, setup))
}

/// The map of the scenario, or the one that was chosen instead.
fn read_map(reading: &Reading, file: &Table, chosen: &str) -> Option<Map> {
    let own = match file.optional("map") {
        Some(map) => map.file_in(reading, "maps", "map"),
        None => Some("maps/wilderness.toml".into()),
    };
    let path = match chosen {
        "scenario" => own?,
        other => format!("maps/{other}.toml"),
    };
    let map = reading.map(&path)?;
    let faults = check_map(&map);
    if faults.is_empty() {
        return Some(map);
    }
    let file = reading.file(&path);
    file.leave_rest();
    for fault in faults {
        // The last part of the field that stands in the file is where the fault is.
        let (table, key) = match fault.field.split_once('.') {
            Some((table, key)) => (file.optional_table(table), key),
            None => (None, fault.field.as_str()),
        };
        table.as_ref().unwrap_or(&file).fault(key, fault.problem);
    }
    None
}
