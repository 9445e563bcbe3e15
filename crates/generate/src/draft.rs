//! Drafts: the test of a case under the first strategy that works.

use reenact_base::Id;
use reenact_cases::{Case, Method};
use reenact_flow::effects::{self, Effects};
use reenact_heap::{Classes, NodeId};
use reenact_rebuild::plan::Member;
use reenact_rebuild::{Adapter, Memory, Planner};
use reenact_recording::RecordingReader;
use reenact_recording::graph::Capture;
use reenact_recording::model::MethodNumber;
use reenact_world::{CallGraph, World};

use crate::delegating_collections::DelegatingCollections;
use crate::generator::{Generator, Given, Test};
use crate::histories::histories;
use crate::nested_calls::{Collaborators, NestedCalls};
use crate::older_collections::OlderCollections;
use crate::options::Options;
use crate::pinned_clocks::PinnedClocks;
use crate::refusal::Refusal;
use crate::strategy::{Fields, Possible, Strategy};

/// Drafts the tests of a program. A draft is a function of the program, the recording and the case alone.
pub struct Drafter<'w> {
    world: &'w World,
    generator: Generator<'w, Planner<'w>>,
    effects: Effects<'w>,
    collections: DelegatingCollections<'w>,
    clocks: Option<PinnedClocks>,
    older: Option<OlderCollections>,
}

/// A test, and the strategy that it was written with.
#[derive(Clone, Debug)]
pub struct Drafted {
    pub test: Test,
    pub strategy: Strategy,
}

impl<'w> Drafter<'w> {
    pub fn new(
        world: &'w World,
        calls: &'w CallGraph,
        options: Options,
        adapters: Vec<Adapter>,
        reader: &RecordingReader<'_>,
    ) -> Self {
        let planning =
            reenact_rebuild::Options { adapters, ..reenact_rebuild::Options::new(options.release) };
        let clocks = PinnedClocks::of(reader);
        let classes = clocks.as_ref().map_or(reader.classes(), PinnedClocks::classes);
        let older = OlderCollections::of(classes, options.release);
        Drafter {
            world,
            generator: Generator::new(world, Planner::new(world, planning), options),
            effects: Effects::new(world, calls),
            collections: DelegatingCollections::new(world),
            clocks,
            older,
        }
    }

    /// Returns the classes of the graphs that tests rebuild: the recorded ones, those of fixed clocks, and those of
    /// collections that an older release has.
    pub fn classes<'a>(&'a self, reader: &'a RecordingReader<'_>) -> &'a Classes {
        match (&self.older, &self.clocks) {
            (Some(older), _) => older.classes(),
            (None, Some(clocks)) => clocks.classes(),
            (None, None) => reader.classes(),
        }
    }

    pub fn world(&self) -> &'w World {
        self.world
    }

    pub fn generator(&self) -> &Generator<'w, Planner<'w>> {
        &self.generator
    }

    /// Drafts the test of a case with a strategy, or with one that makes more concessions.
    pub fn draft(
        &self,
        reader: &RecordingReader<'_>,
        nested: &NestedCalls,
        method: &Method,
        case: &Case,
        mut strategy: Strategy,
    ) -> Result<Drafted, Refusal> {
        let classes = self.classes(reader);
        let reads = self.reads(&method.class, &method.name, &method.descriptor);
        let possible = Possible {
            has_known_reads: matches!(reads, effects::Fields::Only { .. }),
            can_unwrap: &|unbuilt| self.collections.unwrapped(classes, &case.capture, unbuilt).is_some(),
        };
        let member = |number| member(reader, number);
        let is_needed = |field| reads.contains(field);
        // Strategies with the same state of the objects share what they find out.
        loop {
            let expected = self.expected(classes, &case.capture, &strategy);
            let expected = expected.map(|capture| Case { capture, ..case.clone() });
            let arranged = expected.as_ref().unwrap_or(case);
            let capture = &arranged.capture;
            let histories = histories(self.world, classes, capture, case.head.entered, &member);
            let memory = Memory::new(capture.before.len());
            let mut answers: Option<Collaborators> = None;
            let unwrapped = strategy.unwrapped.clone();
            while strategy.unwrapped == unwrapped {
                // The fields that are read come after all fields, with the same stand-ins.
                if strategy.rounds > 0 && (answers.is_none() || strategy.fields == Fields::All) {
                    let wanted = &strategy.stand_ins;
                    answers =
                        Some(nested.collaborators(reader, arranged, wanted, &self.collections, self.world));
                }
                let test = self.generator.test(&Given {
                    classes,
                    method,
                    case: arranged,
                    needed: match strategy.fields {
                        Fields::All => None,
                        Fields::Read => Some(&is_needed),
                    },
                    avoid: &strategy.avoid,
                    histories: &histories,
                    collaborators: answers.as_ref(),
                    left_out: &strategy.left_out,
                    memory: Some(&memory),
                });
                let refusal = match test {
                    Ok(test) => return Ok(Drafted { test, strategy }),
                    Err(refusal) => refusal,
                };
                let next = match &refusal {
                    Refusal::Unbuilt(_) => strategy.next(&unbuilt(&refusal, case), &possible),
                    _ => None,
                };
                strategy = next.ok_or(refusal)?;
            }
        }
    }

    /// Returns the state that a test of this strategy rebuilds, if it is not the recorded one.
    pub fn expected(&self, classes: &Classes, capture: &Capture, strategy: &Strategy) -> Option<Capture> {
        let pinned = self.clocks.as_ref().and_then(|clocks| clocks.pinned(capture));
        let current = pinned.as_ref().unwrap_or(capture);
        let older = self.older.as_ref().and_then(|older| older.replaced(current));
        let current = older.as_ref().unwrap_or(current);
        let unwrapped = match strategy.unwrapped.is_empty() {
            true => None,
            false => self.collections.unwrapped(classes, current, &strategy.unwrapped),
        };
        unwrapped.or(older).or(pinned)
    }

    /// Returns the fields that a method can read.
    pub fn reads(&self, class: &str, name: &str, descriptor: &str) -> effects::Fields {
        let method = self.world.class_id(class).and_then(|class| self.world.method(class, name, descriptor));
        method.map_or(effects::Fields::Anything, |method| self.effects.may_read(method))
    }
}

/// Returns the objects of a call that cannot be rebuilt.
fn unbuilt(refusal: &Refusal, case: &Case) -> Vec<NodeId> {
    let Refusal::Unbuilt(unbuilt) = refusal else { return Vec::new() };
    let nodes = unbuilt.iter().map(|unbuilt| unbuilt.node);
    nodes.filter(|node| node.index() < case.capture.before.len()).collect()
}

/// Returns a recorded method by its number.
fn member(reader: &RecordingReader<'_>, number: MethodNumber) -> Option<Member> {
    let method = reader.method(number)?;
    let class = reader.class(reader.class_of(method.class)?);
    Some(Member::new(&class.name, &method.name, &method.descriptor))
}
