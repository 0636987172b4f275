//! The game in words: what people and hexes are called.

mod conclusion;
mod notation;
mod story;

use crate::Outfit;
use crate::edition::components::{ANY_TURNS, Start};
use crate::event::HexName;
use crate::position::Position;
use table::{Names, Seat};

/// "1 point", "2 points".
pub(crate) fn count(number: impl Into<i64>, one: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// "random, one turn" and the like.
pub(crate) fn ability_words(start: Start, turns: u8, may_stay: bool) -> String {
    let turns = match turns {
        0 => "no turn".to_string(),
        1 => "one turn".to_string(),
        2 => "two turns".to_string(),
        ANY_TURNS => "any turns".to_string(),
        n => format!("{n} turns"),
    };
    let start = match start {
        Start::Random => "random",
        Start::Choice => "own choice",
    };
    format!("{start}, {turns}{}", if may_stay { ", may stay" } else { "" })
}

impl Outfit {
    /// The printed name of a hex.
    pub(crate) fn hex_name(&self, cell: u16) -> HexName {
        let (column, row) = self.board.place(cell);
        HexName(column, row)
    }

    /// What a person is called, such as "Hiker 2" or "The deer".
    pub(crate) fn person_name(&self, person: u8) -> String {
        let role = self.role(person);
        let members = self.members(person).count();
        let number = self.members(person).position(|other| other == person).unwrap_or(0) + 1;
        let mut name = match members {
            1 => format!("the {}", role.name),
            _ => format!("{} {number}", role.name),
        };
        if let Some(first) = name.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        name
    }

    /// What a person is called at the table: by the player's name, where everybody leads one person
    /// of the same role and nobody else is there.
    pub(crate) fn person_called(&self, person: u8, names: Names<'_>) -> String {
        let (members, seats) = (self.members(person).count(), self.setup.seats as usize);
        let alone = seats == members && seats == self.cast.len();
        match names.given(Seat(person as u16)) {
            Some(player) if alone => player.into(),
            _ => self.person_name(person),
        }
    }

    /// What a seat is called: the player's name, or the piece he runs.
    pub(crate) fn seat_name(&self, p: &Position, seat: Seat, names: Names<'_>) -> String {
        let mut own = (0..self.cast.len()).filter(|i| p.persons[*i].seat as u16 == seat.0);
        match (names.given(seat), own.next(), own.next()) {
            (Some(name), _, _) => name.into(),
            (_, Some(person), None) => self.person_name(person as u8),
            _ => names.of(seat),
        }
    }
}
