//! Whether those can play who listen, use keys, enlarge the page, choose their own colours, or cannot stand
//! flicker. docs/accessibility.md says which success criterion each of these tests holds us to.

use crate::browser::Browser;
use crate::house::{Guest, House};
use serde_json::{Value, json};
use std::time::Duration;

const ASKED: &str = "document.querySelector('#choices button') && !document.querySelector('.busy')";

/// A table with seats of one's own, looked at.
fn at_a_table(
    house: &House,
    game: &str,
    scenario: &str,
    seats: &[&str],
) -> (Browser, Guest, String) {
    let guest = house.guest().called("Ann");
    let table = guest.open(game, scenario, seats);
    let mut browser = Browser::of_guest(house, &guest);
    browser.goto(&format!("http://{}/t/{table}", house.address));
    browser.wait(ASKED);
    (browser, guest, table)
}

/// Presses Enter on the first choice in the list, and again if it is asked whether we are sure.
fn choose(browser: &mut Browser) {
    let before = browser.eval("document.querySelector('#main').innerText");
    browser.eval(
        "document.querySelectorAll('#choices details').forEach((fold) => { fold.open = true; })",
    );
    browser.eval("document.querySelector('#choices button').focus()");
    browser.key("Enter");
    if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
        browser.key("Enter");
    }
    browser.wait(&format!("document.querySelector('#main').innerText !== {before}"));
}

#[test]
fn every_question_is_heard_after_what_led_to_it() {
    let house = House::open();
    let (mut browser, ..) = at_a_table(&house, "outdoor-survival", "lost", &["me", "bot:greedy"]);
    let mut heard = 0;
    for _ in 0..4 {
        browser.wait(ASKED);
        browser.wait(&format!("document.querySelectorAll('#news p').length > {heard}"));
        browser.wait("document.querySelector('#news p:last-child')?.textContent === `Your turn. ${document.getElementById('question').textContent}`");
        let now = browser.eval("document.querySelectorAll('#news p').length").as_u64().unwrap();
        assert!(now > heard, "what was heard is kept: {heard} before, {now} now");
        heard = now;
        choose(&mut browser);
    }
    assert_eq!(browser.eval("document.getElementById('news').getAttribute('aria-live')"), "polite");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn the_focus_goes_to_the_question() {
    let house = House::open();
    let (mut browser, ..) = at_a_table(&house, "yellowstone", "solo", &["me"]);
    let mut undone = false;
    for _ in 0..60 {
        browser.wait(ASKED);
        choose(&mut browser);
        browser.wait("document.activeElement.id === 'question'");
        if browser.eval("!document.getElementById('undo').disabled") == json!(true) {
            browser.eval("document.getElementById('undo').focus()");
            browser.key("Enter");
            browser.wait("document.activeElement.id === 'question'");
            undone = true;
            break;
        }
    }
    assert!(undone, "nothing could be taken back");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

/// Windows: a desk, a phone, a phone on its side, and the desk enlarged to 200 and 400 %.
const WINDOWS: [(u32, u32); 5] = [(1280, 800), (390, 844), (844, 390), (640, 400), (320, 200)];

/// What has the focus and cannot be seen at all, when one goes through the page backwards.
const HIDDEN: &str = "(() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex=\"0\"]')];
  const hidden = [];
  for (const element of all.reverse()) {
    if (!element.checkVisibility() || element.matches(':disabled, .skip')) continue;
    element.focus();
    if (document.activeElement !== element) continue;
    const box = element.getBoundingClientRect();
    const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [box.x + box.width * x, box.y + box.height * y]));
    const seen = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (element.contains(hit) || hit.closest('label')?.contains(element));
    });
    if (!seen) hidden.push(`${element.outerHTML.slice(0, 80)} at ${Math.round(box.y)}`);
  }
  return hidden;
})()";

#[test]
fn nothing_with_the_focus_is_covered() {
    let house = House::open();
    let (mut browser, ..) = at_a_table(&house, "yellowstone", "solo", &["me"]);
    let mut found = Vec::new();
    for (width, height) in WINDOWS {
        browser.size(width, height);
        for tab in ["tab-sheets", "tab-more"] {
            browser.eval(&format!("document.getElementById('{tab}').click()"));
            let hidden = browser.eval(HIDDEN);
            let hidden = hidden.as_array().unwrap().iter();
            found.extend(hidden.map(|what| format!("{width} x {height}, {tab}: {what}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_board_keeps_half_of_a_low_window() {
    let house = House::open();
    for (game, scenario) in [("outdoor-survival", "lost"), ("survivors", "duel")] {
        let seats: &[&str] = if game == "survivors" { &["me", "bot:greedy"] } else { &["me"] };
        let (mut browser, ..) = at_a_table(&house, game, scenario, seats);
        for (width, height) in [(844, 390), (640, 400), (320, 200)] {
            browser.size(width, height);
            let board = browser.eval(
                &"(() => {
                  const board = document.getElementById('board');
                  board.scrollIntoView({ block: 'nearest' });
                  const { top, bottom, width } = board.getBoundingClientRect();
                  const wide = [...document.querySelectorAll('body *')].filter((e) => !e.closest('svg, .sr') && e.getBoundingClientRect().right > WIDTH + 1);
                  return [Math.min(bottom, innerHeight) - Math.max(top, 0), width, document.documentElement.scrollWidth, wide.map((e) => e.outerHTML.slice(0, 80))];
                })()"
                    .replace("WIDTH", &width.to_string()),
            );
            let seen = board[0].as_f64().unwrap();
            assert!(seen * 2.0 >= f64::from(height), "{game} {width} x {height}: {seen} pixels");
            let wide = board[1].as_f64().unwrap() * 2.0;
            assert!(wide >= f64::from(width), "{game} {width} x {height}: {wide}");
            assert!(
                board[2].as_f64().unwrap() <= f64::from(width) + 1.0,
                "{game} {width}: {board}"
            );
        }
    }
}

#[test]
fn an_idle_page_costs_nothing() {
    let house = House::open();
    let (mut browser, ..) = at_a_table(&house, "outdoor-survival", "lost", &["me"]);
    let features = json!([{ "name": "prefers-reduced-motion", "value": "no-preference" }]);
    browser.send("Emulation.setEmulatedMedia", json!({ "features": features }));
    choose(&mut browser);
    browser.wait(ASKED);
    std::thread::sleep(Duration::from_secs(5));
    let running = browser
        .eval("document.getAnimations().map((it) => it.animationName ?? it.transitionProperty)");
    assert_eq!(running, json!([]), "still moving after five seconds");
    browser.send("Performance.enable", json!({}));
    let mut work = || {
        let metrics = browser.send("Performance.getMetrics", json!({}));
        let metrics = metrics["metrics"].as_array().unwrap().clone();
        let counted = |metric: &&Value| {
            matches!(metric["name"].as_str(), Some("LayoutCount" | "RecalcStyleCount"))
        };
        metrics.iter().filter(counted).cloned().collect::<Vec<_>>()
    };
    let before = work();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(work(), before, "the page was laid out again while nothing happened");
}

#[test]
fn letters_are_no_keys_for_those_who_switch_them_off() {
    let house = House::open();
    let (mut browser, guest, table) = at_a_table(&house, "outdoor-survival", "lost", &["me"]);
    browser.click("#tab-more");
    browser.click("#letter-keys");
    let step = guest.frame(&table, "1")["step"].clone();
    browser.eval("document.activeElement.blur()");
    for key in ["1", "b", "s", "c", "/", "t"] {
        browser.key(key);
        assert_eq!(browser.eval("document.activeElement === document.body"), true, "{key}");
    }
    assert_eq!(guest.frame(&table, "1")["step"], step);
    assert_eq!(browser.eval("document.getElementById('more').hidden"), false);
}

/// A line as part of an address.
fn escaped(line: &str) -> String {
    line.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[test]
fn every_game_answers_in_words() {
    let house = House::open();
    let guest = house.guest().called("Ann");
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        let catalogue = shelved.game.catalogue(&shelved.game.house()).unwrap();
        let for_two = |scenario: &&table::ScenarioInfo| scenario.seats_near(2) == 2;
        let scenario = catalogue.scenarios.iter().find(for_two).expect("two can play");
        let table = guest.open(game, &scenario.id, &["me", "bot:greedy"]);
        for _ in 0..12 {
            let frame = guest.frame(&table, "1");
            let piece = frame["set"]
                .as_object()
                .unwrap()
                .keys()
                .find_map(|name| name.strip_prefix("piece/"));
            let mut lines = vec![
                "describe", "where", "around", "board", "pieces", "sheet", "choices", "last",
                "help",
            ];
            let range = format!("range {}", piece.unwrap_or_default());
            lines.extend(piece.map(|_| range.as_str()));
            for line in lines {
                let answer = guest.get(&format!("/t/{table}/words?as=1&line={}", escaped(line)));
                assert_eq!(answer.status, 200, "{game}: {line}: {}", answer.text);
                assert!(!answer.text.trim().is_empty(), "{game}: {line}");
                for raw in ["Seat(", "Some(", "NaN"] {
                    assert!(!answer.text.contains(raw), "{game}: {line}: {}", answer.text);
                }
            }
            let choices = frame["set"]["prompt"]["choices"].as_array().cloned().unwrap_or_default();
            let Some(line) = choices.iter().find(|it| it["grave"] != json!(true)) else { break };
            guest.act(&table, 0, line["notation"].as_str().unwrap(), None);
        }
    }
    let stranger = house.guest();
    let table = guest.open("outlive", "convoy", &["me", "bot:greedy"]);
    let mine = guest.get(&format!("/t/{table}/words?as=1&line=choices")).text;
    let theirs = stranger.get(&format!("/t/{table}/words?line=choices")).text;
    assert!(mine != theirs, "who watches is asked nothing: {theirs}");
    assert_eq!(guest.get(&format!("/t/{table}/words?as=1&line=resign")).status, 400);
}

#[test]
fn a_question_is_written_where_a_move_is() {
    let house = House::open();
    let (mut browser, guest, table) = at_a_table(&house, "outdoor-survival", "lost", &["me"]);
    let step = guest.frame(&table, "1")["step"].clone();
    browser.key("/");
    browser.write("describe");
    browser.key("Enter");
    browser.wait("document.querySelectorAll('#answers p').length > 5");
    assert_eq!(browser.eval("document.activeElement.id"), "line");
    assert_eq!(guest.frame(&table, "1")["step"], step);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn text_comes_first_for_those_who_want_it() {
    let house = House::open();
    let (mut browser, ..) = at_a_table(&house, "outdoor-survival", "lost", &["me"]);
    let order = "document.getElementById('question').compareDocumentPosition(document.getElementById('board')) & Node.DOCUMENT_POSITION_FOLLOWING";
    assert_eq!(browser.eval(order), 0);
    browser.click("#tab-more");
    browser.click("#text-first");
    assert_eq!(browser.eval(order), 4);
    browser.eval("window.before = true; location.reload()");
    browser.wait(&format!("!window.before && {ASKED} && document.querySelector('.text-first')"));
    let above = "document.getElementById('question').getBoundingClientRect().top < document.getElementById('board').getBoundingClientRect().top";
    assert_eq!(browser.eval(above), true);
    choose(&mut browser);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn colours_of_the_readers_own_hide_nothing() {
    let house = House::open();
    let (mut browser, ..) = at_a_table(&house, "yellowstone", "solo", &["me"]);
    let features = json!([{ "name": "forced-colors", "value": "active" }]);
    browser.send("Emulation.setEmulatedMedia", json!({ "features": features }));
    browser.wait("matchMedia('(forced-colors: active)').matches");
    let style =
        |of: &str, what: &str| format!("getComputedStyle(document.querySelector('{of}')).{what}");
    let chosen = browser.eval(&style(".tabs [aria-selected=true]", "backgroundColor"));
    let other = browser.eval(&style(".tabs [aria-selected=false]", "backgroundColor"));
    assert!(chosen != other, "the chosen tab looks like the others: {chosen}");
    assert_eq!(browser.eval(&style("#board > svg", "forcedColorAdjust")), "none");
    assert_eq!(browser.eval(&style("#seats li.deciding", "outlineStyle")), "solid");
    assert_eq!(browser.eval(&style("#seats .dot", "forcedColorAdjust")), "none");
}

#[test]
fn seats_are_told_apart_in_lists_without_their_colours() {
    let house = House::open();
    let (mut browser, ..) =
        at_a_table(&house, "outlive", "convoy", &["me", "bot:greedy", "bot:greedy", "bot:greedy"]);
    let shapes = browser.eval("[...document.querySelectorAll('#seats .dot')].map((dot) => { const style = getComputedStyle(dot, '::after'); return `${style.clipPath} ${style.borderTopWidth}`; })");
    let shapes: std::collections::BTreeSet<String> =
        shapes.as_array().unwrap().iter().map(Value::to_string).collect();
    assert_eq!(shapes.len(), 4, "{shapes:?}");
}

#[test]
fn a_printed_table_is_board_and_sheets() {
    let house = House::open();
    let (mut browser, ..) = at_a_table(&house, "yellowstone", "solo", &["me"]);
    browser.send("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    browser.wait("matchMedia('print').matches");
    let shown = "['header.top', '.tools', '#ask', '#board', '#sheets'].map((it) => document.querySelector(it).checkVisibility())";
    assert_eq!(browser.eval(shown), json!([false, false, false, true, true]));
    assert_eq!(browser.eval("getComputedStyle(document.body).overflow"), "visible");
    let captions =
        "[...document.querySelectorAll('#sheets table')].every((it) => it.caption?.textContent)";
    assert_eq!(browser.eval(captions), true);
}

/// What has the focus now, whether one sees that it has it, and whether it is the body.
const FOCUSED: &str = "(() => {
  const { activeElement: element, body } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const seen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  return [element === body, seen || element === body, element.id || element.outerHTML.slice(0, 80)];
})()";

#[test]
fn tab_goes_through_the_table_and_out_of_it_and_is_seen_everywhere() {
    let house = House::open();
    let (mut browser, ..) = at_a_table(&house, "outlive", "horde", &["me"]);
    browser.wait(ASKED);
    let mut went = Vec::new();
    for _ in 0..200 {
        browser.eval("window.before = document.activeElement");
        browser.key("Tab");
        browser.wait("document.activeElement !== window.before");
        let now = browser.eval(FOCUSED);
        if now[0] == json!(true) {
            break;
        }
        let name = now[2].as_str().unwrap().to_string();
        assert_eq!(now[1], true, "the focus is not seen on {name}");
        went.push(name);
    }
    assert!(went.len() < 200, "the focus never leaves the page");
    for stop in ["board", "open-menu", "line", "tab-sheets"] {
        assert!(went.iter().any(|name| name == stop), "no way to {stop}: {went:?}");
    }
}

/// Texts that are cut off where they stand.
const CUT: &str = "[...document.querySelectorAll('a, button, label, summary, h1, h2, h3, p, li, dt, dd, legend')]
  .filter((e) => e.checkVisibility() && !e.closest('svg, .sr, #news, #here, #place-words'))
  .filter((e) => getComputedStyle(e).overflowX !== 'visible' && !['auto', 'scroll'].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.outerHTML.slice(0, 100))";

#[test]
fn spaced_text_is_not_cut_and_needs_no_sideways_scrolling() {
    let house = House::open();
    let (mut browser, guest, table) = at_a_table(&house, "outlive", "horde", &["me"]);
    let waiting = guest.open("outdoor-survival", "lost", &["me", "link"]);
    let pages = [
        "/".into(),
        "/help/outlive".into(),
        "/me".into(),
        "/sign-in".into(),
        "/seek".into(),
        "/friends".into(),
        format!("/t/{waiting}/person/1"),
        "/new/outlive".into(),
        format!("/t/{waiting}"),
        format!("/t/{table}"),
    ];
    for page in pages.into_iter().chain(crate::contests::pages(&house, &guest)) {
        for (width, height) in [(1280, 800), (390, 844)] {
            browser.size(width, height);
            browser.goto(&format!("http://{}{page}", house.address));
            browser.wait(
                "!document.getElementById('board') || document.querySelector('#choices button')",
            );
            // What criterion 1.4.12 says that a reader may set.
            browser.eval("document.styleSheets[0].insertRule('body * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')");
            let cut = browser.eval(CUT);
            assert_eq!(cut, json!([]), "{page} at {width}");
            let wide = browser.eval("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_f64().unwrap() <= 1.0, "{page} at {width} is wider by {wide}");
        }
    }
}
