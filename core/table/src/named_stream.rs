//! The stream of a name: what dice with a name of their own are read from. Many are set up for a die or two,
//! so that it is made a block at a time and nothing is hashed or drawn that nobody reads.

use chacha20::cipher::{KeyIvInit, StreamCipherCore};
use chacha20::variants::Ietf;
use chacha20::{ChaChaCore, R12};
use sha2::block_api::compress256;
use sha2::{Digest, Sha256};

/// The numbers of ChaCha with 12 rounds under a seed, in one of its streams.
#[derive(Clone)]
pub(crate) struct NamedStream {
    seed: [u8; 32],
    stream: u64,
    /// The next block.
    counter: u64,
    block: [u32; WORDS],
    /// How many numbers of the block were read.
    read: usize,
}

/// The numbers of a block.
const WORDS: usize = 16;

impl NamedStream {
    /// The stream of a name with its keys: its number is the first 64 bits of the SHA-256 of both.
    pub(crate) fn new(seed: &[u8; 32], name: &str, keys: &[u64]) -> NamedStream {
        NamedStream::numbered(seed, stream_number(name, keys))
    }

    fn numbered(seed: &[u8; 32], stream: u64) -> NamedStream {
        NamedStream { seed: *seed, stream, counter: 0, block: [0; WORDS], read: WORDS }
    }

    /// The next number.
    #[inline]
    pub(crate) fn next_u32(&mut self) -> u32 {
        if self.read == WORDS {
            self.refill();
        }
        let number = self.block[self.read];
        self.read += 1;
        number
    }

    #[inline(never)]
    fn refill(&mut self) {
        // The cipher counts by 32 bits, beside a nonce of 96: the upper half of the counter, and the stream.
        let counter = self.counter.to_le_bytes();
        let (count, above) = counter.split_at(4);
        let mut nonce = [0; 12];
        nonce[..4].copy_from_slice(above);
        nonce[4..].copy_from_slice(&self.stream.to_le_bytes());
        let mut cipher = ChaChaCore::<R12, Ietf>::new(&self.seed.into(), &nonce.into());
        cipher.set_block_pos(count.first_chunk().copied().map_or(0, u32::from_le_bytes));
        let mut bytes = [0; 4 * WORDS].into();
        cipher.write_keystream_block(&mut bytes);
        for (word, bytes) in self.block.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        self.counter += 1;
        self.read = 0;
    }
}

/// What SHA-256 begins with.
const SHA_START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The bytes of a block of SHA-256, and those at its end that tell how long the whole is.
const BLOCK: usize = 64;
const LENGTH: usize = 8;

/// The number of the stream of a name with its keys, each behind a zero.
pub(crate) fn stream_number(name: &str, keys: &[u64]) -> u64 {
    let length = name.len() + keys.len() * 9;
    // Names are short: all of it, and what SHA-256 adds, fits into a block.
    if length >= BLOCK - LENGTH {
        return long_stream_number(name, keys);
    }
    let mut block = [0; BLOCK];
    block[..name.len()].copy_from_slice(name.as_bytes());
    let mut at = name.len();
    for key in keys {
        block[at + 1..at + 9].copy_from_slice(&key.to_le_bytes());
        at += 9;
    }
    block[at] = 0x80;
    block[BLOCK - LENGTH..].copy_from_slice(&(length as u64 * 8).to_be_bytes());
    let mut state = SHA_START;
    compress256(&mut state, &[block]);
    u64::from(state[0].swap_bytes()) | u64::from(state[1].swap_bytes()) << 32
}

fn long_stream_number(name: &str, keys: &[u64]) -> u64 {
    let mut hash = Sha256::new();
    hash.update(name.as_bytes());
    for key in keys {
        hash.update([0]);
        hash.update(key.to_le_bytes());
    }
    let digest = hash.finalize();
    let mut number = [0; 8];
    number.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha12Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn numbers_are_those_of_chacha() {
        for stream in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            let mut seed = [0; 32];
            for (byte, place) in seed.iter_mut().zip(1u8..) {
                *byte = place * 7;
            }
            let mut known = ChaCha12Rng::from_seed(seed);
            known.set_stream(stream);
            let mut own = NamedStream::numbered(&seed, stream);
            for number in 0..200 {
                assert_eq!(own.next_u32(), known.next_u32(), "number {number} of {stream}");
            }
        }
    }

    #[test]
    fn a_name_that_fits_into_a_block_has_the_number_of_any_other() {
        let keys = [0, 1, u64::MAX, 42, 1 << 40];
        for length in 0..70 {
            let name = "x".repeat(length);
            for count in 0..keys.len() {
                let keys = &keys[..count];
                let number = stream_number(&name, keys);
                assert_eq!(
                    number,
                    long_stream_number(&name, keys),
                    "{length} letters, {count} keys"
                );
            }
        }
    }
}
