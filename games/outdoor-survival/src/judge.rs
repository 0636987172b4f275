//! The judge: whether an action is allowed now, and if not, which rule says no. Written from the
//! rules, not from the generator.

use crate::charts::Start;
use crate::encounters::Encounters;
use crate::setting_up::SetUp;
use crate::wilderness::Way;
use crate::{Action, Edge, Fate, NO_HEADING, NONE, Outfit, Phase, Position};
use table::{Refusal, Seat};
use terrain::{Side, Top};

type Ruling = Result<(), Refusal>;

fn no<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

fn name(side: Side) -> &'static str {
    side.name(Top::Flat)
}

impl Outfit {
    /// Whether the seat may take the action now.
    pub(crate) fn judge(&self, p: &Position, seat: Seat, action: Action) -> Ruling {
        if p.phase == Phase::Over {
            return no("OS-SEQ-03", "The game is over.");
        }
        if p.actor().seat as u16 != seat.0 {
            let mut own = (0..self.cast.len()).filter(|i| p.persons[*i].seat as u16 == seat.0);
            if own.all(|i| p.persons[i].fate != Fate::Active) {
                return no("OS-SEQ-10", "Your person is out of the game.");
            }
            return no("OS-SEQ-02", "Not your turn.");
        }
        match (p.phase, action) {
            (_, Action::Resign) => Ok(()),
            (Phase::SetUp(number), action) => self.judge_set_up(p, number, action),
            (Phase::Pick, Action::Person(person)) => self.judge_person(p, seat, person),
            (Phase::Pick, _) => no("OS-ORD-07", "First say which of your persons acts."),
            (Phase::Column, Action::Column(_)) => Ok(()),
            (Phase::Column, _) => no("OS-ENC-04", "First name a column of the encounter chart."),
            (_, Action::Column(_)) => no(
                match self.switches.encounters {
                    Encounters::Rolled => "OS-ENC-05",
                    _ => "OS-ENC-03",
                },
                "Nothing to choose: there is no encounter to name a column for.",
            ),
            (_, Action::Base(_) | Action::Outpost(_)) => {
                no("OS-SET-08", "The table is set: nothing can be placed now.")
            }
            (_, Action::Border(_)) => no("OS-VAR-02", "There is no edge to name now."),
            (_, Action::Person(_)) => no(
                "OS-ORD-07",
                "Your persons act in the order of their numbers.",
            ),
            (Phase::Decide, action) => self.judge_decision(p, action),
            (Phase::Aim, Action::Shoot | Action::Stop) => Ok(()),
            (Phase::Aim, _) => no("OS-BEAST-14", "Your move is over: shoot or stop."),
            (_, action) => self.judge_move(p, action),
        }
    }

    fn judge_set_up(&self, p: &Position, number: u8, action: Action) -> Ruling {
        let Some((_, step, person)) = self.setup_step(p, number) else {
            return no("OS-SET-01", "Nothing is left to set up.");
        };
        match (step, action) {
            (SetUp::Base, Action::Base(base)) => {
                let offered = match &self.role(person).begin {
                    crate::scenario::Begin::Choose { bases, .. } => bases.contains(&base),
                    _ => false,
                };
                if !offered {
                    return no(
                        "OS-SRCH-04",
                        format!("Base {base} is not among those to choose from."),
                    );
                }
                if !self.base_free(p, person, base) {
                    return no("OS-SRCH-04", format!("Base {base} is taken."));
                }
                Ok(())
            }
            (SetUp::Outpost, Action::Outpost(cell)) => {
                if !self.board.map.grid.has(terrain::Cell(cell as u32)) {
                    return no("OS-OUTP-02", "That hex is not on the map.");
                }
                if p.outposts().iter().any(|outpost| outpost.at == cell) {
                    return no("OS-OUTP-06", "An outpost stands there already.");
                }
                self.outpost_region(person, cell).or_else(|reason| {
                    let rule = if reason.contains("at least") {
                        "OS-SRCH-05"
                    } else {
                        "OS-PURA-04"
                    };
                    no(rule, format!("{}.", capital(&reason)))
                })
            }
            (SetUp::Border, Action::Border(edge)) => {
                if self.role(person).exits_secret & edge.bit() == 0 {
                    return no(
                        "OS-VAR-02",
                        format!("The {} edge cannot be named.", edge.word()),
                    );
                }
                Ok(())
            }
            (SetUp::Base, _) => no("OS-SRCH-04", "First choose your base."),
            (SetUp::Outpost, _) => no("OS-SET-08", "First place your outpost."),
            (SetUp::Border, _) => no("OS-VAR-02", "First name your edge."),
        }
    }

    fn judge_person(&self, p: &Position, seat: Seat, person: u8) -> Ruling {
        if person as usize >= self.cast.len() {
            return no("OS-ORD-07", "There is no such person.");
        }
        let who = &p.persons[person as usize];
        if who.seat as u16 != seat.0 {
            return no("OS-ORD-07", "Not your piece.");
        }
        if who.fate != Fate::Active {
            return no("OS-SEQ-10", "This person is out of the game.");
        }
        if p.acted & (1 << person) != 0 {
            return no("OS-GEN-01", "This person has had his turn today.");
        }
        if self.held_back(p, person) {
            return no(
                "OS-ORD-08",
                "This person is still held back by the head start.",
            );
        }
        Ok(())
    }

    /// T2: stay, roll or shoot.
    fn judge_decision(&self, p: &Position, action: Action) -> Ruling {
        match action {
            Action::Stay | Action::Roll => Ok(()),
            Action::Shoot => self.judge_shot(p),
            Action::Step(_) => no("OS-DIR-01", "Roll for direction first."),
            _ => no("OS-MOVE-10", "Stay or roll."),
        }
    }

    fn judge_shot(&self, p: &Position) -> Ruling {
        let mut roles = self
            .scenario
            .contacts
            .iter()
            .filter(|contact| contact.shooting);
        if !roles.any(|contact| contact.a == self.cast[p.acting as usize]) {
            return no("OS-BEAST-09", "You have nothing to shoot with.");
        }
        if p.journey.shot {
            return no("OS-BEAST-14", "Only one shot a day.");
        }
        if self.target(p).is_none() {
            return no("OS-BEAST-10", self.no_shot(p));
        }
        Ok(())
    }

    /// T4: step, stop or shoot.
    fn judge_move(&self, p: &Position, action: Action) -> Ruling {
        match action {
            Action::Step(side) => self.judge_step(p, side),
            Action::Stop => self.judge_stop(p),
            Action::Stay if p.journey.steps == 0 && p.journey.may_stay => {
                no("OS-MOVE-12", "Say stop: the roll lets you stay.")
            }
            Action::Stay if self.role(p.acting).must_roll => no(
                "OS-BEAST-06",
                format!("{} moves every day.", self.person_name(p.acting)),
            ),
            Action::Stay => no("OS-MOVE-11", "Resting must be chosen before the roll."),
            Action::Roll => no("OS-DIR-01", "You have rolled for today."),
            Action::Shoot if self.switches.shoot_at_end => no(
                "OS-BEAST-13",
                "Shots are fired before the move or at its end.",
            ),
            Action::Shoot => self.judge_shot(p),
            _ => no("OS-MOVE-06", "Step or stop."),
        }
    }

    fn judge_step(&self, p: &Position, side: Side) -> Ruling {
        if side.0 > 5 {
            return no("OS-MOVE-01", "A hex has six sides.");
        }
        let journey = &p.journey;
        let way = self.way(p, side.0 as usize);
        let cost = way.cost(p.actor().rate);
        if journey.heading == NO_HEADING {
            if journey.start == Start::Random && side.0 != journey.way && !way.follows {
                let sent = name(Side(journey.way));
                return match journey.turns {
                    0 => no("OS-DIR-03", format!("The die sends you {sent}.")),
                    _ => no(
                        "OS-TURN-03",
                        format!(
                            "The die sends you {sent}; turning is possible only after the first hex."
                        ),
                    ),
                };
            }
        } else {
            self.judge_heading(p, side, &way)?;
        }
        if !way.on_board() {
            self.judge_edge(p, &way)?;
        } else if self.switches.no_revisit && journey.hexes().contains(&way.to) {
            return no("OS-MOVE-17", "No hex twice in one turn.");
        }
        if cost > journey.points {
            return no(
                "OS-MOVE-05",
                format!("That hex costs {cost}, you have {} points.", journey.points),
            );
        }
        Ok(())
    }

    /// Straight ahead, along the trail, or with a turn; never back.
    fn judge_heading(&self, p: &Position, side: Side, way: &Way) -> Ruling {
        let journey = &p.journey;
        let heading = Side(journey.heading);
        let turn = (side.0 + 6 - heading.0) % 6;
        if turn == 3 {
            return no("OS-TURN-07", "No about-turns within a day.");
        }
        if way.follows {
            return Ok(());
        }
        if turn == 0 {
            return match (self.bound_to_trail(p), journey.turns) {
                (true, 0) => no(
                    "OS-TRAIL-10",
                    "The trail may be left straight ahead only at its end.",
                ),
                _ => Ok(()),
            };
        }
        if journey.turns == 0 {
            let on_trail = self.uses_trails(p.acting) && self.board.hex(p.actor().at).trail;
            return match on_trail {
                true => no(
                    "OS-TRAIL-11",
                    "Off the trail you may go straight ahead only: no turn left this day.",
                ),
                false => no("OS-TURN-06", "No turn left this day."),
            };
        }
        if self.switches.sixty_degrees && turn != 1 && turn != 5 {
            return no("OS-TURN-08", "Only 60-degree turns are in use.");
        }
        Ok(())
    }

    /// Under `trail_leave = "end"`: came along the trail, which goes on, but not straight ahead.
    fn bound_to_trail(&self, p: &Position) -> bool {
        let sides = (0..6).filter(|side| self.way(p, *side).follows).count();
        self.switches.leave_at_end_only
            && p.journey.along
            && sides > 1
            && !self.way(p, p.journey.heading as usize).follows
    }

    fn judge_edge(&self, p: &Position, way: &Way) -> Ruling {
        let role = self.role(p.acting);
        if role.exits == 0 {
            return no("OS-EDGE-04", "You may not leave the board.");
        }
        if role.needs_charge && self.charges(p, p.acting).next().is_none() {
            return no(
                "OS-RESC-18",
                "You may not leave the board without somebody to bring out.",
            );
        }
        if role.exits_secret != 0 {
            return match way.edges & p.border {
                0 => {
                    let own = Edge::of(p.border).next().map_or("other", Edge::word);
                    no("OS-VAR-02", format!("Your border is the {own} edge."))
                }
                _ => Ok(()),
            };
        }
        let may = if self.switches.wrong_edge_out {
            15
        } else {
            role.exits
        };
        if way.edges & may == 0 {
            return no("OS-EDGE-04", "That edge is closed in this scenario.");
        }
        Ok(())
    }

    fn judge_stop(&self, p: &Position) -> Ruling {
        let journey = &p.journey;
        let cost = |side: u8| self.way(p, side as usize).cost(p.actor().rate);
        let can_enter = |side: u8| {
            let way = self.way(p, side as usize);
            way.on_board()
                && cost(side) <= journey.points
                && !(self.switches.no_revisit && journey.hexes().contains(&way.to))
        };
        if journey.heading == NO_HEADING {
            if journey.may_stay {
                return Ok(());
            }
            return match journey.start {
                Start::Choice => match (0..6).find(|side| can_enter(*side)) {
                    None => Ok(()),
                    Some(_) => no(
                        "OS-MOVE-15",
                        "You must set out: some neighbouring hex can be entered, and resting is chosen before the roll.",
                    ),
                },
                Start::Random if !can_enter(journey.way) => Ok(()),
                Start::Random if self.runs_off(p, journey.way as usize) => Ok(()),
                Start::Random => no(
                    "OS-MOVE-06",
                    format!(
                        "You must go on: the hex ahead costs {}, you have {}.",
                        cost(journey.way),
                        journey.points
                    ),
                ),
            };
        }
        if can_enter(journey.heading) && !self.bound_to_trail(p) {
            return no(
                "OS-MOVE-06",
                format!(
                    "You must go on: the hex ahead costs {}, you have {}.",
                    cost(journey.heading),
                    journey.points
                ),
            );
        }
        if self.switches.trail_forced && journey.along {
            let back = (journey.heading + 3) % 6;
            let trail_goes_on = |side: u8| {
                let way = self.way(p, side as usize);
                side != back && way.follows && can_enter(side) && self.board.hex(way.to).trail
            };
            if (0..6).any(trail_goes_on) {
                return no("OS-MOVE-08", "You must go on along the trail.");
            }
        }
        Ok(())
    }

    /// Whether the head start still holds this person back (OS-ORD-08).
    pub(crate) fn held_back(&self, p: &Position, person: u8) -> bool {
        self.scenario
            .head_start
            .is_some_and(|(role, days)| self.cast[person as usize] != role && p.day <= days)
    }

    /// Whether this person still has a turn today.
    pub(crate) fn takes_turn(&self, p: &Position, person: u8) -> bool {
        p.persons[person as usize].fate == Fate::Active
            && p.acted & (1 << person) == 0
            && !self.held_back(p, person)
    }

    /// The seat that must decide now.
    pub(crate) fn decider(&self, p: &Position) -> Option<Seat> {
        match (p.phase, p.actor().seat) {
            (Phase::Over, _) | (_, NONE) => None,
            (_, seat) => Some(Seat(seat as u16)),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
