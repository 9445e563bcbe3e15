//! Probe plans: what the agent does to each class of a program, computed before the program starts.
//!
//! [`produce`] lists the methods to record of every class that the agent's options select, the fields that each method
//! can reach (its frontier), and the mocking points. The agent then decides nothing for these classes. Classes that are
//! not on the class path that was read, such as generated ones, follow the rules of the options, which are part of the
//! plan too.
//!
//! The methods are those that the agent would select by itself, because both use `reenact_selection`. The result is a
//! function of its arguments: equal inputs give equal plans.
//!
//! ```
//! use std::sync::Arc;
//!
//! use reenact_classfile::container::Container;
//! use reenact_probes::{Options, produce};
//! use reenact_wire::AgentOptions;
//! use reenact_wire::plan::Plan;
//!
//! fn show(class_path: &[Arc<dyn Container>], agent: &AgentOptions) {
//!     let produced = produce(class_path, agent, &Options::default());
//!     println!("{}", Plan::read(produced.plan.encode()).unwrap());
//! }
//! ```

mod frontier;

use std::sync::Arc;

use rayon::prelude::*;
use reenact_base::finding::{Code, Finding, Subject};
use reenact_base::name::InternalName;
use reenact_classfile::container::Container;
use reenact_classfile::{ClassFile, ReadError};
use reenact_mockpoints::{Kind, Point};
use reenact_selection::Origin;
use reenact_wire::AgentOptions;
use reenact_wire::plan::{ClassPlan, MethodPlan, PointKind, PointPlan, ProbePlan, Probes, Rules};
use reenact_world::World;

use frontier::Frontiers;

/// Results of analyses that a plan may contain.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// The program, read to the depth of its code, if methods get frontiers: captures then end where a method cannot
    /// look.
    pub frontiers: Option<&'a World>,
    /// The program and its mocking points.
    pub points: Option<(&'a World, &'a [Point])>,
}

/// A plan, and what it consists of.
#[derive(Clone, Debug)]
pub struct Produced {
    pub plan: ProbePlan,
    /// The listed classes, including those without methods to record.
    pub classes: usize,
    /// The methods to record.
    pub methods: usize,
    /// Those of them with a frontier.
    pub frontiers: usize,
    /// Classes that could not be read. The agent selects their methods by the rules.
    pub findings: Vec<Finding>,
}

/// Produces the plan of a class path, without the JDK's classes. Of classes with the same name, the first counts, as for
/// the JVM.
pub fn produce(class_path: &[Arc<dyn Container>], agent: &AgentOptions, options: &Options<'_>) -> Produced {
    let mut plan = ProbePlan::from_options(agent);
    let rules = &plan.rules;
    let is_selected = |name: &str| rules.concern(name.as_bytes()) || rules.keeps_history(name.as_bytes());
    let mut selected: Vec<(&str, &dyn Container, usize)> = Vec::new();
    for container in class_path {
        let entries = container.classes().iter().enumerate();
        let entries = entries.filter(|(_, entry)| is_selected(&entry.name));
        selected.extend(entries.map(|(index, entry)| (&*entry.name, &**container, index)));
    }
    selected.sort_by_key(|&(name, ..)| name);
    selected.dedup_by_key(|(name, ..)| *name);
    let listed: Vec<Result<ClassPlan, Box<Finding>>> =
        selected.par_iter().map(|&(name, container, index)| list(rules, name, container, index)).collect();
    let mut findings = Vec::new();
    for (&(name, ..), class) in selected.iter().zip(listed) {
        match class {
            Ok(class) => {
                plan.classes.insert(name.to_owned(), class);
            }
            Err(finding) => findings.push(*finding),
        }
    }
    if let Some(world) = options.frontiers {
        Frontiers::new(world).add(&mut plan);
    }
    if let Some((world, points)) = options.points {
        plan.points = points.iter().filter_map(|point| point_plan(world, point)).collect();
    }
    plan.source = format!("a class path with {} selected classes", plan.classes.len());
    let recorded = || {
        let methods = plan.classes.values().flat_map(|class| class.methods.values());
        methods.filter(|method| method.probes.contains(Probes::RECORD))
    };
    let (methods, frontiers) =
        (recorded().count(), recorded().filter(|method| method.frontier.is_some()).count());
    Produced { classes: plan.classes.len(), methods, frontiers, findings, plan }
}

fn list(
    rules: &Rules,
    name: &str,
    container: &dyn Container,
    index: usize,
) -> Result<ClassPlan, Box<Finding>> {
    let unreadable = |reason: String| {
        let class = InternalName::new(name).to_binary().into_string();
        let reason = format!("{reason}; the agent selects its methods by the patterns");
        Box::new(Finding::new(Code::ClassUnreadable, Subject::class(class), reason))
    };
    let bytes = container.read_class(index).map_err(|error| unreadable(error.to_string()))?;
    let class = ClassFile::parse(&bytes).map_err(|error| unreadable(error.to_string()))?;
    list_methods(rules, &class, Origin::of(container.location()))
        .map_err(|error| unreadable(error.to_string()))
}

fn list_methods(rules: &Rules, class: &ClassFile<'_>, origin: Origin) -> Result<ClassPlan, ReadError> {
    let mut plan = ClassPlan::default();
    let mut add = |index: usize, probes: Probes| {
        let member = &class.methods()[index];
        let key = (member.name(class.pool())?.to_string(), member.descriptor(class.pool())?.to_string());
        let method: &mut MethodPlan = plan.methods.entry(key).or_default();
        method.probes = method.probes.and(probes);
        Ok(())
    };
    for index in reenact_selection::choose(rules, class, origin)?.recorded {
        add(index, Probes::RECORD)?;
    }
    if rules.keeps_history(class.name()?.as_bytes()) {
        for (index, _) in reenact_selection::in_histories(class)? {
            add(index, Probes::HISTORY)?;
        }
    }
    Ok(plan)
}

fn point_plan(world: &World, point: &Point) -> Option<PointPlan> {
    let method = world.view(point.method?);
    Some(PointPlan {
        class: method.class().name().to_str().into_owned(),
        name: method.name().to_str().into_owned(),
        descriptor: method.descriptor().to_str().into_owned(),
        kind: match point.kind {
            Kind::System => PointKind::System,
            Kind::Internal => PointKind::Internal,
            Kind::External => PointKind::External,
            Kind::Declared => PointKind::Declared,
        },
    })
}
