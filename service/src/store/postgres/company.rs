//! The SQL of people among people, for the store in PostgreSQL.

use crate::store::company::{CompanyDeed, CompanyQuestion, select_reports};

/// The statement that answers a question.
pub fn question(question: CompanyQuestion) -> &'static str {
    match question {
        CompanyQuestion::FriendsOf => {
            "SELECT friends.id, friends.other, friends.state, friends.made, COALESCE(guests.name, '') \
             FROM friends LEFT JOIN guests ON guests.id = friends.other \
             WHERE friends.person = $1 AND friends.state <> 'no' ORDER BY friends.made, friends.id"
        }
        CompanyQuestion::FriendState => {
            "SELECT state FROM friends WHERE person = $1 AND other = $2"
        }
        CompanyQuestion::CodeOf => "SELECT code FROM friend_codes WHERE person = $1",
        CompanyQuestion::PersonOfFriendCode => "SELECT person FROM friend_codes WHERE code = $1",
        CompanyQuestion::Blocks => "SELECT person, other, table_id FROM blocks",
        CompanyQuestion::BlocksOf => {
            "SELECT id, other, table_id, name, made FROM blocks WHERE person = $1 \
             ORDER BY made, id"
        }
        // Whoever sits down, starts, closes or fills a table ends its invitations by that.
        CompanyQuestion::InvitationsTo => {
            "SELECT invitations.table_id, invitations.host, invitations.made, COALESCE(guests.name, '') \
             FROM invitations JOIN tables ON tables.id = invitations.table_id \
             LEFT JOIN guests ON guests.id = invitations.host \
             WHERE invitations.person = $1 AND invitations.state = 'open' AND tables.state = 'open' \
             AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND kind IN ('open', 'link')) \
             AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND holder = $1) \
             ORDER BY invitations.made DESC"
        }
        CompanyQuestion::InvitationsAt => {
            "SELECT invitations.person, invitations.state, invitations.made, COALESCE(guests.name, '') \
             FROM invitations LEFT JOIN guests ON guests.id = invitations.person \
             WHERE invitations.table_id = $1 ORDER BY invitations.made, invitations.person"
        }
        CompanyQuestion::InvitedSince => {
            "SELECT COUNT(*), COALESCE(SUM(CASE WHEN person = $2 THEN 1 ELSE 0 END), 0) \
             FROM invitations WHERE host = $1 AND made > $3"
        }
        CompanyQuestion::Seeks => {
            "SELECT seeks.id, seeks.person, seeks.game, seeks.scenario, seeks.players, seeks.clock, \
             seeks.commitment, seeks.promise, seeks.contribution, seeks.added_to, seeks.made, seeks.until, \
             COALESCE(guests.name, '') FROM seeks LEFT JOIN guests ON guests.id = seeks.person \
             WHERE seeks.until > $1 AND NOT EXISTS (SELECT 1 FROM commitments \
             WHERE commitments.commitment = seeks.commitment) ORDER BY seeks.made, seeks.id LIMIT 500"
        }
        CompanyQuestion::Reports => select_reports!(
            "WHERE reports.closed = 0 OR $1::bigint = 1 ORDER BY reports.made DESC LIMIT $2"
        ),
        CompanyQuestion::ReportsBy => {
            select_reports!("WHERE reports.reporter = $1 ORDER BY reports.made DESC LIMIT 20")
        }
        CompanyQuestion::Report => select_reports!("WHERE reports.id = $1"),
    }
}

/// The statement that does a deed.
pub fn deed(deed: CompanyDeed) -> &'static str {
    match deed {
        CompanyDeed::KeepFriend => {
            "INSERT INTO friends (person, other, id, state, made) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (person, other) DO UPDATE SET state = CASE \
             WHEN friends.state = excluded.state THEN friends.state \
             WHEN friends.state = 'no' AND excluded.state = 'asks' THEN 'no' ELSE 'friends' END"
        }
        CompanyDeed::KeepSilentNo => {
            "INSERT INTO friends (person, other, id, state, made) VALUES ($1, $2, $3, 'no', $4) \
             ON CONFLICT (person, other) DO NOTHING"
        }
        CompanyDeed::SetFriend => {
            "UPDATE friends SET state = $4 WHERE person = $1 AND other = $2 AND state = $3"
        }
        CompanyDeed::DropFriend => {
            "DELETE FROM friends WHERE person = $1 AND other = $2 AND state <> 'no'"
        }
        CompanyDeed::DropAnswered => {
            "DELETE FROM friends WHERE person = $1 AND other = $2 AND state NOT IN ('asked', 'no')"
        }
        CompanyDeed::DropFriendsOf => "DELETE FROM friends WHERE person = $1 OR other = $1",
        CompanyDeed::KeepCode => {
            "INSERT INTO friend_codes (person, code) VALUES ($1, $2) \
             ON CONFLICT (person) DO UPDATE SET code = excluded.code"
        }
        CompanyDeed::DropCodeOf => "DELETE FROM friend_codes WHERE person = $1",
        CompanyDeed::Block => {
            "INSERT INTO blocks (person, other, table_id, id, name, made) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (person, other, table_id) DO NOTHING"
        }
        CompanyDeed::Unblock => "DELETE FROM blocks WHERE id = $1 AND person = $2",
        CompanyDeed::DropBlocksOf => "DELETE FROM blocks WHERE person = $1 OR other = $1",
        CompanyDeed::DropBlocksAt => "DELETE FROM blocks WHERE table_id = $1 AND table_id <> ''",
        CompanyDeed::Invite => {
            "INSERT INTO invitations (table_id, person, host, state, made) VALUES ($1, $2, $3, 'open', $4) \
             ON CONFLICT (table_id, person) DO UPDATE SET state = 'open' WHERE invitations.state = 'gone'"
        }
        CompanyDeed::SetInvitation => {
            "UPDATE invitations SET state = $4 WHERE table_id = $1 AND person = $2 AND state = $3"
        }
        CompanyDeed::DropInvitationsBetween => {
            "DELETE FROM invitations WHERE person = $1 AND host = $2 OR person = $2 AND host = $1"
        }
        CompanyDeed::DropInvitationsOf => "DELETE FROM invitations WHERE person = $1 OR host = $1",
        CompanyDeed::ForgetInvitations => {
            "DELETE FROM invitations WHERE made < $1 AND NOT EXISTS \
             (SELECT 1 FROM tables WHERE tables.id = invitations.table_id AND tables.state = 'open')"
        }
        CompanyDeed::KeepSeek => {
            "INSERT INTO seeks (person, game, id, scenario, players, clock, commitment, promise, \
             contribution, added_to, made, until) SELECT $1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text, \
             $7::text, $8::text, $9::text, $10::text, $11::bigint, $12::bigint \
             WHERE NOT EXISTS (SELECT 1 FROM commitments WHERE commitment = $7) \
             AND NOT EXISTS (SELECT 1 FROM seeks AS other WHERE other.commitment = $7 AND other.commitment <> '' \
             AND (other.person <> $1 OR other.game <> $2)) ON CONFLICT (person, game) DO UPDATE SET id = excluded.id, scenario = excluded.scenario, \
             players = excluded.players, clock = excluded.clock, commitment = excluded.commitment, \
             promise = excluded.promise, contribution = excluded.contribution, \
             added_to = excluded.added_to, made = excluded.made, until = excluded.until"
        }
        CompanyDeed::TakeSeek => {
            "DELETE FROM seeks WHERE id = $1 AND until > $2 AND NOT EXISTS (SELECT 1 FROM blocks \
             WHERE blocks.table_id = '' AND (blocks.person = seeks.person AND blocks.other = $3 \
             OR blocks.person = $3 AND blocks.other = seeks.person))"
        }
        CompanyDeed::WithdrawSeek => "DELETE FROM seeks WHERE id = $1 AND person = $2",
        CompanyDeed::DropSeeksOf => "DELETE FROM seeks WHERE person = $1",
        CompanyDeed::ForgetSeeks => "DELETE FROM seeks WHERE until <= $1",
        CompanyDeed::AddReport => {
            "INSERT INTO reports (id, reporter, reported, name, table_id, reason, words, lines, made, \
             closed, verdict) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, '')"
        }
        CompanyDeed::CloseReport => {
            "UPDATE reports SET closed = $2, verdict = $3 WHERE id = $1 AND closed = 0"
        }
        CompanyDeed::UnnameReports => "UPDATE reports SET reporter = '' WHERE reporter = $1",
        CompanyDeed::UnnameTalk => "UPDATE talk SET person = '' WHERE person = $1",
        CompanyDeed::List => {
            "UPDATE tables SET listed = $2, version = version + 1 \
             WHERE id = $1 AND version = $3 AND state = 'open'"
        }
        // Where both know somebody, the closer of the two stays.
        CompanyDeed::JoinCloserFriends => {
            "DELETE FROM friends WHERE (person = $2 AND other IN (SELECT f.other FROM friends AS f \
             WHERE f.person = $1 AND f.state = 'friends') OR other = $2 AND person IN (SELECT f.other \
             FROM friends AS f WHERE f.person = $1 AND f.state = 'friends'))"
        }
        CompanyDeed::JoinFriendsOfBoth => {
            "DELETE FROM friends WHERE person = $1 AND other = $2 OR person = $2 AND other = $1 \
             OR person = $1 AND EXISTS (SELECT 1 FROM friends AS theirs \
             WHERE theirs.person = $2 AND theirs.other = friends.other) \
             OR other = $1 AND EXISTS (SELECT 1 FROM friends AS theirs \
             WHERE theirs.other = $2 AND theirs.person = friends.person)"
        }
        CompanyDeed::JoinFriends => "UPDATE friends SET person = $2 WHERE person = $1",
        CompanyDeed::JoinFriendsOf => "UPDATE friends SET other = $2 WHERE other = $1",
        CompanyDeed::JoinFriendCode => {
            "UPDATE friend_codes SET person = $2 WHERE person = $1 \
             AND NOT EXISTS (SELECT 1 FROM friend_codes AS theirs WHERE theirs.person = $2)"
        }
        CompanyDeed::JoinBlocksOfBoth => {
            "DELETE FROM blocks WHERE person = $1 AND other = $2 OR person = $2 AND other = $1 \
             OR person = $1 AND EXISTS (SELECT 1 FROM blocks AS theirs WHERE theirs.person = $2 \
             AND theirs.other = blocks.other AND theirs.table_id = blocks.table_id) \
             OR other = $1 AND EXISTS (SELECT 1 FROM blocks AS theirs WHERE theirs.other = $2 \
             AND theirs.person = blocks.person AND theirs.table_id = blocks.table_id)"
        }
        CompanyDeed::JoinBlocks => "UPDATE blocks SET person = $2 WHERE person = $1",
        CompanyDeed::JoinBlocksOf => "UPDATE blocks SET other = $2 WHERE other = $1",
        CompanyDeed::JoinInvitationsOfBoth => {
            "DELETE FROM invitations WHERE person = $1 AND (host = $2 OR EXISTS (SELECT 1 FROM invitations AS theirs \
             WHERE theirs.person = $2 AND theirs.table_id = invitations.table_id)) \
             OR person = $2 AND host = $1"
        }
        CompanyDeed::JoinInvitations => "UPDATE invitations SET person = $2 WHERE person = $1",
        CompanyDeed::JoinInvitationsBy => "UPDATE invitations SET host = $2 WHERE host = $1",
        CompanyDeed::JoinReports => "UPDATE reports SET reporter = $2 WHERE reporter = $1",
        CompanyDeed::JoinReportsOf => "UPDATE reports SET reported = $2 WHERE reported = $1",
        CompanyDeed::JoinTalk => "UPDATE talk SET person = $2 WHERE person = $1",
    }
}
