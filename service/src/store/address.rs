//! Where a store lies, as an operator writes it.

#[cfg(feature = "postgres")]
pub use postgres::PostgresAddress;

use std::fmt;
use std::str::FromStr;

/// Where the store of a server lies: in its data folder, or in a PostgreSQL database. Shown, it is without its password.
///
/// ```
/// use service::StoreAddress;
///
/// assert_eq!(StoreAddress::default().to_string(), "the data folder");
/// assert!("mysql://localhost/games".parse::<StoreAddress>().is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StoreAddress(pub(crate) Place);

/// Which home it has.
#[derive(Clone, Debug, Default)]
pub(crate) enum Place {
    #[default]
    Folder,
    #[cfg(feature = "postgres")]
    Postgres(Box<PostgresAddress>),
}

impl StoreAddress {
    /// Whether the store is a file in the data folder.
    pub fn is_in_folder(&self) -> bool {
        matches!(self.0, Place::Folder)
    }
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Folder => f.write_str("the data folder"),
            #[cfg(feature = "postgres")]
            Place::Postgres(address) => write!(f, "{address}"),
        }
    }
}

/// Why an address of a store cannot be used. It never repeats the address, which may hold a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreAddressError(String);

impl fmt::Display for StoreAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreAddressError {}

impl FromStr for StoreAddress {
    type Err = StoreAddressError;

    fn from_str(text: &str) -> Result<StoreAddress, StoreAddressError> {
        let postgres = ["postgres://", "postgresql://"];
        if !postgres.iter().any(|scheme| text.starts_with(scheme)) {
            return Err(StoreAddressError(
                "a store is named as postgres://USER:PASSWORD@HOST:PORT/DATABASE; without one it is a file in \
                 the data folder"
                    .into(),
            ));
        }
        #[cfg(feature = "postgres")]
        return postgres::read(text)
            .map(|address| StoreAddress(Place::Postgres(Box::new(address))));
        #[cfg(not(feature = "postgres"))]
        Err(StoreAddressError(
            "this program was built without PostgreSQL: take one of a release, or build it with \
             `--features postgres`"
                .into(),
        ))
    }
}

#[cfg(feature = "postgres")]
mod postgres {
    use super::StoreAddressError;
    use std::fmt;
    use std::path::PathBuf;
    use std::time::Duration;
    use tokio_postgres::Config;
    use tokio_postgres::config::{Host, SslMode};

    /// A PostgreSQL database and how it is spoken to. Shown, it is without its password.
    #[derive(Clone)]
    pub struct PostgresAddress {
        /// What the driver is told.
        pub(crate) config: Config,
        /// Whether the certificate of the database is checked.
        pub(crate) verified: bool,
        /// The file with the certificates of those who may vouch for the database; those of the system if none.
        pub(crate) roots: Option<PathBuf>,
    }

    impl fmt::Display for PostgresAddress {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("postgres://")?;
            if let Some(user) = self.config.get_user() {
                write!(f, "{user}@")?;
            }
            for (number, host) in self.config.get_hosts().iter().enumerate() {
                let comma = if number > 0 { "," } else { "" };
                match host {
                    Host::Tcp(name) => write!(f, "{comma}{name}")?,
                    #[cfg(unix)]
                    Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
                }
                if let Some(port) = self.config.get_ports().get(number) {
                    write!(f, ":{port}")?;
                }
            }
            write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
        }
    }

    impl fmt::Debug for PostgresAddress {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Display::fmt(self, f)
        }
    }

    /// What the usual client of PostgreSQL knows and this one does not.
    const UNKNOWN: [&str; 8] = [
        "gssencmode",
        "passfile",
        "requirepeer",
        "service",
        "sslcert",
        "sslcrl",
        "sslkey",
        "sslpassword",
    ];

    /// How soon a database that does not answer is given up, if the address does not say.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// Reads an address. `sslmode` and `sslrootcert` are ours: the driver does not know all of their values.
    pub fn read(text: &str) -> Result<PostgresAddress, StoreAddressError> {
        let no = |why: &str| Err(StoreAddressError(why.into()));
        // As the driver reads it: up to the first @ there are names and passwords, whatever they hold.
        let names = text.find('@').unwrap_or(0);
        let query = text[names..].find('?').map(|at| names + at);
        let (base, query) = query.map_or((text, ""), |at| (&text[..at], &text[at + 1..]));
        let (mut mode, mut verified, mut roots) = (SslMode::Prefer, false, None);
        let mut rest = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", "disable")) => mode = SslMode::Disable,
                Some(("sslmode", "prefer")) => mode = SslMode::Prefer,
                Some(("sslmode", "require")) => mode = SslMode::Require,
                Some(("sslmode", "verify-full")) => (mode, verified) = (SslMode::Require, true),
                Some(("sslmode", _)) => {
                    return no(
                        "`sslmode` in the address of the store is one of `disable`, `prefer`, \
                               `require` and `verify-full`",
                    );
                }
                Some(("sslrootcert", path)) => roots = Some(PathBuf::from(decoded(path))),
                Some((key, _)) if UNKNOWN.contains(&key) => {
                    return no(&format!("`{key}` in the address of the store is not known here"));
                }
                _ => rest.push(pair),
            }
        }
        if roots.is_some() && !verified {
            return no("`sslrootcert` in the address of the store needs `sslmode=verify-full`");
        }
        let Ok(mut config) = format!("{base}?{}", rest.join("&")).parse::<Config>() else {
            return no("the address of the store cannot be read: write \
                       postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…, and in the password %40 for `@`, \
                       %3A for `:`, %2F for `/`, %3F for `?`, %23 for `#` and %25 for `%`");
        };
        if config.get_hosts().is_empty() {
            return no("the address of the store names no host: \
                       postgres://USER:PASSWORD@HOST:PORT/DATABASE");
        }
        if config.get_dbname().is_none_or(str::is_empty) {
            return no("the address of the store names no database: \
                       postgres://USER:PASSWORD@HOST:PORT/DATABASE");
        }
        config.ssl_mode(mode);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        if config.get_application_name().is_none() {
            config.application_name("overwinter");
        }
        // A database that is gone without a word is noticed, and nobody waits for it for hours.
        config.keepalives_idle(PATIENCE).keepalives_interval(PATIENCE / 2).keepalives_retries(3);
        config.tcp_user_timeout(2 * PATIENCE);
        Ok(PostgresAddress { config, verified, roots })
    }

    /// A text in which bytes are written as % and two digits.
    fn decoded(text: &str) -> String {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let [first, more @ ..] = rest {
            let digits = more.first_chunk::<2>().filter(|_| *first == b'%');
            let byte = digits.and_then(|two| {
                let two = std::str::from_utf8(two).ok()?;
                u8::from_str_radix(two, 16).ok()
            });
            bytes.push(byte.unwrap_or(*first));
            rest = if byte.is_some() { &more[2..] } else { more };
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[cfg(all(test, feature = "postgres"))]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PostgresAddress, String> {
        match text.parse::<StoreAddress>().map_err(|error| error.to_string())?.0 {
            Place::Postgres(address) => Ok(*address),
            Place::Folder => Err("the folder".into()),
        }
    }

    #[test]
    fn an_address_is_read_and_shown_without_its_password() {
        let address = read("postgres://ann:geh%40eim@db.example:5433/games").unwrap();
        assert_eq!(address.to_string(), "postgres://ann@db.example:5433/games");
        assert_eq!(format!("{address:?}"), "postgres://ann@db.example:5433/games");
        assert_eq!(address.config.get_password(), Some(&b"geh@eim"[..]));
        assert!(!address.verified);
        let odd = read("postgres://ann:a?sslmode=b&c@db/games?sslmode=verify-full").unwrap();
        assert_eq!(odd.config.get_password(), Some(&b"a?sslmode=b&c"[..]));
        assert!(odd.verified);
    }

    #[test]
    fn how_it_is_encrypted_is_what_the_address_says() {
        use tokio_postgres::config::SslMode;
        for (says, mode, verified) in [
            ("", SslMode::Prefer, false),
            ("?sslmode=disable", SslMode::Disable, false),
            ("?sslmode=prefer", SslMode::Prefer, false),
            ("?sslmode=require", SslMode::Require, false),
            ("?sslmode=verify-full", SslMode::Require, true),
            (
                "?connect_timeout=3&sslmode=verify-full&sslrootcert=/etc/my%20ca.pem",
                SslMode::Require,
                true,
            ),
        ] {
            let address = read(&format!("postgres://ann@db/games{says}")).unwrap();
            assert_eq!(
                (address.config.get_ssl_mode(), address.verified),
                (mode, verified),
                "{says}"
            );
            if says.contains("sslrootcert") {
                assert_eq!(address.roots.unwrap().to_str(), Some("/etc/my ca.pem"));
            }
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_a_word_of_it() {
        for (wrong, says) in [
            ("mysql://ann:hush@db/games", "postgres://"),
            ("/srv/hush", "postgres://"),
            ("postgres://ann:hush@db/games?sslmode=verify-ca", "verify-full"),
            ("postgres://ann:hush@db/games?sslmode=hush", "verify-full"),
            ("postgres://ann:hush@db/games?sslkey=hush", "sslkey"),
            ("postgres://ann:hush@db/games?sslrootcert=hush", "verify-full"),
            ("postgres://ann:hush@db:many/games", "PORT"),
            ("postgres://ann:hush@db", "no database"),
        ] {
            let told = read(wrong).expect_err(wrong);
            assert!(told.contains(says) && !told.contains("hu"), "{wrong}: {told}");
        }
    }
}
