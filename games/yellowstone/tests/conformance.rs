//! Yellowstone keeps every promise of the contract.

use table::conformance::end_in_time;
use table::{Dice, Edition, Log, Match, OptionKind, Record, Rules, Seat, Seed, Setup};
use yellowstone::{Action, Hex, Position, Range, Season, Yellowstone};

/// Every scenario with every number of seats.
fn scenarios() -> Vec<Setup> {
    let catalogue = Yellowstone::catalogue(&Yellowstone::house()).unwrap();
    let mut setups = Vec::new();
    for scenario in catalogue.scenarios {
        for seats in scenario.seats() {
            setups.push(Setup::new(&scenario.id, seats));
        }
    }
    setups
}

/// Every value of every option that is not its default, one at a time.
fn options() -> Vec<(String, String)> {
    let catalogue = Yellowstone::catalogue(&Yellowstone::house()).unwrap();
    let mut values = Vec::new();
    for option in catalogue.options {
        let words: Vec<String> = match option.kind {
            OptionKind::Flag => vec!["on".into(), "off".into()],
            OptionKind::Choice(words) => words,
            OptionKind::Number(..) => Vec::new(),
        };
        let others = words.into_iter().filter(|word| *word != option.default);
        values.extend(others.map(|word| (option.key.clone(), word)));
    }
    values
}

/// Steps of a herd's animals towards the range of the season, else whatever leads on.
fn homeward(game: &Yellowstone, position: &Position, legal: &[Action], dice: &mut Dice) -> usize {
    let range = match position.season {
        Season::Fall => Range::Winter,
        _ => Range::Summer,
    };
    let Some(species) = position.acting().species else {
        return dice.roll("any", legal.len() as u32) as usize - 1;
    };
    let occupied = position.occupied();
    let free: Vec<Hex> =
        game.park.range(species, range).iter().copied().filter(|hex| !occupied.has(*hex)).collect();
    let steps = game.park.steps_from(species, &free);
    let far = |hex: Hex| steps[hex.index()].unwrap_or(99) as i32;
    let inside = |hex: Hex| game.park.on_range(species, range, hex);
    let gain = |action: &Action| match action {
        Action::Step(animal, hex) => {
            let from = position.acting().at(*animal).filter(|from| !inside(*from));
            from.map_or(-1, |from| 2 * (far(from) - far(*hex)))
        }
        Action::Decline | Action::Confirm => 1,
        Action::Unplace(_) => -1,
        _ => 0,
    };
    let most = legal.iter().map(gain).max().unwrap_or(0);
    let best: Vec<usize> = (0..legal.len()).filter(|i| gain(&legal[*i]) == most).collect();
    dice.pick("homeward", &best).copied().unwrap_or(0)
}

/// A finished game in which everybody heads for the right range.
fn recorded(edition: &Edition, setup: &Setup, seed: u64) -> Match<Yellowstone> {
    let mut game =
        Match::<Yellowstone>::start(edition.clone(), setup, Seed::from_number(seed)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(!seed));
    while let Some(seat) = game.status().first() {
        let mut legal = Vec::new();
        game.game().legal(game.position(), seat, &mut legal);
        let chosen = homeward(game.game(), game.position(), &legal, &mut dice);
        game.act(seat, &legal[chosen]).unwrap();
    }
    game
}

table::conformance_tests!(Yellowstone, |suite| {
    suite.patience = 2_000;
    suite.records.push(wiped_out().record(true).to_string());
});

/// A game without survivors, in an edition in which a herd is one Female and every Spring event
/// injures her: in the house edition herds are too hardy.
fn wiped_out() -> Match<Yellowstone> {
    let house = Yellowstone::house();
    let scenario = house.text("scenarios/standard.toml").unwrap();
    let scenario = format!("start = {{ males = 0, females = 1, young = 0 }}\n{scenario}");
    let chart = house.text("charts/spring.toml").unwrap().lines().map(|line| {
        let effect = line.starts_with("effects");
        if effect { "effects = [\"injure any\"]\n".to_string() } else { format!("{line}\n") }
    });
    let chart: String = chart.collect();
    let edition = Yellowstone::house()
        .with("scenarios/standard.toml", scenario)
        .with("charts/spring.toml", chart);
    let setup = Setup::new("standard", 2).with("quick_placement", "on");
    let game = recorded(&edition, &setup, 1);
    assert_eq!(game.status().outcome().unwrap().reason, "wiped_out");
    game
}

// rules: YS-GEN-06
#[test]
fn a_game_is_replayed_exactly_from_its_record() {
    let game = recorded(&Yellowstone::house(), &Setup::new("standard", 4), 5);
    let record = Record::parse(&game.record(true).to_string()).unwrap();
    let replay = Match::<Yellowstone>::replay(&record).unwrap();
    assert!(replay.divergence.is_none(), "{:?}", replay.divergence);
    assert_eq!(replay.game.position(), game.position());
    let again = recorded(&Yellowstone::house(), &Setup::new("standard", 4), 5);
    assert_eq!(again.record(true), game.record(true));
}

// rules: YS-STALL-09
#[test]
fn random_games_end_in_time_and_conserve_animals_and_counters() {
    let house = Yellowstone::house();
    for setup in scenarios() {
        end_in_time::<Yellowstone>(&house, &setup, 3, 100).unwrap();
    }
    for (i, (key, value)) in options().into_iter().enumerate() {
        let setup = Setup::new("standard", 2 + i as u16 % 3).with(key, value);
        end_in_time::<Yellowstone>(&house, &setup, 2, 200).unwrap();
    }
}

/// The view of a seat, told apart from what it hides, over a whole game.
#[test]
fn nobody_sees_what_another_has_found() {
    let game = Yellowstone::open(&Yellowstone::house(), &Setup::new("standard", 3)).unwrap();
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(3)), Log::quiet());
    let mut position = game.start(&mut dice, &mut log);
    let mut held = 0;
    while let Some(seat) = game.status(&position).first() {
        let mut legal = Vec::new();
        game.legal(&position, seat, &mut legal);
        let chosen = homeward(&game, &position, &legal, &mut dice);
        game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
        if position.season == Season::Winter {
            break;
        }
        for viewer in Seat::first(3) {
            let view = game.view(&position, table::Viewer::Seat(viewer));
            for place in game.places() {
                let herd = view.position().herd(place);
                assert_eq!(herd.chip_count(), position.herd(place).chip_count());
                if game.owner(place) != viewer {
                    held += usize::from(herd.chip_count());
                    assert!(herd.chips.each().skip(1).all(|(_, count)| count == 0));
                }
            }
        }
    }
    assert!(held > 0);
}
