//! `overwinter map`: check, draw and make maps.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{all_games, edition, find_game, seed};
use crate::show;
use crate::terminal;
use clap::{Args, Subcommand};
use serde_json::json;
use shelf::{Shelf, Shelved};
use stage::hexmap::MapLook;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use table::{AnyGame, MapTools, Seed, Setup};
use terrain::Map;

/// Check, draw and make maps.
#[derive(Subcommand)]
#[command(after_help = "\
Examples:
  overwinter map make outdoor-survival --seed 5 --out map.toml
  overwinter map check map.toml
  overwinter map draw map.toml --svg map.svg")]
pub enum MapCommand {
    /// Say what is wrong with a map file, or that nothing is
    Check(MapCheckArgs),
    /// Draw a map file
    Draw(MapDrawArgs),
    /// Make a new map for a game
    Make(MapMakeArgs),
}

/// Say what is wrong with a map file, or that nothing is.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter map check map.toml
  overwinter map check park.toml --game yellowstone --edition my-edition/")]
pub struct MapCheckArgs {
    /// The map file
    file: PathBuf,
    /// The game whose own checks are made too; found by its terrain if left out
    #[arg(long)]
    game: Option<String>,
    /// A folder with an edition of your own: with this map in it, all its scenarios must begin
    #[arg(long, value_name = "DIR")]
    edition: Option<PathBuf>,
    /// Check also what the game's own house map must obey: totals, distances, fairness
    #[arg(long)]
    house: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Draw a map file.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter map draw map.toml
  overwinter map draw map.toml --svg map.svg --dark")]
pub struct MapDrawArgs {
    /// The map file
    file: PathBuf,
    /// The game it is for; found by its terrain if left out
    #[arg(long)]
    game: Option<String>,
    /// Write an SVG picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG picture
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Print it as text, also when a picture is written
    #[arg(long)]
    text: bool,
    /// Dark colours for pictures
    #[arg(long)]
    dark: bool,
}

/// Make a new map for a game.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter map make outdoor-survival
  overwinter map make postal-survival --seed 5 --out island.toml")]
pub struct MapMakeArgs {
    /// The game
    game: String,
    /// The seed: the same seed makes the same map
    #[arg(long)]
    seed: Option<String>,
    /// Write it to this file instead of printing it
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl MapCommand {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        match self {
            MapCommand::Check(check) => check.run(shelf),
            MapCommand::Draw(draw) => draw.run(shelf),
            MapCommand::Make(make) => make.run(shelf),
        }
    }
}

fn read(path: &Path) -> Result<Map, CommandError> {
    let text = files::read(path)?;
    Map::parse(&text).map_err(|errors| {
        CommandError::BadInput(
            errors
                .iter()
                .map(|fault| {
                    let field = if fault.field.is_empty() { "" } else { ": " };
                    let (line, column) = (fault.line, fault.column);
                    let field = format!("{}{field}", fault.field);
                    format!("{}:{line}:{column}: {field}{}", path.display(), fault.fault)
                })
                .collect(),
        )
    })
}

/// The game that a map is for: the one that was named, or the only one that knows all its terrain.
fn game_of(
    shelf: &Shelf,
    map: &Map,
    named: Option<&str>,
) -> Result<Option<(Shelved, MapTools)>, CommandError> {
    if let Some(id) = named {
        let mut shelved = find_game(shelf, id)?;
        return match shelved.maps.take() {
            Some(tools) => Ok(Some((shelved, tools))),
            None => Err(CommandError::input(format!("{id} is not played on a map of hexes"))),
        };
    }
    let knows = |tools: &MapTools| {
        map.legend.iter().all(|(_, name)| tools.terrains.contains(&name.as_str()))
    };
    let mut fitting = all_games(shelf).into_iter().filter_map(|mut shelved| {
        let tools = shelved.maps.take().filter(knows)?;
        Some((shelved, tools))
    });
    let first = fitting.next();
    Ok(if fitting.next().is_none() { first } else { None })
}

/// Terrain that no game knows, of a map that is no game's.
fn unknown_terrain(shelf: &Shelf, map: &Map) -> Vec<String> {
    let games = all_games(shelf).into_iter().filter_map(|shelved| shelved.maps);
    let known: BTreeSet<&str> = games.flat_map(|tools| tools.terrains.iter().copied()).collect();
    let names = map.legend.iter().map(|(_, name)| name.as_str());
    names
        .filter(|name| !known.contains(name))
        .map(|name| format!("legend: {}", table::unknown("terrain", name, known.iter().copied())))
        .collect()
}

impl MapCheckArgs {
    fn run(&self, shelf: &Shelf) -> CommandResult {
        let map = read(&self.file)?;
        let game = game_of(shelf, &map, self.game.as_deref())?;
        let mut problems: Vec<String> = match &game {
            Some((_, tools)) => {
                let mut found = (tools.check)(&map);
                found.extend(if self.house { (tools.house)(&map) } else { Vec::new() });
                found.iter().map(ToString::to_string).collect()
            }
            None => unknown_terrain(shelf, &map),
        };
        let mut told = BTreeSet::new();
        problems.retain(|problem| told.insert(problem.clone()));
        if let Some(folder) = &self.edition {
            let Some((shelved, _)) = &game else {
                return Err(CommandError::input("--edition: say with --game which game it is of"));
            };
            problems.extend(self.faults_in_edition(shelved.game.as_ref(), folder)?);
        }
        let id = game.as_ref().map(|(shelved, _)| shelved.game.id());
        let mut out = terminal::stdout();
        let cells = map.grid.cells().count();
        if self.json {
            let line = json!({ "map": map.name, "hexes": cells, "game": id, "problems": problems });
            writeln!(out, "{}", terminal::escaped(&line.to_string()))?;
        } else if problems.is_empty() {
            let game = id.map(|id| format!(" for {id}")).unwrap_or_default();
            writeln!(
                out,
                "{}: {} ({cells} hexes) is a good map{game}",
                self.file.display(),
                map.name
            )?;
            if id.is_none() {
                writeln!(
                    out,
                    "No game was named and none knows all its terrain: only the checks for any map were made."
                )?;
            }
        }
        match problems.is_empty() {
            true => Ok(()),
            false => {
                let lines: Vec<String> =
                    problems.iter().map(|p| format!("{}: {p}", self.file.display())).collect();
                Err(CommandError::CheckFailed(lines.join("\n")))
            }
        }
    }
}

impl MapCheckArgs {
    /// Why scenarios of an edition cannot begin when this map lies in it as `maps/NAME.toml`, each fault
    /// once.
    fn faults_in_edition(
        &self,
        game: &dyn AnyGame,
        folder: &Path,
    ) -> Result<Vec<String>, CommandError> {
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let edition = edition(game, Some(folder))?
            .with(format!("maps/{name}.toml"), files::read(&self.file)?);
        let mut faults: Vec<String> = Vec::new();
        for scenario in game.catalogue(&edition)?.scenarios {
            let setup = Setup::new(&scenario.id, scenario.min_seats);
            if let Err(error) = game.start(edition.clone(), &setup, Seed::from_number(1)) {
                for fault in error.0.iter().map(ToString::to_string) {
                    if !faults.contains(&fault) {
                        faults.push(fault);
                    }
                }
            }
        }
        Ok(faults)
    }
}

impl MapDrawArgs {
    fn run(&self, shelf: &Shelf) -> CommandResult {
        let map = read(&self.file)?;
        let look = game_of(shelf, &map, self.game.as_deref())?
            .map_or_else(MapLook::default, |(_, tools)| (tools.look)());
        let ground = show::ground(&map, &look);
        let scene = show::bare_board(ground);
        if let Some(path) = &self.svg {
            files::write(path, show::svg(&scene, self.dark).as_bytes())?;
        }
        if let Some(path) = &self.png {
            files::write(path, &show::png(&scene, self.dark, path)?)?;
        }
        if self.text || (self.svg.is_none() && self.png.is_none()) {
            let board = show::whole_board(&scene, terminal::colour());
            writeln!(std::io::stdout(), "{board}")?;
        }
        Ok(())
    }
}

impl MapMakeArgs {
    fn run(&self, shelf: &Shelf) -> CommandResult {
        let shelved = find_game(shelf, &self.game)?;
        let Some(make) = shelved.maps.and_then(|tools| tools.make) else {
            let makes =
                |shelved: &Shelved| shelved.maps.as_ref().is_some_and(|maps| maps.make.is_some());
            let games = all_games(shelf);
            let with: Vec<&str> =
                games.iter().filter(|game| makes(game)).map(|shelved| shelved.game.id()).collect();
            return Err(CommandError::input(format!(
                "there is no map maker for {}: there is one for {}",
                self.game,
                with.join(" and ")
            )));
        };
        let map = make(seed(self.seed.as_deref())?).map_err(CommandError::CheckFailed)?;
        match &self.out {
            Some(path) => files::write(path, map.to_file().as_bytes()),
            None => {
                let mut out = terminal::stdout();
                write!(out, "{}", map.to_file())?;
                Ok(())
            }
        }
    }
}
