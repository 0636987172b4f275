//! What lies between a server and its database: connections that can be ended, held up, and whose answers can be lost.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    Everything = 0,
    /// What the server asks.
    Questions = 1,
    Nothing = 2,
}

/// A way to a database.
pub struct Proxy {
    pub address: SocketAddr,
    way: Arc<Way>,
}

struct Way {
    to: SocketAddr,
    passes: AtomicU8,
    /// Rises when all connections end.
    ended: AtomicU64,
    open: Mutex<Vec<TcpStream>>,
    over: AtomicBool,
}

impl Proxy {
    pub fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let way = Arc::new(Way {
            to: ([127, 0, 0, 1], port).into(),
            passes: AtomicU8::new(Passes::Everything as u8),
            ended: AtomicU64::new(0),
            open: Mutex::default(),
            over: AtomicBool::new(false),
        });
        let taken = way.clone();
        std::thread::spawn(move || {
            for come in listener.incoming() {
                if taken.over.load(Ordering::SeqCst) {
                    return;
                }
                if let Ok(come) = come {
                    taken.connect(come);
                }
            }
        });
        Proxy { address, way }
    }

    /// Ends all connections; those that are made from then on have everything pass.
    pub fn cut(&self) {
        let mut open = self.way.open.lock().unwrap();
        self.way.ended.fetch_add(1, Ordering::SeqCst);
        for stream in open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        self.way.passes.store(Passes::Everything as u8, Ordering::SeqCst);
    }

    /// Lets only some pass for a while, and then ends all connections: what was under way is lost.
    pub fn only(&self, passes: Passes, time: Duration) {
        self.way.passes.store(passes as u8, Ordering::SeqCst);
        std::thread::sleep(time);
        self.cut();
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.way.over.store(true, Ordering::SeqCst);
        self.cut();
        let _ = TcpStream::connect(self.address);
    }
}

impl Way {
    fn connect(self: &Arc<Way>, come: TcpStream) {
        // A database that is away is not there.
        let Ok(there) = TcpStream::connect(self.to) else { return };
        let _ = (come.set_nodelay(true), there.set_nodelay(true));
        let copies = (come.try_clone(), there.try_clone(), come.try_clone(), there.try_clone());
        let (Ok(back), Ok(forth), Ok(one), Ok(other)) = copies else { return };
        let mut open = self.open.lock().unwrap();
        open.retain(|stream| stream.peer_addr().is_ok());
        open.extend([one, other]);
        let (way, number) = (self.clone(), self.ended.load(Ordering::SeqCst));
        drop(open);
        std::thread::spawn(move || way.pass(come, forth, Passes::Nothing, number));
        let way = self.clone();
        std::thread::spawn(move || way.pass(there, back, Passes::Questions, number));
    }

    /// Passes on what comes until the connection ends; what comes while no more than `lost` passes is lost.
    fn pass(&self, mut from: TcpStream, mut to: TcpStream, lost: Passes, number: u64) {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(count) = from.read(&mut buffer) {
            if count == 0 || self.ended.load(Ordering::SeqCst) != number {
                break;
            }
            let is_lost = self.passes.load(Ordering::SeqCst) >= lost as u8;
            if !is_lost && to.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
        let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
    }
}
