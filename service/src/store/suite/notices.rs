//! Notices, in every home: made once, claimed by one, and gone with whoever they were for.

use super::*;
use crate::store::{NoticeChange, NoticeEnd, NoticeRow, WayRow};
use notice::Kind;

pub fn way(id: &str, person: &str, kind: &str) -> WayRow {
    WayRow {
        id: id.into(),
        person: person.into(),
        kind: kind.into(),
        address: format!("https://hooks.example/{id}"),
        secret: "söcret".into(),
        name: "A hook".into(),
        created: 5,
        trouble: String::new(),
    }
}

fn made(person: &str, key: &str, at: i64) -> NoticeRow {
    NoticeRow { at, ..NoticeRow::new(person, key.into(), "on", Seat(1), Kind::YourTurn, 50) }
}

async fn make(store: &Store, row: NoticeRow) {
    store.write_notice(NoticeChange::Made(Box::new(row))).await.unwrap();
}

/// Something of each kind, for a store that is moved.
pub async fn furnish(store: &Store) {
    store.write_notice(NoticeChange::Way(Box::new(way("hook", "ann", "json")))).await.unwrap();
    make(store, made("ann", "on/2/1.1", 100)).await;
}

pub async fn a_notice_is_made_once_and_only_for_whoever_can_be_told(fixture: Fixture) {
    let store = fixture.open().await;
    make(&store, made("ann", "k", 10)).await;
    assert_eq!(store.claim_notices(1000, 2000, 9).await, Ok(Vec::new()), "nobody asked for it");
    for (id, person) in [("hook", "ann"), ("other", "bob")] {
        store.write_notice(NoticeChange::Way(Box::new(way(id, person, "json")))).await.unwrap();
    }
    for _ in 0..2 {
        make(&store, made("ann", "k", 10)).await;
        make(&store, NoticeRow { way: "hook".into(), digest: true, ..made("ann", "k", 20) }).await;
    }
    let claimed = store.claim_notices(15, 2000, 9).await.unwrap();
    let [one] = claimed.as_slice() else { panic!("{claimed:?}") };
    assert_eq!((one.key.as_str(), one.kind, one.tries), ("k", Kind::YourTurn, 1));
    let done = NoticeChange::Done {
        notice: Box::new(one.clone()),
        end: NoticeEnd::Told,
        text: "{}".into(),
    };
    store.write_notice(done).await.unwrap();
    make(&store, made("ann", "k", 10)).await;
    assert_eq!(store.claim_notices(15, 3000, 9).await, Ok(Vec::new()), "it was told");
    assert_eq!(store.notices_of("ann", 9).await.unwrap()[0].text, "{}");
    assert_eq!(store.digest_of("hook", 50).await.unwrap().len(), 1);
    assert_eq!(store.last_told("ann", "on").await, Ok(Some(50)));
    let warning = NoticeRow { kind: Kind::Warning, key: "w".into(), ..made("ann", "w", 9000) };
    make(&store, warning).await;
    store.write_notice(NoticeChange::Warnings("on".into())).await.unwrap();
    let looked = store.claim_notices(1, 3000, 9).await.unwrap();
    assert_eq!(looked.len(), 1, "its deadline has moved: it is looked at anew");

    let trouble = NoticeChange::Trouble { id: "hook".into(), trouble: "gone".into() };
    store.write_notice(trouble).await.unwrap();
    assert_eq!(store.way("hook").await.unwrap().unwrap().trouble, "gone");
    let taken = NoticeChange::WayRemoved { id: "hook".into(), person: "bob".into() };
    assert_eq!(store.write_notice(taken).await, Err(StoreError::Taken), "it is Ann's");
    for id in ["feed-1", "feed-2"] {
        store.write_notice(NoticeChange::Way(Box::new(way(id, "ann", "feed")))).await.unwrap();
    }
    assert_eq!(store.feed("https://hooks.example/feed-1").await, Ok(None), "a new address ends it");
    assert!(store.feed("https://hooks.example/feed-2").await.unwrap().is_some());
    // A browser is told as one person; two people may have the same hook.
    for person in ["ann", "bob"] {
        let row =
            WayRow { address: "https://push.example/1".into(), ..way(person, person, "push") };
        store.write_notice(NoticeChange::Way(Box::new(row))).await.unwrap();
    }
    assert_eq!(store.way("ann").await, Ok(None));
    join(&store, "bob", "ann").await.unwrap();
    let ways: Vec<String> =
        store.ways("ann").await.unwrap().into_iter().map(|way| way.id).collect();
    assert_eq!(ways, ["bob", "feed-2", "hook", "other"]);
    store.write_notice(NoticeChange::Forgotten(51)).await.unwrap();
    assert_eq!(store.notices_of("ann", 9).await, Ok(Vec::new()));
    store.write_person(forgotten(&store, "ann").await).await.unwrap();
    assert_eq!(store.ways("ann").await, Ok(Vec::new()));
    assert_eq!(store.claim_notices(100_000, 200_000, 9).await, Ok(Vec::new()));
    store.close();
}

pub async fn of_all_who_claim_a_notice_one_does(fixture: Fixture) {
    let store = fixture.open().await;
    store.write_notice(NoticeChange::Way(Box::new(way("hook", "ann", "json")))).await.unwrap();
    for number in 0..40 {
        make(&store, made("ann", &number.to_string(), number)).await;
    }
    // Servers that share a store ask at the same time; of a file there is one.
    let mut claimed = Vec::new();
    match fixture {
        Fixture::File(_) => {
            for _ in 0..4 {
                claimed.extend(store.claim_notices(100, 60_000, 16).await.unwrap());
            }
        }
        #[cfg(feature = "postgres")]
        Fixture::Database(_) => {
            let other = fixture.open().await;
            let asked = (0..4).map(|number| {
                let store = if number % 2 == 0 { store.clone() } else { other.clone() };
                tokio::spawn(async move {
                    let mut all = Vec::new();
                    for _ in 0..3 {
                        all.extend(store.claim_notices(100, 60_000, 16).await.unwrap());
                    }
                    all
                })
            });
            for asking in asked.collect::<Vec<_>>() {
                claimed.extend(asking.await.unwrap());
            }
            other.close();
        }
    }
    let mut keys: Vec<String> = claimed.into_iter().map(|row| row.key).collect();
    assert_eq!(keys.len(), 40, "each is claimed once");
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 40);
    assert_eq!(store.claim_notices(59_999, 90_000, 99).await, Ok(Vec::new()));
    let again = store.claim_notices(60_000, 90_000, 99).await.unwrap();
    assert!(again.len() == 40 && again.iter().all(|row| row.tries == 2), "nobody finished them");
    store.close();
}
