//! What cards and tiles say, wherever they are looked up: rooms, equipment, events, leaders, the
//! Horde's cards.

use crate::edition::components::Errand;
use crate::edition::roster::{Equipment, EventCard, HordeCard, Leader, RoomKind, in_words};
use crate::rules::equipment::bonus_token;
use crate::speech::story::listed;
use crate::{Outlive, Waiver};
use table::wording::counted;

/// When a room's ability works, and how often. OL-ROOM-04, OL-ROOM-06
fn works(kind: RoomKind) -> &'static str {
    match kind {
        RoomKind::S1
        | RoomKind::A13
        | RoomKind::A14
        | RoomKind::A15
        | RoomKind::A16
        | RoomKind::A17 => "At Night while building, once a turn",
        RoomKind::S2 | RoomKind::A18 | RoomKind::A19 => "At Night while repairing, once a turn",
        RoomKind::S3 => "At Night, once a turn",
        RoomKind::A1 | RoomKind::A2 | RoomKind::A3 | RoomKind::A4 | RoomKind::A6 | RoomKind::A8 => {
            "By Day, once a turn"
        }
        RoomKind::A5 | RoomKind::A7 => "By Day, once a turn in each City",
        RoomKind::A9 => "By Day, every time",
        RoomKind::A10 => "By Day or at Night, once a turn",
        RoomKind::A11 => "By Day, always",
        RoomKind::A12 => "Every Night",
    }
}

fn errand_name(errand: Errand) -> &'static str {
    match errand {
        Errand::City => "City",
        Errand::Mine => "Mine",
        Errand::Cargo => "Cargo Ship",
        Errand::Fairgrounds => "Fairgrounds",
        Errand::Forest => "Forest",
        Errand::Hunting => "Hunting",
        Errand::Dam => "Dam",
        Errand::Base => "Military Base",
    }
}

impl Outlive {
    /// What a full room does, and when.
    pub(crate) fn ability_text(&self, kind: RoomKind) -> String {
        format!("{}: {}", works(kind), self.parts.rooms[kind.index()].ability)
    }

    /// A room with its spaces and its upkeep.
    pub(crate) fn room_text(&self, kind: RoomKind) -> String {
        let data = &self.parts.rooms[kind.index()];
        let spaces = counted(data.spaces, "space", "spaces");
        format!("{spaces}, upkeep {}. {}", data.upkeep, self.ability_text(kind))
    }

    /// What a repaired tile does, and when. OL-EQ-07, OL-EQ-09
    pub(crate) fn gear_text(&self, tile: Equipment) -> String {
        let first = match bonus_token(tile) {
            Some(token) => format!(", after a hero has taken {} there", token.counted(1)),
            None => String::new(),
        };
        format!("{} Once a turn{first}.", self.parts.equipment[tile.index()].effect)
    }

    /// What an event does while it is in play. OL-EVT-02, OL-EVT-04
    pub(crate) fn event_text(&self, card: EventCard) -> String {
        let amount = self.event_amount(card);
        match card {
            EventCard::Wildfire => format!("Every Day the Forest loses {amount} Wood."),
            EventCard::CaveIn => format!("Every Day the Mine loses {amount} Metal."),
            EventCard::Thieves => format!(
                "Every Day the Forest, the Mine and the Fairgrounds lose {} each.",
                counted(amount, "token", "tokens")
            ),
            EventCard::LeanTimes => format!(
                "Every Day the Fairgrounds lose {}.",
                counted(amount, "Microchip", "Microchips")
            ),
            EventCard::Nomads => {
                format!("Every Day each search stack loses {}.", counted(amount, "tile", "tiles"))
            }
            EventCard::Sandstorm => format!(
                "Heroes have {} and count as Strength {amount} on the Cargo Ship.",
                counted(amount, "action point", "action points")
            ),
            EventCard::RadioactiveCloud => {
                format!(
                    "Every Day each gauge goes {} on towards its worst, whoever is in the Airlock.",
                    counted(amount, "cell", "cells")
                )
            }
            EventCard::EnemyClan => format!(
                "Every Day each Shelter loses {amount} Materials or Munitions; with fewer, a survivor."
            ),
            EventCard::ColdSnap => format!(
                "Every Day each Shelter loses {}.",
                counted(amount, "survivor", "survivors")
            ),
            EventCard::RatInfestation => format!(
                "Every Day each Shelter loses {}; with fewer, a survivor.",
                counted(amount, "Supply", "Supplies")
            ),
            EventCard::EpizooticDisease => format!("Every catch yields {amount} Meat less."),
            EventCard::AnimalMutation => format!("Game has {amount} more Endurance."),
        }
    }

    /// What an event brings to whoever overcomes it, and what it costs under a waiver. OL-OVER-12
    pub(crate) fn overcoming_text(&self, card: EventCard, waiver: Waiver) -> String {
        let data = &self.parts.events[card.index()];
        let cost = self.reduced(card, waiver).unwrap_or(data.cost);
        format!("{} for {}.", counted(data.points, "point", "points"), in_words(&cost))
    }

    /// Where a leader's heroes start, and with what. OL-SETUP-19, OL-LEAD-01
    pub(crate) fn leader_text(&self, leader: Leader) -> String {
        let data = &self.parts.leaders[leader.index()];
        let places: Vec<String> = data.places.iter().map(|place| place.named_so()).collect();
        let start = match data.draws {
            0 => format!("Starts with {}", in_words(&data.tokens)),
            draws => format!("Draws {draws} search tiles and keeps {}", draws - 1),
        };
        format!(
            "{} years old. {start}. Broken {}. Heroes start at {}.",
            data.age,
            self.parts.equipment[data.equipment.index()].name,
            listed(&places)
        )
    }

    /// Where the pawns look first by a card of the Horde, and then. OL-SOLO-06
    pub(crate) fn horde_card_text(&self, card: HordeCard) -> String {
        let cycle = &self.parts.horde.cycle;
        let words: Vec<&str> = (0..cycle.len())
            .map(|step| errand_name(cycle[(card.index() + step) % cycle.len()]))
            .collect();
        words.join(", ")
    }
}
