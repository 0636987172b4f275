//! Orders as people write them.

use crate::reading::arranged as arranged_with;
use postal_survival::desk::reader::{self, ReaderDesk, Reading};
use postal_survival::{Kind, Number, Position, PostalSurvival, Sheet};
use proptest::prelude::*;
use table::Speech;

fn arranged(given: &str) -> (PostalSurvival, Position) {
    arranged_with(given, &[])
}

pub const MEADOW: &str = r#"
round = 5
map = "t1"
creatures = ["17H B7 SP", "51H A8 TW of 17", "60C A6 FA", "61O D7 D"]
names = { 17 = "Ann", 60 = "The Gnashers", 61 = "Bob Smith" }
"#;

/// A summer without births, with a carnivore that can do everything.
pub const SUMMER: &str = r#"
round = 10
map = "t1"
creatures = ["1C B7 KI CM CA TR SP", "2C A7 of 1", "3H B7", "4H D7"]
names = { 1 = "Ann", 3 = "Bob", 4 = "Bobby" }
"#;

fn read_in(given: &str, text: &str) -> (Reading, Sheet, String) {
    let (game, position) = arranged(given);
    let desk = ReaderDesk {
        island: &position.island,
        rulings: game.rulings(),
        species: Kind::at(0),
        shared: false,
        at_table: false,
    };
    let reading = reader::read(text, desk);
    let sheet = reading.sheet(&Sheet::default());
    let answer = reading.answer("Survival", desk, &sheet);
    (reading, sheet, answer)
}

/// The orders in canonical notation, one line each.
fn lines(given: &str, text: &str) -> Vec<String> {
    let (reading, ..) = read_in(given, text);
    reading.lines.iter().map(ToString::to_string).collect()
}

fn codes(given: &str, text: &str) -> Vec<&'static str> {
    let (reading, ..) = read_in(given, text);
    reading.remarks.iter().map(|remark| remark.code).collect()
}

// rules: PS-ORD-01, PS-ORD-03, PS-ORD-04
#[test]
fn a_message_and_its_reading() {
    let message = "ROUND 5\n17h b7-C8-d7 agressive      // off to the meadow\n#51 stay\nBIRTH 51 A7, B7\nyoung def\nGENE speed 2, camo, twins\nENEMY The Gnashers\nPRESS: Grass is murder.\n";
    let (_, _, answer) = read_in(MEADOW, message);
    let expected = "Survival, round 5 (Spring, Year 1). Your orders, as read:
  17H  B7 > C8 > D7, aggressive
  51H  STAY, defensive (kept)
  Young of 17H: in B7.  Young of 51H (two): A7, then B7.  All newborn: defensive.
  Gene for all young: Camouflage (then Twins)
  Enemy: The Gnashers
  Press: 16 characters, signed
Line by line:
  Line 1: \"ROUND 5\" - the round
  Line 2: \"17h b7-C8-d7 agressive      // off to the meadow\" - 17H B7 > C8 > D7, aggressive
  Line 3: \"#51 stay\" - 51H stay
  Line 4: \"BIRTH 51 A7, B7\" - birth 51H A7 B7
  Line 5: \"young def\" - newborn defensive
  Line 6: \"GENE speed 2, camo, twins\" - gene Camouflage, Twins
  Line 7: \"ENEMY The Gnashers\" - enemy 60
  Line 8: \"PRESS: Grass is murder.\" - press Grass is murder.
Warnings and errors:
  Line 2: \"17h b7-C8-d7 agressive      // off to the meadow\" - a herbivore never attacks; aggressive it is stronger in tussles, and dies if it loses one.
  Line 6: \"GENE speed 2, camo, twins\" - Speed 2 is open from round 9 (Spring, Year 2). Skipped.
  Line 7: \"ENEMY The Gnashers\" - none of your creatures will attack this round, so ENEMY does nothing.
Without more from you, this is what will be played. Send again to replace all of it; begin with AMEND to change single lines.
";
    assert_eq!(answer, expected);
}

// rules: PS-ORD-01
#[test]
fn twenty_ways_to_say_the_same() {
    for text in [
        "17H B7 > C8, aggressive",
        "17h c8 agg",
        "17: C8 / Aggressive",
        "#17 go to c8 and be aggressive please",
        "move 17 C8 a",
        "17H-C8-AGGRESSIVE",
        "* 17 -> C8, agressive",
        "- 17H → C8 (aggressive)",
        "17 SE attack",
        "17 south-east, aggro",
        "17 s.e. agg // to the meadow",
        "17 C 8 aggressive ; really",
        "17\tb7\tc08\taggr",
        "17H: walk B7 then C8, agressive",
        "<p>17 C8 aggressive</p>",
        "17 aggressive C8",
        "17 moves to C8 with aggressive mode",
        "17H B7=>C8 ; aggressive\n17 agg",
        "> 17 stay\n17 C8 aggressive",
        "Hello GM!\n17 C8 aggressive\n-- \nAnn, god of grass\n17 stay",
        "17 C8 aggresive",
        "17 c8 AGGRESSIVE # comment",
    ] {
        let (_, sheet, answer) = read_in(MEADOW, text);
        assert!(answer.contains("17H  B7 > C8, aggressive"), "{text:?}\n{answer}");
        assert!(sheet.has_orders());
    }
}

#[test]
fn orders_of_every_kind_are_read() {
    let cases: &[(&str, &str, &[&str])] = &[
        (SUMMER, "1 hide", &["1C hide"]),
        (SUMMER, "1 not cannibalism, once", &["1C not Cannibalism, once"]),
        (SUMMER, "1c kill poison", &["1C kill poison"]),
        (SUMMER, "1 track 3H", &["1C track 3"]),
        (SUMMER, "1, 2 stay", &["1C stay", "2C stay"]),
        (SUMMER, "1 & 2: forage", &["1C forage", "2C forage"]),
        (SUMMER, "1-2 wander", &["1C wander", "2C wander"]),
        (SUMMER, "stay 1 2", &["1C stay", "2C stay"]),
        (SUMMER, "ALL hunt, semi-defensive", &["all forage, semi-defensive"]),
        (SUMMER, "all n s/d", &["all N, semi-defensive"]),
        (SUMMER, "1 north west", &["1C B7 > A7"]),
        (SUMMER, "1 A7 A6", &["1C B7 > A7 > A6"]),
        (SUMMER, "1 A6", &["1C B7 > A7 > A6"]),
        (SUMMER, "1 b7", &["1C stay"]),
        (SUMMER, "enemy Bobby", &["enemy 4"]),
        (SUMMER, "foe: 3", &["enemy 3"]),
        (SUMMER, "ENEMY none", &["enemy none"]),
        (SUMMER, "DRAW all", &["draw all"]),
        (SUMMER, "draw 4, Ann", &["draw 1, 4"]),
        (SUMMER, "no draw", &["no draw"]),
        (SUMMER, "Name: The \"Fluffy\" Ones", &["name The \"Fluffy\" Ones"]),
        (SUMMER, "PRESS ANON: who said that?", &["press anon who said that?"]),
        (
            SUMMER,
            "PRESS\nline; one // kept\nline two\nEND\npass",
            &["press line; one // kept\\nline two", "pass"],
        ),
        (SUMMER, "PRESS\n  Anon was here\nEND", &["press \\Anon was here"]),
        (SUMMER, "NOTE I am away in June", &["note I am away in June"]),
        (
            SUMMER,
            "STANDING\nall forage\nenemy 3\nGENE fangs 2\nEND",
            &["standing: all forage; enemy 3; gene Fangs 2"],
        ),
        (SUMMER, "standing none", &["standing none"]),
        (SUMMER, "standing: all stay; 1 track 3", &["standing: all stay; 1C track 3"]),
        (MEADOW, "51 birth here forage", &["birth 51H here forage"]),
        (MEADOW, "births all forage", &["birth all forage"]),
        (MEADOW, "BIRTH 17 NW agg", &["birth 17H NW", "newborn aggressive"]),
        (MEADOW, "babies: aggressive", &["newborn aggressive"]),
        (MEADOW, "evolve stink then armor else 5", &["gene Foul Odour, Body Armour, Speed"]),
    ];
    for (given, text, expected) in cases {
        assert_eq!(lines(given, text), *expected, "{text}");
    }
}

// rules: PS-ORD-03, PS-ORD-04
#[test]
fn every_error_has_its_code_and_says_what_will_happen() {
    let cases: &[(&str, &str, &str, &str)] = &[
        (SUMMER, "1 attack 3", "E01", "ENEMY, or TRACK"),
        (SUMMER, "3 stay", "E02", "belongs to Bob"),
        (SUMMER, "99 stay", "E03", "no living creature 99"),
        (SUMMER, "1 Z9", "E04", "no hex Z9"),
        (SUMMER, "2 D7", "E05", "In reach: A6, A7, A8, B7"),
        (SUMMER, "1 A7 C8", "E06", "A7 and C8 are not neighbours"),
        (SUMMER, "1 C7 D7", "E07", "cannot swim"),
        (MEADOW, "BIRTH 51 D7", "E18", "not next to A8"),
        (SUMMER, "2 track 1", "E09", "does not have Tracking"),
        (SUMMER, "1 track 4", "E10", "is in D7"),
        (SUMMER, "1 track 1", "E11", "itself"),
        (MEADOW, "GENE warp drive", "E12", "no gene"),
        (MEADOW, "GENE fangs", "E13", "not for herbivores"),
        (MEADOW, "GENE long neck", "E14", "open from round 9"),
        (SUMMER, "2 hide", "E15", "does not have Camouflage"),
        (SUMMER, "1 not speed", "E16", "cannot be switched off"),
        (SUMMER, "GENE twins", "E17", "STANDING"),
        (SUMMER, "ENEMY Zorro", "E19", "no living rival"),
        (SUMMER, "ENEMY Ann", "E19", "your own species"),
        (SUMMER, "ENEMY Bo", "E19", "no living rival"),
        (SUMMER, "ENEMY 3\nENEMY 4", "E20", "only one enemy"),
        (SUMMER, "ROUND 3\n1 stay", "E21", "Nothing was changed"),
        (SUMMER, "NAME bob!", "E22", "taken"),
        (MEADOW, "17 kill poison", "E23", "only carnivores"),
        (SUMMER, "1 east", "E24", "no east or west"),
        (MEADOW, "newborn stay", "E25", "cannot move"),
        (SUMMER, "TYPE herbivore", "E27", "cannot be changed"),
        (SUMMER, "1 stay def\n1 forage", "W01", "replaces"),
        (SUMMER, "1 forrage", "W02", "read as \"forage\""),
        (SUMMER, "1H stay", "W03", "1 is 1C"),
        (SUMMER, "1 aggressive", "W04", "wander at random"),
        (MEADOW, "17 stay semi", "W05", "same as defensive"),
        (SUMMER, "STANDING\nall stay", "W06", "END"),
        (SUMMER, "1 stay, def, kill poison", "W08", "does nothing"),
    ];
    for (given, text, code, says) in cases {
        let (reading, _, answer) = read_in(given, text);
        let found: Vec<_> = reading.remarks.iter().filter(|remark| remark.code == *code).collect();
        assert!(
            found.iter().any(|remark| remark.text.contains(says)),
            "{text}: {:?}",
            reading.remarks
        );
        assert!(answer.contains(says), "{text}: {answer}");
    }
}

#[test]
fn a_bad_part_does_not_spoil_the_rest() {
    assert_eq!(lines(SUMMER, "1 Z9 aggressive hide"), ["1C stay, aggressive, hide"]);
    assert_eq!(lines(SUMMER, "1, 3, 99 forage\nnonsense here\n2 stay"), ["1C forage", "2C stay"]);
}

// rules: PS-ORD-02, PS-ORD-09
#[test]
fn later_messages_replace_or_amend() {
    let (game, position) = arranged(SUMMER);
    let desk = ReaderDesk {
        island: &position.island,
        rulings: game.rulings(),
        species: Kind::at(0),
        shared: false,
        at_table: false,
    };
    let first = reader::read("1 A7\n2 stay\nenemy 3", desk).sheet(&Sheet::default());
    let replaced = reader::read("1 forage", desk).sheet(&first);
    assert!(replaced.one.len() == 1 && replaced.enemy.is_none());
    let amended = reader::read("AMEND\n1 forage", desk).sheet(&first);
    assert!(amended.one.len() == 2 && amended.enemy == Some(Some(Number(3))));
    assert_eq!(reader::read("ROUND 9\n1 forage", desk).sheet(&first), first);
    assert_eq!(reader::read("ROUND summer year 2\n1 forage", desk).lines.len(), 1);
    assert!(reader::read("WITHDRAW", desk).withdraws);
}

// rules: PS-PRESS-03
#[test]
fn long_press_is_cut_with_a_notice() {
    let long = format!("PRESS {}\nPRESS {}", "é".repeat(480), "x".repeat(3000));
    let (reading, sheet, _) = read_in(SUMMER, &long);
    assert!(
        reading.remarks.iter().any(|remark| remark.text.contains("cut after 500")),
        "{:?}",
        reading.remarks
    );
    assert!(sheet.press.iter().map(|press| press.text.chars().count()).sum::<usize>() <= 2000);
    let block = format!("PRESS\n{}END\npass", format!("{}\n", "y".repeat(400)).repeat(6));
    assert!(codes(SUMMER, &block).contains(&"W07"));
}

#[test]
fn quoted_mail_and_huge_messages_do_no_harm() {
    let quoted = "1 forage\n\nOn Monday the GM wrote:\nOrders please.\n1 stay";
    assert_eq!(lines(SUMMER, quoted), ["1C forage"]);
    let below = "On Monday the GM wrote:\n> Orders please.\n> 1 stay\n\n1 forage";
    assert_eq!(lines(SUMMER, below), ["1C forage"]);
    assert_eq!(lines(SUMMER, "1 forage\n> 1 stay\n  > 1 aggressive"), ["1C forage"]);
    let page = "<html><head><title>1 wander</title></head><style>1 stay</style><p>1 forage</p><SCRIPT>1 stay</SCRIPT></html>";
    assert_eq!(lines(SUMMER, page), ["1C forage"]);
    let huge = "1 stay\n".repeat(20_000);
    let (reading, ..) = read_in(SUMMER, &huge);
    assert!(reading.remarks.iter().any(|remark| remark.text.contains("first 500 lines")));
    assert_eq!(lines(SUMMER, "\u{feff}1\u{0} fo\u{202e}rage\u{7}\r\n"), ["1C forage"]);
}

// rules: PS-DEATH-07
#[test]
fn an_extinct_species_may_still_send_press() {
    let (game, mut position) = arranged(SUMMER);
    position.island.species[0].extinct = Some(9);
    let desk = ReaderDesk {
        island: &position.island,
        rulings: game.rulings(),
        species: Kind::at(0),
        shared: false,
        at_table: false,
    };
    let reading = reader::read("PRESS We shall haunt you.\nenemy 3", desk);
    assert_eq!(reading.lines.len(), 1);
    assert!(reading.remarks.iter().any(|remark| remark.code == "E26"));
}

proptest! {
    #[test]
    fn nothing_that_is_written_can_break_the_reader(text in "\\PC{0,300}") {
        read_in(SUMMER, &text);
        read_in(MEADOW, &text);
    }

    #[test]
    fn words_of_orders_in_any_order_do_no_harm(words in prop::collection::vec(
        prop::sample::select(vec!["1", "2C", "3H", "99", "#1", "1-9", "all", "B7", "b", "7", "C7", "N", "E", "stay", "track", "gene",
            "fangs", "2", "birth", "newborn", "agg", "d", "a", "not", "use", "enemy", "press", "standing", "end", "draw", ";", "//", ":", ",", "\n", "-", ">"]), 0..40)) {
        let text = words.join(" ");
        for given in [SUMMER, MEADOW] {
            let (reading, sheet, _) = read_in(given, &text);
            let (game, position) = arranged(given);
            for line in &reading.lines {
                let written = line.to_string();
                let again = game.parse(&position, table::Seat(0), &written);
                prop_assert_eq!(again.map(|action| action.line).ok(), Some(line.clone()), "{}", written);
            }
            prop_assert!(reading.sheet(&Sheet::default()) == sheet);
        }
    }
}
