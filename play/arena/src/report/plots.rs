//! The plots of a report: without a sweep bars for each family of columns, with one sweep curves, with
//! two heat maps.

use super::SimulationReport;
use super::findings::capital;
use crate::measures::Column;
use crate::plot::{self, Bar, Curve, HeatColours};
use crate::statistics::Estimate;
use crate::summary::Summary;
use crate::sweep::{Sweep, SweepCell};

/// The most curves that one plot can hold.
const CURVES: usize = 8;

/// Columns of a family that are numbered, such as rounds, from which on they are a curve.
const SERIES: usize = 5;

/// A plot with the name of its file.
pub struct Plot {
    /// The file's name, without a folder.
    pub file: String,
    /// Whether it shows a difference that chance alone would hardly make.
    pub tells: bool,
    /// The SVG.
    pub svg: String,
}

/// A family of columns: those whose names begin alike, with their places.
type Family<'a> = Vec<(usize, &'a Column)>;

impl SimulationReport<'_> {
    /// The plots that are worth a look, in the order of the columns.
    pub fn plots(&self) -> Vec<Plot> {
        match self.sweeps {
            [] => self.bar_plots(),
            [sweep] => self.curve_plots(sweep),
            [.., rows, across] => self.heat_plots(rows, across),
        }
    }

    /// The families of the columns with their names, in order, those of one column included.
    fn families(&self) -> Vec<(&str, Family<'_>)> {
        let mut families: Vec<(&str, Family<'_>)> = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let name = column.name.split('.').next().unwrap_or_default();
            // Parts of unlike bots say as little as their seats, and wins of decided games stand in the table.
            let of_seats = name == "seat" || column.row.is_some();
            if of_seats && !self.seats_compare() || name == "decided" {
                continue;
            }
            match families.iter_mut().find(|(family, _)| *family == name) {
                Some((_, members)) => members.push((index, column)),
                None => families.push((name, vec![(index, column)])),
            }
        }
        families
    }

    fn bar_plots(&self) -> Vec<Plot> {
        let mut plots = Vec::new();
        for (family, members) in self.families() {
            let share = members.iter().all(|(_, column)| column.share);
            let file = format!("{family}.svg");
            if is_series(family, &members) {
                let curve = self.along(0, family, &members, String::new());
                let svg = plot::curves(&title(family), "", &[curve], share, None);
                plots.push(Plot { file, tells: true, svg });
                continue;
            }
            let bar = |(index, column): &(usize, &Column)| {
                let estimate = self.estimate(0, *index)?;
                let name = member(family, column).to_string();
                estimate.value.is_finite().then_some(Bar { name, estimate })
            };
            let bars: Vec<Bar> = members.iter().filter_map(bar).collect();
            if bars.len() > 1 {
                let mark = self.even_share(family).map(|share| (share, "even share"));
                let svg = plot::bars(&title(family), &bars, share, mark);
                plots.push(Plot { file, tells: true, svg });
            }
        }
        plots
    }

    /// What each of a family would have if all were equal: of seats, and of bots with as many seats.
    fn even_share(&self, family: &str) -> Option<f64> {
        let count = |name: &String| self.seats.iter().filter(|seat| *seat == name).count();
        let first = count(self.seats.first()?);
        match family {
            "seat" | "side" | "turn" => Some(1.0 / self.seats.len() as f64),
            "pair" => Some(0.5),
            "first" if self.seats.iter().all(|name| count(name) == first) => {
                Some(first as f64 / self.seats.len() as f64)
            }
            _ => None,
        }
    }

    /// A numbered family as a curve over its numbers, in one cell.
    fn along(&self, cell: usize, family: &str, members: &Family<'_>, name: String) -> Curve {
        let point = |(index, column): &(usize, &Column)| {
            let at: f64 = member(family, column).parse().ok()?;
            Some((at, self.estimate(cell, *index)?))
        };
        Curve { name, points: members.iter().filter_map(point).collect() }
    }

    fn curve_plots(&self, sweep: &Sweep) -> Vec<Plot> {
        let numbers = sweep.values.iter().all(|value| value.parse::<f64>().is_ok());
        let place = |i: usize| match numbers {
            true => sweep.values[i].parse().unwrap_or(i as f64),
            false => i as f64,
        };
        let mut plots = Vec::new();
        for (family, members) in self.families() {
            let share = members.iter().all(|(_, column)| column.share);
            let file = format!("{family}.svg");
            if is_series(family, &members) {
                let every = self.cells.len().div_ceil(CURVES).max(1);
                let shown = (0..self.cells.len()).step_by(every);
                let curves: Vec<Curve> = shown
                    .map(|cell| self.along(cell, family, &members, self.cells[cell].0.name()))
                    .collect();
                let svg = plot::curves(&title(family), "", &curves, share, None);
                plots.push(Plot { file, tells: true, svg });
                continue;
            }
            let curve = |(index, column): &(usize, &Column)| Curve {
                name: member(family, column).into(),
                points: (0..self.cells.len())
                    .filter_map(|cell| Some((place(cell), self.estimate(cell, *index)?)))
                    .collect(),
            };
            let curves = members.iter().map(curve).filter(|curve| !curve.points.is_empty());
            let curves: Vec<Curve> = curves.take(CURVES).collect();
            if curves.is_empty() {
                continue;
            }
            let bands: Vec<_> = members.iter().map(|(_, column)| column.healthy).collect();
            let same = bands.iter().all(|band| *band == bands[0]);
            let band = bands[0].filter(|band| same && band.1 < f64::MAX);
            let name = match members.as_slice() {
                [(_, only)] => capital(&only.about),
                _ => title(family),
            };
            let across = match numbers {
                true => sweep.key.clone(),
                false => format!("{}: {}", sweep.key, sweep.values.join(", ")),
            };
            let svg = plot::curves(&name, &across, &curves, share, band);
            let all = 0..self.cells.len();
            let tells =
                members.iter().any(|(index, _)| self.extremes(*index, all.clone()).is_some());
            plots.push(Plot { file, tells, svg });
        }
        plots
    }

    /// One map for each column and each value of the outer sweeps, those of a column together.
    fn heat_plots(&self, rows: &Sweep, across: &Sweep) -> Vec<Plot> {
        let size = (rows.values.len() * across.values.len()).max(1);
        let axes = ((rows.key.as_str(), &*rows.values), (across.key.as_str(), &*across.values));
        let panels = || self.cells.chunks(size).enumerate();
        let mut plots = Vec::new();
        if self.has_bands() {
            for (_, cells) in panels() {
                let (_, of) = cells.first().map_or((0, 0), |(_, met)| met.healthy(self.columns));
                let met = |(_, summary): &(SweepCell, Summary)| {
                    let value = f64::from(summary.healthy(self.columns).0);
                    Some(Estimate { value, low: value, high: value })
                };
                let values: Vec<Option<Estimate>> = cells.iter().map(met).collect();
                let name = with_outer(format!("Healthy bands met, of {of}"), cells, ", ");
                let svg = plot::heat(&name, axes.0, axes.1, &values, false, HeatColours::Height);
                let file = with_outer("bands".into(), cells, "-") + ".svg";
                plots.push(Plot { file, tells: true, svg });
            }
        }
        for (family, members) in self.families() {
            let folded = is_series(family, &members);
            for (index, column) in members {
                for (panel, cells) in panels() {
                    let places = panel * size..panel * size + cells.len();
                    let values: Vec<Option<Estimate>> =
                        places.clone().map(|cell| self.estimate(cell, index)).collect();
                    if values.iter().all(Option::is_none) {
                        continue;
                    }
                    let name = with_outer(capital(&column.about), cells, ", ");
                    let svg = plot::heat(
                        &name,
                        axes.0,
                        axes.1,
                        &values,
                        column.share,
                        HeatColours::of(column.healthy),
                    );
                    let tells = !folded && self.extremes(index, places).is_some();
                    let file = with_outer(column.name.clone(), cells, "-") + ".svg";
                    plots.push(Plot { file, tells, svg });
                }
            }
        }
        plots
    }
}

/// A name with what the outer sweeps of a panel stand at.
fn with_outer(name: String, cells: &[(SweepCell, Summary)], between: &str) -> String {
    let keys = cells.first().map_or(&[][..], |(cell, _)| &cell.0);
    let outer = keys[..keys.len().saturating_sub(2)].iter();
    let parts = outer.map(|(key, value)| format!("{key}={value}"));
    std::iter::once(name).chain(parts).collect::<Vec<_>>().join(between)
}

/// What tells a column from the others of its family.
fn member<'a>(family: &str, column: &'a Column) -> &'a str {
    let rest = column.name.strip_prefix(family).and_then(|rest| rest.strip_prefix('.'));
    rest.unwrap_or(&column.name)
}

/// Whether a family is one thing at many times.
fn is_series(family: &str, members: &Family<'_>) -> bool {
    !matches!(family, "seat" | "turn")
        && members.len() >= SERIES
        && members.iter().all(|(_, column)| member(family, column).parse::<f64>().is_ok())
}

/// A family's name as a title.
fn title(family: &str) -> String {
    match family {
        "first" => "First places by bot".into(),
        "ahead" => "Seat against seat, by bot".into(),
        "seat" => "First places by seat".into(),
        "side" => "First places by side".into(),
        "turn" => "First places by order of play".into(),
        "pair" => "Side against side".into(),
        "won" => "Wins by bot".into(),
        "score" => "Points by bot".into(),
        "points" => "Where points come from".into(),
        "end" => "How games end".into(),
        "alive" => "Species alive after each round".into(),
        "m1" => "M1: wins of each diet, for each species that began with it".into(),
        "m3" => "M3: species extinct after rounds 4, 8, 12 and at the end".into(),
        "m5" => "M5: what the dead died of".into(),
        "m6" => "M6: who alone leads after a round wins".into(),
        "m10" => "M10: what skill is worth".into(),
        "m11" => "M11: species alive after round 8, by first gene".into(),
        "m13" => "M13: fights, and Attack Points at the end".into(),
        "m14" => "M14: how clear the win is".into(),
        other => capital(other),
    }
}
