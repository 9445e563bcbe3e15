//! The registered codes of findings.

use std::fmt;

use super::Severity;

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $description:literal;)*) => {
        /// The kind of a finding. Names are stable: baselines, settings and other programs depend on them.
        ///
        /// A new code is one line in the table of this file. A code is never given a new meaning.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $(#[doc = $description] $variant,)* }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The stable name, such as `class-unreadable`.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The severity unless a producer sets another.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// The meaning in one sentence.
            pub const fn description(self) -> &'static str {
                match self { $(Code::$variant => $description,)* }
            }
        }
    };
}

codes! {
    // Class files and class paths.
    ClassUnreadable "class-unreadable" Warning "A class file cannot be read.";
    ClassPartUnreadable "class-part-unreadable" Warning "A part of a class file cannot be read.";
    ClassMisplaced "class-misplaced" Warning "A class file is not where its name belongs.";
    ClassShadowed "class-shadowed" Note "A class has the name of another before it on the class path.";
    ClassUnloadable "class-unloadable" Warning "A JVM would refuse to load a class.";
    HierarchyTooLarge "hierarchy-too-large" Error "The class hierarchy exceeds a limit.";
    CodeUnreadable "code-unreadable" Warning "The code of a method cannot be read.";
    ClassPath "class-path" Warning "An entry of the class path cannot be used.";
    OwnClassShadowed "own-class-shadowed" Warning "Classes of a target are hidden by those of another target.";
    XmlUnreadable "xml-unreadable" Warning "An XML file cannot be read to its end.";
    XmlImports "xml-imports" Warning "An XML file imports more files than the limit allows.";

    // Builds and projects.
    Build "build" Note "A build tool reported a problem.";
    BuildTool "build-tool" Error "The build tool of a project is missing.";
    NoModules "no-modules" Warning "A build has no module with code.";
    NotBuilt "not-built" Warning "A project or module is not built.";

    // The machine.
    JdkMissing "jdk-missing" Error "No JDK was found.";
    JavaHome "java-home" Warning "JAVA_HOME does not name a usable JDK.";
    Platform "platform" Warning "The platform is supported in part.";
    Settings "settings" Error "The settings cannot be used.";

    // Recording.
    NoJvm "no-jvm" Warning "No JVM started with the agent.";
    NothingRecorded "nothing-recorded" Warning "A run recorded no invocation.";
    RecordingUnreadable "recording-unreadable" Error "A recording cannot be read.";
    RecordingCut "recording-cut" Note "A recording has no end.";
    RecordingFailed "recording-failed" Warning "Recording stopped early because of a failure.";
    BudgetUsed "budget-used" Warning "Recording stopped early because the disk budget was used up.";
    OutOfReach "out-of-reach" Note "Some classes of a running JVM cannot be recorded.";

    // Segments of a recording.
    RecordingWithoutEnd "recording-without-end" Note "A recording has no end frame.";
    SegmentUnreadable "segment-unreadable" Error "A segment cannot be read.";
    SegmentForeign "segment-foreign" Error "A segment belongs to another recording.";
    SegmentMissing "segment-missing" Warning "A segment of a recording is missing.";
    SegmentCut "segment-cut" Note "A segment ends in the middle of a frame.";
    SegmentAbandoned "segment-abandoned" Warning "The rest of a segment was skipped because it exceeds a limit.";
    FrameDamaged "frame-damaged" Warning "A frame has a wrong checksum.";
    FrameUnknown "frame-unknown" Warning "A frame is of a kind that this version does not know.";
    FrameMalformed "frame-malformed" Warning "A frame cannot be decoded.";
    RecordUnreadable "record-unreadable" Warning "A record in a frame cannot be decoded.";

    // Mocking points.
    PointSystem "mocking-point-system" Note "A method depends on system state: clock, randomness, machine, files.";
    PointInternal "mocking-point-internal" Note "A method depends on state that the program keeps.";
    PointExternal "mocking-point-external" Note "A method depends on another program or its data.";
    PointWhite "mocking-point-white" Note "A method is listed as a mocking point by the settings.";

    // Generation and verification.
    Adapter "adapter" Warning "An adapter of the settings cannot be used.";
    StateNotCompared "state-not-compared" Warning "The state that tests reached was not compared with the recorded one.";
    NotDelivered "not-delivered" Note "A recorded invocation became no test.";
    Reached "reached-outside" Note "A test reached a file, a program or the network.";
}

impl Code {
    /// The code of a name.
    pub fn named(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            let parts = code.name().split('-');
            let is_word = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(parts.clone().all(is_word), "{code}");
            assert_eq!(Code::named(code.name()), Some(*code));
        }
        assert_eq!(Code::named("no-such-code"), None);
    }

    #[test]
    fn descriptions_are_sentences() {
        for code in Code::ALL {
            let text = code.description();
            assert!(text.starts_with(|c: char| c.is_uppercase()) && text.ends_with('.'), "{code}: {text}");
        }
    }
}
