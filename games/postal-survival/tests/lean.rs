//! Orders cost no memory: listing and giving them allocates nothing once there is room for them.

use postal_survival::{Action, Line, Position, PostalSurvival, Sheet};
use table::{Dice, Log, Rules, Seat, Seed, Setup};

const SEATS: u16 = 12;

/// Every seat gives orders at random without being done; how many they were.
fn order(
    game: &PostalSurvival,
    position: &mut Position,
    seed: u64,
    legal: &mut Vec<Action>,
) -> u64 {
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed)), Log::quiet());
    let mut decisions = 0;
    for seat in Seat::first(SEATS) {
        for _ in 0..20 {
            legal.clear();
            game.legal(position, seat, legal);
            // To be done comes last.
            let others = legal.len().saturating_sub(1) as u32;
            if others == 0 {
                break;
            }
            let chosen = dice.roll("random", others) as usize - 1;
            game.apply(position, seat, &legal[chosen], &mut dice, &mut log);
            decisions += 1;
        }
    }
    decisions
}

#[test]
fn listing_and_giving_orders_allocates_nothing() {
    let setup = Setup::new("first-run", SEATS);
    let game = PostalSurvival::open(&PostalSurvival::house(), &setup).unwrap();
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(3)), Log::quiet());
    let mut position = game.start(&mut dice, &mut log);
    let mut legal = Vec::with_capacity(4000);
    let mut all = 0;
    for round in 0..9 {
        // The same orders twice: the first time room is made for them, and ways are looked for.
        order(&game, &mut position, round, &mut legal);
        position.sheets.iter_mut().for_each(Sheet::clear);
        position.lines.fill(0);
        let mut decisions = 0;
        let counted = allocation_counter::measure(|| {
            decisions = order(&game, &mut position, round, &mut legal);
        });
        assert_eq!(counted.count_total, 0, "round {round}: {decisions} decisions, {counted:?}");
        all += decisions;
        for seat in Seat::first(SEATS) {
            if position.awaits(seat) {
                game.apply(&mut position, seat, &Line::Done.into(), &mut dice, &mut log);
            }
        }
    }
    assert!(all > 1000, "{all}");
}
