//! TableGuard back: any game, step by step, as far as one may know.

use super::{Layout, guest_name};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::protocol::{Die, Proof, ReplayMoment, Story, TakenDecision};
use crate::store::Phase;
use crate::tables::{TableGuard, catch_panic};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use maud::html;
use serde::Deserialize;
use table::{Seat, Viewer};

/// The addresses of replays.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}/replay", get(page))
        .route("/t/{id}/at/{step}", get(moment))
        .route("/t/{id}/record", get(record))
        .route("/t/{id}/proof", get(proof))
        .route("/t/{id}/picture/{name}", get(picture))
}

#[derive(Deserialize)]
struct ReplayQuery {
    #[serde(default, rename = "as")]
    viewer: String,
    /// Whether a picture shows the board alone.
    #[serde(default)]
    bare: bool,
}

/// Through whose eyes a guest may look back: their own and the public's; anybody's, and the
/// referee's, when the game is over.
pub(super) fn eyes(
    state: &TableGuard,
    guest: &Guest,
    wanted: &str,
) -> Result<Viewer, ServiceError> {
    let over = state.row.phase == Phase::Over;
    match wanted.parse::<Viewer>() {
        Ok(Viewer::Referee) if over => Ok(Viewer::Referee),
        Ok(Viewer::Seat(seat)) if over && seat.index() < state.seats.len() => {
            Ok(Viewer::Seat(seat))
        }
        _ => super::table::eyes(state, guest, wanted),
    }
}

async fn page(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Query(wanted): Query<ReplayQuery>,
    headers: HeaderMap,
) -> Result<HtmlPage, HtmlError> {
    let guest = Guest::from_headers(&headers, &app.signer)?;
    let name = guest_name(&app, &guest).await?;
    let table = app.tables.table(&id).await?;
    let state = app.tables.read(&table).await?;
    let viewer = eyes(&state, &guest, &wanted.viewer)?;
    let over = state.row.phase == Phase::Over;
    let mine = if guest.new { Vec::new() } else { state.seats_of(&guest.id) };
    let steps = state.game()?.len();
    let offered = app.tables.games().find(&state.row.game)?;
    let title = format!("Replay: {}", offered.catalogue().title);
    let layout =
        Layout { title: &title, scripts: &["replay.js"], class: "table replay", name: &name };
    let option = |word: String, words: String| {
        html! { option value=(word) selected[viewer.to_string() == word] { (words) } }
    };
    let content = html! {
        main #main data-table=(id) data-as=(viewer) data-steps=(steps) data-game=(state.row.game) {
            h1.sr { (title) }
            div.stage {
                div.bar {
                    p #headline { "Setting the table …" }
                    div.tools role="group" aria-label="Board" {
                        button #zoom-in type="button" aria-label="Zoom in" { "+" }
                        button #zoom-out type="button" aria-label="Zoom out" { "−" }
                        button #fit type="button" { "Fit" }
                    }
                }
                div #board tabindex="0" role="application" aria-roledescription="board"
                    aria-label="Board. Arrow keys walk from place to place." {}
                p #place-words data-hint="Point at the board, or walk it with the arrow keys, to read what is there." {}
                div.steps role="group" aria-label="Steps" {
                    button #first type="button" aria-label="To the start" { "|◀" }
                    button #back type="button" aria-label="One step back" { "◀" }
                    button #run type="button" aria-pressed="false" { "Play" }
                    button #on type="button" aria-label="One step on" { "▶" }
                    button #last type="button" aria-label="To the end" { "▶|" }
                    input #step type="range" min="0" max=(steps) value="0" aria-label="Step";
                    output #step-words for="step" { }
                }
            }
            div.side {
                label.row { "Seen by "
                    select #eyes {
                        (option("table".into(), "the public".into()))
                        @for seat in &state.seats {
                            @if over || mine.contains(&seat.seat) {
                                (option(seat.seat.to_string(), seat.name.clone()))
                            }
                        }
                        @if over { (option("referee".into(), "everyone together".into())) }
                    }
                }
                p #decision { }
                p #dice { }
                div #result hidden {}
                div.tabs role="tablist" aria-label="Beside the board" {
                    button #tab-story role="tab" aria-controls="story" aria-selected="true" { "Story" }
                    button #tab-sheets role="tab" aria-controls="sheets" aria-selected="false" tabindex="-1" { "Sheets" }
                    button #tab-more role="tab" aria-controls="more" aria-selected="false" tabindex="-1" { "More" }
                }
                div #story role="tabpanel" aria-labelledby="tab-story" {
                    label.row { "Find " input #find type="search" autocomplete="off"; }
                    ol #log tabindex="0" aria-label="Story" { }
                }
                div #sheets role="tabpanel" aria-labelledby="tab-sheets" hidden { }
                div #more role="tabpanel" aria-labelledby="tab-more" hidden {
                    p { a #link href=(format!("/t/{id}/replay")) { "Link to this step" } }
                    p { a #picture href=(format!("/t/{id}/picture/0.svg?as={viewer}")) download { "Picture of this step" } }
                    @if over {
                        p { a href=(format!("/t/{id}/record")) download { "Record of the game" } }
                        h2 { "Proof of the dice" }
                        p { "Published before the first move:" br; code.link { (state.game()?.commitment()) } }
                        p { "The seed, shown now:" br; code.link { (state.row.seed) } }
                        p.quiet { "The first is the SHA-256 of the second, and every die follows from the second. "
                            "Check it yourself: " code { "printf SEED | xxd -r -p | sha256sum" } ", and "
                            code { "overwinter replay FILE --verify" } " for every die and position." }
                        p { button #prove type="button" { "Prove it here" } " " output #proof { } }
                    } @else {
                        p.quiet { "The record and the seed of the dice are shown when the game is over." }
                    }
                    p { a href=(format!("/t/{id}")) { "Back to the table" } }
                }
            }
            p #news.sr aria-live="polite" { }
            p #here.sr aria-live="assertive" { }
        }
    };
    Ok(HtmlPage::new(layout.page(content), &guest, &app.signer))
}

async fn moment(
    State(app): State<AppState>,
    Path((id, step)): Path<(String, usize)>,
    Query(wanted): Query<ReplayQuery>,
    headers: HeaderMap,
) -> Result<Response, JsonError> {
    let guest = Guest::from_headers(&headers, &app.signer)?;
    let table = app.tables.table(&id).await?;
    let (viewer, names) = {
        let state = app.tables.read(&table).await?;
        let names: Vec<String> = state.seats.iter().map(|seat| seat.name.clone()).collect();
        (eyes(&state, &guest, &wanted.viewer)?, names)
    };
    let shown = app.tables.replay_step(&table, step, viewer).await?;
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let decision = shown.decision.map(|(seat, notation)| TakenDecision {
        seat: seat.0,
        name: name(seat),
        notation,
    });
    let dice = shown.dice.into_iter().map(|(purpose, face)| Die { purpose, face });
    let moment = ReplayMoment {
        step: shown.frame.step,
        set: shown.frame.parts(),
        log: Story { from: 0, earlier: false, lines: shown.story },
        decision,
        dice: dice.collect(),
    };
    Ok(Json(moment).into_response())
}

async fn record(
    State(app): State<AppState>,
    Path(id): Path<String>,
) -> Result<Response, HtmlError> {
    let table = app.tables.table(&id).await?;
    let record = app.tables.record(&table).await?;
    let name = format!("attachment; filename=\"{}-{id}.owr\"", record.game);
    let head = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_string()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((head, record.to_string()).into_response())
}

/// Plays the record of a finished game again and holds every die and position to it.
async fn proof(
    State(app): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<Proof>, JsonError> {
    let table = app.tables.table(&id).await?;
    let record = app.tables.record(&table).await?;
    let tables = app.tables.clone();
    let proved = tokio::task::spawn_blocking(move || {
        let offered = tables.games().find(&record.game)?;
        let replay = catch_panic(&id, || offered.game.replay(&record, usize::MAX))?
            .map_err(|error| ServiceError::Internal(error.to_string()))?;
        Ok::<_, ServiceError>(Proof {
            proved: replay.divergence.is_none(),
            steps: record.steps.len().saturating_sub(1),
            dice: record.steps.iter().map(|step| step.dice.len()).sum(),
            why: replay.divergence.map(|divergence| divergence.to_string()),
        })
    });
    let proved = proved.await??;
    Ok(Json(proved))
}

/// The board at a step as a picture of its own.
async fn picture(
    State(app): State<AppState>,
    Path((id, name)): Path<(String, String)>,
    Query(wanted): Query<ReplayQuery>,
    headers: HeaderMap,
) -> Result<Response, HtmlError> {
    let guest = Guest::from_headers(&headers, &app.signer)?;
    let step = name.strip_suffix(".svg").and_then(|step| step.parse().ok());
    let step: usize = step.ok_or_else(|| ServiceError::NotFound("such picture".into()))?;
    let table = app.tables.table(&id).await?;
    let viewer = eyes(&app.tables.read(&table).await?, &guest, &wanted.viewer)?;
    let drawing = app.tables.picture(&table, step, viewer, !wanted.bare).await?;
    Ok(super::pictures::answer(drawing))
}
