//! Ratings, by Weng and Lin's method: for any number of players, with an interval.

use serde::{Deserialize, Serialize};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{
    WengLinConfig, WengLinRating, expected_score_multi_team, weng_lin_multi_team,
};
use std::fmt;

/// What is known of a player's strength in a game. Shown in points, of which a new player has 1500.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "(f64, f64)", into = "(f64, f64)")]
pub struct Rating {
    mean: f64,
    spread: f64,
}

/// Points for one unit of the method's own scale: a new player's interval is then as wide as chess players know it.
const POINTS: f64 = 40.0;
const NEW: f64 = 25.0;
const SPREAD: f64 = 25.0 / 3.0;
/// By so much the square of the spread grows in a day without a game: all is forgotten in about three years.
const FORGOTTEN: f64 = 0.06;

/// Why a game cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingFault {
    /// There are not as many ranks as players.
    Ranks {
        /// Players.
        players: usize,
        /// Ranks.
        ranks: usize,
    },
    /// A rating that is no number.
    NoNumber,
}

impl fmt::Display for RatingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RatingFault::Ranks { players, ranks } => {
                write!(
                    f,
                    "There are {players} players and {ranks} ranks: give every player a rank."
                )
            }
            RatingFault::NoNumber => f.write_str("A rating is two numbers, the second above 0."),
        }
    }
}

impl std::error::Error for RatingFault {}

impl Rating {
    /// A player of whom nothing is known.
    pub const NEW: Rating = Rating { mean: NEW, spread: SPREAD };

    /// The points that are shown.
    pub fn points(&self) -> i64 {
        shown(self.mean)
    }

    /// Between which points the strength lies, in 95 of 100 cases.
    pub fn interval(&self) -> (i64, i64) {
        (shown(self.mean - 1.96 * self.spread), shown(self.mean + 1.96 * self.spread))
    }

    /// Whether too little is known to put the player into a list.
    pub fn provisional(&self) -> bool {
        self.spread > SPREAD / 2.0
    }

    /// The rating after some days without a game: as strong, but less is known.
    #[must_use]
    pub fn rested(self, days: u32) -> Rating {
        let spread = (self.spread * self.spread + FORGOTTEN * f64::from(days)).sqrt();
        Rating { spread: spread.min(SPREAD.max(self.spread)), ..self }
    }
}

fn shown(mean: f64) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounded, and a cast to an integer saturates"
    )]
    let points = (1500.0 + (mean - NEW) * POINTS).round() as i64;
    points
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::NEW
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        write!(f, "{} ({low} to {high})", self.points())
    }
}

impl TryFrom<(f64, f64)> for Rating {
    type Error = RatingFault;

    fn try_from((mean, spread): (f64, f64)) -> Result<Rating, RatingFault> {
        let sound = mean.is_finite()
            && spread.is_finite()
            && spread > 0.0
            && mean.abs() < 1e6
            && spread < 1e6;
        if sound { Ok(Rating { mean, spread }) } else { Err(RatingFault::NoNumber) }
    }
}

impl From<Rating> for (f64, f64) {
    fn from(rating: Rating) -> (f64, f64) {
        (rating.mean, rating.spread)
    }
}

/// Everybody's rating after a game, by their ranks: 1 the best, equal ones shared. Fewer than two players change nothing.
pub fn rate(players: &[Rating], ranks: &[u16]) -> Result<Vec<Rating>, RatingFault> {
    let teams: Vec<Vec<Rating>> = players.iter().map(|player| vec![*player]).collect();
    Ok(rate_teams(&teams, ranks)?.into_iter().flatten().collect())
}

/// Everybody's rating after a game of teams, by the ranks of the teams. A team of nobody is left alone.
pub fn rate_teams(teams: &[Vec<Rating>], ranks: &[u16]) -> Result<Vec<Vec<Rating>>, RatingFault> {
    if teams.len() != ranks.len() {
        return Err(RatingFault::Ranks { players: teams.len(), ranks: ranks.len() });
    }
    let inner: Vec<Vec<WengLinRating>> =
        teams.iter().map(|team| team.iter().map(|player| inner(*player)).collect()).collect();
    let taking: Vec<usize> = (0..teams.len()).filter(|team| !inner[*team].is_empty()).collect();
    let mut after = teams.to_vec();
    if taking.len() < 2 {
        return Ok(after);
    }
    let groups: Vec<(&[WengLinRating], MultiTeamOutcome)> = taking
        .iter()
        .map(|team| (&inner[*team][..], MultiTeamOutcome::new(usize::from(ranks[*team]))))
        .collect();
    let rated = weng_lin_multi_team(&groups, &WengLinConfig::new());
    for (team, rated) in taking.into_iter().zip(rated) {
        for (player, new) in after[team].iter_mut().zip(rated) {
            // A game that nobody could have foreseen still leaves numbers behind.
            *player = Rating::try_from((new.rating, new.uncertainty.max(1e-3))).unwrap_or(*player);
        }
    }
    Ok(after)
}

/// The chance of every player to win a game among them; together they are 1.
///
/// ```
/// use ratings::{Rating, chances};
///
/// let even = chances(&[Rating::NEW; 4]);
/// assert!(even.iter().all(|chance| (chance - 0.25).abs() < 1e-9));
/// ```
pub fn chances(players: &[Rating]) -> Vec<f64> {
    if players.len() < 2 {
        return vec![1.0; players.len()];
    }
    let inner: Vec<[WengLinRating; 1]> = players.iter().map(|player| [inner(*player)]).collect();
    let teams: Vec<&[WengLinRating]> = inner.iter().map(|team| &team[..]).collect();
    expected_score_multi_team(&teams, &WengLinConfig::new())
}

fn inner(rating: Rating) -> WengLinRating {
    WengLinRating { rating: rating.mean, uncertainty: rating.spread }
}
