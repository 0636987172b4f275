//! `overwinter store prune`: what a house keeps, told before it is done, and in numbers afterwards.

use crate::kill::serve;
use rusqlite::Connection;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

fn prune(data: &Path, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_overwinter"));
    program.args(["store", "prune", "--data"]).arg(data).args(more).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with a game that bots have played to its end, long ago.
fn house() -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    let mut running = serve(folder.path());
    let refused = prune(folder.path(), &[]);
    assert_eq!(refused.status.code(), Some(2), "a server has it: {}", text(&refused.stdout));
    assert!(text(&refused.stderr).contains("another server serves this folder"));
    let body = r#"{"game": "outdoor-survival", "seats": ["bot:random"]}"#;
    let url = format!("{}/api/tables", running.address);
    let made = ureq::post(url).content_type("application/json").send(body).unwrap();
    assert_eq!(made.status().as_u16(), 200);
    let store = Connection::open(folder.path().join("overwinter.sqlite")).unwrap();
    let over = "SELECT count(*) FROM tables WHERE state = 'over'";
    for _ in 0..3000 {
        if store.query_row(over, [], |row| row.get::<_, i64>(0)).unwrap() == 1 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    running.process.kill().unwrap();
    running.process.wait().unwrap();
    let ago = "UPDATE tables SET ended_at = ended_at - 31 * 86400";
    assert_eq!(store.execute(ago, []).unwrap(), 1);
    folder
}

#[test]
fn what_is_archived_is_told_first_and_counted_afterwards() {
    let folder = house();
    let decisions = || -> i64 {
        let store = Connection::open(folder.path().join("overwinter.sqlite")).unwrap();
        store.query_row("SELECT count(*) FROM steps", [], |row| row.get(0)).unwrap()
    };
    let before = decisions();
    assert!(before > 0);
    let told = prune(folder.path(), &["--dry-run"]);
    let said =
        format!("1 games would be archived, with {before} decisions; 0 tables would be removed");
    assert!(text(&told.stdout).contains(&said), "{}", text(&told.stdout));
    assert_eq!((told.status.code(), decisions()), (Some(0), before), "nothing was done");
    let told = prune(folder.path(), &["--archive-after", "40"]);
    assert!(text(&told.stdout).contains("0 games archived"), "{}", text(&told.stdout));
    let told = prune(folder.path(), &[]);
    assert!(text(&told.stdout).contains("1 games archived"), "{}", text(&told.stdout));
    assert_eq!(decisions(), 0);
    let mut check = Command::new(env!("CARGO_BIN_EXE_overwinter"));
    let checked = check.args(["store", "check", "--data"]).arg(folder.path()).output().unwrap();
    let said = text(&checked.stdout);
    assert!(said.contains("1 of 1 games were played again: 1 are as they are stored"), "{said}");
    assert!(said.contains("Nothing is wrong."), "{said}{}", text(&checked.stderr));
}

#[test]
fn what_cannot_be_archived_is_named_and_left() {
    let folder = house();
    let store = Connection::open(folder.path().join("overwinter.sqlite")).unwrap();
    store.execute("UPDATE steps SET action = action || ' ' WHERE step = 1", []).unwrap();
    let told = prune(folder.path(), &[]);
    assert_eq!(told.status.code(), Some(1), "{}", text(&told.stdout));
    let said = text(&told.stderr);
    assert!(said.contains("its record holds other decisions than are stored"), "{said}");
    let nowhere = tempfile::TempDir::new().unwrap();
    let told = prune(nowhere.path(), &[]);
    assert_eq!(told.status.code(), Some(2));
    assert!(text(&told.stderr).contains("there is no store here"), "{}", text(&told.stderr));
}
