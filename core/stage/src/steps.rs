//! A long list of choices asked in steps: what they have in common first, then the choices themselves.

use crate::prompt::Choice;

/// So many choices are read at a glance.
pub const AT_A_GLANCE: usize = 20;

/// A line of so many letters is read at a glance; a longer one is mostly numbers.
const READABLE: usize = 24;

/// A line of a list: a choice, or several under a name.
#[derive(Clone, Debug, PartialEq)]
pub enum MenuItem<'a> {
    /// A choice to take.
    Choice(&'a Choice),
    /// Choices to look into, by what they have in common.
    Several {
        /// What they have in common, in words.
        title: String,
        /// The choices, at least two.
        choices: Vec<&'a Choice>,
    },
}

/// The lines of the list that asks for one of these choices: all of them if they are few, else what they
/// have in common, so that each step is a short list. Every choice is in one line, and what finishes the
/// decision stands by itself.
///
/// ```
/// use stage::steps::{MenuItem, steps};
/// use stage::Choice;
///
/// let hex = |bear: &str, hex: u32| {
///     Choice::new(format!("{bear} {hex}"), format!("to {hex}")).under(format!("Bear {bear}"))
/// };
/// let mut choices: Vec<Choice> = (1..20).flat_map(|at| [hex("a", at), hex("b", at)]).collect();
/// choices.sort_by(|one, other| one.group.cmp(&other.group));
/// choices.push(Choice { ends: true, ..Choice::new("done", "Done") });
/// let listed: Vec<&Choice> = choices.iter().collect();
/// let [MenuItem::Several { title, choices: bear_a }, _, MenuItem::Choice(done)] = &steps(&listed)[..] else {
///     panic!("two bears and the end");
/// };
/// assert_eq!((title.as_str(), bear_a.len(), done.label.as_str()), ("Bear a", 19, "Done"));
/// ```
pub fn steps<'a>(choices: &[&'a Choice]) -> Vec<MenuItem<'a>> {
    if choices.len() <= AT_A_GLANCE {
        return choices.iter().map(|choice| MenuItem::Choice(choice)).collect();
    }
    let mut lines = Vec::new();
    for (title, part) in parts(choices) {
        let (ends, several): (Vec<_>, Vec<_>) = part.into_iter().partition(|choice| choice.ends);
        match several[..] {
            [] | [_] => lines.extend(several.into_iter().map(MenuItem::Choice)),
            _ if title.is_empty() && several.len() <= AT_A_GLANCE / 2 => {
                lines.extend(several.into_iter().map(MenuItem::Choice));
            }
            _ => {
                let title = if title.is_empty() { common_words(&several) } else { title };
                lines.push(MenuItem::Several { title, choices: several });
            }
        }
        lines.extend(ends.into_iter().map(MenuItem::Choice));
    }
    lines
}

/// Choices in at least two parts, each with its name.
fn parts<'a>(choices: &[&'a Choice]) -> Vec<(String, Vec<&'a Choice>)> {
    let by_group = split(choices, |choice| choice.group.clone());
    if by_group.len() > 1 {
        return by_group;
    }
    let by_way = split(choices, |choice| way_of(&choice.label).unwrap_or_default());
    let all_go = by_way.iter().all(|(way, _)| !way.is_empty());
    if all_go && (2..=AT_A_GLANCE).contains(&by_way.len()) {
        return by_way;
    }
    let words = |choice: &Choice, count: usize| -> String {
        choice.notation.split_whitespace().take(count).collect::<Vec<_>>().join(" ")
    };
    let longest = choices.iter().map(|choice| choice.notation.split_whitespace().count()).max();
    for count in 1..=longest.unwrap_or(0) {
        let by_words = split(choices, |choice| words(choice, count));
        match by_words.len() {
            1 => continue,
            2..=AT_A_GLANCE => return named(by_words),
            _ => {
                let letters = |choice: &Choice| start(&words(choice, count), count);
                let by_letters = split(choices, letters);
                if (2..=2 * AT_A_GLANCE).contains(&by_letters.len()) {
                    return named(by_letters);
                }
                break;
            }
        }
    }
    let page = AT_A_GLANCE.max(choices.len().div_ceil(AT_A_GLANCE));
    let pages = choices.chunks(page).map(|page| (String::new(), page.to_vec()));
    named(pages.collect())
}

/// What a way in words does and whither it leads: "run 6 inches north-west" runs north-west, and so does "run 6 inches
/// north-west, to the kiosk". None if the words name no length and no direction.
fn way_of(label: &str) -> Option<String> {
    const WINDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let way = label.split_once(", ").map_or(label, |(way, _)| way);
    let mut words = way.split_whitespace();
    let (verb, far, wind) = (words.next()?, words.next()?, words.next_back()?);
    let measured = far == "half" || far.parse::<f32>().is_ok();
    (measured && WINDS.contains(&wind)).then(|| format!("{verb} {wind}"))
}

/// The words of a line without what counts within its last one: the row of a hex, the digits of a number.
fn start(words: &str, count: usize) -> String {
    let last = words.split_whitespace().nth(count - 1).unwrap_or_default();
    let kept = match last.bytes().all(|byte| byte.is_ascii_digit()) {
        true => last.len() / 2,
        false => last.find(|letter: char| letter.is_ascii_digit()).unwrap_or(last.len()),
    };
    words[..words.len() - (last.len() - kept)].to_string()
}

fn split<'a>(
    choices: &[&'a Choice],
    key: impl Fn(&Choice) -> String,
) -> Vec<(String, Vec<&'a Choice>)> {
    let mut parts: Vec<(String, Vec<&Choice>)> = Vec::new();
    for choice in choices {
        let key = key(choice);
        match parts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, part)) => part.push(choice),
            None => parts.push((key, vec![choice])),
        }
    }
    parts
}

/// Parts by the words that the labels of their choices begin with.
fn named(parts: Vec<(String, Vec<&Choice>)>) -> Vec<(String, Vec<&Choice>)> {
    parts.into_iter().map(|(_, part)| (common_words(&part), part)).collect()
}

/// What choices have in common: the first words of all labels, or else the first and the last of them.
fn common_words(choices: &[&Choice]) -> String {
    let (Some(first), Some(last)) = (choices.first(), choices.last()) else {
        return String::new();
    };
    let same = |place: usize, word: &str| {
        choices.iter().all(|choice| choice.label.split_whitespace().nth(place) == Some(word))
    };
    let words = first.label.split_whitespace().enumerate();
    let common: Vec<&str> =
        words.take_while(|(place, word)| same(*place, word)).map(|(_, word)| word).collect();
    match common.len() {
        0 | 1 => match first.notation.len() + last.notation.len() > 2 * READABLE {
            true => format!("{} … {}", first.label, last.label),
            false => format!("{} … {}", first.notation, last.notation),
        },
        _ => format!("{} …", common.join(" ").trim_end_matches([',', ':'])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(choices: &[Choice]) -> Vec<String> {
        let listed: Vec<&Choice> = choices.iter().collect();
        let told = |step: MenuItem| match step {
            MenuItem::Choice(choice) => choice.label.clone(),
            MenuItem::Several { title, choices } => format!("{title} ({})", choices.len()),
        };
        steps(&listed).into_iter().map(told).collect()
    }

    /// However many choices there are, each step is a short list, and the last one is a choice.
    #[test]
    fn a_thousand_hexes_are_asked_in_short_lists() {
        let hexes =
            (1..44).flat_map(|column| (1..33).map(move |row| format!("{column:02}{row:02}")));
        let choices: Vec<Choice> =
            hexes.map(|hex| Choice::new(format!("outpost {hex}"), format!("on {hex}"))).collect();
        let mut now: Vec<&Choice> = choices.iter().collect();
        for _ in 0..4 {
            let lines = steps(&now);
            assert!(lines.len() <= 2 * AT_A_GLANCE + 4, "{}", lines.len());
            let told: usize = lines
                .iter()
                .map(|line| match line {
                    MenuItem::Choice(_) => 1,
                    MenuItem::Several { choices, .. } => choices.len(),
                })
                .sum();
            assert_eq!(told, now.len());
            match lines.into_iter().last() {
                Some(MenuItem::Several { choices, .. }) => now = choices,
                Some(MenuItem::Choice(_)) => return,
                None => panic!("too short a list"),
            }
        }
        panic!("no end of steps");
    }

    /// Measured ways are looked for by where they lead, and their lines of numbers are no titles.
    #[test]
    fn measured_ways_are_asked_for_by_their_direction() {
        let way = |verb: &str, wind: &str, at: usize| {
            let line = format!("{verb} A1 {at}.916,7.799 5.799,7.916 6.75,8.6 face (25,278)");
            Choice::new(line, format!("{verb} {at} inches {wind}, to beside the kiosk"))
        };
        let mut choices: Vec<Choice> = (1..12).map(|at| way("run", "north-west", at)).collect();
        choices.extend((1..12).map(|at| way("run", "east", at)));
        choices.push(way("walk", "east", 3));
        let expected =
            ["run north-west (11)", "run east (11)", "walk 3 inches east, to beside the kiosk"];
        assert_eq!(lines(&choices), expected);
        let odd = |at: usize| {
            let line = format!("run A1 {at}.916,7.799 5.799,7.916 6.75,8.6 face (25,278)");
            Choice::new(line, format!("{at} inches somewhere"))
        };
        let choices: Vec<Choice> = (1..42).map(odd).collect();
        assert!(
            lines(&choices).iter().all(|line| !line.contains("face (")),
            "{:?}",
            lines(&choices)
        );
    }

    #[test]
    fn ways_of_one_figure_are_told_apart_by_what_they_do_and_no_two_rows_are_alike() {
        let way = |verb: &str, at: usize| {
            let wind = if at.is_multiple_of(2) { "north" } else { "east" };
            Choice::new(format!("{verb} A1 {at},3"), format!("{verb} {} inches {wind}", at / 3))
        };
        let choices: Vec<Choice> =
            (1..15).map(|at| way("walk", at)).chain((1..15).map(|at| way("run", at))).collect();
        let expected = ["walk east (7)", "walk north (7)", "run east (7)", "run north (7)"];
        assert_eq!(lines(&choices), expected);
    }
}
