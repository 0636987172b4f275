//! Slips of the pen that can be found without knowing what a text is about: "1 points", "a elk", "the the".

use crate::speech::TABLE_WORDS;

/// A number with its word, which is `more` unless the number is one.
///
/// ```
/// use table::wording::counted;
///
/// assert_eq!(counted(1, "hex", "hexes"), "1 hex");
/// assert_eq!(counted(0, "hex", "hexes"), "0 hexes");
/// ```
pub fn counted(count: impl Into<i64>, one: &str, more: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Things that games count, as one says them of several.
const COUNTED: [(&str, &str); 44] = [
    ("action", "actions"),
    ("adult", "adults"),
    ("animal", "animals"),
    ("box", "boxes"),
    ("card", "cards"),
    ("column", "columns"),
    ("corpse", "corpses"),
    ("counter", "counters"),
    ("creature", "creatures"),
    ("crew", "crews"),
    ("cube", "cubes"),
    ("day", "days"),
    ("decision", "decisions"),
    ("disc", "discs"),
    ("game", "games"),
    ("gene", "genes"),
    ("hero", "heroes"),
    ("herd", "herds"),
    ("hex", "hexes"),
    ("hour", "hours"),
    ("inch", "inches"),
    ("level", "levels"),
    ("male", "males"),
    ("female", "females"),
    ("meal", "meals"),
    ("minute", "minutes"),
    ("month", "months"),
    ("person", "persons"),
    ("player", "players"),
    ("point", "points"),
    ("room", "rooms"),
    ("round", "rounds"),
    ("season", "seasons"),
    ("seat", "seats"),
    ("species", "species"),
    ("step", "steps"),
    ("stone", "stones"),
    ("survivor", "survivors"),
    ("tile", "tiles"),
    ("token", "tokens"),
    ("turn", "turns"),
    ("vote", "votes"),
    ("wound", "wounds"),
    ("year", "years"),
];

/// What is wrong with the way in which a text is written, if something is. What stands between backticks
/// is notation and not looked at.
///
/// ```
/// use table::wording::slip;
///
/// assert_eq!(slip("It costs 2 points."), None);
/// assert!(slip("It costs 1 points.").is_some());
/// assert!(slip("There is a elk.").is_some());
/// ```
pub fn slip(text: &str) -> Option<String> {
    let text = without_notation(text);
    let found = spacing(&text)
        .or_else(|| brackets(&text))
        .or_else(|| leftovers(&text))
        .or_else(|| reckoning(&text))
        .or_else(|| words(&text));
    found.map(|problem| format!("{problem} in `{}`", text.trim()))
}

/// What a text tells a player to write: the phrases between backticks, but not those with a placeholder,
/// which is a word of three or more capitals (`NAME`) or stands in angle brackets (`<name>`), nor signs
/// without a letter or digit, nor the words that every face takes for itself ([`TABLE_WORDS`]).
///
/// ```
/// use table::wording::spoken;
///
/// let text = "Say `walk A3 18,10`, `name NAME`, `rule OS-MOVE-05` or `♣`.";
/// assert_eq!(spoken(text).collect::<Vec<_>>(), ["walk A3 18,10"]);
/// ```
pub fn spoken(text: &str) -> impl Iterator<Item = &str> {
    let phrases = text.split('`').skip(1).step_by(2).map(str::trim);
    phrases.filter(|phrase| {
        let mut words = phrase.split(|letter: char| !letter.is_alphanumeric());
        let capitals =
            |word: &str| word.len() > 2 && word.chars().all(|it| it.is_ascii_uppercase());
        let placeholder = words.any(capitals) || phrase.contains('<') && phrase.contains('>');
        let sign = !phrase.contains(char::is_alphanumeric);
        let first = phrase.split_whitespace().next().unwrap_or_default();
        !placeholder && !sign && !TABLE_WORDS.contains(&first)
    })
}

/// A text of a person's as others may read it: without letters that are not seen or turn the direction of writing, and
/// with at most two marks on a letter, since towers of them would paint over what stands beside. Line feeds stay.
///
/// ```
/// use table::wording::readable;
///
/// assert_eq!(readable("Run\u{202e}, \u{1b}[2Jnow"), "Run, [2Jnow");
/// assert_eq!(readable("first\nthen"), "first\nthen");
/// assert_eq!(readable(&format!("A{}", "\u{301}".repeat(9))), "A\u{301}\u{301}");
/// ```
pub fn readable(text: &str) -> String {
    let mut marks = 0;
    let stays = |letter: &char| {
        marks = if is_mark(*letter) { marks + 1 } else { 0 };
        marks <= 2
    };
    text.chars().filter(|letter| *letter == '\n' || !is_invisible(*letter)).filter(stays).collect()
}

/// The same on one line: whatever parts words is a blank.
pub fn readable_line(text: &str) -> String {
    let blank = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
    readable(&text.chars().map(blank).collect::<String>())
}

/// A mark that is drawn over or under the letter before it.
pub fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Letters that are not seen or turn the direction of writing, and those that Unicode bids to ignore.
pub fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text with notation taken out.
fn without_notation(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(number, part)| if number % 2 == 0 { part } else { "‹›" }).collect()
}

fn spacing(text: &str) -> Option<String> {
    let line = text.lines().find(|line| {
        let line = line.trim();
        line.contains("  ") || [" ,", " .", " ;"].iter().any(|gap| followed_by_gap(line, gap))
    });
    line.map(|_| "a blank too many".to_string())
        .or_else(|| (text.contains("..") && !text.contains("...")).then(|| "`..`".into()))
        .or_else(|| text.contains(",,").then(|| "`,,`".into()))
}

/// Whether a mark stands behind a blank and before one, or at the end: ` .5` is a number.
fn followed_by_gap(line: &str, gap: &str) -> bool {
    line.match_indices(gap)
        .any(|(at, _)| line[at + gap.len()..].chars().next().is_none_or(char::is_whitespace))
}

fn brackets(text: &str) -> Option<String> {
    let count = |letter| text.matches(letter).count();
    (count('(') != count(')')).then(|| "a bracket that is not closed or not opened".into())
}

/// What a program writes and no person would.
fn leftovers(text: &str) -> Option<String> {
    let marks = ["Some(", "None)", "::", "{}", "NaN", "-0 "];
    let mark = marks.iter().find(|mark| text.contains(**mark)).map(|mark| format!("`{mark}`"));
    mark.or_else(|| {
        let letters: Vec<char> = text.chars().collect();
        let snake = letters.windows(3).any(|three| {
            three[1] == '_' && three[0].is_ascii_lowercase() && three[2].is_ascii_lowercase()
        });
        snake.then(|| "`_` within a word".into())
    })
}

/// A sum that does not add up, and more of something than there is of it: "2 + 2 = 5", "3 of 2".
fn reckoning(text: &str) -> Option<String> {
    let bare =
        |part: &'_ str| part.trim_matches([',', '.', ';', ':', '(', ')', '?', '!']).to_string();
    let parts: Vec<String> = text.split_whitespace().map(bare).collect();
    let number = |at: Option<usize>| parts.get(at?)?.parse::<i64>().ok();
    let word = |at: Option<usize>| at.and_then(|at| parts.get(at)).map_or("", String::as_str);
    (0..parts.len()).find_map(|at| match parts[at].as_str() {
        "=" => {
            let result = number(Some(at + 1))?;
            let mut place = at.checked_sub(1);
            let (mut sum, mut terms) = (0, 0);
            loop {
                let (term, sign) = (number(place)?, place.and_then(|place| place.checked_sub(1)));
                terms += 1;
                match word(sign) {
                    "+" => sum += term,
                    "-" | "−" => sum -= term,
                    "x" | "×" | "*" | "/" | "times" => return None,
                    _ => {
                        sum += term;
                        break;
                    }
                }
                place = sign.and_then(|sign| sign.checked_sub(1));
            }
            (terms > 1 && sum != result).then(|| format!("`= {result}`, which is {sum},"))
        }
        "of" => {
            let (some, all) = (number(at.checked_sub(1))?, number(Some(at + 1))?);
            (some > all).then(|| format!("`{some} of {all}`"))
        }
        _ => None,
    })
}

/// A word, whether a sentence begins with it, and what stands right behind it.
struct TextWord<'a> {
    text: &'a str,
    begins: bool,
    /// Nothing but a blank stands between it and the next word.
    goes_on: bool,
}

fn split(text: &str) -> Vec<TextWord<'_>> {
    let mut words: Vec<TextWord<'_>> = Vec::new();
    for line in text.lines() {
        let mut begins = true;
        for part in line.split_whitespace() {
            let ends = part.ends_with(['.', '!', '?', ':', ';', '…', '·', '–']);
            // -1 points are no 1 point.
            let digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
            let part = match part.strip_prefix('-').is_some_and(digit) {
                true if part.ends_with(|c: char| c.is_ascii_digit()) => "‹›",
                true => "‹›.",
                false => part,
            };
            let bare = part
                .trim_matches(|c: char| !c.is_alphanumeric() && c != '\'' && c != '‹' && c != '›');
            let opened = part.starts_with(['(', '“', '"', '\'', '[', '-', '–', '·', '→']);
            let clean_end = part.ends_with(bare);
            if bare.is_empty() {
                begins = true;
                if let Some(last) = words.last_mut() {
                    last.goes_on = false;
                }
                continue;
            }
            words.push(TextWord { text: bare, begins: begins || opened, goes_on: clean_end });
            begins = ends;
        }
    }
    words
}

fn words(text: &str) -> Option<String> {
    let words = split(text);
    for (number, pair) in words.windows(2).enumerate() {
        let [first, second] = pair else { continue };
        if !first.goes_on || second.begins {
            continue;
        }
        let found = repeated(first.text, second.text)
            .or_else(|| article(first, second.text))
            .or_else(|| miscounted(number, &words))
            .or_else(|| capital(second, &words));
        if found.is_some() {
            return found;
        }
    }
    None
}

fn repeated(first: &str, second: &str) -> Option<String> {
    let word = first.chars().all(char::is_alphabetic) && first.len() > 1;
    let same = first.eq_ignore_ascii_case(second) && !["had", "that"].contains(&first);
    (word && same).then(|| format!("`{first} {second}`"))
}

fn article(word: &TextWord<'_>, second: &str) -> Option<String> {
    let first = word.text;
    let next = second.to_lowercase();
    let articles = ["a", "an", "the"];
    let wrong = match first {
        "no" | "No" | "the" | "a" | "an" if articles.contains(&second) => true,
        // In the middle of a sentence it is a letter: Level A.
        "A" if !word.begins => false,
        "a" | "A" => begins_with_vowel(&next) == Some(true),
        "an" | "An" => begins_with_vowel(&next) == Some(false),
        _ => false,
    };
    wrong.then(|| format!("`{first} {second}`"))
}

/// Whether a word is spoken with a vowel first; nothing where it may be a letter, a name or a sign.
fn begins_with_vowel(word: &str) -> Option<bool> {
    let first = word.chars().next()?;
    if word.chars().count() < 2 || !first.is_ascii_alphanumeric() {
        return None;
    }
    if first.is_ascii_digit() {
        return Some(first == '8' || word == "11" || word == "18");
    }
    let silent = ["hour", "hono", "hones", "heir"].iter().any(|start| word.starts_with(start));
    let like_you = ["one", "once", "uni", "use", "usu", "eu", "ut"]
        .iter()
        .any(|start| word.starts_with(start));
    Some(silent || ("aeiou".contains(first) && !like_you))
}

/// A number and what it counts. `3 action points` are points.
fn miscounted(at: usize, words: &[TextWord<'_>]) -> Option<String> {
    let word = |at: usize| words.get(at).map(|word| word.text);
    let (first, second) = (word(at)?, word(at + 1)?);
    let number: i64 = first.parse().ok()?;
    // In round 1 creatures are placed: the number belongs to the word before it.
    let before = at.checked_sub(1).filter(|before| words[*before].goes_on).and_then(word);
    if before.is_some_and(|before| COUNTED.iter().any(|(one, _)| before.eq_ignore_ascii_case(one)))
    {
        return None;
    }
    let third = words.get(at + 2).filter(|_| words[at + 1].goes_on).map(|word| word.text);
    let alone = third.is_none_or(|third| {
        ["a", "and", "at", "for", "from", "in", "is", "left", "more", "of", "on", "or", "to"]
            .contains(&third)
    });
    let wrong = COUNTED.iter().any(|(one, several)| match number {
        1 => second == *several && one != several,
        _ => second == *one && one != several && alone,
    });
    wrong.then(|| format!("`{first} {second}`"))
}

/// An article with a capital in the middle of a sentence, unless a name begins with it.
fn capital(word: &TextWord<'_>, words: &[TextWord<'_>]) -> Option<String> {
    let article = ["The", "An"].contains(&word.text) && word.goes_on;
    let place = words.iter().position(|known| std::ptr::eq(known, word))?;
    let next = words.get(place + 1)?;
    let small = next.text.starts_with(|c: char| c.is_lowercase()) && !next.begins;
    (article && small).then(|| format!("`{} {}` in the middle of a sentence", word.text, next.text))
}

#[cfg(test)]
mod tests {
    use super::slip;

    #[test]
    fn slips_are_found() {
        for text in [
            "It costs 1 points.",
            "There are 2 point left.",
            "There is no a verb.",
            "She meets a elk.",
            "It takes an day.",
            "The the herd moves.",
            "Wolves eat The deer.",
            "Two  blanks.",
            "A blank , too many.",
            "A bracket (that is open.",
            "It is Some(3).",
            "The early_run is on.",
            "It ends..",
            "Strength 4 + 3 - 1 = 7.",
            "Day 16 of 15.",
        ] {
            assert!(slip(text).is_some(), "{text}");
        }
    }

    #[test]
    fn good_texts_have_none() {
        for text in [
            "It costs 1 point, 2 points or 0 points.",
            "An hour, a unit, an 8 and a one-way road.",
            "Day 1: The deer walk. The herd rests; 1 hex away, A herd would not.",
            "Say `a elk` or `two  blanks`.",
            "What does this hero do? 3 action points are left to a Strength 3 hero with 2 lives.",
            "Level A is best, and a B is worse; Level A and no other.",
            "A die shows 1. Points are lost.",
            "Wolves (the pack): The Silo is full...",
            "1 species, and in round 1 creatures are placed; with -1 points",
            "The sheet – The deer",
            "Points left -1. The herd rests.",
            "Strength 4 + 3 - 1 = 6; 2 x 3 + 1 = 7, and Luck + 1 = 4; day 15 of 15",
        ] {
            assert_eq!(slip(text), None);
        }
    }
}
