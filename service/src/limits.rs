//! How much anybody may ask for.

use crate::client::Client;
use crate::error::ServiceError;
use crate::metrics::Kinds;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How often something may be done: so many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// A second.
    pub refill: f64,
}

/// The limits of a server.
///
/// ```
/// use service::{Limits, Rate};
///
/// // One table a minute for each address, ten at once; everything else as usual.
/// let tables = Rate { burst: 10.0, refill: 1.0 / 60.0 };
/// let limits = Limits { tables, ..Limits::default() };
/// assert!(limits.tables.refill < Limits::default().tables.refill);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Requests of one address.
    pub requests: Rate,
    /// Decisions of one person or program.
    pub decisions: Rate,
    /// Tables opened by one address.
    pub tables: Rate,
    /// Bytes that one address makes us keep.
    pub bytes: Rate,
    /// Tables that one person hosts and that are not over.
    pub hosted: usize,
    /// Lines said by one person.
    pub talk: Rate,
    /// Names that a person takes; all people at one address ten times as many.
    pub names: Rate,
    /// Tries of one address to sign in, and changes of how somebody is known.
    pub sign_ins: Rate,
    /// Changes of how a person is told, and tests of it; all people at one address ten times as many.
    pub notices: Rate,
    /// What a person does about others: asks, invites, looks for partners, blocks, reports; all people at one address ten times
    /// as many.
    pub company: Rate,
    /// Event streams held by one address.
    pub streams: usize,
    /// Bytes of a request's body.
    pub body: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: Rate { burst: 400.0, refill: 100.0 },
            decisions: Rate { burst: 60.0, refill: 20.0 },
            tables: Rate { burst: 60.0, refill: 0.02 },
            bytes: Rate { burst: 16e6, refill: 1e3 },
            hosted: 200,
            talk: Rate { burst: 10.0, refill: 1.0 },
            names: Rate { burst: 10.0, refill: 0.1 },
            sign_ins: Rate { burst: 30.0, refill: 0.05 },
            notices: Rate { burst: 20.0, refill: 0.05 },
            company: Rate { burst: 40.0, refill: 0.02 },
            streams: 200,
            body: 64 * 1024,
        }
    }
}

impl Limits {
    /// No limits on rates: for measurements and for servers behind a limiter of their own.
    pub fn none() -> Limits {
        let free = Rate { burst: 1e12, refill: 1e12 };
        Limits {
            requests: free,
            decisions: free,
            tables: free,
            bytes: free,
            hosted: usize::MAX,
            talk: free,
            names: free,
            sign_ins: free,
            notices: free,
            company: free,
            streams: usize::MAX,
            ..Limits::default()
        }
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitedAction {
    /// Requests of an address.
    Requests,
    /// Decisions of a person or program.
    Decisions,
    /// Tables opened by an address.
    Tables,
    /// Lines said by a person.
    Talk,
    /// Names taken by a person.
    Names,
    /// Tries of an address to sign in.
    SignIns,
    /// Changes of how a person is told, and tests of it.
    Notices,
    /// What a person does about others.
    Company,
    /// Bytes that an address makes us keep.
    Bytes,
}

impl LimitedAction {
    /// The word under which it is counted for whoever runs the server.
    fn label(self) -> &'static str {
        match self {
            LimitedAction::Requests => "requests",
            LimitedAction::Decisions => "decisions",
            LimitedAction::Tables => "tables",
            LimitedAction::Talk => "talk",
            LimitedAction::Names => "names",
            LimitedAction::SignIns => "sign_ins",
            LimitedAction::Notices => "notices",
            LimitedAction::Company => "company",
            LimitedAction::Bytes => "bytes",
        }
    }

    /// What there were too many of, in a word.
    fn word(self) -> &'static str {
        match self {
            LimitedAction::Requests => "requests",
            LimitedAction::Decisions => "decisions",
            LimitedAction::Tables => "tables opened from one address",
            LimitedAction::Talk => "lines of talk",
            LimitedAction::Names => "names taken",
            LimitedAction::SignIns => "tries to sign in from one address",
            LimitedAction::Notices => "changes of how you are told",
            LimitedAction::Company => "questions, invitations and reports to others",
            LimitedAction::Bytes => "things to keep from one address",
        }
    }
}

/// Of what a person may do, one address may do so much: people share it.
const PEOPLE_AT_AN_ADDRESS: f64 = 10.0;

/// What somebody may still do.
#[derive(Clone, Copy)]
struct Bucket {
    /// Whose it is: a hash that nobody outside can foresee.
    whose: u64,
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    /// What may be done now.
    fn left(&self, now: Instant) -> f64 {
        let refilled = self.left + self.rate.refill * (now - self.at).as_secs_f64();
        refilled.min(self.rate.burst)
    }

    /// How much that is of everything that may be done at once.
    fn fullness(&self, now: Instant) -> f64 {
        self.left(now) / self.rate.burst
    }
}

/// Buckets that share a lock.
type Shelf = Mutex<Vec<Bucket>>;

/// How many shelves there are, and how many buckets stand on each at most: memory is bounded, and a count
/// costs the same whether ten addresses ask or a million.
const SHELVES: usize = 1 << 15;
const ON_A_SHELF: usize = 8;

/// Keeps count of who asked for what.
pub struct RateLimiter {
    limits: Limits,
    hashes: RandomState,
    shelves: Box<[Shelf]>,
    streams: Mutex<HashMap<IpAddr, usize>>,
    refused: Kinds,
    servers: AtomicU32,
}

/// What is turned away, each in a word.
const REFUSED: [&str; 11] = [
    "requests",
    "decisions",
    "tables",
    "talk",
    "names",
    "sign_ins",
    "notices",
    "company",
    "bytes",
    "hosted",
    "streams",
];

impl RateLimiter {
    /// Nobody has asked for anything yet.
    pub fn new(limits: Limits) -> RateLimiter {
        RateLimiter {
            limits,
            hashes: RandomState::new(),
            shelves: (0..SHELVES).map(|_| Shelf::default()).collect(),
            streams: Mutex::default(),
            refused: Kinds::of(&REFUSED),
            servers: AtomicU32::new(1),
        }
    }

    /// So many servers share the house, and requests are spread over all of them: what is done at one costs as much more, so
    /// that a limit is that of the house.
    pub fn share(&self, servers: usize) {
        let servers = u32::try_from(servers.max(1)).unwrap_or(u32::MAX);
        self.servers.store(servers, Ordering::Relaxed);
    }

    /// What something costs here; whatever may be done at all may be done at each server once.
    fn cost(&self, cost: f64, rate: Rate) -> f64 {
        let servers = f64::from(self.servers.load(Ordering::Relaxed));
        (cost * servers).min(rate.burst.max(cost))
    }

    /// What was turned away.
    pub fn refused(&self) -> &Kinds {
        &self.refused
    }

    /// Bytes that a request's body may have.
    pub fn body_limit(&self) -> usize {
        self.limits.body
    }

    /// Counts one more; an error if that is too many. Where there is no room for a newcomer, whoever may still do
    /// most is forgotten: that costs them nothing, and whoever asked too often stays known.
    pub fn check(&self, counted: LimitedAction, who: &str) -> Result<(), ServiceError> {
        self.take(counted, who, self.rate(counted), 1.0)
    }

    /// Counts one more of a person, and of all people at their address together.
    pub fn check_person(
        &self,
        counted: LimitedAction,
        person: &str,
        client: Client,
    ) -> Result<(), ServiceError> {
        self.check(counted, person)?;
        let Rate { burst, refill } = self.rate(counted);
        let rate =
            Rate { burst: burst * PEOPLE_AT_AN_ADDRESS, refill: refill * PEOPLE_AT_AN_ADDRESS };
        self.take(counted, &client.key(), rate, 1.0)
    }

    /// Counts bytes that an address makes us keep.
    pub fn check_bytes(&self, client: Client, bytes: usize) -> Result<(), ServiceError> {
        let counted = LimitedAction::Bytes;
        self.take(counted, &client.key(), self.rate(counted), bytes as f64)
    }

    /// Whether a person who hosts so many tables that are not over may host one more.
    pub fn may_host(&self, hosted: usize) -> bool {
        let may = hosted < self.limits.hosted;
        if !may {
            self.refused.count("hosted");
        }
        may
    }

    fn rate(&self, counted: LimitedAction) -> Rate {
        match counted {
            LimitedAction::Requests => self.limits.requests,
            LimitedAction::Decisions => self.limits.decisions,
            LimitedAction::Tables => self.limits.tables,
            LimitedAction::Talk => self.limits.talk,
            LimitedAction::Names => self.limits.names,
            LimitedAction::SignIns => self.limits.sign_ins,
            LimitedAction::Notices => self.limits.notices,
            LimitedAction::Company => self.limits.company,
            LimitedAction::Bytes => self.limits.bytes,
        }
    }

    fn take(
        &self,
        counted: LimitedAction,
        who: &str,
        rate: Rate,
        cost: f64,
    ) -> Result<(), ServiceError> {
        let cost = self.cost(cost, rate);
        let whose = self.hashes.hash_one((counted, who));
        let Some(shelf) = self.shelves.get(whose as usize % SHELVES) else { return Ok(()) };
        let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let found = shelf.iter().position(|bucket| bucket.whose == whose);
        let mut bucket = match found {
            Some(place) => shelf.swap_remove(place),
            None => Bucket { whose, rate, left: rate.burst, at: now },
        };
        if shelf.len() >= ON_A_SHELF {
            let fullness = |place: &usize| shelf[*place].fullness(now);
            let fullest = (0..shelf.len()).max_by(|a, b| fullness(a).total_cmp(&fullness(b)));
            shelf.swap_remove(fullest.unwrap_or_default());
        }
        bucket.left = bucket.left(now);
        bucket.at = now;
        let allowed = bucket.left >= cost;
        if allowed {
            bucket.left -= cost;
        }
        let wait = ((cost - bucket.left) / rate.refill).ceil().clamp(1.0, 1e6) as u64;
        shelf.push(bucket);
        if allowed {
            return Ok(());
        }
        self.refused.count(counted.label());
        Err(ServiceError::RateLimited(counted.word(), wait))
    }

    /// Takes back what was counted: it was not done.
    pub fn give_back(&self, counted: LimitedAction, client: Client, cost: usize) {
        let whose = self.hashes.hash_one((counted, client.key().as_str()));
        let Some(shelf) = self.shelves.get(whose as usize % SHELVES) else { return };
        let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = shelf.iter_mut().find(|bucket| bucket.whose == whose) {
            let cost = self.cost(cost as f64, bucket.rate);
            bucket.left = (bucket.left + cost).min(bucket.rate.burst);
        }
    }

    /// Counts one more stream of an address, until the permit is dropped.
    pub fn open_stream(
        self: &std::sync::Arc<RateLimiter>,
        address: IpAddr,
    ) -> Result<StreamPermit, ServiceError> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let held = streams.entry(address).or_default();
        let servers = self.servers.load(Ordering::Relaxed).max(1) as usize;
        if *held >= self.limits.streams.div_ceil(servers) {
            self.refused.count("streams");
            return Err(ServiceError::RateLimited("open streams from one address", 1));
        }
        *held += 1;
        Ok(StreamPermit { limiter: self.clone(), address })
    }

    /// How many streams are open.
    pub fn open_streams(&self) -> usize {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

/// An open stream.
pub struct StreamPermit {
    limiter: std::sync::Arc<RateLimiter>,
    address: IpAddr,
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut streams = self.limiter.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = streams.get_mut(&self.address) {
            *held -= 1;
            if *held == 0 {
                streams.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::sync::Arc;

    #[test]
    fn too_many_at_once_are_turned_away_and_others_are_not() {
        let limiter = RateLimiter::new(Limits::default());
        let passed =
            (0..1000).filter(|_| limiter.check(LimitedAction::Talk, "ann").is_ok()).count();
        assert!((10..=12).contains(&passed), "{passed}");
        assert!(limiter.check(LimitedAction::Talk, "bob").is_ok());
        assert!(limiter.check(LimitedAction::Decisions, "ann").is_ok());
    }

    #[test]
    fn servers_that_share_a_house_share_its_limits() {
        let servers: Vec<_> = (0..3).map(|_| RateLimiter::new(Limits::default())).collect();
        servers.iter().for_each(|server| server.share(3));
        let passed = |who: &str| {
            let tries =
                (0..600).map(|number| servers[number % 3].check(LimitedAction::Tables, who));
            tries.filter(Result::is_ok).count()
        };
        assert_eq!(passed("eve"), 60, "as many as at one server");
        let many = RateLimiter::new(Limits::default());
        many.share(1000);
        assert!(many.check(LimitedAction::Talk, "ann").is_ok(), "once at each is not too much");
        assert!(many.check(LimitedAction::Talk, "ann").is_err());
    }

    #[test]
    fn a_million_addresses_cost_no_more_than_ten_and_shield_nobody() {
        let limiter = RateLimiter::new(Limits::default());
        let greedy = || (0..500).filter(|_| limiter.check(LimitedAction::Tables, "eve").is_ok());
        assert_eq!(greedy().count(), 60);
        let addresses: Vec<String> = (0..1_000_000).map(|number| number.to_string()).collect();
        let flood = |who: &[String]| {
            let began = Instant::now();
            for address in who {
                assert!(
                    limiter.check(LimitedAction::Requests, address).is_ok(),
                    "a newcomer may ask"
                );
            }
            began.elapsed() / who.len() as u32
        };
        let first = flood(&addresses[..10_000]);
        flood(&addresses);
        let last = flood(&addresses[..10_000]);
        assert!(last < first * 20, "{first:?} at first, {last:?} after a million");
        assert!(greedy().count() < 60, "whoever asked too often is still known");
    }

    #[test]
    fn a_closed_stream_makes_room() {
        let limiter = Arc::new(RateLimiter::new(Limits { streams: 2, ..Limits::default() }));
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let first = limiter.open_stream(here).unwrap();
        let _second = limiter.open_stream(here).unwrap();
        assert!(limiter.open_stream(here).is_err());
        drop(first);
        assert!(limiter.open_stream(here).is_ok());
        assert_eq!(limiter.open_streams(), 1);
    }
}
