//! What a player is shown: the question, the sheet, the chart, and the territory of predators.

use stage::{Block, MarkKind, Panel, Scene};
use table::{Dice, Log, Looks, Names, Rules, Seat, Setup, Shown, Speech, Viewer};
use yellowstone::{Action, Position, Yellowstone};

/// The position of a case's `[given]`, of two seats.
fn arranged(given: &str) -> (Yellowstone, Position) {
    let given = toml::from_str(given).unwrap();
    let mut dice = Dice::loaded(Vec::new());
    let setup = Setup::new("standard", 2);
    Yellowstone::arrange(&Yellowstone::house(), &setup, given, &mut dice).unwrap()
}

fn play(game: &Yellowstone, position: &mut Position, line: &str, faces: &[u32]) {
    let seat = game.status(position).first().unwrap();
    let action = game.parse(position, seat, line).unwrap();
    game.check(position, seat, &action).unwrap();
    let mut dice = Dice::loaded(faces.to_vec());
    game.apply(position, seat, &action, &mut dice, &mut Log::quiet());
}

/// The scene of whoever decides.
fn scene(game: &Yellowstone, position: &Position) -> Scene {
    let seat = game.status(position).first().unwrap();
    let mut legal: Vec<Action> = Vec::new();
    game.legal(position, seat, &mut legal);
    game.scene(&game.view(position, Viewer::Seat(seat)), Viewer::Seat(seat), &legal, Names::NONE)
}

fn marked(scene: &Scene, kind: MarkKind) -> Vec<&str> {
    let marks = scene.marks.iter().filter(|mark| mark.kind == kind);
    let mut places: Vec<&str> = marks.map(|mark| mark.place.as_str()).collect();
    places.sort_unstable();
    places
}

// rules: YS-TRTY-01, YS-TRTY-04, YS-TRTY-05
#[test]
fn territory_is_shown_to_whoever_moves_a_grizzly_or_lion() {
    const K15: [&str; 6] = ["J14", "J15", "J16", "K14", "K16", "L15"];
    const E10: [&str; 6] = ["D10", "E11", "E9", "F10", "F11", "F9"];
    let (game, start) = arranged(
        r#"
        step = "predator_roll"
        predators = { L1 = "K15", G1 = "E10", G2 = "P5 injured", C1 = "K2" }
        "#,
    );
    assert!(marked(&scene(&game, &start), MarkKind::Closed).is_empty());

    let mut lion = start;
    play(&game, &mut lion, "roll", &[4, 5]);
    let mut both = [K15, E10].concat();
    both.sort_unstable();
    assert_eq!(marked(&scene(&game, &lion), MarkKind::Closed), both);
    play(&game, &mut lion, "pick L1", &[]);
    assert_eq!(marked(&scene(&game, &lion), MarkKind::Closed), E10);

    let mut coyote = start;
    play(&game, &mut coyote, "roll", &[1, 1]);
    assert!(marked(&scene(&game, &coyote), MarkKind::Closed).is_empty());
    play(&game, &mut coyote, "pick C1", &[]);
    assert!(marked(&scene(&game, &coyote), MarkKind::Closed).is_empty());
}

#[test]
fn predators_are_as_large_as_animals_and_in_a_colour_that_no_herd_has() {
    let (game, position) = arranged(
        r#"
        step = "predator_roll"
        predators = { L1 = "K15", G1 = "E10", C1 = "K2" }
        "#,
    );
    let scene = scene(&game, &position);
    let of = |id: &str| scene.pieces.iter().find(|piece| piece.id == id).unwrap();
    for id in ["L1", "G1", "C1"] {
        assert_eq!((of(id).form, of(id).ink), (stage::Form::Counter, stage::Ink::Bad), "{id}");
    }
    let others = scene.pieces.iter().filter(|piece| !["L1", "G1", "C1"].contains(&&*piece.id));
    assert!(others.into_iter().all(|piece| piece.ink != stage::Ink::Bad));
}

// rules: YS-GEN-02
#[test]
fn no_two_players_wear_one_sign_however_many_have_chosen() {
    for seats in 2..=4 {
        let setup = Setup::new("standard", seats);
        let game = Yellowstone::open(&Yellowstone::house(), &setup).unwrap();
        for first in 0..4 {
            let mut dice = Dice::seeded(table::Seed::from_number(u64::from(seats)));
            let mut position = game.start(&mut dice, &mut Log::quiet());
            let mut chosen = 0;
            while position.step == yellowstone::Step::Choose {
                let shown = scene(&game, &position);
                let signs: std::collections::BTreeSet<u16> =
                    shown.colours.iter().copied().collect();
                assert_eq!(signs.len(), usize::from(seats), "after {chosen}: {:?}", shown.colours);
                let lines = shown.prompt.unwrap().choices;
                play(&game, &mut position, &lines[first % lines.len()].notation, &[]);
                chosen += 1;
            }
            assert!(chosen > 0);
        }
    }
}

fn panel<'a>(scene: &'a Scene, id: &str) -> &'a Panel {
    scene.panels.iter().find(|panel| panel.id == id).unwrap()
}

// rules: YS-TURN-14
#[test]
fn the_chart_lights_the_row_that_was_rolled() {
    let (game, mut position) = arranged("step = 'roll'");
    play(&game, &mut position, "roll", &[3, 4]);
    let scene = scene(&game, &position);
    let Block::Table { rows, .. } = &panel(&scene, "chart").blocks[0] else {
        panic!("the chart is no table");
    };
    let lit: Vec<&str> =
        rows.iter().filter(|row| row.lit).map(|row| row.cells[1].as_str()).collect();
    assert_eq!(lit, ["A birth"]);
    assert!(scene.prompt.unwrap().question.starts_with("A birth"));
}

// rules: YS-FOOD-08, YS-FOOD-09
#[test]
fn a_sheet_tells_its_owner_what_it_hides_from_others() {
    let (game, position) = arranged("elk = { seat = 1, chips = [15, 10] }");
    let chips = |seat: u16| {
        let scene = game.scene(
            &game.view(&position, Viewer::Seat(Seat(seat))),
            Viewer::Seat(Seat(seat)),
            &[],
            Names::NONE,
        );
        let Block::Table { rows, .. } = &panel(&scene, "sheet-elk").blocks[1] else {
            panic!("the sheet has no lines of Food");
        };
        rows.iter().find(|row| row.cells[0] == "Food counters").unwrap().cells[1].clone()
    };
    assert_eq!(chips(0), "25 (2 counters)");
    assert_eq!(chips(1), "? (2 counters)");
}

/// Who does not want to place animal by animal says so once; and a player is known by the colour of the herd.
// rules: YS-SETUP-09, YS-GEN-02
#[test]
fn a_herd_is_placed_at_once_and_gives_its_player_a_colour() {
    let game = Yellowstone::open(&Yellowstone::house(), &Setup::new("standard", 2)).unwrap();
    let mut dice = Dice::seeded(table::Seed::from_number(3));
    let mut position = game.start(&mut dice, &mut Log::quiet());
    while !scene(&game, &position).headline.contains("take their places") {
        let seat = game.status(&position).first().unwrap();
        let mut legal: Vec<Action> = Vec::new();
        game.legal(&position, seat, &mut legal);
        game.apply(&mut position, seat, &legal[0], &mut dice, &mut Log::quiet());
    }
    let seat = game.status(&position).first().unwrap();
    let shown = scene(&game, &position);
    let [plan] = shown.prompt.as_ref().unwrap().plans.as_slice() else { panic!("one plan") };
    for line in &plan.lines {
        play(&game, &mut position, line, &[]);
    }
    let mut legal: Vec<Action> = Vec::new();
    game.legal(&position, seat, &mut legal);
    assert!(legal.contains(&Action::Confirm), "{plan:?}");
    let placed = scene(&game, &position);
    let colour = stage::Ink::Seat(placed.colours[seat.index()]);
    let own = placed.pieces.iter().filter(|piece| piece.ink == colour).count();
    assert!(own >= 7, "{own} pieces have the colour of their player");
}

/// Only the animal on its way is asked about; the others are known to be able to go, and all of them several hexes.
// rules: YS-MOVE-02, YS-MOVE-05, YS-MOVE-21
#[test]
fn the_board_shows_where_the_animal_goes_that_is_asked_about_and_what_it_costs() {
    let (game, mut position) = arranged(
        r#"
        step = "move"
        [bison]
        at = { M1 = "L15", F1 = "G16" }
        "#,
    );
    let seat = game.status(&position).first().unwrap();
    let shown = scene(&game, &position);
    let steps = |scene: &Scene| -> Vec<(String, bool, String)> {
        let choices = scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        let steps = choices.filter(|choice| choice.notation.starts_with("step "));
        steps.map(|it| (it.moves.clone().unwrap(), it.aside, it.tag.clone())).collect()
    };
    assert!(steps(&shown).iter().all(|(_, aside, tag)| *aside && tag == "1"));
    let ahead = game.ahead(&position, seat);
    let far = |animal: &str, hexes: &str| {
        ahead.iter().any(|step| step.notation.contains(animal) && step.tag == hexes)
    };
    assert!(far("M1", "4") && !far("M1", "5") && far("F1", "3") && !far("F1", "4"));
    play(&game, &mut position, "step M1 L16", &[]);
    let shown = scene(&game, &position);
    for (moves, aside, _) in steps(&shown) {
        assert_eq!(aside, moves != "bison-M1", "{moves}");
    }
    // The herd and what it makes for are one view.
    let seen = shown.outlook.unwrap();
    let goal = marked(&shown, MarkKind::Goal);
    let spots = stage::spots::spots(&shown.ground);
    assert!(!goal.is_empty() && goal.iter().all(|hex| seen.contains(spots[*hex].centre)));
}
