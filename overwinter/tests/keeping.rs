//! `overwinter store` and `overwinter keys`: what a house keeps, told before it is done and in numbers afterwards; copies
//! and backups, and whose files they are.

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

fn overwinter(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overwinter")).args(args).output().unwrap()
}

/// Carries out a command that must succeed; gives what it says.
fn done(args: &[&str]) -> String {
    let output = overwinter(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// A user who does not run this test.
#[cfg(unix)]
const SOMEBODY: u32 = 12345;

/// Every file below a folder must be closed to others, and belong to the owner of the folder.
#[cfg(unix)]
fn check_owner(folder: &Path) {
    use std::os::unix::fs::MetadataExt;
    let owner = std::fs::metadata(folder).unwrap();
    let mut names = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        let (name, found) = (file.file_name(), file.metadata().unwrap());
        let told = format!("{name:?} in {}", folder.display());
        assert_eq!(found.mode() & 0o077, 0, "{told}: others can read it");
        assert_eq!((found.uid(), found.gid()), (owner.uid(), owner.gid()), "{told}");
        names.push(name);
    }
    assert!(names.len() >= 2, "{names:?}");
}

// Where the tests run as root the folders are another user's; elsewhere only that files are closed to others, and
// that they belong to whoever has the folder, is shown.
#[cfg(unix)]
#[test]
fn new_files_are_closed_to_others_and_if_root_makes_them_are_the_folders_owners() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let folder = house();
    let (data, other) = (folder.path(), tempfile::TempDir::new().unwrap());
    let root = std::fs::metadata(data).unwrap().uid() == 0;
    let give = |path: &Path| chown(path, Some(SOMEBODY), Some(SOMEBODY)).unwrap();
    if root {
        give(data);
        give(other.path());
        for file in std::fs::read_dir(data).unwrap() {
            give(&file.unwrap().path());
        }
    }
    std::fs::set_permissions(data, std::fs::Permissions::from_mode(0o700)).unwrap();
    let name = |path: &Path| path.to_str().unwrap().to_string();
    let data_name = name(data);
    // The first rotation makes files, the second replaces them.
    for _ in 0..2 {
        done(&["keys", "rotate", "--data", &data_name]);
        check_owner(data);
        assert!(data.join("records.retired").is_file());
    }
    let backup = name(&other.path().join("friday.sqlite"));
    done(&["store", "backup", &backup, "--data", &data_name]);
    let copy = name(&other.path().join("saturday.sqlite"));
    done(&["store", "copy", &data_name, &copy]);
    check_owner(other.path());
    std::fs::remove_file(data.join("overwinter.sqlite")).unwrap();
    for beside in ["overwinter.sqlite-wal", "overwinter.sqlite-shm", "overwinter.lock"] {
        let _ = std::fs::remove_file(data.join(beside));
    }
    done(&["store", "restore", &backup, "--data", &data_name]);
    check_owner(data);
    let new = tempfile::TempDir::new().unwrap();
    if root {
        give(new.path());
    }
    let inside = new.path().join("data");
    done(&["store", "copy", &backup, &name(&inside)]);
    check_owner(&inside);
    let uid = |path: &Path| std::fs::metadata(path).unwrap().uid();
    assert_eq!(uid(&inside), uid(new.path()), "a new folder is that of whoever has the one above");
}

#[test]
fn a_store_that_is_named_like_a_file_is_a_file_and_can_be_checked_as_one() {
    let folder = house();
    let data = folder.path().to_str().unwrap();
    let elsewhere = tempfile::TempDir::new().unwrap();
    let path = |name: &str| elsewhere.path().join(name);
    let name = |file: &str| path(file).to_str().unwrap().to_string();
    done(&["store", "copy", data, &name("copy.sqlite")]);
    assert!(path("copy.sqlite").is_file(), "no folder of that name");
    let beside = |file: &str| ["-wal", "-shm", ".part"].map(|end| path(&format!("{file}{end}")));
    assert!(beside("copy.sqlite").iter().all(|file| !file.exists()), "and nothing beside it");
    // A second time it is brought up to date, and without an ending it is a folder.
    done(&["store", "copy", data, &name("copy.sqlite")]);
    done(&["store", "copy", data, &name("folder")]);
    assert!(path("folder").join("overwinter.sqlite").is_file());
    // What an attempt before left lies in nobody's way and is gone afterwards.
    std::fs::write(path("kept.sqlite.part"), "half").unwrap();
    done(&["store", "backup", &name("kept.sqlite"), "--data", data]);
    assert!(beside("kept.sqlite").iter().all(|file| !file.exists()));
    for file in ["copy.sqlite", "kept.sqlite"] {
        let told = done(&["store", "check", &name(file), "--data", data]);
        assert!(told.contains("1 of 1 games were played again"), "{told}");
        assert!(told.contains("Nothing is wrong."), "{told}");
        assert_eq!(told, done(&["store", "check", "--file", &name(file), "--data", data]));
    }
    // Without keys the rows are looked through, and that is said.
    let mut check = Command::new(env!("CARGO_BIN_EXE_overwinter"));
    let checked = check
        .args(["store", "check", &name("kept.sqlite")])
        .env("XDG_DATA_HOME", elsewhere.path())
        .output()
        .unwrap();
    let told = text(&checked.stdout);
    assert_eq!(checked.status.code(), Some(0), "{told}{}", text(&checked.stderr));
    assert!(told.contains("there are no keys") && told.contains("Nothing is wrong."), "{told}");
    let refused = overwinter(&["store", "check", &name("missing.sqlite")]);
    assert_eq!(refused.status.code(), Some(2));
    // A backup that fails leaves nothing.
    let refused =
        overwinter(&["store", "backup", &name("none.sqlite"), "--data", &name("nowhere")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!path("none.sqlite").exists() && !path("none.sqlite.part").exists());
}
