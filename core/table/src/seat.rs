//! Who sits at the table, who looks on, and who may know a thing.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use terrain::Fit;

/// A player's place at the table. Counted from 0 inside, and so in the JSON of views; written from 1
/// wherever people or programs are told of a seat.
///
/// ```
/// use table::Seat;
///
/// assert_eq!("2".parse(), Ok(Seat(1)));
/// assert_eq!((Seat(1).index(), Seat(1).to_string().as_str()), (1, "2"));
/// assert_eq!(Seat::first(2).collect::<Vec<_>>(), [Seat(0), Seat(1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u16);

impl Seat {
    /// The index, for arrays with one entry per seat.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` seats in order.
    pub fn first(count: u16) -> impl Iterator<Item = Seat> {
        (0..count).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u32::from(self.0) + 1)
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Seat, String> {
        match text.trim().parse::<u16>() {
            Ok(number) if number > 0 => Ok(Seat(number - 1)),
            _ => Err(format!("`{text}` is not a seat: seats are numbered from 1")),
        }
    }
}

/// A set of seats. Up to 64 seats take no allocation. In JSON it is the list of its seats, counted from 0
/// like every [`Seat`] that a game writes.
///
/// ```
/// use table::{Seat, Seats};
///
/// let mut seats = Seats::first(3);
/// seats.remove(Seat(1));
/// assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
/// assert!(seats.has(Seat(2)) && seats.lowest() == Some(Seat(0)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats {
    low: u64,
    high: Vec<u64>,
}

impl Seats {
    /// Nobody.
    #[inline]
    pub fn none() -> Seats {
        Seats::default()
    }

    /// One seat.
    #[inline]
    pub fn one(seat: Seat) -> Seats {
        match seat.0 {
            index @ 0..64 => Seats { low: 1 << index, high: Vec::new() },
            _ => [seat].into_iter().collect(),
        }
    }

    /// The first `count` seats.
    pub fn first(count: u16) -> Seats {
        Seat::first(count).collect()
    }

    /// Adds a seat.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        match seat.0 {
            index @ 0..64 => self.low |= 1 << index,
            _ => self.insert_high(seat),
        }
    }

    #[cold]
    fn insert_high(&mut self, seat: Seat) {
        let word = seat.index() / 64;
        if self.high.len() < word {
            self.high.resize(word, 0);
        }
        self.high[word - 1] |= 1 << (seat.index() % 64);
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        let (word, bit) = (seat.index() / 64, 1 << (seat.index() % 64));
        if word == 0 {
            self.low &= !bit;
        } else if let Some(bits) = self.high.get_mut(word - 1) {
            *bits &= !bit;
        }
        while self.high.last() == Some(&0) {
            self.high.pop();
        }
    }

    /// Whether the seat is in the set.
    #[inline]
    pub fn has(&self, seat: Seat) -> bool {
        let (word, bit) = (seat.index() / 64, 1 << (seat.index() % 64));
        let bits = if word == 0 { self.low } else { self.high.get(word - 1).copied().unwrap_or(0) };
        bits & bit != 0
    }

    /// Whether nobody is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.low == 0 && self.high.is_empty()
    }

    /// How many seats are in the set.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// The first seat of the set.
    #[inline]
    pub fn lowest(&self) -> Option<Seat> {
        match self.low {
            0 => self.iter().next(),
            low => Some(Seat(low.trailing_zeros().fit())),
        }
    }

    /// The seats in order.
    pub fn iter(&self) -> impl Iterator<Item = Seat> + '_ {
        std::iter::once(self.low).chain(self.high.iter().copied()).enumerate().flat_map(
            |(word, mut bits)| {
                std::iter::from_fn(move || {
                    (bits != 0).then(|| {
                        let seat =
                            Seat((word * 64).fit::<u16>() + bits.trailing_zeros().fit::<u16>());
                        bits &= bits - 1;
                        seat
                    })
                })
            },
        )
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        let mut set = Seats::none();
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.collect_seq(self.iter()),
            false => (self.low, &self.high).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seats, D::Error> {
        if deserializer.is_human_readable() {
            return Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect());
        }
        let (low, high) = Deserialize::deserialize(deserializer)?;
        Ok(Seats { low, high })
    }
}

/// What the players are called. Games do not know it: names are handed in where a text is made.
///
/// ```
/// use table::{Names, Seat};
///
/// let given = ["Ann".to_string()];
/// assert_eq!(Names::new(&given).of(Seat(0)), "Ann");
/// assert_eq!(Names::NONE.of(Seat(0)), "Player 1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Names<'a>(&'a [String]);

impl<'a> Names<'a> {
    /// Nobody has a name.
    pub const NONE: Names<'static> = Names(&[]);

    /// These names, by seat; an empty one is none.
    ///
    /// ```
    /// use table::{Names, Seat};
    /// let names = ["Ann".to_string(), String::new()];
    /// let names = Names::new(&names);
    /// assert_eq!(names.listed([Seat(0), Seat(1)]), "Ann and Player 2");
    /// ```
    pub fn new(names: &'a [String]) -> Names<'a> {
        Names(names)
    }

    /// The name that a seat was given, if it was.
    pub fn given(self, seat: Seat) -> Option<&'a str> {
        self.0.get(seat.index()).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// What a seat is called: by name, or by its number.
    pub fn of(self, seat: Seat) -> String {
        self.given(seat).map_or_else(|| format!("Player {seat}"), String::from)
    }

    /// What several seats are called: `Ann, Bob and Player 3`.
    pub fn listed(self, seats: impl IntoIterator<Item = Seat>) -> String {
        let mut names: Vec<String> = seats.into_iter().map(|seat| self.of(seat)).collect();
        match names.pop() {
            None => "nobody".into(),
            Some(last) if names.is_empty() => last,
            Some(last) => format!("{} and {last}", names.join(", ")),
        }
    }
}

/// Whose eyes a view is made for.
///
/// ```
/// use table::{Seat, Viewer};
///
/// assert_eq!("2".parse(), Ok(Viewer::Seat(Seat(1))));
/// assert_eq!("table".parse(), Ok(Viewer::Table));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player: sees what that seat may know.
    Seat(Seat),
    /// The table: spectators, and what everybody knows.
    Table,
    /// The referee: sees everything.
    Referee,
}

impl Viewer {
    /// The seat behind these eyes, if it is a player's.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Table | Viewer::Referee => None,
        }
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "{seat}"),
            Viewer::Table => f.write_str("table"),
            Viewer::Referee => f.write_str("referee"),
        }
    }
}

impl FromStr for Viewer {
    type Err = String;

    fn from_str(text: &str) -> Result<Viewer, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "table" | "public" | "spectator" => Ok(Viewer::Table),
            "referee" | "all" => Ok(Viewer::Referee),
            other => other.parse().map(Viewer::Seat).map_err(|_| {
                format!("`{text}` is no viewer: say a seat number, `table` or `referee`")
            }),
        }
    }
}

/// Who may know that a thing happened.
///
/// ```
/// use table::{Audience, Seat, Viewer};
///
/// let secret = Audience::only(Seat(1));
/// assert!(secret.includes(Viewer::Seat(Seat(1))) && secret.includes(Viewer::Referee));
/// assert!(!secret.includes(Viewer::Table));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody, spectators too.
    All,
    /// Only these seats, and the referee.
    Only(Seats),
    /// Everybody but these seats; spectators too.
    Except(Seats),
    /// The referee alone.
    Referee,
}

impl Audience {
    /// One seat and the referee.
    pub fn only(seat: Seat) -> Audience {
        Audience::Only(Seats::one(seat))
    }

    /// Everybody but one seat.
    pub fn except(seat: Seat) -> Audience {
        Audience::Except(Seats::one(seat))
    }

    /// Whether this viewer may know.
    pub fn includes(&self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (_, Viewer::Referee) | (Audience::All, _) | (Audience::Except(_), Viewer::Table) => {
                true
            }
            (Audience::Only(seats), Viewer::Seat(seat)) => seats.has(seat),
            (Audience::Except(seats), Viewer::Seat(seat)) => !seats.has(seat),
            (Audience::Referee, _) | (Audience::Only(_), Viewer::Table) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_seats_holds_what_was_put_in_and_nothing_else() {
        let mut seats: Seats = [3, 0, 64, 1000].map(Seat).into_iter().collect();
        assert_eq!(seats.iter().map(|s| s.0).collect::<Vec<_>>(), [0, 3, 64, 1000]);
        seats.remove(Seat(1000));
        seats.remove(Seat(64));
        seats.remove(Seat(7));
        assert_eq!(seats, [0, 3].map(Seat).into_iter().collect());
        assert!(!seats.has(Seat(64)) && seats.has(Seat(3)) && seats.len() == 2);
    }

    #[test]
    fn a_set_of_seats_is_a_list_in_json_and_a_few_bits_in_a_snapshot() {
        let seats: Seats = [0, 3, 64].map(Seat).into_iter().collect();
        let json = serde_json::to_string(&seats).unwrap();
        assert_eq!(json, "[0,3,64]");
        assert_eq!(serde_json::from_str::<Seats>(&json).unwrap(), seats);
        let bytes = postcard::to_allocvec(&seats).unwrap();
        assert_eq!(bytes, [9, 1, 1]);
        assert_eq!(postcard::from_bytes::<Seats>(&bytes).unwrap(), seats);
    }

    #[test]
    fn a_secret_reaches_only_its_audience() {
        let secret = Audience::only(Seat(1));
        assert!(secret.includes(Viewer::Seat(Seat(1))) && secret.includes(Viewer::Referee));
        assert!(!secret.includes(Viewer::Seat(Seat(0))) && !secret.includes(Viewer::Table));
        let others = Audience::except(Seat(1));
        assert!(!others.includes(Viewer::Seat(Seat(1))) && others.includes(Viewer::Table));
        assert!(!Audience::Referee.includes(Viewer::Table));
    }
}
