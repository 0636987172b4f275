//! What is played: the stages of the study and their cells.

use super::cell::{Found, StudyCell};
use postal_survival::maker::Plan;

/// An island: hexes for a hundred players, the meal die, and the land in per cent.
#[derive(Clone, Debug, PartialEq)]
pub struct Centre {
    pub name: &'static str,
    pub hexes: u32,
    pub meal_die: u32,
    pub water: u32,
    pub desert: u32,
    /// Jungle in per cent of the fertile land.
    pub jungle: u32,
}

impl Centre {
    /// The island of the first run, and the one that is made where nothing else is asked for, as they
    /// are with 44 players.
    pub fn both() -> [Centre; 2] {
        [Centre::of("first run", &Plan::first_run(44)), Centre::of("balanced", &Plan::usual(44))]
    }

    fn of(name: &'static str, plan: &Plan) -> Centre {
        let [water, desert, grass, jungle] = plan.shares;
        let jungle = (100 * jungle + (grass + jungle) / 2) / (grass + jungle);
        let hexes = (100 * plan.hexes + plan.players / 2) / plan.players;
        Centre { name, hexes: hexes as u32, meal_die: plan.meal_die, water, desert, jungle }
    }

    /// The options that make it.
    fn options(&self) -> Vec<(&'static str, String)> {
        let fertile = 100 - self.water - self.desert;
        let jungle = (fertile * self.jungle + 50) / 100;
        vec![
            ("hexes_per_100", self.hexes.to_string()),
            ("meal_die", self.meal_die.to_string()),
            ("water", self.water.to_string()),
            ("desert", self.desert.to_string()),
            ("grass", (fertile - jungle).to_string()),
            ("jungle", jungle.to_string()),
        ]
    }

    /// The island in short: hexes for a hundred players, meal die, jungle.
    fn code(&self) -> String {
        format!("{} d{} {}", self.hexes, self.meal_die, self.jungle)
    }

    /// The island in words.
    pub fn words(&self) -> String {
        let options = self.options();
        let of = |key: &str| options.iter().find(|(name, _)| *name == key).map(|(_, v)| v.as_str());
        format!(
            "{} hexes a player, d{} meals, water {} desert {} grass {} jungle {}",
            self.hexes as f64 / 100.0,
            self.meal_die,
            self.water,
            self.desert,
            of("grass").unwrap_or_default(),
            of("jungle").unwrap_or_default()
        )
    }
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePlayers {
    /// Forty in a hundred silent, twenty forage, thirty decent, ten fierce.
    Mixed,
    /// All decent.
    Skilled,
    /// So many in a hundred silent, the others as in the mix.
    Silent(u32),
}

impl TablePlayers {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            TablePlayers::Mixed | TablePlayers::Silent(_) => "mixed",
            TablePlayers::Skilled => "skilled",
        }
    }

    /// The bots of so many seats, spread so that every part of the table has its share of each.
    pub fn seats(self, players: u16) -> Vec<String> {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        let silent = match self {
            TablePlayers::Mixed => 0.4,
            TablePlayers::Silent(share) => share as f64 / 100.0,
            TablePlayers::Skilled => return vec!["decent".into(); players as usize],
        };
        let bot = |seat: u16| {
            let place = ((seat as f64 + 0.5) * GOLDEN).fract();
            let rest = (place - silent) / (1.0 - silent) * 6.0;
            match rest {
                _ if place < silent => "default",
                rest if rest < 2.0 => "forage",
                rest if rest < 5.0 => "decent",
                _ => "fierce",
            }
        };
        (0..players).map(|seat| bot(seat).to_string()).collect()
    }
}

/// What stage 1 runs through.
pub const JUNGLES: [u32; 3] = [30, 45, 60];
pub const MEAL_DICE: [u32; 4] = [2, 3, 4, 6];
pub const HEXES: [u32; 6] = [100, 150, 200, 227, 300, 400];

/// Hexes for a hundred players that every size is played with.
pub const SIZE_HEXES: [u32; 5] = [100, 125, 150, 200, 300];

/// The sizes for which an island is recommended: one for each class of players.
pub const SIZES: [u16; 6] = [4, 10, 44, 100, 200, 400];

/// Stage 1: the full grid.
pub fn grid() -> Vec<StudyCell> {
    let [first_run, _] = Centre::both();
    let mut cells = Vec::new();
    for jungle in JUNGLES {
        for meal_die in MEAL_DICE {
            for hexes in HEXES {
                let centre = Centre { name: "grid", hexes, meal_die, jungle, ..first_run };
                cells.push(
                    StudyCell::new("1", &centre, TablePlayers::Mixed)
                        .varied("island", centre.code()),
                );
            }
        }
    }
    cells
}

/// How many islands of stage 1 are played again.
pub const FINALISTS: usize = 10;

/// The final: the best islands of stage 1 and the two centres, on fresh seeds and with more games, for
/// the best of many scores is flattered.
pub fn finals(stage_1: &[Found], centres: &[Centre; 2]) -> Vec<StudyCell> {
    let mut best: Vec<&Found> = stage_1.iter().collect();
    best.sort_by(|a, b| b.score().total_cmp(&a.score()));
    let mut islands: Vec<Centre> = centres.to_vec();
    for centre in best.iter().take(FINALISTS).filter_map(|found| found.cell.centre.as_ref()) {
        if !islands.iter().any(|known| known.code() == centre.code()) {
            islands.push(centre.clone());
        }
    }
    let cell = |centre: &Centre| {
        let cell =
            StudyCell::new("final", centre, TablePlayers::Mixed).varied("island", centre.code());
        StudyCell { fresh: true, ..cell }
    };
    islands.iter().map(cell).collect()
}

/// How many hexes, for every size: the first run; the second centre's meals and land with several
/// numbers, and with the number that is made for that size.
pub fn sizes(centres: &[Centre; 2]) -> Vec<StudyCell> {
    let mut cells = Vec::new();
    for players in SIZES {
        let first = StudyCell::new("sizes", &centres[0], TablePlayers::Mixed);
        cells.push(first.varied("hexes", "first run").with_players(players));
        for hexes in SIZE_HEXES {
            let centre = Centre { hexes, ..centres[1].clone() };
            let cell = StudyCell::new("sizes", &centre, TablePlayers::Mixed);
            cells.push(cell.varied("hexes", hexes).with_players(players));
        }
        let hexes = Plan::usual(players as usize).hexes;
        let usual = StudyCell::new("sizes", &centres[1], TablePlayers::Mixed).with("hexes", hexes);
        cells.push(usual.varied("hexes", "usual").with_players(players));
    }
    cells
}

/// Stage 2: one thing at a time, around both centres.
pub fn singles(centres: &[Centre; 2], table: TablePlayers) -> Vec<StudyCell> {
    let mut cells = Vec::new();
    for centre in centres {
        let cell = |centre: &Centre| StudyCell::new("2", centre, table);
        for desert in [10, 18, 25, 38] {
            let centre = Centre { desert, ..centre.clone() };
            cells.push(cell(&centre).varied("desert", desert));
        }
        for water in [0, 5, 12, 25] {
            let centre = Centre { water, ..centre.clone() };
            cells.push(cell(&centre).varied("water", water));
        }
        for (num, den) in [(0, 1), (1, 6), (1, 3), (1, 2), (1, 1)] {
            let cell = cell(centre).varied("corpse chance", format!("{num}/{den}"));
            cells.push(cell.with("corpse_num", num).with("corpse_den", den));
        }
        for diets in [[1, 1, 1], [3, 2, 1], [2, 1, 1]] {
            let words = diets.map(|d| d.to_string()).join(":");
            cells.push(cell(centre).varied("diets", words).with_diets(diets));
        }
        if table == TablePlayers::Mixed {
            for share in [0, 25, 40, 60, 80, 100] {
                let cell = StudyCell::new("2", centre, TablePlayers::Silent(share));
                cells.push(cell.varied("silent", format!("{share} %")));
            }
        }
        for players in [2, 6, 12, 20, 44, 100, 300, 1000] {
            cells.push(cell(centre).varied("players", players).with_players(players));
        }
        for rounds in [12, 13, 14, 15, 20] {
            cells.push(cell(centre).varied("rounds", rounds).with("rounds", rounds));
        }
    }
    cells
}

/// Diets as they are dealt before anybody chooses: in a hundred players, so many of each.
pub const EVEN: [u32; 3] = [35, 35, 30];

/// What the next table chooses after one with these diets: more of what won more than its share, by
/// half of that; in steps of five in a hundred, never less than one step.
pub fn rechosen(diets: [u32; 3], found: &Found) -> [u32; 3] {
    let names = ["m1.herbivores", "m1.omnivores", "m1.carnivores"];
    let won = names.map(|name| found.mean(name).map_or(1.0, |wins| wins.value));
    let wanted = [0, 1, 2].map(|diet| diets[diet] as f64 * (1.0 + won[diet]) / 2.0);
    let all: f64 = wanted.iter().sum();
    wanted.map(|wanted| ((wanted / all * 20.0).round() as u32).max(1) * 5)
}

/// A table that chose these diets.
pub fn chosen(centre: &Centre, table: TablePlayers, diets: [u32; 3]) -> StudyCell {
    let words = diets.map(|d| d.to_string()).join(":");
    StudyCell::new("2", centre, table).varied("diets chosen", words).with_diets(diets)
}

/// The readings that are not the usual ones.
const RIVALS: [(&str, &str); 17] = [
    ("missing_order", "stay"),
    ("stomach_food", "plants"),
    ("fangs_scope", "all"),
    ("kin_truce", "all"),
    ("odour_effect", "lasting"),
    ("camouflage_default", "always"),
    ("spot_miss", "lost"),
    ("killer_standoff", "stops"),
    ("swim_mix", "off"),
    ("neck_refill", "seasonal"),
    ("neck_fight", "victors"),
    ("mercy", "on"),
    ("target_modes", "three"),
    ("carrion_life", "4"),
    ("climate", "drift"),
    ("dominance", "off"),
    ("tie_break", "ap"),
];

/// Stage 3: each other reading of the rules, at both centres, beside the usual ones.
pub fn rulings(centres: &[Centre; 2]) -> Vec<StudyCell> {
    let mut cells = Vec::new();
    for centre in centres {
        let cell = || StudyCell::new("3", centre, TablePlayers::Mixed);
        cells.push(cell().varied("reading", "as usual"));
        for (key, value) in RIVALS {
            let name = format!("{key} {value}");
            cells.push(cell().varied("reading", name).with(key, value));
        }
    }
    cells
}

impl StudyCell {
    /// A cell of a stage with 44 players.
    pub fn new(stage: &'static str, centre: &Centre, table: TablePlayers) -> StudyCell {
        StudyCell {
            stage,
            centre: Some(centre.clone()),
            table,
            players: 44,
            key: "",
            value: String::new(),
            options: centre.options(),
            fresh: false,
        }
    }

    /// The same, named by what was varied.
    fn varied(self, key: &'static str, value: impl ToString) -> StudyCell {
        StudyCell { key, value: value.to_string(), ..self }
    }

    /// The same with another number of players.
    fn with_players(self, players: u16) -> StudyCell {
        StudyCell { players, ..self }
    }

    /// The same with herbivores, omnivores and carnivores dealt in these proportions.
    fn with_diets(self, [herbivores, omnivores, carnivores]: [u32; 3]) -> StudyCell {
        self.with("herbivores", herbivores)
            .with("omnivores", omnivores)
            .with("carnivores", carnivores)
    }

    /// The same with an option.
    fn with(mut self, key: &'static str, value: impl ToString) -> StudyCell {
        self.options.push((key, value.to_string()));
        self
    }
}
