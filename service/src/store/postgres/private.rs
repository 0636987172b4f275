//! The SQL of what is said to one alone and of notes, for the store in PostgreSQL.

use crate::store::private::{PrivateDeed, PrivateQuestion};

/// The statement that answers a question.
pub fn question(question: PrivateQuestion) -> &'static str {
    match question {
        PrivateQuestion::Whispers => {
            "SELECT number, after, at, seat, to_seat, name, to_name, text, person, to_person \
             FROM whispers WHERE table_id = $1 AND number > $2 AND after >= (SELECT coalesce(min(after), 0) FROM \
             (SELECT after FROM whispers WHERE table_id = $1 ORDER BY number DESC LIMIT $3) AS last) \
             ORDER BY number DESC"
        }
        PrivateQuestion::WhispersOf => {
            "SELECT number, after, at, seat, to_seat, name, to_name, text, person, to_person \
             FROM whispers WHERE table_id = $1 AND (person = $2 OR to_person = $2) \
             AND after >= $3 AND after < $4 ORDER BY number LIMIT $5"
        }
        PrivateQuestion::EarlierTalk => {
            "SELECT number, at, seat, name, text, person FROM talk \
             WHERE table_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3"
        }
        PrivateQuestion::Notes => {
            "SELECT version, text FROM notes WHERE table_id = $1 AND person = $2"
        }
    }
}

/// The statement that does something.
pub fn deed(deed: PrivateDeed) -> &'static str {
    match deed {
        PrivateDeed::Whisper => {
            "INSERT INTO whispers (table_id, number, after, at, seat, to_seat, name, to_name, text, \
             person, to_person) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
        }
        PrivateDeed::BeginNotes => {
            "INSERT INTO notes (table_id, person, version, text, at) VALUES ($1, $2, 1, $3, $4) \
             ON CONFLICT (table_id, person) DO NOTHING"
        }
        PrivateDeed::KeepNotes => {
            "UPDATE notes SET text = $3, at = $4, version = version + 1 \
             WHERE table_id = $1 AND person = $2 AND version = $5"
        }
        PrivateDeed::DropWhispersAt => "DELETE FROM whispers WHERE table_id = $1",
        PrivateDeed::DropNotesAt => "DELETE FROM notes WHERE table_id = $1",
        PrivateDeed::UnnameSpeaker => "UPDATE whispers SET person = '' WHERE person = $1",
        PrivateDeed::UnnameHearer => "UPDATE whispers SET to_person = '' WHERE to_person = $1",
        PrivateDeed::DropUnheard => {
            "DELETE FROM whispers WHERE person = '' AND to_person = '' AND $1::text <> ''"
        }
        PrivateDeed::DropNotesOf => "DELETE FROM notes WHERE person = $1",
        PrivateDeed::JoinSpeaker => "UPDATE whispers SET person = $2 WHERE person = $1",
        PrivateDeed::JoinHearer => "UPDATE whispers SET to_person = $2 WHERE to_person = $1",
        PrivateDeed::JoinNotesOfBoth => {
            "UPDATE notes SET version = version + 1, text = text || chr(10) || (SELECT text FROM notes AS theirs \
             WHERE theirs.person = $1 AND theirs.table_id = notes.table_id) \
             WHERE person = $2 AND EXISTS (SELECT 1 FROM notes AS theirs \
             WHERE theirs.person = $1 AND theirs.table_id = notes.table_id)"
        }
        PrivateDeed::DropNotesOfBoth => {
            "DELETE FROM notes WHERE person = $1 AND EXISTS (SELECT 1 FROM notes AS theirs \
             WHERE theirs.person = $2 AND theirs.table_id = notes.table_id)"
        }
        PrivateDeed::JoinNotes => "UPDATE notes SET person = $2 WHERE person = $1",
    }
}
