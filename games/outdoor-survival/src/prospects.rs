//! What a person at the table sees at a glance: what he is after, how far it is, where he can drink
//! and eat. Everything here follows from what lies open; bots and hints are made from it.

use crate::charts::Mode;
use crate::scenario::Meeting;
use crate::{Ends, Fate, OutdoorSurvival, Phase, Position, Wilderness};
use std::borrow::Cow;

/// What the acting person is after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To leave the board over an open edge, with nobody after him.
    Leave,
    /// To leave the board while those on these hexes are after him.
    Escape(Vec<u16>),
    /// To keep away from those on these hexes.
    Flee(Vec<u16>),
    /// To come to one of these hexes: whom he seeks, or the markers he turns.
    Reach(Vec<u16>),
}

/// The needs of the acting person, as they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needy {
    /// Water steps lost.
    pub dry: u8,
    /// Food steps lost.
    pub hungry: u8,
    /// Whether water is met by passing a source, so that nobody need end there.
    pub drinks_in_passing: bool,
    /// Whether the person has a need for water at all.
    pub drinks: bool,
}

impl OutdoorSurvival {
    /// What the acting person is after.
    pub fn aim(&self, position: &Position) -> Aim {
        let set = &self.0;
        let acting = position.acting;
        let role = set.cast[acting as usize];
        let here = position.actor().at;
        let of_role = |wanted: u8| -> Vec<u16> {
            let of_role = (0..set.cast.len()).filter(|person| set.cast[*person] == wanted);
            of_role
                .map(|person| &position.persons[person])
                .filter(|person| person.fate == Fate::Active)
                .map(|person| person.at)
                .collect()
        };
        let sought: Vec<u16> =
            set.scenario.contacts.iter().filter(|contact| contact.a == role).flat_map(|contact| of_role(contact.b)).collect();
        let pursuers: Vec<u16> = (set.scenario.contacts.iter())
            .filter(|contact| contact.b == role && contact.result != Meeting::Join)
            .flat_map(|contact| of_role(contact.a))
            .collect();
        if set.exits(position, acting) != 0 {
            return if pursuers.is_empty() { Aim::Leave } else { Aim::Escape(pursuers) };
        }
        let turns_markers = set.scenario.markers.as_ref().is_some_and(|markers| markers.turned_by == role);
        if turns_markers {
            let down = position.markers().iter().filter(|marker| !marker.turned).map(|marker| marker.at);
            let left_behind = (position.persons[..set.cast.len()].iter())
                .filter(|person| person.fate == Fate::Stranded)
                .map(|person| person.at);
            return Aim::Reach(down.chain(left_behind).filter(|at| *at != here).collect());
        }
        match sought.is_empty() {
            false => Aim::Reach(sought),
            true => Aim::Flee(pursuers),
        }
    }

    /// Every hex on which the acting person's move can end from here, and a way off the board.
    pub fn ends_of_move(&self, position: &Position) -> Ends {
        self.0.ends(position, |cell| self.drinkable(position, cell))
    }

    /// Whether the acting person has rolled and is on his way.
    pub fn on_the_way(&self, position: &Position) -> bool {
        position.phase == Phase::Move
    }

    /// The hex from which the acting person's move set out, or where he is.
    pub fn set_out_from(&self, position: &Position) -> u16 {
        match position.phase {
            Phase::Move => position.journey.path[0],
            _ => position.actor().at,
        }
    }

    /// The points of the acting person's move.
    pub fn pace(&self, position: &Position) -> u8 {
        self.0.allowance(position, position.acting)
    }

    /// The board, worked out.
    pub fn wilderness(&self) -> &Wilderness {
        &self.0.board
    }

    /// Cheapest points off the board for the acting person, from every hex.
    pub fn points_off(&self, position: &Position) -> Cow<'_, [u16]> {
        let role = self.0.cast[position.acting as usize] as usize;
        match self.0.scenario.roles[role].exits_secret {
            0 => Cow::Borrowed(&self.0.way_off[role]),
            _ => Cow::Owned(self.0.board.way_off(position.border)),
        }
    }

    /// The acting person's needs.
    pub fn needy(&self, position: &Position) -> Needy {
        let person = position.actor();
        let water = self.needs_of(position).map(|chart| &self.0.scenario.needs[chart].water);
        Needy {
            dry: person.water - 1,
            hungry: person.food - 1,
            drinks_in_passing: water.is_some_and(|water| water.mode == Mode::Pass),
            drinks: water.is_some_and(|water| matches!(water.mode, Mode::Pass | Mode::End)),
        }
    }

    /// Whether the acting person can drink on a hex.
    pub fn drinkable(&self, position: &Position, cell: u16) -> bool {
        let chart = self.needs_of(position);
        chart.is_some_and(|chart| self.0.serves(&self.0.scenario.needs[chart].water, cell))
            || self.0.own_outpost(position, position.acting, cell)
    }

    /// Whether the acting person can eat on a hex.
    pub fn edible(&self, position: &Position, cell: u16) -> bool {
        let chart = self.needs_of(position);
        chart.is_some_and(|chart| self.0.serves(&self.0.scenario.needs[chart].food, cell))
            || self.0.own_outpost(position, position.acting, cell)
    }

    fn needs_of(&self, position: &Position) -> Option<usize> {
        self.0.role(position.acting).needs
    }
}
