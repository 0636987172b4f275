//! Cups: the list, the form, and a page with standings and rounds.

use super::ratings::{game_in_words, title_of};
use super::{Layout, ago};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnForm, OwnJson, Path, Visitor};
use crate::identity::Guest;
use crate::store::CupRow;
use crate::tables::{CupState, CupTerms, Entry, LONGEST_NAME, MOST_ENTRANTS, strength};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use clock::Clock;
use maud::{Markup, html};
use ratings::{Cup, Format};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many cups a list shows.
const SHOWN: u32 = 30;

/// The addresses of cups.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/cups", get(page).post(open))
        .route("/cups/{id}", get(cup).post(change))
        .route("/api/cups", get(list).post(open_by_program))
        .route("/api/cups/{id}", get(cup_of_program).post(change_by_program))
}

/// A format in words.
fn format_words(format: Format) -> String {
    match format {
        Format::RoundRobin { legs: 1 } => "All against all, once".into(),
        Format::RoundRobin { legs } => format!("All against all, {legs} times"),
        Format::Swiss { rounds, size } => {
            format!("Swiss system, {rounds} rounds, tables of {size}")
        }
        Format::KnockOut => "Knock-out".into(),
    }
}

fn terms_of(row: &CupRow) -> Option<CupTerms> {
    serde_json::from_str(&row.terms).ok()
}

async fn page(State(app): State<AppState>, visitor: Visitor) -> Result<HtmlPage, HtmlError> {
    let store = app.tables.store();
    let guest = &visitor.guest;
    let mine = if guest.new { Vec::new() } else { store.cups_of(&guest.id, SHOWN).await? };
    let public = |rows: Vec<CupRow>| -> Vec<CupRow> {
        let shown = |row: &CupRow| {
            row.entry == Entry::Everybody.word() && mine.iter().all(|own| own.id != row.id)
        };
        rows.into_iter().filter(shown).collect()
    };
    let open_cups = public(store.cups_in("open", SHOWN).await?);
    let playing = public(store.cups_in("playing", SHOWN).await?);
    let over = public(store.cups_in("over", SHOWN).await?);
    let layout = Layout { title: "Cups", scripts: &[], class: "plain contests" };
    let lines = |title: &str, empty: &str, rows: &[CupRow]| {
        html! {
            @if !rows.is_empty() || !empty.is_empty() {
                section {
                    h2 { (title) }
                    @if rows.is_empty() { p.quiet { (empty) } }
                    @else { ul.cups { @for row in rows { (line(&app, row)) } } }
                }
            }
        }
    };
    let content = html! {
        main #main {
            h1 { "Cups" }
            p { "Somebody opens a cup, others enter, and its tables open by themselves, round after round." }
            (lines("Your cups", "", &mine))
            (lines("Open to enter", "No cup waits for players just now.", &open_cups))
            (lines("Being played", "", &playing))
            (lines("Over", "", &over))
            (form(&app, &visitor))
            p { a href="/ratings" { "Ratings" } " · " a href="/" { "Lobby" } }
        }
    };
    Ok(layout.page(visitor, content))
}

/// A cup in a list.
fn line(app: &AppState, row: &CupRow) -> Markup {
    html! {
        li {
            a href=(format!("/cups/{}", row.id)) { (row.name) }
            @if let Some(terms) = terms_of(row) {
                span { (title_of(app, &terms.game)) ", " (format_words(terms.format)) @if terms.rated { ", rated" } }
            }
            span.quiet {
                @match row.state.as_str() {
                    "open" => { "Waiting for players · opened " (ago(row.made)) }
                    "playing" => { "Being played · went on " (ago(row.moved)) }
                    _ => { "Over · " (ago(row.moved)) }
                }
            }
        }
    }
}

/// With this somebody opens a cup.
fn form(app: &AppState, visitor: &Visitor) -> Markup {
    let games = app.tables.games().all();
    html! {
        details.open-cup {
            summary { "Open a cup" }
            form.seek method="post" action="/cups" {
                (visitor.form_key())
                label for="cup-name" { "What it is called" }
                input #cup-name name="name" maxlength=(LONGEST_NAME) required autocomplete="off";
                label for="cup-what" { "Game" }
                select #cup-what name="what" {
                    @for offered in games.iter() {
                        optgroup label=(offered.catalogue().title) {
                            @for known in offered.catalogue().scenarios.iter().filter(|known| known.max_seats >= 2) {
                                option value=(format!("{}/{}", offered.id(), known.id)) { (offered.catalogue().title) ": " (known.name) }
                            }
                        }
                    }
                }
                label for="cup-format" { "How it is played" }
                select #cup-format name="format" {
                    option value="swiss" { "Swiss system: those who stand alike meet" }
                    option value="round_robin" { "All against all" }
                    option value="knock_out" { "Knock-out: who loses is out" }
                }
                label for="cup-rounds" { "Rounds of a Swiss cup, or how often each meets each" }
                input #cup-rounds name="rounds" type="number" min="1" max="64" value="3" required;
                label for="cup-size" { "Players at a table of a Swiss cup; others have two" }
                input #cup-size name="size" type="number" min="2" max="8" value="2" required;
                label for="cup-clock" { "Clock" }
                select #cup-clock name="clock" {
                    @for (line, words) in super::clocks::sought().filter(|(line, _)| *line != "none") { option value=(line) { (words) } }
                }
                label for="cup-entry" { "Who may enter" }
                select #cup-entry name="entry" {
                    @for entry in Entry::ALL { option value=(entry.word()) { (entry.words()) } }
                }
                label for="cup-drop" { "If somebody drops out" }
                select #cup-drop name="stand_in" {
                    option value="" { "whoever should meet them has a bye" }
                    option value="usual" { "a bot plays on for them" }
                }
                label for="cup-begins" { "Begins when so many have entered; 0 if you begin it" }
                input #cup-begins name="begins_with" type="number" min="0" max=(MOST_ENTRANTS) value="0" required;
                label.choice { input type="checkbox" name="rated" value="on"; b { "Rated" } span.quiet { "The games change the ratings of all who play." } }
                button.main { "Open the cup" }
            }
        }
    }
}

#[derive(Deserialize)]
struct CupForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    what: String,
    #[serde(default)]
    format: String,
    #[serde(default)]
    rounds: String,
    #[serde(default)]
    size: String,
    #[serde(default)]
    clock: String,
    #[serde(default)]
    entry: String,
    #[serde(default)]
    stand_in: String,
    #[serde(default)]
    begins_with: String,
    #[serde(default)]
    rated: String,
}

impl Keyed for CupForm {
    fn key(&self) -> &str {
        &self.key
    }
}

fn number<T: std::str::FromStr>(field: &str, what: &str) -> Result<T, ServiceError> {
    let bad = || ServiceError::BadRequest(format!("`{field}` is no number of {what}."));
    field.trim().parse().map_err(|_| bad())
}

fn entry_of(word: &str) -> Result<Entry, ServiceError> {
    Entry::read(if word.is_empty() { "everybody" } else { word }).ok_or_else(|| {
        let why = format!("`{word}` does not say who may enter: say everybody, link or friends.");
        ServiceError::BadRequest(why)
    })
}

async fn open(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<CupForm>,
) -> Result<Response, HtmlError> {
    let (game, scenario) = form.what.split_once('/').unwrap_or((form.what.as_str(), ""));
    let format = match form.format.as_str() {
        "round_robin" => Format::RoundRobin { legs: number(&form.rounds, "meetings")? },
        "swiss" => Format::Swiss {
            rounds: number(&form.rounds, "rounds")?,
            size: number(&form.size, "players at a table")?,
        },
        "knock_out" => Format::KnockOut,
        other => {
            let why =
                format!("`{other}` is no way to play a cup: say swiss, round_robin or knock_out.");
            return Err(ServiceError::BadRequest(why).into());
        }
    };
    let usual = app.tables.games().find(game)?.game.usual_bot();
    let terms = CupTerms {
        game: game.into(),
        edition: String::new(),
        scenario: scenario.into(),
        options: BTreeMap::new(),
        format,
        clock: form.clock,
        at_deadline: String::new(),
        rated: form.rated == "on",
        stand_in: if form.stand_in == "usual" { usual.into() } else { form.stand_in },
        begins_with: number(&form.begins_with, "players")?,
    };
    let opening = app.new_table(&guest, client).await?;
    let id = app.tables.open_cup(&guest.id, &form.name, entry_of(&form.entry)?, terms).await?;
    opening.done();
    Ok(redirect(&format!("/cups/{id}"), None))
}

async fn cup(
    State(app): State<AppState>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let state = app.tables.cup(&id).await?;
    let guest = &visitor.guest;
    let host = !guest.new && state.row.host == guest.id;
    let host_name = app.guest_name(&Guest::of_id(state.row.host.as_str())).await?;
    let title = state.row.name.clone();
    let layout = Layout { title: &title, scripts: &[], class: "plain contests" };
    let content = html! {
        main #main {
            h1 { (title) }
            (about(&app, &state, &host_name))
            (deeds(&visitor, &state, host))
            @match &state.cup {
                None => {
                    section aria-labelledby="entered" {
                        h2 #entered { "Who has entered (" (state.entered.len()) ")" }
                        @if state.entered.is_empty() { p.quiet { "Nobody yet." } }
                        ol { @for (_, name) in &state.entered { li { (name) } } }
                    }
                }
                Some(cup) => {
                    (standings(&state, cup, guest))
                    (rounds(&state, cup))
                }
            }
            p { a href="/cups" { "All cups" } " · " a href=(format!("/ratings/{}", state.terms.game)) { "Ratings" } }
        }
    };
    Ok(layout.page(visitor, content))
}

/// What is played in a cup.
fn about(app: &AppState, state: &CupState, host: &str) -> Markup {
    let terms = &state.terms;
    let clock = terms.clock.parse::<Clock>();
    html! {
        p { b { (game_in_words(app, &terms.game, &terms.scenario)) } ". " (format_words(terms.format)) ". Opened by " (host) "." }
        @if let Ok(clock) = clock { p { (super::clocks::in_words(&clock)) " " (super::clocks::absence_in_words(&terms.absence())) } }
        @for (key, value) in &terms.options { p { "Option " (key) ": " (value) "." } }
        p.quiet {
            @if terms.rated { "Its games are rated. " }
            @if terms.stand_in.is_empty() {
                "Who drops out is paired no more: whoever should meet them has a bye, which counts as a win, and a game for two that is on counts as won by the other. "
            } @else {
                "Where somebody drops out a bot (" (strength(&terms.stand_in)) ") plays on in their place; the game that is on is lost for it. "
            }
            @if state.row.state == "open" && terms.begins_with > 0 { "It begins when " (terms.begins_with) " have entered. " }
            @if state.row.state == "open" && terms.begins_with == 0 { "It begins when its host says so. " }
        }
    }
}

/// What somebody can do about a cup.
fn deeds(visitor: &Visitor, state: &CupState, host: bool) -> Markup {
    let id = &state.row.id;
    let guest = &visitor.guest;
    let entered = !guest.new && state.has_entered(&guest.id);
    let plays = !guest.new && state.place_of(&guest.id).is_some();
    let deed = |word: &str, class: &str, words: &str| {
        html! {
            form method="post" action=(format!("/cups/{id}")) {
                (visitor.form_key())
                input type="hidden" name="deed" value=(word);
                button class=(class) { (words) }
            }
        }
    };
    html! {
        @match state.row.state.as_str() {
            "open" => {
                div.row {
                    @if entered { (deed("leave", "", "Do not play after all")) } @else { (deed("enter", "main", "Enter the cup")) }
                    @if host && state.entered.len() >= 2 { (deed("begin", "main", "Begin the cup")) }
                    @if host { (deed("close", "danger", "Give the cup up")) }
                }
                @if state.row.entry == Entry::Link.word() { p.quiet { "Send the address of this page to whoever is to enter." } }
            }
            "playing" if plays => {
                details {
                    summary { "Drop out …" }
                    p { "You leave the games of this cup that are on, and cannot come back." }
                    (deed("leave", "danger", "Yes, drop out"))
                }
            }
            _ => {}
        }
    }
}

/// The tie-breaks of a format: how each is called.
fn tie_breaks(format: Format) -> &'static [&'static str] {
    match format {
        Format::RoundRobin { .. } => &["Against equals", "Beaten", "Won"],
        Format::Swiss { .. } => &["Opponents", "Beaten", "Won"],
        Format::KnockOut => &["Rounds lasted"],
    }
}

/// What a tie-break counts, in wins where it counts points.
fn tie_break(name: &str, value: u64) -> String {
    let points = matches!(name, "Opponents" | "Beaten");
    match points {
        true => format!("{:.1}", value as f64 / f64::from(ratings::FULL)),
        // Beaten equals count two, those with whom one drew one.
        false if name == "Against equals" => format!("{:.1}", value as f64 / 2.0),
        false => value.to_string(),
    }
}

fn standings(state: &CupState, cup: &Cup, guest: &Guest) -> Markup {
    let breaks = tie_breaks(cup.format());
    let knock_out = cup.format() == Format::KnockOut;
    html! {
        section aria-labelledby="standings" {
            h2 #standings { @if state.row.state == "over" { "Final standings" } @else { "Standings" } }
            div.wide tabindex="0" role="region" aria-label="Table of standings" {
                table.standings {
                    thead { tr { th scope="col" { "Rank" } th scope="col" { "Player" } @if !knock_out { th.number scope="col" { "Points" } } @for name in breaks { th.number scope="col" { (name) } } } }
                    tbody {
                        @for standing in cup.standings() {
                            @if let Some(entrant) = cup.entrants().get(standing.entrant) {
                                tr.me[!guest.new && entrant.person == guest.id] {
                                    td { (standing.rank) }
                                    th scope="row" { (state.name(&entrant.person)) @if entrant.out { " " span.tag { "dropped out" } } }
                                    @if !knock_out { td.number { b { (standing.wins()) } } }
                                    @for (name, value) in breaks.iter().zip(&standing.tie_breaks) { td.number { (tie_break(name, *value)) } }
                                }
                            }
                        }
                    }
                }
            }
            @match cup.format() {
                Format::Swiss { .. } => p.quiet { "Equal points are told apart by those of all whom one has met (Opponents), then of those whom one beat (Beaten), then by tables won." }
                Format::RoundRobin { .. } => p.quiet { "Equal points are told apart by what the equals did against each other, then by the points of those whom one beat, then by tables won." }
                Format::KnockOut => p.quiet { "After a game without a winner the same two play again with the seats turned round; after three the one who began as the stronger goes on." }
            }
        }
    }
}

fn rounds(state: &CupState, cup: &Cup) -> Markup {
    html! {
        @for (number, round) in cup.rounds().iter().enumerate().rev() {
            @let named = |entrant: &usize| state.played(cup, *entrant, number);
            section {
                h2 { "Round " (number + 1) }
                ul.pairings {
                    @for (place, table) in round.tables.iter().enumerate() {
                        li {
                            @for (seat, entrant) in table.seats.iter().enumerate() {
                                @if seat > 0 { ", " }
                                (named(entrant))
                                @if let Some(rank) = table.ranks.as_ref().and_then(|ranks| ranks.get(seat)) { " " b { "(" (rank) ")" } }
                            }
                            @if table.walkover { " " span.tag { "without a game" } }
                            @for game in 0..=table.drawn {
                                @if let Some(own) = state.tables.get(&(number, place, game)) {
                                    " · " a href=(if own.over { format!("/t/{}/result", own.id) } else { format!("/t/{}", own.id) }) {
                                        @if own.over { "Result" } @else { "To the table" }
                                        span.sr { " of " (table.seats.iter().map(named).collect::<Vec<_>>().join(" and ")) }
                                    }
                                }
                            }
                        }
                    }
                    @for entrant in &round.byes { li { (named(entrant)) " has a bye" } }
                }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeedForm {
    #[serde(default)]
    key: String,
    /// `enter`, `leave`, `begin` or `close`.
    #[serde(default)]
    deed: String,
}

impl Keyed for DeedForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn done(
    app: &AppState,
    client: Client,
    guest: &Guest,
    id: &str,
    deed: &str,
) -> Result<(), ServiceError> {
    app.check_company(guest, client)?;
    match deed {
        "enter" => {
            let name = app.guest_name(guest).await?;
            app.tables.enter_cup(id, &guest.id, &name).await
        }
        "leave" => app.tables.leave_cup(id, &guest.id).await,
        "begin" => app.tables.begin_cup(id, &guest.id).await,
        "close" => app.tables.close_cup(id, &guest.id).await,
        other => Err(ServiceError::BadRequest(format!(
            "`{other}` is nothing that can be done with a cup: say enter, leave, begin or close."
        ))),
    }
}

async fn change(
    State(app): State<AppState>,
    Path(id): Path<String>,
    client: Client,
    OwnForm { guest, form }: OwnForm<DeedForm>,
) -> Result<Response, HtmlError> {
    done(&app, client, &guest, &id, &form.deed).await?;
    let to = if form.deed == "close" { "/cups".into() } else { format!("/cups/{id}") };
    Ok(redirect(&to, None))
}

async fn list(State(app): State<AppState>, guest: Guest) -> Result<Json<Value>, JsonError> {
    let store = app.tables.store();
    let mut rows = if guest.new { Vec::new() } else { store.cups_of(&guest.id, SHOWN).await? };
    for state in ["open", "playing", "over"] {
        for row in store.cups_in(state, SHOWN).await? {
            let known = rows.iter().any(|own| own.id == row.id);
            if !known && row.entry == Entry::Everybody.word() {
                rows.push(row);
            }
        }
    }
    let one = |row: &CupRow| {
        json!({
            "id": row.id,
            "name": row.name,
            "state": row.state,
            "entry": row.entry,
            "terms": terms_of(row),
            "made": row.made,
            "moved": row.moved,
        })
    };
    Ok(Json(json!({ "cups": rows.iter().map(one).collect::<Vec<_>>() })))
}

/// A cup for programs: people by their names, places and tables by number from 1.
fn cup_json(state: &CupState, guest: &Guest) -> Value {
    let mut json = json!({
        "id": state.row.id,
        "name": state.row.name,
        "state": state.row.state,
        "entry": state.row.entry,
        "terms": state.terms,
        "made": state.row.made,
        "moved": state.row.moved,
        "entered": state.entered.iter().map(|(_, name)| name).collect::<Vec<_>>(),
        "you_entered": !guest.new && state.has_entered(&guest.id),
        "you_play": !guest.new && state.place_of(&guest.id).is_some(),
        "you_host": !guest.new && state.row.host == guest.id,
        "standings": [],
        "rounds": [],
    });
    let Some(cup) = &state.cup else { return json };
    let standings = cup.standings().into_iter().map(|standing| {
        let entrant = cup.entrants().get(standing.entrant);
        let out = entrant.is_some_and(|entrant| entrant.out);
        json!({
            "place": standing.entrant + 1,
            "name": entrant.map(|entrant| state.name(&entrant.person)).unwrap_or_default(),
            "rank": standing.rank,
            "points": f64::from(standing.points) / f64::from(ratings::FULL),
            "tie_breaks": standing.tie_breaks,
            "dropped_out": out,
        })
    });
    json["standings"] = standings.collect();
    let rounds = cup.rounds().iter().enumerate().map(|(number, round)| {
        let named = |entrant: &usize| state.played(cup, *entrant, number);
        let tables = round.tables.iter().enumerate().map(|(place, table)| {
            let games = (0..=table.drawn).filter_map(|game| {
                state.tables.get(&(number, place, game)).map(|own| own.id.clone())
            });
            json!({
                "places": table.seats.iter().map(|seat| seat + 1).collect::<Vec<_>>(),
                "names": table.seats.iter().map(named).collect::<Vec<_>>(),
                "ranks": table.ranks,
                "without_a_game": table.walkover,
                "tables": games.collect::<Vec<_>>(),
            })
        });
        json!({
            "tables": tables.collect::<Vec<_>>(),
            "byes": round.byes.iter().map(named).collect::<Vec<_>>(),
        })
    });
    json["rounds"] = rounds.collect();
    json
}

async fn cup_of_program(
    State(app): State<AppState>,
    Path(id): Path<String>,
    guest: Guest,
) -> Result<Json<Value>, JsonError> {
    let state = app.tables.cup(&id).await?;
    Ok(Json(cup_json(&state, &guest)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewCup {
    #[serde(default)]
    key: String,
    name: String,
    #[serde(default)]
    entry: String,
    terms: CupTerms,
}

impl Keyed for NewCup {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn open_by_program(
    State(app): State<AppState>,
    client: Client,
    OwnJson { guest, body }: OwnJson<NewCup>,
) -> Result<Json<Value>, JsonError> {
    let opening = app.new_table(&guest, client).await?;
    let entry = entry_of(&body.entry)?;
    let id = app.tables.open_cup(&guest.id, &body.name, entry, body.terms).await?;
    opening.done();
    Ok(Json(cup_json(&app.tables.cup(&id).await?, &guest)))
}

async fn change_by_program(
    State(app): State<AppState>,
    Path(id): Path<String>,
    client: Client,
    OwnJson { guest, body }: OwnJson<DeedForm>,
) -> Result<Json<Value>, JsonError> {
    done(&app, client, &guest, &id, &body.deed).await?;
    if body.deed == "close" {
        return Ok(Json(json!({ "id": id, "state": "closed" })));
    }
    Ok(Json(cup_json(&app.tables.cup(&id).await?, &guest)))
}
