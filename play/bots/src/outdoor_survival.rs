//! Outdoor Survival as a sensible beginner plays it.

use outdoor_survival::{Action, Aim, Column, Foe, OutdoorSurvival, Position, Prospects, Stop};
use table::{Bot, Dice, Sight};

/// Travels from source to source and rests where that pays, judges the hexes on which a day can end
/// rather than single steps, keeps out of the reach of those who are after it, and drinks in time
/// when it is after somebody.
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
        let mind = Mind { game, position: &position, prospects: game.prospects(&position) };
        let wanted = match legal[0] {
            _ if legal.contains(&Action::Shoot) && mind.shoots(legal) => Action::Shoot,
            Action::Stay | Action::Roll => match mind.rests() {
                true => Action::Stay,
                false => Action::Roll,
            },
            Action::Step(_) | Action::Stop => mind.next_step(dice),
            Action::Column(_) => Action::Column(mind.column()),
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

/// As far as a pursuer looks for ways rather than as the crow flies, in points.
const NEARBY: u16 = 20;

/// What the bot has before its eyes.
struct Mind<'a> {
    game: &'a OutdoorSurvival,
    position: &'a Position,
    prospects: Prospects<'a>,
}

impl Mind<'_> {
    /// Shoots when the odds are even or better, or when nothing better can come of this move.
    fn shoots(&self, legal: &[Action]) -> bool {
        let goes_on = legal.iter().any(|action| matches!(action, Action::Step(_) | Action::Roll));
        self.prospects.faces_that_hit() >= 3 || !goes_on
    }

    fn rests(&self) -> bool {
        let here = self.position.person(self.position.acting()).at();
        let [water, food] = self.prospects.rest_brings();
        let now = self.prospects.condition();
        match self.prospects.aim() {
            Aim::Leave => self.prospects.rest_speeds(),
            Aim::Escape(foes) => {
                self.danger(&foes)[here as usize] == 0 && self.prospects.rest_speeds()
            }
            Aim::Flee(_) => false,
            Aim::Reach(goals) => {
                let far = self.ways(&goals)[here as usize] > self.prospects.pace() as u16;
                far && ((water && now.dry >= p(0)) || (food && now.hungry >= p(1) && now.dry <= 2))
            }
        }
    }

    /// The first step towards the best end of this move, or a stop if it is here.
    fn next_step(&self, dice: &mut Dice) -> Action {
        let ends = self.prospects.ends_of_move();
        let chosen = match ends.off() {
            Some(off) => Some(*off),
            None => self.best_end(ends.stops(), dice),
        };
        match chosen.as_ref().and_then(|stop| stop.sides().first()) {
            Some(side) => Action::Step(terrain::Side(*side)),
            None => Action::Stop,
        }
    }

    /// The end with the lowest score; of equal ones the first by its number.
    fn best_end(&self, stops: &[Stop], dice: &mut Dice) -> Option<Stop> {
        let prospects = &self.prospects;
        match prospects.aim() {
            Aim::Leave => self.least(stops, |stop| prospects.days_after(stop) as i32),
            Aim::Escape(foes) => {
                let danger = self.danger(&foes);
                self.least(stops, |stop| {
                    prospects.days_after(stop) as i32 + danger[stop.at as usize]
                })
            }
            Aim::Flee(foes) => {
                let shuffle = dice.roll("greedy", 1 << 16);
                self.least(stops, |stop| {
                    self.exposed(&foes, stop) * 64
                        + (shuffle.wrapping_mul(stop.at as u32 + 1) >> 8 & 63) as i32
                })
            }
            Aim::Reach(goals) => {
                let ways = self.ways(&goals);
                self.least(stops, |stop| {
                    ways[stop.at as usize].min(p(2) as u16) as i32 * 10 + self.upkeep(stop)
                })
            }
        }
    }

    fn least(&self, stops: &[Stop], score: impl Fn(&Stop) -> i32) -> Option<Stop> {
        let board = self.game.board();
        let by_number = |stop: &Stop| board.place(stop.at);
        stops.iter().copied().min_by_key(|stop| (score(stop), by_number(stop)))
    }

    /// Points from every hex to the nearest goal; by the crow where that is far.
    fn ways(&self, goals: &[u16]) -> Vec<u16> {
        let board = self.game.board();
        let mut ways = vec![u16::MAX; board.hexes.len()];
        board.near(goals, NEARBY, |cell, points| ways[cell as usize] = points);
        for (cell, way) in ways.iter_mut().enumerate() {
            if *way == u16::MAX {
                let crow = goals.iter().map(|goal| board.distance(cell as u16, *goal)).min();
                *way = NEARBY + crow.unwrap_or(0);
            }
        }
        ways
    }

    /// What it is worth, in tenths of a day, not to end on a hex because of those in reach of it.
    fn danger(&self, foes: &[Foe]) -> Vec<i32> {
        let board = self.game.board();
        let mut danger = vec![0; board.hexes.len()];
        for foe in foes {
            board.reached(foe.at, foe.pace as u16, |cell, points| {
                danger[cell as usize] +=
                    if points * 2 <= foe.pace as u16 { p(3) } else { p(4) } as i32;
            });
        }
        danger
    }

    /// How bad it is to graze there, with these about.
    fn exposed(&self, foes: &[Foe], stop: &Stop) -> i32 {
        let board = self.game.board();
        let nearest = foes.iter().map(|foe| board.distance(foe.at, stop.at)).min();
        let away = nearest.unwrap_or(99).min(p(5) as u16) as i32;
        let then = self.prospects.condition_after(stop);
        then.dry as i32 * 4 + then.hungry as i32 * 2 - away * 10
    }

    /// What thirst and hunger weigh after a day that ends like this, in tenths of a point: by the
    /// levels that are left when the next source is reached.
    fn upkeep(&self, stop: &Stop) -> i32 {
        let then = self.prospects.condition_after(stop);
        let [water, food] = self.prospects.at_next_source(stop.at, then);
        let worry = |spare: u8| {
            let short = (8 - spare as i32).max(0);
            short * short * p(6) as i32 / 10
        };
        worry(self.prospects.to_spare(water)) + worry(self.prospects.to_spare(food)) / 2
    }

    /// Natural Hazards while well, Animal when hungry, Personal when nearly too weak to walk.
    fn column(&self) -> Column {
        let level = self.position.person(self.position.acting()).level();
        match self.prospects.condition().hungry {
            _ if level >= 8 => Column::Personal,
            4.. => Column::Animal,
            _ => Column::Natural,
        }
    }
}

fn p(i: usize) -> u8 {
    static P: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    let p = P.get_or_init(|| {
        let text = std::env::var("P").unwrap_or_default();
        let mut base: Vec<u8> = vec![1, 3, 60, 120, 60, 7, 20];
        for (i, v) in text.split(',').enumerate() {
            if let Ok(v) = v.parse() {
                base[i] = v;
            }
        }
        base
    });
    p[i]
}
