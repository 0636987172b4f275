//! Terrain: what a hex is made of.

use std::fmt;

/// One kind of terrain, the slower the later. YS-MAP-02
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TerrainKind {
    /// Open ground.
    Clear,
    /// Forest.
    Forest,
    /// Mountain.
    Mountain,
    /// Lake.
    Lake,
}

impl TerrainKind {
    /// All four, the slowest last.
    pub const ALL: [TerrainKind; 4] =
        [TerrainKind::Clear, TerrainKind::Forest, TerrainKind::Mountain, TerrainKind::Lake];

    /// The index, for arrays of four entries.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The word of map files.
    pub fn word(self) -> &'static str {
        ["clear", "forest", "mountain", "lake"][self.index()]
    }
}

/// What a hex is made of: one kind of terrain, or several where they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain([bool; 4]);

impl Terrain {
    /// Clear ground and nothing else.
    pub const CLEAR: Terrain = Terrain([true, false, false, false]);

    /// The terrain of that name in map files; several are joined by `+`.
    pub fn parse(name: &str) -> Option<Terrain> {
        let mut kinds = [false; 4];
        for part in name.split('+') {
            let known = |kind: &TerrainKind| kind.word() == part.trim();
            kinds[TerrainKind::ALL.iter().position(known)?] = true;
        }
        Some(Terrain(kinds))
    }

    /// The kinds that meet in it, the slowest last.
    pub fn kinds(self) -> impl DoubleEndedIterator<Item = TerrainKind> {
        TerrainKind::ALL.into_iter().filter(move |kind| self.0[kind.index()])
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, kind) in self.kinds().enumerate() {
            f.write_str(if i > 0 { "+" } else { "" })?;
            f.write_str(kind.word())?;
        }
        Ok(())
    }
}
