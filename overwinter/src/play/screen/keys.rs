//! What keys and clicks mean.

use super::{Overlay, Screen};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use stage::Target;

/// What somebody wants.
#[derive(Debug, PartialEq, Eq)]
pub enum KeyAction {
    /// Nothing, or nothing beyond the screen.
    Nothing,
    /// This action.
    Act(String),
    /// The last decision back.
    Undo,
    /// To go.
    Leave,
}

/// The keys, for the help page.
pub const KEYS: &[(&str, &str)] = &[
    ("arrows", "go through the choices"),
    ("Enter", "take the choice that is lit, or what you typed"),
    ("typing", "a number of the list, a notation such as `ne`, or a word below"),
    ("click", "take the choice on that place"),
    ("Shift+arrows", "move the board"),
    ("Tab  F2", "sheets and cards"),
    ("F3", "the whole story"),
    ("F4", "nearer or farther"),
    ("F1", "this page"),
    ("Ctrl+Z", "take back your last decision"),
    ("Ctrl+C", "leave the table"),
    ("words", "help  sheet  log  undo  zoom  rule ID  quit"),
];

impl Screen<'_> {
    pub(super) fn key(&mut self, key: KeyEvent) -> KeyAction {
        if key.kind == KeyEventKind::Release {
            return KeyAction::Nothing;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('c' | 'q') if control => return KeyAction::Leave,
            KeyCode::Char('z') if control => return KeyAction::Undo,
            _ if self.overlay == Overlay::Curtain => {
                if key.code == KeyCode::Enter {
                    self.overlay = Overlay::Nothing;
                }
                return KeyAction::Nothing;
            }
            KeyCode::F(1) => self.close_overlay(Overlay::Help),
            KeyCode::F(2) | KeyCode::Tab => self.close_overlay(Overlay::Sheets),
            KeyCode::F(3) => self.close_overlay(Overlay::Log),
            KeyCode::F(4) => {
                self.command("zoom");
            }
            KeyCode::Esc if self.overlay != Overlay::Nothing => self.overlay = Overlay::Nothing,
            KeyCode::Esc => self.input.clear(),
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Enter => return self.entered(),
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(10),
            KeyCode::PageDown => self.scroll = self.scroll.saturating_add(10),
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => {
                self.arrow(key.code, shift)
            }
            KeyCode::Char(letter) if !control => {
                self.overlay = Overlay::Nothing;
                self.input.push(letter);
            }
            _ => {}
        }
        KeyAction::Nothing
    }

    fn arrow(&mut self, arrow: KeyCode, shift: bool) {
        let (right, down) = match arrow {
            KeyCode::Up => (0, -1),
            KeyCode::Down => (0, 1),
            KeyCode::Left => (-1, 0),
            _ => (1, 0),
        };
        let choices = self.choices().len();
        if self.overlay != Overlay::Nothing {
            self.scroll = self.scroll.saturating_add_signed(down);
        } else if shift {
            self.pan = (self.pan.0 + 8 * right as i32, self.pan.1 + 3 * down as i32);
        } else if choices > 0 {
            self.selected = Some(match (self.selected, right + down) {
                (Some(selected), step) => {
                    (selected + choices).saturating_add_signed(step as isize) % choices
                }
                (None, 1..) => 0,
                (None, _) => choices - 1,
            });
        }
    }

    fn entered(&mut self) -> KeyAction {
        if self.overlay != Overlay::Nothing {
            self.overlay = Overlay::Nothing;
            return KeyAction::Nothing;
        }
        if self.over() && self.input.is_empty() {
            return KeyAction::Leave;
        }
        let line = std::mem::take(&mut self.input);
        let line = line.trim();
        let choices = self.choices();
        if line.is_empty() {
            let lit = self.selected.and_then(|selected| choices.get(selected));
            return lit
                .map_or(KeyAction::Nothing, |choice| KeyAction::Act(choice.notation.clone()));
        }
        if let Some(line) = self.scene.prompt.as_ref().and_then(|prompt| prompt.numbers(line)) {
            return KeyAction::Act(line);
        }
        let number =
            line.parse::<usize>().ok().and_then(|number| choices.get(number.checked_sub(1)?));
        if let Some(choice) = number {
            return KeyAction::Act(choice.notation.clone());
        }
        let lower = line.to_lowercase();
        let mut offered = self.scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        let is_action = offered.any(|choice| choice.notation == lower);
        match is_action {
            true => KeyAction::Act(lower),
            false => self
                .command(lower.trim_start_matches(':'))
                .unwrap_or_else(|| KeyAction::Act(line.to_string())),
        }
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> KeyAction {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll = self.scroll.saturating_sub(3),
            MouseEventKind::ScrollDown => self.scroll = self.scroll.saturating_add(3),
            MouseEventKind::Down(MouseButton::Left) if self.overlay == Overlay::Nothing => {
                let (area, column, row) = self.board.get();
                let inside = area.contains((mouse.column, mouse.row).into());
                let (x, y) =
                    (mouse.column.saturating_sub(area.x), mouse.row.saturating_sub(area.y));
                let place = self.canvas.place_at(column + x as usize, row + y as usize);
                let (true, Some(place)) = (inside, place) else {
                    return KeyAction::Nothing;
                };
                let target = Some(Target::Place(place.to_string()));
                if let Some(choice) = self.choices().iter().find(|choice| choice.target == target) {
                    return KeyAction::Act(choice.notation.clone());
                }
                let described = describe(&self.scene, place);
                self.notice = described;
            }
            _ => {}
        }
        KeyAction::Nothing
    }
}

/// What is at a place, in words.
fn describe(scene: &stage::Scene, place: &str) -> String {
    let mut words = Vec::new();
    for field in &scene.ground.fields {
        match field {
            stage::Field::Hexes(field) => {
                words.extend(
                    field
                        .cells
                        .iter()
                        .filter(|cell| cell.id == place)
                        .map(|cell| cell.description.clone()),
                );
            }
            stage::Field::Places(field) => {
                words.extend(
                    field
                        .places
                        .iter()
                        .filter(|spot| spot.id == place)
                        .map(|spot| spot.description.clone()),
                );
            }
            stage::Field::Plane(field) => {
                words.extend(
                    field
                        .areas
                        .iter()
                        .filter(|area| area.id == place)
                        .map(|area| area.description.clone()),
                );
            }
        }
    }
    let here = stage::At::Place(place.to_string());
    words.extend(
        scene.pieces.iter().filter(|piece| piece.at == here).map(|piece| piece.description.clone()),
    );
    words.join("; ")
}
