//! Who sits where: `--seats you,greedy*2,random`.

use crate::error::CommandError;
use crate::program_bot::{ProgramBot, ProgramLimits};
use crate::terminal::clean_name;
use arena::{ExternalBot, ExternalBots, ExternalSeat};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{AnyGame, unknown};

/// Who decides for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatPlayer {
    /// A person at this terminal.
    Person,
    /// A bot, by name.
    Bot(String),
    /// Another program, by its command line.
    Program(String),
}

impl SeatPlayer {
    /// The player as in a list of seats.
    pub fn word(&self) -> String {
        match self {
            SeatPlayer::Person => "you".into(),
            SeatPlayer::Bot(name) => name.clone(),
            SeatPlayer::Program(command) => format!("cmd:{command}"),
        }
    }
}

/// The most seats that a list may name.
const MOST: usize = 10_000;

/// Who takes part in a contest.
#[derive(Clone, Default)]
pub struct Lineup {
    /// Bots by name, one for each seat; programs from outside by what they are called here.
    pub names: Vec<String>,
    /// What is started for a name that stands for a program.
    pub programs: BTreeMap<String, String>,
}

impl Lineup {
    /// Reads a list of bots for a simulation: `greedy*3,random,cmd:./mybot`.
    pub fn read(list: &str) -> Result<Lineup, CommandError> {
        Lineup::of(&seat_words(list, "greedy,random")?)
    }

    /// These bots and programs. A program is called by its file; by its whole command where two would
    /// be called the same.
    pub fn of(words: &[&str]) -> Result<Lineup, CommandError> {
        let commands: BTreeSet<&str> = words
            .iter()
            .filter(|word| is_program(word))
            .map(|word| word.get(4..).unwrap_or_default().trim())
            .collect();
        if commands.contains("") {
            return Err(CommandError::input("`cmd:` needs a program, as in cmd:./mybot"));
        }
        let mut lineup = Lineup::default();
        for word in words {
            if !is_program(word) {
                lineup.names.push(word.to_lowercase());
                continue;
            }
            let command = word.get(4..).unwrap_or_default().trim();
            let short = script(command);
            let alone = commands.iter().filter(|other| script(other) == short).count() == 1;
            let name = format!("cmd:{}", if alone { short } else { command.into() });
            lineup.programs.insert(name.clone(), command.to_string());
            lineup.names.push(name);
        }
        Ok(lineup)
    }

    /// Programs by what they are called, ready to be started on these terms.
    pub fn external_bots(
        programs: &BTreeMap<String, String>,
        terms: &ProgramLimits,
    ) -> ExternalBots {
        programs.iter().fold(ExternalBots::default(), |guests, (name, command)| {
            let (command, terms) = (command.clone(), terms.clone());
            let invite = move |welcome: &ExternalSeat<'_>| {
                Ok(Box::new(ProgramBot::start(&command, welcome, &terms)?) as Box<dyn ExternalBot>)
            };
            guests.with(name, Arc::new(invite))
        })
    }
}

/// The words of a list, one for each seat: `greedy*3` stands for three.
pub fn seat_words<'a>(list: &'a str, example: &str) -> Result<Vec<&'a str>, CommandError> {
    let mut words = Vec::new();
    for word in list.split(',').map(str::trim) {
        let (name, count) = match word.rsplit_once('*') {
            None => (word, 1),
            Some((name, count)) => match count.trim().parse::<usize>() {
                Ok(count @ 1..=MOST) => (name.trim(), count),
                _ if is_program(word) => (word, 1),
                _ => {
                    return Err(CommandError::input(format!(
                        "--seats `{word}`: write how many from 1 to {MOST}, as in greedy*3"
                    )));
                }
            },
        };
        if name.is_empty() {
            let problem = format!("--seats: a seat is empty; write for example {example}");
            return Err(CommandError::input(problem));
        }
        words.extend(std::iter::repeat_n(name, count));
    }
    match words.len() {
        0..=MOST => Ok(words),
        many => Err(CommandError::input(format!("--seats: {many} seats are more than {MOST}"))),
    }
}

/// Whether a word of a list stands for a program from outside.
fn is_program(word: &str) -> bool {
    word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("cmd:"))
}

/// The file of a command: the script rather than its interpreter.
fn script(command: &str) -> String {
    let is_script = |word: &&str| word.contains('.') && !word.ends_with('.');
    let mut words = command.split_whitespace();
    let program = words.clone().find(is_script).or(words.next()).unwrap_or_default();
    std::path::Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a list of seats for a game with people: `you,greedy*3,cmd:./mybot`.
pub fn read(game: &dyn AnyGame, list: &str) -> Result<Vec<SeatPlayer>, CommandError> {
    seat_words(list, "you,greedy")?.into_iter().map(|word| player(game, word)).collect()
}

/// The player of one word of such a list.
pub fn player(game: &dyn AnyGame, word: &str) -> Result<SeatPlayer, CommandError> {
    let bots = game.bots();
    let lower = word.to_lowercase();
    match lower.as_str() {
        "you" | "me" | "human" | "person" => Ok(SeatPlayer::Person),
        _ if is_program(word) => {
            let command = word.get(4..).unwrap_or_default().trim();
            Ok(SeatPlayer::Program(command.to_string()))
        }
        name if bots.iter().any(|bot| bot.name == name) => Ok(SeatPlayer::Bot(name.into())),
        _ => {
            let known = ["you"].into_iter().chain(bots.iter().map(|bot| bot.name));
            let known: Vec<&str> = known.collect();
            Err(CommandError::input(format!("--seats: {}", unknown("player", word, known))))
        }
    }
}

/// What the players are called unless they have names: `Player 1`, and `Greedy 2` for a bot. Stories
/// are told in the third person, so nobody is called "You".
pub fn names(players: &[SeatPlayer], given: &[String]) -> Vec<String> {
    players
        .iter()
        .enumerate()
        .map(|(i, player)| match (given.get(i), player) {
            (Some(name), _) if !name.trim().is_empty() => clean_name(name.trim()),
            (_, SeatPlayer::Person) => format!("Player {}", i + 1),
            (_, SeatPlayer::Program(command)) => {
                let file = script(command);
                let stem = std::path::Path::new(&file).file_stem().unwrap_or_default();
                format!("{} {}", stem.to_string_lossy(), i + 1)
            }
            (_, SeatPlayer::Bot(name)) => {
                let mut letters = name.chars();
                let first = letters
                    .next()
                    .map(|letter| letter.to_uppercase().to_string())
                    .unwrap_or_default();
                format!("{first}{} {}", letters.as_str(), i + 1)
            }
        })
        .collect()
}
