//! The game in numbers, for programs that learn: Locations, Shelters, rooms, heroes and events as tables,
//! actions by number.
//!
//! Seats are counted from the observing one, clockwise: its own Shelter comes first.

use crate::Outlive;
use crate::action::{Action, Key, Method, Space, Waiver};
use crate::edition::roster::{Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Token};
use crate::event::Cause;
use crate::knowledge::view::{HeroView, RoomView, ShelterView, View};
use crate::position::{Ask, Giving, Loss, Phase, RoomName, Step};
use crate::rules::sides::{HeroId, Side};
use table::encoding::{Encoding, Family, Place, Sheet};
use table::{Rules, Seat};

/// Outlive in numbers.
pub struct InNumbers {
    seats: usize,
    turns: usize,
}

/// The most sides: players, or one player and the Horde.
const SIDES: usize = 4;
/// Heroes of a side.
const HEROES: usize = 4;
/// Rooms of a Shelter.
const ROOMS: usize = 7;
/// The most tiles in a stack that somebody has seen.
const STACK: usize = 11;
/// The most wild game in a stack.
const GAME: usize = 10;
/// The most discarded equipment.
const DISCARDS: usize = 40;

const PHASES: [Phase; 10] = [
    Phase::Draft,
    Phase::Search,
    Phase::Placement,
    Phase::Losses,
    Phase::Activation,
    Phase::Pressure,
    Phase::Actions,
    Phase::Overcome,
    Phase::Night,
    Phase::Over,
];
const PHASE_WORDS: [&str; 10] = [
    "draft",
    "search",
    "placement",
    "losses",
    "activation",
    "pressure",
    "actions",
    "overcome",
    "night",
    "over",
];
const STEPS: [Step; 8] = [
    Step::Feed,
    Step::Hunger,
    Step::Radiation,
    Step::Rising,
    Step::Recruit,
    Step::Build,
    Step::Repair,
    Step::Done,
];
const STEP_WORDS: [&str; 8] =
    ["feed", "hunger", "radiation", "rising", "recruit", "build", "repair", "done"];
const LOSSES: [Loss; 4] = [Loss::Nothing, Loss::Supply, Loss::Token, Loss::Survivor];
const LOSS_WORDS: [&str; 4] = ["nothing", "supply", "token", "survivor"];
const ASKS: [&str; 5] = ["nothing", "hunting rooms", "refugee", "looter", "merchant"];
const STATES: [&str; 4] = ["face down", "forecast", "in play", "overcome"];

fn place_of<T: PartialEq>(all: &[T], one: &T) -> Option<usize> {
    all.iter().position(|known| known == one)
}

fn numbers_of<const N: usize, T: Copy>(
    row: &mut Sheet<'_>,
    name: &str,
    there: impl IntoIterator<Item = T>,
    index: fn(T) -> usize,
) {
    row.numbers_of(name, N, there.into_iter().map(index));
}

impl InNumbers {
    /// A side as the seat counts it: itself 0, then clockwise.
    fn clockwise(&self, seat: Seat, number: u8) -> Option<usize> {
        let side = usize::from(number).checked_sub(1)?;
        let sides = self.seats.max(2);
        Some((side + sides - seat.index() % sides) % sides)
    }

    fn seat_from_own(&self, seat: Seat, place: usize) -> usize {
        (seat.index() + place) % self.seats.max(1)
    }

    fn locations(&self, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        out.table("locations", Location::ALL.len(), Location::ALL, |row, place| {
            let place = place.and_then(|place| view.board.get(place.word()));
            row.number("tokens", place.and_then(|place| place.tokens), 64_u8);
            row.number("level", place.and_then(|place| place.level), 64_u8);
            row.flag("algae", place.and_then(|place| place.algae));
            let game = place.and_then(|place| place.game.as_ref());
            row.number("game: top", game.and_then(|game| game.top), 16_u8);
            row.number("game: endurance", game.and_then(|game| game.endurance), 16_u8);
            row.number("game: meat", game.and_then(|game| game.meat), 16_u8);
            row.number("game: left", game.map(|game| game.left), GAME);
            let known = game.and_then(|game| game.known.as_ref());
            for depth in 0..GAME {
                let tile = known.and_then(|known| known.get(depth).copied());
                row.number(format_args!("game: known at {depth}"), tile, 16_u8);
            }
            let display = place.and_then(|place| place.display.as_ref());
            for shown in 0..3_usize {
                let tile = display.and_then(|display| display.get(shown).copied().flatten());
                let words = Equipment::ALL.map(Equipment::word);
                row.one_of(format_args!("display {shown}"), &words, tile.map(Equipment::index));
            }
            let search = place.and_then(|place| place.search.as_ref());
            row.number("search: left", search.map(|search| search.left), STACK);
            for tile in SearchTile::ALL {
                let count = |search: &crate::knowledge::view::SearchView| {
                    search.kinds.get(tile.word()).copied().unwrap_or(0)
                };
                row.number(
                    format_args!("search: {} in the stack", tile.word()),
                    search.map(count),
                    STACK,
                );
            }
            for tile in SearchTile::ALL {
                let count = |search: &crate::knowledge::view::SearchView| {
                    search.found.iter().filter(|found| **found == tile).count()
                };
                row.number(format_args!("search: {} found", tile.word()), search.map(count), STACK);
            }
            let known = search.and_then(|search| search.known.as_ref());
            for depth in 0..STACK {
                let tile = known.and_then(|known| known.get(depth)).map(|tile| tile.index() + 1);
                row.number(format_args!("search: known at {depth}"), tile, SearchTile::ALL.len());
            }
            let slots = place.and_then(|place| place.slots.as_ref());
            for number in 0..5_usize {
                let slot = slots.and_then(|slots| slots.get(number));
                row.number(
                    format_args!("slot {number}: strength"),
                    slot.map(|slot| slot.strength),
                    8_u8,
                );
                row.number(
                    format_args!("slot {number}: canned"),
                    slot.map(|slot| slot.canned),
                    8_u8,
                );
                row.flag(format_args!("slot {number}: survivor"), slot.map(|slot| slot.survivor));
                let side = slot.and_then(|slot| self.clockwise(seat, slot.side?));
                row.number_of(format_args!("slot {number}: side"), SIDES, side);
            }
        });
    }

    fn shelter(row: &mut Sheet<'_>, one: Option<&ShelterView>) {
        row.one_of(
            "leader",
            &Leader::ALL.map(Leader::word),
            one.and_then(|one| Some(one.leader?.index())),
        );
        row.number("airlock", one.map(|one| one.airlock), 32_u8);
        row.number("people", one.map(|one| one.people), 64_u8);
        row.number("gauge", one.map(|one| one.gauge), 16_u8);
        for token in Token::ALL {
            let count = one.and_then(|one| one.tokens.get(token.word()).copied());
            row.number(token.word(), count, 64_u8);
        }
        row.number("virtual water", one.map(|one| one.virtual_water), 16_u8);
        let tiles = |of: fn(&ShelterView) -> &Vec<Equipment>| {
            one.into_iter().flat_map(move |one| of(one).iter().copied())
        };
        numbers_of::<20, _>(row, "broken", tiles(|one| &one.broken), Equipment::index);
        numbers_of::<20, _>(row, "repaired", tiles(|one| &one.repaired), Equipment::index);
        numbers_of::<20, _>(row, "used", tiles(|one| &one.used), Equipment::index);
        let mut caught = one.into_iter().flat_map(|one| one.caught.values().copied());
        for number in 0..5_usize {
            row.number(format_args!("caught {number}"), caught.next(), 16_u8);
        }
        numbers_of::<12, _>(
            row,
            "event",
            one.into_iter().flat_map(|one| one.events.iter().copied()),
            EventCard::index,
        );
        row.one_of(
            "night step",
            &STEP_WORDS,
            one.and_then(|one| place_of(&STEPS, one.step.as_ref()?)),
        );
        row.one_of("loss", &LOSS_WORDS, one.and_then(|one| place_of(&LOSSES, &one.loss)));
        row.number("losing", one.map(|one| one.losing), 32_u8);
        let cause = one.and_then(|one| one.cause).map(|cause| match cause {
            Cause::Event(card) => card.index(),
            Cause::Hunger => 12,
            Cause::Radiation => 13,
            Cause::Looter => 14,
        });
        row.number_of("cause", 15, cause);
        row.number("upkeep", one.map(|one| one.upkeep), 32_u8);
        row.number("rows", one.map(|one| one.rows), 32_u8);
        row.number("missing", one.map(|one| one.missing), 32_u8);
        row.number("radiation", one.map(|one| one.radiation), 16_u8);
        row.flag("coupon", one.map(|one| one.coupon));
        let orders = one.and_then(|one| one.orders);
        row.number("orders: keep", orders.map(|orders| orders.keep), 64_u8);
        row.number_of("orders: give", 3, orders.map(|orders| giving(orders.give)));
        let score = one.map(|one| &one.score);
        row.number("score: events", score.map(|score| score.events), 64_u8);
        row.number("score: full rooms", score.map(|score| score.full), 8_u8);
        row.number("score: rooms", score.map(|score| score.rooms), 64_u8);
        row.number("score: survivors", score.map(|score| score.survivors), 64_u8);
        row.number("score: equipment", score.map(|score| score.equipment), 64_u8);
        row.number("score: pairs", score.map(|score| score.pairs), 64_u8);
        row.number("score: gauge", score.map(|score| score.gauge), 64_u8);
        row.number("score: total", score.map(|score| score.total), 128_u8);
        row.flag("draft is confirmed", one.and_then(|one| one.confirmed));
        let draft = one.and_then(|one| one.draft.as_ref());
        let kinds = RoomKind::ALL.len();
        row.numbers_of(
            "draft: hand",
            kinds,
            draft.into_iter().flat_map(|draft| draft.hand.iter().map(|kind| kind.index())),
        );
        row.numbers_of(
            "draft: hand twice",
            kinds,
            doubles(draft.map(|draft| draft.hand.as_slice())),
        );
        for place in 0..4_usize {
            let kept = draft.and_then(|draft| draft.kept.get(place)).map(|kind| kind.index() + 1);
            row.number(format_args!("draft: kept {place}"), kept, kinds);
        }
        row.numbers_of(
            "draft: leader",
            Leader::ALL.len(),
            draft.into_iter().flat_map(|draft| draft.leaders.iter().map(|leader| leader.index())),
        );
        for place in 0..2_usize {
            row.number(
                format_args!("draft: free room {place}"),
                draft.and_then(|draft| draft.free.get(place).copied()),
                ROOMS,
            );
            row.number(
                format_args!("draft: people {place}"),
                draft.and_then(|draft| draft.people.get(place).copied()),
                8_u8,
            );
        }
        row.number_of(
            "draft: leader kept",
            Leader::ALL.len(),
            draft.and_then(|draft| Some(draft.leader?.index())),
        );
        row.number("draft: revised", draft.map(|draft| draft.revised), 64_u8);
    }

    fn rooms(&self, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let rooms = (0..SIDES).flat_map(|place| (0..ROOMS).map(move |room| (place, room)));
        out.table("rooms", SIDES * ROOMS, rooms, |row, number| {
            let shelter = number.filter(|(place, _)| *place < self.seats);
            let shelter =
                shelter.and_then(|(place, _)| view.shelters.get(self.seat_from_own(seat, place)));
            let name = number.and_then(|(_, room)| shelter?.order.get(room));
            let room: Option<&RoomView> = name.and_then(|name| shelter?.rooms.get(name));
            let kind = name.and_then(|name| RoomKind::named(name.trim_end_matches('b')));
            row.one_of("kind", &RoomKind::ALL.map(RoomKind::word), kind.map(RoomKind::index));
            row.flag("built", room.map(|room| room.built));
            row.number("people", room.map(|room| room.people), 8_u8);
            row.number("spaces", room.map(|room| room.spaces), 8_u8);
            row.flag("full", room.map(|room| room.full));
            row.flag("used", room.map(|room| room.used));
        });
    }

    fn heroes(&self, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let heroes = (0..SIDES).flat_map(|place| (0..HEROES).map(move |hero| (place, hero)));
        out.table("heroes", SIDES * HEROES, heroes, |row, number| {
            let hero: Option<(&HeroView, Option<&std::collections::BTreeMap<&'static str, u8>>)> =
                number.and_then(|(place, hero)| {
                    if place < self.seats {
                        let shelter = view.shelters.get(self.seat_from_own(seat, place))?;
                        return Some((shelter.heroes.values().nth(hero)?, None));
                    }
                    let horde = view.horde.as_ref().filter(|_| place == 1)?;
                    let (name, pawn) = horde.pawns.iter().nth(hero)?;
                    Some((pawn, horde.carried.get(name)))
                });
            let words = Location::ALL.map(Location::word);
            row.one_of("at", &words, hero.and_then(|(hero, _)| Some(hero.at?.index())));
            row.flag("standing", hero.map(|(hero, _)| hero.standing));
            for token in Token::ALL {
                let carried = hero.and_then(|(_, carried)| carried?.get(token.word()).copied());
                row.number(format_args!("carries {}", token.word()), carried, 16_u8);
            }
        });
    }

    fn facts(&self, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        out.vector("facts");
        out.number("turn", view.turn, self.turns);
        out.one_of("phase", &PHASE_WORDS, place_of(&PHASES, &view.phase));
        let deciding = view.deciding.iter().filter_map(|side| self.clockwise(seat, *side));
        out.numbers_of("deciding", SIDES, deciding);
        out.number_of("first player", SIDES, self.clockwise(seat, view.first));
        out.number_of("own seat", SIDES, Some(seat.index()));
        let go = view.go.as_ref();
        out.number_of("active side", SIDES, go.and_then(|go| self.clockwise(seat, go.side)));
        let hero = go.and_then(|go| {
            let name = go.hero.as_ref()?;
            let shelter = view.shelters.get(usize::from(go.side).checked_sub(1)?);
            let own =
                shelter.and_then(|shelter| shelter.heroes.keys().position(|known| known == name));
            own.or_else(|| view.horde.as_ref()?.pawns.keys().position(|known| known == name))
        });
        out.number_of("active hero", HEROES, hero);
        out.one_of(
            "active at",
            &Location::ALL.map(Location::word),
            go.and_then(|go| Some(go.at?.index())),
        );
        out.number("action points", go.map(|go| go.points), 16_u8);
        out.flag("dam is open", go.map(|go| go.dam_open));
        out.flag("hunted", go.map(|go| go.hunted));
        out.flag("sensor used", go.map(|go| go.sensor));
        out.flag("survivor waits", go.map(|go| go.survivor));
        let (ask, swaps) = match go.map(|go| go.ask) {
            None => (None, None),
            Some(Ask::Nothing) => (Some(0), None),
            Some(Ask::HuntingRooms) => (Some(1), None),
            Some(Ask::Refugee) => (Some(2), None),
            Some(Ask::Looter) => (Some(3), None),
            Some(Ask::Merchant(swaps)) => (Some(4), Some(swaps)),
        };
        out.one_of("asked", &ASKS, ask);
        out.number("swaps", swaps, 8_u8);
        out.number("round", go.map(|go| go.round), 8_u8);
        for place in 0..SIDES {
            let side = (seat.index() + place) % self.seats.max(2);
            let pressure = view.pressure.as_ref();
            out.number(
                format_args!("pressure on {place}"),
                pressure.and_then(|it| it.points.get(side).copied()),
                32_u8,
            );
            out.number(
                format_args!("owed by {place}"),
                pressure.and_then(|it| it.owed.get(side).copied()),
                32_u8,
            );
        }
        out.number("deck", view.deck, 40_u8);
        for tile in Equipment::ALL {
            let count = view.discards.iter().filter(|known| **known == tile).count();
            out.number(format_args!("discarded {}", tile.word()), count, 4_u8);
        }
        for place in 0..DISCARDS {
            let tile = view.discards.get(place).map(|tile| tile.index() + 1);
            out.number(format_args!("discard {place}"), tile, Equipment::ALL.len());
        }
        for token in Token::ALL {
            let left = view.reserve.as_ref().and_then(|reserve| reserve.get(token.word()).copied());
            out.number(format_args!("reserve of {}", token.word()), left, 128_u8);
        }
        let left = view.reserve.as_ref().and_then(|reserve| reserve.get("survivors").copied());
        out.number("reserve of survivors", left, 128_u8);
        for place in 0..4_usize {
            let tile = view.drawn.get(place).map(|tile| tile.index() + 1);
            out.number(format_args!("drawn {place}"), tile, SearchTile::ALL.len());
        }
        let horde = view.horde.as_ref();
        out.one_of(
            "leader of the horde",
            &Leader::ALL.map(Leader::word),
            horde.and_then(|horde| Some(horde.leader?.index())),
        );
        out.number("bar", horde.map(|horde| horde.bar), 128_u8);
        let card = |word: &String| word.trim_start_matches('H').parse::<u8>().ok();
        for place in 0..8_usize {
            out.number(
                format_args!("horde: forecast {place}"),
                horde.and_then(|horde| horde.forecast.get(place).and_then(card)),
                8_u8,
            );
            out.number(
                format_args!("horde: used {place}"),
                horde.and_then(|horde| horde.used.get(place).and_then(card)),
                8_u8,
            );
        }
    }
}

/// Kinds of which a hand has more than one.
fn doubles(hand: Option<&[RoomKind]>) -> impl Iterator<Item = usize> + '_ {
    let hand = hand.unwrap_or_default();
    RoomKind::ALL
        .into_iter()
        .filter(move |kind| hand.iter().filter(|known| *known == kind).count() > 1)
        .map(RoomKind::index)
}

fn giving(give: Giving) -> usize {
    match give {
        Giving::Most => 0,
        Giving::Materials => 1,
        Giving::Supplies => 2,
    }
}

/// A room by its name: its kind, and whether it is the second of that kind.
fn room(name: RoomName) -> usize {
    2 * name.kind.index() + usize::from(name.second)
}

/// Names of rooms.
const ROOM_NAMES: usize = 44;
/// The Airlock, or a room.
const SPACES: usize = ROOM_NAMES + 1;

fn space(space: Space) -> usize {
    match space {
        Space::Airlock => 0,
        Space::Room(name) => 1 + room(name),
    }
}

/// What a number of things can be at most in an action.
const MANY: usize = 32;

/// Families of actions: name, size, what the numbers stand for.
const FAMILIES: [(&str, usize, &str); 46] = [
    ("discard", 22 * 22, "two kinds of rooms"),
    ("pick", 22, "kind of room"),
    ("free", ROOM_NAMES, "room"),
    ("start", 16, "survivors"),
    ("keep", 10, "leader"),
    ("confirm", 1, "the draft stands"),
    ("revise", 1, "choose again"),
    ("draw", 2, "city"),
    ("drop", 12, "search tile"),
    ("place", 16 * 8, "Strength and Location"),
    ("lose", 7, "token"),
    ("lose virtual", 1, "the virtual Water"),
    ("lose survivor", SPACES, "Airlock or room"),
    ("bat", 1 + SIDES, "nobody, or a side"),
    ("defend", 2 * 2 * MANY, "Guard Room, Battle Gear, Munitions"),
    ("give", 7, "token"),
    ("demand", SIDES * 7, "side and token"),
    ("orders", 1 + 3 * 64, "none, or what is given and Munitions kept"),
    ("activate", 4 * 8 * 8, "hero, Location, Exoskeleton, Hook, Jetty"),
    ("stay", 4, "hero"),
    ("peek", 2, "city"),
    ("take", MANY, "tokens"),
    ("open", 2, "chip or card"),
    ("algae", 1, "harvest"),
    ("salvage", 3, "place of the display"),
    ("search", 1, "with an action point"),
    ("free search", 1, "through the Scouts' Room"),
    ("sensor", 1, "look"),
    ("hunt", 4 * 11 * MANY, "Shotgun, Bear Trap, depth, Munitions"),
    ("bonus", 16, "Hunting rooms as bits"),
    ("gear", 20, "equipment"),
    ("all gear", 1, "everything at once"),
    ("flashlight", SPACES, "Airlock or room"),
    ("board", SPACES, "Airlock or room"),
    ("refugee", 1 + SPACES, "not at all, Airlock or room"),
    ("swap", 49, "token given and taken"),
    ("no swap", 1, "swap no more"),
    ("end", 1, "the activation or the Night step"),
    ("overcome", 12 * 57, "event, and what the Command Post takes off"),
    ("pass", 1, "on the events"),
    ("feed", 2048, "ways to feed the rooms, in the order of their list"),
    ("recruit", 7 * MANY, "Supply and survivors"),
    ("build", 2048, "ways to build, in the order of their list"),
    ("move", ROOM_NAMES * 16, "room and survivors"),
    ("use", ROOM_NAMES + ROOM_NAMES * 20, "room; room and equipment to destroy"),
    ("repair", 20 * 18, "equipment and method"),
];

fn token(token: Token) -> usize {
    token.index()
}

impl Encoding<Outlive> for InNumbers {
    fn new(game: &Outlive) -> InNumbers {
        InNumbers { seats: game.setup().seats.into(), turns: game.turns().into() }
    }

    fn observe(&self, _: &Outlive, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        self.facts(view, seat, out);
        self.locations(view, seat, out);
        out.table("events", 6, &view.events, |row, event| {
            let words = EventCard::ALL.map(EventCard::word);
            row.one_of("card", &words, event.and_then(|event| Some(event.card?.index())));
            row.one_of("state", &STATES, event.and_then(|event| place_of(&STATES, &event.state)));
            row.number_of(
                "overcome by",
                SIDES,
                event.and_then(|event| self.clockwise(seat, event.by?)),
            );
        });
        let shelters =
            (0..self.seats).map(|place| view.shelters.get(self.seat_from_own(seat, place)));
        out.table("shelters", SIDES, shelters, |row, one| InNumbers::shelter(row, one.flatten()));
        self.rooms(view, seat, out);
        self.heroes(view, seat, out);
    }

    fn families(&self, _: &Outlive) -> Vec<Family> {
        FAMILIES.iter().map(|(name, size, about)| Family::new(*name, *size, *about)).collect()
    }

    fn place(&self, _: &Outlive, action: &Action) -> Place {
        let flag = usize::from;
        let many = |count: u8| usize::from(count);
        let hero = |hero: HeroId| HeroId::ALL.iter().position(|known| *known == hero).unwrap_or(0);
        let side = |side: Side| side.index();
        match *action {
            Action::Discard(one, other) => Place::At(0, 22 * one.index() + other.index()),
            Action::Pick(kind) => Place::At(1, kind.index()),
            Action::Free(name) => Place::At(2, room(name)),
            Action::Start(people) => Place::At(3, many(people)),
            Action::Keep(leader) => Place::At(4, leader.index()),
            Action::Confirm => Place::At(5, 0),
            Action::Revise => Place::At(6, 0),
            Action::Draw(city) => Place::At(7, city.index()),
            Action::Drop(tile) => Place::At(8, tile.index()),
            Action::Place(strength, at) => Place::At(9, 8 * many(strength) + at.index()),
            Action::Lose(lost) => Place::At(10, token(lost)),
            Action::LoseVirtual => Place::At(11, 0),
            Action::LoseSurvivor(from) => Place::At(12, space(from)),
            Action::Bat(against) => Place::At(13, against.map_or(0, |it| 1 + side(it))),
            Action::Defend { immunity, gear, munitions } => {
                Place::At(14, (2 * flag(immunity) + flag(gear)) * MANY + many(munitions))
            }
            Action::Give(given) => Place::At(15, token(given)),
            Action::Demand(of, wanted) => Place::At(16, 7 * side(of) + token(wanted)),
            Action::Orders(orders) => Place::At(
                17,
                orders.map_or(0, |orders| 1 + 64 * giving(orders.give) + many(orders.keep)),
            ),
            Action::Activate { hero: who, to, exo, hook, share } => {
                let how = 4 * flag(exo) + 2 * flag(hook) + flag(share);
                Place::At(18, (hero(who) * 8 + to.index()) * 8 + how)
            }
            Action::Stay(who) => Place::At(19, hero(who)),
            Action::Peek(city) => Place::At(20, city.index()),
            Action::Take(count) => Place::At(21, many(count)),
            Action::Open(key) => Place::At(22, flag(key == Key::Card)),
            Action::Algae => Place::At(23, 0),
            Action::Salvage(place) => Place::At(24, many(place)),
            Action::Search => Place::At(25, 0),
            Action::FreeSearch => Place::At(26, 0),
            Action::Sensor => Place::At(27, 0),
            Action::Hunt { depth, munitions, shotgun, trap } => {
                let with = 2 * flag(shotgun) + flag(trap);
                Place::At(28, (with * 11 + many(depth)) * MANY + many(munitions))
            }
            Action::Bonus(rooms) => Place::At(29, many(rooms)),
            Action::Gear(tile) => Place::At(30, tile.index()),
            Action::AllGear => Place::At(31, 0),
            Action::Flashlight(to) => Place::At(32, space(to)),
            Action::Board(to) => Place::At(33, space(to)),
            Action::Refugee(to) => Place::At(34, to.map_or(0, |to| 1 + space(to))),
            Action::Swap(give, take) => Place::At(35, 7 * token(give) + token(take)),
            Action::NoSwap => Place::At(36, 0),
            Action::End => Place::At(37, 0),
            Action::Overcome(card, waiver) => {
                let less = match waiver {
                    Waiver::None => 0,
                    Waiver::One(one) => 1 + token(one),
                    Waiver::Two(one, other) => 8 + 7 * token(one) + token(other),
                };
                Place::At(38, 57 * card.index() + less)
            }
            Action::Pass => Place::At(39, 0),
            Action::Feed { .. } => Place::Next(40),
            Action::Recruit(with, people) => Place::At(41, token(with) * MANY + many(people)),
            Action::Build { .. } => Place::Next(42),
            Action::Move(into, people) => Place::At(43, 16 * room(into) + many(people)),
            Action::Use(name) => Place::At(44, room(name)),
            Action::Recycle(name, tile) => {
                Place::At(44, ROOM_NAMES + 20 * room(name) + tile.index())
            }
            Action::Repair(tile, method) => {
                let how = match method {
                    Method::Full => 0,
                    Method::ToolStore(left_out) => 1 + token(left_out),
                    Method::Bench(paid) => 8 + token(paid),
                    Method::Laboratory => 15,
                    Method::StoreAndBench => 16,
                    Method::TwoBenches => 17,
                };
                Place::At(45, 18 * tile.index() + how)
            }
        }
    }
}
