//! People among people: friends are asked and answer, whoever is blocked is kept away and not told, invitations end where they should,
//! partners are found once, and reports reach whoever runs the house.

use crate::house::{Answer, Guest, House, agent, ask_store, between, quick};
use crate::people::code_of;
use serde_json::{Value, json};
use service::Config;
use std::sync::atomic::{AtomicI64, Ordering};

/// Tue 17 Nov 2026, noon in London.
const START: i64 = 1_794_916_800;

/// What a guest has among people.
fn company(guest: &Guest) -> Value {
    guest.get("/api/me/company").json()
}

/// How somebody stands to another of that name: the id of the row and the word.
pub fn bond(guest: &Guest, name: &str) -> Option<(String, String)> {
    let all = company(guest);
    let row = all["friends"].as_array().unwrap().iter().find(|row| row["name"] == name)?.clone();
    let text = |key: &str| row[key].as_str().unwrap().to_string();
    Some((text("id"), text("state")))
}

fn word(guest: &Guest, name: &str) -> Option<String> {
    bond(guest, name).map(|(_, word)| word)
}

fn done(answer: Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.location
}

/// The id that only the server knows, as it stands in the cookie.
fn id_of(guest: &Guest) -> &str {
    between(&guest.cookie, "=", "-")
}

/// A table of two with both at it.
fn together(host: &Guest, other: &Guest) -> String {
    let table = host.open("connect-four", "plain", &["me", "open"]);
    done(other.form(&format!("/t/{table}/join"), &[("seat", "2")]));
    table
}

/// Lets two be friends, by the link of the first.
pub fn befriend(one: &Guest, other: &Guest, name: &str) {
    done(one.form("/friends", &[("deed", "renew")]));
    let page = one.get("/friends").text;
    let code = between(&page, "/friend/", "<").to_string();
    done(other.form(&format!("/friend/{code}"), &[("deed", "ask")]));
    let (row, word) = bond(one, name).unwrap();
    assert_eq!(word, "asks");
    done(one.form(&format!("/friends/{row}"), &[("deed", "yes")]));
}

#[test]
fn friends_are_asked_and_answer_and_nobody_is_told_more_than_they_need() {
    let house = House::open();
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let table = together(&ann, &bob);
    // From the people at a table.
    let page = bob.get(&format!("/t/{table}/person/1"));
    assert!(page.text.contains("Ask to be friends"), "{}", page.text);
    done(bob.form(&format!("/t/{table}/person/1"), &[("deed", "ask")]));
    assert_eq!(word(&bob, "Ann").as_deref(), Some("asked"));
    for page in ["/", "/my", "/friends"] {
        assert!(ann.get(page).text.contains("They ask to be your friends"), "{page}");
    }
    assert_eq!(ann.get("/my/turns").json()["asking"], 1, "the head of every page says it");
    assert_eq!(bob.get("/my/turns").json()["asking"], 0);
    let (row, _) = bond(&ann, "Bob").unwrap();
    // A no is not told, and asking again changes nothing.
    assert_eq!(done(ann.form(&format!("/friends/{row}"), &[("deed", "no"), ("to", "/")])), "/");
    assert_eq!(word(&ann, "Bob"), None);
    assert_eq!(ann.get("/my/turns").json()["asking"], 0);
    assert_eq!(word(&bob, "Ann").as_deref(), Some("asked"));
    done(bob.form(&format!("/t/{table}/person/1"), &[("deed", "ask")]));
    assert_eq!(word(&ann, "Bob"), None, "a no lasts");
    // Whoever said no may ask, and the other did.
    done(ann.form(&format!("/t/{table}/person/2"), &[("deed", "ask")]));
    assert_eq!(word(&ann, "Bob").as_deref(), Some("friends"));
    assert_eq!(word(&bob, "Ann").as_deref(), Some("friends"));
    // Rows are one's own: another's lead nowhere, and neither do guesses.
    let (row, _) = bond(&ann, "Bob").unwrap();
    assert_eq!(eve.form(&format!("/friends/{row}"), &[("deed", "end")]).status, 404);
    assert_eq!(eve.get(&format!("/friends/{row}")).status, 404);
    for nobody in ["/friend/aaaaaaaaaaaaaaaaaaaa", "/friends/x", "/t/none/person/1"] {
        assert_eq!(eve.get(nobody).status, 404, "{nobody}");
    }
    assert_eq!(eve.get(&format!("/t/{table}/person/7")).status, 404);
    // The ids of people are nowhere.
    for page in ["/friends", "/my", "/", "/api/me/company"] {
        assert!(!ann.get(page).text.contains(id_of(&bob)), "{page}");
    }
    assert!(!ann.get(&format!("/t/{table}/person/2")).text.contains(id_of(&bob)));
    done(bob.form(&format!("/friends/{}", bond(&bob, "Ann").unwrap().0), &[("deed", "end")]));
    assert_eq!((word(&ann, "Bob"), word(&bob, "Ann")), (None, None));
    assert_eq!(
        ann.form(&format!("/t/{table}/person/1"), &[("deed", "ask")]).status,
        400,
        "oneself"
    );
    // By a link, which its owner can end.
    befriend(&ann, &eve, "Eve");
    assert_eq!(word(&eve, "Ann").as_deref(), Some("friends"));
    let page = ann.get("/friends").text;
    let code = between(&page, "/friend/", "<").to_string();
    done(ann.form("/friends", &[("deed", "forget")]));
    assert_eq!(bob.get(&format!("/friend/{code}")).status, 404);
    // Two who ask each other at the same time are friends.
    let [one, two] = ["One", "Two"].map(|name| house.guest().called(name));
    let table = together(&one, &two);
    std::thread::scope(|scope| {
        for (guest, seat) in [(&one, 2), (&two, 1)] {
            let address = format!("/t/{table}/person/{seat}");
            scope.spawn(move || done(guest.form(&address, &[("deed", "ask")])));
        }
    });
    assert_eq!(word(&one, "Two").as_deref(), Some("friends"));
    assert_eq!(word(&two, "One").as_deref(), Some("friends"));
}

fn talk_of(frame: &Value) -> Vec<String> {
    let set = frame["set"].as_object().unwrap();
    let said = set.iter().filter(|(name, _)| name.starts_with("talk/"));
    said.map(|(_, line)| line["text"].as_str().unwrap().to_string()).collect()
}

#[test]
fn whoever_is_blocked_is_kept_away_and_not_told() {
    let house = House::open();
    let [ann, mallory] = ["Ann", "Mallory"].map(|name| house.guest().called(name));
    befriend(&ann, &mallory, "Mallory");
    let table = together(&ann, &mallory);
    let say = |guest: &Guest, text: &str| {
        assert_eq!(guest.post(&format!("/t/{table}/talk"), json!({ "text": text })).status, 200);
    };
    say(&mallory, "You fool");
    say(&ann, "Please stop");
    // Hidden at this table, from oneself alone.
    done(ann.form(&format!("/t/{table}/said/1"), &[("deed", "hide")]));
    assert_eq!(talk_of(&ann.frame(&table, "1")), ["Please stop"]);
    assert_eq!(talk_of(&mallory.frame(&table, "2")).len(), 2);
    let other = house.guest().frame(&table, "table");
    assert_eq!(talk_of(&other).len(), 2);
    assert_eq!(word(&ann, "Mallory").as_deref(), Some("friends"), "hiding is no block");
    done(ann.form(&format!("/t/{table}/person/2"), &[("deed", "hear")]));
    assert_eq!(talk_of(&ann.frame(&table, "1")).len(), 2);
    // Blocked: no friend, not heard, nowhere; and a stream that is open hears it at once.
    let mut stream = ann.follow(&table, "1");
    stream.next().unwrap();
    done(ann.form(&format!("/t/{table}/person/2"), &[("deed", "block")]));
    say(&mallory, "Where are you?");
    say(&ann, "Good game");
    assert_eq!(talk_of(&stream.next().unwrap()), ["Good game"]);
    assert_eq!(talk_of(&ann.frame(&table, "1")), ["Please stop", "Good game"]);
    assert_eq!((word(&ann, "Mallory"), word(&mallory, "Ann")), (None, None));
    // What they ask is taken as from anybody, and never heard of.
    done(mallory.form(&format!("/t/{table}/person/1"), &[("deed", "ask")]));
    assert_eq!(word(&mallory, "Ann").as_deref(), Some("asked"));
    assert_eq!(word(&ann, "Mallory"), None);
    for page in ["/friends", "/my", "/"] {
        let told = mallory.get(page).text;
        assert!(
            !told.contains("block") || page == "/friends" && !told.contains("blocked"),
            "{page}"
        );
    }
    // No seat at a table of Ann's: one sentence, which names nobody.
    let open = ann.open("connect-four", "plain", &["me", "open"]);
    let refused = mallory.form(&format!("/t/{open}/join"), &[("seat", "2")]);
    assert_eq!(refused.status, 403);
    assert!(refused.text.contains("You cannot take a seat at this table."), "{}", refused.text);
    assert!(!refused.text.contains("Ann") && !refused.text.contains("block"), "{}", refused.text);
    let link = ann.open("connect-four", "plain", &["me", "link"]);
    let page = ann.get(&format!("/t/{link}")).text;
    let code = between(&page, "/s/", "<").to_string();
    let by_link = mallory.form(&format!("/s/{code}"), &[("name", "Mallory")]);
    assert_eq!(by_link.status, 403, "a link is no way around");
    // The other way round Ann may.
    let theirs = mallory.open("connect-four", "plain", &["me", "open"]);
    done(ann.form(&format!("/t/{theirs}/join"), &[("seat", "2")]));
    // They never find each other.
    done(ann.form("/seek", &[("what", "connect-four")]));
    assert!(!mallory.get("/").text.contains("Play with Ann"));
    assert_eq!(done(mallory.form("/seek", &[("what", "connect-four")])), "/seek#seeks");
    // A server that starts anew knows it.
    let house = house.restart();
    assert_eq!(mallory.form(&format!("/t/{open}/join"), &[("seat", "2")]).status, 403);
    let page = ann.get("/friends").text;
    let id = between(&page, r#"name="id" value=""#, "\"").to_string();
    assert_eq!(mallory.form("/friends", &[("deed", "unblock"), ("id", &id)]).status, 409);
    done(ann.form("/friends", &[("deed", "unblock"), ("id", &id)]));
    done(mallory.form(&format!("/t/{open}/join"), &[("seat", "2")]));
    drop(house);
}

/// Lets somebody be told by feeds; gives where.
#[cfg(feature = "notices")]
fn feed_of(guest: &Guest) -> String {
    done(guest.form("/me/feeds", &[]));
    let page = guest.get("/me").text;
    let address = between(&page, "id=\"feed-atom\" readonly value=\"", "\"").to_string();
    address[address.find("/feed/").unwrap()..].to_string()
}

fn invitations(guest: &Guest) -> Vec<String> {
    let all = company(guest);
    let tables = all["invitations"].as_array().unwrap().iter();
    tables.map(|row| row["table"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_program_invites_a_friend_by_row_or_by_page_and_nobody_else() {
    let house = House::open();
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    befriend(&ann, &bob, "Bob");
    let met = together(&ann, &eve);
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    let invite = |who: &str| {
        ann.post("/api/me/company", json!({ "deed": "invite", "table": table, "who": who }))
    };
    let nobody = invite("");
    assert!(nobody.status == 400 && nobody.text.contains("`who`"), "{}", nobody.text);
    let stranger = invite(&format!("/t/{met}/person/2"));
    assert!(stranger.status == 403 && stranger.text.contains("You invite friends"));
    let row = bond(&ann, "Bob").unwrap().0;
    let friend = invite(&format!("/friends/{row}"));
    assert_eq!((friend.status, invitations(&bob)), (200, vec![table.clone()]), "{}", friend.text);
}

#[test]
fn friends_are_invited_by_name_and_invitations_end_where_they_should() {
    let house = House::open();
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    befriend(&ann, &bob, "Bob");
    befriend(&ann, &eve, "Eve");
    let row = |name: &str| bond(&ann, name).unwrap().0;
    let invite = |table: &str, name: &str| {
        let friend = row(name);
        ann.form(&format!("/t/{table}/invite"), &[("deed", "invite"), ("friend", &friend)])
    };
    #[cfg(feature = "notices")]
    let feeds = [feed_of(&ann), feed_of(&bob)];
    // When the table is opened; the seat is kept for a link, which the invitation is as good as.
    let friend = row("Bob");
    let fields = [("scenario", "plain"), ("seat", "me"), ("seat", "link"), ("friend", &friend)];
    let table = done(ann.form("/new/connect-four", &fields));
    let table = table.strip_prefix("/t/").unwrap();
    assert_eq!(invitations(&bob), [table]);
    assert_eq!(bob.get("/my/turns").json()["asking"], 1);
    for page in ["/my", "/"] {
        let shown = bob.get(page).text;
        assert!(shown.contains("Invitations") && shown.contains("Ann invites you"), "{page}");
    }
    assert!(!eve.get("/my").text.contains("Invitations"), "nothing in others' way");
    let full = [("scenario", "plain"), ("seat", "me"), ("seat", "me"), ("friend", &friend)];
    assert_eq!(ann.form("/new/connect-four", &full).status, 400, "no seat is free for them");
    // Only once, only by the host, only friends.
    assert_eq!(invite(table, "Bob").status, 409);
    let by_bob = bond(&bob, "Ann").unwrap().0;
    let not_host =
        bob.form(&format!("/t/{table}/invite"), &[("deed", "invite"), ("friend", &by_bob)]);
    assert_eq!(not_host.status, 403);
    // Taken back, it is gone everywhere; asked again, it is there.
    let back = [("deed", "take-back"), ("friend", friend.as_str())];
    done(ann.form(&format!("/t/{table}/invite"), &back));
    assert_eq!(invitations(&bob), Vec::<String>::new());
    let late = bob.form(&format!("/t/{table}/invitation"), &[("deed", "accept")]);
    assert_eq!(late.status, 409, "{}", late.text);
    done(invite(table, "Bob"));
    done(invite(table, "Eve"));
    // Declined: the host sees it, and asks no more.
    assert_eq!(done(eve.form(&format!("/t/{table}/invitation"), &[("deed", "decline")])), "/my");
    assert_eq!(invitations(&eve), Vec::<String>::new());
    assert!(ann.get(&format!("/t/{table}")).text.contains("has declined"));
    assert_eq!(invite(table, "Eve").status, 409, "who declined is left alone");
    // Bob was told by his ways, once though he was invited twice; Ann is told unless she looks at the table.
    #[cfg(feature = "notices")]
    {
        crate::house::until("Bob is told", || bob.get(&feeds[1]).text.contains("Ann invites you."));
        let told = bob.get(&feeds[1]).text;
        assert_eq!(told.matches("<entry>").count(), 1, "{told}");
        let declined =
            "SELECT count(*) FROM notices WHERE kind = 'talk' AND key LIKE '%/declined/Eve'";
        assert_eq!(ask_store(house.folder.path(), declined), "1");
    }
    // Accepted: the seat is taken, and what the player adds to the dice is theirs.
    assert!(bob.get(&format!("/t/{table}")).text.contains("invites you to this table"));
    let added = "ab".repeat(32);
    let accept = [("deed", "accept"), ("contribution", added.as_str())];
    done(bob.form(&format!("/t/{table}/invitation"), &accept));
    let told = bob.get(&format!("/api/tables/{table}")).json();
    assert_eq!(told["state"], "playing", "{told}");
    assert!(told["contributions"].to_string().contains(&added), "{told}");
    assert_eq!(invitations(&bob), Vec::<String>::new());
    // Full, it is gone.
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    done(invite(&table, "Bob"));
    done(eve.form(&format!("/t/{table}/join"), &[("seat", "2")]));
    assert_eq!(invitations(&bob), Vec::<String>::new());
    let closed = ann.open("connect-four", "plain", &["me", "open"]);
    done(invite(&closed, "Bob"));
    assert_eq!(invitations(&bob), [closed.as_str()]);
    // Out of the lobby and into it again, by the host alone.
    let public = house.guest();
    assert!(public.get("/").text.contains(&closed));
    done(ann.form(&format!("/t/{closed}/invite"), &[("deed", "unlist")]));
    assert!(!public.get("/").text.contains(&closed));
    done(ann.form(&format!("/t/{closed}/invite"), &[("deed", "list")]));
    assert_eq!(bob.form(&format!("/t/{closed}/invite"), &[("deed", "unlist")]).status, 403);
    done(ann.form(&format!("/t/{closed}/leave"), &[]));
    assert_eq!(invitations(&bob), Vec::<String>::new());
    // One person is invited five times a day at most: three were.
    let tables: Vec<String> =
        (0..4).map(|_| ann.open("connect-four", "plain", &["me", "open"])).collect();
    let statuses: Vec<u16> = tables.iter().map(|table| invite(table, "Bob").status).collect();
    assert_eq!(statuses, [303, 303, 403, 403], "tables that were closed count too");
    // Whoever is blocked invites nobody: they are no friends.
    let ann_row = bond(&bob, "Ann").unwrap().0;
    done(bob.form(&format!("/friends/{ann_row}"), &[("deed", "block")]));
    assert_eq!(invitations(&bob), Vec::<String>::new(), "what was there is gone");
    assert!(bond(&ann, "Bob").is_none());
}

static SEEK_NOW: AtomicI64 = AtomicI64::new(START);

fn seek_clock() -> i64 {
    SEEK_NOW.load(Ordering::SeqCst)
}

/// What the page of somebody who looks for partners does: asks for a commitment, and adds to it.
fn seek(guest: &Guest, fields: &[(&str, &str)], added: &str) -> (Answer, Value) {
    let safe = |value: &str| value.replace('+', "%2B").replace(' ', "%20").replace('/', "%2F");
    let query: Vec<String> =
        fields.iter().map(|(key, value)| format!("{key}={}", safe(value))).collect();
    let promise = guest.get(&format!("/seek/promise?{}", query.join("&"))).json();
    let text = |key: &str| promise[key].as_str().unwrap().to_string();
    let (sealed, commitment) = (text("sealed"), text("commitment"));
    let mut all = fields.to_vec();
    all.extend([
        ("promise", sealed.as_str()),
        ("added_to", commitment.as_str()),
        ("contribution", added),
    ]);
    (guest.form("/seek", &all), promise)
}

#[test]
fn nobody_is_found_for_a_guest_whom_this_browser_is_no_more() {
    let house = House::open();
    let [ann, guest] = ["Ann", "Guest"].map(|name| house.guest().called(name));
    let code = code_of(&ann.form("/me/code", &[]));
    let (waiting, _) = seek(&guest, &[("what", "connect-four"), ("clock", "none")], "");
    assert_eq!(done(waiting), "/seek#seeks");
    assert_eq!(ask_store(house.folder.path(), "SELECT count(*) FROM seeks"), "1");
    assert_eq!(guest.form("/sign-in/code", &[("code", &code)]).status, 200);
    assert_eq!(ask_store(house.folder.path(), "SELECT count(*) FROM seeks"), "0");
}

#[test]
fn partners_are_found_with_dice_that_all_of_them_add_to() {
    let turned = |config: &mut Config| {
        quick(config);
        config.wall_clock = seek_clock;
        config.clock_is_turned = true;
    };
    let house = House::with(turned);
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let day = "1d + 1d up to 1d, warn 6h, grace 2h";
    #[cfg(feature = "notices")]
    let feed = feed_of(&ann);
    let (anns, bobs) = ("0a".repeat(32), "0b".repeat(32));
    let (waiting, promised) = seek(&ann, &[("what", "connect-four"), ("clock", day)], &anns);
    assert_eq!(done(waiting), "/seek#seeks");
    // What does not fit waits beside it.
    let (other, _) = seek(&eve, &[("what", "connect-four"), ("clock", "none")], &"0e".repeat(32));
    assert_eq!(done(other), "/seek#seeks");
    // Whoever fits is shown the commitment of whoever looks the longest, before they add anything.
    // The page that waits asks whether it still does, and goes to the table that was found.
    let lobby = ann.get("/").text;
    let own = between(&lobby, "data-own=\"", "\"").to_string();
    let came = |guest: &Guest| guest.get(&format!("/seek/found?id={own}")).json();
    assert_eq!(came(&ann), json!({ "waits": true, "table": null }));
    assert_eq!(came(&bob), json!({ "waits": false, "table": null }), "whose seek it is not");
    assert!(
        ann.get("/seek").text.contains("If somebody&#39;s time runs out")
            || ann.get("/seek").text.contains("If somebody's time runs out")
    );
    let (found, seen) = seek(&bob, &[("what", ""), ("players", "2"), ("clock", day)], &bobs);
    assert_eq!(seen["commitment"], promised["commitment"]);
    let table = done(found);
    assert_eq!(table, format!("/t/{}", promised["table"].as_str().unwrap()));
    let table = table.strip_prefix("/t/").unwrap().to_string();
    assert_eq!(came(&ann), json!({ "waits": false, "table": table }));
    let told = ann.get(&format!("/api/tables/{table}")).json();
    assert_eq!(told["commitment"], promised["commitment"], "the seed is the one that was promised");
    assert_eq!(told["state"], "playing");
    assert!(told["clock"].as_str().unwrap().starts_with("1d + 1d"), "{told}");
    let given = told["contributions"].to_string();
    assert!(given.contains(&anns) && given.contains(&bobs), "both have added: {given}");
    let (server, dice) = house.seeds(&table);
    assert_eq!(server.commitment(), promised["commitment"].as_str().unwrap());
    assert_ne!(server, dice, "and the dice follow from all of it");
    assert!(ann.get("/my").text.contains(&table));
    #[cfg(feature = "notices")]
    crate::house::until("Ann is told", || {
        ann.get(&feed).text.contains("Partners are found: Ann, Bob.")
    });
    // What was added to another commitment does not count: the record would say what is not so.
    let forged = [
        ("what", "connect-four"),
        ("clock", "none"),
        ("added_to", promised["commitment"].as_str().unwrap()),
        ("contribution", bobs.as_str()),
    ];
    let table = done(bob.form("/seek", &forged));
    let told = bob.get(&format!("/api/tables{}", table.strip_prefix("/t").unwrap())).json();
    let given = told["contributions"].to_string();
    assert!(given.contains("0e0e") && !given.contains("0b0b"), "{given}");
    // One click answers a line in the lobby; who comes second is told.
    let (waiting, _) = seek(&ann, &[("what", "connect-four")], &anns);
    done(waiting);
    let lobby = bob.get("/").text;
    assert!(lobby.contains("Play with Ann"), "{lobby}");
    let line = between(&lobby, "/seeks/", "/answer").to_string();
    let table = done(bob.form(&format!("/seeks/{line}/answer"), &[]));
    assert!(table.starts_with("/t/"), "{table}");
    assert_eq!(eve.form(&format!("/seeks/{line}/answer"), &[]).status, 409);
    // One for each game and person, which can be withdrawn, outlives a restart, and ends by itself.
    for hours in ["1", "72"] {
        done(ann.form("/seek", &[("what", "connect-four"), ("hours", hours)]));
    }
    let seeks = |guest: &Guest| company(guest)["seeks"].as_array().unwrap().clone();
    assert_eq!(seeks(&ann).len(), 1);
    assert_eq!(seeks(&ann)[0]["until"], START + 72 * 3600);
    done(
        ann.form("/seek", &[("what", "outlive"), ("clock", "10m + 10s, warn 1m"), ("hours", "72")]),
    );
    let until = seeks(&ann).iter().map(|seek| seek["until"].as_i64().unwrap()).min();
    assert_eq!(until, Some(START + 1800), "nobody who has to be there is found hours later");
    let id = seeks(&ann)[0]["id"].as_str().unwrap().to_string();
    assert_eq!(bob.form(&format!("/seeks/{id}/withdraw"), &[]).status, 409, "it is Ann's");
    let (address, folder) = (house.address, house.close());
    let house = House::in_folder(folder, |config| {
        turned(config);
        config.bind = address;
    });
    assert_eq!(seeks(&ann).len(), 2);
    done(ann.form(&format!("/seeks/{id}/withdraw"), &[]));
    assert_eq!(seeks(&ann).len(), 1);
    SEEK_NOW.fetch_add(73 * 3600, Ordering::SeqCst);
    assert_eq!(seeks(&ann).len(), 0);
    assert!(!bob.get("/").text.contains("Play with Ann"));
    // Three who want a game of three: each waits for the last.
    let three = [("what", "outdoor-survival/lost"), ("players", "3")];
    let found: Vec<String> =
        [&ann, &bob, &eve].iter().map(|guest| done(seek(guest, &three, &anns).0)).collect();
    assert_eq!(&found[..2], ["/seek#seeks", "/seek#seeks"]);
    let told = ann.get(&format!("/api/tables{}", found[2].strip_prefix("/t").unwrap())).json();
    assert_eq!(told["seats"].as_array().unwrap().len(), 3, "{told}");
    assert_eq!(told["contributions"].as_array().unwrap().len(), 3, "{told}");
    // Bad wishes: one sentence each.
    for (fields, why) in [
        ([("what", "chess"), ("players", "")], "no such game"),
        ([("what", "outlive/none"), ("players", "")], "scenario"),
        ([("what", "connect-four"), ("players", "3")], "No such game"),
        ([("what", ""), ("players", "99")], "no number of players"),
        ([("clock", "5 years"), ("players", "")], "none of the clocks"),
    ] {
        let refused = ann.form("/seek", &fields);
        assert!([400, 404].contains(&refused.status), "{fields:?}: {}", refused.status);
        assert!(refused.text.contains(why), "{fields:?}: {}", refused.text);
    }
    drop(house);
}

#[cfg(feature = "postgres")]
#[test]
fn a_promise_stands_in_one_seek_and_one_that_was_used_in_none() {
    let house = House::open();
    let [eve, ann, bob] = ["Eve", "Ann", "Bob"].map(|name| house.guest().called(name));
    let promise = |guest: &Guest, what: &str| {
        guest.get(&format!("/seek/promise?what={what}&players=2&clock=")).json()
    };
    let sought = |guest: &Guest, what: &str, sealed: &Value| {
        let fields = [("what", what), ("players", "2"), ("promise", sealed.as_str().unwrap())];
        guest.form("/seek", &fields).status
    };
    let of_eve = promise(&eve, "connect-four");
    assert_eq!(sought(&eve, "connect-four", &of_eve["sealed"]), 303);
    assert_eq!(sought(&eve, "connect-four", &of_eve["sealed"]), 303, "the same seek, said again");
    assert_eq!(
        sought(&eve, "outlive", &of_eve["sealed"]),
        409,
        "another one with the same promise"
    );
    // A table takes the promise of the seek: nobody is promised it any more, nor held up by it.
    let opened = eve.form(
        "/new/connect-four",
        &[
            ("scenario", "plain"),
            ("seat", "me"),
            ("seat", "open"),
            ("promise", of_eve["sealed"].as_str().unwrap()),
        ],
    );
    assert_eq!(opened.status, 303, "{}", opened.text);
    assert_ne!(promise(&ann, "connect-four")["commitment"], of_eve["commitment"]);
    assert_eq!(sought(&eve, "yellowstone", &of_eve["sealed"]), 409, "it was used");
    let (waits, _) = seek(&ann, &[("what", "connect-four"), ("players", "2")], &"0a".repeat(32));
    assert_eq!(waits.location, "/seek#seeks", "{}", waits.text);
    let (found, _) = seek(&bob, &[("what", "connect-four"), ("players", "2")], &"0b".repeat(32));
    let table = found.location.strip_prefix("/t/").expect("a table opens");
    let table = bob.get(&format!("/api/tables/{table}")).json();
    assert_eq!(table["contributions"].as_array().unwrap().len(), 2, "{table}");
}

#[test]
fn of_many_who_seek_at_several_servers_each_is_found_once() {
    use crate::house::postgres;
    let address = postgres::new_store();
    let [one, two] = House::pair(&address, |_| {});
    let guests: Vec<Guest> = (0..24)
        .map(|number| {
            let house = if number % 2 == 0 { &one } else { &two };
            house.guest().called(&format!("Seeker {number}"))
        })
        .collect();
    // One of them blocks another, at another server.
    let table = together(&guests[0], &guests[2]);
    done(guests[2].form(&format!("/t/{table}/person/1"), &[("deed", "block")]));
    std::thread::scope(|scope| {
        for guest in &guests {
            scope.spawn(move || done(seek(guest, &[("what", "connect-four")], &"0c".repeat(32)).0));
        }
    });
    let ask = |sql: &str| postgres::ask(&address, sql);
    // Whoever is left over looks on, alone or with whom they cannot play.
    let left: usize = ask("SELECT count(*) FROM seeks").parse().unwrap();
    assert!(left == 0 || left == 2, "{left} are left");
    let seated = ask("SELECT count(*) FROM seats JOIN tables ON id = table_id \
                      WHERE listed = 1 AND shuffled = 1");
    assert_eq!(seated, (24 - left).to_string());
    let distinct = ask("SELECT count(DISTINCT holder) FROM seats JOIN tables ON id = table_id \
                        WHERE listed = 1 AND shuffled = 1");
    assert_eq!(distinct, seated, "nobody is at two tables");
    let apart = "SELECT count(*) FROM seats AS a JOIN seats AS b ON a.table_id = b.table_id \
                 JOIN tables ON id = a.table_id JOIN blocks ON person = a.holder AND other = b.holder \
                 WHERE shuffled = 1";
    assert_eq!(ask(apart), "0", "those who are apart are not found for each other");
    // What was said at one server of blocks is so at the other.
    let open = guests[2].open("connect-four", "plain", &["me", "open"]);
    let other = guests[0].at(&two);
    assert_eq!(other.form(&format!("/t/{open}/join"), &[("seat", "2")]).status, 403);
}

#[test]
fn reports_reach_whoever_runs_the_house_and_are_answered() {
    let house = House::with(|config| {
        quick(config);
        config.operator = Some(([127, 0, 0, 1], 0).into());
    });
    let operator = house.operator.unwrap();
    let asked = |path: &str| Answer::of(agent().get(format!("http://{operator}{path}")).call());
    let [ann, mallory, eve] = ["Ann", "Mallory", "Eve"].map(|name| house.guest().called(name));
    let table = together(&ann, &mallory);
    let say = |guest: &Guest, text: &str| {
        assert_eq!(guest.post(&format!("/t/{table}/talk"), json!({ "text": text })).status, 200);
    };
    say(&mallory, "You <b>fool</b>");
    say(&eve, "Calm down");
    // Beside the talk, also of somebody who only watches.
    assert!(ann.get(&format!("/t/{table}/said/2")).text.contains("Eve"));
    let address = format!("/t/{table}/said/1");
    let unsure = ann.form(&address, &[("deed", "report"), ("reason", "")]);
    assert_eq!(unsure.status, 400, "{}", unsure.text);
    let fields = [("deed", "report"), ("reason", "insult"), ("words", "Again and again.")];
    assert_eq!(done(ann.form(&address, &fields)), "/friends#reports");
    assert!(ann.get("/friends").text.contains("Received"), "it was received");
    assert!(!mallory.get("/friends").text.contains("reports"), "whoever is reported is not told");
    let all = asked("/reports").json();
    let report = &all[0];
    assert_eq!(report["name"], "Mallory");
    assert_eq!(report["reported"], id_of(&mallory));
    assert_eq!(report["words"], "Again and again.");
    assert_eq!(report["lines"], json!(["Mallory: You <b>fool</b>", "Eve: Calm down"]));
    let page = asked("/").text;
    assert!(page.contains("Mallory: Insults or threats"), "{page}");
    assert!(!page.contains("<b>fool"), "what people wrote is no markup");
    // Closed once, with a word; and what is done about them is done.
    let id = report["id"].as_str().unwrap();
    let close = |body: Value| {
        let request = agent().post(format!("http://{operator}/reports/{id}"));
        Answer::of(request.content_type("application/json").send(body.to_string()))
    };
    assert_eq!(close(json!({ "deed": "hang" })).status, 400);
    let closed = close(json!({ "word": "Thank you.", "deed": "mute" }));
    assert_eq!(closed.status, 200, "{}", closed.text);
    assert_eq!(close(json!({ "word": "Again" })).status, 409);
    assert_eq!(asked("/reports").json(), json!([]));
    assert_eq!(asked("/reports?all=true").json()[0]["verdict"], "Thank you.");
    assert!(ann.get("/friends").text.contains("Thank you."), "and when it is closed");
    let muted = mallory.post(&format!("/t/{table}/talk"), json!({ "text": "What?" }));
    assert_eq!(muted.status, 403, "{}", muted.text);
    assert_eq!(asked("/reports/none").status, 404);
}

#[test]
fn open_tables_are_narrowed_by_plain_addresses() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let four = ann.open("connect-four", "plain", &["me", "open"]);
    let lost = ann.open("outdoor-survival", "lost", &["me", "open", "open"]);
    let fields = [
        ("scenario", "plain"),
        ("listed", "on"),
        ("seat", "me"),
        ("seat", "open"),
        ("clock", "10m + 10s, warn 1m"),
    ];
    let live = done(ann.form("/new/connect-four", &fields));
    let live = live.strip_prefix("/t/").unwrap();
    let bob = house.guest();
    let shown = |query: &str| {
        let page = bob.get(&format!("/{query}"));
        assert_eq!(page.status, 200, "{}", page.text);
        [four.as_str(), lost.as_str(), live].map(|table| page.text.contains(table))
    };
    assert_eq!(shown(""), [true, true, true]);
    assert_eq!(shown("?game=connect-four"), [true, false, true]);
    assert_eq!(shown("?clock=live"), [false, false, true]);
    assert_eq!(shown("?clock=none&free=2"), [false, true, false]);
    assert_eq!(shown("?clock=slow"), [false, false, false]);
    assert!(bob.get("/?game=connect-four").text.contains("/?game=connect-four&amp;clock=live"));
    for wrong in ["?clock=fast", "?free=many", "?game=chess"] {
        let refused = bob.get(&format!("/{wrong}"));
        assert!([400, 404].contains(&refused.status), "{wrong}: {}", refused.text);
    }
}

#[test]
fn two_who_become_one_keep_what_both_have_and_whoever_is_deleted_leaves_nothing() {
    let house = House::open();
    let names = ["Ann", "Bob", "Eve", "Mallory", "Phone"];
    let [ann, bob, eve, mallory, phone] = names.map(|name| house.guest().called(name));
    befriend(&ann, &bob, "Bob");
    befriend(&phone, &eve, "Eve");
    befriend(&phone, &bob, "Bob");
    let table = together(&phone, &mallory);
    done(phone.form(&format!("/t/{table}/person/2"), &[("deed", "block")]));
    done(phone.form("/seek", &[("what", "outlive")]));
    // The phone becomes Ann, by the private link of a seat of hers.
    let own = ann.open("connect-four", "plain", &["me", "me"]);
    let page = ann.get(&format!("/t/{own}")).text;
    let link = between(&page, "/s/", "<").to_string();
    done(phone.form(&format!("/s/{link}"), &[]));
    let mut known: Vec<String> =
        ["Bob", "Eve"].iter().filter_map(|name| word(&ann, name)).collect();
    known.dedup();
    assert_eq!(known, ["friends"]);
    assert_eq!(company(&ann)["friends"].as_array().unwrap().len(), 2, "Bob is one friend");
    assert_eq!(company(&bob)["friends"].as_array().unwrap().len(), 1);
    assert_eq!(company(&ann)["seeks"], json!([]), "what was promised to the phone is not Ann's");
    done(ann.form("/seek", &[("what", "outlive")]));
    let open = ann.open("connect-four", "plain", &["me", "open"]);
    assert_eq!(mallory.form(&format!("/t/{open}/join"), &[("seat", "2")]).status, 403);
    // Gone: nobody's friend, nobody's partner, and nothing is left that leads to them.
    let id = id_of(&ann).to_string();
    done(ann.form("/me/delete", &[("sure", "on")]));
    assert_eq!(company(&bob)["friends"], json!([]));
    assert_eq!(company(&eve)["friends"], json!([]));
    for (relation, columns) in [
        ("friends", "person, other"),
        ("friend_codes", "person, person"),
        ("blocks", "person, other"),
        ("invitations", "person, host"),
        ("seeks", "person, person"),
    ] {
        let (one, other) = columns.split_once(", ").unwrap();
        let left =
            format!("SELECT count(*) FROM {relation} WHERE {one} = '{id}' OR {other} = '{id}'");
        assert_eq!(ask_store(house.folder.path(), &left), "0", "{relation}");
    }
}
