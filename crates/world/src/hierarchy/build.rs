//! Building the hierarchy from names.

use reenact_base::finding::{Code, Finding, Subject};
use reenact_base::{Adjacency, BitSet, Id, IdVec, SparseAdjacency, Symbol};
use reenact_classfile::Mutf8;

use super::order::{self, Edges};
use super::{Hierarchy, position};
use crate::display::binary_name;
use crate::ids::ClassId;
use crate::tables::Tables;

/// Builds the hierarchy, and notes the classes whose supertypes the JVM would refuse.
pub(crate) fn build(
    tables: &Tables,
    classes_by_name: &IdVec<Symbol, Option<ClassId>>,
) -> (Hierarchy, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut linker = Linker { tables, classes_by_name, missing: Vec::new(), findings: &mut findings };
    let mut edges = linker.edges();
    let missing_pairs = linker.missing;
    let (order, cut) = order::supertypes_first(&mut edges);
    for (class, supertype) in cut {
        let message = format!("is its own supertype by way of {}", name_of(tables, supertype));
        findings.push(unloadable(tables, class, message));
    }

    let count = tables.classes.len();
    let is_interface: BitSet<ClassId> =
        tables.classes.iter().filter(|(_, row)| row.access_flags.is_interface()).map(|(id, _)| id).collect();
    let subclasses = edges.superclass.iter().filter(|&(class, _)| !is_interface.contains(class));
    let below = Adjacency::from_pairs(
        count,
        subclasses.clone().filter_map(|(class, &superclass)| Some((superclass?, class))),
    );
    let roots = subclasses.filter(|(_, superclass)| superclass.is_none()).map(|(class, _)| class);
    let (preorder, spans) = order::preorder(count, roots, &below);

    let Closed { spans: interface_spans, all: all_interfaces, first_left_out } =
        close_interfaces(&order, &edges, MAX_PAIRS);
    if let Some(class) = first_left_out {
        let message =
            format!("superinterfaces are left out from here on: there are more than {MAX_PAIRS} in all");
        let subject = name_of(tables, class);
        findings.push(Finding::new(Code::HierarchyTooLarge, Subject::class(subject), message));
    }
    let rows = (0..count).map(ClassId::from_index).flat_map(|class| {
        let (start, end) = interface_spans[class];
        all_interfaces[start as usize..end as usize].iter().map(move |&interface| (interface, class))
    });
    let implementors = Adjacency::from_pairs(count, rows);

    let above = (0..count).map(ClassId::from_index).flat_map(|class| {
        let superclass = edges.superclass[class].filter(|_| !is_interface.contains(class));
        let supertypes = superclass.into_iter().chain(edges.interfaces.row(class).iter().copied());
        supertypes.map(move |supertype| (supertype, class))
    });
    let direct_subtypes = Adjacency::from_pairs(count, above);
    let missing = spread_missing(&order, &edges, &missing_pairs);
    let hierarchy = Hierarchy {
        superclass: edges.superclass,
        interfaces: edges.interfaces,
        direct_subtypes,
        missing,
        of_missing: SparseAdjacency::from_pairs(missing_pairs),
        is_interface,
        preorder,
        spans,
        interface_spans,
        all_interfaces,
        implementors,
    };
    (hierarchy, findings)
}

/// Finds the classes that supertypes' names stand for.
struct Linker<'t, 'f> {
    tables: &'t Tables,
    classes_by_name: &'t IdVec<Symbol, Option<ClassId>>,
    /// Supertypes that were not read, with the classes that name them.
    missing: Vec<(Symbol, ClassId)>,
    findings: &'f mut Vec<Finding>,
}

impl Linker<'_, '_> {
    fn edges(&mut self) -> Edges {
        let tables = self.tables;
        let mut superclass = IdVec::new();
        let mut interfaces = Vec::new();
        for (class, row) in tables.classes.iter() {
            let named = row.super_name.and_then(|name| self.supertype(class, name, false));
            superclass.push(named);
            for &name in tables.interfaces_of(class) {
                interfaces.extend(self.supertype(class, name, true).map(|interface| (class, interface)));
            }
        }
        let interfaces = Adjacency::from_pairs(tables.classes.len(), interfaces.iter().copied());
        Edges { superclass, interfaces }
    }

    /// JVMS 5.3.5: the JVM refuses a class whose superclass is an interface, or one of whose
    /// superinterfaces is a class.
    fn supertype(&mut self, class: ClassId, name: Symbol, interface_wanted: bool) -> Option<ClassId> {
        let Some(supertype) = self.classes_by_name[name] else {
            self.missing.push((name, class));
            return None;
        };
        if self.tables.classes[supertype].access_flags.is_interface() == interface_wanted {
            return Some(supertype);
        }
        let name = name_of(self.tables, supertype);
        let message = match interface_wanted {
            true => format!("implements {name}, which is not an interface"),
            false => format!("extends {name}, which is an interface"),
        };
        self.findings.push(unloadable(self.tables, class, message));
        None
    }
}

/// Pairs of a class and one of its superinterfaces that are kept. A real class path has some ten for
/// each class; a hostile one can have as many as the square of its classes.
const MAX_PAIRS: usize = 1 << 26;

struct Closed {
    /// For each class, where its superinterfaces are in `all`.
    spans: IdVec<ClassId, (u32, u32)>,
    all: Vec<ClassId>,
    /// The first class, supertypes first, that exceeded the limit.
    first_left_out: Option<ClassId>,
}

/// All superinterfaces of each class, in HotSpot's order (`ClassFileParser`'s
/// `compute_transitive_interfaces`).
fn close_interfaces(order: &[ClassId], edges: &Edges, max_pairs: usize) -> Closed {
    let spans: IdVec<ClassId, (u32, u32)> = IdVec::filled((0, 0), order.len());
    let mut closed = Closed { spans, all: Vec::new(), first_left_out: None };
    let mut seen: IdVec<ClassId, Option<ClassId>> = IdVec::filled(None, order.len());
    let mut pairs = 0;
    for &class in order {
        let Closed { spans, all, first_left_out } = &mut closed;
        let start = all.len();
        let inherited = edges.superclass[class].map_or((0, 0), |superclass| spans[superclass]);
        let direct = edges.interfaces.row(class);
        let mut add = |all: &mut Vec<ClassId>, interface: ClassId| {
            if seen[interface].replace(class) != Some(class) {
                all.push(interface);
            }
        };
        let above = direct.iter().map(|&interface| spans[interface]);
        for (from, to) in std::iter::once(inherited).chain(above).filter(|_| !direct.is_empty()) {
            for index in from as usize..to as usize {
                let interface = all[index];
                add(all, interface);
            }
        }
        direct.iter().for_each(|&interface| add(all, interface));
        let inherited_count = (inherited.1 - inherited.0) as usize;
        let count = if direct.is_empty() { inherited_count } else { all.len() - start };
        pairs += count;
        if pairs > max_pairs {
            first_left_out.get_or_insert(class);
            all.truncate(start);
        } else if count == inherited_count {
            // Nothing was added: the superclass's are shared.
            all.truncate(start);
            spans[class] = inherited;
        } else {
            spans[class] = (position(start), position(all.len()));
        }
    }
    closed.all.shrink_to_fit();
    closed
}

/// For each class, the first supertype on the way up that was not read.
fn spread_missing(
    order: &[ClassId],
    edges: &Edges,
    missing: &[(Symbol, ClassId)],
) -> IdVec<ClassId, Option<Symbol>> {
    let mut first: IdVec<ClassId, Option<Symbol>> = IdVec::filled(None, order.len());
    for &(name, class) in missing {
        first[class].get_or_insert(name);
    }
    for &class in order {
        let above = edges.superclass[class].iter().chain(edges.interfaces.row(class));
        first[class] = first[class].or_else(|| above.copied().find_map(|supertype| first[supertype]));
    }
    first
}

fn unloadable(tables: &Tables, class: ClassId, message: String) -> Finding {
    Finding::new(Code::ClassUnloadable, Subject::class(name_of(tables, class)), message).with_help(
        "two versions of a library may be on the class path: keep the one that the others were built with",
    )
}

fn name_of(tables: &Tables, class: ClassId) -> String {
    binary_name(Mutf8::new(tables.names.resolve(tables.classes[class].name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Interfaces 0 to 9, each extending the one before; classes 10 to 14 below the last.
    fn chain() -> (Vec<ClassId>, Edges) {
        let id = ClassId::from_index;
        let superclass = (0..15).map(|number| (number > 10).then(|| id(number - 1))).collect();
        let mut interfaces: Vec<_> = (1..10).map(|number| (id(number), id(number - 1))).collect();
        interfaces.extend([(id(10), id(9)), (id(12), id(3))]);
        let interfaces = Adjacency::from_pairs(15, interfaces.iter().copied());
        ((0..15).map(id).collect(), Edges { superclass, interfaces })
    }

    #[test]
    fn superinterfaces_are_closed_and_shared() {
        let (order, edges) = chain();
        let closed = close_interfaces(&order, &edges, usize::MAX);
        let lengths: Vec<u32> = closed.spans.iter().map(|(_, &(start, end))| end - start).collect();
        assert_eq!(lengths, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10]);
        assert_eq!(closed.all.len(), 45 + 10, "classes that add nothing share");
        assert_eq!(closed.first_left_out, None);
    }

    #[test]
    fn a_hostile_hierarchy_is_cut_off() {
        let (order, edges) = chain();
        let closed = close_interfaces(&order, &edges, 60);
        assert_eq!(closed.first_left_out, Some(ClassId::from_index(11)), "shared pairs count as well");
        assert_eq!(closed.all.len(), 55);
        assert_eq!(closed.spans[ClassId::from_index(12)], (0, 0));
    }
}
