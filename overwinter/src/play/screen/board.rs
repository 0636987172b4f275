//! The board on the screen: which part of it is shown, and the cursor that goes about on it.

use ratatui::layout::Rect;
use stage::spots::spots;
use stage::text::{Canvas, TextLook, Window, Zoom};
use stage::{Field, Point, Scene};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Which way an arrow goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    Up,
    Down,
    Left,
    Right,
}

/// A board that is drawn on a part of the screen.
#[derive(Default)]
pub struct Board {
    /// The whole board.
    pub canvas: Canvas,
    /// Column and row of the cursor on the canvas.
    pub cursor: (usize, usize),
    /// Whether the view was moved by hand, so that it follows nothing.
    held: bool,
    /// Whether it is seen from nearer by than it need be.
    pub near: bool,
    /// Only ASCII is used.
    pub ascii: bool,
    /// The middle of every place, in board units.
    middles: BTreeMap<String, Point>,
    /// Where the cursor would be if hexes were not staggered: arrows keep to it, so that they can be taken
    /// back.
    wish: Option<Point>,
    /// How large its part of the screen is.
    size: (u16, u16),
    /// The first column and row that were shown last; none before anything was, and where the board is drawn
    /// in another size.
    origin: Cell<Option<(usize, usize)>>,
    /// Where it was painted last.
    view: Cell<View>,
}

/// Where a part of the board is on the screen.
#[derive(Clone, Copy, Default)]
pub struct View {
    /// The part of the screen.
    pub area: Rect,
    /// The part of the canvas.
    pub window: Window,
    axes: (usize, usize),
}

impl View {
    /// Where a character of the canvas is on the screen, if it is in sight.
    pub fn on_screen(&self, column: usize, row: usize) -> Option<(u16, u16)> {
        let part = |at: usize, from: usize, kept: usize, size: usize| match at < kept {
            true => Some(at),
            false => at.checked_sub(from).filter(|at| (kept..size).contains(at)),
        };
        let x = part(column, self.window.column, self.axes.0, self.window.width)?;
        let y = part(row, self.window.row, self.axes.1, self.window.height)?;
        Some((self.area.x + x as u16, self.area.y + y as u16))
    }

    /// The character of the canvas at a place of the screen.
    pub fn on_canvas(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let (column, row) = (x.checked_sub(self.area.x)?, y.checked_sub(self.area.y)?);
        let (column, row) = (column as usize, row as usize);
        let inside = column < self.window.width && row < self.window.height;
        let axis = column < self.axes.0 || row < self.axes.1;
        (inside && !axis).then_some((self.window.column + column, self.window.row + row))
    }

    /// Whether all of a part of the canvas is in sight.
    pub fn shows(&self, part: Window) -> bool {
        let last = (part.column + part.width.max(1) - 1, part.row + part.height.max(1) - 1);
        self.on_screen(part.column, part.row).is_some() && self.on_screen(last.0, last.1).is_some()
    }
}

impl Board {
    /// A board that is not drawn yet.
    pub fn new(ascii: bool) -> Board {
        Board { ascii, ..Board::default() }
    }

    /// Draws the board for a part of the screen of that size, as large as it fits: nothing changes if it is
    /// drawn so already.
    pub fn fit(&mut self, scene: &Scene, size: (u16, u16)) {
        if self.size != size {
            self.size = size;
            self.draw(scene);
        }
    }

    /// Draws the board anew; the cursor stays on what it was on.
    pub fn draw(&mut self, scene: &Scene) {
        let (column, row) = self.cursor;
        let point = self.canvas.point_at(column, row);
        let place = self.canvas.place_at(column, row).map(str::to_string);
        self.draw_canvas(scene);
        self.middles =
            spots(&scene.ground).into_iter().map(|(id, spot)| (id, spot.centre)).collect();
        let at = point.and_then(|point| self.canvas.character_of(point));
        let at = at.map(|(column, row)| Window { column, row, width: 1, height: 1 });
        if let Some(part) = at.or_else(|| self.canvas.place(&place?)) {
            self.point_at(part);
        }
    }

    fn draw_canvas(&mut self, scene: &Scene) {
        let (width, height) = (self.size.0 as usize, self.size.1 as usize);
        let height = Some(height);
        let look = TextLook { ascii: self.ascii, width, height, ..TextLook::default() };
        let large = TextLook { zoom: Zoom::Roomy, ..look };
        let plane = scene.ground.fields.iter().any(|field| matches!(field, Field::Plane(_)));
        let before = (self.canvas.width(), self.canvas.height());
        self.canvas = match (self.near, plane) {
            (true, true) => {
                stage::text::board(scene, &TextLook { width: width.max(60) * 2, ..look })
            }
            (true, false) => {
                stage::text::board(scene, &TextLook { width: width.max(100), ..large })
            }
            (false, true) => self.whole_plane(scene, look),
            (false, false) => {
                let canvas = stage::text::board(scene, &large);
                match self.fits(&canvas) {
                    true => canvas,
                    false => stage::text::board(scene, &look),
                }
            }
        };
        if (self.canvas.width(), self.canvas.height()) != before {
            self.origin.set(None);
        }
    }

    fn fits(&self, canvas: &Canvas) -> bool {
        canvas.width() <= self.size.0 as usize && canvas.height() <= self.size.1 as usize
    }

    /// A plane so small that all of it is in sight, unless figures could not be told apart any more.
    fn whole_plane(&self, scene: &Scene, look: TextLook) -> Canvas {
        let widest = stage::text::board(scene, &look);
        if self.fits(&widest) || widest.height() == 0 {
            return widest;
        }
        let share = look.width * self.size.1 as usize / widest.height();
        match share >= 48 {
            true => stage::text::board(scene, &TextLook { width: share, ..look }),
            false => widest,
        }
    }

    /// Puts the cursor on a part of the canvas.
    pub fn point_at(&mut self, part: Window) {
        self.cursor = (part.column + part.width / 2, part.row + part.height / 2);
        self.wish = None;
    }

    /// Moves the cursor: by a character on a measured plane, by a place elsewhere; false if nothing is there.
    pub fn step(&mut self, way: Arrow) -> bool {
        let (column, row) = self.cursor;
        self.held = false;
        if self.canvas.point_at(column, row).is_some() {
            let next = match way {
                Arrow::Up => (Some(column), row.checked_sub(1)),
                Arrow::Down => (Some(column), Some(row + 1)),
                Arrow::Left => (column.checked_sub(1), Some(row)),
                Arrow::Right => (Some(column + 1), Some(row)),
            };
            let (Some(column), Some(row)) = next else { return false };
            let on_board = self.canvas.point_at(column, row).is_some();
            if on_board {
                self.cursor = (column, row);
            }
            return on_board;
        }
        let Some(here) = self.canvas.place_at(column, row) else { return false };
        let Some(from) = self.middles.get(here).copied() else { return false };
        let wish = self.wish.unwrap_or(from);
        let next = [7, 20].into_iter().find_map(|wide| {
            let near = self.canvas.places().filter_map(|(id, part)| {
                let at = *self.middles.get(id)?;
                Some((distance(way, from, at, wish, wide)?, id, at, part))
            });
            near.min_by_key(|(distance, id, ..)| (*distance, *id))
        });
        let Some((_, _, at, part)) = next else { return false };
        let wish = match way {
            Arrow::Up | Arrow::Down => wish.moved(0, at.y - from.y),
            Arrow::Left | Arrow::Right => wish.moved(at.x - from.x, 0),
        };
        self.point_at(part);
        self.wish = Some(wish);
        true
    }

    /// The part of the board to show, with this in sight: as it was before, if it is there already.
    pub fn view(&self, area: Rect, anchor: Option<Window>) -> View {
        let (width, height) = (area.width as usize, area.height as usize);
        let all = (self.canvas.width(), self.canvas.height());
        let axes = self.canvas.axes();
        let (width, height) = (width.min(all.0), height.min(all.1));
        let most = (all.0 - width, all.1 - height);
        let shown = self.origin.get();
        let (mut column, mut row) = shown.unwrap_or_default();
        if let Some(anchor) = anchor.filter(|_| !self.held) {
            let middle = (anchor.column + anchor.width / 2, anchor.row + anchor.height / 2);
            let near = |from: usize, size: usize, kept: usize, at: usize| {
                let margin = (size / 6).min(8);
                let inside = from + kept + margin..(from + size).saturating_sub(margin);
                shown.is_some() && inside.contains(&at)
            };
            if !near(column, width, axes.0, middle.0) {
                column = middle.0.saturating_sub(width / 2);
            }
            if !near(row, height, axes.1, middle.1) {
                row = middle.1.saturating_sub(height / 2);
            }
        }
        let origin = (column.min(most.0), row.min(most.1));
        let (column, row) = self.snapped(origin, most, axes);
        let left = area.width.saturating_sub(width as u16) / 2;
        let area = Rect { x: area.x + left, width: area.width - left, ..area };
        let view = View { area, window: Window { column, row, width, height }, axes };
        self.origin.set(Some((column, row)));
        self.view.set(view);
        view
    }

    /// The beginning of a place at or before these, so that none is cut at the left and at the top; at the
    /// far ends of the board everything there is in sight instead.
    fn snapped(
        &self,
        origin: (usize, usize),
        most: (usize, usize),
        axes: (usize, usize),
    ) -> (usize, usize) {
        if self.canvas.point_at(self.cursor.0, self.cursor.1).is_some() {
            return origin;
        }
        let snap = |at: usize, most: usize, kept: usize, start: &dyn Fn(Window) -> usize| {
            let starts = self.canvas.places().map(|(_, part)| start(part));
            let before = starts.filter(|start| *start <= at + kept).max();
            let before = before.map_or(at, |start| start.saturating_sub(kept));
            if at == 0 || at == most { at } else { before }
        };
        (
            snap(origin.0, most.0, axes.0, &|it| it.column),
            snap(origin.1, most.1, axes.1, &|it| it.row),
        )
    }

    /// Where it was painted last.
    pub fn painted(&self) -> View {
        self.view.get()
    }

    /// Moves the view by so many columns and rows, and leaves it there until something else is pointed at.
    pub fn pan(&mut self, right: isize, down: isize) {
        let (column, row) = self.origin.get().unwrap_or_default();
        self.held = true;
        let moved = (column.saturating_add_signed(right), row.saturating_add_signed(down));
        self.origin.set(Some(moved));
    }

    /// Lets the view follow what is pointed at again.
    pub fn follow(&mut self) {
        self.held = false;
    }

    /// Puts the cursor where the scene has its focus.
    pub fn centre(&mut self, scene: &Scene) {
        self.held = false;
        let focus = scene.focus.as_deref();
        let part = focus.and_then(|id| self.canvas.piece(id).or_else(|| self.canvas.place(id)));
        // Where nothing is asked any more, the cursor stays where it was.
        if focus.is_none() && scene.prompt.is_none() && self.cursor != (0, 0) {
            return;
        }
        let first = || self.canvas.places().next().map(|(_, part)| part);
        let middle = Window {
            column: self.canvas.width() / 2,
            row: self.canvas.height() / 2,
            ..Window::default()
        };
        let part = part.or_else(first).unwrap_or(middle);
        self.point_at(part);
    }
}

/// How far a place is in a direction, then how far it lies aside of what was wished; none if it lies in
/// another direction, `wide` tenths aside for each ahead being as far as that goes.
fn distance(way: Arrow, from: Point, at: Point, wish: Point, wide: i64) -> Option<(i64, i64)> {
    let (right, down) = (i64::from(at.x - from.x), i64::from(at.y - from.y));
    let (ahead, aside, off) = match way {
        Arrow::Up => (-down, right, i64::from(at.x - wish.x)),
        Arrow::Down => (down, right, i64::from(at.x - wish.x)),
        Arrow::Left => (-right, down, i64::from(at.y - wish.y)),
        Arrow::Right => (right, down, i64::from(at.y - wish.y)),
    };
    // Middles are rounded: what is nearly as far is as far.
    let far = (ahead * ahead + aside * aside).isqrt() / 50;
    (ahead > 0 && 10 * aside.abs() <= wide * ahead).then_some((far, off.abs() / 50))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stage::{Ground, HexCell, HexField, Texture};
    use std::sync::Arc;
    use terrain::{Lower, Top};

    fn board(top: Top) -> Board {
        let cells = (0..12).flat_map(|column| {
            (0..9).map(move |row| {
                let id = format!("{}{row}", (b'A' + column as u8) as char);
                HexCell::new(column, row, &id, Texture::Clear)
            })
        });
        let field = HexField {
            top,
            lower: Lower::Even,
            cells: cells.collect(),
            lines: Vec::new(),
            outlines: Vec::new(),
            labelled: true,
            sea: false,
        };
        let fields = vec![Field::Hexes(field)];
        let ground = Ground { title: "Land".into(), description: String::new(), fields };
        let mut board = Board::default();
        board.fit(&Scene::new(Arc::new(ground), ""), (20, 9));
        board
    }

    fn here(board: &Board) -> String {
        board.canvas.place_at(board.cursor.0, board.cursor.1).unwrap().to_string()
    }

    #[test]
    fn arrows_on_hexes_can_be_taken_back_and_keep_their_row() {
        for top in [Top::Flat, Top::Pointy] {
            let mut board = board(top);
            board.point_at(board.canvas.place("C4").unwrap());
            let ways =
                [Arrow::Right, Arrow::Right, Arrow::Down, Arrow::Right, Arrow::Up, Arrow::Right];
            let mut seen = vec![here(&board)];
            for way in ways {
                assert!(board.step(way), "{top:?}");
                seen.push(here(&board));
            }
            assert_eq!(seen[2], "E4", "{top:?}: {seen:?}");
            for (way, before) in ways.iter().rev().zip(seen.iter().rev().skip(1)) {
                let back = match way {
                    Arrow::Up => Arrow::Down,
                    Arrow::Down => Arrow::Up,
                    Arrow::Left => Arrow::Right,
                    Arrow::Right => Arrow::Left,
                };
                board.step(back);
                assert_eq!(here(&board), *before, "{top:?}: {seen:?}");
            }
            board.point_at(board.canvas.place("A0").unwrap());
            assert!(!board.step(Arrow::Left) && !board.step(Arrow::Up), "nothing is there");
        }
    }

    #[test]
    fn the_cursor_stays_in_sight_and_no_hex_is_cut_at_the_left_or_at_the_top() {
        let mut board = board(Top::Flat);
        board.point_at(board.canvas.place("A0").unwrap());
        let area = Rect { x: 3, y: 2, width: 20, height: 9 };
        for way in [[Arrow::Right; 11], [Arrow::Down; 11], [Arrow::Left; 11]].concat() {
            board.step(way);
            let part = board.canvas.place(&here(&board)).unwrap();
            let view = board.view(area, Some(part));
            assert!(view.shows(part), "{} is out of sight", here(&board));
            let starts: Vec<usize> = board.canvas.places().map(|(_, part)| part.column).collect();
            let (left, _) = board.canvas.axes();
            let at_an_end =
                [0, board.canvas.width() - view.window.width].contains(&view.window.column);
            assert!(at_an_end || starts.contains(&(view.window.column + left)));
            let (x, y) = view.on_screen(part.column, part.row).unwrap();
            assert_eq!(view.on_canvas(x, y), Some((part.column, part.row)));
        }
    }
}
