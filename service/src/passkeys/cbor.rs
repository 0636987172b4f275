//! As much of CBOR (RFC 8949) as devices write about passkeys: definite lengths, and nothing deep.

/// How deep lists and maps may lie in each other: what devices write is no deeper than this.
const DEEPEST: usize = 4;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cbor<'a> {
    /// A whole number.
    Number(i64),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A text.
    Text(&'a str),
    /// A list.
    List(Vec<Cbor<'a>>),
    /// A map, in the order in which it was written.
    Map(Vec<(Cbor<'a>, Cbor<'a>)>),
    /// Yes, no, or nothing.
    Simple(u8),
}

impl<'a> Cbor<'a> {
    /// The first value of some bytes, and what stands behind it; nothing if they are none.
    pub fn read(bytes: &'a [u8]) -> Option<(Cbor<'a>, &'a [u8])> {
        value(bytes, DEEPEST)
    }

    /// The value of a key, if this is a map that has it once.
    pub fn get(&self, key: &Cbor) -> Option<&Cbor<'a>> {
        let Cbor::Map(pairs) = self else { return None };
        let mut found = pairs.iter().filter(|(known, _)| known == key).map(|(_, value)| value);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// The bytes of a key.
    pub fn bytes(&self, key: &Cbor) -> Option<&'a [u8]> {
        match self.get(key)? {
            Cbor::Bytes(bytes) => Some(*bytes),
            _ => None,
        }
    }

    /// The number of a numbered key.
    pub fn number(&self, key: i64) -> Option<i64> {
        match self.get(&Cbor::Number(key))? {
            Cbor::Number(number) => Some(*number),
            _ => None,
        }
    }
}

fn value(bytes: &[u8], depth: usize) -> Option<(Cbor<'_>, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let (kind, short) = (first >> 5, first & 31);
    if kind == 7 {
        return matches!(short, 20..=22).then_some((Cbor::Simple(short), rest));
    }
    let (count, rest) = count(short, rest)?;
    let size = usize::try_from(count).ok()?;
    match kind {
        0 => Some((Cbor::Number(count.try_into().ok()?), rest)),
        1 => Some((Cbor::Number(-1 - i64::try_from(count).ok()?), rest)),
        2 => {
            let (bytes, rest) = rest.split_at_checked(size)?;
            Some((Cbor::Bytes(bytes), rest))
        }
        3 => {
            let (text, rest) = rest.split_at_checked(size)?;
            Some((Cbor::Text(std::str::from_utf8(text).ok()?), rest))
        }
        4 | 5 => {
            let (depth, mut rest) = (depth.checked_sub(1)?, rest);
            let mut next = || {
                let (value, left) = value(rest, depth)?;
                rest = left;
                Some(value)
            };
            // However many it says there are: there are no more than bytes.
            if size > bytes.len() {
                return None;
            }
            let value = match kind {
                4 => Cbor::List((0..size).map(|_| next()).collect::<Option<_>>()?),
                _ => Cbor::Map((0..size).map(|_| Some((next()?, next()?))).collect::<Option<_>>()?),
            };
            Some((value, rest))
        }
        _ => None,
    }
}

/// A number behind the first byte, by the five bits that say how long it is.
fn count(short: u8, rest: &[u8]) -> Option<(u64, &[u8])> {
    let length = match short {
        0..24 => return Some((short.into(), rest)),
        24 => 1,
        25 => 2,
        26 => 4,
        27 => 8,
        _ => return None,
    };
    let (digits, rest) = rest.split_at_checked(length)?;
    Some((digits.iter().fold(0, |sum, digit| sum << 8 | u64::from(*digit)), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_the_standard_writes_them() {
        let read = |bytes: &'static [u8]| Cbor::read(bytes).map(|(value, _)| value);
        assert_eq!(read(&[0x18, 0x64]), Some(Cbor::Number(100)));
        assert_eq!(read(&[0x39, 0x01, 0x00]), Some(Cbor::Number(-257)));
        assert_eq!(read(&[0x44, 1, 2, 3, 4]), Some(Cbor::Bytes(&[1, 2, 3, 4])));
        assert_eq!(read(&[0x63, b'f', b'm', b't']), Some(Cbor::Text("fmt")));
        assert_eq!(read(&[0xf5]), Some(Cbor::Simple(21)));
        let map = read(&[0xa2, 0x01, 0x02, 0x20, 0x41, 9]).unwrap();
        assert_eq!(map.number(1), Some(2));
        assert_eq!(map.bytes(&Cbor::Number(-1)), Some(&[9][..]));
        assert_eq!(Cbor::read(&[0x01, 0xff]), Some((Cbor::Number(1), &[0xff][..])));
    }

    #[test]
    fn what_is_broken_deep_or_said_twice_is_none() {
        for broken in [
            &[][..],
            &[0x44, 1, 2],
            &[0x63, 0xff, 0xff, 0xff],
            &[0x5f],
            &[0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[0xbb, 0, 0, 0, 1, 0, 0, 0, 0],
            &[0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[0x81, 0x81, 0x81, 0x81, 0x81, 0x01],
            &[0xf9, 0, 0],
        ] {
            assert_eq!(Cbor::read(broken), None, "{broken:x?}");
        }
        let twice = Cbor::read(&[0xa2, 0x01, 0x02, 0x01, 0x03]).unwrap().0;
        assert_eq!(twice.number(1), None);
    }
}
