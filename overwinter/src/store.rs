//! `overwinter store`: the games of a server, moved, kept safe and looked through.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::serve::StoreArgs;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use service::{CopiedRelation, Keeping, Pruned, StartError, StorePlace};
use shelf::Shelf;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Move, keep and check the games of a server
#[derive(Subcommand)]
#[command(after_help = "\
Examples:
  overwinter store check
  overwinter store backup friday.sqlite
  overwinter store copy /srv/overwinter postgres://overwinter@localhost/overwinter")]
pub enum StoreCommand {
    /// Make one store the same as another, running games included
    #[command(after_help = "\
Examples:
  overwinter store copy /srv/overwinter postgres://USER:PASSWORD@HOST/DATABASE
  NEW=postgres://USER:PASSWORD@HOST/DATABASE overwinter store copy /srv/overwinter env:NEW
  overwinter store copy env:OLD /srv/overwinter

A store is the data folder of a server, a file such as `overwinter store backup` writes, the address of a PostgreSQL
database, or env:NAME where the variable NAME holds one of these. What is not there yet is a file if its name ends in
`.sqlite`, and else a data folder. FROM may be in use: it is copied as it stood when
the copy began. No server may have TO. At the end both are compared by digests of all rows.

What is the same there already is left alone: a copy that was interrupted goes on when it is run again. So a house
moves with a short pause: copy while the server runs, stop it, copy again, and start the server on the new store.

Keys are not in a store. They stay in the data folder (`seeds.key`, `records.key`, `records.retired`), which the new server
must have as well.")]
    Copy(CopyArgs),
    /// Look through a store for damage and gaps, and play a sample of its games again
    #[command(after_help = "\
Examples:
  overwinter store check --data /srv/overwinter
  overwinter store check --replay 1000
  overwinter store check friday.sqlite --data /srv/overwinter

A server may go on with it meanwhile. A file such as a backup has no keys: its games are played again with those of the
data folder, and not at all where there are none. Exit code 1 if something is wrong.")]
    Check(CheckArgs),
    /// Keep a store in a file, as it stands at one moment, while its servers go on
    #[command(after_help = "\
Examples:
  overwinter store backup friday.sqlite --data /srv/overwinter
  OVERWINTER_STORE=postgres://USER:PASSWORD@HOST/DATABASE overwinter store backup friday.sqlite

The file is there when it is whole and was compared, and never replaces another. Keep the keys of the data folder too
(`seeds.key`, `records.key`, `records.retired`), in another place: with both, games in progress can be read.")]
    Backup(BackupArgs),
    /// Put what a file keeps into a store without games
    #[command(after_help = "\
Examples:
  overwinter store restore friday.sqlite --data /srv/overwinter
  OVERWINTER_STORE=postgres://USER:PASSWORD@HOST/DATABASE overwinter store restore friday.sqlite

Stop the server first, and put its keys back into the data folder before it starts again.")]
    Restore(BackupArgs),
    /// Archive games that are over, and remove tables with which nobody goes on
    #[command(after_help = "\
Examples:
  overwinter store prune --dry-run
  overwinter store prune --archive-after 90 --data /srv/overwinter
  OVERWINTER_STORE=postgres://USER:PASSWORD@HOST/DATABASE overwinter store prune

What is kept, and for how long:
  a game that is on             until nobody has decided anything for a year; then it is removed
  a table that has not begun    14 days after it was opened; then it is removed
  a game that is over           for ever. After --archive-after days it is archived: its signed record, its last
                                position, its seats and what was said stay, and pages, replays and results are as
                                before; the rows of its decisions, which its record holds, go, and with them when
                                each was taken, and when its players were last seen
  a lesson that was played      for ever, as it is

A game is archived only if its record is signed and holds every decision as it is stored; any other stays as it is and
is named (exit code 1). Stop the server of a file first, or let it archive by itself (`overwinter serve
--archive-after DAYS`); those of a database may go on. It can be interrupted and run again.")]
    Prune(PruneArgs),
}

/// Which stores.
#[derive(Args)]
pub struct CopyArgs {
    /// The store that is copied
    from: String,
    /// The store that becomes the same
    to: String,
}

/// Which server.
#[derive(Args)]
struct ServerArgs {
    /// The folder in which games are kept, or the keys of their server [default: overwinter in your data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

/// What is looked through.
#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// A file such as a backup, in place of the store of the server
    #[arg(value_name = "FILE")]
    kept: Option<PathBuf>,
    /// The same as FILE
    #[arg(long, value_name = "FILE", conflicts_with = "kept")]
    file: Option<PathBuf>,
    /// How many games are played again, spread over the store
    #[arg(long, value_name = "GAMES", default_value = "200")]
    replay: usize,
}

/// Which file and which server.
#[derive(Args)]
pub struct BackupArgs {
    /// The file
    file: PathBuf,
    #[command(flatten)]
    server: ServerArgs,
    /// How many games are played again afterwards, spread over the store
    #[arg(long, value_name = "GAMES", default_value = "20")]
    replay: usize,
}

/// What is archived.
#[derive(Args)]
pub struct PruneArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// After how many days a game that is over is archived
    #[arg(long, value_name = "DAYS", default_value = "30")]
    archive_after: u32,
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
}

impl StoreCommand {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        match self {
            StoreCommand::Copy(asked) => copy(asked),
            StoreCommand::Check(asked) => {
                let file = asked.kept.as_ref().or(asked.file.as_ref());
                let place = match file {
                    Some(file) => existing(file)?,
                    None => asked.server.place()?,
                };
                let keys = asked.server.folder();
                let none = file.is_some()
                    && asked.server.data.is_none()
                    && !keys.join("seeds.key").is_file();
                if none {
                    let why = "there are no keys, so no game is played again: name their folder with `--data`.";
                    writeln!(std::io::stdout(), "{place}: {why}")?;
                }
                check(&place, &keys, if none { 0 } else { asked.replay }, shelf)
            }
            StoreCommand::Backup(asked) => {
                let place = asked.server.place()?;
                let progress = Progress::new();
                let copied = service::backup_store(&place, &asked.file, &mut progress.told());
                progress.end();
                print(&copied.map_err(refused)?)?;
                let kept = StorePlace::File(asked.file.clone());
                check(&kept, &asked.server.folder(), asked.replay, shelf)?;
                writeln!(std::io::stdout(), "{} is kept in {}.", place, asked.file.display())?;
                Ok(())
            }
            StoreCommand::Prune(asked) => prune(asked),
            StoreCommand::Restore(asked) => {
                let kept = existing(&asked.file)?;
                let place = asked.server.place()?;
                let progress = Progress::new();
                let copied = service::copy_store(&kept, &place, &mut progress.told());
                progress.end();
                print(&copied.map_err(refused)?)?;
                check(&place, &asked.server.folder(), asked.replay, shelf)?;
                writeln!(std::io::stdout(), "{} is in {}.", asked.file.display(), place)?;
                Ok(())
            }
        }
    }
}

impl ServerArgs {
    fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(files::data_folder)
    }

    fn place(&self) -> Result<StorePlace, CommandError> {
        Ok(StorePlace::of_server(&self.folder(), &self.store.address()?))
    }
}

fn refused(error: StartError) -> CommandError {
    CommandError::input(error.to_string())
}

fn existing(file: &Path) -> Result<StorePlace, CommandError> {
    match file.is_file() {
        true => Ok(StorePlace::File(file.to_path_buf())),
        false => Err(CommandError::input(format!("{}: there is no such file", file.display()))),
    }
}

/// A store as it is written on the command line; what is none is refused without repeating it, for there may be a password in
/// it.
fn place(which: &str, text: &str) -> Result<StorePlace, CommandError> {
    let from_variable = match text.strip_prefix("env:") {
        Some(name) => Some(std::env::var(name).map_err(|_| {
            CommandError::input(format!("{which}: the variable {name} is not set"))
        })?),
        None => None,
    };
    let text = from_variable.as_deref().unwrap_or(text);
    if text.is_empty() {
        return Err(CommandError::input(format!("{which}: say a folder, a file or an address")));
    }
    text.parse().map_err(|error| CommandError::input(format!("{which}: {error}")))
}

fn copy(asked: &CopyArgs) -> CommandResult {
    let (from, to) = (place("FROM", &asked.from)?, place("TO", &asked.to)?);
    if from.to_string() == to.to_string() {
        return Err(CommandError::input("FROM and TO are the same store"));
    }
    let progress = Progress::new();
    let copied = service::copy_store(&from, &to, &mut progress.told());
    progress.end();
    print(&copied.map_err(refused)?)?;
    let mut out = std::io::stdout();
    writeln!(out, "{to} is the same as {from} was when the copy began: all digests agree.")?;
    if let StorePlace::Folder(folder) = &to
        && !folder.join("seeds.key").is_file()
    {
        writeln!(
            out,
            "Put `seeds.key`, `records.key` and `records.retired` of the old data folder into {} before a server starts \
             there.",
            folder.display()
        )?;
    }
    Ok(())
}

fn print(copied: &[CopiedRelation]) -> CommandResult {
    let mut out = std::io::stdout();
    writeln!(out, "{:<12} {:>12} {:>12} {:>12}  digest", "", "rows", "written", "removed")?;
    for relation in copied {
        let CopiedRelation { name, rows, written, removed, digest } = relation;
        writeln!(out, "{name:<12} {rows:>12} {written:>12} {removed:>12}  {:.16}", digest)?;
    }
    Ok(())
}

fn check(place: &StorePlace, keys: &Path, replay: usize, shelf: &Shelf) -> CommandResult {
    let mut out = std::io::stdout();
    let progress = Progress::new();
    let found = service::check_store(place, &mut progress.told());
    progress.end();
    let mut found = found.map_err(refused)?;
    let kept: Vec<String> =
        found.kept.iter().map(|(name, rows)| format!("{rows} {name}")).collect();
    writeln!(out, "{place}: {}", kept.join(", "))?;
    let begun = found.begun.len();
    let sample = spread(&found.begun, replay);
    if !sample.is_empty() {
        let progress = Progress::new();
        let replayed = service::replay_store(place, keys, shelf, &sample, &mut progress.told());
        progress.end();
        let replayed = replayed.map_err(refused)?;
        writeln!(
            out,
            "{} of {begun} games were played again: {} are as they are stored.",
            sample.len(),
            replayed.same
        )?;
        if replayed.other_rules > 0 {
            writeln!(
                out,
                "{} were begun under other rules than ours, and go on from their last position.",
                replayed.other_rules
            )?;
        }
        let told = replayed.faults.into_iter().map(|(table, why)| format!("table {table}: {why}"));
        found.faults.extend(told);
    }
    match found.faults.as_slice() {
        [] => {
            writeln!(out, "Nothing is wrong.")?;
            Ok(())
        }
        faults => Err(CommandError::CheckFailed(format!(
            "{place}: {} found\n{}",
            match faults.len() {
                1 => "one fault was".into(),
                many => format!("{many} faults were"),
            },
            faults.join("\n")
        ))),
    }
}

fn prune(asked: &PruneArgs) -> CommandResult {
    let place = asked.server.place()?;
    let day = Duration::from_secs(24 * 60 * 60);
    let rules = Keeping { archive_after: day * asked.archive_after, ..Keeping::default() };
    let progress = Progress::new();
    let pruned = service::prune_store(&place, &rules, asked.dry_run, &mut progress.told());
    progress.end();
    let Pruned { archived, removed } = pruned.map_err(refused)?;
    let mut out = std::io::stdout();
    let would = if asked.dry_run { "would be " } else { "" };
    writeln!(
        out,
        "{place}: {} games {would}archived, with {} decisions; {removed} tables {would}removed.",
        archived.games, archived.decisions
    )?;
    if archived.without_record > 0 {
        let count = archived.without_record;
        writeln!(out, "{count} games ended before records were kept, and stay as they are.")?;
    }
    match archived.faults.as_slice() {
        [] => Ok(()),
        faults => {
            let told = faults.iter().map(|(table, why)| format!("table {table}: {why}"));
            Err(CommandError::CheckFailed(format!(
                "{place}: {} games cannot be archived, and stay as they are\n{}",
                faults.len(),
                told.collect::<Vec<_>>().join("\n")
            )))
        }
    }
}

/// So many of a list, spread over it.
fn spread(ids: &[String], most: usize) -> Vec<String> {
    let count = most.min(ids.len());
    (0..count).map(|number| ids[number * ids.len() / count].clone()).collect()
}

/// What is at hand, on a terminal.
struct Progress(ProgressBar);

impl Progress {
    fn new() -> Progress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(bar)
    }

    fn told(&self) -> impl FnMut(&'static str, u64) + Send + use<> {
        let bar = self.0.clone();
        move |what, count| bar.set_message(format!("{what}: {count}"))
    }

    fn end(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_over_the_store() {
        let ids: Vec<String> = (0..10).map(|number| number.to_string()).collect();
        assert_eq!(spread(&ids, 3), ["0", "3", "6"]);
        assert_eq!(spread(&ids, 99).len(), 10);
        assert!(spread(&[], 3).is_empty() && spread(&ids, 0).is_empty());
    }

    #[test]
    fn an_address_that_is_none_is_not_repeated() {
        let told = place("TO", "postgres://me:secret@nowhere:port/x").unwrap_err().to_string();
        assert!(told.contains("TO") && !told.contains("secret"), "{told}");
        let told = place("FROM", "env:OVERWINTER_NOT_SET").unwrap_err().to_string();
        assert!(told.contains("OVERWINTER_NOT_SET is not set"), "{told}");
    }
}
