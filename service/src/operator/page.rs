//! The operator's page: plain, in the look of the house, and for eyes and ears alike.

use super::{OperatorStatus, ReportStatus, Standing, paused_words};
use crate::assets;
use crate::pages;
use crate::web::HtmlPage;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What the page has beside the style of the house, which no visitor of the games needs.
pub async fn style() -> impl IntoResponse {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (kind, include_str!("../../client/styles/operator.css"))
}

/// The page.
pub fn overview(status: &OperatorStatus, reports: &[ReportStatus]) -> HtmlPage {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Operator · Overwinter" }
                link rel="icon" type="image/svg+xml" href=(assets::url("icon.svg"));
                link rel="stylesheet" href=(assets::url("style.css"));
                link rel="stylesheet" href="/operator.css";
                script type="module" src=(assets::url("house.js")) {}
            }
            body.operator {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.brand href="/" {
                        img src=(assets::url("icon.svg")) alt="" width="28" height="28";
                        "Overwinter"
                    }
                    nav aria-label="Operator" {
                        a href="/" aria-current="page" { "Operator" }
                        a href="/metrics" { "Metrics" }
                        a href="/health" { "Health" }
                    }
                    button.theme type="button" hidden { (PreEscaped(crate::pages::THEME)) span.sr { "Dark" } }
                }
                main #main {
                    h1 { (headline(status)) }
                    p.quiet {
                        "Version " (status.version) ", at " (status.address) ", up for " (duration(status.uptime_seconds))
                        ". " a href="/" { "Load again" }
                    }
                    (deeds(status))
                    (reported(reports))
                    (numbers(status))
                    (stuck(status))
                    (queues(status))
                    (servers(status))
                    (people(status))
                }
            }
        }
    };
    HtmlPage { status: StatusCode::OK, markup, cookie: None }
}

fn headline(status: &OperatorStatus) -> String {
    match &status.not_ready {
        None => "This server is ready".into(),
        Some(_) if status.drained => "This server is drained: it can be stopped".into(),
        Some(why) => format!("Not ready: {why}"),
    }
}

/// What can be done.
fn deeds(status: &OperatorStatus) -> Markup {
    let drains = status.standing == Standing::Draining;
    html! {
        div.deeds {
            section aria-labelledby="drain" {
                h2 #drain { "Drain this server" }
                p {
                    "A balancer sends nobody here any more, pages connect to another server, and whatever is asked here "
                    "all the same is answered. Then it can be stopped."
                }
                form method="post" action=(if drains { "/undrain" } else { "/drain" }) {
                    button.main[drains] { @if drains { "Serve on after all" } @else { "Drain" } }
                }
            }
            section aria-labelledby="pause" {
                h2 #pause { "Pause new games" }
                @match &status.paused {
                    Some(why) => {
                        p { "All servers tell everybody: " q { (paused_words(why)) } }
                        form method="post" action="/resume" { button.main { "Let new games begin again" } }
                    }
                    None => {
                        p { "At all servers of the house nobody opens a table; games that are on go on." }
                        form method="post" action="/pause" {
                            label for="why" { "Why, for everybody to read" }
                            input #why name="why" maxlength="200" placeholder="We move house at eight.";
                            button { "Pause new games" }
                        }
                    }
                }
            }
        }
    }
}

fn numbers(status: &OperatorStatus) -> Markup {
    let state = |name: &str| status.tables.get(name).copied().unwrap_or_default();
    let all = [
        ("Tables waiting for players", state("open")),
        ("Games on", state("playing")),
        ("Games over", state("over")),
        ("Tables in memory here", status.tables_in_memory as i64),
        ("Tables watched here", status.tables_watched as i64),
        ("Streams here", status.streams as i64),
        ("Connections here", status.connections),
        ("Requests being answered", status.requests),
        ("Changes waiting to be stored", status.changes_waiting),
    ];
    html! {
        section aria-labelledby="numbers" {
            h2 #numbers { "Tables and visitors" }
            dl.numbers { @for (name, number) in all { div { dt { (name) } dd { (number) } } } }
        }
    }
}

/// A table of texts; a sentence if there is nothing in it.
fn rows(id: &str, title: &str, empty: &str, heads: &[&str], rows: &[Vec<String>]) -> Markup {
    html! {
        section aria-labelledby=(id) {
            h2 id=(id) { (title) }
            @if rows.is_empty() { p.quiet { (empty) } }
            @else {
                div.wide tabindex="0" role="region" aria-labelledby=(id) {
                    table {
                        thead { tr { @for head in heads { th scope="col" { (head) } } } }
                        tbody {
                            @for row in rows {
                                tr {
                                    @for (place, text) in row.iter().enumerate() {
                                        @if place == 0 { th scope="row" { (text) } } @else { td { (text) } }
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

/// What people told of others, each with a way to close it.
fn reported(reports: &[ReportStatus]) -> Markup {
    html! {
        section.told-of aria-labelledby="reports" {
            h2 #reports { "Reports " @if !reports.is_empty() { span.quiet { "(" (reports.len()) ")" } } }
            @if reports.is_empty() { p.quiet { "Nothing is reported." } }
            @for report in reports {
                article aria-labelledby=(format!("report-{}", report.id)) {
                    h3 id=(format!("report-{}", report.id)) { (report.name) ": " (report.reason) }
                    p.quiet {
                        (pages::ago(report.made)) " by "
                        @if report.reporter_name.is_empty() { "somebody" } @else { (report.reporter_name) }
                        ". Reported: " code { (report.reported) }
                        @if !report.table.is_empty() { ", at the table " code { (report.table) } }
                        "."
                    }
                    @if !report.words.is_empty() { blockquote { (report.words) } }
                    @if !report.lines.is_empty() {
                        details {
                            summary { "What was said (" (report.lines.len()) " lines)" }
                            ol { @for line in &report.lines { li { (line) } } }
                        }
                    }
                    form method="post" action=(format!("/reports/{}", report.id)) {
                        label for=(format!("word-{}", report.id)) { "A word to whoever reported" }
                        input id=(format!("word-{}", report.id)) name="word" maxlength="200";
                        label for=(format!("deed-{}", report.id)) { "And" }
                        select id=(format!("deed-{}", report.id)) name="deed" {
                            option value="" { "do nothing about " (report.name) }
                            option value="mute" { "mute " (report.name) " for 7 days" }
                            option value="ban" { "ban " (report.name) }
                        }
                        button { "Close" span.sr { " the report of " (report.name) } }
                    }
                }
            }
        }
    }
}

fn stuck(status: &OperatorStatus) -> Markup {
    let told: Vec<Vec<String>> =
        status.stuck.iter().map(|stuck| vec![stuck.table.clone(), stuck.why.clone()]).collect();
    let empty = "Every table can go on.";
    rows("stuck", "Tables that cannot go on", empty, &["Table", "Why"], &told)
}

fn queues(status: &OperatorStatus) -> Markup {
    let told: Vec<Vec<String>> = status
        .lanes
        .iter()
        .map(|lane| vec![lane.lane.clone(), lane.free.to_string(), lane.waiting.to_string()])
        .collect();
    rows("queues", "Bots here", "", &["Lane", "Places free", "Waiting"], &told)
}

fn servers(status: &OperatorStatus) -> Markup {
    let told: Vec<Vec<String>> = status
        .servers
        .iter()
        .map(|server| {
            let here = if server.asked { " (this one)" } else { "" };
            vec![
                format!("{}{here}", server.name),
                format!("{:.1} s ago", server.seen),
                server.bots.to_string(),
                server.watched.to_string(),
            ]
        })
        .collect();
    let heads = ["Server", "Last sign of life", "Bots claimed", "Bot tables watched"];
    let empty = "This server has its store for itself.";
    rows("servers", "Servers of the house", empty, &heads, &told)
}

/// How many people are listed at most.
const PEOPLE_SHOWN: usize = 200;

fn people(status: &OperatorStatus) -> Markup {
    let told: Vec<Vec<String>> = status
        .people
        .iter()
        .take(PEOPLE_SHOWN)
        .map(|person| {
            let seen = person.seen.map(|seconds| {
                format!("{} ago", duration(u64::try_from(seconds).unwrap_or_default()))
            });
            let seen = seen.unwrap_or_else(|| "not known here".into());
            vec![person.name.clone(), person.game.clone(), person.table.clone(), seen]
        })
        .collect();
    let more = status.people.len().saturating_sub(PEOPLE_SHOWN);
    html! {
        (rows("people", "People at tables here", "Nobody sits at a table in memory here.",
            &["Name", "Game", "Table", "Sign of life"], &told))
        @if more > 0 { p.quiet { "And " (more) " more." } }
    }
}

/// A time in its largest two units.
pub fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        3600..86_400 => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds % 86_400 / 3600),
    }
}
