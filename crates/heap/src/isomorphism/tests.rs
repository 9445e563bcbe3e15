//! Graphs made by hand. The logical forms of whole JVMs are compared in `tests/it/sameness.rs`.

use super::*;
use crate::testing::Builder;
use crate::{Ending, HeapGraph, Node, NodeId};
use reenact_base::Id;

/// Compares two graphs that one builder has made, from one root each.
fn compare_in(builder: &Builder, left: Value, right: Value, options: Options) -> Comparison {
    let forms = Forms::new(&builder.classes, &builder.graph);
    compare(&forms, &forms, &[Root { name: "root", left, right }], options)
}

fn exact(builder: &Builder, left: Value, right: Value) -> bool {
    compare_in(builder, left, right, Options::default()).grade == Grade::Exact
}

fn first_difference(builder: &Builder, left: Value, right: Value) -> String {
    let comparison = compare_in(builder, left, right, Options::default());
    assert_eq!(comparison.grade, Grade::Different);
    comparison.difference.unwrap().to_string()
}

#[test]
fn aliasing_is_part_of_a_graph() {
    let mut b = Builder::new();
    let point = b.class("Point", &["x:I"]);
    let pair = b.class("Pair", &["one:LPoint;", "two:LPoint;"]);
    let [p, q, r] = [0; 3].map(|_| b.object(point, &[Value::Int(1)]));
    let shared = b.object(pair, &[p, p]);
    let apart = b.object(pair, &[q, r]);
    assert!(exact(&b, shared, shared) && exact(&b, apart, apart));
    assert_eq!(first_difference(&b, shared, apart), "root.two: Point, met before -> Point, another object");
    assert_eq!(first_difference(&b, apart, shared), "root.two: Point, another object -> Point, met before");
}

#[test]
fn roots_share_one_graph() {
    let mut b = Builder::new();
    let point = b.class("Point", &["x:I"]);
    let [p, q, r] = [0; 3].map(|_| b.object(point, &[Value::Int(1)]));
    let forms = Forms::new(&b.classes, &b.graph);
    let roots = |right| [Root { name: "this", left: p, right: q }, Root { name: "other", left: p, right }];
    assert_eq!(compare(&forms, &forms, &roots(q), Options::default()).grade, Grade::Exact);
    let different = compare(&forms, &forms, &roots(r), Options::default());
    assert_eq!(different.difference.unwrap().path, "other");
}

#[test]
fn strings_and_boxes_may_be_shared_by_chance() {
    let mut b = Builder::new();
    let pair = b.class("Pair", &["one:Ljava/lang/String;", "two:Ljava/lang/String;"]);
    let [s, t, u] = [0; 3].map(|_| b.string("text"));
    let (shared, apart) = (b.object(pair, &[s, s]), b.object(pair, &[t, u]));
    assert!(exact(&b, shared, apart));
    let all = Options { identity: Identity::All, ..Options::default() };
    assert_eq!(compare_in(&b, shared, apart, all).grade, Grade::Different);
    assert_eq!(compare_in(&b, shared, shared, all).grade, Grade::Exact);
}

#[test]
fn values_may_be_shared_by_chance_if_asked_for() {
    let mut b = Builder::new();
    let instant = b.class("java/time/Instant", &["seconds:J", "nanos:I"]);
    let [s, t, u] = [0; 3].map(|_| b.object(instant, &[Value::Long(5), Value::Int(0)]));
    let (shared, apart) = (b.array(&[s, s]), b.array(&[t, u]));
    let with = |identity| compare_in(&b, shared, apart, Options { identity, ..Options::default() }).grade;
    assert_eq!(with(Identity::ExceptStringsAndBoxes), Grade::Different);
    assert_eq!(with(Identity::ExceptValues), Grade::Exact);
}

#[test]
fn what_is_not_read_need_not_be_the_same() {
    let mut b = Builder::new();
    let class = b.class("Counter", &["count:I", "calls:I"]);
    let one = b.object(class, &[Value::Int(1), Value::Int(5)]);
    let two = b.object(class, &[Value::Int(1), Value::Int(9)]);
    let reads_of = |name: &'static str| move |class: &str, field: &str| class == "Counter" && field == name;
    let (count, calls) = (reads_of("count"), reads_of("calls"));
    let sufficient = compare_in(&b, one, two, Options { reads: Some(&count), ..Options::default() });
    assert_eq!(sufficient.grade, Grade::Sufficient);
    assert_eq!(sufficient.difference.unwrap().to_string(), "root.calls: 5 -> 9");
    let different = compare_in(&b, one, two, Options { reads: Some(&calls), ..Options::default() });
    assert_eq!(different.grade, Grade::Different);
    let exact = compare_in(&b, one, one, Options { reads: Some(&count), ..Options::default() });
    assert_eq!(exact.grade, Grade::Exact);
}

/// Nothing is claimed of a stand-in, but what is around it must be the same, and it is one object.
#[test]
fn a_stand_in_takes_the_place_of_an_object() {
    let mut b = Builder::new();
    let holder = b.class("Holder", &["count:I", "clock:LClock;", "again:LClock;"]);
    let (real, fake) = (b.class("Real", &["offset:J"]), b.class("Test$1", &[]));
    let (one, another) = (b.object(real, &[Value::Long(5)]), b.object(real, &[Value::Long(5)]));
    let stand_in = b.object(fake, &[]);
    let recorded = b.object(holder, &[Value::Int(1), one, one]);
    let met = b.object(holder, &[Value::Int(1), stand_in, stand_in]);
    let is_stand_in = |class: &Class| class.name.starts_with("Test$");
    let options = Options { stand_ins: Some(&is_stand_in), ..Options::default() };
    assert_eq!(compare_in(&b, recorded, met, Options::default()).grade, Grade::Different);
    assert_eq!(compare_in(&b, recorded, met, options).grade, Grade::Sufficient);
    assert_eq!(compare_in(&b, met, recorded, options).grade, Grade::Different, "only on the right");
    let two = b.object(holder, &[Value::Int(1), one, another]);
    assert_eq!(compare_in(&b, two, met, options).grade, Grade::Different);
    let other = b.object(holder, &[Value::Int(2), stand_in, stand_in]);
    assert_eq!(compare_in(&b, recorded, other, options).difference.unwrap().path, "root.count");
}

#[test]
fn a_map_is_its_entries_and_not_its_buckets() {
    let mut b = Builder::new();
    let keys = ["a", "b", "c"].map(|key| b.string(key));
    let values = [1, 2, 3].map(|value| b.boxed(value));
    let entries: Vec<_> = keys.into_iter().zip(values).collect();
    let one = b.hash_map(4, &entries);
    let two = b.hash_map(64, &[entries[2], entries[0], entries[1]]);
    assert!(exact(&b, one, two));
    let other = b.boxed(7);
    let three = b.hash_map(4, &[entries[0], (keys[1], other), entries[2]]);
    assert_eq!(first_difference(&b, one, three), r#"root["b"]: 2 -> 7"#);
    let four = b.hash_map(4, &entries[..2]);
    assert_eq!(first_difference(&b, one, four), r#"root: "c" -> nothing like it"#);
    assert_eq!(first_difference(&b, four, one), r#"root: nothing like it -> "c""#);
}

#[test]
fn elements_without_order_are_paired_by_what_they_hold() {
    let mut b = Builder::new();
    let point = b.class("Point", &["x:I", "next:LPoint;"]);
    let mut set = |numbers: &[i32]| {
        let nodes: Vec<Value> =
            numbers.iter().map(|number| b.object(point, &[Value::Int(*number), Value::Null])).collect();
        let entries: Vec<_> = nodes.iter().map(|node| (*node, Value::Null)).collect();
        b.hash_map(4, &entries)
    };
    let (one, two, three) = (set(&[1, 2, 3, 3]), set(&[3, 1, 3, 2]), set(&[1, 2, 2, 3]));
    assert!(exact(&b, one, two));
    assert_eq!(compare_in(&b, one, three, Options::default()).grade, Grade::Different);
}

/// Rings of different lengths all have the same colours: only guessing tells them apart.
#[test]
fn guesses_are_taken_back() {
    let mut b = Builder::new();
    let link = b.class("Link", &["next:LLink;"]);
    let mut rings = |lengths: &[usize]| {
        let mut entries = Vec::new();
        for length in lengths {
            let first = b.graph.len();
            for at in 0..*length {
                let next = NodeId::from_index(first + (at + 1) % length);
                entries.push((b.object(link, &[Value::Reference(next)]), Value::Null));
            }
        }
        b.hash_map(4, &entries)
    };
    let (one, two, three) = (rings(&[2, 3, 4]), rings(&[4, 3, 2]), rings(&[3, 3, 3]));
    assert!(exact(&b, one, two));
    assert_eq!(compare_in(&b, one, three, Options::default()).grade, Grade::Different);
    let few = Options { guesses: 3, ..Options::default() };
    let undecided = compare_in(&b, one, three, few);
    assert_eq!(undecided.grade, Grade::Undecided);
    assert!(matches!(undecided.reason, Some(Undecided::TooManyGuesses { .. })));
}

#[test]
fn many_that_look_alike_are_paired_without_trying_all() {
    let mut b = Builder::new();
    let class = b.class("Anything", &[]);
    let mut set = || {
        let entries: Vec<_> = (0..100_000).map(|_| (b.object(class, &[]), Value::Null)).collect();
        let array = entries.iter().rev().map(|(key, _)| *key).collect::<Vec<_>>();
        // The list pairs them before the set is looked at, in another order.
        let fields = [b.array(&array), b.hash_map(64, &entries)];
        b.array(&fields)
    };
    let (one, two) = (set(), set());
    assert!(exact(&b, one, two));
}

#[test]
fn nothing_is_claimed_beyond_an_end() {
    let mut b = Builder::new();
    let holder = b.class("Holder", &["held:LPoint;", "x:I"]);
    let point = b.class("Point", &["x:I"]);
    let mut held = |ending: Option<Ending>, x| {
        let held = match ending {
            Some(ending) => Value::Reference(b.graph.add(Node::End { class: point, ending })),
            None => b.object(point, &[Value::Int(1)]),
        };
        b.object(holder, &[held, Value::Int(x)])
    };
    let (whole, frontier) = (held(None, 1), held(Some(Ending::Frontier), 1));
    let (budget, masked) = (held(Some(Ending::Budget), 1), held(Some(Ending::Masked), 1));
    let other = held(Some(Ending::Budget), 2);
    let grade = |left, right| compare_in(&b, left, right, Options::default()).grade;
    assert_eq!(grade(frontier, frontier), Grade::Sufficient);
    assert_eq!(grade(whole, frontier), Grade::Sufficient);
    assert_eq!([grade(budget, budget), grade(whole, masked), grade(masked, frontier)], [Grade::Undecided; 3]);
    assert_eq!(grade(budget, other), Grade::Different);
    let reason = compare_in(&b, whole, budget, Options::default()).reason;
    assert_eq!(reason, Some(Undecided::CutOff { path: "root.held".into() }));
    // An end of the capture in a field that is not read does not matter.
    let reads = |_: &str, field: &str| field == "x";
    let read = compare_in(&b, whole, budget, Options { reads: Some(&reads), ..Options::default() });
    assert_eq!(read.grade, Grade::Sufficient);
}

#[test]
fn damaged_graphs_are_undecided() {
    let mut b = Builder::new();
    let holder = b.class("Holder", &["held:LPoint;"]);
    let dangling = Value::Reference(NodeId::from_index(1_000_000));
    let holding = b.object(holder, &[dangling]);
    let short = b.object(holder, &[]);
    for damaged in [dangling, holding, short] {
        let comparison = compare_in(&b, damaged, damaged, Options::default());
        assert!(matches!(comparison.reason, Some(Undecided::Damaged { .. })), "{comparison:?}");
    }
}

#[test]
fn a_long_list_is_walked_without_a_deep_stack() {
    let mut b = Builder::new();
    let link = b.class("Link", &["next:LLink;", "x:I"]);
    let mut chain = |length: i32, last: i32| {
        let mut next = b.object(link, &[Value::Null, Value::Int(last)]);
        for x in 0..length {
            next = b.object(link, &[next, Value::Int(x)]);
        }
        next
    };
    let (one, two, three) = (chain(1_000_000, 5), chain(1_000_000, 5), chain(1_000_000, 6));
    assert!(exact(&b, one, two));
    let difference = first_difference(&b, one, three);
    assert!(difference.starts_with("root.next.next") && difference.ends_with(".next.x: 5 -> 6"));
    assert!(difference.contains('…') && difference.len() < 1000, "{difference}");
}

#[test]
fn empty_graphs_are_the_same() {
    let (classes, graph) = (crate::Classes::new(), HeapGraph::new());
    let forms = Forms::new(&classes, &graph);
    assert_eq!(compare(&forms, &forms, &[], Options::default()).grade, Grade::Exact);
}

/// Small random graphs in sets without an order, against all ways to pair their objects.
#[test]
fn guessing_agrees_with_trying_everything() {
    const COUNT: usize = 5;
    let mut state = 1u64;
    let mut below = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let permutations = permutations(COUNT);
    let (mut same, mut different) = (0, 0);
    for _ in 0..2_000 {
        // Two links each, nearly all to objects of the set; labels of two colours.
        let mut random = || -> Vec<(usize, usize, u64)> {
            (0..COUNT).map(|_| (below(COUNT as u64) as usize, below(3) as usize, below(2))).collect()
        };
        let one = random();
        // Half of the time, the same graph in another order, perhaps with one link changed.
        let order = &permutations[below(permutations.len() as u64) as usize];
        let mut two = vec![(0, 0, 0); COUNT];
        for (at, (next, other, label)) in one.iter().enumerate() {
            two[order[at]] = (order[*next], order[*other], *label);
        }
        if below(2) == 0 {
            two[below(COUNT as u64) as usize].0 = below(COUNT as u64) as usize;
        }
        let is_same = permutations.iter().any(|order| {
            one.iter()
                .enumerate()
                .all(|(at, (next, other, label))| two[order[at]] == (order[*next], order[*other], *label))
        });
        let mut b = Builder::new();
        let link = b.class("Link", &["next:LLink;", "other:LLink;", "label:J"]);
        let mut made = |links: &[(usize, usize, u64)]| {
            let first = b.graph.len();
            let to = |at: usize| Value::Reference(NodeId::from_index(first + at));
            for (next, other, label) in links {
                b.object(link, &[to(*next), to(*other), Value::Long(*label as i64)]);
            }
            let entries: Vec<_> = (0..COUNT).map(|at| (to(at), Value::Null)).collect();
            b.hash_map(2, &entries)
        };
        let (left, right) = (made(&one), made(&two));
        assert_eq!(exact(&b, left, right), is_same, "{one:?} and {two:?}");
        *(if is_same { &mut same } else { &mut different }) += 1;
    }
    assert!(same > 500 && different > 500, "{same} and {different}");
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(count - 1);
    let with_last = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, count - 1);
        order
    };
    (0..count).flat_map(|at| shorter.iter().map(move |order| with_last(order, at))).collect()
}

#[test]
fn classes_of_one_name_may_have_other_fields() {
    let (mut a, mut b) = (Builder::new(), Builder::new());
    let (old, new) = (a.class("p/Point", &["x:I"]), b.class("p/Point", &["x:I", "y:I"]));
    let (left, right) = (a.object(old, &[Value::Int(1)]), b.object(new, &[Value::Int(1), Value::Int(2)]));
    let (one, two) = (Forms::new(&a.classes, &a.graph), Forms::new(&b.classes, &b.graph));
    let comparison = compare(&one, &two, &[Root { name: "root", left, right }], Options::default());
    assert_eq!(comparison.difference.unwrap().to_string(), "root: Point with x -> Point with x, y");
}
