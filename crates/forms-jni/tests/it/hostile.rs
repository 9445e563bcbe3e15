//! Documents of attackers: each is refused, with a message that says where and why, within limits.

use std::fs;
use std::sync::LazyLock;

use reenact_testkit::host::Scratch;
use reenact_testkit::{Program, jdk, jdks, run};

use crate::support::{compile, drivers, java};

static PROGRAM: LazyLock<Program> = LazyLock::new(|| compile(&jdk(), &drivers(&["Hostile", "Trap"])));

/// Reads documents in one JVM and returns a line for each, and the classes that were loaded.
fn read(documents: &[(&str, Vec<u8>)]) -> (Vec<String>, String) {
    read_within(UNHURRIED, documents)
}

/// Milliseconds that no document takes, on the slowest machine too.
const UNHURRIED: &str = "600000";

fn read_within(millis: &str, documents: &[(&str, Vec<u8>)]) -> (Vec<String>, String) {
    let scratch = Scratch::new("reenact-hostile").unwrap();
    let (file, log) = (scratch.path().join("documents"), scratch.path().join("classes.log"));
    let lines: Vec<String> =
        documents.iter().map(|(encoding, bytes)| format!("{encoding} {}", base64(bytes))).collect();
    fs::write(&file, lines.join("\n")).unwrap();
    let java = java(&PROGRAM, "Hostile")
        .vm_option("-Xss512k")
        .vm_option(format!("-Xlog:class+load:file={}", log.display()))
        .arg(file)
        .arg(millis);
    let printed = run(java).ok();
    (printed.lines().map(str::to_owned).collect(), fs::read_to_string(log).unwrap())
}

/// Base64 as `java.util.Base64` reads it.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// Checks that each document is refused with a message.
#[track_caller]
fn check(documents: &[(&str, Vec<u8>, &str)]) {
    let (lines, _) =
        read(&documents.iter().map(|(encoding, bytes, _)| (*encoding, bytes.clone())).collect::<Vec<_>>());
    assert_eq!(lines.len(), documents.len(), "{lines:#?}");
    for ((encoding, bytes, expected), line) in documents.iter().zip(&lines) {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(120)]).into_owned();
        assert!(line.contains(expected), "{encoding} {start}\n  expected: {expected}\n  found: {line}");
    }
}

fn point(components: &str) -> Vec<u8> {
    format!("{{\"$class\":\"Hostile$Point\",\"$version\":1{components}}}").into_bytes()
}

#[test]
fn components_that_the_form_does_not_have() {
    check(&[
        ("JSON", point(",\"x\":1,\"y\":2"), "accepted Hostile$Point"),
        ("JSON", point(",\"y\":2,\"x\":1"), "accepted Hostile$Point"),
        ("JSON", point(",\"x\":1,\"x\":1,\"y\":2"), "$: the component \"x\" occurs twice"),
        (
            "JSON",
            point(",\"x\":1,\"y\":2,\"z\":3"),
            "Hostile$Point has no component \"z\" in version 1; it has x, y",
        ),
        ("JSON", point(",\"x\":1"), "Hostile$Point lacks its component y of version 1"),
        ("JSON", point(",\"x\":\"1\",\"y\":2"), "$.x: the text \"1\" where int is expected"),
        ("JSON", point(",\"x\":1.5,\"y\":2"), "$.x: the number \"1.5\" where int is expected"),
        ("JSON", point(",\"x\":2147483648,\"y\":2"), "$.x: the number \"2147483648\" where int is expected"),
        ("JSON", point(",\"x\":null,\"y\":2"), "$.x: null where int is expected"),
        (
            "XML",
            b"<value class=\"Hostile$Point\" version=\"1\"><component name=\"x\">1</component></value>"
                .to_vec(),
            "lacks its component y",
        ),
        ("JAVA", b"return new Hostile.Point(/* Hostile$Point, version 1 */ /* x= */ 1);".to_vec(), ""),
    ]);
}

#[test]
fn unknown_versions_and_classes() {
    let class = |name: &str, version: &str| {
        format!("{{\"$class\":\"{name}\",\"$version\":{version},\"x\":1,\"y\":2}}").into_bytes()
    };
    check(&[
        ("JSON", class("Hostile$Point", "2"), "\"Hostile$Point\" does not read version 2; it reads 1"),
        ("JSON", class("Hostile$Point", "0"), "\"Hostile$Point\" does not read version 0"),
        ("JSON", class("Hostile$Point", "-1"), "\"Hostile$Point\" does not read version -1"),
        ("JSON", class("Hostile$Point", "99999999999"), "has no $version behind $class"),
        ("JSON", class("java.lang.Runtime", "1"), "the class \"java.lang.Runtime\" is not allowed"),
        ("JSON", class("no.such.Class", "1"), "the class \"no.such.Class\" is not allowed"),
        ("JSON", class("../../etc/passwd", "1"), "$class is not the name of a class"),
        ("JSON", class("[Ljava.lang.Object;", "1"), "$class is not the name of a class"),
        ("CBOR", cbor_object("no.such.Class"), "the class \"no.such.Class\" is not allowed"),
        (
            "XML",
            b"<value class=\"no.such.Class\" version=\"1\"/>".to_vec(),
            "the class \"no.such.Class\" is not allowed",
        ),
        ("JAVA", b"return new no.such.Class(/* no.such.Class, version 1 */);".to_vec(), "no.such.Class"),
    ]);
}

/// `{"$class": name, "$version": 1}`.
fn cbor_object(name: &str) -> Vec<u8> {
    let mut bytes = vec![0xa2, 0x66];
    bytes.extend(b"$class");
    bytes.push(0x60 | name.len() as u8);
    bytes.extend(name.as_bytes());
    bytes.push(0x68);
    bytes.extend(b"$version\x01");
    bytes
}

/// No name in a document loads a class, and a class that is listed is not initialized before it is needed.
#[test]
fn class_names_do_not_run_initializers() {
    let documents = [
        ("JSON", b"{\"$class\":\"hidden.Trap\",\"$version\":1,\"size\":1}".to_vec()),
        ("JSON", b"{\"$enum\":\"hidden.Trap$Kind\",\"$value\":\"A\"}".to_vec()),
        ("JSON", b"{\"$type\":\"hidden.Trap[]\",\"$value\":[]}".to_vec()),
        ("CBOR", cbor_object("hidden.Trap")),
        (
            "XML",
            b"<value class=\"hidden.Trap\" version=\"1\"><component name=\"size\">1</component></value>"
                .to_vec(),
        ),
        ("JAVA", b"return new hidden.Trap(/* hidden.Trap, version 1 */ /* size= */ 1);".to_vec()),
        ("JSON", point(",\"x\":1,\"y\":2")),
        ("JSON", b"{\"$class\":\"Hostile$Listed\",\"$version\":1,\"size\":1}".to_vec()),
    ];
    let (lines, loaded) = read(&documents);
    assert!(
        lines[..6].iter().all(|line| line.contains("hidden.Trap") && line.contains("not allowed")),
        "{lines:#?}"
    );
    // The listed class is initialized by the last document, and by no other.
    assert_eq!(lines[6..], ["accepted Hostile$Point", "Listed is initialized", "accepted Hostile$Listed"]);
    assert!(
        loaded.contains("Hostile$Listed") && !loaded.contains("hidden.Trap"),
        "a class was loaded by its name"
    );
}

#[test]
fn nesting_lengths_and_counts() {
    let laughs = "<!DOCTYPE l [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><value>&b;</value>";
    let lists = |depth: usize| {
        let open = "{\"$class\":\"java.util.ArrayList\",\"$version\":1,\"elements\":[";
        (open.repeat(depth) + &"]}".repeat(depth)).into_bytes()
    };
    let mut huge = vec![0x9b, 0, 0, 0, 0, 0x7f, 255, 255, 255];
    huge.push(1);
    check(&[
        ("XML", laughs.into(), "document type declarations are refused"),
        ("JSON", lists(10), "accepted java.util.ArrayList"),
        ("JSON", lists(60), "values are nested more than 50 deep"),
        ("JSON", lists(20_000), "values are nested more than 50 deep"),
        ("JSON", "[".repeat(100_000).into_bytes(), "values are nested more than 50 deep"),
        ("CBOR", vec![0x81; 100_000], "values are nested more than 50 deep"),
        (
            "XML",
            ("<value list=\"true\">".to_owned() + &"<item list=\"true\">".repeat(50_000)).into_bytes(),
            "nested more than 50 deep",
        ),
        (
            "JAVA",
            ("return ".to_owned() + &"java.util.Optional.ofNullable(".repeat(50_000)).into_bytes(),
            "nested more than 50 deep",
        ),
        ("CBOR", huge, "are announced and 1"),
        ("CBOR", vec![0x5b, 0x7f, 255, 255, 255, 255, 255, 255, 255], "are announced and 0"),
        (
            "JSON",
            format!("{{\"$type\":\"int[]\",\"$value\":[{}1]}}", "1,".repeat(300_000)).into_bytes(),
            "more than 200000 values",
        ),
        ("JSON", vec![b' '; 5_000_000], "the document has more than 4000000 bytes"),
    ]);
}

/// A map of keys with one hash code, which cannot be sorted, costs the square of their number: time ends it.
#[test]
fn keys_of_one_hash_code() {
    let key = |id: usize| format!("{{\"$class\":\"Hostile$Key\",\"$version\":1,\"id\":{id}}}");
    // Each has four values, and the document may have 200,000.
    let keys: Vec<String> = (0..35_000).map(key).collect();
    let values = "0,".repeat(34_999) + "0";
    let document = format!(
        "{{\"$class\":\"java.util.HashMap\",\"$version\":1,\"keys\":[{}],\"values\":[{values}]}}",
        keys.join(",")
    );
    // Strings of one hash code are sorted within a bucket of the JDK's maps, so that they are only many.
    let mut texts = vec![String::new()];
    for _ in 0..14 {
        texts = texts.iter().flat_map(|text| [format!("{text}Aa"), format!("{text}BB")]).collect();
    }
    let strings: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    let zeros = vec!["0"; strings.len()].join(",");
    let many = format!(
        "{{\"$class\":\"java.util.HashMap\",\"$version\":1,\"keys\":[{}],\"values\":[{zeros}]}}",
        strings.join(",")
    );
    let (lines, _) = read_within("600", &[("JSON", document.into_bytes())]);
    assert!(lines[0].contains("takes too long"), "{lines:?}");
    check(&[("JSON", many.into_bytes(), "accepted java.util.HashMap")]);
}

#[test]
fn truncated_and_random_bytes() {
    let mut documents: Vec<(&str, Vec<u8>)> = Vec::new();
    let bag = "{\"$class\":\"Hostile$Bag\",\"$version\":1,\"any\":{\"$type\":\"long\",\"$value\":5},\"list\":[1,\"a\",null],\
               \"text\":\"\\ud800x\",\"bytes\":\"AAEC\",\"color\":\"RED\",\"number\":1.5}";
    for length in 0..bag.len() {
        documents.push(("JSON", bag.as_bytes()[..length].to_vec()));
    }
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..300 {
        let mut changed = bag.as_bytes().to_vec();
        let at = random() as usize % changed.len();
        changed[at] = random() as u8;
        documents.push(("JSON", changed));
        let noise: Vec<u8> = (0..random() % 40).map(|_| random() as u8).collect();
        for encoding in ["JSON", "XML", "CBOR", "JAVA"] {
            documents.push((encoding, noise.clone()));
        }
    }
    let truncated = bag.len();
    let (lines, _) = read(&documents);
    assert_eq!(lines.len(), documents.len());
    assert!(
        lines[..truncated].iter().all(|line| line.contains("at byte") || line.contains('$')),
        "{lines:#?}"
    );
    // No mistake in Reenact, and no damage in Java: whatever is read is an object, or a refusal.
    for line in &lines {
        assert!(!line.contains("internal error") && !line.contains("Exception"), "{line}");
    }
    let accepted = lines[truncated..].iter().filter(|line| line.starts_with("accepted")).count();
    assert!((1..lines.len() / 2).contains(&accepted), "{accepted}");
}

/// The same refusals on every JDK that is supported.
#[test]
fn refusals_do_not_depend_on_the_jdk() {
    for jdk in jdks() {
        let program = compile(&jdk, &drivers(&["Hostile", "Trap"]));
        let scratch = Scratch::new("reenact-hostile").unwrap();
        let file = scratch.path().join("documents");
        fs::write(&file, format!("JSON {}", base64(&point(",\"x\":1,\"x\":2")))).unwrap();
        let printed = run(java(&program, "Hostile").arg(file).arg(UNHURRIED)).ok();
        assert_eq!(printed, "$: the component \"x\" occurs twice\n");
    }
}
