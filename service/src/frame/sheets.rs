//! Sheets beside the board as HTML: the same for every game.

use maud::{Markup, PreEscaped, html};
use stage::svg;
use stage::{Block, Card, Fact, Ink, Row, Symbol, Track};

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

fn fact(fact: &Fact) -> Markup {
    html! {
        div {
            dt {
                @if let Some(symbol) = fact.symbol { (self::symbol(symbol, fact.ink)) }
                (fact.label)
            }
            dd class=[fact.ink.map(ink_class)] { (fact.value) }
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
                                @if number == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
