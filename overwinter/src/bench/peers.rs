//! Others' games, played at random by their own programs, for as long as ours.

use crate::error::CommandError;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Plays OpenSpiel's connect four; prints decisions a second.
const OPENSPIEL: &str = include_str!("openspiel.py");

/// Plays rules of Rally the Troops; prints decisions a second.
const RALLY: &str = include_str!("rally.js");

/// A game of somebody else's.
pub struct Peer {
    /// Whose it is, and which.
    pub name: String,
    program: PathBuf,
    /// What is said to the program before the seconds.
    words: Vec<String>,
}

/// A peer that is not there, and what would bring it.
pub struct Unmeasured {
    name: &'static str,
    why: &'static str,
}

impl fmt::Display for Unmeasured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Not measured: {} ({}).", self.name, self.why)
    }
}

/// The first two words of a peer's name, without the game.
pub fn short(name: &str) -> &str {
    name.split(&[',', ' '][..]).next().unwrap_or(name)
}

/// The peers that can be played here, and those that cannot. One that was asked for and cannot be played is an error.
pub fn found(
    openspiel: Option<&Path>,
    rally: Option<&Path>,
) -> Result<(Vec<Peer>, Vec<Unmeasured>), CommandError> {
    let (mut peers, mut missing) = (Vec::new(), Vec::new());
    let python = openspiel.unwrap_or(Path::new("python3"));
    let words = ["-c", "import pyspiel"].map(String::from);
    match output(python, &words) {
        Ok(found) if found.status.success() => peers.push(Peer {
            name: "OpenSpiel, connect four from Python, random".into(),
            program: python.into(),
            words: vec!["-c".into(), OPENSPIEL.into()],
        }),
        found if openspiel.is_some() => {
            let why = match found {
                Ok(_) => "it has no OpenSpiel; `pip install open_spiel` brings it".to_string(),
                Err(error) => error,
            };
            return Err(CommandError::input(format!("--openspiel {}: {why}", python.display())));
        }
        _ => missing.push(Unmeasured {
            name: "OpenSpiel",
            why: "`pip install open_spiel`, or name a Python that has it with --openspiel",
        }),
    }
    match rally {
        Some(folder) => peers.push(rally_rules(folder)?),
        None => missing.push(Unmeasured {
            name: "Rally the Troops",
            why: "name a folder that has a rules.js with --rally",
        }),
    }
    Ok((peers, missing))
}

fn rally_rules(folder: &Path) -> Result<Peer, CommandError> {
    let wrong = |why: String| CommandError::input(format!("--rally {}: {why}", folder.display()));
    let rules = folder.join("rules.js");
    if !rules.is_file() {
        return Err(wrong("there is no rules.js in it".into()));
    }
    let rules = std::path::absolute(&rules).map_err(|error| wrong(error.to_string()))?;
    let game = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(Peer {
        name: format!("Rally, {}, random", game.unwrap_or_else(|| "rules".into())),
        program: "node".into(),
        words: vec!["-e".into(), RALLY.into(), "--".into(), rules.to_string_lossy().into_owned()],
    })
}

impl Peer {
    /// Decisions a second, for so long.
    pub fn timed(&self, slice: Duration) -> Result<f64, CommandError> {
        let wrong = |why: String| CommandError::input(format!("{}: {why}", self.name));
        let mut words = self.words.clone();
        words.push(slice.as_secs_f64().to_string());
        let told = output(&self.program, &words).map_err(wrong)?;
        let text = String::from_utf8_lossy(&told.stdout);
        match text.trim().parse::<f64>() {
            Ok(speed) if told.status.success() && speed > 0.0 => Ok(speed),
            _ => {
                let errors = String::from_utf8_lossy(&told.stderr);
                let last = errors.lines().rev().find(|line| !line.trim().is_empty());
                Err(wrong(format!("it failed: {}", last.unwrap_or("it said nothing").trim())))
            }
        }
    }
}

fn output(program: &Path, words: &[String]) -> Result<Output, String> {
    Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{} cannot be started: {error}", program.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_and_is_not_there_is_told() {
        let nobody = found(Some(Path::new("no-such-python")), None).err().expect("an error");
        assert!(nobody.to_string().contains("no-such-python cannot be started"), "{nobody}");
        let folder = tempfile::tempdir().expect("a folder");
        let empty = rally_rules(folder.path()).err().expect("an error");
        assert!(empty.to_string().contains("there is no rules.js in it"), "{empty}");
    }

    /// Two roles count up to ten, now and then both at once; a wrong answer throws.
    const COUNTING: &str = r#"
        exports.roles = ["Odd", "Even"]
        exports.scenarios = ["Standard"]
        exports.setup = (seed, scenario, options) => ({ active: "Odd", count: 0 })
        exports.view = (state, role) =>
            ({ prompt: "Count.", actions: { undo: 1, add: [1, 2], wait: 0, pass: 1 } })
        exports.action = (state, role, action, arg) => {
            if (action === "undo" || action === "wait") throw new Error("not offered")
            if (action === "add" && arg !== 1 && arg !== 2) throw new Error("what is added?")
            state.count += 1
            state.active = state.count >= 10 ? "None" : state.count % 3 === 0 ? "Both" : "Even"
            return state
        }
    "#;

    #[test]
    fn rules_of_rally_the_troops_are_played_by_node() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("rules.js"), COUNTING).expect("it is written");
        let peer = rally_rules(folder.path()).expect("a peer");
        let speed = peer.timed(Duration::from_millis(50)).expect("it plays");
        assert!(speed > 0.0);
        std::fs::write(folder.path().join("rules.js"), "throw new Error('worn out')")
            .expect("it is");
        let failed = peer.timed(Duration::from_millis(50)).expect_err("it fails");
        assert!(failed.to_string().contains("it failed"), "{failed}");
    }
}
