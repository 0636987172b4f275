//! The stage: the park as a board, the herds as pieces, the question with its answers.

use crate::Yellowstone;
use crate::action::{Action, Prey};
use crate::herd::{Animal, Herd, Kind, Species};
use crate::hex::{Hex, Hexes};
use crate::park::{Park, Range};
use crate::position::{FACE_DOWN, NO_COUNTER, Position, Step};
use crate::predator::{Hunter, Predator, TERRITORIAL};
use crate::season::Season;
use crate::view::View;
use stage::hexmap::{AreaLook, AreaMark, MapLook, field_of};
use stage::{
    At, Block, Choice, Fact, Field, Form, Ground, Ink, Mark, MarkKind, Panel, Piece, Pose, Prompt,
    Row, Scene, Symbol, Target,
};
use table::Names;

/// The colour of a herd, on counters and around its ranges. YS-GEN-02
pub(crate) fn ink(species: Species) -> Ink {
    match species {
        Species::Bison => Ink::Seat(0),
        Species::Sheep => Ink::Seat(5),
        Species::Elk => Ink::Seat(3),
        Species::Deer => Ink::Seat(2),
    }
}

pub(crate) fn picture(species: Species) -> Symbol {
    match species {
        Species::Bison => Symbol::Bison,
        Species::Sheep => Symbol::Sheep,
        Species::Elk => Symbol::Elk,
        Species::Deer => Symbol::Deer,
    }
}

fn beast(hunter: Hunter) -> Symbol {
    match hunter {
        Hunter::Coyote => Symbol::Coyote,
        Hunter::Grizzly => Symbol::Bear,
        Hunter::Lion => Symbol::Lion,
        Hunter::Human => Symbol::Hunter,
    }
}

fn blossom(season: Season) -> Symbol {
    match season {
        Season::Spring => Symbol::Blossom,
        Season::Summer => Symbol::Sun,
        Season::Fall => Symbol::Leaf,
        Season::Winter => Symbol::Snow,
    }
}

fn outline(name: &str) -> Option<AreaLook> {
    let (species, season) = name.split_once(' ')?;
    let species = Species::ALL.into_iter().find(|s| s.word() == species)?;
    let label = format!("{} {season}", species.name());
    Some(AreaLook { ink: ink(species), dashed: season == "winter", label })
}

fn mark(name: &str) -> Option<AreaMark> {
    let (symbol, letters, words) = match name {
        "grizzly den" => (Symbol::Den, "G", "a Grizzly den"),
        "lion den" => (Symbol::Den, "L", "a Lion den"),
        "coyote" => (Symbol::Paw, "", "a Coyote hex"),
        "geyser" => (Symbol::Geyser, "", "a geyser"),
        "food" => (Symbol::Leaf, "", "a Food hex"),
        _ => return None,
    };
    Some(AreaMark { symbol, letters, words })
}

/// How a map of the park is shown: each range outlined in the colour of its herd; Food hexes, Coyote
/// hexes, dens and the geyser marked.
pub fn map_look() -> MapLook<'static> {
    MapLook { outline: &outline, mark: &mark, ..MapLook::default() }
}

/// The board: terrain, ranges, marks.
pub(crate) fn ground(park: &Park) -> Ground {
    let mut field = field_of(&park.map, &map_look());
    for cell in &mut field.cells {
        let hex = Hex::at(cell.column, cell.row);
        for species in Species::ALL {
            for (range, words) in [(Range::Winter, "Winter"), (Range::Summer, "Summer")] {
                if park.on_range(species, range, hex) {
                    cell.description += &format!(", {words} Range of the {}", species.name());
                }
            }
        }
    }
    Ground {
        title: park.map.name.clone(),
        description: "The park: each herd's Winter Range is outlined with a broken line in its \
                      colour, its Summer Range with a full one."
            .into(),
        fields: vec![Field::Hexes(field)],
    }
}

fn piece_id(species: Species, animal: Animal) -> String {
    format!("{}-{animal}", species.word())
}

impl Yellowstone {
    pub(crate) fn staged(&self, view: &View, choices: &[Action], names: Names<'_>) -> Scene {
        let position = view.position();
        let mut pieces = Vec::new();
        for (number, hex) in self.park.food.iter().enumerate() {
            pieces.extend(self.food_piece(position.laid[number], *hex));
        }
        pieces.extend(position.pack().map(|predator| self.beast_piece(position, predator)));
        for herd in position.herds.iter().take(self.places) {
            if let Some(species) = herd.species {
                let riding = |animal: &Animal| herd.counter(*animal).with.is_some();
                let shown = herd.living().filter(|animal| !riding(animal));
                pieces.extend(shown.map(|animal| animal_piece(herd, species, animal)));
            }
        }
        let mut marks = Vec::new();
        let active = match (position.moving, position.hunt.predator) {
            (Some(moving), _) => Some(position.acting().counter(moving.animal).hex),
            (None, Some(predator)) => Some(position.predator(predator).hex),
            (None, None) => None,
        };
        if let Some(hex) = active {
            marks.push(Mark { place: hex.to_string(), kind: MarkKind::Active, tag: String::new() });
        }
        if !choices.is_empty() {
            marks.extend(self.territory_marks(position));
        }
        for action in choices {
            let reached = match (action, position.moving) {
                (Action::Step(animal, hex), Some(moving)) if *animal == moving.animal => Some(hex),
                (Action::Stalk(hex) | Action::Put(hex), _) => Some(hex),
                _ => None,
            };
            if let Some(hex) = reached {
                marks.push(Mark {
                    place: hex.to_string(),
                    kind: MarkKind::Reach,
                    tag: String::new(),
                });
            }
        }
        let mut panels: Vec<Panel> = position
            .herds
            .iter()
            .take(self.places)
            .enumerate()
            .filter_map(|(place, herd)| view.worksheet(place, herd, names))
            .collect();
        panels.push(self.chart_panel(position));
        panels.push(self.year_panel(position));
        let prompt = self.deciding(position).filter(|_| !choices.is_empty());
        Scene {
            ground: self.ground.clone(),
            headline: self.headline(position),
            pieces,
            marks,
            traces: Vec::new(),
            panels,
            prompt: prompt.map(|place| self.prompt(position, place, choices)),
            focus: active.or_else(|| self.middle(position)).map(|hex| hex.to_string()),
        }
    }

    /// The hex in the middle of the deciding herd, or of the range that it starts on.
    fn middle(&self, position: &Position) -> Option<Hex> {
        let herd = position.herd(self.deciding(position)?);
        let on: Vec<Hex> = herd.living().map(|animal| herd.counter(animal).hex).collect();
        let range = || self.park.range(herd.species?, Range::Winter).first().copied();
        let spread = |hex: &Hex| on.iter().map(|other| other.distance(*hex)).sum::<u32>();
        on.iter().copied().min_by_key(spread).or_else(range)
    }

    fn headline(&self, position: &Position) -> String {
        let season = position.season.name();
        let deciding = self.deciding(position).map(|place| position.herd(place));
        let herd = deciding.and_then(|herd| herd.species).map_or("", Species::name);
        match position.step {
            Step::Choose => "Choosing herds".into(),
            Step::Place => format!("The {herd} take their places"),
            Step::Over => "The winter is over".into(),
            Step::DieOff => format!("{season}: the {herd} starve"),
            _ => {
                let round = self.round(position);
                let what = match position.step {
                    Step::Roll => "roll for the event".into(),
                    Step::Event => "carry out the event".into(),
                    Step::Move => format!("move, {} points left", position.points),
                    Step::PredatorRoll => "roll for the predators".into(),
                    _ => "move a predator".into(),
                };
                format!("{season}, round {round}: the {herd} {what}")
            }
        }
    }

    /// The territory that is closed to the chosen predator, or to any of those that may be chosen.
    /// YS-TRTY-01
    fn territory_marks(&self, position: &Position) -> impl Iterator<Item = Mark> {
        let hunt = position.hunt;
        let kinds = hunt.predator.map_or(hunt.kinds, |predator| predator.hunter().bit());
        let closed = match kinds & TERRITORIAL {
            0 => Hexes::NONE,
            _ => self.territory(position, hunt.predator),
        };
        let hexes = self.park.hexes().iter().filter(move |hex| closed.has(**hex));
        hexes.map(|hex| Mark { place: hex.to_string(), kind: MarkKind::Closed, tag: String::new() })
    }

    fn food_piece(&self, laid: u8, hex: Hex) -> Option<Piece> {
        if laid == NO_COUNTER {
            return None;
        }
        let value = match laid {
            FACE_DOWN => None,
            value => Some(self.food.values[(value - 1) as usize % self.food.values.len()]),
        };
        Some(Piece {
            id: format!("food-{hex}"),
            at: At::Place(hex.to_string()),
            form: Form::FaceDown,
            ink: Ink::Plant,
            symbol: Some(Symbol::Food),
            label: value.map_or(String::new(), |value| value.to_string()),
            pose: Pose::Upright,
            facing: None,
            badges: Vec::new(),
            description: match value {
                Some(value) => format!("Food worth {value} in {hex}"),
                None => format!("Food in {hex}, face down"),
            },
        })
    }

    fn beast_piece(&self, position: &Position, predator: Predator) -> Piece {
        let counter = position.predator(predator);
        let hunter = predator.hunter();
        let health = if counter.injured { "injured" } else { "healthy" };
        Piece {
            id: predator.to_string(),
            at: At::Place(counter.hex.to_string()),
            form: Form::Token,
            ink: Ink::Neutral,
            symbol: Some(beast(hunter)),
            label: predator.to_string(),
            pose: Pose::Upright,
            facing: None,
            badges: match counter.injured {
                true => vec![(Symbol::Wound, String::new())],
                false => Vec::new(),
            },
            description: format!("{} {predator}, {health}, in {}", hunter.name(), counter.hex),
        }
    }

    /// The chart of the turn, the row that was rolled lit.
    fn chart_panel(&self, position: &Position) -> Panel {
        let season = match position.season {
            Season::Winter => Season::Winter,
            _ => position.began,
        };
        let waits = matches!(position.step, Step::Choose | Step::Place | Step::Roll);
        let rolled = match (season, position.event_dice, position.winter_dice) {
            (Season::Winter, _, [0, 0]) => 0,
            (Season::Winter, _, [a, b]) => self.winter_total([a, b]) as usize,
            (_, [a, b], _) => (a + b) as usize,
        };
        let row = |total: usize, name: &str, words: String| Row {
            cells: vec![total.to_string(), name.into(), words],
            lit: total == rolled && !waits,
        };
        let rows = match self.charts.get(season as usize) {
            Some(chart) => chart
                .iter()
                .enumerate()
                .map(|(i, cell)| {
                    let effects: Vec<String> = cell.effects.iter().map(|e| e.to_string()).collect();
                    row(i + 2, &cell.name, effects.join("; "))
                })
                .collect(),
            None => self
                .winters
                .iter()
                .enumerate()
                .map(|(i, (name, change))| row(i + 2, name, format!("{change:+}")))
                .collect(),
        };
        Panel {
            id: "chart".into(),
            title: format!("{} events", season.name()),
            seat: None,
            open: position.event.is_some(),
            blocks: vec![Block::Table {
                head: vec!["2d6".into(), "event".into(), "effect".into()],
                rows,
            }],
        }
    }

    /// Season, rounds, pool and prey at a glance. YS-STALL-07
    fn year_panel(&self, position: &Position) -> Panel {
        let herds = self.places as u16;
        let left = self.cap(position.season).saturating_sub(position.season_turns);
        let rounds = left.div_ceil(herds);
        let mut facts = vec![Fact {
            label: "Season".into(),
            value: format!(
                "{}, {} rounds played of it",
                position.season.name(),
                position.season_turns / herds
            ),
            ink: None,
            symbol: Some(blossom(position.season)),
        }];
        if position.season != Season::Winter {
            facts.push(Fact {
                label: "At most".into(),
                value: format!("{rounds} more rounds"),
                ink: (rounds <= 2).then_some(Ink::Warm),
                symbol: Some(Symbol::Clock),
            });
        }
        let dice = |dice: [u8; 2]| match dice {
            [0, 0] => "not yet".into(),
            [a, b] => format!("{a} + {b} = {}", a + b),
        };
        for (label, rolled) in
            [("Event dice", position.event_dice), ("Predator dice", position.predator_dice)]
        {
            facts.push(Fact {
                label: label.into(),
                value: dice(rolled),
                ink: None,
                symbol: Some(Symbol::Die),
            });
        }
        for hunter in Hunter::ALL {
            let out = position.pack_of(hunter.bit()).count();
            let [first, last] = self.predators[hunter as usize].roll;
            facts.push(Fact {
                label: format!("{} ({first}-{last})", hunter.name()),
                value: format!("{out} of {} on the map", self.predator_count(hunter)),
                ink: None,
                symbol: Some(beast(hunter)),
            });
        }
        Panel {
            id: "year".into(),
            title: "The year".into(),
            seat: None,
            open: true,
            blocks: vec![Block::Facts(facts)],
        }
    }

    fn prompt(&self, position: &Position, place: usize, choices: &[Action]) -> Prompt {
        let effect = self.effect(position).map(|effect| effect.to_string());
        let event = position
            .event
            .and_then(|event| self.cell(event.season, event.total))
            .map_or("", |cell| cell.name.as_str());
        let question = match position.step {
            Step::Choose => "Which herd will you lead?".into(),
            Step::Place => "Where does your herd start?".into(),
            Step::Roll => "Roll for the event.".into(),
            Step::Event => format!("{event}: {}. Your choice?", effect.unwrap_or_default()),
            Step::Move => match position.moving {
                Some(moving) => format!("{} may go {} more. Where to?", moving.animal, moving.left),
                None => format!("Who moves? {} points left.", position.points),
            },
            Step::PredatorRoll => "Roll for the predators.".into(),
            Step::Hunt => "Which predator moves?".into(),
            Step::Stalk => match position.hunt.predator {
                Some(predator) => {
                    format!("{predator} may go {} more. Where to?", position.hunt.left)
                }
                None => String::new(),
            },
            Step::DieOff => "Your herd starves. Which of the injured dies first?".into(),
            Step::Over => String::new(),
        };
        let hint = match position.step {
            Step::Place => {
                "Every adult in a hex of its own, each Young with a Female; `F1 G18` places one."
            }
            Step::Move if self.ruling_season(position) == Season::Fall => {
                "Young may be parted from their Females and walk three hexes alone."
            }
            Step::Move => "The slowest set the pace: Females with Young go two hexes a turn.",
            Step::Hunt if position.hunt.kinds & TERRITORIAL != 0 => {
                "Hexes beside a healthy Grizzly or Lion are closed to every other Grizzly and Lion."
            }
            Step::Stalk => "Only a healthy predator kills, and only at the end of its move.",
            _ => "",
        };
        Prompt {
            seat: self.owner(place).0,
            question,
            hint: hint.into(),
            choices: choices.iter().map(|action| self.choice(position, place, action)).collect(),
            ..Prompt::default()
        }
    }

    fn choice(&self, position: &Position, place: usize, action: &Action) -> Choice {
        let herd = position.herd(place);
        let species = herd.species.unwrap_or(Species::Bison);
        let at = |hex: &Hex| Some(Target::Place(hex.to_string()));
        let who = |animal: &Animal| {
            let carried = herd.counter(*animal).with.unwrap_or(*animal);
            let shown = herd.counter(carried).lives();
            shown.then(|| Target::Piece(piece_id(species, carried)))
        };
        let place_words = |hex: &Hex| {
            let food = if self.has_food(position, *hex) { ", with Food" } else { "" };
            format!("{}{food}", self.park.terrain(*hex))
        };
        let (label, description, target): (String, String, Option<Target>) = match action {
            Action::Choose(species) => (species.name().into(), String::new(), None),
            Action::Place(animal, hex) => (format!("{animal} in {hex}"), place_words(hex), at(hex)),
            Action::Unplace(animal) => (format!("take {animal} back"), String::new(), who(animal)),
            Action::Confirm => ("the herd stands".into(), String::new(), None),
            Action::Roll => ("roll".into(), "Two dice.".into(), None),
            Action::Pick(animal) => {
                let injured = herd.counter(*animal).injured;
                let health = if injured { "injured" } else { "healthy" };
                let words = format!("{}, {health}", animal.kind().name());
                let hex = herd.counter(*animal).hex;
                (format!("{animal} in {hex}"), words, who(animal))
            }
            Action::PickPredator(predator) => {
                let counter = position.predator(*predator);
                let health = if counter.injured { "injured" } else { "healthy" };
                let words = format!("{}, {health}", predator.hunter().name());
                let target = Some(Target::Piece(predator.to_string()));
                (format!("{predator} in {}", counter.hex), words, target)
            }
            Action::Put(hex) => (format!("in {hex}"), place_words(hex), at(hex)),
            Action::Return(kind, hex) => {
                (format!("a {} in {hex}", kind.name()), place_words(hex), at(hex))
            }
            Action::Decline if position.step == Step::Hunt => {
                ("move none".into(), String::new(), None)
            }
            Action::Decline => ("do without".into(), String::new(), None),
            Action::Step(animal, hex) => (format!("{animal} to {hex}"), place_words(hex), at(hex)),
            Action::Join(young, female) => {
                (format!("{young} joins {female}"), "It has then moved.".into(), who(female))
            }
            Action::Split(young) => {
                let words = match herd.counter(*young).moved {
                    true => "It stays here and moves no more this turn.",
                    false => "It costs nothing; both may move alone.",
                };
                (format!("part {young}"), words.into(), who(young))
            }
            Action::Stop => ("stop here".into(), String::new(), None),
            Action::End if position.step == Step::Move => {
                ("end of moves".into(), "Points that are left are lost.".into(), None)
            }
            Action::End => ("leave it there".into(), "It takes nothing.".into(), None),
            Action::Stalk(hex) => (format!("to {hex}"), place_words(hex), at(hex)),
            Action::Kill(prey) => {
                let words = match prey {
                    Prey::Animal(animal) => format!("kill {animal}"),
                    Prey::YoungOf(female) => format!("kill all Young of {female}"),
                    Prey::Predator(predator) => format!("kill {predator}"),
                    Prey::All => "kill all its prey".into(),
                };
                let here = position.hunt.predator.map(|p| position.predator(p).hex);
                (words, String::new(), here.as_ref().and_then(at))
            }
        };
        let final_ = match action {
            Action::Roll => true,
            Action::Step(_, hex) => self.has_food(position, *hex),
            _ => false,
        };
        Choice {
            notation: crate::notation::write(action),
            label,
            description,
            target,
            tag: match action {
                Action::Step(animal, _) | Action::Place(animal, _) => animal.to_string(),
                _ => String::new(),
            },
            final_,
            moves: match action {
                Action::Step(animal, _) => Some(piece_id(species, *animal)),
                Action::Stalk(_) => position.hunt.predator.map(|predator| predator.to_string()),
                _ => None,
            },
        }
    }
}

fn animal_piece(herd: &Herd, species: Species, animal: Animal) -> Piece {
    let counter = herd.counter(animal);
    let mut badges = Vec::new();
    let mut words =
        format!("{} {} {animal} in {}", species.name(), animal.kind().name(), counter.hex);
    if counter.injured {
        badges.push((Symbol::Wound, String::new()));
        words += ", injured";
    }
    for young in herd.young_with(animal) {
        let injured = herd.counter(young).injured;
        badges.push((Symbol::Young, if injured { format!("{young}×") } else { young.to_string() }));
        words += &format!(", with {young}{}", if injured { " (injured)" } else { "" });
    }
    if counter.moved {
        badges.push((Symbol::Check, String::new()));
        words += ", has moved";
    }
    Piece {
        id: piece_id(species, animal),
        at: At::Place(counter.hex.to_string()),
        form: match animal.kind() {
            Kind::Young => Form::Token,
            _ => Form::Counter,
        },
        ink: ink(species),
        symbol: Some(picture(species)),
        label: animal.to_string(),
        pose: Pose::Upright,
        facing: None,
        badges,
        description: words,
    }
}
