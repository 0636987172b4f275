//! Contests: how games ended, how strong players are, and cups.

use super::statements::{Deed, Question, Statement};
use super::value::{Row, UnsoundRow, Value, values};
use super::{Store, StoreError, only, rows};
use ratings::Rating;
use table::Seat;

/// Something that is asked about contests, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContestQuestion {
    /// The ratings of a game, so many at most, the highest first.
    RatingsIn,
    /// The rating of a player: game, player.
    RatingOf,
    /// All ratings of a player.
    RatingsOf,
    /// How the game of a table ended, in the order of seats.
    ResultsOf,
    /// What a player has played: by game and scenario.
    PlayedBy,
    /// The games in which two have met, so many at most, the last first: one, another, how many.
    Meetings,
    /// A cup by its id.
    Cup,
    /// Cups in a state, so many at most, the last moved first.
    CupsIn,
    /// The cups that somebody hosts or has entered, so many at most, the last moved first.
    CupsOf,
    /// The ids of cups of which a game has ended that was not seen to.
    CupsDue,
    /// Who has entered a cup, the first first.
    EntrantsOf,
    /// The tables of a cup: id, place, state.
    CupTables,
    /// How many cups somebody hosts that are not over.
    CupsHosted,
}

/// Something that is done about contests, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContestDeed {
    /// Game, player, mean, spread, when: the first one.
    BeginRating,
    /// Game, player, mean, spread, when, games before.
    ChangeRating,
    /// A result, column by column.
    KeepResult,
    /// Cup: a game of it has ended.
    DueCup,
    /// A cup, column by column.
    OpenCup,
    /// Cup, state, the cup as it stands, when, seen to so many games, version before.
    KeepCup,
    /// Cup, person, name, when: if it has not begun.
    Enter,
    /// Cup, person.
    Withdraw,
    /// Cup: who has entered.
    DropEntrants,
    /// Cup, host: if it has not begun.
    DropCup,
    /// Person.
    DropRatingsOf,
    /// Person: results stay without them.
    UnnameResults,
    /// Person.
    DropEntriesOf,
    /// From, to: who began a seat.
    JoinBegun,
    /// From, to: where both have a rating, that of more games stays.
    JoinLesserRatings,
    /// From, to.
    JoinRatingsOfBoth,
    /// From, to.
    JoinRatings,
    /// From, to.
    JoinResults,
    /// From, to.
    JoinEntriesOfBoth,
    /// From, to.
    JoinEntries,
    /// From, to.
    JoinCups,
}

/// What two who become one have of contests: the deeds of it, in this order, each from and to.
pub const JOINS: [ContestDeed; 8] = [
    ContestDeed::JoinBegun,
    ContestDeed::JoinLesserRatings,
    ContestDeed::JoinRatingsOfBoth,
    ContestDeed::JoinRatings,
    ContestDeed::JoinResults,
    ContestDeed::JoinEntriesOfBoth,
    ContestDeed::JoinEntries,
    ContestDeed::JoinCups,
];

/// What goes with a person who is forgotten: the deeds of it.
pub const FORGETS: [ContestDeed; 3] =
    [ContestDeed::DropRatingsOf, ContestDeed::UnnameResults, ContestDeed::DropEntriesOf];

/// How strong a player is in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingRow {
    /// The game's id.
    pub game: String,
    /// A person's id, or `bot:NAME`.
    pub player: String,
    /// How strong.
    pub rating: Rating,
    /// Rated games so far.
    pub games: i64,
    /// When the last one ended, in seconds since 1970.
    pub at: i64,
    /// What the person calls themselves; empty if they have not said, and for bots.
    pub name: String,
}

/// How a game ended for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// The seat.
    pub seat: Seat,
    /// Whose result it is: a person's id, or `bot:NAME`; empty if they are gone.
    pub player: String,
    /// The rank, 1 the best.
    pub rank: u16,
    /// Whether they have won.
    pub won: bool,
    /// Whether they played until the end, or were through before.
    pub stayed: bool,
    /// The rating before and after; nothing if the game changed none.
    pub rated: Option<(Rating, Rating)>,
}

/// What somebody has played of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Games that are over.
    pub games: i64,
    /// Of these how many they played until the end.
    pub finished: i64,
    /// Of these how many they won.
    pub won: i64,
    /// Of all how many were rated.
    pub rated: i64,
}

/// A game in which two have met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The table.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// When it ended, in seconds since 1970.
    pub at: i64,
    /// The rank of the one.
    pub own: u16,
    /// The rank of the other.
    pub theirs: u16,
    /// How it ended, in a sentence.
    pub ended: String,
}

/// A cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CupRow {
    /// Its id, which is in its address.
    pub id: String,
    /// Who opened it.
    pub host: String,
    /// What it is called.
    pub name: String,
    /// Who may enter: `everybody`, `link` or `friends`.
    pub entry: String,
    /// `open`, `playing`, `over` or `closed`.
    pub state: String,
    /// What is played, as JSON.
    pub terms: String,
    /// Who meets whom, as JSON; empty before it begins.
    pub cup: String,
    /// When it was opened, in seconds since 1970.
    pub made: i64,
    /// When it last went on, in seconds since 1970.
    pub moved: i64,
    /// How often it went on.
    pub version: i64,
    /// How many games of it have ended.
    pub due: i64,
}

/// Somebody who has entered a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// Who.
    pub person: String,
    /// What they were called then.
    pub name: String,
}

/// Something to be written about contests.
#[derive(Clone, Debug)]
pub enum ContestChange {
    /// The game of a table has ended, as no other change says again: results, and the ratings of all who played. A rating that
    /// has changed since it was read is refused, with all else.
    Ended {
        /// The table.
        table: String,
        /// Its game.
        game: String,
        /// Its scenario.
        scenario: String,
        /// When, in seconds since 1970.
        at: i64,
        /// How it ended for every seat that counts.
        results: Vec<ResultRow>,
        /// The new ratings, in the order of players: with the games before this one.
        ratings: Vec<RatingRow>,
        /// The cup to which it belongs; empty if to none.
        cup: String,
    },
    /// A cup is opened.
    CupOpened(Box<CupRow>),
    /// A cup goes on from a version, as far as so many games of it have ended.
    CupMoved {
        /// The cup as it is now, with the version from which it comes.
        row: Box<CupRow>,
        /// Games that were seen to.
        done: i64,
    },
    /// Somebody enters a cup that has not begun.
    Entered {
        /// The cup.
        cup: String,
        /// Who.
        person: String,
        /// What they are called.
        name: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// Somebody who had entered does not play.
    Withdrawn {
        /// The cup.
        cup: String,
        /// Who.
        person: String,
    },
    /// A cup that has not begun is given up by its host.
    CupClosed {
        /// The cup.
        cup: String,
        /// Whose.
        host: String,
    },
}

fn done(deed: ContestDeed, values: Vec<Value<'_>>) -> Statement<'_> {
    Statement { deed: Deed::Contest(deed), values, must_find: false }
}

fn must(deed: ContestDeed, values: Vec<Value<'_>>) -> Statement<'_> {
    Statement { must_find: true, ..done(deed, values) }
}

impl ContestChange {
    /// To whom it gives something.
    pub fn given(&self) -> Vec<&str> {
        match self {
            ContestChange::CupOpened(row) => vec![&row.host],
            ContestChange::Entered { person, .. } => vec![person],
            _ => Vec::new(),
        }
    }

    /// What is to be done for it, in this order.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        use ContestDeed as Do;
        match self {
            ContestChange::Ended { table, game, scenario, at, results, ratings, cup } => {
                let players = results.len();
                let result = |row| result_values(table, (game, scenario), players, *at, row);
                let mut all: Vec<Statement> =
                    results.iter().map(|row| must(Do::KeepResult, result(row))).collect();
                all.extend(ratings.iter().map(|row| {
                    let (mean, spread): (i64, i64) = row.rating.into();
                    let values = values![&row.game, &row.player, mean, spread, *at];
                    match row.games {
                        0 => must(Do::BeginRating, values),
                        games => must(Do::ChangeRating, [values, values![games]].concat()),
                    }
                }));
                if !cup.is_empty() {
                    all.push(done(Do::DueCup, values![cup]));
                }
                all
            }
            ContestChange::CupOpened(row) => {
                let CupRow { id, host, name, entry, state, terms, made, .. } = &**row;
                let values = values![id, host, name, entry, state, terms, *made];
                vec![must(Do::OpenCup, values)]
            }
            ContestChange::CupMoved { row, done: seen } => {
                let CupRow { id, state, cup, moved, version, .. } = &**row;
                vec![must(Do::KeepCup, values![id, state, cup, *moved, *seen, *version])]
            }
            ContestChange::Entered { cup, person, name, at } => {
                vec![must(Do::Enter, values![cup, person, name, *at])]
            }
            ContestChange::Withdrawn { cup, person } => {
                vec![must(Do::Withdraw, values![cup, person])]
            }
            ContestChange::CupClosed { cup, host } => {
                vec![must(Do::DropCup, values![cup, host]), done(Do::DropEntrants, values![cup])]
            }
        }
    }
}

fn result_values<'a>(
    table: &'a str,
    (game, scenario): (&'a str, &'a str),
    players: usize,
    at: i64,
    row: &'a ResultRow,
) -> Vec<Value<'a>> {
    let parts = |rating: Rating| -> (i64, i64) { rating.into() };
    let (before, after) =
        row.rated.map_or(((0, 0), (0, 0)), |(before, after)| (parts(before), parts(after)));
    values![
        table,
        row.seat.0,
        game,
        scenario,
        &row.player,
        row.rank,
        players,
        row.won,
        row.stayed,
        at,
        before.0,
        before.1,
        after.0,
        after.1
    ]
}

fn rating(mut row: Row) -> Result<RatingRow, UnsoundRow> {
    let parts = (row.integer(2)?, row.integer(3)?);
    Ok(RatingRow {
        game: row.text(0)?,
        player: row.text(1)?,
        rating: Rating::try_from(parts).map_err(|_| UnsoundRow(2))?,
        games: row.integer(4)?,
        at: row.integer(5)?,
        name: row.text(6)?,
    })
}

fn result(mut row: Row) -> Result<ResultRow, UnsoundRow> {
    let part = |row: &Row, place| -> Result<Option<Rating>, UnsoundRow> {
        let parts = (row.integer(place)?, row.integer(place + 1)?);
        Ok(Rating::try_from(parts).ok())
    };
    let (before, after) = (part(&row, 5)?, part(&row, 7)?);
    Ok(ResultRow {
        seat: Seat(row.number(0)?),
        player: row.text(1)?,
        rank: row.number(2)?,
        won: row.flag(3)?,
        stayed: row.flag(4)?,
        rated: before.zip(after),
    })
}

fn played(mut row: Row) -> Result<Played, UnsoundRow> {
    Ok(Played {
        game: row.text(0)?,
        scenario: row.text(1)?,
        games: row.integer(2)?,
        finished: row.integer(3)?,
        won: row.integer(4)?,
        rated: row.integer(5)?,
    })
}

fn meeting(mut row: Row) -> Result<Meeting, UnsoundRow> {
    Ok(Meeting {
        table: row.text(0)?,
        game: row.text(1)?,
        scenario: row.text(2)?,
        at: row.integer(3)?,
        own: row.number(4)?,
        theirs: row.number(5)?,
        ended: row.text(6)?,
    })
}

/// The statement that reads cups, with its columns in the order in which [`cup`] takes them.
macro_rules! select_cups {
    ($which:literal) => {
        concat!(
            "SELECT id, host, name, entry, state, terms, cup, made, moved, version, due FROM cups ",
            $which
        )
    };
}
pub(super) use select_cups;

fn cup(mut row: Row) -> Result<CupRow, UnsoundRow> {
    Ok(CupRow {
        id: row.text(0)?,
        host: row.text(1)?,
        name: row.text(2)?,
        entry: row.text(3)?,
        state: row.text(4)?,
        terms: row.text(5)?,
        cup: row.text(6)?,
        made: row.integer(7)?,
        moved: row.integer(8)?,
        version: row.integer(9)?,
        due: row.integer(10)?,
    })
}

fn entrant(mut row: Row) -> Result<EntrantRow, UnsoundRow> {
    Ok(EntrantRow { person: row.text(0)?, name: row.text(1)? })
}

fn cup_table(mut row: Row) -> Result<(String, String, String), UnsoundRow> {
    Ok((row.text(0)?, row.text(1)?, row.text(2)?))
}

fn number(row: Row) -> Result<i64, UnsoundRow> {
    row.integer(0)
}

/// How many ratings of a game are read at once.
pub const RATINGS_AT_ONCE: i64 = 1000;

impl Store {
    /// The ratings of a game, the highest first.
    pub async fn ratings_in(&self, game: &str) -> Result<Vec<RatingRow>, StoreError> {
        let asked = Question::Contest(ContestQuestion::RatingsIn);
        self.sound(asked, values![game.to_string(), RATINGS_AT_ONCE], rating).await
    }

    /// The ratings of some players in a game; those who have none are left out.
    pub async fn ratings_among(
        &self,
        game: &str,
        players: &[String],
    ) -> Result<Vec<RatingRow>, StoreError> {
        let one = |player: &String| {
            let asked = Question::Contest(ContestQuestion::RatingOf);
            (asked, values![game.to_string(), player.clone()])
        };
        self.ask(players.iter().map(one).collect(), |answers| {
            let mut all = Vec::with_capacity(answers.len());
            for answer in answers {
                all.extend(super::all_rows(answer?, rating)?);
            }
            Ok(all)
        })
        .await
    }

    /// All ratings of a player.
    pub async fn ratings_of(&self, player: &str) -> Result<Vec<RatingRow>, StoreError> {
        let asked = Question::Contest(ContestQuestion::RatingsOf);
        self.sound(asked, values![player.to_string()], rating).await
    }

    /// How the game of a table ended, in the order of seats; nothing if it has not.
    pub async fn results_of(&self, table: &str) -> Result<Vec<ResultRow>, StoreError> {
        let asked = Question::Contest(ContestQuestion::ResultsOf);
        self.all(asked, values![table.to_string()], result).await
    }

    /// What a player has played, by game and scenario.
    pub async fn played_by(&self, player: &str) -> Result<Vec<Played>, StoreError> {
        let asked = Question::Contest(ContestQuestion::PlayedBy);
        self.sound(asked, values![player.to_string()], played).await
    }

    /// The games in which two have met, the last first.
    pub async fn meetings(
        &self,
        one: &str,
        other: &str,
        most: u32,
    ) -> Result<Vec<Meeting>, StoreError> {
        let asked = Question::Contest(ContestQuestion::Meetings);
        self.sound(asked, values![one.to_string(), other.to_string(), most], meeting).await
    }

    /// A cup.
    pub async fn cup(&self, id: &str) -> Result<Option<CupRow>, StoreError> {
        let asked = Question::Contest(ContestQuestion::Cup);
        self.first(asked, values![id.to_string()], cup).await
    }

    /// Cups in a state, the last moved first.
    pub async fn cups_in(&self, state: &'static str, most: u32) -> Result<Vec<CupRow>, StoreError> {
        let asked = Question::Contest(ContestQuestion::CupsIn);
        self.sound(asked, values![state, most], cup).await
    }

    /// The cups that somebody hosts or has entered, the last moved first.
    pub async fn cups_of(&self, person: &str, most: u32) -> Result<Vec<CupRow>, StoreError> {
        let asked = Question::Contest(ContestQuestion::CupsOf);
        self.sound(asked, values![person.to_string(), most], cup).await
    }

    /// Cups of which a game has ended that was not seen to.
    pub async fn cups_due(&self) -> Result<Vec<String>, StoreError> {
        let asked = Question::Contest(ContestQuestion::CupsDue);
        self.sound(asked, Vec::new(), rows::text).await
    }

    /// Who has entered a cup, the first first.
    pub async fn entrants_of(&self, cup: &str) -> Result<Vec<EntrantRow>, StoreError> {
        let asked = Question::Contest(ContestQuestion::EntrantsOf);
        self.all(asked, values![cup.to_string()], entrant).await
    }

    /// The tables of a cup: id, place in the cup, state.
    pub async fn cup_tables(&self, cup: &str) -> Result<Vec<(String, String, String)>, StoreError> {
        let asked = Question::Contest(ContestQuestion::CupTables);
        self.all(asked, values![cup.to_string()], cup_table).await
    }

    /// How many cups somebody hosts that are not over.
    pub async fn cups_hosted(&self, person: &str) -> Result<i64, StoreError> {
        let asked = Question::Contest(ContestQuestion::CupsHosted);
        self.ask(vec![(asked, values![person.to_string()])], |answers| {
            let first = only(answers)?.into_iter().next();
            Ok(first.map(number).transpose()?.unwrap_or_default())
        })
        .await
    }
}
