//! The second part of the contract: the game in words.

use crate::refusal::{Misread, RuleId};
use crate::rules::Rules;
use crate::seat::{Names, Seat};
use crate::status::{Outcome, Reckoning};
use serde::Serialize;
use serde_json::{Value, json};
use stage::Block;

/// A game in words: the one line for every action, the story, the reports. Everything has a default
/// that works, though a person would hardly call it speech: `impl Speech for MyGame {}` is enough to
/// play in a terminal.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Dice, Log, Names, Rules, Seat, Seed, Setup, Speech};
///
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2))?;
/// let (mut dice, mut log) = (Dice::seeded(Seed::from_number(7)), Log::new());
/// let mut position = game.start(&mut dice, &mut log);
/// let action = game.parse(&position, Seat(0), " Drop4 ").unwrap();
/// assert_eq!(game.notation(&action), "drop 4");
/// game.apply(&mut position, Seat(0), &action, &mut dice, &mut log);
/// let line = game.narrate(&log.entries()[0].event, Names::NONE);
/// assert_eq!(line.text, "Player 1 drops a disc into column 4.");
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait Speech: Rules {
    /// The action's one canonical line.
    fn notation(&self, action: &Self::Action) -> String {
        format!("{action:?}").to_lowercase()
    }

    /// Whether the action tells others something in the player's own words, as a name or a letter does: whoever may not talk
    /// may not say it either.
    fn is_own_words(&self, _action: &Self::Action) -> bool {
        false
    }

    /// Reads a line: the canonical one always, and what a person may write instead (case, spaces,
    /// abbreviations). The position serves to understand short forms, and only as far as the seat
    /// may know it. Says nothing about whether the action is legal; the default, which knows no
    /// grammar, understands what is.
    fn parse(
        &self,
        position: &Self::Position,
        seat: Seat,
        line: &str,
    ) -> Result<Self::Action, Misread> {
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        let is_meant =
            |action: &Self::Action| self.notation(action).eq_ignore_ascii_case(line.trim());
        legal
            .into_iter()
            .find(is_meant)
            .ok_or_else(|| Misread::new(line, "say one of the choices as it is listed"))
    }

    /// The action as data, for programs: a dictionary whose `do` is what is done. Different actions differ.
    /// The default has its line under `notation`.
    fn structure(&self, action: &Self::Action) -> Value {
        json!({ "notation": self.notation(action) })
    }

    /// Reads what [`structure`](Speech::structure) wrote. Says nothing about whether the action is legal; the
    /// default understands what is.
    fn read_structure(
        &self,
        position: &Self::Position,
        seat: Seat,
        written: &Value,
    ) -> Result<Self::Action, Misread> {
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        legal.into_iter().find(|action| self.structure(action) == *written).ok_or_else(|| {
            let right =
                "give the structure of one of the legal actions, or a line under `notation`";
            Misread::new(written.to_string(), right)
        })
    }

    /// The event as a line of the story, with the rule behind it if there is one and those of the
    /// factors that counted. Written for those who may know the event.
    fn narrate(&self, event: &Self::Event, _names: Names<'_>) -> StoryLine {
        StoryLine::plain(format!("{event:?}"))
    }

    /// The title of the chapter of the story that begins with this event, such as a day, a turn or a
    /// round; `None` for events within one.
    fn chapter(&self, _event: &Self::Event) -> Option<String> {
        None
    }

    /// The report of a chapter: what `events`, which the viewer may know, have led to; nothing where
    /// the story says it all.
    fn report(
        &self,
        _position: &Self::Position,
        _events: &[&Self::Event],
        _names: Names<'_>,
    ) -> Vec<Block> {
        Vec::new()
    }

    /// How the game ended, in a sentence or two.
    fn conclusion(
        &self,
        _position: &Self::Position,
        outcome: &Outcome,
        names: Names<'_>,
    ) -> String {
        match outcome.winners.len() {
            0 => "Nobody wins.".into(),
            1 => format!("{} wins.", names.listed(outcome.winners.iter())),
            _ => format!("{} win.", names.listed(outcome.winners.iter())),
        }
    }

    /// What decided a game that is over, in parts, so that it can be shown as a table; none where there is
    /// nothing to count.
    fn reckoning(&self, _position: &Self::Position, _outcome: &Outcome) -> Option<Reckoning> {
        None
    }
}

/// The words that a table takes for itself, whatever the game: a text may tell a player to write them.
pub const TABLE_WORDS: [&str; 14] = [
    "board", "choices", "describe", "help", "last", "legend", "log", "pieces", "quit", "range",
    "rule", "sheet", "undo", "where",
];

/// A line of the story, or a part of one.
///
/// ```
/// use table::{RuleId, StoryLine};
///
/// let (end, fog, snow) = (RuleId("XX-END-01"), RuleId("XX-FOG-02"), RuleId("XX-SNOW-03"));
/// let snows = false;
/// let line = StoryLine::by(end, "The last train leaves, 5 late for fog.");
/// let line = line.and([fog]).and(snows.then_some(snow)).and([end]);
/// assert_eq!(line.rules, [end, fog]);
/// let late = StoryLine::joined([StoryLine::by(fog, "5 for fog"), StoryLine::by(snow, "1 for snow")], ", ");
/// assert_eq!((late.text.as_str(), late.rules), ("5 for fog, 1 for snow", vec![fog, snow]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoryLine {
    /// The line; empty if the event is not worth one.
    pub text: String,
    /// The rule behind it, then the rules of the factors that it names, in the order of the words.
    pub rules: Vec<RuleId>,
}

impl StoryLine {
    /// A line without a rule.
    pub fn plain(text: impl Into<String>) -> StoryLine {
        StoryLine { text: text.into(), rules: Vec::new() }
    }

    /// A line under a rule.
    pub fn by(rule: impl Into<RuleId>, text: impl Into<String>) -> StoryLine {
        StoryLine { text: text.into(), rules: vec![rule.into()] }
    }

    /// Parts of a line as one: their words with this between them, and their rules.
    pub fn joined(parts: impl IntoIterator<Item = StoryLine>, between: &str) -> StoryLine {
        let parts: Vec<StoryLine> = parts.into_iter().collect();
        let words: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        StoryLine::plain(words.join(between)).and(parts.iter().flat_map(|part| part.rules.clone()))
    }

    /// The line under these rules too, the next in its words; a rule that it names already stays where
    /// it is.
    pub fn and(mut self, rules: impl IntoIterator<Item = RuleId>) -> StoryLine {
        for rule in rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
        self
    }
}
