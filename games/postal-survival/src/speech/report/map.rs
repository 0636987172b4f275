//! The map: staggered in plain text, and as a picture with (x,y,z) on top and ids at the bottom of
//! each hex. PS-MAP-08, PS-MAP-09, PS-MAP-15

use super::{HexLine, Report};
use crate::position::Id;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The widest map that plain text draws; wider ones are a list.
pub const MOST_COLUMNS: u16 = 15;

const WIDTH: usize = 11;

/// The staggered text map: cells 11 wide and 4 lines high, even columns 2 lines lower.
pub fn text(report: &Report) -> String {
    let top =
        |hex: &HexLine| usize::from(hex.at.1) * 4 + if hex.at.0.is_multiple_of(2) { 2 } else { 0 };
    let first = report.hexes.iter().map(top).min().unwrap_or(0);
    let last = report.hexes.iter().map(top).max().unwrap_or(0);
    let mut rows = vec![String::new(); last - first + 4];
    // Columns from left to right, so that every row only grows.
    for hex in &report.hexes {
        let column = (usize::from(hex.at.0) - 1) * WIDTH;
        let mut lines = vec![format!("{} {}", hex.label, hex.terrain), hex.numbers()];
        lines.extend(wrapped_ids(&hex.ids, WIDTH - 1, 2));
        for (line, text) in lines.iter().enumerate() {
            let row = &mut rows[top(hex) - first + line];
            if !text.is_empty() {
                let missing = column.saturating_sub(row.chars().count());
                row.push_str(&" ".repeat(missing));
                row.push_str(text);
            }
        }
    }
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    let mut out = rows.join("\n");
    while out.ends_with('\n') {
        out.pop();
    }
    out.push('\n');
    out
}

/// The ids in lines of so many characters; what does not fit is counted.
fn wrapped_ids(ids: &[Id], width: usize, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    for (place, id) in ids.iter().enumerate() {
        let more = ids.len() - place;
        let word = id.to_string();
        let full = |line: &String| line.len() + word.len() + 1 > width;
        if out.last().is_some_and(|line| !line.is_empty() && full(line)) {
            if out.len() == lines {
                let last = out.len() - 1;
                out[last] = cut(&out[last], &format!("+{more}"), width, &mut 0);
                return out;
            }
            out.push(String::new());
        }
        if let Some(line) = out.last_mut() {
            if !line.is_empty() {
                line.push(',');
            }
            line.push_str(&word);
        }
    }
    out
}

/// The line with `more` at its end, shortened at a comma if need be.
fn cut(line: &str, more: &str, width: usize, dropped: &mut usize) -> String {
    if line.len() + more.len() < width {
        return format!("{line} {more}");
    }
    match line.rfind(',') {
        None => more.to_string(),
        Some(comma) => {
            *dropped += 1;
            let count: usize = more[1..].parse::<usize>().unwrap_or(0) + 1;
            cut(&line[..comma], &format!("+{count}"), width, dropped)
        }
    }
}

/// Half the width of a hex in the picture, and half its height.
const RADIUS: f64 = 48.0;
const HALF: f64 = 41.57;

fn fill(terrain: char) -> &'static str {
    match terrain {
        'G' => "#d3ebae",
        'J' => "#8cc084",
        'D' => "#f6e7ae",
        _ => "#b5dcf2",
    }
}

fn name(terrain: char) -> &'static str {
    match terrain {
        'G' => "grassland",
        'J' => "jungle",
        'D' => "desert",
        _ => "water",
    }
}

/// The map as SVG, self-contained; ids in `own` are bold and underlined.
pub fn svg(report: &Report, own: &BTreeSet<Id>) -> String {
    let left = report.hexes.iter().map(|hex| hex.at.0).min().unwrap_or(1);
    let centre = |hex: &HexLine| {
        let x = f64::from(hex.at.0 - left) * RADIUS * 1.5 + RADIUS + 4.0;
        let low = if hex.at.0.is_multiple_of(2) { HALF } else { 0.0 };
        (x, f64::from(hex.at.1) * 2.0 * HALF + low)
    };
    let lowest = report.hexes.iter().map(|hex| centre(hex).1).fold(f64::MAX, f64::min) - HALF - 4.0;
    let highest = report.hexes.iter().map(|hex| centre(hex).1).fold(0.0, f64::max) + HALF + 4.0;
    let width = report.hexes.iter().map(|hex| centre(hex).0).fold(0.0, f64::max) + RADIUS + 4.0;
    let height = (highest - lowest).max(1.0);
    let mut out = String::with_capacity(report.hexes.len() * 420);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"Map of the island\" font-family=\"'Helvetica Neue',Arial,sans-serif\" text-anchor=\"middle\"><defs>"
    );
    for terrain in ['J', 'D', 'W'] {
        marks(&mut out, terrain);
    }
    out.push_str("</defs>");
    for hex in &report.hexes {
        let (x, y) = centre(hex);
        hex_svg(&mut out, hex, own, (x, y - lowest));
    }
    out.push_str("</svg>");
    out
}

/// One hex with its numbers, its label and its creatures.
fn hex_svg(out: &mut String, hex: &HexLine, own: &BTreeSet<Id>, (x, y): (f64, f64)) {
    let ids = match hex.ids.is_empty() {
        true => "nobody".into(),
        false => hex.id_list(),
    };
    let (label, terrain, numbers) = (&hex.label, hex.terrain, hex.numbers());
    let _ = write!(out, "<g><title>{label} {}, {numbers} {ids}</title>", name(terrain));
    let points = [(-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0)]
        .map(|(dx, dy)| format!("{:.1},{:.1}", x + dx * RADIUS, y + dy * HALF));
    let _ = write!(
        out,
        "<polygon points=\"{}\" fill=\"{}\" stroke=\"#4a5240\" stroke-width=\"1.2\"/>",
        points.join(" "),
        fill(terrain)
    );
    if terrain != 'G' {
        let _ = write!(out, "<use href=\"#t{terrain}\" x=\"{x:.1}\" y=\"{y:.1}\"/>");
    }
    if terrain != 'W' {
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"14\" font-weight=\"600\" fill=\"#1c2418\">{numbers}</text>",
            y - 24.0
        );
    }
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"#3c4637\">{label} {terrain}</text>",
        y - 8.0
    );
    id_lines(out, hex, own, x, y);
    out.push_str("</g>");
}

/// Letters that fit into the lines of ids at the bottom of a hex, the lowest line last.
const ID_LINES: [usize; 3] = [12, 10, 8];

/// How many ids stand in each line, if all fit into so many lines; no line stays empty if there are
/// as many ids as lines.
fn lines_of(words: &[String], lines: usize) -> Option<Vec<usize>> {
    let mut counts = Vec::new();
    let mut rest = words;
    for (below, room) in (0..lines).rev().zip(&ID_LINES[ID_LINES.len() - lines..]) {
        let mut used = 0;
        let fits = |word: &&String| {
            used += word.len() + 1;
            used <= room + 1
        };
        let count = rest.iter().take_while(fits).count().min(rest.len().saturating_sub(below));
        counts.push(count);
        rest = &rest[count..];
    }
    rest.is_empty().then_some(counts)
}

/// The hexes that hold more creatures than the picture shows.
pub fn crowded(report: &Report) -> impl Iterator<Item = &HexLine> {
    report.hexes.iter().filter(|hex| {
        let words: Vec<String> = hex.ids.iter().map(Id::to_string).collect();
        (1..=ID_LINES.len()).all(|lines| lines_of(&words, lines).is_none())
    })
}

/// Ids at the bottom, in as few lines as they need; what does not fit into three is counted.
fn id_lines(out: &mut String, hex: &HexLine, own: &BTreeSet<Id>, x: f64, y: f64) {
    let mut words: Vec<String> = hex.ids.iter().map(Id::to_string).collect();
    let mut shown = words.len();
    let counts = loop {
        let found = (1..=ID_LINES.len()).find_map(|lines| lines_of(&words, lines));
        if let Some(counts) = found {
            break counts;
        }
        shown = shown.saturating_sub(1);
        words.truncate(shown);
        words.push(format!("+{}", hex.ids.len() - shown));
    };
    let mut rest = words.iter().zip(&hex.ids);
    for (number, count) in counts.iter().enumerate() {
        let marked = rest.by_ref().take(*count).map(|(word, id)| {
            match own.contains(id) && !word.starts_with('+') {
                true => {
                    format!("<tspan font-weight=\"800\" text-decoration=\"underline\">{id}</tspan>")
                }
                false => word.clone(),
            }
        });
        let line: Vec<String> = marked.collect();
        let base = y + 36.0 - (counts.len() - 1 - number) as f64 * 12.5;
        let comma = if number + 1 < counts.len() { "," } else { "" };
        if !line.is_empty() {
            let _ = write!(
                out,
                "<text x=\"{x:.1}\" y=\"{base:.1}\" font-size=\"12.5\" fill=\"#111\">{}{comma}</text>",
                line.join(",")
            );
        }
    }
}

/// Small marks around the words of a hex, so that terrain can be told apart in black and white:
/// leaves, grains or waves. They are drawn once and used by every hex, which keeps prints small.
#[allow(clippy::cast_possible_truncation, reason = "a hex holds a few dozen marks")]
fn marks(out: &mut String, terrain: char) {
    let (across, down, edge, mark, look) = match terrain {
        'J' => (11.0, 11.0, 7.0, "m-3 2l3-5 3 5", "stroke=\"#3f7a45\" stroke-width=\"1\""),
        'D' => (9.0, 9.0, 5.0, "h.01", "stroke=\"#a98a3a\" stroke-width=\"1.6\""),
        _ => (20.0, 12.0, 10.0, "m-8 0q4-4 8 0t8 0", "stroke=\"#5a9cc4\" stroke-width=\"1\""),
    };
    let _ = write!(
        out,
        "<path id=\"t{terrain}\" fill=\"none\" stroke-linecap=\"round\" opacity=\"0.75\" {look} d=\""
    );
    let rows = (HALF / down) as i32;
    for row in -rows..=rows {
        let y = f64::from(row) * down;
        let shift = if row % 2 == 0 { 0.0 } else { across / 2.0 };
        let columns = (RADIUS / across) as i32 + 1;
        for column in -columns..=columns {
            let x = f64::from(column) * across + shift;
            let inside = y.abs() <= HALF - edge && x.abs() <= RADIUS - y.abs() * 0.577 - edge * 1.2;
            let words = match terrain {
                'W' => x.abs() < 24.0 && (-20.0..0.0).contains(&y),
                _ => x.abs() < 31.0 && !(-5.0..12.0).contains(&y),
            };
            if inside && !words {
                let _ = write!(out, "M{x:.1} {y:.1}{mark}");
            }
        }
    }
    out.push_str("\"/>");
}
