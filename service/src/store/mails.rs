//! Mail: letters that wait until they are sent, and messages that wait until they are answered.

use super::statements::{Deed, Question, Statement};
use super::value::{Row, UnsoundRow, values};
use super::{Store, StoreError};

/// Something that is asked about mail, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    not(any(feature = "mail", test)),
    expect(dead_code, reason = "no mail comes in or goes out")
)]
pub enum MailQuestion {
    /// The letters to be sent until a time, so many at most, the earliest first.
    DueLetters,
    /// The messages to be answered until a time, so many at most, the earliest first.
    DueArrivals,
    /// How many letters were made for an address since a time.
    LettersTo,
    /// How many messages of a person came since a time.
    ArrivalsOf,
    /// When the last answer to a message of a person about a table was written, or is to be.
    LastAnswered,
    /// The ways of a kind with an address, whoever is told by them, the oldest first.
    WaysByAddress,
}

/// Something that is done about mail, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MailDeed {
    /// Id, person, address, when, letter: if it is not known.
    MakeLetter,
    /// Id, until when, when it was due.
    ClaimLetter,
    /// Id, when.
    PutOffLetter,
    /// Id, what became of it, why.
    EndLetter,
    /// Those that were made before a time and do not wait.
    ForgetLetters,
    /// Person.
    DropLettersOf,
    /// From, to.
    JoinLetters,
    /// Id, person, table, seat, when, message: if it is not known.
    TakeArrival,
    /// Id, until when, when it was due.
    ClaimArrival,
    /// Id, when.
    PutOffArrival,
    /// Id, lines done before, lines done now, what came of them.
    AdvanceArrival,
    /// Id, when: nothing of what was written is kept.
    EndArrival,
    /// Id, when.
    TellArrival,
    /// Those that came before a time and were answered.
    ForgetArrivals,
    /// Person.
    DropArrivalsOf,
    /// Table.
    DropArrivalsAt,
    /// From, to.
    JoinArrivals,
}

/// What two who become one have of mail: the deeds of it, each from and to.
pub const JOINS: [MailDeed; 2] = [MailDeed::JoinLetters, MailDeed::JoinArrivals];

/// What goes with a person: the deeds of it.
pub const FORGETS: [MailDeed; 2] = [MailDeed::DropLettersOf, MailDeed::DropArrivalsOf];

/// What goes with a table: the deeds of it.
pub const BELONGS: [MailDeed; 1] = [MailDeed::DropArrivalsAt];

/// A letter that waits until it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterRow {
    /// Its id: with it the same letter is made once.
    pub id: String,
    /// To whom, as the house knows them; empty if it does not say.
    pub person: String,
    /// The address to which it goes.
    pub address: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// When it is to be sent, in milliseconds since 1970.
    pub at: i64,
    /// How often it was tried.
    pub tries: u32,
    /// What it says, as JSON.
    pub text: String,
}

/// A message that waits until it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrivalRow {
    /// By what it is known: the same is taken once.
    pub id: String,
    /// Who wrote it.
    pub person: String,
    /// About which table.
    pub table: String,
    /// Their seat there.
    pub seat: u16,
    /// When it came, in milliseconds since 1970.
    pub made: i64,
    /// When it is to be seen to, in milliseconds since 1970.
    pub at: i64,
    /// How often it was tried.
    pub tries: u32,
    /// How many of its lines are done.
    pub done: usize,
    /// What came of them, as JSON.
    pub said: String,
    /// What was written, as JSON.
    pub text: String,
}

/// Something to be written about mail.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(any(feature = "mail", test)),
    expect(dead_code, reason = "no mail comes in or goes out")
)]
pub enum MailChange {
    /// A letter to be sent, if it was not made before.
    Letter(Box<LetterRow>),
    /// It is sent by whoever writes this, until a time, if nobody else sends it.
    LetterClaimed {
        /// Which.
        letter: Box<LetterRow>,
        /// Until when, in milliseconds since 1970.
        until: i64,
    },
    /// It is sent again at a time, in milliseconds since 1970.
    LetterPutOff {
        /// Which.
        id: String,
        /// When.
        at: i64,
    },
    /// It was sent, or given up: nothing of what it says is kept.
    LetterDone {
        /// Which.
        id: String,
        /// Why it was given up; empty if it was sent.
        failed: String,
    },
    /// A message came, if it did not before.
    Arrival(Box<ArrivalRow>),
    /// It is answered by whoever writes this, until a time, if nobody else does.
    ArrivalClaimed {
        /// Which.
        arrival: Box<ArrivalRow>,
        /// Until when, in milliseconds since 1970.
        until: i64,
    },
    /// It is seen to again at a time, in milliseconds since 1970.
    ArrivalPutOff {
        /// Which.
        id: String,
        /// When.
        at: i64,
    },
    /// More of its lines are done; written with what they did.
    Advanced {
        /// Which.
        id: String,
        /// How many were done before.
        before: usize,
        /// How many are done now.
        done: usize,
        /// What came of them, as JSON.
        said: String,
    },
    /// All is done, and the answer is written at a time: nothing of what was written is kept.
    Answered {
        /// Which.
        id: String,
        /// When, in milliseconds since 1970.
        at: i64,
    },
    /// The answer was written, and tells of the table as it stood at a time.
    Told {
        /// Which.
        id: String,
        /// When, in milliseconds since 1970.
        at: i64,
    },
    /// What was sent or answered before a time, in milliseconds since 1970, is forgotten.
    Forgotten(i64),
}

impl MailChange {
    /// What is to be done for it, in this order.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        let plain = |deed, values| Statement { deed: Deed::Mail(deed), values, must_find: false };
        let must = |deed, values| Statement { deed: Deed::Mail(deed), values, must_find: true };
        match self {
            MailChange::Letter(row) => {
                let LetterRow { id, person, address, made, at, text, .. } = &**row;
                let values = values![id, person, address, *made, *at, text];
                vec![plain(MailDeed::MakeLetter, values)]
            }
            MailChange::LetterClaimed { letter, until } => {
                vec![must(MailDeed::ClaimLetter, values![&letter.id, *until, letter.at])]
            }
            MailChange::LetterPutOff { id, at } => {
                vec![plain(MailDeed::PutOffLetter, values![id, *at])]
            }
            MailChange::LetterDone { id, failed } => {
                let state = if failed.is_empty() { "sent" } else { "failed" };
                vec![plain(MailDeed::EndLetter, values![id, state, failed])]
            }
            MailChange::Arrival(row) => {
                let ArrivalRow { id, person, table, seat, made, at, text, .. } = &**row;
                let values = values![id, person, table, *seat, *made, *at, text];
                vec![plain(MailDeed::TakeArrival, values)]
            }
            MailChange::ArrivalClaimed { arrival, until } => {
                vec![must(MailDeed::ClaimArrival, values![&arrival.id, *until, arrival.at])]
            }
            MailChange::ArrivalPutOff { id, at } => {
                vec![plain(MailDeed::PutOffArrival, values![id, *at])]
            }
            MailChange::Advanced { id, before, done, said } => {
                vec![must(MailDeed::AdvanceArrival, values![id, *before, *done, said])]
            }
            MailChange::Answered { id, at } => vec![must(MailDeed::EndArrival, values![id, *at])],
            MailChange::Told { id, at } => vec![plain(MailDeed::TellArrival, values![id, *at])],
            MailChange::Forgotten(before) => vec![
                plain(MailDeed::ForgetLetters, values![*before]),
                plain(MailDeed::ForgetArrivals, values![*before]),
            ],
        }
    }
}

fn letter(mut row: Row) -> Result<LetterRow, UnsoundRow> {
    Ok(LetterRow {
        id: row.text(0)?,
        person: row.text(1)?,
        address: row.text(2)?,
        made: row.integer(3)?,
        at: row.integer(4)?,
        tries: row.number(5)?,
        text: row.text(6)?,
    })
}

fn arrival(mut row: Row) -> Result<ArrivalRow, UnsoundRow> {
    Ok(ArrivalRow {
        id: row.text(0)?,
        person: row.text(1)?,
        table: row.text(2)?,
        seat: row.number(3)?,
        made: row.integer(4)?,
        at: row.integer(5)?,
        tries: row.number(6)?,
        done: row.number(7)?,
        said: row.text(8)?,
        text: row.text(9)?,
    })
}

#[cfg_attr(
    not(any(feature = "mail", test)),
    expect(dead_code, reason = "no mail comes in or goes out")
)]
impl Store {
    /// Writes something about mail; done when it is durably stored.
    pub async fn write_mail(&self, change: MailChange) -> Result<(), StoreError> {
        self.write(super::Change::Mail(change)).await
    }

    /// Claims so many letters at most that are to be sent before a time, until another, both in milliseconds since 1970: nobody
    /// else sends them until then. The earliest first.
    pub async fn claim_letters(
        &self,
        now: i64,
        until: i64,
        most: usize,
    ) -> Result<Vec<LetterRow>, StoreError> {
        let question = Question::Mail(MailQuestion::DueLetters);
        let mut claimed = Vec::new();
        for row in self.sound(question, values![now, most], letter).await? {
            let letter = Box::new(row.clone());
            match self.write_mail(MailChange::LetterClaimed { letter, until }).await {
                Ok(()) => claimed.push(LetterRow { tries: row.tries + 1, ..row }),
                Err(StoreError::Taken) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(claimed)
    }

    /// Claims messages to be answered, in the same way.
    pub async fn claim_arrivals(
        &self,
        now: i64,
        until: i64,
        most: usize,
    ) -> Result<Vec<ArrivalRow>, StoreError> {
        let question = Question::Mail(MailQuestion::DueArrivals);
        let mut claimed = Vec::new();
        for row in self.sound(question, values![now, most], arrival).await? {
            let arrival = Box::new(row.clone());
            match self.write_mail(MailChange::ArrivalClaimed { arrival, until }).await {
                Ok(()) => claimed.push(ArrivalRow { tries: row.tries + 1, ..row }),
                Err(StoreError::Taken) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(claimed)
    }

    /// How many letters were made for an address since a time, in milliseconds since 1970.
    pub async fn letters_to(&self, address: &str, since: i64) -> Result<i64, StoreError> {
        let question = Question::Mail(MailQuestion::LettersTo);
        let values = values![address.to_string(), since];
        Ok(self.first(question, values, |row| row.integer(0)).await?.unwrap_or_default())
    }

    /// How many messages of a person came since a time, in milliseconds since 1970.
    pub async fn arrivals_of(&self, person: &str, since: i64) -> Result<i64, StoreError> {
        let question = Question::Mail(MailQuestion::ArrivalsOf);
        let values = values![person.to_string(), since];
        Ok(self.first(question, values, |row| row.integer(0)).await?.unwrap_or_default())
    }

    /// When the last answer to a message of a person about a table was written, or is to be, in milliseconds since 1970.
    pub async fn last_answered(
        &self,
        person: &str,
        table: &str,
    ) -> Result<Option<i64>, StoreError> {
        let question = Question::Mail(MailQuestion::LastAnswered);
        let values = values![person.to_string(), table.to_string()];
        self.first(question, values, |row| row.integer(0)).await
    }

    /// The addresses of this kind and text by which people are told: the id of each way, and whose it is.
    pub async fn ways_by_address(
        &self,
        kind: &str,
        address: &str,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let question = Question::Mail(MailQuestion::WaysByAddress);
        let values = values![kind.to_string(), address.to_string()];
        self.sound(question, values, |mut row| Ok((row.text(0)?, row.text(1)?))).await
    }
}
