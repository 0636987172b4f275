//! The Night: what is wanted, fed, built, repaired and lost in a Shelter.

use super::*;

// rules: OL-OVER-12, OL-OVER-13
#[test]
fn the_price_of_an_event_counts_the_command_post() {
    let (game, mut position) = for_two(json!({
        "phase": "overcome",
        "events": ["enemy-clan"],
        "shelter": { "1": { "rooms": { "S3": 4 }, "tokens": { "munitions": 6, "canned": 1 } } }
    }));
    let asked = prompt(&game, &position, 0);
    let full = "5 points for 1 Canned Goods and 6 Munitions.";
    assert!(said_of(&asked, "overcome enemy-clan").starts_with(full));
    let less = "5 points for 1 Canned Goods and 4 Munitions.";
    let said = said_of(&asked, "overcome enemy-clan less munitions munitions");
    assert!(said.starts_with(less), "{said}");
    let story = played(&game, &mut position, &["1: overcome enemy-clan less munitions munitions"]);
    tells(
        &story,
        "OL-OVER-10 OL-OVER-07 OL-OVER-12 OL-OVER-11",
        "Ann overcomes Enemy Clan for 1 Canned Goods and 4 Munitions (the Command Post saves 2 Munitions): 5 points.",
    );
}

// rules: OL-REP-01, OL-REP-06, OL-REP-07
#[test]
fn a_repair_says_what_it_costs() {
    let (game, mut position) = for_two(json!({
        "phase": "repair",
        "shelter": { "1": {
            "rooms": { "A18": 3 }, "broken": ["axe"], "tokens": { "wood": 1, "metal": 2 }
        } }
    }));
    let asked = prompt(&game, &position, 0);
    let axe = said_of(&asked, "repair axe");
    let costs = "For 1 Wood and 2 Metal; you have 1 Wood and 2 Metal. Forest: +2 Wood.";
    assert!(axe.starts_with(costs), "{axe}");
    let axe = said_of(&asked, "repair axe bench metal");
    assert!(axe.starts_with("For 1 Metal; you have 2 Metal."), "{axe}");
    let story = played(&game, &mut position, &["1: repair axe bench metal"]);
    tells(&story, "OL-REP-07 OL-ROOM-A18", "Ann repairs the Axe for 1 Metal through the Bench.");
}

// rules: OL-EVT-27, OL-EVT-29, OL-EVT-31, OL-FEED-10
#[test]
fn a_loss_says_to_what_and_by_which_rule() {
    for (event, question, hint, line, rule, told) in [
        (
            "rat-infestation",
            "The rats take a Supply: which?",
            "",
            "1: lose meat",
            "OL-EVT-27",
            "Ann loses 1 Meat to the Rat Infestation.",
        ),
        (
            "enemy-clan",
            "The clan takes 2 tokens: which?",
            "",
            "1: lose wood",
            "OL-EVT-29",
            "Ann loses 1 Wood to the Enemy Clan.",
        ),
        (
            "cold-snap",
            "Cold Snap takes 1 survivor: from where?",
            "A room that is no longer full loses its ability.",
            "1: lose survivor airlock",
            "OL-EVT-31",
            "Ann loses a survivor from the Airlock to the Cold Snap.",
        ),
    ] {
        let (game, mut position) = for_two(json!({
            "phase": "events",
            "events": [event],
            "shelter": { "1": {
                "airlock": 1, "rooms": { "S1": 1 },
                "tokens": { "meat": 1, "water": 1, "wood": 2, "munitions": 1 }
            } }
        }));
        let asked = prompt(&game, &position, 0);
        assert_eq!((asked.question.as_str(), asked.hint.as_str()), (question, hint));
        tells(&played(&game, &mut position, &[line]), rule, told);
    }
}

// rules: OL-RAD-01, OL-RAD-04, OL-FEED-01, OL-FEED-10
#[test]
fn the_night_tells_what_was_wanted_and_what_was_kept_out() {
    let (game, mut position) = for_two(json!({
        "phase": "feed",
        "turn": 5,
        "shelter": { "1": {
            "airlock": 2, "rooms": { "A12": 3 }, "tokens": { "meat": 1, "water": 2, "canned": 1 }
        } }
    }));
    let story = played(&game, &mut position, &["1: feed meat=1 canned=1"]);
    tells(
        &story,
        "OL-FEED-01 OL-FEED-04",
        "Ann's rooms want 2 Supplies and the Airlock 1 Water; paid with 1 Meat, 1 Water and 1 Canned Goods, nothing is missing.",
    );
    tells(
        &story,
        "OL-RAD-01 OL-RAD-04",
        "Radioactivity 3 against 2 in Ann's Airlock and 1 by the Filter: nothing comes in.",
    );
}

// rules: OL-ROOM-04, OL-ROOM-08, OL-FEED-04
#[test]
fn cards_of_a_shelter_tell_spaces_rows_and_when_a_room_works() {
    let (game, position) = for_two(json!({
        "shelter": { "1": { "airlock": 3, "unbuilt": ["A2"], "rooms": { "S1": 3 } } }
    }));
    let panels = scene(&game, &position, 0).panels;
    let text = |id: &str| card(&panels, id).text;
    assert_eq!(
        text("room-1-A2"),
        "Not built; 4 spaces, upkeep 1. By Day, once a turn: One hunt brings 1 Meat more."
    );
    assert!(text("room-1-S1").starts_with("Full with 3; 3 spaces, upkeep 2. At Night"));
    assert_eq!(
        text("airlock-1"),
        "3 of 7 survivors. Rows of 2 and 5: each row in use wants 1 Water a Night. Each survivor here keeps out 1 radiation."
    );
    let orders = prompt(&game, &position, 0);
    let orders = orders.choices.iter().filter(|choice| choice.notation.starts_with("orders"));
    assert!(orders.clone().count() > 0 && orders.clone().all(|choice| choice.target.is_some()));
    assert!(orders.into_iter().all(|choice| choice.label.len() < 50));
}

/// Whoever decides about the Shelter sees it on the board: the rooms that can be chosen are places of it, those that are
/// not built have nobody in them, and the headline names the step of the Night.
// rules: OL-ROOM-08
#[test]
fn the_own_shelter_lies_on_the_board_and_answers_what_is_asked_about_it() {
    let (game, position) = for_two(json!({
        "phase": "build",
        "shelter": {
            "1": { "airlock": 3, "unbuilt": ["A2"], "rooms": { "S1": 3, "S2": 1 }, "tokens": { "wood": 3 } },
            "2": { "asleep": true }
        }
    }));
    let shown = scene(&game, &position, 0);
    assert_eq!(shown.headline, "Night 1, step 5 of 7: Ann builds and fills rooms");
    assert_eq!(shown.focus.as_deref(), Some("airlock"));
    let places = stage::spots::spots(&shown.ground);
    let choices = &shown.prompt.as_ref().unwrap().choices;
    for (line, place) in [("move S2 1", "room-S2"), ("build A2 wood=3", "room-A2")] {
        let choice = choices.iter().find(|choice| choice.notation == line);
        let target = choice.and_then(|choice| choice.target.clone());
        assert_eq!(target, Some(Target::Place(place.into())), "{line}: {choices:#?}");
        assert!(places.contains_key(place), "{place}");
    }
    let people = |place: &str| {
        let here = shown.pieces.iter().filter(|piece| piece.at == At::Place(place.into()));
        here.map(|piece| piece.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(people("airlock"), ["2/2", "1/5"]);
    assert_eq!((people("room-S1"), people("room-A2")), (vec!["3/3".into()], vec![]));
    let other = scene(&game, &position, 1);
    assert!(other.pieces.iter().all(|piece| piece.id != "people-S1" || piece.label == "0/3"));
    let viewer = Viewer::Table;
    let watched = game.scene(&game.view(&position, viewer), viewer, &[], Names::new(&players()));
    assert!(!stage::spots::spots(&watched.ground).contains_key("airlock"));
}

/// What rots is fed first, and what a question leaves unsaid costs nobody.
// rules: OL-UPK-01, OL-UPK-02, OL-UPK-03, OL-FEED-05, OL-FEED-10
#[test]
fn feeding_offers_what_rots_first_and_says_what_is_missing() {
    let (game, mut position) = for_two(json!({
        "phase": "feed",
        "shelter": { "1": {
            "airlock": 1, "rooms": { "A12": 3 }, "tokens": { "meat": 5, "canned": 2 }
        } }
    }));
    let shown = scene(&game, &position, 0);
    let asked = shown.prompt.unwrap();
    let lines: Vec<&str> = asked.choices.iter().map(|choice| choice.notation.as_str()).collect();
    assert_eq!(lines, ["feed meat=2", "feed meat=1 canned=1", "feed canned=2"]);
    assert_eq!(
        asked.hint,
        "They want 2 Supplies; the Airlock wants 1 Water, and 1 Water is missing: 1 survivor will be lost whatever \
         you feed. You have 5 Meat and 2 Canned Goods. When this Night ends, all Meat and all but 2 Water will be gone; \
         Canned Goods keep."
    );
    assert_eq!(asked.question, "1 survivor dies tonight. What do you feed the rooms with?");
    let facts = shown.panels.iter().flat_map(|panel| &panel.blocks).flat_map(|block| match block {
        Block::Facts(facts) => facts.as_slice(),
        _ => &[],
    });
    let missing = facts.into_iter().find(|fact| fact.label == "Missing tonight").unwrap();
    assert_eq!(missing.value, "1 Water");
    let one = game.parse(&position, Seat(0), "feed meat=1").unwrap();
    assert!(game.check(&position, Seat(0), &one).is_err(), "the rooms want 2");
    played(&game, &mut position, &["1: feed meat=2"]);
    let (game, position) = for_two(json!({
        "phase": "feed",
        "shelter": { "1": {
            "airlock": 1, "rooms": { "A12": 3 }, "tokens": { "meat": 5, "canned": 2, "water": 1 }
        } }
    }));
    let hint = prompt(&game, &position, 0).hint;
    assert!(
        hint.starts_with("They want 2 Supplies; the Airlock takes its 1 Water by itself."),
        "{hint}"
    );
}

/// A survivor of the Airlock is missed where radiation comes in.
// rules: OL-RAD-02, OL-RAD-03, OL-RAD-04
#[test]
fn a_loss_says_what_it_lets_in() {
    let lost = |turn: u8, airlock: u8, rooms: serde_json::Value, from: &str| {
        let (game, mut position) = for_two(json!({
            "phase": "feed",
            "turn": turn,
            "shelter": { "1": { "airlock": airlock, "rooms": rooms, "tokens": { "meat": 3, "canned": 3 } } }
        }));
        let asked = prompt(&game, &position, 0);
        let line = format!("1: {}", asked.choices[0].notation);
        played(&game, &mut position, &[&line]);
        said_of(&prompt(&game, &position, 0), &format!("lose survivor {from}"))
    };
    let airlock = lost(5, 1, json!({ "S1": 3 }), "airlock");
    assert_eq!(airlock, "1 survivor there; 1 more radiation comes in tonight.");
    let airlock = lost(1, 7, json!({ "S1": 3 }), "airlock");
    assert_eq!(airlock, "7 survivors there.");
    let filter = lost(5, 1, json!({ "A12": 3 }), "A12");
    assert!(filter.contains("no longer full then; 1 more radiation comes in tonight."), "{filter}");
    let room = lost(5, 1, json!({ "S1": 3 }), "S1");
    assert!(room.contains("It is no longer full then. "), "{room}");
}

/// The ways to pay for a room stand under what it does, the sensible ones first.
// rules: OL-BUILD-01, OL-ROOM-S1
#[test]
fn payments_that_keep_what_is_scarce_come_first() {
    let (game, position) = for_two(json!({
        "phase": "build",
        "shelter": { "1": {
            "tokens": { "wood": 3, "metal": 2, "chips": 2 }
        } }
    }));
    let asked = prompt(&game, &position, 0);
    let builds: Vec<&stage::Choice> =
        asked.choices.iter().filter(|choice| choice.notation.starts_with("build S2")).collect();
    assert!(builds.len() > 3, "{builds:?}");
    assert_eq!(builds[0].notation, "build S2 wood=2 metal=1");
    assert_eq!(builds[0].description, "You keep 1 Wood, 1 Metal and 2 Microchips.");
    assert!(builds.last().unwrap().notation.ends_with("chips=2"), "{builds:?}");
    for build in &builds {
        assert!(build.group.starts_with("Build Tool Store: "), "{build:?}");
        assert!(build.group.contains("upkeep"), "{build:?}");
    }
    let mut folds: Vec<&str> = asked.choices.iter().map(|choice| choice.group.as_str()).collect();
    folds.dedup();
    let once = folds.iter().filter(|group| **group == builds[0].group).count();
    assert_eq!(once, 1, "{folds:?}");
}

// rules: OL-RAD-07, OL-RAD-11
#[test]
fn an_empty_shelter_loses_nobody_to_the_skull() {
    let (game, mut position) = for_two(json!({
        "phase": "feed",
        "turn": 6,
        "shelter": { "1": {
            "airlock": 1, "rooms": { "S1": 1 }, "gauge": -11, "tokens": { "meat": 3, "canned": 3 }
        } }
    }));
    let story = played(&game, &mut position, &["1: feed meat=2", "1: lose survivor airlock"]);
    let lost = "Ann's gauge would pass its last cell: a survivor is lost.";
    tells(&story, "OL-RAD-07", lost);
    tells(&story, "OL-RAD-11", "Ann's gauge would pass its last cell: nobody is left to lose.");
    assert_eq!(story.iter().filter(|line| line.text == lost).count(), 1, "{story:#?}");
}

// rules: OL-OVER-08, OL-FEED-10
#[test]
fn overcoming_says_what_will_be_missing() {
    let (game, position) = for_two(json!({
        "phase": "overcome",
        "events": ["enemy-clan"],
        "shelter": { "1": { "airlock": 1, "rooms": { "A12": 3 },
                            "tokens": { "munitions": 6, "canned": 1, "water": 2 } } }
    }));
    let asked = prompt(&game, &position, 0);
    let said = said_of(&asked, "overcome enemy-clan");
    assert!(said.contains("Munitions. Then 1 Supply is missing tonight."), "{said}");
    assert_eq!(asked.hint, "Tonight your people want 2 Supplies and 1 Water.");
}

// rules: OL-SCORE-05, OL-SCORE-06
#[test]
fn equipment_says_its_point_and_its_pair() {
    let (game, position) = for_two(json!({
        "phase": "repair",
        "shelter": { "1": {
            "broken": ["jerrycan", "axe"], "repaired": ["access-card"],
            "tokens": { "wood": 2, "metal": 4 }
        } }
    }));
    let asked = prompt(&game, &position, 0);
    let said = said_of(&asked, "repair jerrycan");
    let pair = "Repaired it is 1 point, and 1 more with your Access Card, its pair.";
    assert!(said.ends_with(pair), "{said}");
    let said = said_of(&asked, "repair axe");
    assert!(said.contains("Repaired it is 1 point; its pair is the "), "{said}");
}

// rules: OL-ROOM-04, OL-FEED-10
#[test]
fn losses_say_how_many_live_where() {
    let (game, position) = for_two(json!({
        "phase": "events",
        "events": ["cold-snap"],
        "shelter": { "1": { "rooms": { "A15": 5, "A15b": 3, "S1": 1 }, "airlock": 2 } }
    }));
    let asked = prompt(&game, &position, 0);
    let labels: Vec<&str> = asked.choices.iter().map(|choice| choice.label.as_str()).collect();
    assert!(labels.contains(&"Lose a survivor from Dormitory"), "{labels:?}");
    assert!(labels.contains(&"Lose a survivor from Dormitory (second)"), "{labels:?}");
    let said = |notation: &str| said_of(&asked, notation);
    let first = asked.choices.iter().find(|choice| choice.label.ends_with("Dormitory")).unwrap();
    assert!(
        said(&first.notation).starts_with("5 survivors in 3 spaces. It stays full."),
        "{first:?}"
    );
    let second = asked.choices.iter().find(|choice| choice.label.ends_with("(second)")).unwrap();
    assert!(second.description.contains("It is no longer full then."), "{second:?}");
    let airlock = asked.choices.iter().find(|choice| choice.label.ends_with("Airlock")).unwrap();
    assert_eq!(airlock.description, "2 survivors there.");
}
