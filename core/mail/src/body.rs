//! Which part of a message is read, and how its text comes out of it.

use crate::written::{Line, Part, Written};
use encoding_rs::WINDOWS_1252;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders, PartType};
use std::collections::BTreeSet;

/// Words of a plain part that may be only a note that there is another one.
const STUB: usize = 40;

/// How long a line is, with the first word of the next, if a program broke it.
const WRAPPED: usize = 60;

/// What the writer of a message wrote: the plain text, or the HTML where the plain text is empty or
/// says only that there is another.
pub fn written(message: &Message<'_>) -> Written {
    let plain: Vec<&MessagePart<'_>> = message.text_bodies().collect();
    let html: Vec<&MessagePart<'_>> = message.html_bodies().collect();
    let has_plain = plain.iter().any(|part| matches!(part.body, PartType::Text(_)));
    let has_html = html.iter().any(|part| matches!(part.body, PartType::Html(_)));
    match (has_plain, has_html) {
        (_, false) => read_all(&plain),
        (false, true) => read_all(&html),
        (true, true) => {
            let (plain, html) = (read_all(&plain), read_all(&html));
            match is_stub(&plain, &html) {
                true => html,
                false => unwrapped(plain, &html),
            }
        }
    }
}

/// The parts one after the other, as mail programs show them.
fn read_all(parts: &[&MessagePart<'_>]) -> Written {
    let mut all = Written::default();
    for part in parts {
        let text = part.text_contents().unwrap_or_default();
        let read = match &part.body {
            PartType::Html(_) => Written::of_html(text),
            _ if is_flowed(part) => Written::of_plain(&unflowed(text, deletes_space(part))),
            _ => Written::read(text),
        };
        if let Some(last) = all.lines.last() {
            let number = last.number + 1;
            all.lines.push(Line { number, text: String::new(), part: Part::Own });
        }
        let before = all.lines.last().map_or(0, |line| line.number);
        all.lines.extend(
            read.lines.into_iter().map(|line| Line { number: line.number + before, ..line }),
        );
    }
    all
}

/// Where no charset is named and the bytes are not UTF-8, they are taken as Western European.
pub fn repair(message: &mut Message<'_>) {
    let raw = message.raw_message.to_vec();
    for part in &mut message.parts {
        let named = part.content_type().and_then(|kind| kind.attribute("charset"));
        let unnamed = named.is_none_or(|name| name.eq_ignore_ascii_case("us-ascii"));
        let (PartType::Text(text) | PartType::Html(text)) = &mut part.body else { continue };
        if !unnamed || !text.contains('\u{fffd}') {
            continue;
        }
        let from = usize::try_from(part.offset_body).unwrap_or(usize::MAX);
        let to = usize::try_from(part.offset_end).unwrap_or(usize::MAX);
        let Some(bytes) = raw.get(from..to.min(raw.len())) else { continue };
        let decoded = match part.encoding {
            Encoding::None => Some(bytes.to_vec()),
            Encoding::QuotedPrintable => quoted_printable_decode(bytes),
            Encoding::Base64 => base64_decode(bytes),
        };
        if let Some(bytes) = decoded {
            *text = WINDOWS_1252.decode(&bytes).0.into_owned().into();
        }
    }
}

fn is_flowed(part: &MessagePart<'_>) -> bool {
    let format = part.content_type().and_then(|kind| kind.attribute("format"));
    format.is_some_and(|format| format.eq_ignore_ascii_case("flowed"))
}

fn deletes_space(part: &MessagePart<'_>) -> bool {
    let delsp = part.content_type().and_then(|kind| kind.attribute("delsp"));
    delsp.is_some_and(|delsp| delsp.eq_ignore_ascii_case("yes"))
}

/// Lines that the writer's program broke made whole again (RFC 3676): those that end in a space, of the
/// same depth of quotation, where the width explains the break. Somebody who types a space at the end
/// of a line has not asked for the next to be joined to it.
fn unflowed(text: &str, delete: bool) -> String {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut soft = false;
    for line in text.replace("\r\n", "\n").split('\n') {
        let depth = line.len() - line.trim_start_matches('>').len();
        let rest = &line[depth..];
        // A space is put before lines that would be taken for something else.
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let first = rest.split(' ').next().unwrap_or_default().chars().count();
        let joins = soft
            && out.last().is_some_and(|(above, text)| {
                *above == depth && text.chars().count() + first > WRAPPED
            });
        match out.last_mut() {
            Some((_, text)) if joins => {
                if delete {
                    text.pop();
                }
                text.push_str(rest);
            }
            _ => out.push((depth, rest.to_string())),
        }
        soft = rest.ends_with(' ') && rest != "-- ";
    }
    let lines = out.into_iter().map(|(depth, text)| match depth {
        0 => text,
        depth => format!("{} {text}", ">".repeat(depth)),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of what the writer wrote.
fn words(written: &Written) -> Vec<String> {
    let own = written.lines.iter().filter(|line| line.part == Part::Own);
    let words = own.flat_map(|line| line.text.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether a plain part holds less than the HTML beside it: it is empty, or short and about something
/// else.
fn is_stub(plain: &Written, html: &Written) -> bool {
    let (said, shown) = (words(plain), words(html));
    if said.is_empty() || shown.is_empty() {
        return said.is_empty() && !shown.is_empty();
    }
    let known: BTreeSet<&String> = shown.iter().collect();
    let shared = said.iter().filter(|word| known.contains(word)).count();
    said.len() <= STUB && shared * 2 < said.len()
}

/// Programs that write HTML break the lines of its plain twin; where the two are the same but for
/// breaks that the width explains, the lines of the HTML are those that the writer wrote.
fn unwrapped(plain: Written, html: &Written) -> Written {
    let own = |written: &Written| -> Vec<String> {
        let lines = written.lines.iter().filter(|line| line.part == Part::Own);
        let lines = lines.map(|line| line.text.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.filter(|line| !line.is_empty()).collect()
    };
    let (broken, whole) = (own(&plain), own(html));
    if broken.len() <= whole.len() {
        return plain;
    }
    let mut rest = broken.iter();
    for line in &whole {
        let Some(mut joined) = rest.next().cloned() else { return plain };
        while joined != *line {
            let Some(next) = rest.next() else { return plain };
            let first = next.split(' ').next().unwrap_or_default();
            if joined.chars().count() + first.chars().count() <= WRAPPED {
                return plain;
            }
            joined = format!("{joined} {next}");
            if joined.len() > line.len() {
                return plain;
            }
        }
    }
    match rest.next() {
        None => html.clone(),
        Some(_) => plain,
    }
}
