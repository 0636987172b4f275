//! The story: what happened, and how it is told.

use crate::Yellowstone;
use crate::edition::Effect;
use crate::edition::options::{FallEnds, SummerEnds};
use crate::event::{Death, Event, FoodSum, PreyLine, Removal};
use crate::position::{
    Animal, ByKind, Ending, Herd, Hunter, Hunters, Kind, Place, Position, Predator, Season, Species,
};
use crate::rule;
use crate::rules::{HARD_YEAR, SHORT_SEASON_BONUS, SOLO_SUMMER};
use table::wording::counted;
use table::{Names, Outcome, Reckoning, RuleId, Seat, StoryLine};

/// Results of the solo game, from the fewest points that earn them.
const GRADES: [(i16, &str); 5] = [
    (32, "a great herd"),
    (27, "a good year"),
    (21, "a fair year"),
    (HARD_YEAR, "a hard year"),
    (i16::MIN, "a lost herd"),
];

/// The event as a line, under its rule and those of its factors.
pub(crate) fn narrate(game: &Yellowstone, event: &Event, names: Names<'_>) -> StoryLine {
    let line = StoryLine::plain(game.words(event, names));
    line.and(rule_behind(event)).and(game.factors_behind(event))
}

/// The heading of the chapter that an event opens, if it opens one.
pub(crate) fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::SeasonBegins { season, .. } => Some(season.name().to_string()),
        _ => None,
    }
}

/// What each herd's owner scored, and what parts equals.
pub(crate) fn reckoning(game: &Yellowstone, position: &Position) -> Option<Reckoning> {
    let ties = match game.scenario.spring_only {
        _ if game.scenario.solo => [].as_slice(),
        true => &["Tie: Females", "Then: Food Points"],
        false => &["Tie: Females", "Then: Food left over"],
    };
    let row = |seat: Seat| {
        let own = game.places().filter(|place| game.owner(*place) == seat);
        let herds: Vec<&Herd> = own.map(|place| position.herd(place)).collect();
        let names = herds.iter().filter_map(|herd| herd.species).map(Species::name);
        // What is missing was lost on the way: nobody should have to count it.
        let began = Animal::all().filter(|animal| game.starts(*animal)).count();
        let animals = herds
            .iter()
            .map(|herd| format!("{} ({began} at the start)", counts(game.scoring(herd))));
        let score = game.seat_score(position, seat);
        let ties = [score.females, score.surplus].into_iter().take(ties.len());
        let parts = [
            names.collect::<Vec<_>>().join(" and "),
            animals.collect::<Vec<_>>().join("; "),
            score.points.to_string(),
        ];
        parts.into_iter().chain(ties.map(|it| it.to_string())).collect::<Vec<String>>()
    };
    let worth = game.animal_points();
    let worth = Kind::ALL.map(|kind| format!("{} {}", kind.name(), worth[kind])).join(", ");
    let bonus = match game.scenario.spring_only {
        true => format!(", a whole herd {SHORT_SEASON_BONUS} more"),
        false => String::new(),
    };
    let animals = format!("Animals ({worth}{bonus})");
    let heads = ["Herd", &animals, "Total"].into_iter().chain(ties.iter().copied());
    Some(Reckoning::new(heads, Seat::first(game.setup.seats).map(row)))
}

/// The end: what brought it, what everybody has, and what decided.
pub(crate) fn conclusion(
    game: &Yellowstone,
    position: &Position,
    outcome: &Outcome,
    names: Names<'_>,
) -> String {
    let score = |seat: Seat| game.seat_score(position, seat);
    let arrived = game.places().map(|place| position.herd(place)).filter(|herd| herd.whole);
    let arrived: Vec<&str> = arrived.filter_map(|it| it.species).map(Species::name).collect();
    let ending = match position.ending.unwrap_or(Ending::Home) {
        Ending::Arrived if !arrived.is_empty() => {
            format!("The whole herd of the {} is on its Summer Range", arrived.join(" and of the "))
        }
        ending => game.ending_words(ending),
    };
    let mut seats: Vec<Seat> = Seat::first(game.setup.seats).collect();
    seats.sort_by_key(|seat| outcome.ranks[seat.index()]);
    let first = || seats.iter().copied().filter(|seat| outcome.ranks[seat.index()] == 1);
    let best = first().next().map(score).unwrap_or_default();
    if game.scenario.solo {
        let grade = GRADES.iter().find(|(least, _)| best.points >= *least);
        let grade = grade.map_or("", |(_, grade)| *grade);
        let points = counted(best.points, "Animal Point", "Animal Points");
        return format!("{ending}. {points}: {grade} ({HARD_YEAR} are a win).");
    }
    let all: Vec<String> =
        seats.iter().map(|seat| format!("{} ({})", score(*seat).points, names.of(*seat))).collect();
    let all = format!("{ending}. Animal Points: {}.", all.join(", "));
    let winners = names.listed(first());
    let [females, food] = match game.scenario.spring_only {
        true => ["Females on the Summer Range", "Food Points"],
        false => ["Females", "surplus"],
    };
    if first().count() > 1 {
        let (with, left) = (best.females, best.surplus);
        return format!("{all} A draw between {winners}: {females} {with} and {food} {left} each.");
    }
    let second = seats.get(1).map(|seat| score(*seat)).unwrap_or_default();
    let by = match second {
        second if second.points < best.points => "Most Animal Points".to_string(),
        second if second.females < best.females => {
            format!("Equal in points, more {females} ({} to {})", best.females, second.females)
        }
        second => format!(
            "Equal in points and Females, more {food} ({} to {})",
            best.surplus, second.surplus
        ),
    };
    format!("{all} {by}: the game goes to {winners}.")
}

impl Yellowstone {
    /// The rules of what an event is made of, in the order in which its line names them.
    fn factors_behind(&self, event: &Event) -> Vec<RuleId> {
        match *event {
            Event::EventRoll { season, total, .. } => {
                let effects = self.cell(season, total).into_iter().flat_map(|cell| &cell.effects);
                [rule::YS_EVT_01].into_iter().chain(effects.map(effect_rule)).collect()
            }
            Event::Starved { animal, food, need, .. } => {
                let short = food < need + self.needs[animal.kind()];
                vec![if short { rule::YS_DIE_03 } else { rule::YS_OPT_04 }]
            }
            Event::KilledPredator { predator, .. } if predator.hunter() == Hunter::Human => {
                vec![rule::YS_KILL_08]
            }
            Event::SeasonBegins { season: Season::Summer, forced: false } => vec![rule::YS_SEAS_02],
            Event::SeasonBegins { season: Season::Fall, forced: false } if !self.scenario.solo => {
                match self.readings.summer_ends {
                    SummerEnds::OnceEach => vec![rule::YS_SEAS_04],
                    SummerEnds::AllAtOnce => vec![rule::YS_OPT_03],
                }
            }
            Event::WinterRoll { .. } => vec![rule::YS_WIN_03],
            Event::Counted { sum, .. } => sum_rules(sum).chain([rule::YS_NEED_01]).collect(),
            Event::Scored { .. } => vec![rule::YS_SCORE_05],
            _ => Vec::new(),
        }
    }

    /// What happened, in words: one sentence for each event.
    fn words(&self, event: &Event, names: Names<'_>) -> String {
        let leader = |place: Place| names.of(self.owner(place));
        let own = |species: Species, animal: Animal| format!("{species} {}", animal.told());
        let beast = Predator::told;
        match *event {
            Event::HerdRoll { herd, dice } => {
                format!("{} rolls {dice} for the choice of herds.", leader(herd))
            }
            Event::Chose { herd, species } => format!("{} leads the {species}.", leader(herd)),
            Event::FoodLaid { hexes, aside } => {
                let hexes = counted(hexes, "hex", "hexes");
                let aside = counted(aside, "counter is", "counters are");
                format!("Food is laid on {hexes}; {aside} put away unseen.")
            }
            Event::Placed { species, animal, hex } => {
                format!("{} starts in {hex}.", own(species, animal))
            }
            Event::Unplaced { species, animal } => {
                format!("{} is taken back.", own(species, animal))
            }
            Event::Confirmed { species } => format!("The {species} stand."),
            Event::FirstRoll { species, dice } => {
                format!("The {species} roll {dice} for the first turn.")
            }
            Event::First { species } => format!("The {species} begin."),
            Event::HeadStart { species, points } => {
                let points = counted(points, "Food Point", "Food Points");
                format!("The {species} have a head start of {points}.")
            }
            Event::Turn { species, season, round } => {
                format!("Round {round}, {}: the turn of the {species}.", season.name())
            }
            Event::Income { species, season, points } => {
                let range = if season == Season::Summer { "Summer" } else { "Winter" };
                format!("The {species} are wholly on their {range} Range: {points:+} Food Points.")
            }
            Event::EventRoll { species, season, dice, total } => {
                let row = self.cell(season, total).map_or("nothing".into(), |cell| {
                    let effects = cell.effects.iter().map(|e| of_them(&self.effect_words(e)));
                    let effects: Vec<String> = effects.collect();
                    format!("{} ({} chart): {}", cell.name, season.name(), effects.join("; "))
                });
                format!("The {species} roll {dice}: {total}, {row}.")
            }
            Event::NoEffect { species, effect } => idle_words(species, effect),
            Event::Limited { species, points } => {
                let points = counted(points, "movement point", "movement points");
                format!("The {species} have {points} this turn.")
            }
            Event::Food { species, points, effect } => {
                let why = match effect {
                    Effect::HealOrFood(_) => ", as no Female or Young of theirs is injured",
                    Effect::ReturnOrFood(_) => ", as no adult returns",
                    _ => "",
                };
                format!("The {species}: {points:+} Food Points{why}.")
            }
            Event::Injured { species, animal, .. } => {
                format!("{} is injured.", own(species, animal))
            }
            Event::Died { species, animal, of } => {
                let how = match of {
                    Death::Injury => "dies of a second injury",
                    Death::Snow => "is lost in the snow, away from its Winter Range",
                };
                format!("{} {how}.", own(species, animal))
            }
            Event::Starved { species, animal, injured, food, need } => {
                let how = if injured { ", injured," } else { "" };
                let left = format!("{food} Food Points for a Need of {need} now");
                format!("{}{how} dies of hunger: {left}.", own(species, animal))
            }
            Event::Healed { species, animal, .. } => {
                format!("{} is healed.", own(species, animal))
            }
            Event::Born { species, young, female } => {
                format!("{} is born to {}.", own(species, young), female.told())
            }
            Event::Put { predator, hex } => format!("{} appears in {hex}.", beast(predator)),
            Event::Abandoned { species, young } => {
                format!("{} is left alone.", own(species, young))
            }
            Event::PredatorInjured { predator } => format!("{} is injured.", beast(predator)),
            Event::PredatorRemoved { predator, by } => {
                let how = match by {
                    Removal::Injury => "dies of a second injury",
                    Removal::Rival => "is driven out, injured, by a healthy rival",
                    Removal::Intruded => "is driven out, injured, by the healthy rival of that hex",
                    Removal::Ranger => "is led out of the park by a ranger",
                    Removal::Hibernation => "goes to sleep",
                };
                format!("{} {how}.", beast(predator))
            }
            Event::Returned { species, animal, hex } => {
                format!("{} comes back in {hex}.", own(species, animal))
            }
            Event::Declined { species, effect } => format!("The {species} {}.", declined(effect)),
            Event::Moved { species, animal, from, to, points } => {
                format!("{} goes from {from} to {to}; points left: {points}.", own(species, animal))
            }
            Event::FoodTaken { species, hex } => format!("The {species} find Food in {hex}."),
            Event::FoodValue { species, value } => {
                format!("The counter of the {species} is worth {value}.")
            }
            Event::Joined { species, young, female, .. } => {
                format!("{} joins {}.", own(species, young), female.told())
            }
            Event::Split { species, young } => {
                format!("{} leaves its Female.", own(species, young))
            }
            Event::MoveEnded { species, animal, unused } => {
                let unused = counted(unused, "hex", "hexes");
                format!("The move of {} is over, {unused} unused.", own(species, animal))
            }
            Event::MovesEnded { species } => format!("The {species} have moved."),
            Event::PredatorRoll { species, dice, hunter } => {
                let [first, last] = self.predators[hunter.index()].roll;
                let total = dice.total();
                format!(
                    "The {species} roll {dice} for predators: {hunter} ({total} is in {first}-{last})."
                )
            }
            Event::NoPredator { hunter } => format!("There is no {hunter} on the map."),
            Event::Stalked { predator, from, to, left } => {
                format!("{} goes from {from} to {to}; hexes left: {left}.", beast(predator))
            }
            Event::Killed { predator, species, animal, hex, line, .. } => {
                let why = prey_words(line);
                format!("{} kills {} in {hex}: {why}.", beast(predator), own(species, animal))
            }
            Event::KilledPredator { predator, prey, hex } => {
                let why = match predator.hunter() {
                    Hunter::Human => prey_words(PreyLine::Any),
                    _ => prey_words(PreyLine::Injured),
                };
                format!("{} kills {} in {hex}: {why}.", beast(predator), beast(prey))
            }
            Event::FirstArrived { species, points } => {
                format!(
                    "The first of the {species} is on the Summer Range: {points:+} Food Points."
                )
            }
            Event::WholeArrived { species, points } => {
                format!("All {species} are on the Summer Range: {points:+} Food Points.")
            }
            Event::SeasonBegins { season, forced } => {
                format!("*** {} begins{}. ***", season.name(), self.season_words(season, forced))
            }
            Event::Warning { season, rounds } => {
                let then = match season {
                    Season::Fall => " Whoever is not home when it is over is lost in the snow.",
                    _ => "",
                };
                format!("Rounds of {} left at most: {rounds}.{then}", season.name())
            }
            Event::WinterNears => "All herds are home: Winter comes when this turn is over.".into(),
            Event::WinterRoll { species, dice, total, points } => match dice.get() {
                None => format!("The winter is not rolled: {}.", change_words(points)),
                Some(_) => format!(
                    "The {species} roll {dice} for the winter{}: {total}, {}, {}.",
                    self.shift_words(),
                    self.winter_name(total),
                    change_words(points)
                ),
            },
            Event::Revealed { species, counters, points } => {
                let counters = counted(counters, "Food counter", "Food counters");
                format!("The {species} show {counters} worth {points}.")
            }
            Event::Counted { species, food, need, sum, animals } => {
                let needs = shares(animals, self.needs);
                let sum = sum_words(sum);
                format!("The {species} have {food} Food Points and need {need}: {sum}; {needs}.")
            }
            Event::Scored { species, points, animals, bonus, surplus } => {
                let points = counted(points, "Animal Point", "Animal Points");
                let shares = match (self.scenario.spring_only, animals.times(&ByKind::of(|_| 1))) {
                    (true, 0) => "none on the Summer Range".into(),
                    _ => shares(animals, self.animal_points),
                };
                let extra = match bonus {
                    0 => String::new(),
                    bonus => format!(", {bonus} for the whole herd on the Summer Range"),
                };
                let left = if self.scenario.spring_only { "Food Points" } else { "surplus" };
                format!("The {species}: {points} ({shares}{extra}), {left} {surplus}.")
            }
            Event::Ended { ending } => format!("{}.", self.ending_words(ending)),
        }
    }

    /// An effect of the charts in the words of this scenario.
    pub(crate) fn effect_words(&self, effect: &Effect) -> String {
        match effect {
            Effect::Move(kinds) if self.scenario.solo => {
                let which = match *kinds == Hunters::only(Hunter::Coyote) {
                    true => "a Coyote",
                    false => "a Coyote, Grizzly or Mountain Lion",
                };
                format!("the park moves {which}")
            }
            effect => effect.to_string(),
        }
    }

    /// Why a season begins. YS-SEAS-02, YS-SEAS-04, YS-STALL-01
    fn season_words(&self, season: Season, forced: bool) -> String {
        match season {
            _ if forced => ", for the season has lasted long enough".into(),
            Season::Summer => ", for a whole herd has reached its Summer Range".into(),
            Season::Fall if self.scenario.solo => {
                format!(", for Summer has lasted {SOLO_SUMMER} turns of yours after your arrival")
            }
            Season::Fall => match self.readings.summer_ends {
                SummerEnds::OnceEach => {
                    ", for every living herd has been wholly on its Summer Range".into()
                }
                SummerEnds::AllAtOnce => {
                    ", for every living herd is wholly on its Summer Range".into()
                }
            },
            // How Fall ended is told next.
            Season::Spring | Season::Winter => String::new(),
        }
    }

    /// What is added to the winter roll.
    pub(crate) fn shift_words(&self) -> String {
        match self.scenario.winter_shift {
            0 => String::new(),
            shift => format!(", plus {shift} (12 at most)"),
        }
    }

    /// What brought the year, or the short season, to its end.
    fn ending_words(&self, ending: Ending) -> String {
        let rounds = |season: Season| {
            let rounds = self.cap(season) / u16::from(self.places);
            counted(rounds, "round", "rounds")
        };
        match ending {
            Ending::Home if self.readings.fall_ends == FallEnds::OnceEach => {
                "All herds have been home".into()
            }
            Ending::Home => "All herds are home".into(),
            Ending::Snowed => {
                let rounds = rounds(Season::Fall);
                format!(
                    "Snow closes the passes, for Fall has lasted {rounds}, and whoever was not home \
                     is lost"
                )
            }
            Ending::WipedOut => "No herd is left".into(),
            Ending::Arrived => "A whole herd is on its Summer Range".into(),
            Ending::TimeUp => {
                format!("The short season is over after {}", rounds(Season::Spring))
            }
        }
    }
}

/// What is said to the roller, said of the roller's herd: "your Males" are "their Males".
fn of_them(words: &str) -> String {
    let them = words.split(' ').map(|word| match word {
        "you" => "they",
        "your" => "their",
        word => word,
    });
    them.collect::<Vec<_>>().join(" ")
}

/// What a winter does to Food Points.
pub(crate) fn change_words(points: i16) -> String {
    match points {
        0 => "no Food Points lost by any herd".into(),
        points => format!("{points:+} Food Points for every herd"),
    }
}

/// So many of each kind that there is, at so much each.
fn shares(animals: ByKind<i16>, worth: ByKind<i16>) -> String {
    let kinds = Kind::ALL.into_iter().filter(|kind| animals[*kind] != 0);
    let share = |kind: Kind| {
        let animals = counted(animals[kind], kind.name(), plural(kind));
        format!("{animals} at {}", worth[kind])
    };
    let shares: Vec<String> = kinds.map(share).collect();
    if shares.is_empty() { "no animals".into() } else { shares.join(", ") }
}

/// So many of each kind that there is.
fn counts(animals: ByKind<i16>) -> String {
    let kinds = Kind::ALL.into_iter().filter(|kind| animals[*kind] != 0);
    let told = kinds.map(|kind| counted(animals[kind], kind.name(), plural(kind)));
    let told: Vec<String> = told.collect();
    if told.is_empty() { "none".into() } else { told.join(", ") }
}

/// Food Points part by part, each with its rule; parts of nothing are left out.
fn parts(sum: FoodSum) -> impl Iterator<Item = (RuleId, &'static str, i16)> {
    let parts = [
        (rule::YS_FOOD_02, "counters", sum.counters),
        (rule::YS_FOOD_11, "first arrival", sum.first),
        (rule::YS_FOOD_12, "whole herd", sum.whole),
        (rule::YS_FOOD_18, "Summer turns", sum.summer_turns),
        (rule::YS_FOOD_19, "Fall turns", sum.fall_turns),
        (rule::YS_FOOD_23, "events", sum.events),
        (rule::YS_WIN_03, "winter", sum.winter),
    ];
    parts.into_iter().filter(|(_, _, points)| *points != 0)
}

fn sum_words(sum: FoodSum) -> String {
    let words: Vec<String> =
        parts(sum).map(|(_, part, points)| format!("{part} {points:+}")).collect();
    if words.is_empty() { "nothing gathered".into() } else { words.join(", ") }
}

fn sum_rules(sum: FoodSum) -> impl Iterator<Item = RuleId> {
    parts(sum).map(|(rule, ..)| rule)
}

/// The row of an effect of the charts.
fn effect_rule(effect: &Effect) -> RuleId {
    match effect {
        Effect::Limit(_) => rule::YS_EVT_04,
        Effect::Food(_) => rule::YS_EVT_05,
        Effect::InjureMale => rule::YS_EVT_06,
        Effect::InjureFemaleOrYoung => rule::YS_EVT_07,
        Effect::InjureAny => rule::YS_EVT_08,
        Effect::Heal(_) => rule::YS_EVT_11,
        Effect::HealOrFood(_) => rule::YS_EVT_13,
        Effect::Birth(_) => rule::YS_EVT_15,
        Effect::Place(Hunter::Grizzly) => rule::YS_EVT_20,
        Effect::Place(Hunter::Lion) => rule::YS_EVT_21,
        Effect::Place(Hunter::Human | Hunter::Coyote) => rule::YS_EVT_22,
        Effect::Move(kinds) if *kinds == Hunters::only(Hunter::Coyote) => rule::YS_EVT_30,
        Effect::Move(_) => rule::YS_EVT_31,
        Effect::Abandon => rule::YS_EVT_32,
        Effect::InjurePredator => rule::YS_EVT_36,
        Effect::Ranger => rule::YS_EVT_38,
        Effect::Hibernate => rule::YS_EVT_39,
        Effect::ReturnOrFood(_) => rule::YS_EVT_40,
    }
}

/// Why an animal is prey.
pub(crate) fn prey_words(line: PreyLine) -> &'static str {
    match line {
        PreyLine::Injured => "it is injured",
        PreyLine::OfInjured => "its Female is injured",
        PreyLine::Alone => "a Young alone",
        PreyLine::Any => "a Human takes any animal",
    }
}

/// What the roller does who does without.
fn declined(effect: Option<Effect>) -> &'static str {
    match effect {
        None | Some(Effect::Move(_) | Effect::Place(_)) => "move no predator",
        Some(Effect::Heal(_)) => "leave their injured as they are",
        Some(Effect::Birth(_)) => "want no Young",
        Some(Effect::Ranger) => "remove no Human",
        Some(_) => "do without",
    }
}

/// Why this part of an event does nothing; its other parts still happen. YS-TURN-13
fn idle_words(species: Species, effect: Effect) -> String {
    match effect {
        Effect::InjureMale => format!("The {species} have no Male to be injured."),
        Effect::Heal(_) => format!("None of the {species} is injured."),
        Effect::Birth(_) => {
            format!(
                "No more Young of the {species} can be born: none is left, or no Female has room."
            )
        }
        Effect::Abandon => format!("No Young of the {species} goes with a Female."),
        Effect::Place(hunter) => format!("No {} can be placed.", hunter.name()),
        Effect::Move(kinds) if kinds == Hunters::only(Hunter::Coyote) => {
            "No Coyote is there to be moved.".into()
        }
        Effect::Move(_) => "No Coyote, Grizzly or Mountain Lion is there to be moved.".into(),
        Effect::InjurePredator => {
            "No Coyote, Grizzly or Mountain Lion is there to be injured.".into()
        }
        Effect::Ranger => "No Human is there to be removed.".into(),
        Effect::Hibernate => "No Grizzly is there to go to sleep.".into(),
        _ => format!("Nothing comes of it for the {species}."),
    }
}

/// The rule behind an event, if it has one.
fn rule_behind(event: &Event) -> Option<RuleId> {
    Some(match event {
        Event::Turn { .. } => return None,
        Event::HerdRoll { .. } => rule::YS_SETUP_01,
        Event::Chose { .. } => rule::YS_GEN_01,
        Event::FoodLaid { .. } => rule::YS_SETUP_05,
        Event::Placed { animal, .. } if animal.kind() == Kind::Young => rule::YS_SETUP_11,
        Event::Placed { .. } => rule::YS_SETUP_09,
        Event::Unplaced { .. } | Event::Confirmed { .. } => rule::YS_SETUP_19,
        Event::FirstRoll { .. } | Event::First { .. } => rule::YS_SETUP_15,
        Event::HeadStart { .. } => rule::YS_SETUP_21,
        Event::Income { season: Season::Summer, .. } => rule::YS_FOOD_18,
        Event::Income { .. } => rule::YS_FOOD_19,
        Event::EventRoll { .. } => rule::YS_TURN_14,
        Event::NoEffect { .. } => rule::YS_TURN_13,
        Event::Limited { .. } => rule::YS_EVT_04,
        Event::Food { effect, .. } => match effect {
            Effect::HealOrFood(_) => rule::YS_EVT_13,
            Effect::ReturnOrFood(_) => rule::YS_EVT_42,
            _ => rule::YS_EVT_05,
        },
        Event::Injured { effect, .. } => match effect {
            None => rule::YS_HERD_07,
            Some(Effect::InjureMale) => rule::YS_EVT_06,
            Some(Effect::InjureFemaleOrYoung) => rule::YS_EVT_07,
            Some(_) => rule::YS_EVT_08,
        },
        Event::Died { of: Death::Injury, .. } => rule::YS_INJ_02,
        Event::Died { of: Death::Snow, .. } => rule::YS_STALL_05,
        Event::Starved { injured: true, .. } => rule::YS_DIE_04,
        Event::Starved { animal, .. } => match animal.kind() {
            Kind::Young => rule::YS_DIE_05,
            Kind::Male => rule::YS_DIE_06,
            Kind::Female => rule::YS_DIE_07,
        },
        Event::Healed { effect: Effect::HealOrFood(_), .. } => rule::YS_EVT_13,
        Event::Healed { .. } => rule::YS_EVT_11,
        Event::Born { .. } => rule::YS_EVT_15,
        Event::Put { predator, .. } => match predator.hunter() {
            Hunter::Grizzly => rule::YS_EVT_20,
            Hunter::Lion => rule::YS_EVT_21,
            Hunter::Human | Hunter::Coyote => rule::YS_EVT_22,
        },
        Event::Abandoned { .. } => rule::YS_EVT_32,
        Event::PredatorInjured { .. } => rule::YS_EVT_36,
        Event::PredatorRemoved { by: Removal::Injury, .. } => rule::YS_INJ_02,
        Event::PredatorRemoved { by: Removal::Rival, .. } => rule::YS_TRTY_08,
        Event::PredatorRemoved { by: Removal::Intruded, .. } => rule::YS_TRTY_10,
        Event::PredatorRemoved { by: Removal::Ranger, .. } => rule::YS_EVT_38,
        Event::PredatorRemoved { by: Removal::Hibernation, .. } => rule::YS_EVT_39,
        Event::Returned { .. } => rule::YS_EVT_40,
        Event::Declined { effect, .. } => match effect {
            None => rule::YS_TURN_09,
            Some(Effect::Move(kinds)) if *kinds == Hunters::only(Hunter::Coyote) => rule::YS_EVT_30,
            Some(Effect::Move(_)) => rule::YS_EVT_31,
            Some(Effect::Place(_)) => rule::YS_EVT_23,
            Some(Effect::Heal(_)) => rule::YS_EVT_12,
            Some(Effect::Birth(_)) => rule::YS_OPT_08,
            Some(Effect::Ranger) => rule::YS_EVT_38,
            Some(_) => rule::YS_EVT_03,
        },
        Event::Moved { .. } => rule::YS_MOVE_02,
        Event::FoodTaken { .. } => rule::YS_FOOD_09,
        Event::FoodValue { .. } | Event::Revealed { .. } => rule::YS_FOOD_08,
        Event::Joined { in_place: true, .. } => rule::YS_YNG_20,
        Event::Joined { .. } => rule::YS_YNG_12,
        Event::Split { .. } => rule::YS_YNG_06,
        Event::MoveEnded { .. } => rule::YS_MOVE_21,
        Event::MovesEnded { .. } => rule::YS_TURN_06,
        Event::PredatorRoll { hunter, .. } => match hunter {
            Hunter::Coyote => rule::YS_PRED_04,
            Hunter::Grizzly => rule::YS_PRED_05,
            Hunter::Lion => rule::YS_PRED_06,
            Hunter::Human => rule::YS_PRED_07,
        },
        Event::NoPredator { .. } => rule::YS_PRED_08,
        Event::Stalked { predator, .. } => match predator.hunter() {
            Hunter::Lion => rule::YS_PRED_10,
            Hunter::Grizzly => rule::YS_PRED_11,
            Hunter::Coyote => rule::YS_PRED_12,
            Hunter::Human => rule::YS_PRED_13,
        },
        Event::Killed { predator, fall, .. } => match (predator.hunter(), fall) {
            (Hunter::Human, _) => rule::YS_KILL_08,
            (Hunter::Lion | Hunter::Grizzly, true) => rule::YS_KILL_13,
            (Hunter::Coyote, true) => rule::YS_KILL_14,
            (Hunter::Lion, false) => rule::YS_KILL_05,
            (Hunter::Grizzly, false) => rule::YS_KILL_06,
            (Hunter::Coyote, false) => rule::YS_KILL_07,
        },
        Event::KilledPredator { predator, .. } => match predator.hunter() {
            Hunter::Human => rule::YS_KILL_10,
            _ => rule::YS_KILL_09,
        },
        Event::FirstArrived { .. } => rule::YS_FOOD_11,
        Event::WholeArrived { .. } => rule::YS_FOOD_12,
        Event::SeasonBegins { season, forced } => match (season, forced) {
            (Season::Summer, true) => rule::YS_STALL_01,
            (Season::Fall, true) => rule::YS_STALL_02,
            (Season::Winter, true) => rule::YS_STALL_03,
            (Season::Summer, false) => rule::YS_SEAS_03,
            (Season::Fall, false) => rule::YS_SEAS_05,
            (Season::Spring | Season::Winter, _) => rule::YS_SEAS_01,
        },
        Event::Ended { ending } => match ending {
            Ending::Home => rule::YS_SEAS_06,
            Ending::Snowed => rule::YS_STALL_03,
            Ending::WipedOut => rule::YS_STALL_08,
            Ending::Arrived => rule::YS_SEAS_02,
            Ending::TimeUp => rule::YS_STALL_01,
        },
        Event::Warning { .. } => rule::YS_STALL_07,
        Event::WinterNears => rule::YS_SEAS_07,
        Event::WinterRoll { .. } => rule::YS_WIN_01,
        Event::Counted { .. } => rule::YS_NEED_03,
        Event::Scored { .. } => rule::YS_SCORE_01,
    })
}

/// The plural of a kind, for counts.
pub(crate) fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Male => "Males",
        Kind::Female => "Females",
        Kind::Young => "Young",
    }
}
