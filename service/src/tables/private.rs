//! What is said at a table to one person alone, and what somebody writes down there for themselves.
//!
//! Both belong to people and not to seats: whoever takes over a seat, the host and the referee of the table find nothing of it.
//! A line goes out through [`Tables::whispers_for`] alone, which gives it to the two of whom one said it to the other. It never has
//! a number that would count those of others: it stands behind the last line for everybody before it, as the first, second,
//! … of its reader.

use super::{TableHandle, TableState, Tables};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::store::{
    Change, NotesRow, PrivateChange, SeatKind, StoreError, TalkRow, WHISPERS, WhisperRow,
};
use std::sync::Arc;
use table::Seat;
use table::wording::readable_line;

/// The most letters of somebody's notes at a table.
pub const LONGEST_NOTES: usize = 10_000;

/// How many lines of talk are looked back at once.
pub const EARLIER_LINES: u32 = 100;

/// What is called the referee of a table where a seat is meant.
const REFEREE: &str = "referee";

/// Where a line stands among all that its reader hears: the number of the last line for everybody up to it, and how many lines for
/// the reader alone there are from there to it; 0 for a line for everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePlace {
    /// The number of the last line for everybody.
    pub after: i64,
    /// The how manieth behind it.
    pub alone: usize,
}

/// A line of talk as its reader hears it.
#[derive(Clone, Debug)]
pub struct HeardLine {
    /// Where it stands.
    pub place: LinePlace,
    /// When, in seconds since 1970.
    pub at: i64,
    /// From which seat.
    pub seat: Option<Seat>,
    /// By whom.
    pub name: String,
    /// To whom alone; empty if to everybody.
    pub to: String,
    /// What.
    pub text: String,
    /// Whether a person said it to everybody.
    pub person: bool,
}

impl HeardLine {
    fn of(line: TalkRow) -> HeardLine {
        HeardLine {
            place: LinePlace { after: line.number, alone: 0 },
            at: line.at,
            seat: line.seat,
            name: line.name,
            to: String::new(),
            text: line.text,
            person: !line.person.is_empty(),
        }
    }

    fn whispered(place: LinePlace, line: &WhisperRow) -> HeardLine {
        HeardLine {
            place,
            at: line.at,
            seat: line.seat,
            name: line.name.clone(),
            to: line.to_name.clone(),
            text: line.text.clone(),
            person: false,
        }
    }
}

impl TableState {
    /// Takes over lines that were said to one alone. Of old ones all go at once that stand between the same two lines for
    /// everybody: the others keep their places.
    pub(super) fn hear_alone(&mut self, lines: impl IntoIterator<Item = WhisperRow>) {
        self.whispers.extend(lines);
        while let Some(first) = self.whispers.first() {
            let old = self.whispers.iter().take_while(|line| line.after == first.after).count();
            if self.whispers.len() - old < WHISPERS as usize {
                break;
            }
            self.whispers.drain(..old);
        }
    }
}

impl Tables {
    /// Says something at a table to one person alone: a player or the referee of the table to another of them, by the number of
    /// their seat, or to the `referee`.
    pub async fn whisper(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        to: &str,
        text: &str,
    ) -> Result<(), ServiceError> {
        let text = super::decisions::sayable(text)?;
        self.judged(table, || self.whisper_now(table, guest, to, &text)).await
    }

    async fn whisper_now(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        to: &str,
        text: &str,
    ) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        let line = self.whispered(&state, guest, to, text)?;
        let (id, version) = (table.id.clone(), state.row.version);
        let said = PrivateChange::Said { table: id, version, line: Box::new(line.clone()) };
        self.keep(&mut state, Change::Private(said)).await?;
        state.row.version += 1;
        state.hear_alone([line]);
        table.notify(&mut state);
        Ok(())
    }

    fn whispered(
        &self,
        state: &TableState,
        guest: &str,
        to: &str,
        text: &str,
    ) -> Result<WhisperRow, ServiceError> {
        let after = state.talk.last().map_or(0, |line| line.number);
        let since = state.whispers.iter().rev().take_while(|line| line.after == after).count();
        if since >= WHISPERS as usize {
            let why = "Too much was said to one alone since the last line for everybody: say something to everybody first.";
            return Err(ServiceError::Stale(why.into()));
        }
        if !state.row.whispers {
            let why = "At this table whatever is said is for everybody.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        let as_guest = Guest::of_id(guest);
        let (seat, name) = match state.seats_of(guest).first().copied() {
            Some(seat) => (Some(seat), state.name(seat).to_string()),
            None if state.is_referee(&as_guest) => (None, state.row.referee_name.clone()),
            None => {
                let why = "Only who plays at this table says something to one alone.";
                return Err(ServiceError::Forbidden(why.into()));
            }
        };
        let (to_seat, to_name, to_person) = match to {
            REFEREE if state.row.referee.is_empty() => {
                return Err(ServiceError::BadRequest("This table has no referee.".into()));
            }
            REFEREE => (None, state.row.referee_name.clone(), state.row.referee.clone()),
            number => {
                let unknown = || {
                    let last = state.seats.len();
                    let why = format!("`{to}` is no seat: say 1 to {last}, or referee.");
                    ServiceError::BadRequest(why)
                };
                let seat: Seat = number.parse().map_err(|_| unknown())?;
                let row = state.seats.get(seat.index()).ok_or_else(unknown)?;
                if row.kind != SeatKind::Person {
                    let why = "Nobody sits there who would hear it.";
                    return Err(ServiceError::BadRequest(why.into()));
                }
                (Some(seat), row.name.clone(), row.holder.clone())
            }
        };
        if to_person == guest {
            let why = "That is you: what you want to keep for yourself goes into your notes.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        Ok(WhisperRow {
            number: state.whispers.last().map_or(1, |line| line.number + 1),
            after,
            at: self.now(),
            seat,
            to_seat,
            name,
            to_name,
            text: text.to_string(),
            person: guest.to_string(),
            to_person,
        })
    }

    /// Whether a line that was said to one alone is for somebody: they said it, or it was said to them and they want to hear it.
    fn is_for(&self, line: &WhisperRow, reader: &str, table: &str) -> bool {
        let is = |id: &str| !id.is_empty() && self.who_is(Guest::of_id(id)).id == reader;
        !reader.is_empty()
            && (is(&line.person) || is(&line.to_person) && self.hears(reader, &line.person, table))
    }

    fn placed<'a>(
        &self,
        lines: impl Iterator<Item = &'a WhisperRow>,
        reader: &str,
        table: &str,
    ) -> Vec<(LinePlace, &'a WhisperRow)> {
        let mut last = LinePlace { after: -1, alone: 0 };
        let own = lines.filter(|line| self.is_for(line, reader, table));
        let placed = own.map(|line| {
            let alone = if line.after == last.after { last.alone + 1 } else { 1 };
            last = LinePlace { after: line.after, alone };
            (last, line)
        });
        placed.collect()
    }

    /// What was said at a table to somebody alone, and what they said so, as far as it is in memory; each with its place.
    pub fn whispers_for<'a>(
        &self,
        state: &'a TableState,
        reader: &str,
    ) -> Vec<(LinePlace, &'a WhisperRow)> {
        self.placed(state.whispers.iter(), reader, &state.row.id)
    }

    /// What somebody hears of the talk that is in memory, in its order.
    pub fn heard(&self, state: &TableState, reader: &str) -> Vec<HeardLine> {
        let (table, talk) = (&state.row.id, state.talk.iter());
        let talk = talk.filter(|line| self.hears(reader, &line.person, table));
        let talk = talk.cloned().map(HeardLine::of);
        let alone = self.whispers_for(state, reader).into_iter();
        let mut heard: Vec<HeardLine> =
            talk.chain(alone.map(|(place, line)| HeardLine::whispered(place, line))).collect();
        heard.sort_by_key(|line| line.place);
        heard
    }

    /// What somebody hears of the talk before a line for everybody, in its order; and whether there is more before that.
    pub async fn earlier_talk(
        &self,
        table: &TableHandle,
        reader: &str,
        before: i64,
    ) -> Result<(Vec<HeardLine>, bool), ServiceError> {
        let store = &self.0.store;
        let talk = store.earlier_talk(&table.id, before, EARLIER_LINES).await?;
        let more = talk.len() == EARLIER_LINES as usize;
        let from = if more { talk.first().map_or(0, |line| line.number) } else { 0 };
        let alone = store.whispers_of(&table.id, reader, from, before).await?;
        let alone = self.placed(alone.iter(), reader, &table.id);
        let heard = talk.into_iter().filter(|line| self.hears(reader, &line.person, &table.id));
        let alone = alone.into_iter().map(|(place, line)| HeardLine::whispered(place, line));
        let mut lines: Vec<HeardLine> = heard.map(HeardLine::of).chain(alone).collect();
        lines.sort_by_key(|line| line.place);
        Ok((lines, more))
    }

    /// What somebody has written down at a table for themselves.
    pub async fn notes(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
    ) -> Result<NotesRow, ServiceError> {
        self.check_notes(table, guest).await?;
        Ok(self.0.store.notes(&table.id, guest).await?)
    }

    /// Writes it anew, in place of the version that is named.
    pub async fn set_notes(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        version: i64,
        text: &str,
    ) -> Result<NotesRow, ServiceError> {
        let who = self.settled(guest).await;
        self.check_notes(table, &who.id).await?;
        let letters = text.chars().count();
        if letters > LONGEST_NOTES {
            let why = format!(
                "Notes have at most {LONGEST_NOTES} letters, and these have {letters}: nothing was changed."
            );
            return Err(ServiceError::BadRequest(why));
        }
        let lines: Vec<String> = text.lines().map(readable_line).collect();
        let (table, person) = (table.id.clone(), who.id.clone());
        let (text, at) = (lines.join("\n").trim_end().to_string(), self.now());
        let kept = NotesRow { version: version + 1, text: text.clone() };
        let noted = PrivateChange::Noted { table, person, version, text, at };
        self.0.store.write(Change::Private(noted)).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale(
                "Your notes were changed elsewhere meanwhile: look at them before you write them anew."
                    .into(),
            ),
            error => error.into(),
        })?;
        Ok(kept)
    }

    /// Whoever plays at a table, has a seat kept there or judges it has notes there, also when the game is over.
    async fn check_notes(&self, table: &Arc<TableHandle>, guest: &str) -> Result<(), ServiceError> {
        let state = self.read(table).await?;
        let plays = !state.seats_of(guest).is_empty() || !state.away_seats(guest).is_empty();
        match plays || state.is_referee(&Guest::of_id(guest)) {
            true => Ok(()),
            false => Err(ServiceError::Forbidden(
                "Notes are for those who play at this table: take a seat first.".into(),
            )),
        }
    }
}

impl TableState {
    /// Whether somebody may say something here to one alone.
    pub fn may_whisper(&self, guest: &Guest) -> bool {
        self.row.whispers && (!self.own_seats(guest).is_empty() || self.is_referee(guest))
    }
}
