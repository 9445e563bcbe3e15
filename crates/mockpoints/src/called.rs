//! What is known of the methods that code names, whoever calls them: there are far more calls than names.

use rayon::prelude::*;
use reenact_base::Id;
use reenact_classfile::MethodDescriptor;
use reenact_world::MethodRefId;

use crate::catalog::matcher::{Matcher, Verdict};
use crate::external::outside;
use crate::scope::Scope;

/// Names of library methods that put what they are given into their receiver, where no catalog knows better.
const POURING: &[&str] = &[
    "set",
    "add",
    "put",
    "append",
    "insert",
    "push",
    "offer",
    "write",
    "with",
    "replace",
    "merge",
    "compute",
    "update",
    "register",
    "enqueue",
    "accept",
    "fill",
    "copy",
    "load",
    "init",
    "print",
    "send",
    "body",
    "header",
    "param",
    "store",
    "attach",
    "build",
    "complete",
    "and",
    "or",
    "getAnd",
    "accumulate",
    "compareAnd",
    "lazySet",
    "of",
    "on",
    "using",
    "then",
];

/// Names of methods of containers that give what is then not in them any more: what is poured into it afterwards is
/// not poured into the container.
const TAKING: &[&str] = &["pop", "poll", "take", "remove", "getAndSet", "dequeue"];

/// Names of static methods that look at what they are given, and put nothing into it.
const CHECKING: &[&str] = &[
    "check", "require", "assert", "verify", "validate", "ensure", "expect", "notNull", "notEmpty", "isTrue",
];

/// Names of methods that fill the arrays that they are given, although they have a result.
const FILLING: &[&str] = &["read", "to"];

/// A method that code names.
#[derive(Clone, Copy, Default)]
pub(crate) struct Called {
    pub verdict: Verdict,
    /// The row of the catalog by which a call goes out.
    pub outside: Option<u16>,
    pub is_constructor: bool,
    pub is_platform: bool,
    /// Where dispatch decides: whether code that is looked into may run, and whether no other may.
    pub runs_analysed: bool,
    pub runs_nothing_else: bool,
    /// Whether what it gives is a part of its receiver.
    pub is_view: bool,
    /// By its name, whether it takes in what it is given.
    pub pours: bool,
    /// By its name, whether it fills arrays.
    pub fills: bool,
    /// By its name, whether it only looks at what it is given.
    pub checks: bool,
    pub name: Name,
    /// In bits, the first 64 parameters that are arrays.
    arrays: u64,
    /// Those that are objects.
    objects: u64,
}

/// Names that mean something special.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Name {
    #[default]
    Other,
    RemoveIf,
    IfPresentOrElse,
    ComputeIfAbsent,
}

impl Called {
    pub fn takes_array(&self, parameter: usize) -> bool {
        parameter < 64 && self.arrays >> parameter & 1 != 0
    }

    pub fn takes_object(&self, parameter: usize) -> bool {
        parameter < 64 && self.objects >> parameter & 1 != 0
    }

    fn of(scope: &Scope<'_>, matcher: &Matcher<'_>, reference: MethodRefId) -> Called {
        let world = scope.world;
        let verdict = matcher.of(reference);
        let row = world.method_ref(reference);
        let pair = world.name_and_type_of(row.name_and_type);
        let name = world.text(pair.name).to_str();
        let starts = |starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
        let resolved = world.resolved_method(reference);
        let is_platform = resolved.is_ok_and(|resolved| world.view(resolved).class().is_platform());
        let targets = scope.graph.dispatched(reference);
        let analysed = targets.iter().filter(|&&target| scope.analysed.contains(target)).count();
        // What a collection of the JDK gives is a part of it, and so is what a fluent method gives; what a repository
        // gives is not.
        let descriptor = world.text(pair.descriptor);
        let result = descriptor.as_bytes().strip_suffix(b";").unwrap_or_default();
        let is_fluent = result
            .strip_suffix(world.text(row.class).as_bytes())
            .is_some_and(|before| before.ends_with(b")L"));
        let (mut arrays, mut objects) = (0, 0);
        let parameters =
            MethodDescriptor::parse(descriptor).into_iter().flat_map(|parsed| parsed.parameters());
        for (position, parameter) in parameters.take(64).enumerate() {
            match parameter.kind() {
                b'[' => arrays |= 1 << position,
                b'L' => objects |= 1 << position,
                _ => {}
            }
        }
        Called {
            verdict,
            outside: outside(scope, verdict, reference),
            is_constructor: name == "<init>",
            is_platform,
            runs_analysed: analysed > 0,
            runs_nothing_else: resolved.is_ok() && analysed == targets.len(),
            is_view: is_platform && !starts(TAKING) || is_fluent,
            pours: starts(POURING),
            fills: starts(FILLING),
            checks: starts(CHECKING),
            name: match &*name {
                "removeIf" => Name::RemoveIf,
                "ifPresentOrElse" => Name::IfPresentOrElse,
                "computeIfAbsent" => Name::ComputeIfAbsent,
                _ => Name::Other,
            },
            arrays,
            objects,
        }
    }
}

/// All of them.
pub(crate) struct CalledMethods {
    /// By reference: the position behind it, or 0.
    places: Vec<u32>,
    /// The first is of those that no code names which is looked into.
    known: Vec<Called>,
}

impl CalledMethods {
    pub fn of(scope: &Scope<'_>, matcher: &Matcher<'_>) -> Self {
        let references: Vec<MethodRefId> = scope.references.iter().collect();
        let mut places = vec![0; references.last().map_or(0, |last| last.index() + 1)];
        for (position, reference) in references.iter().enumerate() {
            places[reference.index()] = position as u32 + 1;
        }
        let mut known = vec![Called::default()];
        known.par_extend(references.par_iter().map(|&reference| Called::of(scope, matcher, reference)));
        CalledMethods { places, known }
    }

    pub fn get(&self, reference: MethodRefId) -> &Called {
        &self.known[self.places.get(reference.index()).map_or(0, |&place| place as usize)]
    }
}
