//! The sheets of the sides, of doors and structures, and of the fight at hand.

use crate::Survivors;
use crate::knowledge::view::{FigureView, View};
use stage::{Block, Fact, Panel, Row};

impl Survivors {
    /// The sheets beside the table: the sides, doors and structures, the fight at hand.
    pub(super) fn panels(&self, view: &View) -> Vec<Panel> {
        let fact = |label: &str, value: String| Fact::new(label, value);
        let mut panels = Vec::new();
        for (letter, side) in &view.sides {
            let bid = side.bid.map(|points| points.map_or("?".to_string(), |p| p.to_string()));
            let mut facts = vec![
                fact("initiative points", side.pool.to_string()),
                fact("bid (move/fire/fight/other)", bid.join("/")),
                fact(
                    "initiative in",
                    side.initiative.iter().map(|phase| phase.name()).collect::<Vec<_>>().join(", "),
                ),
                fact("victory points", side.points.to_string()),
            ];
            for heading in &side.headings {
                facts.push(fact(&heading.heading, heading.points.to_string()));
            }
            if side.held_back > 0 {
                facts.push(fact("still to enter", side.held_back.to_string()));
            }
            let rows = view
                .figures
                .iter()
                .filter(|(_, figure)| figure.side.as_deref() == Some(letter))
                .map(|(id, figure)| Row {
                    lit: view.active.as_deref() == Some(id),
                    cells: self.line_of_figure(id, figure),
                });
            let head = ["", "name", "S", "INT", "skills", "kit", "state", "actions"];
            panels.push(Panel {
                id: format!("side-{letter}"),
                title: format!("{letter}: {}", side.name),
                seat: Some(side.seat - 1),
                open: view.acting.as_deref() == Some(letter)
                    || view.viewer == self.scenario.side(letter),
                blocks: vec![
                    Block::Facts(facts),
                    Block::Table { head: head.map(String::from).to_vec(), rows: rows.collect() },
                ],
            });
        }
        let doors: Vec<Fact> = view
            .doors
            .iter()
            .map(|(id, state)| fact(id, state.word().to_string()))
            .chain(
                view.structures.iter().map(|(id, left)| fact(id, format!("{left} Strength left"))),
            )
            .collect();
        if !doors.is_empty() {
            panels.push(Panel {
                id: "doors".into(),
                title: "Doors and structures".into(),
                seat: None,
                open: false,
                blocks: vec![Block::Facts(doors)],
            });
        }
        if let Some(fight) = &view.fight {
            panels.push(Panel {
                id: "fight".into(),
                title: "Hand-to-hand".into(),
                seat: None,
                open: true,
                blocks: vec![Block::Facts(vec![
                    fact("in it", fight.members.join(", ")),
                    fact("totals", format!("{} to {}", fight.totals[0], fight.totals[1])),
                    fact("still to lose", format!("{} and {}", fight.losses[0], fight.losses[1])),
                ])],
            });
        }
        panels
    }

    /// A figure as a row of its side's sheet.
    fn line_of_figure(&self, id: &str, figure: &FigureView) -> Vec<String> {
        let number = |value: Option<u8>| value.map_or("?".to_string(), |value| value.to_string());
        let kit: Vec<String> =
            figure
                .kit
                .iter()
                .map(|item| {
                    if Some(*item) == figure.hand { format!("[{item}]") } else { item.to_string() }
                })
                .collect();
        vec![
            id.to_string(),
            figure.name.clone(),
            format!("{}/{}", number(figure.strength), number(figure.full)),
            number(figure.intelligence),
            figure.skills.join(" ").to_lowercase(),
            kit.join(", "),
            match (figure.standing.as_str(), &figure.last_seen) {
                ("playing", _) if !figure.alert => "asleep".into(),
                ("unseen", Some(last)) => format!("seen turn {}", last.turn),
                (standing, _) => standing.to_string(),
            },
            match figure.standing.as_str() {
                "playing" => format!("{} left, moved {}\"", figure.actions_left, figure.moved),
                _ => String::new(),
            },
        ]
    }
}
