//! People and species by any reasonable name: accents, case, signs and the order of words do not matter,
//! and a part of the name is enough where it fits only one.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What a name was found to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found<T> {
    /// One.
    One(T),
    /// Several, which are called so.
    Several(Vec<(T, String)>),
    /// Nobody; the name that was perhaps meant.
    Nobody(Option<String>),
}

impl<T> Found<T> {
    /// The one that was found.
    pub fn one(self) -> Option<T> {
        match self {
            Found::One(found) => Some(found),
            _ => None,
        }
    }
}

/// How much of a name is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// Whole words of it.
    Words,
    /// Three letters at its beginning, too.
    Beginning,
}

/// Who is called so among these.
pub fn find<T: Copy + PartialEq>(wanted: &str, known: &[(T, &str)], enough: Enough) -> Found<T> {
    if spellings(wanted).iter().all(String::is_empty) {
        return Found::Nobody(None);
    }
    let tests: [fn(&str, &str) -> bool; 3] = [same, same_words, has_words];
    for test in tests {
        if let Some(found) = matching(known, |name| test(wanted, name)) {
            return found;
        }
    }
    if enough == Enough::Beginning
        && let Some(found) = matching(known, |name| begins(wanted, name))
    {
        return found;
    }
    let names = known.iter().flat_map(|(_, name)| spellings(name).map(|spelt| (spelt, *name)));
    let near = names.filter_map(|(spelt, name)| {
        let distance = spellings(wanted)
            .iter()
            .map(|wanted| strsim::damerau_levenshtein(wanted, &spelt))
            .min()?;
        (distance <= 1 + spelt.chars().count() / 4 && distance < spelt.chars().count())
            .then_some((distance, name))
    });
    Found::Nobody(near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name.to_string()))
}

/// Those whose names pass a test, each once; nothing if there are none.
fn matching<T: Copy + PartialEq>(
    known: &[(T, &str)],
    test: impl Fn(&str) -> bool,
) -> Option<Found<T>> {
    let mut found: Vec<(T, String)> = Vec::new();
    for (who, name) in known.iter().filter(|(_, name)| test(name)) {
        if !found.iter().any(|(known, _)| known == who) {
            found.push((*who, name.to_string()));
        }
    }
    match found.as_slice() {
        [] => None,
        [(one, _)] => Some(Found::One(*one)),
        _ => Some(Found::Several(found)),
    }
}

/// A name in small plain letters and digits, as it is without accents and as Germans and Danes write
/// it then.
fn spellings(name: &str) -> [String; 2] {
    let spelt = |long: bool| {
        let mut out = String::new();
        for letter in name.nfc().flat_map(char::to_lowercase) {
            match (letter, long) {
                ('ä' | 'æ', true) => out.push_str("ae"),
                ('ö' | 'ø' | 'œ', true) => out.push_str("oe"),
                ('ü', true) => out.push_str("ue"),
                ('å', true) => out.push_str("aa"),
                ('ß', _) => out.push_str("ss"),
                ('æ', _) => out.push_str("ae"),
                ('œ', _) => out.push_str("oe"),
                ('ø', _) => out.push('o'),
                ('ł', _) => out.push('l'),
                ('đ' | 'ð', _) => out.push('d'),
                ('þ', _) => out.push_str("th"),
                ('ı', _) => out.push('i'),
                (letter, _) => {
                    let plain = letter.nfkd().filter(|c| !is_combining_mark(*c));
                    out.extend(plain.filter(|c| c.is_alphanumeric()));
                }
            }
        }
        out
    };
    [spelt(false), spelt(true)]
}

fn same(one: &str, two: &str) -> bool {
    let (one, two) = (spellings(one), spellings(two));
    one.iter().any(|one| two.contains(one))
}

fn words(name: &str) -> Vec<&str> {
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’' && c != '.');
    words.filter(|word| word.chars().any(char::is_alphanumeric)).collect()
}

fn same_words(wanted: &str, name: &str) -> bool {
    words(wanted).len() == words(name).len() && has_words(wanted, name)
}

/// Whether every word is one of the name's.
fn has_words(wanted: &str, name: &str) -> bool {
    let (wanted, name) = (words(wanted), words(name));
    let letters = |word: &&str| word.chars().any(char::is_alphabetic);
    wanted.iter().any(letters) && wanted.iter().all(|word| name.iter().any(|own| same(word, own)))
}

fn begins(wanted: &str, name: &str) -> bool {
    let (wanted, name) = (spellings(wanted), spellings(name));
    wanted
        .iter()
        .zip(&name)
        .any(|(wanted, name)| wanted.chars().count() >= 3 && name.starts_with(wanted.as_str()))
}
