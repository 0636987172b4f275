//! Playing allocates nothing once its buffers are warm.

use survivors::Survivors;
use survivors::action::Action;
use survivors::position::{Position, Step};
use table::{Dice, Log, Rules, Seed, Setup};

/// Plays on at random from each position with warm buffers; gives back the decisions taken.
fn play(game: &Survivors, starts: &mut [Position], legal: &mut Vec<Action>) -> u64 {
    let mut decisions = 0;
    for (seed, position) in starts.iter_mut().enumerate() {
        let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed as u64)), Log::quiet());
        for _ in 0..300 {
            // The outcome of a game that is over is written out: not asked for.
            let Some(seat) =
                (position.step != Step::Over).then(|| game.status(position).first()).flatten()
            else {
                break;
            };
            legal.clear();
            game.legal(position, seat, legal);
            // Conceding comes last: whoever plays on plays longer.
            let others = legal.len() as u32 - 1;
            let choice = dice.roll("random", others) as usize - 1;
            game.apply(position, seat, &legal[choice], &mut dice, &mut log);
            decisions += 1;
        }
    }
    decisions
}

#[test]
fn listing_and_taking_decisions_allocates_nothing() {
    for (scenario, seats) in [("forecourt", 2), ("barn", 2), ("surgery", 3), ("tollgate", 2)] {
        let game = Survivors::open(&Survivors::house(), &Setup::new(scenario, seats)).unwrap();
        game.prepare();
        let mut starts: Vec<Position> = (0..4)
            .map(|seed| game.start(&mut Dice::seeded(Seed::from_number(seed)), &mut Log::quiet()))
            .collect();
        let mut legal = Vec::with_capacity(4000);
        let mut decisions = 0;
        let counted =
            allocation_counter::measure(|| decisions = play(&game, &mut starts, &mut legal));
        assert!(decisions > 500, "{scenario}: {decisions}");
        assert_eq!(counted.count_total, 0, "{scenario}: {counted:?}");
    }
}
