//! Plans: what a player decides beforehand, where nobody else looks.

use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{OwnJson, TablePath, TableView};
use crate::limits::LimitedAction;
use crate::protocol::{PlanAnswer, PlanCount, PlanQuestion, PlanRequest, SeatPlanSheet};
use crate::tables::{Decider, PlanSheet, SeatPlan, SheetCount};
use crate::web::{AppState, JsonError};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use maud::{Markup, html};
use plans::QuestionKind;
use serde_json::Value;

/// The addresses of plans.
pub fn routes() -> Router<AppState> {
    Router::new().route("/t/{id}/plan", get(show).post(change))
}

/// A plan as it is shown: how far it has come is its own affair.
fn plan_json(plan: &plans::Plan) -> Value {
    let mut json = serde_json::to_value(plan).unwrap_or_default();
    if let Some(fields) = json.as_object_mut() {
        fields.remove("progress");
    }
    json
}

/// The plan of a seat, and what can be planned with, as it travels.
pub fn sheet(PlanSheet { plan, questions, counts }: PlanSheet) -> SeatPlanSheet {
    let SeatPlan { number, plan, notes, .. } = plan;
    let question = |QuestionKind { kind, question, answers }: QuestionKind| {
        let answers = answers.into_iter();
        let answers = answers.map(|reply| PlanAnswer { line: reply.line, label: reply.label });
        PlanQuestion { kind, question, answers: answers.collect() }
    };
    let counts = counts.into_iter();
    let counts = counts.map(|SheetCount { count, now, spent }| PlanCount { count, now, spent });
    SeatPlanSheet {
        number,
        plan: plan_json(&plan),
        notes,
        questions: questions.into_iter().map(question).collect(),
        counts: counts.collect(),
    }
}

/// The plan of the seat through which somebody looks.
async fn show(
    State(app): State<AppState>,
    TableView { table, state, viewer, .. }: TableView<JsonError>,
    client: Client,
) -> Result<Json<SeatPlanSheet>, JsonError> {
    drop(state);
    let Some(seat) = viewer.seat() else {
        return Err(ServiceError::Forbidden("Only who sits at the table plans.".into()).into());
    };
    Ok(Json(sheet(app.tables.plan_sheet(&table, seat, client).await?)))
}

/// Puts another plan in the place of a seat's.
async fn change(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    client: Client,
    OwnJson { guest, body }: OwnJson<PlanRequest>,
) -> Result<Json<SeatPlanSheet>, JsonError> {
    app.limiter.check_person(LimitedAction::Decisions, &guest.id, client)?;
    let PlanRequest { seat, number, plan, .. } = body;
    app.limiter.check_bytes(client, plan_json(&plan).to_string().len())?;
    if app.tables.read(&table).await?.seats_of(&guest.id).contains(&seat) {
        app.tables.notice(&table, &guest.id);
    }
    app.tables.set_plan(&table, (seat, Decider::Guest(guest.id)), number, plan).await?;
    Ok(Json(sheet(app.tables.plan_sheet(&table, seat, client).await?)))
}

/// Where a player makes plans; a script fills it.
pub(super) fn dialog() -> Markup {
    html! {
        dialog #plans aria-labelledby="plans-title" {
            h2 #plans-title tabindex="-1" autofocus { "Plans" }
            p.quiet {
                "Decide beforehand. Only you ever see this. "
                a href="/help/plans" target="_blank" { "About plans" }
            }
            p #plan-trouble role="alert" hidden {}
            p #plan-said.sr role="status" {}
            div #plan-sheet {}
            form method="dialog" { button { "Back to the game" } }
        }
    }
}
