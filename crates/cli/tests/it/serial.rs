//! `reenact serial` as a person meets it.

use std::fs;
use std::path::Path;
use std::process::Command;

use reenact_testkit::{Fixture, Program, jdk};
use serde_json::Value;
use tempfile::TempDir;

const SUBJECT: &str = r#"
//- shop/Range.java
package shop;
import io.reenact.serial.*;
public class Range {
    private final int lo;
    private final int hi;
    private Range(int lo, int hi) {
        if (lo > hi) throw new IllegalArgumentException("(" + lo + "," + hi + ")");
        this.lo = lo;
        this.hi = hi;
    }
    public record Form(int lo, int hi) {}
    @Serializer(version = 2)
    public Form form() { return new Form(lo, hi); }
    @Deserializer(version = 2)
    public static Range make(int lo, int hi) { return new Range(lo, hi); }
    @Deserializer(version = 1)
    public static Range upTo(int hi) { return new Range(0, hi); }
    public int width(int factor) { return (hi - lo) * factor; }
}
//- shop/Old.java
package shop;
import java.io.*;
public class Old implements Serializable {
    private static final long serialVersionUID = 1L;
    private final int size;
    private final String name;
    public Old(int size, String name) {
        if (size < 0) throw new IllegalArgumentException();
        this.size = size;
        this.name = name;
    }
    private void readobject(ObjectInputStream in) {}
    public int grown(int by) { return size * by + name.length(); }
}
//- shop/Main.java
package shop;
public class Main {
    public static void main(String[] args) {
        System.out.println(Range.make(1, 5).width(2) + new Old(3, "a").grown(2));
    }
}
"#;

fn subject() -> Program {
    let annotations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../jvm/serial/src/main/java");
    let annotations = ["Serializer", "Deserializer"].map(|name| {
        let path = format!("io/reenact/serial/{name}.java");
        format!("//- {path}\n{}", fs::read_to_string(annotations.join(&path)).unwrap())
    });
    Fixture::parse(&(annotations.concat() + SUBJECT)).compile_with(&jdk(), &["-g", "-parameters"])
}

fn reenact(directory: &TempDir, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "REENACT_AGENT"] {
        command.env_remove(variable);
    }
    let output = command.current_dir(directory.path()).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn forms_are_described_and_checked_and_suggested() {
    let (program, directory) = (subject(), tempfile::tempdir().unwrap());
    let classes = program.classes().to_str().unwrap();
    let (code, text, messages) = reenact(&directory, &["serial", "describe", "shop.Range", classes]);
    assert_eq!(code, Some(0), "{messages}");
    assert_eq!(
        text,
        "shop.Range writes version 2 and reads versions 2, 1\n\nversion 2 (int lo, int hi)\n  \
         written by  shop.Range#form(), which returns shop.Range$Form\n  read by     shop.Range#make(int,int)\n\n\
         version 1 (int hi)\n  read by  shop.Range#upTo(int)\n"
    );
    let (code, text, _) = reenact(&directory, &["serial", "describe", "shop.Old", classes]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("shop.Old has no serial form: it declares no serial form"), "{text}");
    let (code, text, _) = reenact(&directory, &["serial", "describe", "java.time.LocalDate", classes]);
    assert!(code == Some(0) && text.contains("version 1 (java.lang.String value)"), "{text}");
    let (code, _, messages) = reenact(&directory, &["serial", "describe", "shop.Rang", classes]);
    assert!(code == Some(2) && messages.contains("did you mean shop.Range?"), "{messages}");

    let (code, text, messages) = reenact(&directory, &["serial", "check", classes]);
    assert_eq!(code, Some(1), "{messages}");
    for part in [
        "error[serial-magic-member]: shop.Old#readobject",
        "warning[serial-unchecked-state]: shop.Old#<init>",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let (_, sarif, _) = reenact(&directory, &["serial", "check", classes, "--format", "sarif"]);
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 2, "{sarif}");
    let (_, json, _) = reenact(&directory, &["serial", "check", classes, "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["counts"]["forms"], &json["counts"]["versions"]), (&1.into(), &2.into()), "{json}");

    let (code, text, messages) = reenact(&directory, &["serial", "suggest", "shop.Old", classes]);
    assert_eq!(code, Some(0), "{messages}");
    for part in [
        "Put @io.reenact.serial.Deserializer on shop.Old#<init>(int,java.lang.String).",
        "public record Form(int size, java.lang.String name) {}",
        "[ ] Release N: add the deserializer only.",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let (code, _, messages) = reenact(&directory, &["serial", "suggest", "shop.Range", classes]);
    assert!(code == Some(2) && messages.contains("has a serial form already"), "{messages}");
}

#[test]
fn recorded_objects_are_exported_and_imported_and_hostile_documents_refused() {
    let (program, directory) = (subject(), tempfile::tempdir().unwrap());
    let classes = program.classes().to_str().unwrap();
    let jdk = jdk();
    let java = jdk.java();
    let (code, _, messages) = reenact(
        &directory,
        &[
            "record",
            "--include",
            "shop.**",
            "--min-statements",
            "1",
            "--out",
            "rec",
            "--",
            java.to_str().unwrap(),
            "-cp",
            classes,
            "shop.Main",
        ],
    );
    assert_eq!(code, Some(0), "{messages}");
    let export = |extra: &[&str]| {
        let arguments = [&["serial", "export", "rec", "--classpath", classes][..], extra].concat();
        reenact(&directory, &arguments)
    };
    let (code, json, messages) = export(&["--as", "json", "--class", "shop.Range"]);
    assert_eq!(code, Some(0), "{messages}");
    assert_eq!(json, "{\n  \"$class\": \"shop.Range\",\n  \"$version\": 2,\n  \"lo\": 1,\n  \"hi\": 5\n}\n");
    // A class without a form is marked, and reported.
    let (code, old, messages) = export(&["--as", "json", "--class", "shop.Old"]);
    assert!(
        code == Some(0) && old.contains("\"$inferred\": true") && old.contains("\"$version\": 0"),
        "{old}{messages}"
    );
    assert!(messages.contains("the form of shop.Old is inferred from its fields"), "{messages}");
    let (code, text, messages) = export(&["--as", "xml", "--out", "data"]);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("Range-1.xml"), "{text}");
    let (code, _, messages) = export(&["--as", "json", "--class", "shop.Nothing"]);
    assert!(code == Some(2) && messages.contains("has an object of shop.Nothing as receiver"), "{messages}");

    let written = "return shop.Range.make(/* shop.Range, version 2 */ /* lo= */ 1, /* hi= */ 5);\n";
    for encoding in ["json", "xml", "cbor", "java"] {
        let out = format!("as-{encoding}");
        let (code, _, messages) = export(&["--as", encoding, "--class", "shop.Range", "--out", &out]);
        assert_eq!(code, Some(0), "{messages}");
        let file = format!("{out}/Range-1.{encoding}");
        let (code, java, messages) = reenact(&directory, &["serial", "import", &file, classes]);
        assert_eq!((code, java.as_str()), (Some(0), written), "{encoding}: {messages}");
    }
    let refused = |json: &str, extra: &[&str], message: &str| {
        fs::write(directory.path().join("bad.json"), json).unwrap();
        let arguments = [&["serial", "import", "bad.json", classes][..], extra].concat();
        let (code, text, messages) = reenact(&directory, &arguments);
        assert!(code == Some(2) && text.is_empty() && messages.contains(message), "{text}{messages}");
    };
    refused(r#"{"$class":"java.lang.ProcessBuilder","$version":1}"#, &[], "is not allowed in this document");
    refused(r#"{"$class":"shop.Range","$version":3,"lo":1}"#, &[], "does not read version 3; it reads 2, 1");
    refused(r#"{"$class":"shop.Range","$version":2,"lo":1,"hi":2,"x":3}"#, &[], "has no component \"x\"");
    refused(
        r#"{"$class":"shop.Range","$version":2,"lo":1,"hi":2}"#,
        &["--allow", "shop.Other"],
        "is not allowed",
    );
    refused(&"[".repeat(100_000), &[], "nested more than 100 deep");
}
