//! Sandboxes, in every home: one for a person at a table, fenced, bounded, and gone with their table or person.

use super::*;
use crate::store::MOST_SANDBOXES;

fn row(table: &str, person: &str, kept: &str, at: i64) -> SandboxRow {
    let root = vec![0, 255, 7];
    SandboxRow {
        table: table.into(),
        person: person.into(),
        version: 0,
        root,
        kept: kept.into(),
        at,
    }
}

async fn begin(store: &Store, row: SandboxRow) {
    store.write(Change::Sandbox(SandboxChange::Begun(row))).await.unwrap();
}

/// Puts something of all there is into a store.
pub async fn furnish(store: &Store) {
    begin(store, row("on", "ann", "{}", 70)).await;
    let estimate =
        SandboxChange::Estimated { table: "Over".into(), version: 0, estimate: "{}".into() };
    store.write(Change::Sandbox(estimate)).await.unwrap();
}

pub async fn sandboxes_are_kept_for_one_person_and_go_with_their_table(fixture: Fixture) {
    let store = fixture.open().await;
    with_table(&store, "one").await;
    with_game(&store, "two").await;
    begin(&store, row("one", "ann", "{\"ä\":1}", 10)).await;
    begin(&store, row("one", "bob", "{}", 10)).await;
    let first = store.sandbox("one", "ann").await.unwrap().unwrap();
    assert_eq!(first, SandboxRow { version: 1, ..row("one", "ann", "{\"ä\":1}", 10) });
    let moved = |person: &str, version, kept: &str| {
        let (table, person, kept) = ("one".into(), person.into(), kept.into());
        Change::Sandbox(SandboxChange::Moved { table, person, version, kept, at: 20 })
    };
    store.write(moved("ann", 1, "tried")).await.unwrap();
    assert_eq!(store.write(moved("ann", 1, "late")).await, Err(StoreError::Taken));
    let second = store.sandbox("one", "ann").await.unwrap().unwrap();
    assert_eq!((second.version, second.kept.as_str(), second.at), (2, "tried", 20));
    assert_eq!(second.root, first.root);
    // Whoever begins anew is nobody who could still change the old one.
    begin(&store, row("one", "ann", "anew", 30)).await;
    assert_eq!(store.write(moved("ann", 2, "late")).await, Err(StoreError::Taken));
    assert_eq!(store.sandbox("one", "ann").await.unwrap().unwrap().kept, "anew");
    assert_eq!(store.sandbox("one", "bob").await.unwrap().unwrap().version, 1);
    // Two who become one keep what the second has.
    begin(&store, row("two", "bob", "only his", 5)).await;
    join(&store, "bob", "ann").await.unwrap();
    assert_eq!(store.sandbox("one", "ann").await.unwrap().unwrap().kept, "anew");
    assert_eq!(store.sandbox("two", "ann").await.unwrap().unwrap().kept, "only his");
    assert_eq!(store.sandbox("two", "bob").await, Ok(None));
    // There are so many and no more: those left alone the longest go.
    for number in 0..MOST_SANDBOXES {
        begin(&store, row(&format!("t{number}"), "eve", "{}", 100 + number)).await;
    }
    begin(&store, row("one", "eve", "{}", 500)).await;
    assert_eq!(store.sandbox("t0", "eve").await, Ok(None));
    assert!(store.sandbox("t1", "eve").await.unwrap().is_some());
    let old = SandboxChange::Expired { before: 102 };
    store.write(Change::Sandbox(old)).await.unwrap();
    assert_eq!(store.sandbox("t1", "eve").await, Ok(None));
    assert!(store.sandbox("t2", "eve").await.unwrap().is_some());
    store.write_person(forgotten(&store, "eve").await).await.unwrap();
    assert_eq!(store.sandbox("t2", "eve").await, Ok(None));
    begin(&store, row("one", "ann", "{}", 600)).await;
    let thrown = SandboxChange::Dropped { table: "two".into(), person: "ann".into() };
    store.write(Change::Sandbox(thrown)).await.unwrap();
    assert_eq!(store.sandbox("two", "ann").await, Ok(None));
    estimates_are_fenced(&store).await;
    store.write(Change::Closed("one".into())).await.unwrap();
    assert_eq!(store.sandbox("one", "ann").await, Ok(None));
    assert_eq!(store.estimate("one").await, Ok(None));
}

async fn estimates_are_fenced(store: &Store) {
    let estimated = |version, estimate: &str| {
        let (table, estimate) = ("one".into(), estimate.into());
        Change::Sandbox(SandboxChange::Estimated { table, version, estimate })
    };
    assert_eq!(store.estimate("one").await, Ok(None));
    store.write(estimated(0, "first")).await.unwrap();
    assert_eq!(store.write(estimated(0, "late")).await, Err(StoreError::Taken));
    store.write(estimated(1, "second")).await.unwrap();
    assert_eq!(store.write(estimated(1, "late")).await, Err(StoreError::Taken));
    assert_eq!(store.estimate("one").await, Ok(Some((2, "second".into()))));
}
