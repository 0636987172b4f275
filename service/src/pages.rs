//! The pages that people see.

mod card;
mod clocks;
mod company;
mod cups;
mod friends;
mod help;
mod host;
mod invitations;
mod lessons;
mod lobby;
mod luck;
mod markdown;
mod me;
mod my_games;
mod new_table;
mod notices;
mod pictures;
mod plans;
mod preview;
mod ratings;
mod referee;
mod replay;
mod sandbox;
mod seats;
mod seeks;
mod table;
mod talk;
mod terms;
mod words;

pub use clocks::{length_of, rule as clock_rule};
pub use lobby::described;
pub use new_table::absence;
#[cfg(feature = "mail")]
pub use notices::line as way_line;
#[cfg(feature = "mail")]
pub(crate) use pictures::close_up;
pub use plans::sheet as plan_sheet;
pub use preview::MeasureQuery;
pub use ratings::results_json;
pub(crate) use sandbox::{SANDBOX_BYTES, estimate_json};
pub use terms::Terms;

use crate::assets;
use crate::error::ServiceError;
use crate::extract::Visitor;
use crate::observe::RequestId;
use crate::operator;
use crate::store::Damage;
use crate::web::{AppState, Asker, HtmlPage};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::json;
use std::collections::BTreeMap;

/// The addresses of pages.
pub fn routes() -> Router<AppState> {
    Router::new()
        .merge(lobby::routes())
        .merge(me::routes())
        .merge(crate::faces::routes())
        .merge(new_table::routes())
        .merge(seats::routes())
        .merge(table::routes())
        .merge(talk::routes())
        .merge(referee::routes())
        .merge(preview::routes())
        .merge(words::routes())
        .merge(host::routes())
        .merge(replay::routes())
        .merge(sandbox::routes())
        .merge(luck::routes())
        .merge(help::routes())
        .merge(lessons::routes())
        .merge(pictures::routes())
        .merge(clocks::routes())
        .merge(plans::routes())
        .merge(my_games::routes())
        .merge(notices::routes())
        .merge(friends::routes())
        .merge(invitations::routes())
        .merge(company::routes())
        .merge(seeks::routes())
        .merge(ratings::routes())
        .merge(cups::routes())
        .route("/health", get(health))
        .route("/ready", get(ready))
}

/// A disc half in the light: what a click on it changes is light and dark.
pub const THEME: &str = r#"<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M10 2.5a7.5 7.5 0 0 1 0 15z" fill="currentColor"/></svg>"#;

/// What every page has around it.
pub struct Layout<'a> {
    /// The title in the browser's bar.
    pub title: &'a str,
    /// Scripts of the page.
    pub scripts: &'a [&'a str],
    /// A class for the body.
    pub class: &'a str,
}

impl Layout<'_> {
    /// The page with this content, for a visitor.
    pub fn page(&self, visitor: Visitor, content: Markup) -> HtmlPage {
        self.page_with(visitor, html! {}, content)
    }

    /// The page with this content and something of its own in its head, for a visitor.
    pub fn page_with(&self, visitor: Visitor, head: Markup, content: Markup) -> HtmlPage {
        let markup = self.markup(&visitor.name, head, content);
        visitor.page(markup)
    }

    /// Whether the page stands under this word of the site's navigation.
    fn stands_under(&self, word: &str) -> bool {
        let teaches = self.title == "Learn" || self.class.ends_with("game-page");
        match word {
            "Lobby" => self.class == "lobby",
            "My games" => self.class.ends_with("my-games"),
            "Learn" => teaches,
            _ => self.class.starts_with("help") && !teaches,
        }
    }

    /// The page with this content, for somebody of this name; the name may be empty.
    pub fn markup(&self, name: &str, head: Markup, content: Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) " · Overwinter" }
                    (head)
                    link rel="icon" type="image/svg+xml" href=(assets::url("icon.svg"));
                    link rel="stylesheet" href=(assets::url("style.css"));
                    script type="module" src=(assets::url("house.js")) {}
                    @for script in self.scripts {
                        @for imported in assets::imports(script) {
                            link rel="modulepreload" href=(imported);
                        }
                        script type="module" src=(assets::url(script)) {}
                    }
                }
                body class=(self.class) {
                    a.skip href="#main" { "Skip to the content" }
                    header.top {
                        a.brand href="/" {
                            img src=(assets::url("icon.svg")) alt="" width="28" height="28";
                            "Overwinter"
                        }
                        nav aria-label="Site" {
                            @for (address, word) in [("/", "Lobby"), ("/my", "My games"), ("/learn", "Learn"), ("/help", "Help")] {
                                a href=(address) aria-current=[self.stands_under(word).then_some("page")] {
                                    (word)
                                    @if address == "/my" { span #my-turns hidden {} span #my-asking hidden {} }
                                }
                            }
                        }
                        @if !name.is_empty() {
                            a.who href="/me" { span.sr { "You are " } (name) }
                        }
                        button.theme type="button" hidden { (PreEscaped(THEME)) span.sr { "Dark" } }
                    }
                    (content)
                }
            }
        }
    }
}

/// A page that says what went wrong, and leads back to where it was asked for.
pub fn error_page(error: &ServiceError, to: &Asker) -> Markup {
    let layout = Layout { title: "Not done", scripts: &[], class: "plain" };
    layout.markup(
        &to.name,
        html! {},
        html! {
            main #main {
                h1 { "That did not work" }
                p.told role="alert" { (with_code(&error.words())) }
                p {
                    @if let Some(page) = &to.from { a.button href=(page) { "Back to where you were" } " " }
                    a href="/" { "To the lobby" }
                }
                @if let Some(id) = RequestId::current() {
                    p.quiet { "If you ask whoever runs this server about it, say: request " code { (id) } }
                }
            }
        },
    )
}

/// An hour, in seconds.
const HOUR: i64 = 60 * 60;

/// A sentence in which what somebody writes stands between backticks: it is shown as what is written.
fn with_code(words: &str) -> Markup {
    let parts: Vec<&str> = words.split('`').collect();
    html! {
        @if parts.len().is_multiple_of(2) { (words) } @else {
            @for (at, part) in parts.iter().enumerate() {
                @if at % 2 == 0 { (part) } @else { code { (part) } }
            }
        }
    }
}

/// How long ago a moment was, in words.
pub fn ago(then: i64) -> String {
    let seconds = (crate::tables::now() - then).max(0);
    let count = |number: i64, what: &str| match number {
        1 => format!("1 {what} ago"),
        number => format!("{number} {what}s ago"),
    };
    match seconds {
        0..60 => "just now".into(),
        60..3600 => count(seconds / 60, "minute"),
        3600..86_400 => count(seconds / 3600, "hour"),
        _ => count(seconds / 86_400, "day"),
    }
}

/// Free space is told in steps of this: exact bytes would tell of every line that somebody writes in secret.
const SPACE_STEP: u64 = 64 * 1024 * 1024;

/// How the server is, for anybody who asks: `ok` means that nothing is wrong; the status is 503 if it cannot keep what is
/// decided. Tables are counted, and named in the log only, since whoever knows the address of one can watch it; what
/// lies beneath is told to the log as well.
pub async fn health(State(app): State<AppState>) -> Response {
    let store = app.tables.store();
    let counts = app.tables.counts().await;
    let (trouble, space) = (store.trouble().await, store.disk_space());
    let mut failures: Vec<String> = trouble.into_iter().collect();
    if store.is_full() {
        failures.push("the disk is full".into());
    }
    if let Err(error) = &counts {
        tracing::error!(%error, "the store cannot be read");
        failures.push("the store cannot be read: the log says why".into());
    }
    failures.dedup();
    let servers = match store.sharing() {
        Some(sharing) => sharing.living().await.ok(),
        None => Some(1),
    };
    let (stuck, damage) = (app.tables.count_stuck(), app.damage.get());
    let sound = damage.is_none_or(Damage::is_none);
    let status = match failures.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    let report = json!({
        "ok": failures.is_empty() && stuck == 0 && sound,
        "failures": failures,
        "stuck_tables": stuck,
        "store_checked": damage.is_some(),
        "damage": damage.map(|damage| json!({
            "faults": damage.faults.len(),
            "unreadable_tables": damage.tables.len(),
        })),
        "disk_free_bytes": space.map(|free| free / SPACE_STEP * SPACE_STEP),
        "version": env!("CARGO_PKG_VERSION"),
        "uptime_seconds": app.started.elapsed().as_secs(),
        "tables": counts.unwrap_or_default().into_iter().collect::<BTreeMap<_, _>>(),
        "tables_in_memory": app.tables.in_memory(),
        "streams": app.limiter.open_streams(),
        "servers": servers,
    });
    (status, axum::Json(report)).into_response()
}

/// Whether requests should come here: 503 while it starts, drains or stops, and while the store is away or its disk is full. A word, and nothing that a
/// stranger should not know.
pub async fn ready(State(app): State<AppState>) -> Response {
    readiness(operator::not_ready(&app).await)
}

/// The answer to whoever asks whether requests should come here.
pub fn readiness(not_ready: Option<&'static str>) -> Response {
    let status = match not_ready {
        None => StatusCode::OK,
        Some(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, axum::Json(json!({ "ready": not_ready.is_none(), "why": not_ready }))).into_response()
}
