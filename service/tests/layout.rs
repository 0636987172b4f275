//! Whether the table is laid out so that one can decide: the question, choices and the board in one window, what
//! finishes a decision always in sight, and nothing counted wrongly.

use crate::browser::Browser;
use crate::house::{Guest, House};
use serde_json::{Value, json};

/// Games as they are opened here: each with a scenario for some, and seats.
const GAMES: [(&str, &str, &[&str]); 5] = [
    // Who plays well is out of the woods before long.
    ("outdoor-survival", "lost", &["me", "bot:random"]),
    ("postal-survival", "first-run", &["me", "bot:greedy"]),
    ("outlive", "convoy", &["me", "bot:greedy", "bot:greedy"]),
    ("survivors", "duel", &["me", "bot:greedy"]),
    ("yellowstone", "solo", &["me"]),
];

const DESK: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);

const ASKED: &str = "document.querySelector('#choices button') && !document.querySelector('.busy') && document.querySelector('#board .ground')?.childElementCount";

/// A table in a window, after so many decisions that were the first in the list, looked at anew.
fn at_a_table(browser: &mut Browser, house: &House, game: usize, decisions: usize) {
    let (game, scenario, seats) = GAMES[game];
    let guest = house.guest().called("Ann");
    let table = guest.open(game, scenario, seats);
    decide(&guest, &table, decisions);
    look(browser, house, &guest, &format!("t/{table}"));
    browser.wait(ASKED);
    settle(browser);
}

/// Takes so many decisions, each the first in the list, and waits until something is asked.
fn decide(guest: &Guest, table: &str, decisions: usize) {
    let mut taken = 0;
    for _ in 0..200 {
        let frame = guest.frame(table, "1");
        let Some(choices) = frame["set"]["prompt"]["choices"].as_array() else {
            std::thread::sleep(std::time::Duration::from_millis(50));
            continue;
        };
        if taken == decisions {
            break;
        }
        let choice = choices.iter().find(|choice| choice["grave"].is_null()).expect("a choice");
        guest.act(table, 0, choice["notation"].as_str().unwrap(), None);
        taken += 1;
    }
}

/// A browser whose window is so large.
fn sized(window: (u32, u32)) -> Browser {
    let mut browser = Browser::launch();
    browser.size(window.0, window.1);
    browser
}

/// Looks at a page as a guest.
fn look(browser: &mut Browser, house: &House, guest: &Guest, page: &str) {
    let (name, value) = guest.cookie.split_once('=').unwrap();
    let home = format!("http://{}/", house.address);
    browser.send("Network.setCookie", json!({ "name": name, "value": value, "url": home }));
    browser.goto(&format!("{home}{page}"));
}

/// Waits until the page has been laid out some times, so that what hangs on sizes has followed them.
fn settle(browser: &mut Browser) {
    browser.eval("document.fonts.ready.then(() => 1)");
    let frame = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(1))))";
    for _ in 0..4 {
        browser.eval(frame);
    }
}

/// How the page stands: what can be seen and pressed of question, answers, what finishes, and board; and whether
/// the count of what lies farther down is true.
const STANDS: &str = "(() => {
  const box = (element) => element.getBoundingClientRect();
  const whole = (element) => {
    const { left, top, bottom, width } = box(element);
    const hits = (y) => { const hit = document.elementFromPoint(left + width / 2, y); return hit && (element.contains(hit) || hit.contains(element)); };
    return top >= -1 && bottom <= innerHeight + 1 && hits(top + 3) && hits(bottom - 3);
  };
  const all = [...document.querySelectorAll('#choices button')].filter((button) => button.choice && !button.hidden);
  const ends = all.filter((button) => button.closest('.ends'));
  const answers = [...document.querySelectorAll('#choices button, #choices summary, #slips summary, #slips .picks button')].filter((each) => each.checkVisibility());
  const more = document.querySelector('#choices .more');
  const edge = Math.min(box(more.hidden ? document.querySelector('#choices .ends') : more).top, innerHeight);
  // What is folded is the one row that one sees.
  const rows = new Set(all.filter((button) => !ends.includes(button)).map((button) => button.closest('details:not([open])') ?? button));
  const below = [...rows].filter((row) => (box(row).top + box(row).bottom) / 2 > edge);
  const board = box(document.getElementById('board'));
  const asked = box(document.getElementById('question'));
  return {
    turn: document.querySelector('#turn.yours')?.textContent,
    players: whole(document.getElementById('seats')),
    question: whole(document.getElementById('question')),
    answers: answers.length,
    seen: answers.filter(whole).length,
    ends: ends.length,
    ended: ends.filter(whole).length,
    told: more.hidden ? 0 : Number(more.textContent.match(/\\d+/)?.[0]),
    below: below.length,
    board: (Math.min(board.bottom, innerHeight) - Math.max(board.top, 0)) / innerHeight,
    apart: board.bottom <= asked.top + 1 || board.right <= asked.left + 1,
  };
})()";

/// What is wrong with how a table stands at rest.
fn faults(stands: &Value, board: f64) -> Vec<String> {
    let number = |name: &str| stands[name].as_f64().unwrap();
    let mut found = Vec::new();
    let mut check = |right: bool, what: &str| {
        if !right {
            found.push(what.to_string());
        }
    };
    check(stands["turn"] == "Your turn", "whose turn it is is not said");
    check(stands["players"] == true, "the players are out of sight");
    check(stands["question"] == true, "the question is cut");
    check(number("seen") >= number("answers").min(3.0), "fewer than three answers are in sight");
    check(stands["ended"] == stands["ends"], "what finishes the decision is cut");
    check(stands["told"] == stands["below"], "the count of what lies farther down is wrong");
    check(number("board") >= board, "the board is too small");
    check(stands["apart"] == true, "the board covers the question");
    found
}

/// How the page stands once it stands well; as it stands in the end if it never does.
fn at_rest(browser: &mut Browser, stands_well: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..100 {
        let stands = browser.eval(STANDS);
        if stands_well(&stands) {
            return stands;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    browser.eval(STANDS)
}

/// Every game in a window, at its first question and some decisions later.
fn check_all(window: (u32, u32), board: f64) {
    let house = House::open();
    let mut browser = sized(window);
    let mut found = Vec::new();
    for (game, (name, ..)) in GAMES.iter().enumerate() {
        for decisions in [0, 6] {
            at_a_table(&mut browser, &house, game, decisions);
            let stands = at_rest(&mut browser, |stands| faults(stands, board).is_empty());
            println!("{name} after {decisions} decisions: {stands}");
            for fault in faults(&stands, board) {
                found.push(format!("{name} after {decisions} decisions: {fault}: {stands}"));
            }
            assert!(browser.errors.is_empty(), "{:?}", browser.errors);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn on_a_phone_one_sees_the_board_the_question_and_three_answers() {
    check_all(PHONE, 0.33);
}

#[test]
fn at_a_desk_nothing_that_is_needed_to_decide_is_cut() {
    check_all(DESK, 0.6);
}

#[test]
fn at_a_desk_the_column_has_one_scroller_but_for_the_recap_while_something_is_asked() {
    let house = House::open();
    let mut browser = sized(DESK);
    for (game, (name, ..)) in GAMES.iter().enumerate() {
        at_a_table(&mut browser, &house, game, 6);
        let scrollers = browser.eval("[document.querySelector('.side'), ...document.querySelectorAll('#ask, #ask :not(#recap *)')].filter((element) => element.checkVisibility() && /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1).map((element) => element.id || element.className)");
        assert!(scrollers.as_array().unwrap().len() <= 1, "{name}: {scrollers}");
        let line = browser.eval("document.getElementById('say-move').hidden || document.querySelector('#say-move button').getBoundingClientRect().bottom <= innerHeight");
        assert_eq!(line, true, "{name}: the line to write is cut");
    }
}

#[test]
fn looking_back_on_a_phone_keeps_board_and_steps_in_sight() {
    let house = House::open();
    let guest = house.guest().called("Ann");
    let (game, scenario, seats) = GAMES[0];
    let table = guest.open(game, scenario, seats);
    decide(&guest, &table, 12);
    let mut browser = sized(PHONE);
    look(&mut browser, &house, &guest, &format!("t/{table}/replay?as=1"));
    browser.wait("document.querySelector('#log li')");
    browser.eval("document.getElementById('last').click()");
    browser.wait("document.querySelectorAll('#log li').length > 12 && document.querySelector('#log [aria-current]')");
    settle(&mut browser);
    let seen = browser.eval("(() => {
      const seen = (element) => { const { top, bottom, left, width } = element.getBoundingClientRect(); const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2); return top >= 0 && bottom <= innerHeight && element.contains(hit); };
      return [...['#board', '.steps', '#step', '#to-table', '#log li:last-child', '#when', '#seats'].map((name) => seen(document.querySelector(name))), scrollY];
    })()");
    assert_eq!(seen, json!([true, true, true, true, true, true, true, 0]));
    let who = "[...document.querySelectorAll('#seats li')].length === 2 && document.querySelectorAll('#when .here').length === 1";
    assert_eq!(browser.eval(who), true, "who plays and which day it is stand there");
    browser.click("#to-table");
    let board = "document.querySelector('#board .ground')?.childElementCount";
    browser.wait(&format!("location.pathname === '/t/{table}' && {board}"));
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn where_one_is_in_the_game_stands_above_the_board() {
    let house = House::open();
    let mut browser = sized(DESK);
    for (game, (name, ..)) in GAMES.iter().enumerate() {
        at_a_table(&mut browser, &house, game, 6);
        let told = browser.eval(
            "(() => { const time = document.getElementById('when'); const box = time.getBoundingClientRect(); \
             return { boxes: time.querySelectorAll('li').length, here: time.querySelectorAll('ol:first-of-type > .here').length, \
             above: box.height > 0 && box.bottom <= document.getElementById('board').getBoundingClientRect().top + 1, \
             sheets: document.querySelectorAll('#sheets [data-id=time]').length }; })()",
        );
        assert!(told["boxes"].as_u64() > Some(3), "{name}: {told}");
        assert_eq!((&told["above"], &told["sheets"]), (&json!(true), &json!(0)), "{name}: {told}");
        assert!(told["here"].as_u64() <= Some(1), "{name}: {told}");
    }
}

/// Where the head of a table stands on a phone: how wide what says where one is, whether all of it is seen, and whether the rings of
/// those who decide touch an edge of their row.
const HEAD: &str = "(() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [headline, time, board, row] = ['#headline', '#time-left', '#board', '#seats'].map(box);
  const told = document.getElementById('headline');
  const rings = [...document.querySelectorAll('#seats .deciding > .dot')].map((dot) => dot.getBoundingClientRect());
  return {
    headline: Math.round(headline.width),
    whole: told.scrollHeight <= told.clientHeight + 1,
    time: document.getElementById('time-left').checkVisibility() && time.left >= 0 && time.right <= innerWidth,
    apart: time.top >= headline.bottom - 1 && time.bottom <= board.top + 1,
    rings: rings.every((ring) => ring.top - 3 >= row.top && ring.bottom + 3 <= row.bottom),
    board: board.height / innerHeight,
  };
})()";

#[test]
fn on_a_phone_a_clock_takes_no_room_from_where_one_is_in_the_game() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let mut browser = sized(PHONE);
    let mut found = Vec::new();
    let mut judge = |browser: &mut Browser, table: &str, what: &str, board: f64| {
        look(browser, &house, &ann, &format!("t/{table}"));
        browser.wait(ASKED);
        browser.wait("document.getElementById('time-left').textContent");
        settle(browser);
        let head = browser.eval(HEAD);
        let right = ["whole", "time", "apart", "rings"].iter().all(|what| head[what] == true);
        let wide =
            head["headline"].as_f64() >= Some(140.0) && head["board"].as_f64() >= Some(board);
        if !(right && wide) {
            found.push(format!("{what}: {head}"));
        }
    };
    let opened = |game: &str, scenario: &str, seats: &[&str]| {
        let mut fields = vec![("scenario", scenario), ("clock", "3d + 12h up to 5d")];
        fields.extend(seats.iter().map(|seat| ("seat", *seat)));
        let answer = ann.form(&format!("/new/{game}"), &fields);
        answer.location.strip_prefix("/t/").expect(&answer.text).to_string()
    };
    for (game, scenario, seats) in GAMES {
        judge(&mut browser, &opened(game, scenario, seats), game, 0.32);
    }
    let table = opened("connect-four", "plain", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let pause = [("seat", "2"), ("deed", "pause"), ("length", "8d")];
    assert_eq!(bob.form(&format!("/t/{table}/time"), &pause).status, 303);
    judge(&mut browser, &table, "a pause is proposed", 0.3);
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

/// Pages of people on a phone, none of which is wider than it.
#[test]
fn no_page_of_people_scrolls_sideways_on_a_phone() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let fields = [("scenario", "plain"), ("rated", "on"), ("seat", "me"), ("seat", "open")];
    let opened = ann.form("/new/connect-four", &fields);
    let table = opened.location.strip_prefix("/t/").expect(&opened.text).to_string();
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    for _ in 0..4 {
        ann.act(&table, 0, "drop 1", None);
        bob.act(&table, 1, "drop 2", None);
    }
    let person = format!("t/{table}/person/2");
    let result = format!("t/{table}/result");
    let mut browser = sized(PHONE);
    let pages = [
        "",
        "my",
        "me",
        "me/statistics",
        "sign-in",
        "friends",
        "seek",
        "cups",
        "ratings/connect-four",
        "help/clocks",
        "help/plans",
        "help/people",
        "help/notices",
        "help/mail",
        "help/sandbox",
        "new/yellowstone",
        &person,
        &result,
    ];
    for page in pages {
        look(&mut browser, &house, &ann, page);
        settle(&mut browser);
        let wide = browser
            .eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert!(wide.as_f64() <= Some(0.0), "/{page} is {wide} pixels too wide");
        let cut = browser.eval("[...document.querySelectorAll('.wide')].filter((it) => it.scrollWidth > it.clientWidth + 1).length");
        assert_eq!(cut, 0, "a table of /{page} is cut");
    }
}
