//! The board of the plain table: as large as the terminal allows, with what matters in view.

use crate::show;
use crate::terminal::clean;
use ratatui::crossterm::terminal::size;
use stage::text::{Canvas, LegendEntry, TextLook, Window, Zoom};
use stage::{Field, MarkKind, Scene, Target};
use std::io::{IsTerminal, stdout};
use unicode_width::UnicodeWidthStr;

/// How much room a board may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub width: usize,
    pub height: usize,
}

/// Rows that the question takes below a board.
const QUESTION: usize = 12;

impl Room {
    /// The room that this terminal leaves above a question; in a pipe that of a usual terminal.
    pub fn now() -> Room {
        let (columns, rows) = match size() {
            Ok(size) if stdout().is_terminal() => size,
            _ => (80, 36),
        };
        Room {
            width: usize::from(columns).max(40),
            height: usize::from(rows).saturating_sub(QUESTION).max(14),
        }
    }
}

/// The part of the board that matters, as large as there is room.
pub fn around(scene: &Scene, room: Room, colour: bool) -> String {
    let canvas = drawn(scene, room);
    let places = scene.ground.fields.iter().all(|field| matches!(field, Field::Places(_)));
    // Boxes are few and stand for themselves: none is left out.
    let height = if places { canvas.height() } else { room.height };
    let window = matters(scene, &canvas, Room { height, ..room });
    show::printed(&canvas.crop(window), colour)
}

/// The board in the largest drawing that fits the room, or in the smallest there is.
fn drawn(scene: &Scene, room: Room) -> Canvas {
    let mut width = room.width;
    if let [Field::Plane(field)] = &scene.ground.fields[..] {
        // A character is twice as high as wide: the whole table is in sight where that can be read.
        let wide = usize::try_from(field.rect.width.max(1)).unwrap_or(1);
        let high = usize::try_from(field.rect.height.max(1)).unwrap_or(1);
        let whole = 5 + 2 * (room.height - 1) * wide / high;
        width = width.min(whole.max(44));
    }
    let look = TextLook { width, ..show::text_look() };
    let roomy = stage::text::board(scene, &TextLook { zoom: Zoom::Roomy, ..look });
    match roomy.width() <= room.width && roomy.height() <= room.height {
        true => roomy,
        false => stage::text::board(scene, &look),
    }
}

/// Columns at the left and rows at the top that a drawing keeps for its axes, at most.
const AXES: (usize, usize) = (5, 1);

/// The window in which most of what matters is seen: what the scene points at, what can be chosen, one's own
/// pieces, goals, then all others, each as far as it fits beside those before it.
fn matters(scene: &Scene, canvas: &Canvas, room: Room) -> Window {
    let (width, height) = (room.width.min(canvas.width()), room.height.min(canvas.height()));
    let inner = (width.saturating_sub(AXES.0).max(1), height.saturating_sub(AXES.1).max(1));
    let mut seen: Option<Window> = None;
    for part in in_order(scene, canvas) {
        let both = seen.map_or(part, |seen| around_both(seen, part));
        if both.width <= inner.0 && both.height <= inner.1 {
            seen = Some(both);
        }
    }
    let seen = seen.unwrap_or(Window {
        column: 0,
        row: 0,
        width: canvas.width(),
        height: canvas.height(),
    });
    let from =
        |start: usize, length: usize, inner: usize, axis: usize, shown: usize, all: usize| {
            let middle = start + length / 2;
            middle.saturating_sub(inner / 2 + axis).min(all - shown)
        };
    Window {
        column: from(seen.column, seen.width, inner.0, AXES.0, width, canvas.width()),
        row: from(seen.row, seen.height, inner.1, AXES.1, height, canvas.height()),
        width,
        height,
    }
}

/// Where everything is drawn, what matters most first.
fn in_order(scene: &Scene, canvas: &Canvas) -> Vec<Window> {
    let find = |id: &str| canvas.piece(id).or_else(|| canvas.place(id));
    let choices = scene.prompt.iter().flat_map(|prompt| &prompt.choices);
    let targets = choices.filter_map(|choice| match choice.target.as_ref()? {
        Target::Place(id) => canvas.place(id),
        Target::Piece(id) => canvas.piece(id),
        Target::Card(_) | Target::Point(_) => None,
    });
    let seat = scene.prompt.as_ref().map(|prompt| scene.ink_of(prompt.seat));
    let (own, others): (Vec<_>, Vec<_>) =
        scene.pieces.iter().partition(|piece| Some(piece.ink) == seat);
    let pieces = |pieces: Vec<&stage::Piece>| -> Vec<Window> {
        pieces.into_iter().filter_map(|piece| canvas.piece(&piece.id)).collect()
    };
    let marks = scene.marks.iter().filter(|mark| mark.kind != MarkKind::Recent);
    let marks = marks.filter_map(|mark| canvas.place(&mark.place));
    scene
        .focus
        .as_deref()
        .and_then(find)
        .into_iter()
        .chain(targets)
        .chain(pieces(own))
        .chain(marks)
        .chain(pieces(others))
        .collect()
}

fn around_both(one: Window, other: Window) -> Window {
    let (column, row) = (one.column.min(other.column), one.row.min(other.row));
    let right = (one.column + one.width).max(other.column + other.width);
    let bottom = (one.row + one.height).max(other.row + other.height);
    Window { column, row, width: right - column, height: bottom - row }
}

/// Every sign on the board with what it means, in columns.
pub fn legend(scene: &Scene, room: Room) -> String {
    in_columns(&signs(scene, room), room)
}

/// Every sign on the board with what it means.
pub fn signs(scene: &Scene, room: Room) -> Vec<LegendEntry> {
    stage::text::legend(scene, &TextLook { width: room.width, ..show::text_look() })
}

/// Signs with what they mean, in columns.
pub fn in_columns(entries: &[LegendEntry], room: Room) -> String {
    let widest = entries.iter().map(|entry| entry.sign.width()).max().unwrap_or(0);
    let cells: Vec<String> = entries
        .iter()
        .map(|entry| {
            let gap = " ".repeat(widest - entry.sign.width());
            format!("{gap}{} {}", clean(&entry.sign), clean(&entry.words))
        })
        .collect();
    let wide = cells.iter().map(|cell| cell.width()).max().unwrap_or(1) + 2;
    let columns = (room.width / wide).max(1);
    let rows = cells.len().div_ceil(columns);
    let row = |row: usize| {
        let cells = cells.iter().skip(row).step_by(rows.max(1));
        let cells = cells.map(|cell| format!("{cell}{}", " ".repeat(wide - cell.width())));
        cells.collect::<String>().trim_end().to_string()
    };
    (0..rows).map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stage::{At, Form, Ground, Ink, Piece, PlaneField, Point, Prompt, Rect, Texture};
    use std::sync::Arc;

    /// A table of 24 by 24 inches with a figure of one's own in one corner and an enemy in the other.
    fn table() -> Scene {
        let field = PlaneField {
            rect: Rect { x: 0, y: 0, width: 24_000, height: 24_000 },
            texture: Texture::Grass,
            ruler: 1000,
            from_below: true,
            unit: "\"".into(),
            floors: Vec::new(),
            dark: 0,
            areas: Vec::new(),
            lines: Vec::new(),
        };
        let fields = vec![Field::Plane(field)];
        let ground = Ground { title: "Table".into(), description: String::new(), fields };
        let figure = |id: &str, seat, at| Piece {
            at: At::Point(at),
            form: Form::Base { radius: 500 },
            label: id.into(),
            ..Piece::new(id, "", Ink::Seat(seat))
        };
        let pieces = vec![
            figure("A1", 0, Point::new(1000, 23_000)),
            figure("B1", 1, Point::new(23_000, 1000)),
        ];
        let prompt = Some(Prompt::default());
        let focus = Some("A1".into());
        Scene { pieces, prompt, focus, ..Scene::new(Arc::new(ground), "Turn 1") }
    }

    #[test]
    fn the_enemy_is_in_view_wherever_the_terminal_has_room() {
        for (width, height) in [(80, 30), (100, 28), (200, 60)] {
            let board = around(&table(), Room { width, height }, false);
            assert!(board.contains("A1") && board.contains("B1"), "{width}x{height}\n{board}");
            let longest = board.lines().map(|line| line.width()).max().unwrap_or(0);
            assert!(longest <= width && board.lines().count() <= height, "{board}");
        }
        let small = around(&table(), Room { width: 60, height: 14 }, false);
        assert!(small.contains("A1"), "{small}");
    }

    #[test]
    fn a_larger_terminal_shows_a_larger_board() {
        let rows = |width, height| around(&table(), Room { width, height }, false).lines().count();
        assert!(rows(200, 60) > rows(80, 30));
    }
}
