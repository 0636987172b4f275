//! Help: the page of every game, and all its rules with their ids.

use super::{Layout, card, markdown, pictures};
use crate::extract::{Path, Query, Visitor};
use crate::games::OfferedGame;
use crate::web::{AppState, HtmlError, HtmlPage};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use table::{Catalogue, Rule};

/// The addresses of help.
pub fn routes() -> Router<AppState> {
    let games = Router::new()
        .route("/help", get(index))
        .route("/help/{game}", get(game))
        .route("/help/{game}/rules", get(rules));
    PAGES.into_iter().fold(games, |router, (name, title, text)| {
        let page = move |visitor: Visitor| async move { page(visitor, title, text) };
        router.route(&format!("/help/{name}"), get(page))
    })
}

/// Pages about what is the same at every table: the name in the address, the title, and the text.
const PAGES: [(&str, &str, &str); 7] = [
    ("clocks", "Clocks", include_str!("../../../docs/clocks.md")),
    ("plans", "Plans", include_str!("../../../docs/plans.md")),
    ("sandbox", "Sandboxes", include_str!("../../../docs/sandbox.md")),
    ("people", "People", include_str!("../../../docs/people.md")),
    ("ratings", "Ratings and cups", include_str!("../../../docs/ratings.md")),
    ("notices", "Notices", include_str!("../../../docs/notices.md")),
    ("mail", "Playing by mail", include_str!("../../../docs/mail.md")),
];

/// The address of the page that a document of ours became, by the name of its file; nothing if it became none.
pub(super) fn page_of(file: &str) -> Option<String> {
    let name = file.strip_suffix(".md")?;
    let known = PAGES.iter().any(|(page, ..)| *page == name);
    known.then(|| format!("/help/{name}"))
}

/// A page about what is the same at every table.
fn page(visitor: Visitor, title: &str, text: &str) -> HtmlPage {
    let layout = Layout { title, scripts: &[], class: "help" };
    layout.page(visitor, html! { main #main.text { (markdown::document(text)) } })
}

async fn index(
    State(app): State<AppState>,
    Query(search): Query<Search>,
    visitor: Visitor,
) -> HtmlPage {
    let words = search.words();
    let layout = Layout { title: "Help", scripts: &[], class: "help" };
    let content = html! {
        main #main {
            h1 { "Help" }
            p { a href="/learn" { "Lessons" } " teach every game by playing it." }
            (search.form("/help", "Search in the rules of all games"))
            @if !words.is_empty() { (everywhere(app.tables.games().all(), &words)) }
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
            h2 { "More to read" }
            ul {
                @for (name, title, _) in PAGES { li { a href=(format!("/help/{name}")) { (title) } } }
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
                div { dt { kbd { "1" } " … " kbd { "9" } } dd { "take that choice of the list, if it is in sight; where a form is the way to answer, fill it in" } }
                div { dt { kbd { "B" } } dd { "to the board; arrow keys walk from place to place, " kbd { "Enter" } " does what can be done there, " kbd { "N" } " goes to the next thing that can be chosen, " kbd { "R" } " says what lies around, " kbd { "W" } " where you are, " kbd { "?" } " all keys of the board" } }
                div { dt { kbd { "C" } } dd { "to the choices, or to the form; " kbd { "↑" } " and " kbd { "↓" } " go from choice to choice, " kbd { "Enter" } " takes the one that has the focus" } }
                div { dt { kbd { "/" } } dd { "write what you do" } }
                div { dt { kbd { "U" } } dd { "undo" } }
                div { dt { kbd { "F" } } dd { "fit the board; " kbd { "+" } " and " kbd { "−" } " zoom" } }
                div { dt { kbd { "M" } } dd { "the ruler: " kbd { "Enter" } " lays it at a place or piece, and the arrow keys measure from there: distance, and in Survivors who sees whom" } }
                div { dt { kbd { "P" } } dd { "plans: decide beforehand" } }
                div { dt { kbd { "S" } ", " kbd { "L" } ", " kbd { "T" } } dd { "sheets, story, talk" } }
                div { dt { kbd { "Esc" } } dd { "let go: close a menu, leave a field for the question" } }
                div { dt { kbd { "Page Up" } ", " kbd { "Page Down" } } dd { "looking back: from chapter to chapter; " kbd { "←" } " and " kbd { "→" } " go a step" } }
            }
            h2 { "For programs" }
            p { "A bot of your own can play over HTTP: " a href="/api/openapi.json" { "the interface in OpenAPI" }
                ". Every seat has a token, which its player finds at the table under " b { "More" } "." }
        }
    };
    layout.page(visitor, content)
}

/// The page of a game: what a beginner needs first, everything else below and folded.
async fn game(
    State(app): State<AppState>,
    Path(game): Path<String>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let offered = app.tables.games().find(&game)?;
    let done = super::lessons::lessons_done(&app, &visitor).await?;
    let catalogue = offered.catalogue();
    let layout = Layout { title: &catalogue.title, scripts: &["luck.js"], class: "help game-page" };
    let taught = !offered.game.learn().is_empty();
    let content = html! {
        main #main {
            (head(&visitor, offered))
            nav.sections aria-label="On this page" {
                @if !offered.course.lessons.is_empty() { a href="#lessons" { "Lessons" } }
                a href="#one-page" { "On one page" }
                a href="#scenarios" { "Scenarios" }
                a href=(format!("/help/{game}/rules")) { "All rules" }
            }
            @if !offered.course.lessons.is_empty() {
                h2 #lessons { "Lessons" }
                (super::lessons::list(offered, &visitor, &done))
            }
            h2 #one-page { "On one page" }
            @if taught { (markdown::whole(offered)) } @else {
                img.wide src=(format!("/picture/{game}.svg?{}", pictures::LATER)) alt=(format!("A game of {} after a while", catalogue.title));
            }
            details.signs {
                summary { "Signs on the board" }
                (pictures::legend(offered))
            }
            h2 #scenarios { "Scenarios" }
            ul.scenario-list {
                @for scenario in &catalogue.scenarios {
                    li {
                        div {
                            b { (scenario.name) } " " span.quiet { (scenario.seats_in_words(0)) }
                            p { (scenario.summary) }
                        }
                        a.button href=(format!("/new/{game}?scenario={}", scenario.id)) {
                            "Play" span.sr { " " (scenario.name) }
                        }
                    }
                }
            }
            (options(catalogue))
        }
    };
    Ok(layout.page(visitor, content))
}

/// What stands above everything else on the page of a game.
fn head(visitor: &Visitor, offered: &OfferedGame) -> Markup {
    let catalogue = offered.catalogue();
    html! {
        div.game-head {
            img src=(card::illustration(offered.id())) alt="" width="600" height="400";
            div {
                h1 { (catalogue.title) }
                (card::facts(offered))
                p.lead { (catalogue.summary) }
                (card::ways_to_begin(visitor, offered, false))
            }
        }
    }
}

/// The options of a game, folded: who plays it for the first time needs none of them.
fn options(catalogue: &Catalogue) -> Markup {
    html! {
        @if !catalogue.options.is_empty() {
            details.options {
                summary { "Options: how the rules can be read (" (catalogue.options.len()) ")" }
                p.quiet { "The usual reading is chosen already. Groups that are used to another one choose it when they open a table." }
                dl { @for option in &catalogue.options {
                    dt { (option.key.replace('_', " ")) }
                    dd { (option.about) " Usually " (option.default) "." }
                } }
            }
        }
    }
}

/// What is looked for.
#[derive(Deserialize)]
struct Search {
    #[serde(default)]
    q: String,
}

impl Search {
    /// The words that a rule must hold, all of them, whatever their case.
    fn words(&self) -> Vec<String> {
        self.q.split_whitespace().map(str::to_lowercase).collect()
    }

    /// The field to look for something in rules.
    fn form(&self, address: &str, label: &str) -> Markup {
        html! {
            form.search method="get" action=(address) role="search" {
                label for="q" { (label) }
                div.row {
                    input #q type="search" name="q" value=(self.q) maxlength="80";
                    button { "Search" }
                }
            }
        }
    }
}

/// Whether a rule holds all of these words.
fn holds(rule: &Rule, words: &[String]) -> bool {
    let text = format!("{} {} {}", rule.id, rule.chapter, rule.text).to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}

/// Rules one under the other, each with its id; `page` is where all rules of the game are.
fn list<'a>(rules: impl IntoIterator<Item = &'a Rule>, page: &str) -> Markup {
    html! {
        dl.rules {
            @for rule in rules {
                div id=(rule.id) {
                    dt { a href=(format!("{page}#{}", rule.id)) { (rule.id) } }
                    dd {
                        (markdown::inline(&rule.text))
                        @if rule.kind != "rule" && !rule.kind.is_empty() { " " span.tag { (rule.kind) } }
                    }
                }
            }
        }
    }
}

/// How many rules were found, in words.
fn found(number: usize) -> String {
    match number {
        0 => "No rule says that. Try a single word.".into(),
        1 => "One rule.".into(),
        number => format!("{number} rules."),
    }
}

async fn rules(
    State(app): State<AppState>,
    Path(game): Path<String>,
    Query(search): Query<Search>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let offered = app.tables.games().find(&game)?;
    let title = format!("Rules of {}", offered.catalogue().title);
    let layout = Layout { title: &title, scripts: &[], class: "help rules" };
    let (page, words) = (format!("/help/{game}/rules"), search.words());
    let matching: Vec<&Rule> =
        offered.ledger.rules.iter().filter(|rule| holds(rule, &words)).collect();
    let mut chapters: Vec<(&str, Vec<&Rule>)> = Vec::new();
    for rule in &matching {
        match chapters.last_mut() {
            Some((chapter, rules)) if *chapter == rule.chapter => rules.push(rule),
            _ => chapters.push((&rule.chapter, vec![rule])),
        }
    }
    let content = html! {
        main #main {
            h1 { (title) }
            p { a href=(format!("/help/{game}")) { "The game on one page" } }
            (search.form(&page, "Search in these rules"))
            @if words.is_empty() {
                nav aria-label="Chapters" {
                    ul.chapters {
                        @for (number, (chapter, _)) in chapters.iter().enumerate() {
                            li { a href=(format!("#chapter-{number}")) { (markdown::inline(chapter)) } }
                        }
                    }
                }
            } @else {
                p role="status" { (found(matching.len())) " " a href=(page) { "Show all rules" } }
            }
            @for (number, (chapter, rules)) in chapters.iter().enumerate() {
                h2 id=(format!("chapter-{number}")) { (markdown::inline(chapter)) }
                (list(rules.iter().copied(), &page))
            }
        }
    };
    Ok(layout.page(visitor, content))
}

/// The rules of all games that hold what is looked for.
fn everywhere(games: &[OfferedGame], words: &[String]) -> Markup {
    let mut by_game: Vec<(&OfferedGame, Vec<&Rule>)> = Vec::new();
    for offered in games {
        let rules = offered.ledger.rules.iter().filter(|rule| holds(rule, words));
        by_game.push((offered, rules.collect()));
    }
    html! {
        h2 { "What was found" }
        p role="status" { (found(by_game.iter().map(|(_, rules)| rules.len()).sum())) }
        @for (offered, rules) in by_game.iter().filter(|(_, rules)| !rules.is_empty()) {
            h3 { (offered.catalogue().title) }
            (list(rules.iter().copied(), &format!("/help/{}/rules", offered.id())))
        }
    }
}
