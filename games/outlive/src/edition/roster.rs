//! The names of the game: tokens, Locations, rooms, equipment, events, leaders, search tiles.

use serde::{Deserialize, Serialize};

macro_rules! roster {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "the names are the documentation")]
        pub enum $name { $(#[serde(rename = $word)] $variant),+ }

        impl $name {
            /// All of them, in their printed order.
            pub const ALL: [$name; [$($word),+].len()] = [$($name::$variant),+];

            /// The place in [`ALL`](Self::ALL), for arrays with one entry each.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The word for it in notation, data files and views.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// The one that this word names.
            pub fn named(word: &str) -> Option<$name> {
                Self::ALL.into_iter().find(|thing| thing.word() == word)
            }
        }
    };
}

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $count:literal) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub struct $name(u8);

        impl $name {
            /// All of them, in order.
            pub const ALL: [$name; $count] = {
                let mut all = [$name(0); $count];
                let mut next = 0;
                while next < $count {
                    all[next as usize] = $name(next);
                    next += 1;
                }
                all
            };

            /// The place in [`ALL`](Self::ALL), for arrays with one entry each.
            #[inline]
            pub const fn index(self) -> usize {
                let place = self.0 as usize;
                if place < $count { place } else { $count - 1 }
            }
        }
    };
}
pub(crate) use numbered;

numbered! {
    /// A type of wild game, by its place among the five. OL-HUNT-14
    Prey, 5
}

numbered! {
    /// A slot of the Cargo Ship; the fifth exists with a wide gangway only. OL-CARG-01
    SlotId, 5
}

numbered! {
    /// A card of the Horde, which reads the cycle from its own place on. OL-SOLO-06
    HordeCard, 8
}

impl HordeCard {
    /// The number printed on it.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

roster! {
    /// A kind of token: what the rulebook calls a Resource. OL-TERM-01, OL-TERM-02, OL-TERM-03,
    /// OL-TERM-04
    Token {
        Meat = "meat",
        Water = "water",
        Canned = "canned",
        Wood = "wood",
        Metal = "metal",
        Chips = "chips",
        Munitions = "munitions",
    }
}

impl Token {
    /// Meat, Water and Canned Goods. OL-TERM-01
    pub const SUPPLIES: [Token; 3] = [Token::Meat, Token::Water, Token::Canned];
    /// Wood, Metal and Microchips. OL-TERM-02
    pub const MATERIALS: [Token; 3] = [Token::Wood, Token::Metal, Token::Chips];
    /// What tribute is paid in. OL-PRES-14
    pub const TRIBUTE: [Token; 6] =
        [Token::Meat, Token::Water, Token::Canned, Token::Wood, Token::Metal, Token::Chips];

    /// Whether it is Meat, Water or Canned Goods.
    pub const fn is_supply(self) -> bool {
        matches!(self, Token::Meat | Token::Water | Token::Canned)
    }

    /// Whether it is Wood, Metal or Microchips.
    pub const fn is_material(self) -> bool {
        matches!(self, Token::Wood | Token::Metal | Token::Chips)
    }

    /// Its printed name.
    pub const fn title(self) -> &'static str {
        match self {
            Token::Meat => "Meat",
            Token::Water => "Water",
            Token::Canned => "Canned Goods",
            Token::Wood => "Wood",
            Token::Metal => "Metal",
            Token::Chips => "Microchips",
            Token::Munitions => "Munitions",
        }
    }

    /// So many of it: `1 Microchip`, `2 Wood`.
    pub fn counted(self, count: u8) -> String {
        match (self, count) {
            (Token::Chips, 1) => "1 Microchip".into(),
            _ => format!("{count} {}", self.title()),
        }
    }
}

/// Tokens by kind.
pub type Tokens = [u8; 7];

/// Tokens in words: `2 Wood, 1 Metal and 1 Microchip`.
pub(crate) fn in_words(tokens: &Tokens) -> String {
    let parts: Vec<String> = Token::ALL
        .into_iter()
        .filter(|token| tokens[token.index()] > 0)
        .map(|token| token.counted(tokens[token.index()]))
        .collect();
    match parts.split_last() {
        None => "nothing".into(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// How many of these are Supplies.
pub fn supplies(tokens: &Tokens) -> u8 {
    tokens[0] + tokens[1] + tokens[2]
}

/// How many of these are Materials.
pub fn materials(tokens: &Tokens) -> u8 {
    tokens[3] + tokens[4] + tokens[5]
}

roster! {
    /// A Location, in the order of the ring. OL-BOARD-01, OL-BOARD-03
    Location {
        Forest = "forest",
        Dam = "dam",
        Base = "base",
        SilentPeak = "silent-peak",
        Mine = "mine",
        Cargo = "cargo",
        Fairgrounds = "fairgrounds",
        Blackwood = "blackwood",
    }
}

impl Location {
    /// Links along the ring, the shorter way round. OL-BOARD-02, OL-MOVE-07
    pub const fn links_to(self, other: Location) -> u8 {
        let apart = (self as u8).abs_diff(other as u8);
        if apart > 4 { 8 - apart } else { apart }
    }

    /// The token that a hero scavenges here.
    pub const fn gives(self) -> Option<Token> {
        match self {
            Location::Forest => Some(Token::Wood),
            Location::Dam => Some(Token::Water),
            Location::Base => Some(Token::Munitions),
            Location::Mine => Some(Token::Metal),
            Location::Fairgrounds => Some(Token::Chips),
            Location::SilentPeak | Location::Cargo | Location::Blackwood => None,
        }
    }

    /// The wild-game stack here. OL-BOARD-04
    pub const fn hunting(self) -> Option<usize> {
        match self {
            Location::Forest => Some(0),
            Location::Mine => Some(1),
            Location::Fairgrounds => Some(2),
            _ => None,
        }
    }

    /// The City here.
    pub const fn city(self) -> Option<City> {
        match self {
            Location::Blackwood => Some(City::Blackwood),
            Location::SilentPeak => Some(City::SilentPeak),
            _ => None,
        }
    }

    /// Its printed name.
    pub const fn title(self) -> &'static str {
        match self {
            Location::Forest => "Forest",
            Location::Dam => "Dam",
            Location::Base => "Military Base",
            Location::SilentPeak => "Silent Peak",
            Location::Mine => "Mine",
            Location::Cargo => "Cargo Ship",
            Location::Fairgrounds => "Fairgrounds",
            Location::Blackwood => "Blackwood",
        }
    }
}

impl Location {
    /// Its name within a sentence: `the Forest`, `Blackwood`.
    pub(crate) fn named_so(self) -> String {
        match self.city() {
            Some(_) => self.title().into(),
            None => format!("the {}", self.title()),
        }
    }

    /// Being there, within a sentence: `at the Dam`, `in Blackwood`.
    pub(crate) fn whereabouts(self) -> String {
        let preposition = match self {
            Location::Forest | Location::Mine | Location::SilentPeak | Location::Blackwood => "in",
            Location::Cargo => "on",
            Location::Dam | Location::Base | Location::Fairgrounds => "at",
        };
        format!("{preposition} {}", self.named_so())
    }
}

/// The Locations with a wild-game stack, in the order of the stacks.
pub const HUNTING: [Location; 3] = [Location::Forest, Location::Mine, Location::Fairgrounds];

roster! {
    /// A City: Blackwood on the left, Silent Peak on the right. OL-SETUP-39
    City {
        Blackwood = "blackwood",
        SilentPeak = "silent-peak",
    }
}

impl City {
    /// Where it lies on the ring.
    pub const fn location(self) -> Location {
        match self {
            City::Blackwood => Location::Blackwood,
            City::SilentPeak => Location::SilentPeak,
        }
    }
}

roster! {
    /// A type of room: 3 standard, 19 advanced.
    RoomKind {
        S1 = "S1", S2 = "S2", S3 = "S3",
        A1 = "A1", A2 = "A2", A3 = "A3", A4 = "A4", A5 = "A5", A6 = "A6", A7 = "A7",
        A8 = "A8", A9 = "A9", A10 = "A10", A11 = "A11", A12 = "A12", A13 = "A13", A14 = "A14",
        A15 = "A15", A16 = "A16", A17 = "A17", A18 = "A18", A19 = "A19",
    }
}

roster! {
    /// A type of equipment, in pairs of left and right half.
    Equipment {
        Bow = "bow",
        Axe = "axe",
        BattleGear = "battle-gear",
        BaseballBat = "baseball-bat",
        ThermalSensor = "thermal-sensor",
        Exoskeleton = "exoskeleton",
        AccessCard = "access-card",
        Jerrycan = "jerrycan",
        MetalDetector = "metal-detector",
        Backpack = "backpack",
        BearTrap = "bear-trap",
        Shotgun = "shotgun",
        GrapplingHook = "grappling-hook",
        Hacksaw = "hacksaw",
        Crowbar = "crowbar",
        AmmoBox = "ammo-box",
        Chainsaw = "chainsaw",
        Flashlight = "flashlight",
        Purifier = "purifier",
        Pickaxe = "pickaxe",
    }
}

impl Equipment {
    /// Its bit in a [`Tiles`] set.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

roster! {
    /// An event card.
    EventCard {
        Wildfire = "wildfire",
        CaveIn = "cave-in",
        Thieves = "thieves",
        LeanTimes = "lean-times",
        Nomads = "nomads",
        Sandstorm = "sandstorm",
        RadioactiveCloud = "radioactive-cloud",
        EnemyClan = "enemy-clan",
        ColdSnap = "cold-snap",
        RatInfestation = "rat-infestation",
        EpizooticDisease = "epizootic-disease",
        AnimalMutation = "animal-mutation",
    }
}

impl EventCard {
    /// Whether it strikes the board rather than the tribes. OL-IMM-02
    pub const fn strikes_board(self) -> bool {
        (self as u8) <= EventCard::Nomads as u8
    }
}

roster! {
    /// A leader, from the oldest to the youngest.
    Leader {
        Jacob = "jacob",
        Kooper = "kooper",
        Wilson = "wilson",
        Grayson = "grayson",
        Solen = "solen",
        Liza = "liza",
        Mary = "mary",
        Lily = "lily",
        Swifty = "swifty",
        Erin = "erin",
    }
}

roster! {
    /// A search tile; the last three belong to the option `mini_tiles`.
    SearchTile {
        Meat = "meat",
        Water = "water",
        Canned = "canned",
        Wood = "wood",
        Metal = "metal",
        Chips = "chips",
        Munitions = "munitions",
        Capsules = "capsules",
        Cupboard = "cupboard",
        Refugee = "refugee",
        Looter = "looter",
        Merchant = "merchant",
    }
}

impl SearchTile {
    /// The token on it.
    pub fn token(self) -> Option<Token> {
        Token::ALL.get(self.index()).copied()
    }

    /// Its printed name.
    pub fn title(self) -> &'static str {
        match self {
            SearchTile::Capsules => "Algae Capsules",
            SearchTile::Cupboard => "Empty Cupboard",
            SearchTile::Refugee => "Refugee",
            SearchTile::Looter => "Looter",
            SearchTile::Merchant => "Merchant",
            _ => self.token().map_or("", Token::title),
        }
    }

    /// What is found with one, within a sentence: `Water`, `a Microchip`, `an Empty Cupboard`.
    pub(crate) fn found(self) -> &'static str {
        match self {
            SearchTile::Chips => "a Microchip",
            SearchTile::Cupboard => "an Empty Cupboard",
            SearchTile::Refugee => "a Refugee",
            SearchTile::Looter => "a Looter",
            SearchTile::Merchant => "a Merchant",
            _ => self.title(),
        }
    }

    /// So many tiles of it: `2 Munitions`, `1 Microchip`, `2 Empty Cupboards`.
    pub(crate) fn counted(self, count: u8) -> String {
        match (self, self.token()) {
            (_, Some(token)) => token.counted(count),
            (SearchTile::Capsules, _) => format!("{count} Algae Capsules"),
            (_, None) if count == 1 => format!("1 {}", self.title()),
            (_, None) => format!("{count} {}s", self.title()),
        }
    }
}

/// A set of equipment, one bit per type.
pub type Tiles = u32;

/// The types in a set, in order.
pub fn tiles(set: Tiles) -> impl Iterator<Item = Equipment> + Clone {
    Equipment::ALL.into_iter().filter(move |tile| set & tile.bit() != 0)
}
