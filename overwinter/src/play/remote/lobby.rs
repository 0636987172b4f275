//! What somebody can do at a server: go on with a game of theirs, sit down at a table, or open one.

use super::super::{PlayArgs, menu};
use super::{Visit, contribution, tell};
use crate::error::CommandError;
use crate::lookup::{find_game, options};
use crate::seats;
use crate::terminal;
use serde::Deserialize;
use serde_json::{Value, json};
use service::remote::{OwnGame, OwnGames, RemotePhase};
use shelf::Shelf;
use std::collections::BTreeMap;

/// The lobby of a server.
pub struct Lobby<'a> {
    pub visit: &'a Visit<'a>,
    pub shelf: &'a Shelf,
}

/// Tables as the server lists them.
#[derive(Deserialize)]
struct Listed {
    tables: Vec<ListedTable>,
}

#[derive(Deserialize)]
struct ListedTable {
    id: String,
    game: String,
    scenario: String,
    seats: Vec<ListedSeat>,
}

#[derive(Deserialize)]
struct ListedSeat {
    kind: String,
    name: String,
}

/// What can be chosen.
enum Entry {
    Table(String),
    Open,
}

impl Lobby<'_> {
    /// Lets somebody choose among their games, open tables and a new one; none if they leave. Where nobody can be asked the
    /// list is told, and how one goes on.
    pub fn choose(&self) -> Result<Option<String>, CommandError> {
        let own: OwnGames = self.visit.get("/api/me/games")?;
        let open: Listed = self.visit.get("/api/tables?state=open")?;
        let mut lines = Vec::new();
        let mut entries = Vec::new();
        let on = own.games.iter().filter(|game| game.phase != RemotePhase::Over);
        for game in on {
            lines.push(in_a_line(game));
            entries.push(Entry::Table(game.id.clone()));
        }
        for invited in &own.invitations {
            lines.push(format!("{} invites you to the table {}", invited.host, invited.table));
            entries.push(Entry::Table(invited.table.clone()));
        }
        let mine = |id: &str| own.games.iter().any(|game| game.id == id);
        for table in open.tables.iter().filter(|table| !mine(&table.id)) {
            let free = table.seats.iter().filter(|seat| seat.kind == "open").count();
            if free == 0 || own.invitations.iter().any(|invited| invited.table == table.id) {
                continue;
            }
            let names: Vec<&str> = table.seats.iter().map(|seat| seat.name.as_str()).collect();
            let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
            let (game, scenario) = (self.title(&table.game), &table.scenario);
            let with = if names.is_empty() { "nobody yet".into() } else { names.join(", ") };
            lines.push(format!("Open table: {game}, {scenario}, with {with}; free seats: {free}"));
            entries.push(Entry::Table(table.id.clone()));
        }
        let mut lines: Vec<String> = lines.iter().map(|line| terminal::clean_name(line)).collect();
        let (url, name) = (self.visit.client.url(), terminal::clean_name(&self.visit.name));
        if !terminal::has_person() {
            tell(&format!("{name} at {url}:"))?;
            for (line, entry) in lines.iter().zip(&entries) {
                if let Entry::Table(id) = entry {
                    tell(&format!("{id}  {line}"))?;
                }
            }
            if lines.is_empty() {
                tell("You have no game there, and no table is open.")?;
            }
            tell(&format!("Play one with: overwinter play --server {url} --table ID"))?;
            return Ok(None);
        }
        lines.push("Open a table".into());
        entries.push(Entry::Open);
        let asked = format!("{name} at {url}");
        let chosen = menu::pick(&asked, &lines, None)?;
        match chosen.and_then(|number| entries.into_iter().nth(number)) {
            None => Ok(None),
            Some(Entry::Table(id)) => Ok(Some(id)),
            Some(Entry::Open) => match menu::choose(self.shelf, menu::Place::Server)? {
                None => Ok(None),
                Some(wish) => {
                    let scenario = Some(wish.scenario.as_str());
                    let table = self.opened(&wish.game, scenario, &wish.seats, &BTreeMap::new())?;
                    Ok(Some(table))
                }
            },
        }
    }

    fn title(&self, game: &str) -> String {
        let known = find_game(self.shelf, game).ok();
        let catalogue = known.and_then(|it| it.game.catalogue(&it.game.house()).ok());
        catalogue.map_or_else(|| game.to_string(), |catalogue| catalogue.title)
    }

    /// Opens a table of a game as the command line says; gives its id.
    pub fn open(&self, game: &str, args: &PlayArgs) -> Result<String, CommandError> {
        let shelved = find_game(self.shelf, game)?;
        let game = shelved.game.as_ref();
        let catalogue = game.catalogue(&game.house())?;
        let list = match &args.seats {
            Some(list) => list.clone(),
            None => {
                let wanted = args.scenario.as_deref();
                let mut known = catalogue.scenarios.iter();
                let found = known.find(|it| wanted.is_none_or(|wanted| it.id == wanted));
                let bots = (1..found.map_or(1, |it| it.min_seats)).map(|_| game.usual_bot());
                ["you"].into_iter().chain(bots).collect::<Vec<_>>().join(",")
            }
        };
        let options = options(&args.options)?;
        self.opened(game.id(), args.scenario.as_deref(), &list, &options)
    }

    fn opened(
        &self,
        game: &str,
        scenario: Option<&str>,
        list: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<String, CommandError> {
        let words = seats::seat_words(list, "you,open,greedy")?;
        let mut places = Vec::new();
        for word in words {
            places.push(match word.to_lowercase().as_str() {
                "you" | "me" | "human" | "person" => "me".to_string(),
                "open" | "link" => word.to_lowercase(),
                program if program.starts_with("cmd:") => {
                    return Err(CommandError::input(
                        "--seats: a program of your own plays at a server by its token (docs/bots.md), not as `cmd:`",
                    ));
                }
                bot => format!("bot:{bot}"),
            });
        }
        let body = json!({
            "game": game,
            "scenario": scenario.unwrap_or_default(),
            "seats": places,
            "options": options,
            "listed": true,
            "contribution": contribution()?,
        });
        let opened: Value = self.visit.post("/api/tables", &body)?;
        let id = opened["id"].as_str();
        let id = id.ok_or_else(|| CommandError::input("the server told no table's id"))?;
        tell(&format!("The table is {}/t/{id}", self.visit.client.url()))?;
        Ok(id.to_string())
    }
}

/// A game of one's own in a line.
fn in_a_line(game: &OwnGame) -> String {
    let stands = match game.phase {
        RemotePhase::Open => "waits for players".to_string(),
        RemotePhase::Over => game.ended.clone(),
        RemotePhase::Playing if game.asked => "YOUR TURN".into(),
        RemotePhase::Playing => format!("waits for {}", game.waiting.join(", ")),
    };
    let time = if game.time.is_empty() { String::new() } else { format!("; {}", game.time) };
    format!("{}: {stands}{time} ({})", game.title, game.players.join(", "))
}
