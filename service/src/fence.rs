//! What somebody asks for is written only as long as the cookie counts with which they ask: a request that was let in and is held
//! up, at whichever server, writes nothing more once its cookie has ended, and whoever ends a cookie waits for what is being written
//! by it.

use crate::identity::Badge;
use std::cell::RefCell;

tokio::task_local! {
    /// The cookie with which the request is made that is being answered.
    static COOKIE: RefCell<Option<[String; 2]>>;
}

/// Answers a request: what is written meanwhile is fenced, from the moment on in which it is known who asks.
pub async fn around<F: Future>(answering: F) -> F::Output {
    COOKIE.scope(RefCell::default(), answering).await
}

/// What is written from now on is written for whoever has this cookie.
pub fn by(badge: &Badge) {
    let _ = COOKIE.try_with(|cookie| cookie.replace(Some(badge.known_by())));
}

/// What is written from now on is written by the house, or for somebody who has just come: the cookie may have ended by what
/// was asked for.
pub fn lift() {
    let _ = COOKIE.try_with(|cookie| cookie.replace(None));
}

/// By what the cookie is known that must count, if there is one.
pub fn cookie() -> Option<[String; 2]> {
    COOKIE.try_with(|cookie| cookie.borrow().clone()).ok().flatten()
}
