//! Sandboxes: somebody tries plans from a table, and nobody else ever notices.

use crate::browser::Browser;
use crate::house::{Answer, Guest, House, agent, ask_store, quick, until};
use serde_json::{Value, json};

/// A game of two people; gives its table.
fn two(ann: &Guest, bob: &Guest, game: &str, scenario: &str) -> String {
    let table = ann.open(game, scenario, &["me", "open"]);
    let sat = bob.form(&format!("/t/{table}/join"), &[("seat", "2")]);
    assert_eq!(sat.status, 303, "{}", sat.text);
    table
}

fn begin(guest: &Guest, table: &str) {
    let begun = guest.form(&format!("/t/{table}/try"), &[]);
    assert_eq!(
        (begun.status, begun.location.as_str()),
        (303, &*format!("/t/{table}/try")),
        "{}",
        begun.text
    );
}

/// Does something at a place of a sandbox.
fn does(guest: &Guest, table: &str, node: u64, what: &str, body: Value) -> Answer {
    guest.post(&format!("/t/{table}/try/{node}/{what}"), body)
}

/// The same, if it is done: gives where it leads.
fn done(guest: &Guest, table: &str, node: u64, what: &str, body: Value) -> u64 {
    let answer = does(guest, table, node, what, body);
    assert_eq!(answer.status, 200, "{what}: {}", answer.text);
    answer.json()["node"].as_u64().unwrap()
}

fn tries(guest: &Guest, table: &str, node: u64, seat: u16, line: &str) -> u64 {
    done(guest, table, node, "act", json!({ "seat": seat, "line": line }))
}

/// A place of a sandbox, through somebody's eyes.
fn place(guest: &Guest, table: &str, node: u64, viewer: &str) -> Value {
    let answer = guest.get(&format!("/t/{table}/try/{node}/frame?as={viewer}"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Plays a game of connect four to its end: the first seat wins in column 1.
fn play_to_the_end(ann: &Guest, bob: &Guest, table: &str) {
    for turn in 0..7 {
        let (guest, seat, column) = if turn % 2 == 0 { (ann, 0, 1) } else { (bob, 1, 2) };
        let done = guest.act(table, seat, &format!("drop {column}"), None);
        assert_eq!(done.status, 200, "{}", done.text);
    }
}

#[test]
fn all_seats_are_played_and_every_line_can_be_gone_back_to() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "connect-four", "plain");
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    begin(&ann, &table);
    let start = place(&ann, &table, 0, "");
    assert_eq!(start["set"]["head"]["turn"], 0, "{start}");
    assert_eq!(
        start["set"]["prompt"]["choices"].as_array().unwrap().len(),
        7,
        "Bob's, in Ann's sandbox"
    );
    assert_eq!(start["set"]["head"]["undo"], false);
    let left = tries(&ann, &table, 0, 1, "drop 3");
    let further = tries(&ann, &table, left, 0, "drop 4");
    let right = tries(&ann, &table, 0, 1, "5");
    assert_eq!(tries(&ann, &table, 0, 1, "drop 3"), left, "what was tried is found again");
    let shown = place(&ann, &table, further, "1");
    let tried = &shown["set"]["tried"];
    assert_eq!(tried["at"], further);
    assert_eq!(tried["tried"].as_array().unwrap().len(), 3, "{tried}");
    assert_eq!(tried["tried"][2], json!({ "id": right, "after": 0, "seat": 1, "line": "drop 5" }));
    let told: Vec<&str> = shown["log"]["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["text"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["Bob drops a disc into column 3.", "Ann drops a disc into column 4."]);
    // Back and elsewhere: each place stands as it stood.
    let pieces = |node| {
        let shown = place(&ann, &table, node, "table");
        let set = shown["set"].as_object().unwrap().clone();
        set.keys().filter(|name| name.starts_with("piece/")).count()
    };
    assert_eq!([pieces(0), pieces(further), pieces(right), pieces(left)], [1, 3, 2, 2]);
    // What the rules refuse is told in their words, what was never tried in ours.
    let refused = does(&ann, &table, further, "act", json!({ "seat": 0, "line": "drop 1" }));
    assert_eq!(refused.status, 422, "it is Bob's turn there: {}", refused.text);
    assert_eq!(does(&ann, &table, 77, "act", json!({ "seat": 0, "line": "drop 1" })).status, 409);
    assert_eq!(does(&ann, &table, left, "act", json!({ "line": "drop 1" })).status, 400);
    // Names, other dice, cutting off.
    assert_eq!(done(&ann, &table, further, "name", json!({ "name": "From the left" })), further);
    assert_eq!(
        place(&ann, &table, 0, "")["set"]["tried"]["names"][further.to_string()],
        "From the left"
    );
    let again = done(&ann, &table, right, "again", json!({}));
    assert!(again > right);
    assert_eq!(done(&ann, &table, left, "cut", json!({})), 0);
    assert_eq!(ann.get(&format!("/t/{table}/try/{further}/frame")).status, 409);
    assert_eq!(place(&ann, &table, 0, "")["set"]["tried"]["names"], json!({}));
    assert_eq!(does(&ann, &table, 0, "cut", json!({})).status, 400);
    let long = does(&ann, &table, right, "name", json!({ "name": "n".repeat(61) }));
    assert!(long.status == 400 && long.text.contains("at most 60 letters"), "{}", long.text);
    // The questions that a table answers are answered there too.
    let words = ann.get(&format!("/t/{table}/try/{right}/words?line=choices&as=1"));
    assert!(words.status == 200 && words.text.contains("drop 1"), "{}", words.text);
    let preview = ann.get(&format!("/t/{table}/try/{right}/preview?line=drop%201&as=1"));
    assert_eq!(preview.status, 200, "{}", preview.text);
    // At the table nothing has happened.
    assert_eq!(ann.get(&format!("/api/tables/{table}")).json()["steps"], 1);
}

#[test]
fn bots_play_all_games_in_a_sandbox() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        let scenarios = shelved.game.catalogue(&shelved.game.house()).unwrap().scenarios;
        let scenario = scenarios.iter().find(|scenario| scenario.max_seats > 1).unwrap();
        let mut seats = vec!["me"];
        seats.resize(usize::from(scenario.seats_near(2)), "bot:greedy");
        let table = ann.open(game, &scenario.id, &seats);
        until("it is Ann's turn", || ann.frame(&table, "1")["set"]["head"]["you"] == json!(true));
        begin(&ann, &table);
        let mut node = 0;
        for _ in 0..6 {
            node = done(&ann, &table, node, "bot", json!({ "bot": "random" }));
        }
        let shown = place(&ann, &table, node, "");
        assert_eq!(shown["set"]["tried"]["tried"][0]["bot"], "random", "{game}");
        // Going back and on again rolls nothing anew.
        let before = place(&ann, &table, node, "referee");
        assert_eq!(place(&ann, &table, 0, "1")["set"]["head"]["turn"], 0);
        assert_eq!(place(&ann, &table, node, "referee"), before, "{game}");
        let unknown = does(&ann, &table, node, "bot", json!({ "bot": "oracle" }));
        assert!(unknown.status == 422 && unknown.text.contains("oracle"), "{}", unknown.text);
    }
}

#[test]
fn a_sandbox_is_there_after_a_kill_and_nothing_of_it_is_lost() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "yellowstone", "standard");
    begin(&ann, &table);
    let mut node = 0;
    for _ in 0..8 {
        node = done(&ann, &table, node, "bot", json!({ "bot": "random" }));
    }
    done(&ann, &table, node, "name", json!({ "name": "far" }));
    let before = place(&ann, &table, node, "referee");
    let house = House::in_folder(house.kill(), quick);
    let ann = ann.at(&house);
    assert_eq!(place(&ann, &table, node, "referee"), before);
    assert_eq!(place(&ann, &table, 0, "")["set"]["tried"]["names"][node.to_string()], "far");
}

/// A text without what is drawn anew for every answer: sealed promises and keys, the ids of requests, and the time.
fn settled(text: &str) -> String {
    let within = |letter: char| letter.is_ascii_alphanumeric() || "-_=".contains(letter);
    let anew = |word: &str| {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let id = word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        word.len() >= 40 || word.len() >= 13 && digits || word.len() == 16 && id
    };
    let words = text.split_inclusive(|letter| !within(letter));
    words.filter(|word| !anew(word.trim_end_matches(|letter| !within(letter)))).collect()
}

/// Everything that somebody can ask of a table, but for what changes by itself.
fn everything(guest: &Guest, table: &str, viewer: &str) -> Vec<String> {
    let t = format!("/t/{table}");
    let paths = ["", "/story", "/replay", "/desk", "/at/0", "/clock"];
    let mut all: Vec<String> =
        paths.iter().map(|path| guest.get(&format!("{t}{path}?as={viewer}")).text).collect();
    all.push(guest.frame(table, viewer).to_string());
    for path in ["/api/tables?state=playing", "/games", "/", "/my", "/me", "/notices"] {
        all.push(guest.get(path).text);
    }
    for path in ["", "/view", "/log"] {
        all.push(guest.get(&format!("/api/tables/{table}{path}")).text);
    }
    all.iter().map(|text| settled(text)).collect()
}

/// What nobody but its person may see: other seats, the public, the host and the referee see after a sandbox was begun and
/// played in what they saw before it, letter by letter, and are told nothing.
#[test]
fn nobody_sees_another_s_sandbox_or_that_there_is_one() {
    let house = House::open();
    let (ann, bob, eve) = (house.guest().called("Ann"), house.guest().called("Bob"), house.guest());
    let fields = [
        ("scenario", "standard"),
        ("listed", "on"),
        ("referee", "on"),
        ("seat", "open"),
        ("seat", "open"),
    ];
    let opened = eve.form("/new/yellowstone", &fields);
    let table = opened.location.strip_prefix("/t/").expect("a table is opened").to_string();
    for (guest, seat) in [(&ann, "1"), (&bob, "2")] {
        assert_eq!(guest.form(&format!("/t/{table}/join"), &[("seat", seat)]).status, 303);
    }
    let passer = house.guest();
    let others = [(&bob, "2"), (&eve, "referee"), (&passer, "table")];
    let seen = |what: &str| -> Vec<Vec<String>> {
        let all = others.iter().map(|(guest, viewer)| everything(guest, &table, viewer)).collect();
        println!("{what}");
        all
    };
    // Once for what the first look changes.
    seen("first");
    let before = seen("before");
    let version = "SELECT version FROM tables";
    let was = ask_store(house.folder.path(), version);
    let signs = ask_store(house.folder.path(), "SELECT * FROM seen ORDER BY guest");
    let mut streams: Vec<_> =
        others.iter().map(|(guest, viewer)| guest.follow(&table, viewer)).collect();
    for stream in &mut streams {
        assert!(stream.next().is_some());
    }
    begin(&ann, &table);
    let mut node = 0;
    for _ in 0..5 {
        node = done(&ann, &table, node, "bot", json!({ "bot": "greedy" }));
    }
    done(&ann, &table, node, "name", json!({ "name": "Secret line" }));
    place(&ann, &table, node, "referee");
    assert_eq!(seen("after"), before);
    assert_eq!(ask_store(house.folder.path(), version), was, "the table itself is as it was");
    assert_eq!(ask_store(house.folder.path(), "SELECT * FROM seen ORDER BY guest"), signs);
    // The first thing that those who follow the table hear is what is said there afterwards.
    let said = ann.post(&format!("/t/{table}/talk"), json!({ "text": "hello" }));
    assert_eq!(said.status, 200, "{}", said.text);
    for stream in &mut streams {
        let news = stream.next().unwrap();
        let parts: Vec<&String> = news["set"].as_object().unwrap().keys().collect();
        assert!(parts.iter().all(|name| name.starts_with("talk/")), "{news}");
    }
    assert_eq!(ask_store(house.folder.path(), "SELECT count(*) FROM notices"), "0");
    // Whoever asks for it finds their own, or none.
    for (guest, _) in others {
        assert_eq!(guest.get(&format!("/t/{table}/try/{node}/frame")).status, 404);
        assert_eq!(guest.get(&format!("/t/{table}/try/0/frame")).status, 404);
        let page = guest.get(&format!("/t/{table}/try"));
        assert!(!page.text.contains("Secret line"), "{}", page.text);
    }
}

#[test]
fn a_running_game_is_made_up_from_what_the_seat_knows() {
    let house = House::in_a_file(quick);
    let (ann, bob, eve) = (house.guest().called("Ann"), house.guest().called("Bob"), house.guest());
    let table = two(&ann, &bob, "outlive", "convoy");
    let own = ann.frame(&table, "1");
    begin(&ann, &table);
    // What Ann sees of the table she sees in her sandbox, but for what is hers alone and what a sandbox adds.
    let there = place(&ann, &table, 0, "1");
    for part in ["marks", "panels", "prompt", "outlook"] {
        assert_eq!(there["set"].get(part), own["set"].get(part), "{part}");
    }
    // What is hidden is another thing in another sandbox: none of them can be the truth but by chance.
    let root = "SELECT hex(root) FROM sandboxes";
    let mut roots = std::collections::BTreeSet::from([ask_store(house.folder.path(), root)]);
    for _ in 0..4 {
        begin(&ann, &table);
        roots.insert(ask_store(house.folder.path(), root));
    }
    assert!(roots.len() > 1, "the hidden things are drawn anew every time");
    // The public is told that it has to wait, and so is whoever asks without a page.
    assert_eq!(eve.form(&format!("/t/{table}/try"), &[]).status, 403);
    let page = eve.get(&format!("/t/{table}/try"));
    assert!(
        page.text.contains("whoever only watches can try plans when it is over"),
        "{}",
        page.text
    );
    assert_eq!(
        bob.form(&format!("/t/{table}/try"), &[("as", "1")]).status,
        403,
        "not with Ann's eyes"
    );
    let nowhere = bob.form("/t/nowhere/try", &[]);
    assert_eq!(nowhere.status, 404);
}

#[test]
fn a_game_that_is_over_is_tried_from_any_of_its_decisions_by_anybody() {
    let house = House::open();
    let (ann, bob, eve) = (house.guest().called("Ann"), house.guest().called("Bob"), house.guest());
    let table = two(&ann, &bob, "connect-four", "plain");
    play_to_the_end(&ann, &bob, &table);
    begin(&eve, &table);
    let end = place(&eve, &table, 7, "referee");
    assert_eq!(end["set"]["head"]["state"], "over", "{end}");
    assert_eq!(end["set"]["tried"]["trunk"], 7);
    assert_eq!(tries(&eve, &table, 4, 0, "drop 1"), 5, "the game itself went there");
    let saved = tries(&eve, &table, 5, 1, "drop 1");
    assert_eq!(saved, 8);
    assert_eq!(place(&eve, &table, saved, "1")["set"]["head"]["state"], "playing");
    let node = done(&eve, &table, saved, "bot", json!({ "bot": "greedy" }));
    assert_eq!(place(&eve, &table, node, "2")["set"]["tried"]["at"], node);
    assert_eq!(does(&eve, &table, 7, "bot", json!({ "bot": "greedy" })).status, 409);
    assert_eq!(does(&eve, &table, 7, "cut", json!({})).status, 400);
    assert_eq!(does(&eve, &table, 7, "plan", json!({})).status, 400);
    // Thrown away, it is no more.
    assert_eq!(eve.form(&format!("/t/{table}/try/end"), &[]).status, 303);
    assert_eq!(eve.get(&format!("/t/{table}/try/0/frame")).status, 404);
}

#[test]
fn a_line_becomes_the_seat_s_premoves_until_it_has_decided() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "connect-four", "plain");
    begin(&bob, &table);
    let mut node = tries(&bob, &table, 0, 0, "drop 4");
    assert!(
        does(&bob, &table, node, "plan", json!({}))
            .text
            .contains("On this line Bob decides nothing")
    );
    for (seat, line) in [(1, "drop 3"), (0, "drop 4"), (1, "drop 5")] {
        node = tries(&bob, &table, node, seat, line);
    }
    let planned = does(&bob, &table, node, "plan", json!({}));
    assert_eq!(planned.json()["premoves"], json!(["drop 3", "drop 5"]), "{}", planned.text);
    let plan = &bob.frame(&table, "2")["set"]["plan"]["premoves"];
    assert_eq!(*plan, json!(["drop 3", "drop 5"]));
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    let steps = || ann.get(&format!("/api/tables/{table}")).json()["steps"].as_u64().unwrap();
    until("Bob's plan has decided", || steps() == 2);
    let late = does(&bob, &table, node, "plan", json!({}));
    assert_eq!(late.status, 409);
    assert!(late.text.contains("begin a new one"), "{}", late.text);
}

#[test]
fn a_rated_table_may_forbid_sandboxes_while_it_runs_and_says_so_beforehand() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let open = |fields: &[(&str, &str)]| {
        let mut all =
            vec![("scenario", "plain"), ("listed", "on"), ("seat", "me"), ("seat", "open")];
        all.extend(fields);
        ann.form("/new/connect-four", &all)
    };
    let plain = open(&[("no_sandboxes", "on")]);
    assert!(
        plain.status == 400 && plain.text.contains("Only a rated table can forbid sandboxes"),
        "{}",
        plain.text
    );
    let rated = open(&[("no_sandboxes", "on"), ("rated", "on")]);
    let table = rated.location.strip_prefix("/t/").unwrap().to_string();
    let room = bob.get(&format!("/t/{table}"));
    assert!(
        room.text.contains("nobody may try plans from this table before its game is over"),
        "{}",
        room.text
    );
    assert_eq!(bob.get(&format!("/api/tables/{table}")).json()["sandboxes"], false);
    assert_eq!(ann.form(&format!("/t/{table}/try"), &[]).status, 409, "it has not begun");
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let refused = ann.form(&format!("/t/{table}/try"), &[]);
    assert!(
        refused.status == 403 && refused.text.contains("before the game is over"),
        "{}",
        refused.text
    );
    assert!(!ann.get(&format!("/t/{table}")).text.contains("Try a plan in a sandbox"));
    play_to_the_end(&ann, &bob, &table);
    begin(&ann, &table);
    assert_eq!(tries(&ann, &table, 2, 0, "drop 7"), 8);
}

#[test]
fn programs_try_plans_with_the_token_of_a_seat() {
    let house = House::open();
    let made = agent()
        .post(format!("http://{}/api/tables", house.address))
        .content_type("application/json")
        .send(json!({ "game": "connect-four", "seats": ["me", "bot:greedy"] }).to_string());
    let made = Answer::of(made).json();
    let (table, token) =
        (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let url = |path: &str| format!("http://{}/api/tables/{table}/sandbox{path}", house.address);
    let bearer = format!("Bearer {token}");
    let get =
        |path: &str| Answer::of(agent().get(url(path)).header("authorization", &bearer).call());
    let send = |path: &str, body: Value| {
        let request = agent().post(url(path)).header("authorization", &bearer);
        Answer::of(request.content_type("application/json").send(body.to_string()))
    };
    assert_eq!(get("/0").status, 404);
    let begun = send("", json!({}));
    assert_eq!(begun.status, 200, "{}", begun.text);
    assert_eq!(begun.json()["from"], json!({ "known_to": 1, "step": 0 }));
    assert_eq!(begun.json()["legal"]["1"].as_array().unwrap().len(), 7);
    let first = send("/0", json!({ "line": "drop 4" })).json()["node"].as_u64().unwrap();
    let second =
        send(&format!("/{first}"), json!({ "bot": "greedy" })).json()["node"].as_u64().unwrap();
    let shown = get(&format!("/{second}?as=2")).json();
    assert_eq!(shown["deciding"], json!([1]), "{shown}");
    assert_eq!(shown["tried"][1]["bot"], "greedy");
    assert_eq!(send(&format!("/{second}"), json!({ "name": "mine" })).status, 200);
    assert_eq!(get("/0").json()["names"], json!({ second.to_string(): "mine" }));
    assert_eq!(get("/0?as=9").status, 400);
    assert_eq!(get("/0?as=0").status, 400);
    let far = get("/0?as=99999");
    assert!(
        far.status == 400 && far.text.contains("`as` must be a smaller number"),
        "{}",
        far.text
    );
    let far = get("/4294967296");
    assert!(
        far.status == 404 && far.text.contains("no such decision in the sandbox"),
        "{}",
        far.text
    );
    let both = send("/0", json!({ "line": "drop 1", "cut": true }));
    assert!(both.status == 400 && both.text.contains("Say one of"), "{}", both.text);
    assert_eq!(send("/99", json!({ "line": "drop 1" })).status, 409);
    assert_eq!(send("/x", json!({ "line": "drop 1" })).status, 404);
    let planned = send(&format!("/{second}"), json!({ "plan": true }));
    assert_eq!(planned.json()["premoves"], json!(["drop 4"]), "{}", planned.text);
    let thrown = agent().delete(url("")).header("authorization", &bearer).call();
    assert_eq!(Answer::of(thrown).status, 200);
    assert_eq!(get("/0").status, 404);
    assert_eq!(Answer::of(agent().get(url("/0")).call()).status, 403);
}

#[test]
fn bots_say_who_was_winning_when_a_game_is_over() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "connect-four", "plain");
    let path = format!("/t/{table}/estimate");
    let early = ann.get(&path);
    assert!(early.status == 409 && early.text.contains("when it is over"), "{}", early.text);
    play_to_the_end(&ann, &bob, &table);
    let nothing = bob.get(&path).json();
    assert_eq!(nothing["points"].as_array().unwrap().len(), 8, "every position of seven decisions");
    assert_eq!(nothing["points"][0], json!({ "step": 0, "games": 0, "shares": [] }));
    let mut asked = 0;
    let estimate = loop {
        let answer = bob.post(&path, json!({}));
        assert_eq!(answer.status, 200, "{}", answer.text);
        asked += 1;
        if answer.json()["done"] == true {
            break answer.json();
        }
        assert!(asked < 200);
    };
    for point in estimate["points"].as_array().unwrap() {
        assert_eq!(point["games"], 64, "{point}");
    }
    // Where the game has ended nothing is left to be guessed.
    let last = &estimate["points"][7]["shares"];
    assert_eq!((last[0]["value"].as_f64(), last[1]["value"].as_f64()), (Some(1.0), Some(0.0)));
    assert!(last[0]["low"].as_f64().unwrap() < 1.0, "{last}");
    // It is kept with the game, and the same for programs.
    let house = house.restart();
    let url = format!("http://{}/api/tables/{table}/estimate", house.address);
    assert_eq!(Answer::of(agent().get(url).call()).json(), estimate);
}

#[test]
fn a_sandbox_is_bounded() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    begin(&ann, &table);
    let first = tries(&ann, &table, 0, 0, "drop 4");
    for _ in 1..500 {
        done(&ann, &table, first, "again", json!({}));
    }
    let full = does(&ann, &table, 0, "act", json!({ "seat": 0, "line": "drop 1" }));
    assert!(full.status == 400 && full.text.contains("Cut off a line"), "{}", full.text);
    done(&ann, &table, first, "cut", json!({}));
    tries(&ann, &table, 0, 0, "drop 1");
    let long = does(&ann, &table, 0, "act", json!({ "seat": 0, "line": "x".repeat(2001) }));
    assert_eq!(long.status, 413);
}

fn axe() -> String {
    let tools = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("client-tools");
    let script = tools.join("node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(script).expect("this needs axe-core: `cargo xtask client` installs it")
}

#[test]
fn plans_are_tried_by_mouse_by_keys_and_on_a_phone() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "connect-four", "plain");
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    let mut browser = Browser::of_guest(&house, &bob);
    browser.goto(&format!("http://{}/t/{table}", house.address));
    browser.wait("document.getElementById('headline').textContent.length > 0");
    // Two steps from the table.
    browser.click("#open-menu");
    browser.click("#table-menu form[action$='/try'] button");
    browser.wait("location.pathname.endsWith('/try') && document.querySelectorAll('#choices button').length >= 7");
    let told = browser.eval("document.getElementById('origin').textContent").to_string();
    assert!(
        told.contains("Only you see this") && told.contains("What was hidden from Bob is made up"),
        "{told}"
    );
    // Bob decides, then Ann in Bob's sandbox; what was tried is listed.
    browser.eval("document.getElementById('line').focus()");
    browser.write("drop 3");
    browser.key("Enter");
    browser.wait("document.querySelectorAll('#tree button').length === 1 && document.querySelector('#tree [aria-current]')");
    browser.wait("document.querySelectorAll('#choices button').length >= 7");
    browser.eval("document.getElementById('line').focus()");
    browser.write("drop 5");
    browser.key("Enter");
    browser.wait("document.querySelectorAll('#tree button').length === 2");
    // Back by a key, on by a button, elsewhere by deciding.
    browser.eval("document.getElementById('question').focus()");
    browser.key("ArrowLeft");
    browser.wait("document.getElementById('at-words').textContent === 'Decision 1'");
    browser.click("#to-after");
    browser.wait("document.getElementById('at-words').textContent === 'Decision 2'");
    browser.click("#to-start");
    browser.wait("document.getElementById('at-words').textContent === 'The beginning'");
    browser.click("#bot-once");
    browser.wait("document.getElementById('at-words').textContent === 'Decision 1'");
    browser.click("#bot-on");
    browser.wait("!document.getElementById('result').hidden");
    browser.wait("document.getElementById('bot-on').textContent === 'Plays on'");
    // A name, and back to it.
    browser.eval("document.getElementById('line-name').focus()");
    browser.write("As the bots do");
    browser.key("Enter");
    browser.wait("document.querySelector('#named button')?.textContent === 'As the bots do'");
    browser.click("#to-start");
    browser.wait("document.getElementById('at-words').textContent === 'The beginning'");
    browser.click("#named button");
    browser.wait("document.getElementById('at-words').textContent !== 'The beginning'");
    browser.eval("document.querySelector('#tree button').click()");
    browser.wait("document.getElementById('at-words').textContent === 'Decision 1'");
    browser.click("#plan-line");
    browser.wait("document.getElementById('notice').textContent.includes('Planned at the table')");
    // The table was asked at once, and Bob's plan has decided there.
    let steps = || ann.get(&format!("/api/tables/{table}")).json()["steps"].as_u64().unwrap();
    until("the plan has decided", || steps() == 2);
    let axe = axe();
    browser.eval(&format!("{axe}; true"));
    for (width, height, theme) in [(1280, 800, "light"), (390, 844, "dark")] {
        browser.size(width, height);
        browser.theme(theme);
        let found = browser.eval(
            "axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
             .then((r) => r.violations.map((v) => [v.id, v.help, v.nodes.map((n) => n.html.slice(0, 160))]))",
        );
        assert_eq!(found, json!([]), "{width} {theme}");
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.eval(fits), true, "{width}: wider than its window");
    }
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}
