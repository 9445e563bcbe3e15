//! Plans made by hand: stand-ins, and code that only a plan with a mind of its own would ask for.

use std::collections::BTreeSet;

use crate::support::Recorded;
use reenact_base::Id;
use reenact_generate::{Generator, Given, Options, PlanSource, Wanted};
use reenact_heap::Value;
use reenact_rebuild::plan::{
    Answer, AnswerOutcome, Made, Making, Member, ObjectId, Operand, Plan, StandIn, Step, Strategy,
};
use reenact_testkit::jdk;

const GREETER: &str = r#"
    //- p/Clock.java
    package p;
    public interface Clock {
        int hour();
        String zone(String place);
        default boolean isLate() { return hour() > 20; }
    }
    //- p/Names.java
    package p;
    public interface Names<T> { T name(int index); }
    //- p/Greeter.java
    package p;
    public class Greeter {
        private final Clock clock;
        private final Names<String> names;
        public Greeter(Clock clock, Names<String> names) { this.clock = clock; this.names = names; }
        public String greet(int who) {
            return (clock.hour() < 12 ? "morning" : "evening") + (clock.hour() < 12 ? "," : "!") + names.name(who);
        }
    }
    //- Main.java
    import recorder.Recorder;
    import p.*;
    public class Main {
        static class Real implements Clock {
            int calls;
            public int hour() { return calls++ == 0 ? 9 : 21; }
            public String zone(String place) { return place; }
        }
        static class All implements Names<String> { public String name(int index) { return "Ann"; } }
        public static void main(String[] args) throws Exception {
            Recorder.call(new Greeter(new Real(), new All()), "greet", 1);
        }
    }
"#;

/// Answers every question with one plan, and what is expected with nothing.
struct ByHand(Plan);

impl PlanSource for ByHand {
    fn plan(&self, wanted: &Wanted<'_>) -> Plan {
        if wanted.names == ["expected"] {
            let Value::Reference(node) = wanted.roots[0] else { return Plan::default() };
            let Some(reenact_heap::Node::String(text)) = wanted.graph.try_get(node) else {
                return Plan::default();
            };
            return Plan {
                roots: vec![Operand::Inline(Box::new(Making::String(text.clone())))],
                ..Plan::default()
            };
        }
        self.0.clone()
    }
}

fn make(object: usize, class: &str, making: Making) -> Step {
    let made = Made { node: None, class: class.into(), making, strategy: Strategy::StandIn, hint: None };
    Step::Make { object: ObjectId::from_index(object), made }
}

fn object(number: usize) -> Operand {
    Operand::Object(ObjectId::from_index(number))
}

#[test]
fn stand_ins_answer_as_recorded() {
    let recorded = Recorded::of(&jdk(), GREETER);
    let hour = Member::new("p/Clock", "hour", "()I");
    let answer = |value| Answer {
        method: hour.clone(),
        arguments: Vec::new(),
        outcome: AnswerOutcome::Returns(Some(Operand::Value(Value::Int(value)))),
    };
    let clock = StandIn { of: "p/Clock".into(), answers: vec![answer(9), answer(21)] };
    let ann = Operand::Inline(Box::new(Making::String("Ann".encode_utf16().collect())));
    let name = Member::new("p/Names", "name", "(I)Ljava/lang/Object;");
    let names = StandIn {
        of: "p/Names".into(),
        answers: vec![Answer {
            method: name,
            arguments: Vec::new(),
            outcome: AnswerOutcome::Returns(Some(ann)),
        }],
    };
    let greeter = Making::Constructor {
        method: Member::new("p/Greeter", "<init>", "(Lp/Clock;Lp/Names;)V"),
        outer: None,
        arguments: vec![object(0), object(1)],
    };
    let plan = Plan {
        steps: vec![
            make(0, "p/Clock", Making::StandIn(clock)),
            make(1, "p/Names", Making::StandIn(names)),
            make(2, "p/Greeter", greeter),
        ],
        roots: vec![object(2), Operand::Value(Value::Int(1))],
        ..Plan::default()
    };
    let generator = Generator::new(recorded.world(), ByHand(plan), Options::default());
    let (method, case) = &recorded.recording.calls[0];
    let given = Given {
        classes: &recorded.recording.classes,
        method,
        case,
        needed: None,
        histories: &[],
        avoid: &Default::default(),
        collaborators: None,
        left_out: &BTreeSet::new(),
        memory: None,
    };
    let test = generator.test(&given).unwrap();
    let (classes, failed) = generator.suite(vec![test]);
    assert!(failed.is_empty(), "{failed:?}");
    assert_eq!(classes[0].text, GREETER_TEST);
    recorded.passes(&classes);
}

const GREETER_TEST: &str = r#"package p;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Greeter} as they were recorded. */
class GreeterRecordedTest {
    @Test
    void greet_1_returnsMorningAnn() {
        // Arrange
        Clock clock = new Clock() {
            private int hourCalls;

            @Override
            public int hour() {
                int call = hourCalls++;
                if (call == 0) {
                    return 9;
                }
                if (call == 1) {
                    return 21;
                }
                throw new UnsupportedOperationException("not recorded: hour");
            }

            @Override
            public String zone(String text) {
                throw new UnsupportedOperationException("not recorded: zone");
            }
        };
        Greeter greeter = new Greeter(clock, value -> "Ann");

        // Act
        String result = greeter.greet(1);

        // Assert
        assertEquals("morning!Ann", result);
    }
}
"#;
