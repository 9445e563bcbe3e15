//! Where in a graph something is, as a person would write it: `order.lines[2].quantity`, `map["k"]`.

use crate::describe::describe;
use crate::graph::NodeId;
use crate::logical::Forms;
use crate::value::Value;

/// One step from an object to what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step<'g> {
    /// A receiver, an argument or a result, by its number.
    Root(usize),
    /// A field, or a part that a logical form has by name.
    Field(&'g str),
    Index(usize),
    /// The value of a key.
    Key(Value),
    /// A key itself, of a map that has an order.
    KeyAt(usize),
    /// An element of a set without an order.
    Element(Value),
    /// From a view to what it shows.
    Through,
}

/// A place that was reached, by its number. Steps are kept once however many places lie behind them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u32);

/// The places that a walk has reached.
#[derive(Default)]
pub(crate) struct Places<'g> {
    steps: Vec<(Option<Place>, Step<'g>, Value)>,
}

impl<'g> Places<'g> {
    /// Adds the place one step further, where `value` is.
    pub fn beyond(&mut self, from: Option<Place>, step: Step<'g>, value: Value) -> Place {
        // Past four thousand million places, paths are wrong rather than anything else.
        let place = Place(u32::try_from(self.steps.len()).unwrap_or(u32::MAX));
        self.steps.push((from, step, value));
        place
    }

    /// Returns the objects on the way from the root to a place, the one at the place itself left out.
    pub fn holders(&self, place: Place) -> Vec<NodeId> {
        let from = |place: Place| self.steps.get(place.0 as usize).and_then(|(from, ..)| *from);
        let above = std::iter::successors(from(place), |&place| from(place));
        let mut holders: Vec<NodeId> = above
            .filter_map(|place| match self.steps.get(place.0 as usize) {
                Some((_, _, Value::Reference(node))) => Some(*node),
                _ => None,
            })
            .collect();
        holders.reverse();
        holders
    }

    /// Renders the path of a place. Keys are described as they are in the graph that was walked.
    pub fn path(&self, place: Place, forms: &Forms<'g>, roots: &[&str]) -> String {
        let mut steps = Vec::new();
        let mut next = Some(place);
        while let Some(place) = next {
            let Some((from, step, _)) = self.steps.get(place.0 as usize) else { break };
            steps.push(*step);
            next = *from;
        }
        let mut path = String::new();
        for step in elided(steps) {
            match step {
                None => path += "…",
                Some(Step::Root(number)) => path += roots.get(number).copied().unwrap_or("?"),
                Some(Step::Field(name)) => {
                    path += if path.is_empty() { "" } else { "." };
                    path += name;
                }
                Some(Step::Index(index)) => path += &format!("[{index}]"),
                Some(Step::Key(key)) => path += &format!("[{}]", describe(forms, key)),
                Some(Step::KeyAt(index)) => path += &format!(".keys[{index}]"),
                Some(Step::Element(element)) => path += &format!("{{{}}}", describe(forms, element)),
                Some(Step::Through) => {}
            }
        }
        path
    }
}

/// Steps from the root on. A path through a million links is not for reading: its middle is left out.
fn elided(mut steps: Vec<Step>) -> impl Iterator<Item = Option<Step>> {
    const SHOWN: usize = 40;
    steps.reverse();
    let hidden = if steps.len() > 2 * SHOWN { SHOWN..steps.len() - SHOWN } else { 0..0 };
    let first = hidden.start;
    let shown = move |(at, step)| match hidden.contains(&at) {
        true => (at == first).then_some(None),
        false => Some(Some(step)),
    };
    steps.into_iter().enumerate().filter_map(shown)
}
