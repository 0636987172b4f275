//! A seat that sees what is hidden from others is a referee's eyes: one person has it, who has no other seat there, and
//! everybody knows.

use crate::house::{Answer, Guest, House, between, quick};
use serde_json::json;
use std::time::Duration;
use table::Record;

/// The fields of a game in fog with an umpire, and these people at it.
fn fields<'a>(seats: &[&'a str], more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![
        ("scenario", "quick"),
        ("option.umpire", "on"),
        ("option.fog", "on"),
        ("listed", "on"),
    ];
    fields.extend(seats.iter().map(|seat| ("seat", *seat)));
    fields.extend(more);
    fields
}

fn open(guest: &Guest, seats: &[&str], more: &[(&str, &str)]) -> Answer {
    guest.form("/new/survivors", &fields(seats, more))
}

fn opened(guest: &Guest, seats: &[&str]) -> String {
    let answer = open(guest, seats, &[]);
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.location.strip_prefix("/t/").unwrap().to_string()
}

fn join(guest: &Guest, table: &str, seat: &str) -> Answer {
    guest.form(&format!("/t/{table}/join"), &[("seat", seat)])
}

/// The private link that a guest's page shows of their seat.
fn link(guest: &Guest, table: &str) -> String {
    format!("/s/{}", between(&guest.get(&format!("/t/{table}")).text, "/s/", "<"))
}

fn check_refused(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert!(answer.text.contains("umpire sees what is hidden from others"), "{}", answer.text);
}

#[test]
fn nobody_opens_a_table_as_its_umpire_and_a_player() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    for seats in [["me", "open", "me"], ["open", "me:Bea", "me:Cat"], ["me", "me", "me"]] {
        check_refused(&open(&ann, &seats, &[]), 403);
    }
    let body = json!({
        "game": "survivors", "scenario": "quick", "options": { "umpire": "on" },
        "seats": ["me", "bot:greedy", "me"],
    });
    let sent = ann.agent.post(ann.url("/api/tables")).content_type("application/json");
    check_refused(&Answer::of(sent.send(body.to_string())), 403);
    check_refused(&open(&ann, &["open", "open", "me"], &[("shuffled", "on")]), 400);
    check_refused(&open(&ann, &["open", "open", "open"], &[("referee", "on")]), 400);
    // Several sides at one screen are a hot seat, as ever.
    assert_eq!(open(&ann, &["me", "me", "open"], &[]).status, 303);
    assert_eq!(open(&ann, &["open", "open", "me"], &[]).status, 303);
}

#[test]
fn nobody_sits_down_as_umpire_and_player() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = opened(&ann, &["me", "open", "open"]);
    check_refused(&join(&ann, &table, "3"), 403);
    assert_eq!(join(&bob, &table, "3").status, 303);
    check_refused(&join(&bob, &table, "2"), 403);
    // Nothing is to be seen before the game begins: whoever gets up may sit down elsewhere.
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    assert_eq!(join(&bob, &table, "2").status, 303);
}

#[test]
fn everybody_at_the_table_knows_the_umpire_and_so_does_the_record() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = opened(&ann, &["me", "bot:random", "link"]);
    let page = |guest: &Guest| guest.get(&format!("/t/{table}")).text;
    let words = |name: &str| {
        format!(
            "<b>Umpire: {name}</b> sees what is hidden from others at this table and has no other seat."
        )
    };
    let stranger = house.guest();
    assert!(page(&stranger).contains(&words("seat 3")), "{}", page(&stranger));
    assert!(page(&stranger).contains("Seat 3, umpire"));
    let invitation = link(&ann, &table);
    assert!(bob.get(&invitation).text.contains("You would be the umpire."));
    assert_eq!(bob.form(&invitation, &[("name", "Bob")]).status, 303);
    for guest in [&ann, &bob, &stranger] {
        assert!(page(guest).contains(&words("Bob")));
    }
    assert!(ann.get(&format!("/t/{table}/desk")).text.contains(&words("Bob")));
    let told = stranger.get(&format!("/api/tables/{table}")).json();
    assert_eq!(
        (&told["seats"][2]["role"], &told["seats"][2]["name"]),
        (&json!("umpire"), &json!("Bob"))
    );
    // He gets up, and is in the record all the same.
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    assert!(page(&stranger).contains(&words("Bob")));
    assert_eq!(ann.act(&table, 0, "concede", None).status, 200);
    let record = ann.get(&format!("/t/{table}/record"));
    assert_eq!(record.status, 200, "{}", record.text);
    assert_eq!(Record::parse(&record.text).unwrap().referee, "Bob");
}

#[test]
fn a_bot_that_umpires_is_nobody_who_saw_anything() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = opened(&ann, &["me", "bot:random", "bot:random"]);
    assert_eq!(ann.act(&table, 0, "concede", None).status, 200);
    let record = ann.get(&format!("/t/{table}/record")).text;
    assert_eq!(Record::parse(&record).unwrap().referee, "");
}

/// A game that is on in which Ann and Bob play and Cat is the umpire, and the link of a seat of Ann's elsewhere.
fn begun(house: &House) -> (Guest, Guest, Guest, String, String) {
    let [ann, bob, cat] = ["Ann", "Bob", "Cat"].map(|name| house.guest().called(name));
    let table = opened(&ann, &["me", "open", "open"]);
    assert_eq!(join(&bob, &table, "2").status, 303);
    assert_eq!(join(&cat, &table, "3").status, 303);
    let elsewhere = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let link = link(&ann, &elsewhere);
    (ann, bob, cat, table, link)
}

fn check_stay_two(answer: &Answer) {
    assert_eq!(answer.status, 403, "{}", answer.text);
    assert!(answer.text.contains("you cannot become one person"), "{}", answer.text);
}

#[test]
fn an_umpire_does_not_become_one_person_with_a_player() {
    let house = House::open();
    let (ann, bob, cat, table, of_ann) = begun(&house);
    check_stay_two(&cat.form(&of_ann, &[]));
    let of_cat = link(&cat, &table);
    check_stay_two(&bob.form(&of_cat, &[]));
    check_stay_two(&ann.form(&of_cat, &[]));
    // A seat that is left is kept, on either side.
    assert_eq!(cat.form(&format!("/t/{table}/leave"), &[]).status, 303);
    check_stay_two(&cat.form(&of_ann, &[]));
    assert_eq!(ann.form(&format!("/t/{table}/leave"), &[]).status, 303);
    check_stay_two(&cat.form(&of_ann, &[]));
    assert_eq!(cat.form(&format!("/t/{table}/back"), &[]).status, 303);
    check_stay_two(&cat.form(&of_ann, &[]));
    // Two players become one as ever.
    assert_eq!(bob.form(&of_ann, &[]).status, 303);
}

#[test]
fn an_umpire_whose_seat_a_bot_has_does_not_become_a_player() {
    let house = House::with(|config| {
        quick(config);
        config.absent_minute = Duration::ZERO;
    });
    let (ann, _, cat, table, of_ann) = begun(&house);
    assert_eq!(cat.form(&format!("/t/{table}/leave"), &[]).status, 303);
    let fields = [("seat", "3"), ("bot", "random"), ("sure", "on")];
    let given = ann.form(&format!("/t/{table}/replace"), &fields);
    assert_eq!(given.status, 303, "{}", given.text);
    check_stay_two(&cat.form(&of_ann, &[]));
}
