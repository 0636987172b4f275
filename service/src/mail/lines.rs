//! What the lines of an answer ask for: only what can be nothing else is done.

use stage::text::Asked;

/// How many words a greeting has at most.
const GREETING: usize = 5;

/// Words with which letters begin, in small letters.
const GREETINGS: &[&str] = &[
    "hi",
    "hello",
    "hey",
    "dear",
    "good morning",
    "good evening",
    "hallo",
    "liebe",
    "lieber",
    "guten tag",
    "moin",
    "bonjour",
    "salut",
    "cher",
    "chère",
    "hola",
    "buenas",
    "querido",
    "querida",
    "ciao",
    "caro",
    "cara",
    "buongiorno",
    "beste",
    "dag",
    "thanks",
    "thank you",
    "danke",
    "merci",
    "gracias",
    "grazie",
    "dank je",
    "bedankt",
];

/// Words with which letters end, in small letters: a name follows.
const FAREWELLS: &[&str] = &[
    "best",
    "best wishes",
    "best regards",
    "kind regards",
    "regards",
    "cheers",
    "yours",
    "bye",
    "see you",
    "greetings",
    "love",
    "lg",
    "vg",
    "mfg",
    "grüße",
    "gruß",
    "viele grüße",
    "liebe grüße",
    "tschüss",
    "cordialement",
    "amitiés",
    "bises",
    "à bientôt",
    "saludos",
    "un saludo",
    "abrazos",
    "saluti",
    "un saluto",
    "a presto",
    "groet",
    "groeten",
    "groetjes",
    "met vriendelijke groet",
];

/// Lines that take an invitation, in small letters.
const YES: &[&str] = &[
    "yes",
    "yes please",
    "yes gladly",
    "accept",
    "i accept",
    "join",
    "i join",
    "i'm in",
    "count me in",
    "ok",
    "okay",
    "gladly",
    "with pleasure",
    "ja",
    "ja gern",
    "ja gerne",
    "gern",
    "gerne",
    "oui",
    "volontiers",
    "sí",
    "si",
    "sì",
    "vale",
    "ja graag",
    "graag",
    "sim",
];

/// Lines that decline one, in small letters.
const NO: &[&str] = &[
    "no",
    "no thanks",
    "no thank you",
    "sorry no",
    "decline",
    "i decline",
    "nein",
    "nein danke",
    "leider nein",
    "leider nicht",
    "non",
    "non merci",
    "no gracias",
    "no grazie",
    "nee",
    "nee bedankt",
    "não",
];

/// Whether lines take an invitation or decline it: by the first of them that is no greeting, unless one behind it says the
/// other. Nothing if they could be either.
pub fn consent(lines: &[String]) -> Option<bool> {
    let bare = |line: &String| {
        let letters = line.to_lowercase().replace(['’', '`'], "'");
        let words = letters.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let said: Vec<String> = lines
        .iter()
        .map(|line| (line, wish(line, |_| false)))
        .take_while(|(_, wish)| *wish != Wish::Farewell)
        .filter(|(_, wish)| *wish != Wish::Nothing)
        .map(|(line, _)| bare(line))
        .collect();
    let means = |line: &String| match (YES.contains(&line.as_str()), NO.contains(&line.as_str())) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let first = means(said.first()?)?;
    said.iter().filter_map(means).all(|other| other == first).then_some(first)
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish<'a> {
    /// Nothing: it is a greeting.
    Nothing,
    /// Nothing, and neither do those that follow: the letter ends.
    Farewell,
    /// To take back the last decision.
    Undo,
    /// To be shown something.
    Show(Shown<'a>),
    /// To decide something beforehand; to see the plan if nothing is said.
    Plan(&'a str),
    /// To say something at the table.
    Talk(&'a str),
    /// To decide: the line is the game's to read.
    Decide(&'a str),
}

/// Something to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown<'a> {
    /// The board, the sheets and the like.
    Asked(Asked<'a>),
    /// A rule by its id, or a chapter.
    Rule(&'a str),
    /// The story so far.
    Story,
}

/// What a line asks for. What the game offers just so is always a decision.
pub fn wish<'a>(line: &'a str, offers: impl Fn(&str) -> bool) -> Wish<'a> {
    let line = line.trim();
    if offers(line) {
        return Wish::Decide(line);
    }
    let lower = line.to_lowercase();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.trim_end_matches(':').to_lowercase().as_str() {
        "undo" if rest.is_empty() => return Wish::Undo,
        "rule" | "rules" => return Wish::Show(Shown::Rule(rest)),
        "story" | "log" if rest.is_empty() => return Wish::Show(Shown::Story),
        "plan" | "premove" => return Wish::Plan(rest),
        "talk" | "say" => return Wish::Talk(rest),
        _ => {}
    }
    if let Some(asked) = Asked::read(line) {
        return Wish::Show(Shown::Asked(asked));
    }
    let bare = lower.trim_matches(|letter: char| !letter.is_alphanumeric());
    if FAREWELLS.contains(&bare) {
        return Wish::Farewell;
    }
    let greets = |start: &&str| {
        let rest = bare.strip_prefix(*start);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let few = line.split_whitespace().count() <= GREETING;
    if few && GREETINGS.iter().any(greets) && !lower.contains(char::is_numeric) {
        return Wish::Nothing;
    }
    Wish::Decide(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_is_taken_or_declined_by_what_can_mean_nothing_else() {
        let consent =
            |text: &str| super::consent(&text.lines().map(str::to_string).collect::<Vec<_>>());
        for yes in [
            "yes",
            "Hi Ann,\nYes, please!\nCheers\nBob",
            "Ja, gern.",
            "I’m in",
            "OK\nsee you there",
        ] {
            assert_eq!(consent(yes), Some(true), "{yes}");
        }
        for no in ["no", "Hello Ann\nNo, thanks.\nI am away", "Nein, danke!"] {
            assert_eq!(consent(no), Some(false), "{no}");
        }
        for open in
            ["", "who else plays?", "Who else plays?\nyes", "yes\nno", "yesterday", "Cheers\nyes"]
        {
            assert_eq!(consent(open), None, "{open}");
        }
    }

    #[test]
    fn only_what_can_be_nothing_else_is_no_decision() {
        let wish = |line: &'static str| super::wish(line, |line| line == "undo the knot");
        assert_eq!(wish("Hi all,"), Wish::Nothing);
        assert_eq!(wish("Liebe Ann!"), Wish::Nothing);
        assert_eq!(wish("Viele Grüße"), Wish::Farewell);
        assert_eq!(wish("UNDO"), Wish::Undo);
        assert_eq!(wish("undo the knot"), Wish::Decide("undo the knot"));
        assert_eq!(wish("rules SV-COV"), Wish::Show(Shown::Rule("SV-COV")));
        assert_eq!(wish("board"), Wish::Show(Shown::Asked(Asked::Board)));
        assert_eq!(wish("sheet Ann"), Wish::Show(Shown::Asked(Asked::Sheet("Ann"))));
        assert_eq!(wish("plan drop 4"), Wish::Plan("drop 4"));
        assert_eq!(wish("talk Good luck to you"), Wish::Talk("Good luck to you"));
        for line in
            ["3", "drop 4", "hide", "hit 4", "best 3", "dear 4", "love me tender", "thanksgiving"]
        {
            assert_eq!(wish(line), Wish::Decide(line), "{line}");
        }
    }
}
