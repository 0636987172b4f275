//! What the ledger is checked with: positions to start a case from, cases, tests and probes.

use crate::land::{Hex, Spot};
use crate::position::{
    Animal, Counter, HERD, HERDS, Happening, Kind, Laid, Place, Position, Predator,
    PredatorCounter, Season, Species, Step, Value,
};
use crate::{Yellowstone, edition};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Dice, Edition, Fault, Fit, Setup, SetupError};

/// A herd of a case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenHerd {
    /// Who leads it.
    seat: Option<u16>,
    /// Where its animals stand; a Young may stand with a Female by her id. Without it the herd
    /// stands as quick placement would put it.
    at: Option<BTreeMap<String, String>>,
    #[serde(default)]
    injured: Vec<String>,
    #[serde(default)]
    moved: Vec<String>,
    /// Values of the Food counters it holds.
    #[serde(default)]
    chips: Vec<i16>,
    #[serde(default)]
    first: bool,
    #[serde(default)]
    whole: bool,
    #[serde(default)]
    home: bool,
    #[serde(default)]
    summer_turns: u8,
    #[serde(default)]
    fall_turns: u8,
    #[serde(default)]
    events: i16,
}

/// The `[given]` part of a case; see `cases/README.md`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    season: Option<Season>,
    step: Option<Step>,
    active: Option<u16>,
    first: Option<u16>,
    turns: Option<u16>,
    season_turns: Option<u16>,
    movement_points: Option<u8>,
    /// The total of the event roll that the active player is carrying out.
    event: Option<u8>,
    bison: Option<GivenHerd>,
    sheep: Option<GivenHerd>,
    elk: Option<GivenHerd>,
    deer: Option<GivenHerd>,
    /// Predators by id: a hex, or a hex and `injured`. Without it the start's.
    predators: Option<BTreeMap<String, String>>,
    /// Values of Food counters by hex. Without it none lies on the map.
    food: Option<BTreeMap<String, i16>>,
    /// Terrain that differs from the map's.
    #[serde(default)]
    terrain: BTreeMap<String, String>,
}

fn wrong(field: &str, problem: impl Into<String>) -> SetupError {
    Fault::field(format!("given.{field}"), problem).into()
}

fn hex(field: &str, name: &str) -> Result<Hex, SetupError> {
    Hex::parse(name).ok_or_else(|| wrong(field, format!("`{name}` is no hex")))
}

fn animal(field: &str, name: &str) -> Result<Animal, SetupError> {
    Animal::parse(name).ok_or_else(|| wrong(field, format!("`{name}` is no animal")))
}

impl Given {
    fn herds(&self) -> [(Species, Option<&GivenHerd>); 4] {
        [
            (Species::Bison, self.bison.as_ref()),
            (Species::Sheep, self.sheep.as_ref()),
            (Species::Elk, self.elk.as_ref()),
            (Species::Deer, self.deer.as_ref()),
        ]
    }

    /// Who leads which herd: as said; the herds that are told of before the others, in order.
    fn seating(&self, places: usize) -> Result<[Option<Species>; HERDS], SetupError> {
        let mut seats = [None; HERDS];
        for (species, herd) in self.herds() {
            if let Some(seat) = herd.and_then(|herd| herd.seat) {
                let slot = usize::from(seat).checked_sub(1).filter(|place| *place < places);
                match slot.map(|place| &mut seats[place]) {
                    Some(slot @ None) => *slot = Some(species),
                    _ => return Err(wrong(species.word(), format!("cannot have seat {seat}"))),
                }
            }
        }
        let told = |told: bool| {
            let herds = self.herds().into_iter();
            herds.filter(move |(_, herd)| herd.is_some() == told)
        };
        for (species, herd) in told(true).chain(told(false)) {
            if seats.contains(&Some(species)) {
                continue;
            }
            match seats[..places].iter_mut().find(|seat| seat.is_none()) {
                Some(seat) => *seat = Some(species),
                None if herd.is_some() => {
                    return Err(wrong(species.word(), "there are not so many herds"));
                }
                None => {}
            }
        }
        Ok(seats)
    }
}

/// The Female that a Young is said to be with; F1 to F4 are hexes to everybody else.
fn with_female(who: Animal, place: &str) -> Option<Animal> {
    let female = Animal::parse(place).filter(|animal| animal.kind() == Kind::Female);
    female.filter(|_| who.kind() == Kind::Young)
}

fn arrange_herd(
    game: &Yellowstone,
    position: &mut Position,
    place: Place,
    given: &GivenHerd,
) -> Result<(), SetupError> {
    let species = position.herd(place).species.map_or("herd", Species::word);
    let field = |name: &str| format!("{species}.{name}");
    if let Some(at) = &given.at {
        let herd = position.herd_mut(place);
        herd.counters = [Counter::SUPPLY; HERD];
        for (name, place) in at {
            let who = animal(&field("at"), name)?;
            if with_female(who, place).is_none() {
                let place = hex(&field("at"), place)?;
                if !game.is_on_map(place) {
                    return Err(wrong(&field("at"), format!("{place} is not on the map")));
                }
                herd.counter_mut(who).hex = place.into();
            }
        }
        for (name, place) in at {
            let who = animal(&field("at"), name)?;
            if let Some(female) = with_female(who, place) {
                let stands = herd.counter(female).hex;
                if stands == Spot::NOWHERE || herd.young_with(female).count() >= 2 {
                    return Err(wrong(&field("at"), format!("{name} cannot be with {place}")));
                }
                let counter = herd.counter_mut(who);
                (counter.hex, counter.with) = (stands, Some(female));
            }
        }
    }
    let herd = position.herd_mut(place);
    for (names, key) in [(&given.injured, "injured"), (&given.moved, "moved")] {
        for name in names {
            let who = animal(&field(key), name)?;
            if !herd.counter(who).lives() {
                return Err(wrong(&field(key), format!("{name} is not in play")));
            }
            match key {
                "injured" => herd.counter_mut(who).injured = true,
                _ => herd.counter_mut(who).moved = true,
            }
        }
    }
    for value in &given.chips {
        let kind = value_number(game, *value)
            .ok_or_else(|| wrong(&field("chips"), format!("there is no counter worth {value}")))?;
        herd.chips.add(kind);
    }
    (herd.first, herd.whole, herd.home) = (given.first, given.whole, given.home);
    (herd.summer_turns, herd.fall_turns) = (given.summer_turns, given.fall_turns);
    (herd.gained, herd.lost) = (given.events.max(0), given.events.min(0));
    Ok(())
}

fn value_number(game: &Yellowstone, value: i16) -> Option<Value> {
    game.food.values.iter().position(|known| *known == value && value != 0).map(Value::new)
}

impl Yellowstone {
    /// Counters that neither lie on the map nor belong to a herd are out of the game. YS-SETUP-06
    fn put_rest_aside(&self, position: &mut Position) {
        for (number, count) in self.food.counts.iter().enumerate() {
            let value = Value::new(number);
            let known = position.counters().filter(|counter| *counter == value).count();
            for _ in known..usize::from(*count) {
                position.aside.add(value);
            }
        }
    }
}

impl Given {
    /// The game and the position that a case describes.
    pub(super) fn arrange(
        &self,
        edition: &Edition,
        setup: &Setup,
        dice: &mut Dice,
    ) -> Result<(Yellowstone, Position), SetupError> {
        let given = self;
        let game = edition::open_with(edition, setup, |map| {
            for (name, terrain) in &given.terrain {
                let cell = map.grid.find(name);
                let cell = cell.ok_or_else(|| wrong("terrain", format!("`{name}` is no hex")))?;
                let known = map.legend.iter().position(|(_, known)| known == terrain);
                let number = known.unwrap_or_else(|| {
                    let letter = char::from(b'0' + map.legend.len().fit::<u8>());
                    map.legend.push((letter, terrain.clone()));
                    map.legend.len() - 1
                });
                map.terrain[cell.index()] = number.fit();
            }
            Ok(())
        })?;
        let mut position = Position::EMPTY;
        for (place, species) in Place::ALL.into_iter().zip(given.seating(game.herds())?) {
            position.herd_mut(place).species = species;
            game.place_quickly(&mut position, place);
        }
        for (species, herd) in given.herds() {
            if let (Some(herd), Some(place)) = (herd, position.place_of(species)) {
                arrange_herd(&game, &mut position, place, herd)?;
            }
        }
        match &given.predators {
            None => game.put_first_predators(&mut position),
            Some(predators) => {
                for (name, place) in predators {
                    let predator = Predator::parse(name)
                        .ok_or_else(|| wrong("predators", format!("`{name}` is no predator")))?;
                    let place = place.trim();
                    let stripped = place.strip_suffix("injured");
                    *position.predator_mut(predator) = PredatorCounter {
                        hex: hex("predators", stripped.unwrap_or(place).trim())?.into(),
                        injured: stripped.is_some(),
                    };
                }
            }
        }
        for (name, value) in given.food.iter().flatten() {
            let number = game.park.food_number(hex("food", name)?);
            let kind = value_number(&game, *value);
            match (number, kind) {
                (Some(number), Some(kind)) => position.laid[number] = Laid::counter(kind),
                _ => return Err(wrong("food", format!("{name} cannot hold a {value}"))),
            }
        }
        game.put_rest_aside(&mut position);
        position.season = given.season.unwrap_or(Season::Spring);
        position.began = position.season;
        let place = |field: &str, seat: Option<u16>| match seat {
            None => Ok(Place::FIRST),
            Some(seat) if (1..=u16::from(game.places)).contains(&seat) => {
                Ok(Place::new(usize::from(seat - 1)))
            }
            Some(seat) => Err(wrong(field, format!("there is no herd {seat}"))),
        };
        position.active = place("active", given.active)?;
        position.first = place("first", given.first)?;
        position.turns = given.turns.unwrap_or(0);
        position.season_turns = given.season_turns.unwrap_or(0);
        position.points = given.movement_points.unwrap_or(game.movement_points);
        position.step = given.step.unwrap_or(Step::Move);
        position.predator_rolls = u8::from(position.step == Step::PredatorRoll);
        if let Some(total) = given.event {
            position.event = Some(Happening::new(position.season, total));
            game.go_on(&mut position, dice, &mut table::Log::quiet());
        }
        Ok((game, position))
    }
}
