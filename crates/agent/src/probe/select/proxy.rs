//! Proxies that stand before an interface of the subject's: a repository that a framework made, a remote service.
//!
//! Such a class is generated at run time, so its calls are not calls to test. They are the answers that a
//! recorded call got from outside, and are recorded as calls nested in it.

use reenact_classfile::{ClassFile, ReadError};
use reenact_wire::plan::{Plan, Probes};

use super::{Calls, Chosen};

/// The superclass of proxies.
const PROXY: &[u8] = b"java/lang/reflect/Proxy";

/// Returns true if a class may be a proxy, by its name: `jdk/proxy2/$Proxy17`, or in the package of an interface that is not
/// public.
pub fn is_proxy_name(class: &[u8]) -> bool {
    let simple = class.rsplit(|&byte| byte == b'/').next().unwrap_or(class);
    let number = simple.strip_prefix(b"$Proxy");
    number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// The methods of a proxy that are recorded; `None` if the class is not a proxy. None are if no interface of its own is
/// the subject's, and none of an annotation's, which the JDK reads for others.
pub fn select_proxy(plan: &Plan, class: &ClassFile<'_>) -> Result<Option<Vec<Chosen>>, ReadError> {
    if !is_proxy_name(class.name()?.as_bytes())
        || class.super_name()?.is_none_or(|above| above.as_bytes() != PROXY)
    {
        return Ok(None);
    }
    let mut is_included = false;
    for interface in class.interface_names() {
        is_included |= plan.rules().includes(interface?.as_bytes());
    }
    let mut chosen = Vec::new();
    for (index, member) in class.methods().iter().enumerate().filter(|_| is_included) {
        let name = member.name(class.pool())?.as_bytes();
        let descriptor = member.descriptor(class.pool())?.as_bytes();
        if name == b"annotationType" && descriptor == b"()Ljava/lang/Class;" {
            return Ok(Some(Vec::new()));
        }
        // The methods of `Object` are called by collections and debuggers.
        let is_of_object = matches!(name, b"equals" | b"hashCode" | b"toString" | b"<init>" | b"<clinit>");
        if !is_of_object && member.access_flags.is_public() && !member.access_flags.is_static() {
            chosen.push(Chosen { method: index, probes: Probes::RECORD, calls: Calls::Nested });
        }
    }
    Ok(Some(chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_known_by_their_names() {
        for name in ["jdk/proxy2/$Proxy17", "com/sun/proxy/$Proxy3", "shop/$Proxy0", "$Proxy1"] {
            assert!(is_proxy_name(name.as_bytes()), "{name}");
        }
        for name in ["shop/Proxy1", "shop/$Proxy", "shop/$Proxy1/Cart", "shop/Cart$Proxy1", "shop/$ProxyCart"]
        {
            assert!(!is_proxy_name(name.as_bytes()), "{name}");
        }
    }
}
