//! The program, as a library: whoever writes a game brings a `main` of a few lines and has every
//! command, the terminal, the browser, records, cases, simulation and leagues, with that game on the
//! shelf beside ours:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     overwinter::run(overwinter::house().with(connect_four::entry))
//! }
//! ```
//!
//! This is also the front page of the documentation. What the program stands on, from the top down:
//!
//! | crate | what it is |
//! |---|---|
//! | [`service`](../service/index.html) | the server: tables in your browser, and the interface for programs |
//! | [`shelf`](../shelf/index.html) | the games of the house |
//! | [`outdoor_survival`](../outdoor_survival/index.html), [`postal_survival`](../postal_survival/index.html), [`outlive`](../outlive/index.html), [`survivors`](../survivors/index.html), [`yellowstone`](../yellowstone/index.html) | the games |
//! | [`connect_four`](../connect_four/index.html) | the example of how to write one |
//! | [`arena`](../arena/index.html) | contests among bots: measures, intervals, leagues |
//! | [`bots`](../bots/index.html) | what decides for a seat: random play and search |
//! | [`table`](../table/index.html) | the contract every game signs; start here to write a game |
//! | [`stage`](../stage/index.html) | what a viewer sees, as data, and how it is drawn |
//! | [`terrain`](../terrain/index.html) | hex maps |

mod cases;
mod error;
mod files;
mod games;
mod league;
mod learn;
mod lookup;
mod maps;
mod play;
mod post;
mod program_bot;
mod replay;
mod rules;
mod seats;
mod serve;
mod show;
mod sim;

use clap::{CommandFactory, Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Five survival games on one table: in a browser or a terminal, with people and with bots.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
struct Overwinter {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the games to browsers: what `overwinter` does without a command
    Serve(serve::ServeArgs),
    /// The games, their scenarios, options and seats
    Games(games::GamesArgs),
    /// Learn a game by playing it: lessons in the terminal
    Learn(learn::LearnArgs),
    /// Play a game in the terminal, or let bots play it
    Play(play::PlayArgs),
    /// Look at a recorded game, step by step, or prove it
    Replay(replay::ReplayArgs),
    /// Run rule cases: of games, from files, or from folders
    Cases(cases::CasesArgs),
    /// The rules of a game, each with the cases and tests that show it
    Rules(rules::RulesArgs),
    /// Many games among bots: means with intervals, sweeps, tables, plots and a report
    Sim(sim::SimArgs),
    /// Bots against bots: a cross table, and ratings with intervals
    League(league::LeagueArgs),
    /// Check, draw and make maps
    #[command(subcommand)]
    Map(maps::MapCommand),
    /// Run Survival by post: the game-master's desk
    #[command(subcommand)]
    Post(post::PostCommand),
    /// Print a completion script for your shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

pub use shelf::{Shelf, house};

/// Does what the command line says, with the games of this shelf.
pub fn run(shelf: Shelf) -> ExitCode {
    let shelf = &shelf;
    let done = match Overwinter::parse().command {
        None => serve::ServeArgs::default().run(shelf),
        Some(Command::Serve(serve)) => serve.run(shelf),
        Some(Command::Games(games)) => games.run(shelf),
        Some(Command::Learn(learn)) => learn.run(shelf),
        Some(Command::Play(play)) => play.run(shelf),
        Some(Command::Replay(replay)) => replay.run(shelf),
        Some(Command::Cases(cases)) => cases.run(shelf),
        Some(Command::Rules(rules)) => rules.run(shelf),
        Some(Command::Sim(sim)) => sim.run(shelf),
        Some(Command::League(league)) => league.run(shelf),
        Some(Command::Map(map)) => map.run(shelf),
        Some(Command::Post(post)) => post.run(),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Overwinter::command(), "overwinter", &mut script);
            std::io::stdout().write_all(&script).map_err(Into::into)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = error.to_string();
            if !text.is_empty() {
                eprintln!("{text}");
            }
            ExitCode::from(error.code())
        }
    }
}
