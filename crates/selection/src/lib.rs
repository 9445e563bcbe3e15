//! Which methods of a class file the rules of a probe plan select.
//!
//! The producer of probe plans uses it to list methods before a program starts, and the agent for classes that no
//! plan lists: both select the same methods, because this is the only place that does.
//!
//! ```
//! use reenact_classfile::ClassFile;
//! use reenact_wire::plan::{ProbePlan, Rules};
//!
//! fn show(rules: &Rules, class: &ClassFile<'_>) {
//!     for index in reenact_selection::recorded(rules, class).unwrap_or_default() {
//!         println!("{}", class.methods()[index].name(class.pool()).unwrap());
//!     }
//! }
//! ```

mod histories;

use reenact_classfile::attribute::Code;
use reenact_classfile::instruction::{Instruction, Instructions, Opcode};
use reenact_classfile::{AccessFlags, ClassFile, ConstantPool, Member, MethodDescriptor, ReadError};
use reenact_wire::options::{Selection, Visibility};
use reenact_wire::plan::Rules;

pub use histories::{HistoryRole, can_have_history, history_role, in_histories};

/// Returns the methods of a class that are recorded, by position in the class file, ascending.
pub fn recorded(rules: &Rules, class: &ClassFile<'_>) -> Result<Vec<usize>, ReadError> {
    let name = class.name()?.as_bytes();
    if !rules.concern(name) {
        return Ok(Vec::new());
    }
    let by_kind = rules.includes(name) && (rules.all || is_ordinary(class, &rules.selection)?);
    let mut selected = Vec::new();
    for (index, member) in class.methods().iter().enumerate() {
        let method = member.name(class.pool())?.as_bytes();
        let Some(code) = member.code(class.pool())? else { continue };
        let is_wanted = rules.names(name, method)
            || by_kind
                && if rules.all {
                    has_own_code(member, method)
                } else {
                    fits(&rules.selection, class, member, &code)?
                };
        // Class initialisers run once, before any other code can use the class: there is nothing to sample.
        if is_wanted && method != b"<clinit>" {
            selected.push(index);
        }
    }
    Ok(selected)
}

/// Returns whether a class comes from source code, and is of a selected kind.
fn is_ordinary(class: &ClassFile<'_>, selection: &Selection) -> Result<bool, ReadError> {
    if class.access_flags().is_synthetic() {
        return Ok(false);
    }
    // CGLIB, Javassist and similar libraries give such names to the subclasses that they generate.
    if class.name()?.as_bytes().windows(2).any(|pair| pair == b"$$") {
        return Ok(false);
    }
    let is_local = class.attributes().find(class.pool(), "EnclosingMethod").is_some();
    Ok(selection.local_classes || !is_local)
}

/// With `all`, every method counts except bridges, which only call methods that are recorded anyway.
fn has_own_code(member: &Member<'_>, name: &[u8]) -> bool {
    !member.access_flags.is_bridge() && name != b"<clinit>"
}

fn fits(
    selection: &Selection,
    class: &ClassFile<'_>,
    member: &Member<'_>,
    code: &Code<'_>,
) -> Result<bool, ReadError> {
    let is_method = !member.name(class.pool())?.as_bytes().starts_with(b"<");
    Ok(is_method
        && has_flags(selection, member.access_flags)
        && (selection.deprecated || member.attributes.find(class.pool(), "Deprecated").is_none())
        && has_statements(code, class.pool(), selection.min_statements)?)
}

fn has_flags(selection: &Selection, flags: AccessFlags) -> bool {
    let visibility = match flags {
        _ if flags.is_public() => Visibility::Public,
        _ if flags.is_protected() => Visibility::Protected,
        _ if flags.is_private() => Visibility::Private,
        _ => Visibility::Package,
    };
    !flags.is_synthetic() && visibility <= selection.visibility && (selection.statics || !flags.is_static())
}

/// Returns whether a method may be selected, by its flags and instructions alone: for classes whose class file is not at
/// hand. Every call counts as a statement, because only the constant pool says which ones are made for their effect.
pub fn may_fit(selection: &Selection, flags: AccessFlags, bytecode: &[u8]) -> bool {
    let mut count = 0;
    for item in Instructions::new(bytecode, 0) {
        let Ok((_, instruction)) = item else { return true };
        let is_call = matches!(
            instruction,
            Instruction::Invoke { .. }
                | Instruction::InvokeInterface { .. }
                | Instruction::InvokeDynamic { .. }
        );
        count += u32::from(is_call || ends_statement_by_itself(instruction));
    }
    has_flags(selection, flags) && count >= selection.min_statements
}

/// Returns whether a body has a number of statements. Compiled code has no statements; counted is what they compile
/// to: a store, a call for its effect, a condition, a return of a value, a throw.
fn has_statements(code: &Code<'_>, pool: &ConstantPool<'_>, wanted: u32) -> Result<bool, ReadError> {
    let mut count = 0;
    for item in code.instructions() {
        if count >= wanted {
            return Ok(true);
        }
        let (_, instruction) = item?;
        count += u32::from(ends_statement(instruction, pool));
    }
    Ok(count >= wanted)
}

fn ends_statement(instruction: Instruction<'_>, pool: &ConstantPool<'_>) -> bool {
    let is_void = |index: u16| {
        let reference = pool.method_ref(index).ok();
        let descriptor = reference.and_then(|reference| MethodDescriptor::parse(reference.descriptor));
        descriptor.is_some_and(|descriptor| descriptor.result().is_none())
    };
    match instruction {
        Instruction::Invoke { index, .. } | Instruction::InvokeInterface { index, .. } => is_void(index),
        _ => ends_statement_by_itself(instruction),
    }
}

/// Returns whether an instruction that is not a call ends a statement.
fn ends_statement_by_itself(instruction: Instruction<'_>) -> bool {
    match instruction {
        Instruction::Increment { .. } | Instruction::TableSwitch(_) | Instruction::LookupSwitch(_) => true,
        Instruction::Branch { opcode, .. } => !matches!(opcode, Opcode::GOTO | Opcode::GOTO_W),
        Instruction::Field { opcode, .. } => matches!(opcode, Opcode::PUTFIELD | Opcode::PUTSTATIC),
        _ => {
            let opcode = instruction.opcode();
            let is_store = (Opcode::ISTORE.0..=Opcode::SASTORE.0).contains(&opcode.0);
            let is_drop = matches!(opcode, Opcode::POP | Opcode::POP2 | Opcode::ATHROW);
            is_store || is_drop || (opcode.is_return() && opcode != Opcode::RETURN)
        }
    }
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
        let mut names: Vec<String> = recorded(&rules, &class).unwrap().iter().map(name).collect();
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
}
