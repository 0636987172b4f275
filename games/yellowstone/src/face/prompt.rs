//! The question and its answers.

use super::guide::journey;
use super::scene::piece_id;
use super::sheets::{POINTS_LEFT, sheet_id};
use crate::Yellowstone;
use crate::action::{Action, Prey};
use crate::edition::{Cell, Effect, Footing};
use crate::event::PreyLine;
use crate::land::{Hex, Range};
use crate::position::{
    Animal, Face, Herd, Hunter, Hunters, Kind, Place, Position, Predator, Season, Species, Step,
};
use crate::rules::{SMALL_HERD, prey_line};
use crate::speech::{notation, prey_words};
use stage::{Change, Choice, Plan, Prompt, Subject, Target};
use std::collections::BTreeSet;
use table::Fit;
use table::wording::counted;

impl Yellowstone {
    pub(super) fn prompt(&self, position: &Position, place: Place, choices: &[Action]) -> Prompt {
        let mut listed: Vec<&Action> = choices.iter().collect();
        // What takes a step back stands behind what goes on.
        listed.sort_by_key(|action| matches!(action, Action::Unplace(_)));
        let mut told: Vec<Choice> =
            listed.iter().map(|action| self.choice(position, place, action)).collect();
        // Where only one can go, it is the one that is asked about.
        let movers: BTreeSet<&String> = told.iter().filter_map(|it| it.moves.as_ref()).collect();
        if movers.len() == 1 {
            told.iter_mut().for_each(|choice| choice.aside = false);
        }
        // Points are lost by an end at which somebody could still go.
        let goes = choices.iter().any(|action| matches!(action, Action::Step(..)));
        for (choice, action) in told.iter_mut().zip(&listed) {
            choice.vain |= goes && **action == Action::End;
        }
        let prompt = Prompt {
            seat: self.owner(place).0,
            question: self.question(position, place, choices),
            hint: self.hint(position, place, choices),
            choices: told,
            subjects: self.subjects(position, place, choices),
            plans: self.placing_plan(position, place).into_iter().collect(),
            sheet: position.herd(place).species.map(sheet_id),
            ..Prompt::default()
        };
        prompt.arranged()
    }

    /// The animals that may move, each with how far it may go; none if nobody is asked to move.
    fn subjects(&self, position: &Position, place: Place, choices: &[Action]) -> Vec<Subject> {
        let herd = position.herd(place);
        let Some(species) = herd.species.filter(|_| position.step == Step::Move) else {
            return Vec::new();
        };
        let season = self.ruling_season(position);
        let goes = |animal: &Animal| {
            choices.iter().any(|it| matches!(it, Action::Step(who, _) if who == animal))
        };
        let subject = |animal: Animal| {
            let left = match position.moving.filter(|moving| moving.animal == animal) {
                Some(moving) => moving.left,
                None => self.allowance(season, herd, animal),
            };
            let far = counted(left.min(position.points), "hex", "hexes");
            let injured = if herd.counter(animal).injured { ", injured" } else { "" };
            Subject {
                heading: named(animal),
                piece: piece_id(species, animal),
                state: format!("in {}{injured}: up to {far}", herd.counter(animal).hex),
                waits: true,
            }
        };
        Animal::all().filter(goes).map(subject).collect()
    }

    /// Those who are not placed yet placed at once, as the quick set-up has it: Females first on the Winter hexes
    /// nearest the Summer Range, the Young with the nearest. YS-SETUP-09, YS-SETUP-20
    fn placing_plan(&self, position: &Position, place: Place) -> Option<Plan> {
        let mut herd = *position.herd(place);
        let species = herd.species.filter(|_| position.step == Step::Place)?;
        let waits = |herd: &Herd, kind: Kind| {
            let missing = |animal: &Animal| self.starts(*animal) && !herd.counter(*animal).lives();
            Animal::of(kind).filter(missing).collect::<Vec<Animal>>()
        };
        let mut lines = Vec::new();
        let adults = [Kind::Female, Kind::Male].map(|kind| waits(&herd, kind));
        for animal in adults.into_iter().flatten() {
            let taken = |hex: &Hex| herd.counters.iter().any(|counter| counter.hex == *hex);
            let hex = *self.nearest[species.index()].iter().find(|hex| !taken(hex))?;
            herd.counter_mut(animal).hex = hex.into();
            lines.push(notation(&Action::Place(animal, hex)));
        }
        for young in waits(&herd, Kind::Young) {
            let room = |(animal, _): &(Animal, Hex)| {
                animal.kind() == Kind::Female && herd.young_with(*animal).count() < 2
            };
            let (female, hex) = herd.standing().find(room)?;
            let counter = herd.counter_mut(young);
            (counter.hex, counter.with) = (hex.into(), Some(female));
            lines.push(notation(&Action::Place(young, hex)));
        }
        (lines.len() > 1).then(|| Plan {
            label: "Place my herd".into(),
            description:
                "All animals at once, Females nearest the Summer Range; each can be moved \
                          afterwards."
                    .into(),
            lines,
        })
    }

    fn question(&self, position: &Position, place: Place, choices: &[Action]) -> String {
        let asked = self.asked(position, place, choices);
        let snow = match position.step {
            Step::Roll => self.snow_told(position, position.herd(place)),
            Step::Move if position.moving.is_none() => {
                self.snow_told(position, position.herd(place))
            }
            _ => None,
        };
        snow.map_or(String::new(), |snow| snow + " ") + &asked
    }

    fn asked(&self, position: &Position, place: Place, choices: &[Action]) -> String {
        match position.step {
            Step::Choose => match self.herd_of_several(place) {
                Some((number, all)) => {
                    format!("Which herd will you lead? It is {number} of {all}.")
                }
                None => "Which herd will you lead?".into(),
            },
            Step::Place => self.placing_question(position.herd(place), choices),
            Step::Roll => format!("Roll for the event, on the {} chart.", position.season.name()),
            Step::Event => self.event_question(position),
            Step::Move => {
                let event = self.rolled_event(position).filter(|_| position.moving.is_none());
                let event = event.filter(|cell| cell.effects.iter().any(lasts));
                let event = event.map_or(String::new(), |cell| format!("{}. ", cell.name));
                event + &moving_question(position, choices)
            }
            Step::PredatorRoll => match position.predator_rolls {
                0 | 1 => "Roll for the predators.".into(),
                rolls => format!("Roll for the predators: {rolls} rolls are left."),
            },
            Step::Hunt => {
                let only = |hunter: &Hunter| position.hunt.kinds == Hunters::only(*hunter);
                let kind = Hunter::ALL.into_iter().find(only).map_or("predator", Hunter::name);
                format!("Which {kind} do you move, if any?")
            }
            Step::Stalk => stalking_question(position, choices),
            Step::DieOff => {
                let herd = position.herd(place);
                let (food, need) = (self.food_points(position, herd), self.need(herd));
                format!(
                    "Your herd starves: {food} Food Points for a Need of {need}. Which of the injured \
                     dies first?"
                )
            }
            Step::Over => String::new(),
        }
    }

    /// Which of the herds of one player it is, where there are several. YS-NPL-05
    fn herd_of_several(&self, place: Place) -> Option<(usize, usize)> {
        let own = || self.places().filter(|other| self.owner(*other) == self.owner(place));
        let number = own().position(|other| other == place)? + 1;
        Some((number, own().count())).filter(|(_, all)| *all > 1)
    }

    fn placing_question(&self, herd: &Herd, choices: &[Action]) -> String {
        let name = herd.species.map_or("animals", Species::name);
        if choices.contains(&Action::Confirm) {
            return format!("Are your {name} placed as you want them?");
        }
        if choices.iter().any(|action| matches!(action, Action::Place(..))) {
            return format!("Where do your {name} start?");
        }
        let injured: u8 = herd.counters.iter().filter(|counter| counter.injured).count().fit();
        let more = self.start.injured.saturating_sub(injured);
        format!("Which of your animals start injured? {more} more.")
    }

    fn event_question(&self, position: &Position) -> String {
        let (Some(event), Some(effect)) = (position.event, self.effect(position)) else {
            return String::new();
        };
        let name = self.cell(event.season, event.total).map_or("", |cell| cell.name.as_str());
        let ask = match effect {
            Effect::Birth(_) => "Which Female?",
            Effect::Abandon => "Which Young?",
            Effect::Place(_) => "Where?",
            Effect::ReturnOrFood(_) => "Who, and where?",
            _ => "Which one?",
        };
        let left = match (effect, event.left) {
            (Effect::Heal(2..) | Effect::Birth(2..), Some(left)) => format!(" Still open: {left}."),
            _ => String::new(),
        };
        format!("{name}: {effect}. {ask}{left}")
    }

    /// What holds now and is worth knowing for this question.
    fn hint(&self, position: &Position, place: Place, choices: &[Action]) -> String {
        let season = self.ruling_season(position);
        match position.step {
            Step::Place => {
                let example = choices.iter().find_map(|action| match action {
                    Action::Place(animal, hex) => Some(format!("`{animal} {hex}` places one.")),
                    _ => None,
                });
                let example = example.unwrap_or("Whoever is taken back can be placed anew.".into());
                format!(
                    "Every adult in a hex of its own, each Young with a Female, two at most with \
                     one. {example}"
                )
            }
            Step::Event => self.event_hint(position.herd(place), position, choices),
            Step::Move => {
                let event = match position.moving {
                    Some(moving) => others_told(position, moving.animal, choices),
                    None => self.event_told(position),
                };
                let paces = self.paces(season).map(|(who, [healthy, injured])| {
                    format!("{who} {healthy} (injured {injured})")
                });
                let part = match season {
                    Season::Fall => " Young may be parted from their Females.",
                    _ => "",
                };
                format!("{event}Hexes in a turn: {}.{part}", paces.join(", "))
            }
            Step::PredatorRoll => {
                let rolls = Hunter::ALL.map(|hunter| {
                    let [first, last] = self.predators[hunter.index()].roll;
                    format!("{first}-{last} {}", hunter.name())
                });
                format!("The total says which kind may move: {}.", rolls.join(", "))
            }
            Step::Hunt if position.hunt.kinds.meets(Hunters::TERRITORIAL) => {
                "Hexes beside a healthy Grizzly or Lion are closed to every other Grizzly and Lion."
                    .into()
            }
            Step::Stalk => self.prey_hint(position, season),
            Step::DieOff => {
                "After the injured come Young, then Males, then Females, until the Food is enough."
                    .into()
            }
            Step::Choose if self.readings.head_start && !self.scenario.head_starts.is_empty() => {
                "Herds that win less often have a head start of Food Points: how many depends on \
                 which herds play, and on who begins."
                    .into()
            }
            Step::Roll => self.likely_events(position),
            Step::Choose | Step::Hunt | Step::Over => String::new(),
        }
    }

    /// The events that two dice bring most often, by their names.
    fn likely_events(&self, position: &Position) -> String {
        let told = [7, 6, 8].into_iter().filter_map(|total| {
            let cell = self.cell(position.season, total)?;
            Some(format!("{total} {}", cell.name))
        });
        let told: Vec<String> = told.collect();
        match told.is_empty() {
            true => String::new(),
            false => format!("Most likely: {}.", told.join(", ")),
        }
    }

    /// What the event of this turn still says for the moves; of one that is over only its name. YS-EVT-04
    fn event_told(&self, position: &Position) -> String {
        let Some(cell) = self.rolled_event(position) else { return String::new() };
        let dice = position.event_dice;
        let lasting = cell.effects.iter().filter(|effect| lasts(effect));
        let lasting: Vec<String> = lasting.map(|effect| self.effect_words(effect)).collect();
        match lasting.is_empty() {
            true => format!("The event is over ({dice}, {}). ", cell.name),
            false => format!("You rolled {dice}: {}. ", lasting.join("; ")),
        }
    }

    fn event_hint(&self, herd: &Herd, position: &Position, choices: &[Action]) -> String {
        let hurt = choices
            .iter()
            .any(|action| matches!(action, Action::Pick(animal) if herd.counter(*animal).injured));
        match self.effect(position) {
            Some(Effect::InjureMale | Effect::InjureFemaleOrYoung | Effect::InjureAny) if hurt => {
                "A second injury kills.".into()
            }
            Some(Effect::Birth(_)) => "At most two Young are with a Female in her hex.".into(),
            Some(Effect::Place(_)) => "It comes healthy, and kills nobody by being placed.".into(),
            _ => String::new(),
        }
    }

    fn prey_hint(&self, position: &Position, season: Season) -> String {
        let Some(predator) = position.hunt.predator else {
            return String::new();
        };
        if position.predator(predator).injured {
            return "It is injured, so it kills nobody.".into();
        }
        let takes = self.takes(predator.hunter(), season);
        let peace = match self.readings.peace {
            true => format!(" Herds of fewer than {SMALL_HERD} animals are left in peace."),
            false => String::new(),
        };
        let when = "At the end of its move it may take";
        format!("{when} {takes}.{peace}")
    }

    /// What a choice is called, what is said of it, and where it lies on the board.
    fn choice_words(
        &self,
        position: &Position,
        place: Place,
        action: &Action,
    ) -> (String, String, Option<Target>) {
        let herd = position.herd(place);
        let species = herd.species.unwrap_or(Species::Bison);
        let at = |hex: &Hex| Some(Target::Place(hex.to_string()));
        let who = |animal: &Animal| {
            let carried = herd.counter(*animal).with.unwrap_or(*animal);
            let shown = herd.counter(carried).lives();
            shown.then(|| Target::Piece(piece_id(species, carried)))
        };
        let place_words =
            |hex: &Hex| format!("{}{}", self.park.terrain(*hex), self.food_words(position, *hex));
        match action {
            Action::Choose(species) => {
                let words = format!(
                    "{}{}. {}.",
                    self.head_start_told(position, *species),
                    self.ground_words(*species),
                    journey(&self.park, *species)
                );
                (species.name().into(), words, None)
            }
            Action::Place(animal, hex) => {
                (format!("{} in {hex}", named(*animal)), place_words(hex), at(hex))
            }
            Action::Unplace(animal) => {
                (format!("Take {} back", named(*animal)), String::new(), who(animal))
            }
            Action::Confirm => ("The herd stands".into(), String::new(), None),
            Action::Roll => ("Roll".into(), "Two dice.".into(), None),
            Action::Pick(animal) => {
                let hex = herd.counter(*animal).hex;
                let words = self.pick_words(position, herd, *animal);
                (format!("{} in {hex}", named(*animal)), words, who(animal))
            }
            Action::PickPredator(predator) => {
                let words = self.predator_words(position, *predator);
                let hex = position.predator(*predator).hex;
                let target = Some(Target::Piece(predator.to_string()));
                (format!("{} in {hex}", beast(*predator)), words, target)
            }
            Action::Put(hex) => {
                let ranges = Species::ALL
                    .into_iter()
                    .filter(|species| self.park.on_range(*species, Range::Winter, *hex));
                let ranges: String =
                    ranges.map(|it| format!(", Winter Range of the {}", it.name())).collect();
                let near = self.near_words(position, *hex);
                (format!("In {hex}"), format!("{}{ranges}{near}", place_words(hex)), at(hex))
            }
            Action::Return(kind, hex) => {
                (format!("A {} in {hex}", kind.name()), place_words(hex), at(hex))
            }
            Action::Decline => self.decline_words(position),
            Action::Step(animal, hex) => {
                let stops = match self.park.footing(species, *hex) {
                    Footing::Stop => ", where it stops",
                    _ => "",
                };
                let joins = match position.female_in(place, *hex) {
                    Some(female) => format!(", to join {}", named(female)),
                    None => String::new(),
                };
                let cost = format!("1 of {}", counted(position.points, "point", "points"));
                let ends = ends_words(position, *animal);
                let words = format!("{}{stops}{joins}, {cost}{ends}", place_words(hex));
                (format!("{} to {hex}", named(*animal)), words, at(hex))
            }
            Action::Join(young, female) => {
                let label = format!("{} joins {}", named(*young), named(*female));
                let ends = ends_words(position, *young);
                (label, format!("It has then moved{ends}."), who(female))
            }
            Action::Split(young) => {
                let words = match herd.counter(*young).moved {
                    true => "It stays here and moves no more this turn.",
                    false => "It costs nothing; both may move alone.",
                };
                (format!("part {}", named(*young)), words.into(), who(young))
            }
            Action::Stop => ("Stop here".into(), "Its move is over.".into(), None),
            Action::End if position.step == Step::Move => {
                let lost = match position.points {
                    0 => String::new(),
                    points => format!("{} lost.", counted(points, "point is", "points are")),
                };
                ("End of moves".into(), lost, None)
            }
            Action::End => ("Leave it there".into(), "It takes nothing.".into(), None),
            Action::Stalk(hex) => {
                let words = place_words(hex) + &self.stop_words(position, *hex);
                (format!("to {hex}"), words, at(hex))
            }
            Action::Kill(prey) => {
                let target = position.hunting().and_then(|(_, hex)| at(&hex));
                let (label, words) = self.kill_words(position, *prey);
                (label, words, target)
            }
        }
    }

    /// With how many Food Points a herd may begin, by those who can still play beside it and by who begins.
    /// YS-SETUP-21
    fn head_start_told(&self, position: &Position, species: Species) -> String {
        if !self.readings.head_start {
            return String::new();
        }
        let taken = |other: Species| position.place_of(other).is_some();
        let starts = self.scenario.head_starts.iter().filter(|start| {
            let all = Species::ALL;
            all.iter().filter(|other| start.lists(**other)).count() == self.herds()
                && start.lists(species)
                && all.iter().all(|other| start.lists(*other) || !taken(*other))
        });
        let points =
            starts.flat_map(|start| (0..self.herds()).map(move |turn| start.of(species, turn)));
        let points: Vec<i16> = points.collect();
        match (points.iter().min(), points.iter().max()) {
            (Some(least), Some(most)) if least < most => {
                format!("Head start of {least} to {most} Food Points. ")
            }
            (Some(_), Some(most)) => {
                format!("Head start of {}. ", counted(*most, "Food Point", "Food Points"))
            }
            _ => String::new(),
        }
    }

    /// What becomes of an own animal that is named.
    fn pick_words(&self, position: &Position, herd: &Herd, animal: Animal) -> String {
        let (kind, counter) = (animal.kind(), herd.counter(animal));
        let health = if counter.injured { "injured" } else { "healthy" };
        let what = match (position.step, self.effect(position)) {
            (Step::Place, _) => "starts injured".into(),
            (Step::DieOff, _) => format!(
                "needs {}, counts {}",
                counted(self.needs[kind], "Food Point", "Food Points"),
                counted(self.animal_points[kind], "Animal Point", "Animal Points")
            ),
            (_, Some(Effect::Heal(_) | Effect::HealOrFood(_))) => "is healed".into(),
            (_, Some(Effect::Birth(_))) => match herd.young_with(animal).count() {
                0 => {
                    let born = Animal::of(Kind::Young).find(|it| !herd.counter(*it).lives());
                    let slower = born.map_or(String::new(), |born| {
                        self.slower_words(position, herd, animal, |after| {
                            let hex = after.counter(animal).hex;
                            let young = after.counter_mut(born);
                            (young.hex, young.with) = (hex, Some(animal));
                        })
                    });
                    format!("without Young so far; with one she{slower}")
                }
                with => format!("with {with} Young so far"),
            },
            (_, Some(Effect::Abandon)) => match counter.with {
                Some(female) => format!("left alone by {}", named(female)),
                None => "left alone".into(),
            },
            _ if counter.injured => "a second injury kills it".into(),
            _ => {
                let slower = self.slower_words(position, herd, animal, |after| {
                    after.counter_mut(animal).injured = true;
                });
                format!("injured, it{slower} and is prey")
            }
        };
        format!("{kind}, {health}: {what}")
    }

    /// How far an animal goes in a turn once something has happened to its herd.
    fn slower_words(
        &self,
        position: &Position,
        herd: &Herd,
        animal: Animal,
        happens: impl FnOnce(&mut Herd),
    ) -> String {
        let (season, mut after) = (self.ruling_season(position), *herd);
        happens(&mut after);
        let [before, then] = [herd, &after].map(|herd| self.allowance(season, herd, animal));
        match before == then {
            true => format!(" goes {} a turn as before", counted(then, "hex", "hexes")),
            false => format!(" goes {} a turn instead of {before}", counted(then, "hex", "hexes")),
        }
    }

    /// The row of the chart that was rolled for this turn, if events are rolled.
    fn rolled_event(&self, position: &Position) -> Option<&Cell> {
        position.event_dice.get().filter(|_| self.scenario.events)?;
        self.cell(position.began, position.event_dice.total())
    }

    /// What lies in a hex to be eaten.
    fn food_words(&self, position: &Position, hex: Hex) -> String {
        let laid = self.park.food.iter().zip(position.laid).find(|(food, _)| **food == hex);
        match laid.and_then(|(_, laid)| laid.get()) {
            None => String::new(),
            Some(Face::Down) => ", with Food".into(),
            Some(Face::Up(value)) => format!(", with Food worth {}", self.food_value(value)),
        }
    }

    /// Who of the herds is nearest to a hex.
    fn near_words(&self, position: &Position, hex: Hex) -> String {
        let herds = self.places().map(|place| position.herd(place));
        let standing = herds.flat_map(|herd| {
            let species = herd.species.map_or("", Species::name);
            let free = herd.standing().filter(|(animal, _)| herd.counter(*animal).with.is_none());
            free.map(move |(animal, at)| (hex.distance(at), species, animal, at))
        });
        match standing.min_by_key(|(far, ..)| *far) {
            None => String::new(),
            Some((0, species, animal, _)) => {
                format!("; {species} {} is there", named(animal))
            }
            Some((far, species, animal, at)) => {
                let far = counted(i64::from(far), "hex", "hexes");
                format!("; nearest is {species} {} in {at}, {far} away", named(animal))
            }
        }
    }

    /// Where the nearest prey of a predator is, as the crow flies; who is near but safe says why not to go.
    fn prey_near_words(&self, position: &Position, predator: Predator, at: Hex) -> String {
        if position.predator(predator).injured {
            return ", and kills nobody".into();
        }
        let herds = self.places().map(|place| position.herd(place));
        let standing = herds.flat_map(|herd| herd.standing().map(|(_, hex)| hex));
        let beasts = position.pack().filter_map(|other| position.at(other));
        let mut hexes: Vec<Hex> = standing.chain(beasts).collect();
        hexes.sort_by_key(|hex| at.distance(*hex));
        let found = hexes.into_iter().find_map(|hex| {
            let prey = self.prey_in(position, predator, hex);
            (!prey.is_empty()).then(|| (hex, prey.join(" or ")))
        });
        match found {
            None => "; nobody is prey of it now".into(),
            Some((hex, prey)) if hex == at => format!("; its prey is here: {prey}"),
            Some((hex, prey)) => {
                let far = counted(i64::from(at.distance(hex)), "hex", "hexes");
                format!("; its nearest prey is {prey} in {hex}, {far} away")
            }
        }
    }

    /// What a predator may take if it ends its move in this hex.
    fn prey_in(&self, position: &Position, predator: Predator, hex: Hex) -> Vec<String> {
        let mut there = *position;
        there.predator_mut(predator).hex = hex.into();
        let herd = there.animals_in(hex).next().map(|(place, _)| position.herd(place));
        let species = herd.and_then(|herd| herd.species).map_or("", Species::name);
        let mut told = Vec::new();
        self.each_prey(&there, predator, |prey| {
            told.push(match prey {
                Prey::Animal(animal) => format!("{species} {}", named(animal)),
                Prey::YoungOf(female) => format!("all Young of {species} {}", named(female)),
                Prey::Predator(other) => beast(other),
                Prey::All => "all of it".into(),
            });
        });
        told
    }

    /// What becomes of a predator that is named.
    fn predator_words(&self, position: &Position, predator: Predator) -> String {
        let injured = position.predator(predator).injured;
        let health = if injured { "injured" } else { "healthy" };
        let what = match (position.step, self.effect(position)) {
            (Step::Event, Some(Effect::InjurePredator)) if !injured => "is injured".into(),
            (Step::Event, Some(Effect::InjurePredator)) => "a second injury removes it".into(),
            (Step::Event, _) => "goes off the map".into(),
            _ => {
                let far = counted(self.predator_allowance(position, predator), "hex", "hexes");
                let at = position.pack().any(|other| other == predator);
                let at = at.then(|| position.predator(predator).hex.get()).flatten();
                far + &at.map_or(String::new(), |at| self.prey_near_words(position, predator, at))
            }
        };
        format!("{}, {health}: {what}", predator.hunter().name())
    }

    /// What it means to do without.
    fn decline_words(&self, position: &Position) -> (String, String, Option<Target>) {
        let (label, words) = match (position.step, self.effect(position)) {
            (Step::Hunt, _) => ("move none", String::new()),
            (_, Some(Effect::ReturnOrFood(points))) => {
                ("nobody returns", format!("Food {points:+} instead."))
            }
            (_, Some(Effect::Heal(_))) => ("heal no more", "What is left of it is lost.".into()),
            (_, Some(Effect::Ranger)) => ("remove none", String::new()),
            (_, Some(Effect::Birth(_))) => {
                ("no more births", "Those that are left do not happen.".into())
            }
            _ => ("do without", String::new()),
        };
        (label.into(), words, None)
    }

    /// Whether a predator must stop in a hex.
    fn stop_words(&self, position: &Position, hex: Hex) -> String {
        let hunter = position.hunt.predator.map(Predator::hunter);
        let ground = hunter.map(|hunter| self.park.predator_footing(hunter, hex));
        match ground {
            _ if position.occupied().has(hex) && !self.readings.pass_through => {
                let there = position.animals_in(hex).next().map(|(place, animal)| {
                    let species = position.herd(place).species.map_or("", Species::name);
                    format!(" by {species} {}", named(animal))
                });
                let rival = || position.predators_in(hex).next().map(beast);
                let there = there.or_else(|| rival().map(|rival| format!(" by {rival}")));
                let by = there.unwrap_or_default();
                let prey = position.hunt.predator.map(|it| self.prey_in(position, it, hex));
                let prey = match prey.filter(|prey| !prey.is_empty()) {
                    Some(prey) => format!("and may take {}", prey.join(" or ")),
                    None => "with nothing to take".into(),
                };
                format!(", occupied{by}: it stops there, {prey}")
            }
            Some(Footing::Stop) => ", where it stops".into(),
            _ => String::new(),
        }
    }

    /// What a kill takes, and why it may.
    fn kill_words(&self, position: &Position, prey: Prey) -> (String, String) {
        let Some((hunter, hex)) = position.hunting() else {
            return (String::new(), String::new());
        };
        let there = position.animals_in(hex).next().map(|(place, _)| position.herd(place));
        let species = there.and_then(|herd| herd.species).map_or("", Species::name);
        match prey {
            Prey::Animal(animal) => {
                let line = there.map(|herd| prey_line(herd, animal, hunter.hunter()));
                let why = line.map_or("", prey_words);
                (format!("kill {}", named(animal)), format!("{species} {}: {why}", animal.kind()))
            }
            Prey::YoungOf(female) => {
                let young = there.map_or(0, |herd| herd.young_with(female).count());
                let words = format!("{young} Young of the {species}: their Female is injured");
                (format!("kill all Young of {}", named(female)), words)
            }
            Prey::Predator(predator) => {
                let line = match hunter.hunter() {
                    Hunter::Human => PreyLine::Any,
                    _ => PreyLine::Injured,
                };
                let words = format!("{}: {}", predator.hunter().name(), prey_words(line));
                (format!("kill {}", beast(predator)), words)
            }
            Prey::All => {
                let (doomed, beasts) = self.doomed(position, hunter, prey);
                let animals = Animal::all().filter(|animal| doomed.has(*animal));
                let beasts = Predator::all().filter(|other| beasts.has(*other));
                let names: Vec<String> = animals.map(named).chain(beasts.map(beast)).collect();
                ("kill all its prey".into(), names.join(", "))
            }
        }
    }

    /// One answer of the prompt.
    fn choice(&self, position: &Position, place: Place, action: &Action) -> Choice {
        let herd = position.herd(place);
        let species = herd.species.unwrap_or(Species::Bison);
        let (label, description, target) = self.choice_words(position, place, action);
        let final_ = match action {
            Action::Roll => true,
            Action::Step(_, hex) => self.has_food(position, *hex),
            // Without predators the turn goes on to the next herd at once.
            Action::End => {
                position.step == Step::Move && position.points > 0 && !self.scenario.predators
            }
            _ => false,
        };
        Choice {
            notation: notation(action),
            group: match action {
                // A Young with its Female is parted from her: it stands with what she can do.
                Action::Split(young) => match herd.counter(*young).with {
                    Some(female) => format!("{}: her Young", named(female)),
                    None => group(action),
                },
                _ => group(action),
            },
            ends: matches!(action, Action::Confirm | Action::Decline | Action::Stop | Action::End),
            label,
            description,
            target,
            // Every hex costs one point. YS-MOVE-02
            tag: match action {
                Action::Step(..) => "1".into(),
                _ => String::new(),
            },
            // The question asks about the animal on its way; of others it shows only that they can go.
            aside: match action {
                Action::Step(animal, _) => {
                    position.moving.is_none_or(|moving| moving.animal != *animal)
                }
                _ => false,
            },
            final_,
            moves: match action {
                Action::Step(animal, _) => Some(piece_id(species, *animal)),
                Action::Stalk(_) => position.hunt.predator.map(|predator| predator.to_string()),
                _ => None,
            },
            changes: match action {
                // With its last point the turn may end.
                Action::Step(..) if position.points > 1 => {
                    vec![Change::new(sheet_id(species), POINTS_LEFT, -1)]
                }
                _ => Vec::new(),
            },
            vain: match action {
                Action::Decline => matches!(
                    (position.step, self.effect(position)),
                    (Step::Event, Some(Effect::Heal(_) | Effect::Birth(_)))
                ),
                _ => false,
            },
            ..Choice::default()
        }
    }
}

/// Whether an effect of the event holds while the herd moves.
fn lasts(effect: &Effect) -> bool {
    matches!(effect, Effect::Limit(_))
}

/// Hexes that the animal on its way may still go.
fn unused(position: &Position) -> u8 {
    position.moving.map_or(0, |moving| moving.left.min(position.points))
}

/// That whoever else begins to move ends the move of the one on its way. YS-MOVE-21
fn others_told(position: &Position, moving: Animal, choices: &[Action]) -> String {
    let other = |action: &Action| matches!(action, Action::Step(who, _) if *who != moving);
    match choices.iter().any(other) && unused(position) > 0 {
        true => format!("If another animal moves, the move of {} is over. ", named(moving)),
        false => String::new(),
    }
}

/// Whose move is over if this animal acts, and what goes unused. YS-MOVE-21
fn ends_words(position: &Position, acts: Animal) -> String {
    match position.moving.filter(|moving| moving.animal != acts && unused(position) > 0) {
        Some(moving) => {
            let left = counted(unused(position), "hex", "hexes");
            format!("; ends the move of {}, {left} unused", named(moving.animal))
        }
        None => String::new(),
    }
}

/// An animal by its kind and number, since its id is some hex's name too.
fn named(animal: Animal) -> String {
    animal.told()
}

/// A predator by its kind and number.
fn beast(predator: Predator) -> String {
    predator.told()
}

/// Under what a choice stands: the animal that acts, or what is chosen.
fn group(action: &Action) -> String {
    match action {
        Action::Step(animal, _)
        | Action::Place(animal, _)
        | Action::Join(animal, _)
        | Action::Split(animal) => named(*animal),
        Action::Return(kind, _) => kind.name().to_string(),
        Action::Unplace(_) => "Take back".into(),
        Action::Pick(_) => "Your animals".into(),
        Action::PickPredator(_) => "Predators".into(),
        Action::Put(_) | Action::Stalk(_) => "Hexes".into(),
        Action::Kill(_) => "Prey".into(),
        Action::Choose(_) => "Herds".into(),
        Action::Roll | Action::Confirm | Action::Decline | Action::Stop | Action::End => {
            String::new()
        }
    }
}

/// Who moves, or where the animal on the move goes.
fn moving_question(position: &Position, choices: &[Action]) -> String {
    let steps = |animal: Option<Animal>| {
        let step = |action: &Action| match action {
            Action::Step(who, _) => animal.is_none_or(|animal| animal == *who),
            _ => false,
        };
        choices.iter().any(step)
    };
    let points = counted(position.points, "point", "points");
    match position.moving {
        Some(moving) if steps(Some(moving.animal)) => {
            let more = counted(moving.left.min(position.points), "more hex", "more hexes");
            let who = named(moving.animal);
            format!("{who} may go {more}; the herd has {points} left. Where to?")
        }
        Some(moving) => {
            format!("{} can go nowhere from here. Who moves next?", named(moving.animal))
        }
        None if steps(None) => format!("Who moves? {points} left."),
        None if choices.len() > 1 => {
            "Nobody can walk any more. Are Young to part or to join?".into()
        }
        None => "Nobody can move any more.".into(),
    }
}

/// Where the predator goes, or what it takes.
fn stalking_question(position: &Position, choices: &[Action]) -> String {
    let Some((predator, hex)) = position.hunting() else {
        return String::new();
    };
    let goes = choices.iter().any(|action| matches!(action, Action::Stalk(_)));
    let takes = choices.iter().any(|action| matches!(action, Action::Kill(_)));
    let more = counted(position.hunt.left, "more hex", "more hexes");
    let predator = beast(predator);
    match (goes, takes) {
        (true, false) => format!("{predator} may go {more}. Where to?"),
        (true, true) => {
            format!("{predator} may go {more}, or take prey in {hex}. What does it do?")
        }
        (false, true) => format!("{predator} is in {hex}. What does it take?"),
        (false, false) => format!("{predator} can go nowhere from {hex}."),
    }
}
