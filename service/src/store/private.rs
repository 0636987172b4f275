//! What is said at a table to one person alone, and what somebody writes down there for themselves.

use super::statements::{Deed, Question, Statement};
use super::value::{Row, UnsoundRow, values};
use super::{Store, StoreError};
use table::Seat;

/// How many lines are said to one alone at a table between two lines for everybody at most, and the last how many of them all are
/// known: with all between the same two lines, since a line has its place among these.
pub const WHISPERS: u32 = 999;

/// Something that is asked about it, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrivateQuestion {
    /// The last lines said to one alone at a table, so many and whatever was said between the same two lines for everybody; of
    /// these the ones after one of that number: table, number, so many, the last first.
    Whispers,
    /// Those that a person said or was told at a table, from after one line for everybody until after another: table, person,
    /// from, until, so many at most; the first first.
    WhispersOf,
    /// Lines for everybody before one of that number, so many at most, the last first.
    EarlierTalk,
    /// What somebody has written down: table, person.
    Notes,
}

/// Something that is done about it, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrivateDeed {
    /// A line, column by column.
    Whisper,
    /// Table, person, text, when: the first notes.
    BeginNotes,
    /// Table, person, text, when, version before.
    KeepNotes,
    /// Table.
    DropWhispersAt,
    /// Table.
    DropNotesAt,
    /// Person: what they said to one alone, and were told, stays with the other.
    UnnameSpeaker,
    /// Person.
    UnnameHearer,
    /// Person: what is nobody's any more goes. (The person is not needed, and given as to the others.)
    DropUnheard,
    /// Person.
    DropNotesOf,
    /// From, to.
    JoinSpeaker,
    /// From, to.
    JoinHearer,
    /// From, to: where both have notes, those of the first stand below those of the second.
    JoinNotesOfBoth,
    /// From, to: which are not needed twice.
    DropNotesOfBoth,
    /// From, to.
    JoinNotes,
}

/// What two who become one have of it: the deeds of it, in this order, each from and to.
pub const JOINS: [PrivateDeed; 5] = [
    PrivateDeed::JoinSpeaker,
    PrivateDeed::JoinHearer,
    PrivateDeed::JoinNotesOfBoth,
    PrivateDeed::DropNotesOfBoth,
    PrivateDeed::JoinNotes,
];

/// What goes with a table: the deeds of it.
pub const BELONGS: [PrivateDeed; 2] = [PrivateDeed::DropWhispersAt, PrivateDeed::DropNotesAt];

/// What goes with a person: the deeds of it.
pub const FORGETS: [PrivateDeed; 4] = [
    PrivateDeed::UnnameSpeaker,
    PrivateDeed::UnnameHearer,
    PrivateDeed::DropUnheard,
    PrivateDeed::DropNotesOf,
];

/// Something that was said to one alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhisperRow {
    /// Its number in the list of them, from 1, which tells how many others there are: nobody is told it.
    pub number: i64,
    /// The number of the last line for everybody before it.
    pub after: i64,
    /// When, in seconds since 1970.
    pub at: i64,
    /// Who said it; the referee of the table if it was nobody's seat.
    pub seat: Option<Seat>,
    /// To whom; to the referee of the table if it is nobody's seat.
    pub to_seat: Option<Seat>,
    /// What they were called.
    pub name: String,
    /// What the other was called.
    pub to_name: String,
    /// What was said.
    pub text: String,
    /// Who said it; empty if they were deleted.
    pub person: String,
    /// Who was told it; empty if they were deleted.
    pub to_person: String,
}

/// What somebody has written down at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotesRow {
    /// How often it was changed; 0 if there is nothing.
    pub version: i64,
    /// The text.
    pub text: String,
}

/// Something that happens to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrivateChange {
    /// Somebody says something to one alone.
    Said {
        /// The table.
        table: String,
        /// Its version before that.
        version: i64,
        /// The line.
        line: Box<WhisperRow>,
    },
    /// Somebody writes something down.
    Noted {
        /// The table.
        table: String,
        /// Who.
        person: String,
        /// The version that was changed; 0 if there was none.
        version: i64,
        /// The whole text.
        text: String,
        /// When, in seconds since 1970.
        at: i64,
    },
}

fn seat_number(seat: Option<Seat>) -> i64 {
    seat.map_or(-1, |seat| i64::from(seat.0))
}

impl PrivateChange {
    /// What is to be done for it, in this order.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        let must = |deed, values| Statement { deed, values, must_find: true };
        match self {
            PrivateChange::Said { table, version, line } => {
                let WhisperRow { number, after, at, seat, to_seat, name, to_name, text, .. } =
                    &**line;
                let (seat, to_seat) = (seat_number(*seat), seat_number(*to_seat));
                let values = values![table, *number, *after, *at, seat, to_seat, name, to_name];
                let more = values![text, &line.person, &line.to_person];
                let values = [values, more].concat();
                let said = Deed::Private(PrivateDeed::Whisper);
                vec![must(Deed::Raise, values![table, *version]), must(said, values)]
            }
            PrivateChange::Noted { table, person, version: 0, text, at } => {
                let begun = Deed::Private(PrivateDeed::BeginNotes);
                vec![must(begun, values![table, person, text, *at])]
            }
            PrivateChange::Noted { table, person, version, text, at } => {
                let kept = Deed::Private(PrivateDeed::KeepNotes);
                vec![must(kept, values![table, person, text, *at, *version])]
            }
        }
    }

    /// Those to whom it gives something.
    pub fn given(&self) -> Vec<&str> {
        match self {
            PrivateChange::Said { line, .. } => vec![&line.person, &line.to_person],
            PrivateChange::Noted { person, .. } => vec![person],
        }
    }
}

/// Reads a line that was said to one alone.
pub fn whisper(mut row: Row) -> Result<WhisperRow, UnsoundRow> {
    Ok(WhisperRow {
        number: row.integer(0)?,
        after: row.integer(1)?,
        at: row.integer(2)?,
        seat: row.integer(3)?.try_into().ok().map(Seat),
        to_seat: row.integer(4)?.try_into().ok().map(Seat),
        name: row.text(5)?,
        to_name: row.text(6)?,
        text: row.text(7)?,
        person: row.text(8)?,
        to_person: row.text(9)?,
    })
}

fn notes(mut row: Row) -> Result<NotesRow, UnsoundRow> {
    Ok(NotesRow { version: row.integer(0)?, text: row.text(1)? })
}

impl Store {
    /// What a person said to one alone at a table, or was told so, from after one line for everybody until before after another.
    pub async fn whispers_of(
        &self,
        table: &str,
        person: &str,
        from: i64,
        until: i64,
    ) -> Result<Vec<WhisperRow>, StoreError> {
        let asked = Question::Private(PrivateQuestion::WhispersOf);
        let values = values![table.to_string(), person.to_string(), from, until, WHISPERS];
        self.sound(asked, values, whisper).await
    }

    /// Lines for everybody before one, so many at most, the first first.
    pub async fn earlier_talk(
        &self,
        table: &str,
        before: i64,
        most: u32,
    ) -> Result<Vec<super::TalkRow>, StoreError> {
        let asked = Question::Private(PrivateQuestion::EarlierTalk);
        let values = values![table.to_string(), before, most];
        let mut lines = self.sound(asked, values, super::rows::talk).await?;
        lines.reverse();
        Ok(lines)
    }

    /// What somebody has written down at a table.
    pub async fn notes(&self, table: &str, person: &str) -> Result<NotesRow, StoreError> {
        let asked = Question::Private(PrivateQuestion::Notes);
        let values = values![table.to_string(), person.to_string()];
        Ok(self.first(asked, values, notes).await?.unwrap_or_default())
    }
}
