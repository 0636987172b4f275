//! How the server behaves: one move for one decision, nobody else's seat, nobody else's request.

use crate::house::{Guest, House, agent, between};
use serde_json::{Value, json};
use service::{Limits, Rate};

fn choices(frame: &serde_json::Value) -> Vec<String> {
    let list = frame["set"]["prompt"]["choices"].as_array().cloned().unwrap_or_default();
    list.iter().map(|choice| choice["notation"].as_str().unwrap().to_string()).collect()
}

fn turn(frame: &serde_json::Value) -> Option<u64> {
    frame["set"]["head"]["turn"].as_u64()
}

/// A table for two people, Ann first; gives Ann, Bob and the table.
fn two(house: &House) -> (Guest, Guest, String) {
    let ann = house.guest().called("Ann");
    let bob = house.guest().called("Bob");
    let table = ann.open("outdoor-survival", "lost", &["me", "open"]);
    let joined = bob.form(&format!("/t/{table}/join"), &[("seat", "2")]);
    assert_eq!(joined.status, 303, "{}", joined.text);
    (ann, bob, table)
}

/// The guest whose seat must decide, and that seat.
fn to_decide<'a>(ann: &'a Guest, bob: &'a Guest, table: &str) -> (&'a Guest, u16) {
    let frame = ann.frame(table, "1");
    if frame["set"]["head"]["you"] == json!(true) { (ann, 0) } else { (bob, 1) }
}

#[test]
fn a_double_click_two_tabs_and_a_stale_page_make_one_move_and_a_clear_message() {
    let house = House::open();
    let (ann, bob, table) = two(&house);
    let (player, seat) = to_decide(&ann, &bob, &table);
    let frame = player.frame(&table, &(seat + 1).to_string());
    let (lines, turn) = (choices(&frame), turn(&frame));
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let both: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| player.act(&table, seat, &lines[0], turn).status))
            .collect();
        both.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 409).count(), 3, "{answers:?}");
    let stale = player.act(&table, seat, &lines[0], turn);
    assert_eq!((stale.status, stale.json()["error"].as_str()), (409, Some("stale")));
    assert!(stale.json()["message"].as_str().unwrap().contains("already decided"));
    assert_eq!(player.frame(&table, "table")["step"], 1);
}

#[test]
fn nobody_plays_or_sees_another_seat() {
    let house = House::open();
    let (ann, bob, table) = two(&house);
    let stranger = house.guest();
    let (player, seat) = to_decide(&ann, &bob, &table);
    let line = &choices(&player.frame(&table, &(seat + 1).to_string()))[0];
    let other = if seat == 0 { &bob } else { &ann };
    for intruder in [other, &stranger] {
        let answer = intruder.act(&table, seat, line, None);
        assert_eq!(answer.status, 403, "{}", answer.text);
        let number = seat + 1;
        assert_eq!(intruder.follow(&table, &number.to_string()).status, 403);
        for path in ["story?", "at/0?", "replay?", "picture/0.svg?", "?"] {
            let path =
                if path == "?" { String::new() } else { format!("/{}", &path[..path.len() - 1]) };
            let answer = intruder.get(&format!("/t/{table}{path}?as={number}"));
            assert_eq!(answer.status, 403, "{path}");
            let answer = intruder.get(&format!("/t/{table}{path}?as=referee"));
            assert_eq!(answer.status, 403, "{path}");
        }
    }
    assert_eq!(ann.get(&format!("/t/{table}/record")).status, 403);
}

#[test]
fn a_request_from_another_site_is_turned_away() {
    let house = House::open();
    let ann = house.guest();
    let without_key = ann.bare_form("/name", &[("name", "Mallory")]);
    assert_eq!(without_key.status, 403);
    let others_key = house.guest().key;
    let wrong_key = ann.bare_form("/name", &[("name", "Mallory"), ("key", &others_key)]);
    assert_eq!(wrong_key.status, 403);
    for (header, value) in [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")] {
        let sent = agent()
            .post(ann.url("/name"))
            .header("cookie", &ann.cookie)
            .header(header, value)
            .send_form([("key", ann.key.as_str()), ("name", "Mallory")])
            .unwrap();
        assert_eq!(sent.status().as_u16(), 403, "{header}");
    }
    let ours = agent()
        .post(ann.url("/name"))
        .header("cookie", &ann.cookie)
        .header("origin", format!("http://{}", ann.address))
        .header("sec-fetch-site", "same-origin")
        .send_form([("key", ann.key.as_str()), ("name", "Ann")])
        .unwrap();
    assert_eq!(ours.status().as_u16(), 303);
    assert!(ann.get("/").text.contains("value=\"Ann\""));
}

#[test]
fn a_forged_cookie_is_a_new_guest() {
    let house = House::open();
    let (ann, _, table) = two(&house);
    let mut forger = house.guest();
    let (id, signature) = ann.cookie.split_once('.').unwrap();
    let swapped: String = signature.chars().rev().collect();
    forger.cookie = format!("{id}.{swapped}");
    assert_eq!(forger.follow(&table, "1").status, 403);
}

#[test]
fn every_page_is_under_a_strict_policy() {
    let house = House::open();
    let ann = house.guest();
    for path in ["/", "/help", "/new/outlive", "/nowhere", "/help/outlive/rules"] {
        let answer = ann.get(path);
        let policy = answer.headers.get("content-security-policy").unwrap().to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.headers.get("x-content-type-options").unwrap(), "nosniff");
        assert!(!answer.text.contains("<script>") && !answer.text.contains(" style="), "{path}");
        assert!(!answer.text.contains(" onclick="), "{path}");
    }
}

#[test]
fn names_and_talk_are_shown_as_text() {
    let house = House::open();
    let nasty = "<img src=x onerror=1>";
    let ann = house.guest().called(nasty);
    let lobby = ann.get("/").text;
    assert!(!lobby.contains(nasty) && lobby.contains("&lt;img src=x"));
    let table = ann.open("outdoor-survival", "lost", &["me", "bot:greedy"]);
    assert!(!ann.get(&format!("/t/{table}")).text.contains(nasty));
    let said = ann.post(&format!("/t/{table}/talk"), json!({ "text": nasty }));
    assert_eq!(said.status, 200, "{}", said.text);
    // In JSON it is data; the script that shows it makes text of it, which the browser tests see.
    let frame = ann.frame(&table, "1");
    let talk = frame["set"].as_object().unwrap().iter().find(|(name, _)| name.starts_with("talk/"));
    assert_eq!(talk.unwrap().1["text"], nasty);
    let svg = ann.get(&format!("/t/{table}/picture/0.svg?as=1"));
    assert!(svg.status == 200 && !svg.text.contains(nasty));
}

#[test]
fn links_cannot_be_guessed_and_change_hands_only_once() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me", "link"]);
    let room = ann.get(&format!("/t/{table}")).text;
    let link = between(&room, "/s/", "<").to_string();
    assert_eq!(link.len(), 26, "130 bits");
    let bob = house.guest();
    assert!(!bob.get(&format!("/t/{table}")).text.contains(&link), "only the host sees it");
    let barged = bob.form(&format!("/t/{table}/join"), &[("seat", "2")]);
    assert_eq!(barged.status, 403, "a kept seat needs its link");
    assert_eq!(bob.get(&format!("/s/{link}")).status, 200);
    assert_eq!(bob.form(&format!("/s/{link}"), &[("name", "Bob")]).status, 303);
    assert_eq!(bob.frame(&table, "2")["set"]["seats"][1]["name"], "Bob");
    // The link that Ann passed on is void: she cannot become Bob.
    assert_eq!(ann.get(&format!("/s/{link}")).status, 404);
    assert_eq!(ann.form(&format!("/s/{link}"), &[]).status, 404);
    // Bob's own link takes his seat to another device.
    let page = bob.get(&format!("/t/{table}")).text;
    let own = between(&page, "/s/", "<").to_string();
    let phone = house.guest();
    let moved = phone.form(&format!("/s/{own}"), &[]);
    assert_eq!(moved.status, 303);
    let cookie = moved.headers.get("set-cookie").unwrap().to_str().unwrap();
    let id = |cookie: &str| cookie.split('-').next().unwrap().to_string();
    assert_eq!(id(cookie), id(&bob.cookie), "the same person, in another browser");
    assert_ne!(cookie.split(';').next().unwrap(), bob.cookie);
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
}

#[test]
fn large_bodies_and_floods_are_turned_away() {
    let house = House::with(|config| {
        config.limits.talk = Rate { burst: 3.0, refill: 0.001 };
        config.limits.tables = Rate { burst: 2.0, refill: 0.0 };
        config.limits.streams = 2;
    });
    let ann = house.guest().called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let large = "x".repeat(Limits::default().body + 1);
    let answer = ann.post(&format!("/t/{table}/act"), json!({ "seat": 0, "line": large }));
    assert_eq!(answer.status, 413);
    let talk = format!("/t/{table}/talk");
    let talked = ann.post(&talk, json!({ "text": large }));
    assert_eq!(talked.status, 413, "whatever would be done with it");
    let said: Vec<u16> =
        (0..5).map(|_| ann.post(&talk, json!({ "text": "hello" })).status).collect();
    assert_eq!(said, [200, 200, 200, 429, 429]);
    let refused = ann.post(&talk, json!({ "text": "hello" }));
    let wait = refused.headers.get("retry-after").unwrap().to_str().unwrap();
    assert!((900..=1000).contains(&wait.parse::<u64>().unwrap()), "{wait}");
    ann.open("outdoor-survival", "lost", &["me"]);
    let third = ann.form("/new/outdoor-survival", &[("scenario", "lost"), ("seat", "me")]);
    assert_eq!(third.status, 429);
    let held = [ann.follow(&table, "1"), ann.follow(&table, "1")];
    assert_eq!(ann.follow(&table, "1").status, 429);
    drop(held);
}

#[test]
fn a_refusal_names_its_rule_and_changes_nothing() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let before = ann.frame(&table, "1");
    let nonsense = ann.act(&table, 0, "dance on the table", None);
    assert_eq!((nonsense.status, nonsense.json()["error"].as_str()), (422, Some("misread")));
    let refused = ann.act(&table, 0, "n", None);
    assert_eq!((refused.status, refused.json()["error"].as_str()), (422, Some("refused")));
    let rule = refused.json()["rule"].as_str().unwrap().to_string();
    assert!(rule.starts_with("OS-"), "{rule}");
    let rules = ann.get("/help/outdoor-survival/rules").text;
    assert!(rules.contains(&format!("id=\"{rule}\"")), "the refusal leads to its rule");
    assert_eq!(ann.frame(&table, "1"), before);
}

#[test]
fn what_was_acknowledged_is_there_after_a_restart() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    for _ in 0..12 {
        let frame = ann.frame(&table, "1");
        let Some(line) = choices(&frame).first().cloned() else { break };
        assert_eq!(ann.act(&table, 0, &line, turn(&frame)).status, 200);
    }
    let before = ann.frame(&table, "1");
    let (cookie, key) = (ann.cookie.clone(), ann.key.clone());
    let house = house.restart();
    let again = Guest { cookie, key, address: house.address, agent: agent() };
    let after = again.frame(&table, "1");
    assert_eq!(before["step"], after["step"]);
    assert_eq!(before["set"], after["set"]);
    assert_eq!(before["log"], after["log"]);
    assert_eq!(again.get("/health").json()["ok"], true);
}

#[test]
fn undo_takes_back_and_the_story_with_it() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("yellowstone", "solo", &["me"]);
    let mut stream = ann.follow(&table, "1");
    let mut last = stream.next().unwrap();
    for _ in 0..40 {
        let frame = ann.frame(&table, "1");
        if frame["set"]["head"]["you"] != json!(true) {
            last = stream.next().unwrap();
            continue;
        }
        let before = frame.clone();
        let line = choices(&frame)[0].clone();
        assert_eq!(ann.act(&table, 0, &line, turn(&frame)).status, 200);
        let now = ann.frame(&table, "1");
        let undo = |frame: &Value| frame["set"]["head"]["undo"] == json!(true);
        // What was decided before could be taken back as well.
        if undo(&now) && undo(&before) {
            let body = json!({ "seat": 0, "turn": turn(&now) });
            let undone = ann.post(&format!("/t/{table}/undo"), body.clone());
            assert_eq!(undone.status, 200, "{}", undone.text);
            let twice = ann.post(&format!("/t/{table}/undo"), body);
            assert_eq!(twice.status, 409, "a double click takes back once");
            let after = ann.frame(&table, "1");
            assert_eq!(after["set"]["prompt"], before["set"]["prompt"]);
            assert_eq!(after["log"], before["log"]);
            assert_ne!(turn(&after), turn(&before), "an old page is known as old");
            return;
        }
    }
    panic!("nothing could be taken back: {last}");
}

#[test]
fn no_path_or_query_reads_files() {
    let house = House::open();
    let ann = house.guest();
    for path in [
        "/assets/x/..%2f..%2fCargo.toml",
        "/assets/x/%2e%2e%2fstore.rs",
        "/ground/..%2f..%2fetc%2fpasswd.svg",
        "/picture/..%2foutlive.svg",
        "/t/..%2f..%2foverwinter.sqlite",
        "/help/..%2f..%2fetc",
        "/t/%00",
        "/new/outlive?edition=..%2f..",
    ] {
        let answer = ann.get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text.contains("[package]") && !answer.text.contains("root:"));
    }
}

#[test]
fn scripts_of_another_release_are_not_kept_by_caches() {
    let house = House::open();
    let ann = house.guest();
    let page = ann.get("/").text;
    let version = crate::house::between(&page, "/assets/", "/").to_string();
    let ours = ann.get(&format!("/assets/{version}/table.js"));
    let told = |answer: &crate::house::Answer| {
        answer.headers.get("cache-control").unwrap().to_str().unwrap().to_string()
    };
    assert!(ours.status == 200 && told(&ours).contains("immutable"));
    for foreign in ["deadbeef0000", "000000000000", "x"] {
        let answer = ann.get(&format!("/assets/{foreign}/table.js"));
        assert_eq!((answer.status, told(&answer).as_str()), (404, "no-store"), "{foreign}");
    }
}

#[test]
fn two_clicks_later_one_is_playing_any_game() {
    let house = House::open();
    let ann = house.guest();
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        let opened = ann.form(&format!("/play/{game}"), &[]);
        assert_eq!(opened.status, 303, "{game}: {}", opened.text);
        let table = opened.location.strip_prefix("/t/").unwrap();
        assert_eq!(ann.frame(table, "1")["set"]["head"]["state"], "playing", "{game}");
    }
}

#[test]
fn nobody_can_take_a_name_that_looks_like_a_players() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me", "open"]);
    let copy = house.guest().called("4\u{144}n");
    let joined = copy.form(&format!("/t/{table}/join"), &[("seat", "2")]);
    assert_eq!(joined.status, 400, "{}", joined.text);
    assert!(joined.text.contains("looks like that of Ann"), "{}", joined.text);
    let says = |guest: &Guest| {
        guest.post(&format!("/t/{table}/talk"), json!({ "text": "I give up." })).status
    };
    assert_eq!(says(&copy), 400);
    let same = house.guest().called("ann");
    assert_eq!(says(&same), 400, "a spectator is not called as a player is");
    assert_eq!(same.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    assert!(same.get(&format!("/t/{table}")).text.contains("ann 2"));
}

#[test]
fn whoever_leaves_a_seat_sees_no_more_of_its_hand() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("outlive", "convoy", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let mut stream = bob.follow(&table, "2");
    assert!(stream.next().unwrap()["set"].is_object());
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    let last = stream.next().unwrap();
    assert_eq!(last["error"], "forbidden", "{last}");
    assert!(stream.next().is_none(), "and then nothing");
}
