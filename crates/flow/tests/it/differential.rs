//! Paths against the JVM: random methods are run, and evaluated through their paths; the results are equal.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::support::Subject;
use reenact_flow::paths::{Condition, Path, PathCache, Paths};
use reenact_flow::term::{BinaryOperator as B, Constant, Relation, Term, TermId, Terms, UnaryOperator};
use reenact_testkit::Fixture;

const METHODS: usize = 160;
const INPUTS: [[i32; 3]; 14] = [
    [0, 0, 0],
    [1, 0, -1],
    [2, 3, 5],
    [-7, 4, 100],
    [7, 7, 7],
    [100, -3, 2],
    [i32::MAX, 1, 2],
    [i32::MIN, -1, 31],
    [5, 33, -64],
    [12345, 678, 9],
    [-1, -1, -1],
    [3, 0, 8],
    [0, 9, 1],
    [4, 2, i32::MIN],
];

/// Protects folding, branches, heap and entering calls all at once: a wrong path shows as a wrong number.
#[test]
fn paths_compute_what_the_jvm_computes() {
    let source = generate(20_261_116);
    let fixture = Fixture::parse(&source);
    for subject in Subject::all(&fixture) {
        let out = subject.program.run("Main", &[]).ok();
        let expected: BTreeMap<(usize, usize), Option<i32>> = out.lines().map(parse).collect();
        assert_eq!(expected.len(), METHODS * INPUTS.len());
        let cache = PathCache::new(&subject.world);
        let (mut complete, mut compared) = (0, 0);
        for number in 0..METHODS {
            let name = format!("m{number}");
            let paths = cache.get(subject.method("Main", &name));
            // A callee with too many branches is recorded as a call, and terms that are too large are unknown.
            if !paths.paths.iter().all(|path| is_numbers(&paths.terms, path)) {
                continue;
            }
            complete += usize::from(paths.is_complete);
            for (position, input) in INPUTS.iter().enumerate() {
                let wanted = expected[&(number, position)];
                let found = evaluate(&paths, input);
                let context = || {
                    let shown = crate::support::show::paths(&subject.world, &paths);
                    let code = source.lines().find(|line| line.contains(&format!(" {name}(")));
                    format!("{} of {input:?}: {shown}", code.unwrap_or_default().trim())
                };
                assert!(found.len() <= 1, "several paths at once: {}", context());
                match (wanted, found.first()) {
                    (Some(wanted), Some(found)) => {
                        assert_eq!(*found, i64::from(wanted), "{}", context());
                        compared += 1;
                    }
                    (None, Some(_)) => panic!("the JVM throws: {}", context()),
                    (Some(_), None) => assert!(!paths.is_complete, "no path: {}", context()),
                    (None, None) => {}
                }
            }
        }
        println!("JDK {}: {complete} of {METHODS} complete, {compared} compared", subject.release);
        assert!(complete * 10 >= METHODS * 8, "only {complete} are complete");
        assert!(compared * 10 >= METHODS * INPUTS.len() * 7, "only {compared} were compared");
    }
}

fn parse(line: &str) -> ((usize, usize), Option<i32>) {
    let mut words = line.split(' ');
    let mut number = || words.next().unwrap().parse::<usize>().unwrap();
    let key = (number(), number());
    (key, words.next().unwrap().parse().ok())
}

fn is_numbers(terms: &Terms, path: &Path) -> bool {
    let mut mentioned = path.conditions.iter().flat_map(|c| [c.left, c.right]).chain(path.result);
    path.calls.is_empty() && mentioned.all(|term| !terms.is_vague(term))
}

/// The results of the paths whose conditions hold.
fn evaluate(paths: &Paths, input: &[i32; 3]) -> Vec<i64> {
    let terms = &paths.terms;
    let taken = paths.paths.iter().filter(|path| path.conditions.iter().all(|c| holds(terms, c, input)));
    taken
        .map(|path| value(terms, path.result.expect("a result"), input).expect("a number").number())
        .collect()
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Int(i32),
    Long(i64),
}

impl Number {
    pub fn number(self) -> i64 {
        match self {
            Number::Int(value) => value.into(),
            Number::Long(value) => value,
        }
    }
}

/// A condition behind one that does not hold may divide by zero; it does not hold either.
pub fn holds(terms: &Terms, condition: &Condition, input: &[i32; 3]) -> bool {
    let (Some(left), Some(right)) =
        (value(terms, condition.left, input), value(terms, condition.right, input))
    else {
        return false;
    };
    let (left, right) = (left.number(), right.number());
    match condition.relation {
        Relation::Equal => left == right,
        Relation::NotEqual => left != right,
        Relation::Less => left < right,
        Relation::LessOrEqual => left <= right,
        Relation::Greater => left > right,
        Relation::GreaterOrEqual => left >= right,
    }
}

pub fn value(terms: &Terms, term: TermId, input: &[i32; 3]) -> Option<Number> {
    use Number::{Int, Long};
    Some(match &terms[term] {
        Term::Parameter(number) => Int(input[usize::from(*number)]),
        Term::Constant(Constant::Int(value)) => Int(*value),
        Term::Constant(Constant::Long(value)) => Long(*value),
        Term::Unary(operator, part) => match (operator, value(terms, *part, input)?) {
            (UnaryOperator::Negate, Int(value)) => Int(value.wrapping_neg()),
            (UnaryOperator::Negate, Long(value)) => Long(value.wrapping_neg()),
            (UnaryOperator::Convert(_, 'J'), part) => Long(part.number()),
            (UnaryOperator::Convert(_, 'I'), part) => Int(part.number() as i32),
            (UnaryOperator::Convert(_, 'B'), part) => Int((part.number() as i8).into()),
            (UnaryOperator::Convert(_, 'C'), part) => Int((part.number() as u16).into()),
            (UnaryOperator::Convert(_, 'S'), part) => Int((part.number() as i16).into()),
            other => panic!("{other:?}"),
        },
        Term::Binary(operator, [left, right]) => {
            binary(*operator, value(terms, *left, input)?, value(terms, *right, input)?)?
        }
        other => panic!("not a number: {other:?}"),
    })
}

fn binary(operator: B, left: Number, right: Number) -> Option<Number> {
    use Number::{Int, Long};
    if matches!(operator, B::Divide | B::Remainder) && right.number() == 0 {
        return None;
    }
    Some(match (left, right) {
        (Int(a), Int(b)) => Int(match operator {
            B::Add => a.wrapping_add(b),
            B::Subtract => a.wrapping_sub(b),
            B::Multiply => a.wrapping_mul(b),
            B::Divide => a.wrapping_div(b),
            B::Remainder => a.wrapping_rem(b),
            B::ShiftLeft => a << (b & 31),
            B::ShiftRight => a >> (b & 31),
            B::UnsignedShiftRight => (a as u32 >> (b & 31)) as i32,
            B::And => a & b,
            B::Or => a | b,
            B::Xor => a ^ b,
            B::Compare { .. } => panic!("no comparison of ints"),
        }),
        (Long(a), b) => {
            let b = b.number();
            Long(match operator {
                B::Add => a.wrapping_add(b),
                B::Subtract => a.wrapping_sub(b),
                B::Multiply => a.wrapping_mul(b),
                B::Divide => a.wrapping_div(b),
                B::Remainder => a.wrapping_rem(b),
                B::ShiftLeft => a << (b & 63),
                B::ShiftRight => a >> (b & 63),
                B::UnsignedShiftRight => (a as u64 >> (b & 63)) as i64,
                B::And => a & b,
                B::Or => a | b,
                B::Xor => a ^ b,
                B::Compare { .. } => return Some(Int(a.cmp(&b) as i32)),
            })
        }
        other => panic!("{other:?}"),
    })
}

/// A program of random methods `int mN(int a, int b, int c)`, and a `main` that prints what they give.
fn generate(seed: u64) -> String {
    let mut random = Random(seed);
    let mut methods = String::new();
    for number in 0..METHODS {
        let mut method = Method { random: &mut random, number, locals: 0 };
        let body = method.body();
        writeln!(methods, "    static int m{number}(int a, int b, int c) {{ {body} }}").unwrap();
    }
    let cases: String = (0..METHODS)
        .map(|number| {
            format!(
                "    static void t{number}(int i, int a, int b, int c) {{ String r; \
                 try {{ r = \"\" + m{number}(a, b, c); }} catch (RuntimeException e) {{ r = \"throws\"; }} \
                 System.out.println(\"{number} \" + i + \" \" + r); }}\n"
            )
        })
        .collect();
    let mut calls = String::new();
    for (position, [a, b, c]) in INPUTS.iter().enumerate() {
        let all: String = (0..METHODS).map(|n| format!("t{n}({position}, {a}, {b}, {c}); ")).collect();
        writeln!(calls, "    static void all{position}() {{ {all} }}").unwrap();
    }
    let main: String = (0..INPUTS.len()).map(|position| format!("all{position}(); ")).collect();
    format!(
        "//- Main.java\nclass Box {{ int v; Box n; Box(int v) {{ this.v = v; }} void add(int d) {{ v += d; }} }}\n\
         class Main {{\n{methods}{cases}{calls}    public static void main(String[] args) {{ {main} }}\n}}\n"
    )
}

struct Method<'r> {
    random: &'r mut Random,
    number: usize,
    locals: usize,
}

impl Method<'_> {
    fn body(&mut self) -> String {
        let statements = 1 + self.random.below(4);
        let mut text = String::from("Box p = new Box(a); Box q = p; int[] r = new int[3]; long l = b; ");
        for _ in 0..statements {
            text += &self.statement(2);
        }
        let result = self.expression(3);
        text + &format!("return {result};")
    }

    fn statement(&mut self, depth: usize) -> String {
        let deeper = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 7 } else { 11 }) {
            0 => format!("a = {};", self.expression(2)),
            1 => format!("b {}= {};", ["+", "-", "*", "^"][self.random.below(4)], self.expression(1)),
            2 => format!("p.v = {};", self.expression(2)),
            3 => format!("q.add({});", self.expression(1)),
            4 => format!("r[{}] = {};", self.random.below(3), self.expression(2)),
            5 => format!(
                "l = l {} {};",
                ["+", "*", "^", "<<", ">>>"][self.random.below(5)],
                self.expression(1)
            ),
            6 => {
                let name = format!("x{}", self.locals);
                self.locals += 1;
                format!("int {name} = {}; c += {name};", self.expression(2))
            }
            7 => {
                let condition = self.condition();
                format!(
                    "if ({condition}) {{ {} }} else {{ {} }}",
                    self.statement(deeper),
                    self.statement(deeper)
                )
            }
            8 => format!("if ({}) q = new Box({});", self.condition(), self.expression(1)),
            9 => {
                let name = format!("i{}", self.locals);
                self.locals += 1;
                let rounds = 1 + self.random.below(4);
                format!("for (int {name} = 0; {name} < {rounds}; {name}++) {{ c += {name} * b; r[1] ^= c; }}")
            }
            _ => {
                let value = self.expression(1);
                let (one, two) = (self.statement(0), self.statement(0));
                format!("switch ({value}) {{ case 1: {{ {one} }} case 7: {{ {two} }} break; default: c--; }}")
            }
        }
    }

    fn condition(&mut self) -> String {
        let relation = ["<", "<=", ">", ">=", "==", "!="][self.random.below(6)];
        match self.random.below(6) {
            0 => format!("l {relation} {}L", self.random.below(50)),
            1 => format!("p {} q", ["==", "!="][self.random.below(2)]),
            2 => format!("p.n {} null", ["==", "!="][self.random.below(2)]),
            _ => format!("{} {relation} {}", self.expression(1), self.expression(1)),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.below(5) == 0 {
            return match self.random.below(10) {
                0..=4 => ["a", "b", "c"][self.random.below(3)].to_owned(),
                5 => "p.v".to_owned(),
                6 => "q.v".to_owned(),
                7 => format!("r[{}]", self.random.below(3)),
                8 => "(int) l".to_owned(),
                _ => (self.random.below(40) as i32 - 10).to_string(),
            };
        }
        let next = depth - 1;
        match self.random.below(12) {
            0..=5 => {
                let operator = ["+", "-", "*", "&", "|", "^"][self.random.below(6)];
                format!("({} {operator} {})", self.expression(next), self.expression(next))
            }
            6 => format!(
                "({} {} {})",
                self.expression(next),
                ["/", "%"][self.random.below(2)],
                self.expression(next)
            ),
            7 => {
                let operator = ["<<", ">>", ">>>"][self.random.below(3)];
                format!("({} {operator} {})", self.expression(next), self.expression(next))
            }
            8 => format!("(({}) {})", ["byte", "char", "short"][self.random.below(3)], self.expression(next)),
            9 => format!("({} ? {} : {})", self.condition(), self.expression(next), self.expression(next)),
            10 if self.number > 0 => {
                let callee = self.random.below(self.number.min(12));
                format!("m{callee}({}, b, {})", self.expression(0), self.expression(0))
            }
            _ => format!("(-({}))", self.expression(next)),
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        // Knuth's MMIX constants; the low bits of such a generator are poor.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
