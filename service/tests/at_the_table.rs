//! What a table does in a real browser beside play: undo, lost connections, spectators, the curtain
//! between hidden hands, and whether everybody can use it.

mod browser;
mod house;

use browser::Browser;
use house::House;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

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
        browser.eval("document.querySelector('#choices button').click()");
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

/// axe-core from the npm registry, for tests only; none where the registry cannot be reached.
fn axe() -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("axe-core");
    let script = folder.join("package/axe.min.js");
    if !script.exists() {
        std::fs::create_dir_all(&folder).unwrap();
        let packed = Command::new("npm")
            .args(["pack", "--silent", "axe-core@4"])
            .current_dir(&folder)
            .output()
            .expect("npm fetches axe-core");
        if !packed.status.success() {
            eprintln!("NOT AUDITED: {}", String::from_utf8_lossy(&packed.stderr));
            return None;
        }
        let name = String::from_utf8_lossy(&packed.stdout).trim().to_string();
        let unpacked = Command::new("tar").args(["xzf", &name]).current_dir(&folder).status();
        assert!(unpacked.unwrap().success());
    }
    Some(std::fs::read_to_string(script).unwrap())
}

fn audit(browser: &mut Browser, axe: &str, page: &str) -> Vec<String> {
    browser.eval(&format!("{axe}; true"));
    let found = browser.eval("axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => [v.id, v.impact, v.help, v.nodes.length, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary.slice(0, 200))]))");
    let serious =
        |violation: &&Value| matches!(violation[1].as_str(), Some("serious" | "critical"));
    found
        .as_array()
        .unwrap()
        .iter()
        .filter(serious)
        .map(|found| format!("{page}: {found}"))
        .collect()
}

#[test]
fn nothing_serious_keeps_anybody_out() {
    let house = House::open();
    let guest = house.guest().called("Ann");
    let mut pages = vec![
        "/".to_string(),
        "/help".into(),
        "/help/outlive".into(),
        "/help/yellowstone/rules".into(),
        "/new/postal-survival".into(),
    ];
    let waiting = guest.open("outlive", "convoy", &["me", "link", "open"]);
    pages.push(format!("/t/{waiting}"));
    for shelved in shelf::shelf() {
        let catalogue = shelved.game.catalogue(&shelved.game.house()).unwrap();
        let for_two = |scenario: &&table::ScenarioInfo| scenario.seats_near(2) == 2;
        let scenario = catalogue.scenarios.iter().find(for_two).expect("two can play");
        let table = guest.open(shelved.game.id(), &scenario.id, &["me", "bot:greedy"]);
        pages.push(format!("/t/{table}"));
        pages.push(format!("/t/{table}/replay"));
    }
    let mut browser = as_guest(&house, &guest);
    let Some(axe) = axe() else { return };
    let mut found = Vec::new();
    for theme in ["light", "dark"] {
        browser.theme(theme);
        for (width, height) in [(1280, 800), (390, 844)] {
            browser.size(width, height);
            for page in &pages {
                browser.goto(&url(&house, page));
                if page.starts_with("/t/") && *page != format!("/t/{waiting}") {
                    browser.wait("document.querySelector('#board .ground').childElementCount && document.getElementById('headline').textContent !== 'Setting the table …'");
                }
                found.extend(audit(&mut browser, &axe, &format!("{theme} {width} {page}")));
                let wide = browser.eval("document.documentElement.scrollWidth <= innerWidth + 1");
                if wide != json!(true) {
                    found.push(format!("{theme} {width} {page}: wider than the window"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
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
