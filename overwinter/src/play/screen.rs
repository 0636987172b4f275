//! The full-screen table.

mod board;
mod colours;
mod form;
mod keys;
mod layout;
mod list;
mod look;
mod overlay;
mod paint;

use super::events::{Events, TableEvent};
use super::routine::Routine;
use super::table_session::{Spoken, TableSession};
use super::written;
use crate::error::{CommandError, CommandResult};
use crate::terminal as tty;
use board::Board;
use colours::ScreenTheme;
use form::SlipForm;
use keys::KeyAction;
use layout::{ScreenLayout, Weight};
use list::ChoiceList;
use overlay::{Overlay, Pause};
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event, KeyCode};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, style};
use ratatui::layout::Rect;
use stage::palette::Shade;
use stage::spots::spots;
use stage::text::{Asked, Window};
use stage::{Scene, Sketch, Target};
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::time::Duration;
use table::{LogLine, Seat, Viewer};

/// How long a bot thinks before the screen says so, and how often the sign changes.
const THINKS: Duration = Duration::from_millis(120);

/// The same where others are waited for, perhaps for hours.
const WAITS: Duration = Duration::from_millis(500);

/// Plays until the game is over and the person has seen it, or until they leave; `routine` says whether what has only one
/// answer is done by itself.
pub fn play(session: &mut dyn TableSession, routine: bool) -> CommandResult {
    let routine = Routine::new(routine);
    let done = shown(|terminal, events| Screen::new(session, routine).run(terminal, events));
    done?;
    let result = session.result();
    let told = match (result.is_empty(), session.how_to_go_on()) {
        (false, _) => {
            let columns = ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| columns);
            overlay::set_in(&result, columns as usize).join("\n")
        }
        (true, Some(told)) => told,
        (true, None) => "You left the table.".into(),
    };
    writeln!(tty::stdout(), "{told}").map_err(Into::into)
}

/// Takes the whole screen for as long as `run` runs, and gives the terminal back as it was.
pub fn shown(
    run: impl FnOnce(&mut DefaultTerminal, &mut Events) -> CommandResult,
) -> CommandResult {
    style::force_color_output(tty::colour());
    let mut terminal = ratatui::try_init().map_err(CommandError::from)?;
    // A terminal without a mouse is played with keys.
    let _ = execute!(std::io::stdout(), EnableMouseCapture);
    let done = Events::of_screen().and_then(|mut events| run(&mut terminal, &mut events));
    leave();
    done
}

/// Gives the terminal back as it was. One that is gone needs nothing back.
pub fn leave() {
    let _ = execute!(std::io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Stops the program until it is told to go on.
pub fn suspend() {
    leave();
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

/// Takes the screen again after the program was stopped, whatever was done to the terminal meanwhile.
pub fn come_back(terminal: &mut DefaultTerminal) -> CommandResult {
    disable_raw_mode()?;
    enable_raw_mode()?;
    let everything = Clear(ClearType::All);
    execute!(std::io::stdout(), EnterAlternateScreen, everything, EnableMouseCapture)?;
    // Nothing is on the screen now, so that everything is painted.
    terminal.swap_buffers();
    Ok(())
}

/// How something of the board looks on this terminal.
pub fn style_of(style: stage::text::Style) -> ratatui::style::Style {
    ScreenTheme::of_terminal().style(style)
}

/// Where arrows and Enter go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pane {
    List,
    Board,
}

/// What a click hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hit {
    /// An entry of the list.
    Entry(usize),
    /// An entry of the menu.
    Menu(usize),
    /// A key that is named on the screen.
    Key(KeyCode),
}

/// What a lit choice would do, drawn on the board.
#[derive(Default)]
struct LitSketch {
    line: String,
    words: String,
    /// The parts of the canvas that its lines run through.
    parts: Vec<Window>,
}

/// Everything on the screen.
struct Screen<'a> {
    session: &'a mut dyn TableSession,
    routine: Routine,
    viewer: Viewer,
    scene: Scene,
    log: Vec<LogLine>,
    /// The first line of the story that came after the viewer's last decision.
    news: usize,
    /// How many lines of their story each person had heard at their last decision.
    told: Vec<(Seat, usize)>,
    /// Who has been welcomed.
    welcomed: Vec<Seat>,
    theme: ScreenTheme,
    board: Board,
    list: ChoiceList,
    pane: Pane,
    /// The piece that was picked on the board, to be sent somewhere.
    picked: Option<String>,
    sketch: LitSketch,
    form: Option<SlipForm>,
    /// The answer to the last line: a refusal, a rule, a confirmation.
    notice: String,
    /// The number of the last line of talk that was told.
    heard: i64,
    /// Who thinks, or for whom one waits.
    thinks: String,
    overlay: Overlay,
    /// What opens when what covers the board is closed.
    behind: Overlay,
    /// Keeps Enters that were typed ahead from skipping anything.
    pause: Pause,
    /// Lines scrolled down in what covers the board, and the most there are.
    scroll: Cell<u16>,
    scroll_last: Cell<u16>,
    /// The first row of the list that is shown, and whether it was put there by hand.
    list_top: Cell<usize>,
    list_held: bool,
    parts: Cell<ScreenLayout>,
    hits: RefCell<Vec<(Rect, Hit)>>,
}

impl<'a> Screen<'a> {
    fn new(session: &'a mut dyn TableSession, routine: Routine) -> Screen<'a> {
        let viewer = session.onlooker();
        let theme = ScreenTheme::of_terminal();
        let told: Vec<(Seat, usize)> = session
            .persons()
            .into_iter()
            .map(|seat| (seat, session.lines_before_last_decision(seat)))
            .collect();
        // Whoever goes on with a game knows it.
        let goes_on = |(_, lines): &&(Seat, usize)| *lines > 0;
        let welcomed = told.iter().filter(goes_on).map(|(seat, _)| *seat).collect();
        let mut screen = Screen {
            viewer,
            scene: session.scene(viewer).flat(),
            log: Vec::new(),
            news: 0,
            told,
            welcomed,
            theme,
            board: Board::new(theme.ascii),
            list: ChoiceList::default(),
            pane: Pane::List,
            picked: None,
            sketch: LitSketch::default(),
            form: None,
            notice: session.take_trouble().unwrap_or_default(),
            heard: session.talk().and_then(|said| said.last()).map_or(0, |line| line.number),
            thinks: String::new(),
            session,
            routine,
            overlay: Overlay::Nothing,
            behind: Overlay::Nothing,
            pause: Pause::begin(),
            scroll: Cell::new(0),
            scroll_last: Cell::new(0),
            list_top: Cell::new(0),
            list_held: false,
            parts: Cell::default(),
            hits: RefCell::default(),
        };
        screen.refresh();
        screen
    }

    fn run(mut self, terminal: &mut DefaultTerminal, events: &mut Events) -> CommandResult {
        self.session.attend(events);
        if !self.next_person(terminal, events)? {
            return Ok(());
        }
        loop {
            self.draw(terminal)?;
            let action = match events.next()? {
                TableEvent::Arrived(arrival) => {
                    let before = (self.session.moment(), self.session.is_over());
                    self.session.take_in(arrival)?;
                    self.hear();
                    let awaited = self.seat().is_none() && !self.over();
                    let same = before == (self.session.moment(), self.session.is_over());
                    if (awaited || !same) && !self.next_person(terminal, events)? {
                        return Ok(());
                    }
                    KeyAction::Nothing
                }
                TableEvent::Screen(Event::Key(key)) => self.key(key),
                TableEvent::Screen(Event::Mouse(mouse)) => self.mouse(mouse),
                TableEvent::Suspend => {
                    suspend();
                    KeyAction::Nothing
                }
                TableEvent::Continue => {
                    come_back(terminal)?;
                    KeyAction::Nothing
                }
                _ => KeyAction::Nothing,
            };
            let acted = match action {
                KeyAction::Nothing => false,
                KeyAction::Leave => return Ok(()),
                KeyAction::Act(lines) => self.act_along(&lines),
                KeyAction::InTurn(lines) => self.act_in_turn(&lines),
                KeyAction::GiveUp(line) => self.decide(&line),
                KeyAction::Undo => {
                    self.undo();
                    false
                }
                KeyAction::Say(words) => {
                    self.say(&words);
                    false
                }
            };
            if acted && !self.next_person(terminal, events)? {
                return Ok(());
            }
        }
    }

    fn draw(&mut self, terminal: &mut DefaultTerminal) -> CommandResult {
        self.fit(terminal.size()?.into());
        terminal.draw(|frame| {
            self.paint(frame);
            self.theme.clean(frame.buffer_mut());
        })?;
        Ok(())
    }

    /// Lets the bots decide, and shows the table to whoever is next; false if somebody leaves meanwhile.
    fn next_person(
        &mut self,
        terminal: &mut DefaultTerminal,
        events: &mut Events,
    ) -> Result<bool, CommandError> {
        loop {
            while let Some(awaited) = self.session.awaited(events) {
                if !self.wait_for(&awaited, terminal, events)? {
                    return Ok(false);
                }
            }
            let only = self.seat().and_then(|seat| {
                self.routine.answer(self.session, seat).map(|(line, _)| (seat, line))
            });
            let Some((seat, line)) = only else { break };
            if self.session.act(seat, &line).is_err() {
                break;
            }
        }
        let next = self.seat();
        let curtain = self.session.people() > 1
            && next.is_some_and(|next| self.session.needs_curtain(self.viewer.seat(), next));
        if curtain || self.over() {
            events.forget_typed()?;
        }
        self.viewer = next.map_or(self.session.onlooker(), Viewer::Seat);
        // What somebody is about to say is no answer.
        let said = Some(self.list.take_typed()).filter(|typed| typed.starts_with("say "));
        self.refresh();
        let said = said.filter(|_| self.session.talk().is_some()).unwrap_or_default();
        said.chars().for_each(|letter| self.list.push(letter));
        self.fit(terminal.size()?.into());
        self.open_by_itself(curtain);
        if let Some(trouble) = self.session.take_trouble() {
            self.notice = trouble;
        }
        Ok(true)
    }

    /// Opens what the next person must see first: the curtain, the result, a welcome, or what happened
    /// since their last turn where it has no room beside the board.
    fn open_by_itself(&mut self, curtain: bool) {
        let first = match self.viewer.seat() {
            // Whoever has watched from the start needs no welcome.
            Some(seat) if !self.welcomed.contains(&seat) => {
                let alone = self.welcomed.is_empty() || curtain;
                self.welcomed.push(seat);
                alone
            }
            _ => false,
        };
        let opens = if self.over() {
            Overlay::Result
        } else if first && self.scene.lesson.is_none() {
            Overlay::Welcome
        } else if self.scene.lesson.is_none() && !self.news_have_room() {
            Overlay::News
        } else {
            Overlay::Nothing
        };
        (self.overlay, self.behind) = match curtain {
            true => (Overlay::Curtain, opens),
            false => (opens, Overlay::Nothing),
        };
        self.scroll.set(0);
        self.pause = Pause::begin();
    }

    /// Whether what happened since the viewer's last decision can all be read beside the board.
    fn news_have_room(&self) -> bool {
        let parts = self.parts.get();
        let room = if parts.story.area() > 0 { parts.story } else { parts.detail };
        let lines = self.story(room.width.max(10) as usize, self.news).lines.len();
        lines <= room.height.saturating_sub(1) as usize
    }

    /// Waits for a bot, or for others, with a sign on the screen; false if somebody leaves meanwhile. Keys that would
    /// decide something are not heard: nobody could see what they would answer.
    fn wait_for(
        &mut self,
        awaited: &str,
        terminal: &mut DefaultTerminal,
        events: &mut Events,
    ) -> Result<bool, CommandError> {
        let afar = self.session.talk().is_some();
        if afar {
            self.see_again();
        }
        for tick in 0.. {
            match events.next_within(if afar { WAITS } else { THINKS })? {
                Some(TableEvent::Arrived(arrival)) => {
                    self.session.take_in(arrival)?;
                    self.hear();
                    break;
                }
                Some(TableEvent::Screen(Event::Key(key))) => match self.key(key) {
                    KeyAction::Leave => return Ok(false),
                    KeyAction::Undo if afar => {
                        self.undo();
                        break;
                    }
                    KeyAction::Say(words) => self.say(&words),
                    KeyAction::Act(_) | KeyAction::InTurn(_) if afar => {
                        self.notice =
                            "You are not asked now: `plan` and a line decides beforehand.".into()
                    }
                    _ if afar => {}
                    _ => drop(self.list.take_typed()),
                },
                Some(TableEvent::Screen(Event::Mouse(mouse))) if afar => drop(self.mouse(mouse)),
                Some(TableEvent::Suspend) => suspend(),
                Some(TableEvent::Continue) => come_back(terminal)?,
                _ => {}
            }
            if tick == 0 && !afar {
                self.refresh();
            }
            let dots = ["…", "… …", "… … …"][tick % 3];
            self.thinks = format!("{awaited} {dots}");
            self.draw(terminal)?;
        }
        self.thinks.clear();
        Ok(true)
    }

    /// Shows the table as it stands now to whoever waits; what they have typed stays.
    fn see_again(&mut self) {
        let typed = self.list.take_typed();
        self.viewer = self.session.onlooker();
        self.refresh();
        typed.chars().for_each(|letter| self.list.push(letter));
    }

    /// Notes what was said since, and what went wrong or came right.
    fn hear(&mut self) {
        let said = self.session.talk().unwrap_or_default();
        let new = said.iter().filter(|line| line.number > self.heard);
        let new: Vec<String> =
            new.map(|line| format!("{}: {}", line.speaker(), line.text)).collect();
        self.heard = said.last().map_or(self.heard, |line| line.number.max(self.heard));
        let trouble = self.session.take_trouble();
        let told: Vec<String> = new.into_iter().chain(trouble).collect();
        if !told.is_empty() {
            self.notice = told.join(" · ");
        }
    }

    fn say(&mut self, words: &str) {
        let Some(spoken) = Spoken::read(words) else { return };
        match self.session.speak(spoken) {
            Ok(told) if told.is_empty() => self.hear(),
            Ok(told) => {
                let about = match spoken {
                    Spoken::Time => "time",
                    Spoken::Plan(_) => "plan",
                    _ => "notes",
                };
                self.toggle(Overlay::Answer(about.into(), told));
            }
            Err(why) => self.notice = why,
        }
    }

    fn seat(&self) -> Option<Seat> {
        self.session.person_to_decide()
    }

    fn over(&self) -> bool {
        self.session.is_over()
    }

    /// Takes scene, board and story anew after something changed.
    fn refresh(&mut self) {
        self.scene = self.session.scene(self.viewer).flat();
        self.log = self.session.log(self.viewer);
        let seat = self.viewer.seat();
        let told = self.told.iter().find(|(known, _)| Some(*known) == seat);
        self.news = told.map_or(0, |(_, lines)| *lines).min(self.log.len());
        self.list = ChoiceList::of(&self.scene);
        self.list_top.set(0);
        self.list_held = false;
        self.picked = None;
        self.form = None;
        self.board.draw(&self.scene);
        self.board.centre(&self.scene);
        let free = self.scene.prompt.as_ref().is_some_and(|prompt| !prompt.free.is_empty());
        let on_board = |entry: &list::Entry| entry.target.is_some() || entry.moves.is_some();
        if !free && !self.list.asked().iter().any(on_board) {
            self.pane = Pane::List;
        }
        self.sketch.line.clear();
        self.sketch_lit();
    }

    /// Lays out the screen, and draws the board anew if its part has become larger or smaller.
    fn fit(&mut self, screen: Rect) {
        let weight = match self.pane {
            Pane::Board => Weight::Board,
            Pane::List if self.scene.lesson.is_some() => Weight::Words,
            Pane::List => Weight::List,
        };
        let head = self.head_lines(screen).len() as u16;
        let prompt = layout::screen_layout(screen, head, 0, weight).prompt;
        let asked = self.asked_lines(prompt.width);
        let wanted = asked.len() + self.list.rows().len() + 1;
        let parts = layout::screen_layout(screen, head, wanted.min(1000) as u16, weight);
        self.parts.set(parts);
        self.board.fit(&self.scene, (parts.board.width, parts.board.height));
        self.sketch_lit();
    }

    /// Takes a person's decision; false if it was not done. What ends their own game is asked first.
    fn act(&mut self, line: &str) -> bool {
        let lower = line.to_lowercase();
        // Where several decide at once it is not offered, and asked about all the same.
        if self.seat().is_some_and(|seat| self.session.gives_up(seat, &lower)) {
            self.list.take_typed();
            self.overlay = Overlay::Sure(lower);
            return false;
        }
        self.decide(line)
    }

    fn decide(&mut self, line: &str) -> bool {
        let Some(seat) = self.seat() else {
            return false;
        };
        let heard = self.session.log(Viewer::Seat(seat)).len();
        let done = self.session.act(seat, line);
        if done.is_err() {
            self.list.refuse();
        }
        if done.is_ok() {
            self.routine.decide();
        }
        self.notice = done.as_ref().err().cloned().unwrap_or_default();
        if let (true, Some((_, told))) =
            (done.is_ok(), self.told.iter_mut().find(|(known, _)| *known == seat))
        {
            *told = heard;
        }
        done.is_ok()
    }

    /// Takes decisions one after the other, for as long as each can be taken back and the next is offered;
    /// false if none was done.
    fn act_along(&mut self, lines: &[String]) -> bool {
        let Some((first, others)) = lines.split_first() else { return false };
        let seat = self.seat();
        if !self.act(first) {
            return false;
        }
        for line in others {
            let goes_on = seat == self.seat()
                && seat.is_some_and(|seat| {
                    self.session.can_undo(seat) && self.session.offers(seat, line)
                });
            if !goes_on || !self.decide(line) {
                break;
            }
        }
        true
    }

    /// Takes decisions that were written on one line, and says what stops them; false if none was done.
    fn act_in_turn(&mut self, lines: &[String]) -> bool {
        let Some(seat) = self.seat() else { return false };
        for (index, line) in lines.iter().enumerate() {
            if index > 0
                && let Some(told) = written::stopped(self.session, seat, &lines[index..])
            {
                self.notice = told;
                return true;
            }
            let done = if index == 0 { self.act(line) } else { self.decide(line) };
            if !done {
                return index > 0;
            }
        }
        true
    }

    fn undo(&mut self) {
        let seat = self.viewer.seat();
        let done = seat.map_or(Err("Nobody is asked now.".into()), |seat| self.session.undo(seat));
        self.notice = match done {
            Ok(()) => {
                self.routine.take_back();
                "Taken back.".into()
            }
            Err(why) => why,
        };
        for (seat, told) in &mut self.told {
            *told = (*told).min(self.session.log(Viewer::Seat(*seat)).len());
        }
        self.overlay = Overlay::Nothing;
        self.refresh();
    }

    /// Carries out a typed line that is not an action; none if it is none of ours.
    fn command(&mut self, word: &str) -> Option<KeyAction> {
        let overlay = match word {
            "help" | "?" => Overlay::Help,
            "sheet" | "sheets" => Overlay::Sheets,
            "log" | "story" => Overlay::Log,
            "legend" | "signs" => Overlay::Legend,
            "news" | "last" => Overlay::News,
            "talk" | "say" if self.session.talk().is_some() => Overlay::Talk,
            "menu" => Overlay::Menu(0),
            "result" if self.over() => Overlay::Result,
            "undo" | "back" => return Some(KeyAction::Undo),
            "quit" | "exit" => return Some(KeyAction::Leave),
            "zoom" => {
                self.zoom();
                return Some(KeyAction::Nothing);
            }
            "routine" => return Some(self.change_routine()),
            other => match (other.strip_prefix("rule "), Asked::read(other)) {
                (Some(id), _) => {
                    Overlay::Answer(other.into(), asking::rule(self.session.ledger(), id.trim()))
                }
                (None, Some(asked)) => Overlay::Answer(other.into(), self.answer(asked)),
                (None, None) => return None,
            },
        };
        self.toggle(overlay);
        Some(KeyAction::Nothing)
    }

    /// The answer to a question in words.
    fn answer(&self, asked: Asked<'_>) -> String {
        self.session.answer(self.viewer, &self.scene, asked)
    }

    /// Has what has only one answer done by itself, from this question on, or asked.
    fn change_routine(&mut self) -> KeyAction {
        self.notice = self.routine.change().into();
        let only = self.scene.prompt.as_ref().and_then(stage::Prompt::only);
        match only.filter(|_| self.routine.is_on()) {
            Some(only) => KeyAction::Act(vec![only.notation.clone()]),
            None => KeyAction::Nothing,
        }
    }

    fn zoom(&mut self) {
        self.board.near = !self.board.near;
        self.redraw();
    }

    fn change_shade(&mut self) {
        self.theme.shade = match self.theme.shade {
            Shade::Light => Shade::Dark,
            Shade::Dark => Shade::Light,
        };
    }

    fn change_ascii(&mut self) {
        self.theme.ascii = !self.theme.ascii;
        self.board.ascii = self.theme.ascii;
        self.redraw();
    }

    fn redraw(&mut self) {
        self.board.draw(&self.scene);
        self.sketch.line.clear();
        self.sketch_lit();
    }

    /// What the lit entry points at.
    fn lit_target(&self) -> Option<Target> {
        self.list.lit().and_then(|lit| self.list.get(lit)).and_then(|entry| entry.target.clone())
    }

    /// Where a target is drawn.
    fn part_of(&self, target: &Target) -> Option<Window> {
        let canvas = &self.board.canvas;
        match target {
            Target::Place(id) => canvas.place(id),
            Target::Piece(id) => canvas.piece(id),
            Target::Point(point) => canvas.character_of(*point).map(|(column, row)| Window {
                column,
                row,
                width: 1,
                height: 1,
            }),
            Target::Card(_) => None,
        }
    }

    /// What a piece is called.
    fn name_of(&self, piece: &str) -> String {
        let known = self.scene.pieces.iter().find(|known| known.id == piece);
        let words = known
            .map_or(piece, |it| it.description.split([',', ';', ':', '.']).next().unwrap_or(piece));
        if words.is_empty() { piece.to_string() } else { words.to_string() }
    }

    /// Draws what the lit choice would do.
    fn sketch_lit(&mut self) {
        let lit = self.list.lit().and_then(|lit| self.list.get(lit));
        let line = lit.map(|entry| entry.line().to_string()).unwrap_or_default();
        let size = self.parts.get().board.as_size();
        let key = format!("{line} {size}");
        if key == self.sketch.line {
            return;
        }
        let seat = self.seat().filter(|_| !line.is_empty() && self.thinks.is_empty());
        let drawn = seat.and_then(|seat| self.session.preview(seat, &line).ok());
        let sketch = drawn.unwrap_or_default();
        let parts = self.parts_along(&sketch);
        self.sketch = LitSketch { line: key, words: sketch.words, parts };
    }

    /// The parts of the canvas that lines run through.
    fn parts_along(&self, sketch: &Sketch) -> Vec<Window> {
        /// Board units from one look to the next.
        const STEP: u32 = 300;
        let mut parts = Vec::new();
        let mut places = None;
        for pair in sketch.traces.iter().flat_map(|trace| trace.points.windows(2)) {
            let [from, to] = [pair[0], pair[1]];
            let steps =
                (from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) / STEP).clamp(1, 300) as i64;
            for step in 0..=steps {
                let between =
                    |a: i32, b: i32| (i64::from(a) + i64::from(b - a) * step / steps) as i32;
                let at = stage::Point::new(between(from.x, to.x), between(from.y, to.y));
                let part = match self.board.canvas.character_of(at) {
                    Some((column, row)) => Some(Window { column, row, width: 1, height: 1 }),
                    None => {
                        let places = places.get_or_insert_with(|| spots(&self.scene.ground));
                        let place = places.iter().find(|(_, spot)| spot.shape.contains(at));
                        place.and_then(|(id, _)| self.board.canvas.place(id))
                    }
                };
                if let Some(part) = part.filter(|part| parts.last() != Some(part)) {
                    parts.push(part);
                }
            }
        }
        parts
    }

    fn hit(&self, x: u16, y: u16) -> Option<Hit> {
        let hits = self.hits.borrow();
        let found = hits.iter().rev().find(|(area, _)| area.contains((x, y).into()));
        found.map(|(_, hit)| *hit)
    }
}

/// Replaces whatever would steer the terminal instead of being shown.
pub fn clean(buffer: &mut ratatui::buffer::Buffer) {
    for cell in &mut buffer.content {
        if cell.symbol().contains(tty::steers) {
            cell.set_char('\u{fffd}');
        }
    }
}
