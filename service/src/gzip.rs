//! Answers made small with gzip: whole ones, and streams of events as they come.

use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compress, Compression, Crc, FlushCompress};
use futures_core::Stream;
use std::cell::RefCell;
use std::io::{Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

/// Packs bytes with gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut deflater = GzEncoder::new(Vec::new(), Compression::new(6));
    // Writing into memory cannot fail.
    let _ = deflater.write_all(bytes);
    deflater.finish().unwrap_or_default()
}

/// What was packed with [`gzip`].
pub fn gunzip(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // It was packed by us, and reading from memory cannot fail.
    let _ = GzDecoder::new(packed).read_to_end(&mut bytes);
    bytes
}

/// The answer with its body packed piece by piece as they come, if whoever asked reads gzip.
pub fn gzip_stream(asked: &HeaderMap, mut answer: Response) -> Response {
    if !accepts_gzip(asked) {
        return answer;
    }
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer.map(|body| {
        let pieces = body.into_data_stream();
        Body::from_stream(GzipStream { pieces, sum: Crc::new(), state: StreamState::New })
    })
}

/// Whether whoever asked reads gzip.
pub fn accepts_gzip(asked: &HeaderMap) -> bool {
    let named =
        asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|list| list.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let refused = weight.trim().trim_start_matches("q=").parse::<f32>() == Ok(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// Pieces smaller than this travel as they are: packing would cost more than it saves.
const MIN_DEFLATED: usize = 700;

/// The most that fits into a block which is not packed.
const MAX_STORED: usize = u16::MAX as usize;

/// A gzip stream without an end in sight. No piece refers back to another, so that a stream keeps no
/// more than a checksum while it waits; every piece can be read as soon as it has come.
struct GzipStream {
    pieces: BodyDataStream,
    sum: Crc,
    state: StreamState,
}

enum StreamState {
    New,
    Begun,
    Ended,
}

/// A file packed with deflate, without name, time or flags.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// A last block with nothing in it.
const FINAL_BLOCK: [u8; 2] = [3, 0];

impl Stream for GzipStream {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if matches!(self.state, StreamState::Ended) {
            return Poll::Ready(None);
        }
        let piece = match Pin::new(&mut self.pieces).poll_next(context) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
            Poll::Ready(Some(Ok(piece))) => Some(piece),
            Poll::Ready(None) => None,
        };
        let mut out = Vec::new();
        if matches!(self.state, StreamState::New) {
            out.extend(HEADER);
            self.state = StreamState::Begun;
        }
        match piece {
            Some(piece) => {
                self.sum.update(&piece);
                if piece.len() < MIN_DEFLATED {
                    write_stored(&piece, &mut out)
                } else {
                    write_deflated(&piece, &mut out)
                }
            }
            None => {
                out.extend(FINAL_BLOCK);
                out.extend(self.sum.sum().to_le_bytes());
                out.extend(self.sum.amount().to_le_bytes());
                self.state = StreamState::Ended;
            }
        }
        Poll::Ready(Some(Ok(out.into())))
    }
}

/// Blocks that are not packed.
fn write_stored(piece: &[u8], out: &mut Vec<u8>) {
    for block in piece.chunks(MAX_STORED) {
        let length = block.len() as u16;
        out.push(0);
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(block);
    }
}

/// What packs pieces on a thread. Its tables are large, and wiped cheaper than made; and all who watch
/// a table are sent the same piece one after the other, so the last one is kept.
struct Deflater {
    deflater: Compress,
    piece: Bytes,
    packed: Vec<u8>,
}

thread_local! {
    static DEFLATER: RefCell<Deflater> = RefCell::new(Deflater {
        deflater: Compress::new(Compression::new(4), false),
        piece: Bytes::new(),
        packed: Vec::new(),
    });
}

/// Packed blocks that end with a byte and begin knowing nothing.
fn write_deflated(piece: &Bytes, out: &mut Vec<u8>) {
    DEFLATER.with_borrow_mut(|last| {
        if last.piece != piece {
            last.piece = Bytes::new();
            last.packed.clear();
            if !deflate(&mut last.deflater, piece, &mut last.packed) {
                return write_stored(piece, out);
            }
            last.piece = piece.clone();
        }
        out.extend(&last.packed);
    });
}

fn deflate(deflater: &mut Compress, piece: &[u8], out: &mut Vec<u8>) -> bool {
    deflater.reset();
    loop {
        // Room is left over only if everything has been written.
        out.reserve(piece.len() / 4 + 64);
        let rest = piece.get(deflater.total_in() as usize..).unwrap_or_default();
        if deflater.compress_vec(rest, out, FlushCompress::Sync).is_err() {
            return false;
        }
        if deflater.total_in() as usize == piece.len() && out.len() < out.capacity() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn unpacked(bytes: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        flate2::read::GzDecoder::new(bytes).read_to_end(&mut all).expect("it is gzip, to the end");
        all
    }

    fn flow(pieces: &[Vec<u8>]) -> Vec<u8> {
        let mut out = HEADER.to_vec();
        let mut sum = Crc::new();
        for piece in pieces {
            sum.update(piece);
            let piece = Bytes::from(piece.clone());
            if piece.len() < MIN_DEFLATED {
                write_stored(&piece, &mut out)
            } else {
                write_deflated(&piece, &mut out)
            }
        }
        out.extend(FINAL_BLOCK);
        out.extend(sum.sum().to_le_bytes());
        out.extend(sum.amount().to_le_bytes());
        out
    }

    #[test]
    fn pieces_of_any_size_come_out_as_they_went_in() {
        let mut luck = 7u32;
        let mut noise = |length: usize| -> Vec<u8> {
            let byte = |_| {
                luck = luck.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (luck >> 24) as u8
            };
            (0..length).map(byte).collect()
        };
        let mut pieces = Vec::new();
        for length in [
            0,
            1,
            MIN_DEFLATED - 1,
            MIN_DEFLATED,
            MIN_DEFLATED + 1,
            5_000,
            MAX_STORED,
            MAX_STORED + 1,
            300_000,
        ] {
            let noise = noise(length);
            pieces.extend([noise.clone(), noise]);
            pieces.push(b"the same words again ".iter().copied().cycle().take(length).collect());
        }
        assert_eq!(unpacked(&flow(&pieces)), pieces.concat());
    }

    #[test]
    fn only_those_who_read_gzip_get_it() {
        let asked = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            accepts_gzip(&headers)
        };
        assert!(asked("gzip, deflate, br, zstd"));
        assert!(asked("br;q=1.0, GZIP;q=0.5"));
        assert!(!asked("gzip;q=0, br"));
        assert!(!asked("br"));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
