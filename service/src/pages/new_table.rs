//! The form for a new table.

use super::Layout;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{OwnForm, Path, Query, Visitor};
use crate::games::OfferedGame;
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
use table::{Catalogue, OptionInfo, OptionKind};

/// The most seats that the form offers.
const MOST_SEATS: u16 = 12;

/// The addresses of the form.
pub fn routes() -> Router<AppState> {
    Router::new().route("/new/{game}", get(form).post(open))
}

#[derive(Deserialize)]
struct ScenarioQuery {
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    edition: String,
}

async fn form(
    State(app): State<AppState>,
    Path(game): Path<String>,
    Query(chosen): Query<ScenarioQuery>,
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
        true => chosen.scenario,
        false => usual.or_else(first).unwrap_or_default(),
    };
    let scenario = catalogue.scenarios.iter().find(|known| known.id == selected);
    let (least, most) =
        scenario.map_or((1, 4), |known| (known.min_seats, known.max_seats.min(MOST_SEATS)));
    let more = catalogue.options.iter().map(|option| option.seats).sum::<u16>();
    let layout = Layout { title: &title, scripts: &["luck.js"], class: "opening" };
    let content = html! {
        main #main {
            h1 { (title) }
            (editions(offered, &chosen.edition))
            h2 #scenario { "Scenario" }
            // Whoever has chosen goes on with the seats; the others stay at hand.
            @match scenario.filter(|_| picked) {
                Some(known) => {
                    div.chosen tabindex="-1" autofocus { b { (known.name) } " " span.quiet { (known.seats_in_words(0)) } span.about { (known.summary) } }
                    details.others {
                        summary { "All scenarios (" (catalogue.scenarios.len()) ")" }
                        (scenarios(catalogue, &chosen.edition, &selected))
                    }
                }
                None => { (scenarios(catalogue, &chosen.edition, &selected)) }
            }
            form method="post" {
                (visitor.form_key())
                (super::luck::opening_fields())
                input type="hidden" name="scenario" value=(selected);
                input type="hidden" name="edition" value=(chosen.edition);
                fieldset {
                    legend { "Seats" }
                    p.quiet {
                        "The dot is the colour of a seat, and where the rules leave it open the first seat goes "
                        "first: sit yourself where you like. "
                        "Take several seats yourself to pass one screen around, and say who plays them. A seat by link is kept for "
                        "whoever you send its link to; an open seat is for anybody in the lobby."
                    }
                    @if let Some(parts) = scenario.and_then(|known| known.parts_in_words()) {
                        p #parts { (parts) }
                    }
                    @for number in 0..(most + more).min(MOST_SEATS) {
                        (seat_row(offered, number, least, &visitor.name))
                    }
                    @for option in catalogue.options.iter().filter(|option| option.seats > 0) {
                        p.quiet { "The last seat is used with the option “" (option.key.replace('_', " ")) "”." }
                    }
                    label.choice {
                        input type="checkbox" name="shuffled" value="on";
                        b { "Deal the seats at random" }
                        span { "Who sits where, and so who goes first and in which colour, is drawn when the game starts." }
                    }
                    label.choice {
                        input type="checkbox" name="listed" value="on" checked;
                        b { "Show this table in the lobby" }
                        span { "Anybody may watch what the public may see. Without it only those with a link find it. A table for you and bots alone is never shown." }
                    }
                    label.choice {
                        input type="checkbox" name="referee" value="on";
                        b { "I am the referee" }
                        span { "You see everything and can never sit at this table. Everybody there is told so, and so is the record." }
                    }
                    label.row { "A player who is asked and gives no sign of life may be replaced by a bot after "
                        select name="absence" {
                            @for absence in Absence::ALL {
                                option value=(absence.word()) selected[absence == Absence::default()] { (absence.words()) }
                            }
                        }
                    }
                }
                details open[catalogue.options.len() <= 6] {
                    summary { "Options (" (catalogue.options.len()) ")" }
                    @for option in &catalogue.options { (option_row(offered.id(), option, scenario.map_or(&option.default, |known| known.default_of(option)))) }
                }
                div.confirm {
                    button.main { "Open the table" }
                    span.quiet { (scenario.map_or(selected.as_str(), |known| &known.name)) }
                }
            }
        }
    };
    Ok(layout.page(visitor, content))
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

/// Who sits in a seat. What a seat of one's own is called is asked only where it is one's own.
fn seat_row(offered: &OfferedGame, number: u16, least: u16, own_name: &str) -> Markup {
    let id = format!("seat-{number}");
    html! {
        div.seat-row {
            span class=(format!("dot body-seat{}", number % 8)) aria-hidden="true" {}
            label for=(id) { "Seat " (number + 1) }
            select id=(id) name="seat" {
                @if number >= least { option value="" { "not used" } }
                option value="me" selected[number == 0] { "Me" }
                option value="open" { "Open to anybody" }
                option value="link" { "By private link" }
                @for (bot, words) in told_bots(offered) {
                    option value=(format!("bot:{bot}"))
                        selected[number > 0 && number < least && bot == offered.game.usual_bot()] {
                        (words)
                    }
                }
            }
            input.called name="called" maxlength="24" autocomplete="off"
                aria-label=(format!("Name of the player in seat {}", number + 1))
                placeholder=(if number == 0 { own_name } else { "name" });
        }
    }
}

/// The bots of a game, each with its name and what it is, told so that it stands alone: bots of one strength have
/// their own word beside it, and what is like another one says which.
fn told_bots(offered: &OfferedGame) -> Vec<(&'static str, String)> {
    let bots = offered.game.bots();
    let called = |name: &str| {
        let own = strength(name);
        match bots.iter().filter(|other| strength(other.name) == own).count() {
            0 | 1 => format!("{own} bot"),
            _ => format!("{own} bot ({})", name.replace([':', '_'], " ")),
        }
    };
    let mut told: Vec<(&'static str, String)> = Vec::new();
    for (index, bot) in bots.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|at| bots.get(at)).map(|bot| called(bot.name));
        let about = match (bot.about.strip_prefix("the same"), before) {
            (Some(rest), Some(before)) => format!("like the {before}{rest}"),
            _ => bot.about.to_string(),
        };
        told.push((bot.name, format!("{}: {about}", called(bot.name))));
    }
    told
}

/// A key or a value of an option as one reads it.
fn read(word: &str) -> String {
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
            p { (in_words(&option.about)) " "
                @if !option.rule.is_empty() {
                    a href=(format!("/help/{game}/rules#{}", option.rule)) { (option.rule) }
                }
            }
        }
    }
}

/// A text in which words of other options stand between backticks, as one reads it.
fn in_words(about: &str) -> Markup {
    html! {
        @for (index, part) in about.split('`').enumerate() {
            @if index % 2 == 1 { "“" (read(part)) "”" } @else { (part) }
        }
    }
}

fn capital(words: &str) -> String {
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
    let every = |name: &'static str| fields.iter().filter(move |(key, _)| key == name);
    let called = every("called").map(|(_, name)| name.trim()).chain(std::iter::repeat(""));
    let seats = every("seat").zip(called).filter(|((_, word), _)| !word.is_empty());
    let seats = seats
        .map(|((_, word), called)| match (word.as_str(), called) {
            ("me", called) if !called.is_empty() => format!("me:{called}").parse(),
            (word, _) => word.parse(),
        })
        .collect::<Result<Vec<_>, _>>()?;
    // Whoever plays alone is not watched.
    let others = |seat: &SeatRequest| matches!(seat, SeatRequest::Open | SeatRequest::Link);
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
        client: Some(client),
    };
    let luck = super::luck::luck(&app.tables, &guest, &field("promise"), &field("contribution"))?;
    let id = app.tables.open(&guest.id, &name, wish, luck).await?;
    opening.done();
    Ok(redirect(&format!("/t/{id}"), None))
}
