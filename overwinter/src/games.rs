//! `overwinter games`: what is on the shelf.

use crate::error::{CommandError, CommandResult};
use crate::lookup::{all_games, edition, find_game};
use crate::terminal;
use clap::Args;
use serde::Serialize;
use shelf::Shelf;
use std::io::Write;
use std::path::PathBuf;
use table::{AnyGame, BotInfo, Catalogue, Edition, OptionKind, Seed, Setup};

/// The games, their scenarios, options and seats.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter games
  overwinter games outlive
  overwinter games outlive --json")]
pub struct GamesArgs {
    /// Only this game, with all its options
    game: Option<String>,
    /// A folder with an edition of your own; it is told what is wrong with any of its scenarios
    #[arg(long, value_name = "DIR", requires = "game")]
    edition: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameListing {
    #[serde(flatten)]
    catalogue: Catalogue,
    /// Whether it shows how to write a game, rather than being one of the house.
    example: bool,
    bots: Vec<BotInfo>,
}

/// What an edition offers; fails unless every scenario can be played, by as few and by as many as it is
/// for, and then with everything that is wrong.
fn sound(game: &dyn AnyGame, edition: &Edition) -> Result<Catalogue, CommandError> {
    let mut problems = Vec::new();
    let mut note = |error: CommandError| {
        if let CommandError::BadInput(found) = error {
            let new: Vec<String> =
                found.into_iter().filter(|problem| !problems.contains(problem)).collect();
            problems.extend(new);
        }
    };
    let offered = game.catalogue(edition).map_err(|error| note(error.into())).ok();
    // Where its own scenarios cannot be listed, ours still open the rest of the box.
    let catalogue = match &offered {
        Some(catalogue) => catalogue.clone(),
        None => game.catalogue(&game.house())?,
    };
    for scenario in &catalogue.scenarios {
        for seats in [scenario.min_seats, scenario.max_seats] {
            let setup = Setup::new(&scenario.id, seats);
            if let Err(error) = game.start(edition.clone(), &setup, Seed::from_number(1)) {
                note(error.into());
            }
        }
    }
    match offered {
        Some(catalogue) if problems.is_empty() => Ok(catalogue),
        _ => Err(CommandError::BadInput(problems)),
    }
}

impl GamesArgs {
    /// Runs the command.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        let shelf = match &self.game {
            Some(id) => vec![find_game(shelf, id)?],
            None => all_games(shelf),
        };
        let mut listings: Vec<GameListing> = Vec::new();
        for shelved in &shelf {
            let edition = edition(shelved.game.as_ref(), self.edition.as_deref())?;
            let game = shelved.game.as_ref();
            let catalogue = match self.edition {
                Some(_) => sound(game, &edition)?,
                None => game.catalogue(&edition)?,
            };
            let (example, bots) = (shelved.example, shelved.game.bots());
            listings.push(GameListing { catalogue, example, bots });
        }
        let mut out = terminal::stdout();
        if self.json {
            let text = serde_json::to_string_pretty(&listings).unwrap_or_default();
            writeln!(out, "{}", terminal::escaped(&text))?;
            return Ok(());
        }
        listings.sort_by_key(|listing| listing.example);
        for (number, listing) in listings.iter().enumerate() {
            let first = listing.example && (number == 0 || !listings[number - 1].example);
            if first && self.game.is_none() {
                writeln!(out, "Examples, which show how a game is written:\n")?;
            }
            self.print(&mut out, listing)?;
        }
        if self.game.is_none() {
            writeln!(
                out,
                "overwinter games GAME shows the options; overwinter play GAME starts one."
            )?;
        }
        Ok(())
    }

    fn print(&self, out: &mut impl Write, listing: &GameListing) -> CommandResult {
        let catalogue = &listing.catalogue;
        writeln!(out, "{} ({})", catalogue.title, catalogue.game)?;
        writeln!(out, "  {}\n", catalogue.summary)?;
        let width = catalogue.scenarios.iter().map(|scenario| scenario.id.len()).max().unwrap_or(0);
        for scenario in &catalogue.scenarios {
            let seats = scenario.seats_in_words(0);
            writeln!(out, "  {:<width$}  {seats:<12}  {}", scenario.id, scenario.summary)?;
            if let Some(parts) = scenario.parts_in_words().filter(|_| self.game.is_some()) {
                writeln!(out, "  {:<width$}  {:<12}  {parts}", "", "")?;
            }
        }
        writeln!(out)?;
        if self.game.is_some() && !catalogue.options.is_empty() {
            writeln!(out, "  Options (--set key=value):")?;
            for option in &catalogue.options {
                let values = match &option.kind {
                    OptionKind::Flag => "on, off".to_string(),
                    OptionKind::Choice(words) => words.join(", "),
                    OptionKind::Number(least, most) => format!("{least} to {most}"),
                };
                writeln!(
                    out,
                    "  {} = {}   [{values}]  {}",
                    option.key, option.default, option.rule
                )?;
                writeln!(out, "      {}", option.about)?;
                let others = catalogue
                    .scenarios
                    .iter()
                    .filter(|scenario| scenario.default_of(option) != option.default);
                let others: Vec<String> = others
                    .map(|scenario| format!("{} in {}", scenario.default_of(option), scenario.id))
                    .collect();
                if !others.is_empty() {
                    writeln!(out, "      Usually {}.", others.join(", "))?;
                }
            }
            writeln!(out)?;
        }
        let width = listing.bots.iter().map(|bot| bot.name.len()).max().unwrap_or(0);
        writeln!(out, "  Bots (--seats):")?;
        for bot in &listing.bots {
            writeln!(out, "  {:<width$}  {}", bot.name, bot.about)?;
        }
        writeln!(out)?;
        Ok(())
    }
}
