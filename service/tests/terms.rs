//! Whoever sits down knows what is played: the scenario, options that are not as usual, and an edition of the house's own.

use crate::house::{House, between, quick};
use serde_json::json;

#[test]
fn the_waiting_room_tells_options_that_are_not_as_usual() {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let options = [("fog", "on"), ("strict_comms", "on"), ("talk_free", "off")];
    let table = ann.open_with("survivors", "quick", &options, &["me", "link"]);
    let room = bob.get(&format!("/t/{table}")).text;
    let invitation = format!("/s/{}", between(&ann.get(&format!("/t/{table}")).text, "/s/", "<"));
    let invited = bob.get(&invitation).text;
    for page in [&room, &invited] {
        assert!(page.contains("<b>Fog: on</b> (usually off). Enemies whom none"), "{page}");
        assert!(page.contains("<b>Strict comms: on</b> (usually off)"), "{page}");
        assert!(!page.contains("Talk free"), "what is as usual is not told: {page}");
        assert!(!page.contains("edition of this server"), "{page}");
    }
    let told = bob.get(&format!("/api/tables/{table}")).json();
    let keys: Vec<_> =
        told["unusual_options"].as_array().unwrap().iter().map(|option| &option["key"]).collect();
    assert_eq!(keys, ["strict_comms", "fog"]);
    assert_eq!(told["unusual_options"][1]["usual"], "off");
    assert_eq!((&told["edition"], &told["edition_files"]), (&json!(""), &json!([])));
    // Those who play can look it up.
    assert_eq!(bob.form(&invitation, &[("name", "Bob")]).status, 303);
    assert!(bob.get(&format!("/t/{table}")).text.contains("<b>Fog: on</b>"));
    let plain = ann.open("survivors", "quick", &["me", "open"]);
    assert!(bob.get(&format!("/t/{plain}")).text.contains("All options are as usual."));
}

#[test]
fn the_waiting_room_tells_an_edition_of_the_houses_own() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut shelf = shelf::shelf().into_iter();
    let shelved = shelf.find(|shelved| shelved.game.id() == "outdoor-survival").unwrap();
    let built_in = shelved.game.house();
    let own = folder.path().join("editions/outdoor-survival/short/scenarios");
    std::fs::create_dir_all(&own).unwrap();
    let lost = built_in.text("scenarios/lost.toml").unwrap();
    let shorter = lost.replacen("day_limit = 30", "day_limit = 20", 1);
    assert_ne!(lost, shorter);
    std::fs::write(own.join("lost.toml"), &shorter).unwrap();
    let dusk = shorter.replacen("\"lost\"", "\"dusk\"", 1).replacen("\"Lost\"", "\"Dusk\"", 1);
    std::fs::write(own.join("dusk.toml"), dusk).unwrap();
    let house = House::in_folder(folder, quick);
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let fields = [("scenario", "dusk"), ("edition", "short"), ("seat", "me"), ("seat", "link")];
    let answer = ann.form("/new/outdoor-survival", &fields);
    assert_eq!(answer.status, 303, "{}", answer.text);
    let room = bob.get(&answer.location).text;
    let invitation = format!("/s/{}", between(&ann.get(&answer.location).text, "/s/", "<"));
    for page in [room, bob.get(&invitation).text] {
        assert!(page.contains("An edition of this server's own: short."), "{page}");
        assert!(page.contains("<code>scenarios/lost.toml</code> is changed"), "{page}");
        assert!(page.contains("<code>scenarios/dusk.toml</code> is added"), "{page}");
        assert!(page.contains("Outdoor Survival: Dusk"), "the scenario has its own name: {page}");
    }
    let told = bob.get(&format!("/api{}", answer.location.replace("/t/", "/tables/"))).json();
    assert_eq!(told["edition"], "short");
    let files = json!([
        { "path": "scenarios/dusk.toml", "change": "added" },
        { "path": "scenarios/lost.toml", "change": "changed" },
    ]);
    assert_eq!(told["edition_files"], files);
}
