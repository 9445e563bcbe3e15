//! The language level of the tests.

use reenact_recording::RecordingReader;
use reenact_world::World;

/// The oldest release that current compilers still compile for, and that JUnit 5 needs.
const OLDEST: u8 = 8;

/// Returns the language level of the recorded classes: a project that compiles its classes for a release compiles its
/// tests for it too.
pub fn of_recorded_classes(world: &World, reader: &RecordingReader<'_>, newest: u8) -> u8 {
    let recorded = reenact_cases::groups(reader);
    let versions = recorded.iter().filter_map(|group| world.class(&group.method.class));
    let newest_class = versions.map(|class| class.version().major.saturating_sub(44)).max();
    newest_class.map_or(newest, |release| (release as u8).clamp(OLDEST, newest))
}
