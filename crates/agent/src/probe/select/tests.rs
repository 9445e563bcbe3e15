//! A plan with listed methods selects what the rules select.

use reenact_classfile::ClassFile;
use reenact_classfile::container::ClassEntry;
use reenact_selection::Origin;
use reenact_testkit::{jdk, platform};
use reenact_wire::AgentOptions;
use reenact_wire::plan::{ClassProbes, Plan, ProbePlan};

use super::{select, select_histories};

/// Real code as the subject: what the agent instruments does not depend on whether a producer of plans or the agent
/// itself selected it.
#[test]
fn a_produced_plan_gives_the_methods_of_its_rules() {
    let wanted = |entry: &ClassEntry| {
        let package = entry.name.rsplit_once('/').map_or("", |(package, _)| package);
        ["java/util", "java/util/concurrent", "java/text"].contains(&package)
    };
    let containers = [platform(&jdk(), wanted)];
    for options in [
        "include=java.**",
        "include=java.util.**,visibility=private,min-statements=1,history=java.util.concurrent.*",
        "include=java.**,all,exclude=java.util.concurrent.**,history=java.text.**",
        "methods=java.util.*#get*:java.text.Format#*,local-classes=false,deprecated=false,static=false",
    ] {
        let agent: AgentOptions = options.parse().unwrap();
        let by_rules = Plan::read(ProbePlan::from_options(&agent).encode()).unwrap();
        let produced = reenact_probes::produce(&containers, &agent, &reenact_probes::Options::default());
        let listed = Plan::read(produced.plan.encode()).unwrap();
        let mut methods = 0;
        for index in 0..containers[0].classes().len() {
            let bytes = containers[0].read_class(index).unwrap();
            let file = ClassFile::parse(&bytes).unwrap();
            let class = file.name().unwrap();
            let (one, other) = (
                select(&by_rules, &file, Origin::Program).unwrap(),
                select(&listed, &file, Origin::Program).unwrap(),
            );
            assert_eq!(one, other, "{options}: {class}");
            let histories =
                (select_histories(&by_rules, &file).unwrap(), select_histories(&listed, &file).unwrap());
            assert_eq!(histories.0, histories.1, "{options}: {class}");
            assert!(!matches!(listed.class(class.as_bytes()), ClassProbes::ByRules));
            methods += one.len();
        }
        assert_eq!(methods, produced.methods, "{options}");
        assert!(methods > 100, "{options}: {methods}");
    }
}
