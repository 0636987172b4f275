//! `overwinter rules`: the ledger, with what shows each rule and the code that carries it.

use crate::error::{CommandError, CommandResult};
use crate::lookup::{all_games, find_game};
use crate::terminal;
use clap::Args;
use serde::Serialize;
use shelf::Shelf;
use std::io::Write;
use table::{AnyGame, RulePlace, ShownBy};

/// The rules of a game, each with the cases and tests that show it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter rules outdoor-survival
  overwinter rules outdoor-survival OS-MOVE-05
  overwinter rules outdoor-survival OS-TRAIL --code")]
pub struct RulesArgs {
    /// The game; all games without it
    game: Option<String>,
    /// Only these rules or chapters, such as OS-MOVE-05 or OS-TRAIL
    #[arg(value_name = "RULE")]
    rules: Vec<String>,
    /// Only rules that nothing shows
    #[arg(long)]
    unshown: bool,
    /// Where each rule is named beside the code or the data that carries it: file and line
    #[arg(long)]
    code: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A rule with all that is known of it.
#[derive(Serialize)]
struct RuleEntry<'a> {
    #[serde(flatten)]
    shown: &'a ShownBy,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Vec<&'static RulePlace>>,
}

impl RulesArgs {
    /// Runs the command; fails if a rule has neither case nor test or, with `--code`, if no code or
    /// data names it.
    pub fn run(&self, shelf: &Shelf) -> CommandResult {
        let shelf = match &self.game {
            Some(id) => vec![find_game(shelf, id)?],
            None => all_games(shelf),
        };
        let mut missing = Vec::new();
        for shelved in &shelf {
            self.list(shelved.game.as_ref(), &mut missing)?;
        }
        match missing.is_empty() {
            true => Ok(()),
            false => Err(CommandError::CheckFailed(missing.join("\n"))),
        }
    }

    /// Lists the rules of a game, and notes what is missing.
    fn list(&self, game: &dyn AnyGame, missing: &mut Vec<String>) -> CommandResult {
        let id = game.id();
        let coverage =
            table::coverage(&game.ledger(), &game.cases(), &game.tests()).map_err(|faults| {
                CommandError::BadInput(faults.iter().map(ToString::to_string).collect())
            })?;
        missing.extend(coverage.unshown().map(|rule| format!("{id}: nothing shows {}", rule.id)));
        missing.extend(coverage.faults.iter().map(|fault| format!("{id}: {fault}")));
        let wanted = |shown: &&ShownBy| {
            let named = |wanted: &String| shown.rule.id.starts_with(&wanted.to_uppercase());
            self.rules.is_empty() || self.rules.iter().any(named)
        };
        let chosen: Vec<RuleEntry<'_>> = coverage
            .rules
            .iter()
            .filter(|shown| !self.unshown || shown.cases.is_empty() && shown.tests.is_empty())
            .filter(wanted)
            .map(|shown| RuleEntry { shown, code: self.code.then(|| places(game, &shown.rule.id)) })
            .collect();
        let known = || coverage.rules.iter().map(|shown| shown.rule.id.as_str());
        let begins =
            |wanted: &&String| !known().any(|rule| rule.starts_with(&wanted.to_uppercase()));
        let unknown: Vec<String> = self
            .rules
            .iter()
            .filter(begins)
            .map(|wanted| match table::nearest(&wanted.to_uppercase(), known()) {
                Some(near) => format!("{id} has no rule `{wanted}`: did you mean `{near}`?"),
                None => format!("{id} has no rule `{wanted}`: `overwinter rules {id}` lists them"),
            })
            .collect();
        if !unknown.is_empty() {
            return Err(CommandError::BadInput(unknown));
        }
        let rules = coverage.rules.iter().filter(wanted).map(|shown| &shown.rule.id);
        let uncoded = rules.filter(|rule| self.code && places(game, rule).is_empty());
        missing.extend(uncoded.map(|rule| format!("{id}: no code or data names {rule}")));
        let mut out = terminal::stdout();
        if self.json {
            let text = serde_json::to_string_pretty(&chosen).unwrap_or_default();
            writeln!(out, "{}", terminal::escaped(&text))?;
            return Ok(());
        }
        print(&mut out, &chosen)?;
        let (rules, unshown) = (coverage.rules.len(), coverage.unshown().count());
        writeln!(out, "\n{id}: {rules} rules, {unshown} not shown")?;
        Ok(())
    }
}

/// Where a rule is named beside what carries it.
fn places(game: &dyn AnyGame, rule: &str) -> Vec<&'static RulePlace> {
    game.code().iter().filter(|place| place.rule.eq_ignore_ascii_case(rule)).collect()
}

fn print(out: &mut impl Write, entries: &[RuleEntry<'_>]) -> CommandResult {
    let mut chapter = "";
    for RuleEntry { shown, code } in entries {
        let ShownBy { rule, cases, tests } = shown;
        if rule.chapter != chapter {
            chapter = &rule.chapter;
            writeln!(out, "\n{chapter}")?;
        }
        writeln!(out, "  {:<14} {} ({})", rule.id, rule.text, rule.kind)?;
        for case in cases {
            writeln!(out, "  {:<14}   case {case}", "")?;
        }
        for test in tests {
            writeln!(out, "  {:<14}   test {test}", "")?;
        }
        for place in code.iter().flatten() {
            writeln!(out, "  {:<14}   code {}:{}", "", place.file, place.line)?;
        }
        if cases.is_empty() && tests.is_empty() {
            writeln!(out, "  {:<14}   NOT SHOWN", "")?;
        }
        if code.as_ref().is_some_and(Vec::is_empty) {
            writeln!(out, "  {:<14}   NOT NAMED IN CODE OR DATA", "")?;
        }
    }
    Ok(())
}
