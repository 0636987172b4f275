//! Random secrets and signatures.

use crate::error::ServiceError;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Letters that nobody confuses; 32 of them, so that each stands for five bits.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// So many random letters, five bits each.
pub fn random_token(count: usize) -> Result<String, ServiceError> {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes)
        .map_err(|error| ServiceError::Internal(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| LETTERS[(byte & 31) as usize] as char).collect())
}

/// 256 random bits.
pub fn random_key() -> Result<[u8; 32], ServiceError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| ServiceError::Internal(format!("no random numbers: {error}")))?;
    Ok(bytes)
}

/// The house's key, with which cookies and forms are signed, and the one before it, whose signatures still count.
#[derive(Clone)]
pub struct Signer {
    key: [u8; 32],
    previous: Option<[u8; 32]>,
}

impl Signer {
    /// A signer with this key.
    pub fn new(key: [u8; 32]) -> Signer {
        Signer { key, previous: None }
    }

    /// The same, to which signatures with an older key count as well.
    pub fn after(self, previous: Option<[u8; 32]>) -> Signer {
        Signer { previous, ..self }
    }

    /// The signature of a text for a purpose, in hexadecimal.
    pub fn sign(&self, purpose: &str, text: &str) -> String {
        signature(&self.key, purpose, text)
    }

    /// Whether this is the signature of the text, compared in constant time.
    pub fn verify(&self, purpose: &str, text: &str, signature: &str) -> bool {
        self.is_current(purpose, text, signature)
            || self.previous.is_some_and(|key| {
                constant_time_eq(
                    self::signature(&key, purpose, text).as_bytes(),
                    signature.as_bytes(),
                )
            })
    }

    /// Whether a signature of the text begins so, compared in constant time.
    #[cfg(feature = "mail")]
    pub fn begins(&self, purpose: &str, text: &str, start: &str) -> bool {
        [Some(self.key), self.previous].into_iter().flatten().any(|key| {
            let whole = signature(&key, purpose, text);
            let own = whole.get(..start.len()).unwrap_or_default();
            !start.is_empty() && constant_time_eq(own.as_bytes(), start.as_bytes())
        })
    }

    /// Whether it is the signature with the key of today.
    pub fn is_current(&self, purpose: &str, text: &str, signature: &str) -> bool {
        constant_time_eq(self.sign(purpose, text).as_bytes(), signature.as_bytes())
    }
}

fn signature(key: &[u8; 32], purpose: &str, text: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return String::new();
    };
    mac.update(purpose.as_bytes());
    mac.update(&[0]);
    mac.update(text.as_bytes());
    hexadecimal(&mac.finalize().into_bytes())
}

/// Bytes in hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a text in hexadecimal; nothing if it is none.
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let digits = (0..text.len()).step_by(2).map(|at| text.get(at..at + 2));
    digits.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

#[cfg(any(feature = "notices", feature = "passkeys"))]
/// Bytes in the letters of URLs, as browsers write them.
pub fn in_letters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            let six = bits >> (18 - 6 * place) & 63;
            text.push(
                URL_LETTERS.as_bytes().get(six as usize).map_or('A', |letter| *letter as char),
            );
        }
    }
    text
}

/// The bytes of a text in the letters of URLs; nothing if it is none.
#[cfg(any(feature = "notices", feature = "passkeys"))]
pub fn from_letters(text: &str) -> Option<Vec<u8>> {
    from_base64(text, URL_LETTERS)
}

/// The bytes of a text in Base64, written in these 64 letters; nothing if it is none.
pub fn from_base64(text: &str, letters: &str) -> Option<Vec<u8>> {
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::with_capacity(text.len()));
    for letter in text.trim_end_matches('=').bytes() {
        let value = letters.bytes().position(|known| known == letter)?;
        bits = (bits << 6 | value as u32) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(any(feature = "notices", feature = "passkeys"))]
const URL_LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Whether two texts are equal, without telling by the time it takes where they differ.
pub fn constant_time_eq(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_its_text_and_purpose_only() {
        let signer = Signer::new([7; 32]);
        let signature = signer.sign("guest", "ann");
        assert!(signer.verify("guest", "ann", &signature));
        assert!(!signer.verify("guest", "bob", &signature));
        assert!(!signer.verify("form", "ann", &signature));
        assert!(!signer.verify("guest", "ann", &signature[1..]));
        assert!(!Signer::new([8; 32]).verify("guest", "ann", &signature));
    }

    #[test]
    fn secrets_do_not_repeat() {
        let (a, b) = (random_token(26), random_token(26));
        assert!(a.is_ok() && a != b);
    }
}
