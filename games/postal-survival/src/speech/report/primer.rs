//! What a reader needs who has never played: it stands in the start report. PS-SETUP-16

use super::ReportSource;
use crate::edition::{Diet, Gene};
use crate::face::gene_effect;
use crate::rules::calendar;
use serde::Serialize;

/// How the game is played, on half a page.
#[derive(Clone, Debug, Serialize)]
pub struct Primer {
    /// The game in sentences.
    pub said: Vec<String>,
    /// Orders as they can be written.
    pub orders: &'static str,
    /// The genes that a founder can have, with what they do.
    pub genes: Vec<String>,
}

/// What stands above the primer in every form.
pub const TITLE: &str = "How it is played";

/// What stands above the genes.
pub const GENES: &str = "Genes that a founder can have";

const ORDERS: &str =
    "START B7\nGENE Speed\n17 C8 aggressive\nALL forage\nPRESS: Hello, neighbours!\n";

impl Primer {
    /// The primer of a game under its options; only the start report has one.
    pub fn compile(source: &ReportSource<'_>) -> Option<Primer> {
        let rulings = source.rulings;
        if source.island.round > 0 {
            return None;
        }
        let kinds = match rulings.species_per_player {
            1 => "a species".to_string(),
            several => format!("{several} species"),
        };
        let first = calendar::next_births(1);
        let births = match first <= rulings.rounds {
            true => format!(
                " In round {first}, and in every fourth after it, each creature on land has young, and all young of a species gain a gene that its god chooses."
            ),
            false => String::new(),
        };
        let said = vec![
            format!(
                "You are the god of {kinds}; each begins with one creature. A round is a season: everybody sends orders, then all creatures move, attack and feed at once. After {} rounds at the latest the game is over, and the species with the most creatures alive has won.{births}",
                rulings.rounds
            ),
            "Herbivores (H) eat grass and fruit, omnivores (O) fruit and meat, carnivores (C) meat alone: prey, corpses and fish. Each needs a meal a round. Herbivores and omnivores starve when they have missed two running, carnivores when they have missed three.".into(),
            "A creature is defensive and attacks nobody, semi-defensive and attacks only where it finds no other food, or aggressive and attacks what it can, with a better die and its life at stake. Herbivores never attack.".into(),
            super::text::NUMBERS.into(),
            "Orders are lines. In round 1 say where your founder begins and which gene it has; from then on move creatures by their numbers, or all of them at once:".into(),
        ];
        let gene = |gene: Gene| {
            let fits: Vec<&str> = Diet::ALL
                .iter()
                .filter(|diet| gene.suits(**diet))
                .map(|diet| diet.name())
                .collect();
            let only = match fits.len() {
                3 => String::new(),
                _ => format!(" For {}s only.", fits.join("s and ")),
            };
            format!("{gene}: {}.{only}", gene_effect(gene, rulings))
        };
        let open = Gene::ALL.into_iter().filter(|gene| gene.open(1, rulings.advanced_from));
        Some(Primer { said, orders: ORDERS, genes: open.map(gene).collect() })
    }
}
