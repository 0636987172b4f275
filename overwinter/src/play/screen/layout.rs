//! Where things go on a screen, small or large.

use ratatui::layout::{Constraint, Layout, Rect};

/// The parts of the screen. What has no room is empty: keys show it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScreenLayout {
    /// Where we are in the game, how the person fares, and the aim.
    pub head: Rect,
    /// The board.
    pub board: Rect,
    /// The question and its choices.
    pub prompt: Rect,
    /// What is lit or pointed at, in words.
    pub detail: Rect,
    /// The end of the story.
    pub story: Rect,
    /// Sheets and cards.
    pub sheets: Rect,
    /// What is typed, and the keys.
    pub foot: Rect,
}

/// From this width on the question stands beside the board.
const WIDE: u16 = 100;

/// From this width on the sheets have a column of their own.
const VERY_WIDE: u16 = 170;

/// From this height on there is room for a line of aim, and for more words.
const HIGH: u16 = 30;

/// What a small screen gives the most room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The board, while somebody goes about on it.
    Board,
    /// The list.
    List,
    /// Words, where a lesson is taught.
    Words,
}

/// How many lines the head of a screen of that height may take; `full` says whether the board needs all that it can get.
pub fn most_of_head(height: u16, full: bool) -> usize {
    match height {
        HIGH.. => 5,
        26.. => 3,
        24.. if !full => 3,
        _ => 2,
    }
}

/// The parts for a screen of that size, with so many lines of head, and a question that wants so many.
pub fn screen_layout(screen: Rect, head: u16, wanted: u16, weight: Weight) -> ScreenLayout {
    let [head, middle, foot] =
        Layout::vertical([Constraint::Length(head), Constraint::Min(1), Constraint::Length(1)])
            .areas(screen);
    let parts = ScreenLayout { head, foot, ..ScreenLayout::default() };
    if screen.width < WIDE {
        narrow(parts, middle, wanted, weight)
    } else {
        wide(parts, middle, wanted)
    }
}

fn narrow(parts: ScreenLayout, middle: Rect, wanted: u16, weight: Weight) -> ScreenLayout {
    let detail = if middle.height < HIGH { 3 } else { 5 };
    let room = middle.height.saturating_sub(detail);
    let prompt = match weight {
        Weight::Board => 2,
        Weight::List => wanted.clamp(3, (room * 2 / 5).max(3)),
        Weight::Words => wanted.clamp(3, (room * 3 / 5).max(3)),
    };
    let [board, prompt, detail] = Layout::vertical([
        Constraint::Min(3),
        Constraint::Length(prompt),
        Constraint::Length(detail),
    ])
    .areas(middle);
    ScreenLayout { board, prompt, detail, ..parts }
}

fn wide(parts: ScreenLayout, middle: Rect, wanted: u16) -> ScreenLayout {
    let very = middle.width >= VERY_WIDE;
    let beside =
        if very { (middle.width * 3 / 10).min(64) } else { (middle.width * 2 / 5).min(60) };
    let sheet_column = if very { beside } else { 0 };
    let [left, right, sheets] = Layout::horizontal([
        Constraint::Min(20),
        Constraint::Length(beside),
        Constraint::Length(sheet_column),
    ])
    .areas(middle);
    let story = (middle.height / 4).clamp(4, 14);
    let [board, story] =
        Layout::vertical([Constraint::Min(5), Constraint::Length(story)]).areas(left);
    let detail = (middle.height / 5).clamp(4, 10);
    let room = right.height.saturating_sub(detail);
    let most = if very { room } else { (room * 3 / 5).max(6) };
    let prompt = wanted.saturating_add(1).clamp(6.min(most), most);
    let [prompt, detail, below] = Layout::vertical([
        Constraint::Length(prompt),
        Constraint::Length(detail),
        Constraint::Min(0),
    ])
    .areas(right);
    let sheets = if very { sheets } else { below };
    ScreenLayout { board, prompt, detail, story, sheets, ..parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_screen_has_room_for_all_of_outlive_and_for_the_list() {
        let parts = screen_layout(Rect::new(0, 0, 80, 24), 2, 30, Weight::List);
        assert!(parts.board.height >= 11 && parts.prompt.height >= 7, "{parts:?}");
        assert_eq!(parts.sheets.area() + parts.story.area(), 0);
        let parts = screen_layout(Rect::new(0, 0, 80, 24), 2, 30, Weight::Board);
        assert!(parts.board.height >= 16, "{parts:?}");
    }

    #[test]
    fn a_larger_screen_shows_story_and_sheets_too_and_nothing_overlaps() {
        for (width, height) in [(100, 30), (120, 40), (200, 60)] {
            let screen = Rect::new(0, 0, width, height);
            let parts = screen_layout(screen, 3, 12, Weight::List);
            let areas = [
                parts.head,
                parts.board,
                parts.prompt,
                parts.detail,
                parts.story,
                parts.sheets,
                parts.foot,
            ];
            assert!(areas.iter().all(|area| area.height > 0 && area.width >= 40), "{parts:?}");
            for (index, area) in areas.iter().enumerate() {
                assert!(areas[..index].iter().all(|other| !other.intersects(*area)), "{parts:?}");
                assert_eq!(area.intersection(screen), *area);
            }
        }
    }
}
