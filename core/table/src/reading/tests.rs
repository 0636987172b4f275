//! What the one reader promises: every fault at once, each in its place, in a player's words.

use super::*;

fn reading(text: &str) -> (Reading, Table) {
    let reading = Reading::of(&Edition::new([("a.toml", text)]));
    let file = reading.file("a.toml");
    (reading, file)
}

fn faults(reading: Reading) -> Vec<String> {
    let faults = reading.finish(Some(())).err().map_or_else(Vec::new, |error| error.0);
    faults.iter().map(ToString::to_string).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Person,
    Animal,
}

crate::words! { Kind is "kind": Person = "person", Animal = "animal" }

#[test]
fn every_kind_of_value_is_refused_in_a_players_words() {
    let text = "a = 1979-05-27\nb = 1.5\nc = [1]\nd = { x = 1 }\ne = true\nf = 'six'\ng = 99999999999999999999\n";
    let (reading, file) = reading(text);
    for key in ["a", "b", "c", "d", "e", "f", "g"] {
        assert_eq!(file.value(key).number::<u8>(0..=6), None);
    }
    assert_eq!(
        faults(reading),
        [
            "a.toml:1:5: a: 1979-05-27 is a date: say a whole number from 0 to 6",
            "a.toml:2:5: b: 1.5 is a number with a fraction: say a whole number from 0 to 6",
            "a.toml:3:5: c: this is a list: say a whole number from 0 to 6",
            "a.toml:4:5: d: this is a table: say a whole number from 0 to 6",
            "a.toml:5:5: e: true is not possible: say a whole number from 0 to 6",
            "a.toml:6:5: f: `\"six\"` is text in quotes: say a whole number from 0 to 6",
            "a.toml:7:5: g: 99999999999999999999 is not possible: say a whole number from 0 to 6",
        ]
    );
}

#[test]
fn what_is_missing_says_what_belongs_there() {
    let (reading, file) = reading("[side]\n");
    let side = file.table("side");
    let read: (u8, String, bool, Option<Kind>, [u8; 2]) = (
        side.number("days", 3..=5),
        side.text("name"),
        side.flag("open"),
        side.choice("kind"),
        side.array("loss", 1..=9),
    );
    assert_eq!(read, (3, String::new(), false, None, [1, 1]));
    assert!(side.tables("figure").is_empty());
    let told = faults(reading);
    assert_eq!(
        told,
        [
            "a.toml:1:1: side.days: is missing: say a whole number from 3 to 5",
            "a.toml:1:1: side.name: is missing: say text in quotes",
            "a.toml:1:1: side.open: is missing: say true or false",
            "a.toml:1:1: side.kind: is missing: say one of person, animal in quotes",
            "a.toml:1:1: side.loss: is missing: say a list of 2 whole numbers from 1 to 9",
            "a.toml:1:1: side.figure: is missing: say at least one [[figure]]",
        ]
    );
}

#[test]
fn a_misspelt_field_is_one_fault_and_not_two() {
    let (reading, file) = reading("nmae = 'Ann'\n[side]\nkidn = 'person'\nhat = 1\n");
    assert_eq!(file.text("name"), "");
    let _ = file.table("side").choice::<Kind>("kind");
    assert_eq!(
        faults(reading),
        [
            "a.toml:1:1: nmae: there is no field `nmae`: did you mean `name`?",
            "a.toml:3:1: side.kidn: there is no field `kidn`: did you mean `kind`?",
            "a.toml:4:1: side.hat: there is no field `hat`: choose from kind",
        ]
    );
}

#[test]
fn what_is_left_alone_is_no_fault() {
    let (reading, file) = reading("name = 'Ann'\nrest = 1\n[side]\nmore = 2\n");
    assert_eq!(file.text("name"), "Ann");
    file.leave_rest();
    assert_eq!(faults(reading), [""; 0]);
}

#[test]
fn what_lies_within_a_fault_is_silent() {
    let (reading, file) = reading("side = 7\n");
    let side = file.table("side");
    let _: (u8, Option<Kind>) = (side.number("days", 1..=3), side.choice("kind"));
    side.fault("days", "nothing of this is told");
    assert!(side.tables("figure").is_empty() && side.fields().is_empty() && !side.sound());
    let chart: Option<[String; 6]> = side.faces(|face| face.text());
    assert_eq!(chart, None);
    let told = faults(reading);
    assert_eq!(
        told,
        ["a.toml:1:8: side: 7 is a whole number: say a table of fields, such as side = { … }"]
    );
}

#[test]
fn a_file_that_is_not_toml_tells_each_broken_line() {
    let (reading, file) = reading("name = \nok = 1\nok = 2\n# 4\nx = [1\ny = 2\nz = 3\n");
    assert_eq!(file.text("name"), "");
    let told = faults(reading);
    assert_eq!(told.len(), 3, "{told:#?}");
    assert!(told[0].starts_with("a.toml:1:"), "{told:#?}");
    assert_eq!(told[1], "a.toml:3:1: `ok` stands here twice: say it once");
    assert!(told[2].starts_with("a.toml:6:"), "{told:#?}");
}

#[test]
fn a_fault_is_told_once_and_on_its_own_file() {
    let edition = Edition::new([
        ("charts/life.toml", "# rows\nwater = [0, 16]"),
        ("scenarios/lost.toml", "map = 'wildernes'"),
        ("maps/wilderness.toml", "name = 7"),
    ]);
    let reading = Reading::of(&edition);
    for _ in 0..2 {
        let rows: Vec<u8> = reading.file("charts/life.toml").numbers("water", 1..=60, 0..=15);
        assert!(rows.is_empty());
    }
    let scenario = reading.named("scenarios", "scenario", "lost");
    assert_eq!(scenario.value("map").file_in(&reading, "maps", "map"), None);
    let _: u8 = reading.named("scenarios", "scenario", "lots").number("rows", 1..=3);
    let _: u8 = reading.file("charts/none.toml").number("rows", 1..=3);
    assert!(reading.map("maps/wilderness.toml").is_none());
    let told = faults(reading);
    assert_eq!(told[0], "scenario: there is no scenario `lots`: did you mean `lost`?");
    assert_eq!(
        told[1],
        "charts/life.toml:2:13: water[2]: 16 is not possible: say a whole number from 0 to 15"
    );
    assert_eq!(told[2], "charts/none.toml: this edition has no such file");
    assert!(told.iter().any(|fault| fault.starts_with("maps/wilderness.toml:1:8: name: ")));
    let last = told.last().map(String::as_str);
    assert_eq!(
        last,
        Some(
            "scenarios/lost.toml:1:7: map: there is no map `wildernes`: did you mean `wilderness`?"
        )
    );
}

#[test]
fn least_and_most_stand_in_their_order() {
    let (reading, file) =
        reading("players = { min = 3, max = 2 }\nseats = [1, 2, 3]\nturns = [0, 7]\n");
    assert_eq!(file.table("players").min_max(1..=4u16), 1..=4);
    assert_eq!(file.bounds("seats", 1..=4u16), 1..=4);
    assert_eq!(file.bounds("turns", 1..=6u8), 1..=6);
    assert_eq!(
        faults(reading),
        [
            "a.toml:1:19: players.min: the least, 3, is above the most, 2: say the least first",
            "a.toml:2:9: seats: a list of 3 is not possible: say [least, most], both from 1 to 4",
            "a.toml:3:10: turns[1]: 0 is not possible: say a whole number from 1 to 6",
            "a.toml:3:13: turns[2]: 7 is not possible: say a whole number from 1 to 6",
        ]
    );
}

#[test]
fn rolls_leave_no_gap_and_do_not_overlap() {
    let text = "roll = [[2, 5], [4, 6], '9-12', '12-9', 13]\n";
    let (reading, file) = reading(text);
    let mut rolls = Rolls::new("total", 2..=12);
    for (number, roll) in file.list("roll").iter().enumerate() {
        rolls.put(roll, number);
    }
    assert_eq!(rolls.complete(file.place()), None);
    assert_eq!(
        faults(reading),
        [
            "a.toml:1:17: roll[2]: the total 4 to 5 stands here twice: it is on line 1 already",
            "a.toml:1:33: roll[4]: `12-9` is not possible: say \"2-12\" or a part of it",
            "a.toml:1:41: roll[5]: 13 is not possible: say a whole number from 2 to 12",
        ]
    );
}

#[test]
fn a_whole_table_of_rolls_is_handed_back_in_order() {
    let (reading, file) = reading("3 = 'c'\n1 = 'a'\n2 = 'b'\n");
    let faces: Option<[String; 3]> = file.faces(|face| face.text());
    assert_eq!(reading.finish(faces).unwrap(), ["a", "b", "c"]);
}

#[test]
fn a_choice_may_have_to_be_made_once() {
    let (reading, file) = reading("kinds = ['person', 'animal', 'person', 'anmal', 3]\n");
    assert_eq!(file.distinct_choices::<Kind>("kinds"), [Kind::Person, Kind::Animal]);
    assert_eq!(
        faults(reading),
        [
            "a.toml:1:30: kinds[3]: `person` stands here twice: say it once",
            "a.toml:1:40: kinds[4]: there is no kind `anmal`: did you mean `animal`?",
            "a.toml:1:49: kinds[5]: 3 is a whole number: say one of person, animal in quotes",
        ]
    );
}

#[test]
fn ids_are_there_and_not_empty() {
    let (reading, file) = reading("zone = [{ id = '' }, { id = ' ' }, {}, { id = 'Z' }]\n");
    let mut zones = Ids::of("zone");
    let given: Vec<String> =
        file.tables("zone").iter().map(|zone| zones.add(&zone.value("id"))).collect();
    assert_eq!(given.last().map(String::as_str), Some("Z"));
    assert_eq!(zones.place(3).map(FilePlace::line), Some(1));
    assert_eq!(
        faults(reading),
        [
            "a.toml:1:16: zone[1].id: `` is not possible: say an id for the zone",
            "a.toml:1:29: zone[2].id: `` is not possible: say an id for the zone",
            "a.toml:1:36: zone[3].id: is missing: say the id of the zone in quotes",
        ]
    );
}

#[test]
fn a_rule_that_is_not_in_the_ledger_is_unknown() {
    let rows: String = (10..60).map(|n| format!("| XX-MOVE-{n} | A rule. | rule |\n")).collect();
    let ledger = crate::Ledger::parse(&rows);
    let ids = || ledger.rules.iter().map(|rule| rule.id.as_str());
    let (reading, file) = reading("rules = ['XX-MOVE-10', 'XX-MOVE-99', 'nonsense']\n");
    let found: Vec<Option<usize>> =
        file.list("rules").iter().map(|rule| rule.known("rule", ids())).collect();
    assert_eq!(found, [Some(0), None, None]);
    let told = faults(reading);
    assert_eq!(told.len(), 2);
    assert!(told[0].starts_with("a.toml:1:24: rules[2]: there is no rule `XX-MOVE-99`: did you"));
    assert!(told[1].ends_with("XX-MOVE-49 and 10 more"), "{}", told[1]);
}

#[test]
fn pieces_of_a_text_know_their_columns() {
    let (reading, file) = reading("light = 'day 1-4, dsk 5'\n");
    let pieces = file.value("light").pieces(&[',']);
    let spans: Vec<Value> = pieces.iter().map(|piece| piece.pieces(&[' ']).remove(0)).collect();
    assert_eq!(spans[0].known("light", ["day", "dusk"]), Some(0));
    assert_eq!(spans[1].known("light", ["day", "dusk"]), None);
    assert_eq!(
        faults(reading),
        ["a.toml:1:19: light: there is no light `dsk`: did you mean `dusk`?"]
    );
}

#[test]
fn many_faults_are_counted_and_the_first_are_listed() {
    let text = format!("rows = [{}]\n", "300, ".repeat(500));
    let (reading, file) = reading(&text);
    assert_eq!(file.numbers::<u8>("rows", 0..=500, 0..=9), [0; 0]);
    let told = faults(reading);
    assert_eq!(told.len(), 201);
    assert!(told[200].ends_with("300 more faults are not listed"), "{}", told[200]);
}

#[test]
fn a_file_that_is_wrong_throughout_is_counted_to_its_end() {
    let text: String = (0..20_000).map(|number| format!("q{number} = 1\n")).collect();
    let (reading, file) = reading(&text);
    let _: u8 = file.optional("days").and_then(|days| days.number(1..=3)).unwrap_or_default();
    let told = faults(reading);
    assert_eq!(told.len(), 201);
    assert!(told[0].starts_with("a.toml:1:1: q0: there is no field `q0`"), "{}", told[0]);
    assert!(told[200].ends_with("19800 more faults are not listed"), "{}", told[200]);
}

#[test]
fn a_reading_without_faults_that_leads_nowhere_is_refused() {
    let (reading, _) = reading("");
    assert!(reading.finish(None::<()>).is_err());
}

#[test]
fn nothing_that_a_file_can_hold_makes_it_panic() {
    let odd = [
        "",
        "\u{feff}a = 1",
        "a",
        "[[a]]\n[a]",
        "a.b.c = 1\na.b = 2",
        "\"\" = 1",
        "é = 'ü'",
        "a = nan",
        "a = -inf",
        "a = 0xffffffffffffffffffffffffffffffffffff",
        "a = [[[[]]]]",
        "\0",
        "a = \"\\u00e9\\n, x\"",
        "a = '''\nx, y'''",
        "a = \"",
        "[a",
        "a = {b = {c = [1, 'x']}}",
    ];
    for text in odd {
        let (reading, file) = reading(text);
        for value in [file.value("a"), file.value("é"), file.value("")] {
            let _ = (value.number::<i8>(-3..=3), value.text(), value.flag(), value.items());
            let _ = (value.table().text("b"), value.choice::<Kind>(), value.rolls(1..=6));
            let _ = (value.thousandths(-9..=9, "inches"), value.bounds::<u64>(0..=9));
            let _ = (value.phrase(&["A"]), value.pieces(&[',']).len(), value.parts::<2>("[a, b]"));
        }
        let _: Option<[u8; 6]> = file.faces(|face| face.number(1..=6));
        let _ = file.options(&[]);
        for fault in faults(reading) {
            assert!(!fault.is_empty());
        }
    }
}
