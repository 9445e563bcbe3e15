//! Tests of serial forms over small Java programs.

mod audit;
mod encodings;
mod extraction;
mod forms;
mod fuzzed;
mod live;
mod support;
