//! What is played at a table: its scenario, the options that are not as usual, and an edition of the house's own.

use super::new_table::{capital, in_words, read};
use crate::error::ServiceError;
use crate::games::Games;
use crate::store::TableRow;
use crate::tables::{TableState, catalogue_of};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use table::{Catalogue, Setup};

/// What whoever sits down at a table agrees to.
pub struct Terms {
    /// What its edition offers.
    pub catalogue: Catalogue,
    /// The scenario's id.
    scenario: String,
    /// The options that are not as usual in this scenario.
    options: Vec<UnusualOption>,
    /// The name of the edition, if it is not the one that is built in.
    edition: String,
    /// The files of that edition that differ from those that are built in: the path, and whether it takes the place of one.
    files: Vec<(String, bool)>,
    /// Whether the game changes ratings.
    rated: bool,
    /// Whether plans may be tried while the game is on.
    sandboxes: bool,
    /// Whether players may say something to one of the others alone.
    whispers: bool,
    /// The cup to which it belongs; empty if to none.
    cup: String,
}

/// An option that has another value than usual.
struct UnusualOption {
    key: String,
    value: String,
    usual: String,
    about: String,
    rule: String,
}

impl Terms {
    /// Those of a table.
    pub fn of(games: &Games, state: &TableState) -> Result<Terms, ServiceError> {
        let row = &state.row;
        let catalogue = catalogue_of(games, row)?;
        let (options, scenario) = (unusual(&catalogue, &row.setup(&state.seats)), &row.scenario);
        let (edition, files) = (row.edition.clone(), own_files(games, row)?);
        let (rated, sandboxes, cup) = (row.rated, row.sandboxes, row.cup.clone());
        let whispers = row.whispers;
        let scenario = scenario.clone();
        Ok(Terms { scenario, options, edition, files, rated, sandboxes, whispers, cup, catalogue })
    }

    /// What the scenario is called.
    pub fn scenario(&self) -> &str {
        let known = self.catalogue.scenarios.iter().find(|known| known.id == self.scenario);
        known.map_or(&self.scenario, |known| &known.name)
    }

    /// What the scenario is about; the game, if that is not known.
    pub fn summary(&self) -> &str {
        let known = self.catalogue.scenarios.iter().find(|known| known.id == self.scenario);
        known.map_or(&self.catalogue.summary, |known| &known.summary)
    }

    /// For people.
    pub fn shown(&self) -> Markup {
        let game = &self.catalogue.game;
        html! {
            @if !self.cup.is_empty() {
                p.terms { "A game of a " a href=(format!("/cups/{}", self.cup)) { "cup" } "." }
            }
            @if self.rated {
                p.terms {
                    b { "Rated" } ": the result changes the " a href=(format!("/ratings/{game}")) { "ratings" }
                    " of all who play. Who gives up their seat for good before they are through is ranked behind all who stay, and so is \
                     whoever lets a bot play for them, also when they are back."
                }
            }
            @if !self.sandboxes {
                p.terms { b { "No sandboxes" } ": nobody may try plans from this table before its game is over." }
            }
            @if self.whispers {
                p.terms { b { "Private talk" } ": players may say something to one of the others alone, and nobody else hears of it." }
            }
            @if self.options.is_empty() { p.quiet.terms { "All options are as usual." } }
            @else {
                section.terms aria-label="Options" {
                    p { b { "Options that are not as usual" } }
                    ul {
                        @for option in &self.options {
                            li {
                                b { (capital(&read(&option.key))) ": " (read(&option.value)) }
                                " (usually " (read(&option.usual)) "). " (in_words(&option.about))
                                @if !option.rule.is_empty() {
                                    " " a href=(format!("/help/{game}/rules#{}", option.rule)) { (option.rule) }
                                }
                            }
                        }
                    }
                }
            }
            @if !self.edition.is_empty() {
                section.terms aria-label="Edition" {
                    p {
                        b { "An edition of this server's own: " (self.edition) "." }
                        " Maps, charts and scenarios may differ from the game's own"
                        @if self.files.is_empty() { "; now they do not." } @else { ":" }
                    }
                    @if !self.files.is_empty() {
                        ul {
                            @for (path, replaces) in &self.files {
                                li { code { (path) } @if *replaces { " is changed" } @else { " is added" } }
                            }
                        }
                        p.quiet { "The record of the game holds these files." }
                    }
                }
            }
        }
    }

    /// For programs.
    pub fn add_to(&self, json: &mut Value) {
        let options = self.options.iter().map(|option| {
            json!({ "key": option.key, "value": option.value, "usual": option.usual, "about": option.about })
        });
        json["rated"] = json!(self.rated);
        json["sandboxes"] = json!(self.sandboxes);
        json["private_talk"] = json!(self.whispers);
        json["cup"] = json!(self.cup);
        json["unusual_options"] = options.collect();
        json["edition"] = json!(self.edition);
        let files = self.files.iter().map(|(path, replaces)| {
            json!({ "path": path, "change": if *replaces { "changed" } else { "added" } })
        });
        json["edition_files"] = files.collect();
    }
}

/// The options of a set-up that have another value than is usual in its scenario.
fn unusual(catalogue: &Catalogue, setup: &Setup) -> Vec<UnusualOption> {
    let Ok((scenario, chosen)) = catalogue.admits(setup) else { return Vec::new() };
    let differs = catalogue.options.iter().filter_map(|option| {
        let (value, usual) = (chosen.word(&option.key), scenario.default_of(option));
        let usual = option.read(usual).unwrap_or_else(|_| usual.to_string());
        (value != usual).then(|| UnusualOption {
            key: option.key.clone(),
            value: value.to_string(),
            usual,
            about: option.about.clone(),
            rule: option.rule.clone(),
        })
    });
    differs.collect()
}

/// The files that a table was opened with and that differ from those that are built in.
fn own_files(games: &Games, row: &TableRow) -> Result<Vec<(String, bool)>, ServiceError> {
    if row.edition.is_empty() {
        return Ok(Vec::new());
    }
    let house = games.find(&row.game)?.edition("")?;
    let own: BTreeMap<String, String> = serde_json::from_str(&row.files).unwrap_or_default();
    let differs = own.into_iter().filter_map(|(path, text)| {
        let built_in = house.edition.text(&path).ok();
        (built_in != Some(text.as_str())).then(|| (path, built_in.is_some()))
    });
    Ok(differs.collect())
}
