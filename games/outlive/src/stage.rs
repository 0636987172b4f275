//! Placeholder
use crate::*;
use ::stage::{Ground, Scene};
pub(crate) fn ground(_: usize, _: &Components, _: &Options) -> Ground {
    Ground {
        title: "Outlive".into(),
        description: "x".into(),
        fields: vec![],
    }
}
impl Outlive {
    pub(crate) fn staged(&self, view: &View, choices: &[Action]) -> Scene {
        Scene {
            ground: self.ground.clone(),
            headline: String::new(),
            pieces: vec![],
            marks: vec![],
            traces: vec![],
            panels: vec![],
            prompt: (!choices.is_empty()).then(|| ::stage::Prompt {
                seat: view.seat.unwrap_or(1) as u16 - 1,
                question: "?".into(),
                hint: String::new(),
                choices: choices
                    .iter()
                    .map(|a| ::stage::Choice {
                        notation: self.write(a),
                        label: self.write(a),
                        description: String::new(),
                        target: None,
                        tag: String::new(),
                        final_: false,
                    })
                    .collect(),
            }),
            focus: None,
        }
    }
}
