//! A table for a person's program: everything that their page shows, as data.

use super::{TokenPlayer, TokenSeat};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{JsonBody, Path, Query, TablePath};
use crate::frame;
use crate::identity::Guest;
use crate::limits::LimitedAction;
use crate::pages::{MeasureQuery, Terms};
use crate::remote::{
    LineRead, OwnNotes, RemotePhase, SaidLine, SeatedPlayer, SeatedTable, ToldLine,
};
use crate::store::{NotesRow, Phase, SeatKind};
use crate::tables::{
    HeardLine, LONGEST_LINE, SeatInvitation, TableHandle, TableState, Tables, catch_panic,
    random_bytes,
};
use crate::web::{AppState, JsonError};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use stage::{Ground, Sketch};
use std::sync::Arc;
use table::{Seat, Viewer};

/// The addresses of a table as it is seen and played by a person's program.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/tables/{id}/scene", get(scene))
        .route("/api/tables/{id}/read", get(read))
        .route("/api/tables/{id}/measure", get(measure))
        .route("/api/tables/{id}/join", post(join))
        .route("/api/tables/{id}/notes", get(notes).put(set_notes))
        .route("/api/invitations/{link}", post(accept))
}

/// How much of the talk is told.
const TALK: usize = 60;

#[derive(Deserialize)]
struct SceneQuery {
    /// The board that whoever asks has.
    #[serde(default)]
    board: String,
}

async fn scene(
    State(app): State<AppState>,
    TokenSeat { table, viewer, by }: TokenSeat,
    Query(known): Query<SceneQuery>,
) -> Result<Json<SeatedTable>, JsonError> {
    let guest = match by {
        Some(super::TokenHolder::Person(guest)) => guest,
        _ => Guest::of_id(""),
    };
    let state = app.tables.read(&table).await?;
    let terms = Terms::of(app.tables.games(), &state)?;
    let seat = viewer.seat();
    let mine = state.own_seats(&guest);
    let away = if guest.new { Vec::new() } else { state.away_seats(&guest.id) };
    let deciding = state.deciding();
    let hosts = !guest.id.is_empty() && state.row.host == guest.id;
    let players = state.seats.iter().map(|row| SeatedPlayer {
        seat: row.seat.0 + 1,
        name: row.name.clone(),
        kind: row.kind.word().into(),
        yours: mine.contains(&row.seat) || seat == Some(row.seat),
        kept: away.contains(&row.seat),
        deciding: deciding.contains(&row.seat),
        link: match row.kind {
            SeatKind::Open | SeatKind::Link if hosts => format!("/s/{}", row.link),
            _ => String::new(),
        },
    });
    let mut told = SeatedTable {
        id: table.id.clone(),
        game: state.row.game.clone(),
        title: terms.catalogue.title.clone(),
        summary: terms.catalogue.summary.clone(),
        scenario: terms.scenario().to_string(),
        phase: phase(state.row.phase),
        players: players.collect(),
        seat: seat.map(|seat| seat.0 + 1),
        asked: seat.is_some_and(|seat| deciding.contains(&seat)),
        step: 0,
        turn: seat.and_then(|seat| state.turns.get(seat.index()).copied()),
        since: 0,
        undo: false,
        curtain: seat.is_some_and(|seat| state.needs_curtain(seat)),
        time: time_left(&app, &state, seat),
        board: String::new(),
        ground: None,
        scene: None,
        story: Vec::new(),
        talk: talk(&app.tables, &state, &guest),
        result: Vec::new(),
    };
    if let Some(game) = state.game.as_deref() {
        catch_panic(&table.id, || {
            let moments = state.moments(game, viewer);
            told.step = moments.count();
            let last = seat.and_then(|seat| state.last_steps.get(seat.index()));
            told.since = last.map_or(0, |step| moments.number(*step));
            told.undo = seat.is_some_and(|seat| game.offers_undo(seat) && !state.is_bound(seat));
            told.result = crate::remote::result_of(game);
            let mut scene = game.scene(viewer);
            if !told.asked {
                scene.prompt = None;
            }
            let board = serde_json::to_vec(&scene.ground).unwrap_or_default();
            told.board = crate::secret::hexadecimal(&Sha256::digest(&board));
            let fields = Vec::new();
            let empty = Ground { title: String::new(), description: String::new(), fields };
            let ground = std::mem::replace(&mut scene.ground, Arc::new(empty));
            told.ground = (told.board != known.board).then(|| ground.as_ref().clone());
            told.scene = Some(scene);
        })?;
        let story = catch_panic(&table.id, || frame::told(&state, viewer, 0))??;
        told.story = story
            .into_iter()
            .map(|line| ToldLine {
                step: line.step,
                text: line.text,
                rules: line.rules.into_iter().map(str::to_string).collect(),
            })
            .collect();
    }
    Ok(Json(told))
}

/// Where a table stands, as programs are told.
pub fn phase(phase: Phase) -> RemotePhase {
    match phase {
        Phase::Open => RemotePhase::Open,
        Phase::Playing => RemotePhase::Playing,
        Phase::Over => RemotePhase::Over,
    }
}

fn time_left(app: &AppState, state: &TableState, seat: Option<Seat>) -> String {
    let (Some(keeper), Some(seat)) = (&state.keeper, seat) else { return String::new() };
    let zone = &keeper.clock().settings().zone;
    let left = keeper.left(seat, app.tables.time());
    left.map(|left| format!("{} ({zone})", left.words(zone))).unwrap_or_default()
}

/// By how much the numbers of two lines for everybody differ that follow each other: between them lie those of lines for the reader
/// alone.
const BETWEEN: i64 = 1000;

fn said(line: HeardLine) -> SaidLine {
    let alone = i64::try_from(line.place.alone).unwrap_or(BETWEEN).min(BETWEEN - 1);
    let number = line.place.after * BETWEEN + alone;
    SaidLine { number, name: line.name, text: line.text, to: line.to }
}

/// What was said last, as far as a person hears it.
fn talk(tables: &Tables, state: &TableState, guest: &Guest) -> Vec<SaidLine> {
    let mut heard = tables.heard(state, &guest.id);
    heard.drain(..heard.len().saturating_sub(TALK));
    heard.into_iter().map(said).collect()
}

#[derive(Deserialize)]
pub struct EarlierQuery {
    /// The number of a line; the last ones of all are told without.
    before: Option<i64>,
}

/// What was said before a line, as far as whoever asks hears it.
pub async fn earlier_talk(
    State(app): State<AppState>,
    TokenSeat { table, viewer, by }: TokenSeat,
    Query(asked): Query<EarlierQuery>,
) -> Result<Json<Value>, JsonError> {
    let reader = match (by, viewer.seat()) {
        (Some(super::TokenHolder::Person(guest)), _) => guest.id,
        (Some(_), Some(seat)) => holder(&app, &table, seat).await?,
        _ => String::new(),
    };
    let before = asked.before.map_or(i64::MAX, |number| {
        number.div_euclid(BETWEEN).saturating_add(i64::from(number.rem_euclid(BETWEEN) > 0))
    });
    let (lines, more) = app.tables.earlier_talk(&table, &reader, before).await?;
    let lines: Vec<SaidLine> = lines.into_iter().map(said).collect();
    Ok(Json(json!({ "lines": lines, "more": more })))
}

/// Whoever holds a seat.
async fn holder(
    app: &AppState,
    table: &Arc<TableHandle>,
    seat: Seat,
) -> Result<String, ServiceError> {
    let state = app.tables.read(table).await?;
    let row = state.seats.get(seat.index()).filter(|row| row.kind == SeatKind::Person);
    row.map(|row| row.holder.clone()).ok_or_else(crate::tables::no_seat)
}

/// Whose notes a token opens: those of the person who brings it, or who holds its seat.
async fn notes_of(
    app: &AppState,
    TokenPlayer { table, seat, by }: &TokenPlayer,
) -> Result<String, ServiceError> {
    match by {
        super::TokenHolder::Person(guest) => Ok(guest.id.clone()),
        super::TokenHolder::Seat(_) => holder(app, table, *seat).await,
    }
}

async fn notes(
    State(app): State<AppState>,
    player: TokenPlayer,
) -> Result<Json<OwnNotes>, JsonError> {
    let person = notes_of(&app, &player).await?;
    let NotesRow { version, text } = app.tables.notes(&player.table, &person).await?;
    Ok(Json(OwnNotes { version, text }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NotesBody {
    version: i64,
    text: String,
}

async fn set_notes(
    State(app): State<AppState>,
    player: TokenPlayer,
    client: Client,
    JsonBody(notes): JsonBody<NotesBody>,
) -> Result<Json<OwnNotes>, JsonError> {
    app.limiter.check_person(LimitedAction::Talk, player.by.counted(), client)?;
    app.limiter.check_bytes(client, notes.text.len())?;
    let person = notes_of(&app, &player).await?;
    let kept = app.tables.set_notes(&player.table, &person, notes.version, &notes.text).await?;
    Ok(Json(OwnNotes { version: kept.version, text: kept.text }))
}

/// What a person's program is told of beside where the game stands: it asks for everything anew when this changes.
pub fn also(tables: &Tables, state: &TableState, guest: &Guest) -> Value {
    let said = talk(tables, state, guest).last().map_or(0, |line| line.number);
    let players = state.seats.iter().map(|row| (row.kind.word(), row.name.as_str()));
    let due = state.keeper.iter().flat_map(|keeper| keeper.deadlines());
    let due = due.map(|deadline| (deadline.seat.0 + 1, deadline.until.as_millisecond()));
    json!({
        "said": said,
        "players": players.collect::<Vec<_>>(),
        "due": due.collect::<Vec<_>>(),
    })
}

/// Refuses to go on telling somebody who was signed out, or has lost the seat through whose eyes they look.
pub fn check_still(
    tables: &Tables,
    state: &TableState,
    guest: &Guest,
    viewer: Viewer,
) -> Result<(), ServiceError> {
    if !tables.counts_still(&guest.badge) {
        return Err(ServiceError::Forbidden("You were signed out here.".into()));
    }
    match viewer.seat() {
        Some(seat) if !state.seats_of(&guest.id).contains(&seat) => {
            let why = match state.away_seats(&guest.id).is_empty() {
                true => "You do not sit in this seat any more.",
                false => "Your seat is kept for you while you are away: come back to take it.",
            };
            Err(ServiceError::Forbidden(why.into()))
        }
        _ => Ok(()),
    }
}

#[derive(Deserialize)]
struct LineQuery {
    line: String,
}

/// What the rules make of a line. Nothing changes by it.
async fn read(
    State(app): State<AppState>,
    TokenPlayer { table, seat, .. }: TokenPlayer,
    Query(LineQuery { line }): Query<LineQuery>,
) -> Result<Json<LineRead>, JsonError> {
    if line.chars().count() > LONGEST_LINE {
        let why = format!("A line has at most {LONGEST_LINE} letters.");
        return Err(ServiceError::BadRequest(why).into());
    }
    let state = app.tables.read(&table).await?;
    let game = state.game()?;
    let read = catch_panic(&table.id, || {
        let understood = game.understands(seat, &line);
        let grave = game.gives_up(seat, &line);
        let seen = LineRead { understood, grave, ..LineRead::default() };
        match game.preview(seat, &line) {
            Ok((notation, sketch)) => {
                let grave = seen.grave || game.gives_up(seat, &notation);
                LineRead { notation: Some(notation), sketch: Some(sketch), grave, ..seen }
            }
            Err(why) => LineRead { why: why.to_string(), ..seen },
        }
    })?;
    Ok(Json(read))
}

/// What lies between two things of the board, or around one.
async fn measure(
    State(app): State<AppState>,
    TokenSeat { table, viewer, .. }: TokenSeat,
    Query(measured): Query<MeasureQuery>,
) -> Result<Json<Option<Sketch>>, JsonError> {
    let (from, to) = measured.ends()?;
    let state = app.tables.read(&table).await?;
    let game = state.game()?;
    Ok(Json(catch_panic(&table.id, || game.measure(viewer, &from, to.as_ref()))?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinBody {
    /// The seat, counted from 1; the first that is free if none is named.
    seat: Option<u16>,
    /// What is added to the dice, in hexadecimal; empty if nothing.
    #[serde(default)]
    contribution: String,
}

/// Sits down in a seat that is free for everybody, or by an invitation; whoever was away takes back the seat that is kept for them.
async fn join(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<JoinBody>,
) -> Result<Json<Value>, JsonError> {
    let guest = app.person(&headers).await?;
    let name = app.guest_name(&guest).await?;
    let brought = random_bytes(&wish.contribution)?;
    let (held, kept, free) = {
        let state = app.tables.read(&table).await?;
        let open = state.seats.iter().filter(|row| row.kind == SeatKind::Open);
        let open = open.map(|row| row.seat).find(|seat| match wish.seat {
            Some(wanted) => seat.0 + 1 == wanted,
            None => true,
        });
        (state.seats_of(&guest.id), state.away_seats(&guest.id), open)
    };
    if !held.is_empty() {
        return Ok(Json(json!({ "table": table.id })));
    }
    if !kept.is_empty() {
        app.tables.come_back(&table, &guest.id).await?;
        return Ok(Json(json!({ "table": table.id })));
    }
    let invited = app.tables.invited_by(&table.id, &guest.id).await?.is_some();
    match free {
        _ if invited && wish.seat.is_none() => {
            app.tables.accept_invitation(&table, &guest.id, &name, brought).await?;
        }
        Some(seat) => app.tables.join(&table, seat, None, &guest.id, &name, brought).await?,
        None => {
            let why = "No seat is free for everybody at this table.";
            return Err(ServiceError::Stale(why.into()).into());
        }
    }
    Ok(Json(json!({ "table": table.id })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AcceptBody {
    #[serde(default)]
    contribution: String,
}

/// Sits down in the seat of a private link.
async fn accept(
    State(app): State<AppState>,
    Path(link): Path<String>,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<AcceptBody>,
) -> Result<Json<Value>, JsonError> {
    let guest = app.person(&headers).await?;
    let table = match app.tables.claim(&link).await? {
        SeatInvitation::Free { table, seat } => {
            let name = app.guest_name(&guest).await?;
            let brought = random_bytes(&wish.contribution)?;
            let table = app.tables.fresh(&table).await?;
            app.tables.join(&table, seat, Some(&link), &guest.id, &name, brought).await?;
            table.id.clone()
        }
        SeatInvitation::Held { table, holder, .. } if holder == guest.id => table,
        SeatInvitation::Held { name, .. } => {
            let why = format!(
                "This seat is {name}'s. If that is you, sign this program in with a code from your page there (/me)."
            );
            return Err(ServiceError::Forbidden(why).into());
        }
    };
    Ok(Json(json!({ "table": table })))
}
