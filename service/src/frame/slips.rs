//! Slips to fill in as HTML: the same for every game.

use maud::{Markup, html};
use stage::{Blank, BlankKind, Slip};

/// One slip; its number tells it from the others of the prompt.
pub fn slip(slip: &Slip, number: usize) -> Markup {
    html! {
        details.slip id=(format!("slip-{number}")) open[slip.sum.is_some()] {
            summary { (slip.title) }
            form data-start=(slip.start) data-sum=[slip.sum] {
                @for (place, blank) in slip.blanks.iter().enumerate() {
                    label { span { (blank.label) } (entry(blank, &format!("slip-{number}-{place}"))) }
                }
                p.row { button { "Do it" } span.total {} code {} }
            }
        }
    }
}

/// So many letters fit into one line.
const ONE_LINE: usize = 60;

fn options(words: &[(String, String)]) -> Markup {
    html! { @for (written, words) in words { option value=(written) { (words) } } }
}

fn entry(blank: &Blank, id: &str) -> Markup {
    let before = &blank.before;
    match &blank.entry {
        BlankKind::OneOf(words) => html! { select data-before=(before) { (options(words)) } },
        BlankKind::Number { least, most, first } => html! {
            input data-before=(before) type="number" min=(least) max=(most) value=(first);
        },
        BlankKind::Text { most } if *most <= ONE_LINE => html! {
            input data-before=(before) maxlength=(most) autocomplete="off";
        },
        BlankKind::Text { most } => html! {
            textarea data-before=(before) maxlength=(most) rows="2" {}
        },
        BlankKind::Place { words, between } => html! {
            input data-before=(before) data-between=(between) list=(id) autocomplete="off"
                placeholder="click the board, or write";
            datalist id=(id) { (options(words)) }
        },
    }
}
