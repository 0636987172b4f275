//! `overwinter cases`: rule cases, run.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{all_games, edition, find_game};
use crate::terminal;
use clap::Args;
use serde::Serialize;
use shelf::{Shelf, Shelved};
use std::io::Write;
use std::path::{Path, PathBuf};
use table::case::{Case, Verdict};

/// Run rule cases: of games, from files, or from folders.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter cases
  overwinter cases outlive --verbose
  overwinter cases my-cases/ --game outlive --edition my-edition/")]
pub struct CasesArgs {
    /// Games by their ids, for the cases that come with them; case files, or folders of them. Without
    /// any, the cases that come with all games
    #[arg(value_name = "GAME|PATH")]
    from: Vec<String>,
    /// Only the cases of this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// A folder with an edition of your own, by which the cases are run
    #[arg(long, value_name = "DIR", requires = "game")]
    edition: Option<PathBuf>,
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
        let games = match &self.game {
            Some(id) => vec![find_game(shelf, id)?],
            None => all_games(shelf),
        };
        let mut editions = Vec::new();
        for shelved in &games {
            editions.push(edition(shelved.game.as_ref(), self.edition.as_deref())?);
        }
        let (cases, mut faults) = self.read(shelf)?;
        let mut out = terminal::stdout();
        let (mut passed, mut failed) = (0, 0);
        for case in &cases {
            let mut boxed = games.iter().zip(&editions);
            let Some((shelved, edition)) =
                boxed.find(|(shelved, _)| shelved.game.id() == case.game)
            else {
                if self.game.is_none() {
                    let ids = games.iter().map(|shelved| shelved.game.id()).collect::<Vec<_>>();
                    let why = table::unknown("game", &case.game, ids);
                    faults.extend(case.faults().iter().map(ToString::to_string));
                    if !case.game.is_empty() {
                        faults.push(format!("{}: game: {why}", case.file));
                    }
                }
                continue;
            };
            let failures = match shelved.game.judge(case, edition) {
                Verdict::Passed => Vec::new(),
                Verdict::Failed(failures) => failures,
                Verdict::Faulty(found) => {
                    let told = found.iter().map(ToString::to_string);
                    let new: Vec<String> = told.filter(|fault| !faults.contains(fault)).collect();
                    faults.extend(new);
                    continue;
                }
            };
            self.print(&mut out, case, &failures)?;
            if failures.is_empty() {
                passed += 1;
            } else {
                failed += 1;
            }
        }
        if passed + failed == 0 && faults.is_empty() {
            let of = self.game.as_ref().map(|game| format!(" of {game}")).unwrap_or_default();
            return Err(CommandError::input(format!("there is no case{of} among these")));
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

    /// One case: a line of JSON, or what a person reads.
    fn print(&self, out: &mut impl Write, case: &Case, failures: &[String]) -> CommandResult {
        let passed = failures.is_empty();
        if self.json {
            let line = Line {
                file: &case.file,
                title: &case.title,
                game: &case.game,
                rules: &case.rules,
                passed,
                failures,
            };
            let text = serde_json::to_string(&line).unwrap_or_default();
            writeln!(out, "{}", terminal::escaped(&text))?;
        } else if !passed || self.verbose {
            let verdict = if passed { "pass" } else { "FAIL" };
            let rules = case.rules.join(" ");
            writeln!(out, "{verdict}  {}: {} [{rules}]", case.file, case.title)?;
            for failure in failures {
                writeln!(out, "      {failure}")?;
            }
        }
        Ok(())
    }

    /// The cases as far as they can be read, and what is wrong with files that hold none.
    fn read(&self, shelf: &Shelf) -> Result<(Vec<Case>, Vec<String>), CommandError> {
        let mut cases = Vec::new();
        let mut faults = Vec::new();
        let mut add = |file: &str, text: &str| match Case::draft(file, text) {
            Ok(read) => cases.extend(read),
            Err(error) => faults.extend(error.0.iter().map(ToString::to_string)),
        };
        let games = all_games(shelf);
        let came_with: Vec<&Shelved> = match self.from.as_slice() {
            [] => games.iter().collect(),
            from => from.iter().filter_map(|id| game_of(&games, id)).collect(),
        };
        for game in came_with.iter().map(|shelved| &shelved.game) {
            for (file, text) in game.cases() {
                add(&format!("{}/{file}", game.id()), text);
            }
        }
        for path in self.from.iter().filter(|id| game_of(&games, id).is_none()) {
            for path in case_files(Path::new(path), &games)? {
                add(&path.display().to_string(), &files::read(&path)?);
            }
        }
        Ok((cases, faults))
    }
}

fn game_of<'a>(games: &'a [Shelved], id: &str) -> Option<&'a Shelved> {
    games.iter().find(|shelved| shelved.game.id() == id)
}

/// The file, or the case files of the folder.
fn case_files(path: &Path, games: &[Shelved]) -> Result<Vec<PathBuf>, CommandError> {
    let shown = path.display();
    if !path.exists() {
        let ids = games.iter().map(|shelved| shelved.game.id());
        let no_game = table::unknown("game", &shown.to_string(), ids);
        return Err(CommandError::input(format!("{shown}: no such file or folder; {no_game}")));
    }
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let found = files::files_below(path, "toml")?;
    match found.is_empty() {
        true => Err(CommandError::input(format!("{shown}: no case files (*.toml) in this folder"))),
        false => Ok(found),
    }
}
