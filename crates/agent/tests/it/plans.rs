//! Probe plans that list methods, with frontiers and rules of their own.

use std::collections::BTreeSet;
use std::fs;

use reenact_testkit::host::Scratch;
use reenact_testkit::{Fixture, jdks};
use reenact_wire::plan::{ClassPlan, FieldName, MethodPlan, ProbePlan, Probes};

use crate::support::{Recorded, record};

const PROGRAM: &str = r#"
    //- p/Main.java
    package p;
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Order order = new Order();
            System.out.println(new Main().total(order, 2));
            new Main().touch(order);
            new Main().share(order, order.customer);
            new Main().unlisted(order);
        }
        int total(Order order, int factor) { order.lines.add("c"); return order.lines.size() * factor; }
        void touch(Order order) { order.customer.name = "eve"; }
        void share(Order order, Customer customer) { }
        int unlisted(Order order) { order.lines.clear(); return 1; }
    }
    //- p/Order.java
    package p;
    import java.util.*;
    class Order extends Base {
        List<String> lines = new ArrayList<>(List.of("a", "b"));
        Customer customer = new Customer();
        String password = "hunter2";
    }
    //- p/Base.java
    package p;
    class Base { Customer owner = new Customer(); int id = 7; }
    //- p/Customer.java
    package p;
    class Customer { String name = "ann"; }
"#;

/// Records the program with a plan, on every JDK.
#[track_caller]
fn check(plan: &ProbePlan, see: impl Fn(&Recorded)) {
    let scratch = Scratch::new("reenact-plans").unwrap();
    let path = scratch.path().join("probes.plan");
    fs::write(&path, plan.encode()).unwrap();
    for jdk in jdks() {
        let program = Fixture::parse(PROGRAM).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", &format!("plan={}", path.display())).ok();
        assert_eq!(recorded.ran.stdout, "6\n");
        see(&recorded);
    }
}

/// A method's name and descriptor, and the fields of its frontier.
type Listed<'a> = (&'a str, &'a str, Option<&'a [(&'a str, &'a str)]>);

fn listed(methods: &[Listed<'_>]) -> ProbePlan {
    let mut class = ClassPlan::default();
    for (name, descriptor, frontier) in methods {
        let frontier = frontier.map(|fields| {
            fields.iter().map(|(class, name)| FieldName::new(*class, *name)).collect::<BTreeSet<_>>()
        });
        let method =
            MethodPlan { probes: Probes::EVERY_CALL.and(Probes::RECORD), frontier, ..MethodPlan::default() };
        class.methods.insert(((*name).to_owned(), (*descriptor).to_owned()), method);
    }
    let mut plan = ProbePlan::from_options(&"include=p.**,redact=false".parse().unwrap());
    plan.classes.insert("p/Main".to_owned(), class);
    plan
}

#[test]
fn a_graph_ends_behind_fields_outside_the_frontier() {
    let frontier: &[(&str, &str)] = &[("p/Order", "lines"), ("p/Base", "id")];
    let plan = listed(&[("total", "(Lp/Order;I)I", Some(frontier))]);
    check(&plan, |recorded| {
        let order = |lines: &str| {
            format!(
                "Order{{owner=<Customer opaque>, id=7, lines={lines}, customer=<Customer opaque>, password=<String opaque>}}"
            )
        };
        assert_eq!(
            recorded.calls(),
            [format!(
                "Main.total(this=Main{{}}, order={}, factor=2) -> 6; order.lines[2]: added \"c\"",
                order("[\"a\", \"b\"]")
            )]
        );
    });
}

#[test]
fn an_object_that_is_reached_within_the_frontier_is_looked_into() {
    let none: &[(&str, &str)] = &[];
    let plan =
        listed(&[("touch", "(Lp/Order;)V", Some(none)), ("share", "(Lp/Order;Lp/Customer;)V", Some(none))]);
    check(&plan, |recorded| {
        let calls = recorded.calls();
        assert_eq!(calls.len(), 2, "{calls:#?}");
        assert!(
            !calls[0].contains("ann") && !calls[0].contains("eve"),
            "the change lies beyond: {}",
            calls[0]
        );
        // An argument is reached by itself, and roots come before fields.
        assert!(calls[1].contains("customer=Customer{name=<String opaque>}"), "{}", calls[1]);
    });
}

#[test]
fn a_listed_class_follows_its_list_and_a_method_without_frontier_reaches_all() {
    let plan = listed(&[("touch", "(Lp/Order;)V", None)]);
    check(&plan, |recorded| {
        let calls = recorded.calls();
        assert_eq!(calls.len(), 1, "the methods that are not listed have no probes: {calls:#?}");
        assert!(calls[0].contains("\"ann\" -> \"eve\""), "{}", calls[0]);
        assert!(calls[0].contains("password=\"hunter2\""), "{}", calls[0]);
    });
}

/// Whether secrets are masked is decided by the plan, and the recording says so itself.
#[test]
fn the_recording_states_whether_its_plan_masks_secrets() {
    for (redact, is_redacted) in [("true", true), ("false", false)] {
        let options = format!("include=p.**,visibility=private,redact={redact}");
        let plan = ProbePlan::from_options(&options.parse().unwrap());
        check(&plan, |recorded| {
            let reader = recorded.reader();
            assert_eq!(reader.facts().is_redacted, Some(is_redacted));
            assert_eq!(reader.facts().was_redacted(), is_redacted);
            assert!(!reader.facts().options.contains("redact"), "the options do not say so");
            assert_eq!(recorded.calls().iter().any(|call| call.contains("hunter2")), !is_redacted);
        });
    }
}
