//! Help: learning a game in ten minutes, and all its rules with their ids.

use super::{Layout, markdown, pictures};
use crate::extract::Visitor;
use crate::web::{AppState, HtmlError, HtmlPage};
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use maud::html;

/// The addresses of help.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/help", get(index))
        .route("/help/{game}", get(lesson))
        .route("/help/{game}/rules", get(rules))
}

async fn index(State(app): State<AppState>, visitor: Visitor) -> HtmlPage {
    let layout = Layout { title: "Help", scripts: &[], class: "help" };
    let content = html! {
        main #main {
            h1 { "Help" }
            p { a href="/learn" { "Lessons" } " teach every game by playing it." }
            h2 { "The games" }
            ul {
                @for offered in app.tables.games().all() {
                    li {
                        b { (offered.catalogue().title) } ": "
                        a href=(format!("/help/{}", offered.id())) { "the game on one page" } ", "
                        a href=(format!("/help/{}/rules", offered.id())) { "all rules" }
                    }
                }
            }
            h2 { "At the table" }
            p { "What you can do glows on the board and stands in the list of choices; click either. "
                "Where something glows in more than one way, a small menu asks which. "
                "A choice after which dice fall or something hidden is shown asks once more; anything "
                "else can be taken back with " b { "Undo" } " until somebody else acts." }
            p { "You may also write what you do, in the notation that the story and the records use. "
                "If it is not allowed you are told why, and by which rule." }
            h3 { "With the keyboard" }
            dl.keys {
                div { dt { kbd { "1" } " … " kbd { "9" } } dd { "take that choice of the list" } }
                div { dt { kbd { "B" } } dd { "to the board; arrow keys walk from place to place, " kbd { "Enter" } " does what can be done there, " kbd { "N" } " goes to the next thing that can be chosen" } }
                div { dt { kbd { "C" } } dd { "to the choices" } }
                div { dt { kbd { "/" } } dd { "write what you do" } }
                div { dt { kbd { "U" } } dd { "undo" } }
                div { dt { kbd { "F" } } dd { "fit the board; " kbd { "+" } " and " kbd { "−" } " zoom" } }
                div { dt { kbd { "M" } } dd { "the ruler: " kbd { "Enter" } " lays it at a place or piece, and the arrow keys measure from there: distance, and in Survivors who sees whom" } }
                div { dt { kbd { "S" } ", " kbd { "L" } ", " kbd { "T" } } dd { "sheets, story, talk" } }
                div { dt { kbd { "Esc" } } dd { "let go" } }
            }
            h2 { "For programs" }
            p { "A bot of your own can play over HTTP: " a href="/api/openapi.json" { "the interface in OpenAPI" }
                ". Every seat has a token, which its player finds at the table under " b { "More" } "." }
        }
    };
    layout.page(visitor, content)
}

async fn lesson(
    State(app): State<AppState>,
    Path(game): Path<String>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let offered = app.tables.games().find(&game)?;
    let done = super::lessons::lessons_done(&app, &visitor).await?;
    let catalogue = offered.catalogue();
    let layout = Layout { title: &catalogue.title, scripts: &[], class: "help" };
    let taught = !offered.game.learn().is_empty();
    let content = html! {
        main #main {
            h1 { (catalogue.title) }
            p { a href=(format!("/help/{game}/rules")) { "All rules" } " · " a href=(format!("/new/{game}")) { "New table" } }
            @if !offered.course.lessons.is_empty() {
                h2 { "Lessons" }
                (super::lessons::list(offered, &visitor, &done))
                h2 { "On one page" }
            }
            @if taught { (markdown::whole(offered)) } @else {
                p.lead { (catalogue.summary) }
                img.wide src=(format!("/picture/{game}.svg?{}", pictures::LATER)) alt=(format!("A game of {} after a while", catalogue.title));
            }
            h2 { "Scenarios" }
            dl { @for scenario in &catalogue.scenarios { dt { (scenario.name) } dd { (scenario.summary) } } }
            h2 { "Options" }
            dl { @for option in &catalogue.options {
                dt { (option.key.replace('_', " ")) }
                dd { (option.about) " Usually " (option.default) "." }
            } }
        }
    };
    Ok(layout.page(visitor, content))
}

async fn rules(
    State(app): State<AppState>,
    Path(game): Path<String>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let offered = app.tables.games().find(&game)?;
    let title = format!("Rules of {}", offered.catalogue().title);
    let layout = Layout { title: &title, scripts: &[], class: "help rules" };
    let mut chapters: Vec<(&str, Vec<&table::Rule>)> = Vec::new();
    for rule in &offered.ledger.rules {
        match chapters.last_mut() {
            Some((chapter, rules)) if *chapter == rule.chapter => rules.push(rule),
            _ => chapters.push((&rule.chapter, vec![rule])),
        }
    }
    let content = html! {
        main #main {
            h1 { (title) }
            p { a href=(format!("/help/{game}")) { "The game on one page" } }
            nav aria-label="Chapters" {
                ul.chapters {
                    @for (number, (chapter, _)) in chapters.iter().enumerate() {
                        li { a href=(format!("#chapter-{number}")) { (markdown::inline(chapter)) } }
                    }
                }
            }
            @for (number, (chapter, rules)) in chapters.iter().enumerate() {
                h2 id=(format!("chapter-{number}")) { (markdown::inline(chapter)) }
                dl.rules {
                    @for rule in rules {
                        div id=(rule.id) {
                            dt { a href=(format!("#{}", rule.id)) { (rule.id) } }
                            dd {
                                (markdown::inline(&rule.text))
                                @if rule.kind != "rule" && !rule.kind.is_empty() { " " span.tag { (rule.kind) } }
                            }
                        }
                    }
                }
            }
        }
    };
    Ok(layout.page(visitor, content))
}
