//! Trying plans: a sandbox beside a table, with the page of a table and a tree of what was tried.

use super::{Layout, Terms};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{OwnForm, OwnJson, Path, TablePath, TableView, Visitor};
use crate::frame::{self, SentParts};
use crate::limits::LimitedAction;
use crate::protocol::{
    EstimateAt, GameEstimate, SandboxMoved, SandboxRequest, ShareOfWins, StoryLines,
};
use crate::store::{MOST_SANDBOXES, Phase};
use crate::tables::{Begun, Decider, Estimated, EstimatedPoint, TableGuard, catch_panic};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use table::{Seat, Viewer};

/// The addresses of sandboxes. A place in one has those of a table that show it.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}/try", get(page).post(begin))
        .route("/t/{id}/try/end", post(end))
        .route("/t/{id}/estimate", get(estimate).post(estimate_more))
        .route("/t/{id}/try/{node}/frame", get(place))
        .route("/t/{id}/try/{node}/story", get(super::table::story))
        .route("/t/{id}/try/{node}/act", post(act))
        .route("/t/{id}/try/{node}/bot", post(bot))
        .route("/t/{id}/try/{node}/name", post(name))
        .route("/t/{id}/try/{node}/again", post(again))
        .route("/t/{id}/try/{node}/cut", post(cut))
        .route("/t/{id}/try/{node}/plan", post(plan))
        .merge(super::preview::sandbox_routes())
        .merge(super::words::sandbox_routes())
}

/// A wish to begin a sandbox.
#[derive(Deserialize)]
struct BeginForm {
    #[serde(default)]
    key: String,
    /// The seat whose eyes it begins with; empty for the usual one.
    #[serde(default, rename = "as")]
    viewer: String,
    /// Whether the sandbox that is there is gone on with.
    #[serde(default)]
    go_on: String,
}

impl crate::extract::Keyed for BeginForm {
    fn key(&self) -> &str {
        &self.key
    }
}

/// Begins a sandbox, or goes on with the one that is there.
async fn begin(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    client: Client,
    OwnForm { guest, form }: OwnForm<BeginForm>,
) -> Result<Response, HtmlError> {
    let known = app.tables.sandbox_from(&table, &guest.id).await?;
    if form.go_on != "on" || known.is_none() {
        app.limiter.check_person(LimitedAction::Decisions, &guest.id, client)?;
        app.limiter.check_bytes(client, SANDBOX_BYTES)?;
        app.tables.begin_sandbox(&table, &guest, &form.viewer).await?;
    }
    Ok(redirect(&format!("/t/{}/try", table.id), None))
}

/// What a sandbox costs to keep when it begins, more or less.
pub(crate) const SANDBOX_BYTES: usize = 4000;

/// Throws a sandbox away.
async fn end(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, .. }: OwnForm<BeginForm>,
) -> Result<Response, HtmlError> {
    app.tables.drop_sandbox(&table.id, &guest.id).await?;
    Ok(redirect(&table.url(), None))
}

/// The sandbox of a visitor at a table; where they can begin one, if they have none.
async fn page(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    client: Client,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let person = visitor.guest.id.clone();
    let from = match visitor.guest.new {
        true => None,
        false => app.tables.sandbox_from(&table, &person).await?,
    };
    let state = app.tables.read(&table).await?;
    let terms = Terms::of(app.tables.games(), &state)?;
    let heading = format!("{}: {}", terms.catalogue.title, terms.scenario());
    let Some(from) = from else {
        let title = format!("Try a plan: {heading}");
        let layout = Layout { title: &title, scripts: &[], class: "help" };
        let content = invitation(&visitor, &state, &heading);
        return Ok(layout.page(visitor, content));
    };
    let over = state.row.phase == Phase::Over;
    let offered = app.tables.games().find(&state.row.game)?;
    let bots = html! {
        select #bot aria-label="Bot" {
            @for bot in offered.game.bots() {
                option value=(bot.name) selected[bot.name == offered.game.usual_bot()] title=(bot.about) {
                    (crate::tables::strength(bot.name))
                }
            }
        }
    };
    let seats: Vec<(Seat, String)> =
        state.seats.iter().map(|seat| (seat.seat, seat.name.clone())).collect();
    drop(state);
    let place = app.tables.sandbox_place(&table, &person, 0, client).await?;
    let game = place.state.game()?;
    let measures = catch_panic(&table.id, || game.measures(Viewer::Referee))?;
    let trunk: Vec<(u16, &str)> = match &place.state.sandbox {
        Some(at) => at.tree.trunk().iter().map(|it| (it.seat.0, it.line.as_str())).collect(),
        None => Vec::new(),
    };
    let numbers: Vec<String> = seats.iter().map(|(seat, _)| seat.to_string()).collect();
    let own = match &from {
        Begun::Known { viewer: Viewer::Seat(seat), .. } => Some(*seat),
        _ => None,
    };
    let back = html! { a.button #to-table href=(table.url()) { "To the table" } };
    let content = html! {
        main #main data-table=(table.id) data-as="" data-mine=(numbers.join(" ")) data-key=(visitor.key())
            data-game=(place.state.row.game) data-hot="true" data-curtain="false" data-sandbox=(json!(trunk))
            data-own=[own.filter(|_| !over)] {
            h1.sr { "Sandbox: " (heading) }
            (super::table::board_area(measures, &back))
            div.side {
                (origin(&visitor, &table.id, &from, &seats, over))
                ul #seats aria-label="Players" { }
                (tools(&bots))
                (super::table::question_area())
                div.tabs role="tablist" aria-label="Beside the board" {
                    button #tab-lines role="tab" aria-controls="lines" aria-selected="true" { "Lines" }
                    button #tab-sheets role="tab" aria-controls="sheets" aria-selected="false" tabindex="-1" { "Sheets" }
                    button #tab-story role="tab" aria-controls="story" aria-selected="false" tabindex="-1" { "Story" }
                    button #tab-more role="tab" aria-controls="more" aria-selected="false" tabindex="-1" { "More" }
                }
                div #lines role="tabpanel" aria-labelledby="tab-lines" {
                    @if from == Begun::Game { (estimate_area()) }
                    (lines(own.is_some() && !over))
                }
                (super::table::sheets_panel(true))
                (super::table::story_panel())
                div #more role="tabpanel" aria-labelledby="tab-more" hidden {
                    label.row { "Seen by "
                        select #eyes {
                            option value="" selected { "whoever decides" }
                            @for (seat, name) in &seats { option value=(seat) { (name) } }
                            option value="referee" { "everyone together" }
                        }
                    }
                    (super::table::settings())
                }
            }
            div #curtain hidden { p #curtain-words { } button #lift type="button" { "Show my side" } }
            div #news.sr role="log" aria-live="polite" aria-label="What happened" { }
            p #here.sr aria-live="assertive" { }
        }
    };
    let title = format!("Sandbox: {heading}");
    let layout =
        Layout { title: &title, scripts: &["table.js", "trial.js"], class: "table sandbox" };
    Ok(layout.page(visitor, content))
}

/// Where somebody without a sandbox can begin one, or is told why not.
fn invitation(visitor: &Visitor, state: &TableGuard, heading: &str) -> Markup {
    let id = &state.row.id;
    let (over, mine) = (state.row.phase == Phase::Over, state.own_seats(&visitor.guest));
    let may = over || !mine.is_empty() || state.is_referee(&visitor.guest);
    let why_not = if !state.row.lesson.is_empty() {
        Some("Nothing is tried in a lesson: it says what to do next.")
    } else if state.row.phase == Phase::Open {
        Some("The game has not started yet: there is nothing to try before it has.")
    } else if !over && !state.row.sandboxes {
        Some("At this rated table nobody tries plans before the game is over.")
    } else if !may {
        Some(
            "While a game runs, a sandbox begins with what a seat knows: whoever only watches can try plans when it is over.",
        )
    } else {
        None
    };
    html! {
        main #main.text {
            h1 { "Try a plan" }
            p { (heading) }
            @if let Some(why) = why_not {
                p { (why) }
            } @else {
                @if over {
                    p { "The game is over, and everything in it is known. Go to any of its decisions, try another one, play all seats "
                        "or let bots play, and see where it leads." }
                } @else {
                    p { "A sandbox begins with the table as you see it. What is hidden from you is made up anew, and its dice are "
                        "its own: it tells you nothing that you do not know. Play all seats or let bots play, go back, try something "
                        "else." }
                }
                p { "Nobody else sees it, nobody is told of it, and the table goes on as it is." }
                form.row method="post" action=(format!("/t/{id}/try")) {
                    (visitor.form_key())
                    @if !over && mine.len() > 1 {
                        label { "With what "
                            select name="as" {
                                @for seat in &mine { option value=(seat) { (state.name(*seat)) } }
                            }
                            " knows"
                        }
                    }
                    button.main { "Begin" }
                }
                p.quiet { "You have up to " (MOST_SANDBOXES) " sandboxes; beginning another removes the one that you left alone the "
                    "longest, and after 60 days each goes by itself. " a href="/help/sandbox" { "About sandboxes" } }
            }
            p { a href=(format!("/t/{id}")) { "Back to the table" } }
        }
    }
}

/// What the sandbox is, always in sight, with the ways to be rid of it.
fn origin(
    visitor: &Visitor,
    id: &str,
    from: &Begun,
    seats: &[(Seat, String)],
    over: bool,
) -> Markup {
    let named = |seat: &Seat| {
        let found = seats.iter().find(|(other, _)| other == seat);
        found.map_or("your seat", |(_, name)| name)
    };
    let told = match from {
        Begun::Game => "This is the game as it was played; what you try has new dice.".to_string(),
        Begun::Known { viewer: Viewer::Seat(seat), .. } => {
            format!("What was hidden from {} is made up.", named(seat))
        }
        Begun::Known { .. } => "It began as the referee saw the table; dice are new.".to_string(),
    };
    let anew = "Everything that you tried here goes, and a new sandbox begins. Go on?";
    html! {
        details #origin {
            summary { b { "Sandbox." } " Only you see this. " (told) }
            @if let Begun::Known { viewer: Viewer::Seat(seat), .. } = from {
                p {
                    "It began with what " (named(seat)) " knew of the table. Everything else, such as what others hold or plan, was made up "
                    "anew in a way that fits, and so are all dice: it is a guess, not the truth."
                }
            }
            div.row {
                form method="post" action=(format!("/t/{id}/try")) data-sure=(anew) {
                    (visitor.form_key())
                    button { @if over { "Begin anew with the game" } @else { "Begin anew from the table" } }
                }
                form method="post" action=(format!("/t/{id}/try/end")) data-sure="Everything that you tried here goes. Go on?" {
                    (visitor.form_key())
                    button { "Throw away" }
                }
                a href="/help/sandbox" target="_blank" { "About sandboxes" }
            }
        }
    }
}

/// What goes from decision to decision, and lets bots decide.
fn tools(bots: &Markup) -> Markup {
    html! {
        section #tools aria-label="Steps and bots" {
            div.row role="group" aria-label="Steps" {
                button #to-start type="button" { "Start" }
                button #to-before type="button" { "Back" }
                button #to-after type="button" { "On" }
                output #at-words { }
            }
            div.row role="group" aria-label="Bots" {
                (bots)
                button #bot-once type="button" { "Decides" }
                button #bot-on type="button" aria-pressed="false" { "Plays on" }
            }
        }
    }
}

/// What bots think of the game; a script draws it.
fn estimate_area() -> Markup {
    html! {
        section #estimate aria-labelledby="estimate-title" {
            h2 #estimate-title { "Who was winning?" }
            p #estimate-words { "From some of its positions bots play the game to its end, again and again, and who wins is counted." }
            div #graph { }
            p { button #estimate-go type="button" { "Let bots play it out" } " " output #estimate-state { } }
            details #estimate-table hidden { summary { "As a table" } div.scrolls tabindex="0" role="region" aria-label="Who was winning" { } }
        }
    }
}

/// The tree, and what is done to a line.
fn lines(plans: bool) -> Markup {
    html! {
        form.row #name-line {
            label for="line-name" { "Name of this line" }
            input #line-name maxlength=(::plans::LONGEST_NAME) autocomplete="off";
            button { "Keep" }
        }
        div.row role="group" aria-label="This line" {
            button #roll-again type="button" { "Other dice" }
            button #cut-line type="button" { "Cut off from here" }
            @if plans { button #plan-line type="button" { "Make it my plan" } }
        }
        ul #named aria-label="Named lines" hidden { }
        ol #tree aria-label="What was tried" { }
        p #tree-empty.quiet { "Decide something: what you try is listed here, and you can come back to it." }
    }
}

/// A place in a sandbox as a page is sent a table: all of it.
async fn place(
    State(app): State<AppState>,
    TableView { table, state, viewer, .. }: TableView<JsonError>,
) -> Result<Response, JsonError> {
    let frame = app.tables.frame(&table, &state, viewer)?;
    let mut update = frame.patch(&mut SentParts::default());
    let lines = catch_panic(&table.id, || frame::told(&state, viewer, 0))??;
    update.log = Some(StoryLines { from: 0, earlier: false, lines });
    let text = serde_json::to_string(&update);
    let text = text.map_err(|error| ServiceError::Internal(error.to_string()))?;
    let head = [(axum::http::header::CONTENT_TYPE, "application/json")];
    Ok((head, text).into_response())
}

/// What bots think of a game, as it travels.
pub(crate) fn estimate_json(estimated: &Estimated) -> GameEstimate {
    let point = |point: &EstimatedPoint| EstimateAt {
        step: point.step,
        games: point.games,
        shares: (0..point.wins.len() as u16)
            .filter_map(|seat| point.share(Seat(seat)))
            .map(|share| ShareOfWins { value: share.value, low: share.low, high: share.high })
            .collect(),
    };
    GameEstimate {
        bot: estimated.bot.clone(),
        done: estimated.is_done(),
        points: estimated.points.iter().map(point).collect(),
    }
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
    OwnJson { guest, .. }: OwnJson<SandboxRequest>,
) -> Result<Json<GameEstimate>, JsonError> {
    check(&app, &guest.id, client, 0)?;
    Ok(Json(estimate_json(&app.tables.estimate_more(&table, client).await?)))
}

#[derive(Deserialize)]
struct Node {
    node: u32,
}

/// What every change of a sandbox counts as.
fn check(app: &AppState, guest: &str, client: Client, bytes: usize) -> Result<(), ServiceError> {
    app.limiter.check_person(LimitedAction::Decisions, guest, client)?;
    app.limiter.check_bytes(client, bytes)
}

/// Tries a line.
async fn act(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    Path(Node { node }): Path<Node>,
    client: Client,
    OwnJson { guest, body }: OwnJson<SandboxRequest>,
) -> Result<Json<SandboxMoved>, JsonError> {
    check(&app, &guest.id, client, body.line.len())?;
    let seat = body.seat.ok_or_else(|| ServiceError::BadRequest("`seat` is missing".into()))?;
    let node = app.tables.try_line(&table, &guest.id, (node, seat), &body.line, client).await?;
    Ok(Json(SandboxMoved { node }))
}

/// Lets a bot decide.
async fn bot(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    Path(Node { node }): Path<Node>,
    client: Client,
    OwnJson { guest, body }: OwnJson<SandboxRequest>,
) -> Result<Json<SandboxMoved>, JsonError> {
    check(&app, &guest.id, client, body.bot.len())?;
    let node = app.tables.try_bot(&table, &guest.id, (node, body.seat), &body.bot, client).await?;
    Ok(Json(SandboxMoved { node }))
}

/// Names the line that leads to a decision.
async fn name(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    Path(Node { node }): Path<Node>,
    client: Client,
    OwnJson { guest, body }: OwnJson<SandboxRequest>,
) -> Result<Json<SandboxMoved>, JsonError> {
    check(&app, &guest.id, client, body.name.len())?;
    let name = table::wording::readable_line(&body.name);
    let named = app.tables.change_sandbox(&table, &guest.id, |tree| {
        tree.name(node, &name)?;
        Ok(node)
    });
    Ok(Json(SandboxMoved { node: named.await? }))
}

/// Tries a decision once more with other dice.
async fn again(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    Path(Node { node }): Path<Node>,
    client: Client,
    OwnJson { guest, .. }: OwnJson<SandboxRequest>,
) -> Result<Json<SandboxMoved>, JsonError> {
    check(&app, &guest.id, client, 0)?;
    let node = app.tables.change_sandbox(&table, &guest.id, |tree| tree.again(node)).await?;
    Ok(Json(SandboxMoved { node }))
}

/// Cuts off a decision and all behind it.
async fn cut(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    Path(Node { node }): Path<Node>,
    client: Client,
    OwnJson { guest, .. }: OwnJson<SandboxRequest>,
) -> Result<Json<SandboxMoved>, JsonError> {
    check(&app, &guest.id, client, 0)?;
    let node = app.tables.change_sandbox(&table, &guest.id, |tree| tree.cut(node)).await?;
    Ok(Json(SandboxMoved { node }))
}

/// Makes a line the plan of the seat with which the sandbox began.
async fn plan(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    Path(Node { node }): Path<Node>,
    client: Client,
    OwnJson { guest, .. }: OwnJson<SandboxRequest>,
) -> Result<Json<Value>, JsonError> {
    check(&app, &guest.id, client, 0)?;
    let by = Decider::Guest(guest.id.clone());
    let premoves = app.tables.plan_from_sandbox(&table, (&guest.id, by), node).await?;
    Ok(Json(json!({ "premoves": premoves })))
}
