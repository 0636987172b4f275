//! Stores that are moved, kept and looked through, from and to every home.

use super::*;
use crate::store::transfer::{
    self, Columns, Difference, HOUSE, RELATIONS, Relation, RowReader, RowWriter,
};

impl Fixture {
    fn place(&self) -> StorePlace {
        match self {
            Fixture::File(folder) => StorePlace::File(folder.path().join("store.sqlite")),
            #[cfg(feature = "postgres")]
            Fixture::Database(address) => StorePlace::Database(address.parse().unwrap()),
        }
    }
}

/// Nobody listens.
fn quietly() -> impl FnMut(&'static str, u64) {
    |_, _| {}
}

/// Runs what waits, away from the threads that do not.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

async fn copied(from: &StorePlace, to: &StorePlace) -> Result<Vec<CopiedRelation>, String> {
    let (from, to) = (from.clone(), to.clone());
    apart(move || copy(&from, &to, &mut quietly())).await
}

async fn checked(place: &StorePlace) -> StoreCheck {
    let place = place.clone();
    apart(move || check(&place, &mut quietly())).await.unwrap()
}

fn count(copied: &[CopiedRelation], name: &str) -> (u64, u64, u64) {
    let found = copied.iter().find(|relation| relation.name == name).unwrap();
    (found.rows, found.written, found.removed)
}

/// A house with a table that waits, games that go on, one that is over and one that is archived.
async fn furnish(store: &Store) {
    store.write(Change::House("key", "the key of this house".into())).await.unwrap();
    let guest = Change::Guest { id: "ann".into(), name: "Änne ☃".into(), at: 5 };
    store.write(guest).await.unwrap();
    join(store, "old", "ann").await.unwrap();
    let person = Change::Person;
    store.write(person(PersonChange::Device(people::device("phone", "ann", 3600)))).await.unwrap();
    store
        .write(person(PersonChange::Ended { ids: vec!["lost".into()], at: 5, all_of: None }))
        .await
        .unwrap();
    store
        .write(person(PersonChange::Passkey(Box::new(people::passkey("0a", "ann")))))
        .await
        .unwrap();
    let code = PersonChange::Code { person: "ann".into(), hash: "beef".into(), at: 5 };
    store.write(person(code)).await.unwrap();
    let version = store.guest_version("ann").await.unwrap();
    let settings = PersonChange::Settings { person: "ann".into(), settings: "{}".into(), version };
    store.write(person(settings)).await.unwrap();
    with_table(store, "waits").await;
    for id in ["on", "Over", "ON-2", "ön"] {
        with_game(store, id).await;
        for number in 1..=3 {
            store.write(step(id, number)).await.unwrap();
        }
    }
    let line = TalkRow {
        number: 1,
        at: 9,
        seat: None,
        name: "x".into(),
        text: "hello".into(),
        person: "ann".into(),
    };
    let version = row(store, "ON-2").await.version;
    store.write(Change::Talk { table: "ON-2".into(), version, line }).await.unwrap();
    let seen = Change::Seen { table: "on".into(), guest: "ann".into(), at: 77 };
    store.write(seen).await.unwrap();
    let over = TableProgress { phase: Phase::Over, ended: "Ann wins.".into(), ..progress(4) };
    let record = Some("a record".to_string());
    let last = Change::Step { table: "Over".into(), step: step_row(4, 0), progress: over, record };
    store.write(last).await.unwrap();
    archiving::with_game_that_is_over(store, "put-away", 3).await;
    store.write(Change::Archived { table: "put-away".into(), at: 999 }).await.unwrap();
    let known = clock::Reliability { kept: 3, ..Default::default() };
    let time = TableTime {
        keeper: "{}".into(),
        deadlines: vec![DueDeadline { seat: Seat(1), question: 4, at: 5000 }],
        reliability: vec![SeatReliability { guest: "ann".into(), seat: Seat(1), known }],
    };
    let time = Change::Time { table: "on".into(), version: None, time: Box::new(time) };
    store.write(time).await.unwrap();
    store.write(Change::Alive(1000)).await.unwrap();
    store.write(Change::Outage { from: 1000, to: 2000 }).await.unwrap();
    let version = store.guest_version("ann").await.unwrap();
    let days = Change::Vacations { guest: "ann".into(), days: "{}".into(), version };
    store.write(days).await.unwrap();
    super::notices::furnish(store).await;
    super::company::furnish(store).await;
    super::contests::furnish(store).await;
    super::sandboxes::furnish(store).await;
    super::private::furnish(store).await;
    super::mails::furnish(store).await;
    let plan = PlanRow { seat: Seat(1), person: "ann".into(), plan: "{}".into(), due: 0 };
    let plans = vec![PlanChange::Keep(plan)];
    store.write(Change::Plans { table: "on".into(), version: None, plans }).await.unwrap();
}

pub async fn a_store_that_is_copied_is_the_same(fixture: Fixture) {
    let (from, kept) = (fixture.place(), Fixture::file());
    let store = fixture.open().await;
    furnish(&store).await;
    let first = copied(&from, &kept.place()).await.unwrap();
    assert_eq!(count(&first, "tables"), (6, 6, 0));
    assert_eq!(count(&first, "archive"), (1, 1, 0));
    assert_eq!(count(&first, "steps"), (13, 13, 0));
    assert!(first.iter().all(|relation| relation.rows > 0), "everything occurs: {first:?}");
    let there = kept.open().await;
    for id in ["waits", "on", "Over", "ON-2", "ön"] {
        assert_eq!(there.table(id).await, store.table(id).await);
        assert_eq!(there.steps(id).await, store.steps(id).await);
        assert_eq!(there.position(id).await, store.position(id).await);
    }
    assert_eq!(there.record("Over").await, Ok(Some("a record".into())));
    assert_eq!(
        archiving::whole(&there, "put-away").await,
        archiving::whole(&store, "put-away").await
    );
    assert_eq!(there.house(UNFINISHED).await, Ok(None));
    there.close();
    let again = copied(&from, &kept.place()).await.unwrap();
    assert!(again.iter().all(|relation| (relation.written, relation.removed) == (0, 0)));
    // The house goes on, also with what lies in the way of its own rows: two seats that change their places.
    store.write(step("on", 4)).await.unwrap();
    store.write(Change::Closed("waits".into())).await.unwrap();
    let mut seats = store.table("ön").await.unwrap().unwrap().1;
    let (first, second) = (seats[0].link.clone(), seats[1].link.clone());
    (seats[0].link, seats[1].link) = ("free".into(), first);
    for (seat, link) in [(0, "free".to_string()), (1, seats[1].link.clone()), (0, second)] {
        seats[seat].link = link;
        let change = Change::Seat {
            table: "ön".into(),
            version: row(&store, "ön").await.version,
            seat: Box::new(seats[seat].clone()),
            bot_turn: false,
        };
        store.write(change).await.unwrap();
    }
    let later = copied(&from, &kept.place()).await.unwrap();
    assert_eq!(count(&later, "steps"), (14, 1, 0));
    assert_eq!(count(&later, "seats"), (10, 2, 2));
    assert_eq!(count(&later, "tables").2, 1);
    store.close();
    // And back, into a house of the same kind.
    let back = match &fixture {
        Fixture::File(_) => Fixture::file(),
        #[cfg(feature = "postgres")]
        Fixture::Database(_) => database::fixture(),
    };
    let home = copied(&kept.place(), &back.place()).await.unwrap();
    let digests = |copied: &[CopiedRelation]| -> Vec<String> {
        copied.iter().map(|relation| relation.digest.clone()).collect()
    };
    assert_eq!(digests(&home), digests(&later));
    let store = back.open().await;
    assert_eq!(numbers(&store, "on").await, [1, 2, 3, 4]);
    assert_eq!(store.write(step("on", 5)).await, Ok(()));
    store.close();
    assert_eq!(checked(&back.place()).await.faults, Vec::<String>::new());
}

pub async fn a_copy_that_was_interrupted_goes_on(fixture: Fixture) {
    let kept = Fixture::file();
    let store = kept.open().await;
    furnish(&store).await;
    store.close();
    fixture.open().await.close();
    let (from, to) = (kept.place(), fixture.place());
    apart({
        let (from, to) = (from.clone(), to.clone());
        move || {
            let mut taken = upkeep::take(&to).unwrap();
            let (mut source, mut there) =
                (upkeep::reader(&from).unwrap(), upkeep::reader(&to).unwrap());
            transfer::note_unfinished(there.as_mut(), taken.writer.as_mut(), true).unwrap();
            for relation in RELATIONS.iter().take_while(|relation| relation.name != "seats") {
                let (source, there) = (source.as_mut(), there.as_mut());
                let writer = taken.writer.as_mut();
                transfer::copy_relation(*relation, source, there, writer, &mut quietly()).unwrap();
            }
        }
    })
    .await;
    let found = checked(&to).await;
    assert!(found.faults[0].contains("was not finished"), "{:?}", found.faults);
    let refused = copied(&to, &Fixture::file().place()).await.unwrap_err();
    assert!(refused.contains("was not finished"), "{refused}");
    let store = fixture.open().await;
    assert_eq!(store.house(UNFINISHED).await, Ok(Some("1".into())), "no server starts on it");
    store.close();
    let rest = copied(&from, &to).await.unwrap();
    assert_eq!(count(&rest, "tables"), (6, 0, 0), "what is there is left alone");
    assert_eq!(count(&rest, "steps"), (13, 13, 0));
    assert_eq!(checked(&to).await.faults, Vec::<String>::new());
}

pub async fn another_house_is_never_overwritten(fixture: Fixture) {
    let other = Fixture::file();
    let store = other.open().await;
    furnish(&store).await;
    store.write(Change::House("key", "the key of another house".into())).await.unwrap();
    store.close();
    let store = fixture.open().await;
    furnish(&store).await;
    store.close();
    let refused = copied(&other.place(), &fixture.place()).await.unwrap_err();
    assert!(refused.contains("another house"), "{refused}");
    let store = fixture.open().await;
    assert_eq!(store.house("key").await, Ok(Some("the key of this house".into())));
    store.close();
}

pub async fn what_is_missing_is_found(fixture: Fixture) {
    let store = fixture.open().await;
    furnish(&store).await;
    store.close();
    let found = checked(&fixture.place()).await;
    assert_eq!((found.faults, found.begun.len()), (Vec::new(), 5));
    for (sql, says) in [
        ("DELETE FROM steps WHERE table_id = 'on' AND step = 2", "table on lacks its decision 2"),
        ("DELETE FROM steps WHERE table_id = 'ön' AND step = 3", "table ön has 2 decisions"),
        ("DELETE FROM seats WHERE table_id = 'Over' AND seat = 0", "table Over lacks its seat 1"),
        ("DELETE FROM tables WHERE id = 'ON-2'", "belongs to table ON-2, which is not there"),
        ("UPDATE tables SET state = 'gone' WHERE id = 'waits'", "`gone`"),
        (
            "UPDATE tables SET steps = 4 WHERE id = 'put-away'",
            "has 3 decisions where its row counts 4",
        ),
        ("UPDATE records SET record = 'x' WHERE table_id = 'put-away'", "cannot be read"),
        (
            "DELETE FROM records WHERE table_id = 'put-away'",
            "table put-away is archived and has no record",
        ),
        ("UPDATE tables SET archived = 0 WHERE id = 'put-away'", "which is not archived"),
    ] {
        fixture.meddle(sql).await;
        let faults = checked(&fixture.place()).await.faults;
        assert!(faults.iter().any(|fault| fault.contains(says)), "{says}: {faults:?}");
    }
}

pub async fn a_backup_is_one_moment_of_a_house_that_goes_on(fixture: Fixture) {
    let store = fixture.open().await;
    furnish(&store).await;
    let stopped = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn({
        let (store, stopped) = (store.clone(), stopped.clone());
        async move {
            let mut number = 4;
            while !stopped.load(Ordering::SeqCst) {
                store.write(step("on", number)).await.unwrap();
                number += 1;
            }
        }
    });
    let folder = TempDir::new().unwrap();
    for number in 0..5 {
        let (place, file) = (fixture.place(), folder.path().join(format!("{number}.sqlite")));
        let kept = file.clone();
        apart(move || backup(&place, &kept, &mut quietly())).await.unwrap();
        let found = checked(&StorePlace::File(file.clone())).await;
        assert_eq!(found.faults, Vec::<String>::new(), "a moment has as many decisions as it says");
        let names: Vec<_> = folder.path().read_dir().unwrap().flatten().collect();
        assert_eq!(names.len(), number + 1, "nothing else is left behind: {names:?}");
        let place = fixture.place();
        let refused = apart(move || backup(&place, &file, &mut quietly())).await.unwrap_err();
        assert!(refused.contains("there already"), "{refused}");
    }
    stopped.store(true, Ordering::SeqCst);
    playing.await.unwrap();
    store.close();
}

/// A store that says what it likes.
struct Forged(Vec<Vec<Row>>);

impl RowReader for Forged {
    fn columns(&mut self, relation: &Relation) -> Result<Columns, StoreError> {
        let declared = ["key", "value"].map(|name| (name.to_string(), "text".to_string()));
        Columns::read(relation, declared.into())
    }

    fn begin(&mut self, _: &Relation, _: &Columns) -> Result<(), StoreError> {
        Ok(())
    }

    fn page(&mut self) -> Result<Vec<Row>, StoreError> {
        Ok(if self.0.is_empty() { Vec::new() } else { self.0.remove(0) })
    }
}

impl RowWriter for Forged {
    fn write(&mut self, _: &Relation, _: &Columns, _: &Difference) -> Result<(), StoreError> {
        Ok(())
    }
}

#[test]
fn a_row_that_does_not_hold_what_it_should_is_never_copied() {
    let row = |value: Value<'static>| Row(vec![Value::from("a"), value]);
    let copy = |value| {
        let mut from = Forged(vec![vec![row(value)]]);
        let (mut to, mut writer) = (Forged(Vec::new()), Forged(Vec::new()));
        transfer::copy_relation(HOUSE, &mut from, &mut to, &mut writer, &mut quietly())
    };
    assert_eq!(copy(Value::from("b")).unwrap().written, 1);
    for unsound in [Value::Unsound, Value::Integer(3)] {
        assert!(matches!(copy(unsound), Err(StoreError::Damaged(_))));
    }
}
