//! The plain table: lines in, lines out. Works in a pipe and with a screen reader.

use super::events::Events;
use super::session::PlaySession;
use crate::error::{CommandError, CommandResult};
use crate::show;
use crate::terminal;
use stage::{Choice, Prompt, Scene};
use std::io::{IsTerminal, Write};
use std::time::Duration;
use table::{LogLine, Seat, Viewer};

/// How long a bot thinks before it is said that it does.
const THINKS: Duration = Duration::from_millis(500);

/// What can be asked for; the example is a rule of the game that is played.
fn help(rule: &str) -> String {
    format!(
        "\
Answer with the number of a choice or its notation. Also:
  board    the whole board           sheet    all sheets and cards
  choices  what you can do           log      the story so far
  legend   every sign on the board   describe the scene in words
                                     rule ID  a rule, such as rule {rule}
  undo     take back your last move  quit     leave the table; the game is kept
A word that is an action of the game comes first: write :word for the command then."
    )
}

/// What a line asks for, besides an action.
enum LineCommand {
    Board,
    Choices,
    Describe,
    Help,
    Legend,
    Log,
    Quit,
    Rule(String),
    Sheet,
    Undo,
}

/// Plays to the end, or until input ends.
pub fn play(session: &mut PlaySession) -> CommandResult {
    let mut table = LineSession::new(session);
    table.greet()?;
    if table.session.people() == 0 {
        table.session.bots_decide()?;
        table.tell_news(Viewer::Table)?;
        return table.tell_result();
    }
    let mut events = Events::of_lines()?;
    loop {
        table.bots_decide(&mut events)?;
        let Some(seat) = table.session.person_to_decide() else {
            break;
        };
        if !table.hand_over(seat, &mut events)? {
            return table.end_of_input();
        }
        table.ask(seat)?;
        let Some(line) = events.line()? else {
            return table.end_of_input();
        };
        if !table.answer(seat, line.trim())? {
            return table.leave();
        }
    }
    table.tell_the_rest(&mut events)?;
    table.tell_result()
}

struct LineSession<'a> {
    session: &'a mut PlaySession,
    /// How many lines of their own story each viewer has been told.
    told: Vec<(Viewer, usize)>,
    /// Who sits at the keyboard, once somebody has been asked.
    at_keyboard: Option<Seat>,
    /// Who was asked last and after how many decisions, so that a question is shown once.
    asked: Option<(Seat, usize)>,
    colour: bool,
    /// Whether people read this on a terminal, which can be cleared.
    terminal: bool,
    /// The board as it was shown last.
    board: String,
    /// What would end the game of whoever wrote it, and is written a second time to be done.
    armed: Option<String>,
}

/// Whether there is nothing to answer but that one has read.
fn reads_on(scene: &Scene) -> bool {
    let choices = scene.prompt.as_ref().map(|prompt| prompt.choices.as_slice());
    scene.lesson.is_some() && matches!(choices, Some([only]) if only.notation == "next")
}

impl<'a> LineSession<'a> {
    fn new(session: &'a mut PlaySession) -> LineSession<'a> {
        let told = session
            .persons()
            .map(|seat| (Viewer::Seat(seat), session.lines_before_last_decision(seat)))
            .collect();
        LineSession {
            session,
            told,
            at_keyboard: None,
            asked: None,
            colour: terminal::colour(),
            terminal: std::io::stdin().is_terminal() && std::io::stdout().is_terminal(),
            board: String::new(),
            armed: None,
        }
    }

    /// Prints text of any origin.
    fn say(&self, text: &str) -> CommandResult {
        self.print(&terminal::clean(text))
    }

    /// Prints text that may hold colours of ours and is clean otherwise.
    fn print(&self, text: &str) -> CommandResult {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush().map_err(CommandError::from)
    }

    fn greet(&mut self) -> CommandResult {
        self.say(&self.session.greeting)?;
        if self.session.people() > 0 {
            self.say("Say `help` for help, `quit` to leave.")?;
        }
        if self.told.iter().any(|(_, lines)| *lines > 0) {
            self.say("The game goes on; `log` tells the story so far.")?;
        }
        self.tell_trouble()
    }

    fn tell_trouble(&mut self) -> CommandResult {
        match self.session.take_trouble() {
            Some(trouble) => self.say(&trouble),
            None => Ok(()),
        }
    }

    fn bots_decide(&mut self, events: &mut Events) -> CommandResult {
        while let Some(seat) = self.session.bot_thinks(events.thoughts()) {
            let sign = format!("({} thinks…)", self.session.name(seat));
            let thought = events.thought(THINKS, || {
                if self.terminal {
                    // A sign that cannot be shown is no reason to stop.
                    let _ = self.say(&sign);
                }
            })?;
            self.session.carry_out(thought)?;
        }
        Ok(())
    }

    /// Lets another person sit down at the keyboard, unseen if something is hidden; false if input ends.
    fn hand_over(&mut self, seat: Seat, events: &mut Events) -> Result<bool, CommandError> {
        let last = self.at_keyboard.replace(seat);
        if self.session.people() == 1 || last == Some(seat) {
            return Ok(true);
        }
        let name = self.session.name(seat);
        if self.terminal && self.session.needs_curtain(last, seat) {
            terminal::clear_screen()?;
            self.say(&format!("Pass the keyboard to {name}.\nEnter when you are alone with it."))?;
            if events.line()?.is_none() {
                return Ok(false);
            }
            terminal::clear_screen()?;
        }
        self.say(&format!("\n--- {name} ---"))?;
        self.board.clear();
        Ok(true)
    }

    /// The rule that the story named last, or the first there is.
    fn example_rule(&self, viewer: Viewer) -> String {
        let log = self.session.game.log(viewer, 0);
        let named = log.iter().rev().find_map(|line| line.rules.first().map(ToString::to_string));
        let first = || self.session.ledger.rules.first().map(|rule| rule.id.clone());
        named.or_else(first).unwrap_or_default()
    }

    /// What a viewer has not been told yet; from now on it has.
    fn news(&mut self, viewer: Viewer) -> Vec<LogLine> {
        let mut log = self.session.game.log(viewer, 0);
        let length = log.len();
        let told = match self.told.iter_mut().find(|(known, _)| *known == viewer) {
            Some((_, told)) => std::mem::replace(told, length),
            None => {
                self.told.push((viewer, length));
                0
            }
        };
        log.drain(..told.min(length));
        log
    }

    fn tell(&self, story: &[LogLine]) -> CommandResult {
        story.iter().try_for_each(|line| self.print(&show::log_line(line, self.colour)))
    }

    fn tell_news(&mut self, viewer: Viewer) -> CommandResult {
        let news = self.news(viewer);
        self.tell(&news)
    }

    /// Tells everybody the end of their story: once to all those who heard the same.
    fn tell_the_rest(&mut self, events: &mut Events) -> CommandResult {
        let mut rests: Vec<(Vec<Seat>, Vec<LogLine>)> = Vec::new();
        for seat in self.session.persons().collect::<Vec<_>>() {
            let news = self.news(Viewer::Seat(seat));
            match rests.iter_mut().find(|(_, known)| *known == news) {
                Some((seats, _)) => seats.push(seat),
                None => rests.push((vec![seat], news)),
            }
        }
        for (seats, news) in rests {
            match seats.as_slice() {
                [seat] => drop(self.hand_over(*seat, events)?),
                all => {
                    let names: Vec<String> =
                        all.iter().map(|seat| self.session.name(*seat)).collect();
                    self.say(&format!("\n--- {} ---", names.join(", ")))?;
                }
            }
            self.tell(&news)?;
        }
        Ok(())
    }

    fn tell_result(&self) -> CommandResult {
        if let Some(coaching) = self.session.game.scene(self.session.onlooker()).lesson {
            let conclusion = self.session.game.conclusion();
            return self.say(&format!("\n{}\n{conclusion}", coaching.reply));
        }
        self.say(&format!("\n{}", self.session.result().join("\n")))
    }

    fn end_of_input(&self) -> CommandResult {
        self.say("(end of input: you leave the table)")?;
        self.leave()
    }

    fn leave(&self) -> CommandResult {
        match self.session.how_to_go_on() {
            Some(told) => self.say(&told),
            None => Ok(()),
        }
    }

    fn ask(&mut self, seat: Seat) -> CommandResult {
        let viewer = Viewer::Seat(seat);
        self.tell_trouble()?;
        self.tell_news(viewer)?;
        let now = (seat, self.session.game.len());
        if self.asked != Some(now) {
            let scene = self.session.game.scene(viewer);
            let board = show::board_around_focus(&scene, 76, 15, self.colour);
            // Where a lesson only says something, the board need not be read again.
            if scene.lesson.is_none() || board != self.board {
                self.print(&format!("\n{board}"))?;
                self.board = board;
            }
            if let Some(coaching) = &scene.lesson {
                self.say(&format!("\n{}\n", show::coaching(coaching, &scene)))?;
            }
            self.say(&match reads_on(&scene) {
                true => "Press Enter to go on.".into(),
                false => show::prompt(&scene),
            })?;
            self.asked = Some(now);
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
            return self.command(asked, seat);
        }
        if line.is_empty() && !reads_on(&self.session.game.scene(viewer)) {
            self.say("Say a choice by its number or in words; `choices` shows them again, `help` what else.")?;
            return Ok(true);
        }
        let scene = self.session.game.scene(viewer);
        let chosen = scene.prompt.as_ref().map(|prompt| chosen(prompt, line));
        match chosen.unwrap_or_else(|| Chosen::Line(line.to_string())) {
            Chosen::Grave(choice) if self.armed.as_ref() != Some(&choice.notation) => {
                let told = choice.told();
                self.say(&format!("{}: {told} Really? Write it once more.", choice.label))?;
                self.armed = Some(choice.notation);
            }
            Chosen::Grave(Choice { notation: line, .. }) | Chosen::Line(line) => {
                self.armed = None;
                if let Err(not_done) = self.session.act(seat, &line) {
                    self.say(&not_done.to_string())?;
                }
            }
        }
        Ok(true)
    }

    /// Does what a line asks for; false when the person leaves.
    fn command(&mut self, asked: LineCommand, seat: Seat) -> Result<bool, CommandError> {
        let viewer = Viewer::Seat(seat);
        let scene = self.session.game.scene(viewer);
        match asked {
            LineCommand::Quit => return Ok(false),
            LineCommand::Help => self.say(&help(&self.example_rule(viewer)))?,
            LineCommand::Board => self.print(&show::whole_board(&scene, self.colour))?,
            LineCommand::Sheet => self.say(&show::sheets(&scene, 78))?,
            LineCommand::Choices => self.say(&show::prompt(&scene))?,
            LineCommand::Describe => self.say(&show::in_words(&scene))?,
            LineCommand::Legend => self.print(&show::legend(&scene))?,
            LineCommand::Log => {
                let story = self.session.game.log(viewer, 0);
                self.tell(&story)?;
            }
            LineCommand::Rule(id) => self.say(&show::rule(&self.session.ledger, &id))?,
            LineCommand::Undo => {
                let done = self.session.undo(seat);
                for (viewer, told) in &mut self.told {
                    *told = (*told).min(self.session.game.log(*viewer, 0).len());
                }
                self.asked = None;
                self.say(match done {
                    true => "Taken back.",
                    false => "Nothing to take back: dice fell, something hidden was shown, or somebody else has acted.",
                })?;
            }
        }
        Ok(true)
    }
}

/// What a written line chooses.
enum Chosen {
    /// This line.
    Line(String),
    /// A choice that ends one's own game.
    Grave(Choice),
}

/// The choice that a line means: by a number where numbers are the answer, by its own number, or as it is
/// written.
fn chosen(prompt: &Prompt, line: &str) -> Chosen {
    let number = || prompt.listed().nth(line.parse::<usize>().ok()?.checked_sub(1)?);
    let found = prompt.numbers(line).or_else(|| number().map(|choice| choice.notation.clone()));
    let line = found.unwrap_or_else(|| line.to_string());
    let lower = line.to_lowercase();
    let mut grave = prompt.choices.iter().filter(|choice| choice.grave);
    match grave.find(|choice| choice.notation == lower) {
        Some(choice) => Chosen::Grave(choice.clone()),
        None => Chosen::Line(line),
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
        "legend" | "signs" => LineCommand::Legend,
        "log" | "story" => LineCommand::Log,
        "undo" | "back" => LineCommand::Undo,
        "quit" | "exit" | "q" => LineCommand::Quit,
        other => LineCommand::Rule(other.strip_prefix("rule ")?.trim().to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::{Chosen, chosen, line_command};
    use stage::{Choice, Prompt};
    use table::TABLE_WORDS;

    /// A letter that is part of `resign` resigns nothing, and no number does; written whole it is grave.
    #[test]
    fn only_the_whole_word_gives_up() {
        let resign = Choice { grave: true, ..Choice::new("resign", "Resign") };
        let choices = vec![resign, Choice::new("s", "South"), Choice::new("stop", "Stop")];
        let prompt = Prompt { choices, ..Prompt::default() }.arranged();
        for line in ["n", "re", "3", "0"] {
            assert!(matches!(chosen(&prompt, line), Chosen::Line(_)), "{line}");
        }
        assert!(matches!(chosen(&prompt, "1"), Chosen::Line(line) if line == "s"));
        assert!(matches!(chosen(&prompt, "Resign"), Chosen::Grave(_)));
    }

    /// What the texts of games may tell a player to write is a command here.
    #[test]
    fn the_words_of_the_table_are_commands() {
        for word in TABLE_WORDS {
            let line = if word == "rule" { "rule XX-MOVE-01" } else { word };
            assert!(line_command(line, &[]).is_some(), "{word}");
        }
    }
}
