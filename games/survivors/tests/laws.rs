//! Laws of the measured table: what must hold for any points, paths and lists.

use proptest::prelude::*;
use survivors::Survivors;
use survivors::action::{Action, Gait, Stop, Way};
use survivors::event::{DoorWork, Event};
use survivors::geometry::feature::{AreaKind, DoorState, LineKind};
use survivors::geometry::point::{Facing, Point, RING, Vector, isqrt, rdiv};
use survivors::geometry::polygon::{entries, octagon, stretches};
use survivors::geometry::segment::{crosses, meet};
use survivors::geometry::sight::{Disc, view};
use survivors::position::{FOOT, FigureId, Phase, Position, Side, Standing, Step};
use survivors::ways::candidates::{Kind, MOST_CANDIDATES};
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Speech, Viewer};

fn open(scenario: &str, seats: u16) -> (Survivors, Position) {
    let setup = Setup::new(scenario, seats);
    let game = Survivors::open(&Survivors::house(), &setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let mut log = Log::quiet();
    let mut position = game.start(&mut dice, &mut log);
    for _ in 0..seats {
        let seat = game.status(&position).first().unwrap();
        let ready = game.lapse(&position, seat);
        game.apply(&mut position, seat, &ready, &mut dice, &mut log);
    }
    (game, position)
}

/// The game of a scenario at the first Movement decision.
fn moving(scenario: &str, seats: u16) -> (Survivors, Position) {
    let (game, mut position) = open(scenario, seats);
    let mut dice = Dice::seeded(Seed::from_number(2));
    let mut log = Log::quiet();
    while position.step != Step::Phase(Phase::Movement) {
        let seat = game.status(&position).first().unwrap();
        let action = game.lapse(&position, seat);
        game.apply(&mut position, seat, &action, &mut dice, &mut log);
    }
    (game, position)
}

fn spot() -> impl Strategy<Value = Point> {
    (600..35400i32, 600..35400i32).prop_map(|(x, y)| Point::new(x, y))
}

// rules: SV-LOS-11, SV-GEO-04, SV-GEO-25
#[test]
fn sight_is_mutual() {
    for scenario in ["forecourt", "surgery", "mill"] {
        let (game, position) = open(scenario, 2);
        let mut runner = proptest::test_runner::TestRunner::default();
        runner
            .run(&(spot(), spot(), 0..2i8, 0..2i8), |(a, b, la, lb)| {
                let disc = |centre: Point, level: i8| Disc {
                    centre,
                    level: if game.table.has_floor(centre, level) { level } else { 0 },
                    radius: FOOT,
                };
                let (a, b) = (disc(a, la), disc(b, lb));
                let there = view(&game.table, &position.works, &a, &b, std::iter::empty());
                let back = view(&game.table, &position.works, &b, &a, std::iter::empty());
                prop_assert_eq!(there.is_some(), back.is_some());
                Ok(())
            })
            .unwrap();
    }
}

// rules: SV-GEO-15, SV-GEO-19, SV-GEO-20
#[test]
fn a_path_in_two_parts_costs_the_same_as_in_one() {
    let (game, position) = open("forecourt", 2);
    let mut runner = proptest::test_runner::TestRunner::default();
    // Ends a whole number of steps apart, so that the point between lies exactly on the way.
    runner
        .run(&(spot(), -300..300i64, -300..300i64, 1..20i64, 1..20i64), |(p, dx, dy, n, m)| {
            let step = |k: i64| Point::new(p.x + (dx * k) as i32, p.y + (dy * k) as i32);
            let (middle, q) = (step(n), step(n + m));
            let whole = game.table.obstacles(&position.works, 0, p, q);
            let parts = game.table.obstacles(&position.works, 0, p, middle)
                + game.table.obstacles(&position.works, 0, middle, q);
            prop_assert_eq!(whole, parts);
            let length = p.leg(q);
            let sum = p.leg(middle) + middle.leg(q);
            prop_assert!(sum >= length && sum <= length + 1);
            Ok(())
        })
        .unwrap();
}

// rules: SV-GEO-19, SV-TER-19
#[test]
fn a_point_on_a_line_counts_as_the_positive_side() {
    let (a, b) = (Point::new(0, 0), Point::new(0, 10_000));
    let at = |x: i32| Point::new(x, 5000);
    // Left of the way from a to b (west) is the positive side.
    assert!(crosses(at(1000), at(0), a, b) && !crosses(at(-1000), at(0), a, b));
    assert!(crosses(at(0), at(1000), a, b) && !crosses(at(0), at(-1000), a, b));
    assert!(meet(at(1000), at(0), a, b) && meet(at(-1000), at(0), a, b));
    assert!(!crosses(at(500), at(500), a, b));
}

// rules: SV-GEO-20, SV-SMK-02
#[test]
fn an_area_is_entered_each_time_the_way_passes_in() {
    let square = [(0, 0), (4000, 0), (4000, 4000), (0, 4000)].map(|(x, y)| Point::new(x, y));
    let way = |x0: i32, x1: i32| entries(&square, true, Point::new(x0, 2000), Point::new(x1, 2000));
    assert_eq!(
        (way(-1000, 2000), way(2000, 6000), way(-1000, 6000), way(6000, -1000)),
        (1, 0, 1, 1)
    );
    assert_eq!((way(-1000, 0), way(0, 2000)), (1, 0));
    let smoke = octagon(Point::new(10_000, 10_000), 2500);
    assert_eq!(smoke[0], Point::new(12_500, 8965));
    let through = stretches(&smoke, Point::new(0, 10_000), Point::new(20_000, 10_000), 20_000);
    assert_eq!(through.iter().collect::<Vec<_>>(), [(7500, 12_500)]);
}

// rules: SV-GEO-07, SV-GEO-21, SV-GEO-02
#[test]
fn reach_is_half_an_inch_from_the_edge_of_the_base() {
    let (game, mut position) = open("forecourt", 2);
    position.figures[0].at = Point::new(10_000, 3000);
    let reaches =
        |x: i32| game.reaches_point(&position, FigureId::default(), Point::new(x, 3000), 0, None);
    assert!(reaches(11_000) && !reaches(11_001));
    assert!(game.table.bounds.low == Point::new(0, 0), "the origin is the south-west corner");
}

// rules: SV-GEO-13, SV-GEO-25
#[test]
fn facings_and_roundings_are_whole_numbers() {
    let from = Point::new(0, 0);
    assert_eq!(Facing::towards(from, Point::new(12_000, -9000)), Some(Facing { x: 4, y: -3 }));
    assert_eq!((rdiv(7, 2), rdiv(-7, 2), isqrt(15)), (4, -4, 3));
    assert_eq!(Vector::new(3, 4).scaled(5, 2), Vector::new(8, 10));
}

// rules: SV-GEO-03
#[test]
fn a_table_is_24_to_72_inches_a_side() {
    let house = Survivors::house();
    let text = house
        .text("scenarios/forecourt.toml")
        .unwrap()
        .replace("table = [36, 36]", "table = [73, 36]");
    let edition = house.clone().with("scenarios/forecourt.toml", text);
    let error = Survivors::open(&edition, &Setup::new("forecourt", 2)).err().unwrap().to_string();
    assert!(
        error.contains(
            "scenarios/forecourt.toml:4:10: table[1]: 73 is not possible: say inches from 24 to 72"
        ),
        "{error}"
    );
}

// rules: SV-CHR-15, SV-CHR-13
#[test]
fn strength_and_intelligence_have_bounds_and_skills_are_capitals() {
    let house = Survivors::house();
    let text = house.text("archetypes.toml").unwrap().replacen("strength = 5", "strength = 7", 1);
    let edition = house.clone().with("archetypes.toml", text);
    let error = Survivors::open(&edition, &Setup::new("forecourt", 2)).err().unwrap().to_string();
    assert!(
        error.contains("strength: 7 is not possible: say a whole number from 1 to 6"),
        "{error}"
    );
    let (game, position) = open("forecourt", 2);
    let view = game.view(&position, table::Viewer::Referee);
    assert_eq!(view.figures["A2"].skills, ["MARKSMAN"]);
    let scene = game.scene(&view, table::Viewer::Referee, &[], table::Names::NONE);
    let sheets = serde_json::to_string(&scene.panels).unwrap();
    assert!(sheets.contains(", MARKSMAN\"") && !sheets.contains("marksman"), "{sheets}");
}

// rules: SV-CAN-01, SV-CAN-03, SV-CAN-04, SV-CAN-05, SV-CAN-06
#[test]
fn candidates_are_few_sound_and_always_the_same() {
    for (scenario, seats) in
        [("forecourt", 2), ("tollgate", 2), ("surgery", 3), ("strays", 4), ("mill", 2)]
    {
        let (game, position) = moving(scenario, seats);
        let side = position.acting().unwrap();
        for figure in position.ids() {
            if position.figures[figure].side != Some(side) || !position.figures[figure].is_playing()
            {
                continue;
            }
            let list = || {
                let mut list = Vec::new();
                game.candidates(&position, figure, &mut |candidate| list.push(*candidate));
                list
            };
            let first = list();
            assert_eq!(first, list());
            assert!(first.len() > 1 && first.len() <= MOST_CANDIDATES);
            assert_eq!(first[0].kind, Kind::Stay);
            for candidate in &first[1..] {
                let start = game.stop_of(&position, figure);
                let radius = position.figures[figure].radius();
                let walked =
                    game.measure(&position.works, start, candidate.way.stops(), radius).unwrap();
                assert_eq!(
                    (walked.length, walked.obstacles),
                    (candidate.length, candidate.obstacles)
                );
            }
            let mut moves = Vec::new();
            let mut taken = position.clone();
            taken.active = Some(figure);
            game.legal(&taken, game.seat_of(&position, side), &mut moves);
            for action in &moves {
                game.check(&taken, game.seat_of(&position, side), action).unwrap();
            }
        }
    }
}

// rules: SV-CAN-06
#[test]
fn an_enemy_in_reach_can_be_charged() {
    let (game, mut position) = moving("forecourt", 2);
    let side = position.acting().unwrap();
    let figure = position.ids().find(|i| position.figures[*i].side == Some(side)).unwrap();
    let foe = position.ids().find(|i| position.figures[*i].side != Some(side)).unwrap();
    position.figures[figure].at = Point::new(30_000, 4000);
    position.figures[foe].at = Point::new(30_000, 8500);
    let mut charges = 0;
    game.candidates(&position, figure, &mut |candidate| {
        charges += (candidate.charge == foe.bit()) as usize;
    });
    assert!((1..=6).contains(&charges), "{charges}");
}

// rules: SV-CAN-06
#[test]
fn whoever_can_be_charged_is_charged_by_somebody_in_the_list() {
    let mut charged = 0;
    for (scenario, seed) in [("forecourt", 1), ("tollgate", 2), ("surgery", 3), ("quick", 4)] {
        let (game, position) = moving(scenario, 2);
        let (side, mut dice) = (position.acting().unwrap(), Dice::seeded(Seed::from_number(seed)));
        let seat = game.seat_of(&position, side);
        for _ in 0..60 {
            let mut crowded = crowd_together(&game, &position, &mut dice);
            let figure = crowded
                .ids()
                .find(|i| {
                    crowded.figures[*i].side == Some(side) && crowded.figures[*i].is_playing()
                })
                .unwrap();
            crowded.active = Some(figure);
            let mut legal = Vec::new();
            game.legal(&crowded, seat, &mut legal);
            let listed = legal.iter().fold(0, |listed, action| match action {
                Action::Move { charge, .. } => listed | charge,
                _ => listed,
            });
            for (number, foe) in crowded.everybody() {
                let apart = (crowded.figures[figure].radius() + foe.radius() + 10) as i64;
                let can_be_charged = RING.iter().any(|way| {
                    let out = Vector::new(rdiv(way.x * apart, 1000), rdiv(way.y * apart, 1000));
                    let way = Way::to(Stop { at: foe.at + out, level: foe.level });
                    [Gait::Walk, Gait::Run].into_iter().any(|gait| {
                        let (figure, charge, face) = (figure, number.bit(), None);
                        let charge = Action::Move { figure, gait, way, charge, face };
                        game.check(&crowded, seat, &charge).is_ok()
                    })
                });
                charged += can_be_charged as usize;
                assert!(
                    !can_be_charged || number.is_in(listed),
                    "{scenario}: {figure:?} at {:?} may charge {number:?} at {:?}",
                    crowded.figures[figure].at,
                    foe.at
                );
            }
        }
    }
    assert!(charged > 100, "{charged}");
}

/// The same position with everybody on foot somewhere about one place, nobody touching anybody.
fn crowd_together(game: &Survivors, position: &Position, dice: &mut Dice) -> Position {
    let mut crowded = position.clone();
    let high = game.table.bounds.high;
    let mut roll = |most: i32| dice.roll("a place", most as u32) as i32;
    let centre = Point::new(roll(high.x), roll(high.y));
    let mut placed: Vec<Point> =
        position.horses.iter().filter(|horse| horse.is_loose()).map(|horse| horse.at).collect();
    for figure in crowded.figures.iter_mut().filter(|figure| figure.is_playing()) {
        for tries in 1.. {
            let far = 4000 + 100 * tries;
            let at = Point::new(centre.x + roll(2 * far) - far, centre.y + roll(2 * far) - far);
            if game.table.lets_rest(&position.works, 0, at, FOOT)
                && placed.iter().all(|other| other.distance2(at) > 1400 * 1400)
            {
                (figure.at, figure.level, figure.began) = (at, 0, (at, 0));
                placed.push(at);
                break;
            }
        }
    }
    crowded
}

// rules: SV-GEN-11
#[test]
fn the_same_seed_plays_the_same_game() {
    let play = || {
        let (game, mut position) = open("forecourt", 2);
        let mut dice = Dice::seeded(Seed::from_number(9));
        let mut legal = Vec::new();
        for _ in 0..120 {
            let Some(seat) = game.status(&position).first() else {
                break;
            };
            legal.clear();
            game.legal(&position, seat, &mut legal);
            let action = dice.pick("any", &legal).unwrap().clone();
            game.apply(&mut position, seat, &action, &mut dice, &mut Log::quiet());
        }
        position
    };
    assert_eq!(play(), play());
}

#[test]
fn everything_on_the_house_tables_can_be_reached_at_the_promised_cost() {
    // M7 and M11
    for (scenario, seats) in [
        ("forecourt", 2),
        ("barn", 2),
        ("tollgate", 2),
        ("surgery", 3),
        ("strays", 4),
        ("mill", 2),
        ("quick", 2),
        ("duel", 2),
    ] {
        // A table that is laid over the house's own is walked over.
        let house = Survivors::house();
        let path = format!("scenarios/{scenario}.toml");
        let text = house.text(&path).unwrap().to_string();
        let opened = Survivors::open(&house.with(path, text), &Setup::new(scenario, seats));
        assert!(opened.is_ok(), "{scenario}: {:?}", opened.err());
    }
}

#[test]
fn a_crate_behind_water_is_a_fault_of_the_table() {
    let house = Survivors::house();
    let moat = "\n[[area]]\nid = \"W\"\nkind = \"water\"\ncorners = [[3, 16], [12, 16], [12, 17], [3, 17]]\n"
        .to_string()
        + "[[area]]\nid = \"W2\"\nkind = \"water\"\ncorners = [[3, 22], [12, 22], [12, 23], [3, 23]]\n"
        + "[[area]]\nid = \"W3\"\nkind = \"water\"\ncorners = [[3, 16], [4, 16], [4, 23], [3, 23]]\n"
        + "[[area]]\nid = \"W4\"\nkind = \"water\"\ncorners = [[11, 16], [12, 16], [12, 23], [11, 23]]\n";
    let text =
        house.text("scenarios/forecourt.toml").unwrap().replace("symmetry = \"half turn\"\n", "");
    let edition = house.clone().with("scenarios/forecourt.toml", text + &moat);
    let error = Survivors::open(&edition, &Setup::new("forecourt", 2)).err().unwrap().to_string();
    assert!(error.contains("T2 cannot be reached from ZA (M7)"), "{error}");
}

#[test]
fn the_index_of_the_table_changes_nothing() {
    for scenario in ["forecourt", "mill"] {
        let (game, position) = open(scenario, 2);
        let plain = game.table.without_index();
        let mut runner = proptest::test_runner::TestRunner::default();
        runner
            .run(&(spot(), spot()), |(a, b)| {
                let disc = |centre: Point| Disc { centre, level: 0, radius: FOOT };
                let (works, none) = (&position.works, std::iter::empty);
                prop_assert_eq!(
                    view(&game.table, works, &disc(a), &disc(b), none()),
                    view(&plain, works, &disc(a), &disc(b), none())
                );
                prop_assert_eq!(
                    game.table.passes(works, 0, a, b, FOOT, false),
                    plain.passes(works, 0, a, b, FOOT, false)
                );
                prop_assert_eq!(
                    game.table.passes(works, 0, a, b, FOOT, false),
                    match game.table.bars(works, 0, a, b, FOOT, false) {
                        Some(_) => None,
                        None => Some(game.table.obstacles(works, 0, a, b)),
                    }
                );
                prop_assert_eq!(
                    game.table.lets_rest(works, 0, a, FOOT),
                    plain.bars_rest(works, 0, a, FOOT).is_none()
                );
                Ok(())
            })
            .unwrap();
    }
}

#[test]
fn every_feature_kind_has_a_place_in_some_scenario() {
    let mut lines = std::collections::BTreeSet::new();
    let mut areas = std::collections::BTreeSet::new();
    for name in ["forecourt", "barn", "tollgate", "surgery", "strays", "mill"] {
        let (game, _) = open(name, 2);
        lines.extend(game.table.lines.iter().map(|line| format!("{:?}", line.kind)));
        areas.extend(game.table.areas.iter().map(|area| format!("{:?}", area.kind)));
    }
    for kind in [
        LineKind::Wall,
        LineKind::Door,
        LineKind::Window,
        LineKind::LowWall,
        LineKind::Barricade,
        LineKind::Fence,
        LineKind::Hedge,
        LineKind::Wire,
    ] {
        assert!(lines.contains(&format!("{kind:?}")), "{kind:?}");
    }
    for kind in [
        AreaKind::LowSolid,
        AreaKind::Foliage,
        AreaKind::Thicket,
        AreaKind::Rubble,
        AreaKind::Water,
        AreaKind::Ditch,
    ] {
        assert!(areas.contains(&format!("{kind:?}")), "{kind:?}");
    }
}

#[test]
fn sides_alternate_seats_in_the_second_half_only() {
    let (game, mut position) = open("forecourt", 2);
    assert_eq!(game.seat_of(&position, Side::default()), Seat(0));
    position.half = 1;
    assert_eq!(game.seat_of(&position, Side::default()), Seat(1));
}

/// The number at a point counts the fence on the way there.
// rules: SV-ACT-08, SV-MOV-06
#[test]
fn a_fence_costs_what_the_board_says() {
    let (game, mut position) = moving("forecourt", 2);
    let figure = FigureId::new(0);
    (position.figures[figure].at, position.active) = (Point::new(6000, 8000), Some(figure));
    let over = Way::to(Stop { at: Point::new(6000, 11000), level: 0 });
    let walk = Action::Move { figure, gait: Gait::Walk, way: over, charge: 0, face: None };
    let viewer = Viewer::Seat(Seat(0));
    let scene = game.scene(&game.view(&position, viewer), viewer, &[walk], Names::NONE);
    assert_eq!(scene.prompt.unwrap().choices[0].tag, "0");
}

/// The board shows how far the active figure goes, names what lies about, and lets it go any way and look anywhere.
// rules: SV-MOV-01, SV-MOV-07, SV-MOV-17
#[test]
fn the_board_shows_how_far_one_goes_and_asks_where_one_looks() {
    let (game, mut position) = moving("forecourt", 2);
    let (figure, seat) = (FigureId::new(0), Seat(0));
    (position.figures[figure].at, position.active) = (Point::new(6000, 6000), Some(figure));
    let mut legal = Vec::new();
    game.legal(&position, seat, &mut legal);
    let viewer = Viewer::Seat(seat);
    let scene = game.scene(&game.view(&position, viewer), viewer, &legal, Names::NONE);
    let labels: Vec<&str> = scene.traces.iter().map(|trace| trace.label.as_str()).collect();
    let shown = ["6\" · 0 left", "4\" · 1 left", "run 12\"", "closed"];
    for shown in shown {
        assert!(labels.contains(&shown), "{shown} is not among {labels:?}");
    }
    // Who moves is not shown what matters to who fires.
    assert!(!labels.iter().any(|label| label.starts_with("range ")), "{labels:?}");
    let [stage::Field::Plane(field)] = scene.ground.fields.as_slice() else { panic!("a plane") };
    for word in ["rubble", "hedge", "kiosk"] {
        assert!(field.areas.iter().any(|area| area.label.contains(word)), "{word} has no label");
    }
    let free = scene.prompt.unwrap().free;
    let walk = free.iter().find(|free| free.label == "Walk").unwrap();
    let line = walk.line(&["7,6", "8,7"], Some("8,20"));
    let action = game.parse(&position, seat, &line).unwrap();
    game.check(&position, seat, &action).unwrap();
    let (mut dice, mut log) = (table::Dice::loaded(Vec::new()), table::Log::quiet());
    game.apply(&mut position, seat, &action, &mut dice, &mut log);
    let facing = position.figures[figure].facing;
    assert_eq!(
        (position.figures[figure].at, facing.x, facing.y > 0),
        (Point::new(8000, 7000), 0, true)
    );
}

/// An upper floor lies beside the table: who stands there is drawn there, and a point of it is a point to go to and
/// to measure to. Whoever shows no floors gets all of it on the table.
// rules: SV-TER-16, SV-TER-17, SV-MOV-20
#[test]
fn upper_floors_are_beside_the_table() {
    let (game, mut position) = moving("surgery", 2);
    let seat = game.status(&position).first().unwrap();
    let side = game.side_of(&position, seat).unwrap();
    let own = |(_, figure): &(FigureId, &survivors::position::Figure)| figure.side == Some(side);
    let (figure, _) = position.everybody().find(own).unwrap();
    let stairs = &game.table.stairs[0];
    (position.figures[figure].at, position.figures[figure].level) = (stairs.head, 1);
    position.active = Some(figure);
    let (mut legal, viewer) = (Vec::new(), Viewer::Seat(seat));
    game.legal(&position, seat, &mut legal);
    let scene = game.scene(&game.view(&position, viewer), viewer, &legal, Names::NONE);
    let plane = scene.ground.fields[0].plane().unwrap().clone();
    let id = game.figure_id(figure);
    let drawn = |scene: &stage::Scene| match &scene.pieces.iter().find(|it| it.id == id).unwrap().at
    {
        stage::At::Point(at) => *at,
        stage::At::Place(_) => panic!("a figure stands at a point"),
    };
    let head = stage::Point::new(stairs.head.x, plane.rect.height - stairs.head.y);
    assert!(!plane.rect.contains(drawn(&scene)), "{id} is drawn on the ground");
    assert_eq!(plane.on_table(drawn(&scene)), (head, 1));
    let walks = |scene: &stage::Scene| {
        let free = scene.prompt.as_ref().unwrap().free.iter();
        free.map(|free| free.notation.clone()).filter(|line| line.starts_with("walk")).collect()
    };
    let any: Vec<String> = walks(&scene);
    assert_eq!(any, [format!("walk {id} {{at}}")]);
    let beside = stage::Target::Point(drawn(&scene).moved(900, 0));
    let from = stage::Target::Piece(id.to_string());
    let measured = game.gauge(&position, viewer, &from, Some(&beside)).unwrap();
    assert!(measured.words.starts_with("0\" apart"), "{}", measured.words);
    let flat = scene.flat();
    assert_eq!(drawn(&flat), head);
    let any: Vec<String> = walks(&flat);
    assert_eq!(any, [format!("walk {id} {{at}}"), format!("walk {id} {{at}},1")]);
}

/// The fallen and prisoners look unlike those who fight, and a prisoner is called one.
#[test]
fn the_fallen_and_prisoners_are_told_from_the_living() {
    let (game, mut position) = moving("forecourt", 2);
    let (fallen, taken) = (FigureId::new(0), FigureId::new(1));
    position.figures[fallen].standing = Standing::Down;
    position.figures[taken].standing = Standing::Captive { by: Side::new(1) };
    let scene = game.scene(&game.view(&position, Viewer::Table), Viewer::Table, &[], Names::NONE);
    let piece = |figure| {
        let id = game.figure_id(figure);
        scene.pieces.iter().find(|piece| piece.id == id).unwrap()
    };
    assert_eq!(piece(fallen).symbol, Some(stage::Symbol::Skull));
    let taken = piece(taken);
    let bars = |(symbol, _): &(stage::Symbol, String)| *symbol == stage::Symbol::Bars;
    assert!(taken.badges.iter().any(bars), "{:?}", taken.badges);
    assert!(taken.description.contains("prisoner of B"), "{}", taken.description);
}

/// Places to start at are told apart by their words.
#[test]
fn no_two_places_to_start_are_called_the_same() {
    for scenario in ["forecourt", "surgery"] {
        let setup = Setup::new(scenario, 2);
        let game = Survivors::open(&Survivors::house(), &setup).unwrap();
        let position = game.start(&mut Dice::seeded(Seed::from_number(1)), &mut Log::quiet());
        let seat = game.status(&position).first().unwrap();
        let (mut legal, viewer) = (Vec::new(), Viewer::Seat(seat));
        game.legal(&position, seat, &mut legal);
        let scene = game.scene(&game.view(&position, viewer), viewer, &legal, Names::NONE);
        let mut labels: Vec<String> =
            scene.prompt.unwrap().choices.into_iter().map(|choice| choice.label).collect();
        let all = labels.len();
        labels.sort();
        labels.dedup();
        assert_eq!(labels.len(), all, "{scenario}: {labels:?}");
    }
}

/// A door that is passed, handled, bolted and forced stands under four rules.
// rules: SV-OBS-07, SV-OBS-09, SV-OBS-10, SV-OBS-11, SV-OBS-12
#[test]
fn each_work_at_a_door_has_its_own_rule() {
    let (game, _) = open("quick", 2);
    let rule = |how| {
        let (figure, state) = (FigureId::new(0), DoorState::Open);
        let told = game.narrate(&Event::Opens { figure, line: 0, state, how }, Names::NONE);
        told.rules[0].0
    };
    let works = [DoorWork::Passed, DoorWork::Handled, DoorWork::Bolted, DoorWork::Forced];
    let rules = ["SV-OBS-07", "SV-OBS-09", "SV-OBS-10", "SV-OBS-11"];
    assert_eq!(works.map(rule), rules);
    assert_eq!(rule(DoorWork::Broken), "SV-OBS-12");
}

/// Points on the way to a goal are the farthest for so many inches, and none lies a thousandth beyond, where it would
/// cost an action more.
// rules: SV-CAN-01, SV-GEO-15, SV-ACT-08
#[test]
fn no_point_on_the_way_lies_a_thousandth_beyond_its_budget() {
    let mut exact = 0;
    for scenario in ["forecourt", "quick", "duel", "surgery"] {
        let (game, mut position) = moving(scenario, 2);
        for number in 0..5 {
            for (x, y) in [(0, 0), (137, 411), (523, 89), (311, 277)] {
                let figure = FigureId::new(number);
                let start = position.figures[figure].at;
                position.figures[figure].at = Point::new(start.x + x, start.y + y);
                game.candidates(&position, figure, &mut |candidate| {
                    let over = candidate.length % 1000;
                    let near = candidate.kind == Kind::Progress;
                    let whole = [1, 2, 4, 6, 12].contains(&(candidate.length / 1000));
                    assert!(
                        !(near && whole && (1..=2).contains(&over)),
                        "{scenario}: {} mils to {:?}",
                        candidate.length,
                        candidate.stop
                    );
                    exact += u32::from(near && over == 0);
                });
                position.figures[figure].at = start;
            }
        }
    }
    assert!(exact > 20, "hardly any way was cut to its inches: {exact}");
}
