//! `overwinter bench`: how many decisions a second the games take on this machine, beside a peer in the same run.

mod peers;

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{all_games, find_game_without_clock};
use crate::terminal;
use arena::plot::{Bar, bars};
use arena::statistics::Estimate;
use arena::{AnyContest, ExternalBots, Seating};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use peers::{Peer, Unmeasured};
use shelf::Shelf;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use table::{Seed, Setup};

/// How many decisions a second the games take on this machine, beside a peer in the same run.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter bench                                  every game, one core, one minute
  overwinter bench survivors/tollgate/2/greedy      one contest
  overwinter bench outlive yellowstone --seconds 20 --svg speed.svg
  overwinter bench --openspiel venv/bin/python      beside OpenSpiel, installed by `pip install open_spiel`
  overwinter bench --rally votes-for-women          beside rules of Rally the Troops that you have, by Node.js
Every contest is played on one thread in three turns, one contest after the other in each; shown are the median and the
slowest and quickest turn. Other work of the machine slows them down.")]
pub struct BenchArgs {
    /// What to play: GAME, GAME/SCENARIO, GAME/SCENARIO/SEATS or GAME/SCENARIO/SEATS/BOTS, such as
    /// survivors/tollgate/2/greedy; usual contests of all games if left out
    contests: Vec<String>,
    /// How long it may take in all
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// The Python that has OpenSpiel, which plays connect four at random; python3 if it has it
    #[arg(long, value_name = "PYTHON")]
    openspiel: Option<PathBuf>,
    /// A folder with rules of Rally the Troops (rules.js), played at random by Node.js, with a view made at each step
    #[arg(long, value_name = "DIR")]
    rally: Option<PathBuf>,
    /// Draw the figures into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is played if nothing is said, of the games that are on the shelf: game, scenario, seats, bots.
const USUAL: [(&str, &str, u16, &str); 9] = [
    ("outdoor-survival", "lost", 1, "random"),
    ("outdoor-survival", "search", 4, "random"),
    ("postal-survival", "first-run", 12, "random"),
    ("outlive", "convoy", 4, "random"),
    ("outlive", "convoy", 4, "greedy"),
    ("survivors", "forecourt", 2, "random"),
    ("survivors", "tollgate", 2, "greedy"),
    ("yellowstone", "standard", 4, "random"),
    ("yellowstone", "standard", 4, "greedy"),
];

/// Turns of every contest.
const TURNS: usize = 3;

/// The longest time that may be asked for: a day.
const LONGEST: f64 = 86_400.0;

/// The seed of all games, so that everybody plays the same.
const SEED: u64 = 1;

/// A contest to be timed.
struct Contest {
    name: String,
    contest: Box<dyn AnyContest>,
    speeds: Vec<f64>,
}

/// How fast something is, in decisions a second.
#[derive(Clone, Debug, serde::Serialize)]
struct Speed {
    name: String,
    median: f64,
    slowest: f64,
    quickest: f64,
}

impl Speed {
    /// The median and the ends of some turns, of which there is at least one.
    fn of(name: &str, mut turns: Vec<f64>) -> Speed {
        turns.sort_by(f64::total_cmp);
        let at = |place: usize| turns.get(place).copied().unwrap_or(0.0);
        let last = turns.len().saturating_sub(1);
        Speed { name: name.into(), median: at(last / 2), slowest: at(0), quickest: at(last) }
    }
}

impl BenchArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        if !(0.1..=LONGEST).contains(&self.seconds) {
            let problem = format!("--seconds {}: say a number from 0.1 to {LONGEST}", self.seconds);
            return Err(CommandError::input(problem));
        }
        if let Some(path) = &self.svg {
            files::writable(path)?;
        }
        let mut contests = self.contests(shelf)?;
        let (peers, missing) = peers::found(self.openspiel.as_deref(), self.rally.as_deref())?;
        let turns = TURNS * (contests.len() + peers.len());
        let slice = Duration::from_secs_f64(self.seconds / turns.max(1) as f64);
        let peers = self.play(&mut contests, &peers, slice)?;
        let games: Vec<Speed> =
            contests.into_iter().map(|played| Speed::of(&played.name, played.speeds)).collect();
        if let Some(path) = &self.svg {
            files::write(path, drawing(&games, &peers).as_bytes())?;
        }
        match self.json {
            true => {
                let line = serde_json::json!({
                    "unit": "decisions per second on one core",
                    "program": env!("CARGO_PKG_VERSION"), "games": games, "peers": peers,
                });
                writeln!(terminal::stdout(), "{}", terminal::escaped(&line.to_string()))?;
                Ok(())
            }
            false => print(&games, &peers, &missing),
        }
    }

    /// The contests that were asked for, or the usual ones and the first scenario of every game that has none there.
    fn contests(&self, shelf: &Shelf) -> Result<Vec<Contest>, CommandError> {
        if !self.contests.is_empty() {
            return self.contests.iter().map(|asked| contest(shelf, asked)).collect();
        }
        let mut words = Vec::new();
        for shelved in all_games(shelf) {
            let id = shelved.game.id();
            let before = words.len();
            for (game, scenario, seats, bots) in USUAL {
                if game == id {
                    words.push(format!("{game}/{scenario}/{seats}/{bots}"));
                }
            }
            if words.len() == before {
                words.push(id.to_string());
            }
        }
        words.iter().map(|asked| contest(shelf, asked)).collect()
    }

    /// Every contest and every peer in turn, so that whatever else the machine does meets all of them.
    fn play(
        &self,
        contests: &mut [Contest],
        peers: &[Peer],
        slice: Duration,
    ) -> Result<Vec<Speed>, CommandError> {
        let turns = (TURNS * (contests.len() + peers.len())) as u64;
        let bar = ProgressBar::new(turns);
        if let Ok(style) = ProgressStyle::with_template("{bar:32} {percent}% {eta} left  {msg}") {
            bar.set_style(style);
        }
        let mut theirs = vec![Vec::new(); peers.len()];
        for _ in 0..TURNS {
            for played in contests.iter_mut() {
                bar.set_message(played.name.clone());
                played.speeds.push(timed(played.contest.as_ref(), slice));
                bar.inc(1);
            }
            for (peer, speeds) in peers.iter().zip(&mut theirs) {
                bar.set_message(peer.name.clone());
                speeds.push(peer.timed(slice)?);
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        Ok(peers.iter().zip(theirs).map(|(peer, turns)| Speed::of(&peer.name, turns)).collect())
    }
}

/// A contest as it is written: GAME, then what is left out is usual.
fn contest(shelf: &Shelf, asked: &str) -> Result<Contest, CommandError> {
    let wrong = |why: String| CommandError::input(format!("`{asked}`: {why}"));
    let parts: Vec<&str> = asked.split('/').collect();
    let [game, rest @ ..] = parts.as_slice() else { return Err(wrong("say a game".into())) };
    if rest.len() > 3 {
        return Err(wrong("say GAME/SCENARIO/SEATS/BOTS at most".into()));
    }
    let shelved = find_game_without_clock(shelf, game)?;
    let house = shelved.game.house();
    let catalogue = shelved.game.catalogue(&house)?;
    let offered = match rest.first() {
        None => catalogue.scenarios.first(),
        Some(id) => catalogue.scenarios.iter().find(|offered| offered.id == *id),
    };
    let Some(offered) = offered else {
        let ids = catalogue.scenarios.iter().map(|offered| offered.id.as_str());
        let ids: Vec<&str> = ids.collect();
        return Err(wrong(format!("there is no such scenario; there are {}", ids.join(", "))));
    };
    let seats = match rest.get(1) {
        None => offered.seats_near(2),
        Some(word) => word.parse().map_err(|_| wrong(format!("`{word}` is no number of seats")))?,
    };
    let words = rest.get(2).copied().unwrap_or("random");
    let bots = words.split(',').map(|bot| bot.trim().to_string());
    let bots: Vec<String> = bots.cycle().take(usize::from(seats)).collect();
    let setup = Setup::new(&offered.id, seats);
    let nobody = ExternalBots::default();
    let contest = shelved.arena.open(&house, &setup, &bots, Seating::Fixed, &nobody)?;
    let people = if seats == 1 { "1 seat".into() } else { format!("{seats} seats") };
    Ok(Contest {
        name: format!("{}, {}, {people}, {words}", catalogue.title, offered.name),
        contest,
        speeds: Vec::new(),
    })
}

/// Decisions a second of games from the first on, for so long; a game that was begun is played to its end, and the first
/// one whatever it takes.
fn timed(contest: &dyn AnyContest, slice: Duration) -> f64 {
    let (seed, start, mut values) = (Seed::from_number(SEED), Instant::now(), Vec::new());
    let mut decisions = contest.play(seed, 0..1, &|| true, &mut values).decisions;
    let mut next = 1;
    while start.elapsed() < slice {
        let batch = next..next + contest.batch().max(1);
        next = batch.end;
        values.clear();
        let go_on = || start.elapsed() < slice;
        decisions += contest.play(seed, batch, &go_on, &mut values).decisions;
    }
    decisions as f64 / start.elapsed().as_secs_f64()
}

/// Figures in millions, as a picture.
fn drawing(games: &[Speed], peers: &[Speed]) -> String {
    let row = |speed: &Speed| Bar {
        name: speed.name.clone(),
        estimate: Estimate {
            value: speed.median / 1e6,
            low: speed.slowest / 1e6,
            high: speed.quickest / 1e6,
        },
    };
    let rows: Vec<Bar> = games.iter().chain(peers).map(row).collect();
    bars(
        "Million decisions per second on one core (line: slowest to quickest turn)",
        &rows,
        false,
        None,
    )
}

fn print(games: &[Speed], peers: &[Speed], missing: &[Unmeasured]) -> CommandResult {
    let mut out = terminal::stdout();
    let width = games.iter().chain(peers).map(|speed| speed.name.chars().count()).max();
    let width = width.unwrap_or(0);
    write!(out, "{:width$}  {:>12}  {:>25}", "", "decisions/s", "slowest to quickest turn")?;
    for peer in peers {
        write!(out, "  {:>9}", format!("x {}", peers::short(&peer.name)))?;
    }
    writeln!(out)?;
    for speed in games.iter().chain(peers) {
        let reach = format!("{} to {}", grouped(speed.slowest), grouped(speed.quickest));
        write!(out, "{:width$}  {:>12}  {reach:>25}", speed.name, grouped(speed.median))?;
        for peer in peers {
            write!(out, "  {:>9}", ratio(speed.median / peer.median))?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "\nMedians of {TURNS} turns on one thread, all in one run; decisions of all seats together."
    )?;
    if !peers.is_empty() {
        writeln!(out, "Peers play their own game, so a ratio compares houses, not rules.")?;
    }
    for unmeasured in missing {
        writeln!(out, "{unmeasured}")?;
    }
    Ok(())
}

/// How many times as much: with two digits that mean something.
fn ratio(times: f64) -> String {
    match times {
        _ if !times.is_finite() => "–".into(),
        _ if times >= 10.0 => format!("{times:.0}"),
        _ => format!("{times:.2}"),
    }
}

/// A whole number with its thousands apart.
fn grouped(number: f64) -> String {
    let digits = format!("{:.0}", number.max(0.0));
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_as_people_write_them() {
        assert_eq!(
            [0.0, 999.4, 1_000.0, 1_234_567.0].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!([0.5, 9.99, 38.2, f64::INFINITY].map(ratio), ["0.50", "9.99", "38", "–"]);
    }

    #[test]
    fn the_median_is_the_middle_and_the_ends_are_told() {
        let speed = Speed::of("x", vec![3.0, 1.0, 2.0]);
        assert_eq!((speed.slowest, speed.median, speed.quickest), (1.0, 2.0, 3.0));
    }

    #[test]
    fn what_is_usual_can_be_opened_and_played() {
        let shelf = shelf::house();
        for (game, scenario, seats, bots) in USUAL {
            let played = contest(&shelf, &format!("{game}/{scenario}/{seats}/{bots}"));
            let played = played.unwrap_or_else(|error| panic!("{game} {scenario}: {error}"));
            assert!(timed(played.contest.as_ref(), Duration::ZERO) > 0.0, "{}", played.name);
        }
    }

    #[test]
    fn what_cannot_be_played_is_told() {
        let shelf = shelf::house();
        let told = |asked: &str| match contest(&shelf, asked) {
            Ok(_) => "it can be played".to_string(),
            Err(error) => error.to_string(),
        };
        for (asked, words) in [
            ("outlief", "outlive"),
            ("outlive/nowhere", "there is no such scenario; there are "),
            ("outlive/convoy/many", "`many` is no number of seats"),
            ("outlive/convoy/9", "seats"),
            ("outlive/convoy/2/greedi", "did you mean `greedy`?"),
            ("outlive/convoy/2/greedy/more", "say GAME/SCENARIO/SEATS/BOTS at most"),
        ] {
            assert!(told(asked).contains(words), "{asked}: {}", told(asked));
        }
    }
}
