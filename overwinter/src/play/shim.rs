use table::{AnyMatch, Seat, Step, Viewer};
pub trait Shim {
    fn recorded(&self, number: usize) -> Option<Step>;
    fn hides(&self, a: Seat, b: Seat) -> bool;
}
impl Shim for dyn AnyMatch + '_ {
    fn recorded(&self, number: usize) -> Option<Step> {
        self.record(true).steps.into_iter().nth(number)
    }
    fn hides(&self, a: Seat, b: Seat) -> bool {
        self.view(Viewer::Seat(a)) != self.view(Viewer::Seat(b))
    }
}
pub trait LineShim {
    fn line(&self, number: usize) -> String;
}
impl LineShim for Step {
    fn line(&self, number: usize) -> String {
        let seat = self.seat.map_or_else(|| "-".to_string(), |seat| seat.to_string());
        let dice = self.dice.iter().map(|face| format!("{} {}", face.purpose, face.face));
        let dice = dice.collect::<Vec<_>>().join(", ");
        let action = self.action.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
        format!("{number} | {seat} | {dice} | {} | {}", self.digest, action)
    }
}
