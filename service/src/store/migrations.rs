//! The schema of the store, and how older ones are brought up to it.

use super::StoreError;
use rusqlite::{Connection, TransactionBehavior};

/// Brings a store from one version of the schema to the next.
type Migration = fn(&Connection) -> rusqlite::Result<()>;

/// The first leads from version 0 to version 1, and so on. What is here was run somewhere and stays as it is:
/// a change of the schema is a new entry, and `tests/stores.rs` says how it is tested.
const MIGRATIONS: [Migration; 3] =
    [name_the_version, keep_positions_and_fairness, count_what_is_told];

/// The version of the schema that this program writes.
pub fn newest() -> i64 {
    MIGRATIONS.len() as i64
}

/// Brings the schema up to date, each version in a transaction of its own. A store that a newer version wrote is
/// refused.
pub fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let newest = MIGRATIONS.len();
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let found = usize::try_from(found).unwrap_or(usize::MAX);
    if found > newest {
        return Err(StoreError::Failed(format!(
            "a newer version of the program wrote this store (schema {found}, we know {newest})"
        )));
    }
    for (version, migration) in (1..).zip(MIGRATIONS).skip(found) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        migration(&transaction)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
        tracing::info!(version, "the schema of the store is up to date");
    }
    Ok(())
}

/// Version 1: what stores had before versions were written down. New stores are made by it too.
fn name_the_version(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(include_str!("schema.sql"))?;
    let known = "SELECT count(*) FROM pragma_table_info('tables') WHERE name = 'lesson'";
    let lessons: i64 = connection.query_row(known, [], |row| row.get(0))?;
    if lessons == 0 {
        connection
            .execute_batch("ALTER TABLE tables ADD COLUMN lesson TEXT NOT NULL DEFAULT ''")?;
    }
    Ok(())
}

/// Version 2: positions and records, dice that all players add to, referees, absence, and how many tables
/// somebody hosts.
fn keep_positions_and_fairness(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(include_str!("version-2.sql"))
}

/// Version 3: what the public knows of a game is counted apart from its steps.
fn count_what_is_told(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(include_str!("version-3.sql"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_of_a_newer_version_is_refused_and_left_alone() {
        let mut store = Connection::open_in_memory().unwrap();
        store.pragma_update(None, "user_version", 99).unwrap();
        let refused = migrate(&mut store).unwrap_err().to_string();
        assert!(refused.contains("newer version"), "{refused}");
        let tables: i64 =
            store.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
        assert_eq!(tables, 0);
    }

    #[test]
    fn migrating_twice_changes_nothing() {
        let mut store = Connection::open_in_memory().unwrap();
        migrate(&mut store).unwrap();
        let schema = |store: &Connection| -> String {
            let all = "SELECT group_concat(sql) FROM sqlite_schema";
            store.query_row(all, [], |row| row.get(0)).unwrap()
        };
        let once = schema(&store);
        migrate(&mut store).unwrap();
        assert_eq!(schema(&store), once);
    }
}
