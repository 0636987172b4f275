//! Files with something wrong in them, and whether a game says so well.

use crate::dice::{Dice, Seed};
use crate::edition::Edition;
use crate::refusal::Fault;
use crate::rules::Rules;
use crate::{Setup, SetupError};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The text with one thing changed: a line dropped or doubled, a number, a word, a sign or the kind
/// of a value altered, or its end cut off.
pub fn spoiled(text: &str, dice: &mut Dice) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let says = |line: &&usize| !lines[**line].trim().is_empty() && !lines[**line].starts_with('#');
    let all: Vec<usize> = (0..lines.len()).collect();
    let telling: Vec<usize> = all.iter().filter(says).copied().collect();
    let Some(at) = dice.pick("line", &telling).copied() else {
        return "?".into();
    };
    let line = lines[at];
    let other = match dice.roll("change", 9) {
        1 => String::new(),
        2 => line.repeat(2),
        3 => replaced(line, number, dice, |_| "999".into()),
        4 => replaced(line, number, dice, |found| format!("-{found}")),
        5 => replaced(line, number, dice, |found| format!("\"{found}\"")),
        6 => replaced(line, word, dice, |found| found.chars().rev().collect()),
        7 => replaced(line, word, dice, |found| found[1..].to_string()),
        8 => replaced(line, |letter| "\"'[]{}=,".contains(letter), dice, |_| String::new()),
        _ => {
            let half: String = line.chars().take(line.chars().count() / 2).collect();
            return lines[..at].concat() + &half;
        }
    };
    lines[..at].concat() + &other + &lines[at + 1..].concat()
}

fn number(letter: char) -> bool {
    letter.is_ascii_digit()
}

fn word(letter: char) -> bool {
    letter.is_ascii_alphabetic()
}

/// The line with one run of such letters replaced.
fn replaced(
    line: &str,
    of: impl Fn(char) -> bool,
    dice: &mut Dice,
    by: impl Fn(&str) -> String,
) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (index, letter) in line.char_indices().filter(|(_, letter)| of(*letter)) {
        match runs.last_mut() {
            Some((_, end)) if *end == index => *end = index + letter.len_utf8(),
            _ => runs.push((index, index + letter.len_utf8())),
        }
    }
    match dice.pick("run", &runs) {
        Some((start, end)) => {
            format!("{}{}{}", &line[..*start], by(&line[*start..*end]), &line[*end..])
        }
        None => line.to_string(),
    }
}

/// Spoils every file of a game's house edition `times` times and opens every game of it: what is
/// wrong with what the game says, which is nothing if it never panics and every fault names a file
/// that there is, a line of it, and what is wrong in a player's words.
pub fn complaints<G: Rules>(seed: u64, times: usize) -> Vec<String> {
    let house = G::house();
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut complaints = Vec::new();
    let paths: Vec<String> = house.paths().map(str::to_string).collect();
    for path in &paths {
        let text = house.text(path).unwrap_or_default();
        for _ in 0..times {
            let other = spoiled(text, &mut dice);
            let edition = house.clone().with(path, &other);
            let opened = catch_unwind(AssertUnwindSafe(|| open_all::<G>(&edition)));
            let faults = match opened {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => error.0,
                Err(_) => {
                    complaints.push(format!("{path}: a panic on\n{other}"));
                    continue;
                }
            };
            let wrong = faults.iter().filter(|fault| !well_told(&edition, fault));
            complaints.extend(wrong.map(|fault| format!("{path}: `{fault}` on\n{other}")));
        }
    }
    complaints
}

fn open_all<G: Rules>(edition: &Edition) -> Result<(), SetupError> {
    for scenario in G::catalogue(edition)?.scenarios {
        G::open(edition, &Setup::new(scenario.id, scenario.min_seats))?;
    }
    Ok(())
}

/// Words that only those who wrote the program understand.
const JARGON: [&str; 8] =
    ["u8", "i8", "u16", "usize", "tuple", "invalid type", "missing field", "unknown variant"];

fn well_told(edition: &Edition, fault: &Fault) -> bool {
    let Ok(text) = edition.text(&fault.file) else {
        return false;
    };
    let lines = text.lines().count().max(1) + usize::from(text.ends_with('\n'));
    let placed = fault.at.is_some_and(|(line, column)| (1..=lines).contains(&line) && column > 0);
    placed && !fault.problem.is_empty() && !JARGON.iter().any(|word| fault.problem.contains(word))
}
