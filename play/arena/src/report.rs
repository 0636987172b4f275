//! A report of a simulation: one HTML page that needs nothing else.

use crate::measures::Column;
use crate::plot::{self, Bar, Curve, escaped, figure};
use crate::statistics::Estimate;
use crate::summary::Summary;
use crate::sweep::{Cell, Sweep};
use std::fmt::Write;
use std::ops::Range;

/// How many of the things that depend most on what was swept are named at the top.
const STRONGEST: usize = 5;

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
    /// Whether it shows a difference that chance alone would hardly make.
    pub tells: bool,
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

    /// Who sat at the table: `4 × default, 2 × forage`.
    fn sitting(&self) -> String {
        let mut groups: Vec<(usize, &str)> = Vec::new();
        for name in self.seats {
            match groups.last_mut() {
                Some((count, last)) if last == name => *count += 1,
                _ => groups.push((1, name)),
            }
        }
        let words = groups.iter().map(|(count, name)| match count {
            1 => name.to_string(),
            _ => format!("{count} × {name}"),
        });
        words.collect::<Vec<_>>().join(", ")
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
                plots.push(Plot { file: format!("{family}.svg"), tells: true, svg });
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
                plots.push(Plot { file: format!("{family}.svg"), tells: true, svg });
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
                let values: Vec<Option<Estimate>> = cells
                    .iter()
                    .map(met)
                    .map(|value| Some(Estimate { value, low: value, high: value }))
                    .collect();
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
                    None,
                );
                let file: Vec<String> =
                    std::iter::once("bands".to_string()).chain(which.clone()).collect();
                plots.push(Plot { file: format!("{}.svg", file.join("-")), tells: true, svg });
            }
            for (index, column) in self.columns.iter().enumerate() {
                let places = panel * size..panel * size + cells.len();
                let values: Vec<Option<Estimate>> =
                    places.clone().map(|cell| self.estimate(cell, index)).collect();
                if values.iter().all(Option::is_none) {
                    continue;
                }
                let name = [vec![column.about.clone()], which.clone()].concat().join(", ");
                let svg = plot::heat(
                    &name,
                    (&rows.key, &rows.values),
                    (&across.key, &across.values),
                    &values,
                    column.share,
                    column.healthy,
                );
                let tells = self.extremes(index, places).is_some();
                let file: Vec<String> =
                    std::iter::once(column.name.clone()).chain(which.clone()).collect();
                plots.push(Plot { file: format!("{}.svg", file.join("-")), tells, svg });
            }
        }
        plots
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
            false => figure(value),
        }
    }

    /// What a reader should know who reads nothing else: the healthiest cell, and what depends most on
    /// what was swept.
    fn at_a_glance(&self) -> Vec<String> {
        let mut told = Vec::new();
        if self.sweeps.is_empty() {
            return told;
        }
        if self.has_bands() {
            let met = |(_, summary): &&(Cell, Summary)| summary.healthy(self.columns).0;
            let most = self.cells.iter().map(|cell| met(&cell)).max().unwrap_or(0);
            let best: Vec<String> = self
                .cells
                .iter()
                .filter(|cell| met(cell) == most)
                .map(|(cell, _)| format!("<b>{}</b>", escaped(&cell.name())))
                .collect();
            let of = self.cells.first().map_or(0, |(_, summary)| summary.healthy(self.columns).1);
            told.push(format!(
                "Most healthy bands are met, {most} of {of}, by {}.",
                best.join(", ")
            ));
        }
        let mut strong: Vec<(f64, String)> = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let Some((low, high)) = self.extremes(index, 0..self.cells.len()) else { continue };
            let (Some(least), Some(most)) = (self.estimate(low, index), self.estimate(high, index))
            else {
                continue;
            };
            let noise = (least.high - least.low + most.high - most.low).max(1e-9);
            let name = |cell: usize| escaped(&self.cells[cell].0.name());
            let text = format!(
                "{}: {} with {}, {} with {}.",
                capital(&escaped(&column.about)),
                self.shown(index, least.value),
                name(low),
                self.shown(index, most.value),
                name(high)
            );
            strong.push(((most.value - least.value) / noise, text));
        }
        strong.sort_by(|a, b| b.0.total_cmp(&a.0));
        if strong.is_empty() {
            told.push("Nothing differs between the cells by more than chance would.".into());
        }
        told.extend(strong.into_iter().take(STRONGEST).map(|(_, text)| text));
        told
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
             th:first-child,td:first-child{{position:sticky;left:0;background:#fff;min-width:9rem}}\
             summary{{cursor:pointer;margin:1rem 0}}\
             .wide{{overflow-x:auto}}.well{{background:#dfeee4}}.ill{{background:#f7e3d8}}</style></head><body><h1>{title}</h1>"
        );
        let games: u64 = self.cells.iter().map(|(_, summary)| summary.games).sum();
        let _ = write!(
            page,
            "<p>{games} games; {} at the table. Intervals are of 95 %.</p><p><code>{}</code></p>",
            escaped(&self.sitting()),
            escaped(&self.command)
        );
        let glance = self.at_a_glance();
        if !glance.is_empty() {
            page.push_str("<h2>At a glance</h2><ul>");
            glance.iter().for_each(|line| page.push_str(&format!("<li>{line}</li>")));
            page.push_str("</ul>");
        }
        let (telling, silent): (Vec<Plot>, Vec<Plot>) =
            self.plots().into_iter().partition(|plot| plot.tells);
        telling.iter().for_each(|plot| page.push_str(&plot.svg));
        if !silent.is_empty() {
            let _ = write!(
                page,
                "<details><summary>{} plots without a difference beyond chance</summary>",
                silent.len()
            );
            silent.iter().for_each(|plot| page.push_str(&plot.svg));
            page.push_str("</details>");
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
                "<tr><td>{}<br><small>{}</small></td>",
                escaped(&column.name),
                escaped(&column.about)
            );
            for cell in 0..self.cells.len() {
                match self.estimate(cell, index) {
                    None => page.push_str("<td>–</td>"),
                    Some(estimate) => {
                        let ends = [estimate.value, estimate.low, estimate.high];
                        let [value, low, high] = ends.map(|value| self.shown(index, value));
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

/// A sentence's beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
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
        "m1" => "M1: wins of each diet, for each species that began with it".into(),
        "m3" => "M3: species extinct after rounds 4, 8, 12 and at the end".into(),
        "m5" => "M5: what the dead died of".into(),
        "m14" => "M14: how clear the win is".into(),
        other => capital(other),
    }
}
