//! The agent in real JVMs: Java programs, options, and the calls that must be recorded.

mod attach;
mod blocks;
mod compatibility;
mod damage;
mod faults;
mod harmless;
mod histories;
mod lambdas;
mod loaders;
mod marks;
mod plans;
mod proxies;
mod recording;
mod redaction;
mod snapshots;
mod statics;
mod support;
mod threads;
mod torn;
mod walker;
