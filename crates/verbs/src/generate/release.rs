//! The language level of the tests.

use reenact_generate::Junit;
use reenact_recording::RecordingReader;
use reenact_world::World;

/// The last JDK that compiles for Java 7.
const LAST_WITH_7: u32 = 19;

/// Returns the oldest release that tests can be written for: JUnit 5 needs 8, and so do current compilers.
pub fn oldest(junit: Junit, jdk: u32) -> u8 {
    if junit == Junit::Four && jdk <= LAST_WITH_7 { 7 } else { 8 }
}

/// Returns the language level of the recorded classes: a project that compiles its classes for a release compiles its
/// tests for it too.
pub fn of_recorded_classes(world: &World, reader: &RecordingReader<'_>, oldest: u8, newest: u8) -> u8 {
    let recorded = reenact_cases::groups(reader);
    let versions = recorded.iter().filter_map(|group| world.class(&group.method.class));
    let newest_class = versions.map(|class| class.version().major.saturating_sub(44)).max();
    newest_class.map_or(newest, |release| (release as u8).clamp(oldest, newest))
}
