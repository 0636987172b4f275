//! Where things go on a screen, small or large.

use ratatui::layout::{Constraint, Layout, Rect};

/// The parts of the screen.
pub struct ScreenLayout {
    /// Where we are in the game, and how the person fares.
    pub head: Rect,
    /// The board.
    pub board: Rect,
    /// Sheets and cards; no width on a narrow screen, where a key shows them.
    pub sheets: Rect,
    /// The question, its choices and the notice.
    pub prompt: Rect,
    /// The end of the story.
    pub log: Rect,
    /// What is typed, and the keys.
    pub foot: Rect,
}

/// The parts for a screen of that size and a question that wants so many lines.
pub fn screen_layout(screen: Rect, prompt_lines: u16) -> ScreenLayout {
    let wide = screen.width >= 110;
    let prompt_height = prompt_lines.clamp(4, (screen.height / 3).max(4));
    let log_height = (screen.height / 5).clamp(3, 12);
    let [head, middle, prompt, log, foot] = Layout::vertical([
        Constraint::Length(2),
        Constraint::Min(5),
        Constraint::Length(prompt_height),
        Constraint::Length(log_height),
        Constraint::Length(1),
    ])
    .areas(screen);
    let sheet_width = if wide { (screen.width * 2 / 5).min(64) } else { 0 };
    let [board, sheets] =
        Layout::horizontal([Constraint::Min(20), Constraint::Length(sheet_width)]).areas(middle);
    ScreenLayout { head, board, sheets, prompt, log, foot }
}
