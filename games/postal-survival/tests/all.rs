//! Every test of the crate, built and linked as one program.

mod account;
mod bots;
mod conformance;
mod corpus;
mod desk;
mod digests;
mod edition;
mod encoding;
mod instinct;
mod island;
mod lean;
mod orders;
mod reading;
mod report;
mod standard;
mod study;
mod texts;
mod told;
