//! A whole game by post through the real program: 44 readers, orders in twenty styles, and mischief.

use super::desk::{Desk, differences};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const READERS: usize = 44;

/// The list of readers: diets, addresses and code words as people give them.
fn readers() -> String {
    let line = |i: usize| match i % 5 {
        0 => format!("Reader {i} <r{i}@example.org>, herbivore"),
        1 => format!("Reader {i}; r{i}@example.org; O"),
        2 => format!("Reader {i}, r{i}@example.org, carnivore, secret{i}"),
        3 => format!("Reader {i}\tr{i}@example.org"),
        _ => format!("Reader {i}, r{i}@example.org, H"),
    };
    let mut list = String::from("\u{feff}# The readers of the Gazette\r\n\r\n");
    (1..=READERS).for_each(|i| list += &(line(i) + "\r\n"));
    list
}

fn code_of(reader: usize) -> Option<String> {
    (reader % 5 == 2).then(|| format!("secret{reader}"))
}

/// What a reader sees of the last report: enough to write orders.
struct Reader {
    number: usize,
    words: BTreeMap<&'static str, String>,
}

/// The reader who is replaced after the mail of this round has come in.
const LEAVER: (usize, u64) = (43, 3);

fn name_of(number: usize, round: u64) -> String {
    match number == LEAVER.0 && round > LEAVER.1 {
        true => "Newcomer".into(),
        false => format!("Reader {number}"),
    }
}

fn address_of(number: usize, round: u64) -> String {
    match number == LEAVER.0 && round > LEAVER.1 {
        true => "new@example.org".into(),
        false => format!("r{number}@example.org"),
    }
}

fn living(desk: &Desk, round: u64) -> Vec<Reader> {
    let text = desk.text(&format!("rounds/{:02}/report.json", round - 1));
    let report: Value = serde_json::from_str(&text).unwrap();
    let terrain: BTreeMap<&str, &str> = report["hexes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hex| (hex["label"].as_str().unwrap(), hex["terrain"].as_str().unwrap()))
        .collect();
    let rows = report["status"].as_array().unwrap();
    let mut readers = Vec::new();
    for number in 1..=READERS {
        let alive = |row: &&Value| row["alive"] == true && row["species"] == number as u64;
        let Some(row) = rows.iter().find(alive) else { continue };
        let (first, hex) = (row["id"].as_str().unwrap(), row["hex"].as_str().unwrap());
        let bare = first.trim_end_matches(char::is_alphabetic);
        let (column, line) = hex.split_at(hex.find(|c: char| c.is_ascii_digit()).unwrap_or(1));
        let north = line.parse::<u32>().map(|line| format!("{column}{}", line - 1));
        let north =
            north.ok().filter(|north| terrain.get(north.as_str()).is_some_and(|t| *t != "W"));
        let rival = number % READERS + 1;
        let words = BTreeMap::from([
            ("{round}", round.to_string()),
            ("{first}", first.to_string()),
            ("{FIRST}", first.to_uppercase()),
            ("{bare}", bare.to_string()),
            ("{hex}", hex.to_string()),
            ("{north}", north.unwrap_or_else(|| hex.to_string())),
            ("{rival}", rival.to_string()),
            ("{rivalname}", format!("Reader {rival}")),
            ("{player}", name_of(number, round)),
            ("{address}", address_of(number, round)),
        ]);
        readers.push(Reader { number, words });
    }
    readers
}

/// The hand-written orders, by name, in the order of their names.
fn styles() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/post/styles");
    let mut styles: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    styles.sort();
    assert_eq!(styles.len(), 20);
    styles
}

/// A style with a reader's words put in, in the bytes that its name asks for.
fn written(name: &str, style: &str, reader: &Reader) -> Vec<u8> {
    let text =
        reader.words.iter().fold(style.to_string(), |text, (key, word)| text.replace(key, word));
    let text = match code_of(reader.number) {
        Some(code) if !name.ends_with(".eml") => format!("CODE {code}\n{text}"),
        _ => text,
    };
    match name.split('.').nth(1) {
        Some("latin-1") => text.chars().map(|c| u8::try_from(c).unwrap_or(b'"')).collect(),
        Some("crlf") => text.replace('\n', "\r\n").into_bytes(),
        Some("bom") => format!("\u{feff}{text}").into_bytes(),
        Some("utf-16") => {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        }
        _ => text.into_bytes(),
    }
}

/// Mail that does harm or makes no sense: file name, bytes, and what the desk must say about it.
fn mischief(round: u64) -> Vec<(String, Vec<u8>, &'static str)> {
    let other = 10 + round;
    vec![
        ("zz stranger.txt".into(), b"1 stay".to_vec(), "no player of that name"),
        (
            "zz forged.eml".into(),
            format!(
                "From: r{other}@example.org\nMIME-Version: 1.0\n\nPlayer: Reader 9\nWITHDRAW\n"
            )
            .into_bytes(),
            "it speaks for Reader 9",
        ),
        ("zz huge.txt".into(), vec![b'x'; (1 << 20) + 1], "larger than 1 MB"),
        ("zz empty.txt".into(), Vec::new(), "an empty message"),
        ("zz noise.txt".into(), (0..=255).cycle().take(5000).collect(), "no player of that name"),
        ("zz ..%2f..%2fgame.toml".into(), b"seed = 1".to_vec(), "no player of that name"),
    ]
}

/// Orders that are read and refused line by line: the text, and what the answer must say.
const REFUSALS: [(&str, &str); 6] = [
    ("99999 stay\nall forage", "99999"),
    (
        "{rival}H aggressive\n{rival}O aggressive\n{rival}C aggressive\nall forage",
        "{rival}H aggressive\" - ",
    ),
    ("{bare} A1 B2 C3 D4 E5 F6 G7\nall forage", "A1 B2"),
    ("flarb the wuggle\nall forage", "flarb the wuggle"),
    ("ROUND 99\n{bare} stay", "99"),
    ("\u{0}\u{7}\u{1b}[31m{bare} stay\u{202e}\u{0}, def\nzzz\u{8}zzz", "zzzzzz"),
];

struct Played {
    refusals: usize,
    taken: usize,
}

/// One round of mail: everything is answered, nothing is lost.
fn mail(desk: &Desk, round: u64, bag: &Path) -> Played {
    let _ = fs::remove_dir_all(bag);
    fs::create_dir_all(bag.join("late")).unwrap();
    let styles = styles();
    let mut played = Played { refusals: 0, taken: 0 };
    let mut expected: Vec<(usize, String, String)> = Vec::new();
    for reader in living(desk, round) {
        let turn = reader.number + round as usize * 7;
        let player = &reader.words["{player}"];
        let file = format!("{player}.txt");
        match turn % 29 {
            // Twenty styles, one for each …
            style @ 0..20 => {
                let (name, text) = &styles[style];
                let ending = if name.ends_with(".eml") { "eml" } else { "txt" };
                // A mail cannot carry the code word above its headers.
                if ending == "eml" && code_of(reader.number).is_some() {
                    let path = bag.join(format!("{player}.eml"));
                    fs::write(path, written(name, text, &reader)).unwrap();
                    expected.push((reader.number, player.clone(), "code word is missing".into()));
                    continue;
                }
                let path = bag.join(format!("{player}.{ending}"));
                fs::write(path, written(name, text, &reader)).unwrap();
                expected.push((reader.number, player.clone(), "taken".into()));
            }
            // … orders that are refused in part …
            refusal @ 20..26 => {
                let (text, said) = REFUSALS[refusal - 20];
                fs::write(bag.join(&file), written("x.txt", text, &reader)).unwrap();
                played.refusals += 1;
                let said = said.replace("{rival}", &reader.words["{rival}"]);
                expected.push((reader.number, player.clone(), format!("answer {said}")));
            }
            // … too late, and never.
            26 => {
                let text = written("x.txt", "all forage, def", &reader);
                fs::write(bag.join("late").join(&file), text).unwrap();
            }
            _ => {}
        }
    }
    let mischief = mischief(round);
    for (name, bytes, _) in &mischief {
        fs::write(bag.join(name), bytes).unwrap();
    }
    let late = bag.parent().unwrap().join("late");
    let _ = fs::remove_dir_all(&late);
    fs::rename(bag.join("late"), &late).unwrap();
    let before = desk.files();
    let said = desk.told(&["orders", "{}", bag.to_str().unwrap()]);
    for (name, _, why) in &mischief {
        assert!(said.lines().any(|line| line.contains(why)), "{name}: {why}\n{said}");
    }
    let mut problems = Vec::new();
    for (number, player, what) in &expected {
        let line = said.lines().find(|line| line.starts_with(&format!("{player}: ")));
        let line = line.unwrap_or_else(|| panic!("round {round}: nothing about {player}\n{said}"));
        let answer = desk.text(&format!("rounds/{round:02}/answers/{number:03}.txt"));
        let holds = match what.strip_prefix("answer ") {
            Some(quoted) => answer.contains(quoted),
            None => line.contains(what.as_str()),
        };
        if !holds {
            problems.push(format!("{player} should hear `{what}`: {line}\n{answer}"));
        }
        if line.contains("taken") {
            let kept = desk.text(&format!("rounds/{round:02}/orders/{number:03}.txt"));
            assert!(kept.starts_with("== 2001-05-01T12:00:00Z key="), "{kept}");
            played.taken += 1;
        }
        // Every refused line is quoted with its reason.
        if let Some(refused) = line.split(", ").nth(1).filter(|part| part.contains("refused")) {
            let count: usize = refused.split(' ').next().unwrap().parse().unwrap();
            assert!(answer.matches("  Line ").count() >= count, "{line}\n{answer}");
        }
    }
    assert!(problems.is_empty(), "round {round}\n{}", problems.join("\n"));
    // Nothing but orders and answers of this round has changed.
    let changed = differences(&before, &desk.files());
    let inside = [format!("rounds/{round:02}/orders/"), format!("rounds/{round:02}/answers/")];
    assert!(
        changed.iter().all(|path| inside.iter().any(|room| path.starts_with(room))),
        "{changed:?}"
    );
    if late.read_dir().unwrap().next().is_some() {
        let said = desk.told(&["orders", "{}", late.to_str().unwrap(), "--late"]);
        assert!(said.contains("(late)") || said.contains("code word"), "{said}");
    }
    played
}

/// Plays the whole game and gives back its folder.
fn whole_game(scratch: &Path) -> (Desk, Played) {
    let desk = Desk { root: scratch.join("gazette") };
    let list = scratch.join("readers.txt");
    fs::write(&list, readers()).unwrap();
    let list = list.to_str().unwrap().to_string();
    let said = desk.told(&[
        "new",
        "{}",
        "--players",
        &list,
        "--name",
        "The Gazette",
        "--scenario",
        "first-run",
        "--seed",
        "2001",
        "--deadline",
        "Friday",
    ]);
    assert!(said.contains("44 players, 100 hexes"), "{said}");
    let mut all = Played { refusals: 0, taken: 0 };
    for round in 1..=15 {
        let played = mail(&desk, round, &scratch.join("mails"));
        all.refusals += played.refusals;
        all.taken += played.taken;
        let status = desk.told(&["status", "{}"]);
        assert!(status.contains(&format!("round {round} (")), "{status}");
        let late = fs::read_dir(desk.root.join(format!("rounds/{round:02}/late")));
        if let Some(entry) = late.ok().and_then(|mut late| late.next()) {
            let number = entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string();
            assert!(status.contains("something too late"), "{status}");
            desk.told(&["amend", "{}", "admit", &number]);
        }
        match round {
            2 => {
                desk.told(&["preview", "{}"]);
                assert!(desk.root.join("draft/map.png").exists());
                desk.told(&["amend", "{}", "introduction", "A dry season, dear readers."]);
                let said = desk.told(&["preview", "{}"]);
                assert!(said.contains("Changed since the last draft"), "{said}");
            }
            3 => drop(desk.told(&[
                "amend",
                "{}",
                "replace",
                "Reader 43",
                "Newcomer",
                "new@example.org",
            ])),
            4 => {
                desk.told(&["run", "{}"]);
                desk.told(&["undo", "{}", "the printer ate page two"]);
            }
            _ => {}
        }
        desk.told(&["run", "{}", "--deadline", &format!("Friday after round {round}")]);
        assert!(!desk.root.join("draft").exists());
        let report = desk.text(&format!("rounds/{round:02}/report.txt"));
        if report.contains("THE END") {
            return (desk, all);
        }
        assert!(report.contains(&format!("Deadline: Friday after round {round}.")), "{report}");
    }
    panic!("the game did not end after fifteen rounds");
}

#[test]
fn forty_four_readers_play_from_the_first_report_to_the_last_and_again_to_the_same_bytes() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (desk, played) = whole_game(one.path());
    assert!(played.taken > 100 && played.refusals > 10, "{} {}", played.taken, played.refusals);
    let (again, _) = whole_game(two.path());
    let (files, others) = (desk.files(), again.files());
    assert_eq!(differences(&files, &others), Vec::<String>::new());

    let last = files.keys().rfind(|path| path.ends_with("/report.txt")).unwrap();
    let report = desk.text(last);
    assert!(report.contains("Seed: ") && report.contains("The Gazette"), "{report}");
    assert!(desk.text("rounds/02/report.txt").contains("A dry season, dear readers."));
    assert!(desk.text("rounds/03/report.txt").contains("Newcomer takes over from Reader 43."));
    assert!(desk.text("rounds/04/report.txt").contains("corrected: the printer ate page two"));
    for path in files.keys().filter(|path| path.ends_with("map.png")) {
        assert!(files[path].starts_with(b"\x89PNG"), "{path}");
    }
    // Reports can be written again from what the folder keeps, to the same bytes.
    for round in ["1", "3", "4", "9"] {
        desk.told(&["report", "{}", "--round", round]);
    }
    assert_eq!(differences(&files, &desk.files()), Vec::<String>::new());
    // Nothing that readers wrote becomes part of the page.
    for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        let page = String::from_utf8_lossy(bytes);
        assert!(!page.contains("<script") && !page.contains("<b>honestly"), "{path}");
    }
    let page = desk.told(&["report", "{}", "--round", "2", "--player", "r9@example.org"]);
    assert!(page.contains("rounds/02/players/009.html"), "{page}");
    assert!(desk.refused(&["run", "{}"]).contains("the game is over"));
    let bag = one.path().join("mails");
    assert!(desk.refused(&["orders", "{}", bag.to_str().unwrap()]).contains("the game is over"));
}

#[test]
fn bad_input_is_one_clear_error() {
    let scratch = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = scratch.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_string()
    };
    let desk = Desk { root: scratch.path().join("game") };
    let two = file("two.txt", b"Ann\nBob\n");
    assert!(desk.refused(&["status", "{}"]).contains("no such folder"));
    assert!(desk.refused(&["new", "{}", "--players", "nowhere.txt"]).contains("nowhere.txt"));
    for (list, problem) in [
        (&b"Ann\n"[..], "two players"),
        (b"Ann\n!!!\n", "list.txt:2"),
        (b"Ann\xff\nBob", "not UTF-8"),
    ] {
        let list = file("list.txt", list);
        assert!(desk.refused(&["new", "{}", "--players", &list]).contains(problem));
    }
    let new = ["new", "{}", "--players", &two];
    let with = |more: &[&'static str]| -> Vec<String> {
        new.iter().chain(more).map(ToString::to_string).collect()
    };
    for (more, problem) in [
        (&["--set", "hexes"][..], "key=value"),
        (&["--set", "hexes=3"], "at least 7"),
        (&["--set", "hexxes=30"], "hexes"),
        (&["--scenario", "frist-run"], "first-run"),
        (&["--seed", "seven"], "--seed"),
    ] {
        let args = with(more);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        assert!(desk.refused(&args).contains(problem), "{more:?}");
        assert!(!desk.root.exists(), "what cannot be begun leaves no folder behind");
    }
    let empty = Desk { root: scratch.path().join("empty") };
    fs::create_dir(&empty.root).unwrap();
    assert!(empty.refused(&["run", "{}"]).contains("no game here"));
    assert!(empty.files().is_empty() && !empty.root.join(".desk").exists());

    desk.told(&new);
    assert!(desk.refused(&new).contains("a game in this folder already"));
    let huge = file("huge.txt", &vec![b'x'; (16 << 20) + 1]);
    assert!(desk.refused(&["orders", "{}", &huge]).contains("larger than 16 MB"));
    assert!(desk.refused(&["orders", "{}", "/nowhere"]).contains("no such file"));
    assert!(desk.refused(&["amend", "{}", "admit", "Zoe"]).contains("no player `Zoe`"));
    assert!(desk.refused(&["amend", "{}", "repair", "1H wings 2", "x"]).contains("17H AP 3"));
    assert!(desk.refused(&["amend", "{}", "join", "Kate", "fungivore"]).contains("fungivore"));
    assert!(desk.refused(&["report", "{}", "--round", "7"]).contains("round 7 was not played"));
    assert!(desk.refused(&["undo", "{}", "x"]).contains("no round has been played"));
    for (path, broken) in [
        ("game.toml", "name = 3"),
        ("rounds/00/island.json", "{\"phase\":\"orders\"}"),
        ("players.txt", "Ann\n!!!\n"),
    ] {
        let whole = desk.text(path);
        fs::write(desk.root.join(path), broken).unwrap();
        assert!(desk.refused(&["status", "{}"]).contains(path));
        fs::write(desk.root.join(path), whole).unwrap();
    }
    desk.told(&["status", "{}"]);
}

#[test]
fn two_desks_take_turns() {
    let scratch = tempfile::tempdir().unwrap();
    let desk = Desk { root: scratch.path().join("game") };
    let list = scratch.path().join("list.txt");
    let names: String = (1..=12).map(|i| format!("Reader {i}\n")).collect();
    fs::write(&list, names).unwrap();
    desk.told(&["new", "{}", "--players", list.to_str().unwrap(), "--seed", "3"]);
    let bags: Vec<String> = (1..=12)
        .map(|i| {
            let path = scratch.path().join(format!("Reader {i}.txt"));
            fs::write(&path, "gene speed").unwrap();
            path.to_str().unwrap().to_string()
        })
        .collect();
    let desks: Vec<_> = bags
        .iter()
        .map(|bag| desk.command(&["orders", "{}", bag]).stdout(std::process::Stdio::null()).spawn())
        .collect();
    for at_work in desks {
        assert!(at_work.unwrap().wait().unwrap().success());
    }
    let status = desk.told(&["status", "{}"]);
    assert!(status.contains("12 of 12 living species have sent orders"), "{status}");
}
