//! Hexes as text: staggered, each with its terrain, what is on it and what can be done there.

use super::canvas::{Canvas, Style, Window};
use super::describe::mark_words;
use super::legend::SignKind;
use super::{CHOICE, TextLook, Zoom, choices_at, piece_letters, piece_style, tag_of};
use super::{is_numbered, note_choice, note_piece, note_symbol, note_texture};
use crate::ground::{AreaOutline, HexCell, HexField, LineStyle, Point, Shape, Symbol, Texture};
use crate::hexes::HexLayout;
use crate::palette::Tone;
use crate::piece::{At, Ink, Piece, Pose};
use crate::prompt::Target;
use crate::scene::{MarkKind, Scene};
use std::collections::{BTreeMap, BTreeSet};
use terrain::{Lower, Top};
use unicode_width::UnicodeWidthStr;

/// Columns and rows of characters that a hex takes; with a caption it has a line for that.
fn room(top: Top, zoom: Zoom, captioned: bool) -> (usize, usize) {
    match (top, zoom) {
        (Top::Flat, Zoom::Compact) if captioned => (9, 2),
        (Top::Flat, Zoom::Roomy) if captioned => (9, 4),
        (Top::Flat, Zoom::Compact) => (3, 2),
        (Top::Flat, Zoom::Roomy) => (7, 4),
        (Top::Pointy, Zoom::Compact) => (4, 1),
        (Top::Pointy, Zoom::Roomy) => (6, 3),
    }
}

/// Draws a field of hexes with everything on it. Where the edges of the board cannot name the hexes (a
/// map in the shape of a hexagon, say, whose columns each count from their own top), every hex gets
/// the room to show its label.
pub fn draw(scene: &Scene, field: &HexField, look: &TextLook) -> Canvas {
    let mut axes = Axes::of(field);
    let margin = axes.margin();
    let mut canvas = Canvas::with_axes(margin, 1);
    let zoom = if axes.name_all() { look.zoom } else { Zoom::Roomy };
    let look = &TextLook { zoom, ..*look };
    let captioned =
        field.top == Top::Flat && field.cells.iter().any(|cell| !cell.caption.is_empty());
    let (wide, high) = room(field.top, look.zoom, captioned);
    let courses = courses(field);
    let trails = trails(scene, field);
    let left = field.cells.iter().map(|cell| cell.column).min().unwrap_or(0) as usize;
    let above = field.cells.iter().map(|cell| cell.row).min().unwrap_or(0) as usize;
    let mut sharing: BTreeMap<&str, Vec<Written>> = BTreeMap::new();
    for written in written(scene, look) {
        if let At::Place(place) = &written.piece.at {
            sharing.entry(place).or_default().push(written);
        }
    }
    for cell in &field.cells {
        let (column, row) = (cell.column as usize - left, cell.row as usize - above);
        let shifted = |line: u16| (line % 2 == 1) == (field.lower == Lower::Even);
        let (right, down) = match field.top {
            Top::Flat => (0, if shifted(cell.column) { high / 2 } else { 0 }),
            Top::Pointy => (if shifted(cell.row) { wide / 2 } else { 0 }, 0),
        };
        let window = Window {
            column: margin + column * wide + right,
            row: 1 + row * high + down,
            width: wide,
            height: high,
        };
        axes.write(&mut canvas, cell, window);
        let marks = scene.marks.iter().filter(|mark| mark.place == cell.id);
        let content = Content {
            scene,
            captioned,
            cell,
            pieces: sharing.get(cell.id.as_str()).map_or(&[], Vec::as_slice),
            ways: courses.get(&(cell.column, cell.row)).cloned().unwrap_or_default(),
            area: area_ink(&field.outlines, field, cell),
            marks: marks.map(|mark| mark.kind).collect(),
            tag: tag_of(&choices_at(scene, &Target::Place(cell.id.clone()))),
            trail: trails.contains(&(cell.column, cell.row)),
        };
        draw_hex(&mut canvas, look, &content, window);
        canvas.remember_place(&cell.id, window);
    }
    canvas
}

/// What columns and rows are called, as far as the labels of all their hexes say the same.
struct Axes<'a> {
    columns: BTreeMap<u16, &'a str>,
    rows: BTreeMap<u16, &'a str>,
}

impl<'a> Axes<'a> {
    fn of(field: &'a HexField) -> Axes<'a> {
        let parts = || field.cells.iter().map(|cell| (cell, label_parts(&cell.label)));
        let columns = parts().map(|(cell, (name, _))| (cell.column, name));
        let rows = parts().map(|(cell, (_, name))| (cell.row, name));
        Axes { columns: names_if_one_each(columns), rows: names_if_one_each(rows) }
    }

    /// Whether the names at the edges tell the label of every hex.
    fn name_all(&self) -> bool {
        !self.columns.is_empty() && !self.rows.is_empty()
    }

    /// Columns at the left for the names of rows: the longest and a space.
    fn margin(&self) -> usize {
        self.rows.values().map(|name| name.width() + 1).max().unwrap_or(0).max(3)
    }

    /// Takes the name of the hex's column to write it above the board, and that of its row to write it
    /// at the left: the first hex of each brings it.
    fn write(&mut self, canvas: &mut Canvas, cell: &HexCell, window: Window) {
        let quiet = Style { front: Some(Tone::Quiet), ..Style::default() };
        if let Some(name) = self.columns.remove(&cell.column) {
            // A name that has no room before the next is left out rather than cut.
            let fits = name.width() < window.width || cell.column.is_multiple_of(2);
            let room = if fits { name.width() } else { 0 };
            canvas.write(window.column, 0, room, name, quiet);
        }
        if let Some(name) = self.rows.remove(&cell.row) {
            canvas.write(0, window.row, name.width(), name, quiet);
        }
    }
}

/// The column's and the row's part of a label: letters and the rest, or half of the digits each.
fn label_parts(label: &str) -> (&str, &str) {
    let split = match label.bytes().all(|b| b.is_ascii_digit()) {
        true => label.len() / 2,
        false => label.bytes().take_while(u8::is_ascii_alphabetic).count(),
    };
    label.split_at_checked(split).unwrap_or(("", label))
}

/// The name of each line of hexes, or none at all if a line has two.
fn names_if_one_each<'a>(named: impl Iterator<Item = (u16, &'a str)>) -> BTreeMap<u16, &'a str> {
    let mut names = BTreeMap::new();
    for (line, name) in named {
        if *names.entry(line).or_insert(name) != name {
            return BTreeMap::new();
        }
    }
    names
}

/// A piece, the letters that it is written with, and the signs of how it fares.
struct Written<'a> {
    piece: &'a Piece,
    letters: String,
    badges: String,
}

impl Written<'_> {
    /// Letters and signs.
    fn whole(&self) -> String {
        format!("{}{}", self.letters, self.badges)
    }
}

/// What a board calls a piece beside its label: what keyboards can write, and what it is written with where several
/// pieces have one label.
pub(super) fn names_on_board(scene: &Scene) -> BTreeMap<&str, Vec<String>> {
    let look = TextLook::default();
    let named = written(scene, &look).into_iter().map(|it| {
        let typed = super::typed_label(it.piece);
        let told = it.letters.len() > typed.len() && it.letters.ends_with(&typed);
        let signs = told.then_some(it.letters).filter(|_| !typed.is_empty());
        (it.piece.id.as_str(), std::iter::once(typed).chain(signs).collect())
    });
    named.collect()
}

/// All pieces with their letters; where pieces of different kinds would be written alike (`M1`), each has
/// the sign of its picture before them (`EM1`, `BM1`).
fn written<'a>(scene: &'a Scene, look: &TextLook) -> Vec<Written<'a>> {
    let mut kinds: BTreeMap<String, BTreeSet<char>> = BTreeMap::new();
    let sign = |piece: &Piece| piece.symbol.map(|symbol| look.symbol(symbol));
    for piece in &scene.pieces {
        kinds.entry(piece_letters(piece, look)).or_default().extend(sign(piece));
    }
    let letters = |piece: &Piece| {
        let letters = piece_letters(piece, look);
        let kinds = kinds.get(&letters);
        let letters = match piece.pose {
            Pose::Upright | Pose::Done => letters,
            Pose::Lying => letters.to_lowercase(),
            Pose::Ghost => format!("?{letters}"),
        };
        match (sign(piece), kinds) {
            (Some(sign), Some(kinds)) if kinds.len() > 1 => format!("{sign}{letters}"),
            _ => letters,
        }
    };
    let badges = |piece: &Piece| {
        keyed_badges(scene, piece).map(|(symbol, _)| look.symbol(*symbol)).collect::<String>()
    };
    let written = |piece| Written { piece, letters: letters(piece), badges: badges(piece) };
    scene.pieces.iter().map(written).collect()
}

/// What is in a hex.
struct Content<'a> {
    scene: &'a Scene,
    /// Whether captions are written on this board.
    captioned: bool,
    cell: &'a HexCell,
    pieces: &'a [Written<'a>],
    ways: BTreeSet<LineStyle>,
    area: Option<Ink>,
    marks: Vec<MarkKind>,
    /// The tag of what can be chosen here.
    tag: Option<String>,
    /// Whether somebody came through here, or means to.
    trail: bool,
}

impl Content<'_> {
    /// The tag of what can be chosen here, behind the sign of an order where one is given already.
    fn offered(&self, canvas: &mut Canvas) -> Option<String> {
        let tag = self.tag.clone()?;
        if !self.marks.contains(&MarkKind::Ordered) {
            return Some(tag);
        }
        note_marks(canvas, &[MarkKind::Ordered]);
        Some(format!("={tag}"))
    }

    /// How the bare ground is written.
    fn ground(&self) -> Style {
        Style {
            front: Some(Tone::Label(self.cell.texture)),
            back: Some(Tone::Surface(self.cell.texture)),
            ..Style::default()
        }
    }

    fn write_terrain(&self, canvas: &mut Canvas, look: &TextLook, column: usize, row: usize) {
        let marked = self.area.is_some();
        let style = Style { bold: marked, underline: marked, ..self.ground() };
        note_texture(canvas, self.cell.texture, look);
        if marked {
            canvas.note(SignKind::Ground, "underlined", "in an outlined area");
        }
        canvas.write(column, row, 1, &look.texture(self.cell.texture).to_string(), style);
    }
}

fn draw_hex(canvas: &mut Canvas, look: &TextLook, content: &Content, window: Window) {
    canvas.fill(window, ' ', content.ground());
    match look.zoom {
        _ if content.captioned => write_captioned(canvas, look, content, window),
        Zoom::Compact => write_compact(canvas, look, content, window),
        Zoom::Roomy => write_roomy(canvas, look, content, window),
    }
    if content.marks.contains(&MarkKind::Active) {
        canvas.note(SignKind::Mark, "reversed", mark_words(MarkKind::Active));
        canvas.restyle(window, |style| Style { reverse: !style.reverse, ..style });
    }
}

/// A hex in a few characters: what is there, what can be done, what runs through, each on the first
/// line that has room.
fn write_compact(canvas: &mut Canvas, look: &TextLook, content: &Content, window: Window) {
    let ground = content.ground();
    content.write_terrain(canvas, look, window.column, window.row);
    let mut slots = Slots { window, used: [1, 0] };
    if !content.pieces.is_empty() {
        let most = if content.pieces.len() == 1 { 3 } else { 2 };
        let count = piece_count(content.pieces).min(most);
        if let Some(at) = slots.take(count) {
            write_pieces(canvas, content, look, at);
        }
        write_badges_beside(canvas, content, look, &mut slots);
    }
    if let Some(tag) = &content.offered(canvas) {
        // The bracket tells it from a piece.
        let marked = format!("[{tag}");
        let at = slots.take(marked.width().min(3));
        let (tag, at) = match at {
            None if tag.width() > 1 => (tag, slots.take(2)),
            at => (&marked, at),
        };
        if let Some((x, y, room)) = at {
            note_choice(canvas, "[", tag);
            canvas.write(x, y, room, tag, CHOICE);
        }
    } else if let Some((sign, style)) = mark_sign(&content.marks)
        && let Some((x, y, room)) = slots.take(1)
    {
        note_marks(canvas, &content.marks);
        canvas.write(x, y, room, sign, style);
    }
    let symbols = symbol_letters(look, content.cell);
    if let Some(at) = slots.take(symbols.width().min(2)) {
        write_symbols(canvas, look, &symbols, content, ground, at);
    }
    if !content.ways.is_empty()
        && !ways(&content.ways, look).is_empty()
        && let Some(at) = slots.take(1)
    {
        write_ways(canvas, look, content, at);
    }
    if content.trail
        && content.pieces.is_empty()
        && let Some((x, y, _)) = slots.take(1)
    {
        write_trail(canvas, look, (x, y), ground);
    }
    // The second line lies beside the first one of the next column: where there is room it keeps away from it.
    if window.height > 1 && (1..window.width).contains(&slots.used[1]) {
        canvas.nudge(Window { row: window.row + 1, height: 1, ..window });
    }
}

/// How the pieces of a small hex fare, beside their letters: the signs for which those have left no room, each once.
fn write_badges_beside(canvas: &mut Canvas, content: &Content, look: &TextLook, slots: &mut Slots) {
    let alone = content.pieces.len() == 1 && piece_count(content.pieces) <= 3;
    if alone {
        return;
    }
    let mut told = BTreeSet::new();
    for Written { piece, .. } in content.pieces {
        for (symbol, _) in keyed_badges(content.scene, piece).filter(|(it, _)| told.insert(*it)) {
            let Some((x, y, room)) = slots.take(1) else { return };
            note_symbol(canvas, content.scene, *symbol, look);
            canvas.write(x, y, room, &look.symbol(*symbol).to_string(), piece_style(piece));
        }
    }
}

/// A sign where somebody came through.
fn write_trail(canvas: &mut Canvas, look: &TextLook, (x, y): (usize, usize), ground: Style) {
    let sign = if look.ascii { "o" } else { "°" };
    canvas.note(SignKind::Line, sign, "the way of a piece, gone or ordered");
    canvas.write(x, y, 1, sign, Style { bold: true, ..ground });
}

/// The hexes through which the lines over the board run.
fn trails(scene: &Scene, field: &HexField) -> BTreeSet<(u16, u16)> {
    let lines = scene.traces.iter().map(|trace| trace.points.as_slice());
    lines.flat_map(|points| crossed(points, field)).collect()
}

/// A hex with its label, and a line each for terrain, pieces and what can be done.
fn write_roomy(canvas: &mut Canvas, look: &TextLook, content: &Content, window: Window) {
    let (cell, ground) = (content.cell, content.ground());
    let (x, y) = (window.column, window.row);
    let inner = window.width - 1;
    canvas.write(x, y, inner, &cell.label, ground);
    let ways = ways(&content.ways, look);
    let start = cell.label.width().max(inner - ways.chars().count().min(inner));
    let room = window.width.saturating_sub(start);
    write_ways(canvas, look, content, (x + start, y, room));
    content.write_terrain(canvas, look, x, y + 1);
    if cell.symbols.is_empty() {
        content.write_terrain(canvas, look, x + 3, y + 1);
        if window.height > 3 && content.pieces.is_empty() {
            content.write_terrain(canvas, look, x + 1, y + 2);
            content.write_terrain(canvas, look, x + 4, y + 2);
        }
    }
    let symbols = symbol_letters(look, cell);
    write_symbols(canvas, look, &symbols, content, ground, (x + 2, y + 1, inner - 2));
    write_pieces(canvas, content, look, (x, y + 2, inner));
    if content.trail && content.pieces.is_empty() {
        write_trail(canvas, look, (x, y + 2), ground);
    }
    let bottom = y + window.height - 1;
    write_tag(canvas, content, (x, bottom, inner), "]");
}

/// What can be chosen here, or why the hex is marked, at the right end of a line; gives the columns used.
fn write_tag(
    canvas: &mut Canvas,
    content: &Content,
    (x, y, room): (usize, usize, usize),
    close: &str,
) -> usize {
    if let Some(tag) = content.offered(canvas) {
        note_choice(canvas, "[", &tag);
        let tag = format!("[{tag}{close}");
        let wide = tag.width().min(room);
        // Beside a caption it would be read as the next hex's own: it stands below the terrain then.
        let at = if content.captioned { x } else { x + room - wide };
        canvas.write(at, y, wide, &tag, CHOICE);
        wide
    } else if let Some((sign, style)) = mark_sign(&content.marks) {
        note_marks(canvas, &content.marks);
        let at = if content.captioned { x } else { x + room - 1 };
        canvas.write(at, y, 1, sign, style);
        1
    } else {
        0
    }
}

/// A hex with its caption behind its terrain, and below them its pieces by their names and what can be done;
/// where there is room, its label above.
fn write_captioned(canvas: &mut Canvas, look: &TextLook, content: &Content, window: Window) {
    let (cell, ground, wide) = (content.cell, content.ground(), window.width);
    let (x, mut y) = (window.column, window.row);
    let bottom = y + window.height - 1;
    if look.zoom == Zoom::Roomy {
        canvas.write(x, y, wide - 1, &cell.label, Style { bold: true, ..ground });
        y += 1;
    }
    content.write_terrain(canvas, look, x, y);
    let caption = cell.caption.trim_matches(['(', ')']);
    canvas.write(x + 2, y, wide - 2, caption, ground);
    if let Some((pattern, words)) = content.scene.caption_key().filter(|_| !caption.is_empty()) {
        canvas.note(SignKind::Symbol, pattern.trim_matches(['(', ')']), words);
    }
    let used = match look.zoom {
        Zoom::Compact => write_tag(canvas, content, (x, bottom, wide - 1), ""),
        Zoom::Roomy => write_tag(canvas, content, (x, bottom, wide - 1), "]"),
    };
    let lines: Vec<(usize, usize, usize)> = (y + 1..=bottom)
        .map(|row| if row == bottom { used } else { 0 })
        .zip(y + 1..=bottom)
        .map(|(used, row)| (x + used, row, wide - 1 - used))
        .collect();
    write_names(canvas, look, content, &lines);
    if content.trail && content.pieces.is_empty() {
        write_trail(canvas, look, (x, y + 1), ground);
    }
}

/// As many pieces by their full names as these lines have room for, and a plus if there are more.
fn write_names(
    canvas: &mut Canvas,
    look: &TextLook,
    content: &Content,
    lines: &[(usize, usize, usize)],
) {
    let mut lines = lines.iter().copied().filter(|(_, _, room)| *room > 0).peekable();
    let Some((mut x, mut y, mut room)) = lines.next() else { return };
    let mut used = 0;
    for (index, written) in content.pieces.iter().enumerate() {
        let (piece, letters) = (written.piece, &written.whole());
        let more = index + 1 < content.pieces.len();
        let fits = |used: usize, room: usize, last: bool| {
            used + usize::from(used > 0) + letters.width() + usize::from(more && last) <= room
        };
        if !fits(used, room, lines.peek().is_none())
            && let Some(next) = lines.next()
        {
            (x, y, room) = next;
            used = 0;
        }
        if !fits(used, room, lines.peek().is_none()) && (used > 0 || more) {
            canvas.note(SignKind::Piece, "+", "more pieces than there is room for");
            canvas.write(x + used.min(room - 1), y, 1, "+", piece_style(piece));
            return;
        }
        let start = used + usize::from(used > 0);
        note_piece(canvas, piece, letters);
        for (symbol, _) in keyed_badges(content.scene, piece) {
            note_symbol(canvas, content.scene, *symbol, look);
        }
        canvas.write(x + start, y, room - start, letters, piece_style(piece));
        let width = letters.width().min(room - start);
        canvas.remember_piece(&piece.id, Window { column: x + start, row: y, width, height: 1 });
        used = start + width;
    }
}

/// The badges of a piece whose meaning the game says.
fn keyed_badges<'a>(
    scene: &'a Scene,
    piece: &'a Piece,
) -> impl Iterator<Item = &'a (Symbol, String)> {
    piece.badges.iter().filter(|(symbol, _)| scene.key_of(*symbol).is_some())
}

/// The free characters of a small hex.
struct Slots {
    window: Window,
    used: [usize; 2],
}

impl Slots {
    /// So many characters, on the first line that has them: column, row, room.
    fn take(&mut self, count: usize) -> Option<(usize, usize, usize)> {
        let lines = self.window.height.min(2);
        let line =
            (0..lines).find(|line| count > 0 && self.used[*line] + count <= self.window.width)?;
        let at = (self.window.column + self.used[line], self.window.row + line, count);
        self.used[line] += count;
        Some(at)
    }
}

fn symbol_letters(look: &TextLook, cell: &HexCell) -> String {
    let letters = |(symbol, number): &(_, String)| format!("{}{number}", look.symbol(*symbol));
    cell.symbols.iter().map(letters).collect()
}

fn write_symbols(
    canvas: &mut Canvas,
    look: &TextLook,
    letters: &str,
    content: &Content,
    ground: Style,
    (x, y, room): (usize, usize, usize),
) {
    let style = Style { front: Some(Tone::Name(content.cell.texture)), bold: true, ..ground };
    for (symbol, _) in &content.cell.symbols {
        note_symbol(canvas, content.scene, *symbol, look);
    }
    canvas.write(x, y, room, letters, style);
}

/// Characters that pieces take if each is written in full.
fn piece_count(pieces: &[Written]) -> usize {
    pieces.iter().map(|piece| piece.whole().width() + 1).sum::<usize>().saturating_sub(1)
}

/// One piece with its seat; of several pieces, as many letters as there is room for, and a plus if
/// there are more.
fn write_pieces(
    canvas: &mut Canvas,
    content: &Content,
    look: &TextLook,
    (x, y, room): (usize, usize, usize),
) {
    let pieces = content.pieces;
    let one_each = piece_count(pieces) > room;
    let mut used = 0;
    for (index, written @ Written { piece, letters, .. }) in pieces.iter().enumerate() {
        let letters = match (one_each && pieces.len() > 1, is_numbered(letters)) {
            (false, _) if one_each => letters.clone(),
            (false, _) => {
                for (symbol, _) in keyed_badges(content.scene, piece) {
                    note_symbol(canvas, content.scene, *symbol, look);
                }
                written.whole()
            }
            (true, true) => letters.chars().rev().take(1).collect(),
            (true, false) => letters.chars().take(1).collect(),
        };
        let count = letters.chars().count();
        let more = index + 1 < pieces.len();
        if used + count > room || (more && used + count == room) {
            let style = piece_style(piece);
            let text = if more { "+" } else { &letters };
            match more {
                true => canvas.note(SignKind::Piece, "+", "more pieces than there is room for"),
                false => note_piece(canvas, piece, &letters),
            }
            let column = x + used.min(room.saturating_sub(1));
            canvas.write(column, y, x + room - column, text, style);
            break;
        }
        note_piece(canvas, piece, &letters);
        canvas.write(x + used, y, room - used, &letters, piece_style(piece));
        let window = Window { column: x + used, row: y, width: count, height: 1 };
        canvas.remember_piece(&piece.id, window);
        used += count + usize::from(!one_each);
    }
}

/// How a mark is written.
fn mark_sign(kinds: &[MarkKind]) -> Option<(&'static str, Style)> {
    kinds.iter().find_map(|kind| {
        let sign = match kind {
            MarkKind::Goal => "!",
            MarkKind::Must => ">",
            MarkKind::Recent => "'",
            MarkKind::Reach => "+",
            MarkKind::Closed => "x",
            MarkKind::Ordered => "=",
            MarkKind::Active => return None,
        };
        let style = Style {
            front: Some(Tone::OnMark(*kind)),
            back: Some(Tone::Mark(*kind)),
            bold: true,
            ..Style::default()
        };
        Some((sign, style))
    })
}

/// Notes what the mark means that is written for these.
fn note_marks(canvas: &mut Canvas, kinds: &[MarkKind]) {
    for kind in kinds {
        if let Some((sign, _)) = mark_sign(&[*kind]) {
            canvas.note(SignKind::Mark, sign, mark_words(*kind));
        }
    }
}

fn ways(styles: &BTreeSet<LineStyle>, look: &TextLook) -> String {
    styles.iter().filter_map(|style| way(*style, look)).map(|(sign, _)| sign).collect()
}

/// How a line is written that runs through a hex, and what it is.
fn way(style: LineStyle, look: &TextLook) -> Option<(char, &'static str)> {
    match style {
        LineStyle::River => Some((if look.ascii { '~' } else { '≈' }, "a river")),
        LineStyle::Trail => Some((':', "a trail")),
        LineStyle::Road => Some((':', "a road")),
        LineStyle::Wall | LineStyle::LowWall | LineStyle::Fence | LineStyle::Barricade => {
            Some(('|', "a wall or cliff"))
        }
        LineStyle::Opening | LineStyle::Border | LineStyle::Guide => None,
    }
}

/// The signs of what runs through a hex, as many as there is room for: water on the colour of water.
fn write_ways(
    canvas: &mut Canvas,
    look: &TextLook,
    content: &Content,
    (x, y, room): (usize, usize, usize),
) {
    for (index, style) in content.ways.iter().filter(|it| way(**it, look).is_some()).enumerate() {
        let Some((sign, words)) = way(*style, look).filter(|_| index < room) else { break };
        canvas.note(SignKind::Line, sign, words);
        let ground = match style {
            LineStyle::River => Style {
                front: Some(Tone::Label(Texture::Water)),
                back: Some(Tone::Surface(Texture::Water)),
                ..Style::default()
            },
            _ => content.ground(),
        };
        canvas.write(x + index, y, 1, &sign.to_string(), Style { bold: true, ..ground });
    }
}

/// The kinds of lines that run through each hex.
pub(super) fn courses(field: &HexField) -> BTreeMap<(u16, u16), BTreeSet<LineStyle>> {
    let mut courses: BTreeMap<(u16, u16), BTreeSet<LineStyle>> = BTreeMap::new();
    for line in &field.lines {
        for hex in crossed(&line.points, field) {
            courses.entry(hex).or_default().insert(line.style);
        }
    }
    courses
}

/// The hexes through which a line runs.
fn crossed(points: &[Point], field: &HexField) -> Vec<(u16, u16)> {
    let layout = HexLayout::of(field);
    let mut hexes = Vec::new();
    for pair in points.windows(2) {
        // Points often lie on the side between two hexes: look between them.
        for quarter in 1..4 {
            let between = |a: i32, b: i32| a + (b - a) * quarter / 4;
            let at = Point { x: between(pair[0].x, pair[1].x), y: between(pair[0].y, pair[1].y) };
            let (column, row) = layout.hex_at(at);
            if let (Ok(column), Ok(row)) = (column.try_into(), row.try_into()) {
                hexes.push((column, row));
            }
        }
    }
    hexes
}

/// The ink of the outlined area that the hex belongs to.
fn area_ink(outlines: &[AreaOutline], field: &HexField, cell: &HexCell) -> Option<Ink> {
    let centre = HexLayout::of(field).centre_of(cell);
    let inside = |outline: &&AreaOutline| {
        let rings = outline.rings.iter();
        rings.filter(|ring| Shape::Polygon(ring.to_vec()).contains(centre)).count() % 2 == 1
    };
    outlines.iter().find(inside).map(|outline| outline.ink)
}
