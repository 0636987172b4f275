//! The plain table: lines in, lines out. Works in a pipe and with a screen reader.

use super::session::PlaySession;
use crate::error::{CommandError, CommandResult};
use crate::show;
use stage::Scene;
use std::io::{BufRead, IsTerminal, Write};
use table::{Seat, Viewer};

/// What can be asked for; the example is a rule of the game that is played.
fn help(rule: &str) -> String {
    format!(
        "\
Answer with the number of a choice or its notation. Also:
  board    the whole board           sheet    all sheets and cards
  choices  what you can do           log      the story so far
  describe the scene in words        rule ID  a rule, such as rule {rule}
  undo     take back your last move  quit     leave the table
A word that is an action of the game comes first: write :word for the command then."
    )
}

/// What a line asks for, besides an action.
enum LineCommand {
    Board,
    Choices,
    Describe,
    Help,
    Log,
    Quit,
    Rule(String),
    Sheet,
    Undo,
}

/// Plays to the end, or until input ends.
pub fn play(session: &mut PlaySession) -> CommandResult {
    let colour = std::io::stdout().is_terminal();
    let mut table = LineSession { session, told: 0, last: None, colour, board: String::new() };
    let mut lines = std::io::stdin().lock().lines();
    table.greet()?;
    loop {
        table.session.bots_decide()?;
        let Some(seat) = table.session.person_to_decide() else {
            break;
        };
        table.ask(seat)?;
        let Some(line) = lines.next() else {
            return table.say("(end of input: you leave the table)");
        };
        if !table.answer(seat, line?.trim())? {
            return Ok(());
        }
    }
    table.tell_news(table.session.onlooker())?;
    if let Some(coaching) = table.session.game.scene(table.session.onlooker()).lesson {
        table.say(&format!("\n{}\n{}", coaching.reply, table.session.game.conclusion()))?;
        return Ok(());
    }
    let result = table.session.result().join("\n");
    table.say(&format!("\n{result}"))
}

struct LineSession<'a> {
    session: &'a mut PlaySession,
    /// Lines of the story that were shown.
    told: usize,
    /// Who was asked last, so that the board is shown when the keyboard changes hands.
    last: Option<(Seat, usize)>,
    colour: bool,
    /// The board as it was shown last.
    board: String,
}

/// Whether there is nothing to answer but that one has read.
fn reads_on(scene: &Scene) -> bool {
    let choices = scene.prompt.as_ref().map(|prompt| prompt.choices.as_slice());
    scene.lesson.is_some() && matches!(choices, Some([only]) if only.notation == "next")
}

impl LineSession<'_> {
    fn say(&self, text: &str) -> CommandResult {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush().map_err(CommandError::from)
    }

    fn greet(&self) -> CommandResult {
        self.say(&self.session.greeting)?;
        if self.session.people() > 0 {
            self.say("Say `help` for help, `quit` to leave.")?;
        }
        Ok(())
    }

    /// The rule that the story named last, or the first there is.
    fn example_rule(&self, viewer: Viewer) -> String {
        let log = self.session.game.log(viewer, 0);
        let named = log.iter().rev().find_map(|line| line.rules.first().map(ToString::to_string));
        let first = || self.session.ledger.rules.first().map(|rule| rule.id.clone());
        named.or_else(first).unwrap_or_default()
    }

    fn tell_news(&mut self, viewer: Viewer) -> CommandResult {
        let log = self.session.game.log(viewer, 0);
        for line in log.get(self.told..).unwrap_or_default() {
            self.say(&show::log_line(line, self.colour))?;
        }
        self.told = log.len();
        Ok(())
    }

    fn ask(&mut self, seat: Seat) -> CommandResult {
        let viewer = Viewer::Seat(seat);
        if self.session.people() > 1 && self.last.is_none_or(|(last, _)| last != seat) {
            self.say(&format!("\n--- {} ---", self.session.name(seat)))?;
            // Another person's story may hold what this one must not read: tell it from the start.
            self.told = self.told.min(self.session.game.log(viewer, 0).len());
        }
        self.tell_news(viewer)?;
        let now = (seat, self.session.game.len());
        if self.last != Some(now) {
            let scene = self.session.game.scene(viewer);
            let board = show::board_around_focus(&scene, 76, 15, self.colour);
            // Where a lesson only says something, the board need not be read again.
            if scene.lesson.is_none() || board != self.board {
                self.say(&format!("\n{board}"))?;
                self.board = board;
            }
            if let Some(coaching) = &scene.lesson {
                self.say(&format!("\n{}\n", show::coaching(coaching, &scene)))?;
            }
            self.say(&match reads_on(&scene) {
                true => "Press Enter to go on.".into(),
                false => show::prompt(&scene),
            })?;
            self.last = Some(now);
        }
        let mut out = std::io::stdout().lock();
        write!(out, "> ")?;
        out.flush().map_err(CommandError::from)
    }

    /// Carries out a line; false when the person leaves.
    fn answer(&mut self, seat: Seat, line: &str) -> Result<bool, CommandError> {
        let viewer = Viewer::Seat(seat);
        let legal = self.session.game.legal(seat);
        if let Some(asked) = line_command(line, &legal) {
            let scene = self.session.game.scene(viewer);
            match asked {
                LineCommand::Quit => return Ok(false),
                LineCommand::Help => self.say(&help(&self.example_rule(viewer)))?,
                LineCommand::Board => self.say(&show::whole_board(&scene, self.colour))?,
                LineCommand::Sheet => self.say(&show::sheets(&scene, 78))?,
                LineCommand::Choices => self.say(&show::prompt(&scene))?,
                LineCommand::Describe => self.say(&show::in_words(&scene))?,
                LineCommand::Log => {
                    self.told = 0;
                    self.tell_news(viewer)?;
                }
                LineCommand::Rule(id) => self.say(&show::rule(&self.session.ledger, &id))?,
                LineCommand::Undo => {
                    let done = self.session.game.undo(seat);
                    self.told = self.told.min(self.session.game.log(viewer, 0).len());
                    self.last = None;
                    self.say(match done {
                        true => "Taken back.",
                        false => "Nothing to take back: dice fell, something hidden was shown, or somebody else has acted.",
                    })?;
                }
            }
            return Ok(true);
        }
        if line.is_empty() && !reads_on(&self.session.game.scene(viewer)) {
            self.say("Say a choice by its number or in words; `choices` shows them again, `help` what else.")?;
            return Ok(true);
        }
        let chosen =
            line.parse::<usize>().ok().and_then(|number| legal.get(number.checked_sub(1)?));
        if let Err(not_done) = self.session.game.act(seat, chosen.map_or(line, String::as_str)) {
            self.say(&not_done.to_string())?;
        }
        Ok(true)
    }
}

fn line_command(line: &str, legal: &[String]) -> Option<LineCommand> {
    let lower = line.to_lowercase();
    let word = match lower.strip_prefix(':') {
        Some(word) => word,
        None if legal.contains(&lower) => return None,
        None => &lower,
    };
    Some(match word {
        "help" | "h" | "?" => LineCommand::Help,
        "board" | "map" => LineCommand::Board,
        "sheet" | "sheets" | "card" => LineCommand::Sheet,
        "choices" | "moves" => LineCommand::Choices,
        "describe" | "look" => LineCommand::Describe,
        "log" | "story" => LineCommand::Log,
        "undo" | "back" => LineCommand::Undo,
        "quit" | "exit" | "q" => LineCommand::Quit,
        other => LineCommand::Rule(other.strip_prefix("rule ")?.trim().to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::line_command;
    use table::TABLE_WORDS;

    /// What the texts of games may tell a player to write is a command here.
    #[test]
    fn the_words_of_the_table_are_commands() {
        for word in TABLE_WORDS {
            let line = if word == "rule" { "rule XX-MOVE-01" } else { word };
            assert!(line_command(line, &[]).is_some(), "{word}");
        }
    }
}
