//! Describes a class that a walk meets for the first time: its kind, its fields, and how its objects are captured.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use reenact_base::Id;
use reenact_classfile::Mutf8;
use reenact_heap::{ClassKind, Field};
use reenact_recording::graph::Kind;
use reenact_recording::model::{ClassNumber, RecordedClass};
use reenact_recording::redact::Secrecy;
use reenact_wire::plan::ClassProbes;

use super::class_info::{Cache, ClassFlags, ClassInfo, ClassName, FieldFlags, FieldSlot, Form, Mirror};
use super::classes::Classes;
use super::enclosing::outer_names;
use super::fingerprint::is_cache;
use super::statics::{Candidates, Outers, Statics};
use super::{WalkError, lambda, names};
use crate::ffi::{Global, Jni, Jvmti, Weak, jclass};

const ACC_STATIC: i32 = 0x0008;
const ACC_PUBLIC: i32 = 0x0001;
const ACC_FINAL: i32 = 0x0010;

/// The most superinterfaces that are checked for being opaque.
const INTERFACES: usize = 256;

/// Describes a class whose superclass is described already. The caller assigns its number, and frees the local
/// references with its frame. The meanings of the flags are at [`ClassFlags`] and [`FieldFlags`].
pub fn describe(
    classes: &Classes,
    jni: Jni,
    jvmti: Jvmti,
    class: jclass,
    above: Option<&'static ClassInfo>,
) -> Result<(Box<ClassInfo>, RecordedClass), WalkError> {
    let signature = jvmti.get_class_signature(class)?;
    let signature = Mutf8::new(&signature).to_str();
    let raw_name = names::from_signature(&signature);
    let is_array = signature.starts_with('[');
    let is_hidden = names::is_hidden(&signature);

    let loader = jvmti.get_class_loader(class)?;
    let is_bootstrap = loader.is_null();
    let (mut loader_key, mut loader_number) = (0, 0);
    if !is_bootstrap {
        loader_key = jvmti.get_object_hash_code(loader)?;
        loader_number = classes.loader_number(jni, loader, loader_key)?;
    }
    let is_jdk = is_bootstrap || raw_name.starts_with("java/");

    let interfaces = Interfaces::of(classes, jvmti, class, &raw_name)?;
    let kind = match above {
        _ if is_array => ClassKind::Array,
        _ if names::is_lambda(&signature) => lambda::kind(jvmti, class, &interfaces.direct),
        Some(above) if &*above.name == "java/lang/reflect/Proxy" => ClassKind::Proxy,
        Some(_) if names::is_generated(&raw_name) => ClassKind::Generated,
        _ => ClassKind::Plain,
    };
    let name: Box<str> = match (&kind, above) {
        (ClassKind::Generated, Some(above)) => above.name.clone(),
        _ => raw_name.as_ref().into(),
    };

    let is_opaque = above.is_some_and(|above| above.form == Form::Opaque)
        || interfaces.is_opaque
        || classes.plan.is_opaque(raw_name.as_bytes()) && &*raw_name != "java/lang/reflect/Proxy";
    let form = match (&*signature, is_opaque) {
        ("Ljava/lang/String;", _) => Form::String,
        ("Ljava/lang/Class;", _) => Form::ClassObject,
        _ if is_array => match Kind::of_descriptor(&signature[1..]) {
            Kind::Reference => Form::Array,
            kind => Form::Primitives(kind),
        },
        // The fields of a proxy lead to its creator: a framework, most of the time.
        (_, is_opaque) if is_opaque || kind == ClassKind::Proxy => Form::Opaque,
        _ => Form::Object,
    };

    let mut fields: Vec<FieldSlot> =
        above.map_or(Vec::new(), |above| above.fields.iter().map(FieldSlot::inherited).collect());
    let mut own = Vec::new();
    let mut statics = Candidates::default();
    if !is_array {
        let owner = Owner { class, name: &name, is_jdk };
        own_fields(classes, jvmti, &owner, &mut own, &mut fields, &mut statics)?;
    }
    adjust_referent(&name, &mut fields);

    let access = jvmti.get_class_modifiers(class)?;
    let references = || fields.iter().filter(|field| field.kind == Kind::Reference);
    let is_plain = matches!(form, Form::Object) && kind == ClassKind::Plain && is_jdk;
    let is_value = matches!(form, Form::String | Form::Primitives(_))
        || is_plain
            && (matches!(&*name, "java/math/BigDecimal" | "java/math/BigInteger")
                || !fields.is_empty() && references().next().is_none());
    let is_number = match form {
        Form::Primitives(kind) => !matches!(kind, Kind::Char | Kind::Byte),
        _ => is_value && is_number_class(&name),
    };
    let is_enum = above.is_some_and(|above| above.is(ClassFlags::ENUM) || &*above.name == "java/lang/Enum");
    let is_carrier = form == Form::Array
        || form == Form::Object && !is_enum && references().any(|field| field.is(FieldFlags::JDK));
    let is_final = match form {
        Form::Primitives(_) => true,
        Form::Array => &*name == "[Ljava/lang/String;",
        // A hidden or generated class may share its name with others.
        _ => access & ACC_FINAL != 0 && !is_hidden && kind == ClassKind::Plain,
    };
    let is_weak = !is_bootstrap || is_hidden;
    let mirror = match is_weak {
        true => Weak::new(jni, class).map(Mirror::Weak),
        false => Global::new(jni, class).map(Mirror::Global),
    };
    let mirror = mirror.ok_or(WalkError::WeakReferences)?;
    let is_followed = !is_jdk
        && !is_enum
        && !is_hidden
        && kind == ClassKind::Plain
        && !is_array
        && !raw_name.contains("$$")
        && classes.plan.keeps_history(raw_name.as_bytes());
    let body = match &kind {
        ClassKind::Lambda { implementation: (class, method, descriptor), .. } => {
            Some(lambda::key(class, method, descriptor))
        }
        _ => None,
    };
    let is_lambda = body.is_some();
    let is_nested = matches!(kind, ClassKind::Plain) && outer_names(&name).next().is_some();
    let outers = (!is_jdk && !is_array && (is_lambda || is_nested)).then(Outers::default);
    // A generated class has the name of its superclass here, whose static fields are not its own.
    let statics = if kind == ClassKind::Plain { statics.finish() } else { Statics::default() };
    let inherited_statics: Box<[&'static ClassInfo]> = match above {
        Some(above) if !is_jdk && !is_array => {
            let nearest = (!above.statics.is_empty()).then_some(above);
            nearest.into_iter().chain(above.inherited_statics.iter().copied()).collect()
        }
        _ => Box::default(),
    };
    let recorded = RecordedClass {
        number: ClassNumber::from_index(0),
        kind,
        superclass: above.map(|above| above.number),
        interfaces: interfaces.names,
        fields: own,
        access: access as u16,
        loader: loader_number,
        source: Box::default(),
        bytecode: if is_hidden || is_array { 0 } else { classes.file_hash(loader_key, raw_name.as_bytes()) },
        name: name.clone(),
    };
    let may_be_static = !statics.is_empty() || !inherited_statics.is_empty() || outers.is_some();
    let flags = ClassFlags::default()
        .with(ClassFlags::LEAF, form == Form::String || is_bootstrap && is_box(&name))
        .with(ClassFlags::VALUE, is_value)
        .with(ClassFlags::NUMBER, is_number)
        .with(ClassFlags::CARRIER, is_carrier)
        .with(ClassFlags::ENUM, is_enum)
        .with(ClassFlags::LAMBDA, is_lambda)
        .with(ClassFlags::COLLABORATOR, !is_array && (!is_jdk || form == Form::Opaque))
        .with(ClassFlags::FOLLOWED, is_followed)
        .with(ClassFlags::MAY_BE_STATIC, may_be_static)
        .with(ClassFlags::FINAL, is_final);
    let info = ClassInfo {
        number: ClassNumber::from_index(0),
        form,
        fields: fields.into(),
        elements: Cache::new(signature.strip_prefix('[').unwrap_or_default()),
        flags,
        above,
        statics,
        inherited_statics,
        outers,
        body,
        name,
        exceeds_budgets: AtomicBool::new(false),
        mirror,
    };
    Ok((Box::new(info), recorded))
}

/// Releases a description that is not used, because another thread has published one of the same class.
pub fn discard(jni: Jni, info: &ClassInfo) {
    info.mirror.delete(jni);
}

/// A class that declares fields.
struct Owner<'a> {
    class: jclass,
    name: &'a str,
    is_jdk: bool,
}

/// Adds the instance fields that a class declares, in the order of the class file; and of the subject's
/// classes the static ones that objects may be known by.
fn own_fields(
    classes: &Classes,
    jvmti: Jvmti,
    owner: &Owner<'_>,
    own: &mut Vec<Field>,
    fields: &mut Vec<FieldSlot>,
    statics: &mut Candidates,
) -> Result<(), WalkError> {
    let Owner { class, name: class_name, is_jdk } = *owner;
    // Leaked, as the class's information is, and only for classes that have fields.
    let mut declaring: Option<Arc<ClassName>> = None;
    for &id in jvmti.get_class_fields(class)?.iter() {
        let modifiers = jvmti.get_field_modifiers(class, id)?;
        let is_static = modifiers & ACC_STATIC != 0;
        if is_static && is_jdk {
            continue;
        }
        let (name, descriptor) = jvmti.get_field_name(class, id)?;
        let name: Box<str> = Mutf8::new(&name).to_str().into();
        let descriptor = Mutf8::new(&descriptor).to_str();
        if is_static {
            statics.add(id, modifiers, &name, &descriptor);
            continue;
        }
        if is_internal(class_name, &name) {
            continue;
        }
        let kind = Kind::of_descriptor(&descriptor);
        let secrecy = match classes.plan.masks_field(class_name.as_bytes(), name.as_bytes()) {
            true => Secrecy::All,
            false => classes.redactor.secrecy(class_name, &name),
        };
        let declaring = declaring.get_or_insert_with(|| Arc::new(ClassName(class_name.into()))).clone();
        fields.push(FieldSlot {
            id,
            kind,
            // A truth value is not a secret.
            secrecy: if kind == Kind::Boolean { Secrecy::None } else { secrecy },
            flags: FieldFlags::default()
                .with(FieldFlags::FINAL, modifiers & ACC_FINAL != 0)
                .with(FieldFlags::PUBLIC, modifiers & ACC_PUBLIC != 0)
                .with(FieldFlags::JDK, is_jdk)
                .with(FieldFlags::HASH, is_jdk && kind == Kind::Int && &*name == "hash")
                .with(FieldFlags::END, class_name == "java/lang/ref/Reference" && &*name == "referent")
                .with(FieldFlags::CACHE, is_jdk && is_cache(class_name, &name)),
            cache: Cache::new(&descriptor),
            declared: (declaring, name.clone()),
        });
        own.push(Field { name, descriptor: descriptor.into() });
    }
    Ok(())
}

/// Returns true if a class of the JDK is a number or a truth value.
fn is_number_class(class: &str) -> bool {
    is_box(class) && class != "java/lang/Character" || class.starts_with("java/util/concurrent/atomic/")
}

/// Returns true if a class boxes a primitive.
fn is_box(class: &str) -> bool {
    let boxes = ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"];
    class.strip_prefix("java/lang/").is_some_and(|name| boxes.contains(&name))
}

/// Fields that are the JVM's own business: they hold its structures, or the collector changes them. They are
/// in no descriptor and are never read.
fn is_internal(class: &str, field: &str) -> bool {
    match class {
        "java/lang/Throwable" => field == "backtrace",
        "java/lang/ref/Reference" => matches!(field, "discovered" | "next" | "queue"),
        _ => false,
    }
}

/// The referent of a weak reference is not state that its holder keeps, so it is an end. A soft reference's
/// is a cache's content, and a `WeakHashMap` has its keys there.
fn adjust_referent(class: &str, fields: &mut [FieldSlot]) {
    if matches!(class, "java/lang/ref/SoftReference" | "java/util/WeakHashMap$Entry") {
        for field in fields.iter_mut().filter(|field| &*field.declared.1 == "referent") {
            field.flags = field.flags.without(FieldFlags::END);
        }
    }
}

/// The superinterfaces of a class.
struct Interfaces {
    /// Local references to the direct ones.
    direct: Vec<jclass>,
    names: Vec<Box<str>>,
    /// True if any of them, however far above, makes the class opaque.
    is_opaque: bool,
}

impl Interfaces {
    fn of(classes: &Classes, jvmti: Jvmti, class: jclass, class_name: &str) -> Result<Interfaces, WalkError> {
        // A class that the plan takes in is looked into, even if it implements a framework's call-back.
        let asks = !classes.plan.opaque().is_empty()
            && matches!(classes.plan.class(class_name.as_bytes()), ClassProbes::None);
        let mut found = Interfaces { direct: Vec::new(), names: Vec::new(), is_opaque: false };
        found.direct.extend(jvmti.get_implemented_interfaces(class)?.iter());
        let mut next = 0;
        let mut all = found.direct.clone();
        while let Some(&interface) = all.get(next) {
            let signature = jvmti.get_class_signature(interface)?;
            let signature = Mutf8::new(&signature).to_str();
            let name = names::from_signature(&signature);
            found.is_opaque |= asks
                && classes.plan.is_opaque(name.as_bytes())
                && &*name != "java/lang/reflect/InvocationHandler";
            if next < found.direct.len() {
                found.names.push(name.as_ref().into());
            }
            if asks && !found.is_opaque && all.len() < INTERFACES {
                all.extend(jvmti.get_implemented_interfaces(interface)?.iter());
            }
            next += 1;
        }
        Ok(found)
    }
}
