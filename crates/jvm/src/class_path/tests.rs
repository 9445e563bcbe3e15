use std::fs;
use std::io::Write;
use std::time::Duration;

use rawzip::ZipArchiveWriter;
use reenact_classfile::container::Options;

use super::*;
use crate::java::Java;
use crate::javac::Javac;
use crate::jdk::Jdk;

/// Writes a jar with a resource `marker`, and a manifest with this `Class-Path` if one is given.
fn jar(path: &Path, class_path: Option<&str>) {
    let manifest = class_path.map(|value| format!("Manifest-Version: 1.0\nClass-Path: {value}\n\n"));
    let manifest = manifest.iter().map(|text| ("META-INF/MANIFEST.MF", text.as_bytes()));
    archive(path, manifest.chain([("marker", b"".as_slice())]));
}

fn archive<'a>(path: &Path, entries: impl IntoIterator<Item = (&'a str, &'a [u8])>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, zipped(entries)).unwrap();
}

fn zipped<'a>(entries: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in entries {
        let (mut entry, config) = archive.new_file(name).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

fn marked_directory(path: &Path) {
    fs::create_dir_all(path).unwrap();
    fs::write(path.join("marker"), "").unwrap();
}

fn options() -> Options {
    Options::for_release(17)
}

/// The locations of what was opened, relative to a directory.
fn locations(opened: &Opened, root: &Path) -> Vec<String> {
    let relative = |location: &str| {
        let real = fs::canonicalize(location).unwrap();
        real.strip_prefix(fs::canonicalize(root).unwrap()).unwrap().display().to_string()
    };
    opened.containers.iter().map(|container| relative(container.location())).collect()
}

fn problems(opened: &Opened, root: &Path) -> Vec<String> {
    let prefix = format!("{}/", root.display());
    opened.problems.iter().map(|problem| problem.to_string().replace(&prefix, "")).collect()
}

#[test]
fn strings_split_at_colons() {
    let paths = |text: &str| ClassPath::parse(text).entries();
    assert_eq!(paths("a.jar:b"), ["a.jar", "b"].map(Path::new));
    assert_eq!(paths(":a.jar::"), [".", "a.jar", ".", "."].map(Path::new));
    assert_eq!(paths(""), [Path::new(".")]);
    assert_eq!(ClassPath::default().entries(), Vec::<PathBuf>::new());
}

#[test]
fn wildcards_match_jars_of_one_directory() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    for name in ["b.jar", "a.JAR", "c.Jar", "c.jar.txt", ".hidden.jar", "deep/d.jar"] {
        jar(&root.join("lib").join(name), None);
    }
    fs::create_dir(root.join("none")).unwrap();
    let class_path: ClassPath =
        [root.join("lib/*"), root.join("none/*"), root.join("lib*")].into_iter().collect();
    let opened = class_path.open(&options());
    assert_eq!(locations(&opened, root), ["lib/.hidden.jar", "lib/a.JAR", "lib/b.jar"]);
    assert_eq!(
        problems(&opened, root),
        [
            "no jars match none/*; is the project built?",
            "no such file or directory lib*; is the project built?",
        ]
    );
    // A file of that name is not a wildcard.
    jar(&root.join("none/*"), None);
    assert_eq!(ClassPath::from_iter([root.join("none/*")]).open(&options()).containers.len(), 1);
}

/// A class path with everything that decides about order, and what it should become.
fn intricate(root: &Path) -> (Vec<PathBuf>, Vec<&'static str>) {
    jar(&root.join("a.jar"), Some("lib/x.jar z.jar classes/ ./b.jar"));
    jar(&root.join("b.jar"), Some("a.jar gone.jar"));
    jar(&root.join("c.jar"), None);
    // Cycles, the class path's own jar again, a directory without slash, a file with one.
    jar(&root.join("lib/x.jar"), Some("../a.jar ../classes2 ../c.jar/ with%20space.jar"));
    jar(&root.join("lib/with space.jar"), None);
    jar(&root.join("z.jar"), Some("c.jar"));
    for directory in ["classes", "classes2", "own"] {
        marked_directory(&root.join(directory));
    }
    fs::write(root.join("not.jar"), "this is not an archive").unwrap();
    let written = ["missing.jar", "own", "a.jar", "not.jar", "z.jar", "b.jar", "a.jar", "classes2"];
    let order =
        ["own", "a.jar", "lib/x.jar", "lib/with space.jar", "z.jar", "c.jar", "classes", "b.jar", "classes2"];
    (written.map(|path| root.join(path)).into(), order.into())
}

#[test]
fn manifests_are_followed_in_order() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let (written, order) = intricate(root);
    // Not part of what the JVM is asked about: it gives up on http while it reads its class path.
    jar(&root.join("web.jar"), Some("http://example.invalid/remote.jar"));
    let opened = written.into_iter().chain([root.join("web.jar")]).collect::<ClassPath>().open(&options());
    assert_eq!(locations(&opened, root), [order, vec!["web.jar"]].concat());
    let problems = problems(&opened, root);
    let expected = [
        "no such file or directory missing.jar; is the project built?",
        "c.jar: is a file, but the name ends in a slash (named by the manifest of lib/x.jar)",
        "classes2: is a directory, for which java wants a slash at the end of the name \
         (named by the manifest of lib/x.jar)",
        "http://example.invalid/remote.jar: only files are looked at (named by the manifest of web.jar)",
        "no such file or directory gone.jar (named by the manifest of b.jar)",
    ];
    for problem in expected {
        assert!(problems.iter().any(|found| found == problem), "{problem}\nnot in {problems:#?}");
    }
    assert!(problems.iter().any(|found| found.starts_with("not.jar: ")), "{problems:#?}");
    assert_eq!(problems.len(), expected.len() + 1, "{problems:#?}");
}

#[test]
fn the_order_is_that_of_the_jvm() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let (mut class_path, order) = intricate(root);
    let source = root.join("Main.java");
    let program = r#"
        public class Main {
            public static void main(String[] args) throws Exception {
                for (var url : java.util.Collections.list(Main.class.getClassLoader().getResources("marker"))) {
                    String place = url.toString().replaceFirst("^jar:", "").replaceFirst("!?/marker$", "");
                    System.out.println(java.nio.file.Path.of(java.net.URI.create(place)).toRealPath());
                }
            }
        }"#;
    fs::write(&source, program).unwrap();
    Javac::new(&Jdk::find(17).unwrap())
        .options(["--release", "17"])
        .compile(&[source], &root.join("main"))
        .unwrap();
    class_path.push(root.join("main"));
    let real = fs::canonicalize(root).unwrap();
    let order: Vec<String> = order.iter().map(|path| real.join(path).display().to_string()).collect();
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version.feature >= 17) {
        let java = Java::main_class(jdk, "Main").class_path(&class_path);
        let finished = java.command().run(Duration::from_secs(60)).unwrap();
        let found = finished.stdout.text();
        assert_eq!(found.lines().collect::<Vec<_>>(), order, "{}: {}", jdk.version, finished.stderr.text());
    }
}

#[test]
fn a_spring_boot_jar_brings_its_own_libraries() {
    let root = tempfile::tempdir().unwrap();
    let app = root.path().join("app.jar");
    jar(&root.path().join("beside.jar"), None);
    let library = zipped([("q/B.class", b"".as_slice())]);
    let manifest = b"Manifest-Version: 1.0\nClass-Path: beside.jar\n\n";
    archive(
        &app,
        [
            ("META-INF/MANIFEST.MF", manifest.as_slice()),
            ("BOOT-INF/classes/p/A.class", b""),
            ("BOOT-INF/lib/b.jar", &library),
        ],
    );
    let opened = open_target(&app, &options()).unwrap();
    let classes: Vec<&str> = opened
        .containers
        .iter()
        .flat_map(|container| container.classes().iter().map(|class| &*class.name))
        .collect();
    assert_eq!(classes, ["p/A", "q/B"]);
    assert!(opened.containers.iter().all(|container| !container.location().contains("beside")));
}

#[test]
fn a_target_that_cannot_be_opened_is_an_error() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let error = |path: &Path| open_target(path, &options()).err().unwrap().to_string();
    let missing = root.join("target/classes");
    assert_eq!(
        error(&missing),
        format!("no such file or directory {}; is the project built?", missing.display())
    );
    fs::write(root.join("pom.xml"), "<project/>").unwrap();
    let error = error(&root.join("pom.xml"));
    assert!(error.starts_with(&format!("{}/pom.xml: ", root.display())), "{error}");
    // A jar that its manifest names and that is missing is not a problem of the class path.
    jar(&root.join("a.jar"), Some("gone.jar"));
    let opened = open_target(root.join("a.jar"), &options()).unwrap();
    assert_eq!(opened.problems[0].named_by, Some(root.join("a.jar")));
}

#[test]
fn jdks_open() {
    for jdk in Jdk::all() {
        let opened = open_jdk(&jdk, &Options::for_release(jdk.version.feature as u16)).unwrap();
        let (container, index) = opened
            .containers
            .iter()
            .find_map(|container| {
                let object =
                    |class: &reenact_classfile::container::ClassEntry| &*class.name == "java/lang/Object";
                Some((container, container.classes().iter().position(object)?))
            })
            .unwrap();
        assert_eq!(container.read_class(index).unwrap()[..4], [0xca, 0xfe, 0xba, 0xbe]);
        assert_eq!(opened.problems, []);
    }
}

#[test]
fn a_jdk_that_was_removed_is_named() {
    let mut jdk = Jdk::find(17).unwrap();
    jdk.library = crate::jdk::ClassLibrary::Image("/absent/lib/modules".into());
    let error = open_jdk(&jdk, &options()).err().unwrap();
    assert_eq!(error.kind, ProblemKind::Missing);
}
