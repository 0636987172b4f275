//! The rows of a store in a database, as they are.

use super::{failed, pipelined, row, tls, words};
use crate::store::StoreError;
use crate::store::address::PostgresAddress;
use crate::store::migrations;
use crate::store::transfer::{
    Columns, Difference, PAGE, Relation, RowReader, RowWriter, key_words,
};
use crate::store::value::{Row, Value};
use std::pin::Pin;
use tokio::runtime::Runtime;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, Statement};

/// A connection with a thread of its own: whoever asks waits.
struct Session {
    runtime: Runtime,
    client: Client,
}

impl Session {
    fn open(address: &PostgresAddress) -> Result<Session, StoreError> {
        let tls = tls::connector(address).map_err(StoreError::Failed)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let opened = runtime.block_on(address.config.connect(tls));
        let (client, connection) = opened.map_err(|error| failed(&error))?;
        // How it ends is told by whatever is asked next.
        runtime.spawn(async move { drop(connection.await) });
        let session = Session { runtime, client };
        session.run("SET client_min_messages = warning")?;
        Ok(session)
    }

    fn run(&self, sql: &str) -> Result<(), StoreError> {
        let done = self.runtime.block_on(self.client.batch_execute(sql));
        done.map_err(|error| failed(&error))
    }

    fn rows(&self, sql: &str) -> Result<Vec<tokio_postgres::Row>, StoreError> {
        let found = self.runtime.block_on(self.client.query(sql, &[]));
        found.map_err(|error| failed(&error))
    }
}

/// Reads a database, all of it as it stood when it was opened; servers may go on with it meanwhile.
pub struct PostgresRowReader {
    session: Session,
    reading: bool,
}

impl PostgresRowReader {
    /// Opens a database that this version wrote.
    pub fn open(address: &PostgresAddress) -> Result<PostgresRowReader, StoreError> {
        let session = Session::open(address)?;
        session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        let asked = "SELECT max(version) FROM schema_version";
        let found = session.runtime.block_on(session.client.query_opt(asked, &[]));
        let version = match found {
            Ok(found) => found.and_then(|row| row.try_get(0).ok()).unwrap_or(0),
            Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => 0,
            Err(error) => return Err(failed(&error)),
        };
        migrations::same_version(version)?;
        Ok(PostgresRowReader { session, reading: false })
    }
}

impl RowReader for PostgresRowReader {
    fn columns(&mut self, relation: &Relation) -> Result<Columns, StoreError> {
        let asked = format!(
            "SELECT column_name::text, data_type::text FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = '{}'",
            relation.name
        );
        let found = self.session.rows(&asked)?;
        let texts = |row: &tokio_postgres::Row| Ok((row.try_get(0)?, row.try_get(1)?));
        let declared = found.iter().map(texts).collect::<Result<Vec<(String, String)>, Error>>();
        Columns::read(relation, declared.map_err(|error| failed(&error))?)
    }

    fn begin(&mut self, relation: &Relation, columns: &Columns) -> Result<(), StoreError> {
        if std::mem::replace(&mut self.reading, true) {
            self.session.run("CLOSE rows")?;
        }
        let names = columns.names.join(", ");
        // By bytes, as a file orders texts, whatever the language of the database is.
        let order: Vec<String> = columns
            .key
            .iter()
            .map(|place| match columns.kinds[*place] {
                crate::store::transfer::Kind::Text => {
                    format!("{} COLLATE \"C\"", columns.names[*place])
                }
                _ => columns.names[*place].clone(),
            })
            .collect();
        let (name, order) = (relation.name, order.join(", "));
        self.session.run(&format!(
            "DECLARE rows NO SCROLL CURSOR FOR SELECT {names} FROM {name} ORDER BY {order}"
        ))
    }

    fn page(&mut self) -> Result<Vec<Row>, StoreError> {
        Ok(self.session.rows(&format!("FETCH {PAGE} FROM rows"))?.iter().map(row).collect())
    }
}

/// Writes into a database that no server has.
pub struct PostgresRowWriter {
    session: Session,
    prepared: Option<(&'static str, [Statement; 2])>,
}

impl PostgresRowWriter {
    /// Connects to a database whose schema is up to date.
    pub fn open(address: &PostgresAddress) -> Result<PostgresRowWriter, StoreError> {
        Ok(PostgresRowWriter { session: Session::open(address)?, prepared: None })
    }

    fn prepare(
        &mut self,
        relation: &Relation,
        columns: &Columns,
    ) -> Result<[Statement; 2], StoreError> {
        if let Some((name, prepared)) = &self.prepared
            && *name == relation.name
        {
            return Ok(prepared.clone());
        }
        let marks = |count: usize| {
            let marks: Vec<String> = (1..=count).map(|number| format!("${number}")).collect();
            marks.join(", ")
        };
        let (name, key, keys) = (relation.name, relation.key.join(", "), marks(relation.key.len()));
        let (names, values) = (columns.names.join(", "), marks(columns.names.len()));
        let remove = format!("DELETE FROM {name} WHERE ({key}) = ({keys})");
        let add = format!("INSERT INTO {name} ({names}) VALUES ({values})");
        let client = &self.session.client;
        let prepared = self
            .session
            .runtime
            .block_on(async { Ok([client.prepare(&remove).await?, client.prepare(&add).await?]) });
        let prepared = prepared.map_err(|error: Error| failed(&error))?;
        self.prepared = Some((relation.name, prepared.clone()));
        Ok(prepared)
    }
}

/// A statement on its way.
type Request<'a> = Pin<Box<dyn Future<Output = Result<u64, Error>> + 'a>>;

impl RowWriter for PostgresRowWriter {
    fn write(
        &mut self,
        relation: &Relation,
        columns: &Columns,
        difference: &Difference,
    ) -> Result<(), StoreError> {
        let zero = |value: &Value| matches!(value, Value::Text(text) if text.contains('\0'));
        if let Some(row) = difference.added.iter().find(|row| row.0.iter().any(zero)) {
            let key = key_words(&columns.key_of(row));
            return Err(StoreError::Failed(format!(
                "a row of `{}` ({key}) has a text with the character of code 0, which PostgreSQL cannot keep",
                relation.name
            )));
        }
        let [remove, add] = self.prepare(relation, columns)?;
        let client = &self.session.client;
        let removed = difference.removed.iter().map(|key| (&remove, key));
        let added = difference.added.iter().map(|Row(values)| (&add, values));
        let written = self.session.runtime.block_on(async {
            client.batch_execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE").await?;
            let requests: Vec<Request> = removed
                .chain(added)
                .map(|(statement, values)| {
                    Box::pin(client.execute_raw(statement, values)) as Request
                })
                .collect();
            pipelined(requests).await.into_iter().collect::<Result<Vec<u64>, Error>>()?;
            client.batch_execute("COMMIT").await
        });
        written.map_err(|error| match failed(&error) {
            StoreError::Taken => StoreError::Failed(format!(
                "`{}` has a row there that stands in the way: {}",
                relation.name,
                words(&error)
            )),
            error => error,
        })
    }
}
