//! A report of a simulation: one HTML page that needs nothing else.

mod findings;
mod plots;

use crate::measures::Column;
use crate::parts::part_rows;
use crate::plot::{escape_xml, format_number};
use crate::statistics::Estimate;
use crate::summary::Summary;
use crate::sweep::{Sweep, SweepCell};
pub use plots::Plot;
use std::fmt::Write;
use std::ops::Range;

/// Cells up to which all numbers stand open on the page.
const OPEN_CELLS: usize = 8;

/// The style of the page.
const STYLE: &str = "\
    body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:84rem;padding:0 1rem;\
    color:#22302b;background:#fff}p,ul{max-width:60rem}\
    .plots{display:grid;gap:1rem;align-items:start;\
    grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}\
    .maps{grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}\
    table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
    th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #dbe3df}\
    th:first-child,td:first-child{text-align:left}td small{color:#66756e}\
    svg{max-width:100%;height:auto}code{background:#eef3f0;padding:.1rem .3rem}\
    th:first-child,td:first-child{position:sticky;left:0;background:#fff;min-width:9rem}\
    summary{cursor:pointer;margin:1rem 0}\
    .wide{overflow-x:auto}.well{background:#dfeee4}.ill{background:#f7e3d8}";

/// Everything that a report shows.
///
/// ```
/// use arena::report::SimulationReport;
/// use arena::{Column, Summary, SweepCell};
///
/// let columns = [Column::number("days", "days until the end")];
/// let mut summary = Summary::new(1);
/// summary.add(&[12.0]);
/// summary.add(&[14.0]);
/// let report = SimulationReport {
///     title: "Two games".into(),
///     command: "overwinter sim …".into(),
///     sweeps: &[],
///     columns: &columns,
///     cells: &[(SweepCell::default(), summary)],
///     seats: &["random".to_string()],
///     rotating: false,
/// };
/// assert!(report.html().contains("days until the end"));
/// ```
pub struct SimulationReport<'a> {
    /// The title.
    pub title: String,
    /// The command that makes it again.
    pub command: String,
    /// What was swept.
    pub sweeps: &'a [Sweep],
    /// What was measured.
    pub columns: &'a [Column],
    /// The cells with their results.
    pub cells: &'a [(SweepCell, Summary)],
    /// Who sat at the table, in the order of the seats.
    pub seats: &'a [String],
    /// Whether bots moved on by one seat with every game.
    pub rotating: bool,
}

impl SimulationReport<'_> {
    fn estimate(&self, cell: usize, column: usize) -> Option<Estimate> {
        self.cells.get(cell).and_then(|(_, summary)| summary.estimate(self.columns, column))
    }

    /// Who sat at the table: `18 × default, 8 × forage`.
    fn sitting(&self) -> String {
        let mut groups: Vec<(usize, &str)> = Vec::new();
        for name in self.seats {
            match groups.iter_mut().find(|(_, known)| known == name) {
                Some((count, _)) => *count += 1,
                None => groups.push((1, name)),
            }
        }
        let words = groups.iter().map(|(count, name)| match count {
            1 => name.to_string(),
            _ => format!("{count} × {name}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Whether seats can be held against each other: not where one is a stronger bot's for good.
    fn seats_compare(&self) -> bool {
        self.rotating || self.seats.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn has_bands(&self) -> bool {
        self.columns.iter().any(|column| column.healthy.is_some())
    }

    /// The cells in which a column is lowest and highest, if their intervals lie apart.
    fn extremes(&self, column: usize, cells: Range<usize>) -> Option<(usize, usize)> {
        let found: Vec<(usize, Estimate)> =
            cells.filter_map(|cell| Some((cell, self.estimate(cell, column)?))).collect();
        let by_value =
            |a: &&(usize, Estimate), b: &&(usize, Estimate)| a.1.value.total_cmp(&b.1.value);
        let (least, most) = (found.iter().min_by(by_value)?, found.iter().max_by(by_value)?);
        (least.1.high < most.1.low).then_some((least.0, most.0))
    }

    /// A value as it is written in tables.
    fn shown(&self, column: usize, value: f64) -> String {
        match self.columns[column].share {
            true => format!("{:.1} %", value * 100.0),
            false => format_number(value),
        }
    }

    /// The page.
    pub fn html(&self) -> String {
        let title = escape_xml(&self.title);
        let mut page = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>"
        );
        let games: u64 = self.cells.iter().map(|(_, summary)| summary.games).sum();
        let _ = write!(
            page,
            "<p>{} games; {} at the table. Intervals are of 95 %.</p><p><code>{}</code></p>",
            grouped(games),
            escape_xml(&self.sitting()),
            escape_xml(&self.command)
        );
        let glance = self.key_findings();
        if !glance.is_empty() {
            page.push_str("<h2>At a glance</h2><ul>");
            glance.iter().for_each(|line| page.push_str(&format!("<li>{line}</li>")));
            page.push_str("</ul>");
        }
        self.write_parts(&mut page);
        self.write_plots(&mut page);
        self.write_numbers(&mut page);
        page.push_str("</body></html>\n");
        page
    }

    /// Sides and turns: how often each came first and won, in every cell; folded away where there are many
    /// cells.
    fn write_parts(&self, page: &mut String) {
        let parts = |summary: &Summary| part_rows(self.columns, summary);
        if self.cells.iter().all(|(_, summary)| parts(summary).is_empty()) {
            return;
        }
        let (open, close) = self.folding("Sides and turns");
        page.push_str(&open);
        for (cell, summary) in self.cells {
            let _ = write!(
                page,
                "<div class=\"wide\"><table><tr><th>{}</th><th>games</th><th>came first</th>\
                 <th>won, of decided games</th></tr>",
                escape_xml(&cell.name())
            );
            for row in parts(summary) {
                let _ = write!(
                    page,
                    "<tr><td>{}</td><td>{}</td>{}{}</tr>",
                    escape_xml(row.name),
                    grouped(row.games),
                    share_cell(Some(row.first)),
                    share_cell(row.decided)
                );
            }
            page.push_str("</table></div>");
        }
        page.push_str(close);
    }

    /// What stands before and after something that is folded away where there are many cells.
    fn folding(&self, title: &str) -> (String, &'static str) {
        match self.cells.len() > OPEN_CELLS {
            true => (format!("<details><summary>{title}</summary>"), "</details>"),
            false => (format!("<h2>{title}</h2>"), ""),
        }
    }

    /// The plots that tell something; the others are folded away.
    fn write_plots(&self, page: &mut String) {
        let (telling, silent): (Vec<Plot>, Vec<Plot>) =
            self.plots().into_iter().partition(|plot| plot.tells);
        let class = if self.sweeps.len() > 1 { "plots maps" } else { "plots" };
        show(page, class, &telling);
        if !silent.is_empty() {
            let _ = write!(
                page,
                "<details><summary>{} more plots: single moments, and what differs by no more than chance</summary>",
                silent.len()
            );
            show(page, class, &silent);
            page.push_str("</details>");
        }
    }

    /// Every other column of every cell, with its interval; folded away where there are many cells.
    fn write_numbers(&self, page: &mut String) {
        let (open, close) = self.folding("All numbers");
        let _ = write!(page, "{open}<div class=\"wide\"><table><tr><th></th>");
        for (cell, summary) in self.cells {
            let name = match cell.name() {
                name if name.is_empty() => format!("{} games", summary.games),
                name => name,
            };
            let _ = write!(page, "<th>{}</th>", escape_xml(&name));
        }
        page.push_str("</tr>");
        if self.has_bands() {
            page.push_str("<tr><td>healthy bands met</td>");
            for (_, summary) in self.cells {
                let (met, of) = summary.healthy(self.columns);
                let _ = write!(page, "<td>{met} of {of}</td>");
            }
            page.push_str("</tr>");
        }
        let beside = |index: &usize| self.columns[*index].row.is_none();
        (0..self.columns.len()).filter(beside).for_each(|index| self.write_column(page, index));
        let _ = write!(page, "</table></div>{close}");
    }

    /// The row of a column: what was found in every cell.
    fn write_column(&self, page: &mut String, index: usize) {
        let column = &self.columns[index];
        let _ = write!(
            page,
            "<tr><td>{}<br><small>{}</small></td>",
            escape_xml(&column.name),
            escape_xml(&column.about)
        );
        for cell in 0..self.cells.len() {
            let Some(estimate) = self.estimate(cell, index) else {
                page.push_str("<td>–</td>");
                continue;
            };
            let ends = [estimate.value, estimate.low, estimate.high];
            let [value, low, high] = ends.map(|value| self.shown(index, value));
            let class = match column.healthy {
                Some((low, high)) if (low..=high).contains(&estimate.value) => " class=\"well\"",
                Some(_) => " class=\"ill\"",
                None => "",
            };
            let _ = write!(page, "<td{class}>{value}<br><small>{low} to {high}</small></td>");
        }
        page.push_str("</tr>");
    }
}

/// Plots beside each other, as many as fit.
fn show(page: &mut String, class: &str, plots: &[Plot]) {
    let _ = write!(page, "<div class=\"{class}\">");
    plots.iter().for_each(|plot| page.push_str(&plot.svg));
    page.push_str("</div>");
}

/// A cell of a table with a share and its interval.
fn share_cell(share: Option<Estimate>) -> String {
    let Some(Estimate { value, low, high }) = share else { return "<td></td>".into() };
    let [value, low, high] = [value, low, high].map(|share| format!("{:.1} %", 100.0 * share));
    format!("<td>{value}<br><small>{low} to {high}</small></td>")
}

/// A number with a comma after every thousand.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
