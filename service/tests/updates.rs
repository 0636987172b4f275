//! What a move costs on the wire: whole games of all five, every update weighed.

use crate::house::{Guest, House};
use serde_json::Value;
use shelf::Shelved;
use std::collections::BTreeMap;

/// What no update may weigh on its way to a browser.
const MOST: usize = 10 * 1024;

/// How many of the guest's own decisions are weighed.
fn decisions() -> usize {
    match std::env::var("OVERWINTER_UPDATES").as_deref() {
        Ok("whole") => 5000,
        _ => 150,
    }
}

/// The parts of an update by the first word of their name, the heaviest first.
fn heaviest(news: &Value) -> Vec<(String, usize)> {
    let mut parts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, part) in news["set"].as_object().into_iter().flatten() {
        let kind = name.split('/').next().unwrap_or_default();
        *parts.entry(kind.to_string()).or_default() += name.len() + part.to_string().len() + 4;
    }
    for name in ["log", "gone"] {
        parts.insert(format!("({name})"), news[name].to_string().len());
    }
    let mut parts: Vec<_> = parts.into_iter().collect();
    parts.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    parts.truncate(5);
    parts
}

/// Updates that came at once: their bytes, the steps of the game that share them, and what was heavy.
struct Burst {
    bytes: usize,
    steps: usize,
    parts: Vec<(String, usize)>,
}

/// What every step weighed, and the heaviest.
#[derive(Default)]
struct Weighed {
    sizes: Vec<usize>,
    most: usize,
    parts: Vec<(String, usize)>,
}

impl Weighed {
    fn note(&mut self, burst: Option<Burst>) {
        let Some(burst) = burst else { return };
        let size = burst.bytes / burst.steps;
        self.sizes.extend(std::iter::repeat_n(size, burst.steps));
        if size > self.most {
            (self.most, self.parts) = (size, burst.parts);
        }
    }
}

fn weigh(guest: &Guest, game: &str, scenario: &str, seats: &[&str]) {
    let table = guest.open(game, scenario, seats);
    let mut stream = guest.follow(&table, "1");
    let mut state = serde_json::Map::new();
    let mut weighed = Weighed::default();
    let mut burst: Option<Burst> = None;
    let (mut taken, mut step, mut come) = (0, 0, 0);
    let mut luck = 12345usize;
    while let Some(text) = stream.text() {
        let news: Value = serde_json::from_str(&text).unwrap();
        if !state.is_empty() {
            // What bots decided while nobody read comes at once.
            let steps = (news["step"].as_u64().unwrap() - step).max(1) as usize;
            let bytes = stream.come() - come;
            match &mut burst {
                Some(burst) if bytes == 0 => burst.steps += steps,
                _ => weighed.note(burst.replace(Burst { bytes, steps, parts: heaviest(&news) })),
            }
        }
        come = stream.come();
        step = news["step"].as_u64().unwrap();
        for name in news["gone"].as_array().into_iter().flatten() {
            state.remove(name.as_str().unwrap());
        }
        for (name, part) in news["set"].as_object().into_iter().flatten() {
            state.insert(name.clone(), part.clone());
        }
        if state.contains_key("result") || taken == decisions() {
            break;
        }
        let (Some(prompt), Some(head)) = (state.get("prompt"), state.get("head")) else { continue };
        if head["you"] != true {
            continue;
        }
        let lines: Vec<&str> = prompt["choices"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|choice| choice["notation"].as_str())
            .filter(|line| !matches!(*line, "resign" | "concede"))
            .collect();
        if lines.is_empty() {
            continue;
        }
        luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let line = lines[(luck >> 33) % lines.len()];
        let turn = head["turn"].as_u64();
        let answer = guest.act(&table, 0, line, turn);
        assert!(matches!(answer.status, 200 | 409), "{line}: {}", answer.text);
        taken += 1;
    }
    weighed.note(burst);
    let Weighed { mut sizes, most, parts } = weighed;
    sizes.sort_unstable();
    let at = |part: usize| sizes.get(sizes.len() * part / 100).copied().unwrap_or_default();
    println!(
        "{game} {scenario}: {taken} decisions, {} updates; bytes p50 {} p90 {} p99 {} most {}: {:?}",
        sizes.len(),
        at(50),
        at(90),
        at(99),
        most,
        parts
    );
    assert!(!sizes.is_empty(), "nothing was weighed");
    assert!(stream.packed, "the updates came unpacked");
    assert!(most < MOST, "{game} {scenario}: an update of {most} bytes: {parts:?}");
}

/// A game of the scenario with the most seats that is not larger than four.
fn weigh_game(shelved: &Shelved) {
    let house = House::open();
    let guest = house.guest();
    let catalogue = shelved.game.catalogue(&shelved.game.house()).unwrap();
    for scenario in &catalogue.scenarios {
        let seats = scenario.seats_near(4);
        let mut sitting = vec!["me"];
        sitting.extend((1..seats).map(|_| "bot:random"));
        weigh(&guest, shelved.game.id(), &scenario.id, &sitting);
    }
}

#[test]
fn updates_of_every_game_are_light() {
    shelf::shelf().iter().for_each(weigh_game);
}
