//! What an operator does with a store: move it, keep it safe, and look through it.

use super::folder::{DataFolder, private_file};
use super::sqlite::{self, SqliteRowReader, SqliteRowWriter};
use super::transfer::{
    self, CopiedRelation, HOUSE, RELATIONS, Relation, RowReader, RowWriter, Rows,
};
use super::value::{Row, Value};
use super::{RealDisk, Store, StoreAddress, StoreError, archive, plain_words};
#[cfg(feature = "postgres")]
use super::{address::Place, address::PostgresAddress, postgres};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a store lies, without a server: in the data folder of one, in a file, or in a PostgreSQL database. Shown, it is
/// without its password.
///
/// ```
/// use service::StorePlace;
///
/// assert!("postgres://me@host:port/games".parse::<StorePlace>().is_err());
/// assert_eq!("/srv/overwinter".parse::<StorePlace>()?.to_string(), "/srv/overwinter");
/// assert!(matches!("new.sqlite".parse::<StorePlace>()?, StorePlace::File(_)));
/// # Ok::<(), service::StoreAddressError>(())
/// ```
#[derive(Clone, Debug)]
pub enum StorePlace {
    /// The data folder of a server.
    Folder(PathBuf),
    /// A file such as a backup.
    File(PathBuf),
    /// A database.
    Database(StoreAddress),
}

impl StorePlace {
    /// The store of a server: in its data folder, or in its database.
    pub fn of_server(data: &Path, store: &StoreAddress) -> StorePlace {
        match store.is_in_folder() {
            true => StorePlace::Folder(data.to_path_buf()),
            false => StorePlace::Database(store.clone()),
        }
    }

    fn file(&self) -> Option<PathBuf> {
        match self {
            StorePlace::Folder(path) => Some(DataFolder::store_in(path)),
            StorePlace::File(path) => Some(path.clone()),
            StorePlace::Database(_) => None,
        }
    }

    /// The address of the database; a place without one never comes here.
    #[cfg(feature = "postgres")]
    fn database(&self) -> Result<&PostgresAddress, String> {
        match self {
            StorePlace::Database(StoreAddress(Place::Postgres(address))) => Ok(address),
            _ => Err(self.says("this is no database")),
        }
    }

    /// A sentence about it.
    fn says(&self, what: impl fmt::Display) -> String {
        format!("{self}: {what}")
    }
}

impl fmt::Display for StorePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorePlace::Folder(path) | StorePlace::File(path) => write!(f, "{}", path.display()),
            StorePlace::Database(address) => write!(f, "{address}"),
        }
    }
}

impl std::str::FromStr for StorePlace {
    type Err = super::StoreAddressError;

    /// An address with `://` is a database's; a file that is there, or whose name ends in `.sqlite` where nothing is, is a
    /// file, and everything else a data folder. The file in a data folder means that folder, which a server may have.
    fn from_str(text: &str) -> Result<StorePlace, Self::Err> {
        let path = PathBuf::from(text);
        let named_so = path.extension().is_some_and(|word| word.eq_ignore_ascii_case("sqlite"));
        match text.contains("://") {
            true => text.parse().map(StorePlace::Database),
            false if let Some(folder) = DataFolder::of_store(&path) => {
                Ok(StorePlace::Folder(folder))
            }
            false if path.is_file() || named_so && !path.is_dir() => Ok(StorePlace::File(path)),
            false => Ok(StorePlace::Folder(path)),
        }
    }
}

/// What may speak of a table that is gone, or of none: whom somebody does not hear, who was invited, what was reported.
const OUTLIVE: [&str; 3] = ["blocks", "invitations", "reports"];

/// A store that is read.
pub(super) fn reader(place: &StorePlace) -> Result<Box<dyn RowReader>, String> {
    let words = |error: StoreError| place.says(error);
    match place.file() {
        Some(file) if !file.is_file() => Err(place.says("there is no store here")),
        Some(file) => {
            let opened = SqliteRowReader::open(&file);
            opened.map(|reader| Box::new(reader) as Box<dyn RowReader>).map_err(words)
        }
        #[cfg(feature = "postgres")]
        None => {
            let opened = postgres::PostgresRowReader::open(place.database()?);
            opened.map(|reader| Box::new(reader) as Box<dyn RowReader>).map_err(words)
        }
        #[cfg(not(feature = "postgres"))]
        None => Err(place.says("this program was built without PostgreSQL")),
    }
}

/// A store that is written, and by nobody else as long as this is there.
pub(super) struct Taken {
    pub(super) writer: Box<dyn RowWriter>,
    _folder: Option<DataFolder>,
    #[cfg(feature = "postgres")]
    _lock: Option<postgres::PostgresWriting>,
}

/// Takes a store for writing.
pub(super) fn take(place: &StorePlace) -> Result<Taken, String> {
    let words = |error: StoreError| place.says(error);
    if let Some(file) = place.file() {
        let folder = match place {
            StorePlace::Folder(path) => Some(DataFolder::take(path, &StoreAddress::default())?),
            _ => None,
        };
        private_file(&file).map_err(|error| place.says(plain_words(&error)))?;
        let writer = Box::new(SqliteRowWriter::open(&file).map_err(words)?);
        return Ok(Taken {
            writer,
            _folder: folder,
            #[cfg(feature = "postgres")]
            _lock: None,
        });
    }
    #[cfg(feature = "postgres")]
    {
        let address = place.database()?;
        let lock = postgres::lock(address, Arc::new(RealDisk)).map_err(words)?;
        let writer = postgres::PostgresRowWriter::open(address).map_err(words)?;
        Ok(Taken { writer: Box::new(writer), _folder: None, _lock: Some(lock) })
    }
    #[cfg(not(feature = "postgres"))]
    Err(place.says("this program was built without PostgreSQL"))
}

/// Makes one store the same as another, which may be in use meanwhile: it is copied as it stood at the beginning. What is
/// the same there already is left alone, so that a copy which was interrupted goes on, and a second one takes over
/// what has changed since the first. A store with the games of another house is refused. At the end everything is read once
/// more and compared by its digests.
pub fn copy(
    from: &StorePlace,
    to: &StorePlace,
    told: &mut dyn FnMut(&'static str, u64),
) -> Result<Vec<CopiedRelation>, String> {
    let mut source = reader(from)?;
    if house_value(source.as_mut(), transfer::UNFINISHED)
        .map_err(|error| from.says(error))?
        .is_some()
    {
        return Err(from.says("a copy into this store was not finished: finish it first"));
    }
    let mut taken = take(to)?;
    let mut there = reader(to)?;
    same_house(source.as_mut(), there.as_mut()).map_err(|why| to.says(why))?;
    let words = |error: StoreError| format!("{from} to {to}: {error}");
    transfer::note_unfinished(there.as_mut(), taken.writer.as_mut(), true).map_err(words)?;
    let mut copied = Vec::new();
    for relation in RELATIONS {
        let (source, there) = (source.as_mut(), there.as_mut());
        let writer = taken.writer.as_mut();
        let done = transfer::copy_relation(relation, source, there, writer, told);
        copied.push(done.map_err(words)?);
    }
    drop(there);
    let mut again = reader(to)?;
    for (relation, copied) in RELATIONS.into_iter().zip(&copied) {
        told("compared", copied.rows);
        let found = transfer::digest_of(again.as_mut(), relation).map_err(words)?;
        if found != (copied.rows, copied.digest.clone()) {
            return Err(to.says(format!(
                "`{}` is not what was copied: {} rows of {}",
                relation.name, found.0, copied.rows
            )));
        }
    }
    transfer::note_unfinished(again.as_mut(), taken.writer.as_mut(), false).map_err(words)?;
    drop((again, taken));
    if let StorePlace::File(file) = to {
        // A file of its own has nothing beside it.
        SqliteRowWriter::open(file).and_then(SqliteRowWriter::finish).map_err(words)?;
    }
    Ok(copied)
}

/// Refuses a store with the games or guests of another house.
fn same_house(ours: &mut dyn RowReader, theirs: &mut dyn RowReader) -> Result<(), String> {
    let words = |error: StoreError| error.to_string();
    // The key of cookies is made once for a house, and nobody else has it.
    let key = |reader: &mut dyn RowReader| house_value(reader, "key").map_err(words);
    let earlier = |reader: &mut dyn RowReader| house_value(reader, "previous_key").map_err(words);
    let known = [key(ours)?, earlier(ours)?];
    let there = key(theirs)?;
    if there.is_some() && known.contains(&there) {
        return Ok(());
    }
    for relation in
        RELATIONS.iter().filter(|relation| ["guests", "tables"].contains(&relation.name))
    {
        if Rows::of(theirs, *relation).and_then(|mut rows| rows.next()).map_err(words)?.is_some() {
            return Err("this store holds the games of another house: name an empty one".into());
        }
    }
    Ok(())
}

/// A value that the house keeps for itself.
fn house_value(reader: &mut dyn RowReader, key: &str) -> Result<Option<String>, StoreError> {
    let columns = reader.columns(&HOUSE)?;
    reader.begin(&HOUSE, &columns)?;
    let text = |row: &Row, name: &str| match columns.place(name).and_then(|at| row.0.get(at)) {
        Some(Value::Text(text)) => Some(text.to_string()),
        _ => None,
    };
    loop {
        let page = reader.page()?;
        if page.is_empty() {
            return Ok(None);
        }
        let found = page.iter().find(|row| text(row, "key").as_deref() == Some(key));
        if let Some(row) = found {
            return Ok(text(row, "value"));
        }
    }
}

/// Keeps a store in a file of its own, as it stood at one moment; a server may go on with it meanwhile. The file is there when
/// it is whole, and never in the place of another.
pub fn backup(
    from: &StorePlace,
    file: &Path,
    told: &mut dyn FnMut(&'static str, u64),
) -> Result<Vec<CopiedRelation>, String> {
    if file.exists() {
        return Err(format!("{}: this is there already: name a new file", file.display()));
    }
    let unfinished = beside(file, "part");
    remove_file(&unfinished)?;
    let place = StorePlace::File(unfinished.clone());
    let copied = copy(from, &place, told).inspect_err(|_| {
        // It is of no use to anybody; should it stay, the next backup removes it.
        let _ = remove_file(&unfinished);
    })?;
    let failed = |error: &dyn fmt::Display| format!("{}: {error}", unfinished.display());
    let synced = std::fs::File::open(&unfinished).and_then(|file| file.sync_all());
    let moved = synced.and_then(|()| std::fs::hard_link(&unfinished, file));
    moved.map_err(|error| failed(&plain_words(&error)))?;
    remove_file(&unfinished)?;
    Ok(copied)
}

/// A file whose name is that of another with a word behind it.
fn beside(file: &Path, word: &str) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(".");
    name.push(word);
    name.into()
}

/// Removes a file of SQLite's, if it is there, with what lies beside it.
fn remove_file(file: &Path) -> Result<(), String> {
    let mut files = vec![file.to_path_buf()];
    for word in ["-wal", "-shm", "-journal"] {
        let mut name = file.as_os_str().to_os_string();
        name.push(word);
        files.push(name.into());
    }
    for file in files {
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(format!("{}: {}", file.display(), plain_words(&error)));
            }
            _ => {}
        }
    }
    Ok(())
}

/// How much a store keeps of something.
pub type Kept = (&'static str, u64);

/// What was found in a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreCheck {
    /// How many rows there are of everything.
    pub kept: Vec<Kept>,
    /// What is wrong.
    pub faults: Vec<String>,
    /// The tables whose game has begun, in the order of their ids.
    pub begun: Vec<String>,
}

/// How many faults are told.
const MOST_FAULTS: usize = 100;

/// What is known of a table while what belongs to it is looked through.
struct Facts {
    begun: bool,
    archived: bool,
    /// How many decisions its record holds, if it is archived and has one.
    recorded: Option<i64>,
    steps: i64,
    seats: i64,
    found_steps: i64,
    found_seats: i64,
}

/// Looks through a store as it stands at one moment; a server may go on with it meanwhile. Everything must be readable, hold
/// what it should, belong to a table that is there, and be complete.
pub fn check(
    place: &StorePlace,
    told: &mut dyn FnMut(&'static str, u64),
) -> Result<StoreCheck, String> {
    let mut reader = reader(place)?;
    let mut found = StoreCheck::default();
    if house_value(reader.as_mut(), transfer::UNFINISHED)
        .map_err(|error| place.says(error))?
        .is_some()
    {
        found.faults.push("a copy into this store was not finished: run it again".into());
    }
    match joined_to_joined(reader.as_mut()) {
        Ok(guests) => guests.iter().for_each(|guest| {
            found.fault(format!("guest {guest} has become somebody who has become another"));
        }),
        Err(error) => found.faults.push(format!("`joined`: {error}")),
    }
    let mut tables: HashMap<String, Facts> = HashMap::new();
    for relation in RELATIONS {
        let looked = look_through(relation, reader.as_mut(), &mut tables, &mut found, told);
        match looked {
            Ok(rows) => found.kept.push((relation.name, rows)),
            Err(error) => found.faults.push(format!("`{}`: {error}", relation.name)),
        }
    }
    for (id, table) in &tables {
        if table.archived && table.recorded.is_none() {
            found.fault(format!("table {id} is archived and has no record"));
        }
        if table.archived && table.found_steps > 0 {
            found.fault(format!("table {id} is archived and has decisions beside its record"));
        }
        let steps = table.recorded.unwrap_or(table.found_steps);
        if table.begun && steps != table.steps {
            found.fault(format!(
                "table {id} has {steps} decisions where its row counts {}",
                table.steps
            ));
        }
        if table.found_seats == 0 {
            found.fault(format!("table {id} has no seats"));
        }
    }
    found.begun = tables.into_iter().filter(|(_, table)| table.begun).map(|(id, _)| id).collect();
    found.begun.sort();
    found.faults.truncate(MOST_FAULTS);
    Ok(found)
}

/// The guests who have become somebody who has become another, and so lead to nobody, or in a circle.
fn joined_to_joined(reader: &mut dyn RowReader) -> Result<Vec<String>, StoreError> {
    let relation = RELATIONS.into_iter().find(|relation| relation.name == "joined");
    let mut joined: HashMap<String, String> = HashMap::new();
    if let Some(relation) = relation {
        let mut rows = Rows::of(reader, relation)?;
        let columns = rows.columns().clone();
        while let Some(mut row) = rows.next()? {
            let mut text = |name: &str| columns.place(name).and_then(|at| row.text(at).ok());
            if let (Some(guest), Some(becomes)) = (text("guest"), text("becomes")) {
                joined.insert(guest, becomes);
            }
        }
    }
    let mut lost: Vec<String> = joined
        .iter()
        .filter(|(_, becomes)| joined.contains_key(*becomes))
        .map(|(guest, _)| guest.clone())
        .collect();
    lost.sort_unstable();
    Ok(lost)
}

impl StoreCheck {
    fn fault(&mut self, what: String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(what);
        }
    }
}

fn look_through(
    relation: Relation,
    reader: &mut dyn RowReader,
    tables: &mut HashMap<String, Facts>,
    found: &mut StoreCheck,
    told: &mut dyn FnMut(&'static str, u64),
) -> Result<u64, StoreError> {
    let mut rows = Rows::of(reader, relation)?;
    let columns = rows.columns().clone();
    let mut count = 0;
    while let Some(mut row) = rows.next()? {
        count += 1;
        if count % transfer::PAGE as u64 == 0 {
            told(relation.name, count);
        }
        let number = |row: &Row, name: &str| {
            columns.place(name).and_then(|place| row.integer(place).ok()).unwrap_or(0)
        };
        if relation.name == "tables" {
            let (steps, archived) = (number(&row, "steps"), number(&row, "archived") > 0);
            let mut text = |name: &str| columns.place(name).and_then(|at| row.text(at).ok());
            let (id, state) = (text("id").unwrap_or_default(), text("state").unwrap_or_default());
            if !["open", "playing", "over"].contains(&state.as_str()) {
                found.fault(format!("table {id} is in a state that there is not: `{state}`"));
            }
            let begun = state != "open";
            if archived && state != "over" {
                found.fault(format!("table {id} is archived and its game is not over"));
            }
            let (seats, found_steps, found_seats, recorded) = (0, 0, 0, None);
            tables.insert(
                id,
                Facts { begun, archived, recorded, steps, seats, found_steps, found_seats },
            );
        }
        let Some(place) = columns.place("table_id").filter(|_| !OUTLIVE.contains(&relation.name))
        else {
            continue;
        };
        let (seat, step) = (number(&row, "seat"), number(&row, "step"));
        let record = match relation.name {
            "records" => columns.place("record").and_then(|place| row.text(place).ok()),
            _ => None,
        };
        let id = row.text(place).unwrap_or_default();
        let Some(table) = tables.get_mut(&id) else {
            found.fault(format!(
                "a row of `{}` belongs to table {id}, which is not there",
                relation.name
            ));
            continue;
        };
        match relation.name {
            "seats" => {
                if seat != table.seats {
                    found.fault(format!("table {id} lacks its seat {}", table.seats + 1));
                }
                table.seats = seat + 1;
                table.found_seats += 1;
            }
            "steps" => {
                table.found_steps += 1;
                if step != table.found_steps {
                    found.fault(format!("table {id} lacks its decision {}", table.found_steps));
                    table.found_steps = step;
                }
            }
            "records" if table.archived => match archive::recorded(&record.unwrap_or_default()) {
                Ok(steps) => table.recorded = Some(steps.len() as i64),
                Err(why) => found.fault(format!("table {id} is archived and {why}")),
            },
            "archive" if !table.archived => {
                found.fault(format!(
                    "a row of `archive` belongs to table {id}, which is not archived"
                ));
            }
            _ => {}
        }
    }
    Ok(count)
}

/// Refuses a place without a store of this version.
pub fn is_there(place: &StorePlace) -> Result<(), String> {
    reader(place).map(drop)
}

/// A store that is written as a server writes it. One in a file is this program's alone as long as the folder is there; beside
/// one in a database servers may go on.
pub async fn opened_for_writing(place: &StorePlace) -> Result<(Store, Option<DataFolder>), String> {
    let words = |error: StoreError| place.says(error);
    match place.file() {
        Some(file) => {
            let folder = match place {
                StorePlace::Folder(path) => Some(DataFolder::take(path, &StoreAddress::default())?),
                _ => None,
            };
            Ok((Store::open(&file, Arc::new(RealDisk)).map_err(words)?, folder))
        }
        #[cfg(feature = "postgres")]
        None => {
            let store = Store::connect(place.database()?, Arc::new(RealDisk)).await;
            Ok((store.map_err(words)?, None))
        }
        #[cfg(not(feature = "postgres"))]
        None => Err(place.says("this program was built without PostgreSQL")),
    }
}

/// A store that is read as a server reads it, and not written.
pub fn opened_for_reading(place: &StorePlace) -> Result<Store, String> {
    match place.file() {
        Some(file) => Ok(Store::reading(sqlite::reading(&file))),
        #[cfg(feature = "postgres")]
        None => {
            let (home, _) =
                postgres::open(place.database()?, Arc::new(RealDisk), postgres::Hold::Alone)
                    .map_err(|error| place.says(error))?;
            Ok(Store::reading(home))
        }
        #[cfg(not(feature = "postgres"))]
        None => Err(place.says("this program was built without PostgreSQL")),
    }
}
