//! The game in words: what people and hexes are called.

mod conclusion;
mod notation;
mod story;
mod structure;

pub(crate) use conclusion::{conclusion, reckoning};
pub(crate) use notation::{notation, parse};
pub(crate) use story::{DayWords, chapter, narrate};
pub(crate) use structure::{read_structure, structure};

use crate::Outfit;
use crate::edition::components::Start;
use crate::edition::scenarios::{Role, RoleId};
use crate::event::HexName;
use crate::land::Hex;
use crate::position::{Position, Who};
use std::sync::Arc;
use table::{Names, Seat};

/// "1 point", "2 points".
pub(crate) fn count(number: impl Into<i64>, one: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// What a person is called within a sentence: "The deer" is "the deer" there.
pub(crate) fn amid(name: &str) -> String {
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => name.into(),
    }
}

/// "random, one turn" and the like.
pub(crate) fn ability_words(start: Start, turns: Option<u8>, may_stay: bool) -> String {
    let turns = match turns {
        Some(0) => "no turn".to_string(),
        Some(1) => "one turn".to_string(),
        Some(2) => "two turns".to_string(),
        None => "any turns".to_string(),
        Some(n) => format!("{n} turns"),
    };
    let start = match start {
        Start::Random => "random",
        Start::Choice => "own choice",
    };
    format!("{start}, {turns}{}", if may_stay { ", may stay" } else { "" })
}

/// What the persons of this cast are called: by their role, and by number where it has several.
pub(crate) fn names(roles: &[Role], cast: &[RoleId]) -> Vec<Arc<str>> {
    let name = |(person, role): (usize, &RoleId)| {
        let before = cast[..person].iter().filter(|other| *other == role).count();
        let name = &roles[role.index()].name;
        let mut name = match cast.iter().filter(|other| *other == role).count() {
            1 => format!("the {name}"),
            _ => format!("{name} {}", before + 1),
        };
        if let Some(first) = name.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        name.into()
    };
    cast.iter().enumerate().map(name).collect()
}

impl Outfit {
    /// The printed name of a hex.
    pub(crate) fn hex_name(&self, cell: Hex) -> HexName {
        let (column, row) = self.board.place(cell);
        HexName(column, row)
    }

    /// What a person is called, such as "Hiker 2" or "The deer".
    pub(crate) fn person_name(&self, person: Who) -> &Arc<str> {
        &self.names[person.index()]
    }

    /// What a person is called at the table: by the player's name, where everybody leads one person
    /// of the same role and nobody else is there.
    pub(crate) fn person_called(&self, person: Who, names: Names<'_>) -> String {
        let (members, seats) = (self.members(person).count(), usize::from(self.setup.seats));
        let alone = seats == members && seats == self.cast.len();
        match names.given(Seat(person.0.into())) {
            Some(player) if alone => player.into(),
            _ => self.person_name(person).to_string(),
        }
    }

    /// What a seat is called: the player's name, or the piece he runs.
    pub(crate) fn seat_name(&self, p: &Position, seat: Seat, names: Names<'_>) -> String {
        let mut own = self.everyone().filter(|i| p.persons[*i].seat == Some(seat));
        match (names.given(seat), own.next(), own.next()) {
            (Some(name), _, _) => name.into(),
            (_, Some(person), None) => self.person_name(person).to_string(),
            _ => names.of(seat),
        }
    }
}
