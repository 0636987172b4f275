//! A grid of characters with colours, and where things are on it.

use super::legend::{LegendEntry, SignKind};
use super::plane::Scale;
use crate::ground::Point;
use crate::palette::terminal::{of_16, of_256};
use crate::palette::{self, Shade, Tone};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::RangeInclusive;
use unicode_width::UnicodeWidthChar;

/// How a character looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Colour of the character; `None` for the terminal's own.
    pub front: Option<Tone>,
    /// Colour behind it; `None` for the terminal's own.
    pub back: Option<Tone>,
    /// Heavy.
    pub bold: bool,
    /// Front and back exchanged.
    pub reverse: bool,
    /// Underlined.
    pub underline: bool,
}

/// Neighbouring characters of one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The characters.
    pub text: String,
    /// How they look.
    pub style: Style,
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourDepth {
    /// The 16 that every terminal with colours has.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// All of them.
    True,
}

/// A part of a canvas, counted from 0 at the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Window {
    /// First column.
    pub column: usize,
    /// First row.
    pub row: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Window {
    /// Whether a column and row are in it.
    pub fn contains(&self, column: usize, row: usize) -> bool {
        (self.column..self.column + self.width).contains(&column)
            && (self.row..self.row + self.height).contains(&row)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Square {
    Char(char, Style),
    /// The second half of a wide character.
    Covered,
}

const EMPTY: Square = Square::Char(
    ' ',
    Style { front: None, back: None, bold: false, reverse: false, underline: false },
);

/// A grid of characters that grows as one writes on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    rows: Vec<Vec<Square>>,
    places: BTreeMap<String, Window>,
    pieces: BTreeMap<String, Window>,
    /// Columns at the left and rows at the top that name what stands beside and below them.
    axes: (usize, usize),
    /// What the signs mean.
    signs: BTreeSet<LegendEntry>,
    /// Where a measured plane is drawn, if one is.
    plane: Option<Measured>,
}

/// A measured plane on a canvas: how its points and the characters belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measured {
    /// The part of the canvas.
    pub window: Window,
    /// How board units become characters.
    pub scale: Scale,
}

impl Canvas {
    /// Nothing written yet.
    pub fn new() -> Canvas {
        Canvas::default()
    }

    /// Nothing written yet, with so many columns at the left and rows at the top for names.
    pub(super) fn with_axes(columns: usize, rows: usize) -> Canvas {
        Canvas { axes: (columns, rows), ..Canvas::default() }
    }

    /// Columns of the longest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Where a place of the ground is drawn.
    pub fn place(&self, id: &str) -> Option<Window> {
        self.places.get(id).copied()
    }

    /// Where a piece is drawn.
    pub fn piece(&self, id: &str) -> Option<Window> {
        self.pieces.get(id).copied()
    }

    /// The place drawn at that column and row; the smallest, where one lies on another.
    pub fn place_at(&self, column: usize, row: usize) -> Option<&str> {
        let inside = self.places.iter().filter(|(_, window)| window.contains(column, row));
        let smallest = inside.min_by_key(|(_, window)| window.width * window.height);
        smallest.map(|(id, _)| id.as_str())
    }

    /// The pieces drawn at that column and row.
    pub fn pieces_at(&self, column: usize, row: usize) -> impl Iterator<Item = &str> {
        let here = self.pieces.iter().filter(move |(_, window)| window.contains(column, row));
        here.map(|(id, _)| id.as_str())
    }

    /// Every place that is drawn.
    pub fn places(&self) -> impl Iterator<Item = (&str, Window)> {
        self.places.iter().map(|(id, window)| (id.as_str(), *window))
    }

    /// Every piece that is drawn.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, Window)> {
        self.pieces.iter().map(|(id, window)| (id.as_str(), *window))
    }

    /// Columns at the left and rows at the top that stay in sight when a part is cut out.
    pub fn axes(&self) -> (usize, usize) {
        self.axes
    }

    /// The point of a measured plane that the middle of a character stands for.
    pub fn point_at(&self, column: usize, row: usize) -> Option<Point> {
        let Measured { window, scale } = self.plane.filter(|it| it.window.contains(column, row))?;
        Some(scale.middle(column - window.column, row - window.row))
    }

    /// The column and row of the character in which a point of a measured plane lies.
    pub fn character_of(&self, point: Point) -> Option<(usize, usize)> {
        let Measured { window, scale } = self.plane?;
        let (column, row) = scale.at(point);
        Some((window.column + column, window.row + row))
    }

    /// A part of the canvas, with what is wholly or partly in it; its axes stay in sight at the
    /// left and at the top.
    pub fn crop(&self, window: Window) -> Canvas {
        let (left, top) = self.axes;
        let part = |at: usize, from: usize, kept: usize| if at < kept { at } else { from + at };
        let square = |column: usize, row: usize| {
            let row = self.rows.get(part(row, window.row, top))?;
            row.get(part(column, window.column, left)).copied()
        };
        let wide = window.width.min(self.width().saturating_sub(window.column));
        let high = window.height.min(self.height().saturating_sub(window.row));
        // A number at the top of which some digits lie outside would be another number.
        let number = |at: usize, row: usize| match self.rows.get(row).and_then(|row| row.get(at)) {
            Some(Square::Char(c, _)) => c.is_ascii_digit() || matches!(c, '"' | '.'),
            _ => false,
        };
        let start = window.column + left;
        let cut = |column: usize, row: usize| {
            let at = window.column + column;
            let whole = |mut part: RangeInclusive<usize>| part.all(|at| number(at, row));
            let before = window.column > 0 && whole(start - 1..=at);
            row < top && column >= left && (before || whole(at..=window.column + wide))
        };
        let shown = |column: usize, row: usize| match cut(column, row) {
            true => EMPTY,
            false => square(column, row).unwrap_or(EMPTY),
        };
        let rows = (0..high).map(|row| (0..wide).map(|column| shown(column, row)).collect());
        let moved = |windows: &BTreeMap<String, Window>| {
            let inside = |part: &Window| {
                part.column < window.column + window.width
                    && part.column + part.width > window.column
                    && part.row < window.row + window.height
                    && part.row + part.height > window.row
            };
            let place = |part: &Window| Window {
                column: part.column.saturating_sub(window.column),
                row: part.row.saturating_sub(window.row),
                ..*part
            };
            windows
                .iter()
                .filter(|(_, part)| inside(part))
                .map(|(id, part)| (id.clone(), place(part)))
                .collect()
        };
        Canvas {
            rows: rows.collect(),
            places: moved(&self.places),
            pieces: moved(&self.pieces),
            axes: self.axes,
            signs: self.signs.clone(),
            plane: None,
        }
    }

    /// Every sign on the canvas with what it means.
    pub fn legend(&self) -> Vec<LegendEntry> {
        self.signs.iter().cloned().collect()
    }

    /// Notes what a sign means.
    pub(super) fn note(
        &mut self,
        kind: SignKind,
        sign: impl Into<String>,
        words: impl Into<String>,
    ) {
        self.signs.insert(LegendEntry { kind, sign: sign.into(), words: words.into() });
    }

    /// The rows as spans.
    pub fn lines(&self) -> Vec<Vec<Span>> {
        self.rows
            .iter()
            .map(|row| {
                let mut spans: Vec<Span> = Vec::new();
                for square in row {
                    let Square::Char(c, style) = *square else {
                        continue;
                    };
                    match spans.last_mut() {
                        Some(last) if last.style == style => last.text.push(c),
                        _ => spans.push(Span { text: c.to_string(), style }),
                    }
                }
                spans
            })
            .collect()
    }

    /// The text without colours; no row ends in spaces.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        for line in self.lines() {
            let whole: String = line.into_iter().map(|span| span.text).collect();
            text.push_str(whole.trim_end());
            text.push('\n');
        }
        text
    }

    /// The text with colours as escape sequences.
    pub fn ansi(&self, colours: ColourDepth, shade: Shade) -> String {
        let mut text = String::new();
        for line in self.lines() {
            for Span { text: words, style } in line {
                let codes = codes(style, colours, shade);
                if codes.is_empty() {
                    text.push_str(&words);
                } else {
                    let _ = write!(text, "\x1b[{codes}m{words}\x1b[0m");
                }
            }
            text.push('\n');
        }
        text
    }

    /// Moves what stands in a row of a window one column to the right; its last character comes first.
    pub(super) fn nudge(&mut self, window: Window) {
        let columns = window.column..window.column + window.width;
        let row = self.rows.get_mut(window.row).and_then(|row| row.get_mut(columns.clone()));
        let Some(row) = row else { return };
        row.rotate_right(1);
        for piece in self.pieces.values_mut() {
            if piece.row == window.row && columns.contains(&piece.column) {
                piece.column += 1;
            }
        }
    }

    pub(super) fn remember_place(&mut self, id: &str, window: Window) {
        self.places.insert(id.to_string(), window);
    }

    pub(super) fn remember_plane(&mut self, plane: Measured) {
        self.plane = Some(plane);
    }

    pub(super) fn remember_piece(&mut self, id: &str, window: Window) {
        self.pieces.insert(id.to_string(), window);
    }

    fn square(&mut self, column: usize, row: usize) -> &mut Square {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        if line.len() <= column {
            line.resize(column + 1, EMPTY);
        }
        &mut line[column]
    }

    /// Writes text from there to the right, but no further than `room` columns; gives the columns
    /// used. Characters without width are dropped.
    pub(super) fn write(
        &mut self,
        column: usize,
        row: usize,
        room: usize,
        text: &str,
        style: Style,
    ) -> usize {
        let mut used = 0;
        for c in text.chars() {
            let wide = c.width().unwrap_or(0);
            if wide == 0 {
                continue;
            }
            if used + wide > room {
                break;
            }
            let back = match *self.square(column + used, row) {
                Square::Char(_, under) => under.back,
                Square::Covered => None,
            };
            let style = Style { back: style.back.or(back), ..style };
            *self.square(column + used, row) = Square::Char(c, style);
            if wide == 2 {
                *self.square(column + used + 1, row) = Square::Covered;
            }
            used += wide;
        }
        used
    }

    /// Fills a window with one character.
    pub(super) fn fill(&mut self, window: Window, c: char, style: Style) {
        for row in window.row..window.row + window.height {
            for column in window.column..window.column + window.width {
                *self.square(column, row) = Square::Char(c, style);
            }
        }
    }

    /// Changes the style of what is written in a window.
    pub(super) fn restyle(&mut self, window: Window, change: impl Fn(Style) -> Style) {
        for row in window.row..window.row + window.height {
            for column in window.column..window.column + window.width {
                if let Square::Char(_, style) = self.square(column, row) {
                    *style = change(*style);
                }
            }
        }
    }

    /// Sets another canvas below this one, with an empty row between them. Axes are those of a
    /// canvas that stands alone.
    pub(super) fn append(&mut self, other: Canvas) {
        let down = if self.rows.is_empty() { 0 } else { self.rows.len() + 1 };
        self.axes = other.axes;
        if down > 0 {
            self.rows.push(Vec::new());
            self.axes = (0, 0);
        }
        self.rows.extend(other.rows);
        self.signs.extend(other.signs);
        let moved = |window: Window| Window { row: window.row + down, ..window };
        let below = |plane: Measured| Measured { window: moved(plane.window), ..plane };
        self.plane = self.plane.or(other.plane.map(below));
        self.places.extend(other.places.into_iter().map(|(id, window)| (id, moved(window))));
        self.pieces.extend(other.pieces.into_iter().map(|(id, window)| (id, moved(window))));
    }
}

fn codes(style: Style, colours: ColourDepth, shade: Shade) -> String {
    let mut codes = Vec::new();
    let switches = [(style.bold, "1"), (style.underline, "4"), (style.reverse, "7")];
    codes.extend(switches.iter().filter(|(on, _)| *on).map(|(_, code)| code.to_string()));
    for (tone, base) in [(style.front, 38), (style.back, 48)] {
        let Some(tone) = tone else { continue };
        codes.push(match colours {
            ColourDepth::True => {
                let colour = palette::colour(tone, shade);
                format!("{base};2;{};{};{}", colour.0, colour.1, colour.2)
            }
            ColourDepth::Indexed => format!("{base};5;{}", of_256(tone, shade)),
            ColourDepth::Sixteen => match of_16(tone, shade) {
                plain @ 0..8 => (base - 8 + i32::from(plain)).to_string(),
                bright => (base + 44 + i32::from(bright)).to_string(),
            },
        });
    }
    codes.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns_and_never_half_a_room() {
        let mut canvas = Canvas::new();
        assert_eq!(canvas.write(0, 0, 5, "水が飲", Style::default()), 4);
        canvas.write(4, 0, 5, "e\u{301}x", Style::default());
        assert_eq!(canvas.plain(), "水がex\n");
        assert_eq!(canvas.width(), 6);
    }

    #[test]
    fn colours_are_escape_sequences_and_plain_text_has_none() {
        let mut canvas = Canvas::new();
        let style = Style { front: Some(Tone::Text), bold: true, ..Style::default() };
        canvas.write(0, 0, 9, "a", style);
        canvas.write(1, 0, 9, "b ", Style::default());
        assert_eq!(
            canvas.ansi(ColourDepth::True, Shade::Light),
            "\x1b[1;38;2;35;33;28ma\x1b[0mb \n"
        );
        assert_eq!(canvas.ansi(ColourDepth::Indexed, Shade::Light), "\x1b[1;38;5;234ma\x1b[0mb \n");
        assert_eq!(canvas.plain(), "ab\n");
    }
    #[test]
    fn axes_stay_in_sight_when_a_part_is_cut_out() {
        let mut canvas = Canvas::with_axes(2, 1);
        for (row, text) in ["  abcd", "1 efgh", "2 ijkl", "3 mnop"].into_iter().enumerate() {
            canvas.write(0, row, 6, text, Style::default());
        }
        let whole = Window { column: 0, row: 0, width: 6, height: 4 };
        assert_eq!(canvas.crop(whole).plain(), canvas.plain());
        let corner = Window { column: 2, row: 2, width: 4, height: 2 };
        assert_eq!(canvas.crop(corner).plain(), "  cd\n3 op\n");
        let mut ruler = Canvas::with_axes(2, 1);
        ruler.write(0, 0, 12, "  10\" 12\" 14\"", Style::default());
        ruler.write(0, 1, 12, "a ..........", Style::default());
        let part = Window { column: 1, row: 0, width: 9, height: 2 };
        assert_eq!(ruler.crop(part).plain(), "     12\"\na .......\n", "no digit is cut off");
        let mut two = Canvas::new();
        two.append(canvas.clone());
        two.append(canvas);
        assert_eq!(two.crop(corner).plain(), "ijkl\nmnop\n");
    }
}
