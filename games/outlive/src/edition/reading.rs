//! The files of an edition: read, and checked for every fault.

use super::components::{
    Building, Components, EquipmentData, Errand, EventData, HordeData, LeaderData, LevelData,
    RankData, RoomData, SlotData, WildData,
};
use super::options::{self, Options};
use super::roster::{Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Token, Tokens};
use super::scenarios::Scenario;
use table::reading::{EachOnce, Reading, Stock, Table, Word};
use table::{Catalogue, Edition, Setup, SetupError};

/// The files that an edition may have.
const FILES: &[&str] = &[
    "board.toml",
    "shelter.toml",
    "rooms.toml",
    "equipment.toml",
    "events.toml",
    "leaders.toml",
    "wild_game.toml",
    "search.toml",
    "horde.toml",
    "scenarios/*.toml",
];

macro_rules! words {
    ($($name:ident is $what:literal),+ $(,)?) => {$(
        impl Word for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &$name::ALL;

            fn word(self) -> &'static str {
                $name::word(self)
            }
        }
    )+};
}

words! {
    Token is "token", Location is "Location", RoomKind is "room", Equipment is "equipment",
    EventCard is "event", Leader is "leader",
}

/// Which half of its symbol a piece of equipment shows.
#[derive(Clone, Copy, PartialEq)]
enum Half {
    Left,
    Right,
}

table::words! { Half is "half": Left = "left", Right = "right" }

/// What an edition offers.
pub(crate) fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let scenarios = Scenario::all(&reading);
    reading.finish(Some(offered(&scenarios)))
}

fn offered(scenarios: &[Scenario]) -> Catalogue {
    let mut catalogue = Catalogue::new(
        "outlive",
        "Outlive",
        "Gather by day, shelter by night; after six days the tribe with the most points boards the convoy.",
        scenarios.iter().map(|scenario| scenario.info.clone()).collect(),
    );
    catalogue.options = options::offered();
    catalogue
}

/// What a set-up chooses from an edition; every fault of both is found here.
pub(crate) fn choose(
    edition: &Edition,
    setup: &Setup,
) -> Result<(Scenario, Options, Components), SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let scenarios = Scenario::all(&reading);
    reading.keep(offered(&scenarios).admits(setup).map(drop));
    let scenario = scenarios.into_iter().find(|scenario| scenario.info.id == setup.scenario);
    let options = reading.keep(Options::read(setup));
    let parts = components(&reading);
    let chosen = scenario.zip(options).zip(parts);
    reading.finish(chosen.map(|((scenario, options), parts)| (scenario, options, parts)))
}

/// Everything in the box.
fn components(reading: &Reading) -> Option<Components> {
    let board = reading.file("board.toml");
    let shelter = reading.file("shelter.toml");
    let dawn = board.table("dawn");
    let mut levels = [[0; 3]; 8];
    for place in Location::ALL.into_iter().filter(|place| place.gives().is_some()) {
        levels[place.index()] = dawn.array(place.word(), 0..=30);
    }
    let search_discards = dawn.array("search_discards", 0..=10);
    let ambient = board.table("ambient");
    let airlock = shelter.table("airlock");
    let (rows, tight_rows) = (airlock_rows(&airlock, "rows"), airlock_rows(&airlock, "tight_rows"));
    let spaces = match airlock.sound() {
        true => rows.iter().sum::<u8>().min(tight_rows.iter().sum()),
        false => u8::MAX,
    };
    let building = building(&shelter.table("building"), spaces);
    let tokens = tokens_in_the_box(&board);
    let (rooms, equipment) = (rooms(reading), equipment(reading));
    let (events, leaders) = (events(reading), leaders(reading));
    let (wild, horde) = (wild(reading), horde(reading));
    let parts = Components {
        levels,
        search_discards,
        display: dawn.number("display", 0..=3),
        six_days: ambient.numbers("six_days", 6..=6, 0..=9),
        four_days: ambient.numbers("four_days", 4..=4, 0..=9),
        slots: slots(&board),
        strengths: board.table("heroes").array("strengths", 1..=9),
        survivors: board.table("survivors").number("count", 0..=200),
        rows,
        tight_rows,
        gauge: gauge(&shelter.table("gauge")),
        full_rooms: shelter.table("scoring").array("full_rooms", 0..=99),
        building,
        search: search(reading, search_discards),
        counts: tokens.map_or([0; 7], |rows| rows.map(|(count, _)| count)),
        kept: tokens.map_or([None; 7], |rows| rows.map(|(_, kept)| kept)),
        rooms: rooms?,
        equipment: equipment?,
        events: events?,
        leaders: leaders?.into_iter().collect::<Option<_>>()?,
        wild: wild.0?,
        wild_stack: wild.1,
        horde: horde?,
    };
    Some(parts)
}

/// So many of each token; none of those that are not named.
pub(crate) fn tokens(named: Option<Table>) -> Tokens {
    let mut tokens = [0; 7];
    for (token, count) in named.iter().flat_map(Table::by_word::<Token>) {
        tokens[token.index()] = count.number(0..=30).unwrap_or(0);
    }
    tokens
}

/// How many of each token are in the box, and how many a Shelter keeps.
fn tokens_in_the_box(board: &Table) -> Option<[(u8, Option<u8>); 7]> {
    let mut rows = EachOnce::<Token, _>::new();
    for (name, row) in board.table("tokens").fields() {
        let row = row.table();
        let kept = row.optional("kept").and_then(|kept| kept.number(0..=200));
        rows.put(&name, (row.number("count", 1..=200), kept));
    }
    rows.complete(board, "tokens")
}

fn slots(board: &Table) -> Vec<SlotData> {
    let slots: Vec<SlotData> = board
        .tables("slot")
        .iter()
        .map(|slot| SlotData {
            strength: slot.number("strength", 1..=9),
            canned: slot.number("canned", 0..=9),
        })
        .collect();
    if board.sound_field("slot") {
        board.within("slot", "slots of the ship", slots.len(), 4..=4);
    }
    slots
}

fn airlock_rows(airlock: &Table, key: &str) -> Vec<u8> {
    let rows: Vec<u8> = airlock.numbers(key, 1..=12, 1..=12);
    if !rows.is_empty() {
        let spaces = rows.iter().map(|spaces| u32::from(*spaces)).sum();
        airlock.within(key, "spaces in all", spaces, 4..=12);
    }
    rows
}

fn gauge(gauge: &Table) -> Vec<i8> {
    let cells: Vec<i8> = gauge.numbers("cells", 1..=30, -99..=99);
    let falls = cells.windows(2).all(|pair| pair[0] > pair[1]);
    if gauge.sound_field("cells") && !(falls && cells.contains(&0)) {
        gauge.fault("cells", "cells must fall from the best to the worst and pass 0");
    }
    cells
}

fn building(building: &Table, spaces: u8) -> Building {
    Building {
        price: building.number("price", 1..=3),
        dealt_rooms: building.number("dealt_rooms", 6..=6),
        kept_rooms: building.number("kept_rooms", 4..=4),
        free_rooms: building.number("free_rooms", 1..=1),
        survivors: building.number("survivors", 0..=spaces),
        four_days_free_rooms: building.number("four_days_free_rooms", 2..=2),
        four_days_survivors: building.number("four_days_survivors", 0..=spaces),
    }
}

fn rooms(reading: &Reading) -> Option<[RoomData; 22]> {
    let file = reading.file("rooms.toml");
    let mut rooms = EachOnce::<RoomKind, RoomData>::new();
    for row in file.tables("room") {
        let room = RoomData {
            name: row.text("name"),
            ability: row.text("ability"),
            spaces: row.number("spaces", 1..=8),
            upkeep: row.number("upkeep", 0..=9),
            amount: row.number("amount", 0..=9),
            copies: row.number_or("copies", 0..=2, 0),
        };
        let (standard, copies) = (row.flag_or("standard", false), room.copies);
        match rooms.put(&row.value("code"), room) {
            Some(kind) if standard != (kind.index() < 3) => {
                row.fault("standard", "S1, S2 and S3 are standard, no other");
            }
            Some(_) if standard && copies > 0 => {
                row.fault("copies", "everybody has a standard room: leave the copies out");
            }
            _ => {}
        }
    }
    if file.sound() {
        let advanced = rooms.rows().map(|(_, room, _)| u32::from(room.copies)).sum();
        file.within("room", "copies in all", advanced, 24..=38);
    }
    rooms.complete(&file, "room")
}

fn equipment(reading: &Reading) -> Option<[EquipmentData; 20]> {
    let file = reading.file("equipment.toml");
    let mut tiles = EachOnce::<Equipment, _>::new();
    for row in file.tables("equipment") {
        let tile = EquipmentData {
            name: row.text("name"),
            short: row.text("short"),
            effect: row.text("effect"),
            symbol: row.text("symbol"),
            partner: usize::MAX,
            cost: tokens(Some(row.table("cost"))),
            amount: row.number("amount", 0..=9),
        };
        let half = row.choice::<Half>("half");
        if row.sound_field("cost") {
            row.within("cost", "tokens in all", tile.cost.iter().sum(), 1..=3);
        }
        if Token::ALL.iter().any(|token| !token.is_material() && tile.cost[token.index()] > 0) {
            row.fault("cost", "a repair costs Wood, Metal and Microchips only");
        }
        tiles.put(&row.value("id"), (tile, half, row));
    }
    if file.sound() {
        let rows: Vec<_> = tiles.rows().map(|(_, row, _)| row).collect();
        for (tile, half, row) in &rows {
            let same = rows.iter().filter(|(other, ..)| other.symbol == tile.symbol);
            let pair: Vec<_> = same.map(|(_, half, _)| half).collect();
            if pair.len() != 2 || pair.iter().filter(|other| **other == half).count() != 1 {
                row.fault("symbol", "a symbol has one left and one right half");
            }
        }
    }
    let mut tiles = tiles.complete::<20>(&file, "equipment")?.map(|(tile, ..)| tile);
    for tile in 0..tiles.len() {
        let other = |other: &usize| *other != tile && tiles[*other].symbol == tiles[tile].symbol;
        tiles[tile].partner = (0..tiles.len()).find(other)?;
    }
    Some(tiles)
}

fn events(reading: &Reading) -> Option<[EventData; 12]> {
    let file = reading.file("events.toml");
    let mut events = EachOnce::<EventCard, EventData>::new();
    for row in file.tables("event") {
        let event = EventData {
            name: row.text("name"),
            short: row.text("short"),
            amount: row.array("amount", 0..=9),
            points: row.number("points", 0..=20),
            cost: tokens(Some(row.table("cost"))),
        };
        events.put(&row.value("id"), event);
    }
    events.complete(&file, "event")
}

fn leaders(reading: &Reading) -> Option<[Option<LeaderData>; 10]> {
    let file = reading.file("leaders.toml");
    let mut leaders = EachOnce::<Leader, Option<LeaderData>>::new();
    let (mut ages, mut stock) = (Vec::new(), Stock::new());
    Equipment::ALL.into_iter().for_each(|tile| stock.hold(tile.word(), 2));
    for row in file.tables("leader") {
        let age = row.number("age", 1..=120);
        if ages.contains(&age) {
            row.fault("age", format!("two leaders are {age} years old"));
        }
        ages.push(age);
        let places = row.distinct_choices::<Location>("places");
        if row.sound_field("places") {
            row.within("places", "places to start", places.len(), 4..=4);
        }
        let tile = row.value("equipment");
        let equipment = tile.choice::<Equipment>();
        if let Some(equipment) = equipment {
            stock.take(tile.place(), equipment.word(), 1);
        }
        let (name, trade) = (row.text("name"), row.text("trade"));
        let (tokens, draws) =
            (tokens(row.optional_table("tokens")), row.number_or("draws", 0..=4, 0));
        let leader = places.try_into().ok().zip(equipment).map(|(places, equipment)| LeaderData {
            name,
            trade,
            age,
            places,
            tokens,
            draws,
            equipment,
        });
        leaders.put(&row.value("id"), leader);
    }
    leaders.complete(&file, "leader")
}

fn wild(reading: &Reading) -> (Option<[WildData; 5]>, [u8; 3]) {
    let file = reading.file("wild_game.toml");
    let game: Vec<WildData> = file
        .tables("game")
        .iter()
        .map(|game| WildData {
            endurance: game.number("endurance", 1..=12),
            copies: game.number("copies", 0..=40),
            meat: game.number("meat", 0..=20),
        })
        .collect();
    let mut tallest = 10;
    for (row, later) in file.tables("game").iter().zip(&game).skip(1) {
        let same = game.iter().take_while(|earlier| !std::ptr::eq(*earlier, later));
        if row.sound() && same.into_iter().any(|earlier| earlier.endurance == later.endurance) {
            row.fault("endurance", "another type of wild game has this Endurance already");
        }
    }
    if file.sound_field("game") {
        let tiles: u32 = game.iter().map(|game| u32::from(game.copies)).sum();
        file.within("game", "tiles in all", tiles, 3..=40);
        file.within("game", "types of wild game", game.len(), 5..=5);
        tallest = u8::try_from(tiles / 3).map_or(10, |third| third.min(10));
    }
    (game.try_into().ok(), file.array("stack", 0..=tallest))
}

fn search(reading: &Reading, discards: [u8; 3]) -> [u8; 12] {
    let file = reading.file("search.toml");
    let mut tiles = [0; 12];
    let mini = SearchTile::Refugee.index();
    for (name, count) in file.table("tiles").fields() {
        let count = count.number(0..=10);
        let words = SearchTile::ALL[..mini].iter().map(|tile| tile.word());
        if let Some(tile) = name.known("search tile", words) {
            tiles[tile] = count.unwrap_or(0);
        }
    }
    if file.sound_field("tiles") {
        let left_out = discards.into_iter().max().unwrap_or(0).max(4);
        file.within("tiles", "tiles in all", tiles.iter().sum(), left_out..=10);
    }
    tiles
}

fn horde(reading: &Reading) -> Option<HordeData> {
    let file = reading.file("horde.toml");
    let cycle = file.value("cycle").parts::<8>("a list of 8 errands");
    let cycle = cycle.map(|errands| errands.map(|errand| errand.choice::<Errand>()));
    let [easy, normal, hard] = ["easy", "normal", "hard"].map(|key| level(&file.table(key)));
    let mut rank: Vec<RankData> = Vec::new();
    for row in file.tables("rank") {
        let score = row.number("score", -999..=999);
        if row.sound_field("score") && rank.last().is_some_and(|better| better.score <= score) {
            row.fault("score", "ranks go from the best to the worst");
        }
        rank.push(RankData { score, name: row.text("name") });
    }
    let cycle: Vec<Errand> = cycle?.into_iter().collect::<Option<_>>()?;
    Some(HordeData { cycle: cycle.try_into().ok()?, easy, normal, hard, rank })
}

fn level(level: &Table) -> LevelData {
    LevelData {
        strengths: level.array("strengths", 1..=9),
        forecast: level.number("forecast", 0..=4),
        bar: level.number("bar", -999..=999),
    }
}
