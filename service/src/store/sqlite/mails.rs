//! The SQL of mail, for the store in a file.

use crate::store::mails::{MailDeed, MailQuestion};

/// The statement that answers a question.
pub fn question(question: MailQuestion) -> &'static str {
    match question {
        MailQuestion::DueLetters => {
            "SELECT id, person, address, made, at, tries, text FROM letters \
             WHERE state = 'waiting' AND at <= ?1 ORDER BY at, id LIMIT ?2"
        }
        MailQuestion::DueArrivals => {
            "SELECT id, person, table_id, seat, made, at, tries, done, said, text FROM arrivals \
             WHERE state = 'waiting' AND at <= ?1 ORDER BY at, made, id LIMIT ?2"
        }
        MailQuestion::LettersTo => {
            "SELECT count(*) FROM letters WHERE lower(address) = lower(?1) AND made >= ?2"
        }
        MailQuestion::ArrivalsOf => {
            "SELECT count(*) FROM arrivals WHERE person = ?1 AND made >= ?2"
        }
        MailQuestion::LastAnswered => {
            "SELECT at FROM arrivals WHERE person = ?1 AND table_id = ?2 AND state = 'done' \
             ORDER BY at DESC LIMIT 1"
        }
        MailQuestion::WaysByAddress => {
            "SELECT id, person FROM ways WHERE kind = ?1 AND address = ?2 ORDER BY created, id"
        }
    }
}

/// The statement that does something.
pub fn deed(deed: MailDeed) -> &'static str {
    match deed {
        MailDeed::MakeLetter => {
            "INSERT INTO letters (id, person, address, made, at, tries, state, text) \
             VALUES (?1, ?2, ?3, ?4, ?5, 0, 'waiting', ?6) ON CONFLICT DO NOTHING"
        }
        MailDeed::ClaimLetter => {
            "UPDATE letters SET at = ?2, tries = tries + 1 \
             WHERE id = ?1 AND state = 'waiting' AND at = ?3"
        }
        MailDeed::PutOffLetter => "UPDATE letters SET at = ?2 WHERE id = ?1 AND state = 'waiting'",
        MailDeed::EndLetter => {
            "UPDATE letters SET state = ?2, text = ?3 WHERE id = ?1 AND state = 'waiting'"
        }
        MailDeed::ForgetLetters => "DELETE FROM letters WHERE made < ?1 AND state <> 'waiting'",
        MailDeed::DropLettersOf => "DELETE FROM letters WHERE person = ?1",
        MailDeed::JoinLetters => "UPDATE letters SET person = ?2 WHERE person = ?1",
        MailDeed::TakeArrival => {
            "INSERT INTO arrivals (id, person, table_id, seat, made, at, tries, done, state, said, text) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 'waiting', '', ?7) ON CONFLICT DO NOTHING"
        }
        MailDeed::ClaimArrival => {
            "UPDATE arrivals SET at = ?2, tries = tries + 1 \
             WHERE id = ?1 AND state = 'waiting' AND at = ?3"
        }
        MailDeed::PutOffArrival => {
            "UPDATE arrivals SET at = ?2 WHERE id = ?1 AND state = 'waiting'"
        }
        MailDeed::AdvanceArrival => {
            "UPDATE arrivals SET done = ?3, said = ?4 \
             WHERE id = ?1 AND state = 'waiting' AND done = ?2"
        }
        MailDeed::EndArrival => {
            "UPDATE arrivals SET state = 'done', at = ?2, said = '', text = '' \
             WHERE id = ?1 AND state = 'waiting'"
        }
        MailDeed::TellArrival => "UPDATE arrivals SET at = ?2 WHERE id = ?1 AND state = 'done'",
        MailDeed::ForgetArrivals => "DELETE FROM arrivals WHERE made < ?1 AND state <> 'waiting'",
        MailDeed::DropArrivalsOf => "DELETE FROM arrivals WHERE person = ?1",
        MailDeed::DropArrivalsAt => "DELETE FROM arrivals WHERE table_id = ?1",
        MailDeed::JoinArrivals => "UPDATE arrivals SET person = ?2 WHERE person = ?1",
    }
}
