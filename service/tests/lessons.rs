//! Lessons at the table: every one can be played, in a real browser too, and comes back after a restart.

use crate::browser::Browser;
use crate::house::{Guest, House};
use serde_json::{Value, json};
use table::{AnyMatch, Lesson, LessonCourse, Seed, Viewer};

/// All lessons of the shelf, each with a match that knows what leads on.
fn lessons() -> Vec<(String, Lesson, Box<dyn AnyMatch>)> {
    let mut all = Vec::new();
    for shelved in shelf::house().games(shelf::Means::default()) {
        let game = shelved.game;
        for lesson in LessonCourse::parse(&game.lessons()).unwrap().lessons {
            let begun = game.teach(&lesson, &game.house(), &[], Seed::from_number(1)).unwrap();
            all.push((game.id().to_string(), lesson, begun));
        }
    }
    all
}

/// What leads on from where the lesson stands; nothing once play is free or the lesson is over.
fn next_line(lesson: &Lesson, begun: &mut dyn AnyMatch) -> Option<String> {
    let line = begun.lapse(lesson.seat)?;
    let step = begun.scene(Viewer::Seat(lesson.seat)).lesson?.step;
    begun.act(lesson.seat, &line).ok()?;
    let on = begun.scene(Viewer::Seat(lesson.seat)).lesson?;
    (on.step != step || begun.status().outcome().is_some()).then_some(line)
}

fn begin(guest: &Guest, game: &str, lesson: &str) -> String {
    let answer = guest.form(&format!("/learn/{game}/{lesson}"), &[]);
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.location.strip_prefix("/t/").unwrap().to_string()
}

fn note(guest: &Guest, table: &str, seat: &str) -> Value {
    guest.frame(table, seat)["set"]["lesson"].clone()
}

#[test]
fn every_lesson_can_be_played_at_the_table() {
    let house = House::open();
    let guest = house.guest();
    for (game, lesson, mut begun) in lessons() {
        let table = begin(&guest, &game, &lesson.name);
        let seat = (lesson.seat.0 + 1).to_string();
        while let Some(line) = next_line(&lesson, begun.as_mut()) {
            let answer = guest.act(&table, lesson.seat.0, &line, None);
            assert_eq!(answer.status, 200, "{game} {}: {line}: {}", lesson.name, answer.text);
        }
        let said = note(&guest, &table, &seat);
        assert_eq!(said["steps"].as_u64(), Some(lesson.steps() as u64), "{said}");
        let back = guest.get(&format!("/t/{table}/replay")).text;
        assert!(!back.contains("/record"), "looking back at a lesson offers a record");
    }
}

#[test]
fn a_lesson_says_why_not_and_comes_back_after_a_restart() {
    let house = House::open();
    let guest = house.guest();
    let table = begin(&guest, "connect-four", "1-four-in-a-row");
    assert_eq!(guest.act(&table, 0, "next", None).status, 200);
    let advice = guest.act(&table, 0, "drop 1", None);
    assert_eq!(advice.json()["error"], "advice", "{}", advice.text);
    assert_eq!(guest.act(&table, 0, "drop 3", None).status, 200);
    let said = note(&guest, &table, "1");
    let house = house.restart();
    assert_eq!(note(&guest, &table, "1"), said);
    assert_eq!(guest.act(&table, 0, "drop 4", None).status, 200);
    assert_eq!(guest.act(&table, 0, "answer 1", None).status, 200);
    assert_eq!(guest.frame(&table, "1")["set"]["head"]["state"], "over");
    assert!(guest.get("/learn").text.contains("· done"));
    let stranger = house.guest();
    assert_eq!(stranger.form("/learn/connect-four/none", &[]).status, 404);
    assert_eq!(stranger.form("/learn/chess/1", &[]).status, 404);
    assert!(!stranger.get("/learn").text.contains("· done"));
}

fn url(house: &House, path: &str) -> String {
    format!("http://{}{path}", house.address)
}

#[test]
fn a_lesson_is_played_in_a_browser_from_the_list_to_the_end() {
    let house = House::open();
    for (width, height) in [(1280, 800), (390, 844)] {
        let mut browser = Browser::launch();
        browser.size(width, height);
        browser.goto(&url(&house, "/learn"));
        browser.click("form[action='/learn/connect-four/1-four-in-a-row'] button");
        browser.wait("document.querySelector('#lesson .say')");
        browser.wait("document.querySelectorAll('#board .spot circle, #board .spot path, #board .spot rect').length");
        browser.click("#choices button");
        browser.wait("document.querySelector('#lesson .lesson-head').innerText.includes('2 of 4')");
        let choose = |browser: &mut Browser, notation: &str| {
            browser.wait(&format!("[...document.querySelectorAll('#choices code')].some((code) => code.innerText === '{notation}')"));
            browser.eval(&format!("[...document.querySelectorAll('#choices button')].find((button) => button.querySelector('code')?.innerText === '{notation}').click()"));
        };
        choose(&mut browser, "drop 1");
        browser.wait("document.querySelector('#notice[data-kind=advice]:not([hidden])')");
        choose(&mut browser, "drop 3");
        browser.wait("document.querySelector('#lesson .reply')");
        choose(&mut browser, "drop 4");
        choose(&mut browser, "answer 1");
        browser.wait("!document.getElementById('after-lesson').hidden");
        let sideways = browser.eval("document.documentElement.scrollWidth > innerWidth");
        assert_eq!(sideways, json!(false), "at {width}");
        assert!(browser.errors.is_empty(), "{:?}", browser.errors);
    }
}
