//! The edition: the files in the box, what they offer, and the switches of a set-up.

use crate::encounters::Encounters;
use crate::prospects::Outlook;
use crate::scenario::{Heading, Order, Timing};
use crate::scenario_file::Reading;
use crate::wilderness::{Ground, Wilderness};
use crate::{OutdoorSurvival, Outfit, stage};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{
    Catalogue, Chosen, Edition, Fault, OptionInfo, ScenarioInfo, Setup, SetupError, unknown,
};
use terrain::Map;

/// Every switch of a game, chosen or default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Encounters off, chosen or rolled.
    pub encounters: Encounters,
    /// The Life Level Index counter is in use.
    pub life_level_counter: bool,
    /// A level gained by an encounter moves the peak back.
    pub peak_heals: bool,
    /// Bases supply water and food.
    pub bases_supply: bool,
    /// Doubts about the map are settled by a die.
    pub friendly_die: bool,
    pub(crate) order: Order,
    /// A player picks the order of his own persons.
    pub own_order: bool,
    /// Who came along a trail must go on along it.
    pub trail_forced: bool,
    /// No hex twice in a turn.
    pub no_revisit: bool,
    /// Turns of 60 degrees only.
    pub sixty_degrees: bool,
    /// A wrong edge is open, and the end.
    pub wrong_edge_out: bool,
    pub(crate) ground: Ground,
    /// A trail is left straight ahead only at its end.
    pub leave_at_end_only: bool,
    /// The rate flag stays set overnight.
    pub flag_overnight: bool,
    /// Animals use trails.
    pub animals_use_trails: bool,
    /// Outposts serve everybody.
    pub outposts_shared: bool,
    /// Only the captor wins.
    pub captor_wins: bool,
    /// Shots only at the end of a move.
    pub shoot_at_end: bool,
    pub(crate) end: Timing,
    /// The race goes the other way.
    pub reverse: bool,
    /// A dry day that ends on desert costs one step more.
    pub desert_sun: bool,
}

fn options(edition: &Edition) -> Vec<OptionInfo> {
    let mut maps = vec!["scenario"];
    maps.extend(edition.names_in("maps"));
    vec![
        OptionInfo::choice(
            "encounters",
            &["off", "chosen", "rolled"],
            "OS-ENC-01",
            "Wilderness encounters at the end of a turn: none, in a column that the player names, or in one that a die picks.",
        ),
        OptionInfo::flag(
            "life_level_counter",
            false,
            "OS-PEAK-01",
            "Injuries from encounters do not heal: the Life Level Index counter marks the best level that is left.",
        ),
        OptionInfo::flag(
            "peak_heals",
            false,
            "OS-PEAK-08",
            "A level gained in an encounter also moves the Life Level Index counter back.",
        ),
        OptionInfo::flag(
            "bases_supply",
            false,
            "OS-BASE-01",
            "Every base is a source of water and food; recommended for Survival.",
        ),
        OptionInfo::flag(
            "friendly_die",
            false,
            "OS-FRND-01",
            "Doubts about the map are settled by a die instead of in the walker's favour.",
        ),
        OptionInfo::choice(
            "order",
            &["rolled", "clockwise", "sought_first"],
            "OS-ORD-02",
            "Order of play: by falling die, from the highest die seat by seat, or the sought person first.",
        ),
        OptionInfo::flag(
            "own_order",
            false,
            "OS-ORD-07",
            "A player with several persons picks each day which of them acts next.",
        ),
        OptionInfo::flag(
            "trail_forced",
            false,
            "OS-MOVE-08",
            "Who came along a trail may not stop while he can pay for its next hex.",
        ),
        OptionInfo::flag(
            "no_revisit",
            false,
            "OS-MOVE-17",
            "No hex may be entered twice in one turn.",
        ),
        OptionInfo::choice(
            "max_turn",
            &["120", "60"],
            "OS-TURN-08",
            "How sharp a turn may be, in degrees.",
        ),
        OptionInfo::choice(
            "wrong_edge",
            &["closed", "out"],
            "OS-EDGE-04",
            "Edges that are not open to a role are walls, or may be crossed at the price of being out.",
        ),
        OptionInfo::flag(
            "trail_over_river",
            false,
            "OS-RIV-04",
            "A trail over a river without a ford is entered at the trail rate.",
        ),
        OptionInfo::choice(
            "ford_cost",
            &["one", "terrain"],
            "OS-FORD-02",
            "A ford hex costs 1, or its dominant terrain.",
        ),
        OptionInfo::choice(
            "trail_leave",
            &["ahead", "end"],
            "OS-TRAIL-10",
            "Without a turn a trail is left straight ahead, or only at its end.",
        ),
        OptionInfo::choice(
            "trail_flag",
            &["overnight", "turn"],
            "OS-TRAIL-22",
            "Leaving a trail sideways is dear until the hex is left, or only in the turn of entry.",
        ),
        OptionInfo::flag(
            "animals_use_trails",
            true,
            "OS-TRAIL-27",
            "Animals follow trails and pay for them as persons do.",
        ),
        OptionInfo::flag(
            "outposts_shared",
            false,
            "OS-OUTP-05",
            "Outposts serve every person, not only the side that owns them.",
        ),
        OptionInfo::flag(
            "captor_wins",
            false,
            "OS-PURA-15",
            "Only the guard who captures wins, not all guards together.",
        ),
        OptionInfo::flag(
            "shoot_at_end",
            false,
            "OS-BEAST-13",
            "A hunter shoots only before moving or at the end of his move.",
        ),
        OptionInfo::choice(
            "end",
            &["end_of_day", "at_once", "play_out"],
            "OS-LOST-10",
            "When somebody's success ends the game: with the day, at once, or when nobody is left to play.",
        ),
        OptionInfo::flag(
            "reverse",
            false,
            "OS-SURV-03",
            "The race goes the other way, from Base 6 to the west edge.",
        ),
        OptionInfo::flag(
            "desert_sun",
            false,
            "OS-VAR-05",
            "A dry day that ends on desert costs one more step of water.",
        ),
        OptionInfo::choice(
            "map",
            &maps,
            "OS-FILE-02",
            "The map: the scenario's own, or another one of this edition.",
        ),
    ]
}

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
        match edition.read::<Heading>(&path) {
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
        options: options(edition),
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
    if !(players.min..=players.max).contains(&setup.seats) || !(1..=4).contains(&setup.seats) {
        let problem = format!("this scenario takes {} to {} seats", players.min, players.max);
        return Err(Fault::field("seats", problem).into());
    }
    let options = options(edition);
    let chosen = choose(&reading, &options, setup)?;
    let switches = Switches::new(&chosen);
    let map = read_map(edition, &reading, chosen.word("map")).and_then(change)?;
    let board = Wilderness::new(map, switches.ground).map_err(SetupError)?;
    let scenario = reading.scenario(edition, &board, switches.reverse)?;
    let cast = scenario.cast(setup.seats);
    let sides = crate::setting_up::sides(&scenario.roles, &cast);
    let way_off = scenario
        .roles
        .iter()
        .map(|role| if role.exits == 0 { Vec::new() } else { board.way_off(role.exits) })
        .collect();
    let outlook = Outlook::new(scenario.roles.len());
    let ground = Arc::new(stage::ground(&board));
    Ok(OutdoorSurvival(Arc::new(Outfit {
        setup: setup.clone(),
        scenario: Arc::new(scenario),
        switches,
        board: Arc::new(board),
        cast,
        sides,
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
        crate::survey::check_map(&map).into_iter().map(|fault| fault.in_file(&path)).collect();
    if faults.is_empty() { Ok(map) } else { Err(SetupError(faults)) }
}

impl Switches {
    fn new(chosen: &Chosen) -> Switches {
        Switches {
            encounters: match chosen.word("encounters") {
                "chosen" => Encounters::Chosen,
                "rolled" => Encounters::Rolled,
                _ => Encounters::Off,
            },
            life_level_counter: chosen.on("life_level_counter"),
            peak_heals: chosen.on("peak_heals"),
            bases_supply: chosen.on("bases_supply"),
            friendly_die: chosen.on("friendly_die"),
            order: match chosen.word("order") {
                "clockwise" => Order::Clockwise,
                "sought_first" => Order::SoughtFirst,
                _ => Order::Rolled,
            },
            own_order: chosen.on("own_order"),
            trail_forced: chosen.on("trail_forced"),
            no_revisit: chosen.on("no_revisit"),
            sixty_degrees: chosen.word("max_turn") == "60",
            wrong_edge_out: chosen.word("wrong_edge") == "out",
            ground: Ground {
                trail_over_river: chosen.on("trail_over_river"),
                ford_costs_terrain: chosen.word("ford_cost") == "terrain",
            },
            leave_at_end_only: chosen.word("trail_leave") == "end",
            flag_overnight: chosen.word("trail_flag") == "overnight",
            animals_use_trails: chosen.on("animals_use_trails"),
            outposts_shared: chosen.on("outposts_shared"),
            captor_wins: chosen.on("captor_wins"),
            shoot_at_end: chosen.on("shoot_at_end"),
            end: match chosen.word("end") {
                "at_once" => Timing::AtOnce,
                "play_out" => Timing::PlayOut,
                _ => Timing::EndOfDay,
            },
            reverse: chosen.on("reverse"),
            desert_sun: chosen.on("desert_sun"),
        }
    }
}
