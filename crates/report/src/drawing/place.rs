//! How far down each place is, so that edges are straight where they can be.

use super::layout::{Item, Layers};

const SWEEPS: usize = 24;
/// Edges that pass by are worth more than boxes: a bend in them has no reason.
const PASS_WEIGHT: f64 = 4.0;

/// The tops of all items. Places keep their order and do not touch.
pub(super) fn place(layers: &Layers) -> Vec<f64> {
    let mut tops = vec![0.0; layers.items.len()];
    for layer in &layers.layers {
        let mut y = 0.0;
        for (at, &item) in layer.iter().enumerate() {
            y += if at == 0 { 0.0 } else { gap(layers, layer[at - 1], item) };
            tops[item] = y;
            y += layers.heights[item];
        }
    }
    for sweep in 0..SWEEPS {
        let depth = layers.layers.len();
        let is_rightward = sweep % 2 == 0;
        for step in 0..depth {
            let layer = if is_rightward { step } else { depth - 1 - step };
            settle(layers, layer, &mut tops, is_rightward, sweep + 2 >= SWEEPS);
        }
    }
    let highest = tops.iter().copied().fold(f64::INFINITY, f64::min);
    tops.iter_mut().for_each(|top| *top -= highest);
    tops
}

/// Moves the places of a layer to where their neighbours want them, as far as order and gaps allow.
fn settle(layers: &Layers, layer: usize, tops: &mut [f64], by_left: bool, by_both: bool) {
    let mut wishes: Vec<(f64, f64)> = vec![(0.0, 0.0); layers.items.len()];
    let mut wish = |own: usize, top: f64, other: usize| {
        let is_straight = matches!((layers.items[own], layers.items[other]), (Item::Pass(_), Item::Pass(_)));
        let weight = if is_straight { PASS_WEIGHT } else { 1.0 };
        wishes[own].0 += top * weight;
        wishes[own].1 += weight;
    };
    if layer > 0 && (by_left || by_both) {
        for link in &layers.links[layer - 1] {
            wish(link.right, tops[link.left] + link.left_port - link.right_port, link.left);
        }
    }
    if layer + 1 < layers.layers.len() && (!by_left || by_both) {
        for link in &layers.links[layer] {
            wish(link.left, tops[link.right] + link.right_port - link.left_port, link.right);
        }
    }
    let items = &layers.layers[layer];
    // With what is above an item taken off, order and gaps say that numbers must not fall; the nearest
    // such numbers to the wishes are the means of runs that are out of order.
    let mut above = 0.0;
    let mut offsets = Vec::with_capacity(items.len());
    let mut runs: Vec<(f64, f64, usize)> = Vec::new();
    for (at, &item) in items.iter().enumerate() {
        above += if at == 0 { 0.0 } else { gap(layers, items[at - 1], item) };
        offsets.push(above);
        let (sum, weight) = wishes[item];
        // Who has no neighbours on this side wants to stay, but not much.
        let (sum, weight) = if weight == 0.0 { (tops[item] * 0.1, 0.1) } else { (sum, weight) };
        runs.push((sum - above * weight, weight, 1));
        above += layers.heights[item];
        while let [.., one, two] = runs[..]
            && one.0 / one.1 > two.0 / two.1
        {
            runs.pop();
            runs.pop();
            runs.push((one.0 + two.0, one.1 + two.1, one.2 + two.2));
        }
    }
    let settled = runs.iter().flat_map(|(sum, weight, count)| std::iter::repeat_n(sum / weight, *count));
    for ((&item, offset), settled) in items.iter().zip(offsets).zip(settled) {
        tops[item] = settled + offset;
    }
}

fn gap(layers: &Layers, above: usize, below: usize) -> f64 {
    match (layers.items[above], layers.items[below]) {
        (Item::Box(_), Item::Box(_)) => 20.0,
        (Item::Pass(_), Item::Pass(_)) => 4.0,
        _ => 10.0,
    }
}
