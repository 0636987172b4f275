//! Sheets beside the board as HTML: the same for every game.

use maud::{Markup, PreEscaped, html};
use stage::text::{self, BriefCount};
use stage::{Block, Card, Fact, Ink, Row, Scene, Symbol, Track, svg};

/// A symbol's picture, with nothing for readers: its meaning stands beside it in words.
pub fn symbol(symbol: Symbol, ink: Option<Ink>) -> Markup {
    let class = ink.map_or("sym".into(), |ink| format!("sym {}", ink_class(ink)));
    html! { svg class=(class) aria-hidden="true" { (PreEscaped(svg::symbol(symbol))) } }
}

/// The word of an ink in class names.
pub fn ink_class(ink: Ink) -> String {
    match ink {
        Ink::Seat(seat) => format!("ink-seat{}", seat % 8),
        other => format!("ink-{}", format!("{other:?}").to_lowercase()),
    }
}

/// One part of a sheet of that title.
pub fn block(block: &Block, title: &str) -> Markup {
    match block {
        Block::Facts(facts) => html! { dl.facts { @for fact in facts { (self::fact(fact)) } } },
        Block::Track(track) => self::track(track),
        Block::Cards(cards) => html! { ul.cards { @for card in cards { (self::card(card)) } } },
        Block::Table { head, rows } => table(head, rows, title),
        Block::Text(text) => html! { p { (text) } },
    }
}

/// How whoever is asked fares, by their own sheets: what runs out before what is only counted.
pub fn in_short(scene: &Scene) -> Markup {
    let mut sheets = text::brief_counts(scene);
    sheets.retain(|(_, counts)| !counts.is_empty());
    // Who the question names is not said once more.
    let asked = scene.prompt.as_ref().map_or("", |prompt| prompt.question.as_str());
    let named = |count: &BriefCount| {
        count.left.is_none()
            && count.value.contains(char::is_alphabetic)
            && asked.contains(&count.value)
    };
    sheets.iter_mut().for_each(|(_, counts)| counts.retain(|count| !named(count)));
    let only_counted = |count: &BriefCount| !count.stored && count.left.is_none();
    sheets.iter_mut().for_each(|(_, counts)| counts.sort_by_key(only_counted));
    html! {
        @for (title, counts) in &sheets {
            @let (stored, others) = counts.iter().partition::<Vec<_>, _>(|count| count.stored);
            ul {
                li.title { (title) }
                @if !stored.is_empty() { (store(&stored)) }
                @for count in others { (self::count(count)) }
            }
        }
    }
}

/// What lies in store: pictures with their numbers, one beside the other, and their names for those who point or listen.
fn store(counts: &[&BriefCount]) -> Markup {
    html! {
        li.store {
            @for count in counts {
                span title=(count.label) class=[(count.value == "0").then_some("none")] {
                    @if let Some(symbol) = count.symbol { (self::symbol(symbol, None)) }
                    span.sr { (count.label) " " }
                    b { (count.value) }
                    span.sr { "," }
                }
            }
        }
    }
}

/// A count: its picture, what it is, how much there is of it, as a bar too if it runs out, and what follows from it.
fn count(count: &BriefCount) -> Markup {
    let ink = count.ink.map(ink_class).unwrap_or_default();
    html! {
        li class=(if count.left.is_some() { format!("vital {ink}") } else { ink }) {
            span.what {
                @if let Some(symbol) = count.symbol { (self::symbol(symbol, None)) }
                (count.label)
            }
            " " b { (count.value) }
            @if let Some(left) = count.left { (meter(left)) }
            @if !count.note.is_empty() { " " small { (count.note) } }
        }
    }
}

/// How much is left of something, as a bar; the words beside it say the same.
fn meter((left, whole): (u16, u16)) -> Markup {
    let end = format!("0 0 {whole} 1");
    let state = match u32::from(left) * 100 / u32::from(whole.max(1)) {
        0..30 => "meter bad",
        30..55 => "meter poor",
        _ => "meter",
    };
    html! {
        svg class=(state) aria-hidden="true" viewBox=(end) preserveAspectRatio="none" {
            rect width=(whole) height="1" {}
            rect.left width=(left) height="1" {}
        }
    }
}

/// A value, and as a bar what it says is left.
fn value(words: &str) -> Markup {
    html! {
        (words)
        @if let Some(left) = text::parts_left(words) { (meter(left)) }
    }
}

fn fact(fact: &Fact) -> Markup {
    html! {
        div {
            dt {
                @if let Some(symbol) = fact.symbol { (self::symbol(symbol, fact.ink)) }
                (fact.label)
            }
            dd class=[fact.ink.map(ink_class)] { (value(&fact.value)) }
        }
    }
}

fn track(track: &Track) -> Markup {
    html! {
        div.track {
            @if !track.label.is_empty() {
                b {
                    @if let Some(symbol) = track.symbol { (self::symbol(symbol, None)) }
                    (track.label)
                }
            }
            ol {
                @for place in &track.boxes {
                    @let here = if place.here { "here " } else { "" };
                    @let ink = place.ink.map(ink_class).unwrap_or_default();
                    li class=(format!("{here}{ink}")) aria-current=[place.here.then_some("true")] { (place.label) }
                    @if !place.after.is_empty() { li.between { (place.after) } }
                }
            }
            @if !track.note.is_empty() { p.note { (track.note) } }
        }
    }
}

fn card(card: &Card) -> Markup {
    html! {
        @let faint = if card.faint { "faint " } else { "" };
        // What can be chosen is a button, which an item of a list cannot be: so it lies in one.
        li {
            div class=(format!("card {faint}{}", ink_class(card.ink))) data-card=(card.id) {
                b {
                    @if let Some(symbol) = card.symbol {
                        (self::symbol(symbol, Some(card.ink)))
                    }
                    (card.title)
                }
                @if !card.text.is_empty() { span { (card.text) } }
            }
        }
    }
}

fn table(head: &[String], rows: &[Row], title: &str) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="Table" {
            table {
                caption.sr { (title) }
                @if !head.is_empty() {
                    thead { tr { @for cell in head { @if cell.is_empty() { td {} } @else { th scope="col" { (cell) } } } } }
                }
                tbody {
                    @for row in rows {
                        tr.lit[row.lit] {
                            @for (number, cell) in row.cells.iter().enumerate() {
                                @if number == 0 { th scope="row" { (cell) } } @else { td { (value(cell)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stage::{Field, Ground, Panel, PlaceField, Prompt, TrackBox};
    use std::sync::Arc;

    #[test]
    fn what_runs_out_comes_first_and_has_a_bar_as_long_as_what_is_left() {
        let field = PlaceField { title: String::new(), places: Vec::new(), lines: Vec::new() };
        let (title, description) = (String::new(), String::new());
        let ground = Ground { title, description, fields: vec![Field::Places(field)] };
        let mut scene = Scene::new(Arc::new(ground), "Day 1");
        let place = |label: &str, here| TrackBox {
            label: label.into(),
            after: String::new(),
            here,
            ink: None,
        };
        let water = Track {
            label: "Water".into(),
            symbol: Some(Symbol::Water),
            boxes: vec![place("1", false), place("2", false), place("3", false), place("4", true)],
            note: "The next dry day: out <of> the game.".into(),
            short: String::new(),
        };
        let facts = vec![Fact::new("Meat", "2"), Fact::new("Points left", "5 of 6")];
        let blocks = vec![Block::Facts(facts), Block::Track(water)];
        let (id, title) = ("ann".into(), "Ann".into());
        scene.panels = vec![Panel { id, title, seat: Some(0), open: true, blocks }];
        assert_eq!(in_short(&scene).into_string(), "");
        scene.prompt = Some(Prompt::default());
        let html = in_short(&scene).into_string();
        let order =
            ["Ann", "Points left", "Water", "The next dry day: out &lt;of&gt; the game", "Meat"];
        let found: Vec<usize> = order.iter().map(|words| html.find(words).expect(words)).collect();
        assert!(found.is_sorted(), "{html}");
        assert!(html.contains(r#"class="meter" aria-hidden="true" viewBox="0 0 6 1""#), "{html}");
        assert!(
            html.contains(r#"class="meter bad" aria-hidden="true" viewBox="0 0 4 1""#),
            "{html}"
        );
        assert_eq!(html.matches(r#"class="left""#).count(), 2, "{html}");
    }
}
