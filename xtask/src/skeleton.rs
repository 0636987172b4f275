//! The skeleton: every game has the same rooms by the same names. `ARCHITECTURE.md` explains them.

use std::fs;
use std::path::{Path, PathBuf};

/// What stands in the `src` of every game, as a file or as a folder.
const ROOMS: [&str; 15] = [
    "action",
    "bots",
    "contract",
    "edition",
    "encoding",
    "event",
    "face",
    "knowledge",
    "measures",
    "position",
    "refusal",
    "rule",
    "rules",
    "shown",
    "speech",
];

/// What a room that has become a folder holds at least, beside `mod.rs`.
const INSIDE: [(&str, &[&str]); 6] = [
    ("bots", &["counsel", "greedy"]),
    ("edition", &["components", "options", "scenarios"]),
    ("face", &["preview", "prompt", "scene", "sheets"]),
    ("knowledge", &["resample", "view"]),
    ("shown", &["given"]),
    ("speech", &["notation", "story"]),
];

/// Rooms of a game's own, where it has a subject of its own.
const OWN: [(&str, &[&str]); 4] = [
    ("outdoor-survival", &["land"]),
    ("postal-survival", &["desk", "land"]),
    ("survivors", &["geometry", "ways"]),
    ("yellowstone", &["land"]),
];

/// Holds every game, and the example, to the skeleton.
pub fn check(root: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    let mut games = folders(&root.join("games"));
    games.push("connect-four".into());
    for game in &games {
        let folder = match game.as_str() {
            "connect-four" => root.join("examples").join(game),
            _ => root.join("games").join(game),
        };
        let own = OWN.iter().find(|(name, _)| name == game).map_or(&[][..], |(_, own)| own);
        house(&folder, own, &mut |problem| problems.push(format!("{game}: {problem}")));
    }
    for krate in crates(root) {
        one_program(&krate, &mut |problem| {
            problems.push(format!("{}: {problem}", krate.display()));
        });
    }
    match problems.is_empty() {
        true => {
            println!("{} games have the same rooms", games.len());
            Ok(())
        }
        false => Err(problems.join("\n")),
    }
}

/// One game.
fn house(folder: &Path, own: &[&str], say: &mut impl FnMut(String)) {
    for file in [
        "Cargo.toml",
        "RULES.md",
        "LEARN.md",
        "illustration.svg",
        "lessons/course.toml",
        "tests/standard.rs",
    ] {
        if !folder.join(file).is_file() {
            say(format!("{file} is missing"));
        }
    }
    for entry in fs::read_dir(folder.join("cases")).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".toml") {
            say(format!("cases/{name} stands outside the folders of the chapters"));
        }
    }
    let src = folder.join("src");
    for room in ROOMS.iter().chain(own) {
        let (file, inner) = (src.join(format!("{room}.rs")), src.join(room));
        match (file.is_file(), inner.join("mod.rs").is_file()) {
            (false, false) => say(format!("src has no room `{room}`")),
            (true, _) if inner.is_dir() => {
                say(format!("src/{room}.rs stands beside its folder: it is src/{room}/mod.rs"));
            }
            (false, true) => {
                let wanted = INSIDE.iter().find(|(name, _)| name == room);
                for part in wanted.map_or(&[][..], |(_, parts)| parts) {
                    let (file, folder) = (inner.join(format!("{part}.rs")), inner.join(part));
                    if !file.is_file() && !folder.join("mod.rs").is_file() {
                        say(format!("src/{room} has no `{part}`"));
                    }
                }
            }
            _ => {}
        }
    }
    for entry in fs::read_dir(&src).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let room = name.strip_suffix(".rs").unwrap_or(&name);
        let known = room == "lib" || ROOMS.contains(&room) || own.contains(&room);
        if !known {
            say(format!("src/{name} is no room of the skeleton"));
        }
    }
}

/// The integration tests of a crate are one program, `tests/all.rs`, which names every file: programs
/// are linked one by one, and a file that nobody names is no test.
fn one_program(krate: &Path, say: &mut impl FnMut(String)) {
    let tests = krate.join("tests");
    let parts: Vec<String> = fs::read_dir(&tests)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("mod.rs").is_file() || path.extension().is_some_and(|e| e == "rs"))
        .filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .filter(|part| part != "all")
        .collect();
    match fs::read_to_string(tests.join("all.rs")) {
        Ok(all) => {
            for part in parts {
                if !all.lines().any(|line| line == format!("mod {part};")) {
                    say(format!("tests/all.rs does not name `mod {part};`, so it is not run"));
                }
            }
        }
        Err(_) if parts.len() > 1 => {
            say(format!("tests holds {} programs: name them in one, tests/all.rs", parts.len()));
        }
        Err(_) => {}
    }
}

/// The crates of the house.
fn crates(root: &Path) -> Vec<PathBuf> {
    let inside = ["core", "games", "play", "examples"].map(|folder| root.join(folder));
    let inside =
        inside.iter().flat_map(|folder| folders(folder).into_iter().map(|name| folder.join(name)));
    inside.chain(["service", "overwinter", "xtask"].map(|name| root.join(name))).collect()
}

fn folders(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
