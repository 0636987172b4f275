//! People among people, in every home: bonds, blocks, invitations, seeks that are taken once, and what becomes of it when two
//! become one or somebody is forgotten.

use super::*;
use crate::store::{BlockRow, Bond, CompanyChange, ReportRow, SeekRow};

fn asked(person: &str, other: &str, heard: bool) -> CompanyChange {
    static ROWS: AtomicUsize = AtomicUsize::new(0);
    let id = || format!("row {}", ROWS.fetch_add(1, Ordering::SeqCst));
    CompanyChange::Asked {
        person: person.into(),
        other: other.into(),
        ids: [id(), id()],
        at: 5,
        heard,
    }
}

fn blocked(person: &str, other: &str, table: &str) -> CompanyChange {
    let row = BlockRow {
        id: format!("{person} {other} {table}"),
        other: other.into(),
        table: table.into(),
        name: "Mallory".into(),
        made: 6,
    };
    CompanyChange::Blocked { person: person.into(), row }
}

pub fn seek(person: &str, game: &str) -> SeekRow {
    SeekRow {
        id: format!("{person} {game}"),
        person: person.into(),
        game: game.into(),
        made: 5,
        until: 100,
        ..SeekRow::default()
    }
}

fn invited(table: &str, person: &str, host: &str) -> CompanyChange {
    let text = |text: &str| text.to_string();
    CompanyChange::Invited { table: text(table), person: text(person), host: text(host), at: 7 }
}

/// Some of everything.
pub async fn furnish(store: &Store) {
    let report = ReportRow {
        id: "r".into(),
        reporter: "ann".into(),
        reported: "eve".into(),
        ..ReportRow::default()
    };
    let code = CompanyChange::Code { person: "ann".into(), code: "secret".into() };
    for change in [
        asked("ann", "bob", true),
        code,
        blocked("ann", "eve", ""),
        invited("waits", "bob", "ann"),
        CompanyChange::Sought(Box::new(seek("ann", ""))),
        CompanyChange::Reported(Box::new(report)),
    ] {
        store.write_company(change).await.unwrap();
    }
}

async fn bonds(store: &Store, one: &str, other: &str) -> [Option<Bond>; 2] {
    [store.bond(one, other).await.unwrap(), store.bond(other, one).await.unwrap()]
}

pub async fn people_are_friends_if_both_want_it(fixture: Fixture) {
    let store = fixture.open().await;
    let answer =
        |yes: bool| CompanyChange::Answered { person: "bob".into(), other: "ann".into(), yes };
    let ask = async |person: &str, other: &str| {
        store.write_company(asked(person, other, true)).await.unwrap();
        bonds(&store, person, other).await
    };
    assert_eq!(ask("ann", "bob").await, [Some(Bond::Asked), Some(Bond::Asks)]);
    assert_eq!(ask("ann", "bob").await, [Some(Bond::Asked), Some(Bond::Asks)], "twice is once");
    store.write_company(answer(false)).await.unwrap();
    assert_eq!(store.write_company(answer(true)).await, Err(StoreError::Taken));
    assert_eq!(store.friends("bob").await.unwrap(), [], "a no is nobody's friend");
    assert_eq!(ask("ann", "bob").await, [Some(Bond::Asked), Some(Bond::No)], "and lasts");
    assert_eq!(ask("bob", "ann").await, [Some(Bond::Friends); 2]);
    let ended = CompanyChange::Ended { person: "bob".into(), other: "ann".into() };
    store.write_company(ended).await.unwrap();
    assert_eq!(bonds(&store, "ann", "bob").await, [None, None]);
    // Whoever asks somebody who blocks them sees what everybody sees.
    store.write_company(asked("eve", "ann", false)).await.unwrap();
    assert_eq!(bonds(&store, "eve", "ann").await, [Some(Bond::Asked), Some(Bond::No)]);
    assert_eq!(store.friends("ann").await.unwrap(), []);
    // A block ends what was, and leaves what was asked unanswered.
    assert_eq!(ask("ann", "bob").await, [Some(Bond::Asked), Some(Bond::Asks)]);
    store.write_company(blocked("bob", "ann", "")).await.unwrap();
    assert_eq!(bonds(&store, "ann", "bob").await, [Some(Bond::Asked), Some(Bond::No)]);
    store.close();
}

pub async fn a_seek_is_taken_once_and_not_by_whoever_is_blocked(fixture: Fixture) {
    let store = fixture.open().await;
    for row in [seek("ann", "outlive"), seek("bob", "outlive"), seek("ann", "outlive")] {
        store.write_company(CompanyChange::Sought(Box::new(row))).await.unwrap();
    }
    assert_eq!(store.seeks(50).await.unwrap().len(), 2, "one for each game and person");
    assert_eq!(store.seeks(100).await.unwrap(), [], "they end by themselves");
    let ids = vec!["ann outlive".to_string(), "bob outlive".to_string()];
    let taken = |now: i64| CompanyChange::Matched { ids: ids.clone(), with: "bob".into(), now };
    assert_eq!(store.write_company(taken(100)).await, Err(StoreError::Taken), "too late");
    store.write_company(blocked("ann", "bob", "")).await.unwrap();
    assert_eq!(store.write_company(taken(50)).await, Err(StoreError::Taken), "they are apart");
    let id = store.blocks_of("ann").await.unwrap()[0].id.clone();
    let unblock = CompanyChange::Unblocked { person: "ann".into(), id };
    store.write_company(unblock).await.unwrap();
    store.write_company(blocked("ann", "bob", "a table")).await.unwrap();
    assert_eq!(store.seeks(50).await.unwrap().len(), 2, "all or nothing");
    assert_eq!(store.write_company(taken(50)).await, Ok(()));
    assert_eq!(store.write_company(taken(50)).await, Err(StoreError::Taken), "once");
    store.close();
}

pub async fn what_is_among_people_goes_with_them(fixture: Fixture) {
    let store = fixture.open().await;
    with_table(&store, "waits").await;
    for (one, other) in [("phone", "bob"), ("bob", "phone"), ("phone", "eve"), ("me", "eve")] {
        store.write_company(asked(one, other, true)).await.unwrap();
    }
    store.write_company(asked("bob", "me", true)).await.unwrap();
    store.write_company(asked("phone", "me", true)).await.unwrap();
    for change in [
        blocked("phone", "mallory", ""),
        blocked("me", "mallory", ""),
        blocked("mallory", "phone", "waits"),
        invited("waits", "phone", "bob"),
        CompanyChange::Sought(Box::new(seek("phone", "outlive"))),
        CompanyChange::Code { person: "phone".into(), code: "secret".into() },
    ] {
        store.write_company(change).await.unwrap();
    }
    join(&store, "phone", "me").await.unwrap();
    assert_eq!(bonds(&store, "me", "bob").await, [Some(Bond::Friends); 2], "the closer bond");
    assert_eq!(bonds(&store, "me", "eve").await, [Some(Bond::Asked), Some(Bond::Asks)]);
    assert_eq!(bonds(&store, "me", "me").await, [None, None]);
    let mut blocks = store.blocks().await.unwrap();
    blocks.sort();
    let row =
        |one: &str, other: &str, at: &str| (one.to_string(), other.to_string(), at.to_string());
    assert_eq!(blocks, [row("mallory", "me", "waits"), row("me", "mallory", "")]);
    assert_eq!(store.friend_code("me").await, Ok(Some("secret".into())));
    assert_eq!(store.seeks(50).await.unwrap(), [], "its promise was to another");
    store.write_company(CompanyChange::Sought(Box::new(seek("me", "outlive")))).await.unwrap();
    let again = CompanyChange::InvitationEnded {
        table: "waits".into(),
        person: "me".into(),
        declined: true,
    };
    assert_eq!(store.write_company(again).await, Ok(()));
    let twice = invited("waits", "me", "bob");
    assert_eq!(
        store.write_company(twice).await,
        Err(StoreError::Taken),
        "who declined is left alone"
    );
    store.write_person(forgotten(&store, "me").await).await.unwrap();
    assert_eq!(store.blocks().await.unwrap(), []);
    assert_eq!(store.friends("bob").await.unwrap(), []);
    assert_eq!(store.seeks(50).await.unwrap(), []);
    assert_eq!(store.invitations_at("waits").await.unwrap(), []);
    store.close();
}
