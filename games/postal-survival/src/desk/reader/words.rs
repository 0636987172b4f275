//! The words of orders: spellings, abbreviations, and what a misspelt word was meant to be.

use crate::edition::{Gene, Mode};
use terrain::Side;

/// A word with a meaning in orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Word {
    Mode(Mode),
    Stay,
    Wander,
    Forage,
    Track,
    Attack,
    KillPoison,
    SparePoison,
    Use,
    Not,
    Hide,
    Show,
    Once,
    Twice,
    Side(Side),
    NoSide,
    All,
    Newborn,
    Birth,
    Young,
    Gene,
    Enemy,
    Name,
    Type,
    Start,
    Press,
    Anon,
    Standing,
    Draw,
    Note,
    Pass,
    Done,
    Withdraw,
    Amend,
    Replace,
    For,
    Game,
    Code,
    Round,
    Year,
    None,
    Here,
    End,
    Move,
    ModeWord,
    Noise,
}

/// Words in full with their meaning; those of five letters and more may be misspelt.
const WORDS: &[(&str, Word)] = &[
    ("defensive", Word::Mode(Mode::Defensive)),
    ("defence", Word::Mode(Mode::Defensive)),
    ("defense", Word::Mode(Mode::Defensive)),
    ("defend", Word::Mode(Mode::Defensive)),
    ("semidefensive", Word::Mode(Mode::SemiDefensive)),
    ("semidef", Word::Mode(Mode::SemiDefensive)),
    ("semi", Word::Mode(Mode::SemiDefensive)),
    ("sd", Word::Mode(Mode::SemiDefensive)),
    ("aggressive", Word::Mode(Mode::Aggressive)),
    ("agressive", Word::Mode(Mode::Aggressive)),
    ("aggro", Word::Mode(Mode::Aggressive)),
    ("killpoison", Word::KillPoison),
    ("sparepoison", Word::SparePoison),
    ("attack", Word::Attack),
    ("stay", Word::Stay),
    ("stays", Word::Stay),
    ("sta", Word::Stay),
    ("hold", Word::Stay),
    ("stop", Word::Stay),
    ("sit", Word::Stay),
    ("wait", Word::Stay),
    ("remain", Word::Stay),
    ("remains", Word::Stay),
    ("stand", Word::Stay),
    ("wander", Word::Wander),
    ("wanders", Word::Wander),
    ("random", Word::Wander),
    ("roam", Word::Wander),
    ("forage", Word::Forage),
    ("forages", Word::Forage),
    ("feed", Word::Forage),
    ("graze", Word::Forage),
    ("hunt", Word::Forage),
    ("scavenge", Word::Forage),
    ("track", Word::Track),
    ("tracks", Word::Track),
    ("tr", Word::Track),
    ("follow", Word::Track),
    ("follows", Word::Track),
    ("stalk", Word::Track),
    ("use", Word::Use),
    ("using", Word::Use),
    ("not", Word::Not),
    ("no", Word::Not),
    ("dont", Word::Not),
    ("without", Word::Not),
    ("off", Word::Not),
    ("hide", Word::Hide),
    ("hides", Word::Hide),
    ("show", Word::Show),
    ("once", Word::Once),
    ("twice", Word::Twice),
    ("n", Word::Side(Side(0))),
    ("north", Word::Side(Side(0))),
    ("ne", Word::Side(Side(1))),
    ("northeast", Word::Side(Side(1))),
    ("se", Word::Side(Side(2))),
    ("southeast", Word::Side(Side(2))),
    ("s", Word::Side(Side(3))),
    ("south", Word::Side(Side(3))),
    ("sw", Word::Side(Side(4))),
    ("southwest", Word::Side(Side(4))),
    ("nw", Word::Side(Side(5))),
    ("northwest", Word::Side(Side(5))),
    ("e", Word::NoSide),
    ("w", Word::NoSide),
    ("east", Word::NoSide),
    ("west", Word::NoSide),
    ("all", Word::All),
    ("everybody", Word::All),
    ("everyone", Word::All),
    ("newborn", Word::Newborn),
    ("newborns", Word::Newborn),
    ("babies", Word::Newborn),
    ("kids", Word::Newborn),
    ("young", Word::Young),
    ("birth", Word::Birth),
    ("births", Word::Birth),
    ("born", Word::Birth),
    ("bear", Word::Birth),
    ("spawn", Word::Birth),
    ("gene", Word::Gene),
    ("genes", Word::Gene),
    ("advantage", Word::Gene),
    ("adv", Word::Gene),
    ("evolve", Word::Gene),
    ("mutate", Word::Gene),
    ("enemy", Word::Enemy),
    ("foe", Word::Enemy),
    ("hate", Word::Enemy),
    ("target", Word::Enemy),
    ("name", Word::Name),
    ("type", Word::Type),
    ("start", Word::Start),
    ("place", Word::Start),
    ("press", Word::Press),
    ("anon", Word::Anon),
    ("anonymous", Word::Anon),
    ("standing", Word::Standing),
    ("draw", Word::Draw),
    ("note", Word::Note),
    ("gm", Word::Note),
    ("pass", Word::Pass),
    ("done", Word::Done),
    ("withdraw", Word::Withdraw),
    ("amend", Word::Amend),
    ("replace", Word::Replace),
    ("for", Word::For),
    ("game", Word::Game),
    ("code", Word::Code),
    ("round", Word::Round),
    ("turn", Word::Round),
    ("year", Word::Year),
    ("none", Word::None),
    ("nobody", Word::None),
    ("here", Word::Here),
    ("end", Word::End),
    ("move", Word::Move),
    ("moves", Word::Move),
    ("mode", Word::ModeWord),
    ("go", Word::Noise),
    ("goes", Word::Noise),
    ("to", Word::Noise),
    ("at", Word::Noise),
    ("in", Word::Noise),
    ("then", Word::Noise),
    ("via", Word::Noise),
    ("walk", Word::Noise),
    ("walks", Word::Noise),
    ("swim", Word::Noise),
    ("swims", Word::Noise),
    ("and", Word::Noise),
    ("is", Word::Noise),
    ("be", Word::Noise),
    ("becomes", Word::Noise),
    ("please", Word::Noise),
    ("with", Word::Noise),
    ("now", Word::Noise),
    ("my", Word::Noise),
    ("the", Word::Noise),
];

/// A word as understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Understood {
    /// Its meaning.
    pub word: Word,
    /// The word that a misspelt one was read as.
    pub corrected: Option<&'static str>,
}

/// The meaning of a lower-case word, forgiving small mistakes where only one word fits.
pub fn understand(text: &str) -> Option<Understood> {
    let sure = |word| Some(Understood { word, corrected: None });
    if let Some((_, word)) = WORDS.iter().find(|(known, _)| *known == text) {
        return sure(*word);
    }
    for (stem, word) in [
        ("def", Word::Mode(Mode::Defensive)),
        ("semi", Word::Mode(Mode::SemiDefensive)),
        ("agg", Word::Mode(Mode::Aggressive)),
    ] {
        let full = ["defensive", "semidefensive", "aggressive"];
        if text.starts_with(stem) && full.iter().any(|full| full.starts_with(text)) {
            return sure(word);
        }
    }
    let letters = text.chars().count();
    let allowed = match letters {
        0..=4 => return None,
        5..=7 => 1,
        _ => 2,
    };
    let near = |known: &str| {
        known.chars().count() >= 5 && strsim::damerau_levenshtein(text, known) <= allowed
    };
    let mut found: Vec<&(&'static str, Word)> =
        WORDS.iter().filter(|(known, _)| near(known)).collect();
    found.sort_by_key(|(known, _)| strsim::damerau_levenshtein(text, known));
    found.dedup_by_key(|(_, word)| *word);
    match found.as_slice() {
        [(known, word)] => Some(Understood { word: *word, corrected: Some(known) }),
        _ => None,
    }
}

/// The known word nearest to an unknown one, for a question back.
pub fn nearest(text: &str) -> Option<&'static str> {
    table::nearest(text, WORDS.iter().map(|(known, _)| *known).filter(|known| known.len() > 2))
}

/// Why a word is no gene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGene {
    /// It fits none.
    Unknown,
    /// It fits several.
    Several(Vec<Gene>),
}

/// The gene that these lower-case words name: number, code, name, a beginning of three letters or
/// more, or one of some common words.
pub fn gene(text: &str) -> Result<Gene, NoGene> {
    let text = text.trim();
    if let Ok(number) = text.parse::<u32>() {
        return Gene::from_number(number).ok_or(NoGene::Unknown);
    }
    if let Some(gene) = Gene::named(text) {
        return Ok(gene);
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let second = matches!(words.last(), Some(&"2" | &"ii" | &"two")) && words.len() > 1;
    if second {
        words.pop();
    }
    let stem: String = words.concat();
    let (stem, glued) = match stem.strip_suffix('2') {
        Some(stem) => (stem.to_string(), true),
        None => (stem, false),
    };
    let found = stem_gene(&stem)?;
    let advanced = match found {
        Gene::Fangs => Gene::Fangs2,
        Gene::BodyArmour => Gene::BodyArmour2,
        Gene::Speed => Gene::Speed2,
        other => return if second || glued { Err(NoGene::Unknown) } else { Ok(other) },
    };
    Ok(if second || glued { advanced } else { found })
}

fn stem_gene(stem: &str) -> Result<Gene, NoGene> {
    let common = [
        ("armor", Gene::BodyArmour),
        ("armour", Gene::BodyArmour),
        ("bodyarmor", Gene::BodyArmour),
        ("fang", Gene::Fangs),
        ("odor", Gene::FoulOdour),
        ("odour", Gene::FoulOdour),
        ("foulodor", Gene::FoulOdour),
        ("stink", Gene::FoulOdour),
        ("smell", Gene::FoulOdour),
        ("camo", Gene::Camouflage),
        ("neck", Gene::LongNeck),
        ("amphibious", Gene::Amphibiousness),
        ("amphibian", Gene::Amphibiousness),
        ("cannibal", Gene::Cannibalism),
        ("killer", Gene::KillerInstinct),
        ("tracker", Gene::Tracking),
        ("track", Gene::Tracking),
        ("swim", Gene::Swimming),
        ("swimmer", Gene::Swimming),
        ("twin", Gene::Twins),
        ("stomach", Gene::ExtraStomach),
        ("poisonous", Gene::Poison),
        ("fast", Gene::Speed),
    ];
    if let Some((_, gene)) = common.iter().find(|(word, _)| *word == stem) {
        return Ok(*gene);
    }
    let letters = stem.chars().count();
    if letters < 3 {
        return Err(NoGene::Unknown);
    }
    let plain = |gene: Gene| -> String {
        let name = gene.name().to_lowercase().replace(' ', "");
        name.trim_end_matches('2').to_string()
    };
    let base = || Gene::ALL.into_iter().filter(|gene| !gene.name().ends_with('2'));
    let starts: Vec<Gene> = base().filter(|gene| plain(*gene).starts_with(stem)).collect();
    match starts.as_slice() {
        [gene] => return Ok(*gene),
        [] => {}
        several => return Err(NoGene::Several(several.to_vec())),
    }
    let allowed = if letters >= 8 { 2 } else { 1 };
    let near: Vec<Gene> = base()
        .filter(|gene| letters >= 5 && strsim::damerau_levenshtein(stem, &plain(*gene)) <= allowed)
        .collect();
    match near.as_slice() {
        [gene] => Ok(*gene),
        [] => Err(NoGene::Unknown),
        several => Err(NoGene::Several(several.to_vec())),
    }
}

/// A line made ready for reading: lower case, comment cut, arrows and odd signs plain, two-part words
/// joined.
pub fn tidy(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for letter in line.chars() {
        match letter {
            '‐'..='―' | '−' => text.push('-'),
            '→' | '⇒' | '➔' | '➜' | '⟶' | '►' | '»' => text.push(' '),
            '’' | '‘' | '`' => text.push('\''),
            '“' | '”' | '„' => text.push('"'),
            other => text.extend(other.to_lowercase()),
        }
    }
    let text = cut_comment(&text);
    let mut text = text.replace("->", " ").replace("=>", " ").replace('>', " ");
    for (long, short) in [
        ("semi-defensive", "semidefensive"),
        ("semi defensive", "semidefensive"),
        ("semi-def", "semidef"),
        ("semi def", "semidef"),
        ("s-d", "sd"),
        ("s/d", "sd"),
        ("north-east", "ne"),
        ("north-west", "nw"),
        ("south-east", "se"),
        ("south-west", "sw"),
        ("north east", "ne"),
        ("north west", "nw"),
        ("south east", "se"),
        ("south west", "sw"),
        ("n.e.", "ne"),
        ("n.w.", "nw"),
        ("s.e.", "se"),
        ("s.w.", "sw"),
        ("kill poisonous", "killpoison"),
        ("kill poison", "killpoison"),
        ("attack poisonous", "killpoison"),
        ("attack poison", "killpoison"),
        ("spare poison", "sparepoison"),
        ("new born", "newborn"),
        ("don't", "dont"),
        ("do not", "dont"),
    ] {
        text = text.replace(long, short);
    }
    let trimmed = text.trim_start_matches(['-', '*', '•', ' ', '\t']);
    trimmed.trim_end().to_string()
}

/// `//` and `;` begin a comment, and `#` does unless a digit follows.
pub fn cut_comment(line: &str) -> &str {
    let mut end = line.len();
    let bytes = line.as_bytes();
    for (index, letter) in line.char_indices() {
        let comment = match letter {
            ';' => true,
            '/' => bytes.get(index + 1) == Some(&b'/'),
            '#' => !bytes.get(index + 1).is_some_and(u8::is_ascii_digit),
            _ => false,
        };
        if comment {
            end = index;
            break;
        }
    }
    &line[..end]
}

/// The words of a tidy line. A dash between two numbers is a range and stays inside its word.
pub fn split(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let digit = |at: Option<&char>| at.is_some_and(char::is_ascii_digit);
        let before = letters[..index].iter().rev().find(|c| **c != ' ');
        let after = letters[index + 1..].iter().find(|c| **c != ' ');
        let number_before = {
            let tail: String = word.clone();
            !tail.is_empty() && tail.trim_start_matches('#').chars().all(|c| c.is_ascii_digit())
        };
        let range = *letter == '-' && digit(before) && digit(after) && number_before;
        let apart = letter.is_whitespace()
            || matches!(
                letter,
                ',' | ':' | '/' | '(' | ')' | '&' | '+' | '=' | '"' | '!' | '.' | '?'
            )
            || *letter == '-' && !range;
        if apart {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
        } else {
            word.push(*letter);
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
