//! Whatever comes from outside is read or refused, never fatal: notation, maps, scenarios, cases and
//! records, damaged at random, for every game on the shelf.
//! `OVERWINTER_LINES=10000000 cargo test --release -p overwinter hostile_input::many -- --nocapture` writes ten million
//! lines of notation.

use proptest::prelude::*;
use shelf::{Shelved, shelf};
use table::case::Case;
use table::{AnyMatch, Dice, Record, Seat, Seed, Setup, Status};
use terrain::Map;

fn cases() -> ProptestConfig {
    let rng_seed = proptest::test_runner::RngSeed::Fixed(7);
    ProptestConfig { cases: 64, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// Damage to a text: at a place (in thousandths of its length), so much is replaced by that.
fn damage() -> impl Strategy<Value = (usize, usize, String)> {
    let replacement = prop_oneof![
        Just(String::new()),
        "[ -~]{1,12}",
        "\\PC{1,6}",
        Just("\"".to_string()),
        Just("[[".to_string()),
        Just("-1".to_string()),
        Just("99999999999999999999".to_string()),
        Just("\n".to_string()),
    ];
    (0..1000usize, 0..40usize, replacement)
}

fn damaged(text: &str, damages: &[(usize, usize, String)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, length, replacement) in damages {
        let from = place * letters.len() / 1000;
        let to = (from + length).min(letters.len());
        letters.splice(from..to, replacement.chars());
    }
    letters.into_iter().collect()
}

fn started(shelved: &Shelved, number: u64) -> Box<dyn AnyMatch> {
    let game = shelved.game.as_ref();
    let catalogue = game.catalogue(&game.house()).unwrap();
    let scenario = &catalogue.scenarios[number as usize % catalogue.scenarios.len()];
    let setup = Setup::new(&scenario.id, scenario.min_seats);
    game.start(game.house(), &setup, Seed::from_number(number)).unwrap()
}

/// Lets random players go on for some decisions.
fn wander(game: &mut dyn AnyMatch, decisions: usize, number: u64) {
    let mut dice = Dice::seeded(Seed::from_number(number));
    for _ in 0..decisions {
        let Some(seat) = game.status().first() else { return };
        game.ask(seat, "random", &mut dice).unwrap();
    }
}

/// What nobody would write at a table.
const ODD: [&str; 16] = [
    "",
    " ",
    "-1",
    "0",
    "65536",
    "99999999999999999999",
    "\u{202e}",
    "\0",
    "é",
    "\u{1f43a}",
    "(",
    "\"",
    "→",
    ",",
    "A0",
    "to to to",
];

/// A line made of lines that are legal or were, with parts lost, doubled, swapped or replaced.
fn hostile(known: &[String], any: &mut impl FnMut(usize) -> usize) -> String {
    let mut words: Vec<String> = Vec::new();
    for _ in 0..1 + any(2) {
        let line = known.get(any(known.len().max(1))).map_or("", String::as_str);
        words.extend(line.split(' ').map(String::from));
    }
    for _ in 0..any(4) {
        let place = any(words.len());
        let odd = ODD[any(ODD.len())].to_string();
        match any(7) {
            0 => drop(words.remove(place)),
            1 => words.insert(place, odd),
            2 => words[place] = odd,
            3 => words.insert(place, words[place].clone()),
            4 => words[place].push_str(&odd),
            5 => words.swap(place, 0),
            _ => {
                let letters = words[place].chars().count();
                words[place] = words[place].chars().skip(any(letters + 1)).collect();
            }
        }
        if words.is_empty() {
            words.push(String::new());
        }
    }
    words.join(" ")
}

/// A line is taken or refused with a reason, and a refusal leaves the game as it was. The game goes on between, so that
/// all its questions are asked.
#[test]
fn many_hostile_lines_of_notation_are_read_or_refused() {
    let lines = std::env::var("OVERWINTER_LINES").ok().and_then(|text| text.parse().ok());
    let lines: usize = lines.unwrap_or(60_000);
    let shelf = shelf();
    let (mut written, mut taken, mut games, mut told) = (0, 0, 0, 0);
    let began = std::time::Instant::now();
    let mut random = 42u64;
    let mut any = |below: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % below.max(1)
    };
    for number in 0.. {
        if written >= lines {
            break;
        }
        if written >= told + lines.div_ceil(20) {
            told = written;
            println!("{written} of {lines} lines in {games} games after {:?}", began.elapsed());
        }
        let shelved = &shelf[number as usize % shelf.len()];
        let mut game = started(shelved, number / shelf.len() as u64);
        let mut known: Vec<String> = Vec::new();
        games += 1;
        for _ in 0..30 {
            let Status::Deciding(seats) = game.status() else { break };
            let seats: Vec<Seat> = seats.iter().collect();
            let seat = seats[any(seats.len())];
            known.extend(game.legal(seat).into_iter().take(20));
            known.drain(..known.len().saturating_sub(100));
            let (len, digest) = (game.len(), game.digest());
            let view = game.view(table::Viewer::Referee);
            let mut moved = false;
            for _ in 0..60 {
                let line = hostile(&known, &mut any);
                written += 1;
                match game.act(seat, &line) {
                    Ok(notation) => {
                        assert!(!notation.is_empty() && game.len() == len + 1, "{line}");
                        (moved, taken) = (true, taken + 1);
                        break;
                    }
                    Err(not_done) => assert!(!not_done.to_string().is_empty(), "{line}"),
                }
            }
            if !moved {
                assert_eq!((game.len(), game.digest()), (len, digest));
                assert_eq!(game.view(table::Viewer::Referee), view, "{}", shelved.game.id());
                wander(game.as_mut(), 1, number);
            }
        }
    }
    println!(
        "{written} hostile lines in {games} games of {} kinds, {taken} of them taken, after {:?}",
        shelf.len(),
        began.elapsed()
    );
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn notation(number in 0..1000u64, decisions in 0..40usize, noise in "\\PC{0,40}", damages in prop::collection::vec(damage(), 0..3)) {
        for shelved in shelf() {
            let mut game = started(&shelved, number);
            wander(game.as_mut(), decisions, number);
            let Status::Deciding(seats) = game.status() else { continue };
            for seat in seats.iter().take(4) {
                let legal = game.legal(seat);
                let line = legal.first().map(|line| damaged(line, &damages)).unwrap_or_default();
                for line in [&noise, &line] {
                    let before = (game.len(), game.view(table::Viewer::Referee));
                    match game.act(seat, line) {
                        // An action that was taken must have been on offer, in this or another spelling.
                        Ok(taken) => prop_assert!(!taken.is_empty()),
                        Err(not_done) => {
                            prop_assert!(!not_done.to_string().is_empty());
                            prop_assert_eq!(before, (game.len(), game.view(table::Viewer::Referee)));
                        }
                    }
                }
            }
            prop_assert!(game.act(Seat(9999), "stay").is_err());
        }
    }

    #[test]
    fn records(number in 0..1000u64, damages in prop::collection::vec(damage(), 1..4)) {
        for shelved in shelf() {
            let mut game = started(&shelved, number);
            wander(game.as_mut(), 15, number);
            let text = game.record(true).to_string();
            match Record::parse(&damaged(&text, &damages)) {
                Err(fault) => prop_assert!(fault.at.is_some(), "{fault}"),
                // What can be read is followed as far as it agrees, or refused with a reason.
                Ok(record) if record.game == shelved.game.id() => {
                    match shelved.game.replay(&record, usize::MAX) {
                        Ok(replay) => prop_assert!(replay.divergence.is_none_or(|found| !found.why.is_empty())),
                        Err(error) => prop_assert!(!error.0.is_empty()),
                    }
                }
                Ok(_) => {}
            }
        }
    }

    #[test]
    fn scenarios(number in 0..1000usize, damages in prop::collection::vec(damage(), 1..4)) {
        for shelved in shelf() {
            let game = shelved.game.as_ref();
            let house = game.house();
            let names: Vec<String> = house.names_in("scenarios").iter().map(ToString::to_string).collect();
            if names.is_empty() {
                continue;
            }
            let name = &names[number % names.len()];
            let text = house.text(&format!("scenarios/{name}.toml")).unwrap().to_string();
            let edition = house.with("scenarios/mine.toml", damaged(&text, &damages));
            match game.catalogue(&edition) {
                Err(error) => prop_assert!(error.0.iter().all(|fault| !fault.problem.is_empty())),
                Ok(catalogue) => {
                    let seats = catalogue.scenarios.iter().find(|scenario| scenario.id == "mine").map_or(1, |scenario| scenario.min_seats);
                    if let Ok(mut game) = game.start(edition, &Setup::new("mine", seats), Seed::from_number(1)) {
                        wander(game.as_mut(), 60, 1);
                    }
                }
            }
        }
    }

    #[test]
    fn rule_cases(number in 0..1000usize, damages in prop::collection::vec(damage(), 1..4)) {
        for shelved in shelf() {
            let cases = shelved.game.cases();
            if cases.is_empty() {
                continue;
            }
            let (file, text) = cases[number % cases.len()];
            if let Ok(cases) = Case::parse(file, &damaged(text, &damages)) {
                for case in cases.iter().filter(|case| case.game == shelved.game.id()) {
                    shelved.game.judge(case, &shelved.game.house());
                }
            }
        }
    }

    #[test]
    fn maps(number in 0..1000usize, damages in prop::collection::vec(damage(), 1..4)) {
        for shelved in shelf() {
            let house = shelved.game.house();
            let Some(tools) = &shelved.maps else { continue };
            let names: Vec<String> = house.names_in("maps").iter().map(ToString::to_string).collect();
            if names.is_empty() {
                continue;
            }
            let text = house.text(&format!("maps/{}.toml", names[number % names.len()])).unwrap().to_string();
            match Map::parse(&damaged(&text, &damages)) {
                Err(errors) => prop_assert!(!errors.is_empty()),
                Ok(map) => {
                    (tools.check)(&map);
                    (tools.house)(&map);
                    stage::hexmap::field_of(&map, &(tools.look)());
                }
            }
        }
    }
}
