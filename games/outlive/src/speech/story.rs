//! How what happens is told, with the rule behind it and those of its factors.

use crate::edition::roster::{
    Equipment, EventCard, Leader, Location, RoomKind, SearchTile, in_words,
};
use crate::event::{Cause, Dose, Event, Hunt, Source};
use crate::position::{Loss, Room};
use crate::{Action, HeroId, Key, Method, Outlive, Side, Space, Teller, Waiver, rule};
use table::wording::counted;
use table::{Names, RuleId, StoryLine};

/// Several things in a sentence: `a, b and c`.
pub(crate) fn listed(things: &[String]) -> String {
    match things.split_last() {
        None => "nothing".into(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// A gauge cell as it is printed: `+1`, `0`, `-2`.
pub(crate) fn signed(points: impl Into<i16>) -> String {
    match points.into() {
        0 => "0".into(),
        points => format!("{points:+}"),
    }
}

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
            Source::Scenario => " by the scenario".into(),
            Source::FirstSearch => " from the leader's search".into(),
            Source::Place(place) | Source::Carried(place) => format!(" {}", place.whereabouts()),
            Source::Search => " from the search".into(),
            Source::Merchant => " from the Merchant".into(),
            Source::Hunt => " from the hunt".into(),
            Source::Ship => " from the Cargo Ship".into(),
            Source::Gear(tile) => format!(" through the {}", self.tile_name(tile)),
            Source::Room(kind) => format!(" through the {}", self.kind_name(kind)),
            Source::Recruit(token) => format!(" for {}", token.counted(1)),
        }
    }

    /// Why something is lost, as the end of a sentence.
    fn cause_name(&self, cause: Cause) -> String {
        match cause {
            Cause::Event(card) => format!(" to the {}", self.card_name(card)),
            Cause::Hunger => " to hunger".into(),
            Cause::Radiation => " to radiation".into(),
            Cause::Looter => " to the Looter".into(),
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

    /// What the Command Post leaves out, in words; nothing without it. OL-OVER-12
    pub(crate) fn waived(&self, waiver: Waiver) -> Option<String> {
        match waiver {
            Waiver::None => None,
            Waiver::One(token) => Some(token.counted(1)),
            Waiver::Two(first, second) if first == second => Some(first.counted(2)),
            Waiver::Two(first, second) => {
                Some(format!("{} and {}", first.counted(1), second.counted(1)))
            }
        }
    }

    /// The rule by which something happens; the Horde has rules of its own.
    fn rule_of(&self, event: &Event) -> Option<RuleId> {
        let horde = |side: Side| self.is_horde(side);
        match *event {
            Event::First { aboard: false, .. } if self.seats == 1 => Some(rule::OL_SOLO_05),
            Event::First { side, .. } if horde(side) => Some(rule::OL_SOLO_25),
            Event::Arrived { side, .. } if horde(side) => Some(rule::OL_SOLO_11),
            Event::Pressure { side, .. } if horde(side) => Some(rule::OL_SOLO_17),
            Event::Pressure { on, .. } if horde(on) => Some(rule::OL_SOLO_26),
            Event::Tribute { from, .. } if horde(from) => Some(rule::OL_SOLO_27),
            Event::Algae { side } if horde(side) => Some(rule::OL_SOLO_24),
            Event::Salvaged { side, .. } | Event::Found { side, .. } if horde(side) => {
                Some(rule::OL_SOLO_23)
            }
            Event::Caught { side, .. } if horde(side) => Some(rule::OL_SOLO_22),
            Event::Decided { action: Action::Recruit(token, _), .. } => {
                Source::Recruit(token).rule()
            }
            Event::Came { source: Source::Recruit(_), .. } => None,
            _ => event.rule(),
        }
    }
}

/// The heading of the chapter that an event opens, if it opens one.
pub(crate) fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::Dawn { turn } => Some(format!("Turn {turn}")),
        _ => None,
    }
}

/// An event as a line of the story.
pub(crate) fn narrate(game: &Outlive, event: &Event, names: Names<'_>) -> StoryLine {
    let teller = game.teller(names);
    StoryLine::plain(teller.words(event)).and(teller.rule_of(event)).and(event.factors())
}

impl Teller<'_> {
    /// What a side is called at the head of a sentence.
    pub fn side_name(&self, side: Side) -> String {
        if self.is_horde(side) { "The Horde".into() } else { self.names.of(side.seat()) }
    }

    /// What a side is called within a sentence.
    pub(crate) fn whom(&self, side: Side) -> String {
        if self.is_horde(side) { "the Horde".into() } else { self.names.of(side.seat()) }
    }

    /// What the side with this number, counted from 1, is called within a sentence.
    pub fn numbered_name(&self, number: u8) -> String {
        Side::numbered(number).map_or_else(String::new, |side| self.whom(side))
    }

    fn words(&self, event: &Event) -> String {
        match event {
            Event::Decided { .. }
            | Event::Revealed { .. }
            | Event::HordeComes { .. }
            | Event::MiniTile { .. }
            | Event::FoundFirst { .. }
            | Event::Placed { .. }
            | Event::First { .. } => self.opening_words(event),
            Event::Dawn { .. }
            | Event::Displayed { .. }
            | Event::Reshuffled
            | Event::TurnedUp { .. }
            | Event::Flipped { .. }
            | Event::Forecast { .. }
            | Event::Stripped { .. }
            | Event::Struck { .. }
            | Event::Immune { .. }
            | Event::Died { .. }
            | Event::LostToken { .. } => self.dawn_words(event),
            Event::Overcame { .. }
            | Event::Fed { .. }
            | Event::VirtualWater { .. }
            | Event::Radiation { .. }
            | Event::Gauge { .. }
            | Event::Skull { .. }
            | Event::Built { .. }
            | Event::MovedIn { .. }
            | Event::Rejected { .. }
            | Event::Drew { .. }
            | Event::Recycled { .. }
            | Event::Repaired { .. }
            | Event::Spoiled { .. }
            | Event::Standing { .. }
            | Event::Convoy => self.night_words(event),
            _ => self.day_words(event),
        }
    }

    /// Decisions, and what happens at set-up.
    fn opening_words(&self, event: &Event) -> String {
        match *event {
            // Nobody chose this way: that it was the only one is said.
            Event::Decided { seat, action: action @ Action::Activate { .. }, automatic: true } => {
                format!(
                    "{}: {}, the only way (automatic).",
                    self.side_name(seat),
                    self.label(&action)
                )
            }
            Event::Decided { action, .. } if told_by_itself(&action) => String::new(),
            Event::Decided { seat, action: Action::Recruit(token, count), .. } => format!(
                "{} recruits {} for {} into the Airlock.",
                self.side_name(seat),
                counted(count, "survivor", "survivors"),
                token.counted(count)
            ),
            Event::Decided { seat, action, automatic } => {
                let mark = if automatic { " (automatic)" } else { "" };
                format!("{}: {}{mark}.", self.side_name(seat), self.label(&action))
            }
            Event::Revealed { seat, leader, rooms } => self.reveal_words(seat, leader, &rooms),
            Event::HordeComes { leader } => {
                format!("The Horde follows {}.", self.parts.leaders[leader.index()].name)
            }
            Event::MiniTile { city, tile } => {
                format!("A {} hides in {}.", tile.title(), city.location().title())
            }
            Event::FoundFirst { seat, city, tile } => format!(
                "{}'s leader draws {} in {}.",
                self.side_name(seat),
                tile.found(),
                city.location().title()
            ),
            Event::Placed { seat, places } => self.placing_words(seat, places),
            Event::First { side, aboard: false } => format!(
                "{} has the oldest leader and holds the first player token.",
                self.side_name(side)
            ),
            Event::First { side, .. } => format!(
                "{} is first on the Cargo Ship today and holds the first player token.",
                self.side_name(side)
            ),
            _ => String::new(),
        }
    }

    /// Dawn, and what events cost.
    fn dawn_words(&self, event: &Event) -> String {
        let who = |side: Side| self.side_name(side);
        match *event {
            Event::Dawn { turn } => format!("Dawn of turn {turn}."),
            Event::Displayed { city, tile } => {
                format!("{} lies in {}.", self.tile_name(tile), city.location().title())
            }
            Event::Reshuffled => "The discarded equipment is shuffled into a new deck.".into(),
            Event::TurnedUp { city, tile, nomads } => {
                let city = city.location().title();
                match nomads {
                    true => format!(
                        "{}: {} leaves the search stack of {city}.",
                        self.card_name(EventCard::Nomads),
                        one_tile(tile)
                    ),
                    false => format!("Left out of {city} today: {}.", one_tile(tile)),
                }
            }
            Event::Flipped { turn, card } => {
                format!("Event of turn {turn}: {}. {}", self.card_name(card), self.event_text(card))
            }
            Event::Forecast { turn, card } => {
                format!("Turn {turn} will bring {}.", self.card_name(card))
            }
            Event::Stripped { card, place, count } => {
                let lost = place.gives().map_or_else(String::new, |token| token.counted(count));
                let loses = if place == Location::Fairgrounds { "lose" } else { "loses" };
                format!("{}: {} {loses} {lost}.", self.card_name(card), place.named_so())
            }
            Event::Struck { seat, card, loss, count } => {
                let asked = self.asked(card, loss, count);
                format!("{} strikes {}: {asked}.", self.card_name(card), self.whom(seat))
            }
            Event::Immune { seat, card } => {
                format!("The Bunker keeps {} from {}.", self.card_name(card), self.whom(seat))
            }
            Event::Died { seat, space, cause } => format!(
                "{} loses a survivor from {}{}.",
                who(seat),
                self.space_name(space),
                self.cause_name(cause)
            ),
            Event::LostToken { seat, token, cause } => {
                format!("{} loses {}{}.", who(seat), token.counted(1), self.cause_name(cause))
            }
            _ => String::new(),
        }
    }

    /// What an event asks of a Shelter that it strikes.
    fn asked(&self, card: EventCard, loss: Loss, count: u8) -> String {
        let survivors = counted(count, "survivor", "survivors");
        match (card, loss) {
            (EventCard::RadioactiveCloud, _) => {
                format!("the gauge goes {} on towards its worst", counted(count, "cell", "cells"))
            }
            _ if count == 0 => "nobody is left to lose".into(),
            (EventCard::RatInfestation, Loss::Survivor) => {
                format!("{survivors}, for want of a Supply")
            }
            (EventCard::EnemyClan, Loss::Survivor) => format!(
                "{survivors}, for want of {} Materials or Munitions",
                self.event_amount(card)
            ),
            (_, Loss::Supply) => counted(count, "Supply", "Supplies"),
            (_, Loss::Token) => format!("{count} Materials or Munitions"),
            _ => survivors,
        }
    }

    /// The Day: heroes come, press and act.
    fn day_words(&self, event: &Event) -> String {
        let who = |side: Side| self.side_name(side);
        match *event {
            Event::Arrived { side, hero, place } => format!(
                "{}'s {} {} comes to {}.",
                who(side),
                if self.is_horde(side) { "pawn" } else { "hero" },
                self.hero_name(side, hero),
                place.named_so()
            ),
            Event::Shared { seat, room } => {
                format!("{} shares a slot through the {}.", who(seat), self.kind_name(room.kind))
            }
            Event::Pressure { .. }
            | Event::Bat { .. }
            | Event::Defended { .. }
            | Event::Tribute { .. } => self.pressure_words(event),
            Event::Gained { side, token, count, source } => {
                let verb = if matches!(source, Source::Carried(_)) { "takes" } else { "gets" };
                let from = self.source_name(source);
                format!("{} {verb} {}{from}.", who(side), token.counted(count))
            }
            Event::DamOpened { seat, key: Key::Chip } => {
                format!("{} opens the Dam for 1 Microchip.", who(seat))
            }
            Event::DamOpened { seat, key: Key::Card } => {
                format!("{} opens the Dam with the Access Card, for nothing.", who(seat))
            }
            Event::Algae { side } => format!("{} harvests the Algae.", who(side)),
            Event::UsedGear { side, tile } => {
                format!("{} uses the {}.", who(side), self.tile_name(tile))
            }
            Event::Salvaged { side, tile } => {
                format!("{} salvages the {}.", who(side), self.tile_name(tile))
            }
            Event::Found { side, city, tile } => {
                format!("{} finds {} in {}.", who(side), tile.found(), city.location().title())
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
                let place = place.whereabouts();
                format!(
                    "Printed Endurance of the game {place}, from the top: {}.",
                    tiles.join(", ")
                )
            }
            Event::Caught { side, hero, place, endurance, hunt } => {
                self.hunt_words(side, hero, place, endurance, hunt)
            }
            Event::Top { place, endurance } => {
                format!("Game of printed Endurance {endurance} shows {}.", place.whereabouts())
            }
            // One line tells all who were recruited.
            Event::Came { source: Source::Recruit(_), .. } => String::new(),
            Event::Came { seat, space, source } => format!(
                "A survivor joins {} in {}{}.",
                who(seat),
                self.space_name(space),
                self.source_name(source)
            ),
            Event::HordeCard { card } => format!("The Horde turns up card H{card}."),
            Event::HordeStays { pawn } => {
                format!("The Horde's {} stays.", self.hero_name(Side::HORDE, pawn))
            }
            Event::SentAway { slot } => {
                format!("The survivor of slot {slot} goes back to the reserve.")
            }
            Event::DayEnds { turn } => format!("Night falls on turn {turn}."),
            _ => String::new(),
        }
    }

    /// Pressure, with every number in it. OL-PRES-08
    fn pressure_words(&self, event: &Event) -> String {
        match *event {
            Event::Pressure { side, hero, on, target, points } => format!(
                "{}'s {} presses {}'s {}: Strength {} against {} makes {}.",
                self.side_name(side),
                self.hero_name(side, hero),
                self.whom(on),
                self.hero_name(on, target),
                self.strength(side, hero),
                self.strength(on, target),
                counted(points, "point", "points")
            ),
            Event::Bat { side, on, points } => format!(
                "{}'s Bat adds {}: {} against {}.",
                self.side_name(side),
                self.gear_amount(Equipment::BaseballBat),
                counted(points, "point", "points"),
                self.whom(on)
            ),
            Event::Defended { seat, points, immunity, gear, munitions, left, owed } => {
                let mut by = Vec::new();
                if immunity {
                    by.push("the Guard Room".to_string());
                }
                if gear {
                    let off = self.gear_amount(Equipment::BattleGear);
                    by.push(format!("Battle Gear for {off}"));
                }
                if munitions > 0 {
                    by.push(format!("{munitions} Munitions"));
                }
                let points = counted(points, "point", "points");
                let rest = counted(left, "point is", "points are");
                let owes = match (left, owed) {
                    (0, _) => String::new(),
                    (_, 0) => ", but there is nothing to give".into(),
                    (left, owed) if owed < left => format!(", but there are only {owed} to give"),
                    _ => String::new(),
                };
                let seat = self.side_name(seat);
                format!("{seat} answers {points} with {}: {rest} left{owes}.", listed(&by))
            }
            Event::Tribute { from, to, token } => {
                format!("{} gives {} {}.", self.side_name(from), self.whom(to), token.counted(1))
            }
            _ => String::new(),
        }
    }

    /// A hunt, with all that reached the Endurance and all that makes the yield. OL-HUNT-04, OL-HUNT-17
    fn hunt_words(
        &self,
        side: Side,
        hero: HeroId,
        place: Location,
        endurance: u8,
        hunt: Hunt,
    ) -> String {
        let mut spent = Vec::new();
        if hunt.points > 0 {
            spent.push(counted(hunt.points, "action point", "action points"));
        }
        if hunt.munitions > 0 {
            spent.push(format!("{} Munitions", hunt.munitions));
        }
        for (added, tile) in [(hunt.shotgun, Equipment::Shotgun), (hunt.trap, Equipment::BearTrap)]
        {
            if added > 0 {
                spent.push(format!("{added} by the {}", self.tile_name(tile)));
            }
        }
        let mutated = match hunt.mutation {
            0 => String::new(),
            more => format!(" and {more} by the {}", self.card_name(EventCard::AnimalMutation)),
        };
        let earlier = match hunt.earlier {
            0 => String::new(),
            more => format!(", {more} more for those caught before"),
        };
        let disease = match hunt.disease {
            0 => String::new(),
            less => format!(", {less} less by the {}", self.card_name(EventCard::EpizooticDisease)),
        };
        format!(
            "{}'s {} catches game of Endurance {endurance}{mutated} {} with {}; its yield is {} Meat{earlier}{disease}.",
            self.side_name(side),
            self.hero_name(side, hero),
            place.whereabouts(),
            listed(&spent),
            hunt.base
        )
    }

    /// The Night, step by step.
    fn night_words(&self, event: &Event) -> String {
        let who = |side: Side| self.side_name(side);
        match *event {
            Event::Overcame { seat, card, waiver } => {
                let data = &self.parts.events[card.index()];
                let paid = in_words(&self.reduced(card, waiver).unwrap_or(data.cost));
                let less = self.waived(waiver).map_or_else(String::new, |waived| {
                    format!(" (the {} saves {waived})", self.kind_name(RoomKind::S3))
                });
                let points = counted(data.points, "point", "points");
                format!("{} overcomes {} for {paid}{less}: {points}.", who(seat), data.name)
            }
            Event::Fed { seat, upkeep, rows, meat, water, canned, missing } => {
                let paid = in_words(&[meat, water, canned, 0, 0, 0, 0]);
                let missing = match missing {
                    0 => "nothing is missing".to_string(),
                    missing => format!("{missing} missing"),
                };
                format!(
                    "{}'s rooms want {} and the Airlock {rows} Water; paid with {paid}, {missing}.",
                    who(seat),
                    counted(upkeep, "Supply", "Supplies")
                )
            }
            Event::VirtualWater { seat } => {
                format!("{} spends the Water of the Cistern.", who(seat))
            }
            Event::Radiation { seat, ambient, airlock, filters, left } => {
                let filtered = match filters {
                    0 => String::new(),
                    filters => format!(" and {filters} by the {}", self.kind_name(RoomKind::A12)),
                };
                let come = match left {
                    0 => "nothing comes in".into(),
                    left => format!("{} in", counted(left, "comes", "come")),
                };
                let name = self.whom(seat);
                format!(
                    "Radioactivity {ambient} against {airlock} in {name}'s Airlock{filtered}: {come}."
                )
            }
            Event::Gauge { seat, from, to, dose } => format!(
                "{}'s gauge goes from {} to {}{}.",
                who(seat),
                signed(self.gauge_value(from)),
                signed(self.gauge_value(to)),
                self.dose_name(dose)
            ),
            Event::Skull { seat, alone } => {
                let then = if alone { "nobody is left to lose" } else { "a survivor is lost" };
                format!("{}'s gauge would pass its last cell: {then}.", who(seat))
            }
            Event::Standing { seat, turn, score } => format!(
                "After turn {turn} {} stands at {}: events {}, rooms {}, survivors {}, equipment {}, pairs {}, gauge {}.",
                self.whom(seat),
                score.total,
                score.events,
                score.rooms,
                score.survivors,
                score.equipment,
                score.pairs,
                signed(score.gauge)
            ),
            Event::Convoy => "The convoy arrives.".into(),
            _ => self.shelter_words(event),
        }
    }

    fn dose_name(&self, dose: Dose) -> String {
        match dose {
            Dose::Night => String::new(),
            Dose::Cloud => format!(" by the {}", self.card_name(EventCard::RadioactiveCloud)),
            Dose::Algae => " by the Algae".into(),
            Dose::Capsules | Dose::FirstCapsules => " by Algae Capsules".into(),
            Dose::Infirmary => format!(" through the {}", self.kind_name(RoomKind::A13)),
        }
    }

    /// What is done in the rooms, to equipment and with what spoils.
    fn shelter_words(&self, event: &Event) -> String {
        let who = |side: Side| self.side_name(side);
        match *event {
            Event::Built { seat, room, paid: [wood, metal, chips], workshop } => {
                let paid = in_words(&[0, 0, 0, wood, metal, chips, 0]);
                let how = match workshop {
                    true => format!(" through the {}", self.kind_name(RoomKind::S1)),
                    false => String::new(),
                };
                format!("{} builds the {} for {paid}{how}.", who(seat), self.kind_name(room.kind))
            }
            Event::MovedIn { seat, room, count, full } => format!(
                "{} moves {} into the {}{}.",
                who(seat),
                counted(count, "survivor", "survivors"),
                self.kind_name(room.kind),
                if full { ", which is full" } else { "" }
            ),
            Event::Rejected { seat, tile } => {
                format!("{} has the {} already and draws again.", who(seat), self.tile_name(tile))
            }
            Event::Drew { seat, tile, room } => match tile {
                Some(tile) => {
                    let (tile, room) = (self.tile_name(tile), self.kind_name(room));
                    format!("{} draws a broken {tile} through the {room}.", who(seat))
                }
                None => format!("{} finds no equipment to draw.", who(seat)),
            },
            Event::Recycled { seat, tile } => {
                format!("{} takes the {} apart.", who(seat), self.tile_name(tile))
            }
            Event::Repaired { seat, tile, method } => {
                let price = in_words(&self.price(tile, method));
                let how = self.repaired_by(method);
                format!("{} repairs the {} for {price}{how}.", who(seat), self.tile_name(tile))
            }
            Event::Spoiled { seat, tokens } => {
                format!("Spoilt at {}'s Shelter: {}.", self.whom(seat), in_words(&tokens))
            }
            _ => String::new(),
        }
    }

    /// The rooms through which a repair is made.
    fn repaired_by(&self, method: Method) -> String {
        let name = |kind| self.kind_name(kind);
        match method {
            Method::Full => String::new(),
            Method::ToolStore(token) => {
                format!(" (the {} saves {})", name(RoomKind::S2), token.counted(1))
            }
            Method::Bench(_) => format!(" through the {}", name(RoomKind::A18)),
            Method::Laboratory => format!(" through the {}", name(RoomKind::A19)),
            Method::StoreAndBench => {
                format!(" through the {} and the {}", name(RoomKind::S2), name(RoomKind::A18))
            }
            Method::TwoBenches => format!(" through two rooms: {}", name(RoomKind::A18)),
        }
    }

    fn reveal_words(&self, seat: Side, leader: Leader, rooms: &[Room; 7]) -> String {
        let kept: Vec<String> = rooms[3..]
            .iter()
            .map(|room| format!("{} ({})", self.kind_name(room.kind), room.kind.word()))
            .collect();
        let built: Vec<String> = rooms
            .iter()
            .filter(|room| room.built)
            .map(|room| {
                let people = counted(room.people, "survivor", "survivors");
                format!("the {} with {people}", self.kind_name(room.kind))
            })
            .collect();
        let leader = &self.parts.leaders[leader.index()].name;
        format!(
            "{} follows {leader}, keeps {} and starts with {}.",
            self.side_name(seat),
            listed(&kept),
            listed(&built)
        )
    }

    fn placing_words(&self, seat: Side, places: [Option<Location>; 4]) -> String {
        let places: Vec<String> = places
            .into_iter()
            .zip(HeroId::ALL)
            .filter_map(|(at, hero)| {
                Some(format!("{} {}", self.hero_name(seat, hero), at?.whereabouts()))
            })
            .collect();
        format!("{} starts with {}.", self.side_name(seat), listed(&places))
    }
}

/// Whether what a decision does is told by what happens at once, for everybody who hears of the decision: it is
/// told once. That a hero is done says nothing that its next does not.
fn told_by_itself(action: &Action) -> bool {
    match action {
        Action::Activate { .. }
        | Action::Take(_)
        | Action::Open(_)
        | Action::Algae
        | Action::Salvage(_)
        | Action::Search
        | Action::FreeSearch
        // How deep the prey lay, only its hunter hears.
        | Action::Hunt { depth: 0, .. }
        | Action::Gear(_)
        | Action::Board(_)
        | Action::Overcome(..)
        | Action::Feed { .. }
        | Action::Build { .. }
        | Action::Move(..)
        | Action::Recycle(..)
        | Action::Repair(..)
        | Action::Give(_)
        | Action::Demand(..)
        | Action::Defend { .. }
        | Action::Bat(Some(_))
        | Action::Lose(_)
        | Action::LoseSurvivor(_)
        | Action::Draw(_)
        | Action::End => true,
        _ => false,
    }
}

/// A search tile as one thing within a sentence: `a tile of Water`, `an Empty Cupboard`.
fn one_tile(tile: SearchTile) -> String {
    match tile.found() {
        found if found.starts_with("a ") || found.starts_with("an ") => found.into(),
        found => format!("a tile of {found}"),
    }
}
