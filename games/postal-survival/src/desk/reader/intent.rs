//! Whether a line is meant as an order: only what can be nothing else is. What could be either is asked
//! about, and everything else is talk. PS-ORD-03

use super::words::{self, Word, split, tidy, understand};
use super::{ReaderDesk, creature, statement};
use crate::edition::Diet;
use crate::land::Place;
use crate::position::Id;

/// What a line is meant as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// An order, or orders one after the other, as they are to be read.
    Orders(Vec<String>),
    /// Perhaps an order: why it is not sure, and how to say it for certain.
    Perhaps(String),
    /// Nothing that the game knows.
    Talk,
}

/// Words that people add out of kindness, or to say when.
const POLITE: &[&str] = &[
    "please",
    "thanks",
    "thank",
    "you",
    "cheers",
    "ok",
    "okay",
    "just",
    "this",
    "time",
    "turn",
    "round",
    "season",
    "now",
    "again",
    "for",
    "i",
    "we",
    "will",
    "simply",
    "only",
    "too",
    "then",
    "everybody",
    "everyone",
    "all",
    "and",
    "my",
    "the",
    "of",
    "me",
    "so",
    "orders",
    "order",
];

/// Words between a creature and what somebody thinks that it should do.
const MODAL: &[&str] = &[
    "should", "shall", "will", "would", "could", "can", "may", "might", "must", "to", "go", "goes",
    "in", "into", "at", "and", "be", "the", "is", "better", "then", "please", "just", "move",
    "moves",
];

/// Words by which small talk goes on after `name`.
const NOT_NAMES: &[&str] = &[
    "your", "you", "yours", "my", "one", "a", "an", "any", "me", "him", "her", "them", "us", "it",
    "names", "and", "is", "that", "of", "those", "what", "who",
];

/// Words of a question or a condition.
const DOUBT: &[&str] =
    &["if", "maybe", "perhaps", "should", "could", "would", "unless", "when", "what", "why", "how"];

/// What a line is meant as.
pub fn intent(desk: ReaderDesk<'_>, raw: &str) -> Intent {
    let raw = raw.trim();
    let whole = judged(desk, raw);
    // Lists are numbered, and so are creatures.
    if let Some((number, rest)) = numbered(raw) {
        let own = is_own(desk, number);
        match (&whole, judged(desk, rest)) {
            (Intent::Orders(_), Intent::Orders(_)) if own => {
                return perhaps("the number in front may be a creature or count your lines");
            }
            (Intent::Orders(_), Intent::Orders(orders)) => return Intent::Orders(orders),
            (Intent::Orders(_), _) => {}
            (_, Intent::Orders(orders)) => return Intent::Orders(orders),
            (_, other) if !own => return other,
            _ => {}
        }
    }
    match whole {
        Intent::Orders(_) if asks(raw) => perhaps("it ends in a question mark"),
        whole => whole,
    }
}

fn perhaps(why: impl Into<String>) -> Intent {
    Intent::Perhaps(why.into())
}

fn asks(raw: &str) -> bool {
    let said = words::cut_comment(raw).trim_end();
    let text = matches!(
        split(&tidy(raw)).first().and_then(|first| understand(first)).map(|known| known.word),
        Some(Word::Press | Word::Note | Word::Name)
    );
    said.ends_with('?') && !text
}

/// `1.` or `1)` in front of a line.
fn numbered(raw: &str) -> Option<(Id, &str)> {
    let digits = raw.bytes().take_while(u8::is_ascii_digit).count();
    let rest = raw[digits..].strip_prefix(['.', ')'])?;
    let number = raw[..digits].parse().ok()?;
    rest.starts_with(' ').then(|| (number, rest.trim()))
}

fn is_own(desk: ReaderDesk<'_>, id: Id) -> bool {
    desk.island.alive(id).is_some_and(|creature| creature.species == desk.species)
}

/// Whether a keyword is written so that it can hardly be part of a sentence: in capitals, or with a colon.
fn emphatic(raw: &str) -> bool {
    let raw = raw.trim_start_matches(['-', '*', '•', ' ']);
    let word: String = raw.chars().take_while(|c| c.is_alphanumeric()).collect();
    let capitals = word.chars().count() > 1 && word.chars().all(char::is_uppercase);
    let rest = raw[word.len()..].trim_start();
    capitals || rest.starts_with([':', '='])
}

fn polite(words: &[String]) -> bool {
    words.iter().all(|word| POLITE.contains(&word.as_str()))
}

/// A line with its first word understood: what its judges look at.
struct Spoken<'a> {
    raw: &'a str,
    words: Vec<String>,
    /// The first word is a keyword without a slip of the pen.
    exact: bool,
    /// The keyword is written so that it can hardly be part of a sentence.
    marked: bool,
}

impl Spoken<'_> {
    fn first(&self) -> &str {
        &self.words[0]
    }

    fn rest(&self) -> &[String] {
        &self.words[1..]
    }

    fn order(&self) -> Intent {
        Intent::Orders(vec![self.raw.to_string()])
    }

    fn or_talk(&self, yes: bool) -> Intent {
        if yes { self.order() } else { Intent::Talk }
    }

    /// What is said in capitals or with a colon, and is not quite an order, is asked about.
    fn or_ask(&self, yes: bool, why: &str) -> Intent {
        match (yes, self.marked) {
            (true, _) => self.order(),
            (false, true) => perhaps(why),
            (false, false) => Intent::Talk,
        }
    }
}

fn judged(desk: ReaderDesk<'_>, raw: &str) -> Intent {
    let words = split(&tidy(raw));
    let Some(first) = words.first() else { return Intent::Talk };
    let known = understand(first);
    let exact = known.is_some_and(|known| known.corrected.is_none());
    let said = Spoken { raw, words, exact, marked: emphatic(raw) };
    let rest = said.rest();
    match known.map(|known| known.word) {
        Some(Word::Press) => press(&said),
        Some(Word::Standing) if exact => standing(desk, &said),
        Some(Word::Enemy) => enemy(desk, &said),
        Some(Word::Gene) => gene(&said),
        Some(Word::Name) if exact => name(&said),
        Some(Word::Type) if exact => {
            let diet = |word: &String| Diet::ALL.iter().any(|diet| diet.name() == word);
            said.or_talk(rest.len() == 1 && (diet(&rest[0]) || said.marked))
        }
        Some(Word::Start) if exact => start(&said),
        Some(Word::Draw) if exact => draw(desk, &said),
        Some(Word::Not) => {
            let draw = rest.first().is_some_and(|word| word == "draw");
            said.or_talk(draw && polite(&rest[1..]))
        }
        Some(Word::Pass) if exact => {
            said.or_ask(polite(rest), "if nothing is to move, say PASS on a line of its own")
        }
        Some(Word::Done) if exact => said.or_talk(polite(rest)),
        Some(Word::Withdraw) if exact => {
            let all = |word: &String| word == "everything" || POLITE.contains(&word.as_str());
            let why = "to take your orders back, say WITHDRAW and nothing else";
            said.or_ask(rest.iter().all(all), why)
        }
        Some(Word::Amend | Word::Replace) if exact => amendment(desk, &said),
        Some(Word::Round) if exact => round(&said),
        Some(Word::Code) if exact => said.or_talk(rest.len() == 1),
        Some(Word::Note) if exact => said.or_talk(!rest.is_empty()),
        Some(Word::Game) => Intent::Talk,
        Some(Word::For) if exact => {
            said.or_talk(statement::named_species(desk, statement::after_word(raw)).is_ok())
        }
        Some(Word::End) if rest.is_empty() => said.order(),
        Some(Word::Newborn | Word::Birth | Word::Young) => young(desk, raw, rest, said.marked),
        Some(Word::Noise) => noise(desk, &said),
        _ => creatures(desk, raw, &said.words),
    }
}

fn press(said: &Spoken<'_>) -> Intent {
    let (raw, rest) = (said.raw, said.rest());
    let alone = rest.is_empty() || rest.len() == 1 && rest[0].starts_with("anon");
    let colon = raw.split_whitespace().take(2).any(|word| word.ends_with(':'))
        || raw.to_lowercase().starts_with("press:");
    match said.exact && (said.marked || alone || colon) {
        true => said.order(),
        false if said.exact || said.marked => perhaps("if it is press, say PRESS: and the text"),
        false => Intent::Talk,
    }
}

fn standing(desk: ReaderDesk<'_>, said: &Spoken<'_>) -> Intent {
    match said.rest().first().map(String::as_str) {
        None | Some("none" | "off" | "clear") => said.order(),
        Some("orders" | "order") if said.rest().len() == 1 => said.order(),
        Some(_) => {
            let text = statement::after_word(said.raw);
            let mut parts = text.split(';').filter(|part| !part.trim().is_empty());
            said.or_ask(
                parts.any(|part| matches!(judged(desk, part.trim()), Intent::Orders(_))),
                "say STANDING on a line of its own, the orders below it, and END",
            )
        }
    }
}

fn enemy(desk: ReaderDesk<'_>, said: &Spoken<'_>) -> Intent {
    let (rest, exact) = (said.rest(), said.exact);
    let none = rest.first().is_some_and(|word| word == "none" || word == "nobody");
    let found = statement::named_species(desk, statement::enemy_text(said.raw)).is_ok();
    match none && rest.len() == 1 || found || said.marked && exact && !rest.is_empty() {
        true => said.order(),
        false if rest.len() == 1 && exact && matches!(said.first(), "enemy" | "foe") => {
            perhaps("I know no species of that name: say ENEMY and its name or number")
        }
        false => Intent::Talk,
    }
}

fn gene(said: &Spoken<'_>) -> Intent {
    let list = statement::gene_names(said.raw);
    let found = list.iter().filter(|name| statement::is_gene_word(name)).count();
    match (found, said.exact) {
        (0, true) if said.marked && !list.is_empty() => said.order(),
        (0, true) if list.len() == 1 && said.rest().len() <= 2 => {
            perhaps("I know no gene of that name: say GENE and the name of one")
        }
        (0, _) => Intent::Talk,
        (found, _) => match found == list.len() || said.marked {
            true => said.order(),
            false => perhaps("not every name in it is a gene"),
        },
    }
}

fn name(said: &Spoken<'_>) -> Intent {
    let (raw, rest) = (said.raw, said.rest());
    let text = statement::after_word(raw.trim_start_matches(['-', '*', '•', ' ']));
    let colon = raw.split_whitespace().next().is_some_and(|word| word.ends_with([':', '=']));
    let begins = rest.first().map(String::as_str).unwrap_or_default();
    let mut written = text.split_whitespace();
    let capital = |word: &str| word.starts_with(|c: char| !c.is_lowercase());
    match () {
        () if text.is_empty() => said.or_ask(false, "say NAME: and the name"),
        () if colon => said.order(),
        () if NOT_NAMES.contains(&begins) => said.or_ask(false, "say NAME: and the name"),
        () if said.marked || rest.len() <= 5 && written.all(capital) => said.order(),
        () => perhaps(format!("if it is the new name of your species, say NAME: {text}")),
    }
}

fn start(said: &Spoken<'_>) -> Intent {
    let rest = said.rest();
    let is_place = |word: &String| word.parse::<Place>().is_ok();
    let spare = |word: &String| is_noise(word) || POLITE.contains(&word.as_str());
    let clear = rest.iter().all(|word| is_place(word) || spare(word));
    let left_open = statement::is_left_open(rest);
    said.or_ask(left_open || rest.iter().any(is_place) && clear, "say START and a hex")
}

fn draw(desk: ReaderDesk<'_>, said: &Spoken<'_>) -> Intent {
    const WHY: &str = "say DRAW ALL, DRAW and the species, or NO DRAW";
    match said.rest().first().map(String::as_str) {
        Some("all" | "everybody" | "everyone" | "no" | "none" | "never") => {
            said.or_ask(polite(&said.rest()[1..]), WHY)
        }
        _ => {
            let named = statement::vote_names(said.raw);
            let found = named.iter().all(|name| statement::named_species(desk, name).is_ok());
            said.or_ask(!named.is_empty() && (found || said.marked), WHY)
        }
    }
}

fn amendment(desk: ReaderDesk<'_>, said: &Spoken<'_>) -> Intent {
    if polite(said.rest()) {
        return said.order();
    }
    match judged(desk, statement::after_word(said.raw)) {
        Intent::Orders(orders) => {
            Intent::Orders([vec![said.first().to_uppercase()], orders].concat())
        }
        _ => said.or_ask(false, "say AMEND on a line of its own, and what changes below it"),
    }
}

fn round(said: &Spoken<'_>) -> Intent {
    const SEASONS: [&str; 6] = ["spring", "summer", "autumn", "winter", "fall", "year"];
    let rest = said.rest();
    let number = |word: &String| word.parse::<u16>().is_ok();
    let spare = |word: &String| SEASONS.contains(&word.as_str()) || POLITE.contains(&word.as_str());
    let clear = rest.iter().all(|word| number(word) || spare(word));
    said.or_talk(rest.iter().any(number) && rest.len() <= 4 && clear)
}

fn noise(desk: ReaderDesk<'_>, said: &Spoken<'_>) -> Intent {
    let inner = said.raw.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
    match judged(desk, &inner) {
        Intent::Orders(orders) if orders.iter().all(|order| begins_with_creature(order)) => {
            Intent::Orders(orders)
        }
        _ => scanned(desk, &said.words),
    }
}

fn begins_with_creature(order: &str) -> bool {
    let words = split(&tidy(order));
    let verb = words.first().and_then(|word| understand(word)).is_some_and(|known| {
        matches!(
            known.word,
            Word::Move | Word::Stay | Word::Wander | Word::Forage | Word::Mode(_) | Word::Noise
        )
    });
    creature::leading_ids(&words) > 0 || verb
}

fn is_noise(word: &str) -> bool {
    understand(word).is_some_and(|known| {
        known.corrected.is_none() && matches!(known.word, Word::Noise | Word::Move | Word::ModeWord)
    })
}

/// How much of some words the game knows.
#[derive(Default)]
struct Known {
    /// Moves, modes, switches, hexes.
    items: usize,
    /// Words that mean nothing to it.
    unknown: Vec<String>,
}

/// The items among the words behind a creature.
fn known(words: &[String]) -> Known {
    let mut known = Known::default();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if let Some((_, used)) = creature::hex(words, at) {
            known.items += 1;
            at += used;
            continue;
        }
        at += 1;
        let last = at == words.len();
        match understand(word).map(|known| known.word) {
            _ if last && matches!(word.as_str(), "a" | "d") => known.items += 1,
            Some(Word::Noise | Word::Move | Word::ModeWord) => {}
            Some(Word::Track | Word::Attack) => {
                known.items += 1;
                let target = words.get(at).map(|word| word.trim_start_matches('#'));
                at += usize::from(target.is_some_and(|word| creature::number(word).is_some()));
            }
            Some(Word::Use | Word::Not) => {
                let gene = (1..=3).rev().find(|count| {
                    words
                        .get(at..at + count)
                        .is_some_and(|name| words::gene(&name.join(" ")).is_ok())
                });
                known.items += 1;
                // What is no gene is told so.
                at += gene.unwrap_or(1);
            }
            Some(
                Word::Mode(_)
                | Word::Stay
                | Word::Here
                | Word::Wander
                | Word::Forage
                | Word::KillPoison
                | Word::SparePoison
                | Word::Hide
                | Word::Show
                | Word::Twice
                | Word::Once
                | Word::Side(_)
                | Word::NoSide,
            ) => known.items += 1,
            Some(Word::Birth | Word::Young) if at == 1 => known.items += 1,
            _ => known.unknown.push(word.clone()),
        }
    }
    known
}

/// Lines about young.
fn young(desk: ReaderDesk<'_>, raw: &str, rest: &[String], marked: bool) -> Intent {
    let ids = creature::leading_ids(rest);
    let known = known(&rest[ids..]);
    match (known.items, known.unknown.is_empty()) {
        (items, true) if items > 0 => Intent::Orders(vec![raw.to_string()]),
        (items, _) if marked && (items > 0 || ids > 0) => lost(&known),
        _ => scanned(desk, rest),
    }
}

/// Something in the line means nothing; with what was perhaps meant.
fn lost(known: &Known) -> Intent {
    let word = known.unknown.first().map(String::as_str).unwrap_or_default();
    match words::nearest(word) {
        Some(near) => perhaps(format!(
            "I do not understand \"{word}\". Did you mean \"{}\"?",
            near.to_uppercase()
        )),
        None => perhaps(format!("I do not understand \"{word}\"")),
    }
}

/// Lines that begin with a creature, or with a move or a mode and a creature.
fn creatures(desk: ReaderDesk<'_>, raw: &str, words: &[String]) -> Intent {
    let verb = understand(&words[0]).filter(|known| {
        matches!(
            known.word,
            Word::Stay | Word::Wander | Word::Forage | Word::Move | Word::ModeWord | Word::Mode(_)
        )
    });
    let body = if verb.is_some() { &words[1..] } else { words };
    let ids = creature::leading_ids(body);
    if ids == 0 {
        return match verb {
            Some(known) if body.is_empty() && known.corrected.is_none() => {
                perhaps("it names no creature: say ALL or a number first")
            }
            _ => scanned(desk, words),
        };
    }
    let (who, rest) = body.split_at(ids);
    let own = who.iter().any(|word| names_own(desk, word));
    let all = who.iter().any(|word| matches!(word.as_str(), "all" | "everybody" | "everyone"));
    // The whole line, or several orders one after the other.
    let known = known(rest);
    let ordered = matches!(verb, Some(known) if !matches!(known.word, Word::Move | Word::ModeWord));
    if known.unknown.is_empty() && (known.items > 0 || ordered) {
        return Intent::Orders(vec![raw.to_string()]);
    }
    if let Some(orders) = several(desk, raw) {
        return Intent::Orders(orders);
    }
    if let Some(plain) = without_asides(raw)
        && let Intent::Orders(orders) = judged(desk, &plain)
    {
        return Intent::Orders(orders);
    }
    let tagged = who.iter().any(|word| word.ends_with(['h', 'o', 'c']));
    let first_known =
        rest.first().is_some_and(|first| self::known(std::slice::from_ref(first)).items > 0);
    match (own, all) {
        (true, _) if known.items > 0 || ordered => lost(&known),
        (true, _) if rest.is_empty() && tagged => perhaps("it says nothing about the creature"),
        (true, _) if (1..=2).contains(&known.unknown.len()) => lost(&known),
        (_, true) if first_known && known.unknown.len() <= 2 => lost(&known),
        _ => scanned(desk, rest),
    }
}

fn names_own(desk: ReaderDesk<'_>, word: &str) -> bool {
    let bare = word.trim_start_matches('#');
    let one = creature::number(bare).is_some_and(|(id, _)| is_own(desk, id));
    one || bare.split_once('-').is_some_and(|(from, to)| {
        let (Ok(from), Ok(to)) = (from.parse::<Id>(), to.parse::<Id>()) else { return false };
        desk.island.of(desk.species).any(|creature| (from..=to).contains(&creature.id))
    })
}

/// A line that holds several orders: `17 stay, 51 forage`. Each must be one by itself.
fn several(desk: ReaderDesk<'_>, raw: &str) -> Option<Vec<String>> {
    let said = words::cut_comment(raw);
    let mut parts: Vec<String> = Vec::new();
    for piece in said.split_inclusive([',', '.', '&']) {
        let begins = piece.trim_start().split([' ', ':', ',']).next().unwrap_or_default();
        let begins = begins.to_lowercase();
        let fresh = names_own(desk, &begins)
            && parts.last().is_some_and(|last| {
                let words = split(&tidy(last));
                known(&words[creature::leading_ids(&words)..]).items > 0
            });
        match parts.last_mut() {
            Some(last) if !fresh => last.push_str(piece),
            _ => parts.push(piece.to_string()),
        }
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|part| part.trim().trim_end_matches([',', '.', '&']).to_string())
        .collect();
    let order = |part: &String| {
        let words = split(&tidy(part));
        let ids = creature::leading_ids(&words);
        let known = known(&words[ids..]);
        ids > 0 && known.items > 0 && known.unknown.is_empty()
    };
    (parts.len() > 1 && parts.iter().all(order)).then_some(parts)
}

/// The line without what stands in brackets.
fn without_asides(raw: &str) -> Option<String> {
    let (before, rest) = raw.split_once('(')?;
    let (_, after) = rest.split_once(')')?;
    Some(format!("{before} {after}").trim().to_string())
}

/// A sentence: if it says of an own creature what it should do, it is asked about.
fn scanned(desk: ReaderDesk<'_>, words: &[String]) -> Intent {
    for (at, word) in words.iter().enumerate() {
        let bare = word.trim_start_matches('#');
        if !creature::number(bare).is_some_and(|(id, _)| is_own(desk, id)) {
            continue;
        }
        let behind = words[at + 1..].iter().position(|word| !MODAL.contains(&word.as_str()));
        let Some(behind) = behind.map(|behind| at + 1 + behind) else { continue };
        let known = known(&words[behind..words.len().min(behind + 2)]);
        let item = creature::hex(words, behind).is_some()
            || self::known(std::slice::from_ref(&words[behind])).items > 0;
        if item && known.items > 0 {
            return match words.iter().any(|word| DOUBT.contains(&word.as_str())) {
                true => perhaps("it sounds like a thought; orders know no if"),
                false => perhaps("begin with the creature if it is an order"),
            };
        }
    }
    Intent::Talk
}
