//! Terms and conditions as SMT-LIB.
//!
//! The objects of the input stay as they are; its numbers and texts are variables. A part that cannot be written has the value that it had
//! in the run, so a solution may be wrong: it is run like any other.

use reenact_flow::body::Kind;
use reenact_flow::exec::Condition;
use reenact_flow::term::{BinaryOperator as B, Constant, Relation, Term, TermId, UnaryOperator};
use rustc_hash::FxHashMap;

use super::arithmetic::{Arithmetic, Width};
use crate::evaluate::Meaning;
use crate::input::{Object, Value};
use crate::models::{CharacterModel, Model, NumberModel};
use crate::place::{LONGEST_ARRAY, Place, Scalar};
use crate::solve::Problem;

/// Elements of an array that can be added.
const MORE_ELEMENTS: usize = 6;

/// A value as SMT-LIB.
#[derive(Clone, PartialEq, Debug)]
pub enum Code {
    Whole(String, Width),
    /// A floating-point number.
    Real(String, Width),
    Text(Text),
    Boxed(u8, Box<Code>),
    Null,
}

/// A text: its length, and characters of 32 bits, zero from the length on.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    pub length: String,
    pub units: Vec<String>,
}

/// A number or text of the input that the solver chooses.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    pub scalar: Scalar,
    /// Names of the length and the characters of a text; otherwise of the number.
    pub names: Vec<String>,
    code: Code,
}

/// Writes a query.
pub struct Encoder<'p> {
    pub problem: &'p Problem<'p>,
    pub arithmetic: Arithmetic,
    /// The most characters of a text variable.
    pub capacity: usize,
    pub script: String,
    pub variables: Vec<Variable>,
    pub has_reals: bool,
    /// True if something could not be written with this arithmetic.
    pub is_beyond: bool,
    known: FxHashMap<TermId, Option<Code>>,
    definitions: usize,
}

impl<'p> Encoder<'p> {
    pub fn new(problem: &'p Problem<'p>, arithmetic: Arithmetic, capacity: usize) -> Encoder<'p> {
        Encoder {
            problem,
            arithmetic,
            capacity,
            script: String::new(),
            variables: Vec::new(),
            has_reals: false,
            is_beyond: false,
            known: FxHashMap::default(),
            definitions: 0,
        }
    }

    pub fn assert(&mut self, condition: &str) {
        self.script.push_str(&format!("(assert {condition})\n"));
    }

    pub fn int(&self, value: i64) -> String {
        self.arithmetic.number(value, Width::W32)
    }

    /// Names an expression, so that it is written once.
    pub fn define(&mut self, sort: &str, expression: String) -> String {
        if !expression.starts_with('(') || self.arithmetic.literal(&expression).is_some() {
            return expression;
        }
        let name = format!("d{}", self.definitions);
        self.definitions += 1;
        self.script.push_str(&format!("(define-fun {name} () {sort} {expression})\n"));
        name
    }

    pub fn define_int(&mut self, expression: String) -> String {
        let sort = self.arithmetic.sort(Width::W32);
        self.define(&sort, expression)
    }

    /// A truth value as a number.
    pub fn flag(&mut self, condition: String) -> Code {
        let number = format!("(ite {condition} {} {})", self.int(1), self.int(0));
        Code::Whole(self.define_int(number), Width::W32)
    }

    pub fn relation(&self, relation: Relation, left: &str, right: &str) -> String {
        self.arithmetic.relation(relation, left, right)
    }

    /// A condition as a Boolean; `None` if it is about references or cannot be written.
    pub fn condition(&mut self, condition: &Condition) -> Option<String> {
        if self.problem.known.terms.kind(condition.left) == Kind::Reference {
            return None;
        }
        let (left, right) = (self.term(condition.left)?, self.term(condition.right)?);
        match (left, right) {
            (Code::Whole(left, one), Code::Whole(right, other)) if one == other => {
                Some(self.relation(condition.relation, &left, &right))
            }
            _ => None,
        }
    }

    /// A term; `None` if it cannot be written.
    pub fn term(&mut self, term: TermId) -> Option<Code> {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let code = self.compute(term).or_else(|| {
            let value = self.problem.known.value(self.problem.input, term)?;
            self.value(&value)
        });
        self.known.insert(term, code.clone());
        code
    }

    fn compute(&mut self, term: TermId) -> Option<Code> {
        let problem = self.problem;
        let known = &problem.known;
        let content = &known.terms[term];
        let is_open_index =
            matches!(content, Term::Element([_, index]) if !matches!(known.terms[*index], Term::Constant(_)));
        if !is_open_index && let Some(scalar) = problem.scalar(term) {
            return self.variable(scalar);
        }
        match content {
            Term::Constant(constant) => match constant {
                Constant::Int(value) => self.value(&Value::Int(*value)),
                Constant::Long(value) => self.value(&Value::Long(*value)),
                Constant::Float(bits) => self.value(&Value::Float(*bits)),
                Constant::Double(bits) => self.value(&Value::Double(*bits)),
                Constant::String(text) => self.value(&Value::Text(text.clone())),
                Constant::Null => Some(Code::Null),
                Constant::Class(_) => None,
            },
            Term::Unary(operator, operand) => {
                let operand = self.term(*operand)?;
                self.unary(*operator, operand)
            }
            Term::Binary(operator, [left, right]) => {
                let (left, right) = (self.term(*left)?, self.term(*right)?);
                self.binary(*operator, left, right)
            }
            Term::Concatenation(parts) => {
                let mut all: Option<Text> = None;
                for &part in parts {
                    let text = self.part(part)?;
                    all = Some(match all {
                        Some(before) => self.concatenated(&before, &text)?,
                        None => text,
                    });
                }
                Some(Code::Text(all?))
            }
            Term::ArrayLength(array) => match self.term(*array)? {
                Code::Text(text) => Some(Code::Whole(text.length, Width::W32)),
                _ => None,
            },
            Term::Element([array, index]) => {
                let Code::Whole(at, _) = self.term(*index)? else { return None };
                if let Some(Value::Text(_)) = known.value(problem.input, *array)
                    && let Some(Code::Text(text)) = self.term(*array)
                {
                    return Some(Code::Whole(self.unit(&text, &at), Width::W32));
                }
                self.element(*array, &at)
            }
            Term::Result(number) => match known.calls.get(*number as usize)? {
                Meaning::Alias(other) => self.term(*other),
                Meaning::Model(model, arguments) => self.model(*model, arguments),
                Meaning::Lookup(..) => {
                    let found = known.resolved(problem.input, term);
                    if found == term { None } else { self.term(found) }
                }
                Meaning::OneOf(key, keys) => {
                    let equal: Option<Vec<String>> =
                        keys.iter().map(|&other| self.equality(*key, other)).collect();
                    let any = format!("(or false {})", equal?.join(" "));
                    Some(self.flag(any))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A part of a concatenation.
    fn part(&mut self, part: TermId) -> Option<Text> {
        if let Term::Unary(UnaryOperator::Convert('I', 'C'), unit) = self.problem.known.terms[part]
            && let Some(Code::Whole(unit, _)) = self.term(unit)
        {
            return Some(Text { length: self.int(1), units: vec![unit] });
        }
        if let Some(Code::Text(text)) = self.term(part) {
            return Some(text);
        }
        // Digits of a number are those of the run.
        let text = self.problem.known.part_text(self.problem.input, part)?;
        Some(self.text(&text))
    }

    /// Whether two texts, boxes or numbers are equal.
    fn equality(&mut self, one: TermId, other: TermId) -> Option<String> {
        let (one, other) = (self.term(one)?, self.term(other)?);
        self.equal(&one, &other)
    }

    pub fn equal(&mut self, one: &Code, other: &Code) -> Option<String> {
        Some(match (one, other) {
            (Code::Whole(one, left), Code::Whole(other, right)) if left == right => {
                format!("(= {one} {other})")
            }
            (Code::Text(one), Code::Text(other)) => self.equal_texts(one, other),
            (Code::Boxed(one, left), Code::Boxed(other, right)) if one == other => {
                return self.equal(left, right);
            }
            (Code::Null, Code::Null) => "true".to_owned(),
            (Code::Null, _) | (_, Code::Null) => "false".to_owned(),
            _ => return None,
        })
    }

    /// A value of the run.
    fn value(&mut self, value: &Value) -> Option<Code> {
        Some(match value {
            Value::Int(value) => Code::Whole(self.int((*value).into()), Width::W32),
            Value::Long(value) => Code::Whole(self.arithmetic.number(*value, Width::W64), Width::W64),
            Value::Float(bits) => self.real(format!("#x{bits:08x}"), Width::W32)?,
            Value::Double(bits) => self.real(format!("#x{bits:016x}"), Width::W64)?,
            Value::Text(text) => Code::Text(self.text(text)),
            Value::Boxed(letter, inner) => Code::Boxed(*letter, Box::new(self.value(inner)?)),
            Value::Null => Code::Null,
            _ => return None,
        })
    }

    pub fn text(&self, units: &[u16]) -> Text {
        Text {
            length: self.int(units.len() as i64),
            units: units.iter().map(|&unit| self.int(unit.into())).collect(),
        }
    }

    /// A floating-point number from its bits.
    fn real(&mut self, bits: String, width: Width) -> Option<Code> {
        if self.arithmetic == Arithmetic::Integers {
            self.is_beyond = true;
            return None;
        }
        self.has_reals = true;
        let sort = format!("(_ FloatingPoint {})", width.float());
        Some(Code::Real(self.define(&sort, format!("((_ to_fp {}) {bits})", width.float())), width))
    }

    /// The variable for a number or text of the input.
    fn variable(&mut self, scalar: Scalar) -> Option<Code> {
        if let Some(known) = self.variables.iter().find(|known| known.scalar == scalar) {
            return Some(known.code.clone());
        }
        let number = self.variables.len();
        let range = |low: i64, high: i64| Some((low, high));
        let (width, range) = match scalar.letter {
            b'T' => {
                let (code, names) = self.text_variable(number);
                self.variables.push(Variable { scalar, names, code: code.clone() });
                return Some(code);
            }
            b'Z' => (Width::W32, range(0, 1)),
            b'B' => (Width::W32, range(i8::MIN.into(), i8::MAX.into())),
            b'S' => (Width::W32, range(i16::MIN.into(), i16::MAX.into())),
            b'C' => (Width::W32, range(0, u16::MAX.into())),
            b'I' | b'F' => (Width::W32, None),
            b'J' | b'D' => (Width::W64, None),
            _ => return None,
        };
        let range = match scalar.place {
            Place::Length { object } => {
                let length = match self.problem.input.objects.get(object) {
                    Some(Object::Array { elements, .. }) => elements.len(),
                    _ => 0,
                };
                Some((0, (length + MORE_ELEMENTS).min(LONGEST_ARRAY) as i64))
            }
            _ => range,
        };
        let name = format!("v{number}");
        let sort = self.arithmetic.sort(width);
        self.script.push_str(&format!("(declare-const {name} {sort})\n"));
        if let Some((low, high)) = range {
            let low = self.relation(Relation::GreaterOrEqual, &name, &self.arithmetic.number(low, width));
            let high = self.relation(Relation::LessOrEqual, &name, &self.arithmetic.number(high, width));
            self.assert(&low);
            self.assert(&high);
        }
        if let Some(range) = self.arithmetic.in_range(&name, width) {
            self.assert(&range);
        }
        let plain = match scalar.letter {
            b'F' | b'D' => self.real(name.clone(), width)?,
            _ => Code::Whole(name.clone(), width),
        };
        let code = match scalar.boxed {
            true => Code::Boxed(scalar.letter, Box::new(plain)),
            false => plain,
        };
        self.variables.push(Variable { scalar, names: vec![name], code: code.clone() });
        Some(code)
    }

    /// An element of an array of the input at an index that is not constant.
    fn element(&mut self, array: TermId, at: &str) -> Option<Code> {
        let problem = self.problem;
        let Some(Value::Object(object)) = problem.known.value(problem.input, array) else { return None };
        let Some(Object::Array { elements, .. }) = problem.input.objects.get(object) else { return None };
        let count = (elements.len() + MORE_ELEMENTS).min(LONGEST_ARRAY);
        let mut found: Option<(String, Width)> = None;
        for index in (0..count).rev() {
            let scalar = problem.scalar_at(Place::Element { object, index })?;
            let Code::Whole(element, width) = self.variable(scalar)? else { return None };
            found = Some(match found {
                None => (element, width),
                Some((rest, _)) => {
                    let is_here = format!("(= {at} {})", self.int(index as i64));
                    let sort = self.arithmetic.sort(width);
                    (self.define(&sort, format!("(ite {is_here} {element} {rest})")), width)
                }
            });
        }
        found.map(|(name, width)| Code::Whole(name, width))
    }

    fn unary(&mut self, operator: UnaryOperator, operand: Code) -> Option<Code> {
        match (operator, operand) {
            (UnaryOperator::Negate, Code::Whole(value, width)) => {
                let negated = self.arithmetic.negated(&value);
                Some(self.ranged(negated, width))
            }
            (UnaryOperator::Negate, Code::Real(value, width)) => {
                Some(Code::Real(format!("(fp.neg {value})"), width))
            }
            (UnaryOperator::Convert(_, to @ ('J' | 'I' | 'B' | 'S' | 'C')), Code::Whole(value, _)) => {
                let width = if to == 'J' { Width::W64 } else { Width::W32 };
                let converted = self.arithmetic.converted(&value, to)?;
                let code = self.ranged(converted, width);
                if let (Arithmetic::Integers, Code::Whole(name, _)) = (self.arithmetic, &code) {
                    let (low, high) = match to {
                        'B' => (-128, 127),
                        'S' => (-32768, 32767),
                        'C' => (0, 65535),
                        _ => return Some(code),
                    };
                    let range = format!("(<= {} {name} {high})", self.int(low));
                    self.assert(&range);
                }
                Some(code)
            }
            (UnaryOperator::Convert(_, to @ ('F' | 'D')), operand) => {
                let width = if to == 'F' { Width::W32 } else { Width::W64 };
                let value = match operand {
                    Code::Whole(value, _) if self.arithmetic == Arithmetic::Bits => value,
                    Code::Real(value, _) => value,
                    _ => {
                        self.is_beyond = true;
                        return None;
                    }
                };
                self.has_reals = true;
                let sort = format!("(_ FloatingPoint {})", width.float());
                let converted = format!("((_ to_fp {}) RNE {value})", width.float());
                Some(Code::Real(self.define(&sort, converted), width))
            }
            (UnaryOperator::Convert(_, to @ ('I' | 'J')), Code::Real(value, from)) => {
                Some(self.truncated(&value, from, to))
            }
            _ => None,
        }
    }

    /// `f2i` and its kin: towards zero, within the range, and zero for NaN.
    fn truncated(&mut self, value: &str, from: Width, to: char) -> Code {
        let (width, bits, power) = if to == 'J' { (Width::W64, 64, 63) } else { (Width::W32, 32, 31) };
        let limit = |sign: f64| match from {
            Width::W32 => format!("((_ to_fp 8 24) #x{:08x})", ((sign * 2f64.powi(power)) as f32).to_bits()),
            Width::W64 => format!("((_ to_fp 11 53) #x{:016x})", (sign * 2f64.powi(power)).to_bits()),
        };
        let (low, high) = match width {
            Width::W64 => (i64::MIN, i64::MAX),
            Width::W32 => (i32::MIN.into(), i32::MAX.into()),
        };
        let (low, high) = (self.arithmetic.number(low, width), self.arithmetic.number(high, width));
        let zero = self.arithmetic.number(0, width);
        let text = format!(
            "(ite (fp.isNaN {value}) {zero} (ite (fp.geq {value} {}) {high} (ite (fp.leq {value} {}) {low} \
             ((_ fp.to_sbv {bits}) RTZ {value}))))",
            limit(1.0),
            limit(-1.0)
        );
        let sort = self.arithmetic.sort(width);
        Code::Whole(self.define(&sort, text), width)
    }

    /// A number that must not overflow if it is an integer.
    fn ranged(&mut self, expression: String, width: Width) -> Code {
        let sort = self.arithmetic.sort(width);
        let name = self.define(&sort, expression);
        if let Some(range) = self.arithmetic.in_range(&name, width) {
            self.assert(&range);
        }
        Code::Whole(name, width)
    }

    pub fn binary(&mut self, operator: B, left: Code, right: Code) -> Option<Code> {
        match (operator, left, right) {
            (B::Compare { .. }, Code::Whole(left, _), Code::Whole(right, _)) => {
                let less = self.relation(Relation::Less, &left, &right);
                let order = format!(
                    "(ite {less} {} (ite (= {left} {right}) {} {}))",
                    self.int(-1),
                    self.int(0),
                    self.int(1)
                );
                Some(Code::Whole(self.define_int(order), Width::W32))
            }
            (B::Compare { nan_is_less }, Code::Real(left, _), Code::Real(right, _)) => {
                let order = format!(
                    "(ite (fp.lt {left} {right}) {} (ite (fp.eq {left} {right}) {} (ite (fp.gt {left} {right}) {} {})))",
                    self.int(-1),
                    self.int(0),
                    self.int(1),
                    self.int(if nan_is_less { -1 } else { 1 })
                );
                Some(Code::Whole(self.define_int(order), Width::W32))
            }
            (operator, Code::Whole(left, width), Code::Whole(right, other)) => {
                // A long is shifted by an int.
                let right = match (width, other, self.arithmetic) {
                    (Width::W64, Width::W32, Arithmetic::Bits) => format!("((_ sign_extend 32) {right})"),
                    _ => right,
                };
                match self.arithmetic.binary(operator, width, &left, &right) {
                    Some(expression) => Some(self.ranged(expression, width)),
                    None => {
                        self.is_beyond = true;
                        None
                    }
                }
            }
            (operator, Code::Real(left, width), Code::Real(right, _)) => {
                let name = match operator {
                    B::Add => "fp.add",
                    B::Subtract => "fp.sub",
                    B::Multiply => "fp.mul",
                    B::Divide => "fp.div",
                    _ => return None,
                };
                let sort = format!("(_ FloatingPoint {})", width.float());
                Some(Code::Real(self.define(&sort, format!("({name} RNE {left} {right})")), width))
            }
            _ => None,
        }
    }

    fn model(&mut self, model: Model, arguments: &[TermId]) -> Option<Code> {
        let mut codes = Vec::new();
        for &argument in arguments {
            match self.term(argument) {
                Some(code) => codes.push(code),
                // A locale does not matter.
                None if matches!(model, Model::Text(_)) && !codes.is_empty() => {}
                None => return None,
            }
        }
        match model {
            Model::Text(model) => self.text_model(model, &codes),
            Model::Character(model) => self.character_model(model, &codes),
            Model::Number(model) => self.number_model(model, &codes),
            Model::IsIndex => {
                let (Code::Whole(index, _), Code::Whole(length, _)) = (codes.first()?, codes.get(1)?) else {
                    return None;
                };
                let low = self.relation(Relation::GreaterOrEqual, index, &self.int(0));
                let high = self.relation(Relation::Less, index, length);
                Some(self.flag(format!("(and {low} {high})")))
            }
            Model::AreEqual => {
                let equal = self.equal(codes.first()?, codes.get(1)?)?;
                Some(self.flag(equal))
            }
            _ => None,
        }
    }

    fn character_model(&mut self, model: CharacterModel, codes: &[Code]) -> Option<Code> {
        let Code::Whole(unit, _) = codes.first()? else { return None };
        if let Some(ranges) = model.ranges() {
            let within = self.within(unit, ranges);
            return Some(self.flag(within));
        }
        let moved = |low: u8, high: u8, by: i64, this: &mut Self| {
            let within = this.within(unit, &[(low, high)]);
            let sum = this.arithmetic.binary(B::Add, Width::W32, unit, &this.int(by))?;
            let number = format!("(ite {within} {sum} {unit})");
            Some(Code::Whole(this.define_int(number), Width::W32))
        };
        match model {
            CharacterModel::ToUpper => moved(b'a', b'z', -32, self),
            CharacterModel::ToLower => moved(b'A', b'Z', 32, self),
            CharacterModel::NumericValue => self.digit(unit, 36),
            CharacterModel::Digit => {
                let Code::Whole(radix, _) = codes.get(1)? else { return None };
                self.digit(unit, self.arithmetic.literal(radix)?)
            }
            _ => None,
        }
    }

    /// The value of a digit, or -1.
    fn digit(&mut self, unit: &str, radix: i64) -> Option<Code> {
        let mut number = self.int(-1);
        for (low, high, value) in [(b'0', b'9', 0), (b'a', b'z', 10), (b'A', b'Z', 10)] {
            let count = (radix - value).min(i64::from(high - low) + 1);
            if count > 0 {
                let within = self.within(unit, &[(low, low + count as u8 - 1)]);
                let digit =
                    self.arithmetic.binary(B::Add, Width::W32, unit, &self.int(value - i64::from(low)))?;
                number = format!("(ite {within} {digit} {number})");
            }
        }
        Some(Code::Whole(self.define_int(number), Width::W32))
    }

    /// Whether a character is in one of some ranges.
    pub fn within(&self, unit: &str, ranges: &[(u8, u8)]) -> String {
        let one = |&(low, high): &(u8, u8)| {
            let low = self.relation(Relation::GreaterOrEqual, unit, &self.int(low.into()));
            let high = self.relation(Relation::LessOrEqual, unit, &self.int(high.into()));
            format!("(and {low} {high})")
        };
        let all: Vec<String> = ranges.iter().map(one).collect();
        format!("(or false {})", all.join(" "))
    }

    fn number_model(&mut self, model: NumberModel, codes: &[Code]) -> Option<Code> {
        super::numbers::encode(self, model, codes)
    }
}
