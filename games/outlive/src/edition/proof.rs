//! What is wrong with a file of an edition, and where.

use crate::edition::roster::{Token, Tokens};
use std::collections::BTreeMap;
use table::{Edition, Fault, SetupError, unknown};
use toml::Spanned;

/// Gathers faults of one file.
pub(crate) struct Proof<'a> {
    file: &'a str,
    text: &'a str,
    pub faults: Vec<Fault>,
}

impl<'a> Proof<'a> {
    pub fn of(file: &'a str, edition: &'a Edition) -> Result<Proof<'a>, SetupError> {
        Ok(Proof { file, text: edition.text(file)?, faults: Vec::new() })
    }

    /// A fault in a field of the row that begins at this byte.
    pub fn fault(&mut self, byte: usize, field: &str, problem: impl Into<String>) {
        let fault = Fault::field(field, problem).in_file(self.file);
        self.faults.push(if byte == usize::MAX { fault } else { fault.at_byte(self.text, byte) });
    }

    /// A whole number that must lie in a range.
    pub fn range(&mut self, byte: usize, field: &str, value: i64, least: i64, most: i64) {
        if !(least..=most).contains(&value) {
            self.fault(byte, field, format!("{value} is not possible: from {least} to {most}"));
        }
    }

    pub fn tokens(&mut self, byte: usize, field: &str, given: &BTreeMap<String, u8>) -> Tokens {
        let mut tokens = [0; 7];
        for (word, count) in given {
            match Token::named(word) {
                Some(token) => tokens[token.index()] = *count,
                None => {
                    let known = Token::ALL.map(Token::word);
                    self.fault(byte, field, unknown("token", word, known));
                }
            }
        }
        tokens
    }

    /// The thing that a row is about, if it is known and comes for the first time.
    pub fn row<T: Copy + PartialEq>(
        &mut self,
        id: &Spanned<String>,
        field: &str,
        found: Option<T>,
        known: &[&str],
        seen: &mut Vec<T>,
    ) -> Option<T> {
        let byte = id.span().start;
        match found {
            None => {
                self.fault(byte, field, unknown(field, id.as_ref(), known.iter().copied()));
                None
            }
            Some(thing) if seen.contains(&thing) => {
                self.fault(byte, field, format!("`{}` stands here twice", id.as_ref()));
                None
            }
            Some(thing) => {
                seen.push(thing);
                Some(thing)
            }
        }
    }

    pub fn complete(&mut self, field: &str, rows: usize, wanted: usize) {
        if self.faults.is_empty() && rows != wanted {
            self.fault(usize::MAX, field, format!("{rows} rows, but there must be {wanted}"));
        }
    }

    pub fn done<T>(self, value: T) -> Result<T, SetupError> {
        if self.faults.is_empty() { Ok(value) } else { Err(SetupError(self.faults)) }
    }
}
