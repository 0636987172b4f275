//! The pool in which bots think: a few at a time, shared fairly.
//!
//! There are three lanes. What is known to be quick never waits for what is slow: whoever opens thirty tables of bots
//! that think for seconds makes nobody else wait for a bot that answers at once. A kind of bot that nobody has seen
//! thinking is tried in a lane of its own, one at a time; as soon as it is known, all of its kind that wait change to
//! the lane where they belong. Within a lane tables of people come before those of bots alone, and those that nobody
//! watches come last; within these everybody who opened tables has a queue of their own, and the queues are served in
//! turn.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// A bot that takes longer than this is slow.
const QUICK: Duration = Duration::from_millis(50);

/// For how long a kind is slow that was slow once. A bot that searches has nothing to think about where there is one choice, and
/// a game may have hundreds of such decisions between those that take it long.
const SLOW_FOR: Duration = Duration::from_secs(10 * 60);

/// Who is served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precedence {
    /// A person sits at the table.
    Person,
    /// Only bots do, and somebody watches.
    Watched,
    /// Only bots do, and nobody watches.
    Alone,
    /// The game is over, and bots look back at it: among the slow, however short it is, since there is always more of it.
    Afterwards,
}

/// The places in which bots think. Copies share them.
#[derive(Clone)]
pub struct Pool(Arc<Mutex<Lanes>>);

/// What is known of a kind of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    Quick,
    Slow,
    /// It has not thought yet.
    Unknown,
}

struct Lanes {
    quick: Lane,
    slow: Lane,
    unknown: Lane,
    /// The kinds of bots that have thought, and when each was slow the last time, if ever.
    known: HashMap<String, Option<Instant>>,
}

struct Lane {
    free: usize,
    waiting: BTreeMap<Precedence, Queues>,
}

/// A queue for everybody who waits, in the order in which they are served.
type Queues = VecDeque<(String, VecDeque<Waiting>)>;

/// Somebody's bot that waits for a place.
struct Waiting {
    kind: String,
    sender: oneshot::Sender<Permit>,
}

/// A permit of the pool to think, until it is dropped.
pub struct Permit {
    pool: Pool,
    pace: Pace,
}

impl Pool {
    /// So many quick bots think at the same time, and one less of the slow, if that leaves any; of those that nobody
    /// knows yet one.
    pub fn new(places: usize) -> Pool {
        Pool(Arc::new(Mutex::new(Lanes {
            quick: Lane::with(places),
            slow: Lane::with(places.saturating_sub(1)),
            unknown: Lane::with(1),
            known: HashMap::new(),
        })))
    }

    /// Waits for a place for a kind of bot at somebody's table; nothing if the server stops.
    pub async fn place(&self, kind: &str, owner: &str, precedence: Precedence) -> Option<Permit> {
        let (sender, place) = oneshot::channel();
        let pace = {
            let mut lanes = self.lock();
            let pace = match precedence {
                Precedence::Afterwards => Pace::Slow,
                _ => lanes.pace(kind),
            };
            let waiting = Waiting { kind: kind.to_string(), sender };
            lanes.lane(pace).wait(owner, precedence, waiting);
            pace
        };
        self.serve(pace);
        place.await.ok()
    }

    /// How many more bots could think at once; none while one waits.
    pub fn idle(&self) -> usize {
        let lanes = self.lock();
        let all = [&lanes.quick, &lanes.slow, &lanes.unknown];
        match all.iter().all(|lane| lane.waiting.is_empty()) {
            true => lanes.quick.free,
            false => 0,
        }
    }

    /// Of each lane: its name, how many places are free, and how many bots wait for one.
    pub fn lanes(&self) -> Vec<(&'static str, usize, usize)> {
        let lanes = self.lock();
        let all = [("quick", &lanes.quick), ("slow", &lanes.slow), ("unknown", &lanes.unknown)];
        all.map(|(name, lane)| (name, lane.free, lane.count_waiting())).into()
    }

    /// Notes how long a kind of bot has thought. If it belongs into another lane from now on, so do those of its kind
    /// that wait.
    pub fn note(&self, kind: &str, took: Duration) {
        self.note_at(kind, took, Instant::now());
    }

    fn note_at(&self, kind: &str, took: Duration, at: Instant) {
        let now = {
            let mut lanes = self.lock();
            let before = lanes.pace(kind);
            let known = lanes.known.entry(kind.to_string()).or_default();
            *known = if took > QUICK { Some(at) } else { *known };
            let now = lanes.pace(kind);
            if before == now {
                return;
            }
            for (precedence, owner, waiting) in lanes.lane(before).take_out(kind) {
                lanes.lane(now).wait(&owner, precedence, waiting);
            }
            now
        };
        self.serve(now);
    }

    /// Gives the free places of a lane to those who are next.
    fn serve(&self, pace: Pace) {
        loop {
            let next = self.lock().lane(pace).next();
            let Some(waiting) = next else { return };
            // Whoever does not wait any more gives the place back by dropping it.
            let _ = waiting.sender.send(Permit { pool: self.clone(), pace });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Lanes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lanes {
    fn pace(&self, kind: &str) -> Pace {
        match self.known.get(kind) {
            None => Pace::Unknown,
            Some(Some(slow)) if slow.elapsed() < SLOW_FOR => Pace::Slow,
            Some(_) => Pace::Quick,
        }
    }

    fn lane(&mut self, pace: Pace) -> &mut Lane {
        match pace {
            Pace::Quick => &mut self.quick,
            Pace::Slow => &mut self.slow,
            Pace::Unknown => &mut self.unknown,
        }
    }
}

impl Lane {
    /// With so many places, and at least one.
    fn with(places: usize) -> Lane {
        Lane { free: places.max(1), waiting: BTreeMap::new() }
    }

    fn count_waiting(&self) -> usize {
        self.waiting.values().flatten().map(|(_, queue)| queue.len()).sum()
    }

    fn wait(&mut self, owner: &str, precedence: Precedence, waiting: Waiting) {
        let queues = self.waiting.entry(precedence).or_default();
        match queues.iter_mut().find(|(name, _)| name == owner) {
            Some((_, queue)) => queue.push_back(waiting),
            None => queues.push_back((owner.to_string(), VecDeque::from([waiting]))),
        }
    }

    /// Takes a free place for whoever is next; nothing if there is none, or nobody waits.
    fn next(&mut self) -> Option<Waiting> {
        if self.free == 0 {
            return None;
        }
        let mut first = self.waiting.first_entry()?;
        let queues = first.get_mut();
        let (owner, mut queue) = queues.pop_front()?;
        let next = queue.pop_front();
        if !queue.is_empty() {
            queues.push_back((owner, queue));
        }
        if queues.is_empty() {
            first.remove();
        }
        self.free -= 1;
        next
    }

    /// Takes out all of a kind that wait, in their order, with whose they are.
    fn take_out(&mut self, kind: &str) -> Vec<(Precedence, String, Waiting)> {
        let mut taken = Vec::new();
        for (precedence, queues) in std::mem::take(&mut self.waiting) {
            for (owner, queue) in queues {
                for waiting in queue {
                    match waiting.kind == kind && precedence != Precedence::Afterwards {
                        true => taken.push((precedence, owner.clone(), waiting)),
                        false => self.wait(&owner, precedence, waiting),
                    }
                }
            }
        }
        taken
    }
}

impl Permit {
    /// Whether it may take long, for all that is known of its kind.
    pub fn may_take_long(&self) -> bool {
        self.pace != Pace::Quick
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.pool.lock().lane(self.pace).free += 1;
        self.pool.serve(self.pace);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// Whether it has a place by now.
    fn poll(place: std::pin::Pin<&mut impl Future<Output = Option<Permit>>>) -> Option<Permit> {
        match place.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(place) => place,
            Poll::Pending => None,
        }
    }

    #[test]
    fn people_come_first_and_everybody_in_turn() {
        let pool = Pool::new(1);
        pool.note("greedy", Duration::ZERO);
        let mut held = pin!(pool.place("greedy", "ann", Precedence::Person));
        let held = poll(held.as_mut()).expect("the first place is free");
        let mut ann1 = pin!(pool.place("greedy", "ann", Precedence::Person));
        let mut ann2 = pin!(pool.place("greedy", "ann", Precedence::Person));
        let mut alone = pin!(pool.place("greedy", "eve", Precedence::Alone));
        let mut bob = pin!(pool.place("greedy", "bob", Precedence::Person));
        for waiting in [&mut ann1, &mut ann2] {
            assert!(poll(waiting.as_mut()).is_none());
        }
        assert!(poll(alone.as_mut()).is_none() && poll(bob.as_mut()).is_none());
        drop(held);
        drop(poll(ann1.as_mut()).expect("ann was first"));
        let bobs = poll(bob.as_mut()).expect("bob comes before ann's second");
        assert!(poll(ann2.as_mut()).is_none());
        drop(bobs);
        let anns = poll(ann2.as_mut()).expect("then ann again");
        assert!(poll(alone.as_mut()).is_none(), "tables of bots wait for those of people");
        drop(anns);
        assert!(poll(alone.as_mut()).is_some());
    }

    #[test]
    fn the_slow_never_keep_the_quick_waiting() {
        let pool = Pool::new(2);
        pool.note("strong", Duration::from_secs(3));
        pool.note("greedy", Duration::from_millis(3));
        let mut slow: Vec<_> =
            (0..30).map(|_| Box::pin(pool.place("strong", "eve", Precedence::Person))).collect();
        let thinking: Vec<_> = slow.iter_mut().filter_map(|place| poll(place.as_mut())).collect();
        assert_eq!(thinking.len(), 1);
        assert_eq!(pool.lanes(), [("quick", 2, 0), ("slow", 0, 29), ("unknown", 1, 0)]);
        let mut quick = pin!(pool.place("greedy", "ann", Precedence::Person));
        assert!(poll(quick.as_mut()).is_some());
    }

    /// The places that so many bots of a kind get at once, and those that still wait.
    macro_rules! ask {
        ($pool:expr, $count:expr, $kind:expr, $owner:expr) => {{
            let mut asked: Vec<_> = (0..$count)
                .map(|_| Box::pin($pool.place($kind, $owner, Precedence::Person)))
                .collect();
            let thinking: Vec<Permit> =
                asked.iter_mut().filter_map(|place| poll(place.as_mut())).collect();
            (thinking, asked)
        }};
    }

    #[test]
    fn bots_that_nobody_knows_never_keep_the_quick_waiting() {
        let pool = Pool::new(2);
        pool.note("greedy", Duration::from_millis(3));
        let (tried, mut waiting) = ask!(pool, 30, "strong", "eve");
        assert_eq!(tried.len(), 1, "one is tried");
        let (quick, _) = ask!(pool, 2, "greedy", "ann");
        assert_eq!(quick.len(), 2);
        // Now it is known, and those that wait are where they belong.
        pool.note("strong", Duration::from_secs(3));
        let slow: Vec<Permit> =
            waiting.iter_mut().skip(1).filter_map(|place| poll(place.as_mut())).collect();
        assert_eq!(slow.len(), 1);
        drop(tried);
        let (another, _) = ask!(pool, 2, "middling", "ann");
        assert_eq!(another.len(), 1, "none of them waits where others are tried");
    }

    #[test]
    fn what_is_looked_back_at_never_keeps_the_quick_waiting() {
        let pool = Pool::new(2);
        for kind in ["greedy", "estimate"] {
            pool.note(kind, Duration::from_millis(3));
        }
        let mut looks: Vec<_> = (0..30)
            .map(|_| Box::pin(pool.place("estimate", "eve", Precedence::Afterwards)))
            .collect();
        let looking: Vec<_> = looks.iter_mut().filter_map(|place| poll(place.as_mut())).collect();
        assert_eq!(looking.len(), 1);
        // However long it takes, those that wait stay where they are.
        pool.note("estimate", Duration::from_secs(1));
        (0..900).for_each(|_| pool.note("estimate", Duration::ZERO));
        assert_eq!(pool.lanes(), [("quick", 2, 0), ("slow", 0, 29), ("unknown", 1, 0)]);
        let mut strong = pin!(pool.place("strong", "ann", Precedence::Person));
        pool.note("strong", Duration::from_secs(3));
        assert!(poll(strong.as_mut()).is_none());
        drop(looking);
        assert!(poll(strong.as_mut()).is_some(), "people come first among the slow");
    }

    #[test]
    fn a_few_answers_without_a_thought_make_no_bot_quick() {
        let pool = Pool::new(2);
        pool.note("strong", Duration::from_secs(3));
        (0..5000).for_each(|_| pool.note("strong", Duration::ZERO));
        assert_eq!(pool.lock().pace("strong"), Pace::Slow);
        let Some(long_ago) = Instant::now().checked_sub(SLOW_FOR) else { return };
        pool.note_at("strong", Duration::from_secs(3), long_ago);
        assert_eq!(
            pool.lock().pace("strong"),
            Pace::Quick,
            "it has become quick, on a faster machine"
        );
    }

    #[test]
    fn whoever_stops_waiting_keeps_nobody_waiting() {
        let pool = Pool::new(1);
        pool.note("greedy", Duration::ZERO);
        let held = poll(pin!(pool.place("greedy", "ann", Precedence::Person)).as_mut());
        let mut gone = Box::pin(pool.place("greedy", "bob", Precedence::Person));
        assert!(poll(gone.as_mut()).is_none());
        drop(gone);
        let mut next = pin!(pool.place("greedy", "eve", Precedence::Person));
        assert!(poll(next.as_mut()).is_none());
        drop(held);
        assert!(poll(next.as_mut()).is_some());
    }
}
