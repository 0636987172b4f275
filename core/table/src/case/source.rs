//! The text of a case file: one case or several, each with the values of a `[[vary]]` filled in, every
//! value with its place.

use super::every_fault::{Complaint, read_on};
use crate::reading;
use crate::refusal::{Fault, SetupError};
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// Where a case stands: a file, and the number of its `[[vary]]`, if it has any.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    file: Arc<str>,
    text: Arc<str>,
    variation: Option<usize>,
}

impl Source {
    /// The cases of a file: one, or one for every `[[vary]]`.
    pub fn all(file: &str, text: &str) -> Result<Vec<Source>, SetupError> {
        let source = Source::one(file, text)?;
        let table = source.table()?;
        let Some(vary) = table.get_ref().get("vary") else {
            return Ok(vec![source]);
        };
        let tables = vary.get_ref().as_array().filter(|entries| {
            !entries.is_empty() && entries.iter().all(|entry| entry.get_ref().is_table())
        });
        let Some(tables) = tables else {
            let fault = Fault::field("vary", "write `[[vary]]` before each set of values");
            return Err(fault.in_file(file).at_byte(text, vary.span().start).into());
        };
        let varied = |number| Source { variation: Some(number), ..source.clone() };
        Ok((0..tables.len()).map(varied).collect())
    }

    /// The only part of a file that varies nothing.
    pub fn one(file: &str, text: &str) -> Result<Source, SetupError> {
        let source = Source { file: file.into(), text: text.into(), variation: None };
        source.table()?;
        Ok(source)
    }

    /// The file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The whole case as far as it can be read, and everything that is wrong with it.
    pub fn read<T: DeserializeOwned>(&self) -> (Option<T>, Vec<Fault>) {
        match self.filled() {
            Ok(table) => self.read_table(table, ""),
            Err(error) => (None, error.0),
        }
    }

    /// One part of the case, such as `given`, as far as it is there and can be read, and everything that
    /// is wrong with it.
    pub fn part<T: DeserializeOwned>(&self, key: &str) -> (Option<T>, Vec<Fault>) {
        let table = match self.filled() {
            Ok(table) => table,
            Err(error) => return (None, error.0),
        };
        let Some(part) = table.get_ref().get(key) else { return (None, Vec::new()) };
        match part.get_ref().as_table() {
            Some(fields) => self.read_table(Spanned::new(part.span(), fields.clone()), key),
            None => {
                let right = format!("write `[{key}]` before the fields of this part");
                (None, vec![self.place("", Fault::field(key, right))])
            }
        }
    }

    fn read_table<T: DeserializeOwned>(
        &self,
        table: Spanned<DeTable<'_>>,
        within: &str,
    ) -> (Option<T>, Vec<Fault>) {
        let (read, found) = read_on(table, self.text.len());
        let faults = found.into_iter().map(|Complaint { field, byte, problem }| {
            let field = if within.is_empty() { field } else { format!("{within}.{field}") };
            let fault = Fault::field(field, problem).in_file(&*self.file);
            match byte {
                Some(byte) => fault.at_byte(&self.text, byte),
                None => fault,
            }
        });
        let mut faults: Vec<Fault> = faults.collect();
        faults.sort_by_key(|fault| fault.at);
        (read, faults)
    }

    /// The fault, placed where the field stands that it names, or the nearest one around it; a field
    /// within `part` may be named without it.
    pub fn place(&self, part: &str, fault: Fault) -> Fault {
        if !fault.file.is_empty() {
            return fault;
        }
        let within = match fault.field.split('.').next() {
            Some(first) if first == part || part.is_empty() => fault.field.clone(),
            _ => format!("{part}.{}", fault.field),
        };
        let fault = fault.in_file(&*self.file);
        let byte = self.filled().ok().and_then(|table| start_of(table.get_ref(), &within));
        match byte {
            Some(byte) if fault.at.is_none() => fault.at_byte(&self.text, byte),
            _ => fault,
        }
    }

    fn table(&self) -> Result<Spanned<DeTable<'_>>, SetupError> {
        reading::toml_table(&self.text).map_err(|errors| {
            let fault = |(byte, problem): (usize, String)| {
                Fault::file(&*self.file, problem).at_byte(&self.text, byte)
            };
            SetupError(errors.into_iter().map(fault).collect())
        })
    }

    /// The case with every `{name}` replaced by the value of its variation.
    fn filled(&self) -> Result<Spanned<DeTable<'_>>, SetupError> {
        let table = self.table()?;
        let vary = table.get_ref().get("vary").and_then(|vary| vary.get_ref().as_array());
        let values = self.variation.and_then(|number| vary?.get(number)?.get_ref().as_table());
        let nothing = DeTable::new();
        let mut filled = fill_table(table.get_ref(), values.unwrap_or(&nothing));
        filled.remove("vary");
        Ok(Spanned::new(table.span(), filled))
    }
}

fn fill_table<'t>(table: &DeTable<'t>, values: &DeTable<'t>) -> DeTable<'t> {
    let mut filled = DeTable::new();
    for (key, value) in table {
        let name = Cow::Owned(fill_text(key.get_ref(), values));
        filled.insert(Spanned::new(key.span(), name), fill(value, values));
    }
    filled
}

fn fill<'t>(value: &Spanned<DeValue<'t>>, values: &DeTable<'t>) -> Spanned<DeValue<'t>> {
    let filled = match value.get_ref() {
        DeValue::String(text) => {
            let whole = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            if let Some(value) = whole.and_then(|name| values.get(name)) {
                return value.clone();
            }
            DeValue::String(Cow::Owned(fill_text(text, values)))
        }
        DeValue::Array(items) => {
            DeValue::Array(items.iter().map(|item| fill(item, values)).collect())
        }
        DeValue::Table(table) => DeValue::Table(fill_table(table, values)),
        other => other.clone(),
    };
    Spanned::new(value.span(), filled)
}

fn fill_text(text: &str, values: &DeTable<'_>) -> String {
    values.iter().fold(text.to_string(), |text, (name, value)| {
        let place = format!("{{{}}}", name.get_ref());
        if text.contains(&place) { text.replace(&place, &in_text(value)) } else { text }
    })
}

/// A value as it stands within a text.
fn in_text(value: &Spanned<DeValue<'_>>) -> String {
    let read: Result<toml::Value, _> =
        serde::Deserialize::deserialize(ValueDeserializer::from(value.clone()));
    match read {
        Ok(toml::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

/// Where the field of this path begins, or the innermost one around it.
fn start_of(table: &DeTable<'_>, path: &str) -> Option<usize> {
    let mut parts = path.split(['.', '[']).map(|part| part.trim_end_matches(']'));
    let first = parts.next()?;
    let (key, mut value) = table.get_key_value(first)?;
    let mut start = key.span().start;
    for part in parts {
        let inner = match value.get_ref() {
            DeValue::Table(table) => {
                table.get_key_value(part).map(|(key, value)| (key.span().start, value))
            }
            DeValue::Array(items) => part
                .parse::<usize>()
                .ok()
                .and_then(|number| items.get(number.checked_sub(1)?))
                .map(|item| (item.span().start, item)),
            _ => None,
        };
        let Some((at, found)) = inner else { break };
        (start, value) = (at, found);
    }
    Some(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;

    const TEXT: &str = r#"title = "a die of {die}"
game = "lots"
rules = ["LO-TURN-01"]
dice = ["{die}"]
[given]
person.1 = { hex = "2020", level = "A" }
[then]
view.turn = 1
[[vary]]
die = 3
[[vary]]
die = "three"
"#;

    #[test]
    fn values_are_filled_in_and_a_wrong_one_is_faulted_where_it_stands() {
        let sources = Source::all("a.toml", TEXT).unwrap();
        let read = |number: usize| sources[number].read::<toml::Table>().0.unwrap();
        assert_eq!(read(0)["title"].as_str(), Some("a die of 3"));
        assert_eq!(read(0)["dice"], toml::Value::Array(vec![3.into()]));
        let fault = Case::parse("a.toml", TEXT).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "a.toml:12:7: dice[1]: the text `three` is wrong here: say a whole number, 0 or more"
        );
    }

    #[test]
    fn a_fault_is_placed_at_the_field_that_it_names_or_around_it() {
        let source = &Source::all("a.toml", TEXT).unwrap()[0];
        let at = |field: &str| source.place("given", Fault::field(field, "no")).to_string();
        assert_eq!(at("person.1.level"), "a.toml:6:28: person.1.level: no");
        assert_eq!(at("given.person.1.weight"), "a.toml:6:8: given.person.1.weight: no");
        assert_eq!(at("map"), "a.toml:5:2: map: no");
    }

    #[test]
    fn a_part_is_faulted_with_its_line_and_field() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "only its faults are looked at")]
        struct Given {
            person: std::collections::BTreeMap<String, Person>,
        }
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "only its faults are looked at")]
        struct Person {
            hex: u16,
            level: String,
        }
        let source = &Source::all("a.toml", TEXT).unwrap()[0];
        let (_, faults) = source.part::<Given>("given");
        assert_eq!(
            SetupError(faults).to_string(),
            "a.toml:6:20: given.person.1.hex: the text `2020` is wrong here: say a whole number from 0 to 65535"
        );
    }

    #[test]
    fn what_is_no_case_is_faulted() {
        let told = |text: &str| Case::parse("a.toml", text).unwrap_err().to_string();
        assert!(told("title = ").starts_with("a.toml:1:9: "));
        assert_eq!(
            told("titel = 'x'\ngame = 'lots'"),
            "a.toml: rules: the field `rules` is missing\n\
             a.toml:1:1: titel: there is no field `titel`: did you mean `title`?"
        );
        assert_eq!(
            told("vary = 3"),
            "a.toml:1:8: vary: write `[[vary]]` before each set of values"
        );
        let bare = "title = 'x'\ngame = 'lots'\nrules = ['LO-TURN-01']";
        assert_eq!(told(bare), "a.toml: then: a case must expect something");
    }
}
