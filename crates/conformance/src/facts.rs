//! What a JVM says of classes, held against what the class model says of them.
//!
//! Both sides write the same lines, one fact each: a kind, what it is about, the answer. The JVM's are
//! written by `java/WorldFacts.java`, the model's by [`tell`] for the same classes. A class that the JVM
//! does not load, and what it does not tell of a class that it loads, are counted with the reason.

mod block;
mod jvm;
mod lines;
mod links;
mod members;
mod world;

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use rayon::prelude::*;
use reenact_world::World;

pub use block::Block;
pub use jvm::ask_jvm;
pub use world::{Model, tell};

/// What came of comparing.
#[derive(Default)]
pub struct Comparison {
    /// How many facts were compared, by kind.
    pub compared: BTreeMap<String, usize>,
    /// How many facts, or classes' facts of a kind, the JVM does not tell, by kind and reason.
    pub left_out: BTreeMap<String, usize>,
    pub differences: Vec<Difference>,
}

/// A fact that only one side has; an answer that differs is one on each side.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Difference {
    pub class: String,
    /// Kind, what it is about, and answer.
    pub fact: String,
    pub only: Side,
}

/// Who says so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    Jvm,
    World,
}

/// Compares all that a JVM said, which [`ask_jvm`] gives.
pub fn compare(jvm: &str, world: &World) -> Comparison {
    let blocks = Block::all(jvm);
    let loaded: HashSet<&str> =
        blocks.iter().filter(|block| block.is_loaded()).map(|block| block.class).collect();
    let model = Model::new(world, &loaded);
    blocks
        .par_iter()
        .fold(Comparison::default, |mut comparison, block| {
            comparison.add(block, &tell(&model, block));
            comparison
        })
        .reduce(Comparison::default, Comparison::join)
}

impl Comparison {
    /// Compares the facts on one class.
    pub fn add(&mut self, block: &Block<'_>, told: &str) {
        for &(reason, kind, about) in &block.without {
            let what = if about.is_empty() { "class" } else { "fact" };
            *self.left_out.entry(format!("{kind} of a {what}: {reason}")).or_default() += 1;
        }
        let is_compared = |fact: &&str| !block.is_without(fact);
        let mut told: Vec<&str> = told.lines().filter(is_compared).collect();
        let mut said: Vec<&str> = block.facts.iter().copied().filter(is_compared).collect();
        told.sort_unstable();
        told.dedup();
        said.sort_unstable();
        said.dedup();
        let mut told = told.into_iter().peekable();
        for fact in said {
            while let Some(own) = told.next_if(|own| *own < fact) {
                self.differ(block, own, Side::World);
            }
            match told.next_if_eq(&fact) {
                Some(_) => {
                    let kind = fact.split('\t').next().unwrap_or_default();
                    match self.compared.get_mut(kind) {
                        Some(count) => *count += 1,
                        None => drop(self.compared.insert(kind.to_owned(), 1)),
                    }
                }
                None => self.differ(block, fact, Side::Jvm),
            }
        }
        told.for_each(|own| self.differ(block, own, Side::World));
    }

    /// How many facts were found equal.
    pub fn total(&self) -> usize {
        self.compared.values().sum()
    }

    fn differ(&mut self, block: &Block<'_>, fact: &str, only: Side) {
        self.differences.push(Difference { class: block.class.to_owned(), fact: fact.to_owned(), only });
    }

    fn join(mut self, other: Comparison) -> Comparison {
        for (counts, more) in [(&mut self.compared, other.compared), (&mut self.left_out, other.left_out)] {
            more.into_iter().for_each(|(key, count)| *counts.entry(key).or_default() += count);
        }
        self.differences.extend(other.differences);
        self
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} facts are equal:", self.total())?;
        self.compared.iter().try_for_each(|(kind, count)| writeln!(f, "  {count:>9} {kind}"))?;
        self.left_out.iter().try_for_each(|(kind, count)| writeln!(f, "  {count:>9} left out: {kind}"))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.only {
            Side::Jvm => "the JVM alone says",
            Side::World => "the world alone says",
        };
        write!(f, "{}: {side} {}", self.class, self.fact.replace('\t', " | "))
    }
}
