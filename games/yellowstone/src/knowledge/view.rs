//! Views: the position with what the viewer may not know taken out.

use crate::Yellowstone;
use crate::land::{Hex, MOST_FOOD, Spot};
use crate::position::{
    Face, HERDS, Herd, Hunter, Hunters, Laid, Pair, Place, Position, Season, Step,
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use table::Viewer;

/// What one viewer may know. Counters that the viewer does not know lie face down; of a herd whose
/// Food is secret only the number of counters is there, under the first value.
#[derive(Clone)]
pub struct View {
    game: Yellowstone,
    position: Position,
    viewer: Viewer,
    known: [bool; HERDS],
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.position == other.position && self.viewer == other.viewer && self.known == other.known
    }
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("viewer", &self.viewer)
            .field("known", &self.known)
            .field("position", &self.position)
            .finish()
    }
}

/// What a viewer may know of the position.
pub(crate) fn view(game: &Yellowstone, position: &Position, viewer: Viewer) -> View {
    let mut seen = *position;
    let known = Place::ALL.map(|place| game.knows_food(position, viewer, place));
    for (herd, known) in seen.herds.iter_mut().zip(known) {
        if !known {
            herd.chips = herd.chips.covered();
        }
    }
    // Links, predators and everything else are public. YS-YNG-25, YS-PRED-27
    if viewer != Viewer::Referee {
        if !game.scenario.open_map {
            for laid in seen.laid.iter_mut().filter(|laid| laid.lies()) {
                *laid = Laid::FACE_DOWN;
            }
        }
        seen.aside = seen.aside.covered();
    }
    View { game: game.clone(), position: seen, viewer, known }
}

impl View {
    /// The position as the viewer knows it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whose eyes these are.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Whether the viewer knows the values of a herd's Food counters.
    pub fn knows_food(&self, place: Place) -> bool {
        self.known[place.index()]
    }

    pub(crate) fn game(&self) -> &Yellowstone {
        &self.game
    }
}

#[derive(Serialize)]
struct HerdReport {
    seat: u16,
    at: BTreeMap<String, Hex>,
    injured: Vec<String>,
    moved: Vec<String>,
    with: BTreeMap<String, String>,
    supply: Vec<String>,
    counters: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    chips: Option<Vec<i16>>,
    first: i16,
    whole: i16,
    summer_turns: u8,
    fall_turns: u8,
    events: i16,
    public: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    food: Option<i16>,
    need: i16,
    points: i16,
    starved: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ScoreReport>,
}

#[derive(Serialize)]
struct ScoreReport {
    points: i16,
    females: i16,
    surplus: i16,
}

#[derive(Serialize)]
struct PredatorReport {
    hex: Spot,
    injured: bool,
}

#[derive(Serialize)]
struct MovingReport {
    animal: String,
    left: u8,
}

#[derive(Serialize)]
struct Report {
    season: Season,
    round: u16,
    season_turns: u16,
    cap: u16,
    step: Step,
    #[serde(skip_serializing_if = "Option::is_none")]
    deciding: Option<u16>,
    first: u16,
    order: Vec<u16>,
    active: u16,
    movement_points: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    moving: Option<MovingReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    event_dice: Pair,
    predator_dice: Pair,
    winter_dice: Pair,
    winter: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    hunting: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hunting_left: Option<u8>,
    herds: BTreeMap<&'static str, HerdReport>,
    predators: BTreeMap<String, PredatorReport>,
    pool: BTreeMap<&'static str, usize>,
    food: BTreeMap<String, FaceReport>,
    aside: u8,
}

/// A counter on the map: its value, or its back.
enum FaceReport {
    Up(i16),
    Down,
}

impl Serialize for FaceReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            FaceReport::Up(value) => serializer.serialize_i16(*value),
            FaceReport::Down => serializer.serialize_str("?"),
        }
    }
}

impl View {
    fn herd_report(&self, place: Place, herd: &Herd) -> HerdReport {
        let game = &self.game;
        let position = &self.position;
        let names = |want: &dyn Fn(crate::position::Animal) -> bool| -> Vec<String> {
            let animals = herd.living().filter(|animal| want(*animal));
            animals.map(|animal| animal.to_string()).collect()
        };
        let known = self.knows_food(place);
        let chips = known.then(|| {
            let chips = herd.chips.each().map(|(value, count)| (game.food_value(value), count));
            chips.flat_map(|(value, count)| std::iter::repeat_n(value, count.into())).collect()
        });
        let over = position.step == Step::Over;
        HerdReport {
            seat: game.owner(place).0 + 1,
            at: herd.standing().map(|(animal, hex)| (animal.to_string(), hex)).collect(),
            injured: names(&|animal| herd.counter(animal).injured),
            moved: names(&|animal| herd.counter(animal).moved),
            with: herd
                .living()
                .filter_map(|animal| {
                    let female = herd.counter(animal).with?;
                    Some((animal.to_string(), female.to_string()))
                })
                .collect(),
            supply: crate::position::Animal::all()
                .filter(|animal| !herd.counter(*animal).lives())
                .map(|animal| animal.to_string())
                .collect(),
            counters: herd.chip_count(),
            chips,
            first: game.food.first * i16::from(herd.first),
            whole: game.food.whole * i16::from(herd.whole),
            summer_turns: herd.summer_turns,
            fall_turns: herd.fall_turns,
            events: herd.gained + herd.lost,
            public: game.public_points(herd),
            food: known.then(|| game.food_points(position, herd)),
            need: game.need(herd),
            points: game.herd_points(herd),
            starved: herd.starved.iter().flatten().map(ToString::to_string).collect(),
            score: over.then(|| {
                let score = game.herd_score(position, place);
                ScoreReport { points: score.points, females: score.females, surplus: score.surplus }
            }),
        }
    }
}

/// Written for people: herds by name, animals and predators by id, hexes by label.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (game, position) = (&self.game, &self.position);
        let herds = game.places().zip(&position.herds);
        let food = game.park.food.iter().zip(position.laid).take(MOST_FOOD);
        let report = Report {
            season: position.season,
            round: game.round(position),
            season_turns: position.season_turns,
            cap: game.cap(position.season),
            step: position.step,
            deciding: game.deciding(position).map(|place| game.owner(place).0 + 1),
            first: position.first.number(),
            order: position.order[..game.herds()].iter().map(|place| place.number()).collect(),
            active: position.active.number(),
            movement_points: position.points,
            moving: position.moving.map(|moving| MovingReport {
                animal: moving.animal.to_string(),
                left: moving.left,
            }),
            event: position.event.and_then(|event| {
                game.cell(event.season, event.total).map(|cell| cell.name.clone())
            }),
            event_dice: position.event_dice,
            predator_dice: position.predator_dice,
            winter_dice: position.winter_dice,
            winter: position.winter,
            hunting: position.hunt.predator.map(|predator| predator.to_string()),
            hunting_left: position.hunt.predator.map(|_| position.hunt.left),
            herds: herds
                .filter_map(|(place, herd)| {
                    let species = herd.species?;
                    Some((species.word(), self.herd_report(place, herd)))
                })
                .collect(),
            predators: position
                .pack()
                .map(|predator| {
                    let counter = position.predator(predator);
                    let (hex, injured) = (counter.hex, counter.injured);
                    (predator.to_string(), PredatorReport { hex, injured })
                })
                .collect(),
            pool: Hunter::ALL
                .into_iter()
                .map(|hunter| {
                    let out = position.pack_of(Hunters::only(hunter)).count();
                    let count = usize::from(game.predator_count(hunter));
                    (hunter.word(), count.saturating_sub(out))
                })
                .collect(),
            food: food
                .filter_map(|(hex, laid)| match laid.get()? {
                    Face::Up(value) => {
                        Some((hex.to_string(), FaceReport::Up(game.food_value(value))))
                    }
                    Face::Down => Some((hex.to_string(), FaceReport::Down)),
                })
                .collect(),
            aside: position.aside.count(),
        };
        report.serialize(serializer)
    }
}
