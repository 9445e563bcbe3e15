//! No two boxes overlap, and no edge passes behind a box that it does not belong to.

use super::layout::{Layout, Path, layout};
use super::*;

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

fn diagram(numbers: &mut Numbers, boxes: usize, edges: usize) -> Diagram {
    let mut diagram = Diagram::default();
    for at in 0..boxes {
        let row = |_| Row::fit("field", &"v".repeat(at % 30), None, RowChange::Same);
        diagram.boxes.push(Box {
            id: Some(at as u32),
            title: "T".repeat(1 + at % 20),
            full_title: String::new(),
            tag: "",
            look: "plain",
            rows: (0..1 + numbers.below(6)).map(row).collect(),
        });
    }
    let edge = |from: usize, numbers: &mut Numbers, diagram: &Diagram, to: usize| Edge {
        from,
        row: numbers.below(diagram.boxes[from].rows.len()),
        to,
        look: "",
    };
    // All boxes can be reached, and then some edges go anywhere: back, to themselves, twice.
    for to in 1..boxes {
        let made = edge(numbers.below(to), numbers, &diagram, to);
        diagram.edges.push(made);
    }
    for _ in 0..edges {
        let (from, to) = (numbers.below(boxes), numbers.below(boxes));
        let made = edge(from, numbers, &diagram, to);
        diagram.edges.push(made);
    }
    diagram
}

/// Points along a path: of the forms that paths have here, `M`, `H` and `C`.
fn points(path: &Path) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    let mut at = (0.0, 0.0);
    let spaced = path.curve.replace('M', " M ").replace('H', " H ").replace('C', " C ").replace(',', " ");
    let mut words = spaced.split_whitespace();
    while let Some(command) = words.next() {
        let mut number = || words.next().unwrap().parse::<f64>().unwrap();
        match command {
            "M" => at = (number(), number()),
            "H" => at.0 = number(),
            "C" => {
                let (one, two, end) = ((number(), number()), (number(), number()), (number(), number()));
                for step in 1..=20 {
                    let (t, u) = (f64::from(step) / 20.0, 1.0 - f64::from(step) / 20.0);
                    let mix = |a: f64, b: f64, c: f64, d: f64| {
                        u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
                    };
                    points.push((mix(at.0, one.0, two.0, end.0), mix(at.1, one.1, two.1, end.1)));
                }
                at = end;
            }
            other => panic!("{other}"),
        }
        points.push(at);
    }
    points
}

fn check(diagram: &Diagram) {
    let laid: Layout = layout(diagram);
    let area = |at: usize| {
        let ((x, y), shown) = (laid.boxes[at], &diagram.boxes[at]);
        (x, y, x + shown.width(), y + shown.height())
    };
    for one in 0..diagram.boxes.len() {
        let a = area(one);
        assert!(a.0 >= 0.0 && a.1 >= 0.0 && a.2 <= laid.width && a.3 <= laid.height, "box {one} is outside");
        for two in 0..one {
            let b = area(two);
            let overlaps = a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3;
            assert!(!overlaps, "boxes {one} and {two} overlap");
        }
    }
    for (edge, path) in diagram.edges.iter().zip(&laid.paths) {
        for (x, y) in points(path) {
            for at in (0..diagram.boxes.len()).filter(|at| *at != edge.from && *at != edge.to) {
                let (left, top, right, bottom) = area(at);
                let is_behind = x > left + 0.5 && x < right - 0.5 && y > top && y < bottom;
                assert!(!is_behind, "an edge from {} to {} passes behind {at}", edge.from, edge.to);
            }
        }
        assert!(path.is_back || edge.from == edge.to || path.start.0 < path.end.0);
    }
}

#[test]
fn boxes_and_edges_keep_out_of_each_others_way() {
    let mut numbers = Numbers(0x5eed_1234_5678_9abc);
    for round in 0..24 {
        let boxes = 1 + numbers.below(49);
        let made = diagram(&mut numbers, boxes, 2 * round);
        check(&made);
    }
    check(&Diagram::default());
}

#[test]
fn the_same_diagram_gives_the_same_drawing() {
    let drawn = || svg::svg(&diagram(&mut Numbers(7), 20, 20), "t", "o");
    assert_eq!(drawn(), drawn());
}

/// Two rows that lead to two boxes in the other order need not cross.
#[test]
fn crossings_that_need_not_be_are_not() {
    let row = || Row::fit("f", "", None, RowChange::Same);
    let shown = |rows: usize| Box {
        id: None,
        title: "T".to_owned(),
        full_title: String::new(),
        tag: "",
        look: "plain",
        rows: (0..rows).map(|_| row()).collect(),
    };
    let edge = |from, row, to| Edge { from, row, to, look: "" };
    let diagram =
        Diagram { boxes: vec![shown(2), shown(1), shown(1)], edges: vec![edge(0, 0, 2), edge(0, 1, 1)] };
    let laid = layout(&diagram);
    assert!(laid.boxes[2].1 < laid.boxes[1].1, "{:?}", laid.boxes);
}

#[test]
fn texts_are_cut_to_their_cells() {
    assert_eq!(fit("abc", 3), "abc");
    assert_eq!(fit("abcd", 3), "ab…");
    assert_eq!(fit("日本語", 5), "日本…");
    assert_eq!(cells("日本語"), 6);
    assert_eq!(fit("abc", 0), "…");
    let row = Row::fit(&"l".repeat(99), &"t".repeat(99), Some(&"o".repeat(99)), RowChange::Changed);
    assert!(row.cells() <= LONGEST + 2, "{}", row.cells());
}
