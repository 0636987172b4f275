//! Nobody learns how much another has written in secret: no number, no message, no time and no button tells of it.

use crate::house::{Guest, House, between, without_id};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};

/// The token with which a program plays a guest's seat.
fn token(guest: &Guest, table: &str) -> String {
    let page = guest.get(&format!("/t/{table}")).text;
    between(&page, "programs: <code class=\"link\">", "<").to_string()
}

/// Asks as a program.
fn ask(guest: &Guest, path: &str, token: &str) -> String {
    let request = guest.agent.get(guest.url(path));
    let mut answer = request.header("authorization", format!("Bearer {token}")).call().unwrap();
    answer.body_mut().read_to_string().unwrap()
}

/// Everything that a guest can ask for, by address.
fn everything(guest: &Guest, table: &str, seat: Option<(&str, &str)>) -> Vec<(String, String)> {
    let word = seat.map_or("table", |(word, _)| word);
    let mut paths: Vec<String> =
        ["", "/story", "/replay", "/desk", "/words?line=last", "/report/1"]
            .iter()
            .map(|path| {
                let sign = if path.contains('?') { '&' } else { '?' };
                format!("/t/{table}{path}{sign}as={word}")
            })
            .collect();
    paths.extend((0..12).map(|moment| format!("/t/{table}/at/{moment}?as={word}")));
    paths.extend((0..12).map(|moment| format!("/t/{table}/picture/{moment}.svg?as={word}")));
    paths.extend(["/", "/health", "/api/tables"].map(String::from));
    let mut all: Vec<(String, String)> = paths
        .into_iter()
        .map(|path| {
            let answer = guest.get(&path);
            // Of the health of the server only its age and what it holds differ.
            let text = match path.as_str() {
                "/health" => String::new(),
                _ => without_id(&answer.text, &answer.headers),
            };
            let tag = answer.headers.get("etag").map(|tag| format!("{tag:?}"));
            let told = format!("{} {} {tag:?} {text}", answer.status, text.len());
            (path, told)
        })
        .collect();
    let token = seat.map_or("", |(_, token)| token);
    for what in ["", "/view", "/log", "/legal"] {
        let path = format!("/api/tables/{table}{what}");
        let told = match token.is_empty() {
            true => guest.get(&path).text,
            false => ask(guest, &path, token),
        };
        all.push((path, told));
    }
    all.push(("the stream".into(), guest.frame(table, word).to_string()));
    all
}

/// Writes the next orders that the game offers; how many were taken.
fn write_orders(guest: &Guest, table: &str, seat: u16, count: usize) -> usize {
    let mut written = 0;
    while written < count {
        let frame = guest.frame(table, &(seat + 1).to_string());
        let choices = frame["set"]["prompt"]["choices"].as_array().unwrap().clone();
        let lines: Vec<&str> =
            choices.iter().filter_map(|choice| choice["notation"].as_str()).collect();
        let order = lines.iter().find(|line| {
            let before = frame["set"]["head"]["turn"].clone();
            // One that leaves the seat with more to write.
            !line.starts_with("done") && !line.starts_with("resign") && !before.is_null()
        });
        let Some(order) = order else { break };
        let done = guest.act(table, seat, order, None);
        assert_eq!(done.status, 200, "{order}: {}", done.text);
        written += 1;
    }
    written
}

fn undo(guest: &Guest, table: &str, seat: u16) -> u16 {
    guest.post(&format!("/t/{table}/undo"), json!({ "seat": seat })).status
}

/// The next event of a stream of ours for programs.
fn next_event(reader: &mut impl BufRead) -> Value {
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(text) = line.strip_prefix("data: ") {
            return serde_json::from_str(text).unwrap();
        }
    }
}

#[test]
fn whoever_writes_orders_leaves_no_trace_for_others() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let eve = house.guest();
    let table = ann.open("postal-survival", "first-run", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let token = token(&bob, &table);
    // Both have something that they could take back.
    assert_eq!(write_orders(&bob, &table, 1, 1), 1);
    assert_eq!(write_orders(&ann, &table, 0, 1), 1);
    let mut bobs_stream = bob.follow(&table, "2");
    let mut eves_stream = eve.follow(&table, "table");
    bobs_stream.next().unwrap();
    eves_stream.next().unwrap();
    let request = bob.agent.get(bob.url(&format!("/api/tables/{table}/stream")));
    let request = request.header("authorization", format!("Bearer {token}"));
    let mut program = BufReader::new(request.call().unwrap().into_body().into_reader());
    let first = next_event(&mut program);
    let look = || {
        let mut all = everything(&bob, &table, Some(("2", &token)));
        all.extend(everything(&eve, &table, None));
        all
    };
    let before = look();
    let again = look();
    for ((path, before), (_, again)) in before.iter().zip(&again) {
        assert_eq!(before, again, "{path} differs although nothing happened");
    }
    // Every way in which secret lines come and go, a second apart from what was before.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert_eq!(write_orders(&ann, &table, 0, 3), 3);
    assert_eq!(undo(&ann, &table, 0), 200);
    assert_eq!(write_orders(&ann, &table, 0, 1), 1);
    for ((path, before), (_, after)) in before.iter().zip(look()) {
        assert_eq!(*before, after, "{path} tells of what Ann has written");
    }
    // Streams have said nothing: the next that they say is what is said aloud.
    assert_eq!(ann.post(&format!("/t/{table}/talk"), json!({ "text": "Hm." })).status, 200);
    for stream in [&mut bobs_stream, &mut eves_stream] {
        let news = stream.next().unwrap();
        let parts: Vec<&String> = news["set"].as_object().unwrap().keys().collect();
        assert!(parts.len() == 1 && parts[0].starts_with("talk/"), "{news}");
    }
    // Bob can still take back what he wrote before Ann did, and the number of his own decisions is all he learns.
    assert_eq!(undo(&bob, &table, 1), 200);
    let now = next_event(&mut program);
    assert_eq!(now["turn"].as_u64().unwrap(), first["turn"].as_u64().unwrap() + 1, "{now}");
    assert_eq!(now["step"].as_u64().unwrap() + 1, first["step"].as_u64().unwrap(), "{now}");
    let receipt = {
        let frame = bob.frame(&table, "2");
        let line = frame["set"]["prompt"]["choices"][0]["notation"].as_str().unwrap().to_string();
        bob.act(&table, 1, &line, None).json()
    };
    assert_eq!(receipt["step"], first["step"], "{receipt}");
    // What was left is what is stored: the server comes up again with it, and the game goes on.
    let frames = (ann.frame(&table, "1"), bob.frame(&table, "2"));
    let house = house.restart();
    let parts = |frame: &Value| frame["set"].clone();
    assert_eq!(parts(&ann.frame(&table, "1")), parts(&frames.0));
    assert_eq!(parts(&bob.frame(&table, "2")), parts(&frames.1));
    assert_eq!(ann.get("/health").json()["ok"], true);
    drop(house);
}

/// What a program may choose from.
fn legal(guest: &Guest, table: &str, token: &str) -> Vec<String> {
    let told = ask(guest, &format!("/api/tables/{table}/legal"), token);
    let told: Value = serde_json::from_str(&told).unwrap();
    let lines = told["legal"].as_array().unwrap().iter();
    lines.filter_map(|line| line.as_str().map(String::from)).collect()
}

/// Plays Outlive until Bob could take back his last decision and Ann, whose turn it is, can write standing orders, which
/// nobody else knows of; gives such orders.
fn orders_while_bob_could_undo(
    players: [&Guest; 2],
    table: &str,
    tokens: &[String; 2],
) -> Option<String> {
    for round in 0..300_usize {
        let status = players[0].get(&format!("/api/tables/{table}")).json();
        let deciding = status["deciding"].as_array()?.clone();
        let who = deciding.get(round % deciding.len().max(1))?.as_u64()? as usize - 1;
        let lines = legal(players[who], table, &tokens[who]);
        let (orders, others): (Vec<String>, Vec<String>) =
            lines.into_iter().partition(|line| line.starts_with("orders"));
        let undo = || players[1].frame(table, "2")["set"]["head"]["undo"] == json!(true);
        if who == 0 && !orders.is_empty() && undo() {
            return orders.into_iter().next();
        }
        let gives_up = |line: &&String| line.starts_with("resign") || line.starts_with("give up");
        let others: Vec<&String> = others.iter().filter(|line| !gives_up(line)).collect();
        let line = others.get((round * 7 + 3) % others.len().max(1))?;
        players[who].act(table, who as u16, line, None);
    }
    None
}

#[test]
fn secret_orders_take_no_button_from_another() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    for _ in 0..20 {
        let table = ann.open("outlive", "convoy", &["me", "open"]);
        assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
        let tokens = [token(&ann, &table), token(&bob, &table)];
        let Some(orders) = orders_while_bob_could_undo([&ann, &bob], &table, &tokens) else {
            continue;
        };
        let before = bob.frame(&table, "2");
        let mut stream = bob.follow(&table, "2");
        stream.next().unwrap();
        assert_eq!(ann.act(&table, 0, &orders, None).status, 200);
        let head = |frame: &Value| frame["set"]["head"].clone();
        assert_eq!(head(&bob.frame(&table, "2")), head(&before), "{orders} is secret");
        assert!(bob.frame(&table, "2")["set"] == before["set"], "{orders} is secret");
        assert_eq!(undo(&ann, &table, 0), 200);
        assert!(bob.frame(&table, "2")["set"] == before["set"], "so is that it was taken back");
        assert_eq!(ann.post(&format!("/t/{table}/talk"), json!({ "text": "Hm." })).status, 200);
        let news = stream.next().unwrap();
        let parts: Vec<&String> = news["set"].as_object().unwrap().keys().collect();
        assert!(parts.len() == 1 && parts[0].starts_with("talk/"), "{news}");
        return;
    }
    panic!("nobody could write orders while another could take something back");
}

#[test]
fn what_is_taken_back_among_others_lines_was_never_written() {
    use table::{Seat, Seed, Setup, Status, Viewer};
    let mut tried = Vec::new();
    for shelved in shelf::shelf() {
        let game = &shelved.game;
        let catalogue = game.catalogue(&game.house()).unwrap();
        for (number, scenario) in catalogue.scenarios.iter().enumerate() {
            let Some(seats) = (scenario.min_seats..=scenario.max_seats).find(|seats| *seats > 1)
            else {
                continue;
            };
            let setup = Setup::new(&scenario.id, seats);
            let seed = Seed::from_number(number as u64);
            let Ok(mut truth) = game.start(game.house(), &setup, seed) else { continue };
            let mut without = game.start(game.house(), &setup, seed).unwrap();
            let Status::Deciding(deciding) = truth.status() else { continue };
            if deciding.len() < 2 {
                continue;
            }
            let (one, other) = (Seat(0), Seat(1));
            let first = |game: &dyn table::AnyMatch, seat| {
                let legal = game.legal(seat);
                legal.into_iter().find(|line| line != "resign" && line != "concede")
            };
            let (Some(mine), Some(theirs)) =
                (first(truth.as_ref(), one), first(without.as_ref(), other))
            else {
                continue;
            };
            truth.act(one, &mine).unwrap();
            truth.act(other, &theirs).unwrap();
            without.act(other, &theirs).unwrap();
            if !truth.can_undo(one) {
                continue;
            }
            assert_eq!(truth.undo(one), Some(1), "{} {}", game.id(), scenario.id);
            assert_eq!(truth.record(true), without.record(true), "{} {}", game.id(), scenario.id);
            assert_eq!(truth.view(Viewer::Referee), without.view(Viewer::Referee));
            assert_eq!(truth.log(Viewer::Referee, 0), without.log(Viewer::Referee, 0));
            tried.push(game.id());
        }
    }
    assert!(tried.contains(&"postal-survival"), "{tried:?}");
}
