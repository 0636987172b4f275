//! Words of a case, and what they name.

use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Tiles, Token,
};
use crate::position::RoomName;
use crate::rules::sides::Side;
use table::{Fault, unknown};

pub type Read<T> = Result<T, Fault>;

pub fn named<T>(field: &str, word: &str, found: Option<T>, known: &[&str]) -> Read<T> {
    found.ok_or_else(|| Fault::field(field, unknown(field, word, known.iter().copied())))
}

pub fn token(word: &str) -> Read<Token> {
    named("token", word, Token::named(word), &Token::ALL.map(Token::word))
}

pub fn tile(word: &str) -> Read<Equipment> {
    let known = Equipment::ALL.map(Equipment::word);
    named("equipment", word, Equipment::named(word), &known)
}

pub fn location(word: &str) -> Read<Location> {
    let known = Location::ALL.map(Location::word);
    named("Location", word, Location::named(word), &known)
}

pub fn city(word: &str) -> Read<City> {
    named("City", word, City::named(word), &City::ALL.map(City::word))
}

pub fn card(word: &str) -> Read<EventCard> {
    let known = EventCard::ALL.map(EventCard::word);
    named("event", word, EventCard::named(word), &known)
}

pub fn leader(word: &str) -> Read<Leader> {
    let known = Leader::ALL.map(Leader::word);
    named("leader", word, Leader::named(word), &known)
}

pub fn found_tile(word: &str) -> Read<SearchTile> {
    let known = SearchTile::ALL.map(SearchTile::word);
    named("search tile", word, SearchTile::named(word), &known)
}

pub fn kind(word: &str) -> Read<RoomKind> {
    let known = RoomKind::ALL.map(RoomKind::word);
    named("room", word, RoomKind::named(word), &known)
}

pub fn room(word: &str) -> Read<RoomName> {
    match RoomKind::named(word) {
        Some(kind) => Ok(RoomName { kind, second: false }),
        None => Ok(RoomName { kind: kind(word.trim_end_matches('b'))?, second: true }),
    }
}

pub fn set(words: &[String]) -> Read<Tiles> {
    words.iter().try_fold(0, |set, word| Ok(set | tile(word)?.bit()))
}

pub fn seat(field: &str, word: &str, most: u8) -> Read<Side> {
    let seat = word.parse().ok().filter(|number| *number <= most).and_then(Side::numbered);
    seat.ok_or_else(|| Fault::field(field, format!("`{word}` is not a number from 1 to {most}")))
}
