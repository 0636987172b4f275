//! What is said to one alone, and notes, in every home: fenced, told to two alone, and gone with their table or their people.

use super::*;
use crate::store::private::{PrivateChange, WhisperRow};

fn line(number: i64, person: &str, to_person: &str) -> WhisperRow {
    WhisperRow {
        number,
        after: number / 2,
        at: 1000 + number,
        seat: (person != "referee").then_some(Seat(0)),
        to_seat: Some(Seat(1)),
        name: person.to_uppercase(),
        to_name: to_person.to_uppercase(),
        text: format!("psst {number} ☃"),
        person: person.into(),
        to_person: to_person.into(),
    }
}

fn said(table: &str, version: i64, line: WhisperRow) -> Change {
    Change::Private(PrivateChange::Said { table: table.into(), version, line: Box::new(line) })
}

fn noted(table: &str, person: &str, version: i64, text: &str) -> Change {
    let (table, person, text) = (table.into(), person.into(), text.into());
    Change::Private(PrivateChange::Noted { table, person, version, text, at: 70 })
}

/// Puts something of all there is into a store.
pub async fn furnish(store: &Store) {
    let version = store.stored_table("waits", Known::default()).await.unwrap().unwrap().row.version;
    store.write(said("waits", version, line(1, "ann", "bob"))).await.unwrap();
    store.write(noted("on", "ann", 0, "A note.")).await.unwrap();
}

async fn told(store: &Store, table: &str, person: &str) -> Vec<i64> {
    let lines = store.whispers_of(table, person, 0, i64::MAX).await.unwrap();
    lines.into_iter().map(|line| line.number).collect()
}

pub async fn what_is_private_is_of_its_people_alone(fixture: Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.write(said("one", 0, line(1, "ann", "bob"))).await, Err(StoreError::Taken));
    with_table(&store, "one").await;
    with_table(&store, "two").await;
    let people = [("ann", "bob"), ("bob", "ann"), ("eve", "ann"), ("referee", "eve")];
    for (number, (person, to)) in (1..).zip(people) {
        store.write(said("one", number - 1, line(number, person, to))).await.unwrap();
    }
    // Fenced by the version of the table, as all that is said there.
    assert_eq!(store.write(said("one", 2, line(9, "ann", "bob"))).await, Err(StoreError::Taken));
    assert_eq!(told(&store, "one", "ann").await, [1, 2, 3]);
    assert_eq!(told(&store, "one", "eve").await, [3, 4]);
    assert_eq!(told(&store, "one", "zoe").await, Vec::<i64>::new());
    assert_eq!(told(&store, "two", "ann").await, Vec::<i64>::new());
    let some = store.whispers_of("one", "ann", 1, 2).await.unwrap();
    assert_eq!(some, [line(2, "bob", "ann"), line(3, "eve", "ann")], "from 1, before 2");
    let known = Known { whispers: 2, ..Known::default() };
    let stored = store.stored_table("one", known).await.unwrap().unwrap();
    assert_eq!(stored.whispers, [line(3, "eve", "ann"), line(4, "referee", "eve")]);
    // Notes: nobody writes over a version that they have not seen.
    assert_eq!(store.notes("one", "ann").await.unwrap(), NotesRow::default());
    store.write(noted("one", "ann", 0, "first ☃")).await.unwrap();
    assert_eq!(store.write(noted("one", "ann", 0, "late")).await, Err(StoreError::Taken));
    store.write(noted("one", "ann", 1, "second")).await.unwrap();
    assert_eq!(store.write(noted("one", "ann", 1, "late")).await, Err(StoreError::Taken));
    let second = NotesRow { version: 2, text: "second".into() };
    assert_eq!(store.notes("one", "ann").await.unwrap(), second);
    assert_eq!(store.notes("one", "bob").await.unwrap(), NotesRow::default());
    // Two who become one have both.
    store.write(noted("one", "bob", 0, "his")).await.unwrap();
    store.write(noted("two", "bob", 0, "his alone")).await.unwrap();
    join(&store, "bob", "ann").await.unwrap();
    assert_eq!(told(&store, "one", "bob").await, Vec::<i64>::new());
    let both = NotesRow { version: 3, text: "second\nhis".into() };
    assert_eq!(store.notes("one", "ann").await.unwrap(), both);
    assert_eq!(store.notes("two", "ann").await.unwrap().text, "his alone");
    // Whoever is deleted is in nothing any more; what was said to somebody stays with them.
    store.write_person(forgotten(&store, "ann").await).await.unwrap();
    assert_eq!(store.notes("two", "ann").await.unwrap(), NotesRow::default());
    assert_eq!(told(&store, "one", "ann").await, Vec::<i64>::new());
    assert_eq!(told(&store, "one", "eve").await, [3, 4]);
    let all = store.stored_table("one", Known::default()).await.unwrap().unwrap().whispers;
    let left: Vec<i64> = all.iter().map(|line| line.number).collect();
    assert_eq!(left, [3, 4], "what was between two who are both gone is gone");
    // It goes with its table.
    store.write(noted("one", "eve", 0, "hers")).await.unwrap();
    store.write(Change::Closed("one".into())).await.unwrap();
    assert_eq!(told(&store, "one", "eve").await, Vec::<i64>::new());
    assert_eq!(store.notes("one", "eve").await.unwrap(), NotesRow::default());
    store.close();
}
