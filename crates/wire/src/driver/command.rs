//! Commands to the driver.

use super::TestId;
use super::frame::{TooLong, framed};
use crate::bytes::{put_bytes, put_text, put_varint};

/// A command. Paths are texts here: the JVM knows them as such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The JVM's class path, without the driver's own part, and those entries of it whose classes
    /// stay when all others are loaded anew.
    SetUp { class_path: Vec<String>, kept: Vec<String> },
    /// To be answered by [`super::Event::Compiled`].
    Compile(Compile),
    /// To be answered by [`super::Event::Discovered`].
    Discover(Discover),
    /// To be answered by events up to [`super::Event::RunEnded`].
    Run(Run),
    /// To end in order.
    Quit,
    /// A request to the agent in the JVM, passed on as it is, to be answered by [`super::Event::Answered`].
    Ask(Vec<u8>),
    /// Classes, by binary name, whose initializers are run, to be answered by [`super::Event::RunEnded`].
    Initialize(Vec<String>),
}

/// A compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compile {
    /// Where class files go; the directory exists.
    pub out: String,
    /// The class path.
    pub class_path: Vec<String>,
    /// The Java release of language, library and class files; `None` is the JVM's own.
    pub release: Option<u32>,
    /// Further options of javac's.
    pub options: Vec<String>,
    /// Files by name, such as `com/acme/ShopTest.java`, and their texts.
    pub sources: Vec<(String, String)>,
}

/// Where to look for tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discover {
    /// Places that come before the class path.
    pub places: Vec<String>,
    /// Binary names of classes.
    pub classes: Vec<String>,
}

/// Which class loaders tests get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loading {
    /// One that stays, with all static state, from run to run. If the run has no places of its own, it is
    /// the JVM's, as in any program.
    Kept = 0,
    /// A new one for the run.
    FreshPerRun = 1,
    /// A new one whenever the top-level class of the tests changes.
    #[default]
    FreshPerClass = 2,
    /// A new one for every test.
    FreshPerTest = 3,
}

/// A run of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// With which loaders.
    pub loading: Loading,
    /// How long a test, or what a class does around its tests, may take.
    pub limit_millis: u64,
    /// How much CPU time its thread may use meanwhile; 0 is any.
    pub cpu_limit_millis: u64,
    /// Places that come before the class path, first to last.
    pub places: Vec<String>,
    pub tests: Vec<RunTest>,
}

/// A test of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunTest {
    /// The number by which events name it.
    pub number: u32,
    /// The fault that instrumented classes have meanwhile; 0 is none.
    pub mutant: u32,
    /// Requests to the agent right before it starts, after what its class does before all tests. Each is answered by
    /// [`super::Event::Answered`].
    pub requests: Vec<Vec<u8>>,
    /// The method whose calls an agent records meanwhile, such as `pkg.Class#method`; empty means all.
    pub recorded: String,
    pub test: TestId,
}

impl Command {
    /// As a frame.
    pub fn encode(&self) -> Result<Vec<u8>, TooLong> {
        let mut out = Vec::new();
        match self {
            Command::SetUp { class_path, kept } => {
                put_varint(&mut out, 1);
                put_texts(&mut out, class_path);
                put_texts(&mut out, kept);
            }
            Command::Compile(compile) => {
                put_varint(&mut out, 2);
                put_text(&mut out, &compile.out);
                put_texts(&mut out, &compile.class_path);
                put_varint(&mut out, u64::from(compile.release.unwrap_or(0)));
                put_texts(&mut out, &compile.options);
                put_varint(&mut out, compile.sources.len() as u64);
                for (name, text) in &compile.sources {
                    put_text(&mut out, name);
                    put_text(&mut out, text);
                }
            }
            Command::Discover(discover) => {
                put_varint(&mut out, 3);
                put_texts(&mut out, &discover.places);
                put_texts(&mut out, &discover.classes);
            }
            Command::Run(run) => {
                put_varint(&mut out, 4);
                put_varint(&mut out, run.loading as u64);
                put_varint(&mut out, run.limit_millis.min(i64::MAX as u64 / 2_000_000));
                put_varint(&mut out, run.cpu_limit_millis.min(i64::MAX as u64 / 2_000_000));
                put_texts(&mut out, &run.places);
                put_varint(&mut out, run.tests.len() as u64);
                run.tests.iter().for_each(|test| put_test(&mut out, test));
            }
            Command::Quit => put_varint(&mut out, 5),
            Command::Ask(request) => {
                put_varint(&mut out, 6);
                put_bytes(&mut out, request);
            }
            Command::Initialize(classes) => {
                put_varint(&mut out, 7);
                put_texts(&mut out, classes);
            }
        }
        framed(&out)
    }
}

fn put_test(out: &mut Vec<u8>, RunTest { number, mutant, requests, recorded, test }: &RunTest) {
    put_varint(out, u64::from(*number));
    put_varint(out, u64::from(*mutant));
    put_text(out, recorded);
    put_varint(out, requests.len() as u64);
    requests.iter().for_each(|request| put_bytes(out, request));
    put_text(out, &test.class);
    put_text(out, &test.method);
    put_varint(out, u64::from(test.parameters.is_some()));
    if let Some(parameters) = &test.parameters {
        put_texts(out, parameters);
    }
}

fn put_texts(out: &mut Vec<u8>, texts: &[String]) {
    put_varint(out, texts.len() as u64);
    texts.iter().for_each(|text| put_text(out, text));
}
