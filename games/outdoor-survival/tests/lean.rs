//! A position is small, and playing allocates nothing once its buffers are warm.

use outdoor_survival::{OutdoorSurvival, Position};
use table::{Dice, Log, Rules, Seed, Setup};

#[test]
fn a_position_takes_at_most_one_kibibyte() {
    assert!(size_of::<Position>() <= 1024, "{} bytes", size_of::<Position>());
}

/// Plays games at random with warm buffers; gives back the decisions taken.
fn play(
    game: &OutdoorSurvival,
    positions: &[Position],
    legal: &mut Vec<outdoor_survival::Action>,
) -> u64 {
    let mut decisions = 0;
    for (seed, start) in positions.iter().enumerate() {
        let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed as u64)), Log::quiet());
        let mut position = start.clone();
        for _ in 0..300 {
            let Some(seat) = game.to_decide(&position) else {
                break;
            };
            legal.clear();
            game.legal(&position, seat, legal);
            // Resigning comes last: whoever plays on plays longer.
            let others = legal.len() as u32 - 1;
            let choice = dice.roll("random", others) as usize - 1;
            game.apply(&mut position, seat, &legal[choice], &mut dice, &mut log);
            decisions += 1;
        }
    }
    decisions
}

#[test]
fn listing_and_taking_decisions_allocates_nothing() {
    for (scenario, seats) in
        [("lost", 1), ("rescue", 4), ("pursue-escape", 4), ("beast", 1), ("search-dark", 3)]
    {
        for encounters in ["off", "chosen"] {
            let setup = Setup::new(scenario, seats).with("encounters", encounters);
            let game = OutdoorSurvival::open(&OutdoorSurvival::house(), &setup).unwrap();
            let starts: Vec<Position> = (0..20)
                .map(|seed| {
                    game.start(&mut Dice::seeded(Seed::from_number(seed)), &mut Log::quiet())
                })
                .collect();
            let mut legal = Vec::with_capacity(2000);
            let mut decisions = 0;
            let counted =
                allocation_counter::measure(|| decisions = play(&game, &starts, &mut legal));
            assert!(decisions > 200, "{scenario}: {decisions}");
            assert_eq!(counted.count_total, 0, "{scenario}: {counted:?}");
        }
    }
}
