//! `overwinter league`: bots against bots, and how strong each is.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{edition, find_game_without_clock, options, seed, with_scenario};
use crate::program_bot::ProgramLimits;
use crate::seats::Lineup;
use crate::sim::cores;
use crate::terminal;
use arena::league::{LeagueStanding, LeagueTable, Pairing, play};
use arena::plot::{Bar, bars};
use arena::statistics::Estimate;
use arena::{AnyContest, ExternalBots, Seating, run};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use shelf::{Shelf, Shelved};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use table::{Edition, Seed, Setup};

/// Bots against bots: a cross table, and ratings with intervals.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter league yellowstone --bots greedy,random,search:fast --games 40
  overwinter league outlive --bots greedy,random --seats 4 --games 200 --json
  overwinter league outlive --bots \"greedy,cmd:python3 docs/bots/first_bot.py\" --games 20
Two bots share the seats of a table evenly and move on by one seat with every game. Where only one can
play, both play the same games and are compared game by game.")]
pub struct LeagueArgs {
    /// The game: `overwinter games` lists them
    game: String,
    /// The bots, such as greedy,random,search:fast; `cmd:./mybot` is a program of your own
    /// (docs/bots.md)
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Games for each meeting
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The seed of all games: a number, or 64 hexadecimal digits
    #[arg(long, default_value = "1")]
    seed: String,
    /// The scenario: an id, or a .toml file of your own
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Seats at the table; two, or as few as the scenario takes, if left out
    #[arg(long)]
    seats: Option<u16>,
    /// So many Swiss rounds instead of everybody against everybody
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(1..))]
    swiss: Option<u32>,
    /// An option of the game; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// A folder with an edition of your own
    #[arg(long, value_name = "DIR")]
    edition: Option<PathBuf>,
    /// Threads; all cores if left out. The results do not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seconds that a program of your own has for each decision
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    patience: f64,
    /// Draw the ratings into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A league that is ready to begin.
struct LeagueRunner<'a> {
    shelved: &'a Shelved,
    edition: Edition,
    setup: Setup,
    seed: Seed,
    games: u64,
    threads: usize,
    guests: ExternalBots,
    /// Raised when the games are called off.
    stop: Arc<AtomicBool>,
}

/// What two bots came to against each other: how many of how many games the first one won, and what
/// cut it short, if something did.
struct MatchUp {
    won: f64,
    games: u64,
    cut_short: Option<CommandError>,
}

impl LeagueArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        let shelved = find_game_without_clock(shelf, &self.game)?;
        let game = shelved.game.as_ref();
        let edition = edition(game, self.edition.as_deref())?;
        let (edition, scenario) = with_scenario(game, edition, self.scenario.as_deref())?;
        let catalogue = game.catalogue(&edition)?;
        let offered = catalogue.scenarios.iter().find(|offered| offered.id == scenario);
        let seats = match (self.seats, offered) {
            (Some(seats), _) => seats,
            (None, Some(offered)) => offered.seats_near(2),
            (None, None) => 2,
        };
        let mut setup = Setup::new(scenario, seats);
        setup.options = options(&self.options)?;
        let words: Vec<&str> = self.bots.iter().map(|word| word.trim()).collect();
        let Lineup { names: bots, programs } = Lineup::of(&words)?;
        let terms = ProgramLimits::new(self.patience)?;
        for (i, bot) in bots.iter().enumerate() {
            if bots[..i].contains(bot) {
                return Err(CommandError::input(format!("--bots: `{bot}` is named twice")));
            }
        }
        if bots.len() < 2 || self.games == 0 {
            return Err(CommandError::input("--bots, --games: at least two bots and one game"));
        }
        let runner = LeagueRunner {
            shelved: &shelved,
            edition,
            setup,
            seed: seed(Some(&self.seed))?,
            games: self.games,
            threads: self.threads.map_or_else(cores, usize::from),
            guests: Lineup::external_bots(&programs, &terms),
            stop: terms.cancelled.clone(),
        };
        if !programs.is_empty() {
            terms.stop_on_interrupt();
        }
        let n = bots.len() as u64;
        let (pairing, meetings) = match self.swiss {
            Some(rounds) => (Pairing::Swiss(rounds.max(1)), rounds.max(1) as u64 * (n / 2)),
            None => (Pairing::RoundRobin, n * (n - 1) / 2),
        };
        let alone = if runner.setup.seats == 1 { 2 } else { 1 };
        let bar = ProgressBar::new(meetings * self.games * alone);
        let look = "{bar:32} {percent}% {pos}/{len} games, {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(look) {
            bar.set_style(style);
        }
        // A league that is cut short still has a table of what was played.
        let mut cut_short = None;
        let table = play::<CommandError>(&bots, pairing, |a, b| {
            if cut_short.is_some() {
                return Ok((0.0, 0.0));
            }
            let (a, b) = (&bots[a], &bots[b]);
            bar.set_message(format!("{a} against {b}"));
            let meeting = runner.meet(a, b, &bar)?;
            cut_short = meeting.cut_short;
            Ok((meeting.won, meeting.games as f64))
        });
        bar.finish_and_clear();
        let table = table?;
        if let Some(path) = self.svg.as_ref().filter(|_| cut_short.is_none()) {
            files::write(path, self.drawing(&runner, &table).as_bytes())?;
        }
        self.print(&runner, &table)?;
        match cut_short {
            None => Ok(()),
            Some(error) => Err(error.with("The table is of the games before it.")),
        }
    }

    /// The ratings as a picture, in whole points.
    fn drawing(&self, runner: &LeagueRunner<'_>, table: &LeagueTable) -> String {
        let title = format!(
            "{}, {}, {} games a meeting: ratings (400 points are odds of ten to one)",
            self.game, runner.setup.scenario, self.games
        );
        let whole = |rating: Estimate| Estimate {
            value: rating.value.round(),
            low: rating.low.round(),
            high: rating.high.round(),
        };
        let row = |standing: &LeagueStanding| Bar {
            name: standing.name.clone(),
            estimate: whole(standing.rating),
        };
        let rows: Vec<Bar> = table.standings.iter().map(row).collect();
        bars(&title, &rows, false, None)
    }

    fn print(&self, runner: &LeagueRunner<'_>, table: &LeagueTable) -> CommandResult {
        let mut out = terminal::stdout();
        if self.json {
            let line = serde_json::json!({
                "game": self.game, "setup": runner.setup, "games": self.games, "seed": self.seed,
                "standings": table.standings,
            });
            writeln!(out, "{}", terminal::escaped(&line.to_string()))?;
            return Ok(());
        }
        print(&mut out, table)
    }
}

impl LeagueRunner<'_> {
    fn contest(&self, bots: &[&str]) -> Result<Box<dyn AnyContest>, CommandError> {
        let table: Vec<String> = bots
            .iter()
            .cycle()
            .take(self.setup.seats as usize)
            .map(|bot| bot.to_string())
            .collect();
        let (edition, setup) = (&self.edition, &self.setup);
        Ok(self.shelved.arena.open(edition, setup, &table, Seating::Rotating, &self.guests)?)
    }

    /// The games between two bots.
    fn meet(&self, a: &str, b: &str, bar: &ProgressBar) -> Result<MatchUp, CommandError> {
        if self.setup.seats == 1 {
            let (first, mut cut_short) = self.alone(a, bar)?;
            let second = match &cut_short {
                None => {
                    let (second, cut) = self.alone(b, bar)?;
                    cut_short = cut;
                    second
                }
                Some(_) => Vec::new(),
            };
            let won = first.iter().zip(&second).map(|(a, b)| match a.partial_cmp(b) {
                Some(std::cmp::Ordering::Greater) => 1.0,
                Some(std::cmp::Ordering::Less) => 0.0,
                _ => 0.5,
            });
            let games = first.len().min(second.len()) as u64;
            return Ok(MatchUp { won: won.sum(), games, cut_short });
        }
        let contest = self.contest(&[a, b])?;
        let name = format!("first.{a}");
        let place = contest.columns().iter().position(|column| column.name == name);
        let (mut won, mut games) = (0.0, 0);
        let cut_short = self.play(contest.as_ref(), bar, |game| {
            won += game[place.unwrap_or(0)];
            games += 1;
        });
        Ok(MatchUp { won, games, cut_short })
    }

    /// What a bot came to in each game that it played alone: whether it won, then its points; and what
    /// cut it short, if something did.
    fn alone(&self, bot: &str, bar: &ProgressBar) -> Result<Alone, CommandError> {
        let contest = self.contest(&[bot])?;
        let place = |start: &str| {
            let name = format!("{start}.{bot}");
            contest.columns().iter().position(|column| column.name == name).unwrap_or(0)
        };
        let (won, score) = (place("won"), place("score"));
        let mut games = Vec::new();
        let cut_short = self.play(contest.as_ref(), bar, |game| {
            let points = if game[score].is_nan() { 0.0 } else { game[score] };
            games.push((game[won], points));
        });
        Ok((games, cut_short))
    }

    fn play(
        &self,
        contest: &dyn AnyContest,
        bar: &ProgressBar,
        mut each: impl FnMut(&[f64]),
    ) -> Option<CommandError> {
        let width = contest.columns().len().max(1);
        let (games, stop) = (0..self.games, self.stop.as_ref());
        let played = run(contest, self.seed, games, self.threads, stop, |_, values| {
            bar.inc((values.len() / width) as u64);
            values.chunks_exact(width).for_each(&mut each);
        });
        match played {
            _ if stop.load(Ordering::Relaxed) => {
                Some(CommandError::Interrupted("Interrupted.".into()))
            }
            Ok(_) => None,
            Err(aborted) => Some(CommandError::input(aborted.to_string())),
        }
    }
}

/// Whether each game was won, and its points; and what cut the games short, if something did.
type Alone = (Vec<(f64, f64)>, Option<CommandError>);

fn print(out: &mut impl Write, table: &LeagueTable) -> CommandResult {
    let width = table.standings.iter().map(|standing| standing.name.len()).max().unwrap_or(0);
    let cell = width.max(16);
    write!(out, "{:<width$}  {:>6}  {:<16}", "", "rating", "95 %")?;
    for standing in &table.standings {
        write!(out, " {:>cell$}", standing.name)?;
    }
    writeln!(out)?;
    for standing in &table.standings {
        let rating = standing.rating;
        let reach = format!("{:.0} to {:.0}", rating.low, rating.high);
        write!(out, "{:<width$}  {:>6.0}  {reach:<16}", standing.name, rating.value)?;
        for share in &standing.against {
            let text = match share {
                None => "·".to_string(),
                Some(share) => format!(
                    "{:.0} % ({:.0}-{:.0})",
                    share.value * 100.0,
                    share.low * 100.0,
                    share.high * 100.0
                ),
            };
            write!(out, " {text:>cell$}")?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "\nShares of the row's first places against the column, with intervals of 95 %."
    )?;
    Ok(())
}
