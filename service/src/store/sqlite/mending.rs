//! Mending: what can be read of a damaged store is taken over into a new one, in which everything can be written
//! again. The damaged file is kept beside it as it was.

use super::answer;
use crate::store::folder::private_file;
use crate::store::statements::Question;
use crate::store::{Damage, SeatRow, StoreError, migrations, rows};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Row, Statement, params_from_iter};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Under which word a store keeps the ids of tables of which something was lost.
pub const LOST: &str = "damaged_tables";

/// The tables of a store, each with those of its columns that are texts.
pub const TABLES: [(&str, &str); 39] = [
    ("house", "key, value"),
    ("guests", "id, name"),
    (
        "tables",
        "id, game, scenario, options, edition, files, host, seed, state, deciding, start_digest, ended, rematch, \
         lesson, start_dice, commitment, contributions, dealt, referee, referee_name, absence, \
         clock, at_deadline, cup, cup_place",
    ),
    ("seats", "table_id, kind, holder, name, bot, link, token, contribution, away, began"),
    ("steps", "table_id, action, digest, dice"),
    ("talk", "table_id, name, text"),
    ("records", "table_id, record"),
    ("commitments", "commitment"),
    ("seen", "table_id, guest"),
    ("joined", "guest, becomes"),
    ("devices", "id, person, name"),
    ("ended", "id"),
    ("passkeys", "id, person, name"),
    ("codes", "hash, person"),
    ("people", "id, settings, why"),
    ("clocks", "table_id, keeper"),
    ("deadlines", "table_id"),
    ("vacations", "guest, days"),
    ("reliability", "guest, table_id"),
    ("ways", "id, person, kind, address, secret, name, trouble"),
    ("notices", "person, key, way, table_id, kind, state, text"),
    ("plans", "table_id, person, plan"),
    ("ratings", "game, player"),
    ("results", "table_id, game, scenario, player"),
    ("cups", "id, host, name, entry, state, terms, cup"),
    ("entrants", "cup, person, name"),
    ("guest_versions", "guest"),
    ("friends", "person, other, id, state"),
    ("friend_codes", "person, code"),
    ("blocks", "person, other, table_id, id, name"),
    ("invitations", "table_id, person, host, state"),
    ("seeks", "person, game, id, scenario, clock, commitment, promise, contribution, added_to"),
    ("reports", "id, reporter, reported, name, table_id, reason, words, lines, verdict"),
    ("sandboxes", "table_id, person, kept"),
    ("estimates", "table_id, estimate"),
    ("whispers", "table_id, name, to_name, text, person, to_person"),
    ("notes", "table_id, person, text"),
    ("letters", "id, person, address, state, text"),
    ("arrivals", "id, person, table_id, state, said, text"),
];

/// What is taken over row by row, whatever its keys are.
const SWEPT: [&str; 6] = ["house", "guests", "tables", "seats", "records", "outages"];

/// What is looked for by the tables that are known by then.
const BY_TABLE: [&str; 13] = [
    "steps",
    "talk",
    "positions",
    "archive",
    "seen",
    "clocks",
    "deadlines",
    "plans",
    "results",
    "sandboxes",
    "estimates",
    "whispers",
    "notes",
];

/// What is looked for by the first letters of a column.
const BY_LETTERS: [(&str, &str); 23] = [
    ("commitments", "commitment"),
    ("joined", "guest"),
    ("devices", "id"),
    ("ended", "id"),
    ("passkeys", "id"),
    ("codes", "hash"),
    ("people", "id"),
    ("vacations", "guest"),
    ("reliability", "guest"),
    ("ways", "id"),
    ("notices", "person"),
    ("ratings", "game"),
    ("cups", "id"),
    ("entrants", "cup"),
    ("guest_versions", "guest"),
    ("friends", "person"),
    ("friend_codes", "person"),
    ("blocks", "person"),
    ("invitations", "table_id"),
    ("seeks", "person"),
    ("reports", "id"),
    ("letters", "id"),
    ("arrivals", "id"),
];

/// Letters with which keys begin that no table knows: they are looked for by their first two.
const FIRST_LETTERS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// How far beyond the last row of which an index knows others are looked for: the index may be cut short too.
const BEYOND: i64 = 100_000;

/// No store has had more rows than this in a table.
const LAST_EVER: i64 = 1 << 40;

/// What is said where the file does not tell what it holds.
const NO_HEAD: &str = "the store is damaged where it says what it holds, so that nothing in it can be found: put a \
                       copy back (docs/server.md), or take out what can be read with `sqlite3 overwinter.sqlite .recover`";

/// Where a damaged store is kept: beside the new one.
pub fn kept_aside(store: &Path) -> PathBuf {
    store.with_extension("sqlite.damaged")
}

/// The file by which the next start knows that a store is damaged: it was found while games went on.
pub fn mark(store: &Path) -> PathBuf {
    store.with_extension("sqlite.faulty")
}

/// Puts a new store in the place of a damaged one that nobody has open, with everything that can be read of it; gives
/// what was lost.
pub fn mend(store: &Path, faults: Vec<String>) -> Result<Damage, StoreError> {
    let new = store.with_extension("sqlite.mending");
    remove(&new);
    private_file(&new).map_err(failed)?;
    let mended = take_over(store, &new)
        .and_then(|lost| put_in_place(store, &new).map_err(failed).map(|()| lost));
    if mended.is_err() {
        remove(&new);
    }
    let tables = mended.map_err(|error| match error {
        StoreError::Damaged(_) => StoreError::Damaged(NO_HEAD.into()),
        error => error,
    })?;
    let _ = fs::remove_file(mark(store));
    Ok(Damage { faults, tables })
}

/// Removes a store that is not needed, and what SQLite keeps beside it.
fn remove(store: &Path) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut file = store.as_os_str().to_owned();
        file.push(suffix);
        let _ = fs::remove_file(file);
    }
}

fn failed(error: std::io::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// Takes over what can be read; gives the ids of tables of which something is missing.
fn take_over(store: &Path, new: &Path) -> Result<Vec<String>, StoreError> {
    let damaged = |error: rusqlite::Error| StoreError::Damaged(error.to_string());
    let old = Connection::open(store)?;
    // A file that is shorter than it says is read as far as it goes.
    old.pragma_update(None, "writable_schema", true)?;
    // What is in the log belongs to the file; a log that stayed would be taken for the new one's.
    let busy: i64 =
        old.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0)).map_err(damaged)?;
    let version: i64 =
        old.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(damaged)?;
    if busy != 0 || version != migrations::newest() {
        return Err(StoreError::Damaged("it is in use, or of another version".into()));
    }
    let mut made = Connection::open(new)?;
    made.pragma_update(None, "page_size", 1024)?;
    migrations::migrate(&mut made)?;
    let whole = made.transaction()?;
    for table in SWEPT {
        let rows = Rows::of(&old, &whole, table).map_err(damaged)?;
        rows.sweep(&old, &whole)?;
    }
    let mut known = known_tables(&whole)?;
    let mut found =
        old.prepare("SELECT table_id FROM positions WHERE table_id BETWEEN ?1 AND ?2")?;
    for (from, to) in ranges() {
        let Ok(ids) = found.query_map([from, to], |row| row.get::<_, String>(0)) else { continue };
        known.extend(ids.map_while(Result::ok));
    }
    drop(found);
    for table in BY_TABLE {
        let rows = Rows::of(&old, &whole, table).map_err(damaged)?;
        for id in &known {
            rows.take(&old, &whole, "WHERE table_id = ?1", &[id])?;
        }
    }
    for (table, key) in BY_LETTERS {
        let rows = Rows::of(&old, &whole, table).map_err(damaged)?;
        for (from, to) in ranges() {
            let which = format!("WHERE {key} BETWEEN ?1 AND ?2 ORDER BY {key}");
            rows.take(&old, &whole, &which, &[&from, &to])?;
            rows.take(&old, &whole, &format!("{which} DESC"), &[&from, &to])?;
        }
    }
    let lost = lost_tables(&whole, &known)?;
    let words = serde_json::to_string(&lost).unwrap_or_default();
    let note = "INSERT INTO house (key, value) VALUES (?1, ?2) \
                ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    whole.execute(note, [LOST, words.as_str()])?;
    whole.commit()?;
    Ok(lost)
}

/// Ranges of keys, each of those that begin with the same two letters: what cannot be read in one costs no other.
fn ranges() -> impl Iterator<Item = (String, String)> {
    let letters = || FIRST_LETTERS.iter().map(|letter| *letter as char);
    let pairs = letters().flat_map(move |first| letters().map(move |second| (first, second)));
    pairs.map(|(first, second)| (format!("{first}{second}"), format!("{first}{second}\u{7f}")))
}

/// Keeps the damaged file, and puts the new one in its place: whatever ends the program, one of the two is there.
fn put_in_place(store: &Path, new: &Path) -> std::io::Result<()> {
    let mut aside = kept_aside(store);
    for number in 2.. {
        if !aside.exists() {
            break;
        }
        aside = kept_aside(store).with_extension(format!("damaged-{number}"));
    }
    if fs::hard_link(store, &aside).is_err() {
        fs::copy(store, &aside)?;
    }
    fs::File::open(new)?.sync_all()?;
    fs::rename(new, store)?;
    #[cfg(unix)]
    if let Some(folder) = store.parent() {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// The rows of one table, and how they are carried over.
struct Rows {
    table: &'static str,
    columns: String,
    /// The kind of each column, as it was declared.
    kinds: Vec<String>,
    insert: String,
}

impl Rows {
    /// An error if the old store does not know the table.
    fn of(old: &Connection, new: &Connection, table: &'static str) -> rusqlite::Result<Rows> {
        let mut found = new.prepare("SELECT name, type FROM pragma_table_info(?1)")?;
        let columns: Vec<(String, String)> = found
            .query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let (names, kinds): (Vec<String>, Vec<String>) = columns.into_iter().unzip();
        let columns = names.join(", ");
        old.prepare(&format!("SELECT {columns} FROM {table}"))?;
        let places: Vec<String> = (1..=names.len()).map(|place| format!("?{place}")).collect();
        let places = places.join(", ");
        let insert = format!("INSERT OR IGNORE INTO {table} ({columns}) VALUES ({places})");
        Ok(Rows { table, columns, kinds, insert })
    }

    /// Carries over the rows that a condition finds, until one cannot be read.
    fn take(
        &self,
        old: &Connection,
        new: &Connection,
        which: &str,
        values: &[&String],
    ) -> Result<(), StoreError> {
        let asked = format!("SELECT {} FROM {} {which}", self.columns, self.table);
        let mut found = old.prepare_cached(&asked)?;
        let Ok(mut rows) = found.query(params_from_iter(values)) else { return Ok(()) };
        while let Ok(Some(row)) = rows.next() {
            self.carry(row, 0, new)?;
        }
        Ok(())
    }

    /// Carries over all rows of a table that are found by their number: beyond a place that cannot be read it goes on.
    fn sweep(&self, old: &Connection, new: &Connection) -> Result<(), StoreError> {
        let asked = format!(
            "SELECT rowid, {} FROM {} NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid",
            self.columns, self.table
        );
        let mut found = old.prepare(&asked)?;
        let last = last_row(old, self.table);
        let mut next = 1;
        while next <= last {
            let mut rows = found.query([next])?;
            loop {
                match rows.next() {
                    Ok(None) => return Ok(()),
                    Err(_) => break,
                    Ok(Some(row)) => {
                        let number: i64 = row.get(0)?;
                        // A number that no row has: what is read here is not what was written.
                        if number > last {
                            break;
                        }
                        self.carry(row, 1, new)?;
                        next = next.max(number + 1);
                    }
                }
            }
            drop(rows);
            next = beyond_the_hole(&mut found, next);
        }
        Ok(())
    }

    /// Carries over one row, if it holds what it should.
    fn carry(&self, row: &Row, from: usize, new: &Connection) -> Result<(), StoreError> {
        let values: Option<Vec<Value>> = self
            .kinds
            .iter()
            .enumerate()
            .map(|(place, kind)| sound_value(row.get_ref(from + place).ok()?, kind))
            .collect();
        let Some(values) = values else { return Ok(()) };
        new.prepare_cached(&self.insert)?.execute(params_from_iter(values))?;
        Ok(())
    }
}

/// A value of the kind that its column has; nothing if it is another, or no text that can be read.
fn sound_value(value: ValueRef, kind: &str) -> Option<Value> {
    match (value, kind) {
        (ValueRef::Text(text), "TEXT") => {
            Some(Value::Text(std::str::from_utf8(text).ok()?.to_string()))
        }
        (ValueRef::Integer(number), "BIGINT") => Some(Value::Integer(number)),
        (ValueRef::Blob(bytes), "BLOB") => Some(Value::Blob(bytes.to_vec())),
        _ => None,
    }
}

/// The first number from which rows can be read again, where those from a number on cannot: in steps that grow, then
/// back in halves, so that a hole of any width costs a few looks.
fn beyond_the_hole(found: &mut Statement, from: i64) -> i64 {
    let mut readable = |number: i64| match found.query([number]) {
        Ok(mut rows) => rows.next().is_ok(),
        Err(_) => false,
    };
    let mut step = 1;
    while from + step < LAST_EVER && !readable(from + step) {
        step *= 2;
    }
    let (mut hole, mut sound) = (from + step / 2, from + step);
    while sound - hole > 1 {
        let middle = hole + (sound - hole) / 2;
        if readable(middle) { sound = middle } else { hole = middle }
    }
    sound
}

/// The number of the last row of a table, as the table or one of its indexes knows it; never more than any can have.
fn last_row(old: &Connection, table: &str) -> i64 {
    let by_table = format!("SELECT max(rowid) FROM {table} NOT INDEXED");
    let by_index = format!("SELECT rowid FROM {table} INDEXED BY sqlite_autoindex_{table}_1");
    let known = old.query_row(&by_table, [], |row| row.get::<_, Option<i64>>(0));
    if let Ok(known) = known {
        return known.unwrap_or(0).min(LAST_EVER);
    }
    let Ok(mut found) = old.prepare(&by_index) else { return LAST_EVER };
    let Ok(rows) = found.query_map([], |row| row.get::<_, i64>(0)) else { return LAST_EVER };
    let last = rows.map_while(Result::ok).max();
    last.map_or(LAST_EVER, |last| last.saturating_add(BEYOND).min(LAST_EVER))
}

/// The ids of all tables of which anything is left.
fn known_tables(new: &Connection) -> Result<BTreeSet<String>, StoreError> {
    let asked =
        "SELECT id FROM tables UNION SELECT table_id FROM seats UNION SELECT table_id FROM records";
    let mut found = new.prepare(asked)?;
    Ok(found.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// Those of which something that the game needs is missing.
fn lost_tables(new: &Connection, known: &BTreeSet<String>) -> Result<Vec<String>, StoreError> {
    let mut lost = Vec::new();
    for id in known {
        if !is_whole(new, id)? {
            lost.push(id.clone());
        }
    }
    Ok(lost)
}

fn is_whole(new: &Connection, id: &str) -> Result<bool, StoreError> {
    let Some(table) = answer(new, Question::Table, &[id.into()])?.pop() else { return Ok(false) };
    let table = rows::table(table)?;
    let seats = answer(new, Question::SeatsOf, &[id.into()])?;
    let seats: Vec<SeatRow> = seats.into_iter().map(rows::seat).collect::<Result<_, _>>()?;
    let numbered = (0..).zip(&seats).all(|(number, seat)| seat.seat.0 == number);
    let steps = "SELECT count(*) FROM steps WHERE table_id = ?1 AND step BETWEEN 1 AND ?2";
    let steps: i64 = new
        .prepare_cached(steps)?
        .query_row(rusqlite::params![id, table.steps as i64], |row| row.get(0))?;
    let recorded = answer(new, Question::ArchivedRecord, &[id.into()])?;
    let complete = match table.archived {
        0 => steps == table.steps as i64,
        _ => !recorded.is_empty(),
    };
    let played = "SELECT max(seat) FROM steps WHERE table_id = ?1";
    let played: Option<i64> = new.prepare_cached(played)?.query_row([id], |row| row.get(0))?;
    let deciding = table.deciding.iter().map(|seat| i64::from(seat.0)).max();
    let there = played.max(deciding).is_none_or(|last| last < seats.len() as i64);
    Ok(!seats.is_empty() && numbered && there && complete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::transfer::RELATIONS;

    #[test]
    fn everything_that_is_a_store_is_taken_over() {
        let by_letters = BY_LETTERS.map(|(table, _)| table);
        let taken: BTreeSet<&str> = SWEPT.into_iter().chain(BY_TABLE).chain(by_letters).collect();
        assert_eq!(taken, RELATIONS.iter().map(|relation| relation.name).collect());
    }
}
