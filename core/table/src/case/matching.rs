//! Whether what was found is what was expected.

use serde_json::Value;

/// Whether a found value meets an expected one: tables in the fields named, an empty one only if nothing
/// is there, everything else exactly; `"*"` is met by anything but null.
pub fn meets(expected: &toml::Value, found: &Value) -> bool {
    match (expected, found) {
        (toml::Value::Table(nothing), Value::Object(fields)) if nothing.is_empty() => {
            fields.is_empty()
        }
        (toml::Value::Table(nothing), found) if nothing.is_empty() => {
            found.is_null() || found.as_array().is_some_and(Vec::is_empty)
        }
        (toml::Value::String(any), found) if any == "*" => !found.is_null(),
        (toml::Value::String(expected), Value::String(found)) => expected == found,
        (toml::Value::Integer(expected), Value::Number(found)) => found.as_i64() == Some(*expected),
        (toml::Value::Float(expected), Value::Number(found)) => found.as_f64() == Some(*expected),
        (toml::Value::Boolean(expected), Value::Bool(found)) => expected == found,
        (toml::Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(e, f)| meets(e, f))
        }
        (toml::Value::Table(expected), found) => expected
            .iter()
            .all(|(path, value)| at(found, path).is_some_and(|found| meets(value, found))),
        _ => false,
    }
}

/// What stands at a path; numbers count list entries from 1.
pub fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, part| match value {
        Value::Array(entries) => entries.get(part.parse::<usize>().ok()?.checked_sub(1)?),
        Value::Object(fields) => fields.get(part),
        _ => None,
    })
}

/// Every single value that a table of paths expects, with its full path.
pub fn leaves(table: &toml::Table) -> Vec<(String, &toml::Value)> {
    fn collect<'a>(before: &str, table: &'a toml::Table, out: &mut Vec<(String, &'a toml::Value)>) {
        for (key, value) in table {
            let path = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
            match value {
                toml::Value::Table(inner) if !inner.is_empty() => collect(&path, inner, out),
                value => out.push((path, value)),
            }
        }
    }
    let mut out = Vec::new();
    collect("", table, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn expected(text: &str) -> toml::Table {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn tables_are_compared_in_the_fields_named_and_lists_whole() {
        let found =
            json!({"persons": [{"hex": "2018", "points": 3, "path": ["a", "b"]}], "day": 1});
        let meets = |text: &str| meets(&toml::Value::Table(expected(text)), &found);
        assert!(meets("persons.1.hex = '2018'"));
        assert!(meets("'persons.1.hex' = '2018'"));
        assert!(meets("persons.1 = { points = 3, path = ['a', 'b'] }"));
        assert!(meets("persons.1.hex = '*'"));
        assert!(!meets("persons.1.path = ['a']"));
        assert!(!meets("persons.2.hex = '*'"));
        assert!(!meets("day = '1'"));
        assert!(!meets("day = 2"));
    }

    #[test]
    fn an_empty_table_is_met_by_nothing_only() {
        let nothing = toml::Value::Table(toml::Table::new());
        for empty in [json!({}), json!([]), json!(null)] {
            assert!(meets(&nothing, &empty), "{empty}");
        }
        for something in [json!({"a": 1}), json!([1]), json!(0), json!("")] {
            assert!(!meets(&nothing, &something), "{something}");
        }
    }

    #[test]
    fn leaves_are_named_by_their_full_path() {
        let table = expected("a.b = 1\n[a.c]\nd = 'x'");
        let paths: Vec<String> = leaves(&table).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["a.b", "a.c.d"]);
    }
}
