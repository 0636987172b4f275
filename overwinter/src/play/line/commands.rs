//! What can be asked of the plain table, besides an action.

use crate::play::table_session::Spoken;
use stage::text::Asked;

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineCommand<'a> {
    /// What is on the table, in words or drawn.
    Asked(Asked<'a>),
    /// Every sign on the board.
    Legend,
    /// The story so far.
    Log,
    Quit,
    /// Whether what has only one answer is done by itself is to change.
    Routine,
    /// A rule by its id, or the rules of a chapter.
    Rule(&'a str),
    /// Something to the table where others hear it, to one alone, or to one's notes.
    Say(Spoken<'a>),
    /// What was said at the table.
    Talk,
    Undo,
}

/// Examples of the game that is played.
pub struct Examples {
    /// The id of a rule.
    pub rule: String,
    /// The line of an action that can be taken now.
    pub line: Option<String>,
    /// The name of a piece or place.
    pub thing: Option<String>,
}

/// What can be asked for.
pub fn help(examples: &Examples) -> String {
    let line = match &examples.line {
        Some(line) => format!(" such as `{line}`,"),
        None => String::new(),
    };
    let thing = examples.thing.as_deref().unwrap_or("NAME");
    let rule = &examples.rule;
    format!(
        "\
Answer with the number of a choice, with its line,{line} or with words of it. Also:
  describe  the scene in words          pieces    what is on the board, in words
  where     where you are               where {thing}    where something is
  around    what lies next to you       around {thing}   what lies next to a piece or place
  range     how far everything is       range {thing}    how far it is from there
  board     the whole board             legend    every sign on the board
  sheet     sheets and cards; sheet NAME shows one of them
  choices   what you can do             choices WORD     what of it has this word
  last      what happened since your last decision
  story     the story so far            rule ID   a rule, such as rule {rule}
  undo      take back your last move    quit      leave the table; the game is kept
  routine   do what has only one answer by itself, or ask again
Long lists are asked in steps: a number looks into a line, Enter alone goes back.
A word that is an action of the game comes first: write :word for the command then."
    )
}

/// The same in sentences, one thing a line, for those who listen.
pub fn help_in_words(examples: &Examples) -> String {
    let line = match &examples.line {
        Some(line) => format!(" such as `{line}`,"),
        None => String::new(),
    };
    let thing = examples.thing.as_deref().unwrap_or("NAME");
    let rule = &examples.rule;
    format!(
        "\
Answer with the number of a choice, with its line,{line} or with words of it. Also:
{}\
where {thing}, around {thing}, range {thing}: the same of something else than you. `hex` or `figure` before a name says which is meant.
story: the story so far, with the rules behind it.
rule {rule}: a rule by its id.
undo: take back your last move.
quit: leave the table; the game is kept.
routine: do what has only one answer by itself, or ask again.
Long lists are asked in steps: a number looks into a line, Enter alone goes back.
A word that is an action of the game comes first: write :word for the command then.",
        stage::text::QUESTIONS
    )
}

/// What a line asks for; none if it is an action or nothing that is known here.
pub fn line_command<'a>(line: &'a str, offered: impl Fn(&str) -> bool) -> Option<LineCommand<'a>> {
    let word = match line.strip_prefix(':') {
        Some(word) => word.trim(),
        None if offered(&line.to_lowercase()) => return None,
        None => line,
    };
    let of = |start: &str| word.get(start.len()..).unwrap_or_default().trim();
    Some(match word.to_lowercase().as_str() {
        "legend" | "signs" => LineCommand::Legend,
        "log" | "story" => LineCommand::Log,
        "undo" | "back" => LineCommand::Undo,
        "quit" | "exit" | "q" => LineCommand::Quit,
        "routine" => LineCommand::Routine,
        "rule" | "rules" => LineCommand::Rule(""),
        lower if lower.starts_with("rule ") => LineCommand::Rule(of("rule ")),
        "talk" | "say" => LineCommand::Talk,
        _ => match Spoken::read(word) {
            Some(spoken) => LineCommand::Say(spoken),
            None => LineCommand::Asked(Asked::read(word)?),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::TABLE_WORDS;

    /// What the texts of games may tell a player to write is a command here.
    #[test]
    fn the_words_of_the_table_are_commands() {
        for word in TABLE_WORDS {
            let line = if word == "rule" { "rule XX-MOVE-01" } else { word };
            assert!(line_command(line, |_| false).is_some(), "{word}");
        }
    }

    #[test]
    fn an_action_of_the_game_comes_before_a_command() {
        let offered = |line: &str| line == "board";
        assert_eq!(line_command("board", offered), None);
        let board = Some(LineCommand::Asked(Asked::Board));
        assert_eq!(line_command(":board", offered), board);
        assert_eq!(
            line_command("say Good Luck", offered),
            Some(LineCommand::Say(Spoken::ToAll("Good Luck")))
        );
        assert_eq!(line_command("range A1", offered), Some(LineCommand::Asked(Asked::Range("A1"))));
    }
}
