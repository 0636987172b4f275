//! The same games once more, alone and undisturbed, at one server with a file: what bots decide and what each viewer is shown must be
//! the same.

use super::Arena;
use super::clients::{Board, Shown};
use super::verify::{Decision, decisions};
use crate::house::{Guest, House, agent, postgres, quick, until};
use rusqlite::Connection;
use serde_json::json;
use service::StorePlace;
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;

/// Plays the games of bots and the one with secrets again, each from its beginning.
pub fn compare(arena: &Arena, keys: &Path, ann: &Guest) {
    let bots = arena.bot_tables.lock().unwrap().clone();
    let played: BTreeMap<String, Vec<Decision>> = bots
        .iter()
        .chain(arena.plan.secrets.then_some(&arena.secret_table))
        .map(|id| (id.clone(), decisions(&arena.store, id)))
        .collect();
    let folder = begun_again(arena, keys, &played, &bots);
    let house = House::in_folder(folder, quick);
    let file = house.folder.path().join("overwinter.sqlite");
    for id in &bots {
        let ask = |sql: &str| -> String {
            let store = Connection::open(&file).unwrap();
            store.query_row(sql, [id], |row| row.get(0)).unwrap()
        };
        until("the bots end their game", || {
            ask("SELECT state FROM tables WHERE id = ?1") == "over"
        });
        let alone = stored(&Connection::open(&file).unwrap(), id);
        let asked = format!("SELECT state FROM tables WHERE id = '{id}'");
        let over = postgres::ask(&arena.store, &asked) == "over";
        let here = &played[id];
        if !alone.starts_with(here) || over && alone.len() != here.len() {
            arena.complain(format!("bots of table {id} decided {here:?} and alone {alone:?}"));
        }
    }
    if arena.plan.secrets {
        let shown = shown_alone(arena, &house, ann, &played[&arena.secret_table]);
        compare_shown(arena, &shown);
    }
}

/// The store in the folder of a server, with these games as they began.
fn begun_again(
    arena: &Arena,
    keys: &Path,
    played: &BTreeMap<String, Vec<Decision>>,
    bots: &[String],
) -> TempDir {
    let folder = TempDir::new().unwrap();
    for key in ["seeds.key", "records.key"] {
        std::fs::copy(keys.join(key), folder.path().join(key)).unwrap();
    }
    let from: StorePlace = arena.store.parse().unwrap();
    let to = StorePlace::Folder(folder.path().to_path_buf());
    service::copy_store(&from, &to, &mut |_, _| {}).unwrap();
    let store = Connection::open(folder.path().join("overwinter.sqlite")).unwrap();
    for id in played.keys() {
        let bot_turn = i64::from(bots.contains(id));
        let again = "UPDATE tables SET state = 'playing', steps = 0, told_steps = 0, ended = '', ended_at = 0, \
                     version = 0, archived = 0, deciding = '', bot_turn = ?2 WHERE id = ?1";
        store.execute(again, rusqlite::params![id, bot_turn]).unwrap();
        store.execute("UPDATE seats SET undos = 0 WHERE table_id = ?1", [id]).unwrap();
        for relation in ["steps", "positions", "archive", "records", "talk", "results"] {
            store.execute(&format!("DELETE FROM {relation} WHERE table_id = ?1"), [id]).unwrap();
        }
    }
    folder
}

fn stored(store: &Connection, id: &str) -> Vec<Decision> {
    let asked = "SELECT seat, action, digest FROM steps WHERE table_id = ?1 ORDER BY step";
    let mut found = store.prepare(asked).unwrap();
    let read = |row: &rusqlite::Row| {
        Ok(Decision { seat: row.get(0)?, line: row.get(1)?, digest: row.get(2)? })
    };
    found.query_map([id], read).unwrap().map(Result::unwrap).collect()
}

/// What each viewer is shown of the game with secrets after each of its decisions.
fn shown_alone(
    arena: &Arena,
    house: &House,
    ann: &Guest,
    decisions: &[Decision],
) -> BTreeMap<(String, u64), Vec<Shown>> {
    let (cookie, key) = (ann.cookie.clone(), ann.key.clone());
    let ann = Guest { agent: agent(), address: house.address, cookie, key };
    let mut all: BTreeMap<(String, u64), Vec<Shown>> = BTreeMap::new();
    let mut look = || {
        for viewer in super::SECRET_VIEWERS {
            let frame = ann.frame(&arena.secret_table, viewer);
            let shown = Board::default().take(viewer, &frame);
            let kept = all.entry((viewer.to_string(), shown.step)).or_default();
            if !kept.iter().any(|one| one.parts == shown.parts && one.lines == shown.lines) {
                kept.push(shown);
            }
        }
    };
    look();
    for decision in decisions {
        let path = format!("/t/{}/act", arena.secret_table);
        let body = json!({ "seat": decision.seat, "line": decision.line });
        let answer = ann.post(&path, body);
        if answer.status != 200 {
            arena.complain(format!("alone {decision:?} is refused: {}", answer.text));
            return all;
        }
        look();
    }
    all
}

/// Nobody was shown what they could not have been shown at that moment.
fn compare_shown(arena: &Arena, alone: &BTreeMap<(String, u64), Vec<Shown>>) {
    for shown in arena.shown.lock().unwrap().iter() {
        let Shown { viewer, step, parts, lines } = shown;
        let may = alone.get(&(viewer.clone(), *step)).map_or(&[][..], Vec::as_slice);
        if may.iter().any(|one| one.parts == *parts && one.lines == *lines) {
            continue;
        }
        let Some(nearest) = may.first() else {
            arena.complain(format!("{viewer} was shown a moment {step} that there is not"));
            continue;
        };
        let names = parts.keys().chain(nearest.parts.keys());
        let other: Vec<&String> =
            names.filter(|name| parts.get(*name) != nearest.parts.get(*name)).collect();
        let told: Vec<_> = lines.symmetric_difference(&nearest.lines).collect();
        arena.complain(format!(
            "{viewer} was shown at moment {step} what they are not alone: {other:?} {told:?}"
        ));
    }
}
