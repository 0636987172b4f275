//! The rows of a store in a file, as they are.

use super::{connect, open_reader, owned};
use crate::store::StoreError;
use crate::store::migrations::{self, Versioned};
use crate::store::transfer::{Columns, Difference, PAGE, Relation, RowReader, RowWriter};
use crate::store::value::{Row, Value};
use rusqlite::{Connection, TransactionBehavior, params_from_iter};
use std::path::Path;

/// Reads a file, all of it as it stood when it was opened; a server may go on with it meanwhile.
pub struct SqliteRowReader {
    connection: Connection,
    /// What asks for the first rows of a relation, and for those after a key.
    statements: [String; 2],
    key: Vec<usize>,
    after: Vec<Value<'static>>,
}

impl SqliteRowReader {
    /// Opens a file that this version wrote.
    pub fn open(path: &Path) -> Result<SqliteRowReader, StoreError> {
        let mut connection = open_reader(path)?;
        migrations::same_version(connection.version()?)?;
        connection.execute_batch("BEGIN")?;
        // The snapshot is taken by what is read first.
        connection.query_row("SELECT count(*) FROM house", [], |_| Ok(()))?;
        let (statements, key, after) = Default::default();
        Ok(SqliteRowReader { connection, statements, key, after })
    }
}

impl RowReader for SqliteRowReader {
    fn columns(&mut self, relation: &Relation) -> Result<Columns, StoreError> {
        let mut asked = self.connection.prepare("SELECT name, type FROM pragma_table_info(?1)")?;
        let declared = asked.query_map([relation.name], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let declared = declared.collect::<Result<Vec<(String, String)>, _>>()?;
        Columns::read(relation, declared)
    }

    fn begin(&mut self, relation: &Relation, columns: &Columns) -> Result<(), StoreError> {
        let (name, key) = (relation.name, relation.key.join(", "));
        let names = columns.names.join(", ");
        let values = vec!["?"; relation.key.len()].join(", ");
        let asked =
            |which: &str| format!("SELECT {names} FROM {name} {which} ORDER BY {key} LIMIT {PAGE}");
        self.statements = [asked(""), asked(&format!("WHERE ({key}) > ({values})"))];
        self.key = columns.key.clone();
        self.after.clear();
        Ok(())
    }

    fn page(&mut self) -> Result<Vec<Row>, StoreError> {
        let statement = &self.statements[usize::from(!self.after.is_empty())];
        let mut found = self.connection.prepare_cached(statement)?;
        let columns = found.column_count();
        let mut rows = found.query(params_from_iter(&self.after))?;
        let mut page = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..columns).map(|place| row.get_ref(place).map(owned));
            page.push(Row(values.collect::<Result<_, _>>()?));
        }
        if let Some(Row(last)) = page.last() {
            self.after = self.key.iter().filter_map(|at| last.get(*at).cloned()).collect();
        }
        Ok(page)
    }
}

/// Writes into a file that no server has.
pub struct SqliteRowWriter(Connection);

impl SqliteRowWriter {
    /// Opens a file, which is made if it is not there, and brings its schema up to date.
    pub fn open(path: &Path) -> Result<SqliteRowWriter, StoreError> {
        Ok(SqliteRowWriter(connect(path)?))
    }

    /// Moves everything into the one file, and closes it.
    pub fn finish(self) -> Result<(), StoreError> {
        self.0.pragma_update(None, "wal_checkpoint", "TRUNCATE")?;
        self.0.pragma_update(None, "journal_mode", "DELETE")?;
        self.0.close().map_err(|(_, error)| error.into())
    }
}

impl RowWriter for SqliteRowWriter {
    fn write(
        &mut self,
        relation: &Relation,
        columns: &Columns,
        difference: &Difference,
    ) -> Result<(), StoreError> {
        let behaviour = TransactionBehavior::Immediate;
        let transaction = self.0.transaction_with_behavior(behaviour)?;
        let (name, key) = (relation.name, relation.key.join(", "));
        let marks = |count: usize| vec!["?"; count].join(", ");
        {
            let keys = marks(relation.key.len());
            let mut remove = transaction
                .prepare_cached(&format!("DELETE FROM {name} WHERE ({key}) = ({keys})"))?;
            for key in &difference.removed {
                remove.execute(params_from_iter(key))?;
            }
            let (names, values) = (columns.names.join(", "), marks(columns.names.len()));
            let mut add = transaction
                .prepare_cached(&format!("INSERT INTO {name} ({names}) VALUES ({values})"))?;
            for Row(values) in &difference.added {
                add.execute(params_from_iter(values))?;
            }
        }
        Ok(transaction.commit()?)
    }
}
