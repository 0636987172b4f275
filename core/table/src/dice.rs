//! Dice: from a seed, or loaded; every roll labelled with what it is for.
//!
//! Dice come from outside a position, so that no position, view or bot can look ahead. A seed has
//! 256 bits and drives ChaCha with 12 rounds. The stream that a plain roll reads belongs to the
//! step being played; a named stream ([`Dice::stream`]) belongs to its name alone, so that amending
//! one order leaves unrelated dice as they were. How a face is drawn from the stream is fixed here
//! and will not change: a recorded seed gives the same faces for ever.

use crate::named_stream::{NamedStream, stream_number};
use crate::seat::{Audience, Seat};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use terrain::Fit;

/// The secret from which all dice of a game follow.
///
/// ```
/// use table::Seed;
///
/// let seed = Seed::from_number(7);
/// assert_eq!(seed.to_string().parse(), Ok(seed));
/// assert_ne!(seed.child("weather"), seed.child("wolves"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// A seed for tests and simulations: different for every number, and not secret.
    pub fn from_number(number: u64) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"overwinter seed ");
        hash.update(number.to_le_bytes());
        Seed(hash.finalize().into())
    }

    /// Another seed that follows from this one: for what must not share the game's dice, such as
    /// the bots that play it.
    pub fn child(&self, name: &str) -> Seed {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(name.as_bytes());
        Seed(hash.finalize().into())
    }

    /// The seed of a game in whose luck its players had a hand: nobody who lacks one of the contributions
    /// could have chosen it. Without contributions it is this seed itself.
    pub fn with_contributions(&self, contributions: &[Contribution]) -> Seed {
        if contributions.is_empty() {
            return *self;
        }
        let mut hash = Sha256::new();
        hash.update(CONTRIBUTED);
        hash.update(self.0);
        contributions.iter().for_each(|contribution| hash.update(contribution.random));
        Seed(hash.finalize().into())
    }

    /// The order in which seats are dealt: who comes to sit in each, by the seat they had before.
    pub fn deal(&self, seats: u16) -> Vec<Seat> {
        let mut dealt: Vec<Seat> = Seat::first(seats).collect();
        Dice::seeded(self.child("seats")).shuffle("seats", &mut dealt);
        dealt
    }

    /// What can be shown before the game to prove afterwards that the seed was not changed:
    /// SHA-256 of the seed's bytes, in hexadecimal.
    pub fn commitment(&self) -> String {
        hexadecimal(&Sha256::digest(self.0))
    }
}

/// The label under which contributions are mixed into a seed.
const CONTRIBUTED: &[u8] = b"overwinter dice 2\0";

/// What somebody at the table added to the luck of a game before it began.
///
/// ```
/// use table::{Contribution, Seat, Seed};
///
/// let ann = Contribution { seat: Seat(0), by_player: true, random: [7; 32] };
/// assert_eq!(ann.to_string().parse(), Ok(ann));
/// let server = Seed::from_number(1);
/// assert_ne!(server.with_contributions(&[ann]), server);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// The seat in which they sat down.
    pub seat: Seat,
    /// Whether they made it themselves; if not, the server did in their stead.
    pub by_player: bool,
    /// The random bytes.
    pub random: [u8; 32],
}

/// As records write it: the seat, `player` or `server`, and 64 hexadecimal digits.
impl fmt::Display for Contribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let maker = if self.by_player { "player" } else { "server" };
        write!(f, "{} {maker} {}", self.seat, hexadecimal(&self.random))
    }
}

impl FromStr for Contribution {
    type Err = String;

    fn from_str(text: &str) -> Result<Contribution, String> {
        let wrong = || "expected a seat, `player` or `server`, and 64 hexadecimal digits";
        let mut words = text.split(' ');
        let (Some(seat), Some(maker), Some(random), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(wrong().into());
        };
        let by_player = match maker {
            "player" => true,
            "server" => false,
            _ => return Err(wrong().into()),
        };
        let random = bytes_of(random).ok_or_else(wrong)?;
        Ok(Contribution { seat: seat.parse()?, by_player, random })
    }
}

/// The secret is never printed by accident.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(committed as {})", self.commitment())
    }
}

/// Hexadecimal, for the moment when the seed is revealed.
impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hexadecimal(&self.0))
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Seed, String> {
        let text = text.trim();
        let wrong = || format!("`{text}` is not a seed: a seed is 64 hexadecimal digits");
        bytes_of(text).map(Seed).ok_or_else(wrong)
    }
}

/// So many bytes from their hexadecimal digits, if the text is just that.
pub(crate) fn bytes_of<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    Some(bytes)
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One die that fell.
///
/// ```
/// use table::{Audience, Dice, Seat};
///
/// let mut dice = Dice::loaded(vec![4]);
/// dice.secretly(Audience::only(Seat(0)), |dice| dice.roll("search", 6));
/// let roll = &dice.take_rolls()[0];
/// assert_eq!((roll.purpose.as_ref(), roll.sides, roll.face), ("search", 6, 4));
/// assert_eq!(roll.audience, Audience::only(Seat(0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What it was for.
    pub purpose: Cow<'static, str>,
    /// How many faces it had.
    pub sides: u32,
    /// The face that it showed.
    pub face: u32,
    /// Which of its faces that is, counted from 1; unknown where a loaded die has it more than once.
    pub place: Option<u32>,
    /// The named stream that it was read from, with its keys; none for the stream of the step.
    pub stream: Option<Arc<str>>,
    /// Who saw it.
    pub audience: Audience,
}

/// Why loaded dice could not go on.
///
/// ```
/// use table::Dice;
///
/// let mut dice = Dice::loaded(vec![9]);
/// dice.roll("weather", 6);
/// let fault = dice.fault().unwrap();
/// assert_eq!(fault.to_string(), "the next die shows 9, but `weather` needs 1 to 6");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiceFault {
    /// The game asked for more dice than were loaded.
    RanOut {
        /// What the missing die was for.
        purpose: String,
    },
    /// The next loaded face is not on the die that the game asked for.
    NoSuchFace {
        /// What the die was for.
        purpose: String,
        /// The loaded face.
        face: u32,
        /// The faces of the die.
        sides: String,
    },
}

impl fmt::Display for DiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiceFault::RanOut { purpose } => {
                write!(f, "no die is left for `{purpose}`")
            }
            DiceFault::NoSuchFace { purpose, face, sides } => {
                write!(f, "the next die shows {face}, but `{purpose}` needs {sides}")
            }
        }
    }
}

#[allow(
    clippy::large_enum_variant,
    reason = "one exists at a time, and the large one is the hot one"
)]
enum DiceSource {
    Seeded(SeededSource),
    /// The spare stream answers once the faces cannot: a rule that rolls again until something
    /// comes up must not wait for ever.
    Loaded {
        faces: Vec<u32>,
        next: usize,
        spare: ChaCha12Rng,
    },
}

/// Streams that follow from a seed: the step's own, and the named one that is read in its place.
struct SeededSource {
    seed: Seed,
    own: ChaCha12Rng,
    /// What a named stream runs in while one is read.
    inner: NamedStream,
    reading: Reading,
}

/// Which stream the next die is read from.
#[derive(Clone, Copy)]
enum Reading {
    /// The step's own.
    Own,
    /// The named one in `inner`.
    Named,
    /// The one of this name, which is set up when a die is first asked of it: many never are.
    Awaited(StreamName),
}

/// A name with its keys.
#[derive(Clone, Copy)]
struct StreamName {
    name: &'static str,
    keys: [u64; StreamName::MOST_KEYS],
    count: usize,
}

impl StreamName {
    const MOST_KEYS: usize = 4;

    /// The name, unless it has too many keys to be kept.
    fn new(name: &'static str, keys: &[u64]) -> Option<StreamName> {
        let mut kept = [0; StreamName::MOST_KEYS];
        kept.get_mut(..keys.len())?.copy_from_slice(keys);
        Some(StreamName { name, keys: kept, count: keys.len() })
    }

    fn keys(&self) -> &[u64] {
        &self.keys[..self.count]
    }
}

impl SeededSource {
    fn new(seed: Seed, own: ChaCha12Rng) -> SeededSource {
        let inner = NamedStream::new(&seed.0, "", &[]);
        SeededSource { seed, own, inner, reading: Reading::Own }
    }

    /// The next number of the stream that is being read.
    #[inline]
    fn next_u32(&mut self) -> u32 {
        match self.reading {
            Reading::Own => self.own.next_u32(),
            Reading::Named => self.inner.next_u32(),
            Reading::Awaited(awaited) => {
                self.inner = NamedStream::new(&self.seed.0, awaited.name, awaited.keys());
                self.reading = Reading::Named;
                self.inner.next_u32()
            }
        }
    }

    /// Turns to the stream of a name; gives what was read before.
    fn turn_to(&mut self, name: &'static str, keys: &[u64]) -> (Reading, Option<NamedStream>) {
        let aside = matches!(self.reading, Reading::Named).then(|| self.inner.clone());
        let next = StreamName::new(name, keys).map_or_else(
            || {
                self.inner = NamedStream::new(&self.seed.0, name, keys);
                Reading::Named
            },
            Reading::Awaited,
        );
        (std::mem::replace(&mut self.reading, next), aside)
    }

    /// Turns back to what was read before.
    fn turn_back(&mut self, (reading, aside): (Reading, Option<NamedStream>)) {
        self.reading = reading;
        if let Some(inner) = aside {
            self.inner = inner;
        }
    }
}

/// The dice that a game asks for.
///
/// ```
/// use table::{Dice, Seed};
///
/// let mut dice = Dice::seeded(Seed::from_number(7));
/// let face = dice.roll("weather", 6);
/// assert_eq!(Dice::seeded(Seed::from_number(7)).roll("weather", 6), face);
///
/// let mut loaded = Dice::loaded(vec![6, 1]);
/// assert_eq!((loaded.roll("weather", 6), loaded.roll("wolves", 6)), (6, 1));
/// assert!(loaded.left() == 0 && loaded.fault().is_none());
/// ```
pub struct Dice {
    source: DiceSource,
    recording: bool,
    rolls: Vec<Roll>,
    stream: Option<Arc<str>>,
    audience: Audience,
    fault: Option<DiceFault>,
}

impl Dice {
    /// Dice from a seed that keep no record of their rolls: for simulation.
    pub fn seeded(seed: Seed) -> Dice {
        let own = ChaCha12Rng::from_seed(seed.0);
        Dice::new(DiceSource::Seeded(SeededSource::new(seed, own)), false)
    }

    /// Dice from a seed for one step of a recorded game: the stream of that step, from its start.
    pub fn for_step(seed: Seed, step: u64) -> Dice {
        let mut own = ChaCha12Rng::from_seed(seed.0);
        own.set_stream(stream_number("step", &[step]));
        Dice::new(DiceSource::Seeded(SeededSource::new(seed, own)), true)
    }

    /// The same without a record of their rolls: for simulation that goes as a recorded game would.
    pub fn for_quiet_step(seed: Seed, step: u64) -> Dice {
        Dice { recording: false, ..Dice::for_step(seed, step) }
    }

    /// Dice that show these faces in this order, whatever they are asked for.
    pub fn loaded(faces: Vec<u32>) -> Dice {
        let spare = ChaCha12Rng::from_seed([0; 32]);
        Dice::new(DiceSource::Loaded { faces, next: 0, spare }, true)
    }

    fn new(source: DiceSource, recording: bool) -> Dice {
        let (rolls, audience) = (Vec::new(), Audience::All);
        Dice { source, recording, rolls, stream: None, audience, fault: None }
    }

    /// A die of `sides` faces numbered from 1. A die of one face is not rolled and not recorded.
    #[inline]
    pub fn roll(&mut self, purpose: &'static str, sides: u32) -> u32 {
        if sides <= 1 {
            return 1;
        }
        let face = match &mut self.source {
            DiceSource::Seeded(source) => below(|| source.next_u32(), sides) + 1,
            DiceSource::Loaded { faces, next, spare } => match faces.get(*next).copied() {
                Some(face) if (1..=sides).contains(&face) => {
                    *next += 1;
                    face
                }
                face => {
                    let instead = below(|| spare.next_u32(), sides) + 1;
                    self.faulted(purpose, face, || format!("1 to {sides}"));
                    instead
                }
            },
        };
        self.note(purpose, sides, face, Some(face));
        face
    }

    /// A die with these faces, such as 2 3 3 4 4 5; the face that shows.
    pub fn roll_faces(&mut self, purpose: &'static str, faces: &[u32]) -> u32 {
        let (face, place) = match &mut self.source {
            _ if faces.is_empty() => return 0,
            DiceSource::Seeded(source) => {
                let place = below(|| source.next_u32(), faces.len().fit());
                (faces[place as usize], Some(place + 1))
            }
            DiceSource::Loaded { faces: tape, next, spare } => match tape.get(*next).copied() {
                Some(face) if faces.contains(&face) => {
                    *next += 1;
                    (face, None)
                }
                face => {
                    let instead = faces[below(|| spare.next_u32(), faces.len().fit()) as usize];
                    self.faulted(purpose, face, || format!("one of {faces:?}"));
                    (instead, None)
                }
            },
        };
        self.note(purpose, faces.len().fit(), face, place);
        face
    }

    /// One of several things by lot; nothing is rolled where there is no choice. The face is the
    /// thing's place in the list, counted from 1.
    #[inline]
    pub fn pick<'a, T>(&mut self, purpose: &'static str, things: &'a [T]) -> Option<&'a T> {
        things.get(self.roll(purpose, things.len().fit()) as usize - 1)
    }

    /// Shuffles by lots: the first place gets one of all, the second one of the rest, and so on.
    pub fn shuffle<T>(&mut self, purpose: &'static str, things: &mut [T]) {
        for i in 0..things.len().saturating_sub(1) {
            let chosen = self.roll(purpose, (things.len() - i).fit()) as usize - 1;
            things.swap(i, i + chosen);
        }
    }

    /// Rolls inside `with` are seen only by this audience.
    pub fn secretly<R>(&mut self, audience: Audience, with: impl FnOnce(&mut Dice) -> R) -> R {
        let before = std::mem::replace(&mut self.audience, audience);
        let result = with(self);
        self.audience = before;
        result
    }

    /// Rolls inside `with` read the stream of this name and these keys, from its start. A name and
    /// keys must be used once in a game: a second use would show the same faces.
    pub fn stream<R>(
        &mut self,
        name: &'static str,
        keys: &[u64],
        with: impl FnOnce(&mut Dice) -> R,
    ) -> R {
        let outer = match &mut self.source {
            DiceSource::Seeded(source) => Some(source.turn_to(name, keys)),
            DiceSource::Loaded { .. } => None,
        };
        let noted = self.recording.then(|| self.stream.replace(stream_name(name, keys)));
        let result = with(self);
        if let Some(noted) = noted {
            self.stream = noted;
        }
        if let (DiceSource::Seeded(source), Some(outer)) = (&mut self.source, outer) {
            source.turn_back(outer);
        }
        result
    }

    /// The rolls since the dice were made or last taken.
    pub fn take_rolls(&mut self) -> Vec<Roll> {
        std::mem::take(&mut self.rolls)
    }

    /// How many loaded faces have not been used.
    pub fn left(&self) -> usize {
        match &self.source {
            DiceSource::Seeded(_) => 0,
            DiceSource::Loaded { faces, next, .. } => faces.len() - next,
        }
    }

    /// Why loaded dice could not show what was asked of them, the first time that happened. The
    /// results since then mean nothing.
    pub fn fault(&self) -> Option<&DiceFault> {
        self.fault.as_ref()
    }

    #[inline]
    fn note(&mut self, purpose: &'static str, sides: u32, face: u32, place: Option<u32>) {
        if self.recording {
            self.record(purpose, sides, face, place);
        }
    }

    fn record(&mut self, purpose: &'static str, sides: u32, face: u32, place: Option<u32>) {
        let (stream, audience) = (self.stream.clone(), self.audience.clone());
        self.rolls.push(Roll { purpose: purpose.into(), sides, face, place, stream, audience });
    }

    fn faulted(
        &mut self,
        purpose: &'static str,
        face: Option<u32>,
        sides: impl FnOnce() -> String,
    ) {
        if self.fault.is_none() {
            let purpose = purpose.to_string();
            self.fault = Some(match face {
                None => DiceFault::RanOut { purpose },
                Some(face) => DiceFault::NoSuchFace { purpose, face, sides: sides() },
            });
        }
    }
}

/// The low 32 bits.
#[allow(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
fn low_half(number: u64) -> u32 {
    number as u32
}

/// Evenly below `n`: the high half of 32 bits times `n`, drawn again in the rare case in which the
/// low half shows that this number would come up once too often (Lemire's method).
#[inline]
fn below(mut next: impl FnMut() -> u32, n: u32) -> u32 {
    let mut product = u64::from(next()) * u64::from(n);
    if low_half(product) < n {
        let uneven = n.wrapping_neg() % n;
        while low_half(product) < uneven {
            product = u64::from(next()) * u64::from(n);
        }
    }
    low_half(product >> 32)
}

/// A stream as records write it: its name, then its keys.
fn stream_name(name: &str, keys: &[u64]) -> Arc<str> {
    keys.iter().fold(name.to_string(), |text, key| format!("{text} {key}")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_faces_for_ever() {
        // If this test fails, every recorded seed has lost its meaning: mend the dice, not the test.
        let mut dice = Dice::seeded(Seed::from_number(7));
        let faces: Vec<u32> = (0..12).map(|_| dice.roll("test", 6)).collect();
        assert_eq!(faces, PINNED);
        let mut step = Dice::for_step(Seed::from_number(7), 3);
        let plain: Vec<u32> = (0..4).map(|_| step.roll("test", 100)).collect();
        let inner = step.stream("feeding", &[2, 7], |dice| dice.roll("test", 100));
        assert_eq!((plain.as_slice(), inner), PINNED_STEP);
    }
    const PINNED: [u32; 12] = [5, 2, 6, 1, 5, 4, 3, 1, 3, 2, 6, 3];
    const PINNED_STEP: (&[u32], u32) = (&[13, 51, 2, 82], 84);

    #[test]
    fn a_named_stream_disturbs_nothing_and_is_disturbed_by_nothing() {
        let seed = Seed::from_number(1);
        let mut quiet = Dice::for_step(seed, 1);
        let mut busy = Dice::for_step(seed, 1);
        busy.roll("other", 6);
        let a = quiet.stream("twins", &[5], |dice| [dice.roll("a", 1000), dice.roll("b", 1000)]);
        let b = busy.stream("twins", &[5], |dice| [dice.roll("a", 1000), dice.roll("b", 1000)]);
        assert_eq!(a, b);
        assert_ne!(
            a,
            quiet.stream("twins", &[6], |dice| [dice.roll("a", 1000), dice.roll("b", 1000)])
        );
        quiet.roll("other", 6);
        assert_eq!(quiet.roll("next", 1000), busy.roll("next", 1000));
    }

    #[test]
    fn faces_are_even() {
        let mut dice = Dice::seeded(Seed::from_number(2));
        let mut counts = [0u32; 5];
        for _ in 0..50_000 {
            counts[dice.roll("test", 5) as usize - 1] += 1;
        }
        // Five standard deviations of a binomial with p = 1/5 around 10,000.
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 450), "{counts:?}");
    }

    #[test]
    fn loaded_dice_show_what_was_loaded_and_say_when_they_cannot() {
        let mut dice = Dice::loaded(vec![3, 5, 9]);
        assert_eq!(dice.roll("first", 6), 3);
        assert_eq!(dice.roll_faces("second", &[2, 3, 3, 4, 4, 5]), 5);
        assert_eq!(dice.roll("nothing to choose", 1), 1);
        assert_eq!((dice.fault(), dice.left()), (None, 1));
        dice.roll("third", 6);
        let fault = dice.fault().map(ToString::to_string);
        assert_eq!(fault.as_deref(), Some("the next die shows 9, but `third` needs 1 to 6"));
        assert_eq!(dice.take_rolls().len(), 3);
    }

    #[test]
    fn dice_that_ran_out_do_not_repeat_one_face_for_ever() {
        let mut dice = Dice::loaded(Vec::new());
        let rolls = (0..100).map(|_| dice.roll("tie", 6)).collect::<Vec<_>>();
        assert!(rolls.iter().any(|face| *face != rolls[0]) && dice.fault().is_some());
    }

    #[test]
    fn contributions_move_the_dice_in_a_way_that_is_fixed_for_ever() {
        // If this test fails, no record of the server can be proved any more: mend the code, not the test.
        let server = Seed::from_number(7);
        let ann = Contribution { seat: Seat(0), by_player: true, random: [1; 32] };
        let bob = Contribution { seat: Seat(2), by_player: false, random: [2; 32] };
        let both = server.with_contributions(&[ann, bob]);
        assert_eq!(both.to_string(), PINNED_MIX);
        assert_ne!(both, server.with_contributions(&[bob, ann]));
        assert_eq!(server.with_contributions(&[]), server);
        assert_eq!(server.deal(4).iter().map(|seat| seat.0).collect::<Vec<_>>(), PINNED_DEAL);
        assert!("1 nobody 00".parse::<Contribution>().is_err());
    }
    const PINNED_MIX: &str = "48c49976a6a38d48b4bbf84e0e051c37007174f79b99c3442f918f8a659d9448";
    const PINNED_DEAL: [u16; 4] = [0, 3, 2, 1];

    #[test]
    fn rolls_know_their_stream_and_their_place() {
        let mut dice = Dice::for_step(Seed::from_number(1), 4);
        dice.roll("plain", 6);
        dice.stream("feeding", &[2, 7], |dice| dice.roll_faces("odd", &[2, 3, 3, 4]));
        dice.roll("plain again", 6);
        let rolls = dice.take_rolls();
        let streams: Vec<Option<&str>> = rolls.iter().map(|roll| roll.stream.as_deref()).collect();
        assert_eq!(streams, [None, Some("feeding 2 7"), None]);
        let odd = rolls[1].place.map(|place| [2, 3, 3, 4][place as usize - 1]);
        assert_eq!(odd, Some(rolls[1].face));
    }

    #[test]
    fn a_seed_is_written_and_read_and_committed_to() {
        let seed = Seed::from_number(42);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert!("12".parse::<Seed>().is_err() && "é".repeat(32).parse::<Seed>().is_err());
        assert_ne!(seed.commitment(), Seed::from_number(43).commitment());
        assert!(!format!("{seed:?}").contains(&seed.to_string()));
    }
}
