//! JVMs: attaching, and the driver that runs tests in them.

mod attach;
mod driver;
