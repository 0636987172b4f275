//! A message before it is read: the lines that its sender wrote, and not too much of them.

use mail::{Part, Written as Text};

/// Lines of a message that are read, and characters of a line.
const MOST_LINES: usize = 500;
const LONGEST_LINE: usize = 500;

/// How the heading of an order form begins; what stands above a form that is sent back is the report.
pub const FORM: &str = "Order form, filled in";

/// A line as it was written.
pub struct WrittenLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// Whether the sender quotes it: it counts only inside of press.
    pub quoted: bool,
}

/// The lines of a message.
pub struct Letter {
    /// What is left to read.
    pub lines: Vec<WrittenLine>,
    /// What was cut, in words.
    pub notices: Vec<String>,
}

/// Opens a message: without signatures and too much of anything.
pub fn open(text: &Text) -> Letter {
    let mut letter = Letter { lines: Vec::new(), notices: Vec::new() };
    let is_form = |line: &mail::Line| line.part == Part::Own && line.text.trim().starts_with(FORM);
    let form = text.lines.iter().rposition(is_form).map_or(0, |form| form + 1);
    let mut own = 0;
    let mut long = false;
    for line in text.lines[form..].iter().filter(|line| line.part != Part::Signature) {
        let quoted = line.part == Part::Quoted;
        if !quoted && own >= MOST_LINES {
            letter.notices.push(format!("Only the first {MOST_LINES} lines were read."));
            break;
        }
        own += usize::from(!quoted);
        long |= !quoted && line.text.chars().count() > LONGEST_LINE;
        let text = line.text.chars().take(LONGEST_LINE).collect();
        letter.lines.push(WrittenLine { number: line.number, text, quoted });
    }
    if long {
        letter.notices.push(format!("Lines were cut after {LONGEST_LINE} characters."));
    }
    letter
}
