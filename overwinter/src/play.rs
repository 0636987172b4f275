//! `overwinter play`: a game in the terminal.

mod events;
mod line;
mod menu;
mod remote;
mod resume;
mod routine;
mod save;
pub mod screen;
mod script;
mod session;
mod table_session;
mod written;

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{edition, find_game, options, seed, with_scenario};
use crate::program_bot::ProgramLimits;
use crate::seats::{self, SeatPlayer};
use crate::terminal;
use asking::Telling;
use clap::Args;
pub use events::{Events, TableEvent};
use remote::RemoteArgs;
use save::Save;
pub use session::{PlaySession, Played};
use shelf::Shelf;
use std::path::PathBuf;
use table::wording::counted;
use table::{Catalogue, Setup};
use table_session::TableSession;

/// Play a game in the terminal, or let bots play it.
#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  overwinter play                                  choose a game from a list
  overwinter play outdoor-survival
  overwinter play outdoor-survival --scenario search --seats you,greedy,greedy
  overwinter play outlive --seats you,you --names Ann,Ben
  overwinter play outdoor-survival --words         no drawings: for screen readers
  overwinter play --resume                         go on where you left
  overwinter play outdoor-survival --seats greedy,greedy --seed 7 --json
  overwinter play --server https://house.example   your games at a server
  overwinter play --server https://house.example/t/TABLE
  overwinter play outlive --server https://house.example --seats you,open,greedy

Every decision is kept as it is taken, until the game is over (docs/terminal.md).")]
pub struct PlayArgs {
    /// The game: `overwinter games` lists them; without one you choose from a list
    game: Option<String>,
    /// The scenario: an id, or a .toml file of your own
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Who plays: `you` and bots, such as you,search:fast or you,greedy*3; `cmd:./mybot` is a program of
    /// your own (docs/bots.md). At a server `open` is a seat for whoever comes first and `link` one for whoever has its
    /// link. `overwinter games GAME` lists the bots
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
    /// Go on with a game that is not over: the one in this file; the newest, or the newest of GAME, if left
    /// out
    #[arg(long, value_name = "FILE", num_args = 0..=1,
        conflicts_with_all = ["scenario", "seats", "names", "seed", "options", "edition", "json"])]
    resume: Option<Option<PathBuf>>,
    /// Seconds that a program of your own has for each decision
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    patience: f64,
    /// Write the record of the game to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Plain lines instead of a full screen; always so in a pipe and where TERM is `dumb`
    #[arg(long)]
    plain: bool,
    /// In words alone, for screen readers: plain lines without any drawing
    #[arg(long, conflicts_with = "json")]
    words: bool,
    /// Do by itself what has only one answer, such as a roll; at the table `routine` changes it
    #[arg(long)]
    routine: bool,
    /// One JSON object per line, for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: RemoteArgs,
}

/// How a match is shown in the terminal.
pub struct DisplayMode {
    /// Plain lines instead of a full screen.
    pub plain: bool,
    /// Plain lines without any drawing.
    pub words: bool,
    /// One JSON object per line.
    pub json: bool,
    /// What has only one answer is done by itself.
    pub routine: bool,
}

impl DisplayMode {
    /// Plays to the end, or until the people leave.
    pub fn play(&self, session: &mut PlaySession) -> CommandResult {
        match self.json {
            true => script::play(session),
            false => self.show(session),
        }
    }

    /// The same for people.
    fn show(&self, session: &mut dyn TableSession) -> CommandResult {
        let full_screen = terminal::has_person() && !terminal::is_dumb();
        let done = if session.people() > 0 && full_screen && !self.plain && !self.words {
            screen::play(session, self.routine)
        } else {
            let telling = if self.words { Telling::Words } else { Telling::Drawn };
            line::play(session, telling, self.routine)
        };
        // Somebody who was interrupted is told where the game is.
        match (done, session.how_to_go_on()) {
            (Err(error @ CommandError::Signalled(..)), Some(told)) => Err(error.with(&told)),
            (done, _) => done,
        }
    }
}

impl PlayArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        if let Some(path) = &self.record {
            files::writable(path).map_err(|error| error.with("--record cannot be written"))?;
        }
        if self.remote.server.is_some() {
            return remote::play(self, shelf);
        }
        let session = match (&self.resume, &self.game) {
            (Some(file), game) => {
                let terms = ProgramLimits::new(self.patience)?;
                resume::session(shelf, file.as_deref(), game.as_deref(), &terms)?
            }
            (None, Some(game)) => Some(self.sit_down(shelf, game)?),
            (None, None) => match menu::choose(shelf, menu::Place::Here)? {
                Some(chosen) => {
                    let scenario = self.scenario.clone().or(Some(chosen.scenario));
                    let seats = self.seats.clone().or(Some(chosen.seats));
                    let asked = PlayArgs { scenario, seats, ..self.clone() };
                    Some(asked.sit_down(shelf, &chosen.game)?)
                }
                None => None,
            },
        };
        let Some(mut session) = session else { return Ok(()) };
        let done = self.display().play(&mut session);
        if let Some(path) = &self.record {
            let over = session.game.status().outcome().is_some();
            files::write(path, session.game.record(over).to_string().as_bytes())?;
        }
        session.close().and(done)
    }

    fn display(&self) -> DisplayMode {
        let PlayArgs { plain, words, json, routine, .. } = *self;
        DisplayMode { plain, words, json, routine }
    }

    fn sit_down(&self, shelf: &Shelf, game: &str) -> Result<PlaySession, CommandError> {
        let shelved = find_game(shelf, game)?;
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
        if self.names.len() > players.len() {
            return Err(CommandError::input(format!(
                "--names: {} names for {}",
                self.names.len(),
                counted(players.len() as i64, "seat", "seats")
            )));
        }
        let mut setup = Setup::new(scenario, players.len().min(u16::MAX as usize) as u16);
        setup.names = seats::names(&players, &self.names);
        setup.options = options(&self.options)?;
        let seed = seed(self.seed.as_deref())?;
        let terms = ProgramLimits::new(self.patience)?;
        let people = players.contains(&SeatPlayer::Person);
        let outside = players.iter().any(|player| matches!(player, SeatPlayer::Program(_)));
        if outside && !people {
            terms.stop_on_interrupt();
        }
        // What is wrong with a file of one's own is told by whoever sets it up, all of it at once.
        let started = game.start(edition.clone(), &setup, seed)?;
        let catalogue = game.catalogue(&edition).or_else(|_| game.catalogue(&game.house()))?;
        let played = played(&catalogue, &setup.scenario);
        // A game among bots, or of a program that answers, has nobody who would go on with it.
        let save = (people && !self.json).then(|| Save::new(&save::folder(), &players));
        let session = PlaySession::new(started, played, game.ledger(), players, seed, &terms)?;
        Ok(match save {
            Some(save) => session.kept(save),
            None => session,
        })
    }
}

/// What is played: the game of this catalogue, and the scenario of this id.
fn played(catalogue: &Catalogue, scenario: &str) -> Played {
    let game = format!("{}: {}", catalogue.title, catalogue.summary);
    match catalogue.scenarios.iter().find(|known| known.id == scenario) {
        Some(known) => Played {
            title: known.name.clone(),
            greeting: format!("{game}\n{}: {}", known.name, known.summary),
        },
        None => Played { title: scenario.to_string(), greeting: game },
    }
}
