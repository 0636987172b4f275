//! All SQL with which the store in a file is asked and changed.

use super::{company, contests, mails, private, sandboxes};
use crate::store::notices::{select_notices, select_ways};
use crate::store::rows::{select_seats, select_tables};
use crate::store::statements::{Deed, Question};

/// The statement that answers a question.
pub fn question(question: Question) -> &'static str {
    match question {
        Question::Company(question) => company::question(question),
        Question::Contest(question) => contests::question(question),
        Question::Sandbox(question) => sandboxes::question(question),
        Question::Private(question) => private::question(question),
        Question::Mail(question) => mails::question(question),
        Question::House => "SELECT value FROM house WHERE key = ?1",
        Question::GuestName => "SELECT name FROM guests WHERE id = ?1",
        Question::Joined => "SELECT guest, becomes FROM joined",
        Question::GuestVersion => "SELECT version FROM guest_versions WHERE guest = ?1",
        // Each question by its own index.
        Question::RefereesAmong => {
            "SELECT EXISTS (SELECT 1 FROM ( \
             SELECT table_id, ?2 AS other FROM seats WHERE holder = ?1 \
             UNION SELECT table_id, ?2 FROM seats WHERE away = ?1 AND away <> '' \
             UNION SELECT table_id, ?1 FROM seats WHERE holder = ?2 \
             UNION SELECT table_id, ?1 FROM seats WHERE away = ?2 AND away <> '') \
             JOIN tables ON id = table_id WHERE state <> 'over' AND referee = other)"
        }
        Question::TablesWith => {
            "SELECT table_id FROM seats WHERE holder = ?1 OR away = ?1 \
             UNION SELECT id FROM tables WHERE host = ?1 OR referee = ?1"
        }
        Question::RunningTablesOf => {
            "SELECT id FROM tables WHERE state <> 'over' AND id IN ( \
             SELECT table_id FROM seats WHERE holder = ?1 \
             UNION SELECT table_id FROM seats WHERE away = ?1 AND away <> '')"
        }
        Question::Table => select_tables!("WHERE id = ?1"),
        Question::SeatsOf => select_seats!("WHERE table_id = ?1 ORDER BY seat"),
        Question::Steps => {
            "SELECT step, seat, action, digest, dice FROM steps WHERE table_id = ?1 AND step > ?2 \
             ORDER BY step"
        }
        Question::Position => {
            "SELECT position FROM positions WHERE table_id = ?1 \
             UNION ALL SELECT position FROM archive WHERE table_id = ?1"
        }
        Question::Record => "SELECT record FROM records WHERE table_id = ?1",
        Question::ArchivedRecord => {
            "SELECT record FROM records JOIN tables ON id = table_id \
             WHERE table_id = ?1 AND archived > 0"
        }
        Question::Archivable => {
            "SELECT id, ended_at FROM tables WHERE state = 'over' AND archived = 0 AND lesson = '' \
             AND ended_at < ?1 AND (ended_at, id) > (?2, ?3) \
             ORDER BY ended_at, id LIMIT 200"
        }
        Question::HasRecords => "SELECT EXISTS (SELECT 1 FROM records)",
        Question::Talk => {
            "SELECT number, at, seat, name, text, person FROM talk WHERE table_id = ?1 AND number > ?2 \
             ORDER BY number DESC LIMIT ?3"
        }
        Question::SeatByLink => select_seats!("WHERE link = ?1"),
        Question::LessonsDone => {
            "SELECT DISTINCT tables.game, tables.lesson FROM seats \
             JOIN tables ON tables.id = seats.table_id \
             WHERE seats.holder = ?1 AND tables.lesson <> '' AND tables.state = 'over'"
        }
        Question::Listed => select_tables!(
            "WHERE state = ?1 AND listed = 1 ORDER BY ended_at DESC, told_at DESC LIMIT ?2"
        ),
        Question::TablesOf => select_tables!(
            "WHERE id IN (SELECT table_id FROM seats WHERE holder = ?1 \
             UNION SELECT table_id FROM seats WHERE away = ?1 AND away <> '') \
             ORDER BY told_at DESC LIMIT ?2"
        ),
        Question::Seen => "SELECT guest, at FROM seen WHERE table_id = ?1",
        Question::SecretSeeds => "SELECT id, seed FROM tables WHERE state <> 'over'",
        Question::SealedSeeds => "SELECT id, seed FROM tables WHERE seed LIKE 'sealed:%'",
        Question::WaitingForBots => {
            "SELECT id FROM tables WHERE state = 'playing' AND bot_turn = 1"
        }
        Question::FullButNotStarted => {
            "SELECT id FROM tables WHERE state = 'open' AND NOT EXISTS \
             (SELECT 1 FROM seats WHERE table_id = tables.id AND kind IN ('open', 'link'))"
        }
        Question::Expired => {
            "SELECT id FROM tables WHERE state = 'open' AND created < ?1 \
             OR state = 'playing' AND moved < ?2 LIMIT 500"
        }
        Question::Hosted => "SELECT COUNT(*) FROM tables WHERE host = ?1 AND state <> 'over'",
        Question::Counts => "SELECT state, COUNT(*) FROM tables GROUP BY state",
        Question::Devices => {
            "SELECT id, person, name, created, seen FROM devices WHERE person = ?1 \
             ORDER BY seen DESC, id"
        }
        Question::HasEnded => "SELECT EXISTS (SELECT 1 FROM ended WHERE id IN (?1, ?2))",
        Question::Ended => "SELECT id FROM ended",
        Question::Barred => {
            "SELECT id, muted, banned, why, referee FROM people WHERE muted > 0 OR banned > 0 \
             UNION SELECT id, muted, banned, why, referee FROM people WHERE referee > 0"
        }
        Question::Passkeys => {
            "SELECT id, person, handle, name, key, state, created, used FROM passkeys \
             WHERE person = ?1 ORDER BY created, id"
        }
        Question::Passkey => {
            "SELECT id, person, handle, name, key, state, created, used FROM passkeys WHERE id = ?1"
        }
        Question::CodeMade => "SELECT created FROM codes WHERE person = ?1",
        Question::PersonOfCode => "SELECT person FROM codes WHERE hash = ?1",
        Question::Challenge => {
            "SELECT state FROM challenges WHERE id = ?1 AND owner = ?2 AND until > ?3"
        }
        Question::Person => {
            "SELECT settings, muted, banned, why, referee FROM people WHERE id = ?1"
        }
        Question::People => {
            "SELECT guests.id, guests.name, guests.created, \
             (SELECT COUNT(*) FROM passkeys WHERE person = guests.id), \
             COALESCE((SELECT MAX(seen) FROM devices WHERE person = guests.id), 0), \
             COALESCE(people.muted, 0), COALESCE(people.banned, 0), \
             CAST(COALESCE((SELECT SUM(games) FROM ratings WHERE player = guests.id), 0) AS BIGINT), \
             COALESCE(people.referee, 0) \
             FROM guests LEFT JOIN people ON people.id = guests.id \
             WHERE (guests.name LIKE ?1 ESCAPE '\\' OR guests.id = ?4) AND guests.id > ?2 \
             ORDER BY guests.id LIMIT ?3"
        }
        Question::Keeper => "SELECT keeper FROM clocks WHERE table_id = ?1",
        Question::DueDeadlines => {
            "SELECT table_id, seat, question, at FROM deadlines WHERE at <= ?1 \
             ORDER BY at, table_id, seat LIMIT ?2"
        }
        Question::HasDeadlines => "SELECT EXISTS (SELECT 1 FROM deadlines)",
        Question::Outages => "SELECT since, until FROM outages ORDER BY since",
        Question::Vacations => "SELECT days FROM vacations WHERE guest = ?1",
        Question::Reliability => {
            "SELECT CAST(coalesce(sum(kept), 0) AS BIGINT), CAST(coalesce(sum(late), 0) AS BIGINT), CAST(coalesce(sum(missed), 0) AS BIGINT), CAST(coalesce(sum(finished), 0) AS BIGINT), CAST(coalesce(sum(gone), 0) AS BIGINT) \
             FROM reliability WHERE guest = ?1"
        }
        Question::PlansOf => {
            "SELECT seat, person, plan, due FROM plans WHERE table_id = ?1 ORDER BY seat"
        }
        Question::DuePlans => {
            "SELECT DISTINCT table_id FROM plans WHERE due > 0 AND due <= ?1 LIMIT 500"
        }
        Question::TurnsOf => {
            "SELECT DISTINCT table_id FROM seats JOIN tables ON id = table_id \
             WHERE holder = ?1 AND kind = 'person' AND state = 'playing' \
             AND ' ' || deciding || ' ' LIKE '% ' || seat || ' %'"
        }
        Question::DueNotices => select_notices!(
            "WHERE state = 'waiting' AND at <= ?1 ORDER BY at, person, key, way LIMIT ?2"
        ),
        Question::DigestOf => {
            select_notices!("WHERE way = ?1 AND state = 'waiting' AND digest = 1 AND made <= ?2")
        }
        Question::NoticesOf => select_notices!(
            "WHERE person = ?1 AND way = '' AND state = 'told' ORDER BY made DESC, key LIMIT ?2"
        ),
        Question::LastTold => {
            "SELECT made FROM notices WHERE person = ?1 AND table_id = ?2 AND way <> '' \
             AND state IN ('told', 'waiting') ORDER BY made DESC LIMIT 1"
        }
        Question::WaysOf => select_ways!("WHERE person = ?1 ORDER BY created, id"),
        Question::Way => select_ways!("WHERE id = ?1"),
        Question::Feed => select_ways!("WHERE kind = 'feed' AND address = ?1"),
    }
}

/// The statement that does a deed.
pub fn deed(deed: Deed) -> &'static str {
    match deed {
        Deed::Company(deed) => company::deed(deed),
        Deed::Contest(deed) => contests::deed(deed),
        Deed::Sandbox(deed) => sandboxes::deed(deed),
        Deed::Private(deed) => private::deed(deed),
        Deed::Mail(deed) => mails::deed(deed),
        Deed::KeepHouseValue => {
            "INSERT INTO house (key, value) VALUES (?1, ?2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        }
        Deed::KeepFirstHouseValue => {
            "INSERT INTO house (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING"
        }
        Deed::NameGuest => {
            "INSERT INTO guests (id, name, created) VALUES (?1, ?2, ?3) \
             ON CONFLICT (id) DO UPDATE SET name = excluded.name"
        }
        Deed::RaiseGuest => {
            "INSERT INTO guest_versions (guest, version) VALUES (?1, 1) \
             ON CONFLICT (guest) DO UPDATE SET version = guest_versions.version + 1"
        }
        Deed::StillThemselves => {
            "UPDATE guest_versions SET version = version WHERE guest = ?1 AND version > 0 \
             AND NOT EXISTS (SELECT 1 FROM joined WHERE joined.guest = ?1)"
        }
        // So far below what counts that nothing raises it there.
        Deed::BuryGuest => {
            "UPDATE guest_versions SET version = -4611686018427387904 WHERE guest = ?1"
        }
        Deed::RaiseGuestFrom => {
            "INSERT INTO guest_versions (guest, version) VALUES (?1, ?2 + 1) \
             ON CONFLICT (guest) DO UPDATE SET version = excluded.version WHERE guest_versions.version = ?2"
        }
        Deed::JoinVersions => {
            "UPDATE tables SET version = version + 1 WHERE ?1 <> ?2 AND id IN ( \
             SELECT table_id FROM seats WHERE holder = ?1 \
             UNION SELECT table_id FROM seats WHERE away = ?1 AND away <> '' \
             UNION SELECT id FROM tables WHERE host = ?1 \
             UNION SELECT id FROM tables WHERE referee = ?1 AND referee <> '')"
        }
        Deed::JoinHolders => "UPDATE seats SET holder = ?2 WHERE holder = ?1",
        Deed::JoinAbsent => "UPDATE seats SET away = ?2 WHERE away = ?1",
        Deed::JoinHosts => "UPDATE tables SET host = ?2 WHERE host = ?1",
        Deed::JoinReferees => "UPDATE tables SET referee = ?2 WHERE referee = ?1",
        Deed::JoinSeenByBoth => {
            "DELETE FROM seen WHERE guest = ?2 AND table_id IN \
             (SELECT table_id FROM seen WHERE guest = ?1)"
        }
        Deed::JoinSeen => "UPDATE seen SET guest = ?2 WHERE guest = ?1",
        Deed::JoinEarlier => "UPDATE joined SET becomes = ?2 WHERE becomes = ?1",
        Deed::Join => {
            "INSERT INTO joined (guest, becomes) VALUES (?1, ?2) \
             ON CONFLICT (guest) DO UPDATE SET becomes = excluded.becomes"
        }
        Deed::CountJoined => {
            "INSERT INTO house (key, value) VALUES ('joined', '1') \
             ON CONFLICT (key) DO UPDATE SET value = value + 1"
        }
        Deed::UseCommitment => "INSERT INTO commitments (commitment) VALUES (?1)",
        Deed::OpenTable => {
            "INSERT INTO tables (id, game, scenario, options, edition, files, rules, host, listed, \
             shuffled, seed, state, created, moved, steps, deciding, bot_turn, start_digest, ended, \
             rematch, lesson, commitment, contributions, dealt, referee, referee_name, absence, \
             told_steps, told_at, clock, at_deadline, reliable, rated, cup, cup_place, sandboxes, whispers) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, \
             ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, \
             ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37)"
        }
        Deed::KeepSeat => {
            "INSERT INTO seats (table_id, seat, kind, holder, name, bot, link, token, undos, \
             contribution, away, began, gone) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) \
             ON CONFLICT (table_id, seat) DO UPDATE SET kind = excluded.kind, \
             holder = excluded.holder, name = excluded.name, bot = excluded.bot, \
             link = excluded.link, token = excluded.token, \
             contribution = excluded.contribution, away = excluded.away, \
             began = excluded.began, gone = excluded.gone"
        }
        Deed::ClearSeats => "DELETE FROM seats WHERE table_id = ?1",
        Deed::StartTable => {
            "UPDATE tables SET start_digest = ?2, contributions = ?3, dealt = ?4, rules = ?5, \
             start_dice = ?6 WHERE id = ?1"
        }
        Deed::KeepRecord => "INSERT INTO records (table_id, record) VALUES (?1, ?2)",
        Deed::TakeStep => {
            "INSERT INTO steps (table_id, step, seat, action, digest, at, dice) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        }
        Deed::TakeBackStep => "DELETE FROM steps WHERE table_id = ?1 AND step = ?2 AND seat = ?3",
        Deed::MoveStep => {
            "UPDATE steps SET step = ?2, digest = ?3 WHERE table_id = ?1 AND step = ?2 + 1"
        }
        Deed::CountUndo => "UPDATE seats SET undos = undos + 1 WHERE table_id = ?1 AND seat = ?2",
        Deed::KeepPosition => {
            "INSERT INTO positions (table_id, position) VALUES (?1, ?2) \
             ON CONFLICT (table_id) DO UPDATE SET position = excluded.position"
        }
        Deed::Progress => {
            "UPDATE tables SET state = ?2, moved = ?3, steps = ?4, deciding = ?5, bot_turn = ?6, \
             ended = ?7, ended_at = ?8, told_steps = ?9, told_at = ?10, version = version + 1 \
             WHERE id = ?1 AND version = ?11"
        }
        Deed::SetBotTurn => {
            "UPDATE tables SET bot_turn = ?2, version = version + 1 \
             WHERE id = ?1 AND version = ?3"
        }
        Deed::Raise => "UPDATE tables SET version = version + 1 WHERE id = ?1 AND version = ?2",
        Deed::See => {
            "INSERT INTO seen (table_id, guest, at) VALUES (?1, ?2, ?3) \
             ON CONFLICT (table_id, guest) DO UPDATE SET at = max(at, excluded.at)"
        }
        Deed::KeepSeed => "UPDATE tables SET seed = ?2 WHERE id = ?1",
        Deed::CloseTable => "DELETE FROM tables WHERE id = ?1 AND state = 'open'",
        Deed::ExpireTable => {
            "DELETE FROM tables WHERE id = ?1 AND (state = 'open' AND created < ?2 \
             OR state = 'playing' AND moved < ?3)"
        }
        Deed::DropSteps => "DELETE FROM steps WHERE table_id = ?1",
        Deed::DropSeats => "DELETE FROM seats WHERE table_id = ?1",
        Deed::DropTalk => "DELETE FROM talk WHERE table_id = ?1",
        Deed::DropSeen => "DELETE FROM seen WHERE table_id = ?1",
        Deed::DropPosition => "DELETE FROM positions WHERE table_id = ?1",
        Deed::Archive => {
            "UPDATE tables SET archived = ?2 WHERE id = ?1 AND state = 'over' AND archived = 0 \
             AND EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)"
        }
        Deed::ArchivePosition => {
            "INSERT INTO archive (table_id, position) \
             SELECT table_id, position FROM positions WHERE table_id = ?1"
        }
        Deed::Say => {
            "INSERT INTO talk (table_id, number, at, seat, name, text, person) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        }
        Deed::Rematch => {
            "UPDATE tables SET rematch = ?2, version = version + 1 \
             WHERE id = ?1 AND version = ?3"
        }
        Deed::Probe => {
            "INSERT INTO house (key, value) VALUES ('probe', '1') \
             ON CONFLICT (key) DO UPDATE SET value = value + 1"
        }
        Deed::JoinDevices => "UPDATE devices SET person = ?2 WHERE person = ?1",
        Deed::JoinPasskeys => "UPDATE passkeys SET person = ?2 WHERE person = ?1",
        Deed::JoinCode => {
            "UPDATE codes SET person = ?2 WHERE person = ?1 \
             AND NOT EXISTS (SELECT 1 FROM codes WHERE person = ?2)"
        }
        Deed::DropCode => "DELETE FROM codes WHERE person = ?1",
        Deed::JoinPeople => {
            "INSERT INTO people (id, settings, muted, banned, why, referee) \
             SELECT ?2, settings, muted, banned, why, referee FROM people WHERE id = ?1 \
             ON CONFLICT (id) DO UPDATE SET \
             muted = max(people.muted, excluded.muted), \
             banned = max(people.banned, excluded.banned), \
             referee = max(people.referee, excluded.referee), \
             why = CASE WHEN people.why = '' THEN excluded.why ELSE people.why END"
        }
        Deed::DropPerson => "DELETE FROM people WHERE id = ?1",
        Deed::KeepDevice => {
            "INSERT INTO devices (id, person, name, created, seen) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (id) DO UPDATE SET person = excluded.person, name = excluded.name, \
             seen = excluded.seen"
        }
        Deed::DropDevice => "DELETE FROM devices WHERE id = ?1",
        Deed::DropDevices => "DELETE FROM devices WHERE person = ?1",
        // One thread writes: nobody waits for what another is writing.
        Deed::UseCookie => "SELECT ?1, ?2",
        Deed::AwaitCookie => "SELECT ?1",
        Deed::CookieCounts => {
            "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ended WHERE id IN (?1, ?2))"
        }
        Deed::End => "INSERT INTO ended (id, at) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING",
        Deed::AddPasskey => {
            "INSERT INTO passkeys (id, person, handle, name, key, state, created, used) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        }
        Deed::UsePasskey => "UPDATE passkeys SET state = ?2, used = ?3 WHERE id = ?1",
        Deed::NamePasskey => "UPDATE passkeys SET name = ?3 WHERE id = ?1 AND person = ?2",
        Deed::RemovePasskey => "DELETE FROM passkeys WHERE id = ?1 AND person = ?2",
        Deed::DropPasskeys => "DELETE FROM passkeys WHERE person = ?1",
        Deed::AddCode => "INSERT INTO codes (hash, person, created) VALUES (?1, ?2, ?3)",
        Deed::UseCode => "DELETE FROM codes WHERE hash = ?1",
        Deed::DropOldChallenges => "DELETE FROM challenges WHERE until <= ?1",
        Deed::AddChallenge => {
            "INSERT INTO challenges (id, owner, state, until) VALUES (?1, ?2, ?3, ?4)"
        }
        Deed::TakeChallenge => "DELETE FROM challenges WHERE id = ?1 AND owner = ?2",
        Deed::KeepSettings => {
            "INSERT INTO people (id, settings, muted, banned, why) VALUES (?1, ?2, 0, 0, '') \
             ON CONFLICT (id) DO UPDATE SET settings = excluded.settings"
        }
        Deed::DropSettings => "UPDATE people SET settings = '', referee = 0 WHERE id = ?1",
        Deed::DropVacations => "DELETE FROM vacations WHERE guest = ?1",
        Deed::KeepStanding => {
            "INSERT INTO people (id, settings, muted, banned, why, referee) \
             VALUES (?1, '', ?2, ?3, ?4, ?5) \
             ON CONFLICT (id) DO UPDATE SET muted = excluded.muted, banned = excluded.banned, \
             why = excluded.why, referee = excluded.referee"
        }
        Deed::KeepKeeper => {
            "INSERT INTO clocks (table_id, keeper) VALUES (?1, ?2) \
             ON CONFLICT (table_id) DO UPDATE SET keeper = excluded.keeper"
        }
        Deed::DropKeeper => "DELETE FROM clocks WHERE table_id = ?1",
        Deed::KeepDeadline => {
            "INSERT INTO deadlines (table_id, seat, question, at) VALUES (?1, ?2, ?3, ?4)"
        }
        Deed::DropDeadlines => "DELETE FROM deadlines WHERE table_id = ?1",
        Deed::LiveOn => {
            "INSERT INTO house (key, value) VALUES ('alive', ?1) ON CONFLICT (key) DO UPDATE \
             SET value = CAST(max(CAST(house.value AS BIGINT), CAST(excluded.value AS BIGINT)) AS TEXT)"
        }
        Deed::LiveAgain => "UPDATE house SET value = ?1 WHERE key = 'alive' AND value = ?2",
        Deed::KeepOutage => "INSERT INTO outages (since, until) VALUES (?1, ?2)",
        Deed::KeepVacations => {
            "INSERT INTO vacations (guest, days) VALUES (?1, ?2) \
             ON CONFLICT (guest) DO UPDATE SET days = excluded.days"
        }
        Deed::KeepReliability => {
            "INSERT INTO reliability (guest, table_id, seat, kept, late, missed, finished, gone) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (guest, table_id, seat) DO UPDATE SET \
             kept = excluded.kept, late = excluded.late, missed = excluded.missed, \
             finished = excluded.finished, gone = excluded.gone"
        }
        Deed::JoinVacationsOfBoth => {
            "DELETE FROM vacations WHERE guest = ?1 AND EXISTS \
             (SELECT 1 FROM vacations AS theirs WHERE theirs.guest = ?2)"
        }
        Deed::JoinVacations => "UPDATE vacations SET guest = ?2 WHERE guest = ?1",
        Deed::JoinReliability => "UPDATE reliability SET guest = ?2 WHERE guest = ?1",
        // Whoever has no way to be told is told nothing.
        Deed::MakeNotice => {
            "INSERT INTO notices (person, key, way, table_id, seat, kind, made, at, digest, tries, \
             state, text) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, 'waiting', ?10 \
             WHERE EXISTS (SELECT 1 FROM ways WHERE person = ?1) ON CONFLICT DO NOTHING"
        }
        Deed::ClaimNotice => {
            "UPDATE notices SET at = ?4, tries = tries + 1 WHERE person = ?1 AND key = ?2 \
             AND way = ?3 AND state = 'waiting' AND at = ?5"
        }
        Deed::PutOffNotice => {
            "UPDATE notices SET at = ?4, tries = ?5 WHERE person = ?1 AND key = ?2 \
             AND way = ?3 AND state = 'waiting'"
        }
        Deed::EndNotice => {
            "UPDATE notices SET state = ?4, text = ?5 WHERE person = ?1 AND key = ?2 AND way = ?3"
        }
        Deed::LookAtWarnings => {
            "UPDATE notices SET at = 0 WHERE table_id = ?1 AND kind = 'warning' AND way = '' \
             AND state = 'waiting'"
        }
        Deed::ForgetNotices => "DELETE FROM notices WHERE made < ?1 AND state <> 'waiting'",
        Deed::DropNotices => "DELETE FROM notices WHERE table_id = ?1",
        Deed::DropNoticesOf => "DELETE FROM notices WHERE person = ?1",
        Deed::AddWay => {
            "INSERT INTO ways (id, person, kind, address, secret, name, created, trouble) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        }
        // A browser is told as one person, whoever it was before.
        Deed::DropSameWay => {
            "DELETE FROM ways WHERE kind = ?1 AND address = ?2 AND (kind = 'push' OR person = ?3)"
        }
        Deed::DropFeeds => "DELETE FROM ways WHERE kind = 'feed' AND person = ?1",
        Deed::RemoveWay => "DELETE FROM ways WHERE id = ?1 AND person = ?2",
        Deed::DropWay => "DELETE FROM ways WHERE id = ?1",
        Deed::DropWaysOf => "DELETE FROM ways WHERE person = ?1",
        Deed::KeepTrouble => "UPDATE ways SET trouble = ?2 WHERE id = ?1",
        Deed::JoinNoticesOfBoth => {
            "DELETE FROM notices WHERE person = ?1 AND EXISTS (SELECT 1 FROM notices AS theirs \
             WHERE theirs.person = ?2 AND theirs.key = notices.key AND theirs.way = notices.way)"
        }
        Deed::JoinNotices => "UPDATE notices SET person = ?2 WHERE person = ?1",
        Deed::JoinWaysOfBoth => {
            "DELETE FROM ways WHERE person = ?1 AND EXISTS (SELECT 1 FROM ways AS theirs \
             WHERE theirs.person = ?2 AND theirs.kind = ways.kind \
             AND (theirs.address = ways.address OR theirs.kind = 'feed'))"
        }
        Deed::JoinWays => "UPDATE ways SET person = ?2 WHERE person = ?1",
        Deed::KeepPlan => {
            "INSERT INTO plans (table_id, seat, person, plan, due) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (table_id, seat) DO UPDATE SET person = excluded.person, \
             plan = excluded.plan, due = excluded.due"
        }
        Deed::SetPlanDue => "UPDATE plans SET due = ?3 WHERE table_id = ?1 AND seat = ?2",
        Deed::DropPlan => "DELETE FROM plans WHERE table_id = ?1 AND seat = ?2",
        Deed::DropPlans => "DELETE FROM plans WHERE table_id = ?1",
        Deed::DropPlansOf => "DELETE FROM plans WHERE person = ?1",
        Deed::JoinPlans => "UPDATE plans SET person = ?2 WHERE person = ?1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::migrations::migrate;
    use rusqlite::Connection;

    /// How the store would answer a question.
    fn plan(store: &Connection, sql: &str) -> Vec<String> {
        let mut asked = store.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let values = vec![1; asked.parameter_count()];
        let steps = asked.query_map(rusqlite::params_from_iter(values), |row| row.get(3)).unwrap();
        steps.map(Result::unwrap).collect()
    }

    /// With a hundred thousand clocks the next deadlines are the first entries of an index: nothing is scanned, and nothing sorted.
    #[test]
    fn deadlines_are_found_in_the_order_of_their_times() {
        let mut store = Connection::open_in_memory().unwrap();
        migrate(&mut store).unwrap();
        let found = plan(&store, question(Question::DueDeadlines));
        assert_eq!(found, ["SEARCH deadlines USING INDEX deadlines_by_time (at<?)"]);
        let unsorted =
            plan(&store, "SELECT table_id FROM deadlines WHERE question < ?1 ORDER BY at");
        assert!(unsorted.iter().any(|step| step.starts_with("SCAN")), "{unsorted:?}");
    }
}
