//! `--history auto`: the classes whose histories are kept, chosen from the class path of a command before it runs.
//!
//! Chosen are included classes whose code does not show how their objects come into their states
//! ([`Planner::is_unexplained`]), their superclasses, whose methods change them as well, and the classes whose methods
//! write fields of theirs to which tests have no access ([`Planner::foreign_writers`]).

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use reenact_base::name::InternalName;
use reenact_rebuild::Planner;
use reenact_wire::{AgentOptions, ClassPattern};
use reenact_world::{ClassId, World};

use super::plan::NoPlan;

/// The reason for which no histories are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoChoice {
    /// The command is not `java` with a class path that can be seen.
    NoClassPath,
    /// There is no JDK to read the classes against.
    NoJdk,
    /// The given plan lists the classes.
    Planned,
}

impl From<NoPlan> for NoChoice {
    fn from(why: NoPlan) -> Self {
        match why {
            NoPlan::NoClassPath => NoChoice::NoClassPath,
            NoPlan::NoJdk => NoChoice::NoJdk,
            NoPlan::Given => NoChoice::Planned,
        }
    }
}

impl fmt::Display for NoChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoChoice::NoClassPath => {
                "--history auto needs a command `java …` whose class path it can see; no histories are kept (name the \
                 classes instead, as in --history 'com.acme.**')"
            }
            NoChoice::NoJdk => "--history auto found no JDK to read classes with; no histories are kept (set JAVA_HOME)",
            NoChoice::Planned => "--history auto has no effect with --plan: the plan lists the classes",
        })
    }
}

/// Classes whose histories are kept.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    pub patterns: Vec<ClassPattern>,
    /// The number of included classes.
    pub looked_at: usize,
}

/// Chooses among the included classes of a program.
pub fn among(world: &World, agent: &AgentOptions, release: u32) -> Choice {
    let planner = Planner::new(world, reenact_rebuild::Options::new(release.min(255) as u8));
    let is_included = |class: ClassId| {
        let name = world.view(class).name();
        let name = name.as_bytes();
        let is_named = agent.include.iter().any(|pattern| pattern.matches(name))
            || agent.methods.iter().any(|method| method.class.matches(name));
        is_named && !agent.exclude.iter().any(|pattern| pattern.matches(name))
    };
    let is_own = |class: ClassId| !world.is_platform_class(class) && is_included(class);
    let own: Vec<ClassId> = world.class_ids().filter(|&class| is_own(class)).collect();
    let mut pending: Vec<ClassId> =
        own.iter().copied().filter(|&class| planner.is_unexplained(class)).collect();
    let mut known: HashSet<ClassId> = pending.iter().copied().collect();
    let mut chosen: BTreeSet<String> = BTreeSet::new();
    let binary_name =
        |class: ClassId| InternalName::new(world.view(class).name().to_str()).to_binary().into_string();
    while let Some(class) = pending.pop() {
        let writers = planner.foreign_writers(class).into_iter();
        pending.extend(writers.filter(|&writer| is_own(writer) && known.insert(writer)));
        let makers = planner.enclosing_makers(class).into_iter().filter(|&maker| is_own(maker));
        chosen.extend(makers.map(binary_name));
        let above = world.superclasses(class).take_while(|&above| !world.is_platform_class(above));
        chosen.extend(std::iter::once(class).chain(above).map(binary_name));
    }
    // A name that is not a pattern cannot occur in Java source.
    let patterns = chosen.iter().filter_map(|name| name.parse().ok()).collect();
    Choice { patterns, looked_at: own.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    use super::super::Options;
    use super::super::command::{RecordedCommand, Way};
    use super::super::plan::of_command;
    use reenact_testkit::{Fixture, jdk};

    /// Runs the choice over a compiled program.
    fn chosen(source: &str, include: &str, exclude: &str) -> Vec<String> {
        let program = Fixture::parse(source).compile(&jdk());
        let arguments = ["-cp".into(), program.classes().as_os_str().to_owned(), OsString::from("p.Main")];
        let subject =
            RecordedCommand { program: "java".into(), arguments: arguments.into(), way: Way::Argument };
        let mut agent = AgentOptions::default();
        agent.set("include", include).unwrap();
        agent.set("exclude", exclude).unwrap();
        let options = Options { agent, history_auto: true, ..Options::default() };
        let planned = of_command(&options, &subject, &()).unwrap();
        planned.options.agent.history.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn objects_whose_state_only_calls_give_are_followed_and_others_are_not() {
        let source = r#"
            //- p/Main.java
            package p;
            import java.util.*;
            public class Main { }
            class Point { private int x; private int y; Point(int x) { this.x = x; } void setY(int y) { this.y = y; } }
            record Pair(int left, String right) { }
            class Open { int free; }
            class Team { private final List<String> names = new ArrayList<>(); void add(String name) { names.add(name); } }
            class Copy { private final List<String> names; Copy(List<String> names) { this.names = List.copyOf(names); } }
            class Name { private final String first; private transient String full; Name(String first) { this.first = first; }
                String getFull() { if (full == null) full = first + "!"; return full; } }
            class Fixed { private final int limit = 3; private final Object lock = new Object(); }
            enum Kind { A; private int uses; void use() { uses++; } }
            interface Shape { double area(); }
            class Counter { private int count; int next() { return ++count; } }
            class Sum { private long sum; void add(int more) { sum = sum * 31 + more; } }
            class Hidden { private int made; private Hidden(int made) { this.made = made; } }
            class Tree { private final List<Leaf> leaves = new ArrayList<>(); void add(Leaf leaf) { leaves.add(leaf); leaf.tree = this; }
                static class Leaf { private Tree tree; private final String name; Leaf(String name) { this.name = name; } }
                static class Free { Tree tree; } void set(Free free) { free.tree = this; } }
            class Lines { static Iterable<String> of(String text) { return new Cursor(text); }
                static Object other() { return 1; } private static class Cursor implements Iterable<String> {
                private int at; private final String text; private Cursor(String text) { this.text = text; }
                public Iterator<String> iterator() { at++; return null; } } }
            abstract class Machine { private boolean on; void start() { on = true; } }
            class Press extends Machine { private final String name; Press(String name) { this.name = name; } }
            //- q/Counter.java
            package q;
            public class Counter { private int count; int next() { return ++count; } }
        "#;
        assert_eq!(
            chosen(source, "p.**", ""),
            [
                "p.Counter",
                "p.Hidden",
                "p.Lines",
                "p.Lines$Cursor",
                "p.Machine",
                "p.Press",
                "p.Sum",
                "p.Tree",
                "p.Tree$Leaf"
            ]
        );
        assert_eq!(chosen(source, "**", "p.**"), ["q.Counter"]);
    }
}
