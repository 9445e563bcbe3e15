//! The lines that a test's state would take as JSON or as XML.
//!
//! Tests that load their objects from data have that data beside them. Its length follows from the graph: as Jackson
//! prints it, a line for every field and two for the braces of an object, arrays in a row, and a shared object
//! wherever it is referred to; as XStream does, a line for every value, two for the tags of an object with parts, and an
//! object once, other references to it as such. Both print all fields.

use std::collections::BTreeSet;
use std::path::Path;

use reenact_base::Id;
use reenact_heap::{Forms, NodeId, Shape, ShapeKind, Value, shape};
use reenact_report::generated::Generated;
use reenact_verbs::inspect::Recording;

use crate::Result;

/// Lines of a test whose objects are read from data, beside the data and a line that reads it for each object: two to
/// begin, the call, an assertion, and one to end.
const TEST_LINES: u64 = 5;

/// Lines of data, or of tests that read their objects from data.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DataLines {
    /// Roots that are objects: each is a document of its own.
    documents: u64,
    pub json: u64,
    pub xml: u64,
}

/// Counts the lines that the kept tests would have if their receivers and arguments were data.
pub fn of_kept_tests(report: &Generated, recording: &Path) -> Result<DataLines> {
    let recording = Recording::read(recording, &())?;
    let reader = recording.reader(&())?;
    let kept: BTreeSet<u64> = report.files.iter().flat_map(|file| file.invocations.iter().copied()).collect();
    let indices: Vec<usize> = reader
        .invocations()
        .enumerate()
        .filter(|(_, head)| kept.contains(&head.id))
        .map(|(index, _)| index)
        .collect();
    let mut all = DataLines::default();
    for index in indices {
        let capture = reader.capture(index)?;
        let forms = Forms::new(reader.classes(), &capture.before);
        let lines = data_lines(forms.graph().len(), &capture.roots, &|node| shape(&forms, node));
        all.json = all.json.saturating_add(TEST_LINES + lines.documents + lines.json);
        all.xml = all.xml.saturating_add(TEST_LINES + lines.documents + lines.xml);
    }
    Ok(all)
}

type Shapes<'a> = &'a dyn Fn(NodeId) -> Option<Shape>;

/// Counts the lines of the state behind some roots, in a graph of so many nodes.
fn data_lines(nodes: usize, roots: &[Value], shapes: Shapes<'_>) -> DataLines {
    let mut lines = DataLines::default();
    let mut json = vec![Lines::New; nodes];
    for &root in roots {
        let Value::Reference(node) = root else { continue };
        let Some(shape) = shapes(node) else { continue };
        if shape.kind == ShapeKind::Plain {
            continue;
        }
        lines.documents += 1;
        lines.xml += u64::from(json.get(node.index()) != Some(&Lines::New));
        walk(shapes, node, &mut json, &mut lines);
        lines.json = lines.json.saturating_add(known(&json, root));
    }
    lines
}

/// The lines of a node in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    New,
    Open,
    Known(u64),
}

/// Visits the nodes that have not been visited, without recursion: lists may be as long as a graph is big.
fn walk(shapes: Shapes<'_>, root: NodeId, json: &mut [Lines], lines: &mut DataLines) {
    let mut open: Vec<(NodeId, Shape, usize)> = Vec::new();
    let enter = |node: NodeId, json: &mut [Lines], lines: &mut DataLines| {
        let shape = shapes(node)?;
        json[node.index()] = Lines::Open;
        lines.xml += xml_lines(&shape);
        Some((node, shape, 0))
    };
    if json.get(root.index()) == Some(&Lines::New) {
        open.extend(enter(root, json, lines));
    }
    while let Some((node, shape, next)) = open.last_mut() {
        match shape.children.get(*next).copied() {
            Some(Value::Reference(child)) => {
                *next += 1;
                match json.get(child.index()) {
                    Some(Lines::New) => open.extend(enter(child, json, lines)),
                    _ => lines.xml += 1,
                }
            }
            Some(_) => *next += 1,
            None => {
                let own = json_lines(shape, json);
                json[node.index()] = Lines::Known(own);
                open.pop();
            }
        }
    }
}

/// Lines of a value in JSON. An object within itself is written as its number.
fn known(json: &[Lines], value: Value) -> u64 {
    let Value::Reference(node) = value else { return 1 };
    match json.get(node.index()) {
        Some(Lines::Known(lines)) => *lines,
        _ => 1,
    }
}

fn json_lines(shape: &Shape, json: &[Lines]) -> u64 {
    let each = |values: &mut dyn Iterator<Item = &Value>| {
        values.fold(0u64, |sum, value| sum.saturating_add(known(json, *value)))
    };
    match shape.kind {
        ShapeKind::Plain | ShapeKind::Primitives(_) => 1,
        // The next one begins where the last one ends.
        ShapeKind::Row => (each(&mut shape.children.iter()) - shape.children.len() as u64).saturating_add(1),
        _ if shape.children.is_empty() => 1,
        ShapeKind::Map => 2u64.saturating_add(each(&mut shape.children.iter().skip(1).step_by(2))),
        ShapeKind::Object => 2u64.saturating_add(each(&mut shape.children.iter())),
    }
}

/// Lines of XML that are a node's own, including values that are not references.
fn xml_lines(shape: &Shape) -> u64 {
    let is_reference = |value: &&Value| matches!(value, Value::Reference(_));
    let references = shape.children.iter().filter(is_reference).count() as u64;
    let others = shape.children.len() as u64 - references;
    let nulls = shape.children.iter().filter(|value| matches!(value, Value::Null)).count() as u64;
    match shape.kind {
        ShapeKind::Plain => 1,
        ShapeKind::Primitives(0) => 1,
        ShapeKind::Primitives(length) => 2 + length,
        _ if shape.children.is_empty() => 1,
        ShapeKind::Row => 2 + others,
        ShapeKind::Map => 2 + others + shape.children.len() as u64,
        // Fields that are null are left out.
        ShapeKind::Object => 2 + others - nulls,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(number: usize) -> Value {
        Value::Reference(NodeId::from_index(number))
    }

    /// Checks a graph of shapes: documents, lines of JSON, lines of XML.
    fn check(shapes: &[(ShapeKind, &[Value])], roots: &[Value], expected: [u64; 3]) {
        let shape = |node: NodeId| {
            let (kind, children) = shapes.get(node.index())?;
            Some(Shape { kind: *kind, children: children.to_vec() })
        };
        let DataLines { documents, json, xml } = data_lines(shapes.len(), roots, &shape);
        assert_eq!([documents, json, xml], expected);
    }

    /// ```text
    /// {                        <Point>
    ///   "x" : 1,                 <x>1</x>
    ///   "name" : "a",            <name>a</name>
    ///   "next" : null          </Point>
    /// }
    /// ```
    #[test]
    fn a_line_a_field_and_two_an_object() {
        let point: &[Value] = &[Value::Int(1), node(0), Value::Null];
        check(
            &[(ShapeKind::Plain, &[]), (ShapeKind::Object, point)],
            &[node(1), Value::Int(7), node(0)],
            [1, 5, 4],
        );
    }

    /// ```text
    /// {                        <Pair>
    ///   "left" : [ {             <left>
    ///     "x" : 1                  <P>
    ///   }, {                         <x>1</x>
    ///     "x" : 1                  </P>
    ///   } ],                       <P reference="../P"/>
    ///   "right" : 2              </left>
    /// }                          <right>2</right>
    ///                          </Pair>
    /// ```
    #[test]
    fn shared_objects_are_repeated_in_json_and_referred_to_in_xml() {
        check(
            &[
                (ShapeKind::Object, &[Value::Int(1)]),
                (ShapeKind::Row, &[node(0), node(0)]),
                (ShapeKind::Object, &[node(1), Value::Int(2)]),
            ],
            &[node(2)],
            [1, 8, 9],
        );
    }

    /// ```text
    /// {                        <map>
    ///   "k" : 1                  <entry>
    /// }                            <string>k</string>
    ///                              <int>1</int>
    ///                            </entry>
    ///                          </map>
    /// ```
    #[test]
    fn entries_of_maps() {
        check(
            &[(ShapeKind::Plain, &[]), (ShapeKind::Plain, &[]), (ShapeKind::Map, &[node(0), node(1)])],
            &[node(2)],
            [1, 3, 6],
        );
    }

    #[test]
    fn cycles_end() {
        check(&[(ShapeKind::Object, &[node(0)])], &[node(0), node(0)], [2, 6, 4]);
    }
}
