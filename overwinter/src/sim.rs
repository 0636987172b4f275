//! `overwinter sim`: many games among bots, and what came of them.

mod checkpoint;
#[cfg(feature = "parquet")]
mod columnar;
mod output;

use crate::error::{CommandError, CommandResult};
use crate::lookup::{edition, find_game_without_clock, options, seed, with_scenario};
use crate::program_bot::ProgramLimits;
use crate::seats::Lineup;
use crate::terminal;
use arena::statistics::Estimate;
use arena::{AnyContest, Column, Seating, Summary, Sweep, SweepCell, grid, part_rows, run};
use checkpoint::Checkpoint;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use shelf::Shelf;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use table::wording::counted;
use table::{Seed, Setup};

/// Many games among bots: means with intervals, sweeps, tables, plots and a report.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter sim outlive --seats greedy,random --games 1000 --rotate
  overwinter sim postal-survival --seats default*2,greedy*3 --table 44 --games 200 \\
      --sweep hexes_per_100=100..400:50 --out study
  overwinter sim yellowstone --seats greedy*4 --games 100000 --threads 2 --out big
  overwinter sim outlive --seats \"cmd:python3 docs/bots/first_bot.py,greedy\" --games 50 --rotate
With --out a run that was stopped goes on where it was when it is started again.")]
pub struct SimArgs {
    /// The game: `overwinter games` lists them
    game: String,
    /// The scenario: an id, or a .toml file of your own
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// The bots, such as greedy,random or greedy*3,random; `cmd:./mybot` is a program of your own
    /// (docs/bots.md)
    #[arg(long, value_name = "LIST")]
    seats: String,
    /// So many seats; the list of bots is repeated to fill them
    #[arg(long, value_name = "N")]
    table: Option<u16>,
    /// Everybody moves on by one seat with every game
    #[arg(long)]
    rotate: bool,
    /// Games, in each cell of the sweeps
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The seed of all games: a number, or 64 hexadecimal digits
    #[arg(long, default_value = "1")]
    seed: String,
    /// Threads; all cores if left out. The results do not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seconds that a program of your own has for each decision
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    patience: f64,
    /// An option of the game; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Runs an option through values, key=a,b,c or key=lo..hi:step; several make a grid. Options that
    /// change together are joined, a+b=1+2,3+4. `seats` and `scenario` can be swept too
    #[arg(long = "sweep", value_name = "KEY=VALUES")]
    sweeps: Vec<String>,
    /// A folder with an edition of your own
    #[arg(long, value_name = "DIR")]
    edition: Option<PathBuf>,
    /// Write tables, plots and a report into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to write there
    #[arg(
        long,
        value_delimiter = ',',
        default_value = USUAL_FORMATS,
        requires = "out"
    )]
    formats: Vec<Format>,
    /// Print JSON, one object for each cell
    #[arg(long)]
    json: bool,
}

/// What is written if nothing is said: everything that this build can write.
const USUAL_FORMATS: &str =
    if cfg!(feature = "parquet") { "csv,jsonl,parquet,svg,html" } else { "csv,jsonl,svg,html" };

/// The head of the table of sides and turns.
const PARTS: &str = "sides and turns";

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables with commas
    Csv,
    /// One JSON object per game
    Jsonl,
    /// A columnar file of all games, in builds with the feature `parquet`
    Parquet,
    /// Plots
    Svg,
    /// One page with plots and tables
    Html,
}

/// A simulation that is ready to run.
struct Plan {
    game: String,
    /// The game and its scenario, as people call them.
    title: String,
    /// Who sits at the table of the first cell.
    seats: Vec<String>,
    rotating: bool,
    sweeps: Vec<Sweep>,
    cells: Vec<SweepCell>,
    contests: Vec<Box<dyn AnyContest>>,
    columns: Vec<Column>,
    games: u64,
    seed: Seed,
    threads: usize,
    /// Raised when the games are called off.
    stop: Arc<AtomicBool>,
    /// Everything that the results depend on.
    fingerprint: String,
    command: String,
}

/// The results of all cells, and what cut the run short, if something did.
type Results = (Vec<(SweepCell, Summary)>, Option<CommandError>);

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    match word.contains(|letter: char| letter.is_whitespace() || "*\"'$&;|<>()".contains(letter)) {
        true => format!("'{}'", word.replace('\'', "'\\''")),
        false => word.to_string(),
    }
}

/// Sets one thing that is swept.
fn set(setup: &mut Setup, key: &str, value: &str) -> CommandResult {
    match key {
        "scenario" => setup.scenario = value.into(),
        "seats" => {
            setup.seats = value.parse().map_err(|_| {
                CommandError::input(format!("--sweep seats: `{value}` is no number of seats"))
            })?;
        }
        _ => drop(setup.options.insert(key.into(), value.into())),
    }
    Ok(())
}

/// Sets all options of a cell; keys that are swept together are joined by `+`, and so are their values.
fn set_cell(setup: &mut Setup, cell: &SweepCell) -> CommandResult {
    for (keys, values) in &cell.0 {
        if keys.split('+').count() != values.split('+').count() {
            return Err(CommandError::input(format!(
                "--sweep {keys}: `{values}` must have a value for each key, as in a+b=1+2,3+4"
            )));
        }
        for (key, value) in keys.split('+').zip(values.split('+')) {
            set(setup, key.trim(), value.trim())?;
        }
    }
    Ok(())
}

/// Whether two contests measure the same things.
fn alike(a: &[Column], b: &[Column]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name)
}

/// Calls a row of sides and turns by its column where cells have other names for it.
fn rename_rows(columns: &mut [Column], others: &[Column]) {
    for (column, other) in columns.iter_mut().zip(others) {
        if column.row != other.row {
            column.row = Some(column.name.clone());
            column.about = format!("{} of each cell", column.name);
        }
    }
}

/// Cores that there are.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl SimArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        if cfg!(not(feature = "parquet")) && self.formats.contains(&Format::Parquet) {
            let problem = "--formats: this build writes no Parquet: leave it out, or build with --features parquet";
            return Err(CommandError::input(problem));
        }
        let plan = self.plan(shelf)?;
        let checkpoint = match &self.out {
            Some(folder) => Some(Checkpoint::open(folder, &plan.fingerprint, plan.columns.len())?),
            None => None,
        };
        let (results, cut_short) = plan.play(checkpoint)?;
        if let Some(error) = cut_short {
            let results: Vec<_> =
                results.into_iter().filter(|(_, summary)| summary.games > 0).collect();
            let games: u64 = results.iter().map(|(_, summary)| summary.games).sum();
            self.print(&plan, &results)?;
            let what = match (&self.out, games) {
                (_, 0) => "No game was played to its end.".to_string(),
                (None, _) => "The games before it are in the table; --out keeps them.".to_string(),
                (Some(folder), games) => format!(
                    "{games} games before it are kept in {}; the same command goes on from there.",
                    folder.display()
                ),
            };
            return Err(error.with(&what));
        }
        if let Some(folder) = &self.out {
            output::write(folder, &self.formats, &plan, &results)?;
            Checkpoint::remove(folder)?;
        }
        self.print(&plan, &results)
    }

    fn print(&self, plan: &Plan, results: &[(SweepCell, Summary)]) -> CommandResult {
        if self.json { plan.print_json(results) } else { plan.print(results) }
    }

    fn plan(&self, shelf: &Shelf) -> Result<Plan, CommandError> {
        let shelved = find_game_without_clock(shelf, &self.game)?;
        let game = shelved.game.as_ref();
        let edition = edition(game, self.edition.as_deref())?;
        let (edition, scenario) = with_scenario(game, edition, self.scenario.as_deref())?;
        let catalogue = game.catalogue(&edition)?;
        let called = catalogue.scenarios.iter().find(|known| known.id == scenario);
        let title = match called {
            Some(known) => format!("{}, {}", catalogue.title, known.name),
            None => catalogue.title.clone(),
        };
        let Lineup { names: seats, programs } = Lineup::read(&self.seats)?;
        let terms = ProgramLimits::new(self.patience)?;
        let guests = Lineup::external_bots(&programs, &terms);
        if !programs.is_empty() {
            terms.stop_on_interrupt();
        }
        let sweeps: Vec<Sweep> = self
            .sweeps
            .iter()
            .map(|text| text.parse().map_err(|why| CommandError::input(format!("--sweep {why}"))))
            .collect::<Result<_, _>>()?;
        let cells = grid(&sweeps).map_err(|why| CommandError::input(format!("--sweep: {why}")))?;
        if self.games == 0 {
            return Err(CommandError::input("--games: at least one game"));
        }
        let common = options(&self.options)?;
        let mut contests = Vec::new();
        for cell in &cells {
            let mut own = Setup::new(scenario.clone(), self.table.unwrap_or(seats.len() as u16));
            own.options = common.clone();
            set_cell(&mut own, cell)?;
            let table: Vec<String> =
                seats.iter().cycle().take(own.seats as usize).cloned().collect();
            let seating = if self.rotate { Seating::Rotating } else { Seating::Fixed };
            contests.push(shelved.arena.open(&edition, &own, &table, seating, &guests)?);
        }
        let columns = common_columns(&cells, &contests)?;
        let seed = seed(Some(&self.seed))?;
        let fingerprint = serde_json::json!({
            "game": self.game, "scenario": scenario, "seats": seats, "table": self.table,
            "rotate": self.rotate, "games": self.games, "seed": seed.commitment(),
            "options": common, "sweeps": sweeps, "edition": edition.digest(),
            "columns": columns, "programs": programs, "version": env!("CARGO_PKG_VERSION"),
        });
        let table = self.table.map_or(seats.len(), usize::from);
        Ok(Plan {
            game: self.game.clone(),
            title,
            seats: seats.into_iter().cycle().take(table).collect(),
            rotating: self.rotate,
            sweeps,
            cells,
            contests,
            columns,
            games: self.games,
            seed,
            threads: self.threads.map_or_else(cores, usize::from),
            stop: terms.cancelled,
            fingerprint: fingerprint.to_string(),
            command: self.command(),
        })
    }

    /// The command that gives these results again, on any number of threads.
    fn command(&self) -> String {
        let mut words = vec!["overwinter".into(), "sim".into(), self.game.clone()];
        let mut say = |key: &str, value: String| words.extend([format!("--{key}"), value]);
        if let Some(scenario) = &self.scenario {
            say("scenario", scenario.clone());
        }
        say("seats", quoted(&self.seats));
        if let Some(table) = self.table {
            say("table", table.to_string());
        }
        say("games", self.games.to_string());
        say("seed", self.seed.clone());
        self.options.iter().for_each(|option| say("set", option.clone()));
        self.sweeps.iter().for_each(|sweep| say("sweep", sweep.clone()));
        if self.rotate {
            words.push("--rotate".into());
        }
        words.join(" ")
    }
}

/// What the contests of all cells measure; they must measure the same.
fn common_columns(
    cells: &[SweepCell],
    contests: &[Box<dyn AnyContest>],
) -> Result<Vec<Column>, CommandError> {
    let Some(first) = contests.first() else {
        return Ok(Vec::new());
    };
    match cells.iter().zip(contests).find(|(_, own)| !alike(first.columns(), own.columns())) {
        Some((cell, _)) => Err(CommandError::input(format!(
            "--sweep: `{}` measures other things than the cells before it; run it apart",
            cell.name()
        ))),
        None => {
            let mut columns = first.columns().to_vec();
            contests.iter().for_each(|other| rename_rows(&mut columns, other.columns()));
            Ok(columns)
        }
    }
}

impl Plan {
    /// How many games there are in all cells.
    fn all_games(&self) -> u64 {
        self.games * self.cells.len() as u64
    }

    /// Plays what the checkpoint does not hold yet. What came of it, and what cut it short, if something
    /// did.
    fn play(&self, mut checkpoint: Option<Checkpoint>) -> Result<Results, CommandError> {
        let mut summaries = vec![Summary::new(self.columns.len()); self.cells.len()];
        let done = match &mut checkpoint {
            Some(checkpoint) => self.resume(checkpoint, &mut summaries)?,
            None => 0,
        };
        let bar = self.bar(done);
        let started = Instant::now();
        let stop = self.stop.as_ref();
        let mut decisions = 0;
        let mut problem = None;
        let mut cut_short = None;
        for (place, contest) in self.contests.iter().enumerate() {
            let before = place as u64 * self.games;
            let first = done.saturating_sub(before).min(self.games);
            if first == self.games {
                continue;
            }
            bar.set_message(self.cells[place].name());
            let games = first..self.games;
            let played =
                run(contest.as_ref(), self.seed, games, self.threads, stop, |progress, values| {
                    summaries[place].add(values);
                    bar.set_position(before + progress.games);
                    if let Some(checkpoint) = &mut checkpoint
                        && let Err(error) = checkpoint.write(values)
                    {
                        problem = Some(error);
                        stop.store(true, Ordering::Relaxed);
                    }
                });
            match played {
                Ok(progress) => decisions += progress.decisions,
                Err(spoilt) => cut_short = Some(spoilt),
            }
            if cut_short.is_some() || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        bar.finish_and_clear();
        if let Some(problem) = problem {
            return Err(problem);
        }
        let results = self.cells.iter().cloned().zip(summaries).collect();
        if stop.load(Ordering::Relaxed) {
            return Ok((results, Some(CommandError::Interrupted("Interrupted.".into()))));
        }
        if let Some(spoilt) = cut_short {
            return Ok((results, Some(CommandError::input(spoilt.to_string()))));
        }
        self.say_speed(self.all_games() - done, decisions, started.elapsed());
        Ok((results, None))
    }

    /// Takes over the games that the checkpoint holds, and says how many they are.
    fn resume(
        &self,
        checkpoint: &mut Checkpoint,
        summaries: &mut [Summary],
    ) -> Result<u64, CommandError> {
        let all = self.all_games();
        let done = checkpoint.read(all, |row, values| {
            summaries[(row / self.games) as usize].add(values);
        })?;
        if done > 0 {
            eprintln!("{done} of {all} games are there already; going on.");
        }
        Ok(done)
    }

    /// Tells how fast games were played, if any were.
    fn say_speed(&self, games: u64, decisions: u64, took: Duration) {
        let seconds = took.as_secs_f64();
        if games > 0 {
            eprintln!(
                "{}, {} in {seconds:.1} s on {}: {} games/s, {} decisions/s and thread",
                counted(games as i64, "game", "games"),
                counted(decisions as i64, "decision", "decisions"),
                counted(self.threads as i64, "thread", "threads"),
                arena::plot::format_number(games as f64 / seconds),
                arena::plot::format_number(decisions as f64 / seconds / self.threads as f64)
            );
        }
    }

    fn bar(&self, done: u64) -> ProgressBar {
        let bar = ProgressBar::new(self.all_games());
        let look = "{bar:32} {percent}% {pos}/{len} games, {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(look) {
            bar.set_style(style);
        }
        bar.set_position(done);
        bar.reset_eta();
        bar
    }

    fn print(&self, results: &[(SweepCell, Summary)]) -> CommandResult {
        let mut out = std::io::stdout().lock();
        let bold = terminal::colour();
        let width = self.columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
        for (cell, summary) in results {
            let name = match cell.name() {
                name if name.is_empty() => self.game.clone(),
                name => format!("{} {name}", self.game),
            };
            let (on, off) = if bold { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
            write!(out, "{on}{}, {} games{off}", terminal::clean(&name), summary.games)?;
            match summary.healthy(&self.columns) {
                (_, 0) => writeln!(out)?,
                (met, of) => writeln!(out, ", {met} of {of} healthy bands met")?,
            }
            for (index, column) in self.columns.iter().enumerate() {
                let Some(estimate) = summary.estimate(&self.columns, index) else { continue };
                if column.row.is_some() {
                    continue;
                }
                let show = |value: f64| match column.share {
                    true => format!("{:.1} %", value * 100.0),
                    false => arena::plot::format_number(value),
                };
                let reach = format!("{} to {}", show(estimate.low), show(estimate.high));
                let value = show(estimate.value);
                writeln!(
                    out,
                    "  {:<width$} {value:>9}  {reach:<20} {}",
                    column.name, column.about
                )?;
            }
            self.print_parts(summary, &mut out)?;
        }
        Ok(())
    }

    /// The table of sides and turns, if the game has them.
    fn print_parts(&self, summary: &Summary, out: &mut impl Write) -> CommandResult {
        let rows = part_rows(&self.columns, summary);
        let Some(width) = rows.iter().map(|row| row.name.chars().count()).max() else {
            return Ok(());
        };
        let width = width.max(PARTS.len());
        writeln!(out, "  {PARTS:<width$}    games  {:<25} won, of decided games", "came first")?;
        for row in rows {
            let show = |found: Estimate| {
                let [value, low, high] =
                    [found.value, found.low, found.high].map(|share| 100.0 * share);
                format!("{value:>5.1} %  {low:.1} to {high:.1} %")
            };
            let (first, decided) = (show(row.first), row.decided.map(show).unwrap_or_default());
            let line = format!("  {:<width$} {:>8}  {first:<25} {decided}", row.name, row.games);
            writeln!(out, "{}", terminal::clean(line.trim_end()))?;
        }
        Ok(())
    }

    fn print_json(&self, results: &[(SweepCell, Summary)]) -> CommandResult {
        let mut out = terminal::stdout();
        for (cell, summary) in results {
            let mut columns = BTreeMap::new();
            for (index, column) in self.columns.iter().enumerate() {
                columns.insert(&column.name, summary.estimate(&self.columns, index));
            }
            let cell: BTreeMap<_, _> = cell.0.iter().cloned().collect();
            let line = serde_json::json!({
                "game": self.game, "seats": self.seats, "cell": cell, "games": summary.games,
                "results": columns,
            });
            writeln!(out, "{}", terminal::escaped(&line.to_string()))?;
        }
        Ok(())
    }
}
