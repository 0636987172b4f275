//! The form for a new table.

use super::{Layout, card};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{OwnForm, Path, Query, Visitor};
use crate::games::OfferedGame;
use crate::operator;
use crate::store::Absence;
use crate::tables::{NewTable, SeatRequest, strength};
use crate::web::{AppState, HtmlError, HtmlPage, redirect};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::wording::counted;
use table::{Catalogue, OptionInfo, OptionKind, ScenarioInfo, Seat};

/// The most seats that the form offers.
const MOST_SEATS: u16 = 12;

/// Enough company to be a game, few enough to be quick.
const FEW_SEATS: u16 = 3;

/// The addresses of the form.
pub fn routes() -> Router<AppState> {
    Router::new().route("/new/{game}", get(form).post(open))
}

#[derive(Deserialize)]
struct FormQuery {
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    edition: String,
    /// How many play, as a number.
    #[serde(default)]
    seats: String,
}

async fn form(
    State(app): State<AppState>,
    Path(game): Path<String>,
    Query(chosen): Query<FormQuery>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let offered = app.tables.games().find(&game)?;
    let edition = offered.edition(&chosen.edition)?;
    let catalogue = &edition.catalogue;
    let title = format!("New table: {}", catalogue.title);
    // Until one is chosen, the scenario of which the game's card speaks.
    let usual = super::lobby::described(offered).map(|known| known.id.clone());
    let usual = usual.filter(|id| catalogue.scenarios.iter().any(|known| known.id == *id));
    let first = || catalogue.scenarios.first().map(|scenario| scenario.id.clone());
    let picked = !chosen.scenario.is_empty();
    let selected = match picked {
        true => chosen.scenario.clone(),
        false => usual.or_else(first).unwrap_or_default(),
    };
    let scenario = catalogue.scenarios.iter().find(|known| known.id == selected);
    let counted =
        chosen.seats.parse::<u16>().ok().filter(|number| offers(scenario).contains(number));
    let seats = counted.unwrap_or_else(|| {
        scenario.map_or(FEW_SEATS, |known| known.seats_near(FEW_SEATS)).min(MOST_SEATS)
    });
    let paused = operator::paused(app.tables.store()).await?;
    let friends = super::invitations::friends_to_invite(&app, &visitor).await?;
    let layout = Layout { title: &title, scripts: &["luck.js", "opening.js"], class: "opening" };
    let content = html! {
        main #main {
            @if let Some(why) = &paused { p.told { (operator::paused_words(why)) } }
            div.banner {
                img src=(card::illustration(offered.id())) alt="" width="600" height="400";
                h1 { (title) }
                (card::facts(offered))
            }
            (editions(offered, &chosen.edition))
            h2 #scenario { "Scenario" }
            // Whoever has chosen goes on with the seats; the others stay at hand.
            @match scenario.filter(|_| picked) {
                Some(known) => {
                    div.chosen tabindex="-1" autofocus[counted.is_none()] { b { (known.name) } " " span.quiet { (known.seats_in_words(0)) } span.about { (known.summary) } }
                    details.others {
                        summary { "All scenarios (" (catalogue.scenarios.len()) ")" }
                        (scenarios(catalogue, &chosen.edition, &selected))
                    }
                }
                None => { (scenarios(catalogue, &chosen.edition, &selected)) }
            }
            h2 #players { "Players" }
            (how_many(scenario, &chosen.edition, &selected, seats, counted.is_some()))
            form method="post" {
                (visitor.form_key())
                (super::luck::opening_fields())
                input type="hidden" name="scenario" value=(selected);
                input type="hidden" name="edition" value=(chosen.edition);
                (seat_rows(offered, catalogue, scenario, seats, &visitor.name))
                (friends)
                h2 { "The table" }
                (rules_of_the_table(offered))
                @if !catalogue.options.is_empty() {
                    details.options open[catalogue.options.len() <= 6] {
                        summary { "Options: how the rules are read (" (catalogue.options.len()) ")" }
                        @for option in &catalogue.options { (option_row(offered.id(), option, scenario.map_or(&option.default, |known| known.default_of(option)))) }
                    }
                }
                p #table-trouble.told role="alert" hidden {}
                div.confirm {
                    button.main { "Open the table" }
                    span.quiet { (scenario.map_or(selected.as_str(), |known| &known.name)) ", " (counted_players(seats)) }
                }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

/// The numbers of players that the form offers.
fn offers(scenario: Option<&ScenarioInfo>) -> Vec<u16> {
    match scenario {
        Some(known) => known.seats().take_while(|seats| *seats <= MOST_SEATS).collect(),
        None => (1..=4).collect(),
    }
}

fn counted_players(seats: u16) -> String {
    counted(i64::from(seats), "player", "players")
}

/// How many play, to be chosen before the seats, which are as many.
fn how_many(
    scenario: Option<&ScenarioInfo>,
    edition: &str,
    selected: &str,
    seats: u16,
    counted: bool,
) -> Markup {
    let offered = offers(scenario);
    html! {
        @if offered.len() > 1 {
            form.row method="get" {
                input type="hidden" name="scenario" value=(selected);
                @if !edition.is_empty() { input type="hidden" name="edition" value=(edition); }
                span #how-many { "How many play" }
                div.segments role="group" aria-labelledby="how-many" {
                    @for number in offered {
                        button name="seats" value=(number) aria-pressed=(number == seats)
                            autofocus[counted && number == seats] {
                            (number) span.sr { " " (if number == 1 { "player" } else { "players" }) }
                        }
                    }
                }
            }
        }
    }
}

/// Who plays: a row for every seat, and for each that an option may add.
fn seat_rows(
    offered: &OfferedGame,
    catalogue: &Catalogue,
    scenario: Option<&ScenarioInfo>,
    seats: u16,
    own_name: &str,
) -> Markup {
    let more = catalogue.options.iter().map(|option| option.seats).sum::<u16>();
    let last = (seats + more).min(MOST_SEATS);
    html! {
        div.card-box.seats-form {
            @for number in 0..last {
                @let part = scenario.and_then(|known| known.part(seats, Seat(number)));
                (seat_row(offered, number, part, number >= seats, own_name))
            }
            @for option in catalogue.options.iter().filter(|option| option.seats > 0) {
                p.quiet { "The last seat is used with the option “" (read(&option.key)) "”." }
            }
            details.bots {
                summary { "What the bots do" }
                dl { @for (_, called, about) in told_bots(offered) { dt { (called) ": " } dd { (about) } } }
            }
            p.quiet {
                b { "Link" } ": kept for whoever you send its link to. "
                b { "Open" } ": for anybody in the lobby. "
                "Several seats of your own pass one screen around. Where the rules leave it open, seat 1 goes first."
            }
        }
    }
}

/// What holds for the whole table, whatever is played there.
fn rules_of_the_table(offered: &OfferedGame) -> Markup {
    html! {
        div.card-box {
            label.choice {
                input type="checkbox" name="shuffled" value="on";
                b { "Deal the seats at random" }
                span.quiet { "Who sits where, and so who goes first and in which colour, is drawn when the game starts." }
            }
            label.choice {
                input type="checkbox" name="listed" value="on" checked;
                b { "Show this table in the lobby" }
                span.quiet { "Anybody may watch what the public may see. A table for you and bots alone is never shown." }
            }
            label.choice {
                input type="checkbox" name="rated" value="on";
                b { "Rated" }
                span.quiet { "The result changes the ratings of all who play, people and bots. Everybody has one seat, and whoever gives it up before they are through is ranked last." }
            }
            label.choice {
                input type="checkbox" name="no_sandboxes" value="on";
                b { "No sandboxes while it runs" }
                span.quiet { "Of a rated table only: nobody may try plans from it before the game is over." }
            }
            label.choice {
                input type="checkbox" name="whispers" value="on";
                b { "Players may talk in private" }
                span.quiet { "To one of the others alone, and to the referee if there is one. Nobody else hears of it, the host neither." }
            }
            label.choice {
                input type="checkbox" name="referee" value="on";
                b { "I am the referee" }
                span.quiet { "You see everything and can never sit at this table. Everybody there is told so, and so is the record." }
            }
            (super::clocks::chosen(offered))
            label.absence {
                span { "A player who is asked and gives no sign of life may be replaced by a bot after" } " "
                select name="absence" {
                    @for absence in Absence::ALL {
                        option value=(absence.word()) selected[absence == Absence::default()] { (absence.words()) }
                    }
                }
            }
        }
    }
}

/// The editions to choose from, if there are several.
fn editions(offered: &OfferedGame, edition: &str) -> Markup {
    let own = offered.own_editions();
    html! {
        @if !own.is_empty() {
            form.row method="get" aria-label="Edition" {
                button name="edition" value="" aria-pressed=(edition.is_empty()) { "House edition" }
                @for name in &own {
                    button name="edition" value=(name) aria-pressed=(name == edition) { (name) }
                }
            }
        }
        @for (name, faults) in offered.faulty_editions() {
            details.quiet {
                summary { "The edition " (name) " has faults and is not offered" }
                pre { (faults) }
            }
        }
    }
}

/// The scenarios to choose from, which the seats depend on: to press one is to choose it, so that the form
/// opens the scenario that is marked, and no other.
fn scenarios(catalogue: &Catalogue, edition: &str, selected: &str) -> Markup {
    html! {
        form.scenarios method="get" aria-labelledby="scenario" {
            @if !edition.is_empty() { input type="hidden" name="edition" value=(edition); }
            @for known in &catalogue.scenarios {
                button name="scenario" value=(known.id) aria-pressed=(known.id == selected) {
                    b { (known.name) } " "
                    span.quiet { (known.seats_in_words(0)) }
                    span.about { (known.summary) }
                }
            }
        }
    }
}

/// Who may sit in a seat, as a word of the form and as one reads it.
const SITTERS: [(&str, &str); 5] =
    [("me", "Me"), ("bot", "Bot"), ("link", "Link"), ("open", "Open"), ("", "Nobody")];

/// Who sits in a seat. What a seat of one's own is called, and which bot it is, is asked only where it is so.
fn seat_row(
    offered: &OfferedGame,
    number: u16,
    part: Option<&str>,
    spare: bool,
    own_name: &str,
) -> Markup {
    let called = format!("Seat {}", number + 1);
    let usual = match (number, spare) {
        (0, _) => "me",
        (_, false) => "bot",
        (_, true) => "",
    };
    html! {
        div.seat-row {
            span class=(format!("dot body-seat{}", number % 8)) aria-hidden="true" {}
            span.seat-name { (called) @if let Some(part) = part { span.quiet { " " (part) } } }
            div.segments role="radiogroup" aria-label=(called) {
                @for (value, word) in SITTERS.iter().filter(|(value, _)| spare || !value.is_empty()) {
                    label {
                        input type="radio" name=(format!("seat.{number}")) value=(value) checked[*value == usual];
                        span { (word) }
                    }
                }
            }
            select.which-bot name=(format!("bot.{number}")) aria-label=(format!("Bot in seat {}", number + 1)) {
                @for (bot, called, _) in told_bots(offered) {
                    option value=(bot) selected[bot == offered.game.usual_bot()] { (called) }
                }
            }
            input.called name=(format!("called.{number}")) maxlength="24" autocomplete="off"
                aria-label=(format!("Name of the player in seat {}", number + 1))
                placeholder=(if number == 0 { own_name } else { "Name" });
        }
    }
}

/// The bots of a game: how the form says each, what it is called and what it is, told so that it stands alone. Bots of one
/// strength have their own word beside it, and what is like another one says which.
pub(super) fn told_bots(offered: &OfferedGame) -> Vec<(&'static str, String, String)> {
    let bots = offered.game.bots();
    let called = |name: &str| {
        let own = strength(name);
        match bots.iter().filter(|other| strength(other.name) == own).count() {
            0 | 1 => format!("{own} bot"),
            _ => format!("{own} bot ({})", name.replace([':', '_'], " ")),
        }
    };
    let mut told: Vec<(&'static str, String, String)> = Vec::new();
    for (index, bot) in bots.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|at| bots.get(at)).map(|bot| called(bot.name));
        let about = match (bot.about.strip_prefix("the same"), before) {
            (Some(rest), Some(before)) => format!("like the {before}{rest}"),
            _ => bot.about.to_string(),
        };
        told.push((bot.name, called(bot.name), about));
    }
    told
}

/// A key or a value of an option as one reads it.
pub fn read(word: &str) -> String {
    word.replace('_', " ")
}

fn option_row(game: &str, option: &OptionInfo, usual: &str) -> Markup {
    let id = format!("option-{}", option.key);
    let name = format!("option.{}", option.key);
    let flags = || ["off".to_string(), "on".to_string()].to_vec();
    let words = match &option.kind {
        OptionKind::Flag => Some(flags()),
        OptionKind::Choice(words) => Some(words.clone()),
        OptionKind::Number(..) => None,
    };
    html! {
        div.option {
            label for=(id) { (capital(&read(&option.key))) }
            @if let Some(words) = words {
                select id=(id) name=(name) {
                    @for word in &words {
                        @if word == usual { option value="" selected { (read(word)) " (usual)" } }
                        @else { option value=(word) { (read(word)) } }
                    }
                }
            } @else if let OptionKind::Number(least, most) = &option.kind {
                input id=(id) name=(name) type="number" min=(least) max=(most)
                    placeholder=(format!("{usual} (usual)"));
            }
            p.quiet { (in_words(&option.about)) " "
                @if !option.rule.is_empty() {
                    a href=(format!("/help/{game}/rules#{}", option.rule)) { (option.rule) }
                }
            }
        }
    }
}

/// A text in which words of other options stand between backticks, as one reads it.
pub fn in_words(about: &str) -> Markup {
    html! {
        @for (index, part) in about.split('`').enumerate() {
            @if index % 2 == 1 { "“" (read(part)) "”" } @else { (part) }
        }
    }
}

pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

/// The absence of that word; the usual one if it is empty.
pub fn absence(word: &str) -> Result<Absence, ServiceError> {
    if word.is_empty() {
        return Ok(Absence::default());
    }
    let known = Absence::ALL.map(Absence::word).join(", ");
    let unknown = || ServiceError::BadRequest(format!("`{word}` is no absence: say {known}"));
    Absence::read(word).ok_or_else(unknown)
}

/// Who sits where, as the fields say in their order: `seat` is followed by which `bot` it is and by what its player is
/// `called`, each with the number of the seat behind a dot or without.
fn seat_requests(fields: &[(String, String)]) -> Result<Vec<SeatRequest>, ServiceError> {
    let mut seats: Vec<String> = Vec::new();
    for (key, value) in fields {
        let value = value.trim();
        match (key.split('.').next().unwrap_or_default(), seats.last_mut()) {
            ("seat", _) => seats.push(value.to_string()),
            ("bot", Some(seat)) if seat == "bot" => *seat = format!("bot:{value}"),
            ("called", Some(seat)) if seat == "me" && !value.is_empty() => {
                *seat = format!("me:{value}");
            }
            _ => {}
        }
    }
    seats.iter().filter(|word| !word.is_empty()).map(|word| word.parse()).collect()
}

/// What the form says, field by field: seats come several times.
async fn open(
    State(app): State<AppState>,
    Path(game): Path<String>,
    client: Client,
    OwnForm { guest, form: fields }: OwnForm<Vec<(String, String)>>,
) -> Result<Response, HtmlError> {
    let field = |name: &str| {
        let found = fields.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let opening = app.new_table(&guest, client).await?;
    let name = app.guest_name(&guest).await?;
    let mut options = BTreeMap::new();
    for (key, value) in &fields {
        if let Some(key) = key.strip_prefix("option.")
            && !value.trim().is_empty()
        {
            options.insert(key.to_string(), value.trim().to_string());
        }
    }
    let seats = seat_requests(&fields)?;
    // Whoever plays alone is not watched.
    let others = |seat: &SeatRequest| matches!(seat, SeatRequest::Open | SeatRequest::Link);
    let friends: Vec<&str> =
        fields.iter().filter(|(key, _)| key == "friend").map(|(_, id)| id.as_str()).collect();
    if !friends.is_empty() && !seats.iter().any(others) {
        let why = "You invite friends, and no seat is free for them: let one be Open or Link.";
        return Err(ServiceError::BadRequest(why.into()).into());
    }
    for friend in &friends {
        app.check_company(&guest, client)?;
        app.tables.known_to(&guest.id, friend).await?;
    }
    let mine = seats.iter().filter(|seat| **seat == SeatRequest::Me).count();
    let company = seats.iter().any(others) || mine > 1;
    let wish = NewTable {
        game,
        edition: field("edition"),
        scenario: field("scenario"),
        options,
        seats,
        shuffled: field("shuffled") == "on",
        listed: company && field("listed") == "on",
        referee: field("referee") == "on",
        absence: absence(&field("absence"))?,
        clock: super::clocks::line_of(&field("clock"), &field("clock_line"), &field("zone")),
        at_deadline: super::clocks::at_deadline_of(
            &field("at_deadline"),
            &field("at_deadline_line"),
        ),
        reliable: super::clocks::reliable_of(&field("reliable"))?,
        rated: field("rated") == "on",
        sandboxes: field("no_sandboxes") != "on",
        whispers: field("whispers") == "on",
        client: Some(client),
    };
    let luck = super::luck::luck(&app.tables, &guest, &field("promise"), &field("contribution"))?;
    let id = app.tables.open(&guest.id, &name, wish, luck).await?;
    opening.done();
    let table = app.tables.table(&id).await?;
    for friend in friends {
        // The table is open: whoever cannot be invited is seen there not to be.
        if let Err(error) = app.tables.invite(&table, &guest.id, friend).await {
            tracing::debug!(%error, "a friend could not be invited");
        }
    }
    Ok(redirect(&format!("/t/{id}"), None))
}
