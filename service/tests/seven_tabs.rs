//! More tables in tabs and windows than a browser has connections to a server: each can be played, and those that nobody
//! sees say whose turn it is.

use crate::browser::{Browser, PATIENCE};
use crate::house::{Guest, House};
use crate::in_the_browser::url;
use serde_json::json;
use std::time::{Duration, Instant};

/// A browser has six connections to a server that speaks HTTP/1.1.
const TABS: usize = 7;

const ASKED: &str = "!document.hidden && document.querySelector('#choices button:not([hidden])') && !document.querySelector('.busy')";

/// A browser with the cookie of a guest.
fn browser_of(guest: &Guest) -> Browser {
    let mut browser = Browser::launch();
    let (name, value) = guest.cookie.split_once('=').unwrap();
    let home = format!("http://{}/", guest.address);
    browser.send("Network.setCookie", json!({ "name": name, "value": value, "url": home }));
    browser
}

/// Tables at which both sit, and the first is asked.
fn seven_tables(ann: &Guest, bob: &Guest) -> Vec<String> {
    let tables = (0..TABS).map(|_| {
        let table = ann.open("connect-four", "plain", &["me", "open"]);
        let joined = bob.form(&format!("/t/{table}/join"), &[("seat", "2")]);
        assert_eq!(joined.status, 303, "{}", joined.text);
        table
    });
    tables.collect()
}

/// Waits until no more than so many streams are held.
fn until_at_most(house: &House, most: u64) {
    let streams = || house.guest().get("/health").json()["streams"].as_u64().unwrap();
    let began = Instant::now();
    while streams() > most {
        assert!(began.elapsed() < PATIENCE, "{} streams are held", streams());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn seven_tables_in_seven_tabs_are_played_one_after_the_other() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let tables = seven_tables(&ann, &bob);
    let mut browser = browser_of(&ann);
    let mut tabs: Vec<String> = Vec::new();
    for table in &tables {
        let tab = browser.tab();
        browser.show(&tab);
        browser.goto(&url(&house, &format!("/t/{table}")));
        browser.wait(ASKED);
        tabs.push(tab);
    }
    for tab in &tabs {
        browser.show(tab);
        browser.wait(ASKED);
        browser.click("#choices button");
        browser.wait("document.getElementById('turn').textContent.includes('Bob')");
    }
    // All but the last are unseen, and none of them holds a connection.
    for tab in &tabs[..TABS - 1] {
        browser.reach(tab);
        browser.wait("document.hidden && !document.title.includes('Your turn')");
    }
    until_at_most(&house, 1);
    let (unseen, table) = (&tabs[2], &tables[2]);
    let moved = bob.act(table, 1, "drop 2", None);
    assert_eq!(moved.status, 200, "{}", moved.text);
    let began = Instant::now();
    browser.reach(unseen);
    browser.wait("document.hidden && document.title.includes('Your turn')");
    println!("an unseen page said so after {:?}", began.elapsed());
    // Seen again it shows what happened, and goes on.
    browser.show(unseen);
    browser.wait(ASKED);
    browser.click("#choices button");
    browser.wait("document.getElementById('turn').textContent.includes('Bob')");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn seven_tables_in_seven_windows_leave_the_browser_a_connection() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let tables = seven_tables(&ann, &bob);
    let mut browser = browser_of(&ann);
    let mut windows: Vec<String> = Vec::new();
    for table in &tables {
        windows.push(browser.window());
        browser.goto(&url(&house, &format!("/t/{table}")));
        browser.wait(ASKED);
    }
    for window in &windows {
        browser.reach(window);
        browser.wait("!document.hidden");
    }
    // All are seen; whatever else the browser asks for is answered.
    browser.eval("void fetch('/health').then(() => (window.answered = true))");
    browser.wait("window.answered");
    // A window without a line shows what happened all the same.
    let moved = ann.act(&tables[0], 0, "drop 2", None);
    assert_eq!(moved.status, 200, "{}", moved.text);
    browser.reach(&windows[0]);
    browser.wait("document.getElementById('turn').textContent.includes('Bob')");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
fn a_waiting_room_that_nobody_sees_goes_to_the_table_when_the_game_begins() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    let mut browser = browser_of(&ann);
    let waiting = browser.tab();
    browser.show(&waiting);
    browser.goto(&url(&house, &format!("/t/{table}")));
    browser.wait("document.getElementById('seating')");
    let other = browser.tab();
    browser.show(&other);
    browser.reach(&waiting);
    browser.wait("document.hidden");
    // From now on nobody tells the page: it has to look.
    until_at_most(&house, 0);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    browser.wait("!document.getElementById('seating') && document.title.includes('Your turn')");
    browser.show(&waiting);
    browser.wait(ASKED);
}
