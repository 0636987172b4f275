//! People among people for programs that bring the cookie of a browser: what its pages show and do, as JSON.

use super::friends::{self, PersonForm, called};
use super::seeks::{self, SeekForm};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnJson};
use crate::identity::Guest;
use crate::tables::{ONLY_FRIENDS, Sought, random_bytes};
use crate::web::{AppState, JsonError};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

/// The address of all of it.
pub fn routes() -> Router<AppState> {
    Router::new().route("/api/me/company", get(company).post(change))
}

async fn company(State(app): State<AppState>, guest: Guest) -> Result<Json<Value>, JsonError> {
    Ok(Json(of(&app, &guest).await?))
}

/// What somebody has among people, and the key that goes with whatever they do.
async fn of(app: &AppState, guest: &Guest) -> Result<Value, ServiceError> {
    let (store, person) = (app.tables.store(), guest.id.as_str());
    let known = store.friends(person).await?;
    let invitations = store.invitations_to(person).await?;
    let invitations = invitations.iter().filter(|row| !app.tables.are_apart(&row.host, person));
    let blocked = store.blocks_of(person).await?;
    let reports = store.reports_by(person).await?;
    let seeks = store.seeks(app.tables.now()).await?;
    Ok(json!({
        "key": guest.form_key(&app.signer),
        "friends": known
            .iter()
            .map(|row| json!({
                "id": row.id,
                "name": called(row),
                "state": row.bond.word(),
                "since": row.made,
            }))
            .collect::<Vec<_>>(),
        "invitations": invitations
            .map(|row| json!({ "table": row.table, "host": row.name, "made": row.made }))
            .collect::<Vec<_>>(),
        "unheard": blocked
            .iter()
            .map(|row| json!({
                "id": row.id,
                "name": row.name,
                "table": row.table,
                "since": row.made,
            }))
            .collect::<Vec<_>>(),
        "seeks": seeks
            .iter()
            .filter(|row| row.person == person)
            .map(seeks::seek_json)
            .collect::<Vec<_>>(),
        "reports": reports
            .iter()
            .map(|row| json!({
                "name": row.name,
                "reason": row.reason,
                "made": row.made,
                "closed": row.closed,
                "answer": row.verdict,
            }))
            .collect::<Vec<_>>(),
    }))
}

/// What is to be done, as the forms of the pages say it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CompanyRequest {
    #[serde(default)]
    key: String,
    /// What.
    deed: String,
    /// About whom: the address of their page, such as `/t/TABLE/person/2`.
    #[serde(default)]
    who: String,
    /// Why somebody is reported.
    #[serde(default)]
    reason: String,
    /// The same in words.
    #[serde(default)]
    words: String,
    /// The table of an invitation.
    #[serde(default)]
    table: String,
    /// The row of a friend, a block or a seek in one's own list.
    #[serde(default)]
    id: String,
    /// The game of a seek, or a game and its scenario behind a slash.
    #[serde(default)]
    what: String,
    /// How many play; 0 for any number.
    #[serde(default)]
    players: u16,
    /// The line of a clock.
    #[serde(default)]
    clock: String,
    /// For how long is looked.
    #[serde(default)]
    hours: u16,
    /// What is added to the luck of a game, and to which commitment.
    #[serde(default)]
    contribution: String,
    #[serde(default)]
    added_to: String,
    #[serde(default)]
    promise: String,
}

impl Keyed for CompanyRequest {
    fn key(&self) -> &str {
        &self.key
    }
}

/// The row of the friend who is meant: by its own number, or by the address of their page.
async fn friend(
    app: &AppState,
    guest: &Guest,
    body: &CompanyRequest,
) -> Result<String, ServiceError> {
    if !body.id.is_empty() {
        return Ok(body.id.clone());
    }
    if body.who.is_empty() {
        let why =
            "Say which friend: `id` is their row in your list, `who` the address of their page.";
        return Err(ServiceError::BadRequest(why.into()));
    }
    let other = friends::id_of(app, guest, &body.who).await?;
    let known = app.tables.store().friends(&guest.id).await?;
    let row = known.into_iter().find(|row| row.other == other);
    row.map(|row| row.id).ok_or_else(|| ServiceError::Forbidden(ONLY_FRIENDS.into()))
}

async fn change(
    State(app): State<AppState>,
    client: Client,
    OwnJson { guest, body }: OwnJson<CompanyRequest>,
) -> Result<Json<Value>, JsonError> {
    let (tables, id) = (&app.tables, guest.id.as_str());
    let mut found = Value::Null;
    match body.deed.as_str() {
        "invite" | "take-back" | "list" | "unlist" | "accept" | "decline" => {
            app.check_company(&guest, client)?;
            let table = tables.fresh(&body.table).await?;
            match body.deed.as_str() {
                "invite" => {
                    let friend = friend(&app, &guest, &body).await?;
                    tables.invite(&table, id, &friend).await?;
                }
                "take-back" => tables.take_back_invitation(&table, id, &body.id).await?,
                "list" => tables.list_table(&table, id, true).await?,
                "unlist" => tables.list_table(&table, id, false).await?,
                "decline" => tables.decline(&table, &guest).await?,
                _ => {
                    let name = app.guest_name(&guest).await?;
                    let brought = random_bytes(&body.contribution)?;
                    tables.accept_invitation(&table, id, &name, brought).await?;
                }
            }
        }
        "seek" => {
            let text = |number: u16| if number == 0 { String::new() } else { number.to_string() };
            let form = SeekForm {
                what: body.what,
                players: text(body.players),
                clock: body.clock,
                hours: text(body.hours),
                promise: body.promise,
                added_to: body.added_to,
                contribution: body.contribution,
                ..SeekForm::default()
            };
            if let Sought::Table(table) = seeks::sought(&app, client, &guest, &form).await? {
                found = json!(table);
            }
        }
        "withdraw" => tables.withdraw_seek(id, &body.id).await?,
        _ => {
            let form = PersonForm {
                deed: body.deed,
                reason: body.reason,
                words: body.words,
                ..PersonForm::default()
            };
            let pointed = friends::pointed_at(&app, &guest, &body.who).await?;
            friends::do_about(&app, client, &guest, &pointed, &form).await?;
        }
    }
    let mut told = of(&app, &guest).await?;
    told["table"] = found;
    Ok(Json(told))
}
