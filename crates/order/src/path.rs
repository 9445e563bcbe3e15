//! Names of parts of the state.

use reenact_wire::snapshot::{Change, Path};

/// Packages that run tests, by internal name.
const RUNNERS: [&str; 4] = ["org/junit/", "junit/", "reenact/", "org/testng/"];

/// The parts that hold the locals of the thread which runs the tests.
pub const THREAD_LOCALS: [&str; 2] = ["the thread's threadLocals", "the thread's inheritableThreadLocals"];

/// Returns true if a class runs tests.
pub fn is_runner(class: &str) -> bool {
    RUNNERS.iter().any(|prefix| class.starts_with(prefix))
}

/// Returns the way to the part that a change belongs to: up to the last field that a class of the subject declares; of a root of the JDK,
/// the root.
pub fn unit(change: &Change) -> Path {
    let steps = &change.path.steps;
    let own = steps.iter().rposition(|step| !step.is_jdk).unwrap_or(0);
    Path { steps: steps.iter().take(own + 1).cloned().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_wire::snapshot::{Cell, Place, Step, Summary};

    fn step(holder: &str, is_jdk: bool, place: Place) -> Step {
        Step { holder: holder.to_owned(), is_jdk, place }
    }

    fn field(name: &str) -> Place {
        Place::Field { name: name.to_owned(), descriptor: String::new() }
    }

    fn name_of(steps: Vec<Step>) -> String {
        let cell = Cell { holder: 0, slot: 0 };
        let (clean, now) = (Summary::Null, Summary::Null);
        let change = Change { cell, unit: cell, path: Path { steps }, clean, now, is_final: false };
        unit(&change).to_string()
    }

    #[test]
    fn what_a_collection_consists_of_belongs_to_the_field_that_holds_it() {
        let instance = step(
            "p/Registry",
            false,
            Place::Static { name: "instance".to_owned(), descriptor: String::new() },
        );
        let entries = step("p/Registry", false, field("entries"));
        let size = step("java/util/HashMap", true, field("size"));
        let (table, index) =
            (step("java/util/HashMap", true, field("table")), step("[L;", true, Place::Index(3)));
        let value = step("java/util/HashMap$Node", true, field("value"));
        let flag = step("p/Entry", false, field("flag"));
        let way = [instance.clone(), entries.clone()];
        assert_eq!(name_of([&way[..], &[size]].concat()), "p.Registry.instance.entries");
        let deep = [&way[..], &[table, index, value, flag]].concat();
        assert_eq!(name_of(deep), "p.Registry.instance.entries.table[3].value.flag");
        assert_eq!(name_of(vec![instance]), "p.Registry.instance");
        let root = step(
            "java/lang/System",
            true,
            Place::Static { name: "props".to_owned(), descriptor: String::new() },
        );
        let map = step("java/util/Properties", true, field("map"));
        assert_eq!(name_of(vec![root, map]), "java.lang.System.props");
    }
}
