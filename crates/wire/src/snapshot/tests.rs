use proptest::prelude::*;

use super::*;

#[test]
fn requests_come_back() {
    let cells = vec![Cell { holder: 7, slot: 0 }, Cell { holder: 300_000, slot: 12 }];
    for request in [
        Request::Take,
        Request::Changes { most: 1000 },
        Request::Restore(CellSet::All),
        Request::Restore(CellSet::Only(cells.clone())),
        Request::Restore(CellSet::Units(vec!["p.A.b".to_owned()])),
        Request::Restore(CellSet::AllButUnits(vec![])),
        Request::Describe(cells.clone()),
        Request::Watch(cells),
        Request::Accesses,
        Request::Classes,
        Request::Drop,
    ] {
        assert_eq!(Request::decode(&request.encode()), Ok(request));
    }
}

#[test]
fn answers_come_back() {
    let cell = Cell { holder: 3, slot: 1 };
    let steps = vec![
        Step {
            holder: "p/Registry".to_owned(),
            is_jdk: false,
            place: Place::Static { name: "entries".to_owned(), descriptor: "Ljava/util/Map;".to_owned() },
        },
        Step { holder: "[Ljava/lang/Object;".to_owned(), is_jdk: true, place: Place::Index(3) },
    ];
    let object = Summary::Object { class: "p/A".to_owned(), text: Some("x".to_owned()), identity: -5 };
    let change = |clean: Summary| Change {
        cell,
        unit: Cell { holder: 1, slot: 2 },
        path: Path { steps: steps.clone() },
        clean,
        now: object.clone(),
        is_final: true,
    };
    let values = [
        Summary::Null,
        Summary::Boolean(true),
        Summary::Byte(-1),
        Summary::Char(0xffff),
        Summary::Short(-300),
        Summary::Int(i32::MIN),
        Summary::Long(i64::MIN),
        Summary::Float(f32::NAN.to_bits()),
        Summary::Double((-0.0f64).to_bits()),
    ];
    let graph = Graph {
        classes: vec![GraphClass {
            name: "p/A".to_owned(),
            superclass: None,
            fields: vec![("x".to_owned(), "I".to_owned())],
        }],
        nodes: vec![
            GraphNode::Object { class: 0, fields: vec![GraphValue::Bits(u64::MAX), GraphValue::Null] },
            GraphNode::Array { class: 0, elements: vec![GraphValue::Node(0)] },
            GraphNode::Primitives { class: 0, bytes: vec![1, 2] },
            GraphNode::String(vec![0xd800, 65]),
            GraphNode::ClassObject("p/A".to_owned()),
            GraphNode::Opaque { class: 0 },
            GraphNode::Cut { class: 0 },
        ],
        root: GraphValue::Node(1),
    };
    let frame = Frame {
        class: "p/A".to_owned(),
        method: "m".to_owned(),
        file: "A.java".to_owned(),
        line: 7,
        is_jdk: false,
    };
    for answer in [
        Answer::Taken(Taken { classes: 1, objects: 2, cells: 3, left_out: 4, micros: 5 }),
        Answer::Changes { changes: values.into_iter().map(change).collect(), more: 9 },
        Answer::Restored { cells: 1, refused: 2 },
        Answer::Described(vec![(graph, Graph::default())]),
        Answer::Watching,
        Answer::Accesses(vec![Access { cell, is_write: true, frames: vec![frame] }]),
        Answer::Classes(vec![ClassState { name: "p/A".to_owned(), has_failed: true }]),
        Answer::Dropped,
        Answer::Failed("no snapshot".to_owned()),
    ] {
        assert_eq!(Answer::decode(&answer.encode()), Ok(answer));
    }
}

proptest! {
    /// Both ends are processes that may break: bytes are read or refused, and hostile counts allocate nothing.
    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let _ = Request::decode(&bytes);
        let _ = Answer::decode(&bytes);
    }
}
