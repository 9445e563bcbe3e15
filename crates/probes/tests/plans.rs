//! Plans of small programs: listed methods, frontiers, points.

use std::sync::Arc;

use reenact_classfile::ClassFile;
use reenact_classfile::container::{ClassEntry, Container};
use reenact_mockpoints::Catalog;
use reenact_probes::{Options, Produced, produce};
use reenact_testkit::{ClassFiles, Fixture, is_java_base, jdk, platform};
use reenact_wire::AgentOptions;
use reenact_wire::plan::{ClassProbes, Plan};
use reenact_world::{Depth, World};

fn plan(source: &str, agent: &str, frontiers: bool) -> Produced {
    let jdk = jdk();
    let program = Fixture::parse(source).compile(&jdk);
    let containers: [Arc<dyn Container>; 2] =
        [platform(&jdk, is_java_base), Arc::new(ClassFiles::new("app", program.class_files()))];
    let (world, _) = World::build(&containers, reenact_world::Options { depth: Depth::Code, platform: 1 });
    let agent: AgentOptions = agent.parse().unwrap();
    let analysis =
        reenact_mockpoints::analyze(&world, &Catalog::embedded(), &reenact_mockpoints::Options::default());
    let options =
        Options { frontiers: frontiers.then_some(&world), points: Some((&world, &analysis.points)) };
    produce(&containers[1..], &agent, &options)
}

/// The lines of a plan's text that concern classes and points.
fn listed(produced: &Produced) -> Vec<String> {
    let text = Plan::read(produced.plan.encode()).unwrap().to_string();
    let lines = text.lines().skip_while(|line| !line.starts_with("class "));
    lines.map(str::to_owned).collect()
}

const SHOP: &str = r#"
    //- shop/Cart.java
    package shop;
    import java.util.*;
    public class Cart {
        private final List<Item> items = new ArrayList<>();
        private Customer customer;
        private Audit audit = new Audit();
        private int discount;
        public int total() {
            int sum = 0;
            for (Item item : items) sum += item.price;
            return sum - discount;
        }
        public void grant(int percent) { int old = discount; discount = Math.max(old, percent); }
        public Customer owner() { Customer found = customer; return found; }
        public int reflect() throws Exception { Object o = Cart.class.getMethod("get").invoke(this); return o.hashCode(); }
        public int get() { return discount; }
        public long age() { long now = System.nanoTime(); return now - discount; }
    }
    class Item { int price; String label; Supplier supplier; }
    class Supplier { String name; }
    class Customer { String name; }
    class Audit { final Map<String, Object> everything = new HashMap<>(); }
"#;

#[test]
fn methods_of_selected_classes_are_listed() {
    let produced = plan(SHOP, "include=shop.Cart", false);
    assert_eq!(
        listed(&produced),
        [
            "class shop.Cart",
            "  age()J record",
            "  grant(I)V record",
            "  owner()Lshop/Customer; record",
            "  reflect()I record",
            "  total()I record",
            "point shop.Cart#age()J system",
        ]
    );
    assert_eq!((produced.classes, produced.methods, produced.frontiers), (1, 5, 0));
    let others = plan(SHOP, "include=shop.**,exclude=shop.Cart", false);
    assert_eq!(others.plan.classes.len(), 4, "listed without methods, so that the agent leaves them alone");
    assert_eq!(others.methods, 0);
}

#[test]
fn histories_are_listed_beside_recorded_calls() {
    let produced = plan(SHOP, "methods=shop.Cart#total,history=shop.Cart", false);
    let methods = listed(&produced);
    assert!(methods.contains(&"  <init>()V history".to_owned()), "{methods:?}");
    assert!(methods.contains(&"  grant(I)V history".to_owned()), "{methods:?}");
    assert!(methods.contains(&"  total()I record history".to_owned()), "{methods:?}");
}

/// A total needs items and prices, and neither labels, suppliers, customers nor the audit.
#[test]
fn a_frontier_is_what_a_method_can_reach() {
    let produced = plan(SHOP, "include=shop.Cart", true);
    assert_eq!(
        listed(&produced),
        [
            "class shop.Cart",
            "  age()J record",
            "    reaches shop.Cart#discount",
            "  grant(I)V record",
            "    reaches shop.Cart#discount",
            // A test compares the whole customer.
            "  owner()Lshop/Customer; record",
            // Reflection may reach anything.
            "  reflect()I record",
            "  total()I record",
            "    reaches shop.Cart#discount",
            "    reaches shop.Cart#items",
            "    reaches shop.Item#price",
            "point shop.Cart#age()J system",
        ]
    );
    assert_eq!((produced.methods, produced.frontiers), (5, 3));
}

/// Protects that the plan of real code answers as the rules do: all of java.util and java.text, as if it were a subject.
#[test]
fn listed_methods_are_those_that_the_rules_select() {
    let wanted =
        |entry: &ClassEntry| entry.name.starts_with("java/util/") || entry.name.starts_with("java/text/");
    let containers = [platform(&jdk(), wanted)];
    for agent in [
        "include=java.**",
        "include=java.util.**,visibility=private,min-statements=1,static=false",
        "include=java.**,all,exclude=java.util.concurrent.**",
        "methods=java.util.*#get*:java.text.Format#*,include=java.text.**,local-classes=false,deprecated=false",
    ] {
        let options: AgentOptions = agent.parse().unwrap();
        let produced = produce(&containers, &options, &Options::default());
        assert!(produced.findings.is_empty() && produced.methods > 50, "{agent}: {}", produced.methods);
        let plan = Plan::read(produced.plan.encode()).unwrap();
        for index in 0..containers[0].classes().len() {
            let bytes = containers[0].read_class(index).unwrap();
            let file = ClassFile::parse(&bytes).unwrap();
            let selected =
                reenact_selection::choose(&produced.plan.rules, &file, reenact_selection::Origin::Program)
                    .unwrap()
                    .recorded;
            let class = file.name().unwrap();
            for (index, member) in file.methods().iter().enumerate() {
                let name = member.name(file.pool()).unwrap();
                let descriptor = member.descriptor(file.pool()).unwrap();
                let found = match plan.class(class.as_bytes()) {
                    ClassProbes::Listed(listed) => {
                        listed.method(name.as_bytes(), descriptor.as_bytes()).is_some()
                    }
                    _ => false,
                };
                assert_eq!(found, selected.contains(&index), "{agent}: {class}.{name}{descriptor}");
            }
        }
    }
}
