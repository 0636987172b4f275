//! What a shell offers when somebody presses Tab: commands and options, and also games, scenarios, bots,
//! options of games and lessons, as the program knows them.

use crate::error::CommandResult;
use clap::{Args, Command};
use clap_complete::env::{CompleteEnv, Shells};
use clap_complete::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate, Shell};
use shelf::{Means, Shelf, Shelved};
use std::ffi::OsStr;
use std::io::Write;
use table::{LessonCourse, OptionKind};

/// The variable by which a shell asks the program what could be written.
const VARIABLE: &str = "OVERWINTER_COMPLETE";

/// Print a completion script for your shell.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bash:        echo 'source <(overwinter completions bash)' >> ~/.bashrc
  zsh:         echo 'source <(overwinter completions zsh)' >> ~/.zshrc
  fish:        overwinter completions fish > ~/.config/fish/completions/overwinter.fish
  PowerShell:  echo 'overwinter completions powershell | Out-String | Invoke-Expression' >> $PROFILE

The script asks the program, which knows its games, scenarios, bots, options and lessons.")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    /// Runs the command.
    pub fn run(&self) -> CommandResult {
        let mut script = Vec::new();
        if let Some(shell) = Shells::builtins().completer(&self.shell.to_string()) {
            let program = "overwinter";
            shell.write_registration(VARIABLE, program, program, program, &mut script)?;
        }
        std::io::stdout().write_all(&script).map_err(Into::into)
    }
}

/// Answers a shell that asks what could be written, and ends; does nothing otherwise.
pub fn answer_shell(command: impl Fn() -> Command, shelf: &Shelf) {
    CompleteEnv::with_factory(|| with_candidates(command(), shelf)).var(VARIABLE).complete();
}

/// The command with what its arguments can be.
fn with_candidates(command: Command, shelf: &Shelf) -> Command {
    let within = command.get_name().to_string();
    command
        .mut_args(|arg| {
            let shelf = shelf.clone();
            match (within.as_str(), arg.get_id().as_str()) {
                (_, "game") | ("cases", "from") => {
                    arg.add(ArgValueCandidates::new(move || games(&shelf)))
                }
                (_, "scenario") => arg.add(ArgValueCandidates::new(move || scenarios(&shelf))),
                ("play" | "sim", "seats") | ("league", "bots") => {
                    arg.add(ArgValueCompleter::new(move |word: &OsStr| bots(&shelf, word)))
                }
                (_, "options") => {
                    arg.add(ArgValueCompleter::new(move |word: &OsStr| options(&shelf, word)))
                }
                (_, "lesson") => arg.add(ArgValueCandidates::new(move || lessons(&shelf))),
                _ => arg,
            }
        })
        .mut_subcommands(|inner| with_candidates(inner, shelf))
}

fn candidate(word: impl Into<String>, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(word.into()).help(Some(about.to_string().into()))
}

fn games(shelf: &Shelf) -> Vec<CompletionCandidate> {
    let about = |shelved: &Shelved| {
        let game = shelved.game.as_ref();
        game.catalogue(&game.house()).map(|catalogue| catalogue.title).unwrap_or_default()
    };
    let games = shelf.games(Means::default());
    games.iter().map(|shelved| candidate(shelved.game.id(), &about(shelved))).collect()
}

/// The games that the words of the command line name, or all of them; the postal desk has one.
fn meant(shelf: &Shelf) -> Vec<Shelved> {
    let words: Vec<String> = std::env::args().skip_while(|word| word != "--").collect();
    let named = |shelved: &Shelved| {
        let id = shelved.game.id();
        words.iter().any(|word| word == id)
            || (id == "postal-survival" && words.get(2).is_some_and(|word| word == "post"))
    };
    let mut games = shelf.games(Means::default());
    if games.iter().any(named) {
        games.retain(named);
    }
    games
}

fn scenarios(shelf: &Shelf) -> Vec<CompletionCandidate> {
    let mut found = Vec::new();
    for shelved in meant(shelf) {
        let catalogue = shelved.game.catalogue(&shelved.game.house());
        let scenarios = catalogue.map(|catalogue| catalogue.scenarios).unwrap_or_default();
        found.extend(scenarios.iter().map(|scenario| candidate(&scenario.id, &scenario.name)));
    }
    found
}

/// The next player of a list such as `you,greedy`.
fn bots(shelf: &Shelf, word: &OsStr) -> Vec<CompletionCandidate> {
    let word = word.to_string_lossy();
    let (before, begun) = word.rfind(',').map_or(("", &*word), |comma| word.split_at(comma + 1));
    let mut players = vec![("you", "A person at this terminal")];
    for shelved in meant(shelf) {
        let bots = shelved.game.bots();
        players.extend(bots.iter().map(|bot| (bot.name, bot.about)));
    }
    players.sort_by_key(|(name, _)| (*name != "you", *name));
    players.dedup_by_key(|(name, _)| *name);
    players.retain(|(name, _)| name.starts_with(begun));
    players.iter().map(|(name, about)| candidate(format!("{before}{name}"), about)).collect()
}

/// An option of a game with each of its values.
fn options(shelf: &Shelf, word: &OsStr) -> Vec<CompletionCandidate> {
    let word = word.to_string_lossy();
    let mut found = Vec::new();
    for shelved in meant(shelf) {
        let catalogue = shelved.game.catalogue(&shelved.game.house());
        for option in catalogue.map(|catalogue| catalogue.options).unwrap_or_default() {
            let values = match &option.kind {
                OptionKind::Flag => vec!["on".to_string(), "off".to_string()],
                OptionKind::Choice(words) => words.iter().map(ToString::to_string).collect(),
                OptionKind::Number(least, most) => vec![least.to_string(), most.to_string()],
            };
            let written = values.iter().map(|value| format!("{}={value}", option.key));
            let begun = written.filter(|text| text.starts_with(&*word));
            found.extend(begun.map(|text| candidate(text, &option.about)));
        }
    }
    found
}

fn lessons(shelf: &Shelf) -> Vec<CompletionCandidate> {
    let mut found = Vec::new();
    for shelved in meant(shelf) {
        let course = LessonCourse::parse(&shelved.game.lessons());
        let lessons = course.map(|course| course.lessons).unwrap_or_default();
        let numbered = (1..).zip(&lessons);
        found.extend(numbered.map(|(number, one)| candidate(number.to_string(), &one.title)));
    }
    found
}
