//! What is measured: the columns that every game has, and those that each game declares.

mod postal_survival;

use outdoor_survival::{Cause, Fate, OutdoorSurvival};
use outlive::Outlive;
use serde::{Deserialize, Serialize};
use survivors::Survivors;
use survivors::figure::{Figure, Standing};
use table::{Dice, Game, Log};
use yellowstone::Yellowstone;

/// One number that every game of a contest yields. A number that a game does not have is not a
/// number, and is left out of means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its name: lower case, dots between parts.
    pub name: String,
    /// What it says, in a few words.
    pub about: String,
    /// Whether it is 0, 1 or a share between them.
    pub share: bool,
    /// Where its mean should lie in a good game, if the game's ledger says so.
    pub healthy: Option<(f64, f64)>,
    /// Whether the bands of its family count as one, which is met if all are.
    pub jointly: bool,
    /// The column of which this one's mean is told as a multiple, if it is.
    pub per: Option<String>,
}

impl Column {
    /// A number.
    pub fn number(name: impl Into<String>, about: impl Into<String>) -> Column {
        Column {
            name: name.into(),
            about: about.into(),
            share: false,
            healthy: None,
            jointly: false,
            per: None,
        }
    }

    /// A share.
    pub fn share(name: impl Into<String>, about: impl Into<String>) -> Column {
        Column { share: true, ..Column::number(name, about) }
    }

    /// The same with a band in which its mean should lie.
    pub fn within(self, low: f64, high: f64) -> Column {
        Column { healthy: Some((low, high)), ..self }
    }

    /// The same with a band that counts as one with those of its family.
    pub fn jointly_within(self, low: f64, high: f64) -> Column {
        Column { jointly: true, ..self.within(low, high) }
    }

    /// The same, its mean told as a multiple of another column's.
    pub fn per(self, other: impl Into<String>) -> Column {
        Column { per: Some(other.into()), ..self }
    }

    /// What stands before the first dot of its name.
    pub fn family(&self) -> &str {
        self.name.split('.').next().unwrap_or_default()
    }
}

/// A game that declares what is worth counting when it is over.
pub trait Measured: Game {
    /// What is counted along the way, for what the last position no longer tells.
    type Tally: Default;

    /// Whether anything is: only then is there a log to [`watch`](Measured::watch).
    const WATCHED: bool = false;

    /// The columns, always the same for one set-up.
    fn columns(&self) -> Vec<Column>;

    /// Counts what happened since the last time.
    fn watch(&self, _now: &Self::Position, _log: &Log<Self::Event>, _tally: &mut Self::Tally) {}

    /// One value for each of them, from the last position and the tally; `bots` are the names of those
    /// who played, by seat.
    fn measure(&self, end: &Self::Position, bots: &[&str], tally: &Self::Tally, out: &mut Vec<f64>);

    /// Lets all seats decide at once, where every bot at the table is simple enough for that: much
    /// quicker than line by line where hundreds play. The decisions it stood for; none if it cannot.
    fn stride(
        &self,
        _position: &mut Self::Position,
        _bots: &[&str],
        _dice: &mut Dice,
        _log: &mut Log<Self::Event>,
    ) -> u32 {
        0
    }
}

impl Measured for OutdoorSurvival {
    type Tally = ();

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::number("days", "days played"),
            Column::number("persons.left", "persons who left the board"),
            Column::number("out.weakness", "persons out by weakness, or too weak to move"),
            Column::number("out.thirst", "persons out by thirst"),
            Column::number("out.hunger", "persons out by hunger"),
            Column::number("out.other", "persons out who gave up or left over a wrong edge"),
            Column::number("persons.caught", "persons found, captured or hit"),
            Column::number("life.level", "mean Life Level of the others at the end, 0 the best"),
        ]
    }

    fn measure(&self, end: &Self::Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let (mut left, mut caught, mut levels, mut others) = (0, 0, 0.0, 0.0);
        let mut gone = [0; 4];
        for index in 0..self.persons() {
            let person = end.person(index);
            match person.fate() {
                Fate::Left => left += 1,
                Fate::Out => {
                    gone[match person.cause() {
                        Cause::Weakness | Cause::Immobile => 0,
                        Cause::Thirst => 1,
                        Cause::Hunger => 2,
                        _ => 3,
                    }] += 1;
                }
                Fate::Found | Fate::Captured | Fate::Hit => caught += 1,
                _ => {
                    levels += person.level() as f64;
                    others += 1.0;
                }
            }
        }
        out.push(end.day() as f64);
        out.push(left as f64);
        out.extend(gone.map(f64::from));
        out.push(caught as f64);
        out.push(if others > 0.0 { levels / others } else { f64::NAN });
    }
}

impl Measured for Outlive {
    type Tally = ();

    fn columns(&self) -> Vec<Column> {
        let parts = [
            ("events", "for events overcome"),
            ("rooms", "for full rooms"),
            ("survivors", "for survivors"),
            ("equipment", "for repaired equipment"),
            ("pairs", "for matching pairs"),
            ("gauge", "for the radiation gauge"),
        ];
        let points = parts.map(|(name, what)| {
            Column::number(format!("points.{name}"), format!("points {what}, mean of the seats"))
        });
        let rest = [
            Column::number("points.best", "points of the best seat"),
            Column::number("points.spread", "points between the best and the worst seat"),
        ];
        points.into_iter().chain(rest).collect()
    }

    fn measure(&self, end: &Self::Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let seats = self.seats();
        let scores: Vec<_> = (0..seats).map(|seat| self.score(end, seat)).collect();
        let mean = |part: fn(&outlive::Score) -> i16| {
            scores.iter().map(|score| part(score) as f64).sum::<f64>() / seats as f64
        };
        out.extend([
            mean(|score| score.events),
            mean(|score| score.rooms),
            mean(|score| score.survivors),
            mean(|score| score.equipment),
            mean(|score| score.pairs),
            mean(|score| score.gauge),
        ]);
        let totals = || scores.iter().map(|score| score.total as f64);
        let most = totals().fold(f64::MIN, f64::max);
        out.push(most);
        out.push(most - totals().fold(f64::MAX, f64::min));
    }
}

impl Measured for Survivors {
    type Tally = ();

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::number("turns", "turns played"),
            Column::number("figures.down", "figures that lost all Strength"),
            Column::number("figures.taken", "figures that changed sides or were led away"),
            Column::number("figures.exited", "figures that walked off through an exit"),
            Column::number("strength", "Strength left in figures on the table"),
        ]
    }

    fn measure(&self, end: &Self::Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let count = |is: fn(&&Figure) -> bool| end.figures.iter().filter(is).count() as f64;
        out.push(end.turn as f64);
        out.push(count(|figure| figure.standing == Standing::Down));
        out.push(count(|figure| {
            figure.side != figure.first_side
                || matches!(figure.standing, Standing::Held | Standing::Captive { .. })
        }));
        out.push(count(|figure| figure.standing == Standing::Exited));
        let playing = end.figures.iter().filter(|figure| figure.standing == Standing::Playing);
        out.push(playing.map(|figure| figure.strength as f64).sum());
    }
}

impl Measured for Yellowstone {
    type Tally = ();

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::number("turns", "turns of all herds"),
            Column::number("animals.males", "Males alive, mean of the herds"),
            Column::number("animals.females", "Females alive, mean of the herds"),
            Column::number("animals.young", "Young alive, mean of the herds"),
            Column::number("animals.starved", "animals starved, mean of the herds"),
            Column::number("food", "Food Points, mean of the herds"),
            Column::number("summer", "turns with Summer income, mean of the herds"),
            Column::share("home", "herds that came home"),
        ]
    }

    fn measure(&self, end: &Self::Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        let herds = self.herds();
        let mean = |part: &dyn Fn(usize) -> f64| (0..herds).map(part).sum::<f64>() / herds as f64;
        out.push(end.turns as f64);
        for kind in 0..3 {
            out.push(mean(&|place| end.herd(place).census()[kind] as f64));
        }
        out.push(mean(&|place| end.herd(place).starved.iter().flatten().count() as f64));
        out.push(mean(&|place| self.food_points(end, end.herd(place)) as f64));
        out.push(mean(&|place| end.herd(place).summer_turns as f64));
        out.push(mean(&|place| end.herd(place).home as u8 as f64));
    }
}
