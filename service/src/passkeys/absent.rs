//! A program that was built without passkeys: none is ever asked for, and none known.

use super::Site;
use crate::error::ServiceError;
use crate::store::PasskeyRow;
use serde_json::Value;

fn none<T>() -> Result<T, ServiceError> {
    Err(ServiceError::BadRequest("This server was built without passkeys.".into()))
}

/// Asks for a new one.
pub fn register(
    _: &Site,
    _: &[u8],
    _: &str,
    _: &[PasskeyRow],
) -> Result<(Value, Vec<u8>), ServiceError> {
    none()
}

/// A new one.
pub fn registered(_: &Site, _: &[u8], _: &Value) -> Result<PasskeyRow, ServiceError> {
    none()
}

/// Asks for one.
pub fn sign_in(_: &Site) -> Result<(Value, Vec<u8>), ServiceError> {
    none()
}

/// Which one answers.
pub fn answered_by(_: &Value) -> Result<String, ServiceError> {
    none()
}

/// Whether it answers rightly.
pub fn signed_in(_: &Site, _: &[u8], _: &Value, _: &PasskeyRow) -> Result<Vec<u8>, ServiceError> {
    none()
}
