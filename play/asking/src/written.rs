//! What a written line means where choices are offered: the same in every face that asks in lines.

use stage::Choice;

/// The line as the game may read it: `write name Ann`, as a form tells it, is `name Ann`.
pub fn bare(line: &str, understood: impl Fn(&str) -> bool) -> &str {
    let (start, rest) = line.split_once(' ').unwrap_or_default();
    let rest = rest.trim();
    let told = start.eq_ignore_ascii_case("write") && !understood(line) && understood(rest);
    if told { rest } else { line }
}

/// Several decisions written on one line, such as `sw, sw, stop` or `sw sw`: the game reads all of them, and none of
/// them gives up.
pub fn in_turn(
    choices: &[Choice],
    line: &str,
    understood: impl Fn(&str) -> bool,
) -> Option<Vec<String>> {
    let line = line.to_lowercase();
    let parts: Vec<&str> = match line.contains([',', ';']) {
        true => line.split([',', ';']).map(str::trim).collect(),
        false => line.split_whitespace().collect(),
    };
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let grave =
        |part: &str| choices.iter().any(|it| it.grave && it.notation.to_lowercase() == part);
    let all = parts.iter().all(|part| understood(part) && !grave(part));
    (parts.len() > 1 && all).then(|| parts.into_iter().map(str::to_string).collect())
}

/// Which of several texts somebody means who writes it as it stands, or how it begins, in whole words; none if
/// several are meant. A choice has several texts: its line and what it is called.
pub fn as_shown<'a, T: PartialEq + Copy>(
    typed: &str,
    texts: impl Iterator<Item = (T, &'a str)> + Clone,
) -> Option<T> {
    let flat = |text: &str| text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let typed = flat(typed);
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut found = texts.clone().filter(|(_, text)| fits(&flat(text))).map(|(it, _)| it);
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    };
    let begins = |text: &str| {
        let rest = text.strip_prefix(&typed);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    if typed.is_empty() || typed.parse::<i64>().is_ok() {
        return None;
    }
    only(&|text| text == typed).or_else(|| only(&begins))
}

/// What is said of a number that stands before no choice.
pub fn no_such_number(count: usize, goes_back: bool) -> String {
    let choices = match count {
        1 => "There is 1 choice here".to_string(),
        count => format!("There are {count} choices here"),
    };
    let back = if goes_back { "; Enter alone goes back" } else { "" };
    format!("{choices}{back}.")
}

/// The words of a text, without what is between them.
pub fn words(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_as_it_is_shown_wins() {
        let texts = [
            "Nothing more",
            "Keep watch: adds nothing now",
            "Creature 1 to D2",
            "Creature 1 to D21",
        ];
        let meant = |typed: &str| as_shown(typed, texts.iter().copied().enumerate());
        assert_eq!(meant("nothing"), Some(0));
        assert_eq!(meant("creature 1 to D2"), Some(2));
        assert_eq!(meant("Creature 1"), None, "two begin so");
        assert_eq!(meant("noth"), None, "a word is written whole");
        assert_eq!(as_shown("1", ["1 point"].into_iter().enumerate()), None, "numbers are rows");
        assert_eq!(as_shown("twice", [(1, "twice"), (2, "Twice")].into_iter()), None);
        assert_eq!(as_shown("once", [(1, "once"), (1, "Once")].into_iter()), Some(1));
    }

    #[test]
    fn a_form_may_be_written_as_it_is_told() {
        let understood = |line: &str| line.starts_with("name ");
        assert_eq!(bare("write name Ann", understood), "name Ann");
        assert_eq!(bare("write poems", understood), "write poems");
        assert_eq!(bare("write", understood), "write");
    }
}
