//! The schema of the store, and how older ones are brought up to it: one list for every home.

use super::StoreError;

/// One step of the schema: what each home runs for it.
pub struct Migration {
    /// For a store in a file.
    pub sqlite: fn(&rusqlite::Connection) -> rusqlite::Result<()>,
    /// For one in PostgreSQL.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only that home reads it"))]
    pub postgres: &'static str,
}

/// The first leads from version 0 to version 1, and so on. What is here was run somewhere and stays as it is:
/// a change of the schema is a new entry, and `tests/stores.rs` says how it is tested.
const MIGRATIONS: [Migration; 14] = [
    // What stores had before versions were written down. New stores are made by it too.
    Migration { sqlite: super::sqlite::name_the_version, postgres: NEVER_THERE },
    // Positions and records, dice that all players add to, referees, absence, and how many tables somebody hosts.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-2.sql")),
        postgres: NEVER_THERE,
    },
    // What the public knows of a game is counted apart from its steps. PostgreSQL begins here.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-3.sql")),
        postgres: include_str!("postgres/version-3.sql"),
    },
    // Tables have versions. In PostgreSQL several servers share a store, and its work.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-4.sql")),
        postgres: include_str!("postgres/version-4.sql"),
    },
    // Games that are over are archived.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-5.sql")),
        postgres: include_str!("postgres/version-5.sql"),
    },
    // People: their browsers, passkeys, codes and settings.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-6.sql")),
        postgres: include_str!("postgres/version-6.sql"),
    },
    // Clocks, deadlines, vacations, and how reliable people are.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-7.sql")),
        postgres: include_str!("postgres/version-7.sql"),
    },
    // Notices, the ways by which people are told, and plans.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-8.sql")),
        postgres: include_str!("postgres/version-8.sql"),
    },
    // People among people: friends, blocks, invitations, seeks and reports.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-9.sql")),
        postgres: include_str!("postgres/version-9.sql"),
    },
    // Rated tables, results, ratings and cups.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-10.sql")),
        postgres: include_str!("postgres/version-10.sql"),
    },
    // Guests have versions, as tables do.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-11.sql")),
        postgres: include_str!("postgres/version-11.sql"),
    },
    // Sandboxes, and what bots think of games that are over.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-12.sql")),
        postgres: include_str!("postgres/version-12.sql"),
    },
    // What is said to one alone, notes of one's own, and referees of the house.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-13.sql")),
        postgres: include_str!("postgres/version-13.sql"),
    },
    // Mail: letters that wait until they are sent, and messages that came.
    Migration {
        sqlite: |store| store.execute_batch(include_str!("sqlite/version-14.sql")),
        postgres: include_str!("postgres/version-14.sql"),
    },
];

/// A version that no store in PostgreSQL ever had.
const NEVER_THERE: &str = "";

/// The version of the schema that this program writes.
pub fn newest() -> i64 {
    MIGRATIONS.len() as i64
}

/// Refuses a store that another version of the program wrote.
pub fn same_version(found: i64) -> Result<(), StoreError> {
    let newest = newest();
    let why = match found.cmp(&newest) {
        std::cmp::Ordering::Equal => return Ok(()),
        std::cmp::Ordering::Less if found == 0 => "there is no store there".into(),
        std::cmp::Ordering::Less => format!(
            "an older version of the program wrote this store (schema {found}, ours is {newest}): start its server once, \
             which brings it up to date"
        ),
        std::cmp::Ordering::Greater => {
            format!(
                "a newer version of the program wrote this store (schema {found}, we know {newest})"
            )
        }
    };
    Err(StoreError::Failed(why))
}

/// A store whose schema has a version.
pub trait Versioned {
    /// The version that it has now: 0 if it is empty.
    fn version(&mut self) -> Result<i64, StoreError>;

    /// Runs a migration and notes the version to which it leads, in one transaction.
    fn run(&mut self, migration: &Migration, leads_to: i64) -> Result<(), StoreError>;
}

/// Brings the schema up to date, each version in a transaction of its own. A store that a newer version wrote is
/// refused.
pub fn migrate(store: &mut impl Versioned) -> Result<(), StoreError> {
    let newest = MIGRATIONS.len();
    let found = usize::try_from(store.version()?).unwrap_or(usize::MAX);
    if found > newest {
        return Err(StoreError::Failed(format!(
            "a newer version of the program wrote this store (schema {found}, we know {newest})"
        )));
    }
    for (version, migration) in (1..).zip(&MIGRATIONS).skip(found) {
        store.run(migration, version)?;
        tracing::info!(version, "the schema of the store is up to date");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

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
