//! People, in every home: browsers, passkeys, codes, what is asked once, and what becomes of it when two become one.

use super::*;
use crate::store::{DeviceRow, PasskeyRow, PersonChange, PersonRow};

pub fn device(id: &str, person: &str, seen: i64) -> DeviceRow {
    let (id, person) = (id.into(), person.into());
    DeviceRow { id, person, name: "Firefox on Linux".into(), created: 3600, seen }
}

pub fn passkey(id: &str, person: &str) -> PasskeyRow {
    PasskeyRow {
        id: id.into(),
        person: person.into(),
        handle: vec![7; 64],
        name: "Änne's phone".into(),
        key: vec![1, 0, 255],
        state: vec![2],
        created: 5,
        used: 0,
    }
}

pub async fn people_are_known_by_what_they_have(fixture: Fixture) {
    let store = fixture.open().await;
    for (id, seen) in [("phone", 3600), ("desk", 7200), ("phone", 10_800)] {
        store.write_person(PersonChange::Device(device(id, "ann", seen))).await.unwrap();
    }
    store.write_person(PersonChange::Device(device("other", "bob", 3600))).await.unwrap();
    let seen: Vec<(String, i64)> =
        store.devices("ann").await.unwrap().into_iter().map(|row| (row.id, row.seen)).collect();
    assert_eq!(seen, [("phone".into(), 10_800), ("desk".into(), 7200)], "the last seen first");
    let ended =
        PersonChange::Ended { ids: vec!["phone".into(), "ann".into()], at: 9, all_of: None };
    store.write_person(ended.clone()).await.unwrap();
    store.write_person(ended).await.unwrap();
    let mut ended = store.ended().await.unwrap();
    ended.sort();
    assert_eq!(ended, ["ann", "phone"]);
    assert_eq!(store.devices("ann").await, Ok(vec![device("desk", "ann", 7200)]));
    assert_eq!(store.house("joined").await, Ok(Some("2".into())), "every server hears of it");

    let name = |id: &str, device: &str| {
        let asked = Change::Asked([id.into(), device.into()]);
        Change::Together(vec![asked, Change::House("said", format!("{id} {device}"))])
    };
    for (id, device) in [("ann", "desk"), ("bob", "phone")] {
        assert_eq!(store.write(name(id, device)).await, Err(StoreError::Taken), "{id} {device}");
        assert!(store.has_ended([id.into(), device.into()]).await.unwrap());
    }
    assert_eq!(store.house("said").await, Ok(None), "nothing of it is stored");
    assert_eq!(store.write(name("bob", "desk")).await, Ok(()));
    assert!(!store.has_ended(["bob".into(), "desk".into()]).await.unwrap());

    let row = passkey("0a", "ann");
    store.write_person(PersonChange::Passkey(Box::new(row.clone()))).await.unwrap();
    assert_eq!(store.passkey("0a").await, Ok(Some(row.clone())));
    let again = PersonChange::Passkey(Box::new(passkey("0a", "eve")));
    assert_eq!(store.write_person(again).await, Err(StoreError::Taken), "one passkey, one person");
    let used = PersonChange::PasskeyUsed { id: "0a".into(), state: vec![3], at: 8 };
    store.write_person(used).await.unwrap();
    for (person, name) in [("ann", "Desk"), ("eve", "Mine")] {
        let (id, person, name) = ("0a".into(), person.into(), name.into());
        let _ = store.write_person(PersonChange::PasskeyNamed { id, person, name }).await;
    }
    let now = PasskeyRow { name: "Desk".into(), state: vec![3], used: 8, ..row };
    assert_eq!(store.passkeys("ann").await, Ok(vec![now]));
    let removed =
        |person: &str| PersonChange::PasskeyRemoved { id: "0a".into(), person: person.into() };
    assert_eq!(store.write_person(removed("eve")).await, Err(StoreError::Taken));
    assert_eq!(store.write_person(removed("ann")).await, Ok(()));
    assert_eq!(store.passkey("0a").await, Ok(None));

    for hash in ["beef", "cafe"] {
        let change = PersonChange::Code { person: "ann".into(), hash: hash.into(), at: 5 };
        store.write_person(change).await.unwrap();
    }
    assert_eq!(store.person_of_code("beef").await, Ok(None), "a new one ends the one before");
    assert_eq!(store.person_of_code("cafe").await, Ok(Some("ann".into())));
    let used = || PersonChange::CodeUsed { hash: "cafe".into() };
    assert_eq!(store.write_person(used()).await, Ok(()));
    assert_eq!(store.write_person(used()).await, Err(StoreError::Taken), "it counts once");
    assert_eq!(store.code_made("ann").await, Ok(None));
    store.close();
}

pub async fn what_is_asked_is_answered_once_by_whom_it_was_asked_of(fixture: Fixture) {
    let store = fixture.open().await;
    let asked = |id: &str, until: i64, now: i64| PersonChange::Challenge {
        id: id.into(),
        owner: "ann".into(),
        state: vec![1, 2],
        until,
        now,
    };
    store.write_person(asked("a", 100, 10)).await.unwrap();
    assert_eq!(store.challenge("a", "ann", 99).await, Ok(Some(vec![1, 2])));
    assert_eq!(store.challenge("a", "ann", 100).await, Ok(None), "too late");
    assert_eq!(store.challenge("a", "eve", 50).await, Ok(None));
    let answered = |owner: &str| PersonChange::Answered { id: "a".into(), owner: owner.into() };
    assert_eq!(store.write_person(answered("eve")).await, Err(StoreError::Taken));
    assert_eq!(store.write_person(answered("ann")).await, Ok(()));
    assert_eq!(store.write_person(answered("ann")).await, Err(StoreError::Taken), "once");
    store.write_person(asked("b", 200, 10)).await.unwrap();
    store.write_person(asked("c", 900, 300)).await.unwrap();
    assert_eq!(store.challenge("b", "ann", 0).await, Ok(None), "what is old is dropped");
    assert_eq!(store.challenge("c", "ann", 0).await, Ok(Some(vec![1, 2])));
    store.close();
}

pub async fn whoever_becomes_another_takes_along_by_what_they_are_known(fixture: Fixture) {
    let store = fixture.open().await;
    for person in ["guest", "me"] {
        let change =
            PersonChange::Code { person: person.into(), hash: format!("{person}1"), at: 5 };
        store.write_person(change).await.unwrap();
        let version = store.guest_version(person).await.unwrap();
        let settings = |version| PersonChange::Settings {
            person: person.into(),
            settings: person.into(),
            version,
        };
        store.write_person(settings(version)).await.unwrap();
        let late = store.write_person(settings(version)).await;
        assert_eq!(late, Err(StoreError::Taken), "judged by what was before");
        let version = store.guest_version(person).await.unwrap();
        let days =
            |days: &str| Change::Vacations { guest: person.into(), days: days.into(), version };
        store.write(days("[1]")).await.unwrap();
        assert_eq!(store.write(days("[2]")).await, Err(StoreError::Taken));
        assert_eq!(store.vacations(person).await, Ok(Some("[1]".into())));
    }
    store.write_person(PersonChange::Device(device("phone", "guest", 3600))).await.unwrap();
    store.write_person(PersonChange::Passkey(Box::new(passkey("0a", "guest")))).await.unwrap();
    let standing = PersonChange::Standing {
        person: "guest".into(),
        muted: 77,
        banned: 0,
        why: "Loud.".into(),
        referee: 5,
        version: store.guest_version("guest").await.unwrap(),
    };
    store.write_person(standing.clone()).await.unwrap();
    assert_eq!(store.write_person(standing).await, Err(StoreError::Taken), "it is said anew");
    assert_eq!(store.barred().await.unwrap().len(), 1);
    join(&store, "guest", "me").await.unwrap();
    assert_eq!(store.devices("me").await.unwrap().len(), 1);
    assert_eq!(store.passkeys("me").await.unwrap().len(), 1);
    assert_eq!(store.person_of_code("me1").await, Ok(Some("me".into())));
    assert_eq!(store.person_of_code("guest1").await, Ok(None), "nobody has two");
    let (settings, why) = ("me".into(), "Loud.".into());
    let both = PersonRow { settings, muted: 77, banned: 0, why, referee: 5 };
    assert_eq!(store.person("me").await, Ok(both), "nobody is rid of what was said of them");
    assert_eq!(store.person("guest").await, Ok(PersonRow::default()));
    join(&store, "me", "new").await.unwrap();
    assert_eq!(store.person_of_code("me1").await, Ok(Some("new".into())));
    store.write_person(forgotten(&store, "new").await).await.unwrap();
    assert_eq!(store.devices("new").await, Ok(Vec::new()));
    assert_eq!(store.passkeys("new").await, Ok(Vec::new()));
    assert_eq!(store.code_made("new").await, Ok(None));
    assert_eq!(store.vacations("new").await, Ok(None));
    let left = store.person("new").await.unwrap();
    assert_eq!((left.settings.as_str(), left.muted, left.referee), ("", 77, 0));
    store.close();
}

pub async fn people_are_listed_by_their_names(fixture: Fixture) {
    let store = fixture.open().await;
    for (id, name) in [("a", "Ann"), ("b", "Bob"), ("c", "Anna_1"), ("d", "Annax1")] {
        let change = Change::Guest { id: id.into(), name: name.into(), at: 5 };
        store.write(change).await.unwrap();
    }
    let ids = |people: Vec<crate::store::ListedPerson>| {
        people.into_iter().map(|person| person.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(store.people("", "").await.unwrap()), ["a", "b", "c", "d"]);
    assert_eq!(ids(store.people("ann", "a").await.unwrap()), ["c", "d"]);
    assert_eq!(ids(store.people("a_", "").await.unwrap()), ["c"], "letters are letters");
    store.close();
}
