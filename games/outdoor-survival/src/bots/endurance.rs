//! Endurance: what days on the way and days of rest do to a person by the charts of his role, and
//! how far he gets as he weakens. Foresight for bots; the rules themselves are in `needs.rs`.

use crate::Outfit;
use crate::edition::components::{Ability, LEVELS, Mode, Need, Needs, Start};
use crate::edition::scenarios::RoleId;
use crate::land::Hex;
use crate::rules::reach::Stop;
use terrain::Fit;

/// Steps of water and of food that a person has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Condition {
    /// Water steps lost.
    pub dry: u8,
    /// Food steps lost.
    pub hungry: u8,
}

/// How a day feeds somebody: three ways for water times three for food.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fed(pub u8);

const MISSED: u8 = 0;
/// Met on the way, or on a base.
const PASSED: u8 = 1;
/// Met where the day ends.
const CAMPED: u8 = 2;

impl Fed {
    /// Every way, in order.
    pub const ALL: [Fed; 9] =
        [Fed(0), Fed(1), Fed(2), Fed(3), Fed(4), Fed(5), Fed(6), Fed(7), Fed(8)];
}

/// Tenths of a point that a day's travel gains towards a goal on average, detours to water
/// included, by allowance, for each kind of Direction Ability result. Measured in LOST; the last
/// two are as much better as their turns make them.
const GAINS: [[u16; 7]; 5] = [
    [0, 0, 2, 4, 5, 8, 16],     // random start, no turn
    [0, 0, 3, 8, 15, 25, 35],   // random start, turns
    [0, 2, 6, 16, 24, 35, 40],  // own choice, no turn
    [0, 3, 9, 20, 30, 41, 48],  // own choice, one turn
    [0, 4, 11, 22, 33, 44, 52], // own choice, two turns or more
];

fn gain(ability: &Ability, allowance: u8) -> u16 {
    let kind = match (ability.start, ability.turns.count()) {
        (Start::Random, Some(0)) => 0,
        (Start::Random, _) => 1,
        (Start::Choice, Some(0)) => 2,
        (Start::Choice, Some(1)) => 3,
        (Start::Choice, _) => 4,
    };
    match GAINS[kind].get(usize::from(allowance)) {
        Some(gain) => *gain,
        None => GAINS[kind][6] * u16::from(allowance) / 6,
    }
}

/// What a role can bear.
pub(crate) struct Endurance {
    needs: Option<usize>,
    /// Levels lost with so many water steps lost; one entry for those who need none.
    thirst: Vec<u8>,
    /// The same for food.
    hunger: Vec<u8>,
    /// Tenths of a point that a day gains, at every level.
    gains: [u16; LEVELS],
    /// The first level at which the person's part is over.
    finished: u8,
    /// Whether each hex is a source of water and of food.
    sources: Vec<[bool; 2]>,
}

impl Endurance {
    /// What this role can bear, alone or escorting.
    pub fn of(set: &Outfit, role: RoleId, escorting: bool) -> Endurance {
        let role = &set.scenario.roles[role.index()];
        let needs = role.needs_escorting.filter(|_| escorting).or(role.needs);
        let chart = needs.map(|chart| &set.scenario.needs[chart]);
        let faces = role.direction.map(|chart| &set.scenario.directions[chart].faces);
        let mean = |allowance: u8| match faces {
            Some(faces) => faces.iter().map(|face| gain(face, allowance)).sum::<u16>() / 6,
            None => 0,
        };
        let immobile = role.allowances.iter().position(|points| *points == 0);
        let immobile = immobile.unwrap_or(LEVELS).fit::<u8>();
        let row = |row: &[u8], need: fn(&Needs) -> &Need| {
            let wears = chart.is_some_and(|chart| {
                role.tracks && matches!(need(chart).mode, Mode::End | Mode::Pass)
            });
            let mut lost = vec![0u8];
            for trigger in row.iter().filter(|_| wears) {
                lost.push(lost[lost.len() - 1].saturating_add(*trigger));
            }
            lost
        };
        let thirst = row(&set.scenario.rows.water, |chart| &chart.water);
        let hunger = row(&set.scenario.rows.food, |chart| &chart.food);
        let wears = [thirst.len() > 1, hunger.len() > 1];
        let sources = set.board.extent().map(|cell| match chart {
            Some(chart) => [
                wears[0] && set.serves(&chart.water, cell),
                wears[1] && set.serves(&chart.food, cell),
            ],
            None => [false; 2],
        });
        Endurance {
            needs,
            sources: sources.collect(),
            thirst,
            hunger,
            gains: role.allowances.map(mean),
            finished: role.quit_level.unwrap_or(immobile).min(immobile),
        }
    }

    /// The number of different states of dryness and of hunger.
    pub fn extent(&self) -> (usize, usize) {
        (self.thirst.len(), self.hunger.len())
    }

    /// A person's condition as this role feels it.
    pub fn felt(&self, condition: Condition) -> Condition {
        Condition {
            dry: condition.dry.min(self.thirst.len().fit::<u8>() - 1),
            hungry: condition.hungry.min(self.hunger.len().fit::<u8>() - 1),
        }
    }

    /// Levels lost by somebody who is otherwise well.
    pub fn level(&self, condition: Condition) -> u8 {
        let felt = self.felt(condition);
        self.thirst[usize::from(felt.dry)].saturating_add(self.hunger[usize::from(felt.hungry)])
    }

    /// Whether somebody in this condition is done for.
    pub fn is_finished(&self, condition: Condition) -> bool {
        self.level(condition) >= self.finished
    }

    /// Levels that somebody in this condition can still lose.
    pub fn to_spare(&self, condition: Condition) -> u8 {
        self.finished.saturating_sub(self.level(condition))
    }

    /// Tenths of a point that the next day gains.
    pub fn gain(&self, condition: Condition) -> u16 {
        self.gains[(usize::from(self.level(condition))).min(LEVELS - 1)]
    }

    /// The condition after so many days without water or without food.
    pub fn worn(&self, condition: Condition, dry: u8, hungry: u8) -> Condition {
        let felt = |now: u8, days: u8, states: usize| match states {
            1 => 0,
            _ => now.saturating_add(days),
        };
        Condition {
            dry: felt(condition.dry, dry, self.thirst.len()),
            hungry: felt(condition.hungry, hungry, self.hunger.len()),
        }
    }

    /// The charts of water and food, if the role has needs.
    fn charts<'a>(&self, set: &'a Outfit) -> Option<[&'a Need; 2]> {
        self.needs.map(|chart| {
            let chart = &set.scenario.needs[chart];
            [&chart.water, &chart.food]
        })
    }

    /// Whether a hex is a source of water and of food.
    pub fn sources(&self, cell: Hex) -> [bool; 2] {
        self.sources[cell.index()]
    }

    /// Whether water and food are met by passing a source.
    pub fn in_passing(&self, set: &Outfit) -> [bool; 2] {
        self.charts(set).map_or([false; 2], |charts| charts.map(|need| need.mode == Mode::Pass))
    }

    /// The condition at the end of a day's travel that ends like this.
    pub fn after_travel(
        &self,
        set: &Outfit,
        before: Condition,
        stop: &Stop,
        outpost: bool,
    ) -> Condition {
        match outpost && self.needs.is_some() {
            true => Condition::default(),
            false => self.after_day(set, before, self.fed(set, stop)),
        }
    }

    /// How a day's travel that ends like this feeds somebody.
    pub fn fed(&self, set: &Outfit, stop: &Stop) -> Fed {
        let Some(charts) = self.charts(set) else { return Fed::ALL[0] };
        let here = self.sources(stop.at);
        let one = |which: usize, passed: bool| match here[which] || passed {
            true if charts[which].source(set.board.offers(stop.at)) => CAMPED,
            true => PASSED,
            false => MISSED,
        };
        Fed(one(0, stop.water) * 3 + one(1, stop.food))
    }

    /// The condition at the end of a day's travel that fed somebody so.
    pub fn after_day(&self, set: &Outfit, before: Condition, Fed(fed): Fed) -> Condition {
        let Some([water, food]) = self.charts(set) else { return before };
        let one = |need: &Need, met: u8, lost: u8| match met {
            MISSED => lost.saturating_add(1),
            PASSED => lost.saturating_sub(need.on_met),
            _ => lost.saturating_sub(need.on_met).saturating_sub(need.on_end),
        };
        let worn = Condition {
            dry: one(water, fed / 3, before.dry),
            hungry: one(food, fed % 3, before.hungry),
        };
        self.worn(worn, 0, 0)
    }

    /// Stay days after which rest brings the same again.
    pub fn stay_period(&self, set: &Outfit) -> u8 {
        let every = self.charts(set).map_or([1; 2], |charts| charts.map(|need| need.every));
        let bases = if set.switches.bases_supply { 2 } else { 1 };
        every[0].max(every[1]).max(bases)
    }

    /// The condition after a day without a move on a hex, the day of this number since one came
    /// there.
    pub fn after_stay(&self, set: &Outfit, before: Condition, cell: Hex, day: u8) -> Condition {
        let Some(charts) = self.charts(set) else { return before };
        let here = self.sources(cell);
        let one = |which: usize, lost: u8| {
            let need = charts[which];
            let (every, steps) = match need.source(set.board.offers(cell)) {
                true => (need.every, need.steps),
                // OS-BASE-03, OS-BASE-04, OS-BASE-05
                false => (2, 1),
            };
            let brought = if every > 0 && day.is_multiple_of(every) { steps } else { 0 };
            match here[which] {
                true => lost.saturating_sub(need.on_met).saturating_sub(brought),
                false => lost.saturating_add(1),
            }
        };
        self.worn(Condition { dry: one(0, before.dry), hungry: one(1, before.hungry) }, 0, 0)
    }

    /// A rest on a hex: the days until it brings something, counted from so many stay days, and the
    /// condition then. `None` if rest there brings nothing.
    pub fn after_rest(
        &self,
        set: &Outfit,
        before: Condition,
        cell: Hex,
        stay_days: Option<u8>,
    ) -> Option<(u8, Condition)> {
        let charts = self.charts(set)?;
        let here = self.sources(cell);
        let stayed = stay_days.unwrap_or(0);
        let brings = |which: usize, lost: u8| {
            let need = charts[which];
            let (every, steps) = match need.source(set.board.offers(cell)) {
                true => (need.every, need.steps),
                // OS-BASE-03, OS-BASE-04, OS-BASE-05
                false => (2, 1),
            };
            (here[which] && every > 0 && steps > 0 && lost > 0)
                .then(|| (every - stayed % every, steps))
        };
        let rests = [brings(0, before.dry), brings(1, before.hungry)];
        let days = rests.iter().flatten().map(|(days, _)| *days).min()?;
        let after = |which: usize, lost: u8| match rests[which] {
            Some((due, steps)) if due <= days => lost.saturating_sub(steps),
            _ if here[which] => lost,
            _ => lost.saturating_add(days),
        };
        let rested = Condition { dry: after(0, before.dry), hungry: after(1, before.hungry) };
        Some((days, self.worn(rested, 0, 0)))
    }
}
