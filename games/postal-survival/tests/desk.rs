//! The game-master's desk: a whole game in a folder held in memory.

use postal_survival::desk::{
    self, AccountEdit, Amendment, Change, Deadline, Desk, Folder, Handed, Mail, NewGame, Proof,
    Tells, Work,
};
use postal_survival::rules::ending::{Master, judge_end};
use postal_survival::speech::report::account::Tone;
use postal_survival::{
    Creature, Diet, Event, Hex, Id, Kind, Mode, Number, Place, PostalSurvival, maker,
};
use std::collections::BTreeMap;
use table::{Log, Rules, Seat, Seed, Setup};

const NOW: &str = "2001-05-01 12:00";

fn players(count: usize) -> String {
    let line = |i: usize| match i % 4 {
        0 => format!("Reader {i} <r{i}@example.org>, herbivore"),
        1 => format!("Reader {i}, r{i}@example.org, omnivore"),
        2 => format!("Reader {i}, r{i}@example.org, C"),
        _ => format!("Reader {i}"),
    };
    (1..=count).map(|i| line(i) + "\n").collect()
}

fn begun_with(count: usize, options: &[(&str, &str)]) -> Folder {
    let (mut folder, players) = (Folder::new(), players(count));
    let options = options.iter().map(|(key, value)| (key.to_string(), value.to_string()));
    let game = NewGame {
        name: "Gazette",
        options: options.collect::<BTreeMap<_, _>>(),
        seed: Seed::from_number(11),
        deadline: Deadline::in_words("Friday"),
        ..plain_game(&players)
    };
    desk::new(&folder, &game).unwrap().make(&mut folder);
    folder
}

/// A game of these readers, with nothing else said.
fn plain_game(players: &str) -> NewGame<'_> {
    NewGame {
        name: "G",
        players: Handed { name: "players.txt", text: players },
        edition: PostalSurvival::house(),
        scenario: "",
        options: BTreeMap::new(),
        seed: Seed::from_number(1),
        deadline: Deadline::default(),
        clock: "",
        tone: Tone::Wry,
        approve: false,
        map: None,
        now: NOW,
    }
}

fn begun(count: usize) -> Folder {
    begun_with(count, &[])
}

fn open(folder: &Folder) -> Desk<'_> {
    Desk::open(folder).unwrap()
}

fn mail(from: &str, text: &str) -> Mail {
    Mail { source: from.into(), text: text.into(), bag: true, ..Mail::default() }
}

fn run(folder: &mut Folder) -> Work {
    let work = open(folder).run(NOW, None).unwrap();
    work.make(folder);
    work
}

fn send(folder: &mut Folder, from: &str, text: &str) -> Work {
    let work = open(folder).orders(&[mail(from, text)], false, NOW).unwrap();
    work.make(folder);
    work
}

fn amend(folder: &mut Folder, amendment: Amendment) -> Work {
    let work = open(folder).amend(&amendment, NOW).unwrap();
    work.make(folder);
    work
}

// rules: PS-GEN-01, PS-SETUP-16, PS-MAP-12, PS-MAP-19, PS-NAME-04
#[test]
fn a_new_game_has_its_island_its_readers_and_its_start_report() {
    let folder = begun(44);
    let desk = open(&folder);
    let island = &desk.position().island;
    assert_eq!((island.land.len(), island.species.len(), desk.coming()), (66, 44, 1));
    let first_run = begun_with(44, &[("size", "first-run")]);
    assert_eq!(open(&first_run).position().island.land.len(), 100);
    let report = &folder["rounds/00/report.txt"];
    assert!(
        report.contains("before the first round") && report.contains("Deadline: Friday."),
        "{report}"
    );
    assert!(report.contains("Reader 44") && report.contains("(0,"), "{report}");
    assert_eq!(
        (island.species[0].diet, island.species[1].diet, island.species[3].diet),
        (Diet::Omnivore, Diet::Carnivore, Diet::Herbivore)
    );
    let mut twice = Folder::new();
    let game = plain_game("Ann\nAnn\nann\n");
    desk::new(&twice.clone(), &game).unwrap().make(&mut twice);
    let names: Vec<String> =
        open(&twice).position().island.species.iter().map(|s| s.name.clone()).collect();
    assert_eq!(names, ["Ann", "Ann (2)", "ann (3)"]);
}

#[test]
fn a_folder_with_a_fault_says_where() {
    let mut folder = begun(4);
    assert!(desk::new(&folder, &plain_game("A\nB")).is_err());
    folder.insert("game.toml".into(), "name = 3".into());
    assert!(Desk::open(&folder).err().unwrap().to_string().contains("game.toml"));
    assert!(Desk::open(&Folder::new()).err().unwrap().to_string().contains("no game"));
    let bad = |players: &str, scenario: &str| {
        let game = NewGame { scenario, ..plain_game(players) };
        desk::new(&Folder::new(), &game).err().unwrap().to_string()
    };
    assert!(bad("Ann\n!!!\n", "").contains("players.txt:2"));
    assert!(bad("Ann", "").contains("two players"));
    assert!(bad("Ann\nBob", "frist-run").contains("first-run"));
}

/// Orders of one player for the coming round in one of many styles.
fn styled(desk: &Desk<'_>, kind: Kind) -> Option<String> {
    let island = &desk.position().island;
    let species = kind.index();
    let round = island.coming();
    let ids: Vec<String> = island.of(kind).map(|c| c.tag().to_string()).collect();
    let first = ids.first()?.clone();
    let bare = first.trim_end_matches(char::is_alphabetic).to_string();
    let rival = island.species[(species + 1) % island.species.len()].number;
    Some(match (species + round as usize) % 20 {
        0 => return None,
        1 => format!("{first} forage"),
        2 => format!("ROUND {round}\nALL hunt, semi-def"),
        3 => format!("* #{bare} -> N, agg  // up we go"),
        4 => format!("<html><body><p>{first} stay</p><p>ENEMY {rival}</p></body></html>"),
        5 => "all wander\nPRESS: Nothing to see here.".into(),
        6 => format!("Dear GM,\n{bare} ne aggro\nthanks\n-- \nReader"),
        7 => "PASS".into(),
        8 => format!("{bare}\u{2192}S\u{202e}E\u{0}\u{7}, def\r\nGENE twins, speed\r\n"),
        9 => format!("> {first} aggressive\n{first} forage"),
        10 => "STANDING\nall forage\nEND\nPRESS ANON\nWe are watching.\nEND".into(),
        11 => format!("99999 stay\n1H aggressive\n{first} forrage"),
        12 => "x".repeat(9000),
        13 => format!("{first} stay\n{first} forage\nAMEND\n"),
        14 => format!("ROUND {}\n{first} stay", round + 3),
        15 => format!("NAME Species of {species}\n{bare}: forage / defensive"),
        16 => "BIRTH ALL FORAGE\nGENE camo or odour\nALL forage".into(),
        17 => format!("{bare} A1 B2 C3 D4 E5 F6 G7"),
        18 => "DRAW ALL\nall forage".into(),
        _ => format!("please move {bare} to the south-east\nnote: on holiday"),
    })
}

// rules: PS-REP-11
#[test]
fn a_whole_game_of_44_readers_runs_and_runs_again_to_the_same_bytes() {
    let play = || {
        let mut folder = begun(44);
        while open(&folder).position().over.is_none() {
            let desk = open(&folder);
            let island = &desk.position().island;
            let bag: Vec<Mail> = island
                .kinds()
                .filter(|species| island.lives(*species))
                .filter_map(|species| {
                    let from = island[species].player.clone();
                    Some(mail(&from, &styled(&desk, species)?))
                })
                .collect();
            let work = desk.orders(&bag, false, NOW).unwrap();
            assert_eq!(work.answers.len(), bag.len());
            work.make(&mut folder);
            run(&mut folder);
        }
        folder
    };
    let (one, two) = (play(), play());
    assert!(one == two);
    let last = one.keys().rfind(|path| path.ends_with("report.txt")).unwrap();
    assert!(one[last].contains("THE END") && one[last].contains("Seed: "), "{}", one[last]);
}

// rules: PS-ORD-02, PS-ORD-04
#[test]
fn orders_can_be_sent_again_until_the_deadline() {
    let mut folder = begun(4);
    let work = send(&mut folder, "r1@example.org", "start A9\ngene speed");
    assert_eq!(work.answers[0].0, Number(1));
    assert!(work.answers[0].2.contains("Your orders, as read"), "{}", work.answers[0].2);
    send(&mut folder, "Reader 1", "gene twins");
    assert_eq!(open(&folder).sheet(Kind::at(0)).genes.len(), 1);
    assert!(open(&folder).sheet(Kind::at(0)).start.is_none());
    send(&mut folder, "1", "AMEND\nPRESS hello");
    let sheet = open(&folder).sheet(Kind::at(0));
    assert!(!sheet.genes.is_empty() && sheet.press.len() == 1);
    let status = open(&folder).status();
    assert!(status.contains("1 of 4 living species have sent orders"), "{status}");
    let bag = "From: Reader 2 <r2@example.org>\nSubject: orders\n\ngene speed\n\nPlayer: Reader 3\ngene swim\n";
    let work = open(&folder).orders(&[mail("bag.txt", bag)], false, NOW).unwrap();
    assert_eq!(work.answers.iter().map(|answer| answer.0.0).collect::<Vec<_>>(), [2, 3]);
    let stranger = open(&folder).orders(&[mail("nobody@example.org", "pass")], false, NOW).unwrap();
    assert!(stranger.changes.is_empty() && stranger.messages[0].contains("no player"));
    send(&mut folder, "Reader 1", "WITHDRAW");
    assert!(open(&folder).sheet(Kind::at(0)).is_empty());
}

#[test]
fn a_code_word_keeps_strangers_out() {
    let mut folder = Folder::new();
    let game = plain_game("Ann, ann@x.org, H, swordfish\nBob");
    desk::new(&Folder::new(), &game).unwrap().make(&mut folder);
    let refused = send(&mut folder, "Ann", "gene speed");
    assert!(refused.answers[0].2.contains("does not carry your code word"));
    assert!(open(&folder).sheet(Kind::at(0)).is_empty());
    send(&mut folder, "Ann", "CODE swordfish\ngene speed");
    assert!(open(&folder).sheet(Kind::at(0)).has_orders());
}

// rules: PS-ORD-08
#[test]
fn late_orders_count_only_if_the_master_lets_them_in() {
    let mut folder = begun(4);
    let work = open(&folder).orders(&[mail("Reader 1", "gene speed")], true, NOW).unwrap();
    assert!(work.answers[0].2.contains("deadline has passed"));
    work.make(&mut folder);
    assert!(open(&folder).sheet(Kind::at(0)).is_empty());
    amend(&mut folder, Amendment::Admit { player: "Reader 1".into() });
    assert!(open(&folder).sheet(Kind::at(0)).has_orders());
}

// rules: PS-GM-01, PS-GM-09
#[test]
fn the_master_may_enter_orders_and_the_player_gets_a_copy() {
    let mut folder = begun(4);
    let work = amend(
        &mut folder,
        Amendment::Orders { player: "Reader 1".into(), text: "gene twins".into() },
    );
    assert!(work.answers[0].2.starts_with("The GM changed your orders."));
    assert!(open(&folder).sheet(Kind::at(0)).has_orders());
    assert!(
        folder["log.txt"]
            .contains("2001-05-01 12:00 round 1: orders of Reader 1 changed to: gene twins")
    );
}

// rules: PS-GM-02
#[test]
fn a_round_can_be_previewed_and_run_again_with_the_same_dice() {
    let mut folder = begun(8);
    open(&folder).preview(None).unwrap().make(&mut folder);
    let first = folder["draft/report.txt"].clone();
    let again = open(&folder).preview(None).unwrap();
    assert!(again.messages[0].contains("Nothing has changed"));
    send(&mut folder, "Reader 3", "3C aggressive");
    let changed = open(&folder).preview(None).unwrap();
    assert!(changed.messages[0].contains("Changed since the last draft"), "{:?}", changed.messages);
    folder.retain(|path, _| !path.contains("/orders/"));
    run(&mut folder);
    assert_eq!(folder["rounds/01/report.txt"], first);
    assert!(!folder.keys().any(|path| path.starts_with("draft/")));
}

// rules: PS-DICE-01, PS-GM-02
#[test]
fn amending_one_order_leaves_unrelated_dice_alone() {
    let mut folder = begun(44);
    run(&mut folder);
    let plain = open(&folder).run(NOW, None).unwrap();
    send(&mut folder, "Reader 5", "5 stay");
    let amended = open(&folder).run(NOW, None).unwrap();
    let wandered = |work: &Work| -> Vec<String> {
        let events = work.changes.iter().find_map(|change| match change {
            Change::Write { path, text } if path.ends_with("events.json") => Some(text.clone()),
            _ => None,
        });
        let events: Vec<postal_survival::Event> = serde_json::from_str(&events.unwrap()).unwrap();
        let told =
            events.iter().filter(|event| matches!(event, postal_survival::Event::Moved { .. }));
        told.map(|event| postal_survival::speech::story::narrate(event).text)
            .filter(|text| !text.starts_with("5"))
            .collect()
    };
    assert_eq!(wandered(&plain), wandered(&amended));
}

// rules: PS-GM-03
#[test]
fn new_dice_are_an_explicit_step_and_are_announced() {
    let mut folder = begun(20);
    run(&mut folder);
    let before = open(&folder).run(NOW, None).unwrap();
    amend(&mut folder, Amendment::Reroll("the printer ate the first result".into()));
    let after = run(&mut folder);
    let island = |work: &Work| {
        let wrote = work.changes.iter().find_map(|change| match change {
            Change::Write { path, text } if path == "rounds/02/island.json" => Some(text),
            _ => None,
        });
        wrote.cloned().unwrap()
    };
    assert_ne!(island(&before), island(&after));
    assert!(folder["rounds/02/report.txt"].contains("new dice: the printer ate"));
}

// rules: PS-GM-04
#[test]
fn a_published_round_can_be_withdrawn_and_is_then_marked_as_corrected() {
    let mut folder = begun(8);
    send(&mut folder, "Reader 1", "gene twins");
    run(&mut folder);
    open(&folder).undo("wrong map", NOW).unwrap().make(&mut folder);
    assert_eq!(open(&folder).coming(), 1);
    assert!(
        open(&folder).sheet(Kind::at(0)).has_orders()
            && !folder.contains_key("rounds/01/report.html")
    );
    run(&mut folder);
    assert!(folder["rounds/01/report.txt"].contains("This report is corrected: wrong map"));
    assert!(open(&begun(4)).undo("", NOW).is_err());
}

// rules: PS-GM-05, PS-NAME-05
#[test]
fn a_species_can_be_handed_over_and_renamed() {
    let mut folder = begun(4);
    send(&mut folder, "Reader 2", "gene speed");
    amend(
        &mut folder,
        Amendment::Replace {
            player: "Reader 2".into(),
            by: "Newcomer".into(),
            address: "new@x.org".into(),
        },
    );
    let desk = open(&folder);
    assert_eq!(desk.position().island.species[1].player, "Newcomer");
    assert!(desk.sheet(Kind::at(1)).has_orders() && desk.sender("new@x.org") == Some(Kind::at(1)));
    amend(&mut folder, Amendment::Name { player: "Newcomer".into(), name: "Polite Ones".into() });
    amend(&mut folder, Amendment::Name { player: "Newcomer".into(), name: String::new() });
    assert_eq!(open(&folder).position().island.species[1].name, "Newcomer");
    run(&mut folder);
    assert!(folder["rounds/01/report.txt"].contains("Newcomer takes over from Reader 2."));
}

// rules: PS-GM-04, PS-GM-05, PS-NAME-05
#[test]
fn whoever_took_over_and_new_names_stay_when_a_round_is_withdrawn() {
    let mut folder = begun(4);
    run(&mut folder);
    let (player, by) = ("Reader 2".to_string(), "Newcomer".to_string());
    amend(&mut folder, Amendment::Replace { player, by, address: "new@x.org".into() });
    let (player, name) = ("Reader 3".to_string(), "Polite Ones".to_string());
    amend(&mut folder, Amendment::Name { player, name });
    open(&folder).undo("wrong map", NOW).unwrap().make(&mut folder);
    let desk = open(&folder);
    assert_eq!(desk.coming(), 1);
    let species = &desk.position().island.species;
    assert_eq!((species[1].player.as_str(), species[1].name.as_str()), ("Newcomer", "Newcomer"));
    assert_eq!((species[2].player.as_str(), species[2].name.as_str()), ("Reader 3", "Polite Ones"));
    assert_eq!(desk.sender("new@x.org"), Some(Kind::at(1)));
    run(&mut folder);
    assert!(folder["rounds/01/report.txt"].contains("Newcomer takes over from Reader 2."));
}

// rules: PS-GM-06
#[test]
fn a_round_is_run_as_soon_as_everybody_is_done_where_it_is_played_so() {
    for (early, round) in [("on", 2), ("off", 1)] {
        let mut folder = begun_with(2, &[("early_run", early)]);
        send(&mut folder, "Reader 1", "DONE");
        send(&mut folder, "Reader 1", "GENE Speed");
        send(&mut folder, "Reader 2", "GENE Speed\nDONE");
        assert_eq!(open(&folder).coming(), 1, "{early}: Reader 1 thought again");
        let work = send(&mut folder, "Reader 1", "AMEND\nDONE");
        assert_eq!(open(&folder).coming(), round, "{early}");
        assert_eq!(work.messages.contains(&"Everybody is done.".to_string()), early == "on");
    }
}

// rules: PS-END-03
#[test]
fn a_master_is_asked_about_dominance_and_a_table_is_not() {
    let mut island = maker::meadow(19);
    let species = [(Seat(0), "Ann".to_string()), (Seat(1), "Ben".to_string())];
    island.settle(species.map(|(seat, name)| (seat, name, Diet::Herbivore)));
    for id in 3..6 {
        island.add(Creature::new(Id(id), Kind::at(0), Diet::Herbivore, Hex(0)));
    }
    island.round = 9;
    island.dominant = Some((Kind::at(0), 2));
    island.count();
    let judged = |option: &str, master| {
        let setup = Setup::new("balanced-island", 2).with("dominance", option);
        let game = PostalSurvival::open(&PostalSurvival::house(), &setup).unwrap();
        let mut log = Log::new();
        let ended = judge_end(&mut island.clone(), &[], game.rulings(), master, &mut log);
        let told = |event: &Event| matches!(event, Event::Dominates { .. });
        (ended.is_some(), log.take().iter().any(|entry| told(&entry.event)))
    };
    assert_eq!(judged("ask", Master::Present), (false, true));
    assert_eq!(judged("auto", Master::Present), (true, false));
    assert_eq!(judged("off", Master::Present), (false, false));
    assert_eq!(judged("ask", Master::Absent), (true, false));
}

// rules: PS-GM-06
#[test]
fn the_master_may_pause_and_move_the_deadline() {
    let mut folder = begun(4);
    amend(&mut folder, Amendment::Deadline(Deadline::in_words("Monday")));
    amend(&mut folder, Amendment::Pause("holidays".into()));
    assert!(open(&folder).status().contains("Deadline: Monday.\nThe game is paused."));
    assert!(open(&folder).run(NOW, None).is_err());
    send(&mut folder, "Reader 1", "gene speed");
    assert!(open(&folder).sheet(Kind::at(0)).has_orders());
    amend(&mut folder, Amendment::Resume);
    open(&folder).run(NOW, Some(&Deadline::in_words("Tuesday"))).unwrap().make(&mut folder);
    assert!(folder["rounds/01/report.txt"].contains("Deadline: Tuesday."));
    assert!(open(&folder).status().contains("Deadline: Tuesday."));
}

#[test]
fn a_report_written_again_is_the_same_report() {
    let mut folder = begun(8);
    amend(&mut folder, Amendment::Introduction("A dry season.".into()));
    open(&folder).run(NOW, Some(&Deadline::in_words("Tuesday"))).unwrap().make(&mut folder);
    open(&folder).run(NOW, Some(&Deadline::in_words("Wednesday"))).unwrap().make(&mut folder);
    let before = folder.clone();
    assert!(before["rounds/01/report.txt"].contains("A dry season."));
    assert!(!before["rounds/02/report.txt"].contains("A dry season."));
    open(&folder).report(Some(1), None).unwrap().make(&mut folder);
    assert!(folder == before);
    open(&folder).report(None, Some("Reader 3")).unwrap().make(&mut folder);
    let page = &folder["rounds/02/players/003.html"];
    assert!(page.contains("For Reader 3 alone") && page.contains("text-decoration=\"underline\""));
}

#[test]
fn nobody_speaks_for_another_and_odd_addresses_are_told() {
    let folder = begun(4);
    let letter = |source: &str, text: &str| Mail {
        source: source.into(),
        text: text.into(),
        ..Mail::default()
    };
    let taken = |mail: Mail| open(&folder).orders(&[mail], false, NOW).unwrap();
    let forged = taken(letter("r1@example.org", "Player: Reader 2\ngene speed"));
    assert!(forged.changes.is_empty() && forged.messages[0].contains("it speaks for Reader 2"));
    let inside = taken(letter("r1@example.org", "gene speed\nFrom: Reader 2\nWITHDRAW"));
    assert_eq!(inside.answers.iter().map(|answer| answer.0.0).collect::<Vec<_>>(), [1]);
    let elsewhere = taken(letter("Reader 1 <work@example.org>", "gene speed"));
    assert!(elsewhere.messages[0].contains("the list says r1@example.org"));
    let unknown = taken(letter("work@example.org", "Player: Reader 1\ngene speed"));
    assert_eq!(unknown.answers.len(), 1);
    let long = taken(letter("Reader 1", &("gene speed\n".to_string() + &"x\n".repeat(70_000))));
    assert!(
        long.answers[0].2.contains("only the first 64 kilobytes were read"),
        "{}",
        long.answers[0].2
    );
}

// rules: PS-GM-07
#[test]
fn repairs_are_printed_in_the_next_report() {
    let mut folder = begun(4);
    run(&mut folder);
    let hex: Place = open(&folder).position().island.place(postal_survival::Hex(3));
    for what in
        [format!("1H to {hex}"), "1H AP 4".into(), "1H hunger 1".into(), format!("{hex} corpses 2")]
    {
        amend(&mut folder, Amendment::Repair { what, reason: "a slip".into() });
    }
    let creature = *open(&folder).position().island.creature(Id(1)).unwrap();
    assert_eq!((creature.ap, creature.hunger, creature.hex), (4, 1, postal_survival::Hex(3)));
    assert!(
        open(&folder)
            .amend(&Amendment::Repair { what: "1H wings 2".into(), reason: String::new() }, NOW)
            .is_err()
    );
    run(&mut folder);
    assert!(
        folder["rounds/02/report.txt"].contains("Repaired by the GM: 1O AP 1 is now 4 (a slip)"),
        "{}",
        folder["rounds/02/report.txt"]
    );
}

// rules: PS-GM-08
#[test]
fn a_master_who_plays_sees_no_orders_and_no_drafts() {
    let mut folder = begun(4);
    let file = folder["game.toml"].replace("master_plays = false", "master_plays = true");
    folder.insert("game.toml".into(), file);
    send(&mut folder, "Reader 1", "gene speed");
    let status = open(&folder).status();
    assert!(status.contains("1 of 4") && !status.contains("Reader 1"), "{status}");
    assert!(open(&folder).preview(None).is_err());
    assert!(open(&folder).run(NOW, None).is_ok());
}

// rules: PS-GM-10, PS-SETUP-11
#[test]
fn readers_who_join_later_get_a_founder_in_the_next_spring() {
    let join = || Amendment::Join {
        name: "Late Kate".into(),
        address: String::new(),
        diet: Diet::Omnivore,
    };
    assert!(open(&begun(4)).amend(&join(), NOW).is_err());
    let mut folder = begun_with(20, &[("late_entry", "on")]);
    run(&mut folder);
    amend(&mut folder, join());
    for _ in 0..3 {
        run(&mut folder);
    }
    send(&mut folder, "Late Kate", "ALL AGGRESSIVE");
    run(&mut folder);
    let desk = open(&folder);
    let island = &desk.position().island;
    let kate = island.species.last().unwrap();
    let founder = island.creature(kate.number.founder()).unwrap();
    assert_eq!(
        (kate.player.as_str(), founder.born, founder.parent, founder.genes.iter().count()),
        ("Late Kate", 5, None, 1)
    );
    assert_eq!(founder.mode, Mode::Aggressive);
}

// rules: PS-PRESS-04
#[test]
fn press_can_be_held_back_with_a_mark() {
    let mut folder = begun(4);
    send(&mut folder, "Reader 1", "PRESS Something libellous.");
    amend(&mut folder, Amendment::Hold { player: "Reader 1".into(), reason: "libel".into() });
    run(&mut folder);
    let report = &folder["rounds/01/report.txt"];
    assert!(!report.contains("libellous") && report.contains("held back: libel"), "{report}");
}

// rules: PS-END-12, PS-END-13
#[test]
fn the_master_may_end_the_game() {
    let mut folder = begun(6);
    run(&mut folder);
    amend(&mut folder, Amendment::End("the zine folds.".into()));
    let desk = open(&folder);
    let ended = desk.position().over.clone().unwrap();
    assert!(!ended.winners.is_empty() && ended.text.contains("share the win"), "{ended:?}");
    open(&folder).report(None, None).unwrap().make(&mut folder);
    let report = &folder["rounds/01/report.txt"];
    assert!(
        report.contains("THE END")
            && report.contains("the zine folds.")
            && report.contains("Seed: "),
        "{report}"
    );
    assert!(report.contains("Longest life") && report.contains("FAMILIES"));
    assert!(
        open(&folder).run(NOW, None).is_err() && open(&folder).orders(&[], false, NOW).is_err()
    );
}

#[test]
fn orders_stay_secret_in_everything_that_is_published() {
    let mut folder = begun(6);
    run(&mut folder);
    send(
        &mut folder,
        "Reader 2",
        "STANDING\nall forage\nEND\n2 stay\nNOTE my secret plan\nDRAW all\nPRESS ANON whodunit",
    );
    run(&mut folder);
    for (path, text) in folder.iter().filter(|(path, _)| {
        path.starts_with("rounds/02/report")
            || path.starts_with("rounds/02/players") && !path.contains("002")
    }) {
        assert!(
            !text.contains("secret plan") && !text.to_lowercase().contains("all forage"),
            "{path}"
        );
        assert!(!text.contains("whodunit\n    -- Reader 2"), "{path}");
    }
    assert!(folder["rounds/02/players/002.txt"].contains("ALL forage"));
}

#[test]
fn dying_at_any_point_loses_nothing() {
    let mut folder = begun(8);
    for round in 0..3 {
        let bag: Vec<Mail> =
            (1..=8).map(|i| mail(&format!("Reader {i}"), "all forage\ngene twins")).collect();
        let orders = open(&folder).orders(&bag, false, NOW).unwrap();
        for cut in 0..=orders.changes.len() {
            let mut half = folder.clone();
            orders.changes[..cut].iter().for_each(|change| change.make(&mut half));
            let desk = open(&half);
            let rooms = ["orders", "answers"].map(|room| format!("{:02}/{room}", desk.coming()));
            let written = |path: &&String| rooms.iter().any(|room| path.contains(room));
            assert_eq!(half.keys().filter(written).count(), cut);
        }
        orders.make(&mut folder);
        let work = open(&folder).run(NOW, None).unwrap();
        let mut whole = folder.clone();
        work.make(&mut whole);
        for cut in 0..work.changes.len() {
            let mut half = folder.clone();
            work.changes[..cut].iter().for_each(|change| change.make(&mut half));
            assert_eq!(open(&half).coming(), round + 1, "cut {cut}");
            // Running again after the crash gives the round that would have been.
            let again = open(&half).run(NOW, None).unwrap();
            again.make(&mut half);
            half.remove("log.txt");
            let mut expected = whole.clone();
            expected.remove("log.txt");
            assert!(half == expected, "cut {cut}");
        }
        folder = whole;
    }
}

#[test]
fn the_start_report_commits_the_master_and_a_changed_game_is_refused() {
    let folder = begun_with(6, &[("hexes", "40")]);
    let commitment = Seed::from_number(11).commitment();
    for report in ["report.txt", "report.md", "report.html"] {
        let text = &folder[&format!("rounds/00/{report}")];
        assert!(text.contains(&commitment), "{report}: {text}");
    }
    assert!(open(&folder).report(Some(0), None).is_ok(), "it can be written again");
    let game = &folder["game.toml"];
    let seed = Seed::from_number(11).to_string();
    let changed = [
        (game.replace(&seed, &Seed::from_number(12).to_string()), "the seed is another one"),
        (game.replace("balanced-island", "blitz"), "the scenario was `balanced-island`"),
        (
            game.replace("hexes = \"40\"", "hexes = \"60\""),
            "the option hexes was `40` and is now `60`",
        ),
        (game.replace("hexes = \"40\"", ""), "the option hexes was `40` and is now left out"),
    ];
    for (text, why) in changed {
        assert_ne!(&text, game, "{why}");
        let mut other = folder.clone();
        other.insert("game.toml".into(), text);
        let trouble = Desk::open(&other).err().unwrap_or_else(|| panic!("not found: {why}"));
        assert!(trouble.0.contains(why), "{trouble}");
    }
    // What the master may change at any time.
    let mut paused = folder.clone();
    paused.insert("game.toml".into(), game.replace("paused = false", "paused = true"));
    assert!(Desk::open(&paused).is_ok());
    // A game of an older version has committed to nothing.
    let mut older = folder.clone();
    older.remove("rounds/00/commitment.json");
    older.insert("game.toml".into(), game.replace("hexes = \"40\"", "hexes = \"60\""));
    assert!(Desk::open(&older).is_ok());
}

/// A message that came by mail, as its writer wrote it.
fn by_mail(from: &str, proof: Proof, id: &str, text: &str) -> Mail {
    let written = Some(::mail::Written::read(text));
    Mail { source: from.into(), written, id: Some(id.into()), proof, ..Mail::default() }
}

fn owed_to(folder: &Folder, seat: u16) -> Vec<Tells> {
    let owed = open(folder).owed().into_iter();
    owed.filter(|owed| owed.seat == Seat(seat)).map(|owed| owed.tells).collect()
}

// rules: PS-REP-12
#[test]
fn the_master_has_a_hand_in_the_account_and_sets_its_tone() {
    let mut folder = begun(12);
    run(&mut folder);
    let numbered = |folder: &Folder| open(folder).account(None).unwrap().messages;
    let lines = numbered(&folder);
    assert!(lines[0].contains("round 2") && lines[1].starts_with("   1  # "), "{lines:?}");
    let last = lines.len() - 1;
    let text = |line: &str| line[6..].to_string();
    let (changed, dropped) = (text(&lines[last]), text(&lines[last - 1]));
    let edit = |folder: &mut Folder, edit: AccountEdit| {
        open(folder).edit_account(None, &edit, NOW).unwrap().make(folder);
    };
    edit(&mut folder, AccountEdit::Change(last, "Nobody <b>saw</b> it.".into()));
    edit(&mut folder, AccountEdit::Drop(last - 1));
    edit(&mut folder, AccountEdit::Add(0, "A word from\nyour editor.".into()));
    assert!(open(&folder).edit_account(None, &AccountEdit::Drop(99), NOW).is_err());
    assert!(open(&folder).edit_account(None, &AccountEdit::Change(1, " ".into()), NOW).is_err());
    let draft = open(&folder).preview(None).unwrap();
    run(&mut folder);
    let report = &folder["rounds/02/report.md"];
    assert!(report.contains("- Nobody \\<b>saw\\</b> it."), "{report}");
    assert!(!report.contains(&format!("- {changed}")) && !report.contains(&format!("- {dropped}")));
    assert!(report.contains("A word from your editor."));
    assert!(folder["rounds/02/report.html"].contains("Nobody &lt;b&gt;saw"));
    assert!(draft.messages.iter().all(|said| !said.starts_with("Not told")), "{draft:?}");
    // Orders that change what happened take a line away, and its change with it.
    open(&folder).undo("a mail was lost", NOW).unwrap().make(&mut folder);
    amend(&mut folder, Amendment::Tone(Tone::Dry));
    let again = run(&mut folder);
    assert!(again.messages.iter().any(|said| said.contains(&format!("left out: {changed}"))));
    let dry = &folder["rounds/02/report.md"];
    assert!(dry.contains("A word from your editor.") && !dry.contains("Nobody \\<b>saw"));
    assert!(folder["log.txt"].contains("tone: wry -> dry"));
    // Of a round that was played the reports are written again.
    let work = open(&folder).edit_account(Some(1), &AccountEdit::Add(0, "Late news.".into()), NOW);
    work.unwrap().make(&mut folder);
    assert!(folder["rounds/01/report.txt"].contains("Late news."));
    let work = open(&folder).edit_account(Some(1), &AccountEdit::Restore, NOW);
    work.unwrap().make(&mut folder);
    assert!(!folder["rounds/01/report.txt"].contains("Late news."));
}

// rules: PS-GM-04
#[test]
fn corrections_stand_at_the_head_of_a_report() {
    let mut folder = begun(8);
    run(&mut folder);
    open(&folder).undo("wrong map", NOW).unwrap().make(&mut folder);
    run(&mut folder);
    let head: Vec<&str> = folder["rounds/01/report.txt"].lines().take(5).collect();
    assert!(head.contains(&"This report is corrected: wrong map"), "{head:?}");
    let page = &folder["rounds/01/report.html"];
    assert!(page.find("corrected: wrong map").unwrap() < page.find("What happened").unwrap());
}

// rules: PS-GM-11
#[test]
fn a_report_may_wait_for_the_masters_word() {
    let mut folder = begun(4);
    assert_eq!(owed_to(&folder, 1), [Tells::Report], "the start report waits for nobody");
    amend(&mut folder, Amendment::Approval(true));
    run(&mut folder);
    assert_eq!(owed_to(&folder, 1), []);
    assert!(open(&folder).status().contains("The report of round 1 waits for your word"));
    amend(&mut folder, Amendment::Introduction("Dear readers.".into()));
    assert!(folder.contains_key("rounds/01/introduction.txt"), "it is of the report in hand");
    let next = Deadline::in_words("Monday");
    open(&folder).approve(Some(&next), NOW).unwrap().make(&mut folder);
    assert_eq!(owed_to(&folder, 1), [Tells::Report]);
    assert!(folder["rounds/01/report.txt"].contains("Deadline: Monday."));
    assert!(open(&folder).approve(None, NOW).is_err());
    // A round that is run again waits again.
    open(&folder).undo("too early", NOW).unwrap().make(&mut folder);
    run(&mut folder);
    assert!(open(&folder).waits_for_approval());
}

// rules: PS-GM-12
#[test]
fn a_deadline_may_have_a_time_which_goes_with_the_round_that_is_withdrawn() {
    let mut folder = begun(4);
    let next = Deadline { words: "Friday".into(), due: Some("2026-11-27T18:00:00Z".into()) };
    open(&folder).set_deadline(&next, NOW).unwrap().make(&mut folder);
    assert_eq!(open(&folder).next_deadline(), Some(next.clone()));
    assert!(folder["rounds/00/report.txt"].contains("Deadline: Friday."));
    assert!(open(&folder).status().contains("Deadline: Friday.\n"));
    open(&folder).run(NOW, Some(&next)).unwrap().make(&mut folder);
    assert_eq!(open(&folder).next_deadline(), Some(next));
    open(&folder).undo("too early", NOW).unwrap().make(&mut folder);
    assert_eq!(open(&folder).next_deadline(), Some(Deadline::in_words("Friday")));
}

#[test]
fn who_writes_by_mail_is_known_by_a_secret_and_not_by_a_name() {
    let mut folder = begun(4);
    let take = |folder: &mut Folder, mails: &[Mail]| {
        let work = open(folder).orders(mails, false, NOW).unwrap();
        work.make(folder);
        work
    };
    // In the open nothing is obeyed, and whoever is named is asked.
    let forged = by_mail("r1@example.org", Proof::Open, "a@x", "gene speed");
    let work = take(&mut folder, &[forged.clone(), forged]);
    assert!(open(&folder).sheet(Kind::at(0)).is_empty());
    let [Tells::Report, ..] = &owed_to(&folder, 0)[1..] else {
        panic!("{:?}", owed_to(&folder, 0))
    };
    assert!(work.answers.len() == 1 && work.answers[0].2.contains("Was it you?"), "{work:?}");
    // From a strange address the secret is enough, and the same mail counts once.
    let own = by_mail("elsewhere@example.net", Proof::Secret(Seat(0)), "b@x", "gene speed");
    take(&mut folder, std::slice::from_ref(&own));
    assert!(open(&folder).sheet(Kind::at(0)).has_orders());
    let before = folder.clone();
    take(&mut folder, &[own]);
    assert!(folder == before);
    let answers = owed_to(&folder, 0);
    let answered = answers
        .iter()
        .any(|tells| matches!(tells, Tells::Answer { to, .. } if to.as_deref() == Some("b@x")));
    assert!(answered, "{answers:?}");
    // Who is nobody is nobody.
    let stranger = by_mail("eve@example.net", Proof::Open, "c@x", "gene speed");
    assert_eq!(take(&mut folder, &[stranger]).unplaced, [0]);
    // Too large to be read, and too many.
    let large = Mail {
        unread: Some("it is large".into()),
        ..by_mail("r1@example.org", Proof::Secret(Seat(0)), "d@x", "")
    };
    assert!(take(&mut folder, &[large]).answers[0].2.contains("it is large"));
    let flood: Vec<Mail> = (0..70)
        .map(|i| by_mail("r2@example.org", Proof::Secret(Seat(1)), &format!("{i}@y"), "gene twins"))
        .collect();
    let work = take(&mut folder, &flood);
    assert_eq!(work.answers.len(), 60);
}

// rules: PS-GM-01
#[test]
fn every_letter_is_owed_once_by_one_name() {
    let mut folder = begun(4);
    let names = |folder: &Folder| {
        let owed = open(folder).owed();
        let names: std::collections::BTreeSet<String> =
            owed.iter().map(|owed| owed.name.clone()).collect();
        assert_eq!(names.len(), owed.len());
        names
    };
    let start = names(&folder);
    assert_eq!(start.len(), 3, "one of four has no address");
    amend(&mut folder, Amendment::Orders { player: "Reader 1".into(), text: "gene twins".into() });
    let copied = names(&folder);
    assert_eq!(copied.difference(&start).count(), 1, "the copy");
    run(&mut folder);
    let played = names(&folder);
    assert_eq!(
        played.difference(&copied).count(),
        3,
        "the reports, while the answers of the round stay owed"
    );
    // Writing it again owes nothing new; a correction and somebody else's taking over do.
    open(&folder).report(None, None).unwrap().make(&mut folder);
    assert_eq!(names(&folder), played);
    let replace = Amendment::Replace {
        player: "Reader 2".into(),
        by: "New".into(),
        address: "new@example.org".into(),
    };
    amend(&mut folder, replace);
    assert_eq!(names(&folder).difference(&played).count(), 1);
    open(&folder).undo("a slip", NOW).unwrap().make(&mut folder);
    run(&mut folder);
    assert_eq!(names(&folder).difference(&played).count(), 3);
    let silent = |folder: &Folder| open(folder).reminders("x").len();
    let all = silent(&folder);
    send(&mut folder, "Reader 1", "all forage");
    assert_eq!(silent(&folder), all - 1);
}
