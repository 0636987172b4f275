//! The line of text for a course: names of hexes in order, as `NW: 0109 0209 0310 (0410)`.
//!
//! Brackets at an end mark a hex that the course only points at; a side at an end, `N:` before the
//! first hex or `:N` after the last, leaves the board.

use crate::fault::MapFault;
use crate::grid::{Cell, Grid, Side};
use crate::map::{Course, Map, crossings};
use crate::page::{Page, Passage, path, quoted_briefly};
use toml::Spanned;
use toml::de::DeValue;

/// A word of a course.
enum Piece<'v> {
    From(&'v str),
    Hex(&'v str),
    Only(&'v str),
    To(&'v str),
}

/// Reads the `courses` of a file into the map.
pub(crate) fn read_courses<'t>(page: &mut Page<'t>, value: &Spanned<DeValue<'t>>, map: &mut Map) {
    for (key, value) in page.table(value, "courses") {
        let kind = key.get_ref();
        let field = path("courses", kind);
        let faults = page.found();
        let mut courses = Vec::new();
        let mut passages = Vec::new();
        let members = page.list(value, &field, "a list of courses, each a text in quotes");
        for (number, member) in members.iter().enumerate() {
            if let Some(passage) = page.text(member, format!("{field}[{}]", number + 1)) {
                courses.extend(read_course(page, &passage, &map.grid));
                passages.push(passage);
            }
        }
        if page.found() == faults {
            check_both_sides(page, &map.grid, &courses, &passages);
        }
        map.courses.insert(kind.to_string(), courses);
    }
}

fn pieces<'v>(passage: &Passage<'v>, grid: &Grid) -> Vec<(usize, Piece<'v>)> {
    let hex = |word: &'v str| {
        let bracketed = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        bracketed.map_or(Piece::Hex(word), Piece::Only)
    };
    let mut pieces = Vec::new();
    for (index, word) in passage.words() {
        match word.split_once(':') {
            None => pieces.push((index, hex(word))),
            Some((side, "")) => pieces.push((index, Piece::From(side))),
            Some(("", side)) => pieces.push((index, Piece::To(side))),
            Some((before, after)) if Side::parse(before, grid.top).is_some() => {
                pieces.push((index, Piece::From(before)));
                pieces.push((index + before.len() + 1, hex(after)));
            }
            Some((before, after)) => {
                pieces.push((index, hex(before)));
                pieces.push((index + before.len(), Piece::To(after)));
            }
        }
    }
    pieces
}

fn read_course(page: &mut Page, passage: &Passage, grid: &Grid) -> Option<Course> {
    let faults = page.found();
    let pieces = pieces(passage, grid);
    let is_hex = |piece: &Piece| matches!(piece, Piece::Hex(_) | Piece::Only(_));
    let last = pieces.len().saturating_sub(1);
    if !pieces.iter().any(|(_, piece)| matches!(piece, Piece::Hex(_))) {
        page.fault_in(passage, 0, MapFault::EmptyCourse);
    }
    let mut course = Course::default();
    let mut previous: Option<Cell> = None;
    let mut ends = Vec::new();
    for (number, (index, piece)) in pieces.iter().enumerate() {
        let beside_hex = |neighbour: Option<usize>| {
            let piece = neighbour.and_then(|number| pieces.get(number));
            piece.is_some_and(|(_, piece)| matches!(piece, Piece::Hex(_)))
        };
        match piece {
            Piece::From(name) | Piece::To(name) => {
                let starts = matches!(piece, Piece::From(_));
                let placed = match starts {
                    true => number == 0 && beside_hex(Some(1)),
                    false => number == last && beside_hex(number.checked_sub(1)),
                };
                if !placed {
                    let fault = MapFault::SideInside(quoted_briefly(name));
                    page.fault_in(passage, *index, fault);
                }
                let name_index = if starts { *index } else { index + 1 };
                if let Some(side) = page.side(grid, passage, name_index, name)
                    && placed
                {
                    ends.push((*index, starts, side));
                }
            }
            Piece::Hex(name) | Piece::Only(name) => {
                let only_pointed_at = matches!(piece, Piece::Only(_));
                if only_pointed_at && number != 0 && number != last {
                    let fault = MapFault::BracketInside(quoted_briefly(name));
                    page.fault_in(passage, *index, fault);
                }
                let cell = page.cell(grid, passage, index + usize::from(only_pointed_at), name);
                if let (Some(from), Some(to)) = (previous, cell)
                    && grid.side_towards(from, to).is_none()
                {
                    let fault = MapFault::NotNeighbours(grid.label(from), grid.label(to));
                    page.fault_in(passage, *index, fault);
                }
                previous = cell;
                course.cells.extend(cell.map(|cell| (cell, only_pointed_at)));
            }
        }
    }
    // A faulty name would make another hex the end.
    if course.cells.len() == pieces.iter().filter(|(_, piece)| is_hex(piece)).count() {
        for (index, starts, side) in ends {
            let end = match starts {
                true => course.cells.first(),
                false => course.cells.last(),
            };
            let Some((cell, _)) = end else {
                continue;
            };
            if let Some(beyond) = grid.neighbour(*cell, side) {
                let fault = MapFault::StillOnBoard {
                    hex: grid.label(*cell),
                    side: side.name(grid.top),
                    beyond: grid.label(beyond),
                };
                page.fault_in(passage, index, fault);
            }
            match starts {
                true => course.from_edge = Some(side),
                false => course.to_edge = Some(side),
            }
        }
    }
    (page.found() == faults).then_some(course)
}

/// A course that points at a hex with such a course must be met there. Elsewhere both sides are
/// crossed by construction.
fn check_both_sides(page: &mut Page, grid: &Grid, courses: &[Course], passages: &[Passage]) {
    let crossings = crossings(grid, courses);
    for (course, passage) in courses.iter().zip(passages) {
        let [Some(first), Some(last)] = [course.cells.first(), course.cells.last()] else {
            continue;
        };
        let inner = course.cells.len().saturating_sub(2);
        let ends = [
            (first, course.cells.get(1), passage.words().next()),
            (last, course.cells.get(inner), passage.words().last()),
        ];
        for ((cell, only_pointed_at), next, word) in ends {
            let (true, Some((next, _)), Some((index, _))) = (*only_pointed_at, next, word) else {
                continue;
            };
            let (Some(side), Some(mask)) = (grid.side_towards(*cell, *next), crossings.get(cell))
            else {
                continue;
            };
            if mask & side.bit() == 0 {
                let fault =
                    MapFault::OneSided { hex: grid.label(*cell), side: side.name(grid.top) };
                page.fault_in(passage, index, fault);
            }
        }
    }
}

/// The line of text of a course.
pub(crate) fn write_course(grid: &Grid, course: &Course) -> String {
    let mut words = Vec::new();
    if let Some(side) = course.from_edge {
        words.push(format!("{}:", side.name(grid.top)));
    }
    for (cell, only_pointed_at) in &course.cells {
        let label = grid.label(*cell);
        words.push(if *only_pointed_at { format!("({label})") } else { label });
    }
    if let Some(side) = course.to_edge {
        words.push(format!(":{}", side.name(grid.top)));
    }
    words.join(" ")
}
