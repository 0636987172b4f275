//! How much anybody may ask for.

use crate::trouble::Trouble;
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
    /// No limits on rates: for measurements and for servers behind a gate of their own.
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
pub enum Counted {
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
pub struct Gate {
    limits: Limits,
    buckets: Mutex<HashMap<(Counted, String), Bucket>>,
    streams: Mutex<HashMap<IpAddr, usize>>,
}

impl Gate {
    /// Nobody has asked for anything yet.
    pub fn new(limits: Limits) -> Gate {
        Gate { limits, buckets: Mutex::default(), streams: Mutex::default() }
    }

    /// Bytes that a request's body may have.
    pub fn body(&self) -> usize {
        self.limits.body
    }

    /// Counts one more; trouble if that is too many.
    pub fn pass(&self, counted: Counted, who: &str) -> Result<(), Trouble> {
        let rate = match counted {
            Counted::Requests => self.limits.requests,
            Counted::Decisions => self.limits.decisions,
            Counted::Tables => self.limits.tables,
            Counted::Talk => self.limits.talk,
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
            return Err(Trouble::TooFast);
        }
        bucket.left -= 1.0;
        Ok(())
    }

    /// Counts one more stream of an address, until the ticket is dropped.
    pub fn stream(self: &std::sync::Arc<Gate>, address: IpAddr) -> Result<Ticket, Trouble> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let held = streams.entry(address).or_default();
        if *held >= self.limits.streams {
            return Err(Trouble::TooFast);
        }
        *held += 1;
        Ok(Ticket { gate: self.clone(), address })
    }

    /// How many streams are open.
    pub fn streams(&self) -> usize {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

/// An open stream.
pub struct Ticket {
    gate: std::sync::Arc<Gate>,
    address: IpAddr,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut streams = self.gate.streams.lock().unwrap_or_else(PoisonError::into_inner);
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
        let gate = Gate::new(Limits::default());
        let passed = (0..1000).filter(|_| gate.pass(Counted::Talk, "ann").is_ok()).count();
        assert!((10..=12).contains(&passed), "{passed}");
        assert!(gate.pass(Counted::Talk, "bob").is_ok());
        assert!(gate.pass(Counted::Decisions, "ann").is_ok());
    }

    #[test]
    fn a_closed_stream_makes_room() {
        let gate = Arc::new(Gate::new(Limits { streams: 2, ..Limits::default() }));
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let first = gate.stream(here).unwrap();
        let _second = gate.stream(here).unwrap();
        assert!(gate.stream(here).is_err());
        drop(first);
        assert!(gate.stream(here).is_ok());
        assert_eq!(gate.streams(), 1);
    }
}
