//! Which methods of a class file the rules of a probe plan select.
//!
//! The producer of probe plans uses it to list methods before a program starts, and the agent for classes that no
//! plan lists: both select the same methods, because this is the only place that does.
//!
//! ```
//! use reenact_classfile::ClassFile;
//! use reenact_selection::Origin;
//! use reenact_wire::plan::{ProbePlan, Rules};
//!
//! fn show(rules: &Rules, class: &ClassFile<'_>) {
//!     for index in reenact_selection::choose(rules, class, Origin::Program).unwrap_or_default().recorded {
//!         println!("{}", class.methods()[index].name(class.pool()).unwrap());
//!     }
//! }
//! ```

mod histories;
mod origin;
mod statements;

use reenact_classfile::attribute::Code;
use reenact_classfile::{AccessFlags, ClassFile, Member, ReadError};
use reenact_wire::filter::{Filter, LeftOut};
use reenact_wire::options::{Selection, Visibility};
use reenact_wire::plan::Rules;

pub use histories::{HistoryRole, can_have_history, history_role, in_histories};
pub use origin::{Origin, is_test_class, is_test_directory};
use statements::{has_statements, is_foreign_member, may_have_statements};

/// The methods of a class, by what is done with them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Choice {
    /// Those that are recorded, by position in the class file, ascending.
    pub recorded: Vec<usize>,
    /// Those of an included class that are not, without constructors and initialisers.
    pub left_out: LeftOut,
}

/// Chooses the methods of a class that are recorded.
pub fn choose(rules: &Rules, class: &ClassFile<'_>, origin: Origin) -> Result<Choice, ReadError> {
    let name = class.name()?.as_bytes();
    let mut choice = Choice::default();
    if !rules.concern(name) {
        return Ok(choice);
    }
    let is_included = rules.includes(name);
    let of_class = if is_included { class_filter(rules, class, origin)? } else { None };
    for (index, member) in class.methods().iter().enumerate() {
        let method = member.name(class.pool())?.as_bytes();
        let Some(code) = member.code(class.pool())? else { continue };
        // Class initialisers run once, before any other code can use the class: there is nothing to sample.
        if method == b"<clinit>" {
            continue;
        }
        if rules.names(name, method) {
            choice.recorded.push(index);
            continue;
        }
        let is_constructor = method == b"<init>";
        if !is_included || is_constructor && !rules.all {
            continue;
        }
        let filter = match of_class {
            Some(filter) => Some(filter),
            None => method_filter(rules, class, member, &code)?,
        };
        match filter {
            None => choice.recorded.push(index),
            Some(filter) if !is_constructor => choice.left_out.add(filter, 1),
            Some(_) => {}
        }
    }
    Ok(choice)
}

/// Returns the filter that leaves out all methods of a class.
fn class_filter(rules: &Rules, class: &ClassFile<'_>, origin: Origin) -> Result<Option<Filter>, ReadError> {
    let selection = &rules.selection;
    if !selection.test_classes && (origin == Origin::Tests || is_test_class(class)?) {
        return Ok(Some(Filter::TestClass));
    }
    if rules.all {
        return Ok(None);
    }
    // CGLIB, Javassist and similar libraries give such names to the subclasses that they generate.
    let is_generated = class.name()?.as_bytes().windows(2).any(|pair| pair == b"$$");
    if class.access_flags().is_synthetic() || is_generated {
        return Ok(Some(Filter::Synthetic));
    }
    let is_local = class.attributes().find(class.pool(), "EnclosingMethod").is_some();
    Ok((is_local && !selection.local_classes).then_some(Filter::Kind))
}

/// Returns the filter that leaves out a method of a class that is recorded. With `all`, every method counts except
/// bridges, which only call methods that are recorded anyway, and what coverage tools have added.
fn method_filter(
    rules: &Rules,
    class: &ClassFile<'_>,
    member: &Member<'_>,
    code: &Code<'_>,
) -> Result<Option<Filter>, ReadError> {
    let (selection, flags) = (&rules.selection, member.access_flags);
    if flags.is_bridge() || is_foreign_member(member.name(class.pool())?.as_bytes()) {
        return Ok(Some(Filter::Synthetic));
    }
    if rules.all {
        return Ok(None);
    }
    let of_flags = flag_filter(selection, flags);
    if of_flags.is_some() {
        return Ok(of_flags);
    }
    if !selection.deprecated && member.attributes.find(class.pool(), "Deprecated").is_some() {
        return Ok(Some(Filter::Kind));
    }
    let is_long = has_statements(code, class.pool(), selection.min_statements)?;
    Ok((!is_long).then_some(Filter::Statements))
}

fn flag_filter(selection: &Selection, flags: AccessFlags) -> Option<Filter> {
    let visibility = match flags {
        _ if flags.is_public() => Visibility::Public,
        _ if flags.is_protected() => Visibility::Protected,
        _ if flags.is_private() => Visibility::Private,
        _ => Visibility::Package,
    };
    if flags.is_synthetic() {
        Some(Filter::Synthetic)
    } else if visibility > selection.visibility {
        Some(Filter::Visibility)
    } else {
        (flags.is_static() && !selection.statics).then_some(Filter::Kind)
    }
}

/// Returns whether a method may be selected, by its flags and instructions alone: for classes whose class file is not at
/// hand.
pub fn may_fit(selection: &Selection, flags: AccessFlags, bytecode: &[u8]) -> bool {
    flag_filter(selection, flags).is_none() && may_have_statements(bytecode, selection.min_statements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_testkit::{Fixture, jdk};
    use reenact_wire::plan::ProbePlan;

    fn check(options: &str, class: &str, expected: &[&str]) {
        let program = Fixture::parse(SHOP).compile(&jdk());
        let rules = ProbePlan::from_options(&options.parse().unwrap()).rules;
        let bytes = program.class_bytes(class);
        let class = ClassFile::parse(&bytes).unwrap();
        let name = |&index: &usize| class.methods()[index].name(class.pool()).unwrap().to_string();
        let choice = choose(&rules, &class, Origin::Program).unwrap();
        let mut names: Vec<String> = choice.recorded.iter().map(name).collect();
        names.sort();
        assert_eq!(names, expected, "{options}");
    }

    const SHOP: &str = r#"
        //- shop/Cart.java
        package shop;
        public class Cart implements Comparable<Cart> {
            private int items;
            private static int made;
            public Cart() { made++; items = 0; }
            public int getItems() { return items; }
            public void setItems(int items) { this.items = items; }
            public int add(int more) { items += more; return items; }
            public static Cart of(int items) { Cart cart = new Cart(); cart.items = items; return cart; }
            @Deprecated public void old() { items = 1; made = 2; }
            protected void inherit() { items = 1; made = 2; }
            void packaged() { items = 1; made = 2; }
            private void hidden() { items = 1; made = 2; }
            public int compareTo(Cart other) { int mine = items; return Integer.compare(mine, other.items); }
            public Runnable later() {
                Runnable task = () -> { items = 3; made = 4; };
                return new Runnable() { public void run() { items = 1; made = 2; } };
            }
            public native int elsewhere();
        }
    "#;

    #[test]
    fn by_default_public_methods_of_more_than_one_statement() {
        let usual = ["add", "compareTo", "later", "of", "old"];
        check("include=shop.**", "shop/Cart", &usual);
        check("include=shop.**", "shop/Cart$1", &["run"]);
        check("include=other.**", "shop/Cart", &[]);
        check("include=shop.**,exclude=shop.Cart", "shop/Cart", &[]);
    }

    #[test]
    fn every_choice_is_an_option() {
        check("include=shop.**,static=false,deprecated=false", "shop/Cart", &["add", "compareTo", "later"]);
        check("include=shop.**,local-classes=false", "shop/Cart$1", &[]);
        check(
            "include=shop.**,visibility=protected",
            "shop/Cart",
            &["add", "compareTo", "inherit", "later", "of", "old"],
        );
        let private = ["add", "compareTo", "hidden", "inherit", "later", "of", "old", "packaged"];
        check("include=shop.**,visibility=private", "shop/Cart", &private);
        let short = ["add", "compareTo", "getItems", "later", "of", "old", "setItems"];
        check("include=shop.**,min-statements=1", "shop/Cart", &short);
    }

    #[test]
    fn methods_that_are_named_need_not_fit() {
        check("methods=shop.Cart#getItems", "shop/Cart", &["getItems"]);
        check("methods=shop.Cart#hid*", "shop/Cart", &["hidden"]);
    }

    #[test]
    fn all_is_every_method_with_code_of_its_own() {
        let all = [
            "<init>",
            "add",
            "compareTo",
            "getItems",
            "hidden",
            "inherit",
            "lambda$later$0",
            "later",
            "of",
            "old",
            "packaged",
            "setItems",
        ];
        check("include=shop.**,all", "shop/Cart", &all);
    }

    /// The numbers of methods that are recorded and left out: tests, synthetic, visibility, kind, statements.
    fn counts(source: &str, options: &str, class: &str, origin: Origin) -> (usize, [u64; 5]) {
        let program = Fixture::parse(source).compile(&jdk());
        let rules = ProbePlan::from_options(&options.parse().unwrap()).rules;
        let bytes = program.class_bytes(class);
        let choice = choose(&rules, &ClassFile::parse(&bytes).unwrap(), origin).unwrap();
        (choice.recorded.len(), Filter::ALL.map(|filter| choice.left_out.by(filter)))
    }

    #[test]
    fn what_is_left_out_is_counted_by_filter() {
        let count = |options: &str, class: &str| counts(SHOP, options, class, Origin::Program);
        // A bridge of `compareTo` and the body of a lambda are synthetic.
        assert_eq!(count("include=shop.**", "shop/Cart"), (5, [0, 2, 3, 0, 2]));
        assert_eq!(count("include=shop.**,static=false,deprecated=false", "shop/Cart"), (3, [0, 2, 3, 2, 2]));
        assert_eq!(count("include=shop.**,local-classes=false", "shop/Cart$1"), (0, [0, 0, 0, 1, 0]));
        assert_eq!(count("include=shop.**,all", "shop/Cart"), (12, [0, 1, 0, 0, 0]));
        assert_eq!(count("include=other.**", "shop/Cart"), (0, [0; 5]));
    }

    const TESTS: &str = r#"
        //- org/junit/Test.java
        package org.junit;
        import java.lang.annotation.*;
        @Retention(RetentionPolicy.RUNTIME) public @interface Test { }
        //- junit/framework/TestCase.java
        package junit.framework;
        public class TestCase { }
        //- shop/CartTest.java
        package shop;
        public class CartTest {
            @org.junit.Test public void adds() { int a = 1; int b = a + 1; }
            public int helper() { int a = 1; return a; }
        }
        //- shop/OldTest.java
        package shop;
        public class OldTest extends junit.framework.TestCase { public int helper() { int a = 1; return a; } }
        //- shop/Plain.java
        package shop;
        public class Plain { @Deprecated public int helper() { int a = 1; return a; } }
    "#;

    #[test]
    fn classes_of_tests_are_left_out_unless_asked_for() {
        let count = |options: &str, class: &str, origin| counts(TESTS, options, class, origin);
        for options in ["include=shop.**", "include=shop.**,visibility=private"] {
            assert_eq!(count(options, "shop/CartTest", Origin::Program), (0, [2, 0, 0, 0, 0]));
            assert_eq!(count(options, "shop/OldTest", Origin::Program), (0, [1, 0, 0, 0, 0]));
            assert_eq!(count(options, "shop/Plain", Origin::Program), (1, [0; 5]));
            assert_eq!(count(options, "shop/Plain", Origin::Tests), (0, [1, 0, 0, 0, 0]));
        }
        assert_eq!(count("include=shop.**,all", "shop/CartTest", Origin::Program).0, 0);
        let all = count("include=shop.**,test-classes", "shop/CartTest", Origin::Tests);
        assert_eq!(all, (2, [0; 5]));
        let named = count("methods=shop.CartTest#helper", "shop/CartTest", Origin::Tests);
        assert_eq!(named, (1, [0; 5]));
    }

    /// Methods as JaCoCo, IntelliJ IDEA and Cobertura leave them.
    const COVERED: &str = r#"
        //- net/sourceforge/cobertura/TouchCollector.java
        package net.sourceforge.cobertura;
        public class TouchCollector { public static void touch(int line) { } }
        //- shop/Covered.java
        package shop;
        import net.sourceforge.cobertura.TouchCollector;
        public class Covered {
            private int items;
            private static boolean[] $jacocoData;
            private static final int[] __$hits$__ = new int[9];
            static boolean[] $jacocoInit() { boolean[] d = $jacocoData; if (d == null) { d = new boolean[9]; $jacocoData = d; } return d; }
            public int get() { boolean[] p = $jacocoInit(); p[0] = true; int n = 0; return items; }
            public int getOnly() { boolean[] p = $jacocoInit(); p[3] = true; return items; }
            public int hit() { __$hits$__[3]++; return items; }
            public int touch() { TouchCollector.touch(1); TouchCollector.touch(2); return items; }
        }
    "#;

    #[test]
    fn what_coverage_tools_add_is_neither_recorded_nor_a_statement() {
        let count = |options: &str| counts(COVERED, options, "shop/Covered", Origin::Program);
        // `get` has two statements of its own, the others one.
        assert_eq!(count("include=shop.**,visibility=private"), (1, [0, 1, 0, 0, 3]));
        assert_eq!(count("include=shop.**,visibility=private,min-statements=1"), (4, [0, 1, 0, 0, 0]));
        assert_eq!(count("include=shop.**,all"), (5, [0, 1, 0, 0, 0]), "with the constructor");
    }
}
