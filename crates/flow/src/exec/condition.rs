//! Conditions: which are certain, which contradict the path so far, which are open.

use crate::exec::Condition;
use crate::term::{Constant, Relation, Term, TermId, Terms};

/// The verdict on a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Always,
    Never,
    /// It depends on the parameters, or is not known.
    Open,
}

impl Verdict {
    fn of(holds: bool) -> Verdict {
        if holds { Verdict::Always } else { Verdict::Never }
    }
}

/// Decides a condition by itself and by those that hold already.
pub(super) fn decide<'c>(
    terms: &Terms,
    condition: Condition,
    known: impl Iterator<Item = &'c Condition> + Clone,
) -> Verdict {
    match by_itself(terms, condition) {
        Verdict::Open => {}
        certain => return certain,
    }
    if terms.is_vague(condition.left) || terms.is_vague(condition.right) {
        return Verdict::Open;
    }
    if condition.right == Terms::null()
        && known.clone().any(|known| implies_instance(terms, known, condition.left))
    {
        return Verdict::of(condition.relation == Relation::NotEqual);
    }
    if !is_possible(terms, condition, known.clone()) {
        return Verdict::Never;
    }
    if !is_possible(terms, condition.negated(), known) { Verdict::Always } else { Verdict::Open }
}

fn by_itself(terms: &Terms, condition: Condition) -> Verdict {
    let Condition { left, relation, right } = condition;
    let equality = |are_equal: bool| match relation {
        Relation::Equal => Verdict::of(are_equal),
        Relation::NotEqual => Verdict::of(!are_equal),
        _ => Verdict::Open,
    };
    let is_null_beside_object =
        |one: TermId, other: TermId| one == Terms::null() && is_never_null(terms, other);
    match (&terms[left], &terms[right]) {
        (Term::Constant(Constant::Int(a)), Term::Constant(Constant::Int(b))) => {
            Verdict::of(relation.holds(a.cmp(b)))
        }
        (Term::Constant(Constant::Long(a)), Term::Constant(Constant::Long(b))) => {
            Verdict::of(relation.holds(a.cmp(b)))
        }
        (Term::Constant(Constant::Null), Term::Constant(Constant::Null)) => equality(true),
        _ if is_null_beside_object(left, right) || is_null_beside_object(right, left) => equality(false),
        (Term::Fresh(a), Term::Fresh(b)) => equality(a == b),
        (Term::Fresh(_), Term::Parameter(_) | Term::Receiver | Term::Constant(_))
        | (Term::Parameter(_) | Term::Receiver | Term::Constant(_), Term::Fresh(_)) => equality(false),
        _ if left == right && !terms.is_vague(left) => Verdict::of(relation.holds(std::cmp::Ordering::Equal)),
        _ => Verdict::Open,
    }
}

/// Whether a term cannot be null, whatever the method was given.
pub(super) fn is_never_null(terms: &Terms, term: TermId) -> bool {
    match &terms[term] {
        Term::Receiver | Term::Fresh(_) | Term::Lambda { .. } | Term::Concatenation(_) => true,
        Term::Constant(constant) => *constant != Constant::Null,
        _ => false,
    }
}

/// Whether a condition says that a term is of some class, and so is not null.
fn implies_instance(terms: &Terms, condition: &Condition, term: TermId) -> bool {
    match (&terms[condition.left], condition.relation, &terms[condition.right]) {
        (Term::InstanceOf(tested, _), Relation::NotEqual, Term::Constant(Constant::Int(0))) => {
            *tested == term
        }
        _ => false,
    }
}

/// Whether a condition can hold together with others about the same two terms, or about the same term and
/// numbers.
fn is_possible<'c>(terms: &Terms, condition: Condition, known: impl Iterator<Item = &'c Condition>) -> bool {
    let mut orders = orders(condition.relation);
    let number = number(terms, condition.right);
    let mut range = Range::default();
    if let Some(number) = number {
        range.narrow(condition.relation, number);
    }
    for other in known {
        if other.left == condition.left && other.right == condition.right {
            orders &= self::orders(other.relation);
        } else if other.left == condition.right && other.right == condition.left {
            orders &= self::orders(other.relation.swapped());
        }
        if number.is_some()
            && other.left == condition.left
            && let Some(limit) = self::number(terms, other.right)
        {
            range.narrow(other.relation, limit);
        }
    }
    orders != 0 && (number.is_none() || range.is_possible())
}

/// The orders of two values in which a relation holds, a bit each: less, equal, greater.
fn orders(relation: Relation) -> u8 {
    match relation {
        Relation::Equal => 0b010,
        Relation::NotEqual => 0b101,
        Relation::Less => 0b001,
        Relation::LessOrEqual => 0b011,
        Relation::Greater => 0b100,
        Relation::GreaterOrEqual => 0b110,
    }
}

fn number(terms: &Terms, term: TermId) -> Option<i64> {
    match &terms[term] {
        Term::Constant(Constant::Int(value)) => Some((*value).into()),
        Term::Constant(Constant::Long(value)) => Some(*value),
        _ => None,
    }
}

/// The numbers that a term may still be.
struct Range {
    low: i128,
    high: i128,
    excluded: Vec<i128>,
}

impl Default for Range {
    fn default() -> Self {
        Range { low: i64::MIN.into(), high: i64::MAX.into(), excluded: Vec::new() }
    }
}

impl Range {
    fn narrow(&mut self, relation: Relation, limit: i64) {
        let limit = i128::from(limit);
        match relation {
            Relation::Equal => {
                self.low = self.low.max(limit);
                self.high = self.high.min(limit);
            }
            Relation::NotEqual => self.excluded.push(limit),
            Relation::Less => self.high = self.high.min(limit - 1),
            Relation::LessOrEqual => self.high = self.high.min(limit),
            Relation::Greater => self.low = self.low.max(limit + 1),
            Relation::GreaterOrEqual => self.low = self.low.max(limit),
        }
    }

    fn is_possible(&self) -> bool {
        let (mut low, mut high) = (self.low, self.high);
        // Numbers at the ends that are excluded move the ends; a few rounds do for what code compares with.
        for _ in 0..=self.excluded.len() {
            if self.excluded.contains(&low) {
                low += 1;
            }
            if self.excluded.contains(&high) {
                high -= 1;
            }
        }
        low <= high
    }
}
