//! Survival by post through the real program: whole games, bad input, and sudden death.

mod desk;
mod game;
mod killed;
