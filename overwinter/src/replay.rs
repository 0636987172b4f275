//! `overwinter replay`: a recorded game, step by step, or proved.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::find_game;
use crate::show;
use clap::Args;
use serde_json::json;
use shelf::Shelf;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use table::{AnyReplay, Record, Viewer};

/// Look at a recorded game, step by step, or prove it.
#[derive(Args)]
pub struct ReplayArgs {
    /// The record (.owr)
    file: PathBuf,
    /// Prove the record: every action legal, every die the seed's, every position as recorded
    #[arg(long)]
    verify: bool,
    /// Stop after this step and show the board
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// Through whose eyes: a seat number, `table` or `referee`
    #[arg(long = "as", value_name = "VIEWER", default_value = "referee")]
    viewer: String,
    /// Write the board as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the board as a PNG picture
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Dark colours for the picture
    #[arg(long)]
    dark: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ReplayArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        let viewer: Viewer = self
            .viewer
            .parse()
            .map_err(|problem| CommandError::input(format!("--as {problem}")))?;
        let text = files::read(&self.file)?;
        let record =
            Record::parse(&text).map_err(|fault| fault.in_file(self.file.display().to_string()))?;
        let shelved = find_game(shelf, &record.game)
            .map_err(|error| CommandError::input(format!("{}: {error}", self.file.display())))?;
        let steps = record.steps.len() - 1;
        if let Some(at) = self.at.filter(|at| *at > steps) {
            return Err(CommandError::input(format!("--at {at}: the record has {steps} steps")));
        }
        if viewer.seat().is_some_and(|seat| seat.0 >= record.setup.seats) {
            return Err(CommandError::input(format!(
                "--as {viewer}: the game has {} seats",
                record.setup.seats
            )));
        }
        let replay = shelved
            .game
            .replay(&record, self.at.unwrap_or(usize::MAX))
            .map_err(|error| CommandError::input(format!("{}: {error}", self.file.display())))?;
        if self.verify {
            return self.proved(&record, &replay);
        }
        self.show(&record, &replay, viewer)?;
        match &replay.divergence {
            None => Ok(()),
            Some(divergence) => Err(CommandError::CheckFailed(self.diverged(divergence, &replay))),
        }
    }

    fn proved(&self, record: &Record, replay: &AnyReplay) -> CommandResult {
        let steps = record.steps.len() - 1;
        let mut out = std::io::stdout().lock();
        if self.json {
            let divergence = replay
                .divergence
                .as_ref()
                .map(|found| json!({ "step": found.step, "why": found.why }));
            let line = json!({
                "file": self.file.display().to_string(),
                "proved": replay.divergence.is_none(),
                "steps": steps,
                "seed_known": record.seed.is_some(),
                "divergence": divergence,
                "other_rules": replay.other_rules,
            });
            writeln!(out, "{line}")?;
        }
        match &replay.divergence {
            Some(divergence) => Err(CommandError::CheckFailed(self.diverged(divergence, replay))),
            None if self.json => Ok(()),
            None => {
                let dice = match record.seed {
                    Some(_) => "every die is the committed seed's",
                    None => "the seed is not revealed, so the dice are taken as recorded",
                };
                writeln!(out, "{}: proved, {steps} steps; {dice}", self.file.display())?;
                Ok(())
            }
        }
    }

    fn diverged(&self, divergence: &table::Divergence, replay: &AnyReplay) -> String {
        let why = match &replay.other_rules {
            Some(differ) => format!(" ({differ})"),
            None => String::new(),
        };
        format!("{}: not proved: {divergence}{why}", self.file.display())
    }

    fn show(&self, record: &Record, replay: &AnyReplay, viewer: Viewer) -> CommandResult {
        let game = replay.game.as_ref();
        let scene = game.scene(viewer);
        if let Some(path) = &self.svg {
            files::write(path, show::svg(&scene, self.dark).as_bytes())?;
        }
        if let Some(path) = &self.png {
            files::write(path, &show::png(&scene, self.dark, path)?)?;
        }
        let mut out = std::io::stdout().lock();
        if self.json {
            let line = json!({
                "step": game.len(),
                "view": game.view(viewer),
                "log": game.log(viewer, 0),
            });
            writeln!(out, "{line}")?;
            return Ok(());
        }
        if self.svg.is_some() || self.png.is_some() {
            return Ok(());
        }
        let colour = std::io::stdout().is_terminal();
        writeln!(out, "{} {}, {} seats", record.game, record.setup.scenario, record.setup.seats)?;
        for line in game.log(viewer, 0) {
            writeln!(out, "{:>4}  {}", line.step, show::log_line(&line, colour))?;
        }
        if self.at.is_some() {
            writeln!(out, "\n{}", show::board_around_focus(&scene, 76, 20, colour))?;
            writeln!(out, "{}", show::sheets(&scene, 78))?;
        }
        Ok(())
    }
}
