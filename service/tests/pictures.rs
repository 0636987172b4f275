//! Pictures of every page, for those who look: `cargo xtask pictures` runs this and lays them into
//! `docs/pictures` (those that the README shows) and `target/pictures` (all).

use crate::browser::Browser;
use crate::house::{Guest, House, between};
use serde_json::json;
use std::path::PathBuf;
use table::ScenarioInfo;

/// A table at which a game is under way: one game is played as far as it goes, at most sixty decisions, and if
/// it ended, another one a third as far.
fn in_the_middle(guest: &Guest, game: &str, scenario: &ScenarioInfo, bot: &str) -> String {
    let bots = (1..scenario.seats_near(3)).map(|_| bot);
    let seats: Vec<&str> = std::iter::once("me").chain(bots).collect();
    let mut most = 60;
    loop {
        let table = guest.open(game, &scenario.id, &seats);
        let taken = decide(guest, &table, most);
        if guest.frame(&table, "1")["set"]["head"]["state"] == "playing" || most == 1 {
            return table;
        }
        most = (taken / 3).clamp(1, most - 1);
    }
}

/// Takes so many decisions at a table, or as many as it asks for; how many.
fn decide(guest: &Guest, table: &str, most: usize) -> usize {
    let (mut random, mut taken) = (5usize, 0);
    for _ in 0..most + 100 {
        let frame = guest.frame(table, "1");
        if taken == most || frame["set"]["head"]["state"] == "over" {
            break;
        }
        let Some(choices) = frame["set"]["prompt"]["choices"].as_array() else {
            std::thread::sleep(std::time::Duration::from_millis(100));
            continue;
        };
        // Nothing is given up or taken back, so that there is something to see.
        let back = ["resign", "concede", "revise", "unplace", "free", "type", "discard"];
        let on: Vec<&str> = choices
            .iter()
            .filter_map(|choice| choice["notation"].as_str())
            .filter(|line| !back.iter().any(|word| line.starts_with(word)))
            .collect();
        random = random * 1103 % 7919;
        let any = || choices[random % choices.len()]["notation"].as_str().unwrap();
        let line = on.get(random % on.len().max(1)).copied().unwrap_or_else(any);
        taken += usize::from(guest.act(table, 0, line, None).status == 200);
    }
    taken
}

/// The pages of somebody who has friends, blocks somebody, is a referee of the house and has something to judge.
fn among_people(house: &House, guest: &Guest) -> Vec<(String, String)> {
    let [bob, mallory] = ["Bob", "Mallory"].map(|name| house.guest().called(name));
    let fields = [("scenario", "plain"), ("seat", "me"), ("seat", "open"), ("whispers", "on")];
    let table = bob.form("/new/connect-four", &fields).location;
    assert_eq!(mallory.form(&format!("{table}/join"), &[("seat", "2")]).status, 303);
    let said = json!({ "text": "You play like a fool, and everybody shall know it.", "to": "1" });
    assert_eq!(mallory.post(&format!("{table}/talk"), said).status, 200);
    for words in ["Every day, at every table.", "Again."] {
        let fields = [("deed", "report"), ("reason", "insult"), ("words", words)];
        assert_eq!(bob.form(&format!("{table}/person/2"), &fields).status, 303);
    }
    let ann = format!("/people/{}", crate::people::id_of(house, "Ann"));
    crate::people::operate(house, &ann, Some(json!({ "deed": "referee" })));
    let report = crate::people::operate(house, "/reports", None).json()[1]["id"].clone();
    let closing = [("word", "Thank you."), ("deed", "mute")];
    let path = format!("/reports/{}", report.as_str().unwrap());
    assert_eq!(guest.form(&path, &closing).status, 303);
    assert_eq!(guest.form(&format!("{table}/person/1"), &[("deed", "ask")]).status, 303);
    assert_eq!(guest.form(&format!("{table}/person/2"), &[("deed", "block")]).status, 303);
    let pages = [
        ("reports", "/reports"),
        ("me", "/me"),
        ("my", "/my"),
        ("sign-in", "/sign-in"),
        ("friends", "/friends"),
        ("seek", "/seek"),
        ("statistics", "/me/statistics"),
        ("cups", "/cups"),
        ("ratings", "/ratings"),
    ];
    let pages = pages.map(|(name, path)| (format!("people-{name}"), path.to_string()));
    let person = ("people-person".to_string(), format!("{table}/person/1"));
    pages.into_iter().chain([person]).collect()
}

/// Gives up at a table, as soon as the game takes it, and waits for the end that the others play to.
fn give_up(guest: &Guest, table: &str) {
    for _ in 0..600 {
        if guest.frame(table, "1")["set"]["head"]["state"] == "over" {
            return;
        }
        for word in ["resign", "concede"] {
            guest.act(table, 0, word, None);
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
#[ignore = "makes pictures, checks nothing"]
fn pictures_of_every_page() {
    let folder = PathBuf::from(
        std::env::var("OVERWINTER_PICTURES").unwrap_or(env!("CARGO_TARGET_TMPDIR").to_string()),
    );
    std::fs::create_dir_all(&folder).unwrap();
    let only = std::env::var("OVERWINTER_PAGES").unwrap_or_default();
    let house = House::with(crate::operator::with_operator);
    let guest = house.guest().called("Ann");
    let mut pages = vec![
        ("lobby".to_string(), "/".to_string()),
        ("help".into(), "/help".into()),
        ("learn".into(), "/help/outdoor-survival".into()),
        ("rules".into(), "/help/outlive/rules".into()),
        ("new".into(), "/new/outlive".into()),
    ];
    let waiting = guest.open("outlive", "convoy", &["me", "link", "open"]);
    pages.push(("waiting".into(), format!("/t/{waiting}")));
    let room = guest.get(&format!("/t/{waiting}")).text;
    pages.push(("invitation".into(), format!("/s/{}", between(&room, "/s/", "<"))));
    pages.push(("new-chosen".into(), "/new/outdoor-survival?scenario=search".into()));
    pages.push(("lessons".into(), "/learn".into()));
    let contests = crate::contests::pages(&house, &guest);
    let named = |(number, page): (usize, String)| (format!("contests-{number}-waiting"), page);
    pages.extend(contests.into_iter().enumerate().map(named));
    pages.extend(among_people(&house, &guest));
    pages.push(("operator".into(), "/".into()));
    let over = guest.open("outdoor-survival", "lost", &["me", "bot:greedy"]);
    for _ in 0..100 {
        if guest.act(&over, 0, "resign", None).status == 200 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    pages.push(("result".into(), format!("/t/{over}")));
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        if !only.is_empty() && !only.split(',').any(|page| page.starts_with(game)) {
            continue;
        }
        let first = shelved.game.catalogue(&shelved.game.house()).unwrap();
        // A scenario in which something can be seen after a few decisions.
        let wanted = |scenario: &&ScenarioInfo| {
            scenario.max_seats > 1 && scenario.id != "basic" && scenario.id != "standard"
        };
        let scenario = first.scenarios.iter().find(wanted).unwrap().clone();
        // An example is over too soon against somebody who wants to win.
        let bot = if shelved.example { "bot:random" } else { "bot:greedy" };
        let table = in_the_middle(&guest, game, &scenario, bot);
        guest.post(&format!("/t/{table}/talk"), json!({ "text": "Good luck to all of us." }));
        pages.push((game.to_string(), format!("/t/{table}")));
        // The first question, and an end, are seen as well as the middle.
        let seats: Vec<&str> =
            std::iter::once("me").chain((1..scenario.seats_near(3)).map(|_| bot)).collect();
        let early = guest.open(game, &scenario.id, &seats);
        decide(&guest, &early, 0);
        pages.push((format!("{game}-early"), format!("/t/{early}")));
        let ended = guest.open(game, &scenario.id, &seats);
        decide(&guest, &ended, 2);
        give_up(&guest, &ended);
        pages.push((format!("{game}-result"), format!("/t/{ended}")));
        pages.push((format!("{game}-replay"), format!("/t/{table}/replay?as=1")));
        if game == "postal-survival" {
            pages.push((format!("{game}-desk"), format!("/t/{table}/desk")));
            pages.push((format!("{game}-report"), format!("/t/{table}/report/1?as=1")));
        }
    }
    let mut browser = Browser::launch();
    let (name, value) = guest.cookie.split_once('=').unwrap();
    let home = format!("http://{}/", house.address);
    browser.send("Network.setCookie", json!({ "name": name, "value": value, "url": home }));
    for theme in ["light", "dark"] {
        browser.theme(theme);
        for (width, height, shape) in [(1280, 800, "desk"), (390, 844, "phone")] {
            browser.size(width, height);
            for (name, path) in &pages {
                let wanted = |page: &str| page == name || page == format!("{name}-{theme}-{shape}");
                if !only.is_empty() && !only.split(',').any(wanted) {
                    continue;
                }
                let elsewhere = (name == "operator").then_some(house.operator).flatten();
                browser.goto(&format!("http://{}{path}", elsewhere.unwrap_or(house.address)));
                let has_board = !["desk", "report", "waiting", "invitation", "person"]
                    .iter()
                    .any(|end| name.ends_with(end));
                if path.starts_with("/t/") && has_board {
                    browser.wait("document.querySelector('#board .ground').childElementCount && document.getElementById('headline').textContent !== 'Setting the table …'");
                }
                browser.wait("[...document.images].every((image) => image.complete || image.loading === 'lazy')");
                std::thread::sleep(std::time::Duration::from_millis(400));
                browser.picture(&folder.join(format!("{name}-{theme}-{shape}.png")));
            }
        }
    }
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}
