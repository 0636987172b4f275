//! Making a passkey and signing in with one, by the steps of Web Authentication (§7.1, §7.2): what a browser is asked, and how its
//! answer is judged. Who made a device is not asked (`attestation: none`); that its person unlocked it is.
//!
//! What devices write is read by `coset`, and `ring` checks what they sign, as it does for pushes and connections. The steps between
//! are ours: the crates that have them too bring far more than they replace. `webauthn-rs` needs OpenSSL. `webauthn_rp` 0.3 is pure Rust and adds 71 crates to a
//! whole build of 336, and three quarters of a minute of a processor: a second generation of hashes, random numbers and curves beside those of `ring`, and RSA with an open advisory
//! (RUSTSEC-2023-0071). `passkey-types` has the types alone, for 59. `coset` adds four.

use super::{HANDLE, Site};
use crate::error::ServiceError;
use crate::secret::{self, from_letters, in_letters};
use crate::store::PasskeyRow;
use coset::cbor::Value as Cbor;
use coset::cbor::de::from_reader_with_recursion_limit;
use coset::iana::{Algorithm, KeyType};
use coset::{AsCborValue, CoseKey, Label, RegisteredLabel, RegisteredLabelWithPrivate};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// How deep lists and maps may lie in each other: what devices write is no deeper than this.
const DEEPEST: usize = 8;

/// Random bytes that an answer signs.
const CHALLENGE: usize = 32;

/// The longest id of a passkey.
const LONGEST_ID: usize = 1023;

/// The signatures that we know, by their numbers, the first the dearest to us.
const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];
const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

/// A device says that somebody was there.
const PRESENT: u8 = 0x01;
/// That they unlocked it.
const VERIFIED: u8 = 0x04;
/// That the passkey may be kept in several places.
const MAY_BE_COPIED: u8 = 0x08;
/// That it is.
const IS_COPIED: u8 = 0x10;
/// That it tells of a new passkey.
const MADE: u8 = 0x40;
/// That it tells more.
const MORE: u8 = 0x80;

/// What a browser sent is not what was asked of it. What exactly is wrong stands in the log alone.
fn refused(why: &str) -> ServiceError {
    tracing::info!(why, "a passkey was refused");
    ServiceError::Forbidden("This passkey was not accepted. Try once more.".into())
}

/// Asks a browser for a new passkey of whoever has this handle and name, on a device that has none of the others: what it is
/// asked, and what is needed to judge its answer.
pub fn register(
    site: &Site,
    handle: &[u8],
    name: &str,
    known: &[PasskeyRow],
) -> Result<(Value, Vec<u8>), ServiceError> {
    let challenge = secret::random_key()?;
    let ids = known.iter().filter_map(|row| secret::bytes(&row.id));
    let known: Vec<Value> =
        ids.map(|id| json!({ "type": "public-key", "id": in_letters(&id) })).collect();
    let algorithms: Vec<Value> =
        ALGORITHMS.iter().map(|alg| json!({ "type": "public-key", "alg": alg })).collect();
    let asked = json!({
        "rp": { "id": site.id, "name": "Overwinter" },
        "user": { "id": in_letters(handle), "name": name, "displayName": name },
        "challenge": in_letters(&challenge),
        "pubKeyCredParams": algorithms,
        "timeout": super::PATIENCE * 1000,
        "excludeCredentials": known,
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": true,
            "userVerification": "required",
        },
        "attestation": "none",
    });
    Ok((asked, [&challenge[..], handle].concat()))
}

/// Asks a browser for any passkey of this site: what it is asked, and what is needed to judge its answer.
pub fn sign_in(site: &Site) -> Result<(Value, Vec<u8>), ServiceError> {
    let challenge = secret::random_key()?;
    let asked = json!({
        "rpId": site.id,
        "challenge": in_letters(&challenge),
        "timeout": super::PATIENCE * 1000,
        "userVerification": "required",
    });
    Ok((asked, challenge.to_vec()))
}

/// The answer of a browser, with its bytes in letters.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    raw_id: String,
    #[serde(rename = "type")]
    kind: String,
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    attestation_object: Option<String>,
    authenticator_data: Option<String>,
    signature: Option<String>,
    user_handle: Option<String>,
}

impl Answer {
    fn read(answer: &Value) -> Result<Answer, ServiceError> {
        let answer = Answer::deserialize(answer).map_err(|_| refused("it is no answer"))?;
        match answer.kind.as_str() {
            "public-key" => Ok(answer),
            _ => Err(refused("it is of another kind")),
        }
    }

    fn id(&self) -> Result<Vec<u8>, ServiceError> {
        let id = from_letters(&self.raw_id).filter(|id| (1..=LONGEST_ID).contains(&id.len()));
        id.ok_or_else(|| refused("its id is none"))
    }
}

/// Bytes that an answer must have.
fn part(text: Option<&str>) -> Result<Vec<u8>, ServiceError> {
    text.and_then(from_letters).ok_or_else(|| refused("a part of the answer is missing"))
}

/// What the browser signs of where it is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
    #[serde(default)]
    top_origin: Option<String>,
}

/// Judges where the browser says that it is, and to what it answers.
fn check_client_data(
    bytes: &[u8],
    kind: &str,
    challenge: &[u8],
    site: &Site,
) -> Result<(), ServiceError> {
    let said: ClientData =
        serde_json::from_slice(bytes).map_err(|_| refused("the browser says nothing of itself"))?;
    if said.kind != kind {
        return Err(refused("it answers to something else"));
    }
    if challenge.len() != CHALLENGE || said.challenge != in_letters(challenge) {
        return Err(refused("it answers to another question"));
    }
    if said.origin != site.origin {
        return Err(refused("it was made for a page of another site"));
    }
    if said.cross_origin || said.top_origin.is_some() {
        return Err(refused("the page stands within one of another site"));
    }
    Ok(())
}

/// What a device says of itself.
struct Device<'a> {
    count: u32,
    made: Option<Made<'a>>,
}

/// A new passkey, as a device tells it.
struct Made<'a> {
    id: &'a [u8],
    key: Cbor,
}

/// The first value of some bytes, and what stands behind it; nothing if there is none that is whole and not too deep.
fn first_value(bytes: &[u8]) -> Option<(Cbor, &[u8])> {
    let mut rest = bytes;
    let value = from_reader_with_recursion_limit(&mut rest, DEEPEST).ok()?;
    Some((value, rest))
}

/// Reads what a device says, and judges for whom it says it and whether its person unlocked it.
fn device<'a>(bytes: &'a [u8], site: &Site) -> Result<Device<'a>, ServiceError> {
    let short = || refused("the device says too little");
    let (hash, rest) = bytes.split_at_checked(32).ok_or_else(short)?;
    let (flags, rest) = rest.split_first().ok_or_else(short)?;
    let (count, mut rest) = rest.split_first_chunk::<4>().ok_or_else(short)?;
    if hash != Sha256::digest(site.id.as_bytes()).as_slice() {
        return Err(refused("it was made for another site"));
    }
    if flags & PRESENT == 0 || flags & VERIFIED == 0 {
        return Err(refused("nobody unlocked the device"));
    }
    if flags & IS_COPIED != 0 && flags & MAY_BE_COPIED == 0 {
        return Err(refused("it is kept where it may not be"));
    }
    let mut made = None;
    if flags & MADE != 0 {
        let after = rest.get(16..).ok_or_else(short)?;
        let (length, after) = after.split_first_chunk::<2>().ok_or_else(short)?;
        let length = usize::from(u16::from_be_bytes(*length));
        let (id, after) = after.split_at_checked(length).ok_or_else(short)?;
        let (key, after) = first_value(after).ok_or_else(short)?;
        made = Some(Made { id, key });
        rest = after;
    }
    if flags & MORE != 0 {
        let (told, after) = first_value(rest).ok_or_else(short)?;
        if !matches!(told, Cbor::Map(_)) {
            return Err(short());
        }
        rest = after;
    }
    match rest.is_empty() {
        true => Ok(Device { count: u32::from_be_bytes(*count), made }),
        false => Err(refused("the device says too much")),
    }
}

/// A public key as we keep it: the number of its algorithm, and what that needs.
fn kept_key(key: Cbor) -> Option<Vec<u8>> {
    let key = CoseKey::from_cbor_value(key).ok()?;
    let told = |of: i64| {
        let found = key.params.iter().find(|(label, _)| *label == Label::Int(of));
        found.map(|(_, value)| value)
    };
    let bytes = |of: i64| told(of)?.as_bytes().map(Vec::as_slice);
    let curve = || i64::try_from(told(-1)?.as_integer()?).ok();
    let RegisteredLabel::Assigned(kind) = key.kty else { return None };
    let Some(RegisteredLabelWithPrivate::Assigned(algorithm)) = key.alg else { return None };
    match (kind, algorithm) {
        (KeyType::EC2, Algorithm::ES256) if curve() == Some(1) => {
            let (x, y) = (bytes(-2)?, bytes(-3)?);
            (x.len() == 32 && y.len() == 32).then(|| [&[1, 4][..], x, y].concat())
        }
        (KeyType::OKP, Algorithm::EdDSA) if curve() == Some(6) => {
            let x = bytes(-2)?;
            (x.len() == 32).then(|| [&[2][..], x].concat())
        }
        (KeyType::RSA, Algorithm::RS256) => {
            let (n, e) = (bytes(-1)?, bytes(-2)?);
            let length = u16::try_from(n.len()).ok().filter(|length| *length >= 256)?;
            Some([&[3][..], &length.to_be_bytes(), n, e].concat())
        }
        _ => None,
    }
}

/// Whether a kept key has signed something.
fn has_signed(key: &[u8], signed: &[u8], signature: &[u8]) -> bool {
    let judged = match key.split_first() {
        Some((1, point)) => {
            UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(signed, signature)
        }
        Some((2, point)) => UnparsedPublicKey::new(&ED25519, point).verify(signed, signature),
        Some((3, rest)) => {
            let Some((length, rest)) = rest.split_first_chunk::<2>() else { return false };
            let length = usize::from(u16::from_be_bytes(*length));
            let Some((n, e)) = rest.split_at_checked(length) else { return false };
            RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, signed, signature)
        }
        _ => return false,
    };
    judged.is_ok()
}

/// What a device says of itself, out of what it says of a new passkey; nothing if it says it twice.
fn auth_data(told: Cbor) -> Option<Vec<u8>> {
    let pairs = told.into_map().ok()?.into_iter();
    let mut found = pairs.filter(|(key, _)| key.as_text() == Some("authData"));
    let (_, data) = found.next()?;
    found.next().is_none().then(|| data.into_bytes().ok())?
}

/// The passkey that a browser has made, without its person, name and time.
pub fn registered(site: &Site, state: &[u8], answer: &Value) -> Result<PasskeyRow, ServiceError> {
    let broken = || refused("what was asked is not known any more");
    let (challenge, handle) = state.split_at_checked(CHALLENGE).ok_or_else(broken)?;
    if handle.len() != HANDLE {
        return Err(broken());
    }
    let answer = Answer::read(answer)?;
    let client_data = part(Some(answer.response.client_data.as_str()))?;
    check_client_data(&client_data, "webauthn.create", challenge, site)?;
    let told = part(answer.response.attestation_object.as_deref())?;
    let told = first_value(&told).filter(|(_, rest)| rest.is_empty());
    let told = told.and_then(|(told, _)| auth_data(told));
    let told = told.ok_or_else(|| refused("the device says nothing"))?;
    let device = device(&told, site)?;
    let made = device.made.ok_or_else(|| refused("nothing was made"))?;
    if made.id != answer.id()? {
        return Err(refused("browser and device speak of different ones"));
    }
    let key = kept_key(made.key).ok_or_else(|| refused("it signs in a way that we do not know"))?;
    Ok(PasskeyRow {
        id: secret::hexadecimal(made.id),
        person: String::new(),
        handle: handle.to_vec(),
        name: String::new(),
        key,
        state: device.count.to_be_bytes().to_vec(),
        created: 0,
        used: 0,
    })
}

/// The id of the passkey that answers, in hexadecimal.
pub fn answered_by(answer: &Value) -> Result<String, ServiceError> {
    Ok(secret::hexadecimal(&Answer::read(answer)?.id()?))
}

/// Judges the answer of a passkey; gives what has changed in it.
pub fn signed_in(
    site: &Site,
    state: &[u8],
    answer: &Value,
    row: &PasskeyRow,
) -> Result<Vec<u8>, ServiceError> {
    let answer = Answer::read(answer)?;
    let handle = part(answer.response.user_handle.as_deref())?;
    if handle != row.handle || secret::hexadecimal(&answer.id()?) != row.id {
        return Err(refused("it is another's"));
    }
    let client_data = part(Some(answer.response.client_data.as_str()))?;
    check_client_data(&client_data, "webauthn.get", state, site)?;
    let told = part(answer.response.authenticator_data.as_deref())?;
    let device = device(&told, site)?;
    let signature = part(answer.response.signature.as_deref())?;
    let signed = [&told[..], &Sha256::digest(&client_data)[..]].concat();
    if !has_signed(&row.key, &signed, &signature) {
        return Err(refused("its signature is wrong"));
    }
    let before = row.state.first_chunk::<4>().map_or(0, |bytes| u32::from_be_bytes(*bytes));
    // A device that counts counts up: else there are two of it.
    if (device.count, before) != (0, 0) && device.count <= before {
        return Err(refused("it was used elsewhere meanwhile: there may be a copy of it"));
    }
    Ok(device.count.to_be_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};

    fn site() -> Site {
        Site { id: "localhost".into(), origin: "http://localhost:4114".into() }
    }

    /// A device with one passkey.
    struct Key {
        pair: EcdsaKeyPair,
        random: SystemRandom,
    }

    /// Something that is not as it should be.
    type Change = fn(&mut Said);

    /// What a device and its browser say, which tests change.
    struct Said {
        kind: &'static str,
        challenge: String,
        origin: &'static str,
        cross: bool,
        site: &'static str,
        flags: u8,
        count: u32,
    }

    fn said(kind: &'static str, asked: &Value, flags: u8, count: u32) -> Said {
        let challenge = asked["challenge"].as_str().unwrap().to_string();
        let origin = "http://localhost:4114";
        Said { kind, challenge, origin, cross: false, site: "localhost", flags, count }
    }

    impl Said {
        fn client_data(&self) -> Vec<u8> {
            let Said { kind, challenge, origin, cross, .. } = self;
            let said = json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": cross });
            said.to_string().into_bytes()
        }

        fn head(&self) -> Vec<u8> {
            let hash = Sha256::digest(self.site.as_bytes());
            [&hash[..], &[self.flags], &self.count.to_be_bytes()].concat()
        }
    }

    const ID: [u8; 4] = [9, 8, 7, 6];

    impl Key {
        fn new() -> Key {
            let random = SystemRandom::new();
            let kind = &ECDSA_P256_SHA256_ASN1_SIGNING;
            let made = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
            Key { pair: EcdsaKeyPair::from_pkcs8(kind, made.as_ref(), &random).unwrap(), random }
        }

        fn made(&self, said: &Said) -> Value {
            let point = &self.pair.public_key().as_ref()[1..];
            let mut told = said.head();
            told.extend([0; 16]);
            told.extend([0, ID.len() as u8]);
            told.extend(ID);
            told.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
            told.extend(&point[..32]);
            told.extend([0x22, 0x58, 0x20]);
            told.extend(&point[32..]);
            let mut object = vec![0xa3, 0x63, b'f', b'm', b't', 0x64, b'n', b'o', b'n', b'e'];
            object.extend([0x67, b'a', b't', b't', b'S', b't', b'm', b't', 0xa0, 0x68]);
            object.extend(b"authData");
            object.extend([0x58, told.len() as u8]);
            object.extend(&told);
            let response = json!({
                "clientDataJSON": in_letters(&said.client_data()),
                "attestationObject": in_letters(&object),
            });
            json!({ "id": in_letters(&ID), "rawId": in_letters(&ID), "type": "public-key", "response": response })
        }

        fn answer(&self, said: &Said, handle: &[u8]) -> Value {
            let (told, client_data) = (said.head(), said.client_data());
            let signed = [&told[..], &Sha256::digest(&client_data)[..]].concat();
            let signature = self.pair.sign(&self.random, &signed).unwrap();
            let response = json!({
                "clientDataJSON": in_letters(&client_data),
                "authenticatorData": in_letters(&told),
                "signature": in_letters(signature.as_ref()),
                "userHandle": in_letters(handle),
            });
            json!({ "id": in_letters(&ID), "rawId": in_letters(&ID), "type": "public-key", "response": response })
        }
    }

    const HANDLE_OF_ANN: [u8; HANDLE] = [5; HANDLE];

    fn with_passkey(key: &Key, count: u32) -> PasskeyRow {
        let (asked, state) = register(&site(), &HANDLE_OF_ANN, "Ann", &[]).unwrap();
        let said = said("webauthn.create", &asked, PRESENT | VERIFIED | MADE, count);
        registered(&site(), &state, &key.made(&said)).unwrap()
    }

    #[test]
    fn letters_of_urls_are_written_and_read() {
        for bytes in [&[][..], &[0], &[255, 254], &[1, 2, 3], &[250, 251, 252, 253]] {
            assert_eq!(from_letters(&in_letters(bytes)).as_deref(), Some(bytes));
        }
        assert_eq!(in_letters(&[0xfb, 0xff]), "-_8");
        assert_eq!(from_letters("a+b"), None);
    }

    #[test]
    fn a_passkey_is_made_and_opens_its_site() {
        let key = Key::new();
        let row = with_passkey(&key, 0);
        assert_eq!((row.id.as_str(), row.handle.as_slice()), ("09080706", &HANDLE_OF_ANN[..]));
        let (asked, state) = sign_in(&site()).unwrap();
        let said = said("webauthn.get", &asked, PRESENT | VERIFIED, 1);
        let answer = key.answer(&said, &HANDLE_OF_ANN);
        assert_eq!(answered_by(&answer).unwrap(), row.id);
        assert_eq!(signed_in(&site(), &state, &answer, &row).unwrap(), [0, 0, 0, 1]);
    }

    #[test]
    fn whatever_is_not_as_it_was_asked_is_refused() {
        let key = Key::new();
        let row = with_passkey(&key, 3);
        let changes: [(&str, Change); 9] = [
            ("an answer of another kind", |said| said.kind = "webauthn.create"),
            ("another question", |said| said.challenge = in_letters(&[1; 32])),
            ("another page", |said| said.origin = "http://localhost:4115"),
            ("a page within another", |said| said.cross = true),
            ("another site", |said| said.site = "evil.example"),
            ("nobody there", |said| said.flags = VERIFIED),
            ("not unlocked", |said| said.flags = PRESENT),
            ("kept where it may not be", |said| said.flags |= IS_COPIED),
            ("a count that does not rise", |said| said.count = 3),
        ];
        for (what, change) in changes {
            let (asked, state) = sign_in(&site()).unwrap();
            let mut said = said("webauthn.get", &asked, PRESENT | VERIFIED, 4);
            let right = key.answer(&said, &HANDLE_OF_ANN);
            assert!(signed_in(&site(), &state, &right, &row).is_ok());
            change(&mut said);
            let wrong = key.answer(&said, &HANDLE_OF_ANN);
            assert!(signed_in(&site(), &state, &wrong, &row).is_err(), "{what}");
        }
        let (asked, state) = sign_in(&site()).unwrap();
        let said = said("webauthn.get", &asked, PRESENT | VERIFIED, 4);
        let of_another = Key::new().answer(&said, &HANDLE_OF_ANN);
        assert!(signed_in(&site(), &state, &of_another, &row).is_err(), "another's signature");
        let for_another = key.answer(&said, &[6; HANDLE]);
        assert!(signed_in(&site(), &state, &for_another, &row).is_err(), "another's handle");
        let (_, other) = sign_in(&site()).unwrap();
        let right = key.answer(&said, &HANDLE_OF_ANN);
        assert!(signed_in(&site(), &other, &right, &row).is_err(), "asked of somebody else");
        assert!(signed_in(&site(), &[], &right, &row).is_err());
    }

    #[test]
    fn what_a_device_makes_is_judged_as_well() {
        let key = Key::new();
        let changes: [(&str, Change); 6] = [
            ("an answer of another kind", |said| said.kind = "webauthn.get"),
            ("another question", |said| said.challenge.push('A')),
            ("another page", |said| said.origin = "https://evil.example"),
            ("another site", |said| said.site = "evil.example"),
            ("not unlocked", |said| said.flags = PRESENT | MADE),
            ("nothing made", |said| said.flags = PRESENT | VERIFIED),
        ];
        for (what, change) in changes {
            let (asked, state) = register(&site(), &HANDLE_OF_ANN, "Ann", &[]).unwrap();
            let mut said = said("webauthn.create", &asked, PRESENT | VERIFIED | MADE, 0);
            change(&mut said);
            assert!(registered(&site(), &state, &key.made(&said)).is_err(), "{what}");
        }
        for broken in [json!({}), json!([]), json!({ "rawId": 1 }), Value::Null] {
            assert!(registered(&site(), &[0; CHALLENGE + HANDLE], &broken).is_err());
            assert!(answered_by(&broken).is_err());
        }
    }

    /// Bytes that were changed at any place are refused and break nothing.
    #[test]
    fn no_byte_of_an_answer_can_be_changed() {
        let key = Key::new();
        let row = with_passkey(&key, 0);
        let (asked, state) = sign_in(&site()).unwrap();
        let said = said("webauthn.get", &asked, PRESENT | VERIFIED, 1);
        let answer = key.answer(&said, &HANDLE_OF_ANN);
        for part in ["clientDataJSON", "authenticatorData", "signature", "userHandle"] {
            let bytes = from_letters(answer["response"][part].as_str().unwrap()).unwrap();
            for at in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                let mut spoilt = answer.clone();
                spoilt["response"][part] = json!(in_letters(&changed));
                assert!(signed_in(&site(), &state, &spoilt, &row).is_err(), "{part} at {at}");
                spoilt["response"][part] = json!(in_letters(&bytes[..at]));
                assert!(signed_in(&site(), &state, &spoilt, &row).is_err(), "{part} cut at {at}");
            }
        }
    }

    /// What a device says of a new passkey is not signed: whatever is changed in it is refused or makes the same passkey with
    /// another key, and breaks nothing.
    #[test]
    fn what_was_changed_in_a_new_passkey_opens_nothing() {
        let key = Key::new();
        let (asked, state) = register(&site(), &HANDLE_OF_ANN, "Ann", &[]).unwrap();
        let said = said("webauthn.create", &asked, PRESENT | VERIFIED | MADE, 0);
        let answer = key.made(&said);
        let right = registered(&site(), &state, &answer).unwrap();
        let part = "attestationObject";
        let bytes = from_letters(answer["response"][part].as_str().unwrap()).unwrap();
        let (mut taken, mut refused) = (0, 0);
        for at in 0..bytes.len() {
            let mut all: Vec<Vec<u8>> = (0..8)
                .map(|bit| {
                    let mut changed = bytes.clone();
                    changed[at] ^= 1 << bit;
                    changed
                })
                .collect();
            all.push(bytes[..at].to_vec());
            for changed in all {
                let mut spoilt = answer.clone();
                spoilt["response"][part] = json!(in_letters(&changed));
                match registered(&site(), &state, &spoilt) {
                    Ok(row) => {
                        assert_eq!((&row.id, &row.handle), (&right.id, &right.handle), "at {at}");
                        assert_eq!((row.key.len(), row.key[..2].to_vec()), (66, vec![1, 4]));
                        taken += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
            assert!(registered(&site(), &state, &answer).is_ok());
        }
        // Taken are other keys, counts, makers and words that nobody asks for.
        assert!(taken > 0 && refused > 500, "{taken} taken, {refused} refused");
        for cut in 0..bytes.len() {
            let mut spoilt = answer.clone();
            spoilt["response"][part] = json!(in_letters(&bytes[..cut]));
            assert!(registered(&site(), &state, &spoilt).is_err(), "cut at {cut}");
        }
        let mut more = answer.clone();
        more["response"][part] = json!(in_letters(&[&bytes[..], &[0]].concat()));
        assert!(registered(&site(), &state, &more).is_err(), "something stands behind it");
    }

    #[test]
    fn what_is_broken_deep_or_endless_is_no_value() {
        for broken in [
            &[][..],
            &[0x44, 1, 2],
            &[0x63, 0xff, 0xff, 0xff],
            &[0x5f],
            &[0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[0xbb, 0, 0, 0, 1, 0, 0, 0, 0],
            &[0x5b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[0xff],
        ] {
            assert!(first_value(broken).is_none(), "{broken:x?}");
        }
        for depth in [DEEPEST + 1, 100, 100_000] {
            assert!(first_value(&[&vec![0x81; depth][..], &[1]].concat()).is_none(), "{depth}");
            assert!(first_value(&vec![0xc1; depth]).is_none(), "{depth}");
        }
        assert_eq!(first_value(&[0x01, 0xff]).map(|(_, rest)| rest), Some(&[0xff][..]));
    }

    #[test]
    fn only_keys_that_can_be_judged_are_kept() {
        let number = |number: i64| Cbor::Integer(number.into());
        let bytes = |size: usize| Cbor::Bytes(vec![7; size]);
        let key = |pairs: &[(i64, Cbor)]| {
            let pairs = pairs.iter().map(|(key, value)| (number(*key), value.clone()));
            kept_key(Cbor::Map(pairs.collect())).map(|key| key.len())
        };
        let ec = |kind, alg, curve, x, y| {
            key(&[
                (1, number(kind)),
                (3, number(alg)),
                (-1, number(curve)),
                (-2, bytes(x)),
                (-3, bytes(y)),
            ])
        };
        assert_eq!(ec(2, ES256, 1, 32, 32), Some(66));
        for (kind, alg, curve, x, y) in [
            (2, -35, 2, 48, 48),
            (2, -36, 3, 66, 66),
            (2, -47, 8, 32, 32),
            (2, ES256, 2, 32, 32),
            (2, ES256, 1, 31, 32),
            (2, ES256, 1, 32, 33),
            (1, ES256, 1, 32, 32),
            (2, RS256, 1, 32, 32),
            (4, 5, 1, 32, 32),
            (99, ES256, 1, 32, 32),
            (2, -99_999, 1, 32, 32),
            (2, i64::MIN, 1, 32, 32),
        ] {
            assert_eq!(ec(kind, alg, curve, x, y), None, "{kind} {alg} {curve} {x} {y}");
        }
        let ed = |alg, curve, x| {
            key(&[(1, number(1)), (3, number(alg)), (-1, number(curve)), (-2, bytes(x))])
        };
        assert_eq!((ed(EDDSA, 6, 32), ed(EDDSA, 7, 57), ed(EDDSA, 6, 31)), (Some(33), None, None));
        let rsa = |n, e| key(&[(1, number(3)), (3, number(RS256)), (-1, bytes(n)), (-2, bytes(e))]);
        assert_eq!((rsa(256, 3), rsa(255, 3), rsa(70_000, 3)), (Some(262), None, None));
        // A kind or an algorithm that is missing or said twice, a number where bytes belong, and what is no map.
        let whole =
            [(1, number(2)), (3, number(ES256)), (-1, number(1)), (-2, bytes(32)), (-3, bytes(32))];
        for left_out in 0..whole.len() {
            let mut some = whole.to_vec();
            some.remove(left_out);
            assert_eq!(key(&some), None, "without {left_out}");
        }
        assert_eq!(key(&[&whole[..], &[(3, number(EDDSA))]].concat()), None);
        assert_eq!(key(&[&whole[..4], &[(-3, number(32))]].concat()), None);
        for none in [number(1), bytes(70), Cbor::Null, Cbor::Array(vec![number(2)])] {
            assert_eq!(kept_key(none), None);
        }
    }

    /// Passkeys that the version before has stored open their site on.
    #[test]
    fn a_kept_passkey_is_a_few_bytes_that_stay_the_same() {
        let key = Key::new();
        let row = with_passkey(&key, 7);
        let point = key.pair.public_key().as_ref();
        assert_eq!(
            row.key,
            [&[1], point].concat(),
            "its kind and the point, from the first version on"
        );
        assert_eq!(row.state, [0, 0, 0, 7]);
        let (asked, state) = sign_in(&site()).unwrap();
        for (count, counts) in [(8, true), (7, false), (6, false), (0, false), (u32::MAX, true)] {
            let said = said("webauthn.get", &asked, PRESENT | VERIFIED, count);
            let answer = key.answer(&said, &HANDLE_OF_ANN);
            assert_eq!(signed_in(&site(), &state, &answer, &row).is_ok(), counts, "{count}");
        }
    }
}
