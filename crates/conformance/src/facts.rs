//! A JVM's answers about classes, compared with those of the class model.
//!
//! Both sides write the same lines, one fact each: a kind, what it is about, the answer. The JVM's are
//! written by `java/WorldFacts.java`, those of the class model here, for the same classes. A class that the JVM
//! does not load, and facts that it does not give of a class that it loads, are counted with the reason.

mod block;
mod classes;
mod jvm;
mod lines;
mod links;
mod members;
mod model;

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use block::Block;
use rayon::prelude::*;

pub use jvm::ask_jvm;
pub use model::Model;

/// The result of a comparison.
#[derive(Default)]
pub struct Comparison {
    /// How many facts were compared, by kind.
    pub compared: BTreeMap<String, usize>,
    /// How often something could not be compared.
    pub left_out: BTreeMap<LeftOut, usize>,
    pub differences: Vec<Difference>,
}

/// Facts that could not be compared, and why.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LeftOut {
    /// Of facts; or `loaded` or `linked`, for classes without which there are none.
    pub kind: String,
    /// All facts of the kind on a class, or one of them.
    pub scope: Scope,
    pub reason: String,
}

/// How much is left out at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    Class,
    Fact,
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

/// Compares what a JVM said, which [`ask_jvm`] wrote.
///
/// # Panics
///
/// When it cannot be read, or is something else.
pub fn compare(model: &Model<'_>, mut said: impl Read) -> Comparison {
    let mut comparison = Comparison::default();
    let mut text = String::new();
    loop {
        let read = said.by_ref().take(AT_ONCE).read_to_string(&mut text).expect("facts are in ASCII");
        // The facts of the last class may continue in the next lines.
        let end = if read == 0 { text.len() } else { text.rfind("\n!class\t").map_or(0, |line| line + 1) };
        let some = Block::all(&text[..end])
            .into_par_iter()
            .fold(Comparison::default, |mut comparison, mut block| {
                model.leave_out(&mut block);
                comparison.add(&block, &model.facts(&block));
                comparison
            })
            .reduce(Comparison::default, Comparison::join);
        comparison = comparison.join(some);
        text.drain(..end);
        if read == 0 {
            return comparison;
        }
    }
}

/// How many bytes of facts are compared at a time: there are more than should be in memory.
const AT_ONCE: u64 = 32 << 20;

impl Comparison {
    /// Compares the facts on one class.
    fn add(&mut self, block: &Block<'_>, modelled: &str) {
        for &(reason, kind, about) in &block.without {
            let scope = if about.is_empty() { Scope::Class } else { Scope::Fact };
            let left_out = LeftOut { kind: kind.to_owned(), scope, reason: reason.to_owned() };
            *self.left_out.entry(left_out).or_default() += 1;
        }
        let is_compared = |fact: &&str| !block.is_without(fact);
        let mut modelled: Vec<&str> = modelled.lines().filter(is_compared).collect();
        let mut said: Vec<&str> = block.facts.iter().copied().filter(is_compared).collect();
        modelled.sort_unstable();
        modelled.dedup();
        said.sort_unstable();
        said.dedup();
        let mut modelled = modelled.into_iter().peekable();
        for fact in said {
            while let Some(own) = modelled.next_if(|own| *own < fact) {
                self.differ(block, own, Side::World);
            }
            match modelled.next_if_eq(&fact) {
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
        modelled.for_each(|own| self.differ(block, own, Side::World));
    }

    /// How many facts were found equal.
    pub fn total(&self) -> usize {
        self.compared.values().sum()
    }

    /// Of how many classes all facts of a kind were left out.
    pub fn classes_without(&self, kind: &str) -> usize {
        let of_kind = |left_out: &LeftOut| left_out.kind == kind && left_out.scope == Scope::Class;
        self.left_out.iter().filter(|(left_out, _)| of_kind(left_out)).map(|(_, count)| count).sum()
    }

    fn differ(&mut self, block: &Block<'_>, fact: &str, only: Side) {
        self.differences.push(Difference {
            class: block.class.clone().into_owned(),
            fact: fact.to_owned(),
            only,
        });
    }

    fn join(mut self, other: Comparison) -> Comparison {
        for (kind, count) in other.compared {
            *self.compared.entry(kind).or_default() += count;
        }
        for (left_out, count) in other.left_out {
            *self.left_out.entry(left_out).or_default() += count;
        }
        self.differences.extend(other.differences);
        self
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} facts are equal:", self.total())?;
        self.compared.iter().try_for_each(|(kind, count)| writeln!(f, "  {count:>9} {kind}"))?;
        self.left_out.iter().try_for_each(|(LeftOut { kind, scope, reason }, count)| {
            let what = match scope {
                Scope::Class => "classes'",
                Scope::Fact => "single",
            };
            writeln!(f, "  {count:>9} {what} facts left out: {kind} ({reason})")
        })
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
