//! Referees of the house: whoever runs it says who they are; they see what is reported of others, close it and mute, and nothing else.

use crate::house::{Guest, House};
use crate::people::{id_of, operate, operated};
use serde_json::json;

/// A table at which Mallory has said something to Ann, who reports it; gives the table.
fn reported(house: &House, ann: &Guest, mallory: &Guest, words: &str) -> String {
    let fields = [("scenario", "plain"), ("seat", "me"), ("seat", "open"), ("whispers", "on")];
    let table = ann.form("/new/connect-four", &fields).location;
    assert_eq!(mallory.form(&format!("{table}/join"), &[("seat", "2")]).status, 303);
    let id = table.strip_prefix("/t/").unwrap().to_string();
    let said = json!({ "text": "You fool", "to": "1" });
    assert_eq!(mallory.post(&format!("{table}/talk"), said).status, 200);
    let fields = [("deed", "report"), ("reason", "insult"), ("words", words)];
    let told = ann.form(&format!("{table}/person/2"), &fields);
    assert_eq!(told.status, 303, "{}", told.text);
    let open = operate(house, "/reports", None).json();
    assert_eq!(open[0]["words"], words);
    id
}

fn report_id(house: &House, words: &str) -> String {
    let all = operate(house, "/reports?all=true", None).json();
    let found = all.as_array().unwrap().iter().find(|report| report["words"] == words);
    found.expect("the report")["id"].as_str().unwrap().to_string()
}

#[test]
fn a_referee_of_the_house_closes_reports_and_mutes_and_sees_nothing_else() {
    let house = operated();
    let [ann, mallory, rita] = ["Ann", "Mallory", "Rita"].map(|name| house.guest().called(name));
    let table = reported(&house, &ann, &mallory, "Every day.");
    let id = report_id(&house, "Every day.");
    let close = |guest: &Guest, id: &str, deed: &str| {
        guest.form(&format!("/reports/{id}"), &[("word", "Thank you."), ("deed", deed)])
    };
    // Nobody is one by themselves, and to nobody else is the page shown.
    for guest in [&ann, &mallory, &rita, &house.guest()] {
        let refused = guest.get("/reports");
        assert_eq!(refused.status, 403);
        assert!(refused.text.contains("Only referees of this house"), "{}", refused.text);
        assert_eq!(close(guest, &id, "").status, 403);
        assert!(!guest.get("/").text.contains("You are a referee of this house"));
    }
    let ritas = format!("/people/{}", id_of(&house, "Rita"));
    let made = operate(&house, &ritas, Some(json!({ "deed": "referee" })));
    assert_eq!(made.status, 200, "{}", made.text);
    assert!(made.json()["referee"].as_i64() > Some(0));
    // In one step from the lobby.
    let lobby = rita.get("/").text;
    assert!(lobby.contains(r#"<a href="/reports">one report is open</a>"#), "{lobby}");
    let page = rita.get("/reports").text;
    for told in ["Mallory: Insults or threats", "Every day.", "Mallory (to Ann alone): You fool"] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(!page.contains(&id_of(&house, "Mallory")), "ids are whoever's who runs the house");
    // Of the game they see what everybody sees.
    assert_eq!(rita.get(&format!("/t/{table}?as=referee")).status, 403);
    assert_eq!(rita.follow(&table, "1").status, 403);
    assert_eq!(rita.get(&format!("/t/{table}/notes")).status, 403);
    let talk = rita.frame(&table, "table").to_string();
    assert!(!talk.contains("You fool"), "{talk}");
    // They mute, and do no more.
    let banned = close(&rita, &id, "ban");
    assert!(banned.status == 403 && banned.text.contains("for whoever runs the house"));
    assert_eq!(close(&rita, "none", "").status, 404);
    let closed = close(&rita, &id, "mute");
    assert_eq!((closed.status, closed.location.as_str()), (303, "/reports"), "{}", closed.text);
    let refused = mallory.post(&format!("/t/{table}/talk"), json!({ "text": "Hm", "to": "1" }));
    assert!(refused.status == 403 && refused.text.contains("for 7 days more"), "{}", refused.text);
    assert!(ann.get("/friends").text.contains("Thank you."));
    assert_eq!(close(&rita, &id, "mute").status, 409, "once");
    let page = rita.get("/reports").text;
    assert!(page.contains("No report is open.") && page.contains("Thank you."), "{page}");
    assert!(rita.get("/").text.contains("no report is open"));
    // Others see who they are.
    assert_eq!(rita.form(&format!("/t/{table}/leave"), &[]).status, 403);
    let game = rita.open("connect-four", "plain", &["me", "open"]);
    let page = ann.get(&format!("/t/{game}/person/1")).text;
    assert!(page.contains("A referee of this house"), "{page}");
    let page = ann.get(&format!("/t/{table}/person/2")).text;
    assert!(!page.contains("A referee of this house"), "{page}");
}

#[test]
fn nobody_judges_themselves_and_a_referee_who_is_none_any_more_sees_nothing() {
    let house = operated();
    let [ann, mallory] = ["Ann", "Mallory"].map(|name| house.guest().called(name));
    reported(&house, &ann, &mallory, "By Ann, of Mallory.");
    let id = report_id(&house, "By Ann, of Mallory.");
    let of = |name: &str| format!("/people/{}", id_of(&house, name));
    for name in ["Ann", "Mallory"] {
        operate(&house, &of(name), Some(json!({ "deed": "referee" })));
    }
    for (guest, name) in [(&ann, "Ann"), (&mallory, "Mallory")] {
        let page = guest.get("/reports").text;
        assert!(page.contains("No report is open.") && !page.contains("By Ann"), "{name}: {page}");
        let closed = guest.form(&format!("/reports/{id}"), &[("word", ""), ("deed", "")]);
        assert_eq!(closed.status, 404, "{name}: {}", closed.text);
    }
    assert_eq!(operate(&house, "/reports", None).json()[0]["closed"], 0);
    // A longer silence is not made shorter by closing a report.
    let long = json!({ "deed": "mute", "days": 30, "why": "Long." });
    let until = operate(&house, &of("Mallory"), Some(long)).json()["muted"].clone();
    let rita = house.guest().called("Rita");
    operate(&house, &of("Rita"), Some(json!({ "deed": "referee" })));
    let closed = rita.form(&format!("/reports/{id}"), &[("word", ""), ("deed", "mute")]);
    assert_eq!(closed.status, 303, "{}", closed.text);
    assert_eq!(operate(&house, &of("Mallory"), None).json()["muted"], until);
    // It outlives the server; and ends when whoever runs the house says so, with a ban, and with its person.
    let address = house.address;
    let house = House::in_folder(house.kill(), |config| {
        crate::house::quick(config);
        config.bind = address;
        config.operator = Some(([127, 0, 0, 1], 0).into());
    });
    let of = |name: &str| format!("/people/{}", id_of(&house, name));
    let [ann, mallory, rita] = [ann.at(&house), mallory.at(&house), rita.at(&house)];
    assert_eq!(rita.get("/reports").status, 200);
    operate(&house, &of("Rita"), Some(json!({ "deed": "unreferee" })));
    assert_eq!(rita.get("/reports").status, 403);
    let banned = operate(&house, &of("Mallory"), Some(json!({ "deed": "ban", "why": "" })));
    assert_eq!(banned.json()["referee"], 0);
    assert_eq!(mallory.get("/reports").status, 403);
    let refused = operate(&house, &of("Mallory"), Some(json!({ "deed": "referee" })));
    assert!(refused.status == 400 && refused.text.contains("banned"), "{}", refused.text);
    assert_eq!(ann.get("/reports").status, 200);
    assert_eq!(ann.form("/me/delete", &[("sure", "on")]).status, 303);
    assert_eq!(ann.get("/reports").status, 403);
}

#[test]
fn a_referees_program_sees_reports_without_ids_of_people_and_closes_them_once() {
    let house = operated();
    let [ann, mallory, rita] = ["Ann", "Mallory", "Rita"].map(|name| house.guest().called(name));
    let table = reported(&house, &ann, &mallory, "By a program.");
    let id = report_id(&house, "By a program.");
    let close = |guest: &Guest, deed: &str| {
        guest.post(&format!("/api/reports/{id}"), json!({ "word": "Thank you.", "deed": deed }))
    };
    for guest in [&ann, &mallory, &rita, &house.guest()] {
        let refused = guest.get("/api/reports");
        assert_eq!((refused.status, refused.json()["error"].as_str()), (403, Some("forbidden")));
        assert_eq!(close(guest, "").status, 403);
    }
    let ritas = format!("/people/{}", id_of(&house, "Rita"));
    operate(&house, &ritas, Some(json!({ "deed": "referee" })));
    let told = rita.get("/api/reports");
    for name in ["Ann", "Mallory", "Rita"] {
        assert!(!told.text.contains(&id_of(&house, name)), "{}", told.text);
    }
    let report = told.json()["reports"][0].clone();
    assert_eq!(report["name"], "Mallory");
    assert_eq!(report["reporter"], "Ann");
    assert_eq!(report["table"], json!(table));
    assert_eq!(report["lines"], json!(["Mallory (to Ann alone): You fool"]));
    let banned = close(&rita, "ban");
    assert_eq!(banned.status, 403, "{}", banned.text);
    let closed = close(&rita, "mute");
    assert_eq!(closed.status, 200, "{}", closed.text);
    assert!(closed.json()["closed"].as_i64() > Some(0));
    assert_eq!(closed.json()["verdict"], "Thank you.");
    assert_eq!(close(&rita, "").status, 409, "once");
    assert_eq!(rita.get("/api/reports").json()["reports"], json!([]));
    assert_eq!(rita.get("/api/reports?all=true").json()["reports"][0], closed.json());
}
