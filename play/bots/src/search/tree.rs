//! The tree below the root: what each seat decided after what it had seen, and how that went.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use table::{Dice, Fit, Integer, Seat};

/// Weight of the unknown against the known.
const CURIOSITY: f64 = 0.35;

/// Keys are well mixed already.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = mix(self.0 ^ u64::from(*byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// One number that stands for all that went into it.
pub(super) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// An action that was tried.
struct Arm<A> {
    action: A,
    visits: u32,
    /// Times it could have been taken: not every action is there in every imagined position.
    offered: u32,
    total: i64,
}

/// A decision of one seat after what it had seen.
struct Node<A> {
    arms: Vec<Arm<A>>,
    visits: u32,
}

/// A decision on the way of one playout.
#[derive(Clone, Copy)]
struct Taken {
    node: u32,
    arm: u32,
    seat: Seat,
}

/// What a node advises.
pub(super) enum Advice {
    /// A decision that was met before: take the action of this index.
    Take(usize),
    /// It is new: go on by habit.
    New,
}

/// The tree.
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    places: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
    way: Vec<Taken>,
    known: Vec<bool>,
}

impl<A: Clone + PartialEq> Tree<A> {
    pub fn new() -> Tree<A> {
        Tree { nodes: Vec::new(), places: HashMap::default(), way: Vec::new(), known: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.places.clear();
        self.way.clear();
    }

    /// What to do at the decision of this key. `habit` is called when the list is widened for the
    /// first time.
    pub fn advise(
        &mut self,
        key: u64,
        seat: Seat,
        legal: &[A],
        dice: &mut Dice,
        habit: impl FnOnce(&mut Dice) -> usize,
    ) -> Advice {
        let Some(place) = self.places.get(&key).copied() else {
            self.places.insert(key, self.nodes.len().fit());
            self.nodes.push(Node { arms: Vec::new(), visits: 0 });
            return Advice::New;
        };
        let node = &mut self.nodes[place as usize];
        node.visits += 1;
        self.known.clear();
        self.known.resize(legal.len(), false);
        let mut best: Option<(f64, usize, usize)> = None;
        let mut present = 0;
        for (number, arm) in node.arms.iter_mut().enumerate() {
            let Some(index) = legal.iter().position(|action| *action == arm.action) else {
                continue;
            };
            present += 1;
            self.known[index] = true;
            arm.offered += 1;
            let mean = arm.total as f64 / f64::from(arm.visits.max(1)) / f64::from(super::SURE);
            let doubt = (f64::from(arm.offered).ln() / f64::from(arm.visits.max(1))).sqrt();
            let hope = mean + CURIOSITY * doubt;
            if best.is_none_or(|(most, ..)| hope > most) {
                best = Some((hope, number, index));
            }
        }
        let room = 1 + usize::truncated(f64::from(node.visits).sqrt());
        let chosen = match best {
            Some((_, arm, index)) if present >= room.min(legal.len()) => (arm, index),
            _ => {
                let index = match present {
                    0 => habit(dice).min(legal.len() - 1),
                    _ => {
                        let unknown = legal.len() - present;
                        let nth = dice.roll("widening", unknown.max(1).fit()) as usize - 1;
                        let mut others = (0..legal.len()).filter(|index| !self.known[*index]);
                        others.nth(nth).unwrap_or(0)
                    }
                };
                let action = legal[index].clone();
                node.arms.push(Arm { action, visits: 0, offered: 1, total: 0 });
                (node.arms.len() - 1, index)
            }
        };
        self.way.push(Taken { node: place, arm: chosen.0.fit(), seat });
        Advice::Take(chosen.1)
    }

    /// What others see of the last decision.
    pub fn trace(&self) -> u64 {
        self.way.last().map_or(0, |taken| mix(u64::from(taken.node) << 32 | u64::from(taken.arm)))
    }

    /// Ends a playout: every decision on its way learns what it was worth to the seat that took it.
    pub fn learn(&mut self, mut worth: impl FnMut(Seat) -> i32) {
        for taken in self.way.drain(..) {
            let arm = &mut self.nodes[taken.node as usize].arms[taken.arm as usize];
            arm.visits += 1;
            arm.total += i64::from(worth(taken.seat));
        }
    }
}
