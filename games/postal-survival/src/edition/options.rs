//! The readings of the rules that a game may choose between, each a value.

use crate::edition::Gene;
use crate::rule::*;
use table::reading::Word;
use table::{Chosen, Fit, OptionInfo, RuleId};

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

/// The words for each reading, that of the plain game first.
mod words {
    use super::*;
    use table::words;

    words! { MissingOrder is "what a creature left out does": Wander = "wander", Stay = "stay" }
    words! { StomachFood is "second meal": Grass = "grass", Plants = "plants" }
    words! { FangsScope is "use of fangs": Fights = "fights", All = "all" }
    words! { KinTruce is "truce among kin": Plants = "plants", All = "all" }
    words! { OdourEffect is "effect of a foul odour": Fight = "fight", Lasting = "lasting" }
    words! { CamouflageDefault is "habit of hiding": Auto = "auto", Always = "always" }
    words! { SpotMiss is "missed spotting": Next = "next", Lost = "lost" }
    words! { KillerStandOff is "stand-off of a killer": GoesOn = "goes_on", Stops = "stops" }
    words! { NeckRefill is "time of the treetops": Yearly = "yearly", Seasonal = "seasonal" }
    words! { NeckFight is "fight for the treetops": Shared = "shared", Victors = "victors" }
    words! { TargetModes is "number of modes": Two = "two", Three = "three" }
    words! { Climate is "climate": Fixed = "fixed", Drift = "drift" }
    words! { Dominance is "answer to dominance": Ask = "ask", Auto = "auto", Off = "off" }
    words! { TieBreak is "tie-break": Shared = "shared", Ap = "ap" }
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
        let number = |key: &str, otherwise: i64| match chosen.word(key) {
            "" => otherwise,
            _ => chosen.number(key),
        };
        let meal_add = number("meal_add", 0).fit::<i16>();
        Rulings {
            rounds: number("rounds", 15).fit(),
            weights: ["herbivores", "omnivores", "carnivores"]
                .map(|key| number(key, 1).fit::<u32>()),
            missing_order: reading(chosen, "missing_order"),
            stomach_food: reading(chosen, "stomach_food"),
            fangs_scope: reading(chosen, "fangs_scope"),
            kin_truce: reading(chosen, "kin_truce"),
            odour_effect: reading(chosen, "odour_effect"),
            camouflage_default: reading(chosen, "camouflage_default"),
            spot_miss: reading(chosen, "spot_miss"),
            killer_standoff: reading(chosen, "killer_standoff"),
            swim_mix: chosen.word("swim_mix") != "off",
            neck_refill: reading(chosen, "neck_refill"),
            neck_fight: reading(chosen, "neck_fight"),
            mercy: if chosen.on("mercy") { Mercy::On } else { Mercy::Off },
            target_modes: reading(chosen, "target_modes"),
            carrion_life: Some(number("carrion_life", 0).fit()).filter(|rounds| *rounds > 0),
            climate: reading(chosen, "climate"),
            dominance: reading(chosen, "dominance"),
            tie_break: reading(chosen, "tie_break"),
            late_entry: chosen.on("late_entry"),
            notes_column: chosen.word("notes_column") != "off",
            account: chosen.word("account") != "off",
            press_anon: chosen.word("press_anon") != "off",
            press_limit: number("press_limit", 2000).fit(),
            early_run: chosen.on("early_run"),
            species_per_player: number("species_per_player", 1).fit(),
            advanced_from: number("advanced_from", 9).fit(),
            founder_bonus_gene: Gene::named(chosen.word("founder_bonus_gene")),
            meal_range: (1 + meal_add, number("meal_die", 4).fit::<i16>() + meal_add),
        }
    }
}

/// The reading that an option chooses; that of the plain game if it says nothing.
fn reading<T: Word>(chosen: &Chosen, key: &str) -> T {
    let found = T::ALL.iter().find(|reading| reading.word() == chosen.word(key));
    *found.unwrap_or(&T::ALL[0])
}

/// A reading as an option.
fn choice<T: Word>(key: &str, rule: RuleId, about: &str) -> OptionInfo {
    let words: Vec<&str> = T::ALL.iter().map(|reading| reading.word()).collect();
    OptionInfo::choice(key, &words, rule.0, about)
}

/// The options about rules; the generator's stand with the generator.
#[rustfmt::skip]
pub fn offered() -> Vec<OptionInfo> {
    let (number, flag) = (OptionInfo::number, OptionInfo::flag);
    vec![
        number("rounds", 4..=60, 15, PS_END_05, "After how many rounds the game ends."),
        number("herbivores", 0..=100, 1, PS_SETUP_03, "Weight of herbivores among the diets that are drawn."),
        number("omnivores", 0..=100, 1, PS_SETUP_03, "Weight of omnivores among the diets that are drawn."),
        number("carnivores", 0..=100, 1, PS_SETUP_03, "Weight of carnivores among the diets that are drawn."),
        choice::<MissingOrder>("missing_order", PS_MOVE_05, "What a creature does that sent orders leave out."),
        choice::<StomachFood>("stomach_food", PS_STOM_07, "What an Extra Stomach stores."),
        choice::<FangsScope>("fangs_scope", PS_FANG_04, "Whether fangs count in tussles too."),
        choice::<KinTruce>("kin_truce", PS_CARR_17, "Where an aggressive loser among nothing but kin is spared."),
        choice::<OdourEffect>("odour_effect", PS_ODOUR_04, "Whether a foul odour weakens for one fight or for ever."),
        choice::<CamouflageDefault>("camouflage_default", PS_CAMO_04, "Whether predators with Camouflage hide unless told not to."),
        choice::<SpotMiss>("spot_miss", PS_CAMO_06, "Whether a predator that misses hidden prey looks for other prey."),
        choice::<KillerStandOff>("killer_standoff", PS_KILL_07, "Whether a killer makes its second attack after a stand-off."),
        flag("swim_mix", true, PS_SWIM_05, "Whether a move may mix walking and swimming."),
        choice::<NeckRefill>("neck_refill", PS_NECK_07, "When the meal in the treetops grows again."),
        choice::<NeckFight>("neck_fight", PS_NECK_06, "Who gets the meal in the treetops after a tussle."),
        flag("mercy", false, PS_FIGHT_10, "Whether a peaceful victim only drives a beaten aggressive attacker off."),
        choice::<TargetModes>("target_modes", PS_TARG_08, "Whether predators tell defensive from semi-defensive prey."),
        number("carrion_life", 0..=20, 0, PS_MAP_20, "For how many rounds a corpse can be eaten; 0 for ever."),
        choice::<Climate>("climate", PS_MAP_11, "Whether the plant maxima change a little every Spring."),
        choice::<Dominance>("dominance", PS_END_03, "What clear dominance does: tell the master (without one: end the game), end the game, nothing."),
        choice::<TieBreak>("tie_break", PS_END_07, "Whether equal numbers share the win or total AP decide."),
        flag("late_entry", false, PS_GM_10, "Whether readers who join later get a founder in the next Spring."),
        flag("notes_column", true, PS_REP_05, "Whether the status table has a column of notes."),
        flag("account", true, PS_REP_05, "Whether the report tells the season as a story."),
        flag("press_anon", true, PS_PRESS_02, "Whether press may be anonymous."),
        number("press_limit", 0..=10_000, 2000, PS_PRESS_03, "Characters of press per player and round."),
        flag("early_run", false, PS_GM_06, "Whether the master's desk runs a round as soon as everybody has said DONE."),
        OptionInfo::choice("species_per_player", &["1", "3"], PS_GEN_02, "One species for each player, or one of each diet."),
        number("advanced_from", 1..=60, 9, PS_GENE_02, "From which round the advanced genes are open."),
        OptionInfo::choice("founder_bonus_gene", &["none", "foul-odour", "speed", "swimming", "twins", "camouflage"], PS_SETUP_09, "A gene that every founder has besides its own."),
    ]
}
