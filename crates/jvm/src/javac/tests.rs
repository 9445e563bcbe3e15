use std::fs;

use super::*;

struct Sources {
    directory: tempfile::TempDir,
    files: Vec<PathBuf>,
}

impl Sources {
    fn of(files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let files = files
            .iter()
            .map(|(name, text)| {
                let path = directory.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, text).unwrap();
                path
            })
            .collect();
        Sources { directory, files }
    }

    fn out(&self) -> PathBuf {
        self.directory.path().join("out")
    }

    fn compile(&self, javac: Javac) -> Result<Compiled, CompileError> {
        javac.compile(&self.files, &self.out())
    }
}

fn jdk() -> Jdk {
    Jdk::find(17).unwrap()
}

#[test]
fn sources_become_class_files_whatever_their_names_are() {
    let sources = Sources::of(&[
        ("with space/p/A.java", "package p; class A { String s = \"ü\"; }"),
        ("quote\"back\\slash/p/B.java", "package p; class B extends A {}"),
        ("ünïcode/p/Çlass.java", "package p; class Çlass {}"),
    ]);
    let compiled = sources.compile(Javac::new(&jdk())).unwrap();
    assert_eq!(compiled, Compiled { warnings: vec![], output: String::new() });
    for name in ["A", "B", "Çlass"] {
        assert!(sources.out().join(format!("p/{name}.class")).is_file(), "{name}");
    }
}

#[test]
fn class_path_and_options_reach_javac() {
    let library = Sources::of(&[("L.java", "public class L { @Deprecated public void m() {} }")]);
    library.compile(Javac::new(&jdk())).unwrap();
    let user = Sources::of(&[("U.java", "class U { void m(L l) { l.m(); } }")]);
    let javac = Javac::new(&jdk()).class_path([library.out()]).options(["-Xlint:deprecation"]);
    let warnings = user.compile(javac.vm_options(["-Xmx200m"])).unwrap().warnings;
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].severity, Severity::Warning);
    assert_eq!(warnings[0].message, "[deprecation] m() in L has been deprecated");
    assert_eq!(warnings[0].position, Some((user.files[0].clone(), 1)));
    assert!(user.compile(Javac::new(&jdk())).is_err(), "the working directory is not a class path");
}

#[test]
fn what_does_not_compile_says_where_and_why() {
    let sources = Sources::of(&[("A.java", "class A {\n  int x = \"error: no\";\n  Absent y;\n}\n")]);
    let error = sources.compile(Javac::new(&jdk())).unwrap_err();
    let message = error.to_string();
    let CompileError::Rejected { errors, .. } = error else { panic!("{message}") };
    let found: Vec<_> =
        errors.iter().map(|error| (error.position.clone().unwrap().1, &*error.message)).collect();
    assert_eq!(
        found,
        [
            (3, "cannot find symbol\nsymbol:   class Absent\nlocation: class A"),
            (2, "incompatible types: String cannot be converted to int"),
        ]
    );
    assert!(message.starts_with("javac gave up with 2 errors:\n"), "{message}");
    assert!(message.contains("int x = \"error: no\";"), "{message}");
}

#[test]
fn an_error_without_a_place() {
    let sources = Sources::of(&[("A.java", "class A {}")]);
    let error = sources.compile(Javac::new(&jdk()).options(["--release", "99"])).unwrap_err();
    let CompileError::Rejected { errors, .. } = error else { panic!("{error}") };
    assert_eq!(errors[0].position, None);
    assert_eq!(errors[0].message.lines().next(), Some("release version 99 not supported"));
}

#[test]
fn a_runtime_has_no_compiler() {
    let jdk = Jdk { home: "/absent".into(), ..jdk() };
    let error = Javac::new(&jdk).compile(&[], Path::new("out")).unwrap_err();
    assert_eq!(error.to_string(), "/absent/bin has no javac; install the JDK of which this is the runtime");
}

#[test]
fn messages_of_several_lines_keep_them() {
    let output = "\
A.java:3: error: method m in class A cannot be applied to given types;
    m(1);
    ^
  required: no arguments
  found:    int
  reason: actual and formal argument lists differ in length
B.java:7: warning: [unchecked] unchecked cast
  required: List<String>
  found:    Object
    List<String> l = (List<String>) o;
                                    ^
Note: Some messages have been simplified; recompile with -Xdiags:verbose
1 error
1 warning
";
    let found = diagnostics(output);
    assert_eq!(found.len(), 2);
    assert_eq!(
        found[0].message,
        "method m in class A cannot be applied to given types;\nrequired: no arguments\nfound:    int\n\
         reason: actual and formal argument lists differ in length"
    );
    assert!(found[0].text.contains("    m(1);\n    ^\n"));
    assert_eq!(found[1].message, "[unchecked] unchecked cast\nrequired: List<String>\nfound:    Object");
}
