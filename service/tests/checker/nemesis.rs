//! What goes wrong.

use super::plan::Trouble;
use super::proxy::{Passes, Proxy};
use super::{Arena, Server};
use crate::house::postgres::{self, Postgres};
use crate::house::until;
use crate::operator::Operator;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long a server that is drained may take: the database may be away.
const PATIENCE: Duration = Duration::from_secs(5);

/// Everything that can be hurt.
pub struct Nemesis<'a> {
    pub arena: &'a Arena,
    pub database: &'a Postgres,
    pub small_disk: bool,
    pub servers: Vec<Server>,
    pub keys: &'a Path,
    /// How often each kind was done.
    pub done: BTreeMap<String, usize>,
}

/// From so long on a run is a long one.
const LONG: Duration = Duration::from_secs(300);

impl Nemesis<'_> {
    /// Does what the plan says, and ends the run. A long one ends when the time of its plan is over, however much of it is left: what
    /// went wrong takes longer to heal on a busy machine.
    pub fn go_through(&mut self) {
        let (began, longest) = (Instant::now(), Duration::from_secs(self.arena.plan.seconds()));
        let troubles = self.arena.plan.troubles.clone();
        let count = troubles.len();
        for (number, (pause, trouble)) in troubles.into_iter().enumerate() {
            if longest >= LONG && began.elapsed() > longest {
                println!("the time is over after {number} of {count} troubles");
                break;
            }
            if number % 50 == 49 {
                println!("{number} of {count} troubles after {} s", began.elapsed().as_secs());
            }
            std::thread::sleep(Duration::from_millis(pause));
            // Where a complaint was made there is nothing more to find out.
            if !self.arena.complaints.lock().unwrap().is_empty() {
                break;
            }
            self.make(trouble);
        }
        std::thread::sleep(Duration::from_millis(self.arena.plan.rest));
        self.arena.over.store(true, Ordering::SeqCst);
    }

    fn make(&mut self, trouble: Trouble) {
        let time = Duration::from_millis;
        match trouble {
            Trouble::Kill(which) => {
                let server = &mut self.servers[which];
                server.process.kill();
                server.process = self.arena.start(&server.proxy, Some(self.keys));
                self.arena.servers.write().unwrap()[which] = server.process.address;
            }
            Trouble::Replace(which) => {
                let server = &mut self.servers[which];
                let operator = Operator(server.process.operator);
                operator.post("/drain", &[], &[]);
                let asked = Instant::now();
                while operator.get("/status").json()["drained"] != true
                    && asked.elapsed() < PATIENCE
                {
                    std::thread::sleep(time(50));
                }
                server.process.stop();
                server.process = self.arena.start(&server.proxy, Some(self.keys));
                self.arena.servers.write().unwrap()[which] = server.process.address;
            }
            Trouble::Stop(which, lasts) => self.servers[which].process.stand_still(time(lasts)),
            Trouble::Deafen => {
                let ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                             WHERE query LIKE 'LISTEN %'";
                postgres::try_ask(&self.arena.store, ended);
            }
            Trouble::Cut(which) => self.proxy(which).cut(),
            Trouble::Part(which, lasts) => self.proxy(which).only(Passes::Nothing, time(lasts)),
            Trouble::LoseAnswers(which, lasts) => {
                self.proxy(which).only(Passes::Questions, time(lasts));
            }
            Trouble::Turn(which, ahead) => self.servers[which].process.turn_clock(ahead),
            Trouble::KillDatabase => self.database.kill_hard(),
            Trouble::StopDatabase(lasts) => self.database.stand_still(time(lasts)),
            Trouble::FillDisk(_) if !self.small_disk => return,
            Trouble::FillDisk(lasts) => self.database.fill_disk(time(lasts)),
        }
        let kind = format!("{trouble:?}");
        let kind = kind.split('(').next().unwrap_or_default();
        *self.done.entry(kind.to_string()).or_default() += 1;
    }

    fn proxy(&self, which: usize) -> &Proxy {
        &self.servers[which].proxy
    }

    /// Ends everything: streams that stand still hear one thing more. What the database was still doing for servers that are
    /// gone is done afterwards, so that what is stored stays as it is.
    pub fn end(&mut self) {
        postgres::try_ask(&self.arena.store, "UPDATE tables SET version = version + 1");
        for server in &mut self.servers {
            server.process.kill();
            server.proxy.cut();
        }
        let others = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
        until("the database has ended what it was doing", || {
            postgres::try_ask(&self.arena.store, others).is_some_and(|left| left == "0")
        });
    }
}
