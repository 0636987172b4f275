//! Everything that can be written.

use super::rows::{Phase, SeatRow, StepRow, TableRow, TalkRow};
use table::{Contribution, Seat};

/// Where a table stands after a decision.
#[derive(Clone, Debug)]
pub struct TableProgress {
    /// Where it stands.
    pub phase: Phase,
    /// When, in seconds since 1970.
    pub at: i64,
    /// Decisions taken.
    pub steps: usize,
    /// Moments of the game of which the public knows.
    pub told_steps: usize,
    /// When the public last heard of something, in seconds since 1970.
    pub told_at: i64,
    /// Who must decide now.
    pub deciding: Vec<Seat>,
    /// Whether a bot is among them.
    pub bot_turn: bool,
    /// How it ended, in a sentence; empty while it runs.
    pub ended: String,
    /// The position, with which the game goes on under newer rules; empty if it cannot.
    pub position: Vec<u8>,
}

/// One thing to be written. Either all of it is stored or nothing.
#[derive(Clone, Debug)]
pub enum Change {
    /// A value that the house keeps for itself, in place of the one before.
    House(&'static str, String),
    /// What a guest calls themselves.
    Guest {
        /// The guest's id.
        id: String,
        /// The name.
        name: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// Two guests turn out to be one person: what the first has belongs to the second.
    Joined {
        /// The guest whose cookie means the other from now on.
        from: String,
        /// The other.
        to: String,
    },
    /// A new table with its seats.
    Opened(Box<TableRow>, Vec<SeatRow>),
    /// The game starts: seats as they were dealt, and where it stands.
    Started {
        /// The table.
        table: String,
        /// Its seats.
        seats: Vec<SeatRow>,
        /// What the players added to the seed.
        contributions: Vec<Contribution>,
        /// The seats that the players had before they were dealt; empty if they were not.
        dealt: Vec<Seat>,
        /// The version of the rules.
        rules: u32,
        /// The digest of the first position.
        start_digest: String,
        /// The dice that fell, as records write them.
        start_dice: String,
        /// Where it stands.
        progress: TableProgress,
    },
    /// A decision.
    Step {
        /// The table.
        table: String,
        /// The decision.
        step: StepRow,
        /// Where it stands after it.
        progress: TableProgress,
        /// The record, if the game is over.
        record: Option<String>,
    },
    /// A decision was taken back.
    Undone {
        /// The table.
        table: String,
        /// Which decision.
        step: usize,
        /// Whose.
        seat: Seat,
        /// Those that others have taken since, as they are now, the first first: each had one number more.
        moved: Vec<StepRow>,
        /// Where it stands after that.
        progress: TableProgress,
    },
    /// Somebody sat down, left, or was replaced.
    Seat {
        /// The table.
        table: String,
        /// The seat as it is now.
        seat: Box<SeatRow>,
        /// Whether a bot must decide now.
        bot_turn: bool,
    },
    /// A guest gave a sign of life at a table.
    Seen {
        /// The table.
        table: String,
        /// The guest.
        guest: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// The keys are others: every seed is sealed with the new one, and what was signed with the key of cookies and
    /// forms counts until they are replaced again.
    Rotated {
        /// Tables and their seeds, sealed.
        seeds: Vec<(String, String)>,
        /// The new key of cookies and forms.
        key: String,
        /// The one before.
        previous: String,
    },
    /// The seed of a table is kept in another form.
    Sealed {
        /// The table.
        table: String,
        /// The seed, sealed.
        seed: String,
    },
    /// A table that never started was given up.
    Closed(String),
    /// Something said.
    Talk(String, TalkRow),
    /// A rematch was opened.
    Rematch {
        /// The table that was played.
        table: String,
        /// The new one.
        next: String,
    },
    /// A table that nobody started or finished is removed.
    Expired {
        /// The table.
        table: String,
        /// It has not started and was opened before that, in seconds since 1970 ...
        opened: i64,
        /// ... or is not over and nobody has decided anything since then.
        moved: i64,
    },
    /// Several changes at once.
    Together(Vec<Change>),
    /// Nothing but the question whether the store can write.
    Probe,
}
