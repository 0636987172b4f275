//! What keys and clicks mean.

use super::board::Arrow;
use super::form::{Filled, SlipForm};
use super::list::{Meant, Takes};
use super::overlay::{MenuAction, Overlay};
use super::{Hit, Pane, Screen};
use crate::play::table_session::Spoken;
use crate::play::written;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// What somebody wants.
#[derive(Debug, PartialEq, Eq)]
pub enum KeyAction {
    /// Nothing, or nothing beyond the screen.
    Nothing,
    /// These actions, one after the other for as long as they can be taken back.
    Act(Vec<String>),
    /// These actions, written on one line: what stops them is told.
    InTurn(Vec<String>),
    /// This action, which ends one's own game, for sure.
    GiveUp(String),
    /// The last decision back.
    Undo,
    /// This to be said to the table.
    Say(String),
    /// To go.
    Leave,
}

/// The keys, for the help page.
pub const KEYS: &[(&str, &str)] = &[
    ("up down", "light a choice of the list"),
    ("left right", "to the next group of choices"),
    ("Enter", "take the choice that is lit, or what you typed"),
    (
        "typing",
        "filters the list; Enter takes a number of the list, a line such as `ne` (or several: `ne, e`), or the only choice with these words",
    ),
    ("Tab", "to the board and back to the list"),
    (
        "on the board",
        "arrows move the cursor and what is there is told below; Enter picks a piece, then where it goes; \
     Home and End go from one thing that can be chosen to the next; Ctrl and an arrow goes five steps",
    ),
    ("click", "lights a row or points at a place; a second click takes it"),
    ("Shift+arrows", "move the board"),
    ("PgUp PgDn", "scroll the list, or what covers the board"),
    ("Ctrl+U", "forget what is typed"),
    ("Esc", "back: what is typed, what was picked, the list; then the menu"),
    ("F1", "this page"),
    ("F2", "sheets and cards"),
    ("F3", "the whole story"),
    ("F4", "the board nearer or farther"),
    ("F5", "what the signs on the board mean"),
    ("F6", "what happened since your last turn"),
    ("F7", "what was said, at a table of a server; `say` and words say something"),
    ("F10", "the menu: everything else, and giving up"),
    ("Ctrl+Z", "take back your last decision"),
    ("Ctrl+C", "leave the table; the game is kept"),
    (
        "words",
        "help  sheet  log  legend  news  menu  undo  zoom  routine  rule ID  quit; and, answered in words, describe  where  around  range  pieces  board, also with a name: where A1",
    ),
];

impl Screen<'_> {
    pub(super) fn key(&mut self, key: KeyEvent) -> KeyAction {
        if key.kind == KeyEventKind::Release {
            return KeyAction::Nothing;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'q') if control => return KeyAction::Leave,
            _ if self.overlay == Overlay::Curtain => {
                if key.code == KeyCode::Enter && self.pause.counts() {
                    self.close();
                }
                return KeyAction::Nothing;
            }
            KeyCode::Char('z') if control => return KeyAction::Undo,
            _ => {}
        }
        match &self.overlay {
            Overlay::Sure(line) => {
                let line = line.clone();
                self.close();
                match key.code {
                    KeyCode::Char('y' | 'Y') => KeyAction::GiveUp(line),
                    _ => KeyAction::Nothing,
                }
            }
            Overlay::Form => self.fill_in(key.code),
            Overlay::Menu(at) => self.menu_key(key.code, *at),
            Overlay::Nothing => self.table_key(key),
            _ => self.covered_key(key),
        }
    }

    /// A key while something covers the board: it scrolls, or closes it; a letter closes it and is typed.
    fn covered_key(&mut self, key: KeyEvent) -> KeyAction {
        let scroll = self.scroll.get();
        let opened_by_itself = matches!(self.overlay, Overlay::News | Overlay::Welcome);
        match key.code {
            // Where all is in sight, arrows are for what is below.
            KeyCode::Up | KeyCode::Down if opened_by_itself && self.scroll_last.get() == 0 => {
                self.close();
                return self.table_key(key);
            }
            KeyCode::Up => self.scroll.set(scroll.saturating_sub(1)),
            KeyCode::Down => self.scroll.set(scroll.saturating_add(1)),
            KeyCode::PageUp => self.scroll.set(scroll.saturating_sub(10)),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll.set(scroll.saturating_add(10)),
            KeyCode::Home => self.scroll.set(0),
            KeyCode::End => self.scroll.set(u16::MAX),
            KeyCode::Esc => self.close(),
            KeyCode::Enter if !self.pause.counts() => {}
            KeyCode::Enter if self.overlay == Overlay::Result => return KeyAction::Leave,
            KeyCode::Enter => self.close(),
            KeyCode::Left | KeyCode::Right => {}
            _ => {
                if let KeyCode::Char(_) | KeyCode::Tab = key.code {
                    self.close();
                }
                return self.table_key(key);
            }
        }
        KeyAction::Nothing
    }

    fn table_key(&mut self, key: KeyEvent) -> KeyAction {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::F(1) => self.toggle(Overlay::Help),
            KeyCode::F(2) => self.toggle(Overlay::Sheets),
            KeyCode::F(3) => self.toggle(Overlay::Log),
            KeyCode::F(4) => self.zoom(),
            KeyCode::F(5) => self.toggle(Overlay::Legend),
            KeyCode::F(6) => self.toggle(Overlay::News),
            KeyCode::F(7) if self.session.talk().is_some() => self.toggle(Overlay::Talk),
            KeyCode::F(9 | 10) => self.toggle(Overlay::Menu(0)),
            KeyCode::Esc => self.back(),
            KeyCode::Tab | KeyCode::BackTab => self.change_pane(),
            KeyCode::Backspace => self.list.pop(),
            KeyCode::Enter => return self.entered(),
            KeyCode::Up => self.arrow(Arrow::Up, shift, control),
            KeyCode::Down => self.arrow(Arrow::Down, shift, control),
            KeyCode::Left => self.arrow(Arrow::Left, shift, control),
            KeyCode::Right => self.arrow(Arrow::Right, shift, control),
            KeyCode::PageUp => self.list.step(-8),
            KeyCode::PageDown => self.list.step(8),
            KeyCode::Home | KeyCode::End if self.pane == Pane::Board => {
                self.next_target(key.code == KeyCode::End);
            }
            KeyCode::Char('u') if control => drop(self.list.take_typed()),
            KeyCode::Char(letter) if !control => {
                self.pane = Pane::List;
                self.list.push(letter);
            }
            _ => {}
        }
        self.follow();
        KeyAction::Nothing
    }

    fn arrow(&mut self, way: Arrow, shift: bool, control: bool) {
        let (right, down) = match way {
            Arrow::Up => (0, -1),
            Arrow::Down => (0, 1),
            Arrow::Left => (-1, 0),
            Arrow::Right => (1, 0),
        };
        if shift {
            self.board.pan(8 * right, 3 * down);
            return;
        }
        match (self.pane, way) {
            (Pane::Board, _) => {
                let steps = if control { 5 } else { 1 };
                let moved = (0..steps).filter(|_| self.board.step(way)).count();
                self.notice =
                    if moved == 0 { "The board ends here.".into() } else { String::new() };
            }
            (Pane::List, Arrow::Up | Arrow::Down) => self.list.step(down),
            (Pane::List, Arrow::Left | Arrow::Right) => self.list.step_group(right > 0),
        }
    }

    /// One step back: what is typed or narrowed, what was picked, the list; then the menu.
    fn back(&mut self) {
        let picked = self.picked.take().is_some();
        if self.list.widen() || picked {
            return;
        }
        match self.pane {
            Pane::Board => self.pane = Pane::List,
            Pane::List => self.toggle(Overlay::Menu(0)),
        }
    }

    /// To the board, the cursor on what is lit, or back.
    fn change_pane(&mut self) {
        self.pane = match self.pane {
            Pane::List => Pane::Board,
            Pane::Board => Pane::List,
        };
        if self.pane == Pane::Board
            && let Some(part) = self.lit_target().and_then(|target| self.part_of(&target))
        {
            self.board.point_at(part);
        }
        self.board.follow();
    }

    /// Puts the cursor on the next thing that can be chosen.
    fn next_target(&mut self, forwards: bool) {
        let targets = self.list.asked().iter().filter_map(|entry| entry.target.as_ref());
        let movers = self.list.asked().iter().filter_map(|entry| entry.moves.as_ref());
        let free = self.scene.prompt.iter().flat_map(|prompt| &prompt.free);
        let movers = movers.chain(free.filter_map(|free| free.moves.as_ref()));
        let mut parts: Vec<(usize, usize)> = targets
            .filter_map(|target| self.part_of(target))
            .chain(movers.filter_map(|id| self.board.canvas.piece(id)))
            .map(|part| (part.row + part.height / 2, part.column + part.width / 2))
            .collect();
        parts.sort_unstable();
        parts.dedup();
        let here = (self.board.cursor.1, self.board.cursor.0);
        let next = match forwards {
            true => parts.iter().find(|part| **part > here).or(parts.first()),
            false => parts.iter().rev().find(|part| **part < here).or(parts.last()),
        };
        if let Some((row, column)) = next.copied() {
            self.board.point_at(stage::text::Window { column, row, width: 1, height: 1 });
        }
    }

    fn entered(&mut self) -> KeyAction {
        let typed = self.list.typed().trim().to_string();
        if self.over() && typed.is_empty() {
            return KeyAction::Leave;
        }
        if typed.is_empty() && self.pane == Pane::Board {
            return self.pick();
        }
        if typed.is_empty() || self.list.by_hand() {
            return match self.list.lit() {
                Some(lit) => self.take(lit),
                None => {
                    let how = "Nothing is lit: light a choice with the arrows, point at one on the board (Tab), or type it.";
                    self.notice = if self.seat().is_some() { how.into() } else { String::new() };
                    KeyAction::Nothing
                }
            };
        }
        self.typed_line(&typed)
    }

    /// What a typed line means: a number, a line of the list, a word of ours, or whatever the game reads.
    fn typed_line(&mut self, typed: &str) -> KeyAction {
        let act = |line: &str| KeyAction::Act(vec![line.to_string()]);
        if let Some(line) = self.scene.prompt.as_ref().and_then(|prompt| prompt.numbers(typed)) {
            return act(&line);
        }
        if let Some(index) = self.list.asked().iter().position(|entry| entry.number == typed) {
            return self.take(index);
        }
        let Some(seat) = self.seat() else { return self.said_while_waiting(typed) };
        let lower = typed.to_lowercase();
        let mut offered = self.scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        if offered.any(|choice| choice.notation == lower) {
            return act(&lower);
        }
        if let Some(words) = self.said_by(typed) {
            self.list.take_typed();
            return KeyAction::Say(words);
        }
        if let Some(done) = self.command(lower.trim_start_matches(':')) {
            self.list.take_typed();
            return done;
        }
        let reads = |line: &str| self.session.understands(seat, line);
        let line = written::bare(typed, reads).to_string();
        match self.list.meant(typed) {
            Meant::AsShown(index) if !reads(&line) => return self.take(index),
            // What the game reads is judged as it stands: it takes nothing else, and is refused with its rule.
            _ if reads(&line) => return act(&line),
            _ => {}
        }
        let choices = self.scene.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
        if let Some(lines) = written::in_turn(choices, typed, reads) {
            return KeyAction::InTurn(lines);
        }
        match self.list.meant(typed) {
            Meant::Words(index) => self.take(index),
            Meant::Part(index) => {
                self.list.light(index);
                self.notice = "Only this has what you wrote: Enter takes it.".into();
                KeyAction::Nothing
            }
            _ if typed.parse::<i64>().is_ok() => {
                let numbered = self.list.asked().iter().filter(|entry| !entry.number.is_empty());
                self.notice = written::no_such_number(numbered.count(), false);
                self.list.refuse();
                KeyAction::Nothing
            }
            _ => act(typed),
        }
    }

    /// A line while nobody here is asked: a word of ours, or talk.
    fn said_while_waiting(&mut self, typed: &str) -> KeyAction {
        if let Some(words) = self.said_by(typed) {
            self.list.take_typed();
            return KeyAction::Say(words);
        }
        match self.command(typed.to_lowercase().trim_start_matches(':')) {
            Some(done) => {
                self.list.take_typed();
                done
            }
            None => KeyAction::Act(vec![typed.to_string()]),
        }
    }

    /// What a typed line says to others at the table, unless it is an action of the game.
    fn said_by(&self, typed: &str) -> Option<String> {
        self.session.talk()?;
        let line = typed.trim_start_matches(':');
        let action = |seat| !typed.starts_with(':') && self.session.understands(seat, typed);
        let says = Spoken::read(line).is_some() && !self.seat().is_some_and(action);
        says.then(|| line.trim().to_string())
    }

    /// Takes an entry of the list.
    fn take(&mut self, index: usize) -> KeyAction {
        match self.list.get(index).map(|entry| entry.takes.clone()) {
            Some(Takes::Line(line)) => KeyAction::Act(vec![line]),
            Some(Takes::Plan(lines)) => KeyAction::Act(lines),
            Some(Takes::Slip(slip)) => {
                let slips = self.scene.prompt.as_ref().map(|prompt| &prompt.slips);
                self.form = slips.and_then(|slips| slips.get(slip)).cloned().map(SlipForm::new);
                self.toggle(Overlay::Form);
                KeyAction::Nothing
            }
            None => KeyAction::Nothing,
        }
    }

    /// Enter on the board: picks a piece that can go somewhere, or what can be done there.
    pub(super) fn pick(&mut self) -> KeyAction {
        let here = self.entries_here();
        let mover = self.mover_here().filter(|mover| self.picked.as_ref() != Some(mover));
        let free = if mover.is_none() { self.free_here() } else { Vec::new() };
        let title = self.words_here().into_iter().next().unwrap_or_default();
        match (here.as_slice(), free.as_slice(), mover) {
            ([only], [], None) => return self.take(*only),
            ([], [only], None) => return KeyAction::Act(vec![only.line().to_string()]),
            ([], [], None) => {
                if let Some((lines, _)) = self.way_here() {
                    return KeyAction::Act(lines);
                }
                let refused = self.refused_here();
                self.notice = refused.unwrap_or_else(|| "Nothing can be chosen here.".into());
            }
            (here, [], Some(mover)) => {
                let mut all = here.to_vec();
                all.extend(self.entries_of(&mover).into_iter().filter(|it| !here.contains(it)));
                let name = self.name_of(&mover);
                self.notice = format!("{name}: point at where to, or choose from the list (Tab).");
                self.list.narrow(name, all, Vec::new());
                self.picked = Some(mover);
            }
            _ => {
                self.list.narrow(title, here, free);
                self.pane = Pane::List;
            }
        }
        KeyAction::Nothing
    }

    fn fill_in(&mut self, key: KeyCode) -> KeyAction {
        match self.form.as_mut().map_or(Filled::Left, |form| form.key(key)) {
            Filled::On => KeyAction::Nothing,
            Filled::Left => {
                self.close();
                KeyAction::Nothing
            }
            Filled::Line(line) => KeyAction::Act(vec![line]),
            Filled::Missing(label) => {
                self.notice = format!("{label} is missing.");
                KeyAction::Nothing
            }
        }
    }

    fn menu_key(&mut self, key: KeyCode, at: usize) -> KeyAction {
        let menu = self.menu();
        let last = menu.len().saturating_sub(1);
        match key {
            KeyCode::Up => self.overlay = Overlay::Menu(at.checked_sub(1).unwrap_or(last)),
            KeyCode::Down => self.overlay = Overlay::Menu(if at == last { 0 } else { at + 1 }),
            KeyCode::Enter => return self.menu_action(at),
            _ => self.close(),
        }
        KeyAction::Nothing
    }

    fn menu_action(&mut self, at: usize) -> KeyAction {
        let chosen = self.menu().into_iter().nth(at).map(|(_, _, action)| action);
        self.close();
        match chosen {
            Some(MenuAction::Show(overlay)) => self.toggle(overlay),
            Some(MenuAction::Zoom) => self.zoom(),
            Some(MenuAction::Shade) => self.change_shade(),
            Some(MenuAction::Ascii) => self.change_ascii(),
            Some(MenuAction::Undo) => return KeyAction::Undo,
            Some(MenuAction::Routine) => return self.change_routine(),
            Some(MenuAction::GiveUp(line)) => self.toggle(Overlay::Sure(line)),
            Some(MenuAction::Leave) => return KeyAction::Leave,
            None => {}
        }
        KeyAction::Nothing
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> KeyAction {
        let covered = self.overlay != Overlay::Nothing;
        match mouse.kind {
            _ if self.overlay == Overlay::Curtain => KeyAction::Nothing,
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let down = mouse.kind == MouseEventKind::ScrollDown;
                self.wheel(if down { 3 } else { -3 }, mouse.column, mouse.row);
                KeyAction::Nothing
            }
            MouseEventKind::Down(MouseButton::Left) => match self.hit(mouse.column, mouse.row) {
                Some(Hit::Key(code)) => self.key(KeyEvent::new(code, KeyModifiers::NONE)),
                Some(Hit::Menu(at)) => self.menu_action(at),
                Some(Hit::Entry(index)) if !covered => self.click_entry(index),
                None if !covered => self.click_board(mouse.column, mouse.row),
                _ => KeyAction::Nothing,
            },
            _ => KeyAction::Nothing,
        }
    }

    fn click_entry(&mut self, index: usize) -> KeyAction {
        if self.list.lit() == Some(index) {
            return self.take(index);
        }
        self.pane = Pane::List;
        self.list.light(index);
        self.board.follow();
        self.follow();
        KeyAction::Nothing
    }

    fn click_board(&mut self, x: u16, y: u16) -> KeyAction {
        let Some((column, row)) = self.board.painted().on_canvas(x, y) else {
            return KeyAction::Nothing;
        };
        let place =
            self.board.canvas.place_at(column, row).and_then(|id| self.board.canvas.place(id));
        let on_plane = self.board.canvas.point_at(column, row).is_some();
        let point = stage::text::Window { column, row, width: 1, height: 1 };
        let before = (self.pane == Pane::Board).then_some(self.board.cursor);
        self.board.point_at(if on_plane { point } else { place.unwrap_or(point) });
        self.pane = Pane::Board;
        match before == Some(self.board.cursor) {
            true => self.pick(),
            false => KeyAction::Nothing,
        }
    }

    fn wheel(&mut self, by: i16, x: u16, y: u16) {
        let at = (x, y).into();
        if self.overlay != Overlay::Nothing {
            self.scroll.set(self.scroll.get().saturating_add_signed(by));
        } else if self.parts.get().prompt.contains(at) {
            let top = self.list_top.get();
            self.list_held = true;
            self.list_top.set(top.saturating_add_signed(by.into()));
        } else if self.parts.get().board.contains(at) {
            self.board.pan(0, by.into());
        }
    }

    /// Lets list and sketch follow what is lit.
    fn follow(&mut self) {
        self.list_held = false;
        self.sketch_lit();
    }

    /// Opens what covers the board, or closes it.
    pub(super) fn toggle(&mut self, overlay: Overlay) {
        let same = std::mem::discriminant(&self.overlay) == std::mem::discriminant(&overlay);
        // The story opens at its end, and so does talk.
        let at_end = matches!(overlay, Overlay::Log | Overlay::Talk);
        self.scroll.set(if at_end { u16::MAX } else { 0 });
        self.overlay = if same { Overlay::Nothing } else { overlay };
    }

    /// Closes what covers the board; what waited behind it opens.
    pub(super) fn close(&mut self) {
        self.overlay = std::mem::take(&mut self.behind);
        self.scroll.set(0);
        self.form = None;
    }
}
