//! A standby of a PostgreSQL for tests, which takes over.

use super::postgres::{Postgres, ask, done, program};
use std::time::Duration;

impl Postgres {
    /// A standby of this server, which has on its disk what the server acknowledges from now on.
    pub fn standby(&self) -> Postgres {
        let standby = Postgres::without_data(false, None);
        let mut copied = program("pg_basebackup");
        copied.args(["--host=127.0.0.1", "--username=overwinter", "--checkpoint=fast"]);
        copied.args(["--write-recovery-conf", "--no-sync"]).arg(format!("--port={}", self.port));
        done(copied.arg("--pgdata").arg(standby.folder.path().join("data")));
        standby.go_on();
        ask(&self.address(), "ALTER SYSTEM SET synchronous_standby_names = '*'");
        ask(&self.address(), "SELECT pg_reload_conf()");
        while ask(&self.address(), "SELECT sync_state FROM pg_stat_replication") != "sync" {
            std::thread::sleep(Duration::from_millis(20));
        }
        standby
    }

    /// The address of this server and a standby, of which the one is meant that takes writes.
    pub fn address_with(&self, standby: &Postgres) -> String {
        let hosts = format!("127.0.0.1:{},127.0.0.1:{}", self.port, standby.port);
        format!(
            "postgres://overwinter@{hosts}/postgres?sslmode=disable&target_session_attrs=read-write"
        )
    }

    /// Lets a standby take over.
    pub fn promote(&self) {
        let mut promoted = program("pg_ctl");
        promoted.args(["promote", "--silent", "--wait", "--pgdata"]);
        done(promoted.arg(self.folder.path().join("data")));
    }
}
