//! What a side must do to win, and what has become of one that plays no more.

use crate::Survivors;
use crate::edition::components::Class;
use crate::knowledge::view::View;
use crate::rules::ending::MARGIN;

impl Survivors {
    /// What brings the viewer's side points, and how many it needs. SV-END-01, SV-END-06
    pub(super) fn aim_told(&self, view: &View) -> String {
        let side = view.viewer;
        let scores = self.scenario.scores.iter();
        let scores = scores.filter(|score| side.is_none_or(|side| score.is_for(side)));
        let mut worth: Vec<String> = scores
            .take(2)
            .map(|score| format!("{} for {}", score.points, self.worth_told(score.worth)))
            .collect();
        // SV-END-02, SV-END-03
        let [hero, main, other] = [Class::Hero, Class::Main, Class::Ordinary].map(Class::value);
        worth.push(format!(
            "{other} for each enemy put out of play ({main} for a Main Character, {hero} for a Hero), 1 more if taken prisoner"
        ));
        let turn = view.turns;
        let ahead = match self.options.mirror_match && self.side_count() == 2 {
            true => format!("Have the most points in both games together, each to turn {turn}"),
            false => format!("Be {MARGIN} points or more ahead after turn {turn}"),
        };
        format!("{ahead}: {}.", worth.join("; "))
    }

    /// What has become of the viewer's side, once it has nobody in play.
    pub(super) fn standing_told(&self, view: &View) -> Option<String> {
        let side = view.sides.get(&self.scenario.sides[view.viewer?.index()].id)?;
        if matches!(view.step.as_str(), "deploy" | "over") {
            return None;
        }
        match (side.conceded, side.in_play + side.held_back) {
            (true, _) => Some("You are out: you have given up.".into()),
            (false, 0) => Some(format!(
                "You are out: none of yours is in play. You have {} points so far.",
                side.points
            )),
            _ => None,
        }
    }
}
