//! Who is who: nobody is referee and player of one table, a link that was lost ends, and a seat always belongs to
//! somebody.

use crate::house::{Guest, House, agent, ask_store, between, quick};
use serde_json::Value;
use std::time::Duration;

/// A server at which everybody is absent at once.
fn hasty() -> House {
    House::with(|config| {
        quick(config);
        config.absent_minute = Duration::ZERO;
    })
}

/// A guest with another's cookie: a second window of the same browser.
fn same(guest: &Guest) -> Guest {
    Guest {
        agent: agent(),
        address: guest.address,
        cookie: guest.cookie.clone(),
        key: guest.key.clone(),
    }
}

/// The private link and the token that a guest's page shows of their seat.
fn secrets(guest: &Guest, table: &str) -> (String, String) {
    let page = guest.get(&format!("/t/{table}")).text;
    let link = format!("/s/{}", between(&page, "/s/", "<"));
    let token = between(&page, "Token for programs: <code class=\"link\">", "<").to_string();
    (link, token)
}

/// What an address of the interface answers to a token.
fn ask(guest: &Guest, table: &str, what: &str, token: &str) -> u16 {
    let url = guest.url(&format!("/api/tables/{table}/{what}"));
    let asked = agent().get(url).header("authorization", format!("Bearer {token}")).call();
    asked.unwrap().status().as_u16()
}

fn seat(guest: &Guest, table: &str, seat: usize) -> Value {
    guest.get(&format!("/api/tables/{table}")).json()["seats"][seat].clone()
}

fn join(guest: &Guest, table: &str, seat: &str) -> u16 {
    guest.form(&format!("/t/{table}/join"), &[("seat", seat)]).status
}

fn back(guest: &Guest, table: &str) -> u16 {
    guest.form(&format!("/t/{table}/back"), &[]).status
}

/// A table with Bob and Cat at it whose referee is Ann, and the private link of a seat of hers elsewhere.
fn refereed(house: &House) -> (Guest, Guest, String, String) {
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let fields = [("scenario", "plain"), ("referee", "on"), ("seat", "open"), ("seat", "open")];
    let opened = ann.form("/new/connect-four", &fields);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    assert_eq!(join(&bob, &table, "1"), 303);
    assert_eq!(join(&house.guest().called("Cat"), &table, "2"), 303);
    let elsewhere = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let link = secrets(&ann, &elsewhere).0;
    (ann, bob, table, link)
}

#[test]
fn whoever_left_a_table_does_not_become_its_referee_and_come_back() {
    let house = House::open();
    let (ann, bob, table, link) = refereed(&house);
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    let refused = bob.form(&link, &[]);
    assert_eq!(refused.status, 403, "a seat that is kept is a seat: {}", refused.text);
    assert!(refused.text.contains("referee"), "{}", refused.text);
    assert_eq!(back(&bob, &table), 303);
    assert_eq!(bob.follow(&table, "referee").status, 403);
    assert_eq!(ann.follow(&table, "1").status, 403);
}

#[test]
fn whoever_was_replaced_by_a_bot_does_not_become_the_referee() {
    let house = hasty();
    let (ann, bob, table, link) = refereed(&house);
    let fields = [("seat", "1"), ("bot", "random"), ("sure", "on")];
    let given = ann.form(&format!("/t/{table}/replace"), &fields);
    assert_eq!(given.status, 303, "{}", given.text);
    assert_eq!(bob.form(&link, &[]).status, 403);
}

#[test]
fn a_referee_for_whom_a_seat_is_kept_does_not_get_it_back() {
    // As versions before left it: the two had become one person.
    let house = House::open();
    let (ann, bob, table, _) = refereed(&house);
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    let (cookie, key, address) = (ann.cookie.clone(), ann.key.clone(), house.address);
    let folder = house.close();
    let kept = "UPDATE seats SET away = (SELECT referee FROM tables WHERE id = ?1) \
                WHERE table_id = ?1 AND kind = 'left'";
    ask_store(folder.path(), &kept.replace("?1", &format!("'{table}'")));
    let kept = format!("SELECT count(*) FROM seats WHERE table_id = '{table}' AND away <> ''");
    assert_eq!(ask_store(folder.path(), &kept), "1");
    let house = House::in_folder(folder, |config| {
        quick(config);
        config.bind = address;
    });
    let ann = Guest { cookie, key, ..house.guest() };
    let refused = ann.form(&format!("/t/{table}/back"), &[]);
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(refused.text.contains("referee"), "{}", refused.text);
    assert_eq!(ann.follow(&table, "1").status, 403);
}

/// Bob plays with Ann, and at another table; gives his link and token of the first, which is lost.
fn with_lost_link(house: &House) -> (Guest, Guest, String, (String, String)) {
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["open", "me"]);
    assert_eq!(join(&bob, &table, "1"), 303);
    let lost = secrets(&bob, &table);
    assert_eq!(ask(&bob, &table, "legal", &lost.1), 200);
    (ann, bob, table, lost)
}

fn check_lost_link_has_ended(house: &House, bob: &Guest, table: &str, lost: &(String, String)) {
    let before = seat(bob, table, 0);
    let thief = house.guest();
    let opened = thief.get(&lost.0);
    assert_eq!(opened.status, 404, "{}", opened.text);
    assert_eq!(thief.form(&lost.0, &[]).status, 404);
    for what in ["legal", "view", "log", "stream"] {
        assert_eq!(ask(bob, table, what, &lost.1), 403, "{what}");
    }
    assert_eq!(back(&thief, table), 403);
    assert_eq!(seat(bob, table, 0), before, "asking changes nothing");
}

fn check_comes_back_with_new_secrets(
    house: &House,
    bob: &Guest,
    table: &str,
    lost: &(String, String),
) {
    check_lost_link_has_ended(house, bob, table, lost);
    assert_eq!(back(bob, table), 303);
    let own = secrets(bob, table);
    assert!(own.0 != lost.0 && own.1 != lost.1, "the old ones count no more");
    assert_eq!(ask(bob, table, "legal", &own.1), 200);
    assert_eq!(ask(bob, table, "legal", &lost.1), 403);
    assert_eq!(house.guest().get(&lost.0).status, 404);
    assert_eq!(house.guest().get(&own.0).status, 200);
}

#[test]
fn a_lost_link_ends_when_its_player_gets_up() {
    let house = House::open();
    let (_ann, bob, table, lost) = with_lost_link(&house);
    assert_eq!(bob.form(&format!("/t/{table}/leave"), &[]).status, 303);
    check_comes_back_with_new_secrets(&house, &bob, &table, &lost);
}

#[test]
fn a_lost_link_ends_when_a_bot_gets_the_seat() {
    let house = hasty();
    let (ann, bob, table, lost) = with_lost_link(&house);
    let fields = [("seat", "1"), ("bot", "random"), ("sure", "on")];
    let given = ann.form(&format!("/t/{table}/replace"), &fields);
    assert_eq!(given.status, 303, "{}", given.text);
    check_comes_back_with_new_secrets(&house, &bob, &table, &lost);
}

#[test]
fn a_seat_belongs_to_somebody_whatever_happens_at_once() {
    let house = House::open();
    for round in 0..16 {
        let (ann, bea) = (house.guest().called("Ann"), house.guest().called("Bea"));
        let elsewhere = ann.open("connect-four", "plain", &["me", "bot:random"]);
        let own = secrets(&ann, &elsewhere).0;
        let table = ann.open("connect-four", "plain", &["link", "open"]);
        let invitation =
            format!("/s/{}", between(&ann.get(&format!("/t/{table}")).text, "/s/", "<"));
        let opens = round % 2 == 0;
        let (sat, joined) = std::thread::scope(|scope| {
            let (one, other) = (same(&bea), same(&bea));
            let sits = scope.spawn(move || match opens {
                true => {
                    let seats = [("scenario", "plain"), ("seat", "me"), ("seat", "open")];
                    one.form("/new/connect-four", &seats)
                }
                false => one.form(&invitation, &[("name", "Bea")]),
            });
            let joins = scope.spawn(move || other.form(&own, &[]));
            (sits.join().unwrap(), joins.join().unwrap())
        });
        assert_eq!(joined.status, 303, "{}", joined.text);
        if sat.status != 303 {
            // The form came from somebody who was no more.
            assert_eq!(sat.status, 403, "{}", sat.text);
            continue;
        }
        let table = sat.location.strip_prefix("/t/").unwrap();
        for (who, guest) in [("Ann", &ann), ("Bea", &bea)] {
            let page = guest.get(&format!("/t/{table}")).text;
            assert!(page.contains("(you)"), "round {round}: {who} has the seat: {page}");
        }
    }
}

#[test]
fn signing_out_everywhere_else_ends_links_and_tokens_too() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let (link, token) = secrets(&ann, &table);
    assert_eq!(ask(&ann, &table, "view", &token), 200);
    let ended = ann.form("/me/devices/end-others", &[]);
    let set = ended.headers["set-cookie"].to_str().unwrap();
    let now = crate::people::browser(&house, set.split(';').next().unwrap());
    assert_eq!(ask(&now, &table, "view", &token), 403, "the token of before");
    assert_eq!(house.guest().get(&link).status, 404, "the link of before");
    let (_, token) = secrets(&now, &table);
    assert_eq!(ask(&now, &table, "view", &token), 200);
}

#[test]
fn nobody_becomes_somebody_by_a_link() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let (link, _) = secrets(&ann, &table);
    // It was passed on while she was a guest; from her first code on it opens nothing.
    assert_eq!(ann.form("/me/code", &[]).status, 200);
    let thief = house.guest();
    let page = thief.get(&link);
    assert!(
        page.text.contains(r#"href="/sign-in""#) && !page.text.contains("Go on as Ann</button>")
    );
    let refused = thief.form(&link, &[]);
    assert_eq!(refused.status, 403);
    assert!(refused.text.contains("signing in"), "{}", refused.text);
    assert!(!thief.get("/me").text.contains("You can come back as"));
    assert!(!ann.get(&format!("/t/{table}")).text.contains("/s/"), "she is shown no link");
    assert_eq!(ann.get(&link).status, 200);
}

/// Mal, a guest, sends the private link of their own seat to Vic, who has a code: Vic stays who they are, and Mal's cookie is
/// nobody else's.
#[test]
fn whoever_has_a_code_becomes_no_guest_by_the_link_of_theirs() {
    let house = House::open();
    let (mal, vic) = (house.guest().called("Mal"), house.guest().called("Vic"));
    let trap = mal.open("connect-four", "plain", &["me", "bot:random"]);
    let (link, _) = secrets(&mal, &trap);
    let own = vic.open("connect-four", "plain", &["me", "bot:random"]);
    assert_eq!(vic.form("/me/code", &[]).status, 200);
    let page = vic.get(&link).text;
    assert!(page.contains("This seat is Mal’s") && page.contains("sign out first"), "{page}");
    assert!(!page.contains("Go on as Mal</button>"), "{page}");
    let refused = vic.form(&link, &[]);
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(refused.text.contains("sign out"), "{}", refused.text);
    let plays = |guest: &Guest| {
        let legal = &vic.frame(&own, "1")["set"]["prompt"]["choices"][0]["notation"];
        guest.act(&own, 0, legal.as_str().unwrap(), None).status
    };
    assert_eq!(plays(&mal), 403, "Mal has Vic's seat");
    assert_eq!(plays(&vic), 200, "Vic has it");
    assert!(!mal.get("/me").text.contains("You can come back as"), "Mal is no more than before");
    assert!(vic.get("/me").text.contains("You can come back as"));
    // A guest who is nobody yet goes on by it as before: it is how two devices become one.
    assert_eq!(house.guest().form(&link, &[]).status, 303);
}
