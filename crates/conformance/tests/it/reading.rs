//! Every class of the JDKs and of the corpus is read, and writes back as it was.

use rayon::prelude::*;
use reenact_classfile::ClassFile;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_conformance::{Class, corpus, jdk_classes, read_jar};
use reenact_testkit::{jdk, jdks};

/// Decodes and encodes everything, and also passes every method through the rewriter with nothing
/// to insert; both must give the bytes that were read.
fn check(class: &Class) -> Result<(), String> {
    let fail = |what: &str| format!("{}!/{}: {what}", class.location, class.name);
    let parsed = ClassFile::parse(&class.bytes).map_err(|error| fail(&error.to_string()))?;
    if parsed.encode().map_err(|error| fail(&error.to_string()))? != class.bytes {
        return Err(fail("writes back differently"));
    }
    let mut rewriter = Rewriter::new(&parsed);
    for (index, method) in parsed.methods().iter().enumerate() {
        if let Some(code) = method.code(parsed.pool()).map_err(|error| fail(&error.to_string()))? {
            rewriter.edit(index, MethodEdit::new(&code));
        }
    }
    let rewritten = rewriter.finish().map_err(|error| fail(&error.to_string()))?;
    if rewritten.bytes != class.bytes || !rewritten.skipped.is_empty() {
        return Err(fail("is changed by an empty edit"));
    }
    Ok(())
}

#[track_caller]
fn check_all(what: &str, classes: &[Class]) {
    let problems: Vec<String> = classes.par_iter().filter_map(|class| check(class).err()).collect();
    let bytes: usize = classes.iter().map(|class| class.bytes.len()).sum();
    println!("{what}: {} classes, {} MB, {} problems", classes.len(), bytes / 1_000_000, problems.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_class_of_the_jdks_writes_back_identically() {
    for jdk in jdks() {
        let classes = jdk_classes(&jdk);
        assert!(classes.len() > 20_000, "{} classes", classes.len());
        check_all(&format!("JDK {}", jdk.version.feature), &classes);
    }
}

#[test]
fn every_class_of_the_corpus_writes_back_identically() {
    let jdk = jdk();
    let jars = corpus();
    assert!(jars.len() >= 40, "{} jars", jars.len());
    let mut total = 0;
    for jar in jars {
        let classes = read_jar(jar, &jdk);
        assert!(!classes.is_empty(), "{} has no classes", jar.display());
        total += classes.len();
        let name = jar.file_name().unwrap_or_default().to_string_lossy().into_owned();
        check_all(&name, &classes);
    }
    println!("{} jars, {total} classes", jars.len());
}
