//! The contract every game signs, and what all games share: seats, dice, logs, records, rule cases
//! and the conformance suite.
//!
//! Start at [`Game`]. `examples/connect_four.rs` is a whole game in about a hundred lines.

mod bot;
pub mod case;
mod catalogue;
pub mod conformance;
mod dice;
mod edition;
mod face;
mod game;
mod ledger;
mod log;
mod maps;
mod matches;
pub mod reading;
mod record;
mod refusal;
mod seat;
mod shown;
mod status;

pub use bot::{Bot, Sight};
pub use catalogue::{Catalogue, Chosen, OptionInfo, OptionKind, ScenarioInfo, Setup};
pub use dice::{Dice, DiceFault, Roll, Seed};
pub use edition::Edition;
pub use face::{AnyGame, AnyMatch, AnyReplay, BotInfo, GameBox, LogLine, MakeBot, NotDone};
pub use game::{Game, Told};
pub use ledger::{Coverage, Ledger, Rule, ShownBy};
pub use log::{Entry, Log};
pub use maps::MapTools;
pub use matches::{Divergence, Match, Replay, digest};
pub use record::{Face, Record, Step};
pub use refusal::{Fault, Misread, Refusal, RuleId, SetupError, line_and_column, nearest, unknown};
pub use seat::{Audience, Seat, Seats, Viewer};
pub use shown::{Conformant, Shown, texts};
pub use status::{Outcome, Status};
