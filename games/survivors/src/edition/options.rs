//! Rival readings and house settings, as values.

use crate::edition::Armoury;
use crate::rule::*;
use table::{Chosen, OptionInfo};

/// How the bonus for five figures is read. SV-IP-05
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IpBonus {
    /// Five at five; four once fallen below.
    Literal,
    /// Five at five, else nothing.
    AllOrNothing,
    /// One at five, else nothing.
    Single,
}

/// When bids are shown. SV-IP-13
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    /// All four together.
    Together,
    /// Each when its phase begins.
    Staged,
}

/// How a gap is read off the tape. SV-GEN-06
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tape {
    /// As it is.
    Exact,
    /// To the nearest inch, halves up.
    Rounded,
}

/// Who may fire at a charger. SV-PRE-05
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreContactBy {
    /// Those charged.
    Charged,
    /// Every hostile figure that sees it.
    Any,
}

/// Half of what the winner of a melee loses. SV-HTH-25
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinnerHalf {
    /// Of what the loser really lost.
    Actual,
    /// Of the difference of totals.
    Difference,
}

/// What becomes of captured Heroes and Main Characters. SV-PRI-10
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// They join their captors like everybody.
    All,
    /// They are held and leave the table.
    RegularsHeld,
}

/// When unarmed civilians test. SV-CIV-06
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Civilians {
    /// When they charge.
    StartOnly,
    /// In every Hand-to-Hand phase too.
    Strict,
}

/// All settings of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `ip_bonus`
    pub ip_bonus: IpBonus,
    /// `reveal`
    pub reveal: Reveal,
    /// `tape`
    pub tape: Tape,
    /// `aim_stack` SV-HIT-03
    pub aim_stack: bool,
    /// `obscured_is_soft` SV-COV-02
    pub obscured_is_soft: bool,
    /// `precontact_by`
    pub precontact_by: PreContactBy,
    /// `winner_half`
    pub winner_half: WinnerHalf,
    /// `melee_cap` SV-HTH-03
    pub melee_cap: u32,
    /// `defect`
    pub defect: Defect,
    /// `civilians`
    pub civilians: Civilians,
    /// `improvise` SV-HTH-12
    pub improvise: bool,
    /// `free_turn_fire` SV-LOS-16
    pub free_turn_fire: bool,
    /// `fire_into_melee` SV-FIR-17
    pub fire_into_melee: bool,
    /// `door_action` SV-OBS-07
    pub door_action: bool,
    /// `talk_free` SV-COM-05
    pub talk_free: bool,
    /// `strict_comms` SV-COM-10
    pub strict_comms: bool,
    /// `limb_wounds` SV-CHR-19
    pub limb_wounds: bool,
    /// `umpire` SV-GEN-12
    pub umpire: bool,
    /// `mirror_match` SV-END-08
    pub mirror_match: bool,
    /// `fog` SV-FOG-01
    pub fog: bool,
    /// `lucky` SV-CAM-09
    pub lucky: bool,
    /// `armoury`
    pub armoury: Armoury,
    /// `forces` SV-SET-02
    pub forces: String,
}

/// The options as offered; `forces` are the names of the edition's files of forces.
pub fn catalogue(forces: &[&str]) -> Vec<OptionInfo> {
    let mut forces_words = vec!["default"];
    forces_words.extend(forces);
    vec![
        OptionInfo::choice(
            "ip_bonus",
            &["literal", "all_or_nothing", "single"],
            SV_IP_05,
            "The bonus for five figures: 5 and then 4, or 5 and then nothing, or 1 and then nothing.",
        ),
        OptionInfo::choice(
            "reveal",
            &["together", "staged"],
            SV_IP_13,
            "Whether all bids are shown together, or each when its phase begins.",
        ),
        OptionInfo::choice(
            "tape",
            &["exact", "rounded"],
            SV_GEN_06,
            "Whether gaps are measured exactly, or read to the nearest inch.",
        ),
        OptionInfo::flag(
            "aim_stack",
            false,
            SV_HIT_03,
            "A Hero or MARKSMAN who aims adds 2 to hit instead of 1.",
        ),
        OptionInfo::flag(
            "obscured_is_soft",
            false,
            SV_COV_02,
            "An obscured target takes 1 less damage too, as in soft cover.",
        ),
        OptionInfo::choice(
            "precontact_by",
            &["charged", "any"],
            SV_PRE_05,
            "Who may fire at a charger: those charged, or every enemy who sees it.",
        ),
        OptionInfo::choice(
            "winner_half",
            &["actual", "difference"],
            SV_HTH_25,
            "The winner of a melee loses half of what the loser really lost, or half the difference.",
        ),
        OptionInfo::choice(
            "melee_cap",
            &["5", "none"],
            SV_HTH_03,
            "At most five in one fight, or no limit.",
        ),
        OptionInfo::choice(
            "defect",
            &["all", "regulars_held"],
            SV_PRI_10,
            "Whether captured Heroes and Main Characters join their captors, or are held.",
        ),
        OptionInfo::choice(
            "civilians",
            &["start_only", "strict"],
            SV_CIV_06,
            "Unarmed civilians test only when they charge, or also in every fight.",
        ),
        OptionInfo::flag(
            "improvise",
            true,
            SV_HTH_12,
            "An unarmed figure may test its Intelligence to lose the penalty in a fight.",
        ),
        OptionInfo::flag(
            "free_turn_fire",
            false,
            SV_LOS_16,
            "Figures may turn freely when their side begins to fire.",
        ),
        OptionInfo::flag(
            "fire_into_melee",
            false,
            SV_FIR_17,
            "Figures in contact may be shot at; chance decides who is hit.",
        ),
        OptionInfo::flag(
            "door_action",
            false,
            SV_OBS_07,
            "Opening a door is an action; a closed door is impassable until then.",
        ),
        OptionInfo::flag("talk_free", false, SV_COM_05, "Communicating costs no action."),
        OptionInfo::flag(
            "strict_comms",
            false,
            SV_COM_10,
            "What is said is told only to the sides with a figure in hearing; the others learn nothing of it.",
        ),
        OptionInfo::flag(
            "limb_wounds",
            false,
            SV_CHR_19,
            "A shot that wounds may disable a leg, an arm or the head.",
        ),
        OptionInfo::flag(
            "umpire",
            false,
            SV_GEN_12,
            "One more seat adjudicates: it calls tests and places smoke at the end of a turn. It sees all \
             figures, in fog too.",
        )
        .seating(1)
        .overseeing(),
        OptionInfo::flag(
            "mirror_match",
            false,
            SV_END_08,
            "Two sides play twice with sides changed; the higher total wins.",
        ),
        OptionInfo::flag(
            "fog",
            false,
            SV_FOG_01,
            "Enemies whom none of your figures sees are hidden.",
        ),
        OptionInfo::flag(
            "lucky",
            false,
            SV_CAM_09,
            "In a campaign an ordinary figure that fell lives on a 6.",
        ),
        OptionInfo::choice(
            "armoury",
            &["text", "extended"],
            SV_FIR_06,
            "Pistols and shotguns only, or rifles, bows and stones too.",
        ),
        OptionInfo::choice(
            "forces",
            &forces_words,
            SV_SET_02,
            "The scenario's default forces, or those of a file of forces.",
        ),
    ]
}

impl Options {
    /// The settings chosen.
    pub fn read(chosen: &Chosen) -> Options {
        Options {
            ip_bonus: match chosen.word("ip_bonus") {
                "all_or_nothing" => IpBonus::AllOrNothing,
                "single" => IpBonus::Single,
                _ => IpBonus::Literal,
            },
            reveal: match chosen.word("reveal") {
                "staged" => Reveal::Staged,
                _ => Reveal::Together,
            },
            tape: match chosen.word("tape") {
                "rounded" => Tape::Rounded,
                _ => Tape::Exact,
            },
            aim_stack: chosen.on("aim_stack"),
            obscured_is_soft: chosen.on("obscured_is_soft"),
            precontact_by: match chosen.word("precontact_by") {
                "any" => PreContactBy::Any,
                _ => PreContactBy::Charged,
            },
            winner_half: match chosen.word("winner_half") {
                "difference" => WinnerHalf::Difference,
                _ => WinnerHalf::Actual,
            },
            melee_cap: chosen.word("melee_cap").parse().unwrap_or(u32::MAX),
            defect: match chosen.word("defect") {
                "regulars_held" => Defect::RegularsHeld,
                _ => Defect::All,
            },
            civilians: match chosen.word("civilians") {
                "strict" => Civilians::Strict,
                _ => Civilians::StartOnly,
            },
            improvise: chosen.on("improvise"),
            free_turn_fire: chosen.on("free_turn_fire"),
            fire_into_melee: chosen.on("fire_into_melee"),
            door_action: chosen.on("door_action"),
            talk_free: chosen.on("talk_free"),
            strict_comms: chosen.on("strict_comms"),
            limb_wounds: chosen.on("limb_wounds"),
            umpire: chosen.on("umpire"),
            mirror_match: chosen.on("mirror_match"),
            fog: chosen.on("fog"),
            lucky: chosen.on("lucky"),
            armoury: match chosen.word("armoury") {
                "extended" => Armoury::Extended,
                _ => Armoury::Text,
            },
            forces: chosen.word("forces").to_string(),
        }
    }
}
