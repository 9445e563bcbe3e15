//! Plans as Java code.
//!
//! A plan says what is made of what; here it is decided what gets a variable and what is written in place, what
//! a variable is called and declared as, and where javac needs a cast to take the member that is meant.

mod uses;

mod call;
mod declare;
mod leave_out;
mod literal;
mod making;
mod mock;
mod observed;
mod overload;
mod proxy;
mod source_type;
mod split;
mod stand_in;
mod steps;

pub(crate) mod width;

use std::collections::BTreeSet;

use reenact_base::name::InternalName;
use reenact_heap::Forms;
use reenact_java::model::{Expression, Statement};
use reenact_java::names::NameScope;
use reenact_rebuild::plan::{Member, ObjectId, Operand, Plan};
use reenact_world::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::options::StandIns;
use crate::types::{Ty, Types};
use reenact_rebuild::Viewpoint;

pub(crate) use leave_out::{removable_parts, without_parts};
pub(crate) use literal::literal;
pub(crate) use observed::Observed;
pub(crate) use split::{Apart, split};

/// The message of stand-ins that refuse a call, before the name of the method.
pub(crate) const NOT_RECORDED: &str = "not recorded: ";

/// Where code stands: the program around it, the package that it is in.
pub(crate) struct Scene<'w> {
    pub types: Types<'w>,
    pub viewpoint: Viewpoint<'w>,
    pub stand_ins: StandIns,
    /// The Java release that the code is compiled for.
    pub release: u8,
}

/// An expression with the type that javac gives it.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    pub expression: Expression,
    pub ty: Ty,
    /// A box that is written as the primitive in it: `3` where an `Integer` is meant, and where `ty` says so.
    pub is_bare_box: bool,
    /// A method reference or lambda, which has no type of its own.
    pub needs_target: bool,
}

impl Typed {
    pub fn new(expression: Expression, ty: Ty) -> Self {
        Typed { expression, ty, is_bare_box: false, needs_target: false }
    }
}

/// Why a plan cannot be written as Java.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwritable {
    #[error("the code would have to name `{0}`, which is not accessible from the test's package")]
    Class(String),
    #[error("`{0}` is not on the class path")]
    Missing(String),
    #[error("the objects are nested too deeply to be written in place")]
    TooDeep,
    #[error("the plan uses an object before it makes it")]
    Disorder,
    #[error("a stand-in for `{0}` cannot be written: {1}")]
    StandIn(String, &'static str),
}

/// A method body under construction.
#[derive(Clone)]
pub(crate) struct Draft {
    pub names: NameScope,
    pub statements: Vec<Statement>,
    /// Checked exceptions that the statements may throw.
    pub thrown: BTreeSet<ClassId>,
    /// Names of the variables that were declared.
    pub declared: BTreeSet<String>,
}

impl Draft {
    pub fn new() -> Self {
        Draft {
            names: NameScope::new(),
            statements: Vec::new(),
            thrown: BTreeSet::new(),
            declared: BTreeSet::new(),
        }
    }

    /// Gives names back that were kept for variables which did not come to be.
    pub fn free_names(&mut self) {
        self.names = NameScope::new();
        self.declared.iter().for_each(|name| self.names.reserve(name));
    }
}

/// Preferences for a plan's code.
#[derive(Default)]
pub(crate) struct Wishes<'a> {
    /// Names of variables for the roots, taken already; as many as there are roots.
    pub root_names: &'a [String],
    /// Which of the call's roots is the plan's first.
    pub first_root: usize,
    /// Variables that are there already.
    pub placed: Option<&'a FxHashMap<ObjectId, (String, Ty)>>,
    /// Roots that must be variables, because they are spoken of again.
    pub pinned_roots: &'a [bool],
    /// Other objects that must be variables.
    pub pinned: Option<&'a FxHashSet<ObjectId>>,
    /// How wide an expression may be that is written in place of a root.
    pub root_width: usize,
    /// The call that the roots are for: the first is the receiver if the call has one, the others are
    /// arguments.
    pub call: Option<&'a Act>,
    /// Whether the call is written as well.
    pub writes_call: bool,
}

/// The call that a test is about.
pub(crate) struct Act {
    pub member: Member,
    pub kind: ActKind,
}

/// How a test writes its call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActKind {
    /// On the first root.
    Instance,
    Static,
    /// A constructor, with `new`; that of an inner class on the first root.
    Constructor {
        has_outer: bool,
    },
}

impl Act {
    /// Returns whether the first root is the receiver of the call.
    pub fn has_receiver(&self) -> bool {
        self.kind == ActKind::Instance
    }
}

/// A plan on its way to code.
pub(crate) struct Writer<'a, 'w> {
    scene: &'a Scene<'w>,
    plan: &'a Plan,
    forms: &'a Forms<'a>,
    wishes: &'a Wishes<'a>,
    uses: uses::Uses<'a>,
    places: FxHashMap<ObjectId, Place<'a>>,
    draft: &'a mut Draft,
}

/// Where an object is to be found.
enum Place<'a> {
    Variable(String, Ty),
    /// Written wherever it is used: a constant, or what is used but once.
    InPlace {
        object: ObjectId,
        made: &'a reenact_rebuild::plan::Made,
        depth: usize,
    },
}

/// The code of a plan.
pub(crate) struct Written {
    /// One expression for each root.
    pub roots: Vec<Typed>,
    /// Variables of objects.
    pub variables: FxHashMap<ObjectId, (String, Ty)>,
    /// The call, if one was wanted. Its type is unknown if it gives nothing.
    pub call: Option<Typed>,
    /// Checked exceptions that all but the call may throw.
    pub thrown_before: BTreeSet<ClassId>,
}

/// Writes a plan's steps into a draft.
pub(crate) fn write<'a>(
    scene: &'a Scene<'_>,
    plan: &'a Plan,
    forms: &'a Forms<'a>,
    wishes: &'a Wishes<'a>,
    draft: &'a mut Draft,
) -> Result<Written, Unwritable> {
    let uses = uses::Uses::of(plan);
    let placed = wishes.placed.into_iter().flatten();
    let places = placed.map(|(object, (name, ty))| (*object, Place::Variable(name.clone(), ty.clone())));
    let mut writer = Writer { scene, plan, forms, wishes, uses, places: places.collect(), draft };
    writer.steps()?;
    let thrown_before = writer.draft.thrown.clone();
    let call = match wishes.call {
        Some(act) if wishes.writes_call => Some(writer.act(act)?),
        _ => None,
    };
    let mut roots = Vec::with_capacity(plan.roots.len());
    for root in &plan.roots {
        roots.push(writer.operand(root, None, 0)?);
    }
    let variables = writer.places.into_iter().filter_map(|(object, place)| match place {
        Place::Variable(name, ty) => Some((object, (name, ty))),
        Place::InPlace { .. } => None,
    });
    Ok(Written { roots, variables: variables.collect(), call, thrown_before })
}

impl Writer<'_, '_> {
    /// Writes the call that the test is about.
    fn act(&mut self, act: &Act) -> Result<Typed, Unwritable> {
        let plan = self.plan;
        let receivers = usize::from(act.has_receiver());
        let mut arguments: Vec<Operand> = plan.roots.iter().skip(receivers).cloned().collect();
        if let ActKind::Constructor { has_outer } = act.kind {
            let outer = (has_outer && !arguments.is_empty()).then(|| arguments.remove(0));
            return self.constructor(&act.member, outer.as_ref(), &arguments, None, 0);
        }
        if act.kind == ActKind::Static {
            let class = self.scene.viewpoint.name_of(&act.member.class);
            let class = class
                .ok_or_else(|| Unwritable::Class(InternalName::new(&act.member.class).to_binary().into()))?;
            let called = self.arguments(&act.member, None, &arguments, Default::default(), 0)?;
            let call = Expression::call_static(class, &act.member.name, called.arguments);
            return Ok(Typed::new(call, called.result.unwrap_or(Ty::Unknown)));
        }
        let on = self.operand(plan.roots.first().ok_or(Unwritable::Disorder)?, None, 0)?;
        let on = self.scene.receiver(on, &act.member);
        let called = self.arguments(&act.member, Some(&on.ty), &arguments, Default::default(), 0)?;
        let call = on.expression.call(&act.member.name, called.arguments);
        Ok(Typed::new(call, called.result.unwrap_or(Ty::Unknown)))
    }
}
