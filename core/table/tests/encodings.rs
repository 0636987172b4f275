//! The check of encodings notices each way in which one can break its promises.

use connect_four::{ConnectFour, Drop, View};
use std::sync::atomic::{AtomicU8, Ordering};
use table::Seat;
use table::conformance::encoding_holds;
use table::encoding::{Encoding, Family, Place, Sheet};

/// Connect four in numbers, broken in one way.
struct Broken<const HOW: u8>;

const WHOLE: u8 = 0;
const LEAKING: u8 = 1;
const LOSING: u8 = 2;
const TOO_LARGE: u8 = 3;
const ANOTHER_LAYOUT: u8 = 4;
const UNWRITTEN: u8 = 5;
const WITHOUT_NUMBER: u8 = 6;
const SHARED_NUMBER: u8 = 7;

/// Something that does not follow from the view.
static OUTSIDE: AtomicU8 = AtomicU8::new(0);

impl<const HOW: u8> Encoding<ConnectFour> for Broken<HOW> {
    fn new(_: &ConnectFour) -> Broken<HOW> {
        Broken
    }

    fn observe(&self, _: &ConnectFour, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let mut planes = out.planes("board", &["own", "other"], 6, 7);
        for (column, discs) in view.iter().enumerate() {
            for (row, owner) in discs.iter().enumerate() {
                if HOW == LOSING {
                    continue;
                }
                let other = *owner != seat;
                let number = if HOW == TOO_LARGE { 2.0 } else { 1.0 };
                planes.set(usize::from(other), row * 7 + column, number);
            }
        }
        out.vector("facts");
        match HOW {
            LEAKING => out.number("outside", OUTSIDE.fetch_add(1, Ordering::Relaxed), 255_u8),
            ANOTHER_LAYOUT if !view[3].is_empty() => out.flag("other", true),
            UNWRITTEN if !view[3].is_empty() => {}
            _ => out.flag("some", true),
        }
    }

    fn families(&self, _: &ConnectFour) -> Vec<Family> {
        let size = if HOW == WITHOUT_NUMBER { 6 } else { 7 };
        vec![Family::new("drop", size, "column")]
    }

    fn place(&self, _: &ConnectFour, Drop(column): &Drop) -> Place {
        match HOW {
            SHARED_NUMBER => Place::At(0, column.index() / 2),
            _ => Place::At(0, column.index()),
        }
    }
}

fn held<const HOW: u8>() -> String {
    encoding_holds::<ConnectFour, Broken<HOW>>(200).err().unwrap_or_default()
}

#[test]
fn what_is_whole_is_held_to_be_whole() {
    assert_eq!(held::<WHOLE>(), "");
}

#[test]
fn every_broken_promise_is_noticed() {
    for (problem, said) in [
        (held::<LEAKING>(), "can tell a sample from the truth by facts `outside`"),
        (held::<LOSING>(), "cannot tell two views apart"),
        (held::<TOO_LARGE>(), "is no number between -1 and 1"),
        (held::<ANOTHER_LAYOUT>(), "another layout"),
        (held::<UNWRITTEN>(), "facts `some` (0 of [1]) of seat"),
        (held::<WITHOUT_NUMBER>(), "has no number"),
        (held::<SHARED_NUMBER>(), "shares the number"),
    ] {
        assert!(problem.contains(said), "{said}: {problem}");
    }
}
