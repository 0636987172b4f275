//! Measured planes, sampled on a grid of characters, and places as boxes.

use super::canvas::{Canvas, Measured, Style, Window};
use super::describe::names;
use super::legend::SignKind;
use super::{CHOICE, TextLook, Zoom, choices_at, piece_letters, piece_style, tag_of};
use super::{note_choice, note_piece, note_symbol, note_texture};
use crate::ground::{
    Area, Floor, Line, LineStyle, Place, PlaceField, PlaneField, Point, Rect, Shape, Symbol,
};
use crate::palette::Tone;
use crate::piece::{At, Form, Ink, Piece, Pose};
use crate::prompt::Target;
use crate::scene::{Scene, Trace};
use std::collections::BTreeMap;
use terrain::Fit;
use unicode_width::UnicodeWidthStr;

/// From board units to characters, which are twice as high as wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    rect: Rect,
    columns: usize,
    rows: usize,
}

impl Scale {
    fn new(rect: Rect, columns: usize) -> Scale {
        let (width, height) = (rect.width.max(1).fit::<usize>(), rect.height.max(1).fit::<usize>());
        Scale { rect, columns, rows: (columns * height / width / 2).max(1) }
    }

    /// The character in which a point lies.
    pub(super) fn at(&self, point: Point) -> (usize, usize) {
        let (column, row) = self.edge(point);
        (column.min(self.columns - 1), row.min(self.rows - 1))
    }

    /// The column and row that begin at a point; behind the last ones at the far end.
    fn edge(&self, point: Point) -> (usize, usize) {
        let part = |value: i32, from: i32, length: i32, count: usize| {
            let share = i64::from(value - from) * count.fit::<i64>() / i64::from(length.max(1));
            share.fit::<usize>().min(count)
        };
        (
            part(point.x, self.rect.x, self.rect.width, self.columns),
            part(point.y, self.rect.y, self.rect.height, self.rows),
        )
    }

    /// The board point in the middle of a character.
    pub(super) fn middle(&self, column: usize, row: usize) -> Point {
        let part = |index: usize, count: usize, length: i32| {
            let (index, count) = (index.fit::<i64>(), count.fit::<i64>());
            ((2 * index + 1) * i64::from(length) / (2 * count)).fit::<i32>()
        };
        Point {
            x: self.rect.x + part(column, self.columns, self.rect.width),
            y: self.rect.y + part(row, self.rows, self.rect.height),
        }
    }
}

/// What stands at a mark of the ruler.
fn ruler_number(field: &PlaneField, step: i32) -> String {
    format!("{}{}", i64::from(step) * i64::from(field.ruler) / 1000, field.unit)
}

/// Columns at the left for the numbers of the upright ruler: the longest and a space.
fn margin(field: &PlaneField) -> usize {
    let last = if field.ruler > 0 { field.rect.height / field.ruler } else { 0 };
    (ruler_number(field, last).width() + 1).max(4)
}

/// Draws a measured plane with its ruler and everything on it.
pub fn draw(scene: &Scene, field: &PlaneField, look: &TextLook) -> Canvas {
    let (left, top) = (margin(field), usize::from(field.ruler > 0));
    let mut canvas = Canvas::with_axes(left, top);
    let scale = Scale::new(field.rect, look.width.saturating_sub(left).clamp(20, 400));
    let window = Window { column: left, row: top, width: scale.columns, height: scale.rows };
    canvas.remember_plane(Measured { window, scale });
    draw_surface(&mut canvas, field, &scale, (left, top), look);
    for trace in &scene.traces {
        // What lies upstairs is drawn over the ground floor; a door is drawn as a line of its own floor.
        let upstairs = trace.points.first().is_some_and(|point| field.on_table(*point).1 > 0);
        if !(upstairs && is_door(trace)) {
            let points = trace.points.iter().map(|point| field.on_table(*point).0).collect();
            let trace = Trace { points, ..trace.clone() };
            draw_trace(&mut canvas, &trace, &scale, (left, top), look);
        }
    }
    for line in &field.lines {
        let door =
            scene.traces.iter().find(|trace| is_door(trace) && trace.points[..2] == line.points);
        let state = door.map_or("", |door| door.label.as_str());
        draw_line(&mut canvas, line, state, &scale, (left, top), look);
    }
    let mut labels = Labels::new(&scale);
    let figures = figures(scene, field, &mut labels, look);
    let points = points(scene, field, &mut labels);
    for area in &field.areas {
        name_area(&mut canvas, area, &mut labels, (left, top));
    }
    for floor in &field.floors {
        name_upstairs(&mut canvas, floor, &mut labels, (left, top), look);
    }
    if field.ruler > 0 {
        write_ruler(&mut canvas, field, &scale, (left, top));
    }
    for ((x, y), tag) in points {
        note_choice(&mut canvas, &tag, &tag);
        canvas.write(left + x, top + y, tag.width(), &tag, CHOICE);
    }
    for (piece, words, (x, y)) in figures {
        let at = (left + x, top + y, scale.columns - x);
        write_piece(&mut canvas, scene, piece, &words, look, at);
    }
    canvas
}

/// Rows and columns away from where something is within which its label may stand.
const ASIDE: (usize, usize) = (3, 12);

/// Where the labels of a plane stand, so that none covers another.
struct Labels<'a> {
    scale: &'a Scale,
    taken: Vec<Window>,
}

impl<'a> Labels<'a> {
    fn new(scale: &'a Scale) -> Labels<'a> {
        Labels { scale, taken: Vec::new() }
    }

    /// Whether a label of that width would stand there on the table, and by itself: with so much room on either side.
    fn is_free(&self, (x, y): (usize, usize), wide: usize, room: usize) -> bool {
        let meets = |other: &Window| {
            other.row == y
                && other.column < x + wide + room
                && x < other.column + other.width + room
        };
        x + wide <= self.scale.columns && y < self.scale.rows && !self.taken.iter().any(meets)
    }

    fn take(&mut self, (x, y): (usize, usize), wide: usize) {
        self.taken.push(Window { column: x, row: y, width: wide, height: 1 });
    }

    /// The room for a label of that width that covers or is nearest to a character, which is taken; apart from others
    /// where it can be. None where all is full.
    fn put(&mut self, (x, y): (usize, usize), wide: usize) -> Option<(usize, usize)> {
        let (rows, columns) = ASIDE;
        let from = x.saturating_sub(columns + wide);
        let near = (y.saturating_sub(rows)..=y + rows)
            .flat_map(|row| (from..=x + columns).map(move |column| (column, row)));
        let far = |(column, row): &(usize, usize)| {
            let aside = column.saturating_sub(x).max((x + 1).saturating_sub(column + wide));
            // A row is twice as high as a column is wide; of rooms as near the one that begins here.
            (aside + 3 * row.abs_diff(y), column.abs_diff(x))
        };
        let nearest =
            |room: usize| near.clone().filter(|at| self.is_free(*at, wide, room)).min_by_key(far);
        let at = nearest(1).or_else(|| nearest(0))?;
        self.take(at, wide);
        Some(at)
    }
}

/// The figures with what is written of each and where: the one of which the scene speaks first, then who stands, then
/// what lies, so that nobody is moved aside by the fallen.
fn figures<'a>(
    scene: &'a Scene,
    field: &PlaneField,
    labels: &mut Labels,
    look: &TextLook,
) -> Vec<(&'a Piece, String, (usize, usize))> {
    let mut pieces: Vec<(&Piece, Point)> = scene
        .pieces
        .iter()
        .filter_map(|piece| match piece.at {
            At::Point(point) => Some((piece, field.on_table(point).0)),
            At::Place(_) => None,
        })
        .collect();
    pieces.sort_by_key(|(piece, _)| {
        let stands = matches!(piece.form, Form::Base { .. }) && piece.pose != Pose::Ghost;
        (scene.focus.as_ref() != Some(&piece.id), !stands, piece.pose == Pose::Ghost)
    });
    let put = |(piece, at): (&'a Piece, Point)| {
        let words = figure_letters(piece, look);
        let at = labels.scale.at(at);
        let room = words.width() + tag_on(scene, piece).map_or(0, |tag| tag.width());
        match labels.put(at, room) {
            Some(at) => (piece, words, at),
            None => (piece, "+".to_string(), at),
        }
    };
    pieces.into_iter().map(put).collect()
}

/// The characters at which something can be chosen, each with its tag; a star where several mean different things or
/// the tag has no room.
fn points(
    scene: &Scene,
    field: &PlaneField,
    labels: &mut Labels,
) -> BTreeMap<(usize, usize), String> {
    let mut points: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for choice in scene.prompt.iter().flat_map(|prompt| &prompt.choices) {
        if let Some(Target::Point(point)) = choice.target {
            let at = labels.scale.at(field.on_table(point).0);
            let tag = if choice.tag.is_empty() { "*" } else { &choice.tag };
            let known = points.entry(at).or_insert_with(|| tag.to_string());
            if known != tag {
                *known = "*".into();
            }
        }
    }
    points.retain(|at, _| labels.is_free(*at, 1, 0));
    let cells: Vec<(usize, usize)> = points.keys().copied().collect();
    for (at, tag) in &mut points {
        let ((x, y), wide) = (*at, tag.width());
        let runs_into =
            |(column, row): &(usize, usize)| *row == y && (x + 1..x + wide).contains(column);
        if cells.iter().any(runs_into) || !labels.is_free(*at, wide, 0) {
            *tag = "*".into();
        }
    }
    points.iter().for_each(|(at, tag)| labels.take(*at, tag.width()));
    points
}

/// Whether a line over the board is a door with its state: there and back, with a label.
fn is_door(trace: &Trace) -> bool {
    matches!(trace.points.as_slice(), [a, _, b] if a == b) && !trace.label.is_empty()
}

/// A figure: what lies is in brackets, what is down has a cross before it, what is only remembered a question
/// mark; behind it how much strength is left to the wounded, the floor, and a sign that it is held.
fn figure_letters(piece: &Piece, look: &TextLook) -> String {
    let mut letters = piece_letters(piece, look);
    if let Some(pips) = piece.pips.filter(|pips| pips.left < pips.full) {
        letters.push(look.symbol(Symbol::Wound));
        letters.push_str(&pips.left.to_string());
    }
    for (symbol, number) in &piece.badges {
        if matches!(symbol, Symbol::Wound | Symbol::Arrow | Symbol::Bars) {
            letters.push(look.symbol(*symbol));
            letters.push_str(number);
        }
    }
    match (piece.pose, piece.symbol) {
        (Pose::Upright, _) => letters,
        (Pose::Lying | Pose::Done, _) => format!("({letters})"),
        (Pose::Ghost, Some(Symbol::Unknown)) => format!("?{letters}"),
        (Pose::Ghost, _) => format!("{}{letters}", if look.ascii { 'x' } else { '†' }),
    }
}

/// A way, a range or a line of sight, under everything that stands on the ground.
fn draw_trace(
    canvas: &mut Canvas,
    trace: &Trace,
    scale: &Scale,
    (left, top): (usize, usize),
    look: &TextLook,
) {
    let (letter, glyph, words) = match trace.dotted {
        true => ('.', '·', "a way, range or line of sight that is only possible or out of reach"),
        false => ('o', '•', "a way, a range or a line of sight"),
    };
    let c = if look.ascii { letter } else { glyph };
    canvas.note(SignKind::Line, c, words);
    let style = Style { front: Some(Tone::Text), ..Style::default() };
    for pair in trace.points.windows(2) {
        for (column, row) in between(scale.at(pair[0]), scale.at(pair[1])) {
            canvas.write(left + column, top + row, 1, &c.to_string(), style);
        }
    }
}

/// The characters on the way from one to another.
fn between(
    (ax, ay): (usize, usize),
    (bx, by): (usize, usize),
) -> impl Iterator<Item = (usize, usize)> {
    let steps = ax.abs_diff(bx).max(ay.abs_diff(by)).max(1);
    let part =
        move |step: usize, a: usize, b: usize| (a * (steps - step) + b * step + steps / 2) / steps;
    (0..=steps).map(move |step| (part(step, ax, bx), part(step, ay, by)))
}

/// The ground character by character. Open ground is left empty but for a few marks, so that terrain
/// stands out.
fn draw_surface(
    canvas: &mut Canvas,
    field: &PlaneField,
    scale: &Scale,
    (left, top): (usize, usize),
    look: &TextLook,
) {
    for row in 0..scale.rows {
        for column in 0..scale.columns {
            let point = scale.middle(column, row);
            let area = field.areas.iter().rev().find(|area| area.shape.contains(point));
            let texture = area.map_or(field.texture, |area| area.texture);
            let style = Style {
                front: Some(Tone::Label(texture)),
                back: Some(Tone::Surface(texture)),
                ..Style::default()
            };
            let bare = area.is_none() && (column % 4 != 0 || row % 2 != 0);
            let c = if bare { ' ' } else { look.texture(texture) };
            if let (Some(area), false) = (area, bare) {
                canvas.note(SignKind::Ground, look.texture(texture), area.ground_words());
            } else if !bare {
                note_texture(canvas, texture, look);
            }
            canvas.write(left + column, top + row, 1, &c.to_string(), style);
        }
    }
}

/// The name of an area, on the topmost line on which it lies wholly inside and covers nothing else, so that pieces
/// seldom cover it; none where there is no such line, but for places that are smaller than their names.
fn name_area(canvas: &mut Canvas, area: &Area, labels: &mut Labels, (left, top): (usize, usize)) {
    let scale = labels.scale;
    let extent = area.shape.extent();
    let (x, y) = scale.at(Point { x: extent.x, y: extent.y });
    let (to_x, to_y) = scale.at(Point { x: extent.x + extent.width, y: extent.y + extent.height });
    let window =
        Window { column: left + x, row: top + y, width: to_x - x + 1, height: to_y - y + 1 };
    canvas.remember_place(&area.id, window);
    let wide = area.label.width();
    if wide == 0 {
        return;
    }
    let style = Style { front: Some(Tone::Name(area.texture)), bold: true, ..Style::default() };
    let middle = (x + (window.width.saturating_sub(wide)) / 2).max(1);
    let inside = |(column, row): &(usize, usize)| {
        let ends = [column - 1, column + wide].map(|column| scale.middle(column, *row));
        ends.iter().all(|point| area.shape.contains(*point))
    };
    let rows = y + usize::from(window.height > 2)..=to_y;
    let across = |row: usize| {
        let mut columns: Vec<usize> = (x.max(1)..=to_x).collect();
        columns.sort_by_key(|column| column.abs_diff(middle));
        columns.into_iter().map(move |column| (column, row))
    };
    let at = rows.flat_map(across).find(|at| inside(at) && labels.is_free(*at, wide, 1));
    at.iter().for_each(|at| labels.take(*at, wide));
    let at = match area.shape {
        Shape::Circle { centre, .. } => at.or_else(|| {
            let (x, y) = scale.at(centre);
            labels.put(((x + 1).saturating_sub(wide.div_ceil(2)), y), wide)
        }),
        _ => at,
    };
    if let Some((column, row)) = at {
        canvas.write(left + column, top + row, wide, &area.label, style);
    }
}

/// The names of small places of an upper floor over the ground floor, with the floor behind them; the stairs
/// have theirs on the ground.
fn name_upstairs(
    canvas: &mut Canvas,
    floor: &Floor,
    labels: &mut Labels,
    (left, top): (usize, usize),
    look: &TextLook,
) {
    for area in floor.areas.iter().filter(|area| !names(&area.description, "stairs")) {
        let Shape::Circle { centre, .. } = area.shape else { continue };
        let name = format!("{}{}{}", area.label, look.symbol(Symbol::Arrow), floor.level);
        let (x, y) = labels.scale.at(floor.covered(centre));
        let x = (x + 1).saturating_sub(name.width().div_ceil(2));
        let style = Style { front: Some(Tone::Name(area.texture)), bold: true, ..Style::default() };
        canvas.note(SignKind::Symbol, look.symbol(Symbol::Arrow), "on this upper floor");
        if let Some((x, y)) = labels.put((x, y), name.width()) {
            canvas.write(left + x, top + y, name.width(), &name, style);
        }
    }
}

/// A piece, and behind it the tag if it can be chosen; gives the columns used.
fn write_piece(
    canvas: &mut Canvas,
    scene: &Scene,
    piece: &Piece,
    words: &str,
    look: &TextLook,
    (x, y, room): (usize, usize, usize),
) -> usize {
    note_piece(canvas, piece, words);
    let worn = piece.pips.filter(|pips| pips.left < pips.full).map(|_| Symbol::Wound);
    for symbol in piece.badges.iter().map(|(symbol, _)| *symbol).chain(worn) {
        if words.contains(look.symbol(symbol)) {
            note_symbol(canvas, scene, symbol, look);
        }
    }
    let mut used = canvas.write(x, y, room, words, piece_style(piece));
    canvas.remember_piece(&piece.id, Window { column: x, row: y, width: used.max(1), height: 1 });
    if let Some(tag) = tag_on(scene, piece) {
        note_choice(canvas, if tag == "*" { "*" } else { "[" }, &tag);
        used += canvas.write(x + used, y, room - used, &tag, CHOICE);
    }
    used
}

/// What is written behind a piece that can be chosen: in brackets, so that a number is none of the piece's own.
fn tag_on(scene: &Scene, piece: &Piece) -> Option<String> {
    let tag = tag_of(&choices_at(scene, &Target::Piece(piece.id.clone())))?;
    Some(if tag == "*" { tag } else { format!("[{tag}]") })
}

fn draw_line(
    canvas: &mut Canvas,
    line: &Line,
    state: &str,
    scale: &Scale,
    (left, top): (usize, usize),
    look: &TextLook,
) {
    let (letter, glyph, tone, words) = match line.style {
        LineStyle::Wall => ('#', '█', Tone::WallLine, "a wall or cliff"),
        LineStyle::LowWall => ('+', '▒', Tone::LowWallLine, "a low wall"),
        LineStyle::Fence => (':', ':', Tone::Trail, "a fence"),
        LineStyle::Barricade => ('X', '╳', Tone::LowWallLine, "a barricade"),
        LineStyle::Opening if names(&line.description, "window") => {
            ('=', '=', Tone::WallLine, "a window")
        }
        LineStyle::Opening => match state {
            "" => ('/', '/', Tone::WallLine, "a door"),
            "closed" => ('D', '▯', Tone::WallLine, "a door, closed"),
            "locked" => ('L', '▮', Tone::WallLine, "a door, locked"),
            "barred" => ('B', '◫', Tone::WallLine, "a door, barred"),
            _ => ('/', '/', Tone::WallLine, "a door, open or destroyed"),
        },
        LineStyle::River => ('~', '≈', Tone::Bank, "a river"),
        LineStyle::Trail => (':', ':', Tone::Trail, "a trail"),
        LineStyle::Road => (':', ':', Tone::Trail, "a road"),
        LineStyle::Border => ('!', '¦', Tone::Text, "a border"),
        LineStyle::Guide => {
            ('.', '·', Tone::Quiet, "stairs, wire, or a door or window of an upper floor")
        }
    };
    let c = if look.ascii { letter } else { glyph };
    canvas.note(SignKind::Line, c, words);
    for pair in line.points.windows(2) {
        let style = Style { front: Some(tone), ..Style::default() };
        for (column, row) in between(scale.at(pair[0]), scale.at(pair[1])) {
            canvas.write(left + column, top + row, 1, &c.to_string(), style);
        }
    }
}

fn write_ruler(
    canvas: &mut Canvas,
    field: &PlaneField,
    scale: &Scale,
    (left, top): (usize, usize),
) {
    let quiet = Style { front: Some(Tone::Quiet), ..Style::default() };
    let (across, down) = (field.rect.width / field.ruler, field.rect.height / field.ruler);
    // Numbers stand at least six columns and two rows apart.
    let every = |steps: i32, room: usize, apart: usize| {
        let steps = steps.fit::<usize>();
        (1..=steps.max(1)).find(|every| room * every >= apart * steps).unwrap_or(1)
    };
    let mut free = 0;
    for step in (0..=across).step_by(every(across, scale.columns, 6)) {
        let (x, _) = scale.at(Point { x: field.rect.x + step * field.ruler, y: field.rect.y });
        let number = ruler_number(field, step);
        // The last number stands before the edge, so that it is never cut, or is left out.
        let x = x.min(scale.columns.saturating_sub(number.width()));
        if x >= free {
            canvas.write(left + x, 0, number.width(), &number, quiet);
            free = x + number.width() + 1;
        }
    }
    for step in (0..=down).step_by(every(down, scale.rows, 2)) {
        let from_top = if field.from_below {
            field.rect.height - step * field.ruler
        } else {
            step * field.ruler
        };
        let (_, y) = scale.at(Point { x: field.rect.x, y: field.rect.y + from_top });
        canvas.write(0, top + y, left - 1, &ruler_number(field, step), quiet);
    }
}

/// Draws places as boxes where they lie, with names, captions and pieces: as wide as the look says,
/// or wider if a name needs it; compact in as few lines as hold two rows of pieces (or one row, with
/// captions beside the names, where the look has no room for more), else in their true proportions.
pub fn draw_places(scene: &Scene, field: &PlaceField, look: &TextLook) -> Canvas {
    let mut canvas = Canvas::new();
    let extents = field.places.iter().map(|place| place.shape.extent());
    let Some(whole) = extents.reduce(Rect::union) else {
        return canvas;
    };
    let (mut columns, mut rows, mut least) = (look.width, 1, 1);
    for place in &field.places {
        let extent = place.shape.extent();
        let share = |wanted: usize, all: i32, own: i32| {
            (wanted * all.max(1).fit::<usize>()).div_ceil(own.max(1).fit())
        };
        let wide = name_of(place, look).width().max(place.caption.width()).max(4) + FRAME;
        let named = usize::from(!place.label.is_empty());
        let high = FRAME + named + usize::from(!place.caption.is_empty()) + 1 + named;
        columns = columns.max(share(wide, whole.width, extent.width));
        rows = rows.max(share(high, whole.height, extent.height));
        least = least.max(share(FRAME + 1, whole.height, extent.height));
    }
    if let Some(height) = look.height.filter(|_| look.zoom == Zoom::Compact) {
        rows = rows.min(height.max(least));
    }
    let mut scale = Scale::new(whole, columns.clamp(20, 300));
    if look.zoom == Zoom::Compact || scale.rows < rows {
        scale.rows = rows.min(300);
    }
    for line in &field.lines {
        draw_line(&mut canvas, line, "", &scale, (0, 0), look);
    }
    for place in &field.places {
        draw_box(&mut canvas, scene, place, &scale, look);
    }
    canvas
}

/// What the two sides of a frame take.
const FRAME: usize = 2;

fn name_of(place: &Place, look: &TextLook) -> String {
    match place.symbol {
        Some(symbol) => format!("{} {}", look.symbol(symbol), place.label),
        None => place.label.clone(),
    }
}

/// A piece in a box, where there is room for words: its label after its symbol and before its
/// badges, and the number of its seat; what lies or has acted is in brackets.
fn piece_words(piece: &Piece, look: &TextLook) -> String {
    let label: String = piece.label.chars().filter(|c| c.is_ascii() || !look.ascii).collect();
    let mut words = match (piece.form, piece.symbol) {
        (Form::Pawn, _) => piece_letters(piece, look),
        _ if label.is_empty() => piece_letters(piece, look),
        (Form::FaceDown, _) => format!("?{label}"),
        (_, Some(symbol)) if label.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{}{label}", look.symbol(symbol))
        }
        _ => label.clone(),
    };
    if let (Ink::Seat(seat), false) = (piece.ink, label.is_empty() || piece.form == Form::Pawn) {
        words.push_str(&format!(":{}", u32::from(seat) + 1));
    }
    for (symbol, text) in &piece.badges {
        words.push(look.symbol(*symbol));
        words.push_str(text);
    }
    if matches!(piece.pose, Pose::Lying | Pose::Done) { format!("({words})") } else { words }
}

/// A place as a box: its name and caption, its pieces, and what can be done there.
fn draw_box(canvas: &mut Canvas, scene: &Scene, place: &Place, scale: &Scale, look: &TextLook) {
    let extent = place.shape.extent();
    let (x, y) = scale.at(Point { x: extent.x, y: extent.y });
    let end = Point { x: extent.x + extent.width, y: extent.y + extent.height };
    let (to_x, to_y) = scale.edge(end);
    let window = Window { column: x, row: y, width: (to_x - x).max(4), height: (to_y - y).max(3) };
    canvas.remember_place(&place.id, window);
    let ground = Style {
        front: Some(Tone::Name(place.texture)),
        back: Some(Tone::Surface(place.texture)),
        ..Style::default()
    };
    canvas.fill(window, ' ', ground);
    draw_frame(canvas, window, ground, look);
    place.symbol.iter().for_each(|symbol| note_symbol(canvas, scene, *symbol, look));
    let (right, bottom) = (x + window.width - 1, y + window.height - 1);
    let inner = window.width - 2;
    let name = name_of(place, look);
    let beside = name.width() + 1;
    let mut row = y + 1;
    let mut below = place.caption.as_str();
    if window.height < FRAME + 3 && !name.is_empty() {
        // The name stands in the frame, and the caption behind it where it fits.
        canvas.write(x + 1, y, inner, &name, Style { bold: true, ..ground });
        if beside + below.width() <= inner {
            canvas.write(x + 1 + beside, y, inner - beside, below, ground);
            below = "";
        }
    } else if !name.is_empty() && row < bottom {
        canvas.write(x + 1, row, inner, &name, Style { bold: true, ..ground });
        row += 1;
    }
    if !below.is_empty() && row < bottom && (row > y + 1 || bottom > row + 1) {
        canvas.write(x + 1, row, inner, below, ground);
        row += 1;
    }
    let here = |piece: &&Piece| piece.at == At::Place(place.id.clone());
    let pieces = scene.pieces.iter().filter(here);
    let room = Window { column: x + 1, row, width: inner, height: bottom.saturating_sub(row) };
    write_pieces(canvas, scene, pieces, room, ground, look);
    if let Some(tag) = tag_of(&choices_at(scene, &Target::Place(place.id.clone()))) {
        note_choice(canvas, "[", &tag);
        let tag = format!("[{tag}]");
        let wide = tag.width().min(inner);
        canvas.write(right - wide, bottom, wide, &tag, CHOICE);
    }
    let marked = scene.marks.iter().any(|mark| mark.place == place.id);
    if marked {
        canvas.note(SignKind::Mark, "*", "a marked place");
        canvas.write(x, y, 1, "*", Style { bold: true, ..ground });
    }
}

/// Lines along the inner edges of a window.
fn draw_frame(canvas: &mut Canvas, window: Window, style: Style, look: &TextLook) {
    let [corners @ .., across, upright] = if look.ascii {
        ['+', '+', '+', '+', '-', '|']
    } else {
        ['┌', '┐', '└', '┘', '─', '│']
    };
    let (x, y) = (window.column, window.row);
    let (right, bottom) = (x + window.width - 1, y + window.height - 1);
    let mut put = |column: usize, row: usize, c: char| {
        canvas.write(column, row, 1, &c.to_string(), style);
    };
    for column in x + 1..right {
        put(column, y, across);
        put(column, bottom, across);
    }
    for row in y + 1..bottom {
        put(x, row, upright);
        put(right, row, upright);
    }
    let at = [(x, y), (right, y), (x, bottom), (right, bottom)];
    for ((column, row), corner) in at.into_iter().zip(corners) {
        put(column, row, corner);
    }
}

/// Pieces one after the other, in rows; a plus at the edge of the room if some have no place in it.
fn write_pieces<'a>(
    canvas: &mut Canvas,
    scene: &Scene,
    pieces: impl Iterator<Item = &'a Piece>,
    room: Window,
    ground: Style,
    look: &TextLook,
) {
    let (right, bottom) = (room.column + room.width, room.row + room.height);
    let (mut column, mut row) = (room.column, room.row);
    for piece in pieces {
        let words = piece_words(piece, look);
        let count = words.width();
        if column + count > right && row + 1 < bottom {
            column = room.column;
            row += 1;
        }
        if row >= bottom || column + count > right {
            canvas.note(SignKind::Piece, "+", "more pieces than there is room for");
            canvas.write(right, row.min(bottom - 1), 1, "+", ground);
            break;
        }
        let room = (column, row, right - column);
        column += write_piece(canvas, scene, piece, &words, look, room) + 1;
    }
}
