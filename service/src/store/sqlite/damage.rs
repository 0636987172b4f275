//! Damage: found when the store is opened, and told by table.

use super::mending;
use crate::store::{Damage, StoreError};
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// How many faults are told by name.
const MOST: usize = 100;

/// Looks through the whole file: how it is built, and whether its rows hold what they should.
pub fn find(connection: &Connection) -> Result<Damage, StoreError> {
    let mut faults = match quick_check(connection) {
        Ok(faults) => faults,
        Err(error) => vec![error.to_string()],
    };
    for (table, columns) in mending::TABLES {
        match unsound_rows(connection, table, columns) {
            Ok(0) => {}
            Ok(count) => {
                faults.push(format!("{count} rows of {table} do not hold what they should"))
            }
            Err(error) => faults.push(format!("{table}: {error}")),
        }
    }
    let tables = if faults.is_empty() { Vec::new() } else { unreadable_tables(connection) };
    Ok(Damage { faults, tables })
}

/// How many rows of a table hold something else than their columns are for.
fn unsound_rows(connection: &Connection, table: &str, columns: &str) -> rusqlite::Result<usize> {
    let mut found = connection.prepare(&format!("SELECT {columns} FROM {table} NOT INDEXED"))?;
    let count = found.column_count();
    let mut rows = found.query([])?;
    let mut unsound = 0;
    while let Some(row) = rows.next()? {
        let sound = (0..count).all(|place| match row.get_ref(place) {
            Ok(ValueRef::Text(text)) => std::str::from_utf8(text).is_ok(),
            _ => false,
        });
        unsound += usize::from(!sound);
    }
    Ok(unsound)
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
    let claimed = "SELECT CASE WHEN archived > 0 \
                   THEN EXISTS (SELECT 1 FROM records WHERE table_id = ?1 AND length(record) > 0) \
                   ELSE steps = (SELECT count(*) FROM steps WHERE table_id = ?1) END \
                   FROM tables WHERE id = ?1";
    [table, seats, steps].iter().all(|sql| connection.query_row(sql, [id], |_| Ok(())).is_ok())
        && connection.query_row(claimed, [id], |row| row.get(0)).unwrap_or(false)
}
