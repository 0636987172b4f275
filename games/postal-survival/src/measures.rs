//! Survival by post: the figures of its balance study, and how simple bots play it at a stride.

use crate::Event;
use crate::PostalSurvival;
use crate::action::{Move, Telling};
use crate::bots::instinct::Outlook;
use crate::edition::{Diet, Gene, Mode};
use crate::land::Island;
use crate::position::{Death, Kind, Phase, Position, Who};
use arena::{Column, Measures};
use std::cell::OnceCell;
use table::{Dice, Fit, Log, Rules, Seat};

/// The most rounds that a curve shows.
const ROUNDS: usize = 15;

/// The rounds after which it is asked whether the leader wins.
const LEADS: std::ops::RangeInclusive<usize> = 4..=14;

/// Bots that play with skill, and those who leave their first gene to chance.
const SKILLED: [&str; 2] = ["greedy", "decent"];
const CASUAL: [&str; 3] = ["default", "forage", "fierce"];

/// What the last position no longer tells.
#[derive(Default)]
pub struct Tally {
    /// The last round seen.
    round: u16,
    /// Fights of the predator phase.
    fights: u32,
    /// Of the meals that plants offered, those eaten, in every whole year.
    eaten: Vec<f64>,
}

/// The genes with which a founder of this diet may begin.
fn first_genes(diet: Diet) -> impl Iterator<Item = Gene> {
    Gene::ALL.into_iter().filter(move |gene| gene.basic() && gene.suits(diet))
}

/// Living creatures of each species after a round.
fn census(island: &Island, round: usize) -> &[u32] {
    island.census.get(round).map_or(&[], Vec::as_slice)
}

/// The species that alone has the most creatures after a round.
fn leader(island: &Island, round: usize) -> Option<Kind> {
    let counts = census(island, round);
    let most = counts.iter().max()?;
    let mut leaders = island.kinds().filter(|kind| counts.get(kind.index()) == Some(most));
    leaders.next().filter(|_| leaders.next().is_none())
}

/// Places in a list by size, the mean place for equals.
fn places(counts: &[u32]) -> Vec<f64> {
    let place = |count: &u32| {
        let less = counts.iter().filter(|other| *other < count).count();
        let equal = counts.iter().filter(|other| *other == count).count();
        less as f64 + (equal as f64 - 1.0) / 2.0
    };
    counts.iter().map(place).collect()
}

/// The correlation of Pearson; of places it is that of Spearman.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a - mean_a, b - mean_b);
        (ab, aa, bb) = (ab + a * b, aa + a * a, bb + b * b);
    }
    // Where all are equal there is nothing to remember.
    if aa > 0.0 && bb > 0.0 { ab / (aa * bb).sqrt() } else { f64::NAN }
}

/// How well the standings after round 8 foretell those at the end, among species that lived then.
fn memory(island: &Island, last: usize) -> f64 {
    let (then, now) = (census(island, 8), census(island, last));
    let lived = || (0..then.len().min(now.len())).filter(|index| then[*index] > 0);
    let of = |counts: &[u32]| places(&lived().map(|index| counts[index]).collect::<Vec<_>>());
    if last > 8 { correlation(&of(then), &of(now)) } else { f64::NAN }
}

/// The share of those species for which something is true.
fn share(species: impl Iterator<Item = Kind>, holds: impl Fn(Kind) -> bool) -> f64 {
    let (mut all, mut held) = (0, 0);
    for index in species {
        all += 1;
        held += u32::from(holds(index));
    }
    if all > 0 { f64::from(held) / f64::from(all) } else { f64::NAN }
}

/// Of the dead, those who starved, fell in fights and fell in tussles; and the rounds that all creatures
/// lived together.
fn deaths(island: &Island) -> ([f64; 3], f64) {
    let mut deaths = [0.0; 3];
    let mut lived = 0.0;
    for creature in &island.creatures {
        let until = creature.end.map_or(island.round, |end| end.round);
        lived += f64::from((until + 1).saturating_sub(creature.born.max(1)));
        let Some(end) = creature.end else { continue };
        deaths[match end.death {
            Death::Starved => 0,
            Death::Eaten(_) | Death::Killed(_) => 1,
            Death::Tussle => 2,
        }] += 1.0;
    }
    let dead: f64 = deaths.iter().sum();
    (deaths.map(|count| if dead > 0.0 { count / dead } else { f64::NAN }), lived)
}

/// Species alive and creatures of each diet, round by round.
fn by_round(island: &Island, last: usize, out: &mut Vec<f64>) {
    let living = |round: usize| census(island, round).iter().filter(|count| **count > 0).count();
    for round in 1..=ROUNDS {
        let share = living(round) as f64 / island.species.len() as f64;
        out.push(if round <= last { share } else { f64::NAN });
    }
    for diet in Diet::ALL {
        for round in 1..=ROUNDS {
            let counts = census(island, round).iter().zip(&island.species);
            let own = counts.filter(|(_, species)| species.diet == diet);
            let creatures: u32 = own.map(|(count, _)| *count).sum();
            out.push(if round <= last { f64::from(creatures) } else { f64::NAN });
        }
    }
}

/// A finished game under the eyes of those who count.
struct Finished<'a> {
    end: &'a Position,
    island: &'a Island,
    winners: &'a [Seat],
    /// The last round.
    last: usize,
    bots: &'a [&'a str],
}

impl Finished<'_> {
    /// Species alive after a round.
    fn living(&self, round: usize) -> f64 {
        census(self.island, round).iter().filter(|count| **count > 0).count() as f64
    }

    /// The species that these bots led.
    fn led_by(&self, names: &'static [&str]) -> impl Iterator<Item = Kind> {
        let led = move |index: &Kind| {
            let seat = self.island[*index].seat.index();
            names.contains(&self.bots.get(seat).copied().unwrap_or_default())
        };
        self.island.kinds().filter(led)
    }

    /// Wins of each diet against its share of the start, and whether all three live.
    fn diets(&self, out: &mut Vec<f64>) {
        let (island, winners) = (self.island, self.winners);
        let species = island.species.len() as f64;
        let diet_of = |seat: Seat| {
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
        out.push(f64::from(u8::from(Diet::ALL.into_iter().all(alive))));
    }

    /// Species extinct after some rounds and at the end, and the most lost in one round.
    fn extinctions(&self, out: &mut Vec<f64>) {
        let species = self.island.species.len() as f64;
        let extinct = |round: usize| 1.0 - self.living(round.min(self.last)) / species;
        out.extend([4, 8, 12].map(extinct));
        out.push(extinct(self.last));
        let lost = (2..=self.last).map(|round| {
            let before = self.living(round - 1);
            if before > 0.0 { (before - self.living(round)) / before } else { 0.0 }
        });
        out.push(lost.fold(0.0, f64::max));
    }

    /// Whether early leaders win, how well standings foretell the end, contenders, new leaders.
    fn leaders(&self, out: &mut Vec<f64>) {
        let (island, last) = (self.island, self.last);
        for round in LEADS {
            let leads = leader(island, round).filter(|_| round < last);
            // Of several leaders none is the one to beat.
            out.push(leads.map_or(f64::NAN, |leader| {
                f64::from(u8::from(self.winners.contains(&island[leader].seat)))
            }));
        }
        out.push(memory(island, last));
        let counts = census(island, 12.min(last));
        let all: f64 = counts.iter().map(|count| f64::from(*count)).sum();
        let squares: f64 =
            counts.iter().map(|count| (f64::from(*count) / all.max(1.0)).powi(2)).sum();
        out.push(if squares > 0.0 { 1.0 / squares } else { f64::NAN });
        let leads = (2..=last).filter(|round| {
            let now = leader(island, *round);
            now.is_some() && now != leader(island, round - 1)
        });
        out.push(leads.count() as f64);
    }

    /// Mean attack points at the end, whether the win is shared, and the winner's share of creatures.
    fn standings(&self, out: &mut Vec<f64>) {
        let strength: f64 = self.island.living().map(|creature| f64::from(creature.ap)).sum();
        let at_end = self.island.living().count() as f64;
        out.push(if at_end > 0.0 { strength / at_end } else { f64::NAN });
        out.push(f64::from(u8::from(self.winners.len() > 1)));
        let first = self.winners.first().map_or(0, |seat| self.end.creatures_of(*seat).count());
        out.push(if at_end > 0.0 { first as f64 / at_end } else { f64::NAN });
    }

    /// Of the species that chance gave their first gene, those alive after round 8, gene by gene.
    fn first_genes(&self, out: &mut Vec<f64>) {
        let island = self.island;
        let alive = |index: Kind| census(island, 8).get(index.index()).is_some_and(|c| *c > 0);
        for diet in Diet::ALL {
            let by_chance = || {
                let casual = self.led_by(&CASUAL);
                casual.filter(|index| island[*index].diet == diet && self.last >= 8)
            };
            out.push(share(by_chance(), alive));
            for gene in first_genes(diet) {
                let began = |index: &Kind| {
                    let founder = island.creature(island[*index].number.founder());
                    founder.is_some_and(|founder| founder.genes.has(gene))
                };
                out.push(share(by_chance().filter(began), alive));
            }
        }
    }
}

/// What one finished game yields: the figures of the balance study. PS-BAL-01, PS-BAL-02
pub struct Counted;

impl Measures<PostalSurvival> for Counted {
    type Tally = Tally;

    const WATCHED: bool = true;

    fn columns(game: &PostalSurvival) -> Vec<Column> {
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
        ];
        for round in LEADS {
            let name = format!("m6.leader.{round}");
            let column = Column::share(name, format!("the sole leader after round {round} wins"));
            columns.push(if round == 8 { column.within(0.25, 0.5) } else { column });
        }
        columns.extend([
            Column::number("m7.memory", "correlation of standings after round 8 and at the end")
                .within(0.4, 0.8),
            Column::number(
                "m8.contenders",
                "1 / sum of squared shares of creatures, after round 12",
            )
            .within((f64::from(game.setup().seats) / 8.0).min(4.0), f64::MAX),
            Column::number("m9.leads", "rounds with a new sole leader").within(2.0, f64::MAX),
            Column::share("m10.silent", "silent species that live at the end").within(0.05, 1.0),
            Column::number(
                "m10.skill",
                "skilled species that live at the end, for each silent one",
            )
            .per("m10.silent")
            .within(2.5, 8.0),
            Column::number("m12.capacity", "creatures after Winter for each player, last year")
                .within(0.4, 1.5),
            Column::number("m13.fights", "fights for each creature and round").within(0.05, 0.3),
            Column::number("m13.strength", "mean Attack Points at the end").within(2.0, 4.0),
            Column::share("m14.shared", "the win is shared").within(0.0, 0.15),
            Column::share("m14.share", "the winner's share of all creatures").within(0.1, 0.4),
            Column::share("m15.plants", "of the meals that grow in a year, those eaten")
                .within(0.5, 0.9),
        ]);
        for diet in Diet::ALL {
            let whole = format!("m11.{diet}s");
            let about = format!("{diet}s alive after round 8, of those with a gene by chance");
            columns.push(Column::share(&whole, about));
            for gene in first_genes(diet) {
                let code = gene.name().to_lowercase().replace(' ', "-");
                let about = format!("{diet}s that began with {gene}, against all {diet}s");
                let column = Column::number(format!("{whole}.{code}"), about);
                columns.push(column.per(&whole).jointly_within(0.7, 1.5));
            }
        }
        for round in 1..=ROUNDS {
            let about = format!("species alive after round {round}");
            columns.push(Column::share(format!("alive.{round}"), about));
        }
        for diet in Diet::ALL {
            for round in 1..=ROUNDS {
                let about = format!("{diet}s after round {round}");
                columns.push(Column::number(format!("{diet}s.{round}"), about));
            }
        }
        columns
    }

    fn watch(_: &PostalSurvival, now: &Position, log: &Log<Event>, tally: &mut Tally) {
        if now.island.round == tally.round {
            return;
        }
        tally.round = now.island.round;
        let fought =
            log.entries().iter().filter(|entry| matches!(entry.event, Event::Fought { .. }));
        tally.fights += fought.count().fit::<u32>();
        if tally.round.is_multiple_of(4) {
            let grown: i32 = now.island.most.iter().map(|meals| i32::from(*meals)).sum();
            let left: i32 = now.island.meals.iter().map(|meals| i32::from((*meals).max(0))).sum();
            tally.eaten.push(f64::from(grown - left) / f64::from(grown.max(1)));
        }
    }

    fn measure(
        game: &PostalSurvival,
        end: &Position,
        bots: &[&str],
        tally: &Tally,
        out: &mut Vec<f64>,
    ) {
        let winners = end.over.as_ref().map_or(&[][..], |over| over.winners.as_slice());
        let last = usize::from(end.island.round);
        let finished = Finished { end, island: &end.island, winners, last, bots };
        out.push(last as f64);
        finished.diets(out);
        finished.extinctions(out);
        let (deaths, lived) = deaths(&end.island);
        out.extend(deaths);
        finished.leaders(out);
        out.push(share(finished.led_by(&["default"]), |index| end.island.lives(index)));
        out.push(share(finished.led_by(&SKILLED), |index| end.island.lives(index)));
        let creatures: u32 = census(&end.island, last / 4 * 4).iter().sum();
        out.push(f64::from(creatures) / f64::from(game.setup().seats));
        out.push(f64::from(tally.fights) / lived.max(1.0));
        finished.standings(out);
        let years = tally.eaten.len() as f64;
        out.push(if years > 0.0 { tally.eaten.iter().sum::<f64>() / years } else { f64::NAN });
        finished.first_genes(out);
        by_round(&end.island, last, out);
    }

    fn stride(
        game: &PostalSurvival,
        position: &mut Position,
        bots: &[&str],
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> u32 {
        let simple = |bot: &&str| SKILLED.contains(bot) || CASUAL.contains(bot);
        if position.phase != Phase::Orders || !bots.iter().all(simple) {
            return 0;
        }
        let seats = Seat::first(game.setup().seats);
        let decisions = seats.filter(|seat| position.awaits(*seat)).count().fit::<u32>();
        let round = position.island.coming();
        let outlook = OnceCell::new();
        for species in position.island.kinds() {
            let seat = position.island[species].seat.index();
            if !position.island.lives(species) {
                continue;
            }
            let bot = bots.get(seat).copied().unwrap_or("default");
            if SKILLED.contains(&bot) {
                let outlook = outlook.get_or_init(|| Outlook::new(&position.island));
                position.sheets[species.index()] = outlook.orders(game.rulings(), species);
            } else if bot != "default" {
                let sheet = &mut position.sheets[species.index()];
                if round > 1 {
                    sheet.tell(Who::All, &Telling::moving(Move::Forage));
                }
                if bot == "fierce" {
                    sheet.tell(Who::All, &Telling::acting(Mode::Aggressive));
                }
            }
        }
        let done = crate::Line::Done.into();
        let waiting: Vec<Seat> =
            Seat::first(game.setup().seats).filter(|seat| position.awaits(*seat)).collect();
        for seat in waiting {
            game.apply(position, seat, &done, dice, log);
        }
        decisions
    }
}
