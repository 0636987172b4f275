//! The one thread that writes.

use super::rows::{Phase, SeatRow, StepRow, TableRow, TalkRow, contribution_lines, deciding_word};
use super::{Disk, GONE, StoreError, StoreFiles};
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use table::{Contribution, Seat};
use tokio::sync::{mpsc, oneshot};

/// How many changes share a transaction at most.
const GROUP: usize = 2000;

/// Where a table stands after a decision.
#[derive(Clone, Debug)]
pub struct TableProgress {
    /// Where it stands.
    pub phase: Phase,
    /// When, in seconds since 1970.
    pub at: i64,
    /// Decisions taken.
    pub steps: usize,
    /// Moments of the game of which the public knows.
    pub told_steps: usize,
    /// When the public last heard of something, in seconds since 1970.
    pub told_at: i64,
    /// Who must decide now.
    pub deciding: Vec<Seat>,
    /// Whether a bot is among them.
    pub bot_turn: bool,
    /// How it ended, in a sentence; empty while it runs.
    pub ended: String,
    /// The position, with which the game goes on under newer rules; empty if it cannot.
    pub position: Vec<u8>,
}

/// One thing to be written. Either all of it is stored or nothing.
#[derive(Clone, Debug)]
pub enum Change {
    /// A value that the house keeps for itself, in place of the one before.
    House(&'static str, String),
    /// What a guest calls themselves.
    Guest {
        /// The guest's id.
        id: String,
        /// The name.
        name: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// Two guests turn out to be one person: what the first has belongs to the second.
    Joined {
        /// The guest whose cookie means the other from now on.
        from: String,
        /// The other.
        to: String,
    },
    /// A new table with its seats.
    Opened(Box<TableRow>, Vec<SeatRow>),
    /// The game starts: seats as they were dealt, and where it stands.
    Started {
        /// The table.
        table: String,
        /// Its seats.
        seats: Vec<SeatRow>,
        /// What the players added to the seed.
        contributions: Vec<Contribution>,
        /// The seats that the players had before they were dealt; empty if they were not.
        dealt: Vec<Seat>,
        /// The version of the rules.
        rules: u32,
        /// The digest of the first position.
        start_digest: String,
        /// The dice that fell, as records write them.
        start_dice: String,
        /// Where it stands.
        progress: TableProgress,
    },
    /// A decision.
    Step {
        /// The table.
        table: String,
        /// The decision.
        step: StepRow,
        /// Where it stands after it.
        progress: TableProgress,
        /// The record, if the game is over.
        record: Option<String>,
    },
    /// A decision was taken back.
    Undone {
        /// The table.
        table: String,
        /// Which decision.
        step: usize,
        /// Whose.
        seat: Seat,
        /// Those that others have taken since, as they are now, the first first: each had one number more.
        moved: Vec<StepRow>,
        /// Where it stands after that.
        progress: TableProgress,
    },
    /// Somebody sat down, left, or was replaced.
    Seat {
        /// The table.
        table: String,
        /// The seat as it is now.
        seat: Box<SeatRow>,
        /// Whether a bot must decide now.
        bot_turn: bool,
    },
    /// A guest gave a sign of life at a table.
    Seen {
        /// The table.
        table: String,
        /// The guest.
        guest: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// The keys are others: every seed is sealed with the new one, and what was signed with the key of cookies and
    /// forms counts until they are replaced again.
    Rotated {
        /// Tables and their seeds, sealed.
        seeds: Vec<(String, String)>,
        /// The new key of cookies and forms.
        key: String,
        /// The one before.
        previous: String,
    },
    /// The seed of a table is kept in another form.
    Sealed {
        /// The table.
        table: String,
        /// The seed, sealed.
        seed: String,
    },
    /// A table that never started was given up.
    Closed(String),
    /// Something said.
    Talk(String, TalkRow),
    /// A rematch was opened.
    Rematch {
        /// The table that was played.
        table: String,
        /// The new one.
        next: String,
    },
    /// A table that nobody started or finished is removed.
    Expired {
        /// The table.
        table: String,
        /// It has not started and was opened before that, in seconds since 1970 ...
        opened: i64,
        /// ... or is not over and nobody has decided anything since then.
        moved: i64,
    },
    /// Several changes at once.
    Together(Vec<Change>),
    /// Nothing but the question whether the store can write.
    Probe,
}

type Reply = oneshot::Sender<Result<(), StoreError>>;

/// The writing thread.
pub struct Writer {
    sender: mpsc::UnboundedSender<(Change, Reply)>,
    thread: JoinHandle<()>,
}

impl Writer {
    /// Starts the thread.
    pub fn start(
        connection: Connection,
        disk: Arc<dyn Disk>,
        files: StoreFiles,
        trouble: Arc<Mutex<String>>,
    ) -> Result<Writer, StoreError> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let writing = Writing { connection, disk, files, trouble };
        let thread = std::thread::Builder::new()
            .name("store".into())
            .spawn(move || writing.write_all(receiver))
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Writer { sender, thread })
    }

    /// Hands over a change.
    pub fn send(&self, change: Change, reply: Reply) -> Result<(), StoreError> {
        self.sender.send((change, reply)).map_err(|_| StoreError::Closed)
    }

    /// Ends the thread once everything is written.
    pub fn finish(self) {
        drop(self.sender);
        let _ = self.thread.join();
    }
}

/// What the thread has.
struct Writing {
    connection: Connection,
    disk: Arc<dyn Disk>,
    files: StoreFiles,
    trouble: Arc<Mutex<String>>,
}

type Written = Result<Vec<Result<(), StoreError>>, StoreError>;

impl Writing {
    fn write_all(mut self, mut waiting: mpsc::UnboundedReceiver<(Change, Reply)>) {
        let mut group = Vec::new();
        while let Some(first) = waiting.blocking_recv() {
            group.push(first);
            while group.len() < GROUP
                && let Ok(next) = waiting.try_recv()
            {
                group.push(next);
            }
            self.write_group(&mut group);
        }
        let _ = self.connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
    }

    /// Writes a group in one transaction. A change that somebody else forestalled, or that meets a damaged place, leaves
    /// the others alone: then the group is written again, each change on its own within the transaction. Where the
    /// disk fails nothing of the group is written.
    fn write_group(&mut self, group: &mut Vec<(Change, Reply)>) {
        let results = match self.files.are_there() {
            true => self.write_together(group).or_else(|_| self.write_apart(group)),
            false => Err(StoreError::Failed(GONE.into())),
        };
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        match results {
            Ok(results) => {
                self.files.note_log();
                trouble.clear();
                drop(trouble);
                for ((_, reply), result) in group.drain(..).zip(results) {
                    let _ = reply.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, changes = group.len(), "the store could not write");
                *trouble = error.in_our_words().into();
                drop(trouble);
                for (_, reply) in group.drain(..) {
                    let _ = reply.send(Err(error.clone()));
                }
            }
        }
    }

    fn write_together(&mut self, group: &[(Change, Reply)]) -> Written {
        let behaviour = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behaviour)?;
        for (change, _) in group {
            write_one(&transaction, change)?;
        }
        commit(transaction, self.disk.as_ref())?;
        Ok(vec![Ok(()); group.len()])
    }

    fn write_apart(&mut self, group: &[(Change, Reply)]) -> Written {
        let behaviour = TransactionBehavior::Immediate;
        let mut transaction = self.connection.transaction_with_behavior(behaviour)?;
        let mut results = Vec::with_capacity(group.len());
        for (change, _) in group {
            let savepoint = transaction.savepoint()?;
            let done = write_one(&savepoint, change).map_err(StoreError::from);
            match &done {
                Ok(()) => savepoint.commit()?,
                Err(StoreError::Taken | StoreError::Damaged(_)) => savepoint.finish()?,
                Err(_) => done.clone()?,
            }
            results.push(done);
        }
        commit(transaction, self.disk.as_ref())?;
        Ok(results)
    }
}

fn commit(transaction: Transaction, disk: &dyn Disk) -> Result<(), StoreError> {
    disk.before_commit().map_err(|error| match error.kind() {
        std::io::ErrorKind::StorageFull => StoreError::Full,
        _ => StoreError::Failed(error.to_string()),
    })?;
    transaction.commit()?;
    disk.committed();
    Ok(())
}

fn write_one(connection: &Connection, change: &Change) -> rusqlite::Result<()> {
    match change {
        Change::House(key, value) => run(
            connection,
            "INSERT INTO house (key, value) VALUES (?1, ?2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            params![key, value],
        ),
        Change::Guest { id, name, at } => run(
            connection,
            "INSERT INTO guests (id, name, created) VALUES (?1, ?2, ?3) \
             ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            params![id, name, at],
        ),
        Change::Joined { from, to } => {
            for moved in [
                "UPDATE seats SET holder = ?2 WHERE holder = ?1",
                "UPDATE seats SET away = ?2 WHERE away = ?1",
                "UPDATE tables SET host = ?2 WHERE host = ?1",
                "UPDATE tables SET referee = ?2 WHERE referee = ?1",
                "UPDATE OR REPLACE seen SET guest = ?2 WHERE guest = ?1",
                "UPDATE joined SET becomes = ?2 WHERE becomes = ?1",
                "INSERT OR REPLACE INTO joined (guest, becomes) VALUES (?1, ?2)",
            ] {
                connection.prepare_cached(moved)?.execute(params![from, to])?;
            }
            Ok(())
        }
        Change::Opened(table, seats) => {
            if !table.commitment.is_empty() {
                run(
                    connection,
                    "INSERT INTO commitments (commitment) VALUES (?1)",
                    params![table.commitment],
                )?;
            }
            write_table(connection, table)?;
            seats.iter().try_for_each(|seat| write_seat(connection, &table.id, seat))
        }
        Change::Started {
            table,
            seats,
            contributions,
            dealt,
            rules,
            start_digest,
            start_dice,
            progress,
        } => {
            run(connection, "DELETE FROM seats WHERE table_id = ?1", params![table])?;
            seats.iter().try_for_each(|seat| write_seat(connection, table, seat))?;
            run(
                connection,
                "UPDATE tables SET start_digest = ?2, contributions = ?3, dealt = ?4, rules = ?5, \
                 start_dice = ?6 WHERE id = ?1",
                params![
                    table,
                    start_digest,
                    contribution_lines(contributions),
                    deciding_word(dealt),
                    rules,
                    start_dice
                ],
            )?;
            write_progress(connection, table, progress)
        }
        Change::Step { table, step, progress, record } => {
            if let Some(record) = record {
                run(
                    connection,
                    "INSERT INTO records (table_id, record) VALUES (?1, ?2)",
                    params![table, record],
                )?;
            }
            run(
                connection,
                "INSERT INTO steps (table_id, step, seat, action, digest, at, dice) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    table,
                    step.step as i64,
                    step.seat.0,
                    step.action,
                    step.digest,
                    progress.at,
                    step.dice
                ],
            )?;
            write_progress(connection, table, progress)
        }
        Change::Undone { table, step, seat, moved, progress } => {
            let taken = connection
                .prepare_cached(
                    "DELETE FROM steps WHERE table_id = ?1 AND step = ?2 AND seat = ?3",
                )?
                .execute(params![table, *step as i64, seat.0])?;
            if taken != 1 {
                return Err(rusqlite::Error::StatementChangedRows(taken));
            }
            for row in moved {
                let sql =
                    "UPDATE steps SET step = ?2, digest = ?3 WHERE table_id = ?1 AND step = ?2 + 1";
                let step = row.step as i64;
                let moved =
                    connection.prepare_cached(sql)?.execute(params![table, step, row.digest])?;
                if moved != 1 {
                    return Err(rusqlite::Error::StatementChangedRows(moved));
                }
            }
            run(
                connection,
                "UPDATE seats SET undos = undos + 1 WHERE table_id = ?1 AND seat = ?2",
                params![table, seat.0],
            )?;
            write_progress(connection, table, progress)
        }
        Change::Seat { table, seat, bot_turn } => {
            write_seat(connection, table, seat)?;
            run(
                connection,
                "UPDATE tables SET bot_turn = ?2 WHERE id = ?1",
                params![table, bot_turn],
            )
        }
        Change::Seen { table, guest, at } => run(
            connection,
            "INSERT INTO seen (table_id, guest, at) VALUES (?1, ?2, ?3) \
             ON CONFLICT (table_id, guest) DO UPDATE SET at = excluded.at",
            params![table, guest, at],
        ),
        Change::Rotated { seeds, key, previous } => {
            for (table, seed) in seeds {
                let sql = "UPDATE tables SET seed = ?2 WHERE id = ?1";
                run(connection, sql, params![table, seed])?;
            }
            [("key", key), ("previous_key", previous)].into_iter().try_for_each(|(name, key)| {
                let sql = "INSERT INTO house (key, value) VALUES (?1, ?2) \
                           ON CONFLICT (key) DO UPDATE SET value = excluded.value";
                run(connection, sql, params![name, key])
            })
        }
        Change::Sealed { table, seed } => {
            run(connection, "UPDATE tables SET seed = ?2 WHERE id = ?1", params![table, seed])
        }
        Change::Closed(table) => {
            let sql = "DELETE FROM tables WHERE id = ?1 AND state = 'open'";
            remove(connection, table, sql, params![table])
        }
        Change::Talk(table, line) => run(
            connection,
            "INSERT INTO talk (table_id, number, at, seat, name, text) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                table,
                line.number,
                line.at,
                line.seat.map_or(-1, |seat| i64::from(seat.0)),
                line.name,
                line.text
            ],
        ),
        Change::Rematch { table, next } => {
            run(connection, "UPDATE tables SET rematch = ?2 WHERE id = ?1", params![table, next])
        }
        Change::Expired { table, opened, moved } => {
            let sql = "DELETE FROM tables WHERE id = ?1 AND (state = 'open' AND created < ?2 \
                       OR state = 'playing' AND moved < ?3)";
            remove(connection, table, sql, params![table, opened, moved])
        }
        Change::Together(changes) => {
            changes.iter().try_for_each(|change| write_one(connection, change))
        }
        Change::Probe => run(
            connection,
            "INSERT INTO house (key, value) VALUES ('probe', '1') \
             ON CONFLICT (key) DO UPDATE SET value = value + 1",
            [],
        ),
    }
}

fn run(
    connection: &Connection,
    sql: &'static str,
    values: impl rusqlite::Params,
) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute(values).map(drop)
}

/// Removes a table by a statement, with all that belongs to it; one that it does not fit any more is left alone.
fn remove(
    connection: &Connection,
    table: &str,
    sql: &'static str,
    values: impl rusqlite::Params,
) -> rusqlite::Result<()> {
    let removed = connection.prepare_cached(sql)?.execute(values)?;
    if removed != 1 {
        return Err(rusqlite::Error::StatementChangedRows(removed));
    }
    for sql in [
        "DELETE FROM steps WHERE table_id = ?1",
        "DELETE FROM seats WHERE table_id = ?1",
        "DELETE FROM talk WHERE table_id = ?1",
        "DELETE FROM seen WHERE table_id = ?1",
        "DELETE FROM positions WHERE table_id = ?1",
    ] {
        run(connection, sql, params![table])?;
    }
    Ok(())
}

fn write_table(connection: &Connection, table: &TableRow) -> rusqlite::Result<()> {
    run(
        connection,
        "INSERT INTO tables (id, game, scenario, options, edition, files, rules, host, listed, \
         shuffled, seed, state, created, moved, steps, deciding, bot_turn, start_digest, ended, \
         rematch, lesson, commitment, contributions, dealt, referee, referee_name, absence, \
         told_steps, told_at) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, \
         ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)",
        params![
            table.id,
            table.game,
            table.scenario,
            serde_json::to_string(&table.options).unwrap_or_default(),
            table.edition,
            table.files,
            table.rules,
            table.host,
            table.listed,
            table.shuffled,
            table.seed,
            table.phase.word(),
            table.created,
            table.moved,
            table.steps as i64,
            deciding_word(&table.deciding),
            table.bot_turn,
            table.start_digest,
            table.ended,
            table.rematch,
            table.lesson,
            table.commitment,
            contribution_lines(&table.contributions),
            deciding_word(&table.dealt),
            table.referee,
            table.referee_name,
            table.absence.word(),
            table.told_steps as i64,
            table.told_at
        ],
    )
}

fn write_seat(connection: &Connection, table: &str, seat: &SeatRow) -> rusqlite::Result<()> {
    run(
        connection,
        "INSERT INTO seats (table_id, seat, kind, holder, name, bot, link, token, undos, \
         contribution, away) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) \
         ON CONFLICT (table_id, seat) DO UPDATE SET kind = excluded.kind, \
         holder = excluded.holder, name = excluded.name, bot = excluded.bot, \
         link = excluded.link, token = excluded.token, \
         contribution = excluded.contribution, away = excluded.away",
        params![
            table,
            seat.seat.0,
            seat.kind.word(),
            seat.holder,
            seat.name,
            seat.bot,
            seat.link,
            seat.token,
            seat.undos as i64,
            contribution_lines(&seat.contribution),
            seat.away
        ],
    )
}

fn write_progress(
    connection: &Connection,
    table: &str,
    progress: &TableProgress,
) -> rusqlite::Result<()> {
    if !progress.position.is_empty() {
        run(
            connection,
            "INSERT INTO positions (table_id, position) VALUES (?1, ?2) \
             ON CONFLICT (table_id) DO UPDATE SET position = excluded.position",
            params![table, progress.position],
        )?;
    }
    run(
        connection,
        "UPDATE tables SET state = ?2, moved = ?3, steps = ?4, deciding = ?5, bot_turn = ?6, \
         ended = ?7, ended_at = ?8, told_steps = ?9, told_at = ?10 WHERE id = ?1",
        params![
            table,
            progress.phase.word(),
            progress.at,
            progress.steps as i64,
            deciding_word(&progress.deciding),
            progress.bot_turn,
            progress.ended,
            if progress.phase == Phase::Over { progress.at } else { 0 },
            progress.told_steps as i64,
            progress.told_at
        ],
    )
}
