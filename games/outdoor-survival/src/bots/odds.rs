//! Odds: the chance of somebody who walks alone to get off the board, from every hex in every
//! condition, if every day is spent as well as can be.
//!
//! Nobody crosses his way, so a day is a roll, a choice of where to end, and what that does to
//! water and food. All of it follows from board and charts, and is worked out backwards from the
//! edge, once for a set-up. Foresight for bots; the rules themselves are elsewhere.

use crate::Outfit;
use crate::bots::endurance::{Condition, Endurance, Fed};
use crate::edition::components::{Ability, Start};
use crate::edition::scenarios::RoleId;
use crate::land::{Edges, Hex};
use crate::position::{Journey, Phase, Position};
use crate::rules::reach::{Ends, Met, Stop};
use terrain::{Fit, Side};

/// What getting off a day later is worth of getting off today, when nobody else is there.
const AT_EASE: f32 = 0.997;
/// The same when others are there, who may be the sooner: about the share of days on which none of
/// them arrives.
const IN_A_HURRY: f32 = 0.875;
/// Changes of a chance that are too small to matter.
const SETTLED: f32 = 0.0005;
/// Sweeps over the board after which the odds are as good as they get.
const MOST_SWEEPS: u32 = 32;

/// Chances to get off over some edges, for one role.
pub(crate) struct Odds {
    endurance: Endurance,
    /// What a day is worth of the day before.
    patience: f32,
    /// Stay days that are told apart: food may come with every second day of rest.
    stays: usize,
    /// States of a person: every condition, and to walk no more.
    states: usize,
    /// By hex, stay days and state.
    chances: Vec<f32>,
}

/// A roll on one hex with one allowance.
struct Roll {
    likely: f32,
    /// Whether it leads off the board.
    off: bool,
    /// Where it can end, from here in the list of ends to there.
    ends: (u32, u32),
}

/// All that can be rolled with one allowance.
struct Rolls {
    allowance: u8,
    rolls: Vec<Roll>,
    /// Where the chances of every end begin, and how the day feeds.
    ends: Vec<(u32, Fed)>,
    /// On every hex there are as many rolls.
    on_a_hex: usize,
}

/// A condition to walk in: the rolls of its pace, and what each way to feed makes of it.
struct Walker<'a> {
    now: Condition,
    rolls: &'a Rolls,
    after: [u32; Fed::ALL.len()],
}

impl Odds {
    /// Works out the odds over these edges; of the position only the cast counts.
    pub fn new(set: &Outfit, position: &Position, role: RoleId, edges: Edges) -> Odds {
        let endurance = Endurance::of(set, role, set.scenario.roles[role.index()].needs_charge);
        let stays = usize::from(endurance.stay_period(set));
        let (dry, hungry) = endurance.extent();
        let states = dry * hungry + 1;
        let chances = vec![0.0; set.board.hexes.len() * stays * states];
        let patience = if set.setup.seats > 1 { IN_A_HURRY } else { AT_EASE };
        let mut odds = Odds { endurance, patience, stays, states, chances };
        let mut paces: Vec<u8> = set.scenario.roles[role.index()].allowances.to_vec();
        paces.sort_unstable();
        paces.dedup();
        let mut walker = position.clone();
        let rolls = paces.iter().filter(|pace| **pace > 0).map(|pace| {
            let faces = set.scenario.roles[role.index()].direction;
            let faces = faces.map_or(&[][..], |chart| &set.scenario.directions[chart].faces);
            odds.rolls(set, &mut walker, faces, edges, *pace)
        });
        let rolls: Vec<Rolls> = rolls.collect();
        odds.settle(set, role, edges, &rolls);
        odds
    }

    /// All that can be rolled with this allowance, hex by hex.
    fn rolls(
        &self,
        set: &Outfit,
        walker: &mut Position,
        faces: &[Ability],
        edges: Edges,
        allowance: u8,
    ) -> Rolls {
        let passing = self.endurance.in_passing(set);
        let meets = |cell| {
            let sources = self.endurance.sources(cell);
            Met { water: passing[0] && sources[0], food: passing[1] && sources[1], goal: false }
        };
        let kinds = kinds(faces);
        let mut all =
            Rolls { allowance, rolls: Vec::new(), ends: Vec::new(), on_a_hex: kinds.len() };
        let mut ends = Ends::default();
        let acting = walker.acting;
        walker.phase = Phase::Move;
        for cell in set.board.extent() {
            (walker.persons[acting].at, walker.persons[acting].rate) = (cell, false);
            for (face, way, likely) in &kinds {
                walker.journey = Journey {
                    allowance,
                    points: allowance,
                    start: face.start,
                    turns: face.turns,
                    may_stay: face.may_stay,
                    way: *way,
                    ..Journey::NONE
                };
                walker.journey.path[0] = cell;
                walker.journey.off_board = way.is_some_and(|way| set.runs_off(walker, way));
                set.ends(walker, edges, meets, &mut ends);
                let (off, first) = (ends.off().is_some(), all.ends.len().fit::<u32>());
                if !off {
                    let fed = |stop: &Stop| {
                        (self.place(stop.at, 0).fit::<u32>(), self.endurance.fed(set, stop))
                    };
                    all.ends.extend(ends.stops().iter().map(fed));
                }
                let last = all.ends.len().fit::<u32>();
                all.rolls.push(Roll { likely: *likely, off, ends: (first, last) });
            }
        }
        all
    }

    /// Improves the chances until they change no more, from the edge back. A walk makes hungrier
    /// and a rest does not, so the conditions are taken in turns from either end.
    fn settle(&mut self, set: &Outfit, role: RoleId, edges: Edges, rolls: &[Rolls]) {
        let (dry, hungry) = self.endurance.extent();
        let off = set.board.way_off(edges);
        let mut outward: Vec<Hex> = set.board.extent().collect();
        outward.sort_by_key(|cell| off[cell.index()]);
        let mut walkers = Vec::new();
        for (hungry, dry) in
            (0..hungry.fit::<u8>()).flat_map(|h| (0..dry.fit::<u8>()).map(move |d| (h, d)))
        {
            let now = Condition { dry, hungry };
            let pace = set.scenario.roles[role.index()]
                .allowances
                .get(usize::from(self.endurance.level(now)));
            let rolls = rolls.iter().find(|rolls| Some(&rolls.allowance) == pace);
            if let Some(rolls) = rolls.filter(|_| !self.endurance.is_finished(now)) {
                let after = Fed::ALL.map(|fed| self.state(self.endurance.after_day(set, now, fed)));
                walkers.push(Walker { now, rolls, after });
            }
        }
        for _ in 0..MOST_SWEEPS {
            walkers.reverse();
            let mut change = 0.0f32;
            for cell in outward.iter().copied() {
                for walker in &walkers {
                    let go = self.setting_out(cell, walker);
                    for stay in (0..self.stays).rev() {
                        let best = go.max(self.resting(set, cell, walker.now, stay));
                        let place = self.place(cell, stay) + self.state(walker.now).fit::<usize>();
                        change = change.max((best - self.chances[place]).abs());
                        self.chances[place] = best;
                    }
                }
            }
            if change < SETTLED {
                break;
            }
        }
    }

    /// The chance of somebody who sets out from this hex.
    fn setting_out(&self, cell: Hex, walker: &Walker<'_>) -> f32 {
        let Rolls { rolls, ends, on_a_hex, .. } = walker.rolls;
        let rolls = &rolls[cell.index() * on_a_hex..][..*on_a_hex];
        let best = |roll: &Roll| match roll.off {
            true => 1.0,
            false => {
                let ends = &ends[roll.ends.0.fit::<usize>()..roll.ends.1.fit::<usize>()];
                let chance = |(to, fed): &(u32, Fed)| {
                    self.chances[(to + walker.after[usize::from(fed.0)]) as usize]
                };
                ends.iter().map(chance).fold(0.0, f32::max)
            }
        };
        self.patience * rolls.iter().map(|roll| roll.likely * best(roll)).sum::<f32>()
    }

    /// The chance of somebody who spends the day on this hex, so many days after he came; none
    /// where that brings nothing.
    fn resting(&self, set: &Outfit, cell: Hex, now: Condition, stay: usize) -> f32 {
        if self.endurance.sources(cell) == [false; 2] {
            return 0.0;
        }
        let then = self.endurance.after_stay(set, now, cell, stay.fit::<u8>() + 1);
        self.patience * self.at(cell, (stay + 1) % self.stays, then)
    }

    fn state(&self, condition: Condition) -> u32 {
        let (dry, hungry) = self.endurance.extent();
        let over = usize::from(condition.dry) >= dry || usize::from(condition.hungry) >= hungry;
        match over || self.endurance.is_finished(condition) {
            true => self.states.fit::<u32>() - 1,
            false => u32::from(condition.dry) * hungry.fit::<u32>() + u32::from(condition.hungry),
        }
    }

    fn place(&self, cell: Hex, stay: usize) -> usize {
        (cell.index() * self.stays + stay) * self.states
    }

    fn at(&self, cell: Hex, stay: usize, now: Condition) -> f32 {
        self.chances[self.place(cell, stay) + self.state(now).fit::<usize>()]
    }

    /// This condition, or a hungrier one if somebody is weaker than it makes him.
    pub fn as_weak_as(&self, level: u8, now: Condition) -> Condition {
        let hungrier = (now.hungry..self.endurance.extent().1.fit::<u8>())
            .map(|hungry| Condition { hungry, ..now })
            .find(|condition| self.endurance.level(*condition) >= level);
        hungrier.unwrap_or(now)
    }

    /// The chance of somebody who was in this condition before a day that ends like this.
    pub fn after(&self, set: &Outfit, stop: &Stop, before: Condition) -> f32 {
        let then = self.endurance.after_day(set, before, self.endurance.fed(set, stop));
        self.at(stop.at, 0, then)
    }

    /// The chance of somebody who begins a day on this hex, so many days after he came.
    pub fn chance(&self, cell: Hex, now: Condition, stay_days: Option<u8>) -> f32 {
        self.at(cell, self.stay(stay_days), now)
    }

    /// Whether a day of rest on this hex is at least as good as going on.
    pub fn rests(&self, set: &Outfit, cell: Hex, now: Condition, stay_days: Option<u8>) -> bool {
        let rest = self.resting(set, cell, now, self.stay(stay_days));
        rest > 0.0 && rest >= self.chance(cell, now, stay_days)
    }

    fn stay(&self, stay_days: Option<u8>) -> usize {
        stay_days.map_or(0, |days| usize::from(days) % self.stays)
    }
}

/// Every different roll of a chart: the face, the random direction if there is one, and how likely
/// it is.
fn kinds(faces: &[Ability]) -> Vec<(Ability, Option<Side>, f32)> {
    let mut kinds: Vec<(Ability, Option<Side>, f32)> = Vec::new();
    for face in faces {
        let ways: &[Option<Side>] = match face.start {
            Start::Choice => &[None],
            Start::Random => &Side::ALL.map(Some),
        };
        let likely = 1.0 / (faces.len() * ways.len()) as f32;
        for way in ways.iter().copied() {
            match kinds.iter_mut().find(|(other, to, _)| (*other, *to) == (*face, way)) {
                Some((_, _, sum)) => *sum += likely,
                None => kinds.push((*face, way, likely)),
            }
        }
    }
    kinds
}
