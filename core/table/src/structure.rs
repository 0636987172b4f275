//! Actions as data: a word for what is done, and its parts by name.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The key of the word that says what is done.
const DO: &str = "do";

/// The key of the only part of an action that has one without a name; several are a list under it.
const WITH: &str = "with";

/// An action as data, from the way in which it serialises: `do` is its word in small letters, its parts
/// follow by name; parts without a name stand under `with`.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use serde_json::json;
/// use table::{read_structure, structure};
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// enum Act { Rest, Step(u8), Trade { give: u8, take: u8 } }
///
/// assert_eq!(structure(&Act::Rest), json!({"do": "rest"}));
/// assert_eq!(structure(&Act::Step(3)), json!({"do": "step", "with": 3}));
/// let trade = json!({"do": "trade", "give": 1, "take": 2});
/// assert_eq!(structure(&Act::Trade { give: 1, take: 2 }), trade);
/// assert_eq!(read_structure(&trade), Ok(Act::Trade { give: 1, take: 2 }));
/// ```
pub fn structure<A: Serialize>(action: &A) -> Value {
    let written = serde_json::to_value(action).unwrap_or_default();
    match written {
        Value::String(word) => json!({ DO: spelt(&word) }),
        Value::Object(parts) if parts.len() == 1 => {
            let (word, parts) = parts.into_iter().next().unwrap_or_default();
            let mut written = Map::from_iter([(DO.to_string(), Value::from(spelt(&word)))]);
            match parts {
                Value::Object(parts) => written.extend(parts),
                other => drop(written.insert(WITH.to_string(), other)),
            }
            Value::Object(written)
        }
        other => json!({ WITH: other }),
    }
}

/// Reads an action that [`structure`] wrote. What is wrong is told in a sentence.
pub fn read_structure<A: DeserializeOwned>(value: &Value) -> Result<A, String> {
    let Value::Object(given) = value else {
        return Err("an action is a dictionary with the key `do`".into());
    };
    let Some(said) = given.get(DO).and_then(Value::as_str) else {
        return Err("say what is done under the key `do`".into());
    };
    let parts: Map<String, Value> =
        given.iter().filter(|(key, _)| *key != DO).map(|(k, v)| (k.clone(), v.clone())).collect();
    let written = |word: String| match (parts.is_empty(), parts.get(WITH)) {
        (true, _) => Value::from(word),
        (false, Some(with)) if parts.len() == 1 => json!({ word: with }),
        _ => json!({ word: parts }),
    };
    let read = |word| serde_json::from_value(written(word));
    read(capitals(said))
        .or_else(|error| read(said.to_string()).map_err(|_| error))
        .map_err(|error| format!("`{said}`: {error}"))
}

/// A word of the code as it is written in data: `LoseVirtual` is `lose_virtual`.
fn spelt(word: &str) -> String {
    let mut spelt = String::with_capacity(word.len() + 2);
    for (place, letter) in word.char_indices() {
        if letter.is_uppercase() && place > 0 {
            spelt.push('_');
        }
        spelt.extend(letter.to_lowercase());
    }
    spelt
}

/// A word of data as it is written in the code: `lose_virtual` is `LoseVirtual`.
fn capitals(word: &str) -> String {
    let mut first = true;
    let mut written = String::with_capacity(word.len());
    for letter in word.chars() {
        match (letter, first) {
            ('_', _) => first = true,
            (letter, true) => {
                written.extend(letter.to_uppercase());
                first = false;
            }
            (letter, false) => written.push(letter),
        }
    }
    written
}
