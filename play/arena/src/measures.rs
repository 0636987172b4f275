//! What is measured: the columns that every game has, and those that each game declares.

use outdoor_survival::{Cause, Fate, OutdoorSurvival};
use outlive::Outlive;
use postal_survival::island::Death;
use postal_survival::orders::{Move, Telling, Who};
use postal_survival::{Diet, Mode, Phase, PostalSurvival, instinct};
use serde::{Deserialize, Serialize};
use survivors::Survivors;
use survivors::figure::{Figure, Standing};
use table::{Dice, Game, Log, Seat};
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
}

impl Column {
    /// A number.
    pub fn number(name: impl Into<String>, about: impl Into<String>) -> Column {
        Column { name: name.into(), about: about.into(), share: false, healthy: None }
    }

    /// A share.
    pub fn share(name: impl Into<String>, about: impl Into<String>) -> Column {
        Column { name: name.into(), about: about.into(), share: true, healthy: None }
    }

    /// The same with a band in which its mean should lie.
    pub fn within(self, low: f64, high: f64) -> Column {
        Column { healthy: Some((low, high)), ..self }
    }
}

/// A game that declares what is worth counting when it is over.
pub trait Measured: Game {
    /// The columns, always the same for one set-up.
    fn columns(&self) -> Vec<Column>;

    /// One value for each of them, from the last position.
    fn measure(&self, end: &Self::Position, out: &mut Vec<f64>);

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

    fn measure(&self, end: &Self::Position, out: &mut Vec<f64>) {
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

    fn measure(&self, end: &Self::Position, out: &mut Vec<f64>) {
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
    fn columns(&self) -> Vec<Column> {
        vec![
            Column::number("turns", "turns played"),
            Column::number("figures.down", "figures that lost all Strength"),
            Column::number("figures.taken", "figures that changed sides or were led away"),
            Column::number("figures.exited", "figures that walked off through an exit"),
            Column::number("strength", "Strength left in figures on the table"),
        ]
    }

    fn measure(&self, end: &Self::Position, out: &mut Vec<f64>) {
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

    fn measure(&self, end: &Self::Position, out: &mut Vec<f64>) {
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

/// The most rounds that a curve of survivors shows.
const ROUNDS: usize = 15;

impl Measured for PostalSurvival {
    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![
            Column::number("rounds", "rounds played"),
            Column::number("m1.herbivores", "wins of herbivores against their share of the start")
                .within(0.5, 2.0),
            Column::number("m1.omnivores", "wins of omnivores against their share of the start")
                .within(0.5, 2.0),
            Column::number("m1.carnivores", "wins of carnivores against their share of the start")
                .within(0.5, 2.0),
            Column::share("m2.diets", "all three diets live at the end").within(0.8, 1.0),
            Column::share("m3.extinct.4", "species extinct after round 4").within(0.25, 0.5),
            Column::share("m3.extinct.8", "species extinct after round 8").within(0.45, 0.65),
            Column::share("m3.extinct.12", "species extinct after round 12").within(0.5, 0.75),
            Column::share("m3.extinct.end", "species extinct at the end").within(0.55, 0.8),
            Column::share("m4.worst", "the largest share of living species lost in one round")
                .within(0.0, 0.35),
            Column::share("m5.starved", "of the dead, those who starved").within(0.4, 0.7),
            Column::share("m5.fights", "of the dead, those killed in fights").within(0.25, 0.5),
            Column::share("m5.tussles", "of the dead, those killed in tussles").within(0.02, 0.15),
            Column::share("m6.leader.8", "the sole leader after round 8 wins").within(0.25, 0.5),
            Column::number(
                "m8.contenders",
                "1 / sum of squared shares of creatures, after round 12",
            )
            .within(4.0, f64::MAX),
            Column::number("m9.leads", "rounds with a new sole leader").within(2.0, f64::MAX),
            Column::number("m12.capacity", "creatures after Winter for each player, last year")
                .within(0.4, 1.5),
            Column::number("m13.strength", "mean Attack Points at the end").within(2.0, 4.0),
            Column::share("m14.shared", "the win is shared").within(0.0, 0.15),
            Column::share("m14.share", "the winner's share of all creatures").within(0.1, 0.4),
        ];
        for round in 1..=ROUNDS {
            let about = format!("species alive after round {round}");
            columns.push(Column::share(format!("alive.{round}"), about));
        }
        columns
    }

    fn measure(&self, end: &Self::Position, out: &mut Vec<f64>) {
        let island = &end.island;
        let species = island.species.len() as f64;
        let census = |round: usize| island.census.get(round).map_or(&[][..], Vec::as_slice);
        let living = |round: usize| census(round).iter().filter(|count| **count > 0).count() as f64;
        let last = island.round as usize;
        let extinct = |round: usize| 1.0 - living(round.min(last)) / species;
        out.push(last as f64);
        let winners = end.over.as_ref().map_or(&[][..], |over| over.winners.as_slice());
        let diet_of = |seat: u16| {
            island.species.iter().find(|species| species.seat == seat).map(|species| species.diet)
        };
        for diet in Diet::ALL {
            let started =
                island.species.iter().filter(|species| species.diet == diet).count() as f64;
            let won = winners.iter().filter(|seat| diet_of(**seat) == Some(diet)).count() as f64;
            let share = won / winners.len().max(1) as f64;
            out.push(if started > 0.0 { share * species / started } else { f64::NAN });
        }
        let alive = |diet: Diet| island.living().any(|creature| creature.diet == diet);
        out.push(Diet::ALL.into_iter().all(alive) as u8 as f64);
        out.extend([4, 8, 12].map(extinct));
        out.push(extinct(last));
        let lost = (2..=last).map(|round| {
            let before = living(round - 1);
            if before > 0.0 { (before - living(round)) / before } else { 0.0 }
        });
        out.push(lost.fold(0.0, f64::max));
        let mut deaths = [0.0; 3];
        for end in island.creatures.iter().filter_map(|creature| creature.end) {
            deaths[match end.death {
                Death::Starved => 0,
                Death::Eaten(_) | Death::Killed(_) => 1,
                Death::Tussle => 2,
            }] += 1.0;
        }
        let dead: f64 = deaths.iter().sum();
        out.extend(deaths.map(|count| if dead > 0.0 { count / dead } else { f64::NAN }));
        let leader = |round: usize| {
            let counts = census(round);
            let most = counts.iter().max().copied().unwrap_or(0);
            let mut leaders = (0..counts.len()).filter(|index| counts[*index] == most);
            leaders.next().filter(|_| leaders.next().is_none())
        };
        out.push(match leader(8.min(last)) {
            Some(leader) => winners.contains(&island.species[leader].seat) as u8 as f64,
            // Of several leaders none is the one to beat.
            None => f64::NAN,
        });
        let counts = census(12.min(last));
        let all: f64 = counts.iter().map(|count| *count as f64).sum();
        let squares: f64 = counts.iter().map(|count| (*count as f64 / all.max(1.0)).powi(2)).sum();
        out.push(if squares > 0.0 { 1.0 / squares } else { f64::NAN });
        let leads = (2..=last).filter(|round| {
            let now = leader(*round);
            now.is_some() && now != leader(round - 1)
        });
        out.push(leads.count() as f64);
        let winter = last / 4 * 4;
        let creatures: u32 = census(winter).iter().sum();
        out.push(creatures as f64 / self.setup().seats as f64);
        let strength: f64 = island.living().map(|creature| creature.ap as f64).sum();
        let at_end = island.living().count() as f64;
        out.push(if at_end > 0.0 { strength / at_end } else { f64::NAN });
        out.push((winners.len() > 1) as u8 as f64);
        let first = winners.first().map_or(0, |seat| end.creatures_of(Seat(*seat)).count());
        out.push(if at_end > 0.0 { first as f64 / at_end } else { f64::NAN });
        for round in 1..=ROUNDS {
            out.push(if round <= last { living(round) / species } else { f64::NAN });
        }
    }

    fn stride(
        &self,
        position: &mut Self::Position,
        bots: &[&str],
        dice: &mut Dice,
        log: &mut Log<Self::Event>,
    ) -> u32 {
        let simple = ["default", "forage", "fierce", "greedy"];
        if position.phase != Phase::Orders || !bots.iter().all(|bot| simple.contains(bot)) {
            return 0;
        }
        let seats = Seat::first(self.setup().seats);
        let decisions = seats.filter(|seat| position.awaits(*seat)).count() as u32;
        let round = position.island.coming();
        for species in 0..position.island.species.len() {
            let seat = position.island.species[species].seat as usize;
            if !position.island.lives(species) {
                continue;
            }
            let bot = bots.get(seat).copied().unwrap_or("default");
            if bot == "greedy" {
                let orders = instinct::orders(&position.island, self.rulings(), species);
                position.sheets[species] = orders;
            } else if bot != "default" {
                let sheet = &mut position.sheets[species];
                if round > 1 {
                    sheet.tell(Who::All, &Telling::moving(Move::Forage));
                }
                if bot == "fierce" {
                    sheet.tell(Who::All, &Telling::acting(Mode::Aggressive));
                }
            }
        }
        let done = postal_survival::Line::Done.into();
        let waiting: Vec<Seat> =
            Seat::first(self.setup().seats).filter(|seat| position.awaits(*seat)).collect();
        for seat in waiting {
            self.apply(position, seat, &done, dice, log);
        }
        decisions
    }
}
