//! The table: one page for all games.

use super::{Layout, Terms};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{OwnJson, TablePath, TableView, Visitor};
use crate::frame;
use crate::games::OfferedGame;
use crate::gzip::gzip_stream;
use crate::identity::Guest;
use crate::limits::LimitedAction;
use crate::protocol::{DecisionRequest, StoryEntry, TurnNews};
use crate::store::{Phase, SeatKind, SeatRow};
use crate::stream::{self, UpdateTracker};
use crate::tables::{
    Decider, DecisionReceipt, LONGEST_LINE, TableGuard, TableHandle, TableState, catch_panic,
    strength,
};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use maud::{Markup, html};
use std::collections::HashMap;
use std::sync::Arc;
use table::{Seat, Viewer};
use tokio::sync::Mutex;

/// The addresses of a table.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}", get(page))
        .route("/t/{id}/stream", get(follow))
        .route("/t/{id}/turn", get(turn))
        .route("/t/{id}/act", post(act))
        .route("/t/{id}/undo", post(undo))
        .route("/t/{id}/story", get(story))
}

async fn page(
    State(app): State<AppState>,
    TableView { table, state, viewer, .. }: TableView,
    client: Client,
    headers: HeaderMap,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let (id, guest) = (&table.id, &visitor.guest);
    let offered = app.tables.games().find(&state.row.game)?;
    let terms = Terms::of(app.tables.games(), &state)?;
    let (catalogue, scenario) = (&terms.catalogue, terms.scenario());
    let taught = (!state.row.lesson.is_empty()).then_some(state.row.lesson.as_str());
    let heading = match taught {
        Some(name) => format!("{}: {}", catalogue.title, offered.lesson(name)?.title),
        // What has the name of its game is named once.
        None if scenario == catalogue.title => scenario.to_string(),
        None => format!("{}: {scenario}", catalogue.title),
    };
    if state.row.phase == Phase::Open {
        let origin = origin(&headers, client);
        let row = &state.row;
        let invited =
            super::invitations::invited(&app, &visitor, id, (&row.host, &row.commitment)).await?;
        let inviting = match row.host == guest.id && state.seats.iter().any(|seat| is_free(&seat)) {
            true => super::invitations::inviting(&app, &visitor, id, row.listed).await?,
            false => html! {},
        };
        let company = (invited, inviting);
        let ratings = super::ratings::at_table(&app, &state).await?;
        let shown = (heading.as_str(), &terms, company, &ratings);
        let content = waiting_room(&app, &visitor, &state, shown, &origin);
        let layout = Layout {
            title: &heading,
            scripts: &["waiting.js", "invite.js", "luck.js"],
            class: "waiting",
        };
        return Ok(layout.page(visitor, content));
    }
    let mine = state.own_seats(guest);
    let numbers: Vec<String> = mine.iter().map(Seat::to_string).collect();
    let is_somebody = !mine.is_empty() && app.tables.is_somebody(&guest.id).await?;
    let host = state.row.host == guest.id;
    let may_plan = !mine.is_empty() && state.row.phase == Phase::Playing && taught.is_none();
    let game = state.game()?;
    let measures = catch_panic(id, || game.measures(viewer))?;
    let curtain = catch_panic(id, || viewer.seat().is_some_and(|seat| state.needs_curtain(seat)))?;
    let layout = Layout { title: &heading, scripts: &["table.js", "luck.js"], class: "table" };
    // By what a page tells the time that is left.
    let now = state.keeper.as_ref().map(|_| app.tables.time().as_millisecond());
    let menu = html! { button #open-menu type="button" aria-haspopup="dialog" { "Menu" } };
    let content = html! {
        main #main data-table=(id) data-as=(viewer) data-mine=(numbers.join(" "))
            data-key=(visitor.key()) data-game=(state.row.game)
            data-hot=(mine.len() > 1) data-curtain=(curtain)
            data-called=(viewer.seat().map_or("", |seat| state.name(seat))) data-commitment=(state.commitment())
            data-host=(host) data-now=[now] data-rated=[state.row.rated.then_some("")]
            data-cup=[(!state.row.cup.is_empty()).then_some(&state.row.cup)] {
            h1.sr { (heading) }
            (board_area(measures, &menu))
            div.side {
                @if taught.is_some() { section #lesson aria-label="Lesson" {} }
                ul #seats aria-label="Players" { }
                (question_area())
                @if let Some(name) = taught { (super::lessons::after(offered, &visitor, name)) }
                (away(&visitor, &state))
                (super::clocks::offered_seats(&visitor, &state))
                (super::luck::referee(&state))
                div.tabs role="tablist" aria-label="Beside the board" {
                    button #tab-sheets role="tab" aria-controls="sheets" aria-selected="true" { "Sheets" }
                    button #tab-story role="tab" aria-controls="story" aria-selected="false" tabindex="-1" { "Story" }
                    button #tab-talk role="tab" aria-controls="talk" aria-selected="false" tabindex="-1" { "Talk" }
                    button #tab-more role="tab" aria-controls="more" aria-selected="false" tabindex="-1" { "More" }
                }
                (sheets_panel(false))
                (story_panel())
                (super::talk::panel(&visitor, &state))
                div #more role="tabpanel" aria-labelledby="tab-more" hidden {
                    (more(&app, &visitor, &state, &terms, (is_somebody, &origin(&headers, client)))?)
                }
            }
            (table_menu(&app, &visitor, &state, host, offered))
            @if may_plan { (super::plans::dialog()) }
            div #curtain hidden role="dialog" aria-modal="true" aria-labelledby="curtain-words" {
                p #curtain-words { }
                button #lift.main type="button" { "Show my side" }
            }
            div #news.sr role="log" aria-live="polite" aria-label="What happened" { }
            p #here.sr aria-live="assertive" { }
        }
    };
    Ok(layout.page(visitor, content))
}

/// The board with its tools and what is said about its places. The ruler is there if there is something
/// to measure; beside taking back stands what is handed in.
pub(super) fn board_area(measures: bool, tool: &Markup) -> Markup {
    html! {
        div.stage {
            div.bar {
                p #turn hidden { }
                p #time-left role="timer" aria-live="off" hidden { }
                p #headline data-away="Connection lost: trying again …" { "Setting the table …" }
                div.tools role="group" aria-label="Table" {
                    button #undo type="button" disabled { "Undo" }
                    (tool)
                }
            }
            div #when hidden { }
            div.aim { p #aim {} }
            div.view {
                div.lens role="group" aria-label="Board" {
                    button #zoom-in type="button" aria-label="Zoom in" { "+" }
                    button #zoom-out type="button" aria-label="Zoom out" { "−" }
                    button #fit type="button" { "Fit" }
                    button #measure type="button" hidden[!measures] disabled[!measures] aria-pressed="false" title="Measure: distance, sight and ranges (M)" { "Measure" }
                }
                div #board tabindex="0" role="application" aria-roledescription="board"
                    aria-label="Board. Arrow keys walk from place to place, Enter chooses, Escape lets go, question mark says all keys." {}
            }
            div #menu role="group" aria-label="What can be done here" hidden {}
            div.place-bar {
                p #place-words data-hint="Point at the board, or press B and use the arrow keys, to read what is there."
                    data-touch="Touch the board to read what is there." {}
            }
        }
    }
}

/// What is asked, and where it is answered.
pub(super) fn question_area() -> Markup {
    html! {
        section #ask aria-label="Your decision" {
            p #fate role="status" hidden { }
            div #asked {
                h2 #question tabindex="-1" { }
                div.hint { p #hint { } }
                div.counts { div #gauge role="group" aria-label="How you fare" { } }
                p #notice role="alert" hidden { }
            }
            details #recap hidden { }
            div #result hidden {}
            div.answered {
                div #answers role="log" aria-label="Answers" tabindex="0" hidden { }
                button #close-answers type="button" { "Close the answers" }
            }
            p #planned hidden { span {} " " button type="button" aria-haspopup="dialog" { "Plans …" } }
            div #slips { }
            div #choices role="group" aria-label="Choices" { }
            form #say-move hidden {
                label for="line" { "Or write it" }
                input #line autocomplete="off" autocapitalize="off" spellcheck="false" maxlength=(LONGEST_LINE)
                    placeholder="a move, or describe, where, help" aria-describedby="line-help";
                button { "Do it" }
                p #line-help { "A move, or a question to the table: " code { "describe" } ", " code { "where" } ", " code { "help" } "." }
            }
        }
    }
}

/// Where sheets are shown; a script fills it.
pub(super) fn sheets_panel(hidden: bool) -> Markup {
    html! {
        div #sheets role="tabpanel" aria-labelledby="tab-sheets" hidden[hidden] {
            details #legend.sheet { summary { "Signs on the board" } div { } }
        }
    }
}

/// Where the story is told; a script fills it.
pub(super) fn story_panel() -> Markup {
    html! {
        div #story role="tabpanel" aria-labelledby="tab-story" hidden {
            label.row { "Find " input #find type="search" autocomplete="off"; }
            button #earlier type="button" hidden { "Show what was earlier" }
            ol #log tabindex="0" aria-label="Story" { }
        }
    }
}

/// What ends one's own game or another's: away from everything else, and always asked.
fn table_menu(
    app: &AppState,
    visitor: &Visitor,
    state: &TableGuard,
    host: bool,
    offered: &OfferedGame,
) -> Markup {
    let id = &state.row.id;
    let mine = !state.own_seats(&visitor.guest).is_empty();
    let playing = state.row.phase == Phase::Playing;
    html! {
        dialog #table-menu aria-labelledby="table-menu-title" {
            h2 #table-menu-title { "This table" }
            form method="dialog" { button { "Back to the game" } }
            @if mine && playing && state.row.lesson.is_empty() {
                p.while-on { button #open-plans type="button" aria-haspopup="dialog" { "Plans: decide beforehand …" } }
            }
            (try_form(visitor, state))
            @if mine && playing {
                details.while-on {
                    summary { "Leave the table …" }
                    form method="post" action=(format!("/t/{id}/leave")) {
                        (visitor.form_key())
                        p { "Your seat stays empty, or a bot plays on in it if the others want that. You can have it back as long as the game is on: the table stays among yours in the lobby." }
                        button { "Yes, leave the table" }
                    }
                }
            }
            @if playing && state.keeper.is_some() {
                details.while-on #time {
                    summary { "Time …" }
                    div #time-menu { (super::clocks::time_menu(app, visitor, state)) }
                }
            }
            @if playing && (host || mine) && state.keeper.is_none() {
                details.while-on {
                    summary { "Replace a player …" }
                    div #replace { (replace_form(app, visitor, state, offered)) }
                }
            }
            @if host || mine { p { a href=(format!("/t/{id}/desk")) { "Desk: who has decided, and closing a round" } } }
            // What ends one's own game comes last, where nobody meets it by chance.
            p #give-up {}
        }
    }
}

/// With this somebody goes to their sandbox, which begins if there is none.
fn try_form(visitor: &Visitor, state: &TableGuard) -> Markup {
    let knows = !state.own_seats(&visitor.guest).is_empty() || state.is_referee(&visitor.guest);
    let over = state.row.phase == Phase::Over;
    html! {
        @if state.row.lesson.is_empty() && (over || knows && state.row.sandboxes) {
            form method="post" action=(format!("/t/{}/try", state.row.id)) {
                (visitor.form_key())
                input #try-as type="hidden" name="as" value="";
                input type="hidden" name="go_on" value="on";
                p { button { "Try a plan in a sandbox …" } }
            }
        }
    }
}

/// What is seldom needed: links, settings.
fn more(
    app: &AppState,
    visitor: &Visitor,
    state: &TableGuard,
    terms: &Terms,
    (is_somebody, origin): (bool, &str),
) -> Result<Markup, ServiceError> {
    let id = &state.row.id;
    let offered = app.tables.games().find(&state.row.game)?;
    let mine = state.own_seats(&visitor.guest);
    Ok(html! {
        h2 { "Help" }
        p {
            a href=(format!("/help/{}", offered.id())) { "The game on one page" } " · "
            a href=(format!("/help/{}/rules", offered.id())) { "All rules" } " · "
            a href=(format!("/t/{id}/replay")) { "Look back, step by step" }
        }
        @if state.row.lesson.is_empty() {
            h2 { "What is played" }
            p { (terms.scenario()) ". " (terms.summary()) }
            (terms.shown())
        }
        (settings())
        (super::friends::people_of(visitor, state))
        (private_links(state, &mine, is_somebody, origin))
        @let viewer = mine.first().map_or("table".into(), Seat::to_string);
        @let eyes = mine.first().map_or(Viewer::Table, |seat| Viewer::Seat(*seat));
        @let chapters = state.game()?.chapters(eyes);
        @if !chapters.is_empty() {
            h2 { "Reports" }
            (super::host::report_links(id, &viewer, &chapters, None))
        }
        form #rematch method="post" action=(format!("/t/{id}/rematch")) hidden {
            (visitor.form_key())
            (super::luck::opening_fields())
            button.main { "Play again" }
        }
        @if state.row.lesson.is_empty() {
            h2 { "The dice" }
            (super::luck::shown(state))
            p.quiet { "The seed is shown when the game is over; every die can then be drawn again in your own browser." }
        }
    })
}

/// What somebody sets for all tables, in this browser.
pub(super) fn settings() -> Markup {
    html! {
        h2 { "Settings" }
        label.choice { input #sound type="checkbox"; "A sound when it is my turn" }
        label.choice { input #notify type="checkbox"; "A notification when it is my turn" }
        label.choice { input #ask-first type="checkbox" checked; "Ask again before dice fall or something is shown, the first time" }
        label.choice { input #by-itself type="checkbox"; "What has only one answer is done by itself" }
        label.choice { input #letter-keys type="checkbox" checked; "Letters and digits are keys, such as B for the board" }
        label.choice { input #notation type="checkbox"; "Show beside each choice how it is written" }
        label.choice { input #text-first type="checkbox"; "Text first: question and sheets before the board" }
    }
}

/// How one goes on elsewhere: with the links of one's own seats, or by signing in.
fn private_links(state: &TableGuard, mine: &[Seat], is_somebody: bool, origin: &str) -> Markup {
    html! {
        @if !mine.is_empty() {
            h2 { "Play elsewhere" }
            @if is_somebody {
                p.quiet { "On another device " a href="/sign-in" { "sign in" } " with your passkey or code." }
            } @else {
                p.quiet { "Open your private link on another device to go on there. Whoever has it is you." }
            }
            @for seat in mine {
                @if let Some(row) = state.seats.get(seat.index()) {
                    @if !is_somebody { p { (row.name) ": " code.link { (origin) "/s/" (row.link) } } }
                    p { "Token for programs: " code.link { (row.token) } }
                }
            }
        }
    }
}

/// With this the seat of somebody who is away is given to a bot: nobody is chosen beforehand, and it asks.
pub(super) fn replace_form(
    app: &AppState,
    visitor: &Visitor,
    state: &TableGuard,
    offered: &OfferedGame,
) -> Markup {
    let absent = app.tables.replaceable(state, &visitor.guest.id);
    html! {
        @if absent.is_empty() {
            p.quiet { (state.row.absence.rule()) " Nobody can be replaced now." }
        } @else {
            form.row method="post" action=(format!("/t/{}/replace", state.row.id)) {
                (visitor.form_key())
                label for="replaced" { "Give a seat to a bot" }
                select #replaced name="seat" required {
                    option value="" selected { "nobody" }
                    @for seat in absent { option value=(seat) { (state.name(seat)) } }
                }
                (bot_select(offered, "Which bot"))
                label.choice { input type="checkbox" name="sure" value="on" required; "I mean it: they are told, and can come back" }
                button { "Replace" }
            }
        }
    }
}

/// What somebody is told who has a seat no more: that it is kept for them, or who plays on in it.
fn away(visitor: &Visitor, state: &TableGuard) -> Markup {
    let kept = match visitor.guest.new {
        true => Vec::new(),
        false => state.away_seats(&visitor.guest.id),
    };
    let bots = kept
        .iter()
        .any(|seat| state.seats.get(seat.index()).is_some_and(|row| row.kind == SeatKind::Bot));
    let taken = state.seats.iter().find(|row| {
        let theirs = row.began == visitor.guest.id && row.person() != visitor.guest.id;
        theirs && row.kind == SeatKind::Person && !visitor.guest.new
    });
    html! {
        @if !kept.is_empty() && state.row.phase == Phase::Playing {
            form.row #away method="post" action=(format!("/t/{}/back", state.row.id)) role="alert" {
                (visitor.form_key())
                p {
                    @if bots { "A bot plays on in your seat while you are away. It hands the seat back at once." }
                    @else { "You are away from this table. Your seat is kept for you until you or, where the table allows it, somebody else takes it." }
                }
                button.main { "Take my seat back" }
            }
        }
        @if let Some(row) = taken && state.row.phase == Phase::Playing {
            p.told #taken role="status" { (row.name) " plays on in the seat that was yours. You watch." }
        }
    }
}

/// The bots of a game to choose from, the usual one first chosen.
fn bot_select(offered: &OfferedGame, label: &str) -> Markup {
    html! {
        select name="bot" aria-label=(label) {
            @for bot in offered.game.bots() {
                option value=(bot.name) selected[bot.name == offered.game.usual_bot()] { (strength(bot.name)) }
            }
        }
    }
}

/// Where the browser thinks it is: by HTTPS, if a proxy that we trust says so.
pub(super) fn origin(headers: &HeaderMap, client: Client) -> String {
    let host = headers.get("host").and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{}://{host}", if client.https { "https" } else { "http" })
}

/// What a waiting room shows beside its seats: the heading, the terms, who is invited, and ratings.
type Shown<'a> = (&'a str, &'a Terms, (Markup, Markup), &'a HashMap<String, ratings::Rating>);

/// The seats of a table whose game has not begun.
fn waiting_room(
    app: &AppState,
    visitor: &Visitor,
    state: &TableGuard,
    (heading, terms, (invited, inviting), ratings): Shown<'_>,
    origin: &str,
) -> Markup {
    let (id, guest) = (&state.row.id, &visitor.guest);
    let host = state.row.host == guest.id;
    let seated = !state.own_seats(guest).is_empty();
    let offered = app.tables.games().find(&state.row.game).ok();
    let may_fill = app.tables.may_fill(state, &guest.id);
    let waits = state.row.absence.minutes().is_some();
    let free = state.seats.iter().filter(is_free).count();
    html! {
        main #main data-table=(id) data-commitment=(state.row.commitment) data-host=(host) {
            p #closed role="alert" hidden { }
            div.game-head {
                img src=(super::card::illustration(&state.row.game)) alt="" width="600" height="400";
                div {
                    h1 { (heading) }
                    p #free.free role="status" { (free_in_words(free, state.seats.len())) }
                    p { "The game starts as soon as every seat is taken." }
                    (super::luck::referee(state))
                    p.quiet.clock-rule { (super::clocks::rule(&state.row)) }
                    (terms.shown())
                }
            }
            (invited)
            ul #seating.seating tabindex="-1" {
                @for seat in &state.seats {
                    li.free[is_free(&seat)] {
                        span class=(format!("dot body-seat{}", seat.seat.0 % 8)) aria-hidden="true" {}
                        b { "Seat " (seat.seat) @if let Some(role) = state.role(seat.seat) { ", " (role) } }
                        @let may_sit = !seated || host && !state.row.rated;
                        (who_sits(visitor, state, seat, may_sit && !state.is_referee(guest)))
                        (super::ratings::beside(ratings, seat))
                        @if is_free(&seat) && (host || may_fill) {
                            div.ways {
                                @if host {
                                    (super::seats::link_to_send(
                                        &format!("{origin}/s/{}", seat.link),
                                        &format!("{} invites you to {heading}", visitor.name),
                                    ))
                                }
                                @if may_fill { (seat_bot_form(visitor, id, seat, offered)) }
                            }
                        }
                    }
                }
            }
            @if seated && !may_fill && waits {
                p.quiet {
                    "If the host gives no sign of life for " (state.row.absence.words())
                    ", you can give free seats to bots: load this page again then."
                }
            }
            (inviting)
            details.proof {
                summary { "The dice: what the server is bound to" }
                (super::luck::shown(state))
            }
            @if seated {
                form method="post" action=(format!("/t/{id}/leave")) data-getting-up="" {
                    (visitor.form_key())
                    button.danger { @if host { "Close the table" } @else { "Get up" } }
                }
            }
        }
    }
}

/// Whether nobody sits in a seat yet.
fn is_free(seat: &&SeatRow) -> bool {
    matches!(seat.kind, SeatKind::Open | SeatKind::Link)
}

/// How many seats of a table are free.
fn free_in_words(free: usize, all: usize) -> String {
    match free {
        1 => format!("1 of {all} seats is free"),
        free => format!("{free} of {all} seats are free"),
    }
}

/// Who has a seat; a free one can be taken if the visitor may.
fn who_sits(visitor: &Visitor, state: &TableState, seat: &SeatRow, may_sit: bool) -> Markup {
    let id = &state.row.id;
    html! {
        @match seat.kind {
            SeatKind::Open => {
                span.quiet {
                    @if state.row.listed { "free: anybody in the lobby may sit down" }
                    @else { "free: whoever has the address of this page may sit down" }
                }
                @if may_sit {
                    form method="post" action=(format!("/t/{id}/join")) {
                        (visitor.form_key())
                        (super::luck::sitting_field(&state.row.commitment))
                        input type="hidden" name="seat" value=(seat.seat);
                        button.main { "Sit down" span.sr { " in seat " (seat.seat) } }
                    }
                }
            }
            SeatKind::Link => { span.quiet { "kept for whoever has its link" } }
            SeatKind::Person if seat.holder != visitor.guest.id => { (super::friends::link_to(state, seat)) }
            _ => { span { (seat.name) @if seat.holder == visitor.guest.id { " (you)" } } }
        }
    }
}

/// With this the host gives a free seat to a bot.
fn seat_bot_form(
    visitor: &Visitor,
    id: &str,
    seat: &SeatRow,
    offered: Option<&OfferedGame>,
) -> Markup {
    html! {
        form.row method="post" action=(format!("/t/{id}/replace")) {
            (visitor.form_key())
            input type="hidden" name="seat" value=(seat.seat);
            @if let Some(offered) = offered {
                (bot_select(offered, &format!("Bot for seat {}", seat.seat)))
            }
            button { "Let a bot sit here" span.sr { ", in seat " (seat.seat) } }
        }
    }
}

async fn follow(
    State(app): State<AppState>,
    TableView { guest, table, state, viewer, .. }: TableView<JsonError>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, JsonError> {
    drop(state);
    let permit = app.limiter.open_stream(client.address)?;
    let follower = Arc::new(Mutex::new(UpdateTracker::default()));
    let (tables, followed, stopping) = (app.tables.clone(), table.clone(), app.stopping.clone());
    let people = app.tables.people_change();
    let events = stream::events(
        table,
        permit,
        stopping,
        people,
        stream::signs_of_life(),
        move || {
            let (tables, table) = (tables.clone(), followed.clone());
            let (follower, guest) = (follower.clone(), guest.clone());
            async move {
                if !guest.new && !tables.counts_still(&guest.badge) {
                    let why = "You were signed out in this browser. Load the page again.";
                    return Err(ServiceError::Forbidden(why.into()));
                }
                let state = tables.read(&table).await.map_err(stream::closed)?;
                // Whoever has left the seat sees no more of its hand.
                if let Some(seat) = viewer.seat()
                    && !state.seats_of(&guest.id).contains(&seat)
                {
                    let why = match state.away_seats(&guest.id).is_empty() {
                        true => "You do not sit in this seat any more.",
                        false => {
                            "Your seat is kept for you while you are away. Load the page again to take it \
                         back."
                        }
                    };
                    return Err(ServiceError::Forbidden(why.into()));
                }
                follower.lock().await.next_update(&tables, &table, &state, viewer, &guest.id)
            }
        },
    );
    Ok(gzip_stream(&headers, events.into_response()))
}

/// Whether the table waits for a guest: in which of their seats does not matter, but nobody who looks as the public is
/// waited for.
async fn turn(
    TableView { guest, state, viewer, .. }: TableView<JsonError>,
) -> Result<Json<TurnNews>, JsonError> {
    let (mine, deciding) = (state.own_seats(&guest), state.deciding());
    let yours = viewer.seat().is_some() && mine.iter().any(|seat| deciding.contains(seat));
    Ok(Json(TurnNews { begun: state.row.phase != Phase::Open, yours }))
}

/// Whoever decides for a seat, not too often. Whether it is theirs is judged with the decision.
async fn decider(
    app: &AppState,
    table: &Arc<TableHandle>,
    guest: Guest,
    client: Client,
    decision: &DecisionRequest,
) -> Result<(Seat, Decider), ServiceError> {
    app.limiter.check_person(LimitedAction::Decisions, &guest.id, client)?;
    if app.tables.read(table).await?.seats_of(&guest.id).contains(&decision.seat) {
        app.tables.notice(table, &guest.id);
    }
    Ok((decision.seat, Decider::Guest(guest.id)))
}

async fn act(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    client: Client,
    OwnJson { guest, body }: OwnJson<DecisionRequest>,
) -> Result<Json<DecisionReceipt>, JsonError> {
    let decider = decider(&app, &table, guest, client, &body).await?;
    Ok(Json(app.tables.act(&table, decider, body.line, body.turn).await?))
}

async fn undo(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    client: Client,
    OwnJson { guest, body }: OwnJson<DecisionRequest>,
) -> Result<Json<DecisionReceipt>, JsonError> {
    let decider = decider(&app, &table, guest, client, &body).await?;
    Ok(Json(app.tables.undo(&table, decider, body.turn).await?))
}

/// The whole story as the guest may know it.
pub(super) async fn story(
    TableView { table, state, viewer, .. }: TableView<JsonError>,
) -> Result<Json<Vec<StoryEntry>>, JsonError> {
    Ok(Json(catch_panic(&table.id, || frame::told(&state, viewer, 0))??))
}
