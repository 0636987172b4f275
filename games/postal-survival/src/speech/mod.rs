//! The game in words: the notation of orders, the story of events, and reports.

pub mod notation;
pub mod report;
pub mod story;
