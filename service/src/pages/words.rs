//! Questions to the table in words, for those who cannot see it: the same answers as in a terminal.

use crate::error::ServiceError;
use crate::extract::{Query, TableView};
use crate::tables::catch_panic;
use crate::web::{AppState, JsonError};
use axum::Router;
use axum::routing::get;
use serde::Deserialize;
use stage::text::{self, Asked};
use table::{AnyMatch, Viewer};

/// The address of questions. They change nothing, and tell what a viewer may know.
pub fn routes() -> Router<AppState> {
    Router::new().route("/t/{id}/words", get(words))
}

/// The longest question.
const LONGEST: usize = 200;

#[derive(Deserialize)]
struct WordsQuery {
    line: String,
}

async fn words(
    TableView { table, state, viewer, .. }: TableView<JsonError>,
    Query(WordsQuery { line }): Query<WordsQuery>,
) -> Result<String, JsonError> {
    let asked = Asked::read(&line).filter(|_| line.len() <= LONGEST);
    let Some(asked) = asked else {
        return Err(ServiceError::BadRequest(text::QUESTIONS.into()).into());
    };
    let game = state.game()?;
    let since = viewer.seat().and_then(|seat| state.last_steps.get(seat.index()).copied());
    Ok(catch_panic(&table.id, || match asked {
        Asked::Last => last(game, viewer, since),
        asked => text::answer(&game.scene(viewer).flat(), asked, &|from, to| {
            game.measure(viewer, from, to)
        }),
    })?)
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
