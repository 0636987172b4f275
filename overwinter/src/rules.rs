//! `overwinter rules`: the ledger, with what shows each rule.

use crate::failure::{Done, Failure};
use crate::table_talk::{all_games, find_game};
use clap::Args;
use shelf::Shelf;
use std::io::Write;

/// The rules of a game, each with the cases and tests that show it.
#[derive(Args)]
pub struct Rules {
    /// The game; all games without it
    game: Option<String>,
    /// Only these rules or chapters, such as OS-MOVE-05 or OS-TRAIL
    #[arg(value_name = "RULE")]
    rules: Vec<String>,
    /// Only rules that nothing shows
    #[arg(long)]
    unshown: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Rules {
    /// Runs the command; fails if a rule has neither case nor test.
    pub fn run(&self, shelf: &Shelf) -> Done {
        let shelf = match &self.game {
            Some(id) => vec![find_game(shelf, id)?],
            None => all_games(shelf),
        };
        let mut out = std::io::stdout().lock();
        let mut missing = Vec::new();
        for shelved in &shelf {
            let game = shelved.game.as_ref();
            let coverage = table::coverage(&game.ledger(), &game.cases(), &game.tests()).map_err(
                |faults| Failure::BadInput(faults.iter().map(ToString::to_string).collect()),
            )?;
            missing.extend(
                coverage.unshown().map(|rule| format!("{}: nothing shows {}", game.id(), rule.id)),
            );
            missing.extend(coverage.faults.iter().map(|fault| format!("{}: {fault}", game.id())));
            let chosen: Vec<_> = coverage
                .rules
                .iter()
                .filter(|shown| !self.unshown || shown.cases.is_empty() && shown.tests.is_empty())
                .filter(|shown| {
                    let named = |wanted: &String| shown.rule.id.starts_with(&wanted.to_uppercase());
                    self.rules.is_empty() || self.rules.iter().any(named)
                })
                .collect();
            if chosen.is_empty() && !self.rules.is_empty() {
                return Err(Failure::input(format!(
                    "{} has no rule {}",
                    game.id(),
                    self.rules.join(", ")
                )));
            }
            if self.json {
                writeln!(out, "{}", serde_json::to_string_pretty(&chosen).unwrap_or_default())?;
                continue;
            }
            let mut chapter = "";
            for shown in &chosen {
                if shown.rule.chapter != chapter {
                    chapter = &shown.rule.chapter;
                    writeln!(out, "\n{chapter}")?;
                }
                writeln!(out, "  {:<14} {} ({})", shown.rule.id, shown.rule.text, shown.rule.kind)?;
                for case in &shown.cases {
                    writeln!(out, "  {:<14}   case {case}", "")?;
                }
                for test in &shown.tests {
                    writeln!(out, "  {:<14}   test {test}", "")?;
                }
                if shown.cases.is_empty() && shown.tests.is_empty() {
                    writeln!(out, "  {:<14}   NOT SHOWN", "")?;
                }
            }
            let (rules, unshown) = (coverage.rules.len(), coverage.unshown().count());
            writeln!(out, "\n{}: {rules} rules, {unshown} not shown", game.id())?;
        }
        match missing.is_empty() {
            true => Ok(()),
            false => Err(Failure::CheckFailed(missing.join("\n"))),
        }
    }
}
