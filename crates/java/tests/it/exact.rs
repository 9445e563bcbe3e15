//! Recorded values come back from javac and the JVM as they were, and nothing of them is code.
//!
//! Hundreds of values go into one class. It is compiled and run once on every JDK, and says for each value
//! whether it is the one that was meant, by code units and bits that the test wrote as plain numbers.

use crate::hostile::{any_string, hostile_strings};
use crate::support::{check_on_every_jdk, class, main_class, print};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reenact_java::model::*;
use reenact_java::{Style, comment, names};

/// The string of these code units, written as digits, which have nothing to escape.
fn decoded(text: &[u16]) -> Expression {
    let digits: String = text.iter().map(|unit| format!("{unit:04x}")).collect();
    Expression::call_own("decoded", vec![Expression::string(&digits)])
}

/// The method that [`decoded`] calls.
fn decoder() -> Member {
    let code = "StringBuilder text = new StringBuilder();
        for (int at = 0; at < digits.length(); at += 4) {
            text.append((char) Integer.parseInt(digits.substring(at, at + 4), 16));
        }
        return text.toString();";
    Member::Method(Method {
        modifiers: vec![Modifier::Static],
        parameters: vec![Parameter::new(Type::string(), "digits")],
        ..Method::new(Type::string(), "decoded", vec![Statement::Verbatim(code.into())])
    })
}

/// A random value of a strategy, the same at every run.
fn samples<S: Strategy>(strategy: S, count: usize) -> Vec<S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// Statements that print a number if two expressions differ.
fn expect(number: usize, condition: Expression) -> Statement {
    Statement::If {
        condition: condition.unary(UnaryOperator::Not),
        then: vec![print(Expression::int(number as i32))],
        otherwise: vec![],
    }
}

/// Methods of so many statements each, because one alone would be too long, and a main method that calls them and
/// then says that it came to the end.
fn in_methods(statements: Vec<Statement>, per_method: usize) -> Vec<Member> {
    let methods: Vec<Method> = statements
        .chunks(per_method)
        .enumerate()
        .map(|(at, body)| Method {
            modifiers: vec![Modifier::Static],
            ..Method::new(Type::Void, &format!("part{at}"), body.to_vec())
        })
        .collect();
    let mut calls: Vec<Statement> =
        methods.iter().map(|method| Expression::call_own(&method.name, vec![]).statement()).collect();
    calls.push(print(Expression::string("all seen")));
    let mut members = vec![main_class(calls)];
    members.extend(methods.into_iter().map(Member::Method));
    members
}

/// Strings, hostile ones among them, are what they were: as literals, in sums and in text blocks.
#[test]
fn strings_are_exact() {
    let mut strings = hostile_strings();
    strings.extend(samples(any_string(), 400));
    let check = |(at, text): (usize, &Vec<u16>)| {
        expect(at, Expression::Literal(Literal::String(text.clone())).call("equals", vec![decoded(text)]))
    };
    let statements: Vec<Statement> = strings.iter().enumerate().map(check).collect();
    for (release, width, ascii) in [(8, 100, true), (17, 100, false), (17, 40, false)] {
        let style = Style { release, width, ascii, ..Style::default() };
        let mut members = in_methods(statements.clone(), 200);
        members.push(decoder());
        let source = check_on_every_jdk(members, &style, "all seen\n");
        assert!(!ascii || source.is_ascii());
        assert_eq!(source.contains("\"\"\"\n"), release >= 15, "text blocks are used where they can be");
    }
}

/// Every `char` there is.
#[test]
fn characters_are_exact() {
    let statements = (0..=u16::MAX)
        .filter(|unit| *unit < 0x300 || unit % 97 == 0 || (0x2000..0x2100).contains(unit))
        .chain([0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfeff, 0xffff])
        .map(|unit| {
            let literal = Expression::Literal(Literal::Char(unit));
            let number = Expression::int(i32::from(unit));
            expect(usize::from(unit), literal.binary(BinaryOperator::Equal, number))
        })
        .collect();
    check_on_every_jdk(in_methods(statements, 500), &Style::default(), "all seen\n");
}

fn bits(class_name: &str, method: &str, literal: Literal) -> Expression {
    Expression::call_static(class("java.lang", class_name), method, vec![Expression::Literal(literal)])
}

/// Numbers keep every bit, NaN payloads and signs of zeros included.
#[test]
fn numbers_are_exact() {
    let parse = |class_name: &str, method: &str, hexadecimal: String| {
        let arguments = vec![Expression::string(&hexadecimal), Expression::int(16)];
        Expression::call_static(class("java.lang", class_name), method, arguments)
    };
    let equal = |left: Expression, right| left.binary(BinaryOperator::Equal, right);
    let mut statements = Vec::new();
    let mut floats: Vec<u32> = samples(any::<u32>(), 300);
    floats.extend([f32::MAX, f32::MIN, f32::MIN_POSITIVE, 0.0, -0.0, 0.1, 1e10, 1e-10].map(f32::to_bits));
    floats.extend([
        0x7fc0_0000,
        0x7fc0_0001,
        0xffc0_0000,
        0x7f80_0001,
        0x7f80_0000,
        0xff80_0000,
        1,
        0x8000_0001,
    ]);
    floats.extend([0x007f_ffff, 0x0080_0000, 0x3f80_0001, 0x4b00_0001]);
    for value in floats {
        let read = bits("Float", "floatToRawIntBits", Literal::Float(value));
        statements.push(equal(read, parse("Integer", "parseUnsignedInt", format!("{value:x}"))));
    }
    let mut doubles: Vec<u64> = samples(any::<u64>(), 300);
    let specials =
        [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 0.0, -0.0, 0.1, 1e22, 1e23, 9007199254740993.0, 2e-3];
    doubles.extend(specials.map(f64::to_bits));
    doubles.extend([
        0x7ff8 << 48,
        (0x7ff8 << 48) + 1,
        0xfff8 << 48,
        0x7ff0 << 48,
        0xfff0 << 48,
        1,
        (1 << 63) + 1,
    ]);
    doubles.extend([(0x7ff0 << 48) + 1, (1 << 52) - 1, 1 << 52]);
    for value in doubles {
        let read = bits("Double", "doubleToRawLongBits", Literal::Double(value));
        statements.push(equal(read, parse("Long", "parseUnsignedLong", format!("{value:x}"))));
    }
    let mut longs: Vec<i64> = samples(any::<i64>(), 100);
    longs.extend([i64::MIN, i64::MAX, 0, -1, i64::MIN + 1, 1 << 31, -(1 << 31)]);
    for value in longs {
        let literal = Expression::Literal(Literal::Long(value));
        statements.push(equal(literal, parse("Long", "parseUnsignedLong", format!("{value:x}"))));
        let int = Expression::Literal(Literal::Int(value as i32));
        statements.push(equal(int, parse("Integer", "parseUnsignedInt", format!("{:x}", value as i32))));
        for (literal, class_name, value) in [
            (Literal::Short(value as i16), "Short", i32::from(value as i16)),
            (Literal::Byte(value as i8), "Byte", i32::from(value as i8)),
        ] {
            // That an argument of type `Object` boxes to the right class shows the literal's type.
            let text = Expression::string(&value.to_string());
            let boxed = Expression::call_static(class("java.lang", class_name), "valueOf", vec![text]);
            statements.push(boxed.call("equals", vec![Expression::Literal(literal)]));
        }
    }
    let statements =
        statements.into_iter().enumerate().map(|(at, condition)| expect(at, condition)).collect();
    check_on_every_jdk(in_methods(statements, 300), &Style::default(), "all seen\n");
}

/// A string of more bytes than a constant can hold is still one string.
#[test]
fn huge_strings_are_exact() {
    let piece: Vec<u16> = "a line with ö, 🙂 and \"quotes\"\\u0022\n".encode_utf16().collect();
    let huge: Vec<u16> = piece.iter().copied().cycle().take(200_001).collect();
    let hash = huge.iter().fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(*unit)));
    let literal = Expression::Literal(Literal::String(huge.clone()));
    let body = vec![
        Statement::local(Type::string(), "huge", literal),
        print(Expression::name("huge").call("length", vec![])),
        print(Expression::name("huge").call("hashCode", vec![])),
    ];
    // Narrow lines make for thousands of literals to be added up, which javac must not take for deep nesting.
    let style = Style { release: 8, width: 50, ..Style::default() };
    check_on_every_jdk(vec![main_class(body)], &style, &format!("{}\n{hash}\n", huge.len()));
}

/// Recorded text in comments, documentation and names made from it is never code: the class compiles, and
/// prints what its own statements print.
#[test]
fn text_in_comments_and_names_is_no_code() {
    let mut texts: Vec<String> =
        hostile_strings().iter().map(|text| String::from_utf16_lossy(text)).collect();
    texts.extend(samples(any_string(), 200).iter().map(|text| String::from_utf16_lossy(text)));
    let mut scope = names::NameScope::new();
    let mut members = Vec::new();
    let mut calls = Vec::new();
    for text in &texts {
        let wanted = names::from_text(text).unwrap_or_else(|| "nothing".into());
        let name = scope.take(&wanted);
        let local = scope.clone().take(&names::from_type(text));
        let body = vec![
            Statement::comment(text),
            Statement::local(Type::Int, &local, Expression::int(1)),
            Statement::comment(text),
            Statement::returning(Expression::name(&local)),
        ];
        calls.push(Expression::call_own(&name, vec![]));
        members.push(Member::Comment(text.clone()));
        members.push(Member::Method(Method {
            javadoc: Some(if members.len() % 2 == 0 { comment::javadoc_text(text) } else { text.clone() }),
            modifiers: vec![Modifier::Static],
            ..Method::new(Type::Int, &name, body)
        }));
    }
    let count = calls.len();
    let sum = calls.into_iter().reduce(|sum, call| sum.binary(BinaryOperator::Add, call)).unwrap();
    members.push(main_class(vec![print(sum)]));
    let source = check_on_every_jdk(members, &Style::default(), &format!("{count}\n"));
    assert!(!source.chars().any(|char| char.is_control() && char != '\n' || char == '\u{202e}'));
}
