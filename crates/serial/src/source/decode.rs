//! Reads plain Java as data. Nothing is compiled, and no method is called: only expressions that [`encode`](super::encode())
//! writes are understood, and all others are refused.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::tokens::{Token, tokens};
use super::{default_form, source_name};
use crate::document::{Shapes, Unknown, conforms, read_double, read_float};
use crate::error::DecodeError;
use crate::limits::{Budget, Exceeded, Limits};
use crate::platform::{FORMS, PlatformForm, PlatformMaker, platform_form};
use crate::types::{Primitive, Type};
use crate::value::{Maker, Object, Shape, Value};

/// Reads the body of a method that returns a value.
pub fn decode(bytes: &[u8], shapes: &dyn Shapes, limits: &Limits) -> Result<Value> {
    let budget = Budget::new(limits);
    if let Err(exceeded) = budget.bytes(bytes.len()) {
        return Err(DecodeError { offset: 0, reason: exceeded.to_string() });
    }
    let tokens = tokens(bytes)?;
    let mut parser = Parser { tokens, at: 0, shapes, budget, maps: BTreeMap::new() };
    let value = parser.body()?;
    match parser.peek() {
        Token::End if parser.maps.is_empty() => Ok(value),
        Token::End => parser.error("a map is made and not used"),
        _ => parser.error("there is more behind the document"),
    }
}

struct Parser<'s> {
    tokens: Vec<(Token, usize)>,
    at: usize,
    shapes: &'s dyn Shapes,
    budget: Budget,
    /// Variables that were not used yet: class, keys and values.
    maps: BTreeMap<String, (&'static PlatformForm, Vec<Value>, Vec<Value>)>,
}

type Result<T, E = DecodeError> = std::result::Result<T, E>;

impl Parser<'_> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T> {
        let offset = self.tokens.get(self.at).map_or(0, |(_, offset)| *offset);
        Err(DecodeError { offset, reason: reason.into() })
    }

    fn within(&self, exceeded: Result<(), Exceeded>) -> Result<()> {
        exceeded.or_else(|exceeded| self.error(exceeded.to_string()))
    }

    fn peek(&self) -> &Token {
        // The last token is the end, and stays.
        &self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is(&self, symbol: char) -> bool {
        *self.peek() == Token::Symbol(symbol)
    }

    fn accept(&mut self, symbol: char) -> bool {
        let is_there = self.is(symbol);
        if is_there {
            self.next();
        }
        is_there
    }

    fn expect(&mut self, symbol: char) -> Result<()> {
        match self.accept(symbol) {
            true => Ok(()),
            false => self.error(format!("'{symbol}' is expected")),
        }
    }

    fn body(&mut self) -> Result<Value> {
        loop {
            match self.peek().clone() {
                Token::Word(word) if word == "return" => {
                    self.next();
                    let value = self.expression()?;
                    self.expect(';')?;
                    return Ok(value);
                }
                Token::Word(word) if self.maps.contains_key(&word) => {
                    self.next();
                    self.put(&word)?;
                }
                Token::Word(_) => self.declaration()?,
                _ => return self.error("a statement is expected"),
            }
        }
    }

    /// `java.util.Map map1 = new java.util.HashMap();`
    fn declaration(&mut self) -> Result<()> {
        if self.name()? != "java.util.Map" {
            return self.error("only maps are variables, as java.util.Map");
        }
        let Token::Word(variable) = self.next() else {
            return self.error("the name of a variable is expected");
        };
        if self.maps.contains_key(&variable) {
            return self.error(format!("the variable {variable} is declared twice"));
        }
        self.expect('=')?;
        if self.next() != Token::Word("new".to_owned()) {
            return self.error("a map is made with new");
        }
        let class = self.name()?;
        let form = FORMS.iter().find(|form| form.maker == PlatformMaker::Map && form.class == class);
        let Some(form) = form else { return self.error(format!("{class} is not a map of the JDK")) };
        self.expect('(')?;
        self.expect(')')?;
        self.expect(';')?;
        self.maps.insert(variable, (form, Vec::new(), Vec::new()));
        Ok(())
    }

    /// `map1.put(key, value);`
    fn put(&mut self, variable: &str) -> Result<()> {
        self.expect('.')?;
        if self.next() != Token::Word("put".to_owned()) {
            return self.error("only put is called on a map");
        }
        self.expect('(')?;
        let key = self.expression()?;
        self.expect(',')?;
        let value = self.expression()?;
        self.expect(')')?;
        self.expect(';')?;
        match self.maps.get_mut(variable) {
            Some((_, keys, values)) => {
                keys.push(key);
                values.push(value);
                Ok(())
            }
            None => self.error(format!("{variable} is put into itself")),
        }
    }

    /// A name with dots.
    fn name(&mut self) -> Result<String> {
        let Token::Word(mut name) = self.next() else { return self.error("a name is expected") };
        while self.is('.') {
            self.next();
            let Token::Word(part) = self.next() else { return self.error("a name is expected") };
            name.push('.');
            name.push_str(&part);
        }
        Ok(name)
    }

    fn expression(&mut self) -> Result<Value> {
        let counted = self.budget.value();
        self.within(counted)?;
        let entered = self.budget.enter();
        self.within(entered)?;
        let value = self.term()?;
        self.budget.leave();
        Ok(value)
    }

    fn term(&mut self) -> Result<Value> {
        match self.peek().clone() {
            Token::Text(text) => {
                self.next();
                Ok(Value::Text(text))
            }
            Token::Char(unit) => {
                self.next();
                Ok(Value::Char(unit))
            }
            Token::Number(_) | Token::Symbol('-') => self.number(),
            Token::Symbol('(') => self.cast(),
            Token::Comment(class) => {
                self.next();
                self.nested(&class)
            }
            Token::Word(word) => match word.as_str() {
                "null" => self.constant(Value::Null),
                "true" => self.constant(Value::Boolean(true)),
                "false" => self.constant(Value::Boolean(false)),
                "new" => self.made(None),
                _ if self.maps.contains_key(&word) => {
                    self.next();
                    self.map(&word)
                }
                _ => self.named(None),
            },
            _ => self.error("an expression is expected"),
        }
    }

    fn constant(&mut self, value: Value) -> Result<Value> {
        self.next();
        Ok(value)
    }

    /// An expression behind a comment with the binary name of a nested class.
    fn nested(&mut self, class: &str) -> Result<Value> {
        match self.peek() {
            Token::Word(word) if word == "new" => self.made(Some(class)),
            Token::Word(_) => self.named(Some(class)),
            _ => self.error("an expression is expected"),
        }
    }

    fn number(&mut self) -> Result<Value> {
        let sign = if self.accept('-') { "-" } else { "" };
        let Token::Number(digits) = self.next() else { return self.error("a number is expected") };
        let text = format!("{sign}{digits}");
        let value = if let Some(long) = text.strip_suffix('L') {
            long.parse().ok().map(Value::Long)
        } else if let Some(float) = text.strip_suffix('f') {
            read_float(float).map(Value::Float)
        } else if text.contains(['.', 'e', 'E']) {
            read_double(&text).map(Value::Double)
        } else {
            text.parse().ok().map(Value::Int)
        };
        match value {
            Some(value) => Ok(value),
            None => self.error(format!("{text:?} is not a number of a Java type")),
        }
    }

    /// `(byte) 5`, `(short) 5`, `(Object) null`.
    fn cast(&mut self) -> Result<Value> {
        self.expect('(')?;
        let Token::Word(target) = self.next() else { return self.error("a type is expected") };
        self.expect(')')?;
        let value = self.expression()?;
        let converted = match (target.as_str(), &value) {
            ("byte", Value::Int(number)) => i8::try_from(*number).ok().map(Value::Byte),
            ("short", Value::Int(number)) => i16::try_from(*number).ok().map(Value::Short),
            ("Object", Value::Null | Value::Array { .. }) => Some(value),
            _ => None,
        };
        match converted {
            Some(value) => Ok(value),
            None => self.error(format!("a cast to {target:?} has no meaning here")),
        }
    }

    fn map(&mut self, variable: &str) -> Result<Value> {
        // Removed: a map that is used twice would be shared.
        let Some((form, keys, values)) = self.maps.remove(variable) else {
            return self.error(format!("{variable} is used twice"));
        };
        let array = |elements| Value::Array { element: Type::object(), elements };
        self.object(self.platform(form)?, vec![array(keys), array(values)])
    }

    /// `new a.B(…)`, `new int[] {…}`.
    fn made(&mut self, binary: Option<&str>) -> Result<Value> {
        self.next();
        let name = self.name()?;
        if self.is('[') {
            return self.array(&name, binary);
        }
        if self.accept('<') {
            self.expect('>')?;
        }
        self.expect('(')?;
        if let Some((class, version)) = self.header() {
            return self.declared(&class, version, &name, None);
        }
        let Some(form) = platform_form(&name) else {
            return self
                .error(format!("{name} is not a JDK type that is made by new; a comment names the form"));
        };
        let arguments = self.arguments()?;
        match form.maker {
            PlatformMaker::Constructor => self.object(self.platform(form)?, arguments),
            PlatformMaker::Collection => match &arguments[..] {
                [Value::Object(list)] if &*list.shape.class == "java.util.Arrays$ArrayList" => {
                    self.object(self.platform(form)?, list.components.clone())
                }
                _ => self.error("a collection is made of java.util.Arrays.asList(…)"),
            },
            _ => self.error(format!("{name} is not made by new")),
        }
    }

    fn array(&mut self, name: &str, binary: Option<&str>) -> Result<Value> {
        let mut dimensions = 0;
        while self.accept('[') {
            self.expect(']')?;
            dimensions += 1;
        }
        let name = format!("{name}{}", "[]".repeat(dimensions));
        let element = match binary {
            Some(binary) if source_name(binary) + "[]" == name => Type::named(binary),
            Some(_) => None,
            None => Type::named(&name[..name.len() - 2]),
        };
        let Some(element) = element else { return self.error(format!("{name:?} is not a type of arrays")) };
        self.expect('{')?;
        let mut elements = Vec::new();
        while !self.is('}') {
            let value = self.expression()?;
            let value = match (&element, value) {
                (Type::Primitive(Primitive::Byte), Value::Int(number)) => {
                    i8::try_from(number).ok().map(Value::Byte)
                }
                (Type::Primitive(Primitive::Short), Value::Int(number)) => {
                    i16::try_from(number).ok().map(Value::Short)
                }
                (_, value) => Some(value),
            };
            match value.filter(|value| conforms(value, &element, self.shapes)) {
                Some(value) => elements.push(value),
                None => return self.error(format!("an element that is not of type {element}")),
            }
            if !self.accept(',') {
                break;
            }
        }
        self.expect('}')?;
        Ok(Value::Array { element, elements })
    }

    /// `/* a.B, version 2 */` at the beginning of arguments.
    fn header(&mut self) -> Option<(String, i32)> {
        let Token::Comment(text) = self.peek() else { return None };
        let text = text.strip_suffix(", inferred").unwrap_or(text);
        let (class, version) = text.split_once(", version ")?;
        let found = (class.to_owned(), version.parse().ok()?);
        self.next();
        Some(found)
    }

    /// The arguments of a deserializer, up to the closing parenthesis.
    fn declared(&mut self, class: &str, version: i32, name: &str, method: Option<&str>) -> Result<Value> {
        if source_name(class) != name {
            return self.error(format!("the comment names {class:?}, and the code {name:?}"));
        }
        let shape = self.shape(class, version)?;
        let is_maker = match (&shape.maker, method) {
            (Maker::Constructor, None) => true,
            (Maker::Factory(known), Some(method)) => **known == *method,
            _ => false,
        };
        if !is_maker {
            return self.error(format!("version {version} of {class} is read by another member"));
        }
        let mut components = Vec::new();
        for (at, (component, declared)) in shape.components.iter().enumerate() {
            if at > 0 {
                self.expect(',')?;
            }
            if self.next() != Token::Comment(format!("{component}=")) {
                return self.error(format!("the component {component} is expected, as /* {component}= */"));
            }
            let value = self.expression()?;
            if !conforms(&value, declared, self.shapes) {
                return self.error(format!("the component {component} is not of type {declared}"));
            }
            components.push(value);
        }
        self.expect(')')?;
        self.object(shape, components)
    }

    /// `a.B.make(…)`, `a.Color.RED`, `Double.NaN`.
    fn named(&mut self, binary: Option<&str>) -> Result<Value> {
        let name = self.name()?;
        if !self.accept('(') {
            return self.field(&name, binary);
        }
        let Some((owner, method)) = name.rsplit_once('.') else {
            return self.error(format!("the method {name:?} has no class before it"));
        };
        if let Some((class, version)) = self.header() {
            return self.declared(&class, version, owner, Some(method));
        }
        let given = match self.peek().clone() {
            // A comment with another class belongs to the first argument.
            Token::Comment(class) if platform_form(&class).is_some() => {
                self.next();
                Some(class)
            }
            _ => None,
        };
        self.call(owner, method, given.as_deref())
    }

    /// A call of a method of the JDK.
    fn call(&mut self, owner: &str, method: &str, given: Option<&str>) -> Result<Value> {
        match (owner, method) {
            ("Double", "longBitsToDouble") | ("Float", "intBitsToFloat") => return self.bits(owner),
            ("java.util.Map", "ofEntries") => return self.entries(given),
            _ => {}
        }
        let is_maker = |form: &&PlatformForm| match form.maker {
            PlatformMaker::Factory(class, name)
            | PlatformMaker::Elements(class, name)
            | PlatformMaker::Wrapper(class, name) => class == owner && name == method,
            _ => false,
        };
        let Some(first) = FORMS.iter().find(is_maker) else {
            return self.error(format!("{owner}.{method} makes no JDK type that is known here"));
        };
        let arguments = self.arguments()?;
        let form = match given {
            Some(class) => FORMS.iter().filter(is_maker).find(|form| form.class == class),
            None => default_form(first.maker, arguments.len()),
        };
        let Some(form) = form else {
            return self.error("the comment names a class that the method does not make");
        };
        let components = match form.maker {
            PlatformMaker::Elements(..) => {
                vec![Value::Array { element: Type::object(), elements: arguments }]
            }
            _ => arguments,
        };
        self.object(self.platform(form)?, components)
    }

    /// `Double.longBitsToDouble(0x7ff8000000000001L)`.
    fn bits(&mut self, owner: &str) -> Result<Value> {
        let Token::Number(text) = self.next() else { return self.error("a number is expected") };
        let digits = text.trim_end_matches('L').strip_prefix("0x").unwrap_or_default();
        let value = match owner {
            "Double" => u64::from_str_radix(digits, 16).ok().map(Value::Double),
            _ => u32::from_str_radix(digits, 16).ok().map(Value::Float),
        };
        self.expect(')')?;
        match value {
            Some(value) => Ok(value),
            None => self.error("bits are hexadecimal digits"),
        }
    }

    fn entries(&mut self, given: Option<&str>) -> Result<Value> {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        while !self.is(')') {
            if self.name()? != "java.util.Map.entry" {
                return self.error("java.util.Map.entry(key, value) is expected");
            }
            self.expect('(')?;
            keys.push(self.expression()?);
            self.expect(',')?;
            values.push(self.expression()?);
            self.expect(')')?;
            if !self.accept(',') {
                break;
            }
        }
        self.expect(')')?;
        let form = match given {
            Some(class) => platform_form(class).filter(|form| form.maker == PlatformMaker::Entries),
            None => default_form(PlatformMaker::Entries, keys.len()),
        };
        let Some(form) = form else {
            return self.error("the comment names a class that the method does not make");
        };
        let array = |elements| Value::Array { element: Type::object(), elements };
        self.object(self.platform(form)?, vec![array(keys), array(values)])
    }

    fn field(&mut self, name: &str, binary: Option<&str>) -> Result<Value> {
        match name {
            "Double.NaN" => return Ok(Value::Double(0x7ff8_0000_0000_0000)),
            "Double.POSITIVE_INFINITY" => return Ok(Value::Double(f64::INFINITY.to_bits())),
            "Double.NEGATIVE_INFINITY" => return Ok(Value::Double(f64::NEG_INFINITY.to_bits())),
            "Float.NaN" => return Ok(Value::Float(0x7fc0_0000)),
            "Float.POSITIVE_INFINITY" => return Ok(Value::Float(f32::INFINITY.to_bits())),
            "Float.NEGATIVE_INFINITY" => return Ok(Value::Float(f32::NEG_INFINITY.to_bits())),
            _ => {}
        }
        let Some((owner, constant)) = name.rsplit_once('.') else {
            return self.error(format!("{name:?} is not known here"));
        };
        let class = binary.unwrap_or(owner);
        if source_name(class) != owner {
            return self.error(format!("the comment names {class:?}, and the code {owner:?}"));
        }
        match self.shapes.constant(class, constant) {
            Ok(()) => Ok(Value::Enum { class: class.into(), constant: constant.into() }),
            Err(unknown) => self.error(format!("{class:?} {unknown}")),
        }
    }

    /// Arguments up to the closing parenthesis.
    fn arguments(&mut self) -> Result<Vec<Value>> {
        let mut values = Vec::new();
        while !self.is(')') {
            values.push(self.expression()?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(')')?;
        Ok(values)
    }

    fn platform(&self, form: &PlatformForm) -> Result<Arc<Shape>> {
        self.shape(form.class, 1)
    }

    fn shape(&self, class: &str, version: i32) -> Result<Arc<Shape>> {
        self.shapes.shape(class, version).or_else(|unknown| match unknown {
            Unknown::Version(known) => {
                self.error(format!("{class} does not read version {version}; it reads {known:?}"))
            }
            other => self.error(format!("the class {class:?} {other}")),
        })
    }

    fn object(&self, shape: Arc<Shape>, components: Vec<Value>) -> Result<Value> {
        let fits = shape.components.len() == components.len()
            && shape
                .components
                .iter()
                .zip(&components)
                .all(|((_, declared), value)| conforms(value, declared, self.shapes));
        match fits {
            true => Ok(Value::Object(Box::new(Object { shape, components }))),
            false => self.error(format!("these are not the components of {}", shape.class)),
        }
    }
}
