//! `reenact inspect` as a person meets it, on recordings that were written without a JVM.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::recorded::{Recorder, Scene, at, end, facts, shop, string};
use reenact_heap::{ClassId, Node, Value};
use reenact_recording::WriterSettings;
use reenact_recording::graph::Outcome;
use reenact_recording::model::*;
use serde_json::Value as Json;

fn inspect(recording: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
    let output = command.args(["inspect", "--no-store"]).arg(recording).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The output of a run that must succeed without a word on standard error.
fn output(recording: &Path, args: &[&str]) -> String {
    let (code, text, messages) = inspect(recording, args);
    assert_eq!((code, &*messages), (Some(0), ""), "{text}");
    text
}

fn json(recording: &Path, args: &[&str]) -> Json {
    let args: Vec<&str> = args.iter().copied().chain(["--format", "json"]).collect();
    serde_json::from_str(&output(recording, &args)).unwrap()
}

/// A recording of the shop in a directory that is gone afterwards.
fn shop() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let recording = directory.path().join("recording");
    shop::record(&recording);
    (directory, recording)
}

#[test]
fn the_summary_tells_subject_methods_and_objects() {
    let (_directory, recording) = shop();
    let text = output(&recording, &[]);
    for line in [
        "  subject  com.acme.Main, process 4711\n",
        "  JVM      25.0.1, Eclipse Adoptium\n",
        "  options  include=com.acme.**\n",
        "  started  2026-11-02T09:55:03.25Z\n",
        "  ended    2026-11-02T09:56:03Z, in order, when the subject ended\n",
        "  recorded  3 on 2 threads\n",
        "  outcomes  2 returned, 1 threw\n",
        "  marks     1 torn after the call, 1 truncated by a budget, 1 with something masked\n",
        "  ends      1 not looked into, 1 cut off by the budget, 1 masked, 1 primitive value masked\n",
        "  12,345       10     2           6         1       1     1\n      com.acme.Order#add(java.lang.String, int)\n",
        "        2   64 bytes     -  com.acme.Order$Line\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let short = output(&recording, &["--top", "1"]);
    assert!(short.contains("  … 1 more; --top shows them\n"), "{short}");
    assert!(!short.contains("#check"), "{short}");
    assert_eq!(output(&recording, &["--top", "0"]), text, "all of them are not more than twenty");
}

#[test]
fn one_method_can_be_asked_for() {
    let (_directory, recording) = shop();
    let text = output(&recording, &["--method", "com.acme.*#ch*"]);
    assert!(text.contains("\nOnly com.acme.*#ch*\n") && text.contains("recorded  2 on 2 threads"), "{text}");
    assert!(!text.contains("#add"), "{text}");
    let lines = output(&recording, &["--method", "**.Order#check", "--invocations"]);
    let lines = lines.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(lines.contains("1 0 com.acme.Order#check(int, java.lang.String[][]) main"), "{lines}");
    assert!(lines.contains(r#"worker threw IllegalStateException: "no stock" torn-after"#), "{lines}");
    let (code, text, messages) = inspect(&recording, &["--method", "com.acme.Order#ad"]);
    assert_eq!((code, &*text), (Some(2), ""));
    assert!(messages.contains("did you mean com.acme.Order#add?"), "{messages}");
    let (code, _, messages) = inspect(&recording, &["--method", "a b"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("`a b` is not a pattern of class names"), "{messages}");
}

/// The whole text: what a person reads first must stay as good as it is.
#[test]
fn an_invocation_is_a_tree_with_what_changed() {
    let (_directory, recording) = shop();
    let text = output(&recording, &["--show", "0"]);
    let expected = r#"Invocation 0 of com.acme.Order#add(java.lang.String, int)
  thread          "main" (1, daemon)
  call            number 1 of the method
  time            0 to 1 on the recording's clock
  recorded in it  1 com.acme.Order#check(int, java.lang.String[][])
  marks           truncated: a budget cut the capture
                  masked: something that looks like a secret was kept out
  captured        22 objects, JDK internals included

Before the call
  this = #1 Order
    id = 1001
    customer = Customer
      name = "Ada \"Countess\" Lovelace"
      pin = (masked)
      scores = int[] of 5 {3, 1, 4, 1, 5}
      session = Session (cut off by the budget)
      token = Token (masked)
    lines = ArrayList of 1
      [0] = Order$Line
        order = #1 Order
        article = "apple"
        quantity = 3
        price = 1.20
    stock = HashMap of 2
      "apple" -> 7
      "pear" -> 5
    total = 3.60
    status = Order$Status.OPEN
    log = Logger (not looked into)
  article = "pear"
  quantity = 2

Returned
  result = #24 Order$Line
    order = #1 Order
    article = "pear"
    quantity = 2
    price = 2.50

What changed
  this.lines[1]: added Order$Line
    new = #24 Order$Line
  this.stock["pear"]: 5 -> 3
  this.total: 3.60 -> 8.60
  there may be changes behind objects that were not looked into
"#;
    assert_eq!(text, expected);
    let inner = output(&recording, &["--show", "1"]);
    assert!(inner.contains("  within    0 com.acme.Order#add(java.lang.String, int)\n"), "{inner}");
    assert!(inner.contains("\nReturned\n\nWhat changed\n  nothing that was captured\n"), "{inner}");
    let thrown = output(&recording, &["--show", "2"]);
    assert!(
        thrown.contains("Threw\n  thrown = IllegalStateException\n    message = \"no stock\"\n"),
        "{thrown}"
    );
    assert!(thrown.contains("marks     torn: another thread"), "{thrown}");
}

#[test]
fn programs_get_the_same_as_json() {
    let (_directory, recording) = shop();
    let summary = json(&recording, &["--top", "1"]);
    assert_eq!(summary["format"], "reenact.recording/1");
    assert_eq!(summary["subject"]["pid"], 4711);
    assert_eq!(summary["end"]["reason"], "exit");
    assert_eq!(summary["methods"].as_array().unwrap().len(), 2, "--top is for people");
    assert_eq!(summary["methods"][0]["statistics"]["calls"], 12_345);
    assert_eq!(summary["objects"]["budget"], 1);
    assert_eq!(summary["findings"], Json::Array(vec![]));
    let list = json(&recording, &["--invocations", "--top", "2"]);
    assert_eq!((&list["format"], &list["left_out"]), (&"reenact.invocations/1".into(), &1.into()));
    assert_eq!(list["invocations"][0]["marks"], serde_json::json!(["truncated", "masked"]));
    let shown = json(&recording, &["--show", "0"]);
    assert_eq!(shown["format"], "reenact.invocation/1");
    assert_eq!(shown["before"]["roots"][0], serde_json::json!({"role": "root", "name": "this", "object": 1}));
    assert_eq!(shown["outcome"], serde_json::json!({"kind": "returned", "object": 24}));
    assert_eq!(shown["new_objects"], serde_json::json!([24]));
    assert_eq!(shown["changes"][2]["path"], "this.total");
    let order = &shown["before"]["objects"][0];
    assert_eq!((&order["class"], &order["kind"]), (&"com.acme.Order".into(), &"fields".into()));
    assert_eq!(order["parts"][0], serde_json::json!({"role": "field", "name": "id", "value": "1001"}));
}

#[test]
fn a_page_draws_the_objects_and_loads_nothing() {
    let (_directory, recording) = shop();
    let page = output(&recording, &["--show", "0", "--format", "html"]);
    assert!(page.contains("<g class=\"new\" id=\"o24\">"), "the new line");
    for look in ["changed", "frontier", "budget", "masked"] {
        assert!(page.contains(&format!("<g class=\"{look}\"")), "{look}");
    }
    for page in [
        page,
        output(&recording, &["--format", "html"]),
        output(&recording, &["--invocations", "--format", "html"]),
    ] {
        assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
        for loaded in ["<script", "http:", "https:", "src=", "@import", "url("] {
            assert!(!page.contains(loaded), "{loaded}");
        }
    }
}

#[test]
fn a_file_that_is_not_a_recording_is_refused_with_the_next_step() {
    let (directory, recording) = shop();
    let said = |path: &Path, args: &[&str], parts: &[&str]| {
        let (code, text, messages) = inspect(path, args);
        assert_eq!((code, &*text), (Some(2), ""), "{messages}");
        parts.iter().for_each(|part| assert!(messages.contains(part), "{part}: {messages}"));
    };
    let empty = directory.path().join("empty");
    fs::create_dir(&empty).unwrap();
    said(&empty, &[], &["empty is not a recording", "segment-00000.rnrec", "`reenact record --out`"]);
    assert!(output(directory.path(), &[]).contains("recorded  3 on 2 threads"), "recordings below are found");
    said(Path::new("no/such/place"), &[], &["cannot read no/such/place"]);
    let other = directory.path().join("other.txt");
    fs::write(&other, "hello").unwrap();
    said(&other, &[], &["other.txt is not a recording", "this is not a segment of a recording"]);
    said(
        &recording,
        &["--show", "9"],
        &["has no invocation 9, only such between 0 and 2", "--invocations lists"],
    );
    said(&recording, &["--show", "0", "--method", "A"], &["cannot be used with"]);
    let segment = recording.join("segment-00000.rnrec");
    assert!(output(&segment, &[]).contains("recorded  3 on 2 threads"), "a segment alone will do");
}

#[test]
fn help_begins_with_examples() {
    let output = Command::new(env!("CARGO_BIN_EXE_reenact")).args(["inspect", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.starts_with("Examples:\n  reenact inspect target/recording\n"), "{help}");
}

/// However a recording is cut or flipped: the intact parts are shown, the damage is reported, and nothing panics.
#[test]
fn the_intact_parts_of_damaged_recordings_are_shown() {
    let (directory, recording) = shop();
    let bytes = fs::read(recording.join("segment-00000.rnrec")).unwrap();
    let damaged = directory.path().join("segment-00001.rnrec");
    let mut told_some = 0;
    for step in 0..24 {
        let mut bytes = bytes.clone();
        match step % 2 {
            0 => bytes.truncate(bytes.len() * step / 24),
            _ => {
                let at = bytes.len() * step / 24;
                bytes[at] ^= 0x10;
            }
        }
        fs::write(&damaged, &bytes).unwrap();
        for args in [&[][..], &["--invocations"], &["--show", "0", "--format", "html"]] {
            let (code, text, messages) = inspect(&damaged, args);
            assert!(matches!(code, Some(0 | 2)), "{code:?} {messages}");
            assert!(!messages.contains("panicked"), "{messages}");
            if code == Some(0) && args.is_empty() {
                told_some += 1;
                assert!(
                    text.contains("[segment-") || text.contains("[frame-") || text.contains("[recording-"),
                    "{text}"
                );
            }
        }
    }
    assert!(told_some > 10, "{told_some} of 24");
    fs::write(&damaged, &bytes[..bytes.len() - 20]).unwrap();
    let text = output(&damaged, &[]);
    assert!(text.contains("ended    cut off: the subject or the machine died"), "{text}");
    assert!(text.contains("note[segment-cut]: segment-00001.rnrec"), "{text}");
}

/// Names and texts of a subject reach terminals and browsers only as letters.
#[test]
fn a_hostile_recording_acts_on_nothing() {
    const ATTACK: &str = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}</script></pre><script>alert(1)</script>\n\"'&";
    let directory = tempfile::tempdir().unwrap();
    let told_facts = Facts {
        main_class: ATTACK.to_owned(),
        options: ATTACK.to_owned(),
        jvm_vendor: ATTACK.to_owned(),
        ..facts()
    };
    let mut recorder = Recorder::new(directory.path(), told_facts, WriterSettings::default());
    let object = recorder.class("java/lang/Object", None, &[]);
    let evil =
        recorder.class(&format!("evil/{ATTACK}"), Some(object), &[&format!("{ATTACK}:Ljava/lang/Object;")]);
    let method = recorder.method(evil, ATTACK, ATTACK, &[ATTACK]);
    let thread = recorder.thread(ATTACK);
    let node = Node::Object { class: evil, fields: vec![at(1)] };
    let mut scene = Scene::quiet(
        vec![node.clone(), string(ATTACK), node, Node::ClassObject(ATTACK.into())],
        vec![at(0), at(3)],
        Outcome::Threw(at(2)),
    );
    scene.after[0] = Node::Object { class: evil, fields: vec![at(2)] };
    recorder.invoke(method, thread, &scene);
    // A claim that no memory could hold, in a place that is checked.
    recorder.statistics(&[MethodStatistics {
        method,
        calls: u64::MAX,
        sampled: u64::MAX,
        kept: u64::MAX,
        duplicates: u64::MAX,
        overload: u64::MAX,
        failed: u64::MAX,
    }]);
    let message = ATTACK.into();
    recorder.finish(End {
        reason: EndReason::Other(9),
        dropped: u64::MAX,
        ended_millis: u64::MAX,
        message,
        ..end()
    });
    for args in [&[][..], &["--invocations"], &["--show", "0"]] {
        for format in ["text", "json", "html"] {
            let args: Vec<&str> = args.iter().copied().chain(["--format", format]).collect();
            let text = output(directory.path(), &args);
            let acting = |char: char| char.is_control() && char != '\n' || char == '\u{202e}';
            assert!(!text.contains(acting), "{args:?} {text:?}");
            assert!(text.contains("\\u001b]0;owned"), "{args:?} {text}");
            if format == "html" {
                assert!(!text.contains("<script") && !text.contains("</script"), "{args:?} {text}");
            }
        }
    }
}

/// A list of so many links that recursion would end the process.
fn links(recorder: &mut Recorder, count: usize) -> (ClassId, Scene) {
    let object = recorder.class("java/lang/Object", None, &[]);
    let link = recorder.class("com/acme/Link", Some(object), &["number:I", "next:Lcom/acme/Link;"]);
    let node = |number: usize, value: i32| {
        let next = if number + 1 < count { at(number + 1) } else { Value::Null };
        Node::Object { class: link, fields: vec![Value::Int(value), next] }
    };
    let nodes: Vec<Node> = (0..count).map(|number| node(number, number as i32)).collect();
    let mut scene = Scene::quiet(nodes, vec![at(0)], Outcome::Returned(Some(at(count - 1))));
    scene.after[count - 1] = node(count - 1, -1);
    scene.marks = Marks::HAS_RECEIVER;
    (link, scene)
}

#[test]
fn a_hundred_thousand_links_are_cut_and_counted() {
    const LINKS: usize = 100_000;
    let directory = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::new(directory.path(), facts(), WriterSettings::default());
    let (link, scene) = links(&mut recorder, LINKS);
    let method = recorder.method(link, "last", "()Lcom/acme/Link;", &[]);
    let thread = recorder.thread("main");
    recorder.invoke(method, thread, &scene);
    recorder.flush();
    let summary = output(directory.path(), &[]);
    assert!(summary.contains("  100,000  2.3 MiB     -  com.acme.Link\n"), "{summary}");
    let text = output(directory.path(), &["--show", "0"]);
    assert!(text.contains("captured  100,000 objects"), "{text}");
    assert!(text.contains("              next = Link … (2 parts)\n"), "{text}");
    assert!(text.contains("result = Link\n    number = -1\n"), "{text}");
    // The path of the change is long, and may break at any dot.
    let joined: String = text.split_whitespace().collect();
    assert!(joined.contains(".next.number:99999->-1") && joined.contains(".next.…"), "{text}");
    assert!(text.contains("--depth, --width and --objects show more"), "{text}");
    let deep = output(directory.path(), &["--show", "0", "--depth", "100000", "--objects", "100000"]);
    assert!((19_000..21_000).contains(&deep.lines().count()), "{} lines", deep.lines().count());
    assert!(deep.contains("show more, up to 20,000 lines"), "{}", deep.len());
    assert!(deep.len() < 40 << 20, "indentation does not grow for ever: {}", deep.len());
    let page = output(
        directory.path(),
        &["--show", "0", "--depth", "100000", "--objects", "2000", "--format", "html"],
    );
    assert!(page.contains("Left out: 1,9"), "{}", page.len());
}

#[test]
fn segments_are_read_as_one_recording() {
    let directory = tempfile::tempdir().unwrap();
    let settings = WriterSettings { batch_bytes: 100, segment_bytes: 600 };
    let mut recorder = Recorder::new(directory.path(), facts(), settings);
    let (link, scene) = links(&mut recorder, 10);
    let method = recorder.method(link, "last", "()Lcom/acme/Link;", &[]);
    let thread = recorder.thread("main");
    for _ in 0..30 {
        recorder.invoke(method, thread, &scene);
    }
    recorder.finish(end());
    fs::write(directory.path().join("notes.txt"), "not a segment").unwrap();
    let text = output(directory.path(), &["--invocations", "--top", "3"]);
    assert!(text.contains("… 27 more"), "{text}");
    let summary = json(directory.path(), &[]);
    let segments = summary["segments"].as_array().unwrap().len();
    assert!(segments > 2 && summary["invocations"]["count"] == 30, "{summary}");
    fs::remove_file(directory.path().join("segment-00001.rnrec")).unwrap();
    assert!(output(directory.path(), &[]).contains("warning[segment-missing]"));
}

/// Opening a FIFO waits for a writer, which never comes.
#[test]
fn segments_that_are_not_regular_files_are_reported_and_not_opened() {
    let (_directory, recording) = shop();
    let fifo = recording.join("segment-00007.rnrec");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let inspect = |path: &Path| {
        let mut command = Command::new("timeout");
        let output =
            command.args(["60", env!("CARGO_BIN_EXE_reenact"), "inspect"]).arg(path).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, text, messages) = inspect(&recording);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.contains("recorded  3 on 2 threads"), "{text}");
    assert!(text.contains("[segment-unreadable]: segment-00007.rnrec"), "{text}");
    assert!(text.contains("it is not a regular file and was not opened"), "{text}");
    let (code, text, messages) = inspect(&fifo);
    assert_eq!((code, &*text), (Some(2), ""));
    assert!(messages.contains("has no segment that is a regular file"), "{messages}");
}
