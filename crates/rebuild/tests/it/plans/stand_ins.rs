//! Objects that are not rebuilt: what takes their place, and what it can answer.

use reenact_heap::{Node, NodeId, Value};
use reenact_rebuild::plan::{AnswerOutcome, Making, Member, Plan, Step};
use reenact_rebuild::{CallOutcome, Collaborator, CollaboratorCall, notation};

use super::support::{Asked, Scene, Subject};

const ZOO: &str = r#"
    //- zoo/Clock.java
    package zoo;
    public interface Clock { int hour(); Object zone(); }
    //- zoo/Watch.java
    package zoo;
    public abstract class Watch implements Clock { public abstract int minute(); }
    //- zoo/Keeper.java
    package zoo;
    public class Keeper {
        private final Clock clock;
        private final Watch watch;
        public Keeper(Clock clock, Watch watch) { this.clock = clock; this.watch = watch; }
    }
    //- zoo/Holder.java
    package zoo;
    public class Holder {
        private final Sealed value;
        public Holder(Sealed value) { this.value = value; }
    }
    //- zoo/Sealed.java
    package zoo;
    public final class Sealed { private final int made; private Sealed(int made) { this.made = made; } }
    //- zoo/Scene.java
    package zoo;
    class Scene {
        private static class Hidden extends Watch {
            private final Object inner;
            Hidden(Object inner) { this.inner = inner; }
            public int hour() { return 9; }
            public int minute() { return 30; }
            public Object zone() { return inner; }
        }
        private static Sealed sealed() throws Exception {
            var constructor = Sealed.class.getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            return constructor.newInstance(7);
        }
        private static Object two() throws Exception {
            return new Keeper(new Hidden(sealed()), new Hidden(null));
        }
        private static Object one() { Hidden hidden = new Hidden(null); return new Keeper(hidden, hidden); }
        private static Object last() throws Exception { return new Holder(sealed()); }
    }
"#;

fn nodes(scene: &Scene, class: &str) -> Vec<NodeId> {
    let is_one = |node: &Node| match node {
        Node::Object { class: of, .. } => &*scene.dump.classes.get(*of).name == class,
        _ => false,
    };
    scene.dump.graph.iter().filter(|(_, node)| is_one(node)).map(|(id, _)| id).collect()
}

fn stand_ins(plan: &Plan) -> Vec<(String, Vec<AnswerOutcome>)> {
    let made = plan.steps.iter().filter_map(|step| match step {
        Step::Make { made, .. } => match &made.making {
            Making::StandIn(stand_in) => {
                let outcomes = stand_in.answers.iter().map(|answer| answer.outcome.clone());
                Some((stand_in.of.to_string(), outcomes.collect()))
            }
            _ => None,
        },
        _ => None,
    });
    made.collect()
}

fn called(method: (&str, &str, &str), value: Value) -> CollaboratorCall {
    let method = Member::new(method.0, method.1, method.2);
    CollaboratorCall { method, arguments: Vec::new(), outcome: CallOutcome::Returned(Some(value)) }
}

const HOUR: (&str, &str, &str) = ("zoo/Scene$Hidden", "hour", "()I");
const ZONE: (&str, &str, &str) = ("zoo/Scene$Hidden", "zone", "()Ljava/lang/Object;");
const MINUTE: (&str, &str, &str) = ("zoo/Scene$Hidden", "minute", "()I");

/// A stand-in is what its holder asks for; one object is one stand-in, of a type that all its holders take.
#[test]
fn a_stand_in_is_of_the_type_that_its_holders_ask_for() {
    let jdk = reenact_testkit::jdk();
    let subject = Subject::new(&jdk, ZOO);
    let scenes = subject.scenes("zoo.Scene", &["two", "one", "last"], &[]);
    let planner = subject.planner();

    let hidden = nodes(&scenes[1], "zoo/Scene$Hidden");
    let collaborators =
        [Collaborator { node: hidden[0], given_as: vec![], calls: vec![called(HOUR, Value::Int(9))] }];
    let asked = Asked { collaborators: &collaborators, ..Asked::default() };
    let plan = subject.plan(&planner, &scenes[1], &asked);
    assert_eq!(plan.unbuilt, []);
    assert_eq!(stand_ins(&plan).len(), 1, "{}", notation::line(&plan));
    assert_eq!(stand_ins(&plan)[0].0, "zoo/Watch");

    // A final class has no stand-in, and the reason stays what it was.
    let sealed = nodes(&scenes[2], "zoo/Sealed");
    let collaborators = [Collaborator { node: sealed[0], given_as: vec![], calls: Vec::new() }];
    let asked = Asked { collaborators: &collaborators, ..Asked::default() };
    let without = subject.plan(&planner, &scenes[2], &Asked::default());
    let with = subject.plan(&planner, &scenes[2], &asked);
    assert!(!without.unbuilt.is_empty());
    assert_eq!(without.unbuilt, with.unbuilt);
}

/// Answers that cannot be rebuilt are left out; the others are given.
#[test]
fn a_stand_in_answers_what_can_be_rebuilt() {
    let jdk = reenact_testkit::jdk();
    let subject = Subject::new(&jdk, ZOO);
    let scenes = subject.scenes("zoo.Scene", &["two"], &[]);
    let planner = subject.planner();
    let scene = &scenes[0];
    let hidden = nodes(scene, "zoo/Scene$Hidden");
    let sealed = Value::Reference(nodes(scene, "zoo/Sealed")[0]);
    let collaborators = [
        Collaborator {
            node: hidden[0],
            given_as: vec![],
            calls: vec![called(HOUR, Value::Int(9)), called(ZONE, sealed)],
        },
        Collaborator { node: hidden[1], given_as: vec![], calls: vec![called(MINUTE, Value::Int(30))] },
    ];
    let asked = Asked { collaborators: &collaborators, ..Asked::default() };
    let plan = subject.plan(&planner, scene, &asked);
    let made = stand_ins(&plan);
    let types: Vec<&str> = made.iter().map(|(of, _)| &**of).collect();
    assert_eq!(types, ["zoo/Clock", "zoo/Watch"], "{}", notation::line(&plan));
    assert_eq!((made[0].1.len(), made[1].1.len()), (1, 1), "the sealed one has no way");
}
