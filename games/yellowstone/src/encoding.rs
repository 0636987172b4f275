//! The game in numbers, for programs that learn: the park as planes, herds and predators as tables, actions by
//! number.
//!
//! A hex has the same number everywhere: row by row over the map's extent. Places in the order of turns come
//! as they are; which of them the seat owns is told. Food that the seat does not know is -1.

use crate::Yellowstone;
use crate::action::{Action, Prey};
use crate::knowledge::View;
use crate::land::{Hex, MOST_FOOD, Range, TerrainKind};
use crate::position::{
    Animal, Ending, Face, HERD, HERDS, Herd, Hunter, Kind, PACK, Pair, Place as Turn, Position,
    Predator, Species, Step, VALUES,
};
use table::Seat;
use table::encoding::{Encoding, Family, Place, Sheet};

/// Yellowstone in numbers.
pub struct InNumbers {
    height: usize,
    width: usize,
    /// The planes that never change, filled.
    park: Vec<f32>,
    channels: Vec<String>,
}

/// Channels that change: own animals, those of others, predators by kind, food face up and face down.
const CHANGING: [&str; 8] = [
    "own animals",
    "other animals",
    "coyotes",
    "grizzlies",
    "lions",
    "humans",
    "food",
    "food face down",
];

const STEPS: [Step; 10] = [
    Step::Choose,
    Step::Place,
    Step::Roll,
    Step::Event,
    Step::Move,
    Step::PredatorRoll,
    Step::Hunt,
    Step::Stalk,
    Step::DieOff,
    Step::Over,
];
const STEP_WORDS: [&str; 10] = [
    "choose",
    "place",
    "roll",
    "event",
    "move",
    "predator roll",
    "hunt",
    "stalk",
    "die-off",
    "over",
];
const SEASONS: [&str; 4] = ["spring", "summer", "fall", "winter"];
const SPECIES: [&str; 4] = ["bison", "sheep", "elk", "deer"];
const ENDINGS: [Ending; 5] =
    [Ending::Home, Ending::Snowed, Ending::WipedOut, Ending::Arrived, Ending::TimeUp];
const ENDING_WORDS: [&str; 5] = ["home", "snowed in", "wiped out", "arrived", "time up"];

/// Families of actions, in order.
const FAMILIES: [&str; 17] = [
    "choose",
    "place",
    "unplace",
    "confirm",
    "roll",
    "pick",
    "pick predator",
    "put",
    "return",
    "decline",
    "step",
    "join",
    "split",
    "stop",
    "end",
    "stalk",
    "kill",
];

impl InNumbers {
    fn cell(&self, hex: Hex) -> usize {
        let (column, row) = hex.place();
        usize::from(row) * self.width + usize::from(column)
    }

    fn map(&self, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let (game, position) = (view.game(), view.position());
        let first = self.channels.len() - CHANGING.len();
        let channels: Vec<&str> = self.channels.iter().map(String::as_str).collect();
        let mut planes = out.planes("park", &channels, self.height, self.width);
        planes.copy(&self.park);
        for (turn, herd) in game.places().zip(&position.herds) {
            let own = game.owner(turn) == seat;
            for (_, hex) in herd.standing() {
                planes.add(first + usize::from(!own), self.cell(hex), 0.125);
            }
        }
        for predator in position.pack() {
            if let Some(hex) = position.at(predator) {
                planes.add(first + 2 + predator.index() / (PACK / 4), self.cell(hex), 0.125);
            }
        }
        for (hex, laid) in game.park.food.iter().zip(position.laid).take(MOST_FOOD) {
            match laid.get() {
                Some(Face::Up(value)) => {
                    let points = f32::from(game.food_value(value)).clamp(-64.0, 64.0);
                    planes.set(first + 6, self.cell(*hex), points / 64.0);
                }
                Some(Face::Down) => planes.set(first + 7, self.cell(*hex), 1.0),
                None => {}
            }
        }
    }

    fn herd(&self, view: &View, turn: Turn, seat: Seat, row: &mut Sheet<'_>) {
        let (game, position) = (view.game(), view.position());
        let there = turn.index() < game.herds();
        let herd: Option<&Herd> = there.then(|| position.herd(turn));
        let known = there && view.knows_food(turn);
        row.flag("own", herd.map(|_| game.owner(turn) == seat));
        row.number_of("seat", HERDS, herd.map(|_| game.owner(turn).index()));
        let species = herd.and_then(|herd| herd.species);
        row.one_of("species", &SPECIES, species.map(Species::index));
        row.flag("first food", herd.map(|herd| herd.first));
        row.flag("whole food", herd.map(|herd| herd.whole));
        row.flag("home", herd.map(|herd| herd.home));
        row.number("summer turns", herd.map(|herd| herd.summer_turns), 64_u8);
        row.number("fall turns", herd.map(|herd| herd.fall_turns), 64_u8);
        row.number("food gained", herd.map(|herd| herd.gained), 256_u16);
        row.number("food lost", herd.map(|herd| herd.lost), 256_u16);
        row.number("counters", herd.map(Herd::chip_count), 32_u8);
        let mut chips = [None; VALUES];
        if let Some(herd) = herd.filter(|_| known) {
            chips = [Some(0); VALUES];
            for (value, count) in herd.chips.each() {
                chips[value.index()] = Some(count);
            }
        }
        for (value, count) in chips.into_iter().enumerate() {
            row.number(format_args!("counters of value {value}"), count, 32_u8);
        }
        let alive = herd.filter(|_| species.is_some());
        row.number("food needed", alive.map(|herd| game.need(herd)), 256_u16);
        row.number("points of the herd", alive.map(|herd| game.herd_points(herd)), 256_u16);
        let starved =
            |animal: Animal| herd.is_some_and(|herd| herd.starved.contains(&Some(animal)));
        row.numbers_of(
            "starved",
            HERD,
            Animal::all().filter(|animal| starved(*animal)).map(Animal::index),
        );
        let score = alive.filter(|_| position.step == Step::Over);
        let score = score.map(|_| game.herd_score(position, turn));
        row.number("score", score.as_ref().map(|score| score.points), 256_u16);
    }
}

impl Encoding<Yellowstone> for InNumbers {
    fn new(game: &Yellowstone) -> InNumbers {
        let grid = &game.park.map.grid;
        let (height, width) = (usize::from(grid.rows()), usize::from(grid.columns()));
        let size = height * width;
        let mut channels = vec!["on the map".to_string()];
        channels.extend(TerrainKind::ALL.iter().map(|kind| kind.word().to_string()));
        for species in Species::ALL {
            channels.push(format!("winter range of {}", species.word()));
            channels.push(format!("summer range of {}", species.word()));
        }
        channels.extend(["food hex", "coyote hex", "grizzly den", "lion den"].map(String::from));
        let mut made =
            InNumbers { height, width, park: vec![0.0; channels.len() * size], channels };
        let mut set = |channel: usize, cell: usize| made.park[channel * size + cell] = 1.0;
        let cell = |hex: Hex| usize::from(hex.place().1) * width + usize::from(hex.place().0);
        for hex in game.park.hexes() {
            set(0, cell(*hex));
            for kind in game.park.terrain(*hex).kinds() {
                let number = TerrainKind::ALL.iter().position(|known| *known == kind);
                set(1 + number.unwrap_or(0), cell(*hex));
            }
        }
        let ranges = 1 + TerrainKind::ALL.len();
        for (number, species) in Species::ALL.into_iter().enumerate() {
            for (range, which) in [Range::Winter, Range::Summer].into_iter().enumerate() {
                for hex in game.park.range(species, which) {
                    set(ranges + 2 * number + range, cell(*hex));
                }
            }
        }
        let sites = [&game.park.food, &game.park.coyotes, &game.park.dens[0], &game.park.dens[1]];
        for (number, hexes) in sites.into_iter().enumerate() {
            hexes.iter().for_each(|hex| set(ranges + 8 + number, cell(*hex)));
        }
        made.channels.extend(CHANGING.map(String::from));
        made
    }

    fn observe(&self, game: &Yellowstone, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let position: &Position = view.position();
        self.map(view, seat, out);
        out.table("herds", HERDS, Turn::ALL, |row, turn| {
            self.herd(view, turn.unwrap_or(Turn::FIRST), seat, row);
        });
        let animals =
            Turn::ALL.into_iter().flat_map(|turn| Animal::all().map(move |one| (turn, one)));
        out.table("animals", HERDS * HERD, animals, |row, animal| {
            let counter = animal.filter(|(turn, _)| turn.index() < game.herds());
            let counter = counter.map(|(turn, animal)| position.herd(turn).counter(animal));
            let hex = counter.and_then(|counter| counter.hex.get()).map(Hex::place);
            row.one_of(
                "kind",
                &["male", "female", "young"],
                animal.map(|(_, animal)| animal.kind() as usize),
            );
            row.number("column", hex.map(|(column, _)| column), self.width);
            row.number("row", hex.map(|(_, row)| row), self.height);
            row.flag("lives", counter.map(|counter| counter.lives()));
            row.flag("injured", counter.map(|counter| counter.injured));
            row.flag("moved", counter.map(|counter| counter.moved));
            row.number("with", counter.and_then(|counter| Some(counter.with?.index())), HERD);
        });
        out.table("predators", PACK, Predator::all(), |row, predator| {
            let counter = predator.map(|predator| position.predator(predator));
            let hex = counter.and_then(|counter| counter.hex.get()).map(Hex::place);
            let kinds = ["coyote", "grizzly", "lion", "human"];
            row.one_of("kind", &kinds, predator.map(|predator| predator.index() / (PACK / 4)));
            row.number("column", hex.map(|(column, _)| column), self.width);
            row.number("row", hex.map(|(_, row)| row), self.height);
            row.flag("injured", counter.map(|counter| counter.injured));
        });
        out.vector("facts");
        out.one_of("step", &STEP_WORDS, STEPS.iter().position(|step| *step == position.step));
        out.one_of("season", &SEASONS, Some(position.season.index()));
        out.one_of("began in", &SEASONS, Some(position.began.index()));
        out.number("round", game.round(position), 128_u16);
        out.number("season turns", position.season_turns, 128_u16);
        out.number("turns", position.turns, 512_u16);
        out.number("cap", game.cap(position.season), 128_u16);
        out.flag("winter is due", position.winter_due);
        let deciding = game.deciding(position);
        out.number_of("deciding", HERDS, deciding.map(|turn| game.owner(turn).index()));
        out.number_of("own seat", HERDS, Some(seat.index()));
        out.number_of("first", HERDS, Some(position.first.index()));
        out.number_of("active", HERDS, Some(position.active.index()));
        for (number, turn) in position.order.iter().enumerate() {
            let there = (number < game.herds()).then(|| turn.index());
            out.number_of(format_args!("order {number}"), HERDS, there);
        }
        out.number("movement points", position.points, 32_u8);
        out.number_of("moving", HERD, position.moving.map(|moving| moving.animal.index()));
        out.number("moving left", position.moving.map(|moving| moving.left), 32_u8);
        let event = position.event;
        out.one_of("event season", &SEASONS, event.map(|event| event.season.index()));
        out.number("event total", event.map(|event| event.total), 12_u8);
        out.number("event effect", event.map(|event| event.effect), 8_u8);
        out.number("event choices", event.and_then(|event| event.left), 16_u8);
        let dice = |pair: Pair, number: usize| pair.get().map(|dice| dice[number]);
        for (word, pair) in [
            ("event die", position.event_dice),
            ("predator die", position.predator_dice),
            ("winter die", position.winter_dice),
        ] {
            out.number(format_args!("{word} 1"), dice(pair, 0), 6_u8);
            out.number(format_args!("{word} 2"), dice(pair, 1), 6_u8);
        }
        out.number("winter", position.winter, 64_u8);
        out.number_of("hunting", PACK, position.hunt.predator.map(Predator::index));
        out.number("hunting left", position.hunt.predator.map(|_| position.hunt.left), 32_u8);
        out.flag("hunter has gone", position.hunt.gone);
        out.flag("hunt by event", position.hunt.by_event);
        for hunter in Hunter::ALL {
            let kinds = position.hunt.kinds;
            out.flag(format_args!("may hunt: {}", hunter.word()), kinds.has(hunter));
        }
        out.number("counters aside", position.aside.count(), 64_u8);
        out.one_of(
            "ended",
            &ENDING_WORDS,
            position.ending.and_then(|ending| ENDINGS.iter().position(|known| *known == ending)),
        );
    }

    fn families(&self, _: &Yellowstone) -> Vec<Family> {
        let cells = self.height * self.width;
        let sizes = [
            4,
            HERD * cells,
            HERD,
            1,
            1,
            HERD,
            PACK,
            cells,
            3 * cells,
            1,
            HERD * cells,
            HERD * HERD,
            HERD,
            1,
            1,
            cells,
            2 * HERD + PACK + 1,
        ];
        let about = [
            "bison, sheep, elk, deer",
            "animal and hex",
            "animal",
            "the herd stands",
            "roll",
            "animal",
            "predator",
            "hex",
            "kind and hex",
            "do without",
            "animal and hex",
            "young and female",
            "young",
            "the animal stops",
            "no more moves",
            "hex",
            "animal, young of a female, predator, or everything",
        ];
        (0..FAMILIES.len()).map(|at| Family::new(FAMILIES[at], sizes[at], about[at])).collect()
    }

    fn place(&self, _: &Yellowstone, action: &Action) -> Place {
        let cells = self.height * self.width;
        let on = |animal: Animal, hex: Hex| animal.index() * cells + self.cell(hex);
        match *action {
            Action::Choose(species) => Place::At(0, species.index()),
            Action::Place(animal, hex) => Place::At(1, on(animal, hex)),
            Action::Unplace(animal) => Place::At(2, animal.index()),
            Action::Confirm => Place::At(3, 0),
            Action::Roll => Place::At(4, 0),
            Action::Pick(animal) => Place::At(5, animal.index()),
            Action::PickPredator(predator) => Place::At(6, predator.index()),
            Action::Put(hex) => Place::At(7, self.cell(hex)),
            Action::Return(kind, hex) => {
                let kind = Kind::ALL.iter().position(|known| *known == kind).unwrap_or(0);
                Place::At(8, kind * cells + self.cell(hex))
            }
            Action::Decline => Place::At(9, 0),
            Action::Step(animal, hex) => Place::At(10, on(animal, hex)),
            Action::Join(young, female) => Place::At(11, young.index() * HERD + female.index()),
            Action::Split(young) => Place::At(12, young.index()),
            Action::Stop => Place::At(13, 0),
            Action::End => Place::At(14, 0),
            Action::Stalk(hex) => Place::At(15, self.cell(hex)),
            Action::Kill(Prey::Animal(animal)) => Place::At(16, animal.index()),
            Action::Kill(Prey::YoungOf(female)) => Place::At(16, HERD + female.index()),
            Action::Kill(Prey::Predator(predator)) => Place::At(16, 2 * HERD + predator.index()),
            Action::Kill(Prey::All) => Place::At(16, 2 * HERD + PACK),
        }
    }
}
