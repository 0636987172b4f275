//! What is played: the stages of the study and their cells.

use super::cell::Cell;

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
    /// The island of the first run: the jungle is 30 of 70 per cent.
    pub const FIRST_RUN: Centre =
        Centre { name: "first run", hexes: 227, meal_die: 4, water: 12, desert: 18, jungle: 43 };

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
pub enum Table {
    /// Forty in a hundred silent, twenty forage, thirty decent, ten fierce.
    Mixed,
    /// All decent.
    Skilled,
    /// So many in a hundred silent, the others as in the mix.
    Silent(u32),
}

impl Table {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Table::Mixed | Table::Silent(_) => "mixed",
            Table::Skilled => "skilled",
        }
    }

    /// The bots of so many seats, spread so that every part of the table has its share of each.
    pub fn seats(self, players: u16) -> Vec<String> {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        let silent = match self {
            Table::Mixed => 0.4,
            Table::Silent(share) => share as f64 / 100.0,
            Table::Skilled => return vec!["decent".into(); players as usize],
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

/// The sizes for which an island is recommended: one for each class of players.
pub const SIZES: [u16; 6] = [4, 10, 44, 100, 200, 400];

/// Stage 1: the full grid.
pub fn grid() -> Vec<Cell> {
    let mut cells = Vec::new();
    for jungle in JUNGLES {
        for meal_die in MEAL_DICE {
            for hexes in HEXES {
                let centre = Centre { name: "best", hexes, meal_die, jungle, ..Centre::FIRST_RUN };
                let value = format!("{hexes} d{meal_die} {jungle}");
                cells.push(Cell::new("1", &centre, Table::Mixed).varied("island", value));
            }
        }
    }
    cells
}

/// How many hexes, for every size: the first run, and the best meals and land with several numbers.
pub fn sizes(centres: &[Centre; 2]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for players in SIZES {
        let first = Cell::new("sizes", &centres[0], Table::Mixed);
        cells.push(first.varied("hexes", "first run").with_players(players));
        for hexes in [100, 150, 200, 300] {
            let centre = Centre { hexes, ..centres[1].clone() };
            let cell = Cell::new("sizes", &centre, Table::Mixed);
            cells.push(cell.varied("hexes", hexes).with_players(players));
        }
    }
    cells
}

/// Stage 2: one thing at a time, around both centres.
pub fn singles(centres: &[Centre; 2], table: Table) -> Vec<Cell> {
    let mut cells = Vec::new();
    for centre in centres {
        let cell = |centre: &Centre| Cell::new("2", centre, table);
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
            let mut cell = cell(centre).varied("diets", diets.map(|d| d.to_string()).join(":"));
            for (key, weight) in ["herbivores", "omnivores", "carnivores"].iter().zip(diets) {
                cell = cell.with(key, weight);
            }
            cells.push(cell);
        }
        if table == Table::Mixed {
            for share in [0, 25, 40, 60, 80, 100] {
                let cell = Cell::new("2", centre, Table::Silent(share));
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
pub fn rulings(centres: &[Centre; 2]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for centre in centres {
        let cell = || Cell::new("3", centre, Table::Mixed);
        cells.push(cell().varied("reading", "as usual"));
        for (key, value) in RIVALS {
            let name = format!("{key} {value}");
            cells.push(cell().varied("reading", name).with(key, value));
        }
    }
    cells
}

impl Cell {
    /// A cell of a stage with 44 players.
    pub fn new(stage: &'static str, centre: &Centre, table: Table) -> Cell {
        Cell {
            stage,
            centre: Some(centre.clone()),
            table,
            players: 44,
            key: "",
            value: String::new(),
            options: centre.options(),
        }
    }

    /// The same, named by what was varied.
    fn varied(self, key: &'static str, value: impl ToString) -> Cell {
        Cell { key, value: value.to_string(), ..self }
    }

    /// The same with another number of players.
    fn with_players(self, players: u16) -> Cell {
        Cell { players, ..self }
    }

    /// The same with an option.
    fn with(mut self, key: &'static str, value: impl ToString) -> Cell {
        self.options.push((key, value.to_string()));
        self
    }
}
