//! The contract that every game signs, whole: [`Rules`], [`Speech`] and [`Looks`].

use crate::looks::Looks;

/// A game that can be played at every table: by its rules, in words, and on a board. There is nothing
/// to write for it: whoever signs the three parts has signed it.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Dice, Game, Log, Names, Seed, Setup, Viewer};
///
/// /// What a spectator reads above the board when a game begins.
/// fn first_headline<G: Game>() -> Result<String, table::SetupError> {
///     let game = G::open(&G::house(), &Setup::new("plain", 2))?;
///     let mut dice = Dice::seeded(Seed::from_number(7));
///     let position = game.start(&mut dice, &mut Log::quiet());
///     let view = game.view(&position, Viewer::Table);
///     Ok(game.scene(&view, Viewer::Table, &[], Names::NONE).headline)
/// }
///
/// assert!(!first_headline::<ConnectFour>()?.is_empty());
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait Game: Looks {}

impl<G: Looks> Game for G {}
