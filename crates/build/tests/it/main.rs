//! Class paths from real Maven and Gradle builds.

mod gradle;
mod maven;
mod support;
