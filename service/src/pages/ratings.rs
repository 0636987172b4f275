//! Ratings, results and statistics: how strong people and bots are, what a game has changed, and what somebody has played.

use super::{Layout, ago};
use crate::error::ServiceError;
use crate::extract::{Path, Query, TablePath, Visitor};
use crate::games::OfferedGame;
use crate::identity::Guest;
use crate::store::{Meeting, Phase, Played, RatingRow, ResultRow, SeatKind, SeatRow};
use crate::tables::ratings::bot_of;
use crate::tables::{TableState, strength};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use maud::{Markup, html};
use ratings::Rating;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use table::wording::counted;

/// How many games in which two have met are shown.
const MEETINGS: u32 = 50;

/// The addresses of ratings and statistics.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/ratings", get(first))
        .route("/ratings/{game}", get(page))
        .route("/t/{id}/result", get(result))
        .route("/me/statistics", get(own))
        .route("/api/ratings/{game}", get(list))
        .route("/api/me/statistics", get(own_numbers))
        .route("/api/me/history", get(own_history))
}

/// A line of the list of a game.
struct Listed {
    /// The rank; nothing for those of whom too little is known.
    rank: Option<usize>,
    row: RatingRow,
    called: String,
    me: bool,
}

/// What a player is called in the list of a game.
fn called(offered: &OfferedGame, player: &str, name: &str) -> String {
    let told = |bot: &str| {
        let bots = super::new_table::told_bots(offered).into_iter();
        bots.map(|(name, called, _)| (name, called)).find(|(name, _)| *name == bot)
    };
    match (bot_of(player), name) {
        (Some(bot), _) => {
            told(bot).map_or_else(|| format!("{} bot", strength(bot)), |(_, told)| told)
        }
        (None, "") => Guest::of_id(player).default_name(),
        (None, name) => name.to_string(),
    }
}

/// The ratings of a game as a guest sees them: without whom they block. Ranks are those of the whole list.
async fn listed(app: &AppState, guest: &Guest, game: &str) -> Result<Vec<Listed>, ServiceError> {
    let offered = app.tables.games().find(game)?;
    let rows = app.tables.store().ratings_in(game).await?;
    let (known, new): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| !row.rating.provisional());
    let points: Vec<i64> = known.iter().map(|row| row.rating.points()).collect();
    let rank = |own: i64| points.iter().filter(|points| **points > own).count() + 1;
    let line = |row: RatingRow, ranked: bool| Listed {
        rank: ranked.then(|| rank(row.rating.points())),
        called: called(offered, &row.player, &row.name),
        me: !guest.new && row.player == guest.id,
        row,
    };
    let known = known.into_iter().map(|row| line(row, true));
    let all = known.chain(new.into_iter().map(|row| line(row, false)));
    Ok(all.filter(|line| !app.tables.blocks(&guest.id, &line.row.player)).collect())
}

async fn first(State(app): State<AppState>, visitor: Visitor) -> Result<HtmlPage, HtmlError> {
    let games = app.tables.games().all();
    let game = games.first().ok_or_else(|| ServiceError::NotFound("game".into()))?;
    let game = game.id().to_string();
    ratings_page(&app, visitor, &game).await
}

async fn page(
    State(app): State<AppState>,
    Path(game): Path<String>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    ratings_page(&app, visitor, &game).await
}

async fn ratings_page(app: &AppState, visitor: Visitor, game: &str) -> Result<HtmlPage, HtmlError> {
    let lines = listed(app, &visitor.guest, game).await?;
    let offered = app.tables.games().find(game)?;
    let title = format!("Ratings: {}", offered.catalogue().title);
    let layout = Layout { title: &title, scripts: &[], class: "plain contests" };
    let content = html! {
        main #main {
            h1 { (title) }
            nav.narrow aria-label="Games" {
                ul {
                    @for other in app.tables.games().all() {
                        li {
                            a href=(format!("/ratings/{}", other.id())) aria-current=[(other.id() == game).then_some("page")] {
                                (other.catalogue().title)
                            }
                        }
                    }
                }
            }
            @if lines.is_empty() {
                p { "Nobody has a rating in this game yet. Open a table and choose " b { "Rated" } "." }
            } @else {
                div.wide tabindex="0" role="region" aria-label="Table of ratings" {
                    table.standings {
                        thead { tr { th scope="col" { "Rank" } th scope="col" { "Player" } th.number scope="col" { "Rating" } th scope="col" { "Probably between" } th.number scope="col" { "Games" } } }
                        tbody {
                            @for line in &lines {
                                @let (low, high) = line.row.rating.interval();
                                tr.me[line.me] {
                                    td { @match line.rank { Some(rank) => { (rank) } None => { span aria-hidden="true" { "–" } span.sr { "none yet" } } } }
                                    th scope="row" { (line.called) @if line.me { " (you)" } @if line.rank.is_none() { " " span.tag { "provisional" } } }
                                    td.number { b { (line.row.rating.points()) } }
                                    td { (low) " and " (high) }
                                    td.number { (line.row.games) }
                                }
                            }
                        }
                    }
                }
            }
            p.quiet {
                "Only tables that were opened as rated count. Everybody begins at " (Rating::NEW.points())
                "; what is known is told as an interval, in which the strength lies in 95 of 100 cases. A rating of which "
                "too little is known is provisional and has no rank. Bots are rated in the same list, each strength by itself."
            }
            p { a href="/me/statistics" { "Your statistics" } " · " a href="/" { "Lobby" } }
        }
    };
    Ok(layout.page(visitor, content))
}

fn rating_json(rating: Rating) -> Value {
    let (low, high) = rating.interval();
    json!({
        "points": rating.points(),
        "low": low,
        "high": high,
        "provisional": rating.provisional(),
    })
}

async fn list(
    State(app): State<AppState>,
    Path(game): Path<String>,
    guest: Guest,
) -> Result<Json<Value>, JsonError> {
    let lines = listed(&app, &guest, &game).await?;
    let line = |line: &Listed| {
        let mut json = rating_json(line.row.rating);
        json["rank"] = json!(line.rank);
        json["name"] = json!(line.called);
        json["bot"] = json!(bot_of(&line.row.player).unwrap_or_default());
        json["games"] = json!(line.row.games);
        json["you"] = json!(line.me);
        json
    };
    Ok(Json(json!({ "game": game, "ratings": lines.iter().map(line).collect::<Vec<_>>() })))
}

/// What the ratings of those at a rated table are, by player; nothing at any other.
pub async fn at_table(
    app: &AppState,
    state: &TableState,
) -> Result<HashMap<String, Rating>, ServiceError> {
    match state.row.rated {
        true => among(app, &state.row.game, &state.seats).await,
        false => Ok(HashMap::new()),
    }
}

/// The ratings of those who sit in some seats.
pub async fn among(
    app: &AppState,
    game: &str,
    seats: &[SeatRow],
) -> Result<HashMap<String, Rating>, ServiceError> {
    let players: Vec<String> =
        seats.iter().map(SeatRow::player).filter(|player| !player.is_empty()).collect();
    let rows = app.tables.store().ratings_among(game, &players).await?;
    let known: HashMap<String, Rating> =
        rows.into_iter().map(|row| (row.player, row.rating)).collect();
    let of = |player: String| {
        let rating = known.get(&player).copied().unwrap_or_default();
        (player, rating)
    };
    Ok(players.into_iter().map(of).collect())
}

/// A rating beside a name, if there is one.
pub fn beside(ratings: &HashMap<String, Rating>, seat: &SeatRow) -> Markup {
    html! {
        @if let Some(rating) = ratings.get(&seat.player()) {
            " " span.rating { (in_short(*rating)) }
        }
    }
}

/// A rating in a word: with a mark if it is provisional.
pub fn in_short(rating: Rating) -> String {
    match rating.provisional() {
        true => format!("rating {}, provisional", rating.points()),
        false => format!("rating {}", rating.points()),
    }
}

/// How a game ended, seat by seat, with what it changed.
async fn result(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let results = app.tables.store().results_of(&table.id).await?;
    let state = app.tables.read(&table).await?;
    if state.row.phase != Phase::Over {
        let why = "The game is still on: it has no result yet.";
        return Err(ServiceError::Stale(why.into()).into());
    }
    let offered = app.tables.games().find(&state.row.game)?;
    let title = format!("Result: {}", offered.catalogue().title);
    let layout = Layout { title: &title, scripts: &[], class: "plain contests" };
    let rated = results.iter().any(|row| row.rated.is_some());
    let mut ordered: Vec<&ResultRow> = results.iter().collect();
    ordered.sort_by_key(|row| (row.rank, row.seat));
    let content = html! {
        main #main {
            h1 { (title) }
            p { (state.row.ended) " · " (ago(state.row.moved)) }
            @if results.is_empty() {
                p.quiet { "This game ended before results were kept seat by seat." }
            } @else {
                div.wide tabindex="0" role="region" aria-label="Table of results" {
                    table.standings {
                        thead { tr { th scope="col" { "Rank" } th scope="col" { "Player" } @if rated { th.number scope="col" { "Before" } th.number scope="col" { "After" } th.number scope="col" { "Change" } } } }
                        tbody {
                            @for row in ordered {
                                tr.me[!visitor.guest.new && row.player == visitor.guest.id] {
                                    td { (row.rank) }
                                    th scope="row" {
                                        (seat_name(&state, row))
                                        @if row.won { " " span.tag { "won" } }
                                        @if !row.stayed { " " span.tag { "gave up the seat" } }
                                    }
                                    @if let Some((before, after)) = row.rated {
                                        td.number { (before.points()) }
                                        td.number { b { (after.points()) } }
                                        td.number { (change(before, after)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if state.row.rated && !rated && !results.is_empty() {
                p { "This table was rated, and changed no rating: somebody has become one person with another who played, or there were not two who differ." }
            }
            @if !state.row.cup.is_empty() { p { a href=(format!("/cups/{}", state.row.cup)) { "The cup to which this game belongs" } } }
            p {
                a href=(format!("/t/{}", state.row.id)) { "To the table" } " · "
                a href=(format!("/t/{}/replay", state.row.id)) { "Look back" }
                @if rated { " · " a href=(format!("/ratings/{}", state.row.game)) { "Ratings" } }
            }
        }
    };
    drop(state);
    Ok(layout.page(visitor, content))
}

/// By how much a rating has changed, with its sign.
fn change(before: Rating, after: Rating) -> String {
    match after.points() - before.points() {
        0 => "±0".into(),
        less if less < 0 => format!("−{}", -less),
        more => format!("+{more}"),
    }
}

/// What the seat of a result is called: a bot that took it over is not meant.
fn seat_name(state: &TableState, row: &ResultRow) -> String {
    state.name(row.seat).to_string()
}

/// The results of a game for programs.
pub fn results_json(results: &[ResultRow]) -> Value {
    let one = |row: &ResultRow| {
        json!({
            "seat": row.seat.0 + 1,
            "rank": row.rank,
            "won": row.won,
            "stayed": row.stayed,
            "before": row.rated.map(|(before, _)| rating_json(before)),
            "after": row.rated.map(|(_, after)| rating_json(after)),
        })
    };
    results.iter().map(one).collect()
}

/// What somebody has played, and how strong they are.
pub struct Statistics {
    played: Vec<Played>,
    ratings: Vec<RatingRow>,
}

impl Statistics {
    /// Those of a person.
    pub async fn of(app: &AppState, person: &str) -> Result<Statistics, ServiceError> {
        let store = app.tables.store();
        let played = store.played_by(person).await?;
        Ok(Statistics { played, ratings: store.ratings_of(person).await? })
    }

    /// The games of which something is known, in the order in which the house offers them.
    fn games<'a>(&self, app: &'a AppState) -> Vec<(&'a str, &'a str)> {
        let known = |id: &str| {
            self.played.iter().any(|played| played.game == id)
                || self.ratings.iter().any(|row| row.game == id)
        };
        let games = app.tables.games().all().iter();
        let games = games.filter(|offered| known(offered.id()));
        games.map(|offered| (offered.id(), offered.catalogue().title.as_str())).collect()
    }

    /// All of a game together.
    fn sum(&self, game: &str) -> Played {
        let none = Played {
            game: game.into(),
            scenario: String::new(),
            games: 0,
            finished: 0,
            won: 0,
            rated: 0,
        };
        self.played.iter().filter(|played| played.game == game).fold(none, |sum, one| Played {
            games: sum.games + one.games,
            finished: sum.finished + one.finished,
            won: sum.won + one.won,
            rated: sum.rated + one.rated,
            ..sum
        })
    }

    /// What was played of a game, scenario by scenario; nothing if that is one which is called as the game is.
    fn parts(&self, app: &AppState, (id, title): (&str, &str)) -> Vec<(String, &Played)> {
        let played = self.played.iter().filter(|played| played.game == id);
        let named = |one: &Played| scenario_name(app, &one.game, &one.scenario);
        let parts: Vec<(String, &Played)> = played.map(|one| (named(one), one)).collect();
        match parts.iter().all(|(name, _)| name == title) {
            true => Vec::new(),
            false => parts,
        }
    }

    /// For people; scenarios only where they are asked for.
    pub fn shown(&self, app: &AppState, scenarios: bool) -> Markup {
        let games = self.games(app);
        html! {
            @if games.is_empty() { p.quiet { "No game is counted yet." } }
            @else {
                div.wide tabindex="0" role="region" aria-label="Table of statistics" {
                    table.standings {
                        thead { tr { th scope="col" { "Game" } th.number scope="col" { "Over" } th.number scope="col" { "Played to the end" } th.number scope="col" { "Won" } th.number scope="col" { "Rated" } } }
                        tbody {
                            @for (id, title) in games {
                                @let sum = self.sum(id);
                                tr {
                                    th scope="row" {
                                        (title)
                                        @if let Some(row) = self.ratings.iter().find(|row| row.game == id) {
                                            @let (low, high) = row.rating.interval();
                                            p.rating {
                                                "Rating " b { (row.rating.points()) } " (" (low) " to " (high) ")"
                                                @if row.rating.provisional() { " " span.tag { "provisional" } }
                                            }
                                        }
                                    }
                                    (numbers(&sum))
                                }
                                @if scenarios {
                                    @for (name, played) in self.parts(app, (id, title)) {
                                        tr.part { th scope="row" { (name) } (numbers(played)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn json(&self) -> Value {
        let played = |one: &Played| {
            json!({
                "game": one.game,
                "scenario": one.scenario,
                "games": one.games,
                "finished": one.finished,
                "won": one.won,
                "rated": one.rated,
            })
        };
        let ratings = self.ratings.iter().map(|row| {
            let mut json = rating_json(row.rating);
            json["game"] = json!(row.game);
            json["games"] = json!(row.games);
            json
        });
        json!({
            "played": self.played.iter().map(played).collect::<Vec<_>>(),
            "ratings": ratings.collect::<Vec<_>>(),
        })
    }
}

fn numbers(played: &Played) -> Markup {
    html! {
        td.number { (played.games) }
        td.number { (played.finished) }
        td.number { (played.won) }
        td.number { (played.rated) }
    }
}

/// A game and what is played of it; what has the name of its game is named once.
pub fn game_in_words(app: &AppState, game: &str, scenario: &str) -> String {
    match (title_of(app, game), scenario_name(app, game, scenario)) {
        (title, scenario) if title == scenario => title,
        (title, scenario) => format!("{title}: {scenario}"),
    }
}

/// What a scenario of a game is called.
pub fn scenario_name(app: &AppState, game: &str, scenario: &str) -> String {
    let offered = app.tables.games().find(game).ok();
    let known = offered.and_then(|offered| {
        offered.catalogue().scenarios.iter().find(|known| known.id == scenario)
    });
    known.map_or_else(|| scenario.to_string(), |known| known.name.clone())
}

async fn own(State(app): State<AppState>, visitor: Visitor) -> Result<HtmlPage, HtmlError> {
    let statistics = Statistics::of(&app, &visitor.guest.id).await?;
    let layout = Layout { title: "Your statistics", scripts: &[], class: "plain contests" };
    let content = html! {
        main #main {
            h1 { "Your statistics" }
            (statistics.shown(&app, true))
            p.quiet {
                "Counted are games that are over, since this house keeps results. Who gives up a seat before they are through "
                "has not played to the end. What you and another have played against each other stands on their page: "
                "click their name at a table, or among your friends."
            }
            p { a href="/ratings" { "Ratings" } " · " a href="/my" { "My games" } " · " a href="/friends" { "Friends" } }
        }
    };
    Ok(layout.page(visitor, content))
}

async fn own_numbers(State(app): State<AppState>, guest: Guest) -> Result<Json<Value>, JsonError> {
    Ok(Json(Statistics::of(&app, &guest.id).await?.json()))
}

#[derive(Deserialize)]
struct HistoryQuery {
    /// The address of somebody's page, such as `/t/TABLE/person/2`.
    #[serde(default)]
    who: String,
}

async fn own_history(
    State(app): State<AppState>,
    Query(asked): Query<HistoryQuery>,
    guest: Guest,
) -> Result<Json<Value>, JsonError> {
    let other = super::friends::id_of(&app, &guest, &asked.who).await?;
    let meetings = met(&app, &guest, &other).await?;
    let one = |meeting: &Meeting| {
        json!({
            "table": meeting.table,
            "game": meeting.game,
            "scenario": meeting.scenario,
            "at": meeting.at,
            "your_rank": meeting.own,
            "their_rank": meeting.theirs,
            "ended": meeting.ended,
        })
    };
    Ok(Json(json!({ "meetings": meetings.iter().map(one).collect::<Vec<_>>() })))
}

/// The games in which a guest and another have met, the last first.
async fn met(app: &AppState, guest: &Guest, other: &str) -> Result<Vec<Meeting>, ServiceError> {
    match guest.new || guest.id == other {
        true => Ok(Vec::new()),
        false => Ok(app.tables.store().meetings(&guest.id, other, MEETINGS).await?),
    }
}

/// What is known of somebody's play, on their page: sums alone, which say nothing of any table. What the two have played against
/// each other was at tables of both. Whoever is blocked sees it too, since they are not told.
pub async fn of_somebody(
    app: &AppState,
    guest: &Guest,
    person: &str,
) -> Result<Markup, ServiceError> {
    let statistics = Statistics::of(app, person).await?;
    let meetings = met(app, guest, person).await?;
    let won = meetings.iter().filter(|meeting| meeting.own < meeting.theirs).count();
    let lost = meetings.iter().filter(|meeting| meeting.own > meeting.theirs).count();
    let even = meetings.len() - won - lost;
    Ok(html! {
        section aria-labelledby="statistics" {
            h2 #statistics { "Statistics" }
            (statistics.shown(app, false))
        }
        @if !meetings.is_empty() {
            section aria-labelledby="history" {
                h2 #history { "You and them" }
                p {
                    "In " (counted(meetings.len() as i64, "game", "games")) " you came before them " b { (won) }
                    ", behind them " b { (lost) } ", and level " b { (even) } "."
                }
                ul.meetings {
                    @for meeting in &meetings {
                        li {
                            a href=(format!("/t/{}/result", meeting.table)) { (game_in_words(app, &meeting.game, &meeting.scenario)) }
                            ", you " (place(meeting.own)) ", they " (place(meeting.theirs)) " · " (ago(meeting.at))
                        }
                    }
                }
            }
        }
    })
}

/// What a game is called.
pub fn title_of(app: &AppState, game: &str) -> String {
    let offered = app.tables.games().find(game);
    offered.map_or_else(|_| game.to_string(), |offered| offered.catalogue().title.clone())
}

/// A rank in words.
fn place(rank: u16) -> String {
    let ending = match (rank % 10, rank % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{rank}{ending}")
}

/// Whether a table is near a guest's own rating: those who sit there are, in the mean, within this many points of it.
const NEAR: i64 = 200;

/// Whether those who sit at a table are about as strong as a guest.
pub async fn is_near(
    app: &AppState,
    guest: &Guest,
    game: &str,
    seats: &[SeatRow],
) -> Result<bool, ServiceError> {
    let own = app.tables.store().ratings_among(game, std::slice::from_ref(&guest.id)).await?;
    let own = own.first().map_or(Rating::NEW, |row| row.rating).points();
    let people: Vec<SeatRow> =
        seats.iter().filter(|seat| seat.kind == SeatKind::Person).cloned().collect();
    let theirs = among(app, game, &people).await?;
    let sum: i64 = theirs.values().map(Rating::points).sum();
    let count = i64::try_from(theirs.len()).unwrap_or(1).max(1);
    Ok(theirs.is_empty() || (sum / count - own).abs() <= NEAR)
}
