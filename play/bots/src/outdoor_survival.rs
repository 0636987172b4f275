//! Outdoor Survival as a sensible beginner plays it.

use outdoor_survival::{Action, Aim, Column, Needy, OutdoorSurvival, Position, Stop};
use table::{Bot, Dice, Sight};

/// Knows the cheapest way to its goal and to water, judges the hexes on which a day can end rather
/// than single steps, drinks before it is too late, and rests where rest helps.
pub struct Greedy;

impl Bot<OutdoorSurvival> for Greedy {
    fn choose(
        &mut self,
        sight: &Sight<'_, OutdoorSurvival>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        let game = sight.game();
        let position = sight.imagine(dice);
        let wanted = match legal[0] {
            _ if legal.contains(&Action::Shoot) => Action::Shoot,
            Action::Stay | Action::Roll => match rests(game, &position) {
                true => Action::Stay,
                false => Action::Roll,
            },
            Action::Step(_) | Action::Stop => next_step(game, &position),
            Action::Column(_) => Action::Column(column(game, &position)),
            // Any base, border or outpost hex will do: the map is new to a beginner.
            _ => return any_but_resign(legal, dice),
        };
        let place = legal.iter().position(|action| *action == wanted);
        place.unwrap_or_else(|| any_but_resign(legal, dice))
    }
}

fn any_but_resign(legal: &[Action], dice: &mut Dice) -> usize {
    let choices = legal.iter().filter(|action| **action != Action::Resign).count();
    dice.roll("greedy", choices.max(1) as u32) as usize - 1
}

/// Rests on water until the Water counter is back, and on food when very hungry; more readily with
/// a long way to go.
fn rests(game: &OutdoorSurvival, position: &Position) -> bool {
    let needy = game.needy(position);
    let here = position.person(position.acting()).at();
    let far = match game.aim(position) {
        Aim::Leave | Aim::Escape(_) => game.points_off(position)[here as usize] as i32 > 4 * PACE,
        Aim::Flee(_) => return false,
        Aim::Reach(_) => false,
    };
    let (dry, hungry) = match (needy.drinks_in_passing, far) {
        (false, _) => (1, 6),
        (true, true) => (1, 2),
        (true, false) => (3, 6),
    };
    let thirsty = needy.drinks && needy.dry >= dry && position.day() > 1;
    (thirsty && game.drinkable(position, here))
        || (needy.hungry >= hungry && needy.dry <= 2 && game.edible(position, here))
}

/// The points of somebody who is well.
const PACE: i32 = 6;

/// The first step towards the best end of this move, or a stop if it is here.
fn next_step(game: &OutdoorSurvival, position: &Position) -> Action {
    let ends = game.ends_of_move(position);
    let aim = game.aim(position);
    let chosen = match (ends.off(), &aim) {
        (Some(off), Aim::Leave | Aim::Escape(_)) => Some(*off),
        _ => best_end(game, position, &aim, ends.stops()),
    };
    match chosen.as_ref().and_then(|stop| stop.sides().first()) {
        Some(side) => Action::Step(terrain::Side(*side)),
        None => Action::Stop,
    }
}

/// The end hex with the lowest score; of equal ones the one that comforts most, then the first by
/// its number.
fn best_end(
    game: &OutdoorSurvival,
    position: &Position,
    aim: &Aim,
    stops: &[Stop],
) -> Option<Stop> {
    let board = game.wilderness();
    let needy = game.needy(position);
    let from = game.set_out_from(position);
    let pace = game.pace(position).max(1) as i32;
    let far = |points: u16| (points.min(200) as i32) * 10;
    let nearest = |foes: &[u16], at: u16| {
        foes.iter().map(|foe| board.distance(*foe, at) as i32).min().unwrap_or(99)
    };
    match aim {
        Aim::Leave | Aim::Escape(_) => {
            let off = game.points_off(position);
            let home = off[from as usize].min(200) as i32;
            let days_left = 7 - needy.dry as i32;
            let thirsty = needy.drinks && needy.dry >= 2 && home * 10 > days_left * 7 * pace;
            let starving = needy.drinks_in_passing && needy.hungry >= 4 && home > 3 * pace;
            let detour = if thirsty {
                Some(board.way_to(|cell| game.drinkable(position, cell)))
            } else {
                starving.then(|| board.way_to(|cell| game.edible(position, cell)))
            };
            stops.iter().copied().min_by_key(|stop| {
                let way = far(off[stop.at as usize]);
                let danger = match aim {
                    Aim::Escape(foes) => (4 - nearest(foes, stop.at)).max(0) * 40,
                    _ => 0,
                };
                let way = match &detour {
                    Some(detour) => far(detour[stop.at as usize]) + way / 10,
                    None => way,
                };
                let last_day = off[stop.at as usize] as i32 <= pace;
                let comfort = comfort(game, position, needy, stop, last_day);
                (way + danger + comfort, comfort, board.place(stop.at))
            })
        }
        Aim::Flee(foes) => stops.iter().copied().min_by_key(|stop| {
            let away = nearest(foes, stop.at).min(10) * 10;
            (comfort(game, position, needy, stop, false) * 2 - away, board.place(stop.at))
        }),
        Aim::Reach(goals) => {
            let way = board.way_to(|cell| goals.contains(&cell));
            let to_water = (needy.drinks && needy.dry >= 4)
                .then(|| board.way_to(|cell| game.drinkable(position, cell)));
            stops.iter().copied().min_by_key(|stop| {
                let thirst =
                    to_water.as_ref().map_or(0, |to_water| far(to_water[stop.at as usize]));
                let way = far(way[stop.at as usize]) + thirst;
                (way + comfort(game, position, needy, stop, false), board.place(stop.at))
            })
        }
    }
}

/// How much better or worse it is to end there because of water and food, in tenths of a point.
fn comfort(
    game: &OutdoorSurvival,
    position: &Position,
    needy: Needy,
    stop: &Stop,
    last_day: bool,
) -> i32 {
    let drinks = game.drinkable(position, stop.at) || (needy.drinks_in_passing && stop.water);
    let mut score = 0;
    if needy.drinks && drinks && needy.dry >= 1 && !last_day {
        score -= 40;
    }
    if needy.hungry >= 3 && game.edible(position, stop.at) {
        score -= 10;
    }
    score
}

/// Natural Hazards while well, Animal when hungry, Personal when nearly too weak to walk.
fn column(game: &OutdoorSurvival, position: &Position) -> Column {
    let needy = game.needy(position);
    let person = position.person(position.acting());
    if person.level() >= 8 {
        Column::Personal
    } else if needy.hungry >= 4 {
        Column::Animal
    } else {
        Column::Natural
    }
}
