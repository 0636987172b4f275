//! The board: the ring of eight Locations with their stores, the ship's slots, and the convoy board
//! in the middle.

use crate::components::Components;
use crate::roster::{Equipment, EventCard, Location, SearchTile, Token};
use crate::view::{HeroView, PlaceView, View};
use crate::{Action, Options, Outlive, Phase};
use ::stage::{
    Field, Form, Ground, Ink, Line, LineStyle, Mark, MarkKind, Piece, Place, PlaceField, Point,
    Pose, Rect, Scene, Shape, Symbol, Texture,
};

/// The colours of the seats, as the palette draws them. OL-COMP-06
pub(crate) const COLOURS: [&str; 4] = ["blue", "orange", "green", "purple"];

/// Width and height of a Location with its store, and the gaps between Locations.
const WIDE: i32 = 3700;
const HIGH: i32 = 1500;
const STORE: i32 = 950;
const GAP: i32 = 420;

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

fn corner(column: i32, row: i32) -> Point {
    Point::new(column * (WIDE + GAP), row * (HIGH + STORE + GAP))
}

fn middle(place: Location) -> Point {
    let (column, row) = cell(place);
    corner(column, row).moved(WIDE / 2, (HIGH + STORE) / 2)
}

fn boxed(id: String, rect: Rect, texture: Texture, label: String, description: String) -> Place {
    Place {
        id,
        shape: Shape::Box { rect, round: 140 },
        texture,
        label,
        caption: String::new(),
        symbol: None,
        description,
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

/// The board of a game with so many seats.
pub(crate) fn ground(seats: usize, parts: &Components, options: &Options) -> Ground {
    let mut places = Vec::new();
    for place in Location::ALL {
        let (column, row) = cell(place);
        let at = corner(column, row);
        let (texture, symbol) = look(place);
        let what = match place.gives() {
            Some(token) => format!("{}: {} lies here", place.title(), token.title()),
            None if place == Location::Cargo => {
                "Cargo Ship: Canned Goods, survivors and the first player token".into()
            }
            None => format!("{}: equipment and search tiles", place.title()),
        };
        let upper = Rect { x: at.x, y: at.y, width: WIDE, height: HIGH };
        let mut hall = boxed(place.word().into(), upper, texture, place.title().into(), what);
        hall.symbol = Some(symbol);
        places.push(hall);
        let lower = Rect { x: at.x, y: at.y + HIGH, width: WIDE, height: STORE };
        if place == Location::Cargo {
            let count = if options.wide_gangway && seats == 4 { 5 } else { 4 };
            let width = WIDE / count;
            for slot in 0..count {
                let data = parts.slots[slot as usize % 4];
                let rect = Rect { x: at.x + slot * width, width, ..lower };
                let what =
                    format!("slot for Strength {}: {} Canned Goods", data.strength, data.canned);
                let label = format!("{}", data.strength);
                places.push(boxed(format!("slot-{}", slot + 1), rect, Texture::Paper, label, what));
            }
        } else {
            let what = format!("what lies at the {}", place.title());
            let id = format!("{}-store", place.word());
            places.push(boxed(id, lower, Texture::Paper, String::new(), what));
        }
    }
    let ambient = if options.four_days { &parts.four_days } else { &parts.six_days };
    let at = corner(1, 1);
    let columns = (ambient.len() as i32 + 1) / 2;
    let (wide, high) = (WIDE / columns, (HIGH + STORE) / 2);
    for (turn, level) in ambient.iter().enumerate() {
        let (column, row) = (turn as i32 % columns, turn as i32 / columns);
        let rect =
            Rect { x: at.x + column * wide, y: at.y + row * high, width: wide, height: high };
        let what = format!("convoy board, turn {}: radioactivity {level}", turn + 1);
        let label = format!("T{}", turn + 1);
        let mut space = boxed(format!("turn-{}", turn + 1), rect, Texture::Bare, label, what);
        space.caption = format!("rad {level}");
        places.push(space);
    }
    let mut ring: Vec<Point> = Location::ALL.map(middle).to_vec();
    ring.push(middle(Location::Forest));
    let line = Line {
        style: LineStyle::Trail,
        points: ring,
        smooth: false,
        description: "the ring of Locations".into(),
    };
    Ground {
        title: "Outlive".into(),
        description: "A ring of eight Locations around the convoy board.".into(),
        fields: vec![Field::Places(PlaceField { places, lines: vec![line] })],
    }
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

pub(crate) fn event_symbol(card: EventCard) -> Symbol {
    match card {
        EventCard::Wildfire => Symbol::Wood,
        EventCard::CaveIn => Symbol::Metal,
        EventCard::Thieves => Symbol::Fugitive,
        EventCard::LeanTimes => Symbol::Chip,
        EventCard::Nomads => Symbol::Hiker,
        EventCard::Sandstorm => Symbol::Sun,
        EventCard::RadioactiveCloud => Symbol::Radiation,
        EventCard::EnemyClan => Symbol::Gun,
        EventCard::ColdSnap => Symbol::Snow,
        EventCard::RatInfestation => Symbol::Paw,
        EventCard::EpizooticDisease => Symbol::Skull,
        EventCard::AnimalMutation => Symbol::Bear,
    }
}

/// Three or four letters of a name, for a counter.
fn short(name: &str) -> String {
    name.split([' ', '-']).next().unwrap_or(name).chars().take(5).collect()
}

impl Outlive {
    pub(crate) fn staged(&self, view: &View, choices: &[Action]) -> Scene {
        let mut scene = Scene::new(self.ground.clone(), self.headline(view));
        for place in Location::ALL {
            if let Some(shown) = view.board.get(place.word()) {
                self.lay_store(place, shown, &mut scene.pieces);
            }
        }
        self.lay_events(view, &mut scene.pieces);
        for (seat, shelter) in view.shelters.iter().enumerate() {
            for (name, hero) in &shelter.heroes {
                scene.pieces.extend(self.hero_piece(view, seat, name, hero));
            }
        }
        if let Some(horde) = &view.horde {
            for (name, pawn) in &horde.pawns {
                scene.pieces.extend(self.hero_piece(view, Self::HORDE, name, pawn));
            }
        }
        if let Some(at) = view.go.as_ref().and_then(|go| go.at) {
            let place = at.word().to_string();
            scene.focus = Some(place.clone());
            scene.marks.push(Mark { place, kind: MarkKind::Active, tag: String::new() });
        }
        scene.panels = self.panels(view);
        scene.prompt = self.prompt(view, choices);
        scene
    }

    pub(crate) fn headline(&self, view: &View) -> String {
        let who = |side: u8| self.side_name(side as usize - 1);
        let names: Vec<String> = view.deciding.iter().map(|seat| who(*seat)).collect();
        let waits = names.join(" and ");
        match (view.phase, &view.go) {
            (Phase::Draft, _) => format!("Set-up: {waits} choose rooms and a leader"),
            (Phase::Search, _) => format!("Set-up: {waits} searches the Cities"),
            (Phase::Placement, _) => format!("Set-up: {waits} place heroes"),
            (Phase::Losses, _) => format!("Day {}: the event strikes {waits}", view.turn),
            (Phase::Activation, Some(go)) => {
                format!("Day {}, round {}: {waits} moves a hero", view.turn, go.round)
            }
            (Phase::Pressure, _) => format!("Day {}: Pressure, {waits} answers", view.turn),
            (Phase::Actions, Some(go)) => {
                let hero = go.hero.as_deref().unwrap_or_default();
                let place = go.at.map_or("", Location::title);
                format!("Day {}: {waits}'s {hero} at the {place}", view.turn)
            }
            (Phase::Overcome, _) => format!("Night {}: {waits} may overcome an event", view.turn),
            (Phase::Night, _) => format!("Night {}: {waits} look after the Shelter", view.turn),
            (Phase::Over, _) => "The convoy has come".into(),
            (_, None) => format!("Day {}", view.turn),
        }
    }

    /// What lies at a Location: tokens, game, equipment, search tiles, survivors on slots.
    fn lay_store(&self, place: Location, shown: &PlaceView, pieces: &mut Vec<Piece>) {
        let store = format!("{}-store", place.word());
        if let (Some(token), Some(count), Some(level)) = (place.gives(), shown.tokens, shown.level)
        {
            let mut piece = Piece::new(format!("stock-{}", place.word()), &store, Ink::Neutral);
            piece.form = Form::Token;
            piece.symbol = Some(token_symbol(token));
            piece.label = count.to_string();
            piece.pose = if count == 0 { Pose::Ghost } else { Pose::Upright };
            piece.description =
                format!("{count} {} of {level} at the {}", token.title(), place.title());
            pieces.push(piece);
        }
        if let Some(game) = &shown.game {
            let mut piece = Piece::new(format!("game-{}", place.word()), &store, Ink::Warm);
            piece.symbol = Some(Symbol::Paw);
            piece.badges = vec![(Symbol::Paw, game.left.to_string())];
            let meat = game.meat.map_or(String::new(), |meat| format!(", {meat} Meat for you"));
            (piece.label, piece.description) = match (game.top, game.endurance) {
                (Some(top), Some(now)) => (
                    format!("E{now}"),
                    format!(
                        "wild game at the {}: Endurance {top}, now {now}{meat}; {} tiles left",
                        place.title(),
                        game.left
                    ),
                ),
                _ => {
                    piece.pose = Pose::Ghost;
                    ("-".into(), format!("no wild game is left at the {}", place.title()))
                }
            };
            pieces.push(piece);
        }
        if let Some(algae) = shown.algae {
            let mut piece = Piece::new("algae", &store, Ink::Good);
            piece.form = Form::Token;
            piece.symbol = Some(Symbol::Leaf);
            piece.pose = if algae { Pose::Upright } else { Pose::Ghost };
            let state = if algae { "Active" } else { "taken today" };
            piece.description = format!("anti-radiation Algae, {state}");
            pieces.push(piece);
        }
        for (index, tile) in shown.display.iter().flatten().enumerate() {
            if let Some(tile) = tile {
                pieces.push(self.display_piece(place, &store, index, *tile));
            }
        }
        if let Some(search) = &shown.search {
            let mut piece = Piece::new(format!("search-{}", place.word()), &store, Ink::Faint);
            piece.form = Form::FaceDown;
            piece.label = search.left.to_string();
            let kinds: Vec<String> = search
                .kinds
                .iter()
                .filter_map(|(word, count)| {
                    Some(format!("{count} {}", SearchTile::named(word)?.title()))
                })
                .collect();
            piece.description = format!(
                "search stack of {}: {} tiles, namely {}",
                place.title(),
                search.left,
                kinds.join(", ")
            );
            pieces.push(piece);
        }
        for (index, slot) in shown.slots.iter().flatten().enumerate() {
            if slot.survivor {
                let place = format!("slot-{}", index + 1);
                let mut piece = Piece::new(format!("survivor-{}", index + 1), place, Ink::Neutral);
                piece.form = Form::Token;
                piece.symbol = Some(Symbol::Person);
                piece.description = format!("a survivor on slot {}", slot.strength);
                pieces.push(piece);
            }
        }
    }

    fn display_piece(&self, place: Location, store: &str, index: usize, tile: Equipment) -> Piece {
        let data = &self.parts().equipment[tile.index()];
        let id = format!("display-{}-{}", place.word(), index + 1);
        let mut piece = Piece::new(id, store, Ink::Neutral);
        piece.symbol = Some(Symbol::Gear);
        piece.label = short(&data.name);
        piece.description = format!(
            "{}, {}, on show in {}: {} Repair: {}",
            data.name,
            index + 1,
            place.title(),
            data.effect,
            cost_words(&data.cost)
        );
        piece
    }

    fn lay_events(&self, view: &View, pieces: &mut Vec<Piece>) {
        for (turn, event) in view.events.iter().enumerate() {
            let place = format!("turn-{}", turn + 1);
            let mut piece = Piece::new(format!("event-{}", turn + 1), place, Ink::Bad);
            match event.card {
                None => {
                    piece.form = Form::FaceDown;
                    piece.ink = Ink::Faint;
                    piece.description = format!("the event of turn {}, face down", turn + 1);
                }
                Some(card) => {
                    let data = &self.parts().events[card.index()];
                    piece.symbol = Some(event_symbol(card));
                    piece.label = short(&data.name);
                    piece.description = format!(
                        "{}, {}: {} points for {}",
                        data.name,
                        event.state,
                        data.points,
                        cost_words(&data.cost)
                    );
                    match event.by {
                        Some(side) => {
                            piece.ink = Ink::Seat(side as u16 - 1);
                            piece.pose = Pose::Ghost;
                        }
                        None if event.state == "forecast" => piece.pose = Pose::Ghost,
                        None => {}
                    }
                }
            }
            pieces.push(piece);
        }
    }

    fn hero_piece(&self, view: &View, side: usize, name: &str, hero: &HeroView) -> Option<Piece> {
        let at = hero.at?;
        let horde = self.is_horde(side);
        // Standing heroes of the ship take their slots.
        let slot = view.board.get(Location::Cargo.word()).and_then(|ship| {
            let slots = ship.slots.as_ref()?;
            let own = |slot: &crate::view::SlotView| slot.side == Some(side as u8 + 1);
            slots.iter().position(own)
        });
        let place = match slot {
            Some(slot) if at == Location::Cargo && hero.standing => format!("slot-{}", slot + 1),
            _ => at.word().to_string(),
        };
        let ink = if horde { Ink::Bad } else { Ink::Seat(side as u16) };
        let mut piece = Piece::new(format!("hero-{}-{name}", side + 1), place, ink);
        piece.form = Form::Pawn;
        piece.label = name.trim_end_matches(char::is_alphabetic).to_string();
        piece.pose = if hero.standing { Pose::Upright } else { Pose::Lying };
        let state = if hero.standing { "Activated" } else { "Idle" };
        piece.description = if horde {
            format!("Horde pawn {name} at the {}, {state}", at.title())
        } else {
            format!(
                "{} hero {name} of {} at the {}, {state}",
                COLOURS[side % 4],
                self.side_name(side),
                at.title()
            )
        };
        Some(piece)
    }
}

/// Tokens in words: `2 Wood and 1 Metal`.
pub(crate) fn cost_words(cost: &crate::Tokens) -> String {
    let parts: Vec<String> = Token::ALL
        .into_iter()
        .filter(|token| cost[token.index()] > 0)
        .map(|token| format!("{} {}", cost[token.index()], token.title()))
        .collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(" and ") }
}
