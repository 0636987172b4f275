//! Lettering without a text engine: how wide words are at most, and where lines break.

use unicode_width::UnicodeWidthChar;

/// The faces that writing is set in; the first is the one that pictures bundle.
pub const FACES: &str = "'Noto Sans','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/// How wide a text is at most, at that size.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let ems: f64 = text.chars().map(ems).sum();
    ems * size * if bold { 1.1 } else { 1.03 }
}

/// A little more than the width of the character in the faces that we name, in its size.
fn ems(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' | '·' | '’' => 0.29,
        ' ' | 'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | '/' | '-' => 0.40,
        's' | 'c' | 'z' | 'v' | 'x' | 'y' | 'k' | 'J' | '"' | '*' | '?' => 0.53,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '—' | '…' | '&' => 0.96,
        'A'..='Z' => 0.73,
        '0'..='9' => 0.58,
        c if c.is_ascii() => 0.62,
        c => match c.width() {
            Some(2) => 1.05,
            Some(0) | None => 0.0,
            _ if c.is_uppercase() => 0.80,
            _ if c.is_alphabetic() => 0.66,
            _ => 0.95,
        },
    }
}

/// The text in lines of at most that width, broken between words; a word that is too long for a line
/// is broken inside. Never empty.
pub fn wrapped(text: &str, size: f64, bold: bool, limit: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
            if width(&longer, size, bold) <= limit {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for c in word.chars() {
                line.push(c);
                if width(&line, size, bold) > limit && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, c.to_string()));
                }
            }
        }
        lines.push(line);
    }
    lines
}

/// The largest size up to `size` at which the text is no wider than `limit`.
pub fn fitted(text: &str, size: f64, bold: bool, limit: f64) -> f64 {
    let needed = width(text, size, bold);
    if needed <= limit {
        return size;
    }
    // A little less: a width that is larger by rounding would break the word.
    size * limit / needed * 0.999
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_limit_and_lose_no_letter() {
        let text =
            "Two more dry days: lose 1. Donaudampfschifffahrtsgesellschaftskapitän waits. 水がない";
        for limit in [40.0, 80.0, 200.0, 1000.0] {
            let lines = wrapped(text, 14.0, false, limit);
            for line in &lines {
                assert!(width(line, 14.0, false) <= limit, "{line}");
            }
            let letters = |t: &str| t.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        assert_eq!(wrapped("", 14.0, false, 10.0), [""]);
    }

    #[test]
    fn what_fits_keeps_its_size_and_what_does_not_shrinks() {
        assert_eq!(fitted("A", 20.0, true, 100.0), 20.0);
        let size = fitted("a long label", 20.0, true, 50.0);
        assert!(size < 20.0 && width("a long label", size, true) <= 50.01);
    }
}
