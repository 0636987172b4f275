//! What goes into the store and comes out of it, whichever home it has.

use super::StoreError;
use std::borrow::Cow;

/// A value of a statement or a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number, or yes and no as 1 and 0.
    Integer(i64),
    /// A text.
    Text(Cow<'a, str>),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
    /// Something that no column of ours holds: the row is damaged.
    Unsound,
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(number)
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Value::Integer(number as i64)
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::Integer(number as i64)
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Value::Integer(number.into())
    }
}

impl From<u16> for Value<'_> {
    fn from(number: u16) -> Self {
        Value::Integer(number.into())
    }
}

impl From<bool> for Value<'_> {
    fn from(yes: bool) -> Self {
        Value::Integer(yes.into())
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(text.into())
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(text.as_str().into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

impl<'a> From<&'a Vec<u8>> for Value<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Value::Bytes(bytes.as_slice().into())
    }
}

/// Values in their order, each of its own kind.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::value::Value::from($value)),*] };
}
pub(super) use values;

/// A row that does not hold what it should, by the place of its first wrong value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsoundRow(pub(super) usize);

impl From<UnsoundRow> for StoreError {
    fn from(row: UnsoundRow) -> StoreError {
        StoreError::Damaged(format!("a row does not hold what it should in column {}", row.0 + 1))
    }
}

/// A row that was read: every value is taken from it once.
#[derive(Clone, Debug)]
pub struct Row(pub Vec<Value<'static>>);

impl Row {
    /// The text in a place.
    pub fn text(&mut self, place: usize) -> Result<String, UnsoundRow> {
        match self.take(place) {
            Some(Value::Text(text)) => Ok(text.into_owned()),
            _ => Err(UnsoundRow(place)),
        }
    }

    /// The bytes in a place.
    pub fn bytes(&mut self, place: usize) -> Result<Vec<u8>, UnsoundRow> {
        match self.take(place) {
            Some(Value::Bytes(bytes)) => Ok(bytes.into_owned()),
            _ => Err(UnsoundRow(place)),
        }
    }

    /// The number in a place.
    pub fn integer(&self, place: usize) -> Result<i64, UnsoundRow> {
        match self.0.get(place) {
            Some(Value::Integer(number)) => Ok(*number),
            _ => Err(UnsoundRow(place)),
        }
    }

    /// The number in a place, of a smaller kind.
    pub fn number<T: TryFrom<i64>>(&self, place: usize) -> Result<T, UnsoundRow> {
        self.integer(place)?.try_into().map_err(|_| UnsoundRow(place))
    }

    /// A count in a place; one below 0 is none.
    pub fn count(&self, place: usize) -> Result<usize, UnsoundRow> {
        Ok(self.integer(place)?.max(0) as usize)
    }

    /// Whether there is a yes in a place.
    pub fn flag(&self, place: usize) -> Result<bool, UnsoundRow> {
        Ok(self.integer(place)? != 0)
    }

    fn take(&mut self, place: usize) -> Option<Value<'static>> {
        self.0.get_mut(place).map(|value| std::mem::replace(value, Value::Unsound))
    }
}
