//! The plain table: lines in, lines out. Works in a pipe and with a screen reader.

mod board;
mod commands;

use super::events::{Events, Heard};
use super::routine::Routine;
use super::table_session::{HOW_TO_TALK, TableSession};
use super::written;
use crate::error::{CommandError, CommandResult};
use crate::show;
use crate::terminal;
use asking::{Answer, Question, Telling};
use board::Room;
use commands::{Examples, LineCommand, help, help_in_words, line_command};
use stage::text::{Asked, LegendEntry, SignKind};
use stage::{Choice, Scene};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::time::Duration;
use table::{LogLine, Seat, Viewer};

/// How long a bot thinks before it is said that it does.
const THINKS: Duration = Duration::from_millis(500);

/// Plays to the end, or until input ends; `routine` says whether what has only one answer is done by itself.
pub fn play(session: &mut dyn TableSession, telling: Telling, routine: bool) -> CommandResult {
    let mut table = LineSession::new(session, telling, Routine::new(routine));
    table.greet()?;
    if table.session.people() == 0 {
        table.session.bots_decide()?;
        table.tell_news(Viewer::Table)?;
        return table.tell_result();
    }
    let mut events = Events::of_lines()?;
    table.session.attend(&events);
    loop {
        match table.wait(&mut events)? {
            Waited::Through => {}
            Waited::EndOfInput => return table.end_of_input(),
            Waited::Left => return table.leave(),
        }
        let Some(seat) = table.session.person_to_decide() else {
            break;
        };
        if table.act_by_itself(seat)? {
            continue;
        }
        if !table.hand_over(seat, &mut events)? {
            return table.end_of_input();
        }
        table.ask(seat)?;
        match events.line_or_arrival()? {
            Heard::Line(None) => return table.end_of_input(),
            Heard::Line(Some(line)) => {
                if !table.answer(seat, line.trim())? {
                    return table.leave();
                }
            }
            Heard::Arrived(arrival) => {
                table.session.take_in(arrival)?;
                table.interrupted = true;
            }
        }
    }
    table.tell_the_rest(&mut events)?;
    table.tell_result()?;
    table.look_back(&mut events)
}

/// What came of waiting.
enum Waited {
    /// Somebody here is asked, or the game is over.
    Through,
    EndOfInput,
    Left,
}

struct LineSession<'a> {
    session: &'a mut dyn TableSession,
    telling: Telling,
    routine: Routine,
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
    /// How far somebody has looked into the choices.
    question: Question,
    /// The signs of the board that have been explained.
    explained: BTreeSet<LegendEntry>,
    /// Whether the table has been told in words.
    introduced: bool,
    /// The aim that was told last.
    aim: String,
    /// How somebody fares, as it was told last.
    fares: Vec<String>,
    /// The number of the last line of talk that was told.
    heard: i64,
    /// For what it was said last that one waits.
    waits_for: String,
    /// Whether something came between a question and its answer.
    interrupted: bool,
    /// How often something was printed, and how often before the sign that waits for a line.
    printed: Cell<usize>,
    signed: Cell<usize>,
}

/// Whether there is nothing to answer but that one has read.
fn reads_on(scene: &Scene) -> bool {
    let choices = scene.prompt.as_ref().map(|prompt| prompt.choices.as_slice());
    scene.lesson.is_some() && matches!(choices, Some([only]) if only.notation == "next")
}

/// The text with lengths such as `7.5"` as words; what is said between quotes stays.
fn in_inches(text: &str) -> String {
    let mut words = String::new();
    let mut parts = text.split('"').peekable();
    while let Some(part) = parts.next() {
        words.push_str(part);
        let digits = |letter: char| letter.is_ascii_digit() || letter == '.';
        let number = &part[part.trim_end_matches(digits).len()..];
        let quoted = number == part && !words.trim_end_matches(digits).is_empty();
        words.push_str(match (parts.peek().is_some(), number, quoted) {
            (false, ..) => "",
            (true, "", _) | (true, _, true) => "\"",
            (true, "1", _) => " inch",
            (true, ..) => " inches",
        });
    }
    words
}

/// The only answer to a question that is asked.
fn only_answer(scene: &Scene) -> Option<&Choice> {
    scene.prompt.as_ref()?.only()
}

impl<'a> LineSession<'a> {
    fn new(
        session: &'a mut dyn TableSession,
        telling: Telling,
        routine: Routine,
    ) -> LineSession<'a> {
        let told = session
            .persons()
            .into_iter()
            .map(|seat| (Viewer::Seat(seat), session.lines_before_last_decision(seat)))
            .collect();
        // What was said before one came is told by `talk`.
        let heard = session.talk().and_then(|said| said.last()).map_or(0, |line| line.number);
        LineSession {
            session,
            telling,
            routine,
            told,
            at_keyboard: None,
            asked: None,
            colour: terminal::colour(),
            terminal: std::io::stdin().is_terminal() && std::io::stdout().is_terminal(),
            board: String::new(),
            armed: None,
            question: Question::default(),
            explained: BTreeSet::new(),
            introduced: false,
            aim: String::new(),
            fares: Vec::new(),
            heard,
            waits_for: String::new(),
            interrupted: false,
            printed: Cell::new(0),
            signed: Cell::new(0),
        }
    }

    /// Prints text of any origin; for those who listen, signs of length as words.
    fn say(&self, text: &str) -> CommandResult {
        let clean = terminal::clean(text);
        match self.telling {
            Telling::Drawn => self.print(&terminal::folded(&clean)),
            Telling::Words => self.print(&terminal::folded(&in_inches(&clean))),
        }
    }

    /// Prints text that may hold colours of ours and is clean otherwise.
    fn print(&self, text: &str) -> CommandResult {
        self.printed.set(self.printed.get() + 1);
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush().map_err(CommandError::from)
    }

    fn greet(&mut self) -> CommandResult {
        self.say(self.session.greeting())?;
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

    /// Waits until somebody here is asked. Where others are waited for, what happens is told as it does, and whoever sits at
    /// a terminal can read, talk and leave meanwhile.
    fn wait(&mut self, events: &mut Events) -> Result<Waited, CommandError> {
        while let Some(awaited) = self.session.awaited(events) {
            let afar = self.session.talk().is_some();
            if afar && self.waits_for != awaited {
                self.tell_meanwhile()?;
                self.say(&format!("({awaited}…)"))?;
                self.waits_for.clone_from(&awaited);
            }
            let heard = match afar && self.terminal {
                true => events.line_or_arrival()?,
                false => Heard::Arrived(events.arrival(THINKS, || {
                    if self.terminal {
                        // A sign that cannot be shown is no reason to stop.
                        let _ = self.say(&format!("({awaited}…)"));
                    }
                })?),
            };
            match heard {
                Heard::Arrived(arrival) => self.session.take_in(arrival)?,
                Heard::Line(None) => return Ok(Waited::EndOfInput),
                Heard::Line(Some(line)) => {
                    let viewer = self.session.onlooker();
                    match line_command(line.trim(), |_| false) {
                        Some(LineCommand::Quit) => return Ok(Waited::Left),
                        Some(LineCommand::Undo) => self.undo()?,
                        Some(asked) => self.show(asked, viewer)?,
                        None if line.trim().is_empty() => {}
                        None => self.say("You are not asked now. `plan` and a line decides beforehand, `say` and words talk, `time`, `story`, `board` and the like tell, `quit` leaves.")?,
                    }
                }
            }
            if afar {
                self.tell_meanwhile()?;
            }
        }
        self.waits_for.clear();
        Ok(Waited::Through)
    }

    /// Tells what has come since: trouble, talk and the story.
    fn tell_meanwhile(&mut self) -> CommandResult {
        self.tell_trouble()?;
        self.tell_talk()?;
        match self.session.persons().as_slice() {
            [seat] => self.tell_news(Viewer::Seat(*seat)),
            _ => Ok(()),
        }
    }

    /// Tells what was said since.
    fn tell_talk(&mut self) -> CommandResult {
        let said = self.session.talk().unwrap_or_default();
        let new: Vec<String> = said
            .iter()
            .filter(|line| line.number > self.heard)
            .map(|line| match line.to.as_str() {
                "" => format!("{} says: {}", line.name, line.text),
                to => format!("{} says to {to} alone: {}", line.name, line.text),
            })
            .collect();
        self.heard = said.last().map_or(self.heard, |line| line.number.max(self.heard));
        new.iter().try_for_each(|line| self.say(line))
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
            terminal::forget_typed();
            self.say(&format!("Pass the keyboard to {name}.\nEnter when you are alone with it."))?;
            if events.line()?.is_none() {
                return Ok(false);
            }
            terminal::clear_screen()?;
        }
        self.say(&format!("\n--- {name} ---"))?;
        self.board.clear();
        self.aim.clear();
        self.fares.clear();
        Ok(true)
    }

    /// The rule that the story named last, or the first there is.
    fn example_rule(&self, viewer: Viewer) -> String {
        let log = self.session.log(viewer);
        let named = log.iter().rev().find_map(|line| line.rules.first().map(ToString::to_string));
        let first = || self.session.ledger().rules.first().map(|rule| rule.id.clone());
        named.or_else(first).unwrap_or_default()
    }

    /// What a viewer has not been told yet; from now on it has.
    fn news(&mut self, viewer: Viewer) -> Vec<LogLine> {
        let mut log = self.session.log(viewer);
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
        let mut lines = story.iter().map(|line| show::log_line(line, self.colour));
        lines.try_for_each(|line| self.print(&terminal::folded(&line)))
    }

    /// Tells what is new. Whoever listens hears no ids of rules: `story` tells them.
    fn tell_new(&self, news: &[LogLine]) -> CommandResult {
        match self.telling {
            Telling::Drawn => self.tell(news),
            Telling::Words => news.iter().try_for_each(|line| self.say(&line.text)),
        }
    }

    fn tell_news(&mut self, viewer: Viewer) -> CommandResult {
        let news = self.news(viewer);
        self.tell_new(&news)
    }

    /// Tells everybody the end of their story: once to all those who heard the same.
    fn tell_the_rest(&mut self, events: &mut Events) -> CommandResult {
        let mut rests: Vec<(Vec<Seat>, Vec<LogLine>)> = Vec::new();
        for seat in self.session.persons() {
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
            self.tell_new(&news)?;
        }
        Ok(())
    }

    fn tell_result(&self) -> CommandResult {
        if let Some(coaching) = self.session.scene(self.session.onlooker()).lesson {
            let conclusion = self.session.result().into_iter().next().unwrap_or_default();
            return self.say(&format!("\n{}\n{conclusion}", coaching.reply));
        }
        self.say(&format!("\n{}", self.session.result().join("\n")))
    }

    /// Lets people read boards, sheets and stories once the game is over; an empty line ends it.
    fn look_back(&mut self, events: &mut Events) -> CommandResult {
        let viewer = self.session.onlooker();
        if self.session.scene(viewer).lesson.is_some() {
            return Ok(());
        }
        terminal::forget_typed();
        self.say("`board`, `sheet`, `story`, `describe` and the like still answer; Enter ends.")?;
        self.session.forget_if_over()?;
        loop {
            self.wait_sign()?;
            let Some(line) = events.line()? else { return self.say("") };
            match line_command(line.trim(), |_| false) {
                _ if line.trim().is_empty() => return Ok(()),
                Some(LineCommand::Quit) => return Ok(()),
                Some(asked) => self.show(asked, viewer)?,
                None => self.say("The game is over. `help` says what can be read; Enter ends.")?,
            }
        }
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
        self.tell_talk()?;
        self.tell_news(viewer)?;
        let now = (seat, self.session.moment());
        let interrupted = std::mem::take(&mut self.interrupted);
        if self.asked == Some(now) && interrupted && self.printed.get() == self.signed.get() {
            // Nothing was said: the sign stands there already.
            return Ok(());
        }
        if self.asked != Some(now) {
            self.question = Question::default();
            let scene = self.session.scene(viewer).flat();
            self.show_table(&scene)?;
            let time = self.session.time();
            if !time.is_empty() {
                self.say(&format!("Time: {time}"))?;
            }
            if let Some(coaching) = &scene.lesson {
                self.say(&format!("\n{}\n", show::coaching(coaching, &scene)))?;
            }
            self.say(&match reads_on(&scene) {
                true => "Press Enter to go on.".into(),
                false => self.question.told(&scene, self.telling),
            })?;
            if only_answer(&scene).is_some() && !reads_on(&scene) {
                self.say("Enter alone takes it.")?;
            }
            self.asked = Some(now);
        }
        self.wait_sign()
    }

    /// Shows where we are: the board, unless it is as it was shown last, the aim, and how one fares.
    fn show_table(&mut self, scene: &Scene) -> CommandResult {
        if self.telling == Telling::Words {
            return self.tell_table(scene);
        }
        let room = Room::now();
        let board = board::around(scene, room, self.colour);
        let same = board == self.board;
        // Where a lesson only says something, nothing need be read again.
        if scene.lesson.is_some() && same {
            return Ok(());
        }
        self.say(&format!("\n{}", scene.headline))?;
        if !same {
            self.print(&board)?;
            self.board = board;
        }
        if scene.lesson.is_none() {
            self.explain(scene, room)?;
        }
        if !scene.aim.is_empty() {
            self.say_wrapped(&format!("Aim: {}", scene.aim), room)?;
        }
        let brief = stage::text::brief(scene);
        if !brief.is_empty() {
            self.say_wrapped(&brief, room)?;
        }
        self.say("")
    }

    /// Explains the signs of the board: all of them at first, later those that are new. What pieces are is said of
    /// them otherwise.
    fn explain(&mut self, scene: &Scene, room: Room) -> CommandResult {
        let signs = board::signs(scene, room);
        let first = self.explained.is_empty();
        let new = |sign: &&LegendEntry| !self.explained.contains(sign);
        let told = signs.iter().filter(new).filter(|sign| first || sign.kind != SignKind::Piece);
        let told: Vec<LegendEntry> = told.cloned().collect();
        self.explained.extend(signs);
        if told.is_empty() {
            return Ok(());
        }
        let legend = board::in_columns(&told, room);
        self.print(&match first {
            true => format!("{legend}\n(`legend` shows this again.)\n"),
            false => format!("New signs on the board:\n{legend}\n"),
        })
    }

    /// Says where we are: at first the board in words, and the aim when it has changed.
    fn tell_table(&mut self, scene: &Scene) -> CommandResult {
        let headline = std::mem::replace(&mut self.board, scene.headline.clone());
        if scene.lesson.is_some() && headline == scene.headline {
            return Ok(());
        }
        let mut said = vec![String::new()];
        if !std::mem::replace(&mut self.introduced, true) {
            let ground = [&scene.ground.title, &scene.ground.description];
            said.extend(ground.into_iter().cloned());
            said.push("`describe` tells the whole table, `around` what lies next to you.".into());
        }
        said.push(scene.headline.clone());
        if scene.aim != self.aim {
            self.aim.clone_from(&scene.aim);
            said.push(format!("Aim: {}", scene.aim));
        }
        // Whoever listens hears what has changed; `sheet` tells all.
        let known = std::mem::replace(&mut self.fares, stage::text::brief_parts(scene));
        said.push(stage::text::brief_but(scene, &known));
        let said = said.iter().skip(1).filter(|line| !line.is_empty());
        self.say(&format!("\n{}", said.map(String::as_str).collect::<Vec<_>>().join("\n")))
    }

    fn say_wrapped(&self, text: &str, room: Room) -> CommandResult {
        self.say(&stage::text::wrapped(text, room.width).join("\n"))
    }

    fn wait_sign(&self) -> CommandResult {
        self.signed.set(self.printed.get());
        let mut out = std::io::stdout().lock();
        write!(out, "> ")?;
        out.flush().map_err(CommandError::from)
    }

    /// Gives the only answer that there is, where that is done by itself; false if somebody must be asked.
    fn act_by_itself(&mut self, seat: Seat) -> Result<bool, CommandError> {
        let Some((line, label)) = self.routine.answer(self.session, seat) else {
            return Ok(false);
        };
        // Of several people at one keyboard the next may not know what this one does: the story tells them.
        if self.session.people() == 1 {
            self.tell_news(Viewer::Seat(seat))?;
            self.say(&format!("(By itself: {label})"))?;
        }
        Ok(self.session.act(seat, &line).is_ok())
    }

    /// Carries out a line; false when the person leaves.
    fn answer(&mut self, seat: Seat, line: &str) -> Result<bool, CommandError> {
        let viewer = Viewer::Seat(seat);
        // Whatever else is written gives nothing up.
        let armed = self.armed.take();
        let no = ["no", "n"].contains(&line.to_lowercase().as_str());
        if armed.is_some() && no && !self.session.offers(seat, &line.to_lowercase()) {
            self.say("Not given up.")?;
            return Ok(true);
        }
        let asked = line_command(line, |line| self.session.offers(seat, line));
        if let Some(asked) = asked.filter(|asked| !self.is_action(asked, seat, line)) {
            return self.command(asked, seat);
        }
        let scene = self.session.scene(viewer).flat();
        let understood = |line: &str| self.session.understands(seat, line);
        let answer = match self.question.answered(&scene, line, understood) {
            // Where several decide at once it is not offered, and asked about all the same.
            Answer::Line(line) if self.session.gives_up(seat, &line) => {
                let description = "This ends your own game.".into();
                let give_up = Choice::new(line.to_lowercase(), "Give up");
                Answer::Grave(Box::new(Choice { grave: true, description, ..give_up }))
            }
            answer => answer,
        };
        match answer {
            Answer::Back => {
                self.question.back();
                self.say(&self.question.told(&scene, self.telling))?;
            }
            Answer::Look(choices) => {
                self.question.look(choices);
                self.say(&self.question.told(&scene, self.telling))?;
            }
            Answer::Plan(lines) => {
                for line in lines {
                    let offered = self.session.person_to_decide() == Some(seat)
                        && self.session.offers(seat, &line);
                    if !offered || self.act(seat, &line).is_err() {
                        break;
                    }
                }
            }
            Answer::Line(line) if line.is_empty() && !reads_on(&scene) => {
                if let Some(only) = only_answer(&scene) {
                    self.act_or_say(seat, &only.notation)?;
                    return Ok(true);
                }
                self.say("Say a choice by its number or in words; `choices` shows them again, `help` what else.")?;
            }
            Answer::InTurn(lines) => self.act_in_turn(seat, lines)?,
            Answer::Grave(choice) if armed.as_ref() != Some(&choice.notation) => {
                let told = choice.told();
                self.say(&format!("{}: {told} Really? Write it once more.", choice.label))?;
                self.armed = Some(choice.notation);
            }
            Answer::Grave(choice) => self.act_or_say(seat, &choice.notation)?,
            Answer::NoSuchNumber(told) => self.say(&told)?,
            Answer::Line(line) => self.act_or_say(seat, &line)?,
        }
        Ok(true)
    }

    /// Takes a decision of somebody's own; else why it was not done.
    fn act(&mut self, seat: Seat, line: &str) -> Result<(), String> {
        self.session.act(seat, line).map(|()| self.routine.decide())
    }

    /// Takes a decision, or says why it is none.
    fn act_or_say(&mut self, seat: Seat, line: &str) -> CommandResult {
        match self.act(seat, line) {
            Ok(()) => Ok(()),
            Err(not_done) => self.say(&not_done),
        }
    }

    /// Takes decisions that were written on one line, until one of them cannot be taken back or the next is not offered;
    /// says what stopped them.
    fn act_in_turn(&mut self, seat: Seat, lines: Vec<String>) -> CommandResult {
        for (index, line) in lines.iter().enumerate() {
            if index > 0
                && let Some(told) = written::stopped(self.session, seat, &lines[index..])
            {
                // What was done comes before what was not.
                self.tell_news(Viewer::Seat(seat))?;
                return self.say(&told);
            }
            if let Err(not_done) = self.act(seat, line) {
                return self.say(&not_done);
            }
        }
        Ok(())
    }

    /// Whether a line that could be said to others is an action of the game: those come first, and where nobody else is at the
    /// table nothing is said.
    fn is_action(&self, asked: &LineCommand<'_>, seat: Seat, line: &str) -> bool {
        let talk = matches!(asked, LineCommand::Say(_) | LineCommand::Talk);
        let action = || !line.starts_with(':') && self.session.understands(seat, line);
        talk && (self.session.talk().is_none() || action())
    }

    /// Does what a line asks for; false when the person leaves.
    fn command(&mut self, asked: LineCommand<'_>, seat: Seat) -> Result<bool, CommandError> {
        match asked {
            LineCommand::Quit => return Ok(false),
            LineCommand::Undo => self.undo_of(seat)?,
            LineCommand::Routine => {
                let told = self.routine.change();
                self.say(told)?;
            }
            asked => self.show(asked, Viewer::Seat(seat))?,
        }
        Ok(true)
    }

    /// Takes back the last decision of the only person here.
    fn undo(&mut self) -> CommandResult {
        match self.session.persons().as_slice() {
            [seat] => self.undo_of(*seat),
            _ => self.say("Several people sit here: one of them takes it back when asked."),
        }
    }

    fn undo_of(&mut self, seat: Seat) -> CommandResult {
        let done = self.session.undo(seat);
        for (viewer, told) in &mut self.told {
            *told = (*told).min(self.session.log(*viewer).len());
        }
        self.asked = None;
        match done {
            Ok(()) => {
                self.routine.take_back();
                self.say("Taken back.")
            }
            Err(why) => self.say(&why),
        }
    }

    /// Shows what a line asks for.
    fn show(&mut self, asked: LineCommand<'_>, viewer: Viewer) -> CommandResult {
        let scene = self.session.scene(viewer).flat();
        let room = Room::now();
        match asked {
            LineCommand::Quit | LineCommand::Undo | LineCommand::Routine => Ok(()),
            LineCommand::Say(spoken) => match self.session.speak(spoken) {
                Ok(told) if told.is_empty() => self.tell_talk(),
                Ok(told) => self.say(&told),
                Err(why) => self.say(&why),
            },
            LineCommand::Talk => {
                let Some(said) = self.session.talk() else {
                    return self.say("Nobody else is at this table.");
                };
                let mut lines: Vec<String> =
                    said.iter().map(|line| format!("{}: {}", line.speaker(), line.text)).collect();
                lines.push(HOW_TO_TALK.into());
                self.say(&lines.join("\n"))
            }
            LineCommand::Asked(Asked::Help) => {
                let rule = self.example_rule(viewer);
                let listed = scene.prompt.iter().flat_map(stage::Prompt::listed);
                let line = listed.map(|choice| choice.notation.clone()).next();
                let piece = scene.pieces.iter().map(|piece| piece.label.clone());
                let thing = piece.chain(scene.focus.clone()).find(|name| !name.is_empty());
                let examples = Examples { rule, line, thing };
                self.say(&match self.telling {
                    Telling::Drawn => help(&examples),
                    Telling::Words => help_in_words(&examples),
                })?;
                match self.session.talk() {
                    Some(_) => self.say("This table stands at a server: `say` and words talk to everybody there, `talk` tells what was said."),
                    None => Ok(()),
                }
            }
            LineCommand::Legend if self.telling == Telling::Words => {
                self.say("Nothing is drawn: everything is told in words.")
            }
            LineCommand::Legend => self.print(&board::legend(&scene, room)),
            LineCommand::Asked(Asked::Board) if self.telling == Telling::Drawn => {
                self.print(&show::whole_board(&scene, self.colour))
            }
            LineCommand::Asked(Asked::Sheet(name)) if self.telling == Telling::Drawn => {
                self.say(&stage::text::drawn_sheets(&scene, name, room.width))
            }
            LineCommand::Asked(Asked::Choices("")) => {
                self.question = Question::default();
                self.say(&self.question.told(&scene, self.telling))
            }
            LineCommand::Asked(Asked::Choices(words)) => {
                // What is not in the list that one looks into may be in the whole one.
                let whole = || Question::default().having(&scene, words);
                match self.question.having(&scene, words).or_else(whole) {
                    Some(choices) => {
                        self.question = Question::default();
                        self.question.look(choices);
                        self.say(&self.question.told(&scene, self.telling))
                    }
                    None => {
                        self.say(&format!("No choice has `{words}`; `choices` shows them all."))
                    }
                }
            }
            LineCommand::Asked(Asked::Last) => {
                let story = self.session.log(viewer);
                let old = match viewer {
                    Viewer::Seat(seat) => self.session.lines_before_last_decision(seat),
                    _ => 0,
                };
                match story.get(old..).unwrap_or_default() {
                    [] => self.say("Nothing has happened yet."),
                    news => self.tell_new(news),
                }
            }
            LineCommand::Asked(asked) => {
                self.say(self.session.answer(viewer, &scene, asked).trim_end())
            }
            LineCommand::Log => {
                let story = self.session.log(viewer);
                self.tell(&story)
            }
            LineCommand::Rule(id) => self.say(&asking::rule(self.session.ledger(), id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::in_inches;

    #[test]
    fn lengths_are_heard_as_words_and_quotes_stay() {
        assert_eq!(
            in_inches("runs 7.3\" to 8,15; 1\" left"),
            "runs 7.3 inches to 8,15; 1 inch left"
        );
        for said in ["say A1 shout \"Behind you\"", "she says \"5\" and goes", "none"] {
            assert_eq!(in_inches(said), said);
        }
    }
}
