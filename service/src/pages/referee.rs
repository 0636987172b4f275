//! What referees of the house see: what is reported of others, and how it is closed. Whoever runs the house says who they are; they
//! see nothing of any game that anybody who watches it does not see.

use super::{Layout, ago};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnForm, OwnJson, Path, Query, Visitor};
use crate::identity::Guest;
use crate::operator::{MUTED_DAYS, ReportClosing, ReportStatus};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

/// The addresses of referees, and of their programs.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/reports", get(page))
        .route("/reports/{id}", post(close))
        .route("/api/reports", get(list))
        .route("/api/reports/{id}", post(close_by_program))
}

/// How many that are closed are shown.
const CLOSED_SHOWN: usize = 20;

impl AppState {
    fn check_house_referee(&self, guest: &Guest) -> Result<(), ServiceError> {
        match !guest.new && self.tables.is_house_referee(&guest.id) {
            true => Ok(()),
            false => Err(ServiceError::Forbidden(
                "Only referees of this house see reports: whoever runs it says who they are."
                    .into(),
            )),
        }
    }

    /// What is reported and can be judged by a referee: neither of them nor by them. The newest first.
    async fn to_judge(
        &self,
        referee: &Guest,
        all: bool,
    ) -> Result<Vec<ReportStatus>, ServiceError> {
        let mut found = self.reports(all).await?;
        found.retain(|report| report.reported != referee.id && report.reporter != referee.id);
        Ok(found)
    }
}

/// The way to the reports, for referees of the house, with how many are open.
pub(super) async fn way(app: &AppState, guest: &Guest) -> Result<Markup, ServiceError> {
    if app.check_house_referee(guest).is_err() {
        return Ok(html! {});
    }
    let open = app.to_judge(guest, false).await?.len();
    let words = match open {
        0 => "no report is open".to_string(),
        1 => "one report is open".into(),
        many => format!("{many} reports are open"),
    };
    Ok(html! { p.told { "You are a referee of this house: " a href="/reports" { (words) } "." } })
}

async fn page(State(app): State<AppState>, visitor: Visitor) -> Result<HtmlPage, HtmlError> {
    app.check_house_referee(&visitor.guest)?;
    let (open, mut closed): (Vec<ReportStatus>, Vec<ReportStatus>) = app
        .to_judge(&visitor.guest, true)
        .await?
        .into_iter()
        .partition(|report| report.closed == 0);
    closed.sort_by_key(|report| std::cmp::Reverse(report.closed));
    closed.truncate(CLOSED_SHOWN);
    let layout = Layout { title: "Reports", scripts: &[], class: "plain me judging" };
    let content = html! {
        main #main {
            h1 { "Reports" }
            p {
                "What people told of others. You see it as a referee of this house; what is told of you, or by you, is for others to \
                 judge. Whoever is reported is not told, and of games you see what everybody sees."
            }
            @if open.is_empty() { p.quiet { "No report is open." } }
            @for report in &open { (to_close(&visitor, report)) }
            @if !closed.is_empty() {
                section aria-labelledby="closed" {
                    h2 #closed { "Closed" }
                    ul.things {
                        @for report in &closed {
                            li {
                                span {
                                    b { (report.name) } ": " (report.reason) ". "
                                    @if !report.verdict.is_empty() { q { (report.verdict) } }
                                }
                                span.quiet { (ago(report.closed)) }
                            }
                        }
                    }
                }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

/// A report that is open, with a way to close it.
fn to_close(visitor: &Visitor, report: &ReportStatus) -> Markup {
    let (id, name) = (&report.id, &report.name);
    html! {
        section.report aria-labelledby=(format!("report-{id}")) {
            h2 id=(format!("report-{id}")) { (name) ": " (report.reason) }
            p.quiet {
                (ago(report.made)) ", by "
                @if report.reporter_name.is_empty() { "somebody" } @else { (report.reporter_name) }
                @if !report.table.is_empty() { ", at " a href=(format!("/t/{}?as=table", report.table)) { "this table" } }
                "."
            }
            @if !report.words.is_empty() { blockquote { (report.words) } }
            @if !report.lines.is_empty() {
                details {
                    summary {
                        "What was said ("
                        @if report.lines.len() == 1 { "one line" } @else { (report.lines.len()) " lines" }
                        ")"
                    }
                    ol { @for line in &report.lines { li { (line) } } }
                }
            }
            form.report method="post" action=(format!("/reports/{id}")) {
                (visitor.form_key())
                label for=(format!("word-{id}")) { "A word to whoever reported" }
                input id=(format!("word-{id}")) name="word" maxlength="200" autocomplete="off";
                label for=(format!("deed-{id}")) { "And" }
                select id=(format!("deed-{id}")) name="deed" {
                    option value="" { "do nothing about " (name) }
                    option value="mute" { "mute " (name) " for " (MUTED_DAYS) " days" }
                }
                button { "Close" span.sr { " the report of " (name) } }
            }
        }
    }
}

#[derive(Default, Deserialize)]
struct CloseForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    word: String,
    #[serde(default)]
    deed: String,
}

impl Keyed for CloseForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn close(
    State(app): State<AppState>,
    Path(id): Path<String>,
    client: Client,
    OwnForm { guest, form }: OwnForm<CloseForm>,
) -> Result<Response, HtmlError> {
    judge(&app, client, &guest, &id, form).await?;
    Ok(redirect("/reports", None))
}

/// Closes a report, and mutes whoever is reported if that is wished.
async fn judge(
    app: &AppState,
    client: Client,
    referee: &Guest,
    id: &str,
    form: CloseForm,
) -> Result<ReportStatus, ServiceError> {
    app.check_house_referee(referee)?;
    app.check_company(referee, client)?;
    if !app.to_judge(referee, true).await?.iter().any(|report| report.id == id) {
        return Err(ServiceError::NotFound("such report that is yours to judge".into()));
    }
    if !["", "mute"].contains(&form.deed.as_str()) {
        let why =
            "A referee closes a report and may mute; anything else is for whoever runs the house.";
        return Err(ServiceError::Forbidden(why.into()));
    }
    tracing::info!(
        report = id,
        referee = referee.id,
        deed = form.deed,
        "a referee closes a report"
    );
    app.close_report(id, ReportClosing { word: form.word, deed: form.deed }).await
}

/// A report for a referee's program: without the ids of people, which are whoever's who runs the house.
fn told(report: &ReportStatus) -> Value {
    json!({
        "id": report.id,
        "name": report.name,
        "reporter": report.reporter_name,
        "table": report.table,
        "reason": report.reason,
        "words": report.words,
        "lines": report.lines,
        "made": report.made,
        "closed": report.closed,
        "verdict": report.verdict,
    })
}

#[derive(Deserialize)]
struct WhichReports {
    /// Also those that are closed.
    #[serde(default)]
    all: bool,
}

async fn list(
    State(app): State<AppState>,
    Query(asked): Query<WhichReports>,
    guest: Guest,
) -> Result<Json<Value>, JsonError> {
    app.check_house_referee(&guest)?;
    let found = app.to_judge(&guest, asked.all).await?;
    let reports: Vec<Value> = found.iter().map(told).collect();
    Ok(Json(json!({ "key": guest.form_key(&app.signer), "reports": reports })))
}

async fn close_by_program(
    State(app): State<AppState>,
    Path(id): Path<String>,
    client: Client,
    OwnJson { guest, body }: OwnJson<CloseForm>,
) -> Result<Json<Value>, JsonError> {
    Ok(Json(told(&judge(&app, client, &guest, &id, body).await?)))
}
