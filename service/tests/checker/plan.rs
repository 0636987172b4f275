//! What is done in a run, from a seed; and how a run that fails is made short.

use std::fmt;

/// Random numbers that follow from a seed.
#[derive(Clone)]
pub struct Luck(u64);

impl Luck {
    pub fn new(seed: u64) -> Luck {
        // Seeds that differ little lead to numbers that differ much.
        Luck(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }
}

/// Something that goes wrong; times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A server is killed with -9, and started again.
    Kill(usize),
    /// A server is drained, stopped and followed by another, as in an upgrade.
    Replace(usize),
    /// A server stands still.
    Stop(usize, u64),
    /// All connections by which servers hear of each other end.
    Deafen,
    /// All connections of a server to the database end.
    Cut(usize),
    /// Nothing passes between a server and the database; then its connections end.
    Part(usize, u64),
    /// The database hears a server and its answers are lost; then the connections end.
    LoseAnswers(usize, u64),
    /// The clock of a server is turned by so many seconds.
    Turn(usize, i64),
    /// PostgreSQL is killed with -9, all of it, and started again.
    KillDatabase,
    /// PostgreSQL stands still, all of it.
    StopDatabase(u64),
    /// The disk of PostgreSQL is full.
    FillDisk(u64),
}

/// Everything that is done in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// From which everything follows that clients do.
    pub seed: u64,
    /// Tables at which people play.
    pub tables: usize,
    /// Clients at each of them, two for each seat, so that they are in each other's way.
    pub clients: usize,
    /// Whether people sit down and leave.
    pub sitting: bool,
    /// Whether bots play.
    pub bots: bool,
    /// Whether a game with secrets is played.
    pub secrets: bool,
    /// What goes wrong, each after a pause.
    pub troubles: Vec<(u64, Trouble)>,
    /// How long it goes on after the last of them.
    pub rest: u64,
}

impl Plan {
    /// A run of so many seconds.
    pub fn new(seed: u64, seconds: u64, servers: usize) -> Plan {
        let mut luck = Luck::new(seed);
        let (mut troubles, mut spent) = (Vec::new(), 0);
        let first = luck.below(Plan::KINDS);
        let mut number = 0;
        while spent < seconds * 1000 {
            // Each kind once, in an order of the seed's, and then whichever.
            let kind = if number < Plan::KINDS {
                (first + number * 7) % Plan::KINDS
            } else {
                luck.below(Plan::KINDS)
            };
            let pause = 200 + luck.below(600) as u64;
            let trouble = Plan::trouble(kind, luck.below(servers), &mut luck);
            spent += pause + trouble.takes();
            troubles.push((pause, trouble));
            number += 1;
        }
        Plan {
            seed,
            tables: 3,
            clients: 4,
            sitting: true,
            bots: true,
            secrets: true,
            troubles,
            rest: 500,
        }
    }

    /// About how long it takes.
    pub fn seconds(&self) -> u64 {
        let troubles = self.troubles.iter().map(|(pause, trouble)| pause + trouble.takes());
        (troubles.sum::<u64>() + self.rest) / 1000
    }

    const KINDS: usize = 13;

    fn trouble(kind: usize, server: usize, luck: &mut Luck) -> Trouble {
        let mut time = |from: u64, most: usize| from + luck.below(most) as u64;
        match kind {
            0 | 1 => Trouble::Kill(server),
            2 => Trouble::Stop(server, time(200, 2000)),
            3 => Trouble::Deafen,
            4 => Trouble::Cut(server),
            5 => Trouble::Part(server, time(100, 900)),
            6 | 7 => Trouble::LoseAnswers(server, time(20, 300)),
            8 => Trouble::KillDatabase,
            9 => Trouble::StopDatabase(time(100, 900)),
            10 => Trouble::FillDisk(time(300, 900)),
            11 => Trouble::Replace(server),
            _ => {
                let turns = [-400 * 86_400, -3600, -7, 7, 3600, 400 * 86_400];
                Trouble::Turn(server, turns[luck.below(turns.len())])
            }
        }
    }
}

impl Trouble {
    /// About how long it lasts.
    fn takes(self) -> u64 {
        match self {
            Trouble::Kill(_) => 300,
            Trouble::KillDatabase => 500,
            Trouble::Replace(_) => 2500,
            Trouble::Stop(_, time)
            | Trouble::Part(_, time)
            | Trouble::LoseAnswers(_, time)
            | Trouble::StopDatabase(time)
            | Trouble::FillDisk(time) => time,
            Trouble::Deafen | Trouble::Cut(_) | Trouble::Turn(..) => 50,
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |word: &str, is: bool| if is { format!(", {word}") } else { String::new() };
        writeln!(
            f,
            "seed {}: {} tables with {} clients each{}{}{}",
            self.seed,
            self.tables,
            self.clients,
            with("people who sit down and leave", self.sitting),
            with("bots", self.bots),
            with("a game with secrets", self.secrets)
        )?;
        for (pause, trouble) in &self.troubles {
            writeln!(f, "  after {pause} ms: {trouble:?}")?;
        }
        write!(f, "  and {} ms more", self.rest)
    }
}

/// A plan that fails, made as short as so many further runs allow: fewer troubles by halves, then by single ones, fewer tables,
/// clients and kinds of games. A shorter plan is kept only if it was seen to fail.
pub fn shrink(plan: Plan, mut runs: usize, mut fails: impl FnMut(&Plan) -> bool) -> Plan {
    let mut plan = plan;
    'shorter: loop {
        for candidate in shorter(&plan) {
            if runs == 0 {
                return plan;
            }
            runs -= 1;
            if fails(&candidate) {
                plan = candidate;
                continue 'shorter;
            }
        }
        return plan;
    }
}

/// Plans that are shorter by one thing, the shortest first.
fn shorter(plan: &Plan) -> Vec<Plan> {
    let mut all = Vec::new();
    let count = plan.troubles.len();
    let mut chunk = count;
    while chunk > 0 {
        for from in (0..count).step_by(chunk) {
            let mut troubles = plan.troubles.clone();
            troubles.drain(from..(from + chunk).min(count));
            all.push(Plan { troubles, ..plan.clone() });
        }
        chunk /= 2;
    }
    for (is, without) in [
        (plan.sitting, Plan { sitting: false, ..plan.clone() }),
        (plan.bots, Plan { bots: false, ..plan.clone() }),
        (plan.secrets, Plan { secrets: false, ..plan.clone() }),
        (plan.tables > 1, Plan { tables: 1, ..plan.clone() }),
        (plan.tables > 0, Plan { tables: plan.tables.saturating_sub(1), ..plan.clone() }),
        (plan.clients > 1, Plan { clients: plan.clients / 2, ..plan.clone() }),
    ] {
        if is {
            all.push(without);
        }
    }
    all
}

#[test]
fn a_plan_that_fails_is_made_short() {
    let plan = Plan::new(7, 30, 3);
    let kinds: std::collections::BTreeSet<String> = plan
        .troubles
        .iter()
        .map(|(_, trouble)| format!("{trouble:?}").split('(').next().unwrap().to_string())
        .collect();
    assert_eq!(kinds.len(), 11, "every kind occurs: {kinds:?}");
    assert_eq!(plan, Plan::new(7, 30, 3), "it follows from its seed");
    assert_ne!(plan, Plan::new(8, 30, 3));
    // It takes a killed database after servers that hear nothing, with two clients.
    let mut tried = 0;
    let fails = |plan: &Plan| {
        let place = |which: fn(&Trouble) -> bool| {
            plan.troubles.iter().position(|(_, trouble)| which(trouble))
        };
        let deaf = place(|trouble| matches!(trouble, Trouble::Deafen));
        let last = plan.troubles.iter().rposition(|(_, trouble)| *trouble == Trouble::KillDatabase);
        deaf.is_some() && deaf < last && plan.clients >= 2 && plan.tables >= 1
    };
    let mut long = plan.clone();
    long.troubles.extend([(1, Trouble::Deafen), (2, Trouble::Cut(0)), (3, Trouble::KillDatabase)]);
    assert!(fails(&long));
    let short = shrink(long, 500, |plan| {
        tried += 1;
        fails(plan)
    });
    let left: Vec<Trouble> = short.troubles.iter().map(|(_, trouble)| *trouble).collect();
    assert_eq!(left, [Trouble::Deafen, Trouble::KillDatabase], "{short}");
    assert_eq!((short.tables, short.clients), (1, 2));
    assert!(!short.sitting && !short.bots && !short.secrets, "{short}");
    assert!(tried < 200, "{tried} runs");
    // Where there is no time it stays as it is.
    assert_eq!(shrink(plan.clone(), 0, |_| true), plan);
}
