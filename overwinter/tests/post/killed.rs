//! The program is killed at random points: the folder opens, and holds everything or nothing of what
//! was being done; what was said to be done is done.
//!
//! `OVERWINTER_KILLS=500 cargo test -p overwinter post::killed -- --nocapture` kills more often.

use super::desk::{Desk, Files, differences};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

const READERS: usize = 12;

/// Enough for every build; the environment may ask for more.
const KILLS: usize = 40;

/// Moments at which to kill: any sequence that spreads will do.
struct Moments(u64);

impl Moments {
    fn part_of(&mut self, whole: Duration) -> Duration {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        whole.mul_f64((self.0 >> 33) as f64 / (1u64 << 31) as f64)
    }
}

/// When to kill.
enum When {
    /// After so long.
    After(Duration),
    /// As soon as this file has changed: in the middle of putting files in their places.
    Changed(PathBuf),
}

/// Runs to the end, or is killed on the way; gives back what it had said.
fn killed(desk: &Desk, args: &[&str], when: When) -> String {
    let changed = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
    let before = match &when {
        When::Changed(path) => changed(path),
        When::After(_) => None,
    };
    let mut child =
        desk.command(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    match when {
        When::After(time) => std::thread::sleep(time),
        When::Changed(path) => {
            while changed(&path) == before && child.try_wait().unwrap().is_none() {}
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    said
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let there = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copied(&path, &there),
            false => assert!(fs::copy(&path, &there).is_ok()),
        }
    }
}

fn begun(scratch: &Path, game: usize) -> Desk {
    let desk = Desk { root: scratch.join(format!("game{game}")) };
    let list = scratch.join("readers.txt");
    let names: String = (1..=READERS).map(|i| format!("Reader {i}\n")).collect();
    fs::write(&list, names).unwrap();
    let seed = (game + 1).to_string();
    desk.told(&["new", "{}", "--players", list.to_str().unwrap(), "--seed", &seed]);
    desk
}

/// The file that an operation puts in its place first: the picture, or else the first by name.
fn first_put(before: &Files, after: &Files) -> String {
    let changed = differences(before, after);
    let picture = changed.iter().find(|path| path.ends_with(".png"));
    picture.or(changed.first()).cloned().unwrap_or_default()
}

#[test]
fn a_killed_desk_has_done_everything_or_nothing() {
    let kills = std::env::var("OVERWINTER_KILLS").ok().and_then(|text| text.parse().ok());
    let kills: usize = kills.unwrap_or(KILLS);
    let scratch = tempfile::tempdir().unwrap();
    let bag = scratch.path().join("bag.txt");
    let mut moments = Moments(4);
    let (mut nothing, mut everything, mut healed, mut acknowledged, mut game) = (0, 0, 0, 0, 0);
    let mut desk = begun(scratch.path(), game);
    for kill in 0..kills {
        let takes_orders = kill % 2 == 0;
        if takes_orders {
            let letters = (1..=READERS)
                .map(|i| format!("Player: Reader {i}\nall forage\nNOTE kill {kill}\n\n"));
            fs::write(&bag, letters.collect::<String>()).unwrap();
        }
        let bag = bag.to_str().unwrap();
        let orders = ["orders", "{}", bag];
        let args: &[&str] = if takes_orders { &orders } else { &["run", "{}"] };
        let before: Files = desk.files();
        let whole = Desk { root: scratch.path().join("whole") };
        let _ = fs::remove_dir_all(&whole.root);
        copied(&desk.root, &whole.root);
        let begun_at = Instant::now();
        whole.told(args);
        let takes = begun_at.elapsed();
        let after = whole.files();

        let when = match (kill / 2) % 2 {
            0 => When::After(moments.part_of(takes)),
            _ => When::Changed(desk.root.join(first_put(&before, &after))),
        };
        let said = killed(&desk, args, when);
        if desk.root.join(".desk/journal.json").exists() {
            healed += 1;
            // Whoever mends it may be killed as well.
            killed(&desk, &["status", "{}"], When::After(moments.part_of(takes)));
        }
        desk.told(&["status", "{}"]);
        let now = desk.files();
        let done = now == after;
        assert!(
            done || now == before,
            "kill {kill}: {:?} and {:?}",
            differences(&now, &before),
            differences(&now, &after)
        );
        assert!(!desk.root.join(".desk/journal.json").exists());
        if said.contains(": taken.") || said.contains("is played") {
            acknowledged += 1;
            assert!(done, "kill {kill}: it said\n{said}\nand had not done it");
        }
        if done {
            everything += 1
        } else {
            nothing += 1
        }
        println!(
            "{} kills: {nothing} had done nothing, {everything} everything, {healed} were finished by the next desk, {acknowledged} had said so",
            kill + 1
        );
        // On with the game, from what would have been.
        if !done {
            desk.told(args);
            assert_eq!(differences(&desk.files(), &after), Vec::<String>::new());
        }
        if desk.told(&["status", "{}"]).contains("The game is over") {
            game += 1;
            desk = begun(scratch.path(), game);
        }
    }
}
