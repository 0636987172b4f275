//! What is measured: the columns that every game has, and those that each game declares.

use crate::parts::Part;
use serde::{Deserialize, Serialize};
use table::{Dice, Log, Rules};

/// One number that every game of a contest yields. A number that a game does not have is not a
/// number, and is left out of means.
///
/// ```
/// use arena::Column;
///
/// let column = Column::share("alive.herd", "herds that live through the winter").within(0.2, 0.6);
/// assert_eq!(column.family(), "alive");
/// assert_eq!(column.healthy, Some((0.2, 0.6)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its name: lower case, dots between parts.
    pub name: String,
    /// What it says, in a few words.
    pub about: String,
    /// Whether it is 0, 1 or a share between them.
    pub share: bool,
    /// Where its mean should lie in a good game, if the game's ledger says so.
    pub healthy: Option<(f64, f64)>,
    /// Whether the bands of its family count as one, which is met if all are.
    pub jointly: bool,
    /// The column of which this one's mean is told as a multiple, if it is.
    pub per: Option<String>,
    /// Its row in the table of sides and turns, if it stands there.
    pub row: Option<String>,
}

impl Column {
    /// A number.
    pub fn number(name: impl Into<String>, about: impl Into<String>) -> Column {
        Column {
            name: name.into(),
            about: about.into(),
            share: false,
            healthy: None,
            jointly: false,
            per: None,
            row: None,
        }
    }

    /// A share.
    pub fn share(name: impl Into<String>, about: impl Into<String>) -> Column {
        Column { share: true, ..Column::number(name, about) }
    }

    /// The same with a band in which its mean should lie.
    pub fn within(self, low: f64, high: f64) -> Column {
        Column { healthy: Some((low, high)), ..self }
    }

    /// The same with a band that counts as one with those of its family.
    pub fn jointly_within(self, low: f64, high: f64) -> Column {
        Column { jointly: true, ..self.within(low, high) }
    }

    /// The same, its mean told as a multiple of another column's.
    pub fn per(self, other: impl Into<String>) -> Column {
        Column { per: Some(other.into()), ..self }
    }

    /// The same, standing in a row of the table of sides and turns.
    pub fn in_row(self, row: impl Into<String>) -> Column {
        Column { row: Some(row.into()), ..self }
    }

    /// What stands before the first dot of its name.
    pub fn family(&self) -> &str {
        self.name.split('.').next().unwrap_or_default()
    }
}

/// What is worth counting when a game is over. A game without a list of its own is counted by
/// [`NoMeasures`]: only the columns that every game has.
///
/// ```
/// use arena::{Column, Measures};
/// use connect_four::ConnectFour;
/// use table::{Rules, Status};
///
/// /// How long games take.
/// struct Length;
///
/// impl Measures<ConnectFour> for Length {
///     type Tally = ();
///
///     fn columns(_: &ConnectFour) -> Vec<Column> {
///         vec![Column::share("drawn", "nobody won")]
///     }
///
///     fn measure(
///         game: &ConnectFour,
///         end: &<ConnectFour as Rules>::Position,
///         _: &[&str],
///         (): &(),
///         out: &mut Vec<f64>,
///     ) {
///         let drawn = matches!(game.status(end), Status::Over(outcome) if outcome.winners.is_empty());
///         out.push(f64::from(u8::from(drawn)));
///     }
/// }
/// ```
pub trait Measures<G: Rules>: Send + Sync + 'static {
    /// What is counted along the way, for what the last position no longer tells.
    type Tally: Default;

    /// Whether anything is: only then is there a log to [`watch`](Measures::watch), of what everybody may
    /// know.
    const WATCHED: bool = false;

    /// The columns, always the same for one set-up.
    fn columns(game: &G) -> Vec<Column>;

    /// The parts that seats play beside their numbers: sides as the game names them, and places in the
    /// order of play. Always the same for one set-up; none if the game has nothing to say.
    fn parts(_game: &G) -> Vec<Part<G>> {
        Vec::new()
    }

    /// Counts what happened since the last time.
    fn watch(_game: &G, _now: &G::Position, _log: &Log<G::Event>, _tally: &mut Self::Tally) {}

    /// One value for each of them, from the last position and the tally; `bots` are the names of those
    /// who played, by seat.
    fn measure(game: &G, end: &G::Position, bots: &[&str], tally: &Self::Tally, out: &mut Vec<f64>);

    /// Lets all seats decide at once, where every bot at the table is simple enough for that: much
    /// quicker than line by line where hundreds play. The decisions it stood for; none if it cannot.
    fn stride(
        _game: &G,
        _position: &mut G::Position,
        _bots: &[&str],
        _dice: &mut Dice,
        _log: &mut Log<G::Event>,
    ) -> u32 {
        0
    }
}

/// Nothing but what every game has: decisions, endings, first places, wins and points.
pub struct NoMeasures;

impl<G: Rules> Measures<G> for NoMeasures {
    type Tally = ();

    fn columns(_: &G) -> Vec<Column> {
        Vec::new()
    }

    fn measure(_: &G, _: &G::Position, _: &[&str], (): &(), _: &mut Vec<f64>) {}
}
