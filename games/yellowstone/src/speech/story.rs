//! The story: what happened, and how it is told.

use crate::Yellowstone;
use crate::edition::Effect;
use crate::event::{Death, Event, Removal};
use crate::position::{Animal, Ending, Hunter, Kind, Place, Position, Predator, Season, Species};
use crate::rule;
use crate::rules::{HARD_YEAR, Score};
use table::{Names, Outcome, RuleId, Seat, StoryLine};

/// Results of the solo game, from the fewest points that earn them.
const GRADES: [(i16, &str); 5] = [
    (32, "a great herd"),
    (27, "a good year"),
    (21, "a fair year"),
    (HARD_YEAR, "a hard year"),
    (i16::MIN, "a lost herd"),
];

impl Yellowstone {
    /// The event as a line, under its rule.
    pub(crate) fn told(&self, event: &Event, names: Names<'_>) -> StoryLine {
        StoryLine { text: self.words(event, names), rule: rule_behind(event) }
    }

    /// What happened, in words: one sentence for each event.
    fn words(&self, event: &Event, names: Names<'_>) -> String {
        let leader = |place: Place| names.of(self.owner(place));
        let own =
            |species: Species, animal: Animal| format!("{species} {} {animal}", animal.kind());
        let beast = |predator: Predator| format!("{} {predator}", predator.hunter());
        match *event {
            Event::HerdRoll { herd, dice } => {
                format!("{} rolls {dice} for the choice of herds.", leader(herd))
            }
            Event::Chose { herd, species } => format!("{} leads the {species}.", leader(herd)),
            Event::FoodLaid { hexes, aside } => {
                format!("Food is laid on {hexes} hexes; {aside} counters are put away unseen.")
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
                format!("Round {round}, {}: The {species}.", season.name())
            }
            Event::Income { species, points, .. } => {
                format!("The {species} begin the turn on their range: {points:+} Food Points.")
            }
            Event::EventRoll { species, season, dice, total } => {
                let cell = self.cell(season, total).map_or("nothing", |cell| cell.name.as_str());
                format!("The {species} roll {dice}: {total}, {cell}.")
            }
            Event::NoEffect { species, effect } => idle_words(species, effect),
            Event::Limited { species, points } => {
                format!("The {species} have {points} movement points this turn.")
            }
            Event::Food { species, points } => format!("The {species}: {points:+} Food Points."),
            Event::Injured { species, animal } => format!("{} is injured.", own(species, animal)),
            Event::Died { species, animal, of } => {
                let how = match of {
                    Death::Injury => "dies of a second injury",
                    Death::Snow => "is lost in the snow",
                    Death::Hunger => "dies of hunger",
                };
                format!("{} {how}.", own(species, animal))
            }
            Event::Healed { species, animal } => format!("{} is healed.", own(species, animal)),
            Event::Born { species, young, female } => {
                format!("{} is born to {female}.", own(species, young))
            }
            Event::Put { predator, hex } => format!("{} appears in {hex}.", beast(predator)),
            Event::Abandoned { species, young } => {
                format!("{} is left alone.", own(species, young))
            }
            Event::PredatorInjured { predator } => format!("{} is injured.", beast(predator)),
            Event::PredatorRemoved { predator, by } => {
                let how = match by {
                    Removal::Injury => "dies of a second injury",
                    Removal::Rival => "is driven out by a healthy rival",
                    Removal::Ranger => "is led out of the park by a ranger",
                    Removal::Hibernation => "goes to sleep",
                };
                format!("{} {how}.", beast(predator))
            }
            Event::Returned { species, animal, hex } => {
                format!("{} comes back in {hex}.", own(species, animal))
            }
            Event::Declined { species } => format!("The {species} do without."),
            Event::Moved { species, animal, from, to, points } => {
                format!("{} goes from {from} to {to}; points left: {points}.", own(species, animal))
            }
            Event::FoodTaken { species, hex } => format!("The {species} find Food in {hex}."),
            Event::FoodValue { species, value } => {
                format!("The counter of the {species} is worth {value}.")
            }
            Event::Joined { species, young, female } => {
                format!("{} joins {female}.", own(species, young))
            }
            Event::Split { species, young } => {
                format!("{} leaves its Female.", own(species, young))
            }
            Event::MovesEnded { species } => format!("The {species} have moved."),
            Event::PredatorRoll { species, dice, hunter } => {
                format!("The {species} roll {dice} for predators: {hunter}.")
            }
            Event::NoPredator { hunter } => format!("There is no {hunter} on the map."),
            Event::Stalked { predator, from, to } => {
                format!("{} goes from {from} to {to}.", beast(predator))
            }
            Event::Killed { predator, species, animal } => {
                format!("{} kills {}.", beast(predator), own(species, animal))
            }
            Event::KilledPredator { predator, prey } => {
                format!("{} kills {}.", beast(predator), beast(prey))
            }
            Event::FirstArrived { species, points } => {
                format!("The first of the {species} is on the Summer Range: {points:+}.")
            }
            Event::WholeArrived { species, points } => {
                format!("All {species} are on the Summer Range: {points:+}.")
            }
            Event::SeasonBegins { season, forced } => {
                let why = if forced { ", for the season has lasted long enough" } else { "" };
                format!("*** {} begins{why}. ***", season.name())
            }
            Event::Warning { season, rounds } => {
                format!("Rounds of {} left at most: {rounds}.", season.name())
            }
            Event::WinterNears => "All herds are home: Winter comes when this turn is over.".into(),
            Event::WinterRoll { species, dice, total, points } => match dice.get() {
                None => format!("The winter costs every herd {points:+} Food Points."),
                Some(_) => format!(
                    "The {species} roll {dice} for the winter: {}, {points:+} Food Points for every herd.",
                    self.winter_name(total)
                ),
            },
            Event::Revealed { species, counters, points } => {
                let counters = counted(counters, "Food counter", "Food counters");
                format!("The {species} show {counters} worth {points}.")
            }
            Event::Counted { species, food, need } => {
                format!("The {species} have {food} Food Points and need {need}.")
            }
            Event::Scored { species, points, females, surplus } => {
                let points = counted(points, "Animal Point", "Animal Points");
                let females = counted(females, "Female", "Females");
                format!("The {species}: {points}, {females}, surplus {surplus}.")
            }
            Event::Ended { ending } => match ending {
                Ending::Home => "All herds are home.".into(),
                Ending::Snowed => "Snow closes the passes.".into(),
                Ending::WipedOut => "No herd is left.".into(),
                Ending::Arrived => "The first herd is on its Summer Range.".into(),
                Ending::TimeUp => "The short season is over.".into(),
            },
        }
    }

    /// The end in a sentence.
    pub(crate) fn ending_told(
        &self,
        position: &Position,
        outcome: &Outcome,
        names: Names<'_>,
    ) -> String {
        let scores: Vec<Score> =
            Seat::first(self.setup.seats).map(|seat| self.seat_score(position, seat)).collect();
        let first =
            || Seat::first(self.setup.seats).filter(|seat| outcome.ranks[seat.index()] == 1);
        let points = first().next().map_or(0, |seat| scores[seat.index()].points);
        if self.scenario.solo {
            let grade = GRADES.iter().find(|(least, _)| points >= *least);
            let points = counted(points, "Animal Point", "Animal Points");
            return format!("{points}: {}.", grade.map_or("", |(_, grade)| *grade));
        }
        match first().count() {
            1 => {
                let name = names.listed(first());
                let points = counted(points, "Animal Point", "Animal Points");
                format!("{name} wins with {points}{}.", self.by_what(&scores))
            }
            _ => format!("A draw between {}.", names.listed(first())),
        }
    }

    /// Which tie-break decided.
    fn by_what(&self, scores: &[Score]) -> &'static str {
        let mut sorted = scores.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        match sorted.as_slice() {
            [a, b, ..] if a.points == b.points && a.females == b.females => {
                ", by the greater surplus"
            }
            [a, b, ..] if a.points == b.points => ", by more Females",
            _ => "",
        }
    }
}

/// A number with its word, which is `more` unless the number is one.
fn counted(count: impl Into<i16>, one: &str, more: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Why this part of an event does nothing; its other parts still happen. YS-TURN-13
fn idle_words(species: Species, effect: Effect) -> String {
    match effect {
        Effect::InjureMale => format!("The {species} have no Male to be injured."),
        Effect::Heal(_) => format!("None of the {species} is injured."),
        Effect::Birth(_) => format!("No Young of the {species} can be born."),
        Effect::Abandon => format!("No Young of the {species} goes with a Female."),
        Effect::Place(hunter) => format!("No {} can be placed.", hunter.name()),
        Effect::InjurePredator => "No Coyote, Grizzly or Lion is there to be injured.".into(),
        Effect::Ranger => "No Human is there to be removed.".into(),
        Effect::Hibernate => "No Grizzly is there to go to sleep.".into(),
        _ => format!("Nothing comes of it for the {species}."),
    }
}

/// The rule behind an event, if it has one.
fn rule_behind(event: &Event) -> Option<RuleId> {
    Some(match event {
        Event::Turn { .. } | Event::Ended { .. } => return None,
        Event::HerdRoll { .. } => rule::YS_SETUP_01,
        Event::Chose { .. } => rule::YS_GEN_01,
        Event::FoodLaid { .. } => rule::YS_SETUP_05,
        Event::Placed { .. } => rule::YS_SETUP_09,
        Event::Unplaced { .. } | Event::Confirmed { .. } => rule::YS_SETUP_19,
        Event::FirstRoll { .. } | Event::First { .. } => rule::YS_SETUP_15,
        Event::HeadStart { .. } => rule::YS_SETUP_21,
        Event::Income { season: Season::Summer, .. } => rule::YS_FOOD_18,
        Event::Income { .. } => rule::YS_FOOD_19,
        Event::EventRoll { .. } => rule::YS_TURN_14,
        Event::NoEffect { .. } => rule::YS_TURN_13,
        Event::Limited { .. } => rule::YS_EVT_04,
        Event::Food { .. } => rule::YS_EVT_05,
        Event::Injured { .. } => rule::YS_INJ_04,
        Event::Died { of: Death::Injury, .. } => rule::YS_INJ_02,
        Event::Died { of: Death::Snow, .. } => rule::YS_STALL_05,
        Event::Died { of: Death::Hunger, .. } => rule::YS_DIE_03,
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
        Event::PredatorRemoved { by: Removal::Ranger, .. } => rule::YS_EVT_38,
        Event::PredatorRemoved { by: Removal::Hibernation, .. } => rule::YS_EVT_39,
        Event::Returned { .. } => rule::YS_EVT_40,
        Event::Declined { .. } => rule::YS_EVT_03,
        Event::Moved { .. } => rule::YS_MOVE_02,
        Event::FoodTaken { .. } => rule::YS_FOOD_09,
        Event::FoodValue { .. } | Event::Revealed { .. } => rule::YS_FOOD_08,
        Event::Joined { .. } => rule::YS_YNG_12,
        Event::Split { .. } => rule::YS_YNG_06,
        Event::MovesEnded { .. } => rule::YS_TURN_06,
        Event::PredatorRoll { .. } => rule::YS_TURN_08,
        Event::NoPredator { .. } => rule::YS_PRED_08,
        Event::Stalked { .. } => rule::YS_PRED_30,
        Event::Killed { predator, .. } => match predator.hunter() {
            Hunter::Lion => rule::YS_KILL_05,
            Hunter::Grizzly => rule::YS_KILL_06,
            Hunter::Coyote => rule::YS_KILL_07,
            Hunter::Human => rule::YS_KILL_08,
        },
        Event::KilledPredator { .. } => rule::YS_KILL_09,
        Event::FirstArrived { .. } => rule::YS_FOOD_11,
        Event::WholeArrived { .. } => rule::YS_FOOD_12,
        Event::SeasonBegins { forced: true, .. } => rule::YS_STALL_04,
        Event::SeasonBegins { forced: false, .. } => rule::YS_SEAS_01,
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
