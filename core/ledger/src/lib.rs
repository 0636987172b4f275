//! The ledger of a game: every rule as a row of a table in its `RULES.md`, with an id.

/// One rule of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rule {
    /// Its id, such as `OS-MOVE-05`.
    pub id: String,
    /// The rule in our own words.
    pub text: String,
    /// Where it comes from: rule, ruling, house, option …
    pub kind: String,
    /// The heading it stands under.
    pub chapter: String,
}

/// All rules of a game, in the order of its `RULES.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ledger {
    /// The rules.
    pub rules: Vec<Rule>,
}

/// Whether a text has the shape of a rule's id: `OS-MOVE-05`, `SV-FIR-26b`, `OL-ROOM-S1`.
pub fn is_rule_id(text: &str) -> bool {
    let mut parts = text.split('-');
    let letters = |part: Option<&str>| {
        part.is_some_and(|part| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        })
    };
    letters(parts.next())
        && letters(parts.next())
        && parts.next().is_some_and(|number| {
            // `05`, `26b`, or the code of a component such as `S1` or `A10b`.
            number.len() >= 2
                && number.bytes().take(2).any(|b| b.is_ascii_digit())
                && number.bytes().all(|b| b.is_ascii_alphanumeric())
        })
        && parts.next().is_none()
}

/// The ids of all rules of a `RULES.md`, in order.
pub fn ids(markdown: &str) -> Vec<&str> {
    let first_cell = |line| str::trim(line).strip_prefix('|')?.split('|').next().map(str::trim);
    markdown.lines().filter_map(first_cell).filter(|cell| is_rule_id(cell)).collect()
}

impl Ledger {
    /// Reads the tables of a `RULES.md`: every row whose first cell is a rule id is a rule.
    pub fn parse(markdown: &str) -> Ledger {
        let mut chapter = String::new();
        let mut rules = Vec::new();
        for line in markdown.lines() {
            if line.starts_with('#') {
                chapter = line.trim_start_matches('#').trim().to_string();
            }
            let Some(row) = line.trim().strip_prefix('|') else {
                continue;
            };
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            if let [id, text, rest @ ..] = cells.as_slice()
                && is_rule_id(id)
            {
                rules.push(Rule {
                    id: id.to_string(),
                    text: text.to_string(),
                    kind: rest.last().copied().unwrap_or_default().to_string(),
                    chapter: chapter.clone(),
                });
            }
        }
        Ledger { rules }
    }
}
