//! Words of a fixed choice, and tables with a row for each of them.

use super::place::FilePlace;
use super::tables::Table;
use super::values::Value;
use crate::refusal::unknown;

/// One of a fixed choice of things, each with the word for it in files. [`words!`](crate::words)
/// writes it for an enum.
///
/// ```
/// use table::reading::Word;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Door { Open, Barred }
/// table::words! { Door is "kind of door": Open = "open", Barred = "barred" }
///
/// assert_eq!((Door::WHAT, Door::Barred.word()), ("kind of door", "barred"));
/// assert_eq!(Door::ALL, [Door::Open, Door::Barred]);
/// ```
pub trait Word: Copy + PartialEq + 'static {
    /// What it is, for messages: `terrain`, `kind of door`.
    const WHAT: &'static str;
    /// All of them, in their order.
    const ALL: &'static [Self];

    /// The word for it in files.
    fn word(self) -> &'static str;
}

/// Makes an enum a [`Word`](crate::reading::Word): what it is, and the word for each. A variant that
/// holds something says what the word alone stands for: `Door(0) = "door"`.
///
/// ```
/// use table::{Edition, reading::Reading};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Footing { Yes, Stop, No }
/// table::words! { Footing is "footing": Yes = "yes", Stop = "stop", No = "no" }
///
/// let reading = Reading::of(&Edition::new([("a.toml", "lake = 'stopp'\nclear = 'yes'")]));
/// let file = reading.file("a.toml");
/// assert_eq!(file.choice::<Footing>("clear"), Some(Footing::Yes));
/// assert_eq!(file.choice::<Footing>("lake"), None);
/// let faults = reading.finish(Some(())).unwrap_err();
/// assert_eq!(
///     faults.to_string(),
///     "a.toml:1:8: lake: there is no footing `stopp`: did you mean `stop`?"
/// );
/// ```
#[macro_export]
macro_rules! words {
    ($name:ident is $what:literal: $($variant:ident $(($held:expr))? = $word:literal),+ $(,)?) => {
        impl $crate::reading::Word for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$($name::$variant $(($held))?),+];

            fn word(self) -> &'static str {
                match self { $($name::$variant { .. } => $word),+ }
            }
        }
    };
}

fn words<T: Word>() -> impl Iterator<Item = &'static str> + Clone {
    T::ALL.iter().map(|thing| thing.word())
}

impl Value {
    /// The thing that the word stands for.
    pub fn choice<T: Word>(&self) -> Option<T> {
        let words: Vec<&str> = words::<T>().collect();
        let text = self.text_of(&format!("one of {} in quotes", words.join(", ")))?;
        let found = T::ALL.iter().copied().find(|thing| thing.word() == text);
        if found.is_none() {
            self.fault(unknown(T::WHAT, &super::place::quoted(&text), words));
        }
        found
    }
}

impl Table {
    /// The thing that a field's word stands for.
    pub fn choice<T: Word>(&self, key: &str) -> Option<T> {
        self.value(key).choice()
    }

    /// The thing that a field's word stands for, or the default if the field is left out.
    pub fn choice_or<T: Word>(&self, key: &str, default: T) -> T {
        self.optional(key).and_then(|value| value.choice()).unwrap_or(default)
    }

    /// The things that a list of words stands for; those that are right.
    pub fn choices<T: Word>(&self, key: &str) -> Vec<T> {
        let items = self.value(key).items_of("a list of words in quotes").unwrap_or_default();
        items.iter().filter_map(Value::choice).collect()
    }

    /// The things that a list of words stands for, each of which may stand there once.
    pub fn distinct_choices<T: Word>(&self, key: &str) -> Vec<T> {
        let items = self.value(key).items_of("a list of words in quotes").unwrap_or_default();
        let mut things: Vec<T> = Vec::new();
        for item in items {
            match item.choice() {
                Some(thing) if things.contains(&thing) => {
                    item.fault(format!("`{}` stands here twice: say it once", thing.word()));
                }
                found => things.extend(found),
            }
        }
        things
    }

    /// Every field whose name is a word of the choice; any other is a fault.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq)]
    /// enum Token { Wood, Metal }
    /// table::words! { Token is "token": Wood = "wood", Metal = "metal" }
    ///
    /// let reading = Reading::of(&Edition::new([("a.toml", "cost = { wood = 2, mettal = 1 }")]));
    /// let cost: Vec<(Token, u8)> = reading.file("a.toml").table("cost").by_word::<Token>()
    ///     .into_iter().filter_map(|(token, count)| Some((token, count.number(0..=9)?))).collect();
    /// assert_eq!(cost, [(Token::Wood, 2)]);
    /// let faults = reading.finish(Some(())).unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "a.toml:1:20: cost.mettal: there is no token `mettal`: did you mean `metal`?"
    /// );
    /// ```
    pub fn by_word<T: Word>(&self) -> Vec<(T, Value)> {
        let fields = self.fields().into_iter();
        fields.filter_map(|(name, value)| Some((name.choice()?, value))).collect()
    }
}

/// A table with one row for each thing of a choice: none missing, none twice.
///
/// ```
/// use table::{Edition, reading::{EachOnce, Reading}};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Room { Workshop, Kitchen, Jetty }
/// table::words! { Room is "room": Workshop = "S1", Kitchen = "A2", Jetty = "A4" }
///
/// let text = "room = [\n{ code = 'S1', spaces = 3 },\n{ code = 'S1', spaces = 4 }]";
/// let reading = Reading::of(&Edition::new([("rooms.toml", text)]));
/// let file = reading.file("rooms.toml");
/// let mut spaces = EachOnce::<Room, u8>::new();
/// for room in file.tables("room") {
///     spaces.put(&room.value("code"), room.number("spaces", 1..=8));
/// }
/// let spaces: Option<[u8; 3]> = spaces.complete(&file, "room");
/// let faults = reading.finish(spaces).unwrap_err();
/// assert_eq!(
///     faults.to_string(),
///     "rooms.toml:1:8: room: there is no row for A2, A4: give every room one row\n\
///      rooms.toml:3:10: room[2].code: the room `S1` stands here twice: it is on line 2 already"
/// );
/// ```
pub struct EachOnce<T, R> {
    rows: Vec<(T, R, FilePlace)>,
    /// Whether a row was about nothing that is known.
    astray: bool,
}

impl<T: Word, R> Default for EachOnce<T, R> {
    fn default() -> EachOnce<T, R> {
        EachOnce::new()
    }
}

impl<T: Word, R> EachOnce<T, R> {
    /// No rows yet.
    pub fn new() -> EachOnce<T, R> {
        EachOnce { rows: Vec::new(), astray: false }
    }

    /// Adds the row of the thing whose word this is; gives it back if it is known and comes for the
    /// first time.
    pub fn put(&mut self, word: &Value, row: R) -> Option<T> {
        let Some(thing) = word.choice::<T>() else {
            self.astray = true;
            return None;
        };
        self.put_known(word, thing, row)
    }

    /// Adds the row of a thing, which stands at this value.
    pub fn put_known(&mut self, at: &Value, thing: T, row: R) -> Option<T> {
        if let Some((.., first)) = self.rows.iter().find(|(known, ..)| *known == thing) {
            let (what, word, line) = (T::WHAT, thing.word(), first.line());
            at.fault(format!(
                "the {what} `{word}` stands here twice: it is on line {line} already"
            ));
            return None;
        }
        self.rows.push((thing, row, at.place().clone()));
        Some(thing)
    }

    /// The rows so far, each with its thing and its place, in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = (T, &R, &FilePlace)> {
        self.rows.iter().map(|(thing, row, place)| (*thing, row, place))
    }

    /// All rows in the order of the choice; rows that are missing are a fault of the field.
    pub fn complete<const COUNT: usize>(mut self, table: &Table, key: &str) -> Option<[R; COUNT]> {
        if self.rows.is_empty() && !table.sound_field(key) {
            return None;
        }
        let has = |thing: &T| self.rows.iter().any(|(known, ..)| known == thing);
        let missing: Vec<&str> =
            T::ALL.iter().filter(|thing| !has(thing)).map(|thing| thing.word()).collect();
        if !missing.is_empty() {
            // A row that is about nothing known is likely to be the one that is missing.
            if !self.astray || missing.len() > 1 {
                let (list, what) = (missing.join(", "), T::WHAT);
                table.fault(key, format!("there is no row for {list}: give every {what} one row"));
            }
            return None;
        }
        let order = |thing: &T| T::ALL.iter().position(|known| known == thing);
        self.rows.sort_by_key(|(thing, ..)| order(thing));
        let rows: Vec<R> = self.rows.into_iter().map(|(_, row, _)| row).collect();
        rows.try_into().ok()
    }
}
