//! The texts that teach a game, from Markdown to HTML.

use crate::games::OfferedGame;
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// The paragraph that introduces a game.
pub fn introduction(offered: &OfferedGame) -> Markup {
    let text = offered.game.learn();
    let first = text
        .split("\n\n")
        .map(str::trim)
        .find(|part| !part.is_empty() && !part.starts_with('#'))
        .unwrap_or(&offered.catalogue().summary);
    inline(first)
}

/// How the introduction begins: two sentences.
pub fn opening(offered: &OfferedGame) -> Markup {
    let whole = introduction(offered).into_string();
    let ends = whole.match_indices(". ").map(|(at, _)| at + 1);
    let end = ends.skip(1).chain([whole.len()]).next().unwrap_or_default();
    PreEscaped(whole.get(..end).unwrap_or(&whole).to_string())
}

/// The whole text, with its pictures.
pub fn whole(offered: &OfferedGame) -> Markup {
    markdown(&offered.game.learn(), offered.id())
}

/// The moments of the game that the text shows, as queries of pictures.
pub fn scenes(offered: &OfferedGame) -> impl Iterator<Item = String> {
    let text = offered.game.learn();
    let queries: Vec<String> = Parser::new_ext(&text, Options::ENABLE_TABLES)
        .filter_map(|event| match event {
            Event::Start(Tag::Image { dest_url, .. }) => {
                Some(dest_url.strip_prefix("scene?")?.to_string())
            }
            _ => None,
        })
        .collect();
    queries.into_iter()
}

/// Markdown of our own as HTML. What looks like HTML in it is shown as text.
pub fn markdown(text: &str, game: &str) -> Markup {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = match dest_url.strip_prefix("scene") {
                Some(query) => CowStr::from(format!("/picture/{game}.svg{query}")),
                None => dest_url,
            };
            Event::Start(Tag::Image { link_type, dest_url, title, id })
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = match dest_url.strip_prefix("rule:") {
                Some(rule) => CowStr::from(format!("/help/{game}/rules#{rule}")),
                None => dest_url,
            };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        other => other,
    });
    as_html(events)
}

fn as_html<'a>(events: impl Iterator<Item = Event<'a>>) -> Markup {
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    // A head without a word heads nothing.
    html! { (PreEscaped(out.replace("<th></th>", "<td></td>"))) }
}

/// A document of ours. What it links to beside itself leads to the page that it became here, or is only said.
pub fn document(text: &str) -> Markup {
    let mut said = Vec::new();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let file = dest_url.split('#').next().unwrap_or_default();
            let page = super::help::page_of(file).map(CowStr::from);
            let beside = !dest_url.contains("://") && !dest_url.starts_with(['/', '#']);
            said.push(beside && page.is_none());
            let dest_url = page.unwrap_or(dest_url);
            let link = Event::Start(Tag::Link { link_type, dest_url, title, id });
            (said.last() == Some(&false)).then_some(link)
        }
        Event::End(TagEnd::Link) => (said.pop() == Some(false)).then_some(event),
        other => Some(other),
    });
    as_html(events)
}

/// A paragraph of Markdown without the paragraph around it.
pub fn inline(text: &str) -> Markup {
    let out = markdown(text, "").into_string();
    let inner = out.trim().trim_start_matches("<p>").trim_end_matches("</p>").to_string();
    PreEscaped(inner)
}
