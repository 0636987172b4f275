//! PostgreSQL for tests: a server of Debian's packages in a temporary folder, on loopback, which ends with the tests
//! however they end.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// A server of databases.
pub struct Postgres {
    pub(super) folder: TempDir,
    pub(super) port: u16,
    encrypted: bool,
    /// Whether it waits for the disk.
    durable: bool,
    /// Which waits for the end of this process, or of this value, and then stops the server.
    guard: Child,
    /// The same for its disk, if that is a small one of its own.
    disk: Option<Child>,
}

/// The server that all tests of this program share; each store has a schema of its own.
static SHARED: LazyLock<Postgres> = LazyLock::new(Postgres::start);

/// The address of a new and empty store.
pub fn new_store() -> String {
    SHARED.new_store()
}

/// What a statement gives in the store of an address, one row a line with | between the columns.
pub fn ask(address: &str, sql: &str) -> String {
    done(&mut asking(address, sql)).trim_end().to_string()
}

/// The same, if the database can be asked just now.
pub fn try_ask(address: &str, sql: &str) -> Option<String> {
    let told = asking(address, sql).output().unwrap();
    told.status.success().then(|| String::from_utf8_lossy(&told.stdout).trim_end().to_string())
}

fn asking(address: &str, sql: &str) -> Command {
    let mut psql = program("psql");
    psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]);
    psql.args(["--dbname", address, "--command", sql]);
    psql
}

/// What somebody holds in a store until this value ends.
pub struct Held(Child);

/// Does something in the store of an address by a connection that stays until the value ends, with the locks that it took.
pub fn hold(address: &str, sql: &str) -> Held {
    let mut psql = program("psql");
    psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname", address]);
    let mut held = psql.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let asked = held.stdin.as_mut().unwrap();
    std::io::Write::write_all(asked, format!("{sql};\n").as_bytes()).unwrap();
    Held(held)
}

impl Drop for Held {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// The folder with the programs of PostgreSQL.
fn programs() -> PathBuf {
    let known = Path::new("/usr/lib/postgresql");
    let versions = std::fs::read_dir(known).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("initdb").is_file())
        .collect();
    found.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = || std::env::split_paths(&path).find(|bin| bin.join("initdb").is_file());
    found.pop().or_else(on_path).unwrap_or_else(|| {
        panic!("this needs PostgreSQL (`initdb`), which `cargo xtask test` installs")
    })
}

/// A program of PostgreSQL.
pub(super) fn program(name: &str) -> Command {
    as_server(&programs().join(name))
}

/// A program, as somebody by whom PostgreSQL lets itself be run: it refuses root.
fn as_server(program: &Path) -> Command {
    let mut command = match is_root() {
        true => {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
            command
        }
        false => Command::new(program),
    };
    command.env_remove("LANG").env("LC_ALL", "C").current_dir("/").stdin(Stdio::null());
    command
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout == b"0\n")
}

pub(super) fn done(command: &mut Command) -> String {
    let told = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(told.status.success(), "{command:?}: {out}{err}");
    out.into_owned()
}

/// A disk so small that it can be filled, and what takes it away when this process or that value ends; nothing where we may not
/// mount one.
pub fn small_disk(megabytes: u64) -> Option<(TempDir, Child)> {
    let folder = TempDir::new().unwrap();
    let size = format!("size={megabytes}m,mode=0700");
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path());
    let mounted = mount.stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !mounted.is_ok_and(|mounted| mounted.success()) {
        return None;
    }
    let mut disk = Command::new("sh");
    disk.args(["-c", "cat > /dev/null; umount --lazy \"$1\"", "sh"]).arg(folder.path());
    disk.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Some((folder, disk.spawn().unwrap()))
}

impl Postgres {
    /// A server of its own, for tests that stop it.
    pub fn start() -> Postgres {
        Postgres::with(false, None)
    }

    /// A server of its own that waits for the disk, as tests need not.
    #[allow(dead_code, reason = "for the benchmarks")]
    pub fn durable() -> Postgres {
        Postgres::made(false, true, None)
    }

    /// A server of its own whose disk is so small that it can be filled; nothing where we may not mount one.
    pub fn on_a_small_disk(megabytes: u64) -> Option<Postgres> {
        small_disk(megabytes).map(|small| Postgres::with(false, Some(small)))
    }

    /// A server of its own that can encrypt, and whose certificate is for `localhost`.
    pub fn encrypted() -> Postgres {
        Postgres::with(true, None)
    }

    fn with(encrypted: bool, small: Option<(TempDir, Child)>) -> Postgres {
        Postgres::made(encrypted, false, small)
    }

    fn made(encrypted: bool, durable: bool, small: Option<(TempDir, Child)>) -> Postgres {
        let mut server = Postgres::without_data(encrypted, small);
        server.durable = durable;
        let mut made = program("initdb");
        made.args(["--auth=trust", "--username=overwinter", "--encoding=UTF8", "--locale=C"]);
        done(made.arg("--no-sync").arg("--pgdata").arg(server.folder.path().join("data")));
        if encrypted {
            server.make_certificates();
        }
        server.go_on();
        server
    }

    /// A server that has its place and nothing in it.
    pub(super) fn without_data(encrypted: bool, small: Option<(TempDir, Child)>) -> Postgres {
        let (folder, disk) = match small {
            Some((folder, disk)) => (folder, Some(disk)),
            None => (TempDir::new().unwrap(), None),
        };
        if is_root() {
            done(Command::new("chown").arg("postgres:postgres").arg(folder.path()));
        }
        // Whoever holds the other end of its input is this process: it is closed when that ends, even if it is killed.
        let end = "cat > /dev/null; \"$1\" stop --silent --mode=immediate --pgdata \"$2/data\"; rm -rf \"$2\"";
        let mut guard = as_server(Path::new("sh"));
        guard.args(["-c", end, "sh"]).arg(programs().join("pg_ctl")).arg(folder.path());
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let guard = guard.spawn().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Postgres { folder, port, encrypted, durable: false, guard, disk }
    }

    fn make_certificates(&self) {
        let make = "umask 077; cd \"$1/data\" && echo subjectAltName=DNS:localhost > names && \
                    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=tests -keyout ca.key -out ca.crt && \
                    openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr && \
                    openssl x509 -req -days 2 -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial \
                    -extfile names -out server.crt && cp ca.crt .. && chmod 755 .. && chmod 644 ../ca.crt";
        done(as_server(Path::new("sh")).args(["-c", make, "sh"]).arg(self.folder.path()));
    }

    /// The file with the certificate of whoever vouches for an encrypted server.
    pub fn vouched_by(&self) -> PathBuf {
        self.folder.path().join("ca.crt")
    }

    /// Starts the server again after [`Postgres::kill`].
    pub fn go_on(&self) {
        let folder = self.folder.path();
        let options = format!(
            "-p {} -h 127.0.0.1 -k {} -c ssl={} -c fsync={} -c max_connections=500 {}",
            self.port,
            folder.display(),
            if self.encrypted { "on" } else { "off" },
            if self.durable { "on" } else { "off" },
            if self.disk.is_some() { "-c min_wal_size=32MB -c max_wal_size=64MB" } else { "" }
        );
        let mut start = program("pg_ctl");
        start.args(["start", "--silent", "--wait", "--timeout=60", "--options", &options]);
        start.arg("--log").arg(folder.join("log")).arg("--pgdata").arg(folder.join("data"));
        // The server keeps what it is given open for as long as it runs.
        let started = start.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        let log = || std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        assert!(started.success(), "PostgreSQL does not start: {}", log());
    }

    /// Ends the server at once, as a crash would: what was not committed is gone.
    pub fn kill(&self) {
        let mut stop = program("pg_ctl");
        stop.args(["stop", "--silent", "--wait", "--mode=immediate", "--pgdata"]);
        done(stop.arg(self.folder.path().join("data")));
    }

    /// Its processes: all that stand in its folder, also those whose parent is gone.
    fn processes(&self) -> Vec<String> {
        let data = self.folder.path().join("data");
        let stands_there = |process: &PathBuf| {
            std::fs::read_link(process.join("cwd")).is_ok_and(|folder| folder == data)
        };
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let own = all.map(|process| process.path()).filter(stands_there);
        own.filter_map(|process| Some(process.file_name()?.to_str()?.to_string())).collect()
    }

    fn signal(&self, name: &str) {
        // One that has just ended is not there any more.
        let processes = self.processes();
        let _ = Command::new("kill").arg(name).args(processes).stderr(Stdio::null()).status();
    }

    /// Kills all of its processes with -9, and starts it again.
    pub fn kill_hard(&self) {
        let mut killed = self.processes();
        let is_there = |id: &String| Path::new("/proc").join(id).exists();
        // One that was just being started is found the next time. Nobody else can start as long as one is left, or known
        // as a number of which nobody has taken notice yet.
        while killed.iter().any(is_there) {
            self.signal("-KILL");
            std::thread::sleep(std::time::Duration::from_millis(10));
            killed.extend(self.processes());
        }
        self.go_on();
    }

    /// All of its processes stand still for a while.
    pub fn stand_still(&self, time: std::time::Duration) {
        self.signal("-STOP");
        std::thread::sleep(time);
        self.signal("-CONT");
    }

    /// Its small disk is full for a while. It may end by that, and is then started again.
    pub fn fill_disk(&self, time: std::time::Duration) {
        use std::io::Write;
        let filling = self.folder.path().join("filling");
        let mut file = std::fs::File::create(&filling).unwrap();
        while file.write(&[0; 65536]).is_ok_and(|count| count > 0) {}
        std::thread::sleep(time);
        drop(file);
        std::fs::remove_file(filling).unwrap();
        for _ in 0..20 {
            if try_ask(&self.address(), "SELECT 1").is_some() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        self.kill_hard();
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of a new and empty store.
    pub fn new_store(&self) -> String {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        ask(&self.address(), &format!("CREATE SCHEMA house_{number}"));
        format!("{}&options=-c%20search_path%3Dhouse_{number}", self.address())
    }

    /// The address of the database itself, whose tables are in its usual schema.
    pub fn address(&self) -> String {
        format!("postgres://overwinter@127.0.0.1:{}/postgres?sslmode=disable", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
        if let Some(disk) = &mut self.disk {
            drop(disk.stdin.take());
            let _ = disk.wait();
        }
    }
}
