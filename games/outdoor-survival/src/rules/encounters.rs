//! Wilderness encounters: the optional end of a turn.

use crate::edition::components::{Column, LEVELS};
use crate::edition::options::Encounters;
use crate::event::Event;
use crate::position::{Fate, Phase, Who, letter};
use crate::rules::Play;
use crate::rules::life::{Change, Counter};
use terrain::Fit;

impl Play<'_> {
    /// T7: one die; on 5 or 6 there is an encounter (OS-ENC-02, OS-ENC-03), moved or not
    /// (OS-SEQ-07), and wherever one is (OS-ENC-07). Animals have no chart (OS-ENC-17).
    pub(crate) fn encounter_step(&mut self) {
        let acting = self.p.acting;
        let role = self.set.role(acting);
        self.p.phase = Phase::End;
        if self.set.switches.encounters == Encounters::Off
            || role.encounters.is_none()
            || self.p.actor().fate != Fate::Active
        {
            return;
        }
        let die = self.person_die("encounter", 6);
        self.tell(Event::EncounterDie { person: acting.number(), die });
        if die < 5 {
            return;
        }
        match self.set.switches.encounters {
            // OS-AUTO-01
            Encounters::Chosen if self.p.actor().player().is_none() => {
                self.encounter(Column::Natural, None)
            }
            Encounters::Chosen => self.p.phase = Phase::Column,
            // OS-ENC-05
            _ => {
                let die = self.person_die("column", 6);
                let column = match die {
                    1 => Column::Natural,
                    2 | 3 => Column::Animal,
                    _ => Column::Personal,
                };
                self.encounter(column, Some(die));
            }
        }
    }

    /// The column, by choice or by this die; the row die (OS-ENC-06), and its result for the person and everyone with him, at once
    /// (OS-ENC-18); then the turn ends (OS-ENC-16).
    pub(crate) fn encounter(&mut self, column: Column, die: Option<u8>) {
        let set = self.set;
        let acting = self.p.acting;
        self.p.phase = Phase::End;
        let Some(chart) = set.role(acting).encounters else {
            return;
        };
        let automatic = die.is_none() && self.p.actor().player().is_none();
        self.tell(Event::Column { person: acting.number(), column, die, automatic });
        let row = self.person_die("row", 6);
        self.tell(Event::Encounter {
            person: acting.number(),
            chart: chart.fit::<u8>(),
            column,
            row,
        });
        // Who walked with him walked with him, also if he does not live to see it.
        let party = set.party(self.p, acting);
        self.meet(acting, chart, column, row);
        for charge in party.members() {
            self.meet(charge, chart, column, row);
        }
        self.judge_now();
    }

    /// One result as one change (OS-ENC-12): counters block by block (OS-ENC-08, OS-ENC-11,
    /// OS-PEAK-06), the level by its own words alone (OS-ENC-09, OS-ENC-10), which may be the end
    /// (OS-ENC-13).
    fn meet(&mut self, person: Who, chart: usize, column: Column, row: u8) {
        let set = self.set;
        let effect = &set.scenario.encounters[chart].columns[column as usize][usize::from(row) - 1];
        let who = &mut self.p.persons[person];
        let before = (who.water, who.food);
        let mut change = Change { lost: -i16::from(effect.life), off_row: None };
        Counter::Water.shift(who, &set.scenario.rows, -i16::from(effect.water), &mut change);
        Counter::Food.shift(who, &set.scenario.rows, -i16::from(effect.food), &mut change);
        who.tally.encounters = who.tally.encounters.saturating_add(1);
        for (sum, part) in who.tally.effect.iter_mut().zip([effect.water, effect.food, effect.life])
        {
            *sum = sum.saturating_add(part);
        }
        // OS-SET-09, OS-PEAK-01: only words move it (OS-PEAK-03, OS-PEAK-04), and never back
        // (OS-PEAK-05)
        if set.switches.life_level_counter {
            if effect.life < 0 {
                who.peak = (who.peak + effect.life.unsigned_abs()).min(LEVELS.fit::<u8>() - 1);
            } else if set.switches.peak_heals {
                who.peak = who.peak.saturating_sub(effect.life.fit::<u8>());
            }
        }
        let after = (who.water, who.food);
        let (moved, best) = (change.moves(who), letter(who.peak));
        self.tell_of(
            person,
            Event::Met {
                person: person.number(),
                effect: [effect.water, effect.food, effect.life],
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
