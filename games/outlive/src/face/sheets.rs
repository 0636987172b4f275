//! The sheets beside the board: the convoy board, one per Shelter, the draft, the Horde, the score.

use crate::edition::roster::{Equipment, HordeCard, Location, RoomKind, Token, Tokens, in_words};
use crate::face::prompt::missing;
use crate::face::scene::{COLOURS, event_symbol, gear_symbol, token_symbol};
use crate::face::shelter::good_for;
use crate::knowledge::view::{DraftView, HordeView, ShelterView, View};
use crate::position::Step;
use crate::speech::story::{listed, signed};
use crate::{Action, GoView, Phase, Score, Side, Teller, Waiver};
use stage::{Block, Card, Fact, Ink, Panel, Row, Symbol, Track, TrackBox};
use table::wording::counted;

/// What is left to the hero who acts, on the sheet of its Shelter.
pub(super) const ACTION_POINTS: &str = "Action points";

/// The sheet of a Shelter.
pub(super) fn shelter_id(seat: Side) -> String {
    format!("shelter-{}", seat.number())
}

fn fact(label: impl Into<String>, value: impl ToString, symbol: Option<Symbol>) -> Fact {
    Fact { label: label.into(), value: value.to_string(), ink: None, symbol }
}

impl Teller<'_> {
    pub(crate) fn panels(&self, view: &View) -> Vec<Panel> {
        let mut panels = Vec::new();
        if view.phase == Phase::Over {
            panels.push(self.score_panel(view));
        }
        let own = view.seat.and_then(Side::numbered);
        if let Some(seat) = own
            && let Some(draft) =
                view.shelters.get(seat.index()).and_then(|shelter| shelter.draft.as_ref())
        {
            panels.push(self.draft_panel(seat, draft));
        }
        // The viewer's own sheet comes first.
        let mut order: Vec<_> = self.seats().zip(&view.shelters).collect();
        order.sort_by_key(|(seat, _)| Some(*seat) != own);
        for (seat, shelter) in order {
            panels.push(self.shelter_panel(view, seat, shelter));
        }
        panels.insert(panels.len().min(1), self.convoy_panel(view));
        if let Some(horde) = &view.horde {
            panels.push(self.horde_panel(horde));
        }
        if view.phase != Phase::Over && view.turn > 0 {
            panels.push(self.places_panel(view));
            panels.push(self.score_panel(view));
        }
        panels.push(self.time_panel(view));
        panels
    }

    /// The days until the convoy, and at Night its steps. OL-NIGHT-01
    fn time_panel(&self, view: &View) -> Panel {
        let last = self.ambient().len();
        let day = |day: usize| TrackBox::new(format!("Day {day}"), day == usize::from(view.turn));
        let mut tracks = vec![("Days", (1..=last).map(day).collect())];
        let own = view.seat.and_then(Side::numbered);
        let own = own.and_then(|seat| view.shelters.get(seat.index())?.step);
        let now = match (view.phase, own) {
            (Phase::Overcome, _) => Some(1),
            (Phase::Night, Some(step)) => Some(step.number()),
            (Phase::Night, None) => Some(0),
            _ => None,
        };
        if let Some(now) = now {
            let steps = ["Events", "Feed", "Radiation", "Recruit", "Rooms", "Repair", "Upkeep"];
            let step = |(number, name)| TrackBox::new(name, number == now);
            tracks.push(("Night", (1..).zip(steps).map(step).collect()));
        }
        Panel::time("Days until the convoy", tracks)
    }

    /// The Locations as a table, for narrow screens and for those who read the board.
    fn places_panel(&self, view: &View) -> Panel {
        let rows = Location::ALL.into_iter().filter_map(|place| {
            let shown = view.board.get(place.word())?;
            let mut lies = Vec::new();
            if let (Some(token), Some(count)) = (place.gives(), shown.tokens) {
                lies.push(token.counted(count));
            }
            if shown.algae == Some(true) {
                lies.push("Algae".into());
            }
            if let Some(game) = &shown.game {
                lies.push(match game.endurance {
                    Some(endurance) => format!("game {endurance} ({} left)", game.left),
                    None => "no game".into(),
                });
            }
            for tile in shown.display.iter().flatten().flatten() {
                lies.push(self.parts().equipment[tile.index()].name.clone());
            }
            if let Some(search) = &shown.search {
                lies.push(counted(search.left, "search tile", "search tiles"));
            }
            for slot in shown.slots.iter().flatten() {
                let state = if slot.side.is_some() { "taken" } else { "open" };
                let canned = slot.canned;
                let waits = if slot.survivor { " and a survivor" } else { "" };
                lies.push(format!("slot {} {state}: {canned} Canned Goods{waits}", slot.strength));
            }
            let cells = vec![place.title().to_string(), lies.join(", ")];
            let here = view.go.as_ref().and_then(|go| go.at) == Some(place);
            Some(Row { cells, lit: here })
        });
        Panel {
            id: "places".into(),
            title: "Locations".into(),
            seat: None,
            open: false,
            blocks: vec![Block::Table {
                head: ["Location", "What lies there"].map(String::from).to_vec(),
                rows: rows.collect(),
            }],
        }
    }

    fn convoy_panel(&self, view: &View) -> Panel {
        let mut cards = Vec::new();
        for event in &view.events {
            let Some(card) = event.card.filter(|_| event.by.is_none()) else { continue };
            let data = &self.parts().events[card.index()];
            let coming = event.state == "forecast";
            cards.push(Card {
                id: format!("card-{}", card.word()),
                title: data.name.clone(),
                text: format!(
                    "{} {}: {}",
                    self.event_text(card),
                    if coming { "Comes tomorrow. To overcome it then" } else { "To overcome it" },
                    self.overcoming_text(card, Waiver::None)
                ),
                symbol: Some(event_symbol(card)),
                ink: Ink::Bad,
                faint: coming,
            });
        }
        let turn = usize::from(view.turn).clamp(1, self.ambient().len());
        let boxes = self.ambient().iter().enumerate().map(|(index, level)| TrackBox {
            label: level.to_string(),
            after: String::new(),
            here: view.turn > 0 && index + 1 == turn,
            ink: None,
        });
        let mut blocks = vec![Block::Track(Track {
            label: "Radioactivity by turn".into(),
            symbol: Some(Symbol::Radiation),
            boxes: boxes.collect(),
            note: format!("First player: {}", self.numbered_name(view.first)),
            short: String::new(),
        })];
        if cards.is_empty() {
            blocks.push(Block::Text("No event is in play.".into()));
        } else {
            blocks.push(Block::Cards(cards));
        }
        Panel {
            id: "convoy".into(),
            title: "Convoy board".into(),
            seat: None,
            open: matches!(view.phase, Phase::Overcome | Phase::Losses),
            blocks,
        }
    }

    /// What this Night asks of a Shelter, and what the next will once this one has had it.
    fn wanted(&self, view: &View, shelter: &ShelterView) -> Vec<Fact> {
        let last = view.turn >= self.turns();
        let fed = shelter.step.is_some_and(Step::has_fed);
        let come = shelter.step.is_some_and(Step::radiation_has_come);
        let when = |past: bool| if past { "next Night" } else { "tonight" };
        let mut facts = Vec::new();
        if !(fed && last) {
            let (supplies, water) = missing(shelter, &Tokens::default());
            let wants = [
                (shelter.upkeep, supplies, "Supplies", Symbol::Food),
                (shelter.rows, water, "Water", Symbol::Water),
            ];
            for (wanted, missing, what, symbol) in wants {
                let label = format!("{what} {}", when(fed));
                let value = match fed || wanted == 0 {
                    true => format!("{wanted} wanted"),
                    false => format!("{} of {wanted}", wanted - missing),
                };
                let short = !fed && missing > 0;
                let ink = short.then_some(Ink::Bad);
                facts.push(Fact { ink, ..fact(label, value, Some(symbol)) });
            }
        }
        if !fed {
            let (supplies, water) = missing(shelter, &Tokens::default());
            let supplies = (supplies > 0).then(|| counted(supplies, "Supply", "Supplies"));
            let water = (water > 0).then(|| Token::Water.counted(water));
            let told: Vec<String> = supplies.into_iter().chain(water).collect();
            let mut missing = fact("Missing tonight", listed(&told), None);
            missing.ink = (shelter.missing > 0).then_some(Ink::Bad);
            facts.push(missing);
        }
        if !(come && last) {
            let label = format!("Radiation {}", when(come));
            let mut radiation = fact(label, shelter.radiation, Some(Symbol::Radiation));
            radiation.ink = (shelter.radiation > 0).then_some(Ink::Warm);
            facts.push(radiation);
        }
        if shelter.virtual_water > 0 {
            facts.push(fact("Cistern Water", shelter.virtual_water, Some(Symbol::Water)));
        }
        facts
    }

    fn shelter_panel(&self, view: &View, seat: Side, shelter: &ShelterView) -> Panel {
        let count = |token: Token| shelter.tokens.get(token.word()).copied().unwrap_or(0);
        let stores = Token::ALL
            .into_iter()
            .map(|token| fact(token.title(), count(token), Some(token_symbol(token))));
        let stores = Block::Facts(stores.collect());
        let mut blocks = Vec::new();
        let acts = |go: &&GoView| go.side == seat.number() && go.at.is_some();
        if let Some(go) = view.go.as_ref().filter(acts).filter(|_| view.phase == Phase::Actions) {
            blocks.push(Block::Facts(vec![fact(ACTION_POINTS, go.points, None)]));
        }
        // What is wanted comes before what there is: where a line is cut, it is the last that is lost.
        if view.phase != Phase::Over && view.turn > 0 {
            blocks.push(Block::Facts(self.wanted(view, shelter)));
        }
        blocks.push(stores);
        blocks.push(Block::Track(self.gauge_track(shelter)));
        blocks.push(Block::Cards(self.room_cards(seat, shelter)));
        blocks.extend(self.orders_card(view, seat, shelter).map(|card| Block::Cards(vec![card])));
        let gear = self.gear_cards(seat, shelter);
        if !gear.is_empty() {
            blocks.push(Block::Cards(gear));
        }
        blocks.push(Block::Facts(self.gathered(shelter)));
        let leader = match shelter.leader {
            Some(leader) => format!(", {}", self.parts().leaders[leader.index()].name),
            None => String::new(),
        };
        Panel {
            id: shelter_id(seat),
            title: format!("{} ({}){leader}", self.side_name(seat), COLOURS[seat.index()]),
            seat: Some(seat.seat().0),
            open: view.deciding.contains(&seat.number()),
            blocks,
        }
    }

    fn gauge_track(&self, shelter: &ShelterView) -> Track {
        let boxes = self.parts().gauge.iter().map(|cell| TrackBox {
            label: signed(*cell),
            after: String::new(),
            here: *cell == shelter.gauge,
            ink: (*cell < 0).then_some(Ink::Warm),
        });
        let gauge = &self.parts().gauge;
        let last = gauge.len().saturating_sub(1);
        let here = gauge.iter().position(|cell| *cell == shelter.gauge).unwrap_or_default();
        let worth = counted(shelter.gauge, "point", "points");
        Track {
            label: "Radiation".into(),
            symbol: Some(Symbol::Radiation),
            boxes: boxes.collect(),
            note: format!(
                "Worth {worth} at the end. Radiation takes steps of it; each step beyond the last costs a survivor."
            ),
            short: match last.saturating_sub(here) {
                0 => "at its end: each more costs a survivor".into(),
                left => format!("{left} of {last} steps left"),
            },
        }
    }

    /// The standing orders of the viewer, which nobody else sees. OL-REAC-04
    fn orders_card(&self, view: &View, seat: Side, shelter: &ShelterView) -> Option<Card> {
        let own = view.seat == Some(seat.number());
        if !own || view.turn == 0 || view.phase == Phase::Over || !self.options().standing_orders {
            return None;
        }
        let now = match shelter.orders {
            Some(_) => self.label(&Action::Orders(shelter.orders)),
            None => "You answer Pressure yourself".into(),
        };
        Some(Card {
            id: format!("orders-{}", seat.number()),
            title: "Standing orders".into(),
            text: format!(
                "{now}. Orders can be changed once a Day, before your first hero. They use the Guard Room and Battle Gear, then Munitions down to those kept; they spend nothing where there is nothing to lose, and nobody sees them before they act."
            ),
            symbol: None,
            ink: Ink::Neutral,
            faint: shelter.orders.is_none(),
        })
    }

    /// What a Shelter has to show for its days.
    fn gathered(&self, shelter: &ShelterView) -> Vec<Fact> {
        let caught: Vec<String> = shelter
            .caught
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(endurance, count)| format!("{count} of Endurance {endurance}"))
            .collect();
        let won: Vec<&str> = shelter.events.iter().map(|card| self.card_name(*card)).collect();
        let mut gathered = Vec::new();
        if !caught.is_empty() {
            gathered.push(fact("Game caught", caught.join(", "), Some(Symbol::Paw)));
        }
        if !won.is_empty() {
            gathered.push(fact("Events overcome", won.join(", "), Some(Symbol::Flag)));
        }
        gathered.push(fact("Score so far", shelter.score.total, Some(Symbol::Star)));
        gathered
    }

    fn room_cards(&self, seat: Side, shelter: &ShelterView) -> Vec<Card> {
        let spaces = self.airlock_spaces();
        let rows: Vec<String> = self.airlock_rows().iter().map(u8::to_string).collect();
        let mut cards = vec![Card {
            id: format!("airlock-{}", seat.number()),
            title: "Airlock".into(),
            text: format!(
                "{} of {spaces} survivors. Rows of {}: each row in use wants 1 Water a Night. Each survivor here keeps out 1 radiation.",
                shelter.airlock,
                listed(&rows)
            ),
            symbol: Some(Symbol::Door),
            ink: Ink::Water,
            faint: shelter.airlock == 0,
        }];
        for word in &shelter.order {
            let (Some(room), Some(kind)) =
                (shelter.rooms.get(word), RoomKind::named(word.trim_end_matches('b')))
            else {
                continue;
            };
            let data = &self.parts().rooms[kind.index()];
            let state = match (room.built, room.full, room.used) {
                (false, ..) => "Not built".to_string(),
                (true, true, true) => format!("Full with {}, used this turn", room.people),
                (true, true, false) => format!("Full with {}", room.people),
                (true, false, _) => format!("{} inside", room.people),
            };
            cards.push(Card {
                id: format!("room-{}-{word}", seat.number()),
                title: format!("{word} {}", data.name),
                text: format!("{state}; {}", self.room_text(kind)),
                symbol: Some(good_for(kind)),
                ink: if room.full { Ink::Good } else { Ink::Neutral },
                faint: !room.built,
            });
        }
        cards
    }

    fn gear_cards(&self, seat: Side, shelter: &ShelterView) -> Vec<Card> {
        let card = |tile: &Equipment, broken: bool| {
            let data = &self.parts().equipment[tile.index()];
            let used = shelter.used.contains(tile);
            let state = match (broken, used) {
                (true, _) => format!("Broken, repair for {}", in_words(&data.cost)),
                (false, true) => "Used this turn".into(),
                (false, false) => "Ready".into(),
            };
            let partner = Equipment::ALL.get(data.partner).copied();
            let paired = partner.is_some_and(|partner| shelter.repaired.contains(&partner));
            let pair = match partner {
                Some(_) if paired && !broken => ", paired".into(),
                Some(partner) => format!(", pairs with {}", self.tile_name(partner)),
                None => String::new(),
            };
            Card {
                id: format!("gear-{}-{}", seat.number(), tile.word()),
                title: data.name.clone(),
                text: format!("{state}; {}{pair}. {}", data.symbol, self.gear_text(*tile)),
                symbol: Some(gear_symbol(*tile)),
                ink: if broken { Ink::Faint } else { Ink::Good },
                faint: broken || used,
            }
        };
        let repaired = shelter.repaired.iter().map(|tile| card(tile, false));
        let broken = shelter.broken.iter().map(|tile| card(tile, true));
        repaired.chain(broken).collect()
    }

    fn draft_panel(&self, seat: Side, draft: &DraftView) -> Panel {
        let mut rooms: Vec<Card> = Vec::new();
        for kind in if draft.hand.is_empty() { &draft.kept } else { &draft.hand } {
            let data = &self.parts().rooms[kind.index()];
            let again = rooms.iter().any(|card| card.id == format!("hand-{}", kind.word()));
            rooms.push(Card {
                id: format!("hand-{}{}", kind.word(), if again { "b" } else { "" }),
                title: format!("{} {}", kind.word(), data.name),
                text: self.room_text(*kind),
                symbol: Some(good_for(*kind)),
                ink: Ink::Neutral,
                faint: !draft.kept.is_empty() && !draft.kept.contains(kind),
            });
        }
        let leaders = draft.leaders.iter().map(|leader| {
            let data = &self.parts().leaders[leader.index()];
            Card {
                id: format!("leader-{}", leader.word()),
                title: format!("{}, {} {}", data.name, data.trade, data.age),
                text: self.leader_text(*leader),
                symbol: Some(Symbol::Crown),
                ink: Ink::Neutral,
                faint: draft.leader.is_some_and(|kept| kept != *leader),
            }
        });
        let mut blocks = vec![Block::Cards(rooms)];
        if !draft.leaders.is_empty() {
            blocks.push(Block::Cards(leaders.collect()));
        }
        Panel {
            id: "draft".into(),
            title: "Your hand".into(),
            seat: Some(seat.seat().0),
            open: true,
            blocks,
        }
    }

    fn horde_panel(&self, horde: &HordeView) -> Panel {
        let rows = horde.carried.iter().map(|(pawn, tokens)| {
            let carried: Vec<String> = Token::ALL
                .into_iter()
                .filter(|token| tokens.get(token.word()).is_some_and(|count| *count > 0))
                .map(|token| token.counted(tokens[token.word()]))
                .collect();
            let at = horde.pawns.get(pawn).and_then(|pawn| pawn.at);
            Row {
                cells: vec![
                    pawn.clone(),
                    at.map_or("", |at| at.title()).into(),
                    carried.join(", "),
                ],
                lit: false,
            }
        });
        let next = if horde.forecast.is_empty() {
            "hidden".to_string()
        } else {
            horde.forecast.join(", ")
        };
        Panel {
            id: "horde".into(),
            title: "The Horde".into(),
            seat: None,
            open: false,
            blocks: vec![
                Block::Facts(vec![
                    fact("Next cards", next, Some(Symbol::Eye)),
                    fact("Used cards", horde.used.join(", "), None),
                    fact("Score to reach", horde.bar, Some(Symbol::Star)),
                ]),
                Block::Table {
                    head: ["Pawn", "At", "Carries"].map(String::from).to_vec(),
                    rows: rows.collect(),
                },
                self.horde_cards(horde),
            ],
        }
    }

    /// What each card of the Horde sends its pawns to; those that come next are lit. OL-SOLO-06
    fn horde_cards(&self, horde: &HordeView) -> Block {
        let rows = HordeCard::ALL.into_iter().map(|card| {
            let name = format!("H{}", card.number());
            Row {
                lit: horde.forecast.contains(&name),
                cells: vec![name, self.horde_card_text(card)],
            }
        });
        Block::Table {
            head: ["Card", "Where a pawn goes, the first that is worth a visit"]
                .map(String::from)
                .to_vec(),
            rows: rows.collect(),
        }
    }

    /// The score sheet: a column for every tribe, a row for everything that counts.
    fn score_panel(&self, view: &View) -> Panel {
        let over = view.phase == Phase::Over;
        let scores: Vec<&Score> = view.shelters.iter().map(|shelter| &shelter.score).collect();
        let key = |score: &Score| (score.total, score.supplies, score.others);
        let place =
            |score: &Score| 1 + scores.iter().filter(|other| key(other) > key(score)).count();
        let row = |name: &str, lit: bool, cell: &dyn Fn(&Score) -> String| Row {
            cells: [name.to_string()]
                .into_iter()
                .chain(scores.iter().map(|score| cell(score)))
                .collect(),
            lit,
        };
        let rows = vec![
            row("Events", false, &|score| score.events.to_string()),
            row("Full rooms", false, &|score| format!("{} ({})", score.rooms, score.full)),
            row("Survivors", false, &|score| score.survivors.to_string()),
            row("Equipment", false, &|score| score.equipment.to_string()),
            row("Pairs", false, &|score| score.pairs.to_string()),
            row("Gauge", false, &|score| signed(score.gauge)),
            row("Total", over, &|score| score.total.to_string()),
            row("Place", over, &|score| place(score).to_string()),
            row("Tie: Supplies", false, &|score| score.supplies.to_string()),
            row("Then: Materials and Munitions", false, &|score| score.others.to_string()),
        ];
        let names = self.seats().map(|seat| self.side_name(seat));
        Panel {
            id: "score".into(),
            title: if over { "Final score" } else { "Score as it stands" }.into(),
            seat: None,
            open: over,
            blocks: vec![Block::Table {
                head: [String::new()].into_iter().chain(names).collect(),
                rows,
            }],
        }
    }
}
