//! A postal game through a real Postfix and a real Dovecot: nobody sees to it but `overwinter post mail`, and whatever ends in between
//! loses nothing and does nothing twice.
//!
//! `OVERWINTER_POST_GAME=12x15 cargo test … post::by_mail` plays a game of 12 readers and 15 rounds; `OVERWINTER_MAIL_KILLS=500` kills
//! more often, `OVERWINTER_MAIL_READERS=1000` lets so many write at once.

use super::desk::Desk;
use super::post_office::{Letter, PostOffice};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// Tue 17 Nov 2026, noon in London.
const START: u32 = 1_794_916_800;

const DAY: u32 = 24 * 3600;

/// Words in one line, however they were broken.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase()
}

/// A number that the environment may change.
fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A game with its mailbox, and the time that it is there.
struct Mailed {
    office: PostOffice,
    desk: Desk,
    settings: String,
    now: u32,
    _scratch: tempfile::TempDir,
}

impl Mailed {
    fn begin(readers: usize, more: &[&str]) -> Mailed {
        let office = PostOffice::open();
        let scratch = tempfile::tempdir().unwrap();
        let (list, settings) =
            (scratch.path().join("readers.csv"), scratch.path().join("mail.toml"));
        fs::write(&settings, office.settings()).unwrap();
        let names: String =
            (1..=readers).map(|i| format!("Reader {i}, r{i}@example.test\n")).collect();
        fs::write(&list, names).unwrap();
        let desk = Desk { root: scratch.path().join("gazette") };
        let settings = settings.to_str().unwrap().to_string();
        let mailed = Mailed { office, desk, settings, now: START, _scratch: scratch };
        let list = list.to_str().unwrap();
        let args = ["new", "{}", "--players", list, "--seed", "7", "--name", "The Gazette"];
        let done = mailed.run(&[&args, more].concat());
        assert!(done.status.success(), "{done:?}");
        mailed
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = self.desk.command(args);
        command.env("SOURCE_DATE_EPOCH", self.now.to_string()).output().unwrap()
    }

    fn told(&self, args: &[&str]) -> String {
        let done = self.run(args);
        assert!(done.status.success(), "{args:?}: {done:?}");
        String::from_utf8(done.stdout).unwrap()
    }

    /// Sees to the mail once.
    fn pass(&self) -> String {
        self.told(&["mail", "{}", "--settings", &self.settings, "--once"])
    }

    /// The letters of a reader, once there are so many.
    fn letters(&self, reader: usize, count: usize) -> Vec<Letter> {
        let began = Instant::now();
        loop {
            let all = self.office.mailbox(&format!("r{reader}"));
            if all.len() >= count || began.elapsed() > Duration::from_secs(60) {
                let letters: Vec<Letter> = all.iter().map(|bytes| Letter::of(bytes)).collect();
                let told: Vec<&str> =
                    letters.iter().map(|letter| letter.message.subject.as_str()).collect();
                assert_eq!(letters.len(), count, "reader {reader}: {told:?}");
                return letters;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until so many messages have ever come to the game's own mailbox.
    fn arrived(&self, count: usize) {
        let began = Instant::now();
        while self.office.mailbox("play").len() < count {
            assert!(began.elapsed() < Duration::from_secs(120), "the post office is slow");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn answer(&self, reader: usize, letter: &Letter, id: &str, words: &str) {
        let address = format!("r{reader}@example.test");
        let message = letter.answered(&address, id, words);
        self.office.hand_in(&address, letter.reply_to(), &message);
    }
}

#[test]
fn a_game_is_played_from_invitation_to_result_by_mail_alone() {
    let size = std::env::var("OVERWINTER_POST_GAME").unwrap_or_else(|_| "3x4".into());
    let (readers, rounds) = size.split_once('x').unwrap();
    let (readers, rounds): (usize, usize) = (readers.parse().unwrap(), rounds.parse().unwrap());
    let limit = format!("rounds={rounds}");
    let clock = "Fri 18:00 UTC, at least 2d, warn 1d";
    let mut mailed = Mailed::begin(readers, &["--clock", clock, "--set", &limit]);
    let (mut came, mut known) = (0, vec![1; readers + 1]);
    mailed.pass();
    let first = mailed.letters(1, 1).remove(0);
    for said in
        ["HOW IT IS PLAYED", "START B7", "Friday, 20 November 2026, 18:00 (UTC)", "ORDER FORM"]
    {
        assert!(in_a_line(&first.text).contains(&said.to_uppercase()), "{said}: {}", first.text);
    }
    assert!(first.raw.contains("Content-Type: image/png"), "the map is in it");
    // Whoever knows an address but no secret is not obeyed; its reader is asked.
    let forged =
        "From: r1@example.test\nTo: play@example.test\nMessage-ID: <forged@x>\n\nGENE Twins\n";
    mailed.office.hand_in("eve@example.test", "play@example.test", forged);
    came += 1;
    mailed.arrived(came);
    mailed.pass();
    known[1] += 1;
    assert!(mailed.letters(1, 2)[1].text.contains("Was it you?"));
    let mut over = false;
    for round in 1..=rounds {
        // All but the last reader write, each to the newest letter; in the first round they found their species.
        let words = if round == 1 {
            "Hello!\n\nGENE Speed\nPRESS: Good luck to all."
        } else {
            "ALL forage\n\nBest wishes"
        };
        for (reader, known) in (1..readers).zip(&known[1..]) {
            let letters = mailed.letters(reader, *known);
            mailed.answer(
                reader,
                letters.last().unwrap(),
                &format!("{reader}-{round}@example.test"),
                words,
            );
        }
        came += readers - 1;
        mailed.arrived(came);
        mailed.pass();
        for (reader, known) in (1..readers).zip(&mut known[1..]) {
            *known += 1;
            let letters = mailed.letters(reader, *known);
            let answer = letters.last().unwrap();
            assert_eq!(answer.message.in_reply_to, [format!("{reader}-{round}@example.test")]);
            let alive = !answer.text.contains("died out");
            assert!(
                !alive || answer.text.contains("Line by line") || answer.text.contains("no order"),
                "{}",
                answer.text
            );
        }
        // The day before the deadline whoever is silent is reminded, once, and nobody else is.
        let status = mailed.told(&["status", "{}"]);
        let silent = status
            .lines()
            .any(|line| line.contains(&format!("Reader {readers} ")) && line.contains("nothing"));
        mailed.now = START + (3 + 7 * (round as u32 - 1)) * DAY - DAY + 7 * 3600;
        mailed.pass();
        mailed.pass();
        known[readers] += usize::from(silent);
        let last = mailed.letters(readers, known[readers]).pop().unwrap();
        assert!(
            !silent || last.message.subject.starts_with("No orders yet"),
            "{}",
            last.message.subject
        );
        // Its time is over: the round is run, and everybody has the report.
        mailed.now += DAY;
        let said = mailed.pass();
        assert!(said.contains(&format!("Round {round} is played")), "{said}");
        for (reader, known) in (1..=readers).zip(&mut known[1..]) {
            *known += 1;
            let report = mailed.letters(reader, *known).pop().unwrap();
            assert!(
                report.message.subject.contains(&format!("round {round}:")),
                "{}",
                report.message.subject
            );
        }
        over = said.contains("the game is over");
        if over {
            break;
        }
    }
    assert!(over, "{}", mailed.told(&["status", "{}"]));
    let end = mailed.letters(1, known[1]).pop().unwrap();
    let seed = fs::read_to_string(mailed.desk.root.join("game.toml")).unwrap();
    let seed =
        seed.lines().find_map(|line| line.strip_prefix("seed = ")).unwrap().trim_matches('"');
    assert!(
        end.text.contains("THE END") && end.text.contains(seed),
        "the proof of the dice: {}",
        end.text
    );
    mailed.pass();
    for (reader, known) in (1..=readers).zip(&known[1..]) {
        let letters = mailed.letters(reader, *known);
        let mut ids: Vec<_> = letters.iter().map(|letter| letter.message.id.clone()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), letters.len(), "none came twice");
        let thread = letters[0].raw.replace("\r\n ", " ");
        let thread =
            thread.lines().find_map(|line| line.strip_prefix("References: ")).unwrap().trim();
        assert!(letters.iter().all(|letter| letter.raw.contains(thread)), "they are one thread");
    }
}

#[test]
fn a_killed_desk_loses_no_mail_and_neither_takes_nor_sends_any_twice() {
    let kills = number("OVERWINTER_MAIL_KILLS", 6);
    let readers = 4;
    let mut mailed = Mailed::begin(readers, &["--set", "rounds=40"]);
    mailed.pass();
    let first: Vec<Letter> =
        (1..=readers).map(|reader| mailed.letters(reader, 1).remove(0)).collect();
    let began = Instant::now();
    mailed.pass();
    let idle = began.elapsed();
    let mut sent = 0;
    for kill in 0..kills {
        mailed.now += 60;
        for reader in 1..=readers {
            let id = format!("{reader}-{kill}@example.test");
            let words = format!("GENE Speed\nALL forage\nNOTE kill {kill}");
            mailed.answer(reader, &first[reader - 1], &id, &words);
            sent += 1;
        }
        mailed.arrived(sent);
        let args = ["mail", "{}", "--settings", &mailed.settings, "--once"];
        let mut command = mailed.desk.command(&args);
        command.env("SOURCE_DATE_EPOCH", mailed.now.to_string());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Moments that spread over what a pass takes, beginning to end.
        let part = (kill as u32).wrapping_mul(2_654_435_761) >> 16;
        std::thread::sleep(idle.mul_f64(f64::from(part) / 65_536.0 * 3.0));
        child.kill().unwrap();
        child.wait().unwrap();
        // Rounds are bounded so that nobody writes more than is taken in one.
        if kill % 50 == 49 {
            mailed.pass();
            mailed.told(&["run", "{}"]);
        }
    }
    mailed.pass();
    mailed.pass();
    let reports = 1 + kills / 50;
    let mut twice = 0;
    for reader in 1..=readers {
        let began = Instant::now();
        let counts = loop {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            let mut answered = Vec::new();
            for bytes in mailed.office.mailbox(&format!("r{reader}")) {
                let letter = Letter::of(&bytes);
                *counts.entry(letter.message.id.clone().unwrap()).or_default() += 1;
                answered.extend(letter.message.in_reply_to);
            }
            if counts.len() >= kills + reports || began.elapsed() > Duration::from_secs(60) {
                answered.sort();
                answered.dedup();
                assert_eq!(answered.len(), kills, "reader {reader}: every mail is answered");
                break counts;
            }
            std::thread::sleep(Duration::from_millis(100));
        };
        assert_eq!(counts.len(), kills + reports, "reader {reader}: no letter under two ids");
        twice += counts.values().map(|count| count - 1).sum::<usize>();
    }
    let taken: usize = (1..=1 + kills / 50)
        .flat_map(|round| (1..=readers).map(move |number| (round, number)))
        .map(|(round, number)| {
            mailed.desk.root.join(format!("rounds/{round:02}/orders/{number:03}.txt"))
        })
        .map(|path| fs::read_to_string(path).unwrap_or_default().matches("== ").count())
        .sum();
    assert_eq!(taken, kills * readers, "every mail was taken in once");
    println!("{kills} kills, {sent} mails, {twice} letters came twice, each under its one id");
    // A server may have taken a letter before that was noted: the one on its way.
    assert!(twice <= kills, "{twice}");
}

#[test]
fn what_is_wrong_is_told_before_anything_is_sent() {
    let mailed = Mailed::begin(2, &[]);
    let refused = |args: &[&str], said: &str| {
        let done = mailed.run(args);
        let told = String::from_utf8_lossy(&done.stderr).to_string();
        assert_eq!(done.status.code(), Some(2), "{told}");
        assert!(told.contains(said), "{told}");
    };
    refused(&["mail", "{}", "--once"], "mail.toml: ");
    refused(&["amend", "{}", "clock", "5m + 10s"], "Fri 18:00 Europe/London");
    refused(&["amend", "{}", "tone", "grim"], "wry, dry, epic, naturalist");
    refused(&["approve", "{}"], "no report waits");
    refused(&["account", "{}", "drop", "99"], "there is no line 99");
    // A game that was run by hand so far says what became of its letters.
    mailed.told(&["run", "{}"]);
    refused(&["mail", "{}", "--settings", &mailed.settings, "--once"], "--already-sent");
    mailed.told(&["mail", "{}", "--settings", &mailed.settings, "--once", "--already-sent"]);
    assert!(mailed.office.mailbox("r1").is_empty());
    mailed.told(&["amend", "{}", "approval", "on"]);
    mailed.told(&["run", "{}"]);
    mailed.pass();
    assert!(mailed.office.mailbox("r1").is_empty());
    mailed.told(&["account", "{}", "add", "0", "A word from your editor."]);
    mailed.told(&["approve", "{}", "--deadline", "Monday"]);
    mailed.pass();
    let report = mailed.letters(1, 1).remove(0);
    assert!(
        report.text.contains("A word from your editor.")
            && report.text.contains("Deadline: Monday.")
    );
    // What leads nowhere comes back, and the editor is told.
    mailed.told(&["amend", "{}", "replace", "Reader 2", "Gone", "ann@gone.test"]);
    mailed.pass();
    let began = Instant::now();
    while !mailed.told(&["status", "{}"]).contains("came back 5.1.1") {
        assert!(began.elapsed() < Duration::from_secs(60));
        mailed.arrived(1);
        mailed.pass();
    }
}

/// Signs in at encrypted servers whose certificate the settings trust, by a password or a token; what is wrong is told in a sentence.
#[test]
fn mail_goes_by_encrypted_connections_and_tokens_as_the_settings_say() {
    let mut mailed = Mailed::begin(2, &[]);
    let office = &mailed.office;
    let trusts = format!("trusts = \"{}\"", office.file("certificate.pem"));
    let token = format!("auth = \"xoauth2\"\npassword_file = \"{}\"", office.file("token"));
    let test = |more: &str| {
        fs::write(&mailed.settings, office.encrypted_settings(more)).unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_overwinter"));
        let done = command.args(["mail", "test", &mailed.settings]).output().unwrap();
        let told = [done.stdout, done.stderr].map(|told| String::from_utf8(told).unwrap());
        (done.status.code(), told.concat())
    };
    for signing in ["password = \"secret\"", &token] {
        let (code, told) = test(&format!("{trusts}\n{signing}"));
        assert_eq!(code, Some(0), "{told}");
        assert!(told.contains("takes mail") && told.contains("`INBOX` has 0 messages"), "{told}");
    }
    for (more, why) in [
        ("password = \"secret\"".to_string(), "certificate"),
        (format!("{trusts}\npassword = \"wrong\""), "uthentication failed"),
        (format!("{trusts}\nauth = \"xoauth2\"\npassword = \"wrong\""), "refused"),
    ] {
        let (code, told) = test(&more);
        assert_eq!((code, told.matches(why).count() > 0), (Some(1), true), "{more}: {told}");
    }
    test(&format!("{trusts}\n{token}"));
    mailed.pass();
    let first = mailed.letters(1, 1).remove(0);
    mailed.answer(1, &first, "1@example.test", "GENE Speed");
    mailed.arrived(1);
    mailed.now += 60;
    mailed.pass();
    assert!(mailed.letters(1, 2)[1].text.contains("GENE Speed"));
}

#[test]
fn as_many_as_like_write_at_once_and_all_are_answered() {
    let readers = number("OVERWINTER_MAIL_READERS", 12);
    let mailed = Mailed::begin(readers, &[]);
    mailed.pass();
    let letters: Vec<Letter> =
        (1..=readers).map(|reader| mailed.letters(reader, 1).remove(0)).collect();
    let began = Instant::now();
    for (place, letter) in letters.iter().enumerate() {
        mailed.answer(
            place + 1,
            letter,
            &format!("{place}@example.test"),
            "GENE Speed\nALL forage",
        );
    }
    let written = began.elapsed();
    mailed.arrived(readers);
    let began = Instant::now();
    let said = mailed.pass();
    let answered = began.elapsed();
    assert_eq!(said.matches(": taken").count(), readers, "{said}");
    assert_eq!(said.matches("Sent to ").count(), readers);
    mailed.letters(readers, 2);
    let began = Instant::now();
    mailed.told(&["run", "{}"]);
    let run = began.elapsed();
    println!(
        "{readers} readers wrote within {written:?}; taken in and answered in {answered:?}; the round with its reports in {run:?}"
    );
    assert!(answered < Duration::from_secs(60), "{answered:?}");
}
