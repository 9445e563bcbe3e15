//! The walk over both graphs at once, and the guesses that sets without an order need.
//!
//! Nothing here recurses: what is still to be compared is a list, and a guess remembers where the list
//! was, so that it can be taken back.

use std::collections::HashMap;

use reenact_base::Id;

use super::fingerprint::Fingerprints;
use super::grouping;
use super::{Comparison, Difference, Ends, Grade, Identity, Options, Reads, Root, StandIns, Undecided};
use crate::describe::describe;
use crate::graph::{Ending, Node, NodeId};
use crate::logical::Forms;
use crate::parts::{Label, Member, Parts, parts};
use crate::path::{Place, Places, Step};
use crate::value::Value;
use crate::words::simple_type_name;

pub(super) fn run<'l, 'r>(
    left: &Forms<'l>,
    right: &Forms<'r>,
    roots: &[Root<'_>],
    options: Options<'_>,
    reads: Option<Reads<'_>>,
) -> Comparison {
    let mut search = Search {
        left,
        right,
        reads,
        identity: options.identity,
        stand_ins: options.stand_ins,
        names: roots.iter().map(|root| root.name).collect(),
        places: Places::default(),
        pairs: List::default(),
        choices: List::default(),
        groups: Vec::new(),
        guesses: Vec::new(),
        to_right: vec![None; left.graph().len()],
        to_left: vec![None; right.graph().len()],
        trail: Vec::new(),
        fingerprints: None,
        ends: Ends::default(),
        cut_off: None,
        compared: 0,
        looked_at: 0,
        is_cut: is_cut(left) || is_cut(right),
    };
    for (number, root) in roots.iter().enumerate().rev() {
        let place = search.places.beyond(None, Step::Root(number), root.left);
        search.pairs.push(Pair { left: root.left, right: root.right, place });
    }
    search.run(options.guesses)
}

fn is_cut(forms: &Forms) -> bool {
    let is_cut = |node: &Node| matches!(node, Node::End { ending: Ending::Budget | Ending::Masked, .. });
    forms.graph().iter().any(|(_, node)| is_cut(node))
}

/// Whether two objects of the subject's own classes, by name the same, have the same fields.
fn have_same_fields(one: &Parts, two: &Parts) -> bool {
    match (&one.label, &two.label) {
        (Label::Object { .. }, Label::Object { .. }) => {
            let mut steps = one.children.iter().zip(&two.children);
            one.children.len() == two.children.len() && steps.all(|((one, _), (two, _))| one == two)
        }
        _ => true,
    }
}

fn field_names(parts: &Parts) -> String {
    let name = |(step, _): &(Step, Value)| match step {
        Step::Field(name) => (*name).to_owned(),
        _ => String::new(),
    };
    match parts.children.len() {
        0 => "no fields".to_owned(),
        _ => parts.children.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}

/// Two values that must be the same.
#[derive(Clone, Copy)]
struct Pair {
    left: Value,
    right: Value,
    place: Place,
}

/// Members that look alike, of which each on the left belongs to one on the right.
struct Group {
    left: Vec<Member>,
    right: Vec<Member>,
    used: Vec<bool>,
    /// Where the objects on the right stand.
    positions: HashMap<NodeId, usize>,
    place: Place,
}

/// The next member on the left of a group that is to be given one on the right.
#[derive(Clone, Copy)]
struct Choice {
    group: usize,
    member: usize,
}

/// A choice that was made, and all that it takes to make another one.
struct Guess {
    choice: Choice,
    /// How many of the members on the right were tried.
    tried: usize,
    pairs: Option<usize>,
    choices: Option<usize>,
    trail: usize,
    ends: Ends,
    cut_off: Option<Place>,
}

/// A change that can be undone.
enum Undo {
    Bound(NodeId, NodeId),
    Used { group: usize, right: usize },
}

/// A reason why two values are not the same.
enum Contradiction {
    Different { place: Place, left: String, right: String },
    Damaged(Place),
}

/// A list that grows and shrinks at its head and whose older states stay valid.
struct List<T> {
    items: Vec<(T, Option<usize>)>,
    head: Option<usize>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List { items: Vec::new(), head: None }
    }
}

impl<T: Copy> List<T> {
    fn push(&mut self, item: T) {
        self.items.push((item, self.head));
        self.head = Some(self.items.len() - 1);
    }

    /// Takes the head off. It is forgotten if the search cannot return to it.
    fn pop(&mut self, forget: bool) -> Option<T> {
        let head = self.head?;
        let (item, next) = self.items[head];
        self.head = next;
        if forget {
            self.items.truncate(head);
        }
        Some(item)
    }
}

struct Search<'s, 'l, 'r> {
    left: &'s Forms<'l>,
    right: &'s Forms<'r>,
    reads: Option<Reads<'s>>,
    identity: Identity,
    stand_ins: Option<StandIns<'s>>,
    names: Vec<&'s str>,
    places: Places<'l>,
    pairs: List<Pair>,
    choices: List<Choice>,
    groups: Vec<Group>,
    guesses: Vec<Guess>,
    to_right: Vec<Option<NodeId>>,
    to_left: Vec<Option<NodeId>>,
    trail: Vec<Undo>,
    fingerprints: Option<(Fingerprints, Fingerprints)>,
    ends: Ends,
    cut_off: Option<Place>,
    compared: usize,
    /// Candidates for choices that were looked at.
    looked_at: usize,
    /// Whether either graph was cut off anywhere, so that fingerprints say less than they seem to.
    is_cut: bool,
}

impl<'s, 'l, 'r> Search<'s, 'l, 'r> {
    fn run(mut self, mut guesses_left: usize) -> Comparison {
        // Looking for the next candidate is cheap, but not in sets of a million that look alike.
        let most_looked_at = guesses_left.saturating_mul(100);
        loop {
            let forget = self.guesses.is_empty();
            // Choices wait until all that is certain is known: it may have decided them.
            let contradiction = match self.pairs.pop(forget) {
                Some(pair) => self.compare(pair),
                None => match self.choices.pop(forget) {
                    Some(choice) => self.choose(choice, 0),
                    None => return self.same(),
                },
            };
            let Err(mut contradiction) = contradiction else { continue };
            // The last guess was wrong, unless there was none.
            loop {
                // Damage is not a sign of a wrong guess, and another guess would not help.
                let Contradiction::Different { place, .. } = contradiction else {
                    return self.against(contradiction);
                };
                let Some(guess) = self.guesses.pop() else { return self.against(contradiction) };
                if guesses_left == 0 || self.looked_at > most_looked_at {
                    let path = self.path(place);
                    return self.undecided(Undecided::TooManyGuesses { path });
                }
                guesses_left -= 1;
                self.take_back(&guess);
                match self.choose(guess.choice, guess.tried) {
                    Ok(()) => break,
                    Err(exhausted) => contradiction = exhausted,
                }
            }
        }
    }

    fn take_back(&mut self, guess: &Guess) {
        (self.pairs.head, self.choices.head) = (guess.pairs, guess.choices);
        (self.ends, self.cut_off) = (guess.ends, guess.cut_off);
        for undo in self.trail.drain(guess.trail..) {
            match undo {
                Undo::Bound(left, right) => {
                    self.to_right[left.index()] = None;
                    self.to_left[right.index()] = None;
                }
                Undo::Used { group, right } => self.groups[group].used[right] = false,
            }
        }
    }

    fn compare(&mut self, pair: Pair) -> Result<(), Contradiction> {
        let Pair { left, right, place } = pair;
        let (one, two) = match (left, right) {
            (Value::Reference(one), Value::Reference(two)) => (one, two),
            _ if left == right => return Ok(()),
            _ => return Err(self.difference(pair)),
        };
        let (Some(bound), Some(back)) = (self.to_right.get(one.index()), self.to_left.get(two.index()))
        else {
            return Err(Contradiction::Damaged(place));
        };
        if *bound == Some(two) {
            return Ok(());
        }
        let is_bound = bound.is_some() || back.is_some();
        let both = (parts(self.left, one, self.reads), parts(self.right, two, self.reads));
        let (Some(of_one), Some(of_two)) = both else { return Err(Contradiction::Damaged(place)) };
        let has_identity = match self.identity {
            Identity::All => true,
            Identity::ExceptStringsAndBoxes => !of_one.label.is_string_or_box(),
            Identity::ExceptValues => !of_one.is_value(),
        };
        if is_bound && has_identity {
            let (left, right) = (describe(self.left, left), describe(self.right, right));
            let (left, right) = match self.to_right[one.index()] {
                Some(_) => (format!("{left}, met before"), format!("{right}, another object")),
                None => (format!("{left}, another object"), format!("{right}, met before")),
            };
            return Err(Contradiction::Different { place, left, right });
        }
        if has_identity {
            self.to_right[one.index()] = Some(two);
            self.to_left[two.index()] = Some(one);
            self.trail.push(Undo::Bound(one, two));
        }
        self.compared += 1;
        if self.is_stand_in(two) {
            self.ends.frontier += 1;
            return Ok(());
        }
        if self.ended(&of_one.label, &of_two.label, place) {
            return Ok(());
        }
        if of_one.label == of_two.label && !have_same_fields(&of_one, &of_two) {
            // Classes of one name with other fields: of another version of the subject or of the JDK.
            let described = |parts: &Parts| {
                format!("{} with {}", simple_type_name(parts.label.class()), field_names(parts))
            };
            let (left, right) = (described(&of_one), described(&of_two));
            return Err(Contradiction::Different { place, left, right });
        }
        if of_one.label != of_two.label || of_one.children.len() != of_two.children.len() {
            return Err(self.difference(pair));
        }
        self.members(&of_one.members, &of_two.members, place)?;
        for ((step, left), (_, right)) in of_one.children.into_iter().zip(of_two.children).rev() {
            if matches!((left, right), (Value::Reference(_), Value::Reference(_))) || left != right {
                let place = self.places.beyond(Some(place), step, left);
                self.pairs.push(Pair { left, right, place });
            }
        }
        Ok(())
    }

    fn is_stand_in(&self, right: NodeId) -> bool {
        let (Some(Node::Object { class, .. } | Node::End { class, .. }), Some(stand_ins)) =
            (self.right.graph().try_get(right), self.stand_ins)
        else {
            return false;
        };
        self.right.classes().try_get(*class).is_some_and(stand_ins)
    }

    /// Whether a capture ended here, so that there is nothing to compare. Known classes still differ.
    fn ended(&mut self, one: &Label, two: &Label, place: Place) -> bool {
        let endings = [one, two].map(|label| match label {
            Label::End { ending, .. } => Some(*ending),
            _ => None,
        });
        if endings == [None, None] || one.class() != two.class() {
            return false;
        }
        for ending in endings.into_iter().flatten() {
            match ending {
                Ending::Frontier => self.ends.frontier += 1,
                Ending::Budget => self.ends.budget += 1,
                Ending::Masked => self.ends.masked += 1,
            }
            if ending != Ending::Frontier {
                self.cut_off.get_or_insert(place);
            }
        }
        true
    }

    /// Pairs members by what they look like. Where several look alike, that is left to choices.
    fn members(&mut self, left: &[Member], right: &[Member], place: Place) -> Result<(), Contradiction> {
        if left.is_empty() && right.is_empty() {
            return Ok(());
        }
        let fingerprints = &mut self.fingerprints;
        let groups = grouping::groups(self.left, self.right, (left, right), || {
            let (left, right) = (self.left, self.right);
            fingerprints.get_or_insert_with(|| {
                (Fingerprints::of(left, self.reads), Fingerprints::of(right, self.reads))
            })
        });
        if let Some((left, right)) = groups.iter().find(|(left, right)| left.len() != right.len()) {
            // Whether elements behind a cut belong together cannot be known.
            if self.is_cut {
                self.cut_off.get_or_insert(place);
                return Ok(());
            }
            let (left, right) = match left.len() > right.len() {
                true => (left.last().map(|member| member.key), None),
                false => (None, right.last().map(|member| member.key)),
            };
            return Err(self.unmatched(place, left, right));
        }
        for (left, right) in groups.into_iter().rev() {
            match (&left[..], &right[..]) {
                ([one], [two]) => self.pair_members(*one, *two, place),
                _ => {
                    let used = vec![false; right.len()];
                    let position = |(at, member): (usize, &Member)| match member.key {
                        Value::Reference(node) => Some((node, at)),
                        _ => None,
                    };
                    let positions = right.iter().enumerate().filter_map(position).collect();
                    self.groups.push(Group { left, right, used, positions, place });
                    self.choices.push(Choice { group: self.groups.len() - 1, member: 0 });
                }
            }
        }
        Ok(())
    }

    fn pair_members(&mut self, left: Member, right: Member, place: Place) {
        if let (Some(one), Some(two)) = (left.value, right.value) {
            let place = self.places.beyond(Some(place), Step::Key(left.key), one);
            self.pairs.push(Pair { left: one, right: two, place });
        }
        let place = self.places.beyond(Some(place), Step::Element(left.key), left.key);
        self.pairs.push(Pair { left: left.key, right: right.key, place });
    }

    /// Gives a member of a group its counterpart: the first that fits from position `tried` on, and
    /// remembers the rest as a guess. What is paired already decides.
    fn choose(&mut self, choice: Choice, tried: usize) -> Result<(), Contradiction> {
        let group = &self.groups[choice.group];
        let (place, count) = (group.place, group.right.len());
        let Some(&member) = group.left.get(choice.member) else { return Ok(()) };
        // Beginning at the same position finds a graph equal to itself at once.
        let position_of = |at: usize| (choice.member + at) % count;
        let mut candidates = tried..count;
        if let Some(position) = self.counterpart(choice.group, member) {
            let at = (position + count - choice.member) % count;
            candidates = at.max(tried)..at + 1;
        }
        for at in candidates {
            self.looked_at += 1;
            let (group, position) = (&self.groups[choice.group], position_of(at));
            let counterpart = group.right[position];
            if group.used[position] || !self.can_be_paired(member, counterpart) {
                continue;
            }
            self.guesses.push(Guess {
                choice,
                tried: at + 1,
                pairs: self.pairs.head,
                choices: self.choices.head,
                trail: self.trail.len(),
                ends: self.ends,
                cut_off: self.cut_off,
            });
            self.groups[choice.group].used[position] = true;
            self.trail.push(Undo::Used { group: choice.group, right: position });
            self.choices.push(Choice { group: choice.group, member: choice.member + 1 });
            self.pair_members(member, counterpart, place);
            return Ok(());
        }
        Err(self.unmatched(place, Some(member.key), None))
    }

    /// Where in its group the counterpart of a member stands that was paired before.
    fn counterpart(&self, group: usize, member: Member) -> Option<usize> {
        let Value::Reference(left) = member.key else { return None };
        let right = (*self.to_right.get(left.index())?)?;
        self.groups[group].positions.get(&right).copied()
    }

    fn can_be_paired(&self, left: Member, right: Member) -> bool {
        let (Value::Reference(one), Value::Reference(two)) = (left.key, right.key) else { return true };
        match (self.to_right.get(one.index()).copied(), self.to_left.get(two.index()).copied()) {
            (Some(to), Some(from)) => to.is_none_or(|to| to == two) && from.is_none_or(|from| from == one),
            _ => true,
        }
    }

    fn difference(&self, pair: Pair) -> Contradiction {
        let (left, right) = (describe(self.left, pair.left), describe(self.right, pair.right));
        Contradiction::Different { place: pair.place, left, right }
    }

    fn unmatched(&self, place: Place, left: Option<Value>, right: Option<Value>) -> Contradiction {
        let left = left.map_or("nothing like it".to_owned(), |value| describe(self.left, value));
        let right = right.map_or("nothing like it".to_owned(), |value| describe(self.right, value));
        Contradiction::Different { place, left, right }
    }

    fn path(&self, place: Place) -> String {
        self.places.path(place, self.left, &self.names)
    }

    fn same(self) -> Comparison {
        if let Some(place) = self.cut_off {
            let path = self.path(place);
            return self.undecided(Undecided::CutOff { path });
        }
        let grade = if self.ends.frontier > 0 { Grade::Sufficient } else { Grade::Exact };
        self.comparison(grade, None, None)
    }

    fn against(self, contradiction: Contradiction) -> Comparison {
        match contradiction {
            Contradiction::Different { place, left, right } => {
                let (path, holders) = (self.path(place), self.places.holders(place));
                let difference = Difference { path, holders, left, right };
                self.comparison(Grade::Different, Some(difference), None)
            }
            Contradiction::Damaged(place) => {
                let path = self.path(place);
                self.undecided(Undecided::Damaged { path })
            }
        }
    }

    fn undecided(self, reason: Undecided) -> Comparison {
        self.comparison(Grade::Undecided, None, Some(reason))
    }

    fn comparison(
        &self,
        grade: Grade,
        difference: Option<Difference>,
        reason: Option<Undecided>,
    ) -> Comparison {
        Comparison { grade, difference, reason, compared: self.compared, ends: self.ends }
    }
}
