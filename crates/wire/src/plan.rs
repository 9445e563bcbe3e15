//! The probe plan: which methods of which classes get which probes.
//!
//! The engines compute a [`ProbePlan`] from bytecode and [encode](ProbePlan::encode) it; the agent reads
//! the bytes as a [`Plan`] and decides nothing itself. Reading checks everything once. After that, asking
//! for a class is a binary search in the bytes: the agent asks for every class that the JVM loads, and
//! nearly always hears [`ClassProbes::None`].
//!
//! The format is described in `docs/formats/probe-plan.md`.
//!
//! ```
//! use reenact_wire::plan::{ClassProbes, Plan, ProbePlan};
//!
//! let options = "include=com.acme.**".parse().unwrap();
//! let plan = Plan::read(ProbePlan::from_options(&options).encode()).unwrap();
//! assert!(matches!(plan.class(b"com/acme/Shop"), ClassProbes::ByRules));
//! assert!(matches!(plan.class(b"java/lang/String"), ClassProbes::None));
//! ```

mod dump;
mod encode;
mod layout;
mod read;
mod view;

use std::collections::{BTreeMap, BTreeSet};

pub use read::{Plan, PlanError};
pub use view::{ClassProbes, ClassView, FrontierView, MethodView, PointView};

use crate::options::{AgentOptions, Selection};
use crate::pattern::{ClassPattern, MethodPattern};

/// A plan as the engines build it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ProbePlan {
    /// The plan's producer, for people who inspect it.
    pub source: String,
    /// The rules for classes that are not listed.
    pub rules: Rules,
    /// Types at whose objects every capture ends.
    pub opaque: Vec<ClassPattern>,
    pub redaction: Redaction,
    /// By internal name. A listed class follows its list alone; one without methods gets no probes.
    pub classes: BTreeMap<String, ClassPlan>,
    /// The mocking points of the program.
    pub points: BTreeSet<PointPlan>,
}

/// Which methods of classes that are not listed are recorded.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Rules {
    pub include: Vec<ClassPattern>,
    pub exclude: Vec<ClassPattern>,
    pub methods: Vec<MethodPattern>,
    pub all: bool,
    pub selection: Selection,
    /// Classes whose objects' histories are kept.
    pub histories: Vec<ClassPattern>,
}

/// The rules of redaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redaction {
    pub enabled: bool,
    /// Names to mask besides those that always are.
    pub names: Vec<String>,
    /// Fields to mask, whatever they are called.
    pub fields: BTreeSet<FieldName>,
    /// Exceptions of masking by name: fields of a class, and parameters of its methods.
    pub except: Vec<MethodPattern>,
    /// True if texts are masked for their content.
    pub looks: bool,
}

/// Probes in one class.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ClassPlan {
    /// By name and descriptor.
    pub methods: BTreeMap<(String, String), MethodPlan>,
}

/// Probes in one method.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MethodPlan {
    pub probes: Probes,
    /// Without the receiver; empty if they are not known.
    pub parameter_names: Vec<String>,
    /// The fields that the method may reach; `None` if all of them.
    pub frontier: Option<BTreeSet<FieldName>>,
}

/// A mocking point: a method whose outcome depends on state beside its arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PointPlan {
    /// Internal name.
    pub class: String,
    pub name: String,
    pub descriptor: String,
    pub kind: PointKind,
}

/// The state that a mocking point depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PointKind {
    System,
    Internal,
    External,
    /// Declared by a catalog.
    Declared,
}

impl PointKind {
    const ALL: [PointKind; 4] =
        [PointKind::System, PointKind::Internal, PointKind::External, PointKind::Declared];

    /// Returns its name in reports.
    pub fn word(self) -> &'static str {
        match self {
            PointKind::System => "system",
            PointKind::Internal => "internal",
            PointKind::External => "external",
            PointKind::Declared => "declared",
        }
    }

    fn number(self) -> u32 {
        self as u32
    }

    fn from_number(number: u32) -> Option<PointKind> {
        Self::ALL.get(number as usize).copied()
    }
}

/// A field by the internal name of the class that declares it, and its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FieldName {
    pub class: String,
    pub name: String,
}

impl FieldName {
    /// The field of a class, by internal name, and a name.
    pub fn new(class: impl Into<String>, name: impl Into<String>) -> Self {
        FieldName { class: class.into(), name: name.into() }
    }
}

/// The probes of a method. Bits that a reader does not know are kept and ignored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Probes(pub u32);

impl Probes {
    /// Sampled calls are recorded.
    pub const RECORD: Probes = Probes(1);
    /// Every call is recorded, whatever the sampling says.
    pub const EVERY_CALL: Probes = Probes(2);
    /// The method's changes to its object go into the object's history: it is a constructor, a factory, or
    /// may change its receiver.
    pub const HISTORY: Probes = Probes(4);

    /// Returns whether all of these probes are there.
    pub fn contains(self, probes: Probes) -> bool {
        self.0 & probes.0 == probes.0
    }

    /// Returns the probes without some of them.
    pub fn without(self, probes: Probes) -> Probes {
        Probes(self.0 & !probes.0)
    }

    /// Both together.
    pub fn and(self, probes: Probes) -> Probes {
        Probes(self.0 | probes.0)
    }
}

impl Default for Redaction {
    fn default() -> Self {
        Redaction {
            enabled: true,
            names: Vec::new(),
            fields: BTreeSet::new(),
            except: Vec::new(),
            looks: true,
        }
    }
}

/// The types that are opaque in every plan. Data, not code; plain lines, since the agent reads them where it got no plan,
/// and brings no parser of TOML into the JVM.
const OPAQUE: &str = include_str!("../catalog/opaque.txt");

/// Returns the patterns of types that are opaque in every plan.
pub fn always_opaque() -> impl Iterator<Item = ClassPattern> {
    let lines = OPAQUE.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| line.parse().ok())
}

impl ProbePlan {
    /// The plan that follows from options alone, for subjects that nothing was computed for.
    pub fn from_options(options: &AgentOptions) -> Self {
        ProbePlan {
            source: "agent options".to_owned(),
            rules: Rules {
                include: options.include.clone(),
                exclude: options.exclude.clone(),
                methods: options.methods.clone(),
                all: options.all,
                selection: options.selection,
                histories: options.history.clone(),
            },
            opaque: always_opaque().collect(),
            redaction: Redaction {
                enabled: options.redact,
                names: options.redact_names.clone(),
                fields: BTreeSet::new(),
                except: options.redact_except.clone(),
                looks: options.redact_looks,
            },
            classes: BTreeMap::new(),
            points: BTreeSet::new(),
        }
    }
}

impl Rules {
    /// Returns whether a class that is not listed may have methods to record.
    pub fn concern(&self, class: &[u8]) -> bool {
        let named = self.methods.iter().any(|method| method.class.matches(class));
        (named || self.include.iter().any(|pattern| pattern.matches(class))) && !self.excludes(class)
    }

    /// Returns whether a method is recorded because it is named, whatever the [`Selection`] says.
    pub fn names(&self, class: &[u8], method: &[u8]) -> bool {
        self.methods.iter().any(|pattern| pattern.matches(class, method)) && !self.excludes(class)
    }

    /// Returns whether the class is included as a whole, so that the [`Selection`] chooses among its methods.
    pub fn includes(&self, class: &[u8]) -> bool {
        self.include.iter().any(|pattern| pattern.matches(class)) && !self.excludes(class)
    }

    /// Returns whether histories of the class's objects are kept, for a class that is not listed.
    pub fn keeps_history(&self, class: &[u8]) -> bool {
        self.histories.iter().any(|pattern| pattern.matches(class)) && !self.excludes(class)
    }

    /// Returns whether a class is excluded.
    pub fn excludes(&self, class: &[u8]) -> bool {
        self.exclude.iter().any(|pattern| pattern.matches(class))
    }
}

#[cfg(test)]
mod tests;
