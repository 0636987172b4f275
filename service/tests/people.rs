//! People: codes on paper, browsers that are signed out, and what somebody who means harm tries.

use crate::house::{Answer, Guest, House, agent, ask_store, between, quick, until};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use service::{Limits, Rate};
use sha2::Sha256;

/// The cookie that an answer sets.
fn set_cookie(answer: &Answer) -> String {
    let set = answer.headers.get("set-cookie").expect("a cookie is set").to_str().unwrap();
    set.split(';').next().unwrap().to_string()
}

/// A browser with this cookie.
pub fn browser(house: &House, cookie: &str) -> Guest {
    let mut guest = house.guest();
    guest.cookie = cookie.to_string();
    guest.key = between(&guest.get("/").text, r#"name="key" value=""#, "\"").to_string();
    guest
}

/// The code that a page shows.
pub fn code_of(page: &Answer) -> String {
    assert_eq!(page.status, 200, "{}", page.text);
    between(&page.text, r#"<p class="code"><code>"#, "<").to_string()
}

fn sits(guest: &Guest, table: &str) -> bool {
    guest.get(&format!("/t/{table}")).text.contains(r#"data-mine="1""#)
}

#[test]
fn a_code_on_paper_brings_somebody_back_once_and_is_replaced() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let before = code_of(&ann.form("/me/code", &[]));
    let code = code_of(&ann.form("/me/code", &[]));
    assert_eq!(code.len(), 23, "{code}");
    let kept = ask_store(house.folder.path(), "SELECT hash, person FROM codes");
    assert!(!kept.contains(&code.replace('-', "")), "only its hash is kept: {kept}");

    let phone = house.guest();
    assert_eq!(phone.form("/sign-in/code", &[("code", &before)]).status, 403, "a new one ends it");
    assert!(!sits(&phone, &table));
    let typed = format!(" {} ", code.to_uppercase().replace('-', " "));
    let back = phone.form("/sign-in/code", &[("code", &typed)]);
    let next = code_of(&back);
    assert!(back.text.contains("Welcome back") && back.text.contains("Ann"), "{}", back.text);
    assert_ne!(next, code);
    let listed = ann.get("/me").text;
    assert_eq!(listed.matches("name=\"device\"").count(), 1, "her other browser: {listed}");
    assert!(listed.contains("last within this hour"), "{listed}");
    let phone_now = browser(&house, &set_cookie(&back));
    assert!(sits(&phone_now, &table) && sits(&ann, &table));
    assert!(phone_now.get("/me").text.contains("You can come back as"));
    let again = house.guest().form("/sign-in/code", &[("code", &code)]);
    assert_eq!(again.status, 403, "it counts once");
    assert!(again.text.contains("no recovery code that counts"), "{}", again.text);
    assert_eq!(house.guest().form("/sign-in/code", &[("code", &next)]).status, 200);
}

#[test]
fn of_many_who_bring_one_code_at_the_same_time_one_gets_in() {
    let house = House::open();
    let code = code_of(&house.guest().called("Ann").form("/me/code", &[]));
    let guests: Vec<Guest> = (0..8).map(|_| house.guest()).collect();
    let got_in: usize = std::thread::scope(|scope| {
        let tries: Vec<_> = guests
            .iter()
            .map(|guest| scope.spawn(|| guest.form("/sign-in/code", &[("code", &code)]).status))
            .collect();
        tries.into_iter().map(|one| usize::from(one.join().unwrap() == 200)).sum()
    });
    assert_eq!(got_in, 1);
}

#[test]
fn whoever_signs_in_takes_the_seats_of_this_browser_along_and_old_cookies_end() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let at_home = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let code = code_of(&ann.form("/me/code", &[]));
    // A cookie that somebody else put into this browser: they have a copy of it.
    let planted = house.guest().called("Mallory");
    let on_the_way = planted.open("connect-four", "plain", &["me", "bot:random"]);
    assert!(planted.get("/sign-in").text.contains("Take the seats of Mallory"));
    let back = planted.form("/sign-in/code", &[("code", &code), ("along", "on")]);
    let now = browser(&house, &set_cookie(&back));
    assert!(sits(&now, &at_home) && sits(&now, &on_the_way), "nothing is lost");
    assert_ne!(set_cookie(&back), planted.cookie);
    // Whoever has the copy is nobody: neither Ann, nor who they were.
    for table in [&at_home, &on_the_way] {
        assert!(!sits(&planted, table), "the old cookie counts no more");
    }
    assert_eq!(planted.form("/name", &[("name", "Eve")]).status, 403);
    let house = house.restart();
    let planted = Guest { agent: agent(), address: house.address, ..planted };
    assert!(!sits(&planted, &at_home), "nor after a restart");
}

#[test]
fn whoever_signs_in_without_the_seats_of_a_guest_leaves_them_alone() {
    let house = House::open();
    let code = code_of(&house.guest().called("Ann").form("/me/code", &[]));
    let bob = house.guest().called("Bob");
    let table = bob.open("connect-four", "plain", &["me", "bot:random"]);
    let back = bob.form("/sign-in/code", &[("code", &code)]);
    let now = browser(&house, &set_cookie(&back));
    assert!(!sits(&now, &table) && sits(&bob, &table));
}

#[test]
fn a_referee_and_a_player_do_not_become_one_by_signing_in() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let fields = [("scenario", "plain"), ("referee", "on"), ("seat", "open"), ("seat", "open")];
    let opened = ann.form("/new/connect-four", &fields);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    for (guest, seat) in [(&bob, "1"), (&house.guest().called("Cat"), "2")] {
        assert_eq!(guest.form(&format!("/t/{table}/join"), &[("seat", seat)]).status, 303);
    }
    let code = code_of(&ann.form("/me/code", &[]));
    let refused = bob.form("/sign-in/code", &[("code", &code), ("along", "on")]);
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(refused.text.contains("referee"), "{}", refused.text);
    assert_eq!(bob.follow(&table, "referee").status, 403, "Bob sees no more than before");
    // The code was not used up by it.
    assert_eq!(house.guest().form("/sign-in/code", &[("code", &code)]).status, 200);
}

/// Signs in with a new browser; gives it.
pub fn other_browser(house: &House, guest: &Guest) -> Guest {
    let code = code_of(&guest.form("/me/code", &[]));
    let back = house.guest().form("/sign-in/code", &[("code", &code)]);
    let other = browser(house, &set_cookie(&back));
    // It is noted when it does something.
    assert_eq!(other.form("/name", &[("name", "Ann")]).status, 303);
    other
}

/// The devices that somebody can sign out, as their page shows them.
fn devices(guest: &Guest) -> Vec<String> {
    let page = guest.get("/me").text;
    let fields = page.split(r#"name="device" value=""#).skip(1);
    fields.map(|rest| rest.split('"').next().unwrap().to_string()).collect()
}

#[test]
fn a_browser_that_is_signed_out_is_nobody_at_once() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let phone = other_browser(&house, &ann);
    let mut stream = phone.follow(&table, "1");
    assert!(stream.next().is_some());
    let [device]: [String; 1] = devices(&ann).try_into().expect("one other browser");
    let ended = ann.form("/me/devices/end", &[("device", &device)]);
    assert_eq!(ended.status, 303, "{}", ended.text);
    assert!(!sits(&phone, &table), "its cookie means nobody");
    assert_eq!(phone.act(&table, 0, "drop 4", None).status, 403);
    assert_eq!(phone.follow(&table, "1").status, 403);
    let told = std::iter::from_fn(|| stream.next()).last().map(|last| last.to_string());
    assert!(told.is_some_and(|told| told.contains("signed out")), "the open page ends too");
    assert!(sits(&ann, &table) && devices(&ann).is_empty());
    let house = house.restart();
    let phone = Guest { agent: agent(), address: house.address, ..phone };
    assert!(!sits(&phone, &table), "nor after a restart");
}

#[test]
fn signing_out_everywhere_else_ends_cookies_that_nobody_knows_of() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let copied = browser(&house, &ann.cookie);
    let older = browser(&house, &old_cookie(&house, &ann));
    assert!(sits(&copied, &table) && sits(&older, &table), "cookies of older versions count");
    let done = ann.form("/me/devices/end-others", &[]);
    let now = browser(&house, &set_cookie(&done));
    assert!(sits(&now, &table));
    for (which, other) in [("copied", &copied), ("older", &older), ("before", &ann)] {
        assert!(!sits(other, &table), "{which}");
    }
    // And once more, from the cookie of another id.
    let phone = other_browser(&house, &now);
    assert!(sits(&phone, &table));
    let again = browser(&house, &set_cookie(&now.form("/me/devices/end-others", &[])));
    assert!(sits(&again, &table) && !sits(&phone, &table) && !sits(&now, &table));
    assert_eq!(again.get("/me").status, 200);
}

/// Whoever has a copy of a cookie and ends all others at the same moment as its owner does not stay beside them.
fn one_stays_of_two(house: [&House; 2]) {
    let ann = house[0].guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let mut cookie = ann.cookie.clone();
    for _ in 0..6 {
        let both = house.map(|house| browser(house, &cookie));
        let ended = std::thread::scope(|scope| {
            let asked = both
                .each_ref()
                .map(|one| scope.spawn(move || one.form("/me/devices/end-others", &[])));
            asked.map(|asked| asked.join().unwrap())
        });
        let stay: Vec<&Answer> = ended.iter().filter(|answer| answer.status == 303).collect();
        assert_eq!(stay.len(), 1, "{:?}", ended.each_ref().map(|answer| answer.status));
        let other = ended.iter().find(|answer| answer.status != 303).unwrap();
        assert!([403, 409].contains(&other.status), "{} {}", other.status, other.text);
        cookie = set_cookie(stay[0]);
        assert!(sits(&browser(house[0], &cookie), &table));
        assert!(both.iter().all(|one| !sits(one, &table)));
    }
}

#[test]
fn of_two_who_sign_out_everywhere_else_at_once_one_stays() {
    let house = House::open();
    one_stays_of_two([&house, &house]);
}

#[cfg(feature = "postgres")]
#[test]
fn of_two_who_sign_out_everywhere_else_at_two_servers_one_stays() {
    let houses = House::pair(&crate::house::postgres::new_store(), |_| {});
    one_stays_of_two(houses.each_ref());
}

#[test]
fn whoever_is_deleted_while_they_are_given_something_has_nothing() {
    let house = House::open();
    let host = house.guest().called("Host");
    for number in 0..10 {
        let table = host.open("connect-four", "plain", &["open", "open"]);
        let gone = house.guest().called(&format!("Gone {number}"));
        let (again, id) = (browser(&house, &gone.cookie), between(&gone.cookie, "=", "-"));
        let codes = std::thread::scope(|scope| {
            let deleted = scope.spawn(|| gone.form("/me/delete", &[("sure", "on")]).status);
            let given = scope.spawn(|| {
                again.form(&format!("/t/{table}/join"), &[("seat", "1")]);
                again.form("/me/code", &[])
            });
            assert_eq!(deleted.join().unwrap(), 303);
            given.join().unwrap()
        });
        let left = |what: &str| ask_store(house.folder.path(), what);
        let seats = format!("SELECT count(*) FROM seats WHERE holder = '{id}' OR away = '{id}'");
        assert_eq!(left(&seats), "0", "no seat is theirs");
        assert_eq!(left(&format!("SELECT count(*) FROM codes WHERE person = '{id}'")), "0");
        if codes.status == 200 {
            let back = house.guest().form("/sign-in/code", &[("code", &code_of(&codes))]);
            assert_eq!(back.status, 403, "nothing brings them back");
        }
        // Whoever plays there goes on.
        let other = house.guest().called(&format!("Other {number}"));
        assert_eq!(other.form(&format!("/t/{table}/join"), &[("seat", "1")]).status, 303);
    }
}

/// The cookie that versions before devices gave to a guest.
fn old_cookie(house: &House, guest: &Guest) -> String {
    let key = ask_store(house.folder.path(), "SELECT value FROM house WHERE key = 'key'");
    let key: Vec<u8> = (0..key.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&key[at..at + 2], 16).unwrap())
        .collect();
    let id = guest.cookie.split_once('=').unwrap().1.split(['-', '.']).next().unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(b"guest\0");
    mac.update(id.as_bytes());
    let signature: String =
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("overwinter={id}.{signature}")
}

#[test]
fn cookies_of_older_versions_count_and_get_a_device() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let old = browser(&house, &old_cookie(&house, &ann));
    let page = old.get("/");
    let now = browser(&house, &set_cookie(&page));
    assert!(now.cookie.contains('-') && sits(&now, &table));
    assert!(sits(&old, &table), "until it is ended");
    assert!(now.get("/").headers.get("set-cookie").is_none(), "once");
}

#[test]
fn whoever_makes_many_cookies_makes_us_keep_few_browsers() {
    let house = House::open();
    let nameless = house.guest();
    let table = nameless.open("connect-four", "plain", &["me", "bot:random"]);
    let count = || ask_store(house.folder.path(), "SELECT COUNT(*) FROM devices");
    assert_eq!(count(), "0", "of somebody who has said no name nothing is kept");
    let ann = nameless.called("Ann");
    // The cookie of an older version becomes a new browser with every page.
    let old = old_cookie(&house, &ann);
    for _ in 0..45 {
        let page = browser(&house, &old).get("/");
        let new = browser(&house, &set_cookie(&page));
        assert_eq!(new.post(&format!("/t/{table}/here"), json!({})).status, 204);
    }
    assert_eq!(count(), "40");
}

#[test]
fn a_guest_signs_out_only_if_somebody_can_bring_them_back() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    assert_eq!(ann.form("/me/sign-out", &[]).status, 403);
    assert!(!ann.get("/me").text.contains("Sign out here"));
    code_of(&ann.form("/me/code", &[]));
    assert!(ann.get("/me").text.contains("Sign out here"));
    assert_eq!(ann.form("/me/sign-out", &[]).status, 303);
    let page = ann.get("/me");
    assert!(page.text.contains("You are a guest of this browser"), "{}", page.text);
}

#[test]
fn whoever_tries_codes_is_soon_turned_away() {
    let house = House::with(|config| {
        quick(config);
        let sign_ins = Rate { burst: 5.0, refill: 0.0001 };
        config.limits = Limits { sign_ins, ..Limits::none() };
    });
    // A new cookie costs nothing, and helps nothing.
    let tried: Vec<u16> = (0..12)
        .map(|_| house.guest().form("/sign-in/code", &[("code", "aaaaa-bbbbb-ccccc-ddddd")]).status)
        .collect();
    assert_eq!(tried.iter().filter(|status| **status == 403).count(), 5, "{tried:?}");
    assert_eq!(tried.iter().filter(|status| **status == 429).count(), 7, "{tried:?}");
}

#[test]
fn no_form_of_ours_can_be_sent_by_another_page() {
    let house = House::open();
    let (ann, eve) = (house.guest().called("Ann"), house.guest().called("Eve"));
    for path in [
        "/me/passkeys/name",
        "/me/passkeys/remove",
        "/me/code",
        "/me/devices/end",
        "/me/devices/end-others",
        "/me/sign-out",
        "/sign-in/code",
        "/me/settings",
        "/me/delete",
    ] {
        let fields = [("id", "0a"), ("name", "x"), ("device", "x"), ("code", "x")];
        for key in ["", "0", eve.key.as_str()] {
            let sent: Vec<(&str, &str)> = [&fields[..], &[("key", key)]].concat();
            let answer = ann.bare_form(path, &sent);
            assert_eq!(answer.status, 403, "{path} {key}");
            assert!(answer.text.contains("does not come from a page of this server"), "{path}");
        }
        let request = ann.agent.post(ann.url(path)).header("cookie", &ann.cookie);
        let request = request.header("origin", "https://evil.example");
        let answer = Answer::of(request.send_form([("key", ann.key.as_str())]));
        assert_eq!(answer.status, 403, "{path}");
    }
    for path in ["/me/passkeys/ask", "/me/passkeys", "/sign-in/ask", "/sign-in/passkey"] {
        let body = json!({ "key": eve.key, "id": "x", "answer": {} });
        let answer = ann.post(path, body);
        assert_eq!(answer.status, 403, "{path}: {}", answer.text);
    }
    assert_eq!(ask_store(house.folder.path(), "SELECT person FROM codes"), "");
}

#[test]
fn nobody_learns_which_passkeys_and_browsers_others_have() {
    let house = House::open();
    let (ann, eve) = (house.guest().called("Ann"), house.guest().called("Eve"));
    let phone = other_browser(&house, &ann);
    let [device]: [String; 1] = devices(&ann).try_into().unwrap();
    let insert = "INSERT INTO passkeys (id, person, handle, name, key, state, created, used) \
                  SELECT 'abcd', id, '', 'Phone', '', '', 1, 0 FROM guests WHERE name = 'Ann'";
    ask_store(house.folder.path(), insert);
    for path in ["/me/passkeys/remove", "/me/passkeys/name"] {
        let of_another = eve.form(path, &[("id", "abcd"), ("name", "Mine")]);
        let of_nobody = eve.form(path, &[("id", "ffff"), ("name", "Mine")]);
        assert_eq!((of_another.status, of_nobody.status), (404, 404));
        let words = |answer: &Answer| answer.text.split("request").next().unwrap().to_string();
        assert_eq!(words(&of_another), words(&of_nobody));
    }
    assert_eq!(ask_store(house.folder.path(), "SELECT name FROM passkeys"), "Phone");
    for device in [device.as_str(), "nobody"] {
        assert_eq!(eve.form("/me/devices/end", &[("device", device)]).status, 404);
    }
    assert_eq!(phone.form("/name", &[("name", "Ann")]).status, 303, "it counts on");
}

#[test]
fn where_passkeys_cannot_work_it_is_said() {
    let house = House::open();
    let ann = house.guest();
    let page = ann.get("/me").text;
    assert!(page.contains("http://localhost:") && !page.contains("add-passkey"), "{page}");
    let refused = ann.post("/me/passkeys/ask", json!({}));
    assert_eq!(refused.status, 400, "{}", refused.text);
    let house = House::with(|config| {
        quick(config);
        config.public_url = Some("http://games.example.org".parse().unwrap());
    });
    assert!(house.guest().get("/me").text.contains("only for pages that come by https"));
}

#[test]
fn settings_are_kept_with_the_person_and_bad_ones_are_told() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let set = [("zone", "europe/berlin"), ("language", "de"), ("picture", "pine")];
    let quiet = [("quiet-from", "22:30"), ("quiet-until", "07:00")];
    assert_eq!(ann.form("/me/settings", &[&set[..], &quiet[..]].concat()).status, 303);
    let phone = other_browser(&house, &ann);
    let page = phone.get("/me").text;
    for shown in [r#"value="Europe/Berlin""#, r#"value="de""#, r#"value="22:30""#, "/face/pine.svg"]
    {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    for (wrong, why) in [
        (("zone", "Mars/Olympus"), "no such time zone"),
        (("language", "<script>"), "no tag of a language"),
        (("picture", "../../etc"), "no such picture"),
        (("quiet-from", "22:30"), "a beginning and an end"),
    ] {
        let refused = ann.form("/me/settings", &[wrong]);
        assert_eq!(refused.status, 400, "{wrong:?}");
        assert!(refused.text.contains(why), "{}", refused.text);
    }
    assert!(ann.get("/me").text.contains("Europe/Berlin"), "what was refused changed nothing");
}

#[test]
fn pictures_tell_nothing_of_who_somebody_is() {
    let house = House::open();
    let (ann, bob) = (house.guest(), house.guest());
    let face = |guest: &Guest| {
        let page = guest.get("/me").text;
        between(&page, r#"<img class="face" src=""#, "\"").to_string()
    };
    assert_ne!(face(&ann), face(&bob));
    let id = ann.cookie.split_once('=').unwrap().1.split(['-', '.']).next().unwrap();
    assert!(!face(&ann).contains(id));
    let drawn = bob.get(&face(&ann));
    assert_eq!((drawn.status, &drawn.text[..5]), (200, "<svg "));
    for wrong in ["/face/x.svg", "/face/aabbccddeeff", "/face/aabbccddeeff00.svg", "/face/..svg"] {
        assert_eq!(bob.get(wrong).status, 404, "{wrong}");
    }
}

#[test]
fn whoever_is_deleted_leaves_games_that_others_go_on_with() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    let said = json!({ "text": "Good luck." });
    assert_eq!(ann.post(&format!("/t/{table}/talk"), said).status, 200);
    let waiting = ann.open("connect-four", "plain", &["me", "open"]);
    let over = ann.open("connect-four", "plain", &["me", "me"]);
    for (step, column) in [4, 3, 4, 3, 4, 3, 4].into_iter().enumerate() {
        let done = ann.act(&over, (step % 2) as u16, &format!("drop {column}"), None);
        assert_eq!(done.status, 200, "{}", done.text);
    }
    let record = bob.get(&format!("/api/tables/{over}/record")).text;
    assert!(record.contains("Ann"), "{record}");
    // The guest of another browser of hers, who became her.
    let zoe = house.guest().called("Zoe");
    zoe.open("connect-four", "plain", &["me", "bot:random"]);
    let code = code_of(&ann.form("/me/code", &[]));
    code_of(&zoe.form("/sign-in/code", &[("code", &code), ("along", "on")]));
    // A game that she has left, where her seat is kept.
    let quit = ann.open("connect-four", "plain", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{quit}/join"), &[("seat", "2")]).status, 303);
    assert_eq!(ann.form(&format!("/t/{quit}/leave"), &[("sure", "on")]).status, 303);
    assert_eq!(ann.form("/me/delete", &[]).status, 400, "asked first");
    let gone = ann.form("/me/delete", &[("sure", "on")]);
    assert_eq!(gone.status, 303, "{}", gone.text);

    assert!(ann.get("/me").text.contains("You are a guest of this browser"));
    assert!(!sits(&ann, &table));
    assert_eq!(
        bob.get(&format!("/t/{waiting}")).status,
        404,
        "a table of theirs that waited is closed"
    );
    let seats = bob.get(&format!("/api/tables/{table}")).json()["seats"].clone();
    assert_eq!((&seats[0]["name"], &seats[0]["kind"]), (&json!("Somebody"), &json!("left")));
    let seats = bob.get(&format!("/api/tables/{quit}")).json()["seats"].clone();
    assert_eq!((&seats[0]["name"], &seats[0]["kind"]), (&json!("Somebody"), &json!("left")));
    assert_eq!(bob.act(&table, 1, "drop 4", None).status, 200, "the game goes on");
    assert!(bob.frame(&table, "2").to_string().contains("Good luck."), "what was said stays");
    let after = bob.get(&format!("/api/tables/{over}/record"));
    assert_eq!((after.status, after.text), (200, record), "records are as they were signed");
    let left = "SELECT COUNT(*) FROM devices WHERE person IN (SELECT id FROM guests WHERE name = 'Somebody')";
    assert_eq!(ask_store(house.folder.path(), left), "0");
    assert_eq!(ask_store(house.folder.path(), "SELECT COUNT(*) FROM codes"), "0");
    assert_eq!(
        ask_store(house.folder.path(), "SELECT COUNT(*) FROM guests WHERE name IN ('Ann', 'Zoe')"),
        "0"
    );
}

/// A house with an operator's address.
pub fn operated() -> House {
    House::with(|config| {
        quick(config);
        config.operator = Some(([127, 0, 0, 1], 0).into());
    })
}

/// What the operator's address answers.
pub fn operate(house: &House, path: &str, deed: Option<serde_json::Value>) -> Answer {
    let url = format!("http://{}{path}", house.operator.unwrap());
    Answer::of(match deed {
        Some(deed) => agent().post(url).content_type("application/json").send(deed.to_string()),
        None => agent().get(url).call(),
    })
}

/// The id of somebody, as the operator sees it.
pub fn id_of(house: &House, name: &str) -> String {
    let found = operate(house, &format!("/people?who={name}"), None).json();
    found[0]["id"].as_str().unwrap().to_string()
}

#[test]
fn whoever_is_muted_or_banned_is_told_why() {
    let house = operated();
    let (eve, bob) = (house.guest().called("Eve"), house.guest().called("Bob"));
    let table = eve.open("connect-four", "plain", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let token =
        between(&eve.get(&format!("/t/{table}")).text, "programs: <code class=\"link\">", "<")
            .to_string();
    let talk = |guest: &Guest| guest.post(&format!("/t/{table}/talk"), json!({ "text": "Hm." }));
    assert_eq!(talk(&eve).status, 200);
    let eves = format!("/people/{}", id_of(&house, "Eve"));
    let muted =
        operate(&house, &eves, Some(json!({ "deed": "mute", "days": 2, "why": "No insults." })));
    assert_eq!(muted.status, 200, "{}", muted.text);
    let refused = talk(&eve);
    assert_eq!(refused.status, 403);
    assert!(refused.text.contains("for 2 days more: No insults."), "{}", refused.text);
    let url = eve.url(&format!("/api/tables/{table}/talk"));
    let by_token = agent().post(url).header("authorization", format!("Bearer {token}"));
    let by_token = Answer::of(by_token.content_type("application/json").send(r#"{"text":"Hm."}"#));
    assert_eq!(by_token.status, 403, "nor by a program: {}", by_token.text);
    assert_eq!(eve.act(&table, 0, "drop 4", None).status, 200, "playing is no talk");
    // Nor does she say it by a name, which the lobby shows.
    let named = [("scenario", "plain"), ("seat", "me"), ("seat", "me"), ("called.1", "Any Words")];
    let refused = eve.form("/new/connect-four", &named);
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(refused.text.contains("No insults."), "{}", refused.text);
    assert_eq!(eve.form("/name", &[("name", "Any Words")]).status, 403);
    let unnamed = [("scenario", "plain"), ("seat", "me"), ("seat", "open")];
    assert_eq!(eve.form("/new/connect-four", &unnamed).status, 303, "a table says nothing");
    operate(&house, &eves, Some(json!({ "deed": "unmute" })));
    assert_eq!(talk(&eve).status, 200);

    let banned = operate(&house, &eves, Some(json!({ "deed": "ban", "why": "You were warned." })));
    assert_eq!(banned.status, 200, "{}", banned.text);
    let refused = eve.form("/play/connect-four", &[]);
    assert_eq!(refused.status, 403);
    assert!(refused.text.contains("not let you play here: You were warned."), "{}", refused.text);
    assert_eq!(eve.form(&format!("/t/{table}/back"), &[]).status, 403);
    let kind = || bob.get(&format!("/api/tables/{table}")).json()["seats"][0]["kind"].clone();
    assert_eq!(kind(), "left", "the seat is left, and others can give it to a bot");
    let replaced = [("seat", "1"), ("bot", "random")];
    assert_eq!(bob.form(&format!("/t/{table}/replace"), &replaced).status, 303);
    // A house that starts again has not forgotten.
    let address = house.address;
    let house = House::in_folder(house.close(), |config| {
        quick(config);
        config.bind = address;
        config.operator = Some(([127, 0, 0, 1], 0).into());
    });
    assert_eq!(eve.form("/play/connect-four", &[]).status, 403);
    operate(&house, &eves, Some(json!({ "deed": "unban" })));
    assert_eq!(eve.form("/play/connect-four", &[]).status, 303);
}

#[test]
fn whoever_becomes_another_stays_banned() {
    let house = operated();
    let (eve, ann) = (house.guest().called("Eve"), house.guest().called("Ann"));
    eve.open("connect-four", "plain", &["me", "bot:random"]);
    let code = code_of(&ann.form("/me/code", &[]));
    let eves = format!("/people/{}", id_of(&house, "Eve"));
    let deed = json!({ "deed": "mute", "days": 9, "why": "Loud." });
    assert_eq!(operate(&house, &eves, Some(deed)).status, 200);
    let back = eve.form("/sign-in/code", &[("code", &code), ("along", "on")]);
    let now = browser(&house, &set_cookie(&back));
    let table = now.open("connect-four", "plain", &["me", "bot:random"]);
    let said = now.post(&format!("/t/{table}/talk"), json!({ "text": "Hm." }));
    assert_eq!(said.status, 403, "what was said of one is said of both: {}", said.text);
}

#[test]
fn whoever_is_muted_says_nothing_in_the_words_of_a_game_either() {
    let house = operated();
    let eve = house.guest().called("Eve");
    let table = eve.open("postal-survival", "balanced-island", &["me", "bot:random", "bot:random"]);
    assert_eq!(eve.act(&table, 0, "name Foxes", None).status, 200);
    let eves = format!("/people/{}", id_of(&house, "Eve"));
    let deed = json!({ "deed": "mute", "days": 9, "why": "Loud." });
    assert_eq!(operate(&house, &eves, Some(deed)).status, 200);
    let refused = |line: &str| {
        let refused = eve.act(&table, 0, line, None);
        assert_eq!(refused.status, 403, "{line}: {}", refused.text);
        assert!(refused.text.contains("Loud."), "{}", refused.text);
    };
    refused("name Louder");
    // Nor by what they or something of theirs is called.
    let shout = eve.form("/name", &[("name", "Eve is right")]);
    assert!(shout.status == 403 && shout.text.contains("Loud."), "{}", shout.text);
    let terms = json!({ "game": "connect-four", "scenario": "plain", "format": "knock_out", "clock": "1h + 1h" });
    let shout = eve.post("/api/cups", json!({ "name": "Eve is right", "terms": terms }));
    assert!(shout.status == 403 && shout.text.contains("Loud."), "{}", shout.text);
    let done = eve.act(&table, 0, "done", None);
    assert_eq!(done.status, 200, "they play on: {}", done.text);
    // The bots are done with the set-up, too.
    let begun = || eve.act(&table, 0, "press I am still here", None).status != 422;
    for _ in 0..200 {
        if begun() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    ["press I am still here", "note Psst"].into_iter().for_each(refused);
}

#[test]
fn what_whoever_is_muted_has_planned_to_say_is_dropped_and_told_and_the_rest_is_done() {
    let house = operated();
    let (eve, bob) = (house.guest().called("Eve"), house.guest().called("Bob"));
    let table = bob.open("postal-survival", "balanced-island", &["me", "open", "bot:random"]);
    assert_eq!(eve.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    for (guest, seat) in [(&eve, 1), (&bob, 0)] {
        assert_eq!(guest.act(&table, seat, "done", None).status, 200);
    }
    until("the orders of the first round are asked for", || {
        eve.act(&table, 1, "press Good day", None).status == 200
    });
    assert_eq!(eve.act(&table, 1, "done", None).status, 200);
    let sheet = || eve.get(&format!("/t/{table}/plan?as=2")).json();
    let lines = ["press Fie!", "done"].map(|line| json!({ "line": line }));
    let plan = json!({ "seat": 1, "number": sheet()["number"], "plan": { "premoves": lines } });
    let put = eve.post(&format!("/t/{table}/plan"), plan);
    assert_eq!(put.status, 200, "{}", put.text);
    let eves = format!("/people/{}", id_of(&house, "Eve"));
    let deed = json!({ "deed": "mute", "days": 9, "why": "Loud." });
    assert_eq!(operate(&house, &eves, Some(deed)).status, 200);
    assert_eq!(bob.act(&table, 0, "done", None).status, 200);
    until("the plan has acted", || sheet()["notes"].to_string().contains("was not done"));
    let told = sheet()["notes"].to_string();
    assert!(told.contains("was not done") && told.contains("Loud."), "{told}");
    let asked = "SELECT count(*) FROM steps WHERE seat = 1 AND action = 'done'";
    until("the rest is done", || ask_store(house.folder.path(), asked) == "3");
    assert!(!ask_store(house.folder.path(), "SELECT action FROM steps").contains("Fie"));
}

#[test]
fn the_operator_is_told_what_is_wrong() {
    let house = operated();
    house.guest().called("Eve");
    let eves = format!("/people/{}", id_of(&house, "Eve"));
    for (path, deed, status) in [
        (eves.as_str(), json!({ "deed": "shout" }), 400),
        (eves.as_str(), json!({ "deed": "mute", "days": 0 }), 400),
        (eves.as_str(), json!({ "deed": "ban", "why": "x".repeat(201) }), 400),
        ("/people/nobody", json!({ "deed": "ban" }), 404),
    ] {
        let answer = operate(&house, path, Some(deed.clone()));
        assert_eq!(answer.status, status, "{deed}: {}", answer.text);
    }
    // Not at the address of players, and not from a page of others.
    assert_eq!(house.guest().get("/people").status, 404);
    let url = format!("http://{}{eves}", house.operator.unwrap());
    let forged =
        agent().post(url).header("origin", "https://evil.example").content_type("application/json");
    assert_eq!(Answer::of(forged.send(r#"{"deed":"ban"}"#)).status, 403);
}
