//! Editions of one's own: what is wrong with one harms nothing else, and a table lives on by what it was opened with.

use crate::house::{Guest, House, quick};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Writes an edition of Outdoor Survival in which the scenario *Lost* has something replaced.
fn write_edition(data: &Path, name: &str, old: &str, new: &str) -> PathBuf {
    let folder = data.join("editions/outdoor-survival").join(name);
    let mut shelf = shelf::shelf().into_iter();
    let shelved = shelf.find(|shelved| shelved.game.id() == "outdoor-survival").unwrap();
    let house = shelved.game.house();
    let text = house.text("scenarios/lost.toml").unwrap();
    assert!(text.contains(old));
    std::fs::create_dir_all(folder.join("scenarios")).unwrap();
    std::fs::write(folder.join("scenarios/lost.toml"), text.replacen(old, new, 1)).unwrap();
    folder
}

/// Waits until the server has noticed: it looks every second.
fn wait(what: &str, noticed: impl Fn() -> bool) {
    let began = Instant::now();
    while !noticed() {
        assert!(began.elapsed().as_secs() < 30, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

const DAYS: &str = "day_limit = 30";

#[test]
fn a_faulty_edition_is_listed_with_its_faults_and_not_offered() {
    let folder = tempfile::TempDir::new().unwrap();
    write_edition(folder.path(), "typo", DAYS, "day_limit = \"soon\"");
    write_edition(folder.path(), "short", DAYS, "day_limit = 20");
    let house = House::in_folder(folder, quick);
    let ann = house.guest();
    let game = ann.get("/api/games/outdoor-survival").json();
    assert_eq!(game["editions"], serde_json::json!(["short"]));
    let faults = game["faulty_editions"]["typo"].as_str().unwrap();
    assert!(faults.contains("lost.toml") && faults.contains("day_limit"), "{faults}");
    let page = ann.get("/new/outdoor-survival").text;
    assert!(page.contains("The edition typo has faults") && page.contains("day_limit"), "{page}");
    let open = |edition: &str| {
        let fields = [("scenario", "lost"), ("edition", edition), ("seat", "me")];
        ann.form("/new/outdoor-survival", &fields)
    };
    assert_eq!(open("short").status, 303);
    let refused = open("typo");
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("day_limit"), "{}", refused.text);
}

#[test]
fn files_are_noticed_without_a_restart() {
    let house = House::open();
    let ann = house.guest();
    let editions = || ann.get("/api/games/outdoor-survival").json()["editions"].clone();
    assert_eq!(editions(), serde_json::json!([]));
    let folder = write_edition(house.folder.path(), "mine", DAYS, "day_limit = \"soon\"");
    let faulty = || ann.get("/api/games/outdoor-survival").json()["faulty_editions"].clone();
    wait("its faults are listed", || faulty()["mine"].is_string());
    assert_eq!(editions(), serde_json::json!([]));
    write_edition(house.folder.path(), "mine", DAYS, "day_limit = 20");
    wait("it is offered", || editions() == serde_json::json!(["mine"]));
    std::fs::remove_dir_all(folder).unwrap();
    wait("it is gone", || editions() == serde_json::json!([]));
}

#[test]
fn a_table_lives_on_by_what_it_was_opened_with() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let name = "name     = \"Lost\"";
    let folder = write_edition(house.folder.path(), "mine", name, "name     = \"Astray\"");
    let editions = || ann.get("/api/games/outdoor-survival").json()["editions"].clone();
    wait("it is offered", || editions() == serde_json::json!(["mine"]));
    let fields = [("scenario", "lost"), ("edition", "mine"), ("seat", "me")];
    let opened = ann.form("/new/outdoor-survival", &fields);
    assert_eq!(opened.status, 303, "{}", opened.text);
    let table = opened.location.strip_prefix("/t/").unwrap();
    let (cookie, key) = (ann.cookie.clone(), ann.key.clone());
    std::fs::remove_dir_all(folder).unwrap();
    // Even a server that never saw the files goes on.
    let house = house.restart();
    let ann = Guest { cookie, key, ..house.guest() };
    let page = ann.get(&format!("/t/{table}"));
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("Astray"), "{}", page.text);
    let frame = ann.frame(table, "1");
    let line = frame["set"]["prompt"]["choices"][0]["notation"].as_str().unwrap();
    assert_eq!(ann.act(table, 0, line, None).status, 200);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_or_too_large_a_one_holds_nobody_up() {
    let house = House::open();
    let ann = house.guest();
    let folder = house.folder.path().join("editions/outdoor-survival");
    let pipe = folder.join("pipe");
    std::fs::create_dir_all(&pipe).unwrap();
    let made = std::process::Command::new("mkfifo").arg(pipe.join("events.toml")).status().unwrap();
    assert!(made.success());
    let large = folder.join("large");
    std::fs::create_dir_all(&large).unwrap();
    std::fs::write(large.join("events.toml"), "# much\n".repeat(2_000_000)).unwrap();
    std::fs::create_dir_all(folder.join("round")).unwrap();
    std::os::unix::fs::symlink(folder.join("round"), folder.join("round/again")).unwrap();
    let secret = house.folder.path().join("secret.toml");
    std::fs::write(&secret, "nobody = \"reads this\"\n").unwrap();
    std::fs::create_dir_all(folder.join("out")).unwrap();
    std::os::unix::fs::symlink(&secret, folder.join("out/events.toml")).unwrap();
    let game = || ann.get("/api/games/outdoor-survival").json();
    wait("they are listed", || game()["faulty_editions"].as_object().unwrap().len() == 4);
    let asked = Instant::now();
    let game = game();
    for path in ["/api/games", "/new/outdoor-survival", "/help/outdoor-survival", "/health", "/"] {
        assert_eq!(ann.get(path).status, 200, "{path}");
    }
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    let faults = &game["faulty_editions"];
    assert!(faults["pipe"].as_str().unwrap().contains("events.toml: this is no file"), "{faults}");
    assert!(faults["large"].as_str().unwrap().contains("too large"), "{faults}");
    assert!(faults["round"].as_str().unwrap().contains("too much"), "{faults}");
    assert!(faults["out"].as_str().unwrap().contains("leads out of the edition"), "{faults}");
    assert_eq!(game["editions"], serde_json::json!([]));
    ann.open("outdoor-survival", "lost", &["me"]);
}
