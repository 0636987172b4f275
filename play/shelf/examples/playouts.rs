//! How fast each game is played on in the head: playouts and playout decisions per second on one
//! thread, and how long answers take. Where the system tells it, the time that the thread was given
//! counts, so that other work on the machine does not.
//!
//! `cargo run --release --package shelf --example playouts -- [seconds] [fast|strong]`

use bots::search::{Counsel, Means, Search, fast, strong};
use outdoor_survival::bots::Scout;
use outlive::bots::Convoy;
use postal_survival::bots::Naturalist;
use std::time::{Duration, Instant};
use survivors::bots::Veteran;
use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};
use yellowstone::bots::Ranger;

/// The time that this thread has run, or that has passed.
fn now(start: Instant) -> Duration {
    let given = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let given = given.and_then(|text| text.split_whitespace().next()?.parse().ok());
    given.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// How long to measure, and at which level.
#[derive(Clone, Copy)]
struct Plan {
    span: Duration,
    strong: bool,
}

fn measure<G: Rules, C: Counsel<G> + Default>(scenario: &str, seats: u16, plan: Plan) {
    let Ok(game) = G::open(&G::house(), &Setup::new(scenario, seats)) else {
        return eprintln!("{} {scenario}: cannot be opened", G::ID);
    };
    let effort = if plan.strong { strong::<G, C> } else { fast::<G, C> };
    let mut bot = Search::new(C::default(), effort(Means::default()));
    let (mut thinking, mut answers) = (Duration::ZERO, Vec::new());
    let mut number = 0;
    let clock = Instant::now();
    while thinking < plan.span {
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut own = Dice::seeded(Seed::from_number(!number));
        let (mut log, mut legal) = (Log::quiet(), Vec::new());
        let mut position = game.start(&mut dice, &mut log);
        number += 1;
        while thinking < plan.span
            && let Some(seat) = game.status(&position).first()
        {
            legal.clear();
            game.legal(&position, seat, &mut legal);
            let sight = Sight::new(&game, &position, seat);
            let start = now(clock);
            let chosen = bot.choose(&sight, &legal, &mut own);
            let took = now(clock).saturating_sub(start);
            thinking += took;
            if legal.len() > 1 {
                answers.push(took);
            }
            let action = legal[chosen].clone();
            game.apply(&mut position, seat, &action, &mut dice, &mut log);
        }
    }
    let (playouts, decisions) = bot.spent();
    let seconds = thinking.as_secs_f64();
    answers.sort_unstable();
    let [median, slowest] = [answers.get(answers.len() / 2), answers.last()]
        .map(|took| 1000.0 * took.map_or(0.0, Duration::as_secs_f64));
    println!(
        "{:17} {scenario:14} {seats:2} seats: {:8.0} playouts/s, {:9.0} playout decisions/s; {median:.0} ms half of the answers, {slowest:.0} all",
        G::ID,
        playouts as f64 / seconds,
        decisions as f64 / seconds,
    );
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(5.0);
    let strong = std::env::args().nth(2).is_some_and(|word| word == "strong");
    let plan = Plan { span: Duration::from_secs_f64(seconds), strong };
    measure::<outdoor_survival::OutdoorSurvival, Scout>("lost", 1, plan);
    measure::<outdoor_survival::OutdoorSurvival, Scout>("pursue-escape", 2, plan);
    measure::<outlive::Outlive, Convoy>("convoy", 2, plan);
    measure::<outlive::Outlive, Convoy>("convoy", 4, plan);
    measure::<postal_survival::PostalSurvival, Naturalist>("first-run", 6, plan);
    measure::<postal_survival::PostalSurvival, Naturalist>("blitz", 12, plan);
    measure::<survivors::Survivors, Veteran>("forecourt", 2, plan);
    measure::<survivors::Survivors, Veteran>("tollgate", 2, plan);
    measure::<yellowstone::Yellowstone, Ranger>("standard", 2, plan);
    measure::<yellowstone::Yellowstone, Ranger>("standard", 4, plan);
}
