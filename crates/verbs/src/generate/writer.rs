//! Drafts as verification asks for them: written to classes, rewritten, compared with the recording.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reenact_base::name::InternalName;
use reenact_flow::effects::Fields;
use reenact_generate::{Drafted, Test, TestClass, statements_after};
use reenact_heap::Classes;
use reenact_rebuild::ActionKey;
use reenact_recording::RecordingReader;
use reenact_verify::cover;
use reenact_verify::gut::gutted;
use reenact_verify::retained::RecordedCode;
use reenact_verify::state::{self, ExpectedState, Reference};
use reenact_verify::{
    ClassFile, Differing, Fault, FaultKind, InstrumentedClasses, Observed, RecordedRun, Replacement, Rewrite,
    Target, TestId, TestMethod, TestNumber, TestSource, TestWriter, Written,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::Drafts;
use crate::parallel;

/// The tests of a recording that are being verified. Their numbers are those of their invocations.
pub struct Writer<'a, 'w, 'r> {
    drafts: &'a mut Drafts<'w>,
    reader: &'a RecordingReader<'r>,
    tests: BTreeMap<TestNumber, Test>,
    /// Actions that gave wrong objects, by test.
    avoided: BTreeMap<TestNumber, FxHashSet<ActionKey>>,
    /// Calls that are left out, by test.
    left_out: BTreeMap<TestNumber, BTreeSet<usize>>,
    /// The code that the recorded run has run.
    pub recorded_code: RecordedCode,
    /// Tests without some of these calls: to find a plan again takes long.
    shorter: BTreeMap<(TestNumber, BTreeSet<usize>), Test>,
    /// Positions of invocations in the recording, by number.
    positions: FxHashMap<u64, usize>,
    /// Threads that write tests again; as many as there are cores if `None`.
    threads: Option<usize>,
}

impl<'a, 'w, 'r> Writer<'a, 'w, 'r> {
    pub fn new(
        drafts: &'a mut Drafts<'w>,
        reader: &'a RecordingReader<'r>,
        tests: Vec<Test>,
        threads: Option<usize>,
    ) -> Self {
        let positions = reader.invocations().enumerate().map(|(index, head)| (head.id, index)).collect();
        let tests = tests.into_iter().map(|test| (test.invocation, test)).collect();
        let recorded_code = RecordedCode::new(drafts.world(), reader.blocks().values());
        Writer {
            drafts,
            reader,
            tests,
            avoided: BTreeMap::new(),
            left_out: BTreeMap::new(),
            recorded_code,
            shorter: BTreeMap::new(),
            positions,
            threads,
        }
    }

    pub fn test(&self, number: TestNumber) -> Option<&Test> {
        self.tests.get(&number)
    }

    fn wanted(&self, numbers: &[TestNumber]) -> Vec<Test> {
        numbers.iter().filter_map(|number| self.tests.get(number).cloned()).collect()
    }

    fn written(&self, tests: Vec<Test>, may_join: &dyn Fn(&Test) -> bool) -> Written {
        let (classes, failed) = self.drafts.classes(tests, may_join);
        let refused = failed.into_iter().flat_map(|failed| {
            let message = format!("{}: {}", failed.subject, failed.error);
            let fault = Fault::new(FaultKind::NotWritable, &message);
            failed.invocations.into_iter().map(move |test| (test, fault.clone()))
        });
        Written { sources: classes.into_iter().map(source).collect(), refused: refused.collect() }
    }

    /// Writes tests again without what is avoided or left out for them. For each, whether there is another one.
    fn draft_again(&mut self, numbers: &[TestNumber]) -> Vec<bool> {
        let draft = |number: &TestNumber| {
            let avoid = self.avoided.get(number).cloned().unwrap_or_default();
            let left_out = self.left_out.get(number).cloned().unwrap_or_default();
            self.drafts.again(self.reader, *number, avoid, left_out)
        };
        let drafted = parallel::map(numbers, self.threads, draft, |_| {});
        let mut is_drafted = Vec::with_capacity(numbers.len());
        for (&number, drafted) in numbers.iter().zip(drafted) {
            is_drafted.push(drafted.is_some());
            if let Some(Drafted { test, strategy }) = drafted {
                self.drafts.keep_strategy(number, strategy);
                self.tests.insert(number, test);
            }
        }
        is_drafted
    }

    /// Decides about a test that met another state. `Err` if it is to be written again, with the verdict in case that it
    /// cannot be.
    fn verdict(&mut self, differing: &Differing<'_>) -> Result<Rewrite, Rewrite> {
        let number = differing.test;
        let Some(test) = self.tests.get(&number) else {
            return Ok(Rewrite::Refused { class: None, is_replayed: false });
        };
        let class = class_at_fault(differing.holders, &test.actions);
        let at_fault: Vec<ActionKey> =
            test.actions.iter().filter(|action| Some(&*action.class) == class).cloned().collect();
        if class.is_some() && at_fault.is_empty() {
            return Ok(Rewrite::Keep);
        }
        let refused = Rewrite::Refused {
            class: class.map(Into::into),
            is_replayed: class.is_some_and(|class| test.actions.contains(&ActionKey::history(class))),
        };
        if !differing.may_retry {
            return Ok(refused);
        }
        // A call that was to set one field may have changed others, which the constructor had set. Without a test that avoids such
        // calls there is none that avoids the constructor too.
        let changes = changes(&at_fault);
        let avoid = if changes.is_empty() { at_fault } else { changes };
        let avoided = self.avoided.entry(number).or_default();
        let before = avoided.len();
        avoided.extend(avoid);
        if avoided.len() > before { Err(refused) } else { Ok(refused) }
    }
}

/// Returns the actions that change an object which a constructor has made.
fn changes(actions: &[ActionKey]) -> Vec<ActionKey> {
    let is_constructor = |action: &ActionKey| &*action.member.name == "<init>";
    let is_replay = |action: &ActionKey| action.member.name.is_empty();
    match actions.iter().any(is_constructor) {
        true => actions.iter().filter(|one| !is_constructor(one) && !is_replay(one)).cloned().collect(),
        false => Vec::new(),
    }
}

impl TestWriter for Writer<'_, '_, '_> {
    fn write(&mut self, tests: &[TestNumber]) -> Written {
        self.written(self.wanted(tests), &|_| false)
    }

    fn write_joined(&mut self, tests: &[TestNumber], apart: &BTreeSet<TestNumber>) -> Option<Written> {
        let written = self.written(self.wanted(tests), &|test| !apart.contains(&test.invocation));
        let mut methods = written.sources.iter().flat_map(|source| &source.tests);
        methods.any(|method| method.tests.len() > 1).then_some(written)
    }

    fn rewrite(&mut self, tests: &[Differing<'_>]) -> Vec<Rewrite> {
        let verdicts: Vec<Result<Rewrite, Rewrite>> =
            tests.iter().map(|differing| self.verdict(differing)).collect();
        let again = tests.iter().zip(&verdicts).filter(|(_, verdict)| verdict.is_err());
        let again: Vec<TestNumber> = again.map(|(differing, _)| differing.test).collect();
        let mut is_written = self.draft_again(&again).into_iter();
        let decided = verdicts.into_iter().map(|verdict| match verdict {
            Ok(verdict) => verdict,
            Err(_) if is_written.next() == Some(true) => Rewrite::Rewritten,
            Err(refused) => refused,
        });
        decided.collect()
    }

    fn rewrite_without(&mut self, number: TestNumber, thrower: &str) -> bool {
        let Some(test) = self.tests.get(&number) else { return false };
        let is_thrower = |action: &&ActionKey| {
            let class = InternalName::new(&*action.member.class).to_binary();
            format!("{class}.{}", action.member.name) == thrower
        };
        // The object that the result is compared with is made by calls, too.
        let actions = test.actions.union(&test.expectations);
        let at_fault: Vec<ActionKey> = actions.filter(is_thrower).cloned().collect();
        if at_fault.is_empty() {
            return false;
        }
        self.avoided.entry(number).or_default().extend(at_fault);
        self.draft_again(&[number]) == [true]
    }

    fn rewrite_expectations(&mut self, tests: &[TestNumber]) -> Vec<bool> {
        let mut again = Vec::new();
        for &number in tests {
            let expected = self.tests.get(&number).filter(|test| !test.expectations.is_empty());
            let Some(test) = expected else { continue };
            let wrong = test.expectations.difference(&test.actions).cloned();
            self.avoided.entry(number).or_default().extend(wrong);
            again.push(number);
        }
        let is_changed: BTreeMap<TestNumber, bool> =
            again.iter().copied().zip(self.draft_again(&again)).collect();
        tests.iter().map(|number| is_changed.get(number) == Some(&true)).collect()
    }

    fn calls(&self, test: TestNumber) -> usize {
        self.tests.get(&test).map_or(0, |test| test.calls)
    }

    fn leave_out(&mut self, tests: &[(TestNumber, BTreeSet<usize>)]) -> Vec<bool> {
        let mut before = BTreeMap::new();
        let mut again = Vec::new();
        for (test, calls) in tests {
            let earlier = self.left_out.insert(*test, calls.clone()).unwrap_or_default();
            if let Some(current) = self.tests.get(test) {
                self.shorter.insert((*test, earlier.clone()), current.clone());
            }
            match self.shorter.get(&(*test, calls.clone())) {
                Some(known) => {
                    self.tests.insert(*test, known.clone());
                }
                None => {
                    before.insert(*test, earlier);
                    again.push(*test);
                }
            }
        }
        let is_drafted = self.draft_again(&again);
        let failed: BTreeSet<TestNumber> = again
            .into_iter()
            .zip(is_drafted)
            .filter(|(_, is_drafted)| !is_drafted)
            .map(|(test, _)| test)
            .collect();
        for test in &failed {
            self.left_out.insert(*test, before.remove(test).unwrap_or_default());
        }
        tests.iter().map(|(test, _)| !failed.contains(test)).collect()
    }

    fn remove_assertion(&mut self, test: TestNumber, source: &TestSource, line: usize) -> bool {
        let Some(method) = source.tests_at(line).into_iter().find(|method| method.tests == [test]) else {
            return false;
        };
        let lines = source.text.lines().skip(method.lines.start - 1).take(method.lines.len());
        let behind = statements_after(&lines.collect::<Vec<&str>>(), method.lines.start, line);
        let reduced = behind.and_then(|behind| self.tests.get(&test)?.without_assertion(behind));
        reduced.map(|reduced| self.tests.insert(test, reduced)).is_some()
    }

    fn observe(&mut self, sources: &[TestSource], run: &RecordedRun) -> BTreeMap<TestId, Observed> {
        let world = self.drafts.world();
        let mut reference =
            Recorded { drafts: &*self.drafts, reader: self.reader, positions: &self.positions };
        state::observe(world, sources, run, &mut reference)
    }

    fn instrumented(&self) -> InstrumentedClasses {
        let world = self.drafts.world();
        let package = |class: &str| class.rsplit_once('/').map_or("", |(package, _)| package).to_owned();
        let packages: BTreeSet<String> = self.tests.values().map(|test| package(&test.class)).collect();
        let mut all = InstrumentedClasses::default();
        // No fault has the number 0.
        let mut next = 1;
        for class in world.class_ids() {
            let name = world.view(class).name().to_str().into_owned();
            if world.is_platform_class(class) || !packages.contains(&package(&name)) {
                continue;
            }
            let instrumented = world.with_class(class, |file| cover::instrumented(file.bytes(), next));
            if let Ok(Some(instrumented)) = instrumented {
                next = instrumented.numbers.end;
                let name: Box<str> = name.into();
                for method in instrumented.mutants {
                    let target =
                        Target { class: name.clone(), name: method.name, descriptor: method.descriptor };
                    all.blocks.insert(target.clone(), method.blocks);
                    all.mutants.push((method.numbers, target));
                }
                all.classes.push(ClassFile { name, bytes: instrumented.bytes });
            }
        }
        all
    }

    fn recorded_code(&self) -> Arc<[ClassFile]> {
        self.recorded_code.classes().clone()
    }

    fn gut(&self, target: &Target, replacement: Replacement) -> Option<Vec<u8>> {
        let world = self.drafts.world();
        let class = world.class_id(&target.class)?;
        let replaced = world
            .with_class(class, |file| gutted(file.bytes(), &target.name, &target.descriptor, replacement));
        replaced.ok().flatten()
    }
}

/// The recorded states of the tests.
struct Recorded<'a, 'w, 'r> {
    drafts: &'a Drafts<'w>,
    reader: &'a RecordingReader<'r>,
    positions: &'a FxHashMap<u64, usize>,
}

impl Reference for Recorded<'_, '_, '_> {
    fn classes(&self) -> &Classes {
        self.drafts.state_classes(self.reader)
    }

    fn state(&mut self, test: TestNumber) -> Option<ExpectedState> {
        let capture = self.reader.capture(*self.positions.get(&test)?).ok()?;
        Some(match self.drafts.expected(self.drafts.state_classes(self.reader), test, &capture) {
            Some(capture) => ExpectedState { capture, is_changed: true },
            None => ExpectedState { capture, is_changed: false },
        })
    }

    fn reads(&self, target: &Target) -> Fields {
        self.drafts.reads(&target.class, &target.name, &target.descriptor)
    }
}

/// Returns the class of the object that was made wrongly by what a test does: the last one on the path to the
/// difference, since the object was made with what is wrong below it. An object that another one made for itself when its
/// calls were replayed was made by those calls.
pub fn class_at_fault<'a>(holders: &'a [Box<str>], actions: &BTreeSet<ActionKey>) -> Option<&'a str> {
    let last = holders.last()?;
    if actions.iter().any(|action| action.class == *last) {
        return Some(last);
    }
    let is_replayed = |class: &&str| actions.contains(&ActionKey::history(class));
    holders.iter().rev().map(|class| &**class).find(is_replayed).or(Some(last))
}

fn source(class: TestClass) -> TestSource {
    let methods = class.tests.into_iter().filter_map(|placed| {
        // A test with parameters has rows of one method.
        let first = placed.tests.first()?;
        Some(TestMethod {
            size: placed.size(),
            target: Target {
                class: first.class.clone(),
                name: first.method.clone(),
                descriptor: first.descriptor.clone(),
            },
            tests: placed.tests.iter().map(|test| test.invocation).collect(),
            name: placed.method,
            lines: placed.lines,
        })
    });
    TestSource {
        tests: methods.collect(),
        name: class.name,
        path: class.path,
        text: class.text,
        helpers: class.helpers,
        missing_answers: class.missing_answers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_avoided_before_the_constructor_is() {
        let action = |name: &str| ActionKey {
            class: "a/Pen".into(),
            member: reenact_rebuild::plan::Member::new("a/Pen", name, "()V"),
        };
        let actions = ["<init>", "print", ""].map(action);
        assert_eq!(changes(&actions), [action("print")]);
        // What a factory made cannot be distinguished from what changed it.
        assert_eq!(changes(&actions[1..]), []);
    }

    #[test]
    fn the_innermost_object_that_the_test_made_is_at_fault() {
        let holders: Vec<Box<str>> = ["a/Order", "a/Line", "a/Price"].map(Into::into).to_vec();
        let made = |classes: &[&str]| classes.iter().map(|class| ActionKey::history(class)).collect();
        for (actions, expected) in [
            (made(&["a/Order", "a/Price"]), Some("a/Price")),
            (made(&["a/Order", "a/Line"]), Some("a/Line")),
            (made(&["a/Order"]), Some("a/Order")),
            (made(&[]), Some("a/Price")),
        ] {
            assert_eq!(class_at_fault(&holders, &actions), expected, "{actions:?}");
        }
        assert_eq!(class_at_fault(&[], &made(&["a/Order"])), None);
    }
}
