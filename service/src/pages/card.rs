//! A game as its pages show it: its picture, what it is in a line, and the ways to begin.

use super::markdown;
use crate::extract::Visitor;
use crate::games::OfferedGame;
use maud::{Markup, html};
use table::wording::counted;

/// The address of the picture that makes one want to play a game.
pub fn illustration(game: &str) -> String {
    format!("/illustration/{game}.svg")
}

/// A game on the shelf.
pub fn card(visitor: &Visitor, offered: &OfferedGame) -> Markup {
    let title = &offered.catalogue().title;
    let page = format!("/help/{}", offered.id());
    html! {
        article.game {
            a.picture href=(page) tabindex="-1" aria-hidden="true" {
                img src=(illustration(offered.id())) alt="" width="600" height="400" loading="lazy";
            }
            div {
                h2 { a href=(page) { (title) } }
                (facts(offered))
                p { (markdown::opening(offered)) }
                (ways_to_begin(visitor, offered, true))
            }
        }
    }
}

/// More players than this are as many as one likes.
const MANY: u16 = 12;

/// How many play it, and how long it takes to learn.
pub fn facts(offered: &OfferedGame) -> Markup {
    let scenarios = &offered.catalogue().scenarios;
    let least = scenarios.iter().map(|scenario| scenario.min_seats).min().unwrap_or(1);
    let most = scenarios.iter().map(|scenario| scenario.max_seats).max().unwrap_or(1);
    let players = match most {
        most if most == least => counted(i64::from(least), "player", "players"),
        most if most > MANY => format!("{least} or more players"),
        most => format!("{least} to {most} players"),
    };
    let number = i64::try_from(scenarios.len()).unwrap_or(i64::MAX);
    let lessons = &offered.course.lessons;
    let minutes = lessons.first().map(|lesson| i64::from(lesson.minutes));
    html! {
        ul.facts-line {
            li { (players) }
            li { (counted(number, "scenario", "scenarios")) }
            @if let Some(minutes) = minutes {
                li { "first lesson " (counted(minutes, "minute", "minutes")) }
            }
        }
    }
}

/// Playing at once, opening a table, and learning, unless that is what the page is for.
pub fn ways_to_begin(visitor: &Visitor, offered: &OfferedGame, learning: bool) -> Markup {
    let (id, catalogue) = (offered.id(), offered.catalogue());
    let title = &catalogue.title;
    let scenario = super::lobby::described(offered).filter(|_| catalogue.scenarios.len() > 1);
    html! {
        div.row {
            form method="post" action=(format!("/play/{id}")) {
                (visitor.form_key())
                (super::luck::opening_fields())
                button.main { "Play now" span.sr { " " (title) } }
            }
            a.button href=(format!("/new/{id}")) { "New table" span.sr { " of " (title) } }
            @if learning && !offered.course.lessons.is_empty() {
                a.learn href=(format!("/help/{id}#lessons")) { "Learn" span.sr { " " (title) } }
            }
        }
        div.now.quiet {
            "Play now: "
            @if let Some(scenario) = scenario { "“" (scenario.name) "” " }
            "against bots, at once"
        }
    }
}
