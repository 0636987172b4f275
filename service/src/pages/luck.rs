//! The luck of a game on its pages: the commitment before anybody sits down, what each player added, and the
//! key by which this server's records are known.

use super::new_table::capital;
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::protocol::SeedPromise;
use crate::tables::{Luck, TableState, Tables, contributions, random_bytes};
use crate::web::{AppState, JsonError};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use maud::{Markup, html};
use serde_json::{Value, json};
use table::Contribution;

/// The addresses of promises and of the server's key.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/promise", get(promise))
        .route("/.well-known/overwinter.json", get(server_key))
}

/// A seed that the server is bound to from now on, for a table that the guest is about to open.
async fn promise(
    State(app): State<AppState>,
    guest: Guest,
) -> Result<Json<SeedPromise>, JsonError> {
    let offer = app.tables.keys().offer(&guest.id)?;
    Ok(Json(SeedPromise { commitment: offer.commitment, sealed: offer.sealed }))
}

/// By what the records of this server are known.
async fn server_key(State(app): State<AppState>) -> Json<Value> {
    Json(json!({
        "server": "overwinter",
        "version": env!("CARGO_PKG_VERSION"),
        "record_key": app.tables.keys().records().public(),
        "retired_record_keys": app.tables.keys().retired(),
    }))
}

/// The fields of a form that opens a table; a script fills them: the server's promise, and what the guest adds.
pub fn opening_fields() -> Markup {
    html! {
        input type="hidden" name="promise" value="" data-luck="";
        (sitting_field(""))
    }
}

/// The field of a form that sits somebody down at a table whose commitment is known.
pub fn sitting_field(commitment: &str) -> Markup {
    html! { input type="hidden" name="contribution" value="" data-commitment=(commitment); }
}

/// What a form that opens a table says of its luck.
pub fn luck(
    tables: &Tables,
    guest: &Guest,
    promise: &str,
    contribution: &str,
) -> Result<Luck, ServiceError> {
    let seed = tables.keys().redeem(&guest.id, promise)?;
    Ok(Luck { seed, contribution: random_bytes(contribution)? })
}

/// The commitment of a table and what its players added to the dice.
pub fn shown(state: &TableState) -> Markup {
    let waiting: Vec<Contribution> = contributions(&state.seats);
    let given = if state.game.is_some() { &state.row.contributions } else { &waiting };
    html! {
        p.quiet { "The server is bound to its seed by this commitment, the SHA-256 of the seed:" }
        p { code.link #commitment { (state.commitment()) } }
        @if !given.is_empty() {
            p.quiet { "Added to it by players; all dice follow from the seed and these. Whoever is not named here added nothing." }
            ul.luck {
                @for contribution in given {
                    li {
                        "Seat " (contribution.seat) ", "
                        @if contribution.by_player { "made in the player's page: " }
                        @else { "made by the server of a version before: " }
                        code.link { (crate::secret::hexadecimal(&contribution.random)) }
                    }
                }
            }
        }
        @if given.is_empty() && state.game.is_some() {
            p.quiet { "No player has added anything: all dice follow from the server's seed alone." }
        }
        p #luck-warning role="alert" hidden { }
    }
}

/// Who sees everything at a table, if anybody does: said to all, for ever. A seat that sees what is hidden from others
/// is named before somebody has it.
pub fn referee(state: &TableState) -> Markup {
    html! {
        @if !state.row.referee_name.is_empty() {
            p.referee { b { "Referee: " (state.row.referee_name) } " sees everything at this table and cannot play." }
        }
        @for (seat, role) in &state.overseers {
            @let name = state.name(*seat);
            p.referee {
                b { (capital(role)) ": " @if name.is_empty() { "seat " (seat) } @else { (name) } }
                " sees what is hidden from others at this table"
                // Versions before gave one person both.
                @if !state.plays_too(*seat) { " and has no other seat" }
                "."
            }
        }
    }
}
