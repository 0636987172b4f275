//! How much anybody may ask for.

use crate::error::ServiceError;
use std::collections::HashMap;
use std::net::IpAddr;
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
    /// Lines said by one person.
    pub talk: Rate,
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
            tables: Rate { burst: 30.0, refill: 0.5 },
            talk: Rate { burst: 10.0, refill: 1.0 },
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
            talk: free,
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
}

struct Bucket {
    left: f64,
    at: Instant,
}

/// Keeps count of who asked for what.
pub struct RateLimiter {
    limits: Limits,
    buckets: Mutex<HashMap<(LimitedAction, String), Bucket>>,
    streams: Mutex<HashMap<IpAddr, usize>>,
}

impl RateLimiter {
    /// Nobody has asked for anything yet.
    pub fn new(limits: Limits) -> RateLimiter {
        RateLimiter { limits, buckets: Mutex::default(), streams: Mutex::default() }
    }

    /// Bytes that a request's body may have.
    pub fn body_limit(&self) -> usize {
        self.limits.body
    }

    /// Counts one more; an error if that is too many.
    pub fn check(&self, counted: LimitedAction, who: &str) -> Result<(), ServiceError> {
        let rate = match counted {
            LimitedAction::Requests => self.limits.requests,
            LimitedAction::Decisions => self.limits.decisions,
            LimitedAction::Tables => self.limits.tables,
            LimitedAction::Talk => self.limits.talk,
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > 50_000 {
            buckets.retain(|_, bucket| bucket.at.elapsed().as_secs() < 120);
        }
        let now = Instant::now();
        let bucket = buckets
            .entry((counted, who.to_string()))
            .or_insert(Bucket { left: rate.burst, at: now });
        let refilled = bucket.left + rate.refill * (now - bucket.at).as_secs_f64();
        bucket.left = refilled.min(rate.burst);
        bucket.at = now;
        if bucket.left < 1.0 {
            return Err(ServiceError::RateLimited);
        }
        bucket.left -= 1.0;
        Ok(())
    }

    /// Counts one more stream of an address, until the permit is dropped.
    pub fn open_stream(
        self: &std::sync::Arc<RateLimiter>,
        address: IpAddr,
    ) -> Result<StreamPermit, ServiceError> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let held = streams.entry(address).or_default();
        if *held >= self.limits.streams {
            return Err(ServiceError::RateLimited);
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
