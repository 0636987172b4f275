//! What a table does in a real browser beside play: undo, lost connections, spectators, the curtain
//! between hidden hands, and whether everybody can use it.

use crate::browser::{self, Browser};
use crate::house::{self, House};
use serde_json::json;
use std::path::Path;
use std::sync::Mutex;

fn url(house: &House, path: &str) -> String {
    format!("http://{}{path}", house.address)
}

/// A browser in which a guest of the house is signed in.
fn as_guest(house: &House, guest: &house::Guest) -> Browser {
    let mut browser = Browser::launch();
    browser.theme("light");
    let (name, value) = guest.cookie.split_once('=').unwrap();
    let cookie = json!({ "name": name, "value": value, "url": url(house, "/"), "httpOnly": true });
    browser.send("Network.setCookie", cookie);
    browser
}

const ASKED: &str = "document.querySelector('#choices button')";

#[test]
fn undo_and_a_refusal_with_its_rule() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("yellowstone", "solo", &["me"]);
    let mut browser = as_guest(&house, &guest);
    browser.goto(&url(&house, &format!("/t/{table}")));
    // Until a decision can be taken back.
    for _ in 0..60 {
        browser.wait(ASKED);
        if browser.eval("!document.getElementById('undo').disabled") == json!(true) {
            break;
        }
        let before = browser.eval("document.querySelector('#main').innerText");
        // One decision, not a plan of many.
        browser.eval("[...document.querySelectorAll('#choices button')].find(({ choice }) => !choice.plan).click()");
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.eval("document.querySelector('#menu button').click()");
        }
        browser.wait(&format!("document.querySelector('#main').innerText !== {before}"));
    }
    let step = guest.frame(&table, "1")["step"].as_u64().unwrap();
    browser.click("#undo");
    browser.wait("!document.querySelector('.busy')");
    let began = std::time::Instant::now();
    while guest.frame(&table, "1")["step"].as_u64().unwrap() != step - 1 {
        assert!(began.elapsed() < browser::PATIENCE, "nothing was taken back");
    }
    browser.wait(ASKED);
    browser.key("/");
    browser.write("move M1 A1");
    browser.key("Enter");
    browser.wait("!document.getElementById('notice').hidden");
    let notice = browser.eval("document.getElementById('notice').innerText").to_string();
    assert!(!notice.is_empty());
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn what_cannot_be_taken_back_is_said_and_a_question_clears_what_was_refused() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("outdoor-survival", "lost", &["me"]);
    let mut browser = as_guest(&house, &guest);
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait(ASKED);
    for (line, said) in [("undo", "Nothing can be taken back"), ("fly", "fly")] {
        browser.key("/");
        browser.write(line);
        browser.key("Enter");
        browser.wait(&format!(
            "!document.getElementById('notice').hidden && document.getElementById('notice').innerText.includes('{said}')"
        ));
        let seen = "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.getElementById('notice').getBoundingClientRect())";
        assert_eq!(browser.eval(seen), true, "what is said of `{line}` is out of sight");
        browser.key("Escape");
    }
    browser.key("/");
    browser.write("fly");
    browser.key("Enter");
    browser.wait("!document.getElementById('notice').hidden");
    browser.eval("document.getElementById('line').value = ''");
    browser.write("where");
    browser.key("Enter");
    browser.wait(
        "document.getElementById('notice').hidden && !document.getElementById('answers').hidden",
    );
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn a_page_that_lost_its_server_catches_up_by_itself() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("outdoor-survival", "lost", &["me"]);
    let mut browser = as_guest(&house, &guest);
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait(ASKED);
    let house = house.restart();
    browser.wait("document.querySelector('.away')");
    for _ in 0..3 {
        let frame = guest.frame(&table, "1");
        let Some(line) = frame["set"]["prompt"]["choices"][0]["notation"].as_str() else { break };
        assert_eq!(guest.act(&table, 0, line, None).status, 200);
    }
    let now = guest.frame(&table, "1");
    let headline = now["set"]["head"]["headline"].clone();
    browser.wait(&format!("document.getElementById('headline').textContent === {headline}"));
    let question = now["set"]["prompt"]["question"].clone();
    browser.wait(&format!("document.getElementById('question').textContent === {question}"));
    browser.wait("!document.querySelector('.away')");
    drop(house);
}

#[test]
fn a_spectator_sees_the_table_and_decides_nothing() {
    let house = House::open();
    let guest = house.guest().called("Ann");
    let table = guest.open("outlive", "convoy", &["me", "bot:greedy"]);
    let mut browser = Browser::launch();
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait("document.getElementById('question').textContent.includes('You are watching')");
    assert_eq!(
        browser.eval("document.querySelectorAll('#choices button, .card.choice').length"),
        0
    );
    assert_eq!(browser.eval("document.getElementById('undo').disabled"), true);
    // A move that is written is not done, and that is said.
    browser.eval("document.getElementById('line').focus()");
    browser.write("go Harbour");
    browser.key("Enter");
    browser.wait("document.getElementById('notice').innerText.includes('You are watching')");
    browser.click("#tab-talk");
    browser.eval("document.getElementById('words').focus()");
    browser.write("<b>Good luck</b>");
    browser.key("Enter");
    browser.wait("document.getElementById('said').innerText.includes('<b>Good luck</b>')");
    assert_eq!(browser.eval("document.querySelectorAll('#said li b').length"), 1, "the name alone");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn the_curtain_falls_between_hidden_hands() {
    let house = House::open();
    let guest = house.guest().called("Ann");
    let table = guest.open("outlive", "convoy", &["me", "me"]);
    let mut browser = as_guest(&house, &guest);
    browser.goto(&url(&house, &format!("/t/{table}?as=1")));
    // Whoever comes says that it is they.
    browser.wait("!document.getElementById('curtain').hidden");
    browser.click("#lift");
    browser.wait(ASKED);
    let cards = "[...document.querySelectorAll('#sheets [data-card]')].map((card) => card.dataset.card).filter((id) => id.startsWith('hand-') || id.startsWith('leader-')).join(' ')";
    let first_hand = browser.eval(cards);
    for _ in 0..60 {
        if browser.eval("!document.getElementById('curtain').hidden") == json!(true) {
            break;
        }
        let before = browser.eval("document.querySelector('#main').innerText");
        browser.eval("document.querySelector('#choices button').click()");
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.eval("document.querySelector('#menu button').click()");
        }
        browser.wait(&format!("document.querySelector('#main').innerText !== {before}"));
        browser.wait(&format!("{ASKED} || !document.getElementById('curtain').hidden"));
    }
    assert_eq!(browser.eval("!document.getElementById('curtain').hidden"), true, "no curtain fell");
    // Behind it is nothing of either hand.
    assert_eq!(browser.eval("document.querySelectorAll('#sheets [data-card], #board .piece, #choices button, #log li').length"), 0);
    let words = browser.eval("document.getElementById('curtain-words').textContent").to_string();
    assert!(words.contains("Ann 2"), "{words}");
    browser.key("Enter");
    browser.wait(ASKED);
    let second_hand = browser.eval(cards);
    assert!(first_hand != second_hand, "{first_hand} {second_hand}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

/// axe-core, which `cargo xtask client` installs with the other tools of the client.
fn axe() -> String {
    let tools = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("client-tools");
    let script = tools.join("node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(script).expect("this needs axe-core: `cargo xtask client` installs it")
}

/// What axe finds on the page as it looks now, by all its rules.
fn audit(browser: &mut Browser, page: &str) -> Vec<String> {
    let rules = json!({ "target-size": { "enabled": true } });
    let found = browser.eval(&format!(
        "axe.run(document, {{ resultTypes: ['violations'], rules: {rules} }}).then((r) => r.violations.map((v) => [v.id, v.impact, v.help, v.nodes.length, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary.slice(0, 200))]))"
    ));
    found.as_array().unwrap().iter().map(|found| format!("{page}: {found}")).collect()
}

/// What keeps somebody out of a page, in a wide window and in a narrow one, by light and by dark.
fn barriers(browser: &mut Browser, axe: &str, house: &House, page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.size(width, height);
        browser.goto(&url(house, page));
        browser.wait("!document.getElementById('board') || document.getElementById('curtain')?.hidden === false || (document.querySelector('#board .ground').childElementCount && document.getElementById('headline').textContent !== 'Setting the table …')");
        browser.eval(&format!("{axe}; true"));
        let fits = browser.eval("document.documentElement.scrollWidth <= innerWidth + 1");
        if fits != json!(true) {
            found.push(format!("{width} {page}: wider than the window"));
        }
        for theme in ["light", "dark"] {
            browser.theme(theme);
            browser.wait(&format!("matchMedia('(prefers-color-scheme: {theme})').matches"));
            // Nothing is folded away from the examination, and what stays in sight covers nothing that one
            // could not scroll to.
            browser
                .eval("for (const fold of document.querySelectorAll('details')) fold.open = true");
            browser.eval("for (const panel of document.querySelectorAll('[role=tabpanel]')) panel.hidden = false");
            browser.eval("for (const stays of document.querySelectorAll('.tabs, .ends, .stage, .confirm, #lesson, #asked, #say-move')) stays.style.position = 'static'");
            found.extend(audit(browser, &format!("{theme} {width} {page}")));
        }
    }
    found
}

#[test]
fn axe_finds_nothing_on_any_page() {
    let (house, axe) = (House::open(), axe());
    let guest = house.guest().called("Ann");
    let waiting = guest.open("outlive", "convoy", &["me", "link", "open"]);
    let mut pages: Vec<String> =
        ["/", "/help", "/learn", "/no-such-page", "/me", "/sign-in"].map(String::from).to_vec();
    // Somebody sits down, asks, and looks for partners.
    let bob = house.guest().called("Bob");
    bob.form(&format!("/t/{waiting}/join"), &[("seat", "3")]);
    bob.form(&format!("/t/{waiting}/person/1"), &[("deed", "ask")]);
    bob.form("/seek", &[("what", "outlive")]);
    guest.form("/friends", &[("deed", "renew")]);
    pages.extend(["/my", "/seek", "/friends"].map(String::from));
    pages.extend(crate::contests::pages(&house, &guest));
    pages.push(format!("/t/{waiting}/person/3"));
    pages.push(format!("/t/{waiting}"));
    let link = guest.get(&format!("/t/{waiting}")).text;
    pages.push(format!("/s/{}", house::between(&link, "/s/", "<")));
    pages.push("/help?q=winter".into());
    pages.push("/new/outlive?scenario=convoy&seats=2".into());
    // A game that is over, seen and looked back at; one behind its curtain; a lesson.
    let over = guest.open("outdoor-survival", "lost", &["me"]);
    guest.act(&over, 0, "resign", None);
    pages.extend([
        format!("/t/{over}"),
        format!("/t/{over}/replay"),
        format!("/t/{over}/report/1?as=1"),
        format!("/t/{over}/try"),
        format!("/t/{waiting}/try"),
        "/help/sandbox".into(),
    ]);
    assert_eq!(guest.form(&format!("/t/{over}/try"), &[]).status, 303);
    let hot = guest.open("outlive", "convoy", &["me", "me"]);
    pages.push(format!("/t/{hot}?as=1"));
    let begun = guest.form("/learn/connect-four/1-four-in-a-row", &[]);
    pages.push(begun.location);
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        let catalogue = shelved.game.catalogue(&shelved.game.house()).unwrap();
        let for_two = |scenario: &&table::ScenarioInfo| scenario.seats_near(2) == 2;
        let scenario = catalogue.scenarios.iter().find(for_two).expect("two can play");
        let table = guest.open(game, &scenario.id, &["me", "bot:greedy"]);
        // A table at which something has happened, and cards can be chosen where there are any.
        for _ in 0..4 {
            let frame = guest.frame(&table, "1");
            let choices = frame["set"]["prompt"]["choices"].as_array().cloned().unwrap_or_default();
            let Some(choice) = choices.iter().find(|choice| choice["grave"].is_null()) else {
                break;
            };
            guest.act(&table, 0, choice["notation"].as_str().unwrap(), None);
        }
        assert_eq!(guest.form(&format!("/t/{table}/try"), &[]).status, 303);
        for page in ["", "/replay", "/desk", "/try"] {
            pages.push(format!("/t/{table}{page}"));
        }
        pages.extend([
            format!("/help/{game}"),
            format!("/help/{game}/rules"),
            format!("/new/{game}"),
            format!("/new/{game}?scenario={}", scenario.id),
        ]);
    }
    let left = Mutex::new(pages);
    let audited = || {
        let mut browser = as_guest(&house, &guest);
        let mut found = Vec::new();
        let next = || left.lock().unwrap().pop();
        while let Some(page) = next() {
            found.extend(barriers(&mut browser, &axe, &house, &page));
        }
        assert!(browser.errors.is_empty(), "{:?}", browser.errors);
        found
    };
    let found = std::thread::scope(|scope| {
        let browsers = [scope.spawn(audited), scope.spawn(audited)];
        browsers.map(|browser| browser.join().unwrap()).concat()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_friend_with_the_link_plays_in_a_browser_of_their_own() {
    let house = House::open();
    let guest = house.guest().called("Ann");
    let table = guest.open("outdoor-survival", "lost", &["me", "link"]);
    let room = guest.get(&format!("/t/{table}")).text;
    let link = house::between(&room, "/s/", "<").to_string();
    let mut ann = as_guest(&house, &guest);
    ann.goto(&url(&house, &format!("/t/{table}")));
    let mut bob = Browser::launch();
    bob.goto(&url(&house, &format!("/s/{link}")));
    bob.eval("document.querySelector('main input[name=name]').focus()");
    bob.eval("document.querySelector('main input[name=name]').value = ''");
    bob.write("Bob");
    bob.click("main form button");
    bob.wait("location.pathname.startsWith('/t/')");
    ann.wait("document.getElementById('seats')?.innerText.includes('Bob')");
    let mut decided = [0, 0];
    for _ in 0..12 {
        // Whoever is asked decides, and the other one's page follows.
        let asked = format!("!!({ASKED})");
        let who = (0..600).find_map(|_| {
            let asked = [&mut ann, &mut bob].map(|browser| browser.eval(&asked) == json!(true));
            std::thread::sleep(std::time::Duration::from_millis(20));
            asked.iter().position(|asked| *asked)
        });
        let who = who.expect("somebody is asked");
        let (player, other) = if who == 0 { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
        let before = other.eval("document.getElementById('log').innerText");
        player.eval("[...document.querySelectorAll('#choices button')].find((button) => button.choice.notation !== 'resign').click()");
        if player.eval("!document.getElementById('menu').hidden") == json!(true) {
            player.eval("document.querySelector('#menu button').click()");
        }
        other.wait(&format!("document.getElementById('log').innerText !== {before}"));
        decided[who] += 1;
    }
    assert!(decided[0] > 0 && decided[1] > 0, "{decided:?}");
    assert!(ann.errors.is_empty() && bob.errors.is_empty(), "{:?} {:?}", ann.errors, bob.errors);
}
