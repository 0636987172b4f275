//! The sheets of the sides, of doors and structures, and of the fight at hand.

use crate::Survivors;
use crate::knowledge::view::{FightView, FigureView, SideView, View};
use stage::{Block, Fact, Panel, Row};

impl Survivors {
    /// The sheets beside the table: the sides, doors and structures, the fight at hand.
    pub(super) fn panels(&self, view: &View) -> Vec<Panel> {
        let sides = view.sides.iter().map(|(letter, side)| self.side_panel(view, letter, side));
        sides.chain(doors_panel(view)).chain(view.fight.as_ref().map(fight_panel)).collect()
    }

    fn side_panel(&self, view: &View, letter: &str, side: &SideView) -> Panel {
        let bid = side.bid.map(|points| points.map_or("?".to_string(), |p| p.to_string()));
        let initiative: Vec<&str> = side.initiative.iter().map(|phase| phase.name()).collect();
        let mut facts = vec![
            Fact::new("initiative points", side.pool.to_string()),
            Fact::new("bid (move/fire/fight/other)", bid.join("/")),
            Fact::new("initiative in", initiative.join(", ")),
            Fact::new("victory points", side.points.to_string()),
        ];
        for heading in &side.headings {
            facts.push(Fact::new(&heading.heading, heading.points.to_string()));
        }
        if side.held_back > 0 {
            facts.push(Fact::new("still to enter", side.held_back.to_string()));
        }
        let own = view.figures.iter().filter(|(_, it)| it.side.as_deref() == Some(letter));
        let rows = own.map(|(id, figure)| Row {
            lit: view.active.as_ref() == Some(id),
            cells: self.line_of_figure(id, figure),
        });
        let head = ["", "name", "S", "INT", "skills", "kit", "state", "actions"];
        Panel {
            id: format!("side-{letter}"),
            title: format!("{letter}: {}", side.name),
            seat: Some(side.seat - 1),
            open: view.acting.as_deref() == Some(letter)
                || view.viewer == self.scenario.side(letter),
            blocks: vec![
                Block::Facts(facts),
                Block::Table { head: head.map(String::from).to_vec(), rows: rows.collect() },
            ],
        }
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
            figure.skills.join(" "), // SV-CHR-13
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

/// Doors and what is left of structures, if there are any.
fn doors_panel(view: &View) -> Option<Panel> {
    let doors = view.doors.iter().map(|(id, state)| Fact::new(id, state.word().to_string()));
    let left = view.structures.iter();
    let left = left.map(|(id, left)| Fact::new(id, format!("{left} Strength left")));
    let facts: Vec<Fact> = doors.chain(left).collect();
    (!facts.is_empty()).then(|| Panel {
        id: "doors".into(),
        title: "Doors and structures".into(),
        seat: None,
        open: false,
        blocks: vec![Block::Facts(facts)],
    })
}

fn fight_panel(fight: &FightView) -> Panel {
    let ([own, other], [first, second]) = (fight.totals, fight.losses);
    Panel {
        id: "fight".into(),
        title: "Hand-to-hand".into(),
        seat: None,
        open: true,
        blocks: vec![Block::Facts(vec![
            Fact::new("in it", fight.members.join(", ")),
            Fact::new("totals", format!("{own} to {other}")),
            Fact::new("still to lose", format!("{first} and {second}")),
        ])],
    }
}
