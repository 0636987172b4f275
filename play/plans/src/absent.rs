//! Deciding for a seat whose time has run out.

use crate::eyes::Eyes;
use clock::{AtDeadline, Spending};
use table::{AnyMatch, Dice, NotDone, Seat};

/// How it was decided for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// As the rules say when nobody answers.
    Lapse,
    /// By a bot of this name.
    Bot(String),
    /// As the rules say, because the bot would have spent what is scarce.
    Spared(String),
    /// By giving up.
    Resignation,
    /// As the rules say, because they know no giving up now.
    NoResigning,
}

/// A decision for a seat whose time has run out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// The canonical line.
    pub line: String,
    /// How it was decided.
    pub manner: Manner,
    /// Whether the seat is asked nothing from now on until the person is back
    /// ([`clock::Timekeeper::cover`]): decisions are taken for it at once.
    pub covers: bool,
    /// Whether anybody may take the seat from now on.
    pub opens: bool,
}

/// The line by which a seat gives up, if the rules know one now: a choice that its scene marks as grave.
pub fn resignation(eyes: &Eyes<'_>) -> Option<String> {
    let prompt = eyes.prompt()?;
    prompt.choices.iter().find(|choice| choice.grave).map(|choice| choice.notation.clone())
}

/// Decides for a seat that must decide and does not, as the table has said beforehand. `scarce` says of a line whether it
/// spends what is scarce: a stand-in that may not, takes the rules' own way instead. The dice are the bot's own.
///
/// ```
/// use clock::AtDeadline;
/// use plans::{Manner, stand_in};
/// use table::{Dice, Seat, Seed, Setup};
///
/// let games = shelf::shelf();
/// let game = &games.iter().find(|shelved| shelved.example).unwrap().game;
/// let play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// let mut dice = Dice::seeded(Seed::from_number(8));
/// let bot: AtDeadline = "bot greedy".parse().unwrap();
/// let done = stand_in(&*play, Seat(0), &bot, &|_| false, &mut dice).unwrap();
/// assert!(done.covers && done.manner == Manner::Bot("greedy".into()));
/// let done = stand_in(&*play, Seat(0), &bot, &|_| true, &mut dice).unwrap();
/// assert_eq!(done.manner, Manner::Spared("greedy".into()));
/// let resign: AtDeadline = "resign".parse().unwrap();
/// let done = stand_in(&*play, Seat(0), &resign, &|_| false, &mut dice).unwrap();
/// assert!(done.covers && done.manner == Manner::NoResigning, "connect four knows no giving up");
/// # Ok::<(), table::SetupError>(())
/// ```
pub fn stand_in(
    game: &dyn AnyMatch,
    seat: Seat,
    policy: &AtDeadline,
    scarce: &dyn Fn(&str) -> bool,
    dice: &mut Dice,
) -> Result<StandIn, NotDone> {
    let lapse =
        || game.lapse(seat).ok_or_else(|| NotDone::NotNow("The seat need not decide now.".into()));
    let (line, manner) = match policy {
        AtDeadline::Lapse | AtDeadline::Open => (lapse()?, Manner::Lapse),
        AtDeadline::Bot { strength, spending } => {
            let line = game.choose(seat, strength, dice)?;
            match spending {
                Spending::Never if scarce(&line) => (lapse()?, Manner::Spared(strength.clone())),
                _ => (line, Manner::Bot(strength.clone())),
            }
        }
        AtDeadline::Resign => match resignation(&Eyes::new(game, seat)) {
            Some(line) => (line, Manner::Resignation),
            None => (lapse()?, Manner::NoResigning),
        },
    };
    Ok(StandIn {
        line,
        manner,
        covers: matches!(policy, AtDeadline::Bot { .. } | AtDeadline::Resign),
        opens: matches!(policy, AtDeadline::Open),
    })
}
