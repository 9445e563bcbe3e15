//! Reports made by hand, in every format.

use super::*;
use crate::{Context, Format, Report};

fn html(report: &impl Report) -> String {
    report.render(Format::Html, &Context::default())
}

fn json(report: &impl Report) -> String {
    report.render(Format::Json, &Context::default())
}

/// An invocation that changed a point and made another.
fn invocation() -> Invocation {
    let value = |name: &str, text: &str| Part {
        role: Role::Field,
        name: name.to_owned(),
        slot: Slot::Value(text.to_owned()),
    };
    let root = |name: &str, id| Part { role: Role::Root, name: name.to_owned(), slot: Slot::Object(id) };
    let object = |id, parts| Object {
        id,
        class: "a.<Point>".to_owned(),
        text: String::new(),
        parts,
        left_out: 0,
        is_cut: false,
        kind: ObjectKind::Fields,
    };
    let before = State {
        roots: vec![root("this", 1)],
        objects: vec![object(1, vec![value("x", "\"<b>\""), value("y", "2"), value("gone", "1")])],
        captured: 1,
    };
    let after = State {
        roots: vec![root("this", 1), root("result", 2)],
        objects: vec![
            object(1, vec![value("x", "\"<i>\""), value("y", "2")]),
            object(2, vec![value("x", "1"), Part { role: Role::Field, ..root("self", 2) }]),
        ],
        captured: 2,
    };
    Invocation {
        recording: "r".to_owned(),
        id: 5,
        method: "a.<Point>#<init>()".to_owned(),
        thread: Thread { name: "<main>".to_owned(), id: 1, is_virtual: true, is_daemon: false },
        call: 1,
        entered: 1,
        exited: 2,
        parent: Some(Relative { id: 3, method: None }),
        children: Vec::new(),
        children_left_out: 0,
        dropped_inside: 2,
        marks: vec![Mark::TornBefore, Mark::Unknown(64)],
        before,
        outcome: Outcome::Returned(Some(Slot::Object(2))),
        after: Some(after),
        same_numbers: true,
        changes: vec![Change {
            path: "this.x".to_owned(),
            text: "\"<b>\" -> \"<i>\"".to_owned(),
            object: None,
            is_new: false,
        }],
        more_changes: true,
        may_hide_changes: false,
        new_objects: vec![2],
        statics: vec![StaticField { object: 2, field: "a.<Point>.ZERO".to_owned(), after: true }],
        histories: vec![ObjectHistory {
            object: Some(1),
            id: 7,
            class: "a.<Point>".to_owned(),
            events: vec!["3: new Point(1)".to_owned(), "5: move(<2>) [assumed]".to_owned()],
            gaps: vec!["busy-before".to_owned()],
        }],
        detail: Detail::default(),
    }
}

#[test]
fn an_invocation_speaks_of_all_that_matters() {
    let text = invocation().text();
    for part in [
        "thread         \"<main>\" (1, virtual)\n",
        "within         3, which is not in the recording\n",
        "dropped in it  2 invocations\n",
        "marks          torn: another thread changed objects while they were read before the call\n",
        "               mark 64, of a newer version\n",
        "  result = #2 <Point>\n    x = 1\n    self = #2 <Point>\n",
        "  this.x: \"<b>\" -> \"<i>\"\n  … and more\n",
        "Static fields\n  #2 is a.<Point>.ZERO after the call\n",
        "Histories\n  #1 a.<Point>, 7@ (busy-before)\n    3: new Point(1)\n    5: move(<2>) [assumed]\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let value: serde_json::Value = serde_json::from_str(&json(&invocation())).unwrap();
    assert_eq!(value["marks"], serde_json::json!(["torn-before", "unknown-64"]));
    assert_eq!(value["outcome"], serde_json::json!({"kind": "returned", "object": 2}));
    assert_eq!(value["after"]["objects"][1]["parts"][1]["object"], 2);
    assert_eq!(value["parent"], serde_json::json!({"id": 3, "method": null}));
}

#[test]
fn a_page_marks_what_changed_and_escapes_all() {
    let page = html(&invocation());
    assert!(page.contains("<g class=\"changed\" id=\"o1\">") && page.contains("<g class=\"new\" id=\"o2\">"));
    // The old value, struck out, beside the new one; and a field that is gone.
    assert!(page.contains(">&quot;&lt;b&gt;&quot;</text>") && page.contains(">&quot;&lt;i&gt;&quot;</text>"));
    assert_eq!(page.matches("class=\"old\"").count(), 2, "{page}");
    for raw in ["<b>", "<i>", "<Point>", "<init>", "<main>\"", "<script"] {
        assert!(!page.contains(raw), "{raw}");
    }
    assert_eq!(page.matches("<svg").count(), 1);
    let apart = Invocation { same_numbers: false, ..invocation() };
    assert_eq!(html(&apart).matches("<svg").count(), 2, "before and after");
    let unknown =
        Invocation { after: None, changes: Vec::new(), outcome: Outcome::Unfinished, ..invocation() };
    assert!(html(&unknown).contains("the state after the call was not captured"));
    assert!(unknown.text().contains("Its end was not seen\n"));
}

#[test]
fn a_drawing_has_a_limited_number_of_boxes() {
    let object = |id: u32, parts: Vec<Part>| Object {
        id,
        class: "a.Node".to_owned(),
        text: String::new(),
        parts,
        left_out: 0,
        is_cut: false,
        kind: ObjectKind::Fields,
    };
    let part = |role, id: u32| Part { role, name: format!("n{id}"), slot: Slot::Object(id) };
    // A root with 20 objects that have 10 each.
    let mut objects = vec![object(1, (2..22).map(|id| part(Role::Field, id)).collect())];
    for row in 0..20 {
        let leaves = 22 + 10 * row..32 + 10 * row;
        objects.push(object(2 + row, leaves.clone().map(|id| part(Role::Field, id)).collect()));
        let leaf = Part { role: Role::Field, name: "x".to_owned(), slot: Slot::Value("1".to_owned()) };
        objects.extend(leaves.map(|id| object(id, vec![leaf.clone()])));
    }
    let state = State { roots: vec![part(Role::Root, 1)], objects, captured: 221 };
    let page = html(&Invocation { before: state, after: None, ..invocation() });
    assert_eq!(page.matches("class=\"frame\"").count(), 49, "48 objects and the call");
    assert!(page.contains("Drawn: 48 objects. Left out: 173, which --format json has."), "{page}");
}

/// A chain of 100,000 objects once made a page of 288 MB.
#[test]
fn a_deep_chain_makes_a_page_that_can_be_opened() {
    let depth = 100_000;
    let objects = (1..=depth).map(|id| Object {
        id,
        class: "a.Node".to_owned(),
        text: String::new(),
        parts: vec![Part { role: Role::Field, name: "next".to_owned(), slot: Slot::Object(id + 1) }],
        left_out: 0,
        is_cut: false,
        kind: ObjectKind::Fields,
    });
    let root = Part { role: Role::Root, name: "this".to_owned(), slot: Slot::Object(1) };
    let state = State { roots: vec![root], objects: objects.collect(), captured: depth as usize };
    let detail = Detail { depth: usize::MAX, width: 9, objects: usize::MAX };
    let report = Invocation { before: state, after: None, detail, ..invocation() };
    for text in [html(&report), report.text()] {
        assert!(text.len() < 8 << 20, "{}", text.len());
        assert!(text.contains("marks parts that were left out"));
    }
}

#[test]
fn an_invocation_is_read_back() {
    let json = json(&invocation());
    let read: Invocation = crate::stored::read_as(&json).unwrap();
    assert_eq!(self::json(&read), json);
    assert_eq!(read.text(), invocation().text());
}

#[test]
fn an_empty_recording_has_a_summary() {
    let summary = Summary { recording: "r".to_owned(), top: 5, ..Summary::default() };
    assert!(summary.text().contains("ended    cut off: the subject or the machine died, or it still runs\n"));
    assert!(summary.text().contains("recorded  0 on 0 threads\n"));
    assert!(html(&summary).contains("<h1>Recording r</h1>"));
    assert_eq!(InvocationList::default().text(), "\n  no invocations\n");
}
