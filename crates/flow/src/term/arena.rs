//! The arena of terms.

use std::hash::BuildHasher;
use std::ops::Index;

use hashbrown::HashTable;
use reenact_base::{Id, IdVec};
use rustc_hash::FxBuildHasher;

use super::{BinaryOperator, Constant, Term, TermId, UnaryOperator};
use crate::body::Kind;

/// Terms with more parts than this become [`Term::Unknown`]: no reader can use them, and shared parts could
/// make them exponentially large.
const MAX_PARTS: u32 = 200;

/// The terms that every arena begins with: unknown values, then null and the zeros, each in the order of
/// [`KINDS`]; then the receiver.
const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Reference];

/// An arena of terms, each held once.
#[derive(Clone)]
pub struct Terms {
    rows: IdVec<TermId, Row>,
    by_content: HashTable<TermId>,
}

#[derive(Clone)]
struct Row {
    term: Term,
    kind: Kind,
    /// How many terms it has in it as a tree, itself included.
    size: u32,
    is_vague: bool,
}

impl Default for Terms {
    fn default() -> Self {
        let mut terms = Terms { rows: IdVec::new(), by_content: HashTable::new() };
        for kind in KINDS {
            terms.add(kind, Term::Unknown);
        }
        for zero in
            [Constant::Int(0), Constant::Long(0), Constant::Float(0), Constant::Double(0), Constant::Null]
        {
            terms.constant(zero);
        }
        terms.add(Kind::Reference, Term::Receiver);
        terms
    }
}

impl Terms {
    pub fn new() -> Self {
        Terms::default()
    }

    /// A value of a kind that nothing is known of, in every arena.
    pub fn unknown(kind: Kind) -> TermId {
        TermId::from_index(kind as usize)
    }

    /// The value of a field or element that was never written, in every arena: zero, or null.
    pub fn zero(kind: Kind) -> TermId {
        TermId::from_index(KINDS.len() + kind as usize)
    }

    /// `null`, in every arena.
    pub fn null() -> TermId {
        Self::zero(Kind::Reference)
    }

    /// `this`, in every arena.
    pub fn receiver() -> TermId {
        TermId::from_index(2 * KINDS.len())
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Never: every arena has the terms that it begins with.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The type that a term computes, as far as the JVM's instructions distinguish types.
    pub fn kind(&self, id: TermId) -> Kind {
        self.rows[id].kind
    }

    /// True if a term is, or has in it, [`Term::Unknown`].
    pub fn is_vague(&self, id: TermId) -> bool {
        self.rows[id].is_vague
    }

    pub fn is_unknown(&self, id: TermId) -> bool {
        self[id] == Term::Unknown
    }

    /// True if a term is the object of this number on its path.
    pub fn is_fresh(&self, id: TermId, number: u32) -> bool {
        self[id] == Term::Fresh(number)
    }

    /// True if some part of a term, or the term itself, is as asked.
    pub fn mentions(&self, id: TermId, asked: &impl Fn(&Term) -> bool) -> bool {
        asked(&self[id]) || self[id].parts().iter().any(|&part| self.mentions(part, asked))
    }

    /// Adds a term, or finds it. A term with too many parts becomes [`Term::Unknown`].
    pub fn add(&mut self, kind: Kind, term: Term) -> TermId {
        let parts = term.parts().iter().map(|&part| &self.rows[part]);
        let (mut size, mut is_vague) = (1u32, term == Term::Unknown);
        for part in parts {
            size = size.saturating_add(part.size);
            is_vague |= part.is_vague;
        }
        if size > MAX_PARTS {
            return Self::unknown(kind);
        }
        let hash = hash(kind, &term);
        let rows = &self.rows;
        let is_same = |&id: &TermId| rows[id].kind == kind && rows[id].term == term;
        if let Some(&known) = self.by_content.find(hash, is_same) {
            return known;
        }
        let id = self.rows.push(Row { term, kind, size, is_vague });
        let rows = &self.rows;
        self.by_content.insert_unique(hash, id, |&id| self::hash(rows[id].kind, &rows[id].term));
        id
    }

    pub fn constant(&mut self, constant: Constant) -> TermId {
        let kind = match constant {
            Constant::Int(_) => Kind::Int,
            Constant::Long(_) => Kind::Long,
            Constant::Float(_) => Kind::Float,
            Constant::Double(_) => Kind::Double,
            Constant::Null | Constant::String(_) | Constant::Class(_) => Kind::Reference,
        };
        self.add(kind, Term::Constant(constant))
    }

    pub fn int(&mut self, value: i32) -> TermId {
        self.constant(Constant::Int(value))
    }

    pub fn unary(&mut self, operator: UnaryOperator, operand: TermId) -> TermId {
        let kind = match operator {
            UnaryOperator::Negate => self.kind(operand),
            UnaryOperator::Convert(_, to) => Kind::of(to as u8),
        };
        self.add(kind, Term::Unary(operator, operand))
    }

    pub fn binary(&mut self, operator: BinaryOperator, left: TermId, right: TermId) -> TermId {
        let kind = match operator {
            BinaryOperator::Compare { .. } => Kind::Int,
            _ => self.kind(left),
        };
        self.add(kind, Term::Binary(operator, [left, right]))
    }
}

impl Index<TermId> for Terms {
    type Output = Term;

    fn index(&self, id: TermId) -> &Term {
        &self.rows[id].term
    }
}

/// Arenas are equal if they hold the same terms under the same ids.
impl PartialEq for Terms {
    fn eq(&self, other: &Self) -> bool {
        self.rows.len() == other.rows.len()
            && self
                .rows
                .as_slice()
                .iter()
                .zip(other.rows.as_slice())
                .all(|(one, two)| one.kind == two.kind && one.term == two.term)
    }
}

impl Eq for Terms {}

impl std::fmt::Debug for Terms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.rows.iter().map(|(id, row)| (id, &row.term))).finish()
    }
}

fn hash(kind: Kind, term: &Term) -> u64 {
    FxBuildHasher.hash_one((kind, term))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_one_id_and_kinds_keep_others_apart() {
        let mut terms = Terms::new();
        let one = terms.int(1);
        let parameter = terms.add(Kind::Int, Term::Parameter(0));
        let sum = terms.binary(BinaryOperator::Add, parameter, one);
        let count = terms.len();
        assert_eq!(terms.int(1), one);
        assert_eq!(terms.binary(BinaryOperator::Add, parameter, one), sum);
        assert_eq!(terms.len(), count);
        // The result of the first call on one path is not that of the first call on another.
        assert_ne!(terms.add(Kind::Int, Term::Result(0)), terms.add(Kind::Reference, Term::Result(0)));
        let long = terms.unary(UnaryOperator::Convert('I', 'J'), sum);
        assert_eq!((terms.kind(sum), terms.kind(long)), (Kind::Int, Kind::Long));
        let order = terms.binary(BinaryOperator::Compare { nan_is_less: false }, long, long);
        assert_eq!(terms.kind(order), Kind::Int);
    }

    #[test]
    fn every_arena_begins_with_the_same_terms() {
        let mut terms = Terms::new();
        for kind in KINDS {
            let (unknown, zero) = (Terms::unknown(kind), Terms::zero(kind));
            assert!(terms.is_unknown(unknown) && terms.is_vague(unknown) && !terms.is_vague(zero));
            assert_eq!((terms.kind(unknown), terms.kind(zero)), (kind, kind));
        }
        assert_eq!(terms.int(0), Terms::zero(Kind::Int));
        assert_eq!(terms.constant(Constant::Null), Terms::null());
        assert_eq!(terms[Terms::receiver()], Term::Receiver);
    }

    #[test]
    fn a_term_with_too_many_parts_is_unknown() {
        let mut terms = Terms::new();
        let mut term = terms.add(Kind::Long, Term::Parameter(0));
        for _ in 0..7 {
            term = terms.binary(BinaryOperator::Add, term, term);
        }
        // 255 parts as a tree, of which the arena holds eight.
        assert_eq!(term, Terms::unknown(Kind::Long));
    }

    #[test]
    fn arenas_are_sent_and_shared_between_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Terms>();
    }
}
