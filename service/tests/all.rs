//! Every test of the crate, built and linked as one program.

mod access;
mod at_the_screen;
mod at_the_table;
mod attacks;
mod broken_game;
mod browser;
mod client;
mod conduct;
mod editions;
mod fair;
mod faults;
mod guests;
mod house;
mod in_firefox;
mod in_the_browser;
mod lessons;
mod load;
mod looking;
mod outside_game;
mod pictures;
mod programs;
mod proxies;
mod secrets;
mod stores;
mod updates;
mod upgrades;
