//! Reading `java` command lines: where options end, and what is run.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// The arguments of the `java` launcher, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The options before the main class, with their values.
    pub options: Vec<OsString>,
    /// The program; `None` if it is named in an argument file, or not at all.
    pub main: Option<Main>,
    /// The class path, if it is given.
    pub class_path: Option<OsString>,
    /// Files of arguments (`@file`), which are not looked into.
    pub argument_files: Vec<PathBuf>,
}

/// The program that `java` runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Main {
    /// A class, by its name.
    Class(OsString),
    /// `-jar`.
    Jar(PathBuf),
    /// `-m module` or `-m module/class`.
    Module(OsString),
    /// A source file.
    Source(PathBuf),
}

/// Options whose value is the next argument.
const WITH_VALUE: [&str; 20] = [
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--add-reads",
    "--add-exports",
    "--add-opens",
    "--patch-module",
    "--enable-native-access",
    "--illegal-native-access",
    "--enable-final-field-mutation",
    "--illegal-final-field-mutation",
    "--source",
    "-d",
    "--describe-module",
    "--finalization",
];

impl Launch {
    /// Takes apart what follows `java` on its command line.
    pub fn parse(arguments: &[impl AsRef<OsStr>]) -> Launch {
        let mut launch = Launch::default();
        let mut arguments = arguments.iter().map(AsRef::as_ref);
        let mut is_source = false;
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy();
            match &*text {
                "-jar" => {
                    launch.main = arguments.next().map(|jar| Main::Jar(jar.into()));
                    break;
                }
                "-m" | "--module" => {
                    launch.main = arguments.next().map(|module| Main::Module(module.into()));
                    break;
                }
                option if WITH_VALUE.contains(&option) => {
                    launch.options.push(argument.into());
                    let value = arguments.next().unwrap_or_default();
                    launch.options.push(value.into());
                    is_source |= option == "--source";
                    if matches!(option, "-cp" | "-classpath" | "--class-path") {
                        launch.class_path = Some(value.into());
                    }
                }
                file if file.starts_with('@') => {
                    launch.argument_files.push(OsStr::from_bytes(&argument.as_bytes()[1..]).into());
                }
                option if option.starts_with('-') => {
                    launch.options.push(argument.into());
                    if let Some(module) = option.strip_prefix("--module=") {
                        launch.main = Some(Main::Module(module.into()));
                        break;
                    }
                    if option.starts_with("--class-path=") {
                        let value = &argument.as_bytes()["--class-path=".len()..];
                        launch.class_path = Some(OsStr::from_bytes(value).into());
                    }
                }
                // A word after an argument file may be an argument of the program in it.
                _ if !launch.argument_files.is_empty() => break,
                name if is_source || name.ends_with(".java") => {
                    launch.main = Some(Main::Source(argument.into()));
                    break;
                }
                _ => {
                    launch.main = Some(Main::Class(argument.into()));
                    break;
                }
            }
        }
        launch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Launch {
        Launch::parse(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn what_is_run() {
        let class = |name: &str| Some(Main::Class(name.into()));
        assert_eq!(parse("-Xmx1g -cp a.jar:b p.Main -jar x").main, class("p.Main"));
        assert_eq!(parse("-cp a --add-opens java.base/x=y -ea Main -m z").main, class("Main"));
        assert_eq!(parse("-Dx=y -jar app.jar --help").main, Some(Main::Jar("app.jar".into())));
        assert_eq!(parse("-p mods -m a/b.C x").main, Some(Main::Module("a/b.C".into())));
        assert_eq!(parse("--module=a x").main, Some(Main::Module("a".into())));
        assert_eq!(parse("dir/Main.java x").main, Some(Main::Source("dir/Main.java".into())));
        assert_eq!(parse("--source 21 script x").main, Some(Main::Source("script".into())));
        assert_eq!(parse("-version").main, None);
        assert_eq!(parse("").main, None);
        assert_eq!(parse("-jar").main, None);
    }

    #[test]
    fn options_end_where_the_program_begins() {
        let launch = parse("-Xrs -cp a p.Main -XX:+DisableAttachMechanism");
        assert_eq!(launch.options, ["-Xrs", "-cp", "a"]);
        assert_eq!(launch.class_path, Some("a".into()));
        assert_eq!(parse("--class-path=a:b p.Main").class_path, Some("a:b".into()));
    }

    #[test]
    fn argument_files_are_noted_and_hide_the_rest() {
        let launch = parse("-Xmx1g @options com.acme.Main");
        assert_eq!(launch.argument_files, [PathBuf::from("options")]);
        assert_eq!(launch.main, None);
    }
}
