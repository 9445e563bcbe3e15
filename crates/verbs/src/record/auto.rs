//! `--trace auto`: which classes to follow, found out from the class path of a command before it runs.
//!
//! Followed are included classes whose code does not say how their objects come into their states
//! ([`Planner::is_unexplained`]), and the classes above those, whose methods change them as well.

use std::collections::BTreeSet;
use std::env;
use std::fmt;
use std::fs;
use std::io;

use reenact_classfile::container;
use reenact_host::Scratch;
use reenact_jvm::Jdk;
use reenact_jvm::class_path::{ClassPath, open_jdk};
use reenact_jvm::launcher::{Launch, Main};
use reenact_rebuild::Planner;
use reenact_wire::plan::ProbePlan;
use reenact_wire::{AgentOptions, ClassPattern};
use reenact_world::{ClassId, Depth, World};

use super::command::Subject;
use crate::{Progress, doctor};

/// Bytes of patterns on the JVM's command line, where Linux allows 128 KiB for one argument.
const LONGEST: usize = 16 << 10;

/// Why nothing is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoChoice {
    /// The command is not `java` with a class path that can be seen.
    NoClassPath,
    /// There is no JDK to read the classes against.
    NoJdk,
    /// A plan says what is followed.
    Planned,
}

impl fmt::Display for NoChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoChoice::NoClassPath => {
                "--trace auto needs a command `java …` whose class path it can see; nothing is traced (name the \
                 classes instead, as in --trace 'com.acme.**')"
            }
            NoChoice::NoJdk => "--trace auto found no JDK to read classes with; nothing is traced (set JAVA_HOME)",
            NoChoice::Planned => "--trace auto and --plan: the plan says what is traced",
        })
    }
}

/// Classes to follow.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    pub patterns: Vec<ClassPattern>,
    /// Included classes that were looked at.
    pub looked_at: usize,
}

/// Chooses classes of the command's class path.
pub fn choose(subject: &Subject, agent: &AgentOptions, progress: &dyn Progress) -> Result<Choice, NoChoice> {
    if agent.plan.is_some() {
        return Err(NoChoice::Planned);
    }
    let launch = subject.launch().ok_or(NoChoice::NoClassPath)?;
    let class_path = class_path(&launch).ok_or(NoChoice::NoClassPath)?;
    choose_from(&class_path, agent, progress)
}

/// Chooses classes of a class path.
pub fn choose_from(
    class_path: &ClassPath,
    agent: &AgentOptions,
    progress: &dyn Progress,
) -> Result<Choice, NoChoice> {
    let jdk = Jdk::find(doctor::OLDEST_JDK).map_err(|_| NoChoice::NoJdk)?;
    let reading = container::Options::for_release(jdk.version.feature as u16);
    let mut containers = open_jdk(&jdk, &reading).map_err(|_| NoChoice::NoJdk)?.containers;
    let platform = containers.len();
    containers.extend(class_path.open(&reading).containers);
    let classes: usize = containers.iter().map(|container| container.classes().len()).sum();
    progress.step(&format!("reading {classes} classes"));
    let (world, _) = World::build(&containers, reenact_world::Options { depth: Depth::Code, platform });
    Ok(among(&world, agent, jdk.version.feature))
}

/// Puts a choice that is too long for a command line into a plan, which lives as long as what this gives.
pub fn hand_over(agent: &mut AgentOptions) -> io::Result<Option<Scratch>> {
    let length: usize = agent.trace.iter().map(|pattern| pattern.to_string().len() + 1).sum();
    if length <= LONGEST {
        return Ok(None);
    }
    let scratch = Scratch::new("reenact-plan-")?;
    let path = scratch.path().join("trace.plan");
    fs::write(&path, ProbePlan::from_options(agent).encode())?;
    let not_text = |_| io::Error::other("the path of the temporary directory is not UTF-8");
    agent.plan = Some(path.into_os_string().into_string().map_err(not_text)?);
    agent.trace.clear();
    Ok(Some(scratch))
}

/// The class path as `java` will have it.
fn class_path(launch: &Launch) -> Option<ClassPath> {
    match launch.main.as_ref()? {
        Main::Jar(jar) => Some([jar].into_iter().collect()),
        Main::Class(_) => {
            let given = launch.class_path.clone().or_else(|| env::var_os("CLASSPATH"));
            Some(ClassPath::parse(given.unwrap_or_default()))
        }
        Main::Module(_) | Main::Source(_) => None,
    }
}

fn among(world: &World, agent: &AgentOptions, release: u32) -> Choice {
    let planner = Planner::new(world, reenact_rebuild::Options::new(release.min(255) as u8));
    let is_included = |class: ClassId| {
        let name = world.view(class).name();
        let name = name.as_bytes();
        let is_named = agent.include.iter().any(|pattern| pattern.matches(name))
            || agent.methods.iter().any(|method| method.class.matches(name));
        is_named && !agent.exclude.iter().any(|pattern| pattern.matches(name))
    };
    let own: Vec<ClassId> =
        world.class_ids().filter(|&class| !world.is_platform_class(class) && is_included(class)).collect();
    let mut chosen: BTreeSet<String> = BTreeSet::new();
    for &class in own.iter().filter(|&&class| planner.is_unexplained(class)) {
        let above = world.superclasses(class).take_while(|&above| !world.is_platform_class(above));
        chosen.extend(
            std::iter::once(class)
                .chain(above)
                .map(|class| world.view(class).name().to_str().replace('/', ".")),
        );
    }
    // A name that is no pattern is one that no source can spell.
    let patterns = chosen.iter().filter_map(|name| name.parse().ok()).collect();
    Choice { patterns, looked_at: own.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    use super::super::command::Way;
    use reenact_testkit::{Fixture, jdk};

    /// Runs the choice over a compiled program.
    fn chosen(source: &str, include: &str, exclude: &str) -> Vec<String> {
        let program = Fixture::parse(source).compile(&jdk());
        let arguments = ["-cp".into(), program.classes().as_os_str().to_owned(), OsString::from("p.Main")];
        let subject = Subject { program: "java".into(), arguments: arguments.into(), way: Way::Argument };
        let mut agent = AgentOptions::default();
        agent.set("include", include).unwrap();
        agent.set("exclude", exclude).unwrap();
        let choice = choose(&subject, &agent, &()).unwrap();
        choice.patterns.iter().map(ToString::to_string).collect()
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
            abstract class Machine { private boolean on; void start() { on = true; } }
            class Press extends Machine { private final String name; Press(String name) { this.name = name; } }
            //- q/Counter.java
            package q;
            public class Counter { private int count; int next() { return ++count; } }
        "#;
        assert_eq!(chosen(source, "p.**", ""), ["p.Counter", "p.Hidden", "p.Machine", "p.Press", "p.Sum"]);
        assert_eq!(chosen(source, "**", "p.**"), ["q.Counter"]);
    }

    #[test]
    fn a_long_choice_goes_into_a_plan() {
        let mut agent = AgentOptions::default();
        agent.set("include", "p.**").unwrap();
        agent.trace = vec!["p.A".parse().unwrap()];
        assert!(hand_over(&mut agent).unwrap().is_none() && agent.plan.is_none());
        agent.trace = (0..2000).map(|n| format!("p.some.long.name.Class{n}").parse().unwrap()).collect();
        let scratch = hand_over(&mut agent).unwrap();
        let bytes = fs::read(agent.plan.as_ref().unwrap()).unwrap();
        let plan = reenact_wire::plan::Plan::read(bytes).unwrap();
        assert!(plan.traces(b"p/some/long/name/Class1999") && !plan.traces(b"p/A"));
        assert!(plan.rules().concern(b"p/A") && agent.trace.is_empty());
        drop(scratch);
    }

    #[test]
    fn a_script_and_a_plan_are_told_apart_from_java() {
        let subject = Subject { program: "mvn".into(), arguments: Vec::new(), way: Way::Environment };
        let mut agent = AgentOptions::default();
        assert_eq!(choose(&subject, &agent, &()).unwrap_err(), NoChoice::NoClassPath);
        agent.set("plan", "some.plan").unwrap();
        assert_eq!(choose(&subject, &agent, &()).unwrap_err(), NoChoice::Planned);
    }
}
