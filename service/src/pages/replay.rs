//! Looking back: any game, step by step, as far as one may know.

use super::Layout;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Path, Query, TablePath, Visitor};
use crate::identity::Guest;
use crate::protocol::{Die, ReplayMoment, StoryLines, TakenDecision};
use crate::store::Phase;
use crate::tables::{TableState, catch_panic};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;
use table::Viewer;

/// The addresses of replays.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}/replay", get(page))
        .route("/t/{id}/at/{step}", get(moment))
        .route("/t/{id}/record", get(record))
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

async fn page(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    Query(wanted): Query<ReplayQuery>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let (id, guest) = (&table.id, &visitor.guest);
    let state = app.tables.read(&table).await?;
    let viewer = state.replay_viewer(guest, &wanted.viewer)?;
    let over = state.row.phase == Phase::Over;
    let mine = state.own_seats(guest);
    let game = state.game()?;
    let moments = state.moments(game, viewer);
    let steps = moments.count();
    let chapters = catch_panic(id, || game.chapters(viewer))?;
    let chapters: Vec<(usize, String)> =
        chapters.into_iter().map(|(step, title)| (moments.number(step), title)).collect();
    let offered = app.tables.games().find(&state.row.game)?;
    let title = format!("Replay: {}", offered.catalogue().title);
    let layout = Layout { title: &title, scripts: &["replay.js"], class: "table replay" };
    let option = |word: String, words: String| {
        html! { option value=(word) selected[viewer.to_string() == word] { (words) } }
    };
    let content = html! {
        main #main data-table=(id) data-as=(viewer) data-steps=(steps) data-game=(state.row.game)
            data-commitment=(state.commitment()) data-chapters=(json!(chapters)) {
            h1.sr { (title) }
            (board_area(id, steps, &chapters))
            div.side {
                label.row { "Seen by "
                    select #eyes {
                        (option("table".into(), "the public".into()))
                        @for seat in &state.seats {
                            @if over || mine.contains(&seat.seat) {
                                (option(seat.seat.to_string(), seat.name.clone()))
                            }
                        }
                        @if over || state.is_referee(guest) { (option("referee".into(), "everyone together".into())) }
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
                    (more(&state, viewer, &app.tables.keys().records().public())?)
                }
            }
            p #news.sr aria-live="polite" { }
            p #here.sr aria-live="assertive" { }
        }
    };
    Ok(layout.page(visitor, content))
}

/// The board, and the buttons that go from step to step.
fn board_area(id: &str, steps: usize, chapters: &[(usize, String)]) -> Markup {
    html! {
        div.stage {
            div.bar {
                p #turn { "Replay" }
                p #headline { "Setting the table …" }
                div.tools { a.button #to-table href=(format!("/t/{id}")) { "Back to the table" } }
            }
            ul #seats aria-label="Players" { }
            div #when hidden { }
            div.aim { p #aim {} }
            div.view {
                div.lens role="group" aria-label="Board" {
                    button #zoom-in type="button" aria-label="Zoom in" { "+" }
                    button #zoom-out type="button" aria-label="Zoom out" { "−" }
                    button #fit type="button" { "Fit" }
                }
                div #board tabindex="0" role="application" aria-roledescription="board"
                    aria-label="Board. Arrow keys walk from place to place." {}
            }
            div.place-bar {
                p #place-words data-hint="Point at the board, or walk it with the arrow keys, to read what is there."
                    data-touch="Touch the board to read what is there." {}
            }
            (steps_bar(steps, chapters))
        }
    }
}

/// The signs on the buttons that go from step to step: paths in a square of 20.
const TO_START: &str = "M5 4v12M15 4l-7 6 7 6z";
const BACK: &str = "M14 4l-8 6 8 6z";
const ON: &str = "M6 4l8 6-8 6z";
const TO_END: &str = "M15 4v12M5 4l7 6-7 6z";
const CHAPTER_BACK: &str = "M10 4l-7 6 7 6zM17 4l-7 6 7 6z";
const CHAPTER_ON: &str = "M10 4l7 6-7 6zM3 4l7 6-7 6z";

/// A button with a sign on it.
fn sign(id: &str, path: &str, words: &str) -> Markup {
    html! {
        button id=(id) type="button" aria-label=(words) title=(words) {
            svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" { path d=(path) {} }
        }
    }
}

/// A line for every chapter, where it begins on a way of 1000.
fn marks(steps: usize, chapters: &[(usize, String)]) -> String {
    let all = steps.max(1);
    chapters.iter().map(|(moment, _)| format!("M{} 0v10", moment * 1000 / all)).collect()
}

/// From step to step, from chapter to chapter, and to any of them; the slider has a mark where a chapter begins.
fn steps_bar(steps: usize, chapters: &[(usize, String)]) -> Markup {
    html! {
        div.steps role="group" aria-label="Steps" {
            div.buttons {
                (sign("first", TO_START, "To the start"))
                @if !chapters.is_empty() { (sign("chapter-back", CHAPTER_BACK, "To the chapter before")) }
                (sign("back", BACK, "One step back"))
                button #run type="button" aria-pressed="false" { "Play" }
                (sign("on", ON, "One step on"))
                @if !chapters.is_empty() { (sign("chapter-on", CHAPTER_ON, "To the next chapter")) }
                (sign("last", TO_END, "To the end"))
            }
            @if !chapters.is_empty() {
                select #chapter aria-label="Chapter" {
                    option value="0" { "Start" }
                    @for (moment, title) in chapters { option value=(moment) { (title) } }
                }
            }
            div.track-of-steps {
                svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" { path d=(marks(steps, chapters)) {} }
                input #step type="range" min="0" max=(steps) value="0" aria-label="Step";
            }
            output #step-words for="step" { }
        }
    }
}

/// Links to this step; and when the game is over its record, and the proof of its dice.
fn more(state: &TableState, viewer: Viewer, key: &str) -> Result<Markup, ServiceError> {
    let id = &state.row.id;
    Ok(html! {
        p { a #link href=(format!("/t/{id}/replay")) { "Link to this step" } }
        @if state.row.lesson.is_empty() && state.row.phase == Phase::Over {
            p { a #try href=(format!("/t/{id}/try")) { "Try something else from here" } }
        }
        p { a #picture href=(format!("/t/{id}/picture/0.svg?as={viewer}")) download { "Picture of this step" } }
        @if !state.row.lesson.is_empty() {
            p.quiet { "A lesson lays some of its dice: it leaves no record, and there is nothing to prove." }
        } @else if state.row.phase == Phase::Over {
            p { a href=(format!("/t/{id}/record")) download { "Record of the game" } }
            h2 { "Proof of the dice" }
            (super::luck::shown(state))
            p.quiet { "Your browser can draw every die again, and asks this server for nothing but the record. "
                "Whether the game was played by the rules shows " code { "overwinter replay FILE --verify" }
                " on your own machine." }
            p { button #prove type="button" { "Check every die here" } " " output #proof { } }
            p.quiet { "Records of this server are signed by the key" br; code.link { (key) } br;
                a href="/.well-known/overwinter.json" { "The key for programs" } }
        } @else {
            p.quiet { "The record and the seed of the dice are shown when the game is over." }
        }
        p { a href=(format!("/t/{id}")) { "Back to the table" } }
    })
}

async fn moment(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    Path((_, moment)): Path<(String, usize)>,
    Query(wanted): Query<ReplayQuery>,
    guest: Guest,
    client: Client,
) -> Result<Response, JsonError> {
    let viewer = app.tables.read(&table).await?.replay_viewer(&guest, &wanted.viewer)?;
    let shown = app.tables.replay_moment(&table, moment, viewer, client).await?;
    let state = app.tables.read(&table).await?;
    let decision = shown.decision.map(|(seat, notation)| TakenDecision {
        seat: seat.0,
        name: state.name(seat).to_string(),
        notation,
    });
    let dice = shown.dice.into_iter().map(|(purpose, face)| Die { purpose, face });
    let moment = ReplayMoment {
        step: shown.frame.step,
        set: shown.frame.parts(),
        log: StoryLines { from: 0, earlier: false, lines: shown.story },
        decision,
        dice: dice.collect(),
    };
    Ok(Json(moment).into_response())
}

async fn record(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
) -> Result<Response, HtmlError> {
    let record = app.tables.record(&table).await?;
    let name = format!("attachment; filename=\"{}-{}.owr\"", record.game, table.id);
    let head = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_string()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((head, record.to_string()).into_response())
}

/// The board at a step as a picture of its own.
async fn picture(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    Path((_, name)): Path<(String, String)>,
    Query(wanted): Query<ReplayQuery>,
    guest: Guest,
    client: Client,
) -> Result<Response, HtmlError> {
    let moment = name.strip_suffix(".svg").and_then(|moment| moment.parse().ok());
    let moment: usize = moment.ok_or_else(|| ServiceError::NotFound("such picture".into()))?;
    let viewer = app.tables.read(&table).await?.replay_viewer(&guest, &wanted.viewer)?;
    let drawing = app.tables.picture(&table, moment, viewer, !wanted.bare, client).await?;
    Ok(super::pictures::answer(drawing))
}
