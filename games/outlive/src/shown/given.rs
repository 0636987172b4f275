//! The `[given]` part of a rule case: a position in a few lines.

use super::words::{
    Read, card, city, found_tile, kind, leader, location, room, seat, set, tile, token,
};
use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Token, tiles,
};
use crate::position::{Giving, Orders, Phase, Position, RoomName, Slot, Step};
use crate::{ByHero, Hero, HeroId, HordeCard, Outlive, Play, Prey, RoomSlot, Side};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Dice, Edition, Fault, Fit, Log, Rules, Setup, SetupError, unknown};

/// A position, sparse: `cases/README.md` tells what each field means.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    phase: Option<String>,
    turn: Option<u8>,
    first: Option<u8>,
    active: Option<u8>,
    round: Option<u8>,
    events: Option<Vec<String>>,
    next_event: Option<String>,
    #[serde(default)]
    tokens: BTreeMap<String, u8>,
    algae: Option<bool>,
    #[serde(default)]
    slots: BTreeMap<String, GivenSlot>,
    #[serde(default)]
    display: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    search: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    found: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    game: BTreeMap<String, Vec<u8>>,
    deck: Option<Vec<String>>,
    #[serde(default)]
    discards: Vec<String>,
    #[serde(default)]
    shelter: BTreeMap<String, GivenShelter>,
    #[serde(default)]
    draft: BTreeMap<String, GivenDraft>,
    horde: Option<GivenHorde>,
    drawn: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenSlot {
    side: Option<u8>,
    survivor: Option<bool>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenShelter {
    leader: Option<String>,
    #[serde(default)]
    rooms: BTreeMap<String, u8>,
    #[serde(default)]
    unbuilt: Vec<String>,
    #[serde(default)]
    used_rooms: Vec<String>,
    airlock: Option<u8>,
    gauge: Option<i8>,
    #[serde(default)]
    tokens: BTreeMap<String, u8>,
    #[serde(default)]
    broken: Vec<String>,
    #[serde(default)]
    repaired: Vec<String>,
    #[serde(default)]
    used: Vec<String>,
    #[serde(default)]
    caught: BTreeMap<String, u8>,
    #[serde(default)]
    won: Vec<String>,
    #[serde(default)]
    heroes: BTreeMap<String, String>,
    #[serde(default)]
    standing: Vec<String>,
    #[serde(default)]
    hunted: bool,
    #[serde(default)]
    asleep: bool,
    keep: Option<u8>,
    give: Option<Giving>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenDraft {
    #[serde(default)]
    hand: Vec<String>,
    #[serde(default)]
    leaders: Vec<String>,
    #[serde(default)]
    done: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenHorde {
    leader: Option<String>,
    #[serde(default)]
    pawns: BTreeMap<String, String>,
    #[serde(default)]
    standing: Vec<String>,
    #[serde(default)]
    cards: Vec<u8>,
    #[serde(default)]
    carried: BTreeMap<String, BTreeMap<String, u8>>,
}

/// Events that were overcome before the case begins, or lie face down.
const FILLER: [EventCard; 6] = [
    EventCard::Wildfire,
    EventCard::CaveIn,
    EventCard::Thieves,
    EventCard::LeanTimes,
    EventCard::Nomads,
    EventCard::AnimalMutation,
];

impl Given {
    /// The game and the position described.
    pub(crate) fn arrange(
        self,
        edition: &Edition,
        setup: &Setup,
        dice: &mut Dice,
    ) -> Result<(Outlive, Position), SetupError> {
        let game = Outlive::open(edition, setup)?;
        let mut position = game.blank();
        let phase = self.phase.clone().unwrap_or_else(|| "activation".into());
        if phase == "draft" {
            self.fill_draft(&game, &mut position)?;
            return Ok((game, position));
        }
        self.fill(&game, &mut position)?;
        game.balance(&mut position);
        let mut log = Log::quiet();
        let mut play = Play { game: &game, p: &mut position, dice, log: &mut log };
        self.enter(&phase, &mut play)?;
        play.settle();
        Ok((game, position))
    }

    fn fill_draft(&self, game: &Outlive, p: &mut Position) -> Read<()> {
        for (word, given) in &self.draft {
            let draft = &mut p.drafts[seat("draft", word, game.seat_count())?];
            for word in &given.hand {
                draft.hand.push(kind(word)?);
            }
            for word in &given.leaders {
                draft.leaders.push(leader(word)?);
            }
            draft.done = given.done;
        }
        Ok(())
    }

    fn fill(&self, game: &Outlive, p: &mut Position) -> Read<()> {
        p.turn = self.turn.unwrap_or(1).clamp(1, game.turns());
        p.first = self.first.and_then(Side::numbered).unwrap_or_default();
        p.day_first = p.first;
        self.fill_events(game, p)?;
        for place in Location::ALL {
            let level = game.parts().levels[place.index()][game.column()];
            p.at[place.index()] = level;
        }
        for (word, count) in &self.tokens {
            p.at[location(word)?.index()] = *count;
        }
        p.algae = self.algae.unwrap_or(true);
        for slot in game.slots() {
            p.slots[slot.index()] = Slot { survivor: true, side: None };
        }
        for (word, given) in &self.slots {
            let slot = game.slots().find(|slot| game.slot(*slot).strength.to_string() == *word);
            let slot = slot.ok_or_else(|| Fault::field("slots", "slots are 3, 4, 5 and 6"))?;
            p.slots[slot.index()] = Slot {
                survivor: given.survivor.unwrap_or(true),
                side: given.side.and_then(Side::numbered),
            };
        }
        p.token_moved = p.slots.iter().any(|slot| slot.side.is_some());
        for (word, shown) in &self.display {
            let city = city(word)?;
            for (place, word) in shown.iter().take(3).enumerate() {
                p.display[city.index()][place] = Some(tile(word)?);
            }
        }
        self.fill_stacks(game, p)?;
        for seat in game.seats() {
            let given = self.shelter.get(&seat.number().to_string());
            self.fill_shelter(game, p, seat, given.unwrap_or(&GivenShelter::default()))?;
        }
        for word in self.shelter.keys() {
            seat("shelter", word, game.seat_count())?;
        }
        if game.seat_count() == 1 {
            self.fill_horde(game, p)?;
        }
        self.fill_deck(p)
    }

    /// Events that Shelters have overcome, each with its owner.
    fn won(&self) -> Read<Vec<(EventCard, Side)>> {
        let mut won = Vec::new();
        for (word, shelter) in &self.shelter {
            let owner = word.parse().ok().and_then(Side::numbered).unwrap_or_default();
            for word in &shelter.won {
                won.push((card(word)?, owner));
            }
        }
        Ok(won)
    }

    /// Events in play, the oldest first; what else was flipped was overcome, by those who say so as
    /// far as they do.
    fn fill_events(&self, game: &Outlive, p: &mut Position) -> Read<()> {
        let given: Vec<EventCard> =
            self.events.iter().flatten().map(|word| card(word)).collect::<Read<_>>()?;
        let flipped = usize::from(p.turn);
        if given.len() > flipped {
            return Err(Fault::field("events", "more events than turns"));
        }
        let next = self.next_event.as_deref().map(card).transpose()?;
        let won = self.won()?;
        let over = |card: EventCard| won.iter().any(|(known, _)| *known == card);
        let mut rest = won
            .iter()
            .map(|(card, _)| *card)
            .chain(FILLER)
            .chain(EventCard::ALL)
            .filter(|card| !given.contains(card) && next != Some(*card));
        let mut taken: Vec<EventCard> = Vec::new();
        for turn in 0..6 {
            let place = (turn + given.len()).checked_sub(flipped);
            p.events[turn] = match place.and_then(|place| given.get(place)) {
                Some(card) if turn < flipped => *card,
                _ if turn == flipped && next.is_some() => next.unwrap_or(EventCard::Wildfire),
                _ => loop {
                    match rest.next() {
                        Some(card) if taken.contains(&card) => {}
                        Some(card) if turn >= flipped && over(card) => {}
                        Some(card) => break card,
                        None => break EventCard::Wildfire,
                    }
                },
            };
            taken.push(p.events[turn]);
            if turn < flipped && turn + given.len() < flipped {
                let owner = won.iter().find(|(card, _)| *card == p.events[turn]);
                p.overcome[turn] = Some(owner.map_or(Side::FIRST, |(_, owner)| *owner));
            }
        }
        p.flipped = p.turn.min(game.turns());
        Ok(())
    }

    fn fill_stacks(&self, game: &Outlive, p: &mut Position) -> Read<()> {
        for city in City::ALL {
            for tile in SearchTile::ALL {
                for _ in 0..game.parts().search[tile.index()] {
                    p.search[city.index()].push(tile);
                }
            }
        }
        for (word, given) in &self.search {
            let city = city(word)?;
            p.search[city.index()].clear();
            for word in given.iter().rev() {
                p.search[city.index()].push(found_tile(word)?);
            }
        }
        for (word, given) in &self.found {
            let city = city(word)?;
            for word in given {
                p.found[city.index()].push(found_tile(word)?);
            }
        }
        for stack in &mut p.wild {
            *stack = Prey::ALL.into_iter().rev().collect();
        }
        for (word, given) in &self.game {
            let stack = location(word)?.hunting().ok_or_else(|| {
                Fault::field("game", "game lives in forest, mine and fairgrounds")
            })?;
            p.wild[stack].clear();
            for endurance in given.iter().rev() {
                let kind = game
                    .parts()
                    .wild
                    .iter()
                    .position(|wild| wild.endurance == *endurance)
                    .ok_or_else(|| Fault::field("game", "Endurance is 3, 4, 5, 6 or 7"))?;
                p.wild[stack].push(Prey::ALL[kind]);
            }
        }
        Ok(())
    }

    fn fill_shelter(
        &self,
        game: &Outlive,
        p: &mut Position,
        seat: Side,
        given: &GivenShelter,
    ) -> Read<()> {
        let shelter = &mut p.shelters[seat];
        let mut advanced: Vec<RoomName> = Vec::new();
        for word in given.rooms.keys().chain(&given.unbuilt) {
            let name = room(word)?;
            if name.kind.index() >= 3 && !advanced.contains(&name) {
                advanced.push(name);
            }
        }
        advanced.sort_by_key(|name| (name.kind, name.second));
        if advanced.len() > 4 {
            return Err(Fault::field("rooms", "a Shelter has four advanced rooms"));
        }
        let fillers = [RoomKind::A1, RoomKind::A6, RoomKind::A14, RoomKind::A19];
        let mut fillers =
            fillers.into_iter().filter(|kind| advanced.iter().all(|name| name.kind != *kind));
        for place in 0..4 {
            let kind = advanced.get(place).map(|name| name.kind);
            shelter.rooms[RoomSlot::ALL[3 + place]].kind =
                kind.or_else(|| fillers.next()).unwrap_or(RoomKind::A1);
        }
        let find = |shelter: &crate::Shelter, word: &str| {
            shelter
                .find(room(word)?)
                .ok_or_else(|| Fault::field("rooms", format!("no room {word}")))
        };
        for (word, people) in &given.rooms {
            let slot = find(shelter, word)?;
            shelter.rooms[slot].built = true;
            shelter.rooms[slot].people = *people;
        }
        for word in &given.used_rooms {
            let slot = find(shelter, word)?;
            shelter.rooms[slot].used.mark();
        }
        shelter.airlock = given.airlock.unwrap_or(0);
        if let Some(value) = given.gauge {
            let cell = game.parts().gauge.iter().position(|cell| *cell == value);
            let cell = cell.ok_or_else(|| Fault::field("gauge", "no such cell"))?;
            shelter.gauge = cell.fit::<u8>();
        }
        for (word, count) in &given.tokens {
            shelter.stock[token(word)?.index()] = *count;
        }
        shelter.broken = set(&given.broken)?;
        shelter.repaired = set(&given.repaired)?;
        shelter.spent = set(&given.used)?;
        for (endurance, count) in &given.caught {
            let kind =
                game.parts().wild.iter().position(|wild| wild.endurance.to_string() == *endurance);
            let kind = kind.ok_or_else(|| Fault::field("caught", "no such game"))?;
            shelter.caught[kind] = *count;
        }
        for word in &given.won {
            shelter.won |= 1 << card(word)?.index();
        }
        shelter.leader = Some(match &given.leader {
            Some(word) => leader(word)?,
            None => Leader::ALL[seat.index()],
        });
        shelter.hunted = given.hunted;
        shelter.step = if given.asleep { Step::Done } else { Step::Feed };
        shelter.orders =
            given.keep.map(|keep| Orders { keep, give: given.give.unwrap_or(Giving::Most) });
        let names: Vec<String> = HeroId::ALL.map(|hero| game.hero_name(seat, hero)).to_vec();
        stand(&mut p.shelters[seat].heroes, &names, &given.heroes, &given.standing)
    }

    fn fill_horde(&self, game: &Outlive, p: &mut Position) -> Read<()> {
        let none = GivenHorde::default();
        let given = self.horde.as_ref().unwrap_or(&none);
        let names: Vec<String> = HeroId::ALL.map(|pawn| game.hero_name(Side::HORDE, pawn)).to_vec();
        let heroes = &mut p.shelters[Side::HORDE].heroes;
        stand(heroes, &names, &given.pawns, &given.standing)?;
        p.horde.leader = Some(match &given.leader {
            Some(word) => leader(word)?,
            None => Leader::Erin,
        });
        for card in given.cards.iter().rev() {
            p.horde.deck.push(HordeCard::ALL[usize::from(card.clamp(&1, &8) - 1)]);
        }
        for card in HordeCard::ALL.into_iter().filter(|card| !given.cards.contains(&card.number()))
        {
            match given.cards.is_empty() {
                true => p.horde.deck.push(card),
                false => p.horde.used.push(card),
            }
        }
        for (pawn, tokens) in &given.carried {
            let pawn = HeroId::ALL.into_iter().zip(&names).find(|(_, name)| *name == pawn);
            let (pawn, _) = pawn.ok_or_else(|| Fault::field("carried", "no such pawn"))?;
            for (word, count) in tokens {
                p.horde.carried[pawn][token(word)?.index()] = *count;
            }
        }
        Ok(())
    }

    fn fill_deck(&self, p: &mut Position) -> Read<()> {
        for word in &self.discards {
            p.discards.push(tile(word)?);
        }
        if let Some(deck) = &self.deck {
            for word in deck.iter().rev() {
                p.deck.push(tile(word)?);
            }
            return Ok(());
        }
        let mut left = [2u8; 20];
        let owned = p.shelters.iter().flat_map(|s| tiles(s.broken | s.repaired));
        let shown = p.display.iter().flatten().flatten().copied();
        for tile in owned.chain(shown).chain(p.discards.iter().copied()) {
            left[tile.index()] = left[tile.index()].saturating_sub(1);
        }
        for tile in Equipment::ALL {
            for _ in 0..left[tile.index()] {
                p.deck.push(tile);
            }
        }
        Ok(())
    }

    fn enter(&self, phase: &str, play: &mut Play<'_>) -> Read<()> {
        let sides = play.game.side_count();
        let step = |play: &mut Play<'_>, step: Step| {
            play.p.phase = Phase::Night;
            for shelter in play.p.shelters.iter_mut() {
                if shelter.step != Step::Done {
                    shelter.step = step;
                }
            }
        };
        match phase {
            "activation" => {
                let active = self.active.map(|number| number.min(sides)).and_then(Side::numbered);
                let active = active.unwrap_or(play.p.first);
                let round = self.round.unwrap_or(1).clamp(1, 4);
                play.p.go.number = (round - 1) * sides + active.steps_from(play.p.first, sides);
                play.p.go.side = active;
                play.p.phase = Phase::Activation;
            }
            "dawn" => {
                play.p.turn -= 1;
                play.p.flipped = play.p.turn;
                play.dawn();
            }
            "events" => {
                play.p.flipped = play.p.turn - 1;
                play.break_day();
            }
            "setup-search" => {
                unplace(play);
                play.p.phase = Phase::Search;
                for word in self.drawn.iter().flatten() {
                    play.p.drawn.push(found_tile(word)?);
                }
            }
            "placement" => {
                unplace(play);
                play.p.phase = Phase::Placement;
            }
            "overcome" => play.begin_night(),
            "feed" => {
                play.p.phase = Phase::Night;
            }
            "radiation" => step(play, Step::Radiation),
            "recruit" => step(play, Step::Recruit),
            "build" => step(play, Step::Build),
            "repair" => step(play, Step::Repair),
            "upkeep" => {
                play.p.phase = Phase::Night;
                for shelter in play.p.shelters.iter_mut() {
                    shelter.step = Step::Done;
                }
            }
            other => {
                const KNOWN: [&str; 12] = [
                    "draft",
                    "setup-search",
                    "placement",
                    "dawn",
                    "events",
                    "activation",
                    "overcome",
                    "feed",
                    "radiation",
                    "recruit",
                    "build",
                    "repair",
                ];
                return Err(Fault::field("phase", unknown("phase", other, KNOWN)));
            }
        }
        Ok(())
    }
}

/// Back to before the first Dawn: no hero is on the board.
fn unplace(play: &mut Play<'_>) {
    play.p.turn = 0;
    play.p.flipped = 0;
    for seat in play.game.seats() {
        for hero in play.p.shelters[seat].heroes.iter_mut() {
            hero.at = None;
        }
    }
}

/// Places heroes as told; the others take the first free Locations.
fn stand(
    heroes: &mut ByHero<Hero>,
    names: &[String],
    places: &BTreeMap<String, String>,
    standing: &[String],
) -> Read<()> {
    let find = |name: &String| {
        let mut named = HeroId::ALL.into_iter().zip(names);
        let found = named.find(|(_, known)| *known == name).map(|(hero, _)| hero);
        found.ok_or_else(|| Fault::field("heroes", format!("heroes are {}", names.join(", "))))
    };
    for (name, place) in places {
        heroes[find(name)?].at = Some(location(place)?);
    }
    for hero in HeroId::ALL {
        if heroes[hero].at.is_none() {
            let free = Location::ALL
                .into_iter()
                .find(|place| heroes.iter().all(|hero| hero.at != Some(*place)));
            heroes[hero].at = free;
        }
    }
    for name in standing {
        heroes[find(name)?].standing = true;
    }
    Ok(())
}

impl Outlive {
    /// Sets the reserve to what is not on the table.
    fn balance(&self, p: &mut Position) {
        for token in Token::ALL {
            let kind = token.index();
            let placed: i16 = Location::ALL
                .into_iter()
                .filter(|place| place.gives() == Some(token))
                .map(|place| i16::from(p.at[place.index()]))
                .sum();
            let held: i16 = p.shelters.iter().map(|s| i16::from(s.stock[kind])).sum();
            let carried: i16 = p.horde.carried.iter().map(|c| i16::from(c[kind])).sum();
            p.reserve.tokens[kind] = i16::from(self.parts.counts[kind]) - placed - held - carried;
        }
        let housed: i16 = p.shelters.iter().map(|s| i16::from(s.people())).sum();
        let waiting = p.slots.iter().filter(|slot| slot.survivor).count().fit::<i16>();
        p.reserve.survivors = i16::from(self.parts.survivors) - housed - waiting;
    }
}
