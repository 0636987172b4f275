//! Games that are over are archived, and read as before.

use super::*;
use crate::store::archive::Looked;
use table::{Face, Record, RecordKey, Setup, Step};

/// A signed record of so many decisions, which are those of [`step_row`].
fn signed_record(count: usize) -> String {
    let step = |number: usize| match number {
        0 => Step { seat: None, action: String::new(), dice: Vec::new(), digest: "start".into() },
        _ => {
            let StepRow { seat, action, digest, dice, .. } = step_row(number, (number % 2) as u16);
            Step { seat: Some(seat), action, dice: Face::read(&dice).unwrap(), digest }
        }
    };
    let record = Record {
        game: "outlive".into(),
        rules: 8,
        edition: "00ff".into(),
        files: BTreeMap::new(),
        setup: Setup::new("plain", 2),
        commitment: "aa".into(),
        contributions: Vec::new(),
        dealt: Vec::new(),
        seed: None,
        referee: String::new(),
        signed: None,
        steps: (0..=count).map(step).collect(),
        ended: "Ann wins.".into(),
    };
    RecordKey::new([5; 32]).sign(record).to_string()
}

/// A game that ended with so many decisions, the last of which is taken at 200 and as many seconds.
pub async fn with_game_that_is_over(store: &Store, id: &str, count: usize) {
    with_game(store, id).await;
    for number in 1..count {
        store.write(step(id, number)).await.unwrap();
    }
    let last = Change::Step {
        table: id.into(),
        step: step_row(count, (count % 2) as u16),
        progress: TableProgress {
            phase: Phase::Over,
            ended: "Ann wins.".into(),
            ..progress(count)
        },
        record: Some(signed_record(count)),
    };
    store.write(last).await.unwrap();
}

/// Everything that a server reads of a game, but for whether it is archived.
pub async fn whole(
    store: &Store,
    id: &str,
) -> (TableRow, Vec<SeatRow>, Vec<StepRow>, Option<Vec<u8>>, Vec<TalkRow>, Option<String>) {
    let stored = store.stored_table(id, Known::default()).await.unwrap().unwrap();
    let row = TableRow { archived: 0, ..stored.row };
    let record = store.record(id).await.unwrap();
    (row, stored.seats, stored.steps, stored.position, stored.talk, record)
}

async fn archive(store: &Store, before: i64, dry: bool) -> Archiving {
    let nobody = &mut |_, _| {};
    store.archive((before, 7000), &mut Looked::default(), dry, nobody).await.unwrap()
}

fn done(games: u64, decisions: u64) -> Archiving {
    Archiving { games, decisions, ..Archiving::default() }
}

pub async fn a_game_that_is_over_is_archived_and_read_as_before(fixture: Fixture) {
    let store = fixture.open().await;
    with_game(&store, "on").await;
    store.write(step("on", 1)).await.unwrap();
    for (id, count) in [("a", 3), ("b", 4), ("later", 50)] {
        with_game_that_is_over(&store, id, count).await;
    }
    let line = TalkRow {
        number: 1,
        at: 9,
        seat: None,
        name: "x".into(),
        text: "hello".into(),
        person: "ann".into(),
    };
    let version = row(&store, "a").await.version;
    store.write(Change::Talk { table: "a".into(), version, line }).await.unwrap();
    let before = (whole(&store, "a").await, whole(&store, "b").await);
    assert_eq!(before.0.2.len(), 3);
    assert_eq!(archive(&store, 203, true).await, done(0, 0), "it ended at 203");
    assert_eq!(archive(&store, 205, true).await, done(2, 7));
    assert_eq!(numbers(&store, "a").await, [1, 2, 3], "it was only looked at");
    assert_eq!(archive(&store, 205, false).await, done(2, 7));
    for (id, archived) in [("a", true), ("b", true), ("later", false), ("on", false)] {
        assert_eq!(store.is_archived(id).await, Ok(archived), "{id}");
        assert_eq!(numbers(&store, id).await.is_empty(), archived, "{id}: rows that go");
    }
    assert_eq!((whole(&store, "a").await, whole(&store, "b").await), before);
    assert_eq!(archive(&store, 205, false).await, done(0, 0), "once");
    let again = Change::Archived { table: "on".into(), at: 1 };
    assert_eq!(store.write(again).await, Err(StoreError::Taken), "a game that is on never is");
    store.close();
    // A server that starts knows it, and so do those who look through the store.
    let store = fixture.open().await;
    assert_eq!(whole(&store, "a").await, before.0);
    store.close();
}

pub async fn a_record_that_does_not_hold_what_is_stored_is_never_relied_on(fixture: Fixture) {
    let store = fixture.open().await;
    for id in ["a", "b", "c", "d", "e"] {
        with_game_that_is_over(&store, id, 3).await;
    }
    let other = signed_record(3).replace("go 2", "go 9");
    let shorter = signed_record(2);
    fixture.meddle(&format!("UPDATE records SET record = '{other}' WHERE table_id = 'b'")).await;
    fixture.meddle(&format!("UPDATE records SET record = '{shorter}' WHERE table_id = 'c'")).await;
    fixture.meddle("DELETE FROM records WHERE table_id = 'd'").await;
    fixture.meddle("UPDATE steps SET dice = 'weather 5/6' WHERE table_id = 'e' AND step = 2").await;
    let archived = archive(&store, 9999, false).await;
    assert_eq!((archived.games, archived.without_record), (1, 1));
    let faults: Vec<&str> = archived.faults.iter().map(|(table, _)| table.as_str()).collect();
    assert_eq!(faults, ["b", "c", "e"], "{:?}", archived.faults);
    for id in ["b", "c", "d", "e"] {
        assert_eq!(numbers(&store, id).await, [1, 2, 3], "{id}");
    }
    // What is archived and lost its record says so, and is not shown as a game without decisions.
    fixture.meddle("DELETE FROM records WHERE table_id = 'a'").await;
    let lost = store.stored_table("a", Known::default()).await;
    assert!(matches!(lost, Err(StoreError::Damaged(_))), "{lost:?}");
    store.close();
}

pub async fn what_nobody_went_on_with_is_removed_and_counted_first(fixture: Fixture) {
    let store = fixture.open().await;
    with_table(&store, "open").await;
    with_game(&store, "on").await;
    with_game_that_is_over(&store, "over", 2).await;
    assert_eq!(store.remove_expired(9999, 9999, true).await, Ok(2));
    assert_eq!(store.remove_expired(100, 200, false).await, Ok(0));
    assert_eq!(store.remove_expired(9999, 9999, false).await, Ok(2));
    assert_eq!(store.counts().await, Ok(vec![("over".into(), 1)]));
    store.close();
}
