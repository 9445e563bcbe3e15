//! The classes that are probably meant by a user who named none.
//!
//! Only what costs nothing is looked at: the command line, and the directory or jar that has the main
//! class.

use std::env;
use std::path::{Path, PathBuf};

use reenact_base::name::{BinaryName, InternalName};
use reenact_build::project::Project;
use reenact_classfile::container::{self, Container, Manifest};
use reenact_jvm::class_path::{ClassPath, open_target};
use reenact_jvm::directory::Directory;
use reenact_jvm::launcher::{Launch, Main};
use reenact_recording::model::Facts;

use super::command::RecordedCommand;

/// Of jars with classes for several versions, all are looked at.
const NEWEST: u16 = u16::MAX;

/// From what a command runs, or else from the project that it runs in.
pub fn from_command(subject: &RecordedCommand) -> Option<String> {
    match subject.launch() {
        Some(launch) => from_launch(&launch),
        None => from_directory(),
    }
}

/// From the classes of the project in the working directory.
pub fn from_directory() -> Option<String> {
    from_project(&env::current_dir().ok()?)
}

fn from_project(directory: &Path) -> Option<String> {
    let mut names = Vec::new();
    for classes in Project::at(directory).modules.iter().flat_map(|module| &module.classes) {
        names.extend(Directory::open(classes).ok()?.classes().iter().map(|class| class.name.to_string()));
    }
    pattern(&names, None)
}

fn from_launch(launch: &Launch) -> Option<String> {
    match launch.main.as_ref()? {
        Main::Jar(jar) => from_jar(jar),
        Main::Class(name) => {
            let class_path = launch.class_path.clone().or_else(|| env::var_os("CLASSPATH"));
            from_class_path(name.to_str()?, &ClassPath::parse(class_path.unwrap_or_default()).entries())
        }
        Main::Module(module) => from_class_path(module.to_str()?.split_once('/')?.1, &[]),
        // It is compiled in memory, into classes of its own package.
        Main::Source(_) => None,
    }
}

/// From what a JVM said of itself when its recording began. `resolve` finds a file that is relative to the JVM's working
/// directory.
pub fn from_facts(facts: &Facts, resolve: impl Fn(&Path) -> PathBuf) -> Option<String> {
    let class_path: Vec<PathBuf> = facts.class_path.iter().map(|entry| resolve(Path::new(entry))).collect();
    match facts.main_class.split_once('/') {
        _ if facts.main_class.ends_with(".jar") => {
            from_jar(class_path.first().filter(|path| path.is_file())?)
        }
        // `module/class`.
        Some((_, class)) => from_class_path(class, &[]),
        None if facts.main_class.is_empty() => None,
        None => from_class_path(&facts.main_class, &class_path),
    }
}

fn from_jar(jar: &Path) -> Option<String> {
    let opened = open_target(jar, &container::Options::for_release(NEWEST)).ok()?;
    // The first container has the classes of the program itself, also in a Spring Boot jar.
    let own = opened.containers.first()?;
    pattern(&class_names(&**own), main_of_jar(&**own).as_deref())
}

fn from_class_path(main: &str, entries: &[PathBuf]) -> Option<String> {
    let main = BinaryName::new(main).to_internal().into_string();
    let classes = entries.iter().find_map(|entry| classes_with(entry, &main)).unwrap_or_default();
    pattern(&classes, Some(&main))
}

/// The classes of a class-path entry, if the main class is among them.
fn classes_with(entry: &PathBuf, main: &str) -> Option<Vec<String>> {
    let has_main = entry.is_file() || entry.join(format!("{main}.class")).is_file();
    let opened = has_main.then(|| open_target(entry, &container::Options::for_release(NEWEST)).ok())??;
    let names = class_names(&**opened.containers.first()?);
    names.iter().any(|name| name == main).then_some(names)
}

fn class_names(container: &dyn Container) -> Vec<String> {
    container.classes().iter().map(|class| class.name.to_string()).collect()
}

/// The main class of a jar, by its manifest.
fn main_of_jar(jar: &dyn Container) -> Option<String> {
    let manifest = Manifest::parse(&jar.read_resource("META-INF/MANIFEST.MF").ok()??).ok()?;
    let main = manifest.get("Start-Class").or_else(|| manifest.get("Main-Class"))?;
    Some(BinaryName::new(main.trim()).to_internal().into_string())
}

/// The package that all classes share, if it says anything, or else the main class's own.
fn pattern(classes: &[String], main: Option<&str>) -> Option<String> {
    let package =
        |name: &str| name.rsplit_once('/').map(|(package, _)| package.to_owned()).unwrap_or_default();
    let is_code = |name: &&String| !name.ends_with("module-info") && !name.ends_with("package-info");
    let mut packages = classes.iter().filter(is_code).map(|name| package(name));
    let first = packages.next();
    let shared = first.map(|first| packages.fold(first, |shared, package| common(&shared, &package)));
    // `com` or `org` alone is a whole world.
    if let Some(shared) = shared.filter(|shared| shared.contains('/')) {
        return Some(format!("{}.**", InternalName::new(shared).to_binary()));
    }
    let main = main?;
    match InternalName::new(package(main)).to_binary().into_string() {
        package if package.is_empty() => Some(main.to_owned()),
        package => Some(format!("{package}.**")),
    }
}

/// The beginning that two packages share, in whole segments.
fn common(one: &str, other: &str) -> String {
    let shared = one.split('/').zip(other.split('/')).take_while(|(a, b)| a == b).map(|(a, _)| a);
    shared.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn check(classes: &[&str], main: Option<&str>, expected: Option<&str>) {
        let classes: Vec<String> = classes.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(pattern(&classes, main).as_deref(), expected, "{classes:?} {main:?}");
    }

    #[test]
    fn the_package_that_says_something() {
        check(&["com/acme/order/Order", "com/acme/app/Main"], Some("com/acme/app/Main"), Some("com.acme.**"));
        check(&["com/acme/Main", "org/x/Y"], Some("com/acme/Main"), Some("com.acme.**"));
        check(&["com/acme/Main", "com/other/Y"], Some("com/acme/Main"), Some("com.acme.**"));
        check(&["module-info", "com/acme/Main"], None, Some("com.acme.**"));
        check(&[], Some("com/acme/app/Main"), Some("com.acme.app.**"));
        check(&["Main", "Helper"], Some("Main"), Some("Main"));
        check(&["Main"], None, None);
    }

    #[test]
    fn a_class_path_is_looked_through_for_the_main_class() {
        let root = tempfile::tempdir().unwrap();
        for path in ["lib/org/lib/Lib.class", "app/com/acme/app/Main.class", "app/com/acme/order/Order.class"]
        {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let class_path = format!("{0}/lib:{0}/app", root.path().display());
        let launch = |main: &str| Launch::parse(&["-cp", &class_path, main]);
        assert_eq!(from_launch(&launch("com.acme.app.Main")).as_deref(), Some("com.acme.**"));
        assert_eq!(from_launch(&launch("com.absent.Main")).as_deref(), Some("com.absent.**"));
        assert_eq!(
            from_launch(&Launch::parse(&["-m", "acme/com.acme.Main"])).as_deref(),
            Some("com.acme.**")
        );
        assert_eq!(from_launch(&Launch::parse(&["-jar", "/absent.jar"])), None);
        assert_eq!(from_launch(&Launch::parse(&["@options"])), None);

        let facts = |main: &str| Facts {
            main_class: main.to_owned(),
            class_path: vec!["lib".to_owned(), "app".to_owned()],
            ..Facts::default()
        };
        let suggested = |main: &str| from_facts(&facts(main), |entry| root.path().join(entry));
        assert_eq!(suggested("com.acme.app.Main").as_deref(), Some("com.acme.**"));
        assert_eq!(suggested("acme/com.acme.Main").as_deref(), Some("com.acme.**"));
        assert_eq!(suggested("/opt/absent.jar"), None);
        assert_eq!(suggested(""), None);
    }
}
