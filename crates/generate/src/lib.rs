//! Plain Java tests from cases.
