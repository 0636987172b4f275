//! Talk at a table: to everybody, to one alone, what was said before, and what one writes down for oneself.

use crate::client::Client;
use crate::extract::{OwnJson, Query, TablePath, Visitor};
use crate::frame;
use crate::identity::Guest;
use crate::limits::LimitedAction;
use crate::protocol::{EarlierTalk, NotesRequest, OwnNotes, TalkLine, TalkRequest};
use crate::store::NotesRow;
use crate::tables::{HeardLine, LONGEST_NOTES, TableGuard};
use crate::web::{AppState, JsonError};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

/// The addresses of talk and notes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}/talk", get(earlier).post(say))
        .route("/t/{id}/notes", get(notes).post(set_notes))
}

/// Where people talk; a script fills it.
pub(super) fn panel(visitor: &Visitor, state: &TableGuard) -> Markup {
    let referee = &state.row.referee_name;
    let judges = state.is_referee(&visitor.guest);
    let notes = judges
        || !state.own_seats(&visitor.guest).is_empty()
        || !visitor.guest.new && !state.away_seats(&visitor.guest.id).is_empty();
    html! {
        div #talk role="tabpanel" aria-labelledby="tab-talk" hidden {
            button #earlier-talk type="button" hidden { "Show what was said earlier" }
            ol #said tabindex="0" aria-label="Table talk" { }
            form.row #say {
                @if state.may_whisper(&visitor.guest) {
                    label.sr for="to" { "To whom" }
                    select #to {
                        option value="" { "To everybody" }
                        @if !referee.is_empty() && !judges {
                            option value="referee" { "Only to " (referee) " (referee)" }
                        }
                    }
                }
                label.sr for="words" { "Say something" }
                input #words maxlength="500" autocomplete="off" placeholder="Say something";
                button { "Say" }
            }
            @if notes {
                details #notes {
                    summary { "My notes" }
                    p.quiet #notes-about { "Only you see them, on all your devices." }
                    label.sr for="notes-text" { "My notes at this table" }
                    textarea #notes-text rows="8" maxlength=(LONGEST_NOTES) aria-describedby="notes-about" disabled {}
                    p #notes-told role="status" {}
                }
            }
        }
    }
}

async fn say(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    client: Client,
    OwnJson { guest, body }: OwnJson<TalkRequest>,
) -> Result<Json<Value>, JsonError> {
    app.tables.check_may_talk(&guest.id)?;
    app.limiter.check_person(LimitedAction::Talk, &guest.id, client)?;
    app.limiter.check_bytes(client, body.text.len())?;
    if !body.to.is_empty() {
        app.tables.notice(&table, &guest.id);
        app.tables.whisper(&table, &guest.id, &body.to, &body.text).await?;
        return Ok(Json(json!({ "ok": true })));
    }
    let (seat, name) = {
        let state = app.tables.read(&table).await?;
        app.tables.notice_if_known(&table, &state, &guest);
        match state.seats_of(&guest.id).first().copied() {
            Some(seat) => (Some(seat), state.name(seat).to_string()),
            None if state.is_referee(&guest) => {
                (None, format!("{} (referee)", state.row.referee_name))
            }
            None => {
                let name = app.guest_name(&guest).await?;
                state.check_spectator_name(&name)?;
                (None, name)
            }
        }
    };
    app.tables.say(&table, seat, (&guest.id, &name), &body.text).await?;
    Ok(Json(json!({ "ok": true })))
}

#[derive(Deserialize)]
struct EarlierQuery {
    before: i64,
}

/// What was said before a line, as far as the guest hears it.
async fn earlier(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    Query(asked): Query<EarlierQuery>,
    guest: Guest,
) -> Result<Response, JsonError> {
    let reader = if guest.new { "" } else { guest.id.as_str() };
    let (lines, more) = app.tables.earlier_talk(&table, reader, asked.before).await?;
    let lines = lines.iter().map(|line: &HeardLine| {
        let talk = TalkLine {
            at: line.at,
            seat: line.seat.map(|seat| seat.0),
            name: &line.name,
            text: &line.text,
            person: line.person,
            to: (!line.to.is_empty()).then_some(&line.to),
        };
        (frame::talk_id(line.place), talk)
    });
    Ok(Json(EarlierTalk { lines: lines.collect(), more }).into_response())
}

/// What the guest has written down at the table.
async fn notes(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    guest: Guest,
) -> Result<Json<OwnNotes>, JsonError> {
    let NotesRow { version, text } = app.tables.notes(&table, &guest.id).await?;
    Ok(Json(OwnNotes { version, text }))
}

/// Puts other notes in the place of the guest's.
async fn set_notes(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    client: Client,
    OwnJson { guest, body }: OwnJson<NotesRequest>,
) -> Result<Json<OwnNotes>, JsonError> {
    app.limiter.check_person(LimitedAction::Talk, &guest.id, client)?;
    app.limiter.check_bytes(client, body.text.len())?;
    let kept = app.tables.set_notes(&table, &guest.id, body.version, &body.text).await?;
    Ok(Json(OwnNotes { version: kept.version, text: kept.text }))
}
