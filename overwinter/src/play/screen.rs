//! The full-screen table.

mod keys;
mod layout;
mod paint;

use super::events::{Events, TableEvent};
use super::session::PlaySession;
use crate::error::{CommandError, CommandResult};
use crate::show;
use crate::terminal as tty;
use keys::KeyAction;
pub use paint::style as style_of;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, style};
use ratatui::layout::Rect;
use stage::Scene;
use stage::text::{Canvas, TextLook, Zoom};
use std::io::Write;
use std::time::Duration;
use table::{LogLine, Seat, Viewer};

/// How long a bot thinks before the screen says so, and how often the sign changes.
const THINKS: Duration = Duration::from_millis(120);

/// Plays until the game is over and the person has seen it, or until they leave.
pub fn play(session: &mut PlaySession) -> CommandResult {
    let done = shown(|terminal, events| Screen::new(session).run(terminal, events));
    done?;
    let result = session.result();
    let told = match (result.is_empty(), session.how_to_go_on()) {
        (false, _) => result.join("\n"),
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

/// What covers the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlay {
    Nothing,
    Help,
    Sheets,
    Log,
    /// The keyboard passes to another person: nothing is shown until they say so.
    Curtain,
}

/// Everything on the screen.
struct Screen<'a> {
    session: &'a mut PlaySession,
    viewer: Viewer,
    scene: Scene,
    canvas: Canvas,
    log: Vec<LogLine>,
    /// The choice that Enter takes; none until somebody has lit one, unless one is harmless.
    selected: Option<usize>,
    /// What would end the game of whoever wrote it, and is written a second time to be done.
    armed: Option<String>,
    /// What is being typed.
    input: String,
    /// The answer to the last line: a refusal, a rule, a confirmation.
    notice: String,
    overlay: Overlay,
    /// Lines scrolled down in what covers the board.
    scroll: u16,
    /// Columns and rows by which the board is moved away from its focus.
    pan: (i32, i32),
    roomy: bool,
    /// How many columns the board has on the screen.
    columns: u16,
    /// Where the board is on the screen, and its first column and row: for the mouse.
    board: std::cell::Cell<(Rect, usize, usize)>,
}

impl<'a> Screen<'a> {
    fn new(session: &'a mut PlaySession) -> Screen<'a> {
        let viewer = session.onlooker();
        let scene = session.game.scene(viewer);
        let welcome = "Welcome. F1 shows the keys; type `help` for words.";
        let mut screen = Screen {
            viewer,
            canvas: Canvas::new(),
            log: Vec::new(),
            scene,
            notice: session.take_trouble().unwrap_or_else(|| welcome.into()),
            session,
            selected: None,
            armed: None,
            input: String::new(),
            overlay: Overlay::Nothing,
            scroll: 0,
            pan: (0, 0),
            roomy: false,
            columns: 0,
            board: Default::default(),
        };
        screen.refresh();
        screen
    }

    fn run(mut self, terminal: &mut DefaultTerminal, events: &mut Events) -> CommandResult {
        if !self.next_person(terminal, events)? {
            return Ok(());
        }
        loop {
            self.draw(terminal)?;
            let action = match events.next()? {
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
            match action {
                KeyAction::Nothing => {}
                KeyAction::Leave => return Ok(()),
                KeyAction::Act(line) => {
                    if self.act(&line) && !self.next_person(terminal, events)? {
                        return Ok(());
                    }
                }
                KeyAction::Undo => self.undo(),
            }
        }
    }

    fn draw(&mut self, terminal: &mut DefaultTerminal) -> CommandResult {
        self.fit(terminal.size()?.into());
        terminal.draw(|frame| {
            self.paint(frame);
            clean(frame.buffer_mut());
        })?;
        Ok(())
    }

    /// Lets the bots decide, and shows the table to whoever is next; false if somebody leaves meanwhile.
    fn next_person(
        &mut self,
        terminal: &mut DefaultTerminal,
        events: &mut Events,
    ) -> Result<bool, CommandError> {
        while let Some(seat) = self.session.bot_thinks(events.thoughts()) {
            if !self.wait_for(seat, terminal, events)? {
                return Ok(false);
            }
        }
        let next = self.seat();
        let curtain = self.session.people() > 1
            && next.is_some_and(|next| self.session.needs_curtain(self.viewer.seat(), next));
        if curtain {
            self.overlay = Overlay::Curtain;
        }
        if curtain || self.over() {
            events.forget_typed()?;
        }
        self.viewer = next.map_or(self.session.onlooker(), Viewer::Seat);
        self.refresh();
        if self.over() {
            self.notice = self.session.result().join("   ");
        }
        if let Some(trouble) = self.session.take_trouble() {
            self.notice = trouble;
        }
        Ok(true)
    }

    /// Waits for a bot, with a sign on the screen; false if somebody leaves meanwhile. Other keys are not
    /// heard: nobody could see what they would answer.
    fn wait_for(
        &mut self,
        seat: Seat,
        terminal: &mut DefaultTerminal,
        events: &mut Events,
    ) -> Result<bool, CommandError> {
        let notice = self.notice.clone();
        for tick in 0.. {
            match events.next_within(THINKS)? {
                Some(TableEvent::Thought(thought)) => {
                    self.session.carry_out(thought)?;
                    break;
                }
                Some(TableEvent::Screen(Event::Key(key))) => {
                    if self.key(key) == KeyAction::Leave {
                        return Ok(false);
                    }
                    self.input.clear();
                }
                Some(TableEvent::Suspend) => suspend(),
                Some(TableEvent::Continue) => come_back(terminal)?,
                _ => {}
            }
            if tick == 0 {
                self.refresh();
            }
            let dots = ["…", "… …", "… … …"][tick % 3];
            self.notice = format!("{} thinks {dots}", self.session.name(seat));
            self.draw(terminal)?;
        }
        self.notice = notice;
        Ok(true)
    }

    fn seat(&self) -> Option<Seat> {
        self.session.person_to_decide()
    }

    fn over(&self) -> bool {
        self.session.game.status().outcome().is_some()
    }

    /// Takes scene, board and story anew after something changed.
    fn refresh(&mut self) {
        self.scene = self.session.game.scene(self.viewer);
        self.log = self.session.game.log(self.viewer, 0);
        self.redraw();
        self.selected = self.scene.prompt.as_ref().and_then(|prompt| prompt.default);
        self.pan = (0, 0);
    }

    /// Draws the board anew if the screen has become wider or narrower.
    fn fit(&mut self, screen: Rect) {
        let columns = layout::screen_layout(screen, 0).board.width;
        if columns != self.columns {
            self.columns = columns;
            self.redraw();
        }
    }

    /// The board as wide as its part of the screen, or from nearer by.
    fn redraw(&mut self) {
        let look = TextLook::default();
        let fitting = self.columns as usize;
        let (zoom, width) = match self.roomy {
            true => (Zoom::Roomy, look.width.max(fitting)),
            false => (Zoom::Compact, fitting),
        };
        self.canvas = stage::text::board(&self.scene, &TextLook { zoom, width, ..look });
    }

    /// Takes a decision; false if it was not done.
    fn act(&mut self, line: &str) -> bool {
        let Some(seat) = self.seat() else {
            return false;
        };
        let mut offered = self.scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        let grave = offered.find(|choice| choice.grave && choice.notation == line.to_lowercase());
        if let Some(choice) = grave.filter(|_| self.armed.as_deref() != Some(line)) {
            self.notice =
                format!("{}: {} Really? Write it once more.", choice.label, choice.told());
            self.armed = Some(line.to_string());
            return false;
        }
        self.armed = None;
        let done = self.session.act(seat, line);
        self.notice = done.as_ref().err().map(ToString::to_string).unwrap_or_default();
        done.is_ok()
    }

    fn undo(&mut self) {
        let done = self.viewer.seat().is_some_and(|seat| self.session.undo(seat));
        self.notice = match done {
            true => "Taken back.".into(),
            false => "Nothing to take back: dice fell, something hidden was shown, or somebody else has acted.".into(),
        };
        self.refresh();
    }

    /// Carries out a typed line that is not an action; false if it is none of ours.
    fn command(&mut self, word: &str) -> Option<KeyAction> {
        let overlay = match word {
            "help" | "?" => Overlay::Help,
            "sheet" | "sheets" => Overlay::Sheets,
            "log" | "story" => Overlay::Log,
            "undo" | "back" => return Some(KeyAction::Undo),
            "quit" | "exit" => return Some(KeyAction::Leave),
            "zoom" => {
                self.roomy = !self.roomy;
                self.redraw();
                return Some(KeyAction::Nothing);
            }
            other => {
                let id = other.strip_prefix("rule ")?;
                self.notice = show::rule(&self.session.ledger, id.trim());
                return Some(KeyAction::Nothing);
            }
        };
        self.close_overlay(overlay);
        Some(KeyAction::Nothing)
    }

    fn close_overlay(&mut self, overlay: Overlay) {
        self.overlay = if self.overlay == overlay { Overlay::Nothing } else { overlay };
        self.scroll = 0;
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
