//! What is quoted and what is a signature, line by line.

use crate::phrases::{
    DEVICES, FORWARDED, HEADERS, Header, OPENERS, ORIGINAL, SENT_FROM, SENT_FROM_ENDS, WEEKDAYS,
    WROTE,
};
use crate::written::{Line, Part};

/// What a program said about a line where it wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// It belongs to the signature.
    Signature,
    /// From here on everything is quoted.
    RestIsQuoted,
    /// It begins with a tab or a bar, as some programs mark what they quote.
    Indented,
}

/// A line before it is judged.
#[derive(Clone, Debug)]
pub struct Raw {
    /// Its text.
    pub text: String,
    /// Whether its program marked it as quoted.
    pub quoted: bool,
    /// What else the program said.
    pub hint: Option<Hint>,
}

impl Raw {
    /// A line of plain text as it was sent, and without what cannot be seen.
    pub fn sent(line: &str, text: String) -> Raw {
        let indented = line.starts_with(['\t', '|']) || line.starts_with(" |");
        Raw { hint: indented.then_some(Hint::Indented), ..Raw::plain(text) }
    }

    /// A line of plain text.
    pub fn plain(text: String) -> Raw {
        let quoted = text.trim_start().starts_with('>');
        Raw { text, quoted, hint: None }
    }

    fn is_blank(&self) -> bool {
        self.text.trim_start_matches(['>', ' ']).trim().is_empty()
    }
}

/// Lines that are joined to read the line above a quotation, which programs break.
const LONGEST_ATTRIBUTION: usize = 4;

/// Letters of such a line.
const MOST_LETTERS: usize = 400;

/// Lines of a signature below a rule without its space.
const LONGEST_SIGNATURE: usize = 10;

/// Tells of every line whose it is.
pub fn mark(raw: Vec<Raw>) -> Vec<Line> {
    // A Turkish İ in small letters is an i with a dot of its own.
    let lower = |line: &Raw| line.text.trim().to_lowercase().replace('\u{307}', "");
    let lowered: Vec<String> = raw.iter().map(lower).collect();
    let text = Text { raw: &raw, lowered: &lowered };
    let parts = text.parts();
    let numbered = raw.into_iter().zip(parts).enumerate();
    numbered.map(|(index, (raw, part))| Line { number: index + 1, text: raw.text, part }).collect()
}

/// How far something reaches that introduces a quotation.
enum Opens {
    /// To the line before this one; what follows is marked line by line.
    Until(usize),
    /// To the end of the message.
    Rest,
}

struct Text<'a> {
    raw: &'a [Raw],
    lowered: &'a [String],
}

impl Text<'_> {
    fn parts(&self) -> Vec<Part> {
        let mut parts = vec![Part::Own; self.raw.len()];
        let mut signature = false;
        let mut at = 0;
        while at < self.raw.len() {
            let line = &self.raw[at];
            if line.hint == Some(Hint::RestIsQuoted) {
                parts[at..].fill(Part::Quoted);
                break;
            }
            if line.quoted {
                signature = false;
                parts[at] = Part::Quoted;
                at += 1;
                continue;
            }
            match self.opens(at) {
                Some(Opens::Rest) => {
                    parts[at..].fill(Part::Quoted);
                    break;
                }
                Some(Opens::Until(next)) => {
                    signature = false;
                    parts[at..next].fill(Part::Quoted);
                    at = next;
                    continue;
                }
                None => {}
            }
            signature |= self.begins_signature(at);
            if signature || line.hint == Some(Hint::Signature) || is_sent_from(&self.lowered[at]) {
                parts[at] = Part::Signature;
            }
            at += 1;
        }
        self.pretty_good_privacy(&mut parts);
        parts
    }

    /// Whether a quotation is introduced here.
    fn opens(&self, at: usize) -> Option<Opens> {
        if self.lowered[at].is_empty() {
            return None;
        }
        let marked = |next: usize| match self.next_text(next) {
            Some(next) if self.raw[next].quoted => Opens::Until(next),
            Some(next) if self.raw[next].hint == Some(Hint::Indented) => {
                Opens::Until(self.indented_until(next))
            }
            Some(_) | None => Opens::Rest,
        };
        if is_separator(&self.lowered[at]) {
            let next = self.next_text(at + 1).unwrap_or(self.raw.len());
            return Some(marked(self.header_block(next).unwrap_or(next)));
        }
        if is_rule(&self.lowered[at])
            && let Some(next) = self.next_text(at + 1)
            && let Some(end) = self.header_block(next)
        {
            return Some(marked(end));
        }
        if let Some(end) = self.header_block(at) {
            return Some(marked(end));
        }
        let (end, sure) = self.attribution(at)?;
        match marked(end) {
            Opens::Rest if !sure => None,
            opens => Some(opens),
        }
    }

    /// The line behind those that are moved to the right.
    fn indented_until(&self, from: usize) -> usize {
        let plain =
            |at: &usize| self.raw[*at].hint != Some(Hint::Indented) && !self.raw[*at].is_blank();
        (from..self.raw.len()).find(plain).unwrap_or(self.raw.len())
    }

    /// The next line with something on it.
    fn next_text(&self, from: usize) -> Option<usize> {
        (from..self.raw.len()).find(|at| !self.raw[*at].is_blank())
    }

    /// The line behind a block of headers such as From, Sent, To, Subject.
    fn header_block(&self, from: usize) -> Option<usize> {
        let mut found: Vec<Header> = Vec::new();
        let mut at = from;
        let mut end = from;
        let mut loose = 0;
        while at < self.lowered.len() {
            let line = &self.lowered[at];
            match header(line) {
                Some(_) if self.raw[at].quoted => break,
                Some(kind) => {
                    found.push(kind);
                    loose = 0;
                    at += 1;
                    end = at;
                }
                // Long lists of people are broken; Thunderbird's headers stand apart from each other.
                None if !found.is_empty() && loose < 2 && !self.raw[at].quoted => {
                    loose += 1;
                    at += 1;
                }
                None => break,
            }
            if found.is_empty() {
                break;
            }
        }
        let has = |kind: Header| found.contains(&kind);
        let distinct = [Header::From, Header::Sent, Header::To, Header::Subject]
            .into_iter()
            .filter(|kind| has(*kind))
            .count();
        (has(Header::From) && distinct >= 3).then_some(end)
    }

    /// The line behind the line (or the broken lines) above a quotation, and whether that is what it is
    /// whatever follows.
    fn attribution(&self, at: usize) -> Option<(usize, bool)> {
        let mut joined = String::new();
        for end in at..self.lowered.len().min(at + LONGEST_ATTRIBUTION) {
            let line = self.lowered[end].as_str();
            if line.is_empty() || self.raw[end].quoted {
                return None;
            }
            if end > at {
                // Only what begins as such a line goes on in the next.
                if end == at + 1 && !may_begin_attribution(&joined) {
                    return None;
                }
                joined.push(' ');
            }
            joined.push_str(line);
            if joined.chars().count() > MOST_LETTERS {
                return None;
            }
            if joined.ends_with([':', '：']) {
                return is_attribution(&joined).map(|sure| (end + 1, sure));
            }
        }
        None
    }

    fn begins_signature(&self, at: usize) -> bool {
        let text = self.raw[at].text.trim_start_matches('\u{feff}');
        if text == "-- " || text == "--\u{a0}" {
            return true;
        }
        if !matches!(text.trim(), "--" | "—" | "– –" | "- --") {
            return false;
        }
        let below = (at + 1..self.raw.len())
            .take_while(|next| !self.raw[*next].quoted && self.opens(*next).is_none())
            .filter(|next| !self.lowered[*next].is_empty());
        below.take(LONGEST_SIGNATURE + 1).count() <= LONGEST_SIGNATURE
    }

    /// What programs put around a signed text is not the writer's.
    fn pretty_good_privacy(&self, parts: &mut [Part]) {
        let starts = |at: usize, text: &str| self.lowered[at].starts_with(text);
        let mut at = 0;
        while at < self.raw.len() {
            if starts(at, "-----begin pgp signed message") {
                while at < self.raw.len() && !self.lowered[at].is_empty() {
                    parts[at] = Part::Signature;
                    at += 1;
                }
            } else if starts(at, "-----begin pgp signature") {
                while at < self.raw.len() && !starts(at, "-----end pgp signature") {
                    parts[at] = Part::Signature;
                    at += 1;
                }
                if at < self.raw.len() {
                    parts[at] = Part::Signature;
                }
            }
            at += 1;
        }
    }
}

/// Whether a line is one like "-----Original Message-----" or "Begin forwarded message:".
fn is_separator(lower: &str) -> bool {
    let drawn = |c: char| matches!(c, '-' | '_' | '=' | '*' | '–' | '—' | '#' | '~' | ' ' | '>');
    let before = lower.chars().take_while(|c| drawn(*c) && *c != ' ').count();
    let inner = lower.trim_matches(drawn).trim_end_matches([':', '：']).trim();
    let known = |names: &[&str]| names.contains(&inner);
    if before >= 2 {
        // Gmail says who forwards to whom in one language, Lotus in another.
        return known(ORIGINAL)
            || known(FORWARDED)
            || FORWARDED.iter().any(|name| inner.starts_with(*name) && inner.len() < 160);
    }
    lower.ends_with([':', '：']) && known(FORWARDED)
}

/// Whether a line is a rule, as Outlook draws it.
fn is_rule(lower: &str) -> bool {
    let letters = lower.chars().count();
    letters >= 5 && lower.chars().all(|c| matches!(c, '_' | '-' | '=' | '*' | '—' | '–'))
}

/// The header that a line is.
fn header(lower: &str) -> Option<Header> {
    let line = lower.trim_start_matches(['*', '•', '|', ' ']);
    let (name, rest) = line.split_once([':', '：'])?;
    let name = name.trim_matches(['*', ' ', '\u{a0}']);
    // Said with nothing behind it, it may be anything.
    let empty = rest.trim_matches(['*', ' ']).is_empty();
    if name.chars().count() > 16 || empty {
        return None;
    }
    HEADERS.iter().find(|(known, _)| *known == name).map(|(_, header)| *header)
}

/// Whether the first of several lines may be the beginning of a line above a quotation.
fn may_begin_attribution(lower: &str) -> bool {
    let dated = has_time(lower) || has_date(lower) || lower.contains('@');
    let opened = OPENERS.iter().any(|opener| lower.starts_with(opener));
    dated && (opened || lower.chars().count() >= 30)
}

/// Whether words that end in a colon stand above a quotation; if so, whether that is sure.
fn is_attribution(lower: &str) -> Option<bool> {
    let wrote = WROTE.iter().any(|verb| contains_word(lower, verb));
    let (timed, dated, addressed) = (has_time(lower), has_date(lower), lower.contains('@'));
    let opened = OPENERS.iter().any(|opener| lower.starts_with(opener));
    let day = || WEEKDAYS.iter().any(|day| contains_word(lower, day));
    let ends = || {
        let end = lower.trim_end_matches([':', '：', ' ']);
        WROTE.iter().any(|verb| end.ends_with(verb))
    };
    if wrote && (timed || addressed || opened && (dated || day() && ends())) {
        return Some(true);
    }
    if timed && dated && addressed {
        return Some(true);
    }
    wrote.then_some(false)
}

/// Whether a text has these words, with no letter before or behind.
fn contains_word(text: &str, word: &str) -> bool {
    // Languages that are written without spaces.
    if !word.is_ascii() && word.chars().all(|c| c > '\u{2e80}') {
        return text.contains(word);
    }
    let mut from = 0;
    while let Some(found) = text[from..].find(word) {
        let (start, end) = (from + found, from + found + word.len());
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if !letter(text[..start].chars().next_back()) && !letter(text[end..].chars().next()) {
            return true;
        }
        from = end;
    }
    false
}

/// Whether a time of day stands in a text: 10:11, 10.11, 10h11, 10時11分.
fn has_time(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters.windows(4).enumerate().any(|(at, window)| {
        let digit = |c: &char| c.is_ascii_digit();
        let apart = matches!(window[1], ':' | '.' | 'h' | '時' | '时' | '시');
        let alone =
            at < 2 || !matches!(letters[at - 1], ':' | '.' | '-' | '/') || letters[at - 1] == ' ';
        digit(&window[0])
            && apart
            && digit(&window[2])
            && digit(&window[3])
            && alone
            && !letters.get(at + 4).is_some_and(digit)
    })
}

/// Whether a date stands in a text: a year, or numbers as in 1.6.26 and 1/6/26.
fn has_date(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_digit());
    let year = |word: &str| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20") || word.starts_with("21"))
    };
    if words.clone().any(year) {
        return true;
    }
    let letters: Vec<char> = text.chars().collect();
    let numbers = |separator: char| {
        let parts: Vec<String> =
            letters.split(|c| *c == separator).map(|p| p.iter().collect()).collect();
        parts.windows(3).any(|window| {
            let [before, middle, after] = window else { return false };
            before.ends_with(|c: char| c.is_ascii_digit())
                && (1..=2).contains(&middle.len())
                && middle.chars().all(|c| c.is_ascii_digit())
                && after.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    ['.', '/', '-'].into_iter().any(numbers)
}

/// Whether a telephone or a program put the line under the mail.
fn is_sent_from(lower: &str) -> bool {
    if lower.is_empty() || lower.chars().count() > 100 {
        return false;
    }
    let device = || DEVICES.iter().any(|device| lower.contains(device));
    let english = ["sent from ", "sent via ", "sent with ", "sent using ", "get outlook for "];
    if english.iter().any(|start| lower.starts_with(start)) {
        return device();
    }
    let download =
        lower.contains("outlook") && (lower.contains("ios") || lower.contains("android"));
    download
        || SENT_FROM.iter().any(|start| lower.starts_with(start)) && device()
        || SENT_FROM_ENDS.iter().any(|end| lower.ends_with(end)) && device()
}
