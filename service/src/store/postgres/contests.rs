//! The SQL of results, ratings and cups, for the store in a database.

use crate::store::contests::{ContestDeed, ContestQuestion, select_cups};

/// The statement that answers a question.
pub fn question(question: ContestQuestion) -> &'static str {
    match question {
        ContestQuestion::RatingsIn => {
            "SELECT ratings.game, ratings.player, ratings.mean, ratings.spread, ratings.games, \
             ratings.at, COALESCE(guests.name, '') FROM ratings \
             LEFT JOIN guests ON guests.id = ratings.player \
             WHERE ratings.game = $1 ORDER BY ratings.mean DESC, ratings.player LIMIT $2"
        }
        ContestQuestion::RatingOf => {
            "SELECT game, player, mean, spread, games, at, '' FROM ratings \
             WHERE game = $1 AND player = $2"
        }
        ContestQuestion::RatingsOf => {
            "SELECT game, player, mean, spread, games, at, '' FROM ratings \
             WHERE player = $1 ORDER BY game"
        }
        ContestQuestion::ResultsOf => {
            "SELECT seat, player, rank, won, stayed, mean_before, spread_before, mean_after, \
             spread_after FROM results WHERE table_id = $1 ORDER BY seat"
        }
        ContestQuestion::PlayedBy => {
            "SELECT game, scenario, COUNT(*), CAST(SUM(stayed) AS BIGINT), CAST(SUM(won) AS BIGINT), \
             CAST(SUM(CASE WHEN spread_after > 0 THEN 1 ELSE 0 END) AS BIGINT) FROM results \
             WHERE player = $1 AND player <> '' GROUP BY game, scenario ORDER BY game, scenario"
        }
        ContestQuestion::Meetings => {
            "SELECT own.table_id, own.game, own.scenario, own.at, own.rank, theirs.rank, tables.ended \
             FROM results AS own JOIN results AS theirs ON theirs.table_id = own.table_id \
             AND theirs.player = $2 AND theirs.seat <> own.seat \
             JOIN tables ON tables.id = own.table_id \
             WHERE own.player = $1 AND own.player <> '' ORDER BY own.at DESC, own.table_id LIMIT $3"
        }
        ContestQuestion::Cup => select_cups!("WHERE id = $1"),
        ContestQuestion::CupsIn => {
            select_cups!("WHERE state = $1 ORDER BY moved DESC, id LIMIT $2")
        }
        ContestQuestion::CupsOf => select_cups!(
            "WHERE host = $1 OR id IN (SELECT entrants.cup FROM entrants WHERE person = $1) \
             ORDER BY moved DESC, id LIMIT $2"
        ),
        ContestQuestion::CupsDue => "SELECT id FROM cups WHERE due > done LIMIT 100",
        ContestQuestion::EntrantsOf => {
            "SELECT person, name FROM entrants WHERE cup = $1 ORDER BY made, person"
        }
        ContestQuestion::CupTables => {
            "SELECT id, cup_place, state FROM tables WHERE cup = $1 AND cup <> ''"
        }
        ContestQuestion::CupsHosted => {
            "SELECT COUNT(*) FROM cups WHERE host = $1 AND state IN ('open', 'playing')"
        }
    }
}

/// The statement that does something.
pub fn deed(deed: ContestDeed) -> &'static str {
    match deed {
        ContestDeed::BeginRating => {
            "INSERT INTO ratings (game, player, mean, spread, at, games) VALUES ($1, $2, $3, $4, $5, 1)"
        }
        ContestDeed::ChangeRating => {
            "UPDATE ratings SET mean = $3, spread = $4, at = $5, games = games + 1 \
             WHERE game = $1 AND player = $2 AND games = $6"
        }
        ContestDeed::KeepResult => {
            "INSERT INTO results (table_id, seat, game, scenario, player, rank, players, won, stayed, \
             at, mean_before, spread_before, mean_after, spread_after) VALUES ($1, $2, $3, $4, $5, \
             $6, $7, $8, $9, $10, $11, $12, $13, $14)"
        }
        ContestDeed::DueCup => "UPDATE cups SET due = due + 1 WHERE id = $1",
        ContestDeed::OpenCup => {
            "INSERT INTO cups (id, host, name, entry, state, terms, cup, made, moved, version, due, \
             done) VALUES ($1, $2, $3, $4, $5, $6, '', $7, $7, 0, 0, 0)"
        }
        ContestDeed::KeepCup => {
            "UPDATE cups SET state = $2, cup = $3, moved = $4, done = $5, version = version + 1 \
             WHERE id = $1 AND version = $6"
        }
        ContestDeed::Enter => {
            "INSERT INTO entrants (cup, person, name, made) SELECT $1::TEXT, $2::TEXT, $3::TEXT, $4::BIGINT \
             WHERE EXISTS (SELECT 1 FROM cups WHERE id = $1 AND state = 'open')"
        }
        ContestDeed::Withdraw => {
            "DELETE FROM entrants WHERE cup = $1 AND person = $2 \
             AND EXISTS (SELECT 1 FROM cups WHERE id = $1 AND state = 'open')"
        }
        ContestDeed::DropEntrants => "DELETE FROM entrants WHERE cup = $1",
        ContestDeed::DropCup => "DELETE FROM cups WHERE id = $1 AND host = $2 AND state = 'open'",
        ContestDeed::DropRatingsOf => "DELETE FROM ratings WHERE player = $1",
        ContestDeed::UnnameResults => "UPDATE results SET player = '' WHERE player = $1",
        ContestDeed::DropEntriesOf => {
            "DELETE FROM entrants WHERE person = $1 \
             AND EXISTS (SELECT 1 FROM cups WHERE id = entrants.cup AND state = 'open')"
        }
        ContestDeed::JoinBegun => "UPDATE seats SET began = $2 WHERE began = $1",
        // Where both have one, that of more games stays.
        ContestDeed::JoinLesserRatings => {
            "DELETE FROM ratings WHERE player = $2 AND EXISTS (SELECT 1 FROM ratings AS theirs \
             WHERE theirs.player = $1 AND theirs.game = ratings.game AND theirs.games > ratings.games)"
        }
        ContestDeed::JoinRatingsOfBoth => {
            "DELETE FROM ratings WHERE player = $1 AND EXISTS (SELECT 1 FROM ratings AS theirs \
             WHERE theirs.player = $2 AND theirs.game = ratings.game)"
        }
        ContestDeed::JoinRatings => "UPDATE ratings SET player = $2 WHERE player = $1",
        ContestDeed::JoinResults => "UPDATE results SET player = $2 WHERE player = $1",
        ContestDeed::JoinEntriesOfBoth => {
            "DELETE FROM entrants WHERE person = $1 AND EXISTS (SELECT 1 FROM entrants AS theirs \
             WHERE theirs.person = $2 AND theirs.cup = entrants.cup)"
        }
        ContestDeed::JoinEntries => "UPDATE entrants SET person = $2 WHERE person = $1",
        ContestDeed::JoinCups => "UPDATE cups SET host = $2 WHERE host = $1",
    }
}
