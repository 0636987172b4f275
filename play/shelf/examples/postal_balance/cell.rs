//! A cell of the study: what is played, and what was found.

use super::plan::{Centre, TablePlayers};
use arena::statistics::Estimate;
use arena::{Column, ExternalBots, Seating, Summary, run};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use table::{Seed, Setup};

/// From so many players on, a quarter of the games must do.
const MANY: u16 = 300;

/// A fresh cell has so many times the games of others.
const MORE: u64 = 4;

/// What is played.
pub struct StudyCell {
    pub stage: &'static str,
    pub centre: Option<Centre>,
    pub table: TablePlayers,
    pub players: u16,
    /// What was varied, and to what.
    pub key: &'static str,
    pub value: String,
    pub options: Vec<(&'static str, String)>,
    /// On seeds of its own, with more games.
    pub fresh: bool,
}

/// What was found.
pub struct Found {
    pub cell: StudyCell,
    pub columns: Vec<Column>,
    pub summary: Summary,
    /// The values of all games.
    rows: Vec<f64>,
}

impl Found {
    /// The mean of a column.
    pub fn mean(&self, name: &str) -> Option<Estimate> {
        let index = self.columns.iter().position(|column| column.name == name)?;
        self.summary.estimate(&self.columns, index)
    }

    /// A column's value below which such a share of the games lies.
    fn quantile(&self, index: usize, share: f64) -> f64 {
        let width = self.columns.len();
        let values = self.rows.iter().skip(index).step_by(width).copied();
        let mut values: Vec<f64> = values.filter(|value| !value.is_nan()).collect();
        values.sort_by(f64::total_cmp);
        let place = (values.len().saturating_sub(1) as f64 * share).round() as usize;
        values.get(place).copied().unwrap_or(f64::NAN)
    }

    /// The median of a column, between its tenth and its ninetieth part.
    pub fn middle(&self, name: &str) -> Option<Estimate> {
        let index = self.columns.iter().position(|column| column.name == name)?;
        let [low, value, high] = [0.1, 0.5, 0.9].map(|share| self.quantile(index, share));
        (!value.is_nan()).then_some(Estimate { value, low, high })
    }

    /// Bands met, and how many there are.
    pub fn bands(&self) -> (u32, u32) {
        self.summary.healthy(&self.columns)
    }

    /// How good the island is: bands met, and of equals the one whose means lie nearest to theirs.
    pub fn score(&self) -> f64 {
        self.bands().0 as f64 - self.summary.distance(&self.columns) / 1000.0
    }

    /// The columns of the ledger's figures.
    pub fn figures(&self) -> impl Iterator<Item = &Column> {
        let counted = |column: &&Column| {
            let rest = column.name.strip_prefix('m').unwrap_or_default();
            rest.starts_with(|letter: char| letter.is_ascii_digit())
        };
        self.columns.iter().filter(counted)
    }

    /// Names of the figures whose band is missed; of bands that count as one, that of the family.
    pub fn missed(&self) -> Vec<&str> {
        let outside = |column: &&Column| {
            let (Some((low, high)), Some(found)) = (column.healthy, self.mean(&column.name)) else {
                return false;
            };
            !(low..=high).contains(&found.value)
        };
        fn name(column: &Column) -> &str {
            if column.jointly { column.family() } else { &column.name }
        }
        let mut names: Vec<&str> = self.figures().filter(outside).map(name).collect();
        names.dedup();
        names
    }
}

/// Where all cells are played, with the same seeds.
pub struct CellRunner {
    games: u64,
    seed: u64,
    out: BufWriter<File>,
}

impl CellRunner {
    /// A runner that writes a row for every game to a file.
    pub fn open(path: &Path, games: u64, seed: u64) -> Result<CellRunner, String> {
        let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(CellRunner { games, seed, out: BufWriter::new(file) })
    }

    /// Plays a cell.
    pub fn play(&mut self, cell: StudyCell) -> Result<Found, String> {
        let shelf = shelf::shelf();
        let shelved = shelf.iter().find(|shelved| shelved.game.id() == "postal-survival");
        let shelved = shelved.ok_or("no postal-survival on the shelf")?;
        let mut setup = Setup::new("first-run", cell.players);
        for (key, value) in &cell.options {
            setup = setup.with(*key, value.clone());
        }
        let seats = cell.table.seats(cell.players);
        let house = shelved.game.house();
        let contest = shelved
            .arena
            .open(&house, &setup, &seats, Seating::Fixed, &ExternalBots::default())
            .map_err(|error| format!("{} {}: {error}", cell.key, cell.value))?;
        let columns = contest.columns().to_vec();
        let mut summary = Summary::new(columns.len());
        let mut rows = Vec::new();
        let games = match cell.fresh {
            true => self.games * MORE,
            false if cell.players >= MANY => self.games.div_ceil(4),
            false => self.games,
        };
        let seed = Seed::from_number(self.seed.wrapping_add(cell.fresh as u64));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let stop = AtomicBool::new(false);
        run(contest.as_ref(), seed, 0..games, threads, &stop, |_, values| {
            summary.add(values);
            rows.extend_from_slice(values);
        })
        .map_err(|aborted| aborted.to_string())?;
        let found = Found { cell, columns, summary, rows };
        self.write(&found).map_err(|error| format!("games.csv: {error}"))?;
        Ok(found)
    }

    fn write(&mut self, found: &Found) -> std::io::Result<()> {
        let StudyCell { stage, table, players, key, value, .. } = &found.cell;
        let names: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
        writeln!(self.out, "stage,table,players,varied,value,game,{}", names.join(","))?;
        for (game, row) in found.rows.chunks_exact(names.len().max(1)).enumerate() {
            write!(self.out, "{stage},{},{players},{key},{value},{game}", table.name())?;
            for value in row {
                match value.is_nan() {
                    true => write!(self.out, ",")?,
                    false => write!(self.out, ",{value}")?,
                }
            }
            writeln!(self.out)?;
        }
        Ok(())
    }
}
