//! The interface for programs: JSON over HTTP, with a token per seat, or a person's own.

mod people;
mod sandbox;
mod sitting;

use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{JsonBody, Path, Query, TablePath, ViewerQuery};
use crate::frame;
use crate::games::OfferedGame;
use crate::gzip::gzip_stream;
use crate::identity::{self, Guest, bearer_token};
use crate::limits::LimitedAction;
use crate::pages::Terms;
use crate::protocol::{SeatPlanSheet, SeedPromise};
use crate::store::{Phase, SeatKind, SeatRow, TableListing};
use crate::stream;
use crate::tables::{
    Decider, DecisionReceipt, Luck, NewTable, SeatRequest, TableGuard, TableHandle, catch_panic,
    no_seat, random_bytes,
};
use crate::web::{AppState, JsonError};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use clock::{Timekeeper, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use table::{Seat, Status, Viewer};

/// The addresses for programs.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/openapi.json", get(description))
        .route("/api/games", get(games))
        .route("/api/games/{game}", get(game))
        .route("/api/promise", get(promise))
        .route("/api/tables", get(tables).post(open))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/view", get(view))
        .route("/api/tables/{id}/legal", get(legal))
        .route("/api/tables/{id}/log", get(log))
        .route("/api/tables/{id}/act", post(act))
        .route("/api/tables/{id}/undo", post(undo))
        .route("/api/tables/{id}/talk", get(sitting::earlier_talk).post(talk))
        .route("/api/tables/{id}/time", post(time))
        .route("/api/tables/{id}/plan", get(plan).put(set_plan))
        .route("/api/tables/{id}/stream", get(follow))
        .route("/api/tables/{id}/record", get(record))
        .merge(people::routes())
        .merge(sandbox::routes())
        .merge(sitting::routes())
        .route("/api/{*rest}", any(nowhere))
}

async fn nowhere() -> JsonError {
    JsonError(ServiceError::NotFound("such address".into()))
}

async fn description() -> Response {
    let head = [(header::CONTENT_TYPE, "application/json")];
    (head, include_str!("../client/openapi.json")).into_response()
}

async fn games(State(app): State<AppState>) -> Json<Value> {
    let game = |offered: &OfferedGame| {
        let catalogue = offered.catalogue();
        json!({
            "id": offered.id(),
            "title": catalogue.title,
            "summary": catalogue.summary,
            "editions": offered.own_editions(),
        })
    };
    let list: Vec<Value> = app.tables.games().all().iter().map(game).collect();
    Json(json!({ "games": list }))
}

#[derive(Deserialize)]
struct EditionQuery {
    #[serde(default)]
    edition: String,
}

/// What a game offers, in the house edition or in the one that is named.
async fn game(
    State(app): State<AppState>,
    Path(game): Path<String>,
    Query(wanted): Query<EditionQuery>,
) -> Result<Json<Value>, JsonError> {
    let offered = app.tables.games().find(&game)?;
    Ok(Json(json!({
        "catalogue": offered.edition(&wanted.edition)?.catalogue,
        "bots": offered.game.bots(),
        "editions": offered.own_editions(),
        "faulty_editions": offered.faulty_editions(),
    })))
}

fn table_json(state: &TableListing) -> Value {
    let (row, seats) = (&state.table, &state.seats);
    json!({
        "id": row.id,
        "game": row.game,
        "scenario": row.scenario,
        "options": row.options,
        "state": row.phase,
        "created": row.created,
        "moved": row.told_at,
        "steps": row.told_steps,
        "deciding": row.deciding.iter().map(|seat| seat.0 + 1).collect::<Vec<_>>(),
        "ended": row.ended,
        "commitment": row.commitment,
        "contributions": row.contributions.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "referee": row.referee_name,
        "absence": row.absence.word(),
        "clock": row.clock,
        "at_deadline": row.at_deadline,
        "reliable": row.reliable,
        "rated": row.rated,
        "sandboxes": row.sandboxes,
        "private_talk": row.whispers,
        "seats": seats.iter().map(seat_json).collect::<Vec<_>>(),
    })
}

fn seat_json(seat: &SeatRow) -> Value {
    json!({ "seat": seat.seat.0 + 1, "kind": seat.kind, "name": seat.name, "bot": seat.bot })
}

#[derive(Deserialize)]
struct TablesQuery {
    #[serde(default)]
    state: String,
}

async fn tables(
    State(app): State<AppState>,
    Query(which): Query<TablesQuery>,
) -> Result<Json<Value>, JsonError> {
    let state = match which.state.as_str() {
        "open" => Phase::Open,
        "" | "playing" => Phase::Playing,
        "over" => Phase::Over,
        other => {
            let problem = format!("`{other}` is no state: say open, playing or over");
            return Err(ServiceError::BadRequest(problem).into());
        }
    };
    let list = app.tables.store().listed(state, 100).await?;
    Ok(Json(json!({ "tables": list.iter().map(table_json).collect::<Vec<_>>() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTableBody {
    game: String,
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    edition: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    seats: Vec<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    shuffled: bool,
    #[serde(default)]
    listed: bool,
    #[serde(default)]
    absence: String,
    #[serde(default)]
    clock: String,
    #[serde(default)]
    at_deadline: String,
    #[serde(default)]
    reliable: u32,
    #[serde(default)]
    rated: bool,
    #[serde(default = "yes")]
    sandboxes: bool,
    #[serde(default)]
    private_talk: bool,
    #[serde(default)]
    promise: String,
    #[serde(default)]
    contribution: String,
}

fn yes() -> bool {
    true
}

/// For whom promises of seeds to programs are made: they have no name before they open a table.
const PROGRAMS: &str = "programs";

/// A seed that the server is bound to, for a table that a program is about to open.
async fn promise(State(app): State<AppState>) -> Result<Json<SeedPromise>, JsonError> {
    let offer = app.tables.keys().offer(PROGRAMS)?;
    Ok(Json(SeedPromise { commitment: offer.commitment, sealed: offer.sealed }))
}

/// Opens a table, hosted by the person whose token the request brings, or by a guest of its own. Seats for `me` and `link` come
/// back with their tokens, so that a program can hand them out.
async fn open(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    JsonBody(new): JsonBody<NewTableBody>,
) -> Result<Json<Value>, JsonError> {
    let person = match identity::comes_by_token(&headers) {
        true => Some(app.person(&headers).await?),
        false => None,
    };
    let opening = match &person {
        Some(person) => app.new_table(person, client).await?,
        None => app.new_table_of_program(client).await?,
    };
    let name = match &person {
        Some(person) => app.guest_name(person).await?,
        None if new.name.is_empty() => "Program".into(),
        None => identity::valid_name(&new.name)?,
    };
    let offered = app.tables.games().find(&new.game)?;
    let edition = offered.edition(&new.edition)?;
    let scenario = match (new.scenario.as_str(), edition.catalogue.scenarios.first()) {
        ("", Some(first)) => first.id.clone(),
        (id, _) => id.to_string(),
    };
    let seats: Vec<SeatRequest> =
        new.seats.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    let own = |seat: &SeatRequest| matches!(seat, SeatRequest::Me | SeatRequest::Beside(_));
    let seats_its_host = seats.iter().any(own);
    let wish = NewTable {
        game: new.game,
        edition: new.edition,
        scenario,
        options: new.options,
        seats,
        shuffled: new.shuffled,
        listed: new.listed,
        referee: false,
        absence: crate::pages::absence(&new.absence)?,
        clock: new.clock,
        at_deadline: new.at_deadline,
        reliable: new.reliable,
        rated: new.rated,
        sandboxes: new.sandboxes,
        whispers: new.private_talk,
        client: Some(client),
    };
    let luck = Luck {
        seed: app.tables.keys().redeem(PROGRAMS, &new.promise)?,
        contribution: random_bytes(&new.contribution)?,
    };
    let host = match &person {
        Some(person) => person.id.clone(),
        // A guest of its own, whom no browser knows.
        None => crate::secret::random_token(24)?,
    };
    if person.is_none() && !seats_its_host {
        let guest = Guest { new: true, ..Guest::of_id(host.as_str()) };
        app.tables.rename_guest(&guest, &name).await?;
    }
    let id = app.tables.open(&host, &name, wish, luck).await?;
    opening.done();
    let table = app.tables.table(&id).await?;
    let state = app.tables.read(&table).await?;
    let seats: Vec<Value> = state
        .seats
        .iter()
        .map(|seat| {
            let mut json = seat_json(seat);
            match seat.kind {
                SeatKind::Person => json["token"] = json!(seat.token),
                SeatKind::Link | SeatKind::Open => {
                    json["link"] = json!(format!("/s/{}", seat.link))
                }
                SeatKind::Bot | SeatKind::Left => {}
            }
            json
        })
        .collect();
    Ok(Json(json!({ "id": id, "seats": seats })))
}

async fn table(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
) -> Result<Json<Value>, JsonError> {
    let state = app.tables.read(&table).await?;
    let listed = TableListing { table: state.row.clone(), seats: state.seats.clone() };
    let mut json = table_json(&listed);
    json["commitment"] = json!(state.commitment());
    Terms::of(app.tables.games(), &state)?.add_to(&mut json);
    for (seat, role) in &state.overseers {
        json["seats"][seat.index()]["role"] = json!(role);
    }
    if let Some(keeper) = &state.keeper {
        json["time"] = time_json(keeper, app.tables.time());
    }
    let results = app.tables.store().results_of(&table.id).await?;
    if !results.is_empty() {
        json["results"] = crate::pages::results_json(&results);
    }
    if let Some(game) = &state.game
        && let Status::Over(outcome) = game.status()
    {
        let winners: Vec<u16> = outcome.winners.iter().map(|seat| seat.0 + 1).collect();
        json["outcome"] = json!({
            "reason": outcome.reason,
            "text": game.conclusion(),
            "ranks": outcome.ranks,
            "scores": outcome.scores,
            "winners": winners,
        });
    }
    Ok(Json(json))
}

/// How the time of a table stands.
fn time_json(keeper: &Timekeeper, now: Timestamp) -> Value {
    let zone = &keeper.clock().settings().zone;
    let deadlines = keeper.deadlines().into_iter().map(|deadline| {
        let left = keeper.left(deadline.seat, now);
        let wish = keeper.wished(deadline.seat);
        json!({
            "seat": deadline.seat.0 + 1,
            "question": deadline.question,
            "due": deadline.due,
            "until": deadline.until,
            "left": left.map(|left| left.words(zone)),
            "stands_until": left.and_then(|left| left.stands_until),
            "asks_for": wish.map(|(length, _)| length),
            "granted_by": wish.map_or(Vec::new(), |(_, by)| by.iter().map(|seat| seat.0 + 1).collect()),
        })
    });
    json!({
        "now": now,
        "deadlines": deadlines.collect::<Vec<_>>(),
        "paused_until": keeper.paused(now),
        "pause_proposed_until": keeper.proposal().map(|(until, _)| until),
        "pause_agreed_by": keeper.proposal().map_or(Vec::new(), |(_, by)| by.iter().map(|seat| seat.0 + 1).collect()),
    })
}

/// What the player of a seat does about time: one of these.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeBody {
    /// Asks the others for so much more.
    ask: Option<String>,
    /// Grants what another seat asks for.
    grant: Option<GrantBody>,
    /// Refuses it.
    refuse: Option<u16>,
    /// Proposes a pause until a time.
    pause: Option<String>,
    /// Agrees to the pause that is proposed until that time.
    agree: Option<String>,
    /// Declines it, or takes back that it was proposed or agreed to.
    decline: Option<String>,
    /// Wishes to go on before a pause is over.
    resume: Option<bool>,
}

/// A moment that somebody has written.
fn moment(field: &str, text: &str) -> Result<Timestamp, ServiceError> {
    text.parse().map_err(|_| {
        let why = format!("`{field}` is no time: write it like 2026-12-24T18:00:00Z.");
        ServiceError::BadRequest(why)
    })
}

/// What is granted to whom.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GrantBody {
    /// The seat, counted from 1.
    seat: u16,
    /// So much as it was seen to ask for.
    length: String,
}

async fn time(
    State(app): State<AppState>,
    TokenPlayer { table, seat, by }: TokenPlayer,
    client: Client,
    JsonBody(wish): JsonBody<TimeBody>,
) -> Result<Json<Value>, JsonError> {
    app.limiter.check_person(LimitedAction::Talk, by.counted(), client)?;
    let by = (seat, by.decider());
    let tables = &app.tables;
    let counted = |seat: u16| {
        let none = || ServiceError::BadRequest("Seats are counted from 1.".into());
        seat.checked_sub(1).map(Seat).ok_or_else(none)
    };
    let TimeBody { ask, grant, refuse, pause, agree, decline, resume } = wish;
    let said = [&ask, &pause, &agree, &decline].into_iter().flatten().count();
    let others = [grant.is_some(), refuse.is_some(), resume.is_some()];
    if said + others.into_iter().filter(|is| *is).count() != 1 || resume == Some(false) {
        let why = "Say one of `ask`, `grant`, `refuse`, `pause`, `agree`, `decline`, and `resume` with true.";
        return Err(ServiceError::BadRequest(why.into()).into());
    }
    if let Some(length) = ask {
        tables.ask_for_time(&table, by, crate::pages::length_of(&length)?).await?;
    } else if let Some(granted) = grant {
        let length = Some(crate::pages::length_of(&granted.length)?);
        tables.answer_for_time(&table, by, counted(granted.seat)?, length).await?;
    } else if let Some(of) = refuse {
        tables.answer_for_time(&table, by, counted(of)?, None).await?;
    } else if let Some(until) = pause {
        tables.pause_time(&table, by, moment("pause", &until)?, false).await?;
    } else if let Some(until) = agree {
        tables.pause_time(&table, by, moment("agree", &until)?, true).await?;
    } else if let Some(until) = decline {
        tables.decline_pause(&table, by, moment("decline", &until)?).await?;
    } else {
        tables.resume_time(&table, by).await?;
    }
    let state = tables.read(&table).await?;
    let now = tables.time();
    Ok(Json(state.keeper.as_ref().map_or(Value::Null, |keeper| time_json(keeper, now))))
}

/// A plan, and the number of the one in whose place it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanBody {
    number: u64,
    plan: plans::Plan,
}

/// What the seat has decided beforehand, and what can be planned with.
async fn plan(
    State(app): State<AppState>,
    TokenPlayer { table, seat, .. }: TokenPlayer,
    client: Client,
) -> Result<Json<SeatPlanSheet>, JsonError> {
    Ok(Json(crate::pages::plan_sheet(app.tables.plan_sheet(&table, seat, client).await?)))
}

async fn set_plan(
    State(app): State<AppState>,
    TokenPlayer { table, seat, by }: TokenPlayer,
    client: Client,
    JsonBody(PlanBody { number, plan }): JsonBody<PlanBody>,
) -> Result<Json<SeatPlanSheet>, JsonError> {
    app.limiter.check_person(LimitedAction::Decisions, by.counted(), client)?;
    let bytes = serde_json::to_string(&plan).map_or(0, |text| text.len());
    app.limiter.check_bytes(client, bytes)?;
    app.tables.set_plan(&table, (seat, by.decider()), number, plan).await?;
    Ok(Json(crate::pages::plan_sheet(app.tables.plan_sheet(&table, seat, client).await?)))
}

/// A table, and through whose eyes it is seen: those of the seat whose token the request brings, or of a seat of the person
/// whose token it brings, by default the one that must decide; else the public's.
struct TokenSeat {
    table: Arc<TableHandle>,
    viewer: Viewer,
    by: Option<TokenHolder>,
}

/// Who brings a token.
#[derive(Clone)]
enum TokenHolder {
    /// Whoever has that of a seat.
    Seat(String),
    /// A person, by theirs.
    Person(Guest),
}

impl TokenHolder {
    fn decider(&self) -> Decider {
        match self {
            TokenHolder::Seat(token) => Decider::Token(token.clone()),
            TokenHolder::Person(guest) => Decider::Guest(guest.id.clone()),
        }
    }

    /// By what it is counted how much they do.
    fn counted(&self) -> &str {
        match self {
            TokenHolder::Seat(token) => token,
            TokenHolder::Person(guest) => &guest.id,
        }
    }
}

impl FromRequestParts<AppState> for TokenSeat {
    type Rejection = JsonError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<TokenSeat, JsonError> {
        let TablePath { table, .. } =
            TablePath::<JsonError>::from_request_parts(parts, app).await?;
        let Some(token) = bearer_token(&parts.headers) else {
            return Ok(TokenSeat { table, viewer: Viewer::Table, by: None });
        };
        if identity::person_token(&parts.headers).is_some() {
            return TokenSeat::of_person(parts, app, table).await;
        }
        let mut found = app.tables.read(&table).await?.seat_of_token(token).cloned();
        if found.is_none() && app.tables.is_shared() {
            // It may have been given out by another server a moment ago.
            let table = app.tables.fresh(&table.id).await?;
            found = app.tables.read(&table).await?.seat_of_token(token).cloned();
        }
        let row = found.ok_or_else(no_seat)?;
        // What a program does in a sandbox is no sign of life at the table.
        if !parts.uri.path().contains("/sandbox") {
            app.tables.notice(&table, &row.holder);
        }
        let by = Some(TokenHolder::Seat(token.to_string()));
        Ok(TokenSeat { table, viewer: Viewer::Seat(row.seat), by })
    }
}

impl TokenSeat {
    async fn of_person(
        parts: &mut Parts,
        app: &AppState,
        table: Arc<TableHandle>,
    ) -> Result<TokenSeat, JsonError> {
        let guest = app.person(&parts.headers).await?;
        let query = Query::<ViewerQuery>::from_request_parts(parts, app).await;
        let Query(wanted) = query.map_err(|rejected| rejected.0)?;
        let state = app.tables.read(&table).await?;
        let viewer = state.viewer(&guest, &wanted.viewer)?;
        // A stream that opens again by itself is no sign of life.
        let path = parts.uri.path();
        if !path.contains("/sandbox") && !path.ends_with("/stream") && !wanted.by_itself {
            app.tables.notice_if_known(&table, &state, &guest);
        }
        drop(state);
        Ok(TokenSeat { table, viewer, by: Some(TokenHolder::Person(guest)) })
    }
}

/// A table and the seat whose token the request brings, or one of the person's whose token it brings, where only a player may
/// ask.
struct TokenPlayer {
    table: Arc<TableHandle>,
    seat: Seat,
    by: TokenHolder,
}

impl FromRequestParts<AppState> for TokenPlayer {
    type Rejection = JsonError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &AppState,
    ) -> Result<TokenPlayer, JsonError> {
        let TokenSeat { table, viewer, by } = TokenSeat::from_request_parts(parts, app).await?;
        match (viewer.seat(), by) {
            (Some(seat), Some(by)) => Ok(TokenPlayer { table, seat, by }),
            (None, Some(TokenHolder::Person(_))) => {
                Err(ServiceError::Forbidden("You have no seat at this table.".into()).into())
            }
            _ => Err(ServiceError::Forbidden(
                "This needs the token of a seat: send it as `Authorization: Bearer TOKEN`.".into(),
            )
            .into()),
        }
    }
}

#[derive(Serialize)]
struct TurnStatus {
    step: usize,
    turn: Option<u64>,
    your_turn: bool,
    over: bool,
    deciding: Vec<u16>,
}

fn turn_status(state: &TableGuard, viewer: Viewer) -> TurnStatus {
    let deciding = state.deciding();
    let game = state.game.as_deref();
    let seat = viewer.seat();
    TurnStatus {
        step: game.map_or(0, |game| state.moments(game, viewer).count()),
        turn: seat.and_then(|seat| state.turns.get(seat.index()).copied()),
        your_turn: seat.is_some_and(|seat| deciding.contains(&seat)),
        over: state.row.phase == Phase::Over,
        deciding: deciding.iter().map(|seat| seat.0 + 1).collect(),
    }
}

async fn view(
    State(app): State<AppState>,
    TokenSeat { table, viewer, .. }: TokenSeat,
) -> Result<Json<Value>, JsonError> {
    let state = app.tables.read(&table).await?;
    let game = state.game()?;
    let view = catch_panic(&table.id, || game.view(viewer))?;
    Ok(Json(json!({ "stand": turn_status(&state, viewer), "view": view })))
}

async fn legal(
    State(app): State<AppState>,
    TokenPlayer { table, seat, .. }: TokenPlayer,
) -> Result<Json<Value>, JsonError> {
    let state = app.tables.read(&table).await?;
    let game = state.game()?;
    let legal = catch_panic(&table.id, || match game.status().awaits(seat) {
        true => game.legal(seat),
        false => Vec::new(),
    })?;
    Ok(Json(json!({ "stand": turn_status(&state, Viewer::Seat(seat)), "legal": legal })))
}

#[derive(Deserialize)]
struct LogQuery {
    #[serde(default)]
    from: usize,
}

async fn log(
    State(app): State<AppState>,
    TokenSeat { table, viewer, .. }: TokenSeat,
    Query(wanted): Query<LogQuery>,
) -> Result<Json<Value>, JsonError> {
    let state = app.tables.read(&table).await?;
    let lines = catch_panic(&table.id, || frame::told(&state, viewer, wanted.from))??;
    let lines: Vec<Value> = lines
        .into_iter()
        .map(|line| json!({ "step": line.step, "text": line.text, "rules": line.rules }))
        .collect();
    Ok(Json(json!({ "log": lines })))
}

#[derive(Deserialize)]
struct DecisionBody {
    #[serde(default)]
    line: String,
    turn: Option<u64>,
}

async fn act(
    State(app): State<AppState>,
    TokenPlayer { table, seat, by }: TokenPlayer,
    client: Client,
    JsonBody(decision): JsonBody<DecisionBody>,
) -> Result<Json<DecisionReceipt>, JsonError> {
    app.limiter.check_person(LimitedAction::Decisions, by.counted(), client)?;
    let decider = (seat, by.decider());
    Ok(Json(app.tables.act(&table, decider, decision.line, decision.turn).await?))
}

async fn undo(
    State(app): State<AppState>,
    TokenPlayer { table, seat, by }: TokenPlayer,
    client: Client,
    JsonBody(decision): JsonBody<DecisionBody>,
) -> Result<Json<DecisionReceipt>, JsonError> {
    app.limiter.check_person(LimitedAction::Decisions, by.counted(), client)?;
    Ok(Json(app.tables.undo(&table, (seat, by.decider()), decision.turn).await?))
}

#[derive(Deserialize)]
struct TalkBody {
    text: String,
    /// To whom alone: the number of a seat, or `referee`.
    #[serde(default)]
    to: String,
}

async fn talk(
    State(app): State<AppState>,
    TokenPlayer { table, seat, by }: TokenPlayer,
    client: Client,
    JsonBody(words): JsonBody<TalkBody>,
) -> Result<Json<Value>, JsonError> {
    app.limiter.check_person(LimitedAction::Talk, by.counted(), client)?;
    app.limiter.check_bytes(client, words.text.len())?;
    let (name, holder) = {
        let state = app.tables.read(&table).await?;
        let holder = state.seats.get(seat.index()).map(|row| row.holder.clone());
        (state.name(seat).to_string(), holder.unwrap_or_default())
    };
    app.tables.look_at_people().await?;
    app.tables.check_may_talk(&holder)?;
    if !words.to.is_empty() {
        app.tables.whisper(&table, &holder, &words.to, &words.text).await?;
        return Ok(Json(json!({ "ok": true })));
    }
    app.tables.say(&table, Some(seat), (&holder, &name), &words.text).await?;
    Ok(Json(json!({ "ok": true })))
}

/// Where the table stands, at once and whenever that changes for the seat. A person's program hears of talk, players and time
/// too, as far as they do.
async fn follow(
    State(app): State<AppState>,
    TokenSeat { table, viewer, by }: TokenSeat,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, JsonError> {
    let permit = app.limiter.open_stream(client.address)?;
    let (tables, followed) = (app.tables.clone(), table.clone());
    let sent = Arc::<Mutex<String>>::default();
    let (stopping, people) = (app.stopping.clone(), app.tables.people_change());
    let events = stream::events(table, permit, stopping, people, stream::comments(), move || {
        let (tables, table, sent) = (tables.clone(), followed.clone(), sent.clone());
        let by = by.clone();
        async move {
            let state = tables.read(&table).await.map_err(stream::closed)?;
            let mut news = json!(turn_status(&state, viewer));
            match &by {
                // A token that has ended tells no more.
                Some(TokenHolder::Seat(token)) if state.seat_of_token(token).is_none() => {
                    return Err(no_seat());
                }
                Some(TokenHolder::Person(guest)) => {
                    sitting::check_still(&tables, &state, guest, viewer)?;
                    news["also"] = json!(sitting::also(&tables, &state, guest));
                }
                _ => {}
            }
            let text = news.to_string();
            let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
            if *sent == text {
                return Ok(None);
            }
            sent.clone_from(&text);
            Ok(Some(text))
        }
    });
    Ok(gzip_stream(&headers, events.into_response()))
}

async fn record(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
) -> Result<Response, JsonError> {
    let record = app.tables.record(&table).await?;
    let head = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((head, record.to_string()).into_response())
}
