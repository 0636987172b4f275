//! What a reader should know who reads nothing else.

use super::SimulationReport;
use crate::plot::escape_xml;
use crate::statistics::Estimate;
use crate::summary::Summary;
use crate::sweep::SweepCell;

/// How many of the things that depend most on what was swept are named.
const STRONGEST: usize = 5;

/// How many bots are named.
const BOTS: usize = 4;

impl SimulationReport<'_> {
    /// The few sentences at the top: of one cell who wins and whether seats are even, of many which is
    /// the healthiest and what depends most on what was swept.
    pub(super) fn key_findings(&self) -> Vec<String> {
        let mut findings = Vec::new();
        match self.sweeps {
            [] => {
                self.add_bots(&mut findings);
                self.add_seats(&mut findings);
                self.add_endings(&mut findings);
                self.add_bands(&mut findings);
            }
            _ => {
                self.add_healthiest(&mut findings);
                self.add_strongest(&mut findings);
            }
        }
        findings
    }

    fn found(&self, name: &str) -> Option<Estimate> {
        let index = self.columns.iter().position(|column| column.name == name)?;
        self.estimate(0, index).filter(|found| found.value.is_finite())
    }

    fn add_bots(&self, findings: &mut Vec<String>) {
        let mut names: Vec<&String> = self.seats.iter().collect();
        names.sort();
        names.dedup();
        if let [only] = self.seats
            && let Some(won) = self.found(&format!("won.{only}"))
        {
            findings.push(format!("<b>{}</b> wins {}.", escape_xml(only), per_cent(won)));
        }
        if names.len() < 2 {
            return;
        }
        let places = names.into_iter();
        let places = places.filter_map(|name| Some((name, self.found(&format!("first.{name}"))?)));
        let mut places: Vec<_> = places.collect();
        places.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        for (name, first) in places.into_iter().take(BOTS) {
            let seats = self.seats.iter().filter(|seat| *seat == name).count();
            let even = 100.0 * seats as f64 / self.seats.len() as f64;
            findings.push(format!(
                "<b>{}</b> comes first in {} of the games; by its seats alone it would be {even:.0} %.",
                escape_xml(name),
                per_cent(first)
            ));
        }
    }

    fn add_seats(&self, findings: &mut Vec<String>) {
        let seats = self.seats.len();
        if seats < 2 || !self.seats_compare() {
            return;
        }
        let even = 1.0 / seats as f64;
        let found =
            (1..=seats).filter_map(|seat| Some((seat, self.found(&format!("seat.{seat}"))?)));
        let uneven: Vec<_> =
            found.filter(|(_, place)| !(place.low..=place.high).contains(&even)).collect();
        for (seat, place) in &uneven {
            let how = if place.value > even { "more" } else { "less" };
            findings.push(format!(
                "Seat {seat} comes first {how} often than its share of {:.1} %: in {}.",
                100.0 * even,
                per_cent(*place)
            ));
        }
        if uneven.is_empty() {
            findings.push("No seat does better or worse than chance alone would have it.".into());
        }
    }

    fn add_endings(&self, findings: &mut Vec<String>) {
        let ends = self.columns.iter().filter_map(|column| {
            let end = column.name.strip_prefix("end.")?;
            Some((end, self.found(&column.name)?.value)).filter(|(_, share)| *share > 0.0)
        });
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by(|a, b| b.1.total_cmp(&a.1));
        let words = ends.iter().map(|(end, share)| format!("{end} {:.1} %", 100.0 * share));
        if !ends.is_empty() {
            findings.push(format!(
                "How games end: {}.",
                escape_xml(&words.collect::<Vec<_>>().join(", "))
            ));
        }
    }

    fn add_bands(&self, findings: &mut Vec<String>) {
        let Some((_, summary)) = self.cells.first().filter(|_| self.has_bands()) else { return };
        let (met, of) = summary.healthy(self.columns);
        findings.push(format!("{met} of {of} healthy bands are met."));
        for (index, column) in self.columns.iter().enumerate() {
            let (Some((low, high)), Some(found)) = (column.healthy, self.estimate(0, index)) else {
                continue;
            };
            if (low..=high).contains(&found.value) {
                continue;
            }
            let healthy = match high < f64::MAX {
                true => format!("{} to {}", self.shown(index, low), self.shown(index, high)),
                false => format!("from {}", self.shown(index, low)),
            };
            findings.push(format!(
                "Missed: {}, {} (healthy: {healthy}).",
                escape_xml(&column.about),
                self.shown(index, found.value)
            ));
        }
    }

    fn add_healthiest(&self, findings: &mut Vec<String>) {
        if !self.has_bands() {
            return;
        }
        let met = |(_, summary): &(SweepCell, Summary)| summary.healthy(self.columns).0;
        let most = self.cells.iter().map(met).max().unwrap_or(0);
        let best = self.cells.iter().filter(|cell| met(cell) == most);
        let best: Vec<String> = best.map(|(cell, _)| named(cell)).collect();
        let of = self.cells.first().map_or(0, |(_, summary)| summary.healthy(self.columns).1);
        findings
            .push(format!("Most healthy bands are met, {most} of {of}, with {}.", best.join("; ")));
    }

    /// One line for each family, of its column that depends most on what was swept.
    fn add_strongest(&self, findings: &mut Vec<String>) {
        let mut strong: Vec<(f64, &str, String)> = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let family = column.name.split('.').next().unwrap_or_default();
            if family == "seat" && !self.seats_compare() {
                continue;
            }
            let Some((low, high)) = self.extremes(index, 0..self.cells.len()) else { continue };
            let (Some(least), Some(most)) = (self.estimate(low, index), self.estimate(high, index))
            else {
                continue;
            };
            let noise = (least.high - least.low + most.high - most.low).max(1e-9);
            let text = format!(
                "{}: {} with {}, {} with {}.",
                capital(&escape_xml(&column.about)),
                self.shown(index, least.value),
                named(&self.cells[low].0),
                self.shown(index, most.value),
                named(&self.cells[high].0)
            );
            strong.push(((most.value - least.value) / noise, family, text));
        }
        strong.sort_by(|a, b| b.0.total_cmp(&a.0));
        if strong.is_empty() {
            findings.push("Nothing differs between the cells by more than chance would.".into());
        }
        let mut seen: Vec<&str> = Vec::new();
        for (_, family, text) in strong {
            if !seen.contains(&family) && seen.len() < STRONGEST {
                seen.push(family);
                findings.push(text);
            }
        }
    }
}

/// A cell by its settings.
fn named(cell: &SweepCell) -> String {
    format!("<b>{}</b>", escape_xml(&cell.name().replace(' ', ", ")))
}

/// A share with its interval.
fn per_cent(found: Estimate) -> String {
    let [value, low, high] = [found.value, found.low, found.high].map(|share| share * 100.0);
    format!("{value:.1} % ({low:.1} to {high:.1})")
}

/// A sentence's beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}
