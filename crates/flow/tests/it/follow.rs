//! A driver that follows recorded outcomes, branch by branch, against the JVM: past loops, into handlers, into a throw.

use std::collections::{BTreeMap, VecDeque};

use reenact_flow::exec::{
    Branch, CallSite, Choice, Code, Completion, Decide, Exec, Fault, Path, Repetition, Site, Step, Treatment,
};
use reenact_flow::term::Terms;
use reenact_testkit::Fixture;
use reenact_world::World;

use crate::differential::{holds, value};
use crate::support::Subject;

const SOURCE: &str = r#"
//- Main.java
public class Main {
    static int sum(int n, int b, int c) { int s = c; for (int i = 0; i < n; i++) s += i * b; return s; }

    static int until(int n, int b, int c) {
        int r = 0;
        while (true) {
            if (n > b) throw new IllegalStateException();
            r += n++;
            if (r > 100) return r;
        }
    }

    static int guarded(int a, int b, int c) { try { return a / b; } catch (ArithmeticException e) { return c; } }

    static int retried(int a, int b, int c) {
        int r = 0;
        for (int i = 0; i < a; i++) {
            try { r += c / (i - b); } catch (ArithmeticException e) { r += 1000; }
        }
        return r;
    }

    static int half(int a) { if (a % 2 != 0) throw new IllegalArgumentException(); return a / 2; }
    static int nested(int a, int b, int c) {
        try { return half(a) + half(b); } catch (IllegalArgumentException e) { return c; }
    }
    static int escaping(int a, int b, int c) {
        try { return half(a) + half(b); } catch (ArithmeticException e) { return c; }
    }

    static int parsed(int a, int b, int c) {
        try { return Integer.parseInt(a > 0 ? "12" : "x"); } catch (NumberFormatException e) { return b; }
    }

    static int chosen(int a, int b, int c) { switch (a) { case 1: return b; case 500: return c; default: return a; } }

    static int stored(int a, int b, int c) { int[] x = new int[a]; x[b] = c; return x[b]; }

    public static void main(String[] arguments) throws Exception {
        for (String line : arguments) {
            String[] words = line.split(" ");
            Class<?> number = int.class;
            var method = Main.class.getDeclaredMethod(words[0], number, number, number);
            int[] given = new int[3];
            for (int i = 0; i < 3; i++) given[i] = Integer.parseInt(words[i + 1]);
            String outcome;
            try {
                outcome = "" + method.invoke(null, given[0], given[1], given[2]);
            } catch (java.lang.reflect.InvocationTargetException e) {
                outcome = e.getCause().getClass().getName().replace('.', '/');
            }
            System.out.println(line + " = " + outcome);
        }
    }
}
"#;

/// Method, arguments, and the outcomes in order: successors of branches (0 falls through, 1 jumps; the position of a
/// switch's key), and `!` where an instruction or a call throws, with the class if it is a call.
const RUNS: &[(&str, [i32; 3], &str)] = &[
    ("sum", [0, 5, 7], "1"),
    ("sum", [3, 5, 7], "0 0 0 1"),
    ("sum", [40, -5, 7], "0*40 1"),
    ("until", [0, 2, 0], "1 1 1 1 1 1 0"),
    ("until", [60, 90, 0], "1 1 1 0"),
    ("guarded", [7, 2, 9], ""),
    ("guarded", [7, 0, 9], "!"),
    ("retried", [3, 1, 8], "0 0 ! 0 1"),
    ("retried", [2, 9, 8], "0 0 1"),
    ("nested", [4, 6, 9], "1 1"),
    ("nested", [4, 3, 9], "1 0"),
    ("escaping", [4, 3, 9], "1 0"),
    ("parsed", [0, 5, 0], "1 !java/lang/NumberFormatException"),
    ("chosen", [1, 2, 3], "0"),
    ("chosen", [500, 2, 3], "1"),
    ("chosen", [7, 2, 3], "2"),
    ("stored", [3, 1, 7], ""),
    ("stored", [3, 5, 7], "!"),
];

enum Outcome {
    Successor(usize),
    Throws(Option<Box<str>>),
}

/// Follows outcomes; what is not in them completes normally.
struct Log<'w> {
    world: &'w World,
    outcomes: VecDeque<Outcome>,
    was_open: usize,
}

impl Log<'_> {
    fn parse<'w>(world: &'w World, text: &str) -> Log<'w> {
        let mut outcomes = VecDeque::new();
        for word in text.split_whitespace() {
            let (word, times) = word.split_once('*').unwrap_or((word, "1"));
            for _ in 0..times.parse().unwrap() {
                outcomes.push_back(match word.strip_prefix('!') {
                    Some("") => Outcome::Throws(None),
                    Some(class) => Outcome::Throws(Some(class.into())),
                    None => Outcome::Successor(word.parse().unwrap()),
                });
            }
        }
        Log { world, outcomes, was_open: 0 }
    }

    fn throws(&mut self) -> Option<Option<Box<str>>> {
        match self.outcomes.pop_front()? {
            Outcome::Throws(class) => Some(class),
            other => {
                self.outcomes.push_front(other);
                None
            }
        }
    }
}

impl Decide for Log<'_> {
    fn branch(&mut self, at: Site<'_>, _: Branch, feasible: &[usize]) -> Choice {
        // The log is of the program's own branches; those in constructors of the JDK must be certain.
        if self.world.view(at.method).class().is_platform() {
            return if feasible.len() == 1 { Choice::All } else { Choice::Stop };
        }
        self.was_open += usize::from(feasible.len() > 1);
        match self.outcomes.pop_front() {
            Some(Outcome::Successor(successor)) => Choice::Only(successor),
            _ => Choice::Stop,
        }
    }

    fn fault(&mut self, _: Site<'_>, _: Fault<'_>) -> Completion {
        match self.throws() {
            Some(_) => Completion::Throws,
            None => Completion::Normally,
        }
    }

    fn call(&mut self, _: Site<'_>, call: CallSite<'_>, _: &Terms) -> Treatment {
        if let Some(class) = self.throws() {
            return Treatment::Throw(class.and_then(|class| self.world.class_id(&class)));
        }
        match call.target {
            Some((target, _)) if !self.world.view(target).class().is_platform() => Treatment::Enter,
            _ if call.is_plain_constructor && call.target.is_some() => Treatment::Enter,
            _ => Treatment::Return,
        }
    }

    fn repeat(&mut self, _: Site<'_>, _: Repetition) -> bool {
        true
    }
}

/// The end of a run: the path with its terms, and the class of the exception if it threw.
fn follow(subject: &Subject, method: &str, outcomes: &str) -> (Terms, Path, Option<String>) {
    let code = Code::new(&subject.world);
    let log = Log::parse(&subject.world, outcomes);
    let (mut exec, mut state) = Exec::new(&code, subject.method("Main", method), false, log).expect("code");
    let thrown = loop {
        match exec.step(&mut state) {
            Step::Continue => {}
            Step::Returned => break None,
            Step::Thrown(thrown) => {
                let class = thrown.class.expect("a known class");
                break Some(subject.world.view(class).name().to_str().into_owned());
            }
            Step::Fork(_) => panic!("a log takes one path"),
            Step::Stopped | Step::Infeasible | Step::Lost => panic!("{method} does not follow {outcomes}"),
        }
    };
    assert!(exec.decide.outcomes.is_empty(), "{method} ends before {outcomes}");
    (exec.terms, state.path, thrown)
}

#[test]
fn recorded_outcomes_lead_to_what_the_jvm_computes() {
    for subject in Subject::all(&Fixture::parse(SOURCE)) {
        let line = |(method, given, _): &(&str, [i32; 3], &str)| {
            format!("{method} {} {} {}", given[0], given[1], given[2])
        };
        let lines: Vec<String> = RUNS.iter().map(line).collect();
        let arguments: Vec<&str> = lines.iter().map(String::as_str).collect();
        let out = subject.program.run("Main", &arguments).ok();
        let expected: BTreeMap<&str, &str> =
            out.lines().map(|line| line.split_once(" = ").unwrap()).collect();
        for (run, line) in RUNS.iter().zip(&lines) {
            let (method, given, outcomes) = run;
            let (terms, path, thrown) = follow(&subject, method, outcomes);
            let context = format!("JDK {}: {line} by {outcomes:?}", subject.release);
            for condition in &path.conditions {
                assert!(holds(&terms, condition, given), "{context}: {condition:?} does not hold");
            }
            let found = thrown.unwrap_or_else(|| {
                let result = path.result.expect("a result");
                value(&terms, result, given).expect("a number").number().to_string()
            });
            assert_eq!(found, expected[line.as_str()], "{context}");
        }
    }
}

#[test]
fn an_outcome_that_the_path_excludes_is_infeasible() {
    for subject in Subject::all(&Fixture::parse(SOURCE)) {
        let code = Code::new(&subject.world);
        // An `if` has no third successor.
        let log = Log::parse(&subject.world, "2");
        let (mut exec, mut state) = Exec::new(&code, subject.method("Main", "until"), false, log).unwrap();
        let end = loop {
            match exec.step(&mut state) {
                Step::Continue => {}
                end => break end,
            }
        };
        assert!(matches!(end, Step::Infeasible));
        assert_eq!(exec.decide.was_open, 1);
    }
}
