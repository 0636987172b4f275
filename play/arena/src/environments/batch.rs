//! Thousands of games stepped at once.

use super::lane::{Choices, Lane};
use super::{Spaces, reward};
use crate::roster::{Decider, Roster};
use std::sync::{Arc, Mutex, PoisonError};
use table::encoding::{ActionSpace, Encoded, Encoding, Layout};
use table::{Dice, Rules, Seat, Seed, Shown, Sight, Status};

/// Where a batch writes what came of a step: a row for every game. An observation or a mask that nobody wants is
/// left out by an empty slice.
pub struct Buffers<'a> {
    /// What the seat that decides next may know.
    pub observations: &'a mut [f32],
    /// 1 where it has a legal action.
    pub masks: &'a mut [i8],
    /// The seat that decides next.
    pub seats: &'a mut [i32],
    /// What every seat has won, where a game ended in this step; 0 elsewhere.
    pub rewards: &'a mut [f32],
    /// 1 where a game ended in this step; a new one has begun.
    pub ended: &'a mut [i8],
}

/// Many games of one set-up, each waiting for one decision. A game that ends is counted and begun anew.
pub trait AnyBatch: Send + Sync + Spaces {
    /// How many games.
    fn games(&self) -> usize;
    /// Starts all games anew, as this seed says.
    fn reset(&mut self, seed: Seed, out: Buffers<'_>);
    /// Takes an action in every game, by its number; says in which game one is not legal, and then nothing has
    /// changed.
    fn step(&mut self, actions: &[i64], out: Buffers<'_>) -> Result<(), String>;
    /// A legal action of every game, each as likely as the other; those that give up are left out where
    /// there are others.
    fn sample(&mut self, actions: &mut [i64]);
    /// So many random decisions in every game, without looking at any; gives the number of games that ended.
    fn play_at_random(&mut self, decisions: usize, out: Buffers<'_>) -> usize;
    /// The seed of every game that is being played.
    fn seeds(&self) -> Vec<Seed>;
    /// Decisions taken in every game that is being played.
    fn steps(&self) -> Vec<u64>;
}

/// A game of the batch.
struct Row<G: Rules> {
    lane: Lane<G>,
    choices: Choices<G>,
    decider: Seat,
    /// The seed of all games that are played here one after the other, and how many were.
    root: Seed,
    games: u64,
    /// The dice of bots, and those of [`AnyBatch::sample`].
    bots: Dice,
    chance: Dice,
}

pub struct Batch<G: Shown, E> {
    encoded: Arc<Encoded<G, E>>,
    rows: Vec<Row<G>>,
    /// For every thread who decides for each seat; nobody for those that are decided from outside. Nothing
    /// is ever locked: a bot may be handed on to another thread, but not looked at by two.
    deciders: Vec<Mutex<Vec<Option<Decider<G>>>>>,
}

/// A part of the buffers, for some of the rows.
struct Slice<'a> {
    observations: &'a mut [f32],
    masks: &'a mut [i8],
    seats: &'a mut [i32],
    rewards: &'a mut [f32],
    ended: &'a mut [i8],
}

/// The next part of a buffer; none of one that nobody wants.
fn cut<'a, T>(rest: &mut &'a mut [T], size: usize) -> &'a mut [T] {
    let whole = std::mem::take(rest);
    let (part, left) = whole.split_at_mut(size.min(whole.len()));
    *rest = left;
    part
}

impl<G: Shown, E: Encoding<G>> Batch<G, E> {
    pub fn new(
        encoded: Arc<Encoded<G, E>>,
        roster: &Roster<G>,
        bots: &[&'static str],
        seed: Seed,
        games: usize,
        threads: usize,
    ) -> Batch<G, E> {
        let seat = |name: &&'static str| (!name.is_empty()).then(|| roster.seat(name));
        let deciders =
            (0..threads.clamp(1, games)).map(|_| Mutex::new(bots.iter().map(seat).collect()));
        let mut batch = Batch { rows: Vec::new(), deciders: deciders.collect(), encoded };
        batch.begin(seed, games);
        batch
    }

    fn begin(&mut self, seed: Seed, games: usize) {
        let game = self.encoded.game();
        let row = |number: usize| {
            let root = seed.child(&format!("game {number}"));
            Row {
                lane: Lane::start(game.as_ref(), root.child("0")),
                choices: Choices::none(),
                decider: Seat(0),
                root,
                games: 0,
                bots: Dice::seeded(root.child("bots")),
                chance: Dice::seeded(root.child("chance")),
            }
        };
        self.rows = (0..games).map(row).collect();
    }

    /// Runs `work` for every row on all threads, each with its own part of the buffers.
    fn each(
        &mut self,
        out: Buffers<'_>,
        work: impl Fn(&Encoded<G, E>, &mut [Option<Decider<G>>], usize, &mut Row<G>, &mut Slice<'_>)
        + Sync,
    ) {
        let (size, actions) = (self.encoded.layout().size(), self.encoded.space().size());
        let seats = usize::from(self.encoded.game().setup().seats);
        let share = self.rows.len().div_ceil(self.deciders.len());
        let Buffers { mut observations, mut masks, seats: mut deciding, mut rewards, mut ended } =
            out;
        let encoded = self.encoded.as_ref();
        let work = &work;
        std::thread::scope(|scope| {
            let parts = self.rows.chunks_mut(share).zip(&mut self.deciders).enumerate();
            let count = parts.len();
            for (number, (rows, deciders)) in parts {
                let len = rows.len();
                let deciders = deciders.get_mut().unwrap_or_else(PoisonError::into_inner);
                let mut observations = cut(&mut observations, len * size);
                let mut masks = cut(&mut masks, len * actions);
                let mut deciding = cut(&mut deciding, len);
                let mut rewards = cut(&mut rewards, len * seats);
                let mut ended = cut(&mut ended, len);
                let mut run = move || {
                    for (place, row) in rows.iter_mut().enumerate() {
                        let mut slice = Slice {
                            observations: cut(&mut observations, size),
                            masks: cut(&mut masks, actions),
                            seats: cut(&mut deciding, 1),
                            rewards: cut(&mut rewards, seats),
                            ended: cut(&mut ended, 1),
                        };
                        work(encoded, deciders, number * share + place, row, &mut slice);
                    }
                };
                // The last part is this thread's own.
                if number + 1 == count {
                    run();
                } else {
                    scope.spawn(run);
                }
            }
        });
    }
}

impl<G: Rules> Row<G> {
    /// Lets bots decide until somebody from outside must; counts a game that ends, and begins the next.
    fn advance<E: Encoding<G>>(
        &mut self,
        encoded: &Encoded<G, E>,
        deciders: &mut [Option<Decider<G>>],
        slice: &mut Slice<'_>,
    ) {
        let game = encoded.game();
        loop {
            let deciding = match &self.lane.status {
                Status::Over(outcome) => {
                    for (seat, won) in slice.rewards.iter_mut().enumerate() {
                        *won = reward(outcome, Seat(u16::try_from(seat).unwrap_or(u16::MAX)));
                    }
                    slice.ended.fill(1);
                    self.games += 1;
                    self.lane = Lane::start(game, self.root.child(&self.games.to_string()));
                    continue;
                }
                Status::Deciding(seats) => seats,
            };
            let bot = deciding.iter().find(|seat| deciders[seat.index()].is_some());
            let Some(seat) = bot else {
                self.decider = deciding.lowest().unwrap_or(Seat(0));
                break;
            };
            self.lane.legal(game, seat, &mut self.choices.legal);
            let legal = &self.choices.legal;
            let chosen = match &mut deciders[seat.index()] {
                Some(Decider::Bot(bot)) => {
                    let sight = Sight::new(game.as_ref(), &self.lane.position, seat);
                    bot.choose(&sight, legal, &mut self.bots).min(legal.len() - 1)
                }
                _ => at_random(game.as_ref(), legal, &mut self.bots),
            };
            let action = self.choices.legal.swap_remove(chosen);
            self.lane.take(game, seat, &action);
        }
        self.choices.find(encoded, &self.lane, self.decider);
    }

    /// Writes who decides next, what it may know and what it may do.
    fn write<E: Encoding<G>>(&self, encoded: &Encoded<G, E>, slice: &mut Slice<'_>) {
        slice.seats.fill(i32::from(self.decider.0));
        if !slice.observations.is_empty() {
            encoded.observe(&self.lane.position, self.decider, slice.observations);
        }
        if !slice.masks.is_empty() {
            self.choices.mask(slice.masks);
        }
    }
}

/// Any of the list, all alike, but for those that give the game up.
fn at_random<G: Rules>(game: &G, legal: &[G::Action], dice: &mut Dice) -> usize {
    for _ in 0..8 {
        let chosen = table::playout::at_random(&(), Seat(0), legal, dice);
        if !game.gives_up(&legal[chosen]) {
            return chosen;
        }
    }
    legal.iter().position(|action| !game.gives_up(action)).unwrap_or(0)
}

impl<G: Shown, E: Encoding<G>> Spaces for Batch<G, E> {
    fn layout(&self) -> &Layout {
        self.encoded.layout()
    }

    fn space(&self) -> &ActionSpace {
        self.encoded.space()
    }

    fn seats(&self) -> u16 {
        self.encoded.game().setup().seats
    }
}

impl<G: Shown, E: Encoding<G>> AnyBatch for Batch<G, E> {
    fn games(&self) -> usize {
        self.rows.len()
    }

    fn reset(&mut self, seed: Seed, out: Buffers<'_>) {
        self.begin(seed, self.rows.len());
        out.rewards.fill(0.0);
        out.ended.fill(0);
        self.each(out, |encoded, deciders, _, row, slice| {
            row.advance(encoded, deciders, slice);
            slice.rewards.fill(0.0);
            slice.ended.fill(0);
            row.write(encoded, slice);
        });
    }

    fn step(&mut self, actions: &[i64], out: Buffers<'_>) -> Result<(), String> {
        if actions.len() != self.rows.len() {
            let (given, games) = (actions.len(), self.rows.len());
            return Err(format!("{given} actions for {games} games: give one for every game"));
        }
        let places: Vec<Option<usize>> = actions
            .iter()
            .zip(&self.rows)
            .map(|(action, row)| row.choices.place(u32::try_from(*action).ok()?))
            .collect();
        if let Some(number) = places.iter().position(Option::is_none) {
            let action = actions[number];
            return Err(format!(
                "action {action} is not legal in game {number}: the mask says which are"
            ));
        }
        self.each(out, |encoded, deciders, number, row, slice| {
            slice.rewards.fill(0.0);
            slice.ended.fill(0);
            let action = row.choices.legal.swap_remove(places[number].unwrap_or(0));
            row.lane.take(encoded.game(), row.decider, &action);
            row.advance(encoded, deciders, slice);
            row.write(encoded, slice);
        });
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i64]) {
        let game = self.encoded.game();
        for (row, action) in self.rows.iter_mut().zip(actions) {
            let chosen = at_random(game.as_ref(), &row.choices.legal, &mut row.chance);
            *action = row.choices.numbers[chosen].map_or(-1, i64::from);
        }
    }

    fn play_at_random(&mut self, decisions: usize, out: Buffers<'_>) -> usize {
        let before: u64 = self.rows.iter().map(|row| row.games).sum();
        self.each(out, |encoded, deciders, _, row, slice| {
            slice.rewards.fill(0.0);
            slice.ended.fill(0);
            for _ in 0..decisions {
                let game = encoded.game();
                let chosen = at_random(game.as_ref(), &row.choices.legal, &mut row.chance);
                let action = row.choices.legal.swap_remove(chosen);
                row.lane.take(game, row.decider, &action);
                row.advance(encoded, deciders, slice);
            }
            row.write(encoded, slice);
        });
        let after: u64 = self.rows.iter().map(|row| row.games).sum();
        usize::try_from(after - before).unwrap_or(usize::MAX)
    }

    fn seeds(&self) -> Vec<Seed> {
        self.rows.iter().map(|row| row.lane.seed).collect()
    }

    fn steps(&self) -> Vec<u64> {
        self.rows.iter().map(|row| row.lane.steps).collect()
    }
}
