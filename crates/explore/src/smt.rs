//! Conditions on numbers and texts for an SMT solver.
//!
//! A query is a script of SMT-LIB 2, and its answer is text: nothing is linked, and any solver that reads such scripts will do. Linear
//! conditions are first asked for as bounded integers, which is much faster than bits; if that has no solution, or cannot be said, as
//! bit-vectors. Texts are bounded vectors of characters. Small numbers and printable characters are asked for first: they are better
//! read in a test.

mod answer;
pub mod arithmetic;
mod encode;
mod numbers;
mod texts;

use reenact_flow::exec::Condition;
use reenact_flow::term::{Constant, Relation};
use rustc_hash::FxHashMap;

use crate::input::{Input, Value};
use crate::place::{Place, Scalar};
use crate::solve::Problem;
pub use answer::Answer;
use arithmetic::{Arithmetic, Width};
use encode::{Encoder, Variable};

/// Runs scripts of SMT-LIB 2.
pub trait Solver {
    /// Runs a script. Returns the text that was printed, or `None` if there is no solver, or it did not answer in time.
    fn run(&mut self, script: &str) -> Option<String>;
}

/// For a machine without a solver.
pub struct NoSolver;

impl Solver for NoSolver {
    fn run(&mut self, _: &str) -> Option<String> {
        None
    }
}

/// A solver, with the answers it has given.
pub struct Solutions<'s> {
    solver: &'s mut dyn Solver,
    known: FxHashMap<String, Answer>,
    pub counts: Counts,
}

/// How often a solver was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub queries: usize,
    /// Queries that had been answered before.
    pub repeated: usize,
    pub satisfied: usize,
    pub unsatisfiable: usize,
    pub unknown: usize,
}

/// The outcome of a search for values.
pub enum Found {
    Inputs(Vec<Input>),
    /// No value satisfies the conditions, as far as they could be written.
    Nothing,
    Unknown,
}

/// Characters that a text variable has beside those of the texts that it is compared with.
const MORE_CHARACTERS: usize = 8;
const MOST_CHARACTERS: usize = 40;
/// Conditions of one query.
const MOST_CONDITIONS: usize = 300;
/// The solver's own measure of work, which does not depend on the machine.
const WORK: usize = 8_000_000;

impl<'s> Solutions<'s> {
    pub fn new(solver: &'s mut dyn Solver) -> Solutions<'s> {
        Solutions { solver, known: FxHashMap::default(), counts: Counts::default() }
    }

    fn ask(&mut self, script: String, count: usize) -> Answer {
        if let Some(known) = self.known.get(&script) {
            self.counts.repeated += 1;
            return known.clone();
        }
        let answer = self.solver.run(&script).map_or(Answer::Unknown, |text| Answer::read(&text, count));
        self.counts.queries += 1;
        match &answer {
            Answer::Satisfied(_) => self.counts.satisfied += 1,
            Answer::Unsatisfiable => self.counts.unsatisfiable += 1,
            Answer::Unknown => self.counts.unknown += 1,
        }
        self.known.insert(script, answer.clone());
        answer
    }

    /// Finds values for which a condition holds together with those before it that share variables with it.
    pub fn solve(&mut self, problem: &Problem<'_>, wanted: &Condition) -> Found {
        let mut scalars = Vec::new();
        problem.collect(wanted.left, &mut scalars, 0);
        problem.collect(wanted.right, &mut scalars, 0);
        if scalars.is_empty() {
            return Found::Unknown;
        }
        let related = related(problem, &mut scalars);
        let has_texts = scalars.iter().any(|scalar| scalar.letter == b'T');
        let (mut is_decided, mut is_linear) = (false, false);
        for arithmetic in [Arithmetic::Integers, Arithmetic::Bits] {
            if arithmetic == Arithmetic::Integers && has_texts {
                continue;
            }
            for is_plain in [true, false] {
                // Integers have said already that small numbers do not do.
                if arithmetic == Arithmetic::Bits && is_plain && is_linear {
                    continue;
                }
                let Some(query) = Query::write(problem, wanted, &related, arithmetic, is_plain) else {
                    break;
                };
                is_linear |= arithmetic == Arithmetic::Integers;
                match self.ask(query.script, query.count) {
                    Answer::Satisfied(values) => {
                        return match applied(problem, &query.variables, &values, arithmetic) {
                            Some(input) => Found::Inputs(vec![input]),
                            None => Found::Unknown,
                        };
                    }
                    Answer::Unsatisfiable => is_decided = arithmetic == Arithmetic::Bits && !is_plain,
                    Answer::Unknown => is_decided = false,
                }
            }
        }
        if is_decided { Found::Nothing } else { Found::Unknown }
    }
}

/// The conditions before that share variables with the wanted one, directly or by others.
fn related<'p>(problem: &Problem<'p>, scalars: &mut Vec<Scalar>) -> Vec<&'p Condition> {
    let own: Vec<Vec<Scalar>> = problem
        .before
        .iter()
        .map(|condition| {
            let mut own = Vec::new();
            problem.collect(condition.left, &mut own, 0);
            problem.collect(condition.right, &mut own, 0);
            own
        })
        .collect();
    let mut is_related = vec![false; own.len()];
    loop {
        let before = scalars.len();
        for (position, own) in own.iter().enumerate() {
            if !is_related[position] && own.iter().any(|scalar| scalars.contains(scalar)) {
                is_related[position] = true;
                let new: Vec<Scalar> =
                    own.iter().filter(|scalar| !scalars.contains(scalar)).cloned().collect();
                scalars.extend(new);
            }
        }
        if scalars.len() == before {
            break;
        }
    }
    let related = problem.before.iter().zip(is_related).filter(|(_, is_related)| *is_related);
    related.map(|(condition, _)| condition).take(MOST_CONDITIONS).collect()
}

struct Query {
    script: String,
    variables: Vec<Variable>,
    /// Values that are asked for.
    count: usize,
}

impl Query {
    /// Writes a query; `None` if the arithmetic cannot say it.
    fn write(
        problem: &Problem<'_>,
        wanted: &Condition,
        related: &[&Condition],
        arithmetic: Arithmetic,
        is_plain: bool,
    ) -> Option<Query> {
        let mut encoder = Encoder::new(problem, arithmetic, capacity(problem, wanted, related));
        let goal = encoder.condition(wanted);
        if encoder.is_beyond {
            return None;
        }
        encoder.assert(&goal?);
        for condition in related {
            if let Some(condition) = encoder.condition(condition) {
                encoder.assert(&condition);
            }
            if encoder.is_beyond {
                return None;
            }
        }
        if encoder.variables.is_empty() {
            return None;
        }
        if is_plain {
            plain(&mut encoder);
        }
        let logic = match (arithmetic, encoder.has_reals) {
            (Arithmetic::Integers, _) => "QF_LIA",
            (Arithmetic::Bits, false) => "QF_BV",
            (Arithmetic::Bits, true) => "QF_BVFP",
        };
        let names: Vec<&str> =
            encoder.variables.iter().flat_map(|variable| &variable.names).map(String::as_str).collect();
        let script = format!(
            "(set-option :produce-models true)\n(set-option :rlimit {WORK})\n(set-logic {logic})\n{}(check-sat)\n(get-value ({}))\n",
            encoder.script,
            names.join(" ")
        );
        let count = names.len();
        Some(Query { script, variables: encoder.variables, count })
    }
}

/// The characters of a text variable: enough for the texts and the lengths in the conditions.
fn capacity(problem: &Problem<'_>, wanted: &Condition, related: &[&Condition]) -> usize {
    let (mut longest, mut sum, mut length) = (0, 0, 0);
    let mut note = |constant: &Constant| match constant {
        Constant::String(text) => {
            longest = longest.max(text.len());
            sum += text.len();
        }
        Constant::Int(value @ 1..=40) => length = length.max(*value as usize + 1),
        _ => {}
    };
    for condition in std::iter::once(&wanted).chain(related) {
        problem.each_constant(condition.left, 0, &mut note);
        problem.each_constant(condition.right, 0, &mut note);
    }
    let texts = if sum <= MOST_CHARACTERS { sum } else { longest };
    (texts.max(length) + MORE_CHARACTERS).min(MOST_CHARACTERS)
}

/// Asks for small numbers and printable characters.
fn plain(encoder: &mut Encoder<'_>) {
    for variable in encoder.variables.clone() {
        let mut range = |name: &str, low: i64, high: i64, width: Width| {
            let (low, high) = (encoder.arithmetic.number(low, width), encoder.arithmetic.number(high, width));
            let low = encoder.relation(Relation::GreaterOrEqual, name, &low);
            let high = encoder.relation(Relation::LessOrEqual, name, &high);
            encoder.assert(&format!("(and {low} {high})"));
        };
        match variable.scalar.letter {
            b'T' => {
                for name in &variable.names[1..] {
                    let zero = encoder.int(0);
                    let printable = encoder.within(name, &[(b' ', b'~')]);
                    encoder.assert(&format!("(or (= {name} {zero}) {printable})"));
                }
            }
            b'C' => range(&variable.names[0], b' '.into(), b'~'.into(), Width::W32),
            b'I' | b'S' => range(&variable.names[0], -1_000, 1_000, Width::W32),
            b'J' => range(&variable.names[0], -1_000, 1_000, Width::W64),
            b'F' | b'D' => {
                let (format, limit) = match variable.scalar.letter {
                    b'F' => ("8 24", format!("#x{:08x}", 1e6f32.to_bits())),
                    _ => ("11 53", format!("#x{:016x}", 1e6f64.to_bits())),
                };
                let name = &variable.names[0];
                encoder.assert(&format!(
                    "(fp.leq (fp.abs ((_ to_fp {format}) {name})) ((_ to_fp {format}) {limit}))"
                ));
            }
            _ => {}
        }
    }
}

/// The input with the values of a model.
fn applied(
    problem: &Problem<'_>,
    variables: &[Variable],
    values: &[i64],
    arithmetic: Arithmetic,
) -> Option<Input> {
    let mut input = problem.input.clone();
    let mut rest = values;
    let mut chosen: Vec<(&Scalar, Value)> = Vec::new();
    for variable in variables {
        let (own, after) = rest.split_at_checked(variable.names.len())?;
        rest = after;
        let sized = |value: i64| if arithmetic == Arithmetic::Bits { i64::from(value as i32) } else { value };
        let value = match variable.scalar.letter {
            b'T' => {
                let length = usize::try_from(sized(own[0])).ok()?;
                Value::Text(own.get(1..=length)?.iter().map(|&unit| unit as u16).collect())
            }
            b'J' => Value::Long(own[0]),
            b'F' => Value::Float(own[0] as u32),
            b'D' => Value::Double(own[0] as u64),
            _ => Value::Int(i32::try_from(sized(own[0])).ok()?),
        };
        chosen.push((&variable.scalar, value));
    }
    // Lengths first, so that there are elements to set.
    chosen.sort_by_key(|(scalar, _)| !matches!(scalar.place, Place::Length { .. }));
    for (scalar, value) in chosen {
        let is_set = scalar.set(&mut input, value);
        // An element behind the end of a shorter array does not matter.
        if !is_set && !matches!(scalar.place, Place::Element { .. }) {
            return None;
        }
    }
    (input != *problem.input).then_some(input)
}
