//! Lines on the ground: rivers that flow and widen, trails, walls, borders.

use super::drawing::Drawing;
use super::path::{Path, escaped, smooth};
use crate::ground::{Line, LineStyle, Point};
use crate::palette::Tone;
use std::fmt::Write;
use terrain::Integer;

/// Draws lines, rivers below everything else. `unit` is the radius of a hex or what corresponds.
pub fn draw(drawing: &mut Drawing, lines: &[&Line], unit: i32) {
    let rivers: Vec<(String, &Line)> = lines
        .iter()
        .filter(|line| line.style == LineStyle::River && line.points.len() >= 2)
        .map(|line| (ribbon(&line.points, unit), *line))
        .collect();
    if !rivers.is_empty() {
        let (bank, water) = (drawing.paint(Tone::Bank), drawing.paint(Tone::River));
        let width = unit * 9 / 100;
        let _ = write!(
            drawing.body,
            r#"<g stroke="{bank}" stroke-width="{width}" stroke-linejoin="round" fill="{bank}" opacity=".75">"#
        );
        let first = drawing.body.len();
        for (index, (data, line)) in rivers.iter().enumerate() {
            let id = format!("ow-r{}", first + index);
            drawing.define(&format!(r#"<path id="{id}" d="{data}">{}</path>"#, title(line)));
            let _ = write!(drawing.body, r##"<use href="#{id}"/>"##);
        }
        let _ = write!(drawing.body, r#"</g><g fill="{water}">"#);
        for index in 0..rivers.len() {
            let _ = write!(drawing.body, r##"<use href="#ow-r{}"/>"##, first + index);
        }
        drawing.add("</g>");
    }
    for line in lines.iter().filter(|line| line.style != LineStyle::River) {
        draw_line(drawing, line, unit);
    }
}

fn title(line: &Line) -> String {
    match line.description.as_str() {
        "" => String::new(),
        text => format!("<title>{}</title>", escaped(text)),
    }
}

fn draw_line(drawing: &mut Drawing, line: &Line, unit: i32) {
    if line.points.len() < 2 {
        return;
    }
    let mut path = Path::new();
    if line.smooth {
        path.move_to(line.points[0]);
        for (first, second, to) in smooth(&line.points) {
            path.cubic_to(first, second, to);
        }
    } else {
        path.polyline(&line.points);
    }
    let percent = |share: i32| (unit * share / 100).max(1);
    // Tone, width in percent of the unit, dashes in percent, ends.
    let strokes: &[(Tone, i32, &[i32], &str)] = match line.style {
        LineStyle::River => &[],
        LineStyle::Trail => {
            &[(Tone::TrailBed, 17, &[], "round"), (Tone::Trail, 8, &[21, 14], "butt")]
        }
        LineStyle::Road => &[(Tone::TrailBed, 30, &[], "butt"), (Tone::Trail, 18, &[], "butt")],
        LineStyle::Wall => &[(Tone::WallLine, 16, &[], "square")],
        LineStyle::LowWall => {
            &[(Tone::LowWallLine, 14, &[], "butt"), (Tone::Sheet, 4, &[20, 10], "butt")]
        }
        LineStyle::Fence => {
            &[(Tone::LowWallLine, 5, &[], "butt"), (Tone::LowWallLine, 17, &[6, 32], "butt")]
        }
        LineStyle::Barricade => {
            &[(Tone::WallLine, 22, &[14, 8], "butt"), (Tone::LowWallLine, 12, &[], "butt")]
        }
        LineStyle::Opening => {
            &[(Tone::WallLine, 20, &[], "butt"), (Tone::Opening, 12, &[], "butt")]
        }
        LineStyle::Border => &[(Tone::Text, 6, &[24, 12, 4, 12], "butt")],
        LineStyle::Guide => &[(Tone::Quiet, 3, &[], "round")],
    };
    let id = format!("ow-w{}", drawing.body.len());
    drawing.define(&format!(r#"<path id="{id}" d="{}"/>"#, path.data()));
    let _ = write!(drawing.body, r#"<g fill="none" stroke-linejoin="round">{}"#, title(line));
    for (tone, width, dashes, cap) in strokes {
        let dashes = if dashes.is_empty() {
            String::new()
        } else {
            let list: Vec<_> = dashes.iter().map(|dash| percent(*dash).to_string()).collect();
            format!(r#" stroke-dasharray="{}""#, list.join(" "))
        };
        let faint = if *tone == Tone::TrailBed { r#" opacity=".7""# } else { "" };
        let _ = write!(
            drawing.body,
            r##"<use href="#{id}" stroke="{}" stroke-width="{}" stroke-linecap="{cap}"{dashes}{faint}/>"##,
            drawing.look.paint(*tone),
            percent(*width),
        );
    }
    drawing.add("</g>");
}

/// The outline of a river through the points, growing from its first to its last.
fn ribbon(points: &[Point], unit: i32) -> String {
    let count = points.len();
    let last = (count - 1) as f64;
    // Rivers reach their full width after a dozen hexes.
    let grown = (count as f64 / 24.0).min(1.0);
    let half = |index: usize| {
        let share = index as f64 / last;
        f64::from(unit) * (0.055 + (0.05 + 0.035 * grown) * share)
    };
    let normal = |index: usize| {
        let before = points[index.saturating_sub(1)];
        let after = points[(index + 1).min(count - 1)];
        let (dx, dy) = (f64::from(after.x - before.x), f64::from(after.y - before.y));
        let length = dx.hypot(dy).max(1.0);
        (-dy / length, dx / length)
    };
    let moved = |point: Point, index: usize, sign: f64| {
        let (nx, ny) = normal(index);
        let by = half(index) * sign;
        Point {
            x: point.x + i32::truncated((nx * by).round()),
            y: point.y + i32::truncated((ny * by).round()),
        }
    };
    let curve = smooth(points);
    let mut path = Path::new();
    path.move_to(moved(points[0], 0, -1.0));
    for (index, (first, second, to)) in curve.iter().enumerate() {
        path.cubic_to(
            moved(*first, index, -1.0),
            moved(*second, index + 1, -1.0),
            moved(*to, index + 1, -1.0),
        );
    }
    // A rounded end, as far out as the river is wide there.
    let end = points[count - 1];
    let (nx, ny) = normal(count - 1);
    let out = half(count - 1) * 1.3;
    let ahead = |point: Point| Point {
        x: point.x + i32::truncated((ny * out).round()),
        y: point.y - i32::truncated((nx * out).round()),
    };
    let (left, right) = (moved(end, count - 1, -1.0), moved(end, count - 1, 1.0));
    path.cubic_to(ahead(left), ahead(right), right);
    for (index, (first, second, _)) in curve.iter().enumerate().rev() {
        path.cubic_to(
            moved(*second, index + 1, 1.0),
            moved(*first, index, 1.0),
            moved(points[index], index, 1.0),
        );
    }
    path.close();
    path.data().to_string()
}
