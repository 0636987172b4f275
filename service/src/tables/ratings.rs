//! How games end for those who played them: results, and the ratings of rated tables.
//!
//! Whoever held a seat when the game began has its result. Who gives their seat up before they are through (leaves, is
//! replaced by a bot, loses it to the clock) and does not have it back at the end is ranked behind all who stayed; whoever plays on
//! in their seat risks nothing and gains nothing. A seat that sees what is hidden from others is not counted.

use super::{TableState, Tables, catch_panic};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::store::{
    Change, ContestChange, RatingRow, ResultRow, SeatKind, SeatRow, StoreError, TableRow,
};
use ratings::{Rating, rate};
use std::collections::{BTreeMap, BTreeSet};
use table::{Outcome, Seat, Status, Viewer};

/// How often a game is rated anew because another that ended meanwhile has changed a rating.
const TRIES: usize = 20;
const DAY: i64 = 24 * 60 * 60;

/// The word before a bot's name by which it is known among players.
const BOT: &str = "bot:";

/// A bot as a player.
pub fn bot_player(name: &str) -> String {
    format!("{BOT}{name}")
}

/// The name of the bot that a player is; nothing if it is a person.
pub fn bot_of(player: &str) -> Option<&str> {
    player.strip_prefix(BOT)
}

impl SeatRow {
    /// The seat as its game begins.
    pub(super) fn begun(&self) -> SeatRow {
        let began = match self.kind {
            SeatKind::Person => self.holder.clone(),
            _ => String::new(),
        };
        SeatRow { began, gone: false, ..self.clone() }
    }

    /// Who has the result of this seat: a person, or a bot that began it.
    pub fn player(&self) -> String {
        let person = [&self.began, &self.holder, &self.away];
        match person.into_iter().find(|id| !id.is_empty()) {
            Some(id) => id.clone(),
            None if self.bot.is_empty() => String::new(),
            None => bot_player(&self.bot),
        }
    }
}

/// Refuses a rated table at which nothing could be rated.
pub(super) fn check_rated(
    row: &TableRow,
    seats: &[SeatRow],
    overseers: &[(Seat, String)],
) -> Result<(), ServiceError> {
    let bad = |why: &str| Err(ServiceError::BadRequest(why.into()));
    if !row.rated {
        return match row.sandboxes {
            true => Ok(()),
            false => {
                bad("Only a rated table can forbid sandboxes: let it be rated, or allow them.")
            }
        };
    }
    let counted = |seat: &&SeatRow| overseers.iter().all(|(overseer, _)| *overseer != seat.seat);
    let counted: Vec<&SeatRow> = seats.iter().filter(counted).collect();
    let mut people = BTreeSet::new();
    if counted.iter().any(|seat| !seat.holder.is_empty() && !people.insert(&seat.holder)) {
        return bad("At a rated table everybody has one seat: take one, or let it not be rated.");
    }
    let free = |seat: &&&SeatRow| matches!(seat.kind, SeatKind::Open | SeatKind::Link);
    let known: BTreeSet<String> =
        counted.iter().filter(|seat| !free(seat)).map(|seat| seat.player()).collect();
    if known.len() + counted.iter().filter(free).count() < 2 {
        return bad(
            "A rated table needs two players who differ: two people, a person and a bot, or bots of two strengths.",
        );
    }
    Ok(())
}

impl TableState {
    /// Refuses a second seat of a rated table.
    pub(super) fn check_one_seat(&self, guest: &str) -> Result<(), ServiceError> {
        match self.row.rated && !self.seats_of(guest).is_empty() {
            true => Err(ServiceError::Forbidden(
                "This table is rated: everybody has one seat at it, and you have one.".into(),
            )),
            false => Ok(()),
        }
    }

    /// Whether the game goes on for a seat: it is neither out of it nor through it.
    pub(super) fn still_plays(&self, seat: Seat) -> bool {
        let Some(game) = self.game.as_deref().filter(|_| !self.is_over()) else { return false };
        let through =
            catch_panic(&self.row.id, || game.scene(Viewer::Seat(seat)).standing.is_some());
        !through.unwrap_or(false)
    }

    /// How the game has ended for every seat that counts; nothing if it goes on, or is a lesson.
    fn results(&self, seats: &[SeatRow]) -> Vec<ResultRow> {
        let status = self.game.as_deref().map(|game| game.status());
        let Some(Status::Over(outcome)) = status else { return Vec::new() };
        if !self.row.lesson.is_empty() {
            return Vec::new();
        }
        let counted = |seat: &&SeatRow| self.role(seat.seat).is_none();
        results(seats.iter().filter(counted), &outcome)
    }
}

/// The result of every seat: those who stayed by the ranks of the game, the others behind them.
fn results<'a>(seats: impl Iterator<Item = &'a SeatRow>, outcome: &Outcome) -> Vec<ResultRow> {
    let one = |seat: &SeatRow| ResultRow {
        seat: seat.seat,
        player: seat.player(),
        rank: outcome.ranks.get(seat.seat.index()).copied().unwrap_or(u16::MAX),
        won: !seat.gone && outcome.winners.has(seat.seat),
        stayed: !seat.gone,
        rated: None,
    };
    let all: Vec<ResultRow> = seats.map(one).collect();
    // Ranks are counted among those who count.
    let key = |row: &ResultRow| (!row.stayed, if row.stayed { row.rank } else { 0 });
    let better = |row: &ResultRow| all.iter().filter(|other| key(other) < key(row)).count();
    let ranks: Vec<u16> =
        all.iter().map(|row| u16::try_from(better(row) + 1).unwrap_or(u16::MAX)).collect();
    all.into_iter().zip(ranks).map(|(row, rank)| ResultRow { rank, ..row }).collect()
}

/// The players of a game that is rated, in their order; nothing if it changes no rating, since somebody has two seats or
/// there are not two who differ.
fn rated_players(results: &[ResultRow]) -> Option<Vec<String>> {
    let players: BTreeSet<&String> = results.iter().map(|row| &row.player).collect();
    let seats_of = |player: &String| results.iter().filter(|row| row.player == *player).count();
    let one_each = players.iter().all(|player| bot_of(player).is_some() || seats_of(player) == 1);
    let known = players.iter().all(|player| !player.is_empty());
    (one_each && known && players.len() > 1).then(|| players.into_iter().cloned().collect())
}

/// Rates a game that ended at a time: notes with every result what the rating was and became, and gives the new ratings in the
/// order of players. A bot in several seats changes by the mean of them.
fn rated(
    results: &mut [ResultRow],
    before: &[RatingRow],
    game: &str,
    players: &[String],
    at: i64,
) -> Vec<RatingRow> {
    let known: BTreeMap<&str, &RatingRow> =
        before.iter().map(|row| (row.player.as_str(), row)).collect();
    let rested = |player: &str| {
        known.get(player).map_or(Rating::NEW, |row| {
            let days = u32::try_from((at - row.at).max(0) / DAY).unwrap_or(u32::MAX);
            row.rating.rested(days)
        })
    };
    let ratings: Vec<Rating> = results.iter().map(|row| rested(&row.player)).collect();
    let ranks: Vec<u16> = results.iter().map(|row| row.rank).collect();
    // There are as many ranks as ratings.
    let after = rate(&ratings, &ranks).unwrap_or_else(|_| ratings.clone());
    let mut new = Vec::with_capacity(players.len());
    for player in players {
        let own = results.iter().zip(&after).filter(|(row, _)| row.player == *player);
        let parts: Vec<(i64, i64)> = own.map(|(_, rating)| (*rating).into()).collect();
        let count = i64::try_from(parts.len()).unwrap_or(1).max(1);
        let mean = parts.iter().map(|(mean, _)| mean).sum::<i64>() / count;
        let spread = parts.iter().map(|(_, spread)| spread).sum::<i64>() / count;
        let first = rested(player);
        let rating = Rating::try_from((mean, spread)).unwrap_or(first);
        for row in results.iter_mut().filter(|row| row.player == *player) {
            row.rated = Some((first, rating));
        }
        new.push(RatingRow {
            game: game.to_string(),
            player: player.clone(),
            rating,
            games: known.get(player.as_str()).map_or(0, |row| row.games),
            at,
            name: String::new(),
        });
    }
    new
}

impl Tables {
    /// Writes the changes with which a game ends, and in the same transaction its results and the ratings of a rated table. A
    /// rating that changed meanwhile, here or at another server, is read again: each game counts once, after those before it.
    pub(super) async fn keep_ended(
        &self,
        state: &mut TableState,
        seats: &[SeatRow],
        changes: Vec<Change>,
        at: i64,
    ) -> Result<(), StoreError> {
        let mut results = catch_panic(&state.row.id, || state.results(seats)).unwrap_or_default();
        if results.is_empty() {
            return self.keep(state, Change::Together(changes)).await;
        }
        for row in results.iter_mut().filter(|row| bot_of(&row.player).is_none()) {
            row.player = self.who_is(Guest::of_id(row.player.as_str())).id;
        }
        let (row, cup) = (&state.row, state.row.cup.clone());
        let (table, game, scenario) = (row.id.clone(), row.game.clone(), row.scenario.clone());
        let ended = |results: Vec<ResultRow>, ratings: Vec<RatingRow>| {
            let (table, game, scenario) = (table.clone(), game.clone(), scenario.clone());
            let (cup, mut all) = (cup.clone(), changes.clone());
            all.push(Change::Contest(ContestChange::Ended {
                table,
                game,
                scenario,
                at,
                results,
                ratings,
                cup,
            }));
            Change::Together(all)
        };
        let written = match rated_players(&results).filter(|_| state.row.rated) {
            None => self.0.store.write(ended(results, Vec::new())).await,
            Some(players) => {
                // Games that end here at the same time are rated one after the other.
                let _alone = self.0.rating.lock().await;
                let mut before = self.0.store.ratings_among(&game, &players).await;
                let mut tries = 0;
                loop {
                    let known = match before {
                        Ok(known) => known,
                        Err(error) => break Err(error),
                    };
                    let mut results = results.clone();
                    let ratings = rated(&mut results, &known, &game, &players, at);
                    let written = self.0.store.write(ended(results, ratings)).await;
                    tries += 1;
                    if written != Err(StoreError::Taken) || tries == TRIES {
                        break written;
                    }
                    before = self.0.store.ratings_among(&game, &players).await;
                    if before.as_ref() == Ok(&known) {
                        // It is the table that has changed.
                        break written;
                    }
                }
            }
        };
        let done = self.note_kept(state, written);
        if done.is_ok() && !cup.is_empty() {
            self.wake_cup(&cup);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Seats;

    fn seat(number: u16, kind: SeatKind, began: &str, bot: &str, gone: bool) -> SeatRow {
        SeatRow {
            seat: Seat(number),
            kind,
            holder: if kind == SeatKind::Person { began.into() } else { String::new() },
            name: String::new(),
            bot: bot.into(),
            link: String::new(),
            token: String::new(),
            undos: 0,
            contribution: None,
            away: if kind == SeatKind::Person { String::new() } else { began.into() },
            began: began.into(),
            gone,
        }
    }

    #[test]
    fn who_gives_their_seat_up_is_ranked_behind_all_who_stay() {
        let seats = [
            seat(0, SeatKind::Person, "ann", "", false),
            // A bot wins in the seat of somebody who has left it.
            seat(1, SeatKind::Bot, "bob", "search:strong", true),
            seat(2, SeatKind::Bot, "", "greedy", false),
        ];
        let outcome = Outcome::new("end", 3, Seats::one(Seat(1)));
        let rows = results(seats.iter(), &outcome);
        let told: Vec<_> =
            rows.iter().map(|row| (row.player.as_str(), row.rank, row.won, row.stayed)).collect();
        assert_eq!(
            told,
            [("ann", 1, false, true), ("bob", 3, false, false), ("bot:greedy", 1, false, true)]
        );
    }

    #[test]
    fn who_was_through_before_they_left_keeps_their_rank() {
        let seats = [
            seat(0, SeatKind::Person, "ann", "", false),
            seat(1, SeatKind::Left, "bob", "", false),
        ];
        let outcome = Outcome::new("end", 2, Seats::one(Seat(1)));
        let rows = results(seats.iter(), &outcome);
        assert_eq!((rows[0].rank, rows[1].rank, rows[1].won), (2, 1, true));
    }

    #[test]
    fn one_person_in_two_seats_changes_no_rating_and_two_bots_change_by_their_mean() {
        let outcome = Outcome::by_score("points", vec![9, 5, 1]);
        let twice = [
            seat(0, SeatKind::Person, "ann", "", false),
            seat(1, SeatKind::Person, "ann", "", false),
            seat(2, SeatKind::Bot, "", "greedy", false),
        ];
        assert_eq!(rated_players(&results(twice.iter(), &outcome)), None);
        let bots = [
            seat(0, SeatKind::Bot, "", "greedy", false),
            seat(1, SeatKind::Person, "ann", "", false),
            seat(2, SeatKind::Bot, "", "greedy", false),
        ];
        let mut rows = results(bots.iter(), &outcome);
        let players = rated_players(&rows).unwrap();
        assert_eq!(players, ["ann", "bot:greedy"]);
        let new = rated(&mut rows, &[], "outlive", &players, 0);
        assert_eq!(new.len(), 2);
        assert_eq!((new[0].games, new[1].games), (0, 0));
        // First and last of three together are as strong as the second.
        assert!((new[1].rating.points() - new[0].rating.points()).abs() <= 1, "{new:?}");
        assert_eq!(rows[0].rated, rows[2].rated);
    }
}
