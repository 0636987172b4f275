//! A message before it is read: mail stripped to the lines that its sender wrote.

/// Lines of a message that are read, and characters of a line.
const MOST_LINES: usize = 500;
const LONGEST_LINE: usize = 500;

/// A line as it was written.
pub struct WrittenLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
}

/// The lines of a message.
pub struct Letter {
    /// What is left to read.
    pub lines: Vec<WrittenLine>,
    /// What was cut, in words.
    pub notices: Vec<String>,
}

/// Strips a message: HTML, quoted mail, signatures, control characters, too much of anything.
pub fn open(text: &str) -> Letter {
    let text = text.trim_start_matches('\u{feff}');
    let plain = if is_html(text) { without_tags(text) } else { text.to_string() };
    let plain = plain.replace("\r\n", "\n").replace('\r', "\n");
    let mut letter = Letter { lines: Vec::new(), notices: Vec::new() };
    let all: Vec<&str> = plain.split('\n').collect();
    let mut cut_lines = false;
    let mut long = false;
    for (index, line) in all.iter().enumerate() {
        let trimmed = line.trim();
        if line.trim_end() == "--" || *line == "-- " {
            break;
        }
        if trimmed.starts_with('>') {
            continue;
        }
        if starts_quotation(trimmed) {
            let next =
                all[index + 1..].iter().map(|line| line.trim()).find(|line| !line.is_empty());
            match next {
                Some(next) if next.starts_with('>') => continue,
                _ => break,
            }
        }
        if letter.lines.len() >= MOST_LINES {
            cut_lines = true;
            break;
        }
        let clean: String = line
            .chars()
            .map(|c| if c.is_whitespace() { ' ' } else { c })
            .filter(|c| !c.is_control() && !is_invisible(*c))
            .collect();
        long |= clean.chars().count() > LONGEST_LINE;
        letter.lines.push(WrittenLine {
            number: index + 1,
            text: clean.chars().take(LONGEST_LINE).collect(),
        });
    }
    if cut_lines {
        letter.notices.push(format!("Only the first {MOST_LINES} lines were read."));
    }
    if long {
        letter.notices.push(format!("Lines were cut after {LONGEST_LINE} characters."));
    }
    letter
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fffd}')
}

fn starts_quotation(line: &str) -> bool {
    let lower = line.to_lowercase();
    lower.contains("original message")
        || lower.starts_with("on ") && lower.ends_with("wrote:")
        || lower.starts_with("am ") && lower.contains("schrieb") && lower.ends_with(':')
        || lower.starts_with("le ") && lower.ends_with("écrit :")
}

fn is_html(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["<html", "<body", "<br", "<p>", "<div", "</p>"].iter().any(|tag| lower.contains(tag))
}

/// Tags that end a line, and elements whose contents nobody sees.
const BREAKS: [&str; 6] = ["br", "p", "/p", "/div", "/li", "/tr"];
const UNSEEN: [&str; 4] = ["script", "style", "head", "title"];

/// The text of a page: line ends for breaks and paragraphs, nothing for other tags.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        let tagged = after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        match after.find('>').filter(|_| tagged) {
            None => {
                out.push('<');
                rest = after;
            }
            Some(end) => {
                let tag = after[..end].to_lowercase();
                let named = |name: &str| {
                    tag.strip_prefix(name)
                        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
                };
                if BREAKS.into_iter().any(named) {
                    out.push('\n');
                }
                rest = &after[end + 1..];
                if let Some(name) = UNSEEN.into_iter().find(|name| named(name)) {
                    let close = format!("</{name}");
                    rest = rest.to_ascii_lowercase().find(&close).map_or("", |at| &rest[at..]);
                }
            }
        }
    }
    out.push_str(rest);
    let entities = [
        ("&gt;", ">"),
        ("&lt;", "<"),
        ("&nbsp;", " "),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    entities.iter().fold(out, |text, (entity, plain)| text.replace(entity, plain))
}
