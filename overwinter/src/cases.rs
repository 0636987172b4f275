//! `overwinter cases`: rule cases, run.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{all_games, find_game};
use clap::Args;
use serde::Serialize;
use shelf::Shelf;
use std::io::Write;
use std::path::PathBuf;
use table::case::{Case, Verdict};

/// Run rule cases: files, folders, or those that come with the games.
#[derive(Args)]
pub struct CasesArgs {
    /// Case files or folders of them; without any, the cases that come with the games
    paths: Vec<PathBuf>,
    /// Only the cases of this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Name every case, not only those that fail
    #[arg(long, short)]
    verbose: bool,
    /// Print one JSON line per case
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    title: &'a str,
    game: &'a str,
    rules: &'a [String],
    passed: bool,
    failures: &'a [String],
}

impl CasesArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        let only = self.game.as_deref().map(|id| find_game(shelf, id)).transpose()?;
        let cases: Vec<Case> = self.read(shelf)?;
        let shelf = all_games(shelf);
        let mut out = std::io::stdout().lock();
        let (mut passed, mut failed, mut faults) = (0, 0, Vec::new());
        for case in &cases {
            if only.as_ref().is_some_and(|only| only.game.id() != case.game) {
                continue;
            }
            let Some(shelved) = shelf.iter().find(|shelved| shelved.game.id() == case.game) else {
                let ids: Vec<&str> = shelf.iter().map(|shelved| shelved.game.id()).collect();
                faults.push(format!(
                    "{}: game: {}",
                    case.file,
                    table::unknown("game", &case.game, ids)
                ));
                continue;
            };
            let failures = match shelved.game.judge(case) {
                Verdict::Passed => Vec::new(),
                Verdict::Failed(failures) => failures,
                Verdict::Faulty(found) => {
                    faults.extend(found.iter().map(ToString::to_string));
                    continue;
                }
            };
            if failures.is_empty() {
                passed += 1;
            } else {
                failed += 1;
            }
            if self.json {
                let line = Line {
                    file: &case.file,
                    title: &case.title,
                    game: &case.game,
                    rules: &case.rules,
                    passed: failures.is_empty(),
                    failures: &failures,
                };
                writeln!(out, "{}", serde_json::to_string(&line).unwrap_or_default())?;
            } else if !failures.is_empty() || self.verbose {
                let verdict = if failures.is_empty() { "pass" } else { "FAIL" };
                writeln!(
                    out,
                    "{verdict}  {}: {} [{}]",
                    case.file,
                    case.title,
                    case.rules.join(" ")
                )?;
                for failure in &failures {
                    writeln!(out, "      {failure}")?;
                }
            }
        }
        if !self.json {
            writeln!(out, "{passed} passed, {failed} failed")?;
        }
        if !faults.is_empty() {
            return Err(CommandError::BadInput(faults));
        }
        match failed {
            0 => Ok(()),
            _ => Err(CommandError::CheckFailed(String::new())),
        }
    }

    fn read(&self, shelf: &Shelf) -> Result<Vec<Case>, CommandError> {
        let mut cases = Vec::new();
        let mut faults = Vec::new();
        let mut add = |file: &str, text: &str| match Case::parse(file, text) {
            Ok(read) => cases.extend(read),
            Err(fault) => faults.push(fault.to_string()),
        };
        if self.paths.is_empty() {
            for shelved in all_games(shelf) {
                for (file, text) in shelved.game.cases() {
                    add(&format!("{}/{file}", shelved.game.id()), text);
                }
            }
        }
        for path in &self.paths {
            let found =
                if path.is_dir() { files::files_below(path, "toml")? } else { vec![path.clone()] };
            if found.is_empty() {
                return Err(CommandError::input(format!(
                    "{}: no case files (*.toml) in this folder",
                    path.display()
                )));
            }
            for path in found {
                add(&path.display().to_string(), &files::read(&path)?);
            }
        }
        if faults.is_empty() { Ok(cases) } else { Err(CommandError::BadInput(faults)) }
    }
}
