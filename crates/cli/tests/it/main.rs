//! The command `reenact`, run as a user runs it.

mod analyze;
mod bulk;
mod command;
mod config;
mod constructors;
mod explore;
mod explore_table;
mod generate;
mod inspect;
mod interception;
mod mistakes;
mod older_release;
mod order;
mod order_fix;
mod record;
mod recorded;
mod serial;
mod tomorrow;
