//! Deciding for a seat whose time has run out.

use crate::eyes::Eyes;
use clock::{AtDeadline, Spending};
use table::{AnyGame, AnyMatch, Dice, NotDone, Seat, Seed};

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
    /// As the rules say, because giving up would end the game for the others, or it cannot be told that it would not.
    WouldEnd,
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

/// Whether a line spends what is scarce: it surely lowers a count on a sheet that does not come anew every turn. What does is
/// called points or actions on every sheet.
pub fn spends_scarce(eyes: &Eyes<'_>, line: &str) -> bool {
    let comes_anew = |count: &str| {
        let count = count.to_lowercase();
        count.contains("point") || count.contains("action")
    };
    let choices = eyes.prompt().into_iter().flat_map(|prompt| &prompt.choices);
    let mut changes =
        choices.filter(|choice| choice.notation == line).flat_map(|choice| &choice.changes);
    changes.any(|change| change.by < 0 && !comes_anew(&change.count))
}

/// Whether a decision leaves the game to the others: there is at most one, who then has won, or it goes on. It is tried
/// on a copy of the match.
fn leaves_others_playing(game: &dyn AnyGame, play: &dyn AnyMatch, seat: Seat, line: &str) -> bool {
    if play.setup().seats <= 2 {
        return true;
    }
    let record = play.record(true);
    let seed = record.seed.as_ref().and_then(|seed| seed.parse::<Seed>().ok());
    let copy = seed.and_then(|seed| game.resume(&record, seed, &play.snapshot()).ok());
    copy.is_some_and(|mut copy| copy.act(seat, line).is_ok() && copy.status().outcome().is_none())
}

/// Decides for a seat that must decide and does not, as the table has said beforehand. `scarce` says of a line whether it
/// spends what is scarce, or what the seat's plan keeps ([`Plan::spares`](crate::Plan::spares)): a stand-in that may not,
/// takes the rules' own way instead. The dice are the bot's own.
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
/// let done = stand_in(&**game, &*play, Seat(0), &bot, &|_| false, &mut dice).unwrap();
/// assert!(done.covers && done.manner == Manner::Bot("greedy".into()));
/// let done = stand_in(&**game, &*play, Seat(0), &bot, &|_| true, &mut dice).unwrap();
/// assert_eq!(done.manner, Manner::Spared("greedy".into()));
/// let resign: AtDeadline = "resign".parse().unwrap();
/// let done = stand_in(&**game, &*play, Seat(0), &resign, &|_| false, &mut dice).unwrap();
/// assert!(done.covers && done.manner == Manner::NoResigning, "connect four knows no giving up");
/// # Ok::<(), table::SetupError>(())
/// ```
pub fn stand_in(
    game: &dyn AnyGame,
    play: &dyn AnyMatch,
    seat: Seat,
    policy: &AtDeadline,
    scarce: &dyn Fn(&str) -> bool,
    dice: &mut Dice,
) -> Result<StandIn, NotDone> {
    let lapse =
        || play.lapse(seat).ok_or_else(|| NotDone::NotNow("The seat need not decide now.".into()));
    let (line, manner) = match policy {
        AtDeadline::Lapse | AtDeadline::Open => (lapse()?, Manner::Lapse),
        AtDeadline::Bot { strength, spending } => {
            let line = play.choose(seat, strength, dice)?;
            match spending {
                Spending::Never if scarce(&line) => (lapse()?, Manner::Spared(strength.clone())),
                _ => (line, Manner::Bot(strength.clone())),
            }
        }
        AtDeadline::Resign => match resignation(&Eyes::new(play, seat)) {
            Some(line) if leaves_others_playing(game, play, seat, &line) => {
                (line, Manner::Resignation)
            }
            Some(_) => (lapse()?, Manner::WouldEnd),
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
