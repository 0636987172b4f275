//! `overwinter play`: a game in the terminal.

mod line;
mod screen;
mod script;
mod session;

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{edition, find_game, options, seed, with_scenario};
use crate::program_bot::ProgramLimits;
use crate::seats::{self, SeatPlayer};
use clap::Args;
pub use session::PlaySession;
use shelf::Shelf;
use std::io::IsTerminal;
use std::path::PathBuf;
use table::Setup;

/// Play a game in the terminal, or let bots play it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter play outdoor-survival
  overwinter play outdoor-survival --scenario search --seats you,greedy,greedy
  overwinter play outdoor-survival --seats greedy,greedy --seed 7 --json")]
pub struct PlayArgs {
    /// The game: `overwinter games` lists them
    game: String,
    /// The scenario: an id, or a .toml file of your own
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Who plays: `you` and bots, such as you,search:fast or you,greedy*3; `cmd:./mybot` is a program of
    /// your own (docs/bots.md). `overwinter games GAME` lists the bots
    #[arg(long, value_name = "LIST")]
    seats: Option<String>,
    /// What the players are called, in the order of the seats
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    names: Vec<String>,
    /// The seed of all dice: a number, or 64 hexadecimal digits; a new one if left out
    #[arg(long)]
    seed: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// A folder with an edition of your own
    #[arg(long, value_name = "DIR")]
    edition: Option<PathBuf>,
    /// Seconds that a program of your own has for each decision
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    patience: f64,
    /// Write the record of the game to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Plain lines instead of a full screen; always so in a pipe
    #[arg(long)]
    plain: bool,
    /// One JSON object per line, for programs
    #[arg(long)]
    json: bool,
}

/// How a match is shown in the terminal.
pub struct Table {
    /// Plain lines instead of a full screen.
    pub plain: bool,
    /// One JSON object per line.
    pub json: bool,
}

impl Table {
    /// Plays to the end, or until the people leave.
    pub fn play(&self, session: &mut PlaySession) -> CommandResult {
        let full_screen = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if self.json {
            script::play(session)
        } else if session.people() > 0 && full_screen && !self.plain {
            screen::play(session)
        } else {
            line::play(session)
        }
    }
}

impl PlayArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        let mut session = self.sit_down(shelf)?;
        let done = Table { plain: self.plain, json: self.json }.play(&mut session);
        if let Some(path) = &self.record {
            let over = session.game.status().outcome().is_some();
            files::write(path, session.game.record(over).to_string().as_bytes())?;
        }
        done
    }

    fn sit_down(&self, shelf: &Shelf) -> Result<PlaySession, CommandError> {
        let shelved = find_game(shelf, &self.game)?;
        let game = shelved.game.as_ref();
        let edition = edition(game, self.edition.as_deref())?;
        let (edition, scenario) = with_scenario(game, edition, self.scenario.as_deref())?;
        let players = match &self.seats {
            Some(list) => seats::read(game, list)?,
            None => {
                let catalogue = game.catalogue(&edition)?;
                let fewest = catalogue.scenarios.iter().find(|offered| offered.id == scenario);
                let fewest = fewest.map_or(1, |offered| offered.min_seats);
                let bots = (1..fewest).map(|_| SeatPlayer::Bot(game.usual_bot().into()));
                [SeatPlayer::Person].into_iter().chain(bots).collect()
            }
        };
        let mut setup = Setup::new(scenario, players.len().min(u16::MAX as usize) as u16);
        setup.names = seats::names(&players, &self.names);
        setup.options = options(&self.options)?;
        let seed = seed(self.seed.as_deref())?;
        let terms = ProgramLimits::new(self.patience)?;
        let outside = players.iter().any(|player| matches!(player, SeatPlayer::Program(_)));
        if outside && !players.contains(&SeatPlayer::Person) {
            terms.stop_on_interrupt();
        }
        let house = game.catalogue(&game.house())?;
        let greeting = format!("{}: {}", house.title, house.summary);
        let started = game.start(edition, &setup, seed)?;
        PlaySession::new(started, greeting, game.ledger(), players, seed, &terms)
    }
}
