//! Plots as SVG: bars with intervals, dots, stacks, curves over a sweep, heat maps over two, and panels
//! of any of them side by side.

mod heat;

use crate::statistics::Estimate;
use std::fmt::Write;
use table::{Fit, Integer};

pub use heat::{HeatColours, heat};

const INK: &str = "#22302b";
const FAINT: &str = "#c9d3ce";
/// What is healthy is filled with.
const WELL: &str = "#cfe8d8";
const COLOURS: [&str; 8] =
    ["#1b6e53", "#c2571a", "#3d5a98", "#a3224f", "#7a6a00", "#5b3f8c", "#00798c", "#6b6b6b"];

/// A row of a bar plot.
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Its value.
    pub estimate: Estimate,
}

/// A curve: its name and its points.
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Values of the sweep and what was found there, in order.
    pub points: Vec<(f64, Estimate)>,
}

/// Text that is safe in SVG and HTML.
pub fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number as people write it: no more digits than mean something.
pub fn format_number(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".into(),
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 100.0 || value == value.trunc() => {
            let text = format!("{value:.1}");
            text.strip_suffix(".0").map_or(text.clone(), str::to_string)
        }
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// Round numbers that cover a range.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let range = (high - low).max(1e-9);
    let rough = range / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * power >= rough);
    let step = times.unwrap_or(10.0) * power;
    let first = i64::truncated((low / step).ceil());
    let last = i64::truncated((high / step + 1e-9).floor());
    (first..=last).map(|i| i as f64 * step).collect()
}

/// The range of all ends, with a little air, and 0 in it where that is near.
fn range<'a>(estimates: impl Iterator<Item = &'a Estimate>, from_zero: bool) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for estimate in estimates {
        for end in [estimate.value, estimate.low, estimate.high] {
            if end.is_finite() {
                (low, high) = (low.min(end), high.max(end));
            }
        }
    }
    if !low.is_finite() {
        return (0.0, 1.0);
    }
    let air = ((high - low) * 0.06).max(1e-9);
    if from_zero || (low > 0.0 && low < 0.4 * high) {
        low = low.min(0.0);
    } else {
        low -= air;
    }
    if high - low < 1e-9 { (low, low + 1.0) } else { (low, high + air) }
}

/// The widest a letter of a title is on average, in pixels.
const TITLE_LETTER: u32 = 9;

/// The title in lines that fit.
fn lines(title: &str, width: u32) -> Vec<String> {
    let most = (width.saturating_sub(32) / TITLE_LETTER).max(12) as usize;
    let mut lines = vec![String::new()];
    for word in title.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// A drawing under its title, which may need several lines; `height` is with one.
fn open(width: u32, height: u32, title: &str) -> String {
    let lines = lines(title, width);
    let more = 20 * (lines.len().fit::<u32>() - 1);
    let height = height + more;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"'DejaVu Sans','Noto Sans',sans-serif\" \
         font-size=\"13\" fill=\"{INK}\" role=\"img\" aria-label=\"{}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>",
        escape_xml(title)
    );
    for (i, line) in lines.iter().enumerate() {
        let (y, line) = (24 + 20 * i, escape_xml(line));
        let _ = write!(
            svg,
            "<text x=\"16\" y=\"{y}\" font-size=\"15\" font-weight=\"bold\">{line}</text>"
        );
    }
    let _ = write!(svg, "<g transform=\"translate(0,{more})\">");
    svg
}

/// How wide a plot of rows is, in pixels.
const ROWS_WIDTH: u32 = 720;

/// Pixels that the longest of the names needs before its row.
fn room_for<'a>(names: impl Iterator<Item = &'a String>) -> u32 {
    let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
    (longest.fit::<u32>() * 8 + 28).clamp(90, 300)
}

/// From values to pixels, in rows that go from left to right.
struct Rows {
    left: u32,
    right: u32,
    low: f64,
    high: f64,
    per_cent: bool,
}

impl Rows {
    fn x(&self, value: f64) -> f64 {
        let (x0, x1) = (f64::from(self.left), f64::from(self.right));
        x0 + (value - self.low) / (self.high - self.low) * (x1 - x0)
    }

    fn show(&self, value: f64) -> String {
        shown(value, self.per_cent)
    }
}

/// Lines from top to `foot` with what they stand for.
fn scale(svg: &mut String, rows: &Rows, foot: u32) {
    for tick in ticks(rows.low, rows.high) {
        let at = rows.x(tick);
        let _ = write!(
            svg,
            "<line x1=\"{at:.1}\" y1=\"40\" x2=\"{at:.1}\" y2=\"{foot}\" stroke=\"{FAINT}\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            foot + 17,
            rows.show(tick)
        );
    }
}

/// Horizontal bars with intervals; `mark` draws a line to compare with, such as the even share.
///
/// ```
/// use arena::plot::{Bar, bars};
/// use arena::statistics::wilson;
///
/// let bar = |name: &str, share: f64| Bar { name: name.into(), estimate: wilson(share, 100.0) };
/// let svg = bars("Games won", &[bar("greedy", 0.8), bar("random", 0.2)], true, Some((0.5, "even")));
/// assert!(svg.starts_with("<svg") && svg.contains("greedy"));
/// ```
pub fn bars(title: &str, bars: &[Bar], per_cent: bool, mark: Option<(f64, &str)>) -> String {
    let foot = 44 + BAR * bars.len().fit::<u32>();
    let (low, high) = range(bars.iter().map(|bar| &bar.estimate), true);
    let (low, high) = match mark {
        Some((mark, _)) => (low.min(mark), high.max(mark * 1.05)),
        None => (low, high),
    };
    let left = room_for(bars.iter().map(|bar| &bar.name));
    let rows = Rows { left, right: ROWS_WIDTH - 86, low, high, per_cent };
    let mut svg = open(ROWS_WIDTH, foot + 40, title);
    scale(&mut svg, &rows, foot);
    for (i, bar) in (0..).zip(bars) {
        draw_bar(&mut svg, &rows, bar, 44 + BAR * i);
    }
    if let Some((mark, name)) = mark {
        let at = rows.x(mark);
        let _ = write!(
            svg,
            "<line x1=\"{at:.1}\" y1=\"38\" x2=\"{at:.1}\" y2=\"{foot}\" stroke=\"{}\" \
             stroke-width=\"1.6\" stroke-dasharray=\"5 4\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            COLOURS[1],
            foot + 33,
            COLOURS[1],
            escape_xml(name)
        );
    }
    svg.push_str("</g></svg>\n");
    svg
}

/// Pixels from one bar to the next.
const BAR: u32 = 30;

/// A bar from 0 to its value, its interval over it, its name before and its value behind it.
fn draw_bar(svg: &mut String, rows: &Rows, bar: &Bar, y: u32) {
    let middle = f64::from(y) + f64::from(BAR) / 2.0;
    let Estimate { value, low, high } = bar.estimate;
    let (from, to) = (rows.x(0.0_f64.clamp(rows.low, rows.high)), rows.x(value));
    let name = escape_xml(&bar.name);
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\
         <rect x=\"{:.1}\" y=\"{}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\" opacity=\"0.85\">\
         <title>{name}: {} ({} to {})</title></rect>",
        rows.left - 8,
        middle + 4.5,
        from.min(to),
        y + 5,
        (to - from).abs().max(0.5),
        BAR - 10,
        COLOURS[0],
        rows.show(value),
        rows.show(low),
        rows.show(high)
    );
    if low.is_finite() && high.is_finite() {
        let (a, b) = (rows.x(low), rows.x(high));
        let _ = write!(
            svg,
            "<path d=\"M{a:.1},{middle} H{b:.1} M{a:.1},{} v8 M{b:.1},{} v8\" stroke=\"{INK}\" \
             stroke-width=\"1.6\" fill=\"none\"/>",
            middle - 4.0,
            middle - 4.0
        );
    }
    let end = rows.x(high.min(rows.high).max(value)).max(from) + 7.0;
    let _ =
        write!(svg, "<text x=\"{end:.1}\" y=\"{:.1}\">{}</text>", middle + 4.5, rows.show(value));
}

/// Dots with intervals, row by row; `band` shades what is held to be healthy.
pub fn dots(title: &str, rows: &[Bar], band: (f64, f64)) -> String {
    let left = room_for(rows.iter().map(|row| &row.name));
    let row = 22;
    let foot = 44 + row * rows.len().fit::<u32>();
    let (low, high) = range(rows.iter().map(|row| &row.estimate), false);
    let (low, high) = (low.min(band.0), high.max(band.1));
    let axis = Rows { left, right: ROWS_WIDTH - 60, low, high, per_cent: false };
    let x = |value: f64| axis.x(value.clamp(low, high));
    let mut svg = open(ROWS_WIDTH, foot + 34, title);
    let _ = write!(
        svg,
        "<rect x=\"{:.1}\" y=\"40\" width=\"{:.1}\" height=\"{}\" fill=\"{WELL}\" opacity=\"0.6\"/>",
        x(band.0),
        x(band.1) - x(band.0),
        foot - 40
    );
    scale(&mut svg, &axis, foot);
    for (i, row_of) in rows.iter().enumerate() {
        let middle = 44.0 + f64::from(row) * (i as f64 + 0.5);
        let found = &row_of.estimate;
        let name = escape_xml(&row_of.name);
        let _ = write!(
            svg,
            "<g><title>{name}: {} ({} to {})</title>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\
             <line x1=\"{:.1}\" y1=\"{middle:.1}\" x2=\"{:.1}\" y2=\"{middle:.1}\" stroke=\"{INK}\" \
             stroke-width=\"1.6\"/><circle cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"4.5\" fill=\"{}\"/></g>",
            format_number(found.value),
            format_number(found.low),
            format_number(found.high),
            left - 8,
            middle + 4.5,
            x(found.low),
            x(found.high),
            x(found.value),
            COLOURS[0]
        );
    }
    svg.push_str("</g></svg>\n");
    svg
}

/// Bars of shares that make a whole, row by row, each share with its number where it fits.
pub fn stacks(title: &str, parts: &[&str], rows: &[(String, Vec<f64>)]) -> String {
    let left = room_for(rows.iter().map(|(name, _)| name));
    let row = 34;
    let foot = 72 + row * rows.len().fit::<u32>();
    let (x0, x1) = (f64::from(left), f64::from(ROWS_WIDTH - 24));
    let mut svg = open(ROWS_WIDTH, foot + 10, title);
    let mut at = x0;
    for (part, colour) in parts.iter().zip(COLOURS) {
        let _ = write!(
            svg,
            "<rect x=\"{at:.1}\" y=\"44\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\
             <text x=\"{:.1}\" y=\"55\">{}</text>",
            at + 18.0,
            escape_xml(part)
        );
        at += 18.0 + 8.0 * part.chars().count() as f64 + 24.0;
    }
    for (i, (name, shares)) in (0..).zip(rows) {
        let y = 70 + row * i;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            left - 8,
            y + row / 2 + 3,
            escape_xml(name)
        );
        let mut at = x0;
        for (share, colour) in shares.iter().zip(COLOURS) {
            let wide = share * (x1 - x0);
            let _ = write!(
                svg,
                "<rect x=\"{at:.1}\" y=\"{}\" width=\"{wide:.1}\" height=\"{}\" fill=\"{colour}\"/>",
                y + 3,
                row - 8
            );
            if wide > 34.0 {
                let _ = write!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#fff\">{:.0} %</text>",
                    at + wide / 2.0,
                    y + row / 2 + 3,
                    share * 100.0
                );
            }
            at += wide;
        }
    }
    svg.push_str("</g></svg>\n");
    svg
}

/// Plots side by side, so many in a row.
pub fn panels(title: &str, plots: &[String], across: usize) -> String {
    let size = |plot: &str, key: &str| -> u32 {
        let rest = plot.split_once(&format!(" {key}=\"")).map_or("", |(_, rest)| rest);
        rest.split('"').next().and_then(|number| number.parse().ok()).unwrap_or(0)
    };
    let wide = plots.iter().map(|plot| size(plot, "width")).max().unwrap_or(0);
    let high = plots.iter().map(|plot| size(plot, "height")).max().unwrap_or(0);
    let count = plots.len().fit::<u32>();
    let across = across.fit::<u32>().clamp(1, count.max(1));
    let down = count.div_ceil(across);
    let mut svg = open(wide * across, 40 + high * down, title);
    for (i, plot) in (0..count).zip(plots) {
        let (x, y) = (i % across * wide, 40 + i / across * high);
        svg += &plot.trim_end().replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1);
    }
    svg.push_str("</g></svg>\n");
    svg
}

/// Where the curves of a plot are drawn, in pixels.
const FRAME: (f64, f64, f64, f64) = (64.0, 540.0, 44.0, 320.0);

/// From values to pixels.
struct Axes {
    left: f64,
    right: f64,
    low: f64,
    high: f64,
    per_cent: bool,
}

impl Axes {
    fn around(curves: &[Curve], per_cent: bool, band: Option<(f64, f64)>) -> Axes {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let (mut low, mut high) = range(points().map(|(_, estimate)| estimate), false);
        if let Some((least, most)) = band {
            (low, high) = (low.min(least), high.max(most));
        }
        if per_cent {
            (low, high) = (low.max(0.0), high.min(1.0));
        }
        let left = points().map(|(at, _)| *at).fold(f64::INFINITY, f64::min);
        let right = points().map(|(at, _)| *at).fold(f64::NEG_INFINITY, f64::max);
        Axes { left, right, low, high, per_cent }
    }

    fn x(&self, at: f64) -> f64 {
        let (x0, x1, _, _) = FRAME;
        x0 + (at - self.left) / (self.right - self.left).max(1e-9) * (x1 - x0)
    }

    fn y(&self, value: f64) -> f64 {
        let (_, _, y0, y1) = FRAME;
        let share =
            (value.clamp(self.low, self.high) - self.low) / (self.high - self.low).max(1e-9);
        y1 - share * (y1 - y0)
    }

    fn show(&self, value: f64) -> String {
        shown(value, self.per_cent)
    }
}

/// A value as it is written: in per cent, or as a number.
fn shown(value: f64, per_cent: bool) -> String {
    match per_cent {
        true => format!("{:.0} %", value * 100.0),
        false => format_number(value),
    }
}

/// Curves over the values of a sweep, each with its band; `band` shades what is held to be healthy.
pub fn curves(
    title: &str,
    across: &str,
    curves: &[Curve],
    per_cent: bool,
    band: Option<(f64, f64)>,
) -> String {
    let (x0, x1, _, y1) = FRAME;
    let axes = Axes::around(curves, per_cent, band);
    let mut svg = open(720, 380, title);
    if let Some((least, most)) = band {
        let (top, foot) = (axes.y(most), axes.y(least));
        let _ = write!(
            svg,
            "<rect x=\"{x0}\" y=\"{top:.1}\" width=\"{}\" height=\"{:.1}\" fill=\"#dfeee4\"/>\
             <text x=\"{}\" y=\"{:.1}\" fill=\"#4f7a63\" font-size=\"11\">healthy</text>",
            x1 - x0,
            foot - top,
            x0 + 5.0,
            top + 13.0
        );
    }
    draw_axes(&mut svg, &axes, curves);
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        (x0 + x1) / 2.0,
        y1 + 42.0,
        escape_xml(across)
    );
    for (curve, colour) in curves.iter().zip(COLOURS.into_iter().cycle()) {
        draw_curve(&mut svg, &axes, curve, colour);
    }
    draw_curve_names(&mut svg, &axes, curves);
    svg.push_str("</g></svg>\n");
    svg
}

/// Lines for round values, and the values of the sweep below them.
fn draw_axes(svg: &mut String, axes: &Axes, curves: &[Curve]) {
    let (x0, x1, _, y1) = FRAME;
    for tick in ticks(axes.low, axes.high) {
        let at = axes.y(tick);
        let _ = write!(
            svg,
            "<line x1=\"{x0}\" y1=\"{at:.1}\" x2=\"{x1}\" y2=\"{at:.1}\" stroke=\"{FAINT}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            x0 - 7.0,
            at + 4.5,
            axes.show(tick)
        );
    }
    let points = curves.iter().flat_map(|curve| &curve.points);
    let mut marks: Vec<f64> = points.map(|(at, _)| *at).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    let every = marks.len().div_ceil(12).max(1);
    for at in marks.iter().step_by(every) {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            axes.x(*at),
            y1 + 18.0,
            format_number(*at)
        );
    }
}

/// A curve in its band of intervals, with a dot for each value.
fn draw_curve(svg: &mut String, axes: &Axes, curve: &Curve, colour: &str) {
    let at = |at: f64, value: f64| format!("{:.1},{:.1}", axes.x(at), axes.y(value));
    let upper = curve.points.iter().map(|(x, found)| at(*x, found.high));
    let lower = curve.points.iter().rev().map(|(x, found)| at(*x, found.low));
    let outline: Vec<String> = upper.chain(lower).collect();
    let line: Vec<String> = curve.points.iter().map(|(x, found)| at(*x, found.value)).collect();
    let _ = write!(
        svg,
        "<polygon points=\"{}\" fill=\"{colour}\" opacity=\"0.16\"/>\
         <polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.2\"/>",
        outline.join(" "),
        line.join(" ")
    );
    for (x, found) in &curve.points {
        let _ = write!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"><title>{}: {} ({} to {})\
             </title></circle>",
            axes.x(*x),
            axes.y(found.value),
            escape_xml(&curve.name),
            axes.show(found.value),
            axes.show(found.low),
            axes.show(found.high)
        );
    }
}

/// Names stand at the ends of their curves, pushed apart where they would meet, and upwards where they
/// would run into what is written below.
fn draw_curve_names(svg: &mut String, axes: &Axes, curves: &[Curve]) {
    let (_, x1, _, y1) = FRAME;
    let ends = curves.iter().enumerate();
    let mut labels: Vec<(f64, usize)> =
        ends.filter_map(|(i, curve)| Some((axes.y(curve.points.last()?.1.value), i))).collect();
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut above = f64::NEG_INFINITY;
    for (at, _) in &mut labels {
        *at = at.max(above + 16.0);
        above = *at;
    }
    let mut below = y1 + 16.0;
    for (at, _) in labels.iter_mut().rev() {
        *at = at.min(below - 16.0);
        below = *at;
    }
    for (at, i) in labels {
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" fill=\"{}\">{}</text>",
            x1 + 10.0,
            at + 4.5,
            COLOURS[i % COLOURS.len()],
            escape_xml(&curves[i].name)
        );
    }
}
