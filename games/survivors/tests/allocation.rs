//! Playing costs no memory: nothing is allocated per decision after a warm-up.

use survivors::Survivors;
use survivors::action::Action;
use survivors::position::{Position, Step};
use table::{Dice, Game, Log, Seed, Setup};

/// A random game from a position to its end; how many decisions it took.
fn play(
    game: &Survivors,
    mut position: Position,
    dice: &mut Dice,
    legal: &mut Vec<Action>,
) -> usize {
    let mut log = Log::quiet();
    let mut decisions = 0;
    while position.step != Step::Over {
        let seat = game.status(&position).first().unwrap();
        legal.clear();
        game.legal(&position, seat, legal);
        let action = dice.pick("random play", legal).unwrap().clone();
        game.apply(&mut position, seat, &action, dice, &mut log);
        decisions += 1;
    }
    decisions
}

#[test]
fn nothing_is_allocated_per_decision() {
    for setup in [Setup::new("forecourt", 2), Setup::new("mill", 2)] {
        let game = Survivors::open(&Survivors::house(), &setup).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(1));
        let mut legal = Vec::with_capacity(2048);
        let starts: Vec<Position> = (0..3)
            .map(|_| game.start(&mut dice, &mut Log::quiet()))
            .collect();
        play(&game, starts[0].clone(), &mut dice, &mut legal);
        let mut decisions = 0;
        let counted = allocation_counter::measure(|| {
            for start in starts {
                decisions += play(&game, start, &mut dice, &mut legal);
            }
        });
        assert!(decisions > 300);
        assert_eq!(
            counted.count_total, 0,
            "in {decisions} decisions of {setup:?}"
        );
    }
}
