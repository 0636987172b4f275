//! What was tried from a position: a tree of variations.
//!
//! ```
//! use plans::{Decided, Variations};
//! use table::Seat;
//!
//! let mut tree = Variations::new();
//! let middle = tree.add(0, Decided::new(Seat(0), "drop 4"))?;
//! let answer = tree.add(middle, Decided::new(Seat(1), "drop 3"))?;
//! tree.name(answer, "From the left")?;
//! assert_eq!(tree.add(0, Decided::new(Seat(0), "drop 4"))?, middle, "it was tried before");
//! let lines: Vec<&str> = tree.way_to(answer)?.iter().map(|it| it.line.as_str()).collect();
//! assert_eq!(lines, ["drop 4", "drop 3"]);
//! # Ok::<(), plans::NotTried>(())
//! ```

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use table::Seat;

/// How many decisions a tree holds at most.
pub const MOST_TRIED: usize = 500;

/// How many letters the name of a line has at most.
pub const LONGEST_NAME: usize = 60;

/// How many letters all lines of a tree have at most.
pub const MOST_LETTERS: usize = 60_000;

/// A decision as it was tried: who, what, and whether a bot took it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// Who decided.
    pub seat: Seat,
    /// What, in the notation of the game.
    pub line: String,
    /// The bot that took it; empty if a person did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bot: String,
}

impl Decided {
    /// A decision that a person took.
    pub fn new(seat: Seat, line: impl Into<String>) -> Decided {
        Decided { seat, line: line.into(), bot: String::new() }
    }
}

/// A decision in a tree: its number, and that of the one after which it was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Its number, which no other ever gets. The luck of its dice belongs to it.
    pub id: u32,
    /// The decision before it; 0 is where the tree begins.
    pub after: u32,
    /// The decision.
    #[serde(flatten)]
    pub decided: Decided,
}

/// A tree of variations. It begins with a trunk, the decisions of a game that is over, each with its step as its number; a
/// tree without one begins with a position alone, which has the number 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variations {
    /// Not written down with the rest: the game has it.
    #[serde(skip)]
    trunk: Vec<Decided>,
    tried: Vec<Tried>,
    names: BTreeMap<u32, String>,
    last: u32,
}

/// Why something cannot be done to a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTried {
    /// There is no decision of this number.
    Unknown(u32),
    /// It is full.
    Full,
    /// The decisions of the game itself stay, and so does the beginning.
    Trunk,
    /// A name has too many letters.
    LongName,
}

impl fmt::Display for NotTried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTried::Unknown(id) => {
                write!(f, "There is no decision {id} here: it was cut off, or never tried.")
            }
            NotTried::Full => write!(
                f,
                "This is full: it holds {MOST_TRIED} decisions and {MOST_LETTERS} letters. Cut off a line that you no \
                 longer need."
            ),
            NotTried::Trunk => f.write_str(
                "The beginning and the decisions of the game itself cannot be cut off or tried with other dice, only what \
                 you tried after them.",
            ),
            NotTried::LongName => {
                write!(f, "A name has at most {LONGEST_NAME} letters.")
            }
        }
    }
}

impl std::error::Error for NotTried {}

impl Variations {
    /// A tree that begins with a position.
    pub fn new() -> Variations {
        Variations::default()
    }

    /// A tree that begins with a game that is over.
    pub fn of_game(trunk: Vec<Decided>) -> Variations {
        let last = trunk.len() as u32;
        Variations { trunk, last, ..Variations::default() }
    }

    /// The same tree, on the decisions of the game with which it began: they are not written down with it.
    pub fn on(self, trunk: Vec<Decided>) -> Variations {
        Variations { trunk, ..self }
    }

    /// The decisions of the game with which it begins; the first has the number 1.
    pub fn trunk(&self) -> &[Decided] {
        &self.trunk
    }

    /// What was tried, in the order in which it was.
    pub fn tried(&self) -> &[Tried] {
        &self.tried
    }

    /// The lines that have names: the last decision of each, and what it is called.
    pub fn names(&self) -> &BTreeMap<u32, String> {
        &self.names
    }

    /// The decision of a number; nothing at the beginning.
    pub fn decided(&self, id: u32) -> Result<Option<&Decided>, NotTried> {
        if id == 0 {
            return Ok(None);
        }
        match self.trunk.get(id as usize - 1) {
            Some(decided) => Ok(Some(decided)),
            None => Ok(Some(&self.find(id)?.decided)),
        }
    }

    /// The decision before another; nothing before the beginning.
    pub fn before(&self, id: u32) -> Result<Option<u32>, NotTried> {
        match id {
            0 => Ok(None),
            id if self.is_trunk(id) => Ok(Some(id - 1)),
            id => Ok(Some(self.find(id)?.after)),
        }
    }

    /// The decisions that were tried after another, the game's own first.
    pub fn after(&self, id: u32) -> Vec<u32> {
        let own = self.is_trunk(id + 1).then_some(id + 1);
        let tried = self.tried.iter().filter(|tried| tried.after == id);
        own.into_iter().chain(tried.map(|tried| tried.id)).collect()
    }

    /// The numbers of the decisions that lead to one, the first first; none to the beginning.
    pub fn numbers_to(&self, id: u32) -> Result<Vec<u32>, NotTried> {
        let mut way = Vec::new();
        let mut at = id;
        while let Some(before) = self.before(at)? {
            way.push(at);
            at = before;
        }
        way.reverse();
        Ok(way)
    }

    /// The decisions that lead to one, the first first.
    pub fn way_to(&self, id: u32) -> Result<Vec<&Decided>, NotTried> {
        let numbers = self.numbers_to(id)?;
        Ok(numbers.into_iter().filter_map(|id| self.decided(id).ok().flatten()).collect())
    }

    /// What a seat decides on the way to a decision: lines that can be its premoves.
    pub fn lines_of(&self, seat: Seat, id: u32) -> Result<Vec<String>, NotTried> {
        let way = self.way_to(id)?.into_iter().filter(|decided| decided.seat == seat);
        Ok(way.map(|decided| decided.line.clone()).collect())
    }

    /// Tries a decision after another; gives its number, which is an old one if it was tried there before.
    pub fn add(&mut self, after: u32, decided: Decided) -> Result<u32, NotTried> {
        self.before(after)?;
        let same = |id: &u32| {
            let known = self.decided(*id).ok().flatten();
            known.is_some_and(|known| known.seat == decided.seat && known.line == decided.line)
        };
        match self.after(after).into_iter().find(same) {
            Some(known) => Ok(known),
            None => self.grow(after, decided),
        }
    }

    /// Tries a decision once more, beside itself, with other dice; gives its number.
    pub fn again(&mut self, id: u32) -> Result<u32, NotTried> {
        match (self.before(id)?, self.decided(id)?.cloned()) {
            (Some(after), Some(decided)) if !self.is_trunk(id) => self.grow(after, decided),
            _ => Err(NotTried::Trunk),
        }
    }

    /// Names the line that leads to a decision, or takes its name away; it is kept as it is.
    pub fn name(&mut self, id: u32, name: &str) -> Result<(), NotTried> {
        self.before(id)?;
        let name = name.trim();
        if name.chars().count() > LONGEST_NAME {
            return Err(NotTried::LongName);
        }
        match name.is_empty() {
            true => self.names.remove(&id),
            false => self.names.insert(id, name.to_string()),
        };
        Ok(())
    }

    /// Cuts off a decision with all that was tried after it; gives the decision before it.
    pub fn cut(&mut self, id: u32) -> Result<u32, NotTried> {
        let before = self.before(id)?.filter(|_| !self.is_trunk(id)).ok_or(NotTried::Trunk)?;
        // What was tried after another stands behind it.
        let mut gone = vec![id];
        for tried in &self.tried {
            if gone.contains(&tried.after) {
                gone.push(tried.id);
            }
        }
        self.tried.retain(|tried| !gone.contains(&tried.id));
        self.names.retain(|id, _| !gone.contains(id));
        Ok(before)
    }

    fn is_trunk(&self, id: u32) -> bool {
        id > 0 && id as usize <= self.trunk.len()
    }

    fn find(&self, id: u32) -> Result<&Tried, NotTried> {
        let place = self.tried.binary_search_by_key(&id, |tried| tried.id);
        place.ok().and_then(|place| self.tried.get(place)).ok_or(NotTried::Unknown(id))
    }

    fn grow(&mut self, after: u32, decided: Decided) -> Result<u32, NotTried> {
        let letters: usize = self.tried.iter().map(|tried| tried.decided.line.len()).sum();
        if self.tried.len() >= MOST_TRIED || letters + decided.line.len() > MOST_LETTERS {
            return Err(NotTried::Full);
        }
        self.last += 1;
        self.tried.push(Tried { id: self.last, after, decided });
        Ok(self.last)
    }
}
