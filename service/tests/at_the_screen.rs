//! What a table is like to play at: in real Chromium, and where a page alone shows it, without.

use crate::browser::Browser;
use crate::house::{Guest, House, between};
use crate::in_the_browser::{
    CURTAIN, OVER, at_a_table, stand, url, wait_for_change, wait_for_question,
};
use serde_json::{Value, json};

/// The text of an element.
fn text(browser: &mut Browser, id: &str) -> String {
    let text = browser.eval(&format!("document.getElementById('{id}').innerText"));
    text.as_str().unwrap_or_default().to_string()
}

/// Takes the first choice, and says yes if the table asks again.
fn take_first(browser: &mut Browser) {
    let before = stand(browser);
    browser.eval("document.querySelector('#choices button').click()");
    if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
        browser.eval("document.querySelector('#menu button').click()");
    }
    wait_for_change(browser, &before, "the first choice");
}

/// Gives up by the menu of the table.
fn give_up(browser: &mut Browser) {
    browser.click("#open-menu");
    browser.click("#give-up button");
    browser.click("#menu button");
}

/// Ann and Bob at a table of their own, and what Bob sees.
fn ann_and_bob(house: &House) -> (Guest, Guest, String) {
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("outdoor-survival", "lost", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    (ann, bob, table)
}

#[test]
fn whoever_leaves_can_come_back_as_long_as_the_game_is_on() {
    let house = House::open();
    let (ann, bob, table) = ann_and_bob(&house);
    let own = bob.get(&format!("/t/{table}")).text;
    let link = between(&own, "/s/", "<").to_string();
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    assert_eq!(ann.frame(&table, "1")["set"]["seats"][1]["kind"], "left");
    assert_eq!(bob.act(&table, 1, "roll", None).status, 403, "whoever left decides nothing");
    assert!(bob.get("/").text.contains(&format!("/t/{table}")), "it stays among Bob's tables");
    let page = bob.get(&format!("/t/{table}")).text;
    assert!(page.contains("You are away from this table") && page.contains("Take my seat back"));
    // A bot in the seat that was left hands it back too, to Bob and to nobody else.
    let given = ann.form(&format!("/t/{table}/replace"), &[("seat", "2"), ("bot", "greedy")]);
    assert_eq!(given.status, 303, "{}", given.text);
    assert_eq!(ann.form(&format!("/t/{table}/back"), &[]).status, 403);
    assert!(bob.get(&format!("/t/{table}")).text.contains("A bot plays on in your seat"));
    assert_ne!(bob.get(&format!("/s/{link}")).status, 200, "the private link of before has ended");
    assert_eq!(bob.form(&format!("/t/{table}/back"), &[]).status, 303);
    assert_eq!(ann.frame(&table, "1")["set"]["seats"][1]["kind"], "person");
    assert_eq!(bob.frame(&table, "2")["set"]["seats"][1]["name"], "Bob");
}

#[test]
fn whoever_left_after_the_page_was_loaded_can_be_replaced() {
    let house = House::open();
    let (ann, bob, table) = ann_and_bob(&house);
    let mut browser = Browser::launch();
    let (name, value) = ann.cookie.split_once('=').unwrap();
    let home = url(&house, "/");
    browser.send("Network.setCookie", json!({ "name": name, "value": value, "url": home }));
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait("document.getElementById('seats').children.length === 2");
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    browser.click("#open-menu");
    browser.wait("document.getElementById('replaced')?.textContent.includes('Bob')");
    assert_eq!(browser.eval("document.getElementById('replaced').value"), "", "nobody is chosen");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn play_now_opens_the_scenario_that_the_card_speaks_of() {
    let house = House::open();
    let ann = house.guest();
    let opened = ann.form("/play/outdoor-survival", &[]);
    let page = ann.get(&opened.location).text;
    let title = between(&page, "<title>", "</title>");
    assert!(title.contains("lost") || title.contains("Lost"), "{title}");
}

#[test]
fn the_form_opens_the_scenario_that_is_marked() {
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &["me"]);
    let origin = browser.eval("location.origin").as_str().unwrap().to_string();
    browser.goto(&format!("{origin}/new/outdoor-survival"));
    browser.click(".scenarios [value='rescue']");
    browser.wait("location.search.includes('rescue') && document.readyState === 'complete'");
    let marked = browser.eval("document.querySelector('.scenarios [aria-pressed=true]').value");
    assert_eq!(marked, "rescue");
    browser.click("form[method=post] button.main");
    browser.wait("location.pathname.startsWith('/t/')");
    let title = browser.eval("document.title").as_str().unwrap().to_lowercase();
    assert!(title.contains("rescue"), "{title}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn two_at_one_screen_have_their_own_names() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let fields = [
        ("scenario", "lost"),
        ("seat", "me"),
        ("called", ""),
        ("seat", "me"),
        ("called", "Bob"),
        ("seat", "bot:greedy"),
        ("called", ""),
    ];
    let opened = ann.form("/new/outdoor-survival", &fields);
    assert_eq!(opened.status, 303, "{}", opened.text);
    let frame = ann.frame(opened.location.strip_prefix("/t/").unwrap(), "1");
    let names: Vec<&Value> = (0..2).map(|seat| &frame["set"]["seats"][seat]["name"]).collect();
    assert_eq!(names, ["Ann", "Bob"]);
}

#[test]
fn there_is_no_curtain_where_nothing_is_hidden() {
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &["me", "me:Bob"]);
    let eyes = "document.querySelector('#seats .deciding').textContent";
    assert!(wait_for_question(&mut browser));
    let first = browser.eval(eyes);
    for _ in 0..60 {
        assert!(wait_for_question(&mut browser));
        assert_eq!(browser.eval(CURTAIN), json!(false));
        if browser.eval(eyes) != first {
            browser.wait("document.querySelector('#choices button')");
            return;
        }
        take_first(&mut browser);
    }
    panic!("the turn never came to the other one");
}

#[test]
fn a_curtain_falls_where_something_is_hidden_and_after_a_reload_too() {
    let (_house, mut browser) = at_a_table("postal-survival", "first-run", &["me", "me:Bob"]);
    browser.wait(&format!("({CURTAIN}) || document.querySelector('#choices button')"));
    if browser.eval(CURTAIN) == json!(true) {
        browser.click("#lift");
    }
    browser.wait("document.querySelector('#choices button')");
    browser.eval("[...document.querySelectorAll('#choices button')].find((e) => e.choice.notation === 'done').click()");
    if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
        browser.click("#menu button");
    }
    browser.wait(CURTAIN);
    assert!(text(&mut browser, "curtain-words").starts_with("Pass the screen to "));
    browser.click("#lift");
    browser.wait("document.querySelector('#choices button')");
    browser.eval("window.old = true; location.reload()");
    browser.wait(&format!("!window.old && ({CURTAIN})"));
    let seen = browser.eval("document.querySelectorAll('#choices button, #log li').length");
    assert_eq!(seen, json!(0), "nothing is shown before somebody says that they are there");
    browser.click("#lift");
    browser.wait("document.querySelector('#choices button')");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn what_is_final_is_in_the_menu_and_always_asked() {
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &["me", "bot:greedy"]);
    assert!(wait_for_question(&mut browser));
    let listed = browser
        .eval("[...document.querySelectorAll('#choices button')].map((e) => e.choice.notation)");
    assert!(!listed.to_string().contains("resign"), "{listed}");
    // Part of the word does not give up, and neither does the whole without a yes.
    for word in ["resig", "n", "resign"] {
        browser.eval(&format!("document.getElementById('line').value = '{word}'; document.querySelector('#say-move button').click()"));
        browser.wait("!document.getElementById('menu').hidden || !document.getElementById('notice').hidden || document.getElementById('log').innerText");
        assert_eq!(browser.eval("document.getElementById('fate').hidden"), json!(true), "{word}");
        browser.key("Escape");
    }
    // Leaving asks, and the way back is open.
    let table = browser.eval("location.pathname").as_str().unwrap().to_string();
    browser.click("#open-menu");
    assert_eq!(browser.eval("document.getElementById('table-menu').open"), json!(true));
    let leave = "form[action$='/leave'] button";
    let shown = format!("document.querySelector(\"{leave}\").checkVisibility()");
    assert_eq!(browser.eval(&shown), json!(false), "one press does not leave");
    browser.click("#table-menu details:has([action$='/leave']) summary");
    browser.wait(&shown);
    browser.click(leave);
    browser.wait("location.pathname === '/'");
    browser.click(&format!(".tables a[href='{table}']"));
    browser.wait("document.getElementById('away')");
    // Not by the mouse: the page may still be laid out.
    browser.eval("document.querySelector('#away button').click()");
    browser.wait("!document.getElementById('away') && document.querySelector('#choices button')");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn the_aim_stands_above_every_board() {
    let house = House::open();
    let mut browser = Browser::launch();
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        browser.goto(&url(&house, "/"));
        browser.click(&format!("form[action='/play/{game}'] button"));
        browser.wait(
            "location.pathname.startsWith('/t/') && document.getElementById('aim').textContent",
        );
        let above = "document.getElementById('aim').getBoundingClientRect().bottom <= document.getElementById('board').getBoundingClientRect().top + 1";
        assert_eq!(browser.eval(above), json!(true), "{game}");
        let now = browser.eval("location.href").as_str().unwrap().to_string();
        browser.goto(&format!("{now}/replay"));
        browser.wait("document.getElementById('aim').textContent");
    }
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn a_recap_opens_the_turn_and_is_shown_on_the_board() {
    let seats = ["me", "bot:greedy", "bot:greedy"];
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &seats);
    let told = "!document.getElementById('recap').hidden && document.getElementById('recap').textContent.includes('Since your last decision')";
    for _ in 0..60 {
        assert!(wait_for_question(&mut browser));
        if browser.eval(told) == json!(true) {
            break;
        }
        take_first(&mut browser);
    }
    assert!(text(&mut browser, "recap").contains("Since your last decision"));
    assert_eq!(browser.eval("document.querySelectorAll('#recap li').length > 0"), json!(true));
    let stands = "[...document.querySelectorAll('#board .piece')].map((e) => e.dataset.piece + e.getAttribute('transform') + e.style.transform).sort().join()";
    let before = browser.eval(stands);
    browser.click("#recap button");
    browser.wait("document.querySelector('#recap button').textContent === 'Stop' && document.getElementById('place-words').textContent");
    browser.wait("document.querySelector('#recap button').textContent !== 'Stop'");
    assert_eq!(browser.eval(stands), before, "the board shows again how things stand");
    browser.wait("document.querySelector('#choices button')");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

/// Makes the page lose what is said about decisions: they are made and the answer is lost, or they never leave.
fn lose_answers(browser: &mut Browser, made: bool) {
    let decided = if made {
        "real(path, options).then(() => { throw new TypeError(); })"
    } else {
        "Promise.reject(new TypeError())"
    };
    browser.eval(&format!(
        "(() => {{ const real = window.real ??= window.fetch.bind(window);
           window.fetch = (path, options) => path.endsWith('/act') ? {decided} : real(path, options); }})()"
    ));
}

#[test]
fn a_decision_whose_answer_was_lost_is_found_out() {
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &["me"]);
    let found = "document.getElementById('notice').dataset.kind === 'found'";
    for (made, words) in [(false, "It was not done: decide again."), (true, "It was done.")] {
        assert!(wait_for_question(&mut browser));
        lose_answers(&mut browser, made);
        browser.eval("document.querySelector('#choices button').click()");
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.click("#menu button");
        }
        browser.wait(found);
        assert_eq!(text(&mut browser, "notice").trim(), words);
    }
    // The notice leaves with the next question.
    browser.eval("window.fetch = window.real");
    take_first(&mut browser);
    browser.wait("document.getElementById('notice').hidden");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn whoever_is_out_is_told_and_skips_to_the_end() {
    let seats = ["me", "bot:greedy", "bot:greedy"];
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &seats);
    assert!(wait_for_question(&mut browser));
    give_up(&mut browser);
    browser.wait(&format!("!document.getElementById('fate').hidden || ({OVER})"));
    if browser.eval(OVER) != json!(true) {
        assert!(text(&mut browser, "fate").contains("watch"));
        browser.click("#fate button");
    }
    browser.wait(OVER);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn nobody_is_hurried_who_still_plays() {
    let house = House::open();
    let (ann, _, table) = ann_and_bob(&house);
    assert_eq!(ann.post(&format!("/t/{table}/hurry"), json!({})).status, 409);
    let stranger = house.guest();
    assert_eq!(stranger.post(&format!("/t/{table}/hurry"), json!({})).status, 403);
}

#[test]
fn the_result_survives_a_new_connection() {
    let (house, mut browser) = at_a_table("outdoor-survival", "lost", &["me"]);
    assert!(wait_for_question(&mut browser));
    give_up(&mut browser);
    browser.wait(OVER);
    // What is done while a game is on cannot be done any more.
    let left =
        "[...document.querySelectorAll('#table-menu .while-on')].every((part) => part.hidden)";
    assert_eq!(browser.eval(left), true);
    browser.eval("document.getElementById('open-menu').click()");
    for gone in ["#open-plans", "form[action$='/leave']"] {
        let seen = format!("document.querySelector(\"{gone}\").checkVisibility()");
        assert_eq!(browser.eval(&seen), false, "{gone}");
    }
    browser.key("Escape");
    let before = text(&mut browser, "result");
    for offered in ["Look back", "Share the game", "Play again"] {
        assert!(before.contains(offered), "{offered}: {before}");
    }
    browser.eval("document.getElementById('result').dataset.old = 'yes'; document.querySelector('#result h2').remove()");
    let _house = house.restart();
    browser.wait("document.querySelector('#result h2')");
    assert_eq!(text(&mut browser, "result"), before);
    assert!(!before.contains("null"), "{before}");
}

#[test]
fn what_has_only_one_answer_is_done_by_itself_if_wanted() {
    let (_house, mut browser) = at_a_table("outdoor-survival", "basic", &["me"]);
    assert!(wait_for_question(&mut browser));
    browser.eval("localStorage.setItem('by-itself', 'yes')");
    for _ in 0..12 {
        browser
            .wait(&format!("document.querySelectorAll('#choices button').length > 1 || ({OVER})"));
        if browser.eval(OVER) == json!(true) {
            break;
        }
        take_first(&mut browser);
    }
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn the_page_stands_still_when_something_else_is_asked() {
    let (_house, mut browser) = at_a_table("postal-survival", "first-run", &["me", "bot:greedy"]);
    browser.size(1280, 800);
    assert!(wait_for_question(&mut browser));
    for _ in 0..3 {
        take_first(&mut browser);
        assert_eq!(browser.eval("scrollY"), 0.0, "the head of the page is gone");
    }
    assert_eq!(browser.eval("document.documentElement.scrollHeight - innerHeight"), 0.0);
}

#[test]
fn what_is_said_of_a_place_goes_when_something_else_is_asked() {
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &["me"]);
    assert!(wait_for_question(&mut browser));
    browser.key("b");
    browser.key("n");
    browser.wait("document.getElementById('place-words').textContent");
    take_first(&mut browser);
    assert_eq!(text(&mut browser, "place-words"), "");
}

#[test]
fn an_invitation_shows_its_picture_beside_its_words() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("outlive", "convoy", &["me", "link", "open"]);
    let room = ann.get(&format!("/t/{table}")).text;
    let link = between(&room, "/s/", "<").to_string();
    let mut browser = Browser::launch();
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.size(width, height);
        browser.goto(&url(&house, &format!("/s/{link}")));
        let over = browser.eval("(() => { const [a, b] = [...document.querySelectorAll('.game-head > *')].map((e) => e.getBoundingClientRect()); return a.right > b.left && a.bottom > b.top; })()");
        assert_eq!(over, false, "the picture covers the words at {width}");
    }
    assert!(text(&mut browser, "main").contains("one more has sat down"));
}

#[test]
fn the_story_opens_at_its_newest_line_with_the_step_marked() {
    let seats = ["me", "bot:greedy", "bot:greedy"];
    let (_house, mut browser) = at_a_table("outdoor-survival", "lost", &seats);
    while browser.eval("document.querySelectorAll('#log li').length > 25") != json!(true) {
        assert!(wait_for_question(&mut browser));
        take_first(&mut browser);
    }
    let seen = "(() => { const b = document.querySelector('#log li:last-child').getBoundingClientRect(); return b.height > 0 && b.bottom <= innerHeight + 1; })()";
    browser.click("#tab-story");
    assert_eq!(browser.eval(seen), json!(true));
    assert_eq!(
        browser.eval("!!document.querySelector('#log li:last-child[aria-current=step]')"),
        json!(true)
    );
    let now = browser.eval("location.href").as_str().unwrap().to_string();
    browser.goto(&format!("{now}/replay"));
    browser.wait("document.getElementById('step-words').textContent");
    assert_eq!(browser.eval(seen), json!(true));
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn a_quiet_line_gives_signs_of_life() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let mut stream = ann.follow(&table, "1");
    assert!(stream.text().unwrap().starts_with('{'));
    // Without content browsers would not tell a page of it.
    assert_eq!(stream.line().as_deref(), Some("event: alive"));
    assert_eq!(stream.line().as_deref(), Some("data: 1"));
}

/// What is seen of the board.
const VIEW: &str = "document.querySelector('#board > svg').getAttribute('viewBox')";

/// The focus that comes with a touch must not bring the cursor back into sight: the touch would meet another hex.
#[test]
fn a_touch_leaves_the_board_where_it_is() {
    let (_house, mut browser) = at_a_table("yellowstone", "short-season", &["me", "bot:greedy"]);
    browser.size(1280, 800);
    assert!(wait_for_question(&mut browser));
    // The cursor is at a hex that then is out of sight, and the board has lost the focus.
    browser.click_at(100.0, 200.0);
    browser.eval(
        "for (let i = 0; i < 5; i += 1) document.getElementById('zoom-in').click(); undefined",
    );
    for (kind, x, y) in
        [("mousePressed", 700, 650), ("mouseMoved", 400, 400), ("mouseMoved", 60, 180)]
    {
        let drag = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        browser.send("Input.dispatchMouseEvent", drag);
    }
    let up =
        json!({ "type": "mouseReleased", "x": 60, "y": 180, "button": "left", "clickCount": 1 });
    browser.send("Input.dispatchMouseEvent", up);
    browser.eval("document.activeElement.blur()");
    let before = browser.eval(VIEW);
    browser.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    let point = json!([{ "x": 420, "y": 400 }]);
    for (kind, points) in [("touchStart", point), ("touchEnd", json!([]))] {
        let touch = json!({ "type": kind, "touchPoints": points });
        browser.send("Input.dispatchTouchEvent", touch);
    }
    browser.wait("document.activeElement.id === 'board'");
    assert_eq!(browser.eval(VIEW), before, "the board moved under the finger");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

/// An upper floor is drawn beside the table: a click there leads up the stairs.
#[test]
fn one_goes_upstairs_by_a_click_beside_the_table() {
    let (_house, mut browser) = at_a_table("survivors", "mill", &["bot:greedy", "me"]);
    for _ in 0..80 {
        assert!(wait_for_question(&mut browser));
        if browser.eval("[...document.querySelectorAll('#choices button')].some((e) => e.choice.notation.startsWith('walk '))") == json!(true) {
            break;
        }
        let before = stand(&mut browser);
        browser.eval("(() => { const slip = document.querySelector('#slip-0 .row > button'); if (slip) return slip.click(); const all = [...document.querySelectorAll('#choices button')]; (all.find((e) => /^(ready|take)/.test(e.choice.notation)) || all[0]).click(); })()");
        if browser.eval("!document.getElementById('menu').hidden") == json!(true) {
            browser.click("#menu button");
        }
        wait_for_change(&mut browser, &before, "a decision");
    }
    browser.click("#fit");
    let at = browser.eval(
        "(() => {
          const board = performance.getEntriesByType('resource').map(({ name }) => name).find((name) => /ground.*json/.test(name));
          return fetch(board).then((answer) => answer.json()).then(({ plane }) => {
            const { x, y, width, height } = plane.floors[0].rect;
            const middle = new DOMPoint(x + width / 2, y + height / 2);
            const at = middle.matrixTransform(document.querySelector('#board > svg').getScreenCTM());
            return [at.x, at.y];
          });
        })()",
    );
    browser.click_at(at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    browser.wait("/^Walk to [0-9.]+,[0-9.]+,1/.test(document.getElementById('menu').innerText)");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}
