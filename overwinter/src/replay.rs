//! `overwinter replay`: a recorded game, step by step, or proved.

mod stepper;
mod verdict;

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::find_game;
use crate::show;
use crate::terminal;
use clap::Args;
use serde_json::json;
use shelf::Shelf;
use std::io::Write;
use std::path::PathBuf;
use table::{AnyReplay, Record, Viewer};
use verdict::RecordVerdict;

/// Look at a recorded game, step by step, or prove it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter replay game.owr                    step by step with the arrow keys
  overwinter replay game.owr --plain            the whole story
  overwinter replay game.owr --at 12 --as 2     the board after step 12, as seat 2 saw it
  overwinter replay game.owr --at 12 --svg board.svg
  overwinter replay game.owr --verify           whether it was played by the rules
  overwinter replay game.owr --verify --key server.json
                                                and whether the server of that key kept it")]
pub struct ReplayArgs {
    /// The record (.owr)
    file: PathBuf,
    /// Prove the record: every action legal, every die the seed's, every position as recorded
    #[arg(long)]
    verify: bool,
    /// The public key of the server that should have signed it: 64 hexadecimal digits, or a file that holds
    /// them, such as a copy of the server's /.well-known/overwinter.json
    #[arg(long, value_name = "KEY", requires = "verify")]
    key: Option<String>,
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
    /// Print the story instead of going through it step by step; always so in a pipe
    #[arg(long)]
    plain: bool,
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
        let shelved = find_game(shelf, &record.game).map_err(|error| error.in_file(&self.file))?;
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
        let last = self.at.filter(|_| !self.verify).unwrap_or(usize::MAX);
        let replay = shelved.game.replay(&record, last);
        if self.verify {
            let expected = self.key.as_deref().map(verdict::expected_keys).transpose()?;
            let replay = replay.map_err(|error| error.to_string());
            let verdict =
                RecordVerdict::of(&text, &record, replay.as_ref(), &expected.unwrap_or_default());
            return self.tell(&record, replay.as_ref().ok(), &verdict);
        }
        let replay = replay
            .map_err(|error| CommandError::input(format!("{}: {error}", self.file.display())))?;
        let printed = self.plain || self.json || self.svg.is_some() || self.png.is_some();
        if !printed && terminal::has_person() && !terminal::is_dumb() {
            let play_again = |last| {
                let again = shelved.game.replay(&record, last);
                again.map(|replay| replay.game).map_err(CommandError::from)
            };
            return stepper::show(&title(&record), replay, viewer, steps, &play_again);
        }
        self.show(&record, &replay, viewer)?;
        match &replay.divergence {
            None => Ok(()),
            Some(divergence) => Err(CommandError::CheckFailed(self.diverged(divergence, &replay))),
        }
    }

    fn tell(
        &self,
        record: &Record,
        replay: Option<&AnyReplay>,
        verdict: &RecordVerdict,
    ) -> CommandResult {
        let mut out = terminal::stdout();
        if self.json {
            let divergence = replay
                .and_then(|replay| replay.divergence.as_ref())
                .map(|found| json!({ "step": found.step, "why": found.why }));
            let line = json!({
                "file": self.file.display().to_string(),
                "verdict": verdict.word(),
                "proved": matches!(verdict, RecordVerdict::Proved(_)),
                "words": verdict.words(),
                "steps": record.steps.len() - 1,
                "seed_known": record.seed.is_some(),
                "signed_by": record.signed.as_ref().map(|signed| &signed.key),
                "divergence": divergence,
                "other_rules": replay.and_then(|replay| replay.other_rules.as_ref()),
            });
            writeln!(out, "{}", terminal::escaped(&line.to_string()))?;
        }
        // On one line, whatever it quotes: no other line says that something is proved.
        let words = terminal::clean_name(verdict.words());
        let told = format!("{}: {}: {words}", self.file.display(), verdict.word());
        match verdict {
            RecordVerdict::Refused(_) => Err(CommandError::CheckFailed(told)),
            _ if self.json => Ok(()),
            _ => Ok(writeln!(out, "{}", terminal::clean(&told))?),
        }
    }

    fn diverged(&self, divergence: &table::Divergence, replay: &AnyReplay) -> String {
        let why = match &replay.other_rules {
            Some(differ) => format!(" ({differ})"),
            None => String::new(),
        };
        let divergence = terminal::clean_name(&divergence.to_string());
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
            writeln!(out, "{}", terminal::escaped(&line.to_string()))?;
            return Ok(());
        }
        if self.svg.is_some() || self.png.is_some() {
            return Ok(());
        }
        let colour = terminal::colour();
        writeln!(out, "{}", terminal::clean(&title(record)))?;
        for line in game.log(viewer, 0) {
            writeln!(out, "{:>4}  {}", line.step, show::log_line(&line, colour))?;
        }
        if self.at.is_some() {
            let scene = scene.flat();
            writeln!(out, "\n{}", show::board_around_focus(&scene, 76, 20, colour))?;
            writeln!(out, "{}", terminal::clean(&show::sheets(&scene, 78)))?;
        }
        Ok(())
    }
}

/// What was played, in a line.
fn title(record: &Record) -> String {
    format!("{} {}, {} seats", record.game, record.setup.scenario, record.setup.seats)
}
