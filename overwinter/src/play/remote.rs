//! `overwinter play --server`: tables of a server, with the same person at this terminal as in their browsers.

mod identity;
mod lobby;
mod seated;

pub use seated::News;

use super::PlayArgs;
use super::table_session::TableSession;
use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::find_game;
use crate::terminal;
use clap::Args;
use identity::{Identities, Identity};
use lobby::Lobby;
use seated::RemoteSession;
use serde_json::{Value, json};
use service::remote::{
    Destination, RemoteError, RemotePhase, SeatedTable, ServerClient, ServerUrl, SignedIn, is_word,
};
use shelf::Shelf;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Handle};

/// What is said about a server.
#[derive(Args, Clone)]
#[command(next_help_heading = "At a server")]
pub struct RemoteArgs {
    /// Play at a server: its address, or that of a table or an invitation there. Alone it lists your games and the
    /// open tables; with a GAME it opens a table
    #[arg(long, value_name = "URL", conflicts_with_all = ["resume", "json", "edition", "seed", "names"])]
    pub server: Option<String>,
    /// The table, by its id
    #[arg(long, value_name = "ID", requires = "server", conflicts_with = "game")]
    table: Option<String>,
    /// Sit down at the table if a seat is free, or take your seat back that was kept while you were away
    #[arg(long, requires = "server")]
    join: bool,
    /// Sign in there with a code for a terminal, which your page (/me) makes, or with your recovery code
    #[arg(long, value_name = "CODE", requires = "server", conflicts_with = "guest")]
    sign_in: Option<String>,
    /// Be a new guest there, of this name
    #[arg(long, value_name = "NAME", requires = "server")]
    guest: Option<String>,
    /// Be nobody there any more: the server ends this program's token, and it is removed here
    #[arg(long, requires = "server", conflicts_with_all = ["table", "join", "sign_in", "guest"])]
    sign_out: bool,
}

/// What a server said no to, or why it could not be asked: in one line, so that nothing which it says passes for ours.
fn refused(error: RemoteError) -> CommandError {
    CommandError::input(terminal::clean_name(&error.to_string()))
}

/// Prints a line of any origin.
fn tell(text: &str) -> CommandResult {
    let text = terminal::clean(text);
    writeln!(terminal::stdout(), "{}", terminal::folded(&text)).map_err(Into::into)
}

/// Plays at a server.
pub fn play(args: &PlayArgs, shelf: &Shelf) -> CommandResult {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|error| CommandError::input(error.to_string()))?;
    let done = Visit::begin(args, runtime.handle()).and_then(|visit| match visit {
        Some(visit) => visit.play(shelf),
        None => Ok(()),
    });
    // A name that is still being looked up is nothing to wait for.
    runtime.shutdown_background();
    done
}

/// Somebody at a server.
struct Visit<'a> {
    args: &'a PlayArgs,
    runtime: &'a Handle,
    client: Arc<ServerClient>,
    to: Destination,
    /// What they are called there.
    name: String,
}

impl<'a> Visit<'a> {
    /// Signs in where that is needed; none if there is nothing more to do.
    fn begin(args: &'a PlayArgs, runtime: &'a Handle) -> Result<Option<Visit<'a>>, CommandError> {
        let remote = &args.remote;
        let text = remote.server.as_deref().unwrap_or_default();
        let (url, mut to) =
            ServerUrl::read(text).map_err(|why| CommandError::input(format!("--server: {why}")))?;
        if let Some(id) = &remote.table {
            if !is_word(id) {
                let why =
                    format!("--table `{id}`: this is no table's id: it has letters and digits");
                return Err(CommandError::input(why));
            }
            to = Destination::Table(id.clone());
        }
        let mut known = Identities::load()?;
        if remote.sign_out {
            sign_out(&url, &mut known, runtime)?;
            return Ok(None);
        }
        let kept = known.at(&url).cloned();
        if kept.is_some() && (remote.sign_in.is_some() || remote.guest.is_some()) {
            let name = kept.map(|kept| terminal::clean_name(&kept.name)).unwrap_or_default();
            return Err(CommandError::input(format!(
                "you are {name} at {url} already: say --sign-out first to be somebody else"
            )));
        }
        if let Some(Identity { token, .. }) = &kept {
            let client = ServerClient::new(url.clone(), Some(token.clone())).map_err(refused)?;
            match about_me(&client, runtime)? {
                (name, true) => {
                    let client = Arc::new(client);
                    return Ok(Some(Visit { args, runtime, client, to, name }));
                }
                _ => {
                    known.forget(&url)?;
                    tell(&format!("You were signed out at {url}."))?;
                }
            }
        }
        let stranger = ServerClient::new(url.clone(), None).map_err(refused)?;
        // Whether it is a house of ours at all is known before anybody types a code.
        about_me(&stranger, runtime)?;
        let Some(signed) = sign_in(args, &stranger, runtime)? else { return Ok(None) };
        let identity = Identity { name: signed.name.clone(), token: signed.token.clone() };
        known.keep(&url, identity)?;
        let name = terminal::clean_name(&signed.name);
        tell(&format!(
            "You are {name} at {url} from now on; {} keeps it.",
            known.path().display()
        ))?;
        if !url.https && !url.is_this_machine() {
            tell(
                "This connection is not encrypted: whoever is between can read along, and be you.",
            )?;
        }
        if !signed.recovery_code.is_empty() {
            tell(&format!(
                "Your recovery code is used up. The next one, shown this once: {}",
                signed.recovery_code
            ))?;
        }
        let client = ServerClient::new(url, Some(signed.token)).map_err(refused)?;
        Ok(Some(Visit { args, runtime, client: Arc::new(client), to, name }))
    }

    fn get<T: serde::de::DeserializeOwned>(&self, path: &str) -> Result<T, CommandError> {
        self.runtime.block_on(self.client.get(path)).map_err(refused)
    }

    fn post<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        body: &Value,
    ) -> Result<T, CommandError> {
        self.runtime.block_on(self.client.post(path, body)).map_err(refused)
    }

    fn play(&self, shelf: &Shelf) -> CommandResult {
        let table = match &self.to {
            Destination::Table(id) => Some(id.clone()),
            Destination::Seat(link) => {
                let body = json!({ "contribution": contribution()? });
                let sat: Value = self.post(&format!("/api/invitations/{link}"), &body)?;
                sat["table"].as_str().map(str::to_string)
            }
            Destination::Lobby => {
                let lobby = Lobby { visit: self, shelf };
                match &self.args.game {
                    Some(game) => Some(lobby.open(game, self.args)?),
                    None => lobby.choose()?,
                }
            }
        };
        let Some(id) = table else { return Ok(()) };
        let mut seen = self.scene(&id)?;
        if !seen.players.iter().any(|player| player.yours) {
            self.sit_down(&seen)?;
            seen = self.scene(&id)?;
        }
        if seen.phase == RemotePhase::Open {
            seen = self.wait_for_players(seen)?;
        }
        let game = find_game(shelf, &seen.game).ok();
        let game = game.as_ref().map(|shelved| shelved.game.as_ref());
        let session = RemoteSession::new(self.runtime.clone(), self.client.clone(), seen, game);
        let mut session = session.map_err(refused)?;
        let args = self.args;
        let done = args.display().show(&mut session);
        if let Some(path) = args.record.as_ref().filter(|_| done.is_ok() && session.is_over()) {
            files::write(path, session.record().map_err(refused)?.as_bytes())?;
        }
        done
    }

    fn scene(&self, id: &str) -> Result<SeatedTable, CommandError> {
        let path = format!("/api/tables/{id}/scene");
        self.runtime.block_on(self.client.get(&path)).map_err(|error| match error {
            RemoteError::Refused { status: 404, .. } => {
                CommandError::input(format!("there is no table {id} at {}", self.client.url()))
            }
            error => refused(error),
        })
    }

    /// Sits down at a table where one has no seat, if that is wished.
    fn sit_down(&self, seen: &SeatedTable) -> CommandResult {
        let none = "you have no seat at this table";
        let free = seen.players.iter().filter(|player| player.kind == "open").count();
        let invited = || -> Result<bool, CommandError> {
            let own: service::remote::OwnGames = self.get("/api/me/games")?;
            Ok(own.invitations.iter().any(|invited| invited.table == seen.id))
        };
        let kept = seen.players.iter().any(|player| player.kept);
        let over = seen.phase == RemotePhase::Over;
        if over || !kept && (seen.phase != RemotePhase::Open || (free == 0 && !invited()?)) {
            return Err(CommandError::input(format!("{none}, and no seat is free there")));
        }
        if !self.args.remote.join {
            let (how, ask) = match kept {
                true => ("your seat is kept for you", "take your seat back"),
                false => ("a seat is free", "sit down"),
            };
            if !terminal::has_person() {
                return Err(CommandError::input(format!("{none}; {how}: say --join to {ask}")));
            }
            let asked = format!("{}, {}: {ask}?", seen.title, seen.scenario);
            let answers = ["Yes".to_string(), "No".to_string()];
            if super::menu::pick(&terminal::clean(&asked), &answers, None)? != Some(0) {
                return Err(CommandError::input(format!("{none}; nothing was done")));
            }
        }
        let body = json!({ "contribution": contribution()? });
        self.post::<Value>(&format!("/api/tables/{}/join", seen.id), &body)?;
        Ok(())
    }

    /// Waits until everybody has sat down; who comes is told.
    fn wait_for_players(&self, mut seen: SeatedTable) -> Result<SeatedTable, CommandError> {
        let (url, id) = (self.client.url().clone(), seen.id.clone());
        tell(&format!(
            "{}, {}: the table {url}/t/{id} waits for players.",
            seen.title, seen.scenario
        ))?;
        for player in seen.players.iter().filter(|player| !player.link.is_empty()) {
            tell(&format!(
                "Whoever opens {url}{} sits down in seat {}.",
                player.link, player.seat
            ))?;
        }
        tell("The game begins when all seats are taken. Ctrl-C leaves; your seat is kept.")?;
        let path = format!("/api/tables/{id}/stream");
        let mut sits: Vec<String> = seen.players.iter().map(|it| it.name.clone()).collect();
        while seen.phase == RemotePhase::Open {
            let change = async {
                let mut news = self.client.follow(&path).await?;
                // The first says where it stands.
                news.next(Duration::from_secs(45)).await?;
                news.next(Duration::from_secs(45)).await
            };
            let changed = self.runtime.block_on(async {
                tokio::select! {
                    changed = change => Some(changed),
                    _ = tokio::signal::ctrl_c() => None,
                }
            });
            match changed {
                None => {
                    let told = format!(
                        "Your seat is kept.\nCome back with: overwinter play --server {url}/t/{id}"
                    );
                    return Err(CommandError::Signalled(2, told));
                }
                Some(Err(error)) if !error.passes() => return Err(refused(error)),
                Some(Err(_)) => std::thread::sleep(Duration::from_millis(500)),
                Some(Ok(())) => {}
            }
            match self.runtime.block_on(self.client.get(&format!("/api/tables/{id}/scene"))) {
                Ok(now) => seen = now,
                Err(error) if error.passes() => continue,
                Err(error) => return Err(refused(error)),
            }
            for (before, now) in sits.iter_mut().zip(&seen.players) {
                if *before != now.name && !now.name.is_empty() {
                    tell(&format!("{} sits down.", terminal::clean_name(&now.name)))?;
                }
                before.clone_from(&now.name);
            }
        }
        Ok(seen)
    }
}

/// What somebody is called at a server, and whether it knows them; an error if it is no server of ours.
fn about_me(client: &ServerClient, runtime: &Handle) -> Result<(String, bool), CommandError> {
    let told: Value = runtime.block_on(client.get("/api/me")).map_err(refused)?;
    match (told["name"].as_str(), told["known"].as_bool()) {
        (Some(name), Some(known)) => Ok((terminal::clean_name(name), known)),
        _ => Err(CommandError::input(format!(
            "{}: what answers there is no server of Overwinter that this program can play at",
            client.url()
        ))),
    }
}

/// Becomes somebody at a server; none if nobody wants to.
fn sign_in(
    args: &PlayArgs,
    client: &ServerClient,
    runtime: &Handle,
) -> Result<Option<SignedIn>, CommandError> {
    let url = client.url();
    let known_by = match (&args.remote.sign_in, &args.remote.guest) {
        (Some(code), _) => json!({ "code": code }),
        (None, Some(name)) => json!({ "name": name }),
        (None, None) if !terminal::has_person() => {
            return Err(CommandError::input(format!(
                "{url} does not know you yet: say --sign-in CODE with a code from {url}/me, or --guest NAME"
            )));
        }
        (None, None) => {
            let ways = [
                format!(
                    "With a code: {url}/me makes one for a terminal (a recovery code counts too)"
                ),
                "As a guest who has never been there".to_string(),
            ];
            let asked = format!("Who are you at {url}?");
            let Some(way) = super::menu::pick(&asked, &ways, None)? else { return Ok(None) };
            let asked = if way == 0 { "The code" } else { "What others call you" };
            let Some(answer) = super::menu::ask(asked)? else { return Ok(None) };
            if way == 0 { json!({ "code": answer }) } else { json!({ "name": answer }) }
        }
    };
    runtime.block_on(client.post("/api/sign-in", &known_by)).map(Some).map_err(refused)
}

/// Is nobody at a server any more.
fn sign_out(url: &ServerUrl, known: &mut Identities, runtime: &Handle) -> CommandResult {
    let Some(kept) = known.at(url).cloned() else {
        return Err(CommandError::input(format!("you are not signed in at {url}")));
    };
    let path = known.path().display().to_string();
    let client = ServerClient::new(url.clone(), Some(kept.token)).map_err(refused)?;
    let ended = runtime.block_on(client.post::<Value>("/api/me/sign-out", &json!({})));
    match ended {
        Ok(_) => {}
        Err(error) => {
            // A token that counts no more is of no use here either.
            let (_, counts) = about_me(&client, runtime)?;
            if counts {
                let told =
                    format!("nothing was done; to forget it here all the same, remove {path}");
                return Err(refused(error).with(&told));
            }
        }
    }
    known.forget(url)?;
    tell(&format!("You are signed out at {url}."))
}

/// What this program adds to the dice of a game, so that nobody knows them beforehand.
fn contribution() -> Result<String, CommandError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| CommandError::input(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
