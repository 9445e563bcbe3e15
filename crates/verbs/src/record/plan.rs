//! The probe plan of a program whose class path can be read before it runs.
//!
//! The agent then decides nothing: the plan lists the methods of every selected class that is on the class path. Where
//! the class path is not known (a build tool, a running JVM), the agent selects methods by the patterns.

use std::env;
use std::fmt;
use std::fs;
use std::io;

use reenact_classfile::container;
use reenact_host::Scratch;
use reenact_jvm::class_path::ClassPath;
use reenact_jvm::launcher::Main;
use reenact_probes::{Produced, produce};
use reenact_wire::AgentOptions;
use reenact_wire::plan::Plan;

use super::command::RecordedCommand;
use super::{Error, Options, auto};
use crate::Progress;
use crate::subject::{LoadedProgram, choose_jdk};

/// Bytes of patterns on the JVM's command line, where Linux allows 128 KiB for one argument.
const LONGEST: usize = 16 << 10;

/// The reason for which the agent selects methods by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPlan {
    /// The command is not `java` with a class path that can be seen.
    NoClassPath,
    /// There is no JDK to read the classes against.
    NoJdk,
    /// A plan was given.
    Given,
}

impl fmt::Display for NoPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPlan::NoClassPath => {
                "no probe plan: the class path of the command is not known before it runs; the agent selects methods by \
                 the patterns"
            }
            NoPlan::NoJdk => {
                "no probe plan: found no JDK to read classes with (set JAVA_HOME); the agent selects methods by the \
                 patterns"
            }
            NoPlan::Given => "probe plan: the one of --plan",
        })
    }
}

/// Options with a plan in them, and the directory that holds the plan.
pub(super) struct Planned {
    pub options: Options,
    pub directory: Option<Scratch>,
    /// Whether there is a plan, and what is in it or why there is none.
    pub message: String,
}

/// Makes the plan of a command, or returns its options as they are.
pub(super) fn of_command(
    options: &Options,
    subject: &RecordedCommand,
    progress: &dyn Progress,
) -> Result<Planned, Error> {
    let class_path = match class_path(subject) {
        _ if options.agent.plan.is_some() => Err(NoPlan::Given),
        Some(class_path) => Ok(class_path),
        None => Err(NoPlan::NoClassPath),
    };
    match class_path {
        Ok(class_path) => of_class_path(options, &class_path, progress),
        Err(why) => {
            if options.history_auto {
                progress.note(&auto::NoChoice::from(why).to_string());
            }
            Ok(Planned { options: options.clone(), directory: None, message: why.to_string() })
        }
    }
}

/// Makes the plan of a program with this class path.
pub(super) fn of_class_path(
    options: &Options,
    class_path: &ClassPath,
    progress: &dyn Progress,
) -> Result<Planned, Error> {
    let mut options = options.clone();
    match make(&mut options, class_path, progress) {
        Ok(produced) => {
            let Produced { classes, methods, frontiers, .. } = &produced;
            let reach = if *frontiers > 0 { format!(", {frontiers} with a frontier") } else { String::new() };
            let of = |count: &usize, word: &str| match count {
                1 => format!("1 {word}"),
                _ => format!("{count} {word}{}", if word.ends_with('s') { "es" } else { "s" }),
            };
            let message = format!("probe plan: {} of {}{reach}", of(methods, "method"), of(classes, "class"));
            produced.findings.iter().for_each(|finding| {
                progress.note(&format!("{}: {}", finding.subject.name(), finding.message))
            });
            let directory = write(&mut options.agent, &produced.plan.encode()).map_err(Error::Choice)?;
            Ok(Planned { options, directory: Some(directory), message })
        }
        Err(why) => Ok(Planned { options, directory: None, message: why.to_string() }),
    }
}

/// Returns the plan of a command as text.
pub(super) fn show(
    options: &Options,
    subject: &RecordedCommand,
    progress: &dyn Progress,
) -> Result<String, Error> {
    let bytes = match &options.agent.plan {
        Some(path) => fs::read(path).map_err(|error| Error::Plan { path: path.into(), error })?,
        None => {
            let mut options = options.clone();
            let class_path = class_path(subject).ok_or(Error::NoPlan(NoPlan::NoClassPath))?;
            make(&mut options, &class_path, progress).map_err(Error::NoPlan)?.plan.encode()
        }
    };
    let path = || options.agent.plan.clone().unwrap_or_default().into();
    let plan = Plan::read(bytes)
        .map_err(|error| Error::Plan { path: path(), error: io::Error::other(error.to_string()) })?;
    Ok(plan.to_string())
}

fn make(options: &mut Options, class_path: &ClassPath, progress: &dyn Progress) -> Result<Produced, NoPlan> {
    let jdk = choose_jdk(None, progress).map_err(|_| NoPlan::NoJdk)?;
    // Listing methods takes the class files alone; the rest takes the whole program.
    if !options.history_auto && !options.frontiers {
        let reading = container::Options::for_release(jdk.version.feature as u16);
        let own = class_path.open(&reading).containers;
        return Ok(produce(&own, &options.agent, &reenact_probes::Options { frontiers: None, points: None }));
    }
    let program = LoadedProgram::load(jdk, &[], Some(class_path), progress).map_err(|_| NoPlan::NoJdk)?;
    if options.history_auto {
        let choice = auto::among(&program.world, &options.agent, program.jdk.version.feature);
        progress.note(&format!("histories of {} of {} classes", choice.patterns.len(), choice.looked_at));
        options.agent.history = choice.patterns;
    }
    let frontiers = Some(&program.world).filter(|_| options.frontiers);
    Ok(produce(&program.containers, &options.agent, &reenact_probes::Options { frontiers, points: None }))
}

/// Writes a plan for the agent, into a directory that lives as long as the result.
fn write(agent: &mut AgentOptions, plan: &[u8]) -> io::Result<Scratch> {
    let scratch = Scratch::new("reenact-plan-")?;
    let path = scratch.path().join("probes.plan");
    fs::write(&path, plan)?;
    let not_text = |_| io::Error::other("the path of the temporary directory is not UTF-8");
    agent.plan = Some(path.into_os_string().into_string().map_err(not_text)?);
    // The plan has them; on the command line there may be too many.
    let length: usize = agent.history.iter().map(|pattern| pattern.to_string().len() + 1).sum();
    if length > LONGEST {
        agent.history.clear();
    }
    Ok(scratch)
}

/// Returns the class path as `java` will have it.
fn class_path(subject: &RecordedCommand) -> Option<ClassPath> {
    let launch = subject.launch()?;
    match launch.main.as_ref()? {
        Main::Jar(jar) => Some([jar].into_iter().collect()),
        Main::Class(_) => {
            let given = launch.class_path.clone().or_else(|| env::var_os("CLASSPATH"));
            Some(ClassPath::parse(given.unwrap_or_default()))
        }
        Main::Module(_) | Main::Source(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    use super::super::command::Way;
    use reenact_testkit::{Fixture, jdk};
    use reenact_wire::plan::ClassProbes;

    fn subject(arguments: &[OsString]) -> RecordedCommand {
        RecordedCommand { program: "java".into(), arguments: arguments.to_vec(), way: Way::Argument }
    }

    #[test]
    fn a_java_command_gets_a_plan_and_others_do_not() {
        let source = "
            //- p/Main.java
            package p;
            public class Main { public int twice(int n) { int m = n; return m * 2; } int other() { return 1; } }
        ";
        let program = Fixture::parse(source).compile(&jdk());
        let java = ["-cp".into(), program.classes().as_os_str().to_owned(), OsString::from("p.Main")];
        let mut options = Options::default();
        options.agent.set("include", "p.**").unwrap();
        let planned = of_command(&options, &subject(&java), &()).unwrap();
        let path = planned.options.agent.plan.clone().unwrap();
        let plan = Plan::read(fs::read(&path).unwrap()).unwrap();
        let ClassProbes::Listed(main) = plan.class(b"p/Main") else { panic!("p.Main is listed") };
        assert!(main.method(b"twice", b"(I)I").is_some() && main.methods().len() == 1);
        assert!(matches!(plan.class(b"p/Generated"), ClassProbes::ByRules), "patterns hold for the rest");
        drop(planned);
        assert!(!std::path::Path::new(&path).exists());

        let maven = RecordedCommand { program: "mvn".into(), arguments: Vec::new(), way: Way::Environment };
        assert_eq!(of_command(&options, &maven, &()).unwrap().options.agent.plan, None);
        options.agent.set("plan", "given.plan").unwrap();
        let planned = of_command(&options, &subject(&java), &()).unwrap();
        assert_eq!(planned.options.agent.plan.as_deref(), Some("given.plan"));
    }

    #[test]
    fn many_classes_with_histories_are_in_the_plan_alone() {
        let mut agent = AgentOptions { history: vec!["p.A".parse().unwrap()], ..AgentOptions::default() };
        let directory = write(&mut agent, b"plan").unwrap();
        assert_eq!(agent.history.len(), 1);
        agent.history = (0..2000).map(|n| format!("p.some.long.name.Class{n}").parse().unwrap()).collect();
        let other = write(&mut agent, b"plan").unwrap();
        assert!(agent.history.is_empty());
        drop((directory, other));
    }
}
