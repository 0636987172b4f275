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

mod admin;
mod bench;
mod cases;
mod completions;
mod error;
mod files;
mod games;
mod keys;
mod league;
mod learn;
mod lookup;
mod mail;
mod manual;
mod maps;
mod people;
mod play;
mod post;
mod program_bot;
mod replay;
mod rules;
mod seats;
mod serve;
mod show;
mod sim;
mod store;
mod terminal;
mod traces;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::io::Write;
use std::process::ExitCode;

/// Five survival games on one table: in a browser or a terminal, with people and with bots.
#[derive(Parser)]
#[command(
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = "\
Examples:
  overwinter                        serve the games to your browser
  overwinter games                  what there is to play
  overwinter learn outlive 1        the first lesson of a game
  overwinter play                   play in this terminal
  overwinter play --resume          go on where you left"
)]
struct Overwinter {
    /// When colours are used; NO_COLOR, CLICOLOR and TERM=dumb count too
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: terminal::ColourChoice,
    /// Whether boards are drawn for a light or for a dark terminal
    #[arg(long, global = true, value_enum, value_name = "SHADE", default_value = "auto")]
    theme: terminal::ThemeChoice,
    /// Draw boards with ASCII alone; so too where the locale is not UTF-8
    #[arg(long, global = true)]
    ascii: bool,
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
    /// How many decisions a second the games take on this machine
    Bench(bench::BenchArgs),
    /// Look at the settings of a server's mail
    Mail(mail::MailArgs),
    /// Check, draw and make maps
    #[command(subcommand)]
    Map(maps::MapCommand),
    /// Run Survival by post: the game-master's desk
    #[command(subcommand)]
    Post(post::PostCommand),
    /// Show or replace the keys of a server that is not running
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Move, keep and check the games of a server
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// See and steer a server that runs, at its operator's address
    Admin(admin::AdminArgs),
    /// See who plays at a server that runs, and say what somebody may do
    People(people::PeopleArgs),
    /// Print a completion script for your shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page, or write those of all commands into a folder
    Man(manual::ManArgs),
}

pub use shelf::{Shelf, house};

/// Does what the command line says, with the games of this shelf.
pub fn run(shelf: Shelf) -> ExitCode {
    let shelf = &shelf;
    completions::answer_shell(Overwinter::command, shelf);
    let command = Overwinter::command().color(colour_asked_for().into());
    let matches = match command.try_get_matches() {
        Ok(matches) => matches,
        Err(error) if error.kind() == ErrorKind::ValueValidation => {
            let _ = write!(std::io::stderr(), "{}", in_our_words(&error.to_string()));
            return ExitCode::from(2);
        }
        Err(error) => error.exit(),
    };
    let asked = Overwinter::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    terminal::choose_colour(asked.color);
    terminal::choose_look(asked.theme, asked.ascii);
    let done = match asked.command {
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
        Some(Command::Bench(bench)) => bench.run(shelf),
        Some(Command::Mail(mail)) => mail.run(),
        Some(Command::Map(map)) => map.run(shelf),
        Some(Command::Post(post)) => post.run(),
        Some(Command::Keys(keys)) => keys.run(),
        Some(Command::Store(store)) => store.run(shelf),
        Some(Command::Admin(admin)) => admin.run(),
        Some(Command::People(people)) => people.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(Overwinter::command()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = error.to_string();
            if !text.is_empty() {
                // Where nobody can read it any more, the exit code says enough.
                let _ = writeln!(std::io::stderr(), "{}", terminal::clean(&text));
            }
            ExitCode::from(error.code())
        }
    }
}

/// What the command line says of colours, before it is read: for what is said of the command line itself.
fn colour_asked_for() -> terminal::ColourChoice {
    let words: Vec<String> = std::env::args().collect();
    let after = words.iter().position(|word| word == "--color").and_then(|at| words.get(at + 1));
    let asked = words.iter().find_map(|word| word.strip_prefix("--color="));
    let asked = asked.or(after.map(String::as_str));
    asked.and_then(|word| terminal::ColourChoice::from_str(word, true).ok()).unwrap_or_default()
}

/// What readers of numbers and addresses say, and what a person should hear instead.
const WORDS: [(&str, &str); 6] = [
    ("invalid digit found in string", "say a whole number"),
    ("cannot parse integer from empty string", "say a whole number"),
    ("number too large to fit in target type", "that number is too large"),
    ("invalid float literal", "say a number"),
    ("cannot parse float from empty string", "say a number"),
    ("invalid socket address syntax", "say an address and a port, such as 127.0.0.1:8080"),
];

fn in_our_words(text: &str) -> String {
    WORDS.iter().fold(text.to_string(), |text, (theirs, ours)| text.replace(theirs, ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound_and_every_help_has_examples() {
        fn check(command: &clap::Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:"), "`{}` has no examples", command.get_name());
            command.get_subcommands().for_each(check);
        }
        let command = Overwinter::command();
        command.clone().debug_assert();
        check(&command);
    }

    /// The words after `overwinter` in the files for operators.
    fn commands_in_files() -> Vec<(&'static str, Vec<String>)> {
        let unit = include_str!("../../docs/operations/overwinter.service").replace("\\\n", " ");
        let started = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap_or("");
        let started = started.split_whitespace().skip(1).map(str::to_string).collect();
        let compose = include_str!("../../docs/operations/compose.yaml");
        let (_, list) = compose.split_once("command: [").unwrap_or_default();
        let (list, _) = list.split_once(']').unwrap_or_default();
        let words = list.split('"').skip(1).step_by(2).map(str::to_string).collect();
        vec![("overwinter.service", started), ("compose.yaml", words)]
    }

    #[test]
    fn what_the_files_for_operators_start_is_understood() {
        for (file, words) in commands_in_files() {
            assert!(words.len() > 6 && words[0] == "serve", "{file}: {words:?}");
            let asked = std::iter::once("overwinter".to_string()).chain(words);
            let read = Overwinter::command().try_get_matches_from(asked);
            assert!(read.is_ok(), "{file}: {}", read.unwrap_err());
        }
    }
}
