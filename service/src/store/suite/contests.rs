//! Results, ratings and cups, in every home: each game counts once, a rating builds on the one before, a cup goes on from its
//! version, and all of it goes with its people.

use super::*;
use crate::store::{ContestChange, CupRow, RatingRow, ResultRow};
use ratings::Rating;

fn result(seat: u16, player: &str, rank: u16) -> ResultRow {
    let after = Rating::try_from((26_000_000, 8_000_000)).unwrap();
    ResultRow {
        seat: Seat(seat),
        player: player.into(),
        rank,
        won: rank == 1,
        stayed: true,
        rated: Some((Rating::NEW, after)),
    }
}

fn rating(player: &str, games: i64) -> RatingRow {
    RatingRow {
        game: "outlive".into(),
        player: player.into(),
        rating: Rating::try_from((26_000_000 + games, 8_000_000)).unwrap(),
        games,
        at: 9,
        name: String::new(),
    }
}

fn ended(table: &str, players: &[(&str, i64)], cup: &str) -> Change {
    let results = (0..).zip(players).map(|(seat, (player, _))| result(seat, player, seat + 1));
    Change::Contest(ContestChange::Ended {
        table: table.into(),
        game: "outlive".into(),
        scenario: "plain".into(),
        at: 9,
        results: results.collect(),
        ratings: players.iter().map(|(player, games)| rating(player, *games)).collect(),
        cup: cup.into(),
    })
}

fn cup(id: &str) -> CupRow {
    CupRow {
        id: id.into(),
        host: "ann".into(),
        name: "Winter".into(),
        entry: "everybody".into(),
        state: "open".into(),
        terms: "{}".into(),
        cup: String::new(),
        made: 5,
        moved: 5,
        version: 0,
        due: 0,
    }
}

fn entered(cup: &str, person: &str) -> Change {
    let (cup, person, name) = (cup.to_string(), person.to_string(), person.to_string());
    Change::Contest(ContestChange::Entered { cup, person, name, at: 6 })
}

/// Some of everything.
pub async fn furnish(store: &Store) {
    let opened = Change::Contest(ContestChange::CupOpened(Box::new(cup("furnished"))));
    for change in [
        opened,
        entered("furnished", "ann"),
        ended("Over", &[("ann", 0), ("bot:greedy", 0)], "furnished"),
    ] {
        store.write(change).await.unwrap();
    }
}

async fn games_of(store: &Store, player: &str) -> Option<i64> {
    let rows = store.ratings_of(player).await.unwrap();
    rows.first().map(|row| row.games)
}

pub(super) async fn a_game_is_rated_once_and_builds_on_the_one_before(home: Fixture) {
    let store = home.open().await;
    store.write(ended("one", &[("ann", 0), ("bot:greedy", 0)], "")).await.unwrap();
    assert_eq!(games_of(&store, "ann").await, Some(1));
    // The same game again, and one that was reckoned from ratings that were not known.
    for again in [
        ended("one", &[("ann", 1), ("bot:greedy", 1)], ""),
        ended("two", &[("ann", 0), ("bob", 0)], ""),
        ended("three", &[("ann", 2), ("bob", 0)], ""),
    ] {
        assert_eq!(store.write(again).await, Err(StoreError::Taken));
    }
    assert_eq!(games_of(&store, "bob").await, None, "nothing of it is stored");
    assert_eq!(store.results_of("two").await.unwrap(), []);
    store.write(ended("two", &[("ann", 1), ("bob", 0)], "")).await.unwrap();
    assert_eq!(games_of(&store, "ann").await, Some(2));
    let rows = store.ratings_in("outlive").await.unwrap();
    let players: Vec<&str> = rows.iter().map(|row| row.player.as_str()).collect();
    assert_eq!(players, ["ann", "bob", "bot:greedy"], "the highest first");
    let results = store.results_of("two").await.unwrap();
    assert_eq!(results, [result(0, "ann", 1), result(1, "bob", 2)]);
    let played = store.played_by("ann").await.unwrap();
    assert_eq!((played[0].games, played[0].won, played[0].rated), (2, 2, 2));
    assert_eq!(store.ratings_in("survivors").await.unwrap(), []);
}

pub(super) async fn what_two_have_played_is_found_for_both(home: Fixture) {
    let store = home.open().await;
    for (id, players) in
        [("one", ["ann", "bob"]), ("two", ["bob", "ann"]), ("three", ["ann", "eve"])]
    {
        store.write(Change::Opened(Box::new(table(id)), Vec::new())).await.unwrap();
        let mut games = Vec::new();
        for player in players {
            games.push((player, games_of(&store, player).await.unwrap_or(0)));
        }
        store.write(ended(id, &games, "")).await.unwrap();
    }
    let met = store.meetings("ann", "bob", 10).await.unwrap();
    let ranks: Vec<(u16, u16)> = met.iter().map(|meeting| (meeting.own, meeting.theirs)).collect();
    assert_eq!(met.len(), 2);
    assert!(ranks.contains(&(1, 2)) && ranks.contains(&(2, 1)), "{ranks:?}");
    assert_eq!(store.meetings("bob", "eve", 10).await.unwrap(), []);
    assert_eq!(store.meetings("", "", 10).await.unwrap(), []);
}

pub(super) async fn a_cup_goes_on_from_its_version(home: Fixture) {
    let store = home.open().await;
    store.write(Change::Contest(ContestChange::CupOpened(Box::new(cup("c"))))).await.unwrap();
    for person in ["ann", "bob"] {
        store.write(entered("c", person)).await.unwrap();
    }
    assert_eq!(store.write(entered("c", "bob")).await, Err(StoreError::Taken), "once");
    let moved = |state: &str, version: i64, done: i64| {
        let row = CupRow { state: state.into(), cup: "{}".into(), version, moved: 7, ..cup("c") };
        Change::Contest(ContestChange::CupMoved { row: Box::new(row), done })
    };
    store.write(moved("playing", 0, 0)).await.unwrap();
    assert_eq!(store.write(moved("playing", 0, 0)).await, Err(StoreError::Taken));
    assert_eq!(store.write(entered("c", "eve")).await, Err(StoreError::Taken), "it has begun");
    assert_eq!(store.cups_due().await.unwrap(), [] as [String; 0]);
    store.write(ended("one", &[("ann", 0), ("bob", 0)], "c")).await.unwrap();
    assert_eq!(store.cups_due().await.unwrap(), ["c"]);
    let due = store.cup("c").await.unwrap().unwrap().due;
    // One more ends meanwhile: it stays due.
    store.write(ended("two", &[("ann", 1), ("bob", 1)], "c")).await.unwrap();
    store.write(moved("playing", 1, due)).await.unwrap();
    assert_eq!(store.cups_due().await.unwrap(), ["c"]);
    store.write(moved("over", 2, due + 1)).await.unwrap();
    assert_eq!(store.cups_due().await.unwrap(), [] as [String; 0]);
    assert_eq!(store.cups_of("bob", 9).await.unwrap().len(), 1);
    assert_eq!(store.cups_in("over", 9).await.unwrap().len(), 1);
    let mut place = table("t");
    (place.cup, place.cup_place) = ("c".into(), "0 1 0".into());
    store.write(Change::Opened(Box::new(place), Vec::new())).await.unwrap();
    let tables = store.cup_tables("c").await.unwrap();
    assert_eq!(tables, [("t".into(), "0 1 0".into(), "open".into())]);
    let close = ContestChange::CupClosed { cup: "c".into(), host: "ann".into() };
    assert_eq!(store.write(Change::Contest(close)).await, Err(StoreError::Taken), "it was played");
}

pub(super) async fn contests_go_with_their_people(home: Fixture) {
    let store = home.open().await;
    // The phone has played more: its rating stays.
    store.write(ended("one", &[("phone", 0), ("bob", 0)], "")).await.unwrap();
    store.write(ended("two", &[("phone", 1), ("bob", 1)], "")).await.unwrap();
    store.write(ended("three", &[("ann", 0), ("bob", 2)], "")).await.unwrap();
    store.write(Change::Contest(ContestChange::CupOpened(Box::new(cup("c"))))).await.unwrap();
    store.write(entered("c", "phone")).await.unwrap();
    join(&store, "phone", "ann").await.unwrap();
    assert_eq!(games_of(&store, "ann").await, Some(2));
    assert_eq!(games_of(&store, "phone").await, None);
    assert_eq!(store.played_by("ann").await.unwrap()[0].games, 3);
    assert_eq!(store.entrants_of("c").await.unwrap()[0].person, "ann");
    let gone = forgotten(&store, "ann").await;
    store.write(Change::Person(gone)).await.unwrap();
    assert_eq!(games_of(&store, "ann").await, None);
    assert_eq!(store.played_by("ann").await.unwrap(), []);
    assert_eq!(store.entrants_of("c").await.unwrap().len(), 0);
    let left = store.results_of("three").await.unwrap();
    assert_eq!((left[0].player.as_str(), left[1].player.as_str()), ("", "bob"), "games stay");
    assert_eq!(games_of(&store, "bob").await, Some(3));
}
