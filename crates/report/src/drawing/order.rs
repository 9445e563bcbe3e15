//! Which place is above which, so that few edges cross.

use super::layout::{Layers, Link};

const STARTS: usize = 4;
const SWEEPS: usize = 12;

/// Orders the places of each layer by where their neighbours are, to and fro, and keeps the best order.
/// Where that leads depends on where it starts, so it starts several times.
pub(super) fn order(layers: &mut Layers) {
    let given = layers.layers.clone();
    let mut best = (crossings(layers), given.clone());
    for start in 0..STARTS {
        layers.layers = given.clone();
        for (number, layer) in layers.layers.iter_mut().enumerate().filter(|_| start > 0) {
            // Other orders, the same ones every time.
            layer.sort_by_key(|item| (item * 7 + number * 3 + 1) * (start * 2_654_435_761) % 1009);
        }
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let depth = layers.layers.len();
            let is_rightward = sweep % 2 == 0;
            let rounds: Vec<usize> = match is_rightward {
                true => (1..depth).collect(),
                false => (0..depth - 1).rev().collect(),
            };
            for layer in rounds {
                arrange(layers, layer, is_rightward);
            }
            exchange(layers);
            let found = crossings(layers);
            if found < best.0 {
                best = (found, layers.layers.clone());
            }
        }
    }
    layers.layers = best.1;
}

/// Exchanges neighbours within layers as long as that takes crossings away: means alone do not see them.
fn exchange(layers: &mut Layers) {
    for _ in 0..SWEEPS {
        let mut is_better = false;
        for layer in 0..layers.layers.len() {
            let ends = far_ends(layers, layer);
            let order = &mut layers.layers[layer];
            for at in 1..order.len() {
                let (above, below) = (&ends[order[at - 1]], &ends[order[at]]);
                if crossings_of(above, below) > crossings_of(below, above) {
                    order.swap(at - 1, at);
                    is_better = true;
                }
            }
        }
        if !is_better {
            break;
        }
    }
}

/// Where the edges of each item of a layer end: in the layer to the left, and in that to the right.
fn far_ends(layers: &Layers, layer: usize) -> Vec<[Vec<f64>; 2]> {
    let mut ends = vec![[Vec::new(), Vec::new()]; layers.items.len()];
    let port = |item: usize, port: f64| port / layers.heights[item].max(1.0);
    if layer > 0 {
        let place = positions(layers, &layers.layers[layer - 1]);
        for link in &layers.links[layer - 1] {
            ends[link.right][0].push(place[link.left] + port(link.left, link.left_port));
        }
    }
    if layer + 1 < layers.layers.len() {
        let place = positions(layers, &layers.layers[layer + 1]);
        for link in &layers.links[layer] {
            ends[link.left][1].push(place[link.right] + port(link.right, link.right_port));
        }
    }
    ends
}

/// How often edges of two neighbours cross each other if one is above the other.
fn crossings_of(above: &[Vec<f64>; 2], below: &[Vec<f64>; 2]) -> usize {
    let crossed = |one: &f64, others: &[f64]| others.iter().filter(|other| one > other).count();
    let sides = above.iter().zip(below);
    sides.map(|(above, below)| above.iter().map(|one| crossed(one, below)).sum::<usize>()).sum()
}

/// Orders one layer by the means of its neighbours on one side.
fn arrange(layers: &mut Layers, layer: usize, by_left: bool) {
    let links = if by_left { &layers.links[layer - 1] } else { &layers.links[layer] };
    let beside = if by_left { &layers.layers[layer - 1] } else { &layers.layers[layer + 1] };
    let place = positions(layers, beside);
    let mut sums = vec![(0.0, 0usize); layers.items.len()];
    for link in links {
        let (own, other, port) = match by_left {
            true => (link.right, link.left, link.left_port),
            false => (link.left, link.right, link.right_port),
        };
        let height = layers.heights[other].max(1.0);
        sums[own].0 += place[other] + port / height;
        sums[own].1 += 1;
    }
    let current = layers.layers[layer].clone();
    let mut keyed: Vec<(f64, usize)> = current
        .iter()
        .enumerate()
        .map(|(at, &item)| {
            let (sum, count) = sums[item];
            // Places without neighbours on this side stay where they are.
            (if count == 0 { at as f64 } else { sum / count as f64 }, item)
        })
        .collect();
    keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
    layers.layers[layer] = keyed.into_iter().map(|(_, item)| item).collect();
}

fn positions(layers: &Layers, layer: &[usize]) -> Vec<f64> {
    let mut place = vec![0.0; layers.items.len()];
    layer.iter().enumerate().for_each(|(at, &item)| place[item] = at as f64);
    place
}

/// How often edges cross in all.
fn crossings(layers: &Layers) -> usize {
    let between = |layer: usize| {
        let left = positions(layers, &layers.layers[layer]);
        let right = positions(layers, &layers.layers[layer + 1]);
        let ends = |link: &Link| {
            let port = |item: usize, port: f64| port / layers.heights[item].max(1.0);
            (
                left[link.left] + port(link.left, link.left_port),
                right[link.right] + port(link.right, link.right_port),
            )
        };
        let ends: Vec<(f64, f64)> = layers.links[layer].iter().map(ends).collect();
        let pairs =
            ends.iter().enumerate().flat_map(|(at, one)| ends[..at].iter().map(move |two| (one, two)));
        pairs.filter(|(one, two)| (one.0 - two.0) * (one.1 - two.1) < 0.0).count()
    };
    (0..layers.links.len()).map(between).sum()
}
