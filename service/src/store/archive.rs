//! What a house keeps of games that are over: the record, as it was signed, and the last position. The rows of their decisions
//! are dropped once the record is seen to hold all of them, so that what is read and written all the time stays small.

use super::statements::Question;
use super::value::values;
use super::{Change, StepRow, Store, StoreError, all_rows, home, rows};
use table::{Face, Integrity, Record};

/// What came of archiving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archiving {
    /// How many games are archived now that were not.
    pub games: u64,
    /// How many decisions these have, whose rows are gone.
    pub decisions: u64,
    /// How many games ended before records were kept, and stay as they are.
    pub without_record: u64,
    /// Games that stay as they are since their record is not what is stored: the table, and why.
    pub faults: Vec<(String, String)>,
}

/// The game up to which all were looked at, in the order in which they ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    ended: i64,
    table: String,
}

impl Default for Looked {
    /// None was.
    fn default() -> Looked {
        Looked { ended: i64::MIN, table: String::new() }
    }
}

/// The decisions of an archived game, which has so many.
pub fn steps_of(record: Option<&str>, count: usize) -> Result<Vec<StepRow>, StoreError> {
    let damaged = |why: &str| StoreError::Damaged(format!("an archived game {why}"));
    let record = record.ok_or_else(|| damaged("has no record"))?;
    let steps = recorded(record).map_err(|why| damaged(&why))?;
    match steps.len() == count {
        true => Ok(steps),
        false => Err(damaged(&format!("has {} decisions in its record of {count}", steps.len()))),
    }
}

/// The decisions that a record holds, as the store keeps those of games that are on.
pub fn recorded(text: &str) -> Result<Vec<StepRow>, String> {
    let record = Record::parse(text)
        .map_err(|fault| format!("has a record that cannot be read: {fault}"))?;
    let decisions = (1..).zip(record.steps.into_iter().skip(1));
    decisions
        .map(|(number, step)| {
            Ok(StepRow {
                step: number,
                seat: step.seat.ok_or("has a decision of nobody in its record")?,
                action: step.action,
                digest: step.digest,
                dice: Face::written(&step.dice),
            })
        })
        .collect()
}

/// What is known of a game that could be archived.
enum Found {
    /// Its record holds its decisions, which are so many.
    Whole(u64),
    /// It has no record.
    WithoutRecord,
    /// Its record is not what is stored.
    Fault(String),
}

impl Store {
    /// Archives games that ended before a time; `at` is the time now, both in seconds since 1970. A game whose record does not
    /// hold every decision as it is stored stays as it is. `looked` is the last game that was looked at. `dry` looks and changes
    /// nothing.
    pub async fn archive(
        &self,
        (before, at): (i64, i64),
        looked: &mut Looked,
        dry: bool,
        told: &mut (dyn FnMut(&'static str, u64) + Send),
    ) -> Result<Archiving, StoreError> {
        let mut done = Archiving::default();
        loop {
            let values = values![before, looked.ended, looked.table.clone()];
            let some = self.sound(Question::Archivable, values, rows::counted).await?;
            let Some((table, ended)) = some.last().cloned() else { return Ok(done) };
            for (id, _) in some {
                match self.archivable(&id).await? {
                    Found::Whole(decisions) => {
                        let change = Change::Archived { table: id, at };
                        // Another server was faster.
                        if !dry && self.write_first(change).await?.is_none() {
                            continue;
                        }
                        done.games += 1;
                        done.decisions += decisions;
                        told("games archived", done.games);
                    }
                    Found::WithoutRecord => done.without_record += 1,
                    Found::Fault(why) => done.faults.push((id, why)),
                }
            }
            *looked = Looked { ended, table };
        }
    }

    /// Looks whether the record of a game holds its decisions.
    async fn archivable(&self, id: &str) -> Result<Found, StoreError> {
        let id = || id.to_string();
        let asked =
            vec![(Question::Record, values![id()]), (Question::Steps, values![id(), 0_i64])];
        let answers = self.0.home.ask_at_once(asked).await;
        let read = |answers: Vec<home::Answer>| {
            let mut answers = answers.into_iter();
            let mut next = || answers.next().unwrap_or(Ok(Vec::new()));
            let Some(record) = next()?.into_iter().next() else { return Ok(Found::WithoutRecord) };
            let (record, steps) = (rows::text(record)?, all_rows(next()?, rows::step)?);
            if !matches!(Integrity::of(&record), Integrity::Signed(_)) {
                return Ok(Found::Fault("its record is not signed, or not as it was".into()));
            }
            Ok(match recorded(&record) {
                Err(why) => Found::Fault(format!("it {why}")),
                Ok(held) if held == steps => Found::Whole(steps.len() as u64),
                Ok(_) => Found::Fault("its record holds other decisions than are stored".into()),
            })
        };
        self.note_damage(answers.and_then(read))
    }

    /// Removes tables as the server does by itself: not started since one time, or not gone on with since another. `dry` looks
    /// and changes nothing. Gives how many.
    pub async fn remove_expired(
        &self,
        opened: i64,
        moved: i64,
        dry: bool,
    ) -> Result<u64, StoreError> {
        let mut removed = 0;
        loop {
            let some = self.expired(opened, moved).await?;
            let before = removed;
            for table in &some {
                let change = Change::Expired { table: table.clone(), opened, moved };
                let gone = dry || self.write_first(change).await?.is_some();
                removed += u64::from(gone);
            }
            // What could not be removed is found again.
            if dry || removed == before {
                return Ok(removed);
            }
        }
    }

    /// Writes a change; nothing, where somebody else was faster.
    async fn write_first(&self, change: Change) -> Result<Option<()>, StoreError> {
        match self.write(change).await {
            Ok(()) => Ok(Some(())),
            Err(StoreError::Taken) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
