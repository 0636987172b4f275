//! The rules, a chapter each, in the order of the rulebook.

pub mod actions;
pub mod alarm;
pub mod campaign;
pub mod charge;
pub mod communication;
pub mod contact;
pub mod decisions;
pub mod deeds;
pub mod deployment;
pub mod ending;
pub mod firing;
pub mod goods;
pub mod horses;
pub mod initiative;
pub mod judge;
pub mod leaving;
pub mod legal;
pub mod losses;
pub mod melee;
pub mod movement;
pub mod moves;
pub mod night;
pub mod other;
pub mod prisoners;
pub mod turn;
