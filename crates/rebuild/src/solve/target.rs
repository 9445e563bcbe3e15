//! The wanted state of an object: field by field, and what it inherits from the JDK.

use reenact_heap::{Logical, LogicalForm, NodeId, Raw, Value};
use reenact_world::{ClassId, FieldId};

use crate::choose::{Fields, MOST_FIELDS};
use crate::facts::Facts;
use crate::logical;
use crate::plan::Reason;
use crate::program_index::ProgramIndex;
use crate::recipe::Filling;
use crate::want::Want;

/// Annotations by which frameworks know what to fill, by their simple names: Spring's, Jakarta's, Guice's.
const INJECTING: &[&str] =
    &["Autowired", "Inject", "Resource", "Value", "EJB", "PersistenceContext", "PersistenceUnit"];

/// One part of the wanted state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Field(FieldId),
    /// The message of an exception.
    Message,
    /// The cause of an exception.
    Cause,
    /// The elements of a collection, or whatever else the JDK type holds that the class extends.
    Contents,
}

pub(crate) struct Slot {
    pub key: Key,
    pub want: Want,
    /// Whether the plan is wrong if this is wrong.
    pub is_needed: bool,
    /// The cost if it is wrong and may be.
    pub penalty: u32,
}

/// An object that is to be made.
pub(crate) struct Target {
    pub node: Option<NodeId>,
    pub class: ClassId,
    pub slots: Vec<Slot>,
    /// Calls that fill it with the contents of the JDK type.
    pub contents: Vec<Filling>,
    /// Calls at the end, however it was made.
    pub then: Vec<Filling>,
}

impl Target {
    /// An object of the graph whose class is the subject's, or the JDK's without a form.
    pub fn of_node(program: &ProgramIndex<'_>, facts: &Facts<'_>, node: NodeId) -> Result<Target, Reason> {
        let (layout, values) = facts.fields(node)?;
        let is_platform = facts.world.is_platform_class(layout.class);
        let mut target = Target {
            node: Some(node),
            class: layout.class,
            slots: Vec::new(),
            contents: Vec::new(),
            then: Vec::new(),
        };
        match facts.forms.of(node) {
            Ok(logical) => target.add_inherited(facts, node, &logical)?,
            Err(Raw::NoForm) => {}
            Err(Raw::Unreadable) if is_platform => {}
            Err(_) => return Err(Reason::NotCaptured),
        }
        for (field, value) in layout.fields.iter().zip(values) {
            let Some(field) = *field else { continue };
            // Fields of JDK classes that the subject extends are set by the JDK.
            if facts.world.view(field).class().is_platform() && !is_platform {
                continue;
            }
            let (is_needed, penalty) = match program.is_needed(facts, field) {
                false if facts.is_plain(*value) => (false, program.options.costs.wrong_value),
                false => (false, program.options.costs.wrong_field),
                true if program.is_cache(field) => (false, 0),
                true => (true, 0),
            };
            target.slots.push(Slot { key: Key::Field(field), want: Want::Is(*value), is_needed, penalty });
        }
        match target.slots.len() <= MOST_FIELDS {
            true => Ok(target),
            false => Err(Reason::TooBig),
        }
    }

    /// An object that only helps: some of its fields matter.
    pub fn of_fields(class: ClassId, fields: &[(FieldId, Want)]) -> Target {
        let slot = |(field, want): &(FieldId, Want)| Slot {
            key: Key::Field(*field),
            want: want.clone(),
            is_needed: true,
            penalty: 0,
        };
        let slots = fields.iter().take(MOST_FIELDS).map(slot).collect();
        Target { node: None, class, slots, contents: Vec::new(), then: Vec::new() }
    }

    fn add_inherited(
        &mut self,
        facts: &Facts<'_>,
        node: NodeId,
        logical: &Logical<'_>,
    ) -> Result<(), Reason> {
        let mut slot = |key, want| self.slots.push(Slot { key, want, is_needed: true, penalty: 0 });
        match &logical.form {
            LogicalForm::Throwable { message, cause, .. } => {
                slot(Key::Message, Want::Is(*message));
                if let Some(cause) = cause {
                    slot(Key::Cause, Want::Is(*cause));
                }
                let suppressed = logical::fillings_for_subclass(&facts.forms, node)?;
                self.then = suppressed.into_iter().map(Filling::from).collect();
            }
            _ => {
                let filling = logical::fillings_for_subclass(&facts.forms, node)?;
                if !filling.is_empty() {
                    slot(Key::Contents, Want::Like(node));
                }
                self.contents = filling.into_iter().map(Filling::from).collect();
            }
        }
        Ok(())
    }

    pub fn position(&self, key: Key) -> Option<usize> {
        self.slots.iter().position(|slot| slot.key == key)
    }

    /// The wanted value of a field.
    pub fn want(&self, field: FieldId) -> Option<&Want> {
        self.position(Key::Field(field)).map(|at| &self.slots[at].want)
    }

    /// Fields that must be right.
    pub fn required(&self) -> Fields {
        let needed = (0..).zip(&self.slots).filter(|(_, slot)| slot.is_needed && slot.want != Want::Any);
        needed.fold(0, |all, (at, _): (u32, _)| all | 1 << at)
    }

    pub fn penalties(&self) -> Vec<u32> {
        self.slots.iter().map(|slot| if slot.is_needed { 0 } else { slot.penalty }).collect()
    }

    /// The names of some of its fields, for people: `Class.field`.
    pub fn names(&self, facts: &Facts<'_>, which: Fields) -> Vec<Box<str>> {
        let name = |slot: &Slot| -> Box<str> {
            match slot.key {
                Key::Field(field) => {
                    let view = facts.world.view(field);
                    let class = view.class();
                    let simple = class.simple_name().unwrap_or_else(|| class.name());
                    format!("{simple}.{}", view.name()).into()
                }
                Key::Message => "message".into(),
                Key::Cause => "cause".into(),
                Key::Contents => "contents".into(),
            }
        };
        let is_one = |at: usize| which >> at & 1 == 1;
        self.slots.iter().enumerate().filter(|(at, _)| is_one(*at)).map(|(_, slot)| name(slot)).collect()
    }

    /// Those of some slots that are fields which a framework fills.
    pub fn injected(&self, facts: &Facts<'_>, which: Fields) -> Fields {
        let is_one = |at: usize| which >> at & 1 == 1;
        let is_injected = |slot: &Slot| match slot.key {
            Key::Field(field) => facts.world.annotations(field).is_ok_and(|annotations| {
                let simple = |name: &str| name.rsplit(['/', '$']).next().unwrap_or_default().to_owned();
                annotations.iter().any(|annotation| INJECTING.contains(&&*simple(&annotation.interface)))
            }),
            _ => false,
        };
        let injected = (0..).zip(&self.slots).filter(|(at, slot)| is_one(*at as usize) && is_injected(slot));
        injected.fold(0, |all, (at, _): (u32, _)| all | 1 << at)
    }

    /// Those of some slots that are fields.
    pub fn fields(&self, which: Fields) -> impl Iterator<Item = FieldId> + '_ {
        let is_one = move |at: usize| which >> at & 1 == 1;
        self.slots.iter().enumerate().filter(move |(at, _)| is_one(*at)).filter_map(|(_, slot)| {
            match slot.key {
                Key::Field(field) => Some(field),
                _ => None,
            }
        })
    }

    /// The object that the slot is about, if it holds one.
    pub fn held(&self, at: usize) -> Option<NodeId> {
        match self.slots.get(at)?.want {
            Want::Is(Value::Reference(node)) => Some(node),
            _ => None,
        }
    }
}
