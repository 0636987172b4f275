//! A report of a simulation: one HTML page that needs nothing else.

use crate::measures::Column;
use crate::plot::{self, Bar, Curve, escaped, figure};
use crate::statistics::Estimate;
use crate::summary::Summary;
use crate::sweep::{Cell, Sweep};
use std::fmt::Write;

/// Everything that a report shows.
pub struct Report<'a> {
    /// The title.
    pub title: String,
    /// The command that makes it again.
    pub command: String,
    /// What was swept.
    pub sweeps: &'a [Sweep],
    /// What was measured.
    pub columns: &'a [Column],
    /// The cells with their results.
    pub cells: &'a [(Cell, Summary)],
    /// Who sat at the table, in the order of the seats.
    pub seats: &'a [String],
}

/// A plot with the name of its file.
pub struct Plot {
    /// The file's name, without a folder.
    pub file: String,
    /// The SVG.
    pub svg: String,
}

impl Report<'_> {
    fn estimate(&self, cell: usize, column: usize) -> Option<Estimate> {
        self.cells.get(cell).and_then(|(_, summary)| summary.estimate(self.columns, column))
    }

    /// Columns whose name begins so, with their places.
    fn family(&self, start: &str) -> Vec<(usize, &Column)> {
        let named = |column: &&Column| {
            column.name.strip_prefix(start).is_some_and(|rest| rest.starts_with('.'))
        };
        let columns = self.columns.iter().enumerate();
        columns.filter(|(_, column)| named(column)).collect()
    }

    /// The families of the columns, in order, those of one column included.
    fn families(&self) -> Vec<String> {
        let mut families: Vec<String> = Vec::new();
        for column in self.columns {
            let family = column.name.split('.').next().unwrap_or_default().to_string();
            if !families.contains(&family) {
                families.push(family);
            }
        }
        families
    }

    fn has_bands(&self) -> bool {
        self.columns.iter().any(|column| column.healthy.is_some())
    }

    /// The plots: without a sweep bars for each family of columns, with one sweep curves, with two heat
    /// maps.
    pub fn plots(&self) -> Vec<Plot> {
        match self.sweeps {
            [] => self.bar_plots(),
            [sweep] => self.curve_plots(sweep),
            [.., rows, across] => self.heat_plots(rows, across),
        }
    }

    fn bar_plots(&self) -> Vec<Plot> {
        let mut plots = Vec::new();
        for family in self.families() {
            let bars: Vec<Bar> = self
                .family(&family)
                .into_iter()
                .filter_map(|(index, column)| {
                    let estimate = self.estimate(0, index)?;
                    let name = column.name[family.len() + 1..].to_string();
                    estimate.value.is_finite().then_some(Bar { name, estimate })
                })
                .collect();
            let share = self.family(&family).iter().all(|(_, column)| column.share);
            if bars.len() > 1 {
                let mark = self.even_share(&family, bars.len());
                let mark = mark.map(|share| (share, "even share"));
                let svg = plot::bars(&title(&family), &bars, share, mark);
                plots.push(Plot { file: format!("{family}.svg"), svg });
            }
        }
        plots
    }

    /// What each of a family would have if all were equal: of seats, and of bots with as many seats.
    fn even_share(&self, family: &str, members: usize) -> Option<f64> {
        let count = |name: &String| self.seats.iter().filter(|seat| *seat == name).count();
        let fair = match family {
            "seat" => true,
            "first" => self.seats.iter().all(|name| count(name) == count(&self.seats[0])),
            _ => false,
        };
        fair.then(|| 1.0 / members.max(1) as f64)
    }

    fn curve_plots(&self, sweep: &Sweep) -> Vec<Plot> {
        let place = |i: usize| sweep.values[i].parse().unwrap_or(i as f64);
        let mut plots = Vec::new();
        for family in self.families() {
            let mut members = self.family(&family);
            if members.is_empty() {
                let own = self.columns.iter().enumerate().find(|(_, c)| c.name == family);
                members.extend(own);
            }
            let curves: Vec<Curve> = members
                .iter()
                .map(|(index, column)| Curve {
                    name: column.name.strip_prefix(&format!("{family}.")).unwrap_or(&family).into(),
                    points: (0..self.cells.len())
                        .filter_map(|cell| Some((place(cell), self.estimate(cell, *index)?)))
                        .collect(),
                })
                .filter(|curve| !curve.points.is_empty())
                .take(8)
                .collect();
            if !curves.is_empty() {
                let share = members.iter().all(|(_, column)| column.share);
                let bands: Vec<_> = members.iter().map(|(_, column)| column.healthy).collect();
                let same = bands.iter().all(|band| *band == bands[0]);
                let band = bands[0].filter(|band| same && band.1 < f64::MAX);
                let name = match members.as_slice() {
                    [(_, only)] => format!("{}: {}", title(&family), only.about),
                    _ => title(&family),
                };
                let svg = plot::curves(&name, &sweep.key, &curves, share, band);
                plots.push(Plot { file: format!("{family}.svg"), svg });
            }
        }
        plots
    }

    fn heat_plots(&self, rows: &Sweep, across: &Sweep) -> Vec<Plot> {
        let mut plots = Vec::new();
        let size = rows.values.len() * across.values.len();
        for (panel, cells) in self.cells.chunks(size.max(1)).enumerate() {
            let which: Vec<String> = cells.first().map_or(Vec::new(), |(cell, _)| {
                let outer = cell.0.len().saturating_sub(2);
                cell.0[..outer].iter().map(|(key, value)| format!("{key}={value}")).collect()
            });
            if self.has_bands() {
                let met = |(_, summary): &(Cell, Summary)| summary.healthy(self.columns).0 as f64;
                let values: Vec<f64> = cells.iter().map(met).collect();
                let of = cells.first().map_or(0, |(_, summary)| summary.healthy(self.columns).1);
                let name = [vec![format!("Healthy bands met, of {of}")], which.clone()]
                    .concat()
                    .join(", ");
                let svg = plot::heat(
                    &name,
                    (&rows.key, &rows.values),
                    (&across.key, &across.values),
                    &values,
                    false,
                );
                let file: Vec<String> =
                    std::iter::once("bands".to_string()).chain(which.clone()).collect();
                plots.push(Plot { file: format!("{}.svg", file.join("-")), svg });
            }
            for (index, column) in self.columns.iter().enumerate() {
                let values: Vec<f64> = (0..cells.len())
                    .map(|cell| {
                        let found = self.estimate(panel * size + cell, index);
                        found.map_or(f64::NAN, |estimate| estimate.value)
                    })
                    .collect();
                if values.iter().all(|value| value.is_nan()) {
                    continue;
                }
                let name = [vec![column.about.clone()], which.clone()].concat().join(", ");
                let svg = plot::heat(
                    &name,
                    (&rows.key, &rows.values),
                    (&across.key, &across.values),
                    &values,
                    column.share,
                );
                let file: Vec<String> =
                    std::iter::once(column.name.clone()).chain(which.clone()).collect();
                plots.push(Plot { file: format!("{}.svg", file.join("-")), svg });
            }
        }
        plots
    }

    /// The page.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut page = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>\
             body{{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;\
             color:#22302b}}table{{border-collapse:collapse;font-variant-numeric:tabular-nums}}\
             th,td{{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #dbe3df}}\
             th:first-child,td:first-child{{text-align:left}}td small{{color:#66756e}}\
             svg{{max-width:100%;height:auto}}code{{background:#eef3f0;padding:.1rem .3rem}}\
             .wide{{overflow-x:auto}}.well{{background:#dfeee4}}.ill{{background:#f7e3d8}}</style></head><body><h1>{title}</h1>"
        );
        let games: u64 = self.cells.iter().map(|(_, summary)| summary.games).sum();
        let _ = write!(
            page,
            "<p>{games} games, seats: {}. Intervals are of 95 %.</p><p><code>{}</code></p>",
            escaped(&self.seats.join(", ")),
            escaped(&self.command)
        );
        for plot in self.plots() {
            page.push_str(&plot.svg);
        }
        page.push_str("<h2>All numbers</h2><div class=\"wide\"><table><tr><th></th>");
        for (cell, summary) in self.cells {
            let name = match cell.name() {
                name if name.is_empty() => format!("{} games", summary.games),
                name => name,
            };
            let _ = write!(page, "<th>{}</th>", escaped(&name));
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
        for (index, column) in self.columns.iter().enumerate() {
            let _ = write!(
                page,
                "<tr><td title=\"{}\">{}</td>",
                escaped(&column.about),
                escaped(&column.name)
            );
            for cell in 0..self.cells.len() {
                match self.estimate(cell, index) {
                    None => page.push_str("<td>–</td>"),
                    Some(estimate) => {
                        let [value, low, high] =
                            [estimate.value, estimate.low, estimate.high].map(|value| match column
                                .share
                            {
                                true => format!("{:.1} %", value * 100.0),
                                false => figure(value),
                            });
                        let class = match column.healthy {
                            Some((low, high)) if (low..=high).contains(&estimate.value) => {
                                " class=\"well\""
                            }
                            Some(_) => " class=\"ill\"",
                            None => "",
                        };
                        let _ = write!(
                            page,
                            "<td{class}>{value}<br><small>{low} to {high}</small></td>"
                        );
                    }
                }
            }
            page.push_str("</tr>");
        }
        page.push_str("</table></div></body></html>\n");
        page
    }
}

/// A family's name as a title.
fn title(family: &str) -> String {
    match family {
        "first" => "First places by bot".into(),
        "ahead" => "Seat against seat, by bot".into(),
        "seat" => "First places by seat".into(),
        "won" => "Wins".into(),
        "score" => "Points".into(),
        "end" => "How games end".into(),
        "alive" => "Species alive after each round".into(),
        other => {
            let mut letters = other.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().to_string());
            format!("{}{}", first.unwrap_or_default(), letters.as_str())
        }
    }
}
