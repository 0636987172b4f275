//! The board: the ring of eight Locations with what lies and who stands there, and the convoy board
//! in the middle.

use crate::edition::roster::{Equipment, EventCard, Location, Token, in_words};
use crate::face::prompt::kinds;
use crate::face::shelter::AIRLOCK;
use crate::knowledge::view::{GameView, HeroView, PlaceView, SearchView, SlotView, View};
use crate::position::Step;
use crate::speech::story::listed;
use crate::{Action, Outlive, Phase, Side, Teller, Waiver};
use stage::{
    Choice, Field, Form, Ground, Ink, Key, Line, LineStyle, Mark, MarkKind, Piece, Place,
    PlaceField, Pose, Rect, Scene, Shape, Sign, Symbol, Tally, Target, Texture, Vista,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::Names;
use table::wording::counted;

/// The colours of the seats, as the palette draws them. OL-COMP-06
pub(crate) const COLOURS: [&str; 4] = ["blue", "orange", "green", "purple"];

/// Width and height of a Location, and the gap to the next.
pub(super) const WIDE: i32 = 4600;
pub(super) const HIGH: i32 = 2500;
pub(super) const GAP: i32 = 400;

/// The place in the middle, where the events lie.
const CONVOY: &str = "convoy";

/// Column and row of each Location on the printed board.
fn cell(place: Location) -> (i32, i32) {
    match place {
        Location::Forest => (0, 0),
        Location::Dam => (1, 0),
        Location::Base => (2, 0),
        Location::SilentPeak => (2, 1),
        Location::Mine => (2, 2),
        Location::Cargo => (1, 2),
        Location::Fairgrounds => (0, 2),
        Location::Blackwood => (0, 1),
    }
}

fn outline((column, row): (i32, i32)) -> Rect {
    Rect { x: column * (WIDE + GAP), y: row * (HIGH + GAP), width: WIDE, height: HIGH }
}

/// The middle of a Location on the board.
pub(crate) fn middle(place: Location) -> ::stage::Point {
    outline(cell(place)).centre()
}

fn boxed(id: &str, cell: (i32, i32), texture: Texture, symbol: Symbol, label: &str) -> Place {
    Place {
        id: id.into(),
        shape: Shape::Box { rect: outline(cell), round: 140 },
        texture,
        label: label.into(),
        caption: String::new(),
        symbol: Some(symbol),
        vista: Some(vista(id)),
        description: String::new(),
    }
}

/// What is seen at a Location by its word, and of the convoy.
fn vista(id: &str) -> Vista {
    match Location::ALL.into_iter().find(|place| place.word() == id) {
        Some(Location::Forest) => Vista::Pines,
        Some(Location::Dam) => Vista::Dam,
        Some(Location::Base) => Vista::Camp,
        Some(Location::SilentPeak) => Vista::Towers,
        Some(Location::Blackwood) => Vista::Village,
        Some(Location::Mine) => Vista::Shaft,
        Some(Location::Cargo) => Vista::Ship,
        Some(Location::Fairgrounds) => Vista::Fair,
        None => Vista::Trucks,
    }
}

fn look(place: Location) -> (Texture, Symbol) {
    match place {
        Location::Forest => (Texture::Woods, Symbol::Tree),
        Location::Dam => (Texture::Water, Symbol::Water),
        Location::Base => (Texture::Floor, Symbol::Munition),
        Location::SilentPeak | Location::Blackwood => (Texture::Rubble, Symbol::Door),
        Location::Mine => (Texture::Mountain, Symbol::Metal),
        Location::Cargo => (Texture::Slate, Symbol::Crate),
        Location::Fairgrounds => (Texture::Grass, Symbol::Chip),
    }
}

/// The board, which is the same for every game.
pub(crate) fn ground() -> Ground {
    let mut places = Vec::new();
    for place in Location::ALL {
        let (texture, symbol) = look(place);
        let mut shown = boxed(place.word(), cell(place), texture, symbol, place.title());
        shown.description = match place.gives() {
            Some(token) if place.hunting().is_some() => {
                format!("{}: heroes take {} and hunt here", place.title(), token.title())
            }
            Some(token) => format!("{}: heroes take {} here", place.title(), token.title()),
            None if place == Location::Cargo => {
                "Cargo Ship: Canned Goods, survivors and the first player token".into()
            }
            None => format!("{}: equipment and search tiles", place.title()),
        };
        places.push(shown);
    }
    let mut convoy = boxed(CONVOY, (1, 1), Texture::Bare, Symbol::Flag, "Convoy");
    convoy.description = "convoy board: the events of the turns, with their radioactivity".into();
    places.push(convoy);
    let ring = Location::ALL.into_iter().chain([Location::Forest]);
    let line = Line {
        style: LineStyle::Road,
        points: ring.map(|place| outline(cell(place)).centre()).collect(),
        smooth: false,
        description: "the ring of Locations".into(),
    };
    Ground {
        title: "Outlive".into(),
        description: "A ring of eight Locations around the convoy board, named here in the order of the ring: \
                      each lies next to the one before and the one after it, and the last next to the first. \
                      Nobody goes to the convoy board. Whoever has a Shelter sees it below the ring."
            .into(),
        fields: vec![Field::Places(PlaceField { title: String::new(), places, lines: vec![line] })],
    }
}

/// What the pictures on the board mean, where they do not say it themselves.
fn keys() -> Vec<Key> {
    let key = |symbol: Symbol, words: &str| Key::new(Sign::Symbol(symbol), words);
    vec![key(Symbol::Door, "a City, or your Airlock")]
}

pub(crate) fn token_symbol(token: Token) -> Symbol {
    match token {
        Token::Meat => Symbol::Meat,
        Token::Water => Symbol::Water,
        Token::Canned => Symbol::Can,
        Token::Wood => Symbol::Wood,
        Token::Metal => Symbol::Metal,
        Token::Chips => Symbol::Chip,
        Token::Munitions => Symbol::Munition,
    }
}

/// The picture of a tile, by which it is known where its name has no room.
pub(crate) fn gear_symbol(tile: Equipment) -> Symbol {
    match tile {
        Equipment::Bow => Symbol::Bow,
        Equipment::Axe => Symbol::Axe,
        Equipment::BattleGear => Symbol::Vest,
        Equipment::BaseballBat => Symbol::Bat,
        Equipment::ThermalSensor => Symbol::Thermometer,
        Equipment::Exoskeleton => Symbol::Exoskeleton,
        Equipment::AccessCard => Symbol::Card,
        Equipment::Jerrycan => Symbol::Jerrycan,
        Equipment::MetalDetector => Symbol::Detector,
        Equipment::Backpack => Symbol::Backpack,
        Equipment::BearTrap => Symbol::Trap,
        Equipment::Shotgun => Symbol::Gun,
        Equipment::GrapplingHook => Symbol::Hook,
        Equipment::Hacksaw => Symbol::Saw,
        Equipment::Crowbar => Symbol::Crowbar,
        Equipment::AmmoBox => Symbol::Ammo,
        Equipment::Chainsaw => Symbol::Chainsaw,
        Equipment::Flashlight => Symbol::Torch,
        Equipment::Purifier => Symbol::Filter,
        Equipment::Pickaxe => Symbol::Pickaxe,
    }
}

pub(crate) fn event_symbol(card: EventCard) -> Symbol {
    match card {
        EventCard::Wildfire => Symbol::Fire,
        EventCard::CaveIn => Symbol::Rocks,
        EventCard::Thieves => Symbol::Fugitive,
        EventCard::LeanTimes => Symbol::Chip,
        EventCard::Nomads => Symbol::Hiker,
        EventCard::Sandstorm => Symbol::Wind,
        EventCard::RadioactiveCloud => Symbol::Radiation,
        EventCard::EnemyClan => Symbol::Gun,
        EventCard::ColdSnap => Symbol::Snow,
        EventCard::RatInfestation => Symbol::Rat,
        EventCard::EpizooticDisease => Symbol::Skull,
        EventCard::AnimalMutation => Symbol::Bear,
    }
}

/// The wild game of a Location, its top tile showing.
fn game_piece(place: Location, game: &GameView) -> Piece {
    let mut piece = Piece::new(format!("game-{}", place.word()), place.word(), Ink::Warm);
    piece.symbol = Some(Symbol::Paw);
    let meat = game.meat.map_or(String::new(), |meat| format!(", {meat} Meat for you"));
    let printed = match (game.top, game.endurance) {
        (Some(top), Some(now)) if top != now => format!(" (Endurance {top} is printed on it)"),
        _ => String::new(),
    };
    (piece.label, piece.description) = match game.endurance.filter(|_| game.top.is_some()) {
        Some(now) => (
            format!("{now}+"),
            format!(
                "wild game of Endurance {now} {}{printed}{meat}; {} left",
                place.whereabouts(),
                counted(game.left, "tile", "tiles")
            ),
        ),
        _ => {
            piece.pose = Pose::Ghost;
            ("-".into(), format!("no wild game is left {}", place.whereabouts()))
        }
    };
    piece
}

/// The search stack of a City, face down.
fn search_piece(place: Location, search: &SearchView) -> Piece {
    let mut piece = Piece::new(format!("search-{}", place.word()), place.word(), Ink::Faint);
    piece.form = Form::FaceDown;
    piece.label = search.left.to_string();
    piece.description = match search.left {
        0 => format!("search stack of {}: 0 tiles are left", place.title()),
        left => format!(
            "search stack of {}: {}, namely {}",
            place.title(),
            counted(left, "tile", "tiles"),
            listed(&kinds(search))
        ),
    };
    piece
}

/// What a viewer sees; `choices` are what it may do, if it is asked.
pub(crate) fn scene(game: &Outlive, view: &View, choices: &[Action], names: Names<'_>) -> Scene {
    let teller = game.teller(names);
    let mut scene = Scene::new(teller.ground_for(view), teller.headline(view));
    scene.keys = keys();
    for place in Location::ALL {
        if let Some(shown) = view.board.get(place.word()) {
            let first = scene.pieces.len();
            teller.lay_store(place, shown, &mut scene.pieces);
            if view.turn == 0 {
                // What is not laid out yet is not there, rather than used up.
                let kept = scene.pieces.split_off(first);
                let bare = |piece: &Piece| matches!(piece.label.as_str(), "0" | "-");
                scene.pieces.extend(kept.into_iter().filter(|piece| !bare(piece)));
            }
        }
    }
    teller.lay_events(view, &mut scene.pieces);
    for (seat, shelter) in teller.seats().zip(&view.shelters) {
        for (name, hero) in &shelter.heroes {
            let acts = view
                .go
                .as_ref()
                .is_some_and(|go| go.side == seat.number() && go.hero.as_ref() == Some(name));
            let piece = teller.hero_piece(seat, name, hero);
            // Who acts now was moved already and is not done yet.
            scene.pieces.extend(piece.map(|piece| match acts {
                true => Piece { pose: Pose::Upright, ..piece },
                false => piece,
            }));
        }
    }
    if let Some(horde) = &view.horde {
        for (name, pawn) in &horde.pawns {
            let mut piece = teller.hero_piece(Side::HORDE, name, pawn);
            if let Some((piece, carried)) = piece.as_mut().zip(horde.carried.get(name)) {
                piece.description.push_str(&carried_told(carried));
            }
            scene.pieces.extend(piece);
        }
    }
    teller.lay_people(view, &mut scene.pieces);
    if let Some(at) = view.go.as_ref().and_then(|go| go.at) {
        let place = at.word().to_string();
        scene.focus = Some(place.clone());
        scene.marks.push(Mark { place, kind: MarkKind::Active, tag: String::new() });
    }
    // Whoever moves a hero begins to look where the first of them is who can go.
    if view.phase == Phase::Activation
        && let Some((seat, shelter)) = teller.own_shelter(view)
        && view.deciding.contains(&seat.number())
    {
        let mut heroes = shelter.heroes.values().filter(|hero| !hero.standing);
        scene.focus = heroes.find_map(|hero| hero.at).map(|at| at.word().to_string());
    }
    scene.aim = teller.aim_told(view);
    // Before the first day nobody has anything to count.
    if view.turn > 0 {
        let totals = view.shelters.iter().map(|shelter| shelter.score.total);
        scene.tallies = totals.map(|total| Some(tally(total.into(), view))).collect();
    }
    scene.panels = teller.panels(view);
    scene.prompt = teller.prompt(view, choices);
    // What is asked about the Shelter is answered there.
    let at_home = |choice: &Choice| matches!(&choice.target, Some(Target::Place(id)) if *id == AIRLOCK || id.starts_with("room-"));
    let asked = scene.prompt.iter().any(|prompt| prompt.choices.iter().any(at_home));
    let housed = asked || view.phase == Phase::Night;
    if housed && teller.own_shelter(view).is_some() {
        scene.focus = Some(AIRLOCK.into());
    }
    scene
}

/// The Survival Points of a Shelter as they stand. OL-SCORE-02, OL-SCORE-04
fn tally(points: i64, view: &View) -> Tally {
    let words = counted(points, "Survival Point", "Survival Points");
    let words = match view.phase {
        Phase::Over => words,
        _ => format!("{words} as it stands"),
    };
    Tally::new(format!("{points} pts").replace('-', "−"), words)
}

/// What a pawn of the Horde carries, to be said after its description. OL-SOLO-18
fn carried_told(carried: &BTreeMap<&'static str, u8>) -> String {
    let some = carried.iter().filter(|(_, count)| **count > 0);
    let told: Vec<String> =
        some.filter_map(|(word, count)| Some(Token::named(word)?.counted(*count))).collect();
    match told.is_empty() {
        true => String::new(),
        false => format!(", carries {}", listed(&told)),
    }
}

impl Teller<'_> {
    /// The board with the viewer's own Shelter below it, if they have one.
    fn ground_for(&self, view: &View) -> Arc<Ground> {
        match self.shelter_field(view) {
            None => self.ground.clone(),
            Some(shelter) => {
                let mut ground = Ground::clone(&self.ground);
                ground.fields.push(Field::Places(shelter));
                Arc::new(ground)
            }
        }
    }

    pub(crate) fn headline(&self, view: &View) -> String {
        let who = |number: u8| self.numbered_name(number);
        let names: Vec<String> = view.deciding.iter().map(|seat| who(*seat)).collect();
        let waits = listed(&names);
        let verb =
            |one: &'static str, more: &'static str| if names.len() == 1 { one } else { more };
        match (view.phase, &view.go) {
            (Phase::Draft, _) => {
                format!("Set-up: {waits} {} rooms and a leader", verb("chooses", "choose"))
            }
            (Phase::Search, _) => format!("Set-up: {waits} searches the Cities"),
            (Phase::Placement, _) => {
                format!("Set-up: {waits} {} heroes", verb("places", "place"))
            }
            (Phase::Losses, _) => format!("Day {}: the event strikes {waits}", view.turn),
            (Phase::Activation, Some(go)) => {
                format!("Day {}, round {}: {waits} moves a hero", view.turn, go.round)
            }
            (Phase::Pressure, _) => self.pressure_headline(view),
            (Phase::Actions, Some(go)) => {
                let hero = go.hero.as_deref().unwrap_or_default();
                let place = go.at.map_or_else(String::new, Location::whereabouts);
                format!("Day {}: {waits}'s hero {hero} {place}", view.turn)
            }
            (Phase::Overcome, _) => format!("Night {}: {waits} may overcome an event", view.turn),
            (Phase::Night, _) => self.night_headline(view, &names),
            (Phase::Over, _) => "The convoy has come".into(),
            (_, None) => format!("Day {}", view.turn),
        }
    }

    /// The step of the Night: of the viewer if they are asked, else of the only one who is.
    fn night_headline(&self, view: &View, names: &[String]) -> String {
        let asked = view.seat.filter(|seat| view.deciding.contains(seat));
        let only = match view.deciding.as_slice() {
            [seat] => Some(*seat),
            _ => None,
        };
        let seat = asked.or(only).and_then(Side::numbered);
        let step = seat.and_then(|seat| view.shelters.get(seat.index())?.step);
        let (Some(seat), Some(step)) = (seat, step) else {
            return format!("Night {}: {} look after their Shelters", view.turn, listed(names));
        };
        let does = match step {
            Step::Feed => "feeds the rooms",
            Step::Hunger => "loses survivors to hunger",
            Step::Radiation | Step::Rising => "has radiation come in",
            Step::Recruit => "recruits",
            Step::Build => "builds and fills rooms",
            Step::Repair => "repairs equipment",
            Step::Done => "is done",
        };
        let name = self.side_name(seat);
        format!("Night {}, step {} of 7: {name} {does}", view.turn, step.number())
    }

    /// Who answers Pressure, and what the aggressor decides: the Bat, or the tribute.
    fn pressure_headline(&self, view: &View) -> String {
        let aggressor = view.go.as_ref().map(|go| go.side);
        let owed = view.pressure.iter().flat_map(|pressure| &pressure.owed).any(|owed| *owed > 0);
        let answering: Vec<String> = view
            .deciding
            .iter()
            .filter(|seat| Some(**seat) != aggressor)
            .map(|seat| self.numbered_name(*seat))
            .collect();
        let mut told = Vec::new();
        if let Some(seat) = aggressor.filter(|seat| view.deciding.contains(seat)) {
            let what = if owed { "chooses the tribute" } else { "may use the Baseball Bat" };
            told.push(format!("{} {what}", self.numbered_name(seat)));
        }
        if !answering.is_empty() {
            let verb = if answering.len() == 1 { "answers" } else { "answer" };
            told.push(format!("{} {verb}", listed(&answering)));
        }
        format!("Day {}: Pressure, {}", view.turn, listed(&told))
    }

    /// What lies at a Location: tokens, game, equipment, search tiles, survivors on slots.
    fn lay_store(&self, place: Location, shown: &PlaceView, pieces: &mut Vec<Piece>) {
        if let (Some(token), Some(count), Some(level)) = (place.gives(), shown.tokens, shown.level)
        {
            let id = format!("stock-{}", place.word());
            let mut piece = Piece::new(id, place.word(), Ink::Neutral);
            piece.symbol = Some(token_symbol(token));
            piece.label = count.to_string();
            piece.pose = if count == 0 { Pose::Ghost } else { Pose::Upright };
            piece.description = format!(
                "{} {}; Dawn brings it to {level}",
                token.counted(count),
                place.whereabouts()
            );
            pieces.push(piece);
        }
        pieces.extend(shown.game.as_ref().map(|game| game_piece(place, game)));
        if let Some(algae) = shown.algae {
            let mut piece = Piece::new("algae", place.word(), Ink::Good);
            piece.symbol = Some(Symbol::Leaf);
            piece.pose = if algae { Pose::Upright } else { Pose::Ghost };
            let state = if algae { "Active" } else { "taken today" };
            piece.label = if algae { String::new() } else { "-".into() };
            piece.description = format!("anti-radiation Algae, {state}");
            pieces.push(piece);
        }
        for (index, tile) in shown.display.iter().flatten().enumerate() {
            if let Some(tile) = tile {
                pieces.push(self.display_piece(place, index, *tile));
            }
        }
        pieces.extend(shown.search.as_ref().map(|search| search_piece(place, search)));
        for (index, slot) in shown.slots.iter().flatten().enumerate() {
            pieces.push(self.slot_piece(index, slot));
        }
    }

    fn slot_piece(&self, index: usize, slot: &SlotView) -> Piece {
        let ink =
            slot.side.and_then(Side::numbered).map_or(Ink::Neutral, |side| self.side_ink(side));
        let mut piece = Piece::new(format!("slot-{}", index + 1), Location::Cargo.word(), ink);
        let canned = slot.canned;
        piece.label = slot.strength.to_string();
        let (symbol, waits) = match slot.survivor {
            true => (Symbol::Person, " and a survivor"),
            false => (Symbol::Crate, ""),
        };
        piece.symbol = Some(symbol);
        let state = match slot.side {
            Some(number) => format!("taken by {}", self.numbered_name(number)),
            None => "open".into(),
        };
        piece.description =
            format!("slot for Strength {}: {canned} Canned Goods{waits}, {state}", slot.strength);
        piece
    }

    fn side_ink(&self, side: Side) -> Ink {
        if self.is_horde(side) { Ink::Bad } else { Ink::Seat(side.seat().0) }
    }

    fn display_piece(&self, place: Location, index: usize, tile: Equipment) -> Piece {
        let data = &self.parts().equipment[tile.index()];
        let id = format!("display-{}-{}", place.word(), index + 1);
        let mut piece = Piece::new(id, place.word(), Ink::Neutral);
        piece.form = Form::Card;
        piece.symbol = Some(gear_symbol(tile));
        piece.label = data.short.clone();
        piece.description = format!(
            "{}, {}, on show in {}; repair for {}. {}",
            data.name,
            index + 1,
            place.title(),
            in_words(&data.cost),
            self.gear_text(tile).trim_end_matches('.')
        );
        piece
    }

    fn lay_events(&self, view: &View, pieces: &mut Vec<Piece>) {
        for ((turn, event), level) in view.events.iter().enumerate().zip(self.ambient()) {
            let mut piece = Piece::new(format!("event-{}", turn + 1), CONVOY, Ink::Bad);
            match event.card {
                None => {
                    piece.form = Form::FaceDown;
                    piece.ink = Ink::Faint;
                    piece.label = (turn + 1).to_string();
                    piece.description =
                        format!("the event of turn {}, face down; radioactivity {level}", turn + 1);
                }
                Some(card) => {
                    let data = &self.parts().events[card.index()];
                    piece.form = Form::Card;
                    piece.symbol = Some(event_symbol(card));
                    piece.label = data.short.clone();
                    let by = event
                        .by
                        .map_or_else(String::new, |by| format!(" by {}", self.numbered_name(by)));
                    piece.description = format!(
                        "{}, the event of turn {}, {}{by}; radioactivity {level}. {} {}",
                        data.name,
                        turn + 1,
                        event.state,
                        self.event_text(card),
                        self.overcoming_text(card, Waiver::None).trim_end_matches('.')
                    );
                    match event.by.and_then(Side::numbered) {
                        Some(side) => {
                            piece.ink = self.side_ink(side);
                            piece.pose = Pose::Done;
                        }
                        None if event.state == "forecast" => piece.ink = Ink::Warm,
                        None => {}
                    }
                }
            }
            pieces.push(piece);
        }
    }

    fn hero_piece(&self, side: Side, name: &str, hero: &HeroView) -> Option<Piece> {
        let at = hero.at?;
        let id = format!("hero-{}-{name}", side.number());
        let mut piece = Piece::new(id, at.word(), self.side_ink(side));
        piece.form = Form::Pawn;
        piece.label = name.to_string();
        piece.pose = if hero.standing { Pose::Done } else { Pose::Upright };
        let state = if hero.standing { "Activated" } else { "Idle" };
        piece.description = if self.is_horde(side) {
            format!("Horde pawn {name} {}, {state}", at.whereabouts())
        } else {
            format!(
                "{} hero {name} of {} {}, {state}",
                COLOURS[side.index()],
                self.side_name(side),
                at.whereabouts()
            )
        };
        Some(piece)
    }
}
