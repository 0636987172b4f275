//! The story: what happened, and how it is told.

use crate::Yellowstone;
use crate::event::{Death, Event, Removal};
use crate::position::{Animal, Ending, Hunter, Kind, Position, Predator, Season, Species};
use crate::rules::{HARD_YEAR, Score};
use table::{Names, Outcome, Seat, StoryLine};

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
        let leader = |place: &u16| names.of(self.owner(*place as usize));
        let say = |rule: &'static str, text: String| StoryLine::by(rule, text);
        let herd = |species: &Species| self.herd_name(*species);
        let own = |species: &Species, animal: &Animal| {
            format!("{} {} {animal}", species.name(), animal.kind().name())
        };
        let beast = |predator: &Predator| format!("{} {predator}", predator.hunter().name());
        let dice = |dice: &[u8; 2]| format!("{} and {}", dice[0], dice[1]);
        match event {
            Event::HerdRoll { herd, dice: d } => say(
                "YS-SETUP-01",
                format!("{} rolls {} for the choice of herds.", leader(herd), dice(d)),
            ),
            Event::Chose { herd, species } => {
                say("YS-GEN-01", format!("{} leads the {}.", leader(herd), species.name()))
            }
            Event::FoodLaid { hexes, aside } => say(
                "YS-SETUP-05",
                format!("Food is laid on {hexes} hexes; {aside} counters are put away unseen."),
            ),
            Event::Placed { species, animal, hex } => {
                say("YS-SETUP-09", format!("{} starts in {hex}.", own(species, animal)))
            }
            Event::Unplaced { species, animal } => {
                say("YS-SETUP-19", format!("{} is taken back.", own(species, animal)))
            }
            Event::Confirmed { species } => {
                say("YS-SETUP-19", format!("The {} stand.", species.name()))
            }
            Event::FirstRoll { species, dice: d } => say(
                "YS-SETUP-15",
                format!("{} roll {} for the first turn.", herd(species), dice(d)),
            ),
            Event::First { species } => say("YS-SETUP-15", format!("{} begin.", herd(species))),
            Event::Turn { species, season, round } => {
                StoryLine::plain(format!("Round {round}, {}: {}.", season.name(), herd(species)))
            }
            Event::Income { species, season, points } => say(
                if *season == Season::Summer { "YS-FOOD-18" } else { "YS-FOOD-19" },
                format!("{} begin the turn on their range: {points:+} Food Points.", herd(species)),
            ),
            Event::EventRoll { species, season, dice: d, total } => say(
                "YS-TURN-14",
                format!(
                    "{} roll {}: {total}, {}.",
                    herd(species),
                    dice(d),
                    self.cell(*season, *total).map_or("nothing", |cell| cell.name.as_str())
                ),
            ),
            Event::NoEffect { species } => {
                say("YS-TURN-13", format!("It has no effect on the {}.", species.name()))
            }
            Event::Limited { species, points } => say(
                "YS-EVT-04",
                format!("{} have {points} movement points this turn.", herd(species)),
            ),
            Event::Food { species, points } => {
                say("YS-EVT-05", format!("{}: {points:+} Food Points.", herd(species)))
            }
            Event::Injured { species, animal } => {
                say("YS-INJ-04", format!("{} is injured.", own(species, animal)))
            }
            Event::Died { species, animal, of } => match of {
                Death::Injury => {
                    say("YS-INJ-02", format!("{} dies of a second injury.", own(species, animal)))
                }
                Death::Snow => {
                    say("YS-STALL-05", format!("{} is lost in the snow.", own(species, animal)))
                }
                Death::Hunger => {
                    say("YS-DIE-03", format!("{} dies of hunger.", own(species, animal)))
                }
            },
            Event::Healed { species, animal } => {
                say("YS-EVT-11", format!("{} is healed.", own(species, animal)))
            }
            Event::Born { species, young, female } => {
                say("YS-EVT-15", format!("{} is born to {female}.", own(species, young)))
            }
            Event::Put { predator, hex } => say(
                match predator.hunter() {
                    Hunter::Grizzly => "YS-EVT-20",
                    Hunter::Lion => "YS-EVT-21",
                    Hunter::Human | Hunter::Coyote => "YS-EVT-22",
                },
                format!("{} appears in {hex}.", beast(predator)),
            ),
            Event::Abandoned { species, young } => {
                say("YS-EVT-32", format!("{} is left alone.", own(species, young)))
            }
            Event::PredatorInjured { predator } => {
                say("YS-EVT-36", format!("{} is injured.", beast(predator)))
            }
            Event::PredatorRemoved { predator, by } => {
                let (rule, how) = match by {
                    Removal::Injury => ("YS-INJ-02", "dies of a second injury"),
                    Removal::Rival => ("YS-TRTY-08", "is driven out by a healthy rival"),
                    Removal::Ranger => ("YS-EVT-38", "is led out of the park by a ranger"),
                    Removal::Hibernation => ("YS-EVT-39", "goes to sleep"),
                };
                say(rule, format!("{} {how}.", beast(predator)))
            }
            Event::Returned { species, animal, hex } => {
                say("YS-EVT-40", format!("{} comes back in {hex}.", own(species, animal)))
            }
            Event::Declined { species } => {
                say("YS-EVT-03", format!("{} do without.", herd(species)))
            }
            Event::Moved { species, animal, from, to, points } => say(
                "YS-MOVE-02",
                format!(
                    "{} goes from {from} to {to}; points left: {points}.",
                    own(species, animal)
                ),
            ),
            Event::FoodTaken { species, hex } => {
                say("YS-FOOD-09", format!("{} find Food in {hex}.", herd(species)))
            }
            Event::FoodValue { species, value } => say(
                "YS-FOOD-08",
                format!("The counter of the {} is worth {value}.", species.name()),
            ),
            Event::Joined { species, young, female } => {
                say("YS-YNG-12", format!("{} joins {female}.", own(species, young)))
            }
            Event::Split { species, young } => {
                say("YS-YNG-06", format!("{} leaves its Female.", own(species, young)))
            }
            Event::MovesEnded { species } => {
                say("YS-TURN-06", format!("{} have moved.", herd(species)))
            }
            Event::PredatorRoll { species, dice: d, hunter } => say(
                "YS-TURN-08",
                format!("{} roll {} for predators: {}.", herd(species), dice(d), hunter.name()),
            ),
            Event::NoPredator { hunter } => {
                say("YS-PRED-08", format!("There is no {} on the map.", hunter.name()))
            }
            Event::Stalked { predator, from, to } => {
                say("YS-PRED-30", format!("{} goes from {from} to {to}.", beast(predator)))
            }
            Event::Killed { predator, species, animal } => say(
                match predator.hunter() {
                    Hunter::Lion => "YS-KILL-05",
                    Hunter::Grizzly => "YS-KILL-06",
                    Hunter::Coyote => "YS-KILL-07",
                    Hunter::Human => "YS-KILL-08",
                },
                format!("{} kills {}.", beast(predator), own(species, animal)),
            ),
            Event::KilledPredator { predator, prey } => {
                say("YS-KILL-09", format!("{} kills {}.", beast(predator), beast(prey)))
            }
            Event::FirstArrived { species, points } => say(
                "YS-FOOD-11",
                format!("The first of the {} is on the Summer Range: {points:+}.", species.name()),
            ),
            Event::WholeArrived { species, points } => say(
                "YS-FOOD-12",
                format!("All {} are on the Summer Range: {points:+}.", species.name()),
            ),
            Event::SeasonBegins { season, forced } => say(
                if *forced { "YS-STALL-04" } else { "YS-SEAS-01" },
                format!(
                    "*** {} begins{}. ***",
                    season.name(),
                    if *forced { ", for the season has lasted long enough" } else { "" }
                ),
            ),
            Event::Warning { season, rounds } => {
                say("YS-STALL-07", format!("Rounds of {} left at most: {rounds}.", season.name()))
            }
            Event::WinterNears => {
                say("YS-SEAS-07", "All herds are home: Winter comes when this turn is over.".into())
            }
            Event::WinterRoll { species, dice: d, total, points } => say(
                "YS-WIN-01",
                match d {
                    [0, 0] => format!("The winter costs every herd {points:+} Food Points."),
                    d => format!(
                        "{} roll {} for the winter: {}, {points:+} Food Points for every herd.",
                        herd(species),
                        dice(d),
                        self.winter_name(*total)
                    ),
                },
            ),
            Event::Revealed { species, counters, points } => say(
                "YS-FOOD-08",
                format!("{} show {counters} Food counters worth {points}.", herd(species)),
            ),
            Event::Counted { species, food, need } => say(
                "YS-NEED-03",
                format!("{} have {food} Food Points and need {need}.", herd(species)),
            ),
            Event::Scored { species, points, females, surplus } => say(
                "YS-SCORE-01",
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
