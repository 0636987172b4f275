//! Everything that is wrong with a table of a file: after each fault the rest is read on.
//!
//! A reader made by `serde` stops at the first fault. So the fault is mended and the table read again: a
//! field that does not exist is taken out, and for what is missing or wrong something else stands in.

use crate::parse_errors::in_plain_words;
use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, Error};

/// What may stand in for a value, one after the other until one fits.
const STAND_INS: [&str; 5] = ["''", "0", "false", "[]", "{}"];

/// So many faults of one table are looked for.
const MOST: usize = 200;

/// A fault within a table: the field, where it stands in the text, and what is wrong. What the whole table
/// lacks stands nowhere.
pub(super) struct Complaint {
    pub field: String,
    pub byte: Option<usize>,
    pub problem: String,
}

/// The table as far as it can be read, and everything that is wrong with it. `end` is where the text of the
/// file ends.
pub(super) fn read_on<T: DeserializeOwned>(
    table: Spanned<DeTable<'_>>,
    end: usize,
) -> (Option<T>, Vec<Complaint>) {
    let (whole, original) = (table.span(), table.into_inner());
    // Behind the text, also where it is empty.
    let end = end.max(whole.end) + 1;
    let mut mended = Mended {
        table: original.clone(),
        whole: whole.clone(),
        end,
        stand_ins: Vec::new(),
        given_up: Vec::new(),
    };
    let mut found = Vec::new();
    while found.len() < MOST {
        let table = Spanned::new(whole.clone(), mended.table.clone());
        let error = match T::deserialize(Deserializer::from(table)) {
            Ok(read) => return (Some(read), in_order(found)),
            Err(error) => error,
        };
        let span = error.span().unwrap_or_else(|| whole.clone());
        let goes_on = if span.start >= end && !mended.stand_ins.is_empty() {
            mended.try_another(&span)
        } else {
            let field = Place::of(&original, &whole, &error, &span).path();
            if mended.given_up.contains(&field) {
                mended.give_up_around(&field, &error, &span)
            } else {
                if !is_explained(&found, &field, &error) {
                    let problem = in_plain_words(error.message());
                    let byte = (span != whole).then_some(span.start);
                    found.push(Complaint { field: field.clone(), byte, problem });
                }
                mended.mend(field, &error, &span)
            }
        };
        if !goes_on {
            break;
        }
    }
    (None, in_order(found))
}

/// Faults as one meets them in the text; first what the whole table lacks.
fn in_order(mut found: Vec<Complaint>) -> Vec<Complaint> {
    found.sort_by_key(|complaint| complaint.byte);
    found
}

/// Whether a field is missing because a misspelt one beside it was meant.
fn is_explained(found: &[Complaint], field: &str, error: &Error) -> bool {
    let (table, name) = field.rsplit_once('.').unwrap_or(("", field));
    let beside = |other: &str| other.rsplit_once('.').map_or("", |(table, _)| table) == table;
    let meant = format!("did you mean `{name}`?");
    error.message().starts_with("missing field")
        && found.iter().any(|other| beside(&other.field) && other.problem.ends_with(&meant))
}

/// A table in which every fault so far was mended.
struct Mended<'t> {
    table: DeTable<'t>,
    whole: Range<usize>,
    end: usize,
    /// Each has a span behind the text, so that an error tells which of them it is.
    stand_ins: Vec<StandIn>,
    /// Fields for which nothing can stand in: what they belong to goes.
    given_up: Vec<String>,
}

/// What stands in for a field, and how many values were tried.
struct StandIn {
    field: String,
    tried: usize,
}

impl Mended<'_> {
    /// Mends a fault; false if it cannot be.
    fn mend(&mut self, field: String, error: &Error, span: &Range<usize>) -> bool {
        let place = Place::of(&self.table, &self.whole, error, span);
        if error.message().starts_with("unknown field") {
            return place.take_out(&mut self.table);
        }
        self.stand_ins.push(StandIn { field, tried: 0 });
        let value = self.value(self.stand_ins.len() - 1);
        place.put(&mut self.table, value)
    }

    /// Another value for something that stands in and does not fit; after the last, the field goes. False
    /// if it was not found.
    fn try_another(&mut self, span: &Range<usize>) -> bool {
        let number = span.start - self.end;
        let Some(stand_in) = self.stand_ins.get_mut(number) else { return false };
        stand_in.tried += 1;
        let place = Place::holding(&self.table, span.start);
        if stand_in.tried == STAND_INS.len() {
            self.given_up.push(stand_in.field.clone());
            return place.take_out(&mut self.table);
        }
        let value = self.value(number);
        place.put(&mut self.table, value)
    }

    /// Takes out what cannot be without a field for which nothing can stand in.
    fn give_up_around(&mut self, field: &str, error: &Error, span: &Range<usize>) -> bool {
        let mut place = Place::of(&self.table, &self.whole, error, span);
        place.parts.pop();
        let around = field.rsplit_once('.').map_or("", |(around, _)| around);
        self.given_up.push(around.to_string());
        place.take_out(&mut self.table)
    }

    fn value(&self, number: usize) -> Spanned<DeValue<'static>> {
        let at = self.end + number;
        let text = STAND_INS.get(self.stand_ins[number].tried);
        let value = text.and_then(|text| DeValue::parse(text).ok());
        Spanned::new(at..at + 1, value.map_or(DeValue::Boolean(false), |value| value.into_inner()))
    }
}

/// One step on the way to a value.
#[derive(Clone, PartialEq)]
enum Part {
    Field(String),
    Item(usize),
}

/// The way to a value of a table.
struct Place {
    parts: Vec<Part>,
}

impl Place {
    /// Where an error of this span is: at a field that is missing, or at what begins there.
    fn of(table: &DeTable<'_>, whole: &Range<usize>, error: &Error, span: &Range<usize>) -> Place {
        let missing = error.message().strip_prefix("missing field `");
        let Some(missing) = missing.and_then(|rest| rest.split('`').next()) else {
            return Place::holding(table, span.start);
        };
        let mut parts = Vec::new();
        if span != whole && !table_of_span(table, span, &mut parts) {
            parts = Place::holding(table, span.start).parts;
        }
        parts.push(Part::Field(missing.to_string()));
        Place { parts }
    }

    /// The innermost value whose name or text holds this byte.
    fn holding(table: &DeTable<'_>, byte: usize) -> Place {
        let mut parts = Vec::new();
        let mut table = Some(table);
        while let Some(fields) = table {
            let inner =
                fields.iter().find(|(key, value)| key.span().contains(&byte) || holds(value, byte));
            let Some((key, mut value)) = inner else { break };
            parts.push(Part::Field(key.get_ref().to_string()));
            if key.span().contains(&byte) {
                break;
            }
            while let Some(items) = value.get_ref().as_array() {
                let entry = items.iter().enumerate().find(|(_, item)| holds(item, byte));
                let Some((number, item)) = entry else { break };
                parts.push(Part::Item(number));
                value = item;
            }
            table = value.get_ref().as_table();
        }
        Place { parts }
    }

    /// The way in the words of a file; list entries count from 1.
    fn path(&self) -> String {
        self.parts.iter().fold(String::new(), |path, part| match part {
            Part::Field(name) if path.is_empty() => name.clone(),
            Part::Field(name) => format!("{path}.{name}"),
            Part::Item(number) => format!("{path}[{}]", number + 1),
        })
    }

    /// Takes the value out; false if it is not there.
    fn take_out(&self, table: &mut DeTable<'_>) -> bool {
        let Some((last, way)) = self.parts.split_last() else { return false };
        match (last, inside(table, way)) {
            (Part::Field(name), Some(DeValue::Table(table))) => table.remove(&**name).is_some(),
            (Part::Field(name), None) if way.is_empty() => table.remove(&**name).is_some(),
            (Part::Item(number), Some(DeValue::Array(items))) if *number < items.len() => {
                let rest = items.iter().enumerate().filter(|(at, _)| at != number);
                *items = rest.map(|(_, item)| item.clone()).collect();
                true
            }
            _ => false,
        }
    }

    /// Puts a value there; false if there is no such place.
    fn put<'t>(&self, table: &mut DeTable<'t>, value: Spanned<DeValue<'t>>) -> bool {
        let Some((last, way)) = self.parts.split_last() else { return false };
        let key = |name: &str| Spanned::new(value.span(), name.to_string().into());
        match (last, inside(table, way)) {
            (Part::Field(name), Some(DeValue::Table(table))) => {
                table.insert(key(name), value);
                true
            }
            (Part::Field(name), None) if way.is_empty() => {
                table.insert(key(name), value);
                true
            }
            (Part::Item(number), Some(DeValue::Array(items))) => match items.get_mut(*number) {
                Some(item) => {
                    *item = value;
                    true
                }
                None => false,
            },
            _ => false,
        }
    }
}

/// The value at the end of a way; nothing if the way is empty or leads nowhere.
fn inside<'a, 't>(table: &'a mut DeTable<'t>, way: &[Part]) -> Option<&'a mut DeValue<'t>> {
    let (Part::Field(first), rest) = way.split_first()? else { return None };
    let mut value = table.get_mut(&**first)?.get_mut();
    for part in rest {
        value = match (part, value) {
            (Part::Field(name), DeValue::Table(table)) => table.get_mut(&**name)?.get_mut(),
            (Part::Item(number), DeValue::Array(items)) => items.get_mut(*number)?.get_mut(),
            _ => return None,
        };
    }
    Some(value)
}

/// The way to the table that has this span; false if there is none.
fn table_of_span(table: &DeTable<'_>, span: &Range<usize>, way: &mut Vec<Part>) -> bool {
    table.iter().any(|(key, value)| {
        way.push(Part::Field(key.get_ref().to_string()));
        let found = value_of_span(value, span, way);
        if !found {
            way.pop();
        }
        found
    })
}

fn value_of_span(value: &Spanned<DeValue<'_>>, span: &Range<usize>, way: &mut Vec<Part>) -> bool {
    match value.get_ref() {
        DeValue::Table(_) if value.span() == *span => true,
        DeValue::Table(table) => table_of_span(table, span, way),
        DeValue::Array(items) => items.iter().enumerate().any(|(number, item)| {
            way.push(Part::Item(number));
            let found = value_of_span(item, span, way);
            if !found {
                way.pop();
            }
            found
        }),
        _ => false,
    }
}

/// Whether a byte stands in a value or in one within it: a table in several parts has no one place.
fn holds(value: &Spanned<DeValue<'_>>, byte: usize) -> bool {
    value.span().contains(&byte)
        || match value.get_ref() {
            DeValue::Array(items) => items.iter().any(|item| holds(item, byte)),
            DeValue::Table(table) => {
                table.iter().any(|(key, value)| key.span().contains(&byte) || holds(value, byte))
            }
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only its faults are looked at")]
    struct Camp {
        name: String,
        nights: u8,
        fire: bool,
        #[serde(default)]
        tents: Vec<Tent>,
        #[serde(default)]
        packs: BTreeMap<String, Pack>,
        weather: Option<Weather>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only its faults are looked at")]
    struct Tent {
        size: u8,
        owner: String,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only its faults are looked at")]
    struct Pack {
        weather: Weather,
        things: [u8; 2],
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Weather {
        Dry,
        Wet,
    }

    fn told(text: &str) -> Vec<String> {
        let (read, found) = read_on::<Camp>(DeTable::parse(text).unwrap(), text.len());
        assert_eq!(read.is_some() && found.is_empty(), text.contains("sound"), "{text}");
        let place = |byte: Option<usize>| byte.map_or(String::new(), |byte| byte.to_string());
        found.iter().map(|it| format!("{} {}: {}", place(it.byte), it.field, it.problem)).collect()
    }

    #[test]
    fn what_is_sound_is_read() {
        assert!(told("name = 'sound'\nnights = 2\nfire = true").is_empty());
    }

    #[test]
    fn everything_that_is_missing_is_told() {
        let missing = |field: &str| format!(" {field}: the field `{field}` is missing");
        assert_eq!(told(""), [missing("name"), missing("nights"), missing("fire")]);
        let told = told("name = 'x'\nnights = 1\nfire = true\ntents = [{}, { size = 2 }]");
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].ends_with("tents[1].size: the field `size` is missing"), "{told:?}");
        assert!(told[1].ends_with("tents[1].owner: the field `owner` is missing"), "{told:?}");
        assert!(told[2].ends_with("tents[2].owner: the field `owner` is missing"), "{told:?}");
    }

    #[test]
    fn a_misspelt_field_is_not_told_as_missing_too() {
        let told = told("nmae = 'x'\nnights = 1\nfire = true\nfir = 2");
        let fields: Vec<&str> = told.iter().map(|it| it.split_once(':').unwrap().0).collect();
        assert_eq!(fields, ["0 nmae", "34 fir"], "{told:?}");
    }

    #[test]
    fn everything_that_is_wrong_is_told_wherever_it_stands() {
        let told = told(
            "name = 3\nnights = 'many'\nfire = 'yes'\nweather = 'fair'\n[[tents]]\nsize = 'x'\nowner = []\n\
             [[tents]]\nsize = 999\nowner = 'Ann'\ncolour = 1\n[packs.a]\nweather = 'dyr'\nthings = [1, 'b']\n\
             [packs.b]\nweather = 'wet'\nthings = [1, 2]",
        );
        let mut fields: Vec<&str> = told
            .iter()
            .map(|it| it.split_once(':').unwrap().0.split_once(' ').unwrap().1)
            .collect();
        fields.sort_unstable();
        let expected = [
            "fire",
            "name",
            "nights",
            "packs.a.things[2]",
            "packs.a.weather",
            "tents[1].owner",
            "tents[1].size",
            "tents[2].colour",
            "tents[2].size",
            "weather",
        ];
        assert_eq!(fields, expected, "{told:#?}");
    }
}
