//! What the host of a table sees: who has decided, what comes if nobody waits any longer; and the reports.

use super::Layout;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{KeyForm, Keyed, OwnForm, Path, Query, TablePath, ViewerQuery, Visitor};
use crate::frame::sheets;
use crate::limits::LimitedAction;
use crate::store::{Phase, SeatKind, SeatRow};
use crate::tables::{TableState, catalogue_of, catch_panic, strength};
use crate::web::{AppState, HtmlError, HtmlPage, redirect};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;
use stage::Block;
use table::Seat;

/// The addresses of the desk and of reports.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}/desk", get(desk))
        .route("/t/{id}/close", post(close))
        .route("/t/{id}/remind", post(remind))
        .route("/t/{id}/report/{number}", get(report))
}

/// Links to the reports of all chapters that have begun; the one that is read is marked, and the neighbours of it stand
/// at the ends.
pub(super) fn report_links(
    id: &str,
    viewer: &str,
    chapters: &[(usize, String)],
    read: Option<usize>,
) -> Markup {
    let address = |number: usize| format!("/t/{id}/report/{number}?as={viewer}");
    let beside = |number: Option<usize>, words: &str, sign: &str| {
        let there = number.filter(|number| (1..=chapters.len()).contains(number));
        html! {
            @if let Some(number) = there {
                a.beside href=(address(number)) aria-label=(words) { (sign) }
            }
        }
    };
    html! {
        @if !chapters.is_empty() {
            div.reports {
                (beside(read.and_then(|number| number.checked_sub(1)), "The report before", "‹"))
                div.segments {
                    @for (index, (_, title)) in chapters.iter().enumerate() {
                        a href=(address(index + 1)) aria-current=[(read == Some(index + 1)).then_some("page")] { (title) }
                    }
                }
                (beside(read.map(|number| number + 1), "The next report", "›"))
            }
        }
    }
}

async fn desk(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    visitor: Visitor,
    client: Client,
) -> Result<HtmlPage, HtmlError> {
    let (id, guest) = (&table.id, &visitor.guest);
    let absent = app.tables.absent(&table, &guest.id).await?;
    let preview = match app.tables.preview_round(&table, guest, client).await {
        // Nobody but the referee may know, and of a game that is over there is nothing to know.
        Err(ServiceError::Forbidden(_) | ServiceError::Stale(_)) => Vec::new(),
        preview => preview?,
    };
    let state = app.tables.read(&table).await?;
    if guest.new || (state.row.host != guest.id && state.own_seats(guest).is_empty()) {
        return Err(
            ServiceError::Forbidden("This is the desk of those at the table.".into()).into()
        );
    }
    let viewer = state.viewer(guest, "")?;
    let game = state.game()?;
    let headline = catch_panic(&table.id, || game.scene(viewer).headline)?;
    let chapters = catch_panic(&table.id, || game.chapters(viewer))?;
    let playing = state.row.phase == Phase::Playing;
    let now = state.moments(game, viewer).number(game.len());
    let catalogue = catalogue_of(app.tables.games(), &state.row)?;
    let scenario = catalogue.scenarios.iter().find(|known| known.id == state.row.scenario);
    let title = format!("Desk: {}", scenario.map_or(&state.row.scenario, |known| &known.name));
    let layout = Layout { title: &title, scripts: &["waiting.js"], class: "desk" };
    let content = html! {
        main #main data-table=(id) {
            h1 { (title) }
            p.lead { (catalogue.title) " · " (headline) }
            (super::luck::referee(&state))
            div.page-of-report {
                div {
                    h2 { "Who has decided" }
                    (who_has_decided(&visitor, &state))
                    @if playing {
                        h2 { "If somebody does not answer" }
                        @if absent.is_empty() {
                            p { (super::clocks::rule(&state.row)) " Everybody is waited for now." }
                        } @else {
                            p {
                                "If you close the round now, the rules decide for "
                                (absent.iter().map(|seat| state.name(*seat)).collect::<Vec<_>>().join(", "))
                                ": standing orders where there are some, else what the rules say of those who send nothing."
                            }
                            form method="post" action=(format!("/t/{id}/close")) {
                                (visitor.form_key())
                                button { "Close the round" }
                            }
                        }
                    }
                }
                div.map {
                    img src=(format!("/t/{id}/picture/{now}.svg?as={viewer}&bare=true")) alt="The board as you see it";
                    p.row { a.button.main href=(format!("/t/{id}")) { "To the table" } }
                }
            }
            @if !preview.is_empty() {
                h2 { "Preview: if it were run now" }
                p.quiet { "Those who have not decided do what the rules say. You see this because you are the referee." }
                @for block in &preview { div.sheet { (sheets::block(block, "Preview")) } }
            }
            h2 { "Reports" }
            @if chapters.is_empty() { p.quiet { "None yet." } }
            (report_links(&table.id, &viewer.to_string(), &chapters, None))
        }
    };
    Ok(layout.page(visitor, content))
}

/// Every seat, and whether the table waits for it; whoever is waited for, and is not oneself, can be reminded.
fn who_has_decided(visitor: &Visitor, state: &TableState) -> Markup {
    let (deciding, playing) = (state.deciding(), state.row.phase == Phase::Playing);
    let another = |seat: &SeatRow| seat.kind == SeatKind::Person && seat.holder != visitor.guest.id;
    html! {
        ul.seating {
            @for seat in &state.seats {
                li {
                    span class=(format!("dot body-seat{}", seat.seat.0 % 8)) aria-hidden="true" {}
                    b { (seat.name) }
                    @match seat.kind {
                        // What is called a bot of its strength need not be said to be one.
                        SeatKind::Bot if !seat.name.starts_with(strength(&seat.bot).as_str()) => {
                            span.quiet { (strength(&seat.bot)) " bot" }
                        }
                        SeatKind::Left => { span.quiet { "away" } }
                        _ => {}
                    }
                    @if !playing { span.stand.quiet { "the game is over" } }
                    @else if deciding.contains(&seat.seat) {
                        span.stand.pill { "has yet to decide" }
                        @if another(seat) {
                            form method="post" action=(format!("/t/{}/remind", state.row.id)) {
                                (visitor.form_key())
                                input type="hidden" name="seat" value=(seat.seat);
                                button { "Remind" span.sr { " " (seat.name) } }
                            }
                        }
                    }
                    @else if seat.kind == SeatKind::Bot { span.stand.quiet { "plays by itself" } }
                    @else { span.stand.quiet { "nothing to wait for" } }
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct RemindForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    seat: String,
}

impl Keyed for RemindForm {
    fn key(&self) -> &str {
        &self.key
    }
}

/// Reminds somebody for whom the table waits, in the talk of the table, where all of them hear it.
async fn remind(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    client: Client,
    OwnForm { guest, form }: OwnForm<RemindForm>,
) -> Result<Response, HtmlError> {
    app.tables.check_may_talk(&guest.id)?;
    app.limiter.check_person(LimitedAction::Talk, &guest.id, client)?;
    let seat: Seat = form.seat.parse().map_err(ServiceError::BadRequest)?;
    let name = {
        let state = app.tables.read(&table).await?;
        if state.row.host != guest.id && state.own_seats(&guest).is_empty() {
            let why = "Only those at the table remind each other.";
            return Err(ServiceError::Forbidden(why.into()).into());
        }
        if !state.deciding().contains(&seat) {
            return Err(ServiceError::Stale("The table does not wait for them now.".into()).into());
        }
        state.name(seat).to_string()
    };
    let by = app.guest_name(&guest).await?;
    app.tables
        .say(&table, None, (&guest.id, &by), &format!("(reminds {name}: the table waits)"))
        .await?;
    Ok(redirect(&format!("{}/desk", table.url()), None))
}

async fn close(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    let name = app.guest_name(&guest).await?;
    let lapsed = app.tables.close_round(&table, &guest.id).await?;
    let names: Vec<String> = {
        let state = app.tables.read(&table).await?;
        lapsed.iter().map(|seat| state.name(*seat).to_string()).collect()
    };
    if !names.is_empty() {
        let words = format!("(closed the round without waiting for {})", names.join(", "));
        app.tables.announce(&table, &name, &words).await;
    }
    Ok(redirect(&table.url(), None))
}

async fn report(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    Path((_, number)): Path<(String, usize)>,
    Query(wanted): Query<ViewerQuery>,
    visitor: Visitor,
    client: Client,
) -> Result<HtmlPage, HtmlError> {
    let id = &table.id;
    let (viewer, chapters, moments, last, title) = {
        let state = app.tables.read(&table).await?;
        let viewer = state.replay_viewer(&visitor.guest, &wanted.viewer)?;
        let game = state.game()?;
        let chapters = catch_panic(&table.id, || game.chapters(viewer))?;
        let offered = app.tables.games().find(&state.row.game)?;
        let (moments, last) = (state.moments(game, viewer), game.len());
        (viewer, chapters, moments, last, offered.catalogue().title.clone())
    };
    let missing = || ServiceError::NotFound(format!("report {number}"));
    let index = number.checked_sub(1).ok_or_else(missing)?;
    let (from, chapter) = chapters.get(index).cloned().ok_or_else(missing)?;
    let until = match chapters.get(number) {
        Some((next, _)) => next.saturating_sub(1).max(from),
        None => last,
    };
    let blocks = app.tables.report(&table, from..=until, viewer, client).await?;
    let until = moments.number(until);
    let heading = format!("{title}: {chapter}");
    let layout = Layout { title: &heading, scripts: &[], class: "report" };
    let content = html! {
        main #main {
            h1 { (heading) }
            nav aria-label="Reports" { (report_links(&table.id, &viewer.to_string(), &chapters, Some(number))) }
            div.page-of-report {
                div.map {
                    img src=(format!("/t/{id}/picture/{until}.svg?as={viewer}&bare=true"))
                        alt=(format!("The board at the end of {chapter}"));
                    p.row {
                        a.button href=(format!("/t/{id}")) { "To the table" }
                        a.button href=(format!("/t/{id}/replay?as={viewer}#{until}")) { "Step by step" }
                    }
                }
                div { @for part in blocks.chunk_by(both_said) { div.sheet { @for block in part { (sheets::block(block, &chapter)) } } } }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

/// Whether two parts of a report that follow each other are told in sentences: these stand on one sheet.
fn both_said(one: &Block, other: &Block) -> bool {
    matches!((one, other), (Block::Text(_), Block::Text(_)))
}
