//! Large graphs, damaged graphs, fields that are not needed, actions that are to be avoided.

use std::collections::BTreeMap;

use reenact_heap::{Class, ClassKind, Classes, Ending, Field, HeapGraph, Node, NodeId, Value};
use reenact_rebuild::plan::{Member, Plan, Step};
use reenact_rebuild::{ActionKey, Planner, Request, notation};
use reenact_testkit::jdk;
use rustc_hash::FxHashSet;

use super::support::{Asked, Subject, replay};

const FIXTURE: &str = r#"
    //- zoo/Link.java
    package zoo;
    public class Link {
        private Link next; private Object value;
        public Link(Object value, Link next) { this.value = value; this.next = next; }
        public Link(Object value) { this.value = value; }
        public void setNext(Link next) { this.next = next; }
    }
    //- zoo/Monkey.java
    package zoo;
    public class Monkey {
        private int age; public Color eyeColor; public Object habitat;
        public Monkey(int age) { this.age = age; }
        public Monkey(int age, Color eyeColor, Object habitat) { this(age); this.eyeColor = eyeColor; this.habitat = habitat; }
        public void setEyeColor(Color eyeColor) { this.eyeColor = eyeColor; }
    }
    //- zoo/Color.java
    package zoo;
    public enum Color { RED }
    //- zoo/Lazy.java
    package zoo;
    public class Lazy {
        private final String text; private int hash; private transient String shown; private int asked;
        public Lazy(String text) { this.text = text; }
        @Override public int hashCode() { int h = hash; if (h == 0) { for (char c : text.toCharArray()) h = h * 31 + c; hash = h; } return h; }
        public String show() { if (shown == null) shown = "<" + text + ">"; return shown; }
        public int ask() { asked++; return asked; }
    }
    //- zoo/Gate.java
    package zoo;
    public class Gate {
        private final java.util.function.Supplier<String> lock; private final int size;
        public Gate(java.util.function.Supplier<String> lock, int size) { this.lock = lock; this.size = size; }
        public static java.util.function.Supplier<String> constant(String text) { return () -> text; }
        static String named() { return "n"; }
    }
    //- zoo/far/Public.java
    package zoo.far;
    public class Public {
        private int x;
        Public(int x) { this.x = x; }
        protected Public(int x, int y) { this.x = x; }
        public static Public of(int x) { return new Public(x); }
    }
    //- zoo/Bag.java
    package zoo;
    public class Bag {
        private final Object[] values = new Object[4]; private int count;
        public void add(Object value) { values[count] = value; count = count + 1; }
    }
    //- zoo/Scene.java
    package zoo;
    class Scene {
        private static Object bag() { Bag bag = new Bag(); bag.add("a"); return bag; }
        private static Object monkey() { return new Monkey(6, Color.RED, "h"); }
        private static Object lazy() { Lazy lazy = new Lazy("t"); lazy.hashCode(); lazy.show(); return lazy; }
        private static Object asked() { Lazy lazy = new Lazy("t"); lazy.ask(); return lazy; }
        private static Object far() { return zoo.far.Public.of(3); }
    }
"#;

fn subject() -> Subject {
    Subject::new(&jdk(), FIXTURE)
}

fn request<'a>(
    classes: &'a Classes,
    graph: &'a HeapGraph,
    roots: &'a [Value],
    none: &'a FxHashSet<ActionKey>,
) -> Request<'a> {
    Request {
        classes,
        graph,
        roots,
        names: &[],
        viewpoint: "zoo",
        statics: &[],
        needed: None,
        avoid: none,
        histories: &[],
        collaborators: &[],
        memory: None,
    }
}

fn class(classes: &mut Classes, name: &str, fields: &[&str]) -> reenact_heap::ClassId {
    let field = |text: &&str| {
        let (name, descriptor) = text.split_once(':').unwrap();
        Field { name: name.into(), descriptor: descriptor.into() }
    };
    classes.add(Class {
        name: name.into(),
        kind: if name.starts_with('[') { ClassKind::Array } else { ClassKind::Plain },
        superclass: None,
        interfaces: Vec::new(),
        fields: fields.iter().map(field).collect(),
    })
}

const LINK: &[&str] = &["next:Lzoo/Link;", "value:Ljava/lang/Object;"];

/// Listing 4: avoiding one action after the other gives all three plans.
#[test]
fn all_three_plans_of_the_paper() {
    let subject = subject();
    let planner = subject.planner();
    let scenes = subject.scenes("zoo.Scene", &["monkey"], &[]);
    let key = |name: &str, descriptor: &str| ActionKey {
        class: "zoo/Monkey".into(),
        member: Member::new("zoo/Monkey", name, descriptor),
    };
    let mut asked = Asked::default();
    let mut plans = BTreeMap::new();
    let names = ["first", "second", "third", "none"];
    let expected = [
        r#"new Monkey(6, Color.RED, "h")"#,
        r#"monkey = new Monkey(6); monkey.setEyeColor(Color.RED); monkey.habitat = "h"; monkey"#,
        r#"monkey = new Monkey(6); monkey.eyeColor = Color.RED; monkey.habitat = "h"; monkey"#,
        "null ! Monkey: no way to Monkey.age, Monkey.eyeColor, Monkey.habitat",
    ];
    let avoid = [
        key("<init>", "(ILzoo/Color;Ljava/lang/Object;)V"),
        key("setEyeColor", "(Lzoo/Color;)V"),
        key("<init>", "(I)V"),
    ];
    for (at, expected) in expected.iter().enumerate() {
        let plan = subject.plan(&planner, &scenes[0], &asked);
        assert_eq!(notation::line(&plan), *expected);
        plans.insert(names[at], plan);
        asked.avoid.extend(avoid.get(at).cloned());
    }
}

#[test]
fn what_only_remembers_need_not_be_right() {
    let subject = subject();
    let planner = subject.planner();
    let scenes = subject.scenes("zoo.Scene", &["lazy", "asked"], &[]);
    let plan = subject.plan(&planner, &scenes[0], &Asked::default());
    assert_eq!(notation::line(&plan), r#"new Lazy("t")"#);
    let relaxed: Vec<String> =
        plan.relaxed.iter().map(|(_, field)| subject.world.view(*field).name().to_string()).collect();
    assert_eq!(relaxed, ["hash", "shown"]);
    assert!(replay(&subject, "zoo.Scene", &scenes, &BTreeMap::from([("lazy", plan)])).is_empty());
    // A counter is state, even if it is not read.
    let plan = subject.plan(&planner, &scenes[1], &Asked::default());
    assert_eq!(notation::line(&plan), r#"lazy = new Lazy("t"); lazy.ask(); lazy"#);
}

/// The count is needed and the elements are not: `add(null)` would put something into the bag that was not there.
#[test]
fn a_call_with_an_invented_element_is_not_a_way() {
    let subject = subject();
    let scenes = subject.scenes("zoo.Scene", &["bag"], &[]);
    let count = subject.world.class("zoo/Bag").unwrap().field("count").unwrap().id();
    let needed = |field| field == count;
    let asked = Asked { needed: Some(&needed), ..Asked::default() };
    let plan = subject.plan(&subject.planner(), &scenes[0], &asked);
    assert_eq!(notation::line(&plan), "null ! Bag: no way to Bag.count");
}

#[test]
fn from_another_package_only_the_public_way() {
    let subject = subject();
    let planner = subject.planner();
    let scenes = subject.scenes("zoo.Scene", &["far"], &[]);
    let plan = subject.plan(&planner, &scenes[0], &Asked::default());
    assert_eq!(notation::line(&plan), "Public.of(3)");
    let asked = Asked { viewpoint: Some("zoo/far"), ..Asked::default() };
    assert_eq!(notation::line(&subject.plan(&planner, &scenes[0], &asked)), "new Public(3)");
}

/// Neither the planner nor what writes a plan on a line recurses along references.
#[test]
fn a_list_of_a_hundred_thousand() {
    let subject = subject();
    let planner = subject.planner();
    let (mut classes, mut graph) = (Classes::new(), HeapGraph::new());
    let link = class(&mut classes, "zoo/Link", LINK);
    let text = graph.add(Node::String("v".encode_utf16().collect()));
    const COUNT: usize = 100_000;
    let mut next = Value::Null;
    for _ in 0..COUNT {
        let fields = vec![next, Value::Reference(text)];
        next = Value::Reference(graph.add(Node::Object { class: link, fields }));
    }
    let none = FxHashSet::default();
    let start = std::time::Instant::now();
    let plan = planner.plan(&request(&classes, &graph, &[next], &none));
    println!("{COUNT} objects in {:?}", start.elapsed());
    assert_eq!((plan.steps.len(), plan.unbuilt.len()), (COUNT, 0));
    assert!(notation::line(&plan).len() > COUNT);
    // And as a ring, where one of them must get its next one later.
    let mut ring = HeapGraph::new();
    let text = ring.add(Node::String("v".encode_utf16().collect()));
    for at in 0..COUNT {
        let next = NodeId::try_from_position(if at + 1 == COUNT { 1 } else { at + 2 });
        ring.add(Node::Object { class: link, fields: vec![Value::Reference(next), Value::Reference(text)] });
    }
    let roots = [Value::Reference(NodeId::try_from_position(1))];
    let plan = planner.plan(&request(&classes, &ring, &roots, &none));
    assert_eq!((plan.steps.len(), plan.unbuilt.len()), (COUNT + 1, 0));
}

trait Position {
    fn try_from_position(at: usize) -> Self;
}

impl Position for NodeId {
    fn try_from_position(at: usize) -> NodeId {
        reenact_base::Id::from_index(at)
    }
}

/// Where a capture ended nothing can be rebuilt; behind a field that is not needed, nothing has to be.
#[test]
fn the_end_of_a_capture_behind_a_field_that_nobody_needs() {
    let subject = subject();
    let planner = subject.planner();
    let (mut classes, mut graph) = (Classes::new(), HeapGraph::new());
    let link = class(&mut classes, "zoo/Link", LINK);
    let end = graph.add(Node::End { class: link, ending: Ending::Budget });
    let text = graph.add(Node::String(vec![97]));
    let root =
        graph.add(Node::Object { class: link, fields: vec![Value::Reference(end), Value::Reference(text)] });
    let (none, roots) = (FxHashSet::default(), [Value::Reference(root)]);
    let asked = request(&classes, &graph, &roots, &none);
    assert_eq!(notation::line(&planner.plan(&asked)), "null ! Link: not captured");
    let next = subject.world.class("zoo/Link").unwrap().field("next").unwrap().id();
    let needed = |field| field != next;
    let plan = planner.plan(&Request { needed: Some(&needed), ..asked });
    assert_eq!(notation::line(&plan), r#"new Link("a")"#);
    assert_eq!(plan.relaxed, [(root, next)]);
}

/// Lambdas: one that a method hands out, one that is a method reference, one that only its class can make.
#[test]
fn lambdas() {
    let subject = subject();
    let planner = subject.planner();
    let implementation = |name: &str, prefix: &str| {
        let class = subject.world.class(name).unwrap();
        let method = class.methods().find(|method| method.name().to_str().starts_with(prefix)).unwrap();
        (name.into(), (&*method.name().to_str()).into(), (&*method.descriptor().to_str()).into())
    };
    let lambda = |classes: &mut Classes, implementation, fields: &[&str]| {
        let id = class(classes, "zoo/Gate", fields);
        let mut made = classes.get(id).clone();
        made.kind =
            ClassKind::Lambda { method: ("get".into(), "()Ljava/lang/Object;".into()), implementation };
        made.interfaces = vec!["java/util/function/Supplier".into()];
        classes.add(made)
    };
    let (mut classes, mut graph) = (Classes::new(), HeapGraph::new());
    let gate = class(&mut classes, "zoo/Gate", &["lock:Ljava/util/function/Supplier;", "size:I"]);
    let named = lambda(&mut classes, implementation("zoo/Gate", "named"), &[]);
    let constant =
        lambda(&mut classes, implementation("zoo/Gate", "lambda$constant"), &["arg$1:Ljava/lang/String;"]);
    let text = graph.add(Node::String(vec![120]));
    let named = graph.add(Node::Object { class: named, fields: vec![] });
    let constant = graph.add(Node::Object { class: constant, fields: vec![Value::Reference(text)] });
    let roots = [named, constant].map(|lock| {
        Value::Reference(
            graph.add(Node::Object { class: gate, fields: vec![Value::Reference(lock), Value::Int(1)] }),
        )
    });
    let none = FxHashSet::default();
    let plan = planner.plan(&request(&classes, &graph, &roots, &none));
    assert_eq!(notation::line(&plan), r#"new Gate(Gate::named, 1), new Gate(Gate.constant("x"), 1)"#);
}

/// Whatever the graph holds, there is a plan or a reason.
#[test]
fn damaged_graphs_do_no_harm() {
    let subject = subject();
    let planner = subject.planner();
    let (mut classes, _) = (Classes::new(), ());
    let link = class(&mut classes, "zoo/Link", LINK);
    let missing = class(&mut classes, "zoo/Missing", &["x:I"]);
    let other = class(&mut classes, "zoo/Link", &["next:Lzoo/Link;", "worth:I"]);
    let list = class(
        &mut classes,
        "java/util/ArrayList",
        &["modCount:I", "elementData:[Ljava/lang/Object;", "size:I"],
    );
    let array = class(&mut classes, "[Lzoo/Link;", &[]);
    let mut seed = 7u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    for _ in 0..300 {
        let mut graph = HeapGraph::new();
        let count = 1 + random(8);
        for _ in 0..count {
            let value = |random: &mut dyn FnMut(usize) -> usize| match random(4) {
                0 => Value::Null,
                1 => Value::Int(random(5) as i32),
                _ => Value::Reference(NodeId::try_from_position(random(count + 1))),
            };
            let node = match random(8) {
                0 => Node::String(vec![0xd800]),
                1 => Node::Object { class: missing, fields: vec![Value::Int(1)] },
                2 => Node::Object { class: other, fields: vec![Value::Null, Value::Int(1)] },
                3 => Node::Object {
                    class: list,
                    fields: vec![Value::Int(0), value(&mut random), Value::Int(1)],
                },
                4 => Node::Array { class: array, elements: vec![value(&mut random), value(&mut random)] },
                5 => Node::Object { class: link, fields: vec![value(&mut random)] },
                _ => Node::Object { class: link, fields: vec![value(&mut random), value(&mut random)] },
            };
            graph.add(node);
        }
        let roots = [Value::Reference(NodeId::try_from_position(random(count + 1)))];
        let none = FxHashSet::default();
        let plan = planner.plan(&request(&classes, &graph, &roots, &none));
        check_order(&plan);
        assert_eq!(
            notation::line(&plan),
            notation::line(&planner.plan(&request(&classes, &graph, &roots, &none)))
        );
    }
}

/// An object is made before it is used.
fn check_order(plan: &Plan) {
    let mut made = FxHashSet::default();
    for step in &plan.steps {
        match step {
            Step::Make { object, .. } => assert!(made.insert(*object), "made twice"),
            Step::Call { on, .. }
            | Step::Attempt { on, .. }
            | Step::Assign { on, .. }
            | Step::SetElement { array: on, .. } => {
                assert!(made.contains(on));
            }
            Step::CallStatic { .. } => {}
        }
    }
}

/// Planning does not depend on what was planned before.
#[test]
fn a_planner_is_used_again_and_again() {
    let subject = subject();
    let scenes = subject.scenes("zoo.Scene", &["monkey", "lazy", "far"], &[]);
    let shared = subject.planner();
    for scene in scenes.iter().chain(scenes.iter().rev()) {
        let fresh: Planner<'_> = subject.planner();
        let again = subject.plan(&shared, scene, &Asked::default());
        assert_eq!(again, subject.plan(&fresh, scene, &Asked::default()));
    }
}

/// Threads that share a planner get the plans that one thread gets, in whatever order they ask.
#[test]
fn plans_do_not_depend_on_the_threads_that_share_a_planner() {
    let subject = subject();
    let scenes = subject.scenes("zoo.Scene", &["monkey", "lazy", "far"], &[]);
    let plans = |planner: &Planner<'_>, start: usize| {
        let mut plans: Vec<(usize, Plan)> = (0..scenes.len())
            .map(|at| (at + start) % scenes.len())
            .map(|at| (at, subject.plan(planner, &scenes[at], &Asked::default())))
            .collect();
        plans.sort_by_key(|(at, _)| *at);
        plans
    };
    let alone = plans(&subject.planner(), 0);
    for count in [2, 5] {
        let shared = subject.planner();
        std::thread::scope(|scope| {
            let (plans, shared) = (&plans, &shared);
            let threads: Vec<_> = (0..count).map(|start| scope.spawn(move || plans(shared, start))).collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), alone);
            }
        });
    }
}
