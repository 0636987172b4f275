//! What only a store in a database can be put through.

use super::*;
use crate::store::address::PostgresAddress;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

#[allow(dead_code, reason = "the tests of the server do more with it")]
#[path = "../../../tests/house/postgres.rs"]
mod server;

use server::Postgres;

pub fn fixture() -> Fixture {
    Fixture::Database(server::new_store())
}

pub fn read(address: &str) -> PostgresAddress {
    match address.parse::<StoreAddress>().unwrap().0 {
        Place::Postgres(address) => *address,
        Place::Folder => panic!("{address}"),
    }
}

#[test]
fn servers_share_a_database_and_whoever_has_to_be_alone_is_refused_meanwhile() {
    run(fixture(), async |fixture: Fixture| {
        let Fixture::Database(address) = &fixture else { return };
        let address = read(address);
        let alone = || Store::connect_alone(&address, Arc::new(RealDisk));
        let (one, other) = (fixture.open().await, fixture.open().await);
        let refused = alone().await.err().unwrap().to_string();
        assert!(refused.contains("servers have this database"), "{refused}");
        one.close();
        assert!(alone().await.is_err(), "one is left");
        assert_eq!(other.write(Change::Probe).await, Ok(()));
        other.close();
        let store = alone().await.unwrap();
        let refused = fixture.open_on(Arc::new(RealDisk)).await.err().unwrap().to_string();
        assert!(refused.contains("has to be alone"), "{refused}");
        store.close();
        fixture.open().await.close();
    });
}

#[test]
fn deadlines_that_are_due_are_claimed_by_their_index_without_a_scan() {
    run(fixture(), async |fixture: Fixture| {
        let Fixture::Database(address) = &fixture else { return };
        let store = fixture.open().await;
        let ask = async |sql: String| {
            let address = address.clone();
            tokio::task::spawn_blocking(move || server::ask(&address, &sql)).await.unwrap()
        };
        let many = "INSERT INTO deadlines (table_id, seat, question, at) \
                    SELECT 't' || n, 0, 1, n FROM generate_series(1, 20000) AS n";
        ask(many.into()).await;
        ask("ANALYZE deadlines".into()).await;
        let claim = crate::store::postgres::CLAIM_DEADLINES;
        let claim = claim.replace("$1", "300").replace("$2", "256");
        let plan = ask(format!("EXPLAIN {claim}")).await;
        // Of twenty thousand the three hundred that are due are read, and put into order.
        let by_index =
            ["Index Scan using deadlines_by_time", "Bitmap Index Scan on deadlines_by_time"];
        assert!(by_index.iter().any(|way| plan.contains(way)), "{plan}");
        assert!(!plan.contains("Seq Scan on deadlines"), "{plan}");
        store.close();
    });
}

/// The next thing that a store hears of, but for what it may have missed.
async fn next(news: &mut tokio::sync::mpsc::UnboundedReceiver<News>) -> News {
    loop {
        let told = tokio::time::timeout(std::time::Duration::from_secs(20), news.recv()).await;
        match told.expect("news come").expect("it listens") {
            News::Missed => {}
            told => return told,
        }
    }
}

#[test]
fn servers_hear_of_what_is_stored_and_of_nothing_else() {
    run(fixture(), async |fixture: Fixture| {
        let (one, other) = (fixture.open().await, fixture.open().await);
        let mut news = other.sharing().unwrap().news().unwrap();
        assert_eq!(news.recv().await, Some(News::Missed), "it listens");
        with_game(&one, "a").await;
        assert_eq!(next(&mut news).await, News::Raised("a".into(), 1));
        one.write(step("a", 1)).await.unwrap();
        assert_eq!(next(&mut news).await, News::Raised("a".into(), 2));
        assert_eq!(other.write(step("a", 1)).await, Err(StoreError::Taken));
        assert_eq!(one.write(step("a", 3)).await, Err(StoreError::Taken), "a version is left out");
        other.write(step("a", 2)).await.unwrap();
        assert_eq!(next(&mut news).await, News::Raised("a".into(), 3), "and nothing between");
        let versions = other.sharing().unwrap().versions(vec!["a".into(), "b".into()]).await;
        assert_eq!(versions, Ok(vec![("a".into(), 3)]));
        with_table(&one, "b").await;
        one.write(Change::Closed("b".into())).await.unwrap();
        assert_eq!(next(&mut news).await, News::Gone("b".into()));
        join(&one, "x", "y").await.unwrap();
        assert_eq!(next(&mut news).await, News::Joined);
        one.close();
        other.close();
    });
}

#[test]
fn a_table_is_read_as_it_stood_at_one_moment() {
    run(fixture(), async |fixture: Fixture| {
        let (one, other) = (fixture.open().await, fixture.open().await);
        with_game(&one, "a").await;
        let writing = tokio::spawn(async move {
            for number in 1..=300 {
                one.write(step("a", number)).await.unwrap();
            }
            one.close();
        });
        while !writing.is_finished() {
            let stored = other.stored_table("a", Known::default()).await.unwrap().unwrap();
            assert_eq!(stored.row.steps, stored.steps.len(), "of one version");
            let position = stored.position.unwrap();
            assert_eq!(usize::from(position[2]), stored.steps.len() % 256);
        }
        writing.await.unwrap();
        let known = Known { steps: 298, ..Known::default() };
        let stored = other.stored_table("a", known).await.unwrap().unwrap();
        let numbers: Vec<usize> = stored.steps.iter().map(|step| step.step).collect();
        assert_eq!((numbers, stored.position), (vec![299, 300], None));
        other.close();
    });
}

#[test]
fn servers_that_change_the_same_tables_in_any_order_do_not_stop_each_other() {
    let server = Postgres::start();
    let fixture = Fixture::Database(server.new_store());
    run(fixture, async |fixture: Fixture| {
        let stores = [fixture.open().await, fixture.open().await];
        for number in 0..20 {
            with_game(&stores[0], &format!("t{number}")).await;
        }
        // Each takes every step of every table, one from the first and one from the last: one of them does.
        let playing: Vec<_> = (0..2_usize)
            .flat_map(|server| (0..20_usize).map(move |number| (server, number)))
            .map(|(server, number)| {
                let store = stores[server].clone();
                let id = format!("t{}", if server == 0 { number } else { 19 - number });
                tokio::spawn(async move {
                    let mut taken = 0;
                    for number in 1..=20 {
                        match store.write(step(&id, number)).await {
                            Ok(()) => taken += 1,
                            refused => assert_eq!(refused, Err(StoreError::Taken)),
                        }
                        while row(&store, &id).await.steps < number {
                            tokio::task::yield_now().await;
                        }
                    }
                    taken
                })
            })
            .collect();
        let mut taken = 0;
        for playing in playing {
            taken += playing.await.unwrap();
        }
        assert_eq!(taken, 20 * 20, "every step was acknowledged once");
        stores.iter().for_each(Store::close);
    });
    let circles = "SELECT sum(deadlocks) FROM pg_stat_database";
    assert_eq!(
        server::ask(&server.address(), circles),
        "0",
        "they waited for each other in a circle"
    );
}

#[test]
fn bots_are_claimed_once_and_given_up_by_the_dead_and_by_those_who_leave() {
    run(fixture(), async |fixture: Fixture| {
        let (one, other) = (fixture.open().await, fixture.open().await);
        let (first, second) = (one.sharing().unwrap(), other.sharing().unwrap());
        with_game(&one, "a").await;
        assert_eq!(first.claim_bots("a").await, Ok(None), "no bot must decide");
        let waits = |version| TableProgress { bot_turn: true, version, ..progress(1) };
        let step = Change::Step {
            table: "a".into(),
            step: step_row(1, 0),
            progress: waits(1),
            record: None,
        };
        one.write(step).await.unwrap();
        first.beat(Vec::new()).await.unwrap();
        second.beat(vec!["a".into()]).await.unwrap();
        assert_eq!(second.take_up_bots(9).await, Ok(Vec::new()), "the first has a moment");
        assert_eq!(first.claim_bots("a").await, Ok(Some(true)), "somebody watches at the second");
        assert_eq!(second.claim_bots("a").await, Ok(None));
        assert_eq!(first.claim_bots("a").await, Ok(Some(true)), "it has them still");
        assert_eq!(first.claimed_bots().await, Ok(vec!["a".into()]));
        let older = "UPDATE bot_turns SET since = since - interval '1 hour'";
        fixture.meddle(older).await;
        assert_eq!(second.take_up_bots(9).await, Ok(Vec::new()), "the first lives");
        assert_eq!(first.living().await, Ok(2));
        fixture
            .meddle("UPDATE servers SET seen = seen - interval '4 seconds' WHERE watched = '{}'")
            .await;
        assert_eq!(first.living().await, Ok(1));
        assert_eq!(second.take_up_bots(0).await, Ok(Vec::new()));
        assert_eq!(second.take_up_bots(9).await, Ok(vec!["a".into()]), "and now it does not");
        assert_eq!(first.claim_bots("a").await, Ok(None));
        second.leave().await.unwrap();
        first.beat(Vec::new()).await.unwrap();
        assert_eq!(first.take_up_bots(9).await, Ok(vec!["a".into()]), "left by whoever stops");
        let change = Change::Step {
            table: "a".into(),
            step: step_row(2, 1),
            progress: TableProgress { version: 2, ..progress(2) },
            record: None,
        };
        one.write(change).await.unwrap();
        assert_eq!(first.claimed_bots().await, Ok(Vec::new()), "it is done");
        let every = std::time::Duration::from_secs(60);
        assert_eq!(first.claim_job("expiry", every).await, Ok(true));
        assert_eq!(second.claim_job("expiry", every).await, Ok(false));
        fixture.meddle("UPDATE jobs SET until = until - interval '1 hour'").await;
        assert_eq!(second.claim_job("expiry", every).await, Ok(true));
        one.close();
        other.close();
    });
}

#[test]
fn a_text_that_postgresql_cannot_hold_harms_nobody_else() {
    run(fixture(), async |fixture: Fixture| {
        let disk = Arc::new(CountingDisk::default());
        let store = fixture.open_on(disk.clone()).await.unwrap();
        disk.slow.store(true, Ordering::SeqCst);
        let named = |number: usize| {
            let name =
                if number.is_multiple_of(10) { "a\0b".into() } else { format!("Ann {number}") };
            Change::Guest { id: format!("g{number}"), name, at: 1 }
        };
        let written: Vec<_> = (0..100)
            .map(|number| {
                let store = store.clone();
                tokio::spawn(async move { (number, store.write(named(number)).await) })
            })
            .collect();
        for written in written {
            let (number, result) = written.await.unwrap();
            assert_eq!(result.is_err(), number.is_multiple_of(10), "{number}: {result:?}");
            let stored = store.guest_name(&format!("g{number}")).await.unwrap();
            assert_eq!(stored.is_some(), result.is_ok(), "{number}");
        }
        assert_eq!(store.guest_name("a\0b").await, Ok(None));
        assert_eq!(store.hosted("a\0b").await, Ok(0));
        assert_eq!(store.referees_among("a\0b", "c").await, Ok(false));
        assert_eq!(store.trouble().await, None);
        store.close();
    });
}

#[test]
fn connections_that_end_between_two_questions_are_not_noticed() {
    let server = Postgres::start();
    let fixture = Fixture::Database(server.new_store());
    run(fixture, async |fixture: Fixture| {
        let store = fixture.open().await;
        with_game(&store, "a").await;
        let ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                     WHERE application_name = 'overwinter'";
        for number in 1..=5 {
            assert_eq!(numbers(&store, "a").await.len(), number - 1);
            let ended: usize = server::ask(&server.address(), ended).parse().unwrap();
            assert!(ended >= 2, "{ended}");
            assert_eq!(store.write(step("a", number)).await, Ok(()));
        }
        assert_eq!(numbers(&store, "a").await, [1, 2, 3, 4, 5]);
        store.close();
    });
}

#[test]
fn a_database_that_crashes_and_comes_back_has_what_was_acknowledged_once() {
    const TABLES: usize = 8;
    let server = Postgres::start();
    let fixture = Fixture::Database(server.new_store());
    run(fixture, async |fixture: Fixture| {
        let store = fixture.open().await;
        let stopped = Arc::new(AtomicBool::new(false));
        let taken = Arc::new(AtomicUsize::new(0));
        let mut playing = Vec::new();
        for number in 0..TABLES {
            let id = format!("t{number}");
            with_game(&store, &id).await;
            playing.push(tokio::spawn(play(store.clone(), id, stopped.clone(), taken.clone())));
        }
        for _ in 0..3 {
            more(&taken, 50).await;
            tokio::task::block_in_place(|| server.kill());
            let trouble = store.trouble().await;
            assert!(trouble.is_some(), "it is told while the database is away");
            assert!(store.write(Change::Probe).await.is_err());
            assert!(store.house("key").await.is_err());
            tokio::task::block_in_place(|| server.go_on());
        }
        more(&taken, 50).await;
        assert_eq!(store.trouble().await, None, "and not when it is back");
        stopped.store(true, Ordering::SeqCst);
        for playing in playing {
            let (id, acknowledged) = playing.await.unwrap();
            let stored = numbers(&store, &id).await;
            let all: Vec<usize> = (1..=stored.len()).collect();
            assert_eq!(stored, all, "{id}: in order, without a hole");
            assert!(acknowledged.iter().all(|step| stored.contains(step)), "{id}");
            assert_eq!(row(&store, &id).await.steps, stored.len(), "{id}: whole changes");
        }
        store.close();
    });
}

/// Waits until so many more steps are acknowledged.
async fn more(taken: &AtomicUsize, count: usize) {
    let before = taken.load(Ordering::SeqCst);
    while taken.load(Ordering::SeqCst) < before + count {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

/// Takes one step after the other, as a table does: after a failure it looks which are stored. Gives those that were
/// acknowledged.
async fn play(
    store: Store,
    id: String,
    stopped: Arc<AtomicBool>,
    taken: Arc<AtomicUsize>,
) -> (String, Vec<usize>) {
    let (mut acknowledged, mut next, mut in_doubt) = (Vec::new(), 1, false);
    while !stopped.load(Ordering::SeqCst) {
        match store.write(step(&id, next)).await {
            Ok(()) => {
                acknowledged.push(next);
                taken.fetch_add(1, Ordering::SeqCst);
                next += 1;
                in_doubt = false;
            }
            // Whoever looks while the database is dying may not see yet what it finds written when it comes back.
            Err(StoreError::Taken) if in_doubt => next += 1,
            Err(error) => {
                assert!(matches!(error, StoreError::Failed(_)), "{error}");
                in_doubt = true;
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                if let Ok(stored) = store.steps(&id).await {
                    next = stored.len() + 1;
                }
            }
        }
    }
    (id, acknowledged)
}

/// What a wire does with a COMMIT.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// It never comes to the database.
    Before,
    /// It does, and its answer is lost.
    After,
}

/// A wire to a database, which is cut at the first COMMIT once it is armed.
fn wire(port: u16, cut: Cut, armed: Arc<AtomicBool>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for near in listener.incoming().flatten() {
            let far = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let (armed, mut back) =
                (armed.clone(), (far.try_clone().unwrap(), near.try_clone().unwrap()));
            let lost = Arc::new(AtomicBool::new(false));
            let told = lost.clone();
            std::thread::spawn(move || carry(near, far, cut, &armed, &lost));
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = back.0.read(&mut bytes) {
                    if told.load(Ordering::SeqCst) || back.1.write_all(&bytes[..count]).is_err() {
                        break;
                    }
                }
                let _ = back.0.shutdown(std::net::Shutdown::Both);
                let _ = back.1.shutdown(std::net::Shutdown::Both);
            });
        }
    });
    at
}

fn carry(mut near: TcpStream, mut far: TcpStream, cut: Cut, armed: &AtomicBool, lost: &AtomicBool) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = near.read(&mut bytes) {
        let sent = &bytes[..count];
        let commits = sent.windows(7).any(|word| word == b"COMMIT\0");
        if commits && armed.swap(false, Ordering::SeqCst) {
            lost.store(true, Ordering::SeqCst);
            if cut == Cut::After {
                // The way back is cut where the answer comes.
                far.write_all(sent).unwrap();
                return;
            }
            break;
        }
        if far.write_all(sent).is_err() {
            break;
        }
    }
    let _ = near.shutdown(std::net::Shutdown::Both);
    let _ = far.shutdown(std::net::Shutdown::Both);
}

#[test]
fn a_commit_whose_answer_is_lost_is_never_acknowledged() {
    for cut in [Cut::Before, Cut::After] {
        let address = server::new_store();
        let port: u16 = read(&address).config.get_ports()[0];
        let armed = Arc::new(AtomicBool::new(false));
        let wire = wire(port, cut, armed.clone());
        let fixture =
            Fixture::Database(address.replace(&format!(":{port}/"), &format!(":{wire}/")));
        run(fixture, async |fixture: Fixture| {
            let store = fixture.open().await;
            with_game(&store, "a").await;
            armed.store(true, Ordering::SeqCst);
            let written = store.write(step("a", 1)).await;
            assert!(matches!(written, Err(StoreError::Failed(_))), "{written:?}");
            assert!(!armed.load(Ordering::SeqCst), "the wire was cut");
            let again = store.write(step("a", 1)).await;
            match cut {
                Cut::Before => assert_eq!(again, Ok(())),
                Cut::After => assert_eq!(again, Err(StoreError::Taken), "it was stored"),
            }
            assert_eq!(numbers(&store, "a").await, [1]);
            assert_eq!(store.trouble().await, None);
            store.close();
        });
    }
}

#[test]
fn connections_are_encrypted_as_the_address_says() {
    let (plain, encrypted) = (Postgres::start(), Postgres::encrypted());
    let vouched = encrypted.vouched_by();
    let vouched = vouched.to_str().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let open = |server: &Postgres, host: &str, mode: &str| {
        let address = server.address().replace("127.0.0.1", host).replace("disable", mode);
        let store = runtime.block_on(Store::connect(&read(&address), Arc::new(RealDisk)));
        let asked = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                     WHERE application_name = 'overwinter'";
        let store = store.map_err(|error| error.to_string())?;
        let found = runtime.block_on(store.house("key"));
        let ssl = server::ask(&server.address(), asked);
        store.close();
        found.map(|_| ssl).map_err(|error| error.to_string())
    };
    assert_eq!(open(&plain, "127.0.0.1", "disable").as_deref(), Ok("f"));
    assert_eq!(open(&plain, "127.0.0.1", "prefer").as_deref(), Ok("f"));
    assert!(open(&plain, "127.0.0.1", "require").is_err(), "it cannot encrypt");
    assert_eq!(open(&encrypted, "127.0.0.1", "disable").as_deref(), Ok("f"));
    assert_eq!(open(&encrypted, "127.0.0.1", "prefer").as_deref(), Ok("t"));
    assert_eq!(open(&encrypted, "127.0.0.1", "require").as_deref(), Ok("t"));
    let known = format!("verify-full&sslrootcert={vouched}");
    assert_eq!(open(&encrypted, "localhost", &known).as_deref(), Ok("t"));
    let refused = open(&encrypted, "127.0.0.1", &known).unwrap_err();
    assert!(refused.contains("certificate"), "it is for another host: {refused}");
    let none = format!("verify-full&sslrootcert={vouched}.none");
    assert!(open(&encrypted, "localhost", &none).unwrap_err().contains("certificates"));
    let refused = open(&encrypted, "localhost", "verify-full").unwrap_err();
    assert!(refused.contains("certificate"), "nobody vouches for it: {refused}");
}

#[test]
fn what_cannot_be_reached_is_told_without_the_password() {
    let address = read("postgres://ann:hush@127.0.0.1:1/games");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let refused = runtime.block_on(Store::connect(&address, Arc::new(RealDisk)));
    let told = refused.err().unwrap().to_string();
    assert!(told.contains("connect") && !told.contains("hush"), "{told}");
}
