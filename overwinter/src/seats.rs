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
