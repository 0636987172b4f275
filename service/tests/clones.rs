//! Cloned games: what a player does not know is drawn anew, and everything that the server then tells that player and
//! the public is the same, byte by byte. Some clones are drawn from the position and go on from there; others are played
//! from the start, with a decision of another player's that nobody knows of, and have their whole story.
//! `OVERWINTER_CLONES=1000 cargo test -p service clones::` clones a thousand
//! games, and says whether the times of the answers tell one from the other.

use crate::house::{Guest, House, quick, without_id};
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use table::{AnyMatch, Dice, Match, Seat, Seed, Setup, Speech, Status, Viewer};
use tempfile::TempDir;

/// The steps of a game: seat, decision and digest.
type Steps = Vec<(u16, String, String)>;

/// A game as it stands, and as it may stand for all that the first seat knows.
struct Twins {
    table: String,
    steps: Steps,
    other_steps: Steps,
    /// Whether the clone was played from the start, so that its steps can be taken again.
    whole: bool,
    deciding: String,
    truth: Vec<u8>,
    other: Vec<u8>,
    /// What the first seat may decide; empty if it is not asked.
    legal: Vec<String>,
}

fn any(random: &mut u64, below: usize) -> usize {
    *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*random >> 33) as usize % below.max(1)
}

/// Plays so many random decisions; nothing if the game ends before.
fn twins<G: Speech>(
    table: &str,
    setup: &Setup,
    seed: Seed,
    most: usize,
    random: &mut u64,
) -> Option<Twins> {
    let mut game = Match::<G>::start(G::house(), setup, seed).unwrap();
    let mut steps = Vec::new();
    while steps.len() < most {
        let Status::Deciding(deciding) = game.status() else { return None };
        let seats: Vec<Seat> = deciding.iter().collect();
        let seat = seats[any(random, seats.len())];
        let mut legal = Vec::new();
        game.game().legal(game.position(), seat, &mut legal);
        legal.retain(|action| !game.game().gives_up(action));
        let action = legal.get(any(random, legal.len()))?.clone();
        let line = game.game().notation(&action);
        game.act(seat, &action).ok()?;
        steps.push((seat.0, line, game.last_digest()));
    }
    let Status::Deciding(deciding) = game.status() else { return None };
    let mut dice = Dice::seeded(Seed::from_number(any(random, usize::MAX) as u64));
    let other = game.game().resample(game.position(), Seat(0), &mut dice);
    let mut legal = Vec::new();
    if deciding.has(Seat(0)) {
        game.game().legal(game.position(), Seat(0), &mut legal);
    }
    let words: Vec<String> = deciding.iter().map(|seat| seat.0.to_string()).collect();
    let mut other_steps = steps.clone();
    other_steps.last_mut()?.2 = table::digest(&other);
    Some(Twins {
        table: table.to_string(),
        steps,
        other_steps,
        whole: false,
        deciding: words.join(" "),
        truth: game.snapshot(),
        other: postcard::to_allocvec(&other).unwrap(),
        legal: legal.iter().map(|action| game.game().notation(action)).collect(),
    })
}

/// What the first seat and the public are told of a game by its rules, and who must decide.
fn told(game: &dyn AnyMatch) -> (Vec<Value>, String) {
    let viewers = [Viewer::Seat(Seat(0)), Viewer::Table];
    let known = viewers.map(|viewer| {
        let story: Vec<String> = game.log(viewer, 0).into_iter().map(|line| line.text).collect();
        json!([game.view(viewer), story, game.known_steps(viewer).len()])
    });
    (known.to_vec(), format!("{:?} {:?}", game.status(), game.legal(Seat(0))))
}

/// A decision that does not end anything.
fn any_line(game: &dyn AnyMatch, seat: Seat, random: &mut u64) -> Option<String> {
    let mut legal = game.legal(seat);
    legal.retain(|line| !["resign", "concede"].contains(&line.as_str()));
    (!legal.is_empty()).then(|| legal.swap_remove(any(random, legal.len())))
}

/// A game and its steps.
type Played = (Box<dyn AnyMatch>, Steps);

/// A game after some decisions.
fn played(start: &dyn Fn() -> Box<dyn AnyMatch>, lines: &[(Seat, String)]) -> Option<Played> {
    let mut game = (start(), Vec::new());
    lines.iter().try_for_each(|(seat, line)| decide(&mut game, *seat, line))?;
    Some(game)
}

fn decide((game, steps): &mut Played, seat: Seat, line: &str) -> Option<()> {
    let taken = game.act(seat, line).ok()?;
    steps.push((seat.0, taken, game.digest()));
    Some(())
}

/// How many decisions of others are looked at until one is found of which nobody knows.
const MOST_TRIED: usize = 6;

/// Plays random decisions until another than the first seat decides something in secret, and the same game with another
/// decision in its place; then both go on alike for as long as nobody can tell them apart.
fn secret_twins(
    start: &dyn Fn() -> Box<dyn AnyMatch>,
    table: &str,
    least: usize,
    random: &mut u64,
) -> Option<Twins> {
    let (mut game, mut lines) = (start(), Vec::new());
    let deciding = |game: &dyn AnyMatch| match game.status() {
        Status::Deciding(deciding) => deciding.iter().collect::<Vec<Seat>>(),
        Status::Over(_) => Vec::new(),
    };
    let mut tried = 0;
    while lines.len() < least + 60 && tried < MOST_TRIED {
        let seats = deciding(game.as_ref());
        let seat = *seats.get(any(random, seats.len()))?;
        let line = any_line(game.as_ref(), seat, random)?;
        let other = any_line(game.as_ref(), seat, random)?;
        let before = lines.clone();
        game.act(seat, &line).ok()?;
        lines.push((seat, line));
        if seat == Seat(0) || lines.len() < least {
            continue;
        }
        tried += 1;
        let Some(mut clone) = played(start, &before) else { continue };
        if decide(&mut clone, seat, &other).is_none()
            || clone.0.digest() == game.digest()
            || told(clone.0.as_ref()) != told(game.as_ref())
        {
            continue;
        }
        let mut truth = played(start, &lines)?;
        for _ in 0..any(random, 8) {
            let (mut further, mut alike) = (played(start, &lines)?, None);
            let seats = deciding(further.0.as_ref());
            let Some(seat) = seats.get(any(random, seats.len())).copied() else { break };
            let Some(line) = any_line(further.0.as_ref(), seat, random) else { break };
            let others: Vec<(Seat, String)> =
                clone.1.iter().map(|(seat, line, _)| (Seat(*seat), line.clone())).collect();
            if decide(&mut further, seat, &line).is_some() {
                alike = played(start, &others)
                    .and_then(|mut clone| decide(&mut clone, seat, &line).map(|()| clone))
                    .filter(|clone| told(clone.0.as_ref()) == told(further.0.as_ref()));
            }
            let Some(alike) = alike else { break };
            lines.push((seat, line));
            (truth, clone) = (further, alike);
        }
        let seats = deciding(truth.0.as_ref());
        let words: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
        let legal = if seats.contains(&Seat(0)) { truth.0.legal(Seat(0)) } else { Vec::new() };
        return (!seats.is_empty()).then(|| Twins {
            table: table.to_string(),
            whole: true,
            deciding: words.join(" "),
            truth: truth.0.snapshot(),
            other: clone.0.snapshot(),
            steps: truth.1,
            other_steps: clone.1,
            legal,
        });
    }
    None
}

/// Options and what they are set to.
type Options = &'static [(&'static str, &'static str)];

/// Set-ups in which much is hidden.
const SET_UPS: [(&str, &str, Options); 7] = [
    ("outdoor-survival", "pursue-dark", &[]),
    ("postal-survival", "first-run", &[]),
    ("outlive", "convoy", &[]),
    ("survivors", "forecourt", &[]),
    ("yellowstone", "standard", &[]),
    ("survivors", "mill", &[("fog", "on")]),
    ("outdoor-survival", "search-dark", &[]),
];

fn twins_of(game: &str, table: &str, setup: &Setup, seed: Seed, random: &mut u64) -> Option<Twins> {
    let most = 1 + any(random, 60);
    match game {
        "outdoor-survival" => {
            twins::<outdoor_survival::OutdoorSurvival>(table, setup, seed, most, random)
        }
        "postal-survival" => {
            twins::<postal_survival::PostalSurvival>(table, setup, seed, most, random)
        }
        "outlive" => twins::<outlive::Outlive>(table, setup, seed, most, random),
        "survivors" => twins::<survivors::Survivors>(table, setup, seed, most, random),
        "yellowstone" => twins::<yellowstone::Yellowstone>(table, setup, seed, most, random),
        _ => None,
    }
}

/// Writes how a game stands into a store. Where the clone was drawn from a position, its first one is none that the rules
/// know, so that the server takes the last one as it is.
fn lay(store: &Connection, twins: &Twins, truth: bool) {
    let id = &twins.table;
    let steps = if truth { &twins.steps } else { &twins.other_steps };
    let last = steps.len();
    for (number, (seat, action, digest)) in (1..).zip(steps) {
        let sql = "INSERT INTO steps (table_id, step, seat, action, digest, at) \
                   VALUES (?1, ?2, ?3, ?4, ?5, 1)";
        store.execute(sql, params![id, number as i64, seat, action, digest]).unwrap();
    }
    let sql = "UPDATE tables SET steps = ?2, deciding = ?3, told_at = 1, bot_turn = 0, \
               start_digest = CASE WHEN ?4 THEN start_digest ELSE '0000000000000000' END WHERE id = ?1";
    let values = params![id, last as i64, twins.deciding, twins.whole];
    assert_eq!(store.execute(sql, values).unwrap(), 1);
    let position = if truth { &twins.truth } else { &twins.other };
    let sql = "UPDATE positions SET position = ?2 WHERE table_id = ?1";
    assert_eq!(store.execute(sql, params![id, position]).unwrap(), 1);
}

/// An answer, with everything but the date, the id of the request and the address of the server.
fn asked(guest: &Guest, path: &str, token: &str) -> (String, Duration) {
    let mut request = guest.agent.get(guest.url(path)).header("cookie", &guest.cookie);
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let began = Instant::now();
    let mut answer = request.call().unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    let took = began.elapsed();
    let mut head: Vec<String> = answer
        .headers()
        .iter()
        .filter(|(name, _)| name.as_str() != "date")
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    head.sort();
    let text = text.replace(&guest.address.to_string(), "here");
    let told = format!("{} {head:?} {text}", answer.status());
    (without_id(&told, answer.headers()), took)
}

fn escaped(line: &str) -> String {
    line.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// What a guest can ask for at a table.
fn paths(table: &str, word: &str, frame: &Value, legal: &[String]) -> Vec<String> {
    let t = format!("/t/{table}");
    let mut paths: Vec<String> = ["", "/story", "/replay", "/desk", "/report/1", "/at/1", "/at/0"]
        .iter()
        .map(|path| format!("{t}{path}?as={word}"))
        .collect();
    for question in ["describe", "where", "around", "board", "pieces", "sheet", "choices", "last"] {
        paths.push(format!("{t}/words?as={word}&line={question}"));
    }
    let set = frame["set"].as_object().unwrap();
    for panel in set["panels"].as_array().into_iter().flatten() {
        let id = panel["id"].as_str().unwrap_or_default();
        paths.push(format!("{t}/panel/{}?as={word}", escaped(id)));
    }
    let pieces: Vec<&str> = set.keys().filter_map(|name| name.strip_prefix("piece/")).collect();
    for pair in pieces.chunks(2).take(4) {
        let [from, to] = pair else { continue };
        let (from, to) = (escaped(from), escaped(to));
        paths.push(format!("{t}/measure?as={word}&from=piece:{from}&to=piece:{to}"));
    }
    let hostile = ["attack everybody", "peek 1", "go A1", "take all", "move 1", "", "shoot B1"];
    let lines = legal.iter().map(String::as_str).take(6).chain(hostile);
    paths.extend(lines.map(|line| format!("{t}/preview?as={word}&line={}", escaped(line))));
    for what in ["", "/view", "/log", "/legal"] {
        paths.push(format!("/api/tables/{table}{what}"));
    }
    paths
}

#[test]
fn nobody_can_tell_a_game_from_its_clone() {
    let clones = std::env::var("OVERWINTER_CLONES").ok().and_then(|text| text.parse().ok());
    let clones: usize = clones.unwrap_or(14);
    let house = House::in_a_file(quick);
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let eve = house.guest();
    let (shelf, mut random) = (shelf::shelf(), 20261117);
    let (mut all, mut token) = (Vec::new(), Vec::new());
    while all.len() < clones {
        let (game, scenario, options) = SET_UPS[all.len() % SET_UPS.len()];
        let table = ann.open_with(game, scenario, options, &["me", "open"]);
        assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
        let setup = Setup { names: vec!["Ann".into(), "Bob".into()], ..Setup::new(scenario, 2) };
        let setup = options.iter().fold(setup, |setup, (key, value)| setup.with(*key, *value));
        let (_, seed) = house.seeds(&table);
        let shelved = shelf.iter().find(|shelved| shelved.game.id() == game).unwrap();
        let start = || shelved.game.start(shelved.game.house(), &setup, seed).unwrap();
        // Every other one with its whole story, where somebody decides in secret.
        let whole = (all.len() / SET_UPS.len()).is_multiple_of(2);
        let tries = if whole { 3 } else { 0 };
        let twins = (0..tries)
            .find_map(|_| secret_twins(&start, &table, 1 + any(&mut random, 30), &mut random))
            .or_else(|| twins_of(game, &table, &setup, seed, &mut random));
        if let Some(twins) = twins {
            all.push((game, twins));
            let store = Connection::open(house.folder.path().join("overwinter.sqlite")).unwrap();
            let own = "SELECT token FROM seats WHERE table_id = ?1 AND seat = 0";
            token.push(store.query_row(own, [&table], |row| row.get::<_, String>(0)).unwrap());
        }
    }
    let folder = house.close();
    let copy = TempDir::new().unwrap();
    for file in ["overwinter.sqlite", "seeds.key", "records.key"] {
        std::fs::copy(folder.path().join(file), copy.path().join(file)).unwrap();
    }
    for (folder, truth) in [(&folder, true), (&copy, false)] {
        let mut store = Connection::open(folder.path().join("overwinter.sqlite")).unwrap();
        let laying = store.transaction().unwrap();
        all.iter().for_each(|(_, twins)| lay(&laying, twins, truth));
        laying.commit().unwrap();
    }
    let houses = [House::in_folder(folder, quick), House::in_folder(copy, quick)];
    let at = |guest: &Guest, house: &House| Guest {
        agent: guest.agent.clone(),
        address: house.address,
        cookie: guest.cookie.clone(),
        key: guest.key.clone(),
    };
    let anns = houses.each_ref().map(|house| at(&ann, house));
    let eves = houses.each_ref().map(|house| at(&eve, house));
    let (mut bytes, mut requests, mut slower, mut differing) = (0, 0usize, 0usize, 0usize);
    let mut whole: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut ratios = Vec::new();
    for (number, ((game, twins), token)) in all.iter().zip(&token).enumerate() {
        differing += usize::from(twins.truth != twins.other);
        for (guests, word, token) in [(&anns, "1", token.as_str()), (&eves, "table", "")] {
            let frames = guests.each_ref().map(|guest| guest.frame(&twins.table, word));
            assert_eq!(frames[0], frames[1], "{game} {}: the stream of {word}", twins.table);
            let playing = frames[0]["set"]["head"]["state"] == "playing";
            assert!(playing, "{game}: {}", frames[0]["set"]["head"]);
            if twins.whole {
                let told = frames[0]["log"]["lines"].as_array().map_or(0, Vec::len);
                let (games, lines) = whole.entry(game).or_default();
                (*games, *lines) = (*games + 1, *lines + told);
            }
            for path in paths(&twins.table, word, &frames[0], &twins.legal) {
                let token = if path.starts_with("/api/") { token } else { "" };
                let first = (number + requests) % 2;
                let mut answers = [None, None];
                for house in [first, 1 - first] {
                    answers[house] = Some(asked(&guests[house], &path, token));
                }
                let [Some((truth, one)), Some((clone, two))] = answers else { continue };
                assert_eq!(truth, clone, "{game} {path} as {word}");
                bytes += truth.len();
                requests += 1;
                slower += usize::from(two > one);
                ratios.push(two.as_secs_f64() / one.as_secs_f64());
            }
        }
    }
    assert!(differing * 4 > clones, "only {differing} of {clones} clones hide anything else");
    let told = |(games, lines): &(usize, usize)| *lines > *games;
    let told = whole.values().filter(|whole| told(whole)).count();
    assert!(told > 1, "only {whole:?} were compared with their stories");
    println!("with their whole stories (twice the games, lines told): {whole:?}");
    ratios.sort_by(f64::total_cmp);
    println!(
        "{clones} clones, {differing} of which differ in what is hidden; {requests} answers ({bytes} bytes) are the \
         same; the clone answered later in {:.2} % of them, its time is {:.3} of the other's in the middle",
        slower as f64 * 100.0 / requests as f64,
        ratios[ratios.len() / 2]
    );
}
