//! What a simulation leaves in its folder: tables, plots, a report.

use super::checkpoint::Checkpoint;
use super::{Format, Plan};
use crate::error::CommandResult;
use crate::files;
use arena::report::SimulationReport;
use arena::{Summary, SweepCell};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes all that is wanted.
pub fn write(
    folder: &Path,
    formats: &[Format],
    plan: &Plan,
    results: &[(SweepCell, Summary)],
) -> CommandResult {
    let report = SimulationReport {
        title: plan.title.clone(),
        command: plan.command.clone(),
        sweeps: &plan.sweeps,
        columns: &plan.columns,
        cells: results,
        seats: &plan.seats,
        rotating: plan.rotating,
    };
    let wants = |format: Format| formats.contains(&format);
    if wants(Format::Csv) {
        files::write(&folder.join("cells.csv"), cells(plan, results).as_bytes())?;
        streamed(folder, "games.csv", plan, csv_head(plan), csv_row)?;
    }
    if wants(Format::Jsonl) {
        let row = |cell: &SweepCell, game, values: &[f64]| json_row(plan, cell, game, values);
        streamed(folder, "games.jsonl", plan, String::new(), row)?;
    }
    #[cfg(feature = "parquet")]
    if wants(Format::Parquet) {
        let path = folder.join("games.parquet");
        super::columnar::write(&path, folder, plan).map_err(|error| {
            crate::error::CommandError::input(format!("{}: {error}", path.display()))
        })?;
    }
    if wants(Format::Svg) {
        for plot in report.plots() {
            let name = plot.file.replace(['/', ' ', ':', '='], "-");
            files::write(&folder.join(name), plot.svg.as_bytes())?;
        }
    }
    if wants(Format::Html) {
        files::write(&folder.join("report.html"), report.html().as_bytes())?;
    }
    Ok(())
}

/// A value of a table with commas.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

/// One row for each cell and column, with the interval.
fn cells(plan: &Plan, results: &[(SweepCell, Summary)]) -> String {
    let keys = plan.sweeps.iter().map(|sweep| field(&sweep.key) + ",");
    let mut table = keys.collect::<String>() + "column,games,mean,low,high,spread,least,most\n";
    for (cell, summary) in results {
        let values: String = cell.0.iter().map(|(_, value)| field(value) + ",").collect();
        for (index, column) in plan.columns.iter().enumerate() {
            let Some(estimate) = summary.estimate(&plan.columns, index) else { continue };
            let sample = &summary.samples[index];
            let name = field(&column.name);
            table += &format!(
                "{values}{name},{},{},{},{},{},{},{}\n",
                sample.count,
                estimate.value,
                estimate.low,
                estimate.high,
                sample.spread(),
                sample.least,
                sample.most
            );
        }
    }
    table
}

fn csv_head(plan: &Plan) -> String {
    let keys = plan.sweeps.iter().map(|sweep| field(&sweep.key) + ",").collect::<String>();
    let names: Vec<String> = plan.columns.iter().map(|column| field(&column.name)).collect();
    format!("{keys}game,{}\n", names.join(","))
}

fn csv_row(cell: &SweepCell, game: u64, values: &[f64]) -> String {
    let keys = cell.0.iter().map(|(_, value)| field(value) + ",").collect::<String>();
    let show = |value: &f64| if value.is_nan() { String::new() } else { value.to_string() };
    let values: Vec<String> = values.iter().map(show).collect();
    format!("{keys}{game},{}\n", values.join(","))
}

fn json_row(plan: &Plan, cell: &SweepCell, game: u64, values: &[f64]) -> String {
    let mut row = serde_json::Map::new();
    for (key, value) in &cell.0 {
        row.insert(key.clone(), value.clone().into());
    }
    row.insert("game".into(), game.into());
    for (column, value) in plan.columns.iter().zip(values) {
        // What is not a number is null.
        row.insert(column.name.clone(), serde_json::json!(value));
    }
    format!("{}\n", serde_json::Value::from(row))
}

/// A file with one piece of text for each game.
fn streamed(
    folder: &Path,
    name: &str,
    plan: &Plan,
    head: String,
    row: impl Fn(&SweepCell, u64, &[f64]) -> String,
) -> CommandResult {
    let path = folder.join(name);
    let problem = |error: &std::io::Error| files::io_error(&path, error);
    let mut file = BufWriter::new(File::create(&path).map_err(|error| problem(&error))?);
    let mut written = file.write_all(head.as_bytes());
    Checkpoint::replay(folder, plan.columns.len(), |place, values| {
        let cell = &plan.cells[(place / plan.games) as usize];
        if written.is_ok() {
            written = file.write_all(row(cell, place % plan.games, values).as_bytes());
        }
    })?;
    written.and_then(|()| file.flush()).map_err(|error| problem(&error))
}
