//! The plain table: lines in, lines out. Works in a pipe and with a screen reader.

use super::sitting::Sitting;
use crate::failure::{Done, Failure};
use crate::show;
use std::io::{BufRead, IsTerminal, Write};
use table::{Seat, Viewer};

const HELP: &str = "\
Answer with the number of a choice or its notation. Also:
  board    the whole board           sheet    all sheets and cards
  choices  what you can do           log      the story so far
  describe the scene in words        rule ID  a rule, such as rule OS-MOVE-05
  undo     take back your last move  quit     leave the table
A word that is an action of the game comes first: write :word for the command then.";

/// What a line asks for, besides an action.
enum Asked {
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
pub fn play(sitting: &mut Sitting) -> Done {
    let mut table = Plain { sitting, told: 0, last: None, colour: std::io::stdout().is_terminal() };
    let mut lines = std::io::stdin().lock().lines();
    table.greet()?;
    loop {
        table.sitting.bots_decide()?;
        let Some(seat) = table.sitting.person_to_decide() else {
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
    table.tell_news(table.sitting.onlooker())?;
    let result = table.sitting.result().join("\n");
    table.say(&format!("\n{result}"))
}

struct Plain<'a> {
    sitting: &'a mut Sitting,
    /// Lines of the story that were shown.
    told: usize,
    /// Who was asked last, so that the board is shown when the keyboard changes hands.
    last: Option<(Seat, usize)>,
    colour: bool,
}

impl Plain<'_> {
    fn say(&self, text: &str) -> Done {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush().map_err(Failure::from)
    }

    fn greet(&self) -> Done {
        self.say(&self.sitting.greeting)?;
        if self.sitting.people() > 0 {
            self.say("Say `help` for help, `quit` to leave.")?;
        }
        Ok(())
    }

    fn tell_news(&mut self, viewer: Viewer) -> Done {
        let log = self.sitting.game.log(viewer, 0);
        for line in log.get(self.told..).unwrap_or_default() {
            self.say(&show::log_line(line, self.colour))?;
        }
        self.told = log.len();
        Ok(())
    }

    fn ask(&mut self, seat: Seat) -> Done {
        let viewer = Viewer::Seat(seat);
        if self.sitting.people() > 1 && self.last.is_none_or(|(last, _)| last != seat) {
            self.say(&format!("\n--- {} ---", self.sitting.name(seat)))?;
            // Another person's story may hold what this one must not read: tell it from the start.
            self.told = self.told.min(self.sitting.game.log(viewer, 0).len());
        }
        self.tell_news(viewer)?;
        let now = (seat, self.sitting.game.len());
        if self.last != Some(now) {
            let scene = self.sitting.game.scene(viewer);
            self.say(&format!("\n{}", show::board_around_focus(&scene, 76, 15, self.colour)))?;
            self.say(&show::prompt(&scene))?;
            self.last = Some(now);
        }
        let mut out = std::io::stdout().lock();
        write!(out, "> ")?;
        out.flush().map_err(Failure::from)
    }

    /// Carries out a line; false when the person leaves.
    fn answer(&mut self, seat: Seat, line: &str) -> Result<bool, Failure> {
        let viewer = Viewer::Seat(seat);
        let legal = self.sitting.game.legal(seat);
        if let Some(asked) = asked(line, &legal) {
            let scene = self.sitting.game.scene(viewer);
            match asked {
                Asked::Quit => return Ok(false),
                Asked::Help => self.say(HELP)?,
                Asked::Board => self.say(&show::whole_board(&scene, self.colour))?,
                Asked::Sheet => self.say(&show::sheets(&scene, 78))?,
                Asked::Choices => self.say(&show::prompt(&scene))?,
                Asked::Describe => self.say(&show::in_words(&scene))?,
                Asked::Log => {
                    self.told = 0;
                    self.tell_news(viewer)?;
                }
                Asked::Rule(id) => self.say(&show::rule(&self.sitting.ledger, &id))?,
                Asked::Undo => {
                    let done = self.sitting.game.undo(seat);
                    self.told = self.told.min(self.sitting.game.log(viewer, 0).len());
                    self.last = None;
                    self.say(match done {
                        true => "Taken back.",
                        false => "Nothing to take back: dice fell, something hidden was shown, or somebody else has acted.",
                    })?;
                }
            }
            return Ok(true);
        }
        if line.is_empty() {
            return Ok(true);
        }
        let chosen =
            line.parse::<usize>().ok().and_then(|number| legal.get(number.checked_sub(1)?));
        if let Err(not_done) = self.sitting.game.act(seat, chosen.map_or(line, String::as_str)) {
            self.say(&not_done.to_string())?;
        }
        Ok(true)
    }
}

fn asked(line: &str, legal: &[String]) -> Option<Asked> {
    let lower = line.to_lowercase();
    let word = match lower.strip_prefix(':') {
        Some(word) => word,
        None if legal.contains(&lower) => return None,
        None => &lower,
    };
    Some(match word {
        "help" | "h" | "?" => Asked::Help,
        "board" | "map" => Asked::Board,
        "sheet" | "sheets" | "card" => Asked::Sheet,
        "choices" | "moves" => Asked::Choices,
        "describe" | "look" => Asked::Describe,
        "log" | "story" => Asked::Log,
        "undo" | "back" => Asked::Undo,
        "quit" | "exit" | "q" => Asked::Quit,
        other => Asked::Rule(other.strip_prefix("rule ")?.trim().to_string()),
    })
}
