//! The system state that a test depends on, by the analysis of mocking points.

use std::cell::OnceCell;
use std::collections::VecDeque;

use reenact_mockpoints::{Analysis, Catalog, Kind, Options, Point, analyze};
use reenact_verify::{Fault, FaultKind, When};
use reenact_world::{CallGraph, MethodId, World};
use rustc_hash::FxHashSet;

/// Methods that are looked at for a point below a method under test.
const MOST_CALLED: usize = 500;

/// Where the state of a test comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateSource {
    /// The call or field, such as `java.time.LocalDate#now`.
    pub name: String,
    /// What to do about it.
    pub help: Option<&'static str>,
}

/// The sources of a program's system state, found when they are first asked for: most programs need none.
pub struct StateSources<'w> {
    world: &'w World,
    found: OnceCell<(CallGraph, Analysis)>,
}

impl<'w> StateSources<'w> {
    pub fn new(world: &'w World) -> Self {
        StateSources { world, found: OnceCell::new() }
    }

    /// Returns the source of state that explains a failure of a test of a method: class, name and descriptor.
    pub fn explain(&self, fault: &Fault, method: (&str, &str, &str)) -> Option<StateSource> {
        // Alone, an exception is mostly that of a call that arranges the test.
        let is_of_state = match &fault.kind {
            FaultKind::Fails { exception } => fault.when != When::Alone || exception.starts_with("Assertion"),
            _ => false,
        };
        if is_of_state { self.of(method) } else { None }
    }

    /// Returns the source of system state that a method depends on, itself or by what it surely calls.
    pub fn of(&self, (class, name, descriptor): (&str, &str, &str)) -> Option<StateSource> {
        let class = self.world.class_id(class)?;
        let method = self.world.method(class, name, descriptor)?;
        let (graph, analysis) = self.found.get_or_init(|| {
            let graph = CallGraph::class_hierarchy(self.world);
            (graph, analyze(self.world, &Catalog::embedded(), &Options::default()))
        });
        let point = |method: MethodId| {
            let is_system = |point: &&Point| point.kind == Kind::System && point.method == Some(method);
            analysis.points.iter().find(is_system)
        };
        let mut seen: FxHashSet<MethodId> = FxHashSet::default();
        let mut queue = VecDeque::from([method]);
        while let Some(method) = queue.pop_front() {
            if !seen.insert(method) || seen.len() > MOST_CALLED {
                continue;
            }
            if let Some(point) = point(method) {
                return Some(StateSource { name: point.source.to_string(), help: help(&point.group) });
            }
            queue.extend(self.surely_called(graph, method));
        }
        None
    }

    /// Returns the methods of the program that a method calls where only one is possible. A call of an interface with
    /// many implementations, such as `Supplier#get`, reaches most of a program, and none of it is a reason.
    fn surely_called(&self, graph: &CallGraph, method: MethodId) -> Vec<MethodId> {
        let view = self.world.view(method);
        let mut called = Vec::new();
        for &site in view.sites() {
            let mut targets = Vec::new();
            graph.for_each_target(self.world, view.class().id(), site, |target| targets.push(target));
            if let [only] = targets[..]
                && !self.world.view(only).class().is_platform()
            {
                called.push(only);
            }
        }
        called
    }
}

/// Returns how code can be freed of a sort of state.
fn help(group: &str) -> Option<&'static str> {
    match group {
        "time" => Some("pass a java.time.Clock to the code, which a test can fix"),
        "random" => Some("pass a java.util.Random to the code, which a test can seed"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::LoadedProgram;
    use reenact_jvm::class_path::ClassPath;
    use reenact_testkit::{Fixture, jdk};

    /// `abs` asks any object of an interface, one of which asks for the time.
    #[test]
    fn a_source_behind_a_call_with_many_targets_is_not_named() {
        let program = Fixture::parse(
            r#"
            //- p/Fraction.java
            package p;
            public class Fraction implements Supplied {
                private final Supplied other;
                Fraction(Supplied other) { this.other = other; }
                public long abs() { return other.get(); }
                public long get() { return 1; }
                public long now() { return Watch.now(); }
            }
            //- p/Supplied.java
            package p;
            public interface Supplied { long get(); }
            //- p/Watch.java
            package p;
            public class Watch implements Supplied {
                public long get() { return now(); }
                static long now() { return System.currentTimeMillis(); }
            }
            "#,
        );
        let program = program.compile(&jdk());
        let class_path = ClassPath::from_iter([program.classes().to_owned()]);
        let loaded = LoadedProgram::load(jdk(), &[], Some(&class_path), &()).unwrap();
        let sources = StateSources::new(&loaded.world);
        assert_eq!(sources.of(("p/Fraction", "abs", "()J")), None);
        let found = sources.of(("p/Fraction", "now", "()J")).map(|source| source.name);
        assert_eq!(found.as_deref(), Some("java.lang.System#currentTimeMillis"));
    }
}
