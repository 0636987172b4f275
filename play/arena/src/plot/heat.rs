//! Heat maps over two sweeps.

use super::{INK, WELL, escape_xml, open, shown};
use crate::statistics::Estimate;
use std::fmt::Write;
use table::{Fit, Integer};

/// What unhealthy cells are filled with.
const ILL: &str = "#f6dccb";

/// The least difference between shares that takes the whole range of colours.
const SPREAD: f64 = 0.2;

/// What the colours of a heat map tell.
#[derive(Clone, Copy, Debug)]
pub enum HeatColours {
    /// Which cells lie in the healthy band.
    Band(f64, f64),
    /// How high each is among its own.
    Height,
    /// How high each is between these values: for maps that are read side by side.
    Between(f64, f64),
}

impl HeatColours {
    /// By the band if there is one.
    pub fn of(band: Option<(f64, f64)>) -> HeatColours {
        band.map_or(HeatColours::Height, |(low, high)| HeatColours::Band(low, high))
    }

    /// The least and the greatest value that colours tell apart.
    fn range(self, found: &[Option<Estimate>], per_cent: bool) -> (f64, f64) {
        if let HeatColours::Between(low, high) = self {
            return (low, high);
        }
        let values = || found.iter().flatten().map(|found| found.value).filter(|v| v.is_finite());
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        (low, if per_cent { high.max(low + SPREAD) } else { high })
    }

    /// What a cell is filled with and written in; `range` is that of all cells.
    fn of_cell(self, value: f64, (low, high): (f64, f64)) -> (String, &'static str) {
        match self {
            HeatColours::Band(low, high) if (low..=high).contains(&value) => (WELL.into(), INK),
            HeatColours::Band(..) => (ILL.into(), INK),
            _ => {
                let share = if high > low { (value - low) / (high - low) } else { 0.0 };
                let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
                let part = |from: f64, to: f64| u8::truncated(from + (to - from) * share);
                let (red, green, blue) = (part(247.0, 20.0), part(244.0, 92.0), part(233.0, 74.0));
                let ink = if share > 0.55 { "#fff" } else { INK };
                (format!("rgb({red},{green},{blue})"), ink)
            }
        }
    }
}

/// Width and height of a cell, in pixels.
const CELL: (u32, u32) = (76, 40);

/// A heat map over two sweeps: rows, columns, and what was found in each cell, row by row.
pub fn heat(
    title: &str,
    rows: (&str, &[String]),
    columns: (&str, &[String]),
    found: &[Option<Estimate>],
    per_cent: bool,
    colours: HeatColours,
) -> String {
    let longest = rows.1.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let longest = longest.max(rows.0.chars().count()).fit::<u32>();
    let left = (longest * 8 + 34).clamp(90, 320);
    let across = CELL.0 * columns.1.len().fit::<u32>();
    let height = 92 + CELL.1 * rows.1.len().fit::<u32>() + 16;
    let title = with_band(title, colours, per_cent);
    let mut svg = open((left + across + 24).max(360), height, &title);
    for (j, name) in (0..).zip(columns.1) {
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"78\" text-anchor=\"middle\">{}</text>",
            left + CELL.0 * j + CELL.0 / 2,
            escape_xml(name)
        );
    }
    let range = colours.range(found, per_cent);
    let mut cells = found.iter();
    for (i, row) in (0..).zip(rows.1) {
        let y = 88 + CELL.1 * i;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            left - 10,
            y + CELL.1 / 2 + 5,
            escape_xml(row)
        );
        for (j, (column, found)) in (0..).zip(columns.1.iter().zip(&mut cells)) {
            if let Some(found) = found {
                let about = format!("{}={row}, {}={column}", rows.0, columns.0);
                let filled = colours.of_cell(found.value, range);
                draw_cell(&mut svg, (left + CELL.0 * j, y), &about, found, filled, per_cent);
            }
        }
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"78\" text-anchor=\"end\" font-style=\"italic\">{}</text>\
         <text x=\"{}\" y=\"56\" text-anchor=\"middle\" font-style=\"italic\">{}</text></g></svg>",
        left - 10,
        escape_xml(rows.0),
        left + across / 2,
        escape_xml(columns.0)
    );
    svg
}

/// The title, and behind it the band that colours tell of.
fn with_band(title: &str, colours: HeatColours, per_cent: bool) -> String {
    let show = |value: f64| shown(value, per_cent);
    match colours {
        HeatColours::Band(low, high) if high < f64::MAX => {
            format!("{title} (healthy: {} to {})", show(low), show(high))
        }
        HeatColours::Band(low, _) => format!("{title} (healthy: from {})", show(low)),
        _ => title.to_string(),
    }
}

/// A cell with its value; what it is about, and the interval, for those who point at it.
fn draw_cell(
    svg: &mut String,
    (x, y): (u32, u32),
    about: &str,
    found: &Estimate,
    (fill, ink): (String, &str),
    per_cent: bool,
) {
    let show = |value: f64| shown(value, per_cent);
    let _ = write!(
        svg,
        "<g><title>{}: {} ({} to {})</title>\
         <rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text></g>",
        escape_xml(about),
        show(found.value),
        show(found.low),
        show(found.high),
        CELL.0 - 2,
        CELL.1 - 2,
        x + CELL.0 / 2,
        y + CELL.1 / 2 + 5,
        show(found.value)
    );
}
