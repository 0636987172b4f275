//! The SQL of sandboxes, for the store in a file.

use crate::store::sandboxes::{SandboxDeed, SandboxQuestion};

/// The statement that answers a question.
pub fn question(question: SandboxQuestion) -> &'static str {
    match question {
        SandboxQuestion::Sandbox => {
            "SELECT table_id, person, version, root, kept, at FROM sandboxes \
             WHERE table_id = ?1 AND person = ?2"
        }
        SandboxQuestion::Estimate => "SELECT version, estimate FROM estimates WHERE table_id = ?1",
    }
}

/// The statement that does something.
pub fn deed(deed: SandboxDeed) -> &'static str {
    match deed {
        SandboxDeed::Begin => {
            "INSERT INTO sandboxes (table_id, person, version, root, kept, at) \
             VALUES (?1, ?2, 1, ?3, ?4, ?5) \
             ON CONFLICT (table_id, person) DO UPDATE SET version = sandboxes.version + 1, \
             root = excluded.root, kept = excluded.kept, at = excluded.at"
        }
        SandboxDeed::DropMore => {
            "DELETE FROM sandboxes WHERE person = ?1 AND table_id IN (SELECT table_id FROM sandboxes \
             WHERE person = ?1 ORDER BY at DESC, table_id LIMIT -1 OFFSET ?2)"
        }
        SandboxDeed::Keep => {
            "UPDATE sandboxes SET kept = ?3, at = ?4, version = version + 1 \
             WHERE table_id = ?1 AND person = ?2 AND version = ?5"
        }
        SandboxDeed::Drop => "DELETE FROM sandboxes WHERE table_id = ?1 AND person = ?2",
        SandboxDeed::DropAt => "DELETE FROM sandboxes WHERE table_id = ?1",
        SandboxDeed::DropEstimate => "DELETE FROM estimates WHERE table_id = ?1",
        SandboxDeed::DropOf => "DELETE FROM sandboxes WHERE person = ?1",
        SandboxDeed::DropOld => "DELETE FROM sandboxes WHERE at < ?1",
        SandboxDeed::JoinBoth => {
            "DELETE FROM sandboxes WHERE person = ?1 AND EXISTS (SELECT 1 FROM sandboxes AS theirs \
             WHERE theirs.person = ?2 AND theirs.table_id = sandboxes.table_id)"
        }
        SandboxDeed::Join => "UPDATE sandboxes SET person = ?2 WHERE person = ?1",
        SandboxDeed::BeginEstimate => {
            "INSERT INTO estimates (table_id, version, estimate) VALUES (?1, 1, ?2) \
             ON CONFLICT (table_id) DO NOTHING"
        }
        SandboxDeed::KeepEstimate => {
            "UPDATE estimates SET estimate = ?2, version = version + 1 \
             WHERE table_id = ?1 AND version = ?3"
        }
    }
}
