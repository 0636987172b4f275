//! A game that is archived is shown as it was: its page, its board, its story, a look back, its record and its place in lists.

use crate::house::{Guest, House, ask_store, quick, until};
use serde_json::Value;
use service::{Keeping, StorePlace};
use std::time::Duration;

/// Everything that anybody can ask of a game that is over.
fn everything(guest: &Guest, table: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut ask = |path: String| {
        let answer = guest.get(&path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        all.push((path, answer.text));
    };
    for path in ["", "/log", "/record", "/view"] {
        ask(format!("/api/tables/{table}{path}"));
    }
    for path in ["/record", "/replay?as=table", "/story", "/replay?as=1"] {
        ask(format!("/t/{table}{path}"));
    }
    for moment in [0, 1, 3, 7] {
        for viewer in ["table", "1", "2"] {
            ask(format!("/t/{table}/at/{moment}?as={viewer}"));
        }
    }
    ask("/api/tables?state=over".into());
    let mut frame: Value = guest.frame(table, "table");
    frame["set"].as_object_mut().unwrap().retain(|name, _| !name.starts_with("talk/"));
    all.push(("the board".into(), frame.to_string()));
    all
}

/// How many games are archived, and how many rows of decisions there are.
fn kept(house: &House) -> (String, String) {
    let ask = |sql: &str| ask_store(house.folder.path(), sql);
    (ask("SELECT count(*) FROM tables WHERE archived > 0"), ask("SELECT count(*) FROM steps"))
}

fn is_same(now: &[(String, String)], before: &[(String, String)]) {
    for ((path, now), (_, before)) in now.iter().zip(before) {
        assert_eq!(now, before, "{path}");
    }
}

#[test]
fn a_game_that_is_archived_is_shown_as_before() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    for (number, column) in [1, 2, 1, 2, 1, 2, 1].into_iter().enumerate() {
        let answer = ann.act(&table, (number % 2) as u16, &format!("drop {column}"), None);
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    let diced = ann.open("outdoor-survival", "lost", &["bot:random", "bot:random"]);
    let over = |id: &str| ann.get(&format!("/api/tables/{id}")).json()["state"] == "over";
    until("the bots end their game", || over(&diced));
    let running = ann.open("connect-four", "plain", &["me", "me"]);
    assert_eq!(ann.act(&running, 0, "drop 4", None).status, 200);
    let before = [&table, &diced].map(|id| everything(&ann, id));
    assert_eq!(kept(&house).0, "0");
    // The server does it by itself, while somebody looks.
    let address = house.address;
    let house = House::in_folder(house.close(), |config| {
        quick(config);
        config.bind = address;
        config.tidying = Duration::from_millis(50);
        config.archive_after = Some(Duration::ZERO);
    });
    let watching = ann.follow(&table, "table");
    until("both are archived", || kept(&house) == ("2".into(), "1".into()));
    for (id, before) in [&table, &diced].into_iter().zip(&before) {
        is_same(&everything(&ann, id), before);
    }
    drop(watching);
    // And after a start, when nothing is in memory.
    let house = house.restart();
    for (id, before) in [&table, &diced].into_iter().zip(&before) {
        is_same(&everything(&ann, id), before);
    }
    assert_eq!(ann.act(&running, 1, "drop 4", None).status, 200, "what is on goes on");
    let refused = ann.act(&table, 1, "drop 4", None);
    assert!(refused.text.contains("over"), "{}", refused.text);
    let said = ann.post(&format!("/t/{table}/talk"), serde_json::json!({ "text": "Again?" }));
    assert_eq!(said.status, 200, "people talk on: {}", said.text);
    let rematch = ann.form(&format!("/t/{table}/rematch"), &[]);
    assert_eq!(rematch.status, 303, "{}", rematch.text);
    assert_eq!(ann.get("/health").json()["ok"], true);
    let folder = house.close();
    // What an operator does with such a store.
    let place = crate::house::database_of(folder.path()).map_or_else(
        || StorePlace::Folder(folder.path().to_path_buf()),
        |address| address.parse().unwrap(),
    );
    let found = service::check_store(&place, &mut |_, _| {}).unwrap();
    assert_eq!(found.faults, Vec::<String>::new());
    let shelf = shelf::house();
    let again =
        service::replay_store(&place, folder.path(), &shelf, &found.begun, &mut |_, _| {}).unwrap();
    assert_eq!((again.same, again.faults), (found.begun.len(), Vec::new()));
    let file = folder.path().join("kept.sqlite");
    service::backup_store(&place, &file, &mut |_, _| {}).unwrap();
    let found = service::check_store(&StorePlace::File(file), &mut |_, _| {}).unwrap();
    assert_eq!(found.faults, Vec::<String>::new());
}

#[test]
fn a_store_is_pruned_by_its_rules_and_told_first() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    for (number, column) in [1, 2, 1, 2, 1, 2, 1].into_iter().enumerate() {
        assert_eq!(
            ann.act(&table, (number % 2) as u16, &format!("drop {column}"), None).status,
            200
        );
    }
    let waits = ann.open("connect-four", "plain", &["me", "open"]);
    let folder = house.close();
    let place = crate::house::database_of(folder.path()).map_or_else(
        || StorePlace::Folder(folder.path().to_path_buf()),
        |address| address.parse().unwrap(),
    );
    let prune = |rules: &Keeping, dry: bool| {
        let mut told = Vec::new();
        let pruned =
            service::prune_store(&place, rules, dry, &mut |what, count| told.push((what, count)));
        (pruned.unwrap(), told)
    };
    let (usual, _) = prune(&Keeping::default(), false);
    assert_eq!((usual.archived.games, usual.removed), (0, 0), "all of it is young");
    ask_store(
        folder.path(),
        "UPDATE tables SET ended_at = ended_at - 31 * 86400, created = created - 15 * 86400",
    );
    for (dry, removed) in [(true, 1), (false, 1), (false, 0)] {
        let (pruned, told) = prune(&Keeping::default(), dry);
        assert_eq!((pruned.archived.games, pruned.removed), (removed, removed), "{pruned:?}");
        assert_eq!(pruned.archived.decisions, 7 * removed);
        assert_eq!(told.len() as u64, removed);
    }
    let house = House::in_folder(folder, quick);
    let ann = Guest { address: house.address, ..ann };
    assert_eq!(ann.get(&format!("/api/tables/{waits}")).status, 404);
    assert_eq!(kept(&house), ("1".into(), "0".into()));
    assert_eq!(ann.get(&format!("/api/tables/{table}/record")).status, 200);
}
