//! What a reader of files says is wrong, in the words of somebody who writes files and no programs.

use crate::refusal::unknown;

/// A complaint of a TOML reader in plain words: what was found, and what would be right.
///
/// A word that is not recognised is handed on as it came, so nothing is lost.
pub fn in_plain_words(message: &str) -> String {
    let quoted = || message.split('`').skip(1).step_by(2);
    let mut words = quoted();
    if let Some(rest) =
        message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "))
    {
        return match rest.split_once(", expected ") {
            Some((found, expected)) => {
                format!("{} is wrong here: say {}", thing(found), wanted(expected))
            }
            None => message.to_string(),
        };
    }
    if let Some(rest) = message.strip_prefix("invalid length ") {
        let (found, expected) = rest.split_once(", expected ").unwrap_or((rest, "another number"));
        return format!("there are {found} entries: say {}", wanted(expected));
    }
    match words.next() {
        Some(word) if message.starts_with("unknown field") => {
            unknown("field", word, words.collect::<Vec<_>>())
        }
        Some(word) if message.starts_with("unknown variant") => {
            unknown("word", word, words.collect::<Vec<_>>())
        }
        Some(word) if message.starts_with("missing field") => {
            format!("the field `{word}` is missing")
        }
        Some(word) if message.starts_with("duplicate field") => {
            format!("`{word}` stands here twice: say it once")
        }
        _ if message == "duplicate key" => "this stands here twice: say it once".into(),
        _ if message.starts_with("data did not match any variant") => {
            "this can be written in several ways, and this is none of them".into()
        }
        _ => message.to_string(),
    }
}

/// What was found: `string "x"`, `integer `7``.
fn thing(found: &str) -> String {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    let value = value.trim_matches(['`', '"']);
    match kind {
        "string" => format!("the text `{value}`"),
        "integer" | "float" | "floating" => {
            format!("the number {}", value.trim_start_matches("point `"))
        }
        "boolean" => format!("`{value}`"),
        "sequence" => "a list".into(),
        "map" | "table" => "a table of fields".into(),
        _ => format!("`{found}`"),
    }
}

/// What would be right: `u8`, `a tuple of size 2`, `struct Person`.
fn wanted(expected: &str) -> String {
    let size = |prefix: &str| expected.strip_prefix(prefix).map(str::to_string);
    if let Some(size) = size("a tuple of size ").or(size("an array of length ")) {
        return format!("a list of {size}");
    }
    match expected {
        "u8" => "a whole number from 0 to 255".into(),
        "u16" => "a whole number from 0 to 65535".into(),
        "u32" | "u64" | "u128" | "usize" => "a whole number, 0 or more".into(),
        "i8" => "a whole number from -128 to 127".into(),
        "i16" => "a whole number from -32768 to 32767".into(),
        "i32" | "i64" | "i128" | "isize" => "a whole number".into(),
        "f32" | "f64" => "a number".into(),
        "a boolean" => "true or false".into(),
        "a string" | "str" | "a borrowed string" => "text in quotes".into(),
        "a character" => "one letter in quotes".into(),
        "a sequence" => "a list in brackets".into(),
        "a map" => "a table of fields".into(),
        other if other.starts_with("struct ") => "a table of fields".into(),
        other if other.starts_with("tuple ") => "a list in brackets".into(),
        other if other.contains("enum ") || other.contains("variant") => {
            "one of its words in quotes".into()
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_plain_words;

    #[test]
    fn a_complaint_is_in_the_words_of_a_writer_of_files() {
        let told = [
            (
                "invalid type: string \"three\", expected u8",
                "the text `three` is wrong here: say a whole number from 0 to 255",
            ),
            (
                "invalid value: integer `300`, expected u8",
                "the number 300 is wrong here: say a whole number from 0 to 255",
            ),
            (
                "invalid type: boolean `true`, expected a sequence",
                "`true` is wrong here: say a list in brackets",
            ),
            (
                "invalid type: floating point `1.5`, expected u16",
                "the number 1.5 is wrong here: say a whole number from 0 to 65535",
            ),
            (
                "invalid length 3, expected a tuple of size 2",
                "there are 3 entries: say a list of 2",
            ),
            (
                "unknown field `nmae`, expected one of `name`, `seats`",
                "there is no field `nmae`: did you mean `name`?",
            ),
            (
                "unknown variant `x`, expected `north` or `south`",
                "there is no word `x`: choose from north, south",
            ),
            ("missing field `title`", "the field `title` is missing"),
            ("something else", "something else"),
        ];
        for (message, words) in told {
            assert_eq!(in_plain_words(message), words);
        }
    }
}
