//! Deciding beforehand: what a seat has planned acts when it is asked, once, and nobody else ever sees it.

use crate::browser::Browser;
use crate::house::{Answer, Guest, House, Stream, agent, ask_store, quick, until};
use serde_json::{Value, json};

/// A game of connect four of two people; gives its table.
fn two(ann: &Guest, bob: &Guest) -> String {
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    let sat = bob.form(&format!("/t/{table}/join"), &[("seat", "2")]);
    assert_eq!(sat.status, 303, "{}", sat.text);
    table
}

fn sheet(guest: &Guest, table: &str, seat: u16) -> Value {
    guest.get(&format!("/t/{table}/plan?as={}", seat + 1)).json()
}

/// Puts a plan in the place of the one that is there.
fn put(guest: &Guest, table: &str, seat: u16, plan: Value) -> Answer {
    let number = sheet(guest, table, seat)["number"].clone();
    let body = json!({ "seat": seat, "number": number, "plan": plan });
    guest.post(&format!("/t/{table}/plan"), body)
}

fn planned(guest: &Guest, table: &str, seat: u16, plan: Value) {
    let answer = put(guest, table, seat, plan);
    assert_eq!(answer.status, 200, "{}", answer.text);
}

fn premoves(lines: &[&str]) -> Value {
    json!({ "premoves": lines.iter().map(|line| json!({ "line": line })).collect::<Vec<_>>() })
}

fn steps(guest: &Guest, table: &str) -> u64 {
    guest.get(&format!("/api/tables/{table}")).json()["steps"].as_u64().unwrap()
}

fn decided(guest: &Guest, table: &str, count: u64) {
    until(&format!("there are {count} decisions"), || steps(guest, table) == count);
}

/// What a plan has told its person.
fn told(guest: &Guest, table: &str, seat: u16) -> Vec<String> {
    let notes = sheet(guest, table, seat)["notes"].as_array().cloned().unwrap_or_default();
    notes.iter().map(|note| note["text"].as_str().unwrap().to_string()).collect()
}

/// Who did what, as the store has it.
fn actions(house: &House, table: &str) -> Vec<String> {
    let sql = format!("SELECT seat, action FROM steps WHERE table_id = '{table}' ORDER BY step");
    ask_store(house.folder.path(), &sql).lines().map(str::to_string).collect()
}

#[test]
fn premoves_are_played_in_order_as_soon_as_their_turn_comes() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob);
    planned(&bob, &table, 1, premoves(&["4", "drop 5"]));
    assert_eq!(steps(&bob, &table), 0, "it is not Bob's turn");
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    decided(&ann, &table, 2);
    let frame = bob.frame(&table, "2");
    assert_eq!(frame["set"]["plan"]["premoves"], json!(["drop 5"]), "{frame}");
    assert_eq!(frame["set"]["plan"]["notes"][0]["text"], "As planned: `drop 4`.");
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    decided(&ann, &table, 4);
    assert_eq!(actions(&house, &table), ["0|drop 1", "1|drop 4", "0|drop 1", "1|drop 5"]);
    assert_eq!(told(&bob, &table, 1), ["As planned: `drop 4`.", "As planned: `drop 5`."]);
    // Bob is told everything since the last decision that he took by hand, and it is forgotten with the next one.
    assert_eq!(bob.frame(&table, "2")["set"]["head"]["since"], 0);
    assert_eq!(ann.act(&table, 0, "drop 2", None).status, 200);
    assert_eq!(bob.act(&table, 1, "drop 7", None).status, 200);
    assert_eq!(told(&bob, &table, 1), Vec::<String>::new());
    assert!(bob.frame(&table, "2")["set"].get("plan").is_none(), "nothing is left");
    assert_eq!(ask_store(house.folder.path(), "SELECT count(*) FROM plans"), "0");
}

#[test]
fn what_cannot_be_done_is_dropped_with_its_rule_and_what_can_never_be_is_told_at_once() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob);
    let refused = put(&bob, &table, 1, premoves(&["fly to the moon"]));
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("I do not understand `fly to the moon`"), "{}", refused.text);
    let no_count = json!({ "keep": [{ "count": "Munitions", "least": 2 }] });
    let refused = put(&bob, &table, 1, no_count);
    assert!(refused.text.contains("Your sheet has no count `Munitions`"), "{}", refused.text);
    let unknown = json!({ "premovs": [] });
    assert_eq!(put(&bob, &table, 1, unknown).status, 400);
    assert_eq!(sheet(&bob, &table, 1)["number"], 0, "nothing was kept");
    for _ in 0..3 {
        assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
        assert_eq!(bob.act(&table, 1, "drop 4", None).status, 200);
    }
    planned(&bob, &table, 1, premoves(&["drop 4", "drop 5"]));
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    until("the plan was asked", || told(&bob, &table, 1).len() == 2);
    let notes = told(&bob, &table, 1);
    assert!(
        notes[0].starts_with("`drop 4` is dropped: ") && notes[0].contains("(CF-DROP-02)"),
        "{notes:?}"
    );
    assert_eq!(notes[1], "So `drop 5` is dropped too.");
    assert_eq!(steps(&bob, &table), 7, "Bob decides himself");
    // On one's own turn it is told before it is planned.
    let refused = put(&bob, &table, 1, premoves(&["drop 4"]));
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("cannot be done now") && refused.text.contains("CF-DROP-02"));
    // A plan that has changed is not overwritten by a page that shows an old one.
    planned(&bob, &table, 1, json!({ "answers": [{ "kind": "no such question", "say": ["1"] }] }));
    let old = json!({ "seat": 1, "number": 1, "plan": premoves(&["drop 1"]) });
    assert_eq!(bob.post(&format!("/t/{table}/plan"), old).status, 409);
    assert_eq!(steps(&bob, &table), 7);
}

#[test]
fn what_is_taken_back_is_not_done_again() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob);
    let kind = sheet(&ann, &table, 0)["questions"][0]["kind"].clone();
    let mut plan = premoves(&["drop 4", "drop 5"]);
    plan["answers"] = json!([{ "kind": kind, "say": ["drop 6"] }]);
    planned(&ann, &table, 0, plan);
    decided(&ann, &table, 1);
    let undo = json!({ "seat": 0, "line": "", "turn": null });
    assert_eq!(ann.post(&format!("/t/{table}/undo"), undo).status, 200);
    assert_eq!(steps(&ann, &table), 0);
    let notes = told(&ann, &table, 0);
    assert_eq!(notes[1], "You took back what the plan did: `drop 5` is dropped.", "{notes:?}");
    // It rests until Ann has decided; then it answers as always.
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    assert_eq!(bob.act(&table, 1, "drop 1", None).status, 200);
    decided(&ann, &table, 3);
    assert_eq!(actions(&house, &table), ["0|drop 1", "1|drop 1", "0|drop 6"]);
}

/// Everything that somebody else can see of a table: pages, frames, the interface for programs.
pub fn seen(guest: &Guest, table: &str, seat: &str, token: &str) -> Vec<String> {
    let mut all = vec![guest.follow(table, seat).text().unwrap()];
    let page = |path: &str| {
        let answer = guest.get(path);
        crate::house::without_id(&answer.text, &answer.headers)
    };
    for path in
        ["", "?as=table", "/desk", "/replay", "/words?line=describe", "/turn", "/story", "/at/1"]
    {
        all.push(page(&format!("/t/{table}{path}")));
    }
    all.push(page(&format!("/api/tables/{table}")));
    for what in ["view", "legal", "log", "record", "plan"] {
        let url = guest.url(&format!("/api/tables/{table}/{what}"));
        let asked = agent().get(url).header("authorization", format!("Bearer {token}"));
        let answer = Answer::of(asked.call());
        all.push(crate::house::without_id(&answer.text, &answer.headers));
    }
    all
}

pub fn token(house: &House, table: &str, seat: u16) -> String {
    let sql = format!("SELECT token FROM seats WHERE table_id = '{table}' AND seat = {seat}");
    ask_store(house.folder.path(), &sql)
}

#[test]
fn nobody_else_sees_that_there_is_a_plan() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let watcher = house.guest();
    // Bob is the host; in the postal game several write at once, and hidden from each other.
    for (game, scenario) in [("connect-four", "plain"), ("postal-survival", "")] {
        let scenario = match scenario {
            "" => shelf::shelf()
                .iter()
                .find(|shelved| shelved.game.id() == game)
                .map(|shelved| {
                    let scenarios =
                        shelved.game.catalogue(&shelved.game.house()).unwrap().scenarios;
                    scenarios.iter().find(|it| it.seats_near(2) == 2).unwrap().id.clone()
                })
                .unwrap(),
            named => named.to_string(),
        };
        let table = bob.open(game, &scenario, &["me", "open"]);
        assert_eq!(ann.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
        let (bobs, anns) = (token(&house, &table, 0), token(&house, &table, 1));
        let mut follows: [Stream; 2] = [bob.follow(&table, "1"), watcher.follow(&table, "table")];
        for stream in &mut follows {
            stream.text().unwrap();
        }
        let before = (seen(&bob, &table, "1", &bobs), seen(&watcher, &table, "table", ""));
        let question = sheet(&ann, &table, 1)["questions"].as_array().unwrap().last().cloned();
        let line = question.as_ref().unwrap()["answers"][0]["line"].clone();
        // Something that never acts: it waits for words that are never told.
        let secret = json!({
            "conditions": [{ "when": [{ "told": { "words": "the secret of Ann" } }], "say": [line] }],
            "answers": [{ "kind": "a question of Ann's", "say": [line] }],
        });
        planned(&ann, &table, 1, secret.clone());
        assert!(ann.frame(&table, "2")["set"].get("plan").is_some(), "{game}: Ann sees it");
        let after = (seen(&bob, &table, "1", &bobs), seen(&watcher, &table, "table", ""));
        assert!(before == after, "{game}: somebody sees a difference\n{before:?}\n{after:?}");
        // It changes again, and nobody hears anything before the next word that is said.
        planned(&ann, &table, 1, secret);
        watcher.post(&format!("/t/{table}/talk"), json!({ "text": "Hello" }));
        for stream in &mut follows {
            let update = stream.next().unwrap();
            let set = update["set"].as_object().unwrap();
            assert!(set.keys().all(|name| name.starts_with("talk/")), "{game}: {update}");
        }
        assert_eq!(bob.get(&format!("/t/{table}/plan?as=2")).status, 403);
        assert_eq!(watcher.get(&format!("/t/{table}/plan")).status, 403);
        let stolen = json!({ "seat": 1, "number": 0, "plan": {} });
        assert_eq!(bob.post(&format!("/t/{table}/plan"), stolen).status, 403);
        // Whoever plays on in the seat gets nothing of it, and Ann has it again when she is back.
        assert_eq!(ann.form(&format!("/t/{table}/leave"), &[]).status, 303);
        let replaced = bob.form(
            &format!("/t/{table}/replace"),
            &[("seat", "2"), ("bot", "random"), ("sure", "on")],
        );
        assert_eq!(replaced.status, 303, "{}", replaced.text);
        let url = ann.url(&format!("/api/tables/{table}/plan"));
        let asked = agent().get(url).header("authorization", format!("Bearer {anns}"));
        assert_eq!(Answer::of(asked.call()).status, 403, "her token has ended");
        assert_eq!(ann.form(&format!("/t/{table}/back"), &[]).status, 303);
        assert_eq!(sheet(&ann, &table, 1)["plan"]["answers"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn a_kill_between_two_decisions_neither_repeats_a_premove_nor_loses_it() {
    let mut house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob);
    let same = |guest: &Guest, house: &House| Guest {
        agent: agent(),
        address: house.address,
        cookie: guest.cookie.clone(),
        key: guest.key.clone(),
    };
    let columns = ["drop 2", "drop 4", "drop 6", "drop 2", "drop 4"];
    planned(&bob, &table, 1, premoves(&columns));
    let (mut ann, mut bob) = (ann, bob);
    for (round, column) in [1, 3, 5, 7, 1].into_iter().enumerate() {
        let done = ann.act(&table, 0, &format!("drop {column}"), None);
        assert_eq!(done.status, 200, "{}", done.text);
        // The answer was not waited for.
        let folder = house.kill();
        house = House::in_folder(folder, quick);
        (ann, bob) = (same(&ann, &house), same(&bob, &house));
        decided(&ann, &table, 2 * (round as u64 + 1));
    }
    let bobs: Vec<String> =
        actions(&house, &table).into_iter().filter(|line| line.starts_with('1')).collect();
    assert_eq!(bobs, columns.map(|line| format!("1|{line}")));
    assert_eq!(told(&bob, &table, 1).len(), 5, "each is told once");
    // A server that ended after it had noted that a plan is to be asked, and before it asked it.
    let kind = sheet(&ann, &table, 0)["questions"][0]["kind"].clone();
    planned(&ann, &table, 0, json!({ "answers": [{ "kind": "never asked", "say": ["1"] }] }));
    // It is asked once already, since she is asked: what comes of that is stored before the server ends.
    let due = "SELECT count(*) FROM plans WHERE due > 0";
    until("it was asked", || ask_store(house.folder.path(), due) == "0");
    let folder = house.kill();
    let kind = kind.as_str().unwrap();
    let store = folder.path();
    ask_store(store, &format!("UPDATE plans SET plan = replace(plan, 'never asked', '{kind}')"));
    ask_store(store, "UPDATE plans SET due = 1 WHERE seat = 0");
    house = House::in_folder(folder, quick);
    ann = same(&ann, &house);
    decided(&ann, &table, 11);
}

/// Two servers of one house see the same plans: what is planned at one is done once, wherever the others decide.
#[cfg(feature = "postgres")]
#[test]
fn of_two_servers_one_does_what_was_planned() {
    use crate::house::postgres;
    let address = postgres::new_store();
    let [first, second] = House::pair(&address, |_| {});
    let (ann, bob) = (first.guest().called("Ann"), second.guest().called("Bob"));
    let table = two(&ann, &bob.at(&first));
    planned(&bob, &table, 1, premoves(&["drop 4", "drop 5", "drop 6"]));
    // Both have the table in memory, and each hears of what is decided at the other.
    for (count, house) in [(2, &first), (4, &second), (6, &first)] {
        assert_eq!(ann.at(house).act(&table, 0, "drop 1", None).status, 200);
        for guest in [&ann, &bob] {
            decided(guest, &table, count);
        }
    }
    let sql = format!("SELECT seat, action FROM steps WHERE table_id = '{table}' ORDER BY step");
    let did = postgres::ask(&address, &sql);
    assert_eq!(did, "0|drop 1\n1|drop 4\n0|drop 1\n1|drop 5\n0|drop 1\n1|drop 6");
    assert_eq!(told(&bob, &table, 1).len(), 3);
    assert_eq!(told(&bob.at(&first), &table, 1).len(), 3, "at the other server too");
}

#[test]
fn every_game_has_premoves_and_standing_answers() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        let scenarios = shelved.game.catalogue(&shelved.game.house()).unwrap().scenarios;
        let scenario = scenarios.iter().find(|it| it.seats_near(2) == 2).unwrap();
        let table = ann.open(game, &scenario.id, &["me", "bot:random"]);
        for manner in ["premove", "answer"] {
            until(&format!("{game}: Ann is asked"), || {
                ann.frame(&table, "1")["set"].get("prompt").is_some()
            });
            let asked = sheet(&ann, &table, 0)["questions"][0].clone();
            let line = asked["answers"][0]["line"].as_str().unwrap().to_string();
            let plan = match manner {
                "premove" => premoves(&[&line]),
                _ => json!({ "answers": [{ "kind": asked["kind"], "say": [line] }] }),
            };
            let so_often = || {
                let own = format!("0|{line}");
                actions(&house, &table).iter().filter(|done| **done == own).count()
            };
            let before = so_often();
            planned(&ann, &table, 0, plan);
            until(&format!("{game}: the {manner} `{line}` is done"), || so_often() > before);
            // A standing answer may just be given once more.
            until("the plan is given up", || {
                let answer = put(&ann, &table, 0, json!({}));
                answer.status == 200 || answer.text.contains("The game is over")
            });
        }
    }
}

#[test]
fn a_program_plans_for_its_seat() {
    let house = House::open();
    let opened = agent()
        .post(format!("http://{}/api/tables", house.address))
        .content_type("application/json")
        .send(json!({ "game": "connect-four", "seats": ["me", "bot:random"] }).to_string());
    let opened = Answer::of(opened).json();
    let (table, token) = (&opened["id"], opened["seats"][0]["token"].as_str().unwrap());
    let url = format!("http://{}/api/tables/{}/plan", house.address, table.as_str().unwrap());
    let bearer = format!("Bearer {token}");
    let get = || Answer::of(agent().get(&url).header("authorization", &bearer).call());
    let put = |body: Value| {
        let request = agent().put(&url).header("authorization", &bearer);
        Answer::of(request.content_type("application/json").send(body.to_string()))
    };
    let empty = get().json();
    assert_eq!(empty["number"], 0, "{empty}");
    assert!(empty["plan"].get("progress").is_none(), "{empty}");
    let kind = empty["questions"][0]["kind"].clone();
    let plan = json!({ "answers": [{ "kind": kind, "say": ["drop 3", "drop 4", "drop 5"] }] });
    let set = put(json!({ "number": 0, "plan": plan }));
    assert_eq!(set.status, 200, "{}", set.text);
    let steps = || {
        let table = format!("http://{}/api/tables/{}", house.address, table.as_str().unwrap());
        Answer::of(agent().get(table).call()).json()["steps"].as_u64()
    };
    until("the plan has answered three times", || steps() >= Some(5));
    assert_eq!(put(json!({ "number": 0, "plan": {} })).status, 409);
    assert_eq!(put(json!({ "plan": {} })).status, 400);
    let without = Answer::of(agent().get(&url).call());
    assert_eq!(without.status, 403, "{}", without.text);
    let described: Value =
        Answer::of(agent().get(format!("http://{}/api/openapi.json", house.address)).call()).json();
    assert!(described["paths"]["/api/tables/{id}/plan"]["put"].is_object());
}

#[test]
fn plans_are_made_by_mouse_and_by_keys() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob);
    let mut browser = Browser::of_guest(&house, &bob);
    browser.goto(&format!("http://{}/t/{table}", house.address));
    browser.wait("document.querySelector('#board .ground').childElementCount");
    // By mouse, from the menu.
    browser.click("#open-menu");
    browser.click("#open-plans");
    browser.wait("document.getElementById('plans').open && document.getElementById('plan-line')");
    browser.click("#plan-line");
    browser.write("drop 4");
    browser.click("#plan-sheet form button");
    browser.wait("document.querySelector('#drop-0')");
    // By keys: another line, one that is none, and the order of the two.
    browser.wait("document.activeElement.id === 'plan-line'");
    browser.write("drop 5");
    browser.key("Enter");
    browser.wait("document.querySelector('#drop-1') && document.activeElement.id === 'plan-line'");
    browser.write("xyzzy");
    browser.key("Enter");
    browser.wait("document.getElementById('plan-trouble').textContent.includes('xyzzy')");
    browser.eval("document.getElementById('up-1').focus()");
    browser.key("Enter");
    browser.wait("document.querySelector('#plan-sheet ol code').textContent === 'drop 5'");
    let axe = axe();
    browser.eval(&format!("{axe}; true"));
    for (width, height, theme) in [(1280, 800, "light"), (390, 844, "dark")] {
        browser.size(width, height);
        browser.theme(theme);
        let found = browser.eval(
            "axe.run(document.getElementById('plans'), { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
             .then((r) => r.violations.map((v) => [v.id, v.help, v.nodes.map((n) => n.html.slice(0, 160))]))",
        );
        assert_eq!(found, json!([]), "{width} {theme}");
        let fits = "document.getElementById('plans').scrollWidth <= document.getElementById('plans').clientWidth";
        assert_eq!(browser.eval(fits), true, "{width}: wider than its window");
    }
    browser.size(1280, 800);
    browser.key("Escape");
    browser.wait(
        "!document.getElementById('plans').open && !document.getElementById('planned').hidden",
    );
    let words = browser.eval("document.querySelector('#planned span').textContent");
    assert_eq!(words, "Planned: drop 5, then 1 more.");
    // By the written line, and what is planned is marked on the board.
    browser.eval("document.getElementById('line').focus()");
    browser.write("plan drop 6");
    browser.key("Enter");
    browser.wait("document.getElementById('answers').textContent.includes('Planned: drop 6.')");
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    decided(&ann, &table, 2);
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    decided(&ann, &table, 4);
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    decided(&ann, &table, 6);
    assert_eq!(
        actions(&house, &table).iter().filter(|line| line.starts_with('1')).collect::<Vec<_>>(),
        ["1|drop 5", "1|drop 4", "1|drop 6"]
    );
    assert_eq!(ann.act(&table, 0, "drop 2", None).status, 200);
    browser.wait("document.querySelectorAll('#recap li.plan').length === 3");
    // What a line speaks of is marked, for whoever planned it alone.
    let map = ann.open("outdoor-survival", "lost", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{map}/join"), &[("seat", "2")]).status, 303);
    let lines = json!({ "premoves": [{ "line": "n", "waits": true }, { "line": "n" }] });
    planned(&bob, &map, 1, lines);
    browser.goto(&format!("http://{}/t/{map}", house.address));
    browser.wait("document.querySelectorAll('.planned text').length === 2");
    let mut other = Browser::of_guest(&house, &ann);
    other.goto(&format!("http://{}/t/{map}", house.address));
    other.wait("document.querySelector('#board .ground').childElementCount && document.getElementById('headline').textContent.startsWith('Day 1')");
    assert_eq!(other.eval("document.querySelectorAll('.planned *').length"), 0);
    assert_eq!(other.eval("document.getElementById('planned').hidden"), true);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

/// axe-core, which `cargo xtask client` installs with the other tools of the client.
pub fn axe() -> String {
    let tools = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("client-tools");
    let script = tools.join("node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(script).expect("this needs axe-core: `cargo xtask client` installs it")
}
