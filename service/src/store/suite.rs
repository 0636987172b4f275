//! What every home of the store is held to: the same tests over a file and over a database, and those that only a database
//! can be put through.

mod archiving;
mod company;
mod contests;
#[cfg(feature = "postgres")]
mod database;
mod mails;
mod moving;
mod notices;
mod people;
mod plans;
mod private;
mod sandboxes;

use super::*;
use archiving::{
    a_game_that_is_over_is_archived_and_read_as_before,
    a_record_that_does_not_hold_what_is_stored_is_never_relied_on,
    what_nobody_went_on_with_is_removed_and_counted_first,
};
use company::{
    a_seek_is_taken_once_and_not_by_whoever_is_blocked, people_are_friends_if_both_want_it,
    what_is_among_people_goes_with_them,
};
use contests::{
    a_cup_goes_on_from_its_version, a_game_is_rated_once_and_builds_on_the_one_before,
    contests_go_with_their_people, what_two_have_played_is_found_for_both,
};
use mails::{a_letter_is_sent_by_one_and_a_message_counts_once, mail_goes_with_whom_it_is_of};
use moving::{
    a_backup_is_one_moment_of_a_house_that_goes_on, a_copy_that_was_interrupted_goes_on,
    a_store_that_is_copied_is_the_same, another_house_is_never_overwritten,
    what_is_missing_is_found,
};
use notices::{
    a_notice_is_made_once_and_only_for_whoever_can_be_told, of_all_who_claim_a_notice_one_does,
};
use people::{
    people_are_known_by_what_they_have, people_are_listed_by_their_names,
    what_is_asked_is_answered_once_by_whom_it_was_asked_of,
    whoever_becomes_another_takes_along_by_what_they_are_known,
};
use plans::plans_are_kept_until_the_game_is_over;
use private::what_is_private_is_of_its_people_alone;
use sandboxes::sandboxes_are_kept_for_one_person_and_go_with_their_table;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicUsize;
use table::{Contribution, Seat};
use tempfile::TempDir;

/// A home for the stores of a test.
enum Fixture {
    File(TempDir),
    #[cfg(feature = "postgres")]
    Database(String),
}

impl Fixture {
    fn file() -> Fixture {
        Fixture::File(TempDir::new().unwrap())
    }

    async fn open(&self) -> Store {
        self.open_on(Arc::new(RealDisk)).await.unwrap()
    }

    async fn open_on(&self, disk: Arc<dyn Disk>) -> Result<Store, StoreError> {
        match self {
            Fixture::File(folder) => Store::open(&folder.path().join("store.sqlite"), disk),
            #[cfg(feature = "postgres")]
            Fixture::Database(address) => Store::connect(&database::read(address), disk).await,
        }
    }

    /// Changes a row as somebody else would who writes into the same store.
    async fn meddle(&self, sql: &str) {
        match self {
            Fixture::File(folder) => {
                let other = rusqlite::Connection::open(folder.path().join("store.sqlite")).unwrap();
                assert_eq!(other.execute(sql, []).unwrap(), 1, "{sql}");
            }
            #[cfg(feature = "postgres")]
            Fixture::Database(address) => {
                let config = database::read(address).config;
                let (client, connection) = config.connect(tokio_postgres::NoTls).await.unwrap();
                tokio::spawn(connection);
                assert_eq!(client.execute(sql, &[]).await.unwrap(), 1, "{sql}");
            }
        }
    }
}

fn run(fixture: Fixture, test: impl AsyncFnOnce(Fixture)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(test(fixture));
}

macro_rules! on_every_home {
    ($($test:ident),* $(,)?) => {
        mod in_a_file {
            $(#[test] fn $test() { super::run(super::Fixture::file(), super::$test); })*
        }
        #[cfg(feature = "postgres")]
        mod in_a_database {
            $(#[test] fn $test() { super::run(super::database::fixture(), super::$test); })*
        }
    };
}

on_every_home!(
    values_of_the_house_are_replaced,
    guests_have_names,
    a_table_comes_back_as_it_was_written,
    a_game_is_played_and_ends,
    a_step_is_taken_back_and_later_ones_move_up,
    what_is_said_is_kept_in_order,
    seats_change_and_bots_are_waited_for,
    lists_show_the_last_moved_first,
    two_guests_become_one,
    whoever_is_given_something_is_judged_anew_before_they_become_another,
    seeds_are_sealed_and_keys_replaced,
    tables_are_given_up_and_expire_with_all_that_is_theirs,
    a_step_is_taken_once,
    of_many_who_take_a_step_one_does,
    a_change_is_stored_whole_or_not_at_all,
    changes_are_written_in_the_order_in_which_they_came,
    many_share_a_transaction_and_each_has_its_own_answer,
    what_was_acknowledged_is_there_after_a_restart,
    a_full_disk_is_told_until_there_is_room,
    a_closed_store_takes_nothing,
    a_store_of_a_newer_version_is_refused,
    a_store_that_is_copied_is_the_same,
    a_copy_that_was_interrupted_goes_on,
    another_house_is_never_overwritten,
    what_is_missing_is_found,
    a_backup_is_one_moment_of_a_house_that_goes_on,
    a_game_that_is_over_is_archived_and_read_as_before,
    a_record_that_does_not_hold_what_is_stored_is_never_relied_on,
    what_nobody_went_on_with_is_removed_and_counted_first,
    plans_are_kept_until_the_game_is_over,
    sandboxes_are_kept_for_one_person_and_go_with_their_table,
    what_is_private_is_of_its_people_alone,
    people_are_known_by_what_they_have,
    what_is_asked_is_answered_once_by_whom_it_was_asked_of,
    whoever_becomes_another_takes_along_by_what_they_are_known,
    people_are_listed_by_their_names,
    a_notice_is_made_once_and_only_for_whoever_can_be_told,
    of_all_who_claim_a_notice_one_does,
    a_letter_is_sent_by_one_and_a_message_counts_once,
    mail_goes_with_whom_it_is_of,
    people_are_friends_if_both_want_it,
    a_seek_is_taken_once_and_not_by_whoever_is_blocked,
    what_is_among_people_goes_with_them,
    a_game_is_rated_once_and_builds_on_the_one_before,
    what_two_have_played_is_found_for_both,
    a_cup_goes_on_from_its_version,
    contests_go_with_their_people,
);

fn contribution(seat: u16) -> Contribution {
    Contribution { seat: Seat(seat), by_player: seat == 0, random: [seat as u8 + 1; 32] }
}

fn table(id: &str) -> TableRow {
    TableRow {
        id: id.into(),
        game: "outlive".into(),
        scenario: "plain".into(),
        options: BTreeMap::from([("night".into(), "long".into())]),
        edition: "Köln".into(),
        files: "{\"a\":\"☃\"}".into(),
        rules: 7,
        host: format!("host-{id}"),
        listed: true,
        shuffled: true,
        seed: "sealed:00ff".into(),
        commitment: format!("commitment-{id}"),
        contributions: vec![contribution(0), contribution(1)],
        dealt: vec![Seat(1), Seat(0)],
        referee: format!("referee-{id}"),
        referee_name: "Ref".into(),
        absence: Absence::Day,
        phase: Phase::Open,
        created: 100,
        moved: 101,
        steps: 0,
        told_steps: 0,
        told_at: 102,
        deciding: vec![Seat(0), Seat(2)],
        bot_turn: false,
        start_digest: "d0".into(),
        start_dice: String::new(),
        ended: String::new(),
        rematch: String::new(),
        lesson: String::new(),
        version: 0,
        clock: "3d + 12h up to 5d".into(),
        at_deadline: "lapse, after 2 bot greedy".into(),
        reliable: 80,
        rated: true,
        sandboxes: false,
        whispers: true,
        cup: format!("cup-{id}"),
        cup_place: "0 1 0".into(),
        archived: 0,
    }
}

fn seat(table: &str, number: u16, kind: SeatKind, holder: &str) -> SeatRow {
    SeatRow {
        seat: Seat(number),
        kind,
        holder: holder.into(),
        name: format!("name {number}"),
        bot: String::new(),
        link: format!("link-{table}-{number}"),
        token: format!("token-{table}-{number}"),
        undos: 0,
        contribution: (number == 0).then(|| contribution(number)),
        away: String::new(),
        began: holder.into(),
        gone: number == 1,
    }
}

fn two_seats(id: &str) -> Vec<SeatRow> {
    vec![seat(id, 0, SeatKind::Person, "ann"), seat(id, 1, SeatKind::Open, "")]
}

/// Of a table that was opened, begun and changed by nothing but decisions: the version is as high as the next step.
fn progress(steps: usize) -> TableProgress {
    TableProgress {
        version: steps as i64,
        phase: Phase::Playing,
        at: 200 + steps as i64,
        steps,
        told_steps: steps,
        told_at: 300 + steps as i64,
        deciding: vec![Seat(1)],
        bot_turn: false,
        ended: String::new(),
        position: vec![0, 255, steps as u8],
    }
}

fn step_row(step: usize, seat: u16) -> StepRow {
    StepRow {
        step,
        seat: Seat(seat),
        action: format!("go {step}"),
        digest: format!("d{step}"),
        dice: "weather 4/6".into(),
    }
}

fn step(table: &str, number: usize) -> Change {
    let step = step_row(number, (number % 2) as u16);
    Change::Step { table: table.into(), step, progress: progress(number), record: None }
}

fn started(id: &str) -> Change {
    Change::Started {
        table: id.into(),
        seats: vec![seat(id, 0, SeatKind::Person, "ann"), seat(id, 1, SeatKind::Person, "bob")],
        contributions: vec![contribution(1)],
        dealt: vec![Seat(0), Seat(1)],
        rules: 8,
        start_digest: "start".into(),
        start_dice: "2d6:3,4".into(),
        progress: progress(0),
    }
}

/// Somebody is forgotten, as they are now.
async fn forgotten(store: &Store, person: &str) -> PersonChange {
    let version = store.guest_version(person).await.unwrap();
    PersonChange::Forgotten {
        person: person.into(),
        others: Vec::new(),
        version,
        name: "Somebody".into(),
        at: 9,
    }
}

async fn with_table(store: &Store, id: &str) {
    store.write(Change::Opened(Box::new(table(id)), two_seats(id))).await.unwrap();
}

async fn with_game(store: &Store, id: &str) {
    with_table(store, id).await;
    store.write(started(id)).await.unwrap();
}

async fn row(store: &Store, id: &str) -> TableRow {
    store.table(id).await.unwrap().unwrap().0
}

async fn numbers(store: &Store, id: &str) -> Vec<usize> {
    store.steps(id).await.unwrap().iter().map(|step| step.step).collect()
}

async fn values_of_the_house_are_replaced(fixture: Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.house("key").await, Ok(None));
    for value in ["first", "second ☃"] {
        store.write(Change::House("key", value.into())).await.unwrap();
        assert_eq!(store.house("key").await, Ok(Some(value.into())));
    }
    for value in ["first", "second"] {
        store.write(Change::HouseOnce("once", value.into())).await.unwrap();
        assert_eq!(store.house("once").await, Ok(Some("first".into())));
    }
    assert_eq!(store.write(Change::Probe).await, Ok(()));
    assert_eq!(store.write(Change::Probe).await, Ok(()));
    assert_eq!(store.house("probe").await, Ok(Some("2".into())));
    assert_eq!(store.trouble().await, None);
    store.close();
}

async fn guests_have_names(fixture: Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.guest_name("ann").await, Ok(None));
    for name in ["Ann", "Änne"] {
        let change = Change::Guest { id: "ann".into(), name: name.into(), at: 5 };
        store.write(change).await.unwrap();
        assert_eq!(store.guest_name("ann").await, Ok(Some(name.into())));
    }
    store.close();
}

async fn a_table_comes_back_as_it_was_written(fixture: Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.table("a").await, Ok(None));
    with_table(&store, "a").await;
    let (found, seats) = store.table("a").await.unwrap().unwrap();
    assert_eq!(found, table("a"));
    assert_eq!(seats, two_seats("a"));
    let linked = store.seat_by_link("link-a-1").await.unwrap();
    assert_eq!(linked, Some(("a".into(), two_seats("a").remove(1))));
    assert_eq!(store.seat_by_link("nobody's").await, Ok(None));
    assert_eq!(store.hosted("host-a").await, Ok(1));
    assert_eq!(store.hosted("ann").await, Ok(0));
    assert_eq!(store.counts().await, Ok(vec![("open".into(), 1)]));
    assert_eq!(store.steps("a").await, Ok(Vec::new()));
    assert_eq!(store.position("a").await, Ok(None));
    assert_eq!(store.record("a").await, Ok(None));
    let rematch =
        |version, next: &str| Change::Rematch { table: "a".into(), version, next: next.into() };
    store.write(rematch(0, "b")).await.unwrap();
    assert_eq!(store.write(rematch(0, "c")).await, Err(StoreError::Taken), "there is one");
    let found = row(&store, "a").await;
    assert_eq!((found.rematch.as_str(), found.version), ("b", 1));
    store.close();
}

async fn a_game_is_played_and_ends(fixture: Fixture) {
    let store = fixture.open().await;
    with_game(&store, "a").await;
    let (found, seats) = store.table("a").await.unwrap().unwrap();
    assert_eq!(seats[1].holder, "bob", "seats as they were dealt");
    let began = (found.rules, found.start_digest.as_str(), found.start_dice.as_str(), found.phase);
    assert_eq!(began, (8, "start", "2d6:3,4", Phase::Playing));
    assert_eq!((found.dealt, found.contributions), (vec![Seat(0), Seat(1)], vec![contribution(1)]));
    for number in 1..=3 {
        store.write(step("a", number)).await.unwrap();
    }
    assert_eq!(store.steps("a").await.unwrap(), [step_row(1, 1), step_row(2, 0), step_row(3, 1)]);
    assert_eq!(store.position("a").await, Ok(Some(vec![0, 255, 3])));
    let found = row(&store, "a").await;
    assert_eq!((found.steps, found.moved, found.told_steps, found.told_at), (3, 203, 3, 303));
    assert_eq!((store.has_records().await, store.record("a").await), (Ok(false), Ok(None)));
    let over = TableProgress {
        phase: Phase::Over,
        ended: "Ann wins.".into(),
        deciding: Vec::new(),
        position: Vec::new(),
        ..progress(4)
    };
    let record = Some("a record\nof two lines".to_string());
    let change = Change::Step { table: "a".into(), step: step_row(4, 0), progress: over, record };
    store.write(change).await.unwrap();
    let found = row(&store, "a").await;
    assert_eq!((found.phase, found.ended.as_str()), (Phase::Over, "Ann wins."));
    assert_eq!(found.deciding, []);
    assert_eq!(store.position("a").await, Ok(Some(vec![0, 255, 3])), "the last that was kept");
    assert_eq!(store.record("a").await, Ok(Some("a record\nof two lines".into())));
    assert_eq!(store.has_records().await, Ok(true));
    assert_eq!(store.hosted("host-a").await, Ok(0));
    store.close();
}

async fn a_step_is_taken_back_and_later_ones_move_up(fixture: Fixture) {
    let store = fixture.open().await;
    with_game(&store, "a").await;
    for number in 1..=4 {
        store.write(step("a", number)).await.unwrap();
    }
    let moved = [(2, 1, "go 3", "n2"), (3, 0, "go 4", "n3")];
    let moved = moved.map(|(step, seat, action, digest)| StepRow {
        step,
        seat: Seat(seat),
        action: action.into(),
        digest: digest.into(),
        dice: "weather 4/6".into(),
    });
    let after = |version, steps| TableProgress { version, ..progress(steps) };
    let undone = |seat| Change::Undone {
        table: "a".into(),
        step: 2,
        seat: Seat(seat),
        moved: moved.to_vec(),
        progress: after(5, 3),
    };
    assert_eq!(store.write(undone(1)).await, Err(StoreError::Taken), "it is another's step");
    assert_eq!(numbers(&store, "a").await, [1, 2, 3, 4]);
    store.write(undone(0)).await.unwrap();
    let [second, third] = moved.clone();
    assert_eq!(store.steps("a").await.unwrap(), [step_row(1, 1), second, third]);
    let (found, seats) = store.table("a").await.unwrap().unwrap();
    assert_eq!((found.steps, seats[0].undos, seats[1].undos), (3, 1, 0));
    // One that cannot move leaves everything as it was.
    let wrong = Change::Undone {
        table: "a".into(),
        step: 3,
        seat: Seat(0),
        moved: vec![step_row(9, 0)],
        progress: after(6, 2),
    };
    assert_eq!(store.write(wrong).await, Err(StoreError::Taken));
    assert_eq!(numbers(&store, "a").await, [1, 2, 3]);
    assert_eq!(row(&store, "a").await.steps, 3);
    store.close();
}

async fn what_is_said_is_kept_in_order(fixture: Fixture) {
    let store = fixture.open().await;
    let line = |number: i64| TalkRow {
        number,
        at: number,
        seat: (number % 2 == 0).then_some(Seat(number as u16)),
        name: "Ann".into(),
        text: format!("line {number} ☃"),
        person: String::new(),
    };
    let said = |version, number| Change::Talk { table: "a".into(), version, line: line(number) };
    assert_eq!(store.write(said(0, 1)).await, Err(StoreError::Taken), "there is no such table");
    with_table(&store, "a").await;
    for number in 1..=5 {
        store.write(said(number - 1, number)).await.unwrap();
    }
    assert_eq!(store.write(said(5, 5)).await, Err(StoreError::Taken));
    assert_eq!(store.write(said(4, 6)).await, Err(StoreError::Taken));
    assert_eq!(store.talk("a", 3).await.unwrap(), [line(3), line(4), line(5)]);
    assert_eq!(store.talk("b", 3).await.unwrap(), []);
    store.close();
}

async fn seats_change_and_bots_are_waited_for(fixture: Fixture) {
    let store = fixture.open().await;
    with_table(&store, "a").await;
    assert_eq!(store.full_but_not_started().await, Ok(Vec::new()));
    let mut bot = seat("a", 1, SeatKind::Bot, "");
    (bot.bot, bot.away, bot.link) = ("greedy".into(), "bob".into(), "another".into());
    let (id, boxed) = ("a".to_string(), Box::new(bot.clone()));
    let change = Change::Seat { table: id, version: 0, seat: boxed, bot_turn: true };
    store.write(change.clone()).await.unwrap();
    assert_eq!(store.write(change).await, Err(StoreError::Taken), "it is another table now");
    assert_eq!(store.full_but_not_started().await, Ok(vec!["a".into()]));
    assert_eq!(store.waiting_for_bots().await, Ok(Vec::new()), "it has not begun");
    assert_eq!(store.seat_by_link("another").await.unwrap(), Some(("a".into(), bot)));
    assert_eq!(store.seat_by_link("link-a-1").await, Ok(None));
    assert_eq!(store.tables_of("bob", 9).await.unwrap().len(), 1, "a bot plays for him");
    let waits = TableProgress { bot_turn: true, ..progress(1) };
    let step =
        Change::Step { table: "a".into(), step: step_row(1, 0), progress: waits, record: None };
    store.write(step).await.unwrap();
    assert_eq!(store.waiting_for_bots().await, Ok(vec!["a".into()]));
    assert_eq!(store.full_but_not_started().await, Ok(Vec::new()));
    let seen = |guest: &str, at| Change::Seen { table: "a".into(), guest: guest.into(), at };
    for change in [seen("ann", 1), seen("bob", 2), seen("ann", 3)] {
        store.write(change).await.unwrap();
    }
    let mut found = store.seen("a").await.unwrap();
    found.sort();
    assert_eq!(found, [("ann".into(), 3), ("bob".into(), 2)]);
    store.close();
}

async fn lists_show_the_last_moved_first(fixture: Fixture) {
    let store = fixture.open().await;
    for (number, id) in ["a", "b", "c", "d"].into_iter().enumerate() {
        let row = TableRow { listed: id != "c", told_at: number as i64, ..table(id) };
        store.write(Change::Opened(Box::new(row), two_seats(id))).await.unwrap();
    }
    let ids = |list: Vec<TableListing>| -> String {
        list.into_iter()
            .inspect(|shown| assert_eq!(shown.seats, two_seats(&shown.table.id)))
            .map(|shown| shown.table.id)
            .collect()
    };
    assert_eq!(ids(store.listed(Phase::Open, 9).await.unwrap()), "dba");
    assert_eq!(ids(store.listed(Phase::Open, 2).await.unwrap()), "db");
    assert_eq!(ids(store.listed(Phase::Over, 9).await.unwrap()), "");
    assert_eq!(ids(store.tables_of("ann", 3).await.unwrap()), "dcb");
    assert_eq!(ids(store.tables_of("", 3).await.unwrap()), "dcb", "whoever has no name");
    assert_eq!(ids(store.tables_of("eve", 3).await.unwrap()), "");
    let over = |at| TableProgress { phase: Phase::Over, at, version: 0, ..progress(1) };
    for (id, at) in [("a", 9), ("b", 7), ("d", 8)] {
        let row = step_row(1, 0);
        let change = Change::Step { table: id.into(), step: row, progress: over(at), record: None };
        store.write(change).await.unwrap();
    }
    assert_eq!(ids(store.listed(Phase::Over, 9).await.unwrap()), "adb", "the last ended first");
    let mut counts = store.counts().await.unwrap();
    counts.sort();
    assert_eq!(counts, [("open".into(), 1), ("over".into(), 3)]);
    let row = TableRow { lesson: "first".into(), ..table("l") };
    store.write(Change::Opened(Box::new(row), two_seats("l"))).await.unwrap();
    assert_eq!(store.lessons_done("ann").await, Ok(Vec::new()));
    let change =
        Change::Step { table: "l".into(), step: step_row(1, 0), progress: over(1), record: None };
    store.write(change).await.unwrap();
    assert_eq!(store.lessons_done("ann").await, Ok(vec![("outlive".into(), "first".into())]));
    assert_eq!(store.lessons_done("bob").await, Ok(Vec::new()));
    store.close();
}

/// Makes two guests one, judged by what both have now.
async fn join(store: &Store, from: &str, to: &str) -> Result<(), StoreError> {
    let versions = (store.guest_version(from).await?, store.guest_version(to).await?);
    store.write(joined(from, to, versions)).await
}

fn joined(from: &str, to: &str, versions: (i64, i64)) -> Change {
    Change::Joined { from: from.into(), to: to.into(), versions }
}

async fn whoever_is_given_something_is_judged_anew_before_they_become_another(fixture: Fixture) {
    let store = fixture.open().await;
    let opened = |id: &str, host: &str, referee: &str| {
        let row = TableRow { host: host.into(), referee: referee.into(), ..table(id) };
        Change::Opened(Box::new(row), two_seats(id))
    };
    let sits = |id: &str, version: i64, holder: &str| {
        let seat = Box::new(seat(id, 1, SeatKind::Person, holder));
        Change::Seat { table: id.into(), version, seat, bot_turn: false }
    };
    store.write(opened("a", "host", "me")).await.unwrap();
    let before =
        (store.guest_version("guest").await.unwrap(), store.guest_version("me").await.unwrap());
    assert_eq!(before, (0, 1));
    // Either of both is given something, by whoever else writes here.
    store.write(sits("a", 0, "guest")).await.unwrap();
    assert_eq!(store.write(joined("guest", "me", before)).await, Err(StoreError::Taken));
    let before = (store.guest_version("guest").await.unwrap(), 1);
    store.write(opened("b", "host", "me")).await.unwrap();
    assert_eq!(store.write(joined("guest", "me", before)).await, Err(StoreError::Taken));
    assert_eq!(store.joined().await, Ok(Vec::new()));
    assert_eq!(store.table("a").await.unwrap().unwrap().1[1].holder, "guest");
    // And whoever has become another is given nothing under the old id.
    join(&store, "guest", "me").await.unwrap();
    store.write(opened("c", "host", "")).await.unwrap();
    let sought = CompanyChange::Sought(Box::new(company::seek("guest", "")));
    for change in [
        sits("c", 0, "guest"),
        opened("d", "guest", ""),
        opened("e", "host", "guest"),
        Change::Person(PersonChange::Alias { id: "other".into(), person: "guest".into() }),
        Change::Person(PersonChange::Passkey(Box::new(people::passkey("0a", "guest")))),
        Change::Vacations { guest: "guest".into(), days: "[]".into(), version: 0 },
        Change::Company(sought),
    ] {
        let what = format!("{change:?}");
        assert_eq!(store.write(change).await, Err(StoreError::Taken), "{what}");
    }
    store.write(sits("c", 0, "me")).await.unwrap();
    // Nor is whoever was forgotten, and nobody is forgotten who was given something meanwhile.
    let before = forgotten(&store, "me").await;
    store.write(opened("f", "me", "")).await.unwrap();
    assert_eq!(store.write_person(before).await, Err(StoreError::Taken));
    store.write_person(forgotten(&store, "me").await).await.unwrap();
    store.write(opened("g", "host", "")).await.unwrap();
    let version = store.guest_version("me").await.unwrap();
    let settings = PersonChange::Settings { person: "me".into(), settings: "{}".into(), version };
    for change in [
        sits("g", 0, "me"),
        opened("h", "me", ""),
        Change::Guest { id: "me".into(), name: "Me".into(), at: 5 },
        Change::Person(PersonChange::Device(people::device("phone", "me", 3600))),
        Change::Person(settings),
        Change::Vacations { guest: "me".into(), days: "[]".into(), version },
        Change::Notice(NoticeChange::Way(Box::new(notices::way("0b", "me", "hook")))),
    ] {
        let what = format!("{change:?}");
        assert_eq!(store.write(change).await, Err(StoreError::Taken), "{what}");
    }
    assert_eq!(store.guest_name("me").await, Ok(Some("Somebody".into())));
    store.close();
}

async fn two_guests_become_one(fixture: Fixture) {
    let store = fixture.open().await;
    let row = TableRow { host: "guest".into(), ..table("a") };
    let mut kept = seat("a", 1, SeatKind::Bot, "");
    kept.away = "guest".into();
    let seats = vec![seat("a", 0, SeatKind::Person, "guest"), kept];
    store.write(Change::Opened(Box::new(row), seats)).await.unwrap();
    let row = TableRow { referee: "guest".into(), ..table("b") };
    store.write(Change::Opened(Box::new(row), two_seats("b"))).await.unwrap();
    assert_eq!(store.referees_among("guest", "ann").await, Ok(true));
    assert_eq!(store.referees_among("ann", "guest").await, Ok(true));
    assert_eq!(store.referees_among("ann", "bob").await, Ok(false));
    for (table, guest, at) in [("a", "guest", 1), ("a", "me", 2), ("b", "me", 3), ("c", "guest", 4)]
    {
        let (table, guest) = (table.into(), guest.into());
        store.write(Change::Seen { table, guest, at }).await.unwrap();
    }
    join(&store, "older", "guest").await.unwrap();
    join(&store, "guest", "me").await.unwrap();
    let mut found = store.joined().await.unwrap();
    found.sort();
    assert_eq!(found, [("guest".into(), "me".into()), ("older".into(), "me".into())]);
    assert_eq!(
        join(&store, "guest", "me").await,
        Err(StoreError::Taken),
        "nobody becomes another twice"
    );
    assert_eq!(join(&store, "me", "older").await, Err(StoreError::Taken), "nor in a circle");
    assert_eq!(store.joined().await.unwrap().len(), 2);
    let (row, seats) = store.table("a").await.unwrap().unwrap();
    assert_eq!(
        (row.host.as_str(), seats[0].holder.as_str(), seats[1].away.as_str()),
        ("me", "me", "me")
    );
    assert_eq!(store.table("b").await.unwrap().unwrap().0.referee, "me");
    assert_eq!(
        store.seen("a").await,
        Ok(vec![("me".into(), 1)]),
        "where both were, the first counts"
    );
    assert_eq!(store.seen("b").await, Ok(vec![("me".into(), 3)]));
    assert_eq!(store.seen("c").await, Ok(vec![("me".into(), 4)]));
    let mut with = store.tables_with("me").await.unwrap();
    with.sort();
    assert_eq!(with, ["a", "b"]);
    assert_eq!(store.tables_with("guest").await, Ok(Vec::new()));
    assert_eq!(store.running_tables_of("me").await, Ok(vec!["a".into()]));
    store.close();
}

async fn seeds_are_sealed_and_keys_replaced(fixture: Fixture) {
    let store = fixture.open().await;
    let row = TableRow { seed: "plain".into(), ..table("a") };
    store.write(Change::Opened(Box::new(row), two_seats("a"))).await.unwrap();
    assert_eq!(store.secret_seeds().await, Ok(vec![("a".into(), "plain".into())]));
    assert_eq!(store.sealed_seeds().await, Ok(Vec::new()));
    store.write(Change::Sealed { table: "a".into(), seed: "sealed:1".into() }).await.unwrap();
    assert_eq!(store.sealed_seeds().await, Ok(vec![("a".into(), "sealed:1".into())]));
    let change = Change::Rotated {
        seeds: vec![("a".into(), "sealed:2".into())],
        seeds_key: "known".into(),
        key: "new".into(),
        previous: "old".into(),
    };
    store.write(change).await.unwrap();
    assert_eq!(store.secret_seeds().await, Ok(vec![("a".into(), "sealed:2".into())]));
    assert_eq!(store.house("key").await, Ok(Some("new".into())));
    assert_eq!(store.house("previous_key").await, Ok(Some("old".into())));
    assert_eq!(store.house("seeds_key").await, Ok(Some("known".into())));
    store.close();
}

async fn tables_are_given_up_and_expire_with_all_that_is_theirs(fixture: Fixture) {
    let store = fixture.open().await;
    with_table(&store, "a").await;
    with_game(&store, "b").await;
    store.write(step("b", 1)).await.unwrap();
    let line = TalkRow {
        number: 1,
        at: 1,
        seat: None,
        name: "Ann".into(),
        text: "Hello".into(),
        person: String::new(),
    };
    store.write(Change::Talk { table: "b".into(), version: 2, line }).await.unwrap();
    let seen = Change::Seen { table: "b".into(), guest: "ann".into(), at: 1 };
    store.write(seen).await.unwrap();
    assert_eq!(store.write(Change::Closed("b".into())).await, Err(StoreError::Taken), "it is on");
    store.write(Change::Closed("a".into())).await.unwrap();
    assert_eq!(store.table("a").await, Ok(None));
    assert_eq!(store.seat_by_link("link-a-0").await, Ok(None));
    assert_eq!(store.write(Change::Closed("a".into())).await, Err(StoreError::Taken));
    // A commitment that was used is gone, whatever became of its table.
    let again = Change::Opened(Box::new(table("a")), two_seats("a"));
    assert_eq!(store.write(again).await, Err(StoreError::Taken));
    let expired = |moved| Change::Expired { table: "b".into(), opened: 0, moved };
    assert_eq!(store.expired(0, 201).await, Ok(Vec::new()));
    assert_eq!(store.write(expired(201)).await, Err(StoreError::Taken), "somebody decided since");
    assert_eq!(store.expired(0, 202).await, Ok(vec!["b".into()]));
    store.write(expired(202)).await.unwrap();
    assert_eq!(store.table("b").await, Ok(None));
    assert_eq!(store.steps("b").await, Ok(Vec::new()));
    assert_eq!(store.position("b").await, Ok(None));
    assert_eq!(store.talk("b", 9).await, Ok(Vec::new()));
    assert_eq!(store.seen("b").await, Ok(Vec::new()));
    assert_eq!(store.seat_by_link("link-b-0").await, Ok(None));
    store.close();
}

async fn a_step_is_taken_once(fixture: Fixture) {
    let store = fixture.open().await;
    with_game(&store, "a").await;
    fixture
        .meddle(
            "INSERT INTO steps (table_id, step, seat, action, digest, at, dice) \
             VALUES ('a', 1, 0, 'another server''s', 'x', 1, '')",
        )
        .await;
    assert_eq!(store.write(step("a", 1)).await, Err(StoreError::Taken));
    assert_eq!(store.steps("a").await.unwrap()[0].action, "another server's");
    assert_eq!(row(&store, "a").await.steps, 0, "and nothing else of it is stored");
    assert_eq!(store.position("a").await, Ok(Some(vec![0, 255, 0])));
    let change = Change::Step {
        table: "a".into(),
        step: step_row(2, 0),
        progress: TableProgress { version: 1, ..progress(2) },
        record: None,
    };
    assert_eq!(store.write(change.clone()).await, Ok(()));
    assert_eq!(store.write(change).await, Err(StoreError::Taken), "from a version that is gone");
    assert_eq!(store.trouble().await, None, "it is no trouble");
    store.close();
}

async fn of_many_who_take_a_step_one_does(fixture: Fixture) {
    let store = fixture.open().await;
    with_game(&store, "a").await;
    let tried: Vec<_> = (0..300)
        .map(|number: usize| {
            let mut row = step_row(1, 0);
            row.action = format!("try {number}");
            let change =
                Change::Step { table: "a".into(), step: row, progress: progress(1), record: None };
            let store = store.clone();
            tokio::spawn(async move { (number, store.write(change).await) })
        })
        .collect();
    let mut took = Vec::new();
    for tried in tried {
        match tried.await.unwrap() {
            (number, Ok(())) => took.push(format!("try {number}")),
            (_, refused) => assert_eq!(refused, Err(StoreError::Taken)),
        }
    }
    let stored: Vec<String> =
        store.steps("a").await.unwrap().into_iter().map(|step| step.action).collect();
    assert_eq!((took.len(), &took), (1, &stored));
    store.close();
}

async fn a_change_is_stored_whole_or_not_at_all(fixture: Fixture) {
    let store = fixture.open().await;
    with_game(&store, "a").await;
    store.write(step("a", 1)).await.unwrap();
    let together = Change::Together(vec![
        Change::House("first", "1".into()),
        Change::Guest { id: "ann".into(), name: "Ann".into(), at: 1 },
        Change::Opened(Box::new(table("new")), two_seats("new")),
        step("a", 1),
        Change::House("last", "1".into()),
    ]);
    assert_eq!(store.write(together.clone()).await, Err(StoreError::Taken));
    assert_eq!(store.house("first").await, Ok(None));
    assert_eq!(store.house("last").await, Ok(None));
    assert_eq!(store.guest_name("ann").await, Ok(None));
    assert_eq!(store.table("new").await, Ok(None));
    assert_eq!(store.seat_by_link("link-new-0").await, Ok(None));
    // A link that another seat has.
    let mut seats = two_seats("b");
    seats[1].link = "link-a-0".into();
    let double = Change::Opened(Box::new(table("b")), seats);
    assert_eq!(store.write(double).await, Err(StoreError::Taken));
    assert_eq!(store.table("b").await, Ok(None));
    with_table(&store, "b").await;
    store.close();
}

async fn changes_are_written_in_the_order_in_which_they_came(fixture: Fixture) {
    let store = fixture.open().await;
    let written: Vec<_> = (0..1000)
        .map(|number: usize| {
            let store = store.clone();
            let mut change =
                Box::pin(
                    async move { store.write(Change::House("last", number.to_string())).await },
                );
            // Handed over now, in this order; answered later.
            let context = &mut std::task::Context::from_waker(std::task::Waker::noop());
            let _ = change.as_mut().poll(context);
            change
        })
        .collect();
    for change in written {
        assert_eq!(change.await, Ok(()));
    }
    assert_eq!(store.house("last").await, Ok(Some("999".into())));
    store.close();
}

/// A disk that counts, and that is full when a test says so.
#[derive(Default)]
struct CountingDisk {
    full: AtomicBool,
    slow: AtomicBool,
    commits: AtomicUsize,
}

impl Disk for CountingDisk {
    fn before_commit(&self) -> io::Result<()> {
        if self.slow.load(Ordering::SeqCst) {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        match self.full.load(Ordering::SeqCst) {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }

    fn committed(&self) {
        self.commits.fetch_add(1, Ordering::SeqCst);
    }
}

async fn many_share_a_transaction_and_each_has_its_own_answer(fixture: Fixture) {
    const TABLES: usize = 40;
    const STEPS: usize = 20;
    let disk = Arc::new(CountingDisk::default());
    let store = fixture.open_on(disk.clone()).await.unwrap();
    for number in 0..TABLES {
        with_game(&store, &format!("t{number}")).await;
    }
    disk.slow.store(true, Ordering::SeqCst);
    let before = disk.commits.load(Ordering::SeqCst);
    // Two servers' worth of players at every table: both take every step, and one of them does.
    let playing: Vec<_> = (0..TABLES * 2)
        .map(|number| {
            let store = store.clone();
            let id = format!("t{}", number / 2);
            tokio::spawn(async move {
                let mut taken = Vec::new();
                for number in 1..=STEPS {
                    match store.write(step(&id, number)).await {
                        Ok(()) => taken.push(number),
                        refused => assert_eq!(refused, Err(StoreError::Taken)),
                    }
                }
                (id, taken)
            })
        })
        .collect();
    let mut taken: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for playing in playing {
        let (id, steps) = playing.await.unwrap();
        taken.entry(id).or_default().extend(steps);
    }
    let commits = disk.commits.load(Ordering::SeqCst) - before;
    for (id, mut steps) in taken {
        steps.sort();
        let all: Vec<usize> = (1..=STEPS).collect();
        assert_eq!(steps, all, "{id}: every step was acknowledged once");
        assert_eq!(numbers(&store, &id).await, all, "{id}");
    }
    let changes = TABLES * 2 * STEPS;
    assert!(commits < changes / 4, "{commits} transactions for {changes} changes");
    store.close();
}

async fn what_was_acknowledged_is_there_after_a_restart(fixture: Fixture) {
    let store = fixture.open().await;
    with_game(&store, "a").await;
    store.write(step("a", 1)).await.unwrap();
    store.close();
    let store = fixture.open().await;
    assert_eq!(numbers(&store, "a").await, [1]);
    assert_eq!(row(&store, "a").await.steps, 1);
    store.write(step("a", 2)).await.unwrap();
    store.close();
}

async fn a_full_disk_is_told_until_there_is_room(fixture: Fixture) {
    let disk = Arc::new(CountingDisk::default());
    let store = fixture.open_on(disk.clone()).await.unwrap();
    with_game(&store, "a").await;
    disk.full.store(true, Ordering::SeqCst);
    assert_eq!(store.write(step("a", 1)).await, Err(StoreError::Full));
    assert_eq!(store.trouble().await, Some("the disk is full".into()));
    assert!(numbers(&store, "a").await.is_empty());
    disk.full.store(false, Ordering::SeqCst);
    assert_eq!(store.trouble().await, None);
    assert_eq!(store.write(step("a", 1)).await, Ok(()));
    store.close();
}

async fn a_closed_store_takes_nothing(fixture: Fixture) {
    let store = fixture.open().await;
    store.close();
    assert_eq!(store.write(Change::Probe).await, Err(StoreError::Closed));
}

async fn a_store_of_a_newer_version_is_refused(fixture: Fixture) {
    let store = fixture.open().await;
    store.write(Change::House("key", "kept".into())).await.unwrap();
    store.close();
    match &fixture {
        Fixture::File(folder) => {
            let file = folder.path().join("store.sqlite");
            let other = rusqlite::Connection::open(file).unwrap();
            other.pragma_update(None, "user_version", 99).unwrap();
        }
        #[cfg(feature = "postgres")]
        Fixture::Database(_) => fixture.meddle("UPDATE schema_version SET version = 99").await,
    }
    let refused = fixture.open_on(Arc::new(RealDisk)).await.err().unwrap().to_string();
    assert!(refused.contains("newer version"), "{refused}");
}
