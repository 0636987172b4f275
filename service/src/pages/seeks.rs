//! Finding partners: the form, the lines in the lobby, and which open tables are shown there.

use super::{HOUR, Layout, ago};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnForm, Path, Query, Visitor};
use crate::identity::Guest;
use crate::operator;
use crate::protocol::PartnerPromise;
use crate::store::{SeatKind, SeatRow, SeekRow, TableListing};
use crate::tables::{SeekPromise, Sought, THERE, Wish, is_live, seek_table};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use clock::Absence;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

/// The addresses of seeks.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/seek", get(page).post(seek))
        .route("/seek/promise", get(promise))
        .route("/seek/found", get(found))
        .route("/seeks/{id}/answer", post(answer))
        .route("/seeks/{id}/withdraw", post(withdraw))
        .route("/api/seeks", get(seeks))
}

/// For how long somebody looks: the hours, and how it is said.
const HOURS: [(i64, &str); 3] = [(1, "1 hour"), (12, "12 hours"), (72, "3 days")];

/// How many may play with each other who find each other so.
const MOST: u16 = 6;

/// What a form asks for: a game, or a game and its scenario behind a slash.
#[derive(Default, Deserialize)]
pub(super) struct SeekForm {
    #[serde(default)]
    pub(super) key: String,
    #[serde(default)]
    pub(super) what: String,
    /// How many play; empty for any number.
    #[serde(default)]
    pub(super) players: String,
    #[serde(default)]
    pub(super) clock: String,
    #[serde(default)]
    pub(super) hours: String,
    #[serde(default)]
    pub(super) promise: String,
    /// The commitment that was seen.
    #[serde(default)]
    pub(super) added_to: String,
    #[serde(default)]
    pub(super) contribution: String,
}

impl Keyed for SeekForm {
    fn key(&self) -> &str {
        &self.key
    }
}

impl SeekForm {
    fn wish(&self) -> Result<Wish, ServiceError> {
        let (game, scenario) = self.what.split_once('/').unwrap_or((self.what.as_str(), ""));
        let players = match self.players.as_str() {
            "" => 0,
            number => number.parse().ok().filter(|number| *number <= MOST).ok_or_else(|| {
                let why = format!("`{number}` is no number of players from 2 to {MOST}.");
                ServiceError::BadRequest(why)
            })?,
        };
        if !self.clock.is_empty() && !super::clocks::sought().any(|(line, _)| line == self.clock) {
            let why =
                format!("`{}` is none of the clocks by which partners are found.", self.clock);
            return Err(ServiceError::BadRequest(why));
        }
        Ok(Wish {
            game: game.into(),
            scenario: scenario.into(),
            players,
            clock: self.clock.clone(),
        })
    }

    fn hours(&self) -> Result<i64, ServiceError> {
        let known = |word: &str| {
            HOURS.iter().map(|(hours, _)| *hours).find(|hours| hours.to_string() == word)
        };
        match self.hours.as_str() {
            "" => Ok(12),
            word => known(word).ok_or_else(|| {
                ServiceError::BadRequest(format!("`{word}` is no time: say 1, 12 or 72 hours."))
            }),
        }
    }
}

async fn page(State(app): State<AppState>, visitor: Visitor) -> Result<HtmlPage, HtmlError> {
    let paused = operator::paused(app.tables.store()).await?;
    let seeks = app.tables.seeks_for(&visitor.guest.id).await?;
    let layout = Layout {
        title: "Find partners",
        scripts: &["luck.js", "seeking.js"],
        class: "plain seeking",
    };
    let content = html! {
        main #main {
            h1 { "Find me partners" }
            @if let Some(why) = &paused { p.told { (operator::paused_words(why)) } }
            p {
                "Say what you would like to play. As soon as enough people want the same, a table opens and the game begins; "
                "it stands under My games, and you are told by your ways."
            }
            (form(&app, &visitor))
            (list(&app, &visitor, &seeks))
            p { a href="/" { "Or open a table of your own" } }
        }
    };
    Ok(layout.page(visitor, content))
}

fn form(app: &AppState, visitor: &Visitor) -> Markup {
    let games = app.tables.games().all().iter().filter(|offered| !offered.example);
    html! {
        form.seek method="post" action="/seek" data-seek="" {
            (visitor.form_key())
            (super::luck::opening_fields())
            input type="hidden" name="added_to" value="";
            label for="what" { "What" }
            select #what name="what" {
                option value="" { "Any game" }
                @for offered in games {
                    optgroup label=(offered.catalogue().title) {
                        option value=(offered.id()) { (offered.catalogue().title) ": any scenario" }
                        @for scenario in offered.catalogue().scenarios.iter().filter(|known| known.max_seats >= 2) {
                            option value=(format!("{}/{}", offered.id(), scenario.id)) {
                                (scenario.name) " (" (scenario.seats_in_words(0)) ")"
                            }
                        }
                    }
                }
            }
            label for="players" { "How many play" }
            select #players name="players" {
                option value="" { "Any number" }
                @for number in 2..=MOST { option value=(number) { (number) " players" } }
            }
            label for="seek-clock" { "Clock" }
            select #seek-clock name="clock" {
                option value="" { "Any clock, or none" }
                @for (line, words) in super::clocks::sought() { option value=(line) { (words) } }
            }
            label for="hours" { "Look for" }
            select #hours name="hours" {
                @for (hours, words) in HOURS { option value=(hours) selected[hours == 12] { (words) } }
            }
            p.quiet { "With a live clock for half an hour at most, since whoever is found has to be there. Seats are dealt at random, and the table stands in the lobby." }
            p.quiet { (super::clocks::absence_in_words(&Absence::default())) }
            button.main { "Find me partners" }
        }
    }
}

/// What a seek is for, in words.
fn words(app: &AppState, row: &SeekRow) -> String {
    let offered = app.tables.games().find(&row.game).ok().filter(|_| !row.game.is_empty());
    let mut parts = vec![match offered {
        None => "any game".to_string(),
        Some(offered) => {
            let catalogue = offered.catalogue();
            let scenario = catalogue.scenarios.iter().find(|known| known.id == row.scenario);
            match scenario.filter(|known| known.name != catalogue.title) {
                Some(scenario) => format!("{}: {}", catalogue.title, scenario.name),
                None => catalogue.title.clone(),
            }
        }
    }];
    match row.players {
        0 => {}
        number => parts.push(format!("{number} players")),
    }
    match row.clock.as_str() {
        "" => {}
        "none" => parts.push("no clock".into()),
        line => {
            let known = super::clocks::sought().find(|(known, _)| *known == line);
            parts.push(known.map_or(line.to_string(), |(_, words)| small(words)));
        }
    }
    parts.join(", ")
}

fn called(row: &SeekRow) -> String {
    match row.name.as_str() {
        "" => Guest::of_id(row.person.as_str()).default_name(),
        name => name.to_string(),
    }
}

/// Words as they stand within a sentence.
fn small(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(char::to_lowercase).into_iter().flatten().chain(letters).collect()
}

/// How long it still is, in the largest unit, begun ones counted.
fn left(seconds: i64) -> String {
    let begun = |unit: i64| (seconds.max(1) + unit - 1) / unit;
    match seconds {
        ..3600 => format!("{} min", begun(60)),
        3600..172_800 => format!("{} h", begun(3600)),
        _ => format!("{} days", begun(86_400)),
    }
}

/// Those who look for partners: others can be answered, one's own taken back.
pub(super) fn list(app: &AppState, visitor: &Visitor, seeks: &[SeekRow]) -> Markup {
    let now = app.tables.now();
    html! {
        @if !seeks.is_empty() {
            section.tables.seeks #seeks aria-labelledby="seeks-title" {
                h2 #seeks-title { "Looking for partners" }
                ul {
                    @for row in seeks {
                        @let own = row.person == visitor.guest.id;
                        li data-own=[own.then_some(&row.id)] {
                            @if row.game.is_empty() { span.any aria-hidden="true" { "?" } }
                            @else { img src=(super::card::illustration(&row.game)) alt="" width="64" height="64" loading="lazy"; }
                            div {
                                span { b { @if own { "You" } @else { (called(row)) } } ": " (words(app, row)) }
                                span.stands { (ago(row.made)) " · for " (left(row.until - now)) " more" }
                                @if own {
                                    form method="post" action=(format!("/seeks/{}/withdraw", row.id)) {
                                        (visitor.form_key())
                                        button { "Withdraw" span.sr { ": " (words(app, row)) } }
                                    }
                                } @else {
                                    form method="post" action=(format!("/seeks/{}/answer", row.id)) data-partner=(seek_table(&row.commitment)) {
                                        (visitor.form_key())
                                        input type="hidden" name="added_to" value=(row.commitment);
                                        (super::luck::sitting_field(&row.commitment))
                                        button.main { "Play with " (called(row)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct OwnSeek {
    id: String,
}

/// Whether a guest still looks for partners by one of their seeks; if not, the table that it has come to, if it has.
async fn found(
    State(app): State<AppState>,
    guest: Guest,
    Query(OwnSeek { id }): Query<OwnSeek>,
) -> Result<Json<Value>, JsonError> {
    let seeks = app.tables.seeks_for(&guest.id).await?;
    let waits = seeks.iter().any(|row| row.id == id && row.person == guest.id);
    let table = match waits {
        true => None,
        false => app.tables.found_for(&guest.id).await?,
    };
    Ok(Json(json!({ "waits": waits, "table": table })))
}

/// What somebody adds something to, before they do.
async fn promise(
    State(app): State<AppState>,
    guest: Guest,
    Query(form): Query<SeekForm>,
) -> Result<Json<PartnerPromise>, JsonError> {
    let wish = form.wish()?;
    app.tables.check_wish(&wish)?;
    let SeekPromise { commitment, sealed, table } =
        app.tables.promise_to_seek(&guest.id, &wish).await?;
    Ok(Json(PartnerPromise { commitment, sealed, table }))
}

async fn seek(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<SeekForm>,
) -> Result<Response, HtmlError> {
    Ok(shown(sought(&app, client, &guest, &form).await?))
}

/// Where one sees what came of a seek.
fn shown(sought: Sought) -> Response {
    match sought {
        Sought::Table(id) => redirect(&format!("/t/{id}"), None),
        Sought::Found => redirect("/my", None),
        Sought::Waiting => redirect("/seek#seeks", None),
    }
}

/// Looks for partners as a form says.
pub(super) async fn sought(
    app: &AppState,
    client: Client,
    guest: &Guest,
    form: &SeekForm,
) -> Result<Sought, ServiceError> {
    let wish = form.wish()?;
    let seconds = form.hours()? * HOUR;
    look_for(app, client, guest, (&wish, seconds, ""), form).await
}

async fn look_for(
    app: &AppState,
    client: Client,
    guest: &Guest,
    (wish, seconds, with): (&Wish, i64, &str),
    form: &SeekForm,
) -> Result<Sought, ServiceError> {
    app.check_company(guest, client)?;
    let opening = app.new_table(guest, client).await?;
    let seconds = if is_live(&wish.clock) { seconds.min(THERE) } else { seconds };
    let until = app.tables.now() + seconds;
    let brought = (form.promise.as_str(), form.added_to.as_str(), form.contribution.as_str());
    let sought = app.tables.seek(&guest.id, wish, (until, with), brought).await?;
    if matches!(sought, Sought::Table(_)) {
        opening.done();
    }
    Ok(sought)
}

/// Plays with somebody who looks for partners: the same is looked for, and they fit.
async fn answer(
    State(app): State<AppState>,
    Path(id): Path<String>,
    client: Client,
    OwnForm { guest, form }: OwnForm<SeekForm>,
) -> Result<Response, HtmlError> {
    let seeks = app.tables.seeks_for(&guest.id).await?;
    let row = seeks.into_iter().find(|row| row.id == id && row.person != guest.id);
    let gone = || {
        ServiceError::Stale("They look no more: somebody was faster, or they have stopped.".into())
    };
    let row = row.ok_or_else(gone)?;
    let seconds = row.until - app.tables.now();
    Ok(shown(look_for(&app, client, &guest, (&Wish::from(&row), seconds, &id), &form).await?))
}

#[derive(Deserialize)]
struct WithdrawForm {
    #[serde(default)]
    key: String,
}

impl Keyed for WithdrawForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn withdraw(
    State(app): State<AppState>,
    Path(id): Path<String>,
    OwnForm { guest, .. }: OwnForm<WithdrawForm>,
) -> Result<Response, HtmlError> {
    app.tables.withdraw_seek(&guest.id, &id).await?;
    Ok(redirect("/seek", None))
}

/// A seek for programs.
pub(super) fn seek_json(row: &SeekRow) -> Value {
    json!({
        "id": row.id,
        "name": called(row),
        "game": row.game,
        "scenario": row.scenario,
        "players": row.players,
        "clock": row.clock,
        "commitment": row.commitment,
        "made": row.made,
        "until": row.until,
    })
}

async fn seeks(State(app): State<AppState>, guest: Guest) -> Result<Json<Value>, JsonError> {
    let seeks = app.tables.seeks_for(&guest.id).await?;
    Ok(Json(json!({ "seeks": seeks.iter().map(seek_json).collect::<Vec<_>>() })))
}

/// Which open tables the lobby shows; whatever is empty may be anything.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Narrowed {
    /// The game.
    #[serde(default)]
    game: String,
    /// `none`, `live` or `slow`.
    #[serde(default)]
    clock: String,
    /// How many seats are free at least.
    #[serde(default)]
    free: String,
    /// `yes`, `no`, or `near`: rated, with players about as strong as oneself.
    #[serde(default)]
    rated: String,
}

/// How many seats of a table are free.
fn free(seats: &[SeatRow]) -> usize {
    seats.iter().filter(|seat| matches!(seat.kind, SeatKind::Open)).count()
}

/// How many seats of a table nobody has, in words.
pub(super) fn free_seats(seats: &[SeatRow]) -> String {
    let kept = |seat: &&SeatRow| matches!(seat.kind, SeatKind::Open | SeatKind::Link);
    match seats.iter().filter(kept).count() {
        1 => format!("1 of {} seats is free", seats.len()),
        free => format!("{free} of {} seats are free", seats.len()),
    }
}

/// The kinds of clocks by which tables are narrowed: the word, and how it is said.
const PACES: [(&str, &str); 3] =
    [("none", "no clock"), ("live", "live"), ("slow", "a day or more a turn")];

/// Whether tables are rated, as they are narrowed: the word, and how it is said.
const RATED: [(&str, &str); 3] =
    [("yes", "rated"), ("near", "rated, near my rating"), ("no", "not rated")];

/// The numbers of free seats by which tables are narrowed.
const FREE: [&str; 3] = ["1", "2", "3"];

impl Narrowed {
    /// Whether nothing is left out.
    pub fn is_all(&self) -> bool {
        self.game.is_empty()
            && self.clock.is_empty()
            && self.free.is_empty()
            && self.rated.is_empty()
    }

    /// Whether only tables are shown whose players are about as strong as whoever looks.
    pub fn is_near(&self) -> bool {
        self.rated == "near"
    }

    /// Refuses what is no such thing.
    pub fn check(&self, app: &AppState) -> Result<(), ServiceError> {
        if !self.game.is_empty() {
            app.tables.games().find(&self.game)?;
        }
        if !self.clock.is_empty() && PACES.iter().all(|(word, _)| *word != self.clock) {
            let why = format!("`{}` is no kind of clock: say none, live or slow.", self.clock);
            return Err(ServiceError::BadRequest(why));
        }
        if !self.rated.is_empty() && RATED.iter().all(|(word, _)| *word != self.rated) {
            let why = format!("`{}` says nothing of ratings: say yes, near or no.", self.rated);
            return Err(ServiceError::BadRequest(why));
        }
        if !self.free.is_empty() && self.free.parse::<usize>().is_err() {
            let why = format!("`{}` is no number of free seats.", self.free);
            return Err(ServiceError::BadRequest(why));
        }
        Ok(())
    }

    /// Whether a table is shown.
    pub fn shows(&self, listed: &TableListing) -> bool {
        let clock = match listed.table.clock.as_str() {
            "none" => "none",
            line if is_live(line) => "live",
            _ => "slow",
        };
        (self.game.is_empty() || listed.table.game == self.game)
            && (self.clock.is_empty() || self.clock == clock)
            && (self.rated.is_empty() || (self.rated != "no") == listed.table.rated)
            && self.free.parse().map_or(true, |least: usize| free(&listed.seats) >= least)
    }

    fn address(&self) -> String {
        let pairs = [
            ("game", &self.game),
            ("clock", &self.clock),
            ("free", &self.free),
            ("rated", &self.rated),
        ];
        let pairs = pairs.iter().filter(|(_, value)| !value.is_empty());
        let pairs: Vec<String> = pairs.map(|(key, value)| format!("{key}={value}")).collect();
        match pairs.is_empty() {
            true => "/#open".into(),
            false => format!("/?{}#open", pairs.join("&")),
        }
    }

    /// Links by which open tables are narrowed.
    pub fn links(&self, app: &AppState) -> Markup {
        let group = |label: &str, links: Vec<(Narrowed, String, bool)>| {
            html! {
                div.row role="group" aria-label=(label) {
                    span.quiet { (label) ":" }
                    @for (to, words, here) in links {
                        a href=(to.address()) aria-current=[here.then_some("true")] { (words) }
                    }
                }
            }
        };
        let game = |id: &str, words: &str| {
            let to = Narrowed { game: id.into(), ..self.clone() };
            (to, words.to_string(), self.game == id)
        };
        let clock = |word: &str, words: &str| {
            let to = Narrowed { clock: word.into(), ..self.clone() };
            (to, words.to_string(), self.clock == word)
        };
        let rated = |word: &str, words: &str| {
            let to = Narrowed { rated: word.into(), ..self.clone() };
            (to, words.to_string(), self.rated == word)
        };
        let seats = |word: &str, words: String| {
            let to = Narrowed { free: word.into(), ..self.clone() };
            (to, words, self.free == word)
        };
        let games = app.tables.games().all().iter().filter(|offered| !offered.example);
        let games = games.map(|offered| game(offered.id(), &offered.catalogue().title));
        let clocks = PACES.iter().map(|(word, words)| clock(word, words));
        let frees = FREE.iter().map(|word| seats(word, format!("{word} or more")));
        html! {
            nav.narrowing aria-label="Which open tables" {
                (group("Game", std::iter::once(game("", "all")).chain(games).collect()))
                (group("Clock", std::iter::once(clock("", "all")).chain(clocks).collect()))
                (group("Ratings", std::iter::once(rated("", "all")).chain(RATED.iter().map(|(word, words)| rated(word, words))).collect()))
                (group("Free seats", std::iter::once(seats("", "all".into())).chain(frees).collect()))
            }
        }
    }
}
