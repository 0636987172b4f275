//! The story: what happened, and how it is told.

use crate::Yellowstone;
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
        let leader = |place: &Place| names.of(self.owner(*place));
        let say = |rule: RuleId, text: String| StoryLine::by(rule, text);
        let herd = |species: &Species| self.herd_name(*species);
        let own = |species: &Species, animal: &Animal| {
            format!("{} {} {animal}", species.name(), animal.kind().name())
        };
        let beast = |predator: &Predator| format!("{} {predator}", predator.hunter().name());
        match event {
            Event::HerdRoll { herd, dice: d } => say(
                rule::YS_SETUP_01,
                format!("{} rolls {} for the choice of herds.", leader(herd), d),
            ),
            Event::Chose { herd, species } => {
                say(rule::YS_GEN_01, format!("{} leads the {}.", leader(herd), species.name()))
            }
            Event::FoodLaid { hexes, aside } => say(
                rule::YS_SETUP_05,
                format!("Food is laid on {hexes} hexes; {aside} counters are put away unseen."),
            ),
            Event::Placed { species, animal, hex } => {
                say(rule::YS_SETUP_09, format!("{} starts in {hex}.", own(species, animal)))
            }
            Event::Unplaced { species, animal } => {
                say(rule::YS_SETUP_19, format!("{} is taken back.", own(species, animal)))
            }
            Event::Confirmed { species } => {
                say(rule::YS_SETUP_19, format!("The {} stand.", species.name()))
            }
            Event::FirstRoll { species, dice: d } => {
                say(rule::YS_SETUP_15, format!("{} roll {} for the first turn.", herd(species), d))
            }
            Event::First { species } => say(rule::YS_SETUP_15, format!("{} begin.", herd(species))),
            Event::Turn { species, season, round } => {
                StoryLine::plain(format!("Round {round}, {}: {}.", season.name(), herd(species)))
            }
            Event::Income { species, season, points } => say(
                if *season == Season::Summer { rule::YS_FOOD_18 } else { rule::YS_FOOD_19 },
                format!("{} begin the turn on their range: {points:+} Food Points.", herd(species)),
            ),
            Event::EventRoll { species, season, dice: d, total } => say(
                rule::YS_TURN_14,
                format!(
                    "{} roll {}: {total}, {}.",
                    herd(species),
                    d,
                    self.cell(*season, *total).map_or("nothing", |cell| cell.name.as_str())
                ),
            ),
            Event::NoEffect { species } => {
                say(rule::YS_TURN_13, format!("It has no effect on the {}.", species.name()))
            }
            Event::Limited { species, points } => say(
                rule::YS_EVT_04,
                format!("{} have {points} movement points this turn.", herd(species)),
            ),
            Event::Food { species, points } => {
                say(rule::YS_EVT_05, format!("{}: {points:+} Food Points.", herd(species)))
            }
            Event::Injured { species, animal } => {
                say(rule::YS_INJ_04, format!("{} is injured.", own(species, animal)))
            }
            Event::Died { species, animal, of } => match of {
                Death::Injury => say(
                    rule::YS_INJ_02,
                    format!("{} dies of a second injury.", own(species, animal)),
                ),
                Death::Snow => {
                    say(rule::YS_STALL_05, format!("{} is lost in the snow.", own(species, animal)))
                }
                Death::Hunger => {
                    say(rule::YS_DIE_03, format!("{} dies of hunger.", own(species, animal)))
                }
            },
            Event::Healed { species, animal } => {
                say(rule::YS_EVT_11, format!("{} is healed.", own(species, animal)))
            }
            Event::Born { species, young, female } => {
                say(rule::YS_EVT_15, format!("{} is born to {female}.", own(species, young)))
            }
            Event::Put { predator, hex } => say(
                match predator.hunter() {
                    Hunter::Grizzly => rule::YS_EVT_20,
                    Hunter::Lion => rule::YS_EVT_21,
                    Hunter::Human | Hunter::Coyote => rule::YS_EVT_22,
                },
                format!("{} appears in {hex}.", beast(predator)),
            ),
            Event::Abandoned { species, young } => {
                say(rule::YS_EVT_32, format!("{} is left alone.", own(species, young)))
            }
            Event::PredatorInjured { predator } => {
                say(rule::YS_EVT_36, format!("{} is injured.", beast(predator)))
            }
            Event::PredatorRemoved { predator, by } => {
                let (rule, how) = match by {
                    Removal::Injury => (rule::YS_INJ_02, "dies of a second injury"),
                    Removal::Rival => (rule::YS_TRTY_08, "is driven out by a healthy rival"),
                    Removal::Ranger => (rule::YS_EVT_38, "is led out of the park by a ranger"),
                    Removal::Hibernation => (rule::YS_EVT_39, "goes to sleep"),
                };
                say(rule, format!("{} {how}.", beast(predator)))
            }
            Event::Returned { species, animal, hex } => {
                say(rule::YS_EVT_40, format!("{} comes back in {hex}.", own(species, animal)))
            }
            Event::Declined { species } => {
                say(rule::YS_EVT_03, format!("{} do without.", herd(species)))
            }
            Event::Moved { species, animal, from, to, points } => say(
                rule::YS_MOVE_02,
                format!(
                    "{} goes from {from} to {to}; points left: {points}.",
                    own(species, animal)
                ),
            ),
            Event::FoodTaken { species, hex } => {
                say(rule::YS_FOOD_09, format!("{} find Food in {hex}.", herd(species)))
            }
            Event::FoodValue { species, value } => say(
                rule::YS_FOOD_08,
                format!("The counter of the {} is worth {value}.", species.name()),
            ),
            Event::Joined { species, young, female } => {
                say(rule::YS_YNG_12, format!("{} joins {female}.", own(species, young)))
            }
            Event::Split { species, young } => {
                say(rule::YS_YNG_06, format!("{} leaves its Female.", own(species, young)))
            }
            Event::MovesEnded { species } => {
                say(rule::YS_TURN_06, format!("{} have moved.", herd(species)))
            }
            Event::PredatorRoll { species, dice: d, hunter } => say(
                rule::YS_TURN_08,
                format!("{} roll {} for predators: {}.", herd(species), d, hunter.name()),
            ),
            Event::NoPredator { hunter } => {
                say(rule::YS_PRED_08, format!("There is no {} on the map.", hunter.name()))
            }
            Event::Stalked { predator, from, to } => {
                say(rule::YS_PRED_30, format!("{} goes from {from} to {to}.", beast(predator)))
            }
            Event::Killed { predator, species, animal } => say(
                match predator.hunter() {
                    Hunter::Lion => rule::YS_KILL_05,
                    Hunter::Grizzly => rule::YS_KILL_06,
                    Hunter::Coyote => rule::YS_KILL_07,
                    Hunter::Human => rule::YS_KILL_08,
                },
                format!("{} kills {}.", beast(predator), own(species, animal)),
            ),
            Event::KilledPredator { predator, prey } => {
                say(rule::YS_KILL_09, format!("{} kills {}.", beast(predator), beast(prey)))
            }
            Event::FirstArrived { species, points } => say(
                rule::YS_FOOD_11,
                format!("The first of the {} is on the Summer Range: {points:+}.", species.name()),
            ),
            Event::WholeArrived { species, points } => say(
                rule::YS_FOOD_12,
                format!("All {} are on the Summer Range: {points:+}.", species.name()),
            ),
            Event::SeasonBegins { season, forced } => say(
                if *forced { rule::YS_STALL_04 } else { rule::YS_SEAS_01 },
                format!(
                    "*** {} begins{}. ***",
                    season.name(),
                    if *forced { ", for the season has lasted long enough" } else { "" }
                ),
            ),
            Event::Warning { season, rounds } => say(
                rule::YS_STALL_07,
                format!("Rounds of {} left at most: {rounds}.", season.name()),
            ),
            Event::WinterNears => say(
                rule::YS_SEAS_07,
                "All herds are home: Winter comes when this turn is over.".into(),
            ),
            Event::WinterRoll { species, dice: d, total, points } => say(
                rule::YS_WIN_01,
                match d.get() {
                    None => format!("The winter costs every herd {points:+} Food Points."),
                    Some(_) => format!(
                        "{} roll {} for the winter: {}, {points:+} Food Points for every herd.",
                        herd(species),
                        d,
                        self.winter_name(*total)
                    ),
                },
            ),
            Event::Revealed { species, counters, points } => say(
                rule::YS_FOOD_08,
                format!("{} show {counters} Food counters worth {points}.", herd(species)),
            ),
            Event::Counted { species, food, need } => say(
                rule::YS_NEED_03,
                format!("{} have {food} Food Points and need {need}.", herd(species)),
            ),
            Event::Scored { species, points, females, surplus } => say(
                rule::YS_SCORE_01,
                format!(
                    "{}: {points} Animal Points, {females} Females, surplus {surplus}.",
                    herd(species)
                ),
            ),
            Event::Ended { ending } => StoryLine::plain(match ending {
                Ending::Home => "All herds are home.",
                Ending::Snowed => "Snow closes the passes.",
                Ending::WipedOut => "No herd is left.",
                Ending::Arrived => "The first herd is on its Summer Range.",
                Ending::TimeUp => "The short season is over.",
            }),
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
            return format!("{points} Animal Points: {}.", grade.map_or("", |(_, grade)| *grade));
        }
        match first().count() {
            1 => {
                let name = names.listed(first());
                format!("{name} wins with {points} Animal Points{}.", self.by_what(&scores))
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

/// The plural of a kind, for counts.
pub(crate) fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Male => "Males",
        Kind::Female => "Females",
        Kind::Young => "Young",
    }
}
