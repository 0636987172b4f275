//! A notice, and notices as one text.

use clock::{Length, Zone, when};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The person is asked something.
    YourTurn,
    /// Time runs out soon.
    Warning,
    /// Time has run out, and it was decided for the person.
    RanOut,
    /// Somebody invites the person.
    Invitation,
    /// Somebody asks for consent: more time, a pause, to go on.
    Consent,
    /// A game begins.
    Begun,
    /// A game is over.
    Over,
    /// A plan was dropped, or has acted.
    Plan,
    /// Somebody says something.
    Talk,
}

impl Kind {
    /// A few words for a title.
    pub fn title(self) -> &'static str {
        match self {
            Kind::YourTurn => "Your turn",
            Kind::Warning => "Time runs out",
            Kind::RanOut => "Time ran out",
            Kind::Invitation => "You are invited",
            Kind::Consent => "You are asked to agree",
            Kind::Begun => "The game begins",
            Kind::Over => "The game is over",
            Kind::Plan => "Your plan",
            Kind::Talk => "A word to you",
        }
    }

    /// Whether it cannot wait for a digest: something is lost if it comes too late.
    pub fn urgent(self) -> bool {
        matches!(self, Kind::Warning)
    }
}

/// Something that a person is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// What it is about, in a form that makes telling it twice visible: the table and the question, say.
    pub key: String,
    /// What kind it is.
    pub kind: Kind,
    /// The game, as people call it.
    pub game: String,
    /// The table, as its players call it.
    pub table: String,
    /// Where it is.
    pub link: String,
    /// What happened, in a sentence or two; empty if nothing did.
    pub happened: String,
    /// What is asked; empty if nothing is.
    pub asked: String,
    /// By when an answer is due.
    pub by: Option<Timestamp>,
    /// What happens otherwise, to follow "otherwise"; empty if nothing does.
    pub otherwise: String,
    /// When it was made.
    pub made: Timestamp,
}

impl Notice {
    /// A line for the subject of a mail or the title of a message.
    pub fn subject(&self) -> String {
        one_line(&format!("{}: {} ({})", self.kind.title(), self.table, self.game))
    }

    /// By when and what otherwise, as a sentence; empty if nothing is due.
    pub fn deadline(&self, zone: &Zone) -> String {
        let Some(by) = self.by else { return String::new() };
        let left = match Length::between(self.made, by) {
            none if none.is_none() => String::new(),
            left => format!(" ({})", left.words()),
        };
        let otherwise = match self.otherwise.trim().trim_end_matches('.') {
            "" => String::new(),
            otherwise => format!("; otherwise {otherwise}"),
        };
        format!("Answer by {}{left}{otherwise}.", when(by, self.made, zone))
    }

    /// What stands between subject and link, line by line.
    pub fn lines(&self, zone: &Zone) -> Vec<String> {
        let lines = [self.happened.clone(), self.asked.clone(), self.deadline(zone)];
        lines.iter().map(|line| one_line(line)).filter(|line| !line.is_empty()).collect()
    }

    /// The whole as plain text.
    pub fn text(&self, zone: &Zone) -> String {
        let lines: String = self.lines(zone).iter().map(|line| format!("{line}\n")).collect();
        format!("{}\n\n{lines}{}\n", self.subject(), one_line(&self.link))
    }
}

/// Several notices as one text: what is due first comes first; of several about the same only the newest.
///
/// ```
/// assert_eq!(notice::digest(&[], &clock::Zone::UTC), None);
/// ```
pub fn digest(notices: &[Notice], zone: &Zone) -> Option<(String, String)> {
    let kept = arranged(notices);
    let turns =
        kept.iter().filter(|notice| notice.by.is_some() || notice.kind == Kind::YourTurn).count();
    let subject = match (turns, kept.len()) {
        (_, 0) => return None,
        (0, 1) => kept[0].subject(),
        (0, count) => format!("{count} things happened at your tables"),
        (1, _) => "1 table waits for you".into(),
        (count, _) => format!("{count} tables wait for you"),
    };
    let texts: Vec<String> = kept.iter().map(|notice| notice.text(zone)).collect();
    Some((subject, texts.join("\n")))
}

/// Notices as a digest has them: what is due first comes first, and of several about the same only the newest.
pub(crate) fn arranged(notices: &[Notice]) -> Vec<&Notice> {
    let mut kept: Vec<&Notice> = Vec::new();
    for notice in notices {
        match kept.iter_mut().find(|other| other.key == notice.key) {
            Some(other) if other.made <= notice.made => *other = notice,
            Some(_) => {}
            None => kept.push(notice),
        }
    }
    kept.sort_by_key(|notice| (notice.by.is_none(), notice.by, notice.kind, notice.made));
    kept
}

/// A text in one line: nothing in it can begin another.
pub(crate) fn one_line(text: &str) -> String {
    let cleaned: String =
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    cleaned.split_whitespace().collect::<Vec<_>>().join(" ")
}
