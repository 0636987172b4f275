//! My games: where one is asked, where one waits, what is over; and vacations.

use super::clocks;
use super::{Layout, ago};
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnForm, TableView, Visitor};
use crate::identity::Guest;
use crate::settings::Settings;
use crate::store::{Phase, SeatKind, TableListing};
use crate::tables::{VACATION_DAYS, catch_panic};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use clock::{Date, Left, Reliability, Timestamp, Vacations, Zone};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use stage::svg::{Look, Theme};
use table::Seat;
use table::wording::counted;

/// The addresses of one's own games.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/my", get(page))
        .route("/my/turns", get(turns))
        .route("/t/{id}/small.svg", get(small))
        .route("/my/vacation", post(vacation))
}

/// How many games are shown.
const SHOWN: u32 = 200;

/// A game of one's own, and how its time stands.
struct Own {
    listed: TableListing,
    /// The seat through which it is shown.
    seat: Option<Seat>,
    /// Whether one is asked.
    asked: bool,
    left: Option<Left>,
}

async fn page(State(app): State<AppState>, visitor: Visitor) -> Result<HtmlPage, HtmlError> {
    let guest = &visitor.guest;
    let now = app.tables.time();
    let mine = match guest.new {
        true => Vec::new(),
        false => app.tables.store().tables_of(&guest.id, SHOWN).await?,
    };
    let mut own = Vec::new();
    for listed in mine.into_iter().filter(|listed| listed.table.lesson.is_empty()) {
        own.push(of(&app, listed, guest, now).await);
    }
    let (over, on): (Vec<Own>, Vec<Own>) =
        own.into_iter().partition(|own| own.listed.table.phase == Phase::Over);
    let (open, playing): (Vec<Own>, Vec<Own>) =
        on.into_iter().partition(|own| own.listed.table.phase == Phase::Open);
    let (mut asked, waiting): (Vec<Own>, Vec<Own>) = playing.into_iter().partition(|own| own.asked);
    // What has no clock comes after what has, the longest wait first.
    let urgency = |own: &Own| {
        let due = own.left.map_or(Timestamp::MAX, |left| left.deadline.until);
        (due, own.listed.table.told_at)
    };
    asked.sort_by_key(urgency);
    let vacations = match guest.new {
        true => Vacations::new(VACATION_DAYS, Zone::UTC),
        false => app.tables.vacations(&guest.id).await?,
    };
    let own_zone = match guest.new {
        true => String::new(),
        false => Settings::read(&app.tables.store().person(&guest.id).await?.settings).zone,
    };
    let reliability = app.tables.reliability(guest).await?;
    let list = |id: &str, title: &str, empty: &str, games: &[Own]| {
        html! {
            @if !games.is_empty() || !empty.is_empty() {
                section.tables aria-labelledby=(id) {
                    h2 id=(id) { (title) @if !games.is_empty() { span.quiet { " (" (games.len()) ")" } } }
                    @if games.is_empty() { p.quiet { (empty) } }
                    ul { @for own in games { (line(&app, own)) } }
                }
            }
        }
    };
    let (known, seeks) = match guest.new {
        true => (Vec::new(), Vec::new()),
        false => {
            let mut seeks = app.tables.seeks_for(&guest.id).await?;
            seeks.retain(|row| row.person == guest.id);
            (app.tables.store().friends(&guest.id).await?, seeks)
        }
    };
    let invitations = super::invitations::invitations(&app, &visitor, "/my").await?;
    let layout =
        Layout { title: "My games", scripts: &["my.js", "seeking.js"], class: "lobby my-games" };
    let content = html! {
        main #main data-now=(now.as_millisecond()) {
            h1 { "My games" }
            @if guest.new {
                p { "Nobody has played in this browser yet. Games at which you sit down stand here; if you have played elsewhere, "
                    a href="/sign-in" { "sign in" } "." }
            }
            (invitations)
            (super::friends::asking(&visitor, &known, "/my"))
            (list("my-turn", "Your turn", "Nobody waits for you.", &asked))
            (list("my-waiting", "Waiting for others", "", &waiting))
            (list("my-open", "Not begun yet", "", &open))
            (super::seeks::list(&app, &visitor, &seeks))
            (vacation_section(&visitor, &vacations, &own_zone, now))
            (reliability_section(&reliability))
            @if !guest.new { p { a href="/me/statistics" { "Your statistics" } " · " a href="/ratings" { "Ratings" } " · " a href="/cups" { "Cups" } } }
            (list("my-finished", "Finished", "", &over))
            @if asked.is_empty() && waiting.is_empty() && open.is_empty() {
                p { a.button href="/" { "To the lobby" } }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

/// A listed table as one's own.
async fn of(app: &AppState, listed: TableListing, guest: &Guest, now: Timestamp) -> Own {
    let holds = |seat: &&Seat| {
        let row = listed.seats.get(seat.index());
        row.is_some_and(|row| row.kind == SeatKind::Person && row.holder == guest.id)
    };
    let asked_seat = listed.table.deciding.iter().find(holds).copied();
    let held = listed.seats.iter().map(|row| row.seat).find(|seat| holds(&seat));
    let keeper = app.tables.listed_keeper(&listed.table).await;
    let left = keeper.and_then(|keeper| match asked_seat {
        Some(seat) => keeper.left(seat, now),
        None => keeper.deadlines().first().and_then(|first| keeper.left(first.seat, now)),
    });
    Own { seat: asked_seat.or(held), asked: asked_seat.is_some(), listed, left }
}

/// A game in a list: its board in small, who plays, how it stands, and how much time there is.
fn line(app: &AppState, own: &Own) -> Markup {
    let (table, seats) = (&own.listed.table, &own.listed.seats);
    let offered = app.tables.games().find(&table.game).ok();
    let title = offered.map_or(table.game.as_str(), |offered| &offered.catalogue().title);
    let names: Vec<&str> = seats
        .iter()
        .map(|seat| match seat.kind {
            SeatKind::Open => "free seat",
            SeatKind::Link => "invited",
            _ => seat.name.as_str(),
        })
        .collect();
    let asked = table.deciding.iter().filter_map(|seat| seats.get(seat.index()));
    let asked: Vec<&str> = asked.map(|seat| seat.name.as_str()).take(4).collect();
    let eyes = own.seat.map_or("table".to_string(), |seat| seat.to_string());
    let picture = match table.phase {
        Phase::Open => super::card::illustration(&table.game),
        _ => format!("/t/{}/small.svg?as={eyes}", table.id),
    };
    html! {
        li.your-turn[own.asked] {
            img src=(picture) alt="" width="64" height="64" loading="lazy";
            div {
                a href=(format!("/t/{}", table.id)) { (title) }
                span.seated { (names.join(", ")) }
                span.stands {
                    @match table.phase {
                        Phase::Open => { "Waiting for players · opened " (ago(table.created)) }
                        Phase::Over => { (table.ended) " · " (ago(table.moved)) }
                        Phase::Playing => {
                            @if own.asked { b { "Your turn" } } @else { "Waiting for " (asked.join(", ")) }
                            " · last news " (ago(table.told_at))
                        }
                    }
                }
                @if let Some(left) = &own.left { (time_left(left)) }
                @else if let Some(clock) = clocks::in_short(table) { span.time { "Clock: " (clock) } }
            }
        }
    }
}

/// How much time is left, in words that scripts keep up to date.
pub(super) fn time_left(left: &Left) -> Markup {
    let deadline = left.deadline;
    html! {
        span.time {
            time data-due=(deadline.due.as_millisecond()) data-until=(deadline.until.as_millisecond())
                data-stands=[left.stands_until.map(|until| until.as_millisecond())]
                datetime=(deadline.due) { (left.words(&Zone::UTC)) " UTC" }
        }
    }
}

/// Vacations: those that are taken, and a form for another. Whoever has taken none is offered the zone of their settings.
fn vacation_section(
    visitor: &Visitor,
    vacations: &Vacations,
    own_zone: &str,
    now: Timestamp,
) -> Markup {
    let zone = vacations.zone();
    let first = vacations.days().next().is_none();
    let offered = match own_zone.is_empty() || !first {
        true => zone.to_string(),
        false => own_zone.to_string(),
    };
    let today = zone.wall(now).date();
    let year = today.year();
    let ahead: Vec<(Date, Date)> = vacations.days().filter(|(_, last)| *last >= today).collect();
    let away = vacations.until(now);
    let form = |deed: &str, fields: Markup| {
        html! {
            form.row method="post" action="/my/vacation" {
                (visitor.form_key())
                input type="hidden" name="deed" value=(deed);
                (fields)
            }
        }
    };
    html! {
        section #vacation aria-labelledby="vacation-title" {
            h2 #vacation-title { "Vacation" }
            p.quiet {
                "No deadline of yours falls into a vacation, at any table whose clock says so. "
                (vacations.left(year)) " of " (VACATION_DAYS) " days are left in " (year) "."
            }
            @if let Some(until) = away {
                (form("back", html! {
                    p { "You are on vacation until " (clock::when(until, now, zone)) "." }
                    button { "I am back" }
                }))
            }
            @for (first, last) in ahead.iter().filter(|(first, _)| *first > today) {
                (form("cancel", html! {
                    input type="hidden" name="first" value=(first);
                    span { (first) " to " (last) }
                    button { "Give it back" span.sr { ": " (first) " to " (last) } }
                }))
            }
            (form("take", html! {
                label for="first-day" { "From" }
                input #first-day type="date" name="first" value=(today) min=(today) required;
                label for="last-day" { "to" }
                input #last-day type="date" name="last" value=(today) min=(today) required;
                label for="zone" { "by the clock of" }
                input #zone name="zone" value=(offered) maxlength="60" autocomplete="off" spellcheck="false"
                    data-own=[(first && own_zone.is_empty()).then_some("")];
                button { "Take it" }
            }))
        }
    }
}

/// How reliable somebody is.
fn reliability_section(known: &Reliability) -> Markup {
    let answers = known.kept + known.late + known.missed;
    html! {
        @if answers + known.finished + known.left > 0 {
            section #reliability aria-labelledby="reliability-title" {
                h2 #reliability-title { "Reliability" }
                p {
                    @match known.percent() {
                        Some(percent) => { b { (percent) " of 100" } ". " }
                        None => { "Not enough is known yet. " }
                    }
                    "With a clock you have answered " (counted(i64::from(known.kept), "time", "times")) " in time, "
                    (counted(i64::from(known.late), "time", "times")) " late, and "
                    (counted(i64::from(known.missed), "time", "times")) " not; you have finished "
                    (counted(i64::from(known.finished), "such game", "such games")) " and left " (known.left) "."
                }
            }
        }
    }
}

/// The board of a table as it stands, in small.
async fn small(TableView { table, state, viewer, .. }: TableView) -> Result<Response, HtmlError> {
    let game = state.game()?;
    let drawing = catch_panic(&table.id, || {
        let mut scene = game.scene(viewer);
        scene.prompt = None;
        let look = Look { panels: false, ..Look::picture(Theme::Auto, 400) };
        stage::svg::document(&scene, &look)
    })?;
    Ok(super::pictures::answer(drawing))
}

/// At how many tables one is asked, and how many people wait for an answer besides.
async fn turns(State(app): State<AppState>, guest: Guest) -> Result<Json<Value>, JsonError> {
    let (turns, asking) = match guest.new {
        true => (0, 0),
        false => (
            app.tables.store().turns_of(&guest.id).await?.len(),
            super::invitations::asking(&app, &guest.id).await?,
        ),
    };
    Ok(Json(json!({ "turns": turns, "asking": asking })))
}

#[derive(Deserialize)]
struct VacationForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    deed: String,
    #[serde(default)]
    first: String,
    #[serde(default)]
    last: String,
    #[serde(default)]
    zone: String,
}

impl Keyed for VacationForm {
    fn key(&self) -> &str {
        &self.key
    }
}

fn day(field: &str) -> Result<Date, ServiceError> {
    let bad = |_| ServiceError::BadRequest(format!("`{field}` is no day: write 2026-12-24."));
    field.trim().parse().map_err(bad)
}

async fn vacation(
    State(app): State<AppState>,
    OwnForm { guest, form }: OwnForm<VacationForm>,
) -> Result<Response, HtmlError> {
    match form.deed.as_str() {
        "take" => {
            let (first, last) = (day(&form.first)?, day(&form.last)?);
            let zone = form.zone.parse::<Zone>();
            let zone = zone.map_err(|fault| ServiceError::BadRequest(fault.to_string()))?;
            let take = |own: &mut Vacations, now| {
                own.move_to(zone.clone());
                own.take(first, last, now)
            };
            app.tables.change_vacations(&guest, take).await?;
        }
        "back" => {
            let back = |own: &mut Vacations, now| {
                own.come_back(now);
                Ok(())
            };
            app.tables.change_vacations(&guest, back).await?;
        }
        "cancel" => {
            let first = day(&form.first)?;
            let cancel = |own: &mut Vacations, now| match own.cancel(first, now) {
                true => Ok(()),
                false => Err(clock::Fault::NotNow("There is no such vacation to give back.")),
            };
            app.tables.change_vacations(&guest, cancel).await?;
        }
        _ => return Err(ServiceError::BadRequest("Nothing is asked for.".into()).into()),
    }
    Ok(redirect("/my#vacation", None))
}
