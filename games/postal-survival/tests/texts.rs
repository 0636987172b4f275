//! What a player reads is so: questions, choices, sheets, the board as text, and the end, each held to the
//! position.

use crate::reading::arranged;
use postal_survival::bots::Decent;
use postal_survival::{Action, Position, PostalSurvival};
use stage::text::{Asked, TextLook, Zoom, answer, board, brief, legend};
use stage::{At, Choice, MarkKind, Prompt, Scene, Symbol, Target};
use table::{
    Bot, Dice, Looks, Names, Rules, Seat, Seed, Setup, Sight, Speech, Status, Viewer, playout,
};

/// A summer on four hexes: 1H is hungry where nothing grows, 3C is aggressive beside, 5H is kin.
const SUMMER: &str = r#"
round = 6
hexes = ["A1 D 0 0 0", "A2 J 0 2 3", "B1 G 2 4 5", "B2 G 0 -1 5", "C1 W"]
creatures = ["1H A1 h1", "3C A2 A AP2", "5H A2 of 1", "7O B1 h1"]
names = { 1 = "Ann", 3 = "Ben", 7 = "Cleo" }
"#;

/// A Spring with a parent of twins.
const SPRING: &str = r#"
round = 5
hexes = ["A1 G 0 2 3", "A2 J 0 2 3", "B1 G 0 4 5", "B2 G 0 1 5"]
creatures = ["1H A1 TW", "3C B2"]
names = { 1 = "Ann", 3 = "Ben" }
"#;

fn scene(game: &PostalSurvival, position: &Position, seat: u16) -> Scene {
    let viewer = Viewer::Seat(Seat(seat));
    let mut legal = Vec::new();
    game.legal(position, Seat(seat), &mut legal);
    game.scene(&game.view(position, viewer), viewer, &legal, Names::NONE)
}

fn prompt(game: &PostalSurvival, position: &Position, seat: u16) -> Prompt {
    scene(game, position, seat).prompt.unwrap()
}

fn choice(prompt: &Prompt, notation: &str) -> Choice {
    let found = prompt.choices.iter().find(|choice| choice.notation == notation);
    found.unwrap_or_else(|| panic!("no choice `{notation}`")).clone()
}

#[track_caller]
fn says(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in: {text}");
}

/// Does what these lines say.
fn order(game: &PostalSurvival, position: &mut Position, seat: u16, lines: &[&str]) {
    for line in lines {
        let action = game.parse(position, Seat(seat), line).unwrap();
        game.check(position, Seat(seat), &action).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(1));
        game.apply(position, Seat(seat), &action, &mut dice, &mut table::Log::quiet());
    }
}

// rules: PS-TYPE-01, PS-TYPE-02, PS-MODE-13, PS-FIGHT-01
#[test]
fn every_move_says_what_it_holds_for_this_creature() {
    let (game, position) = arranged(SUMMER, &[]);
    let ann = prompt(&game, &position, 0);
    let stay = choice(&ann, "1H stay").description;
    says(&stay, "A1: desert: nothing that it eats. It starves there.");
    let jungle = choice(&ann, "1H A1 > A2").description;
    says(&jungle, "jungle: 2 plant meals.");
    // Best of two dice and 1 more against one die: 139 of 216 win, 27 of 216 lose.
    says(&jungle, "carnivore 3 of Ben (aggressive; its attack wins ");
    says(&jungle, "your creature 5");
    let cleo = prompt(&game, &position, 2);
    says(&choice(&cleo, "7O B1 > B2").description, "grassland: nothing that it eats. It starves");
    says(&choice(&cleo, "7O stay").description, "B1: grassland: 2 corpses.");
}

/// The odds are those of the ledger.
// rules: PS-FIGHT-01, PS-ARM-02, PS-FANG-01
#[test]
fn odds_count_modes_armour_and_fangs() {
    let told = |ben: &str, ann: &str| {
        let given = format!(
            "round = 6\nhexes = [\"A1 G 0 2 3\", \"A2 G 0 2 3\"]\ncreatures = [\"1C A1 {ben}\", \"2H A2 {ann}\"]\n\
             names = {{ 1 = \"Ben\", 2 = \"Ann\" }}\n"
        );
        let (game, position) = arranged(&given, &[]);
        choice(&prompt(&game, &position, 0), "1C A1 > A2").description
    };
    says(&told("", ""), "herbivore 2 of Ann (an attack on it wins 42 %, loses 42 %)");
    // What is so of several is said once.
    let both = told("", "\", \"3H A2 of 2");
    says(&both, "herbivores 2 and 3 of Ann (each: an attack on it wins 42 %, loses 42 %)");
    says(&told("A", ""), "wins 58 %, loses 28 %");
    says(&told("A", "BA"), "wins 42 %, loses 28 %");
    says(&told("A FA", ""), "wins 72 %, loses 17 %");
    says(&told("", "AP2"), "wins 25 %, loses 58 %");
    says(&told("", "CM"), "an attack on it once it is seen wins 42 %");
    let calm = told("D", "");
    assert!(!calm.contains("attack"), "{calm}");
}

/// From one hex to the next it is 1732 units: both ends of a way leave a third of it to the pieces that lie there.
#[test]
fn a_way_begins_and_ends_beside_the_pieces() {
    let (game, position) = arranged(SUMMER, &[]);
    let action = game.parse(&position, Seat(0), "1H A1 > A2").unwrap();
    let sketch = game.preview(&position, Seat(0), &action);
    let [from, to] = sketch.traces[0].points[..] else { panic!("{sketch:?}") };
    let far = f64::from(to.x - from.x).hypot(f64::from(to.y - from.y));
    assert!((500.0..750.0).contains(&far), "{far}");
}

// rules: PS-HUNG-02, PS-HUNG-04, PS-STOM-05
#[test]
fn whoever_is_about_to_starve_is_named() {
    let (game, position) = arranged(SUMMER, &[]);
    let shown = scene(&game, &position, 0);
    let hint = &shown.prompt.as_ref().unwrap().hint;
    says(hint, "Creature 1 dies if it does not eat this round.");
    says(&brief(&shown), "Alive 2");
    says(&brief(&shown), "Must eat this round or die creature 1");
    let piece = shown.pieces.iter().find(|piece| piece.label == "1H").unwrap();
    says(&piece.description, "hungry: it dies if it does not eat this round");
    let spared = SUMMER.replace("1H A1 h1", "1H A1 h1 spare ES");
    let (game, position) = arranged(&spared, &[]);
    let hint = prompt(&game, &position, 0).hint;
    assert!(!hint.contains("dies"), "{hint}");
}

// rules: PS-MOVE-05, PS-NMR-01, PS-ORD-10
#[test]
fn done_names_who_wanders() {
    let (game, mut position) = arranged(SUMMER, &[]);
    let done = |position: &Position| choice(&prompt(&game, position, 0), "done").description;
    says(&done(&position), "Creatures 1 and 5 have no order: they wander");
    order(&game, &mut position, 0, &["1H stay"]);
    says(&done(&position), "Creature 5 has no order and wanders.");
    order(&game, &mut position, 0, &["5H forage"]);
    assert!(!done(&position).contains("wander"), "{}", done(&position));
    let (game, mut position) = arranged(SUMMER, &[]);
    order(&game, &mut position, 0, &["pass"]);
    let all = choice(&prompt(&game, &position, 0), "done").description;
    assert!(!all.contains("wander"), "{all}");
}

// rules: PS-FIGHT-08
#[test]
fn semi_defensive_hunters_are_told_their_risk() {
    let (game, position) = arranged(SUMMER, &[]);
    let omnivore = choice(&prompt(&game, &position, 2), "7O semi-defensive");
    says(&omnivore.description, "an aggressive victim kills it");
    says(&omnivore.label, "(as it is now)");
}

#[test]
fn what_is_ordered_is_marked_on_map_and_list() {
    let (game, mut position) = arranged(SUMMER, &[]);
    order(&game, &mut position, 0, &["1H stay", "5H A2 > B2"]);
    let shown = scene(&game, &position, 0);
    let stays = |mark: &stage::Mark| mark.kind == MarkKind::Ordered && mark.place == "A1";
    assert!(shown.marks.iter().any(stays), "{:?}", shown.marks);
    let piece = |label: &str| shown.pieces.iter().find(|piece| piece.label == label).unwrap();
    says(&piece("1H").description, "ordered: stay");
    assert!(piece("1H").badges.contains(&(Symbol::Check, String::new())));
    assert!(!piece("5H").description.contains("ordered"), "its way is drawn");
    let asked = shown.prompt.as_ref().unwrap();
    says(&choice(asked, "1H stay").label, "(ordered)");
    says(&choice(asked, "5H A2 > B2").label, "(ordered)");
    let (game, mut position) = arranged(SPRING, &[]);
    says(&prompt(&game, &position, 0).hint, "Creature 1 has Twins: two young");
    order(&game, &mut position, 0, &["birth 1H A2 B1"]);
    let shown = scene(&game, &position, 0);
    assert_eq!(shown.traces.len(), 2, "{:?}", shown.traces);
}

/// A creature has a row for its orders: what it will do in words, how many have orders, and who wanders is warned of.
// rules: PS-MOVE-05
#[test]
fn each_creature_says_what_it_was_told_and_done_says_what_lapses() {
    let (game, mut position) = arranged(SUMMER, &[]);
    let rows = |position: &Position| -> Vec<(String, bool)> {
        let rows = prompt(&game, position, 0).subjects.into_iter();
        rows.map(|row| (format!("{}: {}", row.heading, row.state), row.waits)).collect()
    };
    let done = |position: &Position| choice(&prompt(&game, position, 0), "done");
    let (first, waits) = &rows(&position)[0];
    says(first, "Creature 1, herbivore in A1: no order yet");
    says(first, "dies unless it eats");
    assert!(*waits && done(&position).vain);
    says(&prompt(&game, &position, 0).question, "0 of 2 ordered.");
    // Whose way a hex is can be told: it is shown once its creature is picked.
    let mut ways = prompt(&game, &position, 0).choices.into_iter().filter(|it| it.moves.is_some());
    assert!(ways.all(|way| way.aside));
    order(&game, &mut position, 0, &["1H stay, aggressive", "5H A2 > B2"]);
    let rows = rows(&position);
    says(&rows[0].0, "stays, aggressive");
    says(&rows[1].0, "goes to B2");
    assert!(!rows[0].1 && !rows[1].1 && !done(&position).vain);
    let asked = prompt(&game, &position, 0);
    says(&asked.question, "2 of 2 ordered.");
    says(&asked.hint, "So far: creature 1 stays, aggressive; creature 5 goes to B2.");
    says(&done(&position).description, "All 2 creatures have orders.");
    let headings: Vec<&str> = asked.subjects.iter().map(|row| row.heading.as_str()).collect();
    let own = |it: &Choice| it.notation.starts_with("1H") || it.notation.starts_with("5H");
    for choice in asked.choices.iter().filter(|it| own(it)) {
        let (head, _) = choice.group.split_once(": ").unwrap();
        assert!(headings.contains(&head), "{} is in no row", choice.group);
        assert!(!choice.label.contains("1H") && !choice.label.contains("5H"), "{}", choice.label);
    }
}

/// Those of one other species in a hex lie on one pile; whoever is one's own lies alone.
#[test]
fn a_crowd_lies_on_piles() {
    let crowd = SUMMER.replace(r#""7O B1 h1""#, r#""7O B1 h1", "8O B1 of 7", "9O B1 of 7""#);
    let (game, position) = arranged(&crowd, &[]);
    let labels = |seat: u16| -> Vec<String> {
        let shown = scene(&game, &position, seat);
        let there = shown.pieces.iter().filter(|piece| piece.at == At::Place("B1".into()));
        there.filter(|piece| piece.id.starts_with("creature")).map(|it| it.label.clone()).collect()
    };
    assert_eq!(labels(0), ["×3"]);
    assert_eq!(labels(2), ["7O", "8O", "9O"]);
    let shown = scene(&game, &position, 0);
    let pile = shown.pieces.iter().find(|piece| piece.label == "×3").unwrap();
    for name in ["7O of Cleo", "8O of Cleo", "9O of Cleo"] {
        says(&pile.description, name);
    }
    let drawn = board(&shown, &TextLook::default()).plain();
    says(&drawn, "O×3");
    let told = legend(&shown, &TextLook::default());
    assert!(
        told.iter().any(|it| it.sign.starts_with("O×3") && it.words == "3 creatures"),
        "{told:?}"
    );
    // Whoever asks for one of them is told of the pile.
    for line in ["where 8O", "where creature 9O"] {
        let told = answer(&shown, Asked::read(line).unwrap(), &|_, _| None);
        says(&told, "8O of Cleo");
        says(&told, "B1");
    }
}

/// The board as text: numbers of every hex, creatures by their ids, hunger, carrion, what each sign means.
// rules: PS-MAP-08, PS-ID-01
#[test]
fn the_board_as_text_has_numbers_and_ids() {
    let (game, position) = arranged(SUMMER, &[]);
    let shown = scene(&game, &position, 0);
    for zoom in [Zoom::Compact, Zoom::Roomy] {
        let look = TextLook { zoom, ascii: true, ..TextLook::default() };
        let drawn = board(&shown, &look).plain();
        for part in ["0,2,3", "2,4,5", "0,-1,5", "1Hz", "3Cp", "5H", "7O"] {
            says(&drawn, part);
        }
        let words: Vec<String> = legend(&shown, &look)
            .iter()
            .map(|entry| format!("{} {}", entry.sign, entry.words))
            .collect();
        let words = words.join("\n");
        for part in ["x,y,z x corpses", "m carrion", "z hungry", "p aggressive", "[* can be chosen"]
        {
            says(&words, part);
        }
    }
}

/// In words: every hex with its food, and nothing that is no kind of place.
#[test]
fn the_board_in_words_tells_food_and_what_is_near() {
    let (game, position) = arranged(SUMMER, &[]);
    let shown = scene(&game, &position, 0);
    let asked = |line: &str| {
        let measure = |from: &Target, to: Option<&Target>| {
            game.gauge(&position, Viewer::Seat(Seat(0)), from, to)
        };
        answer(&shown, Asked::read(line).unwrap(), &measure)
    };
    says(&asked("describe"), "A2 jungle (0,2,3)");
    says(&asked("describe"), "x corpses, y plant meals left");
    says(
        &asked("board"),
        "- B2 (grassland, 0 corpses, 0 plant meals left and bare treetops, 5 in Spring",
    );
    let near = asked("around 1H");
    says(&near, "plant meals left A2");
    let nearest = near.lines().find(|line| line.starts_with("Nearest")).unwrap();
    for noise in ["A here", "B B", "0 corpses", "in Spring"] {
        assert!(!nearest.contains(noise), "`{noise}` in: {nearest}");
    }
    says(&asked("range 1H"), "1H can go to A2 and B1.");
    let bare = shown.ground.fields.iter().flat_map(|field| match field {
        stage::Field::Hexes(field) => field.cells.as_slice(),
        _ => &[],
    });
    let bare = bare.into_iter().find(|cell| cell.id == "B2").unwrap();
    says(&bare.description, "0 plant meals left and bare treetops, 5 in Spring");
}

/// What the desk reads in a mail is read at the table.
// rules: PS-ORD-01
#[test]
fn orders_are_typed_as_they_are_mailed() {
    let (game, position) = arranged(crate::orders::SUMMER, &[]);
    let read = |seat: u16, line: &str| {
        game.parse(&position, Seat(seat), line).map(|action| game.notation(&action))
    };
    assert_eq!(read(0, "1 b8 agg").unwrap(), "1C B7 > B8, aggressive");
    assert_eq!(read(0, "#1 go S attack").unwrap(), "1C B7 > B8, aggressive");
    assert_eq!(read(0, "1C agressive").unwrap(), "1C aggressive");
    assert_eq!(read(0, "2 s sd").unwrap(), "2C A7 > A8, semi-defensive");
    assert_eq!(read(1, "done, thanks").unwrap(), "done");
    let refused = read(0, "1c attack 3").unwrap_err().to_string();
    says(&refused, "declare its species ENEMY, or TRACK it");
    says(&read(0, "2 b8 zigzag").unwrap_err().to_string(), "I do not understand");
    assert!(read(0, "how are you?").is_err());
    let (game, position) = arranged(SPRING, &[]);
    let gene = game.parse(&position, Seat(0), "gene camo, speed").unwrap();
    assert_eq!(game.notation(&gene), "gene Camouflage, Speed");
}

/// The end of a game of decent players.
fn played(setup: &Setup, seed: u64) -> (PostalSurvival, Position) {
    let game = PostalSurvival::open(&PostalSurvival::house(), setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut own = Dice::seeded(Seed::from_number(!seed));
    let choose = |position: &Position, seat: Seat, legal: &[Action], _: &mut Dice| {
        Decent.choose(&Sight::new(&game, position, seat), legal, &mut own)
    };
    let end = playout::play(&game, &mut dice, &mut Vec::new(), choose).0;
    (game, end)
}

/// Crowns are told at the table as the desk tells them, and the final sheet says what became of everybody.
// rules: PS-END-06, PS-END-13
#[test]
fn the_end_tells_crowns_and_what_became_of_all() {
    let (game, end) = played(&Setup::new("crowns", 6).with("rounds", "6"), 3);
    let Status::Over(outcome) = game.status(&end) else { panic!("not over") };
    let told = game.conclusion(&end, &outcome, Names::NONE);
    says(&told, "Crowned: of the herbivores ");
    let sheet = game.reckoning(&end, &outcome).unwrap();
    assert_eq!(sheet.heads.first().map(String::as_str), Some("Creatures alive"));
    assert_eq!(sheet.heads.last().map(String::as_str), Some("Crown"));
    let crowned = sheet.rows.iter().filter(|row| row.last().is_some_and(|cell| cell != "-"));
    assert!(crowned.count() >= 1, "{sheet:?}");
    let (game, end) = played(&Setup::new("pantheon", 2).with("rounds", "5"), 3);
    let Status::Over(outcome) = game.status(&end) else { panic!("not over") };
    let told = game.conclusion(&end, &outcome, Names::NONE);
    assert!(!told.contains("god of") && !told.contains("Crowned"), "{told}");
}

/// Where a player has several species, orders so far say for which.
// rules: PS-GEN-02
#[test]
fn orders_so_far_name_their_species() {
    let setup = Setup::new("pantheon", 2);
    let game = PostalSurvival::open(&PostalSurvival::house(), &setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(3));
    let mut position = game.start(&mut dice, &mut table::Log::quiet());
    while position.phase == postal_survival::Phase::Enrol {
        let seat = (0..2).find(|seat| position.awaits(Seat(*seat))).unwrap();
        order(&game, &mut position, seat, &["done"]);
    }
    let number = position.island.species.iter().find(|kind| kind.seat == Seat(0)).unwrap().number;
    order(&game, &mut position, 0, &[&format!("for {number}: gene Twins")]);
    let species = position.island.species.iter().find(|kind| kind.number == number).unwrap();
    says(&prompt(&game, &position, 0).hint, &format!("{}: gene: Twins", species.name));
}
