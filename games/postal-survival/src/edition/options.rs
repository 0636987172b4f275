//! The readings of the rules that a game may choose between, each a value.

use crate::edition::Gene;
use crate::rule::*;
use table::{Chosen, Fit, OptionInfo};

/// What a creature does that sent orders leave out. PS-MOVE-05
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingOrder {
    /// It wanders.
    Wander,
    /// It stays.
    Stay,
}

/// Which second meals an Extra Stomach takes. PS-STOM-07
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StomachFood {
    /// Grass only.
    Grass,
    /// Fruit too.
    Plants,
}

/// Where fangs count. PS-FANG-04
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FangsScope {
    /// In fights only.
    Fights,
    /// In tussles too.
    All,
}

/// Where kin spare each other. PS-CARR-17
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KinTruce {
    /// Over plants only.
    Plants,
    /// Over carrion too.
    All,
}

/// What a foul odour does to an opponent. PS-ODOUR-04
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OdourEffect {
    /// One die fewer in this fight.
    Fight,
    /// One attack point less for ever.
    Lasting,
}

/// When a camouflaged creature hides unasked. PS-CAMO-04
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CamouflageDefault {
    /// Unless it acts as a predator.
    Auto,
    /// Always.
    Always,
}

/// What becomes of an attack whose victim was not spotted. PS-CAMO-06
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotMiss {
    /// The predator takes its next choice.
    Next,
    /// The attack is lost.
    Lost,
}

/// Whether a killer goes on after a stand-off. PS-KILL-07
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KillerStandOff {
    /// It makes its second attack.
    GoesOn,
    /// It stops.
    Stops,
}

/// When the long-neck meal comes back. PS-NECK-07
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeckRefill {
    /// In Spring.
    Yearly,
    /// Every round.
    Seasonal,
}

/// Who gets the long-neck meal in a tussle. PS-NECK-06
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeckFight {
    /// Whoever is next and can reach it.
    Shared,
    /// One more in rank, if a long neck is among the victors.
    Victors,
}

/// What becomes of an aggressive attacker beaten by a peaceful victim. PS-FIGHT-10
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mercy {
    /// It dies.
    Off,
    /// It is fended off.
    On,
}

/// How finely predators tell modes apart. PS-TARG-08
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetModes {
    /// Peaceful before aggressive.
    Two,
    /// Defensive, then semi-defensive, then aggressive.
    Three,
}

/// Whether the plant maxima change. PS-MAP-11
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climate {
    /// Never.
    Fixed,
    /// A little every Spring.
    Drift,
}

/// What clear dominance does. PS-END-03
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dominance {
    /// The master is told and decides.
    Ask,
    /// It ends the game.
    Auto,
    /// Nothing.
    Off,
}

/// What decides between equal numbers at the end. PS-END-07
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Nothing: the win is shared.
    Shared,
    /// The sum of attack points.
    Ap,
}

/// All rulings of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is the option of its name")]
pub struct Rulings {
    pub rounds: u16,
    pub weights: [u32; 3],
    pub missing_order: MissingOrder,
    pub stomach_food: StomachFood,
    pub fangs_scope: FangsScope,
    pub kin_truce: KinTruce,
    pub odour_effect: OdourEffect,
    pub camouflage_default: CamouflageDefault,
    pub spot_miss: SpotMiss,
    pub killer_standoff: KillerStandOff,
    pub swim_mix: bool,
    pub neck_refill: NeckRefill,
    pub neck_fight: NeckFight,
    pub mercy: Mercy,
    pub target_modes: TargetModes,
    /// For how many rounds a corpse can be eaten; for ever if not said.
    pub carrion_life: Option<u16>,
    pub climate: Climate,
    pub dominance: Dominance,
    pub tie_break: TieBreak,
    pub late_entry: bool,
    pub notes_column: bool,
    pub account: bool,
    pub press_anon: bool,
    pub press_limit: usize,
    pub early_run: bool,
    pub species_per_player: u16,
    pub advanced_from: u16,
    pub founder_bonus_gene: Option<Gene>,
    /// The least and the greatest plant maximum, within which the climate drifts.
    pub meal_range: (i16, i16),
}

impl Default for Rulings {
    fn default() -> Rulings {
        let options = offered();
        let chosen = Chosen::new(&options, &Default::default(), &table::Setup::default());
        Rulings::new(&chosen.unwrap_or_default())
    }
}

impl Rulings {
    /// The rulings that these options choose.
    pub fn new(chosen: &Chosen) -> Rulings {
        fn pick<T>(word: &str, other: &str, taken: T, default: T) -> T {
            if word == other { taken } else { default }
        }
        let word = |key| chosen.word(key);
        let number = |key: &str, otherwise: i64| match chosen.word(key) {
            "" => otherwise,
            _ => chosen.number(key),
        };
        Rulings {
            rounds: number("rounds", 15).fit(),
            weights: ["herbivores", "omnivores", "carnivores"]
                .map(|key| number(key, 1).fit::<u32>()),
            missing_order: pick(
                word("missing_order"),
                "stay",
                MissingOrder::Stay,
                MissingOrder::Wander,
            ),
            stomach_food: pick(
                word("stomach_food"),
                "plants",
                StomachFood::Plants,
                StomachFood::Grass,
            ),
            fangs_scope: pick(word("fangs_scope"), "all", FangsScope::All, FangsScope::Fights),
            kin_truce: pick(word("kin_truce"), "all", KinTruce::All, KinTruce::Plants),
            odour_effect: pick(
                word("odour_effect"),
                "lasting",
                OdourEffect::Lasting,
                OdourEffect::Fight,
            ),
            camouflage_default: pick(
                word("camouflage_default"),
                "always",
                CamouflageDefault::Always,
                CamouflageDefault::Auto,
            ),
            spot_miss: pick(word("spot_miss"), "lost", SpotMiss::Lost, SpotMiss::Next),
            killer_standoff: pick(
                word("killer_standoff"),
                "stops",
                KillerStandOff::Stops,
                KillerStandOff::GoesOn,
            ),
            swim_mix: word("swim_mix") != "off",
            neck_refill: pick(
                word("neck_refill"),
                "seasonal",
                NeckRefill::Seasonal,
                NeckRefill::Yearly,
            ),
            neck_fight: pick(word("neck_fight"), "victors", NeckFight::Victors, NeckFight::Shared),
            mercy: pick(word("mercy"), "on", Mercy::On, Mercy::Off),
            target_modes: pick(word("target_modes"), "three", TargetModes::Three, TargetModes::Two),
            carrion_life: Some(number("carrion_life", 0).fit()).filter(|rounds| *rounds > 0),
            climate: pick(word("climate"), "drift", Climate::Drift, Climate::Fixed),
            dominance: match word("dominance") {
                "auto" => Dominance::Auto,
                "off" => Dominance::Off,
                _ => Dominance::Ask,
            },
            tie_break: pick(word("tie_break"), "ap", TieBreak::Ap, TieBreak::Shared),
            late_entry: chosen.on("late_entry"),
            notes_column: word("notes_column") != "off",
            account: word("account") != "off",
            press_anon: word("press_anon") != "off",
            press_limit: number("press_limit", 2000).fit(),
            early_run: chosen.on("early_run"),
            species_per_player: number("species_per_player", 1).fit(),
            advanced_from: number("advanced_from", 9).fit(),
            founder_bonus_gene: Gene::named(word("founder_bonus_gene")),
            meal_range: (
                1 + number("meal_add", 0).fit::<i16>(),
                number("meal_die", 4).fit::<i16>() + number("meal_add", 0).fit::<i16>(),
            ),
        }
    }
}

/// The options about rules; the generator's stand with the generator.
#[rustfmt::skip]
pub fn offered() -> Vec<OptionInfo> {
    let (choice, number, flag) = (OptionInfo::choice, OptionInfo::number, OptionInfo::flag);
    vec![
        number("rounds", 4..=60, 15, PS_END_05.0, "After how many rounds the game ends."),
        number("herbivores", 0..=100, 1, PS_SETUP_03.0, "Weight of herbivores among the diets that are drawn."),
        number("omnivores", 0..=100, 1, PS_SETUP_03.0, "Weight of omnivores among the diets that are drawn."),
        number("carnivores", 0..=100, 1, PS_SETUP_03.0, "Weight of carnivores among the diets that are drawn."),
        choice("missing_order", &["wander", "stay"], PS_MOVE_05.0, "What a creature does that sent orders leave out."),
        choice("stomach_food", &["grass", "plants"], PS_STOM_07.0, "What an Extra Stomach stores."),
        choice("fangs_scope", &["fights", "all"], PS_FANG_04.0, "Whether fangs count in tussles too."),
        choice("kin_truce", &["plants", "all"], PS_CARR_17.0, "Where an aggressive loser among nothing but kin is spared."),
        choice("odour_effect", &["fight", "lasting"], PS_ODOUR_04.0, "Whether a foul odour weakens for one fight or for ever."),
        choice("camouflage_default", &["auto", "always"], PS_CAMO_04.0, "Whether predators with Camouflage hide unless told not to."),
        choice("spot_miss", &["next", "lost"], PS_CAMO_06.0, "Whether a predator that misses hidden prey looks for other prey."),
        choice("killer_standoff", &["goes_on", "stops"], PS_KILL_07.0, "Whether a killer makes its second attack after a stand-off."),
        flag("swim_mix", true, PS_SWIM_05.0, "Whether a move may mix walking and swimming."),
        choice("neck_refill", &["yearly", "seasonal"], PS_NECK_07.0, "When the meal in the treetops grows again."),
        choice("neck_fight", &["shared", "victors"], PS_NECK_06.0, "Who gets the meal in the treetops after a tussle."),
        flag("mercy", false, PS_FIGHT_10.0, "Whether a peaceful victim only drives a beaten aggressive attacker off."),
        choice("target_modes", &["two", "three"], PS_TARG_08.0, "Whether predators tell defensive from semi-defensive prey."),
        number("carrion_life", 0..=20, 0, PS_MAP_20.0, "For how many rounds a corpse can be eaten; 0 for ever."),
        choice("climate", &["fixed", "drift"], PS_MAP_11.0, "Whether the plant maxima change a little every Spring."),
        choice("dominance", &["ask", "auto", "off"], PS_END_03.0, "What clear dominance does: tell the master, end the game, nothing."),
        choice("tie_break", &["shared", "ap"], PS_END_07.0, "Whether equal numbers share the win or total AP decide."),
        flag("late_entry", false, PS_GM_10.0, "Whether readers who join later get a founder in the next Spring."),
        flag("notes_column", true, PS_REP_05.0, "Whether the status table has a column of notes."),
        flag("account", true, PS_REP_05.0, "Whether the report tells the season as a story."),
        flag("press_anon", true, PS_PRESS_02.0, "Whether press may be anonymous."),
        number("press_limit", 0..=10_000, 2000, PS_PRESS_03.0, "Characters of press per player and round."),
        flag("early_run", false, PS_GM_06.0, "Whether the master's desk runs a round as soon as everybody has said DONE."),
        choice("species_per_player", &["1", "3"], PS_GEN_02.0, "One species for each player, or one of each diet."),
        number("advanced_from", 1..=60, 9, PS_GENE_02.0, "From which round the advanced genes are open."),
        choice("founder_bonus_gene", &["none", "foul-odour", "speed", "swimming", "twins", "camouflage"], PS_SETUP_09.0, "A gene that every founder has besides its own."),
    ]
}
