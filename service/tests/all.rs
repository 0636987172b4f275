//! Every test of the crate, built and linked as one program.

mod access;
mod archived;
mod around_the_board;
#[cfg(feature = "postgres")]
mod at_once;
mod at_the_screen;
mod at_the_table;
mod attacks;
mod broken_game;
mod browser;
#[cfg(feature = "postgres")]
mod checker;
mod client;
mod clocks;
mod clones;
#[cfg(feature = "postgres")]
mod cluster;
mod company;
mod conduct;
mod contests;
#[cfg(all(feature = "notices", feature = "passkeys"))]
mod correspondence;
mod damage;
#[cfg(feature = "postgres")]
mod databases;
mod deadlines;
mod editions;
mod errors;
mod fair;
mod faults;
mod generated;
mod guests;
mod house;
mod identities;
mod in_firefox;
mod in_the_browser;
mod keys;
mod large;
mod layout;
mod lessons;
mod load;
mod looking;
#[cfg(feature = "mail")]
mod mail;
#[cfg(feature = "notices")]
mod notices;
mod operator;
mod outside_game;
mod own_programs;
mod people;
mod pictures;
mod plans;
#[cfg(feature = "mail")]
mod post_office;
mod programs;
mod proxies;
mod referees;
#[cfg(feature = "postgres")]
mod rolling;
mod sandbox;
mod secrets;
mod seven_tabs;
mod silent_lines;
mod stores;
mod talk;
mod terms;
mod umpires;
mod updates;
mod upgrades;
#[cfg(feature = "passkeys")]
mod with_passkeys;
mod year;
