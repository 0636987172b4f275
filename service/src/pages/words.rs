//! Questions to the table in words, for those who cannot see it: the same answers as in a terminal.

use crate::error::ServiceError;
use crate::extract::{Query, TableView};
use crate::tables::{TableState, catch_panic};
use crate::web::{AppState, JsonError};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use clock::Timestamp;
use serde::Deserialize;
use stage::text::{self, Asked};
use table::{AnyMatch, Ledger, Viewer};

/// The address of questions. They change nothing, and tell what a viewer may know.
pub fn routes() -> Router<AppState> {
    Router::new().route("/t/{id}/words", get(words))
}

/// The same of a place in a sandbox.
pub fn sandbox_routes() -> Router<AppState> {
    Router::new().route("/t/{id}/try/{node}/words", get(words))
}

/// The longest question.
const LONGEST: usize = 200;

#[derive(Deserialize)]
struct WordsQuery {
    line: String,
}

/// What can be asked on a page beside [`Asked`], a line for each.
const MORE: &str = "\
story: the story so far, with the rules behind it.
rule ID: a rule by its id, or the rules of a chapter, such as `rule {example}`.
legend: the signs on the board.
time: how much time there is, and what happens when it has run out.
undo: take back your last decision.
plan: decide beforehand; `plan LINE` adds a line to what is done next.
";

/// A question to a table that is followed in a browser.
enum PageAsked<'a> {
    /// What is answered everywhere.
    Table(Asked<'a>),
    /// The story so far.
    Story,
    /// A rule by its id, or the rules of a chapter.
    Rule(&'a str),
    /// How much time there is.
    Time,
}

impl<'a> PageAsked<'a> {
    /// The question that a line asks; nothing if it asks none.
    fn read(line: &'a str) -> Option<PageAsked<'a>> {
        let line = line.trim();
        let (word, of) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), of.trim()) {
            ("story", "") => Some(PageAsked::Story),
            ("time" | "clock", "") => Some(PageAsked::Time),
            ("rule", id) if !id.is_empty() => Some(PageAsked::Rule(id)),
            _ => Asked::read(line).map(PageAsked::Table),
        }
    }
}

async fn words(
    State(app): State<AppState>,
    TableView { table, state, viewer, .. }: TableView<JsonError>,
    Query(WordsQuery { line }): Query<WordsQuery>,
) -> Result<String, JsonError> {
    let ledger = &app.tables.games().find(&state.row.game)?.ledger;
    let questions = || {
        let example = ledger.rules.first().map_or("", |rule| rule.id.as_str());
        format!("{}{}", text::QUESTIONS, MORE.replace("{example}", example))
    };
    let asked = PageAsked::read(&line).filter(|_| line.len() <= LONGEST);
    let Some(asked) = asked else {
        return Err(ServiceError::BadRequest(questions()).into());
    };
    let game = state.game()?;
    let since = viewer.seat().and_then(|seat| state.last_steps.get(seat.index()).copied());
    let now = app.tables.time();
    Ok(catch_panic(&table.id, || match asked {
        PageAsked::Time => time(&state, now),
        PageAsked::Table(asked @ Asked::Describe) if state.keeper.is_some() => {
            let told = text::answer(&game.scene(viewer).flat(), asked, &|from, to| {
                game.measure(viewer, from, to)
            });
            format!("{told}\n{}", time(&state, now))
        }
        PageAsked::Table(Asked::Last) => last(game, viewer, since),
        PageAsked::Table(Asked::Help) => questions(),
        PageAsked::Table(asked) => text::answer(&game.scene(viewer).flat(), asked, &|from, to| {
            game.measure(viewer, from, to)
        }),
        PageAsked::Story => story(game, viewer),
        PageAsked::Rule(id) => rule(ledger, id),
    })?)
}

/// The story so far, a line for each that is told, with the rules behind it.
fn story(game: &dyn AnyMatch, viewer: Viewer) -> String {
    let told = game.log(viewer, 0).into_iter().map(|line| match line.rules.is_empty() {
        true => line.text,
        false => format!("{} ({})", line.text, line.rules.join(", ")),
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "Nothing has happened yet.".into() } else { told.join("\n") }
}

/// How much time each has who is asked, and what happens otherwise.
fn time(state: &TableState, now: Timestamp) -> String {
    let Some(keeper) = &state.keeper else { return "No clock runs at this table.".into() };
    let zone = &keeper.clock().settings().zone;
    let mut told = vec![super::clocks::in_words(keeper.clock())];
    for deadline in keeper.deadlines() {
        let left = keeper.left(deadline.seat, now);
        let left = left.map_or_else(String::new, |left| left.words(zone));
        told.push(format!("{}: {left} ({zone}).", state.name(deadline.seat)));
    }
    if let Some(until) = keeper.paused(now) {
        told.push(format!("The table pauses until {}.", clock::when(until, now, zone)));
    }
    told.push(super::clocks::absence_in_words(&state.row.at_deadlines()));
    told.join("\n")
}

/// A rule by its id, or all rules whose ids begin so.
fn rule(ledger: &Ledger, id: &str) -> String {
    let id = id.to_uppercase();
    let chapter = format!("{}-", id.trim_end_matches('-'));
    let one = ledger.rules.iter().filter(|rule| rule.id == id);
    let many = ledger.rules.iter().filter(|rule| rule.id.starts_with(&chapter));
    let found: Vec<String> =
        one.chain(many).map(|rule| format!("{}: {}", rule.id, rule.text)).collect();
    match (found.is_empty(), ledger.rules.first()) {
        (false, _) => found.join("\n"),
        (true, Some(first)) => format!("There is no rule {id}; rules are named like {}.", first.id),
        (true, None) => "This game has no list of rules.".into(),
    }
}

/// What happened since a decision; of the last step, if nothing did.
fn last(game: &dyn AnyMatch, viewer: Viewer, since: Option<usize>) -> String {
    let told = game.log(viewer, 0);
    let newest = told.last().map_or(0, |line| line.step);
    let from = since.map_or(newest, |since| since.saturating_add(1).min(newest));
    let lines: Vec<String> =
        told.into_iter().filter(|line| line.step >= from).map(|line| line.text).collect();
    if lines.is_empty() { "Nothing has happened yet.".into() } else { lines.join("\n") }
}
