//! Recorded invocations, chosen and written as tests that are not verified yet.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reenact_base::name::InternalName;
use reenact_base::spelling::nearest;
use reenact_cases::{Case, Group, Method, PassedOver, Reason, groups};
use reenact_flow::effects::Fields;
use reenact_generate::{
    Drafted, Drafter, GivenObject, Junit, NestedCalls, NotWritten, ObjectMethod, Options as Style, Refusal,
    SourceFile, Strategy, Test, TestClass,
};
use reenact_heap::isomorphism::Grade;
use reenact_heap::{Classes, Forms, count_objects};
use reenact_rebuild::plan::Strategy as Making;
use reenact_rebuild::{ActionKey, Adapter};
use reenact_recording::RecordingReader;
use reenact_recording::graph::Capture;
use reenact_report::generated::Generated;
use reenact_wire::{ClassPattern, MethodPattern};
use reenact_world::{CallGraph, World};
use rustc_hash::{FxHashMap, FxHashSet};

use super::refusals::{Cause, Refusals};
use super::sources::Sources;
use super::time_limit::TimeLimit;
use super::{Error, Options};
use crate::Progress;
use crate::{inspect, parallel};

/// Objects before a call: more than the agent captures by default make no readable test.
const MOST_OBJECTS: usize = 10_000;

/// The tests of a recording, as far as they can be written, and why others cannot.
pub struct Drafts<'w> {
    drafter: Drafter<'w>,
    nested: NestedCalls,
    sources: Sources,
    /// The invocation, and its method, that the test of a number is made of.
    cases: FxHashMap<u64, (Arc<Method>, usize)>,
    /// How the test of an invocation was written.
    strategies: FxHashMap<u64, Strategy>,
    /// How many objects were captured for each invocation.
    captured: BTreeMap<u64, u64>,
    pub refusals: Refusals,
    /// Whether a case has histories of its objects.
    has_histories: bool,
}

/// The cases of a method, drafted.
struct DraftedGroup {
    cases: Vec<DraftedCase>,
    passed_over: Vec<PassedOver>,
}

struct DraftedCase {
    /// The number of the invocation, and its position in the recording.
    id: u64,
    index: usize,
    /// How many objects were captured.
    objects: u64,
    has_histories: bool,
    draft: Result<Drafted, Refusal>,
}

impl<'w> Drafts<'w> {
    pub fn new(
        world: &'w World,
        calls: &'w CallGraph,
        style: Style,
        adapters: Vec<Adapter>,
        sources: Sources,
        reader: &RecordingReader<'_>,
    ) -> Self {
        Drafts {
            drafter: Drafter::new(world, calls, style, adapters, reader),
            nested: NestedCalls::of(reader),
            sources,
            cases: FxHashMap::default(),
            strategies: FxHashMap::default(),
            captured: BTreeMap::new(),
            refusals: Refusals::default(),
            has_histories: false,
        }
    }

    /// Writes a test for every case that it can.
    pub fn tests(
        &mut self,
        reader: &RecordingReader<'_>,
        options: &Options,
        limit: &TimeLimit,
        report: &mut Generated,
        progress: &dyn Progress,
    ) -> Result<Vec<Test>, Error> {
        let mut groups = wanted_groups(reader, options)?;
        groups.iter_mut().for_each(|group| self.sources.complete(&mut group.method));
        report.invocations.methods = groups.len();
        let drafted = self.draft_groups(reader, &groups, options, limit, progress);
        let mut tests = Vec::new();
        for (group, drafted) in groups.into_iter().zip(drafted) {
            let method = Arc::new(group.method);
            let named = (&*method.class, &*method.name);
            let counts = &mut report.invocations;
            counts.recorded += group.invocations.len();
            let Some(drafted) = drafted else {
                counts.cases += group.invocations.len();
                for &index in &group.invocations {
                    let number = reader.invocations().nth(index).map_or(0, |head| head.id);
                    self.refusals.add(Cause::out_of_time(), named, number, "");
                }
                continue;
            };
            counts.cases += drafted.cases.len();
            for passed in &drafted.passed_over {
                match &passed.reason {
                    Reason::Repeat => counts.repeats += 1,
                    Reason::Enough => counts.enough += 1,
                    _ => counts.unusable += 1,
                }
                if let Some(cause) = Cause::unusable(&passed.reason) {
                    self.refusals.add(cause, named, passed.id, "");
                }
            }
            for DraftedCase { id, index, objects, has_histories, draft } in drafted.cases {
                self.has_histories |= has_histories;
                self.cases.insert(id, (method.clone(), index));
                self.captured.insert(id, objects);
                match draft {
                    Ok(Drafted { test, strategy }) => {
                        self.strategies.insert(id, strategy);
                        tests.push(test);
                    }
                    Err(refusal) => {
                        self.refusals.add(Cause::refused(&refusal, named.0), named, id, refusal.detail())
                    }
                }
            }
        }
        count_written(&tests, report);
        Ok(tests)
    }

    /// Drafts the cases of all methods on several threads, which share the drafter and its caches; none of a method that
    /// the time does not suffice for. Without a limit of time the result does not depend on the number of threads: a draft is a function of its case, and results are in the order of the methods.
    fn draft_groups(
        &self,
        reader: &RecordingReader<'_>,
        groups: &[Group],
        options: &Options,
        limit: &TimeLimit,
        progress: &dyn Progress,
    ) -> Vec<Option<DraftedGroup>> {
        let draft = |group: &Group| {
            limit.may_write().then(|| draft_group(&self.drafter, reader, &self.nested, group, options))
        };
        let report = |at| progress.step(&format!("writing tests: {at} of {} methods", groups.len()));
        parallel::map(groups, options.threads, draft, report)
    }

    /// Writes the test of an invocation again, without actions that were seen to give a wrong object, and without calls that
    /// it may not need.
    pub fn again(
        &self,
        reader: &RecordingReader<'_>,
        invocation: u64,
        avoid: FxHashSet<ActionKey>,
        left_out: BTreeSet<usize>,
    ) -> Option<Drafted> {
        let (method, index) = self.cases.get(&invocation).cloned()?;
        let head = reader.invocations().nth(index).copied()?;
        let capture = reader.capture(index).ok()?;
        let case = Case { index, head, capture, repeats: 0 };
        let strategy = match self.strategies.get(&invocation) {
            // Strategies that failed before would fail again, whichever calls are left out.
            Some(known) if known.avoid == avoid => Strategy { left_out, ..known.clone() },
            _ => Strategy::without(avoid, left_out),
        };
        self.drafter.draft(reader, &self.nested, &method, &case, strategy).ok()
    }

    /// Keeps how the test of an invocation is written now.
    pub fn keep_strategy(&mut self, invocation: u64, strategy: Strategy) {
        self.strategies.insert(invocation, strategy);
    }

    /// Writes a method that makes an object.
    pub fn object(&self, given: &GivenObject<'_>) -> Result<ObjectMethod, Refusal> {
        self.drafter.generator().object(given)
    }

    /// Puts methods that make objects into a class.
    pub fn object_class(
        &self,
        package: &str,
        class: &str,
        methods: &[ObjectMethod],
    ) -> Result<SourceFile, reenact_generate::RenderError> {
        self.drafter.generator().objects(package, class, methods)
    }

    /// Returns the state that the test of an invocation rebuilds, if it is not the recorded one.
    pub fn expected(&self, classes: &Classes, invocation: u64, capture: &Capture) -> Option<Capture> {
        self.drafter.expected(classes, capture, self.strategies.get(&invocation)?)
    }

    /// Returns the classes of the states that tests rebuild.
    pub fn state_classes<'a>(&'a self, reader: &'a RecordingReader<'_>) -> &'a Classes {
        self.drafter.classes(reader)
    }

    /// Returns the fields that a method can read.
    pub fn reads(&self, class: &str, name: &str, descriptor: &str) -> Fields {
        self.drafter.reads(class, name, descriptor)
    }

    /// Forgets the captured objects of a case that is the same as another one.
    pub fn forget(&mut self, invocation: u64) {
        self.captured.remove(&invocation);
    }

    /// Counts the captured objects by the state that the methods met.
    pub fn measure(&self, grades: &BTreeMap<u64, Grade>, report: &mut Generated) {
        for (invocation, objects) in &self.captured {
            report.captured.objects += objects;
            *match grades.get(invocation) {
                Some(Grade::Exact) => &mut report.captured.exact,
                Some(Grade::Sufficient) => &mut report.captured.sufficient,
                Some(Grade::Different) => &mut report.captured.different,
                Some(Grade::Undecided) => &mut report.captured.not_compared,
                None => &mut report.captured.not_rebuilt,
            } += objects;
        }
    }

    /// Whether the recording has histories of objects.
    pub fn has_histories(&self) -> bool {
        self.has_histories
    }

    pub fn world(&self) -> &'w World {
        self.drafter.world()
    }

    pub fn junit(&self) -> Junit {
        self.drafter.generator().options().junit
    }

    /// Puts tests into classes, those in one test with parameters that may be joined and differ in values alone.
    pub fn classes(
        &self,
        tests: Vec<Test>,
        may_join: &dyn Fn(&Test) -> bool,
    ) -> (Vec<TestClass>, Vec<NotWritten>) {
        self.drafter.generator().suite_joining(tests, may_join)
    }
}

/// Chooses the cases of a method, and drafts them.
fn draft_group(
    drafter: &Drafter<'_>,
    reader: &RecordingReader<'_>,
    nested: &NestedCalls,
    group: &Group,
    options: &Options,
) -> DraftedGroup {
    let choosing = reenact_cases::Options { per_method: options.per_method, objects: MOST_OBJECTS };
    let chosen = group.choose(reader, &choosing);
    let drafted = chosen.cases.iter().map(|case| {
        let forms = Forms::new(reader.classes(), &case.capture.before);
        DraftedCase {
            id: case.head.id,
            index: case.index,
            objects: count_objects(&forms, &case.capture.roots),
            has_histories: !case.capture.histories.is_empty(),
            draft: drafter.draft(reader, nested, &group.method, case, Strategy::default()),
        }
    });
    DraftedGroup { cases: drafted.collect(), passed_over: chosen.passed_over }
}

/// Counts tests and their objects.
fn count_written(tests: &[Test], report: &mut Generated) {
    report.tests.written = tests.len();
    for test in tests {
        for (making, &number) in &test.objects {
            *match making {
                Making::Structure | Making::Adapter => &mut report.objects.structure,
                Making::History => &mut report.objects.history,
                Making::Static => &mut report.objects.constant,
                Making::Logical => &mut report.objects.form,
                Making::StandIn => &mut report.objects.stand_in,
            } += number;
        }
    }
    let mut sizes: Vec<usize> = tests.iter().map(|test| test.objects.values().sum()).collect();
    sizes.sort_unstable();
    report.objects.median = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
}

/// Returns the recorded methods that are wanted. None, if a pattern was given, is an error.
fn wanted_groups(reader: &RecordingReader<'_>, options: &Options) -> Result<Vec<Group>, Error> {
    let wanted = Wanted::parse(options.method.as_deref())?;
    let (found, others): (Vec<Group>, Vec<Group>) =
        groups(reader).into_iter().partition(|group| wanted.contains(&group.method));
    match &options.method {
        Some(pattern) if found.is_empty() => Err(Error::NoMethod {
            recording: options.recording(),
            pattern: pattern.clone(),
            nearest: nearest_methods(pattern, &others),
        }),
        _ => Ok(found),
    }
}

/// Returns `; did you mean …?`, with a recorded method or class that is named alike, or else an example.
fn nearest_methods(pattern: &str, recorded: &[Group]) -> String {
    let named = |method: &Method| format!("{}#{}", InternalName::new(&method.class).to_binary(), method.name);
    let methods: Vec<String> = recorded.iter().map(|group| named(&group.method)).collect();
    let classes = methods.iter().filter_map(|method| Some(method.split_once('#')?.0));
    let found = match pattern.contains('#') {
        true => nearest(pattern, methods.iter().map(String::as_str)),
        false => nearest(pattern, classes),
    };
    match (found, methods.first()) {
        (Some(found), _) => format!("; did you mean {found}?"),
        (None, Some(first)) => format!("; it has {} methods, such as {first}", methods.len()),
        (None, None) => "; it has no invocations".to_owned(),
    }
}

/// The methods that are wanted.
enum Wanted {
    All,
    Class(ClassPattern),
    Method(MethodPattern),
}

impl Wanted {
    fn parse(written: Option<&str>) -> Result<Self, inspect::Error> {
        Ok(match written {
            None => Wanted::All,
            Some(text) if text.contains('#') => Wanted::Method(text.parse()?),
            Some(text) => Wanted::Class(text.parse()?),
        })
    }

    fn contains(&self, method: &Method) -> bool {
        match self {
            Wanted::All => true,
            Wanted::Class(pattern) => pattern.matches(method.class.as_bytes()),
            Wanted::Method(pattern) => pattern.matches(method.class.as_bytes(), method.name.as_bytes()),
        }
    }
}

/// Whether any recorded class is in the program: if not, the class path is that of another program.
pub fn knows_any(world: &World, reader: &RecordingReader<'_>) -> bool {
    let mut groups = groups(reader).into_iter().peekable();
    groups.peek().is_none() || groups.any(|group| world.class_id(&group.method.class).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(class: &str, name: &str) -> Group {
        let method = Method {
            class: class.into(),
            name: name.into(),
            descriptor: "()V".into(),
            is_static: false,
            parameter_names: Vec::new(),
            bytecode: 0,
        };
        Group { method, invocations: vec![0] }
    }

    #[test]
    fn a_pattern_without_methods_is_answered_with_the_nearest() {
        let recorded = [group("com/acme/Order", "total"), group("com/acme/Shop", "sell")];
        for (pattern, expected) in [
            ("com.acme.Order#totel", "; did you mean com.acme.Order#total?"),
            ("com.acme.Ordre", "; did you mean com.acme.Order?"),
            ("org.other.*", "; it has 2 methods, such as com.acme.Order#total"),
        ] {
            assert_eq!(nearest_methods(pattern, &recorded), expected);
        }
        assert_eq!(nearest_methods("a.B", &[]), "; it has no invocations");
    }

    #[test]
    fn patterns_name_classes_or_methods() {
        let order = group("com/acme/Order", "total").method;
        for (pattern, expected) in [
            (None, true),
            (Some("com.acme.*"), true),
            (Some("com.acme.Order#total"), true),
            (Some("com.acme.Order#to*"), true),
            (Some("com.acme.Order#sell"), false),
            (Some("com.acme.Shop"), false),
        ] {
            assert_eq!(Wanted::parse(pattern).unwrap().contains(&order), expected, "{pattern:?}");
        }
    }
}
