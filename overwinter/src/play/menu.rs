//! What somebody is asked who starts a game without saying which.

use crate::error::CommandError;
use crate::lookup::find_game;
use crate::seats;
use crate::terminal;
use shelf::{Means, Shelf};
use std::io::{BufRead, Write};
use std::ops::RangeInclusive;
use table::AnyGame;

/// What was chosen.
pub struct MenuChoice {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Who plays, as a list of seats.
    pub seats: String,
}

/// Where a table is to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In this program.
    Here,
    /// At a server, where others can come.
    Server,
}

/// Lets somebody choose a game, a scenario and the players; none if they leave. Where nobody can be asked,
/// an error says what could be written.
pub fn choose(shelf: &Shelf, place: Place) -> Result<Option<MenuChoice>, CommandError> {
    let mut games = shelf.games(Means::default());
    games.sort_by_key(|shelved| shelved.example);
    let mut offered = Vec::new();
    for shelved in &games {
        let game = shelved.game.as_ref();
        let catalogue = game.catalogue(&game.house())?;
        offered.push((catalogue.game, catalogue.title, catalogue.summary));
    }
    if !terminal::has_person() {
        let width = offered.iter().map(|(id, ..)| id.len()).max().unwrap_or(0);
        let lines = offered.iter().map(|(id, _, about)| format!("  {id:<width$}  {about}"));
        let lines: Vec<String> = lines.collect();
        return Err(CommandError::input(format!(
            "say which game: overwinter play GAME\n\n{}\n\nMore: overwinter play --help",
            lines.join("\n")
        )));
    }
    let lines: Vec<String> =
        offered.iter().map(|(_, title, about)| format!("{title}: {about}")).collect();
    let Some(number) = pick("Which game?", &lines, None)? else { return Ok(None) };
    let id = offered.swap_remove(number).0;
    let shelved = find_game(shelf, &id)?;
    let game = shelved.game.as_ref();
    let scenarios = game.catalogue(&game.house())?.scenarios;
    let lines: Vec<String> = scenarios
        .iter()
        .map(|one| format!("{} ({}): {}", one.name, one.seats_in_words(0), one.summary))
        .collect();
    let Some(number) = pick("Which scenario?", &lines, Some(0))? else { return Ok(None) };
    let scenario = &scenarios[number];
    let Some(seats) = who_plays(game, scenario.min_seats..=scenario.max_seats, place)? else {
        return Ok(None);
    };
    Ok(Some(MenuChoice { game: id, scenario: scenario.id.clone(), seats }))
}

fn who_plays(
    game: &dyn AnyGame,
    seats: RangeInclusive<u16>,
    place: Place,
) -> Result<Option<String>, CommandError> {
    let (fewest, most) = (*seats.start(), *seats.end());
    let usual: Vec<&str> =
        ["you"].into_iter().chain((1..fewest).map(|_| game.usual_bot())).collect();
    let usual = usual.join(",");
    let bots: Vec<&str> = game.bots().iter().map(|bot| bot.name).collect();
    let mut out = terminal::stdout();
    let others = match place {
        Place::Here => "",
        Place::Server => " `open` for whoever comes first, `link` for whoever has the link,",
    };
    let bots = bots.join(", ");
    writeln!(out, "\nWho plays? `you` for each person here,{others} and bots: {bots}.")?;
    loop {
        write!(out, "Enter for {usual}\n> ")?;
        out.flush()?;
        let Some(line) = read_line()? else { return Ok(None) };
        let list = if line.is_empty() { &usual } else { &line };
        let known = |word: &&str| place == Place::Server && ["open", "link"].contains(word);
        let words = seats::seat_words(list, &usual);
        let read = words.and_then(|words| {
            let bots = words.iter().filter(|word| !known(word));
            bots.map(|word| seats::player(game, word)).collect::<Result<Vec<_>, _>>()?;
            Ok(words)
        });
        match read {
            Ok(players) if (fewest as usize..=most as usize).contains(&players.len()) => {
                return Ok(Some(list.clone()));
            }
            Ok(_) => writeln!(out, "There are {fewest} to {most} seats.")?,
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

/// Asks for one of several lines, by its number; none if somebody leaves. Enter takes the usual one.
pub fn pick(
    question: &str,
    lines: &[String],
    usual: Option<usize>,
) -> Result<Option<usize>, CommandError> {
    let mut out = terminal::stdout();
    writeln!(out, "\n{question}")?;
    for (number, line) in (1..).zip(lines) {
        writeln!(out, "{}", terminal::folded(&format!("{number:>3}  {line}")))?;
    }
    loop {
        let enter = usual.map(|usual| format!(", Enter for {}", usual + 1)).unwrap_or_default();
        write!(out, "A number{enter}, or q to leave\n> ")?;
        out.flush()?;
        let Some(line) = read_line()? else { return Ok(None) };
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let number = number.or_else(|| begins_with(lines, &line));
        match number.or(usual.filter(|_| line.is_empty())) {
            Some(number) if number < lines.len() => return Ok(Some(number)),
            _ => writeln!(out, "There are numbers from 1 to {}; a name will do.", lines.len())?,
        }
    }
}

/// Asks for a line; none if somebody leaves. An empty one is no answer.
pub fn ask(question: &str) -> Result<Option<String>, CommandError> {
    let mut out = terminal::stdout();
    loop {
        write!(out, "\n{question}, or q to leave\n> ")?;
        out.flush()?;
        match read_line()? {
            Some(line) if line.is_empty() => {}
            answer => return Ok(answer),
        }
    }
}

/// The only line that begins with these words.
fn begins_with(lines: &[String], words: &str) -> Option<usize> {
    let words = words.to_lowercase();
    let fits = |(_, line): &(usize, &String)| line.to_lowercase().starts_with(&words);
    let mut found = lines.iter().enumerate().filter(fits).map(|(at, _)| at);
    let first = found.next().filter(|_| !words.is_empty())?;
    found.next().is_none().then_some(first)
}

/// A line from the keyboard; none if it says that somebody leaves, or if there is no more.
fn read_line() -> Result<Option<String>, CommandError> {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line)?;
    let line = line.trim();
    let leaves = read == 0 || matches!(line, "q" | "quit" | "exit");
    Ok((!leaves).then(|| line.to_string()))
}
