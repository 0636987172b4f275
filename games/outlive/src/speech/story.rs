//! How what happens is told.

use crate::edition::roster::{Equipment, EventCard, Leader, Location, RoomKind, in_words};
use crate::event::{Event, Source};
use crate::position::Room;
use crate::{HeroId, Outlive, Side, Space, Teller};
use table::wording::counted;
use table::{Outcome, Seat, StoryLine};

impl Outlive {
    pub(crate) fn tile_name(&self, tile: Equipment) -> &str {
        &self.parts.equipment[tile.index()].name
    }

    pub(crate) fn card_name(&self, card: EventCard) -> &str {
        &self.parts.events[card.index()].name
    }

    fn source_name(&self, source: Source) -> String {
        match source {
            Source::Leader => " from the leader".into(),
            Source::Place(place) => format!(" at the {}", place.title()),
            Source::Search => " from the search".into(),
            Source::Hunt => " from the hunt".into(),
            Source::Ship => " from the Cargo Ship".into(),
            Source::Gear(tile) => format!(" through the {}", self.tile_name(tile)),
            Source::Room(kind) => format!(" through the {}", self.kind_name(kind)),
            Source::Recruit(token) => format!(" for {}", token.counted(1)),
        }
    }

    pub(crate) fn kind_name(&self, kind: RoomKind) -> &str {
        &self.parts.rooms[kind.index()].name
    }

    /// A space in words.
    pub(crate) fn space_name(&self, space: Space) -> String {
        match space {
            Space::Airlock => "the Airlock".into(),
            Space::Room(name) => format!("the {}", self.kind_name(name.kind)),
        }
    }

    /// A hero in words: `3a`, `4`.
    pub(crate) fn hero_name(&self, side: Side, hero: HeroId) -> String {
        let strength = self.strength(side, hero);
        let like = HeroId::ALL.into_iter().filter(|other| self.strength(side, *other) == strength);
        match like.clone().zip('a'..).find(|(other, _)| *other == hero) {
            Some((_, letter)) if like.count() > 1 => format!("{strength}{letter}"),
            _ => strength.to_string(),
        }
    }
}

impl Teller<'_> {
    /// What a side is called.
    pub fn side_name(&self, side: Side) -> String {
        if self.is_horde(side) { "The Horde".into() } else { self.names.of(side.seat()) }
    }

    /// What the side with this number, counted from 1, is called.
    pub fn numbered_name(&self, number: u8) -> String {
        Side::numbered(number).map_or_else(String::new, |side| self.side_name(side))
    }

    /// An event as a line of the story.
    pub(crate) fn told(&self, event: &Event) -> StoryLine {
        let words = self.words(event);
        match event.rule() {
            Some(rule) => StoryLine::by(rule, words),
            None => StoryLine::plain(words),
        }
    }

    fn words(&self, event: &Event) -> String {
        let who = |side: Side| self.side_name(side);
        match *event {
            Event::Decided { seat, action, automatic } => {
                let mark = if automatic { " (automatic)" } else { "" };
                format!("{}: {}{mark}", who(seat), self.write(&action))
            }
            Event::Revealed { seat, leader, rooms } => self.reveal_words(seat, leader, &rooms),
            Event::HordeComes { leader } => {
                format!("The Horde follows {}.", self.parts.leaders[leader.index()].name)
            }
            Event::MiniTile { city, tile } => {
                format!("A {} hides in {}.", tile.title(), city.location().title())
            }
            Event::Placed { seat, places } => self.placing_words(seat, places),
            Event::First { side } => format!("{} holds the first player token.", who(side)),
            Event::Dawn { turn } => {
                format!("Dawn of turn {turn}.")
            }
            Event::Displayed { city, tile } => {
                format!("{} lies in {}.", self.tile_name(tile), city.location().title())
            }
            Event::Reshuffled => "The discarded equipment is shuffled into a new deck.".into(),
            Event::TurnedUp { city, tile } => {
                format!("{} is left out in {}.", tile.title(), city.location().title())
            }
            Event::Flipped { turn, card } => {
                format!("Event of turn {turn}: {}.", self.card_name(card))
            }
            Event::Forecast { turn, card } => {
                format!("Turn {turn} will bring {}.", self.card_name(card))
            }
            Event::Stripped { card, place, count } => {
                format!("{}: the {} loses {count}.", self.card_name(card), place.title())
            }
            Event::Struck { seat, card } => {
                format!("{} strikes {}.", self.card_name(card), who(seat))
            }
            Event::Immune { seat, card } => {
                format!("The Bunker keeps {} from {}.", self.card_name(card), who(seat))
            }
            Event::Gauge { seat, from, to } => format!(
                "{}'s gauge goes from {} to {}.",
                who(seat),
                self.gauge_value(from),
                self.gauge_value(to)
            ),
            Event::Skull { seat } => format!("{}'s gauge would pass its last cell.", who(seat)),
            Event::Died { seat, space } => {
                format!("{} loses a survivor from {}.", who(seat), self.space_name(space))
            }
            Event::LostToken { seat, token } => {
                format!("{} loses {}.", who(seat), token.counted(1))
            }
            Event::VirtualWater { seat } => {
                format!("{} spends the Water of the Cistern.", who(seat))
            }
            Event::Arrived { side, hero, place } => format!(
                "{}'s {} comes to the {}.",
                who(side),
                self.hero_name(side, hero),
                place.title()
            ),
            Event::Shared { seat, room } => {
                format!("{} shares a slot through the {}.", who(seat), self.kind_name(room.kind))
            }
            Event::Pressure { side, on, points } => {
                format!("{} puts {points} Pressure on {}.", who(side), who(on))
            }
            Event::Defended { seat, immunity, gear, munitions, left } => {
                let mut by = Vec::new();
                if immunity {
                    by.push("the Guard Room".to_string());
                }
                if gear {
                    by.push("Battle Gear".to_string());
                }
                if munitions > 0 {
                    by.push(format!("{munitions} Munitions"));
                }
                let by = if by.is_empty() { "nothing".into() } else { by.join(" and ") };
                let left = counted(left, "point is", "points are");
                format!("{} answers with {by}: {left} left.", who(seat))
            }
            Event::Tribute { from, to, token } => {
                format!("{} gives {} {}.", who(from), who(to), token.counted(1))
            }
            Event::Gained { side, token, count, source } => {
                format!("{} gets {}{}.", who(side), token.counted(count), self.source_name(source))
            }
            Event::UsedGear { side, tile } => {
                format!("{} uses the {}.", who(side), self.tile_name(tile))
            }
            Event::Salvaged { side, tile } => {
                format!("{} salvages the {}.", who(side), self.tile_name(tile))
            }
            Event::Found { side, city, tile } => {
                format!("{} finds {} in {}.", who(side), tile.title(), city.location().title())
            }
            Event::Peeked { city, stack, .. } => {
                let tiles: Vec<&str> = stack.iter().rev().map(|tile| tile.title()).collect();
                format!("In {} lie, from the top: {}.", city.location().title(), tiles.join(", "))
            }
            Event::Sensed { place, tiles, .. } => {
                let tiles: Vec<String> = tiles
                    .iter()
                    .rev()
                    .map(|kind| self.parts.wild[kind.index()].endurance.to_string())
                    .collect();
                format!("The game of the {}, from the top: {}.", place.title(), tiles.join(", "))
            }
            Event::Caught { side, place, endurance } => format!(
                "{} catches game of Endurance {endurance} in the {}.",
                who(side),
                place.title()
            ),
            Event::Top { place, endurance } => {
                format!("Game of Endurance {endurance} shows in the {}.", place.title())
            }
            Event::Came { seat, space, source } => format!(
                "A survivor joins {} in {}{}.",
                who(seat),
                self.space_name(space),
                self.source_name(source)
            ),
            Event::HordeCard { card } => {
                format!("The Horde turns up card H{card}.")
            }
            Event::HordeStays { pawn } => {
                format!("The Horde's {} stays.", self.hero_name(Side::HORDE, pawn))
            }
            Event::DayEnds { turn } => {
                format!("Night falls on turn {turn}.")
            }
            Event::Overcame { seat, card } => {
                format!("{} overcomes {}.", who(seat), self.card_name(card))
            }
            Event::Fed { seat, meat, water, canned, missing } => format!(
                "{} feeds with {meat} Meat, {water} Water and {canned} Canned Goods; {missing} missing.",
                who(seat)
            ),
            Event::Built { seat, room } => {
                format!("{} builds the {}.", who(seat), self.kind_name(room.kind))
            }
            Event::MovedIn { seat, room, count, full } => format!(
                "{} moves {count} into the {}{}.",
                who(seat),
                self.kind_name(room.kind),
                if full { ", which is full" } else { "" }
            ),
            Event::Rejected { seat, tile } => {
                format!("{} owns a {} already and draws again.", who(seat), self.tile_name(tile))
            }
            Event::Drew { seat, tile } => match tile {
                Some(tile) => format!("{} draws a broken {}.", who(seat), self.tile_name(tile)),
                None => format!("{} finds no equipment to draw.", who(seat)),
            },
            Event::Recycled { seat, tile } => {
                format!("{} takes the {} apart.", who(seat), self.tile_name(tile))
            }
            Event::Repaired { seat, tile } => {
                format!("{} repairs the {}.", who(seat), self.tile_name(tile))
            }
            Event::Spoiled { seat, tokens } => {
                let gone = in_words(&tokens);
                format!("{gone} of {} spoil.", who(seat))
            }
            Event::Standing { seat, turn, score } => format!(
                "After turn {turn} {} stands at {}: events {}, rooms {}, survivors {}, equipment {}, pairs {}, gauge {}.",
                who(seat),
                score.total,
                score.events,
                score.rooms,
                score.survivors,
                score.equipment,
                score.pairs,
                score.gauge
            ),
            Event::Convoy => "The convoy arrives.".into(),
        }
    }

    fn reveal_words(&self, seat: Side, leader: Leader, rooms: &[Room; 7]) -> String {
        let kept: Vec<&str> = rooms[3..].iter().map(|room| room.kind.word()).collect();
        let built: Vec<String> = rooms
            .iter()
            .filter(|room| room.built)
            .map(|room| {
                let people = counted(room.people, "survivor", "survivors");
                format!("{} with {people}", self.kind_name(room.kind))
            })
            .collect();
        let leader = &self.parts.leaders[leader.index()].name;
        format!(
            "{} follows {leader}, keeps {} and starts with the {}.",
            self.side_name(seat),
            kept.join(", "),
            built.join(" and the ")
        )
    }

    fn placing_words(&self, seat: Side, places: [Option<Location>; 4]) -> String {
        let places: Vec<String> = places
            .into_iter()
            .zip(HeroId::ALL)
            .filter_map(|(at, hero)| {
                Some(format!("{} {}", self.hero_name(seat, hero), at?.title()))
            })
            .collect();
        let text = format!("{} starts with {}.", self.side_name(seat), places.join(", "));
        text
    }

    /// The end in a sentence.
    pub(crate) fn ending(&self, outcome: &Outcome) -> String {
        let scores = outcome.scores.as_deref().unwrap_or_default();
        let best = scores.iter().max().copied().unwrap_or(0);
        if self.seats == 1 {
            return self.solo_end(best);
        }
        let names = self.names.listed(outcome.winners.iter());
        let verb = if outcome.winners.len() == 1 { "boards" } else { "board" };
        let points = counted(best, "point", "points");
        format!("{names} {verb} the convoy with {points}.")
    }

    fn solo_end(&self, total: i64) -> String {
        let rank = self
            .parts
            .horde
            .rank
            .iter()
            .find(|rank| total >= rank.score)
            .map_or("Left behind", |rank| rank.name.as_str());
        let bar = self.level().bar;
        let name = self.names.of(Seat(0));
        let points = counted(total, "point", "points");
        if total >= bar {
            format!("{name} boards the convoy with {points}: {rank}.")
        } else {
            format!("{name} has {points} and needed {bar}: {rank}.")
        }
    }
}
