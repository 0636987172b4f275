//! One game at a time.

use super::Spaces;
use super::lane::{Choices, Lane};
use std::sync::Arc;
use table::encoding::{ActionSpace, Encoded, Encoding, Layout};
use table::{Dice, Outcome, Seat, Seed, Shown, Status};

/// One game, every seat of which is decided from outside.
pub trait AnyEnvironment: Send + Sync + Spaces {
    /// Starts the game of another seed.
    fn reset(&mut self, seed: Seed);
    /// The seats that must decide, the lowest first.
    fn deciding(&self) -> Vec<Seat>;
    /// How the game ended, once it has.
    fn outcome(&self) -> Option<&Outcome>;
    /// Writes what the seat may know.
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// Writes what the seat would be shown in a position that it cannot tell from this one, drawn by the seed:
    /// the same, if nothing hidden gets out.
    fn observe_sample(&self, seat: Seat, seed: Seed, out: &mut [f32]);
    /// Sets 1 where the seat has a legal action and 0 elsewhere.
    fn mask(&mut self, seat: Seat, out: &mut [i8]);
    /// The line of an action that the seat may take now, by its number.
    fn notation(&mut self, seat: Seat, action: usize) -> Option<String>;
    /// The numbers and lines of all that the seat may do now.
    fn choices(&mut self, seat: Seat) -> Vec<(u32, String)>;
    /// Takes the action of that number; otherwise says why not, and nothing has changed.
    fn step(&mut self, seat: Seat, action: usize) -> Result<(), String>;
    /// Decisions taken so far.
    fn steps(&self) -> usize;
    /// The decisions from one on, in notation.
    fn lines(&self, from: usize) -> Vec<(Seat, String)>;
    /// The seed of this game.
    fn seed(&self) -> Seed;
}

pub struct Environment<G: Shown, E> {
    encoded: Arc<Encoded<G, E>>,
    lane: Lane<G>,
    /// What the seat that was asked last may do, and at which step that was.
    choices: Choices<G>,
    asked: Option<(Seat, u64)>,
    history: Vec<(Seat, G::Action)>,
}

impl<G: Shown, E: Encoding<G>> Environment<G, E> {
    pub fn new(encoded: Arc<Encoded<G, E>>, seed: Seed) -> Environment<G, E> {
        let lane = Lane::start(encoded.game().as_ref(), seed);
        Environment { encoded, lane, choices: Choices::none(), asked: None, history: Vec::new() }
    }

    fn find(&mut self, seat: Seat) {
        let asked = Some((seat, self.lane.steps));
        if self.asked != asked {
            self.choices.find(&self.encoded, &self.lane, seat);
            self.asked = asked;
        }
    }
}

impl<G: Shown, E: Encoding<G>> Spaces for Environment<G, E> {
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

impl<G: Shown, E: Encoding<G>> AnyEnvironment for Environment<G, E> {
    fn reset(&mut self, seed: Seed) {
        self.lane = Lane::start(self.encoded.game().as_ref(), seed);
        self.asked = None;
        self.history.clear();
    }

    fn deciding(&self) -> Vec<Seat> {
        match &self.lane.status {
            Status::Deciding(seats) => seats.iter().collect(),
            Status::Over(_) => Vec::new(),
        }
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.lane.status.outcome()
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.encoded.observe(&self.lane.position, seat, out);
    }

    fn observe_sample(&self, seat: Seat, seed: Seed, out: &mut [f32]) {
        let game = self.encoded.game();
        let sample = game.resample(&self.lane.position, seat, &mut Dice::seeded(seed));
        self.encoded.observe(&sample, seat, out);
    }

    fn mask(&mut self, seat: Seat, out: &mut [i8]) {
        self.find(seat);
        self.choices.mask(out);
    }

    fn notation(&mut self, seat: Seat, action: usize) -> Option<String> {
        self.find(seat);
        let place = self.choices.place(u32::try_from(action).ok()?)?;
        Some(self.encoded.game().notation(&self.choices.legal[place]))
    }

    fn choices(&mut self, seat: Seat) -> Vec<(u32, String)> {
        self.find(seat);
        let game = self.encoded.game();
        let all = self.choices.numbers.iter().zip(&self.choices.legal);
        all.filter_map(|(number, action)| Some(((*number)?, game.notation(action)))).collect()
    }

    fn step(&mut self, seat: Seat, action: usize) -> Result<(), String> {
        match &self.lane.status {
            Status::Over(_) => return Err("the game is over".into()),
            Status::Deciding(seats) if !seats.has(seat) => {
                return Err(format!("seat {} need not decide now", seat.0));
            }
            Status::Deciding(_) => {}
        }
        self.find(seat);
        let place = u32::try_from(action).ok().and_then(|number| self.choices.place(number));
        let Some(place) = place else {
            return Err(format!("action {action} is not legal now: the mask says which are"));
        };
        let action = self.choices.legal.swap_remove(place);
        self.asked = None;
        self.lane.take(self.encoded.game().as_ref(), seat, &action);
        self.history.push((seat, action));
        Ok(())
    }

    fn steps(&self) -> usize {
        self.history.len()
    }

    fn lines(&self, from: usize) -> Vec<(Seat, String)> {
        let game = self.encoded.game();
        let later = self.history.iter().skip(from);
        later.map(|(seat, action)| (*seat, game.notation(action))).collect()
    }

    fn seed(&self) -> Seed {
        self.lane.seed
    }
}
