//! The parameters that the terms of a path depend on.
//!
//! Thousands of objects are compared with one path, and arguments are chosen for each of them by the conditions that are about a
//! parameter. So this is computed once for a path, as a least fixed point: terms may depend on each other, since calls that
//! are made on one object may name each other.

use std::sync::OnceLock;

use reenact_flow::paths::{Path, Target as Place};
use reenact_flow::term::{Term, TermId, Terms};
use rustc_hash::FxHashMap;

/// A bit for each parameter; a method has at most 255.
type Parameters = [u64; 4];

/// The parameters that the terms of a path depend on, computed when first asked for.
#[derive(Default)]
pub(crate) struct Mentions(OnceLock<FxHashMap<TermId, Parameters>>);

impl Mentions {
    /// Returns true if a term of the path depends on a parameter.
    pub fn contains(&self, terms: &Terms, path: &Path, term: TermId, parameter: u16) -> bool {
        let known = self.0.get_or_init(|| Dependencies::new(terms, path).solve(roots(path)));
        let has = |parameters: &Parameters| {
            parameters.get(usize::from(parameter / 64)).is_some_and(|word| word >> (parameter % 64) & 1 != 0)
        };
        match known.get(&term) {
            Some(parameters) => has(parameters),
            // It is none of the path's own, such as the term for a field that the path does not write.
            None => Dependencies::new(terms, path).solve([term]).get(&term).is_some_and(has),
        }
    }
}

/// Returns the terms that a path names.
fn roots(path: &Path) -> impl Iterator<Item = TermId> {
    let conditions = path.conditions.iter().flat_map(|condition| [condition.left, condition.right]);
    let calls = path.calls.iter().flat_map(|call| call.arguments.iter().copied());
    let stores = path.stores.iter().flat_map(|store| match store.target {
        Place::Field(of, _) => [Some(of), None, Some(store.value)],
        Place::Element(of, at) => [Some(of), Some(at), Some(store.value)],
        Place::StaticField(_) => [None, None, Some(store.value)],
    });
    conditions.chain(calls).chain(stores.flatten()).chain(path.result)
}

/// The terms that a term is computed from.
struct Dependencies<'t> {
    terms: &'t Terms,
    path: &'t Path,
    /// The terms that calls and stores put into objects, by object.
    contents: FxHashMap<TermId, Vec<TermId>>,
}

impl<'t> Dependencies<'t> {
    fn new(terms: &'t Terms, path: &'t Path) -> Self {
        let mut contents: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
        for call in &path.calls {
            if let [of, given @ ..] = call.arguments.as_slice() {
                contents.entry(*of).or_default().extend(given);
            }
        }
        for store in &path.stores {
            if let Place::Field(of, _) | Place::Element(of, _) = store.target {
                contents.entry(of).or_default().push(store.value);
            }
        }
        Dependencies { terms, path, contents }
    }

    fn of(&self, term: TermId) -> Vec<TermId> {
        match &self.terms[term] {
            Term::Result(number) => {
                self.path.calls.get(*number as usize).map_or(Vec::new(), |call| call.arguments.clone())
            }
            Term::Fresh(_) => self.contents.get(&term).cloned().unwrap_or_default(),
            other => other.parts().to_vec(),
        }
    }

    /// Returns the parameters of these terms and of all that they are computed from.
    fn solve(&self, roots: impl IntoIterator<Item = TermId>) -> FxHashMap<TermId, Parameters> {
        let mut users: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
        let mut known: FxHashMap<TermId, Parameters> = FxHashMap::default();
        let mut open: Vec<TermId> = roots.into_iter().collect();
        let mut changed = Vec::new();
        while let Some(term) = open.pop() {
            if known.contains_key(&term) {
                continue;
            }
            let mut own = Parameters::default();
            if let Term::Parameter(at) = &self.terms[term]
                && let Some(word) = own.get_mut(usize::from(*at / 64))
            {
                *word |= 1 << (at % 64);
                changed.push(term);
            }
            known.insert(term, own);
            for part in self.of(term) {
                users.entry(part).or_default().push(term);
                open.push(part);
            }
        }
        while let Some(term) = changed.pop() {
            let parameters = known.get(&term).copied().unwrap_or_default();
            for user in users.get(&term).into_iter().flatten() {
                let Some(before) = known.get_mut(user) else { continue };
                let mut after = *before;
                after.iter_mut().zip(parameters).for_each(|(word, more)| *word |= more);
                if after != *before {
                    *before = after;
                    changed.push(*user);
                }
            }
        }
        known
    }
}
