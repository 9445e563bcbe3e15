//! JVMs, build tools and programs in the foreground.

mod attach;
mod build_tools;
mod driver;
mod foreground;
