//! A person's own program: how it is let in, what is theirs, and how it is shown out.

use super::sitting::phase;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::JsonBody;
use crate::identity::{self, Guest};
use crate::remote::{Invited, OwnGame, OwnGames, SignedIn};
use crate::store::{Phase, SeatKind};
use crate::web::{AppState, JsonError};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use clock::{Timestamp, Zone};
use serde::Deserialize;

/// The addresses of a person's own program.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/sign-in", post(sign_in))
        .route("/api/me/sign-out", post(sign_out))
        .route("/api/me/games", get(games))
}

/// By what somebody is known: one of these.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SignInBody {
    /// The code for a program, from one's own page, or the recovery code on paper.
    #[serde(default)]
    code: String,
    /// The name of a guest who has never been here.
    #[serde(default)]
    name: String,
}

/// Lets a program be somebody's. Whatever is wrong, nobody learns whether a code is known here.
async fn sign_in(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    JsonBody(known_by): JsonBody<SignInBody>,
) -> Result<Json<SignedIn>, JsonError> {
    app.check_sign_in(client)?;
    let mut recovery_code = String::new();
    let guest = match (known_by.code.trim(), known_by.name.trim()) {
        ("", "") => {
            let why = "Say a `code` from your page, or the `name` of a new guest.";
            return Err(ServiceError::BadRequest(why.into()).into());
        }
        ("", name) => {
            let (guest, name) = (Guest::newcomer()?, identity::valid_name(name)?);
            app.check_new_name(&guest, client)?;
            app.tables.rename_guest(&guest, &name).await?;
            Guest { new: false, ..guest }
        }
        (code, _) => {
            let newcomer = Guest::newcomer()?;
            let person = match app.tables.use_pairing(code).await? {
                Some(person) => person,
                None => {
                    let person = app.tables.use_code(code, &newcomer, false).await?;
                    recovery_code = app.tables.new_code(&person).await?;
                    person
                }
            };
            let badge = app.tables.sign_in(&newcomer, &person, false, &headers).await?;
            Guest { id: person, new: false, badge }
        }
    };
    app.tables.check_not_banned(&guest.id)?;
    app.tables.note_device(&guest, &headers).await;
    let token = guest.badge.token(&app.signer);
    Ok(Json(SignedIn { name: app.guest_name(&guest).await?, token, recovery_code }))
}

/// Ends the token of the program that asks. Whoever could not come back by another way keeps it.
async fn sign_out(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<StatusCode, JsonError> {
    let guest = app.person(&headers).await?;
    let elsewhere = app.tables.devices(&guest.id).await?;
    let elsewhere = elsewhere.iter().any(|device| device.id != guest.badge.device);
    if !elsewhere && !app.tables.is_somebody(&guest.id).await? {
        let why = "This program is the only place in which you are that guest: nobody could bring you back. Your seats would \
                   be lost.";
        return Err(ServiceError::Forbidden(why.into()).into());
    }
    app.tables.sign_out(&guest.badge).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How many games are told.
const TOLD: u32 = 200;

/// The games of whoever asks: where they are asked first, the most urgent at the top.
async fn games(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Json<OwnGames>, JsonError> {
    let guest = app.person(&headers).await?;
    let (store, now) = (app.tables.store(), app.tables.time());
    let mut found = Vec::new();
    for listed in store.tables_of(&guest.id, TOLD).await? {
        let (row, seats) = (&listed.table, &listed.seats);
        if !row.lesson.is_empty() {
            continue;
        }
        let sits = |seat: &&table::Seat| {
            let sits = seats.get(seat.index());
            sits.is_some_and(|sits| sits.kind == SeatKind::Person && sits.holder == guest.id)
        };
        let asked = row.deciding.iter().find(sits).copied();
        let keeper = app.tables.listed_keeper(row).await;
        let left = keeper.and_then(|keeper| match asked {
            Some(seat) => keeper.left(seat, now),
            None => keeper.deadlines().first().and_then(|first| keeper.left(first.seat, now)),
        });
        let offered = app.tables.games().find(&row.game).ok();
        let waiting = row.deciding.iter().filter_map(|seat| seats.get(seat.index()));
        let order = (
            match row.phase {
                Phase::Playing if asked.is_some() => 0,
                Phase::Playing => 1,
                Phase::Open => 2,
                Phase::Over => 3,
            },
            left.map_or(Timestamp::MAX, |left| left.deadline.until),
            // What is over is told from its end, the last first.
            if row.phase == Phase::Over { -row.moved } else { row.told_at },
        );
        let game = OwnGame {
            id: row.id.clone(),
            game: row.game.clone(),
            title: offered.map_or(row.game.clone(), |offered| offered.catalogue().title.clone()),
            phase: phase(row.phase),
            asked: asked.is_some(),
            players: seats
                .iter()
                .map(|seat| match seat.kind {
                    SeatKind::Open => "free seat".to_string(),
                    SeatKind::Link => "invited".to_string(),
                    _ => seat.name.clone(),
                })
                .collect(),
            waiting: waiting.map(|seat| seat.name.clone()).collect(),
            time: left.map(|left| format!("{} (UTC)", left.words(&Zone::UTC))).unwrap_or_default(),
            ended: row.ended.clone(),
        };
        found.push((order, game));
    }
    found.sort_by_key(|(order, _)| *order);
    let invitations = store.invitations_to(&guest.id).await?;
    let invitations = invitations.iter().filter(|row| !app.tables.are_apart(&row.host, &guest.id));
    let invitations =
        invitations.map(|row| Invited { table: row.table.clone(), host: row.name.clone() });
    Ok(Json(OwnGames {
        invitations: invitations.collect(),
        games: found.into_iter().map(|(_, game)| game).collect(),
    }))
}
