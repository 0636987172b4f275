//! Clocks for people: chosen when a table is opened, told beforehand, and what players do about time.

use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnForm, Query, TablePath, TableView, Visitor};
use crate::games::OfferedGame;
use crate::limits::LimitedAction;
use crate::store::{Phase, SeatRow, TableRow};
use crate::tables::{Decider, TableState, strength_within};
use crate::web::{AppState, HtmlError, JsonError, redirect};
use axum::extract::State;
use axum::response::{Html, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use clock::{
    Absence, AtDeadline, Clock, Consent, Length, Pace, Part, Spending, Timekeeper, Timestamp, Zone,
    when,
};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use table::Seat;
use table::wording::counted;

/// The addresses of clocks.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/clock", get(check))
        .route("/t/{id}/clock", get(menu))
        .route("/t/{id}/time", post(change))
        .route("/t/{id}/take", post(take))
}

/// Clocks to choose from: the line, and how it is called.
const PRESETS: [(&str, &str); 6] = [
    ("none", "None: as long as anybody wants"),
    ("10m + 10s, warn 1m", "Live: 10 minutes, and 10 seconds a turn"),
    ("30m + 30s, warn 3m", "Live: 30 minutes, and 30 seconds a turn"),
    ("1d + 1d up to 1d, warn 6h, grace 2h", "A day for every turn"),
    (
        "3d + 12h up to 5d, warn 1d, 6h, grace 6h, extensions 2 of 3d by most",
        "3 days, and 12 hours more a turn, up to 5 days",
    ),
    ("calendar", "Tuesdays and Fridays at 18:00"),
];

/// The clocks by which partners are found: the line, and how it is called.
pub fn sought() -> impl Iterator<Item = (&'static str, &'static str)> {
    PRESETS.into_iter().filter(|(line, _)| *line != "calendar")
}

/// The line of a clock that a form has chosen.
pub fn line_of(chosen: &str, own: &str, zone: &str) -> String {
    let zone = if zone.trim().is_empty() { "UTC" } else { zone.trim() };
    match chosen {
        "own" => own.trim().to_string(),
        "calendar" => format!("Tue, Fri 18:00 {zone}, warn 1d, 6h, grace 6h"),
        line => line.to_string(),
    }
}

/// What happens at deadlines as a form has chosen it.
pub fn at_deadline_of(chosen: &str, own: &str) -> String {
    if chosen == "own" { own.trim().to_string() } else { chosen.to_string() }
}

/// How reliable players must be, as a form says it.
pub fn reliable_of(field: &str) -> Result<u32, ServiceError> {
    if field.trim().is_empty() {
        return Ok(0);
    }
    let bad = |_| ServiceError::BadRequest(format!("`{field}` is no number from 0 to 100."));
    field.trim().parse().map_err(bad)
}

/// How much time there is and what happens when it has run out, to be chosen.
pub fn chosen(offered: &OfferedGame) -> Markup {
    let usual = offered.game.usual_bot();
    let bot = strength_within(usual);
    let happens = [
        ("lapse".to_string(), "the game goes on as its rules say".to_string()),
        (
            format!("lapse, after 2 bot {usual}"),
            format!("the same twice in a row, then a bot ({bot}) plays on"),
        ),
        (format!("bot {usual}"), format!("a bot ({bot}) plays on until they are back")),
        ("open".into(), "anybody may take the seat".into()),
        ("resign".into(), "the seat is given up, and the others play on".into()),
    ];
    html! {
        div.clock-form {
            label for="clock" { "Clock" }
            select #clock name="clock" {
                @for (line, words) in PRESETS { option value=(line) { (words) } }
                option value="own" { "Another one, written as a line" }
            }
            label.own-line for="clock-line" { "The line of the clock" }
            input.own-line #clock-line name="clock_line" maxlength="400" autocomplete="off" spellcheck="false"
                placeholder="3d + 12h up to 5d, warn 1d, grace 6h" aria-describedby="clock-words";
            label.zone for="zone" { "Time zone" }
            input.zone #zone name="zone" maxlength="60" autocomplete="off" spellcheck="false" value="UTC"
                aria-describedby="clock-words";
            p #clock-words.quiet role="status" {}
            label.runs for="at-deadline" { "If somebody's time runs out" }
            select.runs #at-deadline name="at_deadline" {
                @for (line, words) in &happens { option value=(line) { (words) } }
            }
            label.runs for="reliable" { "Players must have kept" }
            select.runs #reliable name="reliable" {
                option value="0" { "anything: all are welcome" }
                @for percent in [70, 80, 90, 95] { option value=(percent) { (percent) " of 100 deadlines and games" } }
            }
            p.quiet.runs { "A bot that plays for somebody spends nothing scarce. Nobody of whom less than ten answers are known is turned away. "
                a href="/help/clocks" { "About clocks" } }
        }
    }
}

/// A clock in a sentence or two.
pub fn in_words(clock: &Clock) -> String {
    let settings = clock.settings();
    let pace = match &settings.pace {
        Pace::None => return "There is no clock.".into(),
        Pace::Live { bank, increment, delay } => {
            let free = match delay.is_none() {
                true => String::new(),
                false => format!("; the first {} of a turn are free", delay.words()),
            };
            format!("{}{free}", bank_in_words(*bank, *increment))
        }
        Pace::Correspondence { bank, increment, cap } if bank == increment && bank == cap => {
            format!("{} for every turn", bank.words())
        }
        Pace::Correspondence { bank, increment, cap } => {
            format!("{}, at most {}", bank_in_words(*bank, *increment), cap.words())
        }
        Pace::Calendar(calendar) => {
            let hours = calendar.hours.iter();
            let hours: Vec<String> = hours
                .map(|hour| format!("{} {}:{:02}", hour.days, hour.hour, hour.minute))
                .collect();
            format!(
                "Turns are due {} ({}), {} after the question at the earliest",
                hours.join(" and "),
                settings.zone,
                calendar.least.words()
            )
        }
    };
    let mut told = format!("{pace}.");
    for (part, length) in &settings.parts {
        let Part::Rounds(first, last) = part else { continue };
        let rounds = match first == last {
            true => format!("round {first}"),
            false => format!("rounds {first} to {last}"),
        };
        told += &match settings.pace {
            Pace::Calendar(_) => format!(" In {rounds} it is {} at the earliest.", length.words()),
            _ => format!(" In {rounds} a turn brings {}.", length.words()),
        };
    }
    if !settings.holidays.is_empty() {
        let days: Vec<String> = settings.holidays.iter().map(ToString::to_string).collect();
        told += &format!(" Days that do not count: {}.", days.join(", "));
    }
    if !settings.grace.is_none() {
        told += &format!(" An answer is taken for {} after that.", settings.grace.words());
    }
    if !settings.warnings.is_empty() {
        let before: Vec<String> = settings.warnings.iter().map(|before| before.words()).collect();
        told +=
            &format!(" Whoever is asked is warned {} before the deadline.", before.join(" and "));
    }
    if let Some(extensions) = settings.extensions {
        let agree = match extensions.consent {
            Consent::All => "all others agree",
            Consent::Most => "more than half of the others agree",
            Consent::One => "another player agrees",
        };
        let times = counted(extensions.times, "time", "times");
        told += &format!(
            " If {agree}, a seat gets more time, up to {} at once and {times} in a game.",
            extensions.longest.words()
        );
    }
    if settings.vacations {
        told += " No deadline falls into a vacation.";
    }
    told
}

fn bank_in_words(bank: Length, increment: Length) -> String {
    match increment.is_none() {
        true => format!("{} for the whole game", bank.words()),
        false => format!("{}, and {} more with every turn", bank.words(), increment.words()),
    }
}

/// What happens at deadlines, in a sentence.
pub fn absence_in_words(absence: &Absence) -> String {
    let happens = |happens: &AtDeadline| match happens {
        AtDeadline::Lapse => "the game goes on as its rules say when nobody answers".to_string(),
        AtDeadline::Bot { strength: bot, spending } => {
            let spends = match spending {
                Spending::Never => "spends nothing scarce",
                Spending::Freely => "may spend what is scarce",
            };
            format!("a bot ({}) plays on until they are back, and {spends}", strength_within(bot))
        }
        AtDeadline::Open => "anybody may take the seat".into(),
        AtDeadline::Resign => "the seat is given up, and the others play on".into(),
    };
    let first = happens(&absence.first);
    match &absence.then {
        None => format!("If somebody's time runs out, {first}."),
        Some((after, then)) => format!(
            "If somebody's time runs out, {first}; after {after} in a row {}.",
            happens(then)
        ),
    }
}

/// What those are told beforehand who sit down at a table: its clock, or how long an absent player is waited for.
pub fn rule(row: &TableRow) -> String {
    let asked = match row.reliable {
        0 => String::new(),
        percent => format!(" Players must have kept {percent} of 100 deadlines and games."),
    };
    match row.running_clock() {
        Some(clock) => {
            format!("{} {}{asked}", in_words(&clock), absence_in_words(&row.at_deadlines()))
        }
        None => format!("{}{asked}", row.absence.rule()),
    }
}

/// A clock in a few words, for lists; nothing if there is none.
pub fn in_short(row: &TableRow) -> Option<String> {
    let clock = row.running_clock()?;
    Some(match &clock.settings().pace {
        Pace::Calendar(_) => {
            let line = clock.to_string();
            line.split(", warn")
                .next()
                .unwrap_or_default()
                .split(", grace")
                .next()
                .unwrap_or_default()
                .to_string()
        }
        Pace::Correspondence { bank, increment, cap } if bank == increment && bank == cap => {
            format!("{bank} a turn")
        }
        _ => clock.to_string().split(',').next().unwrap_or_default().to_string(),
    })
}

#[derive(Deserialize)]
struct ClockQuery {
    #[serde(default)]
    chosen: String,
    #[serde(default)]
    line: String,
    #[serde(default)]
    zone: String,
}

/// What a clock means that somebody writes, or what is wrong with it.
async fn check(
    State(app): State<AppState>,
    Query(wanted): Query<ClockQuery>,
) -> Result<Json<Value>, JsonError> {
    let line = line_of(&wanted.chosen, &wanted.line, &wanted.zone);
    let told = match app.tables.clock_of(&line) {
        Ok(clock) => json!({ "ok": true, "words": in_words(&clock), "line": clock.to_string() }),
        Err(ServiceError::BadRequest(fault)) => json!({ "ok": false, "words": fault }),
        Err(error) => return Err(error.into()),
    };
    Ok(Json(told))
}

/// How the time of a table stands, and what players can do about it.
async fn menu(
    State(app): State<AppState>,
    TableView { state, .. }: TableView<JsonError>,
    visitor: Visitor,
) -> Result<Html<String>, JsonError> {
    Ok(Html(time_menu(&app, &visitor, &state).into_string()))
}

/// What the seats of a table have, and what players can do about it.
pub(super) fn time_menu(app: &AppState, visitor: &Visitor, state: &TableState) -> Markup {
    let Some(keeper) = &state.keeper else {
        return html! { p.quiet { "No clock runs at this table." } };
    };
    let (now, zone) = (app.tables.time(), &keeper.clock().settings().zone);
    let mine = state.own_seats(&visitor.guest);
    let own = mine.iter().find(|seat| keeper.deadline(**seat).is_some()).or(mine.first());
    html! {
        p { (in_words(keeper.clock())) " " (absence_in_words(&state.row.at_deadlines())) }
        ul.times {
            @for row in &state.seats {
                @if let Some(words) = seat_time(keeper, row, now, zone) { li { b { (row.name) } ": " (words) } }
            }
        }
        @if let Some(until) = keeper.paused(now) { p { "The table pauses until " (when(until, now, zone)) "." } }
        @if let Some(seat) = own { (time_forms(visitor, state, keeper, *seat, now)) }
    }
}

/// The time of a seat in words; nothing of a bot.
fn seat_time(keeper: &Timekeeper, row: &SeatRow, now: Timestamp, zone: &Zone) -> Option<String> {
    if let Some(left) = keeper.left(row.seat, now) {
        let left = left.words(zone);
        return Some(match keeper.later_by_vacation(row.seat, now) {
            Some(until) => format!(
                "{left}, since their vacation until {} does not count",
                when(until, now, zone)
            ),
            None => left,
        });
    }
    if row.person().is_empty() {
        return None;
    }
    if keeper.covered(row.seat) {
        return Some("away".into());
    }
    Some(match keeper.bank(row.seat) {
        Some(bank) => format!("{}, and not asked now", bank.words()),
        None => "not asked now".into(),
    })
}

fn time_forms(
    visitor: &Visitor,
    state: &TableState,
    keeper: &Timekeeper,
    seat: Seat,
    now: Timestamp,
) -> Markup {
    let id = &state.row.id;
    let form = |deed: &str, fields: Markup| {
        html! {
            form.row method="post" action=(format!("/t/{id}/time")) {
                (visitor.form_key())
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="deed" value=(deed);
                (fields)
            }
        }
    };
    let zone = &keeper.clock().settings().zone;
    let wishes = state.seats.iter().filter_map(|row| {
        let (length, granted) = keeper.wished(row.seat)?;
        Some((row, length, granted.has(seat)))
    });
    let wishes: Vec<(&SeatRow, Length, bool)> = wishes.collect();
    html! {
        @for (row, length, granted) in wishes {
            @if row.seat == seat {
                p.quiet { "You have asked the others for " (length.words()) " more." }
            } @else {
                (form("grant", html! {
                    input type="hidden" name="of" value=(row.seat);
                    input type="hidden" name="length" value=(length);
                    span { (row.name) " asks for " (length.words()) " more." }
                    @if granted { span.quiet { "You grant it." } }
                    @else {
                        button name="answer" value="yes" { "Grant it" }
                        button name="answer" value="no" { "Do not" }
                    }
                }))
            }
        }
        @if let Some(extensions) = keeper.clock().settings().extensions {
            @if keeper.deadline(seat).is_some() && keeper.wished(seat).is_none() {
                (form("ask", html! {
                    label for="more-time" { "Ask the others for more time" }
                    input #more-time name="length" value=(extensions.longest) size="8" maxlength="40";
                    button { "Ask" }
                }))
            }
        }
        @match (keeper.paused(now), keeper.proposal()) {
            (Some(_), _) => {
                (form("resume", html! {
                    @if keeper.resumed_by().has(seat) { span.quiet { "You wish to go on: the others are asked." } }
                    @else { button { "Go on before the pause is over" } }
                }))
            }
            (None, Some((until, agreed))) if until > now => {
                (form("agree", html! {
                    input type="hidden" name="until" value=(until);
                    span { "A pause until " (when(until, now, zone)) " is proposed." }
                    @if agreed.has(seat) {
                        span.quiet { "You agree." }
                        button name="answer" value="no" { "Take it back" }
                    } @else {
                        button { "Agree" }
                        button name="answer" value="no" { "Decline" }
                    }
                }))
            }
            _ => {
                (form("pause", html! {
                    label for="pause-length" { "Propose a pause of" }
                    input #pause-length name="length" value="3d" size="8" maxlength="40";
                    button { "Propose" }
                }))
            }
        }
        p.quiet { "A pause begins when all agree. Vacations are taken on " a href="/my#vacation" { "My games" } "." }
    }
}

#[derive(Deserialize)]
struct TimeForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    deed: String,
    #[serde(default)]
    of: String,
    #[serde(default)]
    answer: String,
    #[serde(default)]
    length: String,
    #[serde(default)]
    until: String,
}

impl Keyed for TimeForm {
    fn key(&self) -> &str {
        &self.key
    }
}

fn seat_of(field: &str) -> Result<Seat, ServiceError> {
    field.parse().map_err(ServiceError::BadRequest)
}

/// A length of time that somebody has written.
pub fn length_of(field: &str) -> Result<Length, ServiceError> {
    field.parse().map_err(|fault: clock::Fault| ServiceError::BadRequest(fault.to_string()))
}

async fn change(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    client: Client,
    OwnForm { guest, form }: OwnForm<TimeForm>,
) -> Result<Response, HtmlError> {
    app.limiter.check_person(LimitedAction::Talk, &guest.id, client)?;
    app.tables.notice(&table, &guest.id);
    let by = (seat_of(&form.seat)?, Decider::Guest(guest.id));
    match form.deed.as_str() {
        "ask" => app.tables.ask_for_time(&table, by, length_of(&form.length)?).await?,
        "grant" => {
            let length = match form.answer.as_str() {
                "yes" => Some(length_of(&form.length)?),
                _ => None,
            };
            app.tables.answer_for_time(&table, by, seat_of(&form.of)?, length).await?;
        }
        "pause" => {
            let until = length_of(&form.length)?.after(app.tables.time());
            app.tables.pause_time(&table, by, until, false).await?;
        }
        "agree" => {
            let until: Timestamp = form.until.parse().map_err(|_| {
                ServiceError::BadRequest("Say until when the pause is that you mean.".into())
            })?;
            match form.answer.as_str() {
                "no" => app.tables.decline_pause(&table, by, until).await?,
                _ => app.tables.pause_time(&table, by, until, true).await?,
            }
        }
        "resume" => app.tables.resume_time(&table, by).await?,
        _ => return Err(ServiceError::BadRequest("Nothing is asked for.".into()).into()),
    }
    Ok(redirect(&table.url(), None))
}

#[derive(Deserialize)]
struct TakeForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    seat: String,
}

impl Keyed for TakeForm {
    fn key(&self) -> &str {
        &self.key
    }
}

/// Somebody plays on in the seat of a player who did not answer.
async fn take(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, form }: OwnForm<TakeForm>,
) -> Result<Response, HtmlError> {
    let name = app.guest_name(&guest).await?;
    app.tables.take_open_seat(&table, seat_of(&form.seat)?, &guest.id, &name).await?;
    Ok(redirect(&table.url(), None))
}

/// Seats that anybody may take, if there are some and the visitor may.
pub(super) fn offered_seats(visitor: &Visitor, state: &TableState) -> Markup {
    let offered = state.seats.iter().filter(|row| state.is_offered(row));
    let offered: Vec<&SeatRow> = offered.collect();
    let may = !state.has_had_a_seat(&visitor.guest.id)
        && !state.is_referee(&visitor.guest)
        && state.row.phase == Phase::Playing;
    html! {
        @for row in offered.into_iter().filter(|_| may) {
            form.row.offered method="post" action=(format!("/t/{}/take", state.row.id)) {
                (visitor.form_key())
                input type="hidden" name="seat" value=(row.seat);
                p { (row.name) " has not answered: anybody may play on in this seat." }
                button.main { "Take the seat of " (row.name) }
            }
        }
    }
}
