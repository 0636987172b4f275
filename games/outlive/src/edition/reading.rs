//! The files of an edition: read, and checked for every fault.

use crate::edition::components::{
    Building, Components, EquipmentData, EventData, HordeData, LeaderData, RoomData, SlotData,
    WildData,
};
use crate::edition::proof::Proof;
use crate::edition::roster::{Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Token};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Edition, SetupError, unknown};
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ambient {
    six_days: Vec<u8>,
    four_days: Vec<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dawn {
    forest: [u8; 3],
    dam: [u8; 3],
    base: [u8; 3],
    mine: [u8; 3],
    fairgrounds: [u8; 3],
    search_discards: [u8; 3],
    display: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heroes {
    strengths: [u8; 4],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenRow {
    count: u8,
    kept: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Survivors {
    count: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    dawn: Dawn,
    ambient: Ambient,
    slot: Vec<SlotData>,
    heroes: Heroes,
    tokens: BTreeMap<Spanned<String>, TokenRow>,
    survivors: Survivors,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShelterFile {
    airlock: AirlockRows,
    gauge: Gauge,
    scoring: Scoring,
    building: Building,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AirlockRows {
    rows: Vec<u8>,
    tight_rows: Vec<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Gauge {
    cells: Vec<i8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scoring {
    full_rooms: [u8; 8],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomRow {
    code: Spanned<String>,
    name: String,
    #[serde(default)]
    standard: bool,
    #[serde(default)]
    copies: u8,
    spaces: u8,
    upkeep: u8,
    amount: u8,
    ability: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomFile {
    room: Vec<RoomRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EquipmentRow {
    id: Spanned<String>,
    name: String,
    short: String,
    symbol: String,
    half: String,
    cost: BTreeMap<String, u8>,
    amount: u8,
    effect: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EquipmentFile {
    equipment: Vec<EquipmentRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventRow {
    id: Spanned<String>,
    name: String,
    short: String,
    amount: [u8; 3],
    points: u8,
    cost: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFile {
    event: Vec<EventRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderRow {
    id: Spanned<String>,
    name: String,
    trade: String,
    age: u8,
    places: Vec<String>,
    #[serde(default)]
    tokens: BTreeMap<String, u8>,
    #[serde(default)]
    draws: u8,
    equipment: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderFile {
    leader: Vec<LeaderRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WildFile {
    game: Vec<WildData>,
    stack: [u8; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchFile {
    tiles: BTreeMap<Spanned<String>, u8>,
}

impl Components {
    /// Reads and checks all files of an edition.
    pub fn read(edition: &Edition) -> Result<Components, SetupError> {
        let board = board(edition)?;
        let shelter = shelter(edition)?;
        let (wild, wild_stack) = wild(edition)?;
        let mut levels = [[0; 3]; 8];
        levels[Location::Forest.index()] = board.dawn.forest;
        levels[Location::Dam.index()] = board.dawn.dam;
        levels[Location::Base.index()] = board.dawn.base;
        levels[Location::Mine.index()] = board.dawn.mine;
        levels[Location::Fairgrounds.index()] = board.dawn.fairgrounds;
        let (mut counts, mut kept) = ([0; 7], [None; 7]);
        for (word, row) in &board.tokens {
            if let Some(token) = Token::named(word.as_ref()) {
                counts[token.index()] = row.count;
                kept[token.index()] = row.kept;
            }
        }
        Ok(Components {
            levels,
            search_discards: board.dawn.search_discards,
            display: board.dawn.display,
            six_days: board.ambient.six_days,
            four_days: board.ambient.four_days,
            slots: board.slot,
            strengths: board.heroes.strengths,
            counts,
            kept,
            survivors: board.survivors.count,
            rows: shelter.airlock.rows,
            tight_rows: shelter.airlock.tight_rows,
            gauge: shelter.gauge.cells,
            full_rooms: shelter.scoring.full_rooms,
            building: shelter.building,
            rooms: rooms(edition)?,
            equipment: equipment(edition)?,
            events: events(edition)?,
            leaders: leaders(edition)?,
            wild,
            wild_stack,
            search: search(edition, board.dawn.search_discards)?,
            horde: horde(edition)?,
        })
    }
}

fn board(edition: &Edition) -> Result<BoardFile, SetupError> {
    let mut proof = Proof::of("board.toml", edition)?;
    let file: BoardFile = edition.read("board.toml")?;
    let anywhere = usize::MAX;
    let dawn = &file.dawn;
    for (field, levels) in [
        ("dawn.forest", dawn.forest),
        ("dawn.dam", dawn.dam),
        ("dawn.base", dawn.base),
        ("dawn.mine", dawn.mine),
        ("dawn.fairgrounds", dawn.fairgrounds),
    ] {
        for level in levels {
            proof.range(anywhere, field, level as i64, 0, 30);
        }
    }
    proof.range(anywhere, "dawn.display", dawn.display as i64, 0, 3);
    if file.ambient.six_days.len() != 6 || file.ambient.four_days.len() != 4 {
        proof.fault(anywhere, "ambient", "six_days needs 6 levels and four_days 4");
    }
    for level in file.ambient.six_days.iter().chain(&file.ambient.four_days) {
        proof.range(anywhere, "ambient", *level as i64, 0, 9);
    }
    if file.slot.len() != 4 {
        proof.fault(anywhere, "slot", "the ship has exactly 4 slots");
    }
    for slot in &file.slot {
        proof.range(anywhere, "slot.strength", slot.strength as i64, 1, 9);
        proof.range(anywhere, "slot.canned", slot.canned as i64, 0, 9);
    }
    for strength in file.heroes.strengths {
        proof.range(anywhere, "heroes.strengths", strength as i64, 1, 9);
    }
    let mut seen = Vec::new();
    let known = Token::ALL.map(Token::word);
    for (word, row) in &file.tokens {
        let found = Token::named(word.as_ref());
        proof.row(word, "tokens", found, &known, &mut seen);
        proof.range(word.span().start, "tokens.count", row.count as i64, 1, 200);
    }
    proof.complete("tokens", seen.len(), 7);
    proof.done(file)
}

fn shelter(edition: &Edition) -> Result<ShelterFile, SetupError> {
    let mut proof = Proof::of("shelter.toml", edition)?;
    let file: ShelterFile = edition.read("shelter.toml")?;
    let anywhere = usize::MAX;
    for (field, rows) in
        [("airlock.rows", &file.airlock.rows), ("airlock.tight_rows", &file.airlock.tight_rows)]
    {
        let spaces: i64 = rows.iter().map(|spaces| *spaces as i64).sum();
        proof.range(anywhere, field, spaces, 4, 12);
    }
    let cells = &file.gauge.cells;
    if !cells.contains(&0) || cells.len() > 30 || !cells.windows(2).all(|pair| pair[0] > pair[1]) {
        proof.fault(
            anywhere,
            "gauge.cells",
            "cells must fall from the best to the worst and pass 0",
        );
    }
    let building = &file.building;
    proof.range(anywhere, "building.price", building.price as i64, 1, 3);
    let exactly = [
        ("building.dealt_rooms", building.dealt_rooms, 6),
        ("building.kept_rooms", building.kept_rooms, 4),
        ("building.free_rooms", building.free_rooms, 1),
        ("building.four_days_free_rooms", building.four_days_free_rooms, 2),
    ];
    for (field, value, wanted) in exactly {
        proof.range(anywhere, field, value as i64, wanted, wanted);
    }
    for (field, value) in [
        ("building.survivors", building.survivors),
        ("building.four_days_survivors", building.four_days_survivors),
    ] {
        let room = [&file.airlock.rows, &file.airlock.tight_rows]
            .map(|rows| rows.iter().map(|spaces| *spaces as i64).sum::<i64>());
        proof.range(anywhere, field, value as i64, 0, room[0].min(room[1]));
    }
    proof.done(file)
}

fn rooms(edition: &Edition) -> Result<[RoomData; 22], SetupError> {
    let mut proof = Proof::of("rooms.toml", edition)?;
    let file: RoomFile = edition.read("rooms.toml")?;
    let known = RoomKind::ALL.map(RoomKind::word);
    let mut rooms: [RoomData; 22] = Default::default();
    let (mut seen, mut advanced) = (Vec::new(), 0);
    for row in file.room {
        let byte = row.code.span().start;
        let found = RoomKind::named(row.code.as_ref());
        let Some(kind) = proof.row(&row.code, "code", found, &known, &mut seen) else {
            continue;
        };
        proof.range(byte, "spaces", row.spaces as i64, 1, 8);
        proof.range(byte, "upkeep", row.upkeep as i64, 0, 9);
        proof.range(byte, "amount", row.amount as i64, 0, 9);
        if row.standard != (kind.index() < 3) {
            proof.fault(byte, "standard", "S1, S2 and S3 are standard, no other");
        }
        if !row.standard {
            proof.range(byte, "copies", row.copies as i64, 0, 2);
            advanced += row.copies as i64;
        }
        rooms[kind.index()] = RoomData {
            name: row.name,
            ability: row.ability,
            spaces: row.spaces,
            upkeep: row.upkeep,
            amount: row.amount,
            copies: row.copies,
        };
    }
    proof.complete("room", seen.len(), 22);
    proof.range(usize::MAX, "copies", advanced, 24, 38);
    proof.done(rooms)
}

fn equipment(edition: &Edition) -> Result<[EquipmentData; 20], SetupError> {
    let mut proof = Proof::of("equipment.toml", edition)?;
    let file: EquipmentFile = edition.read("equipment.toml")?;
    let known = Equipment::ALL.map(Equipment::word);
    let mut tiles: [EquipmentData; 20] = Default::default();
    let mut halves: Vec<(String, String, usize)> = Vec::new();
    let mut seen = Vec::new();
    for row in file.equipment {
        let byte = row.id.span().start;
        let found = Equipment::named(row.id.as_ref());
        let Some(tile) = proof.row(&row.id, "id", found, &known, &mut seen) else {
            continue;
        };
        let cost = proof.tokens(byte, "cost", &row.cost);
        let total: i64 = cost.iter().map(|count| *count as i64).sum();
        proof.range(byte, "cost", total, 1, 3);
        if Token::ALL.iter().any(|token| !token.is_material() && cost[token.index()] > 0) {
            proof.fault(byte, "cost", "a repair costs Wood, Metal and Microchips only");
        }
        proof.range(byte, "amount", row.amount as i64, 0, 9);
        if !["left", "right"].contains(&row.half.as_str()) {
            proof.fault(byte, "half", "say left or right");
        }
        if let Some((_, half, partner)) = halves.iter().find(|(symbol, ..)| *symbol == row.symbol) {
            if *half == row.half || tiles[*partner].partner != usize::MAX {
                let problem = "a symbol has one left and one right half";
                proof.fault(byte, "symbol", problem);
            }
            tiles[*partner].partner = tile.index();
        }
        let partner = halves
            .iter()
            .find(|(symbol, ..)| *symbol == row.symbol)
            .map_or(usize::MAX, |(_, _, partner)| *partner);
        halves.push((row.symbol.clone(), row.half, tile.index()));
        tiles[tile.index()] = EquipmentData {
            name: row.name,
            short: row.short,
            effect: row.effect,
            symbol: row.symbol,
            partner,
            cost,
            amount: row.amount,
        };
    }
    proof.complete("equipment", seen.len(), 20);
    if proof.faults.is_empty() && tiles.iter().any(|tile| tile.partner == usize::MAX) {
        proof.fault(usize::MAX, "symbol", "a symbol has only one half");
    }
    proof.done(tiles)
}

fn events(edition: &Edition) -> Result<[EventData; 12], SetupError> {
    let mut proof = Proof::of("events.toml", edition)?;
    let file: EventFile = edition.read("events.toml")?;
    let known = EventCard::ALL.map(EventCard::word);
    let mut events: [EventData; 12] = Default::default();
    let mut seen = Vec::new();
    for row in file.event {
        let byte = row.id.span().start;
        let found = EventCard::named(row.id.as_ref());
        let Some(card) = proof.row(&row.id, "id", found, &known, &mut seen) else {
            continue;
        };
        let cost = proof.tokens(byte, "cost", &row.cost);
        for amount in row.amount {
            proof.range(byte, "amount", amount as i64, 0, 9);
        }
        proof.range(byte, "points", row.points as i64, 0, 20);
        events[card.index()] = EventData {
            name: row.name,
            short: row.short,
            amount: row.amount,
            points: row.points,
            cost,
        };
    }
    proof.complete("event", seen.len(), 12);
    proof.done(events)
}

fn leaders(edition: &Edition) -> Result<Vec<LeaderData>, SetupError> {
    let mut proof = Proof::of("leaders.toml", edition)?;
    let file: LeaderFile = edition.read("leaders.toml")?;
    let known = Leader::ALL.map(Leader::word);
    let mut leaders: Vec<Option<LeaderData>> = vec![None; 10];
    let (mut seen, mut ages, mut tiles) = (Vec::new(), Vec::new(), Vec::new());
    for row in file.leader {
        let byte = row.id.span().start;
        let found = Leader::named(row.id.as_ref());
        let Some(leader) = proof.row(&row.id, "id", found, &known, &mut seen) else {
            continue;
        };
        let tokens = proof.tokens(byte, "tokens", &row.tokens);
        proof.range(byte, "draws", row.draws as i64, 0, 4);
        if ages.contains(&row.age) {
            proof.fault(byte, "age", format!("two leaders are {} years old", row.age));
        }
        ages.push(row.age);
        let mut places: Vec<Location> = Vec::new();
        for word in &row.places {
            match Location::named(word) {
                Some(place) if !places.contains(&place) => places.push(place),
                Some(_) => proof.fault(byte, "places", format!("`{word}` stands here twice")),
                None => {
                    let known = Location::ALL.map(Location::word);
                    proof.fault(byte, "places", unknown("Location", word, known));
                }
            }
        }
        let Ok(places) = <[Location; 4]>::try_from(places) else {
            proof.fault(byte, "places", "a leader has exactly 4 places");
            continue;
        };
        let Some(equipment) = Equipment::named(&row.equipment) else {
            let known = Equipment::ALL.map(Equipment::word);
            let problem = unknown("equipment", &row.equipment, known);
            proof.fault(byte, "equipment", problem);
            continue;
        };
        if tiles.iter().filter(|tile| **tile == equipment).count() == 2 {
            proof.fault(byte, "equipment", "there are only two tiles of each type");
        }
        tiles.push(equipment);
        leaders[leader.index()] = Some(LeaderData {
            name: row.name,
            trade: row.trade,
            age: row.age,
            places,
            tokens,
            draws: row.draws,
            equipment,
        });
    }
    proof.complete("leader", seen.len(), 10);
    proof.done(leaders.into_iter().flatten().collect())
}

fn wild(edition: &Edition) -> Result<([WildData; 5], [u8; 3]), SetupError> {
    let mut proof = Proof::of("wild_game.toml", edition)?;
    let file: WildFile = edition.read("wild_game.toml")?;
    let tiles: i64 = file.game.iter().map(|wild| wild.copies as i64).sum();
    for height in file.stack {
        proof.range(usize::MAX, "stack", height as i64, 0, (tiles / 3).min(10));
    }
    for wild in &file.game {
        proof.range(usize::MAX, "endurance", wild.endurance as i64, 1, 12);
        proof.range(usize::MAX, "meat", wild.meat as i64, 0, 20);
    }
    proof.range(usize::MAX, "copies", tiles, 3, 40);
    let game = <[WildData; 5]>::try_from(file.game);
    match game {
        Ok(game) => proof.done((game, file.stack)),
        Err(_) => {
            proof.fault(usize::MAX, "game", "there are exactly 5 types");
            proof.done(Default::default())
        }
    }
}

fn search(edition: &Edition, discards: [u8; 3]) -> Result<[u8; 12], SetupError> {
    let mut proof = Proof::of("search.toml", edition)?;
    let file: SearchFile = edition.read("search.toml")?;
    let known = SearchTile::ALL.map(SearchTile::word);
    let (mut tiles, mut seen) = ([0; 12], Vec::new());
    for (word, count) in &file.tiles {
        let found = SearchTile::named(word.as_ref()).filter(|tile| tile.index() < 9);
        let known = &known[..9];
        if let Some(tile) = proof.row(word, "tiles", found, known, &mut seen) {
            tiles[tile.index()] = *count;
        }
    }
    let total: i64 = tiles.iter().map(|count| *count as i64).sum();
    let left_out = discards.into_iter().max().unwrap_or(0).max(4) as i64;
    proof.range(usize::MAX, "tiles", total, left_out, 10);
    proof.done(tiles)
}

fn horde(edition: &Edition) -> Result<HordeData, SetupError> {
    let mut proof = Proof::of("horde.toml", edition)?;
    let file: HordeData = edition.read("horde.toml")?;
    for level in [&file.easy, &file.normal, &file.hard] {
        for strength in level.strengths {
            proof.range(usize::MAX, "strengths", strength as i64, 1, 9);
        }
        proof.range(usize::MAX, "forecast", level.forecast as i64, 0, 4);
    }
    if !file.rank.windows(2).all(|pair| pair[0].score > pair[1].score) {
        proof.fault(usize::MAX, "rank", "ranks go from the best to the worst");
    }
    proof.done(file)
}
