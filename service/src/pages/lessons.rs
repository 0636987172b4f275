//! Lessons: what there is to learn, and sitting down to it.

use super::Layout;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{OwnForm, Path, Visitor};
use crate::games::OfferedGame;
use crate::web::{AppState, HtmlError, HtmlPage, redirect};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use maud::{Markup, html};
use table::Lesson;

/// The addresses of lessons.
pub fn routes() -> Router<AppState> {
    Router::new().route("/learn", get(index)).route("/learn/{game}/{lesson}", post(begin))
}

async fn index(State(app): State<AppState>, visitor: Visitor) -> Result<HtmlPage, HtmlError> {
    let done = lessons_done(&app, &visitor).await?;
    let layout = Layout { title: "Learn", scripts: &[], class: "help" };
    let content = html! {
        main #main {
            h1 { "Learn" }
            p.lead { "Learning is playing: a board, a sentence at a time, and things to try. Nothing can go wrong; "
                "what the rules do not allow is refused with the reason, and every step can be taken back." }
            @for offered in app.tables.games().all().iter().filter(|offered| !offered.course.lessons.is_empty()) {
                section.course {
                    img src=(super::card::illustration(offered.id())) alt="" width="600" height="400" loading="lazy";
                    div {
                        h2 { a href=(format!("/help/{}", offered.id())) { (offered.catalogue().title) } }
                        p { (offered.catalogue().summary) }
                    }
                    (list(offered, &visitor, &done))
                }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

/// The lessons that a visitor has played to their end: game and name.
pub async fn lessons_done(
    app: &AppState,
    visitor: &Visitor,
) -> Result<Vec<(String, String)>, ServiceError> {
    match visitor.guest.new {
        true => Ok(Vec::new()),
        false => Ok(app.tables.store().lessons_done(&visitor.guest.id).await?),
    }
}

/// The lessons of a game, each with a button that begins it.
pub fn list(offered: &OfferedGame, visitor: &Visitor, done: &[(String, String)]) -> Markup {
    let is_done = |lesson: &Lesson| {
        done.iter().any(|(game, name)| game == offered.id() && *name == lesson.name)
    };
    // The first that was not played yet is what one should do next.
    let next = offered.course.lessons.iter().position(|lesson| !is_done(lesson));
    html! {
        ol.lessons {
            @for (number, lesson) in offered.course.lessons.iter().enumerate() {
                li.done[is_done(lesson)] {
                    form method="post" action=(address(offered, lesson)) {
                        (visitor.form_key())
                        span.place aria-hidden="true" { @if is_done(lesson) { "✓" } @else { (number + 1) } }
                        div {
                            b { (lesson.title) }
                            " " span.quiet { (minutes(lesson.minutes)) @if is_done(lesson) { " · done" } }
                            p { (lesson.about) }
                        }
                        button class=[(next == Some(number)).then_some("main")] {
                            @if is_done(lesson) { "Again" } @else { "Begin" }
                            span.sr { ": " (lesson.title) }
                        }
                    }
                }
            }
        }
    }
}

/// What comes after a lesson: the next one, or a game.
pub fn after(offered: &OfferedGame, visitor: &Visitor, name: &str) -> Markup {
    html! {
        div #after-lesson hidden {
            @if let Some(next) = offered.lesson_after(name) {
                form method="post" action=(address(offered, next)) {
                    (visitor.form_key())
                    button.main { "Next: " (next.title) }
                }
            }
            p {
                a href=(format!("/new/{}", offered.id())) { "Play a game" } " · "
                a href="/learn" { "All lessons" }
            }
        }
    }
}

fn address(offered: &OfferedGame, lesson: &Lesson) -> String {
    format!("/learn/{}/{}", offered.id(), lesson.name)
}

fn minutes(minutes: u16) -> String {
    if minutes == 1 { "1 minute".into() } else { format!("{minutes} minutes") }
}

/// Begins a lesson at a table of its own.
async fn begin(
    State(app): State<AppState>,
    Path((game, lesson)): Path<(String, String)>,
    client: Client,
    OwnForm { guest, .. }: OwnForm<Vec<(String, String)>>,
) -> Result<Response, HtmlError> {
    let opening = app.new_table(&guest, client).await?;
    let name = app.guest_name(&guest).await?;
    let id = app.tables.open_lesson(&guest.id, &name, &game, &lesson).await?;
    opening.done();
    Ok(redirect(&format!("/t/{id}"), None))
}
