//! One decision: candidates tried under the same luck, the worse half dropped, until one is left.

use super::counsel::{Counsel, SURE};
use super::tree::{Advice, Tree, mix};
use super::{Clock, Effort};
use table::{Dice, Fit, Log, Rules, Seat, Seed, Sight, Status};

/// A playout that has not come to rest after so many decisions is judged as it stands.
const LONGEST: u32 = 4000;

/// Tries after which a candidate may be given up before its time.
const ENOUGH: u32 = 8;

/// A search at work, with buffers that live from decision to decision.
pub struct Deliberation<G: Rules, C: Counsel<G>> {
    effort: Effort,
    first: C,
    workers: Vec<Worker<G, C>>,
    legal: Vec<G::Action>,
}

/// How a candidate does against the habit.
#[derive(Clone, Copy, Default)]
struct Trial {
    tries: u32,
    sum: f64,
    squares: f64,
}

impl Trial {
    fn add(&mut self, lead: f64) {
        self.tries += 1;
        self.sum += lead;
        self.squares += lead * lead;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.tries.max(1))
    }

    /// Whether it was tried enough to see that it does not beat the habit, be it that it is worse or
    /// that it comes to the same.
    fn is_hopeless(&self, doubt: f64) -> bool {
        self.tries >= ENOUGH && self.mean() + doubt * self.error() <= 0.0
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        let n = f64::from(self.tries.max(2));
        let spread = (self.squares / n - self.mean() * self.mean()).max(0.0);
        (spread / (n - 1.0)).sqrt()
    }
}

impl<G: Rules, C: Counsel<G>> Deliberation<G, C> {
    /// With this counsel and effort.
    pub fn new(counsel: C, effort: Effort) -> Deliberation<G, C> {
        let trees = effort.trees.max(1);
        let workers = (0..trees).map(|_| Worker::new(counsel.clone())).collect();
        Deliberation { effort, first: counsel, workers, legal: Vec::new() }
    }

    /// Playouts and playout decisions so far.
    pub fn spent(&self) -> (u64, u64) {
        let add =
            |(a, b): (u64, u64), worker: &Worker<G, C>| (a + worker.playouts, b + worker.decisions);
        self.workers.iter().fold((0, 0), add)
    }

    /// The best of the legal actions, as far as the effort goes.
    pub fn choose(&mut self, sight: &Sight<'_, G>, legal: &[G::Action], dice: &mut Dice) -> usize {
        if legal.len() < 2 {
            return 0;
        }
        let (game, seat) = (sight.game(), sight.seat());
        let mut imagined = sight.imagine(dice);
        self.first.begin();
        let stakes = u64::from(self.first.stakes(game, &imagined));
        let playouts = (u64::from(self.effort.playouts) * stakes / 100).fit::<u32>();
        self.first.ponder(game, &mut imagined, seat, dice);
        let habit = self.first.first_thought(game, &imagined, seat, legal, dice);
        let habit = habit.min(legal.len() - 1);
        if playouts == 0 {
            return habit;
        }
        let mut alive = self.candidates(game, &imagined, seat, legal, (habit, playouts), dice);
        if alive.len() < 2 {
            return habit;
        }
        self.legal.clear();
        self.legal.extend_from_slice(legal);
        for worker in &mut self.workers {
            worker.counsel.begin();
            worker.tree.clear();
            worker.dice = Dice::seeded(seed(dice));
        }
        let until = self.effort.limit.map(|(clock, limit)| (clock, clock() + limit));
        let rounds = alive.len().fit::<u32>().next_power_of_two().trailing_zeros().max(1);
        let share = playouts / rounds / self.workers.len().fit::<u32>();
        let doubt = self.effort.doubt * self.first.caution(game);
        let mut trials = vec![Trial::default(); legal.len()];
        while alive.len() > 1 {
            let rows = (share / alive.len().fit::<u32>()).max(1);
            let in_time = self.round(sight, &alive, rows, until);
            for worker in &mut self.workers {
                for row in worker.results.chunks_exact(alive.len()) {
                    for (candidate, value) in alive.iter().zip(row) {
                        trials[*candidate].add(f64::from(value - row[0]));
                    }
                }
            }
            // The habit stays in to be compared with.
            alive[1..].sort_by(|a, b| trials[*b].mean().total_cmp(&trials[*a].mean()));
            if alive.len() == 2 || !in_time {
                break;
            }
            alive.truncate(alive.len().div_ceil(2).max(2));
            while alive.len() > 1
                && alive.last().is_some_and(|last| trials[*last].is_hopeless(doubt))
            {
                alive.pop();
            }
        }
        if alive.len() < 2 {
            return habit;
        }
        let (best, trial) = (alive[1], &trials[alive[1]]);
        let clear = trial.mean() > doubt * trial.error() && trial.mean() > 0.0;
        if clear { best } else { habit }
    }

    /// The habit first, then what looks best at a glance.
    fn candidates(
        &mut self,
        game: &G,
        imagined: &G::Position,
        seat: Seat,
        legal: &[G::Action],
        (habit, playouts): (usize, u32),
        dice: &mut Dice,
    ) -> Vec<usize> {
        let mut others = Vec::new();
        self.first.alternatives(game, imagined, legal, habit, &mut others);
        let most = self.effort.candidates.min(playouts / 8).max(2) as usize - 1;
        if others.len() > most {
            let luck = seed(dice);
            let mut log = Log::quiet();
            let mut glances: Vec<(i32, usize)> = Vec::with_capacity(others.len());
            for index in others {
                let mut after = imagined.clone();
                game.apply(&mut after, seat, &legal[index], &mut Dice::seeded(luck), &mut log);
                glances.push((-self.first.worth(game, &after, seat), index));
            }
            glances.sort_unstable();
            others = glances.into_iter().take(most).map(|(_, index)| index).collect();
        }
        others.insert(0, habit);
        others
    }

    /// So many rows of all candidates in every tree; false if time ran out.
    fn round(
        &mut self,
        sight: &Sight<'_, G>,
        alive: &[usize],
        rows: u32,
        until: Option<(Clock, u64)>,
    ) -> bool {
        let legal = &self.legal;
        let work = |worker: &mut Worker<G, C>| worker.rows(sight, legal, alive, rows, until);
        let threads = self.effort.threads.clamp(1, self.workers.len().fit()) as usize;
        if threads == 1 {
            self.workers.iter_mut().for_each(work);
        } else {
            let share = self.workers.len().div_ceil(threads);
            std::thread::scope(|scope| {
                for part in self.workers.chunks_mut(share) {
                    scope.spawn(move || part.iter_mut().for_each(work));
                }
            });
        }
        self.workers.iter().all(|worker| worker.in_time)
    }
}

/// A seed from dice.
fn seed(dice: &mut Dice) -> Seed {
    let mut bytes = [0; 32];
    for part in bytes.chunks_exact_mut(4) {
        part.copy_from_slice(&dice.roll("search", u32::MAX).to_le_bytes());
    }
    Seed(bytes)
}

/// The luck of one stretch of a playout.
fn of_stretch(Seed(mut luck): Seed, stretch: u64) -> Seed {
    for (byte, other) in luck.iter_mut().zip(mix(stretch).to_le_bytes()) {
        *byte ^= other;
    }
    Seed(luck)
}

/// One tree and what is needed to grow it.
struct Worker<G: Rules, C: Counsel<G>> {
    counsel: C,
    tree: Tree<G::Action>,
    dice: Dice,
    log: Log<G::Event>,
    legal: Vec<G::Action>,
    /// What each seat has seen since the root.
    seen: Vec<u64>,
    /// What each seat was found to be worth at the end of a playout.
    worths: Vec<Option<i32>>,
    /// Values of the candidates, row by row.
    results: Vec<i32>,
    in_time: bool,
    playouts: u64,
    decisions: u64,
}

impl<G: Rules, C: Counsel<G>> Worker<G, C> {
    fn new(counsel: C) -> Worker<G, C> {
        Worker {
            counsel,
            tree: Tree::new(),
            dice: Dice::seeded(Seed([0; 32])),
            log: Log::quiet(),
            legal: Vec::new(),
            seen: Vec::new(),
            worths: Vec::new(),
            results: Vec::new(),
            in_time: true,
            playouts: 0,
            decisions: 0,
        }
    }

    fn rows(
        &mut self,
        sight: &Sight<'_, G>,
        legal: &[G::Action],
        alive: &[usize],
        rows: u32,
        until: Option<(Clock, u64)>,
    ) {
        self.results.clear();
        self.in_time = true;
        let (game, seat) = (sight.game(), sight.seat());
        for _ in 0..rows {
            let mut root = sight.imagine(&mut self.dice);
            self.counsel.ponder(game, &mut root, seat, &mut self.dice);
            let luck = seed(&mut self.dice);
            for candidate in alive {
                if until.is_some_and(|(clock, end)| clock() >= end) {
                    // A row that is not whole would compare different luck.
                    let whole = self.results.len() / alive.len() * alive.len();
                    self.results.truncate(whole);
                    self.in_time = false;
                    return;
                }
                let value = self.playout(game, &root, seat, &legal[*candidate], *candidate, luck);
                self.results.push(value);
            }
        }
    }

    fn playout(
        &mut self,
        game: &G,
        root: &G::Position,
        seat: Seat,
        action: &G::Action,
        number: usize,
        luck: Seed,
    ) -> i32 {
        let seats = game.setup().seats as usize;
        let mut dice = Dice::seeded(luck);
        let mut position = root.clone();
        self.seen.clear();
        self.seen.resize(seats, 0);
        let shared = matches!(game.status(root), Status::Deciding(seats) if seats.len() == 1);
        game.apply(&mut position, seat, action, &mut dice, &mut self.log);
        self.saw(seat, shared, mix(number as u64 + 1));
        self.playouts += 1;
        let mut decisions = 1;
        let depth = self.counsel.depth(game);
        let mut in_tree = depth > 0;
        let mut stretch = self.counsel.stretch(root);
        loop {
            let now = self.counsel.stretch(&position);
            if now != stretch {
                stretch = now;
                dice = Dice::seeded(of_stretch(luck, now));
            }
            let status = game.status(&position);
            let Status::Deciding(deciding) = &status else { break };
            if decisions > LONGEST || self.counsel.rests(game, root, &position, decisions) {
                break;
            }
            let strode = match in_tree && !C::STRIDES_AT_ONCE {
                true => 0,
                false => self.counsel.stride(game, &mut position, &mut dice, &mut self.log),
            };
            if strode > 0 {
                decisions += strode;
                continue;
            }
            let Some(next) = deciding.lowest() else { break };
            let shared = deciding.len() == 1;
            decisions += 1;
            self.legal.clear();
            game.legal(&position, next, &mut self.legal);
            if self.legal.is_empty() {
                self.legal.push(game.lapse(&position, next));
            }
            let mut index = 0;
            if self.legal.len() > 1 {
                let counsel = &mut self.counsel;
                let (at, legal) = (&position, &self.legal);
                let mut habit = |dice: &mut Dice| counsel.habit(game, at, next, legal, dice);
                let advice = match in_tree {
                    true => {
                        let key = mix(self.seen[next.index()] ^ u64::from(next.0) << 48);
                        self.tree.advise(key, next, legal, &mut dice, &mut habit)
                    }
                    false => Advice::New,
                };
                index = match advice {
                    Advice::Take(index) => {
                        let trace = self.tree.trace();
                        self.saw(next, shared, trace);
                        in_tree = decisions <= depth;
                        index
                    }
                    Advice::New => {
                        in_tree = false;
                        habit(&mut dice)
                    }
                };
            }
            let index = index.min(self.legal.len() - 1);
            game.apply(&mut position, next, &self.legal[index], &mut dice, &mut self.log);
        }
        self.decisions += u64::from(decisions);
        self.worths.clear();
        self.worths.resize(seats, None);
        let (counsel, worths) = (&mut self.counsel, &mut self.worths);
        let mut worth = |seat: Seat| match worths.get_mut(seat.index()) {
            Some(known) => {
                *known.get_or_insert_with(|| counsel.worth(game, &position, seat).clamp(0, SURE))
            }
            None => 0,
        };
        let own = worth(seat);
        self.tree.learn(worth);
        own
    }

    /// A decision is seen by all, or, while several decide, by the one who took it.
    fn saw(&mut self, seat: Seat, shared: bool, what: u64) {
        for (index, seen) in self.seen.iter_mut().enumerate() {
            if shared || index == seat.index() {
                *seen = mix(*seen ^ what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ENOUGH, Trial, of_stretch};
    use table::Seed;

    fn tried(leads: impl Iterator<Item = f64>) -> Trial {
        let mut trial = Trial::default();
        leads.for_each(|lead| trial.add(lead));
        trial
    }

    #[test]
    fn only_what_was_tried_enough_and_never_helps_is_given_up() {
        let enough = ENOUGH as usize;
        let same = |tries: usize| tried(std::iter::repeat_n(0.0, tries));
        assert!(same(enough).is_hopeless(1.5) && !same(enough - 1).is_hopeless(1.5));
        let worse = (0..enough).map(|n| -10.0 - (n % 3) as f64);
        assert!(tried(worse).is_hopeless(1.5));
        let unsure = (0..enough).map(|n| if n % 2 == 0 { 30.0 } else { -31.0 });
        assert!(!tried(unsure).is_hopeless(1.5));
    }

    #[test]
    fn stretches_have_luck_of_their_own_which_follows_from_the_playouts() {
        let [one, other] = [1, 2].map(Seed::from_number);
        assert_eq!(of_stretch(one, 5), of_stretch(one, 5));
        assert_ne!(of_stretch(one, 5), of_stretch(one, 6));
        assert_ne!(of_stretch(one, 5), of_stretch(other, 5));
    }
}
