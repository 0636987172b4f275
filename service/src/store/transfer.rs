//! A store laid open: its rows as they are, whichever home it has. So it is moved, kept safe and looked through.

use super::StoreError;
use super::value::{Row, Value};
use sha2::{Digest, Sha256};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// A relation of the schema, and the columns that tell its rows apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// Its key. Rows that belong together have the same first column.
    pub key: &'static [&'static str],
}

const fn relation(name: &'static str, key: &'static [&'static str]) -> Relation {
    Relation { name, key }
}

/// The values that the house keeps for itself.
pub const HOUSE: Relation = relation("house", &["key"]);

/// Everything that is a store, in the order in which it is moved.
pub const RELATIONS: [Relation; 42] = [
    HOUSE,
    relation("guests", &["id"]),
    relation("joined", &["guest"]),
    relation("guest_versions", &["guest"]),
    relation("commitments", &["commitment"]),
    relation("tables", &["id"]),
    relation("seats", &["table_id", "seat"]),
    relation("steps", &["table_id", "step"]),
    relation("talk", &["table_id", "number"]),
    relation("seen", &["table_id", "guest"]),
    relation("positions", &["table_id"]),
    relation("records", &["table_id"]),
    relation("archive", &["table_id"]),
    relation("devices", &["id"]),
    relation("ended", &["id"]),
    relation("passkeys", &["id"]),
    relation("codes", &["hash"]),
    relation("people", &["id"]),
    relation("clocks", &["table_id"]),
    relation("deadlines", &["table_id", "seat"]),
    relation("outages", &["since"]),
    relation("vacations", &["guest"]),
    relation("reliability", &["guest", "table_id", "seat"]),
    relation("ways", &["id"]),
    relation("notices", &["person", "key", "way"]),
    relation("plans", &["table_id", "seat"]),
    relation("friends", &["person", "other"]),
    relation("friend_codes", &["person"]),
    relation("blocks", &["person", "other", "table_id"]),
    relation("invitations", &["table_id", "person"]),
    relation("seeks", &["person", "game"]),
    relation("reports", &["id"]),
    relation("ratings", &["game", "player"]),
    relation("results", &["table_id", "seat"]),
    relation("cups", &["id"]),
    relation("entrants", &["cup", "person"]),
    relation("sandboxes", &["table_id", "person"]),
    relation("estimates", &["table_id"]),
    relation("whispers", &["table_id", "number"]),
    relation("notes", &["table_id", "person"]),
    relation("letters", &["id"]),
    relation("arrivals", &["id"]),
];

/// The key of the house under which a store notes that it is being written from another one: no server starts on it.
pub const UNFINISHED: &str = "unfinished_copy";

/// How many rows are read or written at a time.
pub const PAGE: usize = 1000;

/// What a column is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Integer,
    /// A text.
    Text,
    /// Bytes.
    Bytes,
}

impl Kind {
    /// By the word of a schema.
    pub fn read(word: &str) -> Option<Kind> {
        match word.to_ascii_lowercase().as_str() {
            "bigint" => Some(Kind::Integer),
            "text" => Some(Kind::Text),
            "blob" | "bytea" => Some(Kind::Bytes),
            _ => None,
        }
    }

    fn holds(self, value: &Value) -> bool {
        matches!(
            (self, value),
            (Kind::Integer, Value::Integer(_))
                | (Kind::Text, Value::Text(_))
                | (Kind::Bytes, Value::Bytes(_))
        )
    }
}

/// The columns of a relation, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Their names, in alphabetical order: homes declare them in different ones.
    pub names: Vec<String>,
    /// What each is for.
    pub kinds: Vec<Kind>,
    /// The places of the key.
    pub key: Vec<usize>,
}

impl Columns {
    /// From what a home says of a relation: names, and the words of its schema.
    pub fn read(
        relation: &Relation,
        mut declared: Vec<(String, String)>,
    ) -> Result<Columns, StoreError> {
        declared.sort();
        let unknown = |what: &str| {
            StoreError::Failed(format!("`{}` has no column `{what}` that we know", relation.name))
        };
        let kinds = declared
            .iter()
            .map(|(name, word)| Kind::read(word).ok_or_else(|| unknown(name)))
            .collect::<Result<_, _>>()?;
        let place = |key: &&str| {
            declared.iter().position(|(name, _)| name == key).ok_or_else(|| unknown(key))
        };
        let key = relation.key.iter().map(place).collect::<Result<_, _>>()?;
        Ok(Columns { names: declared.into_iter().map(|(name, _)| name).collect(), kinds, key })
    }

    /// The place of a column.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The key of a row.
    pub fn key_of(&self, row: &Row) -> Vec<Value<'static>> {
        self.key.iter().filter_map(|place| row.0.get(*place).cloned()).collect()
    }

    fn check(&self, relation: &Relation, row: &Row) -> Result<(), StoreError> {
        let sound = row.0.len() == self.kinds.len()
            && self.kinds.iter().zip(&row.0).all(|(kind, value)| kind.holds(value));
        match sound {
            true => Ok(()),
            false => Err(StoreError::Damaged(format!(
                "a row of `{}` does not hold what it should ({})",
                relation.name,
                key_words(&self.key_of(row))
            ))),
        }
    }
}

/// A key, for people.
pub fn key_words(key: &[Value]) -> String {
    let words: Vec<String> = key
        .iter()
        .map(|value| match value {
            Value::Integer(number) => number.to_string(),
            Value::Text(text) => text.chars().take(60).collect(),
            Value::Bytes(_) | Value::Unsound => "?".into(),
        })
        .collect();
    words.join(", ")
}

/// A store that is read row by row, all of it as it stood when it was opened.
pub trait RowReader {
    /// The columns of a relation.
    fn columns(&mut self, relation: &Relation) -> Result<Columns, StoreError>;

    /// Begins with a relation: its rows come in the order of their keys, texts by their bytes.
    fn begin(&mut self, relation: &Relation, columns: &Columns) -> Result<(), StoreError>;

    /// The next rows of the relation; none after the last.
    fn page(&mut self) -> Result<Vec<Row>, StoreError>;
}

/// A store that is written row by row, while no server has it.
pub trait RowWriter {
    /// Removes the rows with some keys and adds others, in one transaction, which is durable afterwards.
    fn write(
        &mut self,
        relation: &Relation,
        columns: &Columns,
        difference: &Difference,
    ) -> Result<(), StoreError>;
}

/// What is to be done so that one relation becomes another.
#[derive(Debug, Default)]
pub struct Difference {
    /// The keys of rows that go.
    pub removed: Vec<Vec<Value<'static>>>,
    /// Rows that come.
    pub added: Vec<Row>,
}

impl Difference {
    fn len(&self) -> usize {
        self.removed.len() + self.added.len()
    }
}

/// The rows of a relation, one after the other.
pub struct Rows<'a> {
    relation: Relation,
    columns: Columns,
    reader: &'a mut dyn RowReader,
    page: VecDeque<Row>,
    ended: bool,
}

impl<'a> Rows<'a> {
    /// Begins with a relation.
    pub fn of(reader: &'a mut dyn RowReader, relation: Relation) -> Result<Rows<'a>, StoreError> {
        let columns = reader.columns(&relation)?;
        reader.begin(&relation, &columns)?;
        Ok(Rows { relation, columns, reader, page: VecDeque::new(), ended: false })
    }

    /// Its columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    fn peek(&mut self) -> Result<Option<&Row>, StoreError> {
        while self.page.is_empty() && !self.ended {
            let page = self.reader.page()?;
            self.ended = page.is_empty();
            for row in &page {
                self.columns.check(&self.relation, row)?;
            }
            let kept = page.into_iter().filter(|row| !is_note(&self.relation, &self.columns, row));
            self.page.extend(kept);
        }
        Ok(self.page.front())
    }

    /// The next row; none after the last. One that does not hold what it should is an error.
    pub fn next(&mut self) -> Result<Option<Row>, StoreError> {
        self.peek()?;
        Ok(self.page.pop_front())
    }
}

/// Whether a row is the note of a copy that is not finished, which belongs to no house.
fn is_note(relation: &Relation, columns: &Columns, row: &Row) -> bool {
    *relation == HOUSE && columns.key_of(row) == [Value::from(UNFINISHED)]
}

/// The note of a copy that is not finished, set or taken away.
pub fn note_unfinished(
    reader: &mut dyn RowReader,
    writer: &mut dyn RowWriter,
    unfinished: bool,
) -> Result<(), StoreError> {
    let columns = reader.columns(&HOUSE)?;
    let mut note = Difference::default();
    note.removed.push(vec![Value::from(UNFINISHED)]);
    if unfinished {
        let value = |name: &String| Value::from(if name == "key" { UNFINISHED } else { "1" });
        note.added.push(Row(columns.names.iter().map(value).collect()));
    }
    writer.write(&HOUSE, &columns, &note)
}

/// What became of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedRelation {
    /// Its name.
    pub name: &'static str,
    /// How many rows it has.
    pub rows: u64,
    /// How many were added or changed.
    pub written: u64,
    /// How many were there that are not any more.
    pub removed: u64,
    /// SHA-256 of all of its rows.
    pub digest: String,
}

/// Makes a relation of one store the same as that of another. What is the same already is left alone, so that a copy which
/// was interrupted goes on where it was.
pub fn copy_relation(
    relation: Relation,
    from: &mut dyn RowReader,
    to: &mut dyn RowReader,
    writer: &mut dyn RowWriter,
    told: &mut dyn FnMut(&'static str, u64),
) -> Result<CopiedRelation, StoreError> {
    let (mut from, mut to) = (Rows::of(from, relation)?, Rows::of(to, relation)?);
    if from.columns != to.columns {
        return Err(StoreError::Failed(format!("`{}` has other columns there", relation.name)));
    }
    let columns = from.columns.clone();
    let (mut waiting, mut sum) = (Difference::default(), RowDigest::default());
    let mut copied = CopiedRelation {
        name: relation.name,
        rows: 0,
        written: 0,
        removed: 0,
        digest: String::new(),
    };
    let mut group = None;
    loop {
        let order = match (from.peek()?, to.peek()?) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(ours), Some(theirs)) => compare(&columns, ours, theirs),
        };
        let ours = if order.is_le() { from.next()? } else { None };
        let theirs = if order.is_ge() { to.next()? } else { None };
        let next = ours.as_ref().or(theirs.as_ref());
        let next = next.and_then(|row| columns.key_of(row).into_iter().next());
        if waiting.len() >= PAGE && next != group {
            writer.write(&relation, &columns, &std::mem::take(&mut waiting))?;
        }
        group = next;
        if let Some(row) = &ours {
            sum.add(row);
            copied.rows += 1;
            if copied.rows.is_multiple_of(PAGE as u64) {
                told(relation.name, copied.rows);
            }
        }
        if ours.as_ref().map(|row| &row.0) == theirs.as_ref().map(|row| &row.0) {
            continue;
        }
        copied.removed += u64::from(ours.is_none());
        waiting.removed.extend(theirs.map(|row| columns.key_of(&row)));
        copied.written += u64::from(ours.is_some());
        waiting.added.extend(ours);
    }
    if waiting.len() > 0 {
        writer.write(&relation, &columns, &waiting)?;
    }
    copied.digest = sum.finish();
    Ok(copied)
}

/// How many rows a relation has, and the digest of all of them.
pub fn digest_of(
    reader: &mut dyn RowReader,
    relation: Relation,
) -> Result<(u64, String), StoreError> {
    let (mut rows, mut sum, mut count) = (Rows::of(reader, relation)?, RowDigest::default(), 0);
    while let Some(row) = rows.next()? {
        sum.add(&row);
        count += 1;
    }
    Ok((count, sum.finish()))
}

fn compare(columns: &Columns, one: &Row, other: &Row) -> Ordering {
    let values = |row: &Row| columns.key_of(row);
    let pairs = values(one).into_iter().zip(values(other));
    let mut orders = pairs.map(|pair| match pair {
        (Value::Integer(one), Value::Integer(other)) => one.cmp(&other),
        (Value::Text(one), Value::Text(other)) => one.as_bytes().cmp(other.as_bytes()),
        _ => Ordering::Equal,
    });
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The digest of rows, in which every value is told with its kind and its length.
#[derive(Default)]
struct RowDigest(Sha256);

impl RowDigest {
    fn add(&mut self, row: &Row) {
        for value in &row.0 {
            match value {
                Value::Integer(number) => {
                    self.0.update(b"i");
                    self.0.update(number.to_le_bytes());
                }
                Value::Text(text) => self.bytes(b"t", text.as_bytes()),
                Value::Bytes(bytes) => self.bytes(b"b", bytes),
                Value::Unsound => self.0.update(b"?"),
            }
        }
        self.0.update(b"\n");
    }

    fn bytes(&mut self, kind: &[u8], bytes: &[u8]) {
        self.0.update(kind);
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn finish(self) -> String {
        crate::secret::hexadecimal(&self.0.finalize())
    }
}
