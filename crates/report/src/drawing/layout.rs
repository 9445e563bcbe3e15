//! Where boxes and edges go: layers from left to right.
//!
//! 1. Edges that close a cycle are turned around while places are looked for.
//! 2. Each box is in a layer to the right of all that lead to it.
//! 3. An edge that passes a layer gets a place in it, like a box without a face.
//! 4. Places within layers are ordered so that few edges cross ([`super::order`]).
//! 5. Places get heights so that edges are straight where they can be ([`super::place`]).
//!
//! Between layers edges are curves, across layers they are level, in places of their own: so none passes
//! behind a box.

use super::{Diagram, HEAD, order, place};

/// Room between layers: edges need it to bend.
const GAP: f64 = 58.0;
const MARGIN: f64 = 18.0;

/// Where everything is.
pub(crate) struct Layout {
    pub width: f64,
    pub height: f64,
    /// The upper left corners of the boxes.
    pub boxes: Vec<(f64, f64)>,
    /// In the order of the edges.
    pub paths: Vec<Path>,
}

/// How an edge runs.
pub(crate) struct Path {
    /// In SVG's words, from left to right.
    pub curve: String,
    /// Whether it leads back: from the left side of its row to the right side of its box.
    pub is_back: bool,
    pub start: (f64, f64),
    pub end: (f64, f64),
}

/// A place in a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Box(usize),
    /// Edge that passes by.
    Pass(usize),
}

/// Edges between neighbouring layers, with how far below the tops of their places they begin and end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub left: usize,
    pub left_port: f64,
    pub right: usize,
    pub right_port: f64,
}

/// All layers. Items are known by their numbers.
pub(super) struct Layers {
    pub items: Vec<Item>,
    pub heights: Vec<f64>,
    /// Numbers of items from the top down.
    pub layers: Vec<Vec<usize>>,
    /// Between layer n and layer n + 1.
    pub links: Vec<Vec<Link>>,
}

pub(crate) fn layout(diagram: &Diagram) -> Layout {
    let count = diagram.boxes.len();
    if count == 0 {
        return Layout { width: 0.0, height: 0.0, boxes: Vec::new(), paths: Vec::new() };
    }
    let is_back = back_edges(diagram);
    let layer_of = assign_layers(diagram, &is_back);
    let mut layers = Layers::new(diagram, &is_back, &layer_of);
    order::order(&mut layers);
    let tops = place::place(&layers);

    let depth = layers.layers.len();
    let widest = |layer: usize| {
        let boxes = (0..count).filter(|&at| layer_of[at] == layer).map(|at| diagram.boxes[at].width());
        boxes.fold(0.0, f64::max)
    };
    let mut lefts = vec![MARGIN; depth];
    let mut rights = vec![MARGIN; depth];
    for layer in 0..depth {
        if layer > 0 {
            // Many edges between two layers need more room to tell them apart.
            let crowd = layers.links[layer - 1].len().min(24) as f64 * 2.0;
            lefts[layer] = rights[layer - 1] + GAP + crowd;
        }
        rights[layer] = lefts[layer] + widest(layer);
    }
    let boxes: Vec<(f64, f64)> = (0..count).map(|at| (lefts[layer_of[at]], MARGIN + tops[at])).collect();
    let passing = |edge: usize, layer: usize| {
        let item = layers.layers[layer].iter().find(|&&item| layers.items[item] == Item::Pass(edge));
        item.map_or(0.0, |&item| MARGIN + tops[item] + layers.heights[item] / 2.0)
    };
    let mut paths = Vec::new();
    for (number, edge) in diagram.edges.iter().enumerate() {
        let row = boxes[edge.from].1 + diagram.boxes[edge.from].row_middle(edge.row);
        let head = boxes[edge.to].1 + HEAD / 2.0;
        let right_of = |at: usize| boxes[at].0 + diagram.boxes[at].width();
        if edge.from == edge.to {
            let x = right_of(edge.from);
            let curve =
                format!("M{x:.1},{row:.1}C{0:.1},{row:.1} {0:.1},{head:.1} {x:.1},{head:.1}", x + 34.0);
            paths.push(Path { curve, is_back: false, start: (x, row), end: (x, head) });
            continue;
        }
        let back = is_back[number];
        let (left, right) = if back { (edge.to, edge.from) } else { (edge.from, edge.to) };
        let (left_y, right_y) = if back { (head, row) } else { (row, head) };
        let start = (right_of(left), left_y);
        let end = (boxes[right].0, right_y);
        let mut curve = format!("M{:.1},{:.1}", start.0, start.1);
        let (mut x, mut y) = (rights[layer_of[left]], left_y);
        curve.push_str(&format!("H{x:.1}"));
        for layer in layer_of[left] + 1..=layer_of[right] {
            let is_last = layer == layer_of[right];
            let next = if is_last { right_y } else { passing(number, layer) };
            let bend = (lefts[layer] - x) * 0.5;
            curve.push_str(&format!(
                "C{:.1},{y:.1} {:.1},{next:.1} {:.1},{next:.1}",
                x + bend,
                lefts[layer] - bend,
                lefts[layer]
            ));
            (x, y) = (rights[layer], next);
            if !is_last {
                curve.push_str(&format!("H{x:.1}"));
            }
        }
        paths.push(Path { curve, is_back: back, start, end });
    }
    let bottoms = (0..layers.items.len()).map(|item| tops[item] + layers.heights[item]);
    let height = bottoms.fold(0.0, f64::max) + 2.0 * MARGIN;
    // A box that refers to itself has a curve at its right side.
    Layout { width: rights[depth - 1] + 2.0 * MARGIN + 14.0, height, boxes, paths }
}

/// Which edges lead back to a box that a walk in depth is still in.
fn back_edges(diagram: &Diagram) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        Not,
        In,
        Done,
    }
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); diagram.boxes.len()];
    diagram.edges.iter().enumerate().for_each(|(number, edge)| leaving[edge.from].push(number));
    let mut visits = vec![Visit::Not; diagram.boxes.len()];
    let mut is_back = vec![false; diagram.edges.len()];
    for start in 0..diagram.boxes.len() {
        if visits[start] != Visit::Not {
            continue;
        }
        visits[start] = Visit::In;
        let mut path = vec![(start, 0)];
        while let Some((at, next)) = path.last_mut() {
            let Some(&number) = leaving[*at].get(*next) else {
                visits[*at] = Visit::Done;
                path.pop();
                continue;
            };
            *next += 1;
            let to = diagram.edges[number].to;
            match visits[to] {
                Visit::In => is_back[number] = true,
                Visit::Done => {}
                Visit::Not => {
                    visits[to] = Visit::In;
                    path.push((to, 0));
                }
            }
        }
    }
    is_back
}

/// Longest paths: every edge that is not turned around leads to a layer further right.
fn assign_layers(diagram: &Diagram, is_back: &[bool]) -> Vec<usize> {
    let forward = || {
        let edges = diagram.edges.iter().zip(is_back).filter(|(edge, _)| edge.from != edge.to);
        edges.map(|(edge, back)| if *back { (edge.to, edge.from) } else { (edge.from, edge.to) })
    };
    let mut layer_of = vec![0; diagram.boxes.len()];
    // Without cycles, this settles after as many rounds as there are layers.
    for _ in 0..diagram.boxes.len() {
        let mut is_settled = true;
        for (from, to) in forward() {
            if layer_of[to] <= layer_of[from] {
                layer_of[to] = layer_of[from] + 1;
                is_settled = false;
            }
        }
        if is_settled {
            break;
        }
    }
    layer_of
}

impl Layers {
    fn new(diagram: &Diagram, is_back: &[bool], layer_of: &[usize]) -> Layers {
        let depth = layer_of.iter().max().map_or(1, |deepest| deepest + 1);
        let mut layers = Layers {
            items: Vec::new(),
            heights: Vec::new(),
            layers: vec![Vec::new(); depth],
            links: vec![Vec::new(); depth - 1],
        };
        for (at, shown) in diagram.boxes.iter().enumerate() {
            layers.add(layer_of[at], Item::Box(at), shown.height());
        }
        for (number, edge) in diagram.edges.iter().enumerate().filter(|(_, edge)| edge.from != edge.to) {
            let (row, head) = (diagram.boxes[edge.from].row_middle(edge.row), HEAD / 2.0);
            let (left, right, left_port, right_port) = match is_back[number] {
                false => (edge.from, edge.to, row, head),
                true => (edge.to, edge.from, head, row),
            };
            let (mut item, mut port) = (left, left_port);
            for layer in layer_of[left] + 1..layer_of[right] {
                const HEIGHT: f64 = 10.0;
                let pass = layers.add(layer, Item::Pass(number), HEIGHT);
                layers.links[layer - 1].push(Link {
                    left: item,
                    left_port: port,
                    right: pass,
                    right_port: HEIGHT / 2.0,
                });
                (item, port) = (pass, HEIGHT / 2.0);
            }
            layers.links[layer_of[right] - 1].push(Link { left: item, left_port: port, right, right_port });
        }
        layers
    }

    fn add(&mut self, layer: usize, item: Item, height: f64) -> usize {
        let number = self.items.len();
        self.items.push(item);
        self.heights.push(height);
        self.layers[layer].push(number);
        number
    }
}
