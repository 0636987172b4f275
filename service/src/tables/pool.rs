//! The pool in which bots think: a few at a time, shared fairly.
//!
//! There are two lanes. What is known to be quick never waits for what is slow: whoever opens thirty tables of bots
//! that think for seconds makes nobody else wait for a bot that answers at once. Within a lane tables of people
//! come before those of bots alone, and those that nobody watches come last; within these everybody who opened
//! tables has a queue of their own, and the queues are served in turn.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// A bot that takes longer than this is slow.
const QUICK: Duration = Duration::from_millis(100);

/// Who is served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precedence {
    /// A person sits at the table.
    Person,
    /// Only bots do, and somebody watches.
    Watched,
    /// Only bots do, and nobody watches.
    Alone,
}

/// The places in which bots think. Copies share them.
#[derive(Clone)]
pub struct Pool(Arc<Mutex<Lanes>>);

struct Lanes {
    quick: Lane,
    slow: Lane,
    /// How long each kind of bot thinks, as far as it is known.
    known: HashMap<String, Duration>,
}

#[derive(Default)]
struct Lane {
    free: usize,
    waiting: BTreeMap<Precedence, Queues>,
}

/// A queue for everybody who waits, in the order in which they are served.
type Queues = VecDeque<(String, VecDeque<oneshot::Sender<Permit>>)>;

/// A permit of the pool to think, until it is dropped.
pub struct Permit {
    pool: Pool,
    slow: bool,
}

impl Pool {
    /// So many quick bots think at the same time, and one less of the slow, if that leaves any.
    pub fn new(places: usize) -> Pool {
        let quick = Lane { free: places.max(1), ..Lane::default() };
        let slow = Lane { free: places.saturating_sub(1).max(1), ..Lane::default() };
        Pool(Arc::new(Mutex::new(Lanes { quick, slow, known: HashMap::new() })))
    }

    /// Waits for a place for a kind of bot at somebody's table; nothing if the server stops.
    pub async fn place(&self, kind: &str, owner: &str, precedence: Precedence) -> Option<Permit> {
        let (sender, place) = oneshot::channel();
        let slow = {
            let mut lanes = self.lock();
            let slow = lanes.known.get(kind).is_some_and(|took| *took > QUICK);
            lanes.lane(slow).wait(owner, precedence, sender);
            slow
        };
        self.serve(slow);
        place.await.ok()
    }

    /// Notes how long a kind of bot has thought.
    pub fn note(&self, kind: &str, took: Duration) {
        let mut lanes = self.lock();
        let known = lanes.known.entry(kind.to_string()).or_insert(took);
        *known = (*known * 3 + took) / 4;
    }

    /// Gives the free places of a lane to those who are next.
    fn serve(&self, slow: bool) {
        loop {
            let next = self.lock().lane(slow).next();
            let Some(waiting) = next else { return };
            // Whoever does not wait any more gives the place back by dropping it.
            let _ = waiting.send(Permit { pool: self.clone(), slow });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Lanes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lanes {
    fn lane(&mut self, slow: bool) -> &mut Lane {
        if slow { &mut self.slow } else { &mut self.quick }
    }
}

impl Lane {
    fn wait(&mut self, owner: &str, precedence: Precedence, sender: oneshot::Sender<Permit>) {
        let queues = self.waiting.entry(precedence).or_default();
        match queues.iter_mut().find(|(name, _)| name == owner) {
            Some((_, queue)) => queue.push_back(sender),
            None => queues.push_back((owner.to_string(), VecDeque::from([sender]))),
        }
    }

    /// Takes a free place for whoever is next; nothing if there is none, or nobody waits.
    fn next(&mut self) -> Option<oneshot::Sender<Permit>> {
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
}

impl Permit {
    /// Whether it is one for bots that think for long.
    pub fn is_slow(&self) -> bool {
        self.slow
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.pool.lock().lane(self.slow).free += 1;
        self.pool.serve(self.slow);
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
        let mut quick = pin!(pool.place("greedy", "ann", Precedence::Person));
        assert!(poll(quick.as_mut()).is_some());
    }

    #[test]
    fn whoever_stops_waiting_keeps_nobody_waiting() {
        let pool = Pool::new(1);
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
