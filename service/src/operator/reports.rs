//! What people told whoever runs the house of others: read, and closed with a word.

use super::PersonDeed;
use crate::error::ServiceError;
use crate::store::{CompanyChange, ReportRow, StoreError};
use crate::tables::REASONS;
use crate::web::AppState;
use serde::{Deserialize, Serialize};
use table::wording::readable_line;

/// How many reports are listed.
const LISTED: u32 = 200;

/// The most letters of a word with which a report is closed.
const LONGEST_WORD: usize = 200;

/// For how many days somebody is muted who is muted by the page.
pub const MUTED_DAYS: u32 = 7;

const DAY: i64 = 24 * 60 * 60;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportStatus {
    /// Its id.
    pub id: String,
    /// The id of whoever is reported.
    pub reported: String,
    /// What they were called.
    pub name: String,
    /// The id of whoever reports; empty if they are gone.
    pub reporter: String,
    /// What they call themselves.
    pub reporter_name: String,
    /// At which table; empty if at none.
    pub table: String,
    /// Why, as it is said.
    pub reason: String,
    /// Why, in their words.
    pub words: String,
    /// The talk that they could see, the last line last.
    pub lines: Vec<String>,
    /// When, in seconds since 1970.
    pub made: i64,
    /// When it was closed, in seconds since 1970; 0 if it is open.
    pub closed: i64,
    /// With which word.
    pub verdict: String,
}

impl From<ReportRow> for ReportStatus {
    fn from(row: ReportRow) -> ReportStatus {
        let said = REASONS.iter().find(|(word, _)| *word == row.reason);
        ReportStatus {
            id: row.id,
            reported: row.reported,
            name: row.name,
            reporter: row.reporter,
            reporter_name: row.reporter_name,
            table: row.table,
            reason: said.map_or(row.reason.clone(), |(_, words)| words.to_string()),
            words: row.words,
            lines: row.lines.lines().map(str::to_string).collect(),
            made: row.made,
            closed: row.closed,
            verdict: row.verdict,
        }
    }
}

/// How a report is closed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportClosing {
    /// A word to whoever reported.
    #[serde(default)]
    pub word: String,
    /// What is done about whoever is reported: `mute`, `ban`, or nothing.
    #[serde(default)]
    pub deed: String,
}

impl AppState {
    /// Reports that are open, or all, the newest first.
    pub async fn reports(&self, all: bool) -> Result<Vec<ReportStatus>, ServiceError> {
        let found = self.tables.store().reports(all, LISTED).await?;
        Ok(found.into_iter().map(ReportStatus::from).collect())
    }

    /// The report of that id.
    pub async fn report(&self, id: &str) -> Result<ReportStatus, ServiceError> {
        let found = self.tables.store().report(id).await?;
        found.map(ReportStatus::from).ok_or_else(|| ServiceError::NotFound("such report".into()))
    }

    /// Closes a report, with a word to whoever made it; once.
    pub async fn close_report(
        &self,
        id: &str,
        closing: ReportClosing,
    ) -> Result<ReportStatus, ServiceError> {
        let report = self.report(id).await?;
        let verdict = readable_line(closing.word.trim());
        if verdict.chars().count() > LONGEST_WORD {
            let why = format!("A word to whoever reported has at most {LONGEST_WORD} letters.");
            return Err(ServiceError::BadRequest(why));
        }
        if report.closed > 0 {
            return Err(ServiceError::Stale("This report is closed already.".into()));
        }
        let why = report.reason.clone();
        // Whoever is muted for longer stays so.
        let until = self.tables.now() + i64::from(MUTED_DAYS) * DAY;
        let stays = self.tables.store().person(&report.reported).await?.muted >= until;
        let deed = match closing.deed.as_str() {
            "" => None,
            "mute" if stays => None,
            "mute" => Some(PersonDeed::Mute { days: MUTED_DAYS, why }),
            "ban" => Some(PersonDeed::Ban { why }),
            other => {
                let why = format!("`{other}` is nothing to be done: say mute, ban, or nothing.");
                return Err(ServiceError::BadRequest(why));
            }
        };
        if let Some(deed) = deed {
            self.do_about(&report.reported, deed).await?;
        }
        let change = CompanyChange::Closed { id: id.to_string(), at: self.tables.now(), verdict };
        self.tables.store().write_company(change).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale("This report is closed already.".into()),
            error => error.into(),
        })?;
        self.report(id).await
    }
}
