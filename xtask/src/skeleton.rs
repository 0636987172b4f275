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

/// The doors of the rooms: each method of the contract is the function of the same name in its room.
const DOORS: [(&str, &[&str]); 5] = [
    ("edition", &["house", "catalogue", "open"]),
    (
        "rules",
        &["endings", "start", "status", "legal", "pick", "check", "apply", "lapse", "gives_up"],
    ),
    ("knowledge", &["view", "resample"]),
    (
        "speech",
        &[
            "notation",
            "is_own_words",
            "structure",
            "read_structure",
            "parse",
            "narrate",
            "chapter",
            "report",
            "conclusion",
            "reckoning",
        ],
    ),
    ("face", &["scene", "preview", "gauge", "ahead"]),
];

/// Rooms of a game's own, where it has a subject of its own.
const OWN: [(&str, &[&str]); 4] = [
    ("outdoor-survival", &["land"]),
    ("postal-survival", &["desk", "land"]),
    ("survivors", &["geometry", "ways"]),
    ("yellowstone", &["land"]),
];

/// Holds every game, the example and the template of new games to the skeleton.
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
    let template = root.join("xtask/template/src/contract.rs.in");
    doors(&text(&template), &mut |problem| problems.push(format!("the template: {problem}")));
    for krate in crates(root) {
        let mut say = |problem| problems.push(format!("{}: {problem}", krate.display()));
        one_program(&krate, &mut say);
        no_test_unseen(&krate, &mut say);
    }
    match problems.is_empty() {
        true => {
            println!("{} games have the same rooms and the same doors", games.len());
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
    doors(&text(&src.join("contract.rs")), say);
    for entry in fs::read_dir(&src).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let room = name.strip_suffix(".rs").unwrap_or(&name);
        let known = room == "lib" || ROOMS.contains(&room) || own.contains(&room);
        if !known {
            say(format!("src/{name} is no room of the skeleton"));
        }
    }
}

/// Every method of a contract goes through its door: its body is one call, of the function of the same
/// name in its room. Only the set-up is the game's own.
fn doors(contract: &str, say: &mut impl FnMut(String)) {
    let mut found = 0;
    for method in contract.split("\n    fn ").skip(1) {
        let name = method.split('(').next().unwrap_or_default();
        let body = method.split_once("{\n").and_then(|(_, body)| body.split_once("\n    }"));
        let body = body.map_or("", |(body, _)| body.trim());
        let room = DOORS.iter().find(|(_, doors)| doors.contains(&name));
        found += 1;
        match room {
            None if name == "setup" => {}
            None => say(format!("src/contract.rs: the skeleton knows no door for `{name}`")),
            Some((room, _)) => {
                let door = format!("{room}::{name}");
                let through = body.strip_prefix(&door).is_some_and(is_one_call);
                if !through {
                    say(format!("src/contract.rs: `{name}` is not one call of `{door}`: {body}"));
                }
            }
        }
    }
    if found == 0 {
        say("src/contract.rs signs no method".into());
    }
}

/// Whether a text is a list of arguments and nothing after it.
fn is_one_call(text: &str) -> bool {
    let mut open = 0_i32;
    let end = text.find(|letter| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        open == 0
    });
    text.starts_with('(') && end.is_some_and(|end| matches!(&text[end..], ")" | ");"))
}

/// The text of a file; nothing if there is none, which is told of elsewhere.
fn text(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
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

/// A crate whose manifest says that its `src` holds no tests, so that it is not built once more for them, holds none.
fn no_test_unseen(krate: &Path, say: &mut impl FnMut(String)) {
    let manifest = text(&krate.join("Cargo.toml"));
    let library = manifest.split("[lib]").nth(1).and_then(|after| after.split("\n[").next());
    if !library.is_some_and(|lines| lines.lines().any(|line| line == "test = false")) {
        return;
    }
    for file in sources(&krate.join("src")) {
        if text(&file).lines().any(|line| line.trim() == "#[test]") {
            say(format!("{} has a test, which is not run: move it to tests", file.display()));
        }
    }
}

/// All Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}

/// The crates of the house.
fn crates(root: &Path) -> Vec<PathBuf> {
    let inside = ["core", "games", "play", "post", "examples"].map(|folder| root.join(folder));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(methods: &str) -> Vec<String> {
        let mut problems = Vec::new();
        doors(&format!("impl Rules for Fox {{{methods}}}\n"), &mut |problem| {
            problems.push(problem)
        });
        problems
    }

    fn method(name: &str, body: &str) -> String {
        format!(
            "\n    fn {name}(&self, position: &Position) -> Status {{\n        {body}\n    }}\n"
        )
    }

    #[test]
    fn a_method_goes_through_the_door_of_its_name() {
        let sound = [
            method("status", "rules::status(self, position)"),
            method("resample", "knowledge::resample(&self.0, (position, 1))"),
            method("setup", "&self.setup"),
            method("apply", "rules::apply(self);"),
        ];
        assert_eq!(problems(&sound.concat()), Vec::<String>::new());
    }

    #[test]
    fn another_name_another_room_and_a_body_of_its_own_are_noticed() {
        let wrong = [
            ("status", "rules::standing(self, position)"),
            ("status", "speech::status(self, position)"),
            ("status", "rules::status_of(self, position)"),
            ("status", "self.status(position)"),
            ("status", "rules::status(self, position).clone()"),
            ("status", "let fox = 1;\n        rules::status(self, fox)"),
            ("status", "rules::status(self, position);\n        Status::over()"),
        ];
        for (name, body) in wrong {
            let problems = problems(&method(name, body));
            assert_eq!(problems.len(), 1, "{body}: {problems:?}");
            assert!(problems[0].contains("`status` is not one call of `rules::status`"));
        }
        assert!(
            problems(&method("guess", "rules::guess(self)"))[0].contains("no door for `guess`")
        );
        assert_eq!(problems(""), ["src/contract.rs signs no method"]);
    }

    #[test]
    fn a_test_where_none_is_run_is_told_of() {
        let krate = tempfile::tempdir().unwrap();
        let inner = krate.path().join("src/rules");
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join("dice.rs"), "fn six() {}\n\n    #[test]\n    fn falls() {}\n")
            .unwrap();
        let problems = |manifest: &str| {
            fs::write(krate.path().join("Cargo.toml"), manifest).unwrap();
            let mut problems = Vec::new();
            no_test_unseen(krate.path(), &mut |problem| problems.push(problem));
            problems
        };
        assert_eq!(
            problems("[lib]\nname = \"fox\"\n\n[[bin]]\ntest = false\n"),
            Vec::<String>::new()
        );
        assert_eq!(problems("[lib]\ntest = false\n\n[dependencies]\n").len(), 1);
    }

    #[test]
    fn a_house_with_a_wrong_door_is_told_of() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let sound = text(&root.join("games/outlive/src/contract.rs"));
        for (right, wrong) in
            [("rules::status(", "rules::standing("), ("face::scene(", "speech::scene(")]
        {
            assert!(sound.contains(right));
            let mut problems = Vec::new();
            doors(&sound.replace(right, wrong), &mut |problem| problems.push(problem));
            assert_eq!(problems.len(), 1, "{problems:?}");
        }
    }
}
