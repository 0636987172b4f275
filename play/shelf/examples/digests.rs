//! Whether two builds play the same games: plays seeded games of every set-up of a game and prints what
//! they came to as one number for each set-up, and one for all. Two builds that print the same have
//! played the same games, step by step.
//!
//! `cargo run --release --package shelf --example digests -- GAME BOTS GAMES [FIRST SEED]`, such as
//! `survivors random 100000`; BOTS is `random`, `own` (the bots that the game brings, one a seat) or
//! `search`. GAMES are shared evenly among the set-ups: every scenario with every number of seats up to
//! twelve, and every value of every option with the fewest. The position is looked at once in sixteen
//! decisions and at the end; in one game of sixteen it is so after every decision, and so are every list of
//! legal actions and everything told.

use bots::Random;
use bots::search::{Counsel, Means, Search, fast};
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hasher};
use table::{Bot, Dice, Log, OptionKind, Rules, Seat, Seed, Setup, Sight, Viewer};

/// One game, and one decision, in so many is looked at closely.
const CLOSELY: u64 = 16;

/// More seats than these are not set up.
const MOST_SEATS: u16 = 12;

/// What has been seen so far, as one number.
#[derive(Default)]
struct Fold {
    hasher: DefaultHasher,
    bytes: Vec<u8>,
}

impl Fold {
    fn position(&mut self, position: &impl serde::Serialize) {
        self.bytes.clear();
        let bytes = std::mem::take(&mut self.bytes);
        self.bytes = postcard::to_extend(position, bytes).expect("positions serialise");
        self.hasher.write(&self.bytes);
    }

    fn view(&mut self, view: &impl serde::Serialize) {
        self.hasher.write(&serde_json::to_vec(view).expect("views serialise"));
    }
}

/// Takes what is written in as it comes.
impl Write for Fold {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.hasher.write(text.as_bytes());
        Ok(())
    }
}

/// Every scenario with every number of seats, and every value of every option with the fewest.
fn setups<G: Rules>() -> Vec<Setup> {
    let catalogue = G::catalogue(&G::house()).expect("the house edition is sound");
    let mut setups = Vec::new();
    for scenario in &catalogue.scenarios {
        let seats = scenario.seats().take_while(|seats| *seats <= MOST_SEATS);
        setups.extend(seats.map(|seats| Setup::new(&scenario.id, seats)));
        for option in &catalogue.options {
            let words = match &option.kind {
                OptionKind::Flag => vec!["on".to_string(), "off".to_string()],
                OptionKind::Choice(words) => words.clone(),
                OptionKind::Number(..) => Vec::new(),
            };
            for word in words.iter().filter(|word| **word != option.default) {
                let plain = Setup::new(&scenario.id, scenario.min_seats);
                let mut setup = plain.with(&option.key, word);
                setup.seats += catalogue.seats_more(&setup);
                setups.push(setup);
            }
        }
    }
    setups.retain(|setup| G::open(&G::house(), setup).is_ok());
    setups
}

/// Plays a game to its end; gives the decisions that it took.
fn play<G: Rules>(game: &G, number: u64, bots: &mut [Box<dyn Bot<G>>], fold: &mut Fold) -> u64 {
    let watched = number.is_multiple_of(CLOSELY);
    let mut dice = Dice::seeded(Seed::from_number(number));
    let mut own = Dice::seeded(Seed::from_number(!number));
    let mut log = if watched { Log::new() } else { Log::quiet() };
    let mut position = game.start(&mut dice, &mut log);
    let (mut legal, mut decisions) = (Vec::new(), 0);
    while let Some(seat) = game.status(&position).first() {
        legal.clear();
        game.legal(&position, seat, &mut legal);
        if legal.is_empty() {
            legal.push(game.lapse(&position, seat));
        }
        let sitting = (seat.index() + number as usize) % bots.len();
        let sight = Sight::new(game, &position, seat);
        let chosen = bots[sitting].choose(&sight, &legal, &mut own);
        fold.hasher.write_u64((legal.len() as u64) << 32 | chosen as u64);
        if watched {
            write!(fold, "{legal:?}").expect("folding never fails");
        }
        game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
        decisions += 1;
        if watched || decisions % CLOSELY == 0 {
            fold.position(&position);
        }
        if watched {
            write!(fold, "{:?}", log.take()).expect("folding never fails");
        }
    }
    fold.position(&position);
    write!(fold, "{:?}", game.status(&position)).expect("folding never fails");
    let eyes = Viewer::Seat(Seat(game.setup().seats.saturating_sub(1)));
    fold.view(&game.view(&position, eyes));
    decisions
}

fn all<G: Rules>(games: u64, first: u64, bots: &dyn Fn() -> Vec<Box<dyn Bot<G>>>) {
    let setups = setups::<G>();
    let each = games.div_ceil(setups.len() as u64);
    let (mut total, mut decisions) = (DefaultHasher::new(), 0);
    for setup in &setups {
        let game = G::open(&G::house(), setup).expect("it was opened before");
        let (mut fold, mut bots) = (Fold::default(), bots());
        let mut taken = 0;
        for number in first..first + each {
            taken += play(&game, number, &mut bots, &mut fold);
        }
        let digest = fold.hasher.finish();
        println!("{digest:016x}  {} {} {:?}", setup.scenario, setup.seats, setup.options);
        total.write_u64(digest);
        decisions += taken;
    }
    let (played, count) = (each * setups.len() as u64, setups.len());
    println!("{:016x}  {played} games of {count} set-ups, {decisions} decisions", total.finish());
}

/// Plays with the bots that were asked for; false if there are none of that name.
fn ask<G: Rules, C: Counsel<G> + Default + Sync + 'static>(
    (bots, games, first): (&str, u64, u64),
    own: fn() -> Vec<Box<dyn Bot<G>>>,
) -> bool {
    match bots {
        "random" => all::<G>(games, first, &|| vec![Box::new(Random)]),
        "own" => all::<G>(games, first, &own),
        "search" => all::<G>(games, first, &|| {
            vec![Box::new(Search::new(C::default(), fast::<G, C>(Means::default())))]
        }),
        _ => return false,
    }
    true
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, bots, games, rest @ ..] = words.as_slice() else {
        return eprintln!("GAME BOTS GAMES [FIRST SEED]");
    };
    let Ok(games) = games.parse() else { return eprintln!("GAMES is a number") };
    let first = rest.first().and_then(|word| word.parse().ok()).unwrap_or(0);
    let asked = (bots.as_str(), games, first);
    let known = match game.as_str() {
        "survivors" => {
            use survivors::bots::{Greedy, Veteran};
            ask::<survivors::Survivors, Veteran>(asked, || vec![Box::new(Greedy)])
        }
        "postal-survival" => {
            use postal_survival::bots::{Absent, Decent, Forager, Greedy, Naturalist};
            ask::<postal_survival::PostalSurvival, Naturalist>(asked, || {
                vec![
                    Box::new(Greedy),
                    Box::new(Forager { fierce: false }),
                    Box::new(Forager { fierce: true }),
                    Box::new(Decent),
                    Box::new(Absent),
                ]
            })
        }
        "outdoor-survival" => {
            use outdoor_survival::bots::{Greedy, Scout};
            ask::<outdoor_survival::OutdoorSurvival, Scout>(asked, || vec![Box::new(Greedy)])
        }
        "outlive" => {
            use outlive::bots::{Convoy, Greedy};
            ask::<outlive::Outlive, Convoy>(asked, || vec![Box::new(Greedy)])
        }
        "yellowstone" => {
            use yellowstone::bots::{Greedy, Ranger};
            ask::<yellowstone::Yellowstone, Ranger>(asked, || vec![Box::<Greedy>::default()])
        }
        _ => return eprintln!("no game `{game}`"),
    };
    if !known {
        eprintln!("BOTS are `random`, `own` or `search`");
    }
}
