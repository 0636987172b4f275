//! One game between two decisions.

use table::encoding::{Encoded, Encoding};
use table::{Dice, Log, Rules, Seat, Seed, Status};

/// A game being played, with what its seats may do now.
pub struct Lane<G: Rules> {
    pub seed: Seed,
    pub position: G::Position,
    pub status: Status,
    /// Decisions taken.
    pub steps: u64,
}

impl<G: Rules> Lane<G> {
    /// The game of that seed, as it starts.
    pub fn start(game: &G, seed: Seed) -> Lane<G> {
        let position = game.start(&mut Dice::for_quiet_step(seed, 0), &mut Log::quiet());
        let status = game.status(&position);
        Lane { seed, position, status, steps: 0 }
    }

    /// What the seat may do: what is listed or, where choices are continuous and nothing is, what is done when
    /// nobody answers.
    pub fn legal(&self, game: &G, seat: Seat, out: &mut Vec<G::Action>) {
        out.clear();
        game.legal(&self.position, seat, out);
        if out.is_empty() && self.status.awaits(seat) {
            out.push(game.lapse(&self.position, seat));
        }
    }

    /// Takes a legal action, with the dice that a table would have.
    pub fn take(&mut self, game: &G, seat: Seat, action: &G::Action) {
        self.steps += 1;
        let mut dice = Dice::for_quiet_step(self.seed, self.steps);
        game.apply(&mut self.position, seat, action, &mut dice, &mut Log::quiet());
        self.status = game.status(&self.position);
    }
}

/// What a seat may do, with numbers.
pub struct Choices<G: Rules> {
    pub legal: Vec<G::Action>,
    pub numbers: Vec<Option<u32>>,
}

impl<G: Rules> Choices<G> {
    pub fn none() -> Choices<G> {
        Choices { legal: Vec::new(), numbers: Vec::new() }
    }

    /// Finds what the seat may do now.
    pub fn find<E: Encoding<G>>(&mut self, encoded: &Encoded<G, E>, lane: &Lane<G>, seat: Seat) {
        lane.legal(encoded.game(), seat, &mut self.legal);
        encoded.numbers(&self.legal, &mut self.numbers);
    }

    /// The place in the list of the action of that number.
    pub fn place(&self, number: u32) -> Option<usize> {
        self.numbers.iter().position(|known| *known == Some(number))
    }

    /// Sets the mask: 1 where there is a legal action, 0 elsewhere.
    pub fn mask(&self, mask: &mut [i8]) {
        mask.fill(0);
        for number in self.numbers.iter().flatten() {
            if let Some(open) = mask.get_mut(*number as usize) {
                *open = 1;
            }
        }
    }
}
