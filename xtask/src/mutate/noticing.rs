//! Runs a game's tests with a rule broken, and tells who noticed.

use super::switching::SWITCH;
use serde_json::Value;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A program that runs longer than this with a rule broken hangs; the slowest takes a tenth of it on a
/// machine that has nothing else to do.
const PATIENCE: Duration = Duration::from_secs(240);

/// On a busy one it hangs if it takes so many times as long as all programs with nothing broken.
const TIMES: u32 = 4;

/// Memory that a broken program may take, in KiB: one that asks for more has run wild.
const MEMORY: &str = "6000000";

/// Tests that run at the same time.
const WORKERS: usize = 2;

/// The tests of a game, the rule cases first: they are quick, and most rules are theirs.
pub struct Tests {
    rounds: Vec<Round>,
    folder: PathBuf,
    patience: Duration,
}

/// Some of the tests of a program.
struct Round {
    program: PathBuf,
    chosen: &'static [&'static str],
}

/// What is run of the game's own tests, one after the other: what is quick and notices most comes first.
const ROUNDS: [&[&str]; 4] = [
    &["standard::"],
    &["--skip", "standard::", "--skip", "conformance::", "--skip", "bots::"],
    &["bots::"],
    &["conformance::"],
];

/// Who noticed that a rule was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// A case or a test, by its name.
    By(String),
    /// A test program that did not come to an end.
    ByHanging(String),
    /// No case and no test.
    ByNobody,
}

/// Why the tests of a game were not built.
#[derive(Debug)]
pub enum NotBuilt {
    /// Cargo did not start, or found no tests.
    Missing(String),
    /// The compiler refused the code.
    Refused(Vec<Fault>),
}

/// What the compiler refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, from the workspace's folder; nothing if it is no place in a file.
    pub file: String,
    /// Where in the file, counted in bytes.
    pub byte: usize,
    /// Where in the file, counted in lines from 1.
    pub line: usize,
    /// What is wrong there.
    pub says: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file.as_str() {
            "" => f.write_str(&self.says),
            file => write!(f, "{file}:{}: {}", self.line, self.says),
        }
    }
}

impl fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotBuilt::Missing(what) => f.write_str(what),
            NotBuilt::Refused(faults) => {
                f.write_str("does not compile")?;
                faults.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
            }
        }
    }
}

impl fmt::Display for Noticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Noticed::By(name) => write!(f, "red: {name}"),
            Noticed::ByHanging(name) => write!(f, "red: {name} does not end"),
            Noticed::ByNobody => f.write_str("NOT NOTICED"),
        }
    }
}

impl Tests {
    /// Builds the tests of a game in a copy of the workspace.
    pub fn build(copy: &Path, game: &str) -> Result<Tests, NotBuilt> {
        let built = Command::new("cargo")
            .args(["test", "--package", game, "--lib", "--tests", "--no-run"])
            .args(["--message-format", "json"])
            .current_dir(copy)
            .env("CARGO_TARGET_DIR", "../target")
            .env("RUSTFLAGS", "--cap-lints allow")
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| NotBuilt::Missing(format!("cargo cannot be started: {error}")))?;
        let messages: Vec<Value> = String::from_utf8_lossy(&built.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        if !built.status.success() {
            return Err(NotBuilt::Refused(faults(&messages)));
        }
        let programs = messages.iter().filter_map(|message| message["executable"].as_str());
        let mut rounds = Vec::new();
        for program in programs.map(PathBuf::from) {
            match name_of(&program).as_str() {
                "all" => {
                    rounds.extend(ROUNDS.map(|chosen| Round { program: program.clone(), chosen }))
                }
                _ => rounds.push(Round { program, chosen: &[] }),
            }
        }
        match rounds.is_empty() {
            true => Err(NotBuilt::Missing("there are no tests".into())),
            false => {
                Ok(Tests { rounds, folder: copy.join("games").join(game), patience: PATIENCE })
            }
        }
    }

    /// Before anything is broken, all tests pass, however long they take.
    pub fn pass_unbroken(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        self.patience = Duration::MAX;
        let noticed = self.run(0);
        self.patience = PATIENCE.max(begun.elapsed() * TIMES);
        match noticed {
            Noticed::ByNobody => Ok(()),
            failed => Err(format!("a test fails before anything is broken: {failed}")),
        }
    }

    /// Tells who notices each of these mutations, as soon as that is known.
    pub fn notice(&self, numbers: &[usize], tell: impl FnMut(usize, &Noticed) + Send) {
        let (next, tell) = (AtomicUsize::new(0), Mutex::new(tell));
        std::thread::scope(|scope| {
            for _ in 0..WORKERS {
                scope.spawn(|| {
                    while let Some(number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let noticed = self.run(number + 1);
                        (tell.lock().expect("no worker panics"))(*number, &noticed);
                    }
                });
            }
        });
    }

    /// Who notices what is built in.
    pub fn notice_now(&self) -> Noticed {
        self.run(0)
    }

    /// Runs the tests, one round after the other, until one fails.
    fn run(&self, switch: usize) -> Noticed {
        for Round { program, chosen } in &self.rounds {
            let started = Command::new("sh")
                .args(["-c", "ulimit -v $0; exec \"$@\"", MEMORY])
                .arg(program)
                .args(["--test-threads", "1"])
                .args(*chosen)
                .current_dir(&self.folder)
                .env(SWITCH, switch.to_string())
                .env("RUST_BACKTRACE", "0")
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn();
            let Ok(mut running) = started else {
                return Noticed::By(format!("{} cannot be started", name_of(program)));
            };
            let reader = running.stdout.take().map(|mut out| {
                std::thread::spawn(move || {
                    let mut text = String::new();
                    let _ = std::io::Read::read_to_string(&mut out, &mut text);
                    text
                })
            });
            let begun = Instant::now();
            let status = loop {
                match running.try_wait() {
                    Ok(Some(status)) => break Some(status),
                    Ok(None) if begun.elapsed() > self.patience => {
                        let _ = running.kill();
                        let _ = running.wait();
                        break None;
                    }
                    Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                    Err(_) => break None,
                }
            };
            let text = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
            match status {
                None => return Noticed::ByHanging(name_of(program)),
                Some(status) if !status.success() => {
                    return Noticed::By(first_failure(&text));
                }
                Some(_) => {}
            }
        }
        Noticed::ByNobody
    }
}

/// What the compiler refused, each once: a library is compiled for itself and for its tests.
fn faults(messages: &[Value]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let errors = messages.iter().map(|message| &message["message"]);
    for error in errors.filter(|message| message["level"] == "error") {
        let spans = error["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
        let place = spans.iter().find(|span| span["is_primary"] == true).unwrap_or(&Value::Null);
        let number = |name: &str| place[name].as_u64().map_or(0, |number| number as usize);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let fault = Fault {
            file: text(&place["file_name"]),
            byte: number("byte_start"),
            line: number("line_start"),
            says: text(&error["message"]),
        };
        let sums_up = fault.says.starts_with("aborting due to");
        if !sums_up && !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    faults
}

/// The name of a test program without the compiler's hash.
fn name_of(program: &Path) -> String {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    name.rsplit_once('-').map_or(name.as_ref(), |(name, _)| name).to_string()
}

/// The first case that failed, or the first test.
fn first_failure(text: &str) -> String {
    let case = text.lines().find(|line| {
        let file = line.split(": ").next().unwrap_or_default();
        file.ends_with(".toml") && !file.contains(' ')
    });
    let case = case.and_then(|line| line.split(": ").next());
    let test = || {
        let failed = text.lines().filter_map(|line| line.strip_prefix("test "));
        failed
            .filter_map(|line| line.split(" ... FAILED").next().filter(|name| *name != line))
            .next()
    };
    let more =
        text.lines().filter(|line| line.split(": ").next().is_some_and(|f| f.ends_with(".toml")));
    match (case, more.count()) {
        (Some(case), 1) => case.into(),
        (Some(case), more) => format!("{case} and {} more", more - 1),
        (None, _) => test().unwrap_or("it ended before its last test").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_compiler_refused_is_told_once_by_its_place() {
        let refused = serde_json::json!({ "reason": "compiler-message", "message": {
            "level": "error", "message": "mismatched types", "spans": [
                { "file_name": "b.rs", "byte_start": 1, "line_start": 1, "is_primary": false },
                { "file_name": "a.rs", "byte_start": 70, "line_start": 4, "is_primary": true },
            ] } });
        let summed_up = serde_json::json!({ "message": {
            "level": "error", "message": "aborting due to 1 previous error", "spans": [] } });
        let warned = serde_json::json!({ "message": { "level": "warning", "message": "unused",
            "spans": [{ "file_name": "a.rs", "byte_start": 3, "line_start": 1, "is_primary": true }] } });
        let faults = faults(&[warned, refused.clone(), refused, summed_up]);
        let [fault] = faults.as_slice() else { panic!("{faults:?}") };
        assert_eq!((fault.byte, fault.to_string().as_str()), (70, "a.rs:4: mismatched types"));
    }
}
