//! Life Levels, and the Water and Food rows.

use crate::Outfit;
use crate::edition::components::{LEVELS, Rows};
use crate::event::{Cause, Event};
use crate::position::{Fate, Person, Position, Who, letter};
use crate::rules::Play;
use terrain::Fit;

/// What a step of the rules does to a person, before it is applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    /// Levels lost (positive) or gained, all triggers and words summed (OS-LIFE-07).
    pub lost: i16,
    /// A counter ran off the end of its row.
    pub off_row: Option<Cause>,
}

impl Change {
    /// The level after it, within the peak (OS-LIFE-06, OS-PEAK-07); beyond the last it is the end.
    fn level(self, person: &Person) -> i16 {
        self.level_of(person.level, person.peak)
    }

    /// The level after it of somebody at this level and with this peak.
    pub fn level_of(self, level: u8, peak: u8) -> i16 {
        (i16::from(level) + self.lost).max(i16::from(peak))
    }

    /// By how many places the letter of this person moves towards O, or back.
    pub fn moves(self, person: &Person) -> i8 {
        (self.level(person) - i16::from(person.level)).clamp(-99, 99).fit()
    }
}

/// A counter of the Life Level Index chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counter {
    Water,
    Food,
}

impl Counter {
    fn row(self, rows: &Rows) -> &[u8] {
        match self {
            Counter::Water => &rows.water,
            Counter::Food => &rows.food,
        }
    }

    fn block(self, person: &mut Person) -> &mut u8 {
        match self {
            Counter::Water => &mut person.water,
            Counter::Food => &mut person.food,
        }
    }

    /// Moves the counter, block by block, to the right (positive: need) or left (recovery), and
    /// adds up the triggers crossed (OS-WATER-04, OS-WATER-11, OS-FOOD-01). Off the end it is over
    /// (OS-WATER-10, OS-FOOD-03), and surplus is lost (OS-WATER-12, OS-FOOD-04).
    pub fn shift(self, person: &mut Person, rows: &Rows, steps: i16, change: &mut Change) {
        self.move_block(self.block(person), rows, steps, change);
    }

    /// The same for a counter on this block.
    pub fn move_block(self, block: &mut u8, rows: &Rows, steps: i16, change: &mut Change) {
        let row = self.row(rows);
        for _ in 0..steps.unsigned_abs() {
            if steps > 0 {
                match row.get(usize::from(*block) - 1) {
                    Some(trigger) => {
                        change.lost += i16::from(*trigger);
                        *block += 1;
                    }
                    None => {
                        change.off_row = Some(match self {
                            Counter::Water => Cause::Thirst,
                            Counter::Food => Cause::Hunger,
                        });
                        return;
                    }
                }
            } else if *block > 1 {
                *block -= 1;
                change.lost -= i16::from(row[usize::from(*block) - 1]);
            }
        }
    }
}

impl Outfit {
    /// The points that a person, or the party that he leads, has for a move (OS-MOVE-03,
    /// OS-RESC-13).
    pub(crate) fn allowance(&self, p: &Position, person: Who) -> u8 {
        let own = self.own_allowance(p, person);
        let carried = (self.charges(p, person)).filter(|i| self.own_allowance(p, *i) == 0).count();
        let walkers = self.charges(p, person).map(|i| self.own_allowance(p, i));
        let pace = walkers.filter(|points| *points > 0).fold(own, u8::min);
        if carried == 0 || own == 0 {
            return pace;
        }
        // OS-RESC-14
        let (points, least) = self.scenario.carry;
        pace.saturating_sub(points.saturating_mul(carried.fit::<u8>())).max(least)
    }

    /// The allowance of one person's lettered counter.
    pub(crate) fn own_allowance(&self, p: &Position, person: Who) -> u8 {
        self.role(person).allowances[usize::from(p.persons[person].level)]
    }
}

impl Play<'_> {
    /// T6: changes the Life Level once by the sum, within the peak, or ends the person
    /// (OS-SEQ-05, OS-LIFE-04, OS-LIFE-05, OS-LIFE-06, OS-PEAK-07).
    pub(crate) fn change_level(&mut self, person: Who, change: Change) {
        let before = self.p.persons[person].level;
        if let Some(cause) = change.off_row {
            self.put_out(person, cause);
            return;
        }
        let after = change.level(&self.p.persons[person]);
        if after >= LEVELS.fit::<i16>() {
            self.put_out(person, Cause::Weakness);
            return;
        }
        let after = after.fit::<u8>();
        self.p.persons[person].level = after;
        if before != after {
            self.tell_of(
                person,
                Event::Level {
                    person: person.number(),
                    from: letter(before),
                    to: letter(after),
                    allowance: self.set.own_allowance(self.p, person),
                },
            );
        }
    }

    /// Takes a person out of the game (OS-LIFE-05, OS-SEQ-10).
    pub(crate) fn put_out(&mut self, person: Who, cause: Cause) {
        let day = self.p.day;
        let out = &mut self.p.persons[person];
        out.fate = Fate::Out;
        out.cause = cause;
        out.ended = day;
        out.escort = None;
        let secret = self.set.secret_of(self.p, person);
        let hex = self.set.stands(self.p, person).filter(|_| secret.is_none());
        self.log.tell(Event::Out {
            person: person.number(),
            cause,
            hex: hex.map(|hex| self.set.hex_name(hex)),
        });
        self.strand_charges(person);
    }
}
