//! The post room: mail as people really send it, and answers that are true.

use crate::orders::{MEADOW, SUMMER};
use postal_survival::desk::reader::{self, ReaderDesk, Reading};
use postal_survival::desk::{self, Amendment, Desk, Folder, Handed, Mail, NewGame, Work};
use postal_survival::{Given, Kind, Position, PostalSurvival, Sheet};
use std::collections::BTreeMap;
use table::{Dice, Rules, Seed, Setup, Shown};

const NOW: &str = "2001-05-01 12:00";

pub fn arranged(given: &str, options: &[(&str, &str)]) -> (PostalSurvival, Position) {
    let given: Given = toml::from_str(given).unwrap();
    let setup = options
        .iter()
        .fold(Setup::new("first-run", 2), |setup, (key, value)| setup.with(*key, *value));
    PostalSurvival::arrange(&PostalSurvival::house(), &setup, given, &mut Dice::loaded(Vec::new()))
        .unwrap()
}

/// The spring after.
const SECOND_SPRING: &str = r#"
round = 9
map = "t1"
creatures = ["17H B7 SP", "51H A8 TW of 17", "60C A6 FA", "61O D7 D"]
names = { 17 = "Ann", 60 = "The Gnashers", 61 = "Bob Smith" }
"#;

fn read_by(given: &str, options: &[(&str, &str)], text: &str) -> (Reading, String) {
    let (game, position) = arranged(given, options);
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
    (reading, answer)
}

fn lines(given: &str, text: &str) -> Vec<String> {
    let (reading, _) = read_by(given, &[], text);
    reading.lines.iter().map(ToString::to_string).collect()
}

// rules: PS-ORD-03, PS-ORD-04
#[test]
fn small_talk_is_neither_an_order_nor_a_refusal() {
    for text in [
        "Pass my regards to Bob",
        "Name your poison",
        "Found 3 great books",
        "Dear GM,",
        "Hello everybody!",
        "All the best, Ann",
        "All is well here.",
        "Hold on, I forgot something.",
        "Stay safe!",
        "Stop worrying about Bob",
        "Place your bets",
        "Start with the weather",
        "Press on!",
        "Standing by for the next report",
        "Standing ovation for the GM",
        "Game on!",
        "Code is poetry",
        "Done with work for today",
        "For the record, I loved it",
        "Round of applause",
        "Round 3 was great fun",
        "Turn around, bright eyes",
        "Withdraw? Never!",
        "Draw near, friends",
        "No problem",
        "No worries",
        "Hate to bother you",
        "Target practice was fun",
        "3 cheers for the GM",
        "Young people today",
        "Birth is pain",
        "Kids are fine",
        "Type faster!",
        "Move over",
        "Feed me",
        "Hunt well",
        "Go Bob!",
        "The weather is bad",
        "My dear friends",
        "Gene Kelly was a great dancer",
        "Enemy of my enemy is my friend",
        "Thanks a lot",
        "Cheers,",
        "Ann",
        "Mit freundlichen Grüßen",
        "Salut à tous",
        "10:30 would suit me",
        "Replace Bob? Who would?",
        "Amend to that, sister",
        "See you in June 2026",
        "It is 25 degrees here",
        "I have 4 cats and 2 dogs",
    ] {
        for given in [MEADOW, SUMMER] {
            let (reading, answer) = read_by(given, &[], text);
            let orders: Vec<String> = reading.lines.iter().map(ToString::to_string).collect();
            assert!(orders.is_empty(), "{text:?} was read as {orders:?}");
            assert!(
                !reading.withdraws && !reading.done && !reading.wrong_round && !reading.amends,
                "{text:?}: {reading:?}"
            );
            assert!(reading.codes.is_empty(), "{text:?}");
            let errors: Vec<&str> = reading
                .remarks
                .iter()
                .map(|remark| remark.code)
                .filter(|code| code.starts_with('E'))
                .collect();
            assert!(errors.is_empty(), "{text:?} was refused: {errors:?}\n{answer}");
        }
    }
}

// rules: PS-ORD-03
#[test]
fn orders_among_small_talk_are_played() {
    let letter = "Dear GM,\nFound 3 great books on the way. Name your poison!\n\n1 forage\n2 stay, defensive\n\nPass my regards to Bob.\nAll the best,\nAnn\n";
    assert_eq!(lines(SUMMER, letter), ["1C forage", "2C stay, defensive"]);
}

// rules: PS-ORD-03
#[test]
fn what_could_be_either_is_asked_about_and_not_played() {
    for text in [
        "1 stay?",
        "I think 1 should stay",
        "If Bob comes, 1 attack",
        "Maybe 2 forage",
        "WITHDRAW?",
        "name the gnashers",
        "PASS the salt to 2",
    ] {
        let (reading, answer) = read_by(SUMMER, &[], text);
        assert!(reading.lines.is_empty() && !reading.withdraws, "{text}: {:?}", reading.lines);
        assert!(answer.contains(text) && answer.contains("not sure"), "{text}: {answer}");
    }
}

// rules: PS-BIRTH-08, PS-BIRTH-23
#[test]
fn twins_whose_first_place_is_refused_are_put_by_the_rule() {
    assert_eq!(lines(MEADOW, "BIRTH 51 D7 A7"), ["birth 51H here A7"]);
    let (_, answer) = read_by(MEADOW, &[], "BIRTH 51 D7 A7");
    assert!(answer.contains("Young of 51H (two): A8, then A7."), "{answer}");
    // A place for all is not next to every parent.
    let (_, answer) = read_by(MEADOW, &[], "BIRTH ALL B8");
    assert!(answer.contains("Young of 17H: in B8."), "{answer}");
    assert!(answer.contains("Young of 51H (two): both in B8."), "{answer}");
    let (_, answer) = read_by(MEADOW, &[], "BIRTH ALL C8");
    assert!(answer.contains("Young of 51H (two): both in A8 (C8 is not next to it)."), "{answer}");
    // Only Twins have two young.
    let (_, answer) = read_by(MEADOW, &[], "BIRTH 17 C8 A7");
    assert!(answer.contains("Young of 17H: in C8."), "{answer}");
}

// rules: PS-STAND-03, PS-ORD-04
#[test]
fn standing_orders_are_told_whole() {
    let text = "STANDING\nall forage\nBIRTH 51 A7 B7\nBIRTH ALL FORAGE\nNEWBORN aggressive\nENEMY none\nDRAW 17, 60\nEND";
    let (_, answer) = read_by(MEADOW, &[], text);
    for line in [
        "ALL forage",
        "BIRTH 51H A7 B7",
        "BIRTH ALL forage",
        "NEWBORN aggressive",
        "ENEMY none",
        "DRAW 17, 60",
    ] {
        assert!(answer.contains(line), "{line}: {answer}");
    }
    let (_, answer) = read_by(SUMMER, &[], "STANDING\n1 kill poison\nEND");
    assert!(answer.contains("1C kill poison"), "{answer}");
    let (_, answer) = read_by(MEADOW, &[], "17 stay\nNEWBORN aggressive\nDRAW ALL");
    assert!(answer.contains("All newborn: aggressive") && answer.contains("for a draw of all"));
}

// rules: PS-MOVE-05
#[test]
fn where_the_unmentioned_stay_the_answer_says_so() {
    let stay = [("missing_order", "stay")];
    let (_, answer) = read_by(SUMMER, &stay, "1 aggressive");
    assert!(!answer.to_lowercase().contains("wander"), "{answer}");
    assert!(answer.contains("no move for 1C: it will stay in B7"), "{answer}");
}

// rules: PS-BIRTH-18, PS-BIRTH-19
#[test]
fn the_answer_says_which_gene_the_young_will_get() {
    let (_, answer) = read_by(SECOND_SPRING, &[], "GENE Speed 2");
    assert!(answer.contains("Young of 17H: Speed 2"), "{answer}");
    assert!(answer.contains("Young of 51H: Speed, which Speed 2 needs"), "{answer}");
    let (_, answer) = read_by(MEADOW, &[], "GENE Twins, Camouflage");
    assert!(answer.contains("Young of 51H: Camouflage"), "{answer}");
    let (_, answer) = read_by(MEADOW, &[], "GENE Twins");
    assert!(answer.contains("Young of 51H: a random one"), "{answer}");
}

// rules: PS-ORD-04
#[test]
fn hints_are_given() {
    let (_, answer) = read_by(MEADOW, &[], "17 stay, aggressive");
    assert!(answer.contains("a herbivore never attacks"), "{answer}");
    let (_, answer) = read_by(SUMMER, &[], "1 stay, defensive");
    assert!(answer.contains("lives on carrion and fish only"), "{answer}");
}

// rules: PS-PRESS-01
#[test]
fn press_keeps_its_quotations() {
    let text = "PRESS\nBob wrote in the last report:\n> Grass is murder.\nHa!\nEND\n1 stay";
    assert_eq!(
        lines(SUMMER, text),
        ["press Bob wrote in the last report:\\n> Grass is murder.\\nHa!", "1C stay"]
    );
}

fn players(text: &str) -> NewGame<'_> {
    NewGame {
        name: "Gazette",
        players: Handed { name: "readers.csv", text },
        edition: PostalSurvival::house(),
        scenario: "",
        options: BTreeMap::new(),
        seed: Seed::from_number(11),
        deadline: desk::Deadline::in_words("Friday"),
        clock: "",
        tone: Default::default(),
        approve: false,
        map: None,
        now: NOW,
    }
}

fn begun(list: &str, scenario: &str) -> Folder {
    let mut folder = Folder::new();
    let game = NewGame { scenario, ..players(list) };
    desk::new(&folder, &game).unwrap().make(&mut folder);
    folder
}

fn open(folder: &Folder) -> Desk<'_> {
    Desk::open(folder).unwrap()
}

fn letter(from: &str, text: &str) -> Mail {
    Mail { source: from.into(), text: text.into(), ..Mail::default() }
}

fn take(folder: &mut Folder, mails: &[Mail]) -> Work {
    let work = open(folder).orders(mails, false, NOW).unwrap();
    work.make(folder);
    work
}

const LIST: &str = "Ann,ann@example.org,herbivore\nBob Smith,bob@example.org,carnivore\nZoë Müller,zoe@example.org,omnivore\nBob Jones,jones@example.org\n";

// rules: PS-ORD-02
#[test]
fn the_same_mail_taken_in_again_changes_nothing() {
    let mut folder = begun(LIST, "");
    let first = letter("ann@example.org", "GENE twins\nPRESS: Hello!");
    let second = letter("ann@example.org", "GENE speed\nPRESS: Hello!");
    let chat = letter("bob@example.org", "How are you?");
    take(&mut folder, &[first.clone(), second.clone(), chat.clone()]);
    let before = folder.clone();
    for again in
        [vec![first.clone()], vec![second.clone(), first.clone()], vec![chat, second, first]]
    {
        take(&mut folder, &again);
        assert!(folder == before, "something changed");
    }
    assert_eq!(open(&folder).sheet(Kind::at(0)).genes[0].name(), "Speed");
    let change = Amendment::Orders { player: "Ann".into(), text: "GENE camo".into() };
    open(&folder).amend(&change, NOW).unwrap().make(&mut folder);
    let before = folder.clone();
    take(&mut folder, &[letter("ann@example.org", "GENE twins\nPRESS: Hello!")]);
    assert!(folder == before);
    assert_eq!(open(&folder).sheet(Kind::at(0)).genes[0].name(), "Camouflage");
}

// rules: PS-PRESS-01
#[test]
fn the_same_press_is_printed_once() {
    let mut folder = begun(LIST, "");
    take(&mut folder, &[letter("Ann", "PRESS: We are many.")]);
    take(&mut folder, &[letter("Ann", "PRESS: We are many.\nNOTE sorry, sent twice?")]);
    assert_eq!(open(&folder).sheet(Kind::at(0)).press.len(), 1);
}

// rules: PS-GEN-02
#[test]
fn a_god_of_several_species_orders_all_of_them_in_one_mail() {
    let mut folder = begun("Ann,ann@example.org\nBob,bob@example.org\n", "pantheon");
    open(&folder).run(NOW, None).unwrap().make(&mut folder);
    let text =
        "FOR 1\nENEMY 4\n1 stay\nFOR 2\nENEMY 5\n2 forage\nPlayer: Ann's carnivores\nENEMY 6\n";
    let work = take(&mut folder, &[letter("ann@example.org", text)]);
    let desk = open(&folder);
    let enemies: Vec<Option<u32>> = (0..3)
        .map(|kind| desk.sheet(Kind::at(kind)).enemy.flatten().map(|number| number.0))
        .collect();
    assert_eq!(enemies, [Some(4), Some(5), Some(6)], "{work:?}");
    assert_eq!(desk.sheet(Kind::at(1)).one.len(), 1);
    // Creatures say by themselves whose they are; what does not is asked about, and nothing disappears.
    let work = take(&mut folder, &[letter("Ann", "1 wander\n2 wander\n3 stay\nENEMY 4\n")]);
    let desk = open(&folder);
    for kind in 0..3 {
        assert_eq!(desk.sheet(Kind::at(kind)).one.len(), 1, "{kind}");
    }
    let answer: String = work.answers.iter().map(|answer| answer.2.as_str()).collect();
    assert!(answer.contains("\"ENEMY 4\"") && answer.contains("FOR"), "{answer}");
}

// rules: PS-GM-05
#[test]
fn people_and_their_species_are_found_by_name_also_after_a_replacement() {
    let mut folder = begun("Ann,ann@example.org\nBob,bob@example.org\n", "pantheon");
    assert!(open(&folder).sender("Ann").is_some());
    assert!(open(&folder).sender("Ann's omnivores").is_some());
    let change = Amendment::Replace {
        player: "Ann".into(),
        by: "Zoë".into(),
        address: "zoe@example.org".into(),
    };
    open(&folder).amend(&change, NOW).unwrap().make(&mut folder);
    for name in ["Zoë", "zoe", "Zoe's carnivores", "zoe@example.org", "1"] {
        assert!(open(&folder).sender(name).is_some(), "{name}");
    }
    let desk = open(&folder);
    let names: Vec<&str> = desk.position().island.species.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names[..3], ["Zoë's herbivores", "Zoë's omnivores", "Zoë's carnivores"]);
}

#[test]
fn people_go_by_any_reasonable_name() {
    let folder = begun(LIST, "");
    let desk = open(&folder);
    for (name, kind) in [
        ("zoe muller", 2),
        ("ZOË MÜLLER", 2),
        ("Zoe Mueller", 2),
        ("zoe", 2),
        ("Müller", 2),
        ("Ann", 0),
        ("bob smith", 1),
        ("Smith, Bob", 1),
        ("jones", 3),
    ] {
        assert_eq!(desk.sender(name), Some(Kind::at(kind)), "{name}");
    }
    assert_eq!(desk.sender("Bob"), None);
    let work = desk.orders(&[letter("Zoé Muler", "GENE speed")], false, NOW).unwrap();
    assert!(work.messages[0].contains("did you mean Zoë Müller"), "{:?}", work.messages);
    let work = desk.orders(&[letter("Bob", "GENE speed")], false, NOW).unwrap();
    assert!(work.messages[0].contains("Bob Smith or Bob Jones"), "{:?}", work.messages);
}

#[test]
fn the_list_of_readers_is_a_real_format() {
    let list = "name,address,diet,code\n\"Smith, Bob \"\"the Beast\"\"\",bob@example.org bob@work.example.org,C,swordfish\nAnn,ann@example.org,,tuna\n";
    let folder = begun(list, "");
    let desk = open(&folder);
    let names: Vec<&str> =
        desk.position().island.species.iter().map(|s| s.player.as_str()).collect();
    assert_eq!(names, ["Smith, Bob \"the Beast\"", "Ann"]);
    assert_eq!(desk.sender("bob@work.example.org"), Some(Kind::at(0)));
    assert_eq!(desk.sender("bob@example.org"), Some(Kind::at(0)));
    let toml = "[[reader]]\nname = \"Smith, Bob\"\naddress = [\"bob@example.org\", \"b@work.example.org\"]\ndiet = \"carnivore\"\n\n[[reader]]\nname = \"Ann\"\n";
    let game = NewGame { players: Handed { name: "readers.toml", text: toml }, ..players("") };
    let mut folder = Folder::new();
    desk::new(&Folder::new(), &game).unwrap().make(&mut folder);
    assert_eq!(open(&folder).sender("b@work.example.org"), Some(Kind::at(0)));
    let fault = |list: &str| desk::new(&Folder::new(), &players(list)).err().unwrap().to_string();
    let wrong = fault("Ann,ann@example.org,herbivor\nBob\n");
    assert!(wrong.contains("readers.csv:1") && wrong.contains("herbivor"), "{wrong}");
    assert!(wrong.contains("herbivore, omnivore or carnivore"), "{wrong}");
    let wrong = fault("name,address,diet,code\nAnn,,H,tuna\nBob,,C,\n");
    assert!(wrong.contains("readers.csv:3") && wrong.contains("code"), "{wrong}");
    let wrong = fault("Ann,,H,tuna\nBob,,C,\n");
    assert!(wrong.contains("readers.csv:2") && wrong.contains("code"), "{wrong}");
}

// rules: PS-REP-10
#[test]
fn the_desks_own_forms_can_be_sent_back_as_they_are() {
    let reader = |i: usize| {
        let diet = ["herbivore", "omnivore", "carnivore"][i % 3];
        format!("Reader {i},r{i}@example.org,{diet}\n")
    };
    let mut folder = begun(&(1..=18).map(reader).collect::<String>(), "");
    while open(&folder).position().over.is_none() && open(&folder).coming() < 7 {
        let texts: Vec<(String, String)> = {
            let desk = open(&folder);
            let living = desk.position().island.species.iter().filter(|s| s.extinct.is_none());
            living
                .map(|species| {
                    let round = desk.coming() - 1;
                    let path = format!("rounds/{round:02}/players/{:03}.txt", species.number);
                    (species.player.clone(), folder[&path].clone())
                })
                .collect()
        };
        for (player, text) in texts {
            let form = text.split("Order form").nth(1).unwrap().split_once("\n\n").unwrap().1;
            for sent in [form, &text] {
                let work = open(&folder).orders(&[letter(&player, sent)], false, NOW).unwrap();
                let answer = &work.answers[0].2;
                assert!(
                    !answer.contains("Warnings") && !answer.contains("not sure"),
                    "{sent}\n{answer}"
                );
            }
        }
        take(
            &mut folder,
            &[letter(
                "Reader 3",
                "STANDING\nALL forage, defensive\nBIRTH ALL forage\nNEWBORN defensive\nGENE twins, camo, speed\nDRAW ALL\nEND",
            )],
        );
        open(&folder).run(NOW, None).unwrap().make(&mut folder);
    }
    assert!(open(&folder).coming() > 5, "a spring is among them");
}

#[test]
fn a_header_inside_a_body_is_never_a_new_message() {
    let folder = begun(LIST, "");
    let text = "GENE twins\n\nFrom: Bob Smith <bob@example.org>\nSent: Monday, 1 June 2026 10:00\nTo: Ann\nSubject: orders\n\nGENE speed\n";
    let work = open(&folder).orders(&[letter("ann@example.org", text)], false, NOW).unwrap();
    assert_eq!(work.answers.len(), 1, "{work:?}");
    let mut folder = folder;
    work.make(&mut folder);
    assert_eq!(open(&folder).sheet(Kind::at(0)).genes[0].name(), "Twins");
    assert!(open(&folder).sheet(Kind::at(1)).is_empty());
}

fn dated(id: &str, sent: i64, text: &str) -> Mail {
    let (id, sent) = (Some(id.to_string()), Some(sent));
    Mail { id, sent, ..letter("ann@example.org", text) }
}

const JUNE: &str = "2026-06-10T12:00:00Z";
/// The first of June 2026, 12:00.
const FIRST: i64 = 1_780_315_200;
const DAY: i64 = 86_400;

// rules: PS-ORD-02
#[test]
fn the_newest_by_date_counts_in_whatever_order_mail_is_taken_in() {
    let older = dated("1@example.org", FIRST, "GENE twins");
    let newer = dated("2@example.org", FIRST + DAY, "GENE speed");
    let small = dated("3@example.org", FIRST + 2 * DAY, "AMEND\nPRESS: Hello.");
    for order in [[&older, &newer, &small], [&small, &newer, &older], [&newer, &small, &older]] {
        let mut folder = begun(LIST, "");
        for mail in order {
            open(&folder)
                .orders(std::slice::from_ref(mail), false, JUNE)
                .unwrap()
                .make(&mut folder);
        }
        let sheet = open(&folder).sheet(Kind::at(0));
        assert_eq!(sheet.genes[0].name(), "Speed");
        assert_eq!(sheet.press.len(), 1);
        let before = folder.clone();
        let all: Vec<Mail> = order.iter().map(|mail| (*mail).clone()).collect();
        let work = open(&folder).orders(&all, false, JUNE).unwrap();
        work.make(&mut folder);
        assert!(folder == before && work.answers.is_empty(), "{:?}", work.messages);
        // A round later it is still the mail of the round before.
        open(&folder).run(JUNE, None).unwrap().make(&mut folder);
        let before = folder.clone();
        open(&folder).orders(&all, false, JUNE).unwrap().make(&mut folder);
        assert!(folder == before);
    }
}

// rules: PS-GM-01
#[test]
fn what_the_master_entered_outranks_older_mail_and_not_newer() {
    let mut folder = begun(LIST, "");
    let change = Amendment::Orders { player: "Ann".into(), text: "GENE camo".into() };
    open(&folder).amend(&change, "2026-06-02T12:00:00Z").unwrap().make(&mut folder);
    let older = dated("1@example.org", FIRST, "GENE twins");
    let work = open(&folder).orders(&[older], false, JUNE).unwrap();
    work.make(&mut folder);
    assert_eq!(open(&folder).sheet(Kind::at(0)).genes[0].name(), "Camouflage");
    let answer = &work.answers[0].2;
    assert!(
        answer.contains("with Camouflage") && answer.contains("counts before this one"),
        "{answer}"
    );
    let newer = dated("2@example.org", FIRST + 3 * DAY, "GENE speed");
    open(&folder).orders(&[newer], false, JUNE).unwrap().make(&mut folder);
    assert_eq!(open(&folder).sheet(Kind::at(0)).genes[0].name(), "Speed");
    // A clock that is wrong wins nothing for ever.
    let future = dated("3@example.org", FIRST + 4_000 * DAY, "GENE odour");
    open(&folder).orders(&[future], false, JUNE).unwrap().make(&mut folder);
    let later = dated("4@example.org", FIRST + 10 * DAY, "GENE twins");
    open(&folder).orders(&[later], false, "2026-06-12T12:00:00Z").unwrap().make(&mut folder);
    assert_eq!(open(&folder).sheet(Kind::at(0)).genes[0].name(), "Twins");
}

#[test]
fn automatic_mail_is_passed_over() {
    let folder = begun(LIST, "");
    let bounce = mail::Kind::Bounce(mail::Bounce::default());
    for kind in [mail::Kind::AutomaticReply, bounce, mail::Kind::MailingList, mail::Kind::Own] {
        let work = open(&folder)
            .orders(&[Mail { kind, ..letter("ann@example.org", "GENE twins") }], false, NOW)
            .unwrap();
        assert!(work.changes.is_empty() && work.answers.is_empty(), "{work:?}");
        assert!(work.messages[0].contains("nothing was changed"), "{work:?}");
    }
}

// rules: PS-ORD-04
#[test]
fn the_answer_quotes_every_line() {
    let text = "Dear GM,\n1 forage\nI think 2 should stay\n2 Z9\nsee you";
    let (_, answer) = read_by(SUMMER, &[], text);
    for said in [
        "Line 2: \"1 forage\" - 1C forage\n",
        "Line 4: \"2 Z9\" - 2C stay\n",
        "Line 4: \"2 Z9\" - there is no hex Z9",
        "Not taken as orders:\n  Line 1: \"Dear GM,\"\n  Line 5: \"see you\"\n",
        "not sure that these are orders, so they are not played:\n  Line 3: \"I think 2 should stay\"",
        "Without more from you, this is what will be played.",
    ] {
        assert!(answer.contains(said), "{said}\n{answer}");
    }
    let (_, answer) =
        read_by(SUMMER, &[], "On 1 Jun 2026 at 10:11 GM <gm@example.org> wrote:\n> 1 stay");
    assert!(answer.contains("Only what you write yourself is read."), "{answer}");
}

#[test]
fn several_orders_on_a_line_and_numbered_lists() {
    assert_eq!(lines(SUMMER, "1 forage, 2 stay."), ["1C forage", "2C stay"]);
    assert_eq!(lines(SUMMER, "1 C8, 2 A7 def"), ["1C B7 > C8", "2C stay, defensive"]);
    assert_eq!(lines(MEADOW, "1. 17 stay\n2) 51 forage"), ["17H stay", "51H forage"]);
    assert_eq!(lines(SUMMER, "1. 2 stay"), [""; 0], "it may be creature 1 or the first line");
    assert_eq!(lines(SUMMER, "1 stay (he is tired)"), ["1C stay"]);
    let (reading, answer) = read_by(SUMMER, &[], "1 stay; 2 forage");
    assert_eq!(reading.lines.len(), 1);
    assert!(answer.contains("\"2 forage\" - what stands behind \";\" is a comment"), "{answer}");
}

#[test]
fn a_header_that_somebody_quotes_in_a_bag_is_text() {
    let mut folder = begun(LIST, "");
    let bag = "From: Ann <ann@example.org>\nSubject: orders\n\nGENE twins\n\nFrom: The Editor\nSent: Monday\nTo: Ann\nSubject: orders\n\nGENE speed\n\nFrom: Bob Smith <bob@example.org>\n\nGENE fangs\n";
    let mail = Mail { bag: true, ..letter("bag.txt", bag) };
    let work = open(&folder).orders(&[mail], false, NOW).unwrap();
    work.make(&mut folder);
    assert_eq!(work.answers.iter().map(|answer| answer.0.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(open(&folder).sheet(Kind::at(0)).genes[0].name(), "Twins");
    assert_eq!(open(&folder).sheet(Kind::at(1)).genes[0].name(), "Fangs");
}

#[test]
fn nothing_that_is_sent_breaks_the_desk() {
    let folder = begun("Ann,ann@example.org\nBob,bob@example.org\n", "pantheon");
    for text in [
        "FOR \u{130}\u{130}\u{130}",
        "for \u{212a}",
        "Player:\u{130}",
        "\u{130}",
        "FOR",
        "FOR:",
        "1-99999999999 stay",
        "1-4000000000 stay",
        "== key=text:0\n| 1 stay",
        "|> PRESS",
        "PRESS\n> a\nEND\nEND",
        "STANDING\nSTANDING\nPRESS\nEND\nEND",
        "(\n)\n(1)\n1)\n1. \n1.",
    ] {
        for source in ["ann@example.org", "Bob", "", "<>", "\"", "@"] {
            let work = open(&folder).orders(&[letter(source, text)], false, NOW).unwrap();
            let mut after = folder.clone();
            work.make(&mut after);
            open(&after).sheets();
        }
    }
}

// rules: PS-ORD-02
#[test]
fn nobody_writes_for_another_by_what_they_call_themselves() {
    let mut folder = begun(LIST, "");
    let before = folder.clone();
    let mail = |head: &str| {
        let bytes = format!("{head}\r\nMessage-ID: <7@example.net>\r\n\r\nGENE twins\r\n");
        Mail::of(mail::Message::read(bytes.as_bytes()).unwrap(), "mail.eml")
    };
    let said =
        take(&mut folder, &[mail("From: \"Ann <ann@example.org>\" <eve@example.net>")]).messages;
    assert!(said.iter().any(|line| line.contains("nothing was changed")), "{said:?}");
    let said =
        take(&mut folder, &[mail("From: Eve <eve@example.net>\r\nFrom: Ann <ann@example.org>")]);
    assert!(
        said.messages.iter().any(|line| line.contains("several lines `From:`")),
        "{:?}",
        said.messages
    );
    assert_eq!(folder, before, "nothing is Ann's");
    // Whoever is called by their own address is who they are.
    let said = take(&mut folder, &[mail("From: \"ann@example.org\" <ann@example.org>")]).messages;
    assert!(said.iter().any(|line| line.starts_with("Ann: taken")), "{said:?}");
}
