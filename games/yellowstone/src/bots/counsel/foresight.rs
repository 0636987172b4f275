//! What a herd will have left after the winter, as far as can be told now.
//!
//! The figures are those of greedy herds: what they still gathered, lost and bore from each point of
//! 3,000 years of two herds and 1,000 of four, fitted to what is seen here.

use super::super::greedy::spared;
use crate::{Animal, ByKind, Kind, Pair, Place, Position, Range, Season, Yellowstone};
use table::Fit;

/// Chances in per cent that an injured Female, an injured Young and an orphan of Spring die of it.
const INJURED_FEMALE: i32 = 36;
const INJURED_YOUNG: i32 = 57;
const ORPHAN: i32 = 63;

/// Per cent of the Food on the map that herds find before the winter.
const FOUND: i32 = 70;

/// How much luck there is on either side of what is expected, in tenths of the spread: three cases,
/// each as likely.
const LUCK: [i32; 3] = [-12, 0, 12];

/// Tenths of turns short of the time needed that make it sure that nobody comes home.
const TOO_LATE: i32 = 60;

/// Hundredths of an Animal Point that a turn on the way home costs.
const HUNTED: i32 = 30;

/// What a short season leaves to each herd, in hundredths of an Animal Point: every hex still to go
/// weighs as much as a Young, for the first herd to arrive ends it.
pub(super) fn short_season(game: &Yellowstone, position: &Position, place: Place) -> i32 {
    let herd = position.herd(place);
    let on_foot = herd.living().filter(|animal| herd.counter(*animal).with.is_none());
    let steps: i32 = on_foot.map(|animal| steps_to_go(game, position, place, animal)).sum();
    100 * i32::from(game.herd_points(herd)) - 300 * steps
}

/// Tenths of turns until each herd is where the season sends it: at ten movement points a turn, or at
/// the pace of its slowest.
pub(super) fn to_go(game: &Yellowstone, position: &Position) -> Vec<i32> {
    let of = |place: Place| {
        let herd = position.herd(place);
        let (mut all, mut slowest) = (0, 0);
        for animal in herd.living().filter(|animal| herd.counter(*animal).with.is_none()) {
            let steps = steps_to_go(game, position, place, animal);
            let pace = i32::from(game.allowance(position.season, herd, animal).max(1));
            all += steps;
            slowest = slowest.max(10 * steps / pace);
        }
        all.max(slowest)
    };
    game.places().map(of).collect()
}

/// Animal Points that a herd can expect to have after the winter, in hundredths.
pub(super) fn after_winter(
    game: &Yellowstone,
    position: &Position,
    place: Place,
    to_go: &[i32],
) -> i32 {
    let herd = position.herd(place);
    let (mut healthy, mut injured) = (ByKind::default(), ByKind::default());
    let mut risk = 0;
    for animal in herd.living() {
        let (counter, kind) = (herd.counter(animal), animal.kind());
        match counter.injured {
            true => injured[kind] += 1,
            false => healthy[kind] += 1,
        }
        let orphan = counter.with.is_none();
        let danger = match (kind, position.season) {
            (_, Season::Winter) => 0,
            // A Male eats more than he counts for.
            (Kind::Male, _) => 0,
            (Kind::Female, _) if counter.injured => INJURED_FEMALE,
            (Kind::Young, _) if counter.injured => INJURED_YOUNG,
            (Kind::Young, Season::Spring) if orphan => ORPHAN,
            (Kind::Young, Season::Summer) if orphan => ORPHAN / 2,
            _ => 0,
        };
        risk += danger * i32::from(game.animal_points()[kind]);
    }
    let food = i32::from(game.food_points(position, herd));
    let left = |food: i32| i32::from(spared(game, healthy, injured, food.fit()));
    if position.season == Season::Winter {
        return 100 * left(food);
    }
    let census = herd.census();
    let grown = [i32::from(census.female), i32::from(census.young)];
    let (to_come, spread) = food_to_come(game, position, place, to_go, grown);
    let (mut sum, mut weights) = (0, 0);
    for total in 2..=12u8 {
        let winter = i32::from(game.winter_change(Pair::summing(total)));
        let weight = 6 - (7 - i32::from(total)).abs();
        for luck in LUCK {
            sum += weight * left(food + to_come + winter + luck * spread / 10);
            weights += weight;
        }
    }
    100 * sum / weights - risk - snow(game, position, place, to_go[place.index()])
}

/// Animal Points that a herd is likely to lose on its way home, in hundredths: what hunters take in
/// every turn, and the whole herd if winter would come before it.
fn snow(game: &Yellowstone, position: &Position, place: Place, to_go: i32) -> i32 {
    if position.season != Season::Fall {
        return 0;
    }
    let turns = i32::from(game.cap(Season::Fall).saturating_sub(position.season_turns));
    let time = 10 * turns / game.herds().fit::<i32>();
    // A turn to spare, and a third more than the way takes if nobody stands in it.
    let short = (10 + to_go * 13 / 10 - time).clamp(0, TOO_LATE);
    let points = 100 * i32::from(game.herd_points(position.herd(place)));
    points * short / TOO_LATE + HUNTED * to_go / 10
}

/// Food Points that a herd can expect until the winter, less what those need who will be born and more
/// by the need of those who will die, and how far that may be wrong.
fn food_to_come(
    game: &Yellowstone,
    position: &Position,
    place: Place,
    to_go: &[i32],
    [females, young]: [i32; 2],
) -> (i32, i32) {
    let herd = position.herd(place);
    let own = to_go[place.index()];
    let others = game.places().filter(|other| *other != place);
    let others = others.filter(|other| position.herd(*other).lives());
    let last = others.map(|other| to_go[other.index()]).max().unwrap_or(own);
    // Whoever is there first is paid until the last one comes.
    let (ahead, behind) = ((last - own).max(0), (last - own).min(0));
    let lying = position.laid.iter().filter_map(|laid| laid.value());
    let lying = lying.map(|value| i32::from(game.food_value(value)));
    let found = lying.sum::<i32>() * FOUND / game.herds().fit::<i32>();
    let (summer, fall) = (i32::from(game.summer_turn()), i32::from(game.fall_turn()));
    let [first, whole] = game.arrival().map(i32::from);
    let arrival = first * i32::from(!herd.first) + whole * i32::from(!herd.whole);
    let (hundredths, spread) = match position.season {
        Season::Spring => {
            let births = (57 + 19 * own / 10 + 19 * females - 33 * young).max(0);
            let summer = summer * (30 + 6 * ahead + 14 * behind / 10);
            let fall = fall * (40 + 2 * ahead + 12 * behind / 10);
            (found + summer + fall + 3500 - 10 * births + 100 * arrival, 36)
        }
        Season::Summer => {
            let fall = fall * (20 + 90 * i32::from(herd.whole));
            (found + 12 * summer * ahead + fall + 2900 + 100 * arrival, 27)
        }
        _ => {
            let fall = fall * (40 + 7 * ahead);
            // Years in which herds were long on their way home brought them more; that is no reason
            // to dawdle.
            (found * own.min(80) / 160 + fall + 200, 5 + 27 * own.max(last) / 100)
        }
    };
    (hundredths / 100, spread)
}

/// Hexes between an animal and the range that the season sends it to.
fn steps_to_go(game: &Yellowstone, position: &Position, place: Place, animal: Animal) -> i32 {
    let herd = position.herd(place);
    let (Some(species), Some(hex)) = (herd.species, herd.at(animal)) else { return 0 };
    let goal = match position.season {
        Season::Spring | Season::Summer => Range::Summer,
        _ => Range::Winter,
    };
    let ways = game.park.range(species, goal).iter().map(|there| there.distance(hex));
    ways.min().unwrap_or(0).fit()
}

#[cfg(test)]
mod tests {
    use super::{after_winter, to_go};
    use crate::bots::Greedy;
    use crate::{Place, Position, Season, Yellowstone};
    use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};

    #[test]
    fn a_herd_that_winter_will_find_on_the_way_is_worth_little() {
        let setup = Setup::new("standard", 2);
        let game = Yellowstone::open(&Yellowstone::house(), &setup).expect("the house's game");
        let mut dice = Dice::seeded(Seed::from_number(7));
        let (mut bot, mut log, mut legal) = (Greedy::default(), Log::quiet(), Vec::new());
        let mut position = game.start(&mut dice, &mut log);
        while position.season != Season::Fall {
            let seat = game.status(&position).first().expect("a year goes on until winter");
            legal.clear();
            game.legal(&position, seat, &mut legal);
            let sight = Sight::new(&game, &position, seat);
            let chosen = bot.choose(&sight, &legal, &mut Dice::seeded(Seed::from_number(1)));
            game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
        }
        let worth = |position: &Position| {
            after_winter(&game, position, Place::FIRST, &to_go(&game, position))
        };
        let in_time = worth(&position);
        position.season_turns = game.cap(Season::Fall) - 8;
        let late = worth(&position);
        assert!(in_time > 1000 && late < in_time / 2, "{in_time} in time, {late} late");
    }
}
