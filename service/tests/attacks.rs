//! Somebody tries to keep everybody else from playing: with bots that think for long, with connections that say
//! nothing, with pictures, with many addresses.

use crate::house::{Guest, House, agent, between, quick};
use serde_json::{Value, json};
use service::{Connections, Limits, Rate};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A game against a quick bot, one decision after the other.
struct QuickGame<'a> {
    guest: &'a Guest,
    table: String,
}

impl QuickGame<'_> {
    fn new(guest: &Guest) -> QuickGame<'_> {
        QuickGame { guest, table: String::new() }
    }

    fn stands(&self) -> Value {
        self.guest.get(&format!("/api/tables/{}", self.table)).json()
    }

    /// How long the bot lets its table wait after a decision.
    fn next_answer(&mut self) -> Duration {
        if self.table.is_empty() || self.stands()["state"] != "playing" {
            self.table = self.guest.open("connect-four", "plain", &["me", "bot:greedy"]);
        }
        let frame = self.guest.frame(&self.table, "1");
        let line = frame["set"]["prompt"]["choices"][0]["notation"].as_str().unwrap();
        let asked = Instant::now();
        assert_eq!(self.guest.act(&self.table, 0, line, None).status, 200);
        while self.stands()["deciding"][0] == 2 {
            std::thread::sleep(Duration::from_millis(1));
        }
        asked.elapsed()
    }
}

fn median(mut waits: Vec<Duration>) -> Duration {
    waits.sort();
    waits[waits.len() / 2]
}

/// The threads of this process on which bots think that may take long, although the system does not prefer all others
/// to them.
#[cfg(target_os = "linux")]
fn impatient_threads() -> Vec<String> {
    let nice = |stat: &str| -> i32 {
        let fields = stat.rsplit(')').next().unwrap();
        fields.split_whitespace().nth(16).unwrap().parse().unwrap()
    };
    let ours = nice(&std::fs::read_to_string("/proc/self/stat").unwrap());
    let look = || -> Vec<String> {
        let threads = std::fs::read_dir("/proc/self/task").unwrap();
        let stat = |thread: std::io::Result<std::fs::DirEntry>| {
            std::fs::read_to_string(thread.ok()?.path().join("stat")).ok()
        };
        let impatient = |stat: &String| stat.contains("(bot)") && nice(stat) <= ours && ours < 19;
        let stats = threads.filter_map(stat).filter(impatient);
        stats.filter_map(|stat| stat.split(' ').next().map(str::to_string)).collect()
    };
    let first = look();
    if first.is_empty() {
        return first;
    }
    // One that has only just begun may still be about to say so.
    std::thread::sleep(Duration::from_millis(100));
    look().into_iter().filter(|thread| first.contains(thread)).collect()
}

/// Beside the server with the thirty tables stands another one without them. Whatever else this machine does, it does
/// to both; what one visitor may do to another is the difference.
#[test]
fn thirty_tables_of_strong_bots_keep_nobody_else_waiting() {
    let (house, calm_house) = (House::open(), House::open());
    let (ann, bob) = (house.guest().called("Ann"), calm_house.guest().called("Bob"));
    let (mut attacked, mut calm) = (QuickGame::new(&ann), QuickGame::new(&bob));
    let before = median((0..15).map(|_| attacked.next_answer()).collect());
    let eve = house.guest().called("Eve");
    let theirs: Vec<String> = (0..30)
        .map(|_| eve.open("outdoor-survival", "lost", &["bot:search:strong", "bot:search:strong"]))
        .collect();
    let decided = || -> u64 {
        let steps =
            |table: &String| eve.get(&format!("/api/tables/{table}")).json()["steps"].as_u64();
        theirs.iter().filter_map(steps).sum()
    };
    let opened = Instant::now();
    while decided() == 0 {
        assert!(opened.elapsed().as_secs() < 120, "the strong bots do not think");
        std::thread::sleep(Duration::from_millis(20));
    }
    // Whoever waits for a strong bot waits every time; a busy machine makes one time of several look so.
    let mut measure = || {
        let (mut beside_eve, mut alone) = (Vec::new(), Vec::new());
        for _ in 0..60 {
            beside_eve.push(attacked.next_answer());
            alone.push(calm.next_answer());
            #[cfg(target_os = "linux")]
            assert_eq!(impatient_threads(), Vec::<String>::new());
        }
        (median(beside_eve), median(alone))
    };
    let mut measured = Vec::new();
    let bad = |(busy, alone): &(Duration, Duration)| *busy > *alone * 2;
    while measured.len() < 4 && measured.last().is_none_or(bad) {
        measured.push(measure());
    }
    let thought = decided();
    println!(
        "{before:?} before, then {measured:?} beside thirty tables ({thought} decisions) and without them"
    );
    let (busy, alone) = measured[measured.len() - 1];
    assert!(busy <= alone * 2, "beside Eve and without her: {measured:?}");
}

#[test]
fn only_pictures_that_a_page_shows_are_drawn() {
    let house = House::open();
    let ann = house.guest();
    for seed in 0..3 {
        let asked = ann.get(&format!("/picture/outlive.svg?steps=400&seed={seed}"));
        assert_eq!(asked.status, 404, "{}", asked.text);
    }
    let mut shown = vec!["/picture/outlive.svg".to_string()];
    for shelved in shelf::shelf() {
        let page = ann.get(&format!("/help/{}", shelved.game.id())).text;
        let pictures = page.split(r#"src="/picture/"#).skip(1);
        shown.extend(pictures.map(|rest| format!("/picture/{}", &rest[..rest.find('"').unwrap()])));
    }
    assert!(shown.len() > 6, "{shown:?}");
    for picture in shown {
        let answer = ann.get(&picture.replace("&amp;", "&"));
        assert_eq!(answer.status, 200, "{picture}");
        assert!(answer.text.contains("<svg"));
    }
}

/// A connection from an address of the attacker's.
async fn connect(house: &House) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(([127, 0, 0, 66], 0).into())?;
    socket.connect(house.address).await
}

#[test]
fn slow_connections_are_cut_and_stop_nobody() {
    let patience = Duration::from_secs(2);
    let house = House::with(|config| {
        quick(config);
        config.connections = Connections { patience, ..Connections::default() };
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut slow = Vec::new();
        for number in 0..1100 {
            let mut stream = connect(&house).await.unwrap();
            let said: &[u8] = match number % 3 {
                0 => b"",
                1 => b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ",
                _ => b"POST /name HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nname",
            };
            // One that is refused is closed at once.
            let _ = stream.write_all(said).await;
            slow.push(stream);
        }
        let ask = |house: &House| {
            let asked = Instant::now();
            let answer = agent().get(format!("http://{}/health", house.address)).call().unwrap();
            assert_eq!(answer.status().as_u16(), 200);
            asked.elapsed()
        };
        // Everybody else is answered, be it slowly where the machine is busy: without a limit nobody was.
        let waits = (0..40).map(|_| ask(&house)).collect();
        println!("{:?} beside slow connections", median(waits));
        let all_are_cut = async {
            for stream in &mut slow {
                let mut rest = Vec::new();
                let _ = stream.read_to_end(&mut rest).await;
            }
        };
        let cut = tokio::time::timeout(patience * 5, all_are_cut).await;
        assert!(cut.is_ok(), "a connection that says nothing is still open");
    });
}

#[test]
fn one_address_has_only_so_many_connections() {
    let house = House::with(|config| {
        quick(config);
        config.connections = Connections { from_one_address: 5, ..Connections::default() };
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let open: usize = runtime.block_on(async {
        let mut held = Vec::new();
        for _ in 0..8 {
            held.push(connect(&house).await.unwrap());
        }
        let mut open = 0;
        for stream in &mut held {
            // One that was turned away ends; the others are waited for.
            let ended = tokio::time::timeout(Duration::from_millis(300), stream.read_u8()).await;
            open += usize::from(ended.is_err());
        }
        open
    });
    assert_eq!(open, 5);
    assert_eq!(house.guest().get("/health").status, 200, "who comes from elsewhere is served");
}

#[test]
fn whoever_does_not_take_what_they_are_sent_is_cut_off() {
    const ASKED: usize = 2000;
    let house = House::with(|config| {
        quick(config);
        let patience = Duration::from_secs(1);
        config.connections = Connections { patience, ..Connections::default() };
    });
    let length = house.guest().get("/help/survivors").text.len();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let taken = runtime.block_on(async {
        let mut stream = connect(&house).await.unwrap();
        let request = b"GET /help/survivors HTTP/1.1\r\nHost: here\r\n\r\n".repeat(ASKED);
        // Whatever fits: the rest would have to wait until something is taken.
        let writing = tokio::time::timeout(Duration::from_secs(2), stream.write_all(&request));
        let _ = writing.await;
        tokio::time::sleep(Duration::from_secs(8)).await;
        let (mut taken, mut buffer) = (0, vec![0; 1 << 16]);
        while let Ok(Ok(more)) =
            tokio::time::timeout(Duration::from_secs(5), stream.read(&mut buffer)).await
            && more > 0
        {
            taken += more;
        }
        taken
    });
    assert!(taken < length * ASKED / 2, "{taken} bytes came in the end");
}

/// What somebody behind a proxy is answered.
fn through_proxy(house: &House, from: &str, count: usize) -> Vec<u16> {
    let agent = agent();
    let ask = |_| {
        let request = agent.get(format!("http://{}/health", house.address));
        request.header("x-forwarded-for", from).call().unwrap().status().as_u16()
    };
    (0..count).map(ask).collect()
}

fn few_requests() -> Limits {
    Limits { requests: Rate { burst: 20.0, refill: 0.01 }, ..Limits::none() }
}

#[test]
fn behind_a_trusted_proxy_everybody_has_their_own_limit() {
    let house = House::with(|config| {
        quick(config);
        config.limits = few_requests();
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    });
    let eve = through_proxy(&house, "198.51.100.66", 40);
    assert_eq!(eve.iter().filter(|status| **status == 200).count(), 20, "{eve:?}");
    let forged = through_proxy(&house, "203.0.113.9, 198.51.100.66", 3);
    assert_eq!(forged, [429; 3], "what the client wrote itself does not count");
    assert_eq!(through_proxy(&house, "198.51.100.7", 10), [200; 10]);
    let one_household = through_proxy(&house, "2001:db8:1:2::1", 20);
    assert_eq!(one_household, [200; 20]);
    assert_eq!(through_proxy(&house, "2001:db8:1:2:ffff::2", 3), [429; 3]);
}

#[test]
fn without_a_trusted_proxy_nobody_can_choose_an_address() {
    let house = House::with(|config| {
        quick(config);
        config.limits = few_requests();
    });
    let answers: Vec<u16> = (0..40)
        .flat_map(|number| through_proxy(&house, &format!("198.51.100.{number}"), 1))
        .collect();
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 20, "{answers:?}");
}

#[test]
fn a_cookie_that_came_by_https_is_sent_by_nothing_else() {
    let cookie = |trusted: &str| {
        let house = House::with(|config| {
            quick(config);
            config.trusted_proxies = vec![trusted.parse().unwrap()];
        });
        let request = agent().get(format!("http://{}/", house.address));
        let answer = request.header("x-forwarded-proto", "https").call().unwrap();
        answer.headers()["set-cookie"].to_str().unwrap().to_string()
    };
    let safe = cookie("127.0.0.1/32");
    for word in ["Secure", "HttpOnly", "SameSite=Lax"] {
        assert!(safe.contains(word), "{safe}");
    }
    assert!(!cookie("192.0.2.0/24").contains("Secure"), "nobody else's word counts");
}

#[test]
fn nobody_fills_the_store() {
    let house = House::with(|config| {
        quick(config);
        config.limits = Limits {
            hosted: 3,
            talk: Rate { burst: 4.0, refill: 0.01 },
            bytes: Rate { burst: 100_000.0, refill: 1.0 },
            ..Limits::none()
        };
    });
    let eve = house.guest().called("Eve");
    let seats = &[("scenario", "lost"), ("seat", "me"), ("seat", "open")];
    let opened: Vec<u16> =
        (0..4).map(|_| eve.form("/new/outdoor-survival", seats).status).collect();
    assert_eq!(opened, [303, 303, 303, 403], "one person hosts only so many");
    let lobby = eve.get("/").text;
    let table = between(&lobby, r#"href="/t/"#, "\"");
    let say = |guest: &Guest| {
        guest.post(&format!("/t/{table}/talk"), json!({ "text": "Buy this." })).status
    };
    let said: Vec<u16> = (0..6).map(|_| say(&eve)).collect();
    assert_eq!(said, [200, 200, 200, 200, 429, 429]);
    // A cookie costs nothing: what one address may say is bounded too.
    let said = (0..20).map(|_| house.guest()).flat_map(|guest| [say(&guest), say(&guest)]);
    assert_eq!(said.filter(|status| *status == 200).count(), 36);
    let body = json!({ "game": "outdoor-survival", "seats": ["me", "open"] }).to_string();
    let open = || {
        let request = agent().post(format!("http://{}/api/tables", house.address));
        request.content_type("application/json").send(&body).unwrap().status().as_u16()
    };
    assert!((0..12).any(|_| open() == 429), "one address makes us keep only so much");
}

#[test]
fn a_line_of_notation_has_an_end() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let long = ann.act(&table, 0, &"rest ".repeat(1000), None);
    assert_eq!((long.status, long.json()["error"].as_str()), (413, Some("too_large")));
}

#[test]
fn tables_that_nobody_started_or_finished_are_removed_and_finished_ones_are_kept() {
    let house = House::with(|config| {
        quick(config);
        config.tidying = Duration::from_millis(100);
        config.unstarted = Duration::from_secs(1);
        config.unfinished = Duration::from_secs(4);
    });
    let ann = house.guest();
    let over = ann.open("connect-four", "plain", &["bot:random", "bot:random"]);
    let unstarted = ann.open("connect-four", "plain", &["me", "open"]);
    let unfinished = ann.open("connect-four", "plain", &["me", "me"]);
    let status = |table: &str| ann.get(&format!("/t/{table}")).status;
    let gone = |table: &str, within: u64| {
        let began = Instant::now();
        while status(table) != 404 {
            assert!(began.elapsed().as_secs() < within, "{table} is still there");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    gone(&unstarted, 10);
    assert_eq!(status(&unfinished), 200, "it may take longer");
    gone(&unfinished, 20);
    assert_eq!(status(&over), 200);
}

#[test]
fn taking_names_again_and_again_is_limited_and_wakes_no_table() {
    let house = House::with(|config| {
        quick(config);
        config.limits = Limits { names: Rate { burst: 2.0, refill: 0.001 }, ..Limits::none() };
        config.tidying = Duration::from_millis(50);
        config.idle = Duration::from_millis(100);
    });
    let (eve, ann) = (house.guest().called("Eve"), house.guest());
    let tables: Vec<String> =
        (0..5).map(|_| eve.open("outdoor-survival", "lost", &["me", "me:Sam", "open"])).collect();
    let in_memory = || ann.get("/health").json()["tables_in_memory"].as_u64().unwrap();
    let began = Instant::now();
    while in_memory() > 0 {
        assert!(began.elapsed().as_secs() < 30, "{} tables are in memory", in_memory());
        std::thread::sleep(Duration::from_millis(20));
    }
    let rename = |name: &str| eve.form("/name", &[("name", name)]).status;
    assert_eq!(rename("Evelyn"), 303);
    for table in &tables {
        let seats = ann.get(&format!("/api/tables/{table}")).json()["seats"].clone();
        assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!("Evelyn"), &json!("Sam")));
        assert!(ann.frame(table, "table")["set"]["seats"].to_string().contains("Evelyn"));
    }
    assert_eq!([rename("Eve"), rename("Evi")], [429, 429], "and not for ever");
    assert_eq!(ann.form("/name", &[("name", "Ann")]).status, 303);
}

#[test]
fn a_rematch_is_a_table_like_any_other() {
    let house = House::with(|config| {
        quick(config);
        config.limits = Limits { tables: Rate { burst: 2.0, refill: 0.0001 }, ..Limits::none() };
    });
    let eve = house.guest();
    let mut table = eve.open("connect-four", "plain", &["me", "me"]);
    let play = |table: &str| {
        for step in 0..7u16 {
            let line = if step % 2 == 0 { "drop 1" } else { "drop 2" };
            assert_eq!(eve.act(table, step % 2, line, None).status, 200);
        }
        eve.form(&format!("/t/{table}/rematch"), &[])
    };
    let again = play(&table);
    assert_eq!(again.status, 303, "{}", again.text);
    table = again.location.strip_prefix("/t/").unwrap().to_string();
    assert_eq!(play(&table).status, 429, "games without end would fill the store");
}

#[test]
fn looking_back_at_much_keeps_nobody_from_anything_else() {
    const FLOOD: usize = 1500;
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("survivors", "forecourt", &["bot:random", "bot:random"]);
    let stands = || ann.get(&format!("/api/tables/{table}")).json();
    while stands()["state"] == "playing" && stands()["steps"].as_u64().unwrap() < 150 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().count() as i64;
    let threads_before = threads();
    let (answered, told) = std::sync::mpsc::channel();
    for number in 0..FLOOD {
        let (address, table, answered) = (house.address, table.clone(), answered.clone());
        runtime.spawn(async move {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind(([127, 0, 0, 66 + (number % 8) as u8], 0).into()).unwrap();
            let mut stream = socket.connect(address).await.unwrap();
            let moment = (number * 37) % 100;
            let request = format!(
                "GET /t/{table}/at/{moment} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
            );
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer).await;
            let _ = answered.send(answer.starts_with(b"HTTP/1.1 200"));
        });
    }
    // All of them wait, and a few are worked at: each in a thread of its own, of which others have need too.
    assert!(told.recv().unwrap());
    std::thread::sleep(Duration::from_millis(300));
    let grown = threads() - threads_before;
    assert!(grown < 200, "{grown} threads more");
    // Then somebody else goes about their business.
    let before = told.try_iter().count();
    for _ in 0..10 {
        assert_eq!(ann.get("/api/tables").status, 200);
        ann.open("connect-four", "plain", &["me", "open"]);
    }
    let meanwhile = told.try_iter().count();
    let left = FLOOD - 1 - before - meanwhile;
    assert!(left > FLOOD / 2, "{before} were answered before, {meanwhile} meanwhile");
    runtime.shutdown_background();
}
