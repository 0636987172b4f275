//! What can be asked of the plain table, besides an action.

use stage::Scene;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineCommand {
    Board,
    Choices,
    Describe,
    Help,
    Last,
    Legend,
    Log,
    Pieces,
    Quit,
    /// What lies around a piece or a place.
    Range(String),
    Rule(String),
    /// The sheets of this name; all if it is empty.
    Sheet(String),
    Undo,
    Where,
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
  board     the whole board             legend    every sign on the board
  describe  the scene in words          pieces    what is on the board, in words
  where     what lies around you        range     what lies around a piece or place: range {thing}
  sheet     all sheets and cards, or one of them by its name
  choices   what you can do             last      what happened since your last decision
  story     the story so far            rule ID   a rule, such as rule {rule}
  undo      take back your last move    quit      leave the table; the game is kept
Long lists are asked in steps: a number looks into a line, Enter alone goes back.
A word that is an action of the game comes first: write :word for the command then."
    )
}

/// What a line asks for; none if it is an action or nothing that is known here.
pub fn line_command(line: &str, legal: &[String]) -> Option<LineCommand> {
    let lower = line.to_lowercase();
    let word = match lower.strip_prefix(':') {
        Some(word) => word,
        None if legal.contains(&lower) => return None,
        None => &lower,
    };
    Some(match word.trim() {
        "help" | "h" | "?" => LineCommand::Help,
        "board" | "map" => LineCommand::Board,
        "sheet" | "sheets" | "card" => LineCommand::Sheet(String::new()),
        "choices" | "moves" => LineCommand::Choices,
        "describe" | "look" => LineCommand::Describe,
        "last" | "news" => LineCommand::Last,
        "legend" | "signs" => LineCommand::Legend,
        "log" | "story" => LineCommand::Log,
        "pieces" => LineCommand::Pieces,
        "undo" | "back" => LineCommand::Undo,
        "quit" | "exit" | "q" => LineCommand::Quit,
        "where" | "range" => LineCommand::Where,
        other => {
            let (first, rest) = other.split_once(' ')?;
            let rest = rest.trim().to_string();
            match first {
                "rule" => LineCommand::Rule(rest),
                "range" | "where" => LineCommand::Range(rest),
                "sheet" | "card" => LineCommand::Sheet(rest),
                _ => return None,
            }
        }
    })
}

/// The sheets whose title has this in it; all if it is empty, and their titles if none has.
pub fn sheets(scene: &Scene, name: &str, width: usize) -> String {
    let named = |title: &str| title.to_lowercase().contains(name);
    let found = scene.panels.iter().filter(|panel| named(&panel.title));
    let found: Vec<String> = found.map(|panel| stage::text::panel(panel, width)).collect();
    if found.is_empty() {
        let titles: Vec<&str> = scene.panels.iter().map(|panel| panel.title.as_str()).collect();
        return format!("No sheet is called so. There are: {}.", titles.join("; "));
    }
    found.join("\n")
}

/// What lies around the piece or place of this name.
pub fn range(scene: &Scene, name: &str) -> String {
    stage::text::range(scene, name).unwrap_or_else(|| {
        format!("Nothing here is called `{name}`; `pieces` tells what is on the board.")
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
            assert!(line_command(line, &[]).is_some(), "{word}");
        }
    }

    #[test]
    fn an_action_of_the_game_comes_before_a_command() {
        assert_eq!(line_command("board", &["board".into()]), None);
        assert_eq!(line_command(":board", &["board".into()]), Some(LineCommand::Board));
        assert_eq!(line_command("range A1", &[]), Some(LineCommand::Range("a1".into())));
    }
}
