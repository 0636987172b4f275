//! Sandboxes for programs: those of whoever holds the seat whose token they have.

use super::TokenPlayer;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{JsonBody, Path, Query, TablePath};
use crate::limits::LimitedAction;
use crate::pages::estimate_json;
use crate::protocol::GameEstimate;
use crate::tables::{Begun, TableHandle, catch_panic};
use crate::web::{AppState, JsonError};
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use plans::Tried;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use table::{Seat, Viewer};

/// The addresses of sandboxes for programs.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/tables/{id}/sandbox", post(begin).delete(end))
        .route("/api/tables/{id}/sandbox/{node}", get(show).post(change))
        .route("/api/tables/{id}/estimate", get(estimate).post(estimate_more))
}

/// Whose sandbox it is: the person's who holds the seat.
async fn person(
    app: &AppState,
    table: &Arc<TableHandle>,
    seat: Seat,
) -> Result<String, ServiceError> {
    let state = app.tables.read(table).await?;
    let row = state.seats.get(seat.index());
    Ok(row.map(|row| row.holder.clone()).unwrap_or_default())
}

async fn begin(
    State(app): State<AppState>,
    TokenPlayer { table, seat, by }: TokenPlayer,
    client: Client,
) -> Result<Json<Value>, JsonError> {
    app.limiter.check_person(LimitedAction::Decisions, by.counted(), client)?;
    app.limiter.check_bytes(client, crate::pages::SANDBOX_BYTES)?;
    let person = person(&app, &table, seat).await?;
    app.tables.begin_sandbox_of(&table, &person, seat).await?;
    shown(&app, &table, &person, (0, seat), client).await
}

async fn end(
    State(app): State<AppState>,
    TokenPlayer { table, seat, .. }: TokenPlayer,
) -> Result<Json<Value>, JsonError> {
    let person = person(&app, &table, seat).await?;
    app.tables.drop_sandbox(&table.id, &person).await?;
    Ok(Json(json!({ "ok": true })))
}

#[derive(Deserialize)]
struct Node {
    node: u32,
}

#[derive(Deserialize)]
struct SeenBy {
    /// The seat whose eyes are used, counted from 1; the token's own if none is named.
    #[serde(rename = "as")]
    seat: Option<u16>,
}

async fn show(
    State(app): State<AppState>,
    TokenPlayer { table, seat, .. }: TokenPlayer,
    Path(Node { node }): Path<Node>,
    Query(SeenBy { seat: wanted }): Query<SeenBy>,
    client: Client,
) -> Result<Json<Value>, JsonError> {
    let person = person(&app, &table, seat).await?;
    let eyes = wanted.map_or(Ok(seat), seat_of)?;
    shown(&app, &table, &person, (node, eyes), client).await
}

/// A seat as programs count them.
fn seat_of(number: u16) -> Result<Seat, ServiceError> {
    let none = || ServiceError::BadRequest("Seats are counted from 1.".into());
    number.checked_sub(1).map(Seat).ok_or_else(none)
}

/// A decision that was tried, as programs read it.
fn tried_json(tried: &Tried) -> Value {
    let decided = &tried.decided;
    json!({
        "node": tried.id,
        "after": tried.after,
        "seat": decided.seat.0 + 1,
        "line": decided.line,
        "bot": decided.bot,
    })
}

/// A place in a sandbox: what the eyes see there, what each seat that must decide can do, and what was tried.
async fn shown(
    app: &AppState,
    table: &Arc<TableHandle>,
    person: &str,
    (node, eyes): (u32, Seat),
    client: Client,
) -> Result<Json<Value>, JsonError> {
    let place = app.tables.sandbox_place(table, person, node, client).await?;
    let (state, game) = (&place.state, place.state.game()?);
    if eyes.index() >= state.seats.len() {
        let why = format!("There is no seat {eyes}: this table has {}.", state.seats.len());
        return Err(ServiceError::BadRequest(why).into());
    }
    let at = state.sandbox.as_ref();
    let at = at.ok_or_else(|| ServiceError::Internal("no place in a sandbox".into()))?;
    let from = match &at.from {
        Begun::Game => json!({ "game": at.tree.trunk().len() }),
        Begun::Known { viewer, moment, .. } => {
            json!({ "known_to": viewer.seat().map(|seat| seat.0 + 1), "step": moment })
        }
    };
    let deciding = state.deciding();
    let (view, legal) = catch_panic(&table.id, || {
        let legal = deciding.iter().map(|seat| (seat.to_string(), json!(game.legal(*seat))));
        (game.view(Viewer::Seat(eyes)), legal.collect::<Map<_, _>>())
    })?;
    let outcome = game.status().outcome().map(|outcome| {
        let winners: Vec<u16> = outcome.winners.iter().map(|seat| seat.0 + 1).collect();
        json!({ "reason": outcome.reason, "ranks": outcome.ranks, "winners": winners })
    });
    Ok(Json(json!({
        "from": from,
        "node": node,
        "deciding": deciding.iter().map(|seat| seat.0 + 1).collect::<Vec<_>>(),
        "over": outcome.is_some(),
        "outcome": outcome,
        "legal": legal,
        "view": view,
        "tried": at.tree.tried().iter().map(tried_json).collect::<Vec<_>>(),
        "names": at.tree.names(),
    })))
}

/// What bots think of a game that is over, as far as they have come.
async fn estimate(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
) -> Result<Json<GameEstimate>, JsonError> {
    Ok(Json(estimate_json(&app.tables.estimate(&table).await?)))
}

/// Lets them go on for a while.
async fn estimate_more(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    client: Client,
) -> Result<Json<GameEstimate>, JsonError> {
    app.limiter.check_person(LimitedAction::Decisions, &client.key(), client)?;
    Ok(Json(estimate_json(&app.tables.estimate_more(&table, client).await?)))
}

/// What is done in a sandbox: one of these.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeBody {
    /// Tries a line.
    line: Option<String>,
    /// Lets a bot decide.
    bot: Option<String>,
    /// For which seat, counted from 1; for the first that must decide if none is named.
    seat: Option<u16>,
    /// Names the line that leads here.
    name: Option<String>,
    /// Tries the decision once more with other dice.
    again: Option<bool>,
    /// Cuts the decision off, with all behind it.
    cut: Option<bool>,
    /// Makes the line that leads here the seat's premoves.
    plan: Option<bool>,
}

async fn change(
    State(app): State<AppState>,
    TokenPlayer { table, seat, by }: TokenPlayer,
    Path(Node { node }): Path<Node>,
    client: Client,
    JsonBody(body): JsonBody<ChangeBody>,
) -> Result<Json<Value>, JsonError> {
    app.limiter.check_person(LimitedAction::Decisions, by.counted(), client)?;
    let person = person(&app, &table, seat).await?;
    let (tables, wanted) = (&app.tables, body.seat.map(seat_of).transpose()?);
    let moved = match body {
        ChangeBody {
            line: Some(line),
            bot: None,
            name: None,
            again: None,
            cut: None,
            plan: None,
            ..
        } => {
            app.limiter.check_bytes(client, line.len())?;
            let decides = match wanted {
                Some(seat) => Some(seat),
                None => {
                    let place = tables.sandbox_place(&table, &person, node, client).await?;
                    place.state.deciding().first().copied()
                }
            };
            let over = || ServiceError::Stale("The game is over here: go back to try more.".into());
            let decides = decides.ok_or_else(over)?;
            tables.try_line(&table, &person, (node, decides), &line, client).await?
        }
        ChangeBody {
            line: None,
            bot: Some(bot),
            name: None,
            again: None,
            cut: None,
            plan: None,
            ..
        } => {
            app.limiter.check_bytes(client, bot.len())?;
            tables.try_bot(&table, &person, (node, wanted), &bot, client).await?
        }
        ChangeBody {
            line: None,
            bot: None,
            name: Some(name),
            again: None,
            cut: None,
            plan: None,
            seat: None,
        } => {
            app.limiter.check_bytes(client, name.len())?;
            let name = table::wording::readable_line(&name);
            let named = tables.change_sandbox(&table, &person, |tree| {
                tree.name(node, &name)?;
                Ok(node)
            });
            named.await?
        }
        ChangeBody {
            line: None,
            bot: None,
            name: None,
            again: Some(true),
            cut: None,
            plan: None,
            seat: None,
        } => tables.change_sandbox(&table, &person, |tree| tree.again(node)).await?,
        ChangeBody {
            line: None,
            bot: None,
            name: None,
            again: None,
            cut: Some(true),
            plan: None,
            seat: None,
        } => tables.change_sandbox(&table, &person, |tree| tree.cut(node)).await?,
        ChangeBody {
            line: None,
            bot: None,
            name: None,
            again: None,
            cut: None,
            plan: Some(true),
            seat: None,
        } => {
            let by = (person.as_str(), by.decider());
            let premoves = tables.plan_from_sandbox(&table, by, node).await?;
            return Ok(Json(json!({ "node": node, "premoves": premoves })));
        }
        _ => {
            let why = "Say one of `line` and `bot`, with a `seat` or without, `name`, and `again`, `cut` or `plan` with true.";
            return Err(ServiceError::BadRequest(why.into()).into());
        }
    };
    Ok(Json(json!({ "node": moved })))
}
