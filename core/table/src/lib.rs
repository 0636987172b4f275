//! The contract every game signs, and what all games share: seats, dice, logs, records, rule cases
//! and the conformance suite.
//!
//! Start at [`Rules`], then [`Speech`] and [`Looks`]: the contract in three parts. `examples/connect-four`
//! is a whole game in a few hundred lines.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

#[doc(hidden)]
pub use include_dir;

mod any_game;
mod bot;
pub mod case;
mod catalogue;
pub mod conformance;
mod coverage;
mod dice;
mod edition;
pub mod encoding;
mod game;
pub mod learn;
mod lesson;
mod log;
mod looks;
mod maps;
mod matches;
mod named_stream;
mod offers;
mod parse_errors;
pub mod playout;
pub mod reading;
mod record;
mod refusal;
mod refusal_macro;
mod rules;
mod sealed;
mod seat;
mod shown;
mod speech;
pub mod standard;
mod status;
mod structure;
pub mod wording;

pub use any_game::{
    AnyGame, AnyMatch, AnyReplay, BotInfo, GameBox, LogLine, MakeBot, NotDone, Thought,
};
pub use bot::{Bot, Sight};
pub use catalogue::{Catalogue, Chosen, OptionInfo, OptionKind, ScenarioInfo, Setup};
pub use coverage::{Coverage, ShownBy, coverage};
pub use dice::{Contribution, Dice, DiceFault, Roll, Seed};
pub use edition::Edition;
pub use game::Game;
pub use ledger::{Ledger, Rule};
pub use lesson::{Lesson, LessonCourse};
pub use log::{Log, LogEntry};
pub use looks::Looks;
pub use maps::MapTools;
pub use matches::{Divergence, Match, Replay, digest, snapshot_digest};
pub use offers::{CountedOffers, Offers, PickedOffer, pick_offered};
pub use record::{Drawn, Face, Integrity, Record, RecordKey, Signed, Step};
pub use refusal::{
    Fault, Misread, Refusal, Refused, RuleId, RulePlace, SetupError, line_and_column, nearest,
    unknown,
};
pub use rule_ids::rule_ids;
pub use rules::Rules;
pub use sealed::{Sealed, SealedView};
pub use seat::{Audience, Names, Seat, Seats, Viewer};
pub use shown::{Conformant, Exhibits, Shown, texts};
pub use speech::{Speech, StoryLine, TABLE_WORDS};
pub use status::{Outcome, Reckoning, Status, ranks_by};
pub use structure::{read_structure, structure};
pub use terrain::{Fit, Integer};
