//! Necessities: whether the day's water and food were met, and what was recovered.

use crate::Outfit;
use crate::edition::components::{Mode, Need, Terrain};
use crate::event::{Event, Supply};
use crate::land::Hex;
use crate::position::{Fate, Phase, Position, Who, letter};
use crate::rules::Play;
use crate::rules::life::{Change, Counter};
use terrain::Fit;

/// What the day did for one need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day {
    pub supply: Supply,
    /// Blocks to the right (positive) or left.
    pub shift: i16,
}

/// How somebody's day ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DayEnd {
    pub here: Hex,
    /// The block of the need that is judged.
    pub block: u8,
    /// Days on this hex without a move.
    pub stay_days: Option<u8>,
    /// An own outpost stands here.
    pub outpost: bool,
}

impl Outfit {
    /// Whether a hex serves this need of this person: a source of the chart, or a base as supply
    /// (OS-NEED-01, OS-WATER-03, OS-BASE-01, OS-BASE-02). It may serve both needs and anybody
    /// (OS-NEED-08, OS-NEED-09).
    pub(crate) fn serves(&self, need: &Need, cell: Hex) -> bool {
        need.source(self.board.offers(cell)) || self.base_serves(cell)
    }

    /// Bases serve under the option only (OS-SET-07, OS-BASE-01).
    fn base_serves(&self, cell: Hex) -> bool {
        self.switches.bases_supply && self.board.land(cell).base.is_some()
    }

    /// Judges one need of one person whose turn has ended here, each need by itself (OS-REC-09).
    /// What is recovered is not asked for (OS-REC-01, OS-REC-08).
    pub(crate) fn judge_need(&self, p: &Position, person: Who, need: &Need, which: usize) -> Day {
        let who = &p.persons[person];
        let end = DayEnd {
            here: who.at,
            block: if which == 0 { who.water } else { who.food },
            stay_days: who.stay_days,
            outpost: self.own_outpost(p, person, who.at),
        };
        // OS-OUTP-04
        let passed = || {
            let mut hexes = p.journey.entered().iter();
            hexes.any(|cell| self.serves(need, *cell) || self.own_outpost(p, person, *cell))
        };
        self.day_of(need, which, end, passed, || self.shared(p, person, which))
    }

    /// What a day that ends so does for one need; `passed` says whether a source was entered on the way,
    /// `shared` whether somebody else here has met it.
    pub(crate) fn day_of(
        &self,
        need: &Need,
        which: usize,
        end: DayEnd,
        passed: impl FnOnce() -> bool,
        shared: impl FnOnce() -> bool,
    ) -> Day {
        let here = end.here;
        if need.mode == Mode::None {
            return Day { supply: Supply::NoNeed, shift: 0 };
        }
        if end.outpost {
            // OS-OUTP-03
            return Day { supply: Supply::Outpost, shift: 1 - i16::from(end.block) };
        }
        let source = need.source(self.board.offers(here));
        let base = self.base_serves(here);
        let supply = match need.mode {
            // OS-NEED-07
            Mode::Always => Supply::EveryDay,
            // OS-NEED-04
            Mode::End | Mode::Pass if source || base => Supply::Here,
            // OS-NEED-05, OS-NEED-06
            Mode::Pass if passed() => Supply::Passing,
            _ if shared() => Supply::Shared,
            _ => Supply::None,
        };
        // OS-WATER-01
        if !supply.met() {
            let desert = self.board.land(here).terrain == Terrain::Desert;
            // OS-VAR-05
            let sun = need.desert_extra.max(u8::from(self.switches.desert_sun && which == 0));
            return Day { supply, shift: 1 + if desert { i16::from(sun) } else { 0 } };
        }
        let resting = match end.stay_days {
            // OS-REC-03, OS-REC-06
            None | Some(0) => {
                if source {
                    need.on_end
                } else {
                    0
                }
            }
            // OS-REC-02
            Some(days) => {
                let every = |of: u8, steps: u8| if of > 0 && days % of == 0 { steps } else { 0 };
                let chart = if source { every(need.every, need.steps) } else { 0 };
                // OS-BASE-03, OS-BASE-04, OS-BASE-05
                chart.max(if base { every(2, 1) } else { 0 })
            }
        };
        // OS-WATER-02, OS-REC-07
        Day { supply, shift: -i16::from(need.on_met + resting) }
    }

    /// OS-VAR-07: somebody of the same side in this hex met the need today.
    fn shared(&self, p: &Position, person: Who, which: usize) -> bool {
        let here = p.persons[person].at;
        let side = self.team(person);
        self.scenario.share_needs
            && self.everyone().any(|other| {
                let who = &p.persons[other];
                other != person
                    && who.fate == Fate::Active
                    && who.at == here
                    && self.team(other) == side
                    && who.met[which] == p.day
            })
    }
}

impl Play<'_> {
    /// T5: the needs of the acting person and of everybody with him (OS-SEQ-04, OS-RESC-15).
    pub(crate) fn needs_step(&mut self) {
        let acting = self.p.acting;
        self.p.phase = Phase::Encounter;
        // OS-ENC-18: the day is theirs too, also if he does not live to see it.
        let party = self.set.party(self.p, acting);
        self.needs_of(acting, !party.is_empty());
        for charge in party.members() {
            self.p.persons[charge].stay_days = self.p.persons[acting].stay_days;
            self.needs_of(charge, false);
        }
        self.judge_now();
    }

    fn needs_of(&mut self, person: Who, escorting: bool) {
        let set = self.set;
        let role = set.role(person);
        let chart = match role.needs_escorting {
            Some(chart) if escorting => Some(chart),
            _ => role.needs,
        };
        let Some(chart) = chart else {
            return;
        };
        let chart = &set.scenario.needs[chart];
        let water = set.judge_need(self.p, person, &chart.water, 0);
        let food = set.judge_need(self.p, person, &chart.food, 1);
        let day = self.p.day;
        let who = &mut self.p.persons[person];
        let before = (who.water, who.food);
        let mut change = Change::default();
        Counter::Water.shift(who, &set.scenario.rows, water.shift, &mut change);
        Counter::Food.shift(who, &set.scenario.rows, food.shift, &mut change);
        for (which, need) in [water, food].into_iter().enumerate() {
            if need.supply.met() {
                who.met[which] = day;
            }
        }
        who.tally.dry = who.tally.dry.saturating_add(u8::from(!water.supply.met()));
        who.tally.hungry = who.tally.hungry.saturating_add(u8::from(!food.supply.met()));
        let after = (who.water, who.food);
        let (moved, best) = (change.moves(who), letter(who.peak));
        let hex = set.hex_name(who.at);
        self.tell_of(
            person,
            Event::Needs {
                person: person.number(),
                hex,
                supply: [water.supply, food.supply],
                water: [before.0, after.0],
                food: [before.1, after.1],
                lost: change.lost.clamp(-99, 99).fit::<i8>(),
                moved,
                best,
            },
        );
        self.change_level(person, change);
    }
}
