//! Search is honest and repeatable in every game, and beats those who do not look ahead.

use bots::Random;
use bots::search::{Counsel, Effort, Search};
use table::{Bot, Dice, Log, Rules, Seat, Seed, Setup, Sight};

fn dice(number: u64) -> Dice {
    Dice::seeded(Seed::from_number(number))
}

/// Walks through random games and shows `each` so many decisions with a choice, spread over them.
fn walk<G: Rules>(
    setup: &Setup,
    looks: u32,
    mut each: impl FnMut(&G, &G::Position, Seat, &[G::Action]),
) {
    let game = G::open(&G::house(), setup).expect("the house edition opens");
    let mut seen = 0;
    for number in 0.. {
        let (mut fate, mut own) = (dice(number), dice(!number));
        let (mut log, mut legal) = (Log::quiet(), Vec::new());
        let mut position = game.start(&mut fate, &mut log);
        while let Some(seat) = game.status(&position).first() {
            legal.clear();
            game.legal(&position, seat, &mut legal);
            if legal.len() > 1 && own.roll("look", 23) == 1 {
                each(&game, &position, seat, &legal);
                seen += 1;
            }
            if seen == looks {
                return;
            }
            let sight = Sight::new(&game, &position, seat);
            let chosen = Random.choose(&sight, &legal, &mut own);
            game.apply(&mut position, seat, &legal[chosen], &mut fate, &mut log);
        }
    }
}

/// Somebody who decides with the true position in front of him.
type Decides<'a, G> =
    &'a mut dyn FnMut(&G, &<G as Rules>::Position, Seat, &[<G as Rules>::Action]) -> usize;

/// How often a choice changes when what the seat cannot know is dealt anew.
fn peeks<G: Rules>(setup: &Setup, looks: u32, decides: Decides<'_, G>) -> u32 {
    let (mut other, mut peeks) = (dice(99), 0);
    walk::<G>(setup, looks, |game, position, seat, legal| {
        let swapped = game.resample(position, seat, &mut other);
        let chosen = decides(game, position, seat, legal);
        peeks += (chosen != decides(game, &swapped, seat, legal)) as u32;
    });
    peeks
}

/// A bot does not see what is hidden; somebody who looks under the cards is caught by the same games.
fn is_honest<G: Rules>(setup: &Setup, looks: u32, mut bot: impl Bot<G>) {
    let mut honest = |game: &G, position: &G::Position, seat: Seat, legal: &[G::Action]| {
        bot.choose(&Sight::new(game, position, seat), legal, &mut dice(7))
    };
    assert_eq!(peeks(setup, looks, &mut honest), 0, "{} looks at what is hidden", G::ID);
    let mut cheat = |_: &G, position: &G::Position, _: Seat, legal: &[G::Action]| {
        let known = format!("{position:?}");
        known.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte as usize))
            % legal.len()
    };
    assert!(peeks(setup, looks, &mut cheat) > 0, "{}: nothing was ever hidden", G::ID);
}

/// Few playouts, and the choice hangs on each of them.
fn touchy(playouts: u32) -> Effort {
    Effort { doubt: 0.0, ..Effort::playouts(playouts) }
}

fn small<G: Rules, C: Counsel<G> + Default>() -> Search<G, C> {
    Search::new(C::default(), touchy(24))
}

/// The same dice and effort give the same choice, on one thread or several, fresh or used.
fn is_repeatable<G: Rules, C: Counsel<G> + Default>(setup: &Setup) {
    let effort = Effort { trees: 3, ..touchy(40) };
    let mut used = Search::<G, C>::new(C::default(), effort);
    let mut several = Search::<G, C>::new(C::default(), effort.with_threads(3));
    walk::<G>(setup, 12, |game, position, seat, legal| {
        let mut fresh = Search::<G, C>::new(C::default(), effort);
        let sight = Sight::new(game, position, seat);
        let chosen = fresh.choose(&sight, legal, &mut dice(3));
        assert_eq!(chosen, used.choose(&sight, legal, &mut dice(3)), "{}: used", G::ID);
        assert_eq!(chosen, several.choose(&sight, legal, &mut dice(3)), "{}: threads", G::ID);
    });
}

/// The games of the house, each with a set-up that hides something and the advice that its search has.
/// They are listed, and not taken from the shelf, because what is dealt anew and how hard a search
/// tries are seen only by who knows the game's types; the list is held to the shelf.
macro_rules! games {
    ($($game:ident: $rules:ident, $greedy:expr, $counsel:ident, $scenario:literal with $seats:literal;)+) => {
        $(mod $game {
            use super::*;
            use ::$game::bots::$counsel;

            #[test]
            fn what_is_hidden_moves_nobody() {
                let setup = Setup::new($scenario, $seats);
                is_honest::<::$game::$rules>(&setup, 40, $greedy);
                is_honest::<::$game::$rules>(&setup, 12, small::<_, $counsel>());
            }

            #[test]
            fn the_same_dice_give_the_same_choice_on_any_number_of_threads() {
                is_repeatable::<::$game::$rules, $counsel>(&Setup::new($scenario, $seats));
            }
        })+

        #[test]
        fn no_game_of_the_house_is_left_out() {
            let mut listed = [$(::$game::$rules::ID),+];
            let house = shelf::shelf().into_iter().filter(|shelved| !shelved.example);
            let mut shelved: Vec<&str> = house.map(|shelved| shelved.game.id()).collect();
            listed.sort_unstable();
            shelved.sort_unstable();
            assert_eq!(shelved, listed);
        }
    };
}

games! {
    outdoor_survival: OutdoorSurvival, ::outdoor_survival::bots::Greedy, Scout, "rescue" with 2;
    outlive: Outlive, ::outlive::bots::Greedy, Convoy, "convoy" with 3;
    postal_survival: PostalSurvival, ::postal_survival::bots::Greedy, Naturalist, "first-run" with 4;
    survivors: Survivors, ::survivors::bots::Greedy, Veteran, "surgery" with 2;
    yellowstone: Yellowstone, ::yellowstone::bots::Greedy::default(), Ranger, "standard" with 3;
}

/// A clock that never stands still: every look at it is a millisecond.
fn hasty() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NOW: AtomicU64 = AtomicU64::new(0);
    NOW.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn a_limit_of_time_ends_the_search() {
    use ::outlive::{Outlive, bots::Convoy};
    let effort = Effort { limit: Some((hasty, 40)), ..Effort::playouts(1 << 20) };
    let mut bot = Search::<Outlive, Convoy>::new(Convoy, effort);
    let (mut before, mut looks) = (0, 0);
    walk::<Outlive>(&Setup::new("convoy", 2), 3, |game, position, seat, legal| {
        let chosen = bot.choose(&Sight::new(game, position, seat), legal, &mut dice(1));
        assert!(chosen < legal.len());
        let (playouts, _) = bot.spent();
        assert!(playouts - before <= 40, "{} playouts in 40 ms of a ms each", playouts - before);
        before = playouts;
        looks += 1;
    });
    assert_eq!(looks, 3);
}

/// Every bot of every game on the shelf takes legal decisions, and the same ones with the same dice.
#[test]
fn every_bot_of_every_game_repeats_itself() {
    for shelved in shelf::shelf() {
        let game = &shelved.game;
        let scenario = game.catalogue(&game.house()).unwrap().scenarios[0].clone();
        let setup = Setup::new(&scenario.id, scenario.seats_near(2));
        for bot in game.bots() {
            let mut played = game.start(game.house(), &setup, Seed::from_number(5)).unwrap();
            let looks = if bot.name == "search:strong" { 1 } else { 4 };
            for look in 0..looks {
                let Some(seat) = played.status().first() else { break };
                let choose = || played.choose(seat, bot.name, &mut dice(look)).unwrap();
                let line = choose();
                assert_eq!(line, choose(), "{} {}", game.id(), bot.name);
                played.act(seat, &line).unwrap();
            }
        }
    }
}
