//! The balance study of Survival by post: plays all its stages, and writes tables and plots.
//!
//! `cargo xtask study`, or
//! `cargo run --release --package shelf --example postal_balance -- FOLDER [GAMES [SEED]]`. GAMES are
//! those of a cell with fewer than 300 players, 400 unless said. A row for every game goes to
//! `games.csv` beside the folder's `cells.csv`; everything is the same for the same GAMES and SEED, on
//! any number of threads.

mod cell;
mod figures;
mod plan;
mod tables;

use cell::{CellRunner, Found, StudyCell};
use plan::{Centre, TablePlayers};
use std::path::Path;
use std::time::Instant;

/// Everything that was played.
pub struct Study {
    stage_1: Vec<Found>,
    finals: Vec<Found>,
    singles: Vec<Found>,
    sizes: Vec<Found>,
    rulings: Vec<Found>,
    /// The island of the first run, and the one that the generator makes.
    centres: [Centre; 2],
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise: u64| match words.get(place) {
        None => Some(otherwise),
        Some(word) => word.parse().ok().filter(|number| *number > 0),
    };
    let (Some(folder), Some(games), Some(seed)) = (words.first(), number(1, 400), number(2, 1))
    else {
        eprintln!("error: FOLDER [GAMES [SEED]], such as docs/studies/postal-balance 400 1");
        std::process::exit(2);
    };
    if let Err(what) = study(Path::new(folder), games, seed) {
        eprintln!("error: {what}");
        std::process::exit(1);
    }
}

fn study(folder: &Path, games: u64, seed: u64) -> Result<(), String> {
    let start = Instant::now();
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut runner = CellRunner::open(&folder.join("games.csv"), games, seed)?;
    let mut played = |name: &str, cells: Vec<StudyCell>| -> Result<Vec<Found>, String> {
        let count = cells.len();
        let found = cells.into_iter().map(|cell| runner.play(cell)).collect();
        let cells = if count == 1 { "cell" } else { "cells" };
        eprintln!("{name}: {count} {cells}, {} s since the start", start.elapsed().as_secs());
        found
    };
    let stage_1 = played("stage 1", plan::grid())?;
    let centres = Centre::both();
    let finals = played("the final", plan::finals(&stage_1, &centres))?;
    let sizes = played("sizes", plan::sizes(&centres))?;
    let mut singles = Vec::new();
    for table in [TablePlayers::Mixed, TablePlayers::Skilled] {
        singles.extend(played("stage 2", plan::singles(&centres, table))?);
        for centre in &centres {
            // Until a choice comes again: the same one, or one of a few that follow each other.
            let mut choices = vec![plan::EVEN];
            while let Some(&diets) = choices.last() {
                let found = played("diets chosen", vec![plan::chosen(centre, table, diets)])?;
                let next = found.iter().fold(diets, plan::rechosen);
                singles.extend(found);
                if choices.contains(&next) {
                    break;
                }
                choices.push(next);
            }
        }
    }
    let rulings = played("stage 3", plan::rulings(&centres))?;
    let study = Study { stage_1, finals, singles, sizes, rulings, centres };
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    write("cells.csv", tables::cells(&study))?;
    write("rounds.csv", tables::rounds(&study))?;
    write("tables.md", tables::page(&study, games, seed))?;
    for (name, svg) in figures::all(&study) {
        write(&name, svg)?;
    }
    println!("{} s; {} has it", start.elapsed().as_secs(), folder.display());
    Ok(())
}
