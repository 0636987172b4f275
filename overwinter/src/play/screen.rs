//! The full-screen table.

mod keys;
mod layout;
mod paint;

use super::sitting::Sitting;
use crate::failure::{Done, Failure};
use crate::show;
use keys::Wish;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::layout::Rect;
use stage::Scene;
use stage::text::{Canvas, TextLook, Zoom};
use table::{LogLine, Seat, Viewer};

/// Plays until the game is over and the person has seen it, or until they leave.
pub fn play(sitting: &mut Sitting) -> Done {
    let mut terminal = ratatui::try_init().map_err(Failure::from)?;
    // A terminal without a mouse is played with keys.
    let _ = execute!(std::io::stdout(), EnableMouseCapture);
    let done = Table::new(sitting).and_then(|table| table.run(&mut terminal));
    let _ = execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    done?;
    let result = sitting.result();
    match result.is_empty() {
        true => println!(
            "You left the table. The seed was {}.",
            sitting.game.record(true).seed.unwrap_or_default()
        ),
        false => println!("{}", result.join("\n")),
    }
    Ok(())
}

/// What covers the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cover {
    Nothing,
    Help,
    Sheets,
    Log,
    /// The keyboard passes to another person: nothing is shown until they say so.
    Curtain,
}

/// Everything on the screen.
struct Table<'a> {
    sitting: &'a mut Sitting,
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
    cover: Cover,
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

impl<'a> Table<'a> {
    fn new(sitting: &'a mut Sitting) -> Result<Table<'a>, Failure> {
        sitting.bots_decide()?;
        let viewer = sitting.person_to_decide().map_or(sitting.onlooker(), Viewer::Seat);
        let scene = sitting.game.scene(viewer);
        let mut table = Table {
            viewer,
            canvas: Canvas::new(),
            log: Vec::new(),
            scene,
            sitting,
            selected: 0,
            input: String::new(),
            notice: "Invitation. F1 shows the keys; type `help` for words.".into(),
            cover: Cover::Nothing,
            scroll: 0,
            pan: (0, 0),
            roomy: false,
            columns: 0,
            board: Default::default(),
        };
        table.look_again();
        Ok(table)
    }

    fn run(mut self, terminal: &mut DefaultTerminal) -> Done {
        loop {
            self.fit(terminal.size()?.into());
            terminal.draw(|frame| self.paint(frame))?;
            let wish = match event::read()? {
                Event::Key(key) => self.key(key),
                Event::Mouse(mouse) => self.mouse(mouse),
                _ => Wish::Nothing,
            };
            match wish {
                Wish::Nothing => {}
                Wish::Leave => return Ok(()),
                Wish::Act(line) => self.act(&line)?,
                Wish::Undo => self.undo(),
            }
        }
    }

    fn seat(&self) -> Option<Seat> {
        self.sitting.person_to_decide()
    }

    fn over(&self) -> bool {
        self.sitting.game.status().outcome().is_some()
    }

    /// Takes scene, board and story anew after something changed.
    fn look_again(&mut self) {
        self.scene = self.sitting.game.scene(self.viewer);
        self.log = self.sitting.game.log(self.viewer, 0);
        self.redraw();
        self.selected = 0;
        self.pan = (0, 0);
    }

    /// Draws the board anew if the screen has become wider or narrower.
    fn fit(&mut self, screen: Rect) {
        let columns = layout::parts(screen, 0).board.width;
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

    fn act(&mut self, line: &str) -> Done {
        let Some(seat) = self.seat() else {
            return Ok(());
        };
        match self.sitting.game.act(seat, line) {
            Err(not_done) => {
                self.notice = not_done.to_string();
                return Ok(());
            }
            Ok(_) => self.notice.clear(),
        }
        self.sitting.bots_decide()?;
        let next = self.seat().map_or(self.sitting.onlooker(), Viewer::Seat);
        if self.sitting.people() > 1 && next != self.viewer {
            self.cover = Cover::Curtain;
        }
        self.viewer = next;
        self.look_again();
        if self.over() {
            self.notice = self.sitting.result().join("   ");
        }
        Ok(())
    }

    fn undo(&mut self) {
        let done = self.viewer.seat().is_some_and(|seat| self.sitting.game.undo(seat));
        self.notice = match done {
            true => "Taken back.".into(),
            false => "Nothing to take back: dice fell, something hidden was shown, or somebody else has acted.".into(),
        };
        self.look_again();
    }

    /// Carries out a typed line that is not an action; false if it is none of ours.
    fn command(&mut self, word: &str) -> Option<Wish> {
        let cover = match word {
            "help" | "?" => Cover::Help,
            "sheet" | "sheets" => Cover::Sheets,
            "log" | "story" => Cover::Log,
            "undo" | "back" => return Some(Wish::Undo),
            "quit" | "exit" => return Some(Wish::Leave),
            "zoom" => {
                self.roomy = !self.roomy;
                self.redraw();
                return Some(Wish::Nothing);
            }
            other => {
                let id = other.strip_prefix("rule ")?;
                self.notice = show::rule(&self.sitting.ledger, id.trim());
                return Some(Wish::Nothing);
            }
        };
        self.uncover(cover);
        Some(Wish::Nothing)
    }

    fn uncover(&mut self, cover: Cover) {
        self.cover = if self.cover == cover { Cover::Nothing } else { cover };
        self.scroll = 0;
    }
}
