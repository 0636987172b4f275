//! Web Push: who pushes is proved by a signature (VAPID, RFC 8292), and what is pushed can be read by the browser alone
//! (RFC 8291 with the content coding of RFC 8188).

use crate::secret::{from_letters, in_letters};
use crate::store::WayRow;
use clock::{Length, Timestamp, Zone};
use hyper::header::{self, HeaderName};
use notice::Notice;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use sha2::{Digest, Sha256};

/// A point of the curve as browsers write it.
const POINT: usize = 65;

/// The secret that a browser shares with whoever tells it something.
const AUTH: usize = 16;

/// How long the signature of a push counts.
const COUNTS: i64 = 12 * 60 * 60;

/// How long a push without a deadline waits for a browser, and any at most.
const WAITS: i64 = 24 * 60 * 60;
const WAITS_AT_MOST: i64 = 28 * WAITS;

/// How many letters are told: what carries pushes takes 4096 bytes of any.
const LETTERS: usize = 900;

/// The key of a house by which browsers know who pushes.
pub struct PushKey {
    key: EcdsaKeyPair,
    public: String,
}

/// The headers and the body of a push.
type Message = (Vec<(HeaderName, String)>, Vec<u8>);

impl PushKey {
    /// A new one, as it is kept.
    pub fn make() -> Option<Vec<u8>> {
        let random = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).ok()?;
        Some(made.as_ref().to_vec())
    }

    /// One that was kept.
    pub fn read(kept: &[u8]) -> Option<PushKey> {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, kept, &random).ok()?;
        let public = in_letters(key.public_key().as_ref());
        Some(PushKey { key, public })
    }

    /// Its public half, in the letters of URLs.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// Whether what a browser gave are keys with which it can be told something.
    pub fn can_be_told(secret: &str) -> bool {
        keys(secret).is_some_and(|(point, auth)| encrypted(b"", &point, &auth).is_some())
    }

    /// A notice for a browser; nothing if its keys are none.
    pub fn message(
        &self,
        way: &WayRow,
        notice: &Notice,
        zone: &Zone,
        now: Timestamp,
        contact: &str,
    ) -> Option<Message> {
        let (point, auth) = keys(&way.secret)?;
        let text: String = notice.lines(zone).join("\n");
        let short: String = text.chars().take(LETTERS).collect();
        let payload = json!({
            "title": notice.subject().chars().take(200).collect::<String>(),
            "body": short,
            "link": notice.link,
            "tag": notice.key,
        });
        let body = encrypted(payload.to_string().as_bytes(), &point, &auth)?;
        let left = notice.by.map_or(WAITS, |by| by.as_second() - now.as_second());
        // Of what a browser that is off could be told of a table only the last is kept for it.
        let topic: String = in_letters(&Sha256::digest(notice.link.as_bytes()));
        let urgent = notice.kind.urgent();
        let header =
            |name: &'static str, value: &str| (HeaderName::from_static(name), value.into());
        let headers = vec![
            (header::AUTHORIZATION, self.signature(&way.address, now, contact)?),
            (header::CONTENT_ENCODING, "aes128gcm".into()),
            (header::CONTENT_TYPE, "application/octet-stream".into()),
            header("ttl", &left.clamp(60, WAITS_AT_MOST).to_string()),
            header("topic", topic.get(..32)?),
            header("urgency", if urgent { "high" } else { "normal" }),
        ];
        Some((headers, body))
    }

    /// Who pushes, for whoever carries it: the value of `Authorization`.
    fn signature(&self, address: &str, now: Timestamp, contact: &str) -> Option<String> {
        let (scheme, rest) = address.split_once("://")?;
        let host = rest.split(['/', '?', '#']).next()?;
        let mut claims = json!({
            "aud": format!("{scheme}://{host}"),
            "exp": Length::hours(12).after(now).as_second().min(now.as_second() + COUNTS),
        });
        if contact.starts_with("https://") {
            claims["sub"] = json!(contact);
        }
        let head = json!({ "typ": "JWT", "alg": "ES256" });
        let signed = format!(
            "{}.{}",
            in_letters(head.to_string().as_bytes()),
            in_letters(claims.to_string().as_bytes())
        );
        let signature = self.key.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        Some(format!("vapid t={signed}.{}, k={}", in_letters(signature.as_ref()), self.public))
    }
}

/// The keys that a browser gave: the point and the secret, in the letters of URLs with a space between.
fn keys(secret: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let (point, auth) = secret.split_once(' ')?;
    let (point, auth) = (from_letters(point)?, from_letters(auth)?);
    (point.len() == POINT && point.first() == Some(&4) && auth.len() == AUTH)
        .then_some((point, auth))
}

/// So many bytes that are derived.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

/// So many bytes from a salt, a key and words.
fn derived<const N: usize>(salt: &[u8], key: &[u8], info: &[&[u8]]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let made = Salt::new(HKDF_SHA256, salt).extract(key);
    made.expand(info, Bytes(N)).ok()?.fill(&mut bytes).ok()?;
    Some(bytes)
}

/// A text for the browser with these keys, in one record.
fn encrypted(text: &[u8], point: &[u8], auth: &[u8]) -> Option<Vec<u8>> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
    let public = own.compute_public_key().ok()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, point);
    let info: [&[u8]; 3] = [b"WebPush: info\0", point, public.as_ref()];
    let shared = agree_ephemeral(own, &theirs, |shared| derived::<32>(auth, shared, &info));
    let key = shared.ok()??;
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).ok()?;
    let content: [u8; 16] = derived(&salt, &key, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; NONCE_LEN] = derived(&salt, &key, &[b"Content-Encoding: nonce\0"])?;
    let sealing = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content).ok()?);
    // The last record ends with a two.
    let mut sealed = text.to_vec();
    sealed.push(2);
    let nonce = Nonce::assume_unique_for_key(nonce);
    sealing.seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed).ok()?;
    let mut body = salt.to_vec();
    body.extend(4096_u32.to_be_bytes());
    body.push(POINT as u8);
    body.extend(public.as_ref());
    body.extend(sealed);
    Some(body)
}
