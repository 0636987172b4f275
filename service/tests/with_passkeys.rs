//! Passkeys in a real Chromium, with the authenticator that it pretends to have.

use crate::browser::Browser;
use crate::house::{Answer, Guest, House, ask_store};
use crate::people::browser as signed_in;
use serde_json::{Value, json};

/// A Chromium with a device that keeps passkeys and never asks for a finger; gives the id of that device.
pub fn with_authenticator() -> (Browser, String) {
    let mut browser = Browser::launch();
    browser.theme("light");
    browser.send("Network.enable", json!({}));
    browser.send("WebAuthn.enable", json!({}));
    let options = json!({
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": true,
        "hasUserVerification": true,
        "isUserVerified": true,
        "automaticPresenceSimulation": true,
    });
    let made = browser.send("WebAuthn.addVirtualAuthenticator", json!({ "options": options }));
    let id = made["authenticatorId"].as_str().unwrap().to_string();
    (browser, id)
}

/// The name of the house for which browsers keep passkeys.
pub fn home(house: &House) -> String {
    format!("http://localhost:{}", house.address.port())
}

/// The passkeys that a device keeps.
fn kept(browser: &mut Browser, device: &str) -> Vec<Value> {
    let found = browser.send("WebAuthn.getCredentials", json!({ "authenticatorId": device }));
    found["credentials"].as_array().unwrap().clone()
}

/// The cookie of a browser.
pub fn cookie(browser: &mut Browser, house: &House) -> String {
    let found = browser.send("Network.getCookies", json!({ "urls": [home(house)] }));
    let cookie =
        found["cookies"].as_array().unwrap().iter().find(|one| one["name"] == "overwinter");
    format!("overwinter={}", cookie.expect("a cookie")["value"].as_str().unwrap())
}

/// Notes what the page posts from now on.
const NOTE_POSTS: &str = "window.posted = []; const send = window.fetch;
  window.fetch = (path, options) => { posted.push([path, options.body]); return send(path, options); }; true";

/// Somebody with a passkey: their browser and its device.
fn somebody(house: &House) -> (Browser, String) {
    let (mut browser, device) = with_authenticator();
    browser.goto(&format!("{}/me", home(house)));
    browser.click("#add-passkey");
    browser.wait("document.querySelector('.things input[name=name]')");
    (browser, device)
}

/// Another browser to which a passkey came, as they do through the account of their maker; on the page to sign in.
fn elsewhere(house: &House, passkey: &Value) -> (Browser, String) {
    let (mut browser, device) = with_authenticator();
    let credential = json!({ "authenticatorId": device, "credential": passkey });
    browser.send("WebAuthn.addCredential", credential);
    browser.goto(&format!("{}/sign-in", home(house)));
    (browser, device)
}

#[test]
fn a_guest_becomes_somebody_and_signs_in_on_another_device() {
    let house = House::open();
    let (mut browser, device) = with_authenticator();
    browser.goto(&format!("{}/me", home(&house)));
    let guest = signed_in(&house, &cookie(&mut browser, &house)).called("Ann");
    let table = guest.open("connect-four", "plain", &["me", "bot:random"]);
    browser.goto(&format!("{}/me", home(&house)));
    browser.click("#add-passkey");
    browser.wait("document.querySelector('.things input[name=name]')");
    let page = guest.get("/me").text;
    assert!(page.contains("You can come back as") && page.contains("not used yet"), "{page}");
    let [passkey]: [Value; 1] = kept(&mut browser, &device).try_into().expect("one passkey");
    assert_eq!(passkey["rpId"], "localhost");
    assert_eq!(passkey["isResidentCredential"], true);
    // The same device is not asked for a second one.
    browser.click("#add-passkey");
    browser.wait("document.getElementById('passkey-told').textContent.includes('already')");

    // Where she was a guest with a seat of her own.
    let (mut other, its_device) = elsewhere(&house, &passkey);
    let stranger = signed_in(&house, &cookie(&mut other, &house)).called("Phone");
    let seat = stranger.open("connect-four", "plain", &["me", "bot:random"]);
    other.goto(&format!("{}/sign-in", home(&house)));
    other.wait("document.body.innerText.includes('Take the seats of Phone')");
    let before = cookie(&mut other, &house);
    other.click("#use-passkey");
    other.wait(
        "location.pathname === '/me' && document.body.innerText.includes('You can come back')",
    );
    let now = cookie(&mut other, &house);
    assert_ne!(before, now, "who signs in gets a new cookie");
    for table in [&table, &seat] {
        let page = signed_in(&house, &now).get(&format!("/t/{table}")).text;
        assert!(page.contains(r#"data-mine="1""#), "{page}");
    }
    assert!(guest.get("/me").text.contains("last used"));
    assert!(kept(&mut other, &its_device)[0]["signCount"].as_i64().unwrap() > 0);

    // A passkey that was taken away opens nothing.
    browser.goto(&format!("{}/me", home(&house)));
    browser.click("form[action='/me/passkeys/remove'] button");
    browser.wait("!document.querySelector('.things input[name=name]')");
    let (mut third, _) = elsewhere(&house, &passkey);
    third.click("#use-passkey");
    third.wait("document.getElementById('passkey-told').textContent.includes('not accepted')");
    assert!(browser.errors.is_empty() && other.errors.is_empty(), "{:?}", browser.errors);
}

/// Sends something to the server by the name under which it keeps passkeys.
fn by_name(guest: &Guest, path: &str, body: &Value) -> Answer {
    let request = guest.agent.post(guest.url(path)).header("cookie", &guest.cookie);
    let request = request.header("host", format!("localhost:{}", guest.address.port()));
    Answer::of(request.content_type("application/json").send(body.to_string()))
}

/// Sends something to the server from the page as it stands; gives the status.
fn send(browser: &mut Browser, path: &str, body: &str) -> Value {
    let options = json!({
        "method": "POST",
        "headers": { "Content-Type": "application/json" },
        "body": body,
    });
    browser.eval(&format!("fetch({}, {options}).then((answer) => answer.status)", json!(path)))
}

#[test]
fn an_answer_counts_once_and_only_from_the_browser_that_was_asked() {
    let house = House::open();
    let (mut browser, device) = somebody(&house);
    let passkey = kept(&mut browser, &device).remove(0);
    let (mut victim, _) = elsewhere(&house, &passkey);
    victim.eval(NOTE_POSTS);
    // What would be sent is kept, and sent from elsewhere first.
    victim.eval(
        "const really = window.fetch; window.fetch = (path, options) => path === '/sign-in/passkey'
           ? (posted.push([path, options.body]), Promise.reject(new Error())) : really(path, options); true",
    );
    victim.click("#use-passkey");
    victim.wait("posted.some(([path]) => path === '/sign-in/passkey')");
    let body = victim.eval("posted.find(([path]) => path === '/sign-in/passkey')[1]");
    let body: Value = serde_json::from_str(body.as_str().unwrap()).unwrap();
    let thief = house.guest();
    let mut stolen = body.clone();
    stolen["key"] = json!(thief.key);
    let refused = by_name(&thief, "/sign-in/passkey", &stolen);
    assert_eq!(refused.status, 409, "asked of another browser: {}", refused.text);
    // An answer to another question does not fit either.
    let mut other = body.clone();
    let next = victim.eval(
        "really('/sign-in/ask', { method: 'POST', headers: { 'Content-Type': 'application/json' },
           body: JSON.stringify({ key: document.getElementById('main').dataset.key }) }).then((a) => a.json())",
    );
    other["id"] = next["id"].clone();
    victim.eval("window.fetch = really; true");
    assert_eq!(send(&mut victim, "/sign-in/passkey", &other.to_string()), 403);
    assert_eq!(send(&mut victim, "/sign-in/passkey", &other.to_string()), 409, "not even twice");
    // The right one counts, once.
    assert_eq!(send(&mut victim, "/sign-in/passkey", &body.to_string()), 204);
    let again = send(&mut victim, "/sign-in/passkey", &body.to_string());
    assert_ne!(again, 204, "replayed");
    let questions = ask_store(house.folder.path(), "SELECT COUNT(*) FROM challenges");
    assert_eq!(questions, "0", "what was answered is gone");
}

#[test]
fn an_answer_that_was_changed_is_refused() {
    let house = House::open();
    let (mut browser, device) = somebody(&house);
    let passkey = kept(&mut browser, &device).remove(0);
    let spoil = [
        "answer.response.signature = answer.response.signature.slice(0, -4) + 'AAAA'",
        "answer.response.userHandle = 'A'.repeat(86)",
        "answer.response.clientDataJSON = btoa(atob(answer.response.clientDataJSON.replace(/-/g, '+').replace(/_/g, '/')).replace('localhost', 'evilhost!'))",
        "answer.id = answer.rawId = 'AAAA' + answer.id.slice(4)",
    ];
    for spoilt in spoil {
        let (mut victim, _) = elsewhere(&house, &passkey);
        victim.eval(&format!(
            "const really = window.fetch; window.fetch = (path, options) => {{
               if (path !== '/sign-in/passkey') return really(path, options);
               const body = JSON.parse(options.body); const answer = body.answer; {spoilt};
               return really(path, {{ ...options, body: JSON.stringify(body) }}); }}; true"
        ));
        victim.click("#use-passkey");
        victim.wait("/not accepted/.test(document.getElementById('passkey-told').textContent)");
    }
}
