//! Mailbox files: many messages in one.

/// The messages of a mailbox file (mbox), in order. Each begins behind a blank line with `From`, an
/// address and a date; a sentence that begins with "From" is none. Lines that were marked so as not to be
/// taken for one are given back as they were.
pub fn split_mbox(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut messages: Vec<Vec<u8>> = Vec::new();
    let mut blank = true;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if blank && is_separator(line) {
            messages.push(Vec::new());
        } else if let Some(message) = messages.last_mut() {
            let marks = line.iter().take_while(|byte| **byte == b'>').count();
            let marked = marks > 0 && line[marks..].starts_with(b"From ");
            message.extend_from_slice(if marked { &line[1..] } else { line });
        }
        blank = line.iter().all(u8::is_ascii_whitespace);
    }
    messages
}

/// Whether a line is one like `From ann@example.org Mon Jun  1 10:11:12 2026`.
fn is_separator(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    let text = String::from_utf8_lossy(rest);
    let words: Vec<&str> = text.split_whitespace().collect();
    let time = |word: &&str| {
        let parts: Vec<&str> = word.split(':').collect();
        parts.len() >= 2
            && parts.iter().all(|part| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()))
    };
    let year = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    words.len() >= 5 && words.iter().any(time) && words.iter().any(year)
}
