//! Bots from outside: those that play, and those that hang, crash, lie or flood; at one table, in a
//! simulation and in a league.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn play(seats: &str, patience: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overwinter"))
        .args(["play", "outdoor-survival", "--scenario", "lost", "--seed", "3", "--json"])
        .args(["--patience", patience, "--seats", seats])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A shell script as a bot; the folder must live as long as it.
fn script(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.sh");
    fs::write(&path, text).unwrap();
    let seats = format!("cmd:sh {}", path.display());
    (folder, seats)
}

/// The one error of a table with such a bot: exit code 2, in time, no panic.
fn shown_the_door(text: &str, patience: &str) -> String {
    let (_folder, seats) = script(text);
    let start = Instant::now();
    let output = play(&seats, patience);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.starts_with("error: cmd:sh") && !error.contains("panicked"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(30), "it took {:?}", start.elapsed());
    error
}

/// Answers every question with the first legal action.
const FIRST: &str = r#"
while read -r line; do
    case "$line" in
        *'"decide"'*) rest=${line#*'"legal":["'}; echo "{\"action\": \"${rest%%\"*}\"}" ;;
    esac
done
"#;

#[test]
fn a_program_plays_a_whole_game() {
    let (_folder, seats) = script(FIRST);
    let output = play(&seats, "20");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).unwrap();
    let last: serde_json::Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert!(last["outcome"]["reason"].is_string(), "{last}");
}

#[test]
fn a_program_that_hangs_is_given_up() {
    let error = shown_the_door("sleep 60", "0.4");
    assert!(error.contains("no answer within 0.4 seconds"), "{error}");
}

#[test]
fn a_program_that_crashes_is_told_from_one_that_hangs() {
    let error = shown_the_door("read -r hello; read -r question; exit 3", "20");
    assert!(error.contains("it ended") && error.contains("seat 1"), "{error}");
    let error = shown_the_door("exit 0", "20");
    assert!(error.contains("it ended") || error.contains("does not read"), "{error}");
}

#[test]
fn a_program_that_lies_has_three_tries() {
    let error = shown_the_door(
        "n=0; while read -r line; do case \"$line\" in *decide*|*refused*) n=$((n+1)); echo \"{\\\"action\\\": \\\"fly home $n\\\"}\";; esac; done",
        "20",
    );
    assert!(error.contains("3 answers") && error.contains("`fly home 3`"), "{error}");
    let error = shown_the_door(
        "while read -r line; do case \"$line\" in *decide*|*refused*) echo 'I resign';; esac; done",
        "20",
    );
    assert!(error.contains("is no answer") && error.contains("\"action\""), "{error}");
}

#[test]
fn a_program_that_floods_is_stopped_at_the_first_line_too_many() {
    let error = shown_the_door("read -r hello; exec yes '{\"action\": \"roll\"}'", "20");
    assert!(error.contains("without being asked"), "{error}");
    let error = shown_the_door(
        "read -r hello; head -c 300000 /dev/zero | tr '\\0' 'x'; echo; sleep 60",
        "20",
    );
    assert!(error.contains("longer than"), "{error}");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let output = play("cmd:./no-such-bot", "20");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("./no-such-bot") && error.contains("does not start"), "{error}");
}

/// The example of docs/bots.md, from wherever the tests run.
fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/bots/first_bot.py");
    format!("cmd:python3 {}", path.display())
}

fn overwinter(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overwinter")).args(args).stdin(Stdio::null()).output().unwrap()
}

const SIM: [&str; 4] = ["sim", "outdoor-survival", "--scenario", "search"];

fn told(args: &[&str]) -> String {
    let output = overwinter(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_example_plays_a_simulation_the_same_on_any_number_of_threads() {
    let seats = format!("{},greedy", example());
    let sim = |more: &[&str]| {
        let seats = ["--seats", &seats, "--games", "6", "--rotate", "--json", "--patience", "60"];
        told(&[&SIM[..], &seats, more].concat())
    };
    let one = sim(&["--threads", "1"]);
    assert_eq!(one, sim(&["--threads", "3"]));
    let cell: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(cell["games"], 6);
    let share = |bot: &str| cell["results"][format!("first.{bot}")]["value"].as_f64().unwrap();
    assert!((share("cmd:first_bot.py") + share("greedy") - 1.0).abs() < 1e-9, "{cell}");
}

#[test]
fn the_example_plays_a_league() {
    let bots = format!("greedy,{}", example());
    let table = told(&[
        "league",
        "outdoor-survival",
        "--scenario",
        "search",
        "--bots",
        &bots,
        "--games",
        "6",
        "--patience",
        "60",
    ]);
    assert!(table.contains("cmd:first_bot.py") && table.contains("rating"), "{table}");
}

/// Plays well until it has been started so many times, then does something else.
fn turncoat(folder: &Path, games: u32, then: &str) -> String {
    let path = folder.join("bot.sh");
    let count = folder.join("count");
    let text = format!(
        "echo >> {count}; if [ $(wc -l < {count}) -gt {games} ]; then\n{then}\nfi\n{FIRST}",
        count = count.display()
    );
    fs::write(&path, text).unwrap();
    format!("cmd:sh {}", path.display())
}

#[test]
fn a_program_that_fails_in_a_simulation_costs_its_own_game_only() {
    let lies = "while read -r line; do case \"$line\" in *decide*|*refused*) echo '{\"action\": \"fly home\"}';; esac; done";
    for (then, patience, why) in [
        ("sleep 60", "12", "no answer within 12 seconds"),
        ("read -r hello; read -r question; exit 3", "20", "it ended"),
        (lies, "20", "fly home"),
        ("read -r hello; exec yes '{\"action\": \"roll\"}'", "20", "without being asked"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let bot = turncoat(folder.path(), 3, then);
        let out = folder.path().join("study");
        let out = out.to_str().unwrap();
        let args = ["sim", "outdoor-survival", "--scenario", "lost", "--seats", &bot];
        let args = [&args[..], &["--games", "5", "--threads", "1", "--formats", "csv"]].concat();
        let args = [&args[..], &["--patience", patience, "--out", out]].concat();
        let output = overwinter(&args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        let failed = "cmd:bot.sh on seat 1 failed in game 4";
        assert!(error.contains(failed) && error.contains(why), "{why}: {error}");
        assert!(error.contains("3 games before it are kept"), "{error}");
        assert!(!error.contains("panicked"), "{error}");
        let table = String::from_utf8(output.stdout).unwrap();
        assert!(table.contains("outdoor-survival, 3 games"), "{table}");
        // Mended, it goes on where it was.
        turncoat(folder.path(), 1000, ":");
        told(&[&args[..args.len() - 4], &["--patience", "20", "--out", out]].concat());
        let games = fs::read_to_string(Path::new(out).join("games.csv")).unwrap();
        assert_eq!(games.lines().count(), 6, "{games}");
    }
}

#[test]
fn the_first_game_that_fails_is_named_on_any_number_of_threads() {
    // Whoever sits on the second seat gives up at its first question.
    let text = format!(
        "read -r hello\ncase \"$hello\" in *'\"seat\":2'*) read -r question; exit 7 ;; esac\n{FIRST}"
    );
    let (_folder, bot) = script(&text);
    let seats = format!("{bot},random");
    for threads in ["1", "4"] {
        let args = ["--seats", &seats, "--rotate", "--games", "8", "--patience", "60"];
        let args = [&args[..], &["--threads", threads]].concat();
        let output = overwinter(&[&SIM[..], &args].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("on seat 2 failed in game 2 at decision"), "{error}");
        assert!(String::from_utf8(output.stdout).unwrap().contains(", 1 games"));
    }
}

#[test]
fn a_league_that_is_cut_short_keeps_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let bot = turncoat(folder.path(), 3, "exit 7");
    let bots = format!("greedy,random,{bot}");
    let args = ["league", "outdoor-survival", "--scenario", "search", "--bots", &bots];
    let output =
        overwinter(&[&args[..], &["--games", "5", "--threads", "1", "--patience", "60"]].concat());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("cmd:bot.sh") && error.contains("failed in game 4"), "{error}");
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("greedy") && table.contains("rating"), "{table}");
}

/// Processes whose command line holds a word.
#[cfg(target_os = "linux")]
fn running(word: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_simulation_leaves_no_program_behind() {
    let folder = tempfile::tempdir().unwrap();
    // It sleeps in a process of its own, deaf to the end of its input.
    let deaf = format!("sh -c 'trap \"\" INT TERM; sleep 61' {}; exit", folder.path().display());
    let bot = turncoat(folder.path(), 2, &deaf);
    let out = folder.path().join("study");
    let sim = Command::new(env!("CARGO_BIN_EXE_overwinter"))
        .args(["sim", "outdoor-survival", "--scenario", "lost", "--seats", &bot])
        .args(["--games", "5", "--threads", "1", "--patience", "60", "--out"])
        .arg(&out)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let word = folder.path().display().to_string();
    let count = folder.path().join("count");
    for _ in 0..600 {
        if fs::read_to_string(&count).is_ok_and(|text| text.lines().count() == 3) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(running(&word) >= 3, "the simulation, its bot, and what that started");
    let pid = rustix::process::Pid::from_raw(sim.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = sim.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("Interrupted") && error.contains("2 games before it"), "{error}");
    assert_eq!(running(&word), 0, "nothing is left");
}
