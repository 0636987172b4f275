//! The text of a message, line by line.

use crate::{html, quoting};

/// Whose a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The writer wrote it for this message.
    Own,
    /// It is quoted or forwarded, or introduces what is.
    Quoted,
    /// It stands under every mail of the writer, or of the writer's program.
    Signature,
}

/// A line of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the text, from 1.
    pub number: usize,
    /// Its text, without a line end; quoted lines of HTML begin with `> ` as in plain text.
    pub text: String,
    /// Whose it is.
    pub part: Part,
}

/// The text of a message, with what is the writer's told apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// All lines, in order.
    pub lines: Vec<Line>,
}

impl Written {
    /// Reads text that is not a mail of its own: plain, or HTML if it looks like that.
    pub fn read(text: &str) -> Written {
        match html::looks_like(text) {
            true => Written::of_html(text),
            false => Written::of_plain(text),
        }
    }

    /// Reads plain text.
    pub fn of_plain(text: &str) -> Written {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
        let raw = text.split('\n').map(|line| quoting::Raw::sent(line, clean(line))).collect();
        Written { lines: quoting::mark(raw) }
    }

    /// Reads HTML as a browser would show it.
    pub fn of_html(text: &str) -> Written {
        Written { lines: quoting::mark(html::lines(text)) }
    }

    /// Text that is the writer's by agreement, whatever it looks like.
    pub fn trusted(text: &str) -> Written {
        let line = |(index, text): (usize, &str)| Line {
            number: index + 1,
            text: clean(text),
            part: Part::Own,
        };
        Written { lines: text.lines().enumerate().map(line).collect() }
    }

    /// What the writer wrote: own lines, without blank ones at either end and never two in a row.
    pub fn own(&self) -> String {
        let mut out = String::new();
        let mut gap = false;
        for line in &self.lines {
            let text = line.text.trim_end();
            if line.part != Part::Own || text.is_empty() {
                gap = true;
                continue;
            }
            if !out.is_empty() {
                out.push_str(if gap { "\n\n" } else { "\n" });
            }
            gap = false;
            out.push_str(text);
        }
        out
    }

    /// Whether the writer wrote anything.
    pub fn is_empty(&self) -> bool {
        !self.lines.iter().any(|line| line.part == Part::Own && !line.text.trim().is_empty())
    }
}

/// A line without what cannot be seen: control characters, marks of direction and width; every kind of
/// space is a plain one.
fn clean(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for letter in line.chars() {
        match letter {
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => {}
            '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fffd}' => {}
            letter if letter.is_whitespace() => out.push(' '),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}
