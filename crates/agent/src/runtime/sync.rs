//! Locks without poison: a panic never leaves anything half done here, and must not spread.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
