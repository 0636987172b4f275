//! Looking before one decides, over real HTTP: previews, the ruler, slips, reports, the host's desk.

use crate::house::{self, Guest, House, quick};
use serde_json::Value;
use std::time::Duration;

fn choices(frame: &Value) -> Vec<String> {
    let list = frame["set"]["prompt"]["choices"].as_array().cloned().unwrap_or_default();
    list.iter().filter_map(|choice| choice["notation"].as_str().map(str::to_string)).collect()
}

/// The frame of seat 1 as soon as it is asked something.
fn asked(guest: &Guest, table: &str) -> Value {
    let mut stream = guest.follow(table, "1");
    let mut frame = stream.next().unwrap();
    while choices(&frame).is_empty() {
        assert!(frame["set"]["result"].is_null(), "the game is over");
        stream.next().unwrap();
        frame = guest.frame(table, "1");
    }
    frame
}

fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    text.bytes()
        .map(|byte| match plain(byte) {
            true => (byte as char).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

fn preview(guest: &Guest, table: &str, line: &str) -> house::Answer {
    guest.get(&format!("/t/{table}/preview?as=1&line={}", encoded(line)))
}

/// Plays the first choice until a step is asked for.
fn walking(guest: &Guest, table: &str) -> Value {
    for _ in 0..60 {
        let frame = asked(guest, table);
        if frame["set"]["ahead"].is_array() {
            return frame;
        }
        let open = choices(&frame);
        let line = open.iter().find(|line| *line == "roll").unwrap_or(&open[0]);
        assert_eq!(guest.act(table, 0, line, None).status, 200);
    }
    panic!("nobody walks");
}

#[test]
fn a_preview_shows_what_a_step_costs_and_changes_nothing() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let frame = walking(&ann, &table);
    let ahead = frame["set"]["ahead"].as_array().unwrap();
    let first = ahead[0]["notation"].as_str().unwrap();
    let shown = preview(&ann, &table, first);
    assert_eq!(shown.status, 200, "{}", shown.text);
    let shown = shown.json();
    assert!(shown["words"].as_str().unwrap().contains("left"), "{shown}");
    assert!(shown["drawing"].as_str().unwrap().contains("ow-trace"), "{shown}");
    assert_eq!(shown["notation"], ahead[0]["notation"]);
    assert_eq!(ann.frame(&table, "1")["set"], frame["set"]);
}

#[test]
fn a_preview_says_what_gives_up_though_it_is_not_offered() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("survivors", "quick", &["me", "bot:greedy"]);
    asked(&ann, &table);
    let shown = preview(&ann, &table, "concede").json();
    assert_eq!(shown["grave"], true, "{shown}");
    let shown = preview(&ann, &table, "ready").json();
    assert!(shown["grave"].is_null(), "{shown}");
}

#[test]
fn a_way_ahead_can_be_walked_step_by_step() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let frame = walking(&ann, &table);
    let ahead = frame["set"]["ahead"].as_array().unwrap();
    // The last one that one can stop at, and the steps that lead there.
    let mut at = ahead.iter().rposition(|step| !step["tag"].is_null()).unwrap();
    let target = ahead[at]["place"].as_str().unwrap().to_string();
    let mut lines = vec![ahead[at]["notation"].as_str().unwrap().to_string()];
    while let Some(before) = ahead[at]["after"].as_u64() {
        at = before as usize;
        lines.insert(0, ahead[at]["notation"].as_str().unwrap().to_string());
    }
    assert!(lines.len() > 1);
    for line in &lines {
        let open = choices(&ann.frame(&table, "1"));
        assert!(open.contains(line), "{line} is not among {open:?}");
        assert_eq!(ann.act(&table, 0, line, None).status, 200);
    }
    let frame = ann.frame(&table, "1");
    let walker =
        frame["set"].as_object().unwrap().iter().find(|(name, _)| name.starts_with("piece/person"));
    assert_eq!(walker.unwrap().1["place"], target.as_str());
}

#[test]
fn refusals_come_with_their_rule_before_anything_is_done() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let shown = preview(&ann, &table, "stop");
    assert_eq!(shown.status, 422, "{}", shown.text);
    assert!(!shown.json()["rule"].as_str().unwrap().is_empty());
    let shown = preview(&ann, &table, "fly to the moon");
    assert_eq!((shown.status, shown.json()["error"].as_str()), (422, Some("misread")));
}

#[test]
fn nobody_looks_through_another_seat() {
    let house = House::open();
    let (ann, bob) = (house.guest(), house.guest());
    let table = ann.open("survivors", "duel", &["me", "bot:random"]);
    for path in [
        format!("/t/{table}/preview?as=1&line=ready"),
        format!("/t/{table}/preview?as=2&line=ready"),
        format!("/t/{table}/measure?as=1&from=piece:A1"),
        format!("/t/{table}/preview?as=referee&line=ready"),
    ] {
        assert_eq!(bob.get(&path).status, 403, "{path}");
    }
    // The public may measure what it sees, and decides nothing.
    assert_eq!(
        bob.get(&format!("/t/{table}/measure?as=table&from=point:0,0&to=point:3000,4000")).status,
        200
    );
    assert_eq!(bob.get(&format!("/t/{table}/preview?as=table&line=ready")).status, 403);
}

#[test]
fn hostile_questions_are_turned_away() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("survivors", "duel", &["me", "bot:random"]);
    for (query, status) in [
        ("measure?as=1&from=", 400),
        ("measure?as=1&from=card:x", 400),
        ("measure?as=1&from=point:1", 400),
        ("measure?as=1&from=point:99999999999,1", 400),
        ("measure?as=1&from=point:2147483647,-2147483648", 400),
        ("measure?as=1&from=piece:A1&to=point:nan,nan", 400),
        ("measure?as=9&from=piece:A1", 403),
        ("measure?as=1&from=piece:nobody&to=piece:nobody", 200),
        ("measure?as=1&from=piece:%3Cscript%3E&to=place:..%2F..", 200),
        ("measure?as=1", 400),
        ("preview?as=1", 400),
        ("preview?as=1&line=", 422),
        ("report/0", 404),
        ("report/1", 404),
        ("report/99999999999999999999999", 404),
        ("report/x", 404),
    ] {
        let answer = ann.get(&format!("/t/{table}/{query}"));
        assert_eq!(answer.status, status, "{query}: {}", answer.text);
    }
    let long = preview(&ann, &table, &"9".repeat(5000));
    assert_eq!(long.status, 400, "{}", long.text);
}

#[test]
fn the_ruler_says_inches_and_sight() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("survivors", "duel", &["me", "bot:greedy"]);
    let between = ann.get(&format!("/t/{table}/measure?as=1&from=point:0,0&to=point:3000,4000"));
    assert_eq!(between.json()["tag"], "5.0\"");
    assert_eq!(ann.act(&table, 0, "ready", None).status, 200);
    let frame = asked(&ann, &table);
    let figures: Vec<&String> = frame["set"]
        .as_object()
        .unwrap()
        .keys()
        .filter(|name| name.starts_with("piece/"))
        .collect();
    let own = figures.iter().find(|name| name.starts_with("piece/A")).unwrap();
    let foe = figures.iter().find(|name| name.starts_with("piece/B")).unwrap();
    let (own, foe) = (&own["piece/".len()..], &foe["piece/".len()..]);
    let sight = ann.get(&format!("/t/{table}/measure?as=1&from=piece:{own}&to=piece:{foe}")).json();
    let words = sight["words"].as_str().unwrap();
    assert!(words.contains("apart"), "{words}");
    assert!(
        ["seen", "open", "obscured", "cover"].iter().any(|word| words.contains(word)),
        "{words}"
    );
    let ranges = ann.get(&format!("/t/{table}/measure?as=1&from=piece:{own}")).json();
    assert!(ranges["words"].as_str().unwrap().contains("walks"), "{ranges}");
}

#[test]
fn a_ruler_lies_where_there_is_something_to_measure() {
    let house = House::open();
    let ann = house.guest();
    for (game, scenario, measures) in [
        ("survivors", "duel", true),
        ("outdoor-survival", "lost", true),
        ("connect-four", "plain", false),
    ] {
        let table = ann.open(game, scenario, &["me", "bot:random"]);
        let page = ann.get(&format!("/t/{table}")).text;
        let button = house::between(&page, "id=\"measure\"", ">");
        assert_eq!(!button.contains("hidden disabled"), measures, "{game}: {button}");
    }
}

#[test]
fn a_bid_is_a_slip_whose_sum_is_known_and_any_point_can_be_walked_to() {
    let house = House::open();
    let ann = house.guest();
    let table = ann.open("survivors", "duel", &["me", "bot:greedy"]);
    let frame = asked(&ann, &table);
    let free = frame["set"]["free"].as_array().unwrap();
    assert!(
        free.iter().all(|free| free["notation"].as_str().unwrap().contains("{at}")),
        "{free:?}"
    );
    ann.act(&table, 0, "ready", None);
    let frame = asked(&ann, &table);
    let slip = frame["set"]["slip/0"].as_str().unwrap();
    assert!(slip.contains("data-start=\"bid\"") && slip.contains("data-sum="), "{slip}");
}

#[test]
fn the_order_form_says_lines_that_the_game_takes_and_rounds_have_reports() {
    let house = House::open();
    let ann = house.guest();
    let seats = ["me", "bot:greedy", "bot:greedy"];
    let table = ann.open("postal-survival", "first-run", &seats);
    let is_press = |frame: &Value, number: usize| {
        let slip = frame["set"][format!("slip/{number}")].as_str();
        slip.is_some_and(|slip| slip.contains("data-start=\"press\""))
    };
    while !(0..9).any(|number| is_press(&asked(&ann, &table), number)) {
        assert_eq!(ann.act(&table, 0, "done", None).status, 200);
    }
    let frame = asked(&ann, &table);
    let slips: Vec<&str> =
        (0..9).filter_map(|number| frame["set"][format!("slip/{number}")].as_str()).collect();
    assert!(slips.iter().any(|slip| slip.contains("data-start=\"press\"")), "{slips:?}");
    let press = "press Beware of the swamp <b>tonight</b>";
    assert_eq!(ann.act(&table, 0, press, None).status, 200);
    let creature = choices(&frame).into_iter().find(|line| line.contains(" stay"));
    if let Some(line) = creature {
        assert_eq!(ann.act(&table, 0, &line, None).status, 200);
    }
    assert_eq!(ann.act(&table, 0, "done", None).status, 200);
    // The first round may be the last: whoever dies in it is asked nothing more.
    let report = format!("/t/{table}/report/1?as=1");
    house::until("the first report", || ann.get(&report).status == 200);
    let page = ann.get(&report);
    assert!(page.text.contains("Round 1"), "{}", page.text);
    assert!(page.text.contains("Beware of the swamp &lt;b&gt;tonight"), "{}", page.text);
    assert!(page.text.contains("<table>"), "{}", page.text);
    assert_eq!(ann.get(&format!("/t/{table}/report/99")).status, 404);
}

#[test]
fn a_round_is_closed_for_those_who_are_away() {
    let house = House::with(|config| {
        quick(config);
        config.absent_minute = Duration::ZERO;
    });
    let (ann, bob) = (house.guest(), house.guest().called("Bob"));
    let table = ann.open("postal-survival", "first-run", &["me", "open", "bot:greedy"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    asked(&ann, &table);
    let cat = house.guest();
    assert_eq!(cat.get(&format!("/t/{table}/desk")).status, 403);
    assert_eq!(cat.form(&format!("/t/{table}/close"), &[]).status, 403);
    assert_eq!(ann.bare_form(&format!("/t/{table}/close"), &[("key", "wrong")]).status, 403);
    let desk = ann.get(&format!("/t/{table}/desk"));
    assert!(desk.text.contains("has yet to decide") && desk.text.contains("Bob"), "{}", desk.text);
    assert_eq!(ann.act(&table, 0, "done", None).status, 200);
    assert_eq!(ann.form(&format!("/t/{table}/close"), &[]).status, 303);
    // The round went on without Bob, and says so.
    let frame = asked(&ann, &table);
    assert!(frame["set"].to_string().contains("closed the round without waiting for Bob"));
    // There is nobody to wait for but the host.
    assert_eq!(bob.act(&table, 1, "done", None).status, 200);
    assert_eq!(ann.form(&format!("/t/{table}/close"), &[]).status, 409);
}

#[test]
fn a_host_must_have_been_patient() {
    let house = House::open();
    let (ann, bob) = (house.guest(), house.guest());
    let table = ann.open("postal-survival", "first-run", &["me", "open", "bot:greedy"]);
    bob.form(&format!("/t/{table}/join"), &[("seat", "2")]);
    asked(&ann, &table);
    assert_eq!(ann.form(&format!("/t/{table}/close"), &[]).status, 409);
}

#[test]
fn a_referee_sees_what_would_come() {
    let house = House::open();
    let (ann, bob) = (house.guest(), house.guest().called("Bob"));
    let cat = house.guest().called("Cat");
    let fields = [("scenario", "first-run"), ("seat", "open"), ("seat", "open"), ("referee", "on")];
    let opened = ann.form("/new/postal-survival", &fields);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    for (guest, seat) in [(&bob, "1"), (&cat, "2")] {
        assert_eq!(guest.form(&format!("/t/{table}/join"), &[("seat", seat)]).status, 303);
    }
    let frame = asked(&bob, &table);
    assert_eq!(bob.act(&table, 0, &choices(&frame)[0], None).status, 200);
    let desk = ann.get(&format!("/t/{table}/desk")).text;
    assert!(desk.contains("Preview: if it were run now") && desk.contains("<table>"), "{desk}");
    // Nothing has happened, and nobody who plays sees it.
    assert_eq!(bob.frame(&table, "1")["step"], 1);
    for guest in [&bob, &cat] {
        let answer = guest.get(&format!("/t/{table}/desk"));
        assert!(answer.status == 200 && !answer.text.contains("Preview"), "{}", answer.text);
    }
    let own = bob.open("postal-survival", "first-run", &["me", "bot:greedy"]);
    asked(&bob, &own);
    assert!(!bob.get(&format!("/t/{own}/desk")).text.contains("Preview"));
}
