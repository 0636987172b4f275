//! The lobby: games, and tables to go on with, join, watch or look back at.

use super::card::{card, illustration};
use super::seeks::{self, Narrowed};
use super::{Layout, ago, invitations, ratings};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, LuckForm, OwnForm, Path, Query, Visitor};
use crate::games::OfferedGame;
use crate::identity::{self, Guest};
use crate::operator;
use crate::store::{Absence, Phase, SeatKind, TableListing};
use crate::tables::{NewTable, SeatRequest};
use crate::web::{AppState, HtmlError, HtmlPage, redirect};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;
use table::ScenarioInfo;

/// The addresses of the lobby.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/", get(lobby))
        .route("/name", post(rename))
        .route("/play/{game}", post(play_now))
}

/// How many open tables are shown, and among how many they are looked for.
const OPEN_SHOWN: usize = 30;
const OPEN_LOOKED_AT: u32 = 300;

async fn lobby(
    State(app): State<AppState>,
    Query(narrowed): Query<Narrowed>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    narrowed.check(&app)?;
    let guest = &visitor.guest;
    let store = &app.tables.store();
    let mine = if guest.new { Vec::new() } else { store.tables_of(&guest.id, 40).await? };
    let others = |list: Vec<TableListing>| -> Vec<TableListing> {
        let holds = |listed: &TableListing| listed.seats.iter().any(|seat| seat.holder == guest.id);
        list.into_iter().filter(|listed| !holds(listed)).collect()
    };
    let mut open = others(store.listed(Phase::Open, OPEN_LOOKED_AT).await?);
    let many = open.len() > 1;
    open.retain(|listed| narrowed.shows(listed));
    let open = with_ratings(&app, guest, &narrowed, open).await?;
    let sought = app.tables.seeks_for(&guest.id).await?;
    let invited = invitations::invitations(&app, &visitor, "/").await?;
    let known = if guest.new { Vec::new() } else { store.friends(&guest.id).await? };
    let playing = others(store.listed(Phase::Playing, 30).await?);
    let finished = store.listed(Phase::Over, 20).await?;
    let (running, done): (Vec<_>, Vec<_>) =
        mine.into_iter().partition(|listed| listed.table.phase != Phase::Over);
    let games = app.tables.games().all();
    let paused = operator::paused(store).await?;
    let referee = super::referee::way(&app, guest).await?;
    let layout = Layout { title: "Lobby", scripts: &["luck.js", "seeking.js"], class: "lobby" };
    let list = |title: &str, empty: &str, tables: &[TableListing]| -> Markup {
        html! {
            @if !tables.is_empty() || !empty.is_empty() {
                section.tables {
                    h2 { (title) }
                    @if tables.is_empty() { p.quiet { (empty) } }
                    ul { @for listed in tables { (line(&app, listed, guest, "")) } }
                }
            }
        }
    };
    let content = html! {
        main #main {
            (referee)
            @if let Some(why) = &paused { p.told { (operator::paused_words(why)) } }
            (invited)
            (super::friends::asking(&visitor, &known, "/"))
            (list("Your tables", "", &running))
            div.welcome {
                h1 { "Who is left when the winter is over?" }
                p.lead {
                    "Five games of survival on one table: against bots at once, or with friends by a link. "
                    "Nothing to install, no account."
                }
            }
            section.games aria-label="Games" {
                @for offered in games.iter().filter(|offered| !offered.example) {
                    (card(&visitor, offered))
                }
            }
            section.tables #open aria-labelledby="open-title" {
                h2 #open-title { "Open tables" }
                @if many || !narrowed.is_all() { (narrowed.links(&app)) }
                @if open.is_empty() && !narrowed.is_all() { p.quiet { "No open table is like that. " a href="/#open" { "Show all" } } }
                @else if open.is_empty() { p.quiet { "Nobody waits for players just now. Open a table and send a link." } }
                ul { @for (listed, ratings) in &open { (line(&app, listed, guest, ratings)) } }
                p.quiet { "Nobody to play with? " a href="/seek" { "Find me partners" } " · " a href="/friends" { "Friends" } " · " a href="/ratings" { "Ratings" } " · " a href="/cups" { "Cups" } }
            }
            (seeks::list(&app, &visitor, &sought))
            (list("Games to watch", "No public game is on.", &playing))
            (list("Your finished games", "", &done))
            (list("Finished games", "", &others(finished)))
            (examples(&visitor, games))
            (name_form(&visitor))
        }
    };
    Ok(layout.page(visitor, content))
}

/// The first of some open tables that are shown, each with the ratings of those who sit there if it is rated.
async fn with_ratings(
    app: &AppState,
    guest: &Guest,
    narrowed: &Narrowed,
    open: Vec<TableListing>,
) -> Result<Vec<(TableListing, String)>, ServiceError> {
    let mut shown = Vec::with_capacity(OPEN_SHOWN);
    for listed in open {
        if shown.len() == OPEN_SHOWN {
            break;
        }
        let (row, seats) = (&listed.table, &listed.seats);
        if narrowed.is_near() && !ratings::is_near(app, guest, &row.game, seats).await? {
            continue;
        }
        let known = match row.rated {
            true => ratings::among(app, &row.game, seats).await?,
            false => Default::default(),
        };
        let taken = seats.iter().filter_map(|seat| {
            let rating = known.get(&seat.player())?;
            Some(format!("{} {}", seat.name, ratings::in_short(*rating)))
        });
        let words = taken.collect::<Vec<_>>().join("; ");
        shown.push((listed, words));
    }
    Ok(shown)
}

/// The games that show how one is written, if there are any.
fn examples(visitor: &Visitor, games: &[OfferedGame]) -> Markup {
    html! {
        @if games.iter().any(|offered| offered.example) {
            section aria-labelledby="examples" {
                h2 #examples { "Examples" }
                p.quiet { "Small games that show how one is written." }
                div.games {
                    @for offered in games.iter().filter(|offered| offered.example) {
                        (card(visitor, offered))
                    }
                }
            }
        }
    }
}

/// With this a guest says what others call them.
fn name_form(visitor: &Visitor) -> Markup {
    html! {
        section #name {
            h2 { "Your name" }
            form.row method="post" action="/name" {
                (visitor.form_key())
                label for="name-field" { "What others call you" }
                input #name-field name="name" value=(visitor.name) maxlength="24" required autocomplete="nickname";
                button { "Save" }
            }
            p.quiet {
                "You are a guest of this browser. To go on with a game on another device, open the "
                "private link of your seat, which you find at the table, or "
                a href="/me" { "make a passkey or a code" } ", with which nothing is ever lost."
            }
        }
    }
}

/// The scenario that a game's card speaks of: the first that its text shows, else the first that is more than
/// a game for one.
pub fn described(offered: &OfferedGame) -> Option<&ScenarioInfo> {
    let scenarios = &offered.catalogue().scenarios;
    let shown = super::markdown::scenes(offered).find_map(|query| {
        query.split('&').find_map(|pair| pair.strip_prefix("scenario=")).map(str::to_string)
    });
    let shown = shown.and_then(|id| scenarios.iter().find(|known| known.id == id));
    let company = || scenarios.iter().find(|known| known.max_seats >= 2);
    shown.or_else(company).or(scenarios.first())
}

/// A table in a list.
fn line(app: &AppState, listed: &TableListing, guest: &Guest, ratings: &str) -> Markup {
    let (table, seats) = (&listed.table, &listed.seats);
    let offered = app.tables.games().find(&table.game).ok();
    let title = offered.map_or(table.game.as_str(), |offered| &offered.catalogue().title);
    let scenario = offered
        .and_then(|offered| {
            offered.catalogue().scenarios.iter().find(|known| known.id == table.scenario)
        })
        .map_or(table.scenario.as_str(), |scenario| &scenario.name);
    let mine = |seat: &table::Seat| {
        seats.get(seat.index()).is_some_and(|seat| seat.holder == guest.id && !guest.new)
    };
    let names: Vec<String> = seats
        .iter()
        .map(|seat| match seat.kind {
            SeatKind::Open => "free seat".to_string(),
            SeatKind::Link => "invited".to_string(),
            _ => seat.name.clone(),
        })
        .collect();
    let your_turn = table.deciding.iter().any(mine);
    // What has the name of its game is named once.
    let named = if scenario == title { String::new() } else { format!(": {scenario}") };
    html! {
        li.your-turn[your_turn] {
            img src=(illustration(&table.game)) alt="" width="64" height="64" loading="lazy";
            div {
                a href=(format!("/t/{}", table.id)) { (title) (named) }
                span.seated { (names.join(", ")) }
                span.stands { (stands(listed, guest, your_turn, ratings)) }
            }
        }
    }
}

/// How a table stands, and since when.
fn stands(listed: &TableListing, guest: &Guest, your_turn: bool, ratings: &str) -> Markup {
    let (table, seats) = (&listed.table, &listed.seats);
    let asked = table.deciding.iter().filter_map(|seat| seats.get(seat.index()));
    let asked: Vec<&str> = asked.map(|seat| seat.name.as_str()).take(4).collect();
    html! {
        @match table.phase {
            Phase::Open => {
                "Waiting for players · opened " (ago(table.created))
                @if let Some(clock) = super::clocks::in_short(table) { " · clock " (clock) }
                @if table.rated { " · " b { "rated" } }
                @if !ratings.is_empty() { " (" (ratings) ")" }
                @if table.reliable > 0 { " · for players who keep " (table.reliable) " of 100 deadlines" }
            }
            Phase::Over => { (table.ended) " · " (ago(table.moved)) }
            Phase::Playing => {
                @if your_turn { b { "Your turn" } " " } @else { "Waiting for " (asked.join(", ")) " · " }
                (ago(table.told_at))
                @if let Some(clock) = super::clocks::in_short(table) { " · clock " (clock) }
                @if seats.iter().any(|seat| !guest.new && seat.away == guest.id) {
                    " · your seat is kept for you"
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct NameForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    name: String,
    /// Where the form stands, if not in the lobby.
    #[serde(default)]
    to: String,
}

impl Keyed for NameForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn rename(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<NameForm>,
) -> Result<Response, HtmlError> {
    app.check_new_name(&guest, client)?;
    app.tables.rename_guest(&guest, &identity::valid_name(&form.name)?).await?;
    Ok(redirect(if form.to == "/me" { "/me" } else { "/" }, None))
}

/// A table for one against bots, at once.
async fn play_now(
    State(app): State<AppState>,
    Path(game): Path<String>,
    client: Client,
    OwnForm { guest, form }: OwnForm<LuckForm>,
) -> Result<Response, HtmlError> {
    let opening = app.new_table(&guest, client).await?;
    let name = app.guest_name(&guest).await?;
    let offered = app.tables.games().find(&game)?;
    let scenario = described(offered).ok_or_else(|| ServiceError::NotFound("scenario".into()))?;
    let bot = || SeatRequest::Bot(offered.game.usual_bot().to_string());
    let wish = |seats: u16| NewTable {
        game: game.clone(),
        edition: String::new(),
        scenario: scenario.id.clone(),
        options: Default::default(),
        seats: std::iter::once(SeatRequest::Me).chain((1..seats).map(|_| bot())).collect(),
        shuffled: false,
        // Whoever plays alone is not watched.
        listed: false,
        referee: false,
        absence: Absence::default(),
        clock: String::new(),
        at_deadline: String::new(),
        reliable: 0,
        rated: false,
        sandboxes: true,
        whispers: false,
        client: Some(client),
    };
    // Enough company to be a game, few enough to be quick.
    let three = wish(scenario.seats_near(3));
    let luck = super::luck::luck(&app.tables, &guest, &form.promise, &form.contribution)?;
    let id = app.tables.open(&guest.id, &name, three, luck).await?;
    opening.done();
    Ok(redirect(&format!("/t/{id}"), None))
}
