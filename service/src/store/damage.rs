//! Damage: found when the store is opened, and told by table.

use super::StoreError;
use rusqlite::Connection;
use serde::Serialize;

/// How many faults are told by name.
const MOST: usize = 100;

/// What is wrong with the file of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// What SQLite found.
    pub faults: Vec<String>,
    /// Tables that cannot be read whole.
    pub tables: Vec<String>,
}

impl Damage {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Looks through the whole file.
pub fn find(connection: &Connection) -> Result<Damage, StoreError> {
    let faults = match quick_check(connection) {
        Ok(faults) => faults,
        Err(error) => vec![error.to_string()],
    };
    let tables = if faults.is_empty() { Vec::new() } else { unreadable_tables(connection) };
    Ok(Damage { faults, tables })
}

fn quick_check(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut check = connection.prepare(&format!("PRAGMA quick_check({MOST})"))?;
    let found: Vec<String> = check.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

/// The tables of which some row cannot be read, as far as their ids can be.
fn unreadable_tables(connection: &Connection) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    // The index of seats and the tables themselves each know the ids: one of them may be whole.
    for known in ["SELECT id FROM tables NOT INDEXED", "SELECT table_id FROM seats NOT INDEXED"] {
        let Ok(mut statement) = connection.prepare(known) else { continue };
        let Ok(rows) = statement.query_map([], |row| row.get(0)) else { continue };
        ids.extend(rows.map_while(Result::ok));
    }
    ids.sort();
    ids.dedup();
    ids.retain(|id| !is_readable(connection, id));
    ids.truncate(MOST);
    ids
}

fn is_readable(connection: &Connection, id: &str) -> bool {
    let table = "SELECT length(seed) + length(files) FROM tables WHERE id = ?1";
    let seats = "SELECT count(*), sum(length(name)) FROM seats WHERE table_id = ?1";
    let steps =
        "SELECT count(*), sum(length(action) + length(digest)) FROM steps WHERE table_id = ?1";
    let talk = "SELECT count(*), sum(length(text)) FROM talk WHERE table_id = ?1";
    let claimed = "SELECT steps = (SELECT count(*) FROM steps WHERE table_id = ?1) FROM tables \
                   WHERE id = ?1";
    [table, seats, steps, talk]
        .iter()
        .all(|sql| connection.query_row(sql, [id], |_| Ok(())).is_ok())
        && connection.query_row(claimed, [id], |row| row.get(0)).unwrap_or(false)
}
