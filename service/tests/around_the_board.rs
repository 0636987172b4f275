//! Everything around the board, in a real Chromium: the form of a new table, the waiting room, the written line, keys,
//! looking back, the end, and the proof of the dice.

use crate::browser::Browser;
use crate::house::{House, between};
use serde_json::{Value, json};

const ASKED: &str = "document.querySelector('#choices button') && !document.querySelector('.busy') && document.querySelector('#board .ground')?.childElementCount";
const FOCUSED: &str = "document.activeElement.id";

fn url(house: &House, path: &str) -> String {
    format!("http://{}{path}", house.address)
}

/// A table of Ann's, looked at by her.
fn at_a_table(house: &House, game: &str, scenario: &str, seats: &[&str]) -> (Browser, String) {
    let ann = house.guest().called("Ann");
    let table = ann.open(game, scenario, seats);
    let mut browser = Browser::of_guest(house, &ann);
    browser.goto(&url(house, &format!("/t/{table}")));
    browser.wait(ASKED);
    (browser, table)
}

/// Writes a line where moves and questions are written.
fn write(browser: &mut Browser, line: &str) {
    browser.eval("document.getElementById('line').focus()");
    browser.eval("document.getElementById('line').value = ''");
    browser.write(line);
    browser.key("Enter");
}

/// Lets it be laid out, so that what hangs on sizes has followed them.
fn settle(browser: &mut Browser) {
    for _ in 0..4 {
        browser
            .eval("new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(1))))");
    }
}

#[test]
fn escape_leaves_every_field_for_the_question() {
    let house = House::open();
    let (mut browser, _) =
        at_a_table(&house, "postal-survival", "first-run", &["me", "bot:greedy"]);
    let fields = [
        "document.getElementById('tab-talk').click(); document.getElementById('words').focus()",
        "document.getElementById('line').focus()",
        "document.getElementById('tab-story').click(); document.getElementById('find').focus()",
        "document.querySelector('#slips details').open = true; document.querySelector('#slips details [data-before]').focus()",
    ];
    for field in fields {
        browser.eval(&format!("(() => {{ {field} }})()"));
        assert_ne!(browser.eval(FOCUSED), "question", "{field}");
        browser.key("Escape");
        assert_eq!(browser.eval(FOCUSED), "question", "{field}");
        // Keys are keys again.
        browser.key("b");
        assert_eq!(browser.eval(FOCUSED), "board", "{field}");
    }
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn arrow_keys_choose_in_the_list() {
    let house = House::open();
    let (mut browser, _) = at_a_table(&house, "outdoor-survival", "lost", &["me"]);
    let second = browser.eval("document.querySelectorAll('#choices button')[1].choice.notation");
    browser.key("c");
    browser.key("ArrowDown");
    assert_eq!(browser.eval("document.activeElement.choice?.notation"), second);
    browser.key("ArrowUp");
    browser.key("ArrowDown");
    assert_eq!(browser.eval("document.activeElement.choice?.notation"), second);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

/// Whether an element is seen where it is.
const SEEN: &str = "(element) => { const { top, bottom, left } = element.getBoundingClientRect(); const hit = document.elementFromPoint(left + 8, (top + bottom) / 2); return top >= 0 && bottom <= innerHeight && !!hit && (element.contains(hit) || hit.contains(element)); }";

#[test]
fn a_long_answer_is_read_from_its_beginning_below_the_question() {
    let house = House::open();
    for (width, height) in [(1280, 800), (390, 844)] {
        let (mut browser, _) = at_a_table(&house, "outlive", "convoy", &["me", "bot:greedy"]);
        browser.size(width, height);
        for line in ["where", "describe"] {
            write(&mut browser, line);
            browser.wait(&format!(
                "[...document.querySelectorAll('#answers .asked')].at(-1)?.textContent === '{line}'"
            ));
            settle(&mut browser);
            let seen = browser.eval(&format!(
                "(() => {{ const seen = {SEEN}; return [seen(document.getElementById('question')), seen([...document.querySelectorAll('#answers .asked')].at(-1))]; }})()"
            ));
            assert_eq!(seen, json!([true, true]), "{line} at {width} x {height}");
        }
        browser.click("#close-answers");
        browser.wait("document.getElementById('answers').hidden");
        assert_eq!(browser.eval(FOCUSED), "question");
        assert!(browser.errors.is_empty(), "{:?}", browser.errors);
    }
}

#[test]
fn the_line_answers_what_the_terminal_answers() {
    let house = House::open();
    let (mut browser, _) = at_a_table(&house, "survivors", "duel", &["me", "bot:greedy"]);
    let told = "[...document.querySelectorAll('#answers p')].map((p) => p.textContent).join(' ')";
    for (line, says) in [
        ("rule sv-pri-03", "SV-PRI-03: "),
        ("rule SV-NONE", "There is no rule SV-NONE"),
        ("story", "(SV-"),
        ("legend", "Signs on the board"),
        ("help", "rule ID: a rule by its id"),
    ] {
        write(&mut browser, line);
        browser.wait(&format!("{told}.includes({})", json!(says)));
        assert_eq!(browser.eval("document.getElementById('notice').hidden"), true, "{line}");
    }
    assert_eq!(browser.eval("document.getElementById('legend').open"), true);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn moves_on_one_line_are_all_taken_until_something_stops_them() {
    let house = House::open();
    let (mut browser, table) = at_a_table(&house, "outdoor-survival", "basic", &["me"]);
    let way = "[...document.querySelectorAll('#choices button')].map(({ choice }) => choice.notation).find((line) => /^(n|ne|e|se|s|sw|w|nw)$/.test(line))";
    for _ in 0..12 {
        browser.wait(ASKED);
        if browser.eval(way) != Value::Null {
            break;
        }
        let before = browser.eval("document.getElementById('log').innerText");
        let roll = "[...document.querySelectorAll('#choices button')].find(({ choice }) => choice.notation === 'roll')";
        browser.eval(&format!("({roll} ?? document.querySelector('#choices button')).click()"));
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.eval("document.querySelector('#menu button').click()");
        }
        browser.wait(&format!("document.getElementById('log').innerText !== {before}"));
    }
    let way = browser.eval(way).as_str().expect("somebody can walk").to_string();
    let steps = |browser: &mut Browser| {
        let lines = "[...document.querySelectorAll('#log li')].filter((li) => li.textContent.includes(' goes ')).length";
        browser.eval(lines).as_u64().unwrap()
    };
    let before = steps(&mut browser);
    write(&mut browser, &[way.as_str(); 9].join(" "));
    browser.wait(
        "document.getElementById('notice').innerText.includes('Stopped here: ') && document.getElementById('notice').innerText.includes('Not done: ')",
    );
    // Every one of them was done, or is told not to have been.
    let left = browser.eval(
        "document.getElementById('notice').innerText.split('Not done: ')[1].split(',').length",
    );
    let taken = steps(&mut browser) - before;
    assert!(taken >= 1, "none was taken at {table}");
    assert_eq!(taken + left.as_u64().unwrap(), 9);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn that_somebody_left_is_heard() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("outdoor-survival", "lost", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let mut browser = Browser::of_guest(&house, &ann);
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait("document.getElementById('seats').children.length === 2 && document.getElementById('question').textContent");
    let heard = |words: &str| {
        format!("document.getElementById('news').textContent.includes({})", json!(words))
    };
    assert_eq!(browser.eval(&heard("is empty now")), false);
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    browser.wait(&heard("The seat of Bob is empty now."));
    assert_eq!(bob.form(&format!("/t/{table}/back"), &[]).status, 303);
    browser.wait(&heard("Bob is back at the table."));
}

#[test]
fn what_is_said_of_a_touched_place_is_closed_and_covers_no_choice() {
    let house = House::open();
    let (mut browser, _) = at_a_table(&house, "outlive", "convoy", &["me", "bot:greedy"]);
    browser.size(390, 844);
    browser.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    settle(&mut browser);
    let board = browser.eval("(({ left, top, width, height }) => [left, top, width, height])(document.getElementById('board').getBoundingClientRect())");
    let at = |part: usize, whole: usize| {
        board[part].as_f64().unwrap() + board[whole].as_f64().unwrap() * 0.5
    };
    let point = json!([{ "x": at(0, 2), "y": at(1, 3) }]);
    for (kind, points) in [("touchStart", point), ("touchEnd", json!([]))] {
        let touch = json!({ "type": kind, "touchPoints": points });
        browser.send("Input.dispatchTouchEvent", touch);
    }
    browser.wait("document.getElementById('place-words').textContent");
    settle(&mut browser);
    let covered = browser.eval(
        "(() => {
          const words = document.getElementById('place-words').getBoundingClientRect();
          const board = document.getElementById('board').getBoundingClientRect();
          const over = (box) => box.top < words.bottom - 1 && box.bottom > words.top + 1;
          const choices = [...document.querySelectorAll('#choices button, #choices summary, #slips summary')].filter((e) => e.checkVisibility());
          return [over(board), choices.filter((e) => over(e.getBoundingClientRect())).length];
        })()",
    );
    assert_eq!(covered, json!([false, 0]));
    browser.click(".close-words");
    browser.wait("document.getElementById('place-words').textContent === '' && document.querySelector('.close-words').hidden");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn a_game_that_nobody_wins_has_no_first() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    assert_eq!(ann.act(&table, 0, "resign", None).status, 200);
    let mut browser = Browser::of_guest(&house, &ann);
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait("!document.getElementById('result').hidden");
    let result = browser.eval("document.querySelector('#result table').innerText").to_string();
    assert!(result.contains("Ann") && !result.contains("1."), "{result}");
}

#[test]
fn as_many_seats_are_asked_about_as_play() {
    let house = House::open();
    let mut browser = Browser::of_guest(&house, &house.guest().called("Ann"));
    browser.goto(&url(&house, "/new/outlive?scenario=convoy"));
    assert_eq!(browser.eval("document.querySelectorAll('.seat-row').length"), 3);
    browser.click("[name=seats][value='4']");
    browser.wait("document.querySelectorAll('.seat-row').length === 4");
    // One goes on where one was.
    browser.wait("document.activeElement.value === '4'");
    // By keys: a seat for a bot becomes one with a link.
    browser.eval("document.querySelector('[name=\"seat.1\"][value=bot]').focus()");
    browser.key("ArrowRight");
    assert_eq!(browser.eval("document.activeElement.value"), "link");
    browser.eval("document.querySelector('[name=\"called.0\"]').value = 'Anna'");
    browser.click("form[method=post] button.main");
    browser.wait("document.querySelectorAll('#seating > li').length === 4");
    assert_eq!(browser.eval("document.getElementById('free').textContent"), "1 of 4 seats is free");
    let seats =
        browser.eval("[...document.querySelectorAll('#seating > li')].map((li) => li.innerText)");
    assert!(seats[0].as_str().unwrap().contains("Anna"), "{seats}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn whoever_waits_is_not_disturbed_when_somebody_sits_down() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("outlive", "convoy", &["me", "open", "link", "link"]);
    let mut browser = Browser::of_guest(&house, &ann);
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait("document.getElementById('free').textContent === '3 of 4 seats are free'");
    browser.eval("window.stays = true");
    browser.eval("document.querySelector('.proof summary').focus()");
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    browser.wait("document.getElementById('free').textContent === '2 of 4 seats are free'");
    assert_eq!(browser.eval("window.stays"), true, "the page was loaded anew");
    assert_eq!(browser.eval("document.activeElement.matches('.proof summary')"), true);
    assert_eq!(browser.eval("document.querySelectorAll('#seating .copy:not([hidden])').length"), 2);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn one_looks_back_chapter_by_chapter() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me", "bot:greedy"]);
    for _ in 0..200 {
        let frame = ann.frame(&table, "1");
        let Some(choices) = frame["set"]["prompt"]["choices"].as_array() else {
            std::thread::sleep(std::time::Duration::from_millis(50));
            continue;
        };
        let Some(choice) = choices.iter().find(|choice| choice["grave"].is_null()) else { break };
        ann.act(&table, 0, choice["notation"].as_str().unwrap(), None);
    }
    let mut browser = Browser::of_guest(&house, &ann);
    browser.goto(&url(&house, &format!("/t/{table}/replay?as=1")));
    let at = |step: &str| {
        format!(
            "document.getElementById('step-words').textContent.startsWith({} + ' ')",
            json!(step)
        )
    };
    browser.wait("document.querySelectorAll('#log .chapter').length > 2");
    let chapters = browser.eval("JSON.parse(document.getElementById('main').dataset.chapters)");
    let begins: Vec<String> =
        chapters.as_array().unwrap().iter().map(|chapter| chapter[0].to_string()).collect();
    let marks = browser.eval(
        "document.querySelector('.track-of-steps path').getAttribute('d').split('M').length - 1",
    );
    assert_eq!(marks.as_u64().unwrap() as usize, begins.len());
    browser.click("#first");
    browser.wait(&at("0"));
    let mut later = begins.iter().filter(|begins| *begins != "0");
    for begin in [later.next().unwrap(), later.next().unwrap()] {
        browser.click("#chapter-on");
        browser.wait(&at(begin));
        assert_eq!(browser.eval("document.getElementById('chapter').value"), json!(begin));
    }
    browser.eval("document.activeElement.blur()");
    browser.key("PageUp");
    browser.wait(&at(begins.iter().find(|begins| *begins != "0").unwrap()));
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn a_report_marks_itself_and_leads_to_its_neighbours() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    for _ in 0..30 {
        let frame = ann.frame(&table, "1");
        let Some(choice) = frame["set"]["prompt"]["choices"][0]["notation"].as_str() else { break };
        ann.act(&table, 0, choice, None);
    }
    let page = ann.get(&format!("/t/{table}/report/2?as=1"));
    assert_eq!(page.status, 200, "{}", page.text);
    assert_eq!(page.text.matches("aria-current=\"page\"").count(), 1);
    // What is told in sentences stands on one sheet.
    let [sheets, lines] = ["class=\"sheet\"", "<p>"].map(|part| page.text.matches(part).count());
    assert!(sheets > 0 && sheets < lines, "{sheets} sheets for {lines} lines");
    let marked = between(&page.text, "aria-current=\"page\">", "<");
    assert_eq!(marked, "Day 2");
    assert!(page.text.contains("The report before") && page.text.contains("/report/1?as=1"));
    let first = ann.get(&format!("/t/{table}/report/1?as=1")).text;
    assert!(!first.contains("The report before") && first.contains("The next report"));
}

/// What the page says of the dice of a game that is over.
fn proof(browser: &mut Browser, house: &House, table: &str) -> String {
    browser.goto(&url(house, &format!("/t/{table}/replay")));
    browser.wait("document.getElementById('step-words').textContent");
    browser.click("#tab-more");
    browser.click("#prove");
    browser
        .wait("/^(Checked|Not as|This could)/.test(document.getElementById('proof').textContent)");
    browser.eval("document.getElementById('proof').textContent").as_str().unwrap().to_string()
}

#[test]
fn a_host_without_a_seat_is_not_told_of_fraud() {
    let house = House::open();
    let mut browser = Browser::of_guest(&house, &house.guest().called("Ann"));
    browser.goto(&url(&house, "/new/connect-four"));
    browser.click("[name='seat.0'][value=bot]");
    browser.click("form[method=post] button.main");
    browser.wait("location.pathname.startsWith('/t/')");
    let table = browser.eval("location.pathname.slice(3)").as_str().unwrap().to_string();
    browser.wait("!document.getElementById('result').hidden");
    assert_eq!(browser.eval("document.getElementById('luck-warning').hidden"), true);
    let said = proof(&mut browser, &house, &table);
    assert!(said.starts_with("Checked: "), "{said}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn whoever_got_up_before_the_game_is_not_told_of_fraud() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["open", "open"]);
    let mut browser = Browser::of_guest(&house, &bob);
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.click("form[action$='/join'] button");
    browser.click("form[action$='/leave'] button");
    browser.wait("location.pathname === '/'");
    for seat in ["1", "2"] {
        let fields = [("seat", seat), ("bot", "random")];
        assert_eq!(ann.form(&format!("/t/{table}/replace"), &fields).status, 303);
    }
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait("!document.getElementById('result').hidden");
    let said = proof(&mut browser, &house, &table);
    assert!(said.starts_with("Checked: "), "{said}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn two_rematches_at_the_same_time_are_no_fraud() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("outdoor-survival", "lost", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    // Whoever is asked first gives up first.
    for (seat, guest) in [(0, &ann), (1, &bob), (0, &ann)] {
        guest.act(&table, seat, "resign", None);
    }
    let mut browsers = [&ann, &bob].map(|guest| Browser::of_guest(&house, guest));
    for browser in &mut browsers {
        browser.goto(&url(&house, &format!("/t/{table}")));
        browser.wait("!document.getElementById('result').hidden");
    }
    // Both have pressed the button before either hears of the other.
    for browser in &mut browsers {
        browser.wait("(window.form = document.getElementById('rematch'))?.closest('#result')");
    }
    for browser in &mut browsers {
        browser
            .eval("(() => { document.body.append(window.form); window.form.requestSubmit(); })()");
        browser.wait(&format!(
            "location.pathname !== '/t/{table}' && document.getElementById('luck-warning')"
        ));
        let warning = browser.eval("document.getElementById('luck-warning').textContent");
        assert_eq!(warning.as_str().unwrap().trim(), "");
    }
    let [mut one, mut other] = browsers;
    assert_eq!(one.eval("location.pathname"), other.eval("location.pathname"));
}

#[test]
fn whoever_is_waited_for_is_reminded_by_those_at_the_table_alone() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("outdoor-survival", "lost", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let deciding = |frame: &Value| frame["set"]["seats"][0]["deciding"] == true;
    let ann_decides = deciding(&ann.frame(&table, "1"));
    let (asked, other, number) = if ann_decides { (&ann, &bob, "1") } else { (&bob, &ann, "2") };
    assert!(other.get(&format!("/t/{table}/desk")).text.contains("Remind"));
    assert!(
        !asked.get(&format!("/t/{table}/desk")).text.contains("Remind"),
        "nobody reminds oneself"
    );
    let remind = format!("/t/{table}/remind");
    assert_eq!(house.guest().form(&remind, &[("seat", number)]).status, 403);
    assert_eq!(other.form(&remind, &[("seat", number)]).status, 303);
    let frame = asked.frame(&table, number);
    assert!(frame["set"].to_string().contains("the table waits"), "{frame}");
    let free = if ann_decides { "2" } else { "1" };
    assert_eq!(other.form(&remind, &[("seat", free)]).status, 409);
}
