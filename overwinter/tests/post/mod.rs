//! Survival by post through the real program: whole games, bad input, and sudden death.

#[cfg(feature = "mail")]
mod by_mail;
mod desk;
mod game;
mod killed;
#[cfg(feature = "mail")]
#[path = "../../../service/tests/post_office/mod.rs"]
mod post_office;
