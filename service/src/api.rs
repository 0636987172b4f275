//! The interface for programs: JSON over HTTP, with a token per seat.

use crate::frame;
use crate::identity::bearer;
use crate::limits::Counted;
use crate::packing::flowing;
use crate::store::{SeatKind, SeatRow, State as Stands};
use crate::stream;
use crate::tables::{Acted, Looking, Table, Wish};
use crate::trouble::Trouble;
use crate::web::{App, Refused};
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use table::{Seat, Status, Viewer};

/// The addresses for programs.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/api/openapi.json", get(description))
        .route("/api/games", get(games))
        .route("/api/games/{game}", get(game))
        .route("/api/tables", get(tables).post(open))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/view", get(view))
        .route("/api/tables/{id}/legal", get(legal))
        .route("/api/tables/{id}/log", get(log))
        .route("/api/tables/{id}/act", post(act))
        .route("/api/tables/{id}/undo", post(undo))
        .route("/api/tables/{id}/talk", post(talk))
        .route("/api/tables/{id}/stream", get(follow))
        .route("/api/tables/{id}/record", get(record))
        .route("/api/{*rest}", get(nowhere).post(nowhere))
}

async fn nowhere() -> Refused {
    Refused(Trouble::NotFound("such address".into()))
}

/// A JSON body; what is wrong with it is told in our words.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Refused))]
struct Body<T>(T);

impl From<JsonRejection> for Trouble {
    fn from(rejection: JsonRejection) -> Trouble {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLarge,
            _ => Trouble::Bad(rejection.body_text()),
        }
    }
}

/// A query; what is wrong with it is told in our words.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Refused))]
struct Asked<T>(T);

impl From<QueryRejection> for Trouble {
    fn from(rejection: QueryRejection) -> Trouble {
        Trouble::Bad(rejection.body_text())
    }
}

async fn description() -> Response {
    let head = [(header::CONTENT_TYPE, "application/json")];
    (head, include_str!("../client/openapi.json")).into_response()
}

async fn games(State(app): State<App>) -> Json<Value> {
    let list: Vec<Value> = app
        .tables
        .hall()
        .games
        .all()
        .iter()
        .map(|offered| json!({ "id": offered.id(), "title": offered.catalogue().title, "summary": offered.catalogue().summary }))
        .collect();
    Json(json!({ "games": list }))
}

async fn game(State(app): State<App>, Path(game): Path<String>) -> Result<Json<Value>, Refused> {
    let offered = app.tables.hall().games.find(&game)?;
    let editions: Vec<&String> = offered.editions.keys().filter(|name| !name.is_empty()).collect();
    Ok(Json(json!({
        "catalogue": offered.catalogue(),
        "bots": offered.game.bots(),
        "editions": editions,
    })))
}

fn table_json(sitting: &crate::store::Listed) -> Value {
    let (row, seats) = (&sitting.table, &sitting.seats);
    json!({
        "id": row.id,
        "game": row.game,
        "scenario": row.scenario,
        "options": row.options,
        "state": row.state,
        "created": row.created,
        "moved": row.moved,
        "steps": row.steps,
        "deciding": row.deciding.iter().map(|seat| seat.0 + 1).collect::<Vec<_>>(),
        "ended": row.ended,
        "seats": seats.iter().map(seat_json).collect::<Vec<_>>(),
    })
}

fn seat_json(seat: &SeatRow) -> Value {
    json!({ "seat": seat.seat.0 + 1, "kind": seat.kind, "name": seat.name, "bot": seat.bot })
}

#[derive(Deserialize)]
struct Which {
    #[serde(default)]
    state: String,
}

async fn tables(
    State(app): State<App>,
    Asked(which): Asked<Which>,
) -> Result<Json<Value>, Refused> {
    let state = match which.state.as_str() {
        "open" => Stands::Open,
        "" | "playing" => Stands::Playing,
        "over" => Stands::Over,
        other => {
            let problem = format!("`{other}` is no state: say open, playing or over");
            return Err(Trouble::Bad(problem).into());
        }
    };
    let list = app.tables.hall().store.listed(state, 100).await?;
    Ok(Json(json!({ "tables": list.iter().map(table_json).collect::<Vec<_>>() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTable {
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
}

/// Opens a table. Seats for `me` and `link` come back with their tokens, so that a program can hand
/// them out.
async fn open(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(new): Body<NewTable>,
) -> Result<Json<Value>, Refused> {
    app.gate.pass(Counted::Tables, &from.ip().to_string())?;
    let name =
        if new.name.is_empty() { "Program".into() } else { crate::identity::name(&new.name)? };
    let offered = app.tables.hall().games.find(&new.game)?;
    let first = offered.edition(&new.edition)?.1.scenarios.first();
    let scenario = match (new.scenario.as_str(), first) {
        ("", Some(first)) => first.id.clone(),
        (id, _) => id.to_string(),
    };
    let seats =
        new.seats.iter().map(|word| crate::pages::sitter(word)).collect::<Result<Vec<_>, _>>()?;
    let wish = Wish {
        game: new.game,
        edition: new.edition,
        scenario,
        options: new.options,
        seats,
        shuffled: new.shuffled,
        listed: new.listed,
    };
    // A guest of its own, whom no browser knows.
    let host = crate::secret::letters(24)?;
    let id = app.tables.open(&host, &name, wish).await?;
    let table = app.tables.table(&id).await?;
    let sitting = app.tables.look(&table).await?;
    let seats: Vec<Value> = sitting
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

async fn table(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Value>, Refused> {
    let table = app.tables.table(&id).await?;
    let sitting = app.tables.look(&table).await?;
    let listed = crate::store::Listed { table: sitting.row.clone(), seats: sitting.seats.clone() };
    let mut json = table_json(&listed);
    if let Some(game) = &sitting.game {
        json["commitment"] = json!(game.commitment());
        if let Status::Over(outcome) = game.status() {
            let winners: Vec<u16> = outcome.winners.iter().map(|seat| seat.0 + 1).collect();
            json["outcome"] = json!({
                "reason": outcome.reason,
                "text": game.conclusion(),
                "ranks": outcome.ranks,
                "scores": outcome.scores,
                "winners": winners,
            });
        }
    }
    Ok(Json(json))
}

/// The table, and the seat whose token the request brings (none for the public).
async fn asker(
    app: &App,
    headers: &HeaderMap,
    id: &str,
) -> Result<(Arc<Table>, Option<Seat>), Trouble> {
    let table = app.tables.table(id).await?;
    let Some(token) = bearer(headers) else {
        return Ok((table, None));
    };
    let sitting = app.tables.look(&table).await?;
    let seat = seat_of(&sitting, token);
    match seat {
        Some(seat) => Ok((table, Some(seat))),
        None => Err(Trouble::Forbidden("This token plays no seat of this table.".into())),
    }
}

fn seat_of(sitting: &Looking, token: &str) -> Option<Seat> {
    sitting
        .seats
        .iter()
        .find(|seat| seat.kind == SeatKind::Person && seat.token == token)
        .map(|seat| seat.seat)
}

/// The same, where only a player may ask.
async fn player(app: &App, headers: &HeaderMap, id: &str) -> Result<(Arc<Table>, Seat), Trouble> {
    match asker(app, headers, id).await? {
        (table, Some(seat)) => Ok((table, seat)),
        (_, None) => Err(Trouble::Forbidden(
            "This needs the token of a seat: send it as `Authorization: Bearer TOKEN`.".into(),
        )),
    }
}

#[derive(Serialize)]
struct Stand {
    step: usize,
    turn: Option<u64>,
    your_turn: bool,
    over: bool,
    deciding: Vec<u16>,
}

fn stand(sitting: &Looking, seat: Option<Seat>) -> Stand {
    let deciding = sitting.deciding();
    Stand {
        step: sitting.row.steps,
        turn: seat.and_then(|seat| sitting.turns.get(seat.index()).copied()),
        your_turn: seat.is_some_and(|seat| deciding.contains(&seat)),
        over: sitting.row.state == Stands::Over,
        deciding: deciding.iter().map(|seat| seat.0 + 1).collect(),
    }
}

fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Table, Viewer::Seat)
}

async fn view(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refused> {
    let (table, seat) = asker(&app, &headers, &id).await?;
    let sitting = app.tables.look(&table).await?;
    let game = sitting.game()?;
    let view = crate::tables::guarded(&id, || game.view(viewer(seat)))?;
    Ok(Json(json!({ "stand": stand(&sitting, seat), "view": view })))
}

async fn legal(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refused> {
    let (table, seat) = player(&app, &headers, &id).await?;
    let sitting = app.tables.look(&table).await?;
    let game = sitting.game()?;
    let legal = crate::tables::guarded(&id, || match game.status().awaits(seat) {
        true => game.legal(seat),
        false => Vec::new(),
    })?;
    Ok(Json(json!({ "stand": stand(&sitting, Some(seat)), "legal": legal })))
}

#[derive(Deserialize)]
struct Since {
    #[serde(default)]
    from: usize,
}

async fn log(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(wanted): Asked<Since>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refused> {
    let (table, seat) = asker(&app, &headers, &id).await?;
    let sitting = app.tables.look(&table).await?;
    let game = sitting.game()?;
    let lines = crate::tables::guarded(&id, || frame::story(game, viewer(seat), wanted.from))?;
    let lines: Vec<Value> = lines
        .into_iter()
        .map(|line| json!({ "step": line.step, "text": line.text, "rule": line.rule }))
        .collect();
    Ok(Json(json!({ "log": lines })))
}

#[derive(Deserialize)]
struct Decision {
    #[serde(default)]
    line: String,
    turn: Option<u64>,
}

async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(decision): Body<Decision>,
) -> Result<Json<Acted>, Refused> {
    let (table, seat) = player(&app, &headers, &id).await?;
    app.gate.pass(Counted::Decisions, bearer(&headers).unwrap_or_default())?;
    Ok(Json(app.tables.act(&table, seat, decision.line, decision.turn).await?))
}

async fn undo(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(decision): Body<Decision>,
) -> Result<Json<Acted>, Refused> {
    let (table, seat) = player(&app, &headers, &id).await?;
    app.gate.pass(Counted::Decisions, bearer(&headers).unwrap_or_default())?;
    Ok(Json(app.tables.undo(&table, seat, decision.turn).await?))
}

#[derive(Deserialize)]
struct Words {
    text: String,
}

async fn talk(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(words): Body<Words>,
) -> Result<Json<Value>, Refused> {
    let (table, seat) = player(&app, &headers, &id).await?;
    app.gate.pass(Counted::Talk, bearer(&headers).unwrap_or_default())?;
    let name = {
        let sitting = app.tables.look(&table).await?;
        sitting.seats.get(seat.index()).map(|seat| seat.name.clone()).unwrap_or_default()
    };
    app.tables.say(&table, Some(seat), &name, &words.text).await?;
    Ok(Json(json!({ "ok": true })))
}

/// Where the table stands, at once and after every change.
async fn follow(
    State(app): State<App>,
    Path(id): Path<String>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let (table, seat) = asker(&app, &headers, &id).await?;
    let ticket = app.gate.stream(from.ip())?;
    let (tables, followed) = (app.tables.clone(), table.clone());
    let events = stream::events(table, ticket, app.stopping.clone(), move || {
        let (tables, table) = (tables.clone(), followed.clone());
        async move {
            let sitting = tables.look(&table).await?;
            Ok(Some(serde_json::to_string(&stand(&sitting, seat)).unwrap_or_default()))
        }
    });
    Ok(flowing(&headers, events.into_response()))
}

async fn record(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Refused> {
    let table = app.tables.table(&id).await?;
    let record = app.tables.record(&table).await?;
    let head = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((head, record.to_string()).into_response())
}
