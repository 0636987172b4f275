//! Islands: made by chance within what was asked for, or drawn by hand; and how they scale.

use postal_survival::Round;
use postal_survival::bots::instinct::odds;
use postal_survival::land::map_file::Drawn;
use postal_survival::land::{check_map, house_checks};
use postal_survival::maker::{self, Plan, Shape};
use postal_survival::{Diet, Id, Island, Land, Place, PostalSurvival, Rulings, Terrain};
use std::time::Instant;
use table::{Dice, Log, Rules, Seat, Seed, Setup};
use terrain::Side;

fn made(plan: &Plan, seed: u64) -> Island {
    maker::make(plan, &mut Dice::seeded(Seed::from_number(seed))).unwrap()
}

fn count(island: &Island, terrain: Terrain) -> usize {
    island.land.hexes().filter(|hex| island.terrain(*hex) == terrain).count()
}

// rules: PS-MAP-12, PS-MAP-13, PS-MAP-14, PS-MAP-19, PS-MAP-23, PS-SETUP-13
#[test]
fn the_first_run_has_100_hexes_for_44_players() {
    let mut corpses = 0;
    for seed in 0..60 {
        let island = made(&Plan::first_run(44), seed);
        let shares = Terrain::ALL.map(|terrain| count(&island, terrain));
        assert_eq!((island.land.len(), shares), (100, [12, 18, 40, 30]));
        let mut total = 0;
        for hex in island.land.hexes() {
            let food = island.food(hex);
            match island.terrain(hex) {
                Terrain::Grassland | Terrain::Jungle => assert!((1..=4).contains(&food.most)),
                _ => assert_eq!(food.most, 0),
            }
            assert_eq!(food.meals, food.most);
            assert!(food.corpses <= (island.terrain(hex) == Terrain::Desert) as u32);
            corpses += food.corpses;
            total += food.most;
        }
        assert!((147..=203).contains(&total), "{total}");
    }
    // 60 islands with 18 deserts, a corpse on one in three: 360, within five standard deviations.
    assert!((283..=437).contains(&corpses), "{corpses}");
}

// rules: PS-MAP-01, PS-MAP-12, PS-MAP-13, PS-MAP-14
#[test]
fn a_made_island_is_a_good_map_and_reads_back_as_itself() {
    for seed in 0..20 {
        let map = maker::make_map(Seed::from_number(seed)).unwrap();
        assert!(house_checks(&map).is_empty(), "{:?}", house_checks(&map));
        let file = terrain::Map::parse(&map.to_file()).unwrap();
        let mut dice = Dice::loaded(Vec::new());
        let read = Drawn::read(&file).unwrap().island(&Plan::usual(44), &mut dice);
        let island = made(&Plan::usual(44), seed);
        assert_eq!(read, island, "seed {seed}");
    }
    let small = terrain::Map::parse(include_str!("../data/maps/t1.toml")).unwrap();
    assert!(check_map(&small).is_empty());
    assert!(house_checks(&small)[0].to_string().contains("in the first run 100"));
}

// rules: PS-MAP-01, PS-MAP-23
#[test]
fn islands_of_every_shape_and_size_are_sound() {
    let shapes = [
        Shape::Blob,
        Shape::Round,
        Shape::Long,
        Shape::Ring,
        Shape::Archipelago,
        Shape::Hexagon,
        Shape::Rectangle,
    ];
    for (seed, shape) in shapes.into_iter().enumerate() {
        for players in [2, 12, 44, 100] {
            let archipelago = shape == Shape::Archipelago;
            let shares = if archipelago { [35, 10, 30, 25] } else { [12, 18, 40, 30] };
            let plan = Plan { shape, shares, one_land: !archipelago, ..Plan::first_run(players) };
            let island = made(&plan, seed as u64);
            let hexes = island.land.len();
            // A hexagon has the size nearest to what was asked for.
            let loose = if shape == Shape::Hexagon { 2 } else { 1 };
            assert!(
                hexes * (3 + loose) >= plan.hexes * 3 && hexes * 3 <= plan.hexes * (3 + loose),
                "{shape:?}: {hexes} for {}",
                plan.hexes
            );
            assert!(island.land.place(postal_survival::Hex(0)).column <= 2);
            let rows = island.land.hexes().map(|hex| island.place(hex).row).min();
            assert_eq!(rows, Some(1));
            if plan.one_land {
                assert_eq!(pieces_of_land(&island), 1, "{shape:?}");
            } else {
                assert!(players < 44 || pieces_of_land(&island) > 1);
            }
        }
    }
}

fn pieces_of_land(island: &Island) -> usize {
    let mut seen = vec![false; island.land.len()];
    let mut pieces = 0;
    for start in island.land.hexes().filter(|hex| island.terrain(*hex).is_land()) {
        if seen[start.index()] {
            continue;
        }
        pieces += 1;
        let mut open = vec![start];
        while let Some(hex) = open.pop() {
            if !std::mem::replace(&mut seen[hex.index()], true) {
                open.extend(
                    island.land.neighbours(hex).filter(|next| island.terrain(*next).is_land()),
                );
            }
        }
    }
    pieces
}

// rules: PS-MAP-12
#[test]
fn the_table_of_sizes() {
    for (players, hexes) in [
        (2, 19),
        (8, 19),
        (12, 27),
        (20, 45),
        (44, 100),
        (100, 227),
        (250, 568),
        (500, 1136),
        (1000, 2273),
    ] {
        assert_eq!(Plan::first_run(players).hexes, hexes);
    }
}

// rules: PS-MAP-12, PS-MAP-23
#[test]
fn a_scenario_that_says_nothing_of_its_island_has_the_usual_one() {
    let house = PostalSurvival::house();
    let plan = |scenario: &str, players: u16| {
        let game = PostalSurvival::open(&house, &Setup::new(scenario, players)).unwrap();
        game.choice().plan.clone()
    };
    for (players, hexes) in [(4, 19), (10, 19), (44, 66), (100, 136), (400, 511)] {
        let usual = Plan::usual(players as usize);
        assert_eq!((usual.hexes, usual.shares, usual.meal_die), (hexes, [12, 18, 28, 42], 6));
        assert_eq!(plan("balanced-island", players), usual);
        assert_eq!(plan("first-run", players), Plan::first_run(players as usize));
    }
    let first = &PostalSurvival::catalogue(&house).unwrap().scenarios[0];
    assert_eq!(first.id, "balanced-island");
}

// rules: PS-MAP-23
#[test]
fn settings_that_cannot_be_met_are_refused() {
    let bad = |key: &str, value: &str| {
        let setup = Setup::new("first-run", 10).with(key, value);
        PostalSurvival::open(&PostalSurvival::house(), &setup).err().map(|error| error.to_string())
    };
    assert!(bad("water", "50").unwrap().contains("make it 100"));
    assert!(bad("hexes", "3").unwrap().contains("at least 7"));
    assert!(bad("map", "atlantis").unwrap().contains("t1"));
    let drowned = Setup::new("first-run", 44)
        .with("water", "85")
        .with("desert", "5")
        .with("grass", "5")
        .with("jungle", "5");
    let refused = PostalSurvival::open(&PostalSurvival::house(), &drowned).err().unwrap();
    assert!(refused.to_string().contains("too much water"), "{refused}");
    let nobody = Setup::new("first-run", 4)
        .with("herbivores", "0")
        .with("omnivores", "0")
        .with("carnivores", "0");
    assert!(PostalSurvival::open(&PostalSurvival::house(), &nobody).is_err());
}

#[test]
fn a_drawn_map_with_a_fault_says_where() {
    let drawn = PostalSurvival::house().text("maps/t1.toml").unwrap().replace("GWWJ", "GWXJ");
    let edition = PostalSurvival::house().with("maps/mine.toml", drawn);
    let setup = Setup::new("first-run", 4).with("map", "mine");
    let error = PostalSurvival::open(&edition, &setup).err().unwrap().to_string();
    assert!(error.contains("maps/mine.toml:2"), "{error}");
}

/// An island with so many creatures, two of each species, spread evenly.
fn crowded(creatures: usize) -> Island {
    let mut island = maker::meadow(creatures);
    island.settle((0..creatures / 2).map(|i| (Seat(i as u16), String::new(), Diet::ALL[i % 3])));
    let hexes = island.land.len();
    for slot in 0..creatures / 2 {
        let mut twin = island.creatures[slot];
        island.creatures[slot].hex = postal_survival::Hex((slot * 7919 % hexes) as u32);
        twin.id = island.next_id;
        twin.hex = postal_survival::Hex((slot * 104_729 % hexes) as u32);
        island.add(twin);
    }
    island.round = 1;
    island.count();
    island
}

// rules: PS-SCALE-01, PS-SCALE-02, PS-GEN-06
#[test]
fn twenty_thousand_creatures_take_well_under_two_seconds() {
    let rulings = Rulings::default();
    let (few, many) = (crowded(2_000), crowded(20_000));
    let mut round = Round::new();
    let mut time = |island: &Island, rounds: u64| {
        let start = Instant::now();
        for seed in 0..rounds {
            let mut island = island.clone();
            let mut dice = Dice::seeded(Seed::from_number(seed));
            round.adjudicate(&mut island, &[], &rulings, &mut dice, &mut Log::quiet());
            assert!(island.round == 2);
        }
        start.elapsed().as_secs_f64()
    };
    // The same work each time, in turn and the best of many, so that a busy machine disturbs both alike.
    let (mut small, mut large) = (f64::MAX, f64::MAX);
    for _ in 0..40 {
        (small, large) = (small.min(time(&few, 10)), large.min(time(&many, 1)));
        if large < small * 4.0 {
            break;
        }
    }
    assert!(large < 2.0, "{large}");
    assert!(large < small * 4.0, "{small} {large}");
}

// rules: PS-DICE-03
#[test]
fn every_die_is_kept_with_what_it_was_for() {
    let game =
        PostalSurvival::open(&PostalSurvival::house(), &Setup::new("first-run", 12)).unwrap();
    let mut dice = Dice::for_step(Seed::from_number(3), 1);
    let mut log = Log::new();
    let mut position = game.start(&mut dice, &mut log);
    for seat in table::Seat::first(12) {
        let done = game.lapse(&position, seat);
        game.apply(&mut position, seat, &done, &mut dice, &mut log);
    }
    let setting_up = dice.take_rolls();
    assert!(setting_up.iter().any(|roll| roll.purpose == "diet" && roll.sides == 3));
    for seat in table::Seat::first(12) {
        let done = game.lapse(&position, seat);
        game.apply(&mut position, seat, &done, &mut dice, &mut log);
    }
    let rolls = dice.take_rolls();
    let purposes = ["first gene", "start hex"];
    assert!(
        purposes
            .iter()
            .all(|purpose| rolls.iter().filter(|roll| roll.purpose == *purpose).count() == 12)
    );
    assert!(rolls.iter().all(|roll| roll.face >= 1 && roll.face <= roll.sides));
}

#[test]
fn the_odds_are_those_of_the_dice() {
    assert_eq!([odds(1, 1, 0, 1), odds(2, 1, 0, 1), odds(3, 2, 0, 1)], [416, 578, 471]);
    assert_eq!(
        [odds(1, 1, 1, 1), odds(1, 1, 1, 2), odds(1, 1, 1, 3), odds(1, 1, 2, 1)],
        [583, 416, 277, 722]
    );
}

// rules: PS-DICE-01
#[test]
fn each_block_of_dice_has_its_own_stream() {
    let island = crowded(200);
    let played = |seed: u64, stay: Option<Id>| {
        let mut island = island.clone();
        let mut sheets = vec![postal_survival::Sheet::default(); island.species.len()];
        if let Some(id) = stay {
            let species = island.creature(id).unwrap().species;
            sheets[species.index()].pass = true;
        }
        Round::new().adjudicate(
            &mut island,
            &sheets,
            &Rulings::default(),
            &mut Dice::for_step(Seed::from_number(seed), 9),
            &mut Log::quiet(),
        );
        island
    };
    let (one, two) = (played(1, None), played(1, Some(Id(5))));
    let elsewhere = one
        .creatures
        .iter()
        .zip(&two.creatures)
        .filter(|(a, b)| a.species.index() != 4 && a.hex != b.hex)
        .count();
    assert_eq!(elsewhere, 0);
    assert_ne!(played(2, None), one);
}

// rules: PS-MAP-16, PS-MAP-17, PS-MAP-18
#[test]
fn b7_has_the_neighbours_that_the_die_numbers() {
    let land = Land::try_from(["GGGG"; 9].join("/")).unwrap();
    let hex = |label: &str| land.find(label.parse().unwrap()).unwrap();
    let around: Vec<String> =
        land.neighbours(hex("B7")).map(|next| land.place(next).to_string()).collect();
    assert_eq!(around, ["B6", "C7", "C8", "B8", "A8", "A7"]);
    assert_eq!(land.neighbour(hex("A8"), Side(1)), Some(hex("B7")));
    assert_eq!(land.neighbour(hex("C7"), Side(4)), Some(hex("B7")));
    assert_eq!(land.neighbour(hex("A1"), Side(0)), None);
    assert_eq!("aa12".parse::<Place>().unwrap().to_string(), "AA12");
    assert_eq!("b07".parse::<Place>().unwrap().to_string(), "B7");
    for wrong in ["B", "7", "7B", "ABC1", "B1000", "é7", ""] {
        assert!(wrong.parse::<Place>().is_err(), "{wrong}");
    }
}
