//! The full-screen table.

mod keys;
mod layout;
mod paint;

use super::session::PlaySession;
use crate::error::{CommandError, CommandResult};
use crate::show;
use keys::KeyAction;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::layout::Rect;
use stage::Scene;
use stage::text::{Canvas, TextLook, Zoom};
use table::{LogLine, Seat, Viewer};

/// Plays until the game is over and the person has seen it, or until they leave.
pub fn play(session: &mut PlaySession) -> CommandResult {
    let mut terminal = ratatui::try_init().map_err(CommandError::from)?;
    // A terminal without a mouse is played with keys.
    let _ = execute!(std::io::stdout(), EnableMouseCapture);
    let done = Screen::new(session).and_then(|screen| screen.run(&mut terminal));
    let _ = execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    done?;
    let result = session.result();
    match result.is_empty() {
        true => println!(
            "You left the table. The seed was {}.",
            session.game.record(true).seed.unwrap_or_default()
        ),
        false => println!("{}", result.join("\n")),
    }
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
    /// The choice that Enter takes.
    selected: usize,
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
    fn new(session: &'a mut PlaySession) -> Result<Screen<'a>, CommandError> {
        session.bots_decide()?;
        let viewer = session.person_to_decide().map_or(session.onlooker(), Viewer::Seat);
        let scene = session.game.scene(viewer);
        let mut screen = Screen {
            viewer,
            canvas: Canvas::new(),
            log: Vec::new(),
            scene,
            session,
            selected: 0,
            input: String::new(),
            notice: "Welcome. F1 shows the keys; type `help` for words.".into(),
            overlay: Overlay::Nothing,
            scroll: 0,
            pan: (0, 0),
            roomy: false,
            columns: 0,
            board: Default::default(),
        };
        screen.refresh();
        Ok(screen)
    }

    fn run(mut self, terminal: &mut DefaultTerminal) -> CommandResult {
        loop {
            self.fit(terminal.size()?.into());
            terminal.draw(|frame| self.paint(frame))?;
            let action = match event::read()? {
                Event::Key(key) => self.key(key),
                Event::Mouse(mouse) => self.mouse(mouse),
                _ => KeyAction::Nothing,
            };
            match action {
                KeyAction::Nothing => {}
                KeyAction::Leave => return Ok(()),
                KeyAction::Act(line) => self.act(&line)?,
                KeyAction::Undo => self.undo(),
            }
        }
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
        self.selected = 0;
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

    fn act(&mut self, line: &str) -> CommandResult {
        let Some(seat) = self.seat() else {
            return Ok(());
        };
        match self.session.game.act(seat, line) {
            Err(not_done) => {
                self.notice = not_done.to_string();
                return Ok(());
            }
            Ok(_) => self.notice.clear(),
        }
        self.session.bots_decide()?;
        let next = self.seat().map_or(self.session.onlooker(), Viewer::Seat);
        if self.session.people() > 1 && next != self.viewer {
            self.overlay = Overlay::Curtain;
        }
        self.viewer = next;
        self.refresh();
        if self.over() {
            self.notice = self.session.result().join("   ");
        }
        Ok(())
    }

    fn undo(&mut self) {
        let done = self.viewer.seat().is_some_and(|seat| self.session.game.undo(seat));
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
