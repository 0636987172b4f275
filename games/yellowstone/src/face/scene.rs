//! The stage: the park as a board, the herds as pieces, the question with its answers.

use super::guide::ranges;
use super::sheets::seasons_panel;
use crate::Yellowstone;
use crate::action::Action;
use crate::knowledge::View;
use crate::land::{Hex, Hexes, Park, Range};
use crate::position::{
    Animal, Face, Herd, Hunter, Hunters, Kind, Laid, Position, Predator, Species, Step,
};
use stage::hexmap::{AreaLook, AreaMark, MapLook, field_of};
use stage::{
    At, Field, Form, Ground, Ink, Key, Mark, MarkKind, Panel, Piece, Pose, Rect, Scene, Sign,
    Symbol, Tally,
};
use std::sync::Arc;
use table::wording::counted;
use table::{Names, Seat};

/// The colours that are no herd's: those of players who lead none yet.
const UNLED: [u16; 4] = [1, 4, 6, 7];

/// The colour of a herd, on counters and around its ranges. YS-GEN-02
pub(super) fn ink(species: Species) -> Ink {
    match species {
        Species::Bison => Ink::Seat(0),
        Species::Sheep => Ink::Seat(5),
        Species::Elk => Ink::Seat(3),
        Species::Deer => Ink::Seat(2),
    }
}

pub(super) fn picture(species: Species) -> Symbol {
    match species {
        Species::Bison => Symbol::Bison,
        Species::Sheep => Symbol::Sheep,
        Species::Elk => Symbol::Elk,
        Species::Deer => Symbol::Deer,
    }
}

pub(super) fn beast(hunter: Hunter) -> Symbol {
    match hunter {
        Hunter::Coyote => Symbol::Coyote,
        Hunter::Grizzly => Symbol::Bear,
        Hunter::Lion => Symbol::Lion,
        Hunter::Human => Symbol::Hunter,
    }
}

fn outline(name: &str) -> Option<AreaLook> {
    let (species, season) = name.split_once(' ')?;
    let species = Species::ALL.into_iter().find(|s| s.word() == species)?;
    let label = format!("{} {season}", species.short());
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

/// The board: terrain, ranges, dens and the geyser. Food and Coyotes are shown by their counters, which leave the
/// hexes on which they began.
pub(crate) fn ground(park: &Park) -> Ground {
    ground_of(park, &Species::ALL, None)
}

/// The same with the ranges of these herds alone, of one season if it is named.
fn ground_of(park: &Park, herds: &[Species], season: Option<&str>) -> Ground {
    let lasting = |name: &str| mark(name).filter(|_| !matches!(name, "food" | "coyote"));
    let led = |name: &str| {
        let own =
            |species: &Species| name.split_once(' ').is_some_and(|(it, _)| it == species.word());
        let wanted = season.is_none_or(|season| name.ends_with(season));
        outline(name).filter(|_| wanted && herds.iter().any(own))
    };
    let look = MapLook { outline: &led, mark: &lasting, ..map_look() };
    let mut field = field_of(&park.map, &look);
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
    let told = herds.iter().map(|species| format!("{species}: {}.", ranges(park, *species)));
    let told: Vec<String> = told.collect();
    Ground {
        title: park.map.name.clone(),
        description: format!("The park, with the ranges of each herd. {}", told.join(" ")),
        fields: vec![Field::Hexes(field)],
    }
}

pub(super) fn piece_id(species: Species, animal: Animal) -> String {
    format!("{}-{animal}", species.word())
}

/// What a viewer sees; `choices` are what it may do, if it is asked.
pub(crate) fn scene(
    game: &Yellowstone,
    view: &View,
    choices: &[Action],
    names: Names<'_>,
) -> Scene {
    let position = view.position();
    let mut pieces = Vec::new();
    for (number, hex) in game.park.food.iter().enumerate() {
        pieces.extend(game.food_piece(position.laid[number], *hex));
    }
    pieces.extend(position.pack().map(|predator| game.beast_piece(position, predator)));
    for herd in position.herds.iter().take(game.herds()) {
        if let Some(species) = herd.species {
            let riding = |animal: &Animal| herd.counter(*animal).with.is_some();
            let shown = herd.living().filter(|animal| !riding(animal));
            let moving = position.moving.filter(|_| std::ptr::eq(herd, position.acting()));
            let moves = position.step == Step::Move && std::ptr::eq(herd, position.acting());
            pieces.extend(shown.map(|animal| {
                let left = moving.filter(|moving| moving.animal == animal && moving.left > 0);
                let fresh = moves && position.points > 0 && !herd.counter(animal).moved;
                let pace = match left {
                    Some(moving) => Pace::More(moving.left),
                    None if fresh => {
                        let season = game.ruling_season(position);
                        Pace::All(game.allowance(season, herd, animal).min(position.points))
                    }
                    None => Pace::Waits,
                };
                animal_piece(herd, species, animal, pace)
            }));
        }
    }
    let mut marks = Vec::new();
    let active = match (position.moving, position.hunting()) {
        (Some(moving), _) => position.acting().at(moving.animal),
        (None, hunting) => hunting.map(|(_, hex)| hex),
    };
    if let Some(hex) = active {
        marks.push(Mark { place: hex.to_string(), kind: MarkKind::Active, tag: String::new() });
    }
    if !choices.is_empty() {
        marks.extend(game.territory_marks(position));
    }
    marks.extend(game.goal(view).iter().map(|hex| Mark {
        place: hex.to_string(),
        kind: MarkKind::Goal,
        tag: String::new(),
    }));
    let mut panels: Vec<Panel> = position
        .herds
        .iter()
        .zip(game.places())
        .filter_map(|(herd, place)| view.worksheet(place, herd, names))
        .collect();
    panels.extend(game.chart_panel(position));
    panels.push(game.year_panel(position));
    panels.push(game.guide_panel(position));
    panels.push(seasons_panel(game, position));
    let prompt = game.deciding(position).filter(|_| !choices.is_empty());
    Scene {
        pieces,
        marks,
        panels,
        aim: game.aim_told(view),
        standing: game.standing_told(view),
        prompt: prompt.map(|place| game.prompt(position, place, choices)),
        colours: game.colours(position),
        tallies: game.tallies(position),
        focus: active.or_else(|| game.middle(position, choices)).map(|hex| hex.to_string()),
        outlook: game.outlook(view, choices),
        // Prey is told by these, on boards of text too.
        keys: vec![
            Key::new(Sign::Symbol(Symbol::Young), "a Young with its Female"),
            Key::new(Sign::Symbol(Symbol::Wound), "injured"),
        ],
        ..Scene::new(game.ground_for(position), game.headline(position))
    }
}

impl Yellowstone {
    /// The board; once all herds are chosen it shows their ranges alone, and when all is over those where they were to be.
    fn ground_for(&self, position: &Position) -> Arc<Ground> {
        let led: Vec<Species> = position.herds.iter().filter_map(|herd| herd.species).collect();
        let bits = led.iter().fold(0, |bits, species| bits | 1_usize << species.index());
        let goal = if self.scenario.spring_only { "summer" } else { "winter" };
        let season = (position.step == Step::Over).then_some(goal);
        let grounds = &self.grounds[usize::from(season.is_some())];
        match grounds.get(bits).filter(|_| position.step != Step::Choose) {
            Some(known) => {
                known.get_or_init(|| Arc::new(ground_of(&self.park, &led, season))).clone()
            }
            None => self.ground.clone(),
        }
    }

    /// The colour of each seat is that of its herd; of one that has none yet, a colour that no herd has, so that no two
    /// players ever wear one sign.
    fn colours(&self, position: &Position) -> Vec<u16> {
        let mut colours: Vec<u16> =
            UNLED.into_iter().cycle().take(usize::from(self.setup.seats)).collect();
        for (place, herd) in self.places().zip(&position.herds) {
            if let (Some(Ink::Seat(colour)), Some(own)) =
                (herd.species.map(ink), colours.get_mut(self.owner(place).index()))
            {
                *own = colour;
            }
        }
        colours
    }

    /// The Animal Points of every seat as they stand, once its herds stand.
    fn tallies(&self, position: &Position) -> Vec<Option<Tally>> {
        if matches!(position.step, Step::Choose | Step::Place) {
            return Vec::new();
        }
        let worth = self.animal_points();
        let points = |seat: Seat| {
            let own = self.places().filter(|place| self.owner(*place) == seat);
            let herds = own.map(|place| position.herd(place));
            herds.map(|herd| self.scoring(herd).times(&worth) + self.bonus(herd)).sum::<i16>()
        };
        let tally = |seat: Seat| {
            let points = points(seat);
            let words = counted(points, "Animal Point", "Animal Points");
            let mut own = self.places().filter(|place| self.owner(*place) == seat);
            // Whose the herd is stands beside its points; who leads several has their sum.
            let (herd, told) = match (own.next(), own.next()) {
                (Some(only), None) => match position.herd(only).species {
                    Some(species) => (format!("{} ", species.short()), format!("{species}: ")),
                    None => (String::new(), String::new()),
                },
                _ => (String::new(), String::new()),
            };
            Some(Tally::new(format!("{herd}{points} pts"), format!("{told}{words} as it stands")))
        };
        Seat::first(self.setup.seats).map(tally).collect()
    }

    /// The hex in the middle of those of the deciding herd that can go, or of all of it, or of the range that it starts
    /// on.
    fn middle(&self, position: &Position, choices: &[Action]) -> Option<Hex> {
        let herd = position.herd(self.deciding(position)?);
        let goes = |animal: Animal| {
            choices.iter().any(|it| matches!(it, Action::Step(who, _) if *who == animal))
        };
        let going = herd.standing().filter(|(animal, _)| goes(*animal));
        let mut on: Vec<Hex> = going.map(|(_, hex)| hex).collect();
        if on.is_empty() {
            on.extend(herd.standing().map(|(_, hex)| hex));
        }
        let range = || self.park.range(herd.species?, Range::Winter).first().copied();
        let spread = |hex: &Hex| on.iter().map(|other| other.distance(*hex)).sum::<u32>();
        on.iter().copied().min_by_key(spread).or_else(range)
    }

    /// What the viewer decides by: the hexes that a choice names alone, the own herd and its goal; while the herd takes
    /// its places, where it starts and where it will go.
    fn outlook(&self, view: &View, choices: &[Action]) -> Option<Rect> {
        let position = view.position();
        let named = choices.iter().filter_map(|action| match action {
            Action::Put(hex) | Action::Return(_, hex) | Action::Stalk(hex) => Some(*hex),
            _ => None,
        });
        let mut hexes: Vec<Hex> = named.collect();
        let herd = self.herd_of(view)?;
        hexes.extend(herd.standing().map(|(_, hex)| hex));
        hexes.extend(self.goal(view));
        if let (Step::Place, Some(species)) = (position.step, herd.species) {
            hexes.extend(self.park.range(species, Range::Winter));
            hexes.extend(self.park.range(species, Range::Summer));
        }
        let spots: Vec<stage::Point> =
            hexes.into_iter().filter_map(|hex| self.point(hex)).collect();
        (!spots.is_empty()).then(|| Rect::around(spots).grown(1000))
    }

    fn headline(&self, position: &Position) -> String {
        let season = position.season.name();
        let deciding = self.deciding(position).map(|place| position.herd(place));
        let herd = deciding.and_then(|herd| herd.species).map_or("", Species::name);
        match position.step {
            Step::Choose => "Choosing herds".into(),
            Step::Place => format!("The {herd} take their places"),
            Step::Over if self.scenario.spring_only => "The short season is over".into(),
            Step::Over => "The winter is over".into(),
            Step::DieOff => format!("{season}: the {herd} starve"),
            _ => {
                let round = self.round(position);
                let what = match position.step {
                    Step::Roll => "roll for the event",
                    Step::Event => "carry out the event",
                    Step::Move => "move",
                    Step::PredatorRoll => "roll for the predators",
                    _ => "move a predator",
                };
                format!("{season}, round {round}: the {herd} {what}")
            }
        }
    }

    /// The territory that is closed to the chosen predator, or to any of those that may be chosen.
    /// YS-TRTY-01
    fn territory_marks(&self, position: &Position) -> impl Iterator<Item = Mark> {
        let hunt = position.hunt;
        let kinds = hunt.predator.map_or(hunt.kinds, |predator| Hunters::only(predator.hunter()));
        let closed = match kinds.meets(Hunters::TERRITORIAL) {
            true => self.territory(position, hunt.predator),
            false => Hexes::NONE,
        };
        let hexes = self.park.hexes().iter().filter(move |hex| closed.has(**hex));
        hexes.map(|hex| Mark { place: hex.to_string(), kind: MarkKind::Closed, tag: String::new() })
    }

    fn food_piece(&self, laid: Laid, hex: Hex) -> Option<Piece> {
        let value = match laid.get()? {
            Face::Down => None,
            Face::Up(value) => Some(self.food_value(value)),
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
            pips: None,
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
            // As large as an animal of a herd, and in the colour of danger: they kill.
            form: Form::Counter,
            ink: Ink::Bad,
            symbol: Some(beast(hunter)),
            label: predator.to_string(),
            pose: Pose::Upright,
            facing: None,
            badges: match counter.injured {
                true => vec![(Symbol::Wound, String::new())],
                false => Vec::new(),
            },
            pips: None,
            description: format!("{}, {health}, in {}", predator.told(), counter.hex),
        }
    }
}

/// How far an animal may go now.
#[derive(Clone, Copy)]
enum Pace {
    /// So many more hexes: it is on the move.
    More(u8),
    /// So many hexes, if it begins to move.
    All(u8),
    /// Nothing is said of it.
    Waits,
}

/// The counter of an animal.
fn animal_piece(herd: &Herd, species: Species, animal: Animal, pace: Pace) -> Piece {
    let counter = herd.counter(animal);
    let mut badges = Vec::new();
    let mut words = format!("{} {} in {}", species.name(), animal.told(), counter.hex);
    if counter.injured {
        badges.push((Symbol::Wound, String::new()));
        words += ", injured";
    }
    let (mut young_told, mut hurt) = (0, Vec::new());
    for young in herd.young_with(animal) {
        let injured = herd.counter(young).injured;
        young_told += 1;
        if injured {
            hurt.push(young.number().to_string());
        }
        words += &format!(", with {}{}", young.told(), if injured { " (injured)" } else { "" });
    }
    // One sign for all of them, large enough to read, and one more for those that are injured.
    match young_told {
        0 => {}
        1 => badges.push((Symbol::Young, String::new())),
        several => badges.push((Symbol::Young, several.to_string())),
    }
    if !hurt.is_empty() {
        badges.push((Symbol::Wound, hurt.join(" ")));
    }
    match pace {
        Pace::More(left) => {
            words += &format!(", may go {}", counted(left, "more hex", "more hexes"));
        }
        Pace::All(hexes @ 1..) => {
            words += &format!(", may go {}", counted(hexes, "hex", "hexes"));
        }
        _ if counter.moved => {
            badges.push((Symbol::Check, String::new()));
            words += ", has moved";
        }
        _ => {}
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
        label: animal.sign(),
        pose: Pose::Upright,
        facing: None,
        badges,
        pips: None,
        description: words,
    }
}
