//! A slip that is filled in.

use ratatui::crossterm::event::KeyCode;
use stage::{BlankKind, Slip};

/// What became of a key.
#[derive(Debug, PartialEq, Eq)]
pub enum Filled {
    /// It goes on.
    On,
    /// This is the line.
    Line(String),
    /// The blank of this name cannot be left empty.
    Missing(String),
    /// Somebody changed their mind.
    Left,
}

/// A slip with what is in its blanks so far.
#[derive(Clone, Debug)]
pub struct SlipForm {
    slip: Slip,
    entries: Vec<String>,
    at: usize,
    /// Whether one has just come to the blank: a digit then stands instead of its number.
    fresh: bool,
}

impl SlipForm {
    /// The slip, its numbers as it has them at first, and what alone can be filled in.
    pub fn new(slip: Slip) -> SlipForm {
        let first = |kind: &BlankKind| match kind {
            BlankKind::Number { first, .. } => first.to_string(),
            BlankKind::OneOf(words) if words.len() == 1 => words[0].0.clone(),
            _ => String::new(),
        };
        let entries = slip.blanks.iter().map(|blank| first(&blank.entry)).collect();
        SlipForm { slip, entries, at: 0, fresh: true }
    }

    /// What it is for.
    pub fn title(&self) -> &str {
        &self.slip.title
    }

    /// The line that it says now.
    pub fn line(&self) -> String {
        self.slip.line(&self.entries.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Each blank: what is asked for, what is in it, what could be, and whether it is written in now.
    pub fn blanks(&self) -> impl Iterator<Item = (&str, &str, String, bool)> {
        let filled = self.slip.blanks.iter().zip(&self.entries).enumerate();
        filled.map(|(index, (blank, entry))| {
            (blank.label.as_str(), entry.as_str(), could_be(&blank.entry, entry), index == self.at)
        })
    }

    /// What its numbers add up to, and should.
    pub fn sum(&self) -> Option<(i32, i32)> {
        let numbers = self.entries.iter().filter_map(|entry| entry.parse::<i32>().ok());
        self.slip.sum.map(|wanted| (numbers.fold(0, i32::saturating_add), wanted))
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyCode) -> Filled {
        let last = self.slip.blanks.len().saturating_sub(1);
        let fresh = std::mem::replace(
            &mut self.fresh,
            !matches!(key, KeyCode::Backspace | KeyCode::Char(_)),
        );
        match key {
            KeyCode::Esc => return Filled::Left,
            KeyCode::Enter if self.at >= last => return self.filled(),
            KeyCode::Enter | KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1).min(last),
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.saturating_sub(1),
            KeyCode::Left => self.turn(-1),
            KeyCode::Right => self.turn(1),
            KeyCode::Backspace => {
                let _ = self.entries.get_mut(self.at).map(String::pop);
            }
            KeyCode::Char(letter) => {
                let number = matches!(
                    self.slip.blanks.get(self.at).map(|blank| &blank.entry),
                    Some(BlankKind::Number { .. })
                );
                if let Some(entry) = self.entries.get_mut(self.at) {
                    if fresh && number {
                        entry.clear();
                    }
                    entry.push(letter);
                }
            }
            _ => {}
        }
        Filled::On
    }

    /// Its line, or the first blank that is empty and must not be, to which one comes.
    fn filled(&mut self) -> Filled {
        let must = |kind: &BlankKind| match kind {
            BlankKind::OneOf(words) => words.iter().all(|(word, _)| !word.is_empty()),
            BlankKind::Number { .. } => true,
            BlankKind::Place { .. } | BlankKind::Text { .. } => false,
        };
        let mut filled = self.slip.blanks.iter().zip(&self.entries);
        let missing =
            filled.position(|(blank, entry)| entry.trim().is_empty() && must(&blank.entry));
        match missing {
            None => Filled::Line(self.line()),
            Some(at) => {
                self.at = at;
                Filled::Missing(self.slip.blanks[at].label.clone())
            }
        }
    }

    /// The next or the last of what can be filled in.
    fn turn(&mut self, by: i32) {
        let Some((blank, entry)) = self.slip.blanks.get(self.at).zip(self.entries.get_mut(self.at))
        else {
            return;
        };
        match &blank.entry {
            BlankKind::Number { least, most, first } => {
                let now = entry.parse::<i32>().unwrap_or(*first);
                *entry = now.saturating_add(by).clamp(*least, *most).to_string();
            }
            BlankKind::OneOf(words) | BlankKind::Place { words, .. } if !words.is_empty() => {
                let at = words.iter().position(|(word, _)| word == entry);
                let next = match (at, by > 0) {
                    (None, true) => 0,
                    (None, false) => words.len() - 1,
                    (Some(at), true) => (at + 1) % words.len(),
                    (Some(at), false) => (at + words.len() - 1) % words.len(),
                };
                entry.clone_from(&words[next].0);
            }
            _ => {}
        }
    }
}

/// What can be filled in, in words; what is filled in, if it is one of them.
fn could_be(kind: &BlankKind, entry: &str) -> String {
    let meaning = |words: &[(String, String)]| {
        let known = words.iter().find(|(word, meaning)| word == entry && meaning != word);
        known.map(|(_, meaning)| meaning.clone())
    };
    let list = |words: &[(String, String)]| {
        let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
        words.join(", ")
    };
    match kind {
        BlankKind::OneOf(words) => {
            meaning(words).unwrap_or_else(|| format!("one of {}", list(words)))
        }
        BlankKind::Place { words, between } => meaning(words).unwrap_or_else(|| {
            let places = match between.trim() {
                "" if between.is_empty() => "a place".to_string(),
                "" => "places with blanks between them".into(),
                between => format!("places with {between} between them"),
            };
            if words.is_empty() { places } else { format!("{places}, or {}", list(words)) }
        }),
        BlankKind::Number { least, most, .. } => format!("{least} to {most}"),
        BlankKind::Text { most } => format!("up to {most} letters"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stage::Blank;

    #[test]
    fn a_slip_is_filled_in_with_arrows_and_letters() {
        let number = BlankKind::Number { least: 0, most: 3, first: 1 };
        let word = |word: &str| (word.to_string(), String::new());
        let blank = |label: &str, entry| Blank { label: label.into(), before: " ".into(), entry };
        let blanks = vec![
            blank("how many", number),
            blank("whose", BlankKind::OneOf(vec![word("mine"), word("yours")])),
        ];
        let slip = Slip { title: "A bid".into(), start: "bid".into(), blanks, sum: Some(3) };
        let mut form = SlipForm::new(slip);
        assert_eq!((form.line().as_str(), form.sum()), ("bid 1", Some((1, 3))));
        assert_eq!(form.key(KeyCode::Char('2')), Filled::On);
        assert_eq!(form.line(), "bid 2", "the first digit stands instead of what was there");
        assert_eq!(form.key(KeyCode::Enter), Filled::On);
        assert_eq!(form.key(KeyCode::Enter), Filled::Missing("whose".into()));
        assert_eq!(form.key(KeyCode::Up), Filled::On);
        for key in [KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Enter, KeyCode::Left] {
            assert_eq!(form.key(key), Filled::On);
        }
        assert_eq!(form.key(KeyCode::Enter), Filled::Line("bid 3 yours".into()));
        assert_eq!(form.key(KeyCode::Esc), Filled::Left);
    }
}
