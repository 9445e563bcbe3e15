//! The options of the JVM that open modules to code on the class path: without them, tests of the program would not
//! compile or run.
//!
//! The JVM does not tell agents its options, so the command line of the process is read. Nothing else of it is
//! kept, since it may hold secrets.

use std::fs;

/// Options that are kept, and their length.
const MOST: usize = 1000;
const LONGEST: usize = 1000;
/// The largest file of arguments that is read.
const LARGEST_FILE: u64 = 1 << 20;

/// Options that are kept. All have a value.
const KEPT: [&str; 4] = ["--add-exports", "--add-opens", "--add-reads", "--add-modules"];

/// Other options of the launcher whose value is the next word.
const WITH_VALUE: [&str; 10] = [
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--limit-modules",
    "--patch-module",
    "--enable-native-access",
    "--source",
];

/// Variables with options for every JVM.
const VARIABLES: [&str; 3] = ["JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"];

/// Returns those options of this process, each as one word: `--add-exports=java.base/sun.nio.ch=ALL-UNNAMED`.
pub fn of_process() -> Vec<String> {
    let mut found = Found::default();
    for variable in VARIABLES {
        let value = std::env::var(variable).unwrap_or_default();
        found.read(value.split_whitespace().map(str::to_owned), &|_| None);
    }
    let line = fs::read("/proc/self/cmdline").unwrap_or_default();
    let words = line.split(|&byte| byte == 0).skip(1).map(|word| String::from_utf8_lossy(word).into_owned());
    found.read(words, &argument_file);
    found.options
}

fn argument_file(path: &str) -> Option<String> {
    let is_small = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= LARGEST_FILE);
    is_small.then(|| fs::read_to_string(path).ok()).flatten()
}

#[derive(Default)]
struct Found {
    options: Vec<String>,
}

impl Found {
    /// Reads the options of a command line, up to the main class. Files of arguments are read once, not in each other.
    fn read(&mut self, words: impl Iterator<Item = String>, file: &dyn Fn(&str) -> Option<String>) {
        let words: Vec<String> = words
            .flat_map(|word| match word.strip_prefix('@').and_then(file) {
                Some(text) => text.split_whitespace().map(unquoted).collect(),
                None => vec![word],
            })
            .collect();
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            if KEPT.contains(&name) {
                let Some(value) = value.or_else(|| words.next()) else { return };
                self.add(format!("{name}={value}"));
            } else if WITH_VALUE.contains(&word) {
                words.next();
            } else if !word.starts_with('-') || matches!(word, "-jar" | "-m" | "--module") {
                // The rest is the program's.
                return;
            }
        }
    }

    fn add(&mut self, option: String) {
        if option.len() <= LONGEST && self.options.len() < MOST && !self.options.contains(&option) {
            self.options.push(option);
        }
    }
}

fn unquoted(word: &str) -> String {
    word.replace(['"', '\''], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let mut found = Found::default();
        let file = |path: &str| (path == "args").then(|| "-ea \"--add-opens=c/d=X\"\n-cp x".to_owned());
        found.read(line.split(' ').map(str::to_owned), &file);
        assert_eq!(found.options, expected, "{line}");
    }

    #[test]
    fn options_are_read_up_to_the_main_class() {
        check(
            "-cp a --add-exports a/b=X -Xmx1g --add-opens=a/b=X Main",
            &["--add-exports=a/b=X", "--add-opens=a/b=X"],
        );
        check("--add-modules m --add-modules m -jar x.jar --add-opens a/b=X", &["--add-modules=m"]);
        check("@args Main", &["--add-opens=c/d=X"]);
        check("--class-path --add-opens -Dsecret=1 Main --add-exports a/b=X", &[]);
        check("--add-exports", &[]);
    }
}
