//! What nobody may find out too late is said in time: how the game ends, what Done leaves to chance, and why
//! something is refused.

use crate::reading::arranged;
use postal_survival::{Position, PostalSurvival};
use stage::{Block, Choice, Scene};
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Speech, Viewer};

/// Five of a species against two of another, and a carnivore with nothing in reach.
const CROWD: &str = r#"
round = 9
hexes = ["A1 G 0 99 99", "A2 G 0 2 3"]
creatures = ["1H A1", "2H A1 of 1", "3H A1 of 1", "4H A1 of 1", "5H A1 of 1", "9H A1", "10H A1 of 9"]
names = { 1 = "Ann", 9 = "Ben" }
"#;

/// A summer by the water: 2O shares a jungle of two meals with three others.
const SUMMER: &str = r#"
round = 6
hexes = ["A1 D 0 0 0", "A2 J 0 2 3", "B1 W", "B2 G 0 4 5"]
creatures = ["1C A1", "2O A2", "3O A2 of 2", "4H A2", "5H A2 of 4"]
names = { 1 = "Ann", 2 = "Ben", 4 = "Cleo" }
"#;

const SPRING: &str = r#"
round = 5
hexes = ["A1 G 0 2 3", "A2 J 0 2 3", "B1 W", "B2 G 0 1 5"]
creatures = ["1H A1", "3H A2 of 1", "4C B2"]
names = { 1 = "Ann", 4 = "Ben" }
"#;

fn scene(game: &PostalSurvival, position: &Position, seat: u16) -> Scene {
    let viewer = Viewer::Seat(Seat(seat));
    let mut legal = Vec::new();
    game.legal(position, Seat(seat), &mut legal);
    game.scene(&game.view(position, viewer), viewer, &legal, Names::NONE)
}

fn choice(game: &PostalSurvival, position: &Position, seat: u16, notation: &str) -> Choice {
    let prompt = scene(game, position, seat).prompt.unwrap();
    let found = prompt.choices.into_iter().find(|choice| choice.notation == notation);
    found.unwrap_or_else(|| panic!("no choice `{notation}`"))
}

#[track_caller]
fn says(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in: {text}");
}

#[track_caller]
fn is_silent(text: &str, part: &str) {
    assert!(!text.contains(part), "`{part}` is in: {text}");
}

/// Does what a line says; why not, if it is refused.
fn try_to(
    game: &PostalSurvival,
    position: &mut Position,
    seat: u16,
    line: &str,
) -> Result<(), String> {
    let action = game.parse(position, Seat(seat), line).map_err(|misread| misread.to_string())?;
    game.check(position, Seat(seat), &action).map_err(|refusal| refusal.to_string())?;
    let mut dice = Dice::seeded(Seed::from_number(1));
    game.apply(position, Seat(seat), &action, &mut dice, &mut Log::quiet());
    Ok(())
}

fn open(setup: &Setup) -> (PostalSurvival, Position) {
    let game = PostalSurvival::open(&PostalSurvival::house(), setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(3));
    let position = game.start(&mut dice, &mut Log::quiet());
    (game, position)
}

// rules: PS-END-01, PS-END-03, PS-END-06
#[test]
fn the_aim_says_what_ends_the_game_before_its_last_round() {
    let (game, position) = arranged(CROWD, &[]);
    let aim = scene(&game, &position, 1).aim;
    says(&aim, "after round 15. You have 2 creatures. It ends sooner if only one species is left");
    says(&aim, "from round 8 on if one species rules the island for 3 rounds running");
    is_silent(&aim, "rules the island now");
    let (game, position) = arranged(CROWD, &[("dominance", "off")]);
    is_silent(&scene(&game, &position, 1).aim, "rules the island");
    let (game, position) = open(&Setup::new("pantheon", 2));
    says(&scene(&game, &position, 1).aim, "if only the species of one player are left");
}

/// Whoever rules the island is named in every round before that ends the game, and with the right round.
// rules: PS-END-03
#[test]
fn who_rules_the_island_is_named_before_it_wins() {
    let aim = |round: u16, before: u16, options: &[(&str, &str)]| {
        let given =
            CROWD.replace("round = 9", &format!("round = {round}\ndominant = [1, {before}]"));
        let (game, position) = arranged(&given, options);
        scene(&game, &position, 1).aim
    };
    let told = |last: u16| {
        format!(
            "Ann rules the island now, with 5 of 7 creatures, and the next has 2: if that is so to the end of \
             round {last}, Ann wins there."
        )
    };
    says(&aim(9, 1, &[]), &told(10));
    says(&aim(9, 2, &[]), &told(9));
    says(&aim(4, 1, &[]), &told(8));
    says(&aim(7, 5, &[]), &told(8));
    // The rounds are over before it, and then the most creatures win anyway.
    is_silent(&aim(14, 1, &[]), "rules the island now");
    is_silent(&aim(9, 2, &[("dominance", "off")]), "rules the island");
}

/// A move that cannot be is refused by the rules, and nothing is said of what the desk would make of it.
// rules: PS-MAP-03, PS-MAP-18, PS-ORD-01
#[test]
fn impossible_moves_are_refused_and_nothing_is_put_in_their_place() {
    let (game, mut position) = arranged(SUMMER, &[]);
    let before = position.clone();
    for (line, why) in [
        ("1C go to D9", "1C cannot go there: there is no hex D9 on this map."),
        ("1C go to B1", "1C cannot go there: B1 is water and it cannot swim."),
        ("1C go to B2", "1C cannot go there: B2 is out of reach."),
        ("1C please track 2", "1C does not have Tracking."),
    ] {
        let refused = try_to(&game, &mut position, 0, line).unwrap_err();
        says(&refused, why);
        is_silent(&refused, "understand");
        is_silent(&refused, "stay");
    }
    let east = try_to(&game, &mut position, 0, "1C go east").unwrap_err();
    says(&east, "use NE, SE, SW or NW");
    is_silent(&east, "stay");
    assert_eq!(position, before);
    let (game, mut position) = arranged(SPRING, &[]);
    let water = try_to(&game, &mut position, 0, "1H young B1 please").unwrap_err();
    says(&water, "B1 is water; young are put down on land.");
}

#[test]
fn a_word_that_says_nothing_is_named_once_with_what_would_be_right() {
    let (game, mut position) = arranged(SUMMER, &[]);
    let lost = try_to(&game, &mut position, 0, "1C nowhere").unwrap_err();
    assert_eq!(lost.matches("I do not understand").count(), 1, "{lost}");
    says(&lost, "\"nowhere\" says nothing here; say an order such as");
}

// rules: PS-BIRTH-04, PS-BIRTH-06, PS-BIRTH-19
#[test]
fn done_in_spring_says_what_becomes_of_the_young() {
    let (game, mut position) = arranged(SPRING, &[]);
    let done = |position: &Position| choice(&game, position, 0, "done").description;
    says(&done(&position), "The young of creatures 1 and 3 are put down where these are now.");
    says(&done(&position), "The gene of the young that you have not said is drawn at random.");
    for line in ["all stay", "birth 1H A2"] {
        try_to(&game, &mut position, 0, line).unwrap();
    }
    says(&done(&position), "The young of creature 3 are put down where it is now.");
    for line in ["birth 3H here", "gene Twins"] {
        try_to(&game, &mut position, 0, line).unwrap();
    }
    is_silent(&done(&position), "young");
    let (game, position) = arranged(SUMMER, &[]);
    is_silent(&choice(&game, &position, 0, "done").description, "young");
}

/// Orders can be taken back until the round is played, so they are not called final before.
#[test]
fn orders_are_final_when_the_round_is_played() {
    let (game, mut position) = arranged(SUMMER, &[]);
    let done = choice(&game, &position, 0, "done").description;
    says(&done, "as soon as everybody is done; from then on your orders are final.");
    for line in ["1C stay", "done"] {
        try_to(&game, &mut position, 0, line).unwrap();
    }
    let titles: Vec<String> =
        scene(&game, &position, 0).panels.into_iter().map(|panel| panel.title).collect();
    assert!(titles.contains(&"Your orders, all given".to_string()), "{titles:?}");
}

// rules: PS-NAME-03
#[test]
fn a_name_of_another_player_is_refused_before_the_start_too() {
    let setup = Setup {
        names: vec!["Ann".into(), "Medium bot 2".into()],
        ..Setup::new("balanced-island", 2)
    };
    let (game, mut position) = open(&setup);
    try_to(&game, &mut position, 0, "name The Grazers").unwrap();
    let taken = try_to(&game, &mut position, 0, "name medium BOT 2").unwrap_err();
    says(&taken, "Name unchanged: that name is taken.");
    try_to(&game, &mut position, 1, "name Medium bot 2").unwrap();
    let shown = scene(&game, &position, 0);
    says(&shown.prompt.unwrap().hint, "It is to be called The Grazers.");
    let facts = shown.panels.iter().find(|panel| panel.id == "ordered").unwrap();
    let Block::Facts(facts) = &facts.blocks[0] else { panic!("no facts") };
    assert!(facts.iter().any(|fact| fact.value == "The Grazers"), "{facts:?}");
    let other = scene(&game, &position, 1);
    is_silent(&format!("{other:?}"), "Grazers");
}

// rules: PS-GEN-02
#[test]
fn who_has_several_species_is_told_how_to_name_one() {
    let (game, mut position) = open(&Setup::new("pantheon", 2));
    let why = try_to(&game, &mut position, 0, "all forage").unwrap_err();
    says(&why, "such as `for 1: all forage`; yours are 1 ");
    let starts = scene(&game, &position, 0).prompt.unwrap().choices;
    let of_carnivores =
        |choice: &&Choice| choice.notation.contains("start") && choice.label.contains("carnivores");
    let told = starts.iter().filter(of_carnivores).filter(|it| it.description.contains("meal"));
    assert!(told.clone().count() > 0);
    assert!(told.clone().all(|it| it.description.contains("(not for carnivores)")));
}

// rules: PS-STAND-01, PS-STAND-06
#[test]
fn standing_orders_are_told_where_orders_are_asked_for() {
    let (game, mut position) = arranged(SUMMER, &[]);
    try_to(&game, &mut position, 0, "standing: all forage").unwrap();
    let hint = scene(&game, &position, 0).prompt.unwrap().hint;
    says(&hint, "Your standing orders are played if you order nothing");
    says(&choice(&game, &position, 0, "done").description, "Your standing orders are played.");
    try_to(&game, &mut position, 0, "1C aggressive").unwrap();
    is_silent(&scene(&game, &position, 0).prompt.unwrap().hint, "standing orders are played");
    is_silent(&choice(&game, &position, 0, "done").description, "standing orders");
}

/// Foraging says where it leads now, and what happens there.
#[test]
fn foraging_says_where_it_would_go() {
    let given = SUMMER
        .replace("\"1C A1\"", "\"1C A1 h2\"")
        .replace("A2", "A9")
        .replace("\"B2 G 0 4 5\"", "\"B2 G 0 4 5\", \"A2 D 0 0 0\"");
    let (game, position) = arranged(&given, &[]);
    let lean = choice(&game, &position, 0, "1C forage").description;
    says(&lean, "Now it would stay in A1: desert: nothing that it eats.");
    says(&lean, "It starves there unless prey comes.");
    let (game, position) = arranged(SUMMER, &[]);
    says(&choice(&game, &position, 0, "1C forage").description, "Now it would go to A2: jungle");
    let (game, position) = arranged(SPRING, &[]);
    is_silent(&choice(&game, &position, 0, "1H forage").description, "Now it would");
}

// rules: PS-MODE-10, PS-PLANT-01
#[test]
fn more_eaters_than_meals_are_told_and_no_attack_that_is_none() {
    let (game, position) = arranged(SUMMER, &[]);
    let stay = choice(&game, &position, 1, "2O stay").description;
    says(&stay, "If all stay, up to 4 want these plants.");
    is_silent(&stay, "an attack on it");
    let (game, position) = arranged(&SUMMER.replace("A2 J 0 2 3", "A2 J 0 4 4"), &[]);
    is_silent(&choice(&game, &position, 1, "2O stay").description, "want these plants");
    let (game, position) = arranged(&SUMMER.replace("A2 J 0 2 3", "A2 G 0 2 3"), &[]);
    says(&choice(&game, &position, 1, "2O stay").description, "an attack on it");
}

/// No carnivore is told of plants.
// rules: PS-MODE-14
#[test]
fn aggressive_carnivores_hear_nothing_of_plants() {
    let (game, position) = arranged(SUMMER, &[]);
    is_silent(&choice(&game, &position, 0, "1C aggressive").description, "plants");
    says(&choice(&game, &position, 1, "2O aggressive").description, "except one for plants");
}

#[test]
fn a_vote_against_draws_is_for_one_round() {
    let (game, position) = arranged(SUMMER, &[]);
    says(&choice(&game, &position, 0, "no draw").description, "A vote for this round");
}

#[test]
fn attack_points_are_explained_at_the_table() {
    let (game, position) = arranged(SUMMER, &[]);
    let keys = format!("{:?}", scene(&game, &position, 0).keys);
    says(&keys, "attack points, 1 to 6");
}
