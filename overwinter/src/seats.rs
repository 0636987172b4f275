//! Who sits where: `--seats you,greedy,random`.

use crate::failure::Failure;
use table::{AnyGame, unknown};

/// Who decides for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A person at this terminal.
    Person,
    /// A bot, by name.
    Bot(String),
    /// Another program, by its command line.
    Outside(String),
}

/// The most seats that a list may name.
const MOST: usize = 10_000;

/// Reads a list of bots for a simulation: `greedy*3,random`.
pub fn bots(list: &str) -> Result<Vec<String>, Failure> {
    let mut bots = Vec::new();
    for word in list.split(',').map(str::trim) {
        let (name, count) = match word.split_once('*') {
            None => (word, 1),
            Some((name, count)) => match count.trim().parse::<usize>() {
                Ok(count @ 1..=MOST) => (name.trim(), count),
                _ => {
                    return Err(Failure::input(format!(
                        "--seats `{word}`: write how many from 1 to {MOST}, as in greedy*3"
                    )));
                }
            },
        };
        if name.is_empty() {
            return Err(Failure::input(
                "--seats: a seat is empty; write for example greedy,random",
            ));
        }
        bots.extend(std::iter::repeat_n(name.to_lowercase(), count));
    }
    match bots.len() {
        0..=MOST => Ok(bots),
        many => Err(Failure::input(format!("--seats: {many} seats are more than {MOST}"))),
    }
}

/// Reads a list of seats.
pub fn read(game: &dyn AnyGame, list: &str) -> Result<Vec<Sitter>, Failure> {
    let bots = game.bots();
    let known: Vec<&str> = ["you"].into_iter().chain(bots.iter().map(|bot| bot.name)).collect();
    let mut sitters = Vec::new();
    for word in list.split(',').map(str::trim) {
        let lower = word.to_lowercase();
        match lower.as_str() {
            "you" | "me" | "human" | "person" => sitters.push(Sitter::Person),
            "" => {
                return Err(Failure::input(
                    "--seats: a seat is empty; write for example you,greedy",
                ));
            }
            _ if lower.starts_with("cmd:") => {
                sitters.push(Sitter::Outside(word[4..].trim().to_string()));
            }
            name if bots.iter().any(|bot| bot.name == name) => {
                sitters.push(Sitter::Bot(name.into()))
            }
            _ => {
                return Err(Failure::input(format!(
                    "--seats: {}",
                    unknown("player", word, known.iter().copied())
                )));
            }
        }
    }
    Ok(sitters)
}

/// What the players are called unless they have names: `Player 1`, and `Greedy 2` for a bot. Stories
/// are told in the third person, so nobody is called "You".
pub fn names(sitters: &[Sitter], given: &[String]) -> Vec<String> {
    sitters
        .iter()
        .enumerate()
        .map(|(i, sitter)| match (given.get(i), sitter) {
            (Some(name), _) if !name.trim().is_empty() => name.trim().to_string(),
            (_, Sitter::Person) => format!("Player {}", i + 1),
            (_, Sitter::Outside(command)) => {
                // The script rather than its interpreter.
                let is_script = |word: &&str| word.contains('.') && !word.ends_with('.');
                let mut words = command.split_whitespace();
                let program = words.clone().find(is_script).or(words.next()).unwrap_or_default();
                let file = std::path::Path::new(program).file_stem().unwrap_or_default();
                format!("{} {}", file.to_string_lossy(), i + 1)
            }
            (_, Sitter::Bot(name)) => {
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
