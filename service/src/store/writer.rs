//! The one thread that writes.

use super::home::Writing;
use super::{Change, StoreError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::{mpsc, oneshot};

/// How many changes share a transaction at most.
const GROUP: usize = 2000;

type Reply = oneshot::Sender<Result<(), StoreError>>;

/// Why the last change could not be written; empty if it was.
pub type Trouble = Arc<Mutex<String>>;

/// The writing thread.
pub struct Writer {
    sender: mpsc::UnboundedSender<(Change, Reply)>,
    thread: JoinHandle<()>,
}

impl Writer {
    /// Starts the thread, which first makes what it writes with: that is told when it is done.
    pub fn start<W: Writing>(
        make: impl FnOnce() -> Result<W, StoreError> + Send + 'static,
        trouble: Trouble,
    ) -> Result<(Writer, oneshot::Receiver<Result<(), StoreError>>), StoreError> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let (ready, made) = oneshot::channel();
        let work = move || match make() {
            Ok(writing) => {
                let _ = ready.send(Ok(()));
                write_all(writing, receiver, &trouble);
            }
            Err(error) => {
                let _ = ready.send(Err(error));
            }
        };
        let thread = std::thread::Builder::new()
            .name("store".into())
            .spawn(work)
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok((Writer { sender, thread }, made))
    }

    /// Hands over a change.
    pub fn send(&self, change: Change, reply: Reply) -> Result<(), StoreError> {
        self.sender.send((change, reply)).map_err(|_| StoreError::Closed)
    }

    /// Ends the thread once everything is written.
    pub fn finish(self) {
        drop(self.sender);
        let _ = self.thread.join();
    }
}

fn write_all(
    mut writing: impl Writing,
    mut waiting: mpsc::UnboundedReceiver<(Change, Reply)>,
    trouble: &Trouble,
) {
    let (mut changes, mut replies) = (Vec::new(), Vec::new());
    while let Some((change, reply)) = waiting.blocking_recv() {
        changes.push(change);
        replies.push(reply);
        while changes.len() < GROUP
            && let Ok((change, reply)) = waiting.try_recv()
        {
            changes.push(change);
            replies.push(reply);
        }
        let written = writing.write_group(&changes);
        let mut told = trouble.lock().unwrap_or_else(PoisonError::into_inner);
        match &written {
            Ok(_) => told.clear(),
            Err(error) => {
                tracing::error!(%error, changes = changes.len(), "the store could not write");
                *told = error.in_our_words().into();
            }
        }
        drop(told);
        let results = written.unwrap_or_else(|error| vec![Err(error); changes.len()]);
        for (reply, result) in replies.drain(..).zip(results) {
            let _ = reply.send(result);
        }
        changes.clear();
    }
    writing.finish();
}
