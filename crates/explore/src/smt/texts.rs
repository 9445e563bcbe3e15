//! Texts as SMT-LIB: bounded vectors of characters.

use reenact_flow::term::{BinaryOperator as B, Relation};

use super::arithmetic::Width;
use super::encode::{Code, Encoder, Text};
use crate::models::TextModel as T;

/// The longest text that is written.
const LONGEST: usize = 80;

impl Encoder<'_> {
    /// A new text: its code, and the names of the length and the characters.
    pub fn text_variable(&mut self, number: usize) -> (Code, Vec<String>) {
        let sort = self.arithmetic.sort(Width::W32);
        let length = format!("v{number}");
        self.script.push_str(&format!("(declare-const {length} {sort})\n"));
        self.bound(&length, self.capacity as i64);
        let mut names = vec![length.clone()];
        let mut units = Vec::new();
        for at in 0..self.capacity {
            let unit = format!("v{number}_{at}");
            self.script.push_str(&format!("(declare-const {unit} {sort})\n"));
            self.bound(&unit, 0xffff);
            let is_beyond = self.relation(Relation::LessOrEqual, &length, &self.int(at as i64));
            let zero = format!("(=> {is_beyond} (= {unit} {}))", self.int(0));
            self.assert(&zero);
            names.push(unit.clone());
            units.push(unit);
        }
        (Code::Text(Text { length, units }), names)
    }

    fn bound(&mut self, name: &str, high: i64) {
        let low = self.relation(Relation::GreaterOrEqual, name, &self.int(0));
        let high = self.relation(Relation::LessOrEqual, name, &self.int(high));
        self.assert(&low);
        self.assert(&high);
    }

    /// The character at an index, zero beyond the end.
    pub fn unit(&mut self, text: &Text, at: &str) -> String {
        if let Some(at) = self.arithmetic.literal(at) {
            let unit = usize::try_from(at).ok().and_then(|at| text.units.get(at)).cloned();
            return unit.unwrap_or_else(|| self.int(0));
        }
        let mut found = self.int(0);
        for (index, unit) in text.units.iter().enumerate().rev() {
            found = self.define_int(format!("(ite (= {at} {}) {unit} {found})", self.int(index as i64)));
        }
        found
    }

    pub fn equal_texts(&self, one: &Text, other: &Text) -> String {
        let mut all = vec![format!("(= {} {})", one.length, other.length)];
        all.extend(one.units.iter().zip(&other.units).map(|(one, other)| format!("(= {one} {other})")));
        // A text that is longer than the other can be is not equal to it: the lengths say so.
        format!("(and {})", all.join(" "))
    }

    /// Whether a part is in a text at a constant index.
    fn matches_at(&mut self, text: &Text, part: &Text, at: usize) -> String {
        let end = self.sum(&part.length, at as i64);
        let mut all = vec![self.relation(Relation::LessOrEqual, &end, &text.length)];
        let length = self.arithmetic.literal(&part.length);
        for (index, unit) in part.units.iter().enumerate() {
            let own = text.units.get(at + index).cloned().unwrap_or_else(|| self.int(0));
            all.push(match length {
                Some(_) => format!("(= {own} {unit})"),
                None => {
                    let is_within = self.relation(Relation::Less, &self.int(index as i64), &part.length);
                    format!("(=> {is_within} (= {own} {unit}))")
                }
            });
        }
        format!("(and {})", all.join(" "))
    }

    fn sum(&self, left: &str, right: i64) -> String {
        if let Some(left) = self.arithmetic.literal(left) {
            return self.int(left + right);
        }
        self.arithmetic.binary(B::Add, Width::W32, left, &self.int(right)).unwrap_or_default()
    }

    fn difference(&mut self, left: &str, right: &str) -> String {
        if let (Some(left), Some(right)) = (self.arithmetic.literal(left), self.arithmetic.literal(right)) {
            return self.int(left - right);
        }
        let difference = self.arithmetic.binary(B::Subtract, Width::W32, left, right);
        self.define_int(difference.unwrap_or_default())
    }

    /// One text behind another.
    pub fn concatenated(&mut self, one: &Text, other: &Text) -> Option<Text> {
        let total = self.arithmetic.binary(B::Add, Width::W32, &one.length, &other.length)?;
        let known = (self.arithmetic.literal(&one.length), self.arithmetic.literal(&other.length));
        if let (Some(left), right) = known {
            let count = usize::try_from(left).ok()?;
            let units = one.units[..count.min(one.units.len())].iter().chain(&other.units).cloned().collect();
            let length = match right {
                Some(right) => self.int(left + right),
                None => self.define_int(total),
            };
            return Some(Text { length, units });
        }
        let length = self.define_int(total);
        let count = one.units.len() + other.units.len();
        if count > LONGEST {
            return None;
        }
        let mut units = Vec::new();
        for at in 0..count {
            // Behind the first text, whichever length it has.
            let mut unit = self.int(0);
            for start in (0..=at.min(one.units.len())).rev() {
                let Some(own) = other.units.get(at - start) else { continue };
                unit = format!("(ite (= {} {}) {own} {unit})", one.length, self.int(start as i64));
            }
            if let Some(own) = one.units.get(at) {
                let is_first = self.relation(Relation::Less, &self.int(at as i64), &one.length);
                unit = format!("(ite {is_first} {own} {unit})");
            }
            units.push(self.define_int(unit));
        }
        Some(Text { length, units })
    }

    /// The part of a text from one index to another.
    fn part_of(&mut self, text: &Text, from: &str, to: &str) -> Text {
        let length = self.difference(to, from);
        let start = self.arithmetic.literal(from).and_then(|from| usize::try_from(from).ok());
        let mut units = Vec::new();
        for index in 0..text.units.len() {
            let unit = match start {
                Some(start) => text.units.get(start + index).cloned().unwrap_or_else(|| self.int(0)),
                None => {
                    let at = self.sum(from, index as i64);
                    let at = self.define_int(at);
                    self.unit(text, &at)
                }
            };
            let is_within = self.relation(Relation::Less, &self.int(index as i64), &length);
            let unit = format!("(ite {is_within} {unit} {})", self.int(0));
            units.push(self.define_int(unit));
        }
        Text { length, units }
    }

    pub fn text_model(&mut self, model: T, codes: &[Code]) -> Option<Code> {
        match (model, codes) {
            (T::OfCharacter, [Code::Whole(unit, _)]) => {
                return Some(Code::Text(Text { length: self.int(1), units: vec![unit.clone()] }));
            }
            (T::Equals, [one, other]) => {
                let equal = self.equal(one, other)?;
                return Some(self.flag(equal));
            }
            _ => {}
        }
        let (Code::Text(own), rest) = codes.split_first()? else { return None };
        let own = own.clone();
        let count = own.units.len();
        match (model, rest) {
            (T::Same, []) => Some(Code::Text(own)),
            (T::Length, []) => Some(Code::Whole(own.length, Width::W32)),
            (T::IsEmpty, []) => {
                let empty = format!("(= {} {})", own.length, self.int(0));
                Some(self.flag(empty))
            }
            (T::IsBlank, []) => {
                let spaces = crate::models::CharacterModel::IsWhitespace.ranges()?;
                let mut all = vec!["true".to_owned()];
                for (at, unit) in own.units.iter().enumerate() {
                    let is_beyond = self.relation(Relation::LessOrEqual, &own.length, &self.int(at as i64));
                    all.push(format!("(or {is_beyond} {})", self.within(unit, spaces)));
                }
                Some(self.flag(format!("(and {})", all.join(" "))))
            }
            (T::EqualsIgnoreCase, [Code::Text(other)]) => {
                let (one, other) = (self.cased(&own, false), self.cased(other, false));
                let equal = self.equal_texts(&one, &other);
                Some(self.flag(equal))
            }
            (T::EqualsIgnoreCase, [Code::Null]) => Some(Code::Whole(self.int(0), Width::W32)),
            (T::StartsWith, [Code::Text(part)]) => {
                let starts = self.matches_at(&own, part, 0);
                Some(self.flag(starts))
            }
            (T::StartsWith, [Code::Text(part), Code::Whole(at, _)]) => {
                let at = usize::try_from(self.arithmetic.literal(at)?).ok()?;
                let starts = self.matches_at(&own, part, at);
                Some(self.flag(starts))
            }
            (T::EndsWith, [Code::Text(part)]) => {
                let mut any = vec!["false".to_owned()];
                for at in 0..=count {
                    let end = self.sum(&part.length, at as i64);
                    let here = self.matches_at(&own, part, at);
                    any.push(format!("(and (= {} {end}) {here})", own.length));
                }
                Some(self.flag(format!("(or {})", any.join(" "))))
            }
            (T::Contains, [Code::Text(part)]) => {
                let mut any = vec!["false".to_owned()];
                for at in 0..=count {
                    any.push(self.matches_at(&own, part, at));
                }
                Some(self.flag(format!("(or {})", any.join(" "))))
            }
            (T::CharAt, [Code::Whole(at, _)]) => {
                let at = at.clone();
                Some(Code::Whole(self.unit(&own, &at), Width::W32))
            }
            (T::HasIndex, [Code::Whole(at, _)]) => {
                let low = self.relation(Relation::GreaterOrEqual, at, &self.int(0));
                let high = self.relation(Relation::Less, at, &own.length);
                Some(self.flag(format!("(and {low} {high})")))
            }
            (T::HasRange, [Code::Whole(from, _), rest @ ..]) => {
                let to = match rest {
                    [Code::Whole(to, _)] => to.clone(),
                    _ => own.length.clone(),
                };
                let low = self.relation(Relation::GreaterOrEqual, from, &self.int(0));
                let order = self.relation(Relation::LessOrEqual, from, &to);
                let high = self.relation(Relation::LessOrEqual, &to, &own.length);
                Some(self.flag(format!("(and {low} {order} {high})")))
            }
            (T::Substring, [Code::Whole(from, _), rest @ ..]) => {
                let to = match rest {
                    [Code::Whole(to, _)] => to.clone(),
                    _ => own.length.clone(),
                };
                Some(Code::Text(self.part_of(&own, from, &to)))
            }
            (T::IndexOf, [what, rest @ ..]) => {
                let from = match rest {
                    [Code::Whole(from, _)] => Some(from.clone()),
                    _ => None,
                };
                self.index_of(&own, what, from.as_deref(), false)
            }
            (T::LastIndexOf, [what]) => self.index_of(&own, what, None, true),
            (T::Trim, []) => Some(Code::Text(self.trimmed(&own))),
            (T::CompareTo, [Code::Text(other)]) => {
                let mut order = self.difference(&own.length, &other.length);
                let lengths = order.clone();
                for at in (0..count.min(other.units.len())).rev() {
                    let (one, two) = (&own.units[at], &other.units[at]);
                    let index = self.int(at as i64);
                    let both = format!(
                        "(and {} {})",
                        self.relation(Relation::Less, &index, &own.length),
                        self.relation(Relation::Less, &index, &other.length)
                    );
                    let difference = self.arithmetic.binary(B::Subtract, Width::W32, one, two)?;
                    let here = format!("(ite {both} (ite (= {one} {two}) {order} {difference}) {lengths})");
                    order = self.define_int(here);
                }
                Some(Code::Whole(order, Width::W32))
            }
            (T::HashCode, []) => {
                let mut sum = self.int(0);
                for (at, unit) in own.units.iter().enumerate() {
                    let product = self.arithmetic.binary(B::Multiply, Width::W32, &sum, &self.int(31))?;
                    let next = self.arithmetic.binary(B::Add, Width::W32, &product, unit)?;
                    let is_within = self.relation(Relation::Less, &self.int(at as i64), &own.length);
                    sum = self.define_int(format!("(ite {is_within} {next} {sum})"));
                }
                Some(Code::Whole(sum, Width::W32))
            }
            (T::Concat, [Code::Text(other)]) => Some(Code::Text(self.concatenated(&own, other)?)),
            (T::Replace, [Code::Whole(old, _), Code::Whole(new, _)]) => {
                let mut units = Vec::new();
                for (at, unit) in own.units.iter().enumerate() {
                    let is_within = self.relation(Relation::Less, &self.int(at as i64), &own.length);
                    let replaced = format!("(ite (and {is_within} (= {unit} {old})) {new} {unit})");
                    units.push(self.define_int(replaced));
                }
                Some(Code::Text(Text { length: own.length, units }))
            }
            (T::ToLower, _) => Some(Code::Text(self.cased(&own, false))),
            (T::ToUpper, _) => Some(Code::Text(self.cased(&own, true))),
            _ => None,
        }
    }

    /// A text in upper or lower case.
    fn cased(&mut self, text: &Text, upper: bool) -> Text {
        let (low, high, by) = if upper { (b'a', b'z', -32) } else { (b'A', b'Z', 32) };
        let mut units = Vec::new();
        for unit in &text.units {
            let within = self.within(unit, &[(low, high)]);
            let moved = self.sum(unit, by);
            let cased = format!("(ite {within} {moved} {unit})");
            units.push(self.define_int(cased));
        }
        Text { length: text.length.clone(), units }
    }

    fn index_of(&mut self, own: &Text, what: &Code, from: Option<&str>, last: bool) -> Option<Code> {
        let mut found = self.int(-1);
        let part = match what {
            Code::Text(part) => part.clone(),
            Code::Whole(unit, _) => Text { length: self.int(1), units: vec![unit.clone()] },
            _ => return None,
        };
        // The first is tested last, so that it decides.
        let indices: Vec<usize> = match last {
            true => (0..=own.units.len()).collect(),
            false => (0..=own.units.len()).rev().collect(),
        };
        for at in indices {
            let mut here = self.matches_at(own, &part, at);
            if let Some(from) = from {
                here = format!(
                    "(and {here} {})",
                    self.relation(Relation::LessOrEqual, from, &self.int(at as i64))
                );
            }
            found = self.define_int(format!("(ite {here} {} {found})", self.int(at as i64)));
        }
        Some(Code::Whole(found, Width::W32))
    }

    /// A text without spaces and control characters at its ends.
    fn trimmed(&mut self, own: &Text) -> Text {
        let (mut from, mut to) = (own.length.clone(), self.int(0));
        for (at, unit) in own.units.iter().enumerate().rev() {
            let is_ink = self.relation(Relation::Greater, unit, &self.int(32));
            from = self.define_int(format!("(ite {is_ink} {} {from})", self.int(at as i64)));
        }
        for (at, unit) in own.units.iter().enumerate() {
            let is_ink = self.relation(Relation::Greater, unit, &self.int(32));
            to = self.define_int(format!("(ite {is_ink} {} {to})", self.int(at as i64 + 1)));
        }
        let order = self.relation(Relation::Less, &to, &from);
        let to = self.define_int(format!("(ite {order} {from} {to})"));
        self.part_of(own, &from, &to)
    }
}
