//! All fields of an object against one path: the arguments, and what is left wrong.

use std::sync::Arc;

use reenact_flow::body::Kind;
use reenact_flow::paths::{Condition, Target as Place};
use reenact_flow::term::{Term, TermId, Terms};
use reenact_heap::{NodeId, Value};

use super::target::{Key, Target};
use super::trial::{Effort, Fit, Holder, Own, Trial};
use super::unify::default_term;
use crate::effect::Effect;
use crate::facts::reference;
use crate::plan::{Making, Member};
use crate::want::{Datum, Want};

/// The effect of a path on the fields that matter.
pub(crate) struct Explained {
    /// For each slot of the target; `None` if the path does not touch it.
    pub fits: Vec<Option<Fit>>,
    /// For each slot the objects that come to be inside of it.
    pub inside: Vec<Vec<NodeId>>,
    /// Conditions that could not be decided.
    pub undecided: u32,
    /// Parameters that nothing was known of.
    pub guessed: u32,
    /// Whether what was chosen for one of them can be seen after the call.
    pub is_made_up: bool,
    /// Writes to other objects that are not known to be right.
    pub side_effects: u32,
    /// Parameters that are in another order than the fields that they are for.
    pub disorder: u32,
}

/// The term of a slot after a path; `None` if the path does not decide it.
fn term_of(trial: &Trial<'_, '_>, effect: &Effect, key: Key) -> Option<TermId> {
    match key {
        Key::Field(field) => match effect.stores.iter().find(|(known, _)| *known == field) {
            Some((_, term)) => Some(*term),
            None if effect.subject == Terms::receiver() && !matches!(trial.own, Own::Nothing) => None,
            None => Some(default_term(&trial.facts.world.view(field).descriptor().to_str())),
        },
        Key::Message | Key::Cause => inherited(trial, effect, key),
        Key::Contents => None,
    }
}

/// Message and cause of an exception, by what the constructors of the JDK's exceptions write.
fn inherited(trial: &Trial<'_, '_>, effect: &Effect, key: Key) -> Option<TermId> {
    let name = if key == Key::Message { "detailMessage" } else { "cause" };
    let field = trial.facts.world.class("java/lang/Throwable")?.field(name)?.id();
    match effect.stores.iter().find(|(known, _)| *known == field) {
        // `cause = this` is how the JDK says that there is none yet.
        Some((_, term)) if key == Key::Cause && *term == effect.subject => None,
        Some((_, term)) => Some(*term),
        None if effect.subject == Terms::receiver() && !matches!(trial.own, Own::Nothing) => None,
        None if effect.base.is_some() => Some(Terms::unknown(Kind::Reference)),
        None => Some(Terms::null()),
    }
}

impl Trial<'_, '_> {
    /// Explains a target by a path. `None` if the path cannot be taken.
    pub fn explain(&mut self, effect: &Effect) -> Option<Explained> {
        let target: &Target = self.target;
        let count = target.slots.len();
        let mut explained = Explained {
            fits: vec![None; count],
            inside: vec![Vec::new(); count],
            undecided: 0,
            guessed: 0,
            is_made_up: false,
            side_effects: 0,
            disorder: 0,
        };
        let mut terms: Vec<(usize, TermId)> = Vec::new();
        for (at, slot) in target.slots.iter().enumerate() {
            if slot.key == Key::Contents {
                explained.fits[at] = self.base_contents(effect, at);
                continue;
            }
            terms.extend(term_of(self, effect, slot.key).map(|term| (at, term)));
        }
        // Final fields cannot be set otherwise: they decide on parameters before others do.
        terms.sort_by_key(|(at, _)| match target.slots[*at].key {
            Key::Field(field) => !self.facts.world.view(field).access_flags().is_final(),
            _ => false,
        });
        self.solve(&terms, &mut explained);
        self.settle(effect, &terms, explained)
    }

    /// Whether a path can be taken, whatever it does to fields.
    pub fn explain_conditions(&mut self, effect: &Effect) -> Option<Explained> {
        let count = self.target.slots.len();
        let explained = Explained {
            fits: vec![None; count],
            inside: vec![Vec::new(); count],
            undecided: 0,
            guessed: 0,
            is_made_up: false,
            side_effects: 0,
            disorder: 0,
        };
        self.settle(effect, &[], explained)
    }

    /// Chooses what is still free, and looks at conditions.
    fn settle(
        &mut self,
        effect: &Effect,
        terms: &[(usize, TermId)],
        mut explained: Explained,
    ) -> Option<Explained> {
        self.choose_free(terms, &mut explained)?;
        for condition in &self.path.conditions {
            match self.holds(condition) {
                Some(true) => {}
                Some(false) => return None,
                None => explained.undecided += 1,
            }
        }
        explained.side_effects = self.side_effects(effect);
        self.origins.sort_unstable();
        explained.disorder = self.origins.windows(2).filter(|pair| pair[0].1 > pair[1].1).count() as u32;
        Some(explained)
    }

    /// Terms one by one, with more effort each time, until nothing more is found out.
    fn solve(&mut self, terms: &[(usize, TermId)], explained: &mut Explained) {
        for effort in [Effort::Direct, Effort::Copies, Effort::Inverts, Effort::Guesses] {
            loop {
                let mut has_progress = false;
                for (at, term) in terms {
                    if !matches!(explained.fits[*at], None | Some(Fit::Later)) {
                        continue;
                    }
                    let start = self.inside.len();
                    self.slot = *at;
                    let fit = self.unify(*term, &self.target.slots[*at].want.clone(), effort);
                    has_progress |= fit != Fit::Later;
                    explained.inside[*at] = self.inside[start.min(self.inside.len())..].to_vec();
                    explained.fits[*at] = Some(fit);
                }
                let is_open = terms.iter().any(|(at, _)| explained.fits[*at] == Some(Fit::Later));
                if !is_open {
                    return;
                }
                if !has_progress {
                    break;
                }
            }
        }
    }

    /// Parameters that no field depends on, or that several unknown ones share a field with.
    fn choose_free(&mut self, terms: &[(usize, TermId)], explained: &mut Explained) -> Option<()> {
        self.leave_one_open(terms, explained);
        self.match_types(terms, explained);
        let mut chosen = Vec::new();
        for at in 0..self.parameters.len() {
            if matches!(self.parameters[at], Holder::Free) {
                chosen.push(at as u16);
                explained.guessed += 1;
                self.choose(at)?;
                self.solve(terms, explained);
            }
        }
        explained.is_made_up |= chosen.iter().any(|parameter| self.is_seen_later(*parameter));
        for (at, term) in terms {
            if matches!(explained.fits[*at], Some(Fit::Later | Fit::Unknown)) {
                // A value that is computed from a guessed argument is hardly right.
                let is_made_up = chosen.iter().any(|parameter| self.mentions(*term, *parameter));
                explained.fits[*at] = Some(if is_made_up { Fit::Differs } else { Fit::Unknown });
            }
        }
        Some(())
    }

    /// Where several parameters are computed into one field, all but one of them are chosen such that the last
    /// can be found: `number << 16 | generation`.
    fn leave_one_open(&mut self, terms: &[(usize, TermId)], explained: &mut Explained) {
        let open: Vec<usize> =
            terms.iter().map(|(at, _)| *at).filter(|at| explained.fits[*at] == Some(Fit::Later)).collect();
        let free: Vec<usize> =
            (0..self.parameters.len()).filter(|at| matches!(self.parameters[*at], Holder::Free)).collect();
        if open.is_empty() || !(2..=4).contains(&free.len()) {
            return;
        }
        for &left in &free {
            let (mark, before) = (self.mark(), explained.fits.clone());
            let others = free.iter().filter(|at| **at != left);
            let are_chosen = others.clone().all(|at| self.choose(*at).is_some());
            self.solve(terms, explained);
            if are_chosen && open.iter().all(|at| explained.fits[*at] == Some(Fit::Same)) {
                explained.guessed += others.count() as u32;
                return;
            }
            self.back_to(mark);
            explained.fits = before;
        }
    }

    /// A field that code computes by code that cannot be followed from one parameter of its own type: the
    /// parameter may have been just that.
    fn match_types(&mut self, terms: &[(usize, TermId)], explained: &mut Explained) {
        for (at, term) in terms {
            if !matches!(explained.fits[*at], Some(Fit::Later | Fit::Unknown)) {
                continue;
            }
            let want = self.target.slots[*at].want.clone();
            let is_it = |number: &usize| {
                matches!(self.parameters[*number], Holder::Free)
                    && self.can_be(&self.types[*number], &want)
                    && self.mentions(*term, *number as u16)
            };
            let mut fitting = (0..self.parameters.len()).filter(is_it);
            if let (Some(number), None) = (fitting.next(), fitting.next())
                && !matches!(want, Want::Any | Want::Is(Value::Null))
            {
                self.parameters[number] = Holder::Bound(want);
                self.guesses += 2;
                explained.fits[*at] = Some(Fit::Unknown);
                self.solve(terms, explained);
            }
        }
    }

    /// The simplest argument that does not contradict the path's conditions.
    fn choose(&mut self, at: usize) -> Option<()> {
        let conditions = self.path.conditions.iter();
        let about: Vec<_> = conditions
            .filter(|condition| {
                self.mentions(condition.left, at as u16) || self.mentions(condition.right, at as u16)
            })
            .collect();
        let simple = self.candidates(at);
        let is_chosen = self.choose_among(at, &about, simple);
        // Other objects are only looked for if nothing simpler does.
        let is_chosen = is_chosen
            || reference(&self.types[at])
                .is_some_and(|class| self.choose_among(at, &about, self.present(class)));
        is_chosen.then_some(())
    }

    /// Gives a parameter the first value that does not contradict conditions. Whether there is one.
    fn choose_among(&mut self, at: usize, conditions: &[&Condition], candidates: Vec<Want>) -> bool {
        for candidate in candidates {
            self.parameters[at] = Holder::Bound(candidate);
            if !conditions.iter().any(|condition| self.holds(condition) == Some(false)) {
                return true;
            }
        }
        false
    }

    /// Whether an invented argument is seen later: it is stored somewhere, or it is an object that is read.
    fn is_seen_later(&self, parameter: u16) -> bool {
        let path = self.path;
        let stored = path.stores.iter().flat_map(|store| match store.target {
            Place::Field(of, _) => [Some(of), None, Some(store.value)],
            Place::Element(of, at) => [Some(of), Some(at), Some(store.value)],
            Place::StaticField(_) => [None, None, Some(store.value)],
        });
        if self.any_mentions(stored.flatten(), parameter) {
            return true;
        }
        let is_object = reference(&self.types[usize::from(parameter)]).is_some()
            && !matches!(self.parameters[usize::from(parameter)], Holder::Bound(Want::Is(Value::Null)));
        let given = path.calls.iter().flat_map(|call| call.arguments.iter().copied());
        is_object && self.any_mentions(given, parameter)
    }

    /// Whether a term depends on a parameter.
    fn mentions(&self, term: TermId, parameter: u16) -> bool {
        self.any_mentions([term], parameter)
    }

    /// Whether any of some terms depends on a parameter.
    fn any_mentions(&self, terms: impl IntoIterator<Item = TermId>, parameter: u16) -> bool {
        let mentions = |term| self.mentions.contains(self.terms, self.path, term, parameter);
        terms.into_iter().any(mentions)
    }

    /// The numbers that may do, the simplest first; of objects, `null` alone.
    fn candidates(&self, at: usize) -> Vec<Want> {
        let descriptor: &str = &self.types[at];
        if reference(descriptor).is_none() {
            let mut numbers = vec![Datum::default_of(descriptor)];
            for condition in &self.path.conditions {
                let other = match (&self.terms[condition.left], &self.terms[condition.right]) {
                    (Term::Parameter(one), other) | (other, Term::Parameter(one))
                        if usize::from(*one) == at =>
                    {
                        other
                    }
                    _ => continue,
                };
                if let Term::Constant(constant) = other {
                    let datum = Datum::constant(constant);
                    if let Datum::Int(value) = datum {
                        numbers.extend([value, value.wrapping_add(1), value.wrapping_sub(1)].map(Datum::Int));
                    } else {
                        numbers.push(datum);
                    }
                }
            }
            if descriptor == "Z" {
                numbers.push(Datum::Int(1));
            } else if descriptor == "I" {
                numbers.extend([Datum::Int(1), Datum::Int(-1)]);
            }
            return numbers.iter().filter_map(|datum| datum.primitive(descriptor)).map(Want::Is).collect();
        }
        (!self.is_outer(at)).then_some(Want::Is(Value::Null)).into_iter().collect()
    }

    /// Objects of a type that are easily had.
    fn present(&self, class: &str) -> Vec<Want> {
        let world = self.facts.world;
        let inline = |making| Want::Inline(Arc::new(making));
        let empty = |owner: &str, name: &str, result: &str| {
            let method = Member::new(owner, name, &format!("()L{result};"));
            inline(Making::Factory { method, arguments: Vec::new() })
        };
        let mut wants = Vec::new();
        match class {
            "java/lang/String" | "java/lang/CharSequence" => wants.push(Want::Text(Arc::from([]))),
            "java/lang/Integer" => wants.push(Want::Is(Value::Int(0))),
            "java/lang/Long" => wants.push(Want::Is(Value::Long(0))),
            "java/lang/Boolean" => wants.push(Want::Is(Value::Boolean(false))),
            "java/lang/Double" => wants.push(Want::Is(Value::Double(0))),
            "java/util/List" | "java/util/Collection" | "java/lang/Iterable" => {
                wants.push(empty("java/util/Collections", "emptyList", "java/util/List"));
            }
            "java/util/Set" => wants.push(empty("java/util/Collections", "emptySet", "java/util/Set")),
            "java/util/Map" => wants.push(empty("java/util/Collections", "emptyMap", "java/util/Map")),
            _ if class.starts_with('[') => {
                wants.push(inline(Making::EmptyArray { descriptor: class.into(), length: 0 }));
            }
            _ => {}
        }
        if let Some(class) = world.class(class).filter(|class| class.is_enum())
            && let Some(constant) = class.fields().find(|field| field.access_flags().is_enum())
        {
            wants.push(inline(Making::StaticField(self.program.field_member(constant.id()))));
        }
        let is_one = |node: &NodeId| {
            !self.scope.is_impossible(*node) && !self.scope.is_late(*node) && Some(*node) != self.target.node
        };
        self.scope.asked.instances.set(true);
        if class != "java/lang/Object"
            && let Some(node) = self.facts.instances(class).iter().copied().find(is_one)
        {
            wants.push(Want::Is(Value::Reference(node)));
        }
        if let Some(class) =
            world.class(class).filter(|class| class.is_instantiable() && !class.is_platform())
        {
            wants.push(Want::Fields(class.id(), Arc::default()));
        }
        wants
    }

    /// Whether a parameter is an inner class's outer instance, which is never null.
    fn is_outer(&self, at: usize) -> bool {
        at == 0 && self.has_outer
    }

    /// The elements that the constructor of the JDK type is given.
    fn base_contents(&mut self, effect: &Effect, at: usize) -> Option<Fit> {
        if matches!(self.own, Own::Wanted | Own::Initial(_)) {
            return None;
        }
        let call = &self.path.calls[effect.base?];
        let world = self.facts.world;
        let pair = world.name_and_type_of(world.method_ref(call.reference).name_and_type);
        match &*world.text(pair.descriptor).to_str() {
            "(Ljava/util/Collection;)V" | "(Ljava/util/Map;)V" => {
                let want = self.target.slots[at].want.clone();
                call.arguments.get(1).map(|argument| self.unify(*argument, &want, Effort::Copies))
            }
            // Empty, to be filled.
            _ => Some(Fit::Lacks(Vec::new())),
        }
    }

    /// Writes to what is not the object in question, without those that make others as they were observed,
    /// such as `child.parent = this`.
    fn side_effects(&mut self, effect: &Effect) -> u32 {
        let path = self.path;
        let mut wrong = 0;
        for store in &path.stores {
            let is_fresh = |of| matches!(self.terms[of], Term::Fresh(_));
            let is_right = match store.target {
                Place::Field(of, _) if of == effect.subject => true,
                Place::Field(of, _) | Place::Element(of, _) if is_fresh(of) => true,
                Place::Field(of, field) => match (self.evaluate(of), self.evaluate(store.value)) {
                    (Some(Datum::Node(node)), Some(value)) => {
                        let observed = self.facts.field(node, field);
                        observed.is_some_and(|seen| self.matches(&value, &Want::Is(seen)) == Some(true))
                    }
                    _ => false,
                },
                Place::StaticField(_) | Place::Element(..) => false,
            };
            wrong += u32::from(!is_right);
        }
        wrong
    }
}
