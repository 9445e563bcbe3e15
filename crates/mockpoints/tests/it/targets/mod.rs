//! Small Java programs with what is expected beside the line.
//!
//! Each file of `targets/` is a program in a package of its own, and a test of its own in `each`; all are compiled and
//! analysed in one run. A method's line
//! with the comment `// point: KIND` is a point of that kind, one with several such comments is one of each; every
//! other method is none, whether `// no point` says so or not. A point without a declaration of its own, such as a
//! record's accessor, is marked as `// point: KIND NAME` where its code is said to be.
//!
//! `targets/stubs` contains libraries, not the subject's own code. `//- FILE` begins another file in the same
//! one. `targets/README.md` says what the expectations rest on.

mod each;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use crate::support::{Subject, Target, fixture, targets};
use reenact_base::name::BinaryName;
use reenact_mockpoints::{Analysis, Catalog, Point, analyze};
use reenact_testkit::{Expectation, Fixture, check, check_list, jdks};

/// All targets, compiled together and analysed once for all tests of this process.
struct Analysed {
    subject: Subject,
    analysis: Analysis,
    found: Vec<Expectation>,
}

static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(targets);

/// On every JDK. If the targets do not compile, the first test says why and the others fail without trying.
static ANALYSED: LazyLock<Vec<Analysed>> = LazyLock::new(|| {
    let fixture = fixture(&TARGETS);
    let analysed = jdks().into_iter().map(|jdk| {
        let subject = Subject::compile(&fixture, &jdk);
        let analysis = analysis(&subject);
        let found = found(&fixture, &analysis);
        Analysed { subject, analysis, found }
    });
    analysed.collect()
});

fn analysis(subject: &Subject) -> Analysis {
    analyze(&subject.world, &Catalog::embedded(), &subject.options())
}

/// Every point as the comment that would expect it.
fn found(fixture: &Fixture, analysis: &Analysis) -> Vec<Expectation> {
    let own = analysis.points.iter().filter(|point| point.file.is_some());
    own.map(|point| {
        let (class, method) = point.name.split_once('#').expect("a method's name");
        let name = method.split('(').next().unwrap_or_default();
        let package = BinaryName::new(BinaryName::new(class).package()).to_internal();
        let path = format!("{package}/{}", point.file.as_deref().unwrap_or_default());
        let text = fixture.files().iter().find(|file| file.path == path).map_or("", |file| &file.text);
        let first = u32::from(point.line.unwrap_or(0));
        let declared = (1..=first).rev().find(|&line| {
            let text = text.lines().nth(line as usize - 1).unwrap_or_default();
            declares(text, name)
        });
        let (line, text) = match declared {
            Some(line) => (line, point.kind.to_string()),
            None => (first, format!("{} {name}", point.kind)),
        };
        Expectation { file: path, line, kind: "point".to_owned(), text }
    })
    .collect()
}

/// Whether a line of Java begins the declaration of a method of this name.
fn declares(line: &str, name: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let call = format!(" {name}(");
    let is_statement = ["return ", "throw ", "new ", "="]
        .iter()
        .any(|start| code.find(&call).is_some_and(|at| code[..at].trim_start().ends_with(start.trim_end())));
    code.contains(&call) && !is_statement
}

/// The points in the files of one target are where its comments say.
#[track_caller]
fn check_target(path: &str) {
    let target =
        TARGETS.iter().find(|target| target.path == path).expect("the list was compared with the directory");
    let is_here = |file: &str| target.files.files().iter().any(|own| own.path == file);
    for analysed in &*ANALYSED {
        let found = analysed.found.iter().filter(|found| is_here(&found.file)).cloned();
        check(found, target.files.expectations(&["point"]));
    }
}

#[test]
fn the_list_of_targets_is_complete() {
    let paths = TARGETS.iter().filter(|target| !target.is_library() && target.path.ends_with(".java"));
    let paths: Vec<String> = paths.map(|target| target.path.clone()).collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/targets/each.rs");
    let comment = "A test per file of `targets/`. Written by `REENACT_BLESS=1 cargo test -p reenact-mockpoints list_of_targets`.";
    check_list(each::ITEMS, &paths, &file, comment, "super::check_target");
}

/// Libraries are not searched, and nothing is found outside of the targets' files.
#[test]
fn nothing_else_is_found() {
    let of_targets = TARGETS.iter().filter(|target| !target.is_library());
    let files: BTreeSet<&str> =
        of_targets.flat_map(|target| target.files.files()).map(|file| file.path.as_str()).collect();
    for analysed in &*ANALYSED {
        assert_eq!(analysed.analysis.findings, []);
        check(analysed.found.iter().filter(|found| !files.contains(&*found.file)).cloned(), []);
    }
}

/// A target in which everything is a point would say nothing.
#[test]
fn targets_have_twins_that_are_not_points() {
    let fixture = fixture(&TARGETS);
    let points = fixture.expectations(&["point"]).len();
    let twins: usize = fixture.files().iter().map(|file| file.text.matches("// no point").count()).sum();
    assert!(points >= 100 && twins >= 100, "{points} points, {twins} twins");
}

/// The result must not depend on the order of threads, nor must the paths.
#[test]
fn threads_do_not_show() {
    let subject = &ANALYSED[0].subject;
    let on = |threads: usize| {
        let pool = crate::support::pool(threads);
        pool.install(|| analysis(subject))
    };
    let one = on(1);
    assert!(!one.points.is_empty());
    assert_eq!(one, on(2));
    assert_eq!(one, on(5));
}

/// A reader must be able to follow a point: its path begins at a source and ends at a sink of the point.
#[test]
fn ways_lead_from_a_source_to_a_sink() {
    let Analysed { subject, analysis, .. } = &ANALYSED[0];
    let mut kinds = BTreeSet::new();
    for point in &analysis.points {
        let steps = analysis.steps(&subject.world, point);
        assert!(!point.source.is_empty(), "{} has no source: {steps:#?}", point.name);
        if let (Some(first), Some(last)) = (steps.first(), steps.last()) {
            let begins =
                ["comes from", "is read from", "calls"].iter().any(|start| first.what.starts_with(start));
            assert!(begins, "{}: {steps:#?}", point.name);
            let ends =
                ["decides", "is returned", "is thrown", "calls"].iter().any(|end| last.what.starts_with(end));
            assert!(ends, "{}: {steps:#?}", point.name);
            assert!(first.line.is_some() && last.line.is_some(), "{}: {steps:#?}", point.name);
        }
        kinds.insert(point.kind);
    }
    assert!(kinds.len() >= 3, "{kinds:?}");
}

fn named<'a>(analysis: &'a Analysis, name: &str) -> &'a Point {
    let mut named = analysis.points.iter().filter(|point| point.name.starts_with(name));
    named.next().unwrap_or_else(|| panic!("no point {name}"))
}

/// Figure 9: what a point writes besides its result is what replay must do in its stead.
#[test]
fn side_effects_are_reported() {
    let Analysed { subject, analysis, .. } = &ANALYSED[0];
    let writes = named(analysis, "targets.figures.figure9.C3#m1(").writes.iter();
    let writes: Vec<String> = writes.map(|write| write.words(&subject.world)).collect();
    assert_eq!(writes, ["argument 1", "targets.figures.figure9.SomeClass#someField"]);
    assert!(named(analysis, "sources.Sources#millis(").writes.is_empty());
}

/// A person must see where the state was met, and why the point is not there.
#[test]
fn lifts_are_reported() {
    let Analysed { subject, analysis, .. } = &ANALYSED[0];
    let lifted = |name| {
        let lifted = named(analysis, name).lifted_from.iter();
        lifted.map(|(method, why)| format!("{}: {why}", subject.world.view(*method))).collect::<Vec<_>>()
    };
    assert_eq!(
        lifted("targets.external.liftedtwice.Feeds#title("),
        [
            "targets.external.liftedtwice.Feeds#open(java.lang.String): \
             it returns a java.io.InputStream, which cannot be recorded",
            "targets.external.liftedtwice.Feeds#reader(java.lang.String): \
             it returns a java.io.BufferedReader, which cannot be recorded",
        ]
    );
    // A constructor that branches on the time: its state comes out in who makes the object.
    let lifted = lifted("targets.system.branchingconstructors.Calendar#current(");
    assert_eq!(lifted.len(), 1, "{lifted:?}");
    assert!(lifted[0].contains("Season#<init>()"), "{lifted:?}");
    // A path has one helper, but a point may stand in for several.
    let mirrors = subject.world.class("targets/external/liftedtogether/Mirrors").unwrap();
    for name in ["open", "connect"] {
        let helper = mirrors.methods_named(name).next().unwrap();
        let stand_in = analysis.stand_in(helper.id()).map(|point| &*point.name);
        let point = "targets.external.liftedtogether.Mirrors#difference(java.lang.String,java.lang.String)";
        assert_eq!(stand_in, Some(point), "{name}");
    }
}

/// Section 3.3.3: of a service in the same JVM, the implementation's methods are the points, those of the interface alone, and
/// those of the service that is referred to alone.
#[test]
fn services_of_other_programs_in_the_jvm_are_points() {
    let analysis = &ANALYSED[0].analysis;
    let of_others = analysis.points.iter().filter(|point| point.name.starts_with("com.acme.geo."));
    let shown: Vec<String> = of_others.map(|point| format!("{} {}", point.name, point.group)).collect();
    assert_eq!(
        shown,
        [
            "com.acme.geo.RegionLookupImpl#isZip(java.lang.String) proximal",
            "com.acme.geo.RegionLookupImpl#region(java.lang.String) proximal",
            "com.acme.geo.ZipTable#isValid(java.lang.String) proximal",
        ]
    );
}

/// Third-party methods of time and chance are points themselves, with who calls them.
#[test]
fn libraries_can_be_points() {
    let Analysed { subject, analysis, .. } = &ANALYSED[0];
    let point = named(analysis, "org.apache.commons.lang3.RandomStringUtils#randomAlphanumeric(");
    assert_eq!((point.kind.word(), point.group.as_str()), ("system", "random"));
    let steps = analysis.steps(&subject.world, point);
    assert_eq!(steps[0].what, "calls org.apache.commons.lang3.RandomStringUtils#randomAlphanumeric");
    let text = "[[declared]]\ncalls = [\"com.acme.Stamps#pad\"]\n[[harmless]]\ncalls = [\"java.util.UUID#randomUUID\"]\n";
    let catalog = Catalog::parse("ours.toml", text).unwrap().over(Catalog::embedded());
    let changed = analyze(&subject.world, &catalog, &subject.options());
    assert_eq!(named(&changed, "com.acme.Stamps#pad(").kind.word(), "declared");
    assert!(!changed.points.iter().any(|point| point.name.starts_with("sources.Sources#uuid()")));
    assert!(analysis.points.iter().any(|point| point.name.starts_with("sources.Sources#uuid()")));
}
