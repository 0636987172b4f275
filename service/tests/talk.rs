//! Talk: to everybody, to one alone of which nobody else notices anything, what was said before, and notes of one's own.

use crate::browser::Browser;
use crate::house::{Answer, Guest, House, agent, ask_store, between, quick, until};
use crate::people::other_browser;
use crate::plans::{seen, token};
use serde_json::{Value, json};

/// A table of Survival's cousin for three, with a referee, at which one may talk in private; Ann, Bob and Eve sit there.
fn three(rita: &Guest, players: [&Guest; 3]) -> String {
    let fields = [
        ("scenario", "lost"),
        ("seat", "open"),
        ("seat", "open"),
        ("seat", "open"),
        ("referee", "on"),
        ("whispers", "on"),
    ];
    let opened = rita.form("/new/outdoor-survival", &fields);
    assert_eq!(opened.status, 303, "{}", opened.text);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    for (guest, seat) in players.iter().zip(["1", "2", "3"]) {
        let sat = guest.form(&format!("/t/{table}/join"), &[("seat", seat)]);
        assert_eq!(sat.status, 303, "{}", sat.text);
    }
    table
}

fn whisper(guest: &Guest, table: &str, to: &str, text: &str) -> Answer {
    guest.post(&format!("/t/{table}/talk"), json!({ "text": text, "to": to }))
}

fn say(guest: &Guest, table: &str, text: &str) {
    let said = guest.post(&format!("/t/{table}/talk"), json!({ "text": text }));
    assert_eq!(said.status, 200, "{}", said.text);
}

/// The talk in somebody's frame: what stands in the names of its parts, and the lines.
fn heard(guest: &Guest, table: &str, viewer: &str) -> Vec<(String, Value)> {
    let frame = guest.frame(table, viewer);
    let parts = frame["set"].as_object().unwrap().iter();
    let talk = parts.filter_map(|(name, line)| Some((name.strip_prefix("talk/")?, line)));
    talk.map(|(name, line)| (name.to_string(), line.clone())).collect()
}

fn texts(lines: &[(String, Value)]) -> Vec<&str> {
    lines.iter().map(|(_, line)| line["text"].as_str().unwrap()).collect()
}

fn by_token(guest: &Guest, token: &str, method: &str, path: &str, body: Value) -> Answer {
    let bearer = format!("Bearer {token}");
    let url = guest.url(path);
    Answer::of(match method {
        "GET" => agent().get(url).header("authorization", bearer).call(),
        "PUT" => {
            let asked = agent().put(url).header("authorization", bearer);
            asked.content_type("application/json").send(body.to_string())
        }
        _ => {
            let asked = agent().post(url).header("authorization", bearer);
            asked.content_type("application/json").send(body.to_string())
        }
    })
}

#[test]
fn what_is_said_to_one_alone_reaches_those_two_and_nobody_else_notices_anything() {
    let house = House::open();
    let [rita, ann, bob, eve] =
        ["Rita", "Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let watcher = house.guest();
    let table = three(&rita, [&ann, &bob, &eve]);
    assert!(ann.get(&format!("/t/{table}?as=1")).text.contains("Only to Rita (referee)"));
    say(&ann, &table, "Hello all");
    let eves = token(&house, &table, 2);
    let look = || {
        let mut all = seen(&eve, &table, "3", &eves);
        all.extend(seen(&watcher, &table, "table", ""));
        all.extend(seen(&rita, &table, "referee", ""));
        for guest in [&eve, &watcher, &rita] {
            all.push(guest.get(&format!("/t/{table}/talk?before=99")).text);
        }
        all
    };
    let mut follows =
        [eve.follow(&table, "3"), watcher.follow(&table, "table"), rita.follow(&table, "referee")];
    for stream in &mut follows {
        stream.text().unwrap();
    }
    let before = look();
    for text in ["The east is a trap", "Go west with me"] {
        let said = whisper(&ann, &table, "2", text);
        assert_eq!(said.status, 200, "{}", said.text);
    }
    assert!(before == look(), "somebody sees a difference");
    // The next word for everybody is the next number for everybody.
    say(&watcher, &table, "Good luck");
    for stream in &mut follows {
        let update = stream.next().unwrap();
        let names: Vec<&String> = update["set"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["talk/000000002"], "{update}");
    }
    for (guest, viewer) in [(&ann, "1"), (&bob, "2")] {
        let lines = heard(guest, &table, viewer);
        let names: Vec<&str> = lines.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["000000001", "000000001.001", "000000001.002", "000000002"]);
        assert_eq!(lines[1].1["to"], "Bob");
        assert_eq!(lines[1].1["seat"], 0);
    }
    // What others say alone counts in nobody's numbers, and the referee is spoken to and answers.
    assert_eq!(whisper(&eve, &table, "referee", "Is that allowed?").status, 200);
    assert_eq!(whisper(&rita, &table, "3", "It is.").status, 200);
    assert_eq!(whisper(&bob, &table, "1", "All right").status, 200);
    let lines = heard(&eve, &table, "3");
    assert_eq!(texts(&lines), ["Hello all", "Good luck", "Is that allowed?", "It is."]);
    assert_eq!(lines[2].0, "000000002.001");
    assert_eq!(lines[2].1["to"], "Rita");
    assert_eq!(heard(&rita, &table, "referee").len(), 4);
    assert_eq!(heard(&ann, &table, "1").last().unwrap().0, "000000002.001");
    // Bob does not want to hear Ann, who is not told.
    let person = format!("/t/{table}/person/1");
    assert_eq!(bob.form(&person, &[("deed", "hide")]).status, 303);
    assert_eq!(whisper(&ann, &table, "2", "Are you there?").status, 200);
    assert_eq!(texts(&heard(&bob, &table, "2")), ["Good luck", "All right"]);
    assert_eq!(heard(&ann, &table, "1").len(), 6);
    // What went on stays so when the house starts again, and whoever has the seat then finds nothing of it.
    let zoe = house.guest().called("Zoe");
    let zoes = between(&zoe.cookie, "=", "-").to_string();
    let folder = house.kill();
    let taken =
        format!("UPDATE seats SET holder = '{zoes}' WHERE table_id = '{table}' AND seat = 1");
    ask_store(folder.path(), &taken);
    let house = House::in_folder(folder, quick);
    let (ann, zoe) = (ann.at(&house), zoe.at(&house));
    assert_eq!(heard(&ann, &table, "1").len(), 6);
    assert_eq!(texts(&heard(&zoe, &table, "2")), ["Hello all", "Good luck"]);
    let zoes = token(&house, &table, 1);
    let api = by_token(&zoe, &zoes, "GET", &format!("/api/tables/{table}/talk"), Value::Null);
    assert!(!api.text.contains("trap") && api.text.contains("Good luck"), "{}", api.text);
}

#[test]
fn who_may_say_something_to_whom_is_told_in_one_sentence() {
    let house = House::open();
    let [rita, ann, bob, eve] =
        ["Rita", "Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let table = three(&rita, [&ann, &bob, &eve]);
    let stranger = house.guest();
    for (who, to, status, why) in [
        (&stranger, "1", 403, "Only who plays at this table"),
        (&ann, "1", 400, "That is you"),
        (&ann, "4", 400, "`4` is no seat: say 1 to 3, or referee."),
        (&ann, "Bob", 400, "`Bob` is no seat"),
        (&rita, "referee", 400, "That is you"),
    ] {
        let refused = whisper(who, &table, to, "Psst");
        assert_eq!(refused.status, status, "{to}: {}", refused.text);
        assert!(refused.text.contains(why), "{to}: {}", refused.text);
    }
    let long = whisper(&ann, &table, "2", &"n".repeat(501));
    assert!(long.status == 400 && long.text.contains("At most 500 letters"), "{}", long.text);
    assert_eq!(whisper(&ann, &table, "2", "  ").status, 400);
    // Of a table that was not opened so, everybody hears everything; bots hear nothing.
    let plain = ann.open("connect-four", "plain", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{plain}/join"), &[("seat", "2")]).status, 303);
    let refused = whisper(&ann, &plain, "2", "Psst");
    assert!(refused.text.contains("whatever is said is for everybody"), "{}", refused.text);
    assert!(!ann.get(&format!("/t/{plain}")).text.contains("id=\"to\""));
    let fields =
        [("scenario", "plain"), ("seat", "me"), ("seat", "bot:random"), ("whispers", "on")];
    let alone = ann.form("/new/connect-four", &fields).location;
    let alone = alone.strip_prefix("/t/").unwrap();
    assert_eq!(whisper(&ann, alone, "2", "Psst").status, 400);
    assert_eq!(whisper(&ann, alone, "referee", "Psst").status, 400);
    // It is told before anybody sits down.
    let fields = [("scenario", "plain"), ("seat", "me"), ("seat", "open"), ("whispers", "on")];
    let open = ann.form("/new/connect-four", &fields).location;
    assert!(bob.get(&open).text.contains("Private talk"));
    let api = bob.get(&format!("/api/tables/{}", open.strip_prefix("/t/").unwrap()));
    assert_eq!(api.json()["private_talk"], true);
    // By a program, too.
    let token = token(&house, &table, 0);
    let path = format!("/api/tables/{table}/talk");
    let said = by_token(&ann, &token, "POST", &path, json!({ "text": "From afar", "to": "2" }));
    assert_eq!(said.status, 200, "{}", said.text);
    assert_eq!(texts(&heard(&bob, &table, "2")), ["From afar"]);
    assert!(heard(&eve, &table, "3").is_empty());
}

#[test]
fn what_was_said_before_is_read_back_to_the_first_word() {
    let house = House::open();
    let [rita, ann, bob, eve] =
        ["Rita", "Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let table = three(&rita, [&ann, &bob, &eve]);
    assert_eq!(whisper(&ann, &table, "2", "before all").status, 200);
    for number in 1..=230 {
        say(&ann, &table, &format!("line {number}"));
        if number % 50 == 0 {
            assert_eq!(whisper(&bob, &table, "1", &format!("alone {number}")).status, 200);
        }
    }
    let back = |guest: &Guest, viewer: &str| {
        let mut all: Vec<String> =
            heard(guest, &table, viewer).iter().map(|(_, line)| line["text"].to_string()).collect();
        let mut first = heard(guest, &table, viewer)[0].0.clone();
        let mut pages = 0;
        loop {
            let before: i64 = first[..9].parse().unwrap();
            let page = guest.get(&format!("/t/{table}/talk?before={before}")).json();
            let lines = page["lines"].as_array().unwrap().clone();
            let told = lines.iter().map(|line| line[1]["text"].to_string());
            all.splice(0..0, told.collect::<Vec<_>>());
            pages += 1;
            if page["more"] == false {
                return (all, pages);
            }
            first = lines[0][0].as_str().unwrap().to_string();
        }
    };
    let (anns, pages) = back(&ann, "1");
    assert_eq!((anns.len(), pages), (235, 2), "{anns:?}");
    assert_eq!((anns[0].as_str(), anns[1].as_str()), ("\"before all\"", "\"line 1\""));
    let alone = anns.iter().position(|line| line == "\"alone 150\"").unwrap();
    assert_eq!(anns[alone - 1], "\"line 150\"");
    assert_eq!(back(&bob, "2").0, anns);
    assert_eq!(back(&eve, "3").0.len(), 230);
    // Programs read the same, by numbers that rise.
    let token = token(&house, &table, 1);
    let path = format!("/api/tables/{table}/talk");
    let (mut all, mut before) = (Vec::new(), String::new());
    loop {
        let page = by_token(&bob, &token, "GET", &format!("{path}{before}"), Value::Null).json();
        let lines = page["lines"].as_array().unwrap().clone();
        let first = lines[0]["number"].as_i64().unwrap();
        before = format!("?before={first}");
        all.splice(0..0, lines);
        if page["more"] == false {
            break;
        }
    }
    let told: Vec<String> = all.iter().map(|line| line["text"].to_string()).collect();
    assert_eq!(told, anns);
    assert!(all.is_sorted_by(|one, next| one["number"].as_i64() < next["number"].as_i64()));
    let public = agent().get(ann.url(&path)).call();
    assert!(!Answer::of(public).text.contains("alone"));
}

#[test]
fn notes_are_their_writers_alone_on_every_device() {
    let house = House::open();
    let [rita, ann, bob, eve] =
        ["Rita", "Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let table = three(&rita, [&ann, &bob, &eve]);
    let phone = other_browser(&house, &ann);
    let path = format!("/t/{table}/notes");
    let put = |guest: &Guest, version: i64, text: &str| {
        guest.post(&path, json!({ "version": version, "text": text }))
    };
    assert_eq!(ann.get(&path).json(), json!({ "version": 0, "text": "" }));
    let (bobs, anns) = (token(&house, &table, 1), token(&house, &table, 0));
    let look = || {
        let mut all = seen(&bob, &table, "2", &bobs);
        all.extend(seen(&rita, &table, "referee", ""));
        all.push(bob.get(&path).text);
        all
    };
    let before = look();
    let mut follow = bob.follow(&table, "2");
    follow.text().unwrap();
    let kept = put(&ann, 0, "Bob lies.\nThe water is north of B7.  ");
    assert_eq!(kept.status, 200, "{}", kept.text);
    assert!(before == look(), "somebody sees a difference");
    say(&eve, &table, "Hm");
    assert_eq!(follow.next().unwrap()["set"].as_object().unwrap().len(), 1);
    assert_eq!(
        phone.get(&path).json(),
        json!({ "version": 1, "text": "Bob lies.\nThe water is north of B7." })
    );
    // Nobody writes over what they have not seen.
    assert_eq!(put(&phone, 1, "Bob does not lie.").status, 200);
    let late = put(&ann, 1, "Bob lies often.");
    assert!(late.status == 409 && late.text.contains("changed elsewhere"), "{}", late.text);
    assert_eq!(put(&ann, 0, "First?").status, 409);
    let long = put(&ann, 2, &"ä".repeat(10_001));
    assert!(long.status == 400 && long.text.contains("nothing was changed"), "{}", long.text);
    assert_eq!(ann.get(&path).json()["text"], "Bob does not lie.");
    for stranger in [&house.guest(), &house.guest().called("Stranger")] {
        assert_eq!(stranger.get(&path).status, 403);
        assert_eq!(put(stranger, 0, "Mine?").status, 403);
    }
    // By a program, with the seat's token.
    let api = format!("/api/tables/{table}/notes");
    let read = by_token(&ann, &anns, "GET", &api, Value::Null).json();
    assert_eq!(read, json!({ "version": 2, "text": "Bob does not lie." }));
    let kept = by_token(&ann, &anns, "PUT", &api, json!({ "version": 2, "text": "By hand" }));
    assert_eq!(kept.json()["version"], 3, "{}", kept.text);
    assert_eq!(by_token(&bob, &bobs, "GET", &api, Value::Null).json()["version"], 0);
    // They are there after a kill, and gone with their writer, as what was said to them is.
    assert_eq!(whisper(&ann, &table, "2", "Farewell").status, 200);
    assert_eq!(whisper(&bob, &table, "1", "Why?").status, 200);
    assert_eq!(put(&bob, 0, "Ask Ann").status, 200);
    let house = House::in_folder(house.kill(), quick);
    let (ann, bob) = (ann.at(&house), bob.at(&house));
    assert_eq!(ann.get(&path).json()["text"], "By hand");
    let gone = ann.form("/me/delete", &[("sure", "on")]);
    assert_eq!((gone.status, gone.location.as_str()), (303, "/me/deleted"), "{}", gone.text);
    // It is said that it is done, and to nobody else.
    let told = ann.get("/me/deleted").text;
    assert!(told.contains("You are deleted") && told.contains("a new guest now"), "{told}");
    assert_eq!(bob.get("/me/deleted").location, "/me");
    let count = |sql: &str| ask_store(house.folder.path(), sql);
    assert_eq!(count("SELECT text FROM notes"), "Ask Ann");
    assert_eq!(count("SELECT count(*) FROM whispers WHERE person <> '' AND to_person <> ''"), "0");
    assert_eq!(
        texts(&heard(&bob, &table, "2")).last(),
        Some(&"Why?"),
        "what was said stays with Bob"
    );
    assert_eq!(bob.form("/me/delete", &[("sure", "on")]).status, 303);
    assert_eq!(count("SELECT count(*) FROM notes"), "0");
    assert_eq!(count("SELECT count(*) FROM whispers"), "0", "what is nobody's is gone");
}

#[test]
fn two_who_become_one_have_the_notes_and_the_talk_of_both() {
    let house = House::open();
    let [rita, ann, bob, eve] =
        ["Rita", "Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let table = three(&rita, [&ann, &bob, &eve]);
    let path = format!("/t/{table}/notes");
    for (guest, text) in [(&ann, "Of Ann"), (&bob, "Of Bob")] {
        assert_eq!(guest.post(&path, json!({ "version": 0, "text": text })).status, 200);
    }
    assert_eq!(whisper(&eve, &table, "2", "To Bob").status, 200);
    let code = crate::people::code_of(&ann.form("/me/code", &[]));
    let fields = [("code", code.as_str()), ("along", "on")];
    let signed = bob.form("/sign-in/code", &fields);
    assert_eq!(signed.status, 200, "{}", signed.text);
    assert_eq!(ann.get(&path).json()["text"], "Of Ann\nOf Bob");
    assert_eq!(texts(&heard(&ann, &table, "2")), ["To Bob"]);
}

#[cfg(feature = "postgres")]
#[test]
fn however_much_was_said_to_one_alone_the_next_line_is_heard() {
    let house = House::open();
    let [rita, ann, bob, eve] =
        ["Rita", "Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let table = three(&rita, [&ann, &bob, &eve]);
    for number in 1..=999 {
        assert_eq!(whisper(&ann, &table, "2", &format!("w{number}")).status, 200);
    }
    // Nobody is answered that something was said which nobody hears.
    let full = whisper(&ann, &table, "2", "one more");
    assert!(
        full.status == 409 && full.text.contains("say something to everybody"),
        "{}",
        full.text
    );
    let said = ann.post(&format!("/t/{table}/talk"), json!({ "text": "To all" }));
    assert_eq!(said.status, 200, "{}", said.text);
    assert_eq!(whisper(&eve, &table, "2", "psst").status, 200);
    let last = |guest: &Guest, seat: &str| {
        let lines = heard(guest, &table, seat);
        lines.last().unwrap().1["text"].as_str().unwrap().to_string()
    };
    assert_eq!([last(&bob, "2"), last(&eve, "3")], ["psst", "psst"]);
    assert_eq!(whisper(&ann, &table, "2", "and more").status, 200);
    assert_eq!(last(&bob, "2"), "and more");
}

#[test]
fn at_two_servers_it_is_one_talk() {
    let address = crate::house::postgres::new_store();
    let [first, second] = House::pair(&address, |_| {});
    let [rita, ann, bob, eve] =
        ["Rita", "Ann", "Bob", "Eve"].map(|name| first.guest().called(name));
    let table = three(&rita, [&ann, &bob, &eve]);
    let [there, eves] = [bob.at(&second), eve.at(&second)];
    assert!(heard(&there, &table, "2").is_empty());
    for number in 1..=4 {
        let (from, to, text) = match number % 2 {
            0 => (&there, "1", format!("back {number}")),
            _ => (&ann, "2", format!("there {number}")),
        };
        assert_eq!(whisper(from, &table, to, &text).status, 200);
    }
    until("both have heard all", || {
        heard(&ann, &table, "1").len() == 4 && heard(&there, &table, "2").len() == 4
    });
    assert_eq!(texts(&heard(&ann, &table, "1")), ["there 1", "back 2", "there 3", "back 4"]);
    assert!(heard(&eves, &table, "3").is_empty());
    let path = format!("/t/{table}/notes");
    assert_eq!(bob.post(&path, json!({ "version": 0, "text": "Here" })).status, 200);
    assert_eq!(there.get(&path).json()["text"], "Here");
    assert_eq!(there.post(&path, json!({ "version": 0, "text": "There" })).status, 409);
}

#[test]
fn people_talk_and_take_notes_by_mouse_by_keys_and_on_a_phone() {
    let house = House::open();
    let [rita, ann, bob, eve] =
        ["Rita", "Ann", "Bob", "Eve"].map(|name| house.guest().called(name));
    let table = three(&rita, [&ann, &bob, &eve]);
    for number in 1..=70 {
        say(&eve, &table, &format!("line {number}"));
    }
    let home = format!("http://{}/t/{table}", house.address);
    let mut anns = Browser::of_guest(&house, &ann);
    anns.goto(&home);
    let mut bobs = Browser::of_guest(&house, &bob);
    bobs.goto(&home);
    let said = "document.querySelectorAll('#said li').length";
    for browser in [&mut anns, &mut bobs] {
        browser.wait(&format!("{said} === 60"));
        browser.click("#tab-talk");
    }
    // To Bob alone, chosen among those who sit there.
    anns.wait("document.querySelectorAll('#to option').length === 4");
    let offered = anns.eval("[...document.querySelectorAll('#to option')].map((o) => o.text)");
    assert_eq!(
        offered,
        json!(["To everybody", "Only to Rita (referee)", "Only to Bob", "Only to Eve"])
    );
    anns.eval(
        "document.getElementById('to').value = '2'; document.getElementById('words').focus()",
    );
    anns.write("The east is a trap");
    anns.key("Enter");
    bobs.wait("document.querySelector('#said li.alone')");
    let line = bobs.eval("document.querySelector('#said li.alone').textContent");
    assert!(line.as_str().unwrap().ends_with(" Ann (only to Bob): The east is a trap"), "{line}");
    anns.wait("document.getElementById('words').value === ''");
    // Back to the first word.
    anns.click("#earlier-talk");
    anns.wait(&format!("{said} === 71"));
    let first = anns.eval("document.querySelector('#said li').textContent");
    assert!(first.as_str().unwrap().ends_with("Eve: line 1"), "{first}");
    assert_eq!(anns.eval("document.getElementById('earlier-talk').hidden"), true);
    // Notes are kept by themselves and are there on the next page.
    anns.click("#notes summary");
    anns.wait("!document.getElementById('notes-text').disabled");
    anns.eval("document.getElementById('notes-text').focus()");
    anns.write("Bob knows of the trap.");
    anns.wait("document.getElementById('notes-told').textContent === 'Kept.'");
    let path = format!("/t/{table}/notes");
    assert_eq!(ann.get(&path).json()["text"], "Bob knows of the trap.");
    // Somebody writes on two devices at once: both stay.
    let other = json!({ "version": 1, "text": "From the phone." });
    assert_eq!(ann.post(&path, other).status, 200);
    anns.write(" And Eve.");
    anns.wait("document.getElementById('notes-told').textContent.includes('both stand here')");
    until("both are kept", || {
        ann.get(&path).json()["text"] == "From the phone.\nBob knows of the trap. And Eve."
    });
    anns.eval(&format!("{}; true", crate::plans::axe()));
    for (width, height, theme, name) in [
        (1280, 800, "light", "desktop-light"),
        (1280, 800, "dark", "desktop-dark"),
        (390, 844, "light", "phone-light"),
        (390, 844, "dark", "phone-dark"),
    ] {
        anns.size(width, height);
        anns.theme(theme);
        anns.eval("document.getElementById('say').scrollIntoView({ block: 'center' }); true");
        if let Ok(folder) = std::env::var("OVERWINTER_PICTURES") {
            anns.picture(&std::path::Path::new(&folder).join(format!("talk-{name}.png")));
        }
        let found = anns.eval(
            "axe.run(document.getElementById('talk'), { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
             .then((r) => r.violations.map((v) => [v.id, v.help, v.nodes.map((n) => n.html.slice(0, 160))]))",
        );
        assert_eq!(found, json!([]), "{name}");
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(anns.eval(fits), true, "{name}: wider than its window");
    }
    assert!(anns.errors.is_empty() && bobs.errors.is_empty(), "{:?}", anns.errors);
}
