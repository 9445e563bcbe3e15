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
    CallsOverloaded "calls-overloaded" Warning "Calls were not kept because the recorder could not follow.";
    CallsFailed "calls-failed" Warning "Calls were not kept because their state could not be captured.";
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
    PointDeclared "mocking-point-declared" Note "A method is declared a mocking point by a catalog or the settings.";

    // Generation and verification.
    Adapter "adapter" Warning "An adapter of the settings cannot be used.";
    SandboxGap "sandbox-gap" Warning "This machine cannot enforce a limit of the sandbox that tests are verified in.";
    ClockNotMoved "clock-not-moved" Warning "This machine cannot run tests on other dates and with another host name.";
    ModuleOptions "module-options" Warning "Options of the recorded JVM were not used for tests.";
    StateNotCompared "state-not-compared" Warning "The state that tests reached was not compared with the recorded one.";
    FileEdited "file-edited" Warning "A file of tests was edited, or is not Reenact's, and was left alone.";
    JunitMissing "junit-missing" Warning "The test class path of a project has no JUnit.";
    OwnBuild "own-build" Warning "The project's own build does not accept the tests.";
    OutOfTime "out-of-time" Note "The time of a run was over before a recorded invocation was tried.";
    NotDelivered "not-delivered" Note "A recorded invocation became no test.";
    InvocationUnreadable "invocation-unreadable" Note "A recorded invocation cannot be read.";
    InvocationUnfinished "invocation-unfinished" Note "An invocation had not ended when the recording did.";
    InvocationTorn "invocation-torn" Note "Another thread changed the objects of an invocation while they were captured.";
    InvocationTooBig "invocation-too-big" Note "An invocation has too many objects for a readable test.";
    MethodMissing "method-missing" Note "The class path does not have a recorded method.";
    MethodPrivate "method-private" Note "A recorded method is private.";
    MethodOverridden "method-overridden" Note "A recorded method was called by super from a class that overrides it.";
    MethodNotCallable "method-not-callable" Note "A recorded method cannot be called from a test in its package.";
    ValueMasked "value-masked" Note "Redaction removed a value that a test needs.";
    Unbuilt "unbuilt" Note "An object cannot be rebuilt.";
    UnbuiltNotCaptured "unbuilt-not-captured" Note "An object cannot be rebuilt: it was not captured.";
    UnbuiltClassMissing "unbuilt-class-missing" Note "An object cannot be rebuilt: its class is not on the class path.";
    UnbuiltOtherVersion "unbuilt-other-version" Note "An object cannot be rebuilt: its class is another version.";
    UnbuiltNotAccessible "unbuilt-not-accessible" Note "An object cannot be rebuilt: its class is not accessible.";
    UnbuiltNoConstructor "unbuilt-no-constructor" Note "An object cannot be rebuilt: nothing accessible makes it.";
    UnbuiltNoSetter "unbuilt-no-setter" Note "An object cannot be rebuilt: nothing accessible sets a field.";
    UnbuiltInjected "unbuilt-injected" Note "An object cannot be rebuilt: a framework injects a field.";
    UnbuiltLambda "unbuilt-lambda" Note "An object cannot be rebuilt: it is a lambda.";
    UnbuiltOutsideHeap "unbuilt-outside-heap" Note "An object cannot be rebuilt: it stands for a thread, a file or a connection.";
    UnbuiltCycle "unbuilt-cycle" Note "An object cannot be rebuilt: it is part of a cycle of constructors.";
    UnbuiltTooBig "unbuilt-too-big" Note "An object cannot be rebuilt: it is too big.";
    UnbuiltAdapter "unbuilt-adapter" Note "An object cannot be rebuilt: its adapter is wrong.";
    NoOutcome "no-outcome" Note "A recording does not have the end of a call.";
    NothingObservable "nothing-observable" Note "A call returned and changed nothing that a test can observe.";
    ChangeNotObservable "change-not-observable" Note "A call changed something that a test cannot observe.";
    MethodGenerated "method-generated" Note "The compiler generates the method of a call.";
    HashCode "hash-code" Note "A call computes a hash code.";
    OutcomeUnstable "outcome-unstable" Note "The outcome of a call differs in every JVM.";
    TemporaryPath "temporary-path" Note "A test would hold a temporary path of the recorded run.";
    TestTooBig "test-too-big" Note "The code of a test would exceed a limit of the JVM.";
    TestTooLong "test-too-long" Note "A test would have too many lines.";
    NotExpressible "not-expressible" Note "The objects of a test cannot be written as Java.";
    NotWritable "not-writable" Note "A test class cannot be written as Java.";
    DoesNotCompile "does-not-compile" Note "A test does not compile.";
    StateDiffers "state-differs" Note "A method would meet another state than the recorded one.";
    StateDiffersAfterReplay "state-differs-after-replay" Note "A state differs though all recorded calls are made again.";
    AnswerNotRecorded "answer-not-recorded" Note "A stand-in is asked for an answer that was not recorded.";
    TestNoticesNothing "test-notices-nothing" Note "A test passes although its method does nothing.";
    ReturnsItself "returns-itself" Note "A call returned its own object, and nothing else can be seen of it.";
    ResultNotObservable "result-not-observable" Note "Nothing can be seen of a result but that it exists.";
    TestFails "test-fails" Note "A test fails alone.";
    TestFailsShuffled "test-fails-shuffled" Note "A test fails in another order.";
    TestFailsElsewhere "test-fails-elsewhere" Note "A test fails with another locale, time zone and charset, or in another environment as a whole.";
    TestFailsOnAnotherDate "test-fails-on-another-date" Note "A test fails on another date.";
    TestFailsForAnotherUser "test-fails-for-another-user" Note "A test fails with another user name.";
    TestFailsOnAnotherHost "test-fails-on-another-host" Note "A test fails with another host name.";
    TestFailsInAnotherDirectory "test-fails-in-another-directory" Note "A test fails in another working directory.";
    TestFailsWithOtherVariables "test-fails-with-other-variables" Note "A test fails with other environment variables.";
    TestFailsWithOtherHashes "test-fails-with-other-hashes" Note "A test fails with other identity hash codes.";
    TestHangs "test-hangs" Note "A test does not end in time.";
    TestExits "test-exits" Note "A test ends the JVM.";
    TestCrashes "test-crashes" Note "A test crashes the JVM.";
    TestNotRun "test-not-run" Note "A test is skipped, aborted or not found.";
    TestReadsFiles "test-reads-files" Note "A test reads files that do not belong to the program.";
    TestChangesFiles "test-changes-files" Note "A test changes files.";
    TestStartsPrograms "test-starts-programs" Note "A test starts a program.";
    TestUsesNetwork "test-uses-network" Note "A test uses the network.";
    // Order-dependent tests.
    OrderVictim "order-victim" Warning "A test passes alone and fails behind another test.";
    OrderBrittle "order-brittle" Warning "A test fails alone and passes behind another test.";
    OrderSelfPolluting "order-self-polluting" Warning "A test fails when it is run again in the same JVM.";
    OrderNonDeterministic "order-non-deterministic" Warning "A test passes and fails in the same order.";
    OrderEnvironment "order-environment" Warning "A test passes or fails with the JVM that it is run in.";
    OrderAlwaysFails "order-always-fails" Note "A test fails in every order.";
    OrderTestFailed "order-test-failed" Warning "A test fails in an order that was run.";
    OrderSetAside "order-set-aside" Warning "A test ended its JVM and was left out of further orders.";
    OrderOverruled "order-overruled" Note "A class demands an order of its tests, and other orders were run too.";
    TestClassUnusable "test-class-unusable" Warning "JUnit cannot look for tests in a class.";
    Reached "reached-outside" Note "A test reached a file, a program or the network.";

    // Serial forms.
    SerialDeclaration "serial-declaration" Error "A member cannot be the serializer or deserializer that its annotation says.";
    SerialDisagreement "serial-disagreement" Error "The serializer and deserializer of a version differ in names, order or types.";
    SerialUnread "serial-unread" Error "A version of a serial form is written and cannot be read.";
    SerialDuplicate "serial-duplicate" Error "Two members are declared for one version of a serial form.";
    SerialAccessorMissing "serial-accessor-missing" Error "An accessor that a serial form needs does not exist.";
    SerialNamesMissing "serial-names-missing" Error "The parameters of a deserializer have no names in the class file.";
    SerialNotUsable "serial-not-usable" Warning "A member of a serial form is neither accessible nor open.";
    SerialComponent "serial-component" Warning "A component of a serial form cannot be serialized.";
    SerialNotInherited "serial-not-inherited" Note "A class has no serial form although its superclass has one.";
    SerialBackDoor "serial-back-door" Warning "Objects of a class with a serial form can be made by Java serialization too.";
    SerialRefused "serial-refused" Note "A class has no serial form.";

    // Java serialization.
    SerialMagicMember "serial-magic-member" Error "A member that the serialization runtime looks for is misspelt or mistyped.";
    SerialMagicIgnored "serial-magic-ignored" Warning "A member for the serialization runtime is in a class where it is not called.";
    SerialMagicMissing "serial-magic-missing" Warning "A member for the serialization runtime is missing.";
    SerialVersionMissing "serial-version-missing" Note "A serializable class has no serialVersionUID.";
    SerialNoConstructor "serial-no-constructor" Error "Objects of a serializable class can be written and not read.";
    SerialUncheckedState "serial-unchecked-state" Warning "Constructors check what a stream can set without a check.";
    SerialAliasing "serial-aliasing" Warning "A stream can share a mutable object that a class keeps to itself.";
    SerialPassedOn "serial-passed-on" Note "A class makes subclasses serializable that declare nothing about it.";
    SerialUnserializableField "serial-unserializable-field" Warning "A field of a serializable class is of a type that is not serializable.";
    SerialGadget "serial-gadget" Warning "A serializable class does what its fields say: calls methods, makes objects, starts programs.";
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
