//! Real Chromium plays every game from the lobby to the result, by clicks and by keys alone.

use crate::browser::Browser;
use crate::house::House;
use serde_json::json;
use std::time::{Duration, Instant};

pub fn url(house: &House, path: &str) -> String {
    format!("http://{}{path}", house.address)
}

const ASKED: &str =
    "document.querySelector('#choices button:not([hidden])') && !document.querySelector('.busy')";
pub const OVER: &str = "!document.getElementById('result').hidden";
pub const CURTAIN: &str = "!document.getElementById('curtain').hidden";

/// Waits until something is asked, the curtain fell, or the game is over; true unless it is over.
pub fn wait_for_question(browser: &mut Browser) -> bool {
    browser.wait(&format!("({ASKED}) || ({OVER}) || ({CURTAIN})"));
    browser.eval(OVER) != json!(true)
}

/// What changes with every decision.
pub fn stand(browser: &mut Browser) -> String {
    browser
        .eval("document.getElementById('question').textContent + document.getElementById('headline').textContent + document.getElementById('choices').textContent + document.querySelectorAll('#log li').length")
        .to_string()
}

/// Whether the table changes within a few seconds.
fn changes(browser: &mut Browser, before: &str) -> bool {
    let began = Instant::now();
    while stand(browser) == before {
        if began.elapsed() > Duration::from_secs(6) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

pub fn wait_for_change(browser: &mut Browser, before: &str, what: &str) {
    let began = Instant::now();
    while stand(browser) == before {
        if began.elapsed() > Duration::from_secs(30) {
            let notice = browser.eval("[document.getElementById('notice').innerText, document.getElementById('menu').innerText, document.getElementById('place-words').innerText, [...document.querySelectorAll('[data-choice]')].map((e) => e.dataset.choice).join()]");
            panic!("{what} changed nothing: {before}\n{notice}\n{:?}", browser.errors);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// One decision with the mouse: on the board where something glows there, else on a button.
fn click_once(browser: &mut Browser, turn: usize) {
    let before = stand(browser);
    let target = browser.eval(&format!(
        "(() => {{
          const inside = (e) => {{
            const b = e.getBoundingClientRect(), v = document.getElementById('board').getBoundingClientRect();
            const x = b.x + b.width / 2, y = b.y + b.height / 2;
            return x > v.x && x < v.right && y > v.y && y < v.bottom ? [x, y] : null;
          }};
          const glows = [...document.querySelectorAll('#board .choice:not(.hint), #board .chip')].map(inside).filter(Boolean);
          if (glows.length && {turn} % 2) return glows[{turn} * 7 % glows.length];
          for (const fold of document.querySelectorAll('#choices details')) fold.open = true;
          const buttons = [...document.querySelectorAll('#choices button')].filter((each) => each.checkVisibility());
          const button = buttons[{turn} * 5 % buttons.length];
          button.closest('details')?.setAttribute('open', '');
          button.scrollIntoView({{block: 'center'}});
          const b = button.getBoundingClientRect();
          return [b.x + b.width / 2, b.y + b.height / 2];
        }})()"
    ));
    let (x, y) = (target[0].as_f64().unwrap(), target[1].as_f64().unwrap());
    let under = browser.eval(&format!("document.elementFromPoint({x}, {y}).closest('[data-choice], [data-piece], button, div').outerHTML.slice(0, 300)"));
    browser.click_at(x, y);
    // A menu asks which, or whether one is sure.
    for _ in 0..2 {
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.click("#menu button");
        }
    }
    // A piece may glide away under the pointer: then one lets go and takes a button.
    if !changes(browser, &before) {
        browser.key("Escape");
        browser.click("#choices button");
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.click("#menu button");
        }
    }
    wait_for_change(browser, &before, &format!("a click on {under}"));
}

/// One decision with keys alone.
fn press_once(browser: &mut Browser, turn: usize) {
    let before = stand(browser);
    // Numbers take what is in sight; here all of it is.
    browser.eval(
        "document.querySelectorAll('#choices details').forEach((fold) => { fold.open = true; })",
    );
    let count = browser.eval("document.querySelectorAll('#choices button').length");
    let count = usize::try_from(count.as_u64().unwrap()).unwrap().clamp(1, 9);
    let on_board = browser.eval("document.querySelectorAll('#board .choice').length > 0");
    if turn % 3 == 2 && on_board == json!(true) {
        browser.key("b");
        for _ in 0..=turn % 4 {
            browser.key("n");
        }
        browser.key("Enter");
    } else {
        browser.key(&(turn % count + 1).to_string());
    }
    for _ in 0..2 {
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.key("Enter");
        }
    }
    if !changes(browser, &before) {
        browser.key("Escape");
        browser.key("1");
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.key("Enter");
        }
    }
    wait_for_change(browser, &before, "a key");
}

/// How many decisions are played in a browser: a game takes hundreds, so the rest is played only
/// with `OVERWINTER_BROWSER=whole`.
fn decisions() -> usize {
    match std::env::var("OVERWINTER_BROWSER").as_deref() {
        Ok("whole") => 3000,
        _ => 40,
    }
}

fn play(game: &str, by_keys: bool) {
    let house = House::open();
    let mut browser = Browser::launch();
    browser.theme("light");
    browser.goto(&url(&house, "/"));
    if by_keys {
        browser.eval(&format!(
            "document.querySelector('form[action=\"/play/{game}\"] button').focus()"
        ));
        browser.key("Enter");
    } else {
        browser.click(&format!("form[action='/play/{game}'] button"));
    }
    browser.wait("location.pathname.startsWith('/t/')");
    let mut turn = 0;
    while wait_for_question(&mut browser) {
        match by_keys {
            true => press_once(&mut browser, turn),
            false => click_once(&mut browser, turn),
        }
        turn += 1;
        assert!(turn < 3000, "the game does not end");
        if turn == decisions() {
            assert!(browser.errors.is_empty(), "{:?}", browser.errors);
            println!("{game}: {turn} decisions, and no further");
            return;
        }
    }
    let result = browser.eval("document.getElementById('result').innerText");
    println!("{game}, {}: {turn} decisions, {result}", if by_keys { "keys" } else { "clicks" });
    // The replay of the finished game, through everybody's eyes.
    browser.click("#result a[href$='/replay']");
    browser.wait("location.pathname.endsWith('/replay') && document.getElementById('step-words').textContent");
    browser.click("#first");
    browser.wait("document.getElementById('step-words').textContent.startsWith('0 of')");
    browser.click("#on");
    browser.wait("document.getElementById('step-words').textContent.startsWith('1 of')");
    browser.eval("{ const e = document.getElementById('eyes'); e.value = 'referee'; e.dispatchEvent(new Event('change')); }");
    browser.wait("location.search.includes('referee')");
    browser.click("#tab-more");
    browser.click("#prove");
    browser.wait("document.getElementById('proof').textContent.startsWith('Checked')");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn every_game_by_clicks() {
    shelf::shelf().iter().for_each(|shelved| play(shelved.game.id(), false));
}

#[test]
fn every_game_by_keys() {
    shelf::shelf().iter().for_each(|shelved| play(shelved.game.id(), true));
}

/// Opens a table with seats of one's own, and looks at it.
pub fn at_a_table(game: &str, scenario: &str, seats: &[&str]) -> (House, Browser) {
    let house = House::open();
    let guest = house.guest().called("Ann");
    let table = guest.open(game, scenario, seats);
    let mut browser = Browser::launch();
    browser.theme("light");
    let (name, value) = guest.cookie.split_once('=').unwrap();
    let home = url(&house, "/");
    browser.send("Network.setCookie", json!({ "name": name, "value": value, "url": home }));
    browser.goto(&url(&house, &format!("/t/{table}")));
    (house, browser)
}

#[test]
fn whoever_points_far_ahead_walks_there() {
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &["me"]);
    // Rolls, and walks the first way on offer, until the board shows hexes further ahead.
    for _ in 0..60 {
        assert!(wait_for_question(&mut browser));
        if browser.eval("!!document.querySelector('#board .choice.far')") == json!(true) {
            break;
        }
        let before = stand(&mut browser);
        browser.eval("[...document.querySelectorAll('#choices button')].sort((a, b) => (b.choice.notation === 'roll') - (a.choice.notation === 'roll'))[0].click()");
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.click("#menu button");
        }
        wait_for_change(&mut browser, &before, "a button");
    }
    let target = browser.eval(
        "(() => {
          const far = [...document.querySelectorAll('#board .choice.far')].map((e) => e.dataset.choice.slice('place '.length));
          const at = (id) => {
            const e = [...document.querySelectorAll('#board .choice.far')].find((e) => e.dataset.choice === `place:${id}`);
            const b = e.getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2, id];
          };
          const v = document.getElementById('board').getBoundingClientRect();
          return far.map(at).find(([x, y]) => x > v.x + 20 && x < v.right - 20 && y > v.y + 20 && y < v.bottom - 20);
        })()",
    );
    let before = stand(&mut browser);
    let (x, y) = (target[0].as_f64().unwrap(), target[1].as_f64().unwrap());
    let params = json!({ "type": "mouseMoved", "x": x, "y": y, "button": "none" });
    browser.send("Input.dispatchMouseEvent", params);
    browser.wait("document.querySelector('#board .sketch path')");
    browser.click_at(x, y);
    wait_for_change(&mut browser, &before, "a click far ahead");
    // Either the walker gets there or something stopped the walk, and the page says so.
    let there = target[2].as_str().unwrap();
    browser.wait(&format!(
        "document.getElementById('log').innerText.includes('{there}') || !document.getElementById('notice').hidden"
    ));
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn an_order_form_is_filled_in_by_clicking_the_map() {
    let seats = ["me", "bot:greedy", "bot:greedy"];
    let (_house, mut browser) = at_a_table("postal-survival", "first-run", &seats);
    for _ in 0..3 {
        assert!(wait_for_question(&mut browser));
        if browser.eval("!!document.querySelector('#slip-0 [data-between]')") == json!(true) {
            break;
        }
        let before = stand(&mut browser);
        browser.eval("[...document.querySelectorAll('#choices button')].find((e) => e.choice.notation === 'done').click()");
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.click("#menu button");
        }
        wait_for_change(&mut browser, &before, "done");
    }
    browser.click("#slips > .forms > summary");
    browser.click("#slip-0 summary");
    browser.click("#slip-0 [data-between]");
    let board = browser.eval(
        "(() => { const b = document.getElementById('board').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()",
    );
    browser.click_at(board[0].as_f64().unwrap(), board[1].as_f64().unwrap());
    browser.wait("document.querySelector('#slip-0 [data-between]').value");
    let line = browser.eval("document.querySelector('#slip-0 code').textContent");
    let hex = browser.eval("document.querySelector('#slip-0 [data-between]').value");
    assert!(line.as_str().unwrap().ends_with(hex.as_str().unwrap()), "{line} {hex}");
    browser.click("#slip-0 .row > button");
    // Taken, or refused with a reason: the form and the rules speak the same language.
    browser.wait(
        "document.getElementById('log').innerText || !document.getElementById('notice').hidden",
    );
    let notice = browser.eval("document.getElementById('notice').innerText").to_string();
    assert!(!notice.contains("say an order"), "{line}: {notice}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn a_figure_is_measured_and_dragged() {
    let (_house, mut browser) = at_a_table("survivors", "duel", &["me", "bot:greedy"]);
    // Sets up, bids by slip, and goes on until a figure of ours may walk.
    for _ in 0..80 {
        assert!(wait_for_question(&mut browser));
        if browser.eval("[...document.querySelectorAll('#choices button')].some((e) => e.choice.notation.startsWith('walk '))") == json!(true) {
            break;
        }
        let before = stand(&mut browser);
        if browser.eval("!!document.querySelector('#slip-0 [type=number]')") == json!(true) {
            let total = browser.eval("document.querySelector('#slip-0 .total').textContent");
            let total = total.as_str().unwrap().to_string();
            let (now, sum) = total.split_once(" of ").unwrap();
            assert_eq!(now, sum, "a bid begins with all points shared out");
            browser.click("#slip-0 .row > button");
        } else {
            browser.eval("(() => { const all = [...document.querySelectorAll('#choices button')]; (all.find((e) => e.choice.notation === 'ready') || all.find((e) => /^(take|end)/.test(e.choice.notation)) || all[0]).click(); })()");
            if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
                browser.click("#menu button");
            }
        }
        wait_for_change(&mut browser, &before, "a decision");
    }
    let at = browser.eval(
        "(() => {
          const id = [...document.querySelectorAll('#choices button')].find((e) => e.choice.notation.startsWith('walk ')).choice.notation.split(' ')[1];
          const b = document.querySelector(`[data-piece='${id}']`).getBoundingClientRect();
          return [b.x + b.width / 2, b.y + b.height / 2, id];
        })()",
    );
    let (x, y) = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    // What the list numbers stands on the table with the same numbers.
    let numbers = browser.eval(
        "['#choices kbd.on-board', '#board .numbered text'].map((them) =>
          [...document.querySelectorAll(them)].flatMap((it) => it.textContent.split(' ')).sort().join())",
    );
    assert!(numbers[0] == numbers[1] && numbers[0] != json!(""), "{numbers}");
    // The ruler: from the figure to a point beside it.
    browser.click("#measure");
    browser.click_at(x, y);
    browser.wait("/walks|to \\d/.test(document.getElementById('place-words').textContent)");
    let params = json!({ "type": "mouseMoved", "x": x + 90.0, "y": y, "button": "none" });
    browser.send("Input.dispatchMouseEvent", params);
    browser.wait("document.getElementById('place-words').textContent.includes('apart')");
    browser.click("#measure");
    // Dragging shows what is left, and asks how to go.
    for (kind, x, y) in
        [("mousePressed", x, y), ("mouseMoved", x + 12.0, y), ("mouseMoved", x + 30.0, y - 12.0)]
    {
        let params = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        browser.send("Input.dispatchMouseEvent", params);
    }
    browser.wait("/left|leaves|way|table|enem|base/i.test(document.getElementById('place-words').textContent)");
    let params = json!({ "type": "mouseReleased", "x": x + 30.0, "y": y - 12.0, "button": "left", "clickCount": 1 });
    browser.send("Input.dispatchMouseEvent", params);
    browser.wait("!document.getElementById('menu').hidden");
    let menu = browser.eval("document.getElementById('menu').innerText");
    assert!(menu.as_str().unwrap().contains("Walk to"), "{menu}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}
